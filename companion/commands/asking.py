"""Questions about the rules and about plays: `legal`, `judge` and `hint`, one or a stream."""

import argparse
import os
import sys
import time
from collections.abc import Iterable, Iterator
from io import BufferedIOBase, BytesIO
from typing import Final, cast

from companion.commands.printing import DONE, NO, print_lines
from companion.rules import DEFAULT_GAME
from companion.settings import system_language

_BLOCK: Final = 1 << 16
"""Bytes of requests that are read at once, at most."""
_AT_MOST: Final = 0.1
"""Seconds after which answers go out though more requests are there."""


def run_legal(arguments: argparse.Namespace) -> int:
    """Print the ends of a turn, or answer requests line by line."""
    from companion.commands import queries

    if arguments.jsonl:
        return _answers(queries.run_jsonl(_requests(), "legal"))
    request = _request(arguments)
    if arguments.json:
        return print_lines([queries.legal_line(request)])
    return print_lines(queries.legal_request(request)["ends"])


def run_judge(arguments: argparse.Namespace) -> int:
    """Print the verdict on a board; anything but legal is a no."""
    from companion.commands import queries

    if arguments.jsonl:
        return _answers(queries.run_jsonl(_requests(), "judge"))
    request = _request(arguments) | {"end": _given(arguments, "end")}
    answer = queries.judge_request(request)
    lang = arguments.lang or system_language()
    print_lines([queries.to_line(answer)] if arguments.json else [answer[lang]])
    return DONE if answer["verdict"] == "legal" else NO


def run_hint(arguments: argparse.Namespace) -> int:
    """Print the best plays with their reasons."""
    from companion.commands import queries

    lang = arguments.lang or "en"
    if arguments.static and arguments.closer:
        raise ValueError("--closer looks at further throws and --static at none; leave one out.")
    depth = {"deep": not arguments.static, "closer": arguments.closer}
    answers = queries.HintAnswers(arguments.engine, lang, **depth)
    if arguments.jsonl:
        return _answers(queries.run_jsonl(_requests(), "hint", {"hint": answers.line}))
    answer = answers.answer(_request(arguments))
    if arguments.json:
        return print_lines([queries.to_line(answer)])
    return print_lines(
        " ".join([f"{play['equity']:+.3f}", *play["moves"], *play["reasons"]])
        for play in answer["plays"]
    )


def _request(arguments: argparse.Namespace) -> dict[str, object]:
    """A request as the JSON form has it, from the arguments of one call."""
    dice = _given(arguments, "dice").split(",")
    if not all(die.isascii() and die.isdecimal() for die in dice):
        raise ValueError(f"--dice {arguments.dice!r} is not two dice such as 6,3.")
    return {
        "game": arguments.game or DEFAULT_GAME,
        "options": arguments.option,
        "position": _given(arguments, "position"),
        "turn": _given(arguments, "turn"),
        "dice": [int(die[:3]) for die in dice],
    }


def _given(arguments: argparse.Namespace, name: str) -> str:
    value: str | None = getattr(arguments, name)
    if value is None:
        raise ValueError(f"--{name} is missing. Give it, or use --jsonl.")
    return value


def _requests() -> Iterator[bytes]:
    """The lines of standard input; before more is waited for, all answers go out."""
    stdin = cast("BufferedIOBase", sys.stdin.buffer)
    begun: list[bytes] = []
    while block := stdin.read1(_BLOCK):
        lines, newline, rest = block.rpartition(b"\n")
        if newline:
            yield from BytesIO(b"".join([*begun, lines, newline]))
            begun = []
        begun.append(rest)
        sys.stdout.flush()
    yield b"".join(begun)


def _answers(lines: Iterable[str]) -> int:
    """Print answers to `_requests`; none waits long for those that come after it."""
    if getattr(sys.stdout, "name", "") == os.devnull:  # closed before the program began
        return DONE
    gone = time.monotonic()
    for line in lines:
        sys.stdout.write(f"{line}\n")
        if time.monotonic() - gone > _AT_MOST:
            sys.stdout.flush()
            gone = time.monotonic()
    return DONE
