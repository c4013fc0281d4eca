"""What lines do at a typed table, in addition to what `test_same_evening` compares."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.events import to_event
from companion.link.messages import Keyed, Line
from companion.records.journal import Journal
from companion.referee.choosing import Chooser
from companion.referee.facts import GameBegins, Opening, Roll, Ruling, VerdictGiven
from companion.referee.state import Asked, Phase
from companion.referee.talk_facts import Choice
from companion.rules import Verdict
from companion.session.loop import Stop
from companion.settings import OpponentSettings, Settings
from tests.every_game import every_game
from tests.flow.restarts import Club, TypedEvening
from tests.typed.typed_sitting import TypedSitting, last


def table(game: str = "backgammon", *lines: str, **settings: object) -> TypedSitting:
    sitting = TypedSitting(Settings("", game, **settings))  # type: ignore[arg-type]
    sitting.type(*lines)
    return sitting


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


LEAVING = ("", "undo", "-", "..", "...", "*", "**")
"""The lines that leave the menu, and are no dice and no play."""


@pytest.mark.parametrize("game", ["backgammon", "jacquet"])
@pytest.mark.parametrize(
    "lines",
    [
        (),
        ("6",),
        ("63",),
        ("63", "24/18"),
        ("63", "24/18 13/10"),
        ("63", "24/18 13/10", ""),
        ("63", "24/18 13/10", "", "**", "++", "n no"),
        ("63", "13/5", "", ""),
        ("63", "24/18", "", "", "--"),
        ("63", "pause"),
    ],
)
def test_a_line_that_leaves_the_menu_has_no_other_effect(game: str, lines: tuple[str, ...]) -> None:
    for line in LEAVING:
        sitting = table(game, *lines)
        if asked(sitting) is None:
            sitting.type("+")
        opened = sitting.state
        assert opened.asked is not None
        assert sitting.type(line) == "Menu closed."
        assert (opened.phase, opened.throw, opened.game) == (
            sitting.state.phase,
            sitting.state.throw,
            sitting.state.game,
        )
        assert asked(sitting) is None


@pytest.mark.parametrize("line", ["52", "8/1", "9/9", "6/off"])
def test_refused_dice_and_plays_leave_the_menu(line: str) -> None:
    sitting = table("backgammon", "63", "8/4", "+")
    assert asked(sitting) is not None
    sitting.type(line)
    assert asked(sitting) is None


def test_a_line_that_cancels_ones_own_question_has_no_other_effect() -> None:
    played = ("63", "24/18 13/10")
    for question, line, told in (
        (("+", "+", "+", "+", "+", "++"), "", "Not resigned, the game goes on."),
        (("+", "+", "+", "+", "+", "++"), "-", "Not resigned, the game goes on."),
        (("quit",), "", "The game goes on."),
    ):
        sitting = table("backgammon", *played, *question)
        assert sitting.type(line) == told
        assert verdict(sitting) is Verdict.LEGAL
        assert phase(sitting) is Phase.MOVING
        sitting.type("")
        assert phase(sitting) is Phase.TO_THROW


def test_the_other_players_enter_leaves_no_menu_and_ends_the_turn() -> None:
    sitting = table("backgammon", "63", "24/18 13/10")
    sitting.type("+", side="N")
    sitting.type("", side="V")
    assert phase(sitting) is Phase.TO_THROW


@pytest.mark.parametrize(
    ("lines", "what", "by"),
    [
        (("6", "3", "-"), "undo-opening", "N"),
        (("6", "3", "24/18 13/10", "", "52", "-"), "undo-throw", "N"),
        (("63", "-"), "undo-opening", "players"),
    ],
)
def test_dice_are_taken_back_by_the_player_who_threw_them(
    lines: tuple[str, ...], what: str, by: str
) -> None:
    sitting = table("backgammon", *lines)
    rulings = [(fact.what, fact.by) for fact in sitting.facts if isinstance(fact, Ruling)]
    assert rulings == [(what, by)]


def test_after_a_tie_the_companions_new_die_is_not_taken_back(tmp_path: Path) -> None:
    against = OpponentSettings("N", dice="drawn")
    with Club(tmp_path) as club:
        evening = club.open(
            TypedEvening, Settings("", "jacquet", lang="en", mode="practice", against=against)
        )
        evening.wait(1000)
        evening.type(str(evening.state.game.opening.n))
        assert evening.said[-2].startswith("Tie")
        evening.type("undo")
        assert evening.said[-1] == "Nothing to take back."


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


def two_keypads(*lines: str, saved: bool = True, **settings: object) -> TypedSitting:
    """An evening with two keypads; saved -- whether a journal keeps it."""
    sitting = table("backgammon", *lines, lang="en", **settings)
    sitting.board.connect("keypads", "VN")
    sitting.table.referee.note_record(is_saved=saved)
    return sitting


@pytest.mark.parametrize("saved", [True, False])
def test_who_is_asked_whether_to_end_the_evening_may_agree_by_quit(*, saved: bool) -> None:
    sitting = two_keypads("63", saved=saved)
    told = sitting.type("quit", side="V")
    assert told.startswith("Your opponent wants to end the evening.")
    assert ("would be lost" in told) is not saved
    assert sitting.type("quit", side="V") == "Your opponent must answer first."
    sitting.type("quit", side="N")
    assert sitting.table.stopped


def test_who_has_asked_to_end_the_evening_gets_no_menu_by_no() -> None:
    sitting = two_keypads("63")
    sitting.type("quit", side="V")
    assert sitting.type("no", side="V") == "The question is for your opponent."
    assert sitting.type("+", side="V") == "Your opponent must answer first."
    assert sitting.type("..", side="N").endswith("Yes to agree, no to go on.")
    assert sitting.type("no", side="N") == "The evening goes on."


@pytest.mark.parametrize("lines", [("24/18",), ("24/18 13/10", "", "42")])
def test_a_play_or_dice_go_on_with_the_evening(lines: tuple[str, ...]) -> None:
    sitting = two_keypads("63", *lines[:-1])
    sitting.type("quit", side="V")
    sitting.type(lines[-1])
    assert asked(sitting) is None
    assert sitting.type("yes", side="N") == "No question to answer."


def test_the_menu_asks_the_other_player_too_before_the_evening_ends() -> None:
    sitting = two_keypads("63")
    while "Stop" not in sitting.type("+", side="V"):
        pass
    assert "wants to end the evening" in sitting.type("++", side="V")
    sitting.type("++", side="N")
    assert sitting.table.stopped


def test_the_companion_is_not_asked_whether_the_evening_ends() -> None:
    against = OpponentSettings("N", dice="drawn")
    sitting = two_keypads(mode="practice", against=against)
    sitting.type("quit", side="V")
    assert sitting.table.stopped


def test_quit_ends_the_evening_while_the_first_game_is_chosen() -> None:
    sitting = TypedSitting(Settings("", "backgammon"), chooser=Chooser(None, Choice()))
    sitting.board.connect("keypads", "VN")
    sitting.type("quit", side="V")
    assert sitting.table.stopped


@pytest.mark.parametrize("mode", ["club", "tournament"])
def test_dice_of_the_other_player_during_a_play_are_answered_by_whose_turn_it_is(mode: str) -> None:
    sitting = two_keypads("63", "24/18", mode=mode)
    assert sitting.type("52", side="N") == "Not your turn."
    assert sitting.type("63", side="N") == "Not your turn."


def test_help_while_the_other_player_is_asked() -> None:
    sitting = two_keypads("63", saved=False)
    sitting.type("quit", side="V")
    assert sitting.type("?", side="V") == "Your opponent must answer first."
    assert sitting.type("?", side="N") == "Plus plus is yes, minus minus is no."


def test_a_play_or_enter_before_the_other_players_throw_is_answered_by_whose_turn_it_is() -> None:
    sitting = two_keypads()
    assert sitting.type("8/5", side="N") == "Dice first."
    sitting.type("31", "8/5 6/5", "")
    assert [sitting.type(line, side="V") for line in ("8/5", "")] == ["Not your turn."] * 2
    assert [sitting.type(line, side="N") for line in ("8/5", "")] == ["Dice first.", "Throw first."]


def test_plus_opens_the_menu_after_a_correction_was_demanded() -> None:
    sitting = table("backgammon", "63", "24/17", "", "")
    assert sitting.state.turn.must_correct
    assert sitting.type("+", side="N").startswith("Menu.")


def test_who_offered_a_double_is_told_that_the_opponent_answers() -> None:
    sitting = table("backgammon", "31", "8/5 6/5", "", "double", "yes")
    assert sitting.type("63", side="N") == "Your opponent must answer first."
    assert sitting.type("63", side="V") == "Yes or no first."


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


def test_a_match_that_is_saved_ends_at_once(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "j.db") as journal:
        journal.begin_match(Settings("").saved())
        sitting = TypedSitting(Settings(""), journal=journal)
        sitting.type("31", "----")
        assert sitting.table.stopped


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (("63",), "Goodbye. The game is saved."),
        # After a finished game, while no other one has begun.
        ((":award green",), "Goodbye."),
    ],
)
def test_a_game_is_called_saved_while_another_is_chosen_only_if_it_goes_on(
    lines: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    with Journal.open(tmp_path) as journal:
        journal.begin_match(Settings("").saved())
        sitting = TypedSitting(Settings(""), journal=journal)
        sitting.type(*lines)
        while "different game" not in sitting.type("+"):
            pass
        sitting.type("++", "++")
        assert sitting.table.chooser is not None
        sitting.type("quit")
        sitting.evening.end(Stop(farewell=True))
    assert sitting.ear.said[-1].text == told


def test_while_a_game_is_chosen_only_keys_count() -> None:
    sitting = TypedSitting(Settings("", "backgammon"), chooser=Chooser(None, Choice()))
    sitting.now += 5
    sitting.table.tick()
    for line in ("63", "turn", "dice", "pause"):
        assert sitting.type(line) == "Yes or no first, to choose the game."
    assert sitting.type("?").endswith("minus minus is no. Star for an explanation.")
    sitting.type("++", "++", "++")
    assert last(sitting, GameBegins).game == "backgammon"
    sitting.type("63")
    assert last(sitting, Roll).dice == (6, 3)


def test_repeat_does_not_say_the_keys_that_were_named() -> None:
    sitting = table("backgammon", "63", "24/18 13/10", "", "42")
    sitting.ear.names_keys = True  # type: ignore[attr-defined]
    sitting.table.take(Keyed("."))
    assert sitting.ear.said[-1].text == "Dot."
    assert sitting.type(".") == "Black, 4, 2."


def hostile(chance: random.Random) -> Iterator[str]:
    """Lines that nobody types on purpose."""
    signs = "0123456789/-+*.,():?VNBOHvnboh \t\0é漢\u202e=;[]{}%$\\\"'"
    words = ["bar", "off", "yes", "no", "undo", "roll", "double", "63", "8/5", "v", "n", ":dice"]
    while True:
        if chance.random() < 0.5:
            yield "".join(chance.choices(signs, k=chance.randint(0, 12)))
        else:
            yield " ".join(chance.choices(words, k=chance.randint(1, 5)))


@pytest.mark.parametrize("count", [120, pytest.param(2500, marks=pytest.mark.slow)])
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
    assert sitting.table.internal_errors == 1
