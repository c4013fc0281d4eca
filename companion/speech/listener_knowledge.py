"""What the players know of this evening, so that nothing is explained or told twice."""

from typing import Final

from companion.referee import facts
from companion.referee.board_facts import Link, Setup
from companion.referee.talk_facts import Choosing, Chosen, KeyAnswer, MovesTyped, Question
from companion.rules.verdicts import Fault, Verdict
from companion.rules.vocabulary import Player
from companion.speech.faults import tells_the_move

_IMPLIED: Final = {"", "no-board", "no-answer"}
"""Reasons of which nothing need be said where a board was lost."""

FIRST_TURNS: Final = 2
"""In so many turns of a match it is said how a turn begins and ends."""

FIRST_ERRORS: Final = 2
"""At so many errors of an evening the opponent is told what he may do about it."""

_DELAYS: Final = (Link, Setup, facts.GameBegins, facts.Ruling, facts.ErrorClosed)
"""After these nobody can be sure who is to throw."""


class ListenerKnowledge:
    """Follows the facts of an evening; `take` each before it is told, then note it as `told`.

    All is true of the fact just taken:
    first_evening -- nobody has ever played here, as far as is known, and no game has begun;
    seated -- it was told who sits where; first_menu -- who opens the menu has never done so;
    is_old -- that this game goes on, or who has won it, was told already;
    heard -- the faults of the last verdict of this turn, where it was an illegal board;
    stuck -- it was told that nothing can be played in this turn;
    delayed -- something came between the last turn and this one, or that one was over without a
    word: whose turn it is has to be said;
    said_back -- the running turn's moves were typed, and said back;
    untold -- an open error may be accepted, and no fault of it says what was played.
    """

    def __init__(self) -> None:
        self.first_evening = False
        self.seated = False
        self.first_menu = False
        self.is_old = False
        self.heard: tuple[Fault, ...] = ()
        self.said_back = self.untold = False
        self.stuck, self.delayed = False, True
        self._errors = 0
        self._turns = FIRST_TURNS
        self._led: set[Player | None] = set()
        self._demanded = False
        self._playing = False
        self._goes_on = False
        self._differs = False
        self._awarded = False
        self._chosen = False
        self._link = ""
        self._reasons: set[str] = set()

    @property
    def learning(self) -> bool:
        """Whether it is one of the first turns of an evening, in which more is explained."""
        return self._turns <= FIRST_TURNS

    @property
    def may_choose(self) -> bool:
        """Whether it is one of the first errors, of which it is told what may be done about it."""
        return self._errors <= FIRST_ERRORS

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

    def take(self, fact: facts.Fact) -> None:
        """Take the next fact."""
        self._follow_turn(fact)
        self.first_menu = self.is_old = False
        match fact:
            case Choosing():
                self.first_evening |= fact.item == "welcome"
            case Question() if fact.opened:
                self.first_menu = fact.player not in self._led
                self._led.add(fact.player)
            case facts.Ruling():
                self._awarded = fact.winner is not None
                self._rule(fact.what)
            case KeyAnswer() if fact.text == "choosing":
                self._goes_on = self._playing
            case Setup():
                self.is_old = fact.ok and self._goes_on and not self._differs
                self._differs = not fact.ok
            case facts.GameKept():
                self.is_old = self._playing or (fact.new and self._chosen)
                self._playing = self._goes_on = not fact.new
            case facts.GameBegins():
                self.is_old, self._goes_on, self._playing = self._goes_on, False, True
            case facts.GameEnds():
                self.is_old, self._awarded = self._awarded, False
                self._playing = self._goes_on = False
            case Chosen():
                self._playing = self._goes_on = False
                self._chosen = True

    def _follow_turn(self, fact: facts.Fact) -> None:
        match fact:
            case facts.GameBegins():
                self._turns = FIRST_TURNS if fact.resumed or fact.number > 1 else 0
            case facts.TurnBegins():
                self._turns += 1
            case facts.Roll():
                self.heard, self.stuck, self.said_back = (), False, False
                self._demanded = False
            case MovesTyped():
                self.said_back = True
            case KeyAnswer(topic="demand"):
                self._demanded = True
            case facts.ErrorClosed(how="accepted") if self._demanded:
                # A referee lets a play stand that is no longer on the table.
                self.said_back = self.untold = False
            case facts.VerdictGiven():
                self.heard = fact.faults if fact.verdict is Verdict.ILLEGAL else ()
                self.stuck |= fact.nothing_to_play
            case facts.Opening() | facts.TurnEnds():
                self.delayed = False
            case facts.ErrorOpen():
                self._errors += not fact.still
                named = any(tells_the_move(fault) for fault in fact.faults[:1])
                self.untold = fact.acceptable and not named
        self.delayed |= isinstance(fact, _DELAYS)

    def _rule(self, what: str) -> None:
        """After a ruling the same game goes on; only a new position is announced once it stands."""
        if what == "undo" or (self._playing and what in ("pause", "go-on", "position")):
            self._goes_on = True
            self._differs |= what == "position"

    def note_said(self, fact: facts.Fact, *, silently: bool) -> None:
        """The words for a fact are out; silently -- there were none."""
        self.delayed |= silently and isinstance(fact, facts.TurnEnds)
        if isinstance(fact, Setup) and not fact.ok:
            self.seated |= self.first_evening
        elif isinstance(fact, facts.GameBegins):
            self.first_evening = False
