"""Draws the label sheets and the point map."""

from hardware import parameters as p
from hardware.papers import words
from hardware.papers.braille import cells
from hardware.papers.drawing import POINT, Path2, Sheet, Word

A4 = (210.0, 297.0)
MARGIN = 10.0
GAP = 4.0  # between labels: space for scissors
PRINT_WORD, PRINT_NUMBER = 24.0, 20.0  # points; large print begins at 16 to 18
WORD_LABEL = (92.0, 24.0)
NUMBER_LABEL = (34.0, 12.0)  # sticks on the front of a frame, below its point
INSET = 3.0
CAPITAL = 0.72 * POINT  # height of a capital letter of Helvetica, for each point of its size


def _lines(label: tuple[float, float], size: float) -> tuple[float, float]:
    """Return the y of a word's upper dots and of its base line, for centred Braille and print."""
    braille, capital = 2 * p.DOT_PITCH, CAPITAL * size
    room = (label[1] - braille - capital) / 3
    return room, 2 * room + braille + capital


def labels(language: str) -> Sheet:
    """Return the labels of one board: each word once, and the numbers twice, for both sides."""
    sheet = Sheet(*A4)
    both = [*words.KEY_WORDS[language], *words.PLACE_WORDS[language]]
    rows = (-(-len(both) // 2), -(-2 * len(words.NUMBERS) // 5))
    high = rows[0] * (WORD_LABEL[1] + GAP / 2) + GAP + rows[1] * (NUMBER_LABEL[1] + GAP / 2)
    y = (sheet.height - high) / 2
    for index, text in enumerate(both):
        column = index % 2
        _word_label(sheet, MARGIN + column * (WORD_LABEL[0] + GAP), y, text, language)
        if column or index == len(both) - 1:
            y += WORD_LABEL[1] + GAP / 2
    y += GAP
    for index in range(2 * len(words.NUMBERS)):
        column, row = index % 5, index // 5
        x = MARGIN + column * (NUMBER_LABEL[0] + GAP)
        number = words.NUMBERS[index % len(words.NUMBERS)]
        _number_label(sheet, x, y + row * (NUMBER_LABEL[1] + GAP / 2), number, language)
    return sheet


def _word_label(sheet: Sheet, x: float, y: float, text: str, language: str) -> None:
    sheet.frame(x, y, *WORD_LABEL)
    dots, base = _lines(WORD_LABEL, PRINT_WORD)
    sheet.braille(x + INSET, y + dots, cells(text, language))
    sheet.words.append(Word(x + INSET, y + base, PRINT_WORD, text))


def _number_label(sheet: Sheet, x: float, y: float, text: str, language: str) -> None:
    sheet.frame(x, y, *NUMBER_LABEL)
    sheet.braille(x + INSET, y + NUMBER_LABEL[1] / 2 - p.DOT_PITCH, cells(text, language))
    print_x = x + NUMBER_LABEL[0] - INSET - 9.0
    base = (NUMBER_LABEL[1] + CAPITAL * PRINT_NUMBER) / 2
    sheet.words.append(Word(print_x, y + base, PRINT_NUMBER, text))


MAP_COLUMN = 19.4
MAP_TOP, MAP_BOTTOM = 46.0, 136.0
MAP_LINE = 1.0  # thinner lines do not rise well on swell paper
MAP_RIB = 6.0  # from rib to rib of an odd point
# From left to right, as a player sees the near half. The other half is the same, turned by 180
# degrees.
MAP_ORDER = ("12", "11", "10", "9", "8", "7", "bar", "6", "5", "4", "3", "2", "1", "tray")


def point_map(language: str) -> Sheet:
    """Return a map of the player's half for swell paper. Odd points are ribbed."""
    sheet = Sheet(A4[1], A4[0])
    start = (sheet.width - len(MAP_ORDER) * MAP_COLUMN) / 2
    marks = dict(zip(("bar", "tray"), words.MAP_MARKS[language], strict=True))
    for index, name in enumerate(MAP_ORDER):
        x = start + index * MAP_COLUMN
        middle = x + MAP_COLUMN / 2
        half = MAP_COLUMN / 2 - 2.0
        if name in marks:
            sheet.frame(x + 2.0, MAP_TOP, 2 * half, MAP_BOTTOM - MAP_TOP, MAP_LINE)
        else:
            _triangle(sheet, middle, half, ribbed=int(name) % 2 == 1)
        text = marks.get(name, name)
        found = cells(text, language)
        wide = (len(found) - 1) * p.CELL_PITCH + p.DOT_PITCH
        sheet.braille(middle - wide / 2, MAP_BOTTOM + 8.0, found)
        sheet.words.append(Word(middle - 3.5 * len(text) / 2, MAP_BOTTOM + 28.0, 18.0, text))
    return sheet


def _triangle(sheet: Sheet, middle: float, half: float, *, ribbed: bool) -> None:
    """Add a point. A ribbed point has ribs across, as on the board."""
    corners = ((middle - half, MAP_BOTTOM), (middle + half, MAP_BOTTOM), (middle, MAP_TOP))
    sheet.paths.append(Path2(corners, width=MAP_LINE))
    high = MAP_BOTTOM - MAP_TOP
    for rib in range(1, int(0.8 * high / MAP_RIB) if ribbed else 0):
        reach = half * (1 - rib * MAP_RIB / high)
        y = MAP_BOTTOM - rib * MAP_RIB
        ends = ((middle - reach, y), (middle + reach, y))
        sheet.paths.append(Path2(ends, closed=False, width=MAP_LINE))


def sheets() -> dict[str, Sheet]:
    """Return every sheet by its file name."""
    made = {}
    for language in words.LANGUAGES:
        made[f"labels.{language}"] = labels(language)
        made[f"point-map.{language}"] = point_map(language)
    return made
