"""Reads facts that are written as Python expressions in text files."""

from dataclasses import replace
from typing import Any, Final

from companion.referee import board_facts, facts, talk_facts
from companion.rules import Code, Fault, Verdict
from tests.speech import examples

_NAMES: Final[dict[str, Any]] = {
    **vars(board_facts),
    **vars(talk_facts),
    **vars(facts),
    **vars(examples),
    "Code": Code,
    "Fault": Fault,
    "Verdict": Verdict,
    "replace": replace,
}


def read_fact(text: str) -> Any:
    """Return the fact, fault or step of a repair that an expression makes."""
    return eval(text, _NAMES)  # noqa: S307 - the project's own files
