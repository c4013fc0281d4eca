"""What a typed line is read as (docs/protocol.md, "Typed entries")."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules import Player
from companion.session.typed_board import entry_words
from companion.typed import entries
from companion.typed.entries import LONGEST, Entry, EntryError, Figures, TypedMove, read
from tests.tables import cases, table

WORDS = entry_words()
V, N = Player.V, Player.N

READ = cases("typed/entries", **vars(entries), V=V, N=N)


def test_a_number_after_a_named_point_is_on_the_same_side() -> None:
    entry = read("n12/5/3* v8/0", WORDS, by_names=True)
    assert entry == Figures(walks=(TypedMove(("N12", "N5", "N3")), TypedMove(("V8", 0))))


WRONG = [("x" * (LONGEST + 1), "long"), *table("typed/wrong-entries")]


@pytest.mark.parametrize(("line", "entry"), READ)
def test_each_line_is_parsed(line: str, entry: Entry) -> None:
    assert read(line, WORDS) == entry


@pytest.mark.parametrize(("line", "code"), WRONG)
def test_an_invalid_line_has_a_reason(line: str, code: str) -> None:
    with pytest.raises(EntryError, match=f"^{code}$"):
        read(line, WORDS)


@given(st.text(max_size=300) | st.text("0123456789/-+*.,()VNBOHvn ?:", max_size=40))
def test_any_line_is_an_entry_or_is_refused_with_a_code(line: str) -> None:
    code = ""
    try:
        read(line, WORDS)
    except EntryError as error:
        code = str(error)
    assert code in {"", *(known for _, known in WRONG)}
