"""What is known of an evening when a typed line is read, and what the line leads to."""

from dataclasses import dataclass
from typing import Final

from companion.board.counters import Pressed
from companion.link.messages import Key
from companion.referee.facts import Ruling
from companion.referee.inputs import Act
from companion.referee.state import Phase, State
from companion.referee.talk_facts import EntryAnswer, Explained, KeyAnswer, MovesTyped
from companion.referee.turn_context import TurnContext
from companion.rules import Player, Rules


@dataclass(frozen=True, slots=True)
class View:
    """How the evening stands.

    choosing -- what is to be played is being chosen; tournament -- nobody is told before the end
    of a turn whether it is legal; keypads -- who has a keypad or a telephone of their own;
    by_names -- points are called by their names.
    """

    rules: Rules
    state: State
    choosing: bool = False
    tournament: bool = False
    keypads: frozenset[Player] = frozenset()
    by_names: bool = False

    @property
    def table(self) -> TurnContext:
        """The rules with the state, to judge by."""
        return TurnContext(self.rules, self.state, self.state.clock.ticked or 0)


@dataclass(frozen=True, slots=True)
class Leaves:
    """The evening is to end."""


@dataclass(frozen=True, slots=True)
class Orders:
    """A referee's ruling in the words of the keyboard."""

    order: str


@dataclass(frozen=True, slots=True)
class TellsCode:
    """A player wants the code of his page."""

    player: Player


Effect = (
    Act
    | Pressed
    | EntryAnswer
    | KeyAnswer
    | Explained
    | MovesTyped
    | Ruling
    | Leaves
    | Orders
    | TellsCode
)
"""What follows from an entry: an input of the referee, something to tell, a ruling, or the end."""


RESTS: Final = {
    Phase.SETUP: "starting",
    Phase.DOUBLED: "answer-first",
    Phase.PAUSED: "paused",
    Phase.OVER: "over",
}
"""Why neither dice nor a play can be typed in a phase."""


MAY_TAKE_BACK: Final = (Phase.OPENING, Phase.TO_THROW, Phase.MOVING)


def turn_of(state: State) -> tuple[object, ...]:
    """A value that differs from turn to turn, and for a correction."""
    # The opening belongs to the first turn: its dice can be taken back until a piece is moved.
    return (
        state.match.score,
        state.match.number,
        max(state.turn.number, 1),
        state.phase is Phase.ERROR,
    )


def thrower_of(state: State) -> Player:
    """Who is to throw: whose turn it is, or the opponent of the player who erred."""
    player = state.turn.player or Player.V
    return player.other if state.phase is Phase.ERROR else player


def asked_of(state: State) -> Player:
    """Whose answer it is, else whose turn."""
    if state.asked is not None and state.asked.player is not None:
        return state.asked.player
    if state.phase in (Phase.DOUBLED, Phase.ERROR) and state.turn.player is not None:
        return state.turn.player.other
    return state.turn.player or Player.V


def presser_of(state: State, key: Key) -> Player:
    """Whose key a typed key is: after an error the opponent's, for `board` the mover's."""
    decides = key in (Key.YES, Key.NO, Key.CUBE, Key.REPEAT) or state.asked is not None
    if state.phase is Phase.ERROR and not decides:
        return state.turn.player or Player.V
    return asked_of(state)
