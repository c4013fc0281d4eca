"""Questions before an evening begins: where the board is, against whom, and `companion setup`.

They are asked by voice and answered by typed lines: yes, no, or a value; `?` and `*` explain.
"""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from typing import Final

from companion.commands import setting_file
from companion.commands.keyboard import LONGEST_LINE, somebody_types
from companion.commands.keypads import AGAIN, devices
from companion.link.messages import Key
from companion.link.port import ask_ports
from companion.optional import LibraryError, is_there
from companion.records.read import JournalError, matches
from companion.session.compose import complain, open_speaker
from companion.session.typed_board import entry_words
from companion.settings import BOARDS, LANGUAGES, NOTATIONS, Settings, Sound
from companion.speech import setting_phrases as st
from companion.speech.catalogue import Catalogue, Phrase, Sentence, Sentences, filled
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


class Dialogue:
    """Asks questions aloud and on the screen, and reads typed answers.

    told -- what was told of voices before, see `compose.open_speaker`.
    """

    def __init__(self, settings: Settings, told: set[Sentences], fd: int = 0) -> None:
        self._told = told
        self._answers = _lines(fd)
        self.speak_as(settings.lang, settings.voice, settings.sound)

    def speak_as(self, lang: str, voice: str, sound: Sound) -> None:
        """Go on in this language, with this voice."""
        self.lang = lang
        self._speaker = open_speaker(voice, lang, sound, PrintVoice(sys.stdout), self._told)

    def speak_at(self, rate: int) -> None:
        """Go on at so many words a minute."""
        self._speaker.rate = rate

    def tell(self, *texts: Sentence, lang: str = "") -> None:
        """Say sentences; whatever is being said gives way to them. lang -- if not its own."""
        lang = lang or self.lang
        said = normalise(Catalogue(lang).tell(*texts), lang)
        self._speaker.silence()
        self._speaker.say((Utterance(said, lang, Priority.RESULT),))

    def ask(
        self, question: Sentence, about: Phrase, values: tuple[str, ...] = (), lang: str = ""
    ) -> str:
        """`yes`, `no`, `quit`, a value that was typed, or "" where the input ends.

        about -- what explains the question; values -- what may be typed besides yes and no; lang --
        the question's language if not its own.
        """
        self.tell(question, lang=lang)
        for line in self._answers:
            if plain(line) in values:
                return plain(line)
            match _answer(line):
                case "yes" | "no" | "quit" as answer:
                    self._speaker.silence()
                    return answer
                case "explain":
                    self.tell(filled(about), question)
                case "repeat":
                    self.tell(question, lang=lang)
                case _:
                    self.tell(filled(st.YES_OR_NO))
        return ""

    def close(self) -> None:
        """Say the last sentence to its end, then close the voice."""
        self._speaker.close(timeout=PATIENCE)


def choose_board(settings: Settings, told: set[Sentences], fd: int = 0) -> str:
    """The kind of board to play at: one that answers at a port, else a typed one if that is wanted.

    If nobody is at the keyboard, wait for a board with sensors or for a numeric keypad. "" where
    somebody leaves.
    """
    if not somebody_types(fd):
        return _wait_for_table(settings, told)
    if _a_board_answers():
        return BOARDS[0]
    with closing(Dialogue(settings, told, fd)) as dialogue:
        match dialogue.ask(filled(st.NO_BOARD), st.EXPLAINED["no-board"]):
            case "yes":
                return BOARDS[1]
            case "no":
                dialogue.tell(filled(st.WAITING))
                return BOARDS[0]
            case "quit":
                return ""
    return "" if os.isatty(fd) else BOARDS[0]


def wants_practice(settings: Settings, told: set[Sentences], fd: int = 0) -> bool | None:
    """Whether the person at the keyboard plays against the companion; None where he leaves.

    Nobody is asked where a match goes on, where the settings say who plays, or without numpy, which
    the companion needs to play.
    """
    chosen = settings.against.partner or settings.against.exercise or settings.mode == "tournament"
    if chosen or not is_there("numpy") or not somebody_types(fd) or _goes_on(settings.journal):
        return False
    with closing(Dialogue(settings, told, fd)) as dialogue:
        answer = dialogue.ask(filled(st.PRACTICE), st.EXPLAINED["practice"])
    return None if answer == "quit" or (not answer and os.isatty(fd)) else answer == "yes"


def _goes_on(path: str) -> bool:
    """Whether a journal holds an unfinished match. One that cannot be read is told when opened."""
    if not Path(path).is_dir():
        return False
    try:
        return any(row.ended is None for row in matches(Path(path)))
    except JournalError:
        return True


def _a_board_answers() -> bool:
    return any(asked.hello is not None for asked in ask_ports())


def _wait_for_table(settings: Settings, told: set[Sentences]) -> str:
    """Wait for a board with sensors or a keypad, whichever comes first; say so once.

    Where no keypad can be read it is the board, for which the evening itself waits.
    """
    said = False
    while True:
        if _a_board_answers():
            return BOARDS[0]
        try:
            if devices():
                return BOARDS[1]
        except LibraryError:
            return BOARDS[0]
        if not said:
            said = True
            tell_once(settings, st.READY, told)
        time.sleep(AGAIN)


def tell_once(settings: Settings, text: Phrase, told: set[Sentences]) -> None:
    """Say one sentence to its end."""
    with closing(Dialogue(settings, told)) as dialogue:
        dialogue.tell(filled(text))


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
    """`yes`, `no`, `quit`, `explain` or `repeat`; "" for anything else."""
    try:
        entry = read(line, entry_words())
    except EntryError:
        return ""
    match entry:
        case Pressed(Key.YES | Key.NO as key):
            return key.value
        case Plain("quit"):
            return "quit"
        case Plain("help") | Pressed(Key.HINT):
            return "explain"
        case Pressed(Key.REPEAT):
            return "repeat"
        case _:
            return ""


def run_setup(settings: Settings, path: Path | None = None, fd: int = 0) -> bool:
    """Ask for the settings by voice and write them; False where they could not be.

    Where somebody leaves, or the input ends, before the last answer, nothing is written.
    """
    chosen: dict[str, setting_file.Value] = {}
    sound = settings.sound
    with closing(Dialogue(settings, set(), fd)) as dialogue:
        dialogue.tell(filled(st.HOW))
        for name, values in CHOICES:
            value = _choose(dialogue, name, _current_first(settings, name, values))
            if value is None:
                dialogue.tell(filled(st.UNCHANGED))
                return False
            chosen[name] = int(value) if name == "rate" else value
            if name in ("lang", "voice", "rate"):
                dialogue.close()
                if name == "rate":
                    sound = replace(sound, rate=int(value))
                lang, voice = str(chosen["lang"]), str(chosen.get("voice", settings.voice))
                dialogue.speak_as(lang, voice, sound)
        return _write(path or setting_file.place(), chosen, dialogue)


def _current_first(settings: Settings, name: str, values: tuple[str, ...]) -> tuple[str, ...]:
    """The values that are offered, the one in use before the others."""
    used = str(settings.sound.rate if name == "rate" else getattr(settings, name))
    return tuple(sorted(values, key=lambda value: value != used))


def _choose(dialogue: Dialogue, name: str, values: tuple[str, ...]) -> str | None:
    """Offer the values one after the other, round and round; None where somebody leaves."""
    for value in cycle(values):
        if name == "rate":
            dialogue.speak_at(int(value))
        question, lang = _question(name, value)
        answer = dialogue.ask(question, st.EXPLAINED[name], values, lang)
        if answer in ("", "quit"):
            return None
        if answer != "no":
            return value if answer == "yes" else answer
    return None


def _question(name: str, value: str) -> tuple[Sentence, str]:
    """What is asked to offer a value, and its language if not the dialogue's."""
    if name == "rate":
        return filled(st.RATE, rate=value), ""
    if name == "lang":
        return filled(st.QUESTIONS[name, ""]), value
    return filled(st.QUESTIONS[name, value]), ""


def _write(path: Path, chosen: dict[str, setting_file.Value], dialogue: Dialogue) -> bool:
    try:
        aside = setting_file.write(path, chosen)
    except OSError as error:
        complain(f"The settings cannot be written to {path}: {error.strerror}.")
        dialogue.tell(filled(st.NOT_SAVED))
        return False
    if aside is None:
        dialogue.tell(filled(st.SAVED))
    else:
        dialogue.tell(filled(st.SAVED_ANEW, name=aside.name))
    return True
