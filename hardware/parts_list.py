"""What to buy for one board: `python -m hardware.parts_list` writes `hardware/parts.csv`.

Quantities are counted from the wiring, the layout and the printed parts. Prices are rough ones in
euros for single orders, from memory of 2026: they were looked up nowhere.
"""

import csv
import io
from dataclasses import astuple, dataclass, fields
from pathlib import Path

from hardware import circuit as wiring
from hardware import layout
from hardware import parameters as p
from hardware.printed import printed_parts

# 32 pieces with 4 x 3 cm, 84 seats with 2 x 15 cm, 28 zones with 40 cm to the strip board.
THIN_WIRE = 45  # metres, with some to spare
TABLE = Path(__file__).with_name("parts.csv")


@dataclass(frozen=True)
class Line:
    """One line of the list: what, how many, what is asked of it, what may replace it, the price."""

    part: str
    quantity: int
    unit: str
    used_for: str
    tolerance: str
    may_be_replaced_by: str
    euros_each: float


def _pieces() -> int:
    return (
        sum(part.count for part in printed_parts(p.KEYS_FR) if part.name.startswith("piece_")) // 2
    )


def _count(name: str) -> int:
    return sum(part.count for part in printed_parts(p.KEYS_FR) if part.name == name)


def lines() -> list[Line]:
    """The whole list."""
    return [*_electric(), *_mechanic()]


def _electric() -> list[Line]:
    board = wiring.circuit()
    seats = sum(len(places) for places in layout.seats().values())
    resistor, capacitor = wiring.RESISTOR, wiring.CAPACITOR
    return [
        Line(
            "Raspberry Pi Pico",
            board.count(wiring.PICO),
            "piece",
            "controller U1",
            "RP2040, with header pins",
            "Pico H; any board with all pins of the Pico",
            4.5,
        ),
        Line(
            "CD74HCT4067",
            board.count(wiring.MUX),
            "piece",
            "multiplexers U2 and U3",
            "HCT: 3.3 V must count as high at a supply of 5 V",
            "SN74HCT4067; a breakout module with an HCT chip; not HC at 5 V",
            1.5,
        ),
        Line(
            "TMAG5273A1",
            board.count(wiring.SENSOR, "TMAG5273A1"),
            "piece",
            "first dice seats U4 and U6",
            "address 0x35",
            "none: an A2 has another range",
            1.5,
        ),
        Line(
            "TMAG5273B1",
            board.count(wiring.SENSOR, "TMAG5273B1"),
            "piece",
            "second dice seats U5 and U7",
            "address 0x22",
            "none: a B2 has another range",
            1.5,
        ),
        Line(
            "adapter SOT-23-6 to 2.54 mm",
            board.count(wiring.SENSOR),
            "piece",
            "sensors",
            "fits a pocket of 26 x 26 mm",
            "a breakout board that bears the sensor",
            0.8,
        ),
        Line(
            "resistor 1.5 kilo-ohm",
            board.count(resistor, "1.5 kilo-ohm"),
            "piece",
            "pull-ups of both lines",
            "5 %; 1.4 to 1.8 kilo-ohm",
            "two of 3.3 kilo-ohm side by side",
            0.05,
        ),
        Line(
            "resistor 4.7 kilo-ohm",
            board.count(resistor, "4.7 kilo-ohm"),
            "piece",
            "pull-ups of the sensors",
            "5 %; 2.2 to 10 kilo-ohm",
            "none needed on modules that have their own",
            0.05,
        ),
        Line(
            "resistor 47 kilo-ohm",
            board.count(resistor, "47 kilo-ohm"),
            "piece",
            "keep-alive of each zone",
            "5 %; 33 to 68 kilo-ohm",
            "resistor networks",
            0.05,
        ),
        Line(
            "resistor 100 ohm",
            board.count(resistor, "100 ohm"),
            "piece",
            "series of each zone",
            "5 %; 47 to 120 ohm: more, and low is no longer low",
            "resistor networks",
            0.05,
        ),
        Line(
            "capacitor 100 nanofarad",
            board.count(capacitor, "100 nanofarad"),
            "piece",
            "beside each chip",
            "ceramic, 16 V or more",
            "any of 47 to 220 nanofarad",
            0.05,
        ),
        Line(
            "capacitor 10 microfarad",
            board.count(capacitor, "10 microfarad"),
            "piece",
            "supply of 5 V",
            "10 V or more; not above 10: USB allows no more",
            "4.7 microfarad",
            0.2,
        ),
        Line(
            "suppressor 5 V",
            board.count(wiring.SUPPRESSOR),
            "piece",
            "each zone",
            "bidirectional, at most 15 picofarad",
            "PESD5V0 and its kin; arrays of four",
            0.2,
        ),
        Line(
            "DS2401",
            _pieces(),
            "piece",
            "the number in each piece",
            "TO-92",
            "DS18B20 with its third leg to ground; not DS2411, which needs a supply",
            2.0,
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
            "contact disc",
            seats + 2 * _pieces(),
            "piece",
            "seats, and tops and bottoms of pieces",
            "18.0 mm, 0.8 mm thick, gilded (ENIG); files from python -m hardware.export",
            "none: bare copper tarnishes",
            0.35,
        ),
        Line(
            "phosphor bronze strip 0.10 x 1.5 mm",
            2,
            "metre",
            "spring fingers, 4 in each piece",
            "0.10 mm: force goes with the cube",
            "beryllium copper 0.08 mm",
            3.0,
        ),
        Line(
            "wire-wrap wire 0.05 mm2 (AWG 30)",
            THIN_WIRE,
            "metre",
            "inside pieces, and from seats to strip board",
            "at most 0.7 mm thick with its insulation; the holes have 1.0 mm",
            "enamelled copper wire 0.3 mm",
            0.12,
        ),
        Line(
            "stranded wire 0.14 mm2",
            10,
            "metre",
            "rails, keys, between the halves",
            "insulated",
            "any thin wire",
            0.15,
        ),
        Line(
            "strip board 100 x 160 mm",
            1,
            "piece",
            "controller, multiplexers, resistors",
            "pitch 2.54 mm",
            "two smaller ones",
            3.0,
        ),
        Line(
            "cable of 4 wires, 0.5 m",
            2,
            "piece",
            "from the board to each dice unit",
            "at most 1 m: the sensors' bus runs at 400 kHz",
            "telephone cable",
            1.0,
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


def _mechanic() -> list[Line]:
    pieces = _pieces()
    seats = sum(len(places) for places in layout.seats().values())
    tiles = len(layout.placed())
    return [
        Line(
            "magnet 5 x 2 mm N35",
            2 * pieces + seats,
            "piece",
            "holds pieces on seats and piles",
            "thickness 0.05 mm; all from one order, so that they are alike",
            "none stronger: then whole piles lift",
            0.06,
        ),
        Line(
            "magnet 4 x 4 mm N42",
            _count("die_upper"),
            "piece",
            "one in each die",
            "cylinder, magnetised along its axis",
            "N45; the board learns each die",
            0.3,
        ),
        Line(
            "washer M10",
            p.WASHERS * pieces,
            "piece",
            "weight of the pieces",
            "ISO 7089: 20 x 10.5 x 2.0 mm, plain steel",
            "stainless; then pieces weigh the same",
            0.05,
        ),
        Line(
            "screw M3 x 10 countersunk",
            4 * tiles + 4 * _count("key_carrier"),
            "piece",
            "tiles and key carriers",
            "steel is allowed here",
            "self-tapping 2.9 x 9.5",
            0.05,
        ),
        Line(
            "screw M3 x 8",
            4 * _count("dice_link"),
            "piece",
            "links of the dice units",
            "pan head",
            "self-tapping 2.9 x 9.5",
            0.05,
        ),
        Line(
            "screw M3 x 12 with nut",
            _joints(),
            "piece",
            "frames to each other",
            "with two washers",
            "cable ties",
            0.1,
        ),
        Line(
            "PLA filament",
            2,
            "kilogram",
            "all printed parts",
            "1.75 mm; light, dark, green, black, blue: about 0.9 kg light",
            "PETG",
            22.0,
        ),
        Line(
            "base sheet 576 x 276 mm",
            1,
            "piece",
            "closes the board below",
            "hardboard or plywood of 3 mm, with felt",
            "cardboard",
            6.0,
        ),
        Line(
            "epoxy glue",
            1,
            "piece",
            "feet into shells, halves of dice, magnets, discs",
            "slow, gap-filling",
            "none: superglue lets magnets go after a fall",
            6.0,
        ),
    ]


def _joints() -> int:
    """Bolts between frames: two wherever two frames meet."""
    half = len(layout.HALF)
    return 2 * 2 * (half - 1) + 2 * half


def table() -> str:
    """The list as CSV."""
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n")
    write.writerow(field.name for field in fields(Line))
    write.writerows(astuple(line) for line in lines())
    return out.getvalue()


def total() -> float:
    """The rough price of everything, in euros."""
    return sum(line.quantity * line.euros_each for line in lines())


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8")
    print(f"{len(lines())} lines, about {total():.0f} euros.")
