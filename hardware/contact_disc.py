"""Designs the contact disc's circuit board, and writes it as Gerber files.

All places use the same disc. The front has a pad in the centre (data) and a ring (ground). In the
bottom of a piece, spring fingers are soldered onto the disc: one on the land of the centre pad,
three on the ring. Each net has one hole for a wire at the back. Millimetres; the middle is the
origin.
"""

from dataclasses import dataclass
from math import cos, hypot, pi, sin
from pathlib import Path
from typing import Any

from hardware import gerber
from hardware import parameters as p
from hardware.gerber import Copper

CLEARANCE = 0.25  # distance between the two nets; all manufacturers support 0.2
HOLE_PAD = 1.7
LAND_WIDTH = 2.4
EDGE = 0.3  # copper stays this far from the outline
_RING_MIDDLE = (p.DISC_RING[0] + p.DISC_RING[1]) / 2
_RING_WIDTH = p.DISC_RING[1] - p.DISC_RING[0]


def _pad(net: str, x: float, diameter: float) -> Copper:
    return Copper(net, (x, 0.0), (x, 0.0), diameter)


_HOLE = p.DISC_HOLE_RADIUS
FRONT = (
    _pad("centre", 0.0, p.DISC_CENTRE),
    Copper("centre", (0.0, 0.0), (LAND_WIDTH / 2 - p.DISC_LAND, 0.0), LAND_WIDTH),
    Copper("ring", (_HOLE, 0.0), (_RING_MIDDLE, 0.0), HOLE_PAD - 0.3),
)  # and the ring itself
BACK = (_pad("centre", -_HOLE, HOLE_PAD), _pad("ring", _HOLE, HOLE_PAD))


def least_distance() -> float:
    """Return the distance between the two nets on the front, from samples of their edges."""
    centre = [spot for copper in FRONT if copper.net == "centre" for spot in _edge(copper)]
    bridge = [spot for copper in FRONT if copper.net == "ring" for spot in _edge(copper)]
    to_ring = min(p.DISC_RING[0] - hypot(*spot) for spot in centre)
    to_bridge = min(hypot(a - c, b - d) for a, b in centre for c, d in bridge)
    return min(to_ring, to_bridge)


def _edge(copper: Copper) -> list[tuple[float, float]]:
    """Return points on the outline of a copper line."""
    spots = []
    for step in range(41):
        x = copper.start[0] + (copper.end[0] - copper.start[0]) * step / 40
        for turn in range(72):
            angle = 2 * pi * turn / 72
            spots.append((x + copper.width / 2 * cos(angle), copper.width / 2 * sin(angle)))
    return spots


@dataclass(frozen=True)
class Finger:
    """A spring finger, seen from above: a strip that begins at the outer end of its root.

    angle -- the direction in degrees; net -- the net to which the root is soldered and which the
    tip touches
    """

    net: str
    start: tuple[float, float]
    angle: float

    def spots(self, along: float) -> list[tuple[float, float]]:
        """Return both edges and the middle of the strip at a distance from its root's outer end."""
        c, s = cos(self.angle * pi / 180), sin(self.angle * pi / 180)
        x, y = self.start
        sides = (-p.FINGER_WIDTH / 2, 0.0, p.FINGER_WIDTH / 2)
        return [(x + along * c - side * s, y + along * s + side * c) for side in sides]


def fingers() -> list[Finger]:
    """Return the fingers of a piece's bottom: one along the land, three across the ring."""
    found = [Finger("centre", (p.FINGER_EDGE - p.DISC_LAND, 0.0), 0.0)]
    half = p.FINGER_STRIP_LENGTH / 2
    for third in range(p.FINGERS - 1):
        turn = 2 * pi * third / (p.FINGERS - 1)
        x = p.FINGER_CHORD * cos(turn) + half * sin(turn)
        y = p.FINGER_CHORD * sin(turn) - half * cos(turn)
        found.append(Finger("ring", (x, y), 90.0 + turn * 180 / pi))
    return found


def net_at(x: float, y: float) -> str:
    """Return the net at a point of the front, "" if there is no copper."""
    if p.DISC_RING[0] <= hypot(x, y) <= p.DISC_RING[1]:
        return "ring"
    for copper in FRONT:
        (ax, ay), (bx, by) = copper.start, copper.end
        long = (bx - ax) ** 2 + (by - ay) ** 2
        share = 0.0 if not long else ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long
        share = min(1.0, max(0.0, share))
        near = hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay))
        if near <= copper.width / 2:
            return copper.net
    return ""


def write(folder: Path) -> list[str]:
    """Write all layers as Gerber files, and return their names. Needs the extra `hardware`."""
    made = {
        "contact_disc-F_Cu.gbr": _copper("Copper,L1,Top", FRONT, ring=True),
        "contact_disc-B_Cu.gbr": _copper("Copper,L2,Bot", BACK, ring=False),
        "contact_disc-F_Mask.gbr": _openings("Soldermask,Top"),
        "contact_disc-B_Mask.gbr": _openings("Soldermask,Bot"),
        "contact_disc-Drill.gbr": _holes(),
        "contact_disc-Edge.gbr": gerber.outline(p.DISC_DIAMETER),
    }
    for name, layer in made.items():
        with (folder / name).open("w", encoding="utf-8") as file:
            layer.dump_gerber(file)
    return list(made)


def _copper(function: str, coppers: tuple[Copper, ...], *, ring: bool) -> Any:  # noqa: ANN401
    from gerber_writer import Circle, Path  # noqa: PLC0415 -- not installed in a plain run

    layer = gerber.lines(function, coppers)
    if ring:
        circle = Path()
        circle.moveto((_RING_MIDDLE, 0.0))
        circle.arcto((_RING_MIDDLE, 0.0), (0.0, 0.0), "+")
        layer.add_traces_path(circle, _RING_WIDTH, "Conductor")
        layer.add_pad(Circle(HOLE_PAD, "ComponentPad"), (-_HOLE, 0.0))
        layer.add_pad(Circle(HOLE_PAD - 0.3, "ComponentPad"), (_HOLE, 0.0))
    return layer


def _openings(function: str) -> Any:  # noqa: ANN401 -- the library has no types
    """Return a solder mask with one opening for the whole disc: all copper is gold-plated."""
    from gerber_writer import Circle, DataLayer  # noqa: PLC0415

    layer = DataLayer(function, negative=True)
    layer.add_pad(Circle(p.DISC_DIAMETER, "Other,Opening"), (0.0, 0.0))
    return layer


def _holes() -> Any:  # noqa: ANN401
    from gerber_writer import Circle, DataLayer  # noqa: PLC0415

    layer = DataLayer("Plated,1,2,PTH,Drill")
    for x in (-_HOLE, _HOLE):
        layer.add_pad(Circle(p.DISC_DRILL, "ComponentDrill"), (x, 0.0))
    return layer
