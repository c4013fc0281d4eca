"""Whatever comes in, in whatever order: no result is lost, and what was heard can be repeated."""

from itertools import count, dropwhile
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.speech.queue import QUIET_SECONDS, REPEAT_SECONDS, REPEATED, SpeechQueue
from companion.speech.utterance import Priority, Utterance

PRIORITIES = st.sampled_from(Priority)
LISTENERS = ("all", "V", "N")
KEYS = st.sampled_from(["", "", "turn", "answer"])
BATCHES = st.lists(
    st.tuples(PRIORITIES, st.booleans(), st.integers(0, 6), st.sampled_from(LISTENERS), KEYS),
    min_size=1,
    max_size=3,
)
EVENTS = st.lists(
    st.one_of(
        st.tuples(st.just("push"), BATCHES),
        st.tuples(st.sampled_from(["next", "finished", "failed", "silence"])),
        st.tuples(st.sampled_from(["repeat", "say_again"])),
    ),
    max_size=60,
)


def is_stale(utterance: Utterance, turn: int) -> bool:
    """Return whether an utterance belongs to a turn before this one and could be dropped."""
    lasts = utterance.priority is Priority.RESULT or utterance.last_move
    return 0 < utterance.turn < turn and not lasts


class Evening:
    """Drives a queue and notes what a listener would hear."""

    def __init__(self) -> None:
        self.queue = SpeechQueue()
        self.now = 0.0
        self.texts = map(str, count())
        self.pushed: list[Utterance] = []
        self.begun: list[Utterance] = []
        self.ended: list[Utterance] = []
        self.hushed: list[Utterance] = []
        self.speaking: Utterance | None = None

    def push(self, batch: list[Any]) -> None:
        new = [
            Utterance(next(self.texts), "fr", kind, to, key, last_move=last, turn=turn)
            for kind, last, turn, to, key in batch
            if kind is not Priority.RESULT or not key  # one with a key may be replaced
        ]
        self.pushed += new
        if self.queue.push(new) is not None:
            self.speaking = None

    def next(self) -> None:
        found = self.queue.next(self.now)
        if found is not None:
            assert self.speaking is None
            self.speaking = found
            self.begun.append(found)

    def finished(self) -> None:
        if self.speaking is not None:
            self.ended.append(self.speaking)
            self.speaking = None
            self.queue.finished()

    def failed(self) -> None:
        self.speaking = None
        self.queue.failed()

    def silence(self) -> None:
        cut = self.queue.silence(self.now)
        assert cut is self.speaking
        if cut is not None:
            self.hushed.append(cut)
        self.speaking = None

    def repeat(self) -> None:
        """Press until all is said again, for each listener: his own words, the last first.

        Verdicts of earlier turns that came last are passed over.
        """
        self.now += REPEAT_SECONDS + 1
        turn = max((u.turn for u in self.pushed), default=0)
        for to in LISTENERS:
            begun = [u for u in reversed(self.begun) if u.key != REPEATED]
            mine = [u for u in begun if "all" in (to, u.to) or u.to == to]
            lasting = dropwhile(lambda u: is_stale(u, turn), mine)
            heard = [u.text for u in [*lasting] or mine]
            for text in dict.fromkeys(heard):
                again = self.queue.repeat(self.now, to)
                assert again is not None
                assert (again.text, again.key) == (text, REPEATED)
            if not heard:
                assert self.queue.repeat(self.now, to) is None

    def say_again(self) -> None:
        self.now += REPEAT_SECONDS + 1
        again = self.queue.repeat(self.now, "V")
        if again is not None and self.queue.push([again]) is not None:
            self.speaking = None

    def drain(self) -> None:
        self.now += QUIET_SECONDS
        self.finished()
        while self.queue.ready(self.now):
            self.next()
            self.finished()


@given(EVENTS)
def test_no_result_is_lost_their_order_is_kept_and_the_last_move_is_heard_out(
    events: list[Any],
) -> None:
    evening = Evening()
    for event, *arguments in events:
        getattr(evening, event)(*arguments)
        evening.now += 0.3
    evening.drain()
    assert evening.queue.idle
    results = [each for each in evening.pushed if each.priority is Priority.RESULT]
    first_heard = list(dict.fromkeys(u for u in evening.begun if u.priority is Priority.RESULT))
    assert first_heard == results
    heard_out = {*evening.ended, *evening.hushed}
    assert heard_out.issuperset(results)
    assert {*evening.ended}.issuperset(each for each in evening.pushed if each.last_move)


@given(EVENTS)
def test_what_was_heard_last_is_repeated_first(events: list[Any]) -> None:
    evening = Evening()
    for event, *arguments in events:
        getattr(evening, event)(*arguments)
        evening.now += 0.3
    evening.repeat()
    evening.drain()
    evening.repeat()
