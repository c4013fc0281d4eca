"""Jacquet's bouchages: which end positions a player may not build.

Source: document 000, "Règles d'établissement des bouchages" and "Conventions particulières";
rules.md J3 to J7.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from companion.rules.position import HOME, POSTILLON_SHIFT, SIDE, WIDTH
from companion.rules.track import LAST_POINT
from companion.rules.verdicts import Code

_POINTS: Final = sum(1 << 4 * number for number in range(1, 25))
START_RUN: Final = (24, 23, 22, 21, 20)
"""The first five points of the own path (J5)."""

_START_RUN: Final = sum(1 << 4 * number for number in START_RUN)
_RUN_SHIFT: Final = 4 * 20
_RUN_SLOTS: Final = (1 << 4 * 5) - 1
_RUN_POINTS: Final = _START_RUN >> _RUN_SHIFT
_RUN: Final = 6
_HALF: Final = 4 * 12
_FIRST_TWELVE: Final = sum(1 << 4 * number for number in range(1, 13))
_HOME_ENDS: Final = {False: 1 << 4, True: 1 << 4 | 1 << 24}


@dataclass(frozen=True, slots=True)
class Bouchage:
    """The bouchage rules two players have agreed on.

    double -- the start run needs a pawn on both ends of the home; no_prime -- no six in a row.
    """

    double: bool = False
    no_prime: bool = False

    def bound(self, state: int) -> frozenset[Code]:
        """The kinds that bind in a turn beginning here: those nobody has broken already (J7)."""
        mine, theirs = state & SIDE, state >> WIDTH
        codes = {Code.START_RUN, Code.POSTILLON_BLOCKED}
        if self.no_prime:
            codes.add(Code.FULL_PRIME)
        return frozenset(codes - self.broken(mine, theirs) - self.broken(theirs, mine))

    def filter(self, start: int, steps: int) -> Callable[[int], bool] | None:
        """Tells in which states a turn of so many steps may end; None: in every one (J3, J7).

        Only what the steps can build is looked for, and of an end only what is quick to see,
        before the rules are asked.
        """
        held = occupied(start & SIDE)
        run_near = (held & _START_RUN).bit_count() + steps >= len(START_RUN)
        six_matter = self.no_prime or start >> WIDTH + POSTILLON_SHIFT > 0
        six_near = six_matter and held.bit_count() + steps >= _RUN
        if not run_near and not six_near:
            return None
        bound = self.bound(start)

        def may_end(state: int) -> bool:
            run = state >> _RUN_SHIFT & _RUN_SLOTS
            suspect = (run | run >> 1 | run >> 2 | run >> 3) & _RUN_POINTS == _RUN_POINTS
            if not suspect and not (six_near and runs_of_six(occupied(state & SIDE))):
                return True
            return not bound & self.broken(state & SIDE, state >> WIDTH)

        return may_end

    def broken(self, mine: int, theirs: int) -> frozenset[Code]:
        """The kinds that the side `mine` breaks where it stands."""
        held = occupied(mine)
        codes = set()
        if start_run(held) and not self._start_run_allowed(held):
            codes.add(Code.START_RUN)
        runs = runs_of_six(held)
        if runs and runs & _below(theirs >> POSTILLON_SHIFT):
            codes.add(Code.POSTILLON_BLOCKED)
        if runs and self.no_prime:
            codes.add(Code.FULL_PRIME)
        return frozenset(codes)

    def lacking(self, mine: int) -> tuple[int, ...]:
        """The own numbers of the home points that need a pawn for the start run."""
        wanted = (1, HOME) if self.double else (1,)
        return tuple(number for number in wanted if not mine >> 4 * number & 15)

    def _start_run_allowed(self, held: int) -> bool:
        ends = _HOME_ENDS[self.double]
        return held & ends == ends


def occupied(side: int) -> int:
    """One bit for each point the side holds, at the lowest bit of the point's slot."""
    return (side | side >> 1 | side >> 2 | side >> 3) & _POINTS


def start_run(held: int) -> bool:
    """Whether the first five points of the own path are all held (J5)."""
    return held & _START_RUN == _START_RUN


def runs_of_six(held: int) -> int:
    """One bit for each six consecutive points of the opponent's path that are all held.

    The bit lies in the slot of the last of the six as the opponent walks, in his own numbering.
    """
    theirs = _as_they_walk(held)
    pairs = theirs & theirs >> 4
    return pairs & pairs >> 8 & pairs >> 16


def longest_run(mine: int, travelling: int = LAST_POINT + 1) -> tuple[int, ...]:
    """The longest run of held points ahead of a piece of the opponent, in his own numbers.

    In his walking order, so from the higher number down. travelling -- where his piece stands.
    """
    held = _as_they_walk(occupied(mine))
    best: tuple[int, ...] = ()
    run: tuple[int, ...] = ()
    for number in range(travelling - 1, 0, -1):
        run = (*run, number) if held >> 4 * number & 1 else ()
        best = max(best, run, key=len)
    return best


def _as_they_walk(held: int) -> int:
    """Held points turned into the opponent's own numbering: half the board further."""
    return held >> _HALF & _FIRST_TWELVE | (held & _FIRST_TWELVE) << _HALF


def _below(travelling: int) -> int:
    """The slots in which a run of six may begin that lies wholly ahead of the postillon (J4)."""
    return (1 << 4 * (travelling - 5)) - 1 if travelling > 5 else 0
