"""Runs a switch board: follows the pieces by presses of switches, and talks to the host."""

from commands import Commands
from contacts import Contacts
from keys import Presses
from layout import COUNT, DICE, NO, PER_SIDE, ZONES_PER_SIDE, name_of, place_of, zone_of
from names import KEYS, SIDES, ZONES
from piles import GAMES, Piles
from saved_state import SavedState
from station import Station, fitting
from tones import Tones
from typed_dice import TypedDice

LONG_MS = 700  # a press of this length chooses the other kind of piece
CHOICE_MS = 15_000
FACES = 6


class SwitchBoard(Station):
    """All parts of a switch board. Call `step` in a loop."""

    def __init__(self, hal) -> None:
        super().__init__(hal, self.state)
        self.piles = Piles()
        self.dice = [TypedDice(hal) for _ in SIDES]
        self.presses = Presses()
        self._contacts = Contacts(hal, hal.switches, COUNT)
        self._tones = Tones(hal)
        self._saved = SavedState(hal)
        self._saved.load(self.piles, self.dice)
        self._zones = self.piles.text()
        self._commands = Commands(self)
        self._held: list[int] = []  # switches whose presses have not been handled yet
        self._chosen_at: int | None = None  # when the choice of a game began
        if self._saved.is_damaged:
            self.say("L,error,the saved position is damaged: choose the game again")

    def step(self) -> None:
        """Do a small part of each task."""
        self.hal.alive()
        for switch in self._contacts.changes():
            if self._contacts.is_down(switch):
                self._pressed(switch)
            elif switch in self._held:
                self._release(switch, long=False)
        for switch in list(self._held):
            if self._contacts.held(switch) >= LONG_MS:
                self._hold(switch)
        for side in self.dice:
            if side.poll():
                self._confirm("refused")
        if self._chosen_at is not None and self.hal.since(self._chosen_at) > CHOICE_MS:
            self._end_choice("refused")
        self._tones.poll()
        self.serve(self._commands)
        self.hal.rest()

    def state(self) -> str:
        """Return zones, dice, keys and faults in the form of the wire."""
        dice = "/".join(side.faces for side in self.dice)
        throws = ".".join(str(side.throws) for side in self.dice)
        parts = (self._zones, dice + ":" + throws, self.presses.text())
        return ",".join(parts + (";".join(self.faults()),))

    def faults(self) -> list[str]:
        """Return all faults in the form of the wire."""
        stuck = ["%s:stuck" % name_of(switch) for switch in self._contacts.stuck()]
        broken = ["flash:broken"] * self._saved.is_broken
        return stuck + broken + ["flash:damaged"] * self._saved.is_damaged

    def self_test(self, what: str) -> tuple[bool, str]:
        """Test a part or all parts. Return whether the test passed, and the faults or a summary."""
        found = [
            fault
            for fault in self.faults()
            if what == "all" or (what != "dice" and fault.startswith("flash") == (what == "flash"))
        ]
        if found:
            return False, fitting(found)
        return True, "%d zones %d pieces" % (len(ZONES), self.piles.count())

    # Presses.

    def _pressed(self, switch: int) -> None:
        """Handle a switch that has just closed. Keys act at once, other switches when they open."""
        side, number = place_of(switch)
        key = number - ZONES_PER_SIDE
        for held in list(self._held):
            if not number == DICE == place_of(held)[1]:
                self._release(held, long=False)  # the previous switch is still closed
        if not 0 <= key < len(KEYS):
            self._held += [switch] if number <= DICE else []
        elif self._chosen_at is not None:
            self._choose(key)
        elif self.dice[side].is_typing():
            self._confirm(self._type(side, key))
        else:
            self.presses.add(len(KEYS) * side + key)

    def _hold(self, switch: int) -> None:
        """Handle a switch that is held for a long time. A single key `dice` acts when it opens."""
        side, number = place_of(switch)
        if number != DICE:
            self._release(switch, long=True)
            return
        other = DICE + PER_SIDE * (1 - side)
        if self._contacts.is_down(other) and self._contacts.held(other) >= LONG_MS:
            self._held = []
            self._chosen_at = self.hal.ms()
            self._confirm("choose")

    def _release(self, switch: int, long: bool) -> None:
        self._held.remove(switch)
        side, number = place_of(switch)
        if self._chosen_at is not None:
            self._confirm("refused")
        elif number == DICE:
            self._confirm(self.dice[side].press())
        else:
            self._press_zone(zone_of(switch), long)

    def _press_zone(self, zone: str, long: bool) -> None:
        """Lift a piece from a zone, or put the lifted piece on it."""
        piles = self.piles
        if piles.lifted:
            self._confirm("hand" if piles.put(zone, long) else "put")
        elif piles.lift(zone, long):
            self._confirm("hand" if piles.is_from_hand else "lifted")
        else:
            self._confirm("refused")

    # Dice.

    def _type(self, side: int, key: int) -> str:
        """Enter a face by the key with its number. The seventh key, `no`, cancels the throw."""
        return self.dice[side].cancel() if key == NO else self.dice[side].face(key + 1)

    # The choice of a game: hold both keys `dice`, then press the key with the game's number.

    def _choose(self, key: int) -> None:
        if key >= len(GAMES):
            self._end_choice("refused")
            return
        self.piles.start(GAMES[key])
        self._saved.is_damaged = False
        for side in self.dice:
            side.clear()
        self._end_choice("chosen")

    def _end_choice(self, tone: str) -> None:
        self._chosen_at = None
        self._confirm(tone)

    def _confirm(self, tone: str) -> None:
        """Save the change by a press, then play the tone for it."""
        self._saved.save(self.piles, self.dice)
        self._zones = self.piles.text()
        self._tones.play(tone)
