"""Makes steps and turns that break exactly one rule, with the reference engine.

Every step here is illegal for one reason only, so that the code of a turn holding just such
steps is known from its making. `stories` plays legal steps and steps that all break the same rule.
"""

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Final, NamedTuple

from tests.rules import reference as ref
from tests.rules.reference import Board, Rules

Piece = tuple[str, str]
Story = tuple[str, tuple[int, ...], str]
"""A board (its text), the dice left, and the code of the rule broken so far ("" for none)."""

PASSED: Final = "passed a closed point"
"""Not a code: a stop was closed, though another order might have had a free one."""
BOUCHAGE_CODES: Final = {"J4": "postillon-blocked", "J5": "start-run", "J6": "full-prime"}
STEP_CODES: Final = (
    "backwards",
    "bar-first",
    "postillon-first",
    "not-all-home",
    "exit-occupied",
    "farther-piece",
    "occupied-point",
    "blocked-stop",
    "hit-forbidden",
)


def broken_steps(
    rules: Rules, board: Board, player: str, left: tuple[int, ...]
) -> Iterator[tuple[str, Board, tuple[int, ...]]]:
    """Yield (code, board after, dice used) for every step that breaks one rule and no other."""
    for piece in ref.own_pieces(board, player):
        movable = ref.may_move(rules, board, player, piece)
        for die in sorted(set(left)):
            if movable:
                for code, after in one_die(rules, board, player, piece, die):
                    yield code, after, (die,)
            else:
                moved = out_of_turn(rules, board, player, piece, die)
                if moved is not None:
                    yield "postillon-first" if rules.jacquet else "bar-first", moved, (die,)
        for pair in sorted(set(itertools.combinations(left, 2))):
            if movable and leaps(rules, board, player, piece, pair):
                zone = zone_at(rules, player, piece, sum(pair))
                yield "blocked-stop", ref.land(rules, board, player, piece, zone), pair


def zone_at(rules: Rules, player: str, piece: Piece, pips: int) -> str:
    """Return the zone that is `pips` ahead of a piece."""
    return rules.path(player)[ref.place(rules, player, piece[0]) + pips]


def one_die(
    rules: Rules, board: Board, player: str, piece: Piece, die: int
) -> Iterator[tuple[str, Board]]:
    """Yield the broken steps of a piece that may move, by one die."""
    index = ref.place(rules, player, piece[0])
    if index + die >= 24:
        code = broken_bearing_off(rules, board, player, index, die)
        if code:
            yield code, ref.move(board, piece, (f"{player}O", player.lower()))
    else:
        zone = rules.path(player)[index + die]
        if ref.is_closed(rules, board, player, zone):
            # Where one opposing piece may not be hit yet (Dutch), the hit is made all the same.
            if not rules.jacquet and ref.count(board, ref.OTHER[player], zone) == 1:
                yield "hit-forbidden", ref.land(rules, board, player, piece, zone)
            else:
                yield "occupied-point", put(rules, board, player, piece, zone)
    if index - die >= 0:
        zone = rules.path(player)[index - die]
        if not ref.count(board, ref.OTHER[player], zone):
            yield "backwards", put(rules, board, player, piece, zone)


def put(rules: Rules, board: Board, player: str, piece: Piece, zone: str) -> Board:
    """Return the board with a piece put on a point, even an occupied one."""
    letter = piece[1] if ref.travels(rules, player, zone) else player.lower()
    return ref.move(board, piece, (zone, letter))


def broken_bearing_off(rules: Rules, board: Board, player: str, index: int, die: int) -> str:
    """Return the only rule that a bearing-off breaks, "" if it breaks none or several."""
    farthest = ref.own_places(rules, board, player)[0]
    exact = index + die == 24
    held = rules.jacquet and ref.count(board, ref.OTHER[player], ref.EXIT[player]) > 0
    if farthest < 18:
        return "not-all-home" if exact and not held else ""
    if held:
        return "exit-occupied" if exact or farthest == index else ""
    return "" if exact or farthest == index else "farther-piece"


def out_of_turn(rules: Rules, board: Board, player: str, piece: Piece, die: int) -> Board | None:
    """Return the board after a move of a piece that had to wait for the bar or the postillon."""
    index = ref.place(rules, player, piece[0])
    if index + die >= 24:
        return None  # would break C4 as well
    zone = rules.path(player)[index + die]
    if ref.is_closed(rules, board, player, zone):
        return None
    return ref.land(rules, board, player, piece, zone)


def leaps(rules: Rules, board: Board, player: str, piece: Piece, pair: tuple[int, ...]) -> bool:
    """Return whether a piece can move by the total of two dice only over a closed stop.

    A stop closed by a single piece in Dutch would also be a matter of `hit-forbidden`: left out.
    """
    index = ref.place(rules, player, piece[0])
    if index + sum(pair) >= 24 or ref.is_closed(
        rules, board, player, zone_at(rules, player, piece, sum(pair))
    ):
        return False
    enough = 1 if rules.jacquet else 2
    return all(
        ref.count(board, ref.OTHER[player], zone_at(rules, player, piece, die)) >= enough
        for die in pair
    )


def stories(
    rules: Rules, start: Board, player: str, dice: list[int]
) -> dict[str, dict[str, set[tuple[int, ...]]]]:
    """Return, by code and end text, the dice left over in every story that breaks one rule.

    It may break it more than once: both pieces moved that had to wait.
    """
    first: Story = (ref.write(start), tuple(sorted(dice)), "")
    boards = {first: start}
    waiting = [first]
    while waiting:
        story = waiting.pop()
        board, left, code = boards[story], story[1], story[2]
        after: list[tuple[str, Board, tuple[int, ...]]] = [
            (code, further, (die,))
            for die in sorted(set(left))
            for further in ref.steps(rules, board, player, die)
        ]
        after += [
            broken for broken in broken_steps(rules, board, player, left) if code in {"", broken[0]}
        ]
        for said, further, used in after:
            reached = (ref.write(further), without(left, used), said)
            if reached not in boards:
                boards[reached] = further
                waiting.append(reached)
    told: dict[str, dict[str, set[tuple[int, ...]]]] = defaultdict(lambda: defaultdict(set))
    for (text, left, code), board in boards.items():
        # A piece that moved on from a closed point did not land there: see `PASSED`.
        passed = code == "occupied-point" and not two_colours(board)
        if code:
            told[PASSED if passed else code][text].add(left)
    return told


def without(left: tuple[int, ...], used: tuple[int, ...]) -> tuple[int, ...]:
    """Return the dice left after some were used."""
    return tuple(sorted((Counter(left) - Counter(used)).elements()))


def two_colours(board: Board) -> bool:
    """Return whether a point has pieces of both players."""
    return any(ref.count(board, "V", z) and ref.count(board, "N", z) for z in ref.POINTS)


class Shift(NamedTuple):
    """The places on a player's path, -1 to 24, that his pieces left and reached."""

    sources: list[int]
    targets: list[int]


def shift(rules: Rules, start: Board, end: Board, player: str) -> Shift:
    """Return the difference of two boards for one player; bar and hand count as one place."""
    before, after = places(rules, start, player), places(rules, end, player)
    return Shift(
        sorted((before - after).elements()),
        sorted((after - before).elements()),
    )


def places(rules: Rules, board: Board, player: str) -> Counter[int]:
    """Return the number of a player's pieces by place on his path."""
    found: Counter[int] = Counter()
    for (zone, letter), number in board.items():
        if letter.upper() == player:
            found[ref.place(rules, player, zone)] += number
    return found


def pairings(moved: Shift) -> Iterator[list[tuple[int, int]]]:
    """Yield all pairings of left and reached places, as (source, target) pairs."""
    for order in sorted(set(itertools.permutations(moved.targets))):
        yield list(zip(moved.sources, order, strict=True))


def all_forward(pairs: list[tuple[int, int]]) -> bool:
    """Return whether no piece went back."""
    return all(target > source for source, target in pairs)


def fits_dice(pairs: list[tuple[int, int]], dice: tuple[int, ...]) -> bool:
    """Return whether the dice can be divided among the pieces so that each distance is a sum.

    Bearing off may take more than the distance, whatever else stands farther: a generous reading,
    for it serves to throw doubtful cases out.
    """
    if not pairs:
        return True
    source, target = pairs[0]
    for size in range(1, len(dice) + 1):
        for hand in set(itertools.combinations(dice, size)):
            exact = sum(hand) == target - source
            generous = target == 24 and sum(hand) > target - source
            if (exact or generous) and fits_dice(pairs[1:], without(dice, hand)):
                return True
    return False
