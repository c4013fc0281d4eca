"""The command line parser, built from `options.COMMANDS` and the settings."""

import argparse
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import partial, wraps
from importlib import import_module
from itertools import pairwise
from typing import Any, Final, NoReturn

from companion import __version__
from companion.commands import setting_file
from companion.commands.options import COMMANDS, CommandOptions
from companion.commands.printing import BAD_INPUT
from companion.options import Option, SettingsError, declared, system_language
from companion.settings import LANGUAGES, Settings, Sound
from companion.speech.catalogue import Catalogue, ExplainedError, Sentence, filled, first_sentence
from companion.speech.toml_texts import help_texts, in_language

_PROGRAM: Final = "companion"


class _Parser(argparse.ArgumentParser):
    """A parser that prints help, and errors in one line, in the language `lang`.

    paragraphs -- returns the paragraphs of the help
    """

    def __init__(
        self,
        lang: str = "en",
        paragraphs: Callable[[str], Iterable[str]] = str.split,
        **given: Any,  # noqa: ANN401
    ) -> None:
        super().__init__(add_help=False, **given)
        self.lang = lang
        self._paragraphs = paragraphs
        self.add_argument("-h", "--help", action="help")

    def format_help(self) -> str:
        """Return the help as paragraphs without columns, for screen readers."""
        width = shutil.get_terminal_size().columns - 1
        fill = partial(
            textwrap.fill,
            width=width,
            subsequent_indent="  ",
            break_on_hyphens=False,
            break_long_words=False,
        )
        return "\n".join(fill(each.replace("`", "")) for each in self._paragraphs(self.lang)) + "\n"

    def reader(self, read: Callable[[str], Any]) -> Callable[[str], Any]:
        """Return the function that reads an option's value for argparse."""

        @wraps(read)  # argparse passes the name
        def parse(text: str) -> Any:  # noqa: ANN401
            try:
                return read(text)
            except SettingsError as error:
                raise self.refusal(error) from error

        return parse

    def refusal(self, error: SettingsError) -> Exception:
        """Return the error message for a value, in the parser's language."""
        return argparse.ArgumentTypeError(Catalogue(self.lang).tell(*error.sentences))

    def error(self, message: str) -> NoReturn:
        for action in self._actions:
            if action.choices and message.endswith(f": {action.metavar}"):  # it is missing
                message += f" ({', '.join(map(str, action.choices))})"
        why = in_language(message.rstrip("."), self.lang)
        see = Catalogue(self.lang).say("command.see", program=self.prog)
        self.exit(BAD_INPUT, f"{self.prog}: {why}. {see}\n")

    def _print_message(self, message: str, file: Any = None) -> None:  # noqa: ANN401
        """Print without ignoring write errors, as argparse would."""
        if message:
            (file or sys.stderr).write(message)


def read(argv: Sequence[str] | None) -> argparse.Namespace:
    """Parse the command line; an optional positional argument may also follow an option.

    `--lang` may also precede the command, and `help COMMAND` is `COMMAND --help`. Without a
    command, options are those of `play`. `message_lang` is the language of messages. Errors end
    the program.
    """
    words, alone = _command_first([*(sys.argv[1:] if argv is None else argv)])
    of_play: list[str] = []
    if words[0] == "service" and "--" in words:
        at = words.index("--")
        words, of_play = words[:at], words[at + 1 :]
    known: dict[str, Any] = {}
    left_out: list[setting_file.PassedOver] = []
    if words[0] in _SET:
        known, left_out = setting_file.read(setting_file.place(), _check)
    lang = _language(words, known)
    if refusal := _unknown_command(words[0]) or _refusal_of_empty(words):
        why = Catalogue(lang).tell(refusal)
        _Parser(lang, prog=_PROGRAM).exit(BAD_INPUT, f"{_PROGRAM}: {why}\n")
    if words[0] in _SET and not {"-h", "--help"} & {*words}:
        _leave_other_rules_out(words, known, lang)
        known, clashes = _agreeing(words, known)
        left_out += clashes
    arguments, rest = _parsed(words, known, lang)
    if len(rest) == 1 and getattr(arguments, "file", "") is None and rest[0][:1] != "-":
        arguments.file = rest.pop()
    if rest:
        arguments.parser.error(f"unrecognized arguments: {' '.join(rest)}")
    if arguments.command == "service":
        arguments.options_of_play, arguments.of_play = of_play, read(["play", *of_play])
    arguments.alone, arguments.left_out, arguments.message_lang = alone, left_out, lang
    arguments.board_known = "board" in known or any(w.startswith("--board") for w in words)
    return arguments


def _command_first(words: list[str]) -> tuple[list[str], bool]:
    """Return the words with the command before `--lang`, and whether `play` was added."""
    if words[:1] == ["help"]:
        words = [*words[1:], "--help"]
    count = 0
    if words and words[0].partition("=")[0] == "--lang":
        count = 1 if "=" in words[0] else 2
    lang, rest = words[:count], words[count:]
    if not rest or (rest[0].startswith("-") and rest[0] not in ("-h", "--help", "--version")):
        return ["play", *lang, *rest], True
    return [rest[0], *lang, *rest[1:]], False


def _language(words: list[str], known: dict[str, Any]) -> str:
    """Return the language of help texts: from `--lang`, the settings file or the system."""
    for word, then in pairwise([*words, ""]):
        name, equal, value = word.partition("=")
        if name == "--lang" and (value if equal else then) in LANGUAGES:
            return value if equal else then
    return known.get("lang") or system_language()


def _leave_other_rules_out(words: list[str], known: dict[str, Any], lang: str) -> None:
    """Ignore the rules in the settings file if the command line names other rules or a game."""
    typed, _ = _parsed(words, {}, lang)
    other = typed.command == "play" and "game" in known and typed.game not in (None, known["game"])
    if other or getattr(typed, "option", ()):
        known.pop("option", None)


def _agreeing(
    words: list[str], known: dict[str, Any]
) -> tuple[dict[str, Any], list[setting_file.PassedOver]]:
    """Return the values of the settings file that the command line allows, and the other values.

    The command line takes precedence. If the command line is wrong even without the file, no value
    is dropped, so that this error is reported.
    """
    if not known or words[0] != "play" or not _refusal(words, known) or _refusal(words, {}):
        return known, []
    taken: dict[str, Any] = {}
    # Try several times, because a value may need another value that comes later.
    for name, value in [*known.items()] * len(known):
        if name not in taken and not _refusal(words, taken | {name: value}):
            taken[name] = value
    if not _refusal(["play"], known):
        return taken, []
    place = setting_file.place()
    return taken, [
        setting_file.passed_over(place, name.replace("_", "-"), why)
        for name, value in known.items()
        if name not in taken and (why := _refusal(words, taken | {name: value})) is not None
    ]


def _refusal(words: list[str], values: dict[str, Any]) -> Sentence | None:
    """Return why `play` refuses these words with these values of the settings file, or None."""
    from companion.commands.play import check_unseen  # noqa: PLC0415 - needed only with a settings file

    arguments, _ = _parsed(words, values)
    try:
        check_unseen(arguments)
    except (ValueError, RuntimeError) as error:  # a library may be missing
        return first_sentence(error)
    return None


def _check(words: list[str]) -> Mapping[str, Any]:
    """Return the values of these words of `play`. Raises `ValueError`."""
    if refusal := _refusal_of_empty(words):
        raise SettingsError(refusal)
    own = _Strict(prog="play")
    names = {word.partition("=")[0].removeprefix("--") for word in words}
    options = setting_file.options_of_play()
    _add(own, [option for name, option in options.items() if name in names])
    try:
        found = vars(own.parse_args(words))
    except ExplainedError as error:
        raise SettingsError(*error.sentences) from error
    Sound(**{name: found[name] for name in ("rate", "volume") if name in found})
    return found


_SET: Final = ("play", "setup")
"""The commands for which the settings file has defaults."""


class _Strict(_Parser):
    """A parser that raises `ValueError` instead of ending the program."""

    def refusal(self, error: SettingsError) -> Exception:
        """Return the error for a value in every language. argparse does not catch it."""
        return ExplainedError(*error.sentences)

    def error(self, message: str) -> NoReturn:
        raise ValueError(message)


def _parsed(
    words: list[str], of_play: Mapping[str, Any], lang: str = "en"
) -> tuple[argparse.Namespace, list[str]]:
    """Return the parsed arguments, and the words that no option takes."""
    return parser_of_all(of_play, lang, words[0]).parse_known_args(words)


def parser_of_all(
    of_play: Mapping[str, Any] | None = None, lang: str = "en", only: str = ""
) -> argparse.ArgumentParser:
    """Return a parser of all commands.

    of_play -- the values of the settings file for `play`
    lang -- the language of the help
    only -- the command to be run; to save time, the other commands get no options
    """
    parser = _Parser(lang, _help_of_all, prog=_PROGRAM)
    parser.add_argument("--version", action="version", version=__version__)
    added = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for command in COMMANDS:
        own = added.add_parser(command.name, lang=lang, paragraphs=partial(_help_of, command))
        own.set_defaults(run=partial(_carry_out, command.run), parser=own)
        if only in ("", command.name):
            _add(own, command.options)
        own.set_defaults(**_defaults(command.name, of_play or {}))
    return parser


def _help_of_all(lang: str) -> Iterable[str]:
    texts = help_texts(lang)
    commands = (texts["help-entry"].format(name=c.name, text=c.help_text(lang)) for c in COMMANDS)
    return (texts["about"], texts["begin"], texts["help-commands"], *commands)


def _help_of(command: CommandOptions, lang: str) -> Iterable[str]:
    texts = help_texts(lang)
    about = f"{command.help_text(lang)}."
    usage = texts["help-usage"].format(usage=command.usage(lang))
    return (about[0].upper() + about[1:], usage, *command.help_entries(lang), texts["help-help"])


def _defaults(command: str, of_play: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the values of the settings file for a command."""
    if command != "setup":
        return of_play if command in _SET else {}
    known = {o.dest for _, o in declared(Settings) if o.offered or command in o.commands}
    return {name: value for name, value in of_play.items() if name in known}


def _carry_out(name: str, arguments: argparse.Namespace) -> int:
    """Import the module of a command and run it."""
    module, _, function = name.partition(":")
    code: int = getattr(import_module(f"companion.commands.{module}"), function)(arguments)
    return code


def _add(parser: _Parser, options: Sequence[Option]) -> None:
    groups: dict[str, Any] = {"": parser}
    for option in options:
        if option.together not in groups:
            groups[option.together] = parser.add_mutually_exclusive_group()
        given = option.for_argparse()
        if "type" in given:
            given["type"] = parser.reader(given["type"])
        groups[option.together].add_argument(option.name, **given)


def _unknown_command(word: str) -> Sentence | None:
    """Return the error for a word that is no command, or None."""
    names = [command.name for command in COMMANDS]
    if word in names or word.startswith("-"):
        return None
    for near in get_close_matches(word, names, 1):
        return filled("command.unknown-near", word=repr(word[:20]), near=near)
    return filled("command.unknown", word=repr(word[:20]))


def _refusal_of_empty(words: list[str]) -> Sentence | None:
    """Return the error for an option whose value is empty or `--`, or None."""
    flags = {option.name for command in COMMANDS for option in command.options if option.flag}
    # Words after -- are not options.
    words = words[: words.index("--")] if "--" in words else words
    for word, then in pairwise([*words, "-"]):
        option, equal, value = word.partition("=")
        if option.startswith("--") and equal and value == "--":
            return filled("command.no-value-but", option=option)
        if option.startswith("--") and not (value if equal else then or option in flags):
            return filled("command.no-value", option=option)
    return None
