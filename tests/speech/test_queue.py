"""The queue's policy: what is spoken, cut and repeated after each step of `queue_tapes/*.txt`.

`push` adds utterances: a word, its kind if it is no result, and its other fields. `next`, `finish`,
`fail`, `silence` and `repeat` are the queue's methods, `all` speaks what is ready, each to its end.
`again` is what was repeated last, `read` is read on a page, `at` sets the time. Below stand what is
spoken or cut, and in brackets what the queue says of itself, if that has changed. After a change on
purpose `python -m tests.speech.test_queue` writes it again.
"""

from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest

from companion.speech.queue import HISTORY, SpeechQueue
from companion.speech.utterance import Priority, Utterance
from tests.tables import compared, rewrite, text_files

ALERT, RESULT, ANSWER, HINT = Priority.ALERT, Priority.RESULT, Priority.ANSWER, Priority.HINT
FOLDER: Final = Path(__file__).parent / "queue_tapes"
MARKS: Final[dict[str, dict[str, Any]]] = {
    **{priority.value: {"priority": priority} for priority in Priority},
    "last": {"last_move": True},
    "reminder": {"is_news": False},
}


def say(text: str, priority: Priority = RESULT, **fields: Any) -> Utterance:
    return Utterance(text, "en", priority, **fields)


def drain(queue: SpeechQueue, now: float = 0.0) -> list[str]:
    """What is said from now on, each to its end."""
    texts = []
    while (utterance := queue.next(now)) is not None:
        texts.append(utterance.text)
        queue.finished()
    return texts


def text(utterance: Utterance | None) -> str:
    return "nothing" if utterance is None else utterance.text


def cut(utterance: Utterance | None) -> str:
    return "" if utterance is None else f"cuts {utterance.text}"


class Tape:
    """A queue, and what comes of each step."""

    def __init__(self) -> None:
        self.queue = SpeechQueue()
        self.now = 0.0
        self.pushed: dict[str, Utterance] = {}

    def do(self, verb: str, rest: str) -> str:
        """Do what a line says. Return what is spoken or cut."""
        queue, now = self.queue, self.now
        to, _, question = rest.partition(" ")
        verbs: dict[str, Callable[[], object]] = {
            "push": lambda: cut(queue.push(map(self._read, rest.split("; ")))),
            "next": lambda: text(queue.next(now)),
            "read": lambda: queue.read_elsewhere(self._read(rest)),
            "finish": queue.finished,
            "fail": queue.failed,
            "silence": lambda: cut(queue.silence(now)),
            "all": lambda: ", ".join(drain(queue, now)),
            "repeat": lambda: text(self._repeated(to or "all", question)),
        }
        if verb == "at":
            self.now = float(rest)
        elif verb == "written":
            self.queue = SpeechQueue(written=True)
        return str(verbs.get(verb, str)() or "")

    def _read(self, item: str) -> Utterance:
        word, *rest = item.split()
        fields: dict[str, Any] = {}
        for each in rest:
            name, _, value = each.partition("=")
            fields |= MARKS.get(each, {name: int(value) if name == "turn" else value})
        if word != "again":
            self.pushed[word] = say(word, **fields)
        return self.pushed[word]

    def _repeated(self, to: str, question: str) -> Utterance | None:
        again = self.queue.repeat(self.now, to, self.pushed.get(question))
        if again is not None:
            self.pushed["again"] = again
        return again

    def state(self) -> str:
        """What the queue says of itself."""
        state = "idle" if self.queue.idle else "ready" if self.queue.ready(self.now) else "busy"
        wakes = self.queue.wake_at()
        return f"[{state}]" if wakes is None else f"[{state}, wakes at {wakes:g}]"


def steps(lines: list[str]) -> Iterator[str]:
    """Yield the lines of a tape, with what follows each."""
    tape, before = Tape(), "[idle]"
    for line in lines:
        if line.startswith("    "):
            continue
        yield line
        verb, _, rest = line.partition(" ")
        if verb == "==":
            tape, before = Tape(), "[idle]"
        elif verb:
            told = [tape.do(verb, rest), tape.state()]
            yield from (f"    {each}" for each in told if each not in ("", before))
            before = told[1]


@pytest.mark.parametrize("name", text_files(FOLDER))
def test_what_is_spoken_cut_and_repeated_at_each_step(name: str) -> None:
    now, written = compared(FOLDER / f"{name}.txt", steps)
    assert now == written


CUT = {
    (RESULT, ALERT): ["new", "old"],
    **{cut: ["new"] for cut in product((ANSWER, HINT), (ALERT, RESULT, ANSWER))},
}
"""What is cut by what, and what is spoken then."""


@pytest.mark.parametrize(("speaking", "new"), [*product(Priority, Priority)])
def test_what_a_new_utterance_does_to_the_one_being_spoken(
    speaking: Priority, new: Priority
) -> None:
    queue = SpeechQueue()
    old = say("old", speaking)
    queue.push([old])
    assert queue.next(0.0) is old
    cut = queue.push([say("new", new)])
    assert cut is (old if (speaking, new) in CUT else None)
    if cut is None:
        queue.finished()
    assert drain(queue) == CUT.get((speaking, new), ["new"])
    assert queue.idle


def test_a_repetition_is_an_answer_without_sound_that_never_grows_stale() -> None:
    queue = SpeechQueue()
    queue.push(
        [say("mate", last_move=True, key="x", turn=4, sound="legal"), say("", sound="found")]
    )
    drain(queue)
    assert queue.repeat(0.0) == say("mate", ANSWER, key="repeat")


def test_the_history_is_bounded() -> None:
    queue = SpeechQueue()
    for number in range(HISTORY + 5):
        queue.push([say(str(number))])
        drain(queue)
    texts = [text(queue.repeat(0.0)) for _ in range(HISTORY + 5)]
    assert texts[-1] == "5"


if __name__ == "__main__":
    rewrite(FOLDER, steps)
