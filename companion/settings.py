"""The settings of an evening: read once from the command line, then passed on as frozen values."""

import json
import locale
import os
import re
from dataclasses import asdict, dataclass, field, replace
from typing import Final, Self

from companion.referee.exercises import MOVER, exercise_names
from companion.referee.state import Practice
from companion.referee.talk_facts import Choice
from companion.rules import DEFAULT_GAME, Match, MatchError, Player, Rules, agree_match, find_game
from companion.rules.games import BY_NAME
from companion.speech import refusal_phrases as r
from companion.speech.catalogue import ExplainedError, filled, languages
from companion.speech.language import language
from companion.speech.voices.base import FASTEST, RATE, SLOWEST

LANGUAGES: Final = languages()
"""Every language there is a catalogue for; a third one is one more file."""
BOARDS: Final = ("serial", "typed")
"""A board that says what stands on it, or a table whose players type it."""
MODES: Final = ("club", "tournament", "practice")
VERBOSITIES: Final = ("brief", "normal", "full")
NOTATIONS: Final = ("own", "names")
STRENGTHS: Final = (1, 2, 3, 4, 5)
PARTNER_DICE: Final = ("table", "drawn")
"""How the practice partner throws: a person throws on the table for it, or it draws its dice."""
BETTER: Final = ("asked", "always")
"""When a player is told of a better play."""
READERS: Final = ("both", "V", "N")
"""For whom a braille display can be."""
LONGEST_CLOCK: Final = 600
"""Minutes each player has for a game."""
OWN_SETTINGS: Final = {"lang": LANGUAGES, "verbosity": VERBOSITIES, "notation": NOTATIONS}
"""Settings that each player may choose for himself, and their values."""


class SettingsError(ExplainedError, ValueError):
    """A setting that cannot be used; the message says what, where and what to do."""


@dataclass(frozen=True, slots=True)
class Sound:
    """How a voice speaks, and where.

    rate -- words a minute; volume -- 0 to 1; device -- a sound device, "" for the usual one;
    private_device -- another one for answers and hints, "" for none; earcons -- whether short
    sounds go before the words; words -- a file of words to be respelt for the voice, "" for none.
    """

    rate: int = RATE
    volume: float = 1.0
    device: str = ""
    private_device: str = ""
    earcons: bool = True
    words: str = ""

    def __post_init__(self) -> None:
        """Raise `SettingsError` for what no voice can do."""
        if not SLOWEST <= self.rate <= FASTEST:
            raise SettingsError(filled(r.RATE, rate=self.rate, least=SLOWEST, most=FASTEST))
        if not 0.0 <= self.volume <= 1.0:
            raise SettingsError(filled(r.VOLUME, volume=str(self.volume)))


@dataclass(frozen=True, slots=True)
class OpponentSettings:
    """The practice partner.

    partner -- `V` or `N`, whose turns the companion plays, "" for none; strength -- 1 to 5;
    dice -- `table`: thrown for it like any; `drawn`: it draws them itself;
    exercise -- what green exercises instead, alone; "" for a game; better -- when it is told what
    would have been better: `asked` by key, or `always`.
    """

    partner: str = ""
    strength: int = 4
    dice: str = "table"
    exercise: str = ""
    better: str = "asked"

    @property
    def practice(self) -> Practice:
        """What the referee has to know of it."""
        if self.exercise:
            return Practice(MOVER.other, exercise=self.exercise)
        if not self.partner:
            return Practice()
        return Practice(Player(self.partner), self.dice == "drawn")


@dataclass(frozen=True, slots=True)
class Settings:
    """One evening's settings.

    port -- any URL of `serial.serial_for_url`, or `auto`; board -- one of `BOARDS`;
    game, options -- as on the command line;
    match_to -- points, or games with `count-games`, None for an open end; own_length -- the length
    of an imported match, which may be any number; decider -- see `Match`;
    clock -- minutes each player has for a game, 0 for no clock;
    lang -- `fr` or `en`; for_v, for_n -- where a player wants another lang, verbosity or notation
    than both, by name; voice -- a name of the voice registry; journal, events -- file names, ""
    for none, `-` for standard output; mode -- `club`, `tournament` or `practice`;
    braille -- for whom a braille display is: `both`, `V`, `N`, "" for none; contracted -- in
    contracted braille;
    verbosity -- `brief`, `normal` or `full`; notation -- `own` numbers or `names` on the board;
    quiet_ms -- how long a board must stand still, milliseconds of its clock;
    sound -- how the voice speaks, and where; against -- who is played against, in practice only;
    players -- green's name and black's, table -- the table's name, each "" where nobody said it;
    asked -- what the command line asked for, as JSON, whatever the table chose since; "" where it
    left the choice to the table; service -- the computer runs this evening as a service, and the
    players may switch it off.
    """

    port: str
    game: str = DEFAULT_GAME
    options: tuple[str, ...] = ()
    match_to: int | None = None
    own_length: bool = False
    decider: int | None = None
    clock: int = 0
    lang: str = "en"
    voice: str = "auto"
    journal: str = ""
    events: str = ""
    braille: str = ""
    contracted: bool = False
    mode: str = "club"
    verbosity: str = "normal"
    notation: str = "own"
    for_v: tuple[tuple[str, str], ...] = ()
    for_n: tuple[tuple[str, str], ...] = ()
    quiet_ms: int = 250
    sound: Sound = field(default_factory=Sound)
    against: OpponentSettings = field(default_factory=OpponentSettings)
    asked: str = ""
    board: str = "serial"
    service: bool = False
    players: tuple[str, str] = ("", "")
    table: str = ""

    def __post_init__(self) -> None:
        """Raise `SettingsError` for an opponent or an exercise outside practice."""
        if self.against.exercise and self.mode != "practice":
            raise SettingsError(filled(r.EXERCISE_MODE, mode=self.mode))
        if self.against.partner and self.mode != "practice":
            raise SettingsError(filled(r.OPPONENT_MODE, mode=self.mode))

    @property
    def is_typed(self) -> bool:
        """Whether what stands on the table is typed."""
        return self.board == "typed"

    def rules(self) -> Rules:
        """The rules of the evening.

        Raises `SettingsError` for an unknown game, and for an option or an exercise that the game
        does not have.
        """
        game = BY_NAME.get(self.game)
        if game is None:
            raise SettingsError(filled(r.NO_GAME_TOLD))
        exercise = self.against.exercise
        if exercise and exercise not in game.exercises:
            known = ", ".join(game.exercises) or "-"
            raise SettingsError(
                filled(r.NO_EXERCISE, game=self.game, exercise=exercise, known=known)
            )
        for option in sorted(set(self.options) - game.options):
            known = ", ".join(sorted(game.options))
            raise SettingsError(
                filled(r.NO_OPTION, game=self.game, option=option[:40], known=known)
            )
        return find_game(self.game, self.options)

    def match(self) -> Match:
        """The match of the evening. Raises `SettingsError` for a length that is not played."""
        rules = self.rules()
        try:
            match = agree_match(rules, self.match_to, imported=self.own_length)
        except MatchError:
            text = r.MEETING if "count-games" in rules.options else r.ODD_POINTS
            raise SettingsError(filled(text, length=str(self.match_to))) from None
        return replace(match, decider=self.decider)

    def each(self, name: str) -> dict[Player, str]:
        """The value of lang, verbosity or notation for each player."""
        both = str(getattr(self, name))
        return {
            player: dict(own).get(name, both)
            for player, own in ((Player.V, self.for_v), (Player.N, self.for_n))
        }

    def chosen(self, choice: Choice) -> Self:
        """These settings for what was chosen at the board: a game, not an exercise."""
        return replace(
            self,
            against=replace(self.against, exercise=""),
            game=choice.game,
            options=choice.options,
            match_to=choice.match_to,
            clock=choice.clock,
            own_length=False,
            decider=None,
        )

    def saved(self) -> dict[str, object]:
        """What the journal keeps of an evening, so that it can go on later."""
        return {
            "game": self.game,
            "options": list(self.options),
            "match_to": self.match_to,
            "own_length": self.own_length,
            "decider": self.decider,
            "clock": self.clock,
            "against": asdict(self.against),
            "asked": self.asked,
            "players": list(self.players),
            "table": self.table,
        }

    def by_command(self) -> Self:
        """These settings, kept as what the command line asked for."""
        plain = replace(self, asked="", players=("", ""), table="")
        return replace(self, asked=json.dumps(plain.saved(), sort_keys=True))

    def is_same_command(self, saved: dict[str, object]) -> bool:
        """Whether the match saved so was begun by the same command, whatever the table chose."""
        return self.asked != "" and saved.get("asked") == self.asked

    def as_json(self) -> str:
        """The settings that decide what is said, as JSON, so that an evening can be replayed."""
        left_out = ("voice", "journal", "events", "sound", "braille", "contracted", "asked")
        return json.dumps({k: v for k, v in asdict(self).items() if k not in left_out})

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The settings of a recorded evening. Raises `SettingsError`."""
        try:
            fields = json.loads(text)
            fields["options"] = tuple(fields["options"])
            for own in ("for_v", "for_n"):
                fields[own] = tuple((name, value) for name, value in fields.get(own, ()))
            fields["players"] = tuple(fields.get("players", ("", "")))
            fields["against"] = OpponentSettings(**fields.get("against", {}))
            return cls(voice="print", **fields)
        except (KeyError, TypeError, ValueError):
            raise SettingsError(f"{text[:40]!r} are not the settings of an evening.") from None

    def going_on(self, saved: dict[str, object]) -> Self:
        """These settings with the game of a saved match. Raises `SettingsError`."""
        game, options, to = saved.get("game"), saved.get("options"), saved.get("match_to")
        if not isinstance(game, str) or not isinstance(options, list):
            raise SettingsError(filled(r.NO_GAME_TOLD))
        length = to if isinstance(to, int) else None
        own = saved.get("own_length") is True
        chosen = tuple(map(str, options))
        clock, decider = saved.get("clock"), saved.get("decider")
        against = _against(saved)
        return replace(
            self.with_names_of(saved),
            game=game,
            options=chosen,
            match_to=length,
            own_length=own,
            decider=decider if isinstance(decider, int) else None,
            clock=clock if isinstance(clock, int) else 0,
            against=against,
            mode=self._mode_of(against),
        )

    def with_names_of(self, saved: dict[str, object]) -> Self:
        """These settings, with the players and the table of a saved match where none are given."""
        players = self.players if any(self.players) else _players(saved)
        return replace(self, players=players, table=self.table or _table(saved))

    def _mode_of(self, against: OpponentSettings) -> str:
        """The mode in which a saved match goes on: against the companion it is practice."""
        if not (against.partner or against.exercise):
            return self.mode
        if self.mode == "tournament":
            raise SettingsError(filled(r.NO_TOURNAMENT, journal=self.journal))
        return "practice"

    def check_saved(self, saved: dict[str, object]) -> None:
        """Raise `SettingsError` where an unfinished match was not begun with these settings."""
        kept = _against(saved)
        self.check_players(saved)
        other = kept.exercise != self.against.exercise or kept.partner != self.against.partner
        mine = self.saved()
        if other or any(saved.get(name) != mine[name] for name in ("game", "options", "match_to")):
            text = r.UNFINISHED_EXERCISE if kept.exercise else r.UNFINISHED
            match = _described(saved, kept)
            raise SettingsError(filled(text, journal=self.journal, match=match))

    def check_players(self, saved: dict[str, object]) -> None:
        """Raise `SettingsError` where an unfinished match is of other players than these."""
        kept = _players(saved)
        if any(kept) and any(self.players) and kept != self.players:
            v, n = kept
            raise SettingsError(filled(r.OTHER_PLAYERS, journal=self.journal, v=v, n=n))

    def has_names_of(self, saved: dict[str, object]) -> bool:
        """Whether a saved match has exactly these players and this table."""
        return (_players(saved), _table(saved)) == (self.players, self.table)


def _players(saved: dict[str, object]) -> tuple[str, str]:
    """Who plays a saved match; two empty names where nobody said it."""
    told = saved.get("players")
    v, n = told if isinstance(told, list) and len(told) == 2 else ("", "")
    return str(v), str(n)


def _table(saved: dict[str, object]) -> str:
    return str(saved.get("table", ""))


def _described(saved: dict[str, object], against: OpponentSettings) -> str:
    """What a saved match is, in the values of the command line."""
    options, length = saved.get("options"), saved.get("match_to")
    words = [str(saved.get("game"))]
    words += [] if length is None else [f"match {length}"]
    words += map(str, options) if isinstance(options, list) else []
    words += [against.exercise] if against.exercise else []
    words += [f"opponent {against.partner}"] if against.partner else []
    return ", ".join(words)


def _against(saved: dict[str, object]) -> OpponentSettings:
    """Who a saved match is played against; nobody where an older version saved it."""
    fields = saved.get("against")
    if not isinstance(fields, dict):
        return OpponentSettings()
    try:
        against = OpponentSettings(**fields)
    except TypeError:
        return OpponentSettings()
    known = (
        against.partner in ("", "V", "N"),
        against.strength in STRENGTHS,
        against.exercise in ("", *exercise_names()),
        against.better in BETTER,
        against.dice in PARTNER_DICE,
    )
    return against if all(known) else OpponentSettings()


def minutes(text: str) -> int:
    """Read the minutes of the clock. Raises `SettingsError`."""
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:9]) <= LONGEST_CLOCK):
        raise SettingsError(f"{text[:20]!r} is no number of minutes from 1 to {LONGEST_CLOCK}.")
    return int(text)


def host_name(text: str) -> str:
    """Read the name of a computer in a network. Raises `SettingsError`."""
    if not _HOST.fullmatch(text):
        raise SettingsError(
            f"{text[:40]!r} is no name of a computer, such as table1.club.example, without http://"
            " and port."
        )
    return text.lower()


_HOST: Final = re.compile(r"[\w-]{1,63}(\.[\w-]{1,63})*", re.ASCII)


def own_settings(text: str) -> tuple[tuple[str, str], ...]:
    """One player's own settings: `lang=fr,verbosity=brief,notation=names`, some or all of them.

    Raises `SettingsError`.
    """
    own: list[tuple[str, str]] = []
    for each in text.split(","):
        name, _, value = each.strip().partition("=")
        if value not in OWN_SETTINGS.get(name, ()):
            known = ", ".join(f"{n}={'|'.join(v)}" for n, v in OWN_SETTINGS.items())
            raise SettingsError(
                f"{each.strip()[:40]!r} is no setting of a player. There are: {known}."
            )
        if any(name == other for other, _ in own):
            raise SettingsError(f"{name} is given twice for one player. Give it once.")
        own.append((name, value))
    return tuple(own)


def system_language() -> str:
    """The system's language where there is a catalogue for it, else English.

    The environment's own word counts first: Python knows only locales that were generated.
    """
    told = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    name = (next(filter(None, told), "") or locale.getlocale()[0] or "").lower()
    for known in LANGUAGES:
        if name.startswith(language(known).also_called):
            return known  # as Windows calls it
    code = name.replace(".", "_").partition("_")[0]
    return code if code in LANGUAGES else "en"
