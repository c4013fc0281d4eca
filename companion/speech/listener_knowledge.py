"""What the players know of this evening, so that nothing is explained or told twice."""

from typing import Final

from companion.referee.board_facts import Link, Setup
from companion.referee.facts import Fact, GameBegins, GameEnds, GameKept, Ruling
from companion.referee.talk_facts import Choosing, Chosen, KeyAnswer, Question
from companion.rules.vocabulary import Player

_IMPLIED: Final = {"", "no-board", "no-answer"}
"""Reasons of which nothing need be said where a board was lost."""


class ListenerKnowledge:
    """Follows the facts of an evening; `take` each before it is told, then note it as `told`.

    first_evening, seated, first_menu, known -- of the fact just taken, see `SpeechContext`.
    """

    def __init__(self) -> None:
        self.first_evening = False
        self.seated = False
        self.first_menu = False
        self.known = False
        self._led: set[Player | None] = set()
        self._playing = False
        self._goes_on = False
        self._differs = False
        self._awarded = False
        self._chosen = False
        self._link = ""
        self._reasons: set[str] = set()

    def is_news(self, link: Link) -> bool:
        """Whether something is to be said of the link: a new state, a board, or a new reason."""
        known = (link.state == self._link) or (self._link, link.state) == ("lost", "searching")
        if link.board or not known:
            self._link = link.state
            self._reasons = {link.why}
            return True
        if link.why in self._reasons | (_IMPLIED if self._link == "lost" else {""}):
            return False
        self._reasons.add(link.why)
        return True

    def take(self, fact: Fact) -> None:
        """Take the next fact."""
        self.first_menu = self.known = False
        match fact:
            case Choosing():
                self.first_evening |= fact.item == "welcome"
            case Question() if fact.opened:
                self.first_menu = fact.player not in self._led
                self._led.add(fact.player)
            case Ruling():
                self._awarded = fact.winner is not None
                self._rule(fact.what)
            case KeyAnswer() if fact.text == "choosing":
                self._goes_on = self._playing
            case Setup():
                self.known = fact.ok and self._goes_on and not self._differs
                self._differs = not fact.ok
            case GameKept():
                self.known = self._playing or (fact.new and self._chosen)
                self._playing = self._goes_on = not fact.new
            case GameBegins():
                self.known, self._goes_on, self._playing = self._goes_on, False, True
            case GameEnds():
                self.known, self._awarded = self._awarded, False
                self._playing = self._goes_on = False
            case Chosen():
                self._playing = self._goes_on = False
                self._chosen = True

    def _rule(self, what: str) -> None:
        """The same game goes on after these, but of a new position it is said that it stands."""
        if what == "undo" or (self._playing and what in ("pause", "go-on", "position")):
            self._goes_on = True
            self._differs |= what == "position"

    def told(self, fact: Fact) -> None:
        """The words for a fact are out."""
        if isinstance(fact, Setup) and not fact.ok:
            self.seated |= self.first_evening
        elif isinstance(fact, GameBegins):
            self.first_evening = False
