"""Connects the evening with the players' own pages: codes, typed lines, and utterances to show."""

import json
import secrets
from collections.abc import Callable, Iterable
from typing import Any, Final, Protocol

from companion.link.messages import Keyed, Line, Noticed, TypedInput
from companion.rules import Player
from companion.speech.utterance import Priority, Utterance
from companion.typed.entries import LONGEST

FIGURES: Final = 6
"""The number of digits in a player's code."""

MOST_WRONG: Final = 20
"""The number of wrong codes, from all addresses, after which six-digit codes are locked."""

LONG: Final = 12
"""The number of digits in a code that needs no such limit.

With a thousand guesses a second, finding one of two such codes takes 16 years on average.
"""

LOCKS: Final = 2
"""After this many locks new codes have `LONG` digits, because somebody is guessing codes."""

NOTICES: Final = ("page-open", "codes-tried", "codes-locked")
"""The notices for the table that pages may send, see `EntryAnswer`."""

_HIS_ALONE: Final = (Priority.ANSWER, Priority.HINT)


class PageReceiver(Protocol):
    """Receives the lines of the pages; see `TypedBoard`."""

    def put(self, given: TypedInput) -> None:
        """Take a typed line, a key press that the page announced, or a notice for both players."""

    def connect(self, name: str, sides: Iterable[str]) -> None:
        """Store the sides whose pages are open now."""


def may_be_typed(line: object) -> bool:
    """Return whether a page may send this line: one line of text, and no referee's ruling."""
    return (
        isinstance(line, str)
        and len(line) <= LONGEST
        and (line.isprintable() or not line)
        and not line.strip().startswith(":")
    )


class Phones:
    """The players' pages, as the evening uses them.

    sides -- the sides that have a page, such as `VN`;
    board -- receives their lines; put -- sends JSON to the process that serves the pages. Call
    `take` and `code` in the evening's thread, `take_message` in the thread that reads from that
    process.
    """

    def __init__(self, sides: str, board: PageReceiver, put: Callable[[str], None]) -> None:
        self._sides = sides
        self._board = board
        self._put = put
        self._open: frozenset[str] | None = None
        self._locks = 0
        self._codes: dict[Player, str] = {}

    def code(self, player: Player) -> str:
        """Return the code that opens this player's page, created if needed; "" without a page."""
        if player.value not in self._sides:
            return ""
        if player not in self._codes:
            figures, tries = (FIGURES, MOST_WRONG) if self._locks < LOCKS else (LONG, None)
            code = ""
            while not code or code in self._codes.values():
                code = f"{secrets.randbelow(10**figures):0{figures}}"
            self._codes = self._codes | {player: code}
            self._put(json.dumps({"code": code, "side": player.value, "tries": tries}))
        return self._codes[player]

    def forget(self) -> None:
        """Forget all open pages and codes, because the process that serves them has died."""
        self._open = None
        self._board.connect("pages", ())
        self._codes = {}

    def take(self, utterance: Utterance, asker: str) -> bool:
        """Show an utterance on the open pages. Return whether only one player reads it."""
        is_open = self._open
        if is_open is None or not utterance.text:
            return False
        reader = asker if utterance.to == "all" and asker in is_open else utterance.to
        is_for_both = asker not in (
            "",
            reader,
        )  # the message is a question to the opponent of the asker
        alone = utterance.priority in _HIS_ALONE and reader in is_open and not is_for_both
        if utterance.secret and not alone:
            return False  # the page would still show this later, when another person may open it
        to = reader if alone else utterance.to
        shown = {"text": utterance.text, "lang": utterance.lang, "to": to}
        self._put(json.dumps({"words": shown}))
        return alone

    def take_message(self, said: dict[str, Any]) -> None:
        """Process a message from the pages: the open pages, a typed line, a key or a notice."""
        if "open" in said:
            self._open = frozenset(side for side in Player if side.value in said["open"])
            self._board.connect("pages", self._open)
        side = said.get("side", "")
        if "line" in said and side in tuple(self._sides) and may_be_typed(said["line"]):
            self._board.put(Line(said["line"], side))
        if "key" in said:
            self._board.put(Keyed(named=True))
        if said.get("notice") in NOTICES and side in tuple(self._sides):
            if said["notice"] == "codes-locked":
                self._locks += 1
                self._codes = {}
            self._board.put(Noticed(said["notice"], side))
