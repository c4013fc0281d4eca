import pytest

from companion.speech.lexicon import normalise
from tests.tables import table


@pytest.mark.parametrize(("lang", "text", "spoken"), table("speech/normalised"))
def test_signs_and_numbers_are_written_out(lang: str, text: str, spoken: str) -> None:
    assert normalise(text, lang) == spoken
