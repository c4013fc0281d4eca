"""Whatever two players do, in any order: what must hold of cube, match, errors and the record.

Every step is taken twice, the second time by a referee made from the journal's text of the state
before it: nothing may be remembered anywhere else.
"""

import copy
import random
from collections.abc import Callable
from functools import partial
from operator import attrgetter
from typing import Any
from unittest import mock

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.link.messages import Key
from companion.records.encoding import decode, encode
from companion.referee import referee as referee_module
from companion.referee.facts import (
    CubeAction,
    ErrorClosed,
    ErrorOpen,
    GameEnds,
    MatchEnds,
    Ruling,
    RulingRefused,
)
from companion.referee.inputs import (
    Cocked,
    DiceBack,
    DiceUp,
    DieTurned,
    Input,
    NoDice,
    OneDieGone,
    Says,
    Stands,
    Threw,
    ThrewOne,
)
from companion.referee.machine import TABLE, kind_of, take
from companion.referee.referee import Referee
from companion.referee.requests import Output
from companion.referee.rulings import KINDS
from companion.referee.state import Phase, State, Topic
from companion.referee.talk_facts import KeyAnswer, Question
from companion.referee.turn_context import TurnContext
from companion.rules import Placement, Player, parse_placement
from companion.sim.plans import wrong_board
from tests.budget import examples
from tests.referee.harness import STARTS, N, TableTop, V

PLAYERS = st.sampled_from([V, N])
FACES = st.integers(1, 6)
SEEDS = st.integers(0, 999)
EVENINGS = (
    ("backgammon", (), 3),
    ("backgammon", ("automatic-doubles",), 5),
    ("backgammon", ("no-crawford", "end-on-any-die"), 3),
    ("backgammon", (), None),
    ("jacquet", ("count-games",), 3),
    ("dutch", (), 3),
    ("acey-deucey", (), None),
)
NEARLY_OFF = {
    "backgammon": "V1=1v VO=14v N12=1n NO=14n",
    "dutch": "V1=1v VO=14v N12=1n NO=14n",
    "acey-deucey": "V1=1v VO=14v N12=1n NO=14n",
    "jacquet": "V1=1v VO=14v N1=1n NO=14n",
}

ENDED = {"setup", "over"}
PLAYING = {"opening", "to-throw", "moving", "error", "doubled"}
LEADS: dict[tuple[str, type[Input]], set[str]] = {
    ("setup", Stands): PLAYING,
    ("opening", ThrewOne): {"to-throw", "moving"},
    ("to-throw", Threw): {"moving"},
    ("moving", DiceUp): {"to-throw", "moving", "error"} | ENDED,
    ("error", Stands): {"to-throw"} | ENDED,
    ("error", Threw): {"moving"} | ENDED,
    ("opening", Says): {"to-throw", "moving"},
    ("to-throw", Says): {"doubled", "moving"},
    ("error", Says): {"doubled", "moving"},
    ("doubled", Says): {"to-throw"},
    ("paused", Says): {"setup"},
    ("over", Stands): {"opening"},
}
"""Where each input may lead; it may also leave the phase as it is. Any answer may end the game
(a drop, a resignation), begin a pause, or take a decision back."""


RULED: dict[str, set[str]] = {
    "position": {"setup", "paused"},
    "dice": {"moving"},
    "opening": {"moving", "to-throw"},
    "award": ENDED,
    "undo": ENDED,
    "accept": {"to-throw"} | ENDED,
    "pause": {"paused"},
    "adjourn": {"paused"},
    "go-on": {"setup"},
    "undo-throw": {"to-throw"},
    "undo-opening": {"opening"},
}
"""Where each ruling may lead."""
CLOSING = {"position", "dice", "award", "undo", "pause", "adjourn"}
"""Rulings after which no error is open, or it is told again."""


def phase_after(phase: str, given: Input) -> set[str]:
    if isinstance(given, Ruling):
        return RULED.get(given.what, set()) | {phase}
    anywhere = ENDED | {"paused"} if isinstance(given, Says) else set()
    return LEADS.get((phase, type(given)), set()) | anywhere | {phase}


class Evening(RuleBasedStateMachine):
    """Two players who throw, move, lift and press whatever they like."""

    @initialize(evening=st.sampled_from(EVENINGS))
    def sit_down(self, evening: tuple[str, tuple[str, ...], int | None]) -> None:
        game, options, length = evening
        self.top = TableTop(game, options, length)
        self.steps = 0
        self.open_error = False
        self.was_corrected = False
        self.question: Question | None = None
        self.step(lambda top: top.stand(STARTS[game]))

    # --- what players do -----------------------------------------------------------------------

    @rule()
    def set_up(self) -> None:
        self.step(lambda top: top.stand(STARTS[top.game]))

    @precondition(lambda self: self.state.phase is Phase.OPENING)
    @rule(v=FACES, n=FACES)
    def throw_the_opening(self, v: int, n: int) -> None:
        self.step(lambda top: top.throw(V, f"{v}-"))
        self.step(lambda top: top.throw(N, f"{n}-"))

    @precondition(lambda self: self.state.phase in (Phase.TO_THROW, Phase.ERROR, Phase.DOUBLED))
    @rule(dice=st.tuples(FACES, FACES), wrong=st.integers(0, 5))
    def throw(self, dice: tuple[int, int], wrong: int) -> None:
        mover = self.state.turn.player or V
        right = mover if self.state.phase is Phase.TO_THROW else mover.other
        player = right if wrong else right.other
        self.step(lambda top: top.throw(player, f"{dice[0]}{dice[1]}"))

    @rule(player=PLAYERS, faces=st.sampled_from(["6-", "c1", "--", "~~", "31", "-2"]))
    def touch_dice(self, player: Player, faces: str) -> None:
        self.step(lambda top: top.throw(player, faces))

    @precondition(lambda self: self.state.phase in (Phase.MOVING, Phase.ERROR))
    @rule(seed=SEEDS)
    def play_right(self, seed: int) -> None:
        table = self.table
        assert self.state.throw.dice is not None
        ends = table.rules.ends(table.agreed, table.mover, self.state.throw.dice).positions
        end = random.Random(seed).choice(sorted(ends))
        self.show(table.as_seen(table.rules.placement(end)))

    @precondition(lambda self: self.state.phase in (Phase.MOVING, Phase.ERROR))
    @rule(seed=SEEDS)
    def play_wrong(self, seed: int) -> None:
        table = self.table
        assert self.state.throw.dice is not None
        chance = random.Random(seed)
        wrong = wrong_board(table.rules, table.agreed, table.mover, self.state.throw.dice, chance)
        if wrong is not None:
            self.show(table.as_seen(table.rules.placement(wrong)))

    @precondition(lambda self: self.state.phase is not Phase.SETUP)
    @rule(seed=SEEDS)
    def lose_a_piece(self, seed: int) -> None:
        tokens = self.top.board.split()
        if tokens:
            del tokens[seed % len(tokens)]
            self.step(lambda top: top.stand(" ".join(tokens)))

    @precondition(lambda self: self.state.phase not in (Phase.SETUP, Phase.OVER))
    @rule()
    def take_back(self) -> None:
        self.show(self.table.on_board())

    @rule()
    def lift(self) -> None:
        self.step(lambda top: top.lift())

    @rule(player=PLAYERS, key=st.sampled_from(list(Key)))
    def press(self, player: Player, key: Key) -> None:
        self.step(lambda top: top.press(player, key))

    @precondition(lambda self: self.state.phase in (Phase.TO_THROW, Phase.ERROR))
    @rule(yes=st.booleans())
    def double(self, yes: bool) -> None:  # noqa: FBT001 - drawn by chance
        mover = self.state.turn.player or V
        player = mover if self.state.phase is Phase.TO_THROW else mover.other
        self.step(lambda top: top.press(player, Key.CUBE))
        self.step(lambda top: top.press(player, Key.YES))
        self.step(lambda top: top.press(player.other, Key.YES if yes else Key.NO))

    @precondition(lambda self: self.state.phase.value in PLAYING - {"doubled"})
    @precondition(lambda self: self.steps % 9 == 0)
    @rule(player=PLAYERS, more=st.integers(0, 3), yes=st.booleans())
    def resign(self, player: Player, more: int, yes: bool) -> None:  # noqa: FBT001 - likewise
        self.find_in_the_menu(player, "resign")
        for key in (Key.YES, *[Key.NO] * more, Key.YES):
            self.step(partial(_press, player=player, key=key))
        self.step(lambda top: top.press(player.other, Key.YES if yes else Key.NO))

    def find_in_the_menu(self, player: Player, entry: str) -> None:
        for _ in range(20):
            if self.question is not None and self.question.item == entry:
                break
            self.step(lambda top: top.press(player, Key.NO))

    @precondition(lambda self: self.state.back is not None)
    @rule(player=PLAYERS, yes=st.booleans())
    def undo(self, player: Player, yes: bool) -> None:  # noqa: FBT001 - likewise
        """Take the last decision back; the board is put as it stood before it."""
        self.find_in_the_menu(player, "undo")
        self.step(lambda top: top.press(player, Key.YES))
        self.step(lambda top: top.press(player.other, Key.YES if yes else Key.NO))
        if self.state.phase is Phase.SETUP and self.state.then is not Phase.OPENING:
            self.show(self.table.on_board())

    # --- what a referee does, and what both may do by menu ---------------------------------------

    @precondition(lambda self: self.steps % 4 == 0)
    @rule(
        what=st.sampled_from(sorted({*KINDS, "coin"} - {"position"})),
        dice=st.tuples(FACES, FACES),
        player=st.sampled_from([None, V, N]),
        zone=st.sampled_from(["V6", "N12", "NB", "V-dice", "VH"]),
    )
    def decide(self, what: str, dice: tuple[int, int], player: Player | None, zone: str) -> None:
        ruling = Ruling(what, "Ann", dice=dice, player=player, winner=player, zone=zone)
        self.step(lambda top: top.referee.take(ruling, top.ms))

    @precondition(lambda self: self.steps % 4 == 0)
    @rule(player=st.sampled_from([None, V, N]), late=st.booleans(), seed=SEEDS)
    def set_a_position(self, player: Player | None, late: bool, seed: int) -> None:  # noqa: FBT001
        """A position that is wanted, or one near the end of a game; it may be put up."""
        text = NEARLY_OFF[self.top.game] if late else self.top.position
        ruling = Ruling("position", "Ann", position=text, player=player)
        self.step(lambda top: top.referee.take(ruling, top.ms))
        if seed % 2:
            self.show(self.table.on_board())

    @rule(player=PLAYERS, seed=SEEDS)
    def ask_what_stands(self, player: Player, seed: int) -> None:
        self.find_in_the_menu(player, "what-stands")
        self.step(lambda top: top.press(player, Key.YES))
        before, told = self.top.board, self.question
        tokens = before.split()
        if tokens and told is not None and told.topic == "lift":
            del tokens[seed % len(tokens)]
            self.step(lambda top: top.stand(" ".join(tokens)))
            self.step(lambda top: top.stand(before))

    @precondition(lambda self: self.state.phase in (Phase.OPENING, Phase.TO_THROW, Phase.ERROR))
    @rule(player=PLAYERS, faces=st.tuples(FACES, FACES), yes=st.booleans())
    def dice_by_menu(self, player: Player, faces: tuple[int, int], yes: bool) -> None:  # noqa: FBT001
        self.find_in_the_menu(player, "dice")
        for key in (Key.YES, *(k for face in faces for k in (*[Key.NO] * (face - 1), Key.YES))):
            self.step(partial(_press, player=player, key=key))
        self.step(lambda top: top.press(player.other, Key.YES if yes else Key.NO))

    @precondition(lambda self: self.state.phase is Phase.MOVING)
    @rule()
    def say_that_the_turn_is_over(self) -> None:
        mover = self.state.turn.player or V
        self.step(lambda top: top.press(mover, Key.YES))
        self.step(lambda top: top.look())

    @rule(ms=st.sampled_from([100, 5_000, 10_100, 16_000]))
    def wait(self, ms: int) -> None:
        def later(top: TableTop) -> tuple[Output, ...]:
            top.ms += ms
            return top.at(top.ms)

        self.step(later)

    @precondition(lambda self: self.state.phase in (Phase.OPENING, Phase.TO_THROW))
    @rule(dice=st.tuples(FACES, FACES), seed=SEEDS)
    def play_a_turn(self, dice: tuple[int, int], seed: int) -> None:
        if self.state.phase is Phase.OPENING:
            self.throw_the_opening(*dice)
        self.step(lambda top: top.lift())
        if self.state.phase is Phase.TO_THROW:
            self.show(self.table.on_board())
            self.throw(dice, 1)
        if self.state.phase is Phase.MOVING:
            self.play_right(seed)
            self.step(lambda top: top.lift())

    @precondition(lambda self: self.state.phase is Phase.TO_THROW)
    @rule()
    def come_to_the_end(self) -> None:
        """Long play in one step: one piece a side is left."""
        self.top.lift()
        self.top.set(position=NEARLY_OFF[self.top.game], asked=None)
        self.show(self.table.on_board())

    @rule()
    def cut_the_power(self) -> None:
        """A second companion goes on from the journal: the same game, at the same place."""
        top = self.top
        self.step(lambda top: top.look())
        before = self.state
        as_agreed = top.board == self.table.on_board().text
        top.referee = Referee(top.referee.rules, before.match, self.read_back(before))
        assert self.state.asked is None
        facts = top.look()
        for fact in facts:
            self.look_at(fact)
        after = self.state
        kept = attrgetter("match", "game", "turn.player", "turn.number", "throw.dice")
        assert kept(before) == kept(after)
        if as_agreed and before.phase.value in PLAYING:
            assert after.phase is before.phase, facts
        elif after.phase is Phase.SETUP and before.phase.value in PLAYING:
            assert after.then is before.phase

    # --- each step -----------------------------------------------------------------------------

    @property
    def state(self) -> State:
        return self.top.referee.state

    @property
    def table(self) -> TurnContext:
        return TurnContext(self.top.referee.rules, self.state, self.top.ms)

    def show(self, board: Placement) -> None:
        self.step(lambda top: top.stand(board.text))

    def read_back(self, state: State) -> State:
        again: State = decode(State, encode(state))
        assert again == state
        return again

    def step(self, do: Callable[[TableTop], tuple[Output, ...]]) -> None:
        """Let something happen, to this referee and to one made from the journal."""
        self.steps += 1
        before = self.state
        twin = copy.copy(self.top)
        twin.seats, twin.throws = dict(twin.seats), dict(twin.throws)
        twin.referee = copy.copy(self.top.referee)
        twin.referee.state = self.read_back(before)
        with mock.patch.object(referee_module, "take", self.watched):
            facts = do(self.top)
        assert do(twin) == facts
        assert twin.referee.state == self.state
        self.check(before, facts)

    def watched(self, context: TurnContext, given: Input) -> bool:
        """Take an input as the referee does, and look at where it leads."""
        before, told = context.state, len(context.facts)
        asked = before.asked
        taken = take(context, given)
        after, facts = context.state, context.facts[told:]
        assert after.phase.value in phase_after(before.phase.value, given), given
        if any(isinstance(fact, RulingRefused) for fact in facts):
            assert _but_questions(before) == _but_questions(after), given
        if (before.phase, kind_of(given)) not in TABLE and not taken:
            assert _but_questions(before) == _but_questions(after), given
            refusals = KeyAnswer | Question | RulingRefused
            assert all(isinstance(fact, refusals) for fact in facts[-1:])
        if taken and (before.phase, kind_of(given)) not in TABLE:
            assert asked is not None
        return taken

    def check(self, before: State, facts: tuple[Output, ...]) -> None:
        undone = any(isinstance(f, Ruling) and f.what == "undo" for f in facts)
        self.was_corrected = before.turn.corrected is not None
        for fact in facts:
            self.look_at(fact)
        if not undone:
            self.check_cube(before, facts)
            self.check_score(before, facts)
        asked = self.state.asked
        if asked is not None:
            told = self.question
            assert told is not None
            item = "" if asked.topic == Topic.LIFT else asked.item
            assert (told.player, told.topic, told.item) == (asked.player, asked.topic, item)

    def look_at(self, fact: Output) -> None:
        if isinstance(fact, Question):
            self.question = fact
        elif isinstance(fact, ErrorOpen):
            self.open_error = True
        elif isinstance(fact, ErrorClosed):
            # Until the throw, a corrected turn may be given another legal end.
            assert self.open_error or self.was_corrected
            self.open_error = False
        elif isinstance(fact, GameEnds) or (isinstance(fact, Ruling) and fact.what in CLOSING):
            self.open_error = False

    def check_cube(self, before: State, facts: tuple[Output, ...]) -> None:
        after, actions = self.state, [f for f in facts if isinstance(f, CubeAction)]
        ended = any(isinstance(fact, GameEnds) for fact in facts)
        for action in actions:
            if action.action == "offer" and before.phase is not Phase.SETUP:
                assert not after.match.crawford_now
                assert after.turn.number >= 2
                assert self.top.referee.rules.has_cube
                assert before.game.cube.owner in (None, action.player)
        if ended:
            assert after.game.cube.value == 1
        elif after.game.cube != before.game.cube:
            assert actions
            assert after.game.cube.value == actions[-1].value == before.game.cube.value * 2
        if after.game.cube.owner is not before.game.cube.owner and not ended:
            assert actions
            assert (actions[-1].action, actions[-1].player) == ("take", after.game.cube.owner)

    def check_score(self, before: State, facts: tuple[Output, ...]) -> None:
        after = self.state.match
        ends = [fact for fact in facts if isinstance(fact, GameEnds)]
        over = [fact for fact in facts if isinstance(fact, MatchEnds)]
        if before.phase is Phase.OVER and self.state.phase is not Phase.OVER:
            assert after.score == (0, 0)
            return
        won = tuple(now - then for now, then in zip(after.score, before.match.score, strict=True))
        assert len(ends) <= 1
        if ends:
            index = 0 if ends[0].winner is V else 1
            assert ends[0].score == after.score
            assert won[index] == ends[0].points > 0 == won[1 - index]
        else:
            assert won == (0, 0)
        target = after.target
        reached = target is not None and max(after.score) >= target
        assert (self.state.phase is Phase.OVER) == reached
        assert bool(over) == (bool(ends) and reached)

    # --- at any time ---------------------------------------------------------------------------

    @invariant()
    def the_phase_knows_what_it_needs(self) -> None:
        state = self.state
        if state.phase in (Phase.MOVING, Phase.ERROR):
            assert state.throw.dice is not None
        if state.phase in (Phase.TO_THROW, Phase.MOVING, Phase.ERROR, Phase.DOUBLED):
            assert state.turn.player is not None
        if state.phase.value in PLAYING:
            assert self.open_error == (state.phase is Phase.ERROR)
        assert state.game.cube.value & (state.game.cube.value - 1) == 0

    @invariant()
    def what_has_no_place_in_the_table_changes_nothing(self) -> None:
        seen = parse_placement(self.top.board)
        refused: tuple[Any, ...] = (
            Stands(seen, dice_lie=True),
            Threw(V, (6, 1), seen, right=True),
            ThrewOne(V, 3),
            Cocked(N),
            OneDieGone(N),
            DiceUp(seen),
            DieTurned(6, 5),
            DiceBack(),
            NoDice(),
        )
        for given in refused:
            if (self.state.phase, kind_of(given)) not in TABLE:
                table = self.table
                assert not take(table, given)
                assert table.state == self.state
                assert not table.facts


def _press(top: TableTop, player: Player, key: Key) -> tuple[Output, ...]:
    return top.press(player, key)


def _but_questions(state: State) -> dict[str, object]:
    skipped = ("asked",)
    names = [name for name in State.__dataclass_fields__ if name not in skipped]
    return {name: getattr(state, name) for name in names}


TestEvening = Evening.TestCase
TestEvening.settings = settings(examples(8), stateful_step_count=30)
