"""A line of moves at a typed table: its effect on the turn, and the answer."""

from collections.abc import Iterator

from companion.board.occupancy import mirror
from companion.referee.inputs import TypedLines
from companion.referee.state import Phase
from companion.referee.talk_facts import MovesTyped
from companion.referee.turn_context import TurnContext
from companion.rules import Code
from companion.rules.named_moves import legs_of
from companion.rules.track import ENTRY
from companion.typed import starts
from companion.typed.entries import Figures, Stop, Walk
from companion.typed.pieces import CannotError, Made, carry_out


def named(table: TurnContext, place: Stop) -> Stop:
    """A place as the rules name it: zones are typed as a mirrored table has them."""
    is_mirrored = "mirrored" in table.state.board.layout
    return mirror(place) if is_mirrored and isinstance(place, str) else place


def made(table: TurnContext, typed: Figures) -> Made:
    """The line carried out. Raises `CannotError`."""
    if typed.starts:
        places = tuple(named(table, start) for start in typed.starts)
        return starts.fitting(table, table.seen, places)
    walks = tuple(
        Walk(tuple(named(table, stop) for stop in walk.stops), walk.times) for walk in typed.walks
    )
    return carry_out(table.seen, walks, table.mover, table.rules)


def after(table: TurnContext, made: Made) -> TurnContext:
    """The same turn after a further line."""
    return table.after_lines((*table.state.throw.lines, made.moves))


def check_stops(table: TurnContext, made: Made) -> None:
    """Refuse a line that must hit on its way and does not say where. Raises `CannotError`."""
    legs = legs_of(made.moves, table.rules.game.track, table.mover)
    if all(_is_one_step(table, *leg) for leg in legs):
        return
    turn = after(table, made)
    judgement = turn.rules.judge(turn.agreed, turn.mover, turn.dice, turn.seen)
    if any(fault.code == Code.HIT_NOT_ON_BAR for fault in judgement.faults):
        raise CannotError("name-stops")


def _is_one_step(table: TurnContext, source: int, target: int) -> bool:
    """Whether one die leads from slot to slot; after 1 and 2 it may be any."""
    return any(min(source, ENTRY) - target in dice for dice in starts.dice_choices(table))


def stand(table: TurnContext, made: Made) -> Iterator[MovesTyped | TypedLines]:
    """Say a line back and let it stand."""
    yield MovesTyped(table.mover, made.moves)
    yield TypedLines((*table.state.throw.lines, made.moves))


def take_back(table: TurnContext) -> Iterator[MovesTyped | TypedLines]:
    """Take the last line back; what was on it is said."""
    *lines, last = table.state.throw.lines
    is_at_start = not lines and table.state.phase is Phase.ERROR
    yield MovesTyped(table.mover, last, "start" if is_at_start else "back")
    yield TypedLines(tuple(lines))
