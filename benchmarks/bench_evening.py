"""Measures the latencies of an evening: `python benchmarks/bench_evening.py` in the clone's root.

Prints the time from the board's line that completes the settling time to the `verdict` event and to
its words, the time from the start of `demo` to its first spoken word, and the memory of a demo. The
evening is connected over TCP and keeps a journal. Events are read from standard output, and words
from standard error, where the print voice writes the words. The words may begin 50 ms after the
board has settled.

Machines differ, so no figure is tested here. `tests/flow/test_latency.py` tests the same latency in
the board's own time.
"""

import json
import queue
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.club.mosquitto import MOSQUITTO, Mosquitto, free_port
from tests.flow.wire_board import WireBoard

START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"
BOARDS = (
    "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v",
    "V1=2n V3=1v V6=5v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v",
    "V1=2n V6=5v V8=3v V9=1v V10=1v V12=5n N1=3v N5=3n N7=5n N12=2v",
    "V1=2n V6=5v V7=1v V8=3v V12=5n N1=4v N5=3n N7=5n N12=2v",
)
ROUNDS = 200
EVENINGS = 100
COMPUTE = "import time; end = time.monotonic() + 2\nwhile time.monotonic() < end: sum(range(9999))"
SCORE = 2
"""The index of the pressed key on the wire."""

Heard = queue.SimpleQueue[tuple[float, str]]
"""Lines, each with its arrival time and text."""

DEMO = [sys.executable, "-m", "companion", "demo", "--voice", "print", "--fast"]
STARTER = """
import os, resource, sys
os.spawnv(os.P_WAIT, sys.argv[1], sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)
"""


@contextmanager
def opened(journal: str, *outside: str) -> Iterator[tuple[WireBoard, Heard, Heard]]:
    """Yield the board, events and words of an evening after the first throw.

    outside -- further arguments, which add a page and a broker.
    """
    board = WireBoard()
    command = [sys.executable, "-m", "companion", "play", "--port", board.url]
    command += ["--game", "backgammon", "--voice", "print", "--events", "-", "--lang", "en"]
    command += ["--verbosity", "full"]
    command += ["--journal", journal, *outside]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as companion:
        heard: Heard = queue.SimpleQueue()
        words: Heard = queue.SimpleQueue()
        ears = [
            threading.Thread(target=listen, args=(companion.stdout, heard)),
            threading.Thread(target=listen_to_words, args=(companion.stderr, words)),
        ]
        for ear in ears:
            ear.start()
        board.wait_peer()
        board.stand(START)
        board.throw(0, "3-")
        board.throw(1, "1-")
        await_event(heard, "roll")
        await_event(words, "Green begins with 3 and 1.")
        yield board, heard, words
        companion.terminate()
        for ear in ears:
            ear.join()
    board.close()


def verdict_latency(journal: str, *outside: str) -> list[tuple[float, float]]:
    """Return, for many boards, the milliseconds from the completing line to verdict and words."""
    with opened(journal, *outside) as (board, heard, words):
        return [one_verdict(board, heard, words, BOARDS[i % len(BOARDS)]) for i in range(ROUNDS)]


def key_latency(journal: str) -> list[float]:
    """Return the milliseconds from the line with a `score` key to the words of its answer."""
    with opened(journal) as (board, _, words):
        return [one_answer(board, words) for _ in range(ROUNDS)]


def listen(stream: object, heard: Heard) -> None:
    """Record the arrival time of each event."""
    for line in stream:  # type: ignore[attr-defined]
        heard.put((time.perf_counter(), json.loads(line)["event"]))


def listen_to_words(stream: object, heard: Heard) -> None:
    """Record the arrival time of each spoken line."""
    for line in stream:  # type: ignore[attr-defined]
        heard.put((time.perf_counter(), line.strip()))


def await_event(heard: Heard, name: str) -> float:
    """Wait for an event. Return its arrival time."""
    while True:
        at, event = heard.get(timeout=10)
        if event == name:
            return at


def one_verdict(
    board: WireBoard,
    heard: Heard,
    words: Heard,
    position: str,
) -> tuple[float, float]:
    """Show a board, send the completing line, wait for the verdict and its words."""
    board.zones = position.replace("=", ":").replace(" ", ";")
    board.say(50)
    time.sleep(0.01)
    while not words.empty():
        words.get()  # words about something else
    sent = time.perf_counter()
    board.say(300)
    told = await_event(heard, "verdict") - sent
    return told * 1000, (words.get(timeout=10)[0] - sent) * 1000


def memory(command: list[str]) -> float:
    """Return the peak memory of a program, in megabytes.

    A small process starts it, because the memory of the starting process is counted too.
    """
    starter = [sys.executable, "-ISc", STARTER, *command]
    run = subprocess.run(starter, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=True)
    return int(run.stderr.split()[-1]) / 1024


def one_answer(board: WireBoard, words: Heard) -> float:
    """Press a key and wait for the first of its words."""
    time.sleep(0.02)
    while not words.empty():
        words.get()
    sent = time.perf_counter()
    board.press(0, SCORE)
    return (words.get(timeout=10)[0] - sent) * 1000


def first_word() -> float:
    """Return the seconds from the start of `demo` to the first line that it speaks."""
    started = time.perf_counter()
    with subprocess.Popen(DEMO, stdout=subprocess.PIPE, text=True) as demo:
        assert demo.stdout is not None  # noqa: S101 - the pipe was requested
        demo.stdout.readline()
        word = time.perf_counter() - started
        demo.stdout.read()
    return word


@contextmanager
def watched(folder: Path) -> Iterator[tuple[str, ...]]:
    """Yield arguments that add a page with a listener, and a broker, to an evening."""
    broker, port = Mosquitto(folder), free_port()
    ended = threading.Event()
    page = threading.Thread(target=follow, args=(f"http://127.0.0.1:{port}/en/news", ended))
    page.start()
    yield "--web", f"127.0.0.1:{port}", "--broker", broker.url, "--table", "T1"
    ended.set()
    page.join()
    broker.kill()


@contextmanager
def busy(*commands: list[str]) -> Iterator[None]:
    """Run these programs in a loop for the duration of the context."""
    ended = threading.Event()

    def run() -> None:
        while not ended.is_set():
            for command in commands:
                subprocess.run(command, stdout=subprocess.DEVNULL, check=True)

    runner = threading.Thread(target=run)
    runner.start()
    try:
        yield
    finally:
        ended.set()
        runner.join()


def read_on(journal: Path) -> float:
    """Return the extra time for a verdict while programs read a journal of a hundred evenings.

    It is the difference from the time while a program of the same length only computes, because
    both share the processors.
    """
    record = [*DEMO, "--journal", str(journal), "--seed", "3"]
    subprocess.run(record, stdout=subprocess.DEVNULL, check=True)
    (one,) = journal.glob("*.jsonl")
    for number in range(2, EVENINGS + 1):
        shutil.copyfile(one, one.with_name(f"{one.stem}-{number}.jsonl"))
    companion = [sys.executable, "-m", "companion"]
    table = [*companion, "journal", "export", "--format", "csv", "--journal", str(journal)]
    with busy([sys.executable, "-c", COMPUTE]):
        # Another journal, because an evening would resume the unfinished match of the first.
        computed = verdict_latency(f"{journal}-computed")
    with busy([*companion, "progress", "--journal", str(journal)], table):
        read = verdict_latency(str(journal))
    show("a program computes", computed)
    show(f"progress and statistics of {EVENINGS} evenings are read", read)
    return statistics.median(t for t, _ in read) / statistics.median(t for t, _ in computed)


def follow(url: str, ended: threading.Event) -> None:
    """Follow a page's news as a browser does, until they end."""
    while not ended.wait(0.2):
        with suppress(OSError), urllib.request.urlopen(url, timeout=30) as news:  # noqa: S310
            while not ended.is_set() and news.readline():
                pass


def show(how: str, both: list[tuple[float, float]]) -> None:
    """Print the measurements."""
    for name, figures in zip(("verdict", "its words"), zip(*both, strict=True), strict=True):
        times = sorted(figures)
        middle, late = statistics.median(times), times[len(times) * 95 // 100]
        print(f"{name} after the completing line, {ROUNDS} boards, {how}:")
        print(f"  median {middle:.2f} ms, 95 in 100 under {late:.2f} ms, worst {times[-1]:.2f} ms")


def main() -> None:
    """Measure everything and print it."""
    with tempfile.TemporaryDirectory() as folder:
        show("journal on", verdict_latency(f"{folder}/alone.journal"))
        print(f"  {read_on(Path(folder) / 'hundred'):.2f} times as long where it is read")
        if Path(MOSQUITTO).exists():
            with watched(Path(folder)) as outside:
                show("page and broker too", verdict_latency(f"{folder}/club.journal", *outside))
    words = sorted(first_word() for _ in range(5))
    print(f"first word of demo: median {words[2]:.2f} s, worst {words[-1]:.2f} s")
    print(f"memory of a demo: {memory(DEMO):.0f} MB")


if __name__ == "__main__":
    main()
