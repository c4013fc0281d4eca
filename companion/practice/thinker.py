"""Computes advice on a turn: quick advice at once, deeper advice in the background.

The deeper evaluation looks one throw further ahead. It takes some tenths of a second, or some
seconds on a small computer, so it runs in its own thread and hints do not wait for it.
"""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import cache, partial
from queue import SimpleQueue
from typing import Final, NamedTuple

from companion import ending
from companion.hints.advice import Advice, Stake
from companion.hints.loader import advisor_of
from companion.rules import Player, Rules

_PATIENCE: Final = 2.0
"""The maximum seconds that `Worker.close` waits for its thread."""


class Worker:
    """Carries out tasks in a thread, one after the other. Close it after the evening."""

    def __init__(self, name: str) -> None:
        self._tasks: SimpleQueue[Callable[[], object] | None] = SimpleQueue()
        self.put = self._tasks.put
        self._thread = ending.start_thread(name, self._work)

    def close(self) -> None:
        """Stop the thread; wait at most `_PATIENCE` seconds for it."""
        self._tasks.put(None)
        self._thread.join(ending.within(_PATIENCE, ending.CLOSING))

    def _work(self) -> None:
        while (task := self._tasks.get()) is not None:
            task()


@dataclass(frozen=True, slots=True)
class TurnToEvaluate:
    """A turn to evaluate.

    rules -- the rules with the rights won so far; played -- the final position as text, "" if
    unfinished
    """

    player: Player
    dice: tuple[int, int]
    before: str
    stake: Stake
    rules: Rules
    played: str = ""


class Opinion(NamedTuple):
    """The best advice so far on a turn.

    unsure -- whether the quick and the deeper evaluation disagree on the best play
    revised -- whether a different play was reported as best before
    """

    advice: Advice
    unsure: bool = False
    revised: bool = False


class Thinker:
    """Evaluates one turn at a time. Use it from one thread only. Close it after the evening.

    advisor -- returns the advisor for some rules, see `loader.advisor_of`
    """

    def __init__(self) -> None:
        self.advisor = cache(advisor_of)
        self._first: dict[TurnToEvaluate, Advice] = {}
        self.second_looks: dict[TurnToEvaluate, Future[Advice]] = {}
        self._told: dict[TurnToEvaluate, Advice] = {}
        self._reviewed: dict[TurnToEvaluate, Advice] = {}
        self._worker = Worker("second look")

    def close(self) -> None:
        """Stop the background thread."""
        self.second_looks = {}
        self._worker.close()

    def begin(self, turn: TurnToEvaluate) -> Advice:
        """Return quick advice on a running turn. Start the deeper evaluation if possible."""
        if turn not in self._first:
            advice = self._advise(turn)
            self._first = {turn: advice}
            if len(advice.plays) > 1 and self.advisor(turn.rules).looks_closer:
                self.second_looks = {turn: Future()}
                self._worker.put(partial(self._look_closer, turn))
        return self._first[turn]

    def tell(self, turn: TurnToEvaluate) -> Opinion:
        """Return the best opinion so far on a running turn, and store that it was reported."""
        first = advice = self.begin(turn)
        look = self.second_looks.get(turn)
        if look is not None and look.done():
            advice = look.result()
        before = self._told.get(turn, advice)
        self._told = {turn: advice}
        return Opinion(advice, _best(first) != _best(advice), _best(before) != _best(advice))

    def review(self, turn: TurnToEvaluate) -> Advice:
        """Return advice on a finished turn, with the play that was made.

        If the player made the play that was reported as best, this play counts as best.
        """
        running = replace(turn, played="")
        known = [self._told[running]] if running in self._told else []
        if running in self.second_looks:
            known.append(self.second_looks[running].result())
        for advice in known:
            if turn.rules.text(advice.plays[0].end) == turn.played:
                return advice
        if turn not in self._reviewed:
            self._reviewed = {turn: self._advise(turn, closer=True)}
        return self._reviewed[turn]

    def _advise(self, turn: TurnToEvaluate, *, closer: bool = False) -> Advice:
        rules = turn.rules
        played = rules.parse(turn.played) if turn.played else None
        return self.advisor(rules).advise(
            rules.parse(turn.before), turn.player, turn.dice, turn.stake, also=played, closer=closer
        )

    def _look_closer(self, turn: TurnToEvaluate) -> None:
        """Evaluate a turn more deeply, unless another turn has begun."""
        look = self.second_looks.get(turn)
        if look is None:
            return
        try:
            look.set_result(self._advise(turn, closer=True))
        except Exception as error:  # noqa: BLE001 - raised again by `Future.result()`
            look.set_exception(error)


def _best(advice: Advice) -> object:
    return advice.plays[0].end
