"""What lines do at a typed table, in addition to what `test_same_evening` compares."""

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest

from companion.events import to_event
from companion.link.messages import Line
from companion.records.journal import Journal
from companion.referee.facts import Opening, Roll, Ruling, TurnEnds, VerdictGiven
from companion.referee.state import Asked, Evening, Phase, TurnState
from companion.rules import Player, Verdict
from companion.settings import OpponentSettings, Settings
from tests.every_game import every_game
from tests.menu_keys import PLAYING, to
from tests.typed.typed_sitting import TypedSitting

V, N = Player.V, Player.N
TYPED = replace(PLAYING, phase=Phase.MOVING, turn=TurnState(number=1), evening=Evening(typed=True))
TO_OTHER_GAME = ("31", *["+"] * len(to("other-game", TYPED)), "yes", "n yes")
"""A match is under way, and another game is being chosen."""


def table(game: str = "backgammon", *lines: str, **settings: object) -> TypedSitting:
    sitting = TypedSitting(Settings("", game, **settings))  # type: ignore[arg-type]
    sitting.type(*lines)
    return sitting


_Kind = TypeVar("_Kind")


def last(sitting: TypedSitting, kind: type[_Kind]) -> _Kind:
    return [fact for fact in sitting.facts if isinstance(fact, kind)][-1]


def phase(sitting: TypedSitting) -> Phase:
    return sitting.state.phase


def asked(sitting: TypedSitting) -> Asked | None:
    return sitting.state.asked


def verdict(sitting: TypedSitting) -> Verdict:
    return last(sitting, VerdictGiven).verdict


@pytest.mark.parametrize("game", every_game())
def test_the_game_begins_at_once(game: str) -> None:
    sitting = table(game)
    events = [to_event(fact, 0) for fact in sitting.facts]
    names = [event["event"] for event in events if event]
    assert names == ["link", "setup", "game_begins"]
    assert events[0] == {
        "t": 0,
        "event": "link",
        "state": "connected",
        "port": "typed",
        "board": "",
        "reason": "",
    }


# --- undo ----------------------------------------------------------------------------------------


def test_undo_takes_lines_back_one_by_one_and_then_typed_dice() -> None:
    sitting = table("backgammon", "31", "8/5", "6/5")
    assert verdict(sitting) is Verdict.LEGAL
    assert sitting.type("undo") == "Taken back. 6 to 5."
    assert verdict(sitting) is Verdict.INCOMPLETE
    sitting.type("-")
    assert sitting.state.board.right
    sitting.type("retour")
    assert last(sitting, Ruling).what == "undo-opening"
    assert phase(sitting) is Phase.OPENING
    assert sitting.type("undo") == "Nothing to take back."
    sitting.type("62")
    assert last(sitting, Opening) == Opening(6, 2, V)
    assert sitting.state.throw.dice == (6, 2)


def test_one_die_of_the_opening_is_taken_back() -> None:
    sitting = table("backgammon", "6", "3", "undo")
    assert sitting.state.game.opening == (6, 0)
    sitting.type("1")
    assert last(sitting, Opening) == Opening(6, 1, V)


def test_undo_of_a_throw_leaves_the_turn_to_its_player() -> None:
    sitting = table("backgammon", "31", "8/5 6/5", "42", "undo")
    assert (sitting.state.phase, sitting.state.turn.player) == (Phase.TO_THROW, N)
    assert "Nothing" in sitting.type("undo")
    sitting.type("65")
    assert last(sitting, Roll) == Roll(N, (6, 5))
    sitting.type("24/18", "undo", "24/13", "")
    assert last(sitting, TurnEnds).verdict is Verdict.LEGAL


def test_in_jacquet_first_the_throw_and_then_the_opening_is_taken_back() -> None:
    sitting = table("jacquet", "63", "52", "undo")
    assert phase(sitting) is Phase.TO_THROW
    sitting.type("undo")
    assert phase(sitting) is Phase.OPENING
    sitting.type("36", "11")
    assert last(sitting, Roll) == Roll(N, (1, 1))


def test_drawn_dice_stay() -> None:
    sitting = table("backgammon", "/")
    dice = sitting.state.game.opening
    while phase(sitting) is Phase.OPENING:  # a tie
        sitting.type("/")
        dice = sitting.state.game.opening
    assert sitting.type("undo") == "You can't take back my dice."
    assert sitting.state.game.opening == dice


def test_after_one_opening_die_the_other_is_drawn() -> None:
    sitting = table("backgammon", "6", "roll")
    assert any(fact.v == 6 for fact in sitting.facts if isinstance(fact, Opening))


# --- plays ---------------------------------------------------------------------------------------


def test_starting_points_alone_are_the_only_legal_end_from_there() -> None:
    assert verdict(table("backgammon", "31", "13 10")) is Verdict.LEGAL
    assert "Several" in table("backgammon", "31").type("8 6")
    sitting = table("backgammon", "31", "24")
    assert sitting.state.board.right  # one starting point for two dice
    sitting = table("backgammon", "31", "24 24")
    assert verdict(sitting) is Verdict.LEGAL
    sitting = table("backgammon", "31", "8/5", "6")
    assert verdict(sitting) is Verdict.LEGAL


def test_figures_that_are_dice_where_dice_may_come_are_a_play_before() -> None:
    sitting = table("backgammon", "41", "6-2", "6-5")
    assert verdict(sitting) is Verdict.LEGAL
    sitting.type("6-3")
    assert last(sitting, Roll) == Roll(N, (6, 3))


def test_a_piece_is_hit_where_it_stops_and_not_where_it_passes() -> None:
    start = "position V1=1n V6=5v V8=3v V12=5n N1=5v N5=4n N7=5n N12=2v turn green"
    sitting = table("backgammon", "31", f":{start}", "31", "6/5 6/3")
    assert sitting.type(".bar") == "Green's bar, empty."
    sitting.type("undo", "8/5 6/5", "42", "24/20")
    assert "bar" not in sitting.type(".13")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("9/3", "You have nothing on 9."),
        ("bar/22", "You have nothing on the bar."),
        ("0/3", "A piece that is off stays off."),
        ("8/bar", "You can't move there."),
        ("8/8", "That isn't a move."),
        ("8/NO", "That is your opponent's."),
        ("8/5 9/3", "You have nothing on 9."),
        ("26/3", "No such point."),
        ("", "Nothing moved yet."),
        ("66", "Your turn isn't finished."),
        ("/", "Your turn isn't finished."),
        ("nonsense", "Not understood. Question mark for help."),
    ],
)
def test_what_cannot_be_done_changes_nothing_and_is_answered(line: str, told: str) -> None:
    sitting = table("backgammon", "31")
    before = len(sitting.facts)
    assert sitting.type(line) == told
    assert len(sitting.facts) == before + 1
    assert sitting.state.board.right


def test_dice_first() -> None:
    assert table("backgammon").type("8/5") == "Dice first."
    assert table("backgammon").type("") == "Throw first."


def test_what_was_understood_is_said_back_and_not_told_again() -> None:
    sitting = table("backgammon", "31")
    told = sitting.type("8/5 6/5", "")
    assert told.count("8") == 1
    brief = table("backgammon", "31", verbosity="brief")
    told = brief.type("8/5 6/5")
    assert "8" not in told
    assert "8" in brief.type("")


def test_the_first_line_of_a_correction_counts_from_where_the_turn_began() -> None:
    sitting = table("backgammon", "31", "8/3", "", "")
    assert phase(sitting) is Phase.ERROR
    sitting.type("8/5")
    sitting.type("undo")
    sitting.type("8/5")
    sitting.type("6/5")
    assert (sitting.state.phase, sitting.state.turn.player) == (Phase.TO_THROW, N)
    assert sitting.position.startswith("V1=2n V5=2v V6=4v V8=2v")


# --- keys ----------------------------------------------------------------------------------------


def test_a_double_is_confirmed_and_taken() -> None:
    sitting = table("backgammon", "31", "8/5 6/5", "", "double")
    sitting.type("yes")
    assert phase(sitting) is Phase.DOUBLED
    assert sitting.type("63") == "Yes or no first."
    sitting.type("oui")
    assert (sitting.state.game.cube.value, sitting.state.game.cube.owner) == (2, V)


def test_nothing_lapses_however_long_it_takes() -> None:
    sitting = table("backgammon", "31", "8/5 6/5", "", "double")
    sitting.now += 3600
    sitting.table.tick()
    sitting.type("yes")
    assert phase(sitting) is Phase.DOUBLED


def test_a_play_leaves_the_menu_and_counts() -> None:
    sitting = table("backgammon", "31", "+")
    assert asked(sitting) is not None
    sitting.type("8/5 6/5")
    assert asked(sitting) is None
    assert verdict(sitting) is Verdict.LEGAL
    sitting.type("+", "52")
    assert asked(sitting) is None
    assert sitting.state.throw.dice == (5, 2)


def test_plus_goes_through_the_menu_and_answers_no_question() -> None:
    sitting = table("backgammon", "31", "8/5 6/5", "", "+", "+")
    assert asked(sitting) is not None
    other = table("backgammon", "31", "8/5 6/5", "", "**")
    assert other.type("+") == "Yes or no first."
    assert asked(other) is not None


def test_keys_are_called_as_on_a_keypad() -> None:
    sitting = table("backgammon", "31")
    assert sitting.type("+") == (
        "Menu. Plus for the next, plus plus to choose, any other key to leave. Faster?"
    )
    sitting = table("backgammon", *TO_OTHER_GAME[:-1])
    assert sitting.type(TO_OTHER_GAME[-1]) == (
        "Different game. Plus plus to take it, minus minus for the next, star for an explanation,"
        " any other key to go back. Jacquet? Yes, or no for a different game."
    )
    sitting.type("++", "++")
    assert sitting.type("--").endswith("Star for an explanation.")


def test_a_keypad_of_ones_own_plays_for_its_owner_alone() -> None:
    sitting = table("backgammon")
    sitting.type("3", side="N")
    sitting.type("6", side="V")
    assert sitting.state.throw.dice == (6, 3)
    assert sitting.type("24/15", side="N") == "Not your turn."
    sitting.type("24/15", side="V")
    assert verdict(sitting) is Verdict.LEGAL
    assert sitting.type("", side="N") == "Not your turn."
    assert sitting.type("52", side="N") == "Not your turn."
    assert sitting.type("52", side="V") == "Not your throw."
    assert phase(sitting) is Phase.MOVING
    sitting.type("", side="V")
    sitting.type("52", side="N")
    assert last(sitting, Roll) == Roll(N, (5, 2))


@pytest.mark.parametrize(
    ("before", "line"),
    [
        (("63", "24/18 13/10"), "undo"),
        (("63",), "undo"),
        (("63", "24/18 13/10"), ""),
        (("63", "24/18 13/10"), "52"),
        (("63",), "24/18"),
        (("63", "24/19", "", ""), "24/18 13/10"),
        (("63", "24/18", "", "", "no"), "undo"),
    ],
)
def test_a_players_own_line_does_nothing_for_the_other(before: tuple[str, ...], line: str) -> None:
    sitting = table("backgammon", *before)
    was = sitting.state
    assert sitting.type(line, side="N") == "Not your turn."
    assert sitting.state.throw == was.throw
    assert sitting.state.phase is was.phase


def test_a_throw_is_taken_back_by_the_player_who_threw_it() -> None:
    sitting = table("backgammon", "63", "24/18 13/10", "")
    sitting.type("52", side="N")
    assert sitting.type("undo", side="V") == "Not your turn."
    sitting.type("undo", side="N")
    assert phase(sitting) is Phase.TO_THROW


def test_figures_of_the_player_who_erred_are_a_play_and_the_opponents_accept() -> None:
    lines = ("63", "24/18", "", "")
    sitting = table("backgammon", *lines)
    assert "Corrected." in sitting.type("13", side="V")
    other = table("backgammon", *lines)
    assert "Accepted." in other.type("6 3", side="N")


def test_quit_asks_the_other_player_where_both_have_keypads() -> None:
    sitting = table("backgammon", "63")
    sitting.table.referee.note_record(is_saved=True)
    sitting.board.connect("keypad V", "V")
    sitting.board.connect("keypad N", "N")
    assert "Your opponent wants to end the evening" in sitting.type("quit", side="V")
    assert not sitting.table.stopped
    assert sitting.type("no", side="N") == "The evening goes on."
    sitting.type("quit", side="N")
    sitting.type("24/18", side="V")  # a play goes on with the evening
    assert asked(sitting) is None
    sitting.type("quit", side="N")
    sitting.type("yes", side="V")
    assert sitting.table.stopped


def test_quit_ends_at_once_where_nobody_else_has_a_keypad() -> None:
    sitting = table("backgammon", "63")
    sitting.board.connect("keypad N", "N")
    sitting.board.connect("keypad N", "")
    sitting.type("quit", side="V")
    assert asked(sitting) is not None  # the match is not saved
    at_table = table("backgammon")
    at_table.board.connect("pages", "VN")
    at_table.type("quit")
    assert at_table.table.stopped


# --- rulings, the end ----------------------------------------------------------------------------


def test_a_ruling_sets_the_table() -> None:
    sitting = table("backgammon", "31", ":position V1=2v VO=13v N12=15n turn green")
    assert phase(sitting) is Phase.TO_THROW
    sitting.type("21", "1/off 1/off", "")
    assert sitting.state.match.number == 2
    assert phase(sitting) is Phase.OPENING  # the next game begins at once
    assert "ruling" in sitting.type(":nonsense").lower()


def test_dice_after_the_last_piece_end_the_turn_and_are_no_throw() -> None:
    sitting = table("backgammon", "31", ":position V1=2v VO=13v N12=15n turn green", "21")
    sitting.type("1/off(2)", "63")
    assert phase(sitting) is Phase.OPENING
    assert sitting.state.game.opening == (0, 0)


def test_after_the_match_only_keys_count() -> None:
    sitting = table("backgammon", "31", match_to=1)
    sitting.type(":position V1=2v VO=13v N12=15n turn green", "21", "1/off(2)")
    said = sitting.type("")
    assert said.endswith(
        "Plus opens the menu, for another match too. Minus four times ends the evening."
    )
    assert phase(sitting) is Phase.OVER
    assert sitting.type("63") == "The match is over. Plus opens the menu."
    assert sitting.type("8/5") == "The match is over. Plus opens the menu."
    assert sitting.type("score")
    sitting.type("quit")
    assert sitting.table.stopped


@pytest.mark.parametrize(
    ("lines", "quits"),
    [
        (("----",), True),  # nothing was played
        (("31", "----"), False),
        (("31", "----", "++"), True),
        (("31", "----", "--"), False),
        (("31", "----", "--", "8/5 6/5"), False),
        (("31", "----", "----", "yes"), True),
        (("31", "+", "----", "yes"), True),  # the menu gives way to it
        (("31", "8/5 6/5", "", "double", "yes", "----", "n no"), False),
        ((*TO_OTHER_GAME, "----"), False),
        ((*TO_OTHER_GAME, "----", "yes"), True),
    ],
)
def test_a_match_that_is_not_saved_ends_only_when_that_is_confirmed(
    lines: tuple[str, ...], *, quits: bool
) -> None:
    sitting = table("backgammon", *lines)
    assert sitting.table.stopped == quits
    assert quits or sitting.table.chooser is None


def test_a_question_to_the_other_player_is_answered_before_the_end() -> None:
    state = table("backgammon", "31").state
    sitting = table("backgammon", "31", *(["+"] * len(to("resign", state))), "yes", "yes")
    assert sitting.type("----") == "Yes or no first."
    assert sitting.type("n no", "----").endswith("would be lost. Yes to stop.")


def test_a_match_that_is_saved_ends_at_once(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "j.db") as journal:
        journal.begin_match(Settings("").saved())
        sitting = TypedSitting(Settings(""), journal=journal)
        sitting.type("31", "----")
        assert sitting.table.stopped


# --- the companion as opponent -------------------------------------------------------------------


def test_dice_for_the_companion_are_refused() -> None:
    against = OpponentSettings("N", dice="drawn")
    sitting = table("backgammon", mode="practice", against=against)
    assert sitting.type("63") == "One die, please."
    sitting.type("6")
    assert sitting.state.game.opening == (6, 0)
    assert sitting.type("3") == "I throw my own dice."


# --- a new start ---------------------------------------------------------------------------------


def again(sitting: TypedSitting) -> TypedSitting:
    """The evening after the program was killed and started again."""
    return TypedSitting(sitting.settings, sitting.state)


@pytest.mark.parametrize(
    "lines",
    [
        ("6",),
        ("31",),
        ("31", "8/5"),
        ("31", "8/5 6/5"),
        ("31", "8/5 6/5", "42"),
        ("31", "8/5 6/5", "42", "24/20"),
        ("31", "8/4", "", ""),
        ("31", "8/5 6/5", "", "double"),
        ("31", "8/5 6/5", "", "double", "yes"),
        ("31", "24/21*", "42"),
    ],
)
def test_killed_and_started_again_dice_and_moves_are_there(lines: tuple[str, ...]) -> None:
    sitting = table("backgammon", *lines)
    other = again(sitting)
    before, after = sitting.state, other.state
    assert (after.phase, after.turn.player, after.throw.dice) == (
        before.phase,
        before.turn.player,
        before.throw.dice,
    )
    assert after.board.shown == before.board.shown
    assert after.game.opening == before.game.opening
    moved = before.phase is Phase.MOVING and not before.board.right
    told = any(each.text.startswith("Your saved moves stand.") for each in other.ear.said)
    assert told is moved
    if moved:
        other.type("undo")
        assert other.state.board.right


@pytest.mark.parametrize("game", every_game())
def test_killed_anywhere_it_goes_on_where_it_stood(game: str) -> None:
    chance = random.Random(7)
    sitting = table(game)
    for _ in range(60):
        sitting.type(any_line(sitting, chance))
        if chance.random() < 0.4:
            before = sitting.state
            sitting = again(sitting)
            after = sitting.state
            assert (after.phase, after.throw.dice, after.game.position) == (
                before.phase,
                before.throw.dice,
                before.game.position,
            )
            assert after.board.shown == before.board.shown
        assert not sitting.complaints


def any_line(sitting: TypedSitting, chance: random.Random) -> str:
    """Something a player might type now."""
    dice = f"{chance.randint(1, 6)}{chance.randint(1, 6)}"
    state, rules = sitting.state, sitting.table.referee.rules
    if state.phase is not Phase.MOVING or state.throw.dice is None or state.turn.player is None:
        return dice
    if not state.board.right or chance.random() < 0.2:
        return chance.choice(["", dice, "undo"])
    position = state.game.position
    ends = sorted(rules.ends(position, state.turn.player, state.throw.dice).positions)
    play = rules.plays(position, state.turn.player, state.throw.dice, chance.choice(ends))[0]
    return " ".join(play.moves) if play.moves else dice


def test_after_a_start_nothing_to_play_is_told_again() -> None:
    closed = ":position V1=2v V2=2v V3=2v V4=2v V5=2v V6=2v V7=3v NB=1n N12=14n turn black"
    sitting = table("backgammon", "31", closed, "61")
    assert verdict(sitting) is Verdict.LEGAL
    other = again(sitting)
    assert verdict(other) is Verdict.LEGAL
    other.type("")
    assert other.state.turn.player is V


# --- anything ------------------------------------------------------------------------------------


def hostile(chance: random.Random) -> Iterator[str]:
    """Lines that nobody types on purpose."""
    signs = "0123456789/-+*.,():?VNBOHvnboh \t\0é漢\u202e=;[]{}%$\\\"'"
    words = ["bar", "off", "yes", "no", "undo", "roll", "double", "63", "8/5", "v", "n", ":dice"]
    while True:
        if chance.random() < 0.5:
            yield "".join(chance.choices(signs, k=chance.randint(0, 12)))
        else:
            yield " ".join(chance.choices(words, k=chance.randint(1, 5)))


@pytest.mark.parametrize("count", [300, pytest.param(2500, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", every_game())
def test_hostile_lines_are_answered_or_do_something(game: str, count: int) -> None:
    chance = random.Random(count)
    lines = hostile(chance)
    sitting = table(game)
    for _ in range(count):
        line = next(lines)
        before = len(sitting.ear.said)
        sitting.type(line)
        assert len(sitting.ear.said) > before or sitting.table.stopped, line
        if sitting.table.stopped:
            sitting = table(game)


def test_a_mistake_of_the_program_does_not_end_the_evening(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = table("backgammon", "31")
    monkeypatch.setattr(sitting.board, "take", lambda *_: (_ for _ in ()).throw(KeyError("x")))
    sitting.table.take(Line("8/5"))
    assert sitting.table.faults == 1


def test_an_ace_deuce_that_was_typed_wrong_has_doubled_nothing() -> None:
    sitting = table("acey-deucey", "21", options=("double-on-ace-deuce",))
    assert sitting.state.game.cube.value == 2
    sitting.type("undo", "63")
    assert sitting.state.game.cube.value == 1
    sitting.type("bar/19 bar/22", "21")
    assert sitting.state.game.cube.value == 2
    sitting.type("undo")
    assert (sitting.state.game.cube.value, phase(sitting)) == (1, Phase.TO_THROW)


def test_a_ruling_takes_no_throw_back_with_which_a_piece_was_moved() -> None:
    sitting = table("backgammon", "31", "8/5 6/5", "42", "24/20")
    assert sitting.type(":undo-throw") == "Refused, there is no throw to take back."
    assert sitting.state.throw.dice == (4, 2)
    sitting.type("undo", ":undo-throw")
    assert phase(sitting) is Phase.TO_THROW
