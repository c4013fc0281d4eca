"""A slow, plain rules engine, written only from the documents, to check the real one.

It shares no code with `companion`. A *board* is a dict from (zone, letter) to a count; every step
is played on a copy, and every order of the dice is tried. Nothing is packed, masked or looked up.

Sources: docs/protocol.md, "Positions"; the marks C1… J9 are those of docs/rules.md.
"""

import re
from itertools import product
from typing import Final, NamedTuple

Board = dict[tuple[str, str], int]

POINTS: Final = [f"V{k}" for k in range(1, 13)] + [f"N{k}" for k in range(1, 13)]
ZONES: Final = [*POINTS, "VB", "NB", "VO", "NO", "VH", "NH"]
LETTERS: Final = "vVnN?"
ORDER: Final = {place: k for k, place in enumerate(product(ZONES, LETTERS))}
OTHER: Final = {"V": "N", "N": "V"}
EXIT: Final = {"V": "V12", "N": "N12"}
STARTS: Final = {
    "jacquet": "V12=14n1N N12=14v1V",
    "backgammon": "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v",
    "dutch": "VH=15v NH=15n",
    "acey-deucey": "VH=15v NH=15n",
}
V_PATH: Final = [f"N{k}" for k in range(12, 0, -1)] + [f"V{k}" for k in range(12, 0, -1)]
PATHS: Final = {
    ("jacquet", "V"): V_PATH,
    ("jacquet", "N"): [f"V{k}" for k in range(12, 0, -1)] + [f"N{k}" for k in range(12, 0, -1)],
    ("family", "V"): V_PATH,
    ("family", "N"): [f"V{k}" for k in range(1, 13)] + [f"N{k}" for k in range(1, 13)],
}
ACE_DEUCE: Final = [1, 2]


class Rules(NamedTuple):
    """A game with its options."""

    game: str
    options: frozenset[str]

    @property
    def jacquet(self) -> bool:
        return self.game == "jacquet"

    def path(self, player: str) -> list[str]:
        return PATHS["jacquet" if self.jacquet else "family", player]


def make_rules(game: str, options: list[str]) -> Rules:
    """Return the game with its options."""
    if game not in STARTS:
        raise ValueError(f"{game!r} is not a game.")
    return Rules(game, frozenset(options))


# --- position text ------------------------------------------------------------------------------


def read(rules: Rules, text: str) -> Board:
    """Parse a position text leniently. Raise ValueError for an invalid token."""
    board: Board = {}
    for token in text.split():
        if not re.fullmatch(r"[VN]([1-9]|1[0-2]|[BOH])=([0-9]+[vVnN?])+", token):
            raise ValueError(f"{token!r} is not a zone and its pieces.")
        zone, _, pieces = token.partition("=")
        for count, written in re.findall(r"([0-9]+)([vVnN?])", pieces):
            letter = written
            where = zone
            if zone[1] in "BOH" and letter != "?":
                where = letter.upper() + zone[1]
            if letter in "VN" and not travels(rules, letter, where):
                letter = letter.lower()
            board[where, letter] = board.get((where, letter), 0) + int(count)
    return {key: count for key, count in board.items() if count}


def travels(rules: Rules, player: str, zone: str) -> bool:
    """Return whether a postillon in this zone still travels: on the first 18 points of its path."""
    return rules.jacquet and zone in rules.path(player)[:18]


def write(board: Board) -> str:
    """Return the canonical position text."""
    tokens: dict[str, str] = {}
    for zone, letter in sorted(board, key=ORDER.__getitem__):
        tokens[zone] = tokens.get(zone, f"{zone}=") + f"{board[zone, letter]}{letter}"
    return " ".join(tokens.values())


def count(board: Board, player: str, zone: str) -> int:
    """Return the number of a player's pieces in a zone."""
    return board.get((zone, player.lower()), 0) + board.get((zone, player), 0)


def move(board: Board, piece: tuple[str, str], to: tuple[str, str]) -> Board:
    """Return a copy of the board with one piece moved."""
    after = dict(board)
    after[piece] -= 1
    if not after[piece]:
        del after[piece]
    after[to] = after.get(to, 0) + 1
    return after


# --- one step -----------------------------------------------------------------------------------


def place(rules: Rules, player: str, zone: str) -> int:
    """Return the index on the player's path: -1 on bar or in hand, 0 to 23 on points, 24 off."""
    if zone[1] in "BH":
        return -1
    if zone[1] == "O":
        return 24
    return rules.path(player).index(zone)


def own_places(rules: Rules, board: Board, player: str) -> list[int]:
    """Return the path indices of a player's pieces that are not off."""
    places = [place(rules, player, zone) for zone, letter in board if letter.upper() == player]
    return sorted({index for index in places if index < 24})


def may_hit(rules: Rules, board: Board, player: str) -> bool:
    """Apply B3: in Dutch a player may hit once a piece is home or off, or with the option."""
    if rules.game != "dutch" or f"may-hit-{player}" in rules.options:
        return True
    home = rules.path(player)[18:]
    return any(count(board, player, zone) for zone in [*home, f"{player}O"])


def is_closed(rules: Rules, board: Board, player: str, zone: str) -> bool:
    """Apply J1 (one opposing piece closes) or B1 (two do, or one that may not be hit, B3)."""
    standing = count(board, OTHER[player], zone)
    if rules.jacquet:
        return standing >= 1
    return standing >= 2 or (standing == 1 and not may_hit(rules, board, player))


def may_move(rules: Rules, board: Board, player: str, piece: tuple[str, str]) -> bool:
    """Apply J2 (the travelling postillon first) and B2 (pieces on the bar or in hand first)."""
    zone, letter = piece
    if rules.jacquet:
        travelling = any(key[1] == player for key in board)
        return letter == player if travelling else True
    if rules.game == "acey-deucey":
        return True
    waiting = count(board, player, f"{player}B") + count(board, player, f"{player}H")
    return zone[1] in "BH" if waiting else True


def may_bear_off(rules: Rules, board: Board, player: str, index: int, die: int) -> bool:
    """Apply C4 and J8: all at home, the exit free, and the die exact or no piece farther back."""
    places = own_places(rules, board, player)
    if places[0] < 18:
        return False
    if rules.jacquet and count(board, OTHER[player], EXIT[player]):
        return False
    return index + die == 24 or places[0] == index


def land(rules: Rules, board: Board, player: str, piece: tuple[str, str], zone: str) -> Board:
    """Put a piece on a point, sending what it hits to the bar."""
    after = dict(board)
    other = OTHER[player]
    if not rules.jacquet and count(board, other, zone) == 1:
        after = move(after, (zone, other.lower()), (f"{other}B", other.lower()))
    letter = piece[1] if piece[1] in "vn" or travels(rules, player, zone) else player.lower()
    return move(after, piece, (zone, letter))


def step(rules: Rules, board: Board, player: str, piece: tuple[str, str], die: int) -> Board | None:
    """Return the board after one piece has moved by one die, or None if it may not."""
    if not may_move(rules, board, player, piece):
        return None
    index = place(rules, player, piece[0])
    if index + die >= 24:
        if not may_bear_off(rules, board, player, index, die):
            return None
        return move(board, piece, (f"{player}O", player.lower()))
    zone = rules.path(player)[index + die]
    if is_closed(rules, board, player, zone):
        return None
    return land(rules, board, player, piece, zone)


def own_pieces(board: Board, player: str) -> list[tuple[str, str]]:
    """Return every (zone, letter) with a player's piece that is not off."""
    return [key for key in board if key[1].upper() == player and key[0][1] != "O"]


def steps(rules: Rules, board: Board, player: str, die: int) -> list[Board]:
    """Return all boards after one die."""
    after = [step(rules, board, player, piece, die) for piece in own_pieces(board, player)]
    return [board for board in after if board is not None]


# --- bouchage -----------------------------------------------------------------------------------


def has_run(board: Board, player: str, zones: list[str]) -> bool:
    """Return whether a player holds six consecutive points of a list."""
    held = [count(board, player, zone) > 0 for zone in zones]
    return any(all(held[k : k + 6]) for k in range(len(zones) - 5))


def breaks_j4(rules: Rules, board: Board, player: str) -> bool:
    """Return whether the player blocks the opponent's travelling postillon."""
    other = OTHER[player]
    way = rules.path(other)
    return any(
        letter == other and has_run(board, player, way[way.index(zone) + 1 :])
        for zone, letter in board
    )


def breaks_j5(rules: Rules, board: Board, player: str) -> bool:
    """Return whether the player holds his first five points without the required pawns."""
    way = rules.path(player)
    wanted = [way[23], way[18]] if "double-bouchage" in rules.options else [way[23]]
    held = all(count(board, player, zone) for zone in way[:5])
    return held and not all(count(board, player, zone) for zone in wanted)


def breaks_j6(rules: Rules, board: Board, player: str) -> bool:
    """Return whether the player holds six in a row on the opponent's path, with that option."""
    return "no-full-prime" in rules.options and has_run(board, player, rules.path(OTHER[player]))


def breaches(rules: Rules, board: Board, player: str) -> set[str]:
    """Return which of J4, J5 and J6 a player's pieces break."""
    if not rules.jacquet:
        return set()
    found = {
        "J4": breaks_j4(rules, board, player),
        "J5": breaks_j5(rules, board, player),
        "J6": breaks_j6(rules, board, player),
    }
    return {kind for kind, broken in found.items() if broken}


def new_breaches(rules: Rules, start: Board, end: Board, player: str) -> set[str]:
    """Return the breaches that make an end unavailable: by kind, none already standing (J7)."""
    standing = breaches(rules, start, player) | breaches(rules, start, OTHER[player])
    return breaches(rules, end, player) - standing


# --- whole turns --------------------------------------------------------------------------------

Node = tuple[str, tuple[int, ...]]
"""An intermediate board, as text, and the dice still to be played."""


class Walk(NamedTuple):
    """All boards that the dice can reach, in every order.

    boards -- each node's board; before -- the predecessors of each node
    """

    boards: dict[Node, Board]
    before: dict[Node, set[Node]]


def walk(rules: Rules, board: Board, player: str, dice: list[int]) -> Walk:
    """Play the dice in every order, stopping anywhere."""
    first: Node = (write(board), tuple(sorted(dice)))
    found = Walk({first: board}, {first: set()})
    waiting = [first]
    while waiting:
        node = waiting.pop()
        left = list(node[1])
        for die in sorted(set(left)):
            rest = sorted(left)
            rest.remove(die)
            for after in steps(rules, found.boards[node], player, die):
                reached: Node = (write(after), tuple(rest))
                if reached not in found.boards:
                    found.boards[reached] = after
                    found.before[reached] = set()
                    waiting.append(reached)
                found.before[reached].add(node)
    return found


def chosen(rules: Rules, start: Board, player: str, dice: list[int], found: Walk) -> list[Node]:
    """Apply C2 and J3: of the allowed plays return those with the most dice, then the larger."""
    allowed = [
        node
        for node, board in found.boards.items()
        if not new_breaches(rules, start, board, player)
    ]
    most = max(len(dice) - len(left) for _, left in allowed)
    best = [node for node in allowed if len(dice) - len(node[1]) == most]
    if len(dice) == 2 and most == 1:
        larger = [node for node in best if node[1] == (min(dice),)]
        best = larger or best
    return best


def on_the_way(found: Walk, ends: list[Node]) -> set[Node]:
    """Return all nodes on a way to one of the ends, including the ends."""
    seen = set(ends)
    waiting = list(ends)
    while waiting:
        for node in found.before[waiting.pop()]:
            if node not in seen:
                seen.add(node)
                waiting.append(node)
    return seen


class Turn(NamedTuple):
    """A turn: its legal ends, those that earn a throw, and the boards between."""

    ends: set[str]
    again: set[str]
    way: set[str]


def turn_of(rules: Rules, start: Board, player: str, dice: tuple[int, int]) -> Turn:
    """Compute a whole turn."""
    if is_won(start):
        return Turn({write(start)}, set(), {write(start)})
    shown = list(dice) * 2 if dice[0] == dice[1] else list(dice)
    found = walk(rules, start, player, shown)
    ends = chosen(rules, start, player, shown, found)
    way = {text for text, _ in on_the_way(found, ends)}
    if rules.game == "acey-deucey" and sorted(dice) == ACE_DEUCE and not ends[0][1]:
        return name_doubles(rules, player, [found.boards[node] for node in ends], way)
    return Turn({text for text, _ in ends}, set(), way)


class Further(NamedTuple):
    """The result of one double: number of steps, ends, and all boards on the way."""

    steps: int
    ends: set[str]
    way: set[str]


class Doubles(NamedTuple):
    """A player's named doubles, and a cache by (board, die, steps left)."""

    rules: Rules
    player: str
    known: dict[tuple[str, int, int], Further]


def name_doubles(rules: Rules, player: str, middles: list[Board], way: set[str]) -> Turn:
    """Apply B4: play each double as far as possible from each intermediate board."""
    turn = Turn(set(), set(), set(way))
    doubles = Doubles(rules, player, {})
    for middle in middles:
        for die in range(1, 7):
            done = play_double(doubles, middle, die, 4)
            turn.ends.update(done.ends)
            turn.way.update(done.way)
            if done.steps == 4:
                # What remains of the turn lapses when the 15th piece is off.
                turn.again.update(text for text in done.ends if f"{player}O=15" not in text)
    return turn


def play_double(doubles: Doubles, board: Board, die: int, left: int) -> Further:
    """Play a named double as far as possible."""
    key = (write(board), die, left)
    if key not in doubles.known:
        boards = steps(doubles.rules, board, doubles.player, die) if left else []
        further = [play_double(doubles, after, die, left - 1) for after in boards]
        most = max((one.steps for one in further), default=-1)
        best = [one for one in further if one.steps == most]
        ends = set().union(*(one.ends for one in best)) if best else {key[0]}
        way = {key[0]}.union(*(one.way for one in best))
        doubles.known[key] = Further(most + 1, ends, way)
    return doubles.known[key]


def is_won(board: Board) -> bool:
    """Return whether one side has borne off all its pieces."""
    return 15 in (count(board, "V", "VO"), count(board, "N", "NO"))


def legal_ends(
    game: str, options: list[str], position: str, player: str, dice: tuple[int, int]
) -> tuple[list[str], list[str]]:
    """Return all legal end texts, and those that earn a further throw, sorted by code point."""
    rules = make_rules(game, options)
    turn = turn_of(rules, read(rules, position), player, dice)
    return sorted(turn.ends), sorted(turn.again)
