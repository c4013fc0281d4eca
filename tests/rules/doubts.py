"""Checks whether the first fault of a spoilt board is certain.

What they rest on: the simplest story moves the fewest pieces and breaks the fewest rules, and of
the codes that fit it the first in docs/mistakes.md is named. Pieces of a side are alike.
"""

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from tests.rules import broken_steps as broken
from tests.rules import reference as ref
from tests.rules.reference import Board, Rules


class Scene(NamedTuple):
    """A turn to spoil, with all its legal plays."""

    rules: Rules
    start: Board
    player: str
    dice: tuple[int, int]
    found: ref.Walk
    turn: ref.Turn
    way: set[ref.Node]
    rng: random.Random

    @property
    def shown(self) -> list[int]:
        """The dice, four of them after a double."""
        return shown(self.dice)

    @property
    def other(self) -> str:
        return ref.OTHER[self.player]

    @property
    def ace_deuce(self) -> bool:
        """Whether the turn has several parts (B4), whose broken steps are not followed."""
        return self.rules.game == "acey-deucey" and sorted(self.dice) == ref.ACE_DEUCE

    def pick(self, texts: set[str]) -> Board:
        """Choose one board of a set, independently of the hash order."""
        return ref.read(self.rules, self.rng.choice(sorted(texts)))


def shown(dice: tuple[int, int]) -> list[int]:
    """Return the dice, four of them for a double."""
    return list(dice) * 2 if dice[0] == dice[1] else list(dice)


def make_scene(
    rules: Rules, start: Board, player: str, dice: tuple[int, int], rng: random.Random
) -> Scene:
    """Compute a turn."""
    found = ref.walk(rules, start, player, shown(dice))
    ends = ref.chosen(rules, start, player, shown(dice), found)
    turn = ref.turn_of(rules, start, player, dice)
    return Scene(rules, start, player, dice, found, turn, ref.on_the_way(found, ends), rng)


def splits(scene: Scene, end: Board) -> Iterator[Board]:
    """Yield the other readings of a Jacquet board: own pieces on the exit point taken as off."""
    pawn = scene.player.lower()
    exit_point = (ref.EXIT[scene.player], pawn)
    while scene.rules.jacquet and exit_point in end:
        end = ref.move(end, exit_point, (f"{scene.player}O", pawn))
        yield end


def read_otherwise(scene: Scene, end: Board) -> bool:
    """Return whether another reading of the exit point is legal or moves no more pieces."""
    moved = len(broken.shift(scene.rules, scene.start, end, scene.player).sources)
    for reading in splits(scene, end):
        if ref.write(reading) in scene.turn.ends | scene.turn.way:
            return True
        shift = broken.shift(scene.rules, scene.start, reading, scene.player)
        if len(shift.sources) == len(shift.targets) <= moved:
            return True
    return False


def is_reached(scene: Scene, end: Board) -> bool:
    """Return whether a board is a legal end or can be reached by legal steps."""
    text = ref.write(end)
    return (
        text in scene.turn.ends
        or text in scene.turn.way
        or text in {reached for reached, _ in scene.found.boards}
    )


def is_reached_but_for_hits(scene: Scene, end: Board) -> bool:
    """Return whether legal steps reach the board with one or two hits more or fewer.

    Then it is also a hit piece not put on the bar, or an opposing piece put there unhit.
    """
    enemy = scene.other.lower()
    bar = (f"{scene.other}B", enemy)
    blots = [z for z in ref.POINTS if scene.start.get((z, enemy), 0) == 1]
    standing = [(z, enemy) for z in blots if end.get((z, enemy), 0) == 1]
    gone = [(z, enemy) for z in blots if not end.get((z, enemy), 0)]
    for size in (1, 2):
        for some in itertools.combinations(standing, size):
            if is_reached(scene, moved_all(end, [(piece, bar) for piece in some])):
                return True
        for some in itertools.combinations(gone, min(size, end.get(bar, 0))):
            if some and is_reached(scene, moved_all(end, [(bar, piece) for piece in some])):
                return True
    return False


def moved_all(board: Board, moves: list[tuple[broken.Piece, broken.Piece]]) -> Board:
    """Return the board after several moves."""
    for piece, to in moves:
        board = ref.move(board, piece, to)
    return board


def may_be_backwards(scene: Scene, end: Board) -> bool:
    """Return whether in some pairing one piece goes back and the dice fit the others."""
    moved = broken.shift(scene.rules, scene.start, end, scene.player)
    for pairs in broken.pairings(moved):
        forward = [pair for pair in pairs if pair[1] > pair[0]]
        if len(forward) < len(pairs) and broken.fits_dice(forward, tuple(scene.shown)):
            return True
    return False


def same_opponent(scene: Scene, end: Board) -> bool:
    """Return whether no opposing piece has moved."""
    places = [broken.places(scene.rules, board, scene.other) for board in (scene.start, end)]
    return places[0] == places[1]


def all_home(scene: Scene, board: Board) -> bool:
    """Return whether all pieces of the player are at home or off."""
    return all(place >= 18 for place in ref.own_places(scene.rules, board, scene.player))


def breaks_bouchage(scene: Scene, end: Board) -> bool:
    """Return whether a bouchage rule is broken as well."""
    return bool(ref.new_breaches(scene.rules, scene.start, end, scene.player))


def postillon_lost(scene: Scene, end: Board) -> bool:
    """Return whether the postillon came home and was moved out again as a pawn."""
    if (scene.player not in {x for _, x in scene.start}) or scene.player in {x for _, x in end}:
        return False
    home = scene.rules.path(scene.player)[18:]
    at_home = [sum(ref.count(b, scene.player, z) for z in home) for b in (scene.start, end)]
    return at_home[1] <= at_home[0]


def has_waiting(scene: Scene, end: Board) -> bool:
    """Return whether the player has pieces on the bar or in hand."""
    return any(ref.count(end, scene.player, f"{scene.player}{x}") for x in "BH")


def hand_is_clear(scene: Scene, end: Board, player: str) -> bool:
    """Return whether the number of pieces in hand is certain.

    A board does not show hands, so an extra or missing piece would be read as one from a hand.
    """
    zone = f"{player}H"
    return not ref.count(scene.start, player, zone) and not ref.count(end, player, zone)


def may_be_in_air(scene: Scene, end: Board) -> bool:
    """Return whether the board is an intermediate one with one or two own pieces lifted.

    A piece lifted after another has entered cannot be distinguished from one still in hand.
    """
    hand = (f"{scene.player}H", scene.player.lower())
    if not end.get(hand) or not end[hand] <= scene.start.get(hand, 0):
        return False
    shown = Counter({piece: count for piece, count in end.items() if piece != hand})
    for text in scene.turn.way | scene.turn.ends:
        board = Counter(ref.read(scene.rules, text))
        del board[hand]
        lifted = board - shown
        own = all(letter == hand[1] for _, letter in lifted)
        if own and not shown - board and 0 < lifted.total() <= 2:
            return True
    return False


def is_plain(scene: Scene, code: str, end: Board) -> bool:
    """Return whether a board with one broken step has no other explanation."""
    if is_reached(scene, end) or is_reached_but_for_hits(scene, end) or read_otherwise(scene, end):
        return False
    if breaks_bouchage(scene, end) or postillon_lost(scene, end) or may_be_in_air(scene, end):
        return False
    if code == "backwards":
        return went_back(scene, end)
    sure = {
        # Once all have entered, the order of the steps cannot be seen any more.
        "bar-first": has_waiting(scene, end),
        # Moving on while another waits on the bar breaks that rule too.
        "blocked-stop": two_dice_far(scene, end)
        and (scene.rules.game == "acey-deucey" or not has_waiting(scene, end)),
        # Once all are at home, it may have been another fault in another order.
        "not-all-home": not all_home(scene, end),
        # Had the last piece only just come home, the other order would be `not-all-home`.
        "farther-piece": all_home(scene, scene.start),
    }
    return sure.get(code, True) and not may_be_backwards(scene, end)


def two_dice_far(scene: Scene, end: Board) -> bool:
    """Return whether a piece may have moved by exactly two dice."""
    moved = broken.shift(scene.rules, scene.start, end, scene.player)
    return any(b - a == sum(scene.dice) for pairs in broken.pairings(moved) for a, b in pairs)


def went_back(scene: Scene, end: Board) -> bool:
    """Return whether a piece must have gone back without a hit.

    Pieces are alike, so no pairing of places may take all pieces forward.
    """
    moved = broken.shift(scene.rules, scene.start, end, scene.player)
    forward = any(broken.all_forward(pairs) for pairs in broken.pairings(moved))
    return same_opponent(scene, end) and not forward
