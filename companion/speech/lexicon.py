"""Prepares texts for a voice: respells words, and writes out signs and numbers.

Only texts that a `Speaker` passes to its voice are changed, not texts on the page, in print,
braille, events or journal. The words are in the optional file `locale/LANG/spoken.txt`; a user may
add a file of the same format (`--words`, docs/voices.md):

    # a comment
    gammon = gamone
    [fr espeak]
    postillon = postiillon
    [espeak before au à]
    6 = siss

A line in brackets restricts the following lines to a language, to voices with a word in their name,
and, after `before`, to places where one of these words comes next. Lines before any brackets apply
to all languages and voices.

The catalogues contain no signs (a test checks this), but other text (a reason, a referee's note)
may. Measured on espeak-ng: French loses the minus of "-3", English reads "6-3" as "six dash
three" and "24/18" as "slash", and French reads "1 dame" without its gender.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from companion.speech.catalogue import ExplainedError, Sentence, filled, language, languages
from companion.speech.toml_texts import locale_text
from companion.untrusted import read_regular

FILE: Final = "spoken.txt"
_MOST_LETTERS: Final = 200_000
"""The maximum number of characters in a file of words."""
_TOLD_LINES: Final = 5
_BEFORE: Final = "before"


class LexiconError(ExplainedError, ValueError):
    """A file of words cannot be read. The message says which and why."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word or several in a row, and how to respell them.

    lang -- the language of the word, "" for all
    voices -- the voice's name must contain one of these words; empty for all voices
    before -- one of these words must follow; empty if any word may follow
    """

    written: str
    spoken: str
    lang: str = ""
    voices: frozenset[str] = frozenset()
    before: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Words to be respelt. The first entry that fits is used."""

    words: tuple[Word, ...] = ()

    def respell(self, text: str, lang: str, voice: str) -> str:
        """Return a text as passed to a voice. voice -- the name of the voice as announced."""
        pattern, chosen = _pattern(self, lang, voice)
        return pattern.sub(lambda found: chosen[int(str(found.lastgroup)[1:])].spoken, text)


def own_words(lang: str) -> tuple[Word, ...]:
    """Return the companion's own words for a language, if any."""
    return read_words(locale_text(lang, FILE), lang)[0]


def users_lexicon(file: str) -> tuple[Lexicon, Sentence | None]:
    """Return a user's words, and a message about unusable lines, if any.

    file -- the path of the user's file, "" for none. Raises `LexiconError` if it is unreadable.
    """
    if not file:
        return Lexicon(), None
    try:
        text = read_regular(file, 4 * _MOST_LETTERS).decode("utf-8-sig")
    except (OSError, ValueError) as error:
        why = filled("refusal.not-text", file=file)
        if isinstance(error, OSError):
            why = filled("refusal.words-unreadable", file=file, reason=str(error.strerror))
        raise LexiconError(why) from None
    if len(text) > _MOST_LETTERS:
        raise LexiconError("refusal.words-too-many", file=file, most=_MOST_LETTERS)
    words, wrong = read_words(text)
    return Lexicon(words), _left_out(file, wrong)


def _left_out(file: str, wrong: tuple[int, ...]) -> Sentence | None:
    if not wrong:
        return None
    named = ", ".join(map(str, wrong[:_TOLD_LINES])) + "…" * (len(wrong) > _TOLD_LINES)
    return filled("command.words-left-out", file=file, lines=named)


def read_words(text: str, lang: str = "") -> tuple[tuple[Word, ...], tuple[int, ...]]:
    """Return the words of a file, and the numbers of its unusable lines.

    lang -- the language of all words, "" if the brackets name it
    """
    words: list[Word] = []
    wrong: list[int] = []
    scope: Word | None = Word("", "", lang)
    for number, line in enumerate(text.splitlines(), 1):
        said = line.strip()
        if not said or said.startswith("#"):
            continue
        if said.startswith("["):
            scope = _scope(said, lang)
            if scope is None:
                wrong.append(number)
            continue
        written, _, spoken = (part.strip() for part in said.partition("="))
        if not written or not re.search(r"\w", spoken) or "\0" in said:
            wrong.append(number)
        elif scope is not None:
            words.append(Word(written, spoken, scope.lang, scope.voices, scope.before))
    return tuple(words), tuple(wrong)


def _scope(line: str, lang: str) -> Word | None:
    """Parse a line in brackets.

    Return None if it is wrong, so that the lines after it are ignored.
    """
    if not line.endswith("]"):
        return None
    listed, _, before = line[1:-1].partition(f"{_BEFORE} ")
    names = listed.casefold().split()
    named = [name for name in names if name in languages()]
    if len(named) > 1 or not (names or before.split()):
        return None
    voices = frozenset(names) - frozenset(named)
    return Word("", "", named[0] if named else lang, voices, tuple(before.split()))


@cache
def _pattern(lexicon: Lexicon, lang: str, voice: str) -> tuple[re.Pattern[str], tuple[Word, ...]]:
    """Return the words for a language and a voice, and a pattern that finds them.

    The user's words come before the companion's own. Within each group, longer words and words with
    a condition on the next word come first.
    """
    chosen = (*_fitting(lexicon.words, lang, voice), *_fitting(own_words(lang), lang, voice))
    parts = (f"(?P<w{number}>{_found(word)})" for number, word in enumerate(chosen))
    return re.compile("|".join(parts) or r"(?!)", re.IGNORECASE), chosen


def _fitting(words: tuple[Word, ...], lang: str, voice: str) -> Iterator[Word]:
    names = set(re.findall(r"\w+", voice.casefold()))
    fitting = (
        word
        for word in words
        if word.lang in ("", lang) and (not word.voices or word.voices & names)
    )
    return iter(sorted(fitting, key=lambda word: (-len(word.written), not word.before)))


def _found(word: Word) -> str:
    """Return the regular expression for a word, in which a blank matches any white space."""
    written = r"\s+".join(map(re.escape, word.written.split()))
    following = "|".join(map(re.escape, word.before))
    after = rf"(?=\s+(?:{following})(?!\w))" if following else ""
    return rf"(?<!\w){written}(?!\w){after}"


_NAMED: Final = (
    (re.compile(r"(?<![\w.])[-\u2212](?=\d)"), "minus"),
    (re.compile(r"\+"), "plus"),
    (re.compile(r"="), "equals"),
    (re.compile(r"\s*%"), "percent"),
    (re.compile(r"\s*&\s*"), "and"),
    (re.compile(r"@"), "at"),
)
_POINT: Final = re.compile(r"\b([VN])(\d{1,2})\b")
_DECIMAL: Final = re.compile(r"(?<![\w.,])(\d+)[.,](\d+)(?!\w|[.,]\d)")
_PAUSES: Final = re.compile(r"\s*[:;]\s*|\s+[-\u2013\u2014]+\s+|\s*\u2026|\.{3}")
_SILENT: Final = re.compile(r"[^\w\s,.!?'\u2019-]|_|(?<!\w)-|-(?!\w)|(?<=\d)-|-(?=\d)")
"""Matches everything except words and pauses; a hyphen inside a word is kept."""


@cache
def _counted(lang: str) -> re.Pattern[str] | None:
    """Return a pattern for numbers that voices misread before certain words, None if there is none.

    In French, for example, "21 dames" must be read as "vingt et une dames".
    """
    own = language(lang)
    if not own.numbers:
        return None
    return re.compile(rf"\b({'|'.join(own.numbers)})(?= (?:{'|'.join(own.before)})\b)")


def normalise(text: str, lang: str) -> str:
    """Return a text with only words, numbers and the marks of pauses.

    In a language without a table of signs, other signs are removed.
    """
    words = language(lang).signs
    for pattern, name in _NAMED:
        text = pattern.sub(words.get(name, " "), text)
    if "decimal" in words:
        text = _DECIMAL.sub(lambda found: _decimal(found[1], found[2], words), text)
    counted = _counted(lang)
    if counted is not None:
        text = counted.sub(lambda found: language(lang).numbers[found[1]], text)
    text = _POINT.sub(r"\1 \2", text)
    text = _PAUSES.sub(", ", text)
    text = _SILENT.sub(" ", text)
    text = re.sub(r"\s+", " ", text)
    return re.sub(r"\s+([,.])", r"\1", text).strip()


def _decimal(whole: str, figures: str, words: dict[str, str]) -> str:
    """Return a decimal number in words.

    The digits after the point are read one by one if the first is 0 or if the language always
    does so, otherwise as one number.
    """
    apart = " " if figures.startswith("0") else words["figures"]
    return f"{whole}{words['decimal']}{apart.join(figures)}"
