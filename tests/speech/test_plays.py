"""Which moves are read off two positions, and how they are told."""

import random
from collections import Counter
from itertools import combinations

import pytest

from companion.rules import find_game
from companion.rules.vocabulary import OFF, Player
from companion.speech.catalogue import OWN
from companion.speech.plays import Play, play_sentences, read_play
from companion.speech.wording import Wording

V, N = Player.V, Player.N
START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"


def told(
    before: str,
    after: str,
    dice: tuple[int, int],
    player: Player = V,
    *,
    game: str = "backgammon",
    lang: str = "en",
    short: bool = False,
) -> str | None:
    wording = Wording(lang, game)
    play = read_play(wording, before, after, player, dice)
    return None if play is None else " ".join(play_sentences(wording, play, player, short=short))


@pytest.mark.parametrize(
    ("before", "after", "dice", "expected"),
    [
        ("V8=3v V6=5v", "V8=2v V6=4v V5=2v", (3, 1), "From 8 to 5. From 6 to 5."),
        ("N12=2v", "N12=1v N1=1v", (6, 5), "From 24 to 13."),
        ("N12=1v V9=1v", "N10=1v V3=1v", (6, 2), "From 24 to 22. From 9 to 3."),
        ("V8=2v V6=2v", "V4=4v", (4, 2), None),
        ("V8=2v", "V4=2v", (2, 2), "2 pieces from 8 to 4."),
        ("V8=2v V6=2v", "V6=2v V4=2v", (2, 2), "2 pieces from 8 to 4."),
        ("V8=2v", "V8=1v V2=1v", (2, 2), "From 8 to 2."),
        ("V8=1v V5=1n", "V5=1v NB=1n", (2, 1), "From 8 to 5, hitting."),
        ("V8=1v V6=1n", "V5=1v NB=1n", (2, 1), "From 8 to 5. A hit on 6 on the way."),
        ("VB=1v", "N12=1v", (1, 6), "From the bar to 24."),
        ("VB=1v", "N5=1v", (5, 3), "From the bar to 17."),
        ("VB=1v", "N9=1v", (2, 2), "From the bar to 21."),
        ("VH=1v", "N8=1v", (3, 2), "From hand to 20."),
        ("VB=1v N5=1n", "N5=1v NB=1n", (5, 3), "From the bar to 17, hitting."),
        ("VB=1v", "V1=1v", (6, 6), "From the bar to 1."),
        ("VH=15v", "VH=13v N5=2v", (4, 4), "2 pieces from hand to 17."),
        ("VH=15v N5=1n", "VH=14v N5=1v NB=1n", (5, 3), "From hand to 17, hitting."),
        ("VB=2v", "N12=2v", (1, 1), "2 pieces from the bar to 24."),
        ("VH=2v", "N12=2v", (1, 1), "2 enter on 24."),
        ("VB=1v VH=1v", "N12=2v", (1, 1), "From the bar to 24. Enters on 24."),
        ("VH=9v N12=1n", "VH=7v N12=2v NB=1n", (1, 1), "2 enter on 24, hitting."),
        ("VB=1v VH=1v", "N11=1v N8=1v", (2, 5), "From the bar to 23. Enters on 20."),
        ("VB=1v N12=1n", "N12=1v NB=1n", (1, 6), "From the bar to 24, hitting."),
        ("VB=2v N12=1n", "N12=2v NB=1n", (1, 1), "2 pieces from the bar to 24, hitting."),
        (
            "VB=1v N12=1v N10=1n",
            "N10=2v NB=1n",
            (3, 2),
            "From the bar to 22, hitting. From 24 to 22.",
        ),
        ("VH=1v N12=1n", "N12=1v NB=1n", (1, 6), "Enters on 24, hitting."),
        ("V8=1v V6=1n V5=1n", "V5=1v NB=2n", (2, 1), "8 to 6 to 5, hitting both."),
        (
            "VB=1v N12=1n N11=1n",
            "N11=1v NB=2n",
            (1, 1),
            "From the bar to 23, hitting. A hit on 24 on the way.",
        ),
        ("VH=15v", "VH=13v N10=1v N7=1v", (6, 3), "Enters on 22. Enters on 19."),
        ("V6=1v V5=1v", "VO=2v", (6, 5), "One piece off from 6. One piece off from 5."),
        ("V2=2v", "VO=2v", (6, 6), "2 pieces off from 2."),
        ("V3=1v V1=1v", "VO=2v", (6, 5), "One piece off from 3. One piece off from 1."),
        ("V6=1v", "VO=1v", (4, 3), "From 6 to 2, then off."),
        ("V6=1v V2=2n", "V2=2n VO=1v", (4, 3), "From 6 to 3, then off."),
        ("V6=1v V2=2n V3=2n", "V2=2n V3=2n VO=1v", (4, 3), "One piece off from 6."),
        ("V2=2v", "VO=2v", (1, 1), "2 pieces from 2 to 1, then off."),
        ("V5=1v", "VO=1v", (2, 2), "From 5 to 1, then off."),
        ("V6=1v", "VO=1v", (2, 1), "One piece off from 6."),
        ("V8=1v", "VO=1v", (6, 5), "From 8 to 2, then off."),
        ("V8=1v V2=2n", "V2=2n VO=1v", (6, 5), "From 8 to 3, then off."),
        ("V8=1v V2=2n V3=2n", "V2=2n V3=2n VO=1v", (6, 5), "One piece off from 8."),
        ("V10=2v", "VO=2v", (5, 5), "2 pieces from 10 to 5, then off."),
        ("V12=1v", "VO=1v", (4, 4), "From 12 to 4, then off."),
        ("VB=1v VH=2v", "VB=1v VH=1v N5=1v", (5, 3), "From hand to 17."),
        ("VB=1v VH=2v", "VH=2v N5=1v", (5, 3), "From the bar to 17."),
        ("VB=1v VH=1v", "N5=2v", (4, 4), "From the bar to 17. From hand to 17."),
        ("V9=1v V12=1v", "V5=1v VO=1v", (4, 4), "From 9 to 5. From 12 to 4, then off."),
        ("V7=1v V3=1v", "V6=1v VO=1v", (3, 1), "From 7 to 6. One piece off from 3."),
        ("V6=2v", "V6=2v", (4, 3), ""),
        ("V6=1v N12=1v", "V1=1v N12=1v", (6, 3), "From 6 to 1."),
        ("V6=1v", "V8=1v", (6, 3), "From 6 to 8."),
        ("V6=1v", "", (6, 3), None),
        ("N12=9v", "V1=9v", (6, 3), "9 pieces from 24 to 1."),
        ("V8=1v V6=1v", "V9=1v V5=1v", (6, 3), "From 8 to 5. From 6 to 9."),
        ("V8=1v V6=1v", "V9=1v V5=1v", (6, 1), "From 8 to 9. From 6 to 5."),
        ("VB=1v", "VO=1v", (6, 3), "One piece off that had not entered."),
        ("VO=1v", "VB=1v", (6, 3), "One piece on the bar."),
    ],
)
def test_a_play_read_off_two_positions(
    before: str, after: str, dice: tuple[int, int], expected: str
) -> None:
    told_now = told(before, after, dice)
    if before == "V8=2v V6=2v" and after == "V4=4v":
        # Four and two cannot do it: told as farthest to farthest, as after an accepted error.
        expected = "2 pieces from 8 to 4. 2 pieces from 6 to 4."
    assert told_now == expected


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("N8=1v N5=1n V9=1v", "N5=1v V6=1v NB=1n", "From 9 to 6. From 20 to 17, hitting."),
        (
            "N8=1v N5=1n V9=1v V1=1v",
            "N5=1v V6=1v V1=1v NB=1n",
            "From 20 to 17, hitting. From 9 to 6.",
        ),
        (
            "N8=1v N5=1n V9=1v VO=1v",
            "N5=1v V6=1v VO=1v NB=1n",
            "From 20 to 17, hitting. From 9 to 6.",
        ),
        (
            "VB=1v N8=1v N5=1n V9=1v",
            "N10=1v N5=1v V6=1v NB=1n",
            "From the bar to 22. From 9 to 6. From 20 to 17, hitting.",
        ),
    ],
)
def test_in_dutch_the_right_to_hit_is_won_before_it_is_used(
    before: str, after: str, expected: str
) -> None:
    assert told(before, after, (3, 3), game="dutch") == expected


def test_black_is_told_in_his_own_numbers() -> None:
    assert told("V1=2n", "V1=1n V12=1n", (6, 5), N) == "From 24 to 13."
    assert told("N7=1n", "N9=1n", (2, 1), N, lang="fr") == "Du 6, au 4."


def test_a_named_double_enters_like_any_other_die() -> None:
    """The dice tell 1 and 2 only; beyond the sixth point a piece has gone on all the same."""
    before = "VH=15v"
    assert told(before, "VH=11v N10=4v", (2, 1), game="acey-deucey") == "4 enter on 22."
    assert told(before, "VH=14v N6=1v", (2, 1), game="acey-deucey") == "From hand to 18."


def test_after_an_ace_deuce_only_moves_that_its_dice_make_are_told() -> None:
    """B4: 1 and 2, then a double of one's choice; nobody tells which."""
    before = "V1=1n V5=1n V6=2n V9=3n N2=3v N3=2n N4=2v N5=2v VH=8v NH=6n"
    after = "V1=1n V7=1n V9=2n V11=2n V12=2n N2=3v N3=2n N4=2v N5=2v VH=8v NH=5n"
    play = read_play(Wording("en", "acey-deucey", OWN), before, after, N, (2, 1))
    assert play is not None
    assert _are_thrown(play, N)


def test_in_a_whole_game_every_ace_deuce_is_told_by_its_dice() -> None:
    chance, rules = random.Random(0), find_game("acey-deucey")
    position, player = rules.start, V
    for _ in range(24):
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


def _are_thrown(play: Play, player: Player) -> bool:
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


def test_french_agrees_in_number() -> None:
    assert told("V8=2v", "V4=2v", (2, 2), lang="fr") == "2 pions du 8, au 4."
    assert told("V2=2v", "VO=2v", (6, 6), lang="fr") == "2 pions sortis du 2."
    assert told("VB=2v", "N12=2v", (1, 1), lang="fr") == "2 pions de la barre au 24."


@pytest.mark.parametrize(
    ("before", "after", "dice", "expected"),
    [
        ("N12=14v1V", "N12=14v N3=1V", (6, 3), "Le postillon, de N 12, à N 3."),
        (
            "N12=14v V8=1V",
            "N12=13v V5=1v N6=1v",
            (6, 3),
            "Postillon rentré, V 8, à V 5. De N 12, à N 6.",
        ),
        (
            "N12=13v1V V2=1v",
            "N12=12v V2=1v V6=1v N9=1v",
            (6, 3),
            "Postillon rentré, N 12, à V 6. De N 12, à N 9.",
        ),
        ("N12=13v V9=1V V2=1v", "N12=12v N9=1v V9=1V V2=1v", (2, 1), "De N 12, à N 9."),
        ("V5=1v V3=1v VO=13v", "VO=15v", (6, 3), "Un pion sorti de V 5. Un pion sorti de V 3."),
    ],
)
def test_in_jacquet_the_postillon_is_named(
    before: str, after: str, dice: tuple[int, int], expected: str
) -> None:
    assert told(before, after, dice, game="jacquet", lang="fr") == expected


@pytest.mark.parametrize(
    ("before", "after", "dice", "english", "french"),
    [
        ("V8=3v V6=5v", "V8=2v V6=4v V5=2v", (3, 1), "8 to 5. 6 to 5.", "8, au 5. 6, au 5."),
        ("V8=2v", "V4=2v", (2, 2), "2 pieces from 8 to 4.", "2 pions du 8, au 4."),
        ("V8=1v V5=1n", "V5=1v NB=1n", (2, 1), "8 to 5, hitting.", "8, frappe au 5."),
        ("V8=1v V6=1n", "V5=1v NB=1n", (2, 1), "8 to 5. Hit on 6.", "8, au 5. Frappé au 6."),
        ("VB=1v", "N12=1v", (1, 6), "Bar to 24.", "Barre, au 24."),
        ("V2=2v", "VO=2v", (6, 6), "2 off from 2.", "2 sortis du 2."),
        ("V3=1v", "VO=1v", (6, 5), "Off from 3.", "Sorti du 3."),
    ],
)
def test_few_words_keep_a_word_between_two_numbers(
    before: str, after: str, dice: tuple[int, int], english: str, french: str
) -> None:
    assert told(before, after, dice, short=True) == english
    assert told(before, after, dice, lang="fr", short=True) == french
