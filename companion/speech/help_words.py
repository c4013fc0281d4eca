"""The `hint` key about the running turn or an open error, in words for him who asked."""

from companion.referee.talk_facts import Explained
from companion.speech import answer_phrases as a
from companion.speech import help_phrases as h
from companion.speech import phrases as p
from companion.speech.faults import fault_sentence
from companion.speech.plays import play_sentences, read_play
from companion.speech.speech_context import Mode, Said, SpeechContext, answer
from companion.speech.utterance import Priority
from companion.speech.verbosity import Detail
from companion.speech.wording import Wording


def explained(fact: Explained, telling: SpeechContext) -> Said:
    """Why the turn is an error, one legal play instead, or the only play there is.

    In a tournament nobody is told what to play (contracts, section 5).
    """
    wording = telling.wording
    if fact.topic == "why":
        told = _faults(fact, wording)
    elif fact.topic == "still":
        explained = telling.says(Detail.EXPLAINED)
        told = (wording.say(p.STILL_WRONG), *_faults(fact, wording, explained=explained)[:1])
        return Said(Priority.ALERT, told, key="error", passing=True)
    elif telling.mode is Mode.TOURNAMENT:
        told = (wording.say(a.NO_HINTS),)
    else:
        play = read_play(wording, fact.before, fact.end, fact.mover, fact.dice)
        lead = wording.say(h.FORCED if fact.topic == "forced" else h.ALTERNATIVE)
        told = (lead, *(play_sentences(wording, play, fact.mover) if play else ()))
    return answer(fact.player, *told)


def _faults(fact: Explained, wording: Wording, *, explained: bool = True) -> tuple[str, ...]:
    return tuple(
        fault_sentence(wording, fault, fact.mover, fact.dice, explained=explained)
        for fault in fact.faults
    )
