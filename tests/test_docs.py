"""The documents keep up with the program: what can be named from outside is explained there."""

import argparse
import doctest
import itertools
import re
import shlex
import wave
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.bounds import LIMITS
from companion.commands import main as cli
from companion.commands import options, setting_file
from companion.commands.arguments import parser_of_all, read
from companion.link.messages import Key
from companion.rules.games import BY_NAME, Game
from companion.rules.verdicts import Code
from companion.speech import voices
from tests.commands import commands_page
from tests.fifth_game import BLOCK
from tests.test_project import committed_files

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCS = ROOT / "docs"
RULES = (DOCS / "rules.md").read_text(encoding="utf-8")

COMMANDS = {"demo", "play", "legal", "judge", "hint", "doctor", "journal", "replay", "simulate"}
RULE_OPTIONS = tuple(sorted(set().union(*(game.options for game in BY_NAME.values()))))


def described(text: str) -> dict[str, str]:
    """Each list item that begins with names in code marks: name to the item's whole text."""
    items: dict[str, str] = {}
    for item in re.findall(r"^- (`.*(?:\n  .*)*)", text, flags=re.MULTILINE):
        heads = re.match(r"((?:`[^`]+`(?:, | and )?)+)", item)
        assert heads is not None
        for head in re.findall(r"`([^`]+)`", heads[1]):
            items[head.split()[0]] = item
    return items


def code_lines(text: str) -> Iterator[str]:
    """Give the lines inside code blocks."""
    for block in re.findall(r"^```\w*\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL):
        yield from block.splitlines()


def section(text: str, heading: str) -> str:
    """Give what stands under a heading, down to the next of its level or above."""
    level = heading.partition(" ")[0]
    start = text.index(f"\n{heading}\n")
    end = re.search(rf"^#{{1,{len(level)}}} ", text[start + len(heading) + 1 :], re.MULTILINE)
    return text[start:] if end is None else text[start : start + len(heading) + 1 + end.start()]


@pytest.mark.parametrize(
    ("page", "heading", "names"),
    [
        ("keys", "## The keys", tuple(Key)),
        ("commands", "## The commands", tuple(COMMANDS)),
        ("commands", "## Rule options", RULE_OPTIONS),
        ("mistakes", "# The mistakes that Companion names", tuple(Code)),
    ],
)
def test_a_page_describes(page: str, heading: str, names: tuple[str, ...]) -> None:
    items = described(section("\n" + (DOCS / f"{page}.md").read_text(encoding="utf-8"), heading))
    assert [name for name in names if len(items.get(name, "")) < len(name) + 10] == []


def test_the_faults_are_listed_in_a_referees_order() -> None:
    faults = (DOCS / "mistakes.md").read_text(encoding="utf-8")
    listed = re.findall(r"^- `([a-z-]+)`", faults, re.MULTILINE)
    assert listed == list(Code)


def test_the_first_two_code_lines_set_up_and_run_the_demo_and_the_tests() -> None:
    demo, tests = list(code_lines(README))[:2]
    for line in (demo, tests):
        venv, install, _ = line.split(" && ")
        assert venv == "python3 -m venv .venv"
        assert install.startswith(".venv/bin/pip install -q ")
    assert demo.endswith(" && .venv/bin/companion demo")
    assert tests.endswith(" && .venv/bin/python -m pytest -n 3")


EXAMPLES = [shlex.split(line) for line in list(code_lines(README))[2:]]


def actions_of_commands() -> dict[str, list[argparse.Action]]:
    """Return what argparse, which has no public way to ask, knows of each command."""
    parser = parser_of_all()
    commands = next(a for a in parser._actions if isinstance(a, argparse._SubParsersAction))  # noqa: SLF001
    return {name: command._actions for name, command in commands.choices.items()}  # noqa: SLF001


def offered() -> dict[str, set[str]]:
    """Give the commands that the program has, each with its options."""
    return {
        name: {o for a in actions for o in a.option_strings if o.startswith("--")}
        for name, actions in actions_of_commands().items()
    }


def test_all_commands_that_others_rely_on_are_there() -> None:
    assert offered().keys() >= COMMANDS


def test_the_page_of_commands_is_fresh() -> None:
    for lang, path in commands_page.PAGES.items():
        assert path.read_text(encoding="utf-8") == commands_page.page(lang)
        rules = commands_page.page(lang).partition(commands_page.RULES_HEADING[lang])[2]
        assert tuple(sorted(re.findall("^- `([^`]+)`", rules, re.MULTILINE))) == RULE_OPTIONS


def test_the_readme_leads_to_every_page() -> None:
    pages = {f"docs/{path.name}" for path in DOCS.glob("*.md")}
    assert {page for page in pages if f"`{page}`" not in README} == set()


def test_every_voice_is_offered() -> None:
    play = next(command for command in options.COMMANDS if command.name == "play")
    text = next(o.help_text("en", "play") for o in play.options if o.name == "--voice")
    assert {name for name in voices.NAMES if name not in text} == set()


@pytest.mark.parametrize("words", EXAMPLES, ids=" ".join)
def test_examples_are_understood_and_name_files_that_are_there(words: list[str]) -> None:
    assert words[0] == ".venv/bin/companion"
    arguments = parser_of_all().parse_args(words[1:] or ["play"])
    assert (ROOT / (getattr(arguments, "mat", None) or "")).exists()


@pytest.mark.parametrize(
    "words", [w for w in EXAMPLES if {*w[1:2]} & {"legal", "judge"}], ids=" ".join
)
def test_examples_that_ask_get_their_answer(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(words[1:]) == 0
    assert capsys.readouterr().out.strip()


DOCUMENTS = ("README.md", "CONTRIBUTING.md", *sorted(f"docs/{p.name}" for p in DOCS.glob("*.md")))
PROGRAM = re.compile(
    r"(?:^|&& )(?:\.venv[/\\](?:bin|Scripts)[/\\]|/usr/bin/|python -m )?companion(?: |$)"
)


def typed_words(line: str) -> list[str]:
    """Give the words of the program in a line of shell, from its name to the next command."""
    words = shlex.split(line[line.index("companion") :].replace("\\", "/"), comments=True)
    end = next((n for n, word in enumerate(words) if word in {"|", "&&", ">", "<", "&"}), None)
    return words[1:end]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_each_line_of_the_program_is_understood(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setting_file, "place", lambda: tmp_path / "settings.toml")
    text = (ROOT / name).read_text("utf-8").replace("\\\n", " ")
    # A page shows a language that somebody adds.
    for line in code_lines(text.replace("--lang de", "--lang fr").replace("ExecStart=", "")):
        if PROGRAM.search(line):
            assert read(typed_words(line)).command


@pytest.mark.parametrize("name", DOCUMENTS)
def test_each_command_that_is_named_has_the_options_that_stand_with_it(name: str) -> None:
    known = offered()
    text = (ROOT / name).read_text("utf-8")
    outside = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    for code in re.findall(r"`([^`]+)`", outside):
        line = " ".join(code.split())
        if not PROGRAM.match(line) or "COMMAND" in line or "COMMANDE" in line:
            continue
        words = [w for w in typed_words(line) if w not in {"--help", "--version"}]
        command = next((w for w in words if w in known), "play")
        own = list(itertools.takewhile(lambda word: word != "--", words))
        options = {word.partition("=")[0] for word in own if word.startswith("--")}
        assert options <= known[command] | {"--lang"}, line
        assert not words or words[0].startswith("--") or words[0] in known, line


@pytest.mark.parametrize("page", ["club-services", "salle"])
def test_the_services_in_the_walk_through_are_those_of_the_debian_package(page: str) -> None:
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    unit = (ROOT / "packaging" / "debian" / "companion.service").read_text(encoding="utf-8")
    assert "ExecStart=/usr/bin/companion play $OPTIONS\n" in unit
    assert "EnvironmentFile=-/etc/default/companion\n" in unit
    assert "StateDirectory=companion\nWorkingDirectory=/var/lib/companion\n" in unit
    file = r"""^echo 'OPTIONS="(.*)"' \| sudo tee /etc/default/companion$"""
    lines = re.findall(file, text, re.MULTILINE)
    tables = [read(["play", *line.split()]) for line in lines]
    assert [table.table for table in tables] == ["T1", "T2"]
    assert all(table.journal.startswith("/var/lib/companion/") for table in tables)
    hall = (ROOT / "packaging" / "debian" / "default-hall").read_text(encoding="utf-8")
    options = re.findall('^OPTIONS="(.*)"$', hall, re.MULTILINE)
    assert [read(["club", *line.split()]).record for line in options] == ["hall.record"]
    services = set(re.findall(r"systemctl (?:\w+ )(?:--now )?(companion[\w-]*)", text))
    assert services == {path.stem for path in (ROOT / "packaging" / "debian").glob("*.service")}


FOR_READING = ("docs/hints.md", "docs/practice.md", "docs/rules-engine.md", "docs/spoken.md")
"""Pages with tables; all others are also for listening."""
PAGES = [name for name in DOCUMENTS if name not in FOR_READING]


def test_pages_for_listening_have_no_tables_and_describe_their_pictures() -> None:
    for name in PAGES:
        text = (ROOT / name).read_text(encoding="utf-8")
        assert not re.search(r"^\s*\|", text, flags=re.MULTILINE), name
        assert all(len(said) > 40 for said in re.findall(r"!\[(.*?)\]", text)), name


@pytest.mark.parametrize("name", ["docs/a-turn.wav", "docs/un-tour.wav"])
def test_the_readme_has_a_turn_to_listen_to(name: str) -> None:
    assert f"({name})" in README
    with wave.open(str(ROOT / name)) as sound:
        seconds = sound.getnframes() / sound.getframerate()
        loudest = max(memoryview(sound.readframes(sound.getnframes())).cast("h"))
    assert 5 < seconds < 15
    assert loudest > 1000


def test_every_module_that_contributing_names_is_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rooms = {path.name for path in (ROOT / "companion").iterdir() if path.is_dir()}
    dotted = {name for name in re.findall(r"`(\w+\.\w+)`", text) if name.split(".")[0] in rooms}
    assert len(dotted) > 10
    for name in dotted:
        path = ROOT / "companion" / name.replace(".", "/")
        assert path.is_dir() or path.with_suffix(".py").is_file(), name


def test_headings_go_down_one_level_at_a_time() -> None:
    for name in DOCUMENTS:
        text = (ROOT / name).read_text(encoding="utf-8")
        outside = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
        levels = [len(marks) for marks in re.findall(r"^(#+) ", outside, flags=re.MULTILINE)]
        assert levels[0] == 1, name
        assert all(after <= before + 1 for before, after in itertools.pairwise(levels))


def test_every_bound_that_is_stated_is_measured_by_one_command() -> None:
    text = (ROOT / "docs" / "bounds.md").read_text(encoding="utf-8")
    stated = re.findall(r"^- (.+): (at (?:most|least) [^;]+); [0-9b]", text, flags=re.MULTILINE)
    assert dict(stated) == LIMITS
    assert len(re.findall("^- ", text, flags=re.MULTILINE)) == len(LIMITS)


def test_the_examples_of_the_library_run() -> None:
    page, forms = str(DOCS / "library.md"), doctest.ELLIPSIS
    done = doctest.testfile(page, module_relative=False, encoding="utf-8", optionflags=forms)
    assert done.attempted > 30
    assert not done.failed


def test_every_rule_has_one_letter_and_a_source() -> None:
    letters = re.findall(r"^- ([A-Z][0-9]): ", RULES, flags=re.MULTILINE)
    assert len(set(letters)) == len(letters) > 25
    items = re.findall(r"^- [A-Z][0-9]: .*(?:\n  .*)*", RULES, flags=re.MULTILINE)
    assert [item[:6] for item in items if "Source: " not in " ".join(item.split())] == []


def test_every_rule_that_is_named_is_in_the_rules() -> None:
    known = set(re.findall(r"^- ([A-Z][0-9]): ", RULES, flags=re.MULTILINE))
    named = re.compile(r"\b[BCEJU][0-9]\b")
    wrong = {
        f"{name}: {letter}"
        for name, text in committed_files()
        if name.startswith(("companion/", "docs/", "tests/"))
        if name.endswith((".py", ".md")) and not name.startswith("tests/hardware/")
        for letter in named.findall(text)
        if letter not in known
    }
    assert wrong == set()


@pytest.mark.parametrize("game", [game for game in BY_NAME.values() if game is not BLOCK])
def test_every_section_that_a_fault_names_is_among_the_sources(game: Game) -> None:
    sources = " ".join(section(RULES, "## The sources").split())
    for text in game.documents.values():
        number, heading = text.split(" ", 1)
        listed = re.search(rf"- Document {number}: .*?(?=- Document|If this page)", sources)
        assert listed is not None
        assert f'"{heading}"' in listed[0]


def test_every_document_that_is_named_is_there() -> None:
    names = [name for name, _ in committed_files()]
    paths = {name.rsplit("/", 1)[-1] for name in names} | set(names)
    outside = re.compile(r"(?m)\bcontracts?(?:, (?:section|[0-9])|, *$| \(section)|\bhabit [0-9]")
    missing = [
        f"{name}: {found}"
        for name, text in committed_files()
        if name != "tests/test_docs.py"
        for found in (*re.findall(r"(?<![\w./-])[\w./-]*\w\.md\b", text), *outside.findall(text))
        if found.removeprefix("./") not in paths
    ]
    assert missing == []


def test_every_section_that_is_named_is_there() -> None:
    place = re.compile(r'`?(docs/[\w-]+\.md)`?,\s+"([^"]+)"')
    missing = [
        f"{name}: {page}, {heading}"
        for name, text in committed_files()
        if name.endswith((".py", ".md"))
        for page, heading in place.findall(text)
        if not re.search(
            rf"^#+ {re.escape(' '.join(heading.split()))}$",
            (ROOT / page).read_text(encoding="utf-8"),
            flags=re.MULTILINE,
        )
    ]
    assert missing == []
