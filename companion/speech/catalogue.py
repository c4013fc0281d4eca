"""Messages by their ids: every sentence of a language, out of the files of its folder.

A message is a whole sentence, never glued out of fragments. Its id begins with its topic, which is
the file it stands in: `typed.no-dice` is in `locale/LANG/typed.po`, compiled to `typed.mo`. English
is a language like any other. A message may have variants, named by the context in the file: of the
player it is about (`green`, `black`), of two different dice and of a double (`two`, `double`), and
of the notation of points (`own` for a player's own numbers 24 to 1, `names` for the names on the
board), together as `green own`. A language has those that it needs. See docs/translating.md.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from gettext import GNUTranslations
from itertools import combinations
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion.rules.vocabulary import Player

LOCALE: Final = Path(__file__).parent / "locale"
OWN: Final = "own"
NAMES: Final = "names"
TWO: Final = "two"
DOUBLE: Final = "double"
_COLOURS: Final = {None: "", Player.V: "green", Player.N: "black"}
_ENGLISH: Final = "en"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A message and what fills it, not yet in a language; as text it is English.

    name -- its id, "" for a text that is told as it is: its value `text`.
    """

    name: str
    values: tuple[tuple[str, str | int], ...] = ()
    player: Player | None = None

    def __str__(self) -> str:
        """Tell it in English."""
        return Catalogue(_ENGLISH).tell(self)


def filled(name: str, player: Player | None = None, /, **values: str | int) -> Sentence:
    """A message with what fills it."""
    return Sentence(name, tuple(values.items()), player)


def plain(text: str) -> Sentence:
    """A text that is the same in every language."""
    return Sentence("", (("text", text),))


Sentences = tuple[Sentence, ...]
"""What is told in one line."""


class ExplainedError(Exception):
    """What went wrong in sentences that can be told in every language; as text they are English.

    A plain text is told as it is.
    """

    def __init__(self, *sentences: Sentence | str) -> None:
        super().__init__(*sentences)
        self.sentences = tuple(plain(each) if isinstance(each, str) else each for each in sentences)

    def __str__(self) -> str:
        """Tell them in English."""
        return Catalogue(_ENGLISH).tell(*self.sentences)


class UnknownLanguageError(ValueError):
    """There are no messages in a language; the text lists the languages there are."""


@cache
def languages() -> tuple[str, ...]:
    """Every language that can be spoken: each folder with compiled messages, sorted."""
    return tuple(sorted({path.parent.name for path in LOCALE.glob("*/*.mo")}))


@cache
def _topic(lang: str, topic: str) -> GNUTranslations | None:
    """The messages on a topic; read when the first of them is said."""
    path = LOCALE / lang / f"{topic}.mo"
    if not path.exists():
        return None
    with path.open("rb") as file:
        return GNUTranslations(file)


class Found(NamedTuple):
    """A message in the variant that is wanted. text -- "" for one with a number."""

    text: str
    table: GNUTranslations
    context: str


@lru_cache(maxsize=16384)  # ids may come from others' data
def _find(lang: str, name: str, *wanted: str) -> Found | None:
    """Return a message in the variant that matches most of the wanted contexts."""
    table = _topic(lang, name.partition(".")[0])
    if table is None:
        return None
    for context in _contexts(*wanted):
        if _plural(table, context, name, 1) != name:
            return Found("", table, context)
        text = table.pgettext(context, name) if context else table.gettext(name)
        if text != name:
            return Found(text, table, context)
    return None


def _contexts(*wanted: str) -> Iterator[str]:
    named = tuple(filter(None, wanted))
    for size in range(len(named), -1, -1):
        yield from map(" ".join, combinations(named, size))


def _plural(table: GNUTranslations, context: str, name: str, count: int) -> str:
    if context:
        return table.npgettext(context, name, name, count)
    return table.ngettext(name, name, count)


class Catalogue:
    """One language: turns ids of messages into sentences.

    What a language lacks is said in English. Raises `UnknownLanguageError` for one without files.
    """

    def __init__(self, lang: str) -> None:
        if lang not in languages():
            known = ", ".join(languages())
            raise UnknownLanguageError(f"There are no sentences in {lang!r}; there are: {known}.")
        self.lang = lang

    def knows(self, name: str) -> bool:
        """Return whether there is a message of this id."""
        return _known(self.lang, name)

    def first(self, *names: str) -> str:
        """The first of these ids that there is a message for; the last if there is none before."""
        return next((name for name in names[:-1] if self.knows(name)), names[-1])

    def say(
        self,
        name: str,
        player: Player | None = None,
        dice: str = "",
        /,
        *,
        count: int = 1,
        notation: str = NAMES,
        **values: str | int,
    ) -> str:
        """The sentence with its values; count chooses the plural and fills `{count}`.

        player, dice (`TWO` or `DOUBLE`), notation (`OWN` or `NAMES`) -- which variant, for a
        message that has several. Raises `KeyError` for an id without a message.
        """
        found = self._find(name, player, dice, notation)
        return _text(found, name, count).format(count=count, **values)

    def tell(self, *sentences: Sentence) -> str:
        """Sentences that were filled elsewhere, in this language."""
        return " ".join(map(self._tell, sentences))

    def _tell(self, sentence: Sentence) -> str:
        values = dict(sentence.values)
        if not sentence.name:
            return str(values["text"])
        return _text(self._find(sentence.name, sentence.player), sentence.name).format(**values)

    def _find(
        self, name: str, player: Player | None, dice: str = "", notation: str = NAMES
    ) -> Found:
        wanted = name, _COLOURS[player], dice, notation
        found = _find(self.lang, *wanted) or _find(_ENGLISH, *wanted)
        if found is None:
            raise KeyError(f"There is no message {name!r}.")
        return found


def _text(found: Found, name: str, count: int = 1) -> str:
    return found.text or _plural(found.table, found.context, name, count)


def is_message(name: str) -> bool:
    """Return whether there is a message of this id, in whatever language."""
    return _known(_ENGLISH, name)


@lru_cache(maxsize=16384)
def _known(lang: str, name: str) -> bool:
    every = "green", TWO, NAMES
    return any(_find(each, name, *every) is not None for each in (lang, _ENGLISH))


@dataclass(frozen=True, slots=True)
class Language:
    """What a language needs besides its sentences: `locale/LANG/language.json`, all of it optional.

    also_called -- how systems name it, in small letters; colon -- as it is printed after a word;
    braille, contracted_braille -- liblouis's tables; signs -- how minus, plus, equals, percent,
    and, at, and decimal (the mark in 0.14) are read out, and what parts the `figures` after that
    mark; numbers -- those that are written out before certain words (`before`), because a voice
    reads the digits wrong, together `counted` in the file; entries -- at the typed table: for each
    meaning, named in English, the words for it; rulings -- the same for a referee's rulings.
    """

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
