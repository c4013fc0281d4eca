"""Designs the circuit board of a dice sensor, which lies below the floor of a dice tray.

The chip is in the middle and on the side that faces the die. Cables are soldered into two rows of
holes: one comes from the controller, the other goes to the next tray. The holes look the same when
the board is turned by half a turn. Millimetres.
"""

from hardware import parameters as p
from hardware import router
from hardware.gerber import Board, Hole, Mounted, Pad, Spot

VARIANTS = ("TMAG5273A1", "TMAG5273B1")  # for the first and the second tray of a player
SIDE = p.SENSOR_POCKET[0] - 2 * p.FIT_SLIDE
WIRES = ("GND", "3V3", "SDA", "SCL")  # in the order of their holes
ROW = SIDE / 2 - 3.0  # of a cable's holes, from the middle
PITCH = 2.54
HOLE = (1.0, 1.8)  # drill, pad
PULL_UP = 4700  # ohm; half as much for both boards of a player
RULES = router.Rules(track=0.25, clearance=0.2, via=(0.3, 0.6), edge=0.3)
# SOT-23-6: pins by net; three on each side. Pin 5 asks the controller, which nobody needs.
PINS = {1: "SCL", 2: "GND", 3: "GND", 4: "3V3", 5: "INT", 6: "SDA"}
CHIP_PITCH, CHIP_ROWS, CHIP_PAD = 0.95, 2.6, (1.1, 0.6)
SMALL_PADS, SMALL_PAD = 1.6, (0.8, 0.9)  # 0603, which is lower than the chip


def name(variant: str) -> str:
    """Return the name of the board with this chip."""
    return f"dice_sensor_{variant[-2:].lower()}"


def board(variant: str) -> Board:
    """Return the board with all tracks."""
    half = SIDE / 2
    made = Board(name(variant), (-half, -half, half, half), parts_in_front=True)
    made.parts.append(Mounted("U1", f"{variant}QDBVR", "SOT-23-6", (0.0, 0.0)))
    for pin, net in PINS.items():
        left = pin <= 3
        row = (2 - pin if left else pin - 5) * CHIP_PITCH
        spot = (-CHIP_ROWS / 2 if left else CHIP_ROWS / 2, row)
        made.pads.append(Pad(f"U1.{pin}", net, spot, CHIP_PAD))
    _small(made, "C1", "0.1 microfarad, X7R", (5.0, -0.95), ("3V3", "GND"))
    _small(made, "R1", f"{PULL_UP} ohm, 1 %", (5.0, 3.0), ("SDA", "3V3"))
    _small(made, "R2", f"{PULL_UP} ohm, 1 %", (-5.0, 3.0), ("3V3", "SCL"))
    for ref, side in (("J1", -1), ("J2", 1)):
        made.parts.append(Mounted(ref, "wires of a cable", "four holes", (0.0, side * ROW)))
        for pin, net in enumerate(WIRES, 1):
            spot = (side * (2.5 - pin) * PITCH, side * ROW)
            made.holes.append(Hole(net, spot, *HOLE, f"{ref}.{pin}"))
    router.route(made, RULES)
    return made


def _small(made: Board, ref: str, value: str, place: Spot, nets: tuple[str, str]) -> None:
    """Add a part with two pads, the first one at the left."""
    made.parts.append(Mounted(ref, value, "0603", place))
    for end, net, side in zip("AB", nets, (-1, 1), strict=True):
        spot = (place[0] + side * SMALL_PADS / 2, place[1])
        made.pads.append(Pad(f"{ref}.{end}", net, spot, SMALL_PAD))
