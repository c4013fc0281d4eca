"""Reads the compiled message files, without filling in values."""

from functools import cache
from gettext import GNUTranslations

from companion.speech.toml_texts import LOCALE

PRINTED = "command.", "error.", "fact.", "ruling-line."
"""The topics of messages that are printed; the few errors that are also spoken are normalised."""

FormsOf = dict[tuple[str, str], tuple[str, ...]]


@cache
def messages(lang: str) -> FormsOf:
    """Return the text, or the plural forms, of every message by id and context."""
    found: dict[tuple[str, str], dict[int, str]] = {}
    for path in sorted((LOCALE / lang).glob("*.mo")):
        with path.open("rb") as file:
            table = GNUTranslations(file)._catalog  # type: ignore[attr-defined]  # noqa: SLF001
        for key, text in table.items():
            name, form = key if isinstance(key, tuple) else (key, 0)
            if name:
                *context, name = name.split("\4")
                found.setdefault((name, "".join(context)), {})[form] = text
    return {key: tuple(forms[form] for form in sorted(forms)) for key, forms in found.items()}


def texts(lang: str) -> list[tuple[str, str]]:
    """Return every text of a language with its message id; plural forms are separate texts."""
    return [(name, text) for (name, _), forms in messages(lang).items() for text in forms]


def english(name: str) -> str:
    """Return the English text of a message, in its first variant and its singular."""
    return next(forms[0] for (each, _), forms in messages("en").items() if each == name)


def names(under: str) -> set[str]:
    """Return the parts of the ids after `under.`."""
    found = {name.removeprefix(f"{under}.") for name, _ in messages("en") if _is_in(name, under)}
    return {each for each in found if "." not in each}


def _is_in(name: str, under: str) -> bool:
    return name.startswith(f"{under}.")
