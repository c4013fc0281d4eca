"""Sentences for hints: the nudge, the idea, the play, a better play, and the cube."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from companion.hints.advice import NO_MERITS, HintClue
from companion.referee.talk_facts import CubeHint, Hint, HintPlay
from companion.rules.vocabulary import parse_placement
from companion.speech.catalogue import is_message
from companion.speech.plays import named_double, named_play, play_sentences, sentences_between
from companion.speech.reason_words import LAST, better_sentences, idea_sentences, is_lead
from companion.speech.speech_context import Mode, Said, SpeechContext, answer
from companion.speech.wording import THOUSAND, Wording, decimal

NEARLY: Final = 20
"""The largest loss, in thousandths of a point, of a play that is called nearly the best."""

NEARLY_ACEY: Final = 120
"""`NEARLY` for Acey-Deucey, where each of the loser's pieces counts a point."""


_HOPE: Final = 40
"""The chance to win, in per cent, below which "not yet" sounds too optimistic."""

_FEW_TOLD: Final = 3
"""With this many plays or fewer, "most are nearly as good" is not said."""

_CLOSE: Final = 3
"""Plays that lose at most this multiple of `NEARLY` are called close."""

_ALIKE: Final = 2
"""Plays with a smaller difference, in thousandths of a point, are equally good."""


def hint(fact: Hint, context: SpeechContext) -> Said | None:
    """Return a hint for the player who asked; never in a tournament (docs/keys.md)."""
    if context.mode is Mode.TOURNAMENT:
        return None
    wording = context.wording
    thinks = context.table.typed if fact.step == "partners-play" else context.practice.simulated
    if thinks and fact.step in ("partners-play", "partners-throw"):
        return answer(fact.player, wording.say("practice.thinking"))
    if fact.step not in _STEPS:
        return answer(fact.player, wording.say(f"hint.step.{fact.step}"))
    moved = fact.step != "better" and context.table.shown not in ("", fact.before)
    start = wording.say("hint.from-start") if moved else ""
    revised = wording.say("hint.revised") if fact.revised else ""
    return answer(fact.player, start, revised, *_STEPS[fact.step](wording, fact))


def cube_hint(fact: CubeHint, context: SpeechContext) -> Said | None:
    """Return advice on the cube for the player who asked; never in a tournament."""
    if context.mode is Mode.TOURNAMENT:
        return None
    return answer(fact.player, *_cube(context.wording, fact))


def _cube(wording: Wording, fact: CubeHint) -> Iterator[str]:
    """Yield the cube action, the chance to win, and the loss of the other choice."""
    is_behind = fact.step == "wait" and fact.chance < _HOPE
    yield wording.say("hint.wait-behind" if is_behind else f"hint.{fact.step}")
    yield wording.say("hint.chance", percent=fact.chance)
    loses = f"hint.{fact.step}.loses"
    if not is_message(loses):
        return
    if fact.gammons is not None and fact.lost > NEARLY:
        whose, percent = fact.gammons
        text = "hint.own-gammons" if whose is fact.player else "hint.other-gammons"
        yield wording.say(text, percent=percent)
    if fact.lost <= NEARLY:
        yield wording.say("hint.small")
    else:
        yield _loses(wording, loses, fact.lost)


def _nudge(wording: Wording, fact: Hint) -> Iterator[str]:
    if len(fact.plays) == 1:
        yield from _forced(wording, fact)
        return
    text, clue = _nudged(wording, fact), fact.plays[0].clue
    if text is None and clue.way:
        if clue.way == "from":
            stand = parse_placement(fact.before)[clue.zone].of(fact.mover)
            clue = replace(clue, count=stand)
        yield _look(wording, fact, clue, "hint.look")
    else:
        yield wording.say(text or _without_reason(wording, fact))


def _nudged(wording: Wording, fact: Hint) -> str | None:
    """Return the message id of a hint that fits only the best play, None if there is none.

    A hint about a risk is given only if no other hint fits.
    """
    if _are_alike(fact):
        return "hint.all-alike"
    best, *others = fact.plays
    near = [p for p in others if _is_nearly(wording, best.thousandths - p.thousandths)]
    leading = [one for one in best.reasons if is_lead(one, near)]
    reason = min(leading, key=lambda one: one.code in LAST, default=None)
    if reason is None:
        return None if best.reasons else _without_reason(wording, fact)
    hits = [one for one in best.reasons if one.code == "hit" and {*one.zones} >= {*reason.zones}]
    if reason.code == "point" and hits:  # the play makes the point by hitting a blot on it
        reason = hits[0]
    more = reason.code in _NUDGED_MORE and len(reason.zones) > 1
    return f"nudge.{reason.code}.more" if more else f"nudge.{reason.code}"


_NUDGED_MORE: Final = ("hit", "point")


def _are_alike(fact: Hint) -> bool:
    return _worst_loss(fact) < _ALIKE


def _worst_loss(fact: Hint) -> int:
    """Return the loss of the worst play, in thousandths."""
    best = fact.plays[0].thousandths
    return max(fact.worst, *(best - play.thousandths for play in fact.plays))


def _without_reason(wording: Wording, fact: Hint) -> str:
    """Return the message id for a best play without reasons; it depends on the other plays."""
    if _is_nearly(wording, _worst_loss(fact)):
        return "hint.all-near"
    if not _is_nearly(wording, fact.plays[0].thousandths - fact.plays[1].thousandths):
        return "hint.no-reason-yet-best"
    most = len(fact.plays) > _FEW_TOLD and _is_nearly(wording, fact.middle)
    is_small = most or _is_nearly(wording, fact.worst // _CLOSE)
    return "hint.no-reason" if is_small else "hint.no-reason-yet-few"


def _idea(wording: Wording, fact: Hint) -> Iterator[str]:
    """Yield the reasons for the best play; if there are none, where to look for the play."""
    best = fact.plays[0]
    if len(fact.plays) == 1 or _are_alike(fact):
        yield from _nudge(wording, fact)
        return
    leads = [_look(wording, fact, lead, "hint.clue") for lead in best.leads]
    if not leads and all(one.code in NO_MERITS for one in best.reasons):
        text = _nudged(wording, fact) or _without_reason(wording, fact)
        points = best.clue.way and text != "hint.all-near"
        leads = [_look(wording, fact, best.clue, "hint.clue") if points else wording.say(text)]
        if text in _SAY_CLOSE:
            yield from idea_sentences(wording, best.reasons, fact.mover, leads)
            return
    yield from idea_sentences(wording, best.reasons, fact.mover, leads)
    if _is_close(wording, fact):
        yield wording.say("hint.small")


_SAY_CLOSE: Final = ("hint.all-near", "hint.no-reason")
"""Sentences that already say that the plays are close."""


def _is_close(wording: Wording, fact: Hint) -> bool:
    """Return whether the second play is hardly worse, or was best before the deeper search."""
    best, second = fact.plays[:2]
    return fact.unsure or _is_nearly(wording, 2 * (best.thousandths - second.thousandths))


def _look(wording: Wording, fact: Hint, clue: HintClue, name: str) -> str:
    """Return where to look for a play."""
    point = wording.point(clue.zone, fact.mover)
    return wording.say(f"{name}.{clue.way}", count=clue.count, point=point)


def _play(wording: Wording, fact: Hint) -> Iterator[str]:
    if len(fact.plays) == 1:
        yield from _forced(wording, fact)
        return
    yield wording.say("hint.all-alike" if _are_alike(fact) else "hint.best")
    yield from _play_sentences(wording, fact, fact.plays[0])


def _forced(wording: Wording, fact: Hint) -> Iterator[str]:
    """Yield the sentence that there is only one play."""
    (play,) = fact.plays
    if not play.moves:
        yield wording.say("practice.nothing-to-play")
        return
    yield wording.say("hint.only-play")
    yield from _play_sentences(wording, fact, play)


def _better(wording: Wording, fact: Hint) -> Iterator[str]:
    """Yield sentences on what was better than the play that was made, `fact.plays[-1]`."""
    best, played = fact.plays[0], fact.plays[-1]
    lost = best.thousandths - played.thousandths
    if best.end == played.end and not _are_alike(fact):
        yield wording.say("hint.was-best")
    elif lost < _ALIKE:
        yield wording.say("hint.was-as-good")
    elif _is_nearly(wording, lost):
        yield wording.say("hint.was-good")
    else:
        yield wording.say("hint.better")
        yield from _play_sentences(wording, fact, best)
        yield from better_sentences(wording, best, played, fact.mover)
        yield _loses(wording, "hint.loses", lost)


def _loses(wording: Wording, text: str, lost: int) -> str:
    """Return a sentence with the loss: whole points, or rounded to hundredths of a point."""
    if lost >= THOUSAND and is_message(f"{text}-points"):
        return wording.say(f"{text}-points", count=lost // THOUSAND)
    return wording.say(text, **decimal(round(lost, -1)))


def _is_nearly(wording: Wording, lost: int) -> bool:
    """Return whether a play with this loss, rounded as announced, is nearly the best."""
    return round(lost, -1) <= (NEARLY_ACEY if wording.rules.paid_by_piece else NEARLY)


_STEPS: Final[dict[str, Callable[[Wording, Hint], Iterator[str]]]] = {
    "nudge": _nudge,
    "idea": _idea,
    "play": _play,
    "better": _better,
    "partners-throw": lambda wording, fact: iter([wording.say("practice.turn", fact.player.other)]),
}
"""The functions for hint steps that have several sentences or depend on the table."""


def lead_sentence(wording: Wording, lost: int, worst: int) -> str:
    """Say by how much the best play is ahead, or that all plays are equally good.

    lost, worst -- what the next and the worst play lose, in thousandths of a point
    """
    if worst < _ALIKE:
        return wording.say("hint.all-alike")
    if _is_nearly(wording, worst):
        return wording.say("hint.all-near")
    if _is_nearly(wording, 2 * lost):
        return wording.say("hint.small")
    return _loses(wording, "hint.next-loses", lost)


def _play_sentences(wording: Wording, fact: Hint, of: HintPlay) -> list[str]:
    if wording.rules.ace_deuce and {*fact.dice} == {1, 2}:
        return _ace_deuce(wording, fact, of)
    return sentences_between(wording, fact.before, of.end, fact.mover, fact.dice)


def _ace_deuce(wording: Wording, fact: Hint, of: HintPlay) -> list[str]:
    """Return the double to name after 1 and 2, read from the moves of the play."""
    die = named_double(wording, of.moves, fact.mover)
    named = [wording.say("hint.with-double", die=die)] if die else []
    return named + play_sentences(wording, named_play(of.moves), fact.mover)
