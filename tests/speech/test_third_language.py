"""A third language is one folder: a pretended one is made, checked, and spoken for an evening."""

import json
import re
import shutil
import tomllib
from pathlib import Path

import pytest

from companion.speech import catalogue, toml_texts
from tests.program import python
from tests.tables import table

translating = pytest.importorskip(
    "tools.translating", reason="Babel is not installed (pip install Babel)"
)

PACKAGE = Path(catalogue.__file__).parents[1]
MARK = "Zdanie "
"""Stands before every sentence of the pretended Polish, which has three plurals."""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the program, whose message files a translator works on."""
    copy = tmp_path / "companion"
    shutil.copytree(PACKAGE, copy)  # with what Python has compiled
    shutil.copytree(Path(translating.__file__).parent, tmp_path / "tools")
    monkeypatch.setattr(translating, "LOCALE", copy / "speech" / "locale")
    return copy


def translated(text: str) -> str:
    return re.sub(r"(^|(?<=[.?]) )(?=\S)", rf"\1{MARK}", text)


def translate(leave_out: str = "") -> None:
    """Do a translator's work in the files."""
    for name in ("help", "errors"):
        helps = tomllib.loads((translating.LOCALE / "en" / f"{name}.toml").read_text("utf-8"))
        (translating.LOCALE / "pl" / f"{name}.toml").write_text(
            "".join(f"{key} = {json.dumps(translated(text))}\n" for key, text in helps.items()),
            encoding="utf-8",
        )
    for topic in translating.topics():
        english = {each[:2]: each.texts for each in translating.read("en", topic)}
        done = []
        for each in translating.read("pl", topic):
            texts = [translated(text) for text in english[each[:2]]]
            texts += texts[-1:] * (len(each.texts) - len(texts))
            done.append(each if each.name == leave_out else each._replace(texts=tuple(texts)))
        translating.write("pl", topic, done)


@pytest.mark.slow
def test_a_third_language_is_one_folder(package: Path) -> None:
    """Guards that a language needs no change in the code, and that no English is left."""
    tool = "-m", "tools.translating", "pl"
    count = sum(len(translating.read("en", topic)) for topic in translating.topics())
    assert said(package, *tool)[-1] == f"pl: {count} to translate"
    translate(leave_out="evening.legal")
    assert said(package, *tool)[-2:] == ["pl: evening.legal", "pl: 1 to translate"]
    strange = [each._replace(texts=("{nom}.",)) for each in translating.read("pl", "evening")]
    translating.write("pl", "evening", strange)
    assert "pl: evening.own-fault: unknown value {nom}" in said(package, *tool)
    translate()
    assert said(package, *tool)[-1] == "pl: 0 to translate"

    kept = str(package.parent / "evening.db")
    evening = ["--fast", "--turns", "4", "--voice", "print", "--journal", kept, "--lang", "pl"]
    lines = said(package, "-m", "companion", "demo", *evening)
    assert len(lines) > 20
    lines += said(package, "-m", "companion", "replay", kept, "--lang", "pl")
    turn = ["--game", "jacquet", "--turn", "V", "--dice", "6,3", "--lang", "pl", "--position"]
    start, wrong = "V12=14n1N N12=14v1V", "V12=14n1N N6=1v N12=14v"
    lines += said(package, "-m", "companion", "judge", *turn, start, "--end", wrong, code=1)
    hint = said(package, "-m", "companion", "hint", "--static", *turn, start)[0]
    reasons = hint.partition(MARK)
    lines.append(reasons[1] + reasons[2])
    *words, offered = said(package, "-c", PAGE)
    assert offered == f"{MARK}English.", "the page offers it"
    lines += words
    lines += said(package, "-m", "companion", "doctor", "--lang", "pl", "--port", NOWHERE, code=1)
    lines += refusals(package)
    answers = said(package, "-c", WRONG, json.dumps(table("commands/bad-inputs")))
    assert len(answers) > 80
    lines += [re.sub(r"^companion( [a-z]+)?: ", "", line) for line in answers]
    parts = [part for line in lines for part in re.split(r"(?<=[.?]) ", line)]
    assert [part for part in parts if not part.startswith(MARK)] == []


def refusals(package: Path) -> list[str]:
    """What each command answers to each of its options without a value, or with a wrong one."""
    lines = [line.partition(": ")[2] for line in said(package, "-c", REFUSED)]
    assert len(lines) > 100
    argument = re.compile(rf"{MARK}argument \S+: (?={MARK})")
    for line in lines:
        assert argument.match(line) or not line.startswith(f"{MARK}argument"), line
    return lines


REFUSED = """
import os, sys
from companion.commands.main import main
from companion.commands.options import COMMANDS

os.environ["LC_ALL"] = "pl_PL.UTF-8"
sys.stderr = sys.stdout
for command in COMMANDS:
    wrong = [["--unknown"], ["a", "b", "c"]]
    for option in command.options:
        if not (option.flag or option.is_word or option.bare):
            wrong.append([option.name])
        if option.flag:
            wrong.append([f"{option.name}=3"])
        elif not option.is_word and (option.choices or option.type):
            wrong.append([f"{option.name}=?"])
    for words in wrong:
        try:
            main([command.name, *words])
        except SystemExit:
            pass
"""
"""Prints the refusals of wrong words in the language of the system."""


WRONG = """
import json, os, sys, tempfile
from contextlib import suppress
from pathlib import Path
from companion.commands.main import main

sys.stderr = sys.stdout
for words, text in json.loads(sys.argv[1]):
    os.chdir(tempfile.mkdtemp())
    Path("FILE").write_text(text, encoding="utf-8")
    with suppress(SystemExit):
        main([*(word.replace("+", " ") for word in words.split()), "--lang", "pl"])
"""
"""Prints what the commands answer to bad input."""


NOWHERE = "socket://127.0.0.1:9"
PAGE = """
from companion.referee.table_view import TableView
from companion.rules import Player, find_game, parse_placement
from companion.speech.answers import board_lines
from companion.speech.wording import Wording
from companion.web.page_text import PageText
from companion.web.render import LANGUAGES

words = PageText("pl")
print(words.state(TableView()))
print(words.game("jacquet") + ".")
game = find_game("jacquet")
board = parse_placement(game.text(game.start))
for reader in (None, Player.V):
    print(*board_lines(Wording("pl", "jacquet"), board, (6, 3), reader), sep="\\n")
print(dict(LANGUAGES)["pl"])
"""
"""What the page says of a table at which nobody has begun, what a braille display shows of a board,
and the page's name of the language."""


def said(package: Path, *words: str, code: int = 0) -> list[str]:
    """What the copy of the program prints."""
    ran = python(*words, cwd=package.parent, encoding="utf-8")
    assert ran.returncode == code, ran.stderr
    return ran.stdout.splitlines()


def test_the_tests_of_completeness_are_made_for_every_language_there_is() -> None:
    assert set(catalogue.languages()) == {
        path.parts[-2] for path in toml_texts.LOCALE.glob("*/*.po")
    }


def test_no_language_but_that_of_the_sources_is_known_by_its_name() -> None:
    codes = "|".join(set(catalogue.languages()) - {"en"})
    found = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if path.parent.name != "games"  # a game may bring the sentences of its own faults
        and re.search(rf"[\"'](?:{codes})[\"']", path.read_text(encoding="utf-8"))
    }
    assert found == {"commands/queries.py"}, "docs/protocol.md names the fields of `judge`"
