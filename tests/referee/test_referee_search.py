"""No silent waits: found by a search over what can lie on the table, be pressed and be ruled.

Every situation that a few acts lead to is left alone for fifteen seconds of the board's time. By
then somebody must have been told what is waited for, since hands last touched anything; or it is
one of the situations named in `excepted`.
"""

import copy
import random
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest

from companion.link.messages import Face, Key
from companion.referee import facts as f
from companion.referee.board_facts import Setup
from companion.referee.inputs import Draws, Names, ThrewOne
from companion.referee.referee import Referee
from companion.referee.requests import Output
from companion.referee.state import Phase, Practice
from companion.referee.talk_facts import Explained, KeyAnswer, Question
from companion.referee.turn_context import TurnContext
from companion.rules import Match, Player, Verdict, find_game
from companion.sim.plans import wrong_board
from tests.budget import seeds
from tests.referee.harness import STARTS, N, TableTop, V

BOUND_MS = 15_000
SEATS = ("--", "6-", "-3", "63", "31", "~3", "~~", "c3", "33")
TELLING = (
    f.RollVoid,
    f.DieWaits,
    f.DieDisturbed,
    f.DieBack,
    f.TurnBegins,
    f.TurnEnds,
    f.Roll,
    f.Opening,
    f.OpeningDie,
    f.ErrorOpen,
    f.CubeAction,
    f.PlayNamed,
    f.PlayDiffers,
    f.GameBegins,
    f.MatchEnds,
    f.RulingRefused,
    Setup,
    Explained,
    Question,
)
"""Facts whose words say what happened to what hands did, or what is to be done."""


def tells(fact: Output) -> bool:
    if isinstance(fact, f.VerdictGiven):
        return fact.verdict is not Verdict.INCOMPLETE
    if isinstance(fact, KeyAnswer):
        return fact.topic in ("by-hand", "kept", "demand", "let-stand", "stands")
    return isinstance(fact, TELLING)


@dataclass
class Scene:
    """A table top, and whether anything was told since hands last changed something."""

    top: TableTop
    told: bool = True
    how: tuple[str, ...] = ()

    def after(self, name: str, act: Callable[[TableTop], tuple[Output, ...]]) -> "Scene":
        top = copy.copy(self.top)
        top.seats, top.throws = dict(top.seats), dict(top.throws)
        top.referee = copy.copy(top.referee)
        lay = (top.board, dict(top.seats), dict(top.throws))
        told = any(map(tells, act(top)))
        touched = lay != (top.board, top.seats, top.throws)
        return Scene(top, told or (self.told and not touched), (*self.how, name))

    @property
    def kind(self) -> tuple[object, ...]:
        state = self.top.referee.state
        asked = state.asked and (state.asked.player, state.asked.topic, state.asked.item)
        waits = state.waits and (state.waits.what, state.waits.player)
        of_turn = (
            state.phase,
            state.then,
            state.turn.player,
            state.game.opening,
            state.turn.one_die,
            state.throw.kept,
        )
        of_dice = (
            state.throw.disturbed,
            state.throw.by_hand,
            state.throw.dice_lie,
            state.throw.trays,
            state.throw.dice,
        )
        return (
            *(self.top.board, tuple(self.top.seats.values()), self.told, asked, waits),
            *(
                *of_turn,
                *of_dice,
                state.setup.wrong,
                state.board.right,
                state.board.dead,
                state.throw.wanted,
            ),
        )


def later(top: TableTop, *, ms: int = BOUND_MS) -> tuple[Output, ...]:
    """Nothing happens for so long; the board says a line a second."""
    told: tuple[Output, ...] = ()
    for _ in range(0, ms, 1_000):
        top.ms += 1_000
        told += top.at(top.ms)
    return told


def excepted(scene: Scene) -> bool:  # noqa: PLR0911 - one a phase
    """Whether nobody need be told anything more here."""
    top, state = scene.top, scene.top.referee.state
    trays = {p: top.seats[p] if f"{p}-dice" not in state.board.dead else "--" for p in Player}
    if state.practice.simulated and state.practice.partner is not None:
        trays[state.practice.partner] = "--"
    empty = {player for player, faces in trays.items() if faces == "--"}
    context = TurnContext(top.referee.rules, state, top.ms)
    match state.phase:
        case Phase.PAUSED:
            return True
        case Phase.DOUBLED:
            return state.board.right
        case Phase.OPENING:
            missing = {p for p, die in zip(Player, state.game.opening, strict=True) if not die}
            return state.board.right and missing <= empty
        case Phase.TO_THROW:
            return state.board.right and state.turn.player in empty
        case Phase.ERROR:
            return (
                context.mover.other in empty and context.as_seen(context.seen) == state.turn.judged
            )
        case Phase.MOVING if state.is_partners_turn:
            return not state.throw.wanted
        case Phase.MOVING:
            lying = "".join(trays[Player(tray)] for tray in state.throw.trays).replace(
                Face.EMPTY, ""
            )
            as_thrown = sorted(lying) == sorted(map(str, state.throw.down))
            return as_thrown or state.throw.by_hand  # he was told that `yes` ends his turn
        case Phase.OVER:
            return len(context.compare(context.seen).differences) > 4
    return False


def boards(top: TableTop, chance: random.Random) -> Iterator[tuple[str, str]]:
    """Boards that hands may leave: as agreed, right, half, wrong, with a piece gone, empty."""
    state, rules = top.referee.state, top.referee.rules
    context = TurnContext(rules, state, top.ms)
    agreed = context.on_board()
    yield "as agreed", agreed.text
    yield "start", STARTS[top.game]
    yield "empty", ""
    if state.throw.dice is not None and state.turn.player is not None:
        ends = sorted(context.rules.ends(context.agreed, context.mover, state.throw.dice).positions)
        yield "right", context.as_seen(rules.placement(chance.choice(ends))).text
        wrong = wrong_board(rules, context.agreed, context.mover, state.throw.dice, chance)
        if wrong is not None:
            yield "wrong", context.as_seen(rules.placement(wrong)).text
    if state.throw.wanted:
        yield "as named", context.as_seen(rules.placement(state.throw.wanted)).text
    tokens = agreed.text.split()
    if tokens:
        tokens.pop(chance.randrange(len(tokens)))
        yield "pieces gone", " ".join(tokens)


def _stand(text: str, top: TableTop) -> tuple[Output, ...]:
    return top.stand(text)


def _seat(player: Player, faces: str, top: TableTop) -> tuple[Output, ...]:
    return top.seat(player, faces)


def _throw(player: Player, faces: str, top: TableTop) -> tuple[Output, ...]:
    return top.throw(player, faces)


def _press(player: Player, key: Key, top: TableTop) -> tuple[Output, ...]:
    return top.press(player, key)


def _rule(what: str, more: dict[str, Any], top: TableTop) -> tuple[Output, ...]:
    return top.rule(what, **more)


def _unpowered(player: Player, faces: str, top: TableTop) -> tuple[Output, ...]:
    return top.without_power(player, faces)


def _restart(top: TableTop) -> tuple[Output, ...]:
    rules, state = top.referee.rules, top.referee.state
    top.referee = Referee(rules, state.match, state)
    return top.look()


def _partner(chance: random.Random, top: TableTop) -> tuple[Output, ...]:
    """What the practice partner would do now."""
    state = top.referee.state
    partner = state.practice.partner
    context = TurnContext(top.referee.rules, state, top.ms)
    if state.phase is Phase.OPENING and state.practice.simulated and partner is not None:
        if not state.game.opening.of(partner):
            return top.referee.take(ThrewOne(partner, 4), top.ms)
    elif state.phase is Phase.TO_THROW and state.is_partners_turn and state.practice.simulated:
        return top.referee.take(Draws((6, 3)), top.ms)
    elif (
        state.phase is Phase.MOVING
        and state.is_partners_turn
        and state.throw.dice
        and not state.throw.wanted
    ):
        ends = sorted(context.rules.ends(context.agreed, context.mover, state.throw.dice).positions)
        return top.referee.take(Names(top.referee.rules.text(chance.choice(ends))), top.ms)
    return ()


def acts(
    top: TableTop, chance: random.Random
) -> Iterator[tuple[str, Callable[[TableTop], tuple[Output, ...]]]]:
    for name, text in boards(top, chance):
        yield f"stand {name}", partial(_stand, text)
    for player in Player:
        for faces in SEATS:
            if faces != top.seats[player]:
                yield f"{player} seats {faces}", partial(_seat, player, faces)
            if faces != "--" and Face.MOVING not in faces:
                yield f"{player} throws {faces}", partial(_throw, player, faces)
        for key in (Key.CUBE, Key.YES, Key.NO):
            yield f"{player} presses {key}", partial(_press, player, key)
        yield f"{player} without power", partial(_unpowered, player, "63")
    rulings: tuple[tuple[str, dict[str, Any]], ...] = (
        ("pause", {}),
        ("go-on", {}),
        ("undo", {}),
        ("dice", {"dice": (6, 3)}),
        ("out-of-order", {"zone": "V6"}),
        ("out-of-order", {"zone": "V-dice"}),
        ("award", {"winner": V}),
    )
    for what, more in rulings:
        yield f"ruling {what}", partial(_rule, what, more)
    yield "power cut", _restart
    if top.referee.state.practice.partner is not None:
        yield "partner", partial(_partner, chance)


def begun(game: str, practice: Practice) -> Scene:
    top = TableTop(game)
    if practice.partner is not None:
        top.referee = Referee(find_game(game), Match(), practice=practice)
    top.begin()
    return Scene(top)


def search(game: str, practice: Practice, seed: int, most: int) -> tuple[list[str], int]:
    """Look at so many situations; those in which nobody is told, and how many kinds were seen."""
    chance = random.Random(seed)
    first = begun(game, practice)
    seen = {first.kind}
    waiting = deque([first])
    silent: list[str] = []
    looked = 0
    while waiting and looked < most:
        # Now and then the newest first, so that long games are reached too.
        scene = waiting.popleft() if chance.random() < 0.5 else waiting.pop()
        possible = list(acts(scene.top, chance))
        for name, act in chance.sample(possible, min(12, len(possible))):
            following = scene.after(name, act)
            if following.kind in seen:
                continue
            seen.add(following.kind)
            waiting.append(following)
            looked += 1
            patient = following.after("wait", later)
            if not patient.told and not excepted(patient):
                silent.append(f"{patient.top.referee.state.phase}: {' > '.join(patient.how)}")
    return silent, len(seen)


EVENINGS = [(game, Practice()) for game in STARTS] + [
    ("backgammon", Practice(N)),
    ("backgammon", Practice(N, simulated=True)),
    ("jacquet", Practice(N, simulated=True)),
]


@pytest.mark.parametrize(("game", "practice"), EVENINGS)
def test_nobody_waits_in_silence(game: str, practice: Practice) -> None:
    silent, kinds = search(game, practice, 1, 60)
    assert kinds >= 60
    assert silent == []


@pytest.mark.slow
@pytest.mark.parametrize(("game", "practice"), EVENINGS)
def test_nobody_waits_in_silence_in_a_long_search(game: str, practice: Practice) -> None:
    """Guards that the players always hear what is expected of them."""
    for seed in seeds(4):
        silent, kinds = search(game, practice, seed, 400)
        assert kinds >= 400
        assert silent == []
