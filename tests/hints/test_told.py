"""Reasons that compare a play with the others of its turn, on turns of real games."""

import pytest

from companion.hints.advice import Reason
from companion.hints.advisor import Advisor
from companion.hints.reasons import Explainer, denied
from companion.hints.throws import Throws
from companion.hints.views import PlayView
from companion.hints.weighing import PlayChoice, ScoredReason
from companion.rules import Player, find_game
from tests.hints.counted_turns import all_counted
from tests.hints.counting import Counted
from tests.tables import table
from tests.vectors import Vector, vectors

V = Player.V
TURNS = vectors("reasons.jsonl")


@pytest.mark.parametrize("turn", TURNS, ids=lambda turn: turn.name)
def test_what_is_told_is_what_few_other_plays_do(turn: Vector) -> None:
    rules, position, player, best = turn.rules, turn.position, turn.player, turn.end
    ends = sorted(rules.ends(position, player, turn.dice).positions)
    (found,) = Explainer(rules).reasons(position, player, [best], PlayChoice(ends))
    others = [Counted(rules, position, player, other) for other in ends if other != best]
    counted = all_counted([Counted(rules, position, player, best), *others])
    assert {(one.code, one.zones, one.count) for one in found} == counted
    assert sorted(one.code for one in found) == turn.fields["told"]


def test_that_nothing_can_be_hit_is_told_beside_a_play_after_which_something_can() -> None:
    """However many other plays are as safe: the one that was played was not."""
    turn = TURNS[5]
    rules, position, player, best = turn.rules, turn.position, turn.player, turn.end
    ends = sorted(rules.ends(position, player, turn.dice).positions)
    shots = [shot.throws for shot in Throws(rules).shots(ends, player)]
    assert shots.count(0) == 21
    one_of_each = {throws > 0: end for end, throws in zip(ends, shots, strict=True)}
    for can_be_hit, other in one_of_each.items():
        choice = PlayChoice(ends, compared=other)
        (found,) = Explainer(rules).reasons(position, player, [best], choice)
        assert (Reason("safe") in found) is can_be_hit
        plays = (
            Advisor(rules, deep=False)
            .advise(position, player, turn.dice, most=99, also=other)
            .plays
        )
        (told,) = [play.reasons for play in plays if play.end == best]
        assert told == found


@pytest.mark.parametrize(
    ("before", "end", "told"),
    [
        ("N1=5v N4=2v", "N1=5v N3=2v", ()),
        ("N1=3v N4=4v", "N1=3v N3=2v N4=2v", ("N3",)),
        ("N1=3v N3=1v N4=3v", "N1=3v N3=2v N4=2v", ("N3",)),
        ("N1=2v N3=1v N4=2v N5=2v", "N1=2v N2=2v N3=2v N4=1v", ()),
    ],
    ids=["moved on", "one more", "one more by a piece", "two for two"],
)
def test_beyond_the_middle_only_more_points_than_before_are_told(
    before: str, end: str, told: tuple[str, ...]
) -> None:
    rules = find_game("backgammon")
    position, played = (
        rules.parse(f"V1=2n V6=5v V8=3v {green} V12=5n N7=5n N9=3n") for green in (before, end)
    )
    (found,) = Explainer(rules).reasons(position, V, [played], PlayChoice([played, position]))
    assert [one.zones for one in found if one.code == "point"] == ([told] if told else [])


def test_what_most_plays_deny_is_told_beside_one_that_does_not() -> None:
    """11 throws after most of these plays, 20 and more after the one that was played."""
    turn = TURNS[11]
    rules, position, player, best = turn.rules, turn.position, turn.player, turn.end
    ends = sorted(rules.ends(position, player, turn.dice).positions)
    home = {
        end: shots.home for end, shots in zip(ends, Throws(rules).shots(ends, player), strict=True)
    }
    same = [end for end in ends if home[end] == home[best]]
    worse = next(end for end in ends if home[end] >= 20)
    assert len(same) == 7
    for compared, told in ((None, False), (same[0], False), (worse, True)):
        choice = PlayChoice([*same, worse], compared=compared)
        (found,) = Explainer(rules).reasons(position, player, [best], choice)
        assert (Reason("deny", (), 11) in found) is told


def some_views(count: int) -> list[PlayView]:
    """So many plays of one turn of Dutch."""
    turn = TURNS[11]
    ends = sorted(turn.rules.ends(turn.position, turn.player, turn.dice).positions)[:count]
    return [PlayView(turn.rules, turn.position, turn.player, end) for end in ends]


@pytest.mark.parametrize(
    ("throws", "others", "told"),
    [
        (18, [36, 36, 36], True),  # every other throw brings him home: no more is denied
        (19, [36, 36, 36], False),
        (10, [14, 14, 13], True),
        (10, [14, 13, 13], False),
        (0, [1, 1, 0], True),
        (0, [1, 0, 0], False),
        (10, [], False),
    ],
)
def test_how_few_throws_have_to_be_left_and_after_how_many_plays_four_more(
    throws: int, others: list[int], *, told: bool
) -> None:
    views = some_views(len(others) + 1)
    (end, *rest), ends = views, [one.end for one in views]
    rights = dict(zip(ends, [throws, *others], strict=True))
    found = [*denied(end, rest, PlayChoice(ends), rights)]
    assert [one.reason for one in found] == ([Reason("deny", (), throws)] if told else [])
    assert not any(one.exceeded for one in found)


def test_a_play_that_denies_more_outdoes_it_and_one_asked_about_is_compared_alone() -> None:
    views = some_views(4)
    (end, *rest), ends = views, [one.end for one in views]

    def found(throws: list[int], compared: int | None) -> list[ScoredReason]:
        asked = None if compared is None else ends[compared]
        rights = dict(zip(ends, throws, strict=True))
        return [*denied(end, rest, PlayChoice(ends, compared=asked), rights)]

    (exceeded,) = found([10, 9, 36, 36], None)
    assert exceeded == ScoredReason(Reason("deny", (), 10), 1 / 3, exceeded=True)
    assert found([10, 36, 36, 13], 3) == []
    assert found([0, 36, 36, 3], 3) == []
    assert found([10, 9, 9, 14], 3) == [ScoredReason(Reason("deny", (), 10), 2 / 3, exceeded=True)]


OUTDONE = dict(table("hints/outdone"))
"""By code: the turn; the best play, a second that does more, and one that does less."""


@pytest.mark.parametrize("code", OUTDONE)
def test_what_the_second_play_does_more_of_is_not_told(code: str) -> None:
    turn, before, played = OUTDONE[code]
    game, side, high, low = turn.split()
    rules, player, dice = find_game(game), Player(side), (int(high), int(low))
    position = rules.parse(before)
    ends = sorted(rules.ends(position, player, dice).positions)
    best, more, less = (
        rules.position(rules.after_moves(position, player, moves.split())) for moves in played
    )
    assert {best, more, less} <= {*ends}
    for second in (more, less):
        choice = PlayChoice(ends, worth=dict.fromkeys(ends, -1.0) | {second: -0.02, best: 0.0})
        (found,) = Explainer(rules).explain(position, player, [best], choice).reasons
        assert (code in {one.code for one in found}) is (second == less)
