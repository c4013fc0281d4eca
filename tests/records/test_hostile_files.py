"""Ten thousand hostile files: read correctly or refused, quickly and in little memory."""

import random
import time
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from companion.exchange import files, json_sheet, text_sheet
from companion.records.facts_sheet import facts_of
from companion.records.journal import Journal
from companion.records.mat import MatError
from companion.records.read import check, has_begun, matches, observations
from companion.records.sheet import Sheet, SheetError
from companion.rules import MatchError, RulesError, game_names
from tests.budget import seeds
from tests.records.kept import state
from tests.records.sheets import Chance

resource = pytest.importorskip("resource", reason="no measure of memory on this system")
CORPUS = sorted((Path(__file__).parents[1] / "data" / "corpus").glob("*.mat"))
WORDS = [
    b"Game 1",
    b"Wins 1 point",
    b"99999999999999",
    b"-1",
    b"\0",
    b"\xff\xfe",
    b"24/18",
    b"{",
    b"[",
]
WORDS += [b"null", b'"', b"\n", b" : ", b"63:", b"Doubles => 2", b"V1=15v", b"Stands", b'; [Set "']
WORDS += [b"1e999", b"NaN", b"true", b"\\u0000", b"((((", b"*" * 300, b"9" * 5000]


@cache
def sheets() -> list[Sheet]:
    """A match of each game, played only when it is needed."""
    return [Chance(seed, game, length=1).sheet() for seed, game in enumerate(game_names(), start=4)]


def spoilt(good: bytes, chance: random.Random) -> bytes:
    """A real file with bytes, words and lines changed, moved, doubled or gone."""
    data = bytearray(good)
    for _ in range(chance.choice([1, 1, 2, 5, 30])):
        at = chance.randrange(len(data) + 1)
        kind = chance.randrange(6)
        if kind == 0 and data:
            data[at % len(data)] = chance.randrange(256)
        elif kind == 1:
            data[at:at] = chance.choice(WORDS)
        elif kind == 2:
            del data[at : at + chance.choice([1, 5, 80, 3000])]
        elif kind == 3:
            lines = bytes(data).split(b"\n")
            chance.shuffle(lines) if chance.random() < 0.2 else lines.insert(
                chance.randrange(len(lines)), chance.choice(lines)
            )
            data = bytearray(b"\n".join(lines))
        elif kind == 4:
            data[at:at] = data[at : at + 200]
        else:
            data[at : at + 3] = str(chance.randrange(-5, 10**6)).encode()
    return bytes(data)


def read(path: Path) -> None:
    """Read a file; what is believed can be written and read again."""
    try:
        sheet = files.read(path)
    except (MatError, SheetError, RulesError, MatchError) as error:
        complaint = str(error)
    else:
        assert json_sheet.from_json(json_sheet.to_json(sheet)) == sheet
        assert text_sheet.from_text(text_sheet.to_text(sheet)).games == sheet.games
        return
    assert complaint.strip()
    assert "\n" not in complaint
    assert len(complaint) < 600


def hostile(path: Path, originals: list[bytes], count: int, seed: int) -> None:
    chance = random.Random(seed)
    before, slowest = largest(), 0.0
    for _ in range(count):
        path.write_bytes(spoilt(chance.choice(originals), chance))
        begun = time.perf_counter()
        read(path)
        slowest = max(slowest, time.perf_counter() - begun)
    assert slowest < 30
    assert largest() - before < 100_000


def largest() -> int:
    """The most memory this process has had so far, in kilobytes."""
    return int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


def originals(kind: str) -> list[bytes]:
    if kind == "mat":
        return [path.read_bytes() for path in CORPUS]
    if kind == "json":
        return [json_sheet.to_json(sheet).encode() for sheet in sheets()]
    return [text_sheet.to_text(sheet).encode() for sheet in sheets()]


@pytest.mark.parametrize("kind", ["mat", "json", "text"])
def test_some_hostile_files_are_read_or_refused(tmp_path: Path, kind: str) -> None:
    hostile(tmp_path / "x", originals(kind), 3, 1)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["mat", "json", "text"])
def test_many_hostile_files_are_read_or_refused(tmp_path: Path, kind: str) -> None:
    """Guards that no file stops, stalls or bloats the program."""
    for seed in seeds(5):
        hostile(tmp_path / "x", originals(kind), 100, seed)


@pytest.mark.slow
def test_hundreds_of_hostile_journals_cause_no_error(tmp_path: Path) -> None:
    """Whatever stands in a file, a list, a check and the next start take it without a fault."""
    with Journal.open(tmp_path) as journal:
        journal.begin_match({"game": "backgammon"})
        for number, facts in enumerate(islice(facts_of(sheets()[0]), 40)):
            journal.record(number, facts, state("backgammon", number))
    (path,) = (row.path for row in matches(tmp_path))
    good, chance = path.read_bytes(), random.Random(4)
    for _ in range(300):
        for old in tmp_path.iterdir():
            old.unlink()
        path.write_bytes(spoilt(good, chance))
        begun = time.perf_counter()
        told = check(tmp_path).problems
        assert all("\n" not in str(sentence) for sentence in told)
        for row in matches(tmp_path):
            list(observations(row.path))
        thrown = has_begun(path)
        Journal.open(tmp_path).close()
        aside = path.with_name(path.name + ".damaged")
        assert not thrown or check(tmp_path)[1] or aside.exists()
        assert time.perf_counter() - begun < 30


@pytest.mark.parametrize("size", [0, 1, 10_000_000])
def test_empty_and_huge_files_are_refused(tmp_path: Path, size: int) -> None:
    path = tmp_path / "x"
    for byte in (b"\0", b"\n", b"{", b"9", b"\xff"):
        path.write_bytes(byte * size)
        read(path)


def test_a_folder_and_a_missing_file_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none"):
        for form in (None, "mat", "json"):
            with pytest.raises((SheetError, MatError), match="cannot be read"):
                files.read(path, form)
