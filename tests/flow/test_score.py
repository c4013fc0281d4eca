"""The key `score`: points, games where games are counted, throws in an exercise."""

from companion.board.counters import Pressed
from companion.board.observation import Observation
from companion.link.messages import Key
from companion.referee.referee import Referee
from companion.referee.talk_facts import KeyAnswer
from companion.rules import Match, Player, find_game

V, N = Player.V, Player.N


def test_the_crawford_game_has_no_cube_in_its_score() -> None:
    for score, told in (((2, 0), 0), ((1, 0), 1)):
        referee = Referee(find_game("backgammon"), Match(3, score=score, crawford=True))
        (answer,) = referee.settled(Observation(1000, (Pressed(Player.V, Key.SCORE),)))
        assert isinstance(answer, KeyAnswer)
        assert answer.numbers == (*score, told, 3)
