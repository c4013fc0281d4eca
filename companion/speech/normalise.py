"""Signs and numbers written out, so that every voice reads every text aright.

The catalogues hold no such signs (a test sees to it); what comes from outside (a reason, a
referee's note) may. Measured on espeak-ng: French loses the minus of "-3", English reads "6-3" as
"six dash three" and "24/18" as "slash", and French reads "1 dame" without its gender.
"""

import re
from typing import Final

_WORDS: Final = {
    "fr": {
        "minus": "moins ",
        "plus": " plus ",
        "equals": " égale ",
        "percent": " pour cent",
        "and": " et ",
        "at": " arobase ",
    },
    "en": {
        "minus": "minus ",
        "plus": " plus ",
        "equals": " equals ",
        "percent": " per cent",
        "and": " and ",
        "at": " at ",
    },
}
_NAMED: Final = (
    (re.compile(r"(?<![\w.])[-\u2212](?=\d)"), "minus"),
    (re.compile(r"\+"), "plus"),
    (re.compile(r"="), "equals"),
    (re.compile(r"\s*%"), "percent"),
    (re.compile(r"\s*&\s*"), "and"),
    (re.compile(r"@"), "at"),
)
_POINT: Final = re.compile(r"\b([VN])(\d{1,2})\b")
_PAUSES: Final = re.compile(r"\s*[:;]\s*|\s+[-\u2013\u2014]+\s+|\s*\u2026|\.{3}")
_FEMININE: Final = re.compile(
    r"\b([2-68]1) (?=(?:secondes|minutes|différences|flèches|fois|tables|erreurs|décisions|parties)"
    r"\b)"
)
_AND_ONE: Final = {
    "21": "vingt et une ",
    "31": "trente et une ",
    "41": "quarante et une ",
    "51": "cinquante et une ",
    "61": "soixante et une ",
    "81": "quatre vingt une ",
}
"""French numbers agree only in their last "one"; espeak-ng reads the digits as masculine."""
_SILENT: Final = re.compile(r"[^\w\s,.!?'\u2019-]|_|(?<!\w)-|-(?!\w)|(?<=\d)-|-(?=\d)")
"""Everything but words and pauses; a hyphen inside a word stays."""


def normalise(text: str, lang: str) -> str:
    """Text a voice in that language can read: words, numbers, and the marks of a pause.

    Languages without a table of their own have their signs taken out, not named.
    """
    words = _WORDS.get(lang, {})
    for pattern, name in _NAMED:
        text = pattern.sub(words.get(name, " "), text)
    if lang == "fr":
        text = _FEMININE.sub(lambda found: _AND_ONE[found[1]], text)
    text = _POINT.sub(r"\1 \2", text)
    text = _PAUSES.sub(", ", text)
    text = _SILENT.sub(" ", text)
    text = re.sub(r"\s+", " ", text)
    return re.sub(r"\s+([,.])", r"\1", text).strip()
