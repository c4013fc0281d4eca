"""Describes sheets of dots, words and lines in millimetres, and writes them as SVG or PDF."""

from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree as ET

from hardware import parameters as p
from hardware.cells import of_unicode, place

POINT = 25.4 / 72  # millimetres in a typographic point


@dataclass(frozen=True)
class Word:
    """Large print: the start of its base line, its size in points, and its text."""

    x: float
    y: float
    size: float
    text: str


@dataclass(frozen=True)
class Path2:
    """A closed or open line through points, with a width in millimetres."""

    places: tuple[tuple[float, float], ...]
    closed: bool = True
    width: float = 0.3


@dataclass
class Sheet:
    """A page, with x to the right and y downwards from its upper left corner."""

    width: float
    height: float
    dots: list[tuple[float, float]] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)
    paths: list[Path2] = field(default_factory=list)

    def braille(self, x: float, y: float, cells: str) -> float:
        """Add cells, with the upper left dot of the first cell at (x, y).

        Return the width of the cells.
        """
        for index, cell in enumerate(cells):
            middle = x + p.DOT_PITCH / 2 + index * p.CELL_PITCH
            for dot in of_unicode(cell):
                dx, dy = place(dot)
                self.dots.append((middle + dx, y + p.DOT_PITCH - dy))
        return len(cells) * p.CELL_PITCH

    def frame(self, x: float, y: float, width: float, height: float, line: float = 0.3) -> None:
        """Add a rectangle. A thin rectangle is a cutting line."""
        corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
        self.paths.append(Path2(corners, width=line))


def svg(sheet: Sheet) -> str:
    """Return the sheet as SVG, in its true size."""
    root = ET.Element(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        width=f"{sheet.width:g}mm",
        height=f"{sheet.height:g}mm",
        viewBox=f"0 0 {sheet.width:g} {sheet.height:g}",
    )
    for path in sheet.paths:
        ET.SubElement(
            root,
            "polygon" if path.closed else "polyline",
            {"points": " ".join(f"{x:.2f},{y:.2f}" for x, y in path.places)}
            | {"fill": "none", "stroke": "black"}
            | {"stroke-width": f"{path.width:g}"},
        )
    for x, y in sheet.dots:
        ET.SubElement(root, "circle", cx=f"{x:.2f}", cy=f"{y:.2f}", r=f"{p.DOT_BASE / 2:g}")
    for word in sheet.words:
        at = {"x": f"{word.x:.2f}", "y": f"{word.y:.2f}", "font-size": f"{word.size * POINT:.2f}"}
        written = ET.SubElement(root, "text", at | {"font-family": "Helvetica, Arial, sans-serif"})
        written.set("font-weight", "bold")
        written.text = word.text
    return ET.tostring(root, encoding="unicode") + "\n"


def write_pdf(sheet: Sheet, path: Path) -> None:
    """Write the sheet as PDF, in its true size. Needs the extra `hardware`."""
    from fpdf import FPDF  # noqa: PLC0415 -- not there in a plain run

    page = FPDF(unit="mm", format=(sheet.width, sheet.height))
    page.set_margin(0)
    page.set_auto_page_break(auto=False)
    page.add_page()
    for line in sheet.paths:
        page.set_line_width(line.width)
        page.polyline(list(line.places), polygon=line.closed, style="D")
    page.set_fill_color(0)
    for x, y in sheet.dots:
        page.circle(x, y, p.DOT_BASE / 2, style="F")
    for word in sheet.words:
        page.set_font("Helvetica", "B", word.size)
        page.text(word.x, word.y, word.text)
    page.output(str(path))
