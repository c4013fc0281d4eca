"""The page that compares the ways to play follows from parts, wiring and guides."""

import re
from datetime import date
from pathlib import Path

import pytest

from hardware import circuit, firmware_facts, options, parts_list, work_time

HARDWARE = Path(options.__file__).parent


def read(name: str) -> str:
    return re.sub(r"\s+", " ", (HARDWARE / name).read_text(encoding="utf-8"))


def test_the_page_is_up_to_date() -> None:
    again = "run: python -m hardware.options"
    assert options.PAGE.read_text(encoding="utf-8") == options.page(), again


def test_the_guides_state_the_counted_work() -> None:
    board = {operation.name: operation.count for operation in work_time.sensing_board()}
    found = re.search(
        r"(\d+) to (\d+) hours of work, for some ([\d,]+) solder joints, (\d+) springs bent by hand"
        r" and (\d+) magnets",
        read("building.md"),
    )
    assert found
    least, most, joints, springs, magnets = (int(n.replace(",", "")) for n in found.groups())
    assert least <= work_time.hours(work_time.sensing_board()) <= most
    assert joints == round(board["solder a joint"], -1)
    assert springs == board["cut and bend a spring, and measure it"]
    assert magnets == board["mark a magnet and glue it in"]
    assert f"{least} to {most} hours of work" in read("README.md")
    assert f"plan up to {most}, and" in options.page()
    assert f"about {options.PRINTING_HOURS} hours of printing" in read("building.md")


def test_the_guides_state_the_same_prices() -> None:
    both = parts_list.total() + options.SHIPPING
    assert f"about {round(both, -1):.0f} euros" in read("README.md")
    assert f"about {round(both, -1):.0f} euros with shipping" in read("building.md")
    assert f"about {round(options.trial_price(), -1):.0f} euros" in read("building.md")


@pytest.mark.parametrize("folder", [HARDWARE, HARDWARE.parent / "docs"])
def test_the_first_pages_recommend_by_the_same_prices(folder: Path) -> None:
    page = folder / ("README.md" if folder == HARDWARE else "maker.md")
    text = re.sub(r"\s+", " ", page.read_text(encoding="utf-8"))
    for price, guide in (
        (round(options.switch_board_price()), "switch-board.md"),
        (round(options.trial_price(), -1), "building.md"),
        (round(options.tag_trial_price(), -1), "tag-trial.md"),
    ):
        choice = next(line for line in text.split(" - ") if f"{price:.0f} euros" in line)
        assert guide in choice
    assert re.search("[Dd]o not build (it|a whole sensing board) yet", text)


def test_the_trial_with_radio_tags_states_its_price_and_hours() -> None:
    text = read("tag-trial.md")
    assert f"about {round(options.tag_trial_price(), -1):.0f} euros without shipping" in text
    assert round(work_time.hours(options.tag_trial())) == 5
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


def test_the_trial_buys_what_its_chapter_says() -> None:
    text = read("building.md")
    chapter = text[text.index("## Chapter 2.") : text.index("## Chapter 3.")]
    for part, words in {
        "washer M10": "10 washers M10",
        "magnet 5 x 2 mm N35": "13 magnets of 5 x 2 mm",
        "magnet 4 x 4 mm N42": "one of 4 x 4 mm",
        "contact disc": "15 contact discs",
        "DS2401": "five chips DS2401",
        "TMAG5273A1": "one TMAG5273A1 with its adapter",
        "key 12 x 12 mm": "three keys",
        "resistor 1.5 kilo-ohm": "one of 1.5 kilo-ohm",
        "resistor 4.7 kilo-ohm": "two of 4.7",
        "resistor 100 ohm": "one of 100 ohm",
        "capacitor 100 nanofarad": "one capacitor of 100 nanofarad",
    }.items():
        assert words in chapter
        count = {"one": 1, "two": 2, "three": 3, "five": 5}.get(words.split()[0])
        assert options.TRIAL_PARTS[part] == (count or int(words.split()[0]))


def test_the_trial_costs_at_most_50_euros_and_a_long_afternoon() -> None:
    assert options.trial_price() <= 50
    assert work_time.hours(work_time.trial()) <= 6.5


def test_the_chapter_of_the_trial_wires_the_pins_of_the_circuit() -> None:
    text = read("building.md")
    pins = {name: number for number, name, _ in circuit.PICO.pins}
    assert f"from pin {pins[f'GP{firmware_facts.LINE_PINS[0]}']} to pin {pins['3V3']}." in text
    for name in ("repeat", "yes", "no"):
        key = firmware_facts.KEY_PINS[firmware_facts.KEYS.index(name)]
        assert f"`{name}` from pin {pins[f'GP{key}']} to ground" in text
    assert f"Pin {pins['3V3']} is 3.3 V, and pin {pins['GND38']} is ground" in text
    assert {ref for ends in work_time.trial_nets().values() for ref, _ in ends} == work_time.TRIAL
