"""Restarts killed evenings from a copy of their journal, and continues both for comparison.

An evening is opened as `play` opens it, at a typed table or a virtual board. Only the journal's
folder survives a kill. So a second evening is started from a copy of the folder, while the first
continues, and the two are compared.
"""

import copy
import shutil
from abc import ABC, abstractmethod
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Self, TypeVar, cast

from companion.link.messages import LETTERS, Arrived, Key, Line, Opened
from companion.referee.facts import Fact
from companion.referee.state import State
from companion.referee.turn_context import TurnContext
from companion.rules import Placement, Player
from companion.session.compose import open_evening
from companion.session.sources import SerialBoard
from companion.session.typed_board import TypedBoard
from companion.settings import Settings
from companion.sim.board import VirtualBoard
from companion.sim.hands import perform
from companion.speech.speaker import Speaker
from tests.flow.sitting import Ear, carried, complain, pieces

JOURNAL = "evening.journal"
STEP_MS = 50


class Evening(ABC):
    """An evening with its journal. facts, said -- the facts and words so far, in order."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.facts: list[Fact] = []
        self._stack = ExitStack()
        sound = replace(settings.sound, earcons=False)
        self.settings = replace(settings, sound=sound, journal=str(folder / JOURNAL), voice="print")
        self.evening = self._stack.enter_context(open_evening(self.settings))
        self.table = self.evening.table
        self.table.words.speaker.close(drain=False)
        self.ear = Ear(clock=self.now)
        self.table.words.speaker = cast("Speaker", self.ear)
        self.table.record.complain = complain
        self.table.words.listen = self.facts.append
        self.table.now.restart(self.now)

    @abstractmethod
    def now(self) -> float:
        """The seconds on the board's clock."""

    @abstractmethod
    def wait(self, ms: int) -> None:
        """Let time pass."""

    @abstractmethod
    def started_again(self, folder: Path) -> Self:
        """Return an evening at the same table that starts with the journal of this folder."""

    def close(self) -> None:
        """Close the journal."""
        self._stack.close()

    @property
    def said(self) -> list[str]:
        return [each.text for each in self.ear.said if each.text]

    @property
    def state(self) -> State:
        return self.table.referee.state

    @property
    def turn(self) -> TurnContext:
        """The rules with the state, for judging."""
        return TurnContext(self.table.referee.rules, self.state, 0)


_Kind = TypeVar("_Kind", bound=Evening)


class TypedEvening(Evening):
    """An evening at a typed table."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self._now = 0.0
        super().__init__(replace(settings, board="typed"), folder)
        self.source = cast("TypedBoard", self.table.source)
        self.table.take(Opened("typed"))
        self.table.tick()

    def now(self) -> float:
        return self._now

    def wait(self, ms: int) -> None:
        for _ in range(0, ms, 250):
            self._now += 0.25
            self.table.tick()

    def type(self, *lines: str) -> list[Fact]:
        """Type lines. Return the facts that follow."""
        before = len(self.facts)
        for line in lines:
            self.table.take(Line(line))
            self.table.tick()
        assert not self.table.internal_errors
        return self.facts[before:]

    def started_again(self, folder: Path) -> Self:
        return type(self)(self.settings, folder)


class SensedEvening(Evening):
    """An evening at a board with sensors."""

    def __init__(self, settings: Settings, folder: Path, board: VirtualBoard | None = None) -> None:
        self.board = board or VirtualBoard()
        super().__init__(replace(settings, port="socket://127.0.0.1:1"), folder)
        self.source = cast("SerialBoard", self.table.source)
        self.table.take(Opened("memory"))
        self._pump()

    def now(self) -> float:
        return self.board.clock / 1000

    def wait(self, ms: int = 700) -> None:
        for _ in range(0, ms, STEP_MS):
            self.board.advance(STEP_MS)
            self._pump()
        assert not self.table.internal_errors

    def _pump(self) -> None:
        for line in carried(self.source, self.board):
            self.table.take(Arrived(line))
        self.table.tick()

    def put(self, board: Placement, letters: str = LETTERS) -> None:
        """Put the pieces as in a placement. letters -- the wire's, for v, n, V, N and unknown."""
        for act in pieces(self.board, board, letters):
            perform(self.board, act)
        self.wait()

    def throw(self, player: Player, faces: str) -> None:
        self.board.throw(player, *faces)
        self.wait(900)

    def lift(self) -> None:
        for player in Player:
            self.board.lift_dice(player)
        self.wait()

    def press(self, player: Player, key: Key) -> None:
        self.board.press(player, key)
        self.wait(500)

    def started_again(self, folder: Path) -> Self:
        return type(self)(self.settings, folder, copy.deepcopy(self.board))


class Club:
    """Opens evenings, each in its own folder, and closes them all."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._opened = 0
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def open(self, kind: type[_Kind], settings: Settings) -> _Kind:
        """Return a new evening."""
        return self._kept(kind(settings, self._next()))

    def started_again(self, evening: _Kind) -> _Kind:
        """Return an evening that starts from a copy of another one's journal."""
        folder = Path(shutil.copytree(evening.folder, self._next()))
        return self._kept(evening.started_again(folder))

    def _next(self) -> Path:
        self._opened += 1
        return self._folder / f"evening-{self._opened}"

    def _kept(self, evening: _Kind) -> _Kind:
        self._stack.callback(evening.close)
        return evening
