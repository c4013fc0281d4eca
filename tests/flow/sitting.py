"""Runs an evening in memory: the lines of a virtual board through a real session, without voice.

There is no thread and no port: each line of the board is passed to the session, and the board's
clock is the only one.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import NoReturn, cast

from companion.link.messages import LETTERS, ZONES, Arrived, Key, Line, Opened
from companion.records.journal import Journal
from companion.referee.choosing import Chooser
from companion.referee.disabled_places import name_in_layout
from companion.referee.facts import Fact
from companion.referee.state import State
from companion.referee.view import View, view
from companion.rules import Placement, Player
from companion.session.compose import assemble
from companion.session.requests import referee_of
from companion.session.sources import SerialBoard
from companion.session.typed_board import TypedDiceBoard
from companion.settings import Settings
from companion.sim.board import VirtualBoard
from companion.sim.hands import Lift, Put
from companion.speech.catalogue import Sentence
from companion.speech.queue import SpeechQueue
from companion.speech.speaker import Speaker
from companion.speech.utterance import Utterance
from tests.flow.clumsy import ClumsyAct, DieDown, Pause, Press, do


def complain(sentence: Sentence) -> NoReturn:
    """Fail the test after an internal error of the program."""
    raise AssertionError(str(sentence))


@dataclass
class Ear:
    """Collects the words in place of a voice, as if speaking took no time."""

    said: list[Utterance] = field(default_factory=list)
    clock: Callable[[], float] = lambda: 0.0
    rate: int = 180
    volume: float = 1.0
    _queue: SpeechQueue = field(default_factory=SpeechQueue)

    def say(self, utterances: tuple[Utterance, ...]) -> bool:
        self.said += utterances
        self._queue.push(utterances)
        while self._queue.next(self.clock()) is not None:
            self._queue.finished()
        return False

    def silence(self) -> None:
        """Do nothing."""

    def heard(self, to: str, question: Utterance | None = None) -> Utterance | None:
        return self._queue.repeat(self.clock(), to, question)

    def read_elsewhere(self, utterance: Utterance) -> None:
        self._queue.read_elsewhere(utterance)


def pieces(
    board: VirtualBoard, wanted: Placement, letters: str = LETTERS, layout: tuple[str, ...] = ()
) -> list[Lift | Put]:
    """Return the lifts and puts, piece by piece, that lead to a placement.

    letters -- the wire's for v, n, V, N and unknown pieces; layout -- how the board lies.
    """
    have = {zone: dict(pile) for zone, pile in board.zones}
    lifts: list[Lift | Put] = []
    puts: list[Lift | Put] = []
    for name in ZONES:
        zone, pile = name_in_layout(name, layout), dict(zip(letters, wanted[name], strict=True))
        for letter in LETTERS:
            more = pile[letter] - have.get(zone, {}).get(letter, 0)
            puts += [Put(zone, letter)] * max(more, 0)
            lifts += [Lift(zone, letter)] * max(-more, 0)
    return lifts + puts


def carried(source: SerialBoard, board: VirtualBoard) -> Iterator[bytes]:
    """Carry bytes between the program and a board until both are quiet; yield the board's lines."""
    while True:
        waiting = source.outgoing()
        if waiting:
            board.receive(waiting)
        lines = board.outgoing()
        if not lines:
            return
        yield from lines


@dataclass(frozen=True, slots=True)
class Told:
    """A fact and its delay, in ms of the board's clock.

    still -- since pieces or dice were last seen to change; after -- since the last act; view -- the
    table after the fact.
    """

    fact: Fact
    still: int
    after: int
    view: View


class Sitting:
    """An evening at one board."""

    def __init__(
        self,
        settings: Settings,
        board: VirtualBoard | None = None,
        state: State | None = None,
        chooser: Chooser | None = None,
        journal: Journal | None = None,
        *,
        plugged: bool = True,
    ) -> None:
        self.board = board or VirtualBoard()
        self.rules = settings.rules()
        self.ear = Ear(clock=lambda: self.board.clock / 1000)
        self.told: list[Told] = []
        self.script: list[ClumsyAct] = []
        self._ms = self._changed = self._done = 0
        self._shown: list[bytes] = []
        self.source = SerialBoard(settings.port)
        self.typed = TypedDiceBoard(self.source, settings.quiet_ms) if settings.type_dice else None
        # Words are written to the transcript; a sound without words would be an empty line.
        quiet = replace(settings, sound=replace(settings.sound, earcons=False))
        self.evening = assemble(
            quiet,
            referee_of(settings, state),
            cast("Speaker", self.ear),
            self.typed or self.source,
            journal=journal,
            chooser=chooser,
            listen=self._hear,
            complain=complain,
            clock=lambda: self.board.clock / 1000,
        )
        if plugged:
            self.plug()

    def plug(self) -> None:
        """Connect the board."""
        self.evening.table.take(Opened("memory"))
        self.pump()

    def _hear(self, fact: Fact) -> None:
        referee = self.evening.table.referee
        seen = view(referee.rules, referee.state)
        self.told.append(Told(fact, self._ms - self._changed, self._ms - self._done, seen))

    @property
    def changed(self) -> int:
        """The time on the board's clock when pieces or dice were last seen to change."""
        return self._changed

    def pump(self) -> None:
        """Exchange bytes between board and program until both are quiet."""
        for line in carried(self.source, self.board):
            self._look(line)
            self.evening.table.take(Arrived(line))
        self.evening.table.tick()

    def _look(self, line: bytes) -> None:
        """Record from a line when pieces and dice were last seen to change."""
        fields = line.split(b",")
        if fields[0] == b"$S":
            self._ms = int(fields[2])
            if fields[3:5] != self._shown:
                self._shown, self._changed = fields[3:5], self._ms

    def perform(self, *acts: ClumsyAct) -> None:
        """Perform the acts of a script."""
        for act in acts:
            self.script.append(act)
            if not isinstance(act, Pause):
                rest = act.ms if isinstance(act, DieDown) else 0
                self._done = max(self._done, self.board.clock + rest)
            do(self.board, act)
            self.pump()

    def wait(self, ms: int = 700) -> None:
        """Let time pass, in small steps, so that keys are answered in between."""
        for _ in range(0, ms, 50):
            self.board.advance(50)
            self.pump()

    def press(self, player: Player, *keys: Key) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.perform(Press(player, key))
            self.wait(400)

    def type(self, line: str) -> str:
        """Type a line at a table with typed dice.

        Return the words until the pieces have settled.
        """
        before = len(self.ear.said)
        self.evening.table.take(Line(line))
        self.wait()
        return " ".join(each.text for each in self.ear.said[before:] if each.text)

    def take(self) -> list[Told]:
        """Return the facts since the last call."""
        told, self.told = self.told, []
        return told
