"""What a coach thinks of a turn: advice at once, and better advice from a second look.

The second look plays out a second throw. It takes some tenths of a second, on a small computer
some seconds, so it has a thread of its own: nobody who asks waits for it.
"""

import threading
from concurrent.futures import Future
from dataclasses import dataclass, replace
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final, NamedTuple

from companion import ending
from companion.hints.advice import Advice, Stake
from companion.hints.loader import advisor_of
from companion.rules import Player, Rules

if TYPE_CHECKING:
    from companion.hints.advisor import Advisor

_PATIENCE: Final = 2.0
"""Seconds a closing evening waits for a thought to end."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn to think about; rules with the rights won; played -- its end as text, "" before."""

    player: Player
    dice: tuple[int, int]
    before: str
    stake: Stake
    rules: Rules
    played: str = ""


class Opinion(NamedTuple):
    """Advice on a turn, as far as it is thought out.

    unsure -- the first look and the second found another play best; revised -- another play was
    told as the best before.
    """

    advice: Advice
    unsure: bool = False
    revised: bool = False


class Thinker:
    """Thinks about one turn at a time. Ask it from one thread. Close it when the evening ends."""

    def __init__(self) -> None:
        self._advisors: dict[Rules, Advisor] = {}
        self._first: dict[Turn, Advice] = {}
        self._second: dict[Turn, Future[Advice]] = {}
        self._told: dict[Turn, Advice] = {}
        self._reviewed: dict[Turn, Advice] = {}
        self._looks: SimpleQueue[Turn | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._look_closer, name="second look", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End; a thought that takes longer is left to itself."""
        self._second = {}
        self._looks.put(None)
        self._thread.join(ending.within(_PATIENCE, ending.CLOSING))

    def advisor(self, rules: Rules) -> "Advisor":
        """Who advises by these rules. Raises `HintsMissingError`, `EngineError`."""
        if rules not in self._advisors:
            self._advisors[rules] = advisor_of(rules)
        return self._advisors[rules]

    def begin(self, turn: Turn) -> Advice:
        """Advice on a running turn from one look; a second look begins where one can be had."""
        if turn not in self._first:
            advice = self._advise(turn)
            self._first = {turn: advice}
            if len(advice.plays) > 1 and self.advisor(turn.rules).looks_closer:
                self._second = {turn: Future()}
                self._looks.put(turn)
        return self._first[turn]

    def tell(self, turn: Turn) -> Opinion:
        """The best opinion so far of a running turn; it is remembered as told."""
        first = advice = self.begin(turn)
        look = self._second.get(turn)
        if look is not None and look.done():
            advice = look.result()
        before = self._told.get(turn, advice)
        self._told = {turn: advice}
        return Opinion(advice, _best(first) != _best(advice), _best(before) != _best(advice))

    def review(self, turn: Turn) -> Advice:
        """Advice on a finished turn, with what was played among its plays.

        Who played what he was told is the best has played the best.
        """
        running = replace(turn, played="")
        known = [self._told[running]] if running in self._told else []
        if running in self._second:
            known.append(self._second[running].result())
        for advice in known:
            if turn.rules.text(advice.plays[0].end) == turn.played:
                return advice
        if turn not in self._reviewed:
            self._reviewed = {turn: self._advise(turn, closer=True)}
        return self._reviewed[turn]

    def _advise(self, turn: Turn, *, closer: bool = False) -> Advice:
        rules = turn.rules
        played = rules.parse(turn.played) if turn.played else None
        return self.advisor(rules).advise(
            rules.parse(turn.before), turn.player, turn.dice, turn.stake, also=played, closer=closer
        )

    def _look_closer(self) -> None:
        """The second looks, each for as long as its turn is the one thought about."""
        while (turn := self._looks.get()) is not None:
            look = self._second.get(turn)
            if look is None:
                continue
            try:
                look.set_result(self._advise(turn, closer=True))
            except Exception as error:  # noqa: BLE001 - told by who asks for what was found
                look.set_exception(error)


def _best(advice: Advice) -> object:
    return advice.plays[0].end
