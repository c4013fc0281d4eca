"""Reasons in words: what a play does, what it risks, and what it does better than another."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from companion.referee.talk_facts import HintPlay, HintReason
from companion.rules.vocabulary import Player
from companion.speech import reason_phrases as r
from companion.speech.catalogue import Phrase
from companion.speech.hint_phrases import NUDGE
from companion.speech.wording import Wording

MOST_REASONS: Final = 3
"""More than this nobody keeps in mind."""

_PRICES: Final = ("open", "risky")
_RISKS: Final = (*_PRICES, "exposed", "fewest")
NO_MERITS: Final = (*_PRICES, "exposed")
"""What is no reason to choose a play."""

_ROWS: Final = ("prime", "block", "keep")
"""All three tell of the same row."""

_IN_THE_PLAY: Final = ("hit", "off", "enter")
"""What is heard in the moves themselves, once they are told."""

_AT_ONCE: Final = ("gammon", "again", "right", "hit", "off", "enter", "shut")
LAST: Final = (*_RISKS, "safe")

_THROWS: Final = 36
_THROWS_ACEY: Final = 34
"""One and two is not counted there."""

_FEW: Final = 18
"""Of more throws than that nobody would say "only"."""

_NO_GAIN: Final = 4
"""Fewer throws less are not worth a sentence, unless none is left."""

_NAMED: Final = ("point", "second", "third")

_ACEY: Final = {
    r.OPEN: r.OPEN_ACEY,
    r.FEWEST: r.FEWEST_ACEY,
    r.REASON["safe"]: r.SAFE_ACEY,
    r.BUT_OPEN: r.BUT_OPEN_ACEY,
    r.BUT_MORE: r.BUT_MORE_ACEY,
    r.ONLY: r.ONLY_ACEY,
    r.FEWER: r.FEWER_ACEY,
    r.OPEN_ALL: r.OPEN_ALL_ACEY,
    r.BUT_ALL: r.BUT_ALL_ACEY,
    r.BUT_ALL_MORE: r.BUT_ALL_MORE_ACEY,
}
"""What is said of throws in Acey-Deucey, where those of one and two are not counted."""

_AT_NONE: Final = {"deny": r.DENY_ALL, "gammon": r.REASON["gammon"]}
"""What is said where the count is nought."""

_AT_ALL: Final = dict.fromkeys(_RISKS, r.OPEN_ALL) | {"hinder": r.HINDER_ALL}
"""What is said where it is every throw."""


def reason_sentences(
    wording: Wording, reasons: Iterable[HintReason], player: Player
) -> Iterator[str]:
    """Everything a play does, a sentence each, what matters most first."""
    return (_sentence(wording, reason, player) for reason in reasons)


def idea_sentences(
    wording: Wording, reasons: Iterable[HintReason], player: Player, leads: Sequence[str]
) -> Iterator[str]:
    """The idea of a play, in few sentences; a price is never left out, and told as one.

    leads -- where to look in addition, or in place of a merit where there is none.
    """
    told = [one for one in reasons if one.code not in NO_MERITS]
    price = [one for one in reasons if one.code in _PRICES]
    most = MOST_REASONS - len(price) - bool(leads)
    yield from reason_sentences(wording, _few(told, most), player)
    yield from () if told else leads
    if price:
        yield _but(wording, price[0].count, 0)
    yield from leads if told else ()


def better_sentences(
    wording: Wording, best: HintPlay, played: HintPlay, player: Player
) -> Iterator[str]:
    """What the best play does better than the one that was played, and what it risks for that.

    A price without anything that it was paid for would speak for the other play: it is not told.
    """
    shots, before = _shots(best), _shots(played)
    gains = [one for one in best.reasons if _is_gain(one, played, shots, before)]
    is_bought = gains or any(one.code in _IN_THE_PLAY for one in best.reasons)
    costs = bool(is_bought) and shots >= before + _NO_GAIN
    for one in _few(gains, MOST_REASONS - costs):
        if one.code in _RISKS:
            yield _said(wording, r.ONLY if shots <= _FEW else r.FEWER, shots, other=before)
        else:
            yield _sentence(wording, one, player)
    if costs:
        yield _but(wording, shots, before)


def leads(reason: HintReason, others: Iterable[HintPlay]) -> bool:
    """Whether a nudge may point at it; others -- the plays that are nearly as good.

    A risk does where it is what makes the play good.
    """
    if reason.code == "open":
        return all(_shots(other) + _NO_GAIN > reason.count for other in others)
    return reason.clear and reason.code in NUDGE


def _few(reasons: list[HintReason], most: int) -> list[HintReason]:
    """The first of them, but a risk always; what happens at once is told first, a risk last."""
    risks = [one for one in reasons[most:] if one.code in _RISKS]
    few = [*reasons[: most - len(risks)], *risks]
    return sorted(few, key=lambda one: (one.code in LAST) - (one.code in _AT_ONCE))


def _shots(play: HintPlay) -> int:
    """How many throws can hit after a play, as far as it is told of; else 0."""
    return sum(one.count for one in play.reasons if one.code in _RISKS)


def _is_gain(reason: HintReason, played: HintPlay, shots: int, before: int) -> bool:
    """Whether the other play does not do the same, or more of it."""
    if reason.code in _IN_THE_PLAY:
        return False
    if reason.code in _RISKS:
        return before - shots >= _NO_GAIN
    return not any(_is_as_good(one, reason) for one in played.reasons)


def _is_as_good(one: HintReason, other: HintReason) -> bool:
    if one.code != other.code and not {one.code, other.code} <= {*_ROWS}:
        return False
    if one.code in ("saves", "deny"):
        return one.count <= other.count
    return one.count >= other.count and {*one.zones} >= {*other.zones}


def _but(wording: Wording, shots: int, before: int) -> str:
    """A risk as the price of what is good; before -- after the other play, 0 for none."""
    if shots == _all_throws(wording):
        return _said(wording, r.BUT_ALL_MORE if before else r.BUT_ALL, shots, other=before)
    return _said(wording, r.BUT_MORE if before else r.BUT_OPEN, shots, other=before)


def _sentence(wording: Wording, reason: HintReason, player: Player) -> str:
    text, count = r.REASON[reason.code], reason.count
    if len(reason.zones) > 1 and reason.code in r.SEVERAL:
        return _several(wording, reason, player)
    if reason.code in _AT_NONE and not count:
        text = _AT_NONE[reason.code]
    elif reason.code == "gammon":
        text = r.GAMMON_SAVED
    elif reason.code in _AT_ALL and count == _all_throws(wording):
        text = _AT_ALL[reason.code]
    if text.is_sited:
        return wording.say(text, point=wording.point(reason.zones[0], player))
    return _said(wording, text, count)


def _several(wording: Wording, reason: HintReason, player: Player) -> str:
    """One sentence for several points; so many that nobody would remember them are counted."""
    two, three, more = r.SEVERAL[reason.code]
    points = [wording.point(zone, player) for zone in reason.zones]
    named = dict(zip(_NAMED, points, strict=False))
    if len(points) > len(_NAMED):
        return wording.say(more, count=len(points))
    return wording.say(three if len(points) == len(_NAMED) else two, count=1, **named)


def _all_throws(wording: Wording) -> int:
    return _THROWS_ACEY if wording.rules.ace_deuce else _THROWS


def _said(wording: Wording, text: Phrase, count: int, **values: int) -> str:
    if wording.rules.ace_deuce:
        text = _ACEY.get(text, text)
    return wording.say(text, count=count, **values)
