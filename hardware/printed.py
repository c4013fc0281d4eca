"""Lists the printed parts: name, number for a board, and greatest size.

Has only data, so that the parts list can be checked without the modelling library.
"""

from dataclasses import dataclass, replace

from hardware import parameters as p

LETTERS = tuple(sorted({*p.KEYS_FR.values(), *p.KEYS_EN.values()}))


@dataclass(frozen=True)
class Printed:
    """One printed part.

    `count` is for one board with key caps in one language. `room` is the largest size allowed along
    x, y and z in millimetres as it lies on the bed. `what` describes it in one phrase.
    """

    name: str
    count: int
    room: tuple[float, float, float]
    what: str


def _shell(shape: str, count: int) -> Printed:
    side = p.PIECE_ACROSS + 0.1
    return Printed(
        f"piece_{shape}", count, (side, side, p.PIECE_HEIGHT + 0.1), f"shell of a {shape}"
    )


def _caps(letters: dict[str, str]) -> dict[str, int]:
    return dict.fromkeys(letters.values(), 2)


def cap_name(letter: str) -> str:
    """Return the part name of the key cap with this Braille letter."""
    return f"key_cap_{letter}"


def _cap(letter: str, count: int) -> Printed:
    flange = p.KEY_FLANGE + 0.1
    return Printed(cap_name(letter), count, (flange, flange, 12), f"key cap, Braille {letter}")


_DIE = p.DIE + 0.1
_FRAME_HEIGHT = p.FRAME_HEIGHT + 0.1
_TILE = (
    p.POINTS_PER_TILE * p.POINT_WIDTH + 0.1,
    p.TILE_DEPTH + 0.1,
    p.PLATE + p.RIDGE_HEIGHT + 0.1,
)
_COLUMN = (p.COLUMN_WIDTH + 0.1, p.TILE_DEPTH + 0.1, p.PLATE + p.RAIL_HEIGHT + 0.1)


def printed_parts(caps: dict[str, str]) -> tuple[Printed, ...]:
    """Return all parts to print for one board. caps -- the letter of each key's cap."""
    counts = _caps(caps)
    return (
        _shell("clover", 15),
        _shell("square", 15),
        _shell("star", 2),
        Printed("piece_foot", 32, (20.6, 20.6, 9.1), "foot of a piece, with magnet and tag"),
        Printed("die_upper", 4, (_DIE, _DIE, 15), "upper half of a die: faces 1 to 5"),
        Printed("die_lower", 4, (_DIE, _DIE, 18), "lower half of a die: faces 2 to 6"),
        Printed("dice_tray", 4, (82, 82, 98), "tray that a die slides into a corner of"),
        Printed("dice_link", 4, (34.1, 44.1, 3.1), "link between board and dice tray"),
        Printed("tile_odd", 4, _TILE, "points odd, even, odd"),
        Printed("tile_even", 4, _TILE, "points even, odd, even"),
        Printed("tile_bar", 2, _COLUMN, "half of the bar"),
        Printed("tile_tray", 2, _COLUMN, "tray for borne-off pieces"),
        Printed("tile_keys", 2, _COLUMN, "plate of a player's seven keys"),
        Printed("frame_points", 8, (108.1, 138.1, _FRAME_HEIGHT), "frame under three points"),
        Printed("frame_column", 4, (48.1, 138.1, _FRAME_HEIGHT), "frame under bar or keys"),
        Printed("frame_tray", 2, (48.1, 138.1, _FRAME_HEIGHT), "frame under a tray, for the links"),
        Printed("key_carrier", 2, (30.1, 138, 12), "carrier of seven switches"),
        *(_cap(letter, counts.get(letter, 0)) for letter in LETTERS),
    )


def reader_parts() -> tuple[Printed, ...]:
    """Return the parts of the reader's box."""
    wide, deep = p.BOX
    high = p.BASE_THICKNESS + p.FRAME_HEIGHT + p.PLATE - p.BOX_LID
    size = (wide + 0.1, deep + 0.1)
    return (
        Printed("reader_box", 1, (*size, high + 0.1), "box for reader, module and Pico"),
        Printed("reader_lid", 1, (*size, p.BOX_LID + 0.1), "lid of this box"),
    )


def trial_parts() -> tuple[Printed, ...]:
    """Return the parts that only the first trial needs: five pieces with contacts and a tile."""
    shells = (_shell("clover", 3), _shell("square", 2))
    return (
        *(replace(part, name=f"trial_{part.name}") for part in shells),
        Printed("trial_piece_foot", 5, (20.6, 20.6, 9.1), "foot of a piece with a chip"),
        Printed("trial_tile", 1, _TILE, "points odd, even, odd, for contacts"),
    )
