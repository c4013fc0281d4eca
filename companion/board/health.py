"""Lasting faults of the board: each is reported once when it is certain and once when it ends.

A fault is on the wire with every line while it is there (docs/protocol.md, "The state"). A contact
wiped by a hand comes and goes within a moment: that is nobody's news.
"""

from dataclasses import dataclass
from typing import Final

from companion.link.messages import BoardState, elapsed

LASTS_MS: Final = 2_000
"""A fault that has been there for so long is told."""
GONE_MS: Final = 10_000
"""One that was told and has been away for so long is told to have gone."""
MOST: Final = 3
"""So many are named at a time; of others it is said only that there are more."""

Trouble = tuple[str, str]
"""Place and what is wrong there, as on the wire."""
MORE: Final[Trouble] = ("more", "")
"""On the wire and here: there are others, unnamed."""


@dataclass(frozen=True, slots=True)
class Changed:
    """Faults that are news: `lasting` are there, `gone` are there no more."""

    lasting: tuple[Trouble, ...] = ()
    gone: tuple[Trouble, ...] = ()


class Health:
    """Follows the faults of the lines; `feed` each good line in order."""

    def __init__(self) -> None:
        self._told: set[Trouble] = set()
        self._since: dict[Trouble, int] = {}

    def feed(self, state: BoardState) -> Changed:
        """Take a line; give what is news about the board's faults."""
        here = dict.fromkeys(state.faults)
        unlike = [*(one for one in here if one not in self._told), *sorted(self._told - set(here))]
        self._since = {one: self._since.get(one, state.ms) for one in unlike}
        lasting = tuple(one for one in unlike if one in here and self._for(one, state) >= LASTS_MS)
        gone = tuple(one for one in unlike if one not in here and self._for(one, state) >= GONE_MS)
        self._told = self._told.difference(gone).union(lasting)
        if len(lasting) > MOST:
            lasting = (*lasting[:MOST], MORE)
        return Changed(lasting, tuple(one for one in gone if one != MORE)[:MOST])

    def _for(self, one: Trouble, state: BoardState) -> int:
        """How many milliseconds of the board's clock a fault has differed from its last report."""
        return elapsed(state.ms, self._since[one])

    def reset(self) -> None:
        """The board was away: faults that were not yet reported are timed from the start again."""
        self._since = {}
