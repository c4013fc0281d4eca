"""The choosing of a game in words, and what each player has his own way."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.board.observation import Observation
from companion.referee.choosing import Chooser, lengths, options_of
from companion.referee.facts import Fact
from companion.referee.talk_facts import Choice, Choosing, Chosen
from companion.rules import game_names
from companion.speech.announcer import Announcer
from companion.speech.utterance import Priority


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
def test_every_question_is_explained_in_one_sentence_and_repeated(game: str, lang: str) -> None:
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
