"""If the disk is full when a match ends by resignation, all facts are recorded later."""

import json
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from companion.commands.main import main
from companion.link.messages import Key
from companion.records.journal import Journal
from companion.records.read import check, matches, observations
from companion.referee.facts import MatchEnds
from companion.referee.state import Phase
from companion.rules import Player
from companion.session.loop import Stop
from companion.speech.catalogue import Sentence
from tests.flow.sitting import Sitting
from tests.flow.stage import Stage
from tests.flow.wire_board import Companion, WireBoard, wait_for
from tests.menu_keys import PLAYING, to
from tests.records.disk import Disk, disk

V, N = Player.V, Player.N
START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"
STOPPED, AGAIN = "Recording stopped.", "Recording again. Nothing is missing."


def play(below: Disk, path: Path, free: int, complaints: list[Sentence], *, end: bool) -> Stage:
    """A match of one point that is resigned with so many bytes free; then there is space again.

    end -- the evening ends just then, else it goes on.
    """
    with Journal.open(path) as journal:
        stage = Stage("en", match_to=1)
        stage.sitting = Sitting(stage.settings.by_command(), journal=journal, plugged=False)
        evening = stage.sitting.evening
        evening.table.record.complain = complaints.append
        evening.table.record.begin_match()
        stage.sitting.plug()
        stage.stand(START, "Set up.")
        stage.throw(V, "3-")
        stage.throw(N, "1-")
        below.free = free
        stage.press(V, *to("resign"), Key.YES, Key.YES)
        stage.press(N, Key.YES)
        assert evening.table.referee.state.phase is Phase.OVER
        stage.wait(5000, "Nothing happens.")
        below.free = None
        if end:
            evening.end(Stop(farewell=True))
        else:
            stage.wait(1500, "There is space again.")
        assert evening.table.record.is_saved
        stage.note("The end.")
    return stage


@pytest.mark.parametrize("end", [False, True])
def test_facts_of_a_full_disk_are_recorded_when_there_is_space(
    tmp_path: Path, *, end: bool
) -> None:
    full = 0
    for free in (0, 1000, 4000, 8000, 16_000, 80_000):
        path, complaints = tmp_path / f"{free}", list[Sentence]()
        with disk() as below:
            stage = play(below, path, free, complaints, end=end)
        words = "\n".join(stage.lines)
        full += len(complaints)
        assert words.count(STOPPED) == words.count(AGAIN) == len(complaints)
        (row,) = matches(path)
        kept = [fact for each in observations(row.path) for fact in each.facts]
        assert row.completed
        assert check(path)[1]
        assert kept == [each.fact for each in stage.sitting.told]
        assert sum(isinstance(fact, MatchEnds) for fact in kept) == 1
    assert full >= 3


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A real file system of 3 MB, where this system lets us have one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    try:
        command = ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(folder)]
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - our own folder
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("only root may mount a file system")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)  # noqa: S603, S607


def test_a_match_that_ended_on_a_full_disk_is_not_played_again(
    tmp_path: Path, small_disk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = small_disk / "journal"
    board, run = resigned_on_a_full_disk(tmp_path, small_disk, match="1")
    wait_for(lambda: any(e["event"] == "match_ends" for e in run.all()), lambda: str(run.all()))
    (small_disk / "filler").unlink()
    code, written = run.end()
    board.close()
    assert code == 0
    assert STOPPED in written
    said = [e["text"] for e in run.all() if e["event"] == "say"]
    assert sum(text.startswith(STOPPED) for text in said) == 1
    assert said[-1].startswith("Goodbye.")
    told = [e["event"] for e in run.events() if e["event"] not in ("link", "setup")]
    kept = [name for name in _recorded(path, capsys) if name not in ("link", "setup")]
    assert kept == told


def begun(folder: Path, journal: Path, *options: str) -> tuple[WireBoard, Companion]:
    """A recorded evening that green has begun with 3 and 1."""
    board = WireBoard()
    run = Companion(board, folder, "--journal", str(journal), *options)
    board.wait_peer()
    board.stand(START)
    board.throw(0, "3-")
    board.throw(1, "1-")
    wait_for(lambda: any(e["event"] == "roll" for e in run.all()), lambda: str(run.all()))
    return board, run


def resigned_on_a_full_disk(folder: Path, disk: Path, *, match: str) -> tuple[WireBoard, Companion]:
    """An evening in which black has won a match, or a game of it, by resignation; nothing is free.

    The disk is full from before the resignation on.
    """
    board, run = begun(folder, disk / "journal", "--match", match)
    with (disk / "filler").open("wb", buffering=0) as filler, suppress(OSError):
        while filler.write(b"x" * 1024):
            pass
    for key in (*to("resign"), Key.YES, Key.YES):
        board.press(0, list(Key).index(key))
    wait_for(lambda: any(e["event"] == "resign" for e in run.all()), lambda: str(run.all()))
    board.press(1, list(Key).index(Key.YES))
    wait_for(lambda: any(e["event"] == "game_ends" for e in run.all()), lambda: str(run.all()))
    return board, run


OVER = replace(PLAYING, phase=Phase.OVER, back=PLAYING)
CUT = "Goodbye. The last part of this evening is not saved."


@pytest.mark.parametrize(
    ("how", "code"),
    [
        (signal.SIGTERM, 0),
        (None, 0),
        pytest.param(signal.SIGHUP, 0, marks=pytest.mark.slow),
        pytest.param(signal.SIGINT, 130, marks=pytest.mark.slow),
    ],
)
def test_ending_on_a_full_disk_says_that_the_last_part_is_not_saved(
    tmp_path: Path,
    small_disk: Path,
    capsys: pytest.CaptureFixture[str],
    how: signal.Signals | None,
    code: int,
) -> None:
    """Guards that the players know what is lost, in whatever way the evening ends."""
    board, run = resigned_on_a_full_disk(tmp_path, small_disk, match="1")
    wait_for(lambda: any(e["event"] == "match_ends" for e in run.all()), lambda: str(run.all()))
    if how is None:
        for key in (*to("stop", OVER), Key.YES):
            board.press(0, list(Key).index(key))
        wait_for(lambda: run.process.poll() is not None, lambda: str(run.all()[-3:]))
    ended, written = run.end(how or signal.SIGTERM)
    board.close()
    assert ended == code
    said = [e["text"] for e in run.all() if e["event"] == "say"]
    assert sum(text.startswith(STOPPED) for text in said) == 1
    assert said[-1] == CUT
    assert written.count("could not be recorded") == 1
    # What was said is what is there: the match is not won, and all before is whole.
    assert "match_ends" not in _recorded(small_disk / "journal", capsys)
    assert main(["journal", "check", "--journal", str(small_disk / "journal")]) == 0


def test_in_a_running_match_only_the_last_part_is_not_saved(
    tmp_path: Path, small_disk: Path
) -> None:
    board, run = resigned_on_a_full_disk(tmp_path, small_disk, match="5")
    ended, written = run.end()
    board.close()
    assert ended == 0
    assert [e["text"] for e in run.all() if e["event"] == "say"][-1] == CUT
    assert "could not be recorded" in written


@pytest.mark.parametrize("free", [4096, 8192])
def test_an_evening_begun_on_a_full_disk_is_not_saved(
    tmp_path: Path, small_disk: Path, free: int
) -> None:
    with (small_disk / "filler").open("wb", buffering=0) as filler:
        filler.write(b"x" * (_free(small_disk) - free))
    board, run = begun(tmp_path, small_disk / "journal", "--match", "1")
    code, written = run.end()
    board.close()
    assert code == 0
    assert STOPPED in written
    assert "The last part of this evening is not saved." in written


def _free(folder: Path) -> int:
    there = os.statvfs(folder)
    return there.f_bavail * there.f_frsize


def _recorded(path: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    capsys.readouterr()
    main(["journal", "show", "--journal", str(path)])
    return [json.loads(line)["event"] for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize("how", ["file", "folder", pytest.param("renamed", marks=pytest.mark.slow)])
def test_a_lost_journal_is_announced_before_the_first_unsaved_fact(
    tmp_path: Path, how: str
) -> None:
    """Guards that nobody believes an evening saved that is not."""
    folder = tmp_path / "kept"
    folder.mkdir()
    board, run = begun(tmp_path, folder / "journal")
    if how == "renamed":
        folder.rename(tmp_path / "elsewhere")
    elif how == "folder":
        shutil.rmtree(folder)
    else:
        (match,) = (folder / "journal").glob("*.jsonl")
        match.unlink()
    before = len(run.all())
    board.lift()
    wait_for(lambda: any(e["event"] == "turn_ends" for e in run.all()), lambda: str(run.all()))
    told = run.all()[before]
    assert told.get("text") == "Recording stopped. The game goes on, but is no longer saved."
    assert run.all()[before + 1]["t"] - told["t"] < 1
    run.end()
    board.close()
