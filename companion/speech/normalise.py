"""Signs and numbers written out, so that every voice reads every text aright.

The catalogues hold no such signs (a test sees to it); what comes from outside (a reason, a
referee's note) may. Measured on espeak-ng: French loses the minus of "-3", English reads "6-3" as
"six dash three" and "24/18" as "slash", and French reads "1 dame" without its gender.
"""

import re
from functools import cache
from typing import Final

from companion.speech.language import language

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
