"""Lists the electric parts of the board: chips, keys and wires. See `parts_trial` for the trial."""

from hardware import circuit as wiring
from hardware import parameters as p
from hardware.parts_line import Line


def lines() -> list[Line]:
    """Return the lines of the parts list."""
    board = wiring.circuit()
    resistor, capacitor = wiring.RESISTOR, wiring.CAPACITOR
    return [
        Line(
            "Raspberry Pi Pico",
            board.count(wiring.PICO),
            "piece",
            "controller U1",
            "RP2040, with header pins, because it stands on the perforated board",
            "Pico H; other boards need another MicroPython, and none was tried",
            4.5,
        ),
        Line(
            "resistor 4.7 kilo-ohm",
            board.count(resistor, "4.7 kilo-ohm"),
            "piece",
            "pull-downs of the motors",
            "5 %; 2.2 to 10 kilo-ohm",
            "two of 10 kilo-ohm side by side",
            0.05,
        ),
        Line(
            "resistor 1 kilo-ohm",
            board.count(resistor, "1 kilo-ohm"),
            "piece",
            "bases of the motors' transistors",
            "5 %; 820 ohm to 1.2 kilo-ohm",
            "two of 470 ohm in a row",
            0.05,
            price_date="2026-11-27",
        ),
        Line(
            "transistor BC337-40",
            board.count(wiring.TRANSISTOR),
            "piece",
            "switches Q1 and Q2 of the motors",
            "NPN, TO-92, 0.8 ampere; -40 or -25",
            "any NPN for 0.5 ampere with legs in the order collector, base, emitter",
            0.15,
            price_date="2026-11-27",
        ),
        Line(
            "diode 1N4001",
            board.count(wiring.DIODE),
            "piece",
            "flyback of the motors, D1 and D2",
            "1 ampere",
            "1N4002 to 1N4007, 1N5819",
            0.1,
            price_date="2026-11-27",
        ),
        Line(
            "capacitor 100 nanofarad",
            board.count(capacitor, "100 nanofarad"),
            "piece",
            "at each motor",
            "ceramic, 16 V or more",
            "any of 47 to 220 nanofarad",
            0.05,
        ),
        Line(
            "key 12 x 12 mm",
            board.count(wiring.KEY),
            "piece",
            "keys S1 to S14",
            "7.3 mm high with a square plunger of 3.8 mm; 1.5 to 2.6 N",
            "other heights: change KEY_TOTAL_HEIGHT in parameters.py",
            0.3,
        ),
        Line(
            "stranded wire 0.14 mm2",
            16,
            "metre",
            "keys, and from the motors to each other",
            f"insulated, at most {p.CABLE_WIRE} mm thick",
            "any thin wire",
            0.15,
        ),
        Line(
            "tinned bare wire 0.5 mm",
            2,
            "metre",
            "rails on the perforated board",
            "any",
            "legs of resistors",
            0.3,
        ),
        Line(
            "perforated board 70 x 90 mm",
            1,
            "piece",
            "controller, resistors, transistors",
            f"pitch 2.54 mm, one pad at each hole; a piece of {p.CIRCUIT_HOLES} x"
            f" {p.CIRCUIT_HOLES} holes is sawn from it",
            "strip board, whose strips are cut between pins",
            1.5,
        ),
        Line(
            "solder with flux, 0.5 to 0.7 mm",
            1,
            "piece",
            "all joints",
            "100 grams, without lead",
            "with lead melts more easily: wash your hands",
            10.0,
        ),
        Line(
            "cable of 4 wires",
            3,
            "metre",
            "from the reader's box to each dice unit, and from tray to tray",
            "at most 1.3 m to the last sensor: their bus runs at 100 kHz",
            "telephone cable",
            1.0,
        ),
        Line(
            "cable of 2 wires",
            2,
            "metre",
            "from the reader's box to the motors of each dice unit",
            "0.14 mm2 or thicker",
            "bell wire",
            0.5,
            price_date="2026-11-27",
        ),
        Line(
            "USB cable with data wires",
            1,
            "piece",
            "to the computer",
            "micro-B, with ferrite, 2 m",
            "without ferrite, and a clip-on one",
            5.0,
        ),
    ]
