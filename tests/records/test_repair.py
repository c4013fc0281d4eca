"""Checking and repairing: nothing of the old file is touched, and all that can be read is saved."""

import random
import sqlite3
from contextlib import suppress
from pathlib import Path

import pytest

from companion.records.encoding import encode
from companion.records.facts_sheet import facts_of, read_sheet
from companion.records.journal import Journal
from companion.records.journal_file import JournalError
from companion.records.repair import check, repair
from companion.referee.initial_state import start
from companion.referee.state import Evening
from companion.rules import find_game
from companion.rules.match import Match
from tests.records.sheets import Chance

SHEETS = [Chance(seed, length=1).sheet() for seed in range(4)]
STATE = encode(start(find_game("backgammon"), Match(), Evening()))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal with four finished matches and one that goes on."""
    path = tmp_path / "old.journal"
    with Journal.open(path) as journal:
        for sheet in SHEETS:
            settings: dict[str, object] = {"game": "backgammon", "match_to": 1}
            journal.add_finished(settings, facts_of(sheet), completed=True)
        journal.begin_match({"game": "backgammon"})
        for facts in list(facts_of(SHEETS[0]))[:5]:
            journal.record(1.0, facts, "board", STATE, '[0.5, "lost", ""]')
    return path


def test_a_sound_journal_is_sound_and_its_copy_is_the_same(path: Path, tmp_path: Path) -> None:
    before = path.read_bytes()
    health = check(path)
    assert health.problems == []
    assert (health.rows["match"], health.lost) == (5, 0)
    new = tmp_path / "new.journal"
    assert repair(path, new) == health
    assert path.read_bytes() == before
    with Journal.open(path) as old, Journal.open(new) as copy:
        assert copy.matches() == old.matches()
        assert copy.unfinished() == old.unfinished()
        for row in old.matches():
            assert copy.facts(row.match) == old.facts(row.match)
    with pytest.raises(JournalError, match="is there already"):
        repair(path, new)


def test_a_log_left_by_a_kill_is_read_along(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "killed.journal"
    with Journal.open(path) as journal:
        journal.record(2.0, next(facts_of(SHEETS[1])), "board", STATE)
        for name in (path.name, path.name + "-wal", path.name + "-seal"):
            (tmp_path / name.replace("old", "killed")).write_bytes((tmp_path / name).read_bytes())
    assert check(other).rows == check(path).rows
    assert check(other).problems == []


def unseal(path: Path) -> None:
    """Make a journal one of the time before there were seals."""
    db = sqlite3.connect(path)
    for statement in (
        "ALTER TABLE observation DROP COLUMN seal",
        "ALTER TABLE match DROP COLUMN seal",
        "ALTER TABLE match DROP COLUMN thrown",
        "DELETE FROM migration WHERE name LIKE '0003%'",
        "PRAGMA user_version = 2",
    ):
        db.execute(statement)
    db.commit()
    db.close()
    path.with_name(path.name + "-seal").unlink()


@pytest.mark.parametrize("sealed", [True, False])
def test_a_row_that_means_nothing_costs_no_other(
    path: Path, tmp_path: Path, *, sealed: bool
) -> None:
    if not sealed:
        unseal(path)
    db = sqlite3.connect(path)
    with_facts = "SELECT count(*) FROM fact WHERE observation"
    of_second = "SELECT id FROM observation WHERE match = 2"
    damaged = "SELECT observation FROM fact WHERE id IN (1, 7, 8)"
    traced = "SELECT id FROM observation WHERE wire != ''"
    lost = f"{with_facts} = 20 OR observation IN ({of_second})"
    if sealed:  # an observation is taken whole or not at all
        lost += f" OR observation IN ({damaged}) OR observation IN ({traced})"
    else:
        lost += " OR id IN (1, 7, 8)"
    facts = db.execute("SELECT count(*) FROM fact").fetchone()[0]
    kept = facts - db.execute(lost).fetchone()[0]
    for wrong in (
        "UPDATE fact SET body = '{}' WHERE id = 7",
        "UPDATE fact SET name = 'Roll' WHERE id = 1",
        "UPDATE fact SET body = CAST(x'ff' AS TEXT) WHERE id = 8",
        "UPDATE observation SET t = 'soon' WHERE id = 20",
        "UPDATE observation SET wire = 'x' WHERE wire != ''",
        "UPDATE match SET settings = '[]' WHERE id = 2",
        "UPDATE match SET state = 'x' WHERE id = 5",
    ):
        db.execute(wrong)
    db.commit()
    db.close()
    health = repair(path, tmp_path / "new.journal")
    assert health.rows["match"] == 4
    assert any("match 2: its settings are none" in problem for problem in health.problems)
    named = ("observation 20: ",) if sealed else ("fact 1: ", "fact 7: ", "fact 8: ")
    for each in (*named, "observation 20: "):
        assert any(each in problem for problem in health.problems)
    assert facts // 2 < kept < facts - 100
    assert health.rows["fact"] == kept
    with Journal.open(tmp_path / "new.journal") as journal:
        assert journal.unfinished() is None
        assert [row.completed for row in journal.matches()] == [True, True, True, False]
        third = read_sheet({}, [f for seen in journal.facts(3) for f in seen.facts])
        assert third.games == SHEETS[2].games


def readable(path: Path) -> set[int]:
    """The facts of a file that can be read one by one."""
    db = sqlite3.connect(path)
    found: set[int] = set()
    for number in range(1, 5000):
        with suppress(sqlite3.Error):
            found.update(db.execute("SELECT id FROM fact WHERE id = ?", (number,)).fetchone() or ())
    db.close()
    return found


def test_past_a_damaged_page_every_row_is_rescued(path: Path, tmp_path: Path) -> None:
    unseal(path)
    everything = readable(path)
    data = bytearray(path.read_bytes())
    middle = data.index(b'"@"', len(data) // 2) // 4096 * 4096
    data[middle : middle + 4096] = bytes(4096)
    path.write_bytes(data)
    there = readable(path)
    assert len(everything) > len(there) > len(everything) * 3 // 4
    health = repair(path, tmp_path / "new.journal")
    assert readable(tmp_path / "new.journal") == there
    assert health.rows["fact"] == len(there)


@pytest.mark.parametrize("seed", range(60))
def test_a_damaged_file_never_makes_a_bad_copy(path: Path, tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    data = bytearray(path.read_bytes())
    at = chance.randrange(100, len(data))
    size = chance.choice([1, 40, 4096, 9000])
    data[at : at + size] = chance.randbytes(size)[: len(data) - at]
    if seed % 5 == 0:
        data = data[: chance.randrange(2000, len(data))]
    path.write_bytes(data)
    new = tmp_path / "new.journal"
    health = None
    with suppress(JournalError):
        health = repair(path, new)
    if health is None:
        with pytest.raises(JournalError, match=r"^[^\n]*$"):
            check(path)
        return
    assert all("\n" not in problem for problem in health.problems)
    again = check(new)
    assert again.problems == []
    assert again.rows == health.rows
    assert path.read_bytes() == data


@pytest.mark.parametrize("data", [b"", b"x" * 500, b"SQLite format 3\0" + b"\0" * 500])
def test_what_is_no_journal_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "x"
    path.write_bytes(data)
    with pytest.raises(JournalError, match="is not a journal"):
        check(path)
    with pytest.raises(JournalError, match="cannot be read"):
        check(tmp_path / "none")
