"""What the lines of a board tell, one after the other: keys, throws, a stand, faults that last."""

from dataclasses import dataclass, replace

from companion.board.counters import CounterEvent, Counters, Thrown
from companion.board.health import MOST, Changed, Health
from companion.board.settle import QUIET_MS, Settler
from companion.board.touches import Touches, seats_of
from companion.board.unpowered import Unpowered
from companion.board.unrest import RESTLESS, Unrest
from companion.link.messages import BoardState, Face
from companion.rules.vocabulary import Player


@dataclass(frozen=True, slots=True)
class Stand:
    """A settled board, and how its dice came to lie.

    thrown -- whose dice came to rest since the last stand; beside -- who of them threw one die
    beside an old one; uncounted -- whose dice came to lie while the board had no power.
    """

    state: BoardState
    thrown: frozenset[Player]
    beside: frozenset[Player]
    uncounted: frozenset[Player]


class Watch:
    """Follows one board. For each good line `line`, then `troubles` and `stand`."""

    def __init__(self, quiet_ms: int = QUIET_MS) -> None:
        self._counters = Counters()
        self._settler = Settler(quiet_ms)
        self._touches = Touches()
        self._unpowered = Unpowered()
        self._health = Health()
        self._unrest = Unrest(quiet_ms)
        self._thrown: set[Player] = set()
        self.ignore(())
        self._last: BoardState | None = None

    def boot(self, nonce: str) -> bool:
        """Take the boot nonce of a hello; True when the board was restarted since the last."""
        restarted = self._counters.boot(nonce)
        if restarted:
            self._away()
            self._unpowered.boot(self._last)
        return restarted

    def lost(self) -> None:
        """The link was lost."""
        self._counters.lost()
        self._away()

    def _away(self) -> None:
        """What the board did meanwhile is not known: its next lines are looked at afresh."""
        self._settler.reset()
        self._touches.reset()
        self._health.reset()
        self._unrest.reset()

    def begin(self) -> None:
        """Another game begins: what was done before is no part of it. Faults were told already."""
        self._counters = Counters()
        self._settler.reset()
        self._touches.reset()
        self._unpowered.forget()
        self._thrown.clear()

    def ignore(self, dead: tuple[str, ...]) -> None:
        """Let these come and go: zones as the board names them, `V-dice`, `N-dice`."""
        self._settler.dead = self._unrest.dead = dead

    def look_again(self) -> None:
        """Report the next settled board even if it equals the last."""
        self._settler.reset()

    def line(self, state: BoardState) -> list[CounterEvent]:
        """Take the next good line; what was thrown and pressed, touches of dice included."""
        self._last = state
        touched = self._touches.feed(state)
        events = self._counters.feed(state)
        thrown = {event.player for event in events if isinstance(event, Thrown)}
        self._thrown |= thrown - touched
        return events

    def troubles(self, state: BoardState) -> Changed:
        """What is news about the board's faults, and about places that never come to rest.

        Such a place is named again when hands go on beside it: what they do is not seen.
        """
        named = {place for place, _ in state.faults}
        restless = self._unrest.feed(state)
        unnamed = tuple(each for each in restless if each[0] not in named)
        changed = self._health.feed(replace(state, faults=(*state.faults, *unnamed)))
        places = {place for place, _ in restless}
        if places.intersection(place for place, _ in changed.lasting):
            self._unrest.note_named()
        elif places and self._unrest.is_due(state.ms):
            self._unrest.note_named()
            again = tuple((place, RESTLESS) for place in sorted(places)[:MOST])
            changed = replace(changed, lasting=(*changed.lasting, *again))
        return changed

    def stand(self, state: BoardState) -> Stand | None:
        """The settled board, when this line proves it; dice that still move are told of later."""
        settled = self._settler.feed(state)
        if settled is None:
            return None
        thrown = frozenset(self._thrown)
        self._thrown = {p for p in thrown if Face.MOVING in seats_of(state, p).faces}
        return Stand(
            settled.state,
            thrown - self._thrown,
            frozenset(player for player in thrown if self._touches.throws_beside(player)),
            self._unpowered.lie(settled.state, thrown),
        )

    def began(self, state: BoardState) -> bool:
        """Whether the board has stood still since this line."""
        return self._settler.began(state)

    def at_rest(self, stand: Stand) -> None:
        """Nobody moves: a die that lies alone is old, and uncounted dice have been reported."""
        self._touches.keep(stand.state)
        self._unpowered.forget()
