"""Places the parts on the perforated board, which lies next to the reader in the box.

A hole is (column, row), counted on the side of the parts with the board as it lies in its box:
columns from the USB socket of the Pico, at the left, and rows from the player's edge.
"""

from hardware import circuit as wiring
from hardware import parameters as p

Hole = tuple[int, int]
Spot = dict[str, Hole]  # the hole of each pin, by number

COLUMNS = ROWS = p.CIRCUIT_HOLES
PICO_ROWS = (12, 19)  # of pins 1 to 20, and of pins 21 to 40
GROUND_ROW, THREE_VOLT_ROW, FIVE_VOLT_ROW = 1, 3, 21
LOOSE = {  # first pin; the other pins follow to the right
    "base of MOTOR_V": (2, 7),
    "pull-down of MOTOR_V": (5, 7),
    "switch of MOTOR_V": (8, 7),
    "flyback of MOTOR_V": (12, 7),
    "base of MOTOR_N": (2, 9),
    "pull-down of MOTOR_N": (5, 9),
    "switch of MOTOR_N": (8, 9),
    "flyback of MOTOR_N": (12, 9),
    # Those of the first trial.
    "pull-up of SDA_V": (2, 5),
    "pull-up of SCL_V": (5, 5),
    "pull-up of LINE_V": (14, 5),
    "series resistor": (17, 5),
}


def place(x: int, y: int) -> tuple[float, float]:
    """Return the place of a hole, in millimetres from the board's left front corner."""
    return (x - 0.5) * p.HOLE_PITCH, (y - 0.5) * p.HOLE_PITCH


def spots(board: wiring.Circuit) -> dict[str, Spot]:
    """Return the places of all parts on the perforated board, by reference."""
    found: dict[str, Spot] = {}
    for ref, part in board.parts.items():
        if part.kind is wiring.PICO:  # its socket is at the left, so pin 1 is at the left front
            near, far = PICO_ROWS
            found[ref] = {str(n): (n, near) for n in range(1, 21)}
            found[ref] |= {str(41 - n): (n, far) for n in range(1, 21)}
        elif part.use in LOOSE:
            column, row = LOOSE[part.use]
            found[ref] = {str(1 + n): (column + n, row) for n in range(len(part.kind.pins))}
    return found


def words(spot: Spot) -> str:
    """Return a place in words: every pin of a small part, or the corner pins of a larger part."""
    numbers = sorted(spot, key=int)
    half = len(numbers) // 2
    named = numbers if len(numbers) < 4 else [numbers[n] for n in (0, half - 1, half, -1)]
    return ", ".join(f"pin {n} column {spot[n][0]} row {spot[n][1]}" for n in named)
