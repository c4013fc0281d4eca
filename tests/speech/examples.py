"""Facts that several tests of sentences use."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from companion.hints.advice import HintClue, HintReason
from companion.referee.facts import TurnEnds, VerdictGiven
from companion.referee.talk_facts import CubeHint, Explained, Hint, HintPlay
from companion.rules import Code, Fault, Player, Verdict

V, N = Player.V, Player.N
START: Final = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"
AFTER31: Final = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"
LATE: Final = "V1=1v VB=1v NB=2n VO=13v NO=1n N2=12n"
JACQUET: Final = "V12=14n1N N12=13v V6=1v N3=1v"

UNUSED: Final = (Fault(Code.DICE_UNUSED, V, dice=(3,)),)
DISTANCE: Final = Fault(Code.WRONG_DISTANCE, V, "V8", "V3", pips=5)
WRONG: Final = (DISTANCE, Fault(Code.DICE_UNUSED, V, dice=(1,)))
LEGAL: Final = VerdictGiven(V, (3, 1), Verdict.LEGAL, (), AFTER31, START)
PASS: Final = VerdictGiven(V, (3, 1), Verdict.LEGAL, (), START, START, nothing_to_play=True)
INCOMPLETE: Final = VerdictGiven(V, (3, 1), Verdict.INCOMPLETE, UNUSED, START, START)
ILLEGAL: Final = VerdictGiven(V, (3, 1), Verdict.ILLEGAL, WRONG, START, START)
PLAYED: Final = TurnEnds(V, (3, 1), Verdict.LEGAL, (), AFTER31, START)
WHY: Final = Explained(N, "why", V, (3, 1), START, faults=(DISTANCE,))
OTHER: Final = Explained(N, "alternative", V, (3, 1), START, end=AFTER31)

FROM_8, FROM_24 = HintClue("from", "V8"), HintClue("from", "N12")
TO_22, TO_3 = HintClue("to", "N10"), HintClue("to", "V3", 2)
SAFE: Final = HintReason("safe", (), 0)
POINT: Final = HintReason("point", ("V5",), 0)
HIT: Final = HintReason("hit", ("V5",), 0)
FIVE: Final = HintPlay(AFTER31, ("V8/V5", "V6/V5"), 160, (POINT, SAFE))
SPLIT: Final = HintPlay(
    "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N8=1v N12=1v",
    ("N12/N8",),
    -60,
    (HintReason("open", ("N8", "N12"), 20),),
)
MANY: Final = (HintReason("again", (), 0), HintReason("escape", (), 2), HintReason("keep", (), 4))
NUDGE: Final = Hint(V, "nudge", V, (3, 1), START, (FIVE, SPLIT))
CUBE: Final = CubeHint(V, "wait", V, 1, START, 55, 90)


class Between(NamedTuple):
    """A turn with the positions before and after it."""

    before: str
    after: str
    dice: tuple[int, int]
    player: Player = V


class Shown(NamedTuple):
    """A board in three lines for a reader, or for both players."""

    board: str
    dice: tuple[int, ...]
    reader: Player | None


def idea(*reasons: HintReason) -> Hint:
    """Return the idea of a play that has these reasons."""
    return replace(NUDGE, step="idea", plays=(replace(FIVE, reasons=reasons), SPLIT))


def better(best: Sequence[HintReason], played: Sequence[HintReason]) -> Hint:
    """Return the advantages of a play with these reasons over the one that was played."""
    plays = (replace(FIVE, reasons=tuple(best)), replace(SPLIT, reasons=tuple(played)))
    return replace(NUDGE, step="better", plays=plays)


def shots(count: int) -> HintReason:
    """Return the risk of a number of rolls."""
    return HintReason("open", ("V8",), count)


def unclear(*codes: str) -> tuple[HintReason, ...]:
    """Return reasons that also hold for other plays."""
    return tuple(HintReason(code, ("V5",), 0, clear=False) for code in codes)
