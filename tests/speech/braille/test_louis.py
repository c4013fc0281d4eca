"""liblouis writes every sentence in its language's cells, and they read back as the sentence."""

from unittest.mock import patch

import pytest

from companion.speech.braille.book import BrailleError
from companion.speech.braille.louis import Louis
from companion.speech.catalogue import Language, languages
from companion.speech.lexicon import normalise
from tests.speech.messages import PRINTED, texts

VALUES = {"point": "V 6", "other": "N 12", "source": "24", "target": "18", "far": "5", "item": "6"}
SIX_DOTS = range(0x2800, 0x2840)


class ReadingLouis(Louis):
    def read_back(self, cells: str, lang: str) -> str:
        """Return braille as text."""
        back = self._library.lou_backTranslateString
        with patch.object(self._library, "lou_translateString", back):
            return self.transcribe(cells, lang)


@pytest.fixture(scope="module", params=[False, True], ids=["uncontracted", "contracted"])
def louis(request: pytest.FixtureRequest) -> ReadingLouis:
    return opened(contracted=request.param)


def opened(*, contracted: bool = False) -> ReadingLouis:
    """Skips where liblouis is not installed, and for no other reason."""
    try:
        return ReadingLouis(contracted=contracted)
    except BrailleError as error:
        if "apt install" not in str(error):
            raise
        pytest.skip(str(error))


def filled(text: str) -> str:
    class Six(dict[str, object]):
        def __missing__(self, _name: str) -> int:
            return 6

    return text.format_map(Six(VALUES, name="Anne", points="6:5, 8:3", count=12))


@pytest.mark.slow
@pytest.mark.parametrize("lang", languages())
def test_every_sentence_is_six_dot_braille_and_reads_back(louis: ReadingLouis, lang: str) -> None:
    for name, text in texts(lang):
        if name.startswith(PRINTED):
            continue
        sentence = filled(text)
        cells = louis.transcribe(sentence, lang)
        assert all(ord(cell) in SIX_DOTS for cell in cells), sentence
        # UEB has one apostrophe; it reads back as the typographer's.
        assert louis.read_back(cells, lang).replace("\u2019", "'") == sentence, cells


@pytest.mark.parametrize(
    ("lang", "text", "cells"),
    [
        ("fr", "Noir, 6 et 3.", "⠨⠝⠕⠊⠗⠂⠀⠠⠫⠀⠑⠞⠀⠠⠩⠲"),
        ("fr", "De V 8 à V 5.", "⠨⠙⠑⠀⠨⠧⠀⠠⠳⠀⠷⠀⠨⠧⠀⠠⠱⠲"),
        ("en", "Black, 6 and 3.", "⠠⠃⠇⠁⠉⠅⠂⠀⠼⠋⠀⠁⠝⠙⠀⠼⠉⠲"),
        ("en", "Green, 6:5, 8:3.", "⠠⠛⠗⠑⠑⠝⠂⠀⠼⠋⠒⠼⠑⠂⠀⠼⠓⠒⠼⠉⠲"),
    ],
)
def test_uncontracted_is_letter_by_letter_with_digits_as_digits(
    lang: str, text: str, cells: str
) -> None:
    assert opened().transcribe(text, lang) == cells


@pytest.mark.parametrize(("lang", "text"), [("fr", "à -3, 24/18"), ("en", "6-3 at -3, 50 %")])
def test_signs_that_voices_need_written_out_stay_signs(
    louis: ReadingLouis, lang: str, text: str
) -> None:
    assert normalise(text, lang) != text
    assert louis.read_back(louis.transcribe(text, lang), lang) == text


def test_french_feminine_numbers_stay_digits(louis: ReadingLouis) -> None:
    assert louis.read_back(louis.transcribe("21 secondes.", "fr"), "fr") == "21 secondes."


def test_another_language_is_written_by_the_table_that_liblouis_has(louis: ReadingLouis) -> None:
    assert louis.transcribe("Grün", "de") not in {"Grün", louis.transcribe("Grün", "en")}


def test_a_language_without_a_table_is_left_to_brltty(louis: ReadingLouis) -> None:
    assert louis.transcribe("V 6", "xx") == "V 6"


def test_missing_tables_are_one_sentence(
    louis: ReadingLouis, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert louis is not None
    monkeypatch.setattr(
        "companion.speech.braille.louis.language", lambda _: Language(braille="no-such-table.ctb")
    )
    with pytest.raises(
        BrailleError, match=r"tables of liblouis are missing\. Install them with apt"
    ):
        Louis()
