"""The cable of a switch board pulled again and again in a game, with its firmware in MicroPython.

It is pulled at any moment: between two steps of a scan, in the middle of a line, with dice in the
air. Sometimes only the line is gone, sometimes the board's power with it, so that it starts anew
and has forgotten what was thrown; sometimes the wire stays and nothing comes any more.
"""

import random
import sys
import time
from typing import cast

import pytest

from companion.link.codec import body, encode
from companion.link.messages import Command, Key
from companion.rules import Player
from companion.sim.board import VirtualBoard
from companion.sim.server import BoardServer
from tests.firmware.evenings import Event, Hands, Record, evening
from tests.firmware.micropython import Process, needs_micropython
from tests.firmware.switched import SwitchedBoard, program
from tests.speech.messages import english

SEED = 2  # a short game
TIMES = {"line": 10, "power": 8, "silence": 2}
LOST_SECONDS = 3.5
FOUND_SECONDS = 2.0
LONGEST_MS = 40
SAID = {
    "lost": "Board disconnected. The game is saved, I am looking for the board.",
    "connected": "Board connected.",
}
AGAIN = "Throw again, "
HEARING_SECONDS = 0.5
SNAP = encode(body(Command(9999, "SNAP")))


class BreakingBoard(SwitchedBoard):
    """A board whose words can be cut off anywhere, or not heard at all."""

    deaf = False

    def break_off(self, chance: random.Random) -> None:
        """Send only part of a line."""
        self.receive(SNAP)
        self._said = self._said[: chance.randrange(len(self._said))]

    def outgoing(self) -> list[bytes]:
        said = super().outgoing()
        return [] if self.deaf else said


class PullingHands(Hands):
    """Hands that catch the cable now and then, whatever they are doing, and put it in again."""

    def __init__(self, server: BoardServer, record: Record, seed: int) -> None:
        super().__init__(server, record, seed)
        self._kinds = [kind for kind, times in TIMES.items() for _ in range(times)]
        self._moments = random.Random(seed)
        self._moments.shuffle(self._kinds)
        self._had_power = True
        self.slowest = {"lost": 0.0, "connected": 0.0}
        self.thrown_again = 0
        self._last: tuple[Player, int | str, int | str | None] | None = None
        self._called_before = self._thrown_at = self._yes_heeded = 0

    def pass_time(self, ms: int) -> None:
        ready = self._record.turn > 0 and bool(self._record.links)
        if not ready or not self._kinds or self._moments.random() > 0.2:
            super().pass_time(ms)
            return
        before = self._moments.randint(0, ms)
        super().pass_time(before)
        self._pull(self._kinds.pop())
        super().pass_time(ms - before)

    def wait_for_word(self, ms: int) -> None:
        """Heed "Throw again": the power may go after the throw, before it is called.

        Dice may also be picked up while the board has no power: then yes ends the turn.
        """
        if (mover := self._asked_for_yes()) is not None:
            self._yes_heeded = len(self._record.events)
            self.press(mover, Key.YES)
        asked = [event.get("text", "") for event in tuple(self._record.events)[self._thrown_at :]]
        if self._last is None or not any(text.startswith(AGAIN) for text in asked):
            super().wait_for_word(ms)
            return
        self._let_hear(self._answered())
        if self._called() > self._called_before:
            self._last = None
        else:
            self.thrown_again += 1
            self.lift(self._last[0])
            self.throw(*self._last)

    def throw(self, player: Player, first: int | str, second: int | str | None) -> None:
        """Throw, and once more when the board had no power to see it: nothing was called."""
        self._last, self._called_before = (player, first, second), self._called()
        while True:
            self._thrown_at = len(self._record.events)
            self._had_power, called, heard = True, self._called(), self._answered()
            super().throw(player, first, second)
            self._let_hear(heard)
            for _ in range(40):
                if self._called() > called or self._had_power:
                    return
                super().pass_time(50)
                time.sleep(0.005)
            self.thrown_again += 1
            self.lift(player)

    def _asked_for_yes(self) -> Player | None:
        """Whose turn is played and judged, and waits for yes as nobody saw the dice go."""
        events = tuple(self._record.events)
        kinds = [event["event"] for event in reversed(events)]
        judged = "verdict" in kinds[: kinds.index("roll")] if "roll" in kinds else False
        asked = [
            event["to"]
            for event in events[self._yes_heeded :]
            if event.get("text") == english("answer.by-hand")
        ]
        return Player(asked[-1]) if judged and asked else None

    def _called(self) -> int:
        """How many throws the companion has called."""
        return sum(event["event"] in {"roll", "opening"} for event in tuple(self._record.events))

    def _let_hear(self, answered: int) -> None:
        """Give the companion a moment of real time to hear of a throw.

        It follows the board's time with some delay, and a throw that is still on its way when the
        power goes was never seen by anybody: no people would pull a cable within that moment.
        """
        until = time.monotonic() + HEARING_SECONDS
        while self._answered() == answered and time.monotonic() < until:
            time.sleep(0.005)

    def _answered(self) -> int:
        """To how many throws the companion has said something."""
        kinds = {"roll", "roll_void", "opening", "opening_die"}
        return sum(event["event"] in kinds for event in tuple(self._record.events))

    def _pull(self, kind: str) -> None:
        server, chance = self._server, self._moments
        server.act(lambda board: cast("BreakingBoard", board).break_off(chance))
        if kind == "silence":
            server.act(lambda board: setattr(board, "deaf", True))
        else:
            server.unplug()
        if kind == "power":
            self._had_power = False
            server.act(lambda board: cast("BreakingBoard", board).plug(power=False))
        self._wait_for("lost", LOST_SECONDS)
        super().pass_time(chance.randint(0, 2000))
        server.act(lambda board: cast("BreakingBoard", board).plug(power=True))
        server.act(lambda board: setattr(board, "deaf", False))
        if kind != "silence":
            server.replug()
        self._wait_for("connected", FOUND_SECONDS)

    def _wait_for(self, state: str, most: float) -> None:
        """Wait in real time, and let the board's time go by as fast.

        What is waited is counted in the board's time, which stands still while this computer is
        busy with other things.
        """
        waited, then = 0, time.monotonic()
        while self._record.links[-1]["state"] != state:
            assert waited < 1000 * most, (state, self._record.links[-3:])
            time.sleep(0.02)
            passed = min(round(1000 * (time.monotonic() - then)), LONGEST_MS)
            then = time.monotonic()
            super().pass_time(passed)
            waited += passed
        self.slowest[state] = max(self.slowest[state], waited / 1000)


def words_of(record: Record) -> list[list[str]]:
    """For each loss and each return, what was said because of it."""
    said: list[list[str]] = []
    last: Event = {}
    for event in record.events:
        if event["event"] == "link" and event["state"] != "searching":
            said.append([])
        elif event["event"] == "say" and last["event"] in {"link", "say"} and said:
            said[-1].append(event["text"])
        last = event
    return said


@pytest.mark.slow
@needs_micropython
@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are POSIX")
def test_nothing_is_lost_when_the_cable_is_pulled_twenty_times(
    capsys: pytest.CaptureFixture[str],
) -> None:
    expected = evening("backgammon", SEED, VirtualBoard())
    hands: list[PullingHands] = []

    def pulling(server: BoardServer, record: Record, seed: int) -> PullingHands:
        hands.append(PullingHands(server, record, seed))
        return hands[0]

    with Process(folder=None, enrolled=False, files=program(), switches=1) as process:
        board = BreakingBoard(process)
        record = evening(
            "backgammon", SEED, board, make_hands=pulling, set_out=SwitchedBoard.set_out
        )
    with capsys.disabled():
        lost, found = (f"{seconds:.2f} s" for seconds in hands[0].slowest.values())
        print(f"\nlost within {lost}, found within {found}")
    states = [link["state"] for link in record.links]
    assert states == ["connected", *["lost", "connected"] * sum(TIMES.values())]
    assert record.story == expected.story
    again = [each["text"] for each in record.events if each.get("text", "").startswith(AGAIN)]
    with capsys.disabled():
        print(f"thrown again {hands[0].thrown_again} times, asked for {len(again)} times")
    assert len(again) <= hands[0].thrown_again
    for link, sentences in zip(record.links, words_of(record), strict=True):
        cable = " Check its cable." if "is gone" in link["reason"] else ""
        expects = SAID[link["state"]] + cable
        assert [words for words in sentences if words.startswith("Board")] == [expects]
        assert not [words for words in sentences if words.startswith("Looking")]
