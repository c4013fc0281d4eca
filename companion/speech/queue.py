"""Decides which utterance is spoken next and which is interrupted. The caller supplies the time.

The four kinds, and what a new utterance does to the one being spoken:

========  ==========================  =======================================================
kind      cuts                        behaviour
========  ==========================  =======================================================
alert     result, answer, hint        first in, first out, before everything else
result    answer, hint                first in, first out; spoken again if interrupted
answer    answer, hint                the latest wins; what it interrupts is dropped
hint      nothing                     only when nothing else is to be said; the latest wins
========  ==========================  =======================================================

A new utterance replaces a waiting one with the same key and addressee. An utterance with the same
key and another addressee is a translation, and neither affects the other. When an utterance of a
later turn arrives, waiting ones of earlier turns are dropped, except results and last moves. A key
press stops speech at once: the interrupted utterance counts as heard, and answers and hints are
dropped. Everything else waits for the key's answer, or for `QUIET_SECONDS`. The last move of a game
is spoken again if it is interrupted.

An utterance counts as heard once the voice has begun it, even if it was interrupted. It does not
count if it was replaced or dropped while waiting. The repeat key steps back through the heard
utterances that were news to that player.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from companion.speech.utterance import Priority, Utterance

QUIET_SECONDS: Final = 1.0
"""How long results wait after a key press if no answer follows it."""
REPEAT_SECONDS: Final = 2.0
"""Within this time another press of the repeat key goes one utterance further back."""
REPEATED: Final = "repeat"
"""The `key` of a repeated utterance. It is not stored in the history."""
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
    """A press of a repeat key: its time, the steps back, and the newest utterance at that time."""

    at: float
    steps: int
    last: Utterance


class SpeechQueue:
    """The waiting utterances, the utterance being spoken, and the history of heard utterances.

    Call `push` and stop the voice if it returns an utterance. Call `next` when nothing is being
    spoken, and `finished` when an utterance has been spoken completely.

    written -- whether the caller prints every pushed utterance, so that each counts as heard at
    once.
    """

    def __init__(self, *, written: bool = False) -> None:
        self._written = written
        self._speaking: Utterance | None = None
        self._waiting: list[Utterance] = []
        self._turn = 0
        self._quiet_until: float | None = None
        self._history: tuple[Utterance, ...] = ()
        self._repeats: dict[str, _Repeat] = {}

    @property
    def idle(self) -> bool:
        """Whether nothing is being spoken and nothing waits."""
        return self._speaking is None and not self._waiting

    def push(self, utterances: Iterable[Utterance]) -> Utterance | None:
        """Add utterances. Return the utterance being spoken if it must be stopped, else None.

        A stopped result waits again, at the front.
        """
        pushed = tuple(utterances)
        if self._written:
            self._remember(pushed)
        batch = [each for each in pushed if not self._is_stale(each)]
        for each in batch:
            if each.turn > self._turn:
                self._turn = each.turn
                self._waiting = [old for old in self._waiting if not self._is_stale(old)]
            if each.key or each.priority in _LATEST_WINS:
                self._waiting = [old for old in self._waiting if not _replaces(each, old)]
            self._waiting.append(each)
        if any(each.priority in _ENDS_QUIET for each in batch):
            self._quiet_until = None
        speaking = self._speaking
        if speaking is None or not any(_cuts(each, speaking) for each in batch):
            return None
        self._speaking = None
        if _never_dropped(speaking):
            self._waiting.insert(0, speaking)
        return speaking

    def _is_stale(self, utterance: Utterance) -> bool:
        """Return whether an utterance belongs to an earlier turn and may be dropped."""
        return 0 < utterance.turn < self._turn and not _never_dropped(utterance)

    def ready(self, now: float) -> bool:
        """Return whether `next` would return an utterance."""
        return self._choose(now) is not None

    def next(self, now: float) -> Utterance | None:
        """Return the utterance to speak now and mark it as being spoken; None if there is none."""
        found = self._choose(now)
        if found is None:
            return None
        self._quiet_until = None
        self._waiting.remove(found)
        self._speaking = found
        if not self._written:
            self._remember((found,))
        return found

    def _choose(self, now: float) -> Utterance | None:
        """Return the first of the most urgent utterances; in the quiet period, only an answer."""
        if self._speaking is not None:
            return None
        quiet = self._quiet_until is not None and now < self._quiet_until
        kinds = (Priority.ANSWER,) if quiet else _ORDER
        waiting = (each for each in self._waiting if each.priority in kinds)
        return min(waiting, key=lambda each: _ORDER.index(each.priority), default=None)

    def _remember(self, utterances: Iterable[Utterance]) -> None:
        """Add news to the history. News spoken again after an interruption moves to the end."""
        for new in utterances:
            if new.text and new.is_news and new.key != REPEATED:
                before = (each for each in self._history if each is not new)
                self._history = (*before, new)[-HISTORY:]

    def read_elsewhere(self, utterance: Utterance) -> None:
        """Add an utterance to the history, because a listener has read it on a page."""
        self._remember((utterance,))

    def wake_at(self) -> float | None:
        """Return the time at which the quiet period ends if anything waits, else None."""
        return self._quiet_until if self._waiting else None

    def finished(self) -> None:
        """Record that the utterance being spoken has been spoken completely."""
        self._speaking = None

    def failed(self) -> None:
        """Put the utterance being spoken back to the front, because its voice failed."""
        if self._speaking is not None:
            self._waiting.insert(0, self._speaking)
            self._speaking = None

    def silence(self, now: float) -> Utterance | None:
        """Begin the quiet period after a key press. Return the utterance to be stopped, if any."""
        speaking, self._speaking = self._speaking, None
        self._waiting = [
            old for old in self._waiting if old.last_move or old.priority not in _LATEST_WINS
        ]
        if speaking is not None and speaking.last_move:
            self._waiting.insert(0, speaking)
        self._quiet_until = now + QUIET_SECONDS
        return speaking

    def repeat(
        self, now: float, to: str = "all", question: Utterance | None = None
    ) -> Utterance | None:
        """Return the last news that this listener heard, as an answer to push, or None.

        A verdict of an earlier turn is passed over, because it may tell the other player what to do
        next. Each further press within `REPEAT_SECONDS` goes one utterance back.

        question -- the listener's open question. The question is repeated even if it was dropped
        before being spoken.
        """
        if question is not None and not any(question is each for each in self._history):
            self._remember((question,))
        heard = [u for u in self._history if "all" in (to, u.to) or u.to == to]
        if not heard:
            return None
        last = next((at for at, u in enumerate(reversed(heard)) if not self._is_stale(u)), 0)
        heard = heard[: len(heard) - last]
        before = self._repeats.get(to)
        running = before is not None and now - before.at <= REPEAT_SECONDS
        # If something new was heard since the last press, start again from it.
        steps = before.steps + 1 if before and running and before.last is heard[-1] else 1
        steps = min(steps, len(heard))
        self._repeats[to] = _Repeat(now, steps, heard[-1])
        return replace(
            heard[-steps], priority=Priority.ANSWER, key=REPEATED, sound="", last_move=False, turn=0
        )


def _never_dropped(utterance: Utterance) -> bool:
    return utterance.priority is Priority.RESULT or utterance.last_move


def _replaces(new: Utterance, old: Utterance) -> bool:
    """Return whether a new utterance replaces a waiting one.

    It does if both have the same key and addressee or, for an answer or a hint, the same kind. Last
    moves and translations for the other player are not replaced.
    """
    if old.last_move:
        return False
    if new.key and (new.key, new.to) == (old.key, old.to):
        return True
    latest_wins = new.priority in _LATEST_WINS and new.priority is old.priority
    return latest_wins and not _is_translation(new, old)


def _cuts(new: Utterance, speaking: Utterance) -> bool:
    return speaking.priority in _CUTS[new.priority] and not _is_translation(new, speaking)


def _is_translation(new: Utterance, old: Utterance) -> bool:
    """Return whether two utterances are translations of each other for two listeners."""
    return bool(new.key) and new.key == old.key and new.to != old.to
