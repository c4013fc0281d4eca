"""The board in three lines for a braille display: one for each side, one for the dice.

"Green, 6:5, 8:3, 13:5, 24:2." is point and count; a P behind a count, or instead of it, is the
postillon: "12:14P".
"""

from collections.abc import Iterator

from companion.rules.vocabulary import BAR, HAND, OFF, Placement, Player
from companion.speech.answers import dice_sentence
from companion.speech.wording import Wording

_POSTILLON = "P"


def board_lines(
    wording: Wording, board: Placement, dice: tuple[int, ...], reader: Player | None
) -> tuple[str, ...]:
    """The reader's own side first, by his numbers; for both players by the names on the board."""
    own = reader or Player.V
    sides = [" ".join(_side(wording, board, side, reader)) for side in (own, own.other)]
    return (*sides, dice_sentence(wording, dice))


def _side(wording: Wording, board: Placement, side: Player, reader: Player | None) -> Iterator[str]:
    zones = wording.track.zones[reader or side][1:25]
    points = ", ".join(_point(wording, board, z, side, reader) for z in zones if board[z].of(side))
    if points:
        yield wording.say("board-line.points", side, points=points)
    else:
        yield wording.say("board-line.no-points", side)
    for text, place in (
        ("board-line.on-bar", BAR),
        ("board-line.off", OFF),
        ("board-line.in-hand", HAND),
    ):
        count = board[place[side]].of(side)
        if count:
            yield wording.say(text, count=count)


def _point(
    wording: Wording, board: Placement, zone: str, side: Player, reader: Player | None
) -> str:
    name = wording.name(zone) if reader is None else wording.point(zone, reader)
    stars = board[zone].postillon(side)
    pawns = board[zone].of(side) - stars
    return f"{name.replace(' ', '')}:{pawns or ''}{_POSTILLON * stars}"
