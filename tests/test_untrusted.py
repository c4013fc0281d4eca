"""Files named by a user: a pipe or a device is refused in one sentence, without a hang."""

import os
from pathlib import Path

import pytest

from companion.records.journal import Journal
from companion.untrusted import read_regular
from tests.program import DEVNULL, run
from tests.tables import table


def test_a_file_larger_than_allowed_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"12345")
    assert read_regular(file, 5) == b"12345"
    with pytest.raises(OSError, match="it has more than 4 bytes"):
        read_regular(file, 4)


@pytest.mark.parametrize("line", table("commands/pipes"))
@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("/dev/zero")])
def test_another_kind_of_file_is_one_sentence(
    line: str, make: "os.PathLike[str]", tmp_path: Path
) -> None:
    make(tmp_path / "pipe")  # type: ignore[operator]
    done = run(*line.split(), cwd=tmp_path, stdin=DEVNULL)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "pipe" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_journal_is_a_folder(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(RuntimeError, match="is not a folder"):
        Journal.open(pipe)
