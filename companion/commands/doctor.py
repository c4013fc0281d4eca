"""`companion doctor`: what works on this machine, and what to do about what does not.

Plain lines, one thing each, for a screen reader: first what was looked at, then `works` or what to
do. Boards are found by asking every port for its hello, never by guessing names.
"""

import platform
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass

from companion import __version__
from companion.commands.keypads import ORDERS, keypads
from companion.link.connection import Connection
from companion.link.messages import PROTOCOL, Answer, BoardState, Hello
from companion.link.port import AUTO, PortError, ask_ports, open_port
from companion.optional import LibraryError, why
from companion.rules import Player
from companion.speech.board_phrases import NO_FAULTS
from companion.speech.board_words import fault_sentence, faults_of
from companion.speech.braille import look
from companion.speech.catalogue import Catalogue
from companion.speech.normalise import normalise
from companion.speech.voice_fallback import guarded
from companion.speech.voice_phrases import TEST
from companion.speech.voices import NAMES, open_voice
from companion.speech.voices.base import Voice, VoiceError, Words, trouble
from companion.speech.voices.sinks import devices

TEST_SECONDS = 4.0
"""A board tests itself at once; its next state is a second away at most."""

_LOOKING = "; still looking"
"""After what a board counts that has not yet looked at every place since something changed."""
LOOKING_SECONDS = 8.0
"""A board that has just started has looked at every place after three seconds."""

_NO_PORT = (
    "This machine has no serial port. Plug the board in, with a cable that carries data and not "
    "only power. Linux, macOS and Windows 10 or newer need no driver for it."
)
_NO_BOARD = (
    "No port answers as a board. Plug it in; if it is plugged in, switch it off and on, for it may "
    "be waiting for a programmer."
)

_SENTENCE_SECONDS = 15.0
_NOT_ASKED = ("auto", "print", "spy")
"""Names that are no back end of their own, or the tests' own."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at, whether it works, and a sentence about it.

    needed -- an evening lacks something without it.
    """

    about: str
    works: bool
    told: str
    needed: bool = True

    @property
    def line(self) -> str:
        """As it is printed."""
        return f"{self.about}: {'works' if self.works else 'does not work'}. {self.told}".rstrip()


def examine(lang: str, port: str = AUTO) -> Iterator[Finding]:
    """Look at everything, one finding after the other; voices that work say so in a language.

    port -- where the board is, `auto` for all serial ports of this machine.
    """
    yield Finding(
        "Companion",
        works=True,
        told=f"Version {__version__}, Python {platform.python_version()}, {platform.system()}.",
    )
    yield from _boards(port)
    yield from (_voice(name, lang) for name in NAMES if name not in _NOT_ASKED)
    yield from _devices()
    yield _braille()
    yield _keypads()
    yield Finding("Text", works=True, told="Every sentence is written, also without a voice.")


def _boards(port: str) -> Iterator[Finding]:
    """Every board that answers, and its self-test; without one, what keeps the ports from it."""
    asked = ask_ports() if port == AUTO else ask_ports([port])
    boards = [(one.url, one.hello) for one in asked if one.hello is not None]
    for url, hello in boards:
        yield _board(url, hello)
    if boards:
        return
    yield Finding("Board", works=False, told=_NO_BOARD if asked else _NO_PORT)
    for one in asked:
        told = one.refusal or f"{one.url} can be opened, but no board answers there."
        yield Finding("Port", works=not one.refusal, told=told)


def _board(url: str, hello: Hello) -> Finding:
    told = f"{hello.board_id} at {url}, firmware {hello.firmware}."
    if hello.version != PROTOCOL:
        told += f" It speaks version {hello.version} of the wire, not {PROTOCOL}."
        return Finding("Board", works=False, told=told)
    faults, tested = _self_test(url)
    return Finding("Board", works=not faults, told=" ".join([told, *faults, tested]).rstrip())


def _self_test(url: str) -> tuple[list[str], str]:
    """Have a board test itself: its faults in words, or what it counted."""
    test, state = _tested(url)
    if test is None:
        return ["It does not finish its self-test. Switch it off and on."], ""
    catalogue = Catalogue("en")  # as all lines here
    found = faults_of(test, state)
    if found:
        return [fault_sentence(catalogue, place, what) for place, what in found], ""
    counted = f" It counts {test.detail.removesuffix(_LOOKING)}." if test.detail else ""
    if test.detail.endswith(_LOOKING):
        counted += " It is still looking round and may count more: ask again."
    return [], catalogue.say(NO_FAULTS) + counted


def _tested(url: str) -> tuple[Answer | None, BoardState | None]:
    """The answer to `TEST,all`, and a state that came after it, as far as they came in time.

    A board that is still looking round is asked again for a while.
    """
    test: Answer | None = None
    looking_until = time.monotonic() + LOOKING_SECONDS
    connection = Connection()
    try:
        with closing(open_port(url)) as port:
            connection.opened(time.monotonic())
            number = connection.send("TEST", "all", now=time.monotonic())
            give_up = time.monotonic() + TEST_SECONDS
            while (now := time.monotonic()) < give_up:
                events = connection.tick(now)
                if data := connection.outgoing():
                    port.write(data)
                for event in events + connection.receive(port.read(), time.monotonic()):
                    if isinstance(event, Answer) and event.id == number:
                        test = event
                    elif isinstance(event, BoardState) and test is not None:
                        if not test.detail.endswith(_LOOKING) or now > looking_until:
                            return test, event
                        number, test = connection.send("TEST", "all", now=now), None
                        give_up = now + TEST_SECONDS
    except PortError:
        pass  # what came before counts
    return test, None


def _devices() -> Iterator[Finding]:
    """The sound devices there are, if any."""
    try:
        names = devices()
    except Exception as error:  # noqa: BLE001 - a library may raise anything
        yield Finding("Sound devices", works=False, told=why(error), needed=False)
        return
    if names:
        yield Finding("Sound devices", works=True, told=f"{'; '.join(names)}.")


def _braille() -> Finding:
    try:
        works, told = look()
    except Exception as error:  # noqa: BLE001 - likewise
        works, told = False, f"{type(error).__name__}: {why(error)}."
    return Finding("Braille", works=works, told=told, needed=False)


def _keypads() -> Finding:
    """Two numeric keypads of a typed table, and whose each is."""
    try:
        found = keypads(ORDERS[0])
    except LibraryError as error:
        return Finding("Keypads", works=False, told=str(error), needed=False)
    if len(found) < len(Player):
        told = f"{len(found)} of the two that --keypads needs can be read here."
        return Finding("Keypads", works=False, told=told, needed=False)
    named = (f"{_SIDES[each.side]} {each.named}" for each in found)
    return Finding("Keypads", works=True, told=f"{'; '.join(named)}.", needed=False)


_SIDES = {Player.V: "Green's is", Player.N: "Black's is"}


def _voice(name: str, lang: str) -> Finding:
    """Let a voice say its sentence. Whatever it does, the examination goes on."""
    voice = open_voice(name)
    try:
        reason = trouble(voice)
        if reason is None:
            _speak(voice, lang)
    except Exception as error:  # noqa: BLE001 - a library may raise anything
        reason = f"{type(error).__name__}: {error}"
    finally:
        guarded(voice.close)
    return Finding(f"Voice {name}", works=reason is None, told=reason or f"It spoke: {voice.name}.")


def _speak(voice: Voice, lang: str) -> None:
    """Speak the sentence to its end. Raises `VoiceError` where nobody can have heard it."""
    sentence = normalise(Catalogue(lang).say(TEST), lang)
    try:
        voice.speak(Words(sentence, lang)).result(_SENTENCE_SECONDS)
    except TimeoutError:
        raise VoiceError("It hangs.") from None
