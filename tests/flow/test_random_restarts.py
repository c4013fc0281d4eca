"""Typed evenings killed in random states and started again, compared with those undisturbed.

`walk` does the same at a board with sensors, and compares less.

The seed of a state is printed when it fails; `TEST_SEED=seed` tries that one first.
"""

import random
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from operator import attrgetter
from pathlib import Path

import pytest

from companion.link.messages import ZONES
from companion.records.read import files, has_begun
from companion.referee import facts as f
from companion.referee.board_facts import Link, Setup
from companion.referee.facts import Fact
from companion.referee.menu import entries
from companion.referee.state import Phase, State, Topic
from companion.referee.talk_facts import EntryAnswer, KeyAnswer, MovesTyped, Question
from companion.rules import Player, Position, Rules, Verdict, find_game
from companion.settings import Settings
from tests.budget import seeds
from tests.every_game import every_game
from tests.flow.restarts import JOURNAL, Club, Evening, TypedEvening
from tests.menu_keys import to

QUIET_MS = 6_000
KEPT = (
    *("match", "game", "turn.player", "turn.number", "turn.faults", "turn.must_correct"),
    *("board.layout", "board.stars", "board.dead", "practice"),
)
TO_THE_OTHER = (Topic.RESIGN, Topic.UNDO, Topic.OUT_AGREE, Topic.NEW_GAME, Topic.OTHER_GAME)
THROWN = ("dice", "down", "trays", "by_hand", "kept", "wanted", "lines", "moves")


def played(rules: Rules, chance: random.Random, turns: int) -> tuple[Position, Player]:
    """A position after so many random turns, and who is to throw there."""
    position, player = rules.start, chance.choice(list(Player))
    for _ in range(turns):
        dice = chance.randint(1, 6), chance.randint(1, 6)
        after = chance.choice(sorted(rules.ends(position, player, dice).positions))
        if rules.winner(after) is not None:
            break
        position, player = after, player.other
    return position, player


class Lines:
    """Lines that a player might type as an evening stands: plays right and wrong, and all else."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def first(self, game: str) -> Iterator[str]:
        """Lines that lead to some turn of a game."""
        yield self._thrown(equal=False)
        if self._chance.random() < 0.7:
            position, player = played(find_game(game), self._chance, self._chance.randint(1, 60))
            side = "green" if player is Player.V else "black"
            yield f":position {find_game(game).text(position)} turn {side}"

    def next(self, evening: TypedEvening) -> list[str]:
        """One more, or those that lead to an entry of the menu."""
        state, chance = evening.state, self._chance
        if state.asked is not None and chance.random() < 0.6:
            return [chance.choice(("yes", "no", "v yes", "n yes", "n no", "score"))]
        if chance.random() < 0.08 and state.phase in (Phase.TO_THROW, Phase.MOVING):
            side = chance.choice("vn")
            entry = chance.choice(("resign", "resign", "undo", "dice", "new-game", "pause"))
            presses = [f"{side} no"] * len(to(entry, state)) if entry in entries(state) else []
            return [*presses, *[f"{side} yes"] * chance.choice((1, 2))]
        if chance.random() < 0.1:
            return [chance.choice(("no", "+", "board", "?", "double", "undo", ":pause", "v no"))]
        others: tuple[str, ...] = (self._thrown(), self._thrown(), "/", "double", "yes")
        match state.phase:
            case Phase.MOVING:
                return [self._play(evening)]
            case Phase.ERROR:
                others = (self._thrown(), "no", "n no", "undo", ":correct", ":accept", "")
                return [chance.choice((*others, *[self._play(evening)] * 8))]
            case Phase.DOUBLED:
                others = ("yes", "no", "score")
            case Phase.PAUSED:
                others = ("yes", ":go on", "score")
        return [chance.choice(others)]

    def settled(self, evening: TypedEvening) -> str:
        """A line that goes on whatever questions are open, and takes back no more than moves."""
        state = evening.state
        if state.asked is None and state.throw.lines and self._chance.random() < 0.2:
            return "undo"
        if state.phase in (Phase.MOVING, Phase.ERROR):
            line = self._play(evening, lift=state.phase is Phase.MOVING)
            is_throw = state.phase is Phase.ERROR and self._chance.random() < 0.25
            # An empty line or `undo` only closes an open menu.
            closes = line in ("", "undo") and state.asked is not None
            return self._thrown(equal=False) if is_throw or closes else line
        if state.phase is Phase.DOUBLED and state.turn.player is not None:
            return f"{state.turn.player.other} yes"  # the doubler's menu is closed by a restart
        if state.phase is Phase.PAUSED:
            return "yes"
        return self._thrown(equal=False)

    def _thrown(self, *, equal: bool = True) -> str:
        first, second = self._chance.randint(1, 6), self._chance.randint(1, 6)
        if not equal and first == second:
            return self._thrown(equal=False)
        return f"{first}{second}"

    def _play(self, evening: TypedEvening, *, lift: bool = False) -> str:
        turn, chance = evening.turn, self._chance
        verdict = turn.judge(turn.seen).verdict
        if verdict is Verdict.LEGAL and (lift or chance.random() < 0.6):
            return chance.choice(("", self._thrown()))
        at = chance.random()
        if at < 0.3 and not lift:
            return chance.choice(("", "", "undo", self._thrown()))
        if at < 0.45:
            track = turn.rules.game.track.zones[turn.mover]
            source, target = chance.choice(track[1:25]), chance.choice(track[1:25])
            return f"{source}/{target}"
        ends = sorted(turn.rules.ends(turn.agreed, turn.mover, turn.dice).positions)
        plays = turn.rules.plays(turn.agreed, turn.mover, turn.dice, chance.choice(ends))
        moves = plays[0].moves if plays else ()
        if chance.random() < 0.3:
            moves = moves[:1]
        return " ".join(moves) or "?"


def compare(first: Evening, later: Evening) -> None:
    """What a restart must keep."""
    before, after = kept(first.state), kept(later.state)
    assert not {name: (before[name], after[name]) for name in before if before[name] != after[name]}


def once(said: list[str]) -> None:
    """Nothing was said twice."""
    again = [each for each, times in Counter(said).items() if times > 1]
    assert not again, again


def kept(state: State) -> dict[str, object]:
    fields = {name: attrgetter(name)(state) for name in KEPT}
    fields |= {name: getattr(state.throw, name) for name in THROWN}
    fields["phase"] = state.phase_of_game
    asked = state.asked or state.suspended  # a restart ends a pause, and asks again
    fields["asked"] = asked.topic if asked and asked.topic in TO_THE_OTHER else None
    fields["back"] = state.back and kept(state.back)
    return fields


ORDER = (Setup, f.GameBegins, f.TurnBegins, f.Roll, f.CubeAction, f.ErrorOpen)


def order(state: State) -> Iterator[type[Fact]]:
    """The facts with which an evening goes on (docs/protocol.md, "Events")."""
    phase = state.phase_of_game
    yield from (Setup, f.GameBegins)
    if phase is not Phase.OPENING:
        yield f.TurnBegins
    if phase in (Phase.MOVING, Phase.ERROR):
        yield f.Roll
    if phase is Phase.DOUBLED:
        yield f.CubeAction
    if phase is Phase.ERROR:
        yield f.ErrorOpen


def judged(evening: Evening) -> object:
    """The faults of the running play, or of the open error, as they were told last."""
    phase, turn = evening.state.phase, evening.turn
    if phase not in (Phase.MOVING, Phase.ERROR):
        return None
    if phase is Phase.MOVING and turn.is_agreed(turn.seen):
        return None
    told = [each for each in evening.facts if isinstance(each, f.ErrorOpen | f.VerdictGiven)]
    return [each.faults for each in told[-1:]]


def of_game(facts: list[Fact]) -> list[Fact]:
    """The facts without answers, questions and reminders."""
    aside = (Link, Setup, KeyAnswer, EntryAnswer, MovesTyped, Question, f.GameKept, f.DieWaits)
    return [fact for fact in facts if not isinstance(fact, aside)]


def try_typed(club: Club, game: str, seed: int) -> None:
    chance = random.Random(f"{game} {seed}")
    lines = Lines(chance)
    first = club.open(TypedEvening, Settings("", game, lang="en", match_to=5))
    typed = list(lines.first(game))
    first.type(*typed)
    ends = chance.choice((0, 1))
    for left in range(chance.randint(3, 12), 0, -1):
        following = ["", ""] if ends and left == 3 else lines.next(first)
        typed += following
        first.type(*following)
    print(game, seed, typed)
    later = club.started_again(first)
    later.wait(QUIET_MS)
    first.wait(QUIET_MS)
    if first.state.phase is Phase.OVER:
        return
    if not has_begun(files(first.folder / JOURNAL)[-1]):
        return  # another game was chosen; the next start ignores it before its first throw
    compare(first, later)
    once(later.said)
    assert [type(fact) for fact in later.facts if type(fact) in ORDER] == list(order(first.state))
    if first.state.phase is Phase.PAUSED:
        first.type(":go on")
    assert first.state.phase is later.state.phase
    assert judged(later) == judged(first)
    standing = [f".{zone}" for zone in ZONES]
    assert later.type(*standing) == first.type(*standing)
    for _ in range(4):
        line = lines.settled(first)
        print("then", line)
        assert of_game(later.type(line)) == of_game(first.type(line))
        compare(first, later)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> random.Random:
    """Dice are drawn from it."""
    chance = random.Random()
    monkeypatch.setattr("secrets.randbelow", chance.randrange)
    return chance


def try_all(game: str, numbers: Iterable[int], folder: Path, drawn: random.Random) -> None:
    for seed in numbers:
        drawn.seed(seed)
        with Club(folder / str(seed)) as club:
            try_typed(club, game, seed)
        shutil.rmtree(folder / str(seed))


@pytest.mark.parametrize("game", ["backgammon", "jacquet"])
def test_an_evening_is_resumed_in_a_few_random_states(
    game: str, tmp_path: Path, drawn: random.Random
) -> None:
    try_all(game, range(1), tmp_path, drawn)


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("game", every_game())
def test_an_evening_is_resumed_in_many_random_states(
    game: str, tmp_path: Path, drawn: random.Random
) -> None:
    """Guards that a restart changes neither state nor faults nor the next legal entry."""
    try_all(game, seeds(3), tmp_path, drawn)
