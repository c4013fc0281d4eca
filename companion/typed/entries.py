"""A typed line as what it asks for. Source: docs/protocol.md, "Typed entries".

Case, accents and extra blanks do not matter. Figures may be dice, starting points or a move,
which only the game tells: an `Entry` then has a value for each reading.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from companion.link.messages import Key
from companion.rules.track import ENTRY, LAST_POINT
from companion.rules.vocabulary import BAR, HAND, OFF, POINTS, Player

LONGEST: Final = 200
"""Letters of an entry; a whole doublet by names has half of that."""
MOST_TIMES: Final = 15
"""How often one move may be made in a line."""

Words = Mapping[str, str]
"""What a word, or several, mean: `roll`, `undo`, `quit`, `turn`, `dice`, `pause`, a key's name,
`bar`, `hand`, `off`, `green`, `black`."""

Stop = int | str
"""A place: the mover's own number, 25 for bar or hand, 0 for off; a zone; or `hand`."""

IN_HAND: Final = "hand"
"""The mover's hand, though pieces of his wait on the bar."""
_ASIDE: Final[dict[str, Stop]] = {"bar": ENTRY, "hand": IN_HAND, "off": 0}
_PLACES: Final = {*POINTS, *BAR.values(), *OFF.values(), *HAND.values()}


class EntryError(ValueError):
    """A line that is no entry; the code of what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Walk:
    """One piece's way, so many times: from the first of the stops to the last."""

    stops: tuple[Stop, ...]
    times: int = 1


@dataclass(frozen=True, slots=True)
class Figures:
    """Dice, starting points or moves, as far as a line can be read as each of them."""

    dice: tuple[int, ...] = ()
    starts: tuple[Stop, ...] = ()
    walks: tuple[Walk, ...] = ()


@dataclass(frozen=True, slots=True)
class Pressed:
    """A key; player -- whose, None: of him whose turn or answer it is."""

    key: Key
    player: Player | None = None


@dataclass(frozen=True, slots=True)
class Point:
    """A question: what stands there."""

    place: Stop


@dataclass(frozen=True, slots=True)
class Ruled:
    """A referee's ruling, in the words of the keyboard's rulings."""

    order: str


@dataclass(frozen=True, slots=True)
class CodeOf:
    """A question: the code of a player's page; player as in `Pressed`."""

    player: Player | None = None


@dataclass(frozen=True, slots=True)
class Plain:
    """What needs no more: `lift` (an empty line) or one of `_PLAIN`."""

    what: str


Entry = Figures | Pressed | Point | Ruled | CodeOf | Plain

_SIGNS: Final[dict[str, Entry]] = {
    "": Plain("lift"),
    "/": Plain("roll"),
    "-": Plain("undo"),
    "+": Plain("menu"),
    "?": Plain("help"),
    "----": Plain("quit"),
    ".": Pressed(Key.REPEAT),
    "..": Pressed(Key.BOARD),
    "...": Pressed(Key.SCORE),
    "*": Pressed(Key.HINT),
    "++": Pressed(Key.YES),
    "--": Pressed(Key.NO),
    "**": Pressed(Key.CUBE),
    "***": CodeOf(),
}
"""The entries of a numeric keypad."""

_KEYS: Final = {key.value: key for key in Key} | {"double": Key.CUBE}
_SIDES: Final = {"green": Player.V, "black": Player.N}
_PLAIN: Final = ("roll", "undo", "quit", "help", "menu", "turn", "dice", "pause")
_DICE: Final = re.compile(r"([1-6])[ ,+-]?([1-6])?")
_TOKEN: Final = re.compile(r"([a-z0-9]+\*?(?:[/-][a-z0-9]+\*?)*)(?:\(([0-9]+)\))?")


def read(line: str, words: Words, *, by_names: bool = False) -> Entry:
    """Read one line. Raises `EntryError`: `long`, `unknown` or `no-point`.

    by_names -- points are called by their names, as in Jacquet: a number that follows a name in a
    move is then on the same side, as plays are spoken (`N12/5`).
    """
    if len(line) > LONGEST:
        raise EntryError("long")
    if line.strip().startswith(":"):
        return Ruled(line.strip()[1:].strip())
    text = plain(line)
    if text in _SIGNS:
        return _SIGNS[text]
    asked = _asked(text, words)
    if asked is not None:
        return asked
    text = _closed_up(text)
    if text.startswith("."):
        return Point(_stop(text[1:].strip(), words))
    return _figures(text, words, by_names=by_names)


def plain(line: str) -> str:
    """A line in small letters without accents and with single blanks."""
    parts = unicodedata.normalize("NFKD", line.casefold())
    letters = "".join(each for each in parts if not unicodedata.combining(each))
    return " ".join(letters.split())


def _closed_up(text: str) -> str:
    """Moves without the blanks round their signs and inside the name of a point: `V 8 / V 5`."""
    return re.sub(r"\b([vn]) (?=[0-9])", r"\1", re.sub(r" ?([/(-]) ?", r"\1", text))


def _asked(text: str, words: Words) -> Entry | None:
    """A word, with the side it is of or without; None where it is no such entry."""
    said = [words[text]] if text in words else [words.get(word, word) for word in text.split()]
    player = None
    if len(said) > 1:
        player = _SIDES.get(said[0]) or _LETTERS.get(said[0])
        if player is None:
            return None
        said = said[1:]
    if len(said) != 1:
        return None
    word = said[0]
    if player is None and word in _PLAIN:
        return Plain(word)
    if word == "code":
        return CodeOf(player)
    key = _KEYS.get(word)
    if key is None and player is not None:
        sign = _SIGNS.get(word)
        key = sign.key if isinstance(sign, Pressed) else None
    return None if key is None else Pressed(key, player)


_LETTERS: Final = {player.value.lower(): player for player in Player}


def _figures(text: str, words: Words, *, by_names: bool) -> Figures:
    """Dice, starting points or moves. A zone's letters may be small."""
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


def _walk(token: str, words: Words, *, by_names: bool) -> Walk:
    found = _TOKEN.fullmatch(token)
    if found is None:
        raise EntryError("unknown")
    times = found[2] or "1"
    if len(times) > len(str(MOST_TIMES)) or not 1 <= int(times) <= MOST_TIMES:
        raise EntryError("unknown")
    stops: list[Stop] = []
    side = ""
    for place in re.split(r"[/-]", found[1]):
        text = place.rstrip("*")
        is_name = by_names and text.isdigit() and side + text in _PLACES
        stop = _stop(side + text if is_name else text, words)
        stops.append(stop)
        side = stop[0] if isinstance(stop, str) and stop[1:].isdigit() else ""
    return Walk(tuple(stops), int(times))


def _stop(text: str, words: Words) -> Stop:
    """One place. Raises `EntryError`: `no-point` for a figure or a zone that there is not."""
    said = words.get(text, text)
    if said in _ASIDE:
        return _ASIDE[said]
    if re.fullmatch("[0-9]+", said):
        if len(said.lstrip("0")) > len(str(LAST_POINT)) or int(said) > ENTRY:
            raise EntryError("no-point")
        return int(said)
    if said.upper() in _PLACES:
        return said.upper()
    raise EntryError("no-point" if re.fullmatch("[vn][0-9]+", said) else "unknown")
