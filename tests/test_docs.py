"""The documents keep up with the program: what can be named from outside is explained there."""

import itertools
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.events import _FIELDS
from companion.link.messages import Key
from companion.rules.verdicts import Code

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PROGRAMS = (ROOT / "docs" / "for-programs.md").read_text(encoding="utf-8")

# Contracts, section 3: what the command line offers, whether it is there yet or not.
COMMANDS = ("demo", "play", "legal", "judge", "hint", "doctor", "journal", "replay", "simulate")
OPTIONS = (
    *("--game", "--lang", "--seed", "--fast", "--voice", "--events", "--journal", "--mat"),
    *("--port", "--match", "--mode", "--option", "--position", "--turn", "--dice"),
    *("--json", "--jsonl"),
)
RULE_OPTIONS = (
    *("no-full-prime", "double-bouchage", "count-games", "automatic-doubles", "no-crawford"),
    *("no-cube", "double-on-ace-deuce", "may-hit-V", "may-hit-N", "end-on-any-die", "mirrored"),
)
EVENTS = {name: set(fields) for name, fields in _FIELDS.values()} | {
    "opening": {"dice", "starter"},
    "ruling": {"what", "by", "position", "dice", "winner"},
    "hint": {"player", "plays"},
    "say": {"text", "lang", "priority", "to", "interrupts"},
}


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
    ("heading", "names"),
    [
        ("## The keys", tuple(Key)),
        ("## The commands", (*COMMANDS, *OPTIONS)),
        ("### Rule options", RULE_OPTIONS),
        ("## What is named as a mistake", tuple(Code)),
    ],
)
def test_readme_describes(heading: str, names: tuple[str, ...]) -> None:
    items = described(section(README, heading))
    assert [name for name in names if len(items.get(name, "")) < len(name) + 10] == []


def test_readme_lists_the_faults_in_a_referees_order() -> None:
    faults = section(README, "## What is named as a mistake")
    listed = re.findall(r"^- `([a-z-]+)`", faults, re.MULTILINE)
    assert listed == list(Code)


@pytest.mark.parametrize(("event", "fields"), EVENTS.items())
def test_event_is_described_with_its_fields(event: str, fields: set[str]) -> None:
    stream = section(PROGRAMS, "## The event stream")
    item = described(stream)[event]
    assert fields <= set(re.findall(r"`(\w+)`", item)), item


def test_events_described_are_events() -> None:
    stream = section(PROGRAMS, "## The event stream")
    assert set(described(stream)) == set(EVENTS)


def test_the_first_two_code_lines_set_up_and_run_the_demo_and_the_tests() -> None:
    demo, tests = list(code_lines(README))[:2]
    for line in (demo, tests):
        venv, install, _ = line.split(" && ")
        assert venv == "python3 -m venv .venv"
        assert install.startswith(".venv/bin/pip install -q ")
    assert demo.endswith(" && .venv/bin/companion demo")
    assert tests.endswith(" && .venv/bin/python -m pytest")


@pytest.mark.parametrize("line", list(code_lines(README))[2:])
def test_examples_use_what_is_there(line: str) -> None:
    program, command, *arguments = shlex.split(line)
    assert program == ".venv/bin/companion"
    assert command in COMMANDS
    assert {word for word in arguments if word.startswith("--")} <= set(OPTIONS)


def test_pages_for_listening_have_no_tables_and_no_pictures() -> None:
    for name in ("README.md", "CONTRIBUTING.md", "docs/for-programs.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert not re.search(r"^\s*\|", text, flags=re.MULTILINE), name
        assert "![" not in text, name


def test_headings_go_down_one_level_at_a_time() -> None:
    for name in ("README.md", "CONTRIBUTING.md", "docs/for-programs.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        outside = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
        levels = [len(marks) for marks in re.findall(r"^(#+) ", outside, flags=re.MULTILINE)]
        assert levels[0] == 1, name
        assert all(after <= before + 1 for before, after in itertools.pairwise(levels))
