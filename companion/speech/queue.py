"""What is said next, and what is cut: a pure object; the caller brings the time and the voice.

The four kinds, and what a new utterance does to the one being spoken:

========  ==========================  =======================================================
kind      cuts                        behaviour
========  ==========================  =======================================================
alert     result, answer, hint        first in, first out, before everything else
result    answer, hint                first in, first out, never dropped; cut, it is said again
answer    answer, hint                the latest wins; what it cuts is gone
hint      nothing                     only when nothing else is to be said; the latest wins
========  ==========================  =======================================================

A newer utterance with the same key and addressee replaces one that still waits; one with the same
key for another addressee is its twin in his language, and neither touches the other. The words of
an earlier turn die when a later turn's words arrive, results and last moves excepted. A key
silences at once: what was being spoken counts as heard, answers and hints are dropped, and what
nobody has heard yet goes on after the key's own answer, or after a moment of quiet. The last move
of a game is always heard to its end.

Heard is whatever was begun to be said, of any kind, cut or not, in that order; what was replaced or
dropped while it waited is not. The key `repeat` goes back over what of it was news to its player.
"""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import count
from typing import Final

from companion.speech.utterance import Priority, Utterance

QUIET_SECONDS: Final = 1.0
"""How long a key keeps silence when no answer follows it."""
REPEAT_SECONDS: Final = 2.0
"""Within this time another press of the repeat key goes one utterance further back."""
REPEATED: Final = "repeat"
"""The key of what is said again: it is no news, and is not itself gone back to."""
HISTORY: Final = 100

_ORDER: Final = (Priority.ALERT, Priority.RESULT, Priority.ANSWER, Priority.HINT)
_CUTS: Final = {
    Priority.ALERT: {Priority.RESULT, Priority.ANSWER, Priority.HINT},
    Priority.RESULT: {Priority.ANSWER, Priority.HINT},
    Priority.ANSWER: {Priority.ANSWER, Priority.HINT},
    Priority.HINT: set[Priority](),
}
_LATEST_WINS: Final = {Priority.ANSWER, Priority.HINT}
_ENDS_QUIET: Final = {Priority.ALERT, Priority.RESULT}


@dataclass(frozen=True, slots=True)
class _Repeat:
    """A press of one player's repeat key: when, how far back it went, and from which last one."""

    at: float
    steps: int
    last: Utterance


class _Line:
    """The utterances that wait, by kind and in order.

    Each step takes the same time however many wait, for whoever has something to say must never
    wait for those who said something before.
    """

    def __init__(self) -> None:
        self._numbers = count()
        self._kinds: dict[Priority, OrderedDict[int, Utterance]] = {
            kind: OrderedDict() for kind in _ORDER
        }
        self._keyed: dict[tuple[str, str], dict[int, Utterance]] = {}
        self._passing: dict[int, Utterance] = {}
        self._turn = 0

    def __bool__(self) -> bool:
        return any(self._kinds.values())

    def first(self, kinds: Iterable[Priority]) -> Utterance | None:
        """The first of the first of these kinds that waits."""
        waiting = (self._kinds[kind] for kind in kinds if self._kinds[kind])
        return next((next(iter(line.values())) for line in waiting), None)

    def leave(self, utterance: Utterance) -> None:
        """Let the first of a kind leave the line; it is its turn."""
        self._remove(next(iter(self._kinds[utterance.priority])), utterance)

    def add(self, new: Utterance, *, first: bool = False) -> None:
        """Put one in line, at the end or before all others of its kind."""
        number = next(self._numbers)
        line = self._kinds[new.priority]
        line[number] = new
        if first:
            line.move_to_end(number, last=False)
        if new.key:
            self._keyed.setdefault((new.key, new.to), {})[number] = new
        if new.turn and not _never_dropped(new):
            self._passing[number] = new

    def outdate(self, turn: int) -> None:
        """A turn has begun: take away what was passing in those before."""
        if turn <= self._turn:
            return
        self._turn = turn
        for number, old in list(self._passing.items()):
            self._remove(number, old)

    def is_stale(self, utterance: Utterance) -> bool:
        """Return whether it belongs to an earlier turn and may go."""
        return 0 < utterance.turn < self._turn and not _never_dropped(utterance)

    def give_way(self, new: Utterance) -> None:
        """Take away what a new utterance stands for: same key, or the latest of its kind wins."""
        found = list(self._keyed.get((new.key, new.to), {}).items()) if new.key else []
        if _fleeting(new):
            found += [(n, u) for n, u in self._kinds[new.priority].items() if not _is_twin(new, u)]
        for number, old in dict(found).items():
            if not old.last_move:
                self._remove(number, old)

    def hush(self) -> None:
        """Take away answers and hints."""
        for kind in _LATEST_WINS:
            for number, old in list(self._kinds[kind].items()):
                if not old.last_move:
                    self._remove(number, old)

    def _remove(self, number: int, old: Utterance) -> None:
        del self._kinds[old.priority][number]
        self._passing.pop(number, None)
        if old.key:
            same = self._keyed[old.key, old.to]
            del same[number]
            if not same:
                del self._keyed[old.key, old.to]


class SpeechQueue:
    """The utterances that wait, the one being spoken, and those that were heard.

    The caller: `push` (cut the voice if it returns one), `next` when nothing is being spoken,
    `finished` when it was said to its end.

    written -- nothing is spoken, the caller writes down whatever is pushed: that is what is heard.
    """

    def __init__(self, *, written: bool = False) -> None:
        self._written = written
        self._speaking: Utterance | None = None
        self._waiting = _Line()
        self._quiet_until: float | None = None
        self._history: tuple[Utterance, ...] = ()
        self._repeats: dict[str, _Repeat] = {}

    @property
    def idle(self) -> bool:
        """Whether nothing is being spoken and nothing waits."""
        return self._speaking is None and not self._waiting

    def push(self, utterances: Iterable[Utterance]) -> Utterance | None:
        """Take in what is to be said; give back the utterance that has to be cut now, if any.

        A cut result waits again, at the front.
        """
        pushed = tuple(utterances)
        if self._written:
            self._remember(pushed)
        batch = [each for each in pushed if not self._waiting.is_stale(each)]
        for each in batch:
            self._waiting.outdate(each.turn)
            self._waiting.give_way(each)
            self._waiting.add(each)
        if any(each.priority in _ENDS_QUIET for each in batch):
            self._quiet_until = None
        speaking = self._speaking
        if speaking is None or not any(_cuts(each, speaking) for each in batch):
            return None
        self._speaking = None
        if _never_dropped(speaking):
            self._waiting.add(speaking, first=True)
        return speaking

    def ready(self, now: float) -> bool:
        """Return whether `next` would give something."""
        return self._choose(now) is not None

    def next(self, now: float) -> Utterance | None:
        """What to begin to say now; None while something is being spoken, and in quiet."""
        found = self._choose(now)
        if found is None:
            return None
        self._quiet_until = None
        self._waiting.leave(found)
        self._speaking = found
        if not self._written:
            self._remember((found,))
        return found

    def _choose(self, now: float) -> Utterance | None:
        """The first of the most urgent kind; in the quiet after a key, only its answer."""
        if self._speaking is not None:
            return None
        quiet = self._quiet_until is not None and now < self._quiet_until
        order = (Priority.ANSWER,) if quiet else _ORDER
        return self._waiting.first(order)

    def _remember(self, utterances: Iterable[Utterance]) -> None:
        """Note news; news repeated after an interruption keeps its latest place."""
        for new in utterances:
            if new.text and new.is_news and new.key != REPEATED:
                before = (each for each in self._history if each is not new)
                self._history = (*before, new)[-HISTORY:]

    def read_elsewhere(self, utterance: Utterance) -> None:
        """Note what a listener has read by other means: it is what he heard last."""
        self._remember((utterance,))

    def wake_at(self) -> float | None:
        """When `next` may have something although nothing new happens: the end of a quiet."""
        return self._quiet_until if self._waiting else None

    def finished(self) -> None:
        """What was being spoken has been said to its end."""
        self._speaking = None

    def failed(self) -> None:
        """What was being spoken was not heard: it is to be said again, by another voice."""
        if self._speaking is not None:
            self._waiting.add(self._speaking, first=True)
            self._speaking = None

    def silence(self, now: float) -> Utterance | None:
        """A key was pressed: give back what has to be cut now, if anything, and keep quiet."""
        speaking, self._speaking = self._speaking, None
        self._waiting.hush()
        if speaking is not None and speaking.last_move:
            self._waiting.add(speaking, first=True)
        self._quiet_until = now + QUIET_SECONDS
        return speaking

    def repeat(
        self, now: float, to: str = "all", question: Utterance | None = None
    ) -> Utterance | None:
        """The news this listener heard last, as an answer; pressed again in time, those before.

        question -- one that is open for him: if he has not heard it, because a key silenced it
        while it waited, he hears it now. What is given back is to be pushed; None where he has
        heard nothing yet.
        """
        if question is not None and not any(question is each for each in self._history):
            self._remember((question,))
        heard = [u for u in self._history if "all" in (to, u.to) or u.to == to]
        if not heard:
            return None
        before = self._repeats.get(to)
        running = before is not None and now - before.at <= REPEAT_SECONDS
        # What was heard in between is the last now.
        steps = before.steps + 1 if before and running and before.last is heard[-1] else 1
        steps = min(steps, len(heard))
        self._repeats[to] = _Repeat(now, steps, heard[-1])
        return replace(
            heard[-steps], priority=Priority.ANSWER, key=REPEATED, sound="", last_move=False, turn=0
        )


def _never_dropped(utterance: Utterance) -> bool:
    return utterance.priority is Priority.RESULT or utterance.last_move


def _fleeting(utterance: Utterance) -> bool:
    return utterance.priority in _LATEST_WINS


def _cuts(new: Utterance, speaking: Utterance) -> bool:
    return speaking.priority in _CUTS[new.priority] and not _is_twin(new, speaking)


def _is_twin(new: Utterance, old: Utterance) -> bool:
    """Return whether the two say the same to two listeners, each in his language."""
    return bool(new.key) and new.key == old.key and new.to != old.to
