"""The command line: what may be asked for (contracts, section 3); `running` does it.

Exit codes: 0 done, 1 the answer is "no", 2 bad input with one line on standard error, 130
interrupted. SIGTERM ends in order, 0.
"""

import argparse
import io
import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

from companion import __version__, running
from companion.hints.advice import ENGINES
from companion.rules import GAMES
from companion.running import DONE
from companion.settings import (
    BETTER,
    EXERCISES,
    LANGUAGES,
    MODES,
    NOTATIONS,
    PARTNER_DICE,
    READERS,
    STRENGTHS,
    VERBOSITIES,
    Against,
    SettingsError,
    Sound,
    minutes,
    own_settings,
)

JOURNAL_ACTIONS = ("list", "show", "resume", "export", "import", "check", "repair")
JOURNAL_FORMATS = ("mat", "json", "text", "transcript", "report", "csv")

BAD_INPUT, INTERRUPTED = 2, 130


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: {message}. See {self.prog} --help.\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; no traceback reaches the user."""
    _make_streams_whole()
    arguments = _read(argv)
    signal.signal(signal.SIGTERM, _end)
    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has left; Python would complain again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except (ValueError, OSError, RuntimeError) as error:
        print(f"companion {arguments.command}: {_sentence(error)}", file=sys.stderr)
        return BAD_INPUT
    return code


def _read(argv: Sequence[str] | None) -> argparse.Namespace:
    """Parse; a word that may be left out is also taken after an option, as by later Pythons."""
    parser = _parser()
    arguments, rest = parser.parse_known_args(argv)
    if len(rest) == 1 and getattr(arguments, "file", "") is None and rest[0][:1] != "-":
        arguments.file = rest.pop()
    if rest:
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    return arguments


def _end(_number: int, _frame: FrameType | None) -> NoReturn:
    """SIGTERM, for commands that know no better end: what was said stays said, files are closed."""
    raise SystemExit(DONE)


def _make_streams_whole() -> None:
    """Let every standard stream be there, and take every letter.

    One that was closed before the program began (`>&-`, or no console) is None, and its number
    would go to the first file that is opened, a journal perhaps: nothing stands there instead. A
    letter that the terminal does not know becomes `?`; the rest of the sentence is still read.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nothing = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 - for the whole run
            setattr(sys, name, nothing)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _sentence(error: Exception) -> str:
    """The error as one line."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename or 'The output'} cannot be used: {error.strerror}."
    return " ".join(str(error).split()) or type(error).__name__


# --- the parser --------------------------------------------------------------------------------


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="companion", description="The talking referee for a tactile board.")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for add in (_add_demo, _add_play, _add_legal, _add_judge, _add_hint, _add_train):
        add(commands)
    _add_club(commands)
    for add in (
        _add_simulate,
        _add_board,
        _add_journal,
        _add_progress,
        _add_replay,
        _add_say,
        _add_doctor,
    ):
        add(commands)
    return parser


if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[_Parser]  # noqa: SLF001 - it has no public name


def _command(
    commands: "Commands", name: str, run: Callable[[argparse.Namespace], int], text: str
) -> _Parser:
    parser = commands.add_parser(name, help=text, description=text)
    parser.set_defaults(run=run)
    return parser


def _add_game(parser: argparse.ArgumentParser, game: str) -> None:
    parser.add_argument("--game", choices=GAMES, default=game)
    parser.add_argument("--option", action="append", default=[], metavar="NAME")


def _add_braille(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--braille", choices=READERS, default="", help="whose display")
    parser.add_argument("--contracted", action="store_true", help="in contracted braille")


def _add_evening(parser: argparse.ArgumentParser) -> None:
    _add_braille(parser)
    parser.add_argument("--match", type=int, metavar="N", help="points of the match")
    _add_voice(parser)
    parser.add_argument("--journal", default="", metavar="FILE")
    parser.add_argument("--events", default="", metavar="FILE", help="- for standard output")
    parser.add_argument("--mode", choices=MODES, default="club")
    parser.add_argument("--verbosity", choices=VERBOSITIES, default="normal")
    parser.add_argument("--notation", choices=NOTATIONS, default="own")
    for player in ("--player-v", "--player-n"):
        own = _checked(own_settings)
        parser.add_argument(player, type=own, default=(), metavar="NAME=VALUE,...")
    parser.add_argument("--clock", type=_checked(minutes), default=0, metavar="MINUTES")


def _checked(read: Callable[[str], object]) -> Callable[[str], object]:
    """A reader of one argument whose own sentence says what is wrong with it."""

    def checked(text: str) -> object:
        try:
            return read(text)
        except SettingsError as error:
            raise argparse.ArgumentTypeError(str(error).rstrip(".")) from None

    return checked


def _add_voice(parser: argparse.ArgumentParser) -> None:
    usual = Sound()
    parser.add_argument("--lang", choices=LANGUAGES, default=None)
    parser.add_argument("--voice", default="auto", metavar="NAME")
    parser.add_argument("--rate", type=int, default=usual.rate, help="words a minute")
    parser.add_argument("--volume", type=float, default=usual.volume, help="0 to 1")
    parser.add_argument("--device", default="", metavar="NAME", help="where the voice is heard")
    parser.add_argument("--private-device", default="", metavar="NAME", help="where answers are")
    parser.add_argument("--no-sounds", action="store_true", help="no short sounds before words")


def _add_say(commands: "Commands") -> None:
    parser = _command(commands, "say", running.run_say, "speak one sentence, to try a voice")
    parser.add_argument("text", metavar="TEXT")
    _add_voice(parser)


def _add_demo(commands: "Commands") -> None:
    parser = _command(
        commands, "demo", running.run_demo, "a whole game at a simulated board, spoken"
    )
    _add_game(parser, "backgammon")
    _add_evening(parser)
    parser.add_argument("--seed", type=int, default=1, help="another seed, another game")
    parser.add_argument("--fast", action="store_true", help="as quick as the machine allows")
    parser.add_argument("--mat", metavar="FILE", help="play this match instead")
    parser.add_argument(
        "--turns",
        type=int,
        metavar="N",
        help="turns after which a game is resigned, 0: never; else 0 with --fast and 10 without",
    )


def _add_play(commands: "Commands") -> None:
    parser = _command(commands, "play", running.run_play, "the companion at a real board")
    parser.add_argument("--port", default="auto", metavar="URL")
    parser.add_argument("--record", metavar="FILE", help="keep what the board says, for replay")
    _add_outside(parser)
    parser.add_argument("--game", choices=GAMES, help="without it the players choose")
    parser.add_argument("--option", action="append", default=[], metavar="NAME")
    _add_practice(parser)
    _add_evening(parser)


def _add_practice(parser: argparse.ArgumentParser) -> None:
    usual = Against()
    parser.add_argument("--opponent", choices="VN", default="", help="the companion plays for it")
    parser.add_argument("--strength", type=int, choices=STRENGTHS, default=usual.strength)
    parser.add_argument("--exercise", choices=EXERCISES, default="", help="alone, as green")
    parser.add_argument("--better", choices=BETTER, default=usual.better, help="when it is told")
    parser.add_argument("--dice", choices=PARTNER_DICE, default=usual.dice, help="how it throws")


def _add_outside(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--web", nargs="?", const="127.0.0.1:8765", default="", metavar="HOST:PORT", help="a page"
    )
    parser.add_argument("--broker", default="", metavar="URL", help="publish for a club, by MQTT")
    parser.add_argument("--table", default="", metavar="NAME", help="what the club calls it")
    parser.add_argument("--players", default="", metavar="GREEN,BLACK", help="their names")


def _add_club(commands: "Commands") -> None:
    parser = _command(
        commands, "club", running.run_club, "gather the boards of a club, on one page"
    )
    parser.add_argument("--broker", required=True, metavar="URL", help="where they publish, MQTT")
    parser.add_argument("--record", required=True, metavar="FILE", help="the club's own record")
    parser.add_argument("--web", default="127.0.0.1:8764", metavar="HOST:PORT", help="the page")
    parser.add_argument("--lang", choices=LANGUAGES, default=None)


def _add_turn(parser: argparse.ArgumentParser) -> None:
    _add_game(parser, "backgammon")
    parser.add_argument("--position", metavar="TEXT")
    parser.add_argument("--turn", metavar="V|N")
    parser.add_argument("--dice", metavar="6,3")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="one JSON object")
    form.add_argument("--jsonl", action="store_true", help="requests from standard input")


def _add_legal(commands: "Commands") -> None:
    _add_turn(_command(commands, "legal", running.run_legal, "all end positions of a turn"))


def _add_judge(commands: "Commands") -> None:
    parser = _command(commands, "judge", running.run_judge, "the verdict on a board and why")
    _add_turn(parser)
    parser.add_argument("--end", metavar="TEXT")
    parser.add_argument("--lang", choices=LANGUAGES, default=None)


def _add_hint(commands: "Commands") -> None:
    parser = _command(commands, "hint", running.run_hint, "the best plays with reasons")
    _add_turn(parser)
    parser.add_argument("--engine", choices=ENGINES, default="own")
    parser.add_argument("--static", action="store_true", help="without a further throw: quicker")
    parser.add_argument("--lang", choices=LANGUAGES, default=None)


def _add_train(commands: "Commands") -> None:
    parser = _command(
        commands, "train", running.run_train, "a network learns a game by playing itself"
    )
    parser.add_argument("--game", choices=GAMES, required=True)
    parser.add_argument("--folder", required=True, metavar="DIR", help="goes on where it ended")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--games", type=int, default=10_000_000)


def _add_simulate(commands: "Commands") -> None:
    parser = _command(
        commands, "simulate", running.run_simulate, "a virtual board others can connect to"
    )
    _add_game(parser, "backgammon")
    parser.add_argument(
        "--listen", type=int, metavar="PORT", help="a TCP port of this machine, 0 for any free one"
    )


def _add_board(commands: "Commands") -> None:
    text = "teach a board its pieces and dice, try it out, name its faults"
    parser = _command(commands, "board", running.run_board, text)
    parser.add_argument("task", choices=("enrol", "dice", "zones", "faults", "prompt"))
    parser.add_argument("--port", default="auto", metavar="URL")
    parser.add_argument("--lang", choices=LANGUAGES, default=None)
    parser.add_argument("--voice", default="auto", metavar="NAME")


def _add_journal(commands: "Commands") -> None:
    text = "list, show, export and import matches, go on with one, check and repair a journal"
    parser = _command(commands, "journal", running.run_journal, text)
    parser.add_argument("action", choices=JOURNAL_ACTIONS)
    parser.add_argument("file", nargs="?", metavar="FILE", help="to import, export to or make")
    parser.add_argument("--journal", required=True, metavar="FILE")
    parser.add_argument("--number", type=int, metavar="N", help="which match; else the last")
    parser.add_argument("--format", choices=JOURNAL_FORMATS)
    parser.add_argument("--lang", choices=LANGUAGES, default=None)
    parser.add_argument("--port", default="auto", metavar="URL", help="resume: the board")
    parser.add_argument("--voice", default="auto", metavar="NAME", help="resume")
    parser.add_argument("--events", default="", metavar="FILE", help="resume")
    parser.add_argument("--mode", choices=MODES, default="club", help="resume")
    _add_braille(parser)


def _add_progress(commands: "Commands") -> None:
    text = "what practice has brought: decisions, exercises, the trend"
    parser = _command(commands, "progress", running.run_progress, text)
    parser.add_argument("--journal", required=True, metavar="FILE")
    parser.add_argument("--lang", choices=LANGUAGES, default=None)


def _add_replay(commands: "Commands") -> None:
    parser = _command(
        commands, "replay", running.run_replay, "a recorded evening through the whole program"
    )
    parser.add_argument("file", metavar="FILE", help="a journal, or what a board said")
    _add_game(parser, "backgammon")
    parser.add_argument("--match", type=int, metavar="N", help="points of the match")
    parser.add_argument("--lang", choices=LANGUAGES, default=None)
    parser.add_argument("--events", default="", metavar="FILE", help="- for standard output")
    parser.add_argument("--mode", choices=MODES, default="club")


def _add_doctor(commands: "Commands") -> None:
    text = "what works here, and what to do about what does not"
    parser = _command(commands, "doctor", running.run_doctor, text)
    parser.add_argument("--port", default="auto", metavar="URL", help="the board's; else all")
