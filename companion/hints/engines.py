"""External engines as evaluators of backgammon: gnubg-nn, bgsage and gnubg.

gnubg-nn runs GNU Backgammon's networks in this process; it is licensed under GPL-3 like this
program. bgsage is another library with networks. gnubg is a separate process, queried through its
socket for other programs (`external`). An answer takes a quarter of a millisecond through this
socket, but ten milliseconds through its Python interface.
"""

import contextlib
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any, Final

import numpy as np

from companion.hints.advice import EngineError
from companion.hints.features import Floats
from companion.hints.outcomes import Evaluator, Outcomes, outcomes_of
from companion.hints.rows import Rows, swapped
from companion.optional import LibraryError, load
from companion.rules import Rules
from companion.rules.position import BAR_SLOT, OFF_SLOT
from companion.rules.vocabulary import LAST_POINT, PIECES_A_SIDE

_NO_SEARCH: Final = 0
"""The search depth for an evaluation without further throws."""


def _function(module: str, extra: str, name: str) -> Any:  # noqa: ANN401 - engines have no types
    """Return a function of an engine's library. Raises `EngineError`."""
    try:
        return getattr(load(module, extra), name)
    except LibraryError as error:
        raise EngineError.like(error) from None
    except AttributeError:
        engine = module.replace("_", "-")
        raise EngineError("error.engine-version", engine=engine) from None


class GnubgNetworks:
    """Evaluates positions without search. Raises `EngineError` if gnubg-nn is not installed."""

    def __init__(self, rules: Rules) -> None:
        self._probabilities = _function("gnubg_nn", "hints", "probabilities")
        self.outcomes: Outcomes = outcomes_of(rules)

    def chances(self, rows: Rows) -> Floats:
        """Return the chances of each outcome for the player who has just moved (see `outcomes`)."""
        found = np.zeros((len(rows), len(self.outcomes.names)), dtype=np.float32)
        goes_on = rows[:, :, OFF_SLOT].max(axis=1) < PIECES_A_SIDE
        # In the engine's boards, the side to throw is the second side, and the chances are for it.
        boards = _boards(rows[goes_on])
        said = chain.from_iterable(self._probabilities(board, _NO_SEARCH) for board in boards)
        found[goes_on] = np.fromiter(said, dtype=np.float32).reshape(-1, found.shape[1])
        return self.outcomes.correct(self.outcomes.swapped(found), rows)


def _boards(rows: Rows) -> Iterator[tuple[bytes, bytes]]:
    """Yield both sides of each row as bytes, because bytes are faster to make than lists."""
    packed = rows[:, :, 1 : BAR_SLOT + 1].tobytes()
    for start in range(0, len(packed), 2 * BAR_SLOT):
        middle = start + BAR_SLOT
        yield packed[start:middle], packed[middle : middle + BAR_SLOT]


class Sage:
    """Evaluates positions without search. Raises `EngineError` if bgsage is not installed."""

    def __init__(self, rules: Rules) -> None:
        self._evaluate = _function("bgsage", "bgsage", "batch_post_move_evaluate")
        self.outcomes: Outcomes = outcomes_of(rules)

    def chances(self, rows: Rows) -> Floats:
        """Return the chances of each outcome (see `outcomes`)."""
        own = rows[:, 0, : BAR_SLOT + 1].astype(np.int64)
        other = rows[:, 1, : BAR_SLOT + 1].astype(np.int64)
        boards = own.copy()
        boards[:, 1 : LAST_POINT + 1] -= other[:, LAST_POINT:0:-1]
        boards[:, 0] = other[:, BAR_SLOT]
        asked = [{"board": board, "cube_owner": "centered"} for board in boards.tolist()]
        said = self._evaluate(asked, "1ply", n_threads=1, jacoby=False)
        found = np.array([_chances(one.probs) for one in said], dtype=np.float32)
        return self.outcomes.correct(found.reshape(len(rows), -1), rows)


def _chances(said: object) -> tuple[float, ...]:
    names = ("win", "gammon_win", "backgammon_win", "gammon_loss", "backgammon_loss")
    return tuple(float(getattr(said, name)) for name in names)


PLACES: Final = ("gnubg", "/usr/games/gnubg")
_START_SECONDS: Final = 10.0
_ANSWER_SECONDS: Final = 10.0


class Gnubg:
    """Evaluates positions with a search of `plies` throws. `close` it after use.

    Raises `EngineError` if gnubg is not installed, does not start or stops answering.
    """

    def __init__(self, rules: Rules, plies: int = 0) -> None:
        program = next(filter(None, map(shutil.which, PLACES)), None)
        if program is None:
            raise EngineError("error.no-gnubg", command="apt install gnubg")
        family = getattr(socket, "AF_UNIX", None)
        if family is None:  # Windows
            raise EngineError("error.gnubg-windows")
        self.outcomes = outcomes_of(rules)
        self._plies = plies
        self._folder = tempfile.TemporaryDirectory(prefix="companion-gnubg")
        path = Path(self._folder.name) / "socket"
        self._process = subprocess.Popen(  # noqa: S603 - the path was found above, and no shell is used
            [program, "-t", "-q", "-r"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        try:
            self._socket = self._connect(path, family)
        except EngineError:
            self._end()
            raise

    def _connect(self, path: Path, family: socket.AddressFamily) -> socket.socket:
        command = self._process.stdin
        if command is not None:
            command.write(f"external {path}\n")
            command.flush()
        deadline = time.monotonic() + _START_SECONDS
        while time.monotonic() < deadline and self._process.poll() is None:
            found = socket.socket(family)
            found.settimeout(_ANSWER_SECONDS)
            try:
                found.connect(str(path))
            except OSError:
                found.close()
                time.sleep(0.02)
            else:
                return found
        raise EngineError("error.gnubg-start", command="gnubg -t")

    def chances(self, rows: Rows) -> Floats:
        """Return the chances of each outcome (see `outcomes`)."""
        found = np.zeros((len(rows), len(self.outcomes.names)), dtype=np.float32)
        to_throw = swapped(rows)
        for index, row in enumerate(to_throw):
            if rows[index, :, OFF_SLOT].max() < PIECES_A_SIDE:
                found[index] = self._ask(row)
        return self.outcomes.correct(self.outcomes.swapped(found), rows)

    def _ask(self, row: Rows) -> list[float]:
        question = (
            f"evaluation fibsboard {fibs_board(row)} plies {self._plies} cubeless prune noise 0\n"
        )
        answer = b""
        try:
            self._socket.sendall(question.encode())
            while not answer.endswith(b"\n"):
                part = self._socket.recv(4096)
                if not part:
                    break
                answer += part
            win, gammon, backgammon, lose_gammon, lose_backgammon, _ = map(float, answer.split())
        except (OSError, ValueError) as error:
            raise EngineError("error.gnubg-gone") from error
        return [win, gammon, backgammon, lose_gammon, lose_backgammon]

    def close(self) -> None:
        """End the gnubg process."""
        self._socket.close()
        self._end()

    def _end(self) -> None:
        if self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()
        self._process.terminate()
        self._process.wait(timeout=_ANSWER_SECONDS)
        self._folder.cleanup()


def fibs_board(row: Rows) -> str:
    """Return a position as a FIBS board: own side to throw, no dice, centred cube."""
    own, other = row[0].astype(np.int64), row[1].astype(np.int64)
    points = own[: BAR_SLOT + 1].copy()
    points[0] = -other[BAR_SLOT]
    points[1 : LAST_POINT + 1] -= other[LAST_POINT:0:-1]
    fields = ["board:own:other:0:0:0", *map(str, points.tolist()), "1:0:0:0:0:1:1:1:0:1:-1:0:25"]
    fields += [f"{own[OFF_SLOT]}:{other[OFF_SLOT]}:{own[BAR_SLOT]}:{other[BAR_SLOT]}:2:0:0:0"]
    return ":".join(fields)


BY_NAME: Final[dict[str, Callable[[Rules], Evaluator]]] = {
    "gnubg-nn": GnubgNetworks,
    "bgsage": Sage,
    "gnubg": Gnubg,
}
