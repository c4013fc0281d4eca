"""Numbers the switches: on each side twelve points, bar, tray, seven keys and `dice`.

A side has three rows of the matrix with 24 numbers, of which the last two are not wired.
"""

from names import KEYS, SIDES, zone_at

PER_SIDE = 24
COUNT = PER_SIDE * len(SIDES)
ZONES_PER_SIDE = 14
DICE = ZONES_PER_SIDE + len(KEYS)
NO = KEYS.index("no")


def place_of(switch: int) -> tuple[int, int]:
    """Return the side (0: V, 1: N) of a switch, and its number on this side."""
    return switch // PER_SIDE, switch % PER_SIDE


def zone_of(switch: int) -> str:
    """Return the zone of a switch, "" for a key."""
    side, number = place_of(switch)
    return zone_at(side, number) if number < ZONES_PER_SIDE else ""


def name_of(switch: int) -> str:
    """Return the name of a switch for a fault: a zone, or a side and its key."""
    side, number = place_of(switch)
    if number < ZONES_PER_SIDE:
        return zone_of(switch)
    keys = KEYS + ("dice", "unwired", "unwired")
    return "%s.%s" % (SIDES[side], keys[number - ZONES_PER_SIDE])
