"""Of plays that differ only in where pieces wait, one is named, and all count as equal."""

import pytest

from companion.hints.advisor import Advisor
from companion.rules import Player, find_game
from companion.rules.position import BAR_SLOT, count

V, N = Player.V, Player.N
WAITING = {
    "acey-deucey": "VB=2v VH=3v V1=10v N1=5n N2=5n N3=5n",
    "dutch": "VB=2v VH=3v V1=10v N1=5n N2=5n N3=5n",
}


@pytest.mark.parametrize("game", WAITING)
@pytest.mark.parametrize("dice", [(5, 4), (6, 6)])
def test_of_plays_that_differ_only_in_waiting_pieces_one_is_listed(
    game: str, dice: tuple[int, int]
) -> None:
    """Nothing in the rules tells bar and hand apart, so that no network may either."""
    rules = find_game(game)
    before = rules.parse(WAITING[game])
    listed = rules.ends(before, V, dice).positions
    told = [one.end for one in Advisor(rules).advise(before, V, dice, most=100).plays]
    seen = [_seen(rules.text(end)) for end in told]
    assert len(seen) == len(set(seen))
    assert set(seen) == {_seen(rules.text(end)) for end in listed}
    assert len(told) < len(listed)
    assert set(told) <= listed
    for end in told:
        alike = [one for one in listed if _seen(rules.text(one)) == _seen(rules.text(end))]
        assert count(end.v, BAR_SLOT) == min(count(one.v, BAR_SLOT) for one in alike)


def test_a_play_that_differs_only_in_waiting_pieces_loses_nothing() -> None:
    rules = find_game("acey-deucey")
    before = rules.parse(WAITING["acey-deucey"])
    advisor = Advisor(rules)
    best = advisor.advise(before, V, (5, 4)).plays[0]
    alike = [
        end
        for end in rules.ends(before, V, (5, 4)).positions
        if _seen(rules.text(end)) == _seen(rules.text(best.end)) and end != best.end
    ]
    assert alike
    for end in alike:
        advice = advisor.advise(before, V, (5, 4), also=end)
        assert advice.plays[0].end == end
        assert best.end not in [one.end for one in advice.plays]


def _seen(text: str) -> tuple[frozenset[str], int]:
    """A board as text, with what waits counted in one."""
    tokens = text.split()
    waits = [token for token in tokens if token[:2] in ("VB", "VH")]
    number = sum(int(token[3:-1]) for token in waits)
    return frozenset(tokens) - frozenset(waits), number
