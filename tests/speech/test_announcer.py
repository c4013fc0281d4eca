"""Announcements: how urgent they are, who hears them, and in which context sentences change."""

import inspect
import re
from dataclasses import replace
from typing import Any

import pytest

from companion.referee import rulings
from companion.referee.board_facts import BoardFault, Difference, Link, Setup
from companion.referee.facts import (
    CubeAction,
    DieDisturbed,
    ErrorClosed,
    ErrorOpen,
    Fact,
    GameBegins,
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
from companion.referee.talk_facts import Explained, KeyAnswer, Question
from companion.rules.verdicts import Code, Fault, Verdict
from companion.rules.vocabulary import Player
from companion.speech.announcer import Announcer
from companion.speech.catalogue import UnknownLanguageError
from companion.speech.utterance import Priority, Utterance
from tests.speech.examples import (
    AFTER31,
    ILLEGAL,
    INCOMPLETE,
    LEGAL,
    PASS,
    PLAYED,
    START,
    UNUSED,
    WRONG,
)
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


def words(fact: Fact, lang: str = "fr", **settings: Any) -> str:
    return " ".join(each.text for each in announced(fact, lang, **settings))


def test_a_tournament_never_says_what_may_be_played() -> None:
    roll = Roll(V, (2, 1))
    assert words(roll, "en", rules="acey-deucey") != words(
        roll, "en", rules="acey-deucey", mode="tournament"
    )
    for topic in ("alternative", "forced"):
        hint = Explained(V, topic, V, (3, 1), START, AFTER31)
        assert words(hint, "en", mode="tournament") == "No hints in this mode."


def test_dice_that_a_ruling_has_told_are_not_told_again() -> None:
    announcer = Announcer("backgammon", "en")
    assert announcer.announce(Ruling("dice", "Ann", dice=(6, 3), player=V))
    assert announcer.announce(TurnBegins(V, START)) == ()
    assert announcer.announce(Roll(V, (6, 3), by_hand=True)) == ()
    assert announcer.announce(TurnBegins(N, START))


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
        (
            Setup(ok=False, differences=(Difference("V1", "", "1n"),)),
            Priority.ANSWER,
            "setup",
            1,
        ),
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
def test_how_urgent_it_is_and_how_long_it_is_true(
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
def test_in_a_tournament_verdicts_wait_for_the_lift() -> None:
    for fact in (LEGAL, PASS, INCOMPLETE, ILLEGAL):
        assert announced(fact, mode="tournament", verbosity="full") == ()
    opened = ErrorOpen(V, WRONG)
    assert words(opened, mode="tournament").startswith("Erreur de vert. Mauvaise distance")


def test_in_practice_they_do_not_wait() -> None:
    assert words(ILLEGAL, mode="practice") == words(ILLEGAL, mode="club")


def test_a_fault_that_the_verdict_has_named_is_not_named_at_the_lift() -> None:
    opened = ErrorOpen(V, WRONG)
    named = "Error by green. Wrong distance, 5 pips from 8 to 3. Black, throw"
    assert words(opened, "en").startswith(named)
    for mode, verbosity, expected in (
        ("club", "brief", "Error by green."),
        ("club", "normal", "Error by green. Black, throw"),
        ("club", "full", "Error by green. Black, throw"),
        ("tournament", "normal", named),
    ):
        announcer = Announcer("backgammon", "en", verbosity, mode=mode)
        announcer.announce(Roll(V, (3, 1)))
        announcer.announce(ILLEGAL)
        (said,) = announcer.announce(opened)
        assert said.text.startswith(expected), (mode, verbosity)


def test_the_legal_turn_is_ended_as_its_dice_are_set() -> None:
    for ends_by, expected in (
        ("lift", "Legal. Pick up the dice to end your turn."),
        ("yes", "Legal. Press yes to end your turn."),
        ("either", "Legal. Pick up the dice, or press yes, to end your turn."),
    ):
        announcer = Announcer("backgammon", "en")
        announcer.announce(GameBegins("backgammon", (), 1, None, (0, 0)))
        announcer.announce(TurnBegins(V, START))
        (said,) = announcer.announce(replace(LEGAL, ends_by=ends_by))
        assert said.text == expected


def test_the_first_turns_say_that_enter_ends_a_turn_without_a_move() -> None:
    passed = replace(LEGAL, nothing_to_play=True, ends_by="line")
    for verbosity, expected in (
        ("brief", "No move."),
        ("normal", "No move. Press Enter to end your turn."),
    ):
        announcer = Announcer("backgammon", "en", verbosity)
        announcer.announce(GameBegins("backgammon", (), 1, None, (0, 0)))
        announcer.announce(TurnBegins(V, START))
        (said,) = announcer.announce(passed)
        assert said.text == expected


def test_a_seat_for_dice_belongs_to_the_other_on_a_board_turned_round() -> None:
    fault = BoardFault("die3", "silent", gone=True)
    assert words(fault, "en", layout=("turned",)) == "Green's first die. Fault gone."
    assert words(fault, "en") == "Black's first die. Fault gone."


def test_a_board_nobody_may_accept_is_said_to_the_end_however_brief() -> None:
    opened = ErrorOpen(V, (Fault(Code.PIECE_MISSING, V),), acceptable=False)
    expected = "Erreur de vert. Il manque un pion vert. Vert doit rectifier, 3, 1."
    assert words(opened, verbosity="brief") == expected


def test_troubles_of_the_program_itself_are_said_aloud_to_both() -> None:
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


# --- the games ------------------------------------------------------------------------------------


def test_points_are_named_as_on_the_board_where_that_is_set() -> None:
    assert words(PLAYED, notation="names") == "V 8, au 5. V 6, au 5."
    assert words(PLAYED, "en", notation="names") == "V 8 to 5. V 6 to 5."


def test_on_a_mirrored_board_names_are_those_that_are_felt() -> None:
    mirrored = words(PLAYED, notation="names", layout=("mirrored",))
    assert mirrored == "V 5, au 8. V 7, au 8."
    assert words(PLAYED, layout=("mirrored",)) == "8, au 5. 6, au 5."


# --- who hears what -------------------------------------------------------------------------------
def test_one_language_is_said_once_to_both() -> None:
    assert announced(LEGAL) == (
        Utterance("Légal.", "fr", Priority.ANSWER, "all", "verdict", turn=1),
    )


def test_two_languages_are_said_to_each_his_own() -> None:
    announcer = Announcer("backgammon", {V: "fr", N: "en"})
    said = announcer.announce(Opening(5, 3, V))
    assert [(each.text, each.lang, each.to) for each in said] == [
        ("Vert commence avec 5, 3.", "fr", "V"),
        ("Green begins with 5 and 3.", "en", "N"),
    ]


@pytest.mark.parametrize(("player", "text"), [(V, "À vous."), (N, "Your opponent's turn.")])
def test_an_answer_goes_to_the_asker_alone_in_his_language(player: Player, text: str) -> None:
    announcer = Announcer("backgammon", {V: "fr", N: "en"})
    (said,) = announcer.announce(KeyAnswer(player, "turn", "V"))
    assert (said.text, said.to) == (text, player.value)


def test_a_player_can_change_his_language() -> None:
    announcer = Announcer("backgammon", "fr")
    announcer.next_language(N)
    assert [each.lang for each in announcer.announce(LEGAL)] == ["fr", "en"]
    announcer.next_language(N)
    assert [each.lang for each in announcer.announce(LEGAL)] == ["fr"]


def test_a_call_to_throw_gives_way_to_the_throw() -> None:
    announcer = Announcer("backgammon", "fr")
    (turn,) = announcer.announce(TurnBegins(V, START))
    (roll,) = announcer.announce(Roll(V, (3, 1)))
    (after,) = announcer.announce(TurnBegins(N, AFTER31))
    assert turn.key == roll.key
    assert after.key != roll.key


def test_after_a_restart_a_correction_is_told_from_where_the_turn_began() -> None:
    announcer = Announcer("backgammon", "en")
    announcer.announce(TurnBegins(V, START))
    announcer.announce(Roll(V, (3, 1)))
    announcer.announce(ErrorOpen(V, UNUSED))
    (said,) = announcer.announce(ErrorClosed(V, "corrected", AFTER31))
    assert said.text == "Corrected. 8 to 5. 6 to 5."


def test_a_correction_of_an_unknown_turn_is_told_without_its_moves() -> None:
    (said,) = Announcer("backgammon", "en").announce(ErrorClosed(V, "corrected", AFTER31))
    assert said.text == "Corrected."


def test_a_play_that_cannot_be_read_is_told_without_its_moves() -> None:
    odd = TurnEnds(V, (3, 1), Verdict.LEGAL, (), "V1=1v", START)
    assert words(odd, "en") == "Green plays."


@pytest.mark.parametrize(
    "settings",
    [
        {"lang": "xx"},
        {"verbosity": "chatty"},
        {"notation": "both"},
        {"mode": "war"},
    ],
)
def test_a_setting_that_does_not_exist_is_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"'(xx|chatty|both|war)'"):
        Announcer("backgammon", **{"lang": "en"} | settings)


def test_the_refusal_of_a_language_names_those_there_are() -> None:
    with pytest.raises(UnknownLanguageError, match="en, fr"):
        Announcer("backgammon", "xx")


def test_a_search_that_goes_on_for_another_reason_is_said_once() -> None:
    announcer = Announcer("backgammon", "en")
    assert announcer.announce(Link("searching"))
    assert announcer.announce(Link("searching", reason="no such port")) == ()
    assert announcer.announce(Link("searching", board="b1", reason="another version"))
    assert announcer.announce(Link("connected"))


def test_a_lost_board_is_told_once_though_it_is_searched_at_once() -> None:
    announcer = Announcer("jacquet", "en")
    assert announcer.announce(Link("connected"))
    assert announcer.announce(Link("lost", reason="cable"))
    assert announcer.announce(Link("searching")) == ()
    assert announcer.announce(Link("searching", reason="no such port")) == ()
    assert announcer.announce(Link("connected"))


@pytest.mark.parametrize(
    ("states", "times", "told"),
    [
        (("searching", "searching no-answer", "searching no-answer"), 2, "Aucun plateau ne répond"),
        (("searching", "searching no-board"), 2, "Le plateau n'est pas sur son port."),
        (("searching", "searching no-permission"), 2, "Accès refusé au port"),
        (("searching", "searching bad-port"), 2, "Mauvais nom de port"),
        (("connected", "lost gone"), 2, "je cherche le plateau. Vérifiez son câble."),
        (("connected", "lost gone", "searching no-board", "searching no-answer"), 2, "Vérifiez"),
        (("connected", "lost silent", "searching in-use"), 3, "Plateau utilisé"),
        (("lost", "searching in-use", "connected", "lost", "searching in-use"), 5, "utilisé"),
    ],
)
def test_why_a_board_is_not_there_is_said_once(
    states: tuple[str, ...], times: int, told: str
) -> None:
    """The port's own sentence, in English, is for the events."""
    announcer = Announcer("jacquet", "fr")
    said: list[Utterance] = []
    for each in states:
        state, _, why = each.partition(" ")
        said += announcer.announce(Link(state, "/dev/ttyACM0", "", "In English.", why))
    assert told in said[-1].text
    assert len(said) == times
    assert not any("English" in each.text for each in said)


def test_the_first_turns_of_a_match_are_explained_unless_few_words_are_wanted() -> None:
    told = {}
    for verbosity in ("brief", "normal"):
        announcer = Announcer("jacquet", "en", verbosity)
        announcer.announce(GameBegins("jacquet", (), 1, None, (0, 0)))
        announcer.announce(Opening(3, 1, V))
        heard = []
        for player in (V, N, V):
            for fact in (TurnBegins(player, START), Roll(player, (3, 1)), LEGAL):
                heard += [each.text for each in announcer.announce(fact)]
            announcer.announce(replace(PLAYED, player=player))
        told[verbosity] = heard
    assert told["normal"] == [
        "Green, your turn. Throw both dice.",
        "Green, 3, 1.",
        "Legal. Pick up the dice to end your turn.",
        "Black, your turn. Throw both dice.",
        "Black, 3, 1.",
        "Legal. Pick up the dice to end your turn.",
        "Green, 3, 1.",
        "Legal.",
    ]
    green, black = ["Green, 3, 1.", "Legal."], ["Black, 3, 1.", "Legal."]
    assert told["brief"] == [*green, *black, *green]
