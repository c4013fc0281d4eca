"""Tracks what the players have heard, so that nothing is explained or announced twice."""

from typing import Final

from companion.referee import facts
from companion.referee.board_facts import Link, Setup
from companion.referee.talk_facts import Choosing, Chosen, KeyAnswer, MovesTyped, Question
from companion.rules.verdicts import Fault, Verdict
from companion.rules.vocabulary import Player
from companion.speech.faults import tells_the_move

_IMPLIED: Final = {"", "no-board", "no-answer"}
"""Reasons for the loss of the board that are not announced."""

FIRST_TURNS: Final = 2
"""The number of turns of a match in which the beginning and end of a turn are explained."""

FIRST_ERRORS: Final = 2
"""How many errors of an evening come with an explanation of the opponent's choices."""

_DELAYS: Final = (Link, Setup, facts.GameBegins, facts.Ruling, facts.ErrorClosed)
"""Facts after which it may be unclear who throws next."""


class ListenerKnowledge:
    """Follows the facts of an evening.

    Call `take` before a fact is announced, and `note_said` after it.

    The attributes refer to the last fact passed to `take`:

    first_evening -- whether no game has begun and, as far as known, nobody has played here before
    seated -- whether the players' places were announced
    first_menu -- whether the player opens the menu for the first time
    is_old -- whether this resumption, winner or acceptance was announced before
    scored -- whether the end of a game has just announced the score
    heard -- the faults of this turn's last verdict if it was illegal
    stuck -- whether the players know that nothing can be played in this turn
    delayed -- whether to say whose turn it is, because of an interruption or because the end of the
    turn was not announced in words
    said_back -- whether the moves of this turn were typed and repeated
    untold -- whether an open error may be accepted but its faults do not describe the play
    """

    def __init__(self) -> None:
        self.first_evening = False
        self.seated = False
        self.first_menu = False
        self.is_old = self.scored = False
        self.heard: tuple[Fault, ...] = ()
        self.said_back = self.untold = False
        self.stuck, self.delayed = False, True
        self._errors = self._times_stuck = 0
        self._turns = FIRST_TURNS
        self._turns_before = FIRST_TURNS  # the opening
        self._led: set[Player | None] = set()
        self._demanded = False
        self._playing = False
        self._goes_on = False
        self._differs = False
        self._decided = False
        self._chosen = False
        self._link = ""
        self._reasons: set[str] = set()

    @property
    def learning(self) -> bool:
        """Whether this is one of the first turns, in which more is explained."""
        return self._turns <= FIRST_TURNS

    @property
    def first_stuck(self) -> bool:
        """Whether no other turn of this evening was without a legal move."""
        return self._times_stuck <= 1

    @property
    def may_choose(self) -> bool:
        """Whether this is one of the first errors, for which the choices are explained."""
        return self._errors <= FIRST_ERRORS

    def is_news(self, link: Link) -> bool:
        """Return whether to announce the link: a new state, a connected board, or a new reason."""
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
        self._count_turns(fact)
        self._follow_turn(fact)
        self.first_menu = self.is_old = False
        match fact:
            case Choosing():
                self.first_evening |= fact.item == "welcome"
            case Question() if fact.opened:
                self.first_menu = fact.player not in self._led
                self._led.add(fact.player)
            case facts.Ruling():
                self._decided = fact.winner is not None or fact.what == "accept"
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
            case facts.GameEnds() | facts.ErrorClosed():
                self.is_old, self._decided = self._decided, False
                self._playing &= not isinstance(fact, facts.GameEnds)
                self._goes_on &= self._playing
            case Chosen():
                self._playing = self._goes_on = False
                self._chosen = True

    def _count_turns(self, fact: facts.Fact) -> None:
        """Count the turns of the first game. If it resumes in a turn, beginners' help is over."""
        match fact:
            case facts.GameBegins():
                self._turns_before = FIRST_TURNS if fact.number > 1 else 0
                self._turns = FIRST_TURNS if fact.resumed else self._turns_before
            case facts.Opening():
                self._turns = self._turns_before
            case facts.TurnBegins():
                self._turns += 1

    def _follow_turn(self, fact: facts.Fact) -> None:
        match fact:
            case facts.Roll():
                self.heard, self.stuck, self.said_back = (), False, False
                self._demanded = False
            case MovesTyped():
                self.said_back = True
            case KeyAnswer(topic="demand"):
                self._demanded = True
            case facts.ErrorClosed(how="accepted") if self._demanded:
                # The accepted play may no longer be on the board, because its correction was
                # demanded.
                self.said_back = self.untold = False
            case facts.VerdictGiven():
                self.heard = fact.faults if fact.verdict is Verdict.ILLEGAL else ()
                self._times_stuck += fact.nothing_to_play and not self.stuck
                self.stuck |= fact.nothing_to_play
            case facts.Opening() | facts.TurnEnds():
                self.delayed = False
            case facts.ErrorOpen():
                self._errors += not fact.still
                named = any(tells_the_move(fault) for fault in fact.faults[:1])
                self.untold = fact.acceptable and not (named or fact.demanded)
                self._demanded = fact.demanded
        self.delayed |= isinstance(fact, _DELAYS)

    def _rule(self, what: str) -> None:
        """Take a ruling, after which the same game continues."""
        if what == "undo" or (self._playing and what in ("pause", "go-on", "position")):
            self._goes_on = True
            self._differs |= what == "position"

    def note_said(self, fact: facts.Fact, *, silently: bool) -> None:
        """Record that a fact was announced; silently -- whether no words were spoken."""
        self.delayed |= silently and isinstance(fact, facts.TurnEnds)
        self.scored = isinstance(fact, facts.GameEnds) or (self.scored and isinstance(fact, Setup))
        if isinstance(fact, Setup) and not fact.ok:
            self.seated |= self.first_evening
        elif isinstance(fact, facts.GameBegins):
            self.first_evening = False
