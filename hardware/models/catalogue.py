"""Every printed part by its name in `hardware.printed`."""

from collections.abc import Callable
from functools import partial

from build123d import Part

from hardware import parameters as p
from hardware.models import board, dice, keys, pieces, reader_box
from hardware.printed import LETTERS, cap_name

BUILDERS: dict[str, Callable[..., Part]] = {
    **{f"piece_{shape}": partial(pieces.shell, shape) for shape in pieces.OUTLINES},
    "piece_foot": pieces.foot,
    "die_upper": dice.upper_half,
    "die_lower": dice.lower_half,
    "dice_tray": dice.dice_tray,
    "dice_link": dice.link,
    "tile_odd": partial(board.points, (True, False, True)),
    "tile_even": partial(board.points, (False, True, False)),
    "tile_bar": board.bar,
    "tile_tray": board.tray,
    "tile_keys": board.keys,
    "frame_points": partial(board.frame, board.TILE_WIDTH),
    "frame_column": partial(board.frame, p.COLUMN_WIDTH),
    "frame_tray": board.tray_frame,
    "key_carrier": keys.carrier,
    "reader_box": reader_box.box,
    "reader_lid": reader_box.lid,
    **{
        f"trial_piece_{shape}": partial(pieces.shell, shape, contacts=True)
        for shape in ("clover", "square")
    },
    "trial_piece_foot": partial(pieces.foot, contacts=True),
    "trial_tile": partial(board.points, (True, False, True), contacts=True),
    **{cap_name(letter): partial(keys.cap, letter) for letter in LETTERS},
}
