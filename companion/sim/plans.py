"""What simulated players mean to do: throws, plays, answers, and mistakes on purpose."""

import enum
import random
from dataclasses import dataclass
from typing import Protocol

from companion.referee.facts import GameEnds
from companion.referee.talk_facts import Question
from companion.rules import (
    UNACCEPTABLE,
    Player,
    Position,
    PositionError,
    Rules,
    Verdict,
    parse_placement,
)
from companion.rules.vocabulary import POINTS, Placement

TRIES = 400


class Action(enum.Enum):
    """What a player does when a turn begins."""

    THROW = enum.auto()
    DOUBLE = enum.auto()
    RESIGN = enum.auto()
    LEAVE = enum.auto()


@dataclass(frozen=True, slots=True)
class Plan:
    """One turn: the boards shown one after the other, empty where nothing can be played.

    ends_wrong -- the dice are lifted on the first board although it is wrong; a further board is
    then the correction the opponent asks for, and without one he accepts by throwing.
    """

    boards: tuple[Position, ...]
    ends_wrong: bool = False


class Planner(Protocol):
    """Decides for both players."""

    def opening(self) -> tuple[int, int]:
        """The opening dice of V and N."""

    def dice(self, player: Player) -> tuple[int, int]:
        """The player's next throw."""

    def before_throw(self, mover: Player) -> tuple[Player, Action]:
        """Who does what when a turn begins."""

    def turn(self, rules: Rules, agreed: Position, player: Player, dice: tuple[int, int]) -> Plan:
        """What to do with a throw."""

    def takes(self, player: Player) -> bool:
        """Return whether an offered cube is taken."""

    def answer(self, question: Question) -> bool:
        """The answer to a question of the companion."""

    def goes_on(self, ended: GameEnds) -> bool:
        """Return whether another game is played after this one."""


MISTAKES = ("put-right", "corrected", "accepted")
"""Put right before the dice are lifted; corrected after; accepted by the opponent's throw."""


class RandomPlanner:
    """Plays at random from a seed, with the three kinds of mistakes early in the first game.

    target -- the score that wins the match; None: one game. longest -- after so many turns with
    something to play the player to throw resigns a single game; None: games are played out.
    """

    def __init__(
        self,
        seed: int,
        target: int | None = None,
        longest: int | None = None,
        mistakes: tuple[str, ...] = MISTAKES,
    ) -> None:
        self._target = target
        self._longest = longest
        self._chance = random.Random(seed)  # noqa: S311 - a game for show, repeatable
        self._mistakes = list(mistakes)
        self._turns = 0

    def opening(self) -> tuple[int, int]:
        """Two dice by chance."""
        return self._chance.randint(1, 6), self._chance.randint(1, 6)

    def dice(self, _player: Player) -> tuple[int, int]:
        """Two dice by chance."""
        return self.opening()

    def before_throw(self, mover: Player) -> tuple[Player, Action]:
        """Throw, or resign when the game has been long enough."""
        tired = self._longest is not None and self._turns >= self._longest
        return mover, Action.RESIGN if tired else Action.THROW

    def turn(self, rules: Rules, agreed: Position, player: Player, dice: tuple[int, int]) -> Plan:
        """Any legal end; on every second turn first the next mistake, while there is one left."""
        ends = rules.ends(agreed, player, dice)
        if ends.nothing_to_play:
            return Plan(())
        self._turns += 1
        end = self._chance.choice(sorted(ends.positions))
        wrong = None
        if self._mistakes and self._turns % 2 == 0:
            wrong = wrong_board(rules, agreed, player, dice, self._chance)
        if wrong is None:
            return Plan((end,))
        mistake = self._mistakes.pop(0)
        boards = (wrong,) if mistake == "accepted" else (wrong, end)
        return Plan(boards, ends_wrong=mistake != "put-right")

    def takes(self, _player: Player) -> bool:
        """Always takes."""
        return True

    def answer(self, question: Question) -> bool:
        """Find `resign` in the menu; anything else is agreed to."""
        return question.topic != "menu" or question.item == "resign"

    def goes_on(self, ended: GameEnds) -> bool:
        """Plays on while the match is not over."""
        self._turns = 0
        return self._target is not None and max(ended.score) < self._target


def wrong_board(
    rules: Rules, agreed: Position, player: Player, dice: tuple[int, int], chance: random.Random
) -> Position | None:
    """A board that breaks a rule and that the opponent could accept; None if chance finds none."""
    before = rules.placement(agreed)
    for _ in range(TRIES):
        board = _moved(rules, before, player, chance)
        judgement = rules.judge(agreed, player, dice, board)
        if judgement.verdict is not Verdict.ILLEGAL:
            continue
        if any(fault.code in UNACCEPTABLE for fault in judgement.faults):
            continue
        try:
            return rules.parse(judgement.reading)
        except PositionError:
            continue
    return None


def _moved(rules: Rules, before: Placement, player: Player, chance: random.Random) -> Placement:
    """One of the player's pieces carried forward to some point where no opposing piece stands."""
    own = [zone for zone in POINTS if before[zone].of(player)]
    source = chance.choice(own) if own else POINTS[0]
    number = rules.own_number(source, player)
    target = rules.zone(chance.randint(1, max(1, number - 1)), player)
    if not own or before[target].of(player.other) or target == source:
        return before
    moved = before[source]._asdict()
    letter = _letter(moved, player)
    moved[letter] -= 1
    landed = before[target]._asdict()
    landed[letter] += 1
    changed = before.with_piles(
        {source: type(before[source])(**moved), target: type(before[target])(**landed)}
    )
    return parse_placement(changed.text)


def _letter(pile: dict[str, int], player: Player) -> str:
    """The postillon where it stands alone, else a pawn."""
    pawn = player.value.lower()
    return pawn if pile[pawn] else player.value
