"""Reasons: each is true, on boards where it can be counted by hand or by another way."""

import numpy as np
import pytest

from companion.hints.advice import Reason
from companion.hints.moves import THROWS, Mover
from companion.hints.reasons import ORDER, reasons, shots
from companion.hints.rows import rows_of
from companion.rules import Player, Position, Rules, find_game
from companion.rules.position import BAR_SLOT, OFF_SLOT, counts, postillon
from companion.speech.hint_phrases import NUDGE, REASON
from tests.hints.positions import random_turns

V, N = Player.V, Player.N
START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"

CASES = [
    (
        "backgammon",
        START,
        "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v",
        (Reason("point", ("V5",)), Reason("safe")),
    ),
    (
        "backgammon",
        START,
        "V1=2n V6=4v V7=1v V8=3v V10=1v V12=5n N1=4v N5=3n N7=5n N12=2v",
        (Reason("open", ("V7", "V10"), 19),),
    ),
    (
        "backgammon",
        "V1=2v V4=1n V6=5v V8=3v N1=5v N5=5n N7=9n",
        "V1=2v V4=1v V6=4v V8=3v N1=5v NB=1n N5=5n N7=9n",
        (Reason("hit", ("V4",)), Reason("open", ("V4",), 14)),
    ),
    (
        "backgammon",
        "V3=5v V2=5v V8=5v N1=5n N12=10n",
        "V3=6v V2=6v V8=3v N1=5n N12=10n",
        (Reason("home", (), 2),),
    ),
    (
        "backgammon",
        "V3=5v V2=5v V1=5v N1=5n N12=10n",
        "V3=4v V2=4v V1=5v VO=2v N1=5n N12=10n",
        (Reason("off", (), 2),),
    ),
    (
        "backgammon",
        "V6=14v N9=1v N8=3n N7=12n",
        "V6=14v N2=1v N8=3n N7=12n",
        (Reason("escape", (), 1), Reason("race", (), 0)),
    ),
    (
        "jacquet",
        "V12=14n1N N12=14v1V",
        "V12=14n1N N3=1V N12=14v",
        (Reason("postillon-on", (), 9), Reason("spread", ("N3",))),
    ),
    (
        "jacquet",
        "V12=14n1N V7=1V N12=14v",
        "V12=14n1N V5=1v N11=1v N12=13v",
        (Reason("postillon-home"), Reason("spread", ("V5", "N11"))),
    ),
]


@pytest.mark.parametrize(("game", "before", "end", "wanted"), CASES)
def test_what_a_play_does(game: str, before: str, end: str, wanted: tuple[Reason, ...]) -> None:
    rules = find_game(game)
    assert reasons(rules, rules.parse(before), V, rules.parse(end)) == wanted


def test_a_double_played_out_comes_first() -> None:
    rules = find_game("acey-deucey")
    start = rules.start
    end = next(iter(rules.ends(rules.parse("V12=4v VH=11v NH=15n"), V, (2, 1)).again))
    found = reasons(rules, start, V, end, again=True)
    assert found[0] == Reason("again")


def test_every_code_has_words_and_a_place() -> None:
    assert set(ORDER) == set(NUDGE) == set(REASON)


@pytest.mark.parametrize("game", ["backgammon", "jacquet", "dutch", "acey-deucey"])
def test_every_reason_is_true_of_the_board(game: str) -> None:
    """Counted another way, from the texts and from single pieces, on turns of random games."""
    rules = find_game(game)
    seen: set[str] = set()
    turns = list(random_turns(rules, 1, 6, ace_deuce=False))
    for now, position, player, dice in turns[:: max(1, len(turns) // 25)]:
        end = min(now.ends(position, player, dice).positions)
        for reason in reasons(now, position, player, end):
            seen.add(reason.code)
            _check(now, position, player, end, reason)
    assert len(seen) >= 3


def _check(rules: Rules, before: Position, player: Player, end: Position, why: Reason) -> None:
    old, new = rules.placement(before), rules.placement(end)
    own, other = counts(before.side(player)), counts(end.side(player))
    if why.code == "hit":
        bars = [counts(one.side(player.other))[BAR_SLOT] for one in (before, end)]
        assert bars[1] - bars[0] == len(why.zones)
        assert all(old[zone].of(player.other) == 1 for zone in why.zones)
    elif why.code in ("point", "anchor"):
        assert all(old[zone].of(player) < 2 <= new[zone].of(player) for zone in why.zones)
    elif why.code == "off":
        assert other[OFF_SLOT] - own[OFF_SLOT] == why.count
    elif why.code == "open":
        assert all(new[zone].of(player) == 1 for zone in why.zones)
        assert why.count == _shots(rules, end, player) > 0
    elif why.code == "safe":
        assert _shots(rules, end, player) == 0
    elif why.code.startswith("postillon"):
        assert postillon(before.side(player)) - postillon(end.side(player)) >= why.count
    elif why.code == "race":
        assert rules.in_contact(before)
        assert not rules.in_contact(end)
    elif why.code == "spread":
        assert all(not old[zone].of(player) and new[zone].of(player) for zone in why.zones)
    elif why.code == "talon":
        assert own[24] - other[24] == why.count


def _shots(rules: Rules, end: Position, player: Player) -> int:
    """Another way to count: the other generator, on all throws."""
    rows = rows_of(rules, [end], player.other)
    mover = Mover(rules)
    hitting = 0
    for high, low in THROWS:
        if not (rules.game.ace_deuce and (high, low) == (2, 1)):
            after = mover.ends(rows, (high, low), lambda rows: np.zeros(len(rows), np.float32))
            hit = (after.rows[:, 1, BAR_SLOT] > rows[0, 1, BAR_SLOT]).any()
            hitting += (1 if high == low else 2) * bool(hit)
    return hitting


def test_shots_of_the_start() -> None:
    """A piece on the 5 point, two black pieces four points away: 15 throws (11 fours, 31, 22)."""
    rules = find_game("backgammon")
    end = rules.parse("V1=2n V5=1v V6=4v V8=4v V12=5n N1=4v N5=3n N7=5n N12=2v")
    assert shots(rules, end, V) == 15
