"""Parses typed lines (docs/protocol.md, "Typed entries").

Case, accents and extra blanks do not matter. Numbers may be dice, starting points or a move,
depending on the state of the game. `Figures` contains all possible readings.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from companion.link.messages import Key
from companion.rules.vocabulary import BAR, ENTRY, HAND, OFF, POINTS, Player

LONGEST: Final = 200
"""The maximum number of characters in an entry, twice as many as a double with names needs."""

Words = Mapping[str, str]
"""The meaning of each word: `bar`, `hand`, `off`, `green`, `black`, `code`, one of `_PLAIN` or
`ASKING`, or a key."""

Stop = int | str
"""A place: the mover's own number (25 for the bar, or for the hand if the bar is empty; 0 for off),
a zone, or `IN_HAND`."""

IN_HAND: Final = "hand"
"""The mover's hand, even if there are pieces on the bar."""
_ASIDE: Final[dict[str, Stop]] = {"bar": ENTRY, "hand": IN_HAND, "off": 0}
_PLACES: Final = {*POINTS, *BAR.values(), *OFF.values(), *HAND.values()}


class EntryError(ValueError):
    """Raised for an invalid line; the message is the code of the reason."""


@dataclass(frozen=True, slots=True)
class TypedMove:
    """The move of one piece from the first stop to the last, made by `times` pieces."""

    stops: tuple[Stop, ...]
    times: int = 1


@dataclass(frozen=True, slots=True)
class Figures:
    """The readings of a line as dice, as starting points and as moves."""

    dice: tuple[int, ...] = ()
    starts: tuple[Stop, ...] = ()
    walks: tuple[TypedMove, ...] = ()


@dataclass(frozen=True, slots=True)
class TypedKey:
    """A key.

    player -- the owner of the key, None for the player who must act or answer;
    is_answer -- whether it was typed as `accept` or `refuse`, which only answer the other player
    """

    key: Key
    player: Player | None = None
    is_answer: bool = False


@dataclass(frozen=True, slots=True)
class PlaceQuestion:
    """A question about the pieces on a place."""

    place: Stop


@dataclass(frozen=True, slots=True)
class TypedRuling:
    """A referee's ruling, as text that `ruling_lines` parses."""

    order: str


@dataclass(frozen=True, slots=True)
class CodeRequest:
    """A request for the code of a player's page; player -- as in `TypedKey`."""

    player: Player | None = None


@dataclass(frozen=True, slots=True)
class Plain:
    """An entry of one word: `lift` (an empty line), or one of `_PLAIN` or `ASKING`.

    player -- who asks, as in `TypedKey`.
    """

    what: str
    player: Player | None = None


Entry = Figures | TypedKey | PlaceQuestion | TypedRuling | CodeRequest | Plain

_SIGNS: Final = {
    "/": "roll",
    "-": "undo",
    "+": "menu",
    "?": "help",
    "----": "quit",
    ".": "repeat",
    "..": "board",
    "...": "score",
    "*": "hint",
    "++": "yes",
    "--": "no",
    "**": "double",
    "***": "code",
}
"""The meanings of the sign entries of a numeric keypad."""

_KEYS: Final = {key.value: key for key in Key} | {"double": Key.CUBE}
_ANSWERS: Final = {"accept": Key.YES, "refuse": Key.NO}
_SIDES: Final = {"green": Player.V, "black": Player.N, "v": Player.V, "n": Player.N}
_PLAIN: Final = ("roll", "undo", "quit")
ASKING: Final = ("help", "turn", "dice", "pause", "menu", "resign", "referee")
"""The words that either player may type at any time."""
_DICE: Final = re.compile(r"([1-6])[ ,+-]?([1-6])?")
_TOKEN: Final = re.compile(r"([a-z0-9]+\*?(?:[/-][a-z0-9]+\*?)*)(?:\((?!0+\))([0-9]{1,2})\))?")
"""A move and how often it is made: 1 to 99 times, more than all pieces of a player, so that the
refusal can name their number."""


def read(line: str, words: Words, *, by_names: bool = False) -> Entry:
    """Parse one line. Raises `EntryError`: `long`, `unknown`, `no-point` or `dice-alone`.

    by_names -- points have names, as in Jacquet, so a number after a name is a point on the same
    side (`N12/5`).
    """
    if len(line) > LONGEST:
        raise EntryError("long")
    if line.strip().startswith(":"):
        return TypedRuling(line.strip()[1:].strip())
    text = plain(line)
    if not text:
        return Plain("lift")
    asked = _asked(text, words)
    if asked is not None:
        return asked
    text = _closed_up(text)
    if re.fullmatch("[vn][1-6]{2}", text) and text.upper() not in _PLACES:
        raise EntryError("dice-alone")
    if text.startswith("."):
        return PlaceQuestion(_stop(text[1:].strip(), words))
    return _figures(text, words, by_names=by_names)


def plain(line: str) -> str:
    """Return a line in lower case, without accents, with single blanks."""
    parts = unicodedata.normalize("NFKD", line.casefold())
    letters = "".join(each for each in parts if not unicodedata.combining(each))
    return " ".join(letters.split())


def _closed_up(text: str) -> str:
    """Return moves without blanks at signs and within points: `V8/V5` for `V 8 / V 5`."""
    return re.sub(r"\b([vn]) (?=[0-9])", r"\1", re.sub(r" ?([/(-]) ?", r"\1", text))


def _asked(text: str, words: Words) -> Entry | None:
    """Return the entry for a word or sign, with or without a player in front, or None."""
    first, _, rest = text.partition(" ")
    player = _SIDES.get(words.get(first, first)) if rest else None
    said = text if player is None else rest
    word = _SIGNS.get(said) or words.get(said, said)
    if word in ASKING or (word in _PLAIN and player is None):
        return Plain(word, player)
    if word == "code":
        return CodeRequest(player)
    if word in _ANSWERS:
        return TypedKey(_ANSWERS[word], player, is_answer=True)
    key = _KEYS.get(word)
    return None if key is None else TypedKey(key, player)


def _figures(text: str, words: Words, *, by_names: bool) -> Figures:
    """Parse dice, starting points or moves. A zone may be in lower case."""
    dice = _DICE.fullmatch(text)
    faces = tuple(int(face) for face in dice.groups() if face) if dice else ()
    tokens = [token for token in re.split(r"[ ,+]+", text) if token]
    walks = []
    try:
        walks = [_walk(token, words, by_names=by_names) for token in tokens]
    except EntryError:
        if not faces:
            raise
    if not tokens:
        raise EntryError("unknown")
    single = {len(walk.stops) == 1 for walk in walks}
    if single == {True}:
        starts = tuple(walk.stops[0] for walk in walks for _ in range(walk.times))
        return Figures(faces, starts=starts)
    if single == {False}:
        return Figures(faces, walks=tuple(walks))
    if faces:
        return Figures(faces)
    raise EntryError("unknown")


def _walk(token: str, words: Words, *, by_names: bool) -> TypedMove:
    found = _TOKEN.fullmatch(token)
    if found is None:
        raise EntryError("unknown")
    stops: list[Stop] = []
    side = ""
    for place in re.split(r"[/-]", found[1]):
        text = place.rstrip("*")
        is_name = by_names and text.isdigit() and side + text in _PLACES
        stop = _stop(side + text if is_name else text, words)
        stops.append(stop)
        side = stop[0] if isinstance(stop, str) and stop[1:].isdigit() else ""
    return TypedMove(tuple(stops), int(found[2] or 1))


def _stop(text: str, words: Words) -> Stop:
    """Parse one place. Raises `EntryError`: `no-point` for a point that does not exist."""
    said = words.get(text, text)
    if said in _ASIDE:
        return _ASIDE[said]
    if re.fullmatch("[0-9]+", said):
        if int(said) > ENTRY:
            raise EntryError("no-point")
        return int(said)
    if said.upper() in _PLACES:
        return said.upper()
    raise EntryError("no-point" if re.fullmatch("[vn][0-9]+", said) else "unknown")
