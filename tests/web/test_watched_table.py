"""A table folded from its facts stands as the table stood."""

import json
import re
from dataclasses import replace

import pytest

from companion.link.messages import Closed, Key
from companion.records.encoding import read_fact
from companion.records.read import FactRow
from companion.referee import board_facts, talk_facts
from companion.referee import facts as f
from companion.referee.view import ClockView, QuestionView
from companion.rules import Player, Verdict
from companion.web.desk import Desk
from companion.web.watched_table import TimedTable
from tests.web.scenes import MADE_FIVE, START, WRONG, begun, dispute, row, rows


def fold(given: list[FactRow], table: TimedTable | None = None) -> TimedTable:
    table = table or TimedTable()
    for each in given:
        table = table.take(each, read_fact(json.loads(each.body)))
    return table


def test_a_board_seen_is_shown_and_judged() -> None:
    stage = begun()
    stage.stand(MADE_FIVE, "")
    table = fold(rows(stage))
    assert (table.shown, table.judged) == (MADE_FIVE, Verdict.LEGAL)
    stage.pick_up(*Player)
    table = fold(rows(stage))
    assert (table.phase, table.player, table.position) == ("to-throw", Player.N, MADE_FIVE)
    assert (table.shown, table.dice) == ("", None)


@pytest.mark.parametrize(
    ("decision", "phase", "position"),
    [
        (f.Roll(Player.V, (6, 3)), "moving", START),
        (f.ErrorClosed(Player.V, "corrected", MADE_FIVE), "to-throw", MADE_FIVE),
        (f.ErrorClosed(Player.V, "accepted", WRONG), "to-throw", WRONG),
    ],
)
def test_a_decision_ends_a_dispute(decision: f.Fact, phase: str, position: str) -> None:
    given = rows(dispute())
    table = fold([*given, row(len(given) + 1, decision)])
    assert (table.dispute, table.phase, table.position) == (None, phase, position)


def test_the_open_question_is_the_referees() -> None:
    stage = begun()
    stage.press(Player.N, Key.NO)
    assert fold(rows(stage)).question == QuestionView(Player.N, "menu")
    stage.press(Player.N, Key.SCORE)
    assert fold(rows(stage)).question is None


def test_the_clock_continues_from_the_last_reported_time() -> None:
    stage = begun(clock=10)
    given = rows(stage)
    seen = given[-1].view
    assert seen is not None
    told = replace(seen, clock=ClockView((25_000, 10_000), 600_000, 9_000, Player.V))
    table = fold([*given, row(len(given) + 1, f.DieBack(Player.V, (3, 1)), t=50, view=told)])
    # Of a fact that others of the same moment follow nothing is known yet.
    table = fold([row(len(given) + 2, f.DieBack(Player.V, (3, 1)), t=60)], table)
    assert (table.clock_at(65).used, table.clock_at(65).turn) == ((40_000, 10_000), 24_000)
    # The evening is started again: its times begin anew, and no time has passed meanwhile.
    table = fold([row(len(given) + 3, f.DieBack(Player.V, (3, 1)), t=1)], table)
    assert table.clock_at(2).used == (36_000, 10_000)


def test_no_time_runs_in_a_pause_in_an_open_error_and_while_the_board_is_away() -> None:
    stage = begun()
    assert fold(rows(stage)).clock.runs_for is Player.V
    stage.sitting.evening.table.take(Closed("The port is gone.", "gone"))
    assert fold(rows(stage)).clock.runs_for is None
    assert fold(rows(dispute())).clock.runs_for is None
    stage = begun()
    stage.sitting.evening.table.decide(f.Ruling("pause", "Claire"))
    assert fold(rows(stage)).clock.runs_for is None


def test_the_cube_has_its_value_and_its_owner() -> None:
    table = fold([row(1, f.CubeAction(Player.V, "offer", 2, None))])
    assert (table.phase, table.player, table.cube) == ("doubled", Player.V, (1, None))
    table = fold([row(2, f.CubeAction(Player.N, "take", 2, Player.N))], table)
    assert (table.phase, table.player, table.cube) == ("to-throw", Player.V, (2, Player.N))


def test_results_stay_visible_until_another_match_begins() -> None:
    given = rows(begun())
    number = len(given)
    given.append(row(number + 1, f.GameEnds(Player.N, "gammon", "off", 2, (0, 2))))
    given.append(row(number + 2, f.MatchEnds(Player.N, (0, 2))))
    table = fold(given)
    assert (table.phase, table.score, table.position) == ("over", (0, 2), START)
    table = fold([row(number + 3, board_facts.Setup(ok=True), match=2)], table)
    assert (table.phase, table.score, table.link) == ("setup", (0, 0), "connected")
    assert (TimedTable().phase, TimedTable().link) == ("setup", "searching")


def test_only_deciding_facts_make_a_ruling_outdated() -> None:
    table = fold(rows(dispute()))
    decided = table.decided
    after = [
        row(table.number + 1, talk_facts.KeyAnswer(Player.V, "score", numbers=(0, 0))),
        row(table.number + 2, board_facts.Link("lost")),
        row(table.number + 3, f.RulingRefused("dice", "Claire", "bad-dice")),
        row(table.number + 3, f.Ruling("call", "N")),
    ]
    assert fold(after, table).decided == decided
    closed = row(table.number + 4, f.ErrorClosed(Player.V, "accepted", WRONG))
    assert fold([*after, closed], table).decided == table.number + 4


def test_the_age_of_an_error_is_shown_only_if_known() -> None:
    def told(desk: Desk) -> str:
        found = re.search(r"Open for.*?>(\d+:\d\d)<", desk.parts("en")["dispute"].html)
        return found[1] if found else ""

    live, again, found = Desk(), Desk(), Desk()
    given = rows(dispute())
    live.take(given)
    assert told(live) == "0:00"
    # The page's process was begun again ten minutes after the error.
    again.take(given, 600.0)
    assert told(again) == "10:00"
    # The club was begun again, who knows when.
    found.take(given, None)
    assert told(found) == ""
    assert "data-step" not in found.parts("en")["score"].html
    # The evening was begun again on its journal: its clock starts anew, the waiting goes on.
    last = given[-1]
    mover = live.table.player
    assert mover is not None
    resumed = [
        row(last.number + 1, f.TurnBegins(mover, live.table.position), t=0.5),
        row(last.number + 2, f.ErrorOpen(mover, (), acceptable=True), t=0.6),
    ]
    later = f.Ruling("call", "V")
    live.take([row(last.number + 1, later, t=last.t + 120)])
    resumed = [replace(each, number=each.number + 1) for each in resumed]
    live.take([*resumed, row(last.number + 4, later, t=30.6)])
    assert told(live) == "2:30"
    assert live.age(resumed[0]) is not None
    assert live.age(last) is None
