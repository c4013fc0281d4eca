"""Journals to files and back, statistics, transcript and report, and the actions of `journal`."""

import csv
import io
import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import cycle
from pathlib import Path

import pytest

from companion.commands import journals as commands
from companion.commands.main import main
from companion.commands.options import COMMANDS
from companion.exchange import files
from companion.exchange.transcript import report, transcript
from companion.options import SettingsError
from companion.records import statistics
from companion.records.journal import Journal
from companion.records.lines import JournalError
from companion.records.read import RecordedObservation, matches
from companion.records.sheet import SheetError
from companion.referee import facts as f
from companion.referee import talk_facts
from companion.referee.facts import Opening
from companion.referee.referee import Referee
from companion.referee.state import TurnState
from companion.rules import Code, Fault, Player, Verdict, find_game, game_names
from companion.session.compose import open_evening
from companion.settings import Settings
from companion.speech.catalogue import UnknownLanguageError, languages
from tests.records import kept
from tests.records.sheets import Chance
from tests.typed.typed_sitting import TypedSitting

CORPUS = Path(__file__).parents[1] / "data" / "corpus"
V, N = Player.V, Player.N
RULES = find_game("jacquet")
START = RULES.text(RULES.start)
END = RULES.text(min(RULES.ends(RULES.start, V, (6, 3)).positions))
WRONG = (Fault(Code.POSTILLON_FIRST, V),)


def choices(name: str) -> tuple[str, ...]:
    """The values of a word or option of `journal`."""
    journal = next(command for command in COMMANDS if command.name == "journal")
    found = next(option.choices for option in journal.options if option.name == name)
    assert isinstance(found, tuple)
    return tuple(map(str, found))


def evening() -> tuple[RecordedObservation, ...]:
    """A game of Jacquet with one of everything a referee may be asked about."""
    turn = f.TurnBegins(V, START)
    ends = f.TurnEnds(V, (6, 3), Verdict.ILLEGAL, WRONG, START, START)
    moments: list[tuple[float, tuple[f.Fact, ...]]] = [
        (0.0, (f.RollVoid(V, "board"), f.GameBegins("jacquet", (), 1, None, (0, 0)))),
        (5.0, (f.Opening(5, 2, V), turn)),
        (20.0, (f.RollVoid(N, "wrong-player"), f.RollVoid(V, "cocked"))),
        (30.0, (f.Roll(V, (6, 3)), f.DieDisturbed(V, 6, 2))),
        (70.0, (ends, f.ErrorOpen(V, WRONG), talk_facts.KeyAnswer(N, "demand"))),
        (95.0, (f.ErrorClosed(V, "corrected", END), f.TurnBegins(N, END))),
        (100.0, (f.Roll(N, (2, 2)),)),
        (130.0, (f.Resign(N, 1, "offer"), f.Resign(N, 1, "refuse"))),
        (150.0, (f.Ruling("award", "Mme Roux", "time", winner=V),)),
        (151.0, (f.GameEnds(V, "simple", "ruling", 1, (1, 0)),)),
    ]
    return tuple(RecordedObservation(t, facts) for t, facts in moments)


def test_a_transcript_is_one_turn_a_line() -> None:
    lines = list(transcript("jacquet", evening(), "fr"))
    assert lines[0].startswith("Nouvelle partie de jacquet.")
    assert lines[2].startswith("1. Vert, 6, 3. Erreur de vert. Le postillon d'abord")
    assert "Rectifié. Postillon, de N 12 à 3." in lines[2]
    assert lines[3].startswith("2. Noir, double 2.")
    assert lines[-2].startswith("Décision de l'arbitre, vert gagne la partie.")
    assert lines[-1].startswith("Un point. Score, vert 1, noir 0.")
    english = list(transcript("jacquet", evening(), "en"))
    assert len(english) == len(lines)
    assert english[2].startswith("1. Green, 6, 3. Error by green. Postillon first")
    unfinished = list(transcript("jacquet", evening()[:7], "en"))
    assert unfinished[-2:] == ["2. Black, double 2.", "The game is not finished."]
    with pytest.raises(UnknownLanguageError):
        list(transcript("jacquet", evening(), "xx"))


def typed_match(path: Path, *lines: str) -> tuple[RecordedObservation, ...]:
    """A match that was typed line by line, as its journal has it."""
    settings = Settings(
        port="typed", board="typed", match_to=3, players=("Anne", "Bruno"), table="T1"
    )
    with Journal.open(path) as journal:
        journal.begin_match(settings.saved())
        TypedSitting(settings, journal=journal).type(*lines)
    return kept.seen(path)


def test_a_transcript_has_the_plays_of_a_typed_table(tmp_path: Path) -> None:
    played = ["1. 8 to 5. 6 to 5.", "2. Black, 6, 4. 24 to 18. 13 to 9."]
    wrong = ("31", "8/3", "", "", "no", "8/5 6/5")
    lines = ("3", "1", "8/5 6/5", "", "64", "24/18 13/9", "", *wrong)
    told = list(transcript("backgammon", typed_match(tmp_path / "a", *lines), "en"))
    assert told[2:4] == played
    assert told[4].endswith(played[0].removeprefix("1. "))  # the play of the correction


def test_a_transcript_has_the_plays_that_the_companion_named() -> None:
    rules = find_game("backgammon")
    before = rules.text(rules.start)
    end = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"
    stuck = f.VerdictGiven(V, (6, 6), Verdict.LEGAL, (), end, end, nothing_to_play=True)
    facts = (
        f.GameBegins("backgammon", (), 1, 1, (0, 0), partner=V, simulated=True),
        f.TurnBegins(V, before),
        f.Roll(V, (3, 1), simulated=True),
        f.PlayNamed(V, (3, 1), before, end),
        f.TurnEnds(V, (3, 1), Verdict.LEGAL, (), end, before),
        f.TurnBegins(V, end),
        f.Roll(V, (6, 6), simulated=True),
        stuck,
        f.TurnEnds(V, (6, 6), Verdict.LEGAL, (), end, end),
    )
    told = list(transcript("backgammon", (RecordedObservation(1.0, facts),), "en"))
    assert told[1:3] == [
        "1. I throw 3, 1. 8 to 5. 6 to 5.",
        "2. I throw again, double 6. Green, no move.",
    ]


def test_a_pause_begins_no_turn_of_the_transcript(tmp_path: Path) -> None:
    seen = typed_match(tmp_path / "a", "63", "pause", "yes", "24/18 13/10", "", "52")
    numbers = [line.partition(" ")[0] for line in transcript("backgammon", seen, "en")]
    assert [number for number in numbers if number[0].isdigit()] == ["1.", "1.", "2."]


def test_a_result_that_was_undone_is_not_in_the_statistics(tmp_path: Path) -> None:
    rulings = (":award green 2 points", ":undo", ":award black 3 points")
    typed_match(tmp_path / "a", "63", *rulings)
    with Journal.open(tmp_path / "a") as journal:
        lines = list(files.export(journal.folder, "csv", None, "en"))
    found = [(each["number"], each["points"]) for each in csv.DictReader(lines)]
    assert found == [("1", "0"), ("1", "3")]


@pytest.mark.parametrize("write", [transcript, report])
def test_transcripts_and_reports_give_no_instructions(
    write: Callable[[str, tuple[RecordedObservation, ...], str], Iterable[str]],
) -> None:
    written = " ".join(write("jacquet", evening(), "en"))
    assert "Error by green." in written
    for call in ("throw to accept", "Throw one die each", "Set up the pieces"):
        assert call not in written


def test_the_report_names_player_fault_and_time() -> None:
    lines = list(report("jacquet", evening(), "en"))
    assert lines[:4] == [
        "Referee's report.",
        "3 void throws.",
        "One error corrected.",
        "One decision.",
    ]
    assert lines[4].startswith("Game 0, before the first turn. Void throw.")
    assert lines[5] == ("Game 1, before the first turn. Not your turn, black. Green to throw.")
    assert any(
        line.startswith("Game 1, turn 1, after one minute. Error by green.") for line in lines
    )
    assert lines[-2].startswith("Game 1, turn 2, after 2 minutes. Resignation refused")
    assert lines[-1] == (
        "Game 1, turn 2, after 2 minutes. Referee's decision, green wins the game. Time."
        " Decided by Mme Roux."
    )
    french = list(report("jacquet", evening(), "fr"))
    assert len(french) == len(lines)
    assert french[0] == "Rapport pour l'arbitre."
    assert list(report("jacquet", (), "fr"))[1:] == [
        "Aucun litige, aucun lancer nul, aucune rectification."
    ]


def test_the_end_of_an_evening_is_no_decision_in_the_report() -> None:
    seen = (RecordedObservation(1.0, (f.Ruling("stop", "players"),)),)
    told = list(report("backgammon", seen, "en"))
    assert told[1:] == ["No dispute, no void throw, no correction."]


@pytest.mark.parametrize(
    ("fact", "english", "french"),
    [
        (f.Ruling("call", "V"), "Referee called. Green called.", "L'appel vient de vert."),
        (f.Ruling("call", "N"), "Referee called. Black called.", "L'appel vient de noir."),
        (f.Ruling("pause", "N"), "Decided by black.", "Décision de noir."),
        (f.Ruling("undo", "players"), "Decided by both players.", "Décision des deux joueurs."),
        (f.Ruling("undo", "keyboard"), "Decided at the keyboard.", "Décision au clavier."),
        (f.Ruling("undo", "Claire"), "Decided by Claire.", "Décidé par Claire."),
    ],
)
def test_the_report_names_who_called_and_who_decided(
    fact: f.Ruling, english: str, french: str
) -> None:
    seen = (RecordedObservation(1.0, (fact,)),)
    told = list(report("backgammon", seen, "en"))
    assert told[1] == ("The referee was called once." if fact.what == "call" else "One decision.")
    assert told[-1].endswith(english)
    assert list(report("backgammon", seen, "fr"))[-1].endswith(french)


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


def test_an_undone_award_is_reported_where_it_was_given(tmp_path: Path) -> None:
    typed_match(tmp_path, "63", ":award green 2 points", "41", ":undo", ":award black")
    with Journal.open(tmp_path) as journal:
        told = list(files.export(journal.folder, "report", None, "en"))
    where = [line.partition(", in the first minute. ")[0] for line in told[-3:]]
    assert where == ["Game 1, turn 1"] * 3


def test_the_report_says_how_long_an_error_was_open() -> None:
    seen = evening()
    told = list(report("jacquet", seen, "en"))
    assert sum(line.endswith("Open for less than a minute.") for line in told) == 1
    later = [replace(each, t=each.t + 120 * (each.t > 90)) for each in seen]
    told = list(report("jacquet", later, "en"))
    assert sum(line.endswith("Open for 2 minutes.") for line in told) == 1
    # The evening was started again while it was open: what was played so far counts.
    again = [
        *seen[:5],
        replace(seen[5], t=150.0, facts=(f.TimeLeft(N, 60),)),
        *(replace(e, t=e.t - 90) for e in seen[5:]),
    ]
    told = list(report("jacquet", again, "en"))
    closed = next(line for line in told if "Corrected" in line)
    assert closed.startswith("Game 1, turn 1, after 2 minutes.")
    assert closed.endswith("Open for one minute.")


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


def test_statistics_of_each_game_and_player(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "a.journal") as journal:
        journal.begin_match({"game": "jacquet", "options": ["count-games"], "players": ["=A", "B"]})
        for seen in evening():
            journal.record(seen.t, seen.facts, None)
        lines = list(files.export(journal.folder, "csv", None, "en"))
    table = list(csv.DictReader(io.StringIO("\n".join(lines))))
    assert tuple(table[0]) == statistics.COLUMNS
    green, black = table
    names = ("name", "result", "score", "points")
    assert [green[name] for name in names] == ["'=A", "won", "1", "1"]
    assert [black[name] for name in names] == ["B", "lost", "0", "0"]
    assert (green["turns"], green["errors"], green["corrected"]) == ("1", "1", "1")
    assert (green["seconds_longest"], black["turns"]) == ("65.0", "0")
    assert (green["void_throws"], black["void_throws"]) == ("1", "1")
    assert green["options"] == "count-games"


def test_an_unfinished_game_has_no_result_in_the_statistics(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "a.journal") as journal:
        journal.begin_match({"game": "jacquet", "options": []})
        for seen in evening()[:-1]:
            journal.record(seen.t, seen.facts, None)
        lines = list(files.export(journal.folder, "csv", None, "en"))
    green, black = csv.DictReader(io.StringIO("\n".join(lines)))
    for name in ("result", "kind", "by", "points", "score", "other_score"):
        assert green[name] == black[name] == ""
    assert (green["turns"], green["corrected"], black["turns"]) == ("1", "1", "0")


def test_statistics_have_tenths_of_seconds_and_count_only_open_errors(tmp_path: Path) -> None:
    """What a repair left out of a journal was perhaps how an error began."""
    begins, ends = f.TurnBegins(V, START), f.TurnEnds(V, (6, 3), Verdict.LEGAL, (), START, END)
    with Journal.open(tmp_path / "a.journal") as journal:
        journal.begin_match({"game": "jacquet", "options": []})
        begun = (f.GameBegins("jacquet", (), 1, None, (0, 0)), f.Opening(5, 2, V))
        journal.record(0.0, (*begun, f.ErrorClosed(V, "corrected", END)), None)
        for at, seconds in ((100, 1.26), (200, 2.04), (300, 10.57)):
            journal.record(at, (begins,), None)
            journal.record(at + seconds, (ends,), None)
        lines = list(files.export(journal.folder, "csv", None, "en"))
    green, black = csv.DictReader(io.StringIO("\n".join(lines)))
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
