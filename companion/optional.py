"""Libraries that need not be there, or are there and do not load.

A wheel for another processor, a library of the system that it lacks, half an installation: whatever
an import raises then becomes one sentence that says what to do.
"""

import importlib
import importlib.util
from typing import Any


class LibraryError(RuntimeError):
    """A library is not here, or does not load; as text two clear sentences in English.

    extra -- which of the package's extras brings it; why -- the first reason; missing -- it is not
    installed; how -- the command that installs it.
    """

    def __init__(self, extra: str, why: str, *, missing: bool) -> None:
        told = "is missing" if missing else "does not load"
        how = "" if missing else "--force-reinstall "
        self.extra, self.why, self.missing = extra, why, missing
        self.how = f".venv/bin/pip install {how}'.[{extra}]'"
        super().__init__(
            f"A library of the extra {extra} {told} ({why}). Install it from the folder that you "
            f"cloned: {self.how}"
        )


def is_there(name: str) -> bool:
    """Return whether a library is installed, without loading it."""
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False


def load(module: str, extra: str) -> Any:  # noqa: ANN401 - hardly one of them has types
    """Import a module: a library, or one of ours that needs some.

    extra -- which of the package's extras brings them. Raises `LibraryError`.
    """
    try:
        return importlib.import_module(module)
    except Exception as error:
        # A part that is missing of a package that is there: half an installation.
        missing = isinstance(error, ModuleNotFoundError) and "." not in str(error.name)
        raise LibraryError(extra, why(error), missing=missing) from error


def native(*names: str | None) -> Any:  # noqa: ANN401 - a library of C
    """Load the first library of the system that is there; None without one.

    names -- of files; None, where looking for one found nothing, is passed over.
    """
    import ctypes  # noqa: PLC0415 - few need it

    for name in filter(None, names):
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    return None


def why(error: BaseException) -> str:
    """The first reason behind an error, as a few words in one line."""
    while error.__cause__ is not None:
        error = error.__cause__
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return (lines[0] if lines else type(error).__name__).rstrip(".")
