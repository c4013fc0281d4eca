"""The choosing of a game in words, and what each player has his own way."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.board.observation import Observation
from companion.referee.choosing import Chooser, lengths, options_of
from companion.referee.facts import (
    Fact,
    GameBegins,
    Opening,
    TurnBegins,
)
from companion.referee.talk_facts import Choice, Choosing, Chosen, KeyAnswer
from companion.rules import Player, game_names
from companion.speech.announcer import Announcer
from companion.speech.utterance import Priority, Utterance
from tests.speech.examples import PLAYED, START

V, N = Player.V, Player.N


def words(fact: Fact, lang: str) -> str:
    return " ".join(each.text for each in Announcer("backgammon", lang).announce(fact))


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
    for length, options in lengths(game):
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
        assert [said.text for said in announcer.good_bye(begun=begun, is_saved=kept)] == [told]
        (cut,) = announcer.good_bye(begun=begun, is_saved=False, cut=True)
        assert cut.text == "Au revoir. La fin de cette soirée n'est pas enregistrée."


def test_another_game_is_spoken_of_as_it_is_named() -> None:
    announcer = Announcer("backgammon", "en", layout=("mirrored",))
    announcer.use_game("jacquet")
    (said,) = announcer.announce(Opening(2, 5, N))
    assert said.text == "Black begins. Black 5, green 2."


@pytest.mark.parametrize(
    ("layout", "named"),
    [((), "V 8 to 5"), (("mirrored",), "V 5 to 8"), (("mirrored", "turned"), "N 5 to 8")],
)
def test_a_game_that_begins_is_spoken_of_as_it_lies(layout: tuple[str, ...], named: str) -> None:
    """Another game was chosen on a board that is mirrored or turned round."""
    announcer = Announcer("jacquet", "en", notation="names", layout=("turned",))
    announcer.use_game("backgammon")
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
