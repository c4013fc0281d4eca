"""What a voice is given for a text: words respelt, signs and numbers written out.

Page, print, braille, events and journal keep the true spelling: only what a `Speaker` hands to its
voice goes through here. The companion's own words stand in `locale/LANG/spoken.txt`, which a
language may do without; a user may add a file of the same form (`--words`, docs/voices.md):

    # a remark
    gammon = gamone
    [fr espeak]
    postillon = postiillon
    [espeak before au à]
    6 = siss

A line in brackets says for what the lines after it hold: for a language, for voices by a word of
the name that the companion tells of them, and, after `before`, only where one of these words
comes next. Lines without brackets before them hold for every language and every voice.

The catalogues hold no signs (a test sees to it); what comes from outside (a reason, a referee's
note) may. Measured on espeak-ng: French loses the minus of "-3", English reads "6-3" as "six dash
three" and "24/18" as "slash", and French reads "1 dame" without its gender.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from companion.regular_files import read_regular
from companion.speech.catalogue import LOCALE, ExplainedError, filled, language, languages

FILE: Final = "spoken.txt"
_MOST_LETTERS: Final = 200_000
"""What is longer is no list of words."""
_TOLD_LINES: Final = 5
_BEFORE: Final = "before"


class LexiconError(ExplainedError, ValueError):
    """A file of words that cannot be read; the message says which and why."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word, or several in a row, as a voice is to be given it.

    lang -- the language it is for, "" for every one; voices -- words of the names of the voices it
    is for, none for every voice; before -- the words before which alone it is respelt, none for
    anywhere.
    """

    written: str
    spoken: str
    lang: str = ""
    voices: frozenset[str] = frozenset()
    before: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Words to be respelt; of two that fit, the one that stands first counts."""

    words: tuple[Word, ...] = ()

    def respell(self, text: str, lang: str, voice: str) -> str:
        """What a voice is given for a text. voice -- its name, as the companion tells it."""
        pattern, chosen = _pattern(self, lang, voice)
        return pattern.sub(lambda found: chosen[int(str(found.lastgroup)[1:])].spoken, text)


def own_words(lang: str) -> tuple[Word, ...]:
    """The companion's own words for a language; none where it has no such file."""
    path = LOCALE / lang / FILE
    if not path.exists():
        return ()
    return read_words(path.read_text(encoding="utf-8"), lang)[0]


def users_lexicon(file: str) -> tuple[Lexicon, tuple[str, ...]]:
    """A user's words, "" for no file, and one line to be told where some cannot be used.

    Raises `LexiconError` for a file that cannot be read at all.
    """
    if not file:
        return Lexicon(), ()
    try:
        text = read_regular(file, 4 * _MOST_LETTERS).decode("utf-8-sig")
    except (OSError, ValueError) as error:
        why = filled("refusal.not-text", file=file)
        if isinstance(error, OSError):
            why = filled("refusal.words-unreadable", file=file, reason=str(error.strerror))
        raise LexiconError(why) from None
    if len(text) > _MOST_LETTERS:
        raise LexiconError(filled("refusal.words-too-many", file=file, most=_MOST_LETTERS))
    words, wrong = read_words(text)
    return Lexicon(words), _left_out(file, wrong)


def _left_out(file: str, wrong: tuple[int, ...]) -> tuple[str, ...]:
    if not wrong:
        return ()
    named = ", ".join(map(str, wrong[:_TOLD_LINES]))
    more = f" and {len(wrong) - _TOLD_LINES} more" if len(wrong) > _TOLD_LINES else ""
    what = "Line" if len(wrong) == 1 else "Lines"
    has = "is left out, it is" if len(wrong) == 1 else "are left out, they are"
    return (f"{what} {named}{more} of {file} {has} not of the form: word = how it is said.",)


def read_words(text: str, lang: str = "") -> tuple[tuple[Word, ...], tuple[int, ...]]:
    """Read words, and the numbers of the lines that are none.

    lang -- the language of all of them, "" where the brackets tell.
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
    """What a line in brackets says; None where it is none, and what follows holds for nothing."""
    if not line.endswith("]"):
        return None
    told, _, before = line[1:-1].partition(f"{_BEFORE} ")
    names = told.casefold().split()
    named = [name for name in names if name in languages()]
    if len(named) > 1 or not (names or before.split()):
        return None
    voices = frozenset(names) - frozenset(named)
    return Word("", "", named[0] if named else lang, voices, tuple(before.split()))


@cache
def _pattern(lexicon: Lexicon, lang: str, voice: str) -> tuple[re.Pattern[str], tuple[Word, ...]]:
    """What finds the words that hold for a language and a voice, and these words.

    The user's go before the companion's own; among them those of more letters, and those that look
    at what comes next, before the others.
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
    """The expression for a word; blanks in it may be any."""
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
"""Everything but words and pauses; a hyphen inside a word stays."""


@cache
def _counted(lang: str) -> re.Pattern[str] | None:
    """Numbers that agree with the word after them, which voices read without looking at it."""
    own = language(lang)
    if not own.numbers:
        return None
    return re.compile(rf"\b({'|'.join(own.numbers)})(?= (?:{'|'.join(own.before)})\b)")


def normalise(text: str, lang: str) -> str:
    """Text a voice in that language can read: words, numbers, and the marks of a pause.

    Languages without a table of their own have their signs taken out, not named.
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
    """A decimal number; its figures are read one by one where a language does so, or one is 0."""
    apart = " " if figures.startswith("0") else words["figures"]
    return f"{whole}{words['decimal']}{apart.join(figures)}"
