"""Stores which piece is in which zone, and encodes this for the wire."""

from names import CHANNELS, LETTERS, STRANGER, ZONES
from store import TABLE_LIMIT


class Places:
    """The zones with their known pieces. Each zone has a `name` and a list `known` of chip numbers.

    letters -- the enrolled pieces by chip number; version -- increases with every reported change
    passes -- the number of complete scans; at -- the zone of each reported piece
    """

    def __init__(self, hal, letters: dict[bytes, str], make_zone) -> None:
        self.letters = letters
        self.version = 0
        self.passes = 0
        self.hal = hal
        self.at: dict = {}
        self._grid = [(make_zone(0, channel), make_zone(1, channel)) for channel in range(CHANNELS)]
        by_name = {zone.name: zone for pair in self._grid for zone in pair}
        self._zones = [by_name[name] for name in ZONES]
        self._last: tuple[str, str, bytes] | None = None
        self._unmoved = 0  # how many zones were scanned since a piece was last found or lost

    def learned(self) -> None:
        """Report again after the table of enrolled pieces has changed."""
        self.version += 1

    def text(self) -> str:
        """Return the occupied zones in the form of the wire."""
        entries = []
        for zone in self._zones:
            if zone.known:
                here = [self.letters.get(rom, STRANGER) for rom in zone.known]
                counts = [(here.count(letter), letter) for letter in LETTERS]
                pile = "".join("%d%s" % count for count in counts if count[0])
                entries.append(zone.name + ":" + pile)
        return ";".join(entries)

    def count(self) -> int:
        """Return the number of reported pieces."""
        return len(self.at)

    def enrol(self, name: str, letter: str) -> tuple[str, bytes | None]:
        """Return ("", ROM) of the only new piece in a zone or its only piece, or (refusal, None).

        A repeated command returns the same ROM again. letter -- the kind to enrol
        """
        if name not in ZONES or letter not in LETTERS[:4] or len(letter) != 1:
            return "no such zone or letter", None
        known = self._zones[ZONES.index(name)].known
        strangers = [rom for rom in known if rom not in self.letters]
        if self._last and self._last[:2] == (name, letter) and self._last[2] in known:
            if not strangers:
                return "", self._last[2]
        choice = strangers if strangers or len(known) > 1 else list(known)
        if len(choice) != 1:
            return "needs one new piece in that zone", None
        known_as = self.letters.get(choice[0])
        if known_as is None and len(self.letters) >= TABLE_LIMIT:
            return "table full", None
        # A known piece may change its kind only if it is alone on the board, so not in a game.
        if known_as not in (None, letter) and self.count() > 1:
            return "known as " + known_as + ": take all other pieces off first", None
        self._last = (name, letter, choice[0])
        return "", choice[0]
