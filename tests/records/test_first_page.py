"""A damaged first page, without which no other can be read, costs nothing."""

from pathlib import Path

import pytest

from companion.records.journal import Journal
from companion.records.journal_file import JournalError
from companion.records.reading import ENDINGS
from companion.records.repair import check, repair
from companion.records.rescue import open_whole
from companion.records.seals import side_file
from tests.records.test_damage import MOMENTS, SETTINGS, Content, content, copy_journal, record
from tests.records.test_repair import unseal


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Content]:
    """An evening that ended in order, its log folded in."""
    path = tmp_path_factory.mktemp("ended") / "a.journal"
    with Journal.open(path) as journal:
        journal._db.execute("PRAGMA synchronous = OFF")
        journal.begin_match(SETTINGS.saved())
        record(journal, MOMENTS)
        return path, content(journal)


def flipped(source: Path, path: Path, at: int, bit: int) -> Path:
    copy_journal(source, path)
    data = bytearray(path.read_bytes())
    data[at] ^= 1 << bit
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("step", [211, pytest.param(7, marks=pytest.mark.slow)])
def test_whichever_bit_of_the_first_page_is_flipped_repair_finds_everything(
    ended: tuple[Path, Content], tmp_path: Path, step: int
) -> None:
    path, new = tmp_path / "a.journal", tmp_path / "new.journal"
    noticed = 0
    for at in [*range(0, 4096, step), 28, 59, 63, 71, 3590, 4010, 4052]:
        flipped(ended[0], path, at, at % 8)
        for ending in ENDINGS:
            side_file(new, ending).unlink(missing_ok=True)
        problems = check(path).problems
        assert repair(path, new).lost == 0, at
        with Journal.open(new) as journal:
            assert content(journal) == ended[1], at
        try:
            Journal.open(path).close()
        except JournalError:
            assert problems, at
        noticed += bool(problems)
    assert noticed >= 6


def test_a_first_page_that_is_nothing_at_all_is_put_in_anew_also_under_a_log(
    ended: tuple[Path, Content], tmp_path: Path
) -> None:
    path = tmp_path / "a.journal"
    for log in (b"", b"?" * 5000):
        copy_journal(ended[0], path)
        path.write_bytes(bytes(4096) + path.read_bytes()[4096:])
        side_file(path, "-wal").write_bytes(log)
        assert any("first page" in problem for problem in check(path).problems)
        journal, loss = open_whole(path)
        with journal:
            assert content(journal) == ended[1]
        assert loss is not None
        assert (loss.game, loss.whole) == ("goes-on" if ended[1][1].begun else "none", True)  # type: ignore[union-attr]
        for each in tmp_path.iterdir():
            each.unlink()


def test_an_older_journal_whose_rows_have_no_seals_is_not_read_by_a_page_of_today(
    ended: tuple[Path, Content], tmp_path: Path
) -> None:
    path = tmp_path / "a.journal"
    copy_journal(ended[0], path)
    unseal(path)
    before = check(path)
    assert before.problems == []
    path.write_bytes(bytes(4096) + path.read_bytes()[4096:])
    with pytest.raises(JournalError, match="is not a journal"):
        check(path)
