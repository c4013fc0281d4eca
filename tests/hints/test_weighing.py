"""Which reason comes first, and which clue leads to a play and to few others."""

import pytest

from companion.hints.advice import HintReason
from companion.hints.weighing import ORDER, PlayChoice, ScoredReason, ordered, scored, share
from companion.rules import Player, find_game
from tests.hints import orders
from tests.hints.positions import reasons_of
from tests.tables import cases

V, N = Player.V, Player.N
START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"


def reason(
    code: str, shared: float = 0.0, *, exceeded: bool = False, misleading: bool = False
) -> ScoredReason:
    return ScoredReason(HintReason(code), shared, exceeded=exceeded, misleading=misleading)


@pytest.mark.parametrize(("said", "told"), cases("hints/weighed", reason=reason))
def test_rare_reasons_come_first_and_risks_last(said: list[ScoredReason], told: str) -> None:
    assert " ".join(one.code for one in ordered(said)) == told
    assert " ".join(one.code for one in ordered(said[::-1])) == told


def test_equally_specific_reasons_have_one_order() -> None:
    """Seconds and prices keep behind; what a game turns on comes before all."""
    together = [code for code in ORDER if code not in ("hold", "guard", "safe")]
    told = [one.code for one in ordered([reason(code) for code in together[::-1]])]
    firsts, prices = ["gammon", "shut", "exit", "deny"], ["open", "risky", "exposed"]
    seconds = ["escape", "fewest", "saves", "talon", "home"]
    rest = [code for code in together if code not in (*firsts, *seconds, *prices)]
    assert told == [*firsts, *rest, *seconds, *prices]


HIT_ONE, HIT_TWO = HintReason("hit", ("V5",)), HintReason("hit", ("V5", "V7"))


@pytest.mark.parametrize(
    ("one", "others", "shared", "common", "exceeded"),
    [
        (HIT_ONE, [[HIT_ONE], [HIT_TWO], [], []], 0.5, 0.5, True),
        (HIT_TWO, [[HIT_ONE], [HIT_TWO], [], []], 0.25, 0.25, False),
        (HIT_ONE, [[HintReason("hit", ("V7",))], []], 0.0, 0.5, False),
        (HintReason("off", count=1), [[HintReason("off", count=2)], [HIT_ONE]], 0.5, 0.5, True),
        (HintReason("off", count=2), [[HintReason("off", count=1)], [HIT_ONE]], 0.0, 0.5, False),
        (HintReason("race", count=2), [[HintReason("race", count=9)], []], 0.5, 0.5, False),
        (HintReason("race", count=9), [[HintReason("race", count=2)], []], 0.5, 0.5, False),
        (HIT_ONE, [], 0.0, 0.0, False),
    ],
)
def test_a_reason_is_scored_by_the_plays_that_achieve_as_much(
    one: HintReason, others: list[list[HintReason]], shared: float, common: float, *, exceeded: bool
) -> None:
    assert scored(one, others) == ScoredReason(one, shared, common, exceeded)


@pytest.mark.parametrize(
    ("worth", "misleading"),
    [((), False), ((0.3, 0.1, 0.2), False), ((0.1, 0.0, 0.2), False), ((0.0, 0.1, 0.2), True)],
)
def test_a_reason_shared_only_by_bad_plays_is_misleading(
    worth: tuple[float, ...], *, misleading: bool
) -> None:
    """The first of three others hits too: which only the worst of all does, that leads nowhere."""
    assert scored(HIT_ONE, [[HIT_ONE], [], []], worth).misleading is misleading
    assert not scored(HIT_ONE, [[], [], []], worth).misleading


@pytest.mark.parametrize(
    ("one", "clear"),
    [
        (ScoredReason(HIT_ONE), True),
        (ScoredReason(HIT_ONE, 0.5, 0.5), True),
        (ScoredReason(HIT_ONE, 0.6), False),
        (ScoredReason(HIT_ONE, 0.1, 0.6), False),
        (ScoredReason(HIT_ONE, exceeded=True), False),
        (ScoredReason(HIT_ONE, misleading=True), False),
    ],
)
def test_a_rare_and_never_exceeded_reason_points_to_one_play(
    one: ScoredReason, *, clear: bool
) -> None:
    (told,) = ordered([one])
    assert (told, told.clear) == (HIT_ONE, clear)


def test_the_share_of_an_empty_list_is_0() -> None:
    assert share([]) == 0
    assert share([True, False, False, True]) == 0.5


@pytest.mark.parametrize("game", orders.games())
def test_reasons_have_the_measured_order(game: str) -> None:
    """docs/hints.md has the counts that the order follows from; see the module for how to renew."""
    lines = orders.FILE.read_text(encoding="utf-8").splitlines()
    assert list(orders.told(game)) == [line for line in lines if line.startswith(f"{game} ")]


TWO, FIVE, BAR, NONE = (
    f"V1=2n {green} V12=5n N5=3n N7=5n"
    for green in (
        "V5=2v V6=3v V7=2v V8=1v N1=5v N12=2v",
        "V5=2v V6=3v V8=3v N1=5v N10=2v",
        "V6=5v V7=2v V8=1v N1=5v N11=2v",
        "V6=5v V8=3v N1=5v N10=1v N12=1v",
    )
)
FIVE_TOO = FIVE.replace("V8=3v N1=5v N10=2v", "V8=3v N1=5v N11=2v")
"""Plays of a double one: the points V5 and V7 are made, one of them, or none."""


@pytest.mark.parametrize(
    ("others", "compared", "zones"),
    [
        ([FIVE, BAR, NONE], None, ("V5", "V7")),
        ([FIVE, BAR, NONE], NONE, ("V5", "V7")),
        ([FIVE, BAR, NONE], FIVE, ("V7",)),
        ([FIVE, BAR, NONE], BAR, ("V5",)),
        ([FIVE, BAR, NONE], TWO, ("V5", "V7")),
    ],
)
def test_points_that_the_compared_play_makes_too_are_left_out(
    others: list[str], compared: str | None, zones: tuple[str, ...]
) -> None:
    rules = find_game("backgammon")
    before, end, *rest = map(rules.parse, (START, TWO, *others))
    choice = PlayChoice([end, *rest], compared=rules.parse(compared) if compared else None)
    (found,) = reasons_of(rules, before, V, [end], choice)
    assert [one.zones for one in found if one.code == "point"] == [zones]


@pytest.mark.parametrize(("compared", "told"), [(None, False), (NONE, True), (FIVE, False)])
def test_a_common_reason_is_given_if_the_compared_play_lacks_it(
    compared: str | None, *, told: bool
) -> None:
    rules = find_game("backgammon")
    before, end, *rest = map(rules.parse, (START, FIVE, FIVE_TOO, TWO, NONE))
    choice = PlayChoice([end, *rest], compared=rules.parse(compared) if compared else None)
    (found,) = reasons_of(rules, before, V, [end], choice)
    assert (HintReason("point", ("V5",)) in found) is told
