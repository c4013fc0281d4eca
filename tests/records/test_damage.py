"""Flipped bits and cuts after a kill: what is read is what was recorded, or it is told."""

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.commands.main import main
from companion.records import seals
from companion.records.encoding import encode
from companion.records.facts_sheet import facts_of
from companion.records.journal import Journal, Observation, Saved
from companion.records.journal_file import DamagedError, JournalError, UnsealedError
from companion.records.reading import ENDINGS, read
from companion.records.repair import check
from companion.records.rescue import open_whole
from companion.records.seals import side_file
from companion.referee.facts import Fact
from companion.referee.referee import Referee
from companion.session.compose import open_evening
from companion.settings import Settings
from tests.records.sheets import Chance
from tests.records.test_repair import unseal

SETTINGS = Settings("loop://", voice="print")
STATE = encode(Referee(SETTINGS.rules(), SETTINGS.match()).state)
OLD = list(facts_of(Chance(4, length=1).sheet()))
MOMENTS = list(facts_of(Chance(3, length=1).sheet()))[:60]
BOARD = "S,1,2,V6:5v;N12:14v1V,63/--:12.11,0.0.0.0.0.0.0/0.0.0.0.0.0.0,"
WIRE = '[0.5, "line", "S,1,2,V6:5v"]\n[0.6, "line", "S,2,3,V6:5v"]'

Content = tuple[list[tuple[Observation, ...]], Saved | None]


def content(journal: Journal) -> Content:
    """All that a journal tells."""
    rows = journal.matches(pending=True)
    return [journal.facts(row.match) for row in rows], journal.unfinished()


def record(journal: Journal, moments: list[tuple[Fact, ...]], first: int = 0) -> None:
    for number, facts in enumerate(moments, first):
        journal.record(float(number), facts, BOARD, STATE, WIRE)


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Content]]:
    """An evening killed in the middle of its second match, as it lies on the disk."""
    folder = tmp_path_factory.mktemp("killed")
    path = folder / "a.journal"
    with Journal.open(path) as journal:
        journal._db.execute("PRAGMA synchronous = OFF")
        journal.add_finished({"game": "backgammon"}, OLD, completed=True)
        journal.begin_match(SETTINGS.saved())
        record(journal, MOMENTS)
        copy_journal(path, folder / "killed")
        yield folder / "killed", content(journal)


def copy_journal(source: Path, target: Path) -> None:
    for ending in ENDINGS:
        side_file(target, ending).unlink(missing_ok=True)
        if side_file(source, ending).exists():
            shutil.copyfile(side_file(source, ending), side_file(target, ending))


def bytes_of(path: Path) -> dict[str, bytes]:
    """What lies on the disk; an empty log is as good as none."""
    there = [each for each in ENDINGS if side_file(path, each).exists()]
    found = {ending: side_file(path, ending).read_bytes() for ending in there}
    return {ending: data for ending, data in found.items() if data or not ending}


def damage(path: Path, chance: random.Random) -> str:
    """Flip a bit, overwrite a block, cut or empty the log, the file or the seal."""
    ending = chance.choice(("-wal", "-wal", "-wal", "", "", "-seal"))
    data = bytearray(side_file(path, ending).read_bytes())
    at, kind = chance.randrange(len(data)), chance.choice(("flip", "flip", "cut", "block", "gone"))
    if kind == "flip":
        data[at] ^= 1 << chance.randrange(8)
    elif kind == "cut":
        del data[at:]
    elif kind == "block":
        data[at : at + 512] = bytes(len(data[at : at + 512]))
    else:
        data.clear()
    side_file(path, ending).write_bytes(data)
    return f"{kind} of {ending or 'file'} at {at}"


def parts(whole: Content) -> set[Observation]:
    return {observation for match in whole[0] for observation in match}


@pytest.mark.parametrize("many", [40, pytest.param(300, marks=pytest.mark.slow)])
def test_of_many_flips_and_cuts_after_a_kill_none_is_silent(
    killed: tuple[Path, Content], tmp_path: Path, many: int
) -> None:
    original, recorded = killed
    chance, path = random.Random(15), tmp_path / "a.journal"
    told = {"unchanged": 0, "said": 0}
    for number in range(many):
        for old in tmp_path.iterdir():
            old.unlink()
        copy_journal(original, path)
        what = f"{number}: {damage(path, chance)}"
        damaged = bytes_of(path)
        problems = check(path).problems if readable(path) else ["unreadable"]
        journal, loss = open_whole(path)
        with journal:
            found = content(journal)
            if loss is None:
                assert found == recorded, what
                told["unchanged"] += 1
                continue
            told["said"] += 1
            assert problems, what
            assert bytes_of(loss.aside) == damaged, what
            assert parts(found) <= parts(recorded), what
            goes_on = found[1] is not None
            assert (loss.game in {"goes-on", "end-unknown-goes-on"}) is goes_on, what
            if not goes_on:
                journal.begin_match(SETTINGS.saved())
            record(journal, MOMENTS[:1])
        Journal.open(path).close()
    assert told["said"] > many / 2
    assert told["unchanged"] > many / 15


def readable(path: Path) -> bool:
    try:
        check(path)
    except JournalError:
        return False
    return True


def test_the_end_of_a_cut_log_is_told_by_number(
    killed: tuple[Path, Content], tmp_path: Path
) -> None:
    path = tmp_path / "a.journal"
    copy_journal(killed[0], path)
    side_file(path, "-wal").write_bytes(b"")
    last = len(parts(killed[1])) + 1  # one is there twice, equal in all
    with pytest.raises(DamagedError, match=r"has lost its end: observations? \d+") as error:
        Journal.open(path)
    numbers = [int(word) for word in str(error.value).replace(".", " ").split() if word.isdigit()]
    assert numbers[-1] == sum(map(len, killed[1][0])) >= last - 1
    health = check(path)
    assert health.lost == numbers[-1] - numbers[0] + 1
    assert any("Its end is lost" in problem for problem in health.problems)


def test_a_kill_between_commit_and_seal_is_no_damage(tmp_path: Path) -> None:
    path, copy = tmp_path / "a.journal", tmp_path / "copy"
    with Journal.open(path) as journal:
        journal.begin_match({"game": "backgammon"})
        record(journal, MOMENTS[:3])
        for number in range(3, 40):
            before = side_file(path, seals.ENDING).read_bytes()
            if number % 10 == 0:
                journal.finish_match()
            if number % 10 in (0, 5):
                journal.begin_match({"game": "backgammon"})
            else:
                record(journal, MOMENTS[number : number + 1], number)
            if number % 10 == 7:
                journal.finish_match()
                before = side_file(path, seals.ENDING).read_bytes() if number == 7 else before
                journal.begin_match({"game": "backgammon"})
            copy_journal(path, copy)
            side_file(copy, seals.ENDING).write_bytes(before)
            with Journal.open(copy) as gone_on:
                assert content(gone_on) == content(journal), number


def test_a_seal_of_which_one_line_is_torn_still_knows_the_end(
    killed: tuple[Path, Content], tmp_path: Path
) -> None:
    path = tmp_path / "a.journal"
    for line in (0, 256):
        copy_journal(killed[0], path)
        sealed = bytearray(side_file(path, seals.ENDING).read_bytes())
        sealed[line + 30] ^= 1
        side_file(path, seals.ENDING).write_bytes(sealed)
        side_file(path, "-wal").write_bytes(b"")
        with pytest.raises(DamagedError, match="has lost its end"):
            Journal.open(path)


def test_a_seal_that_cannot_be_read_is_told_by_check(
    killed: tuple[Path, Content], tmp_path: Path
) -> None:
    path = tmp_path / "a.journal"
    copy_journal(killed[0], path)
    side_file(path, seals.ENDING).write_bytes(b"?" * 512)
    assert any("its seal cannot be read" in problem for problem in check(path).problems)
    with pytest.raises(UnsealedError, match="its seal cannot be read"):
        Journal.open(path)


def test_a_journal_in_which_nothing_is_yet_needs_no_seal(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    Journal.open(path).close()
    for seal in (None, b"", b"?" * 512):
        side_file(path, seals.ENDING).unlink(missing_ok=True)
        if seal is not None:
            side_file(path, seals.ENDING).write_bytes(seal)
        assert check(path).problems == []
        Journal.open(path).close()


FOREIGN = seals.Seal("2026-01-01", 3, 1, 2, "aa", "bb")


@pytest.mark.parametrize("log", ["whole", "gone", "folded in"])
@pytest.mark.parametrize(
    ("seal", "why"),
    [
        (None, "its seal is missing"),
        (b"", "its seal is missing"),
        (bytes(512), "its seal cannot be read"),
        (FOREIGN.line() * 2, "its seal is another journal's"),
    ],
)
def test_a_sealed_journal_is_known_as_one_without_its_seal(
    killed: tuple[Path, Content], tmp_path: Path, seal: bytes | None, why: str, log: str
) -> None:
    path = tmp_path / "a.journal"
    copy_journal(killed[0], path)
    if log == "folded in":
        Journal.open(path).close()
    elif log == "gone":
        side_file(path, "-wal").unlink()
    side_file(path, seals.ENDING).unlink()
    if seal is not None:
        side_file(path, seals.ENDING).write_bytes(seal)
    before = bytes_of(path)
    assert any(why in problem for problem in check(path).problems)
    copy = tmp_path / "copy"
    copy_journal(path, copy)
    side_file(copy, seals.ENDING).unlink(missing_ok=True)
    with read(copy) as handed_on:
        there = content(handed_on)
    if why != "its seal is missing":
        with pytest.raises(UnsealedError, match=why), read(path):
            pass
    with pytest.raises(UnsealedError, match=why):
        Journal.open(path)
    journal, loss = open_whole(path)
    with journal:
        assert content(journal) == there
        assert loss is not None
        goes_on = there[1] is not None and there[1].begun
        assert loss.game == ("end-unknown-goes-on" if goes_on else "end-unknown")
        assert bytes_of(loss.aside) == before
    Journal.open(path).close()


@pytest.mark.parametrize("left", [("-seal",), ("-wal",), ("-seal", "-wal")])
@pytest.mark.parametrize("emptied", [True, False])
def test_a_journal_that_is_gone_is_told_by_what_lies_beside_it(
    killed: tuple[Path, Content], tmp_path: Path, left: tuple[str, ...], *, emptied: bool
) -> None:
    path = tmp_path / "a.journal"
    copy_journal(killed[0], path)
    for ending in ENDINGS:
        if ending not in left:
            side_file(path, ending).unlink(missing_ok=True)
    if emptied:
        path.write_bytes(b"")
    with pytest.raises(DamagedError, match="is gone"):
        Journal.open(path)
    kept = {ending: side_file(path, ending).read_bytes() for ending in left}
    journal, loss = open_whole(path)
    with journal:
        assert content(journal) == ([], None)
    assert loss is not None
    assert loss.game == ("lost" if "-seal" in left else "none")
    assert {ending: side_file(loss.aside, ending).read_bytes() for ending in left} == kept


@pytest.mark.parametrize("same_game", [True, False])
@pytest.mark.parametrize("sealed", [True, False])
def test_the_log_of_another_journal_takes_nothing_over(
    killed: tuple[Path, Content], tmp_path: Path, *, sealed: bool, same_game: bool
) -> None:
    path, other = tmp_path / "a.journal", tmp_path / "b.journal"
    with Journal.open(other) as journal:
        journal.begin_match(SETTINGS.saved() if same_game else {"game": "dutch"})
        record(journal, MOMENTS[:40])
        side_file(other, "-kept").write_bytes(side_file(other, "-wal").read_bytes())
    copy_journal(killed[0], path)
    Journal.open(path).close()
    side_file(path, "-wal").write_bytes(side_file(other, "-kept").read_bytes())
    if not sealed:
        side_file(path, seals.ENDING).unlink()
    assert any("log is left out" in problem for problem in check(path).problems)
    journal, loss = open_whole(path)
    with journal:
        assert content(journal) == killed[1]
    assert loss is not None
    Journal.open(path).close()


def test_an_old_log_costs_no_more_than_it_is_worth(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    with Journal.open(path) as journal:
        journal._db.execute("PRAGMA synchronous = OFF")
        journal.begin_match(SETTINGS.saved())
        record(journal, MOMENTS[:20])
        old = side_file(path, "-wal").read_bytes()
        record(journal, MOMENTS[20:], 20)
        whole = content(journal)
    side_file(path, "-wal").write_bytes(old)
    journal, loss = open_whole(path)
    with journal:
        found = content(journal)
    assert loss is not None or found == whole
    assert len(parts(found)) >= 20
    assert parts(found) <= parts(whole)


def test_check_says_no_to_a_journal_that_is_destroyed(
    killed: tuple[Path, Content], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.journal"
    for spoil in (
        path.unlink,
        lambda: path.write_bytes(b""),
        lambda: path.write_bytes(bytes(9999)),
    ):
        copy_journal(killed[0], path)
        spoil()
        assert main(["journal", "check", "--journal", str(path)]) == 1
        assert capsys.readouterr().out.startswith("Damaged: ")


def test_an_older_companions_journal_opens_without_alarm_and_is_sealed(
    killed: tuple[Path, Content], tmp_path: Path
) -> None:
    path = tmp_path / "a.journal"
    copy_journal(killed[0], path)
    Journal.open(path).close()
    unseal(path)
    assert check(path).problems == []
    with Journal.open(path) as journal:
        assert content(journal) == killed[1]
    data = bytearray(path.read_bytes())
    data[data.rindex(b'"VerdictGiven"' if b'"VerdictGiven"' in data else b'"Roll"') + 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(DamagedError):
        Journal.open(path)


def test_the_log_stays_small(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    with Journal.open(path) as journal:
        journal._db.execute("PRAGMA synchronous = OFF")
        journal.begin_match({"game": "backgammon"})
        record(journal, MOMENTS * 5)
        assert side_file(path, "-wal").stat().st_size < 500_000


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(
    ("endings", "en", "fr"),
    [
        (("-wal",), "Record damaged, part is lost.", "Enregistrement abîmé, il en manque"),
        (
            ("-seal",),
            "Record may lack its end. The game resumes",
            "Enregistrement sans doute incomplet à la fin. La partie reprend",
        ),
        (
            ("", "-wal"),
            "Record damaged, the saved game is lost.",
            "Enregistrement abîmé, la partie est perdue",
        ),
    ],
)
def test_at_the_start_of_an_evening_it_is_said_aloud(  # noqa: PLR0917 - fixtures and parameters
    killed: tuple[Path, Content],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    lang: str,
    endings: tuple[str, ...],
    en: str,
    fr: str,
) -> None:
    path = tmp_path / "a.journal"
    copy_journal(killed[0], path)
    for ending in endings:
        side_file(path, ending).write_bytes(side_file(path, ending).read_bytes()[:50])
    settings = Settings("loop://", voice="print", lang=lang, journal=str(path))
    with open_evening(settings) as evening:
        assert evening.table.kept
    written = capsys.readouterr()
    assert written.out.startswith(en if lang == "en" else fr)
    assert f"It is kept as {path}.damaged-1." in written.err
    with read(path) as journal:
        assert (journal.unfinished() is not None) is (len(endings) == 1)


def test_a_second_damage_keeps_both_files(killed: tuple[Path, Content], tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    for number in (1, 2):
        copy_journal(killed[0], path)
        side_file(path, "-wal").unlink()
        journal, loss = open_whole(path)
        journal.close()
        assert loss is not None
        assert loss.aside.name == f"a.journal.damaged-{number}"
        assert loss.aside.exists()
