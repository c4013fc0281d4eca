"""The names of zones, pieces and keys in the order used on the wire, and each zone's channel."""

FIRMWARE = "1.0.0"
PROTOCOL = 1
CHANNELS = 14

ZONES = tuple(
    ["V%d" % number for number in range(1, 13)]
    + ["N%d" % number for number in range(1, 13)]
    + ["VB", "NB", "VO", "NO"]
)
LETTERS = "vVnN?"
STRANGER = "?"
KEYS = ("repeat", "board", "score", "hint", "cube", "yes", "no")
SIDES = ("V", "N")


def zone_at(side: int, channel: int) -> str:
    """Return the zone at a channel (0 to 13) of a side's multiplexer (0: V, 1: N)."""
    letter = SIDES[side]
    return letter + (str(channel + 1) if channel < 12 else "BO"[channel - 12])
