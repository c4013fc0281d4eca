"""The choosing of a game in words: what is offered, what was chosen."""

from collections.abc import Iterator

from companion.referee.choosing import options_of
from companion.referee.talk_facts import Choice, Choosing, Chosen
from companion.speech import choosing_phrases as c
from companion.speech import match_phrases as m
from companion.speech.game_words import phrases_of
from companion.speech.speech_context import Said, SpeechContext
from companion.speech.utterance import Priority
from companion.speech.wording import Wording

COUNTED = "count-games"


def choosing(fact: Choosing, telling: SpeechContext) -> Said:
    """What is offered now. An announcement, so that the key `repeat` says it again."""
    said = [*_explanation(telling.wording, fact), *_offer(telling, fact)]
    return Said(Priority.RESULT, tuple(said), key="choosing")


def chosen(fact: Chosen, telling: SpeechContext) -> Said:
    """The game that is played from now on."""
    game = phrases_of(fact.choice.game)
    said = telling.wording.say(game.chosen, game=game.title)
    return Said(Priority.RESULT, (said,), key="choosing")


def _offer(telling: SpeechContext, fact: Choosing) -> Iterator[str]:
    wording = telling.wording
    say, choice, game = wording.say, fact.choice, phrases_of(fact.choice.game)
    match fact.step:
        case "again":
            yield say(game.last_time, game=game.title)
            yield from _agreed(wording, choice)
            yield say(c.OR_ANOTHER)
        case "shown":
            yield say(game.shown or game.offered, game=game.title)
        case "game":
            if fact.item:
                yield say(c.WELCOME_TYPED if telling.table.typed else c.WELCOME)
            yield say(game.offered, game=game.title)
            yield say(c.OR_ANOTHER)
        case "length":
            yield _length(wording, choice)
        case "rules":
            yield say(c.RULES)
        case "option":
            yield say(c.OPTIONS[fact.item])
            if fact.item == options_of(choice.game)[0] and not fact.explained:
                yield say(c.HINT_EXPLAINS_TYPED if telling.table.typed else c.HINT_EXPLAINS)
        case _:
            yield say(c.CLOCK, number=choice.clock) if choice.clock else say(c.WITH_CLOCK)


def _explanation(wording: Wording, fact: Choosing) -> Iterator[str]:
    """What is asked, in a sentence, for those who wish."""
    say, choice = wording.say, fact.choice
    if not fact.explained:
        return
    match fact.step:
        case "again" | "shown" | "game":
            yield say(phrases_of(choice.game).about)
        case "length":
            yield _about_length(wording, choice)
        case "rules":
            yield say(c.ABOUT_RULES)
        case "option":
            yield say(c.ABOUT_OPTIONS[fact.item])
        case _:
            yield say(c.ABOUT_CLOCK)


def _about_length(wording: Wording, choice: Choice) -> str:
    if choice.match_to is None:
        return wording.say(c.ABOUT_OPEN_END)
    if COUNTED in choice.options:
        return wording.say(c.ABOUT_MEETING, number=choice.match_to // 2 + 1)
    return wording.say(c.ABOUT_MATCH, number=choice.match_to)


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
