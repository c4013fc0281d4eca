"""The practice partner: its duties, and how its turn ends."""

from dataclasses import replace

import pytest

from companion.link.messages import Key
from companion.referee import inputs
from companion.referee.facts import (
    CubeAction,
    ErrorOpen,
    GameEnds,
    PlayDiffers,
    PlayNamed,
    Roll,
    RollVoid,
    Ruling,
    TurnBegins,
    TurnEnds,
)
from companion.referee.menu import entries
from companion.referee.partner import Due, due
from companion.referee.referee import Referee
from companion.referee.requests import GiveHint, Output, TellProgress
from companion.referee.state import Asked, OpeningDice, Phase, Practice, State, Topic
from companion.referee.talk_facts import KeyAnswer, Question
from companion.rules import Cube, Match, Verdict, agree_match, find_game
from tests.menu_keys import to
from tests.referee.harness import STARTS, N, TableTop, V, names

START = STARTS["backgammon"]
FIVE = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=2n N7=4n N8=2n N12=2v"
NINE = "V1=2n V6=5v V8=3v V12=4n N1=5v N4=1n N5=3n N7=5n N12=2v"
HALF = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=4n N8=1n N12=2v"
WRONG = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=4n N9=1n N12=2v"

ONE_AWAY = Match(5, score=(1, 4), crawford=True)
AFTER_CRAWFORD = Match(5, score=(1, 4), number=6, crawford=True, crawford_over=True)


def practice(game: str = "backgammon", *, drawn: bool = False) -> TableTop:
    """A table top at which the companion plays black."""
    top = TableTop(game)
    rules = find_game(game)
    top.referee = Referee(rules, agree_match(rules, None), practice=Practice(N, drawn))
    return top


def blacks_turn(*, drawn: bool = False, **changes: object) -> TableTop:
    """Black, the companion, is to throw from the start position."""
    top = practice(drawn=drawn)
    top.begin("31")
    top.set(phase=Phase.TO_THROW, player=N, dice=None, number=5, trays="", down=(), **changes)
    top.seat(V, "--")
    top.seats = {V: "--", N: "--"}
    top.look()
    return top


def act(top: TableTop, given: inputs.Act) -> tuple[Output, ...]:
    return top.referee.take(given, top.ms)


def what(state: State, game: str = "backgammon") -> str:
    now = due(find_game(game), state)
    return now.what if now else ""


def test_of_two_people_nothing_is_due() -> None:
    top = TableTop()
    top.begin("31")
    assert due(top.referee.rules, top.referee.state) is None
    top.set(phase=Phase.TO_THROW, player=N, number=6)
    assert due(top.referee.rules, top.referee.state) is None


@pytest.mark.parametrize(
    ("changes", "drawn", "told"),
    [
        ({"phase": Phase.OPENING, "player": None}, True, "die"),
        ({"phase": Phase.OPENING, "player": None, "opening": OpeningDice(0, 4)}, True, ""),
        ({"phase": Phase.OPENING, "player": None}, False, ""),
        ({"phase": Phase.TO_THROW}, True, "cube"),
        ({"phase": Phase.TO_THROW}, False, "cube"),
        ({"phase": Phase.TO_THROW, "cube": Cube(2, N)}, False, "cube"),
        ({"phase": Phase.TO_THROW, "cube": Cube(2, V)}, True, "throw"),
        ({"phase": Phase.TO_THROW, "cube": Cube(2, V)}, False, ""),
        ({"phase": Phase.TO_THROW, "number": 1}, False, ""),
        ({"phase": Phase.TO_THROW, "match": ONE_AWAY}, True, "throw"),
        ({"phase": Phase.TO_THROW, "match": AFTER_CRAWFORD}, True, "cube"),
        ({"phase": Phase.TO_THROW, "one_die": N}, False, ""),
        ({"phase": Phase.TO_THROW, "player": V}, False, ""),
        ({"phase": Phase.TO_THROW, "asked": Asked(V, Topic.MENU, "faster", 0)}, False, ""),
        ({"phase": Phase.ERROR, "player": V, "dice": (3, 1)}, True, ""),
        ({"phase": Phase.TO_THROW, "player": V}, True, ""),
        ({"phase": Phase.TO_THROW, "asked": Asked(V, Topic.MENU, "faster", 0)}, True, ""),
        ({"phase": Phase.MOVING, "dice": (3, 1)}, False, "play"),
        ({"phase": Phase.MOVING, "dice": (3, 1), "wanted": FIVE}, False, ""),
        ({"phase": Phase.MOVING, "dice": (3, 1), "player": V}, False, ""),
        ({"phase": Phase.DOUBLED, "player": V}, False, "take"),
        ({"phase": Phase.DOUBLED}, False, ""),
        ({"phase": Phase.MOVING, "asked": Asked(N, Topic.RESIGN, "1", 0)}, False, "answer"),
        ({"phase": Phase.PAUSED}, True, ""),
    ],
)
def test_what_is_due(changes: dict[str, object], drawn: bool, told: str) -> None:  # noqa: FBT001
    top = blacks_turn(drawn=drawn, opening=OpeningDice())
    top.set(**changes)
    assert what(top.referee.state) == told


def test_one_duty_is_not_the_next() -> None:
    top = blacks_turn(drawn=True)
    first = due(top.referee.rules, top.referee.state)
    assert first == Due("cube", 1, 5, None, None)
    top.set(number=7)
    assert due(top.referee.rules, top.referee.state) != first


@pytest.mark.parametrize(
    ("game", "told"),
    [("dutch", "cube"), ("jacquet", "throw"), ("acey-deucey", "throw")],
)
def test_only_where_there_is_a_cube_it_may_double(game: str, told: str) -> None:
    top = practice(game, drawn=True)
    top.set(phase=Phase.TO_THROW, player=N, number=5)
    assert what(top.referee.state, game) == told


def test_its_double_is_taken_and_it_throws() -> None:
    top = blacks_turn(drawn=True)
    assert act(top, inputs.Offers()) == (CubeAction(N, "offer", 2, None),)
    assert what(top.referee.state) == ""
    assert act(top, inputs.Offers()) == ()
    assert names(top.press(N, Key.YES)) == ["KeyAnswer"]
    assert top.press(V, Key.YES) == (CubeAction(V, "take", 2, V),)
    assert what(top.referee.state) == "throw"
    assert act(top, inputs.Offers()) == ()
    assert names(act(top, inputs.Draws((3, 1)))) == ["Roll"]


def test_its_double_is_dropped_and_undone_is_offered_again() -> None:
    top = blacks_turn()
    act(top, inputs.Offers())
    assert names(top.throw(N, "31")) == ["RollVoid"]
    facts = top.press(V, Key.NO)
    assert names(facts)[:2] == ["CubeAction", "GameEnds"]
    assert isinstance(facts[1], GameEnds)
    assert (facts[1].winner, facts[1].by, facts[1].points) == (N, "drop", 1)
    top.press(V, *to("undo", top.referee.state), Key.YES)
    facts = act(top, inputs.Says(N, yes=True))
    assert facts[-1] == CubeAction(N, "offer", 2, None, still=True)
    assert top.press(V, Key.YES)[0] == CubeAction(V, "take", 2, V)


@pytest.mark.parametrize(
    "changes",
    [
        {"cube": Cube(2, V)},
        {"number": 1},
        {"match": ONE_AWAY},
        {"player": V},
        {"phase": Phase.MOVING, "dice": (3, 1)},
        {"phase": Phase.ERROR, "dice": (3, 1), "player": V},
        {"phase": Phase.DOUBLED},
        {"phase": Phase.PAUSED},
        {"phase": Phase.OPENING, "player": None},
        {"practice": Practice(N, exercise="bear-off")},
    ],
)
def test_it_offers_no_cube_where_a_person_may_not(changes: dict[str, object]) -> None:
    """B6 and B7; and a person's error is put right, neither thrown nor doubled over (E3)."""
    top = blacks_turn()
    top.set(**changes)
    before = top.referee.state
    assert act(top, inputs.Offers()) == ()
    assert top.referee.state == before


def test_after_a_restart_its_double_is_still_offered() -> None:
    top = blacks_turn(drawn=True)
    act(top, inputs.Offers())
    again = TableTop(state=top.referee.state, board=START)
    assert again.look()[-1] == CubeAction(N, "offer", 2, None, still=True)
    assert what(again.referee.state) == ""
    assert again.press(V, Key.YES)[0] == CubeAction(V, "take", 2, V)


def test_its_dice_on_the_table_are_lifted_when_its_play_stands() -> None:
    top = blacks_turn()
    top.throw(N, "31")
    assert names(act(top, inputs.Names(FIVE))) == ["PlayNamed"]
    assert names(top.stand(HALF)) == ["VerdictGiven"]
    assert names(top.stand(FIVE)) == ["VerdictGiven"]
    facts = top.lift()
    assert names(facts) == ["TurnEnds", "TurnBegins"]
    assert isinstance(facts[0], TurnEnds)
    assert (facts[0].verdict, facts[0].position) == (Verdict.LEGAL, FIVE)


def test_its_drawn_dice_end_the_turn_as_soon_as_its_play_stands() -> None:
    top = blacks_turn(drawn=True)
    facts = act(top, inputs.Draws((3, 1)))
    assert facts == (Roll(N, (3, 1), by_hand=True, simulated=True),)
    act(top, inputs.Names(FIVE))
    facts = top.stand(FIVE)
    assert names(facts) == ["VerdictGiven", "TurnEnds", "TurnBegins"]


def test_what_it_cannot_play_is_over_at_once() -> None:
    closed = "V1=2v V2=2v V3=2v V4=2v V5=2v V6=2v N1=3v N7=14n NB=1n"
    top = blacks_turn(drawn=True, position=closed)
    top.stand(closed)
    assert names(act(top, inputs.Draws((6, 6)))) == ["Roll", "VerdictGiven"]
    assert names(act(top, inputs.Names(closed))) == ["TurnEnds", "TurnBegins"]


def test_another_legal_play_is_told_and_may_stand() -> None:
    top = blacks_turn()
    top.throw(N, "31")
    act(top, inputs.Names(FIVE))
    facts = top.stand(NINE)
    assert names(facts) == ["VerdictGiven", "PlayDiffers"]
    assert isinstance(facts[1], PlayDiffers)
    assert (facts[1].legal, len(facts[1].repairs)) == (True, 3)
    assert not top.look()
    assert top.press(V, Key.YES) == (KeyAnswer(V, "let-stand"),)
    facts = top.lift()
    assert names(facts) == ["TurnEnds", "TurnBegins"]


def test_dice_picked_up_too_early_are_out_of_the_way() -> None:
    top = blacks_turn()
    top.throw(N, "31")
    assert not top.lift()
    act(top, inputs.Names(FIVE))
    assert names(top.stand(NINE)) == ["VerdictGiven", "PlayDiffers"]
    assert names(top.press(V, Key.YES)) == ["KeyAnswer", "TurnEnds", "TurnBegins"]


def test_dice_picked_up_over_half_of_its_play_are_told_once() -> None:
    top = blacks_turn()
    top.throw(N, "31")
    act(top, inputs.Names(FIVE))
    top.stand(HALF)
    facts = top.lift()
    assert names(facts) == ["PlayDiffers"]
    assert not top.look()
    assert isinstance(facts[0], PlayDiffers)
    assert not facts[0].legal
    assert names(top.stand(FIVE)) == ["VerdictGiven", "TurnEnds", "TurnBegins"]


def test_a_yes_lets_nothing_illegal_stand_and_answers_nothing_else() -> None:
    top = blacks_turn()
    top.throw(N, "31")
    assert names(top.press(V, Key.YES)) == ["KeyAnswer"]
    act(top, inputs.Names(FIVE))
    top.stand(WRONG)
    assert names(top.press(V, Key.YES)) == ["PlayDiffers"]
    top.stand(FIVE)
    facts = top.press(V, Key.YES)
    assert facts == (KeyAnswer(V, "refused", "not-asked"),)


def test_a_hurried_person_may_throw_as_soon_as_its_play_stood() -> None:
    top = blacks_turn()
    top.throw(N, "31")
    act(top, inputs.Names(FIVE))
    top.stand(FIVE)
    top.board = FIVE.replace("V6=5v V8=3v", "V5=1v V6=4v V7=1v V8=2v")
    top.seats = {V: "11", N: "--"}
    top.throws[V] += 1
    facts = top.look(frozenset({V}))
    assert names(facts)[:3] == ["TurnEnds", "TurnBegins", "Roll"]


def test_who_throws_before_its_play_stands_is_too_early() -> None:
    top = blacks_turn(drawn=True)
    act(top, inputs.Draws((3, 1)))
    assert top.throw(V, "52") == (RollVoid(V, "early", "partner"),)


def test_a_person_s_error_has_to_be_put_right() -> None:
    top = practice()
    top.begin("31")
    top.stand(START.replace("V6=5v", "V5=1v V6=4v"))
    facts = top.lift()
    error = facts[-1]
    assert isinstance(error, ErrorOpen)
    assert not error.acceptable
    top.set(phase=Phase.SETUP, then=Phase.ERROR, shown="")
    assert isinstance(top.look()[-1], ErrorOpen)
    assert names(top.throw(N, "64")) == ["RollVoid"]


def test_the_hint_key_tells_its_play_once_more() -> None:
    top = blacks_turn()
    top.throw(N, "31")
    assert top.press(V, Key.HINT, Key.HINT)[-1] == GiveHint(V, 2)
    act(top, inputs.Names(FIVE))
    first = top.press(V, Key.SCORE, Key.HINT)
    assert first == (GiveHint(V, 1),)
    assert names(top.press(V, Key.HINT)) == ["PlayNamed"]


@pytest.mark.parametrize("faces", ["31", "13"])
def test_of_the_opening_only_the_person_s_die_lies_on_the_table(faces: str) -> None:
    top = practice(drawn=True)
    top.begin()
    act(top, inputs.ThrewOne(N, int(faces[1])))
    facts = top.throw(V, faces[0] + "-")
    assert names(facts) == ["Opening", "TurnBegins", "Roll"]
    begun = facts[1]
    assert isinstance(begun, TurnBegins)
    if begun.player is N:
        act(top, inputs.Names(FIVE))
        assert names(top.stand(FIVE))[1:] == ["TurnEnds", "TurnBegins"]
    else:
        top.stand("V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v")
        assert names(top.lift()) == ["TurnEnds", "TurnBegins"]


def test_after_a_restart_its_play_is_told_again() -> None:
    top = blacks_turn(drawn=True)
    act(top, inputs.Draws((3, 1)))
    act(top, inputs.Names(FIVE))
    again = TableTop(state=top.referee.state, board=START)
    facts = again.look()
    assert names(facts) == ["Setup", "GameBegins", "TurnBegins", "Roll", "PlayNamed"]
    assert isinstance(facts[-1], PlayNamed)
    assert names(again.stand(FIVE)) == ["VerdictGiven", "TurnEnds", "TurnBegins"]


def test_where_a_point_is_not_seen_its_play_is_taken_for_what_stands_there() -> None:
    top = blacks_turn(drawn=True, dead=("N4", "N8"))
    act(top, inputs.Draws((3, 1)))
    act(top, inputs.Names(FIVE))
    blind = FIVE.replace(" N8=2n", "")
    facts = top.stand(blind)
    assert names(facts) == ["VerdictGiven", "TurnEnds", "TurnBegins"]


def test_seats_out_of_order_ask_nobody_for_dice_that_are_drawn() -> None:
    top = blacks_turn(drawn=True)
    top.rule("out-of-order", zone="N-dice")
    assert not any(isinstance(fact, Question) for fact in top.look())


@pytest.mark.parametrize("what_is_ruled", ["dice", "undo-throw"])
def test_with_other_dice_it_names_another_play(what_is_ruled: str) -> None:
    top = blacks_turn(drawn=True)
    act(top, inputs.Draws((3, 1)))
    act(top, inputs.Names(FIVE))
    assert what(top.referee.state) == ""
    top.referee.take(Ruling(what_is_ruled, by="referee", dice=(6, 5)), top.ms)
    if what_is_ruled == "undo-throw":
        act(top, inputs.Draws((6, 5)))
    assert what(top.referee.state) == "play"
    assert not top.referee.state.throw.wanted


def test_who_practises_with_it_hears_his_progress_by_the_menu() -> None:
    top = blacks_turn()
    assert top.press(V, *to("progress", top.referee.state)) == (Question(V, "menu", "progress"),)
    assert top.press(V, Key.YES) == (TellProgress(V),)
    assert top.referee.state.asked is None
    top.set(practice=Practice(exercise="bear-off"))
    assert "progress" in entries(top.referee.state)
    top.set(practice=Practice())
    assert "progress" not in entries(top.referee.state)


def test_where_two_people_play_nobody_draws_or_names() -> None:
    top = TableTop()
    top.begin("13")
    assert not act(top, inputs.Names(FIVE))
    top.set(phase=Phase.TO_THROW)
    assert not act(top, inputs.Draws((3, 1)))
    top.set(number=6)
    assert not act(top, inputs.Offers())
    assert top.referee.state.phase is Phase.TO_THROW
    assert not replace(top.referee.state).throw.wanted
