"""Measures the latency of speech: `python benchmarks/bench_voice.py` in the clone's root.

Prints how long one `say` and a verdict occupy the game's thread, with no and with 1,000 waiting
utterances. If PulseAudio is installed (Debian: pulseaudio, pulseaudio-utils), it also records a
null sink and prints three times: from a request to the first audible sample, from a key to silence,
and, through the whole program, from the board's line that completes a verdict to its first audible
sample.

Machines differ, so no figure is tested here. `tests/speech/test_heard.py` tests the limits.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from companion.speech.speaker import Speaker
from companion.speech.utterance import Priority, Utterance
from companion.speech.voices import choose
from tests.flow.waiting import MOVED, START, verdict_times
from tests.flow.wire_board import WireBoard
from tests.speech import sound_room
from tests.speech.sound_room import RATE, Recording, SoundRoom
from tests.speech.spy import SpyVoice

WAITING = 1000
ROUNDS = 40
AUDIBLE = 100
SENTENCE = "Vert joue 6 et 3, un pion en V 4."


def figures(name: str, milliseconds: list[float], digits: int = 2) -> None:
    """Print the median, the 95th percentile and the maximum of some times."""
    times = sorted(milliseconds)
    middle, late = statistics.median(times), times[len(times) * 95 // 100]
    shown = (f"{each:.{digits}f} ms" for each in (middle, late, times[-1]))
    print("{}: median {}, 95 in 100 under {}, worst {}".format(name, *shown))


def result(text: str) -> Utterance:
    """Return an utterance with this text."""
    return Utterance(text, "fr", Priority.RESULT)


def say_times() -> tuple[list[float], list[float]]:
    """Return the milliseconds of `say`, by the clock and of this thread, while utterances wait."""
    speaker = Speaker(SpyVoice(slow=True))
    wall, own = [], []
    for number in range(WAITING):
        began, worked = time.perf_counter(), time.thread_time()
        speaker.say((result(str(number)),))
        wall.append((time.perf_counter() - began) * 1000)
        own.append((time.thread_time() - worked) * 1000)
    speaker.close(drain=False)
    return wall, own


def heard_after(recording: Recording, at: float) -> float:
    """Return the milliseconds from a moment to the first audible sample."""
    samples = memoryview(recording.samples()).cast("h")
    first = recording.position(at)
    found = next(n for n in range(first, len(samples)) if abs(samples[n]) > AUDIBLE)
    return (found - first) / RATE * 1000


def heard_until(recording: Recording, at: float) -> float:
    """Return the milliseconds from a moment to the last audible sample, 0 if there was silence."""
    samples = memoryview(recording.samples()).cast("h")
    first = recording.position(at)
    found = [n for n in range(first, len(samples)) if abs(samples[n]) > AUDIBLE]
    return (max(found, default=first) - first) / RATE * 1000


def speech_times(recording: Recording, sound: str) -> tuple[list[float], list[float]]:
    """Return the times from a request to sound, and from a key to silence."""
    speaker = Speaker(choose("espeak").voice)
    begun, ended = [], []
    for number in range(ROUNDS // 2):
        asked = time.monotonic()
        said = Utterance(SENTENCE, "fr", Priority.RESULT, sound=sound)
        speaker.say((said,))
        time.sleep(0.4 + number / 50)
        hushed = time.monotonic()
        speaker.silence()
        time.sleep(0.4)
        begun.append(heard_after(recording, asked))
        ended.append(heard_until(recording, hushed))
    speaker.close(drain=False)
    return begun, ended


def program_times(recording: Recording) -> list[float]:
    """Return the times from the completing line to the first audible sample of a verdict."""
    board = WireBoard()
    command = [sys.executable, "-m", "companion", "play", "--port", board.url, "--lang", "fr"]
    command += ["--game", "backgammon", "--voice", "espeak", "--rate", "300"]
    times = []
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=dict(os.environ)
    ) as companion:
        board.wait_peer()
        board.stand(START)
        board.throw(0, "3-")
        board.throw(1, "1-")
        time.sleep(8.0)  # skip the words at the start
        for number in range(ROUNDS // 2):
            board.zones = (MOVED, START)[number % 2].replace("=", ":").replace(" ", ";")
            board.say(50)
            time.sleep(0.01)
            sent = time.monotonic()
            board.say(300)
            time.sleep(1.5)
            if number % 2 == 0:  # restoring the start causes no words
                times.append(heard_after(recording, sent))
        companion.terminate()
    board.close()
    return times


def main() -> None:
    """Measure everything and print it."""
    wall, own = say_times()
    figures(f"say, up to {WAITING} waiting", wall, 3)
    figures("  of it this thread's own work", own, 3)
    for waiting in (0, WAITING):
        wall, own = verdict_times(waiting, ROUNDS)
        figures(f"a verdict, {waiting} waiting", wall)
        figures("  of it this thread's own work", own)
    if sound_room.missing():
        print(f"Not heard: install {', '.join(sound_room.missing())}.")
        return
    with tempfile.TemporaryDirectory() as folder:
        room = SoundRoom(Path(folder))
        for sound in ("", "turn"):
            with room.listening() as recording:
                begun, ended = speech_times(recording, sound)
            after = f", sound '{sound}' first" if sound else ""
            figures(f"asked to heard{after}", begun, 0)
            figures(f"key to silence{after}", ended, 0)
        with room.listening() as recording:
            figures("line of the board to heard, whole program", program_times(recording), 0)
        room.close()


if __name__ == "__main__":
    main()
