"""What a watch reports of a board's lines: `watches/*.txt`.

`== …` says what a part shows, and `watch` begins with a new board. `V 63 1` and `N 63 1` put dice
into a tray and set its number of throws, `keys V 1 0 0 0 0 0 0` sets how often keys were pressed,
`V6 5` the pieces on a point, `faults V7:short` the faults, and `ms 400` the board's clock. `100` is
the board's next line, so many milliseconds later; `60000 100` are lines for a minute, one every
100 ms; with `V6 5 4 300` behind it the pieces change every 300 ms between 5 and 4, with `V 3- ~-
500` the dice. `boot`, `lost`, `begin`, `ignore`, `look` (at the next board, or since the last line)
and `rest` call the watch. Below a line stands what is reported, with the time; `show` asks whether
the board is changing and whether the last line had news.

After a change on purpose, `python -m tests.board.test_board_watch` writes the reports again.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from companion.board.observation import Observation, SettledBoard
from companion.board.watch import QUIET_MS, Watch
from companion.link.messages import MS_MODULUS, BoardState, Seats
from companion.rules.vocabulary import Player
from tests.tables import compared, rewrite, text_files

FOLDER: Final = Path(__file__).parent / "watches"


class Board:
    """A board whose lines are observed. told -- what the last lines reported."""

    def __init__(self, quiet: int = QUIET_MS) -> None:
        self.watch = Watch(quiet)
        self.ms = 0
        self.trays = {"V": ("--", 0), "N": ("--", 0)}
        self.keys = {"V": (0,) * 7, "N": (0,) * 7}
        self.pieces: dict[str, int] = {}
        self.faults: tuple[tuple[str, str], ...] = ()
        self.settled: SettledBoard | None = None
        self.told: list[str] = []

    def put(self, place: str, what: str) -> None:
        """Put pieces on a point or dice into a tray."""
        if place in self.trays:
            self.trays[place] = (what, self.trays[place][1])
        else:
            self.pieces[place] = int(what)

    def line(self, ms: int) -> None:
        """Say the next line so much later."""
        self.ms += ms
        zones = tuple((zone, (("v", count),)) for zone, count in self.pieces.items() if count)
        v, n = (Seats(*self.trays[side]) for side in "VN")
        keys = self.keys["V"], self.keys["N"]
        self.state = BoardState(0, self.ms % MS_MODULUS, zones, v, n, keys, self.faults)
        self.seen = self.watch.observe(self.state)
        self.told += [f"at {self.ms}: {text}" for text in reported(self.seen)]
        self.settled = self.seen.board or self.settled

    def lines(self, ms: int, step: int, place: str = "", *changes: str) -> None:
        """Say lines for some time, while one place changes back and forth."""
        for passed in range(0, ms, step):
            if place:
                first, second, held = changes
                self.put(place, second if passed // int(held) % 2 else first)
            self.line(step)

    def do(self, verb: str, *words: str) -> None:
        """Do what a line of a tape says."""
        if verb.isdecimal():
            if words:
                self.lines(int(verb), int(words[0]), *words[1:])
            else:
                self.line(int(verb))
        elif verb == "keys":
            one, two, three, four, five, six, seven = map(int, words[1:])
            self.keys[words[0]] = (one, two, three, four, five, six, seven)
        elif verb == "faults":
            named = (word.partition(":") for word in words)
            self.faults = tuple((place, what) for place, _, what in named)
        elif verb == "ms":
            self.ms = int(words[0])
        elif verb == "show":
            news = "news" if self.watch.has_news else "no news"
            self.told.append(f"{'changing' if self.seen.is_changing else 'at rest'}, {news}")
        elif verb[0] in "VN":
            self.put(verb, words[0])
            if words[1:]:
                self.trays[verb] = (words[0], int(words[1]))
        else:
            self._call(verb, *words)

    def _call(self, verb: str, *words: str) -> None:
        if verb == "boot":
            self.told.append("restarted" if self.watch.boot(words[0]) else "known")
        elif verb == "ignore":
            self.watch.ignore(words)
        elif verb == "look":
            self.watch.look_again(self.state if words else None)
        elif verb == "rest":
            assert self.settled is not None
            self.watch.at_rest(self.settled)
        else:
            {"lost": self.watch.lost, "begin": self.watch.begin}[verb]()


def reported(seen: Observation) -> Iterator[str]:
    """Yield what an observation has to say."""
    if seen.keys:
        yield ", ".join(f"{each.player} {each.key}" for each in seen.keys)
    for name in ("lasting", "gone"):
        faults = getattr(seen.faults, name)
        if faults:
            yield f"{name} {', '.join(' '.join(each).strip() for each in faults)}"
    if seen.board is not None:
        sides = {
            "thrown": seen.board.thrown,
            "old die": seen.board.with_old_die,
            "uncounted": seen.board.uncounted,
        }
        found = (f"{name} {sorted_sides(who)}" for name, who in sides.items() if who)
        yield ", ".join(["settled", *found])


def sorted_sides(sides: frozenset[Player]) -> str:
    return " ".join(sorted(sides))


def reports(lines: list[str]) -> Iterator[str]:
    """Yield the lines of a tape, with what the watch reports now."""
    board = Board()
    for line in lines:
        if line.startswith("    "):
            continue
        yield line
        verb, *words = line.split() or ["=="]
        if verb == "watch":
            board = Board(*map(int, words))
        elif verb != "==":
            board.do(verb, *words)
        yield from (f"    {text}" for text in board.told)
        board.told.clear()


@pytest.mark.parametrize("name", text_files(FOLDER))
def test_what_a_watch_reports(name: str) -> None:
    now, written = compared(FOLDER / f"{name}.txt", reports)
    assert now == written


if __name__ == "__main__":
    rewrite(FOLDER, reports)
