"""Practice at the table: the hint key, from the board's bytes to the words."""

import queue
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

from companion.commands.replay import Replay
from companion.hints.advice import Advice, AdvisedPlay, HintClue, HintReason, Stake
from companion.hints.advisor import Advisor
from companion.link.messages import Key
from companion.practice.coach import Coach, CoachResult, hint_of, stake_of
from companion.practice.thinker import Opinion, Thinker, TurnToEvaluate
from companion.records.journal import Journal
from companion.referee.facts import Roll
from companion.referee.state import GameState, Phase, State, Throw, TurnState
from companion.referee.state import Practice as Partner
from companion.referee.talk_facts import CubeHint, Hint, TurnJudged
from companion.rules import Cube, Match, Player, Position, find_game
from companion.session.compose import open_evening
from companion.session.requests import take_advice
from companion.settings import Settings
from companion.speech.announcer import Announcer
from companion.speech.catalogue import Sentence
from companion.speech.hint_words import NEARLY
from tests.flow.sitting import Sitting
from tests.flow.stage import Stage
from tests.tables import table
from tests.web.scenes import MADE_FIVE, START

V, N = Player.V, Player.N
BACKGAMMON = find_game("backgammon")
LAST = "V5=1v V1=1v VO=13v N12=1n NO=14n"
"""23 throws of 36 win for green, else black wins."""


class Practice:
    """A stage whose coach thinks in his thread, while the test waits for him."""

    made: ClassVar[list["Practice"]] = []

    def __init__(self, stage: Stage, *, unasked: bool = False) -> None:
        self.made.append(self)
        self.stage = stage
        self.table = stage.sitting.evening.table
        self.hints: queue.SimpleQueue[Hint | CubeHint] = queue.SimpleQueue()
        self.judged: queue.SimpleQueue[TurnJudged] = queue.SimpleQueue()
        self.complaints: list[Sentence] = []
        self.coach = Coach(
            stage.settings.rules(), self._told, self.complaints.append, unasked=unasked
        )
        self.table.coach = self.coach

    def _told(self, told: CoachResult) -> None:
        if isinstance(told, TurnJudged):
            self.judged.put(told)
        else:
            self.hints.put(told)

    def ask(self, player: Player) -> str:
        """Press the hint key and hear the answer."""
        self.stage.forget()
        self.stage.sitting.press(player, Key.HINT)
        assert not self.stage.news
        return self.hear(self.hints.get(timeout=60))

    def hear(self, told: CoachResult) -> str:
        """Return what is said of a result, to its player alone."""
        self.stage.forget()
        take_advice(self.table, told)
        said = self.stage.news
        assert {each.to for each in said} <= {told.player.value}
        return " ".join(each.text for each in said)

    def finish(self, end: str) -> None:
        """Move and pick up both opening dice."""
        self.stage.stand(end, "A play.")
        self.stage.lift(V)
        self.stage.lift(N)


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    """Close the coaches of a test."""
    yield
    while Practice.made:
        Practice.made.pop().coach.close()


def opened(journal: Journal | None = None, *, unasked: bool = False) -> Practice:
    """Open practice at the opening throw, green to play 3 and 1."""
    stage = Stage("en", mode="practice")
    stage.sitting = Sitting(stage.settings, journal=journal)
    practice = Practice(stage, unasked=unasked)
    stage.wait(1000, "The board is plugged in, still empty.")
    stage.stand(START, "All pieces are set up.")
    stage.throw(V, "3-", "Green throws one die.")
    stage.throw(N, "1-", "Black throws one die.")
    return practice


@pytest.fixture
def practice() -> Practice:
    return opened()


def cubes(lang: str, position: str, *, match_to: int | None = None, **begin: Any) -> Practice:
    """Go on with a game before green's throw."""
    stage = Stage(lang, mode="practice", match_to=match_to)
    stage.go_on_from(position, **begin)
    return Practice(stage)


def test_the_hint_key_gives_a_nudge_then_the_idea_then_the_play(practice: Practice) -> None:
    assert practice.ask(V) == "There is a point to make."
    assert practice.ask(V) == "Makes the 5 point. No roll hits you."
    assert practice.ask(V) == "Best. From 8 to 5. From 6 to 5."
    assert practice.ask(V) == "There is a point to make."


def test_a_better_play_is_named_with_the_loss(practice: Practice) -> None:
    practice.finish("V1=2n V2=1v V6=4v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v")
    told = practice.ask(V)
    assert told.startswith("A better play. From 8 to 5. From 6 to 5. Makes the 5 point.")
    assert re.search(r" Your play loses 0\.\d+ points\.$", told)


def test_each_finished_turn_is_judged_in_silence(practice: Practice) -> None:
    practice.finish(MADE_FIVE)
    assert practice.judged.get(timeout=60) == TurnJudged(V, 0)
    take_advice(practice.table, TurnJudged(V, 0))
    assert practice.hints.empty()
    assert practice.stage.sitting.told[-1].fact == TurnJudged(V, 0)


@pytest.mark.parametrize(
    ("exercise", "count"), [("bear-off", 1), ("postillon", 0), ("bouchage", 0)]
)
def test_throws_of_an_exercise_without_hints_are_not_evaluated(
    exercise: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[TurnToEvaluate] = []
    monkeypatch.setattr(Thinker, "begin", lambda _self, turn: asked.append(turn))
    rules = find_game("jacquet")
    coach = Coach(rules, lambda _told: None, lambda _sentence: None)
    state = State(Match(), GameState(rules.start), practice=Partner(N, exercise=exercise))
    coach.follow(Roll(V, (6, 3)), state)
    coach.close()
    assert len(asked) == count


@pytest.mark.parametrize(
    ("end", "again"),
    [
        (MADE_FIVE, False),
        ("V1=2n V6=5v V8=3v V10=1v V12=5n N1=4v N5=3n N7=5n N11=1v N12=1v", True),
        ("V1=2n V2=1v V6=4v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v", True),
    ],
    ids=["the best", "one of the best five", "a bad one"],
)
def test_a_finished_turn_is_evaluated_again_with_the_play_made(
    end: str, monkeypatch: pytest.MonkeyPatch, *, again: bool
) -> None:
    """Not if it was the best play, which is fully known. Asking needs no further search."""
    asked: list[tuple[str | None, bool]] = []
    advise = Advisor.advise

    def listens(
        self: Advisor, *turn: Any, also: Position | None = None, closer: bool, **more: Any
    ) -> Advice:
        asked.append((also and BACKGAMMON.text(also), closer))
        return advise(self, *turn, also=also, closer=closer, **more)

    monkeypatch.setattr(Advisor, "advise", listens)
    table = opened()
    table.finish(end)
    table.judged.get(timeout=60)
    table.ask(V)
    assert asked == [(None, False), (None, True), (end, True)][: 2 + again]


def test_a_better_play_is_announced_unasked_only_if_set() -> None:
    table = opened(unasked=True)
    table.finish("V1=2n V2=1v V6=4v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v")
    assert table.judged.get(timeout=60).lost > NEARLY
    assert table.hints.get(timeout=60).step == "better"


def test_in_a_pause_the_hint_is_about_the_running_turn(practice: Practice) -> None:
    practice.finish(MADE_FIVE)
    practice.stage.throw(N, "61", "Black throws.")
    practice.stage.stand("V1=2n V5=2v V6=4v V8=2v V12=4n N1=5v N5=3n N7=6n N12=2v", "A play.")
    practice.stage.lift(N)
    practice.stage.throw(V, "61", "Green throws.")
    practice.stage.rule("pause")
    assert practice.ask(V) == "There is a point to make."


def test_in_a_pause_an_open_error_is_explained(practice: Practice) -> None:
    practice.finish("V1=2n V5=1v V6=5v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v")
    practice.stage.rule("pause")
    practice.stage.forget()
    practice.stage.sitting.press(V, Key.HINT)
    said = practice.stage.news
    assert [one.text for one in said] == ["Unfinished, a 1 still to play."]


def test_an_outdated_hint_is_not_spoken(practice: Practice) -> None:
    practice.stage.sitting.press(V, Key.HINT)
    late = practice.hints.get(timeout=60)
    practice.finish(MADE_FIVE)
    practice.stage.forget()
    take_advice(practice.table, late)
    assert not practice.stage.news


@pytest.mark.parametrize(
    ("broken", "begin"),
    [("Thinker.tell", opened), ("advisor_of", lambda: cubes("en", LAST))],
    ids=["on a play", "on the cube"],
)
def test_a_failing_coach_says_so_once_and_the_evening_continues(
    broken: str, begin: Callable[[], Practice], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_given: object, **_more: object) -> None:
        raise RuntimeError("No engine.")

    monkeypatch.setattr(f"companion.practice.thinker.{broken}", fails)
    practice = begin()
    for _ in range(2):
        assert practice.ask(V) == "No hints, something is missing. Run companion doctor."
    assert list(map(str, practice.complaints)) == ["No engine."]


@pytest.mark.parametrize(
    ("mode", "has_coach"), [("practice", True), ("club", False), ("tournament", False)]
)
def test_only_practice_has_a_coach(mode: str, has_coach: bool, tmp_path: Path) -> None:  # noqa: FBT001
    events = str(tmp_path / "events")
    settings = Settings("memory", lang="en", voice="print", events=events, mode=mode)
    with open_evening(settings) as evening:
        assert (evening.table.coach is not None) is has_coach


def test_the_stake_is_that_of_the_match() -> None:
    match = Match(length=5, score=(2, 4), crawford=True, number=3)
    state = State(match, GameState(BACKGAMMON.start, Cube(2, V)))
    assert stake_of(state, V) == Stake(3, 1, 2, crawford=True)
    assert stake_of(state, N) == Stake(1, 3, 2, crawford=True)
    over = State(Match(), GameState(BACKGAMMON.start, Cube(4, V)))
    assert stake_of(over, V) == Stake(cube=4)


# --- the cube -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("position", "lang", "double", "answer"), table("practice/cube-hints"))
def test_the_hint_key_says_whether_to_double_and_whether_to_take(
    position: str, lang: str, double: str, answer: str
) -> None:
    """The figures are those of throws counted by hand; where the network judges, the words."""
    table = cubes(lang, position)
    assert table.ask(V).startswith(double)
    table.stage.press(V, Key.CUBE, Key.YES)
    assert table.table.referee.state.phase is Phase.DOUBLED
    assert table.ask(N).startswith(answer)


GAMMONISH = "V1=4v V2=3v V3=3n V4=4v V8=4v N4=2n N5=3n N7=2n N8=3n N9=2n"
"""Green wins about 70 games of 100, which alone would be a double to take; a third are gammons."""


def test_the_share_of_gammons_is_announced_if_it_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.hints.evaluator.is_there", lambda _: False)  # the own network
    table = cubes("en", GAMMONISH)
    told = table.ask(V)
    assert told.startswith("Double. Your opponent should drop. You win ")
    assert "percent of your wins are gammons. Waiting loses" in told
    table.stage.press(V, Key.CUBE, Key.YES)
    told = table.ask(N)
    assert told.startswith("Drop. You win ")
    assert "percent of your opponent's wins are gammons. Taking loses" in told


def test_a_won_game_without_a_gammon_is_cashed() -> None:
    table = cubes("en", "V1=1v VO=14v N12=1n NO=14n")
    assert table.ask(V) == ("Double. Your opponent should drop. You win 100 percent. It is close.")


def test_a_player_whose_game_wins_the_match_gains_nothing_by_a_double() -> None:
    match = Match(length=3, score=(1, 0), number=2)
    table = cubes("en", LAST, match_to=3, match=match, cube=Cube(2, V))
    assert table.ask(V) == ("Do not double. Winning this game wins the match. You win 64 percent.")


@pytest.mark.parametrize(
    ("player", "begin"),
    [
        (N, {}),
        (V, {"turn": 1}),
        (V, {"cube": Cube(2, N)}),
        (V, {"match_to": 3, "match": Match(length=3, score=(2, 0), crawford=True, number=2)}),
    ],
    ids=["not his turn", "first turn", "the other's cube", "Crawford game"],
)
def test_only_a_player_who_may_use_the_cube_gets_advice_on_it(
    player: Player, begin: dict[str, Any]
) -> None:
    assert cubes("en", LAST, **begin).ask(player) == "Throw first, then ask."


def test_the_doubler_gets_no_advice_on_the_answer() -> None:
    table = cubes("en", LAST)
    table.stage.press(V, Key.CUBE, Key.YES)
    assert table.ask(V) == "Throw first, then ask."


def test_outdated_advice_on_the_cube_is_not_spoken() -> None:
    table = cubes("en", LAST)
    table.stage.sitting.press(V, Key.HINT)
    to_double = table.hints.get(timeout=60)
    table.stage.press(V, Key.CUBE, Key.YES)
    table.stage.sitting.press(N, Key.HINT)
    to_take = table.hints.get(timeout=60)
    table.stage.press(N, Key.YES)
    assert table.hear(to_take) == ""
    table.stage.throw(V, "66")
    assert table.hear(to_double) == ""


def test_in_the_companions_turn_a_sentence_says_so() -> None:
    told: list[CoachResult] = []
    coach = Coach(BACKGAMMON, told.append, lambda _sentence: None)
    state = State(
        Match(),
        GameState(BACKGAMMON.start),
        TurnState(N, 3),
        phase=Phase.TO_THROW,
        practice=Partner(N),
    )
    coach.ask(V, 1, state)
    coach.ask(V, 1, replace(state, phase=Phase.MOVING, throw=Throw((3, 1))))
    coach.close()
    announcer = Announcer("backgammon", "en", mode="practice")
    words = [each.text for fact in told for each in announcer.announce(fact)]
    assert words == [
        "My turn. Throw both dice for me, on black's side.",
        "My turn. Make my play on the board, hint repeats it.",
    ]


def test_the_first_hint_is_on_the_cube_and_the_next_on_the_last_turn(practice: Practice) -> None:
    """Green finished the opening turn; black, who may double, has none yet."""
    assert practice.ask(N) == "Throw first, then ask."
    practice.finish(MADE_FIVE)
    assert practice.ask(N).startswith("Not yet, do not double.")
    assert practice.ask(N).startswith("Not yet, do not double.")
    practice.stage.press(N, Key.CUBE, Key.YES)
    assert practice.ask(V).startswith("Take.")
    assert practice.ask(V) == "That was the best play."


def test_an_evening_with_advice_on_the_cube_replays_the_same(tmp_path: Path) -> None:
    path = tmp_path / "evening.journal"
    with Journal.open(path) as journal:
        journal.begin_match(Settings("memory", mode="practice").saved())
        table = opened(journal)
        table.finish(MADE_FIVE)
        table.ask(N)
        table.stage.press(N, Key.CUBE, Key.YES)
        table.ask(V)
        table.stage.press(V, Key.YES)
        told = [type(each.fact) for each in table.stage.sitting.told]
        assert told.count(CubeHint) == 2
    outcome = Replay(words=False).play(path, Settings("memory"))
    assert outcome.fine, outcome


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("mode", ["club", "tournament"])
def test_outside_practice_there_is_no_hint_and_no_advice_on_the_cube(mode: str, lang: str) -> None:
    stage = Stage(lang, mode=mode)
    stage.go_on_from(LAST)
    refused = {"en": "No hints in this mode.", "fr": "Pas de conseils dans ce mode."}[lang]
    for player, keys in ((V, ()), (N, (Key.CUBE, Key.YES))):
        stage.press(V, *keys)
        stage.forget()
        stage.sitting.press(player, Key.HINT)
        assert [said.text for said in stage.news] == [refused]
    stage.press(N, Key.YES)
    stage.throw(V, "63")
    for _ in range(3):
        stage.forget()
        stage.sitting.press(V, Key.HINT)
        assert [said.text for said in stage.news] == [refused]
    assert not any(isinstance(told.fact, Hint | CubeHint) for told in stage.sitting.told)


def of_turn(*equities: float) -> tuple[TurnToEvaluate, Advice]:
    """A turn at the start, played as its last play; what each play is worth."""
    ends = sorted(BACKGAMMON.ends(BACKGAMMON.start, V, (3, 1)).positions)
    plays = tuple(
        AdvisedPlay(
            end,
            ("8/5",),
            equity,
            (HintReason("point", ("V5",), 2, clear=True),),
            HintClue("to", "V5", 2),
            (HintClue("from", "V8", 1),),
        )
        for end, equity in zip(ends, equities, strict=False)
    )
    end = BACKGAMMON.text(plays[-1].end)
    turn = TurnToEvaluate(V, (3, 1), START, Stake(), BACKGAMMON, end)
    return turn, Advice(plays, deep=True, middle=0.0416, worst=0.2124)


def test_losses_are_in_thousandths() -> None:
    turn, advice = of_turn(0.1234, -0.0567)
    hint = hint_of(turn, N, "play", Opinion(advice, unsure=True, revised=True))
    assert (hint.player, hint.step, hint.mover, hint.dice, hint.before) == (
        N,
        "play",
        V,
        (3, 1),
        START,
    )
    assert [play.thousandths for play in hint.plays] == [123, -57]
    assert (hint.middle, hint.worst) == (42, 212)
    assert (hint.unsure, hint.revised) == (True, True)
    (first, _) = hint.plays
    assert first.end == BACKGAMMON.text(advice.plays[0].end)
    assert first.moves == ("8/5",)
    assert first.reasons == (HintReason("point", ("V5",), 2, clear=True),)
    assert first.clue == HintClue("to", "V5", 2)
    assert first.leads == (HintClue("from", "V8", 1),)


def test_a_better_play_is_compared_with_the_play_made() -> None:
    turn, advice = of_turn(0.3, 0.2, 0.1)
    hint = hint_of(turn, V, "better", Opinion(advice))
    assert [play.thousandths for play in hint.plays] == [300, 200, 100]
    best = replace(turn, played=BACKGAMMON.text(advice.plays[0].end))
    assert [play.thousandths for play in hint_of(best, V, "better", Opinion(advice)).plays] == [300]
    middle = replace(turn, played=BACKGAMMON.text(advice.plays[1].end))
    told = hint_of(middle, V, "better", Opinion(advice)).plays
    assert [play.thousandths for play in told] == [300, 100, 200]
    forced, one = of_turn(0.3)
    assert hint_of(forced, V, "better", Opinion(one)).step == "only"
