"""The `hint` key about the running turn or an open error, in words for him who asked."""

from collections.abc import Callable, Iterator
from typing import Final

from companion.referee.talk_facts import Explained
from companion.speech.faults import fault_sentence
from companion.speech.plays import play_sentences, read_play
from companion.speech.speech_context import Detail, Mode, Said, SpeechContext, answer
from companion.speech.utterance import Priority
from companion.speech.wording import Wording


def explained(fact: Explained, telling: SpeechContext) -> Said:
    """Why the turn is an error, one legal play instead, the only play, or what is left to play.

    In a tournament nobody is told what to play, nor what is wrong before the turn ends.
    """
    wording = telling.wording
    if fact.topic in _TO_BOTH:
        return _TO_BOTH[fact.topic](fact, telling)
    if fact.topic == "dice":
        return answer(fact.player, *_dice(fact, telling))
    if telling.mode is Mode.TOURNAMENT and (fact.topic != "why" or telling.table.phase == "moving"):
        told: tuple[str, ...] = (wording.say("answer.no-hints"),)
    elif fact.topic == "why":
        told = _faults(fact, wording)
    else:
        play = read_play(wording, fact.before, fact.end, fact.mover, fact.dice)
        lead = wording.say("help.forced" if fact.topic == "forced" else "help.alternative")
        told = (lead, *(play_sentences(wording, play, fact.mover) if play else ()))
    return answer(fact.player, *told)


def _dice(fact: Explained, telling: SpeechContext) -> Iterator[str]:
    """Return the throw and the moves left; in a tournament only the throw until the turn ends."""
    wording = telling.wording
    yield wording.with_dice("evening.dice", fact.dice)
    if telling.mode is Mode.TOURNAMENT and telling.table.phase == "moving":
        return
    yield from _faults(fact, wording, explained=False)[:1] or (wording.say("help.all-played"),)


def _left(fact: Explained, telling: SpeechContext) -> Said:
    """Return the moves still to play in a correction."""
    return Said(Priority.RESULT, _faults(fact, telling.wording)[:1], key="error", passing=True)


def _wrong(fact: Explained, telling: SpeechContext, lead: str) -> Said:
    """Why a correction is none."""
    explained = telling.says(Detail.EXPLAINED)
    told = _faults(fact, telling.wording, explained=explained)[:1]
    return Said(Priority.ALERT, (telling.wording.say(lead), *told), key="error", passing=True)


def _enter_again(fact: Explained, telling: SpeechContext) -> Said:
    """Return the faults of a turn that the player wants to end."""
    told = _faults(fact, telling.wording, explained=False)[:1]
    return answer(None, *told, telling.wording.say("typed.enter-again"))


_TO_BOTH: Final[dict[str, Callable[[Explained, SpeechContext], Said]]] = {
    "left": _left,
    "refused": lambda fact, telling: _wrong(fact, telling, "typed.not-played"),
    "still": lambda fact, telling: _wrong(fact, telling, "evening.still-wrong"),
    "enter-again": _enter_again,
}
"""What both players hear, though only one may have asked."""


def _faults(fact: Explained, wording: Wording, *, explained: bool = True) -> tuple[str, ...]:
    return tuple(
        fault_sentence(wording, fault, fact.mover, fact.dice, explained=explained)
        for fault in fact.faults
    )
