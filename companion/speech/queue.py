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
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from companion.speech.utterance import Priority, Utterance

QUIET_SECONDS: Final = 1.0
"""How long a key keeps silence when no answer follows it."""
REPEAT_SECONDS: Final = 2.0
"""Within this time another press of the repeat key goes one announcement further back."""
HISTORY: Final = 100

_ORDER: Final = (Priority.ALERT, Priority.RESULT, Priority.ANSWER, Priority.HINT)
_CUTS: Final = {
    Priority.ALERT: {Priority.RESULT, Priority.ANSWER, Priority.HINT},
    Priority.RESULT: {Priority.ANSWER, Priority.HINT},
    Priority.ANSWER: {Priority.ANSWER, Priority.HINT},
    Priority.HINT: set[Priority](),
}
_LATEST_WINS: Final = {Priority.ANSWER, Priority.HINT}
_ANNOUNCEMENTS: Final = {Priority.ALERT, Priority.RESULT}


class SpeechQueue:
    """The utterances that wait, the one being spoken, and the announcements made.

    The caller: `push` (cut the voice if it returns one), `next` when nothing is being spoken,
    `finished` when it was said to its end.
    """

    def __init__(self) -> None:
        self._speaking: Utterance | None = None
        self._waiting: list[Utterance] = []
        self._turn = 0
        self._quiet_until: float | None = None
        self._history: deque[Utterance] = deque(maxlen=HISTORY)
        self._steps_back = 0
        self._repeated_at: float | None = None

    @property
    def idle(self) -> bool:
        """Whether nothing is being spoken and nothing waits."""
        return self._speaking is None and not self._waiting

    def push(self, utterances: Iterable[Utterance]) -> Utterance | None:
        """Take in what is to be said; give back the utterance that has to be cut now, if any.

        A cut result waits again, at the front.
        """
        batch = [each for each in utterances if not self._is_stale(each)]
        for each in batch:
            self._enter(each)
        if any(each.priority in _ANNOUNCEMENTS for each in batch):
            self._quiet_until = None
        speaking = self._speaking
        if speaking is None or not any(_cuts(each, speaking) for each in batch):
            return None
        self._speaking = None
        if _never_dropped(speaking):
            self._waiting.insert(0, speaking)
        return speaking

    def _is_stale(self, utterance: Utterance) -> bool:
        return 0 < utterance.turn < self._turn and not _never_dropped(utterance)

    def _enter(self, new: Utterance) -> None:
        """Put one utterance in line, and away what it replaces or makes stale."""
        self._turn = max(self._turn, new.turn)
        self._waiting = [
            old for old in self._waiting if not (self._is_stale(old) or _replaces(new, old))
        ]
        self._waiting.append(new)

    def ready(self, now: float) -> bool:
        """Whether `next` would give something."""
        return self._choose(now) is not None

    def next(self, now: float) -> Utterance | None:
        """What to begin to say now; None while something is being spoken, and in quiet."""
        found = self._choose(now)
        if found is None:
            return None
        self._quiet_until = None
        self._waiting = [each for each in self._waiting if each is not found]
        self._speaking = found
        self._remember(found)
        return found

    def _choose(self, now: float) -> Utterance | None:
        """The first of the most urgent kind; in the quiet after a key, only its answer."""
        if self._speaking is not None:
            return None
        quiet = self._quiet_until is not None and now < self._quiet_until
        order = (Priority.ANSWER,) if quiet else _ORDER
        return next((u for kind in order for u in self._waiting if u.priority is kind), None)

    def _remember(self, utterance: Utterance) -> None:
        again = any(utterance is each for each in self._history)
        if utterance.priority in _ANNOUNCEMENTS and not again:
            self._history.append(utterance)

    def wake_at(self) -> float | None:
        """When `next` may have something although nothing new happens: the end of a quiet."""
        return self._quiet_until if self._waiting else None

    def finished(self) -> None:
        """What was being spoken has been said to its end."""
        self._speaking = None

    def failed(self) -> None:
        """What was being spoken was not heard: it is to be said again, by another voice."""
        if self._speaking is not None:
            self._waiting.insert(0, self._speaking)
            self._speaking = None

    def silence(self, now: float) -> Utterance | None:
        """A key was pressed: give back what has to be cut now, if anything, and keep quiet."""
        speaking, self._speaking = self._speaking, None
        self._waiting = [u for u in self._waiting if _never_dropped(u) or not _fleeting(u)]
        if speaking is not None and speaking.last_move:
            self._waiting.insert(0, speaking)
        self._quiet_until = now + QUIET_SECONDS
        return speaking

    def repeat(self, now: float, to: str = "all") -> Utterance | None:
        """The last announcement for this listener as an answer; pressed again, the one before.

        It is given back to be pushed; None where nothing has been announced yet.
        """
        heard = [u for u in self._history if "all" in (to, u.to) or u.to == to]
        if not heard:
            return None
        running = self._repeated_at is not None and now - self._repeated_at <= REPEAT_SECONDS
        self._steps_back = min(self._steps_back + 1, len(heard)) if running else 1
        self._repeated_at = now
        return replace(
            heard[-self._steps_back],
            priority=Priority.ANSWER,
            key="repeat",
            last_move=False,
            turn=0,
        )


def _never_dropped(utterance: Utterance) -> bool:
    return utterance.priority is Priority.RESULT or utterance.last_move


def _fleeting(utterance: Utterance) -> bool:
    return utterance.priority in _LATEST_WINS


def _cuts(new: Utterance, speaking: Utterance) -> bool:
    return speaking.priority in _CUTS[new.priority] and not _is_twin(new, speaking)


def _replaces(new: Utterance, old: Utterance) -> bool:
    """Whether the new one stands for one that waits: same key, or the latest of its kind wins."""
    if old.last_move or _is_twin(new, old):
        return False
    if new.key and new.key == old.key:
        return True
    return _fleeting(new) and new.priority is old.priority


def _is_twin(new: Utterance, old: Utterance) -> bool:
    """Whether the two say the same to two listeners, each in his language."""
    return bool(new.key) and new.key == old.key and new.to != old.to
