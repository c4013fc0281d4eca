"""A typed evening tells the same as the same evening at a board with sensors."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from companion.events import Json, to_event
from companion.referee.facts import Fact, GameEnds, TurnEnds, VerdictGiven
from companion.referee.state import Phase
from companion.referee.talk_facts import EntryAnswer, MovesTyped
from companion.referee.turn_context import TurnContext
from companion.rules import Placement, Play, Player, Rules, Verdict
from companion.rules.position import BAR_SLOT, HAND_SLOT
from companion.settings import Settings
from companion.typed.entries import TypedMove
from companion.typed.moves import CannotError, carry_out
from tests.budget import seeds
from tests.every_game import every_game
from tests.typed.seat import Seat
from tests.typed.typed_sitting import TypedSitting

LEFT_OUT = {"link", "setup", "say", "hint"}


PLACES = {0: "off", BAR_SLOT: "bar", HAND_SLOT: "hand"}


def own_notation(rules: Rules, play: Play, player: Player) -> tuple[str, ...]:
    """One text per piece in own numbers: `24/18*`, `bar/22`, `6/off`; stops only with a hit."""

    def name(zone: str) -> str:
        slot = rules.game.track.slot(zone, player)
        return PLACES.get(slot, str(slot))

    return tuple(
        "/".join(
            [
                name(piece[0].source),
                *(f"{name(step.target)}*" for step in piece[:-1] if step.hit),
                name(piece[-1].target) + "*" * piece[-1].hit,
            ]
        )
        for piece in play.pieces
    )


class Same:
    """The same evening at a typed table, and at boards with sensed dice and with typed dice."""

    def __init__(self, settings: Settings, seed: int) -> None:
        self.chance = random.Random(seed)
        self.typed = TypedSitting(settings)
        self.seats = [Seat(replace(settings, type_dice=types)) for types in (False, True)]
        self.lines: list[str] = []

    def each(self, do: Callable[[Seat], None]) -> None:
        """Do the same at both boards."""
        for seat in self.seats:
            do(seat)

    def move(self, board: Placement) -> None:
        """Put the pieces of both boards."""
        self.each(lambda seat: seat.move(board))

    def type(self, line: str) -> None:
        self.lines.append(line)
        self.typed.type(line)

    @property
    def table(self) -> TurnContext:
        return TurnContext(self.typed.table.referee.rules, self.typed.state, 0)

    def play(self, steps: int) -> None:
        for _ in range(steps):
            if self.typed.state.phase is Phase.OVER:
                return
            self._step()
            self.compare()

    def _step(self) -> None:
        match self.typed.state.phase:
            case Phase.OPENING:
                self._open()
            case Phase.TO_THROW:
                self._throw(self.dice())
            case Phase.MOVING:
                self._move()
            case Phase.ERROR:
                self._answer_error()
            case other:
                raise AssertionError(other)

    def dice(self) -> tuple[int, int]:
        return self.chance.randint(1, 6), self.chance.randint(1, 6)

    def _open(self) -> None:
        v, n = self.dice()
        if self.chance.random() < 0.5:
            self.type(self.figures(v, n))
        else:
            self.type(str(v))
            self.type(str(n))
        self.each(lambda seat: seat.throw(Player.V, v))
        self.each(lambda seat: seat.throw(Player.N, n))
        if self.typed.state.phase is not Phase.MOVING:
            self.each(Seat.lift)

    def figures(self, first: int, second: int) -> str:
        return self.chance.choice(["{}{}", "{} {}", "{}-{}", " {}  {} "]).format(first, second)

    def _throw(self, dice: tuple[int, int], *, typed: bool = True) -> None:
        state = self.typed.state
        error = state.phase is Phase.ERROR
        player = state.turn.player or Player.V
        if typed:
            self.type(self.figures(*dice))
        self.each(lambda seat: seat.throw(player.other if error else player, *dice))

    def _move(self) -> None:
        table = self.table
        if table.rules.nothing_to_play(table.agreed, table.mover, table.dice):
            self._end_turn()
            return
        if self.chance.random() < 0.7:
            self._type_legal()
        else:
            self._type_wrong()
        self._end_turn()

    def _type_legal(self) -> None:
        table = self.table
        ends = table.rules.ends(table.agreed, table.mover, table.dice).positions
        end = self.chance.choice(sorted(ends))
        plays = table.rules.plays(table.agreed, table.mover, table.dice, end)
        play = self.chance.choice(plays)
        before = len(self.typed.facts)
        for line in self._written(play, table.mover, table.rules):
            self.type(line)
        answers = [each for each in self.typed.facts[before:] if isinstance(each, EntryAnswer)]
        if any(answer.code == "name-stops" for answer in answers):
            # A line alone may lead over a piece that a later line of the play hits first.
            while self.typed.state.throw.lines:
                self.type("-")
            self.type(",".join(play.moves))
        assert self._stands() == Verdict.LEGAL, (self.lines[-4:], table.rules.text(end))
        self.move(table.rules.placement(end))

    def _written(self, play: Play, player: Player, rules: Rules) -> Iterator[str]:
        """A play in some notation, in one line or several."""
        way = self.chance.randrange(6)
        if way == 0:
            yield " ".join(own_notation(rules, play, player))
        elif way == 1:
            moves = play.moves
            yield from (move.lower() for move in moves)
        elif way == 2:
            yield ",".join(play.moves)
        elif way == 3:
            own = own_notation(rules, play, player)
            yield "+".join(each.replace("*", "") for each in own)
        else:
            own = own_notation(rules, play, player)
            yield from (each.upper() for each in own)

    def _type_wrong(self) -> None:
        """Some moves at random, as many as can be carried out."""
        for _ in range(20):
            made = self._wrong_line()
            if made is None:
                continue
            line, board = made
            before = len(self.typed.facts)
            self.type(line)
            if any(isinstance(fact, MovesTyped) for fact in self.typed.facts[before:]):
                self.move(board)
                return
        self._type_legal()

    def _wrong_line(self) -> tuple[str, Placement] | None:
        table = self.table
        player, rules = table.mover, table.rules
        board = rules.placement(table.agreed)
        told = []
        for _ in range(self.chance.randint(1, 3)):
            numbers = [
                rules.own_number(zone, player)
                for zone in rules.game.track.zones[player][1:]
                if board[zone].of(player)
            ]
            if not numbers:
                return None
            # On a real board of Jacquet nobody sees whether a piece on the exit point is off.
            unclear = {0, rules.game.exit_number} if rules.game.exit_number else set()
            targets = [number for number in range(25) if number not in unclear]
            walk = TypedMove((self.chance.choice(numbers), self.chance.choice(targets)))
            try:
                board = carry_out(board, (walk,), player, rules)[0]
            except CannotError:
                return None
            told.append("/".join(map(str, walk.stops)))
        shown = table.as_seen(board)
        return None if table.is_agreed(shown) else (" ".join(told), shown)

    def _stands(self) -> Verdict | None:
        verdicts = [f.verdict for f in self.typed.facts if isinstance(f, VerdictGiven)]
        return verdicts[-1] if verdicts else None

    def _end_turn(self) -> None:
        legal = self._stands() is Verdict.LEGAL
        by_dice = legal and self.chance.random() < 0.5
        dice = self.dice()
        self.type(self.figures(*dice) if by_dice else self.chance.choice(["", "  "]))
        if not legal:
            self.type("")  # the first one warns
        self.each(Seat.lift)
        state = self.seats[0].table.state
        if by_dice and state.phase is Phase.TO_THROW:
            self.each(lambda seat: seat.throw(state.turn.player or Player.V, *dice))
        self._begin_again()

    def _begin_again(self) -> None:
        """The next game begins at once at the typed table; at the boards it is set up."""
        if self.seats[0].table.state.phase is Phase.SETUP:
            self.each(Seat.set_up)

    def _answer_error(self) -> None:
        tables = (self.table, *(seat.table for seat in self.seats))
        acceptable = all(table.acceptable(table.judge_ended()) for table in tables)
        if acceptable and self.chance.random() < 0.5:
            self._throw(self.dice())
            self._begin_again()
        else:
            self._type_legal_correction()
            self._begin_again()

    def _type_legal_correction(self) -> None:
        table = self.table
        ends = table.rules.ends(table.agreed, table.mover, table.dice).positions
        end = self.chance.choice(sorted(ends))
        plays = table.rules.plays(table.agreed, table.mover, table.dice, end)
        if not plays or not plays[0].moves:
            self.type(":correct")
            raise AssertionError("nothing could be moved")
        self.type("no")
        if self.typed.state.throw.lines:
            self.type("-")  # an unfinished play stands, this one begins anew
        self.type(" ".join(plays[0].moves))
        # First back to the start of the turn: a postillon that has arrived is a piece like others.
        before, after = table.rules.placement(table.agreed), table.rules.placement(end)
        self.each(lambda seat: seat.hands.move(after, before))
        self.each(lambda seat: seat.hands.move(before, after))

    # --- comparing -------------------------------------------------------------------------------

    def compare(self) -> None:
        made = list(projected(self.typed.facts))
        thrown, typed = (seat.facts for seat in self.seats)
        assert made == list(projected(thrown)), self.lines[-6:]
        assert events_of(typed) == events_of(thrown), self.lines[-6:]
        self.typed.check()


def events_of(facts: list[Fact]) -> list[dict[str, Json]]:
    """The events but for times, the link and set-ups."""
    events = (to_event(fact, 0.0) for fact in facts)
    return [event for event in events if event is not None and event["event"] not in LEFT_OUT]


def projected(facts: list[Fact]) -> Iterator[dict[str, Json]]:
    """The events but for times, the link, set-ups, faults, and verdicts within a turn."""
    waiting: dict[str, Json] | None = None
    for fact in facts:
        event = to_event(fact, 0.0)
        if event is None or event["event"] in LEFT_OUT:
            continue
        event.pop("faults", None)  # typed moves are known, those at a board are guessed
        if isinstance(fact, VerdictGiven):
            waiting = event if fact.verdict is Verdict.LEGAL else None
            continue
        if waiting is not None and isinstance(fact, TurnEnds):
            yield waiting
        waiting = None
        yield event


def same_evening(game: str, seed: int, steps: int) -> Same:
    match = 3 if game == "backgammon" else None
    evening = Same(Settings("", game, match_to=match), seed)
    evening.play(steps)
    return evening


@pytest.mark.parametrize("game", every_game())
def test_the_same_evening(game: str) -> None:
    same_evening(game, 1, 25)


@pytest.mark.slow
@pytest.mark.parametrize("game", every_game())
def test_many_same_evenings(game: str) -> None:
    """Guards that typed and sensed evenings tell the same, whatever is played."""
    for seed in seeds(4):
        same_evening(game, seed, 60)


@pytest.mark.slow
def test_a_game_is_won_in_the_same_way() -> None:
    """Guards that the last turn, the score and the next set-up are those of a sensing board."""
    evening = same_evening("backgammon", 1, 400)
    assert any(isinstance(fact, GameEnds) for fact in evening.seats[1].facts)
