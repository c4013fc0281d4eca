"""Kills at every write, power cuts, failing disks: what was acknowledged is there afterwards."""

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from companion.records.facts_sheet import facts_of
from companion.records.journal import Journal
from companion.records.journal_file import JournalError
from companion.records.seals import side_file
from tests.records import disk
from tests.records.disk import Disk, Op
from tests.records.sheets import Chance

ROOT = Path(__file__).parents[2]
MOMENTS = list(facts_of(Chance(3, length=1).sheet()))[:45]
BOARD = "S,1,2,V6:5v;N12:14v1V,63/--:12.11,0.0.0.0.0.0.0/0.0.0.0.0.0.0,"


def play(path: Path, done: Disk, moments: int = len(MOMENTS)) -> None:
    """Record a match and begin another, telling after each step that it is safe."""
    with Journal.open(path) as journal:
        done.wrote(side_file(path, "-seal"))  # the first one is synced, those after it perhaps not
        # So that the log is folded into the file again and again within one match.
        journal._db.execute("PRAGMA wal_autocheckpoint = 12")
        journal.begin_match({"game": "backgammon"})
        done.ack()
        for number, facts in enumerate(MOMENTS[:moments]):
            journal.record(float(number), facts, BOARD, f"state {number}" * 100, "wire")
            done.ack()
        journal.finish_match()
        done.ack()


def safe(path: Path, acknowledged: int) -> None:
    """Everything acknowledged is there, at most one step more, and the journal goes on."""
    with Journal.open(path) as journal:
        rows = journal.matches(pending=True)
        seen = [observation for row in rows for observation in journal.facts(row.match)]
        steps = len(rows) + len(seen) + sum(row.completed for row in rows)
        assert acknowledged <= steps <= acknowledged + 1
        assert [observation.facts for observation in seen] == MOMENTS[: len(seen)]
        saved = journal.unfinished()
        if seen and saved is not None:
            assert saved.state == f"state {len(seen) - 1}" * 100
        journal.begin_match({})
        journal.record(0.0, MOMENTS[0], BOARD, "on")


def safe_or_not_begun(path: Path, acknowledged: int) -> None:
    """As `safe`; only where nothing was told to anybody yet the file may also be refused."""
    if acknowledged:
        safe(path, acknowledged)
        return
    complaint = ""
    with suppress(JournalError):
        complaint = "it was left as it is"
        Journal.open(path).close()
        complaint = ""
    if complaint:
        with pytest.raises(JournalError, match=complaint):
            Journal.open(path)
    else:
        safe(path, 0)


@pytest.fixture
def noting() -> Iterator[Disk]:
    installed = Disk().install()
    yield installed
    installed.remove()


@pytest.fixture(scope="module")
def operations(tmp_path_factory: pytest.TempPathFactory) -> list[Op]:
    installed = Disk().install()
    try:
        play(tmp_path_factory.mktemp("noted") / "a.journal", installed)
    finally:
        installed.remove()
    return installed.ops


def test_the_disk_notes_what_the_journal_does(operations: list[Op]) -> None:
    kinds = [op.kind for op in operations]
    assert kinds.count("ack") == len(MOMENTS) + 2
    assert kinds.count("sync") >= len(MOMENTS) + 2
    assert kinds.count("write") > 2 * len(MOMENTS)
    paths = {Path(op.path).name for op in operations if op.path}
    assert {"a.journal", "a.journal-wal"} <= paths


def after_power_cuts(operations: list[Op], folder: Path, step: int, times: int) -> None:
    chance = random.Random(step)
    for end in range(0, len(operations) + 1, step):
        done = operations[:end]
        told = sum(op.kind == "ack" for op in done)
        for _ in range(times):
            for old in folder.iterdir():
                old.unlink()
            disk.cut(done, chance, folder)
            safe_or_not_begun(folder / "a.journal", told)


def test_after_power_cuts_everything_acknowledged_is_there(
    operations: list[Op], tmp_path: Path
) -> None:
    after_power_cuts(operations, tmp_path, 9, 1)


@pytest.mark.slow
def test_after_a_power_cut_at_every_operation_everything_acknowledged_is_there(
    operations: list[Op], tmp_path: Path
) -> None:
    after_power_cuts(operations, tmp_path, 1, 6)


KILLED = """
import os, sys
from pathlib import Path
sys.path[:0] = [sys.argv[1]]
from tests.records import disk, test_crashes
folder, step = Path(sys.argv[2]), int(sys.argv[3])
number = 1
while True:
    path = folder / f"{number}" / "a.journal"
    path.parent.mkdir()
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        one = disk.Disk(before=disk.killer(number)).install()
        one.ack = lambda: os.write(writing, b".")
        test_crashes.play(path, one)
        os._exit(0)
    os.close(writing)
    told = b""
    while more := os.read(reading, 4096):
        told += more
    os.close(reading)
    _, status = os.waitpid(child, 0)
    if status == 0:
        break
    print(number, status, len(told), flush=True)
    number += step
"""


def killed(folder: Path, step: int) -> int:
    command = [sys.executable, "-c", KILLED, str(ROOT), str(folder), str(step)]
    done = subprocess.run(  # noqa: S603 - our own interpreter, our own text
        command, capture_output=True, text=True, timeout=300, check=True
    )
    lines = [tuple(map(int, line.split())) for line in done.stdout.splitlines()]
    for number, status, told in lines:
        assert status == 9
        path = folder / str(number) / "a.journal"
        safe_or_not_begun(path, told)
        shutil.rmtree(path.parent)
    return len(lines)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_a_kill_at_a_write_loses_nothing_acknowledged(tmp_path: Path) -> None:
    assert killed(tmp_path, 41) > 5


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_a_kill_at_every_write_point_loses_nothing_acknowledged(
    tmp_path: Path, operations: list[Op]
) -> None:
    through_sqlite = [op for op in operations if not op.path.endswith("-seal")]
    points = sum(op.kind in ("write", "sync", "truncate", "delete") for op in through_sqlite)
    assert killed(tmp_path, 1) == points


def fails(noting: Disk, path: Path, number: int, code: int, *, lasting: bool) -> str:
    """Record while operation `number` (and all after it, if lasting) fails; the complaint."""
    noting.ops.clear()
    noting.count = 0
    noting.before = lambda _op, count: (
        code if count == number or (lasting and count > number) else 0
    )
    complaints: list[str] = []
    try:
        play(path, noting)
    except JournalError as error:
        complaints.append(str(error))
    finally:
        noting.before = lambda _op, _count: 0
    return "".join(complaints)


@pytest.mark.parametrize("lasting", [False, True])
@pytest.mark.parametrize(
    ("code", "says"),
    [
        (disk.FULL, "the disk is full"),
        (disk.WRITE_ERROR, "the disk reports an error"),
        (disk.SYNC_ERROR, "the disk reports an error"),
    ],
)
def test_a_failing_disk_is_one_sentence_and_loses_nothing_acknowledged(
    tmp_path: Path, noting: Disk, code: int, says: str, *, lasting: bool
) -> None:
    complaints = 0
    for number in (*range(1, 40, 3), *range(40, 240, 29)):
        folder = tmp_path / str(number)
        folder.mkdir()
        complaint = fails(noting, folder / "a.journal", number, code, lasting=lasting)
        told = sum(op.kind == "ack" for op in noting.ops)
        assert complaint == "" or says in complaint or "it was left as it is" in complaint
        assert "\n" not in complaint
        complaints += complaint != ""
        safe_or_not_begun(folder / "a.journal", told)
    assert complaints > 10


AS_NOBODY = """
import os, sys
from companion.records.journal import Journal
from companion.records.journal_file import JournalError
if os.geteuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
try:
    with Journal.open(sys.argv[1]) as journal:
        journal.begin_match({})
except JournalError as error:
    print(error)
"""


@pytest.mark.skipif(not hasattr(os, "setuid"), reason="no users on this system")
@pytest.mark.parametrize("exists", [True, False])
def test_a_read_only_folder_is_one_sentence(tmp_path: Path, *, exists: bool) -> None:
    path = tmp_path / "folder" / "a.journal"
    path.parent.mkdir()
    if exists:
        Journal.open(path).close()
        path.chmod(0o444)
    for each in (tmp_path, *tmp_path.parents):
        if not each.stat().st_mode & 0o001:  # else nobody would not even come to it
            each.chmod(0o755)
    path.parent.chmod(0o555)
    try:
        done = subprocess.run(  # noqa: S603 - our own interpreter, our own text
            [sys.executable, "-c", AS_NOBODY, str(path)],
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        )
    finally:
        path.parent.chmod(0o755)
    assert str(path) in done.stdout
    assert done.stdout.count("\n") == 1
    assert "may not be written to" in done.stdout or "cannot be opened; its folder" in done.stdout
