"""The short sounds: each its own, quiet at both ends, and too short to keep words waiting."""

import array
import itertools

import pytest

from companion.speech.voices.samples import NAMES, earcon

RATE = 22050


def samples(name: str, volume: float = 1.0) -> list[int]:
    return list(array.array("h", earcon(name, RATE, volume)))


@pytest.mark.parametrize("name", NAMES)
def test_a_sound_is_short_and_begins_and_ends_in_silence(name: str) -> None:
    sound = samples(name)
    assert 0.04 < len(sound) / RATE < 0.1
    assert abs(sound[0]) < 50
    assert abs(sound[-1]) < 50
    assert 4000 < max(sound) < 16000
    # A click is a jump between two samples.
    assert max(abs(a - b) for a, b in itertools.pairwise(sound)) < 6000


def test_the_sounds_differ_and_there_are_no_others() -> None:
    assert len({earcon(name, RATE, 1.0) for name in NAMES}) == len(NAMES) == 5
    assert earcon("", RATE, 1.0) == earcon("gong", RATE, 1.0) == b""


def test_a_sound_is_as_loud_as_the_voice() -> None:
    assert max(samples("legal", 0.5)) == pytest.approx(max(samples("legal")) / 2, rel=0.01)
    assert not any(samples("legal", 0.0))
    assert samples("legal", 7.0) == samples("legal")
