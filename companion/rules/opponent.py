"""What became of the opponent's pieces, next to what the mover's steps would do to them.

Source: docs/mistakes.md: `hit-not-on-bar`, `moved-opponent`, `two-colours`.
"""

from collections.abc import Iterable, Iterator

from companion.rules.observation import ObservedBoard
from companion.rules.position import BAR_SLOT
from companion.rules.step_checker import AttemptedStep, Before, Finding, Table
from companion.rules.track import LAST_POINT
from companion.rules.verdicts import Code


def opponent_findings(
    table: Table,
    before: Before,
    seen: ObservedBoard,
    findings: list[Finding],
    steps: tuple[AttemptedStep, ...],
) -> Iterator[Finding]:
    """Hit pieces not on the bar, pieces moved, missing or too many, colours mixed without reason.

    table -- as the mover's steps have left it; steps -- those steps; findings -- what they break.
    """
    facing = table.way.game.track.facing
    surplus = [shown - told for shown, told in zip(seen.theirs, table.theirs, strict=True)]
    forbidden = {
        finding.made.target for finding in findings if finding.made and _is_forbidden(finding)
    }
    for point in table.hits:
        slot = facing[point]
        if point in forbidden and surplus[slot] > 0:
            surplus[slot] -= 1
            surplus[BAR_SLOT] += 1
        elif surplus[BAR_SLOT] < 0:
            _take_up(surplus, slot)
            yield Finding(Code.HIT_NOT_ON_BAR, None, (slot,), theirs=True)
    lost = not seen.their_stars and before.their_star
    for finding in _moved(surplus):
        missing = finding.code is Code.PIECE_MISSING and lost in finding.slots
        yield finding._replace(star=missing)
    if seen.their_stars != ((before.their_star,) if before.their_star else ()):
        yield Finding(
            Code.MOVED_OPPONENT, None, (before.their_star, *seen.their_stars), theirs=True
        )
    landed = {step.target for step in steps if step.last}
    for number in range(1, LAST_POINT + 1):
        if seen.mine[number] and seen.theirs[facing[number]] and number not in landed:
            yield Finding(Code.TWO_COLOURS, None, (number,))


def _is_forbidden(finding: Finding) -> bool:
    return finding.code is Code.HIT_FORBIDDEN


def _take_up(surplus: list[int], slot: int) -> None:
    """Account for a hit piece that is not on the bar: where it was hit, elsewhere or nowhere."""
    surplus[BAR_SLOT] += 1
    elsewhere = (place for place, pieces in enumerate(surplus) if pieces > 0 and place != BAR_SLOT)
    lying = slot if surplus[slot] > 0 else next(elsewhere, None)
    if lying is not None:
        surplus[lying] -= 1


def _moved(surplus: list[int]) -> Iterator[Finding]:
    """Pieces that left one place for another, and what is then too few or too many."""
    gone = list(_places(range(len(surplus)), [-pieces for pieces in surplus]))
    come = list(_places(range(len(surplus)), surplus))
    for source, target in zip(gone, come, strict=False):
        yield Finding(Code.MOVED_OPPONENT, None, (source, target), theirs=True)
    missing, extra = len(gone) - len(come), len(come) - len(gone)
    if missing > 0:
        yield Finding(Code.PIECE_MISSING, None, tuple(gone[len(come) :]), missing, theirs=True)
    if extra > 0:
        yield Finding(Code.PIECE_EXTRA, None, tuple(come[len(gone) :]), extra, theirs=True)


def _places(slots: Iterable[int], pieces: list[int]) -> Iterator[int]:
    return (slot for slot in slots for _ in range(pieces[slot]))
