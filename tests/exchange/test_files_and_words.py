"""Journals to files and back, statistics, and the actions of `journal`."""

import csv
import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from companion.commands import journals as commands
from companion.commands.main import main
from companion.commands.options import COMMANDS
from companion.exchange import files
from companion.options import SettingsError
from companion.records import statistics
from companion.records.journal import Journal
from companion.records.lines import JournalError
from companion.records.read import RecordedObservation, matches
from companion.records.sheet import SheetError
from companion.referee import facts as f
from companion.referee.facts import Opening
from companion.referee.referee import Referee
from companion.referee.state import TurnState
from companion.rules import Player, Verdict, find_game, game_names
from companion.session.compose import open_evening
from companion.settings import Settings
from companion.speech.catalogue import languages
from tests.exchange.test_reports import evening, typed_match
from tests.records.sheets import Chance

CORPUS = Path(__file__).parents[1] / "data" / "corpus"
V, N = Player.V, Player.N
RULES = find_game("jacquet")
START = RULES.text(RULES.start)
END = RULES.text(min(RULES.ends(RULES.start, V, (6, 3)).positions))


def choices(name: str) -> tuple[str, ...]:
    """The values of a word or option of `journal`."""
    journal = next(command for command in COMMANDS if command.name == "journal")
    found = next(option.choices for option in journal.options if option.name == name)
    assert isinstance(found, tuple)
    return tuple(map(str, found))


def test_a_result_that_was_undone_is_not_in_the_statistics(tmp_path: Path) -> None:
    rulings = (":award green 2 points", ":undo", ":award black 3 points")
    typed_match(tmp_path / "a", "63", *rulings)
    with Journal.open(tmp_path / "a") as journal:
        lines = list(files.export(journal.folder, "csv", None, "en"))
    found = [(each["number"], each["points"]) for each in csv.DictReader(lines)]
    assert found == [("1", "0"), ("1", "3")]


@pytest.mark.parametrize("moves", [(), ("8/3", "", "")])
def test_a_turn_in_which_an_award_was_undone_is_written_once(
    tmp_path: Path, moves: tuple[str, ...]
) -> None:
    typed_match(tmp_path, "63", *moves, ":award green", ":undo", *moves[:1], "24/18 13/10", "")
    with Journal.open(tmp_path) as journal:
        text = "\n".join(files.export(journal.folder, "text", None, "en"))
        mat = "\n".join(files.export(journal.folder, "mat", None, "en"))
    assert re.findall(r"^[0-9].*?(?:, board|$)", text, re.MULTILINE) == [
        "1. V 63: N12/N6 N1/V10" + ", corrected, faults wrong-distance, board" * bool(moves)
    ]
    assert mat.count("63:") == 1


EXPORTED = [
    ("text", "en", 'V: "Anne"\nN: "Bruno"\nBegun: 20'),
    ("text", "en", '\nTable: "T1"\n'),
    ("json", "en", '"players": {"V": "Anne", "N": "Bruno"}, "begun": "20'),
    ("json", "en", '"table": "T1"'),
    ("mat", "en", '; [Player 1 "Anne"]\n; [Player 2 "Bruno"]\n; [EventDate "20'),
    ("mat", "en", '; [Table "T1"]'),
    ("csv", "en", ",T1,backgammon,,1,V,Anne,"),
    ("report", "en", "Green, Anne. Black, Bruno. Table T1. Begun on 20"),
    ("transcript", "fr", "Vert, Anne. Noir, Bruno. Table T1. Commencé le 20"),
]


def test_a_game_that_nobody_played_before_a_restart_is_exported_once(tmp_path: Path) -> None:
    begins = f.GameBegins("jacquet", (), 2, 5, (1, 0))
    turn = f.TurnEnds(V, (5, 2), Verdict.LEGAL, (), START, END)
    seen = [RecordedObservation(at, (begins,)) for at in (1.0, 2.0)]
    seen += [RecordedObservation(3.0, (begins, f.Opening(5, 2, V), turn))]
    green, _black = counted(tmp_path, seen)
    assert (green["turns"], green["errors"]) == ("1", "0")
    with Journal.open(tmp_path / "a.journal") as journal:
        text = "\n".join(files.export(journal.folder, "text", None, "en"))
    assert text.count("Game 2, score 1 to 0\nOpening: 5 2") == text.count("Game 2") == 1


def test_a_game_that_the_players_give_up_and_its_next_try_are_both_exported(tmp_path: Path) -> None:
    begins = f.GameBegins("jacquet", (), 1, 5, (0, 0))
    turn = f.TurnEnds(V, (5, 2), Verdict.LEGAL, (), START, END)
    played = (begins, f.Opening(5, 2, V), turn)
    ruling = f.Ruling("new-game", by="players")
    seen = [RecordedObservation(1.0, played), RecordedObservation(2.0, (ruling, *played))]
    assert [row["turns"] for row in counted(tmp_path, seen)] == ["1", "0", "1", "0"]
    with Journal.open(tmp_path / "a.journal") as journal:
        text = "\n".join(files.export(journal.folder, "text", None, "en"))
    assert text.count("Game 1, score 0 to 0\nOpening: 5 2") == 2


def test_every_export_has_players_table_and_time(tmp_path: Path) -> None:
    typed_match(tmp_path / "a", "3", "1", "8/5 6/5", "")
    with Journal.open(tmp_path / "a") as journal:
        for form, lang, told in EXPORTED:
            assert told in "\n".join(files.export(journal.folder, form, None, lang))


def test_a_report_of_an_imported_match_has_its_names_and_day_in_one_line(tmp_path: Path) -> None:
    sheet = replace(Chance(1).sheet(), players=("Ann\n\x1b[2JLee", "Black"), begun="2026-11-20")
    with Journal.open(tmp_path / "a") as journal:
        files.add(journal, sheet)
        head, title, *_ = files.export(journal.folder, "report", None, "en")
    assert head == "Green, Ann [2JLee. Table T1, left. Begun on 2026-11-20."
    assert title == "Referee's report."


def counted(folder: Path, seen: Iterable[RecordedObservation], **saved: object) -> list[Any]:
    """Return the statistics of a game of Jacquet."""
    with Journal.open(folder / "a.journal") as journal:
        journal.begin_match({"game": "jacquet", "options": []} | saved)
        for each in seen:
            journal.record(each.t, each.facts, None)
        return list(csv.DictReader(files.export(journal.folder, "csv", None, "en")))


def test_statistics_of_each_game_and_player(tmp_path: Path) -> None:
    green, black = counted(tmp_path, evening(), options=["count-games"], players=["=A", "B"])
    assert tuple(green) == statistics.COLUMNS
    names = ("name", "result", "score", "points")
    assert [green[name] for name in names] == ["'=A", "won", "1", "1"]
    assert [black[name] for name in names] == ["B", "lost", "0", "0"]
    assert (green["turns"], green["errors"], green["corrected"]) == ("1", "1", "1")
    assert (green["seconds_longest"], black["turns"]) == ("65.0", "0")
    assert (green["void_throws"], black["void_throws"]) == ("1", "1")
    assert green["options"] == "count-games"


def test_an_unfinished_game_has_no_result_in_the_statistics(tmp_path: Path) -> None:
    green, black = counted(tmp_path, evening()[:-1])
    for name in ("result", "kind", "by", "points", "score", "other_score"):
        assert green[name] == black[name] == ""
    assert (green["turns"], green["corrected"], black["turns"]) == ("1", "1", "0")


def test_statistics_have_tenths_of_seconds_and_count_only_open_errors(tmp_path: Path) -> None:
    """What a repair left out of a journal was perhaps how an error began."""
    begins, ends = f.TurnBegins(V, START), f.TurnEnds(V, (6, 3), Verdict.LEGAL, (), START, END)
    begun = (f.GameBegins("jacquet", (), 1, None, (0, 0)), f.Opening(5, 2, V))
    seen = [RecordedObservation(0.0, (*begun, f.ErrorClosed(V, "corrected", END)))]
    for at, seconds in ((100, 1.26), (200, 2.04), (300, 10.57)):
        seen.append(RecordedObservation(at, (begins,)))
        seen.append(RecordedObservation(at + seconds, (ends,)))
    green, black = counted(tmp_path, seen)
    assert (green["turns"], green["corrected"], green["accepted"]) == ("3", "0", "0")
    told = [green[f"seconds_{name}"] for name in ("mean", "median", "longest")]
    assert told == ["4.6", "2.0", "10.6"]
    assert black["seconds_mean"] == "0.0"


@pytest.mark.parametrize("form", files.FORMATS)
def test_a_match_is_exported_and_imported(tmp_path: Path, form: str) -> None:
    sheet = files.read(CORPUS / "match4037138.mat")
    with Journal.open(tmp_path / "a.journal") as journal:
        number = files.add(journal, sheet)
        journal.begin_match({"game": "jacquet"})
        path = tmp_path / "out"
        path.write_text(
            "\n".join(files.export(journal.folder, form, number, "en")), encoding="utf-8"
        )
        again = files.add(journal, files.read(path))
        assert files.sheet_of(files.find_match(journal.folder, again)) == sheet
        journal.record(0.0, (), None)
        assert files.read(path, form) == sheet


@pytest.mark.parametrize(
    ("game", "form"), [*zip(game_names(), cycle(("json", "text")), strict=False)]
)
def test_an_imported_match_has_the_transcript_and_date_of_the_original(
    game: str, form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folders = (str(tmp_path / "played"), str(tmp_path / "imported"))
    file = str(tmp_path / "match")
    demo = ["demo", "--fast", "--voice", "print", "--lang", "en", "--no-sounds", "--turns", "9"]
    assert main([*demo, "--game", game, "--journal", folders[0]]) == 0
    assert main(["journal", "export", file, "--format", form, "--journal", folders[0]]) == 0
    assert main(["journal", "import", file, "--journal", folders[1]]) == 0
    told = []
    for folder in folders:
        capsys.readouterr()
        for lang in languages():
            export = ["journal", "export", "--format", "transcript", "--lang", lang]
            assert main([*export, "--journal", folder]) == 0
        assert main(["journal", "export", "--format", "csv", "--journal", folder]) == 0
        told.append(capsys.readouterr().out)
    played, imported = told
    assert "Error by " in played
    assert imported.splitlines()[:-2] == played.splitlines()[:-2]  # seconds are not exported
    assert imported.splitlines()[-1].split(",")[:3] == played.splitlines()[-1].split(",")[:3]


def test_every_action_of_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = str(tmp_path / "a.journal")
    mat = str(CORPUS / "match972098.mat")

    def run(*words: str) -> tuple[int, list[str]]:
        code = main(["journal", *words, "--journal", journal])
        told = capsys.readouterr()
        assert told.err.count("\n") == (code == 2)
        assert "Errno" not in told.err
        return code, told.out.splitlines()

    assert run("list")[0] == 2
    assert run("import", mat) == (0, ["1: backgammon, games: 1, score 3 to 0"])
    assert run("import")[0] == 2
    assert run("import", mat, "--format", "csv")[0] == 2
    assert run("list")[1] == ["1: backgammon, finished"]  # the file tells no day
    assert run("show")[1][0].count('"game_begins"') == 1
    for form in choices("--format"):
        code, lines = run("export", "--format", form, "--lang", "fr")
        assert code == 0
        assert len(lines) >= 2
    out = str(tmp_path / "b.txt")
    assert run("export", out)[1][0].endswith(f"lines were written to {out}.")
    assert run("export", out)[0] == 2
    assert main(["journal", "export", "--journal", journal, str(tmp_path / "c.txt")]) == 0
    assert str(tmp_path / "c.txt") in capsys.readouterr().out
    assert run("export", str(tmp_path / "no" / "b.txt"))[0] == 2
    assert run("export", "--number", "7")[0] == 2
    assert run("check")[0] == 0
    assert run("resume")[0] == 2
    (file,) = (row.path for row in matches(Path(journal)))
    file.write_bytes(file.read_bytes().replace(b"Roll", b"Rool", 1))
    assert run("check")[0] == 1
    assert set(commands.ACTIONS) == set(choices("action"))
    assert (*files.FORMATS, *files.READABLE, files.TABLE) == choices("--format")


@pytest.mark.parametrize("action", ["show", "export"])
def test_only_damage_of_the_requested_match_is_reported(
    action: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Journal.open(tmp_path) as journal:
        for _ in range(2):
            files.add(journal, files.read(CORPUS / "match972098.mat"))
    damaged = matches(tmp_path)[0].path
    damaged.write_bytes(damaged.read_bytes().replace(b"Roll", b"Rool", 1))
    for number, told in (("1", True), ("2", False)):
        assert main(["journal", action, "--number", number, "--journal", str(tmp_path)]) == 0
        assert (damaged.name in capsys.readouterr().err) is told


def test_replay_of_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = str(tmp_path / "a.journal")
    assert main(["demo", "--fast", "--turns", "3", "--voice", "print", "--journal", journal]) == 0
    spoken = capsys.readouterr().out
    assert main(["replay", journal, "--events", str(tmp_path / "e")]) == 0
    told = capsys.readouterr()
    assert "the same as recorded" in told.err
    assert told.out.splitlines()[:5] == spoken.splitlines()[:5]
    assert main(["replay", str(tmp_path / "none")]) == 2


def test_an_unfinished_match_is_resumed_with_its_settings(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    free = Settings("loop://", lang="fr", voice="print", journal=str(path))

    def begin(saved: dict[str, object], settings: Settings) -> None:
        state = Referee(settings.rules(), settings.match()).state
        with Journal.open(path) as opened:
            opened.begin_match(saved)
            opened.record(0.0, [Opening(3, 1, Player.V)], replace(state, turn=TurnState(number=1)))

    def gone_on_with() -> Settings:
        with open_evening(free, resume=True) as evening:
            evening.table.stop_now = True
            return evening.table.settings

    odd = Settings("", match_to=4, own_length=True, decider=1)
    begin(odd.saved(), odd)
    going = gone_on_with()
    assert (going.own_length, going.match().length, going.match().decider) == (True, 4, 1)
    jacquet = Settings("", "jacquet", ("count-games",), match_to=3)
    begin(jacquet.saved(), jacquet)
    going = gone_on_with()
    assert (going.game, going.options, going.match_to) == ("jacquet", ("count-games",), 3)
    assert (going.lang, going.port) == ("fr", "loop://")
    begin({"game": "chess"}, jacquet)
    with pytest.raises(SettingsError, match="does not say which game"):
        gone_on_with()


def test_an_empty_journal_has_no_match(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="has no match; companion"):
        list(files.export(tmp_path, "json", None, "en"))


def test_other_games_cannot_be_exported_as_mat(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "a.journal") as journal:
        files.add(journal, Chance(1, "jacquet", length=1).sheet())
        with pytest.raises(SheetError, match="is for backgammon, not jacquet"):
            list(files.export(journal.folder, "mat", None, "en"))


def test_a_file_that_is_too_large_is_not_read_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "LARGEST", 1000)
    path = tmp_path / "x.json"
    path.write_text(" " * 1001)
    with pytest.raises(SheetError, match="it has more than 1000 bytes"):
        files.read(path)
    with pytest.raises(SheetError, match="cannot be read: No such file"):
        files.read(tmp_path / "none.json")
