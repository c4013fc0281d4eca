"""A play from the view of its player: both sides before and after it, and points in a row."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import pairwise
from typing import Final

from companion.rules import Player, Position, Rules
from companion.rules.position import HAND_SLOT, HOME, counts, postillon
from companion.rules.vocabulary import ENTRY, LAST_POINT

SHORTEST_BLOCK: Final = 3
"""The shortest row of points that counts as a block."""


class PlayView:
    """Both sides before and after a play, by slot.

    "Own numbers" are the player's point numbers: 1 to 6 are home, 25 is the bar.
    """

    def __init__(self, rules: Rules, before: Position, player: Player, end: Position) -> None:
        self.rules = rules
        self.player = player
        self.end = end
        self.before = before
        self.old, self.new = counts(before.side(player)), counts(end.side(player))
        self.old_other = counts(before.side(player.other))
        self.new_other = counts(end.side(player.other))
        self.facing = rules.game.track.facing

    def zones(self, numbers: Iterable[int]) -> tuple[str, ...]:
        """Return the zones with these own numbers."""
        return tuple(self.rules.game.track.zones[self.player][number] for number in numbers)

    @cached_property
    def contact(self) -> bool:
        """Whether some piece must still pass an opposing one after the play."""
        return self.rules.in_contact(self.end)

    @cached_property
    def points(self) -> list[int]:
        """The own numbers of points with two pieces or more."""
        return [k for k in range(1, LAST_POINT + 1) if self.new[k] > 1]

    @cached_property
    def points_given(self) -> list[int]:
        """The own numbers of points that had two pieces or more only before the play."""
        return [k for k in range(1, LAST_POINT + 1) if self.old[k] > 1 >= self.new[k]]

    @cached_property
    def row(self) -> tuple[int, int]:
        """The length of the longest blocking row, before and after the play."""
        return self._row_of(self.old), self._row_of(self.new)

    def row_compared_with(self, view: "PlayView") -> int:
        """Return the longest blocking row after this play, to compare it with another play's row.

        Only points ahead of the opponent's last piece count. A hit may send this piece back, after
        which more points count. So for both plays its place after the other play is used.
        """
        if not self.rules.game.track.opposed or self.passed == view.passed:
            return self.row[1]
        return max(runs(self.new, 2, view.passed), default=0)

    @cached_property
    def kept(self) -> int:
        """The longest blocking row of points that were held before and are still held."""
        return self._row_of([min(pieces) for pieces in zip(self.old, self.new, strict=True)])

    @cached_property
    def longest_row(self) -> int:
        """The longest row after the play, whether or not it blocks a piece."""
        return max(runs(self.new, 2 if self.rules.game.track.opposed else 1, 0), default=0)

    @cached_property
    def barring(self) -> list[int]:
        """The own numbers of all points ahead of the opponent's last piece, held or not."""
        last = farthest(self.new_other)
        return [k for k in range(1, LAST_POINT + 1) if self.facing[k] < last]

    @cached_property
    def given_up(self) -> list[int]:
        """The points of `barring` that were given up.

        A point that only the postillon left does not count.
        """
        travelled = postillon(self.before.side(self.player))
        return [k for k in self.barring if self.old[k] > (k == travelled) and not self.new[k]]

    @cached_property
    def taken(self) -> list[int]:
        """The points of `barring` that are newly held."""
        return [k for k in self.barring if self.new[k] and not self.old[k]]

    @cached_property
    def passed_row(self) -> int:
        """Jacquet: the longest row of opposing points that one of the player's pieces passed."""
        row = longest = 0
        for number in range(1, LAST_POINT + 1):
            if self.old_other[self.facing[number]]:
                row += 1
                continue
            if sum(self.old[number:ENTRY]) > sum(self.new[number:ENTRY]):
                longest = max(longest, row)
            row = 0
        return longest

    def come_home(self) -> int:
        """Return how many more pieces than before are home or off. The postillon does not count."""
        before, after = (postillon(one.side(self.player)) for one in (self.before, self.end))
        come = sum(self.new[: HOME + 1]) - sum(self.old[: HOME + 1])
        return come - (before > 0 and not after)

    @cached_property
    def passed(self) -> int:
        """The own number of the opponent's last piece. Only higher points can block this piece."""
        return ENTRY - farthest(self.new_other)

    def _row_of(self, side: list[int]) -> int:
        """Return the longest row that blocks the opponent's last piece (in Jacquet, any piece)."""
        if self.rules.game.track.opposed:
            return max(runs(side, 2, self.passed), default=0)
        return max(runs(self._ahead(side), 1, 0), default=0)

    @cached_property
    def points_in_rows(self) -> tuple[int, int]:
        """Jacquet: the number of held points in blocking rows, before and after."""
        before, after = (self._in_rows(self._ahead(side)) for side in (self.old, self.new))
        return before, after

    @staticmethod
    def _in_rows(held: list[int]) -> int:
        lengths = [*runs([*held, 0], 1, 0), 0]
        ends = [row for row, further in pairwise(lengths) if not further]
        return sum(row for row in ends if row >= SHORTEST_BLOCK)

    def _ahead(self, side: list[int]) -> list[int]:
        """Return the held points ahead of the opponent's postillon or last piece."""
        other = self.end.side(self.player.other)
        last = postillon(other) or max(k for k in range(HAND_SLOT) if self.new_other[k] or not k)
        ahead = range(1, min(last, LAST_POINT) + 1)
        return [0, *(side[self.facing[k]] for k in ahead)]


def farthest(side: list[int]) -> int:
    """Return the own number of a side's last piece, 25 if it has to enter."""
    return next(min(slot, ENTRY) for slot in reversed(range(len(side))) if side[slot])


def runs(side: list[int], least: int, above: int) -> Iterator[int]:
    """Yield, for each point above `above`, the length of the row of held points that ends there."""
    run = 0
    for number in range(above + 1, min(LAST_POINT + 1, len(side))):
        run = run + 1 if side[number] >= least else 0
        yield run
