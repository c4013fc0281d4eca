"""Sentences for practice: the companion's dice, its play, and a board that differs from it."""

from collections.abc import Callable, Iterator
from typing import Any

from companion.referee import facts
from companion.referee.talk_facts import Progress
from companion.rules.vocabulary import Player
from companion.speech.plays import named_double, named_play, play_sentences, sentences_between
from companion.speech.setup_words import repair_sentences
from companion.speech.speech_context import Detail, Mode, Said, SpeechContext, answer
from companion.speech.utterance import Priority
from companion.speech.wording import decimal


def who_plays(fact: facts.GameBegins, context: SpeechContext) -> Iterator[str]:
    """Yield which side the companion plays, and who throws for it."""
    if fact.partner is None:
        return
    partner = "practice.partner-moves" if context.table.typed else "practice.partner"
    yield context.wording.say(partner, fact.partner)
    if not fact.simulated and context.says(Detail.PARTNER_DICE):
        yield context.wording.say("practice.partner-dice", fact.partner)


def opening_request(fact: facts.GameBegins, context: SpeechContext) -> str:
    """Return the request for the opening throw.

    It says how to type dice in the first game of a match, and on a first evening where to throw.
    """
    say, types = context.wording.say, context.types_dice and fact.number == 1
    if fact.simulated:
        return say("typed.help-opening-own" if types else "practice.throw-one")
    if types:
        return say("typed.help-opening")
    if context.knows.first_evening and not context.types_dice:
        return say("place.throw-into-tray")
    return say("practice.throw-one-each" if fact.partner is not None else "match.throw-one-die")


def exercise_begins(fact: facts.GameBegins, context: SpeechContext) -> Said:
    """Announce the aim of an exercise."""
    say = context.wording.say
    lead = say("practice.exercise-goes-on" if fact.resumed else "practice.exercise")
    return Said(Priority.RESULT, (lead, say(f"practice.aim.{fact.exercise}")))


def exercise_ends(fact: facts.ExerciseEnds, context: SpeechContext) -> Said:
    """Announce how many throws the player took, and how many perfect or simple play averages."""
    say = context.wording.say
    sentences = [say(f"practice.done.{fact.exercise}", count=fact.throws)]
    if fact.hundredths:
        average = tenths(fact.hundredths)
        perfect = "practice.perfect" if average["tenth"] else "practice.perfect-whole"
        sentences.append(say("practice.simple" if fact.simple else perfect, **average))
    if not context.table.typed:
        sentences.append(context.adds(Detail.ONCE_MORE, "practice.once-more"))
    return Said(Priority.RESULT, tuple(sentences), last_move=True)


def play_to_make(fact: facts.PlayNamed, context: SpeechContext) -> Said | None:
    """Announce the play to make for the companion. Nothing is announced in a tournament."""
    if context.mode is Mode.TOURNAMENT:
        return None
    wording, short = context.wording, not context.says(Detail.MOVER)
    typed, moves = context.table.typed, _ace_deuce_moves(fact, context)
    if moves and (die := named_double(wording, moves, fact.player)):
        name = "practice.my-play-double" if typed else "practice.play-for-me-double"
        lead = wording.say(name, die=die)
        sentences = play_sentences(wording, named_play(moves), fact.player, short=short)
    else:
        lead = wording.say("practice.my-play" if typed else "practice.play-for-me")
        turn = fact.before, fact.end, fact.player, fact.dice
        sentences = sentences_between(wording, *turn, short=short)
    return Said(Priority.RESULT, (lead, *sentences), key="play", passing=True)


def _ace_deuce_moves(fact: facts.PlayNamed, context: SpeechContext) -> tuple[str, ...]:
    """Return the moves of a play of 1 and 2 in Acey-Deucey, which includes a named double."""
    rules = context.table.rules
    if rules is None or not (rules.game.ace_deuce and {*fact.dice} == {1, 2}):
        return ()
    before, end = rules.parse(fact.before), rules.parse(fact.end)
    return rules.plays(before, fact.player, fact.dice, end)[0].moves


def doubles(fact: facts.CubeAction, context: SpeechContext) -> Said:
    """Announce that the companion doubles, instead of asking the player to throw for it."""
    text = "practice.cube-own-still" if fact.still else "practice.cube-own"
    sentence = context.wording.say(text, value=fact.value)
    return Said(Priority.RESULT, (sentence,), key=context.turn_key)


def throw_request(taker: Player, context: SpeechContext) -> str:
    """Return the request to throw for the companion after a take; "" if it draws its own dice."""
    partner = context.practice.partner
    if partner is not taker.other or context.practice.simulated:
        return ""
    return context.adds(Detail.PARTNER_THROW, "practice.turn", player=partner)


def corrections(fact: facts.PlayDiffers, context: SpeechContext) -> Said:
    """Announce the corrections that lead to the companion's play."""
    wording = context.wording
    sentences = [
        sentence
        for step in fact.repairs
        for sentence in repair_sentences(wording, step, fact.player)
    ]
    lead = wording.say("practice.other-play" if fact.legal else "practice.not-yet")
    return Said(Priority.ALERT, (lead, *sentences), key="verdict", passing=True)


def progress(fact: Progress, context: SpeechContext) -> Said:
    """Return the results of the last day of practice, for the player who asked."""
    sentences = tuple(_progress(fact, context.wording.say))
    return answer(fact.player, *sentences)


def _progress(fact: Progress, say: Callable[..., str]) -> Iterator[str]:
    if not fact.count:
        yield say("progress.nothing-yet")
    elif fact.exercise:
        yield say("progress.last-exercised", count=fact.count, **tenths(fact.average))
        if fact.trend:
            yield say(f"progress.trend-throws.{fact.trend}", **tenths(fact.before))
        yield from average(fact.hundredths, say, simple=fact.simple)
    else:
        yield say("progress.last-day", count=fact.count, **decimal(fact.average))
        if fact.trend:
            yield say(f"progress.trend.{fact.trend}", **decimal(fact.before))


def average(hundredths: int, say: Callable[..., str], *, simple: bool) -> Iterator[str]:
    """Yield the average number of throws of perfect or simple play; yield nothing if unknown."""
    if hundredths:
        yield say("progress.simple" if simple else "progress.perfect", **tenths(hundredths))


def tenths(hundredths: float) -> dict[str, Any]:
    """Return the values `whole` and `tenth` of a message, for a number of hundredths."""
    whole, tenth = divmod(round(hundredths / 10), 10)
    return {"whole": whole, "tenth": tenth}
