"""Entry point of `companion`: signals, standard streams and exit codes.

Exit codes: 0 done, 1 the answer is "no", 2 bad input with one line on standard error, 130
interrupted by SIGINT. SIGTERM and SIGHUP close everything in order and give 0. The other modules
are slow to import, so the signal handlers of `ending` are installed first.
"""

import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from companion import ending

if TYPE_CHECKING:
    from argparse import Namespace

INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. An error is printed as one line.

    Without `argv`, use the command line, handle signals and end the process.
    """
    _make_streams_whole()
    if argv is None:
        ending.live(lambda: _run(None))
    return _run(argv)


def _run(argv: Sequence[str] | None) -> int:
    from companion.commands.printing import BAD_INPUT, DONE

    name, lang = "companion", "en"
    try:
        arguments = _read(argv)
        name, lang = f"companion {arguments.command}", arguments.message_lang
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return DONE  # the program that reads the output has closed it
    except (ValueError, OSError, RuntimeError) as error:
        from companion.commands.refusals import error_line

        with suppress(OSError):  # standard error may be closed
            print(f"{name}: {error_line(error, lang)}", file=sys.stderr, flush=True)
        return BAD_INPUT
    return code


def _read(argv: Sequence[str] | None) -> "Namespace":
    """Parse the arguments. Raises `ValueError`, and `OSError` if help cannot be written."""
    from companion.commands.arguments import read

    try:
        return read(argv)
    except SystemExit:
        sys.stdout.flush()
        raise


def _make_streams_whole() -> None:
    """Replace closed standard streams, and make every stream accept all characters.

    A stream that was closed before the start (`>&-`, or no console) is None. The next opened file,
    perhaps a journal, would get the descriptor of this stream, so the null device is opened
    instead. A character that the terminal cannot encode is printed as `?`.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nothing = open(os.devnull, mode, encoding="utf-8")  # noqa: PTH123, SIM115 - for the whole run
            setattr(sys, name, nothing)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
