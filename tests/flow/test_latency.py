"""How long words take: on the board's own clock, so that no machine is too slow for this test.

Settling time plus at most 50 ms from the last change on the wire to the start of the words
(issue 5). How long the machine itself takes is measured in `benchmarks/bench_evening.py`.
"""

from dataclasses import dataclass, field

import pytest

from companion.board.watch import QUIET_MS
from companion.link.messages import Key
from companion.rules import Player, parse_placement
from companion.settings import Settings
from companion.sim.board import VirtualBoard
from companion.speech.queue import SpeechQueue
from companion.speech.utterance import Utterance
from tests.flow.clumsy import DieDown, DieUp, Pause
from tests.flow.sitting import Ear, Sitting, pieces
from tests.flow.test_hurry import START

V, N = Player.V, Player.N
MOST_MS = QUIET_MS + 50
BOARDS = (
    ("V1=2n V3=1v V6=5v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v", "Wrong distance"),
    ("V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v", "Legal."),
)


@dataclass
class Voice(Ear):
    """The real queue and a voice that speaks in the board's time, 60 ms a letter."""

    board: VirtualBoard = field(default_factory=VirtualBoard)
    queue: SpeechQueue = field(default_factory=SpeechQueue)
    begun: list[tuple[int, str]] = field(default_factory=list)
    done_at: int = 0

    def say(self, utterances: tuple[Utterance, ...]) -> bool:
        cut = self.queue.push(utterances) is not None
        self.done_at = self.board.clock if cut else self.done_at
        self.go_on()
        return cut

    def silence(self) -> None:
        self.queue.silence(self.board.clock / 1000)
        self.done_at = self.board.clock

    def go_on(self) -> None:
        """Begin whatever may be said by now."""
        while self.done_at <= self.board.clock:
            self.queue.finished()
            new = self.queue.next(self.board.clock / 1000)
            if new is None:
                return
            self.begun.append((self.board.clock, new.text))
            self.done_at = self.board.clock + 60 * len(new.text)


def sitting_with_a_voice() -> tuple[Sitting, Voice]:
    """Green begins with 3 and 1, and everything has been said."""
    sitting = Sitting(Settings("memory", lang="en"))
    voice = Voice(board=sitting.board)
    sitting.evening.table.words.speaker = voice  # type: ignore[assignment]
    sitting.perform(*pieces(sitting.board, parse_placement(START)), Pause(700))
    sitting.perform(DieDown(V, 0, "3", 100), Pause(700), DieDown(N, 0, "1", 100), Pause(700))
    listen_to_the_end(sitting, voice)
    return sitting, voice


def listen_to_the_end(sitting: Sitting, voice: Voice) -> None:
    for _ in range(600):
        sitting.wait(50)
        voice.go_on()
    voice.begun.clear()


def until_words(sitting: Sitting, voice: Voice, words: str) -> int:
    """Milliseconds from the line that showed the last change to the start of these words."""
    for _ in range(400):
        found = [at for at, text in voice.begun if text.startswith(words)]
        if found:
            return found[0] - sitting.changed
        sitting.board.advance(5)
        sitting.pump()
        voice.go_on()
    raise AssertionError(f"{words!r} was not said: {voice.begun}")


@pytest.mark.parametrize("offset", range(0, 100, 15))
def test_a_verdict_begins_within_the_settling_time_and_fifty_milliseconds(offset: int) -> None:
    sitting, voice = sitting_with_a_voice()
    for board, words in BOARDS:
        sitting.perform(Pause(offset))
        *rest, last = pieces(sitting.board, parse_placement(board))
        sitting.perform(*rest, Pause(40), last)
        assert until_words(sitting, voice, words) <= MOST_MS
        listen_to_the_end(sitting, voice)


def test_an_illegal_verdict_interrupts_other_words() -> None:
    sitting, voice = sitting_with_a_voice()
    sitting.press(V, Key.BOARD)
    voice.go_on()
    assert voice.done_at > sitting.board.clock + 3000, "a long answer is being said"
    sitting.perform(*pieces(sitting.board, parse_placement(BOARDS[0][0])))
    assert until_words(sitting, voice, BOARDS[0][1]) <= MOST_MS


def test_the_play_is_announced_as_soon_after_the_lift() -> None:
    sitting, voice = sitting_with_a_voice()
    sitting.perform(*pieces(sitting.board, parse_placement(BOARDS[1][0])), Pause(700))
    listen_to_the_end(sitting, voice)
    sitting.perform(DieUp(V, 0), Pause(200), DieUp(N, 0))
    assert until_words(sitting, voice, "8 to 5.") <= MOST_MS
