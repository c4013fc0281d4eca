"""The guides name only parts and files that exist, and can be read aloud."""

import itertools
import re
from collections import Counter
from pathlib import Path

import pytest

from companion.board.health import RESTLESS
from companion.commands.arguments import parser_of_all
from hardware import (
    antenna_board,
    circuit,
    firmware_facts,
    layout,
    parts_list,
    parts_radio,
    parts_trial,
    reader_board,
    sensor_board,
    tag_disc,
)
from hardware import parameters as p
from hardware.papers import sheets
from hardware.printed import printed_parts, reader_parts, trial_parts
from tests.speech.messages import english, names
from tests.tables import table

ROOT = Path(__file__).parents[2]
HARDWARE = ROOT / "hardware"
GUIDES = (
    "README.md",
    "building.md",
    "care.md",
    "contacts.md",
    "options.md",
    "parts.md",
    "physics.md",
    "switch-board.md",
    "radio-parts.md",
    "tag-trial.md",
    "trial.md",
    "wiring.md",
)
TEXTS = {name: (HARDWARE / name).read_text(encoding="utf-8") for name in GUIDES}
BUILDING, CARE, TAG_TRIAL = (TEXTS[name] for name in ("building.md", "care.md", "tag-trial.md"))
FLAT = re.sub(r"\s+", " ", BUILDING)  # wherever its lines end
TRIAL = re.sub(r"\s+", " ", TEXTS["trial.md"])
PARTS = {part.name: part for part in (*printed_parts(p.KEYS_FR), *reader_parts())}


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
    assert wanted or name == "physics.md"


def test_the_guide_names_all_printed_parts_and_no_others() -> None:
    pattern = r"(?:piece|die|dice|tile|frame|key|reader)_\w+"
    named = {word for word in code_marks(BUILDING) if re.fullmatch(pattern, word)}
    named -= {sensor_board.name(variant) for variant in sensor_board.VARIANTS}
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
    page = re.sub(r"\s+", " ", TEXTS["README.md"])
    assert f"{layout.WIDTH:.0f} mm wide and {layout.DEPTH:.0f} mm deep" in page
    assert f"{p.PIECE_ACROSS:.0f} mm across and {p.PIECE_HEIGHT:.0f} mm high" in page
    pile = (p.STACK - 1) * p.STACK_PITCH + p.PIECE_HEIGHT
    pile += p.BOSS_HEIGHT - p.SEAT_DEPTH
    assert f"A pile of five stands {pile:.0f} mm above the board" in page
    assert f"Dice have {p.DIE:.0f} mm" in page
    assert f"A foot of {p.BOSS_DIAMETER:.0f} mm, {p.BOSS_HEIGHT:.0f} mm deep" in page
    wide, deep = p.BOX
    assert f"{wide:.0f} mm wide, {deep:.0f} mm deep and as high as the board" in page
    assert f"{p.BASE_THICKNESS + p.FRAME_HEIGHT + p.PLATE:.0f} mm high" in page
    assert f"filament at a height of {p.PLATE + p.TRIANGLE_LIGHT:.1f} mm" in FLAT
    assert f"{p.SENSOR_DEPTH} mm below the floor" in FLAT
    assert f"Nearer than {p.LINK_LENGTH:.0f} mm" in FLAT


def test_the_trial_orders_and_prints_what_it_uses() -> None:
    discs = next(line.quantity for line in parts_trial.lines() if line.part == "contact disc")
    assert f"order {discs} contact discs" in TRIAL
    magnets = 2 * parts_trial.PIECES + parts_trial.SEATS
    assert f"{magnets} magnets of 5 x 2 mm" in TRIAL
    for part in trial_parts():
        assert f"{part.count} `{part.name}`" in TRIAL


def test_lengths_of_the_guide_are_those_of_the_contact_discs_geometry() -> None:
    from hardware.contact_disc import fingers

    pieces = TRIAL[TRIAL.index("## Pieces") : TRIAL.index("## Seats")]
    assert f"four strips of bronze, {p.FINGER_STRIP_LENGTH:.1f} mm long" in pieces
    assert f"The first {p.FINGER_ROOT} mm is the root" in pieces
    assert f"rises by {p.FINGER_FREE} mm until its last {p.FINGER_CURL} mm" in pieces
    centre = next(finger for finger in fingers() if finger.net == "centre")
    end = centre.spots(p.FINGER_STRIP_LENGTH)[1][0]
    assert f"ends {end:.1f} mm beyond the middle" in pieces
    assert f"its middle {p.FINGER_CHORD} mm from the" in pieces
    # The gauge of two magnets: the tips stand as high as a magnet is thick.
    assert pytest.approx(p.HOLD_THICKNESS) == p.DISC_THICKNESS + p.FINGER_FREE
    assert f"it lies {p.HOLD_THICKNESS} mm high" in pieces
    # A seat's magnet below its plate, and sheets of paper of 0.1 mm that fit there.
    deep = p.PLATE - p.SEAT_DEPTH - p.DISC_THICKNESS - p.THIN_WALL - p.HOLD_THICKNESS
    assert f"lies {deep:.1f} mm deeper than the face around it: two sheets of printing" in TRIAL


def test_the_base_sheet_of_the_guide_is_the_layouts() -> None:
    closing = FLAT[FLAT.index("## Chapter 12") : FLAT.index("## Chapter 13")]
    assert f"base sheet to {layout.WIDTH:.0f} x {layout.DEPTH:.0f} mm" in closing
    cuts = [cut for cut in layout.base_cuts() if cut[0] > 0]
    (_, first, deep, wide), (_, second, _, _) = cuts
    assert f"{deep:.0f} mm deep and {wide:.0f} mm long" in closing
    begin = f"{first:.0f} mm and {second:.0f}"
    assert f"begin {begin} mm from V's edge; at the left edge {begin} mm from N's" in closing
    others = sorted(layout.DEPTH - y - wide for x, y, _, wide in layout.base_cuts() if x == 0)
    assert others == pytest.approx([first, second])
    assert "eight screw holes" in closing
    assert len(layout.base_screws()) == 8


# What the guides do, and what is needed for it: a word of the text, and one of the lists.
NEEDED = dict(table("hardware/tools-of-guides"))


def test_what_the_guides_use_is_in_the_list_of_tools_or_of_parts() -> None:
    tools = BUILDING[BUILDING.index("Tools:") : BUILDING.index("Time:")]
    every = (*parts_list.lines(), *parts_radio.lines(), *parts_trial.lines())
    parts = [f"{line.part} {line.used_for} {line.tolerance}" for line in every]
    lists = tools + TEXTS["trial.md"][: TEXTS["trial.md"].index("## What")] + "\n".join(parts)
    work = FLAT[FLAT.index("## Chapter 1.") :] + CARE + TRIAL + TAG_TRIAL
    for word, listed in NEEDED.items():
        assert re.search(word, work, re.IGNORECASE), f"nobody uses {word}: take it out here"
        assert re.search(listed, lists), f"{word} needs {listed}, which no list has"
    # And nothing is listed in vain: each tool's first word is used, or stands above.
    for tool in re.findall(r"^- (\w[\w-]*)", tools, re.MULTILINE):
        named = any(re.search(tool, listed, re.IGNORECASE) for listed in NEEDED.values())
        assert named or tool in SELF_EVIDENT, tool


SELF_EVIDENT = {"3D", "Network", "Wire", "Side", "Tweezers", "Clamp", "Computer", "For", "Two"}


def test_the_price_is_the_sum_of_the_list() -> None:
    price = round(parts_list.total(), -1)
    radio = round(parts_list.total(parts_radio.lines()), -1)
    assert f"the {len(parts_list.lines())} lines of `parts.md`, about {price:.0f} euros" in FLAT
    assert f"those of `radio-parts.md`, about {radio:.0f} euros" in FLAT


def test_commands_in_the_guides_are_understood() -> None:
    commands = [
        word.removeprefix(".venv/bin/companion ").split()
        for text in TEXTS.values()
        for word in code_marks(text)
        if word.startswith(".venv/bin/companion ")
    ]
    assert len(commands) >= 8
    for words in commands:
        parser_of_all().parse_args(words)


def test_every_fault_of_the_wire_is_explained_as_it_is_spoken() -> None:
    page = (ROOT / "firmware" / "README.md").read_text(encoding="utf-8")
    faults = page[page.index("## Faults it names") :]
    words = set(re.findall(r"`(?:flash:)?(\w+)`", faults)) - {"die1", "die4"}
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "firmware").glob("*.py"))
    words |= set(re.findall(r'"flash:(\w+)"', source))
    # The companion says itself, of no board in particular, why nothing answers hands.
    codes = names("board.fault") - {"other"}
    assert words | {RESTLESS} == codes
    spoken = {code: english(f"board.fault.{code}") for code in codes}
    spoken["more"] = english("board.more-faults")
    remedies = re.sub(r"\n  (?=\S)", " ", CARE)
    for code, sentence in spoken.items():
        told = re.search(rf"^- `{code}`.*$", remedies, re.MULTILINE)
        assert told, code
        assert f'"{sentence}"' in told[0], code
        assert len(told[0].split(f'"{sentence}"')[1].split()) >= 8, f"{code} has no remedy"


def test_every_refusal_while_teaching_is_explained() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "firmware").glob("*.py"))
    for sentence in (
        "needs one new piece in that zone",
        "no die lies still in that seat",
        "flash does not take it",
    ):
        assert f'"{sentence}"' in source
        assert f'"{sentence}"' in re.sub(r"\s+", " ", CARE)


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


def test_the_trial_of_tags_has_the_figures_of_the_circuit_boards() -> None:
    text = re.sub(r"\s+", " ", TEXTS["tag-trial.md"])
    alone = antenna_board.load() - antenna_board.SWITCH
    assert f"about {alone:.0f} ohm and its reactance zero at {antenna_board.CARRIER}" in text
    assert f"about {tag_disc.RESONANCE} megahertz" in text
    first, second = reader_board.TURNS
    assert f"wind {first} turns and, over them, {second} turns" in text
    assert f"{2 * 10 + p.SEATS * p.POINTS_PER_TILE} magnets of 5 x 2 mm" in text
    assert f"six poles, {antenna_board.CABLE:.0f} mm long" in text
    source = (ROOT / "firmware" / "radio" / "radio_hal.py").read_text(encoding="utf-8")
    pins = {"CLOCK": "CLOCK_PIN", "TO": "TO_PIN", "FROM": "FROM_PIN", "CHOOSE": "READER_PIN"}
    pins |= {"BUSY": "BUSY_PIN", "LATCH": "LATCH_PIN"}
    numbers: dict[str, str] = {}
    for found, values in re.findall(
        r"^((?:[A-Z_]+_PIN(?:, )?)+) = ([\d, ]+)", source, re.MULTILINE
    ):
        numbers |= dict(zip(found.split(", "), values.strip().split(", "), strict=True))
    listed = re.search(r"from 3V3, (.*?) and ground\.", text)
    assert listed
    order = [f"GP{numbers[pins[net]]}" for net in reader_board.TO_PICO if net in pins]
    assert listed[1] == ", ".join(order[:-1]) + f", {order[-1]}"
    pico = {name: number for number, name, _ in circuit.PICO.pins}
    soldered = [pico[name] for name in ("VBUS", "3V3", *order)]
    assert f"these are pins {', '.join(soldered)} and {pico['GND38']}." in text
    for key in ("yes", "no"):
        wired = f"GP{firmware_facts.KEY_PINS[firmware_facts.KEYS.index(key)]}"
        assert re.search(rf"to pin {pico[wired]}\b[^.]* the key `{key}`", text)
    wide, deep, _ = p.BOX_MODULE
    assert f"room for {wide:.0f} x {deep:.0f} mm" in text


def test_the_trial_of_tags_copies_the_whole_firmware_and_main_last() -> None:
    copied = re.findall(r"(\w+\.py)\b", "\n".join(re.findall(r"mpremote cp (.*) :", TAG_TRIAL)))
    files = [path.name for path in (ROOT / "firmware").glob("*.py") if path.name != "main.py"]
    files += [path.name for path in (ROOT / "firmware" / "radio").glob("*.py")]
    assert sorted(copied) == sorted(files)
    assert copied[-1] == "main.py"


def test_each_picture_is_named_in_a_guide_and_each_chapter_of_building_has_one() -> None:
    pictures = {path.stem for path in (HARDWARE / "pictures").glob("*.png")}
    every = "".join(TEXTS.values())
    assert {name for name in pictures if f"pictures/{name}.png" not in every} == set()
    for number in (*range(4, 11), 12):
        chapter = BUILDING[BUILDING.index(f"## Chapter {number}.") :]
        assert "`pictures/" in chapter[: chapter.index("\n## ", 3)], number


def test_the_guides_say_that_nothing_was_built() -> None:
    assert "Nobody has built it yet" in TEXTS["README.md"]
    assert "No board has been built from this guide" in FLAT
    assert "Nothing here was measured" in TEXTS["physics.md"]


def test_the_code_needed_is_in_the_extra() -> None:
    for command in re.findall(r"python -m (hardware[\w.]*)", "".join(TEXTS.values())):
        path = ROOT / Path(*command.split("."))
        assert path.with_suffix(".py").exists() or (path / "__main__.py").exists(), command
