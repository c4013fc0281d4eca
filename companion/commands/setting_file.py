"""The user's settings, a TOML file in the system's folder for settings.

The file has defaults for the options of `play`, under their names. The command line takes
precedence.
"""

import os
import re
import tempfile
import tomllib
from collections.abc import Callable, Mapping
from itertools import chain, count
from pathlib import Path
from typing import Any, Final, NamedTuple

import platformdirs

from companion.commands.options import COMMANDS
from companion.options import Option, SettingsError
from companion.speech.catalogue import Sentence, filled, first_sentence, plain
from companion.untrusted import read_regular

NAME: Final = "companion"
LARGEST: Final = 1 << 16
"""The maximum number of bytes in a settings file."""

Value = str | int | float | bool | list[str]
Check = Callable[[list[str]], Mapping[str, Any]]
"""Parses words of `play`'s command line into values by option. Raises `ValueError`."""


class PassedOver(NamedTuple):
    """A part of a settings file that was ignored. name -- the setting, "" for the whole file."""

    name: str
    sentence: Sentence


def place() -> Path:
    """Return the path of the settings file, which may not exist."""
    return platformdirs.user_config_path(NAME, appauthor=False) / "settings.toml"


def journal_place() -> Path:
    """Return the default folder of the journal."""
    return platformdirs.user_data_path(NAME, appauthor=False) / "evenings"


def options_of_play() -> dict[str, Option]:
    """Return the options that the file may contain, by name."""
    play = next(command for command in COMMANDS if command.name == "play")
    return {option.key: option for option in play.options}


def read(path: Path, check: Check) -> tuple[dict[str, Any], list[PassedOver]]:
    """Return the defaults from a settings file, and the ignored parts of the file.

    An unreadable file is ignored as a whole and left unchanged.
    """
    try:
        found = tomllib.loads(_text(path))
    except FileNotFoundError:
        return {}, []
    except (OSError, ValueError, RecursionError) as error:
        sentence = filled("command.file-left-out", file=str(path), error=_why(error))
        return {}, [PassedOver("", sentence)]
    values: dict[str, Any] = {}
    ignored: list[PassedOver] = []
    for name, value in found.items():
        try:
            values |= check(_words(name, value))
        except ValueError as error:
            ignored.append(passed_over(path, name, first_sentence(error)))
    return values, ignored


def passed_over(path: Path, name: str, why: Sentence) -> PassedOver:
    """Return the description of an ignored setting. name -- as written in the file."""
    sentence = filled("command.left-out", file=str(path), setting=name[:40], error=why)
    return PassedOver(name, sentence)


def _words(name: str, value: object) -> list[str]:
    """Return an entry as words of the command line. Raises `ValueError`."""
    option = options_of_play().get(name)
    if option is None:
        raise SettingsError("command.no-such-option")
    if option.flag:
        if not isinstance(value, bool):
            raise SettingsError("command.true-or-false")
        return [option.name] if value else []
    if option.bare and isinstance(value, bool):
        return [option.name] if value else []
    each = value if isinstance(value, list) and option.many else [value]
    plain = (isinstance(one, str | int | float) and "\0" not in str(one) for one in each)
    if any(isinstance(one, bool) for one in each) or not all(plain):
        raise SettingsError("command.word-or-number")
    return [f"{option.name}={one}" for one in each]


def write(path: Path, values: Mapping[str, Value]) -> Path | None:
    """Write the settings, all or none. The rest of the file stays unchanged.

    A file that cannot be read is renamed first, and its new path is returned. Raises `OSError`.
    """
    import tomlkit  # noqa: PLC0415 - only setup needs it

    path = path.resolve()
    aside = None
    try:
        document = tomlkit.parse(_text(path))
    except FileNotFoundError:
        document = tomlkit.document()
    except (OSError, ValueError, RecursionError):
        document = tomlkit.document()
        aside = _free_name(path)
    for name, value in values.items():
        if isinstance(document.get(name), dict | list):
            del document[name]  # at this place the value would belong to the table before it
        document[name] = value
    if aside is None:
        write_whole(path, tomlkit.dumps(document))
        return None
    path.rename(aside)
    try:
        write_whole(path, tomlkit.dumps(document))
    except BaseException:
        aside.rename(path)
        raise
    return aside


def _free_name(path: Path) -> Path:
    """Return an unused name to which an unreadable file is renamed."""
    ends = chain([""], map(str, count(2)))
    names = (path.with_name(f"{path.name}.unreadable{end}") for end in ends)
    return next(name for name in names if not os.path.lexists(name))


def _text(path: Path) -> str:
    """Return the contents of the file. Raises `OSError`, `ValueError`."""
    return read_regular(path, LARGEST).decode("utf-8-sig")


def write_whole(path: Path, text: str) -> None:
    """Write a file whole or not at all. Raises `OSError`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    number, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(number, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _why(error: Exception) -> Sentence:
    if isinstance(error, OSError):
        return plain(error.strerror or str(error))
    found = re.search(r"at line ([0-9]+)", str(error))
    return filled("command.no-toml-line", line=found[1]) if found else filled("command.no-toml")
