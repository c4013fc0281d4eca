"""Lists what to buy for one board: `python -m hardware.parts_list` writes `hardware/parts.csv`.

It also writes `hardware/parts.md`, the same list in words to be read aloud. Quantities are counted
from the wiring, the layout and the printed parts. Prices are in euros for single orders; each has
its source and date.
"""

import csv
import io
from collections import Counter
from dataclasses import astuple, fields
from pathlib import Path

from hardware import parts_electric, parts_mechanic
from hardware.parts_line import Line

TABLE = Path(__file__).with_name("parts.csv")
PAGE = Path(__file__).with_name("parts.md")
INTRODUCTION = """# Parts, one a line

Made by `python -m hardware.parts_list`, as is `parts.csv`, which has the same for a spreadsheet: do
not change them by hand. Each line says how many and of what, what it is for, what is asked of it,
what may be taken instead, and a rough price of all of them together.
"""


def lines() -> list[Line]:
    """Return the whole list."""
    return [*parts_electric.lines(), *parts_mechanic.lines()]


def page() -> str:
    """Return the list in words, to be read aloud."""
    said = [INTRODUCTION]
    for title, part in (("Electric", parts_electric), ("Mechanic", parts_mechanic)):
        said.append(f"## {title}\n")
        said += [f"- {_words(line)}" for line in part.lines()]
        said.append("")
    said += [f"All together: about {total():.0f} euros.", "", "## Where the prices are from\n"]
    sources = Counter((line.price_source, line.price_date) for line in lines())
    said += [f"- {count} lines: {source}, {date}." for (source, date), count in sources.items()]
    return "\n".join(said) + "\n"


def _words(line: Line) -> str:
    unit = line.unit if line.quantity == 1 else f"{line.unit}s"
    return (
        f"{line.part}: {line.quantity} {unit}. For: {line.used_for}. "
        f"Asked: {line.tolerance}. Instead: {line.may_be_replaced_by}. "
        f"{line.quantity * line.euros_each:.2f} euros."
    )


def table() -> str:
    """Return the list as CSV."""
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n")
    write.writerow(field.name for field in fields(Line))
    write.writerows(astuple(line) for line in lines())
    return out.getvalue()


def total() -> float:
    """Return the approximate total price, in euros."""
    return sum(line.quantity * line.euros_each for line in lines())


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{len(lines())} lines, about {total():.0f} euros.")
