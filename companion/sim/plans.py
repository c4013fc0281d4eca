"""Decides what simulated players do: throws, plays, answers and deliberate mistakes.

A planner chooses at random, or repeats a recorded match.
"""

import enum
import random
from dataclasses import dataclass

from companion.records.sheet import Entry, SheetGame, SheetTurn
from companion.referee.facts import CubeAction, GameEnds, Resign
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
from companion.sim.board import SimError

TRIES = 400


class Action(enum.Enum):
    """What a player does at the start of a turn."""

    THROW = enum.auto()
    DOUBLE = enum.auto()
    RESIGN = enum.auto()
    LEAVE = enum.auto()


@dataclass(frozen=True, slots=True)
class Plan:
    """The boards of a turn, shown one after the other; empty if nothing can be played.

    ends_wrong -- whether the player picks up the dice on the first board although it is illegal.
    The second board, if any, is then the correction that the opponent demands. Without a second
    board the opponent accepts the first.
    """

    boards: tuple[Position, ...]
    ends_wrong: bool = False


MISTAKES = ("put-right", "corrected", "accepted")
"""The kinds of mistakes: put right before the dice are lifted, corrected later, or accepted."""


class RandomPlanner:
    """Plays at random from a seed, with the three kinds of mistakes early in the first game.

    target -- the score that wins the match, None for one game
    longest -- the number of playable turns after which the player to throw resigns a single game,
    None for no limit
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

    def opening(self, _player: Player | None = None) -> tuple[int, int]:
        """Return two random dice."""
        return self._chance.randint(1, 6), self._chance.randint(1, 6)

    dice = opening

    def before_throw(self, mover: Player) -> tuple[Player, Action]:
        """Throw, or resign once the game has had `longest` playable turns."""
        tired = self._longest is not None and self._turns >= self._longest
        return mover, Action.RESIGN if tired else Action.THROW

    def turn(self, rules: Rules, agreed: Position, player: Player, dice: tuple[int, int]) -> Plan:
        """Plan a random legal end position.

        While mistakes remain, every second turn has one if a wrong board is found. The wrong board
        is shown before the legal end, or instead of it if the mistake is to be accepted.
        """
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
        """Take every double."""
        return True

    def answer(self, question: Question) -> bool:
        """Answer no in the menu until it offers `resign`. Answer yes to everything else."""
        return question.topic != "menu" or question.item == "resign"

    def goes_on(self, ended: GameEnds) -> bool:
        """Return whether the match is not over."""
        self._turns = 0
        return self._target is not None and max(ended.score) < self._target


def wrong_board(
    rules: Rules, agreed: Position, player: Player, dice: tuple[int, int], chance: random.Random
) -> Position | None:
    """Return a random illegal position that can be accepted, None if `TRIES` attempts fail."""
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
    """Return the placement after a random move forward, unchanged if the piece cannot move."""
    own = [zone for zone in POINTS if before[zone].of(player)]
    source = chance.choice(own) if own else POINTS[0]
    number = rules.own_number(source, player)
    target = rules.zone(chance.randint(1, max(1, number - 1)), player)
    if not own or before[target].of(player.other) or target == source:
        return before
    moved = before[source]._asdict()
    pawn = player.value.lower()
    letter = pawn if moved[pawn] else player.value
    moved[letter] -= 1
    landed = before[target]._asdict()
    landed[letter] += 1
    changed = before.with_piles(
        {source: type(before[source])(**moved), target: type(before[target])(**landed)}
    )
    return parse_placement(changed.text)


class ScriptPlanner:
    """Repeats the games of a match from a file, including accepted illegal plays.

    If the file breaks off a game but names its loser, the loser resigns, so that the match can
    continue.
    """

    def __init__(self, games: tuple[SheetGame, ...]) -> None:
        self._games = list(games)
        self._steps: list[Entry] = []
        self._next_game()

    def _next_game(self) -> None:
        entries = self._games.pop(0).entries
        self._steps = [each for each in entries if getattr(each, "fate", "") != "open"]

    def opening(self) -> tuple[int, int]:
        """Return green's and black's opening dice, ordered so that the right player begins."""
        first = self._peek()
        if not isinstance(first, SheetTurn):
            raise SimError("command.file-begins")
        high, low = first.dice
        return (high, low) if first.player is Player.V else (low, high)

    def dice(self, player: Player) -> tuple[int, int]:
        """Return the dice of the next throw."""
        step = self._peek()
        if not isinstance(step, SheetTurn) or step.player is not player:
            raise SimError("command.file-throw", player=player.value)
        return step.dice

    def before_throw(self, mover: Player) -> tuple[Player, Action]:
        """Throw, double or resign as in the script. Leave at the end of the script."""
        step = self._peek()
        if step is None:
            return mover, Action.LEAVE
        if isinstance(step, Resign):
            return step.player, Action.RESIGN
        if isinstance(step, CubeAction) and step.player is not None:
            self._steps.pop(0)
            return step.player, Action.DOUBLE
        return mover, Action.THROW

    def turn(self, rules: Rules, agreed: Position, player: Player, dice: tuple[int, int]) -> Plan:
        """Return the turn's play from the file."""
        step = self._peek()
        if not isinstance(step, SheetTurn) or (step.player, step.dice) != (player, dice):
            raise SimError("command.file-throw", player=player.value)
        self._steps.pop(0)
        end = rules.parse(step.end)
        return Plan(() if end == agreed else (end,), ends_wrong=step.fate == "accepted")

    def takes(self, _player: Player) -> bool:
        """Return whether the double is taken in the script."""
        step = self._peek()
        if not isinstance(step, CubeAction) or step.action not in ("take", "drop"):
            raise SimError("command.file-double")
        self._steps.pop(0)
        return step.action == "take"

    def answer(self, question: Question) -> bool:
        """Confirm doubles, find `resign` in the menu and name the value, accept a resignation."""
        step = self._peek()
        if question.topic == "menu":
            return question.item == "resign"
        if question.topic == "resign-value" and isinstance(step, Resign):
            return question.item == str(step.value)
        return True

    def goes_on(self, _ended: GameEnds) -> bool:
        """Return whether the file has another game."""
        if self._games:
            self._next_game()
            return True
        return False

    def _peek(self) -> Entry | None:
        return self._steps[0] if self._steps else None


Planner = RandomPlanner | ScriptPlanner
"""Decides for both players."""
