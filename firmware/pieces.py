"""Finds out which piece is in which zone.

Each pass scans all zones. An empty zone costs a reset pulse. In an occupied zone each known piece
is called with so many bits of its ROM that no other enrolled piece matches, and any other chip that
answers is read at once. A piece is reported in a zone after it was read twice there. It is removed
after it failed three checks within at least `GONE_MS`, or when it is found elsewhere.
"""

from names import CHANNELS, ZONES, zone_at
from places import Places
from romsearch import (
    ABSENT,
    BITS,
    NO_FORK,
    NOTHING_KNOWN,
    check,
    first_difference,
    follow,
    forks,
    turned,
)

STRIKES = 3
GONE_MS = 50
RECHECK_MS = 25
TRIES = 3
LEAST_BITS = 12
WHOLE_EVERY = 16
LOWS = 3  # successive scans with a low line before the zone is reported as short
UNREAD = 12  # successive scans with an unreadable answer before the zone is reported
SHAKES = 4
SHAKES_MS = 10_000
RETURN_MS = 400
FLIPS = 6
FLIPS_MS = 3000
TWICE_MS = 5000
_ALL_EXPECTED = b"\xff" * 8


class Zone:
    """One zone of the board. known -- the ROMs of the pieces reported in this zone."""

    def __init__(self, side: int, channel: int) -> None:
        self.name = zone_at(side, channel)
        self.side = side
        self.channel = channel
        self.known: list[bytes] = []
        self.masks: dict[bytes, bytes] = {}
        self.strikes: dict[bytes, list[int]] = {}  # number of failed checks, time of the first
        self.waiting: list[bytes] = []  # new pieces, held back while other pieces fail checks
        self.left: dict[bytes, int] = {}
        self.shakes: list[int] = []
        self.due: int | None = None
        self.lows = 0
        self.unread = 0

    def remask(self) -> None:
        """Compute the masks of the bits in which the known pieces differ from each other."""
        for rom in self.known:
            self.masks[rom] = forks(rom, self.known)
        for rom in tuple(self.masks):
            if rom not in self.known:
                del self.masks[rom]


class Scanner(Places):
    """Scans the zones piece by piece. Each `step` takes 20 ms of bus time at most."""

    def __init__(self, hal, letters: dict[bytes, str]) -> None:
        super().__init__(hal, letters, Zone)
        self._flips: dict[bytes, list[int]] = {}
        self._twice: dict[bytes, int] = {}
        self._checks = 0
        self._depths: dict[bytes, int] = {}
        self.learned()
        self._work = self._forever()

    def step(self) -> None:
        """Continue the scan by about one piece."""
        next(self._work)

    def learned(self) -> None:
        """Compute how many bits distinguish each enrolled piece, after the table has changed."""
        depths = dict.fromkeys(self.letters, LEAST_BITS)
        table = list(depths)
        for index, rom in enumerate(table):
            for other in table[:index]:
                needed = first_difference(rom, other) + 1
                depths[rom] = max(depths[rom], needed)
                depths[other] = max(depths[other], needed)
        self._depths = depths
        super().learned()

    def faults(self) -> list[str]:
        """Return the faults of zones in the form of the wire."""
        twice = [self.at[rom].name for rom, since in self._twice.items() if rom in self.at]
        found = []
        for zone in self._zones:
            what = ""
            if zone.lows >= LOWS:
                what = "short"
            elif zone.unread >= UNREAD:
                what = "unread"
            elif zone.name in twice:
                what = "twice"
            elif self._shaky(zone):
                what = "flicker"
            if what:
                found.append(zone.name + ":" + what)
        return found

    def is_sure(self) -> bool:
        """Return whether all reported zones are known to be correct for one moment.

        Zones are scanned one after the other. Only after each zone has been scanned again without a
        difference is it certain that all zones were as reported at the moment of the last change.
        """
        return self._unmoved >= len(ZONES) and not any(zone.strikes for zone in self._zones)

    # The scan itself, as one endless generator.

    def _forever(self):
        while True:
            for channel in range(CHANNELS):
                yield from self._hot()
                self.hal.select(channel)
                for zone in self._grid[channel]:
                    yield from self._scan(zone)
                    self._unmoved += 1
            self.passes += 1
            self._forget()

    def _hot(self):
        """Scan first the zones with undecided pieces, and one zone that has just changed."""
        changed = None
        for zone in self._zones:
            if zone.due is None or self.hal.since(zone.due) < 0:
                continue
            if zone.strikes:
                zone.due = None
                self.hal.select(zone.channel)
                yield from self._recheck(zone)
            elif changed is None or self.hal.since(changed.due) < self.hal.since(zone.due):
                changed = zone
        if changed is not None and not changed.strikes:
            changed.due = None
            self.hal.select(changed.channel)
            yield from self._scan(changed)

    def _scan(self, zone: Zone):
        line = self.hal.lines[zone.side]
        if not self._usable(zone, line):
            yield
            return
        ways: list[tuple[bytes, int]] = []
        for rom in tuple(zone.known):
            fork = check(line, rom, self._bits(rom), zone.masks[rom])
            if fork == ABSENT:
                self._strike(zone, rom)
            else:
                self._hold(zone, rom)
                if fork < NO_FORK:
                    ways.append((turned(rom, fork), fork + 1))
            yield
        if not zone.known and line.reset():
            ways.append((NOTHING_KNOWN, 0))
        if ways:
            yield from self._explore(zone, line, ways)
        else:
            self._understood(zone, True)
        self._let_in(zone)
        yield

    def _recheck(self, zone: Zone):
        line = self.hal.lines[zone.side]
        if not self._usable(zone, line):
            return
        for rom in tuple(zone.strikes):
            if check(line, rom, BITS, _ALL_EXPECTED) == ABSENT:
                self._strike(zone, rom)
            else:
                self._hold(zone, rom)
            yield
        self._let_in(zone)

    def _explore(self, zone: Zone, line, ways: list[tuple[bytes, int]]):
        """Read the chips on these search paths. Accept a chip if it answers a second time."""
        failed = 0
        while ways and failed < TRIES:
            way, bits = ways.pop()
            rom, places = follow(line, way, bits)
            yield
            if rom is not None and (rom in zone.known or rom in zone.waiting):
                continue
            if rom is None or check(line, rom, BITS, _ALL_EXPECTED) == ABSENT:
                failed += 1
                ways.append((way, bits))
                continue
            yield
            self._found(zone, rom)
            seen = forks(rom, zone.known + zone.waiting)
            for place in places:
                if not seen[place >> 3] >> (place & 7) & 1:
                    ways.append((turned(rom, place), place + 1))
        self._understood(zone, failed < TRIES)

    # The results of the scan.

    def _usable(self, zone: Zone, line) -> bool:
        """Return whether the line is high. Report the zone as short if the line stays low."""
        if line.is_high():
            if zone.lows >= LOWS:
                self.version += 1
            zone.lows = 0
            return True
        zone.lows += 1
        if zone.lows == LOWS:
            self.version += 1
        if zone.lows < LOWS:
            self._hurry(zone, RECHECK_MS)
        zone.lows = min(zone.lows, LOWS)
        return False

    def _bits(self, rom: bytes) -> int:
        """Return how many bits to check.

        These are all bits at times, and always for unknown pieces.
        """
        self._checks = (self._checks + 1) % WHOLE_EVERY
        return self._depths.get(rom, BITS) if self._checks else BITS

    def _understood(self, zone: Zone, well: bool) -> None:
        before = zone.unread
        zone.unread = 0 if well else min(zone.unread + 1, UNREAD)
        if not well and zone.unread < UNREAD:
            self._hurry(zone, RECHECK_MS)
        if (before >= UNREAD) != (zone.unread >= UNREAD):
            self.version += 1

    def _strike(self, zone: Zone, rom: bytes) -> None:
        """Record that a piece did not answer, and remove it after `STRIKES` failures."""
        entry = zone.strikes.get(rom)
        if entry is None:
            zone.strikes[rom] = [1, self.hal.ms()]
        else:
            entry[0] += 1
            if entry[0] >= STRIKES and self.hal.since(entry[1]) >= GONE_MS:
                zone.left[rom] = self.hal.ms()
                self._take_away(zone, rom)
                return
        self._hurry(zone, RECHECK_MS)

    def _hold(self, zone: Zone, rom: bytes) -> None:
        """Record that a piece answered."""
        entry = zone.strikes.pop(rom, None)
        if entry is not None and entry[0] > 1:
            self._shake(zone)

    def _found(self, zone: Zone, rom: bytes) -> None:
        zone.waiting.append(rom)
        self._let_in(zone)

    def _let_in(self, zone: Zone) -> None:
        """Report new pieces, unless it is still undecided whether other pieces have left."""
        if zone.strikes:
            return
        while zone.waiting:
            self._enter(zone, zone.waiting.pop())

    def _enter(self, zone: Zone, rom: bytes) -> None:
        old = self.at.get(rom)
        if old is zone or (old is not None and self._is_twice(rom)):
            return
        if old is not None:
            self._take_away(old, rom)
        left = zone.left.pop(rom, None)
        if left is not None and self.hal.since(left) < RETURN_MS:
            self._shake(zone)
        zone.known.append(rom)
        zone.remask()
        self.at[rom] = zone
        self._unmoved = 0
        self.version += 1
        self._hurry(zone, 0)

    def _take_away(self, zone: Zone, rom: bytes) -> None:
        zone.known.remove(rom)
        zone.strikes.pop(rom, None)
        zone.remask()
        del self.at[rom]
        self._unmoved = 0
        self.version += 1
        self._hurry(zone, 0)

    def _is_twice(self, rom: bytes) -> bool:
        """Record that a piece was found elsewhere.

        Return whether the piece seems to be in two zones.
        """
        if rom in self._twice:
            self._twice[rom] = self.hal.ms()
            return True
        flips = self._flips.setdefault(rom, [])
        flips.append(self.hal.ms())
        if len(flips) < FLIPS:
            return False
        if self.hal.since(flips.pop(0)) < FLIPS_MS:
            self._twice[rom] = self.hal.ms()
            self.version += 1
            return True
        return False

    def _hurry(self, zone: Zone, ms: int) -> None:
        zone.due = (self.hal.ms() + ms) & 0x3FFFFFFF

    def _shake(self, zone: Zone) -> None:
        zone.shakes = zone.shakes[1 - SHAKES :] + [self.hal.ms()]
        self.version += 1

    def _shaky(self, zone: Zone) -> bool:
        return len(zone.shakes) >= SHAKES and self.hal.since(zone.shakes[0]) < SHAKES_MS

    def _forget(self) -> None:
        """Delete old records before the clock wraps."""
        for rom in tuple(self._twice):
            if self.hal.since(self._twice[rom]) > TWICE_MS:
                del self._twice[rom]
                self._flips.pop(rom, None)
                self.version += 1
        for rom in tuple(self._flips):
            if self.hal.since(self._flips[rom][-1]) > FLIPS_MS and rom not in self._twice:
                del self._flips[rom]
        for zone in self._zones:
            for rom in tuple(zone.left):
                if self.hal.since(zone.left[rom]) > RETURN_MS:
                    del zone.left[rom]
            if zone.shakes and self.hal.since(zone.shakes[-1]) > SHAKES_MS:
                zone.shakes = []
                self.version += 1
