"""What is in a journal, for tests that look."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from companion.records.lines import sealed
from companion.records.read import Observation, Row, matches, observations


def seen(folder: Path | str, number: int = 1) -> tuple[Observation, ...]:
    """The observations of the match at a place among all files, evenings without a throw too."""
    return tuple(observations(matches(Path(folder), pending=True)[number - 1].path))


def rewrite(path: Path, change: Callable[[dict[str, Any]], dict[str, Any] | None]) -> None:
    """Write the lines of one match anew as they are changed, those that become None left out."""
    written, before = b"", ""
    for line in path.read_bytes().splitlines():
        data = {name: value for name, value in json.loads(line).items() if name != "sum"}
        changed = change(data)
        if changed is not None:
            more, before = sealed(changed, before)
            written += more
    path.write_bytes(written)


def begun_on(path: Path, day: str) -> None:
    """Have a match begun on another day."""
    rewrite(path, lambda line: line | {"begun": f"{day}T10:00:00Z"} if "begun" in line else line)


def write_rows(path: Path, given: Iterable[Row]) -> None:
    """Append facts to a match's file, as far as a reader that follows it looks."""
    with path.open("a", encoding="utf-8") as file:
        for row in given:
            file.write(f'{{"n":2,"t":{row.t},"facts":[{row.body}]}}\n')
