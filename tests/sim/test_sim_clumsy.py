"""Clumsy hands with nothing to carry: what they touch all the same stands and lies as before."""

import random
from collections import Counter

from companion.rules import Player, parse_placement
from companion.rules.games import BY_NAME
from companion.sim.hands import Layout, Lift, Put
from tests.flow.clumsy import ClumsyHands, DieDown, DieUp, Pause, Press
from tests.referee.harness import STARTS, zones

START = parse_placement(STARTS["backgammon"])
LYING = (DieDown(Player.V, 0, "3", 0), DieDown(Player.V, 1, "1", 0))


def test_clumsy_hands_leave_the_board_as_before() -> None:
    done: set[type] = set()
    for seed in range(60):
        hands = ClumsyHands(random.Random(seed), Layout(BY_NAME["backgammon"]))
        script = hands.play(zones(START), [START], LYING)
        moved: Counter[tuple[str, str]] = Counter()
        lying = set(LYING)
        for act in script:
            done.add(type(act))
            match act:
                case Put(zone, letter):
                    moved[zone, letter] += 1
                case Lift(zone, letter):
                    moved[zone, letter] -= 1
                case DieUp(player, seat):
                    lying = {die for die in lying if (die.player, die.seat) != (player, seat)}
                case DieDown(player, seat, face, _):
                    lying.add(DieDown(player, seat, face, 0))
                case _:
                    pass
        assert not any(moved.values()), seed
        assert lying == set(LYING), seed
    assert done == {Pause, Lift, Put, DieUp, DieDown, Press}
