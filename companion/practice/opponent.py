"""The practice partner: the companion plays one side, at a strength that was chosen.

Dice are drawn at once; plays, doubles, takes and resignations are thought out in a thread of its
own, so that the evening goes on meanwhile. What it has to do is read off the referee's state, so a
restart changes nothing. It exists in practice only.
"""

import math
import random
import threading
from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final

from companion import ending
from companion.hints.advice import CubeAdvice, Stake
from companion.hints.loader import advisor_of, check_numpy, is_fair
from companion.practice.coach import own_step, stake_of
from companion.referee.inputs import Act, Draws, Names, Offers, Says, ThrewOne
from companion.referee.partner import Due, due
from companion.referee.state import State
from companion.rules import Player, Rules

if TYPE_CHECKING:
    from companion.hints.advisor import Advisor

MOST: Final = 16
"""So many plays a weak partner chooses among."""

WILD: Final = {1: 1.2, 2: 0.5, 3: 0.2, 4: 0.0, 5: 0.0}
"""How freely it chooses: what a play may lose and still be likely, in standard deviations of what
the plays are worth. From 0 on the best is played, at 5 with two further throws looked at."""

HESITATES: Final = {1: 0.1, 2: 0.05, 3: 0.02, 4: 0.0, 5: 0.0}
"""What a double that should be taken has to gain on average, in points of the present cube, before
it is offered: the weaker ones double late. A game that is to be cashed each of them cashes."""

DEEP: Final = 5
SLOW: Final = 2.0
"""Seconds of thought after which a word is said."""
_PATIENCE: Final = 2.0


@dataclass(frozen=True, slots=True)
class Thought:
    """What the partner means to do, and the duty it is about; None: to wait for its dice."""

    due: Due
    act: Act | None


@dataclass(frozen=True, slots=True)
class _Task:
    """A duty to think about, and the table it is about."""

    due: Due
    rules: Rules
    state: State


class Partner:
    """Plays for one side.

    strength -- 1 to 5; hand -- gets each thought, from another thread; complain -- gets one
    sentence when it cannot think and plays anything; chance -- of dice and choices.
    Close it when the evening ends. Raises `HintsMissingError` where numpy is missing.
    """

    def __init__(
        self,
        strength: int,
        hand: Callable[[Thought], None],
        complain: Callable[[str], None],
        chance: random.Random | None = None,
    ) -> None:
        check_numpy("An opponent")
        self._strength = strength
        self._hand = hand
        self._complain = complain
        self._chance = chance or random.SystemRandom()
        self._due: Due | None = None
        self._since: float | None = None
        self._advisors: dict[Rules, Advisor] = {}
        self._failed = False
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="partner", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End; a thought that takes longer is left to itself."""
        self._tasks.put(None)
        self._thread.join(ending.within(_PATIENCE, ending.CLOSING))

    # --- beside the evening's loop -------------------------------------------------------------

    def look(self, rules: Rules, state: State, now: float) -> Act | None:
        """What it does at once; a play that needs thought is begun here and handed in later.

        now -- seconds of any clock, for `is_slow`.
        """
        task = due(rules, state)
        if task == self._due:
            return None
        self._due, self._since = task, None
        if task is None:
            return None
        if task.what == "throw":
            return self._draws()
        partner = _partner(state)
        if task.what == "die":
            return ThrewOne(partner, self._die())
        if task.asked is not None and task.asked.topic != "resign":
            return Says(partner, yes=True)
        self._since = now
        self._tasks.put(_Task(task, rules.with_options(state.game.rights), state))
        return None

    def forget(self) -> None:
        """Begin anew with whatever is due: what was thought out has no place now."""
        self._due = self._since = None

    def is_slow(self, now: float) -> bool:
        """Whether it has thought for so long that a word is to be said; true once a thought."""
        if self._since is None or now - self._since < SLOW:
            return False
        self._since = None
        return True

    def is_current(self, thought: Thought, rules: Rules, state: State) -> bool:
        """Return whether a thought is still about what has to be done."""
        if due(rules, state) != thought.due:
            return False
        self._since = None
        return True

    def _die(self) -> int:
        return self._chance.randint(1, 6)

    def _draws(self) -> Draws:
        high, low = sorted((self._die(), self._die()), reverse=True)
        return Draws((high, low))

    # --- the thread ----------------------------------------------------------------------------

    def _work(self) -> None:
        while (task := self._tasks.get()) is not None:
            try:
                act = self._act(task)
            except Exception as error:  # noqa: BLE001 - the game goes on with any legal play
                if not self._failed:
                    self._failed = True
                    self._complain(f"The opponent cannot think and plays anything: {error}")
                act = self._anything(task)
            self._hand(Thought(task.due, act))

    def _act(self, task: _Task) -> Act | None:
        if task.due.what == "play":
            return Names(self._play(task))
        if task.due.what == "cube":
            return Offers() if self._doubles(task) else self._throws(task)
        return Says(_partner(task.state), yes=self._agrees(task))

    def _throws(self, task: _Task) -> Act | None:
        """It does not double: it throws, or leaves that to whoever throws for it."""
        return self._draws() if task.state.practice.simulated else None

    def _doubles(self, task: _Task) -> bool:
        """Return whether it offers the cube, which it may."""
        partner, state = _partner(task.state), task.state
        stake, owned = stake_of(state, partner), state.game.cube.owner is partner
        advisor = self._advisor(task.rules)
        advice = advisor.advise_cube(task.state.game.position, partner, stake, owned=owned)
        return offers(self._strength, stake, advice)

    def _agrees(self, task: _Task) -> bool:
        """Return whether it takes an offered cube, or a resignation."""
        partner, state, asked = _partner(task.state), task.state, task.due.asked
        if task.rules.game.paid_by_piece:
            return True  # the loser pays for the pieces that are left, there is nothing to weigh
        if task.due.what == "take":
            doubler, owned = partner.other, state.game.cube.owner is partner.other
            stake = stake_of(state, doubler)
            advisor = self._advisor(task.rules)
            return advisor.advise_cube(task.state.game.position, doubler, stake, owned=owned).takes
        games = int(asked.item) if asked is not None else 1
        thrower = state.turn.player or partner.other
        return is_fair(task.rules, task.state.game.position, games, partner, thrower)

    def _anything(self, task: _Task) -> Act | None:
        state = task.state
        if task.due.what == "cube":
            return self._throws(task)
        if task.due.what != "play" or state.throw.dice is None:
            return Says(_partner(state), yes=True)
        ends = task.rules.ends(
            task.state.game.position, _partner(state), state.throw.dice
        ).positions
        return Names(self._chance.choice(sorted(map(task.rules.text, ends))))

    def _advisor(self, rules: Rules) -> "Advisor":
        if rules not in self._advisors:
            self._advisors[rules] = advisor_of(rules, deep=self._strength == DEEP)
        return self._advisors[rules]

    def _play(self, task: _Task) -> str:
        """The play it chooses, as the text of its end."""
        state, partner = task.state, _partner(task.state)
        assert state.throw.dice is not None  # noqa: S101 - a play is due once dice are thrown
        wild = WILD[self._strength]
        advice = self._advisor(task.rules).advise(
            task.state.game.position,
            partner,
            state.throw.dice,
            stake_of(state, partner),
            most=MOST if wild else 1,
            closer=self._strength == DEEP,
        )
        weights = likely([play.equity for play in advice.plays], wild)
        chosen = self._chance.choices(advice.plays, weights)[0]
        return task.rules.text(chosen.end)


def likely(worths: list[float], wild: float) -> list[float]:
    """How likely each of some plays is chosen, the best first; wild -- see `WILD`."""
    mean = sum(worths) / len(worths)
    spread = math.sqrt(sum((worth - mean) ** 2 for worth in worths) / len(worths)) * wild
    if not spread:
        return [1.0, *[0.0] * (len(worths) - 1)]
    return [math.exp((worth - worths[0]) / spread) for worth in worths]


def offers(strength: int, stake: Stake, advice: CubeAdvice) -> bool:
    """Return whether a strength offers the cube, which it may; see `HESITATES`."""
    step = own_step(stake, advice)
    if step != "double-take":
        return step == "double-drop"
    return advice.loss(doubled=False) >= HESITATES[strength]


def _partner(state: State) -> Player:
    """Whose turns it plays; only asked for where there is one."""
    assert state.practice.partner is not None  # noqa: S101 - something was due
    return state.practice.partner
