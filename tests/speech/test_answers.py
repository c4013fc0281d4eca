"""What a key is answered, and what a player is asked, from his own side of the board."""

import pytest

from companion.referee.menu import MENU
from companion.referee.state import Topic
from companion.referee.talk_facts import KeyAnswer, Question
from companion.referee.transitions import QUESTIONS
from companion.rules.vocabulary import Player
from companion.speech.announcer import Announcer
from companion.speech.wording import Wording
from tests.speech.messages import names

V, N = Player.V, Player.N


def answered(fact: KeyAnswer | Question, lang: str = "fr", game: str = "backgammon") -> str:
    (said,) = Announcer(game, lang).announce(fact)
    assert said.to == ("all" if fact.player is None else fact.player.value)
    return said.text


@pytest.mark.parametrize("game", ["jacquet", "backgammon"])
def test_a_hint_calls_the_inner_board_a_jan(game: str) -> None:
    wording = Wording("fr", game)
    assert wording.say("nudge.home") == "Ramenez vos pions dans votre jan intérieur."
    assert wording.say("reason.home", count=2) == "Ramener 2 pions dans votre jan intérieur."


def test_every_menu_entry_and_topic_has_words() -> None:
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
    assert names("answer.cancelled") == lapsing | {
        "choosing",
        "double",
        "lapsed",
        "new-match",
        "other",
    }
