"""Reasons that depend on the other plays of the turn: points, risks, the exit."""

from itertools import combinations_with_replacement

import pytest

from companion.hints.advice import HintReason
from companion.hints.throws import Throws
from companion.hints.weighing import PlayChoice
from companion.rules import Player, find_game
from tests.hints.counted_turns import all_counted
from tests.hints.counting import Counted, is_done
from tests.hints.positions import random_turns, reasons_of
from tests.tables import cases

V, N = Player.V, Player.N
THROWS = list(combinations_with_replacement(range(6, 0, -1), 2))

# --- points ---------------------------------------------------------------------------------------


SPARE = "V5=1v V6=4v V9=1v V11=5v"
LOW, HIGH = "V5=2v V6=3v V9=1v V11=5v", "V5=1v V6=4v V9=2v V11=4v"


@pytest.mark.parametrize(
    ("game", "last", "before", "end", "told"),
    [
        ("backgammon", "V8=2n", SPARE, LOW, ()),
        ("backgammon", "V8=2n", SPARE, HIGH, ("V9",)),
        ("backgammon", "V4=2n", SPARE, LOW, ("V5",)),
        ("backgammon", "V6=2n", "V5=1v V9=1v V11=9v", "V5=2v V9=2v V11=7v", ("V9",)),
        ("backgammon", "NB=2n", SPARE, LOW, ("V5",)),
        ("acey-deucey", "NH=2n", SPARE, LOW, ("V5",)),
    ],
)
def test_a_point_is_a_reason_only_if_an_opposing_piece_must_still_pass_it(
    game: str, last: str, before: str, end: str, told: tuple[str, ...]
) -> None:
    rules = find_game(game)
    position, played = (rules.parse(f"{green} N2=4v N5=13n {last}") for green in (before, end))
    (found,) = reasons_of(rules, position, V, [played])
    assert [one.zones for one in found if one.code == "point"] == ([told] if told else [])


FIVES = "V2=1n V12=3n N2=1n N3=1n N5=2n N7=5n N9=1n N12=2v NB=1n"
"""What stays in these plays of a double five."""


def test_a_point_is_shared_with_a_play_that_breaks_a_higher_one_for_it() -> None:
    """Of the 12 other plays six make the 3 point, and one more does that breaks the 6 point."""
    rules = find_game("backgammon")
    before, end, breaks = (
        rules.parse(f"{green} {FIVES}")
        for green in (
            "V1=2v V3=1v V6=4v V8=2v N1=4v",
            "V1=2v V3=2v V6=4v V8=4v N1=1v",
            "V1=5v V3=2v V6=1v V8=1v N1=4v",
        )
    )
    ends = sorted(rules.ends(before, V, (5, 5)).positions)
    point = ("point", ("V3",), 0)
    other = [one for one in ends if one != end]
    does = [one for one in other if point in Counted(rules, before, V, one).reasons()]
    makes = [one for one in other if is_done(point, Counted(rules, before, V, one).made())]
    assert (len(other), len(does), {*makes} - {*does}) == (12, 6, {breaks})
    others = [one for one in other if one not in makes]
    shots = dict(zip(does, Throws(rules).shots(does, V), strict=True))
    worth = {one: -float(shots[one].throws if one in shots else 99) for one in ends}
    for rest, told in ((does[1:], True), ([*does[1:], breaks], False)):
        choice = PlayChoice([end, *others, *rest], worth=worth)
        (found,) = reasons_of(rules, before, V, [end], choice)
        assert (HintReason("point", ("V3",)) in found) is told
    for compared, told in ((breaks, False), (does[0], False), (others[0], True)):
        (found,) = reasons_of(rules, before, V, [end], PlayChoice(ends, compared=compared))
        assert (HintReason("point", ("V3",)) in found) is told


# --- shots ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["backgammon", "acey-deucey"])
def test_the_shots_are_those_of_whole_turns(game: str) -> None:
    rules = find_game(game)
    told = [rules.parse(text) for text in FORCED]
    turns = [*random_turns(rules, 4, 5, ace_deuce=False)][::9]
    ends = [*((one, V) for one in told), *((at, player.other) for _, at, player, _ in turns)]
    for end, player in ends:
        (found,) = Throws(rules).shots([end], player)
        throws, zones = Counted(rules, end, player, end).shots()
        assert (found.throws, len(found.numbers)) == (throws, len(zones)), rules.text(end)
    assert Throws(rules).shots(told, V) == [Throws(rules).shots([one], V)[0] for one in told]


FORCED = (
    "V2=2v V4=2v V7=1v V8=2v V9=1v N7=1n N8=1n N10=2v N11=1v N12=2v VO=2v NO=13n",
    "V3=2v V5=2v V7=2v V10=2v V11=2v N4=1v N7=1n N8=1n N9=1v N10=1v N12=2v NO=13n",
    "V3=2v V4=1v V5=1n V7=2v N4=2v N6=2v N9=1n N10=2v N11=1n N12=1v VO=3v NO=12n",
    "V3=1v V4=1n V5=2v V8=2v V10=2v V11=1n N1=1v N2=2v N5=2v N8=1v N11=1n N12=1n VO=2v NO=11n",
    "V3=1n V4=1n V5=2v V6=2v V7=1v V9=2v V12=2v N3=2v N11=1n N12=1v VO=3v NO=12n",
)
"""Positions in which a step would hit, but leave a die unused that must be played."""


# --- risks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "codes"),
    [
        (None, {"risky"}),
        (0, {"escape", "point", "risky"}),
        (1, {"escape", "point", "risky"}),
        (2, {"risky"}),
    ],
    ids=["worth unknown", "next best", "second", "third"],
)
def test_merits_available_at_less_risk_need_a_next_best_play_with_them(
    place: int | None, codes: set[str]
) -> None:
    """Two pieces escape and make a point; 35 throws hit, after one play that does so too 25."""
    rules = find_game("backgammon")
    rest = "V2=5v V4=1n V7=2v V9=2n V11=1v V12=2v N1=2v N3=1v N5=1v"
    before = rules.parse(
        "V2=5v V4=1n V6=2n V7=2v V10=1n V11=1v V12=2v N1=2v N3=1v N4=3n N5=1v N8=1n N9=3n N11=4n "
        "N12=1v"
    )
    end = rules.parse(f"{rest} V10=1n N4=2n N8=1n N9=3n N10=1n N11=4n N12=1v")
    ends = sorted(rules.ends(before, N, (3, 3)).positions)
    shots = dict(zip(ends, Throws(rules).shots(ends, N), strict=True))
    plays = {one: Counted(rules, before, N, one) for one in ends}
    does = plays[end].reasons()
    cheap = [
        one
        for one in ends
        if all(is_done(merit, plays[one].reasons()) for merit in does)
        and shots[one].throws <= shots[end].throws - 4
    ]
    assert ({code for code, _, _ in does}, len(cheap)) == ({"escape", "point"}, 3)
    others = [one for one in ends if one not in (end, *cheap)]
    at = place or 0
    order = [end, *others[:at], *cheap, *others[at:]]
    worth = {one: -rank / 1000 for rank, one in enumerate(order)} if place is not None else {}
    (found,) = reasons_of(rules, before, N, [end], PlayChoice(order, worth=worth))
    assert {one.code for one in found} == codes
    counted = all_counted([plays[one] for one in order], ranked=place is not None)
    assert {(one.code, one.zones, one.count) for one in found} == counted


@pytest.mark.parametrize(
    ("end", "told"), [("V3=15v", ()), ("V2=1v V3=14v", (9,)), ("V1=1v V3=14v", (10,))]
)
def test_a_race_is_a_reason_with_a_lead_of_more_than_a_throw(
    end: str, told: tuple[int, ...]
) -> None:
    """Black has 53 pips; green 45, 44 or 43."""
    rules = find_game("backgammon")
    before, played = (rules.parse(f"{green} V5=2n N12=13n") for green in ("V3=14v V7=1v", end))
    (found,) = reasons_of(rules, before, V, [played])
    assert tuple(one.count for one in found if one.code == "race") == told


# --- the exit -------------------------------------------------------------------------------------

Turn = tuple[Player, tuple[int, int], str, str, str]
STAYS: Turn = (  # two of six plays leave a piece on N12
    V,
    (3, 4),
    "V1=4v V3=7v V4=1v V11=1v N1=6n N2=5n N3=2n N4=2n N5=1v N12=1v",
    "V1=5v V3=7v V7=1v N1=6n N2=5n N3=2n N4=2n N5=1v N12=1v",
    "V1=4v V3=7v V4=1v V8=1v N1=6n N2=5n N3=2n N4=2n N5=1v N8=1v",
)
EXITS: list[tuple[Turn, bool]] = cases("hints/exits", N=N, STAYS=STAYS, V=V)


@pytest.mark.parametrize(("turn", "told"), EXITS)
def test_blocking_the_exit_is_a_reason(turn: Turn, *, told: bool) -> None:
    """J8: where he has two pieces at most to bring home, and most plays leave that point."""
    player, dice, before, stays, goes = turn
    rules = find_game("jacquet")
    position, end, gone = map(rules.parse, (before, stays, goes))
    ends = sorted(rules.ends(position, player, dice).positions)
    assert {end, gone} <= {*ends}
    exit_zone = f"{player.other}12"
    staying = [one for one in ends if rules.placement(one)[exit_zone].of(player)]
    assert end in staying
    assert gone not in staying
    assert 2 * (len(staying) - 1) < len(ends) - 1
    found = reasons_of(rules, position, player, [end, gone], PlayChoice(ends))
    assert [HintReason("exit") in one for one in found] == [told, False]
    for best, reasons in zip((end, gone), found, strict=True):
        plays = [best, *(one for one in ends if one != best)]
        counted = all_counted([Counted(rules, position, player, one) for one in plays])
        assert {(one.code, one.zones, one.count) for one in reasons} == counted


def test_the_exit_is_a_reason_only_if_other_plays_leave_it() -> None:
    player, dice, before, stays, _ = STAYS
    rules = find_game("jacquet")
    position, end = rules.parse(before), rules.parse(stays)
    ends = sorted(rules.ends(position, player, dice).positions)
    same, *others = sorted(
        (one for one in ends if one != end),
        key=lambda one: not rules.placement(one)["N12"].of(player),
    )
    for rest, told in (
        ([same, *others[:2]], True),
        ([same, others[0]], False),
        ([same], False),
        ([], False),
    ):
        (found,) = reasons_of(rules, position, player, [end], PlayChoice([end, *rest]))
        assert (HintReason("exit") in found) is told
    for few, compared, told in (
        ([same, others[0]], others[0], True),
        ([same, *others], others[0], True),
        ([same, *others], same, False),
    ):
        choice = PlayChoice([end, *few], compared=compared)
        (found,) = reasons_of(rules, position, player, [end], choice)
        assert (HintReason("exit") in found) is told


def test_no_throw_bears_off_while_the_exit_is_blocked() -> None:
    """All black pieces are home: after the one play none gets off, after the other they do."""
    player, _, _, stays, goes = STAYS
    rules, you = find_game("jacquet"), player.other
    off = []
    for text in (stays, goes):
        end = rules.parse(text)
        ends = [one for dice in THROWS for one in rules.ends(end, you, dice).positions]
        off.append(max(rules.placement(one)[f"{you}O"].of(you) for one in ends))
    assert off[0] == 0 < off[1]
