"""Lines with a correct sum and invalid content, and how each reader reports them."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.commands.main import main
from companion.records.facts_sheet import facts_of
from companion.records.journal import Journal
from companion.records.lines import JournalError, digest, head_of
from companion.records.read import (
    Follower,
    RecordedInput,
    check,
    files,
    matches,
    observations,
)
from companion.referee.facts import Fact, Roll
from companion.referee.talk_facts import TurnJudged
from companion.rules import Player
from tests.records.kept import state
from tests.records.sheets import Chance

MOMENTS = list(facts_of(Chance(3, length=1).sheet()))[:6]
LAST = len(MOMENTS) + 1
DEEP = "[" * 900 + "]" * 900
BAD = ("1e999", "-1e999", "NaN", "Infinity", "1" + "0" * 400, "9" * 5000, DEEP)
"""JSON that stands in no line."""
READERS = (
    ("list",),
    ("show",),
    *(("export", "--format", form) for form in ("text", "json", "csv", "transcript", "report")),
)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """The file of an unfinished match of backgammon."""
    with Journal.open(tmp_path / "evenings") as journal:
        journal.begin_match({"game": "backgammon", "match_to": 5, "clock": 7})
        for turn, facts in enumerate(MOMENTS):
            entries = (RecordedInput(turn, "typed", "x"),)
            journal.record(turn, facts, state("backgammon", turn), entries)
    (path,) = files(tmp_path / "evenings")
    return path


def reseal(path: Path, number: int, change: Callable[[bytes], bytes]) -> None:
    """Change one line, the first is 1, and give this and all that follow their right sums."""
    before, written = "", b""
    for at, line in enumerate(path.read_bytes().splitlines(), 1):
        body = line[: line.rindex(b',"sum"')]
        body = change(body) if at == number else body
        before = digest(before, body)
        written += body + f',"sum":"{before}"}}\n'.encode()
    path.write_bytes(written)


def told(path: Path, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """The exit code of `journal`, what it prints, and what it says on standard error."""
    capsys.readouterr()
    action, *options = words
    code = main(["journal", action, "--journal", str(path.parent), *options])
    out, error = capsys.readouterr()
    assert "Traceback" not in error
    return code, out, error


def spoil(name: str, value: str) -> Callable[[bytes], bytes]:
    """A change that gives a field of a line this JSON."""

    def change(body: bytes) -> bytes:
        data = json.loads(body + b"}")
        data[name] = "@@"
        text = json.dumps(data, separators=(",", ":"))[:-1]
        return text.replace('"@@"', value).encode()

    return change


def is_named_and_passed_over(
    path: Path, number: int, capsys: pytest.CaptureFixture[str], *readers: tuple[str, ...]
) -> None:
    """`check` names a line; other readers say that they leave it out and do what they do."""
    place = f"{path.name}, line {number}: "
    code, out, error = told(path, capsys, "check")
    assert (code, error) == (1, "")
    assert [line.startswith(place) for line in out.splitlines()[1:]] == [True]
    for reader in readers:
        code, out, error = told(path, capsys, *reader)
        assert (code, error.count("\n")) == (0, 1), reader
        assert error.startswith(f"Line ignored: {place}"), reader
        assert out


@pytest.mark.parametrize("value", [*BAD, '"1"', "true", "null", "[]", "{}", "-1"])
def test_an_invalid_time_is_reported(
    kept: Path, capsys: pytest.CaptureFixture[str], value: str
) -> None:
    reseal(kept, LAST, spoil("t", value))
    is_named_and_passed_over(kept, LAST, capsys, ("show",))


def test_every_reader_names_an_invalid_line(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    reseal(kept, LAST, spoil("t", "NaN"))
    is_named_and_passed_over(kept, LAST, capsys, *READERS)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("state", value) for value in (*BAD, '"x"', "[]", "3")),
        *(("from", value) for value in ("NaN", DEEP, "3", "{}", "[3]", "[[1,2,3]]")),
        *(("from", f'[[{value},"typed",""]]') for value in (*BAD, '""', "null")),
        *(("facts", value) for value in ("3", "{}", "[3]", '[{"fact":3}]', '["Roll"]')),
        ("facts", '[{"fact":"Rol","player":"V"}]'),
        ("facts", '[{"fact":"Roll","player":"V"}]'),
        ("facts", f'[{{"fact":"Roll","player":"V","dice":[{BAD[4]},1]}}]'),
        ("more", "1"),
    ],
)
def test_an_invalid_field_is_reported(
    kept: Path, capsys: pytest.CaptureFixture[str], name: str, value: str
) -> None:
    reseal(kept, 5, spoil(name, value))
    is_named_and_passed_over(kept, 5, capsys, ("show",))


@pytest.mark.parametrize("name", ["t", "facts", "from", "state"])
def test_a_missing_field_is_reported(
    kept: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    def change(body: bytes) -> bytes:
        data = json.loads(body + b"}")
        del data[name]
        return json.dumps(data, separators=(",", ":"))[:-1].encode()

    reseal(kept, 5, change)
    is_named_and_passed_over(kept, 5, capsys, ("show",))


def test_a_repeated_number_is_reported(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    reseal(kept, 5, lambda body: body + b',"n":7')
    is_named_and_passed_over(kept, 5, capsys, ("show",))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("journal", value) for value in ('"1"', "0", "null", "true", "[1]", "1.0")),
        *(("begun", value) for value in ("3", '"yesterday"')),
        *(("match_to", value) for value in ('"5"', "NaN", DEEP)),
        *(("players", value) for value in ("[]", '{"V":1,"N":""}', '{"V":""}')),
        *(("options", value) for value in ("3", "[3]")),
        ("settings", '{"clock":1e999}'),
        ("settings", "[]"),
        ("game", "3"),
        ("table", "{}"),
        ("program", "null"),
        ("more", "1"),
    ],
)
def test_a_first_line_that_is_wrong_is_replaced_by_its_copy_in_the_head(
    kept: Path, capsys: pytest.CaptureFixture[str], name: str, value: str
) -> None:
    readers = (("list",), ("export", "--format", "json"))
    before = [told(kept, capsys, *reader)[1] for reader in readers]
    reseal(kept, 1, spoil(name, value))
    is_named_and_passed_over(kept, 1, capsys, *readers)
    assert [told(kept, capsys, *reader)[1] for reader in readers] == before
    with Journal.open(kept.parent) as journal:
        (loss,) = journal.losses
        assert (loss.game, f"{kept.name}, line 1: " in str(loss.messages[0])) == ("whole", True)


def test_without_a_head_a_match_whose_first_line_is_wrong_is_left_out(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reseal(kept, 1, spoil("journal", '"1"'))
    head_of(kept).unlink()
    code, out, error = told(kept, capsys, "list")
    assert (code, out.startswith("No match is recorded here yet")) == (0, True)
    assert error.startswith(f"Line ignored: {kept.name}, line 1: ")


@pytest.mark.parametrize("reader", [("check",), *READERS])
def test_a_newer_journal_is_refused_in_one_sentence(
    kept: Path, capsys: pytest.CaptureFixture[str], reader: tuple[str, ...]
) -> None:
    reseal(kept, 1, spoil("journal", "2"))
    code, out, error = told(kept, capsys, *reader)
    assert (code, out) == (2, "")
    assert error == (
        f"companion journal: The journal {kept} was written by a newer companion. Update this one,"
        " or choose another folder with the option journal.\n"
    )
    for program in (["replay", str(kept)], ["progress", "--journal", str(kept.parent)]):
        assert main(program) == 2
        assert "written by a newer companion" in capsys.readouterr().err
    for read in (Journal.open, matches, check, lambda _folder: Follower(kept).rows(10)):
        with pytest.raises(JournalError, match="written by a newer companion") as refused:
            read(kept.parent)
        assert refused.value.name == "refusal.journal.newer"


def test_readers_say_where_lines_are_missing(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = kept.read_bytes().splitlines(keepends=True)
    kept.write_bytes(b"".join(lines[:-2]))
    is_named_and_passed_over(kept, LAST - 1, capsys, *READERS)
    kept.write_bytes(b"".join([*lines[:4], b"\xff\xfe\n", *lines[5:]]))
    _, _, error = told(kept, capsys, "show")
    assert [line.split(": ")[1] for line in error.splitlines()] == [
        f"{kept.name}, line {number}" for number in (5, 6)
    ]
    assert main(["replay", str(kept)]) == 2
    assert f"{kept.name}, line 2: " in capsys.readouterr().err


def test_at_most_twenty_damaged_lines_are_named(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept.write_bytes(kept.read_bytes() + b"x\n" * 1000)
    _, _, error = told(kept, capsys, "show")
    assert error.count("\n") == 21
    assert error.endswith("More lines are damaged; companion journal check lists them all.\n")


def test_a_line_that_is_too_long_loses_that_line_only(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = kept.read_bytes().splitlines(keepends=True)
    long = b'{"n":5,"t":' + b"1" * (40 << 20) + b"}\n"
    kept.write_bytes(b"".join([*lines[:5], long, *lines[5:]]))
    code, out, _ = told(kept, capsys, "check")
    assert code == 1
    assert f"{kept.name}, line 6: it is damaged and cannot be read." in out


def test_lone_surrogates_in_every_text_are_shown(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reseal(kept, 1, spoil("players", '{"V":"\\ud800","N":"\\udce9"}'))
    assert told(kept, capsys, "check")[0] == 0
    for reader in READERS:
        code, out, error = told(kept, capsys, *reader)
        assert (code, error, bool(out)) == (0, "", True), reader


def test_a_follower_skips_invalid_lines(kept: Path) -> None:
    whole = Follower(kept).rows(1000)
    reseal(kept, 5, spoil("t", "1e999"))
    left = Follower(kept).rows(1000)
    assert 0 < len(left) < len(whole)
    assert [row.number for row in left] == list(range(1, len(left) + 1))
    (row,) = matches(kept.parent)
    assert sum(len(seen.facts) for seen in observations(row.path)) == len(left)


def test_a_match_of_an_unknown_game_is_left_out_of_the_progress(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    facts: list[Fact] = [Roll(Player.V, (6, 3)), TurnJudged(Player.V, 12)]
    with Journal.open(kept.parent) as journal:
        for game in ("chess", "backgammon"):
            journal.add_finished({"game": game}, [facts], completed=True)
    capsys.readouterr()
    assert main(["progress", "--journal", str(kept.parent), "--lang", "en"]) == 0
    out, error = capsys.readouterr()
    assert "Backgammon" in out
    (chess,) = kept.parent.glob("*chess*.jsonl")
    assert error.startswith(f"Line ignored: {chess.name}, line 1: Unknown game 'chess'; ")


def test_a_match_with_impossible_dice_is_reported(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept.write_bytes(kept.read_bytes().replace(b'"dice":[', b'"dice":[9'))
    for number in range(1, LAST + 1):
        reseal(kept, number, bytes)
    code, out, error = told(kept, capsys, "export")
    assert (code, out) == (2, "")
    assert error.startswith(f"companion journal: {kept.name} contains something impossible: ")
