"""The parts that only the first trial needs, see `trial.md`."""

from functools import partial

from hardware import circuit as wiring
from hardware.parts_line import Line

PIECES = 5
SEATS = 3
JOINTS_IN_A_PIECE = 12  # 4 at springs, 2 at each of 2 discs, 2 at the chip, 2 between wires
SPRINGS_IN_A_PIECE = 4
SPARE_DISCS = 2


def lines() -> list[Line]:
    """Return the lines. The board with radio tags needs none of them."""
    piece = partial(Line, unit="piece")
    metre = partial(Line, unit="metre")
    return [
        piece(
            part="DS2401",
            quantity=PIECES,
            used_for="the number in each piece",
            tolerance="TO-92",
            may_be_replaced_by="none: clones of the DS18B20 do not live on the data line",
            euros_each=2.0,
        ),
        piece(
            part="contact disc",
            quantity=2 * PIECES + SEATS + SPARE_DISCS,
            used_for="seats, and tops and bottoms of pieces",
            tolerance="18.0 mm, 0.8 mm thick, gilded (ENIG); files from python -m hardware.export",
            may_be_replaced_by="none: bare copper tarnishes",
            euros_each=0.35,
        ),
        metre(
            part="phosphor bronze strip 0.10 x 1.5 mm",
            quantity=1,
            used_for="spring fingers, 4 in each piece",
            tolerance="0.10 mm: force goes with the cube",
            may_be_replaced_by="beryllium copper 0.08 mm",
            euros_each=3.0,
        ),
        metre(
            part="wire-wrap wire 0.05 mm2 (AWG 30)",
            quantity=10,
            used_for="inside pieces and seats",
            tolerance="at most 0.7 mm thick with its insulation; the holes have 1.0 mm",
            may_be_replaced_by="enamelled copper wire 0.3 mm",
            euros_each=0.12,
        ),
        metre(
            part="heat-shrink tube 1.5 mm",
            quantity=1,
            used_for="over joints in pieces",
            tolerance="slips over two wires before it is heated",
            may_be_replaced_by="thin insulating tape",
            euros_each=0.5,
        ),
        piece(
            part="TMAG5273A1",
            quantity=1,
            used_for="the seat of the die",
            tolerance="address 0x35",
            may_be_replaced_by="none: an A2 has another range",
            euros_each=1.5,
        ),
        piece(
            part="adapter SOT-23-6 to 2.54 mm",
            quantity=1,
            used_for="sensor",
            tolerance="fits a pocket of 26 x 26 mm",
            may_be_replaced_by="a ready module of one inch, without a connector on the chip's side",
            euros_each=0.8,
        ),
        piece(
            part="card of 0.3 mm, A5",
            quantity=1,
            used_for="holder of the sensor",
            tolerance="a filing card",
            may_be_replaced_by="a blister pack's cardboard",
            euros_each=0.2,
        ),
        piece(
            part="resistor 1.5 kilo-ohm",
            quantity=1,
            used_for=f"pull-up of the line: {wiring.LINE_PULL_UP} ohm",
            tolerance="5 %; 1.4 to 1.8 kilo-ohm",
            may_be_replaced_by="two of 3.3 kilo-ohm side by side",
            euros_each=0.05,
        ),
        piece(
            part="resistor 100 ohm",
            quantity=1,
            used_for="series resistor of the point",
            tolerance="5 %; 47 to 120 ohm",
            may_be_replaced_by="none",
            euros_each=0.05,
        ),
    ]
