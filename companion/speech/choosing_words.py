"""The choosing of a game in words: what is offered, what was chosen."""

from collections.abc import Iterator

from companion.referee.choosing import options_of
from companion.referee.talk_facts import Choice, Choosing, Chosen
from companion.speech.match_words import option_sentences
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
    said = telling.wording.of_game("chosen", fact.choice.game)
    return Said(Priority.RESULT, (said,), key="choosing")


def _offer(telling: SpeechContext, fact: Choosing) -> Iterator[str]:
    wording = telling.wording
    say, choice = wording.say, fact.choice
    typed = "-typed" if telling.table.typed else ""
    match fact.step:
        case "again":
            yield wording.of_game("last-time", choice.game)
            yield from _agreed(wording, choice)
            yield say("choosing.or-another")
        case "shown":
            yield wording.of_game("shown", choice.game)
        case "game":
            if fact.item:
                yield say(f"choosing.welcome{typed}")
            yield wording.of_game("offered", choice.game)
            yield say("choosing.or-another")
        case "length":
            yield _length(wording, choice)
        case "rules":
            yield say("choosing.rules")
        case "option":
            yield say(f"choosing.option.{fact.item}")
            if fact.item == options_of(choice.game)[0] and not fact.explained:
                yield say(f"choosing.hint-explains{typed}")
        case _:
            clock = "choosing.clock" if choice.clock else "choosing.with-clock"
            yield say(clock, number=choice.clock or 0)


def _explanation(wording: Wording, fact: Choosing) -> Iterator[str]:
    """What is asked, in a sentence, for those who wish."""
    say, choice = wording.say, fact.choice
    if not fact.explained:
        return
    match fact.step:
        case "again" | "shown" | "game":
            yield wording.of_game("about", choice.game)
        case "length":
            yield _about_length(wording, choice)
        case "rules":
            yield say("choosing.about.rules")
        case "option":
            yield say(f"choosing.about.option.{fact.item}")
        case _:
            yield say("choosing.about.clock")


def _about_length(wording: Wording, choice: Choice) -> str:
    if choice.match_to is None:
        return wording.say("choosing.about.open-end")
    if COUNTED in choice.options:
        return wording.say("choosing.about.meeting", number=choice.match_to // 2 + 1)
    return wording.say("choosing.about.match", number=choice.match_to)


def _agreed(wording: Wording, choice: Choice) -> Iterator[str]:
    """Length, options and clock of a choice as statements; what is usual is left out."""
    if choice.match_to is not None and COUNTED in choice.options:
        yield wording.say("match.best-of", games=choice.match_to)
    elif choice.match_to is not None:
        yield wording.say("match.match-to", count=choice.match_to)
    yield from option_sentences((name for name in choice.options if name != COUNTED), wording)
    if choice.clock:
        yield wording.say("choosing.minutes-each", count=choice.clock)


def _length(wording: Wording, choice: Choice) -> str:
    if choice.match_to is None:
        return wording.say("choosing.open-end")
    text = "choosing.meeting" if COUNTED in choice.options else "choosing.match"
    return wording.say(text, number=choice.match_to)
