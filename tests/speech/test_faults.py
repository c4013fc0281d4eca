"""Faults in words, by game and player."""

import pytest

from companion.rules import find_game
from companion.rules.verdicts import Code, Fault, Judgement, Verdict
from companion.rules.vocabulary import Player
from companion.speech.faults import fault_sentence, judgement_sentence
from companion.speech.wording import Wording
from tests.vectors import Vector, vectors

V, N = Player.V, Player.N
START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"


@pytest.mark.parametrize(
    ("game", "fault", "expected"),
    [
        ("backgammon", Fault(Code.OCCUPIED_POINT, V, "N12", "N7"), "Point 19 blocked."),
        ("backgammon", Fault(Code.OCCUPIED_POINT, N, "N12", "N7"), "Point 6 blocked."),
        ("jacquet", Fault(Code.OCCUPIED_POINT, N, "N12", "N7"), "Point N 7 blocked."),
        (
            "jacquet",
            Fault(Code.START_RUN, N),
            "Five in a row from your start, you need a piece on N 1.",
        ),
        ("jacquet", Fault(Code.EXIT_OCCUPIED, N), "You can't bear off, N 12 is taken."),
    ],
)
def test_points_are_numbered_as_the_mover_numbers_them(
    game: str, fault: Fault, expected: str
) -> None:
    assert fault_sentence(Wording("en", game), fault, fault.player, (6, 3)) == expected


def test_equal_dice_are_called_a_double() -> None:
    fault = Fault(Code.WRONG_DISTANCE, V)
    wording = Wording("fr", "backgammon")
    assert fault_sentence(wording, fault, V, (6, 6)) == "Mauvaise distance. Les dés font double 6."


def test_a_distance_of_a_double_counts_its_four_moves() -> None:
    fault = Fault(Code.WRONG_DISTANCE, V, "V8", "V7", pips=1)
    said = [fault_sentence(Wording(lang, "backgammon"), fault, V, (1, 1)) for lang in ("en", "fr")]
    assert said == [
        "Wrong distance, one pip from 8 to 7. All four moves of the double are already played.",
        "Mauvaise distance, un point du 8 au 7. Les quatre 1 sont déjà joués.",
    ]


@pytest.mark.parametrize(("dice", "pips"), [((6, 2), 8), ((2, 2), 8), ((2, 2), 6), ((4, 4), 8)])
def test_a_total_of_the_dice_is_wrong_after_other_moves(dice: tuple[int, int], pips: int) -> None:
    fault = Fault(Code.WRONG_DISTANCE, V, "N9", "N1", pips=pips)
    said = fault_sentence(Wording("en", "backgammon"), fault, V, dice, explained=False)
    assert said.endswith("The dice do not allow all these moves.")


@pytest.mark.parametrize(
    ("judgement", "position", "dice", "fr", "en"),
    [
        (Judgement(Verdict.LEGAL, (), "V5=1v"), "V6=1v", (1, 1), "Légal.", "Legal."),
        (
            Judgement(Verdict.LEGAL, (), START),
            START,
            (6, 6),
            "Vous ne pouvez pas jouer. Ramassez les dés.",
            "No move. Pick up the dice.",
        ),
        (
            Judgement(Verdict.ILLEGAL, (Fault(Code.WRONG_DISTANCE, V),), START),
            START,
            (3, 6),
            "Mauvaise distance. Les dés font 6, 3.",
            "Wrong distance. The dice show 6 and 3.",
        ),
        (
            Judgement(Verdict.INCOMPLETE, (Fault(Code.DICE_UNUSED, V, dice=(3,)),), START),
            START,
            (3, 6),
            "Il reste le 3 à jouer.",
            "Unfinished, a 3 still to play.",
        ),
    ],
)
def test_the_sentence_for_judge(
    judgement: Judgement, position: str, dice: tuple[int, int], fr: str, en: str
) -> None:
    rules = find_game("backgammon", ())
    for lang, expected in (("fr", fr), ("en", en)):
        assert judgement_sentence(judgement, rules, position, V, dice, lang) == expected


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
