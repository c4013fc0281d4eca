"""Practice at the table: the hint key, from the board's bytes to the words."""

import queue
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.coach import NEARLY, Coach, stake_of
from companion.evening import open_evening
from companion.hints.advice import Stake
from companion.link.messages import Key
from companion.referee.facts import Hint, TurnJudged
from companion.referee.state import State
from companion.rules import Cube, Match, Player
from companion.settings import Settings
from tests.flow.stage import Stage

V, N = Player.V, Player.N
START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"
MADE_FIVE = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"


class Practice:
    """A stage whose coach thinks in his thread, while the test waits for him."""

    def __init__(self, mode: str = "practice", *, unasked: bool = False) -> None:
        self.stage = Stage("en", mode=mode)
        self.evening = self.stage.sitting.evening
        self.hints: queue.SimpleQueue[Hint] = queue.SimpleQueue()
        self.judged: queue.SimpleQueue[TurnJudged] = queue.SimpleQueue()
        self.complaints: list[str] = []
        self.evening.coach = Coach(
            self.stage.settings.rules(), self._told, self.complaints.append, unasked=unasked
        )
        self.stage.wait(1000, "The board is plugged in, still empty.")
        self.stage.stand(START, "All pieces are set up.")
        self.stage.throw(V, "3-", "Green throws one die.")
        self.stage.throw(N, "1-", "Black throws one die.")

    def _told(self, told: Hint | TurnJudged) -> None:
        if isinstance(told, Hint):
            self.hints.put(told)
        else:
            self.judged.put(told)

    def ask(self, player: Player) -> str:
        """Press the hint key and hear the answer."""
        self.stage.forget()
        self.stage.sitting.press(player, Key.HINT)
        assert not self.stage.sitting.ear.said[self.stage._heard :]
        self.evening._hint(self.hints.get(timeout=60))
        said = self.stage.sitting.ear.said[self.stage._heard :]
        return said[0].text if said else ""

    def finish(self, end: str) -> None:
        """Move and pick up both opening dice."""
        self.stage.stand(end, "A play.")
        self.stage.lift(V)
        self.stage.lift(N)


@pytest.fixture
def practice() -> Iterator[Practice]:
    table = Practice()
    yield table
    assert table.evening.coach is not None
    table.evening.coach.close()


def test_the_hint_key_nudges_then_tells_the_idea_then_the_play(practice: Practice) -> None:
    assert practice.ask(V) == "There is a point to make."
    assert practice.ask(V) == "Makes the point 5. Nothing can be hit."
    assert practice.ask(V) == "Best. From 8 to 5. From 6 to 5."
    assert practice.ask(V) == "There is a point to make."


def test_after_the_lift_it_tells_whether_another_play_was_better(practice: Practice) -> None:
    practice.finish(MADE_FIVE)
    assert practice.ask(V) == "That was the best play."


def test_what_was_better_and_by_how_much(practice: Practice) -> None:
    practice.finish("V1=2n V2=1v V6=4v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v")
    told = practice.ask(V)
    assert told.startswith("Better was this. From 8 to 5. From 6 to 5. Makes the point 5.")
    assert told.endswith("hundredths of a point.")


def test_each_finished_turn_is_judged_in_silence(practice: Practice) -> None:
    practice.finish(MADE_FIVE)
    assert practice.judged.get(timeout=60) == TurnJudged(V, 0)
    practice.evening._hint(TurnJudged(V, 0))
    assert practice.hints.empty()
    assert practice.stage.sitting.told[-1].fact == TurnJudged(V, 0)


def test_what_was_better_comes_unasked_only_where_that_is_wanted() -> None:
    table = Practice(unasked=True)
    table.finish("V1=2n V2=1v V6=4v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v")
    assert table.judged.get(timeout=60).lost > NEARLY
    assert table.hints.get(timeout=60).step == "better"
    assert table.evening.coach is not None
    table.evening.coach.close()


def test_the_other_player_has_no_turn_yet_to_be_told_of(practice: Practice) -> None:
    assert practice.ask(N) == "Throw first, then ask."


def test_a_hint_that_comes_too_late_is_not_told(practice: Practice) -> None:
    practice.stage.sitting.press(V, Key.HINT)
    late = practice.hints.get(timeout=60)
    practice.finish(MADE_FIVE)
    practice.stage.forget()
    practice.evening._hint(late)
    assert not practice.stage.sitting.ear.said[practice.stage._heard :]


def test_a_coach_who_cannot_think_says_so_once_and_the_evening_goes_on(
    practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_given: object, **_more: object) -> None:
        raise RuntimeError("No engine.")

    coach = practice.evening.coach
    assert coach is not None
    coach._known.clear()
    monkeypatch.setattr(coach, "_advice", fails)
    for _ in range(2):
        assert practice.ask(V) == "No hints, something is missing. See companion doctor."
    assert practice.complaints == ["No engine."]


@pytest.mark.parametrize(
    ("mode", "has_coach"), [("practice", True), ("club", False), ("tournament", False)]
)
def test_only_practice_has_a_coach(mode: str, has_coach: bool, tmp_path: Path) -> None:  # noqa: FBT001
    events = str(tmp_path / "events")
    settings = Settings("memory", lang="en", voice="print", events=events, mode=mode)
    with open_evening(settings) as evening:
        assert (evening.coach is not None) is has_coach


@pytest.mark.parametrize("mode", ["club", "tournament"])
def test_elsewhere_the_key_gives_no_hint(mode: str) -> None:
    stage = Stage("en", mode=mode)
    stage.wait(1000, "")
    stage.stand(START, "")
    stage.throw(V, "3-", "")
    stage.throw(N, "1-", "")
    for _ in range(3):
        stage.forget()
        stage.sitting.press(V, Key.HINT)
        assert [said.text for said in stage.sitting.ear.said[stage._heard :]] == [
            "No hints in this mode."
        ]
    assert not any(isinstance(told.fact, Hint) for told in stage.sitting.told)


def test_the_stake_is_that_of_the_match() -> None:
    match = Match(length=5, score=(2, 4), crawford=True, number=3)
    state = State(match=match, cube=Cube(2, V), position=START)
    assert stake_of(state, V) == Stake(3, 1, 2, crawford=True)
    assert stake_of(state, N) == Stake(1, 3, 2, crawford=True)
    over = State(match=Match(), cube=Cube(4, V), position=START)
    assert stake_of(over, V) == Stake(cube=4)
