"""The referee of one evening: observations in, facts and requests out."""

from dataclasses import replace

from companion.board.observation import Observation
from companion.referee import initial_state
from companion.referee.facts import Ruling
from companion.referee.inputs import Act
from companion.referee.machine import reopen
from companion.referee.read_board import ReadBoard
from companion.referee.requests import Output
from companion.referee.settled import Step, settled, taken
from companion.referee.state import MINUTE, NO_PRACTICE, Evening, Practice, State
from companion.rules import Match, Rules


class Referee:
    """Keeps the state of one evening.

    `settled` and `take` return facts and requests in order. `state` suffices to resume later;
    `board` is the last settled board.

    minutes -- each player's time for a game, 0 for no clock;
    practice -- whose turns the companion plays; a given `state` overrides both;
    typed, shuts_down -- see `Evening`.
    """

    def __init__(  # noqa: PLR0913 - all that an evening begins with
        self,
        rules: Rules,
        match: Match,
        state: State | None = None,
        *,
        minutes: int = 0,
        practice: Practice = NO_PRACTICE,
        typed: bool = False,
        types_dice: bool = False,
        shuts_down: bool = False,
    ) -> None:
        self.rules = rules
        fresh = initial_state.start(rules, match, Evening(minutes * MINUTE), practice)
        begun = reopen(fresh if state is None else state)
        evening = replace(
            begun.evening,
            typed=typed,
            types_dice=typed or types_dice,
            shuts_down=shuts_down,
        )
        self.state = replace(begun, evening=evening)
        self.board: ReadBoard | None = None

    def settled(self, seen: Observation) -> tuple[Output, ...]:
        """Process one observation, see `settled.settled`."""
        return self._after(settled(self.rules, self.state, self.board, seen))

    def take(self, given: Act | Ruling, now: int) -> tuple[Output, ...]:
        """Process a ruling or an action without a board; now -- ms of the board's clock.

        A ruling is returned as a fact, or refused with the reason.
        """
        return self._after(taken(self.rules, self.state, self.board, given, now))

    def _after(self, step: Step) -> tuple[Output, ...]:
        self.state, self.board, told = step
        return told

    def note_record(self, *, is_saved: bool) -> None:
        """Set `Evening.recorded`."""
        if self.state.evening.recorded is not is_saved:
            evening = replace(self.state.evening, recorded=is_saved)
            self.state = replace(self.state, evening=evening)

    def lost(self) -> None:
        """Stop the clock while the board is away."""
        self.state = replace(self.state, clock=replace(self.state.clock, ticked=None))

    def restarted(self) -> None:
        """Forget the dice in the trays after the board restarted or was replaced."""
        self.lost()
        self.state = replace(self.state, throw=replace(self.state.throw, dice_lie=False))
