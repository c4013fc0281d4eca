"""Parses a referee's ruling from a line of text, such as `dice 6 3 for green`.

Words may be of any language. Positions and names are kept as they are.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from companion.referee.facts import Ruling
from companion.referee.rulings import KINDS
from companion.rules import Player
from companion.speech.catalogue import Catalogue, ExplainedError, filled, language, languages
from companion.typed.entries import plain

BY: Final = "keyboard"
LONGEST_REASON: Final = 200
_PLAYERS: Final = {player.value.lower(): player for player in Player} | {
    Catalogue(lang).say("page.sides", player).rstrip(".").lower(): player
    for player in Player
    for lang in languages()
}
"""The players by their letters `V` and `N`, and by their names in every language."""
_WORDS: Final = {
    plain(word): meaning
    for lang in languages()
    for meaning, words in language(lang).rulings.items()
    for word in words
}


class RulingError(ExplainedError, ValueError):
    """Raised for a line that is not a ruling. The message says how to write a ruling.

    code -- the code of the reason that is spoken
    """

    def __init__(self, sentence: str, code: str, **values: str | int) -> None:
        super().__init__(filled(f"ruling-line.{sentence}", **values))
        self.code = code


def asks_for_help(line: str) -> bool:
    """Return whether a line asks for the list of rulings."""
    return _in_english(line).strip().lower() in ("help", "?")


def parse(line: str) -> Ruling:
    """Parse one ruling. Raises `RulingError`, whose message says how to write a ruling."""
    printable = "".join(letter if letter.isprintable() else " " for letter in line)
    order, _, reason = _in_english(printable).partition(" because ")
    order, _, by = order.partition(" as ")
    what, rest = _verb(order.removeprefix("ruling ").split())
    by, reason = " ".join(by.split()), " ".join(reason.split())
    if len(reason) > LONGEST_REASON or len(by) > LONGEST_REASON:
        raise RulingError("long", "long", letters=LONGEST_REASON)
    ruling = Ruling(what, by or BY, reason)
    if what in _BARE:
        if rest:
            typed = printable.split()[: len(order.split())]  # every word as it was typed
            named = "-".join(typed[: -len(rest)]).lower().removeprefix("ruling-")
            more = " ".join(typed[-len(rest) :])[:40]
            raise RulingError("bare", "bare-ruling", ruling=named, more=more)
        return ruling
    if what not in _FORMS:
        raise RulingError("unknown", "no-ruling", word=what[:40])
    form, code = _FORMS[what]
    found = re.fullmatch(form, " ".join(rest))
    texts = found.groupdict() if found else {}
    given = {name: _VALUES.get(name, str)(text) for name, text in texts.items() if text is not None}
    if found is None or "" in given.values():
        raise RulingError(what, code)
    return replace(ruling, **given)


def _verb(words: list[str]) -> tuple[str, list[str]]:
    """Return the kind of ruling and the words after it; `out of order` means `out-of-order`."""
    for length in (3, 2):
        name = plain("-".join(words[:length]))
        name = _WORDS.get(name, name)
        if len(words) >= length and (name in _BARE or name in _FORMS):
            return name, words[length:]
    return (words[0].lower(), words[1:]) if words else ("", [])


def _in_english(line: str) -> str:
    """Return a line with its words in English, except the name and the reason."""
    words = line.split()
    for index, word in enumerate(words):
        words[index] = _WORDS.get(plain(word), word)
        if words[index] in ("as", "because"):
            return " ".join(words[: index + 1]) + " " + _rest(words[index + 1 :], words[index])
    return " ".join(words)


def _rest(words: list[str], after: str) -> str:
    """Return a name or a reason. A word for "because" after a name is translated to English."""
    if after == "as":
        why = ["because" if _WORDS.get(plain(word)) == "because" else word for word in words[1:]]
        words = words[:1] + why
    return " ".join(words)


def _player(word: str) -> Player:
    player = _PLAYERS.get(word.lower())
    if player is None:
        raise RulingError("player", "bad-player", word=word[:40])
    return player


def _zone(text: str) -> str:
    """Return the zone or the tray of `V6`, `green dice` or `dice green`."""
    first, _, second = text.partition(" ")
    if not second:
        return text.upper()
    return f"{_player(first if second.lower() == 'dice' else second)}-dice"


_VALUES: Final[dict[str, Callable[[str], Any]]] = {
    "player": _player,
    "winner": _player,
    "dice": lambda text: (int(text[0]), int(text[-1])),
    "points": int,
    "zone": _zone,
}
"""Functions that read the fields of a `Ruling` that are not texts."""

_DICE: Final = r"(?P<dice>[1-6][ ,]*[1-6])"
_ZONE: Final = r"(?P<zone>(?i:[VN](?:1[0-2]|[1-9]|[BO])|\S+ dice|dice \S+))"
_FORMS: Final = {
    "position": (r"(?P<position>.*?)(?:(?:^| )turn (?P<player>\S+))?", "bad-position"),
    "dice": (rf"{_DICE}(?: for (?P<player>\S+))?", "bad-dice"),
    "opening": (_DICE, "bad-dice"),
    "award": (
        r"(?P<winner>\S+)(?: (?P<kind>[a-z]+))??(?: (?P<points>[0-9]{1,3})(?: points?)?)?",
        "no-winner",
    ),
    "out-of-order": (_ZONE, "bad-zone"),
    "in-order": (_ZONE, "bad-zone"),
}
"""The fields after a kind of ruling, and the code of the reason if they cannot be read."""

_BARE: Final = tuple(what for what in KINDS if what not in _FORMS)
