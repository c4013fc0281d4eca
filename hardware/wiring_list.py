"""Describes the wiring in words: `python -m hardware.wiring_list` writes `hardware/wiring.md`.

Every wire is one line, to be read aloud and ticked off. A wire leads from pin to pin, or from a pin
to a rail (ground, 3.3 V, 5 V) with its name.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from hardware import firmware_facts as firmware
from hardware import placement
from hardware.circuit import UNUSED, Circuit, Component, circuit

PAGE = Path(__file__).with_name("wiring.md")
RAILS = {"GND": "ground", "3V3": "3.3 V", "5V": "5 V"}

INTRODUCTION = """# Wiring, wire by wire

Made by `python -m hardware.wiring_list` from the description that the rule check reads and from the
firmware's own pins. Do not change it by hand.

How to read it: `U2 pin 9 (I0)` is pin 9 of part U2, which the data sheet calls I0. Each line is one
wire, or one leg of a part that is soldered there. Ground, 3.3 V and 5 V are rails: bare wires that
many parts share. Ground begins at U1 pin 38, 3.3 V at U1 pin 36, 5 V at U1 pin 40. Names such as
LINE_V are those of joints between pins. In names of zones V and N are the players, numbers are
points, B is the bar, and O is the tray for pieces borne off. There is no mains voltage anywhere.

Build in the order of chapters 7 and 8 of `building.md`. After each chapter measure with everything
unplugged. Between ground and 3.3 V, and between ground and 5 V, there must be more than 100 ohm. If
there is less, the wire that you soldered last touches its neighbour. Remove the last wires one
after the other.

## Which pin is pin 1

- U1, the Pico: pin 1 is at the left of the USB socket when the socket points away from you and the
  parts are on top. Numbers go down the left side to 20 and up the right side from 21 to 40.
- U2 and U3, 24 legs: a notch or a dimple at one end can be felt with a fingernail. With that end
  away from you and the legs downwards, pin 1 is at the upper left. Numbers go down the left side to
  12 and up the right side from 13 to 24.
- Q1 and Q2, three legs: with the flat face towards you and the legs downwards, pin 1, the
  collector, is at the left, then base and emitter. (From memory.)
- D9 and D10: the ring, a thin painted band, is at the cathode, pin 1. It can hardly be felt. In its
  diode range the meter shows about 0.6 V with the black lead at the cathode.
- U4 to U7 and D1 to D8, six legs: a printed dot next to pin 1 can hardly be felt. Numbers go down
  the left side to 3 and up the right side from 4 to 6.
- An adapter has the same numbers as the chip on it. Its pin 1 has a square pad or a dot. Put a drop
  of nail polish there.
- Before a chip is wired, the meter's diode range shows whether it is turned round. With the red
  lead at ground and the black lead at the supply it shows 0.4 to 1 V. The other way round it shows
  nothing. Ground and supply are pins 12 and 24 of U2 and U3, pins 2 and 4 of U4 to U7, pins 2 and 5
  of D1 to D8. (From memory, not tried.)
- Resistors and ceramic capacitors have no direction. If C1 is an electrolytic capacitor, its longer
  leg is at 5 V. Motors may turn either way. A key's A and B are any two legs that are diagonally
  opposite.

## Other names for the same pins

- A ready module of a multiplexer: SIG or Z is COM, EN is E, C0 to C15 or Y0 to Y15 are I0 to I15.
  Use the names and not the numbers, because a module numbers its pins differently. C2 or C3 is
  already on it.
- A module with an HC chip instead of HCT: connect its VCC to the 3.3 V rail, not to 5 V. Use 47 ohm
  instead of 100 ohm for the series resistors of its zones.
- A ready module of a sensor: 3V3 or VDD is VCC. TEST is already connected to ground on it. C4 to
  C7, and usually the pull-ups R10 to R13, are on it too.
- The names printed on the Pico: 3V3(OUT) is 3V3. They are on its underside.
- Suppressor arrays: I/O 1 to I/O 4 are IO1 to IO4, VP or VREF is SUPPLY.
- Contact discs: the hole in the land is CENTRE, the other is RING.

## Where parts stand

Each half of the bar has a perforated board of 16 columns and 51 rows of holes. Columns count from
the player's left, and rows from the player's edge, seen from the side of the parts with the board
as in play. On the solder side left and right change places. A knot of thread or a drop of nail
polish at every fifth row helps to count. After each part this page says whose board it is on, V's
or N's, and gives the holes of its pins. For parts with many pins it gives those at the corners.
Parts without holes are not on these boards.

- The ground rail is a bare wire along column 2, rows 4 to 48. The 3.3 V rail is along column 15,
  rows 4 to 48. The 5 V rail is along row 46, columns 4 to 13. All three lie flat on the side of the
  parts.
- Resistors stand upright, one row for each zone: point 1 in row 5, point 12 in row 16, the bar in
  row 17, the tray in row 18. The series resistor is at the left, the keep-alive resistor at the
  right.
- The holes of U2, U3 and the suppressors are for adapters whose pins are 6 and 3 columns apart. A
  wider adapter takes more columns to the right. There is room for one.
"""


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
    lines = [INTRODUCTION, "## The controller's pins\n"]
    where = {name: number for number, name, _ in board.parts["U1"].kind.pins}
    for gpio, net in sorted(pin_table(board).items()):
        lines.append(f"- GP{gpio}, pin {where[f'GP{gpio}']}: {net}")
    lines.append(f"- GP{firmware.LAMP_PIN}: the lamp on the Pico itself; no wire.")
    lines.append("\n## Pins that stay free\n")
    lines += [f"- {_end(board, *end)}: {reason}." for end, reason in UNUSED.items()]
    chapters = list(dict.fromkeys(part.chapter for part in board.parts.values()))
    every = list(wires(board))
    spots = placement.spots(board)

    def where_is(ref: str) -> str:
        return f" {placement.words(spots[ref])}." if ref in spots else ""

    for chapter in chapters:
        lines += [f"\n## {chapter}\n", "Parts:\n"]
        mine = [part for part in board.parts.values() if part.chapter == chapter]
        lines += [f"- {part.ref}: {_sort(part)}; {part.use}.{where_is(part.ref)}" for part in mine]
        lines.append("\nWires:\n")
        own = [(start, end) for where_to, start, end in every if where_to == chapter]
        lines += [f"{number}. {start} to {end}." for number, (start, end) in enumerate(own, 1)]
    return "\n".join(lines) + "\n"


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
