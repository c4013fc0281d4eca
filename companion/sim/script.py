"""Replays a recorded match: its throws, plays, cube actions and resignations."""

from companion.records.sheet import Cube, Entry, Game, Resignation, Turn
from companion.referee.facts import GameEnds
from companion.referee.talk_facts import Question
from companion.rules import Player, Position, Rules
from companion.sim.board import SimError
from companion.sim.plans import Action, Plan


class ScriptPlanner:
    """Decides as in the games of a match, including accepted illegal plays.

    A game that the file breaks off (a missing play) is resigned by its loser if the file names
    one, so that the match can continue.
    """

    def __init__(self, games: tuple[Game, ...]) -> None:
        self._games = list(games)
        self._steps: list[Entry] = []
        self._next_game()

    def _next_game(self) -> None:
        entries = self._games.pop(0).entries
        self._steps = [each for each in entries if getattr(each, "fate", "") != "open"]

    def opening(self) -> tuple[int, int]:
        """Return the dice of the first throw, so that its thrower begins."""
        first = self._peek()
        if not isinstance(first, Turn):
            raise SimError("The file's game does not begin with a throw.")
        high, low = first.dice
        return (high, low) if first.player is Player.V else (low, high)

    def dice(self, player: Player) -> tuple[int, int]:
        """Return the dice of the next throw."""
        step = self._peek()
        if not isinstance(step, Turn) or step.player is not player:
            raise SimError(f"The file has no throw of {player} here.")
        return step.dice

    def before_throw(self, mover: Player) -> tuple[Player, Action]:
        """Throw, double or resign as in the script. Leave at its end."""
        step = self._peek()
        if step is None:
            return mover, Action.LEAVE
        if isinstance(step, Resignation):
            return step.player, Action.RESIGN
        if isinstance(step, Cube) and step.player is not None:
            self._steps.pop(0)
            return step.player, Action.DOUBLE
        return mover, Action.THROW

    def turn(self, rules: Rules, agreed: Position, player: Player, dice: tuple[int, int]) -> Plan:
        """Return the play in the file."""
        step = self._peek()
        if not isinstance(step, Turn) or (step.player, step.dice) != (player, dice):
            raise SimError(f"The file has no throw {dice} of {player} here.")
        self._steps.pop(0)
        end = rules.parse(step.end)
        return Plan(() if end == agreed else (end,), ends_wrong=step.fate == "accepted")

    def takes(self, _player: Player) -> bool:
        """Return whether the double is taken in the script."""
        step = self._peek()
        if not isinstance(step, Cube) or step.action not in ("take", "drop"):
            raise SimError("The file does not say whether the double is taken.")
        self._steps.pop(0)
        return step.action == "take"

    def answer(self, question: Question) -> bool:
        """Confirm doubles, find `resign` in the menu and name the value, accept a resignation."""
        step = self._peek()
        if question.topic == "menu":
            return question.item == "resign"
        if question.topic == "resign-value" and isinstance(step, Resignation):
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
