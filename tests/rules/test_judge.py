"""Verdicts on boards as they are met at the table: half-way, in the air, and wrong."""

from typing import NamedTuple

import pytest

from companion.rules import (
    Code,
    Fault,
    Judgement,
    Pile,
    Player,
    PositionError,
    Verdict,
    find_game,
    game_names,
    parse_placement,
)

START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"
JACQUET = "V12=14n1N N12=14v1V"
V, N = Player.V, Player.N
DUTCH = "N12=2v N11=1v VH=12v NH=15n"
HOME = "V6=2v V5=3v V2=4v VO=6v"
BEHIND = "N12=5n N11=5n N10=5n"


class Case(NamedTuple):
    """A turn, the board seen, the verdict and all its faults."""

    why: str
    game: str
    position: str
    dice: tuple[int, int]
    seen: str
    verdict: str
    faults: str = ""
    turn: str = "V"
    options: tuple[str, ...] = ()


def judged(case: Case) -> Judgement:
    rules = find_game(case.game, case.options)
    position = rules.parse(case.position)
    return rules.judge(position, Player(case.turn), case.dice, parse_placement(case.seen))


ON_THE_WAY = [
    Case("back at the start", "backgammon", START, (3, 1), START, "incomplete", "dice-unused"),
    Case(
        "one piece in the air",
        *("backgammon", START, (3, 1), START.replace("V8=3v", "V8=2v")),
        *("incomplete", "piece-missing"),
    ),
    Case(
        "two pieces in the air",
        *("backgammon", START, (3, 1), START.replace("V8=3v", "V8=1v")),
        *("incomplete", "piece-missing"),
    ),
    Case(
        "three pieces in the air are too many",
        *("backgammon", START, (3, 1), START.replace("V8=3v ", "")),
        *("illegal", "piece-missing"),
    ),
    Case(
        "a piece lifted again from a legal end",
        *("backgammon", START, (3, 1), START.replace("V6=5v V8=3v", "V5=1v V6=4v V8=2v")),
        *("incomplete", "piece-missing"),
    ),
    Case(
        "the hit piece not yet on the bar, the hitter gone on",
        *("backgammon", "V1=14n V5=1n V6=14v V8=1v", (3, 3), "V1=14n V5=1n V2=1v V6=14v"),
        *("incomplete", "hit-not-on-bar"),
    ),
    Case(
        "a hit piece nowhere, the hitter landed",
        *("backgammon", "V1=14n V5=1n V6=14v V8=1v", (3, 1), "V1=14n V5=2v V6=13v"),
        *("incomplete", "hit-not-on-bar"),
    ),
    Case(
        "the hitter in the air, the hit piece on the bar",
        *("backgammon", "V1=14n V5=1n V6=14v V8=1v", (3, 1), "V1=14n V6=14v NB=1n"),
        *("incomplete", "piece-missing"),
    ),
    Case(
        "a blot put on the bar before the hitter has moved",
        *("backgammon", "V1=14n V5=1n V6=14v V8=1v", (3, 1), "V1=14n V6=14v V8=1v NB=1n"),
        *("incomplete", "dice-unused"),
    ),
    Case(
        "a blot on the bar that the second die will hit",
        *("backgammon", "V1=14n V4=1n V6=14v V8=1v", (3, 1), "V1=14n V6=14v V7=1v NB=1n"),
        *("incomplete", "dice-unused"),
    ),
    Case(
        "a blot in the air, the hitter still on its point",
        *("backgammon", "V1=14n V5=1n V6=14v V8=1v", (3, 1), "V1=14n V6=14v V8=1v"),
        *("incomplete", "piece-missing"),
    ),
    Case(
        "one blot hit, the next already on the bar",
        *("backgammon", "V1=13n V2=1n V5=1n V6=14v V8=1v", (3, 3)),
        *("V1=13n V5=1v V6=14v NB=2n", "incomplete", "dice-unused"),
    ),
    Case(
        "an ace-deuce whose 2 will hit a blot already on the bar",
        *("acey-deucey", "N12=15v N10=1n NH=14n", (1, 2), "N12=15v NB=1n"),
        *("incomplete", "dice-unused"),
    ),
    Case(
        "an ace-deuce whose double will hit a blot already on the bar",
        *("acey-deucey", "N12=15v N2=1n NH=14n", (1, 2), "N12=13v N11=1v N10=1v NB=1n"),
        *("incomplete", "dice-unused"),
    ),
    Case(
        "an ace-deuce begun, a blot for its double already on the bar",
        *("acey-deucey", "N12=15v N2=1n NH=14n", (1, 2), "N12=14v N11=1v NB=1n"),
        *("incomplete", "dice-unused"),
    ),
    Case(
        "a hand that is told stands as it is",
        *("dutch", DUTCH, (6, 3), "N12=1v N11=1v N7=1v VH=11v NH=15n"),
        *("incomplete", "piece-missing"),
    ),
    Case(
        "a told hand with more than before: the piece is in the air",
        *("dutch", DUTCH, (6, 3), "N12=1v N11=1v VH=13v NH=15n", "incomplete", "piece-missing"),
    ),
    Case(
        "Jacquet: the postillon in the air",
        *("jacquet", JACQUET, (6, 3), "V12=14n1N N12=14v", "incomplete", "piece-missing"),
    ),
    Case(
        "Jacquet: the postillon half-way",
        *("jacquet", JACQUET, (6, 3), "V12=14n1N N12=14v N6=1V", "incomplete", "dice-unused"),
    ),
    Case(
        "Jacquet: a bouchage on the way is none",
        *("jacquet", "V12=12n N1=3n N12=8v N11=2v N10=1v N9=1v N8=1v V5=2v", (3, 2)),
        "V12=12n N1=3n N12=7v N11=2v N10=1v N9=2v N8=1v V5=2v",
        *("incomplete", "dice-unused"),
    ),
    Case(
        "hands are not seen",
        *("dutch", DUTCH, (6, 3), "N12=2v N11=1v N7=1v N10=1v", "legal"),
    ),
    Case(
        "hands are not seen, half-way",
        *("dutch", DUTCH, (6, 3), "N12=2v N11=1v N7=1v", "incomplete", "dice-unused"),
    ),
    Case(
        "more in hand than before are in the air",
        *("dutch", DUTCH, (6, 3), "N12=1v N11=1v", "incomplete", "piece-missing"),
    ),
    Case(
        "nothing can be played, a piece is lifted",
        *("backgammon", "VB=1v V6=14v N7=2n N8=2n N9=2n N10=2n N11=2n N12=5n", (3, 3)),
        *("V6=14v N7=2n N8=2n N9=2n N10=2n N11=2n N12=5n", "incomplete", "piece-missing"),
    ),
    Case(
        "an ace-deuce after its 2",
        *("acey-deucey", "VH=15v NH=15n", (1, 2), "N11=1v", "incomplete", "dice-unused"),
    ),
    Case(
        "an ace-deuce before its double",
        *("acey-deucey", "VH=15v NH=15n", (1, 2), "N11=1v N12=1v", "incomplete", "dice-unused"),
    ),
    Case(
        "an ace-deuce in its double",
        *(
            "acey-deucey",
            "VH=15v NH=15n",
            (1, 2),
            "N11=1v N12=1v N8=2v",
            "incomplete",
            "dice-unused",
        ),
    ),
    Case(
        "an ace-deuce with a piece in the air",
        *("acey-deucey", "N12=15v NH=15n", (1, 2), "N12=13v N11=1v", "incomplete", "piece-missing"),
    ),
]
WRONG = [
    Case(
        "one step right and one wrong, and nobody went backwards",
        *("backgammon", START, (6, 5), "V1=2n V2=1v V6=4v V8=4v V12=5n N1=4v N5=3n N7=5n N12=2v"),
        *("illegal", "wrong-distance"),
    ),
    Case(
        "a piece too many",
        *("backgammon", START, (3, 1), START.replace("V8=3v", "V8=4v"), "illegal", "piece-extra"),
    ),
    Case(
        "an opposing piece missing",
        *("backgammon", START, (3, 1), START.replace("V12=5n", "V12=4n")),
        *("illegal", "piece-missing"),
    ),
    Case(
        "an opposing piece too many",
        *("backgammon", START, (3, 1), START.replace("V12=5n", "V12=6n")),
        *("illegal", "piece-extra"),
    ),
    Case(
        "an unknown piece in a known one's place",
        *("backgammon", START, (3, 1), START.replace("V8=3v", "V8=2v1?")),
        *("illegal", "unknown-piece"),
    ),
    Case(
        "an unknown piece besides",
        *("backgammon", START, (3, 1), START.replace("V8=3v", "V8=3v1?")),
        *("illegal", "piece-extra unknown-piece"),
    ),
    Case(
        "a hit piece put in the tray, and legal else",
        *("backgammon", "V1=14n V5=1n V6=14v V8=1v", (3, 1), "V1=14n V5=2v V6=13v NO=1n"),
        *("illegal", "hit-not-on-bar"),
    ),
    Case(
        "a hit with the wrong distance, the hit piece left",
        *("backgammon", "V1=14n V4=1n V6=14v V8=1v", (6, 5), "V1=14n V4=1v1n V6=13v V8=1v"),
        *("illegal", "hit-not-on-bar wrong-distance"),
    ),
    Case(
        "an opposing piece on the bar though nobody can hit it",
        *("backgammon", "V1=14n V5=1n V6=14v V8=1v", (2, 2), "V1=14n V6=14v V8=1v NB=1n"),
        *("illegal", "moved-opponent"),
    ),
    Case(
        "an opposing piece on the bar, and the dice that would have hit it used otherwise",
        *("backgammon", "V1=14n V5=1n V6=14v V8=1v", (3, 1), "V1=14n V3=1v V6=13v V7=1v NB=1n"),
        *("illegal", "moved-opponent"),
    ),
    Case(
        "two opposing pieces on the bar, only one of which can be hit",
        *("backgammon", "V1=13n V5=1n V6=14v V7=1n V8=1v", (3, 1), "V1=13n V6=14v V8=1v NB=2n"),
        *("illegal", "moved-opponent"),
    ),
    Case(
        "an opposing piece lifted that cannot be hit",
        *("backgammon", "V1=14n V5=1n V6=14v V8=1v", (2, 2), "V1=14n V6=14v V8=1v"),
        *("illegal", "piece-missing"),
    ),
    Case(
        "Jacquet: an opposing pawn lifted is never on its way to a bar",
        *("jacquet", "V12=14n V6=1n V3=1v N12=14v", (6, 3), "V12=14n V3=1v N12=14v"),
        *("illegal", "piece-missing"),
    ),
    Case(
        "a piece lands on a point held by two: the landing says why both colours stand there",
        *("backgammon", START, (5, 1)),
        "V1=2n V5=1v V6=4v V8=3v V12=5n N1=5v N5=3n N7=1v5n N12=1v",
        *("illegal", "occupied-point"),
    ),
    Case(
        "a told hand with too many pieces on the board",
        *("dutch", DUTCH, (6, 3), "N12=2v N11=1v N7=1v N10=1v VH=11v NH=15n"),
        *("illegal", "piece-extra"),
    ),
    Case(
        "an opposing piece put on one's own point",
        *("backgammon", START, (3, 1), START.replace("V1=2n V6=5v", "V1=1n V6=5v1n")),
        *("illegal", "moved-opponent two-colours"),
    ),
    Case(
        "a piece taken back from off",
        *("backgammon", f"{HOME} {BEHIND}", (4, 3), f"V6=3v V5=3v V2=4v VO=5v {BEHIND}"),
        *("illegal", "backwards"),
    ),
    Case(
        "a piece put on one's own bar",
        *("backgammon", START, (3, 1), START.replace("V8=3v", "V8=2v VB=1v")),
        *("illegal", "backwards"),
    ),
    Case(
        "the hand first",
        *("dutch", DUTCH, (6, 3), "N12=1v N11=1v N6=1v N10=1v", "illegal", "bar-first"),
    ),
    Case(
        "a blot hit too early and left on its point",
        *("dutch", "N12=5v N11=5v N10=5v N7=1n NH=14n", (5, 1)),
        *("N7=1v1n N10=6v N11=4v N12=4v", "illegal", "hit-forbidden"),
    ),
    Case(
        "a stop on a blot that may not be hit",
        *("dutch", "N12=15v N7=1n N9=2n NH=12n", (5, 3), "N12=14v N4=1v N7=1n N9=2n"),
        *("illegal", "blocked-stop"),
    ),
    Case(
        "stop and landing closed: the landing is named",
        *("backgammon", "N12=15v N7=2n N6=2n N1=2n V1=9n", (6, 5)),
        *("N12=14v N1=1v2n N7=2n N6=2n V1=9n", "illegal", "occupied-point"),
    ),
    Case(
        "both: the bar waits, and the distance is wrong",
        *("backgammon", "VB=1v V6=14v N12=15n", (3, 1), "VB=1v V6=13v V1=1v N12=15n"),
        *("illegal", "bar-first wrong-distance"),
    ),
    Case(
        "bearing off with a piece outside and the exit held",
        *("jacquet", "V12=2n N4=13n V7=1v V4=14v", (4, 4), "V12=2n N4=13n V7=1v V4=13v VO=1v"),
        *("illegal", "not-all-home exit-occupied"),
    ),
    Case(
        "the larger die leaves the smaller unplayable, both could be played",
        *("backgammon", "V10=1v N12=1v VO=13v N8=2n V1=13n", (6, 4)),
        "V4=1v N12=1v VO=13v N8=2n V1=13n",
        *("illegal", "dice-unused"),
    ),
    Case(
        "five pieces moved with a double",
        *("backgammon", "V6=15v N12=15n", (1, 1), "V6=10v V5=5v N12=15n"),
        *("illegal", "wrong-distance"),
    ),
    Case(
        "eight pieces moved",
        *("backgammon", "V6=15v N12=15n", (1, 1), "V6=7v V5=8v N12=15n"),
        *("illegal", "wrong-distance"),
    ),
    Case(
        "a double of an ace-deuce cut short",
        *("acey-deucey", "N12=15v NH=15n", (1, 2), "N12=11v N11=1v N10=1v N7=2v"),
        *("incomplete", "dice-unused"),
    ),
    Case(
        "a double before the 1 and the 2 are played",
        *("acey-deucey", "N12=15v NH=15n", (1, 2), "N12=11v N7=4v", "illegal", "wrong-distance"),
    ),
    Case(
        "Jacquet: the postillon gone backwards",
        *("jacquet", "V12=15n N9=1V N12=14v", (6, 3), "V12=15n N12=14v1V", "illegal", "backwards"),
    ),
    Case(
        "Jacquet: a postillon that was home travels again",
        *("jacquet", "V12=15n V3=1v N12=14v", (6, 3), "V12=15n N3=1V N12=14v"),
        *("illegal", "backwards"),
    ),
    Case(
        "Jacquet: the postillon exchanged for a pawn",
        *("jacquet", JACQUET, (6, 3), "V12=14n1N N12=15v", "illegal", "piece-missing"),
    ),
    Case(
        "Jacquet: a travelling pawn exchanged for a postillon",
        *("jacquet", "V12=15n V3=1v N5=1v N12=13v", (6, 3), "V12=15n V3=1v N5=1V N12=13v"),
        *("illegal", "backwards"),
    ),
    Case(
        "Jacquet: the other's postillon exchanged for a pawn",
        *("jacquet", JACQUET, (6, 3), "V12=15n N3=1V N12=14v", "illegal", "moved-opponent"),
    ),
    Case(
        "a hit with the wrong distance, the hit piece nowhere",
        *("backgammon", "V1=14n V4=1n V6=14v V8=1v", (6, 5), "V1=14n V4=1v V6=13v V8=1v"),
        *("illegal", "hit-not-on-bar wrong-distance"),
    ),
    Case(
        "one step of a double that has two",
        *("backgammon", "V10=1v V9=1v VO=13v V4=2n V3=2n N12=11n", (3, 3)),
        *("V7=1v V9=1v VO=13v V4=2n V3=2n N12=11n", "incomplete", "dice-unused"),
    ),
    Case(
        "a blot hit too early in passing",
        *("dutch", "N12=15v N9=2n N7=1n NH=12n", (5, 3), "N12=14v N9=2n N4=1v NB=1n"),
        *("illegal", "hit-forbidden"),
    ),
    Case(
        "one of two on the bar enters and runs on",
        *("backgammon", "VB=2v V6=13v N1=15n", (1, 1), "VB=1v N9=1v V6=13v N1=15n"),
        *("illegal", "bar-first"),
    ),
    Case(
        "a double that brings a piece home over a closed stop, then hits with another",
        *("dutch", "N12=2v N11=3v N7=10v N6=1n N5=2n V1=12n", (6, 6)),
        "N12=1v N11=2v N7=10v N6=1v N5=2n V5=1v V1=12n NB=1n",
        *("illegal", "blocked-stop"),
    ),
    Case(
        "Jacquet: two postillons",
        *("jacquet", JACQUET, (6, 3), "V12=14n1N N12=13v2V", "illegal", "piece-extra"),
    ),
    Case(
        "Jacquet: the other's postillon moved",
        *("jacquet", JACQUET, (6, 3), "V12=14n V6=1N N3=1V N12=14v", "illegal", "moved-opponent"),
    ),
    Case(
        "Jacquet: the postillon came home by a wrong distance",
        *("jacquet", "V12=15n V8=1V N12=14v", (6, 3), "V12=15n V4=1v N12=14v"),
        *("illegal", "wrong-distance"),
    ),
    Case(
        "Jacquet: six before the postillon, and the distance wrong",
        *("jacquet", "V12=14n V11=1N N12=7v V9=2v V8=2v V7=1v V6=1v V5=1v V3=1v", (5, 3)),
        "V12=14n V11=1N N12=6v V9=2v V8=2v V7=1v V6=1v V5=1v V4=1v V3=1v",
        *("illegal", "wrong-distance postillon-blocked"),
    ),
]


@pytest.mark.parametrize("case", ON_THE_WAY + WRONG, ids=lambda case: case.why)
def test_verdict(case: Case) -> None:
    judgement = judged(case)
    faults = " ".join(fault.code for fault in judgement.faults)
    assert (judgement.verdict, faults) == (case.verdict, case.faults)
    assert not judgement.again or judgement.verdict is not Verdict.ILLEGAL


def fault_of(case: Case) -> Fault:
    return judged(case).faults[0]


def by_why(why: str) -> Case:
    return next(case for case in ON_THE_WAY + WRONG if case.why == why)


def test_a_blot_taken_up_early_has_been_moved_once_the_dice_are_up() -> None:
    rules = find_game("backgammon")
    position = rules.parse("V1=14n V5=1n V6=14v V8=1v")
    for seen, code in (
        ("NB=1n V1=14n V6=14v V8=1v", "moved-opponent"),
        ("V1=14n V6=14v V8=1v", ""),
    ):
        board = parse_placement(seen)
        lying = rules.judge(position, Player.V, (3, 1), board)
        lifted = rules.judge(position, Player.V, (3, 1), board, over=True)
        assert lying.verdict == "incomplete"
        assert lifted.verdict == "illegal"
        assert lifted.faults[0].code == (code or "piece-missing")


def test_both_colours_on_a_point_cannot_be_played_on() -> None:
    """What an accepted error leaves must be a position (C6); the referee asks `parse`."""
    rules = find_game("backgammon")
    seen = "V1=2n V5=1v V6=4v V8=3v V12=5n N1=5v N5=3n N7=1v5n N12=1v"
    judgement = rules.judge(rules.start, Player.V, (5, 1), parse_placement(seen))
    with pytest.raises(PositionError, match="both colours"):
        rules.parse(judgement.reading)


def test_faults_carry_what_a_sentence_needs() -> None:
    stop = fault_of(
        Case(
            "",
            *("jacquet", "V12=12n N8=1n N6=1n N3=1n N12=14v V1=1v", (6, 4)),
            *("V1=1v V12=12n N2=1v N3=1n N6=1n N8=1n N12=13v", ""),
        )
    )
    assert (stop.source, stop.target, stop.pips) == ("N12", "N2", 10)
    assert set(stop.zones) == {"N6", "N8"}
    landing = fault_of(
        by_why(
            "a piece lands on a point held by two: the landing says why both colours stand there"
        )
    )
    assert (landing.source, landing.target, landing.dice) == ("N12", "N7", (5,))
    left = fault_of(by_why("the hit piece not yet on the bar, the hitter gone on"))
    assert (left.player, left.source, left.target) == (Player.N, "V5", "NB")
    hand = fault_of(by_why("the hand first"))
    assert (hand.count, hand.zones) == (11, ("VH",))
    opposing = fault_of(by_why("an opposing piece put on one's own point"))
    assert (opposing.player, opposing.source, opposing.target) == (Player.N, "V1", "V6")
    run = judged(by_why("Jacquet: six before the postillon, and the distance wrong")).faults[1]
    assert (run.zones[0], run.zones[-1], run.count) == ("V9", "V3", 7)
    assert run.document == "000 Bouchages"
    five = fault_of(by_why("five pieces moved with a double"))
    assert (five.source, five.target, five.pips, five.count) == ("V6", "V5", 1, 1)
    assert five.dice == (1, 1)


@pytest.mark.parametrize(
    ("seen", "player", "lost"),
    [
        ("V12=14n1N N12=14v", V, True),
        ("V12=14n1N N12=13v", V, True),
        ("V12=14n1N N12=11v", V, True),
        ("V12=14n1N N12=13v1V", V, False),
        ("V12=14n1N N12=15v", V, True),
        ("V12=14n N12=14v1V", N, True),
        ("V12=13n1N N12=14v1V", N, False),
    ],
)
def test_whether_the_postillon_is_missing_is_told(seen: str, player: Player, *, lost: bool) -> None:
    rules = find_game("jacquet")
    fault = rules.judge(rules.start, V, (4, 2), parse_placement(seen)).faults[0]
    assert (fault.code, fault.player, fault.postillon) == (Code.PIECE_MISSING, player, lost)


def test_once_the_postillon_is_home_it_is_not_missing() -> None:
    rules = find_game("jacquet")
    before = rules.parse("V12=15n V8=1V N12=14v")
    fault = rules.judge(before, V, (4, 2), parse_placement("V12=15n V4=1v N12=13v")).faults[0]
    assert (fault.code, fault.postillon) == (Code.PIECE_MISSING, False)


def test_unused_dice_are_named() -> None:
    half = fault_of(by_why("Jacquet: the postillon half-way"))
    assert half.dice == (3,)
    start = fault_of(by_why("back at the start"))
    assert set(start.dice) == {3, 1}


@pytest.mark.parametrize(
    ("seen", "verdict", "reading"),
    [
        ("V12=5v V1=4v V2=4v V3=1v V4=1v V7=3n N1=12n", "legal", "VO=5v"),
        ("VO=1v V12=4v V1=4v V2=4v V3=1v V4=1v V7=3n N1=12n", "legal", "VO=5v"),
        ("V12=4v V1=4v V2=4v V3=1v V4=2v V7=3n N1=12n", "incomplete", "VO=4v"),
        ("V12=3v V1=4v V2=3v V3=1v V4=2v V5=2v V7=3n N1=12n", "illegal", "VO=3v"),
    ],
)
def test_pieces_on_the_exit_point_are_read_as_off(seen: str, verdict: str, reading: str) -> None:
    rules = find_game("jacquet")
    position = rules.parse("V1=4v V2=3v V3=1v V4=2v V5=1v V7=3n VO=4v N1=12n")
    judgement = rules.judge(position, Player.V, (6, 3), parse_placement(seen))
    assert judgement.verdict == verdict
    assert reading in judgement.reading


def test_travelling_pieces_and_pieces_off_share_the_exit_point() -> None:
    rules = find_game("jacquet")
    position = rules.parse("V12=1v V3=10v VO=4v N1=15n")
    readings = rules.readings(position, Player.V, parse_placement("V12=5v V3=10v N1=15n"))
    assert [reading["VO"].v for reading in readings] == [4, 5]
    assert [reading["V12"].v for reading in readings] == [1, 0]
    seen = parse_placement("V12=4v V10=1v V3=10v N1=15n")
    judgement = rules.judge(position, Player.V, (2, 1), seen)
    assert (judgement.verdict, judgement.faults[0].dice) == ("incomplete", (1,))
    assert judgement.reading == "V3=10v V10=1v N1=15n VO=4v"


def test_the_opponents_number_off_is_known() -> None:
    rules = find_game("jacquet")
    position = rules.parse("V3=15v N12=1n N1=10n NO=4n")
    (reading,) = rules.readings(position, Player.V, parse_placement("V3=15v N12=5n N1=10n"))
    assert (reading["NO"].n, reading["N12"].n) == (4, 1)
    (fewer,) = rules.readings(position, Player.V, parse_placement("V3=15v N12=3n N1=10n"))
    assert (fewer["NO"].n, fewer["N12"].n) == (3, 0)


def test_other_games_are_read_as_they_are_seen() -> None:
    rules = find_game("backgammon")
    seen = parse_placement(START)
    assert rules.readings(rules.start, Player.V, seen) == (seen,)


def test_stars_at_home_and_outside_jacquet_are_pawns() -> None:
    jacquet = find_game("jacquet")
    position = jacquet.parse("V12=15n V7=1V N12=14v")
    seen = parse_placement("V12=15n V6=1V N6=1v N12=13v")
    assert jacquet.judge(position, Player.V, (6, 1), seen).verdict == "legal"
    backgammon = find_game("backgammon")
    star = parse_placement("V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=2n1N N7=5n N12=1v1V")
    assert backgammon.judge(backgammon.start, Player.V, (3, 1), star).verdict == "legal"


def test_pieces_seen_in_a_foreign_bar_belong_by_colour() -> None:
    rules = find_game("backgammon")
    position = rules.parse("V1=14n V5=1n V6=14v V8=1v")
    seen = parse_placement("V1=14n V5=2v V6=13v").with_piles({"VB": Pile(n=1)})
    assert rules.judge(position, Player.V, (3, 1), seen).verdict == "legal"


def test_an_ace_deuce_played_out_earns_a_throw() -> None:
    rules = find_game("acey-deucey")
    seen = parse_placement("N7=4v N11=1v N12=1v")
    judgement = rules.judge(rules.start, Player.V, (1, 2), seen)
    assert (judgement.verdict, judgement.again) == ("legal", True)
    last = rules.parse("V1=3v VO=12v NH=15n")
    judgement = rules.judge(last, Player.V, (1, 2), parse_placement("VO=15v"))
    assert (judgement.verdict, judgement.again) == ("legal", False)


@pytest.mark.parametrize("seen", ["", "V1=999v", "V12=999v999n999?", "VO=15v VB=15n NH=999?"])
@pytest.mark.parametrize("game", game_names())
def test_any_board_gets_a_verdict(game: str, seen: str) -> None:
    rules = find_game(game)
    judgement = rules.judge(rules.start, Player.N, (2, 1), parse_placement(seen))
    assert judgement.faults


def test_pieces_borne_off_onto_a_held_exit_of_a_real_board_are_named_so() -> None:
    rules = find_game("jacquet")
    before = rules.parse("V12=2n N4=13n V5=3v V4=4v V3=3v V2=3v V1=2v")
    seen = parse_placement("V12=2n2v N4=13n V5=2v V4=3v V3=3v V2=3v V1=2v")
    judgement = rules.judge(before, Player.V, (5, 4), seen)
    assert judgement.verdict is Verdict.ILLEGAL
    assert judgement.faults[0].code is Code.EXIT_OCCUPIED
