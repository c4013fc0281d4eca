"""What was said and what was done at one table, in one language, as it goes on."""

from collections import deque
from dataclasses import dataclass
from typing import Final

from companion.exchange.transcript import Report, Transcript
from companion.referee import facts as f
from companion.speech.announcer import Announcer
from companion.speech.catalogue import NAMES

MOST_HEARD: Final = 30
"""Sentences kept of what the players heard; the page shows them, the newest last."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What both players heard of a fact, by its number. alert -- it cut off other words."""

    number: int
    text: str
    alert: bool


@dataclass(frozen=True, slots=True)
class Manner:
    """How an evening is told: the settings of that name, see `companion.settings`."""

    game: str = "backgammon"
    mode: str = "club"
    verbosity: str = "normal"


class Story:
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
        if isinstance(fact, f.GameBegins):
            self._game_begins(fact)
        if isinstance(fact, f.TurnBegins | f.GameBegins):
            self.turn = []
        for said in self._announcer.announce(fact):
            if said.to == "all":
                self.heard.append(Heard(number, said.text, said.priority == "alert"))
                self.turn.append(said.text)
        self.turns += self._transcript.take(fact)
        self.report.take(fact, t)

    def _game_begins(self, fact: f.GameBegins) -> None:
        if fact.game != self._game:
            self.begin(fact.game)
        elif not fact.resumed:
            self.turns = []
