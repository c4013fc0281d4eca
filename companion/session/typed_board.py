"""A table without sensors as a source: typed lines in, inputs of the referee out."""

import secrets
from collections.abc import Callable, Iterable, Iterator
from queue import SimpleQueue
from typing import Final

from companion.link.messages import MS_MODULUS, Keyed, Line, Noticed, Opened, PortEvent
from companion.referee.board_facts import TYPED
from companion.rules import Player
from companion.session.sources import SourceEvent, Tick
from companion.session.table import Table
from companion.speech.catalogue import language, languages
from companion.typed.entries import Words, plain
from companion.typed.keys import Effect as KeyEffect
from companion.typed.keys import TakenBack, Written
from companion.typed.situation import View
from companion.typed.table import TypedTable

HEARTBEAT: Final = 1.0
"""Seconds between two ticks, so that the players' clocks go on."""
_SIX: Final = 6


class TypedBoard:
    """Turns typed lines into inputs of the referee."""

    name = TYPED

    def __init__(self) -> None:
        self._table = TypedTable(self._look, _die, entry_words())
        self._watched: Table | None = None
        self._waiting: SimpleQueue[Line | Keyed | Noticed] = SimpleQueue()
        self._put: Callable[[Line | Keyed | Noticed], None] = self._waiting.put
        self._ticked: float | None = None
        self._keypads: dict[str, frozenset[Player]] = {}

    def sit_down(self, evening: Table) -> None:
        """Belong to an evening; before it begins."""
        self._watched = evening

    @property
    def next_deadline(self) -> float | None:
        """When the next tick is due."""
        return None if self._ticked is None else self._ticked + HEARTBEAT

    def start(self, put: Callable[[PortEvent | Line | Keyed | Noticed], None]) -> None:
        """The table is there at once; lines come by `type`."""
        put(Opened(TYPED))
        self._put = put
        while not self._waiting.empty():
            put(self._waiting.get())

    def type(self, text: str, side: str = "") -> None:
        """Hand in a line; from any thread. side -- as in `Line`."""
        self._put(Line(text, side))

    def key(self, effect: KeyEffect) -> None:
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

    def connect(self, name: str, sides: Iterable[str]) -> None:
        """Note whose keypad or page is connected under a name; from any thread."""
        self._keypads = self._keypads | {name: frozenset(map(Player, sides))}

    def take(self, event: PortEvent | Line, now: float) -> Iterator[SourceEvent]:
        """What follows from a line."""
        yield self._tick(now)
        if isinstance(event, Line):
            by = Player(event.side) if event.side else None
            yield from self._table.take(event.text, by)
            yield self._tick(now)  # a choice of game that was begun makes its first offer
        yield from self._table.follow()

    def tick(self, now: float) -> Iterator[SourceEvent]:
        """What stands by itself; and the time, each second."""
        if self._ticked is None or now - self._ticked >= HEARTBEAT:
            yield self._tick(now)
        yield from self._table.follow()

    def _tick(self, now: float) -> Tick:
        self._ticked = now
        return Tick(int(now * 1000) % MS_MODULUS)

    def ask(self, now: float) -> None:
        """Nothing is asked: a typed table's state is known at once."""

    def flush(self) -> None:
        """Nothing is sent."""

    def close(self) -> None:
        """What is typed from now on is not taken."""

    def _look(self) -> View:
        assert self._watched is not None  # noqa: S101 - an evening takes nothing before it begins
        referee, settings = self._watched.referee, self._watched.settings
        choosing = self._watched.chooser is not None
        tournament = settings.mode == "tournament"
        keypads = frozenset[Player]().union(*self._keypads.values())
        by_names = settings.notation == "names" or not referee.rules.game.own_numbers
        return View(referee.rules, referee.state, choosing, tournament, keypads, by_names)


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
