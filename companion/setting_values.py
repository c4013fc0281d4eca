"""Reads the values of settings from text. Each function raises `SettingsError`.

argparse prints these errors, because they are `ArgumentTypeError`s.
"""

import locale
import os
import re
from argparse import ArgumentTypeError
from typing import Final

from companion.speech.catalogue import NAMES, OWN, ExplainedError, filled, language, languages
from companion.speech.speech_context import Verbosity

LONGEST_CLOCK: Final = 600
"""The most minutes that each player can have for a game."""
VERBOSITIES: Final = tuple(map(str, Verbosity))
NOTATIONS: Final = (OWN, NAMES)
PERSONAL: Final = {"lang": languages(), "verbosity": VERBOSITIES, "notation": NOTATIONS}
"""The settings that may differ between the players, with their values."""


class SettingsError(ExplainedError, ArgumentTypeError, ValueError):
    """A setting that cannot be used; the message says what, where and what to do."""


def minutes(text: str) -> int:
    """Parse the minutes of the clock. Raises `SettingsError`."""
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:9]) <= LONGEST_CLOCK):
        raise SettingsError(f"{text[:20]!r} is no number of minutes from 1 to {LONGEST_CLOCK}.")
    return int(text)


def host_name(text: str) -> str:
    """Parse the name of a computer in a network. Raises `SettingsError`."""
    if not _HOST.fullmatch(text):
        raise SettingsError(
            f"{text[:40]!r} is no name of a computer, such as table1.club.example, without http://"
            " and port."
        )
    return text.lower()


_HOST: Final = re.compile(r"[\w-]{1,63}(\.[\w-]{1,63})*", re.ASCII)


def own_settings(text: str) -> tuple[tuple[str, str], ...]:
    """Parse one player's own settings, such as `lang=fr,verbosity=brief,notation=names`.

    Raises `SettingsError`.
    """
    own: list[tuple[str, str]] = []
    for each in text.split(","):
        name, _, value = each.strip().partition("=")
        if value not in PERSONAL.get(name, ()):
            known = ", ".join(f"{n}={'|'.join(v)}" for n, v in PERSONAL.items())
            raise SettingsError(
                f"{each.strip()[:40]!r} is no setting of a player. There are: {known}."
            )
        if any(name == other for other, _ in own):
            raise SettingsError(f"{name} is given twice for one player. Give it once.")
        own.append((name, value))
    return tuple(own)


def system_language() -> str:
    """Return the system's language if it has a catalogue, else `en`.

    The environment variables come first, because Python knows only generated locales.
    """
    told = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    name = (next(filter(None, told), "") or locale.getlocale()[0] or "").lower()
    for known in languages():
        if name.startswith(language(known).also_called):
            return known  # a name used by Windows
    code = name.replace(".", "_").partition("_")[0]
    return code if code in languages() else "en"


def player_names(text: str) -> tuple[str, str]:
    """Parse `GREEN,BLACK`; return two empty names for an empty text. Raises `SettingsError`."""
    green, comma, black = (name.strip()[:40] for name in text.partition(","))
    if text and not (comma and green and black):
        raise SettingsError(filled("refusal.players"))
    if not (green + black).isprintable():
        raise SettingsError(filled("refusal.players-signs"))
    return green, black


def table_name(text: str) -> str:
    """Check the name of a table, "" for none, and return it. Raises `SettingsError`."""
    if text and not re.fullmatch(r"[\w-]{1,40}", text):
        raise SettingsError(filled("refusal.table", table=repr(text[:40])))
    return text
