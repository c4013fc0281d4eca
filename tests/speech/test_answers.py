"""What a key is answered, and what a player is asked, from his own side of the board."""

from dataclasses import replace

import pytest

from companion.referee.facts import Roll
from companion.referee.menu import MENU
from companion.referee.outcomes import QUESTIONS
from companion.referee.state import Topic
from companion.referee.talk_facts import Explained, KeyAnswer, Question
from companion.rules.verdicts import Code, Fault
from companion.rules.vocabulary import Player
from companion.speech.announcer import Announcer
from companion.speech.wording import Wording
from tests.speech.messages import names

V, N = Player.V, Player.N
START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"
JACQUET = "V12=14n1N N12=13v V6=1v N3=1v"
LATE = "V1=1v VB=1v NB=2n VO=13v NO=1n N2=12n"

QUARTERS = (
    "Votre jan intérieur. {} Votre jan extérieur. {} "
    "Jan extérieur adverse. {} Jan intérieur adverse. {}"
)


def answered(fact: KeyAnswer | Question, lang: str = "fr", game: str = "backgammon") -> str:
    (said,) = Announcer(game, lang).announce(fact)
    assert said.to == ("all" if fact.player is None else fact.player.value)
    return said.text


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        (
            KeyAnswer(V, "board-own", START),
            QUARTERS.format(
                "5 pions sur le 6.", "3 pions sur le 8.", "5 pions sur le 13.", "2 pions sur le 24."
            ),
        ),
        (
            KeyAnswer(N, "board-own", START),
            QUARTERS.format(
                "5 pions sur le 6.", "3 pions sur le 8.", "5 pions sur le 13.", "2 pions sur le 24."
            ),
        ),
        (
            KeyAnswer(V, "board-other", START),
            "Les pions adverses. "
            + QUARTERS.format(
                "2 pions sur le 1.",
                "5 pions sur le 12.",
                "3 pions sur le 17.",
                "5 pions sur le 19.",
            ),
        ),
        (KeyAnswer(V, "board-own", "V1=1v"), "Votre jan intérieur. Un pion sur le 1."),
        (KeyAnswer(V, "board-own", "VO=15v"), "Aucun pion sur les flèches."),
        (
            KeyAnswer(V, "board-off", LATE, (6, 3)),
            ("Vous avez 13 pions sortis. L'adversaire a un pion sorti. 6, 3."),
        ),
        (
            KeyAnswer(N, "board-off", LATE, (3, 3)),
            ("Vous avez un pion sorti. L'adversaire a 13 pions sortis. Double 3."),
        ),
        (
            KeyAnswer(N, "board-off", "VH=15v NH=1n"),
            (
                "Vous n'avez aucun pion sorti. L'adversaire n'a aucun pion sorti. "
                "Dés pas encore lancés."
            ),
        ),
        (
            KeyAnswer(V, "board-own", LATE),
            "Un pion sur la barre. Votre jan intérieur. Un pion sur le 1.",
        ),
        (
            KeyAnswer(N, "board-own", "VH=15v NH=15n"),
            "15 pions en main. Aucun pion sur les flèches.",
        ),
        (
            KeyAnswer(V, "board-other", "VH=15v V6=2n NB=1n NH=12n"),
            (
                "Les pions adverses. Un pion sur la barre. 12 pions en main. "
                "Votre jan intérieur. 2 pions sur le 6."
            ),
        ),
        (
            KeyAnswer(V, "score", "", (3, 2, 1, 5)),
            "Score, vous 3, adversaire 2. Match en 5 points. Videau à 1, au milieu.",
        ),
        (
            KeyAnswer(N, "score", "N", (3, 2, 4, 0)),
            "Score, vous 2, adversaire 3. Videau à 4, chez vous.",
        ),
        (
            KeyAnswer(N, "score", "V", (3, 2, 2, 1)),
            ("Score, vous 2, adversaire 3. Match en un point. Videau à 2, chez l'adversaire."),
        ),
        (KeyAnswer(V, "score", "", (3, 2)), "Score, vous 3, adversaire 2."),
        (
            KeyAnswer(V, "pips", "", (167, 150)),
            "Il vous reste 167 points à parcourir, à l'adversaire 150.",
        ),
        (
            KeyAnswer(N, "pips", "", (167, 150)),
            "Il vous reste 150 points à parcourir, à l'adversaire 167.",
        ),
        (KeyAnswer(V, "turn", "V", (1,)), "À vous depuis une seconde."),
        (KeyAnswer(V, "turn", "N", (59,)), "À l'adversaire depuis 59 secondes."),
        (KeyAnswer(V, "turn", "V", (60,)), "À vous depuis une minute."),
        (KeyAnswer(V, "turn", "V", (150,)), "À vous depuis 2 minutes."),
        (KeyAnswer(V, "turn", "V", (0,)), "À vous."),
        (
            KeyAnswer(N, "turn", "N", (5, 61, 200)),
            ("À vous depuis 5 secondes."),
        ),
        (
            KeyAnswer(N, "turn", "V", (5, 61, 200, 1200)),
            (
                "À l'adversaire depuis 5 secondes. Il vous reste 16 minutes. "
                "Il reste 18 minutes à l'adversaire."
            ),
        ),
        (
            KeyAnswer(V, "turn", "", (0, 590, 700, 600)),
            (
                "Ce n'est à personne de jouer. Il vous reste moins d'une minute. "
                "Il reste moins d'une minute à l'adversaire."
            ),
        ),
        (KeyAnswer(V, "turn", "", (90,)), "Ce n'est à personne de jouer."),
        (KeyAnswer(V, "refused", "cube-crawford"), "Pas de videau, c'est la partie Crawford."),
        (KeyAnswer(V, "refused", "something-new"), "Pas maintenant."),
        (KeyAnswer(V, "something-new"), "Pas maintenant."),
        (KeyAnswer(V, "no-hints"), "Pas de conseils dans ce mode."),
        (KeyAnswer(V, "cancelled", "menu"), "Menu fermé."),
        (KeyAnswer(V, "cancelled", "double-confirm"), "Finalement, pas de double."),
        (KeyAnswer(V, "cancelled", "resign-value"), "Abandon annulé, la partie continue."),
        (KeyAnswer(V, "refused", "paused"), "En pause. Oui pour reprendre."),
        (KeyAnswer(V, "refused", "not-now"), "Pas maintenant."),
        (Question(V, "double-confirm", "2"), "Doubler à 2 ? Oui pour confirmer."),
        (
            Question(V, "double-confirm", "accept 2"),
            "Doubler à 2, et accepter l'erreur ? Oui pour confirmer.",
        ),
        (
            Question(V, "resign-value", "1"),
            "Concéder une partie simple ? Oui pour confirmer, non pour une valeur plus forte.",
        ),
        (Question(V, "menu", "faster"), "Plus vite ?"),
        (Question(V, "menu", "something-new"), "Menu, something new ?"),
        (Question(V, "something-new"), "Oui ou non ?"),
    ],
)
def test_an_answer_in_french(fact: KeyAnswer | Question, expected: str) -> None:
    assert answered(fact) == expected


def test_in_jacquet_the_opponents_inner_board_comes_before_his_outer_board() -> None:
    assert answered(KeyAnswer(V, "board-own", JACQUET), game="jacquet") == (
        "Votre jan intérieur. Un pion en V 6. Jan intérieur adverse. Un pion en N 3. "
        "Jan extérieur adverse. 13 pions en N 12."
    )
    assert answered(KeyAnswer(N, "board-own", JACQUET), game="jacquet") == (
        "Jan extérieur adverse. Le postillon en V 12. 14 pions en V 12."
    )
    alone = KeyAnswer(N, "board-own", "V3=1N")
    assert answered(alone, game="jacquet") == ("Jan intérieur adverse. Le postillon en V 3.")


@pytest.mark.parametrize("game", ["jacquet", "backgammon"])
def test_a_hint_calls_the_inner_board_a_jan(game: str) -> None:
    wording = Wording("fr", game)
    assert wording.say("nudge.home") == "Ramenez vos pions dans votre jan intérieur."
    assert wording.say("reason.home", count=2) == "Vous ramenez 2 pions dans votre jan intérieur."


def test_a_game_without_a_cube_does_not_speak_of_one() -> None:
    score = KeyAnswer(V, "score", "", (3, 2, 1, 0))
    assert answered(score, "en", "jacquet") == "Score, you 3, your opponent 2."


def test_a_demanded_correction_is_said_aloud() -> None:
    announcer = Announcer("backgammon", "en")
    announcer.announce(Roll(V, (6, 5)))
    (said,) = announcer.announce(KeyAnswer(N, "demand"))
    assert (said.text, said.to) == ("Green must correct, 6, 5.", "all")


@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        ("en", "Early throw, black, but it'll count."),
        ("fr", "En avance, noir, mais ce lancer comptera."),
    ],
)
def test_that_an_early_throw_will_count_is_news_for_both(lang: str, expected: str) -> None:
    (said,) = Announcer("backgammon", lang).announce(KeyAnswer(N, "kept"))
    assert (said.text, said.to) == (expected, "all")


def test_the_referees_menu_and_topics_all_have_words() -> None:
    # A new match is what a new game is after a match.
    assert {*(entry.name for entry in MENU), "new-match", "other"} == names("menu")
    assert Announcer("backgammon", "en").announce(Question(V, Topic.RESIGN, "1")) == ()
    items = {Topic.LAYOUT: "turned", Topic.DICE: "63", Topic.OPENING_DICE: "63"}
    items |= {Topic.OUT: "q0", Topic.OUT_AGREE: "V6", Topic.IN_AGREE: "VB", Topic.READING: "V6=3v"}
    items |= {Topic.GAME: "jacquet"}
    for topic in set(QUESTIONS) - {Topic.RESIGN}:
        question = Question(V, topic, items.get(topic, "1"))
        assert answered(question, "en") != "Yes or no?"
    lapsing = set(QUESTIONS) - {Topic.RESIGN, Topic.LAYOUT, Topic.READING, Topic.GAME}
    assert names("answer.cancelled") == lapsing | {"choosing", "new-match"}


@pytest.mark.parametrize(
    ("game", "item", "expected"),
    [
        (
            "backgammon",
            "2",
            "Concéder un gammon ? Oui pour confirmer, non pour une valeur plus forte.",
        ),
        (
            "dutch",
            "3",
            "Concéder un backgammon ? Oui pour confirmer, non pour continuer la partie.",
        ),
        (
            "jacquet",
            "2",
            "Concéder une partie double ? Oui pour confirmer, non pour une valeur plus forte.",
        ),
        (
            "jacquet",
            "4",
            "Concéder une partie quadruple ? Oui pour confirmer, non pour continuer la partie.",
        ),
        ("acey-deucey", "1", "Abandonner ? Oui pour confirmer."),
    ],
)
def test_what_is_resigned_has_each_games_name(game: str, item: str, expected: str) -> None:
    assert answered(Question(V, "resign-value", item), game=game) == expected


@pytest.mark.parametrize(
    ("pile", "game", "french", "english"),
    [
        ("V8=3v", "backgammon", "Flèche 8, avec 3 pions verts.", "Point 8, 3 green pieces."),
        ("NB=1n", "backgammon", "Barre de noir, un pion.", "Black's bar, one piece."),
        ("VO=2v", "dutch", "Vert, 2 pions sortis.", "Green, 2 pieces off."),
        (
            "V12=2n1N",
            "jacquet",
            "Flèche V 12, le postillon noir. Flèche V 12, avec 2 pions noirs.",
            "Point V 12, the black postillon. Point V 12, 2 black pieces.",
        ),
        (
            "V1=1v1n1?",
            "backgammon",
            (
                "Flèche 1, avec un pion vert. Flèche 1, avec un pion noir. "
                "Flèche 1, avec un pion inconnu."
            ),
            "Point 1, one green piece. Point 1, one black piece. Point 1, one unknown piece.",
        ),
    ],
)
def test_what_stands_on_a_point(pile: str, game: str, french: str, english: str) -> None:
    fact = KeyAnswer(V, "stands", pile)
    assert answered(fact, "fr", game=game) == french
    assert answered(fact, "en", game=game) == english


@pytest.mark.parametrize(
    ("topic", "item", "game", "french", "english"),
    [
        ("out", "q3", "backgammon", "jan intérieur adverse ?", "A point in your opponent's home?"),
        (
            "out",
            "q3",
            "jacquet",
            "jan extérieur adverse ?",
            "A point in your opponent's outer table?",
        ),
        ("out", "q0:V6", "backgammon", "Votre flèche 6 ?", "Your point 6?"),
        ("out", "V6", "jacquet", "Flèche V 6 ?", "Point V 6?"),
        ("out", "N-dice", "jacquet", "Les dés de noir ?", "Black's dice?"),
        (
            "out-agree",
            "N1",
            "backgammon",
            "Flèche 13. Hors service, dit",
            "Point 13. Out of order, says",
        ),
        ("in-agree", "VB", "dutch", "La barre de vert. De nouveau", "Green's bar. Working again"),
        ("out", "V6+", "dutch", "Flèche 6. De nouveau en service ?", "Point 6. Working again?"),
        ("out-agree", "VB", "dutch", "La barre de vert. Hors", "Green's bar. Out of order"),
        (
            "reading",
            "VB=0v NO=2n",
            "backgammon",
            "Barre de vert, vide. Noir, 2 pions sortis.",
            "Green's bar, empty. Black, 2 pieces off.",
        ),
        (
            "reading",
            "V6=3v N1=0v",
            "dutch",
            "Flèche 6, avec 3 pions verts. Flèche 13, vide. C'est bien cela ? Oui pour",
            "Point 6, 3 green pieces. Point 13, empty. Is that right? Yes,",
        ),
    ],
)
def test_what_is_out_of_order(topic: str, item: str, game: str, french: str, english: str) -> None:
    assert french in answered(Question(V, topic, item), "fr", game=game)
    assert english in answered(Question(V, topic, item), "en", game=game)


def test_a_layout_is_asked_of_both() -> None:
    (said,) = Announcer("backgammon", "en").announce(Question(None, "layout", "turned"))
    assert said.to == "all"
    assert said.text.startswith("Turned round")


WHY = Explained(
    N,
    "why",
    V,
    (3, 1),
    START,
    faults=(Fault(Code.WRONG_DISTANCE, V, "V8", "V3", pips=5),),
)
OTHER = Explained(
    N,
    "alternative",
    V,
    (3, 1),
    START,
    end="V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v",
)


@pytest.mark.parametrize(
    ("fact", "mode", "expected"),
    [
        (WHY, "club", "Wrong distance, 5 pips from 8 to 3. The dice show 3 and 1."),
        (WHY, "tournament", "Wrong distance, 5 pips from 8 to 3. The dice show 3 and 1."),
        (OTHER, "club", "For example. From 8 to 5. From 6 to 5."),
        (OTHER, "tournament", "No hints in this mode."),
        (replace(OTHER, topic="forced"), "club", "Forced. From 8 to 5. From 6 to 5."),
        (replace(OTHER, end="V1=14v"), "club", "For example."),
    ],
)
def test_why_and_what_instead(fact: Explained, mode: str, expected: str) -> None:
    (said,) = Announcer("backgammon", "en", mode=mode).announce(fact)
    assert (said.text, said.to) == (expected, "N")


def test_that_an_undo_is_refused_is_said_to_both() -> None:
    refused = KeyAnswer(N, "cancelled", "undo")
    (said,) = Announcer("backgammon", "fr").announce(refused)
    assert (said.text, said.to) == ("Refusé, la décision est maintenue.", "all")
