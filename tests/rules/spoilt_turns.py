"""Spoils turns so that the first fault is certain.

Each maker yields (how it was made, the end board, the verdict, the fault) for one turn. A case is
kept only where the code cannot be doubted; each check, here and in `doubts`, says which doubt it
removes.

`two-colours` has no maker: where a point holds both colours, a piece landed there, and the table
names that landing (or the moved opposing piece, or the extra one) first.
"""

from collections.abc import Iterator

from tests.rules import broken_steps as broken
from tests.rules import reference as ref
from tests.rules.doubts import (
    Scene,
    all_home,
    breaks_bouchage,
    hand_is_clear,
    is_plain,
    is_reached,
    is_reached_but_for_hits,
    may_be_in_air,
    read_otherwise,
    same_opponent,
    splits,
)
from tests.rules.reference import Board

Made = tuple[str, Board, str, str | None]
"""How a case was made, the end board, the verdict, and the fault."""


def legal(scene: Scene) -> Iterator[Made]:
    yield "legal end", scene.pick(scene.turn.ends), "legal", None


def on_the_way(scene: Scene) -> Iterator[Made]:
    """Stops on a way to a legal end; in Jacquet a bouchage there does not count (J3).

    "The reading that is a legal end wins": no other reading may be one, nor a hit be overlooked.
    """
    between = scene.turn.way - scene.turn.ends
    if between:
        board = scene.pick(between)
        other_end = any(ref.write(reading) in scene.turn.ends for reading in splits(scene, board))
        if not other_end and not is_reached_but_for_hits(scene, board):
            yield "steps still to make", board, "incomplete", "dice-unused"


def lifted(scene: Scene) -> Iterator[Made]:
    """Yield boards with a lifted piece that the next step of a legal turn moves."""
    player = scene.player
    hand = f"{player}H"
    for node in sorted(scene.way):
        board = scene.found.boards[node]
        # A piece taken from the hand, or one lifted after another had left the hand, is not seen
        # as in the air: the hand is what is not on the board.
        if scene.ace_deuce or ref.count(board, player, hand) < ref.count(scene.start, player, hand):
            continue
        for piece in ref.own_pieces(board, player):
            if piece[0] != hand and leads_on(scene, node, piece):
                yield "piece in the air", taken(board, piece), "incomplete", "piece-missing"


def leads_on(scene: Scene, node: ref.Node, piece: broken.Piece) -> bool:
    """Return whether moving this piece next leads towards a legal end."""
    board, left = scene.found.boards[node], node[1]
    for die in set(left):
        after = ref.step(scene.rules, board, scene.player, piece, die)
        if after and (ref.write(after), broken.without(left, (die,))) in scene.way:
            return True
    return False


def taken(board: Board, piece: broken.Piece) -> Board:
    """Return the board without one piece."""
    rest = dict(board)
    rest[piece] -= 1
    return {key: number for key, number in rest.items() if number}


def added(board: Board, piece: broken.Piece) -> Board:
    """Return the board with one more piece."""
    return {**board, piece: board.get(piece, 0) + 1}


def hit_left(scene: Scene) -> Iterator[Made]:
    """Yield boards where the piece hit by the last step is still on its point or lifted."""
    other = scene.other
    bar = (f"{other}B", other.lower())
    for node in sorted(scene.way):
        board = scene.found.boards[node]
        for before in sorted(scene.found.before[node] & scene.way):
            earlier = scene.found.boards[before]
            # Only the last step's hit: the point is where the opponent's piece stood before it.
            for zone, letter in earlier:
                if letter == other.lower() and (zone, letter) not in board:
                    spoilt = taken(board, bar)
                    yield "hit piece in the air", spoilt, "incomplete", "hit-not-on-bar"
                    both = added(spoilt, (zone, letter))
                    yield "hit piece on its point", both, "incomplete", "hit-not-on-bar"


def one_broken_step(scene: Scene) -> Iterator[Made]:
    """Yield boards with all dice played and one step that breaks one rule."""
    told = broken.stories(scene.rules, scene.start, scene.player, scene.shown)
    for code in broken.STEP_CODES:
        for text, left in sorted(told[code].items()):
            end = ref.read(scene.rules, text)
            # All dice are used, so `dice-unused` is not a second fault; and no other rule tells
            # the same board, not even with dice left over.
            others = any(text in told[x] for x in broken.STEP_CODES if x != code)
            others |= code != "blocked-stop" and text in told[broken.PASSED]
            if () in left and not others and is_plain(scene, code, end):
                yield "one step broken", end, "illegal", code


def broken_codes(scene: Scene) -> set[str]:
    """The codes of all steps broken in one way that the boards on the way offer.

    None where a throw is played in several parts (B4): these are not followed through.
    """
    if scene.ace_deuce:
        return set()
    return {
        code
        for (_, left), board in scene.found.boards.items()
        for code, _, _ in broken.broken_steps(scene.rules, board, scene.player, left)
    }


def wrong_distance(scene: Scene) -> Iterator[Made]:
    """Yield boards with a step of a wrong length, alone or after the first die."""
    if scene.ace_deuce:
        return
    nodes = sorted(scene.found.boards)
    told = None
    for _ in range(6):
        node = scene.rng.choice(nodes)
        board = scene.found.boards[node]
        pieces = ref.own_pieces(board, scene.player)
        if not node[1] or not pieces:
            continue
        piece, pips = scene.rng.choice(sorted(pieces)), scene.rng.randint(1, 11)
        end = ref.step(scene.rules, board, scene.player, piece, pips)
        if end is None or not fits_no_dice(scene, end) or is_reached(scene, end):
            continue
        if read_otherwise(scene, end) or breaks_bouchage(scene, end):
            continue
        if is_reached_but_for_hits(scene, end) or may_be_in_air(scene, end):
            continue
        # No single broken rule with the right dice may tell the same board.
        told = told or broken.stories(scene.rules, scene.start, scene.player, scene.shown)
        if not any(ref.write(end) in told[code] for code in (*broken.STEP_CODES, broken.PASSED)):
            yield "one distance wrong", end, "illegal", "wrong-distance"


def fits_no_dice(scene: Scene, end: Board) -> bool:
    """Return whether all pairings go forward and none fits the dice, without a hit.

    A hit is excluded, because it would have to be reported as well.
    """
    moved = broken.shift(scene.rules, scene.start, end, scene.player)
    # A piece that came home and was borne off in one turn might be `not-all-home`.
    if not same_opponent(scene, end) or (24 in moved.targets and not all_home(scene, scene.start)):
        return False
    dice = tuple(scene.shown)
    return all(
        broken.all_forward(pairs) and not broken.fits_dice(pairs, dice)
        for pairs in broken.pairings(moved)
    )


def bouchage(scene: Scene) -> Iterator[Made]:
    """Yield boards with as many dice played as possible that break one bouchage rule."""
    if not scene.rules.jacquet:
        return
    shown_dice = scene.shown
    most = max(len(shown_dice) - len(left) for _, left in scene.found.boards)
    both_singles = {left for _, left in scene.found.boards if len(left) == 1}
    for (text, left), end in sorted(scene.found.boards.items()):
        fully = len(shown_dice) - len(left) == most
        smaller = most == 1 and len(both_singles) == 2 and left == (max(shown_dice),)
        broken_kinds = ref.new_breaches(scene.rules, scene.start, end, scene.player)
        # A stop on the way to a legal end is not judged by these rules at all (J3).
        known = text in scene.turn.ends | scene.turn.way
        one_rule = len(broken_kinds) == 1 and not read_otherwise(scene, end)
        if fully and not smaller and not known and one_rule:
            yield "bouchage", end, "illegal", broken.BOUCHAGE_CODES[broken_kinds.pop()]


def too_few_dice(scene: Scene) -> Iterator[Made]:
    """Yield boards of legal steps that lead to no legal end: the smaller die, or a dead end."""
    shown_dice = scene.shown
    used_most = max(len(shown_dice) - len(left) for _, left in scene.way)
    single = len(shown_dice) == 2
    larger_can_be = any(
        left == (min(shown_dice),) and not breaks_bouchage(scene, board)
        for (_, left), board in scene.found.boards.items()
    )
    for (text, left), end in sorted(scene.found.boards.items()):
        used = len(shown_dice) - len(left)
        if text in scene.turn.ends | scene.turn.way or used == 0:
            continue
        if breaks_bouchage(scene, end) or read_otherwise(scene, end):
            continue
        if is_reached_but_for_hits(scene, end) or may_be_in_air(scene, end):
            continue
        used_smaller = single and left == (max(shown_dice),)
        if used == used_most == 1 and used_smaller:
            yield "smaller die", end, "illegal", "smaller-die"
        # With the smaller die used though the larger could be, and both too, either code fits.
        elif used < used_most and not (used_smaller and larger_can_be):
            yield "blind alley", end, "illegal", "dice-unused"


def opponent_moved(scene: Scene) -> Iterator[Made]:
    """Yield legal ends with one opposing piece moved."""
    end = scene.pick(scene.turn.ends)
    enemy = scene.other.lower()
    # Not from where it could have been hit, not from or to where Jacquet counts pieces as off.
    sources = [
        zone
        for zone in ref.POINTS
        if scene.start.get((zone, enemy), 0) >= 2 and end.get((zone, enemy), 0) >= 1
    ]
    targets = [zone for zone in ref.POINTS if not ref.count(end, scene.player, zone)]
    exits = ref.EXIT.values() if scene.rules.jacquet else []
    pairs = [(a, b) for a in sources for b in targets if a != b and not {a, b} & set(exits)]
    if pairs:
        source, target = scene.rng.choice(pairs)
        spoilt = ref.move(end, (source, enemy), (target, enemy))
        yield "opposing piece moved", spoilt, "illegal", "moved-opponent"


def pieces_gone(scene: Scene) -> Iterator[Made]:
    """Yield legal ends with two opposing pieces missing that were not hit."""
    end = scene.pick(scene.turn.ends)
    enemy = scene.other.lower()
    piles = [zone for zone in inner_points(scene) if end.get((zone, enemy), 0) >= 4]
    if piles and hand_is_clear(scene, end, scene.other):
        piece = (scene.rng.choice(piles), enemy)
        yield "opposing pieces gone", taken(taken(end, piece), piece), "illegal", "piece-missing"


def piece_too_many(scene: Scene) -> Iterator[Made]:
    """Yield legal ends with an extra pawn on a point that the opponent does not hold."""
    end = scene.pick(scene.turn.ends)
    owner = scene.rng.choice("VN")
    points = [zone for zone in inner_points(scene) if not ref.count(end, ref.OTHER[owner], zone)]
    if hand_is_clear(scene, end, owner):
        spoilt = added(end, (scene.rng.choice(points), owner.lower()))
        yield "a pawn too many", spoilt, "illegal", "piece-extra"


def piece_unknown(scene: Scene) -> Iterator[Made]:
    """A legal end, and a pawn replaced by one that is not enrolled; nothing else is missing.

    Only a pawn that lay there before: of a postillon just come home it might be said to be missing.
    """
    end = scene.pick(scene.turn.ends)
    pawns = [
        key
        for key in sorted(end)
        if key[0] in inner_points(scene) and key[1] in "vn" and end[key] <= scene.start.get(key, 0)
    ]
    if pawns and all(hand_is_clear(scene, end, player) for player in "VN"):
        piece = scene.rng.choice(pawns)
        spoilt = added(taken(end, piece), (piece[0], "?"))
        yield "a piece not enrolled", spoilt, "illegal", "unknown-piece"


def inner_points(scene: Scene) -> list[str]:
    """Return all points; in Jacquet without those for borne-off pieces."""
    exits = ref.EXIT.values() if scene.rules.jacquet else []
    return [zone for zone in ref.POINTS if zone not in exits]
