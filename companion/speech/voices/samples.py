"""Makes the short sounds before words, and shortens pauses within speech.

The sounds have a few notes each and are shorter than a tenth of a second, so that they do not delay
the words. Everything can be understood without them. Rising notes are good news, falling notes bad;
sounds for the connection have the lowest notes.

The pauses of espeak-ng between sentences are twice as long as is pleasant. Measured at 175 words a
minute: espeak-ng is silent for 315 to 353 ms between two sentences of an utterance, for 150 to 200
ms at a comma, and for 7 to 97 ms at the end, by chance. Pauses within an utterance are cut to
`PAUSE_SECONDS`. The silence at its end is chosen so that the pause before the next utterance is the
same, including the start of the player.
"""

import array
import functools
import math
from typing import Final

from companion.speech.voices.base import RATE

_NOTES: Final = {
    "legal": ((1047.0, 0.05),),
    "illegal": ((311.0, 0.04), (233.0, 0.05)),
    "turn": ((784.0, 0.03), (1175.0, 0.05)),
    "lost": ((196.0, 0.03), (156.0, 0.03), (123.0, 0.03)),
    "found": ((294.0, 0.03), (392.0, 0.03), (587.0, 0.03)),
}
"""The notes of each sound: hertz and seconds."""
NAMES: Final = tuple(_NOTES)

_LOUDNESS: Final = 0.35
_FADE_SECONDS: Final = 0.006
"""Seconds of the fade at both ends of a note. Without a fade a note begins with a click."""
_OVERTONE: Final = 0.3
"""The share of the octave above a note, which makes low notes audible on small loudspeakers."""


@functools.cache
def earcon(name: str, rate: int, volume: float) -> bytes:
    """Return mono 16-bit samples of a sound, `rate` per second; none for an unknown name."""
    samples = array.array("h")
    for hertz, seconds in _NOTES.get(name, ()):
        samples.extend(_note(hertz, seconds, rate, volume))
    return samples.tobytes()


def _note(hertz: float, seconds: float, rate: int, volume: float) -> list[int]:
    length = round(seconds * rate)
    fade = _FADE_SECONDS * rate
    peak = 32767 * _LOUDNESS * min(max(volume, 0.0), 1.0) / (1 + _OVERTONE)
    notes = []
    for position in range(length):
        turn = 2 * math.pi * hertz * position / rate
        level = min(1.0, position / fade, (length - 1 - position) / fade)
        notes.append(round(peak * level * (math.sin(turn) + _OVERTONE * math.sin(2 * turn))))
    return notes


PAUSE_SECONDS: Final = 0.15
"""The longest silence at the usual pace and faster. It is longer for slower speech."""
BEGINNING_SECONDS: Final = 0.05
"""Seconds from the end of one utterance to the first sound of the next (measured: 40 to 50 ms)."""
_BLOCK_SECONDS: Final = 0.002
_SILENT_PART: Final = 250
"""Sound below this share of the loudest counts as silence."""


def with_short_pauses(samples: bytes, sample_rate: int, words_a_minute: int) -> bytes:
    """Return speech (mono, 16 bit) with long pauses shortened in their middle."""
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
    """Return, for each block of samples, whether it contains sound."""
    wave = memoryview(samples).cast("h")
    stretches = [wave[start : start + block] for start in range(0, len(wave), block)]
    loudest = [max(*stretch, -min(stretch)) for stretch in stretches]
    threshold = max(loudest, default=0) / _SILENT_PART
    return [each > threshold for each in loudest]
