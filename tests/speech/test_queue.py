"""The queue's policy, a table row a rule; times are seconds of no particular clock."""

from dataclasses import replace
from typing import Any

import pytest

from companion.speech.queue import HISTORY, QUIET_SECONDS, REPEAT_SECONDS, SpeechQueue
from companion.speech.utterance import Priority, Utterance

ALERT, RESULT, ANSWER, HINT = Priority.ALERT, Priority.RESULT, Priority.ANSWER, Priority.HINT


def say(text: str, priority: Priority = RESULT, **fields: Any) -> Utterance:
    return Utterance(text, "en", priority, **fields)


def drain(queue: SpeechQueue, now: float = 0.0) -> list[str]:
    """What is said from now on, each to its end."""
    texts = []
    while (utterance := queue.next(now)) is not None:
        texts.append(utterance.text)
        queue.finished()
    return texts


@pytest.mark.parametrize(
    ("speaking", "new", "is_cut", "then"),
    [
        (ALERT, ALERT, False, ["new"]),
        (ALERT, RESULT, False, ["new"]),
        (ALERT, ANSWER, False, ["new"]),
        (ALERT, HINT, False, ["new"]),
        (RESULT, ALERT, True, ["new", "old"]),
        (RESULT, RESULT, False, ["new"]),
        (RESULT, ANSWER, False, ["new"]),
        (RESULT, HINT, False, ["new"]),
        (ANSWER, ALERT, True, ["new"]),
        (ANSWER, RESULT, True, ["new"]),
        (ANSWER, ANSWER, True, ["new"]),
        (ANSWER, HINT, False, ["new"]),
        (HINT, ALERT, True, ["new"]),
        (HINT, RESULT, True, ["new"]),
        (HINT, ANSWER, True, ["new"]),
        (HINT, HINT, False, ["new"]),
    ],
)
def test_what_a_new_utterance_does_to_the_one_being_spoken(
    speaking: Priority,
    new: Priority,
    is_cut: bool,  # noqa: FBT001 - a column
    then: list[str],
) -> None:
    queue = SpeechQueue()
    old = say("old", speaking)
    queue.push([old])
    assert queue.next(0.0) is old
    cut = queue.push([say("new", new)])
    assert cut is (old if is_cut else None)
    if not is_cut:
        queue.finished()
    assert drain(queue) == then
    assert queue.idle


@pytest.mark.parametrize(
    ("waiting", "new", "said"),
    [
        (ALERT, ALERT, ["old", "new"]),
        (RESULT, RESULT, ["old", "new"]),
        (RESULT, ALERT, ["new", "old"]),
        (ANSWER, RESULT, ["new", "old"]),
        (ANSWER, ANSWER, ["new"]),
        (HINT, HINT, ["new"]),
        (HINT, ANSWER, ["new", "old"]),
        (ANSWER, HINT, ["old", "new"]),
    ],
)
def test_the_order_of_what_waits(waiting: Priority, new: Priority, said: list[str]) -> None:
    queue = SpeechQueue()
    queue.push([say("old", waiting)])
    queue.push([say("new", new)])
    assert drain(queue) == said


def test_translations_belong_together() -> None:
    queue = SpeechQueue()
    queue.push([say("before", ANSWER, key="verdict", to="V")])
    queue.push([say("vert", ANSWER, key="verdict", to="V")])
    assert queue.next(0.0) == say("vert", ANSWER, key="verdict", to="V")
    assert queue.push([say("green", ANSWER, key="verdict", to="N")]) is None
    queue.finished()
    assert drain(queue) == ["green"]


def test_nothing_is_returned_while_something_is_spoken() -> None:
    queue = SpeechQueue()
    queue.push([say("one"), say("two")])
    assert queue.next(0.0) is not None
    assert not queue.ready(0.0)
    assert queue.next(0.0) is None
    assert not queue.idle


@pytest.mark.parametrize("priority", [ALERT, RESULT, ANSWER, HINT])
def test_a_newer_utterance_with_the_same_key_replaces_one_that_waits(priority: Priority) -> None:
    queue = SpeechQueue()
    queue.push([say("talking", ALERT)])
    queue.next(0.0)
    queue.push([say("old", priority, key="score"), say("other", key="pips")])
    queue.push([say("new", priority, key="score")])
    queue.finished()
    assert sorted(drain(queue)) == ["new", "other"]


def test_the_same_key_for_another_listener_replaces_nothing() -> None:
    queue = SpeechQueue()
    queue.push([say("vert", key="turn 1", to="V"), say("green", key="turn 1", to="N")])
    assert drain(queue) == ["vert", "green"]


@pytest.mark.parametrize(
    ("old", "said"),
    [
        (say("old", ALERT, turn=1), ["new"]),
        (say("old", ANSWER, turn=1), ["new"]),
        (say("old", HINT, turn=1), ["new"]),
        (say("old", RESULT, turn=1), ["old", "new"]),
        (say("old", ALERT, turn=0), ["old", "new"]),
        (say("old", ALERT, turn=2), ["old", "new"]),
        (say("old", ANSWER, turn=1, last_move=True), ["new", "old"]),
    ],
)
def test_words_of_an_earlier_turn_are_dropped_when_a_later_turn_arrives(
    old: Utterance, said: list[str]
) -> None:
    queue = SpeechQueue()
    queue.push([old])
    queue.push([say("new", RESULT, turn=2)])
    assert drain(queue) == said


def test_words_of_an_earlier_turn_are_dropped_on_arrival() -> None:
    queue = SpeechQueue()
    queue.push([say("later", RESULT, turn=3)])
    queue.push([say("late", ALERT, turn=2), say("result", RESULT, turn=2)])
    assert drain(queue) == ["later", "result"]


def test_a_key_silences_at_once_and_its_answer_comes_first() -> None:
    queue = SpeechQueue()
    spoken = say("spoken")
    queue.push([spoken, say("unheard"), say("gone", ANSWER), say("hint", HINT)])
    queue.next(0.0)
    assert queue.silence(10.0) is spoken
    assert queue.next(10.0) is None
    queue.push([say("answer", ANSWER)])
    assert drain(queue, 10.1) == ["answer", "unheard"]


def test_without_an_answer_the_quiet_ends_by_itself() -> None:
    queue = SpeechQueue()
    queue.push([say("unheard")])
    assert queue.silence(10.0) is None
    assert queue.wake_at() == 10.0 + QUIET_SECONDS
    assert not queue.ready(10.0 + QUIET_SECONDS / 2)
    assert drain(queue, 10.0 + QUIET_SECONDS) == ["unheard"]
    assert queue.wake_at() is None


def test_a_silence_with_nothing_waiting_needs_no_waking() -> None:
    queue = SpeechQueue()
    queue.silence(10.0)
    assert queue.wake_at() is None


@pytest.mark.parametrize("priority", [ALERT, RESULT])
def test_an_announcement_ends_the_quiet(priority: Priority) -> None:
    queue = SpeechQueue()
    queue.silence(10.0)
    queue.push([say("new", priority)])
    assert drain(queue, 10.0) == ["new"]


def test_a_hint_does_not_end_the_quiet() -> None:
    queue = SpeechQueue()
    queue.silence(10.0)
    queue.push([say("hint", HINT)])
    assert queue.next(10.0) is None
    assert drain(queue, 10.0 + QUIET_SECONDS) == ["hint"]


def test_the_last_move_is_always_heard_to_its_end() -> None:
    queue = SpeechQueue()
    queue.push([say("last", last_move=True)])
    queue.next(0.0)
    queue.silence(1.0)
    queue.push([say("answer", ANSWER)])
    assert drain(queue, 1.0) == ["answer", "last"]


@pytest.mark.parametrize("priority", [RESULT, ANSWER, HINT])
def test_an_interrupted_last_move_is_repeated_and_never_replaced(priority: Priority) -> None:
    queue = SpeechQueue()
    last = say("last", priority, last_move=True, key="play")
    queue.push([last])
    queue.next(0.0)
    assert queue.push([say("alert", ALERT)]) is last
    queue.push([say("newer", priority, key="play")])
    assert sorted(drain(queue)) == ["alert", "last", "newer"]


def test_failed_words_are_spoken_again_first() -> None:
    queue = SpeechQueue()
    queue.push([say("one"), say("two")])
    queue.next(0.0)
    queue.failed()
    assert drain(queue) == ["one", "two"]
    queue.failed()
    assert queue.idle


def repeated(queue: SpeechQueue, to: str = "all", now: float = 0.0) -> str:
    again = queue.repeat(now, to)
    assert again is not None
    return again.text


def heard(queue: SpeechQueue, *utterances: Utterance) -> None:
    queue.push(utterances)
    drain(queue)


def test_repeat_goes_further_back_when_pressed_again_in_time() -> None:
    queue = SpeechQueue()
    heard(queue, say("first"), say("second"), say("third", ALERT))
    texts = []
    now = 100.0
    for wait in (0.0, REPEAT_SECONDS, REPEAT_SECONDS, REPEAT_SECONDS, REPEAT_SECONDS + 0.1):
        now += wait
        texts.append(repeated(queue, now=now))
    assert texts == ["second", "first", "third", "third", "second"]


def test_a_repetition_is_an_answer_that_never_grows_stale() -> None:
    queue = SpeechQueue()
    heard(queue, say("mate", last_move=True, key="x", turn=4))
    assert queue.repeat(0.0) == say("mate", ANSWER, key="repeat")


def test_the_verdict_of_an_earlier_turn_is_not_repeated_first() -> None:
    queue = SpeechQueue()
    verdict = say("Legal. Press Enter to end your turn.", ANSWER, turn=1)
    heard(queue, say("24 to 18."), verdict)
    assert repeated(queue) == verdict.text
    heard(queue, replace(say("Black, your turn."), turn=2, is_news=False))
    assert repeated(queue, now=9.0) == "24 to 18."


def test_heard_words_are_repeated_and_an_empty_history_is_silent() -> None:
    queue = SpeechQueue()
    assert queue.repeat(0.0) is None
    heard(queue, say("step"), say("answer", ANSWER), say("hint", HINT))
    assert [repeated(queue) for _ in range(4)] == ["hint", "answer", "step", "step"]


def test_reminders_and_names_of_keys_are_not_repeated() -> None:
    queue = SpeechQueue()
    heard(queue, say("throw"), *[replace(say("Slash."), is_news=False)] * 200)
    assert repeated(queue) == "throw"


def test_dropped_words_are_not_repeated_but_interrupted_ones_are() -> None:
    queue = SpeechQueue()
    queue.push([say("talking", ALERT), say("replaced", key="play"), say("dropped", HINT)])
    queue.next(0.0)
    queue.push([say("cut", ANSWER), say("newer", key="play")])
    queue.silence(0.0)
    assert repeated(queue) == "talking"
    heard(queue, say("begun", ANSWER))
    assert [repeated(queue, now=9.0) for _ in range(3)] == ["newer", "begun", "talking"]


def test_repeated_words_are_no_news() -> None:
    queue = SpeechQueue()
    heard(queue, say("first"), say("second"))
    for _ in range(3):
        again = queue.repeat(0.0)
        assert again is not None
        heard(queue, again)
    heard(queue, say("third"))
    assert [repeated(queue) for _ in range(3)] == ["third", "second", "first"]


def test_an_open_question_that_a_key_silenced_is_heard_before_all_else() -> None:
    queue = SpeechQueue()
    question = say("question", ANSWER, to="V")
    queue.push([say("news", ALERT), question])
    queue.next(0.0)
    queue.silence(0.0)
    again = [queue.repeat(0.0, "V", question) for _ in range(3)]
    assert [each.text for each in again if each] == ["question", "news", "news"]
    heard(queue, say("later", ALERT))
    again = [queue.repeat(5.0, "V", question) for _ in range(2)]
    assert [each.text for each in again if each] == ["later", "question"]
    assert repeated(queue, "N", now=9.0) == "later"


def test_printed_words_count_as_heard_when_pushed() -> None:
    queue = SpeechQueue(written=True)
    queue.push([say("first", key="a", turn=2), say("alert", ALERT), say("late", HINT, turn=1)])
    queue.push([say("second", key="a", turn=2)])
    assert [repeated(queue) for _ in range(4)] == ["second", "late", "alert", "first"]
    drain(queue)
    assert repeated(queue, now=9.0) == "second"


def test_each_listener_repeats_what_he_heard() -> None:
    queue = SpeechQueue()
    heard(queue, say("both"), say("green", to="V"), say("black", to="N"))
    assert [repeated(queue, to) for to in ("V", "N", "all")] == ["green", "black", "black"]
    assert [repeated(queue, to) for to in ("V", "N", "all")] == ["both", "both", "green"]


def test_words_heard_between_two_presses_are_repeated_first() -> None:
    queue = SpeechQueue()
    heard(queue, say("first"), say("second"))
    assert repeated(queue) == "second"
    heard(queue, say("third"))
    assert [repeated(queue, now=0.5), repeated(queue, now=0.6)] == ["third", "second"]


def test_a_sound_alone_is_not_repeated_and_a_repetition_has_no_sound() -> None:
    queue = SpeechQueue()
    heard(queue, say("words", sound="legal"), say("", sound="found"))
    assert queue.repeat(0.0) == say("words", ANSWER, key="repeat")


def test_a_failed_answer_is_said_again_unless_a_newer_one_came() -> None:
    queue = SpeechQueue()
    queue.push([say("old", ANSWER, key="a", turn=1)])
    queue.next(0.0)
    queue.failed()
    assert not queue.idle
    queue.push([say("new", ANSWER, key="b", turn=1)])
    assert drain(queue) == ["new"]


def test_words_spoken_again_are_once_in_the_history() -> None:
    queue = SpeechQueue()
    queue.push([say("zero"), say("one")])
    drain_one = queue.next(0.0)
    assert drain_one is not None
    queue.push([say("alert", ALERT)])
    drain(queue)
    texts = [repeated(queue) for _ in range(4)]
    assert texts == ["one", "zero", "alert", "alert"]


def test_the_history_is_bounded() -> None:
    queue = SpeechQueue()
    for number in range(HISTORY + 5):
        heard(queue, say(str(number)))
    texts = [repeated(queue) for _ in range(HISTORY + 5)]
    assert texts[-1] == "5"
