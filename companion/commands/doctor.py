"""`companion doctor`: checks what works on this machine, and says how to repair what does not.

Each check prints one line for a screen reader: whether it works, then details or advice. Boards are
found by their hello message on any port, never by guessed names.
"""

import argparse
import platform
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial

from companion import __version__
from companion.commands.keypads import keypads
from companion.commands.printing import DONE, NO, print_line
from companion.hints.loader import judging_engine
from companion.link.connection import Connection
from companion.link.messages import PROTOCOL, BoardAnswer, BoardState, Hello
from companion.link.port import AUTO, JOIN_GROUP, PortError, ask_ports, open_port, talk
from companion.rules import Player
from companion.settings import KEYPAD_ORDERS
from companion.speech.board_words import fault_sentences, faults_of
from companion.speech.braille import look
from companion.speech.catalogue import Catalogue, Sentences, filled
from companion.speech.lexicon import normalise
from companion.speech.voices import NAMES, guarded, open_voice
from companion.speech.voices.base import SpokenWords, Voice, VoiceError, explained
from companion.speech.voices.sinks import devices

TEST_SECONDS = 4.0
"""Seconds to wait for a self-test; the next state follows within one second."""

_LOOKING = "; still looking"
"""The end of an answer from a board that has not scanned all places since a change."""
LOOKING_SECONDS = 8.0
"""Seconds in which the test is repeated. A board scans all places in its first three seconds."""

SENTENCE_SECONDS = 15.0
_NOT_ASKED = ("auto", "print")
"""Choices of the option `voice` that need no check."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of one check.

    about -- the last part of the ids of its messages: `machine.works.ABOUT`
    name -- the name of a voice
    needed -- whether an evening needs the checked part
    """

    about: str
    works: bool
    sentences: Sentences
    needed: bool = True
    name: str = ""

    def line(self, catalogue: Catalogue) -> str:
        """Return the line to print for this result."""
        verdict = "works" if self.works else "does-not-work"
        found = filled(f"machine.{verdict}.{self.about}", name=self.name)
        return catalogue.tell(found, *self.sentences)


def run(arguments: argparse.Namespace) -> int:
    """Print the result of every check. Return `NO` if something that is needed does not work."""
    code = DONE
    catalogue = Catalogue(arguments.lang)
    for finding in examine(arguments.lang, arguments.port):
        print_line(finding.line(catalogue))
        code = code if finding.works or not finding.needed else NO
    return code


def examine(lang: str, port: str = AUTO) -> Iterator[CheckResult]:
    """Yield the results of all checks; each working voice speaks a sentence.

    port -- the board's port, `auto` for all serial ports of this machine
    """
    python, system = platform.python_version(), platform.system()
    version = filled("machine.version", version=__version__, python=python, system=system)
    yield CheckResult("companion", works=True, sentences=(version,))
    yield from board_findings(port)
    is_linux = system == "Linux"
    for name in NAMES:
        if name not in _NOT_ASKED and (is_linux or name != "speechd"):
            yield _tried("voice", partial(_voice, name, lang), needed=True, name=name)
    if (sound := _tried("sound", _devices)).sentences:
        yield sound
    if is_linux:  # elsewhere the screen reader has the display
        yield _tried("braille", look)
        yield _tried("keypads", _keypads)
    yield _tried("hints", _hints)
    yield CheckResult("text", works=True, sentences=(filled("machine.all-written"),))


def board_findings(port: str) -> Iterator[CheckResult]:
    """Yield the self-test of every board that answers.

    If none answers, yield the ports' problems.
    """
    asked = ask_ports() if port == AUTO else ask_ports([port])
    boards = [(one.url, one.hello) for one in asked if one.hello is not None]
    for url, hello in boards:
        yield _board(url, hello)
    if boards:
        return
    nothing = filled("machine.no-board" if asked else "machine.no-port")
    yield CheckResult("board", works=False, sentences=(nothing,))
    for one in asked:
        text = f"machine.port.{one.why}" if one.why else "machine.no-board-there"
        about_port = filled(text, url=one.url, how=JOIN_GROUP)
        yield CheckResult("port", works=not one.why, sentences=(about_port,))


def _board(url: str, hello: Hello) -> CheckResult:
    named = filled("machine.board", name=hello.board_id, url=url, firmware=hello.firmware)
    if hello.version != PROTOCOL:
        other = filled("machine.other-wire", theirs=hello.version, ours=PROTOCOL)
        return CheckResult("board", works=False, sentences=(named, other))
    works, tested = _self_test(url)
    return CheckResult("board", works=works, sentences=(named, *tested))


def _self_test(url: str) -> tuple[bool, Sentences]:
    """Run a board's self-test.

    Return whether the board is sound, and sentences about its faults or about what it counted.
    """
    test, state = _tested(url)
    if test is None:
        return False, (filled("machine.test-unfinished"),)
    found = faults_of(test, state)
    if found:
        return False, tuple(each for fault in found for each in fault_sentences(*fault))
    results = [filled("board.no-faults")]
    if test.detail:
        results.append(filled("machine.counts", counted=test.detail.removesuffix(_LOOKING)))
    if test.detail.endswith(_LOOKING):
        results.append(filled("machine.still-looking"))
    return True, tuple(results)


def _tested(url: str) -> tuple[BoardAnswer | None, BoardState | None]:
    """Return the answer to `TEST,all` and a later state. A part that comes too late is None.

    While a board has not yet scanned all places, the test is repeated.
    """
    test: BoardAnswer | None = None
    looking_until = time.monotonic() + LOOKING_SECONDS
    connection = Connection()
    try:
        with closing(open_port(url)) as port:
            connection.opened(time.monotonic())
            while True:
                test, number = None, connection.send("TEST", "all", now=time.monotonic())
                for event in talk(port, connection, TEST_SECONDS):
                    if isinstance(event, BoardAnswer) and event.id == number:
                        test = event
                    elif isinstance(event, BoardState) and test is not None:
                        break
                else:
                    return test, None
                if not test.detail.endswith(_LOOKING) or time.monotonic() > looking_until:
                    return test, event
    except PortError:
        return test, None  # bytes received before an error count


def _tried(
    about: str, look: Callable[[], tuple[bool, Sentences]], *, needed: bool = False, name: str = ""
) -> CheckResult:
    """Run one check. An error of its library does not stop the following checks."""
    try:
        works, sentences = look()
    except Exception as error:  # noqa: BLE001 - a library may raise anything
        works, sentences = False, explained(error)
    return CheckResult(about, works, sentences, needed, name)


def _devices() -> tuple[bool, Sentences]:
    """Return the sound devices."""
    names = devices()
    return True, (filled("machine.devices", names="; ".join(names)),) if names else ()


def _hints() -> tuple[bool, Sentences]:
    """Check whether hints can be given, and by which networks in backgammon."""
    return True, (filled(f"machine.hints.{judging_engine('backgammon')}"),)


def _keypads() -> tuple[bool, Sentences]:
    """Check the two numeric keypads of a typed table, and name the owner of each."""
    found = keypads(KEYPAD_ORDERS[0])
    if len(found) < len(Player):
        return False, (filled("machine.keypads-missing", found=len(found), option="--keypads"),)
    return True, tuple(
        filled("machine.keypad", each.side, name=each.device.name, socket=each.device.phys or "?")
        for each in found
    )


def _voice(name: str, lang: str) -> tuple[bool, Sentences]:
    """Let a voice speak a sentence."""
    voice = open_voice(name)
    try:
        voice.probe()
        _speak(voice, lang)
        return True, (filled("machine.it-spoke", name=voice.name),)
    finally:
        guarded(voice.close)


def _speak(voice: Voice, lang: str) -> None:
    """Speak the whole sentence. Raises `VoiceError` if it was not audible."""
    sentence = normalise(Catalogue(lang).say("voice.test"), lang)
    try:
        voice.speak(SpokenWords(sentence, lang)).result(SENTENCE_SECONDS)
    except TimeoutError:
        raise VoiceError("machine.hangs", name=voice.name) from None
