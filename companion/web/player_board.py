"""What one player is shown: the board point by point, as he numbers it, and what he is asked."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from companion.referee.table_view import TableView
from companion.rules import Placement, Player, parse_placement
from companion.rules.vocabulary import POINTS, ZONES
from companion.speech.questions import contents
from companion.speech.wording import Wording
from companion.web.page_text import PageText

_QUARTER: Final = 6


@dataclass(frozen=True, slots=True)
class Quarter:
    """A heading, and what stands there."""

    heading: str
    told: tuple[str, ...]


def quarters(table: TableView, words: PageText, player: Player) -> tuple[Quarter, ...]:
    """Six points each from where this player bears off, then what is beside the points.

    Empty before a game has begun.
    """
    text = table.shown or table.position
    if table.rules is None or not text:
        return ()
    board = parse_placement(text)
    wording = words.wording(table)
    points = wording.track.zones[player][1:25]
    told = tuple(
        _quarter(wording, words, board, points[at : at + _QUARTER], player)
        for at in range(0, len(points), _QUARTER)
    )
    aside = tuple(_aside(wording, board, player))
    return (*told, Quarter(words.head("player-page.aside"), aside)) if aside else told


def is_asked(table: TableView, player: Player) -> bool:
    """Whether this player's yes or no is waited for: to an error, a double or a resignation."""
    if table.resigning is not None:
        return player is table.resigning.other
    if table.phase == "error" and table.dispute is not None:
        dispute = table.dispute
        is_open = dispute.open_to == "choice" and not dispute.demanded
        return is_open and player is dispute.player.other
    return table.phase == "doubled" and table.player is player.other


def _quarter(
    wording: Wording, words: PageText, board: Placement, points: tuple[str, ...], player: Player
) -> Quarter:
    first, last = (wording.point(zone, player) for zone in (points[0], points[-1]))
    told = tuple(" ".join(contents(wording, zone, board[zone], player)) for zone in points)
    return Quarter(words.head("player-page.quarter", first=first, last=last), told)


def _aside(wording: Wording, board: Placement, player: Player) -> Iterator[str]:
    for zone in ZONES:
        if zone not in POINTS and any(board[zone]):
            yield from contents(wording, zone, board[zone], player)
