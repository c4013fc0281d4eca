"""A match for people: what happened turn by turn, and what a referee may be asked about.

Plain text, one turn a line, in whole sentences of the catalogues: the same that were spoken, so
that people who were there know them, and a screen reader reads them well. Every play is written at
the end of its turn, also where it was typed and said back, or named by the companion.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from companion.plain_text import one_line
from companion.records.read import Observation
from companion.records.sheet import NAMES
from companion.referee import facts as f
from companion.referee import talk_facts
from companion.rules import Player
from companion.speech.announcer import Announcer
from companion.speech.catalogue import OWN, Catalogue

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
"""Facts with a line of their own; a turn is one line of several."""

_TURN = (f.Roll, f.TurnEnds, f.ErrorOpen, f.ErrorClosed)
_TOLD_EARLIER = (talk_facts.MovesTyped, f.PlayNamed, f.VerdictGiven)
"""Facts that tell a play before its turn ends: a listener needs no repetition, a record does."""

_REPORTED = (f.RollVoid, f.DieDisturbed, f.ErrorOpen, f.ErrorClosed, f.Ruling)


class Transcript:
    """The lines of a match as it goes on: `take` its facts in order, a finished line comes out.

    notation -- as the announcer's; turn -- what is known of the turn that is not finished. Raises
    `ValueError` for a language that does not exist.
    """

    def __init__(self, game: str, lang: str, notation: str = OWN) -> None:
        self._announcer = Announcer(game, lang, notation=notation, mode="tournament")
        self._number = 0
        self.turn: list[str] = []
        self.game_ended = False

    def take(self, fact: f.Fact) -> Iterator[str]:
        """Take a fact; give the lines that it finishes."""
        if isinstance(fact, f.GameBegins) and not fact.resumed:
            self._number = 0
        if isinstance(fact, f.Roll):
            self._number += not self.turn
            self.turn = [f"{self._number}."]
        if isinstance(fact, f.GameBegins | f.GameEnds):
            self.game_ended = isinstance(fact, f.GameEnds)
        told = _words(self._announcer, fact)
        if isinstance(fact, _TURN):
            self.turn += told
        elif isinstance(fact, _LINES) and told:
            yield from self.rest()
            yield " ".join(told)
        if isinstance(fact, f.ErrorClosed) or (isinstance(fact, f.TurnEnds) and not fact.faults):
            yield from self.rest()

    def rest(self) -> Iterator[str]:
        """Give the line of the turn that is not finished, if there is one, and forget it."""
        turn, self.turn = self.turn, []
        if turn:
            yield " ".join(turn)


def heading(names: tuple[str, str], table: object, begun: str, lang: str) -> Iterator[str]:
    """One line with who played, at which table and when, as far as that is known.

    begun -- a day, or a time UTC (ISO 8601). Raises `ValueError` for a language that does not
    exist.
    """
    words = Catalogue(lang)
    told = [
        words.say("page.sides-named", player, name=_plain(name))
        for player, name, usual in zip(Player, names, NAMES, strict=True)
        if name != usual
    ]
    if table:
        told.append(words.say("page.table", name=_plain(str(table))))
    when = _MOMENT.fullmatch(begun)
    if when is not None and when[2]:
        told.append(words.say("record.begun-at", day=when[1], time=when[2]))
    elif when is not None:
        told.append(words.say("record.begun", day=when[1]))
    if told:
        yield " ".join(told)


_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::[\d.]+)?(?:Z|\+00:00)?)?", re.ASCII)


def _plain(name: str) -> str:
    """A name in one line, without signs that only a terminal knows."""
    return " ".join(one_line(name).split())


def transcript(game: str, seen: Iterable[Observation], lang: str) -> Iterator[str]:
    """The lines of a match. Raises `ValueError` for a language that does not exist."""
    lines = Transcript(game, lang)
    for observation in seen:
        for fact in observation.facts:
            yield from lines.take(fact)
    yield from lines.rest()
    if not lines.game_ended:
        yield Catalogue(lang).say("record.goes-on")


def _words(announcer: Announcer, fact: f.Fact) -> list[str]:
    """Return the words for a fact in a record; a play is named when its turn ends."""
    if isinstance(fact, _TOLD_EARLIER):
        return []
    return [utterance.text for utterance in announcer.announce(fact)]


class Report:
    """The referee's report as a match goes on: disputes, void throws, corrections, decisions.

    notation -- as the announcer's. Raises `ValueError` for a language that does not exist.
    """

    def __init__(self, game: str, lang: str, notation: str = OWN) -> None:
        self._announcer = Announcer(game, lang, notation=notation, mode="tournament")
        self._catalogue = Catalogue(lang)
        self._ended = self._last = self._earlier = 0.0
        self._counted: Counter[str] = Counter()
        self.entries: list[str] = []

    def take(self, fact: f.Fact, t: float) -> bool:
        """Take a fact, t seconds after the start; whether it stands in the report."""
        if t < self._last:  # the evening was started again, with a clock of its own
            self._earlier += self._last
        self._last = t
        t += self._earlier
        if isinstance(fact, f.TurnEnds):
            self._ended = t
        was_open = self._announcer.table.dispute is not None
        told = _words(self._announcer, fact)
        again = isinstance(fact, f.ErrorOpen) and fact.still
        if again or not told or not (isinstance(fact, _REPORTED) or _is_said_by_a_player(fact)):
            return False
        # What is put right in another way afterwards was one error.
        self._counted[_count_of(fact)] += was_open or not isinstance(fact, f.ErrorClosed)
        table = self._announcer.table
        when = _when(self._catalogue, table.game, table.throws, int(t // 60))
        lasted = _lasted(self._catalogue, fact, t - self._ended)
        self.entries.append(" ".join([when, *told, *_who(self._catalogue, fact), *lasted]))
        return True

    @property
    def counts(self) -> tuple[str, ...]:
        """How many of each kind there were, a sentence each."""
        return tuple(
            self._catalogue.say(text, count=self._counted[name])
            for name, text in _COUNTS.items()
            if self._counted[name]
        )


def report(game: str, seen: Iterable[Observation], lang: str) -> Iterator[str]:
    """The referee's report, who and when; a title first."""
    told, words = Report(game, lang), Catalogue(lang)
    for observation in seen:
        for fact in observation.facts:
            told.take(fact, observation.t)
    yield words.say("record.report")
    yield from told.counts
    yield from told.entries or [words.say("record.report-nothing")]


def _is_said_by_a_player(fact: f.Fact) -> bool:
    """A correction that was demanded aloud, a resignation that was refused."""
    demanded = isinstance(fact, talk_facts.KeyAnswer) and fact.topic == "demand"
    return demanded or (isinstance(fact, f.Resign) and fact.action == "refuse")


_COUNTS: dict[str, str] = {
    "void": "record.count-void",
    "corrected": "record.count-corrected",
    "accepted": "record.count-accepted",
    "ruling": "record.count-rulings",
    "call": "record.count-calls",
}


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


def _lasted(words: Catalogue, fact: f.Fact, seconds: float) -> Iterator[str]:
    """How long an error was open that is closed now."""
    if isinstance(fact, f.ErrorClosed):
        minutes = int(seconds // 60)
        yield words.say("record.open-for" if minutes > 0 else "record.open-short", count=minutes)


def _who(words: Catalogue, fact: f.Fact) -> Iterator[str]:
    """Who decided, or called the referee; the reason stands in the decision."""
    if not isinstance(fact, f.Ruling) or not fact.by:
        return
    if fact.what == "call":
        if fact.by in set(Player):
            yield words.say("record.called-by", Player(fact.by))
        return
    name = words.first(f"record.decided-by-us.{fact.by}", "record.decided-by")
    yield words.say(name, name=fact.by)
