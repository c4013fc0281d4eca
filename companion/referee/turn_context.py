"""The working copy of one step: rules, state and facts.

The actions of the table in `machine` are functions on this object. A step results in a new `State`
and a tuple of facts.
"""

from dataclasses import replace
from functools import lru_cache
from typing import Any

from companion.board.repair import differences, repairs
from companion.referee.board_facts import Difference, Setup
from companion.referee.facts import Fact
from companion.referee.requests import Output, Request
from companion.referee.state import Phase, State
from companion.rules import (
    UNACCEPTABLE,
    Code,
    Judgement,
    Pile,
    Placement,
    Player,
    Position,
    PositionError,
    Rules,
    Verdict,
)
from companion.rules.games import Game
from companion.rules.vocabulary import EXIT, HAND, NOTHING, OFF


@lru_cache(maxsize=64)
def on_a_board(game: Game, placement: Placement) -> Placement:
    """Return a placement as a board shows it: no hands, borne-off pieces on a point (J8).

    The result is cached, because a settled board is compared several times.
    """
    shown = {zone: Pile() for zone in HAND.values()}
    if game.exit_number:
        for player in Player:
            off, exit_point = placement[OFF[player]], placement[EXIT[player]]
            shown[OFF[player]] = Pile()
            shown[EXIT[player]] = Pile(*map(sum, zip(off, exit_point, strict=True)))
    return placement.with_piles(shown)


class TurnContext:
    """The state and the facts of a step, and the game played; now -- ms of the board's clock."""

    def __init__(self, rules: Rules, state: State, now: int) -> None:
        self._rules = rules
        self.game = rules.game
        self.state = state
        self.now = now
        self.facts: list[Output] = []

    def set(self, **changes: Any) -> None:  # noqa: ANN401 - fields of State, checked by replace
        """Change fields of the state, except the phase, which only the machine changes."""
        if "phase" in changes:
            raise ValueError("The phase is written by the machine alone.")
        self.state = replace(self.state, **changes)

    def set_game(self, **changes: Any) -> None:  # noqa: ANN401 - fields of GameState
        """Change fields of `State.game`."""
        self.state = replace(self.state, game=replace(self.state.game, **changes))

    def set_turn(self, **changes: Any) -> None:  # noqa: ANN401 - fields of TurnState
        """Change fields of `State.turn`."""
        self.state = replace(self.state, turn=replace(self.state.turn, **changes))

    def set_board(self, **changes: Any) -> None:  # noqa: ANN401 - fields of BoardSeen
        """Change fields of `State.board`."""
        self.state = replace(self.state, board=replace(self.state.board, **changes))

    def set_setup(self, **changes: Any) -> None:  # noqa: ANN401 - fields of SetupState
        """Change fields of `State.setup`."""
        self.state = replace(self.state, setup=replace(self.state.setup, **changes))

    def set_throw(self, **changes: Any) -> None:  # noqa: ANN401 - fields of Throw
        """Change fields of `State.throw`."""
        self.state = replace(self.state, throw=replace(self.state.throw, **changes))

    def tell(self, fact: Fact) -> None:
        """Add a fact."""
        self.facts.append(fact)

    def request(self, request: Request) -> None:
        """Add a request to the session, which is carried out after the facts so far."""
        self.facts.append(request)

    @property
    def rules(self) -> Rules:
        """The rules, with the rights to hit won so far (Dutch, B3)."""
        rights = self.state.game.rights
        return self._rules.with_options(rights) if rights else self._rules

    @property
    def options(self) -> tuple[str, ...]:
        """The agreed rule options, sorted, without rights won in the game."""
        return tuple(sorted(self._rules.options))

    @property
    def agreed(self) -> Position:
        """The agreed position, at the beginning of the turn."""
        return self.state.game.position

    @property
    def before(self) -> str:
        """The agreed position as text."""
        return self._rules.text(self.agreed)

    @property
    def is_typed(self) -> bool:
        """Whether this is a typed table, whose board follows from the typed moves."""
        return self.state.evening.typed

    @property
    def seen(self) -> Placement:
        """The last settled board; at a typed table, the board after the typed moves."""
        if not self.is_typed:
            return self.state.board.shown or NOTHING
        throw = self.state.throw
        if throw.wanted is not None:
            return self.rules.placement(throw.wanted)
        if not throw.lines:
            return self.rules.placement(self.agreed)
        return self.rules.after_moves(self.agreed, self.mover, throw.moves)

    def after_lines(self, lines: tuple[tuple[str, ...], ...]) -> "TurnContext":
        """Return the same turn with these typed lines of moves."""
        throw = replace(self.state.throw, lines=lines)
        return TurnContext(self._rules, replace(self.state, throw=throw), self.now)

    @property
    def mover(self) -> Player:
        """The player on turn. The phase must have one."""
        player = self.state.turn.player
        assert player is not None  # noqa: S101 - the table's phases guarantee it
        return player

    @property
    def turn(self) -> tuple[Position, Player, tuple[int, int]]:
        """The position at the beginning of the turn, the player on turn, and the throw."""
        return self.agreed, self.mover, self.dice

    @property
    def dice(self) -> tuple[int, int]:
        """The throw of the turn. The phase must have one."""
        assert self.state.throw.dice is not None  # noqa: S101 - the table's phases guarantee it
        return self.state.throw.dice

    def is_agreed(self, seen: Placement) -> bool:
        """Return whether the board shows the agreed position."""
        return self.as_seen(seen) == self.on_board()

    def judge(self, seen: Placement, *, over: bool = False) -> Judgement:
        """Judge the board in the running turn; over -- whether the dice were picked up."""
        moves = self.state.throw.moves if self.is_typed else None
        return self.rules.judge(*self.turn, seen, over=over, moves=moves)

    def is_legal(self, seen: Placement, *, over: bool = False) -> bool:
        """Return whether the board is a legal end of the running turn; over -- see `judge`."""
        return self.judge(seen, over=over).verdict is Verdict.LEGAL

    def judge_ended(self, seen: Placement | None = None) -> Judgement:
        """Return the judgement of a board in the turn of the open error.

        seen -- the board, by default the last settled board. At a typed table there is no board to
        judge, so the judgement at the end of the turn is returned.
        """
        if self.is_typed:
            ended = self.state.turn.judged or NOTHING
            return Judgement(Verdict.ILLEGAL, self.state.turn.faults, ended.text)
        return self.judge(self.seen if seen is None else seen, over=True)

    def playable(self, judgement: Judgement) -> Position | None:
        """Return the position of a board if the game can continue from it, else None."""
        barred = any(fault.code in UNACCEPTABLE for fault in judgement.faults)
        return None if barred else self.read(judgement.reading)

    def read(self, text: str) -> Position | None:
        """Return the position of a text, or None if the text is not a valid position."""
        try:
            return self.rules.parse(text)
        except PositionError:
            return None

    def acceptable(self, judgement: Judgement) -> bool:
        """Return whether the opponent may accept the open error.

        Pieces that the opponent has moved since the error must be put back first.
        """
        moved = [fault for fault in judgement.faults if fault.code == Code.MOVED_OPPONENT]
        if self.state.turn.must_correct or not set(moved) <= set(self.state.turn.faults):
            return False
        return self.playable(judgement) is not None

    def on_board(self) -> Placement:
        """Return the agreed position as a board shows it."""
        return self.as_seen(self.rules.placement(self.agreed))

    def as_seen(self, placement: Placement) -> Placement:
        """Return a placement as a board shows it, or unchanged at a typed table."""
        return placement if self.is_typed else on_a_board(self.game, placement)

    @property
    def wanted(self) -> tuple[Placement, ...]:
        """The boards that let the game continue.

        These are the boards last seen in an interrupted turn, if any, and the agreed position.
        """
        state = self.state
        going = state.then in (Phase.MOVING, Phase.ERROR) and state.phase is Phase.SETUP
        corrected = state.turn.correcting if state.then is Phase.ERROR else None
        stopped = (corrected, state.turn.judged) if going else ()
        return (*(each for each in stopped if each and each != NOTHING), self.on_board())

    def steps(self, seen: Placement) -> int:
        """Return how many pieces must be moved before the game can continue."""
        have = self.as_seen(seen)
        return sum(step.count for step in repairs(self._nearest(have), have))

    def compare(self, seen: Placement) -> Setup:
        """Compare the board with the required one, zone by zone."""
        have = self.as_seen(seen)
        want = self._nearest(have)
        found = differences(want, have)
        wrong = tuple(Difference(each.zone, each.want.text, each.have.text) for each in found)
        empty = bool(found) and not any(map(any, have.piles))
        start = want == self.as_seen(self._rules.placement(self._rules.start))
        setup = Setup(not found, wrong, repairs(want, have), empty, start)
        return replace(setup, exercise=self.state.pending_exercise)

    def _nearest(self, have: Placement) -> Placement:
        """Return the wanted board with the fewest differences."""
        return min(self.wanted, key=lambda want: len(differences(want, have)))
