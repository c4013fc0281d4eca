"""Hints in words: the nudge, the idea, the play, what would have been better, and the cube."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from companion.referee.talk_facts import CubeHint, Hint, HintClue, HintPlay
from companion.rules.vocabulary import parse_placement
from companion.speech import hint_phrases as h
from companion.speech import practice_phrases as pr
from companion.speech.catalogue import Phrase
from companion.speech.plays import named_double, named_play, play_sentences, read_play
from companion.speech.reason_words import LAST, NO_MERITS, better_sentences, idea_sentences, leads
from companion.speech.speech_context import Mode, Said, SpeechContext, answer
from companion.speech.wording import THOUSAND, Wording, decimal

NEARLY: Final = 20
"""What a play may lose, in thousandths of a point, and still be called nearly the best."""

NEARLY_ACEY: Final = 120
"""The same in Acey-Deucey, where a game counts a point for each of the loser's pieces."""


_FEW_TOLD: Final = 3
"""Of so few plays nobody would say that most are nearly as good."""

_CLOSE: Final = 3
"""All plays are close that lose no more than so many times what is nearly the best."""

_ALIKE: Final = 2
"""Plays that are less than this apart, in thousandths of a point, are as good as each other."""


def hint(fact: Hint, telling: SpeechContext) -> Said | None:
    """A hint for him who asked. In a tournament there is none, whatever asks (docs/keys.md)."""
    if telling.mode is Mode.TOURNAMENT:
        return None
    wording = telling.wording
    if fact.step in _PLAIN_STEPS:
        return answer(fact.player, wording.say(_PLAIN_STEPS[fact.step]))
    revised = [wording.say(h.REVISED)] if fact.revised else []
    return answer(fact.player, *revised, *_STEPS[fact.step](wording, fact))


def cube_hint(fact: CubeHint, telling: SpeechContext) -> Said | None:
    """Advice on the cube for him who asked; in a tournament none."""
    if telling.mode is Mode.TOURNAMENT:
        return None
    return answer(fact.player, *_cube(telling.wording, fact))


def _cube(wording: Wording, fact: CubeHint) -> Iterator[str]:
    """What to do, the chance to win, and what the other choice loses."""
    news, loses = _CUBE[fact.step]
    yield wording.say(news)
    yield wording.say(h.CHANCE, percent=fact.chance)
    if loses is None:
        return
    if fact.gammons is not None and fact.lost > NEARLY:
        whose, percent = fact.gammons
        text = h.OWN_GAMMONS if whose is fact.player else h.OTHER_GAMMONS
        yield wording.say(text, percent=percent)
    if fact.lost <= NEARLY:
        yield wording.say(h.SMALL)
    else:
        yield _loses(wording, loses, fact.lost)


_CUBE: Final = {
    "double-take": (h.DOUBLE_TAKE, h.WAITING_LOSES),
    "double-drop": (h.DOUBLE_DROP, h.WAITING_LOSES),
    "wait": (h.WAIT, h.DOUBLING_LOSES),
    "too-good": (h.TOO_GOOD, h.DOUBLING_LOSES),
    "enough": (h.ENOUGH, None),
    "take": (h.TAKE, h.DROPPING_LOSES),
    "drop": (h.DROP, h.TAKING_LOSES),
}


def _nudge(wording: Wording, fact: Hint) -> Iterator[str]:
    if len(fact.plays) == 1:
        yield from _forced(wording, fact)
        return
    text, clue = _nudged(wording, fact), fact.plays[0].clue
    if text is None and clue.way:
        if clue.way == "from":
            stand = parse_placement(fact.before)[clue.zone].of(fact.mover)
            clue = replace(clue, count=stand)
        yield _look(wording, fact, clue, _LOOKS)
    else:
        yield wording.say(text or _without_reason(wording, fact))


_LOOKS: Final = {"from": h.LOOK_FROM, "to": h.LOOK_TO, "only": h.LOOK_ONLY}


def _nudged(wording: Wording, fact: Hint) -> Phrase | None:
    """The sentence for what leads to the best play; None where what it does leads to others too.

    A risk is named only where nothing else is.
    """
    if _are_alike(fact):
        return h.ALL_ALIKE
    best, *others = fact.plays
    near = [p for p in others if _is_nearly(wording, best.thousandths - p.thousandths)]
    leading = [one for one in best.reasons if leads(one, near)]
    reason = min(leading, key=lambda one: one.code in LAST, default=None)
    if reason is None:
        return None if best.reasons else _without_reason(wording, fact)
    hits = [one for one in best.reasons if one.code == "hit" and {*one.zones} >= {*reason.zones}]
    if reason.code == "point" and hits:  # a point made by hitting there
        reason = hits[0]
    more = _NUDGE_MORE.get(reason.code) if len(reason.zones) > 1 else None
    return more or h.NUDGE[reason.code]


_NUDGE_MORE: Final = {"hit": h.HIT_MORE, "point": h.POINT_MORE}


def _are_alike(fact: Hint) -> bool:
    return _apart(fact) < _ALIKE


def _apart(fact: Hint) -> int:
    """What the worst play loses, in thousandths."""
    best = fact.plays[0].thousandths
    return max(fact.worst, *(best - play.thousandths for play in fact.plays))


def _without_reason(wording: Wording, fact: Hint) -> Phrase:
    """Whether a play that nothing can be said of is alone, one of few, or hardly better at all."""
    if _is_nearly(wording, _apart(fact)):
        return h.ALL_NEAR
    if not _is_nearly(wording, fact.plays[0].thousandths - fact.plays[1].thousandths):
        return h.NO_REASON_YET_BEST
    most = len(fact.plays) > _FEW_TOLD and _is_nearly(wording, fact.middle)
    is_small = most or _is_nearly(wording, fact.worst // _CLOSE)
    return h.NO_REASON if is_small else h.NO_REASON_YET_FEW


def _idea(wording: Wording, fact: Hint) -> Iterator[str]:
    """What the best play does; of one without a reason where to look for it."""
    best = fact.plays[0]
    if len(fact.plays) == 1 or _are_alike(fact):
        yield from _nudge(wording, fact)
        return
    leads = [_look(wording, fact, lead, _CLUES) for lead in best.leads]
    if not leads and all(one.code in NO_MERITS for one in best.reasons):
        text = _nudged(wording, fact) or _without_reason(wording, fact)
        points = best.clue.way and text is not h.ALL_NEAR
        leads = [_look(wording, fact, best.clue, _CLUES) if points else wording.say(text)]
        if text in _SAY_CLOSE:
            yield from idea_sentences(wording, best.reasons, fact.mover, leads)
            return
    yield from idea_sentences(wording, best.reasons, fact.mover, leads)
    if _is_close(wording, fact):
        yield wording.say(h.SMALL)


_SAY_CLOSE: Final = (h.ALL_NEAR, h.NO_REASON)
"""Sentences that say themselves that it is close."""


def _is_close(wording: Wording, fact: Hint) -> bool:
    """Whether another play may well be as good: hardly worse, or best at the first look."""
    best, second = fact.plays[:2]
    return fact.unsure or _is_nearly(wording, 2 * (best.thousandths - second.thousandths))


def _look(wording: Wording, fact: Hint, clue: HintClue, phrases: Mapping[str, Phrase]) -> str:
    """Where to look for a play."""
    text = phrases[clue.way]
    if not text.is_sited:
        return wording.say(text, count=clue.count)
    return wording.say(text, count=clue.count, point=wording.point(clue.zone, fact.mover))


_CLUES: Final = {"from": h.FROM, "to": h.TO, "only": h.ONLY}


def _play(wording: Wording, fact: Hint) -> Iterator[str]:
    if len(fact.plays) == 1:
        yield from _forced(wording, fact)
        return
    yield wording.say(h.ALL_ALIKE if _are_alike(fact) else h.BEST)
    yield from _play_sentences(wording, fact, fact.plays[0])


def _forced(wording: Wording, fact: Hint) -> Iterator[str]:
    """There is nothing to choose."""
    (play,) = fact.plays
    if not play.moves:
        yield wording.say(pr.NOTHING_TO_PLAY)
        return
    yield wording.say(h.ONLY_PLAY)
    yield from _play_sentences(wording, fact, play)


def _better(wording: Wording, fact: Hint) -> Iterator[str]:
    """The last of the plays is what was played."""
    best, played = fact.plays[0], fact.plays[-1]
    lost = best.thousandths - played.thousandths
    if best.end == played.end and not _are_alike(fact):
        yield wording.say(h.WAS_BEST)
    elif lost < _ALIKE:
        yield wording.say(h.WAS_AS_GOOD)
    elif _is_nearly(wording, lost):
        yield wording.say(h.WAS_GOOD)
    else:
        yield wording.say(h.BETTER)
        yield from _play_sentences(wording, fact, best)
        yield from better_sentences(wording, best, played, fact.mover)
        if lost >= THOUSAND:
            yield wording.say(h.LOSES_POINTS, count=lost // THOUSAND)
        else:
            yield _loses(wording, h.LOSES, lost)


def _loses(wording: Wording, text: Phrase, lost: int) -> str:
    """What is lost, rounded to hundredths of a point."""
    whole, figures = decimal(round(lost, -1))
    return wording.say(text, whole=whole, figures=figures)


def _is_nearly(wording: Wording, lost: int) -> bool:
    """As the loss is told, rounded to ten thousandths of a point."""
    return round(lost, -1) <= (NEARLY_ACEY if wording.rules.paid_by_piece else NEARLY)


def _partners_throw(wording: Wording, fact: Hint) -> Iterator[str]:
    yield wording.say(pr.TURN[fact.player.other])


_STEPS: Final = {
    "nudge": _nudge,
    "idea": _idea,
    "play": _play,
    "better": _better,
    "partners-throw": _partners_throw,
}
_PLAIN_STEPS: Final = {
    "only": h.WAS_ONLY,
    "missing": h.NO_ENGINE,
    "nothing": h.NOTHING_YET,
    "partners-play": pr.TURN_PLAY,
}
"""Steps that are one sentence, whatever lies on the table."""


def _play_sentences(wording: Wording, fact: Hint, of: HintPlay) -> list[str]:
    if wording.rules.ace_deuce and {*fact.dice} == {1, 2}:
        return _ace_deuce(wording, fact, of)
    play = read_play(wording, fact.before, of.end, fact.mover, fact.dice)
    return play_sentences(wording, play, fact.mover) if play else []


def _ace_deuce(wording: Wording, fact: Hint, of: HintPlay) -> list[str]:
    """The dice do not tell which double is to be named: it is read off the moves."""
    die = named_double(wording, of.moves, fact.mover)
    named = [wording.say(h.WITH_DOUBLE, die=die)] if die else []
    return named + play_sentences(wording, named_play(of.moves), fact.mover)
