"""An evening against the companion: bytes in, words out, and the same again from the journal."""

import queue
import random
import shutil
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

from companion.commands.replay import Replay
from companion.hints.advice import CubeAdvice, Stake
from companion.link.messages import Key
from companion.options import SettingsError
from companion.practice.coach import Coach, CoachResult
from companion.practice.opponent import SLOW, WILD, Decision, Partner, offers
from companion.records.journal import Journal
from companion.referee import facts as f
from companion.referee.initial_state import exercise_of
from companion.referee.inputs import Draws, Names, Offers
from companion.referee.menu import MENU
from companion.referee.partner import due
from companion.referee.state import GameState, Phase, Practice, State, TurnState
from companion.referee.talk_facts import Choice, TurnJudged
from companion.referee.turn_context import on_a_board
from companion.rules import Cube, Player, Verdict, agree_match, find_game, game_names
from companion.session.compose import open_evening
from companion.session.requests import take_advice, take_decision
from companion.settings import OpponentSettings, Settings
from companion.speech.catalogue import Sentence
from tests.flow.sitting import Sitting
from tests.flow.stage import Stage
from tests.menu_keys import to
from tests.referee.harness import STARTS, changed

V, N = Player.V, Player.N
START = STARTS["backgammon"]


class Against1(Stage):
    """A stage with a partner whose decisions the test hands in."""

    def __init__(
        self,
        lang: str,
        game: str,
        dice: str,
        journal: Journal | None = None,
        state: State | None = None,
    ) -> None:
        super().__init__(lang, game, mode="practice", against=OpponentSettings("N", 3, dice))
        self.journal = journal
        self.decisions: queue.SimpleQueue[Decision] = queue.SimpleQueue()
        self.complaints: list[Sentence] = []
        self.chance = random.Random(7)
        self.sitting = Sitting(self.settings, state=state, journal=journal)
        self.partner = self._sit_down()

    def _sit_down(self) -> Partner:
        partner = Partner(3, self.decisions.put, self.complaints.append, random.Random(5))
        self.sitting.evening.table.partner = partner
        return partner

    @property
    def state(self) -> State:
        return self.sitting.evening.table.referee.state

    def begin(self) -> None:
        self.wait(1000, "The board is plugged in, still empty.")
        self.stand(STARTS[self.settings.game], "All pieces are set up.")
        if not self.state.practice.simulated:
            self.throw(N, "2-")
        self.throw(V, "6-")

    def think(self) -> None:
        """Let the partner think to its end."""
        take_decision(self.sitting.evening.table, self.decisions.get(timeout=10))
        self.note("The companion has decided.")

    @property
    def may_double(self) -> bool:
        """Whether the partner has to make up its mind about the cube."""
        now = due(self.sitting.rules, self.state)
        return now is not None and now.what == "cube"

    def from_here(self, position: str, player: Player, cube: Cube | None = None) -> None:
        """Go on from a position in the middle of a game, with the partner at the table."""
        self.go_on_from(position, player=player, cube=cube)
        self.partner.close()
        self.partner = self._sit_down()
        self.wait(500, "The next lines of the board.")

    def shown(self, text: str) -> str:
        rules = self.sitting.rules
        return on_a_board(rules.game, rules.placement(rules.parse(text))).text

    def faces(self) -> str:
        return f"{self.chance.randint(1, 6)}{self.chance.randint(1, 6)}"

    def play_on(self) -> None:
        """Play one turn for the player on turn, as the companion expects."""
        player = self.state.turn.player or V
        if self.state.throw.dice is None and self.may_double:
            self.think()
        if self.state.phase is Phase.DOUBLED:
            self.press(V, Key.YES)
        if self.state.throw.dice is None:
            self.throw(player, self.faces())
        if self.state.is_partners_turn:
            self.think()
            end = self.state.throw.wanted
        else:
            rules = self.sitting.rules.with_options(self.state.game.rights)
            dice = self.state.throw.dice or (1, 1)
            ends = rules.ends(self.state.game.position, player, dice).positions
            end = self.chance.choice(sorted(ends, key=rules.text))
        if end:
            self.stand(self.shown(self.sitting.rules.text(end)), "The play is made.")
        for each in Player:
            self.lift(each)

    def facts(self, kind: type) -> list[object]:
        return [told.fact for told in self.sitting.told if isinstance(told.fact, kind)]


def close(stage: Against1) -> None:
    stage.partner.close()


@pytest.mark.parametrize(
    ("game", "dice"), [*zip(game_names(), cycle(("table", "drawn")), strict=False)]
)
def test_a_practice_game_is_played_and_can_be_replayed(
    game: str, dice: str, tmp_path: Path
) -> None:
    path = tmp_path / "evening.journal"
    with Journal.open(path) as journal:
        journal.begin_match(Settings("x", game).saved())
        stage = Against1("en", game, dice, journal)
        stage.begin()
        for _ in range(7):
            stage.play_on()
        close(stage)
    named = [fact for fact in stage.facts(f.PlayNamed) if isinstance(fact, f.PlayNamed)]
    ends = [fact for fact in stage.facts(f.TurnEnds) if isinstance(fact, f.TurnEnds)]
    assert {fact.verdict for fact in ends} == {Verdict.LEGAL}
    partners = [fact.position for fact in ends if fact.player is N and fact.position != fact.before]
    assert len(partners) > 1
    assert partners == [fact.end for fact in named][: len(partners)]
    drawn = {fact.simulated or fact.opening for fact in stage.facts(f.Roll)
             if isinstance(fact, f.Roll) and fact.player is N}  # fmt: skip
    assert drawn == {dice == "drawn"}
    assert not stage.facts(f.PlayDiffers)
    outcome = Replay(words=False).play(path, Settings("x"))
    assert outcome.fine, outcome


@pytest.fixture
def stage() -> Iterator[Against1]:
    """Backgammon begun with drawn dice, the companion black."""
    made = Against1("en", "backgammon", "drawn")
    made.begin()
    yield made
    close(made)


def fill(stage: Against1, **changes: object) -> None:
    """Change the referee's state directly, and let the partner see it."""
    referee = stage.sitting.evening.table.referee
    referee.state = changed(referee, **changes)
    stage.wait(1100, "The next line of the board.")


def heard(stage: Against1) -> list[str]:
    return [said.text for said in stage.sitting.ear.said]


def test_a_long_computation_is_announced_once(stage: Against1) -> None:
    partner = stage.partner
    partner.close()  # it takes tasks no more: this decision comes never
    fill(stage, phase=Phase.MOVING, player=N, dice=(3, 1), by_hand=True, number=8)
    stage.wait(int(SLOW * 1000) + 3000, "It thinks.")
    assert heard(stage).count("One moment, I am thinking.") == 1


def test_without_an_engine_any_legal_play_is_made_and_this_is_announced_once(
    stage: Against1, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_given: object, **_more: object) -> None:
        raise RuntimeError("No engine.")

    monkeypatch.setattr("companion.hints.advisor.Advisor", fails)
    for turn in (8, 9):
        fill(
            stage, phase=Phase.MOVING, player=N, dice=(3, 1), by_hand=True, number=turn, wanted=None
        )
        stage.think()
        ends = stage.sitting.rules.ends(stage.state.game.position, N, (3, 1)).positions
        assert stage.state.throw.wanted in ends
    fill(stage, phase=Phase.TO_THROW, player=N, dice=None, number=10, wanted=None, by_hand=False)
    stage.think()
    assert stage.state.throw.dice is not None  # no double, it has thrown
    (complaint,) = stage.complaints
    assert str(complaint) == (
        "The opponent plays at random, because its evaluation failed: No engine."
    )


def test_an_outdated_choice_is_dropped(stage: Against1) -> None:
    fill(stage, phase=Phase.MOVING, player=N, dice=(3, 1), by_hand=True, number=8)
    stage.rule("dice 6 5")
    late = stage.decisions.get(timeout=60)
    take_decision(stage.sitting.evening.table, late)
    assert not stage.state.throw.wanted
    stage.think()
    assert stage.state.throw.wanted


AHEAD = "V1=2v V2=3v VO=10v N1=3n N2=4n N3=4n N4=4n"
"""Green has nearly borne off."""
FIVE_OF_GREEN = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"


@pytest.mark.parametrize(("position", "takes"), [(START, True), (AHEAD, False)])
def test_the_partner_takes_a_fair_double_and_drops_a_bad_one(
    stage: Against1,
    position: str,
    takes: bool,  # noqa: FBT001
) -> None:
    stage.from_here(position, V)
    stage.press(V, Key.CUBE, Key.YES)
    stage.think()
    done = [fact.action for fact in stage.facts(f.CubeAction) if isinstance(fact, f.CubeAction)]
    assert done == ["offer", "take" if takes else "drop"]
    assert len(stage.facts(f.GameEnds)) == (not takes)


BLACK = "N7=4n N9=3n N10=3n N11=3n N12=2n"
TO_TAKE = f"V1=4v V2=3v V4=4v V6=2v V8=2v {BLACK}"
"""Black is ahead in the race: a good double, and a take."""
TO_DROP = f"V3=3v V4=3v V5=3v V6=4v V8=2v {BLACK}"
"""Farther ahead, and it is black's throw: a double and a drop."""
GAMMONISH = "V6=12v N7=2n N8=2n N9=2n N10=3n N11=3n N12=3n VB=3v"
"""Black wins a gammon nearly always."""


@pytest.mark.parametrize("dice", ["table", "drawn"])
def test_the_partner_doubles_before_its_throw_and_the_hint_key_advises(dice: str) -> None:
    taken = "Green takes. Cube at 2, with green."
    stage = Against1("en", "backgammon", dice)
    stage.from_here(TO_TAKE, N)
    hints: queue.SimpleQueue[CoachResult] = queue.SimpleQueue()
    coach = Coach(stage.sitting.rules, hints.put, stage.complaints.append)
    stage.sitting.evening.table.coach = coach
    stage.think()
    assert heard(stage)[-1] == "I offer the cube at 2. Yes to take, no to drop."
    stage.press(V, Key.HINT)
    take_advice(stage.sitting.evening.table, hints.get(timeout=10))
    assert heard(stage)[-1].startswith("Take.")
    stage.press(V, Key.YES)
    coach.close()
    if dice == "table":
        throw = "My turn. Throw both dice for me, on black's side."
        assert heard(stage)[-1] == f"{taken} {throw}"
        assert stage.state.throw.dice is None
    else:
        assert heard(stage)[-2] == taken
        assert stage.state.throw.dice is not None
    assert stage.state.game.cube == Cube(2, V)
    assert [type(fact) for fact in stage.facts(f.CubeAction)] == [f.CubeAction] * 2
    close(stage)


@pytest.mark.parametrize(
    ("position", "cube", "offers"),
    [
        (TO_TAKE, Cube(), True),
        (TO_TAKE, Cube(2, N), True),
        (TO_DROP, Cube(), True),
        (START, Cube(), False),
        (GAMMONISH, Cube(), False),
    ],
)
def test_the_partner_doubles_only_if_that_gains(
    stage: Against1,
    position: str,
    cube: Cube,
    offers: bool,  # noqa: FBT001
) -> None:
    stage.from_here(position, N, cube)
    stage.think()
    assert stage.state.phase is (Phase.DOUBLED if offers else Phase.MOVING)
    stage.wait(500, "It has done one of both.")
    assert stage.may_double is False
    assert len(stage.facts(f.CubeAction)) == offers


@pytest.mark.parametrize(
    ("no_double", "double_take", "strengths"),
    [
        (0.1, -0.2, ""),
        (0.605, 0.615, "45"),
        (0.6, 0.63, "345"),
        (0.6, 0.67, "2345"),
        (0.6, 0.75, "12345"),
        (0.99, 1.6, "12345"),
        (1.005, 1.9, "12345"),
        (1.4, 2.5, ""),
    ],
)
def test_a_weaker_partner_doubles_later(
    no_double: float, double_take: float, strengths: str
) -> None:
    advice = CubeAdvice(no_double, double_take, 0.7)
    assert "".join(str(each) for each in WILD if offers(each, Stake(), advice)) == strengths
    last_game = Stake(1, 3, after_crawford=True)  # to win this game is to win the match
    assert not any(offers(each, last_game, advice) for each in WILD)


def test_a_throw_made_at_once_for_the_partner_prevents_its_double() -> None:
    stage = Against1("en", "backgammon", "table")
    stage.from_here(TO_TAKE, N)
    stage.throw(N, "31")
    stage.think()
    assert stage.state.phase is Phase.MOVING
    assert not stage.facts(f.CubeAction)
    close(stage)


def test_without_a_double_the_partner_waits_for_its_dice() -> None:
    stage = Against1("en", "backgammon", "table")
    stage.from_here(START, N)
    stage.think()
    assert stage.state.phase is Phase.TO_THROW
    stage.wait(int(SLOW * 1000) + 3000, "It does not double, and waits for its dice.")
    assert "One moment, I am thinking." not in heard(stage)
    stage.throw(N, "31")
    assert stage.state.throw.dice == (3, 1)
    close(stage)


def test_the_partner_does_not_double_over_an_open_error(stage: Against1) -> None:
    """By doubling, as by throwing, an error would be accepted; it has each put right (E3)."""
    stage.from_here(TO_TAKE, V)
    stage.throw(V, "31")
    stage.stand(stage.shown(TO_TAKE.replace("V8=2v", "V8=1v V3=1v")), "From 8 to 3.")
    stage.lift(V)
    stage.wait(3000, "It waits.")
    assert stage.state.phase is Phase.ERROR
    assert stage.decisions.empty()
    assert not stage.facts(f.CubeAction)


def test_a_kill_during_the_partners_offer_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "evening.journal"
    with Journal.open(path) as journal:
        settings = Settings("x", mode="practice", against=OpponentSettings("N", 3, "drawn"))
        journal.begin_match(settings.saved())
        killed = Against1("en", "backgammon", "drawn", journal)
        killed.begin()
        killed.rule(f"position {TO_TAKE} turn black")
        killed.stand(killed.shown(TO_TAKE), "As was ruled.")
        while killed.state.phase is not Phase.DOUBLED:
            killed.think()
        close(killed)
    with Journal.open(path) as journal:
        saved = journal.unfinished
        assert saved is not None
        again = Against1("en", "backgammon", "drawn", journal, saved.state)
        again.wait(1000, "The board is plugged in.")
        again.stand(killed.shown(TO_TAKE), "It stands as it stood.")
        assert heard(again)[-1] == "I still offer the cube at 2. Yes to take, no to drop."
        again.press(V, Key.NO)
        ends = again.facts(f.GameEnds)
        close(again)
    assert [(end.winner, end.by, end.points) for end in ends if isinstance(end, f.GameEnds)] == [
        (N, "drop", 1)
    ]
    outcome = Replay(words=False).play(path, Settings("x"))
    assert outcome.fine, outcome


LOST = "V6=5v V8=3v N1=5v N6=2v N12=1n NO=14n"
"""Black bears off its last piece next, and green has borne off none: a gammon at least."""


@pytest.mark.parametrize(("position", "accepts"), [(START, True), (AHEAD, True), (LOST, False)])
def test_the_partner_accepts_a_fair_resignation(
    stage: Against1,
    position: str,
    accepts: bool,  # noqa: FBT001
) -> None:
    stage.from_here(position, V)
    stage.press(V, *to("resign", stage.sitting.evening.table.referee.state), Key.YES, Key.YES)
    stage.think()
    done = [fact.action for fact in stage.facts(f.Resign) if isinstance(fact, f.Resign)]
    assert done == ["offer", "accept" if accepts else "refuse"]


def test_the_partner_agrees_to_requests(stage: Against1) -> None:
    stage.from_here(START, V)
    stage.press(V, *to("new-game", stage.sitting.evening.table.referee.state), Key.YES)
    rulings = [fact.what for fact in stage.facts(f.Ruling) if isinstance(fact, f.Ruling)]
    assert rulings == ["new-game"]
    assert "Your opponent wants" not in " ".join(heard(stage))


def test_after_a_kill_the_same_opponent_continues(tmp_path: Path) -> None:
    path = tmp_path / "evening.journal"
    with Journal.open(path) as journal:
        against = OpponentSettings("N", 3, "drawn")
        journal.begin_match(Settings("x", "jacquet", mode="practice", against=against).saved())
        killed = Against1("en", "jacquet", "drawn", journal)
        killed.begin()
        while not killed.state.is_partners_turn:
            killed.play_on()
        killed.think()
        wanted = killed.state.throw.wanted
        close(killed)
    events = str(tmp_path / "events")
    bare = Settings("x", lang="en", voice="print", journal=str(path), events=events)
    with open_evening(bare, choose=True) as evening:
        assert evening.table.partner is not None
        assert evening.table.settings.against == OpponentSettings("N", 3, "drawn")
        state = evening.table.referee.state
        assert (state.practice, state.throw.wanted) == (Practice(N, simulated=True), wanted)


def test_a_better_play_is_named_on_request_during_the_companions_turn(stage: Against1) -> None:
    hints: queue.SimpleQueue[CoachResult] = queue.SimpleQueue()
    coach = Coach(stage.sitting.rules, hints.put, stage.complaints.append)
    stage.sitting.evening.table.coach = coach
    fill(stage, phase=Phase.TO_THROW, player=V, dice=None, number=8, position=START, by_hand=False)
    stage.stand(START, "From the start.")
    stage.throw(V, "31")
    stage.stand("V1=2n V2=1v V6=4v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v", "Not the best.")
    stage.lift(V)
    stage.think()
    assert stage.state.throw.dice is not None  # no double, it has thrown
    stage.think()
    assert stage.state.throw.wanted
    assert isinstance(hints.get(timeout=60), TurnJudged)
    assert hints.empty()
    stage.press(V, Key.HINT)
    told = hints.get(timeout=60)
    take_advice(stage.sitting.evening.table, told)
    assert heard(stage)[-1].startswith("A better play. From 8 to 5. From 6 to 5.")
    stage.press(V, Key.HINT)
    assert heard(stage)[-1].startswith("Make my play.")
    coach.close()


def test_a_choice_is_computed_again_after_another_game_was_chosen(stage: Against1) -> None:
    fill(stage, phase=Phase.MOVING, player=N, dice=(3, 1), by_hand=True, number=8, position=START)
    stage.press(V, *to("other-game", stage.sitting.evening.table.referee.state), Key.YES)
    assert stage.sitting.evening.table.chooser is not None
    stage.think()
    assert not stage.state.throw.wanted
    stage.press(V, Key.BOARD)
    stage.stand(START, "Back in the game, as it stood.")
    stage.wait(1500, "It thinks again.")
    stage.think()
    assert stage.state.throw.wanted


def test_questions_about_the_board_are_put_to_the_partners_side_too() -> None:
    stage = Against1("en", "backgammon", "table")
    stage.begin()
    stage.go_on_from(START, player=N)
    stage.rule("out-of-order black dice")
    assert heard(stage)[-1] == "First die, 1?"
    close(stage)


# --- progress -----------------------------------------------------------------------------------


def hear_progress(stage: Stage, player: Player) -> None:
    table = stage.sitting.evening.table
    found: SimpleQueue[Any] = SimpleQueue()
    table.submit = found.put
    stage.press(player, *to("progress", table.referee.state), Key.YES)
    table.publish((found.get(timeout=20),))


def test_the_menu_announces_the_progress(tmp_path: Path) -> None:
    path = tmp_path / "evening.journal"
    with Journal.open(path) as journal:
        settings = Settings("x", mode="practice", against=OpponentSettings("N", 3, "drawn"))
        journal.begin_match(settings.saved())
        stage = Against1("en", "backgammon", "drawn", journal)
        stage.begin()
        hear_progress(stage, V)
        assert heard(stage)[-1] == "No progress to report yet."
        for lost in (0, 40):
            stage.sitting.evening.table.publish((TurnJudged(V, lost),))
        hear_progress(stage, V)
        told = "Last day of practice, 2 decisions, 0.02 points lost per decision."
        assert heard(stage)[-1] == told
        close(stage)
    outcome = Replay(words=False).play(path, Settings("x"))
    assert outcome.fine, outcome


def test_without_a_journal_the_menu_says_that_there_is_no_progress(
    stage: Against1, tmp_path: Path
) -> None:
    hear_progress(stage, V)
    assert heard(stage)[-1] == "No progress saved, this evening is not being recorded."
    journal = Journal.open(tmp_path / "evening.journal")
    journal.close()
    stage.sitting.evening.table.record.journal = journal
    stage.sitting.evening.table.record.complain = stage.complaints.append
    shutil.rmtree(tmp_path / "evening.journal")
    hear_progress(stage, V)
    assert heard(stage)[-1] == "No progress saved, this evening is not being recorded."
    assert any("There is no journal" in str(each) for each in stage.complaints)
    stage.sitting.evening.table.record.journal = None


# --- where there is none ------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["club", "tournament"])
def test_an_opponent_and_an_exercise_need_practice_mode(mode: str) -> None:
    with pytest.raises(SettingsError, match=f"no opponent in mode {mode}"):
        Settings("x", mode=mode, against=OpponentSettings("N"))
    with pytest.raises(SettingsError, match=f"no exercises in mode {mode}"):
        Settings("x", mode=mode, against=OpponentSettings(exercise="bear-off"))
    with pytest.raises(ValueError, match="backgammon has no exercise bouchage"):
        Settings("x", mode="practice", against=OpponentSettings(exercise="bouchage")).rules()


def test_in_a_tournament_no_key_gives_help_or_an_opponent(tmp_path: Path) -> None:
    """Key by key through the whole menu: nobody plays, advises, or names a play."""
    settings = Settings("memory", lang="en", voice="print", mode="tournament",
                        events=str(tmp_path / "events"))  # fmt: skip
    with open_evening(settings) as evening:
        assert evening.table.coach is None
        assert evening.table.partner is None
    table = Stage("en", mode="tournament")
    table.go_on_from(START, player=V)
    table.throw(V, "31")
    for _ in range(3):
        table.press(V, Key.HINT)
    table.press(V, *to("softer"), Key.NO)
    table.sitting.evening.table.act(Names(FIVE_OF_GREEN))
    table.go_on_from(START, player=N)
    table.sitting.evening.table.act(Offers())
    told = {type(each.fact).__name__ for each in table.sitting.told}
    assert not told & {"Hint", "PlayNamed", "PlayDiffers", "CubeAction"}
    assert "hint" not in " ".join(entry.name for entry in MENU)


# --- exercises ----------------------------------------------------------------------------------


def test_an_exercise_is_recorded_and_can_be_replayed(tmp_path: Path) -> None:
    path = tmp_path / "evening.journal"
    settings = Settings(
        "memory", "jacquet", mode="practice", against=OpponentSettings(exercise="postillon")
    )
    with Journal.open(path) as journal:
        journal.begin_match(settings.saved())
        stage = Stage("en", "jacquet", mode="practice", against=settings.against)
        stage.sitting = Sitting(settings, journal=journal)
        stage.stand(STARTS["jacquet"], "Set up.")
        for faces, star in (("54", "N3=1V"), ("63", "V6=1V")):
            stage.throw(V, faces)
            stage.stand(f"V12=14n1N {star} N12=14v", "The postillon runs.")
            stage.lift(V)
    assert any(isinstance(told.fact, f.ExerciseEnds) for told in stage.sitting.told)
    outcome = Replay(words=False).play(path, settings)
    assert outcome.fine, outcome


def test_an_exercise_with_another_aim_than_winning_has_no_hints() -> None:
    against = OpponentSettings(exercise="bouchage")
    stage = Stage("en", "jacquet", mode="practice", against=against)
    hints: queue.SimpleQueue[CoachResult] = queue.SimpleQueue()
    coach = Coach(stage.sitting.rules, hints.put, lambda _sentence: None)
    stage.sitting.evening.table.coach = coach
    stage.stand(exercise_of("jacquet", "bouchage").position, "Set up.")
    stage.throw(V, "54")
    stage.press(V, Key.HINT)
    coach.close()
    assert stage.sitting.ear.said[-1].text == "No hints in this exercise."
    assert hints.empty()


def test_another_game_chosen_at_the_board_is_no_exercise() -> None:
    begun = Settings("x", mode="practice", against=OpponentSettings("N", exercise="bear-off"))
    chosen = begun.chosen(Choice("jacquet"))
    assert chosen.against == OpponentSettings("N")
    assert chosen.rules().name == "jacquet"


def test_the_larger_die_of_the_companion_comes_first() -> None:
    """So "6 and 3" is said of them too, as of every throw."""
    partner = Partner(3, print, print, random.Random(5))
    rules = find_game("jacquet")
    state = State(
        agree_match(rules, None),
        GameState(rules.start),
        TurnState(N, 5),
        phase=Phase.TO_THROW,
        practice=Practice(N, simulated=True),
    )
    thrown = []
    for _ in range(40):
        act = partner.look(rules, state, 0.0)
        assert isinstance(act, Draws)
        thrown.append(act.dice)
        partner.forget()
    partner.close()
    assert all(high >= low for high, low in thrown)
    assert len({high > low for high, low in thrown}) == 2
