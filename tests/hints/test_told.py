"""Reasons that compare a play with the others of its turn, on turns of real games."""

import pytest

from companion.hints.advice import HintReason
from companion.hints.advisor import Advisor
from companion.hints.moves import THROWS
from companion.hints.reasons import Explainer, denied
from companion.hints.throws import Throws
from companion.hints.views import PlayView
from companion.hints.weighing import PlayChoice, ScoredReason
from companion.rules import Player, find_game
from tests.hints.positions import reasons_of
from tests.tables import table
from tests.vectors import Vector, vectors

V = Player.V
TURNS = vectors("reasons.jsonl")


def told(found: tuple[HintReason, ...]) -> list[str]:
    """Return reasons as in the file: the code, the zones, the count."""
    return [" ".join((one.code, *one.zones, *[str(one.count)] * (one.count > 0))) for one in found]


@pytest.mark.parametrize("turn", TURNS, ids=lambda turn: turn.name)
def test_reasons_hold_for_few_other_plays(turn: Vector) -> None:
    rules, position, player, best = turn.rules, turn.position, turn.player, turn.end
    ends = sorted(rules.ends(position, player, turn.dice).positions)
    assert best in ends
    (found,) = reasons_of(rules, position, player, [best], PlayChoice(ends))
    assert told(found) == turn.fields["told"]
    (alone,) = reasons_of(rules, position, player, [best])
    assert not {one.code for one in alone} & COMPARING


COMPARING = {"keep", "guard", "deny", "exit", "pass", "hinder", "hold", "saves"}
"""Reasons that compare the play with others of its turn."""
(SAVES,) = (turn for turn in TURNS if turn.name.startswith("The last piece leaves V12"))
STAYS, LEAVES = (turn for turn in TURNS if turn.name.startswith("Two of six plays"))


def test_if_each_game_counts_one_saving_a_loss_is_no_reason() -> None:
    for options, is_told in (((), True), (("count-games",), False)):
        rules = find_game("jacquet", options)
        choice = PlayChoice([SAVES.position, SAVES.end])
        (found,) = reasons_of(rules, SAVES.position, SAVES.player, [SAVES.end], choice)
        assert (HintReason("saves", (), 3) in found) is is_told


def test_safety_is_a_reason_if_the_compared_play_can_be_hit() -> None:
    """However many other plays are as safe: the one that was played was not."""
    turn = TURNS[5]
    rules, position, player, best = turn.rules, turn.position, turn.player, turn.end
    ends = sorted(rules.ends(position, player, turn.dice).positions)
    shots = [shot.throws for shot in Throws(rules).shots(ends, player)]
    assert shots.count(0) == 21
    one_of_each = {throws > 0: end for end, throws in zip(ends, shots, strict=True)}
    for can_be_hit, other in one_of_each.items():
        choice = PlayChoice(ends, compared=other)
        (found,) = reasons_of(rules, position, player, [best], choice)
        assert (HintReason("safe") in found) is can_be_hit
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
def test_beyond_the_middle_only_additional_points_are_a_reason(
    before: str, end: str, told: tuple[str, ...]
) -> None:
    rules = find_game("backgammon")
    position, played = (
        rules.parse(f"V1=2n V6=5v V8=3v {green} V12=5n N7=5n N9=3n") for green in (before, end)
    )
    (found,) = reasons_of(rules, position, V, [played], PlayChoice([played, position]))
    assert [one.zones for one in found if one.code == "point"] == ([told] if told else [])


def test_denying_is_a_reason_if_the_compared_play_does_not() -> None:
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
        (found,) = reasons_of(rules, position, player, [best], choice)
        assert (HintReason("deny", (), 11) in found) is told


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
def test_denying_needs_few_throws_and_plays_with_four_more(
    throws: int, others: list[int], *, told: bool
) -> None:
    views = some_views(len(others) + 1)
    (end, *rest), ends = views, [one.end for one in views]
    rights = dict(zip(ends, [throws, *others], strict=True))
    found = [*denied(end, rest, PlayChoice(ends), rights)]
    assert [one.reason for one in found] == ([HintReason("deny", (), throws)] if told else [])
    assert not any(one.exceeded for one in found)


def test_denying_is_compared_with_all_plays_or_the_compared_one() -> None:
    views = some_views(4)
    (end, *rest), ends = views, [one.end for one in views]

    def found(throws: list[int], compared: int | None) -> list[ScoredReason]:
        asked = None if compared is None else ends[compared]
        rights = dict(zip(ends, throws, strict=True))
        return [*denied(end, rest, PlayChoice(ends, compared=asked), rights)]

    (exceeded,) = found([10, 9, 36, 36], None)
    assert exceeded == ScoredReason(HintReason("deny", (), 10), 1 / 3, exceeded=True)
    assert found([10, 36, 36, 13], 3) == []
    assert found([0, 36, 36, 3], 3) == []
    assert found([10, 9, 9, 14], 3) == [
        ScoredReason(HintReason("deny", (), 10), 2 / 3, exceeded=True)
    ]


OUTDONE = dict(table("hints/outdone"))
"""By code: the turn; the best play, a second that does more, and one that does less."""


@pytest.mark.parametrize("code", OUTDONE)
def test_an_effect_that_the_second_play_exceeds_is_no_reason(code: str) -> None:
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


def test_the_exit_is_a_reason_only_if_other_plays_leave_it() -> None:
    """J8: blocking the exit."""
    rules, position, player, end = STAYS.rules, STAYS.position, STAYS.player, STAYS.end
    ends = sorted(rules.ends(position, player, STAYS.dice).positions)
    same, *others = sorted(
        (one for one in ends if one != end),
        key=lambda one: not rules.placement(one)["N12"].of(player),
    )
    for rest, is_told in (
        ([same, *others[:2]], True),
        ([same, others[0]], False),
        ([same], False),
        ([], False),
    ):
        (found,) = reasons_of(rules, position, player, [end], PlayChoice([end, *rest]))
        assert (HintReason("exit") in found) is is_told
    for few, compared, is_told in (
        ([same, others[0]], others[0], True),
        ([same, *others], others[0], True),
        ([same, *others], same, False),
    ):
        choice = PlayChoice([end, *few], compared=compared)
        (found,) = reasons_of(rules, position, player, [end], choice)
        assert (HintReason("exit") in found) is is_told


def test_no_throw_bears_off_while_the_exit_is_blocked() -> None:
    """All black pieces are home: after the one play none gets off, after the other they do."""
    rules, you = STAYS.rules, STAYS.player.other
    off = []
    for end in (STAYS.end, LEAVES.end):
        ends = [one for dice in THROWS for one in rules.ends(end, you, dice).positions]
        off.append(max(rules.placement(one)[f"{you}O"].of(you) for one in ends))
    assert off[0] == 0 < off[1]
