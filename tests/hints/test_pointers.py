"""Tests clues for a play: a player who follows all clues never finds a clearly worse play."""

import random
from collections.abc import Sequence

import pytest

from companion.hints.advice import NO_CLUE, HintClue, HintReason
from companion.hints.advisor import Advisor
from companion.hints.comparison import COMPARATIVE_CODES
from companion.hints.pointers import CLEAR_LOSS, CLEAR_LOSS_ACEY, MOST_LEADS, ClueFinder, ClueMatch
from companion.hints.reasons import Explainer, Explanations
from companion.hints.throws import Throws
from companion.hints.views import PlayView
from companion.hints.weighing import PlayChoice
from companion.rules import Player, Position, find_game, game_names
from tests.hints.counted_turns import does_all
from tests.hints.counting import Counted
from tests.hints.positions import random_turns
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
    told = Counted(rules, rules.start, V, best.end)
    assert goes(told, best.clue)
    assert {play.clue for play in others} == {NO_CLUE}
    assert {play.leads for play in others} == {()}


@pytest.mark.parametrize("game", game_names())
def test_reasons_and_clues_exclude_worse_plays_and_the_second(game: str) -> None:
    """Counted on the texts of the boards, over turns of random games with losses drawn by lot."""
    chance, seen = random.Random(game), {"led": 0, "enough": 0}
    clearly = CLEAR_LOSS_ACEY if game == "acey-deucey" else CLEAR_LOSS
    turns = list(random_turns(find_game(game), 2, 9, ace_deuce=False))[::21]
    for rules, before, player, dice in turns:
        ends = sorted(rules.ends(before, player, dice).positions)[:30]
        chance.shuffle(ends)
        worth = {end: -chance.choice([0.01, 4 * clearly]) for end in ends} | {ends[0]: 0.0}
        told = Explainer(rules).explain(before, player, ends[:1], PlayChoice(ends, worth=worth))
        best, *others = (Counted(rules, before, player, end) for end in ends)
        second = max(ends[1:], key=lambda end: worth[end], default=None)
        worse = [o for o in others if worth[o.end] < -clearly or o.end == second]
        shots = shots_at(best, worse)
        priced = any(one.code in ("open", "risky") for one in told.reasons[0])
        most = 3 - priced - bool(told.leads)
        spoken = _spoken(told.reasons[0], most)
        left = [one for one in worse if does_all(one, best, spoken, shots)]
        if _is_parted(told.reasons[0], most) and second and worth[second] >= -clearly:
            left = [one for one in left if one.end != second]
        follow = [one for one in left if all(goes(one, lead) for lead in told.leads)]
        if told.leads:
            assert len(follow) < len(left)
        matches = _clue_matches(best)
        if follow and len(told.leads) < MOST_LEADS:
            assert all(goes(one, way) for one in follow for way in matches)
        assert all(goes(best, lead) for lead in told.leads)
        seen["led"] += bool(told.leads)
        seen["enough"] += bool(spoken and worse and not told.leads)
    assert min(seen.values()) > 0


def _spoken(reasons: Sequence[HintReason], most: int) -> set[tuple[str, tuple[str, ...], int]]:
    """The first merits; how little is risked among them, wherever it stands.

    "Fewer" and "more" take a place among them and lead nobody to a play.
    """
    spoken = first_merits(reasons, most)
    return {(one.code, one.zones, one.count) for one in spoken if one.code not in COMPARATIVE_CODES}


def _is_parted(reasons: Sequence[HintReason], most: int) -> bool:
    """Whether "fewer" or "more" is among what is spoken: less of it is true of the second play."""
    return any(one.code in COMPARATIVE_CODES for one in first_merits(reasons, most))


def first_merits(reasons: Sequence[HintReason], most: int) -> list[HintReason]:
    """What is spoken of some reasons, a price apart."""
    merits = [one for one in reasons if one.code not in ("open", "risky", "exposed")]
    few = [one for one in merits[most:] if one.code == "fewest"]
    return [*merits[: most - len(few)], *few]


def shots_at(best: Counted, others: Sequence[Counted]) -> dict[Position, int]:
    """With how many throws something is hit after each of them, where that can be."""
    ends = [one.end for one in (best, *others)]
    if best.rules.game.postillon or not best.contact(best.old):
        return {}
    found = Throws(best.rules).shots(ends, best.player)
    return dict(zip(ends, (one.throws for one in found), strict=True))


def goes(play: Counted, clue: HintClue) -> bool:
    """Whether so many pieces at least leave the point or come to it."""
    if clue.way == "only":
        return _moved(play) <= clue.count
    less, me = clue.way == "from", play.player
    was, now = play.old[clue.zone].of(me), play.new[clue.zone].of(me)
    return (was - now if less else now - was) >= clue.count


def _moved(play: Counted) -> int:
    """How many pieces left the place where they stood."""
    me = play.player
    places = [*play.path, f"{me}B", f"{me}H"]
    return sum(max(play.old[zone].of(me) - play.new[zone].of(me), 0) for zone in places)


def _clue_matches(play: Counted) -> list[HintClue]:
    """All points with fewer or more pieces than before, and how many pieces move."""
    had, has = (play.had(board, play.path, play.player) for board in (play.old, play.new))
    matches = [
        HintClue("from" if new < old else "to", zone, abs(new - old))
        for zone, old, new in zip(play.path, had, has, strict=True)
        if new != old
    ]
    return [*matches, HintClue("only", count=_moved(play))]


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
