"""What practice has brought, read out of a journal: what turns lost, and exercises done."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import sqrt
from statistics import mean, variance
from typing import Final

from companion.records.journal import Journal, MatchRow, Observation
from companion.referee.facts import ExerciseEnds
from companion.referee.talk_facts import TurnJudged
from companion.rules import Player

CLEAR: Final = 2.0
"""Standard errors by which two means have to differ before one is called better."""


@dataclass(frozen=True, slots=True)
class Practised:
    """What one player did on one day in one kind of practice.

    day -- ISO date; strength -- the companion's, 0 where two people played; lost -- thousandths of
    a point, one for each decision; throws -- what each exercise took; hundredths -- of a throw: a
    perfect player's average, 0 for unknown.
    """

    game: str
    exercise: str
    player: Player
    strength: int
    day: str
    lost: tuple[int, ...] = ()
    throws: tuple[int, ...] = ()
    hundredths: int = 0


@dataclass(slots=True)
class _Day:
    lost: list[int] = field(default_factory=list)
    throws: list[int] = field(default_factory=list)
    hundredths: int = 0


def practised(journal: Journal) -> tuple[Practised, ...]:
    """All practice of a journal, the games in order, then the days. Raises `JournalError`."""
    days: dict[tuple[str, str, Player, int, str], _Day] = {}
    for row in journal.matches():
        _add(days, row, journal.facts(row.match))
    return tuple(
        Practised(*key, tuple(day.lost), tuple(day.throws), day.hundredths)
        for key, day in sorted(days.items())
    )


def _add(
    days: dict[tuple[str, str, Player, int, str], _Day],
    row: MatchRow,
    seen: Iterable[Observation],
) -> None:
    game, strength = str(row.settings.get("game")), _strength(row.settings.get("against"))
    for fact in (fact for each in seen for fact in each.facts):
        if isinstance(fact, TurnJudged):
            key = (game, "", fact.player, strength, row.begun[:10])
            days.setdefault(key, _Day()).lost.append(fact.lost)
        elif isinstance(fact, ExerciseEnds):
            key = (game, fact.exercise, fact.player, 0, row.begun[:10])
            day = days.setdefault(key, _Day())
            day.throws.append(fact.throws)
            day.hundredths = fact.hundredths


def _strength(against: object) -> int:
    """How strong the companion was; 0 where it did not play."""
    if not isinstance(against, dict) or not against.get("partner"):
        return 0
    strength = against.get("strength")
    return strength if isinstance(strength, int) else 0


def trend(before: tuple[int, ...], now: tuple[int, ...]) -> str:
    """How the losses of one day compare with earlier ones: `better`, `worse`, `same`.

    "" where there are too few to say.
    """
    if len(before) < 2 or len(now) < 2:
        return ""
    error = sqrt(variance(before) / len(before) + variance(now) / len(now))
    change = mean(now) - mean(before)
    if abs(change) <= CLEAR * error:
        return "same"
    return "better" if change < 0 else "worse"
