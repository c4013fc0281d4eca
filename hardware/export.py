"""Writes everything that a builder needs into one folder: `python -m hardware.export build`.

Needs the extra `hardware`. The output is not stored in the repository.
"""

import argparse
import sys
from pathlib import Path

from hardware import (
    antenna_board,
    contact_disc,
    gerber,
    parts_radio,
    reader_board,
    sensor_board,
    tag_disc,
)

NEEDS = "This needs the extra: pip install -e '.[hardware]' in an environment of its own."


def export_models(folder: Path) -> int:
    """Write every printed part as STL and STEP. Return the number of parts."""
    from hardware.models.catalogue import BUILDERS  # noqa: PLC0415 -- slow to import
    from hardware.models.files import write  # noqa: PLC0415 -- slow to import

    for name, build in BUILDERS.items():
        facets = write(build(), folder, name)
        size = " x ".join(f"{side:.1f}" for side in facets.extents)
        print(f"{name}: {size} mm, {facets.volume / 1000:.1f} cm3")
    return len(BUILDERS)


def export_netlist(folder: Path) -> None:
    """Write the netlist. Raise RuntimeError if an electrical rule is broken."""
    from hardware import circuit, rulecheck  # noqa: PLC0415 -- slow to import

    board = circuit.circuit()
    if broken := rulecheck.broken_rules(board):
        raise RuntimeError("\n".join(broken))
    (folder / "board.net").write_text(rulecheck.netlist(board), encoding="utf-8")


def export_radio_boards(folder: Path) -> int:
    """Write the circuit boards of the board with radio tags. Return the number of files."""
    tag = tag_disc.board(parts_radio.tag_capacitor())
    boards = [*map(antenna_board.board, parts_radio.boards()), tag, reader_board.board()]
    boards += map(sensor_board.board, sensor_board.VARIANTS)
    return sum(len(gerber.write(board, folder)) for board in boards)


def export_papers(folder: Path) -> int:
    """Write labels and maps as SVG and PDF, and the guide as BRF. Return the number of files."""
    from hardware.papers import braille, drawing, sheets, words  # noqa: PLC0415

    made = sheets.sheets()
    for name, sheet in made.items():
        (folder / f"{name}.svg").write_text(drawing.svg(sheet), encoding="utf-8")
        drawing.write_pdf(sheet, folder / f"{name}.pdf")
    for language in words.LANGUAGES:
        page = braille.embosser(language)
        (folder / f"quick-guide.{language}.brf").write_text(page, encoding="ascii", newline="")
    return 2 * len(made) + len(words.LANGUAGES)


def main(arguments: list[str] | None = None) -> int:
    """Run the command. Return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m hardware.export", description=__doc__)
    parser.add_argument("folder", type=Path, help="where to write; made when it is not there")
    folder: Path = parser.parse_args(arguments).folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
        count = export_models(folder)
        export_netlist(folder)
        discs = contact_disc.write(folder)
        radio = export_radio_boards(folder)
        papers = export_papers(folder)
    except ModuleNotFoundError as error:
        print(f"{error.name} is not installed. {NEEDS}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{folder} cannot be written: {error.strerror}. Name another.", file=sys.stderr)
        return 2
    print(
        f"In {folder}: {count} printed parts (STL and STEP), the netlist, "
        f"{len(discs)} files of the contact disc, {radio} of the other circuit boards, "
        f"{papers} papers."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
