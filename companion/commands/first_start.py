"""The questions of a first start (board, opponent) and of `companion setup`.

The questions are spoken, and the user types yes, no or a value; `?` and `*` explain.
"""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import cycle
from pathlib import Path
from typing import Final

from companion.commands import setting_file
from companion.commands.keyboard import LONGEST_LINE, has_input, read_bytes, somebody_types
from companion.commands.keypads import AGAIN, devices
from companion.link.messages import Key
from companion.link.port import ask_ports
from companion.optional import LibraryError, is_there
from companion.options import Option, SettingsError, changed, declared, value_at
from companion.records.lines import JournalError
from companion.records.read import matches
from companion.session.compose import open_speaker
from companion.session.typed_board import entry_words
from companion.settings import BOARDS, Settings, Sound
from companion.speech.catalogue import (
    Catalogue,
    Sentence,
    Sentences,
    filled,
    first_sentence,
    is_message,
)
from companion.speech.catalogue import plain as plain_sentence
from companion.speech.lexicon import normalise
from companion.speech.utterance import Priority, Utterance
from companion.speech.voices.print_voice import PrintVoice
from companion.typed.entries import EntryError, Plain, TypedKey, plain, read

PATIENCE: Final = 60.0


class Dialogue:
    """Asks questions aloud and on the screen, and reads typed answers.

    reported -- earlier messages about voices, see `compose.open_speaker`
    """

    def __init__(self, settings: Settings, reported: set[Sentences], fd: int = 0) -> None:
        self._reported = reported
        self._answers = _lines(fd)
        self.speak_as(settings.lang, settings.voice, settings.sound)

    def speak_as(self, lang: str, voice: str, sound: Sound) -> None:
        """Set the language and the voice."""
        self.lang = lang
        self._speaker = open_speaker(voice, lang, sound, PrintVoice(sys.stdout), self._reported)

    def speak_at(self, rate: int) -> None:
        """Set the speed of the voice, in words per minute."""
        self._speaker.rate = rate

    def tell(self, *texts: Sentence, lang: str = "") -> None:
        """Speak sentences and interrupt earlier ones.

        lang -- the language, if it is not the dialogue's.
        """
        lang = lang or self.lang
        said = normalise(Catalogue(lang).tell(*texts), lang)
        self._speaker.silence()
        self._speaker.say((Utterance(said, lang, Priority.RESULT),))

    def ask(
        self,
        question: Sentence,
        about: Sentence,
        values: tuple[str, ...] = (),
        lang: str = "",
        lines: Iterator[str] | None = None,
    ) -> str:
        """Return `yes`, `no`, `quit`, a typed value, or "" at the end of input.

        about -- the explanation of the question
        values -- the other possible answers
        lang -- the question's language if not the dialogue's
        lines -- the typed lines if not the dialogue's
        """
        self.tell(question, lang=lang)
        for line in lines or self._answers:
            if plain(line) in values:
                return plain(line)
            match _answer(line):
                case "yes" | "no" | "quit" as answer:
                    self._speaker.silence()
                    return answer
                case "explain":
                    self.tell(about, question, lang=lang)
                case "repeat":
                    self.tell(question, lang=lang)
                case _:
                    self.tell(filled("setting.yes-or-no"), lang=lang)
        return ""

    def close(self) -> None:
        """Finish the last sentence, then close the voice."""
        self._speaker.close(timeout=PATIENCE)


def choose_board(settings: Settings, reported: set[Sentences], fd: int = 0) -> str:
    """Return the kind of board: a board that answers at a port, or a typed table if wanted.

    An unfinished match of a typed table is resumed there. If nobody is at the keyboard, wait for a
    board with sensors or for a numeric keypad. Return "" if the user quits.
    """
    if not somebody_types(fd):
        return _wait_for_table(settings, reported)
    if _a_board_answers():
        return BOARDS[0]
    if _unfinished_board(settings.journal) == BOARDS[1]:
        return BOARDS[1]
    with closing(Dialogue(settings, reported, fd)) as dialogue:
        answer = dialogue.ask(filled("setting.no-board"), filled("setting.explained.no-board"))
        while answer == "no":
            answer = dialogue.ask(
                filled("setting.waiting"),
                filled("setting.explained.waiting"),
                (BOARDS[0],),
                lines=_lines_until_board(dialogue, fd),
            )
        if answer == "yes":
            return BOARDS[1]
        if answer == BOARDS[0] or (not answer and not os.isatty(fd)):
            return BOARDS[0]
        return _leave(dialogue)


def _lines_until_board(dialogue: Dialogue, fd: int) -> Iterator[str]:
    """Read lines until a board with sensors answers, then yield its kind as the last line.

    If a port cannot be used, announce the reason, but each reason only once.
    """
    lines, told = _lines(fd), set[str]()
    while True:
        ports = ask_ports()
        if any(asked.hello for asked in ports):
            yield BOARDS[0]
            return
        for error in (asked.error for asked in ports):
            if error is not None and str(error) not in told:
                told.add(str(error))
                dialogue.tell(first_sentence(error), filled("setting.waiting"))
        if has_input(fd, AGAIN):
            line = next(lines, None)
            if line is None:
                return
            yield line


def _leave(dialogue: Dialogue) -> str:
    dialogue.tell(filled("choosing.good-bye"))
    return ""


def wants_practice(settings: Settings, reported: set[Sentences], fd: int = 0) -> bool | None:
    """Return whether the person at the keyboard plays against the companion; None for `quit`.

    The question is not asked if a match is resumed, if the settings name the opponent, or if numpy
    is missing, which the companion needs to play.
    """
    chosen = settings.against.partner or settings.against.exercise or settings.mode == "tournament"
    if (
        chosen
        or not is_there("numpy")
        or not somebody_types(fd)
        or _unfinished_board(settings.journal)
    ):
        return False
    with closing(Dialogue(settings, reported, fd)) as dialogue:
        answer = dialogue.ask(filled("setting.practice"), filled("setting.explained.practice"))
        if answer == "quit" or (not answer and os.isatty(fd)):
            _leave(dialogue)
            return None
    return answer == "yes"


def _unfinished_board(path: str) -> str:
    """Return the kind of board of the unfinished match, "" without one.

    If the journal or the match is unreadable, return the kind of a board with sensors.
    """
    if not Path(path).is_dir():
        return ""
    try:
        unfinished = [row.settings for row in matches(Path(path)) if row.ended is None]
        return Settings.of_saved(unfinished[-1]).board if unfinished else ""
    except (JournalError, SettingsError):
        return BOARDS[0]


def _a_board_answers() -> bool:
    return any(asked.hello is not None for asked in ask_ports())


def _wait_for_table(settings: Settings, reported: set[Sentences]) -> str:
    """Wait for a board with sensors or a keypad, whichever comes first, and announce this once.

    If no keypad can be read, return at once, because the evening waits for the board anyway.
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
            tell_once(settings, "setting.ready", reported)
        time.sleep(AGAIN)


def tell_once(settings: Settings, text: str, reported: set[Sentences]) -> None:
    """Speak one whole sentence."""
    with closing(Dialogue(settings, reported)) as dialogue:
        dialogue.tell(filled(text))


def _lines(fd: int) -> Iterator[str]:
    """Read lines byte by byte, so that the evening can read the rest of the input."""
    line = b""
    while byte := read_bytes(fd, 1):
        if byte == b"\n":
            yield line.decode("utf-8-sig", "replace")
            line = b""
        else:
            line = (line + byte)[:LONGEST_LINE]


def _answer(line: str) -> str:
    """Return `yes`, `no`, `quit`, `explain` or `repeat`; "" for anything else."""
    try:
        entry = read(line, entry_words())
    except EntryError:
        return ""
    match entry:
        case TypedKey(Key.YES | Key.NO as key):
            return key.value
        case Plain("quit"):
            return "quit"
        case Plain("help") | TypedKey(Key.HINT):
            return "explain"
        case TypedKey(Key.REPEAT):
            return "repeat"
        case _:
            return ""


def run_setup(settings: Settings, path: Path | None = None, fd: int = 0) -> bool:
    """Ask for the settings by voice and write them. Return False if they cannot be written.

    Nothing is written if the user quits or the input ends before the last answer.
    """
    chosen: dict[str, setting_file.Value] = {}
    with closing(Dialogue(settings, set(), fd)) as dialogue:
        dialogue.tell(filled("setting.how"))
        for field, option in asked():
            value = _choose(dialogue, option, str(value_at(settings, field)))
            if value is None:
                dialogue.tell(filled("setting.unchanged"))
                return False
            chosen[option.key] = value if option.type is None else option.type(value)
            settings = changed(settings, field, chosen[option.key])
            if field[0] in ("lang", "voice", "sound"):
                dialogue.close()
                dialogue.speak_as(settings.lang, settings.voice, settings.sound)
        return _write(path or setting_file.place(), chosen, dialogue)


def asked() -> list[tuple[tuple[str, ...], Option]]:
    """Return the settings that setup asks for, in order, with the paths of their fields."""
    offered = (each for each in declared(Settings) if each[1].offered)
    return sorted(offered, key=lambda each: each[1].place)


def _choose(dialogue: Dialogue, option: Option, used: str) -> str | None:
    """Offer the values in turn until one is chosen. Return this value, or None if the user quits.

    used -- the current value, which is offered first
    """
    for value in cycle(sorted(option.offered, key=lambda value: value != used)):
        if option.key == "rate":
            dialogue.speak_at(int(value))
        question, lang = _question(option, value, dialogue.lang)
        about = _message_or_help(f"setting.explained.{option.key}", option, ".", dialogue.lang)
        answer = dialogue.ask(question, about, option.offered, lang)
        if answer in ("", "quit"):
            return None
        if answer != "no":
            return value if answer == "yes" else answer
    return None


def _question(option: Option, value: str, lang: str) -> tuple[Sentence, str]:
    """Return the question that offers a value, and its language ("" for the dialogue's own)."""
    if option.key == "rate":
        return filled("setting.rate", rate=value), ""
    if option.key == "lang":
        return filled("setting.question.lang"), value
    return _message_or_help(
        f"setting.question.{option.key}-{value}", option, f", {value}?", lang
    ), ""


def _message_or_help(name: str, option: Option, end: str, lang: str) -> Sentence:
    """Return the message with this name, or else the option's help text followed by `end`."""
    if is_message(name):
        return filled(name)
    return plain_sentence(option.help_text(lang, "setup") + end)


def _write(path: Path, chosen: dict[str, setting_file.Value], dialogue: Dialogue) -> bool:
    try:
        aside = setting_file.write(path, chosen)
    except OSError as error:
        why = plain_sentence(str(error.strerror))
        dialogue.tell(filled("command.settings-unwritten", file=str(path), reason=why))
        return False
    if aside is None:
        dialogue.tell(filled("setting.saved"))
    else:
        dialogue.tell(filled("setting.saved-anew", name=aside.name))
    return True
