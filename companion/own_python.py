"""Processes of this program beside the evening: its page, a voice that may hang."""

import os
import sys
from pathlib import Path

import companion


def command(module: str, *words: str) -> list[str]:
    """What runs a module of ours; a file of its name in the current folder is not it."""
    return [sys.executable, "-P", "-m", module, *words]


def environment(**more: str) -> dict[str, str]:
    """This process's environment, in which ours is found also where it is not installed."""
    ours = str(Path(companion.__file__).parents[1])
    others = os.environ.get("PYTHONPATH", "")
    found = os.pathsep.join((ours, others)) if others else ours
    return {**os.environ, "PYTHONPATH": found, **more}
