"""What lines do at a typed table, in addition to what `test_same_evening` compares."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.events import to_event
from companion.link.messages import Keyed, Line
from companion.records.journal import Journal
from companion.referee.facts import Opening, Ruling, VerdictGiven
from companion.referee.state import Asked, Phase
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
    assert sitting.type("undo") == "The dice that I threw stand."
    assert sitting.state.game.opening == dice


def test_after_one_opening_die_the_other_is_drawn() -> None:
    sitting = table("backgammon", "6", "roll")
    assert any(fact.v == 6 for fact in sitting.facts if isinstance(fact, Opening))


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
