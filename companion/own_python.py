"""Builds the command and the environment for running a module of this package as a process.

The web page, and voices that may hang, run in such processes.
"""

import os
import sys
from pathlib import Path

import companion


def command(module: str, *words: str) -> list[str]:
    """Return the command that runs a module. Modules in the current folder are not used."""
    return [sys.executable, "-P", "-m", module, *words]


def environment(**more: str) -> dict[str, str]:
    """Return an environment in which this package is found even if it is not installed."""
    ours = str(Path(companion.__file__).parents[1])
    others = os.environ.get("PYTHONPATH", "")
    found = os.pathsep.join((ours, others)) if others else ours
    return {**os.environ, "PYTHONPATH": found, **more}
