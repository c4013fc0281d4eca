"""The state of a watched table with the times of its last changes. Pure data."""

from dataclasses import dataclass, replace
from typing import Final, Self

from companion.records.read import Row
from companion.referee import board_facts, talk_facts
from companion.referee import facts as f
from companion.referee.table_view import TableView
from companion.referee.view import ClockView
from companion.rules import Player

NOT_DECIDING: Final = (
    board_facts.Link,
    f.VerdictGiven,
    f.DieDisturbed,
    f.DieWaits,
    talk_facts.Question,
    talk_facts.KeyAnswer,
    talk_facts.Explained,
    board_facts.BoardFault,
    f.TimeLeft,
    f.RulingRefused,
)
"""Facts that do not change what a referee would rule on. See `_leaves_the_case` for calls."""

NO_CLOCK: Final = ClockView((0, 0), 0, 0, None)


@dataclass(frozen=True, slots=True)
class TimedTable(TableView):
    """A table with the journal's numbers and times.

    number, t -- number and time of the last fact
    decided -- the number of the last fact that changed what a referee would rule on
    match -- the journal's number of the match
    began -- the number of the first fact since the program was last started
    clock, ticked -- the referee's clock as last reported, and the time of that report
    ended, erred -- when the last turn ended, and when the disputed turn ended
    wanted -- when the first open call or time over was reported

    All times are in seconds since the program was last started; earlier times are negative. The
    time between two starts is not counted.
    """

    number: int = 0
    t: float = 0.0
    decided: int = 0
    match: int = 0
    began: int = 0
    clock: ClockView = NO_CLOCK
    ticked: float = 0.0
    ended: float = 0.0
    erred: float = 0.0
    wanted: float = 0.0

    def take(self, row: Row, fact: f.Fact) -> "TimedTable":
        """Return the table after one more fact and its row."""
        number, match, t = row.number, row.match, row.t
        table = self if t >= self.t else self._started_again(number, t)
        if match != self.match:
            table = TimedTable(link=self.link, match=match, dead=self.dead, began=table.began)
        decided = table.decided if _leaves_the_case(fact) else number
        table = _timed(replace(table, number=number, t=t, decided=decided), fact)
        return table if row.view is None else replace(table, clock=row.view.clock, ticked=t)

    def _started_again(self, number: int, t: float) -> Self:
        """Return the table with times since the start of which this is the first fact."""
        back = t - self.t
        times = {
            name: getattr(self, name) + back for name in ("ticked", "ended", "erred", "wanted")
        }
        return replace(self, began=number, **times)

    def clock_at(self, now: float) -> ClockView:
        """Return the referee's clock at the time `now`."""
        clock, player = self.clock, self.clock.runs_for
        if player is None:
            return clock
        passed, (v, n) = max(round((now - self.ticked) * 1000), 0), clock.used
        used = (v + passed, n) if player is Player.V else (v, n + passed)
        return replace(clock, used=used, turn=clock.turn + passed)


def _leaves_the_case(fact: f.Fact) -> bool:
    """Return whether a fact leaves unchanged what a referee would rule on."""
    called = isinstance(fact, f.Ruling) and fact.what == "call"
    return called or isinstance(fact, NOT_DECIDING)


def _timed(before: TimedTable, fact: f.Fact) -> TimedTable:
    """Return the table after a fact, with updated times."""
    table = before.after(fact)
    if (table.called or table.late) and not (before.called or before.late):
        table = replace(table, wanted=before.t)
    match fact:
        case f.TurnEnds():
            return replace(table, ended=before.t)
        case f.ErrorOpen():
            return replace(table, erred=before.ended)
    return table
