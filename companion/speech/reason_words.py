"""Reasons in words: what a play does, what it risks, and what it does better than another."""

from collections.abc import Iterable, Iterator
from typing import Final

from companion.referee.talk_facts import HintPlay, HintReason
from companion.rules.words import Player
from companion.speech import reason_phrases as r
from companion.speech.catalogue import Phrase
from companion.speech.wording import Wording

MOST_REASONS: Final = 3
"""More than this nobody keeps in mind."""

_PRICES: Final = ("open", "little")
_RISKS: Final = (*_PRICES, "fewest")
_ROWS: Final = ("prime", "block", "keep")
"""All three tell of the same row."""

_IN_THE_PLAY: Final = ("hit", "off")
"""What is heard in the moves themselves, once they are told."""

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


def reason_sentences(
    wording: Wording, reasons: Iterable[HintReason], player: Player
) -> Iterator[str]:
    """Everything a play does, a sentence each, what matters most first."""
    return (_sentence(wording, reason, player) for reason in reasons)


def idea_sentences(
    wording: Wording, reasons: Iterable[HintReason], player: Player, nudge: Phrase
) -> Iterator[str]:
    """The idea of a play, in few sentences; a risk is never left out, and told as one.

    nudge -- what is said before a risk that is all there is to say.
    """
    told = [one for one in reasons if one.code not in _PRICES]
    price = [one for one in reasons if one.code in _PRICES]
    yield from reason_sentences(wording, _few(told, MOST_REASONS - len(price)), player)
    if price and not told:
        yield wording.say(nudge)
        yield from reason_sentences(wording, price, player)
    elif price:
        yield _but(wording, price[0].count, 0)


def better_sentences(
    wording: Wording, best: HintPlay, played: HintPlay, player: Player
) -> Iterator[str]:
    """What the best play does better than the one that was played, and what it risks for that."""
    shots, before = _shots(best), _shots(played)
    gains = [one for one in best.reasons if _is_gain(one, played, shots, before)]
    costs = shots > before
    for one in _few(gains, MOST_REASONS - costs):
        if one.code in _RISKS:
            yield _said(wording, r.ONLY if shots <= _FEW else r.FEWER, shots, other=before)
        else:
            yield _sentence(wording, one, player)
    if costs:
        yield _but(wording, shots, before)


def pays(reason: HintReason, others: Iterable[HintPlay]) -> bool:
    """Whether a play's risk is what makes it good; others -- those that are nearly as good."""
    if reason.code == "little":
        return reason.count <= _FEW
    return reason.code != "open" or all(_shots(other) + _NO_GAIN > reason.count for other in others)


def _few(reasons: list[HintReason], most: int) -> list[HintReason]:
    """The first of them, but a risk always."""
    risks = [one for one in reasons[most:] if one.code in _RISKS]
    return [*reasons[: most - len(risks)], *risks]


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
    if one.code == "saves":
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
    if reason.code == "race" and not count:
        text = r.RACE_BEHIND
    elif count == _all_throws(wording) and reason.code in ("open", "hinder"):
        text = {"open": r.OPEN_ALL, "hinder": r.HINDER_ALL}[reason.code]
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
    return _THROWS_ACEY if wording.game == "acey-deucey" else _THROWS


def _said(wording: Wording, text: Phrase, count: int, **values: int) -> str:
    if wording.game == "acey-deucey":
        text = _ACEY.get(text, text)
    return wording.say(text, count=count, **values)
