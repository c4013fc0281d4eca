"""Counts of ends over all 21 throws, one or two turns deep, as the plain engine counted them."""

import itertools
import json

import pytest

from companion.rules import Player, Position, Rules, find_game
from tests.vectors import FOLDER, lines

CASES = lines("perft.jsonl")
THROWS = list(itertools.combinations_with_replacement(range(1, 7), 2))


def perft(rules: Rules, position: Position, player: Player, depth: int) -> int:
    """Sum the ends of all throws (Acey-Deucey: but 1 and 2) in every turn that is reached."""
    counted = 0
    for dice in THROWS:
        if rules.name == "acey-deucey" and dice == (1, 2):
            continue
        ends = rules.ends(position, player, dice).positions
        if depth == 1:
            counted += len(ends)
        else:
            counted += sum(perft(rules, end, player.other, depth - 1) for end in ends)
    return counted


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['game']} {case['count']}")
def test_the_number_of_ends_is_as_counted(case: dict[str, object]) -> None:
    options = case["options"]
    assert isinstance(options, list)
    rules = find_game(str(case["game"]), options)
    position = rules.parse(str(case["position"]))
    assert (
        perft(rules, position, Player(str(case["turn"])), int(str(case["depth"]))) == case["count"]
    )


START = FOLDER.parent / "perft" / "start.jsonl"
FROM_START = [json.loads(line) for line in START.read_text().splitlines()]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["backgammon", "dutch", "acey-deucey", "jacquet"])
def test_all_throws_from_the_start_two_turns_deep(game: str) -> None:
    """As `tests.rules.perft` says: the plain engine's counts, throw by throw."""
    rules = find_game(game)
    lines = [line for line in FROM_START if line["game"] == game]
    assert [tuple(line["dice"]) for line in lines] == THROWS
    for line in lines:
        first_die, second_die = line["dice"]
        ends = rules.ends(rules.start, Player.V, (first_die, second_die))
        two = sum(
            len(rules.ends(end, Player.V if end in ends.again else Player.N, dice).positions)
            for end in ends.positions
            for dice in THROWS
        )
        assert (len(ends.positions), two) == (line["one"], line["two"]), line
