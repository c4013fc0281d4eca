"""Carries out lines of moves at a typed table, even illegal moves.

Source: docs/protocol.md, "How a line is carried out" and "The entries".
"""

from collections.abc import Iterator
from itertools import chain, combinations

from companion.board.observation import mirror
from companion.referee.inputs import TypedLines
from companion.referee.state import Phase
from companion.referee.talk_facts import EntryAnswer, MovesTyped
from companion.referee.turn_context import TurnContext
from companion.rules import Code, Rules, Verdict
from companion.rules.named_moves import HIT, after_step, legs_of
from companion.rules.position import BAR_SLOT, HAND_SLOT
from companion.rules.steps import full_uses
from companion.rules.vocabulary import BAR, ENTRY, HAND, OFF, POINTS, Placement, Player
from companion.typed.entries import IN_HAND, Figures, Stop, TypedMove


class CannotError(ValueError):
    """Raised for an impossible move; `code` is the reason.

    place -- the zone concerned, or "";
    pile -- the mover's pieces in this zone, as a position text, if there are too few.
    """

    def __init__(self, code: str, place: str = "", pile: str = "") -> None:
        self.code = code
        self.place = place
        self.pile = pile


Moves = tuple[str, ...]
"""One text for each moved piece, in zone names, such as `V8/V5` or `N12/N6*/N3`."""


def carry_out(
    board: Placement, walks: tuple[TypedMove, ...], player: Player, rules: Rules
) -> tuple[Placement, Moves]:
    """Return the board and the moves after a line. Raises `CannotError` for an impossible move."""
    moves: Moves = ()
    for walk in walks:
        for _ in range(walk.times):
            source = move = zone_of(board, walk.stops[0], player, rules)
            _check_source(board, source, player, moves)
            for stop in walk.stops[1:]:
                target = zone_of(board, stop, player, rules)
                _check_target(target, source, player)
                hits = 0 < board[target].of(player.other) < rules.game.closing
                board = after_step(board, source, target, player, hits=hits)
                move += f"/{target}{HIT * hits}"
                source = target
            moves = (*moves, move)
    return board, moves


def zone_of(board: Placement, stop: Stop, player: Player, rules: Rules) -> str:
    """Return the zone of a typed place.

    The number 25 is the bar. In games that start with pieces in hand, it is the hand if the bar is
    empty. Raises `CannotError` in a game without a bar.
    """
    if stop == IN_HAND:
        return HAND[player]
    if isinstance(stop, str):
        return stop
    zones = rules.game.track.zones[player]
    if stop != ENTRY:
        return zones[stop]
    if not rules.game.has_hits and not rules.game.in_hand:
        raise CannotError("no-bar")
    waits = board[HAND[player]].of(player) and not board[BAR[player]].of(player)
    return zones[HAND_SLOT if waits else BAR_SLOT]


def _check_source(board: Placement, source: str, player: Player, moves: Moves) -> None:
    """Raise `CannotError` for a source without a piece; moves -- the moves of the line so far."""
    if source == OFF[player]:
        raise CannotError("from-off")
    if source in (BAR[player.other], HAND[player.other], OFF[player.other]):
        raise CannotError("not-yours", source)
    if board[source].of(player):
        return
    gone = sum(move.startswith(f"{source}/") for move in moves)
    if not gone:
        raise CannotError("nothing", source)
    raise CannotError("only", source, f"{source}={gone}{player.value.lower()}")


def _check_target(target: str, source: str, player: Player) -> None:
    if target in (BAR[player], HAND[player]):
        raise CannotError("to-bar")
    if target not in POINTS and target != OFF[player]:
        raise CannotError("not-yours", target)
    if target == source:
        raise CannotError("no-move", target)
    if source == OFF[player]:
        raise CannotError("from-off")


# --- starting points ------------------------------------------------------------------------------


def fitting(context: TurnContext, starts: tuple[Stop, ...]) -> Moves:
    """Return the play with these starting points, one for each die still to be played.

    Raises `CannotError` for a place without the mover's pieces. If they do not name a play, the
    code is `no-start` (no legal end fits), `many-starts` (several legal ends fit) or `more-starts`
    (a starting point is missing for a die).
    """
    choices = full_uses(context.game, context.dice)
    if len(starts) > len(choices[-1]):
        raise CannotError("no-start")
    numbers = sorted(_number(context, start) for start in starts)
    used = (combinations(dice, len(starts)) for dice in choices)
    found: dict[Placement, Moves] = {}
    for dice in {tuple(sorted(each)) for each in chain.from_iterable(used)}:
        for board, moves in _plays(context, tuple(numbers), dice):
            found.setdefault(board, moves)
    turns = [(moves, after_line(context, moves)) for moves in found.values()]
    ends = [moves for moves, turn in turns if turn.is_legal(turn.seen)]
    if len(ends) == 1:
        return ends[0]
    if not ends and len(starts) < len(context.dice) and context.is_agreed(context.seen):
        raise CannotError("more-starts")
    raise CannotError("many-starts" if ends else "no-start")


def _number(context: TurnContext, start: Stop) -> int:
    """Return the mover's number of a starting point. The point may still be empty."""
    player, track = context.mover, context.game.track
    zone = zone_of(context.seen, start, player, context.rules)
    if zone not in track.zones[player] or not track.slot(zone, player):
        raise CannotError("no-start")
    return min(track.slot(zone, player), ENTRY)


def _plays(
    context: TurnContext, starts: tuple[int, ...], dice: tuple[int, ...]
) -> Iterator[tuple[Placement, Moves]]:
    """Yield all plays with one die from each of these starting points, in any order."""
    waiting: list[tuple[Placement, Moves, tuple[int, ...], tuple[int, ...]]] = []
    waiting.append((context.seen, (), starts, dice))
    known: set[tuple[Placement, tuple[int, ...], tuple[int, ...]]] = set()
    while waiting:
        board, moves, starts, dice = waiting.pop()
        if not starts:
            yield board, moves
            continue
        for start in dict.fromkeys(starts):
            for die in dict.fromkeys(dice):
                after = _step(context, board, start, die)
                rest = _remove_one(starts, start), _remove_one(dice, die)
                if after is None or (after[0], *rest) in known:
                    continue
                known.add((after[0], *rest))
                waiting.append((after[0], moves + after[1], *rest))


def _step(
    context: TurnContext, board: Placement, start: int, die: int
) -> tuple[Placement, Moves] | None:
    """Return the result of moving one piece by a die, or None."""
    player, rules, target = context.mover, context.rules, max(start - die, 0)
    if target and board[rules.zone(target, player)].of(player.other) >= rules.game.closing:
        return None
    try:
        return carry_out(board, (TypedMove((start, target)),), player, rules)
    except CannotError:
        return None


def _remove_one(numbers: tuple[int, ...], number: int) -> tuple[int, ...]:
    at = numbers.index(number)
    return numbers[:at] + numbers[at + 1 :]


# --- a line in the turn ---------------------------------------------------------------------------


def _place_in_rules(context: TurnContext, place: Stop) -> Stop:
    """Return the name of a place in the rules. On a mirrored board, players type mirrored zones."""
    is_mirrored = "mirrored" in context.state.board.layout
    return mirror(place) if is_mirrored and isinstance(place, str) else place


def stands(context: TurnContext, place: Stop, by: Player | None) -> EntryAnswer:
    """Return the pieces on a point, numbered from the side of the player who asks."""
    player, board = by or context.state.turn.player or Player.V, context.seen
    zone = zone_of(board, _place_in_rules(context, place), player, context.rules)
    pile = board[zone].text
    return EntryAnswer(player, "stands", zone, pile and f"{zone}={pile}")


def made(context: TurnContext, typed: Figures) -> Moves:
    """Return the moves of a line. Raises `CannotError`."""
    if typed.starts:
        places = tuple(_place_in_rules(context, start) for start in typed.starts)
        return fitting(context, places)
    walks = tuple(
        TypedMove(tuple(_place_in_rules(context, stop) for stop in walk.stops), walk.times)
        for walk in typed.walks
    )
    return carry_out(context.seen, walks, context.mover, context.rules)[1]


def after_line(context: TurnContext, moves: Moves) -> TurnContext:
    """Return the same turn after a further line."""
    return context.after_lines((*context.state.throw.lines, moves))


def check_stops(context: TurnContext, moves: Moves) -> None:
    """Raise `CannotError` if a move of several dice hits at a stop that the line does not name."""
    legs = legs_of(moves, context.game.track, context.mover)
    steps = {die for dice in full_uses(context.game, context.dice) for die in dice}
    if all(min(source, ENTRY) - target in steps for source, target in legs):
        return
    turn = after_line(context, moves)
    judgement = turn.rules.judge(*turn.turn, turn.seen)
    if any(fault.code == Code.HIT_NOT_ON_BAR for fault in judgement.faults):
        raise CannotError("name-stops")


def play_line(
    context: TurnContext, typed: Figures, *, judged: bool
) -> Iterator[MovesTyped | TypedLines]:
    """Carry out a line in the turn. Raises `CannotError`.

    judged -- whether the players hear verdicts before the end of the turn; then a line that follows
    illegal moves is announced as such.
    """
    play = made(context, typed)
    check_stops(context, play)
    is_added = judged and context.judge(context.seen).verdict is Verdict.ILLEGAL
    yield from enter_line(context, play, "added" if is_added else "made")


def enter_line(
    context: TurnContext, moves: Moves, how: str = "made"
) -> Iterator[MovesTyped | TypedLines]:
    """Report how a line was understood, and enter the line; how -- as in `MovesTyped`."""
    yield MovesTyped(context.mover, moves, how)
    yield TypedLines((*context.state.throw.lines, moves))


def take_back(context: TurnContext) -> Iterator[MovesTyped | TypedLines]:
    """Take back the last line, and report its moves."""
    *lines, last = context.state.throw.lines
    is_at_start = not lines and context.state.phase is Phase.ERROR
    yield MovesTyped(context.mover, last, "start" if is_at_start else "back")
    yield TypedLines(tuple(lines))
