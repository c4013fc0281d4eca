"""What distinguishes the best play from the second, counted independently from position texts."""

import random
from itertools import pairwise

import pytest

from companion.hints.comparison import COMPARATIVE_CODES
from companion.hints.reasons import Explainer
from companion.hints.weighing import LEAST_DIFFERENCE, PlayChoice
from companion.rules import Player, Position, Rules, find_game, game_names
from tests.hints.positions import random_turns

V = Player.V


def piles(rules: Rules, end: Position, player: Player) -> dict[int, int]:
    """How many pieces stand on each point, by the player's own numbers."""
    standing = {}
    for number in range(1, 25):
        pieces = rules.placement(end)[rules.zone(number, player)].of(player)
        if pieces:
            standing[number] = pieces
    return standing


def counted(code: str, rules: Rules, end: Position, player: Player) -> int:
    """What a code counts, the more the better."""
    at = piles(rules, end, player)
    off = rules.placement(end)[f"{player}O"].of(player)
    home = [pieces for number, pieces in at.items() if number <= 6]
    numbers = sorted(at)
    gaps = [after - before for before, after in pairwise(numbers)]
    found = {
        "pips": -rules.pips(end, player),
        "halfway": off + sum(pieces for number, pieces in at.items() if number <= 12),
        "last-point": -at[numbers[-1]] if at else 0,
        "at-home": off + sum(home),
        "home-points": sum(pieces >= 2 for pieces in home),
        "home-held": len(home),
        "deep": -at.get(1, 0) - at.get(2, 0),
        "pile": -max(at.values(), default=0),
        "piles": -sum(pieces - 3 for pieces in at.values() if pieces > 3),
        "lone-home": -home.count(1),
        "lone": -list(at.values()).count(1),
        "occupy": len(at),
        "close": -max(gaps, default=0),
    }
    return found[code]


def next_throws(rules: Rules, end: Position, player: Player) -> tuple[int, int]:
    """Pieces borne off by all 36 own next throws together, and how many of them play in full."""
    borne = whole = 0
    off, pips = rules.placement(end)[f"{player}O"].of(player), rules.pips(end, player)
    for high in range(1, 7):
        for low in range(1, 7):
            if rules.game.ace_deuce and {high, low} == {1, 2}:
                continue
            after = rules.ends(end, player, (high, low)).positions
            borne += max(rules.placement(one)[f"{player}O"].of(player) for one in after) - off
            used = pips - min(rules.pips(one, player) for one in after)
            whole += used >= (4 * high if high == low else high + low)
    return borne, whole


@pytest.mark.parametrize("game", game_names())
def test_fewer_and_more_are_true_of_the_second_play_and_the_earlier_board(game: str) -> None:
    """Compares two plays per turn of random games; one is slightly better than the other."""
    chance, seen = random.Random(game), set()
    turns = list(random_turns(find_game(game), 2, 5, ace_deuce=False))[::6]
    for rules, before, player, dice in turns:
        ends = sorted(rules.ends(before, player, dice).positions)[:12]
        chance.shuffle(ends)
        worth = {end: -LEAST_DIFFERENCE * place for place, end in enumerate(ends)}
        (found,) = (
            Explainer(rules)
            .explain(before, player, ends[:1], PlayChoice(ends, worth=worth))
            .reasons
        )
        differences = [one for one in found if one.code in COMPARATIVE_CODES]
        assert len(differences) <= 1
        for one in differences:
            best, second = ends[:2]
            assert one.count == apart(one.code, rules, best, second, player) > 0
            assert apart(one.code, rules, best, before, player) > 0
            assert not one.clear
            if one.code == "ready":
                assert not any(number > 6 for number in piles(rules, best, player))
            if not rules.game.has_hits:
                assert one.code != "lone"
            if rules.game.has_hits and not rules.game.hits_once_home and one.code == "occupy":
                assert apart("lone", rules, best, before, player) >= 0  # no more blots
            seen.add(one.code)
    assert len(seen) >= 3


def apart(code: str, rules: Rules, best: Position, second: Position, player: Player) -> int:
    if code in ("ready", "playable"):
        which = code == "playable"
        return next_throws(rules, best, player)[which] - next_throws(rules, second, player)[which]
    return counted(code, rules, best, player) - counted(code, rules, second, player)


BEFORE = "V6=5v V8=3v N1=5v N12=2v V1=2n V12=5n N5=3n N7=5n"
POINT = "V5=2v V6=4v V8=2v N1=5v N12=2v V1=2n V12=5n N5=3n N7=5n"
RUN = "V6=5v V8=3v N1=5v N8=1v N12=1v V1=2n V12=5n N5=3n N7=5n"


def codes(best: str, other: str, loses: float) -> list[str]:
    """Return the reason codes for the best of three plays, if the second loses `loses`."""
    rules = find_game("backgammon")
    worst = "V3=1v V6=5v V8=2v N1=4v N2=1v N12=2v V1=2n V12=5n N5=3n N7=5n"
    before, first, second, third = map(rules.parse, (BEFORE, best, other, worst))
    worth = {first: 0.0, second: -loses, third: -1.0}
    explained = Explainer(rules).explain(before, V, [first], PlayChoice(list(worth), worth=worth))
    return [one.code for one in explained.reasons[0]]


def test_a_count_is_no_reason_if_another_reason_distinguishes_the_plays() -> None:
    assert codes(POINT, RUN, 0.1) == ["point", "safe"]


def test_equally_good_plays_get_no_count_as_reason() -> None:
    assert codes(RUN, POINT, LEAST_DIFFERENCE / 2) == ["open"]


def test_a_risk_is_never_the_only_reason() -> None:
    assert codes(RUN, POINT, LEAST_DIFFERENCE) == ["last-point", "open"]
