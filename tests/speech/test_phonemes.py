"""What espeak-ng makes of every sentence: words of its own language, and no spelled-out sign."""

import re

import pytest

from companion.speech.catalogue import languages
from companion.speech.lexicon import normalise
from tests.speech.messages import PRINTED, texts
from tests.speech.pronunciation import ipa

pytest.importorskip("espeakng_loader", reason="pip install espeakng-loader")

VALUES = {
    "point": "V 6",
    "other": "N 12",
    "source": "V 8",
    "target": "N 1",
    "far": "V 5",
    "item": "6",
    "name": "Anne",
    "count": 5,
}


class Filled(dict[str, object]):
    """Values for the names of a sentence; whatever is not listed is a number."""

    def __missing__(self, _name: str) -> int:
        return 6


FOREIGN = {
    *("backgammon", "Crawford"),
    # Options, and programs.
    *("game", "keypads", "broker", "seal", "espeak", "JAWS", "VoiceOver"),
}
"""Words that a voice may say in another language's manner."""
SPELLED = {
    "fr": ("barre oblique", "tiret", "deux points", "point virgule", "apostrophe", "accolade"),
    "en": ("slash", "dash", "colon", "semicolon", "apostrophe", "brace", "underscore"),
}


def filled(text: str) -> str:
    return text.format_map(Filled(VALUES))


def spoken(text: str, lang: str) -> str:
    return normalise(filled(text), lang)


@pytest.mark.parametrize("lang", languages())
def test_every_sentence_is_pronounced_as_words_of_its_language(lang: str) -> None:
    for name, text in texts(lang):
        said = spoken(text, lang)
        is_written = name.startswith(PRINTED)  # its colons stand before lines to type
        if not is_written and not re.search(r"\}[.,]\{", text):
            assert said == filled(text), "already normal"
        native = said
        for word in FOREIGN:
            native = re.sub(word, "", native, flags=re.IGNORECASE)
        if not name.startswith("command."):  # words to type, in English
            assert "(" not in ipa(native, lang), text


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_no_sign_is_spelled_out(lang: str) -> None:
    signs = [ipa(word, lang) for word in SPELLED[lang]]
    for text in ("24/18, 13/9*", "6-3", "a: b; c", "« oui »", "{6} [3] (1)", "l_l", "V6"):
        heard = ipa(normalise(text, lang), lang)
        assert not any(sign in heard for sign in signs), (text, heard)
