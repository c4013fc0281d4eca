"""A table that is watched: how it stands, and since when. Pure data."""

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
"""Facts after which a ruling still rules on the same situation; so it does after a call."""

NO_CLOCK: Final = ClockView((0, 0), 0, 0, None)


@dataclass(frozen=True, slots=True)
class TimedTable(TableView):
    """A table with the journal's numbers and times.

    number, t -- of the last fact; decided -- the number of the last fact that changed what a
    referee would rule on; match -- the journal's number of the match; began -- the number of the
    first fact since the evening was started last: `t` and all times are by the clock of that start,
    times before it are negative, and while the program was not running no time has passed;
    clock -- the referee's, as it was told last, at the time `ticked`;
    ended -- when the last turn ended; erred -- the same of a turn that is disputed; wanted -- when
    the first call or time over came that still stands.
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
        """The table after one more fact, and with what its row says of it."""
        number, match, t = row.number, row.match, row.t
        table = self if t >= self.t else self._started_again(number, t)
        if match != self.match:
            table = TimedTable(link=self.link, match=match, dead=self.dead, began=table.began)
        decided = table.decided if _leaves_the_case(fact) else number
        table = _timed(replace(table, number=number, t=t, decided=decided), fact)
        return table if row.view is None else replace(table, clock=row.view.clock, ticked=t)

    def _started_again(self, number: int, t: float) -> Self:
        """The table with its times by the clock of the start that tells this fact first."""
        back = t - self.t
        times = {
            name: getattr(self, name) + back for name in ("ticked", "ended", "erred", "wanted")
        }
        return replace(self, began=number, **times)

    def clock_at(self, now: float) -> ClockView:
        """The referee's clock at the time `now`."""
        clock, player = self.clock, self.clock.runs_for
        if player is None:
            return clock
        passed, (v, n) = max(round((now - self.ticked) * 1000), 0), clock.used
        used = (v + passed, n) if player is Player.V else (v, n + passed)
        return replace(clock, used=used, turn=clock.turn + passed)


def _leaves_the_case(fact: f.Fact) -> bool:
    """Return whether a ruling still rules on the same situation after this."""
    called = isinstance(fact, f.Ruling) and fact.what == "call"
    return called or isinstance(fact, NOT_DECIDING)


def _timed(before: TimedTable, fact: f.Fact) -> TimedTable:
    """The table after a fact, with its times."""
    table = before.after(fact)
    if (table.called or table.late) and not (before.called or before.late):
        table = replace(table, wanted=before.t)
    match fact:
        case f.TurnEnds():
            return replace(table, ended=before.t)
        case f.ErrorOpen():
            return replace(table, erred=before.ended)
    return table
