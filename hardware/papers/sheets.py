"""The label sheets and the point map, page by page."""

from hardware import parameters as p
from hardware.papers import words
from hardware.papers.braille import cells
from hardware.papers.drawing import Path2, Sheet, Word

A4 = (210.0, 297.0)
MARGIN = 10.0
GAP = 4.0  # between labels: room for scissors
PRINT_WORD, PRINT_NUMBER = 24.0, 20.0  # points; large print begins at 16 to 18
WORD_LABEL = (92.0, 24.0)
NUMBER_LABEL = (34.0, 12.0)  # sticks on the front of a frame, below its point
INSET = 3.0


def labels(language: str) -> Sheet:
    """The labels of one board: each word once, the numbers for both sides."""
    sheet = Sheet(*A4)
    y = MARGIN
    both = [*words.KEY_WORDS[language], *words.PLACE_WORDS[language]]
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
    sheet.braille(x + INSET, y + INSET, cells(text, language))
    sheet.words.append(Word(x + INSET, y + WORD_LABEL[1] - INSET, PRINT_WORD, text))


def _number_label(sheet: Sheet, x: float, y: float, text: str, language: str) -> None:
    sheet.frame(x, y, *NUMBER_LABEL)
    sheet.braille(x + INSET, y + INSET, cells(text, language))
    print_x = x + NUMBER_LABEL[0] - INSET - 9.0
    sheet.words.append(Word(print_x, y + NUMBER_LABEL[1] - INSET, PRINT_NUMBER, text))


MAP_COLUMN = 19.4
MAP_TOP, MAP_BOTTOM = 60.0, 150.0
# From left to right as a player sees the own half; the other's is the same, turned round.
MAP_ORDER = ("12", "11", "10", "9", "8", "7", "bar", "6", "5", "4", "3", "2", "1", "tray")


def point_map(language: str) -> Sheet:
    """The own half of the board, for swell paper: even points filled, numbers below."""
    sheet = Sheet(A4[1], A4[0])
    start = (sheet.width - len(MAP_ORDER) * MAP_COLUMN) / 2
    marks = dict(zip(("bar", "tray"), words.MAP_MARKS[language], strict=True))
    for index, name in enumerate(MAP_ORDER):
        x = start + index * MAP_COLUMN
        middle = x + MAP_COLUMN / 2
        half = MAP_COLUMN / 2 - 2.0
        if name in marks:
            sheet.frame(x + 2.0, MAP_TOP, 2 * half, MAP_BOTTOM - MAP_TOP)
        else:
            corners = ((middle - half, MAP_BOTTOM), (middle + half, MAP_BOTTOM), (middle, MAP_TOP))
            sheet.paths.append(Path2(corners, filled=int(name) % 2 == 0, width=1.0))
        text = marks.get(name, name)
        found = cells(text, language)
        wide = (len(found) - 1) * p.CELL_PITCH + p.DOT_PITCH
        sheet.braille(middle - wide / 2, MAP_BOTTOM + 8.0, found)
        sheet.words.append(Word(middle - 3.5 * len(text) / 2, MAP_BOTTOM + 28.0, 18.0, text))
    return sheet


def sheets() -> dict[str, Sheet]:
    """Every sheet by its file's name."""
    made = {}
    for language in words.LANGUAGES:
        made[f"labels.{language}"] = labels(language)
        made[f"point-map.{language}"] = point_map(language)
    return made
