"""`companion board` against the real firmware: everything a blind person alone can do with it."""

import threading
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, cast

import pytest

from companion.commands import board_task
from companion.commands.board import BoardTool
from companion.commands.printing import DONE
from companion.session import compose
from companion.sim.board import VirtualBoard
from companion.sim.server import BoardServer
from companion.sim.wires import SocketWire
from companion.speech.voices import VoiceChoice
from tests.firmware.boards import RIG, WORLD, pieces
from tests.speech.spy import SpyVoice

PATIENCE = 20.0
FASTER = 4


class Served:
    """A rig as the server wants a board, four times as quick as a real one."""

    def __init__(self, *, enrolled: bool) -> None:
        self.world = WORLD.World(seed=3)
        self.rig = RIG.Rig(self.world, enrolled)
        self.advance(500)

    def advance(self, ms: int) -> None:
        self.rig.advance(FASTER * ms)

    def receive(self, data: bytes) -> None:
        self.rig.receive(data)

    def outgoing(self) -> list[bytes]:
        return cast("list[bytes]", self.rig.outgoing().splitlines(keepends=True))


class Person:
    """Hears what is said and does something with the board."""

    def __init__(self, server: BoardServer, board: Served) -> None:
        self.world = board.world
        self.heard: list[str] = []
        self._server = server
        self._from = 0
        self._change = threading.Condition()

    def hear(self, sentence: str) -> None:
        with self._change:
            self.heard.append(sentence)
            self._change.notify_all()

    def waits_for(self, words: str) -> None:
        """Wait until a sentence with these words was said since the last one waited for."""

        def found() -> bool:
            for index in range(self._from, len(self.heard)):
                if words in self.heard[index]:
                    self._from = index + 1
                    return True
            return False

        with self._change:
            assert self._change.wait_for(found, PATIENCE), (words, self.heard[self._from - 2 :])

    def does(self, act: Callable[[Any], object]) -> None:
        self._server.act(lambda _board: act(self.world))

    def unplugs(self) -> None:
        self._server.unplug()

    def plugs(self) -> None:
        self._server.replug()

    def presses(self, key: int) -> None:
        self.does(lambda world: world.press(key))
        time.sleep(0.15)


def another(world: Any, serial: int) -> None:
    """Put the green piece with this number on V1."""
    world.place(world.pieces[serial], "V1")


def lay_down(world: Any, face: str) -> None:
    """Lay the die of the first seat down."""
    world.throw(0, face, tilt=0.5)


YES, NO, REPEAT, SCORE = 5, 6, 0, 2


@contextmanager
def at_the_board(
    task: str, lang: str = "en", *, enrolled: bool = True, position: str = ""
) -> Iterator[tuple[Person, list[bool]]]:
    """A person at a board while the tool does its task in another thread."""
    board = Served(enrolled=enrolled)
    for zone, letter in pieces(position):
        board.world.put(zone, letter)
    board.advance(500)
    board.outgoing()
    results: list[bool] = []
    with BoardServer(cast("VirtualBoard", board), [SocketWire()]) as server:
        person = Person(server, board)
        tool = BoardTool(server.urls[0], lang, person.hear)

        def work() -> None:
            with tool.connected():
                results.append(getattr(tool, task)())

        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        person.waits_for("plateau répond" if lang == "fr" else "Board connected.")
        yield person, results
        thread.join(PATIENCE)
        assert not thread.is_alive(), person.heard[-3:]


def test_a_task_is_spoken_by_the_chosen_voice_and_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    voice = SpyVoice()
    monkeypatch.setattr(compose, "choose_voice", lambda *_: VoiceChoice(voice, iter(()), ()))
    board = Served(enrolled=True)
    with BoardServer(cast("VirtualBoard", board), [SocketWire()]) as server:
        told = Namespace(
            task="faults", port=server.urls[0], lang="en", voice="spy", report="none.txt"
        )
        assert board_task.run(told) == DONE
    spoken = [words.text for words in voice.heard]
    assert spoken[-1] == "No fault found by the board."
    assert capsys.readouterr().out.splitlines() == spoken


def test_pieces_are_enrolled_one_by_one_by_kind() -> None:
    with at_the_board("enrol", enrolled=False) as (person, results):
        for number in (1, 2):
            person.waits_for(f"Put green piece {number}, a clover, on V 1.")
            person.does(partial(another, serial=number))
            person.waits_for("Learned. Remove it.")
            person.does(lambda world: world.lift("V1", "v"))
        person.waits_for("Put green piece 3")
        person.presses(REPEAT)
        person.waits_for("Put green piece 3")
        person.does(lambda world: world.place(world.pieces[3], "V2"))
        person.waits_for("V 2. Put it on V 1 instead.")
        person.presses(YES)
        person.waits_for("Put black piece 1, a square, on V 1.")
        person.does(lambda world: world.put("V1", "n"))
        person.waits_for("Learned.")
        person.presses(NO)
        person.waits_for("3 pieces learned.")
    assert results == [True]


def test_a_known_piece_and_several_pieces_are_announced_and_not_counted() -> None:
    with at_the_board("enrol", position="V1=2v") as (person, results):
        person.waits_for("Remove all pieces from V 1.")
        person.does(lambda world: (world.lift("V1", "v"), world.lift("V1", "v")))
        person.waits_for("Put green piece 1")
        person.does(lambda world: world.put("V1", "v"))
        person.waits_for("Already known.")
        person.does(lambda world: world.lift("V1", "v"))
        person.waits_for("Put green piece 1")
        person.does(lambda world: (world.put("V1", "v"), world.put("V1", "n")))
        person.waits_for("Only one piece at a time.")
        person.presses(NO)
        person.waits_for("No pieces learned.")
    assert results == [False]


def test_a_die_is_enrolled_face_by_face_and_a_repeated_face_is_announced() -> None:
    with at_the_board("dice", enrolled=False) as (person, results):
        for face in "12":
            person.waits_for(f"Put its die in with {face} up.")
            person.does(partial(lay_down, face=face))
            person.waits_for(f"Face {face} learned.")
        person.waits_for("with 3 up")
        person.does(lambda world: world.throw(2, "5", tilt=0.5))
        person.waits_for("Black's first die. Not yet, seat 1 first.")
        person.does(lambda world: world.throw(0, "2", tilt=0.5))
        person.waits_for("2 again.")
        for face in "3456":
            person.does(partial(lay_down, face=face))
            person.waits_for(f"Face {face} learned.")
        person.waits_for("Seat 2. Put its die in with 1 up.")
        person.presses(YES)
        person.waits_for("Seat 3.")
        person.presses(NO)
        person.waits_for("Done.")
    assert results == [True]


def test_changes_are_announced_and_then_the_places_without_any() -> None:
    with at_the_board("zones") as (person, results):
        person.waits_for("I will say what I sense.")
        person.does(lambda world: world.put("V1", "v"))
        person.waits_for("V 1. One green piece.")
        person.does(lambda world: world.put("V1", "n"))
        person.waits_for("V 1. One green piece. One black piece.")
        person.does(lambda world: world.put("NB", "n"))
        person.waits_for("Black bar. One black piece.")
        person.does(lambda world: world.lift("NB", "n"))
        person.waits_for("Black bar. Empty.")
        person.does(lambda world: world.throw(3, "4"))
        person.waits_for("Seat 4, 4.")
        person.does(lambda world: world.throw(3, "c"))
        person.waits_for("Seat 4, cocked die.")
        person.presses(SCORE)
        person.waits_for("V. Score key.")
        person.presses(YES)
        person.waits_for("V. Yes key.")
        person.presses(NO)
        person.waits_for("Nothing sensed in 26 places.")
        person.waits_for("Black tray.")
    assert results == [False]


def test_a_board_that_comes_back_is_announced_and_the_request_repeated() -> None:
    with at_the_board("enrol") as (person, _):
        person.waits_for("Put green piece 1")
        person.unplugs()
        person.waits_for("Looking for the board. Plug it in.")
        person.plugs()
        person.waits_for("Board connected.")
        person.waits_for("Put green piece 1")
        person.presses(NO)
        person.waits_for("No pieces learned.")
    assert person.heard.count("Looking for the board. Plug it in.") == 2


def test_faults_are_named_in_words() -> None:
    with at_the_board("faults") as (person, results):
        person.waits_for("No fault found by the board.")
    assert results == [True]


def test_a_short_is_named_in_french() -> None:
    board = Served(enrolled=True)
    board.world.shorts.add("V7")
    board.world.sensors[1].dead = True
    board.advance(3000)
    heard: list[str] = []
    with BoardServer(cast("VirtualBoard", board), [SocketWire()]) as server:
        tool = BoardTool(server.urls[0], "fr", heard.append)
        with tool.connected():
            assert not tool.faults()
    assert heard[2:] == [
        "V 7. Court circuit. Cherchez du métal ou de l'humidité.",
        "Second dé de vert. Capteur muet. Vérifiez sa fiche.",
    ]
