"""Reads what a board reports: layout, pieces and dice of a settled board, and its faults."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from companion.board.health import Changed
from companion.board.observation import (
    SettledBoard,
    Stars,
    possible_stars,
    read,
    star_owners,
    turned,
)
from companion.link.messages import BoardState, Face, Seats
from companion.referee import disabled_places
from companion.referee.board_facts import BoardFault
from companion.referee.disabled_places import DICE
from companion.referee.initial_state import start
from companion.referee.state import Evening, Phase, State
from companion.referee.turn_context import TurnContext
from companion.rules import Match, Placement, Player, Rules, find_game
from companion.rules.games import BY_NAME
from companion.rules.position import postillon

LAYOUTS: Final = ((), ("turned",), ("mirrored",), ("mirrored", "turned"))
"""All layouts; not every game allows a mirrored set-up (docs/rules.md, "The board")."""


@dataclass(frozen=True, slots=True)
class ReadBoard:
    """A settled board and its dice; `pieces` reads its pieces.

    raw -- the board as reported;
    board -- the same board, turned round if the layout is turned; trays -- the dice of both
    players;
    layouts -- during a set-up, other layouts in which the board shows the required position;
    other -- another game that begins with this position, or "".
    """

    raw: SettledBoard
    board: SettledBoard
    trays: dict[Player, Seats]
    layouts: tuple[tuple[str, ...], ...] = ()
    other: str = ""


def read_board(context: TurnContext, raw: SettledBoard) -> ReadBoard:
    """Read a settled board."""
    board = raw.turned() if "turned" in context.state.board.layout else raw
    trays = {player: board.state.seats(player) for player in Player}
    layouts, other = _other_layouts(context, raw.state), _other_game(context, raw.state)
    return ReadBoard(raw, board, trays, layouts, other)


def lying_dice(state: State, read: ReadBoard) -> str:
    """Return the faces of the dice that now lie in the trays of this turn.

    A tray with two newly thrown dice is ignored, because its opening die was picked up before.
    """
    trays = [
        Player(tray) for tray in state.throw.trays if DICE[Player(tray)] not in state.board.dead
    ]
    if len(trays) > 1:
        fresh = read.board.thrown | read.board.uncounted
        trays = [
            tray for tray in trays if tray not in fresh or Face.EMPTY in read.trays[tray].faces
        ]
    return "".join(read.trays[tray].faces for tray in trays).replace(Face.EMPTY, "")


# --- the pieces --------------------------------------------------------------------------------


def pieces(context: TurnContext, read: ReadBoard, *, over: bool = False) -> Placement:
    """Return the pieces; in a set-up, also decide the owners of the stars.

    over -- whether the turn is over, which decides what is assumed on places out of order.
    """
    seen, stars = read.board.state, context.state.board.stars
    if stars is None or context.state.phase is Phase.SETUP:
        stars = _owners(context, seen)
        context.set_board(stars=stars)
    placed = _placed(context, seen, stars)
    if not context.state.board.dead:
        return placed
    return disabled_places.fill(context, placed, over=over or context.state.phase is Phase.ERROR)


def _owners(context: TurnContext, seen: BoardState) -> Stars:
    """Return the owners of the stars for which the fewest pieces must be moved.

    If several choices are equal, prefer the known owners in a running game, otherwise the owners of
    `star_owners`.
    """
    game = context.game
    known = None if context.state.then is Phase.OPENING else context.state.board.stars
    if known is None:
        known = star_owners(
            seen.zones, context.wanted[0], game, mirrored=_is_mirrored(context.state)
        )
    owners = (known, *possible_stars(game))
    return min(owners, key=lambda stars: context.steps(_placed(context, seen, stars)))


def _placed(context: TurnContext, seen: BoardState, stars: Stars) -> Placement:
    """Return the pieces on the board if the stars have these owners.

    A star is read as a plain piece if the postillon is home (J2).
    """
    mirrored, state, game = _is_mirrored(context.state), context.state, context.game
    placed = read(seen.zones, stars, game, mirrored=mirrored)
    for player in Player if game.postillon else ():
        if not postillon(state.game.position.side(player)):
            placed = Placement(tuple(pile.settled(player) for pile in placed.piles))
    return placed


def _is_mirrored(state: State) -> bool:
    return "mirrored" in state.board.layout


# --- the layout --------------------------------------------------------------------------------


def _other_layouts(context: TurnContext, seen: BoardState) -> tuple[tuple[str, ...], ...]:
    """Return the other layouts in which this board is the start position."""
    state = context.state
    if state.phase is not Phase.SETUP or state.then is not Phase.OPENING:
        return ()
    found = layouts(context.rules, state, seen)
    return tuple(layout for layout in found if layout != state.board.layout)


def _other_game(context: TurnContext, seen: BoardState) -> str:
    """Return the other game whose start position is set up before or after a match, or ""."""
    state = context.state
    first = state.then is Phase.OPENING and state.match.number == 1
    if state.phase is Phase.OVER or (state.phase is Phase.SETUP and first):
        shown = game_shown(seen)
        return "" if shown == context.rules.name else shown
    return ""


def layouts(rules: Rules, state: State, seen: BoardState) -> tuple[tuple[str, ...], ...]:
    """Return the layouts in which a board shows the state's position."""
    known = LAYOUTS if "mirrored" in rules.game.options else LAYOUTS[:2]
    return tuple(layout for layout in known if _fits(rules, state, seen, layout))


def _fits(rules: Rules, state: State, seen: BoardState, layout: tuple[str, ...]) -> bool:
    board = turned(seen) if "turned" in layout else seen
    mirrored = "mirrored" in layout
    wanted = rules.placement(state.game.position)
    stars = star_owners(board.zones, wanted, rules.game, mirrored=mirrored)
    context = TurnContext(rules, state, seen.ms)
    context.set_board(dead=disabled_places.renamed(state.board.dead, state.board.layout, layout))
    there = read(board.zones, stars, rules.game, mirrored=mirrored)
    return context.is_agreed(disabled_places.fill(context, there, over=False))


def game_shown(seen: BoardState) -> str:
    """Return the game whose start position is on the board in any layout, or ""."""
    for name, game in BY_NAME.items():
        rules = find_game(name)
        # Games that begin with all pieces in hand show an empty board.
        if not game.in_hand and layouts(rules, start(rules, Match(), Evening()), seen):
            return name
    return ""


# --- faults ------------------------------------------------------------------------------------


def fault_facts(changed: Changed) -> Iterator[BoardFault]:
    """Yield a `BoardFault` for each fault that appeared or went away.

    Places with the same fault share one fact.
    """
    for troubles, gone in ((changed.lasting, False), (changed.gone, True)):
        places: dict[str, list[str]] = {}
        for place, what in troubles:
            places.setdefault(what, []).append(place)
        for what, (first, *more) in places.items():
            yield BoardFault(first, what, gone=gone, also=tuple(more))
