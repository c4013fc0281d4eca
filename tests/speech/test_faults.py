"""Judgements in words, as `companion judge` gives them."""

import pytest

from companion.rules import find_game
from companion.rules.verdicts import Code, Fault, Judgement, Verdict
from companion.rules.vocabulary import Player
from companion.speech.faults import judgement_sentence
from tests.vectors import Vector, vectors

V, N = Player.V, Player.N
START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"


@pytest.mark.parametrize(
    ("verdict", "fr", "en"),
    [
        (
            Verdict.LEGAL,
            "Vous ne pouvez pas jouer. Ramassez les dés.",
            "No move. Pick up the dice.",
        ),
        (
            Verdict.ILLEGAL,
            "Mauvaise distance. Les dés font 6, 3.",
            "Wrong distance. The dice show 6 and 3.",
        ),
    ],
)
def test_where_nothing_moved_and_with_dice_in_any_order(verdict: Verdict, fr: str, en: str) -> None:
    judgement = Judgement(verdict, (Fault(Code.WRONG_DISTANCE, V),), START)
    for lang, expected in (("fr", fr), ("en", en)):
        said = judgement_sentence(judgement, find_game("backgammon"), START, V, (3, 6), lang)
        assert said == expected


PLACELESS = {"hit-not-on-bar", "bar-first", "hit-forbidden"}
"""Faults whose sentence needs no number."""


@pytest.mark.parametrize("vector", vectors("faults.jsonl"), ids=lambda each: each.name)
def test_the_rules_give_what_a_sentence_needs(vector: Vector) -> None:
    rules, _, player, dice, case = vector
    judgement = vector.judged()
    for lang, legal in (("fr", "Légal."), ("en", "Legal.")):
        said = judgement_sentence(judgement, rules, case["position"], player, dice, lang)
        if case["verdict"] == "legal":
            assert said == legal
        elif case["fault"] not in PLACELESS:
            assert any(letter.isdigit() for letter in said), said
        else:
            assert not any(letter.isdigit() for letter in said), said
