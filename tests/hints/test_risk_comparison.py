"""Reasons that depend on the other plays of the turn: points and risks, and the throws counted."""

import pytest

from companion.hints.advice import HintReason
from companion.hints.throws import Throws
from companion.hints.weighing import PlayChoice
from companion.rules import Player, find_game
from tests.hints.counting import bringing_home, hindering, hitting
from tests.hints.positions import random_turns, reasons_of

V, N = Player.V, Player.N

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
    other = [one for one in ends if one != end]
    makes = [one for one in other if rules.placement(one)["V3"].of(V) > 1]
    alone = dict(zip(makes, reasons_of(rules, before, V, makes), strict=True))
    does = [one for one in makes if HintReason("point", ("V3",)) in alone[one]]
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


@pytest.mark.parametrize(("game", "step"), [("backgammon", 9), ("acey-deucey", 30)])
def test_the_shots_are_those_of_whole_turns(game: str, step: int) -> None:
    rules = find_game(game)
    told = [rules.parse(text) for text in FORCED]
    turns = [*random_turns(rules, 4, 5, ace_deuce=False)][::step]
    ends = [*((one, V) for one in told), *((at, player.other) for _, at, player, _ in turns)]
    for end, player in ends:
        (found,) = Throws(rules).shots([end], player)
        assert (found.throws, len(found.numbers)) == hitting(rules, end, player), rules.text(end)
    assert Throws(rules).shots(told, V) == [Throws(rules).shots([one], V)[0] for one in told]


def test_in_dutch_the_throws_that_hit_and_those_that_win_the_right_are_counted() -> None:
    rules, seen = find_game("dutch"), set()
    for now, before, player, dice in list(random_turns(rules, 6, 14))[::22]:
        ends = sorted(now.ends(before, player, dice).positions)
        end = ends[len(ends) // 2]
        if f"may-hit-{player.other}" in now.options:
            continue
        (shots,) = Throws(now).shots([end], player)
        home = bringing_home(now, end, player)
        assert (shots.throws, shots.home) == (hitting(now, end, player)[0], home)
        seen |= {min(shots.home, 1), min(shots.throws, 1) + 2}
    assert seen == {0, 1, 2, 3}


def test_in_jacquet_the_throws_that_cannot_be_used_in_full_are_counted() -> None:
    rules, seen = find_game("jacquet"), set()
    for _, end, player, _ in list(random_turns(rules, 2, 6))[::11]:
        (hindered,) = Throws(rules).hindered([end], player).values()
        assert hindered == hindering(rules, end, player), rules.text(end)
        seen.add(min(hindered, 4))
    assert seen >= {0, 4}


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
    cheap = [
        one
        for one in ends
        if rules.placement(one).along(["V6", "V9"], N) == [0, 2]
        and shots[one].throws <= shots[end].throws - 4
    ]
    assert (shots[end].throws, len(cheap)) == (35, 3)
    others = [one for one in ends if one not in (end, *cheap)]
    at = place or 0
    order = [end, *others[:at], *cheap, *others[at:]]
    worth = {one: -rank / 1000 for rank, one in enumerate(order)} if place is not None else {}
    (found,) = reasons_of(rules, before, N, [end], PlayChoice(order, worth=worth))
    assert {one.code for one in found} == codes


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
