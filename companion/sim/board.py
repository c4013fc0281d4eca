"""Simulates a board that speaks the real protocol, for the demo and the tests.

The board has its own clock, which moves only when `advance` is called. Source: docs/protocol.md,
"The wire".
"""

from collections import deque
from dataclasses import dataclass
from typing import Final

from companion import __version__
from companion.board.watch import QUIET_MS
from companion.link import messages as m
from companion.link.codec import FrameReader, body, encode, parse_command
from companion.rules.vocabulary import Player
from companion.speech.catalogue import ExplainedError

HEARTBEAT_MS: Final = 1000
ECHO_MS: Final = 260
LATEST_ECHO_MS: Final = 300
"""A changed state is sent again `ECHO_MS` after the change, at the latest after `LATEST_ECHO_MS`.
The repetition shows the host that the board has settled."""

MOVING_MS: Final = 200
"""How long thrown dice move. This is less than the settling time, as on a real board."""

FASTEST: Final = 10
_FACES: Final = frozenset("123456" + m.Face.COCKED)
_UNREAD_LINES: Final = 4096


class SimError(ExplainedError, ValueError):
    """The action is impossible on this board. The message says what and why."""


def unknown_piece(letter: str) -> SimError:
    """Return the error for a letter that does not name a piece."""
    known = ", ".join(m.LETTERS[:4])
    return SimError("command.sim-piece", letter=repr(letter[:10]), known=known)


@dataclass(slots=True)
class _Roll:
    """Moving dice: the time when they come to rest, and their faces by seat."""

    at: int
    faces: dict[int, str]


class VirtualBoard:
    """The zones, dice, keys and lines of one board.

    Zones and letters have the names of the protocol.

    boot -- the number of the first start. Every start has the next number, which is sent as its
    nonce
    clock -- the milliseconds that have passed by calls of `advance`
    """

    def __init__(self, *, board_id: str = "virtual", boot: int = 1) -> None:
        self.clock = 0
        self.signals: list[str] = []
        self._board_id = board_id
        self._boots = boot - 1
        self._piles: dict[str, dict[str, int]] = {}
        self._faults: tuple[tuple[str, str], ...] = ()
        self._seats = {player: [str(m.Face.EMPTY)] * 2 for player in Player}
        self._enrolled: tuple[str, ...] = ()
        self._out: deque[bytes] = deque(maxlen=_UNREAD_LINES)
        self.reboot()

    # Actions of the players, and the contents of the board.

    @property
    def zones(self) -> tuple[tuple[str, tuple[tuple[str, int], ...]], ...]:
        """The occupied zones as in a `BoardState`."""
        return tuple(
            (zone, tuple((letter, pile[letter]) for letter in m.LETTERS if pile.get(letter)))
            for zone in m.ZONES
            if (pile := self._piles.get(zone))
        )

    def faces(self, player: Player) -> str:
        """Return the readings of one side's two seats."""
        return "".join(self._seats[player])

    def lift(self, zone: str, letter: str) -> None:
        """Take a piece off the board. Raise `SimError` if there is none."""
        pile = self._piles.get(zone, {})
        if not pile.get(letter):
            raise SimError("command.sim-none", letter=repr(letter[:10]), zone=zone)
        pile[letter] -= 1
        if not pile[letter]:
            del pile[letter]
        self._changed()

    def put(self, zone: str, letter: str) -> None:
        """Put a piece into a zone. Raise `SimError` for an unknown zone or letter."""
        if zone not in m.ZONES or letter not in set(m.LETTERS):
            raise unknown_piece(letter)
        pile = self._piles.setdefault(zone, {})
        pile[letter] = pile.get(letter, 0) + 1
        self._changed()

    def throw(
        self, player: Player, first: str | None, second: str | None = None, *, ms: int = MOVING_MS
    ) -> None:
        """Throw one or both dice of a side. The dice move for `ms`, then count as one throw.

        first, second -- the faces of the two seats, `1` to `6` or `c`; None leaves a seat alone.
        A die turned in its seat counts as a throw too, as on a real board.
        """
        faces = {seat: face for seat, face in enumerate((first, second)) if face is not None}
        if not faces or not _FACES.issuperset(faces.values()):
            raise SimError("command.sim-faces", first=repr(first), second=repr(second))
        for seat in faces:
            self._seats[player][seat] = m.Face.MOVING
        moving = self._rolls[player].faces if player in self._rolls else {}
        self._rolls[player] = _Roll(self.clock + ms, moving | faces)
        self._changed()

    def lift_dice(self, player: Player, seat: int | None = None) -> None:
        """Pick up both dice of a side, or the die of seat 0 or 1."""
        for index in (0, 1) if seat is None else (seat,):
            self._seats[player][index] = m.Face.EMPTY
            if player in self._rolls:
                self._rolls[player].faces.pop(index, None)
        if player in self._rolls and not self._rolls[player].faces:
            del self._rolls[player]
        self._changed()

    def press(self, player: Player, key: m.Key) -> None:
        """Press a key once."""
        counters = self._presses[player]
        index = list(m.Key).index(key)
        counters[index] = (counters[index] + 1) % m.KEYS_MODULUS
        self._changed()

    def show_faults(self, *faults: tuple[str, str]) -> None:
        """Report exactly these faults from now on. faults -- pairs of place and fault."""
        self._faults = faults
        self._changed()

    # The clock.

    def advance(self, ms: int) -> None:
        """Let time pass: dice come to rest, and due lines are sent."""
        end = self.clock + ms
        while True:
            due = min([self._line_at(), *(roll.at for roll in self._rolls.values())])
            if due > end:
                break
            self.clock = due
            for player in [player for player, roll in self._rolls.items() if roll.at <= due]:
                self._come_to_rest(player)
            if self._line_at() <= due:
                self._say_state()
        self.clock = end

    # The wire.

    def receive(self, data: bytes) -> None:
        """Process bytes from the host, and answer the commands in them."""
        for text in self._frames.feed(data):
            command = parse_command(text)
            if command is not None:
                refusal = self._obey(command)
                self._say(m.BoardAnswer(command.id, not refusal, refusal))
                if command.verb == "REBOOT":
                    self.reboot()

    def outgoing(self) -> list[bytes]:
        """Return and clear the lines sent since the last call, at most the latest 4096."""
        lines = list(self._out)
        self._out.clear()
        return lines

    def reboot(self) -> None:
        """Restart as after a power cut, with a new nonce and zero counters. Pieces stay."""
        self._boots += 1
        self._seq = 0
        self._interval = HEARTBEAT_MS // FASTEST
        self._throws = dict.fromkeys(Player, 0)
        self._presses = {player: [0] * len(m.Key) for player in Player}
        self._rolls: dict[Player, _Roll] = {}
        self._frames = FrameReader()
        self._changed_at = self.clock
        self._shown = False
        self._echoes: list[int] = []
        self._hello()
        self._say_state()

    def _hello(self) -> None:
        nonce = f"{self._boots:08x}"
        self._say(m.Hello(m.PROTOCOL, f"sim-{__version__}", self._board_id, nonce, len(m.ZONES)))

    def _say(self, message: m.Message) -> None:
        self._out.append(encode(body(message)))

    def _changed(self) -> None:
        self._changed_at = self.clock
        self._shown = False
        self._echoes = []
        if self._line_at() <= self.clock:
            self._say_state()

    def _line_at(self) -> int:
        """Return the time when the next state is due."""
        heartbeat = self._last_line + HEARTBEAT_MS
        if self._shown:
            return min([heartbeat, *self._echoes])
        # If states are sent rarely, the first line with a change may be due only after `ECHO_MS`.
        soon = max(self._last_line + self._interval, self._changed_at)
        return min(heartbeat, soon, self._changed_at + ECHO_MS)

    def _say_state(self) -> None:
        now = self.clock
        if not self._shown:
            self._shown = True
            # A host needs two equal states at least `QUIET_MS` apart to see that the board settled.
            again, proof = self._changed_at + ECHO_MS, now + QUIET_MS
            at_once = proof <= self._changed_at + LATEST_ECHO_MS
            self._echoes = [max(again, proof)] if at_once else [again, proof]
        self._echoes = [at for at in self._echoes if at > now]
        self._last_line = now
        self._say(self._state())
        self._seq = (self._seq + 1) % m.SEQ_MODULUS

    def _state(self) -> m.BoardState:
        v, n = (
            m.Seats("".join(faces), self._throws[player]) for player, faces in self._seats.items()
        )
        keys = tuple(self._presses[Player.V]), tuple(self._presses[Player.N])
        ms = self.clock % m.MS_MODULUS
        return m.BoardState(self._seq, ms, self.zones, v, n, keys, self._faults)

    def _come_to_rest(self, player: Player) -> None:
        for seat, face in self._rolls.pop(player).faces.items():
            self._seats[player][seat] = face
        self._throws[player] = (self._throws[player] + 1) % m.THROWS_MODULUS
        self._changed()

    # Commands. Each returns the reason why it is refused, or nothing.

    def _obey(self, command: m.Command) -> str:
        match command.verb, command.args:
            case "HELLO", _:
                self._hello()
            case "SNAP", _:
                self._say_state()
            case "RATE", (rate, *_) if rate.isdecimal() and 1 <= int(rate[:9]) <= FASTEST:
                self._interval = HEARTBEAT_MS // int(rate)
            case "SIGNAL", (pattern, *_):
                self.signals.append(pattern)
            case "ENROL", (zone, letter, *_):
                return self._enrol(zone, letter)
            case "FACE", (seat, face, *_):
                return self._learn_face(seat, face)
            case ("TEST", (_, *_)) | ("REBOOT", _):
                pass
            case (("RATE" | "SIGNAL" | "ENROL" | "FACE" | "TEST"), _):
                return "arguments"
            case _:
                return "unknown verb"
        return ""

    def _enrol(self, zone: str, letter: str) -> str:
        pile = self._piles.get(zone, {})
        if letter not in set(m.LETTERS[:4]):
            return "no such letter"
        if pile.get("?") == 1:
            self.lift(zone, "?")
            self.put(zone, letter)
            self._enrolled = (zone, letter)
            return ""
        # Repeating a command that succeeded changes nothing and is no error.
        again = self._enrolled == (zone, letter) and "?" not in pile
        return "" if again else "needs one new piece in that zone"

    def _learn_face(self, seat: str, face: str) -> str:
        if seat not in set("1234") or face not in set("123456"):
            return "no such seat or face"
        player, index = (Player.V, Player.N)[(int(seat) - 1) // 2], (int(seat) - 1) % 2
        if self._seats[player][index] == m.Face.EMPTY:
            return "seat is empty"
        self._seats[player][index] = face
        self._changed()
        return ""
