"""The guides name only what is there, and can be listened to."""

import itertools
import re
from collections import Counter
from pathlib import Path

import pytest

from companion import cli
from hardware import layout, parts_list
from hardware import parameters as p
from hardware.papers import sheets
from hardware.printed import printed_parts

ROOT = Path(__file__).parents[2]
HARDWARE = ROOT / "hardware"
GUIDES = ("README.md", "building.md", "care.md", "physics.md", "wiring.md")
TEXTS = {name: (HARDWARE / name).read_text(encoding="utf-8") for name in GUIDES}
BUILDING, CARE = TEXTS["building.md"], TEXTS["care.md"]
PARTS = {part.name: part for part in printed_parts(p.KEYS_FR)}


def code_marks(text: str) -> list[str]:
    """What stands in code marks within a line."""
    outside = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.findall(r"`([^`\n]+)`", outside)


@pytest.mark.parametrize("name", GUIDES)
def test_files_named_in_a_guide_are_there(name: str) -> None:
    wanted = [
        word for word in code_marks(TEXTS[name]) if re.fullmatch(r"[\w./-]+(?:\.[a-z]\w*|/)", word)
    ]
    made = {f"{sheet}.{kind}" for sheet in sheets.sheets() for kind in ("svg", "pdf")}
    made |= {"quick-guide.en.brf", "quick-guide.fr.brf", "board.net", *sheets.sheets()}
    missing = [
        word
        for word in wanted
        if word not in made
        and not word.startswith(".")
        and not any((folder / word).exists() for folder in (ROOT, HARDWARE, HARDWARE / "pictures"))
    ]
    assert missing == []
    assert wanted or name in {"physics.md", "wiring.md"}


def test_parts_named_in_the_guide_are_printed_and_every_one_is_named() -> None:
    pattern = r"(?:piece|die|dice|tile|frame|key)_\w+"
    named = {word for word in code_marks(BUILDING) if re.fullmatch(pattern, word)}
    english = {f"key_cap_{letter}" for letter in p.KEYS_EN.values()}
    assert named | english == set(PARTS)


def test_the_guide_prints_as_many_of_each_as_are_needed() -> None:
    chapter = BUILDING[BUILDING.index("How many:") : BUILDING.index("## Chapter 4")]
    said: Counter[str] = Counter()
    for count, name in re.findall(r"(\d+)\s+`(\w+)`", chapter):
        said[name] += int(count)
    caps = chapter[chapter.index("Caps for a French") : chapter.index("For an English")]
    said.update(dict.fromkeys(re.findall(r"`(key_cap_\w)`", caps), 2))
    del said["key_cap_r"]
    wanted = {part.name: part.count for part in PARTS.values() if part.count}
    del wanted["key_cap_r"]  # its "2" stands before it, and before all others
    assert said == wanted


def test_figures_of_the_guide_are_those_of_the_models() -> None:
    page = TEXTS["README.md"]
    assert f"{layout.WIDTH:.0f} mm wide and {layout.DEPTH:.0f} mm deep" in page
    assert f"{p.PIECE_ACROSS:.0f} mm across and {p.PIECE_HEIGHT:.0f} mm high" in page
    pile = p.STACK * p.STACK_PITCH + (p.PIECE_HEIGHT + p.BOSS_HEIGHT - p.STACK_PITCH)
    assert f"A pile of five is {pile:.0f} mm high" in page
    assert f"Dice have {p.DIE:.0f} mm" in page
    assert f"A foot of {p.BOSS_DIAMETER:.0f} mm" in page
    assert round(p.PLATE + p.FRAME_HEIGHT) == 20
    assert "20 mm high" in page
    assert f"filament at a height of {p.PLATE + p.TRIANGLE_ODD:.1f} mm" in BUILDING
    assert f"{p.SENSOR_DEPTH} mm below the floor" in BUILDING
    assert f"Nearer than {p.LINK_LENGTH:.0f} mm" in BUILDING
    discs = next(line.quantity for line in parts_list.lines() if line.part == "contact disc")
    assert discs <= int(re.findall(r"Order the contact discs now.* (\d+) pieces", BUILDING)[0])


def test_the_price_is_the_sum_of_the_list() -> None:
    assert f"{len(parts_list.lines())} lines, about 250 euros" in BUILDING
    assert abs(parts_list.total() - 250) < 15


def test_commands_in_the_guides_are_understood() -> None:
    commands = [
        word.removeprefix(".venv/bin/companion ").split()
        for text in TEXTS.values()
        for word in code_marks(text)
        if word.startswith(".venv/bin/companion ")
    ]
    assert len(commands) >= 8
    for words in commands:
        cli._parser().parse_args(words)


def test_every_fault_of_the_firmware_is_explained() -> None:
    page = (ROOT / "firmware" / "README.md").read_text(encoding="utf-8")
    faults = page[page.index("## Faults it names") :]
    words = set(re.findall(r"`(short|flicker|unread|twice|weak|silent|stuck)", faults))
    assert words == {"short", "flicker", "unread", "twice", "weak", "silent", "stuck"}
    assert words <= set(re.findall(r"^- `(\w+)`", CARE, re.MULTILINE))


@pytest.mark.parametrize("name", GUIDES)
def test_guides_can_be_listened_to(name: str) -> None:
    text = TEXTS[name]
    assert "![" not in text
    assert not re.search(r"^\s*\|", text, flags=re.MULTILINE)
    outside = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    levels = [len(marks) for marks in re.findall(r"^(#+) ", outside, flags=re.MULTILINE)]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))
    # Numbered steps count on without gaps, from one under each heading or paragraph.
    for steps in re.findall(r"(?:^\d+\. .*\n(?:   .*\n)*)+", text, flags=re.MULTILINE):
        numbers = [int(number) for number in re.findall(r"^(\d+)\. ", steps, re.MULTILINE)]
        assert numbers == list(range(1, len(numbers) + 1))


def test_it_is_said_plainly_that_nothing_was_built() -> None:
    assert "Nobody has built it yet" in TEXTS["README.md"]
    assert "No board has been built from this guide" in BUILDING
    assert "Nothing here was measured" in TEXTS["physics.md"]


def test_the_code_needed_is_in_the_extra() -> None:
    for command in re.findall(r"python -m (hardware[\w.]*)", "".join(TEXTS.values())):
        path = ROOT / Path(*command.split("."))
        assert path.with_suffix(".py").exists() or (path / "__main__.py").exists(), command
