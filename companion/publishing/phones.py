"""The evening's side of the players' own pages: codes, lines that come in, words that go out."""

import json
import secrets
from collections.abc import Callable, Iterable
from typing import Any, Final, Protocol

from companion.rules import Player
from companion.speech.utterance import Priority, Utterance
from companion.typed.entries import LONGEST

FIGURES: Final = 6
"""Of a player's code."""

MOST_WRONG: Final = 20
"""Wrong codes, from all addresses together, after which no code of six figures opens."""

LONG: Final = 12
"""Figures of a code without that limit: a thousand guesses a second find one of two such codes
after 16 years on average."""

LOCKS: Final = 2
"""Times that guessing used codes up, after which they are long: then it is no longer by mistake."""

NOTICES: Final = ("page-open", "codes-tried", "codes-locked")
"""What the pages may have told at the table, see `EntryAnswer`."""

_HIS_ALONE: Final = (Priority.ANSWER, Priority.HINT)


class TypedLines(Protocol):
    """Where lines go: see `TypedBoard`."""

    def type(self, text: str, side: str = "") -> None:
        """A line of one side's keypad."""

    def hush(self) -> None:
        """A key was pressed, and is named there."""

    def notice(self, code: str, side: str) -> None:
        """Something that both are to hear."""

    def connect(self, name: str, sides: Iterable[str]) -> None:
        """Whose page is open now."""


def _drawn(figures: int) -> str:
    return f"{secrets.randbelow(10**figures):0{figures}}"


def may_be_typed(line: object) -> bool:
    """Return whether a page may hand in this line: one line of text, and no referee's ruling."""
    return (
        isinstance(line, str)
        and len(line) <= LONGEST
        and (line.isprintable() or not line)
        and not line.strip().startswith(":")
    )


class Phones:
    """The players' pages as the evening has them.

    sides -- who has a page, such as `VN`; board -- takes their lines; put -- sends a line of JSON
    to the process that serves the pages. `take` and `code` belong to the evening's thread,
    `heard` to the one that reads from that process.
    """

    def __init__(self, sides: str, board: TypedLines, put: Callable[[str], None]) -> None:
        self._sides = sides
        self._board = board
        self._put = put
        self._open: frozenset[str] | None = None
        self._locks = 0
        self._codes: dict[Player, str] = {}

    def code(self, player: Player) -> str:
        """The code that opens this player's page, new if none does; "" where he has no page."""
        if player.value not in self._sides:
            return ""
        if player not in self._codes:
            figures, tries = (FIGURES, MOST_WRONG) if self._locks < LOCKS else (LONG, None)
            code = _drawn(figures)
            while code in self._codes.values():
                code = _drawn(figures)
            self._codes = self._codes | {player: code}
            self._put(json.dumps({"code": code, "side": player.value, "tries": tries}))
        return self._codes[player]

    def gone(self) -> None:
        """The process that serves the pages has died, and with it every open page and code."""
        self._open = None
        self._board.connect("pages", ())
        self._codes = {}

    def take(self, utterance: Utterance, asker: str) -> bool:
        """Show it on the pages; see `session.sinks.Telephones`."""
        is_open = self._open
        if is_open is None or not utterance.text:
            return False
        answers_him = asker if utterance.to == "all" and asker in is_open else utterance.to
        alone = utterance.priority in _HIS_ALONE and answers_him in is_open
        if utterance.secret and not alone:
            return False  # it would wait on his page for whoever opens that
        to = answers_him if alone else utterance.to
        shown = {"text": utterance.text, "lang": utterance.lang, "to": to}
        self._put(json.dumps({"words": shown}))
        return alone

    def heard(self, said: dict[str, Any]) -> None:
        """Take what the pages say: who has one open, lines, what the table is to hear."""
        if "open" in said:
            self._open = frozenset(side for side in Player if side.value in said["open"])
            self._board.connect("pages", self._open)
        side = said.get("side", "")
        if "line" in said and side in tuple(self._sides) and may_be_typed(said["line"]):
            self._board.type(said["line"], side)
        if "key" in said:
            self._board.hush()
        if said.get("notice") in NOTICES and side in tuple(self._sides):
            if said["notice"] == "codes-locked":
                self._locks += 1
                self._codes = {}
            self._board.notice(said["notice"], side)
