"""Tests clues for a play: a player who follows all clues never finds a clearly worse play."""

from collections.abc import Sequence

import pytest

from companion.hints.advice import NO_CLUE, HintClue, HintReason
from companion.hints.advisor import Advisor
from companion.hints.pointers import CLEAR_LOSS, MOST_LEADS, ClueFinder, ClueMatch
from companion.hints.reasons import Explainer, Explanations
from companion.hints.views import PlayView
from companion.hints.weighing import PlayChoice
from companion.rules import Player, find_game
from tests.tables import cases

V = Player.V
BLACK = "V1=2n V12=5n N5=3n N7=5n"
BEFORE = f"{BLACK} V6=5v V8=3v N1=5v N12=2v"
LOST = 0.2

FROM_8_AND_6 = "V5=1v V6=4v V8=3v N1=5v N12=2v"


@pytest.mark.parametrize(("end", "others", "clue"), cases("hints/points-to-look-at", Clue=HintClue))
def test_a_clue_excludes_worse_plays(end: str, others: list[str], clue: HintClue) -> None:
    assert _explained(end, others, LOST).clue == clue


def test_if_no_play_is_clearly_worse_the_clue_fits_few_plays() -> None:
    alike = ["V5=1v V6=5v V8=2v N1=5v N12=2v", "V6=5v V8=3v N1=4v N12=2v V10=1v"]
    explained = _explained(FROM_8_AND_6, alike, CLEAR_LOSS)
    assert explained.clue == HintClue("from", "V6")


@pytest.mark.parametrize(("lost", "leads"), [(0.02, (HintClue("from", "V6"),)), (0.005, ())])
def test_a_clue_is_given_if_no_reason_distinguishes_the_best_play(
    lost: float, leads: tuple[HintClue, ...]
) -> None:
    alike = ["V5=1v V6=5v V8=2v N1=5v N12=2v", "V6=5v V8=3v N1=4v N12=2v V10=1v"]
    assert _explained(FROM_8_AND_6, alike, lost).leads == leads


@pytest.mark.parametrize(("end", "others", "leads"), cases("hints/leads", Clue=HintClue))
def test_clues_are_given_if_the_reasons_hold_for_a_worse_play(
    end: str, others: list[str], leads: tuple[HintClue, ...]
) -> None:
    assert _explained(end, others, LOST).leads == leads


def test_a_worse_play_that_occupies_the_point_and_gives_up_another_is_excluded() -> None:
    rules = find_game("jacquet")
    rest = "V8=1n V9=1v V10=1n V12=12n N4=1n"
    before = rules.parse("V6=1v V8=1n V10=1n V12=12n N4=1n N12=14v")
    best, worse = (rules.parse(f"{rest} {own}") for own in ("V6=1v N7=1v N12=12v", "V1=1v N12=13v"))
    others = rules.ends(before, V, (5, 5)).positions - {best, worse}
    worth = {best: 0.0, worse: -2 * LOST} | dict.fromkeys(sorted(others), -LOST)
    told = Explainer(rules).explain(before, V, [best], PlayChoice([*worth], worth=worth))
    assert told.reasons == [(HintReason("spread", ("V9",)),)]
    assert told.leads == (HintClue("to", "N7"),)


def test_a_reason_that_holds_for_a_much_worse_play_is_misleading() -> None:
    made, too = "V5=2v V6=4v V8=2v N1=5v N12=2v", "V5=2v V6=4v V8=3v N1=4v N12=2v"
    rest = ["V6=5v V8=3v N1=4v N12=2v V10=1v", "V6=5v V8=3v N1=5v N12=1v N9=1v"]
    for lost, clear in ((4 * CLEAR_LOSS, True), (4 * CLEAR_LOSS + 0.01, False)):
        (reasons,) = _explained(made, [*rest, too], lost).reasons
        reason = next(one for one in reasons if one.code == "point")
        assert reason.clear is clear


def _explained(end: str, others: Sequence[str], lost: float) -> Explanations:
    """Explain `end`, if all the other ends lose `lost`."""
    rules = find_game("backgammon")
    before, played, *rest = (
        rules.parse(text) for text in (BEFORE, *(f"{BLACK} {green}" for green in (end, *others)))
    )
    worth = {played: 0.0} | dict.fromkeys(rest, -lost)
    return Explainer(rules).explain(before, V, [played], PlayChoice([played, *rest], worth=worth))


def test_without_values_there_are_no_clues() -> None:
    rules = find_game("backgammon")
    ends = sorted(rules.ends(rules.start, V, (6, 2)).positions)
    told = Explainer(rules).explain(rules.start, V, ends[:1], PlayChoice(ends))
    assert (told.clue, told.leads) == (NO_CLUE, ())


def test_only_the_best_play_has_a_clue() -> None:
    rules = find_game("backgammon")
    best, *others = Advisor(rules, deep=False).advise(rules.start, V, (6, 2)).plays
    assert best.clue != NO_CLUE
    assert {play.clue for play in others} == {NO_CLUE}
    assert {play.leads for play in others} == {()}


@pytest.mark.parametrize(
    ("worse", "points"), [(0, []), (1, ["V1"]), (2, ["V1", "V2"]), (5, ["V1", "V2", "V3"])]
)
def test_the_number_of_clues_is_limited(worse: int, points: list[str]) -> None:
    """Each point leads past one more of the clearly worse plays, the worst first."""
    rules = find_game("backgammon")
    view = PlayView(rules, rules.start, V, rules.start)
    trail = ClueFinder(view, [view] * 9, [0.9 - place / 10 for place in range(5)] + [0.0] * 4)
    trail.matches = [
        ClueMatch(HintClue("to", f"V{at + 1}"), frozenset(range(9)) - {at}) for at in range(5)
    ]
    assert [clue.zone for clue in trail.clues_excluding(frozenset(range(worse)))] == points
    assert len(points) <= MOST_LEADS
