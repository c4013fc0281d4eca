"""Tests a typed table with players' own pages: what the table says aloud, and what not."""

import json
from concurrent.futures import Future
from dataclasses import replace
from io import StringIO
from typing import cast
from unittest.mock import Mock

import pytest

from companion.link.messages import Keyed
from companion.publishing.phones import Phones
from companion.referee.talk_facts import EntryAnswer
from companion.rules import Player
from companion.settings import Settings
from companion.speech.speaker import Speaker
from companion.speech.utterance import Priority, Utterance
from tests.typed.typed_sitting import TypedSitting

CODES = {Player.V: "482915", Player.N: "000317"}


class Pages(Phones):
    """Pages of the players with known codes; is_open -- whose are open."""

    def __init__(self, *is_open: Player) -> None:
        self.shown: list[tuple[str, str]] = []
        super().__init__("VN", Mock(), self._show)
        self.take_message({"open": [*is_open]})

    def _show(self, message: str) -> None:
        words = json.loads(message)["words"]
        self.shown.append((words["text"], words["to"]))

    def code(self, player: Player) -> str:
        return CODES[player]


class Lines:
    """What events get."""

    def __init__(self) -> None:
        self.written: list[dict[str, object]] = []

    def write(self, event: dict[str, object]) -> None:
        self.written.append(event)


def sitting(*is_open: Player, lang: str = "en") -> tuple[TypedSitting, Pages]:
    one, pages = TypedSitting(Settings("typed", lang=lang)), Pages(*is_open)
    one.table.words.telephones = cast("Phones", pages)
    return one, pages


@pytest.mark.parametrize(
    ("line", "side", "lang", "told"),
    [
        ("v code", "", "en", "Your code is 4, 8, 2, 9, 1, 5."),
        ("n code", "", "en", "Your code is 0, 0, 0, 3, 1, 7."),
        ("***", "N", "en", "Your code is 0, 0, 0, 3, 1, 7."),
        ("CODE", "V", "en", "Your code is 4, 8, 2, 9, 1, 5."),
        ("v code", "", "fr", "Votre code est 4, 8, 2, 9, 1, 5."),
        # One player's own keypad asks for his own code, whatever is typed there.
        ("n code", "V", "en", "Your code is 4, 8, 2, 9, 1, 5."),
    ],
)
def test_a_player_asks_for_his_code_and_hears_it_figure_by_figure(
    line: str, side: str, lang: str, told: str
) -> None:
    one, _ = sitting(lang=lang)
    assert one.type(line, side=side) == told
    said = one.ear.said[-1]
    assert said.to == ("V" if "4, 8" in told else "N")
    assert said.priority is Priority.ANSWER  # so it goes to a private voice where there is one


def test_a_code_is_in_no_record_and_no_event() -> None:
    one, _ = sitting()
    events = Lines()
    one.table.words.events = events  # type: ignore[assignment]
    facts = len(one.facts)
    one.type("v code", "n code")
    assert len(one.facts) == facts
    assert events.written == []


def test_a_code_is_not_written_where_a_voice_says_it() -> None:
    written = StringIO()

    class Printer:
        def write(self, text: str) -> None:
            written.write(text)

        def check(self) -> None:
            """It always can be written here."""

    code = Utterance("Your code is 4.", "en", Priority.ANSWER, to="V", secret=True)
    for speaker in (Speaker(cast("None", _Voice()), Printer()), Speaker(None, Printer())):
        speaker.say((code, replace(code, text="Heard.", secret=False)))
        speaker.close()
    assert written.getvalue() == "Heard.Your code is 4.Heard."


class _Voice:
    """A voice that says everything in no time."""

    name = "quick"
    earcons = False

    def speak(self, _words: object) -> object:
        done: Future[None] = Future()
        done.set_result(None)
        return done

    def stop(self) -> None:
        """Nothing is spoken for long."""

    def close(self) -> None:
        """Nothing is held."""


def test_without_pages_a_sentence_says_so() -> None:
    one = TypedSitting(Settings("typed"))
    assert one.type("code") == "The phone page isn't on."
    assert isinstance(one.facts[-1], EntryAnswer)


def test_an_answer_to_a_line_of_a_page_is_shown_there_and_not_spoken() -> None:
    one, pages = sitting(Player.N)
    one.type("3", "1")
    assert one.type("8/5", side="N") == ""
    assert pages.shown[-1] == ("Not your turn.", "N")
    # Green has no page open: he is answered at the table.
    assert one.type("9/5", side="V") == "You have nothing on 9."


def test_the_answer_to_a_line_is_only_in_the_language_of_the_player_who_typed_it() -> None:
    one, pages = sitting(Player.V, Player.N)
    one.type("3", "1")
    one.table.words.announcer.set_language(Player.V, "fr")
    shown = len(pages.shown)
    assert one.type("8/5", side="N") == ""
    assert one.type("zz", side="V") == ""
    assert pages.shown[shown:] == [
        ("Not your turn.", "N"),
        ("Pas compris. Point d'interrogation pour l'aide.", "V"),
    ]


def test_a_question_to_the_opponent_is_heard_by_the_player_who_asked() -> None:
    one, pages = sitting(Player.V, Player.N)
    one.board.connect("pages", frozenset({"V", "N"}))
    asked = "Black, your opponent wants to end the evening. Yes to agree, no to go on."
    assert one.type("quit", side="V") == asked
    assert pages.shown[-2:] == [(asked, "N"), ("Your opponent is asked.", "V")]
    assert one.type("no", side="N") == "The evening goes on."
    assert pages.shown[-1] == ("The evening goes on.", "all")


def test_plays_and_verdicts_are_spoken_at_the_table() -> None:
    one, pages = sitting(Player.V, Player.N)
    one.type("3", "1")
    told = one.type("8/5 6/5", side="V")
    assert "Legal" in told
    assert ("8 to 5. 6 to 5.", "all") in pages.shown


def test_repeat_includes_words_of_the_page_but_no_code() -> None:
    one, pages = sitting(Player.V)
    one.type("3", "1")
    one.type("..", side="V")
    board = pages.shown[-1]
    one.type("code", side="V")
    assert pages.shown[-1][0].startswith("Your code is")
    assert one.type(".", side="V") == ""
    assert pages.shown[-1] == board
    # Black has not read it, and hears what both heard last.
    assert one.type(".", side="N") == "Green begins with 3 and 1."


def test_one_players_keypad_presses_no_key_of_the_other() -> None:
    one, _ = sitting()
    one.type("3", "1")
    for line in ("n yes", "n ++", "black no"):
        assert one.type(line, side="V") == "That is your opponent's key."
    assert "opponent" not in one.type("v ..", side="V")


def test_a_key_on_a_page_silences_the_voice_without_being_named() -> None:
    one, _ = sitting(Player.V)
    quiet: list[bool] = []
    one.ear.silence = lambda: quiet.append(True)  # type: ignore[method-assign]
    one.ear.names_keys = True  # type: ignore[attr-defined]
    given: list[object] = []
    one.board.start(given.append)
    one.board.put(Keyed(named=True))
    one.table.take(cast("Keyed", given[-1]))
    assert quiet == [True]
    assert not any(each.text for each in one.ear.said[1:])
