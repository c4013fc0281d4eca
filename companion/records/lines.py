"""Reads the lines of a match's file and checks each of them.

A line is valid if its checksum (`sum`) and number follow from the previous line and its content
conforms to `schema.json`. For other lines a `DamageError` names the file and the line.
"""

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, BinaryIO, Final, Literal

from companion.message_error import MessageError
from companion.records.encoding import EncodingError, convert
from companion.referee.view import View

FORM: Final = 1
"""The value of `journal` in the first line. A larger value is from a newer companion."""

HEAD: Final = ".head"
"""The suffix of a head file, after the name of the match's file."""

LONGEST: Final = 1 << 24
"""The maximum number of bytes in a line; the program writes at most about 200,000."""

_LARGEST: Final = 1 << 53
"""The largest number. Different programs read larger numbers differently."""

_DEEPEST: Final = 50
"""The deepest nesting of lists and objects; the program writes about ten levels."""

_LATEST: Final = 10**9
"""The largest time, in seconds after the start of an evening."""

_TAIL: Final = 1 << 13

_SUM: Final = re.compile(rb',"sum":"([0-9a-f]{16})"\}')
_SUM_SIZE: Final = len(',"sum":"0123456789abcdef"}')
_NUMBER: Final = re.compile(rb'\{"(?:journal":|n":([1-9]\d{0,8}),)')


class JournalError(MessageError, RuntimeError):
    """The journal cannot be used or written. The message is one clear sentence."""


def foreign(folder: Path) -> JournalError:
    """Return the error for a path that is a file instead of a folder."""
    return JournalError("refusal.journal.foreign", journal=str(folder))


class DamageError(MessageError, ValueError):
    """A damaged line. The message is one sentence with the file and the line."""


Tell = Callable[[MessageError], None]
"""A callback that is called with the error of each line that is left out."""


def ignore(_error: MessageError) -> None:
    """Ignore a damaged line."""


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turn `OSError` into a `JournalError` with the file's name."""
    try:
        yield
    except OSError as error:
        reason = str(error.strerror)
        raise JournalError("command.file-unread", file=str(path), reason=reason) from None


@dataclass(frozen=True, slots=True)
class JournalLine:
    """One line of a file.

    number -- its position in the file, from 1; text -- without the line end;
    n -- the number that the line states, 0 if the number or the sum is wrong;
    damage -- None if there is none.
    """

    path: Path
    number: int
    n: int
    text: bytes
    damage: MessageError | None

    def content(self) -> dict[str, Any]:
        """Return the data of the line. Raises `DamageError`, or `JournalError` if it is too new."""
        if self.damage:
            raise self.damaged(self.damage)
        data = _object(self.text)
        if data is None:
            raise self.damaged(MessageError("error.damage-unreadable"))
        _refuse_newer(self.path, data)
        if data.get("n", 1) != self.n:
            raise self.damaged(MessageError("error.damage-number"))
        if (wrong := _wrong(data)) is not None:
            raise self.damaged(wrong)
        return data

    def damaged(self, damage: MessageError) -> DamageError:
        """Return an error that names this line and its damage."""
        return DamageError(
            "error.damaged-line", file=self.path.name, line=self.number, damage=damage
        )


class Chain:
    """Reads the lines of a file one by one and compares each line with the previous one.

    number -- the position of the last line read; n -- the number of the last valid line.
    """

    def __init__(self, path: Path) -> None:
        self.number = self.n = 0
        self._path = path
        self._before = ""
        self._whole = True
        self._seen: dict[str, tuple[int, str]] = {}

    def next(self, file: BinaryIO) -> JournalLine | None:
        """Return the next line, or None if there is no further complete line."""
        raw = file.readline(LONGEST)
        while raw and not raw.endswith(b"\n"):
            raw = file.readline(LONGEST)  # only the end of an overlong line is used
        return self.take(raw[:-1]) if raw else None

    def take(self, text: bytes) -> JournalLine:
        """Return the line with these bytes, which do not include the newline."""
        self.number += 1
        text = text.removesuffix(b"\r")
        own = _stated(text)
        line = self._compared(text, own)
        self._whole = not line.damage
        if self._whole:
            self.n = line.n
            self._seen[own] = self.number, self._before
        self._before = own
        return line

    def skip(self, text: bytes) -> None:
        """Start after this line without checking the line."""
        self._whole = False
        self._before = _stated(text.removesuffix(b"\r"))

    def _compared(self, text: bytes, own: str) -> JournalLine:
        body, numbered = text[:-_SUM_SIZE], _NUMBER.match(text)
        n = int(numbered[1] or 1) if numbered else 0
        follows = n == self.n + 1 if self._whole else n > self.n
        if own and follows and own == digest(self._before, body):
            return JournalLine(self._path, self.number, n, text, None)
        return JournalLine(self._path, self.number, 0, text, self._damage(text, body, own))

    def _damage(self, text: bytes, body: bytes, own: str) -> MessageError:
        same, before = self._seen.get(own, (0, ""))
        if same and own == digest(before, body):
            return MessageError("error.damage-copy", line=same)
        if _object(text) is None:
            return MessageError("error.damage-unreadable")
        return MessageError("error.damage-place")


def _stated(text: bytes) -> str:
    """Return the sum that a line states, "" if it states none."""
    stated = _SUM.fullmatch(text, max(len(text) - _SUM_SIZE, 0))
    return stated[1].decode() if stated else ""


def lines(path: Path) -> Iterator[JournalLine]:
    """Yield all lines. A missing end of the file counts as one damaged line.

    Raises `JournalError`.
    """
    chain = Chain(path)
    with reading(path), path.open("rb") as file:
        first = chain.next(file)
        if first is not None:
            yield first
        # Read the length before the lines, because an evening may append more meanwhile.
        written = length(path)
        while (line := chain.next(file)) is not None:
            yield line
    if written > chain.n:
        start = chain.n + 1
        if start == written:
            end = MessageError("error.damage-end-line", line=start)
        else:
            end = MessageError("error.damage-end", first=start, last=written)
        yield JournalLine(path, chain.number + 1, 0, b"", end)


def tail(path: Path) -> JournalLine | None:
    """Return the last complete line, checked against the previous line. Only the end is read."""
    size = _TAIL
    with reading(path), path.open("rb") as file:
        length = file.seek(0, os.SEEK_END)
        while True:
            file.seek(max(length - size, 0))
            *whole, _ = file.read(size).split(b"\n")
            if len(whole) > 2 or size >= length:
                break
            size *= 8
    chain = Chain(path)
    if len(whole) > 1:
        chain.skip(whole[-2])
    return chain.take(whole[-1]) if whole else None


def first_line(path: Path, tell: Tell = ignore) -> dict[str, Any]:
    """Return the first line of a match, or the copy in the head file; empty if neither is valid."""
    line = next(lines(path), None)
    if line is None:
        return {}
    try:
        return line.content()
    except DamageError as error:
        tell(error)
    first = _head(path).get("first")
    if not (isinstance(first, dict) and "journal" in first and _is_within_limits(first)):
        return {}
    _refuse_newer(path, first)
    return first if _wrong(first) is None else {}


def length(path: Path) -> int:
    """Return the number of lines written, from the head file of a match; 0 if unknown."""
    n = _head(path).get("n")
    return n if type(n) is int and 0 < n < 10**9 else 0


def _head(path: Path) -> dict[str, Any]:
    try:
        with head_of(path).open("rb") as file:
            data = json.loads(file.read(LONGEST))
    except (OSError, ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def head_of(path: Path) -> Path:
    """Return the path of a match's head file."""
    return path.with_name(path.name + HEAD)


def _refuse_newer(path: Path, data: dict[str, Any]) -> None:
    """Raise `JournalError` if `data` is the first line of a newer companion's file."""
    form = data.get("journal")
    if type(form) is int and form > FORM:
        raise JournalError("refusal.journal.newer", journal=str(path))


def digest(before: str, line: bytes) -> str:
    """Return the sum for a line without a sum. before -- the previous line's sum, or ""."""
    return blake2b(before.encode() + line, digest_size=8).hexdigest()


def as_json(data: dict[str, Any]) -> str:
    """Return data as one line of JSON without blanks."""
    return json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def sealed(data: dict[str, Any], before: str) -> tuple[bytes, str]:
    """Return a line with its sum added, and the sum. before -- the sum of the previous line."""
    # A lone surrogate, which can come from a terminal, is written as a JSON escape.
    body = as_json(data)[:-1].encode(errors="backslashreplace")
    own = digest(before, body)
    return body + f',"sum":"{own}"}}\n'.encode(), own


# --- the content of a line ------------------------------------------------------------------------


def _object(text: bytes) -> dict[str, Any] | None:
    """Parse a JSON object. Return None for anything else, and for huge or deeply nested data."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) and _is_within_limits(data) else None


def _is_within_limits(data: dict[str, Any]) -> bool:
    """Return whether all numbers are finite and not huge, and the nesting is not too deep."""
    level: list[Any] = [data]
    for _ in range(_DEEPEST):
        inside = [
            each
            for group in level
            for each in (group.values() if isinstance(group, dict) else group)
        ]
        numbers = (each for each in inside if isinstance(each, int | float))
        if not all(-_LARGEST <= each <= _LARGEST for each in numbers):
            return False  # False for NaN too
        level = [each for each in inside if isinstance(each, dict | list)]
        if not level:
            return True
    return False


def _wrong(data: dict[str, Any]) -> MessageError | None:
    """Return how a line violates the schema, None if it is valid."""
    kinds = _FIRST if "journal" in data else _LAST if "ended" in data else _LINE
    if not kinds.keys() - {"view"} <= data.keys() <= kinds.keys():
        return MessageError("error.damage-fields")
    for name, value in data.items():
        try:
            convert(kinds[name], value, name)
            fits = name not in _VALUES or _VALUES[name](value)
        except EncodingError:
            fits = False
        if not fits:
            return MessageError("error.damage-field", field=name)
    return None


Kind = Literal[
    "begin", "line", "opened", "closed", "searching", "lost", "ruling", "partner", "typed"
]
"""The kinds of input. `begin`: the companion was started (the text is its settings as JSON);
`line`: a valid line of the board (its body); `opened`, `closed`, `searching`: the port and its
state (see `session.record.reason_text`); `lost`: nothing was received for too long. With the
board's clock, encoded by `encoding`: `ruling`: a referee's ruling; `partner`: an action of the
practice partner; `typed`: the result of a typed line."""

_FIRST: Final[dict[str, Any]] = {
    "journal": Literal[1],
    **dict.fromkeys(("program", "begun", "game", "table", "sum"), str),
    "options": tuple[str, ...],
    "match_to": int | None,
    "players": dict[Literal["V", "N"], str],
    "settings": dict,
}
_LINE: Final[dict[str, Any]] = {
    "n": int,
    "t": int | float,
    "facts": tuple[Any, ...],
    "from": tuple[tuple[int | float, Kind, str], ...],
    "state": dict | None,
    "view": View,
    "sum": str,
}
_LAST: Final[dict[str, Any]] = {"n": int, "ended": str, "completed": bool, "sum": str}
"""The fields of each kind of line with their types. A test compares them with `schema.json`."""

_TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", re.ASCII)
_VALUES: Final[dict[str, Callable[[Any], object]]] = {
    "begun": _TIME.fullmatch,
    "ended": _TIME.fullmatch,
    "players": lambda players: len(players) == 2,
    "t": lambda t: 0 <= t <= _LATEST,
    "facts": lambda facts: all(
        isinstance(fact, dict) and isinstance(fact.get("fact"), str) for fact in facts
    ),
    "from": lambda entries: all(0 <= t <= _LATEST for t, _, _ in entries),
}
"""Further checks of values, after the checks of their types."""
