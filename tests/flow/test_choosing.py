"""An evening that begins with choosing: from the board's bytes to the journal, and played again."""

import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.commands.replay import Replay
from companion.link.messages import Key
from companion.records.journal import Journal
from companion.records.read import matches
from companion.referee.choosing import Chooser
from companion.referee.facts import Fact, MatchEnds, Opening, Roll
from companion.referee.referee import Referee
from companion.referee.state import Phase, TurnState
from companion.referee.talk_facts import Choice, Chosen
from companion.rules import Match, Player
from companion.rules.games import BY_NAME
from companion.session.compose import open_evening
from companion.settings import Settings
from companion.speech.catalogue import Sentence
from tests.flow.sitting import Sitting
from tests.flow.stage import Stage
from tests.flow.wire_board import Companion, WireBoard, wait_for
from tests.menu_keys import to
from tests.records.disk import disk

V, N = Player.V, Player.N
START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"
JACQUET = "V12=14n1N N12=14v1V"
YES, NO = 5, 6
LAST = Settings("x", "jacquet", ("count-games",), match_to=5, clock=20)


def stage_on(journal: Journal | None, chooser: Chooser | None = None) -> Stage:
    stage = Stage("en")
    stage.sitting = Sitting(stage.settings, chooser=chooser, journal=journal)
    return stage


def heard(companion: Companion, words: str) -> None:
    """Wait until the last words begin so."""
    wait_for(
        lambda: [e for e in companion.all() if e["event"] == "say"][-1]["text"].startswith(words),
        lambda: f"{words!r} was not said: {companion.all()}",
    )


def phase(stage: Stage) -> Phase:
    return stage.sitting.evening.table.referee.state.phase


def test_chosen_games_are_in_the_journal_and_can_be_replayed(tmp_path: Path) -> None:
    path = tmp_path / "evening.journal"
    with Journal.open(path) as journal:
        stage = stage_on(journal, Chooser(None, Choice()))
        stage.wait(1000, "The board is there.")
        stage.press(V, Key.NO, Key.YES, Key.NO, Key.YES, Key.YES)
        stage.stand(JACQUET, "Set up.")
        stage.throw(V, "2-")
        stage.throw(N, "5-")
        evening = stage.sitting.evening
        assert (evening.table.referee.rules.name, phase(stage)) == ("jacquet", Phase.TO_THROW)
        stage.press(V, *to("other-game"), Key.YES)
        stage.press(N, Key.YES, Key.BOARD)
        stage.wait(1000, "Back to the game.")
        assert evening.table.chooser is None
        assert phase(stage) is Phase.TO_THROW
        stage.rule("out-of-order V6")
        stage.press(V, *to("other-game"), Key.YES)
        stage.press(N, Key.YES, *[Key.NO] * (len(BY_NAME) - 2), *[Key.YES] * 3)
        stage.wait(1000, "Chosen.")
        stage.stand("", "Cleared.")
        stage.stand(START.replace("V6=5v ", ""), "Set up; V6 is out of order in this game too.")
        assert evening.table.referee.rules.name == "backgammon"
        assert evening.table.referee.state.board.dead == ("V6",)
        stage.throw(V, "2-")
        stage.throw(N, "5-")
        assert phase(stage) is Phase.MOVING
        rows = matches(path)
    assert [(row.settings["game"], row.settings["match_to"]) for row in rows] == [
        ("jacquet", 3),
        ("backgammon", None),
    ]
    outcome = Replay(words=False).play(path, Settings("memory"))
    assert str(outcome.sentence).endswith("the same as recorded."), outcome


def test_after_a_journal_error_the_end_must_be_confirmed(tmp_path: Path) -> None:
    told: list[Sentence] = []
    with disk() as below, Journal.open(tmp_path / "evening.journal") as journal:
        journal.begin_match(Settings("memory").saved())
        stage = stage_on(journal)
        evening = stage.sitting.evening
        evening.table.record.complain = told.append
        stage.stand(START, "Set up.")
        stage.throw(V, "2-")
        stage.throw(N, "5-")
        assert evening.table.record.is_saved
        for full, asked in ((True, True), (False, False)):
            below.free = 0 if full else None
            stage.press(V, Key.SCORE, *to("stop"), Key.YES)
            assert evening.table.stopped is not asked
            assert stage.lines[-1].endswith("would be lost. Yes to stop.") is asked
            stage.press(V, Key.NO)
    assert len(told) == 1
    assert "Recording stopped." in "".join(stage.lines)


def test_the_start_position_of_another_game_begins_that_game(tmp_path: Path) -> None:
    path = tmp_path / "evening.journal"
    with Journal.open(path) as journal:
        journal.begin_match(Settings("memory").saved())
        stage = stage_on(journal)
        stage.stand(JACQUET, "Jacquet is set up.")
        stage.press(N, Key.YES)
        stage.wait(1500, "It is played.")
        assert stage.sitting.evening.table.referee.state.phase is Phase.OPENING
    assert any(isinstance(each.fact, Chosen) for each in stage.sitting.told)
    outcome = Replay(words=False).play(path, Settings("memory"))
    assert outcome.fine, outcome


@pytest.mark.parametrize(
    ("saved", "offered"),
    [
        (None, ("game", Choice())),
        (LAST.saved(), ("again", Choice("jacquet", ("count-games",), 5, 20))),
        ({"game": "chess", "options": [], "match_to": None}, ("game", Choice())),
        ({"game": "dutch", "options": [], "match_to": 4, "own_length": True}, ("game", Choice())),
    ],
)
def test_the_last_choice_is_offered_first(
    tmp_path: Path, saved: dict[str, object] | None, offered: tuple[str, Choice]
) -> None:
    path = tmp_path / "evening.journal"
    if saved is not None:
        with Journal.open(path) as journal:
            journal.begin_match(saved)
            journal.record(0.0, [Roll(V, (3, 1))], None, ends=True)
    settings = Settings("loop://", voice="print", journal=str(path))
    with open_evening(settings, choose=True) as evening:
        assert evening.table.chooser is not None
        first = evening.table.chooser.offered
        assert (first.step, first.choice) == offered
        evening.table.stop_now = True


@pytest.mark.parametrize(
    ("facts", "changes", "goes_on"),
    [
        ((Opening(3, 1, V),), {"phase": Phase.TO_THROW, "turn": TurnState(V, 1)}, True),
        ((Roll(V, (3, 1)),), {"match": Match(7, score=(1, 0), number=2)}, True),
        (
            (Roll(V, (3, 1)), MatchEnds(V, (7, 0))),
            {"phase": Phase.OVER, "match": Match(7, score=(7, 0), number=4)},
            False,
        ),
    ],
)
def test_an_unfinished_match_resumes_without_choosing(
    tmp_path: Path, facts: tuple[Fact, ...], changes: dict[str, Any], *, goes_on: bool
) -> None:
    path = tmp_path / "evening.journal"
    settings = Settings("loop://", "jacquet", match_to=7, voice="print", journal=str(path))
    state = Referee(settings.rules(), settings.match()).state
    with Journal.open(path) as journal:
        journal.begin_match(settings.saved())
        journal.record(0.0, facts, replace(state, **changes))
    with open_evening(replace(settings, game="backgammon"), choose=True) as evening:
        assert (evening.table.chooser is None) == goes_on
        assert (evening.table.settings.game, evening.table.settings.match_to) == ("jacquet", 7)
        evening.table.stop_now = True


def test_an_evening_is_played_without_a_screen(tmp_path: Path) -> None:
    """One command after boot: choose by the keys, play, stop by the menu, go on next time."""
    board = WireBoard()
    journal = tmp_path / "evening.journal"
    companion = Companion(board, tmp_path, "--journal", str(journal), game="")
    try:
        companion.expect("link", "link")
        offered = ("Welcome.", "Jacquet?", "Single games", "Usual rules?")
        for key, offer in zip((NO, YES, YES, YES), offered, strict=True):
            heard(companion, offer)
            board.press(0, key)
        companion.expect("link")
        board.stand(JACQUET.replace("1N", "1V").replace("14v1V", "14v1N"))
        companion.expect("setup", "game_begins")
        board.throw(0, "2-")
        board.throw(1, "5-")
        companion.expect("opening", "turn_begins")
        for _ in to("stop"):
            board.press(1, NO)
        board.press(1, YES)
        companion.process.wait(timeout=15)
        code, written = companion.end()
    finally:
        board.close()
    assert code == 0, written
    assert "Goodbye. The game is saved." in written.splitlines()[-1]
    board = WireBoard()
    companion = Companion(board, tmp_path, "--journal", str(journal), game="")
    try:
        companion.expect("link", "link")
        board.stand(JACQUET)
        begins = companion.expect("setup", "game_begins")[1]
        assert begins["game"] == "jacquet"
        code, written = companion.end(signal.SIGTERM)
    finally:
        board.close()
    assert code == 0, written
    assert written.splitlines()[-1] == "Goodbye. The game is saved."
    outcome = Replay(words=False).play(journal, Settings("memory"))
    assert outcome.fine, outcome


def test_a_new_player_is_welcomed_once_and_questions_are_explained() -> None:
    stage = stage_on(None, Chooser(None, Choice()))
    stage.wait(1000, "The board is there.")
    said = stage.sitting.ear.said
    assert said[-1].text.startswith("Welcome.")
    stage.press(N, Key.SCORE)
    assert said[-1].text == "Backgammon? Yes, or no for a different game."
    stage.press(V, Key.YES, Key.YES, Key.NO)
    assert said[-1].text == "Play automatic doubles? Yes or no. The hint key explains it."
    stage.press(V, Key.HINT)
    assert said[-1].text == (
        "Equal opening dice then double what the game is worth. Play automatic doubles? Yes or no."
    )
    stage.press(V, Key.REPEAT)
    assert said[-1].text.startswith("Equal opening dice")
    stage.press(V, Key.YES)
    assert said[-1].text == "End the turn by picking up one die? Yes or no."
