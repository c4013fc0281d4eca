"""Reads the results of practice from a journal: losses by turn, and exercises."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from statistics import mean, variance
from typing import Final

from companion.records.lines import JournalLine, Tell, ignore
from companion.records.read import MatchRow, facts_named, matches
from companion.referee.facts import ExerciseEnds
from companion.referee.initial_state import MOVER
from companion.referee.state import Practice
from companion.referee.talk_facts import Progress, TurnJudged
from companion.rules import Player, RulesError, find_game

CLEAR: Final = 2.0
"""The number of standard errors by which two means must differ for one to count as better."""

EARLIER_COMPARED: Final = 300
"""The number of earlier decisions or exercises with which the last day is compared.

It limits only the comparison that a player asks for. Whole days are read, the newest first, until
there are this many.
"""


@dataclass(slots=True)
class Practised:
    """One player's results on one day in one kind of practice.

    day -- ISO date; strength -- the companion's strength, 0 if two people played;
    lost -- thousandths of a point, one number per decision;
    throws -- the throws needed, one number per exercise;
    hundredths -- the average number of throws with perfect play, in hundredths, 0 if unknown;
    simple -- whether this is the average of a simple strategy instead.
    """

    game: str
    exercise: str
    player: Player
    strength: int
    day: str
    lost: list[int] = field(default_factory=list)
    throws: list[int] = field(default_factory=list)
    hundredths: int = 0
    simple: bool = False

    @property
    def figures(self) -> list[int]:
        """The figures to compare, where less is better: losses, or throws."""
        return self.throws if self.exercise else self.lost


_Days = dict[tuple[str, str, Player, int, str], Practised]
"""The results by game, exercise, player, strength and day."""


def practised(folder: Path, tell: Tell = ignore) -> tuple[Practised, ...]:
    """Return the results of all practice in a journal, by game, then day. Raises `JournalError`.

    tell -- called with the error of each damaged line, which is skipped.
    """
    days: _Days = {}
    for row in matches(folder, tell):
        try:
            find_game(str(row.settings["game"]))
        except RulesError as error:
            tell(JournalLine(row.path, 1, 0, b"", None).damaged(error))
        else:
            _add(days, row, tell)
    return tuple(day for _, day in sorted(days.items()))


def progress(folder: Path, game: str, practice: Practice, strength: int, asker: Player) -> Progress:
    """Return the recent results of one kind of practice. Raises `JournalError`.

    practice -- the opponent or exercise. Only the part of the journal that is needed is read.
    """
    exercise, partner = practice.exercise, practice.partner
    player = MOVER if exercise or partner is None else partner.other
    kind = game, exercise, player, 0 if exercise else strength
    found: _Days = {}
    days: list[Practised] = []
    for row in reversed(matches(folder)):
        if sum(len(day.figures) for day in days[:-1]) >= EARLIER_COMPARED:
            break
        if row.settings.get("game") == game:
            _add(found, row, ignore)
            days = [day for key, day in sorted(found.items()) if key[:4] == kind]
    if not days:
        return Progress(asker, exercise)
    last, scale = days[-1].figures, 100 if exercise else 1
    before = [figure for day in days[:-1] for figure in day.figures]
    return Progress(
        asker,
        exercise,
        len(last),
        round(mean(last) * scale),
        round(mean(before) * scale) if before else 0,
        trend(before, last),
        days[-1].hundredths,
        days[-1].simple,
    )


def _add(days: _Days, row: MatchRow, tell: Tell) -> None:
    game, strength = str(row.settings.get("game")), _strength(row.settings.get("against"))
    for fact in facts_named(row.path, tell, TurnJudged.__name__, ExerciseEnds.__name__):
        if isinstance(fact, TurnJudged):
            key = (game, "", fact.player, strength, row.begun[:10])
            days.setdefault(key, Practised(*key)).lost.append(fact.lost)
        elif isinstance(fact, ExerciseEnds):
            key = (game, fact.exercise, fact.player, 0, row.begun[:10])
            day = days.setdefault(key, Practised(*key))
            day.throws.append(fact.throws)
            day.hundredths, day.simple = fact.hundredths, fact.simple


def _strength(against: object) -> int:
    """Return the companion's strength, 0 if two people played."""
    if not isinstance(against, dict) or not against.get("partner"):
        return 0
    strength = against.get("strength")
    return strength if isinstance(strength, int) else 0


def trend(before: Sequence[int], now: Sequence[int]) -> str:
    """Compare the losses or throws of a day with earlier figures.

    Return `better`, `worse` or `same`, or "" if there are too few figures.
    """
    if len(before) < 2 or len(now) < 2:
        return ""
    error = sqrt(variance(before) / len(before) + variance(now) / len(now))
    change = mean(now) - mean(before)
    if abs(change) <= CLEAR * error:
        return "same"
    return "better" if change < 0 else "worse"
