"""Reasons on boards where each can be counted by hand."""

import pytest

from companion.hints.advice import HintReason
from companion.hints.advisor import Advisor
from companion.hints.comparison import COMPARATIVE_CODES
from companion.hints.reasons import MOST_COMPARED
from companion.hints.throws import Shots, Throws
from companion.hints.weighing import ORDER, PlayChoice
from companion.rules import Player, find_game
from tests.hints.positions import reasons_of
from tests.speech.messages import names
from tests.tables import cases, table

V = Player.V
RISKS = {"safe", "open", "risky", "exposed", "fewest"}
START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"

CASES = cases("hints/reasons", Reason=HintReason, START=START)


@pytest.mark.parametrize(("game", "before", "end", "wanted"), CASES)
def test_each_reason_is_found_on_a_simple_board(
    game: str, before: str, end: str, wanted: tuple[HintReason, ...]
) -> None:
    rules = find_game(game)
    (found,) = reasons_of(rules, rules.parse(before), V, [rules.parse(end)])
    assert found == wanted


def test_throwing_again_is_the_first_reason() -> None:
    rules = find_game("acey-deucey")
    start = rules.start
    end = next(iter(rules.ends(rules.parse("V12=4v VH=11v NH=15n"), V, (2, 1)).again))
    (found,) = reasons_of(rules, start, V, [end], PlayChoice((), {end}))
    assert found[0] == HintReason("again")
    assert not {"safe", "open", "fewest"} & {one.code for one in found}
    (otherwise,) = reasons_of(rules, start, V, [end])
    assert {"safe", "open"} & {one.code for one in otherwise}


BOARDS = {
    throws: f"V1=2n {green} V12=5n N1={builders}v N5=3n N7=5n N12=2v"
    for throws, green, builders in (
        (0, "V5=2v V6=4v V8=2v", 5),
        (2, "V6=5v V8=3v V11=1v", 4),
        (5, "V6=5v V8=3v V10=1v", 4),
        (14, "V4=1v V6=5v V8=2v", 5),
        (15, "V5=1v V6=5v V8=2v", 5),
        (19, "V6=4v V7=1v V8=3v V10=1v", 4),
        (30, "V4=1v V6=4v V7=1v V8=2v V10=1v", 4),
        (35, "V3=1v V4=1v V5=1v V6=4v V7=1v V8=1v", 4),
    )
}
"""Boards soon after the start, by the throws of 36 that hit there."""


@pytest.mark.parametrize(("throws", "others", "code"), table("hints/hits"))
def test_shots_are_a_reason_only_if_another_play_differs(
    throws: int, others: tuple[int, ...], code: str
) -> None:
    """What most could have had for four throws less is a risk; what nearly none, a merit."""
    rules = find_game("backgammon")
    before, end, *rest = (rules.parse(BOARDS.get(one, START)) for one in (-1, throws, *others))
    (shots,) = Throws(rules).shots([end], V)
    assert shots.throws == throws
    (found,) = reasons_of(rules, before, V, [end], PlayChoice([end, *rest]))
    told = [(one.code, one.count) for one in found if one.code in RISKS]
    assert told == ([(code, throws)] if code else [])


def test_a_play_that_throws_again_is_not_compared_by_risk() -> None:
    """Nothing is hit before the player throws; and where plays were left out none is the least."""
    rules = find_game("acey-deucey")
    before = rules.parse("V12=3v V6=2v VH=10v N6=2n NH=13n")
    risky, *riskier, safe = (
        rules.parse(f"{text} VH=10v N6=2n NH=13n")
        for text in (
            "V12=2v V11=1v V6=2v",
            "V12=1v V11=1v V10=1v V6=2v",
            "V12=2v V7=1v V6=2v",
            "V12=3v V6=1v V5=1v",
            "V12=3v V6=2v",
        )
    )
    few, *more, none = Throws(rules).shots([risky, *riskier, safe], V)
    assert none.throws == 0 < few.throws < min(shots.throws for shots in more)

    def told(choice: PlayChoice) -> set[str]:
        (found,) = reasons_of(rules, before, V, [risky], choice)
        return {one.code for one in found} & RISKS

    every = [risky, *riskier, safe]
    assert told(PlayChoice(every)) == {"exposed"}
    assert told(PlayChoice(every, {safe})) == {"fewest"}
    assert told(PlayChoice(every, {safe}, whole=False)) == {"exposed"}
    assert told(PlayChoice(every, {safe, *riskier})) == set()


@pytest.mark.parametrize(("lost", "kept", "told"), [(2, 1, True), (1, 1, False), (0, 2, False)])
def test_keeping_a_row_is_a_reason_if_most_other_plays_lose_it(
    lost: int, kept: int, *, told: bool
) -> None:
    rules = find_game("backgammon")
    row = "V1=2n V4=2v V5=2v V6=2v V7=2v {} V12=13n"
    before, end, *others = (
        rules.parse(text)
        for text in (
            row.format("N1=7v"),
            row.format("V10=1v N1=6v"),
            *["V1=2n V4=2v V5=2v V6=1v V7=2v V3=1v V12=13n N1=7v"] * lost,
            *[row.format("V9=1v N1=6v")] * kept,
        )
    )
    (found,) = reasons_of(rules, before, V, [end], PlayChoice([end, *others]))
    assert (HintReason("keep", (), 4) in found) is told


def test_every_code_has_words_and_a_rank_and_no_risk_has_a_clue() -> None:
    """That a play is riskier than some others, or as risky as most, leads nobody to it."""
    told = {"risky", "exposed"}  # as "open"
    of_throws = {"but", "fewer", "only"}
    assert (
        set(ORDER)
        == (names("reason") - of_throws - COMPARATIVE_CODES) | told
        == names("nudge") | told
    )


@pytest.mark.parametrize(("apart", "told"), [(0.01, False), (0.05, True)])
def test_a_gammon_is_at_stake_if_some_plays_lose_points(apart: float, *, told: bool) -> None:
    rules = find_game("backgammon")
    before = rules.parse("V6=10v V4=5v N6=2n NO=13n")
    ends = sorted(rules.ends(before, V, (5, 4)).positions)
    (end,) = (one for one in ends if rules.placement(one)["VO"].of(V))
    worth = {one: -apart * (one != end) for one in ends}
    (found,) = reasons_of(rules, before, V, [end], PlayChoice(ends, worth=worth))
    assert (HintReason("gammon", count=1) in found) is told


def test_common_reasons_of_the_best_ace_deuce_plays_are_kept() -> None:
    """That the best hundred all hit is what makes them the best."""
    rules = find_game("acey-deucey")
    before = rules.parse(
        "V6=2n V8=2v V9=2n V10=3n V11=2n V12=3v N1=2v N2=2n N3=2v N4=2v N5=1n N7=2v N8=2n N10=1v "
        "N11=1v NH=1n"
    )
    advice = Advisor(rules, deep=False).advise(before, V, (2, 1))
    assert "hit" in {one.code for one in advice.plays[0].reasons}


def test_a_turn_of_very_many_plays_is_compared_with_some_of_them() -> None:
    """So the least risk of all is not known there."""
    rules = find_game("backgammon")
    ends = sorted(rules.ends(rules.start, V, (2, 2)).positions)
    assert len(ends) > MOST_COMPARED
    thinned = PlayChoice(ends, frozenset(ends[:1])).thinned(MOST_COMPARED)
    assert (thinned.ends, thinned.again) == (ends[::2], frozenset(ends[:1]))
    assert PlayChoice(ends, compared=ends[1]).thinned(MOST_COMPARED).ends == [*ends[::2], ends[1]]
    told = reasons_of(rules, rules.start, V, ends, PlayChoice(ends))
    codes = {one.code for reasons in told for one in reasons}
    assert "open" in codes
    assert "fewest" not in codes
    few = PlayChoice(ends[:MOST_COMPARED])
    assert few.thinned(MOST_COMPARED) == few


@pytest.mark.parametrize(
    ("options", "before", "end", "told"),
    [
        ((), "V1=2n V7=2v N1=13v N12=13n", "V5=1v V7=1v V1=2n N1=13v N12=13n", True),
        (("may-hit-V",), "V1=2n V7=2v N1=13v N12=13n", "V5=1v V7=1v V1=2n N1=13v N12=13n", False),
        ((), "V1=2n V7=1v V3=1v N1=13v N12=13n", "V5=1v V3=1v V1=2n N1=13v N12=13n", False),
        ((), "V7=15v N12=15n", "V7=14v V5=1v N12=15n", False),
    ],
    ids=["first piece home", "won before", "one was home", "nothing more to hit"],
)
def test_the_right_to_hit_is_won_once(
    options: tuple[str, ...], before: str, end: str, *, told: bool
) -> None:
    rules = find_game("dutch", options)
    (found,) = reasons_of(rules, rules.parse(before), V, [rules.parse(end)])
    assert (HintReason("right") in found) is told


def test_shots_of_the_start() -> None:
    """A piece on the 5 point, two black pieces four points away: 15 throws (11 fours, 31, 22)."""
    rules = find_game("backgammon")
    end = rules.parse("V1=2n V5=1v V6=4v V8=4v V12=5n N1=4v N5=3n N7=5n N12=2v")
    assert Throws(rules).shots([end], V) == [Shots(15, (5,))]
