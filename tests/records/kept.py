"""Reads and changes the files of a journal."""

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import Any

from companion.records.lines import sealed
from companion.records.read import FactRow, RecordedObservation, matches, observations
from companion.referee.state import GameState, State, TurnState
from companion.rules import Match, find_game

FIRST: dict[str, Any] = {
    "journal": 1,
    "program": "companion",
    "begun": "2026-11-25T04:56:05Z",
    "game": "backgammon",
    "options": [],
    "match_to": None,
    "players": {"V": "", "N": ""},
    "table": "",
    "settings": {},
}
"""The first line of a match, without its sum."""


def state(game: str = "dutch", turn: int = 0) -> State:
    """Return a state from which a match of a game can continue."""
    rules = find_game(game)
    return State(Match(), GameState(rules.start), TurnState(number=turn))


def seen(folder: Path | str, number: int = 1) -> tuple[RecordedObservation, ...]:
    """Return the observations of the match at an index among all files."""
    return tuple(observations(matches(Path(folder), pending=True)[number - 1].path))


def rewrite(path: Path, change: Callable[[dict[str, Any]], dict[str, Any] | None]) -> None:
    """Rewrite the lines of a match with `change`; a line that becomes None is left out."""
    written, before = b"", ""
    for line in path.read_bytes().splitlines():
        data = {name: value for name, value in json.loads(line).items() if name != "sum"}
        changed = change(data)
        if changed is not None:
            more, before = sealed(changed, before)
            written += more
    path.write_bytes(written)


def begun_on(path: Path, day: str) -> None:
    """Change the day on which a match began."""
    rewrite(path, lambda line: line | {"begun": f"{day}T10:00:00Z"} if "begun" in line else line)


def write_rows(path: Path, given: Iterable[FactRow]) -> None:
    """Append facts to a match's file."""
    there = path.read_bytes().splitlines() if path.exists() else []
    written, before = b"", json.loads(there[-1])["sum"] if there else ""
    begin: list[dict[str, Any]] = [] if there else [FIRST]
    more = (
        {"t": row.t, "facts": [json.loads(row.body)], "from": [], "state": None}
        | ({"view": asdict(row.view)} if row.view is not None else {})
        for row in given
    )
    for n, line in enumerate(chain(begin, more), len(there) + 1):
        one, before = sealed(line if n == 1 else {"n": n} | line, before)
        written += one
    with path.open("ab") as file:
        file.write(written)
