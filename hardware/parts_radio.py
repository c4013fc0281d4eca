"""The parts of the circuit boards: antennas, tags in the pieces, the reader, sensors of dice."""

from collections import Counter
from functools import partial

from hardware import antenna_board, layout, reader_board, sensor_board, tag_disc
from hardware import parameters as p
from hardware.parts_line import Line, pieces, printed
from hardware.physics.tags import magnet_shift

FILES = "two layers, copper of 35 micrometres; files from python -m hardware.export"
PLACES = {3: "antennas of three points", 1: "antenna of a tray or of half the bar"}
PRICES = {3: 4.0, 1: 2.0}
# The screws of the reader's box, as in the other list: clamps, lid, and bolts to the keys' frame.
BOX_SCREWS = {"M3 x 8": 4, "M3 x 16": 4, "M3 x 10 with nut": 2}


def boards() -> dict[int, int]:
    """Return the number of antenna boards for one board, by their number of antennas."""
    return dict(Counter(len(tile.zones) for tile in layout.placed() if tile.zones))


def tag_capacitor() -> float:
    """Return the capacitor of a tag, in picofarad."""
    return tag_disc.capacitor(magnet_shift(tag_disc.mean_radius()))


def lines() -> list[Line]:
    """Return the parts list of the circuit boards, whose maker also mounts the parts."""
    line = partial(Line, price_date="2026-11-27")
    return [
        *_antennas(line),
        *_reader(line),
        *_cables(line),
        *_box(line),
        *sensors(),
        line(
            "circuit board tag_disc",
            pieces(),
            "piece",
            "tag in each piece",
            f"{p.DISC_DIAMETER} mm, 0.8 mm thick, tracks of {tag_disc.WIDTH} mm, {FILES}",
            "none: the coil is in tune with its capacitor",
            0.5,
        ),
        line(
            "ST25DV04KC-IE8C3",
            pieces(),
            "piece",
            "chip of a tag",
            f"UFDFPN8, {tag_disc.CHIP} picofarad between AC0 and AC1",
            "none with these files: another chip has other capacitance and pads",
            1.2,
        ),
        line(
            f"capacitor {tag_capacitor():g} picofarad",
            pieces(),
            "piece",
            "tunes a tag",
            "0402, C0G, 2 %",
            "1 %",
            0.02,
        ),
        line(
            "mounting of parts",
            6,
            "order",
            "one for each circuit board",
            "parts on one side",
            "by hand for antennas and reader, whose parts are large; not for tags",
            15.0,
        ),
    ]


def _antennas(line: partial[Line]) -> list[Line]:
    count = boards()
    antennas = sum(each * number for each, number in count.items())
    asked = (f"1.6 mm thick, {FILES}", "none: thinner copper has more resistance")
    plug = ("upright, for holes, pitch 2.0 mm", "any of this pitch for the same holes")
    tunes = ("tunes an antenna", "0805, C0G, 2 %, 250 V", "1 %, or a higher voltage")
    large, small = antenna_board.capacitors()
    resistor = f"resistor {antenna_board.resistor():g} ohm"
    return [
        *(
            line(f"circuit board antennas_{n}", count[n], "piece", PLACES[n], *asked, PRICES[n])
            for n in PLACES
        ),
        *(
            line(
                f"plug JST PH with {2 * n} poles",
                2 * count[n],
                "piece",
                f"antennas_{n} and reader",
                *plug,
                0.2,
            )
            for n in PLACES
        ),
        line(f"capacitor {large:g} picofarad", antennas, "piece", *tunes, 0.1),
        line(f"capacitor {small:g} picofarad", antennas, "piece", *tunes, 0.1),
        line(resistor, 2 * antennas, "piece", "damps an antenna", "1206, 1 %, 0.25 W", "5 %", 0.02),
    ]


def _reader(line: partial[Line]) -> list[Line]:
    """Return the parts of the reader's board, and the ready module on it."""
    small = ("reader", "0805, 1 %", "5 %, but not for the currents")
    values = Counter(
        part.value.split(",")[0] for part in reader_board.placed().parts if part.ref[0] == "R"
    )
    diodes = sum(part.ref[0] == "D" for part in reader_board.placed().parts)
    hold = sum(part.value == "100 nanofarad" for part in reader_board.placed().parts)
    other = "none: the firmware drives this chip"
    slow = "another PIN diode with as long a life of its charge, 1.5 microseconds"
    toroid = f"ferrite 61, 9.5 mm; {reader_board.TURNS[0]} and {reader_board.TURNS[1]} turns"
    header = ("reader and module", "pitch 2.54 mm", "wires soldered in")
    return [
        line("circuit board reader", 1, "piece", "reader", f"1.6 mm thick, {FILES}", "none", 8.0),
        line("module with PN5180", 1, "piece", "reader", "with its pins", other, 12.0),
        line("BAR64-03W", diodes, "piece", "chooses antenna and current", "SOD-323", slow, 0.25),
        line("74HCT595D", 5, "piece", "drives the diodes", "SO-16", "74AHCT595D", 0.4),
        *(
            line(f"resistor {value}", count, "piece", *small, 0.02)
            for value, count in sorted(values.items())
        ),
        line("capacitor 100 nanofarad", hold, "piece", "reader", "0805, X7R, 25 V", "50 V", 0.03),
        line("capacitor 10 microfarad", 1, "piece", "reader", "0805, X5R, 10 V", "16 V", 0.1),
        line("choke 10 microhenry", 1, "piece", "feeds the diodes", "1210", "4.7 to 22", 0.2),
        line("toroid FT37-61", 1, "piece", "transformer", toroid, "none", 1.0),
        line("pin strip with 9 pins", 2, "piece", *header, 0.3),
    ]


def sensors() -> list[Line]:
    """Return the boards below the trays, with their parts: one of each kind for each player."""
    line = partial(Line, price_date="2026-11-28")
    seats = printed("dice_tray")
    each = seats // len(sensor_board.VARIANTS)
    places = dict(zip(sensor_board.VARIANTS, ("first", "second"), strict=True))
    boards = [
        line(
            f"circuit board {sensor_board.name(variant)}",
            each,
            "piece",
            f"sensor of each player's {place} tray",
            f"{sensor_board.SIDE:.1f} mm square, 1.6 mm thick, {FILES}",
            "none: its edges hold the chip in the middle of the seat",
            1.0,
        )
        for variant, place in places.items()
    ]
    chips = [
        line(f"{variant}QDBVR", each, "piece", "sensor of dice", "SOT-23-6", "none", 1.5)
        for variant in sensor_board.VARIANTS
    ]
    pulls = f"resistor {sensor_board.PULL_UP} ohm"
    return [
        *boards,
        *chips,
        line(pulls, 2 * seats, "piece", "sensor of dice", "0603, 1 %", "3300 to 10000 ohm", 0.02),
        line("capacitor 0.1 microfarad", seats, "piece", "sensor of dice", "0603", "none", 0.02),
    ]


def _cables(line: partial[Line]) -> list[Line]:
    """Return the cables of the antennas, and what fixes antennas and transformer."""
    made = (
        f"JST PH plug at both ends, pin 1 to pin 1, {antenna_board.CABLE:.0f} mm long, each wire at"
        f" most {p.CABLE_WIRE} mm thick"
    )
    rest = "two with one plug, soldered together; all of one length and kind"
    prices = {3: 2.5, 1: 1.5}
    return [
        *(
            line(
                f"ready cable with {2 * n} poles",
                boards()[n],
                "piece",
                f"from the reader to antennas_{n}",
                made,
                rest,
                prices[n],
            )
            for n in PLACES
        ),
        line("enamelled wire 0.4 mm", 1, "metre", "transformer", "enamelled", "0.3 mm", 0.3),
        line(
            "double-sided adhesive tape",
            1,
            "roll",
            "antennas below tiles",
            "20 mm wide, at most 0.2 mm thick",
            "none thicker: tags are then too far away",
            3.0,
        ),
    ]


def _box(line: partial[Line]) -> list[Line]:
    """Return what fixes the reader in its box, and the box to the board, beyond the other list."""
    screw = ("box of the reader", "pan head, at most 6 mm across", "countersunk, without washers")
    clamps = BOX_SCREWS["M3 x 8"] + 2 * BOX_SCREWS["M3 x 10 with nut"]
    wire = ("from the reader's strips to Pico and module", "insulated", "any thin wire")
    return [
        *(line(f"screw {size}", n, "piece", *screw, 0.1) for size, n in BOX_SCREWS.items()),
        line("washer M3", clamps, "piece", screw[0], "ISO 7089: 7 mm across", "none", 0.02),
        line("stranded wire 0.14 mm2", 2, "metre", *wire, 0.15),
        line("felt pad", 4, "piece", screw[0], "as high as those below the board", "none", 0.1),
    ]
