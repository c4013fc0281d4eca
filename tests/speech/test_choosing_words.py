"""The choosing of a game in words, and what each player has his own way."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.board.observation import Observation
from companion.referee.choosing import Chooser, _lengths, options_of
from companion.referee.facts import (
    Fact,
    GameBegins,
    Opening,
    Ruling,
    TurnBegins,
    TurnEnds,
)
from companion.referee.talk_facts import Choice, Choosing, Chosen, KeyAnswer, Question
from companion.rules import Player, Verdict, game_names
from companion.speech.announcer import Announcer
from companion.speech.utterance import Priority, Utterance

V, N = Player.V, Player.N
START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"
AFTER31 = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"
PLAYED = TurnEnds(V, (3, 1), Verdict.LEGAL, (), AFTER31, START)
ALL = Choice("jacquet", ("count-games", "double-bouchage"), 3, 20)


def words(fact: Fact, lang: str) -> str:
    return " ".join(each.text for each in Announcer("backgammon", lang).announce(fact))


@pytest.mark.parametrize(
    ("fact", "french", "english"),
    [
        (
            Choosing("again", ALL),
            (
                "Jacquet, comme la dernière fois ? Au meilleur des 3 parties. Convenu, double "
                "bouchage. 20 minutes chacun par partie. Oui pour ce jeu, non pour un autre."
            ),
            (
                "Jacquet, as last time? Best of 3 games. Agreed, double bouchage. 20 minutes each "
                "for a game. Yes, or no for a different game."
            ),
        ),
        (
            Choosing("again", Choice("acey-deucey", (), 5, 1)),
            (
                "Acey Deucey, comme la dernière fois ? Match en 5 points. Une minute chacun par "
                "partie. Oui pour ce jeu, non pour un autre."
            ),
            (
                "Acey Deucey, as last time? Match to 5 points. One minute each for a game. "
                "Yes, or no for a different game."
            ),
        ),
        (
            Choosing("shown", Choice("jacquet")),
            "Le jacquet est en place. Jouer ? Oui ou non.",
            "Jacquet is set up. Play? Yes or no.",
        ),
        (
            Choosing("game", Choice("dutch")),
            "Backgammon néerlandais ? Oui pour ce jeu, non pour un autre.",
            "Dutch backgammon? Yes, or no for a different game.",
        ),
        (
            Choosing("game", Choice(), "welcome"),
            (
                "Bienvenue. Vos sept touches sont à votre gauche, en rang, "
                "de la plus proche à la plus lointaine. "
                "Les deux dernières sont oui, puis non. "
                "Backgammon ? Oui pour ce jeu, non pour un autre."
            ),
            (
                "Welcome. Your seven keys are on your left, in a row going away from you. "
                "The farthest is no, the one before it is yes. "
                "Backgammon? Yes, or no for a different game."
            ),
        ),
        (
            Choosing("length", Choice()),
            "Parties libres, sans match ? Oui pour accepter, non pour un match.",
            "Single games, no match? Yes, or no for a match.",
        ),
        (
            Choosing("length", Choice(match_to=7)),
            "Match en 7 points ? Oui pour accepter, non pour une autre longueur.",
            "Match to 7 points? Yes, or no for another length.",
        ),
        (
            Choosing("length", Choice("jacquet", ("count-games",), 5)),
            "Au meilleur des 5 parties ? Oui pour accepter, non pour une autre longueur.",
            "Best of 5 games? Yes, or no for another length.",
        ),
        (
            Choosing("rules", Choice()),
            ("Règles habituelles ? Oui pour accepter, non pour choisir les règles et une pendule."),
            "Usual rules? Yes, or no to choose rules and a clock.",
        ),
        (
            Choosing("option", Choice(), "no-cube"),
            "Avec le videau ? Oui ou non.",
            "Play with the cube? Yes or no.",
        ),
        (
            Choosing("option", Choice(), "automatic-doubles"),
            "Avec les doubles automatiques ? Oui ou non. La touche conseil l'explique.",
            "Play automatic doubles? Yes or no. The hint key explains it.",
        ),
        (
            Choosing("option", Choice(), "automatic-doubles", explained=True),
            (
                "Deux dés de départ égaux doublent alors la valeur de la partie. "
                "Avec les doubles automatiques ? Oui ou non."
            ),
            (
                "Equal opening dice then double what the game is worth. "
                "Play automatic doubles? Yes or no."
            ),
        ),
        (
            Choosing("game", Choice("jacquet"), explained=True),
            (
                "Les deux joueurs tournent dans le même sens, on ne frappe jamais, et un pion, "
                "le postillon, doit rentrer le premier. Jacquet ? "
                "Oui pour ce jeu, non pour un autre."
            ),
            (
                "Both players go the same way round, nothing is ever hit, and one piece, the "
                "postillon, must come home first. Jacquet? Yes, or no for a different game."
            ),
        ),
        (
            Choosing("length", Choice(match_to=7), explained=True),
            (
                "Une partie vaut un point ou plus, et le premier à 7 points gagne le match. "
                "Match en 7 points ? Oui pour accepter, non pour une autre longueur."
            ),
            (
                "A game is worth one point or more, and the first to 7 points wins the match. "
                "Match to 7 points? Yes, or no for another length."
            ),
        ),
        (
            Choosing("length", Choice("jacquet", ("count-games",), 5), explained=True),
            (
                "Chaque partie compte pour une, et le premier à en gagner 3 gagne le match. "
                "Au meilleur des 5 parties ? Oui pour accepter, non pour une autre longueur."
            ),
            (
                "Every game counts as one, and the first to win 3 wins the match. "
                "Best of 5 games? Yes, or no for another length."
            ),
        ),
        (
            Choosing("clock", Choice()),
            "Avec une pendule ? Oui ou non.",
            "Play with a clock? Yes or no.",
        ),
        (
            Choosing("clock", Choice(clock=30)),
            "30 minutes chacun ? Oui pour accepter, non pour une autre durée.",
            "30 minutes each? Yes, or no for another limit.",
        ),
        (Chosen(ALL), "Jacquet choisi.", "Jacquet chosen."),
        (
            Question(None, "game", "backgammon"),
            "Le backgammon est en place. Jouer ? Oui ou non.",
            "Backgammon is set up. Play? Yes or no.",
        ),
        (
            Question(N, "new-game"),
            (
                "L'adversaire propose de recommencer cette partie. "
                "Oui pour accepter, non pour refuser."
            ),
            "Your opponent asks to restart this game. Yes to agree, no to refuse.",
        ),
        (
            Question(N, "other-game"),
            "L'adversaire propose de changer de jeu. Oui pour accepter, non pour refuser.",
            "Your opponent asks for a different game. Yes to agree, no to refuse.",
        ),
        (
            KeyAnswer(N, "cancelled", "other-game"),
            "Refusé, la partie continue.",
            "Refused, this game goes on.",
        ),
        (Ruling("new-game", by="players"), "Partie recommencée.", "Game restarted."),
        (
            Ruling("other-game", by="players"),
            (
                "Choisissez un autre jeu par oui ou non. La touche conseil l'explique, toute autre "
                "touche ramène à la partie."
            ),
            (
                "Different game. Yes to take it, no for the next, hint for an explanation, any"
                " other key to go back."
            ),
        ),
        (Ruling("stop", by="V"), "", ""),
    ],
)
def test_what_is_said(fact: Fact, french: str, english: str) -> None:
    assert words(fact, "fr") == french
    assert words(fact, "en") == english


@pytest.mark.parametrize("game", game_names())
def test_every_game_and_option_has_its_words(game: str) -> None:
    facts: list[Fact] = [
        Choosing("again", Choice(game)),
        Choosing("game", Choice(game)),
        Chosen(Choice(game)),
        *(Choosing("option", Choice(game), name) for name in options_of(game)),
    ]
    assert all(words(fact, lang) for fact in facts for lang in ("fr", "en"))


HINT_EXPLAINS = {"en": " The hint key explains it.", "fr": " La touche conseil l'explique."}


def every_question(game: str) -> Iterator[Choosing]:
    """Each kind of offer about a game."""
    for step in ("again", "game", "rules", "clock"):
        yield Choosing(step, Choice(game))
    for length, options in _lengths(game):
        yield Choosing("length", Choice(game, options, length))
    for name in options_of(game):
        yield Choosing("option", Choice(game), name)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", game_names())
def test_whatever_is_asked_is_explained_in_one_sentence_and_asked_again(
    game: str, lang: str
) -> None:
    for asked in every_question(game):
        question = words(asked, lang).removesuffix(HINT_EXPLAINS[lang])
        explained = words(replace(asked, explained=True), lang)
        assert explained.endswith(question)
        told = explained.removesuffix(question)
        assert told.count(". ") == 1
        assert len(told.split()) > 4


def test_an_offer_is_an_announcement_so_that_it_can_be_repeated() -> None:
    (offer,) = Chooser(None, Choice()).settled(Observation(0))
    assert isinstance(offer, Choosing)
    (said,) = Announcer("backgammon", "en").announce(offer)
    assert (said.priority, said.key) == (Priority.RESULT, "choosing")


def test_good_bye_says_whether_the_game_is_kept() -> None:
    announcer = Announcer("backgammon", "fr")
    for begun, kept, told in (
        (True, True, "Au revoir. La partie est enregistrée."),
        (True, False, "Au revoir. La partie n'est pas enregistrée."),
        (False, False, "Au revoir."),
    ):
        assert [said.text for said in announcer.good_bye(begun=begun, kept=kept)] == [told]
        (cut,) = announcer.good_bye(begun=begun, kept=False, cut=True)
        assert cut.text == "Au revoir. La fin de cette soirée n'est pas enregistrée."


def test_another_game_is_spoken_of_as_it_is_named() -> None:
    announcer = Announcer("backgammon", "en", layout=("mirrored",))
    announcer.play("jacquet")
    (said,) = announcer.announce(Opening(2, 5, N))
    assert said.text == "Black begins. Black 5, green 2."


@pytest.mark.parametrize(
    ("layout", "named"),
    [((), "V 8 to 5"), (("mirrored",), "V 5 to 8"), (("mirrored", "turned"), "N 5 to 8")],
)
def test_a_game_that_begins_is_spoken_of_as_it_lies(layout: tuple[str, ...], named: str) -> None:
    """Another game was chosen on a board that is mirrored or turned round."""
    announcer = Announcer("jacquet", "en", notation="names", layout=("turned",))
    announcer.play("backgammon")
    announcer.announce(GameBegins("backgammon", (), 1, None, (0, 0), layout=layout))
    (said,) = announcer.announce(PLAYED)
    assert said.text.startswith(f"{named}. ")


# --- each player's own way ------------------------------------------------------------------------
def said_to_both(*facts: Fact, **settings: object) -> list[tuple[str, str]]:
    announcer = Announcer("backgammon", "en", **settings)  # type: ignore[arg-type]
    told: tuple[Utterance, ...] = ()
    for fact in facts:
        told = announcer.announce(fact)
    return [(each.to, each.text) for each in told]


def test_what_both_hear_has_the_more_words_of_the_two() -> None:
    own = {V: "brief", N: "normal"}
    turn = TurnBegins(V, START)
    begins = GameBegins("backgammon", (), 1, None, (0, 0))
    assert said_to_both(begins, turn, verbosity=own) == [
        ("all", "Green, your turn. Throw both dice.")
    ]
    assert said_to_both(begins, turn, verbosity="brief") == [("all", "Green, your turn.")]


@pytest.mark.parametrize(
    ("notation", "told"),
    [
        ({V: "own", N: "own"}, "8 to 5. 6 to 5."),
        ({V: "own", N: "names"}, "V 8 to 5. V 6 to 5."),
        ({V: "names", N: "own"}, "V 8 to 5. V 6 to 5."),
    ],
)
def test_what_both_hear_names_points_unless_both_want_numbers(
    notation: dict[Player, str], told: str
) -> None:
    assert said_to_both(PLAYED, notation=notation) == [("all", told)]


@pytest.mark.parametrize(("player", "told"), [(V, "13"), (N, "V 12")])
def test_an_answer_is_told_the_askers_own_way(player: Player, told: str) -> None:
    notation = {V: "own", N: "names"}
    asked = KeyAnswer(player, "board-own", START)
    ((to, text),) = said_to_both(asked, notation=notation)
    assert to == player.value
    assert f"5 pieces on {told}." in text
