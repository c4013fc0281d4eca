"""The first trial of a board: decides the next step, counts errors and gives the verdicts.

A maker puts pieces on one sensing tile and drops a die. The board's messages show whether each
piece and die was read. The point of the first piece is the point to test, so one wired point is
enough. This module uses neither port nor language: it takes states and the key `yes`, and returns
cues to speak.
"""

import enum
from dataclasses import dataclass
from typing import Final

from companion.link.messages import BoardState, Face, elapsed

QUIET_MS: Final = 300
"""How long a reading must stay the same before it counts."""
MIN_LIFT_MS: Final = 600
"""The shortest time a hand needs to lift a piece.

A piece that is missing for a shorter time was misread.
"""
TOUCH_MS: Final = 3_000
"""How long the maker must touch a full stack."""

Reading = tuple[tuple[str, tuple[tuple[str, int], ...]], ...]
"""A reading of the board: its zones as in the protocol, or `(("dice", …),)`."""


@dataclass(frozen=True, slots=True)
class TrialPart:
    """One part of the trial.

    trials -- placements, or drops of the die
    limit -- the part passes with at most this many errors. A board that meets the target passes 19
    of 20 times
    target -- the highest error rate per trial that is allowed
    high -- the pieces of a full stack, 0 for drops
    """

    name: str
    trials: int
    limit: int
    target: float
    high: int


SLOT_TARGET: Final = 3e-4
"""The highest error rate for the reading of one piece."""
PARTS: Final = (
    TrialPart("dry", 300, 1, SLOT_TARGET, 1),
    TrialPart("greasy", 100, 0, SLOT_TARGET, 1),
    TrialPart("stacks", 100, 1, 3 * SLOT_TARGET, 5),  # a stack has three pieces on average
    TrialPart("drops", 50, 2, 0.01, 0),
)


class TrialVerdict(enum.StrEnum):
    """The result of one part."""

    PASSED = "passed"
    MISREAD = "failed by misreadings"
    MISSED = "failed by pieces that were not read"
    DROPS = "failed by dice that did not come to rest"
    STOPPED = "not finished"


@dataclass(slots=True)
class Score:
    """The errors of one part.

    Each trial has at most one error: a misreading, or a placement that was not read.
    """

    part: TrialPart
    done: int = 0
    misread: int = 0
    missed: int = 0

    @property
    def errors(self) -> int:
        """Return the number of trials with an error."""
        return self.misread + self.missed

    @property
    def verdict(self) -> TrialVerdict:
        """Return the verdict. A part with too many errors has failed, even if unfinished."""
        if self.errors > self.part.limit:
            if not self.part.high:
                return TrialVerdict.DROPS
            return TrialVerdict.MISREAD if self.misread >= self.missed else TrialVerdict.MISSED
        return TrialVerdict.PASSED if self.done == self.part.trials else TrialVerdict.STOPPED


@dataclass(frozen=True, slots=True)
class Cue:
    """A sentence to speak. The value is the end of its message id.

    item -- a point, or the face of a die.
    """

    name: str
    number: int = 0
    item: str = ""


class _Stage(enum.Enum):
    FIND = enum.auto()
    """The first piece shows which point is wired."""
    CLEAR = enum.auto()
    """The maker must take away all pieces and dice."""
    READY = enum.auto()
    """The maker must put down a piece or drop the die."""
    TOUCH = enum.auto()
    """The maker touches a full stack, which must be read all the time."""
    DONE = enum.auto()


class Course:
    """The trial of a board.

    Call `feed` with each state in order, `wrong` when the maker presses `yes`.
    """

    def __init__(self) -> None:
        self.point = ""
        self.scores = tuple(Score(part) for part in PARTS)
        self._stage = _Stage.FIND
        self._part = 0
        self._begun = False
        self._is_right_so_far = False  # the last trial
        self._raw: Reading | None = None
        self._settled: Reading | None = None
        self._since = self._left = self._touched = 0

    @property
    def is_done(self) -> bool:
        """Return whether every part has ended."""
        return self._stage is _Stage.DONE

    def feed(self, state: BoardState) -> tuple[Cue, ...]:
        """Process a state of the board. Return the cues to speak."""
        if self.is_done:
            return ()
        reading = _dice(state) if self._drops else state.zones
        cues = () if reading == self._raw else self._changed(reading, state.ms)
        if self._is_settled(reading, state.ms):
            before, self._settled = self._settled, reading
            cues += self._settle(before or (), reading, state.ms)
        elif self._stage is _Stage.TOUCH and elapsed(state.ms, self._touched) >= TOUCH_MS:
            self._stage = _Stage.CLEAR
            cues += (Cue("lift"),)
        return cues

    def wrong(self) -> tuple[Cue, ...]:
        """Count an error that the maker noticed: a piece or die was missed or read wrongly."""
        if self._stage is _Stage.READY:
            self._score.done += 1
            self._score.missed += 1
            self._is_right_so_far = False
            if self._settled:
                self._stage = _Stage.CLEAR
                return (Cue("missed"), Cue("clear"))
            return (Cue("missed"), *self._next())
        return self._misread()

    def interrupted(self) -> tuple[Cue, ...]:
        """Start again with an empty board after lost messages or a restart of the board."""
        if self._stage in {_Stage.READY, _Stage.TOUCH}:
            self._stage = _Stage.CLEAR
        self._is_right_so_far = False
        self._forget()
        return () if self._stage is not _Stage.CLEAR else (Cue("clear"),)

    @property
    def _score(self) -> Score:
        return self.scores[self._part]

    @property
    def _drops(self) -> bool:
        return not self._score.part.high

    def _forget(self) -> None:
        """Forget all readings."""
        self._raw = self._settled = None

    def _is_settled(self, reading: Reading, ms: int) -> bool:
        """Return whether this is a new reading that has stayed for long enough."""
        return (
            reading != self._settled
            and elapsed(ms, self._since) >= QUIET_MS
            and not (self._drops and "~" in str(reading))
        )

    def _changed(self, reading: Reading, ms: int) -> tuple[Cue, ...]:
        """Record a changed reading.

        Count a misreading if a piece vanished and came back at once.
        """
        before, self._raw, self._since = self._raw, reading, ms
        if before == self._settled:
            self._left = ms
        elif (
            not self._drops
            and reading
            and reading == self._settled
            and elapsed(ms, self._left) < MIN_LIFT_MS
        ):
            return self._count_misread()
        return ()

    def _settle(self, before: Reading, reading: Reading, ms: int) -> tuple[Cue, ...]:
        """Judge a new reading."""
        match self._stage:
            case _Stage.FIND:
                return self._find(reading)
            case _Stage.READY:
                return self._judge(before, reading, ms)
            case _Stage.TOUCH if reading:
                return self._misread()
            case _:
                return () if reading else self._next()

    def _find(self, reading: Reading) -> tuple[Cue, ...]:
        if not reading:
            return ()
        if not _is_one_more((), reading, ""):
            return (Cue("find-again"),)
        self.point = reading[0][0]
        self._stage = _Stage.CLEAR
        return (Cue("found", item=self.point),)

    def _judge(self, before: Reading, reading: Reading, ms: int) -> tuple[Cue, ...]:
        """Count a placement or a drop."""
        if not reading:  # the stack has vanished
            return (*self._count_misread(), *self._next())
        score = self._score
        score.done += 1
        self._is_right_so_far = True
        if self._drops:
            self._stage = _Stage.CLEAR
            face = reading[0][1][0][0]
            if face not in tuple("123456"):
                self._count_misread()
                return (Cue("not-flat", score.done),)
            return (Cue("face", score.done, face),)
        if not _is_one_more(before, reading, self.point):
            return self._misread()
        if _pieces(reading) == score.part.high or score.done == score.part.trials:
            self._stage = _Stage.CLEAR
            if score.part.high > 1:
                self._stage, self._touched = _Stage.TOUCH, ms
                return (Cue("count", score.done), Cue("touch"))
        return (Cue("count", score.done),)

    def _misread(self) -> tuple[Cue, ...]:
        """Count a misreading of the last trial, and ask the maker to take everything away."""
        cues = self._count_misread()
        if cues:
            self._stage = _Stage.CLEAR
        return cues and (*cues, Cue("clear"))

    def _count_misread(self) -> tuple[Cue, ...]:
        """Count a misreading of the last trial, once."""
        if not self._is_right_so_far:
            return ()
        self._is_right_so_far = False
        self._score.misread += 1
        return (Cue("misread", self._score.done),)

    def _next(self) -> tuple[Cue, ...]:
        """Start the next trial or the next part, now that the board is empty."""
        self._stage, self._is_right_so_far = _Stage.READY, False
        self._settled = ()
        if self._score.done < self._score.part.trials and self._begun:
            return ()
        if self._begun:
            if self._part == len(PARTS) - 1:
                self._stage = _Stage.DONE
                return ()
            self._part += 1
            if self._drops:  # a die may still lie in the tray
                self._stage = _Stage.CLEAR
                self._forget()
        self._begun = True
        return (Cue(f"begin-{self._score.part.name}", self._score.part.trials),)


def _dice(state: BoardState) -> Reading:
    """Return the faces of the dice as a reading: none, one face, or several."""
    faces = (state.v.faces + state.n.faces).replace(Face.EMPTY, "")
    return (("dice", ((faces, 1),)),) if faces else ()


def _pieces(reading: Reading) -> int:
    return sum(count for _, letters in reading for _, count in letters)


def _is_one_more(before: Reading, after: Reading, point: str) -> bool:
    """Return whether the only change is one more known piece on one point.

    point -- the only point that may hold pieces, "" for any
    """
    if len(after) != 1 or point not in {"", after[0][0]}:
        return False
    old = dict(before[0][1]) if before else {}
    new = dict(after[0][1])
    added = {letter: new.get(letter, 0) - old.get(letter, 0) for letter in {*old, *new}}
    return "?" not in new and sorted(filter(None, added.values())) == [1]
