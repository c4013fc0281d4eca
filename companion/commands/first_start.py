"""Questions before an evening begins: where the board is, and `companion setup`.

They are asked by voice and answered by typed lines: yes, no, or a value itself.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Final

from companion.commands import setting_file
from companion.commands.keyboard import LONGEST_LINE, somebody_types
from companion.commands.keypads import AGAIN, devices
from companion.link.messages import Key
from companion.link.port import ask_ports
from companion.optional import LibraryError
from companion.session.compose import complain, open_speaker
from companion.session.typed_board import entry_words
from companion.settings import BOARDS, LANGUAGES, NOTATIONS, Settings, Sound
from companion.speech import setting_phrases as st
from companion.speech.catalogue import Catalogue, Phrase
from companion.speech.normalise import normalise
from companion.speech.utterance import Priority, Utterance
from companion.speech.voices.print_voice import PrintVoice
from companion.typed.entries import EntryError, Plain, Pressed, plain, read

PATIENCE: Final = 60.0
RATES: Final = (175, 150, 125, 200, 250, 300, 350, 400)
"""Words a minute that are offered, the usual first."""
CHOICES: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("lang", LANGUAGES),
    ("voice", ("auto", "screenreader", "print")),
    ("rate", tuple(map(str, RATES))),
    ("verbosity", ("normal", "brief", "full")),
    ("notation", NOTATIONS),
    ("board", BOARDS),
)
"""What is asked, in this order, with the values that are offered."""
KEPT: Final = ("verbosity", "notation", "board")
"""Settings that do not change how the questions themselves are asked."""


class Teller:
    """Says sentences aloud and on the screen, a new one in place of the one being said."""

    def __init__(self, lang: str, voice: str, sound: Sound) -> None:
        self.lang = lang
        self._speaker = open_speaker(voice, lang, sound, PrintVoice(sys.stdout))

    def tell(self, text: Phrase, rate: str = "") -> None:
        """Say a sentence; whatever is being said gives way to it."""
        said = normalise(Catalogue(self.lang).say(text, rate=rate), self.lang)
        self._speaker.silence()
        self._speaker.say((Utterance(said, self.lang, Priority.RESULT),))

    def close(self) -> None:
        """Say the last sentence to its end, then close the voice."""
        self._speaker.close(timeout=PATIENCE)


def choose_board(settings: Settings, fd: int = 0) -> str:
    """The kind of board to play at: one that answers at a port, else a typed one if that is wanted.

    If nobody is at the keyboard, wait for a board with sensors or for a numeric keypad. "" where
    somebody leaves.
    """
    if not somebody_types(fd):
        return _wait_for_table(settings)
    if _a_board_answers():
        return BOARDS[0]
    with closing(Teller(settings.lang, settings.voice, settings.sound)) as teller:
        teller.tell(st.NO_BOARD)
        for line in _lines(fd):
            match _answer(line):
                case "yes":
                    return BOARDS[1]
                case "no":
                    teller.tell(st.WAITING)
                    return BOARDS[0]
                case "quit":
                    return ""
                case _:
                    teller.tell(st.YES_OR_NO)
    return "" if os.isatty(fd) else BOARDS[0]


def _a_board_answers() -> bool:
    return any(asked.hello is not None for asked in ask_ports())


def _wait_for_table(settings: Settings) -> str:
    """Wait for a board with sensors or a keypad, whichever comes first; say so once.

    Where no keypad can be read it is the board, for which the evening itself waits.
    """
    told = False
    while True:
        if _a_board_answers():
            return BOARDS[0]
        try:
            if devices():
                return BOARDS[1]
        except LibraryError:
            return BOARDS[0]
        if not told:
            told = True
            with closing(Teller(settings.lang, settings.voice, settings.sound)) as teller:
                teller.tell(st.READY)
        time.sleep(AGAIN)


def _lines(fd: int) -> Iterator[str]:
    """Read lines byte by byte, so that what follows the last answer stays for the evening."""
    line = b""
    while byte := _byte(fd):
        if byte == b"\n":
            yield line.decode("utf-8", "replace")
            line = b""
        else:
            line = (line + byte)[:LONGEST_LINE]


def _byte(fd: int) -> bytes:
    try:
        return os.read(fd, 1)
    except OSError:
        return b""


def _answer(line: str) -> str:
    """`yes`, `no` or `quit`; "" for anything else."""
    try:
        entry = read(line, entry_words())
    except EntryError:
        return ""
    match entry:
        case Pressed(Key.YES | Key.NO as key):
            return key.value
        case Plain("quit"):
            return "quit"
        case _:
            return ""


def run_setup(settings: Settings, path: Path | None = None, fd: int = 0) -> bool:
    """Ask for the settings by voice and write them; False where they could not be.

    Where somebody leaves, or the input ends, before the last answer, nothing is written.
    """
    answers = _lines(fd)
    chosen: dict[str, setting_file.Value] = {}
    sound = settings.sound
    teller = Teller(settings.lang, settings.voice, sound)
    try:
        teller.tell(st.HOW)
        for name, values in CHOICES:
            value = _choose(teller, name, _current_first(settings, name, values), answers)
            if value is None:
                teller.tell(st.UNCHANGED)
                return False
            chosen[name] = int(value) if name == "rate" else value
            if name in ("lang", "voice", "rate"):
                teller.close()
                if name == "rate":
                    sound = replace(sound, rate=int(value))
                lang, voice = str(chosen["lang"]), str(chosen.get("voice", settings.voice))
                teller = Teller(lang, voice, sound)
        return _write(path or setting_file.place(), chosen, teller.tell)
    finally:
        teller.close()


def _current_first(settings: Settings, name: str, values: tuple[str, ...]) -> tuple[str, ...]:
    """The values that are offered, the one in use before the others."""
    used = str(settings.sound.rate if name == "rate" else getattr(settings, name))
    return tuple(sorted(values, key=lambda value: value != used))


def _choose(
    teller: Teller, name: str, values: tuple[str, ...], answers: Iterator[str]
) -> str | None:
    """Offer the values one after the other, round and round; None where somebody leaves."""
    at = 0
    while True:
        value = values[at % len(values)]
        if name == "rate":
            teller.tell(st.RATE, rate=value)
        elif name == "lang":
            before, teller.lang = teller.lang, value
            teller.tell(st.QUESTIONS[name, ""])
            teller.lang = before
        else:
            teller.tell(st.QUESTIONS[name, value])
        line = next(answers, None)
        if line is None:
            return None
        if plain(line) in values:
            return plain(line)
        answer = _answer(line)
        if answer == "quit":
            return None
        if answer == "yes":
            return value
        if answer != "no":
            teller.tell(st.YES_OR_NO)
        at += answer == "no"


def _write(
    path: Path, chosen: dict[str, setting_file.Value], tell: Callable[[Phrase], None]
) -> bool:
    try:
        setting_file.write(path, chosen)
    except OSError as error:
        complain(f"The settings cannot be written to {path}: {error.strerror}.")
        tell(st.NOT_SAVED)
        return False
    tell(st.SAVED)
    return True
