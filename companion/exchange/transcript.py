"""Writes a match for people: a transcript turn by turn, and a report for the referee.

Both are plain text with the sentences that were spoken, easy to read with a screen reader. In the
transcript each turn is one line. Every play is written at the end of its turn, even if it was typed
and repeated, or named by the companion.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from companion.records.read import RecordedObservation
from companion.records.sheet import NAMES
from companion.referee import facts as f
from companion.referee import talk_facts
from companion.rules import Player
from companion.speech.announcer import Announcer
from companion.speech.catalogue import OWN, Catalogue, first_message
from companion.untrusted import one_line

_LINES = (
    f.GameBegins,
    f.Opening,
    f.CubeAction,
    f.Resign,
    f.Ruling,
    f.GameEnds,
    f.MatchEnds,
    f.ExerciseEnds,
)
"""Facts that get a line of their own. All facts of a turn share one line."""

_TURN = (f.Roll, f.TurnEnds, f.ErrorOpen, f.ErrorClosed)
_ANNOUNCED_EARLIER = (talk_facts.MovesTyped, f.PlayNamed, f.VerdictGiven)
"""Facts that announce a play before its turn ends. The transcript writes a play only at the end."""

_REPORTED = (f.RollVoid, f.DieDisturbed, f.ErrorOpen, f.ErrorClosed, f.Ruling)


def heading(names: tuple[str, str], table: object, begun: str, lang: str) -> Iterator[str]:
    """Yield one line with the known players, table and time, or no line if none is known.

    begun -- a day, or a UTC time (ISO 8601). Raises `ValueError` for an unknown language.
    """
    words = Catalogue(lang)
    sentences = [
        words.say("page.sides-named", player, name=_plain(name))
        for player, name, usual in zip(Player, names, NAMES, strict=True)
        if name != usual
    ]
    if table:
        sentences.append(words.say("page.table", name=_plain(str(table))))
    day, time = day_and_time(begun)
    if day:
        name = "record.begun-at" if time else "record.begun"
        sentences.append(words.say(name, day=day, time=time))
    if sentences:
        yield " ".join(sentences)


def day_and_time(begun: str) -> tuple[str, str]:
    """Return a day and a time of day, such as 2026-11-20 and 19:30. A missing part is ""."""
    when = _MOMENT.fullmatch(begun)
    return ("", "") if when is None else (when[1], when[2] or "")


_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::[\d.]+)?(?:Z|\+00:00)?)?", re.ASCII)


def _plain(name: str) -> str:
    """Return a name in one line, without terminal control characters."""
    return " ".join(one_line(name).split())


class MatchRecord:
    """Writes a match while it is played. Pass its facts to `take` in order.

    notation -- as for `Announcer`;
    game_ended -- whether the last game has ended;
    entries -- the referee's report: disputes, void throws, corrections, rulings.
    Raises `ValueError` for an unknown language.
    """

    def __init__(self, game: str, lang: str, notation: str = OWN) -> None:
        self._announcer = Announcer(
            game, lang, notation=notation, mode="tournament", is_record=True
        )
        self._catalogue = Catalogue(lang)
        self._turn: list[str] = []
        self.game_ended = False
        self._ended = self._last = self._earlier = 0.0
        self._counted: Counter[str] = Counter()
        self.entries: list[str] = []

    def take(self, fact: f.Fact, t: float) -> list[str]:
        """Add a fact, t seconds after the start.

        Return the lines of the transcript that it completes.
        """
        was_open = self._announcer.table.dispute is not None
        is_early = isinstance(fact, _ANNOUNCED_EARLIER)
        sentences = [] if is_early else [each.text for each in self._announcer.announce(fact)]
        self._report(fact, self._time_of(fact, t), sentences, was_open=was_open)
        return [*self._lines(fact, sentences)]

    def _lines(self, fact: f.Fact, sentences: list[str]) -> Iterator[str]:
        if isinstance(fact, f.GameBegins | f.GameEnds):
            self.game_ended = isinstance(fact, f.GameEnds)
        if isinstance(fact, f.Roll):
            self._turn = [f"{self._announcer.table.throws}."]
        if isinstance(fact, _TURN):
            self._turn += sentences
        elif isinstance(fact, _LINES) and sentences:
            yield from self.rest()
            yield " ".join(sentences)
        if isinstance(fact, f.ErrorClosed) or (isinstance(fact, f.TurnEnds) and not fact.faults):
            yield from self.rest()

    def rest(self) -> Iterator[str]:
        """Yield the line of the unfinished turn, if there is one, and clear it."""
        turn, self._turn = self._turn, []
        if turn:
            yield " ".join(turn)

    def _time_of(self, fact: f.Fact, t: float) -> float:
        """Return the seconds since the match began.

        The clock of `t` starts again after each restart.
        """
        if t < self._last:
            self._earlier += self._last
        self._last = t
        if isinstance(fact, f.TurnEnds):
            self._ended = t + self._earlier
        return t + self._earlier

    def _report(self, fact: f.Fact, t: float, sentences: list[str], *, was_open: bool) -> None:
        """Add an entry to the report if the fact belongs in the report.

        was_open -- whether an error was open before this fact.
        """
        again = isinstance(fact, f.ErrorOpen) and fact.still
        is_reported = isinstance(fact, _REPORTED) or _is_said_by_a_player(fact)
        if again or not sentences or not is_reported:
            return
        # If a correction is changed later, this still counts as one error.
        self._counted[_count_of(fact)] += was_open or not isinstance(fact, f.ErrorClosed)
        table = self._announcer.table
        when = _when(self._catalogue, table.game, table.throws, int(t // 60))
        parts = [when, *sentences, *_who(self._catalogue, fact)]
        if isinstance(fact, f.ErrorClosed):
            minutes = int((t - self._ended) // 60)
            name = "record.open-for" if minutes > 0 else "record.open-short"
            parts.append(self._catalogue.say(name, count=minutes))
        self.entries.append(" ".join(parts))

    @property
    def counts(self) -> tuple[str, ...]:
        """One sentence for each kind of entry that occurred, with its number."""
        return tuple(
            self._catalogue.say(f"record.count-{name}", count=self._counted[name])
            for name in _COUNTS
            if self._counted[name]
        )


def transcript(game: str, seen: Iterable[RecordedObservation], lang: str) -> Iterator[str]:
    """Yield the lines of a match. Raises `ValueError` for an unknown language."""
    record = MatchRecord(game, lang)
    for observation in seen:
        for fact in observation.facts:
            yield from record.take(fact, observation.t)
    yield from record.rest()
    if not record.game_ended:
        yield Catalogue(lang).say("record.goes-on")


def report(game: str, seen: Iterable[RecordedObservation], lang: str) -> Iterator[str]:
    """Yield the referee's report: a title, the counts, then the entries."""
    record, words = MatchRecord(game, lang), Catalogue(lang)
    for observation in seen:
        for fact in observation.facts:
            record.take(fact, observation.t)
    yield words.say("record.report")
    yield from record.counts
    yield from record.entries or [words.say("record.report-nothing")]


def _is_said_by_a_player(fact: f.Fact) -> bool:
    """Return whether a player demanded a correction aloud or refused a resignation."""
    demanded = isinstance(fact, talk_facts.KeyAnswer) and fact.topic == "demand"
    return demanded or (isinstance(fact, f.Resign) and fact.action == "refuse")


_COUNTS = ("void", "corrected", "accepted", "ruling", "call")


def _count_of(fact: f.Fact) -> str:
    match fact:
        case f.RollVoid():
            return "void"
        case f.ErrorClosed():
            return fact.how
        case f.Ruling():
            return "call" if fact.what == "call" else "ruling"
    return ""


def _when(words: Catalogue, game: int, turn: int, minutes: int) -> str:
    if not turn:
        return words.say("record.when-before", game=game)
    if not minutes:
        return words.say("record.when-first", game=game, turn=turn)
    return words.say("record.when", count=minutes, game=game, turn=turn)


def _who(words: Catalogue, fact: f.Fact) -> Iterator[str]:
    """Yield who decided or who called the referee."""
    if not isinstance(fact, f.Ruling) or not fact.by:
        return
    if fact.what == "call":
        if fact.by in set(Player):
            yield words.say("record.called-by", Player(fact.by))
        return
    name = first_message(f"record.decided-by-us.{fact.by}", "record.decided-by")
    yield words.say(name, name=fact.by)
