"""Signals end the program in order and in time, whatever waits and whatever hangs.

All with real processes: what holds the main thread up is different each time.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import ending
from companion.records.journal import Journal
from companion.referee.facts import Roll
from companion.referee.referee import Referee
from companion.rules import Player
from companion.settings import Settings
from tests.flow.test_flow_play import begin
from tests.flow.wire_board import Companion, WireBoard, wait_for
from tests.program import python

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there nobody sends signals")

ENDS = {signal.SIGTERM: 0, signal.SIGHUP: 0, signal.SIGINT: 130}
PROMISED = 2.0
LOADED = 0.5
"""Seconds that a busy machine may add: what is tested here took three, ten, or for ever."""


@pytest.fixture(autouse=True)
def _as_at_a_terminal() -> Iterator[None]:
    """What is started under `nohup` passes SIGHUP over, and so do its children."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.fixture
def board() -> Iterator[WireBoard]:
    wire = WireBoard()
    yield wire
    wire.close()


def start(*words: str, code: str = "", **environment: str) -> subprocess.Popen[str]:
    """Begin a command, with something in the program made otherwise by a line of code."""
    program = f"{code}\nfrom companion.commands.main import main\nmain()" if code else ""
    how = ["-c", program] if program else ["-m", "companion"]
    return subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, *how, *words],
        env={**os.environ, **environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def answers_signals(process: subprocess.Popen[str]) -> bool:
    """Whether its own code runs: before that the system's ways hold, and nothing is open."""
    status = Path(f"/proc/{process.pid}/status")
    if not status.parent.parent.joinpath("self").exists():
        time.sleep(0.5)
        return True
    caught = next(line for line in status.read_text().splitlines() if line.startswith("SigCgt"))
    return bool(int(caught.split()[1], 16) >> (signal.SIGTERM - 1) & 1)


def ended(process: subprocess.Popen[str], sign: signal.Signals) -> str:
    """Send a signal; what was written, when it ended as is promised."""
    began = time.monotonic()
    process.send_signal(sign)
    try:
        written, _ = process.communicate(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise
    assert time.monotonic() - began < PROMISED + LOADED
    assert process.returncode == ENDS[sign], written
    assert "Traceback" not in written
    assert "Exception ignored" not in written
    return written


def play(board: WireBoard, *more: str) -> list[str]:
    return [*PLAY.format(board=board.url).split(), *more]


# --- from the first moment on --------------------------------------------------------------------

PLAY = "play --port {board} --game backgammon --lang en"
COMMANDS = {
    "play": f"{PLAY} --journal {{folder}}/journal",
    "demo": "demo --voice print",
    "simulate": "simulate",
    "club": "club --broker mqtt://127.0.0.1:9 --record {folder}/club --web 127.0.0.1:0",
    "resume": "journal resume --journal {folder}/kept --port {board}",
    "board": "board zones --port {board}",
    "train": "train --game jacquet --folder {folder}",
    "legal": "legal --jsonl",
    "page": f"{PLAY} --web 127.0.0.1:0",
}


def at_a_moment(
    board: WireBoard, folder: Path, command: str, sign: signal.Signals, seconds: float
) -> None:
    with Journal.open(folder / "kept") as journal:
        if journal.unfinished is None:
            settings = Settings("loop://")
            state = Referee(settings.rules(), settings.match()).state
            journal.begin_match(settings.saved())
            journal.record(0.0, [Roll(Player.V, (3, 1))], state)
    process = start(*COMMANDS[command].format(board=board.url, folder=folder).split())
    wait_for(lambda: answers_signals(process), lambda: "it does not begin")
    time.sleep(seconds)
    ended(process, sign)


@pytest.mark.parametrize(
    ("sign", "seconds"), [(signal.SIGTERM, 0.0), (signal.SIGHUP, 0.7), (signal.SIGINT, 0.0)]
)
def test_play_ends_from_the_first_moment_on(
    board: WireBoard, tmp_path: Path, sign: signal.Signals, seconds: float
) -> None:
    at_a_moment(board, tmp_path, "play", sign, seconds)


@pytest.mark.parametrize("command", ["demo", "club", "board", "page"])
def test_a_command_that_lasts_ends(board: WireBoard, tmp_path: Path, command: str) -> None:
    at_a_moment(board, tmp_path, command, signal.SIGTERM, 0.6)


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("moment", range(6))
def test_every_command_ends_at_any_moment(
    board: WireBoard, tmp_path: Path, command: str, moment: int
) -> None:
    """Each signal in its turn, so that each comes at two moments of every command."""
    sign = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)[moment % 3]
    at_a_moment(board, tmp_path, command, sign, moment * 1.5 / 6)


def test_what_waits_for_a_locked_file_outside_python_ends(board: WireBoard, tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with Journal.open(path):
        process = start(
            *play(board, "--journal", str(path), "--voice", "print"),
            code="from filelock import FileLock as L; acquire = L.acquire\n"
            "def slow(lock): print('waits', flush=True); return acquire(lock, timeout=60)\n"
            "L.acquire = slow",
        )
        assert process.stdout is not None
        assert process.stdout.readline() == "waits\n"
        time.sleep(0.3)
        ended(process, signal.SIGTERM)


# --- whatever waits ------------------------------------------------------------------------------

SLOW_DISK = """\
import time
from companion.records.journal import Journal
record = Journal.record
def slow(*given, **named):
    time.sleep(0.02)
    record(*given, **named)
Journal.record = slow"""


@pytest.mark.parametrize(
    ("sign", "at_once"), [(signal.SIGTERM, True), (signal.SIGHUP, False), (signal.SIGINT, True)]
)
def test_waiting_key_presses_are_dropped(
    board: WireBoard, tmp_path: Path, sign: signal.Signals, *, at_once: bool
) -> None:
    journal, events = tmp_path / "journal", tmp_path / "events"
    process = start(
        *play(board, "--journal", str(journal), "--events", str(events), "--voice", "print"),
        code=SLOW_DISK,
    )
    companion = Companion.__new__(Companion)
    companion.path, companion.seen, companion.process = events, 0, process
    begin(board, companion)
    for _ in range(12 if at_once else 1500):
        board.keys[0][2] = (board.keys[0][2] + (125 if at_once else 1)) % 256
        board.say(50)
    time.sleep(0.5)
    written = ended(process, sign)
    assert written.endswith("Goodbye. The game is saved.\n")
    with Journal.open(journal) as opened:
        assert opened.unfinished is not None


def test_further_signals_do_not_break_the_first(board: WireBoard, tmp_path: Path) -> None:
    companion = Companion(board, tmp_path, "--journal", str(tmp_path / "journal"))
    begin(board, companion)
    for sign in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
        companion.process.send_signal(sign)
        time.sleep(0.01)
    written, _ = companion.process.communicate(timeout=10)
    # Python handles signals that arrive together by their number, so SIGINT may be the first.
    assert companion.process.returncode in (0, 130)
    assert written.endswith("Goodbye. The game is saved.\n")
    Journal.open(tmp_path / "journal").close()


def test_ignored_signals_stay_ignored(board: WireBoard) -> None:
    process = subprocess.Popen(  # noqa: S603 - our own program
        ["nohup", sys.executable, "-m", "companion", *play(board)],  # noqa: S607
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    board.wait_peer()
    process.send_signal(signal.SIGHUP)
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(0.5)
    ended(process, signal.SIGTERM)


def test_a_closed_terminal_ends_the_program(board: WireBoard, tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    inside, outside = os.openpty()
    process = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-m", "companion", *play(board, "--journal", str(journal))],
        stdin=outside,
        stdout=outside,
        stderr=outside,
        start_new_session=True,
    )
    os.close(outside)
    board.wait_peer()
    board.settle()
    os.close(inside)
    process.send_signal(signal.SIGHUP)  # without a controlling terminal nobody else does
    assert process.wait(10) == 0
    Journal.open(journal).close()


# --- whatever the voice does ---------------------------------------------------------------------

PRISM = """\
import time, types
class Reader:
    name = "Fake"
    features = types.SimpleNamespace(is_supported_at_runtime=True, supports_speak=True,
        supports_stop=True, supports_is_speaking=True)
    speaking = True
    def speak(self, text, interrupt): {speak}
    def stop(self): {stop}
class Context:
    backends_count = 1
    def id_of(self, number): return types.SimpleNamespace(name="FAKE")
    def acquire(self, which): {acquire}; return Reader()
"""
FOR_EVER = "time.sleep(1000)"


@pytest.mark.parametrize(
    "hangs", ["speak", "acquire", pytest.param("stop", marks=pytest.mark.slow)]
)
def test_a_screen_reader_that_hangs(board: WireBoard, tmp_path: Path, hangs: str) -> None:
    parts = {"speak": "pass", "stop": "pass", "acquire": "pass", hangs: FOR_EVER}
    (tmp_path / "prism.py").write_text(PRISM.format(**parts))
    journal = tmp_path / "journal"
    process = start(
        *play(board, "--voice", "screenreader", "--journal", str(journal)),
        PYTHONPATH=os.pathsep.join([str(tmp_path), *sys.path]),
    )
    if hangs == "acquire":
        wait_for(lambda: answers_signals(process), lambda: "it does not begin")
        time.sleep(0.8)
    else:
        board.wait_peer()
        board.settle()
        time.sleep(0.3)
    ended(process, signal.SIGTERM)
    Journal.open(journal).close()


PLAYER = """\
#!/bin/sh
trap '' TERM HUP INT
if [ -e {folder}/tried ]; then
    echo $$ > {folder}/plays
    while :; do sleep 1; done
fi
touch {folder}/tried
exec cat > /dev/null
"""


@pytest.mark.parametrize(
    ("command", "frozen"),
    [
        ("play", True),
        *(pytest.param(each, False, marks=pytest.mark.slow) for each in ("play", "say", "board")),
    ],
)
def test_a_player_that_ignores_everything(
    board: WireBoard, tmp_path: Path, command: str, *, frozen: bool
) -> None:
    player = tmp_path / "aplay"
    player.write_text(PLAYER.format(folder=tmp_path))
    player.chmod(0o755)
    words = {
        "play": play(board, "--voice", "espeak"),
        "say": ["say", "word " * 300, "--voice", "espeak"],
        "board": ["board", "zones", "--port", board.url, "--voice", "espeak"],
    }[command]
    process = start(*words, PATH=f"{tmp_path}:/bin:/usr/bin")
    plays = tmp_path / "plays"
    wait_for(lambda: plays.exists() and plays.read_text(), lambda: "nothing plays")
    playing = int(plays.read_text())
    if frozen:
        os.kill(playing, signal.SIGSTOP)
    ended(process, signal.SIGTERM)
    wait_for(lambda: is_gone(playing), lambda: "the player plays on")


SLOW_START = """\
import subprocess, time
class SlowStart(subprocess.Popen):
    def __init__(self, *words, **how):
        super().__init__(*words, **how)
        time.sleep(0.2)
subprocess.Popen = SlowStart"""


def test_a_player_that_is_being_started(tmp_path: Path) -> None:
    """Guards that no sound goes on after the end, even if the signal comes at its start."""
    player = tmp_path / "aplay"
    player.write_text(PLAYER.format(folder=tmp_path))
    player.chmod(0o755)
    path = {"PATH": f"{tmp_path}:/bin:/usr/bin"}
    process = start("say", "word " * 300, "--voice", "espeak", code=SLOW_START, **path)
    plays = tmp_path / "plays"
    wait_for(lambda: plays.exists() and plays.read_text(), lambda: "nothing plays")
    ended(process, signal.SIGTERM)
    playing = int(plays.read_text())
    wait_for(lambda: is_gone(playing), lambda: "the player plays on")


def is_gone(number: int) -> bool:
    """Return whether a process has ended, even if its parent has not waited for it yet."""
    try:
        return subprocess.check_output(["ps", "-o", "stat=", str(number)], text=True)[0] == "Z"  # noqa: S603, S607
    except subprocess.CalledProcessError:
        return True


def test_the_guard_ends_a_blocked_program() -> None:
    stuck = """\
import time
from companion import ending
def run():
    with ending.by(lambda: None):
        print("runs", flush=True)
        time.sleep(1000)
ending.live(run)"""
    process = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-c", stuck], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "runs\n"
    ended(process, signal.SIGINT)


def test_a_signal_in_a_callback_that_drops_exceptions_ends_the_program_in_order() -> None:
    program = """\
import os, signal
from companion import ending
class Dropped:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGTERM)
        for _ in range(1000):
            pass
def run():
    Dropped()
    try:
        with ending.by(lambda: None):
            print("runs on")
    finally:
        print("closed")
ending.live(run)"""
    done = python("-c", program)
    assert (done.returncode, done.stdout, done.stderr) == (0, "closed\n", "")


@pytest.mark.parametrize(
    ("run", "code"), [("lambda: 3", 3), ("lambda: sys.exit(4)", 4), ("lambda: sys.exit()", 0)]
)
def test_exit_handlers_of_libraries_run_and_the_exit_code_is_kept(run: str, code: int) -> None:
    program = (
        "import atexit, sys; from companion import ending; atexit.register(print, 'left');"
        f" print('here'); ending.live({run})"
    )
    done = python("-c", program)
    assert (done.returncode, done.stdout, done.stderr) == (code, "here\nleft\n", "")


def test_signals_are_handled_before_slow_modules_are_loaded() -> None:
    done = python("-c", "import sys, companion.commands.main; print(*sys.modules)")
    loaded = {name for name in done.stdout.split() if name.startswith("companion.")}
    assert loaded == {"companion.commands", "companion.commands.main", "companion.ending"}


def test_the_bounds_leave_two_seconds() -> None:
    assert ending.CLOSING < ending.IN_ORDER < ending.LIMIT < PROMISED - 0.2


def test_waiting_gets_shorter_once_a_signal_came(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ending.within(60) == 60
    monkeypatch.setattr(ending.Ending, "until", time.monotonic() + 1)
    assert 0.5 < ending.within(60, keep=0.2) <= 0.8
    assert ending.within(0.1) == 0.1
    monkeypatch.setattr(ending.Ending, "until", time.monotonic() - 1)
    assert ending.within(60) == 0


def test_an_ended_evening_is_not_stopped_again() -> None:
    asked: list[str] = []

    def ask() -> None:
        assert ending.Ending.stop is not None
        ending.Ending.stop()

    before = ending.Ending.stop
    with ending.by(lambda: asked.append("outer")):
        with ending.by(lambda: asked.append("inner")):
            ask()
        ask()
    assert asked == ["inner", "outer"]
    assert ending.Ending.stop is before
