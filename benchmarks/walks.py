"""Counts the files through which a line of the board passes until words are spoken.

`python -m benchmarks.walks` plays the beginning of a game in memory. It follows four lines after
which something is spoken: a settled play, lifted dice, a throw, and a key. It counts the calls
between the bytes and the words: the files that they enter, the returns to a file that was left
before, and the moves from one package to another.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from types import FrameType
from typing import Any, Final

import companion
from companion.link.messages import Arrived, Key
from companion.referee.facts import Fact
from companion.rules import Player
from tests.flow.sitting import Sitting
from tests.flow.stage import Stage

ROOT: Final = Path(companion.__file__).parent
START: Final = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"
MOVED: Final = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"


@dataclass
class Walk:
    """The files that one line entered, in the order of its calls."""

    files: list[str] = field(default_factory=list)

    def call(self, frame: FrameType, event: str, _arg: Any) -> None:  # noqa: ANN401 - as sys asks
        """Record a call into the program."""
        name = frame.f_code.co_filename
        if event == "call" and name.startswith(str(ROOT)) and frame.f_code.co_name[0] != "<":
            self.files.append(str(Path(name).relative_to(ROOT)))

    def figures(self) -> str:
        """Return the numbers of calls, files, returns and moves between packages."""
        visits = [name for name, _ in groupby(self.files)]
        rooms = [room for room, _ in groupby(name.split("/")[0] for name in visits)]
        entered = len(set(visits))
        return (
            f"{len(self.files):6} calls {entered:4} files {len(visits) - entered:5} returns "
            f"{len(rooms) - 1:5} room moves"
        )


class Walked(Sitting):
    """An evening in memory that records the walk of the last line that led to words."""

    walk = Walk()

    def _hear(self, fact: Fact) -> None:
        """Record a fact outside the walk."""
        profile = sys.getprofile()
        sys.setprofile(None)
        super()._hear(fact)
        sys.setprofile(profile)

    def pump(self) -> None:
        """Exchange bytes between board and program, and follow each line of the board."""
        while True:
            self.board.receive(self.source.outgoing())
            lines = self.board.outgoing()
            if not lines:
                break
            for line in lines:
                heard, walk = len(self.ear.said), Walk()
                sys.setprofile(walk.call)
                self.evening.table.take(Arrived(line))
                sys.setprofile(None)
                if len(self.ear.said) > heard:
                    self.walk = walk
        self.evening.table.tick()


def walks() -> Iterator[tuple[str, Walk]]:
    """Yield the four walks with their names."""
    stage = Stage("en")
    stage.sitting = sitting = Walked(stage.settings)
    stage.stand(START, "the start")
    stage.throw(Player.V, "3-")
    stage.throw(Player.N, "1-")
    yield "throw", sitting.walk
    stage.stand(MOVED, "green plays")
    yield "settled play", sitting.walk
    stage.press(Player.V, Key.SCORE)
    yield "key", sitting.walk
    stage.lift(Player.V)
    stage.lift(Player.N)
    yield "lift", sitting.walk


def main() -> None:
    """Print a line for each walk."""
    for name, walk in walks():
        print(f"{name:14}{walk.figures()}")


if __name__ == "__main__":
    main()
