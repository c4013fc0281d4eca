"""Every command and its options, once: the command line and `docs/commands.md` are made of this.

What a command does is in `run`. Contracts, section 3.
"""

import argparse
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.commands.keypads import ORDERS as KEYPAD_ORDERS
from companion.hints.advice import ENGINES
from companion.referee.exercises import exercise_names
from companion.rules import DEFAULT_GAME, game_names
from companion.settings import (
    BETTER,
    BOARDS,
    LANGUAGES,
    MODES,
    NOTATIONS,
    PARTNER_DICE,
    READERS,
    STRENGTHS,
    VERBOSITIES,
    OpponentSettings,
    SettingsError,
    Sound,
    host_name,
    minutes,
    own_settings,
)
from companion.speech.voices import OFFERED

Choices = tuple[str | int, ...] | str | Callable[[], tuple[str, ...]]


@dataclass(frozen=True)
class Option:
    """One option, or with a name without dashes one word that a command takes.

    text -- what it is, for `--help` and the page; choices -- the values there are, or what tells
    them; default -- where it is left out; type -- reads one value; metavar -- what stands for the
    value; flag -- it takes none; many -- it may be given again; required -- it must be given, or,
    of a word, None where it may be left out; bare -- its value where it is given without one;
    together -- a name for options of which only one may be given.
    """

    name: str
    text: str
    choices: Choices | None = None
    default: Any = None
    type: Callable[[str], object] | None = None
    metavar: str | None = None
    flag: bool = False
    many: bool = False
    required: bool = False
    bare: str = ""
    together: str = ""

    def but(self, **changes: Any) -> "Option":  # noqa: ANN401 - as `replace`
        """The same option as another command has it."""
        return replace(self, **changes)

    def for_argparse(self) -> dict[str, Any]:
        """What `ArgumentParser.add_argument` takes, but the name."""
        if self.flag:
            return {"action": "store_true", "help": self.text}
        choices = self.choices() if callable(self.choices) else self.choices
        told: dict[str, Any] = {
            "help": self.text,
            "choices": choices,
            "default": list(self.default) if self.many else self.default,
            "type": self.type,
            "metavar": self.metavar,
            "action": "append" if self.many else None,
            "required": self.required or None,
        }
        if self.bare:
            told |= {"nargs": "?", "const": self.bare}
        if not self.name.startswith("-"):
            told["nargs"] = None if self.required else "?"
            del told["required"]
        return {name: value for name, value in told.items() if value is not None}


@dataclass(frozen=True)
class Command:
    """One command. run -- the module and function that do it; text -- what it is."""

    name: str
    run: str
    text: str
    options: tuple[Option, ...]


def _checked(read: Callable[[str], object]) -> Callable[[str], object]:
    """A reader of one argument whose own sentence says what is wrong with it."""

    def checked(text: str) -> object:
        try:
            return read(text)
        except SettingsError as error:
            raise argparse.ArgumentTypeError(str(error).rstrip(".")) from None

    return checked


_SOUND, _AGAINST = Sound(), OpponentSettings()

_GAME = Option(
    "--game",
    f"what is played; {DEFAULT_GAME} where it is left out",
    choices=game_names,
    default=DEFAULT_GAME,
)
_RULE = Option(
    "--option", "a rule option, as often as needed", metavar="NAME", default=(), many=True
)
_LANG = Option(
    "--lang", "the language of what is said; else the system's", choices=tuple(LANGUAGES)
)
_KEYPADS = Option(
    "--keypads",
    "with --board typed on Linux: two numeric keypads, one a player; whose is the one at the first"
    " socket (doctor tells which that is). Needs the extra keypads",
    choices=KEYPAD_ORDERS,
    default="",
    bare=KEYPAD_ORDERS[0],
)
_PORT = Option(
    "--port",
    "where the board is: a device, socket://HOST:PORT, or auto, which asks every port",
    default="auto",
    metavar="URL",
)
_BOARD = Option(
    "--board",
    "serial: a board that says what stands on it, at --port; typed: a plain board, or none, and the"
    " players type dice and moves, see docs/typed.md",
    choices=BOARDS,
    default="serial",
)
_VOICE = Option(
    "--voice",
    f"{', '.join(OFFERED)}. auto takes the first that works and says which; when a voice fails, the"
    " next one goes on. screenreader is your own, NVDA, JAWS or VoiceOver; speechd a"
    " speech-dispatcher that runs; espeak speaks out of the program itself, and with"
    " espeak:evening.wav into a file; pyttsx3 is the system's voice; print writes only",
    default="auto",
    metavar="NAME",
)
_VOICE_WITH_SETTINGS = (
    _LANG,
    _VOICE,
    Option(
        "--rate",
        "words a minute, 80 to 450, of a voice that is no screen reader; the menu changes it",
        type=int,
        default=_SOUND.rate,
        metavar="NUMBER",
    ),
    Option("--volume", "how loud, 0 to 1", type=float, default=_SOUND.volume, metavar="NUMBER"),
    Option(
        "--device",
        "the sound device on which everything is said; doctor lists them",
        default="",
        metavar="NAME",
    ),
    Option(
        "--private-device",
        "another one, such as one player's earphones, for answers and hints alone",
        default="",
        metavar="NAME",
    ),
    Option(
        "--no-sounds",
        "no short sounds before the words: legal, illegal, your turn, board lost, board found."
        " Only espeak plays them",
        flag=True,
    ),
    Option(
        "--words",
        "a file of your own words, names of players for instance, that your voice says wrongly: a"
        " line each, such as Siobhan = Shivawn. Only the voice gets the right-hand side; print and"
        " braille keep the left. See voices.md",
        default="",
        metavar="FILE",
    ),
)
_BRAILLE = (
    Option("--braille", "a display, for both players or for one", choices=READERS, default=""),
    Option("--contracted", "the display in contracted braille", flag=True),
)
_EVENTS = Option(
    "--events",
    "write what happens as JSON lines; - is standard output",
    default="",
    metavar="FILE",
)
_MODE = Option(
    "--mode",
    "club: both hear everything, mistakes before the dice are lifted; tournament: verdicts only"
    " after the lift, no hints; practice: hints and advice too",
    choices=MODES,
    default="club",
)
_MATCH = Option(
    "--match", "how many points win the match, an odd number", type=int, metavar="NUMBER"
)
_OWN = Option(
    "--player-v",
    "what green wants otherwise than both, such as lang=fr,verbosity=brief,notation=names. Answers"
    " to a key are told in the asker's own way",
    type=_checked(own_settings),
    default=(),
    metavar="NAME=VALUE,...",
)
_EVENING = (
    *_BRAILLE,
    _MATCH,
    *_VOICE_WITH_SETTINGS,
    _EVENTS,
    _MODE,
    Option("--verbosity", "how many words", choices=VERBOSITIES, default="normal"),
    Option(
        "--notation",
        "points by each player's own numbers, 24 to 1, or by the names on the board, V 1 to N 12,"
        " all evening; in Jacquet they always have their names",
        choices=NOTATIONS,
        default="own",
    ),
    _OWN,
    _OWN.but(name="--player-n", text="the same for black"),
    Option(
        "--clock",
        "how many minutes each player has for a game. It runs from the opponent's lift to one's"
        " own, not in a pause, and not while the board is away; when 10, 5 and 1 minutes are left"
        " is said, and when time is over. What that costs a referee decides",
        type=_checked(minutes),
        default=0,
        metavar="MINUTES",
    ),
)
_KEPT = Option(
    "--journal",
    "keep the evening in this folder, and go on with the unfinished match in it",
    default="",
    metavar="DIR",
)
_PRACTICE = (
    Option(
        "--opponent",
        "in practice: the side that the companion plays",
        choices="VN",
        default="",
    ),
    Option(
        "--strength",
        f"in practice: how well it plays, 1 a beginner; else {_AGAINST.strength}",
        type=int,
        choices=STRENGTHS,
        default=_AGAINST.strength,
    ),
    Option("--exercise", "in practice: for green alone", choices=exercise_names, default=""),
    Option(
        "--better",
        "in practice: what would have been better is told by key, or after each turn that lost"
        " something",
        choices=BETTER,
        default=_AGAINST.better,
    ),
    Option(
        "--dice",
        "in practice: you throw for the companion on the table, or it draws its dice",
        choices=PARTNER_DICE,
        default=_AGAINST.dice,
    ),
)
_WEB_NAME = Option(
    "--web-name",
    "a name by which browsers may call the page, such as a server's with TLS before it; this"
    " computer's own name and addresses need not be told. As often as needed",
    type=_checked(host_name),
    default=(),
    metavar="NAME",
    many=True,
)
_OUTSIDE = (
    Option(
        "--web",
        "a page on which a referee follows the board and rules, and at a typed table one for each"
        " player's telephone; without an address at 127.0.0.1:8765, for this machine only",
        default="",
        metavar="HOST:PORT",
        bare="127.0.0.1:8765",
    ),
    _WEB_NAME,
    Option(
        "--broker",
        "publish the evening for a club, by MQTT; needs --table",
        default="",
        metavar="URL",
    ),
    Option(
        "--table",
        "what this table is called: in the club, on its page and in the record",
        default="",
        metavar="NAME",
    ),
    Option(
        "--players",
        "who plays: named on the page, in the club and in the record",
        default="",
        metavar="GREEN,BLACK",
    ),
)
_TURN = (
    _GAME,
    _RULE,
    Option("--position", "where the pieces stand: V6=5v V8=3v ...", metavar="TEXT"),
    Option("--turn", "who is to play, V green or N black", metavar="V|N"),
    Option("--dice", "the throw", metavar="6,3"),
    Option("--json", "the answer as one JSON object", flag=True, together="form"),
    Option(
        "--jsonl",
        "requests from standard input, one JSON object a line, an answer a line",
        flag=True,
        together="form",
    ),
)
_JOURNAL = Option(
    "--journal",
    "which journal; else the one in your data folder",
    default="",
    metavar="DIR",
)
_SEED = Option(
    "--seed", "the same number gives the same evening", type=int, default=1, metavar="NUMBER"
)

COMMANDS: Final = (
    Command(
        "demo",
        "run.run_demo",
        "a whole game at a simulated board, spoken, with mistakes that are caught and put right",
        (
            _GAME,
            _RULE,
            *_EVENING,
            _KEPT,
            _SEED,
            Option("--fast", "as quick as the machine allows", flag=True),
            Option("--mat", "play this match instead", metavar="FILE"),
            Option(
                "--turns",
                "turns after which a game is resigned, 0: never; else 0 with --fast and 10 without",
                type=int,
                metavar="NUMBER",
            ),
        ),
    ),
    Command(
        "setup",
        "play.run_setup",
        "ask for language, voice, speed, words and board by voice, and keep the answers for play",
        _VOICE_WITH_SETTINGS,
    ),
    Command(
        "play",
        "play.run_play",
        "an evening at a real board, or at any board that speaks its language",
        (
            _BOARD,
            _KEYPADS,
            _PORT,
            Option(
                "--record", "keep what the board says in a new file, for replay", metavar="FILE"
            ),
            *_OUTSIDE,
            _GAME.but(text="what is played; without it the players choose", default=None),
            _RULE,
            *_PRACTICE,
            *_EVENING,
            _KEPT.but(text=f"{_KEPT.text}; else the evening is kept in your data folder"),
            Option("--no-journal", "keep nothing of the evening", flag=True),
        ),
    ),
    Command(
        "service",
        "play.run_service",
        "play from the moment a Linux computer is switched on, without a screen or a login; options"
        " of play follow after --, such as: service install -- --lang fr",
        (
            Option(
                "action",
                "install it or remove it",
                choices=("install", "remove"),
                required=True,
            ),
        ),
    ),
    Command("legal", "asking.run_legal", "all positions in which a turn may end", _TURN),
    Command(
        "judge",
        "asking.run_judge",
        "whether one given end of a turn is legal, and why not",
        (
            *_TURN,
            Option("--end", "where the pieces stand after the turn", metavar="TEXT"),
            _LANG.but(text="the language of the sentence; else the system's"),
        ),
    ),
    Command(
        "hint",
        "asking.run_hint",
        "the best plays with reasons",
        (
            *_TURN,
            Option(
                "--engine",
                "who judges: own, the networks that come with the program, or bgsage or gnubg,"
                " which know backgammon only and must be installed",
                choices=ENGINES,
                default="own",
            ),
            Option(
                "--static",
                "judge positions as they stand, without a further throw: quicker, a little worse",
                flag=True,
            ),
            Option(
                "--closer",
                "judge the few plays closest to the best by a second further throw too: better, and"
                " some tenths of a second slower; not in Acey-Deucey",
                flag=True,
            ),
            _LANG.but(text="the language of the reasons; else en"),
        ),
    ),
    Command(
        "train",
        "run.run_train",
        "a network learns a game by playing itself",
        (
            _GAME.but(text="which game is learnt", default=None, required=True),
            Option(
                "--folder",
                "where state, log and weights are kept; a training goes on where it ended",
                required=True,
                metavar="DIR",
            ),
            _SEED.but(text="all chance comes from it"),
            Option(
                "--minutes",
                "when it ends, unless by --games; else 60",
                type=float,
                default=60.0,
                metavar="NUMBER",
            ),
            Option(
                "--games",
                "after how many games it ends at the latest",
                type=int,
                default=10_000_000,
                metavar="NUMBER",
            ),
        ),
    ),
    Command(
        "club",
        "run.run_club",
        "gather the boards of a club from a broker, on one page",
        (
            Option("--broker", "where they publish, by MQTT", required=True, metavar="URL"),
            Option("--record", "the club's own record", required=True, metavar="FILE"),
            Option(
                "--web",
                "where the page is; else 127.0.0.1:8764",
                default="127.0.0.1:8764",
                metavar="HOST:PORT",
            ),
            _WEB_NAME,
            _LANG,
        ),
    ),
    Command(
        "simulate",
        "run.run_simulate",
        "a simulated board for other programs to connect to; it obeys lines such as throw V 63",
        (
            _GAME,
            _RULE,
            Option(
                "--listen",
                "wait for a program on this TCP port of this machine, 0 for any free one; else a"
                " pseudo-terminal is opened. Where the board is stands in the first line",
                type=int,
                metavar="PORT",
            ),
        ),
    ),
    Command(
        "board",
        "run.run_board",
        "teach a board its pieces and dice, try it out, name its faults, led by voice and its keys",
        (
            Option(
                "task",
                "teach pieces, teach dice, try places and keys, name faults, or leave the board to"
                " a programmer",
                choices=("enrol", "dice", "zones", "faults", "prompt"),
                required=True,
            ),
            _PORT,
            _LANG,
            _VOICE,
        ),
    ),
    Command(
        "journal",
        "run.run_journal",
        "list and show matches, go on with one, export and import them, check a journal",
        (
            Option(
                "action",
                "what to do",
                choices=("list", "show", "resume", "export", "import", "check"),
                required=True,
            ),
            Option("file", "the file to import or to export to; else the journal", metavar="FILE"),
            _JOURNAL,
            Option("--number", "which match; else the last", type=int, metavar="NUMBER"),
            Option(
                "--format",
                "for export and import mat, json or text; else by the file's name, which may also"
                " end in csv, or on import by what it holds. Export alone"
                " knows transcript and report, in whole sentences, and csv, the statistics",
                choices=("mat", "json", "text", "transcript", "report", "csv"),
            ),
            _LANG,
            *(
                each.but(text=f"for resume: {each.text}")
                for each in (_BOARD, _KEYPADS, _PORT, _VOICE, _EVENTS, _MODE, *_BRAILLE)
            ),
        ),
    ),
    Command(
        "progress",
        "run.run_progress",
        "what practice has brought: decisions day by day, exercises, the trend",
        (_JOURNAL.but(text="where practice was kept; else in your data folder"), _LANG),
    ),
    Command(
        "replay",
        "run.run_replay",
        "play a recorded evening through the whole program again, and compare what comes of it",
        (
            Option("file", "a journal, or what a board said", metavar="FILE", required=True),
            _GAME.but(
                text=f"what was played, where a board's recording does not tell; {_GAME.text}",
                default=None,
            ),
            _RULE,
            _MATCH,
            _LANG,
            _EVENTS,
            _MODE,
        ),
    ),
    Command(
        "say",
        "run.run_say",
        "speak one sentence, to try a voice; exit code 1 when nobody can have heard it",
        (Option("text", "the sentence", metavar="TEXT", required=True), *_VOICE_WITH_SETTINGS),
    ),
    Command(
        "doctor",
        "run.run_doctor",
        "what works on this machine, boards and voices, and what to do about what does not",
        (_PORT, _LANG),
    ),
)
"""All commands, in the order in which they are listed."""

RULE_OPTIONS: Final = {
    "double-bouchage": "Jacquet; holding all first five points of one's path needs two pieces at"
    " home, on points 1 and 6.",
    "no-full-prime": "Jacquet; never six points in a row on the opponent's path, one's own home"
    " included.",
    "count-games": "Jacquet; a match is the best of 3 or 5 games instead of points.",
    "no-cube": "backgammon and Dutch backgammon; without the doubling cube.",
    "no-crawford": "backgammon and Dutch backgammon; the cube in every game of a match.",
    "automatic-doubles": "backgammon and Dutch backgammon; equal opening dice double the value.",
    "double-on-ace-deuce": "Acey-Deucey; each throw of 1 and 2 doubles the stake.",
    "may-hit-V": "Dutch backgammon, for single positions: green may hit already.",
    "may-hit-N": "Dutch backgammon, for single positions: black may hit already.",
    "end-on-any-die": "every game; the turn ends when one die is picked up, not both.",
    "mirrored": "the backgammon family; laid out the other way round.",
}
"""What each rule option means."""
