"""The thread between book and line: nobody waits for it, and no failure of the line comes out."""

import socket
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from companion.rules.vocabulary import Player
from companion.speech import braille
from companion.speech.braille import display as thread
from companion.speech.braille.book import BrailleError, ReaderKey, plain
from companion.speech.braille.display import Display
from companion.speech.utterance import Priority, Utterance
from tests.speech import told as told_lines
from tests.speech.spy import PATIENCE, until

V, N = Player.V, Player.N
NO_BRLAPI = "BrlAPI is not installed. Install it with apt install brltty libbrlapi0.8."
NO_LIBLOUIS = "liblouis is not installed. Install it with apt install liblouis20 liblouis-data."


class PaperLine:
    """A line whose display is a list; keys come out of a socket, as brltty's do."""

    def __init__(self, cells: int = 20, reason: str = "") -> None:
        self.shown: list[str] = []
        self.cells = cells
        self.reason = reason
        self.closed = 0
        self.is_open = False
        self.waiting: list[ReaderKey] = []
        self._far, self._near = socket.socketpair()
        self._lock = threading.Lock()

    def __del__(self) -> None:
        self._far.close()
        self._near.close()

    def press(self, move: ReaderKey) -> None:
        with self._lock:
            self.waiting.append(move)
            self._far.send(b".")

    def break_down(self, reason: str) -> None:
        self.reason = reason
        self._far.send(b".")

    def _check(self) -> None:
        if self.reason:
            raise BrailleError(self.reason)

    def open(self) -> None:
        self._check()
        self.is_open = True

    def width(self) -> int:
        self._check()
        if not self.is_open:
            raise BrailleError("It is not open.")
        return self.cells

    def write(self, text: str) -> None:
        self._check()
        self.shown.append(text.rstrip())

    def moves(self) -> list[ReaderKey]:
        self._check()
        with self._lock:
            if self.waiting:
                self._near.recv(len(self.waiting))
            found, self.waiting = self.waiting, []
        return found

    def fileno(self) -> int:
        return self._near.fileno()

    def close(self) -> None:
        self.closed += 1
        self.is_open = False


def say(text: str, to: str = "all", priority: Priority = Priority.RESULT) -> Utterance:
    return Utterance(text, "en", priority, to)


@pytest.fixture(autouse=True)
def quick_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thread, "LOOK_SECONDS", 0.05)


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def opened(told: list[str]) -> Iterator[Callable[[PaperLine, Player | None], Display]]:
    displays: list[Display] = []

    def make(line: PaperLine, reader: Player | None = None) -> Display:
        display = Display(line, plain, lambda: (("board", "en"),), reader, told_lines.into(told))
        displays.append(display)
        told.append(told_lines.line(display.begin()))
        return display

    yield make
    for display in displays:
        display.close(drain=False)


Make = Callable[..., Display]


def test_a_players_display_shows_what_is_for_both_and_for_that_player(opened: Make) -> None:
    line = PaperLine(60)
    display = opened(line, N)
    for text, to in (("all.", "all"), ("green.", "V"), ("black.", "N")):
        display.show(say(text, to))
    until(lambda: line.shown[-1:] == ["all. black."])


def test_keys_of_the_display_and_the_repeat_key_turn_its_pages(opened: Make) -> None:
    line = PaperLine()
    display = opened(line, V)
    display.show(say("result"))
    until(lambda: line.shown[-1:] == ["result"])
    line.press(ReaderKey.BOARD)
    until(lambda: line.shown[-1:] == ["board"])
    display.repeat(N, say("result"))
    time.sleep(0.05)
    assert line.shown[-1] == "board"
    display.repeat(V, say("result"))
    until(lambda: line.shown[-1:] == ["result"])


def test_a_display_that_is_reconnected_has_lost_nothing(opened: Make, told: list[str]) -> None:
    line = PaperLine(60)
    display = opened(line)
    display.show(say("before."))
    until(lambda: line.shown[-1:] == ["before."])
    line.break_down("brltty has stopped running.")
    until(lambda: len(told) == 2)
    display.show(say("during one."))
    display.show(say("during two."))
    time.sleep(0.15)
    line.reason = ""
    until(lambda: line.shown[-1:] == ["before. during one. during two."])
    assert told[1:] == [
        "brltty has stopped running. The words are kept until the braille display is back.",
        "A braille display of 60 cells.",
    ]


def test_the_display_waits_for_brltty(opened: Make, told: list[str]) -> None:
    line = PaperLine(reason="brltty does not answer.")
    opened(line).show(say("early"))
    assert told == ["brltty does not answer. Braille starts as soon as the display is ready."]
    line.reason = ""
    until(lambda: line.shown[-1:] == ["early"])
    assert told[1:] == ["A braille display of 20 cells."]


def test_after_the_start_of_brltty_the_display_waits_for_one_check(opened: Make) -> None:
    class Young(PaperLine):
        """A line that notes what is done with it once it opens."""

        def __init__(self) -> None:
            super().__init__(reason="brltty does not answer.")
            self.acts: list[str] = []

        def open(self) -> None:
            super().open()
            self.acts.append("open")

        def write(self, text: str) -> None:
            self.acts.append("write")
            super().write(text)

        def close(self) -> None:
            if self.acts:
                self.acts.append("close")

    line = Young()
    opened(line).show(say("early"))
    line.reason = ""
    until(lambda: line.shown[-1:] == ["early"])
    assert line.acts == ["open", "close", "open", "write"]


def test_a_display_of_another_width_is_written_again(opened: Make, told: list[str]) -> None:
    line = PaperLine(0)
    opened(line).show(say("a text of twenty-five ce"))
    time.sleep(0.1)
    assert line.shown == []
    line.cells = 12
    until(lambda: line.shown[-1:] == ["a text of"])
    line.cells = 40
    until(lambda: line.shown[-1:] == ["a text of twenty-five ce"])
    assert told[0].startswith(
        "The program brltty is running, but has found no braille display yet."
    )
    assert told[1:] == ["A braille display of 12 cells.", "A braille display of 40 cells."]


def test_a_connection_that_breaks_while_writing_writes_again(opened: Make) -> None:
    class Weak(PaperLine):
        """A line that breaks at its second message."""

        def write(self, text: str) -> None:
            if text.startswith("result") and self.closed == 0:
                raise BrailleError("It broke.")
            super().write(text)

    line = Weak()
    opened(line).show(say("result"))
    until(lambda: line.shown[-1:] == ["result"])
    assert line.closed == 2  # it was lost, and left alone for a look


def test_the_last_message_stays_until_it_was_panned_to_its_end(opened: Make) -> None:
    line = PaperLine(12)
    display = opened(line)
    display.show(say("Green wins the match."))
    until(lambda: line.shown[-1:] == ["Green wins"])
    closing = threading.Thread(target=display.close)
    closing.start()
    line.press(ReaderKey.FORWARD)
    until(lambda: line.shown[-1:] == ["the match."])
    closing.join(0.1)
    assert closing.is_alive()
    line.press(ReaderKey.FORWARD)
    closing.join(PATIENCE)
    assert not closing.is_alive()
    assert line.closed == 1


def test_the_last_message_does_not_hold_up_the_end_for_ever(
    opened: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thread, "LAST_SECONDS", 0.05)
    line = PaperLine()
    display = opened(line)
    display.show(say("The end."))
    until(lambda: line.shown[-1:] == ["The end."])
    display.close()
    assert line.closed == 1


def test_without_a_display_the_end_waits_for_nobody(opened: Make) -> None:
    display = opened(PaperLine(reason="It is gone."))
    began = time.monotonic()
    display.close()
    assert time.monotonic() - began < thread.LAST_SECONDS / 3


def test_callers_never_wait_for_the_display(opened: Make) -> None:
    class Stuck(PaperLine):
        """A brltty that hangs."""

        def write(self, text: str) -> None:
            if text.startswith("0"):
                release.wait(PATIENCE)
            super().write(text)

    release = threading.Event()
    line = Stuck(5)
    display = opened(line)
    began = time.monotonic()
    for number in range(3000):
        display.show(say(str(number)))
    took = time.monotonic() - began
    release.set()
    assert took < PATIENCE / 5


# --- what is missing ------------------------------------------------------------------------------


def test_without_brlapi_one_line_says_so_and_there_is_no_display(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("companion.speech.braille.brlapi.NAMES", ("libnone.so",))
    monkeypatch.setattr("ctypes.util.find_library", lambda _name: None)
    display, opened = braille.open_display(None, tuple, lambda _line: None)
    assert display is None
    assert told_lines.lines(opened) == (
        f"{NO_BRLAPI} The evening goes on without a braille display.",
    )
    found, told = braille.look()
    assert (found, told_lines.line(told)) == (False, NO_BRLAPI)


def test_without_liblouis_brlttys_own_table_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.speech.braille.louis.NAMES", ("libnone.so",))
    monkeypatch.setattr("ctypes.util.find_library", lambda _name: None)
    line = PaperLine()
    monkeypatch.setattr(braille, "open_line", lambda: line)
    display, told = braille.open_display(V, tuple, lambda _line: None)
    assert display is not None
    display.show(say("V 6"))
    until(lambda: line.shown[-1:] == ["V 6"])
    display.close(drain=False)
    assert told_lines.lines(told) == (
        f"{NO_LIBLOUIS} Until then the table of brltty is used.",
        "A braille display of 20 cells.",
    )


@pytest.mark.parametrize(
    ("cells", "reason", "works", "sentence"),
    [
        (40, "", True, "A braille display of 40 cells."),
        (0, "", False, "The program brltty is running, but has found no braille display."),
        (0, "brltty does not answer.", False, "brltty does not answer."),
    ],
)
def test_the_doctor_checks_and_releases_the_display(
    monkeypatch: pytest.MonkeyPatch, cells: int, reason: str, sentence: str, *, works: bool
) -> None:
    line = PaperLine(cells, reason)
    monkeypatch.setattr(braille, "open_line", lambda: line)
    found, told = braille.look()
    assert found == works
    assert told_lines.line(told).startswith(sentence)
    assert line.closed == 1
