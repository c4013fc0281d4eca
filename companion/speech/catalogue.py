"""Looks up messages by their ids in the catalogue of a language.

A message is a whole sentence. Its id begins with its topic, which names its file: `typed.no-dice`
is in `locale/LANG/typed.po`, compiled to `typed.mo`. A message may have variants, named by the
context in the file: the player (`green`, `black`), two different dice or a double (`two`,
`double`), the notation of points (`own` for a player's own numbers 24 to 1, `names` for the names
on the board), or a combination such as `green own`. Each language has only the variants that it
needs. See docs/translating.md.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from gettext import GNUTranslations
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from companion.message_error import MessageError
from companion.rules.vocabulary import Player
from companion.speech.toml_texts import LOCALE, in_language, load_errors, locale_text

OWN: Final = "own"
NAMES: Final = "names"
NOTATIONS: Final = (OWN, NAMES)
TWO: Final = "two"
DOUBLE: Final = "double"
_COLOURS: Final = {None: "", Player.V: "green", Player.N: "black"}
_ENGLISH: Final = "en"


Value: TypeAlias = "str | int | Sentence"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A message id and its values, independent of a language. `str` returns the English sentence.

    name -- the id, or "" for an English text in the values: `text`, or `reason` for a text of the
    system or a library, which is quoted if it has no translation
    values -- the values by name; a sentence used as a value loses its full stop
    """

    name: str
    values: tuple[tuple[str, Value], ...] = ()
    player: Player | None = None

    def __str__(self) -> str:
        """Return the sentence in English."""
        return Catalogue(_ENGLISH).tell(self)


def filled(name: str, player: Player | None = None, /, **values: Value) -> Sentence:
    """Return a message with its values. The value `reason` is a text of the system or a library."""
    return Sentence(name, tuple((n, _value(n, value)) for n, value in values.items()), player)


def plain(text: str) -> Sentence:
    """Return a text without a message: a name, or a library's message in English."""
    return Sentence("", (("text", text),))


Sentences = tuple[Sentence, ...]
"""Sentences to be printed on one line."""


class ExplainedError(Exception):
    """An error described by sentences in every language. `str` returns them in English.

    messages -- sentences, or the id of one message with its values, or a text of `plain`
    """

    def __init__(self, *messages: Sentence | str, **values: Value) -> None:
        super().__init__(*messages)
        self.sentences = tuple(_sentence(each, values) for each in messages)

    def __str__(self) -> str:
        """Return the sentences in English."""
        return Catalogue(_ENGLISH).tell(*self.sentences)


def _sentence(message: Sentence | str, values: Mapping[str, Value]) -> Sentence:
    if isinstance(message, Sentence):
        return message
    return plain(message) if " " in message else filled(message, **values)


def first_sentence(error: Exception) -> Sentence:
    """Return the first sentence of an error."""
    if isinstance(error, ExplainedError):
        return error.sentences[0]
    if isinstance(error, MessageError) and error.name:
        values = error.values.items()
        own = {n: first_sentence(v) if isinstance(v, Exception) else v for n, v in values}
        return filled(error.name, **own)
    return plain(" ".join(str(error).split()) or type(error).__name__)


def _value(name: str, value: Value) -> Value:
    is_reason = name == "reason" and isinstance(value, str)
    return Sentence("", (("reason", value),)) if is_reason else value


class UnknownLanguageError(ValueError):
    """There is no catalogue for a language. The message lists the known languages."""


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of all languages with compiled messages, sorted."""
    return tuple(sorted({path.parent.name for path in LOCALE.glob("*/*.mo")}))


@cache
def _topic(lang: str, topic: str) -> GNUTranslations | None:
    """Return the messages of a topic, which are loaded on first use."""
    path = LOCALE / lang / f"{topic}.mo"
    if not path.exists():
        return None
    with path.open("rb") as file:
        return GNUTranslations(file)


def load_messages() -> None:
    """Load the messages of all languages, so that their files may change during an evening."""
    for lang in languages():
        language(lang)
        load_errors(lang)
        for path in (LOCALE / lang).glob("*.mo"):
            _topic(lang, path.stem)


class Found(NamedTuple):
    """A message in the wanted variant. The key is the context and the id, joined as by gettext."""

    table: GNUTranslations
    key: str


@lru_cache(maxsize=16384)  # ids may come from untrusted data
def _find(lang: str, name: str, *wanted: str) -> Found | None:
    """Return a message in the variant that matches most of the wanted contexts."""
    table = _topic(lang, name.partition(".")[0])
    if table is None:
        return None
    keys = (f"{context}\4{name}" if context else name for context in _contexts(*wanted))
    return next((found for key in keys if text_of(found := Found(table, key)) != key), None)


def _contexts(*wanted: str) -> Iterator[str]:
    named = tuple(filter(None, wanted))
    for size in range(len(named), -1, -1):
        yield from map(" ".join, combinations(named, size))


class Catalogue:
    """The messages of one language.

    A missing message is taken from English. Raises `UnknownLanguageError` for a language without
    files.
    """

    def __init__(self, lang: str) -> None:
        if lang not in languages():
            known = ", ".join(languages())
            raise UnknownLanguageError(f"There are no sentences in {lang!r}; there are: {known}.")
        self.lang = lang

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
        """Return the sentence with its values; count selects the plural and fills `{count}`.

        player, dice (`TWO` or `DOUBLE`), notation (`OWN` or `NAMES`) -- select the variant

        Raises `KeyError` for an id without a message.
        """
        found = self._find(name, player, dice, notation)
        return text_of(found, count).format(count=count, **values)

    def tell(self, *sentences: Sentence) -> str:
        """Return the sentences in this language."""
        return " ".join(map(self._tell, sentences))

    def _tell(self, sentence: Sentence) -> str:
        values = {name: self._value(value) for name, value in sentence.values}
        if "reason" in values and not sentence.name:
            return self._reason(str(values["reason"]))
        if not sentence.name:
            return in_language(str(values["text"]), self.lang)
        return text_of(self._find(sentence.name, sentence.player)).format(**values)

    def _reason(self, text: str) -> str:
        """Translate a text of the system or a library, or quote it if it has no translation."""
        translated = in_language(text, self.lang)
        return translated if translated != text else self.say("error.quoted", text=text)

    def _value(self, value: Value) -> str | int:
        return self._tell(value).rstrip(".") if isinstance(value, Sentence) else value

    def _find(
        self, name: str, player: Player | None, dice: str = "", notation: str = NAMES
    ) -> Found:
        wanted = name, _COLOURS[player], dice, notation
        found = _find(self.lang, *wanted) or _find(_ENGLISH, *wanted)
        if found is None:
            raise KeyError(f"There is no message {name!r}.")
        return found


def text_of(found: Found, count: int = 1) -> str:
    """Return the text of a message for a count."""
    table, key = found
    text = table.ngettext(key, key, count)
    return text if text != key else table.gettext(key)


def is_message(name: str) -> bool:
    """Return whether there is a message of this id; English has all of them."""
    return _find(_ENGLISH, name, "green", TWO, NAMES) is not None


def first_message(*names: str) -> str:
    """Return the first of these ids that has a message; if none has, the last id."""
    return next((name for name in names[:-1] if is_message(name)), names[-1])


@dataclass(frozen=True, slots=True)
class Language:
    """The optional settings of a language in `locale/LANG/language.json`.

    also_called -- the language's names in operating systems, in lower case
    colon -- how a colon is printed after a word
    braille, contracted_braille -- liblouis tables
    signs -- words for minus, plus, equals, percent, and, at, decimal (the point in 0.14), and the
    separator of `figures` after it
    numbers -- the words for numbers that voices misread as digits in front of the words in `before`
    entries -- the words of each entry at the typed table, by English meaning
    rulings -- the words of each ruling of a referee
    """

    also_called: Sequence[str] = ()
    colon: str = ":"
    braille: str = ""
    contracted_braille: str = ""
    signs: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, str] = field(default_factory=dict)
    before: Sequence[str] = ()
    entries: dict[str, list[str]] = field(default_factory=dict)
    rulings: dict[str, list[str]] = field(default_factory=dict)


@cache
def language(code: str) -> Language:
    """Return the settings of a language, with defaults if it has no file."""
    return Language(**json.loads(locale_text(code, "language.json") or "{}"))
