"""Walks at random through an evening (keys, dice, pieces, menu, power cuts), and checks it.

The whole pipeline runs in this process: bytes of a virtual board in, words out, by the board's
clock. The acts are random. Sometimes the walk follows the last instruction, which the companion
must then accept. A companion killed at any moment is restarted with the same settings and journal.
"""

import random
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from operator import attrgetter
from pathlib import Path
from typing import Any, cast

from companion.link.messages import ZONES, Closed, Key
from companion.referee import facts as f
from companion.referee.board_facts import Setup
from companion.referee.disabled_places import name_in_layout
from companion.referee.facts import Fact
from companion.referee.inputs import Act, Draws, Names, Offers, Says, ThrewOne
from companion.referee.partner import due
from companion.referee.referee import Referee
from companion.referee.state import Phase, State
from companion.referee.talk_facts import KeyAnswer, Question
from companion.referee.turn_context import TurnContext
from companion.rules import Placement, Player, Position, Verdict
from companion.session.compose import open_evening
from companion.session.sources import SerialBoard
from companion.settings import Settings
from companion.sim.board import VirtualBoard
from companion.sim.hands import perform
from companion.sim.plans import wrong_board
from companion.speech.speaker import Speaker
from tests.flow.sitting import Ear, Sitting, complain, pieces

SETTLED_MS = 700
V, N = Player.V, Player.N
KEPT = (
    *("match", "game.cube", "game.position", "game.rights"),
    *("turn.player", "turn.number", "throw.dice"),
)


class WalkError(AssertionError):
    """A check has failed. The message includes the last steps of the walk."""


@dataclass
class Walk:
    """One evening of random acts. settings -- as on the command line; counts -- what was done."""

    settings: Settings
    seed: int
    counts: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.chance = random.Random(f"{self.settings.game} {self.seed}")
        self.board = VirtualBoard()
        self.steps: list[str] = []
        self.facts: list[Fact] = []
        self.directive: Fact | None = None
        self.thought = -1
        self._stack = ExitStack()
        self.start()

    # --- the companion --------------------------------------------------------------------------

    def start(self) -> None:
        """Start the companion as its command does, with the existing journal."""
        self._stack.close()
        self._stack = ExitStack()
        evening = self._stack.enter_context(open_evening(self.settings))
        self.sitting = Sitting(self.settings, self.board, plugged=False)
        table = evening.table
        table.words.speaker.close(drain=False)
        self.sitting.evening, self.sitting.source = evening, cast("SerialBoard", table.source)
        self.ear: Ear = self.sitting.ear
        table.words.speaker = cast("Speaker", self.ear)
        table.record.complain = complain
        table.words.listen = self._hear
        table.coach = table.partner = None
        table.now.restart(lambda: self.board.clock / 1000)
        self.sitting.plug()

    def close(self) -> None:
        """Close the journal."""
        self._stack.close()

    def _hear(self, fact: Fact) -> None:
        self.facts.append(fact)
        if isinstance(fact, tuple(_COMPLIANCE)):
            self.directive = fact
        elif isinstance(fact, f.GameEnds):
            self.directive = None  # what was wrong with the board belongs to that game

    @property
    def referee(self) -> Referee:
        return self.sitting.evening.table.referee

    @property
    def state(self) -> State:
        return self.referee.state

    @property
    def table(self) -> TurnContext:
        return TurnContext(self.referee.rules, self.state, self.board.clock)

    def side(self, player: Player) -> Player:
        """Return the side of the board where a player sits; on a turned board it is the other."""
        return player.other if "turned" in self.state.board.layout else player

    def wait(self, ms: int = SETTLED_MS) -> None:
        """Let time pass, and let the practice opponent act."""
        for _ in range(0, ms, 100):
            self.board.advance(100)
            self.sitting.pump()
            self._partner()

    def _partner(self) -> None:
        """Act for the practice opponent, at random."""
        evening = self.sitting.evening
        duty = due(self.referee.rules, self.state) if evening.table.chooser is None else None
        given = self._duty(duty.what) if duty is not None else None
        if given is not None:
            evening.table.act(given, self.board.clock)

    def _duty(self, what: str) -> Act | None:
        state, table = self.state, self.table
        partner = state.practice.partner
        assert partner is not None
        match what:
            case "die":
                return ThrewOne(partner, self.chance.randint(1, 6))
            case "cube" if self.thought != state.turn.number and self.chance.random() < 0.2:
                self.thought = state.turn.number
                return Offers()
            case "cube" if not state.practice.simulated:
                self.thought = state.turn.number
            case "cube" | "throw":
                high, low = sorted(self.fallen(), reverse=True)
                return Draws((high, low))
            case "play":
                return Names(table.rules.text(self.chance.choice(self.ends())))
            case "take" | "answer":
                return Says(partner, yes=self.chance.random() < 0.7)
        return None

    @property
    def is_shown(self) -> bool:
        """Return whether the companion has seen and settled the present board."""
        seen, layout = self.table.as_seen(self.table.seen), self.state.board.layout
        lying = {
            name_in_layout(zone, layout): sum(n for _, n in pile) for zone, pile in self.board.zones
        }
        return all(sum(seen[zone]) == lying.get(zone, 0) for zone in ZONES)

    def ends(self) -> list[Position]:
        """Return legal ends of the running turn; for an ace-deuce only near ones."""
        table = self.table
        turn = table.agreed, table.mover, table.dice
        if table.rules.game.ace_deuce and sorted(table.dice) == [1, 2]:
            return sorted(table.rules.near_ends(*turn, table.seen))
        return sorted(table.rules.ends(*turn).positions)

    # --- hands ----------------------------------------------------------------------------------

    def fallen(self) -> tuple[int, int]:
        return self.chance.randint(1, 6), self.chance.randint(1, 6)

    def put(self, wanted: Placement) -> None:
        """Put the pieces as in a placement of the rules."""
        acts = pieces(self.board, wanted, layout=self.state.board.layout)
        if acts:
            self.directive = None
        for act in acts:
            perform(self.board, act)
        self.wait()

    def throw(self, player: Player, *faces: int) -> None:
        """Pick up a side's dice and throw one or two."""
        self.directive = None
        side = self.side(player)
        self.board.lift_dice(side)
        self.wait()
        first, second = (str(faces[0]), str(faces[1]) if len(faces) > 1 else None)
        self.board.throw(side, first, second)
        self.wait(900)

    def lift(self) -> None:
        """Pick up all dice."""
        for player in Player:
            if self.board.faces(self.side(player)) != "--":
                self.directive = None
            self.board.lift_dice(self.side(player))
        self.wait()

    # --- what is done by chance -----------------------------------------------------------------

    def press(self) -> None:
        """Press a key, and check that it is answered."""
        player = self.chance.choice((V, N))
        key = self.chance.choice((*Key, Key.NO, Key.NO, Key.NO, Key.YES, Key.YES))
        self.counts["press"] += 1
        self.steps.append(f"{player} presses {key}")
        before, heard = len(self.ear.said), len(self.facts)
        self.board.press(player, key)
        self.wait(500)
        if self.sitting.evening.table.stopped:  # the program says good-bye when it has closed
            self.kill()
            return
        news = self.facts[heard:]
        if len(self.ear.said) == before and not any(isinstance(each, f.TurnEnds) for each in news):
            self.fail("no answer to a key")

    def misuse_dice(self) -> None:
        """Throw, lift or put down dice at possibly wrong times and places."""
        player, seat = self.chance.choice((V, N)), self.chance.choice((0, 1))
        what = self.chance.choice(("throw", "one", "up", "both", "cocked"))
        self.steps.append(f"{player} dice {what} {seat}")
        before = self.board.faces(player)
        faces: list[str | None] = [str(die) for die in self.fallen()]
        if what in ("one", "cocked"):
            faces[1 - seat] = None
        if what == "cocked":
            faces[seat] = "c"
        if what in ("up", "both"):
            self.board.lift_dice(player, seat if what == "up" else None)
        else:
            self.board.throw(player, *faces)
        if before != self.board.faces(player):
            self.directive = None
        self.wait(900)

    def misuse_pieces(self) -> None:
        """Move, remove or add a piece, possibly with no change."""
        standing = [(zone, letter) for zone, pile in self.board.zones for letter, _ in pile]
        self.steps.append("a piece is moved")
        before = list(self.board.zones)
        if standing:
            zone, letter = self.chance.choice(standing)
            self.board.lift(zone, letter)
        if not standing or self.chance.random() < 0.8:
            self.board.put(self.chance.choice(ZONES), letter if standing else "v")
        if before != list(self.board.zones):
            self.directive = None
        self.wait()

    def play(self) -> None:
        """Play the running turn, legally or not, and perhaps end it."""
        state, table = self.state, self.table
        if state.phase not in (Phase.MOVING, Phase.ERROR) or state.throw.dice is None:
            return
        end = self.chance.choice(self.ends())
        if self.chance.random() < 0.2:
            end = (
                wrong_board(table.rules, table.agreed, table.mover, state.throw.dice, self.chance)
                or end
            )
        self.steps.append(f"the board is {table.rules.text(end)}")
        self.put(table.as_seen(table.rules.placement(end)))
        if self.chance.random() < 0.7:
            self.steps.append("dice up")
            self.lift()

    def set_up(self) -> None:
        """Put the pieces as wanted by the companion."""
        self.steps.append("the board as agreed")
        self.put(self.table.on_board())

    def pull_the_plug(self) -> None:
        """Pull the cable for a while; sometimes the board has no power meanwhile."""
        self.steps.append("the plug is pulled")
        self.sitting.evening.table.take(Closed("The port is gone.", "gone"))
        self.board.outgoing()
        self.board.advance(self.chance.choice((500, 5_000)))
        if self.chance.random() < 0.5:
            self.board.reboot()
        self.sitting.plug()
        self.wait(1_500)

    def kill(self) -> None:
        """Kill the companion and start it again with the same command."""
        self.steps.append("killed")
        self.counts["restarts"] += 1
        before, begun = self.state, self.state.has_begun
        choosing = self.sitting.evening.table.chooser is not None
        self.start()
        after = self.state
        lost = [name for name in KEPT if attrgetter(name)(before) != attrgetter(name)(after)]
        if begun and not choosing and lost:
            self.fail(f"lost by a restart: {lost}")
        self.wait(2_000)

    # --- what was told, and is done -------------------------------------------------------------

    def comply(self) -> None:
        """Follow the last instruction, and check that the companion accepts it."""
        fact, self.directive = self.directive, None
        if self.sitting.evening.table.chooser is not None or fact is None:
            return
        for kind, do in _COMPLIANCE.items():
            if isinstance(fact, kind):
                self._as_spoken(fact, do)
                return

    def _as_spoken(self, fact: Fact, do: Callable[["Walk", Any], "Expected"]) -> None:
        heard = len(self.facts)
        expected = do(self, fact)
        if expected is None:
            return
        self.counts[f"comply {type(fact).__name__}"] += 1
        self.steps.append(f"as told by {fact}")
        news = self.facts[heard:]
        fine = expected
        if isinstance(expected, tuple):
            fine = any(isinstance(each, expected) for each in news)
        if not fine:
            self.fail(f"did what {fact} asks for, and heard {news}")

    def step(self) -> None:
        """Perform one random act."""
        acts = (
            (self.press, 45),
            (self.comply, 25),
            (self.play, 20),
            (self.set_up, 3),
            (self.misuse_dice, 5),
            (self.misuse_pieces, 2),
            (self.kill, 0.7),
            (self.pull_the_plug, 0.5),
        )
        (act,) = self.chance.choices([do for do, _ in acts], [weight for _, weight in acts])
        act()
        if self.sitting.evening.table.internal_errors:
            self.fail("a mistake of its own")

    def fail(self, why: str) -> None:
        said = [each.text for each in self.ear.said[-8:]]
        steps = "\n".join(self.steps[-30:])
        raise WalkError(
            f"{why}\nseed {self.seed}\n{steps}\nsaid: {said}\n{self.facts[-6:]}\n{self.state}"
        )


Expected = tuple[type, ...] | bool | None
"""Facts (one of them must follow), or whether the check passed, or None if not done."""


def _turn(walk: Walk, fact: f.TurnBegins) -> Expected:
    """`Your turn, green`: green throws."""
    if fact.held or walk.state.practice.draws(fact.player) or _blind(walk, fact.player):
        return None
    if walk.state.phase is not Phase.TO_THROW:
        return None
    walk.lift()
    walk.throw(fact.player, *walk.fallen())
    return (f.Roll,)


def _blind(walk: Walk, player: Player) -> bool:
    return f"{player}-dice" in walk.state.board.dead


def _opening_die(walk: Walk, fact: f.OpeningDie) -> Expected:
    player = fact.player.other
    if walk.state.practice.draws(player) or _blind(walk, player) or not walk.state.board.right:
        return None
    walk.throw(player, walk.chance.randint(1, 6))
    return (f.Opening,)


def _begins(walk: Walk, _fact: f.GameBegins) -> Expected:
    if (
        walk.state.phase is not Phase.OPENING
        or walk.state.practice.partner
        or walk.state.board.dead
    ):
        return None
    walk.lift()
    walk.throw(V, walk.chance.randint(1, 6))
    walk.throw(N, walk.chance.randint(1, 6))
    return (f.Opening,)


def _set_up(walk: Walk, fact: Setup) -> Expected:
    """Correct a differing board by the announced steps."""
    if fact.ok or walk.state.board.dead or not walk.is_shown:
        return None
    board = walk.table.as_seen(walk.table.seen)
    for step in fact.repairs:
        for zone, sign in ((step.source, -1), (step.target, 1)):
            if zone:
                pile = board[zone]._asdict()
                pile[step.kind] += sign * step.count
                board = board.with_piles({zone: type(board[zone])(**pile)})
    walk.put(board)
    if walk.state.practice.exercise:
        return None
    return (
        (Setup,) if any(isinstance(each, Setup) and each.ok for each in walk.facts[-8:]) else (int,)
    )


def _error(walk: Walk, fact: f.ErrorOpen) -> Expected:
    """Correct an illegal play, or accept it by throwing."""
    table = walk.table
    if walk.state.phase is not Phase.ERROR or walk.state.board.dead:
        return None
    if fact.acceptable and walk.chance.random() < 0.5:
        if walk.state.practice.partner is not None:
            return None
        walk.throw(fact.player.other, *walk.fallen())
    else:
        walk.put(table.as_seen(table.rules.placement(walk.chance.choice(walk.ends()))))
    return (f.ErrorClosed,)


def _legal(walk: Walk, fact: f.VerdictGiven) -> Expected:
    """End a legal play by picking up the dice."""
    state = walk.state
    if (
        fact.verdict is not Verdict.LEGAL
        or state.phase is not Phase.MOVING
        or state.is_partners_turn
    ):
        return None
    if fact.ends_by != "lift" or state.throw.by_hand or state.board.dead:
        return None
    walk.lift()
    ended = [each for each in walk.facts[-6:] if isinstance(each, f.TurnEnds)]
    return bool(ended) and ended[-1].verdict is Verdict.LEGAL


def _named(walk: Walk, fact: f.PlayNamed) -> Expected:
    """Make the play named by the practice opponent, and pick up its dice."""
    table = walk.table
    end = table.rules.parse(fact.end)
    if not walk.state.is_partners_turn or walk.state.throw.wanted != end or walk.state.board.dead:
        return None
    walk.put(table.as_seen(table.rules.placement(end)))
    if not walk.state.practice.simulated:
        walk.lift()
    return (f.TurnEnds,)


def _cube(walk: Walk, fact: f.CubeAction) -> Expected:
    if fact.action != "offer" or fact.player is None or walk.state.phase is not Phase.DOUBLED:
        return None
    if fact.player.other is walk.state.practice.partner:
        return None
    key = walk.chance.choice((Key.YES, Key.NO))
    walk.board.press(walk.side(fact.player.other), key)
    walk.wait(500)
    return (f.CubeAction,)


def _question(walk: Walk, fact: Question) -> Expected:
    """Answer a question as the player who was asked."""
    asked = walk.state.asked
    if asked is None or asked.topic != fact.topic:
        return None
    player = fact.player or V
    before = len(walk.facts)
    walk.board.press(walk.side(player), walk.chance.choice((Key.YES, Key.NO)))
    walk.wait(500)
    return not any(
        isinstance(each, KeyAnswer) and each.text == "not-asked" for each in walk.facts[before:]
    )


def _waits(walk: Walk, fact: f.DieWaits) -> Expected:
    """Do what the companion says it is waiting for."""
    state, player = walk.state, fact.player
    if state.practice.partner is not None or state.board.dead:
        return None
    if fact.what in ("again", "uncounted") and state.phase is Phase.TO_THROW and state.board.right:
        walk.throw(player, *walk.fallen())
        return (f.Roll,)
    if fact.what == "again-one" and state.phase is Phase.OPENING and state.board.right:
        walk.throw(player, walk.chance.randint(1, 6))
        return (f.OpeningDie, f.Opening)
    if fact.what == "other" and state.phase is Phase.MOVING:
        walk.lift()
        return (f.TurnEnds, Question)
    return None


_COMPLIANCE: dict[type, Any] = {
    f.TurnBegins: _turn,
    f.OpeningDie: _opening_die,
    f.GameBegins: _begins,
    Setup: _set_up,
    f.ErrorOpen: _error,
    f.VerdictGiven: _legal,
    f.PlayNamed: _named,
    f.CubeAction: _cube,
    Question: _question,
    f.DieWaits: _waits,
}
"""How to follow the instruction in each kind of fact."""


def walk(settings: Settings, seed: int, presses: int, journal: Path) -> Counter[str]:
    """Walk until `presses` keys were pressed. Return the counts of acts. Raise `WalkError`."""
    named = replace(settings, port="socket://127.0.0.1:1", journal=str(journal), voice="print")
    walking = Walk(named, seed)
    try:
        while walking.counts["press"] < presses:
            walking.step()
        if not walking.counts["restarts"]:
            walking.kill()
    finally:
        walking.close()
    return walking.counts
