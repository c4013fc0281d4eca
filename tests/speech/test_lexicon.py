"""Words respelt for the voice alone: what each is heard as, and that nothing else sees it."""

import io
from pathlib import Path

import pytest

from companion.commands.main import main
from companion.speech.catalogue import languages
from companion.speech.lexicon import (
    FILE,
    Lexicon,
    LexiconError,
    Word,
    normalise,
    own_words,
    read_words,
    users_lexicon,
)
from companion.speech.speaker import Speaker
from companion.speech.toml_texts import LOCALE
from companion.speech.utterance import Priority, Utterance
from companion.speech.voices.print_voice import PrintVoice
from tests.speech.pronunciation import ipa
from tests.speech.spy import SpyVoice
from tests.tables import table

ESPEAK = "espeak (system, paplay)"
HEARD = table("speech/heard-words")


def respelt(text: str, lang: str, voice: str = ESPEAK) -> str:
    return Lexicon().respell(text, lang, voice)


@pytest.mark.parametrize(("lang", "text", "heard"), HEARD)
def test_each_of_our_words_has_its_pronunciation(lang: str, text: str, heard: str) -> None:
    pytest.importorskip("espeakng_loader", reason="pip install espeakng-loader")
    assert ipa(text, lang) != heard, "else it need not be respelt"
    assert ipa(respelt(text, lang), lang) == heard


@pytest.mark.parametrize("lang", languages())
def test_each_of_our_words_is_tested(lang: str) -> None:
    listened = {
        word.written
        for word in own_words(lang)
        for heard_in, text, _ in HEARD
        if heard_in == lang and text.startswith(word.written)
        if respelt(text, lang).startswith(word.spoken)
    }
    assert listened == {word.written for word in own_words(lang)}


@pytest.mark.parametrize("lang", languages())
def test_our_own_files_have_no_bad_line(lang: str) -> None:
    path = LOCALE / lang / FILE
    assert path.exists()
    assert read_words(path.read_text(encoding="utf-8"), lang)[1] == ()


@pytest.mark.parametrize(("lang", "text", "voice", "spoken"), table("speech/respelt"))
def test_whole_words_are_respelt_for_the_voices_and_where_they_are_to_be(
    lang: str, text: str, voice: str, spoken: str
) -> None:
    assert respelt(text, lang, voice) == spoken


USERS = """\ufeff# our club
Siobhan = Shivawn
Jean Luc = jan luc
gammon=gammonne

[fr]
Siobhan = chivone
[NVDA pyttsx3]
bar = barre
[en espeak before off]
bear = bare
"""


def test_a_users_words_hold_for_the_languages_and_voices_they_are_for(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text(USERS, encoding="utf-8")
    lexicon, told = users_lexicon(str(file))
    assert told is None
    assert lexicon.respell("SIOBHAN, Jean  Luc", "en", "espeak") == "Shivawn, jan luc"
    assert lexicon.respell("gammon", "fr", ESPEAK) == "gammonne", "before the companion's own"
    assert lexicon.respell("bar", "fr", "screenreader (NVDA)") == "barre"
    assert lexicon.respell("bar", "fr", "espeak") == "bar"
    assert lexicon.respell("bear off, bear", "en", "espeak") == "bare off, bear"
    assert lexicon.respell("bear off", "fr", "espeak") == "bear off"


def test_longer_words_and_words_with_conditions_come_first() -> None:
    words = (Word("6", "a"), Word("6", "b", before=("et",)), Word("6 et 5", "c"))
    assert Lexicon(words).respell("6, 6 et 4, 6 et 5", "en", "") == "a, b et 4, c"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a = b\nnonsense\n", "2"),
        ("= b\na =\na = !\na\0 = b\n[]\n[fr en]\n", "1, 2, 3, 4, 5…"),
        ("[fr\nb = c\n[before ]", "1, 3"),
    ],
)
def test_unusable_lines_are_reported_in_one_sentence_and_skipped(
    tmp_path: Path, text: str, told: str
) -> None:
    file = tmp_path / "words.txt"
    file.write_text(text)
    lexicon, left_out = users_lexicon(str(file))
    assert str(left_out).endswith(f"word = pronunciation: {told}.")
    assert lexicon.respell("b", "en", "espeak") == "b", "what follows bad brackets holds nowhere"


def test_a_file_that_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(LexiconError, match="cannot be read, No such file"):
        users_lexicon(str(tmp_path / "none.txt"))
    with pytest.raises(LexiconError, match="cannot be read, it is not a regular file"):
        users_lexicon(str(tmp_path))
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(LexiconError, match="is not a text file"):
        users_lexicon(str(binary))
    binary.write_text("a" * 200_001)
    with pytest.raises(LexiconError, match="longer than 200000 letters"):
        users_lexicon(str(binary))
    assert users_lexicon("") == (Lexicon(), None)


def test_only_the_voice_gets_the_respelling() -> None:
    voice, page = SpyVoice(), io.StringIO()
    voice.name = "espeak"
    speaker = Speaker(voice, PrintVoice(page))
    speaker.lexicon = Lexicon((Word("Anne", "Ann"),))
    said = Utterance("Anne, gammon, 6 et 5.", "fr", Priority.RESULT)
    speaker.say([said])
    assert speaker.wait_idle(10)
    again = speaker.heard()
    assert again is not None
    speaker.say([again])
    assert again.text == said.text, "what is said again is the sentence as it is written"
    assert speaker.wait_idle(10)
    speaker.close()
    assert voice.texts == ["Ann, gamone, siss et 5."] * 2
    assert page.getvalue() == "Anne, gammon, 6 et 5.\n" * 2


def test_the_command_line_takes_a_users_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "words.txt"
    file.write_text("Siobhan Shivawn\n")
    say = ["say", "Siobhan.", "--lang", "en", "--voice", "print", "--words"]
    assert main([*say, str(file)]) == 1, "print is no voice"
    out = capsys.readouterr()
    assert out.out == "Siobhan.\n"
    assert f"{file}: lines ignored because" in out.err
    assert main([*say, str(tmp_path / "none")]) == 2
    assert "cannot be read, No such file" in capsys.readouterr().err


@pytest.mark.parametrize(("lang", "text", "spoken"), table("speech/normalised"))
def test_signs_and_numbers_are_written_out(lang: str, text: str, spoken: str) -> None:
    assert normalise(text, lang) == spoken
