"""`companion board`: teaches a board its pieces and dice, tests it and reports its faults.

Every step is spoken, and the keys of the board control it, so no keyboard or screen is needed.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from typing import Final

from companion.board.observation import Pressed
from companion.board.watch import QUIET_MS, Counters
from companion.link import messages
from companion.session.sources import SerialBoard
from companion.speech.board_words import fault_sentences, faults_of, named, place_sentences
from companion.speech.catalogue import Catalogue

LEARNING_PLACE: Final = "V1"
SET: Final = (("v", 15), ("n", 15), ("V", 1), ("N", 1))
ANSWER_SECONDS: Final = 3.0
NO_ANSWER: Final = "no answer"
_WAIT: Final = 0.1
_KINDS: Final = {"?": "unknown"} | {letter: letter for letter in "vnVN"}
_NO_FACE: Final = (messages.Face.EMPTY, messages.Face.MOVING)
_SAME_FACE: Final = "looks like face "


class EndedError(Exception):
    """The key `no` ended the task."""


class _NextError(Exception):
    """The key `yes` asks for the next step. pressed -- the key and its side."""

    def __init__(self, pressed: Pressed) -> None:
        super().__init__()
        self.pressed = pressed


class BoardTool:
    """Tasks for one board. Each public method is a task and returns when it is done.

    say -- speaks a sentence
    """

    def __init__(self, url: str, lang: str, say: Callable[[str], None]) -> None:
        self._catalogue = Catalogue(lang)
        self._say = say
        self._inbox: SimpleQueue[messages.PortEvent] = SimpleQueue()
        self._board = SerialBoard(url)
        self._counters = Counters()
        self._state: messages.BoardState | None = None
        self._answers: dict[int, messages.BoardAnswer | messages.CommandFailed] = {}
        self._is_lost = True
        self._said = ""
        self._learned = 0

    @contextmanager
    def connected(self) -> Iterator[None]:
        """Connect to the board; wait until one answers."""
        self._board.start(self._inbox.put)
        try:
            self._say(self._catalogue.say("board.waiting"))
            while self._is_lost:
                self._pump()
            yield
        finally:
            self._board.close()

    # The tasks.

    def enrol(self) -> bool:
        """Teach the pieces, one after the other on the same point; `yes` begins the next kind."""
        self._learned = 0
        self._tell("board.keys")
        with suppress(EndedError):
            for letter, most in SET:
                with suppress(_NextError):
                    self._enrol_kind(letter, most)
        if self._learned:
            self._tell("board.pieces-learned", count=self._learned)
        else:
            self._tell("board.none-learned")
        return self._learned > 0

    def dice(self) -> bool:
        """Teach the dice.

        They are laid in each seat with each face up; `yes` begins the next seat.
        """
        self._tell("board.keys")
        with suppress(EndedError):
            for seat in range(1, 5):
                with suppress(_NextError):
                    self._learn_die(seat)
        self._tell("board.ended")
        return True

    def zones(self) -> bool:
        """Announce changes of pieces, dice and keys; after `no`, the places that never changed."""
        self._tell("board.try-all")
        touched: set[str] = set()
        with suppress(EndedError):
            while True:
                self._notice(touched)
        missing = [zone for zone in messages.ZONES if zone not in touched]
        if not missing:
            self._tell("board.all-heard")
            return True
        self._tell("board.not-heard", count=len(missing))
        for zone in missing:
            self._say(self._place(zone))
        return False

    def faults(self) -> bool:
        """Run the board's self-test and announce the faults.

        Return whether the board has no fault.
        """
        answer = self._ask("TEST", "all")
        if answer.detail == NO_ANSWER:
            return False
        found = faults_of(answer, self._state)
        for place, what in found:
            self._speak(self._catalogue.tell(*fault_sentences(place, what)))
        if not found:
            self._tell("board.no-faults")
        return not found

    def prompt(self) -> bool:
        """Switch the board to its Python prompt until its next start (docs/flashing.md)."""
        answer = self._ask("REBOOT", "repl")
        if answer.ok:
            self._tell("board.ended")
        return answer.ok

    # Steps of the tasks.

    def _enrol_kind(self, letter: str, most: int) -> None:
        """Teach pieces of one kind."""
        place = named(LEARNING_PLACE)
        number = 1
        while number <= most:
            if self._pile():
                self._tell("board.clear-place", point=place)
                self._until(lambda: not self._pile())
            self._tell(f"board.put.{letter}", number=str(number), point=place)
            advice = self._catalogue.say("board.other-place.piece", point=place)
            self._until_put(lambda: bool(self._pile()), self._unlearned_elsewhere, advice)
            self._until_still()
            if self._enrol_one(letter):
                number += 1
                self._learned += 1
            self._until(lambda: not self._pile())

    def _enrol_one(self, letter: str) -> bool:
        """Teach the piece that was just put down. Return whether it was learned."""
        pile = self._pile()
        if sum(pile.values()) != 1:
            self._tell("board.one-only")
            return False
        if "?" not in pile and letter in pile:
            self._tell("board.known")
            return False
        answer = self._ask("ENROL", LEARNING_PLACE, letter)
        if answer.ok:
            self._tell("board.learned")
        else:
            self._tell("board.refused", item=answer.detail)
        return answer.ok

    def _learn_die(self, seat: int) -> None:
        for face in "123456":
            self._tell("board.show-face", number=str(seat), die=face)
            self._until_die(seat, at_rest=False)
            while not self._learn_face(seat, face):
                self._until_die(seat, at_rest=False)

    def _learn_face(self, seat: int, face: str) -> bool:
        self._until_die(seat, at_rest=True)
        answer = self._ask("FACE", str(seat), face)
        if answer.ok:
            self._tell("board.face-learned", die=face)
        elif answer.detail.startswith(_SAME_FACE):
            self._tell("board.looks-like", die=answer.detail.removeprefix(_SAME_FACE))
        else:
            self._tell("board.refused", item=answer.detail)
        return answer.ok

    def _until_die(self, seat: int, *, at_rest: bool) -> None:
        """Wait until a die rests in a seat, or else until the seat is empty or its die moves."""
        others = [other for other in range(1, 5) if other != seat]
        self._until_put(
            lambda: (self._face(seat) not in _NO_FACE) is at_rest,
            lambda: {f"die{n}" for n in others if self._face(n) != messages.Face.EMPTY},
            self._catalogue.say("board.other-place.die", number=str(seat)),
        )

    def _notice(self, touched: set[str]) -> None:
        """Announce the changes since the last state."""
        before = self._state
        try:
            self._pump()
        except _NextError as noticed:
            self._tell_key(noticed.pressed)
        after = self._state
        if before is None or after is None or before is after:
            return
        old, new = dict(before.zones), dict(after.zones)
        for zone in messages.ZONES:
            if old.get(zone) != new.get(zone):
                touched.add(zone)
                self._tell_pile(zone, new.get(zone, ()))
        seats = zip(before.v.faces + before.n.faces, after.v.faces + after.n.faces, strict=True)
        for seat, (then, now) in enumerate(seats, 1):
            if now != then and now == messages.Face.COCKED:
                self._tell("board.heard-cocked", number=str(seat))
            elif now != then and now.isdigit():
                self._tell("board.heard-die", number=str(seat), die=now)

    # Announcements.

    def _tell(self, phrase: str, *, count: int = 1, **values: str) -> None:
        self._speak(self._catalogue.say(phrase, count=count, **values))

    def _speak(self, said: str) -> None:
        """Speak a sentence that the key `repeat` repeats."""
        self._said = said
        self._say(said)

    def _tell_pile(self, zone: str, pile: tuple[tuple[str, int], ...]) -> None:
        """Announce a place and its pieces by kind."""
        say = self._catalogue.say
        kinds = [say(f"board.held.{_KINDS[letter]}", count=count) for letter, count in pile]
        self._speak(" ".join([self._place(zone), *(kinds or [say("board.empty")])]))

    def _place(self, place: str) -> str:
        return self._catalogue.tell(*place_sentences(place))

    # Messages of the board.

    def _pile(self) -> dict[str, int]:
        """Return the number of pieces of each letter on the point where pieces are learned."""
        zones = {} if self._state is None else dict(self._state.zones)
        pile = dict(zones.get(LEARNING_PLACE, ()))
        return {letter: pile[letter] for letter in messages.LETTERS if letter in pile}

    def _unlearned_elsewhere(self) -> set[str]:
        """Return the other places with a piece that the board does not know."""
        zones = () if self._state is None else self._state.zones
        return {zone for zone, pile in zones if zone != LEARNING_PLACE and "?" in dict(pile)}

    def _face(self, seat: int) -> str:
        assert self._state is not None  # noqa: S101 - a task begins with a state
        return (self._state.v.faces + self._state.n.faces)[seat - 1]

    def _until(self, holds: Callable[[], bool]) -> None:
        while not holds():
            self._pump()

    def _until_put(
        self, holds: Callable[[], bool], elsewhere: Callable[[], set[str]], advice: str
    ) -> None:
        """Wait until a condition holds. If another place is filled meanwhile, give advice.

        elsewhere -- returns the other places with an unlearned piece or a die
        """
        known = elsewhere()
        while not holds():
            self._pump()
            now = elsewhere()
            for place in sorted(now - known):
                self._say(f"{self._place(place)} {advice}")
            known = now

    def _until_still(self) -> None:
        """Wait until two states some time apart show the same pieces."""
        first = self._state
        while first is not None:
            self._pump()
            now = self._state
            if now is None or now.zones != first.zones:
                first = now
            elif messages.elapsed(now.ms, first.ms) >= QUIET_MS:
                return

    def _ask(self, verb: str, *words: str) -> messages.BoardAnswer:
        """Send a command and wait for its answer."""
        number = self._board.send(verb, *words, now=time.monotonic())
        give_up = time.monotonic() + ANSWER_SECONDS
        while number not in self._answers and time.monotonic() < give_up:
            self._pump(keys=False)
        answer = self._answers.pop(number, None)
        if isinstance(answer, messages.BoardAnswer):
            return answer
        self._tell("board.silent")
        return messages.BoardAnswer(number, ok=False, detail=NO_ANSWER)

    def _pump(self, *, keys: bool = True) -> None:
        """Process the received messages. Raises for the keys `yes` and `no`."""
        presses = [pressed for event in self._heard() for pressed in self._understand(event)]
        self._board.flush()
        for pressed in presses if keys else ():
            self._press(pressed)

    def _heard(self) -> list[messages.LinkEvent]:
        """Wait briefly and return the messages received and the timeouts due."""
        try:
            event = self._inbox.get(timeout=_WAIT)
        except Empty:
            return self._board.tick(time.monotonic())
        if isinstance(event, messages.Closed):
            self._lost()
        now = time.monotonic()
        return self._board.take(event, now) + self._board.tick(now)

    def _lost(self) -> None:
        """Announce once that the port was closed or the board is silent."""
        if not self._is_lost:
            self._is_lost = True
            self._say(self._catalogue.say("board.waiting"))

    def _found(self) -> None:
        """Announce that the board was found, and repeat the request that was interrupted."""
        self._is_lost = False
        self._say(self._catalogue.say("board.found"))
        if self._said:
            self._say(self._said)

    def _understand(self, event: messages.LinkEvent) -> list[Pressed]:
        """Process one message and return the keys that were pressed."""
        match event:
            case messages.BoardState():
                self._state = event
                if self._is_lost:
                    self._found()
                events = self._counters.feed(event)
                return [one for one in events if isinstance(one, Pressed)]
            case messages.BoardLost():
                self._lost()
            case messages.Hello(nonce=nonce):
                self._counters.boot(nonce)
            case messages.BoardAnswer(id=number) | messages.CommandFailed(id=number):
                self._answers[number] = event
        return []

    def _press(self, pressed: Pressed) -> None:
        if pressed.key is messages.Key.NO:
            raise EndedError
        if pressed.key is messages.Key.YES:
            raise _NextError(pressed)
        if pressed.key is messages.Key.REPEAT:
            self._say(self._said)
        else:
            self._tell_key(pressed)

    def _tell_key(self, pressed: Pressed) -> None:
        """Announce a pressed key and its side."""
        self._say(self._place(f"{pressed.player}.{pressed.key}"))
