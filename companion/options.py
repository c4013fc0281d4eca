"""Command-line options and their values. The fields of a settings dataclass declare them.

A field declares its option in its annotation: `rate: Annotated[int, Option(("play",))] = 175`. The
command line, the settings file, `companion setup` and `docs/commands.md` are generated from these
declarations. The help texts are in `speech/locale/LANG/help.toml`, by the option's name. Functions
that read a value raise `SettingsError`, which argparse prints because it is an `ArgumentTypeError`.
"""

import locale
import os
import re
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, fields, is_dataclass, replace
from functools import cache, reduce
from itertools import product
from typing import Annotated, Any, Final, TypeVar, get_args, get_origin, get_type_hints

from companion.speech.catalogue import NOTATIONS, ExplainedError, language, languages
from companion.speech.speech_context import Verbosity
from companion.speech.toml_texts import help_texts

LONGEST_CLOCK: Final = 600
"""The maximum number of minutes that each player can have for a game."""
VERBOSITIES: Final = tuple(map(str, Verbosity))
PERSONAL: Final = {"lang": languages(), "verbosity": VERBOSITIES, "notation": NOTATIONS}
"""The settings that may differ between the players, with their values."""


class SettingsError(ExplainedError, ArgumentTypeError, ValueError):
    """A setting that cannot be used. The message says which setting, where it is and what to do."""


def minutes(text: str) -> int:
    """Parse the minutes of the clock. Raises `SettingsError`."""
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:9]) <= LONGEST_CLOCK):
        raise SettingsError("command.minutes", value=repr(text[:20]), most=LONGEST_CLOCK)
    return int(text)


def host_name(text: str) -> str:
    """Parse the name of a computer in a network. Raises `SettingsError`."""
    if not _HOST.fullmatch(text):
        raise SettingsError("command.host", value=repr(text[:40]))
    return text.lower()


_HOST: Final = re.compile(r"[\w-]{1,63}(\.[\w-]{1,63})*", re.ASCII)


def own_settings(text: str) -> tuple[tuple[str, str], ...]:
    """Parse the settings of one player, such as `lang=fr,verbosity=brief,notation=names`.

    Raises `SettingsError`.
    """
    own: list[tuple[str, str]] = []
    for each in text.split(","):
        name, _, value = each.strip().partition("=")
        if value not in PERSONAL.get(name, ()):
            known = ", ".join(f"{n}={'|'.join(v)}" for n, v in PERSONAL.items())
            setting = repr(each.strip()[:40])
            raise SettingsError("command.player-setting", setting=setting, known=known)
        if any(name == other for other, _ in own):
            raise SettingsError("command.player-twice", setting=name)
        own.append((name, value))
    return tuple(own)


def system_language() -> str:
    """Return the system's language if it has a catalogue, else `en`.

    Environment variables come first, because Python knows only the locales installed on the system.
    LANGUAGE may list several languages.
    """
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    wanted = next(filter(None, names), "") or locale.getlocale()[0] or ""
    if wanted.partition(".")[0] not in ("C", "POSIX"):  # the same rule as in gettext
        wanted = os.environ.get("LANGUAGE") or wanted
    for name, code in product(wanted.lower().split(":"), languages()):
        # Windows uses the names in `also_called`.
        if re.split("[_.]", name)[0] == code or name.startswith(tuple(language(code).also_called)):
            return code
    return "en"


def player_names(text: str) -> tuple[str, str]:
    """Parse `GREEN,BLACK`; return two empty names for an empty text. Raises `SettingsError`."""
    green, comma, black = (name.strip()[:40] for name in text.partition(","))
    if text and not (comma and green and black):
        raise SettingsError("refusal.players")
    if not (green + black).isprintable():
        raise SettingsError("refusal.players-signs")
    return green, black


def table_name(text: str) -> str:
    """Check the name of a table, "" for none, and return it. Raises `SettingsError`."""
    if text and not re.fullmatch(r"[\w-]{1,40}", text):
        raise SettingsError("refusal.table", table=repr(text[:40]))
    return text


Values = tuple[str | int, ...]
_T = TypeVar("_T")


@dataclass(frozen=True)
class Option:
    """One option, or a positional argument if the name has no dashes.

    commands -- the commands that accept it; `journal resume` stands for that action of `journal`
    choices -- the allowed values, or a function that returns them
    known -- example values for the help text; other values are accepted too
    is_open -- whether an omitted value is None, because the default is decided later
    at_start -- returns the default when the program starts
    type -- parses one value
    check -- converts the parsed value to the field's value
    flag -- whether it takes no value
    many -- whether it may be repeated
    bare -- the value if the option is given without a value
    together -- the name of a group of mutually exclusive options
    offered -- the values that setup offers, none if setup does not ask
    place -- the order in which setup asks, lowest first
    """

    commands: tuple[str, ...] = ()
    _: KW_ONLY
    name: str = ""
    choices: Values | Callable[[], tuple[str, ...]] | None = None
    known: tuple[str, ...] = ()
    default: Any = None
    is_open: bool = False
    at_start: Callable[[], Any] | None = None
    type: Callable[[str], Any] | None = None
    check: Callable[[Any], object] | None = None
    metavar: str | None = None
    flag: bool = False
    many: bool = False
    required: bool = False
    bare: str = ""
    together: str = ""
    offered: tuple[str, ...] = ()
    place: int = 99

    @property
    def is_word(self) -> bool:
        """Whether it is a positional argument."""
        return not self.name.startswith("-")

    @property
    def key(self) -> str:
        """The name in the settings file and among the help texts."""
        return self.name.removeprefix("--")

    @property
    def dest(self) -> str:
        """The name of the attribute in the parsed arguments."""
        return self.key.replace("-", "_")

    @property
    def values(self) -> Values:
        """The allowed values; empty if any value may be given."""
        return tuple(self.choices() if callable(self.choices) else self.choices or ())

    def of_field(self, name: str, kind: Any, default: object) -> "Option":  # noqa: ANN401
        """Return this option with the name, type and default of its field."""
        kind = next(iter(get_args(kind)), kind)  # take `int` from `int | None`
        option = replace(
            self,
            name=self.name or f"--{name.replace('_', '-')}",
            default=default if self.default is None else self.default,
        )
        if kind is bool:
            return replace(option, flag=True)
        if kind in (int, float) and self.type is None:
            metavar = self.metavar or (None if self.choices else "NUMBER")
            return replace(option, type=kind, metavar=metavar)
        return option

    def field_value(self, value: Any) -> object:  # noqa: ANN401
        """Return the field's value for a parsed argument. Raises `ValueError`."""
        if self.check is not None:
            return self.check(value)
        return self.default if self.is_open and value is None else value

    def help_text(self, lang: str, command: str) -> str:
        """Return the help text for a command, in this language."""
        texts = help_texts(lang)
        text = texts.get(f"{command}-{self.key}") or texts[self.key]
        text = text.format(default=self.default, bare=self.bare, known=", ".join(self.known))
        only = next((c.split()[1] for c in self.commands if c.startswith(f"{command} ")), "")
        return texts["for-action"].format(action=only, text=text) if only else text

    def help_entry(self, lang: str, command: str) -> str:
        """Return the line of this option in the help and in `docs/commands.md`, with backticks."""
        texts = help_texts(lang)
        values = ", ".join(f"`{value}`" for value in self.values)
        value = f"[{self.metavar}]" if self.bare else self.metavar or "VALUE"
        if self.is_word:
            shown = f"`{value}`"
        elif self.flag or values:
            shown = f"`{self.name}`"
        else:
            shown = f"`{self.name} {value}`"
        if values:
            shown = texts["help-choice"].format(name=shown, values=values)
        text = self.help_text(lang, command)
        if self.required and not self.is_word:
            text = texts["help-required"].format(text=text)
        return texts["help-entry"].format(name=shown, text=text)

    def for_argparse(self) -> dict[str, Any]:
        """Return the arguments of `ArgumentParser.add_argument`, except the name and the help."""
        if self.flag:
            return {"action": "store_true"}
        default = None if self.is_open else self.default
        if self.at_start is not None:
            default = self.at_start()
        given: dict[str, Any] = {
            "choices": self.values or None,
            "default": list(default or ()) if self.many else default,
            "type": self.type,
            "metavar": self.metavar,
            "action": "append" if self.many else None,
            "required": self.required or None,
        }
        if self.bare:
            given |= {"nargs": "?", "const": self.bare}
        if self.is_word:
            given["nargs"] = None if self.required else "?"
            del given["required"]
        return {name: value for name, value in given.items() if value is not None}


@cache
def declared(kind: Any) -> tuple[tuple[tuple[str, ...], Option], ...]:  # noqa: ANN401
    """Return the options that a dataclass declares, with the paths of their fields, in order."""
    return tuple(_declared(kind))


def _declared(kind: Any) -> Iterator[tuple[tuple[str, ...], Option]]:  # noqa: ANN401
    hints = get_type_hints(kind, include_extras=True)
    for each in fields(kind):
        hint = hints[each.name]
        if is_dataclass(hint):
            yield from (((each.name, *path), option) for path, option in declared(hint))  # type: ignore[arg-type]
        elif get_origin(hint) is Annotated:
            of, option = get_args(hint)
            yield (each.name,), option.of_field(each.name, of, each.default)


def made(kind: type[_T], values: Mapping[str, Any], **others: object) -> _T:
    """Return an instance of a settings dataclass from parsed arguments. Raises `ValueError`.

    others -- the values of fields without an option; the remaining fields get their defaults
    """
    hints = get_type_hints(kind)
    own = {path[0]: option for path, option in declared(kind) if len(path) == 1}  # type: ignore[arg-type]
    for name, hint in hints.items():
        if name in others:
            continue
        if is_dataclass(hint):
            others[name] = made(hint, values)  # type: ignore[arg-type]
        elif name in own and own[name].dest in values:
            others[name] = own[name].field_value(values[own[name].dest])
    return kind(**others)


def value_at(settings: object, path: Sequence[str]) -> object:
    """Return the value of a field, by its path."""
    value: object = reduce(getattr, path, settings)
    return value


def changed(settings: _T, path: Sequence[str], value: object) -> _T:
    """Return the settings with another value at a path."""
    name, *rest = path
    if rest:
        value = changed(getattr(settings, name), rest, value)
    return replace(settings, **{name: value})  # type: ignore[type-var]
