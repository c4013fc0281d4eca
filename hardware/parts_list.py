"""Lists what to buy for one board: `python -m hardware.parts_list` writes `hardware/parts.csv`.

The command also writes `hardware/parts.md`, the same list in words to be read aloud, with what only
the first trial needs, and both kinds of files for the circuit boards for radio tags. Quantities are
counted from the wiring, the layout and the printed parts. Prices are in euros for single orders;
each has its source and date.
"""

import csv
import io
from collections import Counter
from dataclasses import astuple, fields
from pathlib import Path

from hardware import parts_electric, parts_mechanic, parts_radio, parts_trial
from hardware.parts_line import Line

TABLE = Path(__file__).with_name("parts.csv")
PAGE = Path(__file__).with_name("parts.md")
RADIO_TABLE = Path(__file__).with_name("radio-parts.csv")
RADIO_PAGE = Path(__file__).with_name("radio-parts.md")
INTRODUCTION = """# Parts, one a line

Made by `python -m hardware.parts_list`, as is `parts.csv`, which has the same for a spreadsheet: do
not change them by hand. Each line says how many and of what, what it is for, what is asked of it,
what may be taken instead, and a rough price of all of them together. The board needs these lines
and those of `radio-parts.md`.
"""
TRIAL = """
## Only for the first trial

The sum above leaves these out. `trial.md` says what else the trial takes.

"""
RADIO_INTRODUCTION = """# Parts of the circuit boards for radio tags, one a line

Made by `python -m hardware.parts_list`, as is `radio-parts.csv`: do not change them by hand.
The board needs these lines and those of `parts.md`. `contacts.md` says what these boards are, and
what nobody has tried.
"""


def lines() -> list[Line]:
    """Return the whole list."""
    return [*parts_electric.lines(), *parts_mechanic.lines()]


def page() -> str:
    """Return the list in words, to be read aloud."""
    board = {"Electric": parts_electric.lines(), "Mechanic": parts_mechanic.lines()}
    trial = "".join(f"- {_words(line)}\n" for line in parts_trial.lines())
    return _page(INTRODUCTION, board) + TRIAL + trial


def radio_page() -> str:
    """Return the list of the circuit boards for radio tags in words."""
    return _page(RADIO_INTRODUCTION, {"Boards and their parts": parts_radio.lines()})


def _page(introduction: str, chapters: dict[str, list[Line]]) -> str:
    said = [introduction]
    every = [line for part in chapters.values() for line in part]
    for title, part in chapters.items():
        said.append(f"## {title}\n")
        said += [f"- {_words(line)}" for line in part]
        said.append("")
    said += [f"All together: about {total(every):.0f} euros.", "", "## Where the prices are from\n"]
    sources = Counter((line.price_source, line.price_date) for line in every)
    said += [f"- {count} lines: {source}, {date}." for (source, date), count in sources.items()]
    return "\n".join(said) + "\n"


def _words(line: Line) -> str:
    unit = line.unit if line.quantity == 1 else f"{line.unit}s"
    return (
        f"{line.part}: {line.quantity} {unit}. For: {line.used_for}. "
        f"Asked: {line.tolerance}. Instead: {line.may_be_replaced_by}. "
        f"{line.quantity * line.euros_each:.2f} euros."
    )


def table(part: list[Line] | None = None) -> str:
    """Return the whole list, or these lines, as CSV."""
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n")
    write.writerow(field.name for field in fields(Line))
    write.writerows(astuple(line) for line in part or lines())
    return out.getvalue()


def total(part: list[Line] | None = None) -> float:
    """Return the approximate price of the whole list, or of these lines, in euros."""
    return sum(line.quantity * line.euros_each for line in part or lines())


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")
    RADIO_TABLE.write_text(table(parts_radio.lines()), encoding="utf-8")
    RADIO_PAGE.write_text(radio_page(), encoding="utf-8")
    print(f"{len(lines())} lines, about {total():.0f} euros.")
