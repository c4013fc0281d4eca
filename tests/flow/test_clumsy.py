"""Clumsy hands at every game: every end of a turn is seen once, and nothing that did not happen.

A failure prints the hands' script since the last throw, and the seed that makes it again.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager

import pytest

from companion.link.messages import Key
from companion.referee import facts as f
from companion.referee.board_facts import Link, Setup
from companion.referee.talk_facts import KeyAnswer, Question
from companion.rules import (
    UNACCEPTABLE,
    Ends,
    Placement,
    Player,
    Position,
    PositionError,
    Rules,
    Verdict,
    game_names,
    parse_placement,
)
from companion.rules.games import BY_NAME
from companion.rules.position import count
from companion.settings import Settings
from companion.sim.hands import Layout, Lift
from companion.sim.plans import wrong_board
from tests.budget import seeds
from tests.every_game import every_game
from tests.flow.clumsy import ClumsyHands, DieDown, Pause, Script, lying_in, script_text
from tests.flow.sitting import Sitting, Told

GAMES = game_names()
QUIET_MS = 250
SOON_MS = 350
"""A line follows each change within 100 ms, its proof 250 ms after it."""

LEGAL, ILLEGAL = Verdict.LEGAL, Verdict.ILLEGAL
Check = Callable[[Rules, f.TurnEnds], None]


def names(facts: Sequence[f.Fact]) -> list[str]:
    return [type(fact).__name__ for fact in facts]


class ClumsyGame:
    """Two people who play at random and clumsily, and who know what the companion has to say.

    wrong -- how many turns out of a hundred are ended wrong; check -- a second opinion on every
    turn that ends.
    """

    def __init__(self, game: str, seed: int, wrong: int = 0, check: Check | None = None) -> None:
        self.chance = random.Random(f"{game} {seed}")
        self.sitting = Sitting(Settings("memory", game))
        self.hands = ClumsyHands(self.chance, Layout(BY_NAME[game]))
        self.wrong = wrong
        self.check = check
        self.counts: Counter[str] = Counter()
        self.rules = self.sitting.rules
        self.agreed = self.rules.start
        self.mover = Player.V
        self.rolled: tuple[int, int] | None = None
        self.judged: Placement | None = None
        self._ends: Ends | None = None

    # --- the facts -----------------------------------------------------------------------------

    def heard(self, *expected: type[f.Fact]) -> list[f.Fact]:
        """The facts since last asked: verdicts and answers come and go, the rest is as expected."""
        told = self.sitting.take()
        for each in told:
            self._in_time(each)
        self._verdicts_are_right([t.fact for t in told if isinstance(t.fact, f.VerdictGiven)])
        facts: list[f.Fact] = [
            t.fact
            for t in told
            if not isinstance(t.fact, f.VerdictGiven | KeyAnswer | f.OpeningDie)
        ]
        assert names(facts) == [kind.__name__ for kind in expected], facts
        self.counts.update(names(facts))
        return facts

    def _in_time(self, told: Told) -> None:
        """Nothing is judged while hands are at work; what is judged is told soon."""
        if not isinstance(told.fact, KeyAnswer | Question | f.CubeAction | Setup | Link):
            assert told.still >= QUIET_MS, told
            assert told.after <= SOON_MS, told

    def _verdicts_are_right(self, verdicts: list[f.VerdictGiven]) -> None:
        for verdict in verdicts:
            if verdict.nothing_to_play:
                before = self.rules.parse(verdict.before)
                ends = self.rules.ends(before, verdict.player, verdict.dice)
                assert ends.nothing_to_play, verdict
                self.judged = parse_placement(verdict.position)
                continue
            assert (verdict.player, verdict.before) == (self.mover, self.rules.text(self.agreed))
            stands = parse_placement(verdict.position)
            assert stands != self.judged, verdict
            self.judged = stands
            assert (verdict.verdict is LEGAL) == self.is_legal(stands, verdict.dice), verdict
            self.counts["verdicts"] += 1

    def ends(self, dice: tuple[int, int]) -> Ends:
        """The legal ends of the running turn, found once."""
        if self._ends is None:
            self._ends = self.rules.ends(self.agreed, self.mover, dice)
        return self._ends

    def is_legal(self, stands: Placement, dice: tuple[int, int]) -> bool:
        try:
            end = self.rules.position(stands)
        except PositionError:
            return False
        return end in self.ends(dice).positions

    # --- what is done --------------------------------------------------------------------------

    def do(self, script: Script, *, settle: bool = True) -> None:
        self.sitting.perform(*script, *([Pause(500)] if settle else []))

    def show(self, *boards: Position, steady: bool = False) -> None:
        placements = [self.rules.placement(board) for board in boards]
        zones = self.sitting.board.zones
        if steady:
            self.do(self.hands.steady(zones, placements[-1]))
        else:
            self.do(self.hands.play(zones, placements, lying_in(self.sitting.board)))

    def lift_dice(self, *, settle: bool = True) -> None:
        self.do(self.hands.lift_dice(lying_in(self.sitting.board)), settle=settle)

    def dice(self) -> tuple[int, int]:
        return self.chance.randint(1, 6), self.chance.randint(1, 6)

    # --- a game --------------------------------------------------------------------------------

    def play(self, turns: int) -> None:
        self.begin()
        played = 0
        while played < turns:
            self.sitting.script.clear()
            played += 1
            if not self.turn():
                self.lift_dice()
                self.begin()

    def begin(self) -> None:
        """Set up, throw one die each until they differ."""
        self.rules = self.sitting.rules
        self.agreed = self.rules.start
        self.do((Pause(500),))
        self.show(self.agreed, steady=True)
        told = [t.fact for t in self.sitting.take() if not isinstance(t.fact, KeyAnswer)]
        assert isinstance(told[-1], f.GameBegins), told
        assert all(isinstance(fact, Link | Setup) for fact in told[:-1]), told
        self.opening()

    def opening(self) -> None:
        while True:
            faces = self.dice()
            for player in self.chance.sample(list(Player), 2):
                face = str(faces[player is Player.N])
                seat = self.chance.randint(0, 1)
                self.do((DieDown(player, seat, face, 150), Pause(self.chance.randint(0, 600))))
            if faces[0] != faces[1]:
                break
            assert self.heard(f.Opening)[0] == f.Opening(*faces, None)
            self.do((*self.hands.lift_dice(lying_in(self.sitting.board)), Pause(500)))
        self.mover = Player.V if faces[0] > faces[1] else Player.N
        self.judged = self._ends = None
        high, low = max(faces), min(faces)
        if self.rules.name == "jacquet":
            begun = self.heard(f.Opening, f.TurnBegins)
            self.lift_dice()
            self.rolled = None
        else:
            begun = self.heard(f.Opening, f.TurnBegins, f.Roll)
            assert begun[2] == f.Roll(self.mover, (high, low), opening=True)
            self.rolled = (high, low)
        assert begun[1] == f.TurnBegins(self.mover, self.rules.text(self.agreed))

    def turn(self) -> bool:
        """Play one turn; False when the game is over."""
        if self.rolled is None:
            self.rolled = self.throw()
        dice, self.rolled = self.rolled, None
        ends = self.ends(dice)
        boards = [] if ends.nothing_to_play else [self.chance.choice(sorted(ends.positions))]
        wrong = self.wrong_end(dice) if self.chance.randrange(100) < self.wrong else None
        boards = [*self.detours(ends.positions, dice), *(boards or [self.agreed])]
        self.show(*boards)
        if wrong is not None:
            return self.end_wrong(dice, wrong)
        self.heard()
        following = self.next_kind(boards[-1])
        if following is f.TurnBegins and not ends.again and self.chance.random() < 0.3:
            return self.hurry(dice)
        self.lift_dice()
        ended, next_fact = self.heard(f.TurnEnds, following)
        return self.ended(ended, next_fact, dice)

    def hurry(self, dice: tuple[int, int]) -> bool:
        """The dice are hardly lifted when the opponent throws."""
        self.lift_dice(settle=False)
        thrown = self.dice()
        gap = Pause(self.chance.randint(0, 600))
        thrower = self.mover.other
        self.do((gap, *self.hands.throw(thrower, thrown)))
        ended, following, roll = self.heard(f.TurnEnds, f.TurnBegins, f.Roll)
        assert self.ended(ended, following, dice)
        self.rolled = max(thrown), min(thrown)
        assert roll == f.Roll(thrower, self.rolled)
        return True

    def next_kind(self, end: Position) -> type[f.Fact]:
        return f.TurnBegins if self.rules.winner(end) is None else f.GameEnds

    def throw(self) -> tuple[int, int]:
        """Throw, now and then after somebody has fumbled with the pieces."""
        if self.chance.random() < 0.2:
            self.do(self.hands.play(self.sitting.board.zones, (), ()))
            self.heard()
        dice = self.dice()
        self.do(self.hands.throw(self.mover, dice))
        high, low = max(dice), min(dice)
        (roll,) = self.heard(f.Roll)
        assert roll == f.Roll(self.mover, (high, low))
        return high, low

    def detours(self, ends: AbstractSet[Position], dice: tuple[int, int]) -> list[Position]:
        """Other boards shown first: another play, a wrong one, all of it taken back."""
        found: list[Position] = []
        for _ in range(self.chance.choice((0, 0, 0, 1, 2))):
            way = self.chance.randrange(3)
            if way == 0:
                found.append(self.chance.choice(sorted(ends)))
            elif way == 1:
                wrong = wrong_board(self.rules, self.agreed, self.mover, dice, self.chance)
                found += [] if wrong is None else [wrong]
            else:
                found.append(self.agreed)
        return found

    def ended(self, ended: f.Fact, following: f.Fact, dice: tuple[int, int]) -> bool:
        """Check a legal end: it shows the board the hands left, and the next player may throw."""
        assert isinstance(ended, f.TurnEnds)
        before = self.rules.text(self.agreed)
        assert (ended.player, ended.dice, ended.before) == (self.mover, dice, before)
        assert (ended.verdict, ended.faults) == (LEGAL, ())
        assert self.is_legal(parse_placement(ended.position), dice)
        self.stands(ended.position)
        if self.check is not None:
            self.check(self.rules, ended)
        return self.go_on(ended.position, following, dice)

    def go_on(
        self, position: str, following: f.Fact, dice: tuple[int, int], *, accepted: bool = False
    ) -> bool:
        now = self.rules.parse(position)
        again = not accepted and now in self.ends(dice).again
        winner = self.rules.winner(now)
        self.agreed = now
        self.rules = self.rules.with_options(self.rules.rights_won(now))
        self.judged = self._ends = None
        if winner is not None:
            assert isinstance(following, f.GameEnds)
            assert (following.winner, following.by) == (winner, "off")
            return False
        self.mover = self.mover if again else self.mover.other
        assert isinstance(following, f.TurnBegins)
        assert (following.player, following.position) == (self.mover, position)
        return True

    def stands(self, position: str) -> None:
        """The board shows what the companion says stands there."""
        zones = self.sitting.board.zones
        board = self.rules.parse(position)
        assert not self.hands.steady(zones, self.rules.placement(board)), position

    # --- turns that are ended wrong ------------------------------------------------------------

    def wrong_end(self, dice: tuple[int, int]) -> Position | None:
        """A board that breaks a rule, or one on which too little was played."""
        ends = self.ends(dice)
        if self.chance.random() < 0.3 and not ends.nothing_to_play:
            return self.agreed
        return wrong_board(self.rules, self.agreed, self.mover, dice, self.chance)

    def end_wrong(self, dice: tuple[int, int], wrong: Position) -> bool:
        """Lift the dice on a wrong board; the opponent has it corrected or accepts it."""
        self.show(wrong, steady=True)
        in_the_air = self.chance.random() < 0.2
        if in_the_air:
            self.leave_one_out()
        self.heard()
        self.lift_dice()
        ended, opened = self.heard(f.TurnEnds, f.ErrorOpen)
        assert isinstance(ended, f.TurnEnds)
        assert isinstance(opened, f.ErrorOpen)
        assert (ended.player, ended.verdict) == (self.mover, ILLEGAL)
        assert ended.faults
        assert opened == f.ErrorOpen(self.mover, ended.faults, acceptable=opened.acceptable)
        unacceptable = any(fault.code in UNACCEPTABLE for fault in ended.faults)
        assert opened.acceptable != unacceptable or (not unacceptable and in_the_air)
        if not opened.acceptable:
            self.counts["not acceptable"] += 1
            self.throw_in_vain()
            return self.correct(dice)
        if not in_the_air:
            self.stands(ended.position)
        if self.chance.random() < 0.5:
            return self.correct(dice)
        return self.accept(ended.position, dice)

    def leave_one_out(self) -> None:
        """Keep one own piece in the hand."""
        letter = self.mover.value.lower()
        zones = [zone for zone, pile in self.sitting.board.zones if dict(pile).get(letter)]
        if zones:
            self.do((Lift(self.chance.choice(zones), letter),))

    def throw_in_vain(self) -> None:
        """The opponent throws onto a board that nobody may accept, and takes his dice back."""
        self.do(self.hands.throw(self.mover.other, self.dice()))
        (void,) = self.heard(f.RollVoid)
        assert void == f.RollVoid(self.mover.other, "board", "error")
        self.lift_dice()
        self.heard()

    def correct(self, dice: tuple[int, int]) -> bool:
        """Back to where the turn began, then any legal end; the opponent may have demanded it."""
        if self.chance.random() < 0.3:
            self.sitting.press(self.mover.other, Key.NO)
        end = self.chance.choice(sorted(self.ends(dice).positions))
        self.show(self.agreed, steady=True)
        self.show(end, steady=True)
        closed, following = self.heard(f.ErrorClosed, self.next_kind(end))
        assert isinstance(closed, f.ErrorClosed)
        assert (closed.player, closed.how) == (self.mover, "corrected")
        assert self.is_legal(parse_placement(closed.position), dice)
        self.stands(closed.position)
        self.counts["corrected"] += 1
        return self.go_on(closed.position, following, dice)

    def accept(self, position: str, dice: tuple[int, int]) -> bool:
        """Accept by throwing, or, where there is a cube, now and then by doubling."""
        self.counts["accepted"] += 1
        cube, doubler = self.sitting.evening.table.referee.state.game.cube, self.mover.other
        may_double = self.rules.has_cube and cube.may_offer(doubler) and cube.value < 64
        if may_double and self.chance.random() < 0.5:
            return self.accept_by_cube(position, dice)
        thrown = self.dice()
        self.do(self.hands.throw(doubler, thrown))
        winner = self.rules.winner(self.rules.parse(position))
        expected = (f.TurnBegins, f.Roll) if winner is None else (f.GameEnds,)
        closed, following, *roll = self.heard(f.ErrorClosed, *expected)
        assert closed == f.ErrorClosed(self.mover, "accepted", position)
        going = self.go_on(position, following, dice, accepted=True)
        if going:
            self.rolled = max(thrown), min(thrown)
            assert roll == [f.Roll(self.mover, self.rolled)]
        return going

    def accept_by_cube(self, position: str, dice: tuple[int, int]) -> bool:
        """The opponent doubles over the error; the erring player takes."""
        self.counts["doubled"] += 1
        cube, doubler = self.sitting.evening.table.referee.state.game.cube, self.mover.other
        self.sitting.press(doubler, Key.CUBE, Key.YES)
        _, closed, following, offer = self.heard(
            Question, f.ErrorClosed, f.TurnBegins, f.CubeAction
        )
        assert closed == f.ErrorClosed(self.mover, "accepted", position)
        assert offer == f.CubeAction(doubler, "offer", cube.value * 2, cube.owner)
        self.sitting.press(self.mover, Key.YES)
        (take,) = self.heard(f.CubeAction)
        assert take == f.CubeAction(self.mover, "take", cube.value * 2, self.mover)
        return self.go_on(position, following, dice, accepted=True)


@contextmanager
def reported(game: ClumsyGame, name: str, seed: int) -> Iterator[None]:
    """Print what makes a failure again."""
    try:
        yield
    except BaseException:
        print(f"{name}, seed {seed}: {game.rules.text(game.agreed)}, {game.mover} to move")
        print(script_text(game.sitting.script))
        raise


def run(name: str, seed: int, turns: int, wrong: int = 0, check: Check | None = None) -> ClumsyGame:
    game = ClumsyGame(name, seed, wrong, check)
    with reported(game, name, seed):
        game.play(turns)
    return game


@pytest.mark.parametrize("name", every_game("acey-deucey"))
def test_clumsy_hands_are_understood(name: str) -> None:
    game = run(name, 1, 15)
    assert game.counts["TurnEnds"] == 15
    assert game.counts["ErrorOpen"] == game.counts["RollVoid"] == game.counts["DieDisturbed"] == 0


@pytest.mark.parametrize("name", every_game("acey-deucey"))
def test_only_illegal_ends_are_reported_as_illegal(name: str) -> None:
    game = run(name, 3, 24, wrong=60)
    counts = game.counts
    assert counts["TurnEnds"] == 24
    assert counts["ErrorOpen"] == counts["ErrorClosed"] == counts["corrected"] + counts["accepted"]
    assert counts["RollVoid"] == counts["not acceptable"]
    assert min(counts[kind] for kind in ("corrected", "accepted", "not acceptable")) > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_many_clumsy_turns_are_understood(name: str) -> None:
    """Guards that only what stands on the board at the end of a turn is judged."""
    for seed in seeds(5):
        run(name, 100 + seed, 25, wrong=25 * (seed % 2))


# --- a second opinion --------------------------------------------------------------------------


def board_of(position: Position, player: Player) -> list[int]:
    """A board as bgsage counts: own pieces positive, 25 the own bar, 0 the other's."""
    mine, theirs = position.side(player), position.side(player.other)
    points = [count(mine, k) - count(theirs, 25 - k) for k in range(1, 25)]
    return [count(theirs, 25), *points, count(mine, 25)]


@pytest.mark.engine
def test_every_final_verdict_is_that_of_bgsage() -> None:
    bgsage = pytest.importorskip("bgsage", reason="the bgsage engine is not installed")

    def check(rules: Rules, ended: f.TurnEnds) -> None:
        before, after = rules.parse(ended.before), rules.parse(ended.position)
        start = board_of(before, ended.player)
        legal = {tuple(each) for each in bgsage.possible_moves(start, *ended.dice)}
        assert (ended.verdict is LEGAL) == (tuple(board_of(after, ended.player)) in legal), ended

    for seed in seeds(4):
        run("backgammon", 300 + seed, 100, check=check)
