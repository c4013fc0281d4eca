"""Errors are told in every language: by their messages, those of libraries by `errors.toml`."""

import argparse
import ast
import inspect
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from string import Formatter

import pytest

import companion
from companion.commands.refusals import error_line
from companion.hints.advice import EngineError
from companion.link.port import open_port
from companion.message_error import MessageError
from companion.optional import LibraryError
from companion.optional import load as library
from companion.records.mat import load
from companion.records.read import files
from companion.rules import find_game
from companion.settings import LANGUAGES
from companion.speech.toml_texts import in_language

ROOT = Path(companion.__file__).parent

PARSER = re.compile(
    r"(?:expected (?:one|at)|unrecognized|ambiguous|the following|one of the|invalid choice"
    r"|not allowed with|ignored explicit|argument X:).*"
)
"""The messages of argparse that a user may see."""


def table(path: str) -> dict[str, str]:
    return tomllib.loads((ROOT / "speech" / path).read_text(encoding="utf-8"))


def sample(text: str) -> str:
    """The message with `X` for each value."""
    return re.sub(r"%\(\w+\)[rs]|%[rs]", "X", text)


def values(text: str) -> set[str]:
    return {field for _, field, *_ in Formatter().parse(text) if field}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_message_is_in_every_language_with_the_same_values(lang: str) -> None:
    originals, texts = table("library_errors.toml"), table(f"locale/{lang}/errors.toml")
    # What is missing in English is told as the library wrote it.
    assert texts.keys() <= originals.keys() if lang == "en" else texts.keys() == originals.keys()
    for name, text in texts.items():
        assert values(text) == values(originals[name]), name


def english(texts: set[str]) -> list[str]:
    """The messages that are not in the table, so that French players hear them in English."""
    return sorted(text for text in texts if in_language(text, "fr") == text)


@pytest.mark.parametrize(
    ("fail", "told"),
    [
        (lambda: find_game("jacquet").parse("V6=1v V6=1v"), "'V6=1v' : la zone V6 est nommée"),
        (lambda: find_game("jacquet", ["x"]), "Option inconnue 'x' ; le jeu jacquet connaît"),
        (lambda: open_port("socket://127.0.0.1:9"), "Rien ne répond sur socket://127.0.0.1:9"),
        (lambda: files(Path("none")), "Il n'y a pas de journal none. Indiquez le dossier"),
        (lambda: load("none.mat"), "Le match none.mat ne peut pas être lu : ce fichier ou ce"),
        (
            lambda: library("no_such", "hints"),
            "Il manque une bibliothèque de l'extra hints, il n'y a pas de module 'no_such'",
        ),
    ],
)
def test_an_error_is_translated_with_its_values(fail: Callable[[], object], told: str) -> None:
    with pytest.raises(MessageError) as error:
        fail()
    assert error_line(error.value, "fr").startswith(told)
    assert error_line(error.value, "en") == str(error.value)


def test_an_error_keeps_its_text_and_the_message_of_another_error() -> None:
    assert str(MessageError("{x is no name")) == "{x is no name"
    missing = LibraryError("hints", "{", missing=True)
    assert error_line(EngineError.like(missing), "fr") == error_line(missing, "fr")
    broken = LibraryError("hints", "a reason", missing=False)
    assert error_line(broken, "en") == str(broken)


def test_every_message_of_the_parser_is_in_the_table() -> None:
    strings = {
        sample(node.value)
        for node in ast.walk(ast.parse(inspect.getsource(argparse)))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    told = {text for text in strings if PARSER.fullmatch(text)}
    assert len(told) > 10
    assert english(told) == []


def test_a_message_within_a_message_is_translated() -> None:
    message = "argument --game: invalid choice: 'x' (choose from 'a', 'b')."
    told = in_language(message, "fr")
    assert told == "--game\u00a0: 'x' n'est pas possible. Valeurs possibles\u00a0: 'a', 'b'."
    told = in_language(message, "en")
    assert told == "--game: 'x' is not possible. Possible values: 'a', 'b'."
    assert in_language("Something else: no.", "fr") == "Something else: no."
