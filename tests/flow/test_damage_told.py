"""A damaged journal, from the file to the words: what is lost, and where the game continues."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.commands.main import main
from companion.records.journal import Journal
from companion.records.lines import head_of
from companion.records.read import check_file, files, matches
from companion.rules import Player
from companion.session.compose import open_evening
from companion.settings import Settings
from tests.flow.test_kept import begin, stage_on
from tests.records.kept import rewrite

V, N = Player.V, Player.N
AFTER = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"
RESUMES = {
    "en": "Record damaged, part is lost. Game 1 resumes at turn 2.",
    "fr": "Enregistrement endommagé, il en manque un morceau. La partie 1 reprend au tour 2.",
}


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """The file of a game of backgammon in its second turn."""
    folder = tmp_path / "evening"
    with Journal.open(folder) as opened:
        stage = stage_on(opened, 5)
        begin(stage)
        stage.stand(AFTER, "Green plays.")
        stage.pick_up(V, N)
        assert stage.sitting.evening.table.referee.state.turn.number == 2
        stage.throw(N, "64")
    (path,) = files(folder)
    return path


def start(path: Path, capsys: pytest.CaptureFixture[str], lang: str = "en") -> tuple[str, str, int]:
    """Return the first speech, standard error, and the number of the turn that continues."""
    settings = Settings(
        *("loop://", "backgammon"), match_to=5, voice="print", lang=lang, journal=str(path.parent)
    )
    capsys.readouterr()
    with open_evening(settings) as opened:
        turn = opened.table.referee.state.turn.number
        assert opened.table.record.is_saved
        opened.table.stop_now = True
    written = capsys.readouterr()
    return written.out.partition("\n")[0], written.err, turn


LOST = {
    "en": "{sentence} The damaged file is kept as {file}. Lost lines: 1.\n",
    "fr": "{name}, ligne 8\u00a0: la fin manque, la ligne 8. "
    "Le fichier abîmé est conservé sous {file}. Lignes perdues\u00a0: 1.\n",
}


def checked(path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    capsys.readouterr()
    code = main(["journal", "check", str(path.parent)])
    return code, capsys.readouterr().out.splitlines()[1:]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_if_the_end_is_lost_the_resumed_game_and_turn_are_announced(
    kept: Path, capsys: pytest.CaptureFixture[str], lang: str
) -> None:
    lines = kept.read_bytes().splitlines(keepends=True)
    kept.write_bytes(b"".join(lines[:-1]))
    sentence = f"{kept.name}, line {len(lines)}: the end is missing, line {len(lines)}."
    assert checked(kept, capsys) == (1, [sentence])
    said, error, turn = start(kept, capsys, lang)
    assert (said, turn) == (RESUMES[lang], 2)
    assert error == LOST[lang].format(sentence=sentence, file=f"{kept}.damaged", name=kept.name)
    assert (kept.parent / f"{kept.name}.damaged").read_bytes() == b"".join(lines[:-1])
    assert checked(kept, capsys)[0] == 0


def test_a_damaged_line_in_the_middle_loses_that_line_only(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = len(check_file(kept).good)
    data = bytearray(kept.read_bytes())
    data[data.index(b'{"fact":"Roll"') + 12] ^= 1
    kept.write_bytes(data)
    number = data[: data.index(b'"Rol')].count(b"\n") + 1
    code, (told,) = checked(kept, capsys)
    assert code == 1
    assert told.startswith(f"{kept.name}, line {number}: ")
    said, error, turn = start(kept, capsys)
    assert (said, turn) == (RESUMES["en"], 2)
    assert "Lost lines: 1." in error
    assert checked(kept, capsys) == (0, [])
    assert len(check_file(kept).good) >= whole - 1


def test_a_damaged_first_line_is_restored_from_the_head(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, rest = kept.read_bytes().split(b"\n", 1)
    kept.write_bytes(first.replace(b"backgammon", b"backgamnon") + b"\n" + rest)
    said, error, turn = start(kept, capsys)
    assert ("damaged" in said, turn) == (False, 2)
    assert error.endswith(f"The damaged file is kept as {kept}.damaged. Nothing is lost.\n")
    assert matches(kept.parent)[0].settings["game"] == "backgammon"
    assert json.loads(kept.read_bytes().split(b"\n")[0])["match_to"] == 5


def test_a_repeated_line_is_no_loss(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = kept.read_bytes().splitlines(keepends=True)
    kept.write_bytes(b"".join([*lines[:3], *lines[2:]]))
    sentence = f"{kept.name}, line 4: it is a copy of line 3."
    assert checked(kept, capsys) == (1, [sentence])
    said, error, turn = start(kept, capsys)
    assert ("damaged" in said, turn) == (False, 2)
    assert error == f"{sentence} The damaged file is kept as {kept}.damaged. Nothing is lost.\n"
    assert kept.read_bytes() == b"".join(lines)


def test_lines_may_end_as_on_windows(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept.write_bytes(kept.read_bytes().replace(b"\n", b"\r\n"))
    assert checked(kept, capsys) == (0, [])
    said, error, turn = start(kept, capsys)
    assert ("damaged" in said, error, turn) == (False, "", 2)
    assert checked(kept, capsys) == (0, [])


@pytest.mark.parametrize(
    "state",
    [None, "x", {"@": "Cube"}, {"turn": "1"}, {"game": {"@": "GameState", "position": "1 1"}}],
)
def test_a_line_with_an_invalid_state_is_skipped_and_named(
    kept: Path, capsys: pytest.CaptureFixture[str], state: object
) -> None:
    count = len(kept.read_bytes().splitlines())

    def spoil(line: dict[str, Any]) -> dict[str, Any]:
        if line.get("n") != count:
            return line
        return line | {"state": line["state"] | state if isinstance(state, dict) else state}

    rewrite(kept, spoil)
    code, (told,) = checked(kept, capsys)
    assert code == 1
    assert told.startswith(f"{kept.name}, line {count}: its state is ")
    said, error, turn = start(kept, capsys)
    assert (said, turn) == (RESUMES["en"], 2)
    assert error.startswith(told)
    assert error.endswith("Lost lines: 1.\n")


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "Record damaged, the saved game is lost. A new one is recorded from now on."),
        ("fr", "Enregistrement endommagé, la partie est perdue."),
    ],
)
def test_a_match_without_valid_lines_is_announced_as_lost(
    kept: Path, capsys: pytest.CaptureFixture[str], lang: str, words: str
) -> None:
    kept.write_bytes(b"")
    said, error, turn = start(kept, capsys, lang)
    assert said.startswith(words)
    assert turn == 0
    assert f"{kept}.damaged." in error
    assert files(kept.parent) == []
    assert not head_of(kept).exists()


@pytest.mark.parametrize("left", [bytes(4096), b"\x8f\n\x00}\n" * 40])
def test_a_match_that_a_power_cut_erased_is_announced_as_lost(
    kept: Path, capsys: pytest.CaptureFixture[str], left: bytes
) -> None:
    kept.write_bytes(left)
    head_of(kept).unlink()
    said, error, _ = start(kept, capsys)
    assert said.startswith("Record damaged, the saved game is lost.")
    assert f"{kept}.damaged." in error
    assert files(kept.parent) == []


def test_a_match_whose_first_line_was_being_written_is_ignored(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept.write_bytes(kept.read_bytes()[:40])
    head_of(kept).unlink()
    said, error, _ = start(kept, capsys)
    assert ("damaged" in said, error) == (False, "")


def test_a_second_damage_keeps_both_files(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for ending in ("", "-2"):
        data = bytearray(kept.read_bytes())
        data[data.index(b'{"fact":"TurnBegins"') + 12] ^= 1
        kept.write_bytes(data)
        start(kept, capsys)
        assert Path(f"{kept}.damaged{ending}").read_bytes() == data


def test_a_partial_last_line_is_removed_silently(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = kept.read_bytes()
    kept.write_bytes(whole + b'{"n":99,"t":7.0,"fac')
    assert checked(kept, capsys) == (0, [])
    said, error, turn = start(kept, capsys)
    assert "damaged" not in said
    assert (error, turn) == ("", 2)
    assert kept.read_bytes().startswith(whole)
    assert kept.read_bytes().endswith(b"\n")


def test_without_a_head_the_end_is_unknown(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    head_of(kept).unlink()
    code, (told,) = checked(kept, capsys)
    assert code == 0
    assert told == f"{kept.name}: its end is unknown, because its head file is missing."
    assert "damaged" not in start(kept, capsys)[0]
