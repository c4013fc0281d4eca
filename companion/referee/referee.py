"""The referee of one evening: what happens goes in, facts come out, all of it is a `State`."""

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
    """One evening's referee.

    `settled` and `take` take what happened and return the facts that follow, and what is wanted of
    whoever runs the evening, in order; `state` is all that must be kept to go on later, `board` the
    board that settled last. minutes -- what each player has for a game, 0: no clock; practice --
    whose turns the companion plays; a state that is gone on with has its own of both. typed,
    shuts_down -- see `Evening`.
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
        shuts_down: bool = False,
    ) -> None:
        self.rules = rules
        fresh = initial_state.start(rules, match, Evening(minutes * MINUTE), practice)
        begun = reopen(fresh if state is None else state)
        evening = replace(begun.evening, typed=typed, shuts_down=shuts_down)
        self.state = replace(begun, evening=evening)
        self.board: ReadBoard | None = None

    def settled(self, seen: Observation) -> tuple[Output, ...]:
        """Take one observation, see `settled.settled`."""
        return self._after(settled(self.rules, self.state, self.board, seen))

    def take(self, given: Act | Ruling, now: int) -> tuple[Output, ...]:
        """Take a ruling or an action without a board; now -- ms of the board's clock.

        A ruling comes back as a fact, or refused with the reason.
        """
        return self._after(taken(self.rules, self.state, self.board, given, now))

    def _after(self, step: Step) -> tuple[Output, ...]:
        self.state, self.board, told = step
        return told

    def note_record(self, *, kept: bool) -> None:
        """Note whether what happens is written down, see `Evening`."""
        if self.state.evening.recorded is not kept:
            evening = replace(self.state.evening, recorded=kept)
            self.state = replace(self.state, evening=evening)

    def lost(self) -> None:
        """The board is away: until it is back no time is counted."""
        self.state = replace(self.state, clock=replace(self.state.clock, ticked=None))

    def restarted(self) -> None:
        """The board had no power, or is another: what lay in its trays was not watched."""
        self.lost()
        self.state = replace(self.state, throw=replace(self.state.throw, dice_lie=False))
