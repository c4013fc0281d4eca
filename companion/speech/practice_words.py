"""Practice against the companion, in words: its dice, its play, and what is not as it said."""

from collections.abc import Callable, Iterator

from companion.referee.facts import (
    CubeAction,
    ExerciseEnds,
    GameBegins,
    PlayDiffers,
    PlayNamed,
    Roll,
)
from companion.referee.talk_facts import Progress
from companion.rules.vocabulary import Player
from companion.speech import match_phrases as m
from companion.speech import place_phrases as w
from companion.speech import practice_phrases as pr
from companion.speech import progress_phrases as g
from companion.speech import typed_phrases as t
from companion.speech.plays import play_sentences, read_play
from companion.speech.setup_words import repair_sentences
from companion.speech.speech_context import Mode, Said, SpeechContext, answer
from companion.speech.utterance import Priority
from companion.speech.verbosity import Detail
from companion.speech.wording import decimal


def who_plays(fact: GameBegins, telling: SpeechContext) -> Iterator[str]:
    """Which side the companion plays, and who throws for it."""
    if fact.partner is None:
        return
    partner = pr.PARTNER_MOVES if telling.table.typed else pr.PARTNER
    yield telling.wording.say(partner[fact.partner])
    if not fact.simulated and telling.says(Detail.PARTNER_DICE):
        yield telling.wording.say(pr.PARTNER_DICE[fact.partner])


def to_begin(fact: GameBegins, telling: SpeechContext) -> str:
    """What to throw to find who begins, and the first time also where to throw it."""
    if fact.simulated:
        return telling.wording.say(pr.THROW_ONE)
    if not telling.knows.first_evening:
        return telling.wording.say(m.THROW_ONE_DIE)
    first = t.ANSWERS["help-opening"] if telling.table.typed else w.THROW_INTO_TOWER
    return telling.wording.say(first)


def exercise_begins(fact: GameBegins, telling: SpeechContext) -> Said:
    """What is to be reached, in as few throws as can be."""
    say = telling.wording.say
    lead = say(pr.EXERCISE_GOES_ON if fact.resumed else pr.EXERCISE)
    return Said(Priority.RESULT, (lead, say(pr.AIMS[fact.exercise])))


def exercise_ends(fact: ExerciseEnds, telling: SpeechContext) -> Said:
    """How many throws it took, and how many a perfect player or a simple rule needs."""
    say = telling.wording.say
    told = [say(pr.DONE[fact.exercise], count=fact.throws)]
    if fact.hundredths:
        average = _tenths(fact.hundredths)
        perfect = pr.PERFECT if average["tenth"] else pr.PERFECT_WHOLE
        told.append(say(pr.SIMPLE if fact.simple else perfect, **average))
    told.append(telling.adds(Detail.ONCE_MORE, pr.ONCE_MORE))
    return Said(Priority.RESULT, tuple(told), last_move=True)


def drawn(fact: Roll, telling: SpeechContext) -> Said:
    """The dice that the companion has drawn."""
    return Said(Priority.RESULT, (telling.wording.with_dice(pr.DRAWN, fact.dice),))


def named(fact: PlayNamed, telling: SpeechContext) -> Said | None:
    """The play that is to be made for the companion; there is none in a tournament."""
    if telling.mode is Mode.TOURNAMENT:
        return None
    wording = telling.wording
    play = read_play(wording, fact.before, fact.end, fact.player, fact.dice)
    short = not telling.says(Detail.MOVER)
    told = play_sentences(wording, play, fact.player, short=short) if play else ()
    lead = pr.MY_PLAY if telling.table.typed else pr.PLAY_FOR_ME
    return Said(Priority.RESULT, (wording.say(lead), *told), key="play", passing=True)


def doubles(fact: CubeAction, telling: SpeechContext) -> Said:
    """The companion offers the cube; the call to throw for it gives way to that."""
    text = pr.CUBE_OWN_STILL if fact.still else pr.CUBE_OWN
    told = telling.wording.say(text, value=fact.value)
    return Said(Priority.RESULT, (told,), key=telling.turn_key)


def throw_for_me(taker: Player, telling: SpeechContext) -> str:
    """After its double is taken the companion's dice are to be thrown; "" where it draws them."""
    partner = telling.practice.partner
    if partner is not taker.other or telling.practice.simulated:
        return ""
    return telling.adds(Detail.PARTNER_THROW, pr.TURN[partner])


def differs(fact: PlayDiffers, telling: SpeechContext) -> Said:
    """What to do to get from what stands there to the companion's own play."""
    wording = telling.wording
    told = [
        sentence
        for step in fact.repairs
        for sentence in repair_sentences(wording, step, fact.player)
    ]
    lead = wording.say(pr.OTHER_PLAY if fact.legal else pr.NOT_YET)
    return Said(Priority.ALERT, (lead, *told), key="verdict", passing=True)


def progress(fact: Progress, telling: SpeechContext) -> Said:
    """What the last day of practice has brought, for who asked."""
    told = tuple(_progress(fact, telling.wording.say))
    return answer(fact.player, *told)


def _progress(fact: Progress, say: Callable[..., str]) -> Iterator[str]:
    if not fact.count:
        yield say(g.NOTHING_YET)
    elif fact.exercise:
        yield say(g.LAST_EXERCISED, count=fact.count, **_tenths(fact.average))
        if fact.trend:
            yield say(g.TREND_THROWS[fact.trend], **_tenths(fact.before))
        if fact.hundredths:
            yield say(g.SIMPLE if fact.simple else g.PERFECT, **_tenths(fact.hundredths))
    else:
        whole, figures = decimal(fact.average)
        yield say(g.LAST_DAY, count=fact.count, whole=whole, figures=figures)
        if fact.trend:
            whole, figures = decimal(fact.before)
            yield say(g.TREND[fact.trend], whole=whole, figures=figures)


def _tenths(hundredths: int) -> dict[str, int]:
    whole, tenth = divmod(round(hundredths / 10), 10)
    return {"whole": whole, "tenth": tenth}
