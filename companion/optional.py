"""Loads optional libraries.

Any error of an import (a missing library, a wheel for another processor, an incomplete
installation) becomes one `LibraryError` that says what to install.
"""

import importlib
import importlib.util
import os
from typing import Any

from companion.message_error import MessageError


class LibraryError(MessageError, RuntimeError):
    """A library is missing or does not load. The text is two sentences in English.

    extra -- the extra of this package that installs the library
    why -- the first reason
    missing -- True if the library is not installed, False if it is damaged
    how -- the command that installs the library
    """

    def __init__(self, extra: str, why: str, *, missing: bool) -> None:
        self.extra, self.why, self.missing = extra, why, missing
        self.how = install_command(extra, again=not missing)
        state = "missing" if missing else "broken"
        super().__init__(f"error.library-{state}", extra=extra, reason=why, command=self.how)


def install_command(extra: str, *, again: bool = False) -> str:
    """Return the command that installs an extra in a clone, on this system.

    again -- the installed libraries are damaged and have to be replaced
    """
    forced = "--force-reinstall " if again else ""
    if os.name == "nt":  # cmd.exe keeps single quotes
        return f'.venv\\Scripts\\pip install {forced}".[{extra}]"'
    return f".venv/bin/pip install {forced}'.[{extra}]'"


def is_there(name: str) -> bool:
    """Return whether a library is installed, without loading it."""
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False


def load(module: str, extra: str) -> Any:  # noqa: ANN401 - most of these libraries have no types
    """Import a library, or a module of this package that needs one. Raises `LibraryError`.

    extra -- the extra of the package that installs the library
    """
    try:
        return importlib.import_module(module)
    except Exception as error:
        # A missing submodule means that the package is installed incompletely.
        missing = isinstance(error, ModuleNotFoundError) and "." not in str(error.name)
        raise LibraryError(extra, first_reason(error), missing=missing) from error


def native(*names: str | None) -> Any:  # noqa: ANN401 - a library of C
    """Load and return the first system library that exists; None if there is none.

    names -- file names; None stands for a failed search and is skipped
    """
    import ctypes  # noqa: PLC0415 - few programs need this module

    for name in filter(None, names):
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    return None


def first_reason(error: BaseException) -> str:
    """Return the first line of the original cause of an error."""
    while error.__cause__ is not None:
        error = error.__cause__
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return (lines[0] if lines else type(error).__name__).rstrip(".")
