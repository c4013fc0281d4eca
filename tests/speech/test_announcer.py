"""Announcements: how urgent they are, who hears them, and in which context sentences change."""

import inspect
import re
from typing import Any

import pytest

from companion.referee import rulings
from companion.referee.board_facts import Difference, Link, Setup
from companion.referee.facts import (
    CubeAction,
    DieDisturbed,
    ErrorClosed,
    ErrorOpen,
    Fact,
    GameEnds,
    Opening,
    Roll,
    RollVoid,
    Ruling,
    TurnBegins,
    TurnEnds,
)
from companion.referee.machine import TABLE as MACHINE
from companion.referee.state import Phase
from companion.referee.talk_facts import KeyAnswer, Question
from companion.rules.verdicts import Verdict
from companion.rules.vocabulary import Player
from companion.speech.announcer import Announcer
from companion.speech.utterance import Priority, Utterance
from tests.speech.examples import AFTER31, ILLEGAL, INCOMPLETE, LEGAL, PASS, PLAYED, START, UNUSED
from tests.speech.messages import names

V, N = Player.V, Player.N


def announced(
    fact: Fact, lang: str = "fr", *, rules: str = "backgammon", **settings: Any
) -> tuple[Utterance, ...]:
    """What is said of a fact in green's turn after a throw of 3 and 1."""
    announcer = Announcer(rules, lang, **settings)
    announcer.announce(TurnBegins(V, START))
    announcer.announce(Roll(V, (3, 1)))
    return announcer.announce(fact)


def test_every_reason_for_a_refusal_has_words() -> None:
    source = inspect.getsource(rulings)
    told = set(re.findall(r'refuse\(context, ruling, "([a-z-]+)"', source)) | {
        "no-error",
        "no-journal",
        "choosing",
    }
    told |= {
        rulings.refusal_code(phase, what)
        for phase in Phase
        for what in rulings.KINDS
        if (phase, (Ruling, what)) not in MACHINE
    }
    assert told - {"unknown"} == names("ruling.refused") - {"other"}


@pytest.mark.parametrize(
    ("fact", "priority", "key", "turn"),
    [
        (Link("lost"), Priority.ALERT, "link", 0),
        (Link("connected"), Priority.RESULT, "link", 0),
        (Setup(ok=True), Priority.RESULT, "setup", 0),
        (Setup(ok=False, differences=(Difference("V1", "", "1n"),)), Priority.ANSWER, "setup", 1),
        (Opening(5, 3, V), Priority.RESULT, "", 0),
        (Roll(V, (3, 1)), Priority.RESULT, "turn 1", 0),
        (RollVoid(V, "cocked"), Priority.ALERT, "void", 1),
        (DieDisturbed(V, 3, 1), Priority.ALERT, "die", 1),
        (LEGAL, Priority.ANSWER, "verdict", 1),
        (PASS, Priority.RESULT, "", 0),
        (ILLEGAL, Priority.ALERT, "verdict", 1),
        (PLAYED, Priority.RESULT, "", 0),
        (ErrorOpen(V, UNUSED), Priority.ALERT, "error", 1),
        (ErrorClosed(V, "accepted", START), Priority.RESULT, "", 0),
        (CubeAction(V, "offer", 2, None), Priority.RESULT, "", 0),
        (GameEnds(V, "single", "off", 1, (1, 0)), Priority.RESULT, "", 0),
        (Question(V, "double-confirm", "2"), Priority.ANSWER, "question", 1),
        (KeyAnswer(V, "pips", "", (1, 2)), Priority.ANSWER, "answer", 1),
        (KeyAnswer(V, "demand"), Priority.ALERT, "", 1),
    ],
)
def test_each_announcement_has_its_priority_and_its_turn(
    fact: Fact, priority: Priority, key: str, turn: int
) -> None:
    (said,) = announced(fact)
    assert (said.priority, said.key, said.turn) == (priority, key, turn)


def test_the_last_move_of_a_game_is_marked() -> None:
    before = "V1=1v V2=1v NO=2n VO=13v N1=13n"
    after = "NO=2n VO=15v N1=13n"
    (said,) = announced(TurnEnds(V, (2, 1), Verdict.LEGAL, (), after, before))
    assert said.last_move
    assert said.text == "Sorti du 2. Sorti du 1."
    assert not announced(PLAYED)[0].last_move


# --- modes and verbosity --------------------------------------------------------------------------


def test_internal_errors_are_announced_to_both_players() -> None:
    announcer = Announcer("backgammon", {V: "fr", N: "en"})
    assert [(said.priority, said.to) for said in announcer.notice("evening.own-fault")] == [
        (Priority.ALERT, "V"),
        (Priority.ALERT, "N"),
    ]
    (said,) = Announcer("backgammon", "en").notice("evening.journal-lost")
    assert said.text == "Recording stopped. The game goes on, but is no longer saved."
    (said,) = Announcer("backgammon", "fr").notice("evening.journal-again")
    assert said.text == "Enregistrement repris. Rien n'y manque."


def test_an_incomplete_turn_is_only_a_hint() -> None:
    (said,) = announced(INCOMPLETE, verbosity="full")
    assert said.priority is Priority.HINT


def test_verbosity_goes_round() -> None:
    announcer = Announcer("backgammon", "fr")
    heard = []
    for _ in range(4):
        heard.append(" ".join(each.text for each in announcer.announce(INCOMPLETE)))
        announcer.next_verbosity(V)
        announcer.next_verbosity(N)
    assert [bool(text) for text in heard] == [False, True, False, False]


# --- who hears what -------------------------------------------------------------------------------
def test_in_one_language_an_announcement_is_made_once() -> None:
    assert announced(LEGAL) == (
        Utterance("Légal.", "fr", Priority.ANSWER, "all", "verdict", turn=1),
    )


def test_a_player_can_change_his_language() -> None:
    announcer = Announcer("backgammon", "fr")
    announcer.next_language(N)
    assert [each.lang for each in announcer.announce(LEGAL)] == ["fr", "en"]
    announcer.next_language(N)
    assert [each.lang for each in announcer.announce(LEGAL)] == ["fr"]


def test_a_throw_replaces_the_call_to_throw() -> None:
    announcer = Announcer("backgammon", "fr")
    (turn,) = announcer.announce(TurnBegins(V, START))
    (roll,) = announcer.announce(Roll(V, (3, 1)))
    (after,) = announcer.announce(TurnBegins(N, AFTER31))
    assert turn.key == roll.key
    assert after.key != roll.key


@pytest.mark.parametrize(
    "settings", [{"lang": "xx"}, {"verbosity": "chatty"}, {"notation": "both"}, {"mode": "war"}]
)
def test_a_setting_that_does_not_exist_is_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"'(xx|chatty|both|war)'"):
        Announcer("backgammon", **{"lang": "en"} | settings)
