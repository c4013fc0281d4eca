"""Builds the command and environment that run a module of this package in its own process.

The web page, and voices that may hang, run in such processes.
"""

import os
import sys
from pathlib import Path

import companion


def command(module: str, *words: str) -> list[str]:
    """Return the command that runs a module of this package, never a file in the current folder."""
    return [sys.executable, "-P", "-m", module, *words]


def environment(**more: str) -> dict[str, str]:
    """Return an environment in which this package is found even if it is not installed."""
    ours = str(Path(companion.__file__).parents[1])
    others = os.environ.get("PYTHONPATH", "")
    found = os.pathsep.join((ours, others)) if others else ours
    return {**os.environ, "PYTHONPATH": found, **more}
