"""Reads the text files of a language, such as help texts and error messages of libraries.

`help.toml` holds the help texts of the command line, by the option's name. `library_errors.toml`
holds messages of argparse, the system and Python. Each language's `errors.toml` translates them.
"""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

LOCALE: Final = Path(__file__).parent / "locale"


def help_texts(lang: str) -> dict[str, str]:
    """Return the help texts in a language; missing texts are in English."""
    return _texts(lang, "help.toml")


def load_errors(lang: str) -> None:
    """Load the translations that `in_language` uses."""
    _patterns()
    _texts(lang, "errors.toml")


def in_language(message: str, lang: str) -> str:
    """Translate an English message of a library, and the messages within it.

    Messages that are not in `library_errors.toml` remain English.
    """
    text = message.rstrip(".")
    for name, pattern in _patterns().items():
        if found := pattern.fullmatch(text):
            values = {key: in_language(value, lang) for key, value in found.groupdict().items()}
            told = _texts(lang, "errors.toml").get(name, _library_errors()[name])
            return told.format(**values) + message[len(text) :]
    return message


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    """Return a pattern for each English message; it accepts any text for a value in braces."""
    return {
        name: re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+?)", re.escape(text)), re.DOTALL)
        for name, text in _library_errors().items()
    }


@cache
def _library_errors() -> dict[str, str]:
    return tomllib.loads((LOCALE.parent / "library_errors.toml").read_text(encoding="utf-8"))


@cache
def _texts(lang: str, file: str) -> dict[str, str]:
    texts: dict[str, str] = {} if lang == "en" else dict(_texts("en", file))
    return texts | tomllib.loads(locale_text(lang, file))


def locale_text(lang: str, file: str) -> str:
    """Return the text of a language's file, "" if there is none."""
    path = LOCALE / lang / file
    return path.read_text(encoding="utf-8") if path.exists() else ""
