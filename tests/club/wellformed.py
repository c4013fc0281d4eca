"""Makes random facts that are well-formed but mostly meaningless.

Each field has a value of its type, usually one that the program uses for another field.
"""

import dataclasses
import enum
import random
import types
import typing
from dataclasses import MISSING
from typing import Any, Final

from companion.referee import facts as f
from companion.referee.rulings import KINDS as RULINGS
from companion.rules.verdicts import Code
from companion.rules.vocabulary import ZONES
from tests.tables import table
from tests.web.scenes import JACQUET, MADE_FIVE, START, WRONG

KINDS: Final = typing.get_args(f.Fact)

POSITIONS: Final = (
    START,
    MADE_FIVE,
    WRONG,
    JACQUET,
    "VH=15v NH=15n",
    "V1=3?",
    "V12=99v",
    "rubbish",
)

WORDS: Final[tuple[str, ...]] = tuple(table("club/words"))

USUAL: Final = {
    "kind": ("v", "n", "V", "N", "unknown", "single", "gammon"),
    "game": ("backgammon", "jacquet", "dutch", "acey-deucey"),
    "state": ("connected", "lost", "searching"), "what": RULINGS, "how": ("accepted", "corrected"),
    "action": ("offer", "take", "drop", "accept", "refuse"), "layout": ("mirrored", "turned"),
    "options": ("count-games", "no-crawford", "automatic-doubles"),
    "exercise": ("", "", "bear-off"), "trend": ("better", "worse", "same", ""),
    "step": ("again", "shown", "game", "length", "rules", "option", "clock"), "item": ("", "V6"),
    "topic": ("demand", "kept", "cancelled", "reading", "still", "stop", "lift"),
    "text": ("undo", "dice", START), "ends_by": ("lift", "yes"), "place": ("V7", "die2", "more"),
}  # fmt: skip
"""The names used most often for fields that have their own names."""

LEFT_OUT: Final = 0.2
"""The share of facts without their optional fields."""

NUMBERS: Final = (0, 0, 1, 1, 2, 3, 4, 5, 6, 6, 7, 12, 15, 64, -1, 100, 9999, 2**31, 10**18, 10**60)


def names_in_the_program() -> tuple[str, ...]:
    """Return the codes that facts may contain, from the annotations with enumerations."""
    return (*ZONES, *(code.value for code in Code))


WRITTEN: Final = (*WORDS, *names_in_the_program(), *POSITIONS)


def fact(chance: random.Random) -> dict[str, Any]:
    """Return a random fact as JSON data."""
    made: dict[str, Any] = value(chance.choice(KINDS), chance)
    return {"fact": made.pop("@")} | made


def value(kind: Any, chance: random.Random, name: str = "") -> Any:
    """Return a random value of an annotated type."""
    origin, of = typing.get_origin(kind), typing.get_args(kind)
    if origin in (types.UnionType, typing.Union):
        return value(chance.choice(of), chance, name)
    if origin is tuple:
        many = (of[0],) * chance.choice((0, 1, 1, 2, 3)) if of[1:] == (...,) else of
        return [value(each, chance, name) for each in many]
    if dataclasses.is_dataclass(kind):
        hints = typing.get_type_hints(kind)
        free = {each.name for each in dataclasses.fields(kind) if each.default is not MISSING}
        left_out = free if chance.random() < LEFT_OUT else set()
        wanted = {each: hint for each, hint in hints.items() if each not in left_out}
        fields = {each: value(hint, chance, each) for each, hint in wanted.items()}
        return {"@": kind.__name__} | fields  # type: ignore[union-attr]
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return chance.choice(list(kind)).value
    if kind is str:
        return text(chance, name)
    return {bool: chance.choice((True, False)), int: number(chance, name)}.get(kind)


def text(chance: random.Random, name: str) -> str:
    """Return a text, mostly a valid position if one is expected, so that other fields matter."""
    if chance.random() < 0.8:
        if name in ("position", "before", "end"):
            return chance.choice(POSITIONS[:5])
        if name in ("source", "target", "zone", "zones"):
            return chance.choice(ZONES)
        if name in USUAL:
            return chance.choice(USUAL[name])
    return chance.choice(WRITTEN)


def number(chance: random.Random, name: str) -> int:
    """Return a number, mostly from 1 to 6 if a die is expected."""
    if name in ("dice", "die", "v", "n") and chance.random() < 0.8:
        return chance.randint(1, 6)
    return chance.choice(NUMBERS[:14] if chance.random() < 0.8 else NUMBERS)
