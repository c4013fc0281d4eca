"""What a braille display shows: pages, panning, history, alerts first, the board: `books/*.txt`.

`add` is a new message, with its kind and fields before the colon; after a dot nobody looks at the
display then. `told` are messages ten seconds apart, each of them read; `again` repeats one. `at`
sets the time and `width` the display's. All other words are keys of the display. Below stands what
it shows. After a change on purpose `python -m tests.speech.braille.test_book` writes it again.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.speech.braille.book import Book, ReaderKey, plain, window_at, windows
from companion.speech.utterance import Priority, Utterance
from tests.tables import compared, rewrite, text_files

ALERT = Priority.ALERT
BOARD = (("Green, 6:5.", "en"), ("Black, 1:2.", "en"), ("No dice.", "en"))
FOLDER: Final = Path(__file__).parent / "books"


def message(text: str, priority: Priority = Priority.RESULT, **fields: Any) -> Utterance:
    return Utterance(text, "en", priority, **fields)


def shown(book: Book, width: int = 60) -> str:
    view = book.view(width)
    assert len(view) == width
    return view.rstrip()


class Reader:
    """A book and its display."""

    def __init__(self) -> None:
        self.book = Book(plain, lambda: BOARD)
        self.width, self.now = 60, 0.0

    def do(self, verb: str, rest: str) -> None:
        """Do what a line says."""
        match verb:
            case "at":
                self.now = float(rest)
            case "width":
                self.width = int(rest)
            case "told":
                for text in rest.split("; "):
                    self.book.add(message(text), self.now)
                    self.now += 10
                    shown(self.book, self.width)
            case "again":
                self.book.again(message(rest))
            case "add":
                marks, _, text = rest.partition(":")
                named = [each.partition("=") for each in marks.split()]
                fields: dict[str, Any] = {
                    name: value for name, is_field, value in named if is_field
                }
                kinds = [Priority(name) for name, is_field, _ in named if not is_field]
                self.book.add(message(text.strip(), *kinds, **fields), self.now)
            case _:
                self.book.move(ReaderKey[verb.upper()])


def answers(lines: list[str]) -> Iterator[str]:
    """Yield the lines of a file, with what the display shows after each."""
    reader = Reader()
    for line in lines:
        if line.startswith("    "):
            continue
        yield line
        verb, _, rest = line.removeprefix(".").replace("add:", "add :").partition(" ")
        if verb == "==":
            reader = Reader()
        elif verb:
            reader.do(verb, rest)
            if verb != "at" and not line.startswith("."):
                yield f"    {shown(reader.book, reader.width) or '(blank)'}"


@pytest.mark.parametrize("name", text_files(FOLDER))
def test_what_the_display_shows_after_each_step(name: str) -> None:
    now, written = compared(FOLDER / f"{name}.txt", answers)
    assert now == written


def test_messages_without_a_display_share_one_page() -> None:
    book = Book(plain, lambda: BOARD)
    book.add(message("read"), 0.0)
    shown(book)
    for number in range(60):
        book.add(message(f"m{number}."), 100.0 + 10 * number)
    assert shown(book, 300).startswith("m10. m11. ")
    assert shown(book, 300).endswith(" m59.")
    book.move(ReaderKey.OLDER)
    assert shown(book) == "read"


def test_every_language_is_written_by_its_own_table() -> None:
    book = Book(lambda text, lang: f"{lang}:{text}", lambda: BOARD)
    book.add(Utterance("un", "fr", Priority.RESULT), 0.0)
    assert shown(book) == "fr:un"


@pytest.mark.parametrize(
    ("text", "width", "pieces"),
    [
        ("", 5, ("",)),
        ("one two", 7, ("one two",)),
        ("one two", 6, ("one", "two")),
        ("one two", 3, ("one", "two")),
        ("longword", 3, ("lon", "gwo", "rd")),
        ("a\u2800bc", 2, ("a", "bc")),
        ("  ab  ", 2, ("ab",)),
    ],
)
def test_a_text_is_cut_at_blanks_where_it_can_be(
    text: str, width: int, pieces: tuple[str, ...]
) -> None:
    assert windows(text, width) == pieces


@given(st.text("ab \u2800", max_size=60), st.integers(1, 12))
def test_no_letter_is_lost_and_every_piece_fits(text: str, width: int) -> None:
    pieces = windows(text, width)
    assert "".join(pieces).translate({32: None, 0x2800: None}) == text.translate(
        {32: None, 0x2800: None}
    )
    assert all(len(piece) <= width for piece in pieces)
    assert all(piece == piece.strip(" \u2800") for piece in pieces)
    assert all(pieces) or len(pieces) == 1


@given(st.lists(st.one_of(st.sampled_from(ReaderKey), st.text("ab ", max_size=9)), max_size=40))
def test_after_any_keys_an_alert_is_shown_at_once(steps: list[ReaderKey | str]) -> None:
    book, at = Book(plain, lambda: BOARD), 0.0
    for step in steps:
        at += 5.0
        if isinstance(step, ReaderKey):
            book.move(step)
        else:
            book.add(message(step), at)
        assert len(book.view(10)) == 10
    book.add(message("end", ALERT), at + 5.0)
    assert shown(book).startswith("end")


@given(st.lists(st.text("ab", min_size=1)), st.lists(st.text("ab", min_size=1)), st.integers(1, 9))
def test_a_place_in_a_text_is_in_its_window(
    before: list[str], after: list[str], width: int
) -> None:
    text = " ".join([*before, "here", *after])
    assert "h" in windows(text, width)[window_at(text, text.index("h"), width)]


def test_a_place_behind_a_text_is_in_its_last_window() -> None:
    assert window_at("one two", 7, 3) == 1


if __name__ == "__main__":
    rewrite(FOLDER, answers)
