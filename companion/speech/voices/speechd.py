"""A voice through speech-dispatcher, the speech service of Linux desktops, as its user set it up.

One utterance at a time is handed in, as a message that other programs' chatter does not cut. The
server says nothing when its synthesiser is lost (measured), and goes on for three quarters of a
second with what it has; so the words are handed in with a mark before and after each: a voice that
does not arrive at its marks hangs.
"""

import queue
import sys
import threading
from typing import Final
from xml.sax.saxutils import escape

from companion.speech.catalogue import filled
from companion.speech.voices.base import (
    FASTEST,
    HANGING_SECONDS,
    RATE,
    SLOWEST,
    Handle,
    Outcome,
    VoiceError,
    Words,
)
from companion.speech.voices.ssip import LOST, NAME, SYNTHESISER, Ssip

_GREETING: Final = (
    "SET SELF CLIENT_NAME user:companion:main",
    "SET SELF NOTIFICATION ALL ON",
    "SET SELF PRIORITY MESSAGE",
    "SET SELF SSML_MODE ON",
)
_MARK: Final = "INDEX MARK"
_MARK_SECONDS: Final = 1.0
_DIGIT_SECONDS: Final = 0.35
_DUMMY: Final = "dummy"
"""The synthesiser that says only that there is none."""


class SpeechdVoice:
    """Speaks through a speech-dispatcher that runs already; none is started."""

    name = "speechd"
    earcons = False

    def __init__(self) -> None:
        self._line: Ssip | None = None
        self._set: dict[str, str] = {}

    def probe(self) -> None:
        """See that a server answers, with a synthesiser that can be heard. Raises `VoiceError`."""
        if sys.platform == "win32":
            raise VoiceError(filled("machine.only-linux", name=NAME))
        try:
            module = self._open().command("GET OUTPUT_MODULE")[0]
        except VoiceError:
            self.close()
            raise
        if module == _DUMMY:
            self.close()
            raise VoiceError(filled("machine.no-synthesiser", name=NAME, how=SYNTHESISER))
        self.name = f"speechd ({module})"

    def _open(self) -> Ssip:
        if self._line is None:
            self._line = Ssip()
            self._set = {}
            for command in _GREETING:
                self._line.command(command)
        return self._line

    def speak(self, words: Words) -> Handle:
        """See `Voice`."""
        handle = Handle()
        if not words.text:
            handle.set_result(Outcome.SAID)
            return handle
        line = self._open()
        self._choose(line, "LANGUAGE", words.lang)
        self._choose(line, "RATE", str(_rate(words.rate)))
        self._choose(line, "VOLUME", str(round(min(max(words.volume, 0.0), 1.0) * 200) - 100))
        number = line.speak(_marked(words.text))
        watcher = threading.Thread(
            target=_watch,
            args=(line, number, words, handle),
            name="speechd utterance",
            daemon=True,
        )
        watcher.start()
        return handle

    def _choose(self, line: Ssip, what: str, value: str) -> None:
        if self._set.get(what) != value:
            line.command(f"SET SELF {what} {value}")
            self._set[what] = value

    def stop(self) -> None:
        """See `Voice`."""
        if self._line is not None:
            self._line.command("CANCEL SELF")

    def close(self) -> None:
        """See `Voice`."""
        if self._line is not None:
            self._line.close()
            self._line = None


def _rate(words_a_minute: int) -> int:
    """Words a minute as a rate of SSIP: from -100, the slowest, to 100; 0 is the usual rate."""
    if words_a_minute < RATE:
        return max(-100, round((words_a_minute - RATE) / (RATE - SLOWEST) * 100))
    return min(100, round((words_a_minute - RATE) / (FASTEST - RATE) * 100))


def _marked(text: str) -> str:
    """Text as SSML, with a mark before and after each word."""
    words = (
        f'<mark name="{n}"/>{escape(word)}<mark name="{n}e"/>'
        for n, word in enumerate(text.split())
    )
    return f"<speak>{' '.join(words)}</speak>"


def _patience(words: Words, marks: int) -> float:
    """Seconds to wait for the next mark: as long as a pause, or as the word being spoken, may last.

    Measured: a pause takes up to 0.85 s, figures take longer than any other word.
    """
    spoken = words.text.split()[marks // 2 : marks // 2 + marks % 2]
    digits = sum(letter.isdigit() for word in spoken for letter in word)
    return (_MARK_SECONDS + _DIGIT_SECONDS * digits) * max(1.0, RATE / words.rate)


def _watch(line: Ssip, number: str, words: Words, handle: Handle) -> None:
    """Watch one utterance until it is spoken, cut off, lost or hangs."""
    news, paused, patience, marks = line.news(number), False, HANGING_SECONDS, 0
    while not handle.done():
        try:
            what = news.get(timeout=None if paused else patience)
        except queue.Empty:
            handle.set_exception(VoiceError(filled("machine.hangs", name=NAME)))
            break
        paused, marks = what == "PAUSED", marks + (what == _MARK)
        patience = _patience(words, marks)
        if what == "END":
            handle.set_result(Outcome.SAID)
        elif what == "CANCELED":
            handle.set_result(Outcome.CUT)
        elif what == LOST:
            handle.set_exception(VoiceError(filled("machine.gone", name=NAME)))
    line.forget(number)
