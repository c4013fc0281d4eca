"""Labels, map and quick guide: the right cells, of the right size, readable and on one page."""

import itertools
import math
import subprocess
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from hardware import cells as dots
from hardware import contact_disc
from hardware import parameters as p
from hardware.papers import braille, drawing, sheets, words

SVG = "{http://www.w3.org/2000/svg}"
SHEETS = sheets.sheets()


def test_every_text_is_there_in_braille_and_no_other() -> None:
    for language in words.LANGUAGES:
        for text in words.texts(language):
            assert braille.cells(text, language)
        assert set(braille.known()[language]) == set(words.texts(language))
    with pytest.raises(KeyError):
        braille.cells("nobody asked for this", "en")


def test_cell_sizes_are_within_the_standards() -> None:
    # US Library of Congress NLS 800 on one side, Marburg Medium on the other.
    assert 2.34 <= p.DOT_PITCH <= 2.5
    assert 6.0 <= p.CELL_PITCH <= 6.2
    assert p.LINE_PITCH == 10.0
    assert 1.3 <= p.DOT_BASE <= 1.6
    assert 0.48 <= p.DOT_HEIGHT <= 0.6


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_quick_guide_fills_one_page_at_most(language: str) -> None:
    rows = braille.lines(language)
    assert len(rows) <= braille.PAGE
    assert max(len(row) for row in rows) <= braille.LINE
    written = "".join(rows).replace("\u2800", "")
    meant = "".join(braille.cells(text, language) for text in words.guide(language))
    assert written == meant.replace("\u2800", "")
    assert set(braille.embosser(language)) <= set(braille.ASCII) | {"\r", "\n", "\f"}


def test_the_quick_guide_names_the_keys_that_the_caps_bear() -> None:
    for language, letters in (("fr", p.KEYS_FR), ("en", p.KEYS_EN)):
        said = [line for line in words.guide(language) if line[1:2] in {":", " "}]
        assert [line[0] for line in said] == list(letters.values())
        for line, word in zip(said, words.KEY_WORDS[language], strict=True):
            assert word in line
            assert word.startswith(line[0])


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheets_dots_lie_on_the_page_and_keep_their_distance(name: str) -> None:
    sheet = SHEETS[name]
    for x, y in sheet.dots:
        assert p.DOT_BASE <= x <= sheet.width - p.DOT_BASE
        assert p.DOT_BASE <= y <= sheet.height - p.DOT_BASE
    spots = sorted(sheet.dots)
    assert len({(round(x, 3), round(y, 3)) for x, y in spots}) == len(spots)
    for index, (x, y) in enumerate(spots):
        for a, b in spots[index + 1 : index + 40]:
            assert (x - a) ** 2 + (y - b) ** 2 >= (p.DOT_PITCH - 1e-9) ** 2
    # Large print: no word below 18 points.
    assert all(word.size >= 18 for word in sheet.words)


def test_a_label_sets_the_cells_in_their_places() -> None:
    sheet = drawing.Sheet(50, 20)
    assert sheet.braille(5, 5, "⠛⠁") == pytest.approx(2 * p.CELL_PITCH)
    assert sheet.dots == [(5, 5), (5, 7.5), (7.5, 5), (7.5, 7.5), (11, 5)]
    with pytest.raises(ValueError, match="six-dot"):
        sheet.braille(0, 0, "a")


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_words_stand_in_the_middle_of_their_labels_and_labels_in_the_middle_of_the_sheet(
    language: str,
) -> None:
    sheet = SHEETS[f"labels.{language}"]
    lows, highs = [], []
    for frame, word in zip(sheet.paths, sheet.words, strict=True):
        x, top = frame.places[0]
        right, bottom = frame.places[2]
        dots = [b for a, b in sheet.dots if x < a < right and top < b < bottom]
        capital = word.y - 0.72 * word.size * drawing.POINT
        above = min(capital, min(dots) - p.DOT_BASE / 2) - top
        below = bottom - max(word.y, max(dots) + p.DOT_BASE / 2)
        assert above >= 2.5
        assert abs(above - below) <= 1.0
        lows.append(top)
        highs.append(bottom)
    assert min(lows) == pytest.approx(sheet.height - max(highs), abs=3)


def test_on_the_map_odd_points_have_ribs_and_all_lines_are_thick_enough_to_swell() -> None:
    sheet = SHEETS["point-map.en"]
    assert all(path.width >= 1 for path in sheet.paths)
    triangles = [path.places for path in sheet.paths if len(path.places) == 3]
    ribs = [path.places for path in sheet.paths if not path.closed]
    inside = [
        sum(left[0] <= rib[0][0] and rib[1][0] <= right[0] for rib in ribs)
        for left, right, _ in triangles
    ]
    assert [bool(count) for count in inside] == [number % 2 == 1 for number in range(12, 0, -1)]


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_map_keeps_neighbouring_labels_apart(language: str) -> None:
    widest = max(len(braille.cells(text, language)) for text in words.NUMBERS)
    wide = (widest - 1) * p.CELL_PITCH + p.DOT_PITCH + p.DOT_BASE
    assert sheets.MAP_COLUMN - wide >= 3.0  # the least distance of two tactile elements


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_as_svg_has_its_true_size_and_all_its_parts(name: str) -> None:
    sheet = SHEETS[name]
    root = ET.fromstring(drawing.svg(sheet))  # noqa: S314 -- our own text
    assert root.get("width") == f"{sheet.width:g}mm"
    assert root.get("viewBox") == f"0 0 {sheet.width:g} {sheet.height:g}"
    assert len(root.findall(f"{SVG}circle")) == len(sheet.dots)
    texts = [element.text for element in root.findall(f"{SVG}text")]
    assert texts == [word.text for word in sheet.words]


def test_a_label_sheet_has_every_word_and_both_sides_numbers() -> None:
    for language in words.LANGUAGES:
        printed = [word.text for word in SHEETS[f"labels.{language}"].words]
        once = [*words.KEY_WORDS[language], *words.PLACE_WORDS[language]]
        assert printed == [*once, *words.NUMBERS, *words.NUMBERS]


def test_the_contact_discs_nets_are_apart_and_its_copper_stays_on_it() -> None:
    assert contact_disc.least_distance() >= contact_disc.CLEARANCE
    assert p.DISC_RING[1] + contact_disc.EDGE <= p.DISC_DIAMETER / 2


def turned(x: float, y: float, degrees: float) -> tuple[float, float]:
    """A place on a disc that is turned about its middle."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return x * c - y * s, x * s + y * c


@pytest.mark.parametrize("finger", contact_disc.fingers(), ids=lambda finger: finger.net)
def test_a_finger_stands_on_its_own_copper_and_meets_its_own_however_a_piece_lies(
    finger: contact_disc.Finger,
) -> None:
    root = [spot for step in (0.25, 0.5, 0.75, 1.0) for spot in finger.spots(step * p.FINGER_ROOT)]
    assert {contact_disc.net_at(*spot) for spot in root} == {finger.net}
    touch = finger.spots(p.FINGER_ROOT + p.FINGER_LENGTH)
    tip = finger.spots(p.FINGER_STRIP_LENGTH)
    other = {"centre": "ring", "ring": "centre"}[finger.net]
    # The other disc is turned anyhow, and off by its play to any side.
    for turn in range(0, 360, 3):
        for way in range(0, 360, 30):
            dx, dy = turned(p.FIT_SLIDE, 0, way)
            nets = [
                [contact_disc.net_at(*turned(x + dx, y + dy, turn)) for x, y in spots]
                for spots in (touch, tip)
            ]
            assert nets[0][1] == finger.net
            assert other not in (*nets[0], *nets[1])
    assert all(math.hypot(*spot) < p.DISC_DIAMETER / 2 for spot in tip)


def test_fingers_do_not_meet_and_leave_the_wire_holes_free() -> None:
    steps = [p.FINGER_STRIP_LENGTH * step / 20 for step in range(21)]
    strips = [
        [spot for step in steps for spot in one.spots(step)] for one in contact_disc.fingers()
    ]
    for one, other in itertools.combinations(strips, 2):
        assert min(math.dist(a, b) for a in one for b in other) > 0.5
    hole = (-p.DISC_HOLE_RADIUS, 0.0)
    roots = [spot for one in contact_disc.fingers() for spot in one.spots(p.FINGER_ROOT)]
    assert min(math.dist(hole, spot) for spot in roots) > p.DISC_DRILL / 2 + 0.2


# What needs liblouis or the extra.


@pytest.mark.hardware
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_liblouis_gives_the_same_cells(language: str) -> None:
    for text in words.texts(language):
        assert braille.ask_liblouis(text, language) == braille.cells(text, language)


@pytest.mark.hardware
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_liblouis_gives_the_letters_of_caps_and_dark_points(language: str) -> None:
    for letter in dots.DOTS:
        cell = braille.ask_liblouis(letter, language)
        assert "".join(map(str, dots.of_unicode(cell))) == dots.DOTS[letter]


@pytest.mark.hardware
def test_the_embossers_alphabet_is_liblouis_own() -> None:
    patterns = "".join(chr(0x2800 + number) for number in range(64))
    done = subprocess.run(
        ["lou_translate", "--forward", "en-us-brf.dis,unicode-braille.utb"],  # noqa: S607
        input=patterns,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert done.stdout.rstrip("\n").upper() == braille.ASCII


@pytest.mark.hardware
@pytest.mark.parametrize("name", SHEETS)
def test_large_print_fits_its_label(name: str) -> None:
    from fpdf import FPDF

    page = FPDF(unit="mm")
    for word in SHEETS[name].words:
        page.set_font("Helvetica", "B", word.size)
        width = page.get_string_width(word.text)
        if name.startswith("labels"):
            label = sheets.NUMBER_LABEL if word.text in words.NUMBERS else sheets.WORD_LABEL
            inset = label[0] - 12.0 if word.text in words.NUMBERS else sheets.INSET
            assert inset + width <= label[0] - 0.5
        else:
            assert width <= sheets.MAP_COLUMN - 3


@pytest.mark.hardware
def test_export_writes_every_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from hardware import export

    assert export.export_papers(tmp_path) == 10
    discs = contact_disc.write(tmp_path)
    names = {path.name for path in tmp_path.iterdir()}
    assert len(names) == 16
    assert set(discs) <= names
    for name in SHEETS:
        assert (tmp_path / f"{name}.pdf").read_bytes().startswith(b"%PDF")
    assert (tmp_path / discs[0]).read_text(encoding="utf-8").rstrip().endswith("M02*")
    blocked = tmp_path / discs[0] / "below a file"
    assert export.main([str(blocked)]) == 2
    assert "cannot be written" in capsys.readouterr().err
