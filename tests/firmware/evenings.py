"""Plays whole evenings with `companion play` as a separate process, at any simulated board.

This process serves the board on a pseudo-terminal. Hands move at a human pace by the board's clock,
which continues while the players wait for words.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, cast

from companion.referee import board_facts, facts
from companion.referee.facts import Fact, TurnBegins, VerdictGiven
from companion.rules import Placement, Player, Verdict, find_game
from companion.rules.vocabulary import EXIT, OFF
from companion.sim.board import VirtualBoard
from companion.sim.hands import BoardHands, Layout, Lift, moves, perform
from companion.sim.plans import RandomPlanner
from companion.sim.players import Ears, Players, SilenceError
from companion.sim.server import BoardServer
from companion.sim.wires import PtyWire
from tests.firmware.boards import START, pieces

Event = dict[str, Any]
Stand = frozenset[tuple[str, str, int]]
"""The pieces on a board: zone, colour and number."""

TO_PUT_MS = (250, 700)
"""Milliseconds from the lift to the put of a piece."""

TO_NEXT_MS = (150, 600)
"""Milliseconds between two pieces, often longer than the settling time."""

SLICE_MS = 50
SHAKING_MS = 4000
"""How long the motors may shake dice that were thrown."""

PATIENCE_SECONDS = 40.0
"""How long players wait for words, by the clock of this computer, which may be busy."""


class Companion:
    """`companion play` with its default settings, and the events that it has written so far."""

    def __init__(self, port: str, game: str, hear: Callable[[Event], None]) -> None:
        self._hear = hear
        self._data = tempfile.TemporaryDirectory()  # an evening does not resume the one before
        command = [sys.executable, "-m", "companion", "play", "--port", port, "--game", game]
        self._process = subprocess.Popen(  # noqa: S603 - our own program
            [*command, "--voice", "print", "--events", "-"],
            env=os.environ | {"XDG_DATA_HOME": self._data.name},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
        )
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._hear(json.loads(line))

    def end(self) -> int:
        """End it, and return its exit code."""
        self._process.terminate()
        code = self._process.wait(timeout=30)
        self._thread.join()
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._data.cleanup()
        return code


def as_fact(event: Event) -> Fact | None:
    """Return the fact in an event, None if it requires no action of a player."""
    make = _FACTS.get(event["event"])
    return None if make is None else make(event)


def _verdict(event: Event) -> Fact:
    dice = event["dice"][0], event["dice"][1]
    verdict, position = Verdict(event["verdict"]), event["position"]
    return VerdictGiven(Player(event["player"]), dice, verdict, (), position, "")


_FACTS: dict[str, Callable[[Event], Fact]] = {
    "setup": lambda event: board_facts.Setup(event["ok"]),
    "game_begins": lambda event: facts.GameBegins(
        event["game"], tuple(event["options"]), event["number"], event["match_to"], (0, 0)
    ),
    "opening": lambda event: facts.Opening(
        event["dice"]["V"], event["dice"]["N"], event["starter"] and Player(event["starter"])
    ),
    "turn_begins": lambda event: TurnBegins(Player(event["player"]), event["position"]),
    "roll": lambda event: facts.Roll(Player(event["player"]), tuple(event["dice"])),
    "verdict": _verdict,
    "error_open": lambda event: facts.ErrorOpen(Player(event["player"]), ()),
    "game_ends": lambda event: facts.GameEnds(
        Player(event["winner"]), event["kind"], event["by"], event["points"], (0, 0)
    ),
}


def stand(position: str, game: str) -> Stand:
    """Return the pieces on a board with this position, without those in hand."""
    counts: dict[tuple[str, str], int] = {}
    for zone, letter in pieces(position):
        place = zone
        for player in Player:
            if game == "jacquet" and zone == OFF[player]:
                place = EXIT[player]
        if not zone.endswith("H"):
            counts[place, letter.lower()] = counts.get((place, letter.lower()), 0) + 1
    return frozenset((zone, letter, count) for (zone, letter), count in counts.items())


def stand_of(zones: tuple[tuple[str, tuple[tuple[str, int], ...]], ...], game: str) -> Stand:
    """Return the pieces on a board from zones of the wire."""
    piles = (f"{zone}=" + "".join(f"{n}{letter}" for letter, n in pile) for zone, pile in zones)
    return stand(" ".join(piles), game)


@dataclass
class Record:
    """The record of an evening.

    events -- what the companion reported; rests -- by turn, the boards at which the hands paused;
    stood -- by turn, all boards that occurred; wrong -- the turns that should end illegally.
    """

    game: str
    events: list[Event] = field(default_factory=list)
    rests: dict[int, set[Stand]] = field(default_factory=dict)
    stood: dict[int, set[Stand]] = field(default_factory=dict)
    wrong: set[int] = field(default_factory=set)
    turn: int = 0

    def see(self, board: Stand, *, at_rest: bool = False) -> None:
        """Record a board of this turn."""
        self.stood.setdefault(self.turn, set()).add(board)
        if at_rest:
            self.rests.setdefault(self.turn, set()).add(board)

    @property
    def links(self) -> list[Event]:
        """Return the reported losses and returns of the board."""
        links = [event for event in tuple(self.events) if event["event"] == "link"]
        return [event for event in links if event["state"] != "searching"]

    @property
    def verdicts(self) -> list[tuple[int, Event]]:
        """Return all verdicts with the numbers of their turns."""
        found, turn = [], 0
        for event in self.events:
            turn += event["event"] == "turn_begins"
            if event["event"] == "verdict":
                found.append((turn, event))
        return found

    @property
    def story(self) -> list[Event]:
        """Return the events of the game, without times, words and the state of the cable.

        Cocked throws, which are repeated, are left out, and so are the verdicts on boards at which
        the hands only paused: at a human pace it is chance whether such a board is judged.
        """
        left = [event for turn, event in self.verdicts if not self._is_final(turn, event)]
        return [
            {name: value for name, value in event.items() if name != "t"}
            for event in self.events
            if event["event"] not in {"say", "link", "setup", "roll_void"} and event not in left
        ]

    def _is_final(self, turn: int, verdict: Event) -> bool:
        at_rest = stand(verdict["position"], self.game) in self.rests.get(turn, set())
        return at_rest and verdict["verdict"] != "incomplete"


class Hands(BoardHands):
    """Hands at a human pace. A die that the sensors call cocked is thrown again, as people do."""

    def __init__(self, server: BoardServer, record: Record, seed: int) -> None:
        super().__init__(server.act, self.pass_time, Layout(find_game(record.game).game))
        self._server = server
        self._record = record
        self._chance = random.Random(seed)

    def pass_time(self, ms: int) -> None:
        """Let time pass on the board's clock."""
        self._server.act(lambda board: board.advance(ms))

    def wait_for_word(self, ms: int) -> None:
        """Let time pass until the companion reports something."""
        self.pass_time(ms)

    def throw(self, player: Player, first: int | str, second: int | str | None) -> None:
        super().throw(player, first, second)
        while "c" in self._at_rest(player):
            self.lift(player)
            super().throw(player, first, second)

    def _at_rest(self, player: Player) -> str:
        """Wait until the trays have stopped shaking. Return what the board says of the dice."""
        for _ in range(SHAKING_MS // SLICE_MS):
            shown = self._act(lambda board: getattr(board, "shown", board.faces)(player))
            if "~" not in shown:
                break
            self._wait(SLICE_MS)
        return cast("str", shown)

    def look(self) -> Stand:
        """Return the pieces on the board now."""
        return stand_of(self._act(lambda board: board.zones), self._record.game)

    def set_up(self, placement: Placement) -> None:
        zones = self._act(lambda board: board.zones)
        for act in moves(zones, placement, self._layout):
            self._act(partial(perform, act=act))
            self._record.see(self.look())
            self._wait(self._chance.randint(*(TO_PUT_MS if isinstance(act, Lift) else TO_NEXT_MS)))
        self._record.see(self.look(), at_rest=True)


class Listening(Ears):
    """Players who wait for words while the board's clock runs."""

    def __init__(self) -> None:
        super().__init__(lambda: 0)
        self.wait: Callable[[int], None] = lambda _ms: None
        self._heard: SimpleQueue[Fact] = SimpleQueue()

    def hear(self, fact: Fact) -> None:
        self._heard.put(fact)

    def __iter__(self) -> Iterator[Fact]:
        while True:
            yield self._next()

    def _next(self) -> Fact:
        give_up = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < give_up:
            try:
                return self._heard.get(timeout=0.004)
            except Empty:
                self.wait(SLICE_MS)
        raise SilenceError("The companion said nothing more.")


class People(Players):
    """Players who put down their pieces before they react to a verdict."""

    def __init__(self, hands: Hands, ears: Ears, seed: int, record: Record) -> None:
        super().__init__(find_game(record.game), hands, ears, RandomPlanner(seed))
        self._hands = hands
        self._record = record

    def turn_begins(self, fact: TurnBegins) -> None:
        self._record.turn += 1
        self._record.see(self._hands.look(), at_rest=True)
        super().turn_begins(fact)

    def rolled(self, fact: facts.Roll) -> None:
        super().rolled(fact)
        if self._plan.ends_wrong:
            self._record.wrong.add(self._record.turn)

    def judged(self, fact: VerdictGiven) -> None:
        if stand(fact.position, self._record.game) == self._hands.look():
            super().judged(fact)


def set_out(board: Any, game: str) -> None:
    """Put all pieces as at the start of a game."""
    for zone, letter in pieces(START.get(game, "")):
        board.put(zone, letter)


def evening(
    game: str,
    seed: int,
    board: Any,
    *,
    make_hands: Callable[..., Hands] = Hands,
    set_out: Callable[[Any, str], None] = set_out,
) -> Record:
    """Play a game to its end at this board. Return what the companion reported."""
    record, ears = Record(game), Listening()

    def hear(event: Event) -> None:
        record.events.append(event)
        fact = as_fact(event)
        if fact is not None:
            ears.hear(fact)

    set_out(board, game)
    board.advance(3000)
    board.outgoing()  # no companion was connected to receive this
    getattr(board, "states", []).clear()
    with BoardServer(cast("VirtualBoard", board), [PtyWire()], realtime=False) as server:
        hands = make_hands(server, record, seed)
        ears.wait = hands.wait_for_word
        url = server.urls[0]  # keeps its name when the cable is pulled, as by udev's rules
        companion = Companion(url if make_hands is not Hands else os.path.realpath(url), game, hear)
        try:
            People(hands, ears, seed, record).play()
        except SilenceError as error:
            raise SilenceError(f"{error} Last: {record.events[-8:]}") from error
        finally:
            code = companion.end()
    assert code == 0
    return record
