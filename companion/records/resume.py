"""Finds the match that a journal left unfinished, and repairs its file where it is damaged.

The damaged file is kept as `NAME.damaged`; in its place come the good lines, numbered anew. Nobody
at a table can repair a file, and a game on the board must go on.
"""

import json
import os
import shutil
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from typing import Any

from companion.records.read import (
    FORM,
    Checked,
    JournalError,
    check_file,
    digest,
    files,
    has_begun,
    head_of,
    last_line,
    read_head,
    settings_of,
)


@dataclass(frozen=True, slots=True)
class Loss:
    """What a damaged match has lost.

    game -- `goes-on` (from the last good line) or `lost` (it cannot be continued); aside -- where
    the damaged file is kept; told -- for the person who looks after the computer; at -- the number
    of the game that goes on, and of its turn, None where that has not begun.
    """

    game: str
    aside: Path
    told: str
    at: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Unfinished:
    """The match that was left unfinished, as far as it is known.

    first -- its first line; settings -- as given to `begin_match`; state -- the referee's last
    snapshot as JSON; n, sum -- of its last line; over -- its last fact is the end of the match,
    only the line that says so is missing.
    """

    path: Path
    first: dict[str, Any]
    settings: dict[str, object]
    state: object
    n: int
    sum: str
    over: bool


def last_unfinished(folder: Path) -> tuple[Unfinished | None, tuple[Loss, ...]]:
    """The newest match without an end, repaired where it is damaged. Raises `JournalError`.

    Only the program that has the journal's lock may call this.
    """
    losses: list[Loss] = []
    for path in reversed(files(folder)):
        if "ended" in (last_line(path) or {}):
            continue
        checked = check_file(path)
        is_other = "ended" in checked.last or checked.last.get("state", 0) is None
        if is_other or not (checked.behind or has_begun(path)):
            continue  # it has ended, was imported, or no die was thrown
        if checked.problems:
            losses.append(_repair(path, checked))
            if losses[-1].game == "lost":
                continue
            checked = check_file(path)
        elif checked.torn:
            os.truncate(path, path.stat().st_size - checked.torn)
        return _unfinished(path, checked), tuple(losses)
    return None, tuple(losses)


def _unfinished(path: Path, checked: Checked) -> Unfinished:
    first, last = json.loads(checked.good[1]), checked.last
    if first["journal"] > FORM:
        raise JournalError(
            f"The journal {path.parent} was written by a newer companion. Update this one, or"
            " choose another folder.",
            "newer",
        )
    over = b'{"fact":"MatchEnds"' in checked.good[max(checked.good)]
    state = last.get("state")
    return Unfinished(path, first, settings_of(first), state, last.get("n", 1), last["sum"], over)


def _repair(path: Path, checked: Checked) -> Loss:
    """Copy a damaged file aside, and leave the good lines in its place."""
    again = (f"-{number}" for number in count(2))
    names = (path.with_name(f"{path.name}.damaged{number}") for number in chain([""], again))
    aside = next(name for name in names if not name.exists())
    shutil.copyfile(path, aside)
    lines = [checked.good[number] for number in sorted(checked.good)]
    if 1 not in checked.good:
        lines = _first_again(path) + lines
    told = f"{' '.join(checked.problems[:3])} The damaged file is kept as {aside}."
    if not _is_playable(lines):
        path.unlink()
        head_of(path).unlink(missing_ok=True)
        return Loss("lost", aside, told)
    head_of(path).unlink(missing_ok=True)
    new, (written, total) = path.with_name(path.name + ".new"), _numbered(lines)
    with new.open("wb") as file:
        file.write(written)
        os.fsync(file.fileno())
    new.replace(path)
    write_head(path, len(lines), total, json.loads(written.split(b"\n", 1)[0]))
    lost = f"{checked.lost} {'line is' if checked.lost == 1 else 'lines are'} lost."
    return Loss("goes-on", aside, f"{told} {lost}", _place(checked.last.get("view")))


def _first_again(path: Path) -> list[bytes]:
    """The first line, from its copy in the head."""
    first = (read_head(path) or {}).get("first")
    if not isinstance(first, dict) or "journal" not in first:
        return []
    return [as_json(first).encode(errors="backslashreplace")]


def _is_playable(lines: list[bytes]) -> bool:
    """Whether good lines begin with the settings, and more follows."""
    return len(lines) > 1 and "journal" in json.loads(lines[0])


def _numbered(lines: list[bytes]) -> tuple[bytes, str]:
    """Lines with their numbers and sums anew, and the last sum."""
    whole, before = b"", ""
    for number, line in enumerate(lines, 1):
        data = {name: value for name, value in json.loads(line).items() if name != "sum"}
        if "n" in data:
            data["n"] = number
        written, before = sealed(data, before)
        whole += written
    return whole, before


def as_json(data: dict[str, Any]) -> str:
    """One line of JSON without blanks."""
    return json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def write_head(path: Path, n: int, total: str, first: dict[str, Any]) -> None:
    """Replace a match's head; it is not synchronised, and a journal ahead of it is sound."""
    head = head_of(path)
    new = head.with_name(head.name + ".new")
    with suppress(OSError):
        told = as_json({"n": n, "sum": total, "first": first})
        new.write_bytes(told.encode(errors="backslashreplace"))
        new.replace(head)


def sealed(data: dict[str, Any], before: str) -> tuple[bytes, str]:
    """A line as it is written, and its sum; before -- the sum of the line before it."""
    # Half a character, which a terminal may have let in, is written as JSON escapes it.
    body = as_json(data)[:-1].encode(errors="backslashreplace")
    own = digest(before, body)
    return body + f',"sum":"{own}"}}\n'.encode(), own


def _place(view: object) -> tuple[int, int] | None:
    """The number of the game that goes on and of its turn."""
    match view:
        case {"game": int(game), "turn": int(turn)} if turn:
            return game, turn
    return None
