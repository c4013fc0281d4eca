"""Every fault code in words: French in both notations, English; V plays, the dice are 6 and 3."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.rules import find_game
from companion.rules.verdicts import Code, Fault, Judgement, Verdict
from companion.rules.vocabulary import Player, parse_placement
from companion.speech.catalogue import NAMES, OWN
from companion.speech.faults import fault_sentence, judgement_sentence
from companion.speech.wording import Wording

C = Code
V, N = Player.V, Player.N
START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"

TABLE: list[tuple[Fault, str, str, str]] = [
    (
        Fault(C.HIT_NOT_ON_BAR, N, "V5", "NB"),
        "Pion noir frappé, à mettre sur la barre.",
        "Pion noir frappé, à mettre sur la barre.",
        "Black piece hit. Put it on the bar.",
    ),
    (
        Fault(C.HIT_NOT_ON_BAR, V, count=2),
        "2 pions verts frappés, à mettre sur la barre.",
        "2 pions verts frappés, à mettre sur la barre.",
        "2 green pieces hit. Put them on the bar.",
    ),
    (
        Fault(C.PIECE_MISSING, V),
        "Il manque un pion vert.",
        "Il manque un pion vert.",
        "One green piece missing.",
    ),
    (
        Fault(C.PIECE_MISSING, N, count=3),
        "Il manque 3 pions noirs.",
        "Il manque 3 pions noirs.",
        "3 black pieces missing.",
    ),
    (
        Fault(C.PIECE_MISSING, V, count=2, postillon=True),
        "Il manque le postillon vert.",
        "Il manque le postillon vert.",
        "Green postillon missing.",
    ),
    (
        Fault(C.PIECE_EXTRA, V),
        "Un pion vert de trop.",
        "Un pion vert de trop.",
        "One green piece too many.",
    ),
    (
        Fault(C.PIECE_EXTRA, N, count=2),
        "2 pions noirs de trop.",
        "2 pions noirs de trop.",
        "2 black pieces too many.",
    ),
    (
        Fault(C.UNKNOWN_PIECE, V, target="V5"),
        "Pion inconnu sur le 5 de vert.",
        "Pion inconnu en V 5.",
        "Unknown piece on green's 5.",
    ),
    (
        Fault(C.UNKNOWN_PIECE, V, source="V5"),
        "Pion inconnu sur le 5 de vert.",
        "Pion inconnu en V 5.",
        "Unknown piece on green's 5.",
    ),
    (Fault(C.UNKNOWN_PIECE, V), "Pion inconnu.", "Pion inconnu.", "Unknown piece."),
    (
        Fault(C.MOVED_OPPONENT, N, "V12", "V11"),
        "Pion noir déplacé du 12 de vert au 11, à remettre.",
        "Pion noir déplacé de V 12 à V 11, à remettre.",
        "Black piece moved from green's 12 to 11. Put it back.",
    ),
    (
        Fault(C.MOVED_OPPONENT, V, "N12", "N11"),
        "Pion vert déplacé du 24 de noir au 23, à remettre.",
        "Pion vert déplacé de N 12 à N 11, à remettre.",
        "Green piece moved from black's 24 to 23. Put it back.",
    ),
    (
        Fault(C.MOVED_OPPONENT, N, "V12", "NB"),
        "Pion noir déplacé du 12 de vert à la barre, à remettre.",
        "Pion noir déplacé de V 12 à la barre, à remettre.",
        "Black piece moved from green's 12 to the bar. Put it back.",
    ),
    (
        Fault(C.MOVED_OPPONENT, N, "V12"),
        "Pion noir déplacé, à remettre sur le 12 de vert.",
        "Pion noir déplacé, à remettre en V 12.",
        "Black piece moved. Put it back on green's 12.",
    ),
    (
        Fault(C.MOVED_OPPONENT, N, "NB", "V1"),
        "Pion noir déplacé sur le 1 de vert, à remettre.",
        "Pion noir déplacé en V 1, à remettre.",
        "Black piece moved to green's 1. Put it back.",
    ),
    (
        Fault(C.MOVED_OPPONENT, V),
        "Pion vert déplacé, à remettre.",
        "Pion vert déplacé, à remettre.",
        "Green piece moved. Put it back.",
    ),
    (
        Fault(C.BACKWARDS, V, "V6", "V9", pips=3),
        "Recul interdit, du 6 au 9.",
        "Recul interdit, de V 6 à V 9.",
        "Backwards, from 6 to 9.",
    ),
    (
        Fault(C.BACKWARDS, V),
        "Un pion ne recule pas.",
        "Un pion ne recule pas.",
        "Backwards.",
    ),
    (
        Fault(C.BAR_FIRST, V, "V8", "V5", zones=("VB",)),
        "Rentrez d'abord, il reste un pion sur la barre.",
        "Rentrez d'abord, il reste un pion sur la barre.",
        "Bar first, one piece to enter.",
    ),
    (
        Fault(C.BAR_FIRST, V, count=2),
        "Rentrez d'abord, il reste 2 pions sur la barre.",
        "Rentrez d'abord, il reste 2 pions sur la barre.",
        "Bar first, 2 pieces to enter.",
    ),
    (
        Fault(C.BAR_FIRST, V, zones=("VH",)),
        "Entrez d'abord tous vos pions, il en reste un en main.",
        "Entrez d'abord tous vos pions, il en reste un en main.",
        "Enter all your pieces first, one still in hand.",
    ),
    (
        Fault(C.BAR_FIRST, V, count=13, zones=("VH",)),
        "Entrez d'abord tous vos pions, il en reste 13 en main.",
        "Entrez d'abord tous vos pions, il en reste 13 en main.",
        "Enter all your pieces first, 13 still in hand.",
    ),
    (
        Fault(C.POSTILLON_FIRST, V, "N12", "N9"),
        "Le postillon d'abord, vous ne pouvez pas jouer du 24 au 21.",
        "Le postillon d'abord, vous ne pouvez pas jouer de N 12 à N 9.",
        "Postillon first, you can't play 24 to 21.",
    ),
    (
        Fault(C.POSTILLON_FIRST, V),
        "Le postillon d'abord, vos autres pions attendent son arrivée.",
        "Le postillon d'abord, vos autres pions attendent son arrivée.",
        "Postillon first, your other pieces wait until it is home.",
    ),
    (
        Fault(C.NOT_ALL_HOME, V, "V4", "VO", zones=("V7",)),
        "Trop tôt pour sortir, un pion pas encore rentré, sur le 7.",
        "Trop tôt pour sortir, un pion pas encore rentré, en V 7.",
        "Too early to bear off, one piece outside, on 7.",
    ),
    (
        Fault(C.NOT_ALL_HOME, V, "V4", "VO", count=3, zones=("V8", "V7")),
        "Trop tôt pour sortir, 3 pions pas encore rentrés, le plus loin sur le 8.",
        "Trop tôt pour sortir, 3 pions pas encore rentrés, le plus loin en V 8.",
        "Too early to bear off, 3 pieces outside, the farthest on 8.",
    ),
    (
        Fault(C.PIECE_EXTRA, V, zones=("V8",)),
        "Un pion vert de trop sur le 8 de vert.",
        "Un pion vert de trop en V 8.",
        "One green piece too many on green's 8.",
    ),
    (
        Fault(C.PIECE_EXTRA, N, count=2, source="V12", zones=("V12",)),
        "2 pions noirs de trop sur le 13 de noir.",
        "2 pions noirs de trop en V 12.",
        "2 black pieces too many on black's 13.",
    ),
    (
        Fault(C.NOT_ALL_HOME, V, "VH", "VO", count=15, zones=("VH", "V22")),
        "Trop tôt pour sortir, il faut d'abord rentrer tous les pions.",
        "Trop tôt pour sortir, il faut d'abord rentrer tous les pions.",
        "Too early to bear off, not all your pieces are home.",
    ),
    (
        Fault(C.NOT_ALL_HOME, V, "V4", "VO"),
        "Trop tôt pour sortir, il faut d'abord rentrer tous les pions.",
        "Trop tôt pour sortir, il faut d'abord rentrer tous les pions.",
        "Too early to bear off, not all your pieces are home.",
    ),
    (
        Fault(C.EXIT_OCCUPIED, V, "V5", "VO", zones=("V12",)),
        "Sortie impossible, la flèche V 12 est occupée.",
        "Sortie impossible, la flèche V 12 est occupée.",
        "You can't bear off, V 12 is taken.",
    ),
    (
        Fault(C.FARTHER_PIECE, V, "V2", "VO", zones=("V6", "V5")),
        "Pas de sortie du 2, il reste un pion derrière, sur le 6.",
        "Pas de sortie de V 2, il reste un pion derrière, en V 6.",
        "You can't bear off from 2, there's a piece behind, on 6.",
    ),
    (
        Fault(C.FARTHER_PIECE, V),
        "Sortie impossible, il reste un pion derrière.",
        "Sortie impossible, il reste un pion derrière.",
        "You can't bear off, there's a piece farther back.",
    ),
    (
        Fault(C.OCCUPIED_POINT, V, "N12", "N7"),
        "Flèche 19 occupée.",
        "Flèche N 7 occupée.",
        "Point 19 blocked.",
    ),
    (
        Fault(C.OCCUPIED_POINT, V),
        "Flèche occupée.",
        "Flèche occupée.",
        "Point blocked.",
    ),
    (
        Fault(C.BLOCKED_STOP, V, "N12", "N1", zones=("N6", "N7")),
        "Aucune étape libre, la flèche 18 et la flèche 19 sont occupées.",
        "Aucune étape libre, la flèche N 6 et la flèche N 7 sont occupées.",
        "No way through, 18 and 19 are blocked.",
    ),
    (
        Fault(C.BLOCKED_STOP, V, "N12", "N2", zones=("N7", "N7")),
        "Aucune étape libre, la flèche 19 est occupée.",
        "Aucune étape libre, la flèche N 7 est occupée.",
        "No way through, 19 is blocked.",
    ),
    (
        Fault(C.BLOCKED_STOP, V),
        "Aucune étape libre.",
        "Aucune étape libre.",
        "No way through, every stop is blocked.",
    ),
    (
        Fault(C.HIT_FORBIDDEN, V, "N12", "N7"),
        "Vous ne pouvez pas encore frapper, amenez d'abord un pion dans votre jan intérieur.",
        "Vous ne pouvez pas encore frapper, amenez d'abord un pion dans votre jan intérieur.",
        "You can't hit yet, bring a piece home first.",
    ),
    (
        Fault(C.WRONG_DISTANCE, V, "V8", "V3", pips=5),
        "Mauvaise distance, 5 points du 8 au 3. Les dés font 6, 3.",
        "Mauvaise distance, 5 points de V 8 à V 3. Les dés font 6, 3.",
        "Wrong distance, 5 pips from 8 to 3. The dice show 6 and 3.",
    ),
    (
        Fault(C.WRONG_DISTANCE, V, "V8", "V7", pips=1),
        "Mauvaise distance, un point du 8 au 7. Les dés font 6, 3.",
        "Mauvaise distance, un point de V 8 à V 7. Les dés font 6, 3.",
        "Wrong distance, one pip from 8 to 7. The dice show 6 and 3.",
    ),
    (
        Fault(C.WRONG_DISTANCE, V, "VB", "N10", pips=4),
        "Mauvaise distance, 4 points de la barre au 22. Les dés font 6, 3.",
        "Mauvaise distance, 4 points de la barre à N 10. Les dés font 6, 3.",
        "Wrong distance, 4 pips from the bar to 22. The dice show 6 and 3.",
    ),
    (
        Fault(C.WRONG_DISTANCE, V, "VH", "N12", pips=1),
        "Mauvaise distance, un point pour rentrer au 24. Les dés font 6, 3.",
        "Mauvaise distance, un point pour rentrer en N 12. Les dés font 6, 3.",
        "Wrong distance, one pip to enter on 24. The dice show 6 and 3.",
    ),
    (
        Fault(C.WRONG_DISTANCE, V, "V5", "VO", pips=5),
        "Mauvaise distance, 5 points pour sortir du 5. Les dés font 6, 3.",
        "Mauvaise distance, 5 points pour sortir de V 5. Les dés font 6, 3.",
        "Wrong distance, 5 pips to bear off from 5. The dice show 6 and 3.",
    ),
    (
        Fault(C.WRONG_DISTANCE, V),
        "Mauvaise distance. Les dés font 6, 3.",
        "Mauvaise distance. Les dés font 6, 3.",
        "Wrong distance. The dice show 6 and 3.",
    ),
    (
        Fault(C.TWO_COLOURS, V, target="V5"),
        "Deux couleurs sur la flèche 5.",
        "Deux couleurs sur la flèche V 5.",
        "Two colours on point 5.",
    ),
    (
        Fault(C.TWO_COLOURS, V, source="V5"),
        "Deux couleurs sur la flèche 5.",
        "Deux couleurs sur la flèche V 5.",
        "Two colours on point 5.",
    ),
    (
        Fault(C.TWO_COLOURS, V),
        "Deux couleurs sur une même flèche.",
        "Deux couleurs sur une même flèche.",
        "Two colours on one point.",
    ),
    (
        Fault(C.START_RUN, V, zones=("N12", "N11", "N10", "N9", "N8", "V1")),
        "Cinq flèches de suite depuis le départ, il faut un pion en V 1.",
        "Cinq flèches de suite depuis le départ, il faut un pion en V 1.",
        "Five in a row from your start, you need a piece on V 1.",
    ),
    (
        Fault(C.START_RUN, V, target="V6", zones=("N12", "N11", "N10", "N9", "N8", "V1", "V6")),
        "Cinq flèches de suite depuis le départ, il faut un pion en V 1 et un en V 6.",
        "Cinq flèches de suite depuis le départ, il faut un pion en V 1 et un en V 6.",
        "Five in a row from your start, you need a piece on V 1 and one on V 6.",
    ),
    (
        Fault(C.START_RUN, V),
        "Cinq flèches de suite depuis le départ, il faut un pion en V 1.",
        "Cinq flèches de suite depuis le départ, il faut un pion en V 1.",
        "Five in a row from your start, you need a piece on V 1.",
    ),
    (
        Fault(C.POSTILLON_BLOCKED, V, count=6, zones=("V9", "V4")),
        "Postillon noir bloqué, 6 flèches de suite, de V 9 à V 4. Cinq flèches de suite au plus.",
        "Postillon noir bloqué, 6 flèches de suite, de V 9 à V 4. Cinq flèches de suite au plus.",
        ("Black's postillon blocked, 6 in a row from V 9 to V 4. At most five in a row."),
    ),
    (
        Fault(C.POSTILLON_BLOCKED, V),
        "Postillon bloqué, six flèches de suite.",
        "Postillon bloqué, six flèches de suite.",
        "Postillon blocked, six in a row.",
    ),
    (
        Fault(C.FULL_PRIME, V, zones=("N6", "N5", "N4", "N3", "N2", "N1", "V12")),
        "Bouchage intégral, 7 flèches de suite, de N 6 à V 12. Cinq flèches de suite au plus.",
        "Bouchage intégral, 7 flèches de suite, de N 6 à V 12. Cinq flèches de suite au plus.",
        "Full bouchage, 7 in a row from N 6 to V 12. At most five in a row.",
    ),
    (
        Fault(C.FULL_PRIME, V),
        "Bouchage intégral, six flèches de suite.",
        "Bouchage intégral, six flèches de suite.",
        "Full bouchage, six in a row.",
    ),
    (
        Fault(C.SMALLER_DIE, V, dice=(6,)),
        "Jouez le dé le plus fort, le 6.",
        "Jouez le dé le plus fort, le 6.",
        "You must play the 6.",
    ),
    (
        Fault(C.SMALLER_DIE, V),
        "Jouez le dé le plus fort, le 6.",
        "Jouez le dé le plus fort, le 6.",
        "You must play the 6.",
    ),
    (
        Fault(C.DICE_UNUSED, V, dice=(3,)),
        "Il reste le 3 à jouer.",
        "Il reste le 3 à jouer.",
        "Unfinished, a 3 still to play.",
    ),
    (
        Fault(C.DICE_UNUSED, V, dice=(3, 6)),
        "Il reste le 6 et le 3 à jouer.",
        "Il reste le 6 et le 3 à jouer.",
        "Unfinished, a 6 and a 3 still to play.",
    ),
    (
        Fault(C.DICE_UNUSED, V, dice=(3, 3)),
        "Il reste 2 fois le 3 à jouer.",
        "Il reste 2 fois le 3 à jouer.",
        "Unfinished, double 3, 2 moves still to play.",
    ),
    (
        Fault(C.DICE_UNUSED, V, dice=(3, 3, 3, 3)),
        "Il reste 4 fois le 3 à jouer.",
        "Il reste 4 fois le 3 à jouer.",
        "Unfinished, double 3, 4 moves still to play.",
    ),
    (
        Fault(C.DICE_UNUSED, V),
        "Le coup n'est pas fini.",
        "Le coup n'est pas fini.",
        "Unfinished, more can be played.",
    ),
]


@pytest.mark.parametrize(("fault", "own", "names", "english"), TABLE)
def test_a_fault_in_words(fault: Fault, own: str, names: str, english: str) -> None:
    def told(lang: str, notation: str) -> str:
        return fault_sentence(Wording(lang, "backgammon", notation), fault, V, (6, 3))

    assert told("fr", OWN) == own
    assert told("fr", NAMES) == names
    assert told("en", OWN) == english


def test_every_code_is_in_the_table() -> None:
    assert {row[0].code for row in TABLE} == set(Code)


@pytest.mark.parametrize(
    ("game", "player", "expected"),
    [
        ("backgammon", V, "Point 19 blocked."),
        ("backgammon", N, "Point 6 blocked."),
        ("jacquet", V, "Point N 7 blocked."),
        ("jacquet", N, "Point N 7 blocked."),
    ],
)
def test_points_are_numbered_as_the_mover_numbers_them(
    game: str, player: Player, expected: str
) -> None:
    fault = Fault(Code.OCCUPIED_POINT, player, "N12", "N7")
    assert fault_sentence(Wording("en", game), fault, player, (6, 3)) == expected


@pytest.mark.parametrize(
    ("player", "code", "expected"),
    [
        (N, Code.START_RUN, "Five in a row from your start, you need a piece on N 1."),
        (N, Code.EXIT_OCCUPIED, "You can't bear off, N 12 is taken."),
    ],
)
def test_black_has_his_own_points(player: Player, code: Code, expected: str) -> None:
    assert fault_sentence(Wording("en", "jacquet"), Fault(code, player), player, (6, 3)) == expected


def test_equal_dice_are_called_a_double() -> None:
    fault = Fault(Code.WRONG_DISTANCE, V)
    wording = Wording("fr", "backgammon")
    assert fault_sentence(wording, fault, V, (6, 6)) == "Mauvaise distance. Les dés font double 6."


@pytest.mark.parametrize(
    ("judgement", "position", "dice", "fr", "en"),
    [
        (Judgement(Verdict.LEGAL, (), "V5=1v"), "V6=1v", (1, 1), "Légal.", "Legal."),
        (
            Judgement(Verdict.LEGAL, (), START),
            START,
            (6, 6),
            "Vous ne pouvez pas jouer. Ramassez les dés.",
            "No move. Pick up the dice.",
        ),
        (
            Judgement(Verdict.ILLEGAL, (Fault(Code.WRONG_DISTANCE, V),), START),
            START,
            (3, 6),
            "Mauvaise distance. Les dés font 6, 3.",
            "Wrong distance. The dice show 6 and 3.",
        ),
        (
            Judgement(Verdict.INCOMPLETE, (Fault(Code.DICE_UNUSED, V, dice=(3,)),), START),
            START,
            (3, 6),
            "Il reste le 3 à jouer.",
            "Unfinished, a 3 still to play.",
        ),
    ],
)
def test_the_sentence_for_judge(
    judgement: Judgement, position: str, dice: tuple[int, int], fr: str, en: str
) -> None:
    rules = find_game("backgammon", ())
    for lang, expected in (("fr", fr), ("en", en)):
        assert judgement_sentence(judgement, rules, position, V, dice, lang) == expected


VECTORS = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "vectors" / "faults.jsonl")
    .read_text("utf-8")
    .splitlines()
]
PLACELESS = {"hit-not-on-bar", "bar-first", "hit-forbidden"}
"""Faults whose sentence needs no number."""


@pytest.mark.parametrize("case", VECTORS, ids=[case["name"] for case in VECTORS])
def test_the_rules_give_what_a_sentence_needs(case: dict[str, Any]) -> None:
    rules = find_game(case["game"], case["options"])
    player, dice = Player(case["turn"]), (case["dice"][0], case["dice"][1])
    start = rules.parse(case["position"])
    judgement = rules.judge(start, player, dice, parse_placement(case["end"]))
    for lang, legal in (("fr", "Légal."), ("en", "Legal.")):
        said = judgement_sentence(judgement, rules, case["position"], player, dice, lang)
        if case["verdict"] == "legal":
            assert said == legal
        elif case["fault"] not in PLACELESS:
            assert any(letter.isdigit() for letter in said), said
        else:
            assert not any(letter.isdigit() for letter in said), said
