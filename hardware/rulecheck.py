"""Checks the wiring with SKiDL, and writes a netlist for other programs.

Needs the extra `hardware`. All parts are declared in `circuit`, so no parts library is needed.
"""

import logging
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hardware import circuit as wiring

FUNCTIONS = {
    wiring.IN: "INPUT",
    wiring.OUT: "OUTPUT",
    wiring.BOTH: "BIDIR",
    wiring.PASSIVE: "PASSIVE",
    wiring.POWER_IN: "PWRIN",
    wiring.POWER_OUT: "PWROUT",
}


@contextmanager
def _elsewhere() -> Iterator[None]:
    """Change to an empty folder, because SKiDL writes logs and caches where it is started."""
    before = Path.cwd()
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


def build(board: wiring.Circuit) -> Any:  # noqa: ANN401 -- SKiDL has no types
    """Return the wiring as a circuit of SKiDL."""
    with _elsewhere():
        logging.disable(logging.WARNING)  # hides warnings about missing part libraries
        try:
            import skidl  # noqa: PLC0415 -- writes files while it is imported
        finally:
            logging.disable(logging.NOTSET)
    made = skidl.Circuit(tag="board")
    parts = {}
    for ref, part in board.parts.items():
        pins = [
            skidl.Pin(num=number, name=name, func=getattr(skidl.Pin.types, FUNCTIONS[what]))
            for number, name, what in part.kind.pins
        ]
        parts[ref] = skidl.Part(
            name=part.kind.name, tool=skidl.SKIDL, ref=ref, value=part.value, tag=ref,
            footprint=f"companion:{part.kind.name}", description=part.use, pins=pins, circuit=made,
        )  # fmt: skip
    for name, ends in board.nets.items():
        net = skidl.Net(name, circuit=made)
        for ref, pin in ends:
            net += parts[ref][board.parts[ref].kind.pin(pin)[0]]
        if name == "GND":
            net.drive = skidl.POWER  # the ground of the cable, which comes through the controller
    for ref, pin in board.unused:
        made.NC += parts[ref][board.parts[ref].kind.pin(pin)[0]]
    return made


def broken_rules(board: wiring.Circuit) -> list[str]:
    """Return the errors and warnings of SKiDL."""
    made = build(board)
    from skidl.logger import erc_logger  # noqa: PLC0415 -- after `build` has imported it

    found: list[str] = []

    class Collect(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.levelno >= logging.WARNING:
                found.append(re.sub(r" @ \[.*", "", record.getMessage(), flags=re.DOTALL))

    collect = Collect()
    with _elsewhere():
        erc_logger.addHandler(collect)
        try:
            made.ERC()
        finally:
            erc_logger.removeHandler(collect)
    return found


def netlist(board: wiring.Circuit) -> str:
    """Return the netlist in the format of KiCad. The text is reproducible."""
    made = build(board)
    with _elsewhere():
        text = str(made.generate_netlist(tool="kicad8", track_src=False))
    return re.sub(r'\((date|tool|source) "[^"]*"\)', r'(\1 "")', text)
