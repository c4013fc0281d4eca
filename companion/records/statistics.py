"""Computes club statistics as CSV: each player's result, turn times and errors by game."""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from statistics import mean, median
from typing import Final

from companion.records.read import MatchRow, RecordedObservation
from companion.records.sheet import names_in
from companion.referee import facts as f
from companion.rules import Player, Verdict
from companion.untrusted import one_line

COLUMNS: Final = (
    *("match", "begun", "table", "game", "options", "number", "player", "name"),
    *("result", "kind", "by", "points", "score", "other_score"),
    *("turns", "seconds_mean", "seconds_median", "seconds_longest"),
    *("errors", "corrected", "accepted", "void_throws"),
)
"""The columns of a row, which is one player's game.

result -- `won`, `lost` or "" (unfinished); score -- the score after the game; errors -- all turns
that ended illegally, corrected or accepted.
"""


@dataclass(slots=True)
class _Game:
    """One game so far.

    open -- whether the last turn ended with an undecided error; counts -- the numbers of `COLUMNS`;
    times -- the times of the turns, in seconds.
    """

    number: int
    open: bool = False
    counts: dict[Player, Counter[str]] = field(
        default_factory=lambda: {p: Counter() for p in Player}
    )
    times: dict[Player, list[float]] = field(default_factory=lambda: {p: [] for p in Player})
    ends: f.GameEnds | None = None

    @property
    def is_played(self) -> bool:
        """Whether a turn or the game has ended."""
        return self.ends is not None or any(each["turns"] for each in self.counts.values())


def rows(match: MatchRow, seen: Iterable[RecordedObservation]) -> Iterator[dict[str, object]]:
    """Yield one row per game and player, with the keys of `COLUMNS`."""
    options = match.settings.get("options")
    about = {
        "match": match.match,
        "begun": match.begun,
        "table": match.settings.get("table", ""),
        "game": match.settings.get("game"),
        "options": " ".join(map(str, options)) if isinstance(options, list) else "",
    }
    for game in _games(seen):
        for player, name in zip(Player, names_in(match.settings), strict=True):
            who: dict[str, object] = {"number": game.number, "player": player.value, "name": name}
            yield about | who | _result(game.ends, player) | _turns(game, player)


def _games(seen: Iterable[RecordedObservation]) -> list[_Game]:
    games: list[_Game] = []
    began = 0.0
    for observation in seen:
        for fact in observation.facts:
            if isinstance(fact, f.GameBegins):
                _begin(games, fact)
            elif isinstance(fact, f.TurnBegins):
                began = observation.t
            elif games:
                _count(games[-1], fact, observation.t - began)
    return games


def _begin(games: list[_Game], fact: f.GameBegins) -> None:
    """Add a game, or continue a game whose result may have been undone.

    If the program is restarted before the first turn of a game, this game begins again.
    """
    while fact.resumed and games and games[-1].number > fact.number:
        games.pop()
    if fact.resumed and games:
        games[-1].ends = None
    elif not games or games[-1].number != fact.number or games[-1].is_played:
        games.append(_Game(fact.number))


def _count(game: _Game, fact: f.Fact, seconds: float) -> None:
    """Count a fact. seconds -- the length of the turn, not positive after a restart."""
    match fact:
        case f.TurnEnds():
            game.open = fact.verdict is Verdict.ILLEGAL
            game.counts[fact.player].update(turns=1, errors=int(game.open))
            game.times[fact.player] += [seconds] * (seconds > 0)
        case f.ErrorClosed() if game.open:
            # If a correction is changed later, this still counts as one error.
            game.open = False
            game.counts[fact.player][fact.how] += 1
        case f.RollVoid():
            game.counts[fact.player]["void_throws"] += 1
        case f.GameEnds():
            game.ends = fact


def _result(ends: f.GameEnds | None, player: Player) -> dict[str, object]:
    if ends is None:
        return dict.fromkeys(("result", "kind", "by", "points", "score", "other_score"), "")
    won = ends.winner is player
    mine, other = ends.score if player is Player.V else reversed(ends.score)
    return {
        "result": "won" if won else "lost",
        "kind": ends.kind,
        "by": ends.by,
        "points": ends.points if won else 0,
        "score": mine,
        "other_score": other,
    }


def _turns(game: _Game, player: Player) -> dict[str, object]:
    counts, times = game.counts[player], game.times[player] or [0.0]
    return {
        "turns": counts["turns"],
        "seconds_mean": round(mean(times), 1),
        "seconds_median": round(median(times), 1),
        "seconds_longest": round(max(times), 1),
        **{name: counts[name] for name in ("errors", "corrected", "accepted", "void_throws")},
    }


def to_csv(table: Iterable[dict[str, object]]) -> Iterator[str]:
    """Yield the lines of a CSV file (RFC 4180, comma-separated, with a header)."""
    yield ",".join(COLUMNS)
    for row in table:
        line = io.StringIO()
        csv.writer(line, lineterminator="").writerow([_plain(row[name]) for name in COLUMNS])
        yield line.getvalue()


def _plain(value: object) -> object:
    """Return a text in one line, quoted so that a spreadsheet does not run it as a formula."""
    if not isinstance(value, str):
        return value
    text = " ".join(one_line(value).split())
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text
