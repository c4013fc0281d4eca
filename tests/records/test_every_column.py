"""Any column of any row, changed: it is noticed; and what stands in a match's row comes back."""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.commands.main import main
from companion.records.journal import Journal, Saved
from companion.records.journal_file import DamagedError
from companion.records.reading import ENDINGS
from companion.records.repair import check, repair
from companion.records.rescue import open_whole
from companion.records.seals import side_file
from tests.records.test_damage import BOARD, MOMENTS, OLD, SETTINGS, STATE, content

TABLES = ("match", "observation", "fact", "migration")
BEGIN = json.dumps([0.1, "begin", SETTINGS.as_json()])
STEP = '[0.5, "line", "S,1,2,V6:5v"]'


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An imported match, one played to its end and one that is open, ended in order."""
    path = tmp_path_factory.mktemp("whole") / "a.journal"
    with Journal.open(path) as journal:
        journal._db.execute("PRAGMA synchronous = OFF")
        journal.add_finished({"game": "backgammon"}, OLD[:20], completed=True)
        for first in (0, 12):
            journal.begin_match(SETTINGS.saved())
            for number, facts in enumerate(MOMENTS[first : first + 12]):
                wire = STEP if number else f"{BEGIN}\n{STEP}"
                journal.record(float(number), facts, BOARD, STATE, wire)
    return path


def copied(whole: Path, path: Path) -> Path:
    for ending in ENDINGS:
        side_file(path, ending).unlink(missing_ok=True)
        if side_file(whole, ending).exists():
            shutil.copyfile(side_file(whole, ending), side_file(path, ending))
    return path


def columns(path: Path) -> list[tuple[str, str]]:
    """Every column of every table there is, whoever added it."""
    db = sqlite3.connect(path)
    tables = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    assert {name for (name,) in tables} == set(TABLES)
    found = [
        (table, str(column[1]))
        for table in TABLES
        for column in db.execute(f"PRAGMA table_info({table})")
    ]
    db.close()
    return found


def changed(value: Any) -> Iterator[Any]:
    """A value with one bit flipped, and another value altogether."""
    if isinstance(value, str) and value:
        middle = len(value) // 2
        yield value[:middle] + chr(ord(value[middle]) ^ 1) + value[middle + 1 :]
        yield ""
    elif isinstance(value, bytes):
        yield bytes([value[0] ^ 1]) + value[1:]
        yield b""
    elif isinstance(value, int | float):
        yield value + 4096
        yield 1 - value
    else:
        yield "2026-11-20T10:00:00+00:00"


def changes(path: Path) -> Iterator[tuple[str, str, int, Any]]:
    """Every table, column and row, with what is written there instead."""
    every = columns(path)
    db = sqlite3.connect(path)
    for table, column in every:
        there = f"SELECT rowid, {column} FROM {table}"  # noqa: S608 - our own names
        for row, value in db.execute(there).fetchall():
            for other in changed(value):
                if other != value:
                    yield table, column, row, other
    db.close()


def spoil(path: Path, table: str, column: str, row: int, value: Any) -> bool:
    """Write a value into a column; whether the schema lets it be."""
    db = sqlite3.connect(path)
    try:
        there = f"UPDATE {table} SET {column} = ? WHERE rowid = ?"  # noqa: S608 - our own names
        db.execute(there, (value, row))
        db.commit()
    except sqlite3.IntegrityError:
        return False
    finally:
        db.close()
    return True


def test_a_change_in_any_column_of_any_row_of_any_table_is_noticed(
    whole: Path, tmp_path: Path
) -> None:
    path, tried, missed = tmp_path / "a.journal", dict.fromkeys(TABLES, 0), []
    for change in changes(whole):
        copied(whole, path)
        if not spoil(path, *change):
            continue
        tried[change[0]] += 1
        health = check(path)
        if not health.problems or not all("\n" not in each for each in health.problems):
            missed.append(change)
    assert missed == []
    assert min(tried.values()) >= 3
    assert tried["match"] > 3 * 8
    assert check(copied(whole, path)).problems == []


OPEN = {"settings", "begun", "thrown", "elapsed", "state", "seal"}


@pytest.mark.parametrize("beside_it", ["copy", "no copy"])
@pytest.mark.parametrize("column", sorted(OPEN))
def test_one_bit_of_the_row_of_the_open_match_costs_nothing(
    whole: Path, tmp_path: Path, column: str, beside_it: str
) -> None:
    path, new = tmp_path / "a.journal", tmp_path / "new.journal"
    with Journal.open(copied(whole, path)) as journal:
        recorded = content(journal)
    every = list(range(0, 4000, 397))
    db = sqlite3.connect(path)
    there = f"SELECT {column} FROM match WHERE ended IS NULL"  # noqa: S608 - our own names
    (value,) = db.execute(there).fetchone()
    db.close()
    for number in every:
        copied(whole, path)
        if beside_it == "no copy":  # as an older companion left its seal
            side_file(path, "-seal").write_bytes(side_file(path, "-seal").read_bytes()[:512])
        other = one_bit_off(value, number)
        if other is None or not spoil(path, "match", column, 3, other):
            continue
        health = check(path)
        assert (health.lost, health.mended) == (0, 1), (column, number, health.problems)
        new.unlink(missing_ok=True)
        side_file(new, "-seal").unlink(missing_ok=True)
        repair(path, new)
        assert check(new).problems == []
        with Journal.open(new) as mended:
            assert content(mended) == recorded


def one_bit_off(value: Any, number: int) -> Any:
    """A value of the same kind with one of its bits flipped; None where that is no value."""
    if isinstance(value, float):
        return float(int(value) ^ 1 << number % 8)
    data = bytearray(value if isinstance(value, bytes) else value.encode())
    data[number // 8 % len(data)] ^= 1 << number % 8
    if isinstance(value, bytes):
        return bytes(data)
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


def spoilt(whole: Path, path: Path, *statements: str) -> tuple[list[str], Saved | None]:
    """What is told of a journal after these changes, and what can be gone on with."""
    copied(whole, path)
    db = sqlite3.connect(path)
    for statement in statements:
        db.execute(statement)
    db.commit()
    db.close()
    problems = check(path).problems
    with pytest.raises(DamagedError):
        Journal.open(path)
    journal, loss = open_whole(path)
    with journal:
        assert loss is not None
        return problems, journal.unfinished()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE match SET settings = 'gone' WHERE id = 3",
        "UPDATE match SET state = NULL WHERE id = 3",
        "UPDATE match SET ended = begun, completed = 1 WHERE id = 3",
        "UPDATE match SET id = 77 WHERE id = 3",
        "DELETE FROM match WHERE id = 3",
        "UPDATE match SET settings = '', state = '', begun = '', elapsed = 1e9 WHERE id = 3",
    ],
)
def test_a_row_that_is_wholly_lost_is_found_again_beside_the_journal(
    whole: Path, tmp_path: Path, statement: str
) -> None:
    with Journal.open(copied(whole, tmp_path / "b.journal")) as journal:
        recorded = content(journal)
    problems, saved = spoilt(whole, tmp_path / "a.journal", statement)
    assert any(problem.startswith("match 3: its row") for problem in problems)
    assert saved == recorded[1]
    with Journal.open(tmp_path / "a.journal") as journal:
        assert content(journal) == recorded


def test_without_a_copy_the_settings_are_found_in_the_first_observation(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, new = copied(whole, tmp_path / "a.journal"), tmp_path / "new.journal"
    side_file(path, "-seal").write_bytes(side_file(path, "-seal").read_bytes()[:512])
    db = sqlite3.connect(path)
    db.execute("UPDATE match SET settings = '?' WHERE id = 2")
    db.execute("DELETE FROM match WHERE id = 3")
    db.commit()
    db.close()
    assert main(["journal", "check", "--journal", str(path)]) == 1
    assert main(["journal", "repair", str(new), "--journal", str(path)]) == 0
    written = capsys.readouterr().out
    assert "Nothing lost." not in written
    assert "2 rows lost." in written
    assert "match 2: its row is damaged; its times are kept as they read." in written
    assert "match 3: its row is lost; its settings were found in its first observation" in written
    with Journal.open(new) as journal, Journal.open(copied(whole, tmp_path / "b")) as recorded:
        assert [journal.facts(match) for match in (1, 2, 3)] == content(recorded)[0]
        for row, before in zip(journal.matches()[1:], recorded.matches()[1:], strict=True):
            assert row.settings == before.settings | {"asked": ""}
            assert row.ended is not None


def test_an_imported_match_without_its_row_is_told_as_lost(whole: Path, tmp_path: Path) -> None:
    path = copied(whole, tmp_path / "a.journal")
    db = sqlite3.connect(path)
    db.execute("DELETE FROM match WHERE id = 1")
    db.commit()
    db.close()
    health = repair(path, tmp_path / "new.journal")
    assert any("match 1: its row is lost, and with it" in problem for problem in health.problems)
    assert health.lost > 20
    with Journal.open(tmp_path / "new.journal") as journal:
        assert [row.match for row in journal.matches()] == [2, 3]


def test_a_row_to_which_nothing_belongs_makes_no_match(whole: Path, tmp_path: Path) -> None:
    path = copied(whole, tmp_path / "a.journal")
    db = sqlite3.connect(path)
    db.execute("INSERT INTO match (id, begun, ended, settings) VALUES (9, '', '', '{}')")
    db.commit()
    db.close()
    health = repair(path, tmp_path / "new.journal")
    assert "match 9: its row is damaged, and nothing belongs to it." in health.problems


def test_a_copy_that_is_torn_or_old_is_no_damage(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    sealed = side_file(whole, "-seal").read_bytes()
    for cut in (512, 513, 600, len(sealed) - 1):
        copied(whole, path)
        side_file(path, "-seal").write_bytes(sealed[:cut])
        assert check(path).problems == []
        Journal.open(path).close()
        assert side_file(path, "-seal").read_bytes()[512:] == sealed[512:]
