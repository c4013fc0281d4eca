"""Finds the unfinished match of a journal, and repairs a damaged file.

The damaged file is kept as `NAME.damaged` and replaced by its valid lines with new numbers. The
game on the board must continue, and nobody at a table can repair a file.
"""

import json
import os
import shutil
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from typing import Any, Final

from companion.message_error import MessageError
from companion.records.encoding import convert
from companion.records.lines import as_json, head_of, sealed
from companion.records.read import Checked, check_file, files, has_begun, last_line, settings_of
from companion.referee.state import State


@dataclass(frozen=True, slots=True)
class Loss:
    """The damage to a match.

    game -- `goes-on` (the game continues from the last valid line), `lost` (the game cannot be
    continued) or `whole` (nothing is lost);
    aside -- the path of the damaged file;
    messages -- for the person who looks after the computer;
    at -- the numbers of the game and the turn that continue, None if no turn has begun.
    """

    game: str
    aside: Path
    messages: tuple[MessageError, ...]
    at: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Unfinished:
    """The unfinished match, as far as it is known.

    settings -- the settings that were given to `begin_match`;
    n, sum, state -- the number, the sum and the snapshot of the match's last line;
    over -- whether the match has ended and only the line that says so is missing.
    """

    path: Path
    first: dict[str, Any]
    settings: dict[str, object]
    state: State
    n: int
    sum: str
    over: bool


def last_unfinished(folder: Path) -> tuple[Unfinished | None, tuple[Loss, ...]]:
    """Return the newest unfinished match, repaired if necessary, and the losses.

    Raises `JournalError`.

    Only the holder of the journal's lock may call this.
    """
    losses: list[Loss] = []
    for path in reversed(files(folder)):
        if "ended" in last_line(path):
            continue
        checked = check_file(path)
        last = checked.last
        if "ended" in last or last.get("state", 0) is None:
            continue  # the match has ended or was imported
        is_unreadable = _is_unreadable(path, checked)
        if not (is_unreadable or checked.behind or has_begun(path)):
            continue  # the match has not begun, see docs/journal.md
        if is_unreadable or checked.problems:
            losses.append(_repair(path, checked))
            if losses[-1].game == "lost":
                continue
            checked = check_file(path)
        if "state" in checked.last:
            _cut_partial_line(path)
            return _unfinished(path, checked), tuple(losses)
    return None, tuple(losses)


def _is_unreadable(path: Path, checked: Checked) -> bool:
    """Return whether a file has no valid line and is not merely the beginning of a first line."""
    if checked.good:
        return False
    with path.open("rb") as file:
        start = file.read(len(_FIRST))
    return start != _FIRST[: len(start)]


_FIRST: Final = b'{"journal":'
"""The first bytes of every journal."""


def _cut_partial_line(path: Path) -> None:
    """Remove an incomplete last line."""
    data = path.read_bytes()
    whole = data.rfind(b"\n") + 1
    if whole < len(data):
        os.truncate(path, whole)


def _unfinished(path: Path, checked: Checked) -> Unfinished:
    first, last = checked.first, checked.last
    over = any(fact["fact"] == "MatchEnds" for fact in last["facts"])
    state: State = convert(State, last["state"], "state")
    return Unfinished(path, first, settings_of(first), state, last["n"], last["sum"], over)


def _repair(path: Path, checked: Checked) -> Loss:
    """Copy a damaged file, and replace it by its valid lines."""
    again = (f"-{number}" for number in count(2))
    names = (path.with_name(f"{path.name}.damaged{number}") for number in chain([""], again))
    aside = next(name for name in names if not name.exists())
    shutil.copyfile(path, aside)
    lines = [checked.good[number] for number in sorted(checked.good)]
    if 1 not in checked.good and checked.first:
        lines.insert(0, as_json(checked.first).encode(errors="backslashreplace"))
    kept = MessageError("error.kept-as", file=str(aside))
    messages: tuple[MessageError, ...] = (*checked.problems[:3], kept)
    if not checked.first or len(lines) < 2:
        path.unlink()
        head_of(path).unlink(missing_ok=True)
        return Loss("lost", aside, messages)
    new, (written, total) = path.with_name(path.name + ".new"), _numbered(lines)
    with new.open("wb") as file:
        file.write(written)
        os.fsync(file.fileno())
    head_of(path).unlink(missing_ok=True)
    new.replace(path)
    write_head(path, len(lines), total, json.loads(written.split(b"\n", 1)[0]))
    if not checked.lost:
        whole = MessageError("error.nothing-lost")
        return Loss("whole", aside, (*messages, whole))
    lost = MessageError("error.lost-lines", count=checked.lost)
    view = checked.last.get("view")
    at = (view["game"], view["turn"]) if view and view["turn"] else None
    return Loss("goes-on", aside, (*messages, lost), at)


def _numbered(lines: list[bytes]) -> tuple[bytes, str]:
    whole, before = b"", ""
    for number, line in enumerate(lines, 1):
        data = {name: value for name, value in json.loads(line).items() if name != "sum"}
        if "n" in data:
            data["n"] = number
        written, before = sealed(data, before)
        whole += written
    return whole, before


def write_head(path: Path, n: int, total: str, first: dict[str, Any]) -> None:
    """Replace the head file of a match, without waiting for the disk.

    If a power cut leaves an old head file, this does no harm.
    """
    head = head_of(path)
    new = head.with_name(head.name + ".new")
    with suppress(OSError):
        line = as_json({"n": n, "sum": total, "first": first})
        new.write_bytes(line.encode(errors="backslashreplace"))
        new.replace(head)
