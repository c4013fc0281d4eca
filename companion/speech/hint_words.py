"""Hints in words: the nudge, the idea, the play, what would have been better, and the cube."""

from collections.abc import Iterable, Iterator
from typing import Final

from companion.referee.talk_facts import CubeHint, Hint, HintPlay, HintReason
from companion.rules.words import Player
from companion.speech import hint_phrases as h
from companion.speech.plays import play_sentences, read_play
from companion.speech.telling import Mode, Said, Telling
from companion.speech.utterance import Priority
from companion.speech.wording import Wording

MOST_REASONS: Final = 3
"""More than this nobody keeps in mind."""

_RISKS: Final = ("open", "fewest")
_THROWS: Final = 36

NEARLY: Final = 20
"""What a play may lose, in thousandths of a point, and still be called nearly the best."""

NEARLY_ACEY: Final = 120
"""The same in Acey-Deucey, where a game counts a point for each of the loser's pieces."""


def hint(fact: Hint, telling: Telling) -> Said | None:
    """A hint for him who asked. In a tournament there is none, whatever asks (contracts, 5)."""
    if telling.mode is Mode.TOURNAMENT:
        return None
    wording = telling.wording
    told = tuple(_STEPS[fact.step](wording, fact))
    return Said(Priority.ANSWER, told, key="answer", to=fact.player, passing=True)


def cube_hint(fact: CubeHint, telling: Telling) -> Said | None:
    """Advice on the cube for him who asked; in a tournament none."""
    if telling.mode is Mode.TOURNAMENT:
        return None
    told = tuple(_cube(telling.wording, fact))
    return Said(Priority.ANSWER, told, key="answer", to=fact.player, passing=True)


def _cube(wording: Wording, fact: CubeHint) -> Iterator[str]:
    """What to do, the chance to win, and what the other choice loses."""
    news, loses = _CUBE[fact.step]
    yield wording.say(news)
    yield wording.say(h.CHANCE, percent=fact.chance)
    if loses is None:
        return
    if fact.lost <= NEARLY:
        yield wording.say(h.SMALL)
    else:
        yield wording.say(loses, count=round(fact.lost / 10))


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
    codes = [reason.code for reason in fact.plays[0].reasons]
    yield wording.say(h.NUDGE[codes[0]] if codes else h.NO_REASON)


def _idea(wording: Wording, fact: Hint) -> Iterator[str]:
    told = list(reason_sentences(wording, fact.plays[0].reasons, fact.mover))
    yield from told or [wording.say(h.NO_REASON)]


def _play(wording: Wording, fact: Hint) -> Iterator[str]:
    yield wording.say(h.BEST)
    yield from _told(wording, fact, fact.plays[0])


def _better(wording: Wording, fact: Hint) -> Iterator[str]:
    """The last of the plays is what was played."""
    best, played = fact.plays[0], fact.plays[-1]
    if best.end == played.end:
        yield wording.say(h.WAS_BEST)
        return
    lost = best.thousandths - played.thousandths
    if lost <= (NEARLY_ACEY if wording.game == "acey-deucey" else NEARLY):
        yield wording.say(h.WAS_GOOD)
        return
    yield wording.say(h.BETTER)
    yield from _told(wording, fact, best)
    own = [reason for reason in best.reasons if reason not in played.reasons]
    yield from reason_sentences(wording, own, fact.mover)
    yield wording.say(h.LOSES, count=round(lost / 10))


def _missing(wording: Wording, _fact: Hint) -> Iterator[str]:
    yield wording.say(h.NO_ENGINE)


def _nothing(wording: Wording, _fact: Hint) -> Iterator[str]:
    yield wording.say(h.NOTHING_YET)


_STEPS: Final = {
    "nudge": _nudge,
    "idea": _idea,
    "play": _play,
    "better": _better,
    "missing": _missing,
    "nothing": _nothing,
}


def _told(wording: Wording, fact: Hint, of: HintPlay) -> list[str]:
    play = read_play(wording, fact.before, of.end, fact.mover, fact.dice)
    return play_sentences(wording, play, fact.mover) if play else []


def reason_sentences(
    wording: Wording, reasons: Iterable[HintReason], player: Player, most: int = MOST_REASONS
) -> Iterator[str]:
    """What a play does, a sentence each, what matters most first; a risk is never left out."""
    told = [(one, text) for one in reasons for text in _sentences(wording, one, player)]
    risk = [text for one, text in told[most:] if one.code in _RISKS]
    yield from (text for _, text in told[: most - len(risk)])
    yield from risk


def _sentences(wording: Wording, reason: HintReason, player: Player) -> Iterator[str]:
    text = h.REASON[reason.code]
    if reason.code == "race" and not reason.count:
        text = h.RACE_BEHIND
    elif wording.game == "acey-deucey":
        text = {**dict.fromkeys(_RISKS, h.OPEN_ACEY), "safe": h.SAFE_ACEY}.get(reason.code, text)
    elif reason.code in _RISKS and reason.count == _THROWS:
        text = h.OPEN_ALL
    if not text.is_sited:
        yield wording.say(text, count=reason.count)
        return
    for zone in reason.zones:
        yield wording.say(text, point=wording.point(zone, player))
