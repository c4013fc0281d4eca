"""What may be asked for on the command line (contracts, section 3); `running` does it."""

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from companion import __version__, running
from companion.hints.advice import ENGINES
from companion.referee.exercises import exercise_names
from companion.rules import DEFAULT_GAME, game_names
from companion.settings import (
    BETTER,
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
from companion.speech.voices import OFFERED

JOURNAL_ACTIONS = ("list", "show", "resume", "export", "import", "check", "repair")
JOURNAL_FORMATS = ("mat", "json", "text", "transcript", "report", "csv")

BAD_INPUT = 2


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: {message}. See {self.prog} --help.\n")

    def _print_message(self, message: str, file: Any = None) -> None:  # noqa: ANN401
        """Print, and do not pass over what cannot be written, as argparse does."""
        if message:
            (file or sys.stderr).write(message)


def read(argv: Sequence[str] | None) -> argparse.Namespace:
    """Parse; a word that may be left out is also taken after an option, as by later Pythons."""
    parser = parser_of_all()
    words = sys.argv[1:] if argv is None else argv
    if not words:
        parser.print_help(sys.stderr)
        parser.exit(BAD_INPUT)
    arguments, rest = parser.parse_known_args(words)
    if len(rest) == 1 and getattr(arguments, "file", "") is None and rest[0][:1] != "-":
        arguments.file = rest.pop()
    if rest:
        arguments.parser.error(f"unrecognized arguments: {' '.join(rest)}")
    return arguments


def parser_of_all() -> argparse.ArgumentParser:
    """Every command with its options."""
    parser = _Parser(
        prog="companion",
        description="The talking referee for blind players at a tactile backgammon and Jacquet "
        "board.",
        epilog="Begin with `companion demo`: an evening at a simulated board, spoken. `companion "
        "doctor` says what works on this machine, `companion COMMAND --help` what a command takes.",
    )
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
    parser.set_defaults(run=run, parser=parser)
    return parser


def _add_game(parser: argparse.ArgumentParser, game: str) -> None:
    parser.add_argument("--game", choices=game_names(), default=game, help=f"else {game}")
    _add_option(parser)


def _add_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME",
        help="a rule option; may be repeated",
    )


def _add_lang(parser: argparse.ArgumentParser, what: str = "what is said") -> None:
    told = f"the language of {what}; else the system's"
    parser.add_argument("--lang", choices=LANGUAGES, default=None, help=told)


def _add_port(parser: argparse.ArgumentParser, when: str = "") -> None:
    told = f"{when}where the board is: a device, socket://HOST:PORT, or auto, which asks every port"
    parser.add_argument("--port", default="auto", metavar="URL", help=told)


def _add_voice_name(parser: argparse.ArgumentParser, when: str = "") -> None:
    told = f"{when}{', '.join(OFFERED)}; auto takes the first that works"
    parser.add_argument("--voice", default="auto", metavar="NAME", help=told)


def _add_events(parser: argparse.ArgumentParser, when: str = "") -> None:
    told = f"{when}write what happens as JSON lines; - is standard output"
    parser.add_argument("--events", default="", metavar="FILE", help=told)


def _add_mode(parser: argparse.ArgumentParser, when: str = "") -> None:
    told = (
        f"{when}how much is told: mistakes before the lift (club), after it (tournament), hints too"
    )
    parser.add_argument("--mode", choices=MODES, default="club", help=told)


def _add_braille(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--braille", choices=READERS, default="", help="a display, for both players or one"
    )
    parser.add_argument(
        "--contracted", action="store_true", help="the display in contracted braille"
    )


def _add_evening(parser: argparse.ArgumentParser) -> None:
    _add_braille(parser)
    parser.add_argument("--match", type=int, metavar="N", help="points of the match")
    _add_voice(parser)
    parser.add_argument(
        "--journal", default="", metavar="FILE", help="keep the evening here, and go on with it"
    )
    _add_events(parser)
    _add_mode(parser)
    parser.add_argument("--verbosity", choices=VERBOSITIES, default="normal", help="how many words")
    parser.add_argument(
        "--notation", choices=NOTATIONS, default="own", help="points by own numbers, or by names"
    )
    for player, name in (("--player-v", "green"), ("--player-n", "black")):
        own = _checked(own_settings)
        told = f"what {name} wants otherwise, such as lang=fr,verbosity=brief,notation=names"
        parser.add_argument(player, type=own, default=(), metavar="NAME=VALUE,...", help=told)
    parser.add_argument(
        "--clock",
        type=_checked(minutes),
        default=0,
        metavar="MINUTES",
        help="what each player has for a game; else no clock",
    )


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
    _add_lang(parser)
    _add_voice_name(parser)
    parser.add_argument("--rate", type=int, default=usual.rate, help="words a minute")
    parser.add_argument("--volume", type=float, default=usual.volume, help="0 to 1")
    parser.add_argument("--device", default="", metavar="NAME", help="where the voice is heard")
    parser.add_argument("--private-device", default="", metavar="NAME", help="where answers are")
    parser.add_argument("--no-sounds", action="store_true", help="no short sounds before words")


def _add_say(commands: "Commands") -> None:
    parser = _command(commands, "say", running.run_say, "speak one sentence, to try a voice")
    parser.add_argument("text", metavar="TEXT", help="the sentence")
    _add_voice(parser)


def _add_demo(commands: "Commands") -> None:
    parser = _command(
        commands, "demo", running.run_demo, "a whole game at a simulated board, spoken"
    )
    _add_game(parser, DEFAULT_GAME)
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
    _add_port(parser)
    parser.add_argument("--record", metavar="FILE", help="keep what the board says, for replay")
    _add_outside(parser)
    parser.add_argument("--game", choices=game_names(), help="without it the players choose")
    _add_option(parser)
    _add_practice(parser)
    _add_evening(parser)


def _add_practice(parser: argparse.ArgumentParser) -> None:
    usual = Against()
    parser.add_argument(
        "--opponent", choices="VN", default="", help="practice: the side that the companion plays"
    )
    parser.add_argument(
        "--strength",
        type=int,
        choices=STRENGTHS,
        default=usual.strength,
        help=f"practice: how well it plays, 1 a beginner; else {usual.strength}",
    )
    parser.add_argument(
        "--exercise", choices=exercise_names(), default="", help="practice: for green alone"
    )
    parser.add_argument(
        "--better",
        choices=BETTER,
        default=usual.better,
        help="practice: what would have been better is told by key, or after each such turn",
    )
    parser.add_argument(
        "--dice",
        choices=PARTNER_DICE,
        default=usual.dice,
        help="practice: you throw for the companion on the table, or it draws its dice",
    )


def _add_outside(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--web",
        nargs="?",
        const="127.0.0.1:8765",
        default="",
        metavar="HOST:PORT",
        help="a referee's page",
    )
    parser.add_argument("--broker", default="", metavar="URL", help="publish for a club, by MQTT")
    parser.add_argument(
        "--table", default="", metavar="NAME", help="what the club calls this board"
    )
    parser.add_argument(
        "--players", default="", metavar="GREEN,BLACK", help="who plays, for page and club"
    )


def _add_club(commands: "Commands") -> None:
    parser = _command(
        commands, "club", running.run_club, "gather the boards of a club, on one page"
    )
    parser.add_argument("--broker", required=True, metavar="URL", help="where they publish, MQTT")
    parser.add_argument("--record", required=True, metavar="FILE", help="the club's own record")
    parser.add_argument(
        "--web", default="127.0.0.1:8764", metavar="HOST:PORT", help="where the page is"
    )
    _add_lang(parser)


def _add_turn(parser: argparse.ArgumentParser) -> None:
    _add_game(parser, DEFAULT_GAME)
    parser.add_argument(
        "--position", metavar="TEXT", help="where the pieces stand: V6=5v V8=3v ..."
    )
    parser.add_argument("--turn", metavar="V|N", help="who is to play, V green or N black")
    parser.add_argument("--dice", metavar="6,3", help="the throw")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="one JSON object")
    form.add_argument("--jsonl", action="store_true", help="requests from standard input")


def _add_legal(commands: "Commands") -> None:
    _add_turn(_command(commands, "legal", running.run_legal, "all end positions of a turn"))


def _add_judge(commands: "Commands") -> None:
    parser = _command(commands, "judge", running.run_judge, "the verdict on a board and why")
    _add_turn(parser)
    parser.add_argument("--end", metavar="TEXT", help="where the pieces stand after the turn")
    _add_lang(parser, "the sentence")


def _add_hint(commands: "Commands") -> None:
    parser = _command(commands, "hint", running.run_hint, "the best plays with reasons")
    _add_turn(parser)
    parser.add_argument(
        "--engine", choices=ENGINES, default="own", help="who judges; else the networks of its own"
    )
    parser.add_argument("--static", action="store_true", help="without a further throw: quicker")
    parser.add_argument(
        "--lang", choices=LANGUAGES, default=None, help="the language of the reasons; else en"
    )


def _add_train(commands: "Commands") -> None:
    parser = _command(
        commands, "train", running.run_train, "a network learns a game by playing itself"
    )
    parser.add_argument("--game", choices=game_names(), required=True, help="which game is learnt")
    parser.add_argument("--folder", required=True, metavar="DIR", help="goes on where it ended")
    parser.add_argument("--seed", type=int, default=1, help="all chance comes from it")
    parser.add_argument(
        "--minutes", type=float, default=60.0, help="when it ends, unless by --games; else 60"
    )
    parser.add_argument("--games", type=int, default=10_000_000, help="when it ends at the latest")


def _add_simulate(commands: "Commands") -> None:
    parser = _command(
        commands, "simulate", running.run_simulate, "a virtual board others can connect to"
    )
    _add_game(parser, DEFAULT_GAME)
    parser.add_argument(
        "--listen", type=int, metavar="PORT", help="a TCP port of this machine, 0 for any free one"
    )


def _add_board(commands: "Commands") -> None:
    text = "teach a board its pieces and dice, try it out, name its faults"
    parser = _command(commands, "board", running.run_board, text)
    parser.add_argument(
        "task",
        choices=("enrol", "dice", "zones", "faults", "prompt"),
        help="teach pieces, teach dice, try places and keys, name faults, leave it to a programmer",
    )
    _add_port(parser)
    _add_lang(parser)
    _add_voice_name(parser)


def _add_journal(commands: "Commands") -> None:
    text = "list, show, export and import matches, go on with one, check and repair a journal"
    parser = _command(commands, "journal", running.run_journal, text)
    parser.add_argument("action", choices=JOURNAL_ACTIONS, help="what to do")
    parser.add_argument("file", nargs="?", metavar="FILE", help="to import, export to or make")
    parser.add_argument("--journal", required=True, metavar="FILE", help="which journal")
    parser.add_argument("--number", type=int, metavar="N", help="which match; else the last")
    parser.add_argument(
        "--format", choices=JOURNAL_FORMATS, help="export: as what; else by the file's name"
    )
    _add_lang(parser)
    _add_port(parser, "resume: ")
    _add_voice_name(parser, "resume: ")
    _add_events(parser, "resume: ")
    _add_mode(parser, "resume: ")
    _add_braille(parser)


def _add_progress(commands: "Commands") -> None:
    text = "what practice has brought: decisions, exercises, the trend"
    parser = _command(commands, "progress", running.run_progress, text)
    parser.add_argument("--journal", required=True, metavar="FILE", help="where it was kept")
    _add_lang(parser)


def _add_replay(commands: "Commands") -> None:
    parser = _command(
        commands, "replay", running.run_replay, "a recorded evening through the whole program"
    )
    parser.add_argument("file", metavar="FILE", help="a journal, or what a board said")
    _add_game(parser, DEFAULT_GAME)
    parser.add_argument("--match", type=int, metavar="N", help="points of the match")
    _add_lang(parser)
    _add_events(parser)
    _add_mode(parser)


def _add_doctor(commands: "Commands") -> None:
    text = "what works here, and what to do about what does not"
    parser = _command(commands, "doctor", running.run_doctor, text)
    _add_port(parser)
