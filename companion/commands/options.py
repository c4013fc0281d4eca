"""All commands with their options, from which the command line and `docs/commands.md` are made.

The settings of an evening are declared in `companion.settings`. The options of one or a few
commands are declared here.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

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
        return (*words, *_accepted(self.name), *others)

    def help_text(self, lang: str) -> str:
        """Return the description for the help, in this language."""
        return help_texts(lang)[f"command-{self.name}"]


def _accepted(command: str) -> Iterator[Option]:
    """Yield the settings that a command accepts."""
    for _, option in declared(Settings):
        if any(each.split()[0] == command for each in option.commands):
            yield option


def _number(name: str, kind: type[int | float] = int, default: float | None = None) -> Option:
    return Option(name=name, type=kind, default=default, metavar="NUMBER")


_SEED: Final = _number("--seed", default=1)
_TURN: Final = (
    Option(name="--position", metavar="TEXT"),
    Option(name="--turn", metavar="V|N"),
    Option(name="--dice", metavar="6,3"),
    Option(name="--json", flag=True, together="form"),
    Option(name="--jsonl", flag=True, together="form"),
)

COMMANDS: Final = (
    CommandOptions(
        "demo",
        "demo:run",
        (
            _SEED,
            Option(name="--fast", flag=True),
            Option(name="--mat", metavar="FILE"),
            _number("--turns"),
        ),
    ),
    CommandOptions("setup", "play:run_setup"),
    CommandOptions("play", "play:run_play", (Option(name="--no-journal", flag=True),)),
    CommandOptions(
        "service",
        "play:run_service",
        (Option(name="action", choices=("install", "remove"), required=True),),
    ),
    CommandOptions("legal", "queries:run_legal", _TURN),
    CommandOptions("judge", "queries:run_judge", (*_TURN, Option(name="--end", metavar="TEXT"))),
    CommandOptions(
        "hint",
        "queries:run_hint",
        (
            *_TURN,
            Option(name="--engine", choices=ENGINES, default="auto"),
            Option(name="--static", flag=True),
            Option(name="--closer", flag=True),
            Option(name="--lang", choices=LANGUAGES, default="en"),
        ),
    ),
    CommandOptions(
        "train",
        "run:run_train",
        (
            Option(name="--game", choices=game_names, required=True),
            Option(name="--folder", required=True, metavar="DIR"),
            _SEED,
            _number("--minutes", float, 60.0),
            _number("--games", default=10_000_000),
            Option(name="--start", metavar="FILE"),
            Option(name="--labels", choices=("gnubg-nn",)),
        ),
    ),
    CommandOptions(
        "club",
        "run:run_club",
        (
            Option(name="--broker", required=True, metavar="URL"),
            Option(name="--record", required=True, metavar="FILE"),
            Option(name="--web", default="127.0.0.1:8764", metavar="HOST:PORT"),
        ),
    ),
    CommandOptions("simulate", "run:run_simulate", (replace(_number("--listen"), metavar="PORT"),)),
    CommandOptions(
        "board",
        "board_task:run",
        (
            Option(
                name="task",
                choices=("enrol", "dice", "zones", "faults", "trial", "prompt"),
                required=True,
            ),
            Option(name="--report", default="board-trial.txt", metavar="FILE"),
        ),
    ),
    CommandOptions(
        "journal",
        "journals:run",
        (
            Option(
                name="action",
                choices=("list", "show", "resume", "export", "import", "check"),
                required=True,
            ),
            Option(name="file", metavar="FILE"),
            _number("--number"),
            Option(name="--format", choices=("mat", "json", "text", "transcript", "report", "csv")),
        ),
    ),
    CommandOptions("progress", "progress:run"),
    CommandOptions("replay", "replay:run", (Option(name="file", metavar="FILE", required=True),)),
    CommandOptions("say", "run:run_say", (Option(name="text", metavar="TEXT", required=True),)),
    CommandOptions("doctor", "doctor:run"),
)
"""All commands, in the order in which they are listed."""
