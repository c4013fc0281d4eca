"""How long the pauses are in speech: none too long, none lost, and the words as they were."""

from array import array
from itertools import pairwise

import pytest

from companion.speech.voices.espeak import EspeakLibrary, load
from companion.speech.voices.samples import BEGINNING_SECONDS, PAUSE_SECONDS, with_short_pauses

RATE = 22050
LOUD, SOFT = 10_000, 20
SENTENCES = [
    ("fr", "Légal. Vert joue. Du 10 au 6. Du 8 au 5."),
    ("fr", "Plateau connecté."),
    ("fr", "Légal."),
    ("en", "Legal. Green plays. From 10 to 6. From 8 to 5."),
    ("en", "Green, 6 and 5."),
]


def sound(*lengths: float) -> bytes:
    """Speech and pauses by turns, each so many seconds."""
    parts = [[(SOFT, LOUD)[n % 2 == 0]] * round(each * RATE) for n, each in enumerate(lengths)]
    return array("h", [sample for part in parts for sample in part]).tobytes()


def loud(samples: bytes) -> list[int]:
    wave = array("h", samples)
    threshold = max(wave) / 100
    return [n for n, each in enumerate(wave) if abs(each) > threshold]


def pauses(samples: bytes) -> list[float]:
    """The silences within and the one at the end, in seconds; those of single sounds left out."""
    heard = [*loud(samples), len(samples) // 2]
    silent = [(after - before - 1) / RATE for before, after in pairwise(heard)]
    return [each for each in silent[:-1] if each > 0.06] + silent[-1:]


@pytest.mark.parametrize(
    ("pace", "made", "left"),
    [
        (175, (0.2, 0.4, 0.2, 0.1, 0.2, 0.3), (0.15, 0.1, 0.1)),
        (175, (0.2, 0.15, 0.2), (0.15, 0.1)),
        (400, (0.2, 0.4, 0.2, 0.05), (0.15, 0.1)),
        (100, (0.2, 0.4, 0.2, 0.05), (0.2625, 0.2125)),
        (175, (0.2,), (0.1,)),
    ],
)
def test_long_pauses_are_cut_and_the_end_is_always_the_same(
    pace: int, made: tuple[float, ...], left: tuple[float, ...]
) -> None:
    done = with_short_pauses(sound(*made), RATE, pace)
    assert pauses(done) == pytest.approx(left, abs=0.005)
    assert len(loud(done)) == len(loud(sound(*made))), "no sound is lost"


def test_silence_is_left_unchanged() -> None:
    assert with_short_pauses(b"", RATE, 175) == b""
    assert with_short_pauses(bytes(4000), RATE, 175) == bytes(4000)


def test_soft_speech_is_not_taken_for_a_pause() -> None:
    soft = array("h", [60, -60] * RATE).tobytes()
    assert with_short_pauses(soft, RATE, 175)[: len(soft)] == soft


@pytest.mark.parametrize("volume", [1.0, 0.2])
@pytest.mark.parametrize("pace", [120, 175, 300])
@pytest.mark.parametrize(("lang", "text"), SENTENCES)
def test_pauses_of_espeak_are_short_enough(lang: str, text: str, pace: int, volume: float) -> None:
    pytest.importorskip("espeakng_loader", reason="pip install espeakng-loader")
    longest = PAUSE_SECONDS * max(1.0, 175 / pace)
    *within, end = pauses(load().synthesise(text, lang, pace, volume))
    assert all(each <= longest + 0.02 for each in within), within
    assert end == pytest.approx(longest - BEGINNING_SECONDS, abs=0.03)


def test_the_words_between_the_pauses_are_as_espeak_made_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("espeakng_loader", reason="pip install espeakng-loader")
    library: EspeakLibrary = load()
    made: list[bytes] = []
    name = "companion.speech.voices.espeak.with_short_pauses"

    def watched(samples: bytes, rate: int, pace: int) -> bytes:
        made.append(samples)
        return with_short_pauses(samples, rate, pace)

    monkeypatch.setattr(name, watched)
    done = library.synthesise(SENTENCES[0][1], "fr", 175, 1.0)
    assert len(done) < len(made[0])
    before, after = array("h", made[0]), array("h", done)
    assert [before[n] for n in loud(made[0])] == [after[n] for n in loud(done)]
