"""Plays one side in practice, at a chosen strength.

Dice are drawn immediately. Plays, doubles, takes and resignations are computed in a background
thread, so that the evening is not delayed. The opponent's next action follows from the referee's
state, so a restart changes nothing.
"""

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Final

from companion.hints.advice import CubeAdvice, Stake
from companion.hints.loader import advisor_of, check_numpy, is_fair
from companion.practice.coach import cube_advice, own_step, stake_of
from companion.practice.thinker import Worker
from companion.referee.inputs import Act, Draws, Names, Offers, Says, ThrewOne
from companion.referee.partner import Due, due
from companion.referee.state import State
from companion.rules import Player, Rules
from companion.speech.catalogue import Sentence, filled, first_sentence

MOST: Final = 16
"""The number of plays among which a weak opponent chooses."""

WILD: Final = {1: 1.2, 2: 0.5, 3: 0.2, 4: 0.0, 5: 0.0}
"""By strength, how far choices spread below the best play, in standard deviations of the equities.

At 0 the best play is chosen. Strength 5 also looks two throws ahead.
"""

CAREFUL: Final = 3
"""The lowest strength that chooses only among plays near the best and makes only small errors."""

_LEAST_WEIGHT: Final = math.exp(-3)
"""A careful opponent chooses no play with a smaller weight. The best play has the weight 1."""

HESITATES: Final = {1: 0.1, 2: 0.05, 3: 0.02, 4: 0.0, 5: 0.0}
"""The smallest gain for which each strength doubles, in points of the present cube.

So weak opponents double late. A double that the player should drop is always offered.
"""

DEEP: Final = 5
SLOW: Final = 2.0
"""Seconds of computing after which the delay is announced."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The partner's decision about a task: an action, or None to wait for the dice."""

    due: Due
    act: Act | None


@dataclass(frozen=True, slots=True)
class _Task:
    """A task for the partner to decide, with the state of the table."""

    due: Due
    rules: Rules
    state: State


class Partner:
    """Plays one side.

    strength -- 1 to 5; report -- called with each decision, from another thread
    complain -- called once with a sentence if the evaluation fails, after which any legal play is
    made
    chance -- the random source for dice and choices
    Close it after the evening. Raise `HintsMissingError` if numpy is not installed.
    """

    def __init__(
        self,
        strength: int,
        report: Callable[[Decision], None],
        complain: Callable[[Sentence], None],
        chance: random.Random | None = None,
    ) -> None:
        check_numpy("opponent")
        self._strength = strength
        self._report = report
        self._complain = complain
        self._chance = chance or random.SystemRandom()
        self._due: Due | None = None
        self._since: float | None = None
        self._advisor = cache(partial(advisor_of, deep=strength == DEEP))
        self._failed = False
        self._worker = Worker("partner")

    def close(self) -> None:
        """Stop the thread."""
        self._worker.close()

    # --- in the evening's thread ---------------------------------------------------------------

    def look(self, rules: Rules, state: State, now: float) -> Act | None:
        """Return an action that needs no computing, or start to compute one for `report`.

        now -- seconds of any clock, for `is_slow`
        """
        now_due = due(rules, state)
        if now_due == self._due:
            return None
        self._due, self._since = now_due, None
        if now_due is None:
            return None
        if now_due.what == "throw":
            return self._draws()
        partner = _partner(state)
        if now_due.what == "die":
            return ThrewOne(partner, self._die())
        if now_due.asked is not None and now_due.asked.topic != "resign":
            return Says(partner, yes=True)
        self._since = now
        task = _Task(now_due, rules.with_options(state.game.rights), state)
        self._worker.put(partial(self._think, task))
        return None

    def forget(self) -> None:
        """Discard the current task, so that the next `look` starts it again."""
        self._due = self._since = None

    def is_slow(self, now: float) -> bool:
        """Return True once if computing takes longer than `SLOW`."""
        if self._since is None or now - self._since < SLOW:
            return False
        self._since = None
        return True

    def is_current(self, decision: Decision, rules: Rules, state: State) -> bool:
        """Return whether a decision belongs to the task that is due now."""
        if due(rules, state) != decision.due:
            return False
        self._since = None
        return True

    def _die(self) -> int:
        return self._chance.randint(1, 6)

    def _draws(self) -> Draws:
        high, low = sorted((self._die(), self._die()), reverse=True)
        return Draws((high, low))

    # --- the thread ----------------------------------------------------------------------------

    def _think(self, task: _Task) -> None:
        try:
            act = self._act(task)
        except Exception as error:  # noqa: BLE001 - the game continues with any legal play
            if not self._failed:
                self._failed = True
                self._complain(filled("command.no-thinking", error=first_sentence(error)))
            act = self._anything(task)
        self._report(Decision(task.due, act))

    def _act(self, task: _Task) -> Act | None:
        if task.due.what == "play":
            return Names(self._play(task))
        if task.due.what == "cube":
            stake, advice = cube_advice(self._advisor(task.rules), task.state, _partner(task.state))
            doubles = offers(self._strength, stake, advice)
            return Offers() if doubles else self._throws(task)
        return Says(_partner(task.state), yes=self._agrees(task))

    def _throws(self, task: _Task) -> Act | None:
        """Return drawn dice after the decision not to double; None if a person throws."""
        return self._draws() if task.state.practice.simulated else None

    def _agrees(self, task: _Task) -> bool:
        """Return whether to take an offered cube or accept a resignation."""
        partner, state, asked = _partner(task.state), task.state, task.due.asked
        if task.rules.game.paid_by_piece:
            return True  # the loser pays for each piece left, so there is nothing to decide
        if task.due.what == "take":
            return cube_advice(self._advisor(task.rules), state, partner.other)[1].takes
        games = int(asked.item) if asked is not None else 1
        thrower = state.turn.player or partner.other
        return is_fair(task.rules, state.game.position, games, partner, thrower)

    def _anything(self, task: _Task) -> Act | None:
        state = task.state
        if task.due.what == "cube":
            return self._throws(task)
        if task.due.what != "play" or state.throw.dice is None:
            return Says(_partner(state), yes=True)
        ends = task.rules.ends(state.game.position, _partner(state), state.throw.dice)
        return Names(self._chance.choice(sorted(map(task.rules.text, ends.positions))))

    def _play(self, task: _Task) -> str:
        """Return the chosen play, as the text of its end position."""
        state, partner = task.state, _partner(task.state)
        assert state.throw.dice is not None  # noqa: S101 - a play is due once dice are thrown
        wild = WILD[self._strength]
        advice = self._advisor(task.rules).advise(
            state.game.position,
            partner,
            state.throw.dice,
            stake_of(state, partner),
            most=MOST if wild else 1,
            closer=self._strength == DEEP,
        )
        weights = weights_of(self._strength, [play.equity for play in advice.plays])
        chosen = self._chance.choices(advice.plays, weights)[0]
        return task.rules.text(chosen.end)


def weights_of(strength: int, worths: list[float]) -> list[float]:
    """Return the weights of plays, sorted best first, for an opponent of this strength."""
    weights = likely(worths, WILD[strength])
    if strength < CAREFUL:
        return weights
    return [weight if weight > _LEAST_WEIGHT else 0.0 for weight in weights]


def likely(worths: list[float], wild: float) -> list[float]:
    """Return the weights of plays, sorted best first, for a random choice. wild -- see `WILD`."""
    mean = sum(worths) / len(worths)
    spread = math.sqrt(sum((worth - mean) ** 2 for worth in worths) / len(worths)) * wild
    if not spread:
        return [1.0, *[0.0] * (len(worths) - 1)]
    return [math.exp((worth - worths[0]) / spread) for worth in worths]


def offers(strength: int, stake: Stake, advice: CubeAdvice) -> bool:
    """Return whether an opponent of this strength offers the cube, see `HESITATES`."""
    step = own_step(stake, advice)
    if step != "double-take":
        return step == "double-drop"
    return advice.loss(doubled=False) >= HESITATES[strength]


def _partner(state: State) -> Player:
    """Return the side that the opponent plays. There must be one."""
    assert state.practice.partner is not None  # noqa: S101 - the partner has a duty
    return state.practice.partner
