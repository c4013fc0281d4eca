"""Keeps a running log of what was said and played at one table, in one language."""

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
"""Answers to one player's key that the other player hears too."""

MOST_HEARD: Final = 30
"""The most sentences kept for the page, which shows the newest last."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A sentence for both players. number -- its fact's; alert -- whether it reports an error."""

    number: int
    text: str
    alert: bool


@dataclass(frozen=True, slots=True)
class Manner:
    """The settings that affect how an evening is spoken; see `companion.settings`."""

    game: str = DEFAULT_GAME
    mode: str = "club"
    verbosity: str = "normal"

    @property
    def known(self) -> "Manner":
        """Return a copy with unknown values replaced by the defaults."""
        usual = Manner()
        return Manner(
            self.game if self.game in BY_NAME else usual.game,
            self.mode if self.mode in tuple(Mode) else usual.mode,
            self.verbosity if self.verbosity in tuple(Verbosity) else usual.verbosity,
        )


class SpokenLog:
    """The spoken log of one table. Call `take` with its facts in order.

    heard -- the latest sentences for both players; turn -- the sentences of the running turn
    turns -- a line for each finished turn of the game; report -- the referee's, of the match

    Raise `ValueError` for an unknown language.
    """

    def __init__(self, lang: str, manner: Manner) -> None:
        self.lang = lang
        self._manner = manner
        self.heard: deque[Heard] = deque(maxlen=MOST_HEARD)
        self.begin(manner.game)

    def begin(self, game: str) -> None:
        """Start the log of another match. `heard` is kept."""
        manner = self._manner
        self._game = game
        # The page names points the same way for both sides, as a referee sits at neither.
        self._announcer = Announcer(game, self.lang, manner.verbosity, NAMES, manner.mode)
        self._transcript = Transcript(game, self.lang, NAMES)
        self.report = Report(game, self.lang, NAMES)
        self.turn: list[str] = []
        self.turns: list[str] = []

    def take(self, number: int, t: float, fact: f.Fact) -> None:
        """Add a fact with its number, `t` seconds after the start."""
        if _is_private(fact) or _is_foreign(fact):
            return
        if isinstance(fact, f.GameBegins):
            self._game_begins(fact)
        if isinstance(fact, f.TurnBegins | f.GameBegins):
            self.turn = []
        for said in self._announcer.announce(fact):
            if said.to == "all":
                # `DieWaits` has alert priority in order to interrupt speech, but is no error.
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
    """Return whether the fact starts a game that this version does not know."""
    return isinstance(fact, f.GameBegins) and fact.game not in BY_NAME


def _is_private(fact: f.Fact) -> bool:
    """Return whether a fact is for one player only, and so is not shown to spectators."""
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
