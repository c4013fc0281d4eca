"""What commands answer to bad input has no English in it in another language."""

import contextlib
import re
from pathlib import Path

import pytest

from companion.commands.main import main
from tests.tables import table

RUN = re.compile(r"(?=\b([a-z']{2,} [a-z']{2,} [a-z']{2,})\b)")
"""Three words in a row, the fewest that tell one language from another."""

TYPED = {"companion journal list", "companion journal check"}
"""What is typed in the same words in every language."""


@pytest.mark.parametrize(("words", "text"), table("commands/bad-inputs"))
def test_a_french_answer_repeats_no_three_english_words(
    words: str,
    text: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("FILE").write_text(text, encoding="utf-8")
    answers: list[str] = []
    for lang in ("en", "fr"):
        with contextlib.suppress(SystemExit):
            main([*(word.replace("+", " ") for word in words.split()), "--lang", lang])
        answers.append("".join(capsys.readouterr()))
    english, french = answers
    assert english
    assert set(RUN.findall(english)) & set(RUN.findall(french)) <= TYPED
