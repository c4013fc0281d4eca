"""From a phrase to a sentence in a language: gettext behind one small door.

A `Phrase` is a whole sentence with English as its name (the msgid). Sentences are never glued out
of fragments: colour, number and notation each have sentences of their own. English needs no
catalogue; every other language is one file `locale/<lang>/LC_MESSAGES/companion.po`, compiled to
the `.mo` beside it.

Some sentences name points and need another preposition in each notation (French: "du 8 au 5", but
"de V 8 à V 5"). They are *sited*: they stand in the catalogue twice, with the context `own` for a
player's own numbers 24 to 1 and with the context `names` for the names on the board.
"""

import functools
import gettext
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from companion.rules.vocabulary import Player

DOMAIN: Final = "companion"
LOCALE: Final = Path(__file__).parent / "locale"
OWN: Final = "own"
NAMES: Final = "names"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence by its English text; many is its plural form or empty.

    own -- what it says instead where points have own numbers, with its plural form if it has one;
    empty where the English text is the same in both notations.
    """

    one: str
    many: str = ""
    is_sited: bool = False
    own: tuple[str, ...] = ()


class WithDice(NamedTuple):
    """A sentence that names a throw: of two different dice, and of a double."""

    two: Phrase
    double: Phrase


@dataclass(frozen=True, slots=True)
class Sentence:
    """A phrase and what fills it, not yet in a language; as text it is English."""

    phrase: Phrase
    values: tuple[tuple[str, str | int], ...] = ()

    def __str__(self) -> str:
        """Tell it in English."""
        return Catalogue("en").tell(self)


def filled(text: Phrase, **values: str | int) -> Sentence:
    """A phrase with what fills it."""
    return Sentence(text, tuple(values.items()))


_AS_IT_IS: Final = Phrase("{text}")
Sentences = tuple[Sentence, ...]
"""What is told in one line."""


class ExplainedError(Exception):
    """What went wrong in sentences that can be told in every language; as text they are English.

    A plain text is told as it is.
    """

    def __init__(self, *sentences: Sentence | str) -> None:
        super().__init__(*sentences)
        self.sentences = tuple(
            Sentence(_AS_IT_IS, (("text", each),)) if isinstance(each, str) else each
            for each in sentences
        )

    def __str__(self) -> str:
        """Tell them in English."""
        return Catalogue("en").tell(*self.sentences)


ByPlayer = dict[Player, Phrase]
_Text = TypeVar("_Text", Phrase, WithDice)
_OTHER: Final = {"green": "black", "black": "green", "Green": "Black", "Black": "Green"}


def phrase(text: str) -> Phrase:
    """Mark a sentence for the catalogues."""
    return Phrase(text)


def plural(one: str, many: str) -> Phrase:
    """Mark a sentence with a number in it; none at all is another phrase of its own."""
    return Phrase(one, many)


def sited(text: str, *, own: str = "") -> Phrase:
    """Mark a sentence that names points, with a version for each notation.

    own -- its English text by own numbers where it is another, because it tells whose they are.
    """
    return Phrase(text, "", is_sited=True, own=(own,) if own else ())


def sited_plural(one: str, many: str, *, own: tuple[str, str] | tuple[()] = ()) -> Phrase:
    """Mark a sentence that names points and holds a number; own: see `sited`, with its plural."""
    return Phrase(one, many, is_sited=True, own=own)


def colours_exchanged(english: str) -> str:
    """What an English text says when green and black are exchanged, `{green}` and `{black}` too."""
    return re.sub("|".join(_OTHER), lambda found: _OTHER[found[0]], english)


def by_player(green: _Text, black: _Text | None = None) -> dict[Player, _Text]:
    """A sentence for each player; for black it is green's with the colours exchanged, if not given.

    Both are whole sentences of their own in the catalogues, so that a language may decline them;
    the translators' comment for black's has its colours exchanged likewise.
    """
    return {Player.V: green, Player.N: _exchanged(green) if black is None else black}


def by_place(
    bar: Phrase, tray: Phrase, dice: Phrase | None = None, hand: Phrase | None = None
) -> dict[str, Phrase]:
    """Sentences on green's places, and on black's made of them, by the names of the places."""
    named = (
        {"B": bar, "O": tray} | ({"-dice": dice} if dice else {}) | ({"H": hand} if hand else {})
    )
    pairs = ((end, by_player(text)) for end, text in named.items())
    return {f"{player}{end}": pair[player] for end, pair in pairs for player in Player}


def _exchanged(green: _Text) -> _Text:
    if isinstance(green, WithDice):
        return WithDice(_exchanged(green.two), _exchanged(green.double))
    one, many, *own = map(colours_exchanged, (green.one, green.many, *green.own))
    return replace(green, one=one, many=many, own=tuple(own))


class UnknownLanguageError(ValueError):
    """There is no catalogue for a language; the message lists those there are."""


@functools.cache
def languages() -> tuple[str, ...]:
    """Every language that can be spoken: English and each compiled catalogue, sorted."""
    found = {path.parts[-3] for path in LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")}
    return tuple(sorted(found | {"en"}))


@functools.cache
def _translations(lang: str) -> gettext.NullTranslations:
    if lang not in languages():
        known = ", ".join(languages())
        raise UnknownLanguageError(f"There are no sentences in {lang!r}; there are: {known}.")
    if lang == "en":
        return gettext.NullTranslations()
    return gettext.translation(DOMAIN, LOCALE, [lang])


class Catalogue:
    """One language: turns phrases into sentences.

    Raises `UnknownLanguageError` for a language that has no file.
    """

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._translations = _translations(lang)

    def say(
        self,
        text: Phrase,
        *,
        count: int = 1,
        notation: str = NAMES,
        **values: str | int,
    ) -> str:
        """The sentence with its values; count chooses the plural and fills `{count}`.

        notation -- `OWN` or `NAMES`, for sited phrases only.
        """
        found = self._look_up(text, count, notation)
        return found.format(count=count, **values)

    def tell(self, *sentences: Sentence) -> str:
        """Sentences that were filled elsewhere, in this language."""
        found = (self._look_up(each.phrase, 1, NAMES) for each in sentences)
        return " ".join(
            text.format(**dict(each.values)) for text, each in zip(found, sentences, strict=True)
        )

    def _look_up(self, text: Phrase, count: int, notation: str) -> str:
        table = self._translations
        ids = text.own if text.own and notation == OWN else (text.one, text.many)
        if text.is_sited and text.many:
            return table.npgettext(notation, ids[0], ids[1], count)
        if text.is_sited:
            return table.pgettext(notation, ids[0])
        if text.many:
            return table.ngettext(text.one, text.many, count)
        return table.gettext(text.one)
