"""Returns texts as Braille cells, from a file that liblouis has written.

The export needs no liblouis, because all texts are in `cells.json`. After a change of words run
`python -m hardware.papers.braille`, which needs liblouis (Debian's package `liblouis-bin`). CI
checks the file.
"""

import json
import subprocess
from functools import cache
from pathlib import Path

from hardware.papers import words

CELLS = Path(__file__).with_name("cells.json")
# Uncontracted six-dot Braille, which all Braille readers know.
TABLES = {"fr": "fr-bfu-comp6.utb", "en": "en-ueb-g1.ctb"}
LINE = 30  # cells; a sheet of A4 holds 30 to 32
PAGE = 27  # lines
# North American Braille ASCII, which embossers read, in the order of Unicode's patterns.
ASCII = " A1B'K2L@CIF/MSP\"E3H9O6R^DJG>NTQ,*5<-U8V.%[$+X!&;:4\\0Z7(_?W]#Y)="


def ask_liblouis(text: str, language: str) -> str:
    """Return a line of text as Unicode Braille. Raise FileNotFoundError without liblouis."""
    done = subprocess.run(  # noqa: S603 -- a fixed command
        ["lou_translate", "--forward", f"unicode.dis,{TABLES[language]}"],  # noqa: S607
        input=text,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return done.stdout.strip("\n")


@cache
def known() -> dict[str, dict[str, str]]:
    """Return the cells of each text, by language."""
    cells: dict[str, dict[str, str]] = json.loads(CELLS.read_text(encoding="utf-8"))
    return cells


def cells(text: str, language: str) -> str:
    """Return the cells of a text on labels or in the guide. Raise KeyError for other texts."""
    return known()[language][text]


def lines(language: str) -> list[str]:
    """Return the quick guide as lines of at most `LINE` cells."""
    wrapped: list[str] = []
    for text in words.guide(language):
        line = ""
        for word in cells(text, language).split("\u2800"):
            longer = f"{line}\u2800{word}" if line else word
            if len(longer) > LINE:
                wrapped.append(line)
                longer = f"\u2800\u2800{word}"
            line = longer
        wrapped.append(line)
    return wrapped


def embosser(language: str) -> str:
    """Return the quick guide as the text of a BRF file: one page for an embosser."""
    return (
        "\r\n".join("".join(ASCII[ord(c) - 0x2800] for c in row) for row in lines(language)) + "\f"
    )


def write_cells() -> None:
    """Translate every text with liblouis, and write the file."""
    found = {
        language: {text: ask_liblouis(text, language) for text in words.texts(language)}
        for language in TABLES
    }
    text = json.dumps(found, ensure_ascii=False, indent=1) + "\n"
    CELLS.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_cells()
