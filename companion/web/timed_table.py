"""A table that is watched: how it stands, and since when. Pure data."""

from dataclasses import dataclass, replace
from typing import Final, Self

from companion.referee import board_facts, talk_facts
from companion.referee import facts as f
from companion.referee.table_view import TableView
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


@dataclass(frozen=True, slots=True)
class TimedTable(TableView):
    """A table with the journal's numbers and times.

    number, t -- of the last fact; decided -- the number of the last fact that changed what a
    referee would rule on; match -- the journal's number of the match; began -- the number of the
    first fact since the evening was started last: `t` and all times are by the clock of that start,
    times before it are negative, and while the program was not running no time has passed;
    used, turn -- seconds up to `t`: what V and N have used in this game, how long this turn has
    lasted; no time runs in a set-up, a pause, an open error, or while the board is away;
    ended -- when the last turn ended; erred -- the same of a turn that is disputed; wanted -- when
    the first call or time over came that still stands.
    """

    number: int = 0
    t: float = 0.0
    decided: int = 0
    match: int = 0
    began: int = 0
    used: tuple[float, float] = (0.0, 0.0)
    turn: float = 0.0
    ended: float = 0.0
    erred: float = 0.0
    wanted: float = 0.0

    def take(self, number: int, match: int, t: float, fact: f.Fact) -> "TimedTable":
        """The table after one more fact."""
        table = self._until(t) if t >= self.t else self._started_again(number, t)
        if match != self.match:
            table = TimedTable(link=self.link, match=match, dead=self.dead, began=table.began)
        decided = table.decided if _leaves_the_case(fact) else number
        return _timed(replace(table, number=number, t=t, decided=decided), fact)

    @property
    def clock_of(self) -> Player | None:
        """Whose time runs now, as the referee at the table counts it."""
        if self.player is None or self.link != "connected":
            return None
        if self.phase in ("to-throw", "moving"):
            return self.player
        return self.player.other if self.phase == "doubled" else None

    def _started_again(self, number: int, t: float) -> Self:
        """The table with its times by the clock of the start that tells this fact first."""
        back = t - self.t
        ended, erred, wanted = self.ended + back, self.erred + back, self.wanted + back
        return replace(self, began=number, ended=ended, erred=erred, wanted=wanted)

    def _until(self, now: float) -> Self:
        """The table when time has gone on to `now`."""
        passed, running = max(now - self.t, 0.0), self.clock_of
        if running is None:
            return self
        v, n = self.used
        used = (v + passed, n) if running is Player.V else (v, n + passed)
        return replace(self, used=used, turn=self.turn + passed)

    def used_at(self, now: float) -> tuple[float, float]:
        """The seconds that V and N have used in this game at the time `now`."""
        return self._until(now).used

    def turn_at(self, now: float) -> float:
        """The seconds that this turn has lasted at the time `now`."""
        return self._until(now).turn


def _leaves_the_case(fact: f.Fact) -> bool:
    """Whether a ruling still rules on the same situation after this."""
    called = isinstance(fact, f.Ruling) and fact.what == "call"
    return called or isinstance(fact, NOT_DECIDING)


def _timed(before: TimedTable, fact: f.Fact) -> TimedTable:
    """The table after a fact, with its times."""
    table = before.after(fact)
    if (table.called or table.late) and not (before.called or before.late):
        table = replace(table, wanted=before.t)
    match fact:
        case f.GameBegins(resumed=False) if table.rules is not None:
            return replace(table, used=(0.0, 0.0))
        case f.TurnBegins():
            # A pause or a restart calls the same turn again: its time goes on.
            same = (before.player, before.position) == (fact.player, fact.position)
            return replace(table, turn=before.turn if same else 0.0)
        case f.TurnEnds():
            return replace(table, ended=before.t)
        case f.ErrorOpen():
            return replace(table, erred=before.ended)
    return table
