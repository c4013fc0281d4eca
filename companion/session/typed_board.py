"""The source of a typed table: lines in, events out."""

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
"""Seconds between two ticks, which advance the players' clocks."""
_SIX: Final = 6


class TypedBoard:
    """Converts typed lines to events."""

    name = TYPED

    def __init__(self) -> None:
        self._table = TypedTable(self._look, _die, entry_words())
        self._watched: Table | None = None
        self._waiting: SimpleQueue[Line | Keyed | Noticed] = SimpleQueue()
        self._put: Callable[[Line | Keyed | Noticed], None] = self._waiting.put
        self._ticked: float | None = None
        self._keypads: dict[str, frozenset[Player]] = {}

    def sit_down(self, evening: Table) -> None:
        """Connect the source to its evening, before that starts."""
        self._watched = evening

    @property
    def next_deadline(self) -> float | None:
        """The time of the next tick."""
        return None if self._ticked is None else self._ticked + HEARTBEAT

    def start(self, put: Callable[[PortEvent | Line | Keyed | Noticed], None]) -> None:
        """Report the table as opened; lines come through `type`."""
        put(Opened(TYPED))
        self._put = put
        while not self._waiting.empty():
            put(self._waiting.get())

    def type(self, text: str, side: str = "") -> None:
        """Submit a line, from any thread; side -- as in `Line`."""
        self._put(Line(text, side))

    def key(self, effect: KeyEffect) -> None:
        """Submit a key of an unfinished line, from any thread."""
        match effect:
            case Written(sign):
                self._put(Keyed(sign))
            case TakenBack(_, line):
                self._put(Keyed(back=line))
            case _:
                self._put(Keyed())

    def hush(self) -> None:
        """Silence speech for a key that the sender names itself, from any thread."""
        self._put(Keyed(named=True))

    def notice(self, code: str, side: str) -> None:
        """Submit a notice for both players, from any thread; code -- as in `EntryAnswer`."""
        self._put(Noticed(code, side))

    def connect(self, name: str, sides: Iterable[str]) -> None:
        """Note the players whose keypads or pages are connected under a name, from any thread."""
        self._keypads = self._keypads | {name: frozenset(map(Player, sides))}

    def take(self, event: PortEvent | Line, now: float) -> Iterator[SourceEvent]:
        """Yield the events that follow from a line."""
        yield self._tick(now)
        if isinstance(event, Line):
            by = Player(event.side) if event.side else None
            yield from self._table.take(event.text, by)
            yield self._tick(now)  # a new choice of game announces its first offer
        yield from self._table.follow()

    def tick(self, now: float) -> Iterator[SourceEvent]:
        """Yield the time each second, and the events that need no line."""
        if self._ticked is None or now - self._ticked >= HEARTBEAT:
            yield self._tick(now)
        yield from self._table.follow()

    def _tick(self, now: float) -> Tick:
        self._ticked = now
        return Tick(int(now * 1000) % MS_MODULUS)

    def ask(self, now: float) -> None:
        """Do nothing: the state of a typed table is always known."""

    def flush(self) -> None:
        """Do nothing: there is no port."""

    def close(self) -> None:
        """Do nothing: there is no port."""

    def _look(self) -> View:
        assert self._watched is not None  # noqa: S101 - an evening takes nothing before it begins
        referee, settings = self._watched.referee, self._watched.settings
        choosing = self._watched.chooser is not None
        tournament = settings.mode == "tournament"
        keypads = frozenset[Player]().union(*self._keypads.values())
        by_names = settings.notation == "names" or not referee.rules.game.own_numbers
        return View(referee.rules, referee.state, choosing, tournament, keypads, by_names)


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
