"""The doubts the rules page decides, one turn each: an end that is legal, and one that is not."""

from typing import NamedTuple

import pytest

from companion.rules import Player, find_game


class Doubt(NamedTuple):
    """A turn: its mark on the rules page, an end that is among its ends, one that is not.

    only -- there is no other end.
    """

    mark: str
    game: str
    position: str
    turn: str
    dice: tuple[int, int]
    among: str
    missing: str = ""
    only: bool = False
    options: tuple[str, ...] = ()


HOME = "V1=4v V2=3v V3=1v V4=2v V5=1v V7=3n N1=12n VO=4v"
OUTER = "V1=2n V2=2n V3=2n V5=2n V6=2n V8=4n V9=1n"
START_FIVE = "V12=12n N1=3n N9=2v N10=1v N11=2v N12=8v"
SIX = "V2=1v V3=1v V5=1v V6=1v V7=1v V8=2v V9=2v"
WALL = "N7=4n N6=4n N5=4n N4=3n"
DOUBTS = [
    Doubt(
        "C2 both dice though one would bear the last piece off",
        *("backgammon", "V5=1v VO=14v N12=15n", "V", (6, 1)),
        among="N12=15n VO=15v",
    ),
    Doubt(
        "C2 the larger where not both",
        *("backgammon", f"{OUTER} V10=1v VO=14v", "V", (6, 3)),
        among="V1=2n V2=2n V3=2n V4=1v V5=2n V6=2n V8=4n V9=1n VO=14v",
        missing="V1=2n V2=2n V3=2n V5=2n V6=2n V7=1v V8=4n V9=1n VO=14v",
    ),
    Doubt(
        "C3 nothing can be used",
        *("backgammon", "VB=1v V6=14v N7=2n N8=2n N9=2n N10=2n N11=2n N12=5n", "V", (3, 3)),
        among="V6=14v N7=2n N8=2n N9=2n N10=2n N11=2n N12=5n VB=1v",
    ),
    Doubt(
        "C4 farthest is judged at each step (its example)",
        *("jacquet", HOME, "V", (6, 3)),
        among="V1=4v V2=4v V3=1v V4=1v V7=3n N1=12n VO=5v",
    ),
    Doubt(
        "B1 one alone is hit, two close",
        *("backgammon", "V1=14n V5=1n V6=14v V8=1v", "V", (3, 1)),
        among="V1=14n V5=2v V6=13v NB=1n",
    ),
    Doubt(
        "B2 the bar first, even if no other piece can then move",
        *("backgammon", "VB=2v V6=13v N12=2n N9=13n", "V", (1, 6)),
        among="V6=13v N7=1v N9=13n N12=2n VB=1v",
    ),
    Doubt(
        "B2 of five on the bar a double enters four",
        *("backgammon", "VB=5v V6=10v N12=15n", "V", (3, 3)),
        among="VB=1v N10=4v V6=10v N12=15n",
        only=True,
    ),
    Doubt(
        "B2 Dutch: the hand first",
        *("dutch", "VH=1v N12=14v NH=15n", "V", (6, 3)),
        among="N7=1v N9=1v N12=13v NH=15n",
        missing="N6=1v N9=1v N12=12v VH=1v NH=15n",
    ),
    Doubt(
        "B3 the right won and used in one turn",
        *("dutch", "V7=1v V5=1n N1=14v NH=14n", "V", (1, 2)),
        among="V6=1v V5=1n N1=13v V11=1v NH=14n",
        missing="V7=1v V5=1v N1=13v NB=1n NH=14n",
    ),
    Doubt(
        "B3 no hit before a piece is home",
        *("dutch", "N12=15v N7=1n NH=14n", "V", (5, 5)),
        among="N7=1n N12=15v NH=14n",
    ),
    Doubt(
        "B4 entering is not compulsory, from the bar neither",
        *("acey-deucey", "VB=1v N12=14v NO=15n", "V", (6, 5)),
        among="VB=1v N6=1v N7=1v N12=12v NO=15n",
    ),
    Doubt(
        "J1 one piece closes, nothing is hit",
        *("jacquet", "N12=14v N7=1n V6=1v V12=14n", "V", (5, 5)),
        among="V1=1v V12=14n N7=1n N12=14v",
    ),
    Doubt(
        "J2 only the postillon moves, what it cannot use is lost",
        *("jacquet", "N12=14v V9=1V V6=1n V3=1n V12=13n", "V", (3, 6)),
        among="V3=1n V6=1n V9=1V V12=13n N12=14v",
    ),
    Doubt(
        "J2 home, it lets the others go",
        *("jacquet", "N12=14v V7=1V V12=15n", "V", (1, 6)),
        among="V6=1v V12=15n N6=1v N12=13v",
    ),
    Doubt(
        "J3 a bouchage binds the end, C2 what remains",
        *("jacquet", f"{START_FIVE} V5=1v V4=1v", "V", (4, 3)),
        among="V1=1v V5=1v V12=12n N1=3n N8=1v N9=2v N10=1v N11=2v N12=7v",
        missing="V4=1v V5=1v V12=12n N1=3n N8=1v N9=3v N10=1v N11=2v N12=6v",
    ),
    Doubt(
        "J5 a pawn on V1 allows the first five",
        *("jacquet", f"{START_FIVE} V5=1v V1=1v", "V", (4, 3)),
        among="V1=1v V5=1v V12=12n N1=3n N8=1v N9=3v N10=1v N11=2v N12=6v",
    ),
    Doubt(
        "J3 where every end of the larger die is a bouchage, the smaller is played",
        *("jacquet", f"N12=9v N11=2v N10=2v N9=2v {WALL}", "V", (4, 1)),
        among=f"N12=8v N11=3v N10=2v N9=2v {WALL}",
        missing=f"N12=8v N11=2v N10=2v N9=2v N8=1v {WALL}",
    ),
    Doubt(
        "J7 a breach that stood already binds nobody in this turn",
        *("jacquet", f"{START_FIVE} V5=1v N8=1v", "V", (4, 3)),
        among="V5=1v V12=12n N1=3n N8=2v N9=3v N10=1v N11=2v N12=6v",
    ),
    Doubt(
        "J6 no six in a row, one's own home included",
        *("jacquet", "V6=3v V5=3v V4=3v V3=3v V2=2v V7=1v N1=15n", "V", (6, 1)),
        options=("no-full-prime",),
        among="V6=2v V5=4v V4=3v V3=3v V2=2v V1=1v N1=15n",
    ),
    Doubt(
        "J8 the exit point must be free",
        *("jacquet", "V12=2n N4=13n V5=3v V4=4v V3=3v V2=3v V1=2v", "V", (6, 6)),
        among="V1=2v V2=3v V3=3v V4=4v V5=3v V12=2n N4=13n",
    ),
]


@pytest.mark.parametrize("doubt", DOUBTS, ids=lambda doubt: doubt.mark)
def test_doubt(doubt: Doubt) -> None:
    rules = find_game(doubt.game, doubt.options)
    position, player = rules.parse(doubt.position), Player(doubt.turn)
    ends = rules.ends(position, player, doubt.dice).positions
    assert rules.nothing_to_play(position, player, doubt.dice) == (ends == {position})
    assert rules.parse(doubt.among) in ends
    if doubt.missing:
        assert rules.parse(doubt.missing) not in ends
    assert not doubt.only or len(ends) == 1


def test_an_ace_deuce_that_ends_the_game_earns_nothing() -> None:
    rules = find_game("acey-deucey")
    ends = rules.ends(rules.parse("V1=3v VO=12v NH=15n"), Player.V, (1, 2))
    assert set(map(rules.text, ends.positions)) == {"VO=15v NH=15n"}
    assert not ends.again


def test_an_ace_deuce_played_out_throws_again() -> None:
    rules = find_game("acey-deucey")
    ends = rules.ends(rules.start, Player.V, (2, 1))
    played_out = rules.parse("N7=4v N12=1v N11=1v VH=9v NH=15n")
    cut_short = rules.parse("N7=1v N11=1v N12=1v VH=12v NH=15n")
    assert played_out in ends.again
    assert cut_short not in ends.positions


def test_an_ace_deuce_not_played_names_no_double() -> None:
    rules = find_game("acey-deucey")
    position = rules.parse("N12=1v VH=14v V7=2n N11=5n N10=5n N9=3n")
    ends = rules.ends(position, Player.V, (2, 1))
    assert set(map(rules.text, ends.positions)) == {"V7=2n N9=3n N10=5n N11=5n N12=2v VH=13v"}
    assert not ends.again
