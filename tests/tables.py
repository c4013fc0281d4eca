"""Reads tables of cases from `data/tables/`, with one row of JSON or Python per line.

`#` begins a comment.
"""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parent / "data" / "tables"


def table(name: str) -> list[Any]:
    """Return the rows of a table, with its lists as tuples."""
    lines = (FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines()
    return [_tuples(json.loads(line)) for line in lines if not line.startswith("#")]


def _tuples(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_tuples, value))
    if isinstance(value, dict):
        return {key: _tuples(each) for key, each in value.items()}
    return value


def cases(name: str, **names: Any) -> list[Any]:
    """Return the rows of a table of Python expressions, which may use these names."""
    lines = (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()
    return [eval(line, names) for line in lines if not line.startswith("#")]  # noqa: S307 - our own


def text_files(folder: Path) -> list[str]:
    """Return the names of the text files in a folder."""
    return sorted(path.stem for path in folder.glob("*.txt"))


def compared(
    path: Path, answered: Callable[[list[str]], Iterable[str]]
) -> tuple[list[str], list[str]]:
    """Return the lines of a text file with the answers that they get now, and as written."""
    written = path.read_text("utf-8").splitlines()
    return list(answered(written)), written


def rewrite(folder: Path, answered: Callable[[list[str]], Iterable[str]]) -> None:
    """Write each text file of a folder again, with the answers that its lines get now."""
    for path in folder.glob("*.txt"):
        lines = answered(path.read_text("utf-8").splitlines())
        path.write_text("\n".join(lines) + "\n", "utf-8")
