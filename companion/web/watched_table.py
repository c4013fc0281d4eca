"""The data of a watched table's page: the state with times, the announcements and the turns."""

from collections import deque
from dataclasses import dataclass, replace
from typing import Final, Self

from companion.exchange.transcript import MatchRecord
from companion.records.read import FactRow
from companion.referee import board_facts, talk_facts
from companion.referee import facts as f
from companion.referee.table_view import TableView
from companion.referee.view import ClockView, QuestionView
from companion.rules import DEFAULT_GAME, Player
from companion.rules.games import BY_NAME
from companion.speech.announcer import Announcer
from companion.speech.catalogue import NAMES
from companion.speech.speech_context import Mode, Verbosity

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
"""Facts that do not change the case for a ruling; see `_is_irrelevant_to_rulings` for calls."""

NO_CLOCK: Final = ClockView((0, 0), 0, 0, None)


@dataclass(frozen=True, slots=True)
class TimedTable(TableView):
    """A table with the journal's numbers and times.

    number, t -- the number and the time of the last fact
    decided -- the number of the last fact that changed the case for a ruling
    match -- the journal's number of the match
    began -- the number of the first fact since the program was last started
    clock, ticked -- the referee's clock as last reported, and the time of that report
    ended, erred -- the times when the last turn ended and when the disputed turn ended
    wanted -- the time when the first open call, or the end of a player's time, was reported
    question -- the open question, None if there is none

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
    question: QuestionView | None = None

    def take(self, row: FactRow, fact: f.Fact) -> "TimedTable":
        """Return the table after one more fact and its row."""
        number, match, t = row.number, row.match, row.t
        table = self if t >= self.t else self._started_again(number, t)
        if match != self.match:
            table = TimedTable(link=self.link, match=match, dead=self.dead, began=table.began)
        decided = table.decided if _is_irrelevant_to_rulings(fact) else number
        table = _timed(replace(table, number=number, t=t, decided=decided), fact)
        view = row.view
        if view is None:
            return table
        return replace(table, clock=view.clock, ticked=t, question=view.question)

    def _started_again(self, number: int, t: float) -> Self:
        """Return the table with its times converted to a new start, whose first fact is at t."""
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


def _is_irrelevant_to_rulings(fact: f.Fact) -> bool:
    """Return whether a fact does not change the case for a ruling."""
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


_ADVICE: Final = (talk_facts.Hint, talk_facts.CubeHint, talk_facts.Progress, talk_facts.TurnJudged)
_FOR_BOTH: Final = ("demand", "kept", "cancelled")
"""Topics of answers to one player's key that the other player hears too."""

MOST_HEARD: Final = 30
"""The maximum number of sentences kept for the page, which shows the newest last."""


@dataclass(frozen=True, slots=True)
class TableSentence:
    """A sentence for both players.

    number -- the number of its fact; alert -- whether it reports an error.
    """

    number: int
    text: str
    alert: bool


@dataclass(frozen=True, slots=True)
class Manner:
    """The settings that affect how an evening is spoken; see `companion.settings`."""

    game: str = DEFAULT_GAME
    mode: str = "club"
    verbosity: str = "normal"

    @property
    def known(self) -> "Manner":
        """Return a copy with unknown values replaced by the defaults."""
        usual = Manner()
        return Manner(
            self.game if self.game in BY_NAME else usual.game,
            self.mode if self.mode in tuple(Mode) else usual.mode,
            self.verbosity if self.verbosity in tuple(Verbosity) else usual.verbosity,
        )


class SpokenLog:
    """The spoken log of one table. Call `take` with its facts in order.

    heard -- the latest sentences for both players; turn -- the sentences of the running turn
    turns -- a line for each finished turn of the game; report -- the referee's report of the match

    Raise `ValueError` for an unknown language.
    """

    def __init__(self, lang: str, manner: Manner) -> None:
        self.lang = lang
        self._manner = manner
        self.heard: deque[TableSentence] = deque(maxlen=MOST_HEARD)
        self.begin(manner.game)

    def begin(self, game: str) -> None:
        """Start the log of another match. `heard` is kept."""
        manner = self._manner
        self._game = game
        # The page names points the same way for both sides, as a referee sits at neither.
        self._announcer = Announcer(game, self.lang, manner.verbosity, NAMES, manner.mode)
        self.report = MatchRecord(game, self.lang, NAMES)
        self.turn: list[str] = []
        self.turns: list[str] = []

    def take(self, number: int, t: float, fact: f.Fact) -> None:
        """Add a fact with its number, `t` seconds after the start."""
        if _is_private(fact) or _is_foreign(fact):
            return
        if isinstance(fact, f.GameBegins):
            self._game_begins(fact)
        if isinstance(fact, f.TurnBegins | f.GameBegins):
            self.turn = []
        for said in self._announcer.announce(fact):
            if said.to == "all":
                # `DieWaits` has the priority of an alert in order to interrupt speech, but it is no
                # error.
                alert = said.priority == "alert" and not isinstance(fact, f.DieWaits)
                self.heard.append(TableSentence(number, said.text, alert))
                self.turn.append(said.text)
        self.turns += self.report.take(fact, t)

    def _game_begins(self, fact: f.GameBegins) -> None:
        if fact.game != self._game:
            self.begin(fact.game)
        elif not fact.resumed:
            self.turns = []


def _is_foreign(fact: f.Fact) -> bool:
    """Return whether the fact starts a game that this version does not know."""
    return isinstance(fact, f.GameBegins) and fact.game not in BY_NAME


def _is_private(fact: f.Fact) -> bool:
    """Return whether a fact is only for one player and so is not shown to spectators."""
    match fact:
        case talk_facts.Question():
            return fact.player is not None
        case talk_facts.Explained():
            return fact.topic != "still"
        case talk_facts.EntryAnswer():
            return True
        case talk_facts.KeyAnswer():
            return fact.topic not in _FOR_BOTH
    return isinstance(fact, _ADVICE)
