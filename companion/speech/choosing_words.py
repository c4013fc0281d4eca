"""The choosing of a game in words: what is offered, what was chosen."""

from collections.abc import Iterator

from companion.referee.talk_facts import Choice, Choosing, Chosen
from companion.speech import choosing_phrases as c
from companion.speech import match_phrases as m
from companion.speech.telling import Said, Telling
from companion.speech.utterance import Priority
from companion.speech.wording import Wording

COUNTED = "count-games"


def choosing(fact: Choosing, telling: Telling) -> Said:
    """What is offered now. An announcement, so that the key `repeat` says it again."""
    return Said(Priority.RESULT, tuple(_offer(telling.wording, fact)), key="choosing")


def chosen(fact: Chosen, telling: Telling) -> Said:
    """The game that is played from now on."""
    said = telling.wording.say(c.CHOSEN[fact.choice.game])
    return Said(Priority.RESULT, (said,), key="choosing")


def _offer(wording: Wording, fact: Choosing) -> Iterator[str]:
    say, choice = wording.say, fact.choice
    match fact.step:
        case "again":
            yield say(c.AGAIN[choice.game])
            yield from _agreed(wording, choice)
            yield say(c.OR_ANOTHER)
        case "shown":
            yield say(c.SHOWN[choice.game])
        case "game":
            if fact.item:
                yield say(c.WELCOME)
            yield say(c.GAME[choice.game])
            yield say(c.OR_ANOTHER)
        case "length":
            yield _length(wording, choice)
        case "rules":
            yield say(c.RULES)
        case "option":
            yield say(c.OPTIONS[fact.item])
        case _:
            yield say(c.CLOCK, number=choice.clock) if choice.clock else say(c.NO_CLOCK)


def _agreed(wording: Wording, choice: Choice) -> Iterator[str]:
    """Length, options and clock of a choice as statements; what is usual is left out."""
    if choice.match_to is not None and COUNTED in choice.options:
        yield wording.say(m.BEST_OF, games=choice.match_to)
    elif choice.match_to is not None:
        yield wording.say(m.MATCH_TO, count=choice.match_to)
    for name in choice.options:
        if name in m.OPTIONS and name != COUNTED:
            yield wording.say(m.OPTIONS[name])
    if choice.clock:
        yield wording.say(c.MINUTES_EACH, count=choice.clock)


def _length(wording: Wording, choice: Choice) -> str:
    if choice.match_to is None:
        return wording.say(c.OPEN_END)
    text = c.MEETING if COUNTED in choice.options else c.MATCH
    return wording.say(text, number=choice.match_to)
