"""The settings of an evening, read once from the command line and then never changed."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from operator import not_
from typing import Annotated, Any, Final, Self

from companion.options import (
    LONGEST_CLOCK,
    VERBOSITIES,
    Option,
    SettingsError,
    declared,
    host_name,
    made,
    minutes,
    own_settings,
    player_names,
    system_language,
    table_name,
)
from companion.records.encoding import convert
from companion.referee.initial_state import MOVER, exercise_names
from companion.referee.state import Practice
from companion.referee.talk_facts import Choice
from companion.rules import (
    DEFAULT_GAME,
    Match,
    Player,
    Rules,
    agree_match,
    find_game,
    game_names,
)
from companion.rules.games import BY_NAME, POSITION_OPTIONS
from companion.speech.catalogue import NOTATIONS, Sentence, filled, languages
from companion.speech.speech_context import Mode
from companion.speech.voices import NAMES
from companion.speech.voices.base import FASTEST, RATE, SLOWEST

LANGUAGES: Final = languages()
"""The languages that have a catalogue."""
BOARDS: Final = ("serial", "typed")
"""The kinds of board: a board with sensors, or a table whose players type their moves."""
MODES: Final = tuple(map(str, Mode))
STRENGTHS: Final = (1, 2, 3, 4, 5)
PARTNER_DICE: Final = ("table", "drawn")
"""The practice partner's dice: a person throws them, or the partner draws them."""
BETTER: Final = ("asked", "always")
"""When a better play is announced: on request, or after every turn."""
READERS: Final = ("both", "V", "N")
"""The possible readers of a braille display."""
KEYPAD_ORDERS: Final = ("green-first", "black-first")
"""Which player owns the keypad at the first of the two sockets."""
RATES: Final = ("175", "150", "125", "200", "250", "300", "350", "400")
"""The words per minute that setup offers, the default first."""
_VOICES: Final = ("auto", "screenreader", "print")

_NOT_REPLAYED: Final = (
    *("voice", "sound", "braille", "contracted", "keypads", "asked"),
    *("journal", "events", "record", "web", "web_names", "broker"),
)
"""Fields that affect only output and storage, not the game."""

_PLAYED: Final = ("game", "options", "match_to", "own_length", "decider", "clock", "against")
"""Fields that define the match."""

# The commands that accept an option.
_PLAY: Final = ("play",)
_PAGES: Final = ("play", "club")
_EVENING: Final = ("demo", "play")
_DISPLAY: Final = (*_EVENING, "journal resume")
_REPLAYED: Final = (*_EVENING, "replay")
_ANNOUNCED: Final = (*_REPLAYED, "journal resume")
_RESUMED: Final = (*_PLAY, "journal resume")
_SPOKEN: Final = (*_EVENING, "setup", "say")
_VOICED: Final = ("board", "journal resume", *_SPOKEN)
_GAMES: Final = (*_REPLAYED, "legal", "judge", "hint", "simulate")
_LANG: Final = (
    *(*_REPLAYED, "setup", "say", "judge"),
    *("club", "board", "journal", "progress", "doctor", "service", "legal", "train", "simulate"),
)


def _sorted(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(values)))


_Own = tuple[tuple[str, str], ...]


def _own_settings_option(name: str) -> Option:
    """Return the option for the settings of one player."""
    return Option(_EVENING, name=name, type=own_settings, metavar="NAME=VALUE,...")


@dataclass(frozen=True, slots=True)
class Sound:
    """How a voice speaks, and on which device.

    rate -- words per minute
    volume -- 0 to 1
    device -- a sound device, "" for the default one
    private_device -- another device for answers and hints, "" for none
    earcons -- whether short sounds precede the words
    words -- a file with respellings for the voice, "" for none
    """

    rate: Annotated[int, Option(_SPOKEN, offered=RATES, place=3)] = RATE
    volume: Annotated[float, Option(_SPOKEN)] = 1.0
    device: Annotated[str, Option(_SPOKEN, metavar="NAME")] = ""
    private_device: Annotated[str, Option(_SPOKEN, metavar="NAME")] = ""
    earcons: Annotated[bool, Option(_SPOKEN, name="--no-sounds", check=not_)] = True
    words: Annotated[str, Option(_SPOKEN, metavar="FILE")] = ""

    def __post_init__(self) -> None:
        """Raise `SettingsError` for a rate or volume out of range."""
        if not SLOWEST <= self.rate <= FASTEST:
            raise SettingsError("refusal.rate", rate=self.rate, least=SLOWEST, most=FASTEST)
        if not 0.0 <= self.volume <= 1.0:
            raise SettingsError("refusal.volume", volume=str(self.volume))


@dataclass(frozen=True, slots=True)
class OpponentSettings:
    """The practice partner, or an exercise for one player.

    partner -- the side that the companion plays, `V` or `N`, "" for none
    dice -- `table`: a person throws for the partner; `drawn`: the partner draws its dice
    exercise -- the exercise that green plays alone, "" for a game
    better -- when better plays are announced: if `asked` for by key, or `always`
    """

    partner: Annotated[str, Option(_PLAY, name="--opponent", choices=("V", "N"))] = ""
    strength: Annotated[int, Option(_PLAY, choices=STRENGTHS)] = 4
    dice: Annotated[str, Option(_PLAY, choices=PARTNER_DICE)] = "table"
    exercise: Annotated[str, Option(_PLAY, choices=exercise_names)] = ""
    better: Annotated[str, Option(_PLAY, choices=BETTER)] = "asked"

    @property
    def practice(self) -> Practice:
        """The referee's description of this practice."""
        if self.exercise:
            return Practice(MOVER.other, exercise=self.exercise)
        if not self.partner:
            return Practice()
        return Practice(Player(self.partner), self.dice == "drawn")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of one evening. A field that the user may set declares its option.

    type_dice -- whether the board senses pieces but no dice, which are typed
    port -- any URL of `serial.serial_for_url`, or `auto`
    record -- a new file for the lines that the board sends
    web -- the page's address, HOST:PORT, "" for none
    web_names -- further host names of the page
    players -- the names of green and black, "" if unknown
    match_to -- points, or games with `count-games`, None for an open end
    own_length -- whether `match_to` belongs to an imported match, which may have any length
    decider -- see `Match`
    clock -- minutes each player has for a game, 0 for no clock
    for_v, for_n -- a player's own lang, verbosity or notation, as pairs of name and value
    journal -- the folder; events -- the name of a file; "" for none, `-` for standard output
    braille -- the reader of a braille display: `both`, `V`, `N`, "" for none
    quiet_ms -- how long a board must stay unchanged to be settled, in milliseconds of its clock
    asked -- the match requested on the command line, as JSON; "" if the players choose at the table
    service -- whether the evening runs as a system service and players may switch the computer off
    """

    board: Annotated[str, Option(_RESUMED, choices=BOARDS, offered=BOARDS, place=6)] = "serial"
    keypads: Annotated[str, Option(_RESUMED, choices=KEYPAD_ORDERS, bare=KEYPAD_ORDERS[0])] = ""
    type_dice: Annotated[bool, Option(_RESUMED)] = False
    port: Annotated[str, Option(("board", "doctor", *_RESUMED), metavar="URL")] = field(
        default="auto", kw_only=False
    )
    record: Annotated[str, Option(_PLAY, metavar="FILE")] = ""
    web: Annotated[str, Option(_PLAY, metavar="HOST:PORT", bare="127.0.0.1:8765")] = ""
    web_names: Annotated[
        tuple[str, ...],
        Option(_PAGES, name="--web-name", type=host_name, metavar="NAME", many=True, check=tuple),
    ] = ()
    broker: Annotated[str, Option(_PLAY, metavar="URL")] = ""
    table: Annotated[str, Option(_PLAY, metavar="NAME", check=table_name)] = ""
    players: Annotated[
        tuple[str, str], Option(_PLAY, metavar="GREEN,BLACK", check=player_names, default="")
    ] = ("", "")
    game: Annotated[str, Option(_GAMES, choices=game_names, is_open=True)] = field(
        default=DEFAULT_GAME, kw_only=False
    )
    options: Annotated[
        tuple[str, ...], Option(_GAMES, name="--option", metavar="NAME", many=True, check=_sorted)
    ] = field(default=(), kw_only=False)
    against: OpponentSettings = field(default_factory=OpponentSettings)
    braille: Annotated[str, Option(_DISPLAY, choices=READERS)] = ""
    contracted: Annotated[bool, Option(_DISPLAY)] = False
    match_to: Annotated[int | None, Option(_REPLAYED, name="--match")] = None
    own_length: bool = False
    decider: int | None = None
    lang: Annotated[
        str, Option(_LANG, choices=LANGUAGES, at_start=system_language, offered=LANGUAGES, place=1)
    ] = "en"
    voice: Annotated[
        str, Option(_VOICED, known=NAMES, metavar="NAME", offered=_VOICES, place=2)
    ] = "auto"
    sound: Sound = field(default_factory=Sound)
    events: Annotated[str, Option(_ANNOUNCED, metavar="FILE")] = ""
    mode: Annotated[str, Option(_ANNOUNCED, choices=MODES)] = "club"
    verbosity: Annotated[
        str, Option(_EVENING, choices=VERBOSITIES, offered=("normal", "brief", "full"), place=4)
    ] = "normal"
    notation: Annotated[str, Option(_EVENING, choices=NOTATIONS, offered=NOTATIONS, place=5)] = (
        "own"
    )
    for_v: Annotated[_Own, _own_settings_option("--player-v")] = ()
    for_n: Annotated[_Own, _own_settings_option("--player-n")] = ()
    clock: Annotated[int, Option(_EVENING, type=minutes, metavar="MINUTES")] = 0
    journal: Annotated[str, Option((*_EVENING, "journal", "progress"), metavar="DIR")] = ""
    quiet_ms: int = 250
    asked: str = ""
    service: bool = False

    def __post_init__(self) -> None:
        """Raise `SettingsError` for an opponent or an exercise outside practice."""
        if self.against.exercise and self.mode != "practice":
            raise SettingsError("refusal.exercise-mode", mode=self.mode)
        if self.against.partner and self.mode != "practice":
            raise SettingsError("refusal.opponent-mode", mode=self.mode)

    @classmethod
    def of(cls, values: Mapping[str, Any], **others: object) -> Self:
        """Return the settings from the parsed arguments of a command. Raises `ValueError`.

        others -- values of fields without an option
        """
        against = made(OpponentSettings, values)
        if against.partner and against.exercise:
            raise SettingsError("refusal.exercise-alone")
        # At these boards nobody throws for the partner.
        if values.get("board") == "typed" or values.get("type_dice"):
            against = replace(against, dice="drawn")
        return made(cls, values, against=against, **others)

    @property
    def is_typed(self) -> bool:
        """Whether the players type their moves."""
        return self.board == "typed"

    def rules(self) -> Rules:
        """Return the rules of the evening.

        Raises `SettingsError` for an unknown game, option or exercise.
        """
        game = BY_NAME.get(self.game)
        if game is None:
            raise SettingsError("refusal.no-game-told")
        exercise = self.against.exercise
        if exercise and exercise not in game.exercises:
            known = ", ".join(game.exercises) or "-"
            raise SettingsError(
                "refusal.no-exercise", game=self.game, exercise=exercise, known=known
            )
        agreed = game.options - POSITION_OPTIONS
        for option in sorted(set(self.options) - agreed):
            known = ", ".join(sorted(agreed))
            raise SettingsError(
                "refusal.no-option", game=self.game, option=option[:40], known=known
            )
        return find_game(self.game, self.options)

    def match(self) -> Match:
        """Return the match of the evening. Raises `MatchError` for an impossible length."""
        match = agree_match(self.rules(), self.match_to, imported=self.own_length)
        return replace(match, decider=self.decider)

    def each(self, name: str) -> dict[Player, str]:
        """Return the value of lang, verbosity or notation for each player."""
        both = str(getattr(self, name))
        own = zip((Player.V, Player.N), (self.for_v, self.for_n), strict=True)
        return {player: dict(pairs).get(name, both) for player, pairs in own}

    def chosen(self, choice: Choice) -> Self:
        """Return these settings with the game that was chosen at the board."""
        against = replace(self.against, exercise="")
        return replace(self, **asdict(choice), against=against, own_length=False, decider=None)

    def saved(self) -> dict[str, object]:
        """Return the fields that the journal saves, so that the match can be resumed."""
        values = asdict(self)
        kept = {name: values[name] for name in (*_PLAYED, "board", "asked", "players", "table")}
        return {n: list(value) if isinstance(value, tuple) else value for n, value in kept.items()}

    @classmethod
    def of_saved(cls, saved: Mapping[str, object]) -> Self:
        """Return the settings of a saved match. Raises `SettingsError`."""
        names = {*cls().saved()} - {"against"}
        fields = {name: value for name, value in saved.items() if name in names}
        try:
            kept: Self = convert(cls, fields, "settings")
        except ValueError:
            raise SettingsError("refusal.no-game-told") from None
        if not ({"game", "options"} <= {*saved} and 0 <= kept.clock <= LONGEST_CLOCK):
            raise SettingsError("refusal.no-game-told")
        against = _against(saved)
        practice = against.partner or against.exercise
        return replace(kept, against=against, mode="practice" if practice else "club")

    def by_command(self) -> Self:
        """Return these settings with `asked` set: it describes the match that they begin."""
        match = replace(self, asked="", players=("", ""), table="").saved()
        del match["board"]
        return replace(self, asked=json.dumps(match, sort_keys=True))

    def is_same_command(self, saved: Mapping[str, object]) -> bool:
        """Return whether a saved match was begun by the same command."""
        return self.asked != "" and saved.get("asked") == self.asked

    def as_json(self) -> str:
        """Return the settings that a replay needs, as JSON."""
        return json.dumps({k: v for k, v in asdict(self).items() if k not in _NOT_REPLAYED})

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the settings of a recorded evening. Raises `SettingsError`."""
        try:
            fields: dict[str, Any] = {"voice": "print"} | json.loads(text)
            settings: Self = convert(cls, fields, "settings")
        except (RecursionError, TypeError, ValueError):
            fields = {}
        if "against" not in fields or not 0 <= settings.clock <= LONGEST_CLOCK:
            raise SettingsError("command.not-evening", text=repr(text[:40]))
        return settings

    def with_game_of(self, saved: Mapping[str, object]) -> Self:
        """Return these settings with the game of a saved match. Raises `SettingsError`."""
        kept = self.of_saved(saved)
        mode = self.mode if kept.mode == "club" else kept.mode
        if kept.mode == "practice" and self.mode == "tournament":
            raise SettingsError("refusal.no-tournament", journal=self.journal)
        played = {name: getattr(kept, name) for name in _PLAYED}
        return replace(self.with_names_of(saved), **played, mode=mode)

    def with_names_of(self, saved: Mapping[str, object]) -> Self:
        """Return these settings, with missing players and table taken from a saved match."""
        kept = self.of_saved(saved)
        players = self.players if any(self.players) else kept.players
        return replace(self, players=players, table=self.table or kept.table)

    def check_saved(self, saved: Mapping[str, object]) -> None:
        """Raise `SettingsError` if an unfinished match was not begun with these settings."""
        self.check_players(saved)
        kept = self.of_saved(saved)
        if _begun_with(kept) != _begun_with(self):
            text = "refusal.unfinished-exercise" if kept.against.exercise else "refusal.unfinished"
            match = ", ".join(filter(None, (kept.game, *kept.options, kept.against.exercise)))
            told = filled(text, journal=self.journal, match=match)
            raise SettingsError(told, *_described(kept), filled("refusal.resume"))

    def check_players(self, saved: Mapping[str, object]) -> None:
        """Raise `SettingsError` if an unfinished match has other players."""
        v, n = kept = self.of_saved(saved).players
        if any(kept) and any(self.players) and kept != self.players:
            raise SettingsError("refusal.other-players", journal=self.journal, v=v, n=n)


def _begun_with(settings: Settings) -> tuple[object, ...]:
    """Return the values that must be the same when a match is resumed."""
    against = settings.against
    return settings.game, settings.options, settings.match_to, against.exercise, against.partner


def _described(settings: Settings) -> Iterator[Sentence]:
    """Yield the length and the opponent of a match."""
    if settings.match_to is not None:
        yield filled("refusal.length", length=settings.match_to)
    if settings.against.partner:
        yield filled("refusal.against-companion")


def _against(saved: Mapping[str, Any]) -> OpponentSettings:
    """Return the opponent of a saved match, or no opponent if this version cannot read it."""
    try:
        against = OpponentSettings(**saved["against"])
    except (KeyError, TypeError):
        return OpponentSettings()
    known = (
        getattr(against, path[-1]) in (option.default, *option.values)
        for path, option in declared(OpponentSettings)
    )
    return against if all(known) else OpponentSettings()
