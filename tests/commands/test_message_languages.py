"""Errors that the program finds in English are told in every language (`errors.toml`)."""

import argparse
import ast
import inspect
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import companion
from companion.settings import LANGUAGES
from companion.speech.toml_texts import in_language

ROOT = Path(companion.__file__).parent
SOURCES = (
    *ROOT.glob("commands/*.py"),
    *(ROOT / name for name in ("settings.py", "options.py", "optional.py")),
    *(ROOT / f"rules/{name}.py" for name in ("rules", "vocabulary", "position")),
    *(ROOT / name for name in ("link/port.py", "hints/evaluator.py", "records/read.py")),
    ROOT / "exchange/files.py",
)
"""Modules that refuse what was typed."""

NOT_TYPED = re.compile(
    r"(?:The line|A request|\"(?:lang|most|options|X)\"|Unknown (?:engine|game)).*"
)
"""Messages about lines of JSON, and about names that the parser has checked."""

PARSER = re.compile(
    r"(?:expected (?:one|at)|unrecognized|ambiguous|the following|one of the|invalid choice"
    r"|not allowed with|ignored explicit|argument X:).*"
)
"""The messages of argparse that a user may see."""


def table(lang: str) -> dict[str, str]:
    path = ROOT / f"speech/locale/{lang}/errors.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def sample(text: str) -> str:
    """The message with `X` for each value."""
    return re.sub(r"%\(\w+\)[rs]|%[rs]", "X", text)


def values(text: str) -> set[str]:
    return {field for _, field, *_ in Formatter().parse(text) if field}


def literals(path: Path) -> Iterator[str]:
    """The messages of the errors that a module raises or returns, with `X` for each value."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("Error") and node.args:
            told = node.args[0]
            if isinstance(told, ast.Constant) and isinstance(told.value, str):
                yield told.value
            elif isinstance(told, ast.JoinedStr):
                yield "".join(
                    str(each.value) if isinstance(each, ast.Constant) else "X"
                    for each in told.values
                )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_message_is_in_every_language_with_the_same_values(lang: str) -> None:
    originals, texts = table("en"), table(lang)
    assert texts.keys() == originals.keys()
    for name, text in texts.items():
        assert values(text) == values(originals[name]), name


def english(texts: set[str]) -> list[str]:
    """The messages that are not in the table, so that French players hear them in English."""
    return sorted(text for text in texts if in_language(text, "fr") == text)


def test_every_refusal_of_the_command_line_is_in_the_table() -> None:
    told = {text for path in SOURCES for text in literals(path)}
    told -= {"The journal has X; companion journal list shows all."}  # the table has both values
    assert len(told) > 20
    assert english({text for text in told if not NOT_TYPED.fullmatch(text)}) == []


def test_every_message_of_the_parser_is_in_the_table() -> None:
    strings = {
        sample(node.value)
        for node in ast.walk(ast.parse(inspect.getsource(argparse)))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    told = {text for text in strings if PARSER.fullmatch(text)}
    assert len(told) > 10
    assert english(told) == []


def test_a_message_within_a_message_is_told_in_the_language_too() -> None:
    told = in_language("argument --game: invalid choice: 'x' (choose from 'a', 'b').", "fr")
    assert told == ("argument --game\u00a0: choix inconnu\u00a0: 'x' (possibles\u00a0: 'a', 'b').")
    assert in_language("Something else: no.", "fr") == "Something else: no."
