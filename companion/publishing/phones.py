"""The evening's side of the players' own pages: codes, lines that come in, words that go out."""

import json
import secrets
from collections.abc import Callable
from typing import Any, Final, Protocol

from companion.rules import Player
from companion.speech.utterance import Priority, Utterance
from companion.typed.entries import LONGEST

FIGURES: Final = 6
"""Of a player's code."""

NOTICES: Final = ("page-open", "codes-tried")
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


def new_codes() -> tuple[str, str]:
    """Green's and black's code, never the same."""
    green = black = _code()
    while black == green:
        black = _code()
    return green, black


def _code() -> str:
    return f"{secrets.randbelow(10**FIGURES):0{FIGURES}}"


def may_be_typed(line: object) -> bool:
    """Whether a page may hand in this line: one line of text, and no referee's ruling."""
    return (
        isinstance(line, str)
        and len(line) <= LONGEST
        and (line.isprintable() or not line)
        and not line.strip().startswith(":")
    )


class Phones:
    """The players' pages as the evening has them.

    codes -- green's and black's; board -- takes their lines; put -- sends a line of JSON to the
    process that serves the pages. `take` belongs to the evening's thread, `heard` to the one that
    reads from that process.
    """

    def __init__(
        self, codes: tuple[str, str], board: TypedLines, put: Callable[[str], None]
    ) -> None:
        self._codes = dict(zip(Player, codes, strict=True))
        self._board = board
        self._put = put
        self._open: frozenset[str] | None = None

    def code(self, player: Player) -> str:
        """The code that opens this player's page."""
        return self._codes[player]

    def gone(self) -> None:
        """The process that serves the pages has died, and with it every open page."""
        self._open = None

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
        side = said.get("side", "")
        if "line" in said and side in self._codes and may_be_typed(said["line"]):
            self._board.type(said["line"], side)
        if "key" in said:
            self._board.hush()
        if said.get("notice") in NOTICES and side in self._codes:
            self._board.notice(said["notice"], side)
