"""What came over the line since the last fact, so that an evening can be played again from it.

A trace is lines of JSON: `[seconds, kind, text]`. Kinds: `begin` (the companion was started; the
text is its settings as JSON), `line` (a good line of the board, its body), `opened`, `closed`,
`searching` (the port; its url, or why, see `reason_text`), `lost` (nothing was heard for too long),
`ruling` (the board's clock and a referee's ruling, as `encoding` writes them), `partner` (the
board's clock and what the practice partner did), `typed` (what was told of a typed line). Lines
of the board that changed nothing are left out, so a quiet hour takes no room.
"""

import json
from dataclasses import dataclass
from typing import Final

KINDS: Final = (
    *("begin", "line", "opened", "closed", "searching", "lost", "ruling", "partner", "typed"),
)

LONGEST: Final = 2000
"""Entries after which a trace is recorded although there was no fact: about 200 kilobytes."""


class TraceError(ValueError):
    """A trace that cannot be read; one clear sentence."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that came: t seconds after the start of that evening."""

    t: float
    kind: str
    text: str


class Trace:
    """Collects entries until they are taken to be recorded."""

    def __init__(self) -> None:
        self._entries: list[str] = []
        self._added = 0

    def add(self, t: float, kind: str, text: str = "") -> int:
        """Add an entry; the number given back is for `drop`."""
        self._entries.append(json.dumps([round(t, 6), kind, text]))
        self._added += 1
        return self._added

    def drop(self, number: int) -> None:
        """Remove an entry that turned out to change nothing, unless it was recorded."""
        if self._entries and number == self._added:
            self._entries.pop()

    @property
    def is_long(self) -> bool:
        """Whether it should be recorded now."""
        return len(self._entries) >= LONGEST

    def take(self) -> str:
        """All entries as text; the next begin anew."""
        text = "\n".join(self._entries)
        self._entries.clear()
        return text


def reason_text(why: str, reason: str) -> str:
    """Why a port was closed or is searched, as code and sentence in one text."""
    return f"{why}\t{reason}" if why else reason


def read_reason(text: str) -> tuple[str, str]:
    """Give sentence and code back; an older companion wrote the sentence alone."""
    why, tab, reason = text.partition("\t")
    return (reason, why) if tab else (text, "")


def read_trace(text: str) -> list[Entry]:
    """Read the entries back. Raises `TraceError`."""
    entries = []
    for line in text.split("\n") if text else ():
        try:
            t, kind, said = json.loads(line)
        except (TypeError, ValueError, RecursionError):
            raise TraceError(f"{line[:60]!r} is no entry of a trace.") from None
        if kind not in KINDS or not isinstance(said, str) or type(t) not in (int, float):
            raise TraceError(f"{line[:60]!r} is no entry of a trace.")
        entries.append(Entry(t, kind, said))
    return entries
