"""Short sounds that go before words: each is known by its shape, none is needed to understand.

They are made here, of a few notes each, and are shorter than a tenth of a second, so that the
words after them begin in time. Rising is good news, falling is bad; the connection has the
lowest notes.
"""

import array
import functools
import math
from typing import Final

_NOTES: Final = {
    "legal": ((1047.0, 0.05),),
    "illegal": ((311.0, 0.04), (233.0, 0.05)),
    "turn": ((784.0, 0.03), (1175.0, 0.05)),
    "lost": ((196.0, 0.03), (156.0, 0.03), (123.0, 0.03)),
    "found": ((294.0, 0.03), (392.0, 0.03), (587.0, 0.03)),
}
"""For each sound its notes: hertz and seconds."""
NAMES: Final = tuple(_NOTES)

_LOUDNESS: Final = 0.35
_FADE_SECONDS: Final = 0.006
"""Without a fade at both ends of a note it would click."""
_OVERTONE: Final = 0.3
"""So much of the octave makes low notes audible on small loudspeakers."""


@functools.cache
def earcon(name: str, rate: int, volume: float) -> bytes:
    """Samples of a sound: mono, 16 bits, `rate` a second; nothing for a name there is not."""
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
