"""The format of the journal as `docs/protocol.md` and the schema describe it."""

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from importlib.resources import files as resources
from pathlib import Path
from typing import Any, get_args

import fastjsonschema
import pytest

from companion.commands.demo import Demo
from companion.records.facts_sheet import facts_of
from companion.records.journal import Journal
from companion.records.lines import DamageError, JournalLine, Kind
from companion.records.read import check, files
from companion.settings import Settings
from tests.every_game import every_game
from tests.records.sheets import Chance

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
RECIPES = (ROOT / "docs" / "journal.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "tests" / "data" / "journal"
SCHEMA = json.loads((resources("companion.records") / "schema.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def valid() -> Callable[[Any], Any]:
    checked: Callable[[Any], Any] = fastjsonschema.compile(SCHEMA)
    return checked


def lines(folder: Path) -> list[dict[str, Any]]:
    return [
        json.loads(line)
        for path in files(folder)
        for line in path.read_text(encoding="utf-8").splitlines()
    ]


@pytest.mark.parametrize("game", every_game("jacquet", "dutch", "acey-deucey"))
def test_every_line_of_an_evening_is_valid(
    tmp_path: Path, game: str, valid: Callable[[Any], Any]
) -> None:
    settings = Settings("", game, voice="print", journal=str(tmp_path / "j"), mode="practice")
    assert Demo(settings, 3, turns=3, fast=True).run()
    with Journal.open(tmp_path / "j") as journal:
        journal.add_finished({"game": game}, facts_of(Chance(3, length=1).sheet()), completed=True)
    written = lines(tmp_path / "j")
    assert len(written) > 20
    for line in written:
        valid(line)


def test_an_invalid_line_is_refused(valid: Callable[[Any], Any]) -> None:
    first, second, *_ = lines(EXAMPLE)
    wrong = (
        first | {"journal": 2},
        first | {"more": 1},
        second | {"from": [[1.0, "fly", ""]]},
        second | {"facts": [{}]},
        second | {"sum": "abc"},
        {"n": 9, "ended": "today", "completed": True, "sum": "0" * 16},
    )
    for line in wrong:
        with pytest.raises(fastjsonschema.JsonSchemaValueException):
            valid(line)


def read_as(line: dict[str, Any]) -> bool:
    """Whether the program itself reads a line whose sum is right."""
    text = json.dumps(line).encode()
    try:
        JournalLine(Path("j"), 1, line.get("n", 1), text, None).content()
    except DamageError:
        return False
    return True


def test_the_program_accepts_the_same_lines_as_the_schema(valid: Callable[[Any], Any]) -> None:
    first, *others = lines(EXAMPLE)
    for line in (first, others[0], others[-1]):
        assert read_as(line)
        for name in line.keys() - {"journal", "n", "ended", "sum"}:  # the reader goes by these
            less = {each: value for each, value in line.items() if each != name}
            changed = [line | {name: value} for value in (1.5, "x", None, [3], {"x": 1}, True)]
            for each in (less, *changed):
                try:
                    valid(each)
                except fastjsonschema.JsonSchemaException:
                    assert not read_as(each), each
                else:
                    assert read_as(each), each


def test_the_schema_has_every_kind_of_input() -> None:
    kinds = SCHEMA["definitions"]["line"]["properties"]["from"]["items"]["items"][1]["enum"]
    assert kinds == list(get_args(Kind))
    assert all(f"`{kind}`" in DOCUMENT for kind in kinds)


def test_the_example_in_the_document_is_a_real_journal(valid: Callable[[Any], Any]) -> None:
    shown, _view = re.findall(r"```json\n(.*?)```", DOCUMENT, flags=re.DOTALL)
    (path,) = files(EXAMPLE)
    assert check(EXAMPLE)[1]
    assert f"`{path.name}`" in DOCUMENT
    for line in lines(EXAMPLE):
        valid(line)
    whole = path.read_text(encoding="utf-8")
    states = (json.dumps(line.get("state", 0), separators=(",", ":")) for line in lines(EXAMPLE))
    for state in states:
        whole = whole.replace(f'"state":{state}', '"state":{…}')
    assert set(shown.splitlines()) < set(whole.splitlines())


@pytest.mark.skipif(shutil.which("jq") is None, reason="jq is not installed")
def test_the_recipes_for_jq_print_what_they_say(tmp_path: Path) -> None:
    recipes = re.findall(r"^(jq .*)$", RECIPES, flags=re.MULTILINE)
    shutil.copytree(EXAMPLE, tmp_path / "evenings")
    told = [
        subprocess.run(  # noqa: S602 - our own document
            recipe, shell=True, cwd=tmp_path, capture_output=True, text=True, check=True
        ).stdout
        for recipe in recipes
    ]
    assert len(told) == 3
    assert told[0] == "V 3-1\nN 6-4\n"
    assert re.fullmatch(r"\S+Z backgammon Ann Bo\n", told[1])
    assert told[2] == ""
