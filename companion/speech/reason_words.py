"""Sentences for the reasons of a play: merits, risks, and advantages over another play."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from companion.hints.advice import MOST_SPOKEN, NO_MERITS, PRICES, ROWS, HintReason
from companion.referee.talk_facts import HintPlay
from companion.rules.vocabulary import Player
from companion.speech.catalogue import first_message, is_message
from companion.speech.wording import Wording

_RISKS: Final = (*NO_MERITS, "fewest")

_IN_THE_PLAY: Final = ("hit", "off", "enter")
"""The codes of reasons that the announced moves already show."""

_AT_ONCE: Final = ("gammon", "again", "right", "hit", "off", "enter", "shut")
LAST: Final = (*_RISKS, "safe")

_THROWS: Final = 36
_THROWS_ACEY: Final = 34
"""In Acey-Deucey the throw of 1 and 2 is not counted."""

_FEW: Final = 18
"""The maximum number of throws announced with "only"."""

_NO_GAIN: Final = 4
"""The smallest difference in throws that is announced."""

_NAMED: Final = ("point", "second", "third")

_OF_THROWS: Final = (*_RISKS, "hinder")
"""Reasons that count the opponent's throws."""


def reason_sentences(
    wording: Wording, reasons: Iterable[HintReason], player: Player
) -> Iterator[str]:
    """Return all reasons of a play, one sentence each, most important first."""
    return (_sentence(wording, reason, player) for reason in reasons)


def idea_sentences(
    wording: Wording, reasons: Iterable[HintReason], player: Player, leads: Sequence[str]
) -> Iterator[str]:
    """Return the main reasons of a play in a few sentences; a risk is always included.

    leads -- sentences on where to look: spoken last, or first if the play has no merit
    """
    merits = [one for one in reasons if one.code not in NO_MERITS]
    price = [one for one in reasons if one.code in PRICES]
    most = MOST_SPOKEN - len(price) - bool(leads)
    yield from reason_sentences(wording, _few(merits, most), player)
    yield from () if merits else leads
    if price:
        yield _but(wording, price[0].count, 0)
    yield from leads if merits else ()


def better_sentences(
    wording: Wording, best: HintPlay, played: HintPlay, player: Player
) -> Iterator[str]:
    """Return the advantages of the best play over the play that was made, and its risk.

    The risk is left out if the best play has no advantage.
    """
    shots, before = _shots(best), _shots(played)
    gains = [one for one in best.reasons if _is_gain(one, played, shots, before)]
    is_bought = gains or any(one.code in _IN_THE_PLAY for one in best.reasons)
    costs = bool(is_bought) and shots >= before + _NO_GAIN
    for one in _few(gains, MOST_SPOKEN - costs):
        if one.code in _RISKS:
            name = "reason.only" if shots <= _FEW else "reason.fewer"
            yield wording.say(name, count=shots, other=before)
        else:
            yield _sentence(wording, one, player)
    if costs:
        yield _but(wording, shots, before)


def is_lead(reason: HintReason, others: Iterable[HintPlay]) -> bool:
    """Return whether a nudge may point to this reason.

    others -- the plays that are nearly as good. A nudge points to a risk only if none of them is
    much safer.
    """
    if reason.code == "open":
        return all(_shots(other) + _NO_GAIN > reason.count for other in others)
    return reason.clear and is_message(f"nudge.{reason.code}")


def _few(reasons: list[HintReason], most: int) -> list[HintReason]:
    """Return the first reasons and any risk. Immediate effects come first, a risk comes last."""
    risks = [one for one in reasons[most:] if one.code in _RISKS]
    few = [*reasons[: most - len(risks)], *risks]
    return sorted(few, key=lambda one: (one.code in LAST) - (one.code in _AT_ONCE))


def _shots(play: HintPlay) -> int:
    """Return how many throws can hit after a play, 0 if no reason gives the number."""
    return sum(one.count for one in play.reasons if one.code in _RISKS)


def _is_gain(reason: HintReason, played: HintPlay, shots: int, before: int) -> bool:
    """Return whether a reason of the best play is an advantage over the play that was made."""
    if reason.code in _IN_THE_PLAY:
        return False
    if reason.code in _RISKS:
        return before - shots >= _NO_GAIN
    return not any(_is_as_good(one, reason) for one in played.reasons)


def _is_as_good(one: HintReason, other: HintReason) -> bool:
    if one.code != other.code and not {one.code, other.code} <= {*ROWS}:
        return False
    if one.code in ("saves", "deny"):
        return one.count <= other.count
    return one.count >= other.count and {*one.zones} >= {*other.zones}


def _but(wording: Wording, shots: int, before: int) -> str:
    """Return the sentence about the risk that comes with the advantages.

    before -- the shots after the other play, or 0.
    """
    if shots == _all_throws(wording):
        name = "reason.but.all-more" if before else "reason.but.all"
    else:
        name = "reason.but.more" if before else "reason.but"
    return wording.say(name, count=shots, other=before)


def _sentence(wording: Wording, reason: HintReason, player: Player) -> str:
    code, count = reason.code, reason.count
    if len(reason.zones) > 1 and is_message(f"reason.{code}.more"):
        return _several(wording, reason, player)
    if code in NO_MERITS:
        code = "open"
    name = f"reason.{code}"
    if reason.code in _OF_THROWS and count == _all_throws(wording):
        name = "reason.hinder.all" if code == "hinder" else "reason.open.all"
    elif not count:
        name = first_message(f"{name}.none", name)
    elif code == "gammon":
        name = "reason.gammon.saved"
    point = wording.point(reason.zones[0], player) if reason.zones else ""
    return wording.say(name, count=count, point=point)


def _several(wording: Wording, reason: HintReason, player: Player) -> str:
    """Return one sentence for several points.

    If there are too many to remember, give their number.
    """
    points = [wording.point(zone, player) for zone in reason.zones]
    named = dict(zip(_NAMED, points, strict=False))
    if len(points) > len(_NAMED):
        return wording.say(f"reason.{reason.code}.more", count=len(points))
    many = "three" if len(points) == len(_NAMED) else "two"
    return wording.say(f"reason.{reason.code}.{many}", count=1, **named)


def _all_throws(wording: Wording) -> int:
    return _THROWS_ACEY if wording.rules.ace_deuce else _THROWS
