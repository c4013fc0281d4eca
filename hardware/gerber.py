"""Writes circuit boards as Gerber files, and the places of their parts as a table.

Millimetres. A board is seen from its front. Needs the extra `hardware` to write.
"""

import csv
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

Spot = tuple[float, float]


@dataclass(frozen=True)
class Copper:
    """A line of copper with round ends. A line of length 0 is a round pad."""

    net: str
    start: Spot
    end: Spot
    width: float


@dataclass(frozen=True)
class Pad:
    """A rectangular pad of a part, "ref.pin", on the side of the parts."""

    pin: str
    net: str
    place: Spot
    size: Spot


@dataclass(frozen=True)
class Hole:
    """A plated hole with a round pad on both sides. A via has no pin."""

    net: str
    place: Spot
    drill: float
    pad: float
    pin: str = ""


@dataclass(frozen=True)
class Mounted:
    """A part on the board."""

    ref: str
    value: str
    package: str
    place: Spot
    turn: float = 0.0  # degrees


@dataclass
class Board:
    """A board with two layers: its copper, pads, holes and parts.

    outline -- corners of a rectangle (left, front, right, back), or the diameter of a disc
    parts_in_front -- whether the parts are on the front
    """

    name: str
    outline: tuple[float, float, float, float] | float
    parts_in_front: bool
    front: list[Copper] = field(default_factory=list)
    back: list[Copper] = field(default_factory=list)
    pads: list[Pad] = field(default_factory=list)
    holes: list[Hole] = field(default_factory=list)
    parts: list[Mounted] = field(default_factory=list)

    def wire(self, coppers: list[Copper], net: str, width: float, *spots: Spot) -> None:
        """Add a line of copper through these spots."""
        for start, end in pairwise(spots):
            coppers.append(Copper(net, start, end, width))


def write(board: Board, folder: Path) -> list[str]:
    """Write all layers and the table of parts, and return the names of the files."""
    front_pads = board.pads if board.parts_in_front else []
    back_pads = [] if board.parts_in_front else board.pads
    side = "F" if board.parts_in_front else "B"
    made = {
        "F_Cu": _copper("Copper,L1,Top", board.front, front_pads, board.holes),
        "B_Cu": _copper("Copper,L2,Bot", board.back, back_pads, board.holes),
        "F_Mask": _openings("Soldermask,Top", front_pads, board.holes, negative=True),
        "B_Mask": _openings("Soldermask,Bot", back_pads, board.holes, negative=True),
        f"{side}_Paste": _openings(f"Paste,{'Top' if side == 'F' else 'Bot'}", board.pads, []),
        "Edge_Cuts": outline(board.outline),
    }
    for name, layer in made.items():
        with (folder / f"{board.name}-{name}.gbr").open("w", encoding="utf-8") as file:
            layer.dump_gerber(file)
    drills, table = f"{board.name}-PTH.drl", f"{board.name}-Parts.csv"
    (folder / drills).write_text(_drills(board.holes), encoding="ascii")
    with (folder / table).open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(("part", "value", "package", "x", "y", "turn", "side"))
        for part in board.parts:
            where = "top" if board.parts_in_front else "bottom"
            x, y = part.place
            place = (f"{x:.3f}", f"{y:.3f}", f"{part.turn:g}")
            rows.writerow((part.ref, part.value, part.package, *place, where))
    return [*(f"{board.name}-{name}.gbr" for name in made), drills, table]


def _copper(function: str, coppers: list[Copper], pads: list[Pad], drilled: list[Hole]) -> Any:  # noqa: ANN401 -- no types there
    from gerber_writer import Circle, Rectangle  # noqa: PLC0415 -- not there in a plain run

    layer = lines(function, coppers)
    for pad in pads:
        layer.add_pad(Rectangle(*pad.size, "SMDPad,CuDef"), pad.place)
    for hole in drilled:
        layer.add_pad(Circle(hole.pad, "ComponentPad" if hole.pin else "ViaPad"), hole.place)
    return layer


def lines(function: str, coppers: list[Copper] | tuple[Copper, ...]) -> Any:  # noqa: ANN401
    """Return a layer with lines of copper."""
    from gerber_writer import Circle, DataLayer  # noqa: PLC0415

    layer = DataLayer(function)
    for copper in coppers:
        if copper.start == copper.end:
            layer.add_pad(Circle(copper.width, "ComponentPad"), copper.start)
        else:
            layer.add_trace_line(copper.start, copper.end, copper.width, "Conductor")
    return layer


def _openings(
    function: str, pads: list[Pad], drilled: list[Hole], *, negative: bool = False
) -> Any:  # noqa: ANN401
    from gerber_writer import Circle, DataLayer, Rectangle  # noqa: PLC0415

    layer = DataLayer(function, negative=negative)
    for pad in pads:
        layer.add_pad(Rectangle(*pad.size, "Other,Opening"), pad.place)
    for hole in drilled:
        if hole.pin:
            layer.add_pad(Circle(hole.pad, "Other,Opening"), hole.place)
    return layer


def _drills(drilled: list[Hole]) -> str:
    """Return the plated holes in the format Excellon."""
    sizes = sorted({hole.drill for hole in drilled})
    tools = [f"T{number}C{size:.3f}" for number, size in enumerate(sizes, 1)]
    hits = []
    for number, size in enumerate(sizes, 1):
        hits.append(f"T{number}")
        spots = [hole.place for hole in drilled if hole.drill == size]
        hits += [f"X{x:.3f}Y{y:.3f}" for x, y in spots]
    return "\n".join(("M48", "METRIC", "G90", *tools, "%", "G05", *hits, "M30", ""))


def outline(edge: tuple[float, float, float, float] | float) -> Any:  # noqa: ANN401
    """Return the layer of the outline: a disc of a diameter, or a rectangle."""
    from gerber_writer import DataLayer, Path  # noqa: PLC0415

    layer = DataLayer("Profile,NP")
    way = Path()
    if isinstance(edge, float):
        way.moveto((edge / 2, 0.0))
        way.arcto((edge / 2, 0.0), (0.0, 0.0), "+")
    else:
        left, front, right, back = edge
        way.moveto((left, front))
        for corner in ((right, front), (right, back), (left, back), (left, front)):
            way.lineto(corner)
    layer.add_traces_path(way, 0.1, "Profile")
    return layer
