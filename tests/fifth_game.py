"""A game that only the tests know: a plain block game, put into the table of games by them alone.

Both walk the same way round from their own first point, one piece closes a point, nothing is hit.
"""

from dataclasses import replace
from typing import Final

from companion.rules.games import BY_NAME
from companion.rules.track import TOGETHER

BLOCK: Final = replace(
    BY_NAME["jacquet"],
    name="plain-block",
    track=TOGETHER,
    start="V12=15n N12=15v",
    postillon=False,
    exit_number=0,
    opening_is_played=True,
    options=frozenset({"end-on-any-die"}),
    kinds=("single", "double"),
    own_numbers=True,
    exercises={},
)
