"""Measures a club: `python benchmarks/bench_club.py [BOARDS] [SECONDS]`, by default 200 and 300.

It starts a real Mosquitto, a real `companion club` with its record on disk, and a page that listens
to the hall. Each board sends two facts per second with the companion's own publisher over its own
connection. No games are played: the journals are files without the referee's snapshots. Every
fourth fact is a score that no other fact has. For these facts the time from journal to page is
measured. At the end the record is compared with the facts that were sent.

Prints one line of figures. The exit code is 1 if a fact was lost, doubled or out of order. All
times are longer on a busy machine.
"""

import asyncio
import json
import multiprocessing
import os
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from companion.publishing.broker import read_url
from companion.publishing.outlet import PublishSettings
from companion.publishing.publisher import Publisher
from companion.records.journal import Journal
from companion.referee import facts as f
from companion.referee.facts import Fact
from companion.rules import Player, Verdict
from companion.settings import Settings
from tests.club.mosquitto import Mosquitto

EVERY = 0.5
FEEDERS = 2
DRAIN = 20
START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"
END = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"
TURN: tuple[Fact, ...] = (
    f.TurnBegins(Player.V, START),
    f.Roll(Player.V, (3, 1)),
    f.TurnEnds(Player.V, (3, 1), Verdict.LEGAL, (), END, START),
)


class Board:
    """One table: a journal and the companion's publisher."""

    def __init__(self, name: str, url: str) -> None:
        self.name = name
        self.made: dict[int, float] = {}
        self.number = 0
        self._folder = tempfile.TemporaryDirectory()
        settings = Settings(broker=url, table=name, players=("Anne", "Bruno"))
        self._journal = Journal.open(self._folder.name, synced=False)
        self._journal.begin_match(settings.saved())
        publishing = PublishSettings(
            settings,
            token="x",  # noqa: S106 - no ruling is sent here
            folder=self._folder.name,
        )
        loop = asyncio.get_running_loop()
        self.publisher = Publisher(
            publishing,
            read_url(url),
            rule=lambda _order: loop.create_task(_no()),
            tell=lambda _sentence: None,
        )
        self.publisher.start()

    def play(self) -> None:
        """Add a fact. Three facts of a turn are followed by a score that no other fact has."""
        number = self.number = self.number + 1
        if number % 4:
            fact = TURN[number % 4 - 1]
        else:
            fact = f.GameEnds(Player.V, "single", "off", 1, (number, 0))
            self.made[number] = time.time()
        self._journal.record(number * EVERY, [fact], None)
        self.publisher.send_new_facts()


async def _no() -> str:
    return ""


def feed(first: int, count: int, url: str, until: float, told: str) -> None:
    """Play `count` boards in a separate process, and record what was sent and when."""

    async def play() -> None:
        boards = [Board(f"T{number:03}", url) for number in range(first, first + count)]
        await asyncio.sleep(3)
        began = time.monotonic()
        tick = 0
        while time.time() < until:
            for index, board in enumerate(boards):
                due = began + tick * EVERY + index * EVERY / count
                await asyncio.sleep(max(due - time.monotonic(), 0))
                board.play()
            tick += 1
        await asyncio.sleep(DRAIN)
        for board in boards:
            board.publisher.stop()
        made = {board.name: [board.number, board.made] for board in boards}
        Path(told).write_text(json.dumps(made), encoding="utf-8")

    asyncio.run(play())


async def look(url: str, seen: dict[tuple[str, int], float]) -> None:
    """Follow the hall's page as a browser does, and record when each score arrives."""
    host, port = re.findall(r"//([^:]+):(\d+)", url)[0]
    reader, writer = await asyncio.open_connection(host, int(port), limit=1 << 24)
    writer.write(f"GET /en/news HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    while line := await reader.readline():
        if not line.startswith(b"data: {"):
            continue
        now = time.time()
        for name, part in json.loads(line[6:])["parts"].items():
            score = re.search(r"Anne</th><td>(\d+)", part["html"])
            if name.startswith("table-") and score:
                seen.setdefault((name[6:], int(score[1])), now)


def cost(pid: int) -> tuple[float, int]:
    """Return the processor seconds and the MiB of memory that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    ticks = os.sysconf("SC_CLK_TCK")
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return (int(fields[11]) + int(fields[12])) / ticks, pages * 4096 >> 20


async def measure(boards: int, seconds: int, folder: Path) -> bool:
    """Run once. Return whether the record has every fact once and in order."""
    broker = Mosquitto(folder)
    record = folder / "club.record"
    command = [sys.executable, "-m", "companion", "club", "--broker", broker.url]
    command += ["--record", str(record), "--web", "127.0.0.1:0", "--lang", "en"]
    club = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        line = club.stderr.readline() if club.stderr else ""
        seen: dict[tuple[str, int], float] = {}
        page = asyncio.create_task(look(line.split()[-1], seen))
        until = time.time() + 4 + seconds
        share = -(-boards // FEEDERS)
        firsts = range(0, boards, share)
        feeders = [
            multiprocessing.Process(
                target=feed,
                args=(first, min(share, boards - first), broker.url, until, f"{folder}/{first}"),
            )
            for first in firsts
        ]
        before = cost(club.pid)
        for feeder in feeders:
            feeder.start()
        await asyncio.sleep(until - time.time())
        (spent, memory), (broker_spent, _) = cost(club.pid), cost(broker.pid)
        for feeder in feeders:
            await asyncio.to_thread(feeder.join)
        page.cancel()
        with suppress(asyncio.CancelledError):
            await page
        made: dict[str, tuple[int, dict[str, float]]] = {}
        for first in firsts:
            made |= json.loads(Path(f"{folder}/{first}").read_text(encoding="utf-8"))
    finally:
        club.terminate()
        club.wait(20)
        broker.kill()
    fine, total = compare(record, {name: count for name, (count, _) in made.items()})
    late = [
        (seen[name, int(number)] - at) * 1000
        for name, (_, times) in made.items()
        for number, at in times.items()
        if (name, int(number)) in seen
    ]
    timed = sum(len(times) for _, times in made.values())
    late.sort()
    lost = "none" if fine else "SOME"
    print(
        f"{boards} boards, {seconds} s: {total} facts, {lost} lost, doubled or out of order; to the"
        f" page: median {statistics.median(late):.0f} ms,"
        f" 95 % {late[int(len(late) * 0.95)]:.0f} ms, longest {late[-1]:.0f} ms"
        f" ({len(late)} of {timed} timed); club {100 * (spent - before[0]) / seconds:.0f} % of a"
        f" processor, {memory} MiB; broker {100 * broker_spent / seconds:.1f} %;"
        f" load {os.getloadavg()[0]:.1f}",
        flush=True,
    )
    return fine


def compare(record: Path, made: dict[str, int]) -> tuple[bool, int]:
    """Return whether the record has each table's facts once and in order, and their number."""
    db = sqlite3.connect(record)
    fine = True
    total = 0
    for name, count in made.items():
        rows = db.execute(
            "SELECT number, came FROM fact WHERE board = ? ORDER BY number", (name,)
        ).fetchall()
        total += len(rows)
        came = [at for _, at in rows]
        if [number for number, _ in rows] != list(range(1, count + 1)) or came != sorted(came):
            fine = False
            print(f"{name}: {count} made, {len(rows)} recorded", file=sys.stderr)
    db.close()
    return fine, total


if __name__ == "__main__":
    number, length = [*map(int, sys.argv[1:]), *(200, 300)[len(sys.argv) - 1 :]]
    with tempfile.TemporaryDirectory() as where:
        sys.exit(0 if asyncio.run(measure(number, length, Path(where))) else 1)
