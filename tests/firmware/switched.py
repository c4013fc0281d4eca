"""Simulates hands at a switch board in real MicroPython: every act becomes presses of switches."""

from companion.link.messages import Face, Key
from companion.rules.vocabulary import Player
from tests.firmware.boards import FIRMWARE, START, pieces
from tests.firmware.micropython import FirmwareBoard, Process

SWITCHES = FIRMWARE / "switches"
SHARED = (
    "names",
    "wire",
    "contacts",
    "keys",
    "twofiles",
    "report",
    "commands",
    "station",
    "startup",
    "controller",
)
"""The modules of `firmware` that the switch board's guide copies too."""

KEYS = 14
DICE = 21
PER_SIDE = 24
SHORT_MS, LONG_MS, APART_MS = 80, 800, 60
GAMES = ("jacquet", "backgammon", "dutch", "acey-deucey", "empty")


def program() -> dict[str, bytes]:
    """Return the files of a switch board."""
    paths = [FIRMWARE / f"{name}.py" for name in SHARED] + sorted(SWITCHES.glob("*.py"))
    return {path.name: path.read_bytes() for path in paths}


def switch_of(zone: str) -> int:
    """Return the number of a zone's switch."""
    name = zone[1:]
    number = {"B": 12, "O": 13}.get(name) or int(name) - 1
    return number + PER_SIDE * (zone[0] == "N")


class SwitchedBoard(FirmwareBoard):
    """A switch board, whose pieces and dice are moved by presses.

    The physical pieces are in `piles`, by zone in the order in which they were put down.
    """

    def __init__(self, process: Process, files: dict[str, bytes] | None = None) -> None:
        there = program() | (files or {})
        process.make(folder=None, enrolled=False, files=there, switches=1, seed=1)
        super().__init__(process)
        self.piles: dict[str, list[str]] = {}
        self.in_air = ""
        self._faces = {player: str(Face.EMPTY) * 2 for player in Player}

    # The switches.

    def press_switch(self, number: int, ms: int = SHORT_MS) -> None:
        """Press and release a switch."""
        self.close_switch(number, ms)
        self.advance(ms + APART_MS)

    def close_switch(self, number: int, ms: int) -> None:
        """Begin to press a switch for this many milliseconds, without letting time pass."""
        self._process.call("switch", number, ms)

    def choose(self, game: str) -> None:
        """Choose a game: hold both keys `dice`, then press the key with its number."""
        for side in range(2):
            self.close_switch(DICE + PER_SIDE * side, LONG_MS)
        self.advance(LONG_MS + APART_MS)
        self.press_switch(KEYS + GAMES.index(game))

    def tones(self) -> list[int]:
        """Let the tones end. Return those since the last call, in hertz."""
        self.advance(300)
        found: list[int] = self._process.call("tones")
        return found

    def files(self) -> dict[str, str]:
        """Return the files in flash."""
        found: dict[str, str] = self._process.call("files")
        return found

    # What `VirtualBoard` does.

    @property
    def zones(self) -> tuple[tuple[str, tuple[tuple[str, int], ...]], ...]:
        """The pieces actually on the board."""
        return tuple(
            (zone, tuple((each, pile.count(each)) for each in "vVnN" if each in pile))
            for zone, pile in self.piles.items()
            if pile
        )

    def faces(self, player: Player) -> str:
        """Return the dice that lie on a player's side of the table."""
        return self._faces[player]

    def set_out(self, game: str) -> None:
        """Choose a game with the keys, and put the pieces of its start on the board."""
        self.choose(game)
        self.piles = {}
        for zone, letter in pieces(START.get(game, "")):
            self.piles.setdefault(zone, []).append(letter)

    def lift(self, zone: str, letter: str) -> None:
        """Take a piece, and press where it was."""
        if self.in_air:
            self._drop()
        pile = self.piles[zone]
        kinds = self._kinds(pile)
        rarer = pile[-1] if kinds[0].lower() != kinds[-1].lower() else kinds[-1]
        assert letter in (kinds[0], rarer)
        self._press_zone(zone, is_long=letter != kinds[0])
        del pile[len(pile) - 1 - pile[::-1].index(letter)]
        self.in_air = letter

    def put(self, zone: str, letter: str) -> None:
        """Put a piece, and press where it is; one that was not lifted comes from the hand."""
        if not self.in_air:
            self._press_zone(f"{letter.upper()}B", is_long=True)
        self._press_zone(zone, is_long=False)
        self.piles.setdefault(zone, []).append(letter)
        self.in_air = ""

    def throw(
        self, player: Player, first: str | None, second: str | None = None, *, ms: int = 0
    ) -> None:
        """Throw one or two dice, then enter them."""
        self.advance(ms)
        faces = [face for face in (first, second) if face is not None]
        dice = DICE + PER_SIDE * (player is Player.N)
        self.press_switch(dice)
        for face in faces:
            self.press_switch(KEYS + PER_SIDE * (player is Player.N) + int(face) - 1)
        if len(faces) == 1:
            self.press_switch(dice)
        self._faces[player] = "".join(faces).ljust(2, str(Face.EMPTY))

    def lift_dice(self, player: Player, seat: int | None = None) -> None:
        """Pick dice up, and press `dice`."""
        assert seat is None
        if self._faces[player] != str(Face.EMPTY) * 2:
            self.press_switch(DICE + PER_SIDE * (player is Player.N))
        self._faces[player] = str(Face.EMPTY) * 2

    def press(self, player: Player, key: Key) -> None:
        """Press a key."""
        self.press_switch(KEYS + PER_SIDE * (player is Player.N) + list(Key).index(key))

    def cut_power_after(self, count: int) -> None:
        """Cut the power for a moment when this many more bytes have been written to flash."""
        self._process.call("cut", count)

    def _press_zone(self, zone: str, *, is_long: bool) -> None:
        self.press_switch(switch_of(zone), LONG_MS if is_long else SHORT_MS)

    def _drop(self) -> None:
        """Put the piece in the air into the hand."""
        self._press_zone(f"{self.in_air.upper()}B", is_long=True)
        self.in_air = ""

    @staticmethod
    def _kinds(pile: list[str]) -> list[str]:
        """Return the kinds in a pile: the colour that was there first, each with its star first."""
        colours = list(dict.fromkeys(each.lower() for each in pile))
        return [kind for each in colours for kind in (each.upper(), each) if kind in pile]
