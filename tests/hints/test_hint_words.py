"""The named double of an ace-deuce in a hint."""

from collections import Counter

import pytest

from companion.hints.advice import HintReason
from companion.hints.advisor import Advisor
from companion.referee.talk_facts import Hint, HintPlay
from companion.rules import Player, find_game
from companion.speech.announcer import Announcer
from companion.speech.plays import named_double
from companion.speech.wording import Wording
from tests.hints.positions import random_turns
from tests.speech.examples import SPLIT

DEUCE = "N2=2n N4=2n N5=2n N6=2n N7=3v N9=2n N10=1v N11=1n"
NAMED = Hint(
    Player.N,
    "play",
    Player.N,
    (2, 1),
    f"V3=2n V5=2v V6=2v V7=2v V9=2n V10=1v V12=3v N1=1v {DEUCE}",
    (
        HintPlay(
            f"V5=2v V6=2v V7=2v V10=1n V11=1n V12=3v VB=2v N1=2n {DEUCE}",
            ("V3/V8/N1*", "V3/V8/N1", "V9/V11", "V9/V10*"),
            2674,
            (HintReason("again", (), 0),),
        ),
        SPLIT,
    ),
)


@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        ("en", "2 pieces from 22 to 12, hitting. From 16 to 14. From 16 to 15, hitting."),
        ("fr", "2 pions du 22 au 12, en frappant. Du 16 au 14. Du 16 au 15, en frappant."),
    ],
)
def test_after_an_ace_deuce_the_hint_names_the_double_and_its_moves(
    lang: str, expected: str
) -> None:
    """Both positions alone would make it 22 to 15, 22 to 14 and two pieces from 16 to 12."""
    rules, best = find_game("acey-deucey"), NAMED.plays[0]
    before, end = rules.parse(NAMED.before), rules.parse(best.end)
    assert rules.plays(before, Player.N, (2, 1), end)[0].moves == best.moves
    (said,) = Announcer("acey-deucey", lang, mode="practice").announce(NAMED)
    lead = {"en": "Best. With double 5.", "fr": "Meilleur coup. Avec le double 5."}
    assert said.text == f"{lead[lang]} {expected}"


def test_the_double_of_an_ace_deuce_is_found_from_the_moves() -> None:
    """Held against the dice of the steps; where all of it was borne off the moves do not tell."""
    rules, wording = find_game("acey-deucey"), Wording("en", "acey-deucey")
    advisor, told = Advisor(rules, deep=False), set()
    turns = list(random_turns(rules, 1, 5, ace_deuce=False))
    for _, before, player, _ in turns[::30]:
        for advised in advisor.advise(before, player, (2, 1)).plays:
            play = rules.plays(before, player, (2, 1), advised.end)[0]
            dice = Counter(step.die for step in play.steps) - Counter((1, 2))
            told.add(named_double(wording, play.moves, player))
            on = [step for step in play.steps if step.target != f"{player}O"]
            left = Counter(step.die for step in on) - Counter((1, 2))
            assert named_double(wording, play.moves, player) == next(iter(left), 0)
            assert left <= dice
    assert {5, 6} <= told
