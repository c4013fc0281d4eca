"""Three hundred damaged files: each is reported with the line, and the next start continues."""

import json
import random
import shutil
from pathlib import Path

import pytest

from companion.records.facts_sheet import facts_of
from companion.records.journal import Journal
from companion.records.read import check, check_file, files, observations
from tests.records.kept import state
from tests.records.sheets import Chance

KINDS = ("flipped", "cut", "deleted", "duplicated", "swapped")
MOMENTS = list(facts_of(Chance(3, length=1).sheet()))[:40]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal with an unfinished match of forty observations."""
    folder = tmp_path_factory.mktemp("whole") / "evenings"
    with Journal.open(folder) as journal:
        journal.begin_match({"game": "backgammon"})
        for number, facts in enumerate(MOMENTS):
            journal.record(number, facts, state("backgammon", number))
    return folder


def flipped(data: bytes, chance: random.Random) -> bytes:
    changed = bytearray(data)
    changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def cut(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data) - 1)]


def moved(data: bytes, chance: random.Random, kind: str) -> bytes:
    lines = data.splitlines(keepends=True)
    at = chance.randrange(len(lines) - 1)
    if kind == "deleted":
        del lines[at]
    elif kind == "duplicated":
        lines.insert(at, lines[at])
    else:
        other = chance.choice([each for each in range(len(lines)) if each != at])
        lines[at], lines[other] = lines[other], lines[at]
    return b"".join(lines)


def damaged(data: bytes, kind: str, chance: random.Random) -> bytes:
    if kind == "flipped":
        return flipped(data, chance)
    return cut(data, chance) if kind == "cut" else moved(data, chance, kind)


@pytest.mark.parametrize("kind", KINDS)
def test_damage_is_reported_and_the_next_start_continues(
    whole: Path, tmp_path: Path, kind: str
) -> None:
    each_is_named_and_gone_on_with(whole, tmp_path, kind, 1, 1)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_three_hundred_damaged_files_are_reported(whole: Path, tmp_path: Path, kind: str) -> None:
    """Guards that no damage is silent and none ends an evening."""
    each_is_named_and_gone_on_with(whole, tmp_path, kind, 60, 2)


def each_is_named_and_gone_on_with(
    whole: Path, tmp_path: Path, kind: str, count: int, seed: int
) -> None:
    chance = random.Random(f"{kind} {seed}")
    for number in range(count):
        folder = tmp_path / str(number)
        shutil.copytree(whole, folder)
        (path,) = files(folder)
        good = path.read_bytes()
        bad = damaged(good, kind, chance)
        assert bad != good
        path.write_bytes(bad)
        pairs = zip(
            good.splitlines(keepends=True), [*bad.splitlines(keepends=True), b""], strict=False
        )
        first = next(at for at, (one, other) in enumerate(pairs, 1) if one != other)
        told, fine, *_ = check(folder)
        assert not fine
        assert any(f"{path.name}, line {first}: " in str(each) for each in told), (first, told)
        states = [json.loads(line)["state"]["turn"]["number"] for line in good_lines(path)]
        with Journal.open(folder) as journal:
            (loss,) = journal.losses
            if kind == "duplicated":
                assert (loss.game, len(states)) == ("whole", len(MOMENTS))
            assert loss.aside.read_bytes() == bad
            assert f"{path.name}, line " in str(loss.messages[0])
            saved = journal.unfinished
            if not states:
                assert (saved, loss.game) == (None, "lost")
                continue
            assert saved is not None
            assert saved.state.turn.number == states[-1]
            journal.record(99.0, MOMENTS[0], state("backgammon", 99))
        assert check(folder)[1]
        kept = [each.facts for each in observations(path)]
        assert kept == [tuple(MOMENTS[state]) for state in states] + [tuple(MOMENTS[0])]


def good_lines(path: Path) -> list[bytes]:
    good = check_file(path).good
    return [good[number] for number in sorted(good) if b'"journal":' not in good[number]]
