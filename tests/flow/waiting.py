"""Measures the game thread's time for a verdict while words wait to be spoken."""

import time

from companion.link.messages import LinkEvent, PortEvent
from companion.rules import Player
from companion.session.table import Table
from companion.speech.speaker import Speaker
from companion.speech.utterance import Priority, Utterance
from tests.flow.stage import Stage
from tests.speech.spy import SpyVoice

START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"
MOVED = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"


def verdict_times(waiting: int, rounds: int) -> tuple[list[float], list[float]]:
    """Return the milliseconds from a line's bytes to the end of all effects of its verdict.

    Both by the clock and of this thread's own work. Meanwhile a voice speaks, and `waiting`
    utterances wait.
    """
    stage = Stage("fr")
    stage.go_on_from(START)
    stage.throw(Player.V, "31")
    speaker = Speaker(SpyVoice(slow=True))
    speaker.say(tuple(Utterance(str(n), "fr", Priority.RESULT) for n in range(waiting + 1)))
    sitting, take = stage.sitting, Table.take
    sitting.evening.table.words.speaker = speaker
    wall, own = [], []

    def timed(table: Table, event: PortEvent | LinkEvent) -> None:
        told, began, worked = len(sitting.told), time.perf_counter(), time.thread_time()
        take(table, event)
        if len(sitting.told) > told:
            wall.append((time.perf_counter() - began) * 1000)
            own.append((time.thread_time() - worked) * 1000)

    Table.take = timed  # type: ignore[assignment,method-assign]
    try:
        for number in range(rounds):
            stage.stand((MOVED, START)[number % 2], "")
    finally:
        Table.take = take  # type: ignore[method-assign]
        speaker.close(drain=False)
    return wall, own
