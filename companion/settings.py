"""What an evening is to be like: read once from the command line, handed down as values."""

import json
import locale
from dataclasses import asdict, dataclass, field, replace
from typing import Final, Self

from companion.rules import Match, Rules, agree_match, find_game
from companion.speech.voices.base import FASTEST, RATE, SLOWEST

LANGUAGES: Final = ("fr", "en")
MODES: Final = ("club", "tournament", "practice")
VERBOSITIES: Final = ("brief", "normal", "full")
NOTATIONS: Final = ("own", "names")
READERS: Final = ("both", "V", "N")
"""For whom a braille display can be."""


class SettingsError(ValueError):
    """A setting that cannot be used; the message says what, where and what to do."""


@dataclass(frozen=True, slots=True)
class Sound:
    """How a voice speaks, and where.

    rate -- words a minute; volume -- 0 to 1; device -- a sound device, "" for the usual one;
    private_device -- another one for answers and hints, "" for none; earcons -- whether short
    sounds go before the words.
    """

    rate: int = RATE
    volume: float = 1.0
    device: str = ""
    private_device: str = ""
    earcons: bool = True

    def __post_init__(self) -> None:
        """Raise `SettingsError` for what no voice can do."""
        if not SLOWEST <= self.rate <= FASTEST:
            raise SettingsError(
                f"--rate {self.rate} is not from {SLOWEST} to {FASTEST} words a minute."
            )
        if not 0.0 <= self.volume <= 1.0:
            raise SettingsError(f"--volume {self.volume} is not from 0 to 1.")


@dataclass(frozen=True, slots=True)
class Settings:
    """One evening's settings.

    port -- any URL of `serial.serial_for_url`, or `auto`; game, options -- as on the command line;
    match_to -- points, or games with `count-games`, None for an open end; own_length -- the length
    of an imported match, which may be any number; decider -- see `Match`;
    lang -- `fr` or `en`; voice -- a name of the voice registry; journal, events -- file names, ""
    for none, `-` for standard output; mode -- `club`, `tournament` or `practice`;
    braille -- for whom a braille display is: `both`, `V`, `N`, "" for none; contracted -- in
    contracted braille;
    verbosity -- `brief`, `normal` or `full`; notation -- `own` numbers or `names` on the board;
    quiet_ms -- how long a board must stand still, milliseconds of its clock;
    sound -- how the voice speaks, and where.
    """

    port: str
    game: str = "backgammon"
    options: tuple[str, ...] = ()
    match_to: int | None = None
    own_length: bool = False
    decider: int | None = None
    lang: str = "en"
    voice: str = "auto"
    journal: str = ""
    events: str = ""
    braille: str = ""
    contracted: bool = False
    mode: str = "club"
    verbosity: str = "normal"
    notation: str = "own"
    quiet_ms: int = 250
    sound: Sound = field(default_factory=Sound)

    def rules(self) -> Rules:
        """The rules of the evening. Raises `RulesError` for an unknown game or option."""
        return find_game(self.game, self.options)

    def match(self) -> Match:
        """The match of the evening. Raises `MatchError` for a length that is not played."""
        match = agree_match(self.rules(), self.match_to, imported=self.own_length)
        return replace(match, decider=self.decider)

    def saved(self) -> dict[str, object]:
        """What the journal keeps of an evening, so that it can go on later."""
        return {
            "game": self.game,
            "options": list(self.options),
            "match_to": self.match_to,
            "own_length": self.own_length,
        }

    def as_json(self) -> str:
        """All that decides what is told, as JSON, so that an evening can be played again."""
        left_out = ("voice", "journal", "events", "sound", "braille", "contracted")
        return json.dumps({k: v for k, v in asdict(self).items() if k not in left_out})

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The settings of a recorded evening. Raises `SettingsError`."""
        try:
            fields = json.loads(text)
            fields["options"] = tuple(fields["options"])
            return cls(voice="print", **fields)
        except (KeyError, TypeError, ValueError):
            raise SettingsError(f"{text[:40]!r} are not the settings of an evening.") from None

    def going_on(self, saved: dict[str, object]) -> Self:
        """These settings with the game of a saved match. Raises `SettingsError`."""
        game, options, to = saved.get("game"), saved.get("options"), saved.get("match_to")
        if not isinstance(game, str) or not isinstance(options, list):
            raise SettingsError("The unfinished match does not tell its game; it cannot go on.")
        length = to if isinstance(to, int) else None
        own = saved.get("own_length") is True
        chosen = tuple(map(str, options))
        return replace(self, game=game, options=chosen, match_to=length, own_length=own)

    def check_saved(self, saved: dict[str, object]) -> None:
        """Raise `SettingsError` where an unfinished match was not begun with these settings."""
        for name, value in self.saved().items():
            if name != "own_length" and saved.get(name) != value:
                raise SettingsError(
                    f"The journal {self.journal} holds an unfinished match with {name} "
                    f"{saved.get(name)!r}, not {value!r}. Go on with that, or choose another file."
                )


def system_language() -> str:
    """French where the system speaks French, else English."""
    name = locale.getlocale()[0] or ""
    return "fr" if name.lower().startswith(("fr", "french")) else "en"
