"""The key `repeat` speaks again what its player heard last, and then what came before."""

import random
from dataclasses import replace
from typing import cast

import pytest

from companion.link.messages import Key
from companion.rules import Player
from companion.speech.braille.display import Display
from companion.speech.queue import REPEATED
from companion.speech.speaker import Speaker
from companion.speech.utterance import Utterance
from tests.flow.sitting import Ear, Sitting
from tests.flow.stage import Stage

V, N = Player.V, Player.N
START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"
WRONG = "V1=2n V3=1v V6=5v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"


def heard(said: list[Utterance], player: Player) -> list[str]:
    """The news a player has heard, the last first, without what was only said again."""
    news = [u for u in said if u.to in ("all", player.value) and u.key != REPEATED and u.is_news]
    return [u.text for u in reversed(news)]


def repeats(stage: Stage, player: Player, times: int) -> list[str]:
    """What the player hears who presses `repeat` so often running."""
    stage.wait(3000, "A moment passes.")
    before = len(stage.sitting.ear.said)
    stage.sitting.press(player, *[Key.REPEAT] * times)
    return [each.text for each in stage.sitting.ear.said[before:]]


def play_any(stage: Stage, chance: random.Random, player: Player) -> None:
    """Press some key, throw, move, or put all back."""
    deed = chance.randrange(10)
    if deed == 0:
        stage.throw(player, "".join(chance.choices("123456c", k=2)))
    elif deed == 1:
        stage.lift(player)
    elif deed == 2:
        stage.stand(chance.choice((START, WRONG)), "Pieces are moved.")
    else:
        stage.press(player, chance.choice([Key.YES, Key.NO, Key.NO, *Key]))


@pytest.mark.parametrize("seed", range(2))
def test_repeat_always_says_what_was_heard_last(seed: int) -> None:
    chance = random.Random(seed)
    stage = Stage("fr")
    stage.stand(START, "All pieces are set up.")
    for _ in range(60):
        play_any(stage, chance, chance.choice((V, N)))
        stage.wait(3000, "A moment passes.")
        check_repeats(stage.sitting, chance.choice((V, N)))


def check_repeats(sitting: Sitting, player: Player) -> None:
    """Press `repeat` three times running: one further back each time, unless there is news."""
    known, back = 0, 0
    for _ in range(3):
        told = heard(sitting.ear.said, player)
        back = min(back + 1, len(told)) if len(told) == known else 1
        known = len(told)
        sitting.press(player, Key.REPEAT)
        again = next(u for u in reversed(sitting.ear.said) if u.key == REPEATED)
        assert again.text == told[back - 1]


def test_on_a_turned_board_each_side_repeats_its_own_words() -> None:
    stage = Stage("fr", "jacquet")
    settings = replace(stage.settings, for_n=(("lang", "en"),))
    sitting = stage.sitting = Sitting(settings)
    stage.stand("N12=14n1N V12=14v1V", "Set up turned round.")
    stage.press(V, Key.YES)
    assert sitting.evening.table.referee.state.board.layout == ("turned",)
    stage.press(V, Key.SCORE)  # black sits where green's keys are
    assert repeats(stage, V, 1) == heard(sitting.ear.said, N)[:1]
    assert heard(sitting.ear.said, N)[0].startswith("Score, you")


class SlowEar(Ear):
    """Where an utterance goes on until the next key."""

    def say(self, utterances: tuple[Utterance, ...]) -> bool:
        self._queue.push(utterances)
        self._begin()
        return False

    def silence(self) -> None:
        self._queue.silence(self.clock())

    def _begin(self) -> None:
        begun = self._queue.next(self.clock())
        if begun is not None:
            self.said.append(begun)


def test_repeat_says_a_question_that_was_interrupted() -> None:
    stage = Stage("en")
    sitting = stage.sitting = Sitting(stage.settings, plugged=False)
    ear = SlowEar(clock=sitting.ear.clock)
    sitting.ear, sitting.evening.table.words.speaker = ear, cast("Speaker", ear)
    sitting.plug()
    stage.stand("V12=2n V7=5v V5=3v V1=5n N12=5v N8=3n N6=5n N1=2v", "Set up mirrored.")
    sitting.press(V, Key.SCORE, Key.REPEAT)
    assert [each.text for each in ear.said] == [
        "Board connected.",
        "Score, you 0, your opponent 0. Cube at 1, in the middle.",
        "Mirrored, left and right are swapped. Play like this? Yes or no.",
        "Mirrored, left and right are swapped. Play like this? Yes or no.",
    ]
    sitting.press(N, Key.YES)
    assert sitting.evening.table.referee.state.board.layout == ("mirrored",)


class Cells:
    """A display that keeps what it is told."""

    def __init__(self) -> None:
        self.shown: list[str] = []
        self.again: list[tuple[Player, str]] = []

    def show(self, utterance: Utterance) -> None:
        self.shown.append(utterance.text)

    def repeat(self, player: Player, again: Utterance) -> None:
        self.again.append((player, again.text))


def test_a_braille_display_shows_and_repeats_what_is_spoken() -> None:
    stage, cells = Stage("en"), Cells()
    before = len(stage.sitting.ear.said)
    stage.sitting.evening.table.words.display = cast("Display", cells)
    stage.stand(START, "All pieces are set up.")
    stage.throw(V, "3-")
    assert cells.shown == [each.text for each in stage.sitting.ear.said[before:]]
    texts = repeats(stage, V, 2)
    assert len(set(texts)) == 2
    assert cells.again == [(V, text) for text in texts]
