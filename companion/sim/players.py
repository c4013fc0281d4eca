"""Simulates two players at a virtual board, who react to the facts that the companion reports.

They play from a script (a real match) or at random from a seed, with deliberate mistakes. They know
only the reported facts.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Final

from companion.link.messages import Key
from companion.referee import facts as f
from companion.referee.board_facts import Setup
from companion.referee.talk_facts import Question
from companion.rules import Placement, Player, Position, Rules, Verdict, find_game
from companion.sim.hands import BoardHands
from companion.sim.plans import Action, Plan, Planner
from companion.speech.catalogue import ExplainedError

PATIENCE: Final = 10.0
ENOUGH_INPUTS: Final = 20
LIMIT: Final = 120.0
"""The players always give up after this many seconds without a fact.

They give up after `PATIENCE` seconds if the companion has processed `ENOUGH_INPUTS` inputs from the
board in this time. The board sends an input every second, but on a busy machine the companion may
process them slowly.
"""


LOOK: Final = 0.25
"""Seconds between two checks whether a fact has come."""


class SilenceError(ExplainedError, RuntimeError):
    """The companion reported no fact for too long."""


class Ears:
    """The queue of facts that the players hear. Any thread may add a fact.

    taken -- returns the number of inputs that the companion has processed so far
    """

    def __init__(self, taken: Callable[[], int]) -> None:
        self._taken = taken
        self._facts: SimpleQueue[f.Fact | None] = SimpleQueue()

    def hear(self, fact: f.Fact) -> None:
        """Add a fact."""
        self._facts.put(fact)

    def close(self) -> None:
        """End the iteration, because the companion has ended."""
        self._facts.put(None)

    def __iter__(self) -> Iterator[f.Fact]:
        while (fact := self._next()) is not None:
            yield fact

    def _next(self) -> f.Fact | None:
        """Return the next fact, None at the end. Raise `SilenceError`."""
        since, taken = monotonic(), self._taken()
        while True:
            try:
                return self._facts.get(timeout=LOOK)
            except Empty:
                silent = monotonic() - since
                heard_enough = silent > PATIENCE and self._taken() - taken >= ENOUGH_INPUTS
                if heard_enough or silent > LIMIT:
                    raise SilenceError("command.silence") from None


@dataclass
class Players:
    """Both players of one evening.

    hands -- act on the board; ears -- gives the facts; planner -- decides what they do
    """

    rules: Rules
    hands: BoardHands
    ears: Ears
    planner: Planner
    _on_board: Placement = field(init=False)
    _agreed: Position = field(init=False)
    _plan: Plan = field(init=False, default=Plan(()))
    _todo: list[Position] = field(init=False, default_factory=list)
    _thrown: bool = field(init=False, default=False)
    _left: bool = field(init=False, default=False)

    def play(self) -> f.GameEnds | None:
        """Play until the planner has no further game. Return the last result.

        Raise `SilenceError` if the companion reports no fact for too long.
        """
        self._agreed = self.rules.start
        self._on_board = self.rules.placement(self.rules.start)
        self.hands.set_up(self._on_board)
        last: f.GameEnds | None = None
        for fact in self.ears:
            if isinstance(fact, f.GameEnds):
                last = fact
                if not self.planner.goes_on(fact):
                    break
                self._next_game()
            elif not self._act(fact):
                break
        return last

    def _act(self, fact: f.Fact) -> bool:
        """React to a fact. Most facts need no reaction. Return False if a player leaves."""
        match fact:
            case Setup(ok=False):
                self.hands.set_up(self._on_board)
            case f.GameBegins():
                self.rules = find_game(fact.game, fact.options)
                self._throw_opening()
            case f.Opening():
                self._opened(fact)
            case f.TurnBegins():
                self.turn_begins(fact)
            case f.Roll():
                self.rolled(fact)
            case f.VerdictGiven():
                self.judged(fact)
            case f.ErrorOpen():
                self._err(fact.player.other)
            case f.CubeAction(player=Player() as player):
                self._answer_double(player.other, fact.action)
            case Question():
                yes = self.planner.answer(fact)
                self.hands.press(fact.player or Player.V, Key.YES if yes else Key.NO)
        return not self._left

    def _next_game(self) -> None:
        for player in Player:
            self.hands.lift(player)
        self._move_to(self.rules.start)

    def _move_to(self, target: Position) -> None:
        after = self.rules.placement(target)
        self.hands.move(self._on_board, after)
        self._on_board = after

    # --- reactions -----------------------------------------------------------------------------

    def _throw_opening(self) -> None:
        for player, face in zip(Player, self.planner.opening(), strict=True):
            self.hands.lift(player)
            self.hands.throw(player, face, None)

    def _opened(self, fact: f.Opening) -> None:
        if fact.starter is None:
            self._throw_opening()
        elif not self.rules.game.opening_is_played:
            for player in Player:
                self.hands.lift(player)
        else:
            self._thrown = True

    def turn_begins(self, fact: f.TurnBegins) -> None:
        """Throw, or double first."""
        self._agreed = self.rules.parse(fact.position)
        rights = self.rules.rights_won(self._agreed)
        self.rules = self.rules.with_options(rights) if rights else self.rules
        if self._thrown:
            self._thrown = False
            return
        self._go_on(fact.player)

    def _go_on(self, mover: Player) -> None:
        """Throw, double, resign or leave, as the planner decides."""
        player, action = self.planner.before_throw(mover)
        if action is Action.THROW:
            self.hands.throw(player, *self.planner.dice(player))
        elif action is Action.LEAVE:
            self._left = True
        else:
            self.hands.press(player, Key.CUBE if action is Action.DOUBLE else Key.NO)

    def rolled(self, fact: f.Roll) -> None:
        """Plan the turn, and begin to move."""
        self._plan = self.planner.turn(self.rules, self._agreed, fact.player, fact.dice)
        self._todo = list(self._plan.boards)
        if self._todo:
            self._move_to(self._todo.pop(0))

    def judged(self, fact: f.VerdictGiven) -> None:
        """Continue with the plan after a verdict."""
        if fact.verdict is Verdict.INCOMPLETE:
            return
        if self._todo and not (fact.verdict is Verdict.ILLEGAL and self._plan.ends_wrong):
            self._move_to(self._todo.pop(0))
        else:
            for tray in (fact.player, fact.player.other):
                self.hands.lift(tray)

    def _err(self, opponent: Player) -> None:
        """Let the opponent demand the correction of an illegal play, or accept it by throwing."""
        if self._todo:
            self.hands.press(opponent, Key.NO)
            self._move_to(self._todo.pop(0))
        else:
            self._thrown = True
            self.hands.throw(opponent, *self.planner.dice(opponent))

    def _answer_double(self, player: Player, action: str) -> None:
        """React to the cube: take or drop a double, or throw after the opponent took it."""
        if action == "offer":
            self.hands.press(player, Key.YES if self.planner.takes(player) else Key.NO)
        elif action == "take":
            self._go_on(player)
