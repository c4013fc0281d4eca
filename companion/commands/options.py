"""All commands with their options, the source of the command line and `docs/commands.md`.

The settings of an evening are declared in `companion.settings`. The other options, of one or a few
commands, are declared here.
"""

from dataclasses import dataclass
from typing import Any, Final

from companion.hints.advice import ENGINES
from companion.options import Option, declared
from companion.rules import game_names
from companion.settings import LANGUAGES, Settings
from companion.speech.toml_texts import help_texts


@dataclass(frozen=True)
class CommandOptions:
    """One command. run -- its module and function; own -- its options that are not settings."""

    name: str
    run: str
    own: tuple[Option, ...] = ()

    @property
    def options(self) -> tuple[Option, ...]:
        """Return the positional arguments, then the accepted settings, then the other options."""
        words = (option for option in self.own if option.is_word)
        others = (option for option in self.own if not option.is_word)
        settings = (
            option
            for _, option in declared(Settings)
            if any(each.split()[0] == self.name for each in option.commands)
        )
        return (*words, *settings, *others)

    def help_text(self, lang: str) -> str:
        """Return the description for the help, in this language."""
        return help_texts(lang)[f"command-{self.name}"]

    def help_entries(self, lang: str) -> list[str]:
        """Return the help for each option in one line, as in `docs/commands.md`."""
        return [option.help_entry(lang, self.name) for option in self.options]

    def usage(self, lang: str) -> str:
        """Return the usage of the command, such as `companion replay FILE [OPTIONS]`."""
        words = [
            f"{option.metavar}" if option.required else f"[{option.metavar}]"
            for option in self.own
            if option.is_word
        ]
        return " ".join(("companion", self.name, *words, help_texts(lang)["help-options"]))


def _text(name: str, metavar: str, **more: Any) -> Option:  # noqa: ANN401 - the rest of an option
    return Option(name=name, metavar=metavar, **more)


def _choice(name: str, *choices: str, **more: Any) -> Option:  # noqa: ANN401 - the other fields of an option
    return Option(name=name, choices=choices, **more)


def _action(name: str, *choices: str) -> Option:
    return Option(name=name, choices=choices, metavar=name.upper(), required=True)


def _number(name: str, kind: type[int | float] = int, default: float | None = None) -> Option:
    return Option(name=name, type=kind, default=default, metavar="NUMBER")


def _flag(name: str, together: str = "") -> Option:
    return Option(name=name, flag=True, together=together)


_SEED: Final = _number("--seed", default=1)
_TURN: Final = (
    _text("--position", "TEXT"),
    _text("--turn", "V|N"),
    _text("--dice", "6,3"),
    _flag("--json", "form"),
    _flag("--jsonl", "form"),
)
_HINT: Final = (
    *_TURN,
    _choice("--engine", *ENGINES, default="auto"),
    _flag("--static"),
    _flag("--closer"),
    _choice("--lang", *LANGUAGES, default="en"),
)
_TRAINING: Final = (
    Option(name="--game", choices=game_names, required=True),
    _text("--folder", "DIR", required=True),
    _SEED,
    _number("--minutes", float, 60.0),
    _number("--games", default=10_000_000),
    _text("--start", "FILE"),
    _choice("--labels", "own", "gnubg-nn"),
)
_CLUB: Final = (
    _text("--broker", "URL", required=True),
    _text("--record", "FILE", required=True),
    _text("--web", "HOST:PORT", default="127.0.0.1:8764"),
)
_JOURNAL: Final = (
    _action("action", "list", "show", "resume", "export", "import", "check"),
    _text("file", "FILE"),
    _number("--number"),
    _choice("--format", "mat", "json", "text", "transcript", "report", "csv"),
)
_TASK: Final = _action("task", "enrol", "dice", "zones", "faults", "trial", "prompt")

COMMANDS: Final = (
    CommandOptions(
        "demo", "demo:run", (_SEED, _flag("--fast"), _text("--mat", "FILE"), _number("--turns"))
    ),
    CommandOptions("setup", "play:run_setup"),
    CommandOptions("play", "play:run_play", (_flag("--no-journal"),)),
    CommandOptions("service", "play:run_service", (_action("action", "install", "remove"),)),
    CommandOptions("legal", "queries:run_legal", _TURN),
    CommandOptions("judge", "queries:run_judge", (*_TURN, _text("--end", "TEXT"))),
    CommandOptions("hint", "queries:run_hint", _HINT),
    CommandOptions("train", "run:run_train", _TRAINING),
    CommandOptions("club", "run:run_club", _CLUB),
    CommandOptions("simulate", "run:run_simulate", (_text("--listen", "PORT", type=int),)),
    CommandOptions(
        "board", "board_task:run", (_TASK, _text("--report", "FILE", default="board-trial.txt"))
    ),
    CommandOptions("journal", "journals:run", _JOURNAL),
    CommandOptions("progress", "progress:run"),
    CommandOptions("replay", "replay:run", (_text("file", "FILE", required=True),)),
    CommandOptions("say", "run:run_say", (_text("text", "TEXT", required=True),)),
    CommandOptions("doctor", "doctor:run"),
)
"""All commands, in the order in which they are listed."""
