"""Players at a board with sensors, with dice that are thrown or typed."""

from collections.abc import Callable
from typing import TypeVar

from companion.records.journal import Journal
from companion.referee.facts import Fact
from companion.referee.state import Phase
from companion.referee.turn_context import TurnContext
from companion.rules import Placement, Player
from companion.settings import Settings
from companion.sim.board import VirtualBoard
from companion.sim.hands import BoardHands, Layout
from tests.flow.sitting import Sitting

_Result = TypeVar("_Result")


class Seat:
    """Players at one board. Dice are thrown, or typed if the board does not sense dice."""

    def __init__(self, settings: Settings, journal: Journal | None = None) -> None:
        self.sitting = Sitting(settings, journal=journal)
        self.rules = settings.rules()
        self.hands = BoardHands(self._act, self.sitting.wait, Layout(self.rules.game))
        self._types = settings.type_dice
        self.set_up()

    def _act(self, do: Callable[[VirtualBoard], _Result], /) -> _Result:
        result = do(self.sitting.board)
        self.sitting.pump()
        return result

    def set_up(self) -> None:
        """Set up the start position."""
        self.hands.set_up(self.rules.placement(self.rules.start))
        self.sitting.wait(700)

    @property
    def facts(self) -> list[Fact]:
        """The facts so far."""
        return [each.fact for each in self.sitting.told]

    @property
    def table(self) -> TurnContext:
        """The rules with the state."""
        referee = self.sitting.evening.table.referee
        return TurnContext(referee.rules, referee.state, 0)

    def move(self, board: Placement) -> None:
        """Put the pieces as in a position."""
        self.hands.move(self.rules.placement(self.table.agreed), board)

    def throw(self, player: Player, *dice: int) -> None:
        """Throw one die or two."""
        if self._types:
            self.sitting.type("".join(map(str, dice)))
        else:
            self.hands.throw(player, dice[0], dice[1] if len(dice) > 1 else None)
            self.sitting.wait(700)

    def lift(self) -> None:
        """Pick up all dice."""
        if not self._types:
            for player in Player:
                self.hands.lift(player)
            self.sitting.wait(700)
        elif self.table.state.phase is Phase.MOVING:
            self.sitting.type("")
