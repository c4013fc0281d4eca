"""Shows messages and the board on a braille display, in its own thread. Callers never wait."""

import contextlib
import select
import socket
import threading
import time
from collections.abc import Callable
from functools import partial
from queue import Empty, SimpleQueue
from typing import Final

from companion import ending
from companion.rules.vocabulary import Player
from companion.speech.braille import book
from companion.speech.catalogue import Sentences, filled
from companion.speech.utterance import Utterance

LOOK_SECONDS: Final = 1.0
"""Seconds between two checks of the display and of brltty."""
LAST_SECONDS: Final = 15.0
"""Seconds that the last message of an evening stays after the reader's last key press."""
_CLOSING_SECONDS: Final = 5.0


class Display:
    """A braille display for both players, or for one player (`listener`).

    Every method returns at once except `begin`, which opens the connection, and `close`. Errors of
    the connection are not raised: while the display is disconnected, messages are kept and shown
    later. `complain` is called with a sentence whenever the display is lost or connected again.
    """

    def __init__(
        self,
        line: book.DisplayConnection,
        transcribe: book.Transcribe,
        board: book.BoardLines,
        listener: Player | None,
        complain: Callable[[Sentences], None],
    ) -> None:
        self._line = line
        self._book = book.Book(transcribe, board)
        self._listener = listener
        self._complain = complain
        self._calls: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._waker, self._woken = socket.socketpair()
        self._waker.settimeout(0.0)
        self._open = False
        self._settled = False
        self._width = 0
        self._shown = ""
        self._looked = 0.0
        self._closing = threading.Event()
        self._touched = 0.0
        self._read = threading.Event()
        self._thread = threading.Thread(target=self._run, name="braille", daemon=True)

    def begin(self) -> Sentences:
        """Open the connection and start the thread. Return a message with the result."""
        _, sentences = self._connect()
        self._thread.start()
        return sentences

    def show(self, utterance: Utterance) -> None:
        """Show an utterance if it is for the reader of this display."""
        mine = self._listener is None or utterance.to in {"all", self._listener}
        if mine and utterance.text:
            self._submit(partial(self._book.add, utterance, time.monotonic()))

    def repeat(self, player: Player, again: Utterance) -> None:
        """Show again an utterance that is being repeated to this player."""
        if self._listener in {None, player}:
            self._submit(partial(self._book.again, again))

    def close(self, *, drain: bool = True) -> None:
        """Close the display after the last message was read, or after a short time."""
        if drain and self._width:
            self._let_read()
        self._closing.set()
        self._wake()
        if self._thread.is_alive():
            self._thread.join(ending.within(_CLOSING_SECONDS))

    def _let_read(self) -> None:
        """Wait until the reader reaches the end, or presses no key for some time."""
        self._read.clear()
        self._touched = time.monotonic()
        while (left := self._touched + LAST_SECONDS - time.monotonic()) > 0:
            if self._read.wait(left):
                return

    def _submit(self, write: Callable[[], None]) -> None:
        self._calls.put(write)
        self._wake()

    def _wake(self) -> None:
        with contextlib.suppress(OSError):  # the thread is awake already, or has ended
            self._waker.send(b".")

    # --- the thread ---------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._closing.is_set():
            self._take()
            try:
                self._serve()
            except book.BrailleError as error:
                self._lose(error.sentences)
            self._wait()
        self._line.close()
        self._waker.close()
        self._woken.close()

    def _take(self) -> None:
        """Add the messages since the last round to the book."""
        with contextlib.suppress(Empty):
            while True:
                self._calls.get_nowait()()

    def _serve(self) -> None:
        """Carry out the display's keys and update it."""
        now = time.monotonic()
        if now - self._looked >= LOOK_SECONDS:
            self._look(now)
        if not self._open:
            return
        moves = self._line.moves()
        for move in moves:
            self._book.move(move)
        if not self._width:
            return
        view = self._book.view(self._width)
        if moves:
            self._touched = time.monotonic()
        if moves and view == self._shown:
            self._read.set()
        if view != self._shown:
            self._line.write(view)
            self._shown = view

    def _look(self, now: float) -> None:
        """Check the connection and the width of the display, or open the connection again."""
        self._looked = now
        if not self._open:
            self._come_back()
            return
        width = self._line.width()
        if width and not self._width:
            # brltty does not pass on the keys of a display that was connected after `open`.
            self._let_settle()
        elif width != self._width:
            self._width, self._shown = width, ""
            self._complain(_about(width))

    def _come_back(self) -> None:
        """Reopen the connection once brltty has answered at two checks."""
        settled = self._settled
        opened, sentences = self._connect()
        if opened and settled:
            self._complain(sentences)
        elif opened:
            self._let_settle()

    def _let_settle(self) -> None:
        """Close the connection until the next check, because brltty or its display just started.

        brltty 6.5 was seen to damage its own memory, to show only the first cells and then to
        crash, when a program wrote to a display that was just being set up.
        """
        self._line.close()
        self._open, self._width, self._settled = False, 0, True

    def _connect(self) -> tuple[bool, Sentences]:
        """Open the connection. Return whether it is open, and a message."""
        self._looked = time.monotonic()
        try:
            self._line.open()
            self._width = self._line.width()
        except book.BrailleError as error:
            self._line.close()
            self._settled = False
            return False, (*error.sentences, filled("machine.braille-joins"))
        self._open, self._shown = True, ""
        return True, _about(self._width)

    def _lose(self, reason: Sentences) -> None:
        self._line.close()
        self._open, self._width, self._settled = False, 0, False
        self._complain((*reason, filled("machine.braille-kept")))

    def _wait(self) -> None:
        """Wait for a message, a key, or the next check."""
        if self._closing.is_set():
            return
        sources: list[int | socket.socket] = [self._woken]
        if self._open:
            sources.append(self._line.fileno())
        patience = max(self._looked + LOOK_SECONDS - time.monotonic(), 0.0)
        if self._woken in select.select(sources, [], [], patience)[0]:
            self._woken.recv(4096)


def _about(width: int) -> Sentences:
    return (filled("machine.display", cells=width) if width else filled("machine.no-display-yet"),)
