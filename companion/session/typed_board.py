"""Boards at which players type: turns typed lines into inputs of the referee.

`TypedBoard` has no sensors. `TypedDiceBoard` senses pieces, and only its dice are typed.
"""

import secrets
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from queue import SimpleQueue
from typing import Final

from companion.link import messages as m
from companion.referee.board_facts import TYPED
from companion.referee.talk_facts import EntryAnswer
from companion.rules import Player
from companion.session.sources import SerialBoard, SourceEvent, Tick
from companion.session.table import Table
from companion.speech.catalogue import language, languages
from companion.typed.entries import Words, plain
from companion.typed.situation import Situation
from companion.typed.table import TypedTable

HEARTBEAT: Final = 1.0
"""Seconds between two ticks, which advance the players' clocks."""
_SIX: Final = 6
_QUIET_SECONDS: Final = 0.25
"""How long a line waits for pieces to come to rest before the board is queried."""
_NO_DICE: Final = m.Seats("--", 0)


class TypedBoard:
    """Converts typed lines to events."""

    name = TYPED

    def __init__(self) -> None:
        self._table = TypedTable(self._look, _die, entry_words())
        self._watched: Table | None = None
        self._waiting: SimpleQueue[m.TypedInput] = SimpleQueue()
        self._put: Callable[[m.TypedInput], None] = self._waiting.put
        self._ticked: float | None = None
        self._keypads: dict[str, frozenset[Player]] = {}

    def attach(self, table: Table) -> None:
        """Set the table that processes the lines. Call this before the evening starts."""
        self._watched = table

    @property
    def next_deadline(self) -> float | None:
        """The time of the next tick."""
        return None if self._ticked is None else self._ticked + HEARTBEAT

    def start(self, put: Callable[[m.PortEvent | m.TypedInput], None]) -> None:
        """Report that the table is open. Submit each line by calling `put`."""
        put(m.Opened(TYPED))
        self._take_lines(put)

    def _take_lines(self, put: Callable[[m.PortEvent | m.TypedInput], None]) -> None:
        """Submit the lines typed before the start; later lines are submitted when they arrive."""
        self._put = put
        while not self._waiting.empty():
            put(self._waiting.get())

    def put(self, given: m.TypedInput) -> None:
        """Submit a line, a single key or a notice. Safe to call from any thread."""
        self._put(given)

    def connect(self, name: str, sides: Iterable[str]) -> None:
        """Store which players have a keypad or a page, by the device's name.

        Safe to call from any thread.
        """
        self._keypads = self._keypads | {name: frozenset(map(Player, sides))}

    def take(self, event: m.PortEvent | m.Line, now: float) -> Iterator[SourceEvent]:
        """Yield the events that follow from a line."""
        yield self._tick(now)
        if isinstance(event, m.Line):
            by = Player(event.side) if event.side else None
            yield from self._table.take(event.text, by)
            yield self._tick(now)  # a new `Chooser` makes its first offer at this tick
        yield from self._table.pending_effects()

    def tick(self, now: float) -> Iterator[SourceEvent]:
        """Yield the time every second, and the events that need no line."""
        if self._ticked is None or now - self._ticked >= HEARTBEAT:
            yield self._tick(now)
        yield from self._table.pending_effects()

    def _tick(self, now: float) -> Tick:
        self._ticked = now
        return Tick(int(now * 1000) % m.MS_MODULUS)

    def ask(self, now: float) -> None:
        """Do nothing: the state of a typed table is always known."""

    def flush(self) -> None:
        """Do nothing: there is no port."""

    def close(self) -> None:
        """Do nothing: there is no port."""

    def _look(self) -> Situation:
        assert self._watched is not None  # noqa: S101 - no line is taken before `attach`
        referee, settings = self._watched.referee, self._watched.settings
        choosing = self._watched.chooser is not None
        tournament = settings.mode == "tournament"
        keypads = frozenset[Player]().union(*self._keypads.values())
        by_names = settings.notation == "names" or not referee.rules.game.own_numbers
        state, by = referee.state, self._table.by
        return Situation(referee.rules, state, choosing, tournament, keypads, by_names, by)


class TypedDiceBoard(TypedBoard):
    """A board with sensors for pieces but none for dice (docs/protocol.md, "Typed entries").

    A line that may throw or end a turn waits until the pieces have come to rest, so that the last
    moves are judged too. serial -- the board; quiet_ms -- see `Settings`.
    """

    def __init__(self, serial: SerialBoard, quiet_ms: int) -> None:
        super().__init__()
        self._serial = serial
        self._quiet_ms = quiet_ms
        self._last: m.BoardState | None = None
        self._moved_at = 0
        self._lines: list[m.Line] = []
        self._ask_at = 0.0

    @property
    def next_deadline(self) -> float | None:
        """The time at which the board is queried again or counts as lost."""
        deadline = self._serial.next_deadline
        if not self._lines:
            return deadline
        return self._ask_at if deadline is None else min(deadline, self._ask_at)

    def start(self, put: Callable[[m.PortEvent | m.TypedInput], None]) -> None:
        """Open the port. Lines come through `put`."""
        self._take_lines(put)
        self._serial.start(put)

    def take(self, event: m.PortEvent | m.Line, now: float) -> Iterator[SourceEvent]:
        """Yield the events that follow from a line, or from bytes of the board."""
        if isinstance(event, m.Line):
            self._lines.append(event)
            self._ask_at = now + _QUIET_SECONDS
            yield from self._entries()
            return
        if isinstance(event, m.Closed):
            yield from self._away()
        yield from self._without_dice(self._serial.take(event, now))

    def tick(self, now: float) -> Iterator[SourceEvent]:
        """Yield the events that follow from the time. Query the board again if a line waits."""
        if self._lines and now >= self._ask_at:
            self._serial.ask(now)
            self._ask_at = now + _QUIET_SECONDS
        yield from self._without_dice(self._serial.tick(now))

    def _without_dice(self, events: Iterable[SourceEvent]) -> Iterator[SourceEvent]:
        """Yield the board's events with empty trays, because its dice are ignored."""
        self.name = self._serial.name
        for event in events:
            if isinstance(event, m.BoardState):
                if self._last is None or self._last.zones != event.zones:
                    self._moved_at = event.ms
                self._last = replace(event, v=_NO_DICE, n=_NO_DICE)
                yield self._last
                yield from self._entries()
            else:
                yield event
            if isinstance(event, m.BoardLost):
                yield from self._away()

    def _away(self) -> Iterator[SourceEvent]:
        """Clear the board's state after it was lost, and refuse the waiting lines."""
        self._last = None
        yield from self._entries()

    def _entries(self) -> Iterator[SourceEvent]:
        """Process the waiting lines in order, until one must wait for the pieces to come to rest.

        While the board is away the pieces are unknown, so no line may throw or end a turn.
        """
        while self._lines:
            line = self._lines[0]
            last, needs_pieces = self._last, self._table.may_end_turn(line.text)
            is_moving = last is not None and m.elapsed(last.ms, self._moved_at) < self._quiet_ms
            if needs_pieces and is_moving:
                return
            self._lines.pop(0)
            if needs_pieces and last is None:
                yield EntryAnswer(self._look().asked_player, "board-away")
            else:
                yield from self._table.take(line.text, Player(line.side) if line.side else None)

    def ask(self, now: float) -> None:
        """Request the board's state."""
        self._serial.ask(now)

    def flush(self) -> None:
        """Send the waiting bytes."""
        self._serial.flush()

    def close(self) -> None:
        """Close the port."""
        self._serial.close()


def entry_words() -> Words:
    """Return the words of all languages with their meanings."""
    return {
        plain(word): meaning
        for code in languages()
        for meaning, words in language(code).entries.items()
        for word in words
    }


def _die() -> int:
    return secrets.randbelow(_SIX) + 1
