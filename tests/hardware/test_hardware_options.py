"""The page that compares the ways to play follows from parts, wiring and guides."""

import re
from datetime import date
from pathlib import Path

import pytest

from hardware import circuit, firmware_facts, options, parts_list, sensing_ways, work_time

HARDWARE = Path(options.__file__).parent


def read(name: str) -> str:
    return re.sub(r"\s+", " ", (HARDWARE / name).read_text(encoding="utf-8"))


def test_the_page_is_up_to_date() -> None:
    again = "run: python -m hardware.options"
    assert options.PAGE.read_text(encoding="utf-8") == options.page(), again


def test_the_guides_state_the_counted_work() -> None:
    work = {operation.name: operation.count for operation in work_time.sensing_board()}
    joints, hours = work["solder a joint"], work_time.hours(work_time.sensing_board())
    magnets = work["mark a magnet and glue it in"]
    guide = read("building.md")
    assert f"About {hours:.0f} hours of work if nothing goes wrong" in guide
    assert f"some {round(joints, -1)} solder joints and {magnets} magnets glued in" in guide
    assert f"{round(joints, -1)} joints by hand, {hours:.0f} hours" in read("README.md")
    assert f"about {options.PRINTING_HOURS} hours of printing" in guide


def test_the_guides_state_the_same_prices() -> None:
    both = sensing_ways.board_price() + options.SHIPPING
    assert f"about {round(both, -1):.0f} euros with shipping" in read("README.md")
    assert f"about {round(both, -1):.0f} euros with shipping" in read("building.md")
    assert "For 50 euros and an afternoon" in read("trial.md")


@pytest.mark.parametrize("folder", [HARDWARE, HARDWARE.parent / "docs"])
def test_the_first_pages_recommend_by_the_same_prices(folder: Path) -> None:
    page = folder / ("README.md" if folder == HARDWARE else "maker.md")
    text = re.sub(r"\s+", " ", page.read_text(encoding="utf-8"))
    for price, guide in (
        (round(options.switch_board_price()), "switch-board.md"),
        (50.0, "trial.md"),
        (round(options.tag_trial_price(), -1), "tag-trial.md"),
    ):
        choice = next(line for line in text.split(" - ") if f"{price:.0f} euros" in line)
        assert guide in choice
    assert re.search("[Dd]o not build (it|a whole sensing board) yet", text)


def test_the_trial_with_radio_tags_states_its_price_and_hours() -> None:
    text = read("tag-trial.md")
    assert f"about {round(options.tag_trial_price(), -1):.0f} euros without shipping" in text
    assert 4.5 <= work_time.hours(options.tag_trial()) < 5.5
    assert f"{options.TAG_TRIAL_ALSO['magnet 5 x 2 mm N35']} magnets of 5 x 2 mm" in text


def test_every_price_has_a_source_and_a_date() -> None:
    for line in parts_list.lines():
        assert line.price_source, line.part
        assert date.fromisoformat(line.price_date).year >= 2026, line.part
        assert f" lines: {line.price_source}, {line.price_date}." in parts_list.page()


def test_the_switch_board_costs_the_sum_of_its_parts() -> None:
    text = read("switch-board.md")
    parts = text[text.index("and these parts:") : text.index("Together:")]
    prices = [re.findall(r"([\d.]+) euros", part)[-1] for part in parts.split(" - ")[1:]]
    assert sum(map(float, prices)) == pytest.approx(options.switch_board_price())
    assert f"- {work_time.SWITCHES} push buttons" in parts


def test_the_trial_buys_what_its_page_says() -> None:
    text = read("trial.md")
    chapter = text[text.index("## What you need") : text.index("## Pieces")]
    for part, words in {
        "magnet 5 x 2 mm N35": "13 magnets of 5 x 2 mm",
        "magnet 4 x 4 mm N42": "one of 4 x 4 mm",
        "key 12 x 12 mm": "three keys",
        "resistor 4.7 kilo-ohm": "two resistors of 4.7 kilo-ohm",
        "capacitor 100 nanofarad": "one capacitor of 100 nanofarad",
    }.items():
        assert words in chapter
        count = {"one": 1, "two": 2, "three": 3}.get(words.split()[0])
        assert options.TRIAL_PARTS[part] == (count or int(words.split()[0]))


def test_the_trial_costs_at_most_50_euros_and_a_long_afternoon() -> None:
    assert options.trial_price() <= 50
    assert work_time.hours(work_time.trial()) <= 6.5


def test_the_page_of_the_trial_wires_the_pins_of_the_circuit() -> None:
    text = read("trial.md")
    pins = {name: number for number, name, _ in circuit.PICO.pins}
    assert f"from pin {pins[f'GP{firmware_facts.LINE_PINS[0]}']} to pin {pins['3V3']}." in text
    for name in circuit.TRIAL_KEYS:
        key = firmware_facts.KEY_PINS[firmware_facts.KEYS.index(name)]
        assert f"`{name}` from pin {pins[f'GP{key}']} to ground" in text
    assert f"Pin {pins['3V3']} is 3.3 V, and pin {pins[circuit.GROUND]} is ground" in text
    resistors = {ref for ref in circuit.trial().parts if ref[0] == "R"}
    assert set(re.findall(r"\bR\d+", text)) == resistors
