"""Measures every bound in `docs/bounds.md`: `python benchmarks/bounds.py`.

Each line has the figure and the bound. Some lines also have the figure of another program in the
same run: bgsage for the rules, espeak-ng alone for the first sound, and a start of Python without a
program for time and memory. Times are medians. Sound is measured with PulseAudio (Debian:
pulseaudio, pulseaudio-utils). A program that is not installed is reported as missing. The exit code
is 1 if a bound is not kept. The other benchmarks print more details.
"""

import gc
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks import bench_answers, bench_evening, bench_voice
from tests.speech import sound_room
from tests.speech.sound_room import SoundRoom

ROUNDS = 7
LIMITS = {
    "start of `demo` to its first word": "at most 2 s",
    "SIGTERM to the end of `demo`": "at most 2 s",
    "memory of `demo`": "at most 64 MB",
    "settling line to its verdict": "at most 50 ms",
    "settling line to the verdict's words": "at most 50 ms",
    "settling line to sound": "at most 150 ms",
    "asked to sound": "at most 150 ms",
    "key to silence": "at most 50 ms",
    "key to the words of its answer": "at most 50 ms",
    "`legal --jsonl` next to bgsage": "at least 0.15 times",
    "`judge --jsonl` next to the rules alone": "at least 0.667 times",
}
"""The measured quantities and their bounds, as in the table of `docs/bounds.md`."""

BARE = [sys.executable, "-c", "pass"]


class Measured(NamedTuple):
    """A measurement for one of the bounds, and the measurement of a peer if there is one."""

    what: str
    figure: float
    peer: str = ""

    @property
    def kept(self) -> bool:
        """Whether the bound was kept."""
        _, which, bound, _ = LIMITS[self.what].split()
        return self.figure <= float(bound) if which == "most" else self.figure >= float(bound)

    def __str__(self) -> str:
        kept, limit = "kept  " if self.kept else "BROKEN", LIMITS[self.what]
        unit, peer = limit.split()[-1], f"; {self.peer}" if self.peer else ""
        return f"{kept} {self.what}: {self.figure:.2f} {unit} ({limit}){peer}"


def middle(measure: Callable[[], float], rounds: int = ROUNDS) -> float:
    """Return the median of some measurements."""
    return statistics.median(measure() for _ in range(rounds))


def starting() -> Iterator[Measured]:
    """Measure from the program's start to its first word and to its end, and its memory."""
    bare = middle(bare_start)
    word = middle(bench_evening.first_word)
    yield Measured("start of `demo` to its first word", word, f"bare Python {bare:.2f} s")
    yield Measured("SIGTERM to the end of `demo`", middle(ending))
    bare = bench_evening.memory(BARE)
    demo = bench_evening.memory(bench_evening.DEMO)
    yield Measured("memory of `demo`", demo, f"bare Python {bare:.0f} MB")


def bare_start() -> float:
    """Return the seconds that Python takes to start and end without a program."""
    began = time.perf_counter()
    subprocess.run(BARE, check=True)
    return time.perf_counter() - began


def ending() -> float:
    """Return the seconds from SIGTERM in a demo to its end."""
    command = [sys.executable, "-m", "companion", "demo", "--voice", "print"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as demo:
        assert demo.stdout is not None  # noqa: S101 - the pipe was requested
        demo.stdout.readline()
        asked = time.perf_counter()
        demo.send_signal(signal.SIGTERM)
        demo.wait()
        return time.perf_counter() - asked


def verdicts(folder: Path) -> Iterator[Measured]:
    """Measure from the line that settles the board to the verdict and to its words."""
    both = bench_evening.verdict_latency(str(folder / "bounds.journal"))
    for name, times in zip(
        ("its verdict", "the verdict's words"), zip(*both, strict=True), strict=True
    ):
        yield Measured(f"settling line to {name}", statistics.median(times))


def answered(folder: Path) -> Measured:
    """Measure from a key to the words of its answer."""
    times = bench_evening.key_latency(str(folder / "keys.journal"))
    return Measured("key to the words of its answer", statistics.median(times))


def heard(folder: Path) -> Iterator[Measured]:
    """Measure from request to sound, from key to silence, and from the board's line to sound."""
    room = SoundRoom(folder)
    with room.listening() as recording:
        begun, ended = bench_voice.speech_times(recording, "")
        alone = espeak_alone(recording)
    yield Measured("asked to sound", statistics.median(begun), alone)
    yield Measured("key to silence", statistics.median(ended))
    with room.listening() as recording:
        times = bench_voice.program_times(recording)
    yield Measured("settling line to sound", statistics.median(times))
    room.close()


def espeak_alone(recording: sound_room.Recording) -> str:
    """Measure the program espeak-ng alone, from its start to its first audible sample."""
    alone = shutil.which("espeak-ng")
    if alone is None:
        return "espeak-ng alone is not installed"

    def measure() -> float:
        began = time.monotonic()
        subprocess.run([alone, "-v", "fr", bench_voice.SENTENCE], check=True)
        return bench_voice.heard_after(recording, began)

    return f"espeak-ng alone {middle(measure):.0f} ms"


def answers(folder: Path) -> Iterator[Measured]:
    """Measure answers of the commands `legal` and `judge`."""
    requests = bench_answers.recorded("backgammon")
    ends = bench_answers.with_legal_ends(requests)
    rates = [
        *bench_answers.legal_rates("backgammon", requests, folder),
        bench_answers.judge_rate("legal ends", ends, folder),
    ]
    for rate in rates:
        what = f"`{rate.what.split(',')[0]} --jsonl` next to {rate.beside}"
        if what in LIMITS:
            figures = f"{rate.a_second:,.0f} a second, {rate.beside} {rate.other:,.0f}"
            yield Measured(what, rate.ratio, figures)
    if not any(rate.beside == "bgsage" for rate in rates):
        print("bgsage, the peer of `legal`, is not installed.")


def bounds() -> Iterator[Measured]:
    """Yield all measurements."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        yield from starting()
        yield from verdicts(folder)
        yield answered(folder)
        if sound_room.missing():
            print(f"Not heard: install {', '.join(sound_room.missing())}.")
        else:
            yield from heard(folder)
        gc.disable()
        yield from answers(folder)


def main() -> int:
    """Print all measurements. Return 1 if a bound is not kept."""
    all_kept = True
    for bound in bounds():
        print(bound, flush=True)
        all_kept &= bound.kept
    print(f"load of this machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    return 0 if all_kept else 1


if __name__ == "__main__":
    sys.exit(main())
