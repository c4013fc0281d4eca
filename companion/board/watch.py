"""Follows the lines of a board and reports keys, throws, faults and settled boards."""

from dataclasses import replace

from companion.board.counters import Counters, Pressed, Thrown
from companion.board.dice import Touches, Unpowered
from companion.board.health import MOST, RESTLESS, Changed, Health, Unrest
from companion.board.observation import Observation, SettledBoard
from companion.board.settle import QUIET_MS, Settler
from companion.link.messages import BoardState, Face
from companion.rules.vocabulary import Player


class Watch:
    """Follows one board. Call `observe` with each valid line in order.

    has_news -- whether the last line brought a key, a throw, a fault or a settled board, or
    began a new position
    """

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
        self.has_news = False

    def boot(self, nonce: str) -> bool:
        """Process the boot nonce of a hello. Return whether the board has restarted."""
        restarted = self._counters.boot(nonce)
        if restarted:
            self._away()
            self._unpowered.boot(self._last)
        return restarted

    def lost(self) -> None:
        """Record that the link was lost."""
        self._counters.lost()
        self._away()

    def _away(self) -> None:
        """Clear the state that needs every line, after the board restarted or was lost."""
        self._settler.reset()
        self._touches.reset()
        self._health.reset()
        self._unrest.reset()

    def begin(self) -> None:
        """Begin another game without earlier throws and keys; faults are not reported again."""
        self._counters = Counters()
        self._settler.reset(self._last)
        self._touches.reset()
        self._unpowered.forget()
        self._thrown.clear()

    def ignore(self, dead: tuple[str, ...]) -> None:
        """Ignore changes of these places: zones as the board names them, `V-dice`, `N-dice`."""
        self._settler.dead = self._unrest.dead = dead

    def look_again(self, since: BoardState | None = None) -> None:
        """Report the next settled board even if it equals the last.

        since -- the line from which the settling time is measured, None for the next line
        """
        self._settler.reset(since)

    def observe(self, line: BoardState) -> Observation:
        """Process the next valid line."""
        self._last = line
        touched = self._touches.feed(line)
        events = self._counters.feed(line)
        self._thrown |= {each.player for each in events if isinstance(each, Thrown)} - touched
        keys = tuple(each for each in events if isinstance(each, Pressed))
        was_settled = self._settler.is_settled
        board = self._settled(line)
        is_changing = not (was_settled and self._settler.is_settled)
        seen = Observation(line.ms, keys, self._troubles(line), board, is_changing)
        news = events or seen.faults.lasting or seen.faults.gone or seen.board is not None
        self.has_news = bool(news) or self._settler.starts_at(line)
        return seen

    def _troubles(self, state: BoardState) -> Changed:
        """Return the changes of faults, including places that never come to rest.

        A place that never comes to rest hides all moves, so it is reported again if the players
        continue.
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

    def _settled(self, line: BoardState) -> SettledBoard | None:
        """Return the board if this line settles it. Dice that still move are reported later."""
        if not self._settler.feed(line):
            return None
        thrown = frozenset(self._thrown)
        self._thrown = {p for p in thrown if Face.MOVING in line.seats(p).faces}
        return SettledBoard(
            line,
            thrown - self._thrown,
            frozenset(player for player in thrown if self._touches.has_old_die(player)),
            self._unpowered.uncounted_sides(line, thrown),
        )

    def at_rest(self, board: SettledBoard) -> None:
        """Record that nobody is to move.

        A single die now in a tray is no part of a later throw. Uncounted dice are not reported
        again.
        """
        self._touches.keep(board.state)
        self._unpowered.forget()
