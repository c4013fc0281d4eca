"""A match for people: what happened turn by turn, and what a referee may be asked about.

Plain text, one turn a line, in whole sentences of the catalogues: the same that were spoken, so
that whoever was there knows them, and a screen reader reads them well.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from companion.records.journal import Observation
from companion.referee import facts as f
from companion.speech import record_phrases as r
from companion.speech.announcer import Announcer
from companion.speech.catalogue import Catalogue, Phrase

_LINES = (f.GameBegins, f.Opening, f.CubeAction, f.Resign, f.Ruling, f.GameEnds, f.MatchEnds)
"""Facts with a line of their own; a turn is one line of several."""

_TURN = (f.Roll, f.TurnEnds, f.ErrorOpen, f.ErrorClosed)
_REPORTED = (f.RollVoid, f.DieDisturbed, f.ErrorOpen, f.ErrorClosed, f.Ruling)


def transcript(game: str, seen: Iterable[Observation], lang: str) -> Iterator[str]:
    """The lines of a match. Raises `ValueError` for a language that does not exist."""
    announcer = Announcer(game, lang, mode="tournament")
    turn: list[str] = []
    number, ended = 0, False
    for fact in (fact for observation in seen for fact in observation.facts):
        if isinstance(fact, f.GameBegins) and not fact.resumed:
            number = 0
        if isinstance(fact, f.Roll):
            number += not turn
            turn = [f"{number}."]
        if isinstance(fact, f.GameBegins | f.GameEnds):
            ended = isinstance(fact, f.GameEnds)
        told = _words(announcer, fact)
        if isinstance(fact, _TURN):
            turn += told
        elif isinstance(fact, _LINES) and told:
            yield from _line(turn)
            turn = []
            yield " ".join(told)
        if isinstance(fact, f.ErrorClosed) or (isinstance(fact, f.TurnEnds) and not fact.faults):
            yield from _line(turn)
            turn = []
    yield from _line(turn)
    if not ended:
        yield Catalogue(lang).say(r.GOES_ON)


def _line(turn: list[str]) -> Iterator[str]:
    if turn:
        yield " ".join(turn)


def _words(announcer: Announcer, fact: f.Fact) -> list[str]:
    return [utterance.text for utterance in announcer.announce(fact)]


def report(game: str, seen: Iterable[Observation], lang: str) -> Iterator[str]:
    """The referee's report: disputes, void throws, corrections, decisions; who and when."""
    announcer, words = Announcer(game, lang, mode="tournament"), Catalogue(lang)
    number = turn = 0
    counted: Counter[str] = Counter()
    lines: list[str] = []
    for observation in seen:
        for fact in observation.facts:
            if isinstance(fact, f.GameBegins) and not fact.resumed:
                number, turn = fact.number, 0
            turn += isinstance(fact, f.Roll)
            told = _words(announcer, fact)
            if isinstance(fact, _REPORTED) or _is_said_by_a_player(fact):
                counted[_count_of(fact)] += 1
                when = _when(words, number, turn, int(observation.t // 60))
                lines.append(" ".join([when, *told, *_who(words, fact)]))
    yield words.say(r.REPORT)
    for name, text in _COUNTS.items():
        if counted[name]:
            yield words.say(text, count=counted[name])
    yield from lines or [words.say(r.REPORT_NOTHING)]


def _is_said_by_a_player(fact: f.Fact) -> bool:
    """A correction that was demanded aloud, a resignation that was refused."""
    demanded = isinstance(fact, f.KeyAnswer) and fact.topic == "demand"
    return demanded or (isinstance(fact, f.Resign) and fact.action == "refuse")


_COUNTS: dict[str, Phrase] = {
    "void": r.COUNT_VOID,
    "corrected": r.COUNT_CORRECTED,
    "accepted": r.COUNT_ACCEPTED,
    "ruling": r.COUNT_RULINGS,
}


def _count_of(fact: f.Fact) -> str:
    match fact:
        case f.RollVoid():
            return "void"
        case f.ErrorClosed():
            return fact.how
        case f.Ruling():
            return "ruling"
    return ""


def _when(words: Catalogue, game: int, turn: int, minutes: int) -> str:
    if not turn:
        return words.say(r.WHEN_BEFORE, game=game)
    if not minutes:
        return words.say(r.WHEN_FIRST, game=game, turn=turn)
    return words.say(r.WHEN, count=minutes, game=game, turn=turn)


def _who(words: Catalogue, fact: f.Fact) -> Iterator[str]:
    """Who decided; why is told with what was decided."""
    if isinstance(fact, f.Ruling) and fact.by:
        yield words.say(r.DECIDED_BY, name=fact.by)
