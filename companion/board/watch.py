"""Follows the lines of a board and reports keys, throws, faults and settled boards.

Source: docs/protocol.md, "Settled, lost and found". Time is the board's own `ms`, so that a
recording or a simulation may run faster than real time.
"""

from dataclasses import dataclass, replace
from typing import Final

from companion.board.health import MOST, RESTLESS, Changed, Health, Unrest
from companion.board.observation import Observation, Pressed, SettledBoard
from companion.link import messages as m
from companion.rules.vocabulary import Player

QUIET_MS: Final = 250
"""The default settling time."""
MAX_PRESSES_AFTER_LOSS: Final = 2
"""If one side pressed more keys than this while the link was lost, all its presses are ignored."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """A player's dice came to rest `times` times since the previous line."""

    player: Player
    times: int = 1


CounterEvent = Pressed | Thrown


class Counters:
    """Compares the counters of each line with those of the previous line.

    The first line, a new boot nonce, or a throw counter that went down sets the baseline of all
    counters and reports nothing. Counters wrap, so an increase by more than half the range counts
    as a decrease. A key counter that went down (an unannounced restart) only sets the baseline of
    the keys. Throws come before presses, and presses are in the order of `Key`, because a line does
    not show which event was first.
    """

    def __init__(self) -> None:
        self._nonce: str | None = None
        self._last: m.BoardState | None = None
        self._was_lost = False

    def boot(self, nonce: str) -> bool:
        """Process the boot nonce of a hello. Return whether the board has restarted.

        The first nonce does not count as a restart, because lines may have come before the hello.
        """
        restarted = self._nonce is not None and nonce != self._nonce
        self._nonce = nonce
        if restarted:
            self._last = None
        return restarted

    def lost(self) -> None:
        """Record that the link was lost.

        Not every event before the next line counts. A throw counts only if its dice are still on
        the board. One or two presses are reported, because the player probably wants an answer.
        More presses are probably a test of the board. Obeying them all, especially a `yes`, would
        surprise the players.
        """
        self._was_lost = True

    def feed(self, state: m.BoardState) -> list[CounterEvent]:
        """Process the next valid line. Return the throws and presses since the previous line."""
        last, self._last = self._last, state
        was_lost, self._was_lost = self._was_lost, False
        if last is None:
            return []
        throws = [
            (player, seats, _increase(before.throws, seats.throws, m.THROWS_MODULUS))
            for player, before, seats in zip(
                Player, (last.v, last.n), (state.v, state.n), strict=True
            )
        ]
        if any(times is None for _, _, times in throws):
            return []
        events: list[CounterEvent] = [
            Thrown(player, times)
            for player, seats, times in throws
            if times and (not was_lost or _are_on_board(seats))
        ]
        return events + _presses(last, state, MAX_PRESSES_AFTER_LOSS if was_lost else None)


def _presses(last: m.BoardState, state: m.BoardState, at_most: int | None) -> list[CounterEvent]:
    """Return the presses of the sides that have at most `at_most` presses."""
    presses: list[CounterEvent] = []
    for player, before, after in zip(Player, last.keys, state.keys, strict=True):
        increases = [_increase(b, a, m.KEYS_MODULUS) for b, a in zip(before, after, strict=True)]
        if None in increases:
            return []
        side = [
            Pressed(player, key)
            for key, times in zip(m.Key, increases, strict=True)
            for _ in range(times or 0)
        ]
        if at_most is None or len(side) <= at_most:
            presses += side
    return presses


def _increase(before: int, after: int, modulus: int) -> int | None:
    """Return the increase of a counter, or None if it went down."""
    times = (after - before) % modulus
    return times if times <= modulus // 2 else None


def _are_on_board(seats: m.Seats) -> bool:
    return seats.faces != m.Face.EMPTY * 2


class Settler:
    """Waits until the zones and dice have stayed the same for the settling time.

    The throw counters must stay the same too, so a throw with the same faces settles again. Each
    settled board is reported once. If a board is disturbed and restored, it is reported again.

    is_settled -- whether the board of the last line has been reported
    dead -- places whose changes are ignored: zones, `V-dice` or `N-dice`
    """

    def __init__(self, quiet_ms: int = QUIET_MS) -> None:
        self._quiet_ms = quiet_ms
        self._first: m.BoardState | None = None
        self.is_settled = False
        self.dead: tuple[str, ...] = ()

    def feed(self, state: m.BoardState) -> bool:
        """Process the next valid line. Return whether the board has settled with this line."""
        first = self._first
        passed = 0 if first is None else m.elapsed(state.ms, first.ms)
        # The clock runs backwards, for example, if the board was restarted.
        is_back = passed >= m.MS_MODULUS // 2
        if first is None or is_back or first.without(self.dead) != state.without(self.dead):
            self.reset(state)
            return False
        if self.is_settled or passed < self._quiet_ms:
            return False
        self.is_settled = True
        return True

    def starts_at(self, state: m.BoardState) -> bool:
        """Return whether the present board began with exactly this line."""
        return self._first is state

    def reset(self, since: m.BoardState | None = None) -> None:
        """Report the next settled board even if it equals the last.

        since -- the line from which the settling time is measured.

        Call this when the board was restarted or lost, or when its present state is needed.
        """
        self._first = since
        self.is_settled = False


_AWAY = (m.Face.EMPTY, m.Face.MOVING)


class Touches:
    """Follows both trays line by line. `feed` returns the sides whose dice were only touched.

    In a touch both dice of a side were at rest, one was lifted, turned or nudged and came to rest
    again, and the other never moved. In a throw both dice move. If no line showed the movement,
    the board's throw counter decides.
    """

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Clear the state, because lines were lost or the board was restarted."""
        self._lay = dict.fromkeys(Player, False)
        self._one_away = dict.fromkeys(Player, False)
        self._old: dict[Player, int | None] = dict.fromkeys(Player, None)

    def keep(self, state: m.BoardState) -> None:
        """Remember a single die that lies in a tray between turns and belongs to no later throw."""
        for player in Player:
            resting = _seats_with_dice(state.seats(player))
            self._old[player] = resting[0] if len(resting) == 1 else None

    def has_old_die(self, player: Player) -> bool:
        """Return whether the single die noted by `keep` is still in this side's tray."""
        return self._old[player] is not None

    def feed(self, state: m.BoardState) -> frozenset[Player]:
        """Process the next valid line. Return the sides on which a touched die is at rest again."""
        sides = zip(Player, (state.v, state.n), strict=True)
        return frozenset(player for player, seats in sides if self._touched(player, seats))

    def _touched(self, player: Player, seats: m.Seats) -> bool:
        resting = _seats_with_dice(seats)
        if self._old[player] not in resting:
            self._old[player] = None
        away = 2 - len(resting)
        if away == 1:
            self._one_away[player] = self._lay[player]
            return False
        touched = away == 0 and self._one_away[player]
        self._lay[player] = away == 0
        self._one_away[player] = False
        return touched


def _seats_with_dice(seats: m.Seats) -> list[int]:
    """Return the indices of the seats with a die at rest."""
    return [seat for seat, face in enumerate(seats.faces) if face not in _AWAY]


class Unpowered:
    """Remembers the dice in the trays before a power failure, to find the dice placed since then.

    After a restart the board cannot know whether a die in a tray was thrown, so it does not count
    the die (docs/protocol.md, "Counters").
    """

    def __init__(self) -> None:
        self._before: dict[Player, str] = {}

    def boot(self, last: m.BoardState | None) -> None:
        """Record a restart. last -- the last state before the restart, None if unknown."""
        if last is not None:
            for player in Player:
                # After several restarts in a row, the state before the first one counts.
                self._before.setdefault(player, last.seats(player).faces)

    def uncounted_sides(
        self, settled: m.BoardState, thrown: frozenset[Player]
    ) -> frozenset[Player]:
        """Return the sides whose trays hold dice that the board has not counted as a throw.

        A side is returned by every call until it has thrown (`thrown`), its tray is empty or as
        before the restart, or `forget` is called.
        """
        found = set()
        for player, before in tuple(self._before.items()):
            faces = settled.seats(player).faces
            if m.Face.MOVING in faces:
                continue
            if player in thrown or faces in (before, m.Face.EMPTY * 2):
                del self._before[player]
            else:
                found.add(player)
        return frozenset(found)

    def forget(self) -> None:
        """Forget the dice that were reported."""
        self._before.clear()


class Watch:
    """Follows one board. Call `observe` with each valid line in order.

    has_news -- whether the last line had a key, a throw, a fault or a settled board, or began a new
    position
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
        self._last: m.BoardState | None = None
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
        """Clear what depends on seeing every line, after the board restarted or was lost."""
        self._settler.reset()
        self._touches.reset()
        self._health.reset()
        self._unrest.reset()

    def begin(self) -> None:
        """Begin another game without earlier throws and keys. Faults are not reported again."""
        self._counters = Counters()
        self._settler.reset(self._last)
        self._touches.reset()
        self._unpowered.forget()
        self._thrown.clear()

    def ignore(self, dead: tuple[str, ...]) -> None:
        """Ignore changes of these places: zones as the board names them, `V-dice`, `N-dice`."""
        self._settler.dead = self._unrest.dead = dead

    def look_again(self, since: m.BoardState | None = None) -> None:
        """Report the next settled board even if it equals the last.

        since -- the line from which the settling time is measured, None for the next line
        """
        self._settler.reset(since)

    def observe(self, line: m.BoardState) -> Observation:
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

    def _troubles(self, state: m.BoardState) -> Changed:
        """Return the changes of faults, including places that never come to rest.

        While a place does not come to rest, no move can be judged. So the place is reported again
        if the players continue to move.
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

    def _settled(self, line: m.BoardState) -> SettledBoard | None:
        """Return the board if this line settles it. Dice that still move are reported later."""
        if not self._settler.feed(line):
            return None
        thrown = frozenset(self._thrown)
        self._thrown = {p for p in thrown if m.Face.MOVING in line.seats(p).faces}
        return SettledBoard(
            line,
            thrown - self._thrown,
            frozenset(player for player in thrown if self._touches.has_old_die(player)),
            self._unpowered.uncounted_sides(line, thrown),
        )

    def at_rest(self, board: SettledBoard) -> None:
        """Record a board on which no player has to move.

        A single die that lies in a tray now does not count as part of a later throw. Uncounted dice
        are not reported again.
        """
        self._touches.keep(board.state)
        self._unpowered.forget()
