"""What a typed line is read as (docs/protocol.md, "Typed entries")."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.link.messages import Key
from companion.rules import Player
from companion.session.typed_board import entry_words
from companion.typed.entries import (
    IN_HAND,
    LONGEST,
    CodeOf,
    Entry,
    EntryError,
    Figures,
    Plain,
    Point,
    Pressed,
    Ruled,
    Walk,
    read,
)

WORDS = entry_words()
V, N = Player.V, Player.N

READ: list[tuple[str, Entry]] = [
    ("", Plain("lift")),
    ("   ", Plain("lift")),
    ("roll", Plain("roll")),
    ("Lancer", Plain("roll")),
    ("/", Plain("roll")),
    ("undo", Plain("undo")),
    ("retour", Plain("undo")),
    ("-", Plain("undo")),
    ("?", Plain("help")),
    ("quit", Plain("quit")),
    ("FIN", Plain("quit")),
    ("----", Plain("quit")),
    ("+", Plain("menu")),
    (".", Pressed(Key.REPEAT)),
    ("..", Pressed(Key.BOARD)),
    ("...", Pressed(Key.SCORE)),
    ("*", Pressed(Key.HINT)),
    ("**", Pressed(Key.CUBE)),
    ("***", CodeOf()),
    ("code", CodeOf()),
    ("N Code", CodeOf(Player.N)),
    ("++", Pressed(Key.YES)),
    ("--", Pressed(Key.NO)),
    ("répéter", Pressed(Key.REPEAT)),
    ("repeter", Pressed(Key.REPEAT)),
    ("Plateau", Pressed(Key.BOARD)),
    ("score", Pressed(Key.SCORE)),
    ("conseil", Pressed(Key.HINT)),
    ("doubler", Pressed(Key.CUBE)),
    ("double", Pressed(Key.CUBE)),
    ("oui", Pressed(Key.YES)),
    ("non", Pressed(Key.NO)),
    ("v yes", Pressed(Key.YES, V)),
    ("n  No", Pressed(Key.NO, N)),
    ("N oui", Pressed(Key.YES, N)),
    ("noir non", Pressed(Key.NO, N)),
    ("v ++", Pressed(Key.YES, V)),
    ("green board", Pressed(Key.BOARD, V)),
    (".13", Point(13)),
    (".V5", Point("V5")),
    (". 13", Point(13)),
    (".bar", Point(25)),
    (":dice 6 3", Ruled("dice 6 3")),
    ("  : Award green ", Ruled("Award green")),
    ("63", Figures((6, 3))),
    ("⁶³", Figures((6, 3))),
    ("6 3", Figures((6, 3), starts=(6, 3))),
    ("6-3", Figures((6, 3), walks=(Walk((6, 3)),))),
    ("6", Figures((6,), starts=(6,))),
    ("8", Figures(starts=(8,))),
    ("8 6", Figures(starts=(8, 6))),
    ("8,6,6", Figures(starts=(8, 6, 6))),
    ("8(2)", Figures(starts=(8, 8))),
    ("8/5 6/5", Figures(walks=(Walk((8, 5)), Walk((6, 5))))),
    ("8 / 5 6 / 5", Figures(walks=(Walk((8, 5)), Walk((6, 5))))),
    ("8/ 5 6 /5", Figures(walks=(Walk((8, 5)), Walk((6, 5))))),
    ("8 - 5", Figures(walks=(Walk((8, 5)),))),
    ("13 / 7 (2)", Figures(walks=(Walk((13, 7), 2),))),
    ("v 8 / v 5", Figures(walks=(Walk(("V8", "V5")),))),
    (". V 8", Point("V8")),
    (". 13", Point(13)),
    ("8/5+6/5", Figures(walks=(Walk((8, 5)), Walk((6, 5))))),
    ("8/5,6/5", Figures(walks=(Walk((8, 5)), Walk((6, 5))))),
    ("8-5, 6-5", Figures(walks=(Walk((8, 5)), Walk((6, 5))))),
    ("24/18*", Figures(walks=(Walk((24, 18)),))),
    ("bar/22", Figures(walks=(Walk((25, 22)),))),
    ("25/22", Figures(walks=(Walk((25, 22)),))),
    ("BAR/22*/20", Figures(walks=(Walk((25, 22, 20)),))),
    ("hand/22", Figures(walks=(Walk((IN_HAND, 22)),))),
    ("6/off", Figures(walks=(Walk((6, 0)),))),
    ("6/0", Figures(walks=(Walk((6, 0)),))),
    ("13/7(2)", Figures(walks=(Walk((13, 7), 2),))),
    ("24/20/16", Figures(walks=(Walk((24, 20, 16)),))),
    ("v8/v5", Figures(walks=(Walk(("V8", "V5")),))),
    ("n12/5/3*", Figures(walks=(Walk(("N12", 5, 3)),))),
    ("v8/0", Figures(walks=(Walk(("V8", 0)),))),
    ("VH/V3", Figures(walks=(Walk(("VH", "V3")),))),
    ("6-3 4-1", Figures(walks=(Walk((6, 3)), Walk((4, 1))))),
]


def test_where_points_have_names_a_number_after_one_is_on_its_side() -> None:
    entry = read("n12/5/3* v8/0", WORDS, by_names=True)
    assert entry == Figures(walks=(Walk(("N12", "N5", "N3")), Walk(("V8", 0))))


WRONG = [
    ("x" * (LONGEST + 1), "long"),
    ("hello", "unknown"),
    ("8/5 6", "unknown"),
    ("8//5", "unknown"),
    ("8/5(0)", "unknown"),
    ("8/5(99)", "unknown"),
    ("8/5()", "unknown"),
    ("green", "unknown"),
    ("---", "unknown"),
    ("26/3", "no-point"),
    (".26", "no-point"),
    ("8/99999999999999999", "no-point"),
    ("V13/V5", "no-point"),
    ("73", "no-point"),
]


@pytest.mark.parametrize(("line", "entry"), READ)
def test_a_line_is_read(line: str, entry: Entry) -> None:
    assert read(line, WORDS) == entry


@pytest.mark.parametrize(("line", "code"), WRONG)
def test_a_line_that_is_none_says_why(line: str, code: str) -> None:
    with pytest.raises(EntryError, match=f"^{code}$"):
        read(line, WORDS)


@given(st.text(max_size=300) | st.text("0123456789/-+*.,()VNBOHvn ?:", max_size=40))
def test_any_line_is_an_entry_or_is_refused_with_a_code(line: str) -> None:
    code = ""
    try:
        read(line, WORDS)
    except EntryError as error:
        code = str(error)
    assert code in ("", "long", "unknown", "no-point")
