"""Places the parts on the two perforated boards, one for each player's half of the bar.

A hole is (column, row), counted on the side of the parts with the board as it lies in play: columns
1 to 16 from the player's left, and rows 1 to 51 from the player's edge. Each zone has one row, in
the order of the multiplexer's channels.
"""

from dataclasses import dataclass

from hardware import circuit as wiring
from hardware import firmware_facts as firmware
from hardware import parameters as p

Hole = tuple[int, int]

COLUMNS, ROWS = 16, 51
FIRST_ZONE = 5  # row of point 1
GROUND_COLUMN, THREE_VOLT_COLUMN, FIVE_VOLT_ROW = 2, 15, 46
RAIL_ROWS, RAIL_COLUMNS = (4, 48), (4, 13)
LOOSE = {  # the parts of three chapters: the first pin, and the step to the second pin
    "pull-up of LINE": ((13, 20), (1, 0)),
    "pull-up of SDA": ((13, 21), (1, 0)),
    "pull-up of SCL": ((13, 22), (1, 0)),
    "base of MOTOR": ((13, 24), (1, 0)),
    "pull-down of MOTOR": ((13, 25), (1, 0)),
    "flyback of MOTOR": ((13, 26), (1, 0)),
    "supply of U2": ((13, 34), (1, 0)),
    "supply of U3": ((13, 34), (1, 0)),
    "reserve of the 5 V supply": ((4, 4), (-1, 0)),
}
ARRAYS = ((3, 38), (10, 38), (3, 43), (10, 43))  # pin 1 of a side's suppressor arrays
ARRAY_ACROSS = 3
TRANSISTOR = (13, 28)  # pin 1


@dataclass(frozen=True)
class Spot:
    """The board of a part, and the hole of each of its pins, by number."""

    side: str
    holes: dict[str, Hole]


def place(x: int, y: int) -> tuple[float, float]:
    """Return the place of a hole, in millimetres from the board's left front corner."""
    left = (p.CIRCUIT_BOARD[0] - (COLUMNS - 1) * p.HOLE_PITCH) / 2
    front = (p.CIRCUIT_BOARD[1] - (ROWS - 1) * p.HOLE_PITCH) / 2
    return left + (x - 1) * p.HOLE_PITCH, front + (y - 1) * p.HOLE_PITCH


def spots(board: wiring.Circuit) -> dict[str, Spot]:
    """Return the places of all parts on the perforated boards, by reference."""
    found: dict[str, Spot] = {}
    arrays = dict.fromkeys(firmware.SIDES, 0)
    for ref, part in board.parts.items():
        side = part.chapter.split()[-1][0] if part.chapter != "Supply" else firmware.SIDES[0]
        if part.kind is wiring.PICO:  # the socket is at the player's edge, so pin 1 is at the right
            found[ref] = Spot(side, _two_rows((12, 1), 20, across=-7, down=1))
        elif part.kind is wiring.MUX:
            found[ref] = Spot(side, _two_rows((5, 34), 12, across=6, down=-1))
        elif part.kind is wiring.SUPPRESSOR:
            first = ARRAYS[arrays[side]]
            arrays[side] += 1
            found[ref] = Spot(side, _two_rows(first, 3, across=ARRAY_ACROSS, down=-1))
        elif part.kind is wiring.TRANSISTOR:
            x, y = TRANSISTOR
            found[ref] = Spot(side, {str(1 + n): (x, y + n) for n in range(3)})
        elif part.chapter.startswith("Zone") and part.kind is wiring.RESISTOR:
            channel = int(ref.removeprefix("R")) % 100
            column = 3 if "series" in part.use else 13
            row = FIRST_ZONE + channel
            found[ref] = Spot(side, {"1": (column, row), "2": (column + 1, row)})
        else:
            for use, ((x, y), (dx, dy)) in LOOSE.items():
                if part.use.startswith(use):
                    found[ref] = Spot(side, {"1": (x, y), "2": (x + dx, y + dy)})
    return found


def _two_rows(first: Hole, count: int, across: int, down: int) -> dict[str, Hole]:
    """Return the pins of a chip or module: down one side, and up the other."""
    x, y = first
    one = {str(1 + n): (x, y + down * n) for n in range(count)}
    other = {str(2 * count - n): (x + across, y + down * n) for n in range(count)}
    return one | other


def words(spot: Spot) -> str:
    """Return a place in words: every pin of a small part, or the corner pins of a larger part."""
    numbers = sorted(spot.holes, key=int)
    half = len(numbers) // 2
    named = numbers if len(numbers) < 4 else [numbers[n] for n in (0, half - 1, half, -1)]
    holes = [f"pin {n} column {spot.holes[n][0]} row {spot.holes[n][1]}" for n in named]
    return f"{spot.side}'s board: {', '.join(holes)}"
