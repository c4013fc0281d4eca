"""What a language needs beside its sentences: `locale/LANG/language.json`, all of it optional.

`also_called` -- how systems name it, in small letters; `colon` -- as it is printed after a word,
":" if not given; `braille`, `contracted_braille` -- liblouis's tables; `signs` -- how minus, plus,
equals, percent, and, at, and decimal (the mark in 0.14) are read out, and what parts the `figures`
after that mark; `counted` -- numbers that are written out before certain
words, because a voice reads the digits wrong; `entries` -- at the typed table: for each meaning,
named in English, the words for it; `rulings` -- the same for a referee's rulings.
"""

import json
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from companion.speech.catalogue import LOCALE


@dataclass(frozen=True, slots=True)
class Language:
    """One language's own ways, see above. numbers, before -- the two parts of `counted`."""

    also_called: tuple[str, ...] = ()
    colon: str = ":"
    braille: str = ""
    contracted_braille: str = ""
    signs: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, str] = field(default_factory=dict)
    before: tuple[str, ...] = ()
    entries: dict[str, list[str]] = field(default_factory=dict)
    rulings: dict[str, list[str]] = field(default_factory=dict)


@cache
def language(code: str) -> Language:
    """A language's own ways; what most languages do where it has no file."""
    path = LOCALE / code / "language.json"
    if not path.exists():
        return Language()
    told: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    counted = told.pop("counted", {})
    return Language(
        also_called=tuple(told.pop("also_called", ())),
        numbers=counted.get("numbers", {}),
        before=tuple(counted.get("before", ())),
        **told,
    )
