"""Finds out which piece is above which antenna.

A tag needs less current in the antenna below it than in any other antenna. So a tag is above the
antenna that finds it with the lowest current. In each round every known piece is called by its
number with the antenna of its zone. A piece moved from a high pile to the next point may still
answer there, but the antenna of that point finds it with less current. A piece that does not
answer, or was lost before, is searched for with all antennas. Between two rounds one antenna, or
several while pieces are missing, asks at full current for all tags.
"""

from inventory import everybody, is_there
from names import ZONES, zone_at
from places import Places
from pn5180 import Pn5180
from radio_hal import STEPS

FULL = STEPS - 1
# The antenna of the next point needs at least 2.5 steps more: hardware/contacts.md.
MARGIN = 1  # a tag is called with this many steps more than the lowest current that found it
LESS = 1  # with this many steps less, only the antenna of another point could find the tag
MISSES = 2  # failed searches with all antennas before a piece counts as lifted
LOOKS = 4  # the number of antennas that ask for all tags in each round while pieces are missing
SEARCH_MS = 120_000  # how long a lifted piece is searched for in each round
FAILURES = 3  # successive failures of the reader before it is reported
RETRY_MS = 500
COLUMNS = ("12", "11", "10", "9", "8", "7", "B", "6", "5", "4", "3", "2", "1", "O")
REACH = 3  # columns to each side in which an antenna may hear a tag; by calculation two


class TagZone:
    """One zone. known -- the tags of the pieces reported in this zone."""

    def __init__(self, side: int, channel: int) -> None:
        self.name = zone_at(side, channel)
        self.antenna = ZONES.index(self.name)
        self.known: list[bytes] = []


class TagScanner(Places):
    """Checks the pieces one after the other. Each `step` takes about 30 ms at most."""

    def __init__(self, hal, letters: dict[bytes, str]) -> None:
        super().__init__(hal, letters, TagZone)
        self._reader = Pn5180(hal)
        self._steps: dict[bytes, int] = {}  # the current with which each tag was found
        self._misses: dict[bytes, int] = {}
        self._lost: dict[bytes, int] = {}
        self._failures = 0
        self._text = ""
        self._work = self._forever()

    def step(self) -> None:
        """Continue by about one tag."""
        next(self._work)

    def text(self) -> str:
        """Return the occupied zones for the wire, as they were when all pieces were last known.

        A round takes long, so zones that are read in the middle of a round may never have been on
        the board together.
        """
        return self._text

    def learned(self) -> None:
        """Report the kinds again after the table of enrolled pieces has changed."""
        self._text = super().text()
        super().learned()

    def faults(self) -> list[str]:
        """Return the faults in the form of the wire."""
        return ["reader:silent"] if self._failures >= FAILURES else []

    def is_sure(self) -> bool:
        """Return whether all pieces were called since a piece was last found or lost."""
        return self._unmoved > len(ZONES) and not self._misses

    def _forever(self):
        while True:
            try:
                self._reader.start()
                yield from self._rounds()
            except OSError:
                self._fail()
                began = self.hal.ms()
                while self.hal.since(began) < RETRY_MS:
                    self.hal.rest()
                    yield

    def _fail(self) -> None:
        """Count a failure of the reader, even if the reader was never found."""
        self._failures = min(self._failures + 1, FAILURES)
        self._unmoved = 0
        self.version += 1
        if self._failures == FAILURES:
            self.passes = max(self.passes, 2)

    def _rounds(self):
        """Search with every antenna, then repeat rounds for ever. This is a generator."""
        for zone in self._zones:
            yield from self._look_around(zone)
        turn = 0
        while True:
            for zone in self._zones:
                for rom in tuple(zone.known):
                    yield from self._check(zone, rom)
                self._unmoved += 1
            for rom in tuple(self._lost):
                yield from self._search(rom, self._zones)
            self._unmoved += 1
            self._finish_round()
            for _ in range(1 if len(self.at) >= len(self.letters) else LOOKS):
                yield from self._look_around(self._zones[turn])
                turn = (turn + 1) % len(self._zones)

    def _finish_round(self) -> None:
        text = super().text()
        if self.is_sure() and text != self._text:
            self._text = text
            self.version += 1
        if self.is_sure():
            self.passes += 2  # now the board is ready
        if self._failures:
            self._failures = 0
            self.version += 1

    def _check(self, zone: TagZone, rom: bytes):
        """Call a piece in its known zone. If it does not answer, search all zones for it."""
        there = self._answers(zone.antenna, min(self._steps[rom] + MARGIN, FULL), rom)
        yield
        for beside in self._near(zone, 1) if there and self._steps[rom] else ():
            if beside is not zone:
                there = there and not self._answers(beside.antenna, self._steps[rom] - LESS, rom)
                yield
        if there:
            self._misses.pop(rom, None)
            return
        if (yield from self._search(rom, self._zones)):
            return
        self._misses[rom] = self._misses.get(rom, 0) + 1
        if self._misses[rom] >= MISSES:
            self._take_away(rom)
            self._lost[rom] = self.hal.ms()

    def _look_around(self, zone: TagZone):
        """Ask for all tags above an antenna, and search for tags without a known zone."""
        found: list[bytes] = []
        self.hal.choose(zone.antenna, FULL)
        for _ in everybody(self._reader, found):
            yield
            self.hal.choose(zone.antenna, FULL)
        for rom in found:
            if rom not in self.at:
                yield from self._search(rom, self._near(zone, REACH))

    def _near(self, zone: TagZone, reach: int) -> list[TagZone]:
        """Return the zones on the same side within `reach` columns, including the zone itself."""
        column = COLUMNS.index(zone.name[1:])
        names = [zone.name[0] + one for one in COLUMNS[max(0, column - reach) : column + reach + 1]]
        return [one for one in self._zones if one.name in names]

    def _search(self, rom: bytes, zones: list[TagZone]):
        """Search for a piece in these zones, and store its zone.

        Return whether the piece was found.

        In a zone in which it was not known before, a piece must be found twice.
        """
        first = yield from self._find(rom, zones)
        if first is not None and first[0] is not self.at.get(rom):
            second = yield from self._find(rom, self._near(first[0], REACH))
            first = first if second is not None and second[0] is first[0] else None
        if first is not None:
            self._put(first[0], rom, first[1])
            return True
        if self.hal.since(self._lost.get(rom, self.hal.ms())) > SEARCH_MS:
            del self._lost[rom]
        return False

    def _find(self, rom: bytes, zones: list[TagZone]):
        """Return the zone whose antenna finds the tag with the least current, and the step.

        Return None if there is no such zone or more than one.
        """
        heard = []
        for zone in zones:
            if self._answers(zone.antenna, FULL, rom):
                heard.append(zone)
            yield
        for step in range(STEPS if heard else 0):
            nearest = []
            for zone in heard:
                if self._answers(zone.antenna, step, rom):
                    nearest.append(zone)
                yield
            if nearest:
                return (nearest[0], step) if len(nearest) == 1 else None
        return None

    def _answers(self, antenna: int, step: int, rom: bytes) -> bool:
        self.hal.choose(antenna, step)
        return is_there(self._reader, rom)

    def _put(self, zone: TagZone, rom: bytes, step: int) -> None:
        self._steps[rom] = step
        self._misses.pop(rom, None)
        self._lost.pop(rom, None)
        if self.at.get(rom) is zone:
            return
        if rom in self.at:
            self._take_away(rom)
        zone.known.append(rom)
        self.at[rom] = zone
        self._unmoved = 0
        self.version += 1

    def _take_away(self, rom: bytes) -> None:
        self.at.pop(rom).known.remove(rom)
        self._misses.pop(rom, None)
        self._unmoved = 0
        self.version += 1
