"""Which moves are read off two positions, and how they are told."""

import random
from collections import Counter
from itertools import combinations

from companion.rules import find_game
from companion.rules.vocabulary import OFF, Player
from companion.speech.catalogue import OWN
from companion.speech.plays import SpokenPlay, read_play
from companion.speech.wording import Wording

V, N = Player.V, Player.N


def test_after_an_ace_deuce_the_announced_moves_fit_the_dice() -> None:
    """B4: 1 and 2, then a double of one's choice; nobody tells which."""
    before = "V1=1n V5=1n V6=2n V9=3n N2=3v N3=2n N4=2v N5=2v VH=8v NH=6n"
    after = "V1=1n V7=1n V9=2n V11=2n V12=2n N2=3v N3=2n N4=2v N5=2v VH=8v NH=5n"
    play = read_play(Wording("en", "acey-deucey", OWN), before, after, N, (2, 1))
    assert play is not None
    assert _are_thrown(play, N)


def test_in_a_whole_game_every_ace_deuce_is_announced_by_its_dice() -> None:
    chance, rules = random.Random(0), find_game("acey-deucey")
    position, player = rules.start, V
    for _ in range(14):
        dice = chance.choice([(2, 1), (chance.randint(1, 6), chance.randint(1, 6))])
        ends = sorted(rules.ends(position, player, dice).positions)
        if not ends:
            continue
        end = chance.choice(ends)
        wording = Wording("en", "acey-deucey", OWN)
        play = read_play(wording, rules.text(position), rules.text(end), player, dice)
        assert play is not None
        if {*dice} == {1, 2} and not any(move.target in OFF.values() for move in play.moves):
            assert _are_thrown(play, player), (rules.text(position), rules.text(end))
        position = end
        if rules.winner(position) is not None:
            return
        player = player.other


def _are_thrown(play: SpokenPlay, player: Player) -> bool:
    """Whether 1, 2 and some double four times make these moves, each die used once at most."""
    wording = Wording("en", "acey-deucey", OWN)
    far = [
        wording.own_number(move.source, player) - wording.own_number(move.target, player)
        for move in play.moves
    ]
    return any(_made_of(far, (1, 2, *[double] * 4)) for double in range(1, 7))


def _made_of(far: list[int], dice: tuple[int, ...]) -> bool:
    """Whether each distance is a sum of dice of its own."""
    if not far:
        return True
    return any(
        sum(used) == far[0] and _made_of(far[1:], tuple((Counter(dice) - Counter(used)).elements()))
        for size in range(1, len(dice) + 1)
        for used in combinations(dice, size)
    )
