"""Names in files and of players cannot control a terminal when they are exported or printed."""

import io
import re
from dataclasses import replace
from pathlib import Path

import pytest

from companion.commands.main import main
from companion.exchange import files
from companion.records.journal import Journal
from companion.speech.voices.print_voice import PrintVoice
from tests.records.sheets import Chance

EVIL = "A\x1b[2J\x07\x9b\x7f\x1c\x85\u2028\u202e\u2066nne"
STEERING = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


@pytest.fixture
def journal(tmp_path: Path) -> str:
    """Return a journal with a match from a `.mat` file, and one with evil text in every field."""
    place = tmp_path / "evil.db"
    match = tmp_path / "evil.mat"
    match.write_text(
        f'; [EventDate "{EVIL}"]\n 1 point match\n\n Game 1\n {EVIL} : 0      Bob : 0\n'
        "  1) 31: 8/5 6/5                 62: 24/18 13/11\n",
        encoding="utf-8",
    )
    assert main(["journal", "import", str(match), "--journal", str(place)]) == 0
    sheet = replace(Chance(3).sheet(), players=(EVIL, EVIL), begun=EVIL, table=EVIL)
    with Journal.open(place) as opened:
        files.add(opened, sheet)
    return str(place)


@pytest.mark.parametrize("number", ["1", "2"])
@pytest.mark.parametrize("form", [*files.FORMATS, *files.READABLE, files.TABLE])
def test_an_export_has_no_control_characters(
    journal: str, form: str, number: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    export = ["journal", "export", "--journal", journal, "--format", form, "--number", number]
    capsys.readouterr()
    assert main(export) == 0
    printed = capsys.readouterr().out
    assert "nne" in printed
    assert not STEERING.search(printed)
    assert main([*export, str(tmp_path / "out")]) == 0
    assert (tmp_path / "out").read_text(encoding="utf-8") == printed


@pytest.mark.parametrize(
    "line", [("list",), ("show",), ("import", f"{EVIL}.mat"), ("export", f"/{EVIL}/x"), ("check",)]
)
def test_the_output_of_a_command_has_no_control_characters(
    journal: str, line: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    main(["journal", *line, "--journal", journal])
    printed = capsys.readouterr()
    assert not STEERING.search(printed.out + printed.err)


def test_a_printed_sentence_has_no_control_characters() -> None:
    written = io.StringIO()
    PrintVoice(written).write(EVIL)
    assert written.getvalue() == "A [2J        nne\n"


@pytest.mark.parametrize(
    ("name", "begins"), [("x.json", '{"'), ("x.MAT", ";"), ("x.csv", "match,")]
)
def test_the_format_of_an_export_is_that_of_the_files_name(
    journal: str, name: str, begins: str, tmp_path: Path
) -> None:
    assert main(["journal", "export", str(tmp_path / name), "--journal", journal]) == 0
    assert (tmp_path / name).read_text(encoding="utf-8").startswith(begins)
