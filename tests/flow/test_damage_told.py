"""From a damaged file to the words at the table: what is lost, and from where the game goes on."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from companion.commands.main import main
from companion.records.journal import Journal
from companion.records.journal_file import JournalError
from companion.records.reading import ENDINGS
from companion.records.seals import side_file
from companion.rules import Player
from companion.session.compose import open_evening
from companion.settings import Settings
from tests.flow.test_kept import begin, stage_on

V, N = Player.V, Player.N
STRANGE = {
    "en": "The record belongs to another game or evening. Ask whoever looks after this computer.",
    "fr": "L'enregistrement est celui d'une autre partie ou d'une autre soirée. Demandez à la"
    " personne qui s'occupe de cet ordinateur.",
}
AFTER = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"


@pytest.fixture
def kept(tmp_path: Path) -> tuple[Path, Path]:
    """A game of backgammon in its second turn: as it ended in order, and killed before that."""
    return evening(tmp_path, "evening", 5)


def evening(folder: Path, name: str, match_to: int) -> tuple[Path, Path]:
    path, killed = folder / f"{name}.journal", folder / f"{name}-killed.journal"
    with Journal.open(path) as opened:
        stage = stage_on(opened, match_to)
        begin(stage)
        stage.stand(AFTER, "Green plays.")
        stage._lift(V, N)
        assert stage.sitting.evening.table.referee.state.turn == 2
        log = side_file(path, "-wal").read_bytes()
        stage.throw(N, "64")
        for ending in ENDINGS:
            if side_file(path, ending).exists():
                shutil.copyfile(side_file(path, ending), side_file(killed, ending))
        side_file(killed, "-wal").write_bytes(log)
    return path, killed


def start(path: Path, capsys: pytest.CaptureFixture[str], lang: str = "en") -> tuple[str, str, int]:
    """What is said first, what is told on standard error, and the turn that goes on."""
    settings = Settings(
        "loop://", "backgammon", match_to=5, voice="print", lang=lang, journal=str(path)
    )
    capsys.readouterr()
    with open_evening(settings) as opened:
        turn = opened.table.referee.state.turn
        assert opened.table.kept
        opened.table.hurried = True
    written = capsys.readouterr()
    return written.out.splitlines()[0], written.err, turn


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "Record damaged, but nothing is lost. The game resumes."),
        ("fr", "Enregistrement abîmé, mais rien n'est perdu. La partie reprend."),
    ],
)
@pytest.mark.parametrize("column", ["settings", "state", "begun", "thrown"])
def test_one_bit_of_the_matchs_row_costs_no_game(
    kept: tuple[Path, Path], capsys: pytest.CaptureFixture[str], column: str, lang: str, words: str
) -> None:
    path = kept[0]
    data = bytearray(path.read_bytes())
    db = sqlite3.connect(path)
    (text,) = db.execute(f"SELECT {column} FROM match").fetchone()  # noqa: S608 - our own names
    db.close()
    data[data.index(text.encode()) + len(text) // 2] ^= 1
    path.write_bytes(data)
    assert main(["journal", "check", "--journal", str(path)]) == 1
    told = capsys.readouterr().out
    assert "Nothing lost." not in told
    assert "match 1: one bit of its row was flipped" in told
    said, error, turn = start(path, capsys, lang)
    assert (said, turn) == (words, 2)
    assert f"It is kept as {path}.damaged-1." in error
    assert main(["journal", "check", "--journal", str(path)]) == 0


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "Record damaged, part is lost. Game 1 resumes at turn 2."),
        ("fr", "Enregistrement abîmé, il en manque un morceau. La partie 1 reprend au tour 2."),
    ],
)
def test_where_the_end_is_lost_it_is_said_from_which_turn_of_which_game_it_goes_on(
    kept: tuple[Path, Path], capsys: pytest.CaptureFixture[str], lang: str, words: str
) -> None:
    said, error, turn = start(kept[1], capsys, lang)
    assert (said, turn) == (words, 2)
    assert "has lost its end: observation" in error


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_record_with_the_log_and_the_seal_of_another_evening_is_said_to_be_that(
    kept: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: str
) -> None:
    path, other = kept[1], evening(tmp_path, "other", 3)[1]
    for ending in ("-wal", "-seal"):
        shutil.copyfile(side_file(other, ending), side_file(path, ending))
    settings = Settings(
        "loop://", "backgammon", match_to=5, voice="print", lang=lang, journal=str(path)
    )
    capsys.readouterr()
    with pytest.raises(JournalError, match="belongs to another game or evening") as error:
        open_evening(settings).__enter__()
    assert f"It is kept as {path}.damaged-1." in str(error.value)
    assert capsys.readouterr().out.strip() == STRANGE[lang]


def test_the_file_of_another_evening_under_this_ones_log_is_not_called_whole(
    kept: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, other = kept[1], evening(tmp_path, "other", 5)[0]
    shutil.copyfile(other, path)
    said, error, _ = start(path, capsys)
    assert "nothing of it is lost" not in said
    assert said.startswith("Record ")
    assert "kept as" in error
