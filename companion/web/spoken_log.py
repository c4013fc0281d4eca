"""What was said and what was done at one table, in one language, as it goes on."""

from collections import deque
from dataclasses import dataclass
from typing import Final

from companion.exchange.transcript import Report, Transcript
from companion.referee import facts as f
from companion.referee import talk_facts
from companion.rules import DEFAULT_GAME
from companion.rules.games import BY_NAME
from companion.speech.announcer import Announcer
from companion.speech.catalogue import NAMES
from companion.speech.speech_context import Mode, Verbosity

_ADVICE: Final = (
    talk_facts.Hint,
    talk_facts.CubeHint,
    talk_facts.Progress,
    talk_facts.TurnJudged,
)
_FOR_BOTH: Final = ("demand", "kept", "cancelled")
"""Answers to one player's key of which the other hears too."""

MOST_HEARD: Final = 30
"""Sentences kept of what the players heard; the page shows them, the newest last."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What both players heard of a fact, by its number. alert -- something is wrong."""

    number: int
    text: str
    alert: bool


@dataclass(frozen=True, slots=True)
class Manner:
    """How an evening is told: the settings of that name, see `companion.settings`."""

    game: str = DEFAULT_GAME
    mode: str = "club"
    verbosity: str = "normal"

    @property
    def known(self) -> "Manner":
        """With what is usual in place of a name that this companion does not know."""
        usual = Manner()
        return Manner(
            self.game if self.game in BY_NAME else usual.game,
            self.mode if self.mode in tuple(Mode) else usual.mode,
            self.verbosity if self.verbosity in tuple(Verbosity) else usual.verbosity,
        )


class SpokenLog:
    """One table's words: `take` its facts in order.

    heard -- what both players heard last; turn -- the running turn, a sentence each; turns -- the
    finished turns of this game, a line each; report -- the referee's, of the match.

    Raises `ValueError` for a language that does not exist.
    """

    def __init__(self, lang: str, manner: Manner) -> None:
        self.lang = lang
        self._manner = manner
        self.heard: deque[Heard] = deque(maxlen=MOST_HEARD)
        self.begin(manner.game)

    def begin(self, game: str) -> None:
        """Begin to tell another match; what was heard stays."""
        manner = self._manner
        self._game = game
        # One numbering on the whole page: a referee looks at the board from neither side.
        self._announcer = Announcer(game, self.lang, manner.verbosity, NAMES, manner.mode)
        self._transcript = Transcript(game, self.lang, NAMES)
        self.report = Report(game, self.lang, NAMES)
        self.turn: list[str] = []
        self.turns: list[str] = []

    def take(self, number: int, t: float, fact: f.Fact) -> None:
        """Take a fact with its number, t seconds after the start."""
        if _is_private(fact) or _is_foreign(fact):
            return
        if isinstance(fact, f.GameBegins):
            self._game_begins(fact)
        if isinstance(fact, f.TurnBegins | f.GameBegins):
            self.turn = []
        for said in self._announcer.announce(fact):
            if said.to == "all":
                # That somebody is waited for cuts off other words too, but nothing is wrong.
                alert = said.priority == "alert" and not isinstance(fact, f.DieWaits)
                self.heard.append(Heard(number, said.text, alert))
                self.turn.append(said.text)
        self.turns += self._transcript.take(fact)
        self.report.take(fact, t)

    def _game_begins(self, fact: f.GameBegins) -> None:
        if fact.game != self._game:
            self.begin(fact.game)
        elif not fact.resumed:
            self.turns = []


def _is_foreign(fact: f.Fact) -> bool:
    """Return whether it is the begin of a game that this companion does not know."""
    return isinstance(fact, f.GameBegins) and fact.game not in BY_NAME


def _is_private(fact: f.Fact) -> bool:
    """Return whether only one player hears of it: nothing of that is for those who look on."""
    match fact:
        case talk_facts.Question():
            return fact.player is not None
        case talk_facts.Explained():
            return fact.topic != "still"
        case talk_facts.EntryAnswer():
            return True
        case talk_facts.KeyAnswer():
            return fact.topic not in _FOR_BOTH
    return isinstance(fact, _ADVICE)
