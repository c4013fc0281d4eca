"""What a braille display shows: pages, panning, history, alerts first, the board."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.speech.braille.book import Book, ReaderKey, plain, window_at, windows
from companion.speech.utterance import Priority, Utterance

ALERT, RESULT, ANSWER, HINT = Priority
BOARD = (("Green, 6:5.", "en"), ("Black, 1:2.", "en"), ("No dice.", "en"))


def message(text: str, priority: Priority = RESULT, key: str = "", to: str = "all") -> Utterance:
    return Utterance(text, "en", priority, to, key)


@pytest.fixture
def book() -> Book:
    return Book(plain, lambda: BOARD)


def shown(book: Book, width: int = 60) -> str:
    view = book.view(width)
    assert len(view) == width
    return view.rstrip()


def told(book: Book, *texts: str, begin: float = 0.0) -> None:
    """Take in messages ten seconds apart, each of them read."""
    for number, text in enumerate(texts):
        book.add(message(text), begin + 10.0 * number)
        shown(book)


def test_an_empty_book_is_a_blank_display_and_its_keys_do_nothing(book: Book) -> None:
    for move in (m for m in ReaderKey if m is not ReaderKey.BOARD):
        book.move(move)
        assert shown(book) == ""


def test_messages_that_arrive_together_are_one_text(book: Book) -> None:
    book.add(message("Green plays."), 5.0)
    assert shown(book) == "Green plays."
    book.add(message("Black, your turn."), 5.9)
    assert shown(book) == "Green plays. Black, your turn."
    book.add(message("Black, 6 and 3."), 6.1)
    assert shown(book) == "Black, 6 and 3."


def test_an_alert_comes_before_messages_that_arrived_with_it(book: Book) -> None:
    book.add(message("result"), 1.0)
    book.add(message("first alert", ALERT), 1.1)
    book.add(message("second alert", ALERT), 1.2)
    book.add(message("answer", ANSWER), 1.3)
    assert shown(book) == "first alert second alert result answer"


def test_an_alert_is_shown_from_its_beginning_after_panning(book: Book) -> None:
    book.add(message("a long result that is panned"), 1.0)
    shown(book, 10)
    book.move(ReaderKey.FORWARD)
    book.add(message("alert", ALERT), 1.5)
    assert shown(book, 10) == "alert a"


def test_a_later_alert_is_shown_at_once(book: Book) -> None:
    told(book, "one")
    book.add(message("illegal", ALERT), 60.0)
    assert shown(book) == "illegal"
    book.move(ReaderKey.OLDER)
    assert shown(book) == "one"


def test_a_hint_follows_an_alert_without_replacing_it(book: Book) -> None:
    book.add(message("illegal", ALERT), 1.0)
    shown(book)
    book.add(message("hint", HINT), 30.0)
    assert shown(book) == "illegal hint"
    told(book, "result", begin=60.0)
    book.add(message("another hint", HINT), 90.0)
    assert shown(book) == "another hint"


def test_a_hint_does_not_interrupt_reading_of_board_or_history(book: Book) -> None:
    told(book, "one", "two")
    book.move(ReaderKey.OLDER)
    book.add(message("hint", HINT), 90.0)
    assert shown(book) == "one"
    book.move(ReaderKey.BOARD)
    book.add(message("hint", HINT), 120.0)
    assert shown(book) == "Green, 6:5."
    book.move(ReaderKey.BOARD)
    assert shown(book) == "hint hint"


def test_a_message_replaces_one_of_the_same_key_but_no_translation(book: Book) -> None:
    book.add(message("Black, your turn.", key="turn 3", to="V"), 1.0)
    book.add(message("Noir, à vous.", key="turn 3", to="N"), 1.0)
    book.add(message("Black, 6 and 3.", key="turn 3", to="V"), 1.5)
    assert shown(book) == "Black, 6 and 3. Noir, à vous."


def test_messages_without_a_display_share_one_page(book: Book) -> None:
    told(book, "read")
    for number in range(60):
        book.add(message(f"m{number}."), 100.0 + 10 * number)
    assert shown(book, 300).startswith("m10. m11. ")
    assert shown(book, 300).endswith(" m59.")
    book.move(ReaderKey.OLDER)
    assert shown(book) == "read"


def test_panning_goes_on_to_the_next_message_and_back_to_the_end_of_the_one_before(
    book: Book,
) -> None:
    told(book, "one two three", "four five")
    assert shown(book, 8) == "four"
    seen = []
    for move in (ReaderKey.BACK, ReaderKey.BACK, ReaderKey.BACK, *[ReaderKey.FORWARD] * 4):
        book.move(move)
        seen.append(shown(book, 8))
    assert seen == ["three", "one two", "one two", "three", "four", "five", "five"]


def test_history_goes_back_and_forward_and_ends_at_both_ends(book: Book) -> None:
    told(book, "one", "two", "three")
    seen = []
    for move in (
        ReaderKey.OLDER,
        ReaderKey.OLDER,
        ReaderKey.OLDER,
        ReaderKey.NEWER,
        ReaderKey.OLDEST,
        ReaderKey.NEWEST,
    ):
        book.move(move)
        seen.append(shown(book))
    assert seen == ["two", "one", "one", "two", "one", "three"]
    book.move(ReaderKey.NEWER)
    assert shown(book) == "three"


def test_a_repeated_message_is_shown_from_its_beginning(book: Book) -> None:
    told(book, "one", "two")
    book.add(message("three four", key="a"), 30.0)
    book.add(message("five six", ANSWER, key="b"), 30.5)
    assert shown(book, 7) == "three"
    seen = []
    for text in ("five six", "three four", "two", "one", "never told"):
        book.again(message(text))
        seen.append(shown(book, 7))
    assert seen == ["five", "three", "two", "one", "three"]
    book.move(ReaderKey.BOARD)
    book.again(message("one"))
    assert shown(book) == "one"


def test_a_new_message_ends_reading_of_history_and_board(book: Book) -> None:
    told(book, "one", "two")
    book.move(ReaderKey.OLDEST)
    told(book, "three", begin=100.0)
    assert shown(book) == "three"
    book.move(ReaderKey.BOARD)
    book.move(ReaderKey.NEWER)
    told(book, "four", begin=200.0)
    assert shown(book) == "four"


def test_the_board_is_current_and_read_line_by_line(book: Book) -> None:
    told(book, "one")
    seen = []
    for move in (
        ReaderKey.BOARD,
        ReaderKey.NEWER,
        ReaderKey.FORWARD,
        ReaderKey.NEWER,
        ReaderKey.OLDER,
        ReaderKey.BACK,
    ):
        book.move(move)
        seen.append(shown(book))
    lines = ["Green, 6:5.", "Black, 1:2.", "No dice."]
    assert seen == [*lines, lines[2], lines[1], lines[0]]


@pytest.mark.parametrize("move", [ReaderKey.BOARD, ReaderKey.NEWEST])
def test_there_are_ways_back_from_the_board(book: Book, move: ReaderKey) -> None:
    told(book, "one", "two")
    book.move(ReaderKey.BOARD)
    book.move(move)
    assert shown(book) == "two"
    book.move(ReaderKey.BOARD)
    book.move(ReaderKey.OLDEST)
    assert shown(book) == "one"


def test_another_width_begins_the_text_again(book: Book) -> None:
    told(book, "one two three")
    shown(book, 4)
    book.move(ReaderKey.FORWARD)
    assert shown(book, 4) == "two"
    assert shown(book, 8) == "one two"


def test_every_language_is_written_by_its_own_table() -> None:
    book = Book(lambda text, lang: f"{lang}:{text}", lambda: BOARD)
    book.add(Utterance("un", "fr", RESULT), 0.0)
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
