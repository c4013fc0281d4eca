"""A table without sensors as a source of boards: lines that were typed in, a board's states out."""

import secrets
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import Final, Protocol

from companion.link.messages import (
    MS_MODULUS,
    SEQ_MODULUS,
    BoardState,
    Keyed,
    Line,
    Noticed,
    Opened,
    PortEvent,
    Seats,
)
from companion.referee.board_facts import TYPED
from companion.referee.referee import Referee
from companion.rules import Player
from companion.session.sources import Asks, AsksCode, Ends, SourceEvent
from companion.speech.catalogue import languages
from companion.speech.language import language
from companion.typed.entries import Words, plain
from companion.typed.keys import Effect, TakenBack, Written
from companion.typed.table import TypedTable
from companion.typed.view import Deed, Leaves, Orders, Shows, TellsCode, View

HEARTBEAT: Final = 1.0
"""Seconds between two states, so that clocks and reminders go on."""
_SIX: Final = 6


class Watched(Protocol):
    """The evening that the table belongs to: who referees it, and whether a game is chosen."""

    @property
    def referee(self) -> Referee:
        """The referee, who may be another one after each thing that was told."""

    @property
    def chooser(self) -> object | None:
        """Who lets the players choose a game; None where one is played."""


class TypedBoard:
    """Turns typed lines into a board's states.

    quiet_ms -- how long a board must stand still to count, milliseconds of its clock. That clock
    goes on by so much where something comes to rest, so nobody waits for it.
    """

    name = TYPED

    def __init__(self, quiet_ms: int) -> None:
        self._quiet_ms = quiet_ms
        self._table = TypedTable(self._look, _die, entry_words())
        self._watched: Watched | None = None
        self._waiting: SimpleQueue[Line | Keyed | Noticed] = SimpleQueue()
        self._put: Callable[[Line | Keyed | Noticed], None] = self._waiting.put
        self._seq = 0
        self._ms = 0
        self._told: float | None = None
        self._shown: Shows | None = None

    def sit_down(self, evening: Watched) -> None:
        """Belong to an evening; before it begins."""
        self._watched = evening

    @property
    def next_deadline(self) -> float | None:
        """When the next state is due."""
        return None if self._told is None else self._told + HEARTBEAT

    def start(self, put: Callable[[PortEvent | Line | Keyed | Noticed], None]) -> None:
        """The table is there at once; lines come by `type`."""
        put(Opened(TYPED))
        self._put = put
        while not self._waiting.empty():
            put(self._waiting.get())

    def type(self, text: str, side: str = "") -> None:
        """Hand in a line; from any thread. side -- as in `Line`."""
        self._put(Line(text, side))

    def key(self, effect: Effect) -> None:
        """Hand in a key of a line that is not whole yet; from any thread."""
        match effect:
            case Written(sign):
                self._put(Keyed(sign))
            case TakenBack(_, line):
                self._put(Keyed(back=line))
            case _:
                self._put(Keyed())

    def hush(self) -> None:
        """Silence speech for a key that is named where it was pressed; from any thread."""
        self._put(Keyed(named=True))

    def notice(self, code: str, side: str) -> None:
        """Have something told to both; from any thread. code -- as in `EntryAnswer`."""
        self._put(Noticed(code, side))

    def take(self, event: PortEvent | Line, now: float) -> Iterator[SourceEvent]:
        """What follows from a line."""
        if isinstance(event, Line):
            by = Player(event.side) if event.side else None
            for deed in self._table.take(event.text, by):
                yield from self._events(deed, now)
        yield from self.tick(now)

    def tick(self, now: float) -> Iterator[SourceEvent]:
        """What stands by itself; and the same again each second."""
        for deed in self._table.follow():
            yield from self._events(deed, now)
        if self._shown is None:
            yield from self._events(self._table.shown(), now)
        elif self._told is not None and now - self._told >= HEARTBEAT:
            yield self._state(self._shown, now)

    def ask(self, now: float) -> None:
        """Nothing is asked: a typed table's state is known at once."""

    def flush(self) -> None:
        """Nothing is sent."""

    def close(self) -> None:
        """What is typed from now on is not taken."""

    def _look(self) -> View:
        assert self._watched is not None  # noqa: S101 - an evening takes nothing before it begins
        referee = self._watched.referee
        return View(referee.rules, referee.state, choosing=self._watched.chooser is not None)

    def _events(self, deed: Deed, now: float) -> Iterator[SourceEvent]:
        match deed:
            case Shows():
                self._shown = deed
                yield self._state(deed, now)
                if deed.rests:
                    self._ms += self._quiet_ms
                    yield self._state(deed, now)
            case Leaves():
                yield Ends()
            case Orders(order):
                yield Asks(order)
            case TellsCode(player):
                yield AsksCode(player)
            case _:
                yield deed

    def _state(self, shows: Shows, now: float) -> BoardState:
        """What the board shows, now, by its own clock."""
        gone = 0 if self._told is None else int((now - self._told) * 1000)
        self._ms = (self._ms + max(gone, 1)) % MS_MODULUS
        self._told = now
        self._seq = (self._seq + 1) % SEQ_MODULUS
        v, n = (
            Seats(faces[0], faces[1], throws)
            for faces, throws in zip(shows.faces, shows.throws, strict=True)
        )
        v_keys, n_keys = shows.keys
        return BoardState(self._seq, self._ms, shows.zones, v, n, (v_keys, n_keys))


def entry_words() -> Words:
    """The words of all languages, each with what it means."""
    return {
        plain(word): meaning
        for code in languages()
        for meaning, words in language(code).entries.items()
        for word in words
    }


def _die() -> int:
    return secrets.randbelow(_SIX) + 1
