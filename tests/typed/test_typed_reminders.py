"""A typed table has no trays and no sensors: what it says never sends anybody to them."""

import random
import re
from typing import Final

import pytest

from companion.referee.inputs import Names, ThrewOne
from companion.rules import Player
from companion.settings import OpponentSettings, Settings
from tests.every_game import every_game
from tests.tables import table
from tests.typed.typed_sitting import TypedSitting, any_line

CALLS = {"Green, your turn.", "Black, your turn."}

SENSING: Final = re.compile(r"\b(trays?|lift|pick|picked|seats?|set up|connected|lies?)\b")


def said_in_ten_minutes(sitting: TypedSitting) -> set[str]:
    """What is said while nobody types anything."""
    before = len(sitting.ear.said)
    for _ in range(120):
        sitting.now += 5.0
        sitting.table.tick()
    return {each.text for each in sitting.ear.said[before:]}


@pytest.mark.parametrize("game", every_game())
@pytest.mark.parametrize("lines", table("typed/reminded-lines"))
def test_a_reminder_at_a_typed_table_calls_for_a_throw_or_an_answer(game: str, lines: str) -> None:
    sitting = TypedSitting(Settings("", game))
    sitting.type(*lines.split(";"))
    for said in said_in_ten_minutes(sitting) - CALLS:
        assert re.search(r" is still open\. | still offers the cube ", said)


def test_who_is_to_throw_at_a_typed_table_is_called() -> None:
    sitting = TypedSitting(Settings("", "backgammon"))
    sitting.type("63", "24/15", "")
    assert said_in_ten_minutes(sitting) == {"Black, your turn."}


def test_a_player_without_a_move_is_reminded_to_press_enter() -> None:
    sitting = TypedSitting(Settings("", "backgammon"))
    closed = ":position V1=2v V2=2v V3=2v V4=2v V5=2v V6=2v V7=3v NB=1n N12=14n turn black"
    sitting.type("31", closed, "61")
    assert said_in_ten_minutes(sitting) == {"Black, no move. Press Enter to end your turn."}
    sitting.type("")
    assert said_in_ten_minutes(sitting) == {"Green, your turn."}


def test_after_the_companion_has_begun_the_opening_die_is_not_spoken_of() -> None:
    against = OpponentSettings("N", dice="drawn")
    sitting = TypedSitting(Settings("", "backgammon", mode="practice", against=against))
    sitting.table.act(ThrewOne(Player.N, 6))
    sitting.type("3")
    play = "V1=1n V6=5v V7=1n V8=3v V12=4n N1=5v N3=1n N5=3n N7=5n N12=2v"
    sitting.table.act(Names(play))
    first = "Green, your turn. Type the two dice, or slash to have me throw them."
    assert said_in_ten_minutes(sitting) == {first, "Green, your turn."}


@pytest.mark.parametrize("mode", ["club", "tournament", "practice"])
@pytest.mark.parametrize("game", every_game())
def test_no_sentence_at_a_typed_table_sends_to_a_tray(game: str, mode: str) -> None:
    chance = random.Random(game)
    sitting = TypedSitting(Settings("", game, mode=mode, verbosity="full", match_to=3))
    others = ["+", "++", "--", "**", "..", "...", "*", "?", "-", ".off"]
    others += [":pause", "v yes", "n no", ""]
    for _ in range(60):
        line = any_line(sitting, chance) if chance.random() < 0.5 else chance.choice(others)
        said = sitting.type(line)
        if line:  # nothing lies that could be picked up
            assert not SENSING.search(said), (line, said)
