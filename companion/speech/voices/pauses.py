"""Pauses as long as is kind to the ear: espeak-ng's between sentences are twice that.

Measured at 175 words a minute: espeak-ng is silent for 315 to 353 ms between two sentences of an
utterance, for 150 to 200 ms at a comma, and for 7 to 97 ms at the end, by chance. Pauses within an
utterance are cut to `PAUSE_SECONDS`; the silence at its end is made as long as leaves the same
pause before the next one, whose player takes some time to begin.
"""

from typing import Final

from companion.speech.voices.base import RATE

PAUSE_SECONDS: Final = 0.15
"""The longest silence, at the usual pace and faster; the slower the speech, the longer."""
BEGINNING_SECONDS: Final = 0.05
"""From the end of one utterance to the first sound of the next (measured: 40 to 50 ms)."""
_BLOCK_SECONDS: Final = 0.002
_SILENT_PART: Final = 250
"""What is softer than this part of the loudest is silence."""


def with_short_pauses(samples: bytes, sample_rate: int, words_a_minute: int) -> bytes:
    """Speech (mono, 16 bit) with no pause longer than is kind; each is cut in its middle."""
    block = max(round(sample_rate * _BLOCK_SECONDS), 1)
    heard = _heard_blocks(samples, block)
    if True not in heard:
        return samples
    longest = PAUSE_SECONDS * max(1.0, RATE / words_a_minute)
    most = round(longest / _BLOCK_SECONDS)
    size = block * 2
    kept, begin, last = [], 0, heard.index(True)
    for number in (n for n in range(last + 1, len(heard)) if heard[n]):
        silent = number - last - 1
        if silent > most:
            kept.append(samples[begin : (last + 1 + most // 2) * size])
            begin = (number - (most - most // 2)) * size
        last = number
    end = (last + 1) * size
    wanted = round(max(longest - BEGINNING_SECONDS, 0.0) * sample_rate) * 2
    kept.append(samples[begin : end + wanted])
    return b"".join(kept) + bytes(max(end + wanted - len(samples), 0))


def _heard_blocks(samples: bytes, block: int) -> list[bool]:
    """For each stretch of so many samples, whether anything is heard in it."""
    wave = memoryview(samples).cast("h")
    stretches = [wave[start : start + block] for start in range(0, len(wave), block)]
    loudest = [max(*stretch, -min(stretch)) for stretch in stretches]
    threshold = max(loudest, default=0) / _SILENT_PART
    return [each > threshold for each in loudest]
