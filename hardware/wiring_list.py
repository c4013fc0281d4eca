"""Describes the wiring in words: `python -m hardware.wiring_list` writes `hardware/wiring.md`.

Every wire is one line, to be read aloud and ticked off. A wire leads from pin to pin, or from a pin
to a rail (ground, 3.3 V, 5 V) with its name.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from hardware import circuit as circuits
from hardware import firmware_facts as firmware
from hardware import placement, reader_board
from hardware.circuit import UNUSED, Circuit, Component, circuit, trial

PAGE = Path(__file__).with_name("wiring.md")
TRIAL_HEADING = "## The first trial"
RAILS = dict(zip(circuits.RAILS, ("ground", "3.3 V", "5 V"), strict=True))

INTRODUCTION = """# Wiring, wire by wire

Made by `python -m hardware.wiring_list` from the description that the rule check reads and from the
firmware's own pins. Do not change it by hand.

How to read it: `U1 pin 9 (GP6)` is pin 9 of part U1, which its data sheet calls GP6. Each line is
one wire, or one leg of a part that is soldered there. Ground, 3.3 V and 5 V are rails: bare wires
that many parts share. Ground begins at U1 pin 38, 3.3 V at U1 pin 36, 5 V at U1 pin 40. Names such
as SDA_V are those of joints between pins. V and N are the players. There is no mains voltage
anywhere.

This page is for the board with radio tags, `building.md`. Its last part is for the first trial.
What the circuit boards join themselves is not here, and neither are the ready cables of the
antennas: see "The plugs of the reader".

The ground lines of a player's keys are one bare wire along their legs, and one wire from there to
the rail. The lines of C8 to C11 are their own legs, at the motors.

After each chapter measure with everything unplugged. Between ground and 3.3 V, and between ground
and 5 V, there must be more than 100 ohm. If there is less, the wire that you soldered last touches
its neighbour. Remove the last wires one after the other.

## Which pin is pin 1

- U1, the Pico: pin 1 is at the left of the USB socket when the socket points away from you and the
  parts are on top. Numbers go down the left side to 20 and up the right side from 21 to 40.
- J1 and J2, the strips of the reader: hold the board with its parts up and its strips towards you.
  J1 is the nearer strip. Pin 1 is at the left.
- U2, the module: use the names that are printed on it and not numbers. They are from memory.
- Q1 and Q2, three legs: with the flat face towards you and the legs downwards, pin 1, the
  collector, is at the left, then base and emitter. (From memory.)
- D1 and D2: the ring, a thin painted band, is at the cathode, pin 1. It can hardly be felt. In its
  diode range the meter shows about 0.6 V with the black lead at the cathode.
- U4 to U7, the sensor boards: with the chip up and a row of holes towards you, the holes of this
  row are, from the left, pins 1 to 4 or pins 5 to 8. Both rows are alike: take one for the cable
  from the box, pins 1 to 4, and the other for the cable to the next tray.
- U4 of the first trial is a chip with six legs. A printed dot next to pin 1 can hardly be felt.
  Numbers go down the left side to 3 and up the right side from 4 to 6. Its adapter has the same
  numbers, and a square pad or a dot at pin 1. Put a drop of nail polish there. Before it is wired,
  the meter's diode range shows whether it is turned round. With the red lead at ground, pin 2, and
  the black lead at the supply, pin 4, it shows 0.4 to 1 V. The other way round it shows nothing.
  (From memory, not tried.)
- Resistors and ceramic capacitors have no direction. Motors may turn either way. A key's A and B
  are any two legs that are diagonally opposite.

## Other names for the same pins

- A ready module of the trial's sensor: 3V3 or VDD is VCC. TEST is already connected to ground on
  it. C4, and usually the pull-ups R10 and R11, are on it too.
- The names printed on the Pico: 3V3(OUT) is 3V3. They are on its underside.
- Contact discs of the first trial: the hole in the land is CENTRE, the other is RING.

## Where parts stand

The perforated board in the reader's box has 21 columns and 21 rows of holes. Seen from the side of
the parts, with the board as it lies in the box, columns count from the left, where the USB socket
is, and rows from the player's edge. On the solder side left and right change places. A knot of
thread or a drop of nail polish at every fifth column helps to count. After each part this page
gives the holes of its pins. For the Pico it gives those at the corners. Parts without holes are not
on this board.

- Rails are bare wires on the side of the parts, columns 2 to 20: ground along row 1, 3.3 V along
  row 3, 5 V along row 21.
- Resistors, diodes and transistors stand upright.

## The plugs of the reader

V's six plugs are at the left edge of the reader when its strips are towards you, N's at the right
edge. From the strips on they are for these antennas:

"""
PLUG_LINE = "- Plug {number} of each player: {where}, {poles} poles."


def pin_table(board: Circuit) -> dict[int, str]:
    """Return the net of each GPIO of the controller, by number."""
    return {
        int(pin.removeprefix("GP")): net
        for net, ends in board.nets.items()
        for ref, pin in ends
        if ref == "U1" and pin.startswith("GP")
    }


def wires(board: Circuit) -> Iterator[tuple[str, str, str]]:
    """Yield the chapter, the start and the end of every wire."""
    for net, ends in board.nets.items():
        said = [_end(board, *end) for end in ends]
        chapters = [board.parts[ref].chapter for ref, _ in ends]
        if net in RAILS:
            for chapter, end in zip(chapters, said, strict=True):
                yield chapter, end, f"{RAILS[net]} rail"
        else:
            for place in range(1, len(said)):
                yield chapters[place], said[place - 1], said[place]


def _end(board: Circuit, ref: str, pin: str) -> str:
    return f"{ref} pin {board.parts[ref].kind.pin(pin)[0]} ({pin})"


def _sort(part: Component) -> str:
    """Return the kind and the value of a part, once if they are the same."""
    return ", ".join(dict.fromkeys((part.kind.name, part.value)))


def page(board: Circuit) -> str:
    """Return the whole page."""
    lines = [INTRODUCTION + "\n".join(_plugs()), "\n## The controller's pins\n"]
    where = {name: number for number, name, _ in board.parts["U1"].kind.pins}
    for gpio, net in sorted(pin_table(board).items()):
        lines.append(f"- GP{gpio}, pin {where[f'GP{gpio}']}: {net}")
    lines.append(f"- GP{firmware.LAMP_PIN}: the lamp on the Pico itself; no wire.")
    lines.append("\n## Pins that stay free\n")
    lines += [f"- {_end(board, *end)}: {UNUSED[end]}." for end in board.unused]
    lines += _chapters(board, "##")
    lines.append(f"\n{TRIAL_HEADING}\n")
    lines.append("See `trial.md`. Other chapters of this page are not needed for it.")
    lines += _chapters(trial(), "###")
    return "\n".join(lines) + "\n"


def _plugs() -> Iterator[str]:
    for number, zones in enumerate(reader_board.PLUGS, 1):
        named = {"B": "the bar", "O": "the tray"}.get(zones[0], f"points {zones[0]} to {zones[-1]}")
        yield PLUG_LINE.format(number=number, where=named, poles=2 * len(zones))


def _chapters(board: Circuit, marks: str) -> Iterator[str]:
    every = list(wires(board))
    spots = placement.spots(board)

    def where_is(ref: str) -> str:
        return f" Holes: {placement.words(spots[ref])}." if ref in spots else ""

    for chapter in dict.fromkeys(part.chapter for part in board.parts.values()):
        yield f"\n{marks} {chapter}\n\nParts:\n"
        mine = [part for part in board.parts.values() if part.chapter == chapter]
        yield from (
            f"- {part.ref}: {_sort(part)}; {part.use}.{where_is(part.ref)}" for part in mine
        )
        yield "\nWires:\n"
        own = [(start, end) for where_to, start, end in every if where_to == chapter]
        yield from (f"{number}. {start} to {end}." for number, (start, end) in enumerate(own, 1))


WIRE = re.compile(
    r"^\d+\. (\w+) pin (\w+) \([\w.]+\) to (?:(\w+) pin (\w+) \([\w.]+\)|(.+) rail)\.$"
)


def read_back(text: str) -> list[set[str]]:
    """Return the nets made by the wires of a page, as sets of `ref.pin` and names of rails."""
    nets: list[set[str]] = []
    for line in text.splitlines():
        if found := WIRE.match(line):
            start = f"{found[1]}.{found[2]}"
            end = found[5] or f"{found[3]}.{found[4]}"
            touched = [net for net in nets if start in net or end in net]
            nets = [net for net in nets if net not in touched]
            nets.append({start, end}.union(*touched))
    return nets


if __name__ == "__main__":
    PAGE.write_text(page(circuit()), encoding="utf-8")
