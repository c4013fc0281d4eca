"""Any choice of a game can be played. What is offered, and when, is in `tapes/choosers.txt`."""

from itertools import product

import pytest

from companion.link.messages import Key
from companion.referee.choosing import Chooser
from companion.referee.talk_facts import Choice, Choosing, Chosen
from companion.rules import agree_match, find_game, game_names
from tests.referee.harness import ChooserTop, V


@pytest.mark.parametrize("game", game_names())
def test_whatever_can_be_chosen_can_be_played(game: str) -> None:
    for length, pattern in product(range(8), range(16)):
        answers, top = pattern, ChooserTop(None, Choice(game))
        facts = top.press(V, Key.YES, *[Key.NO] * length, Key.YES, Key.NO)
        while not isinstance(facts[0], Chosen):
            wish = answers % 2 or top.referee.offered.step == "clock"
            answers //= 2
            facts = top.press(V, Key.YES if wish else Key.NO)
        choice = facts[0].choice
        agree_match(find_game(choice.game, choice.options), choice.match_to)


def test_in_place_of_a_game_another_one_is_offered_first() -> None:
    assert Chooser.instead_of("backgammon").offered == Choosing("game", Choice("jacquet"))
