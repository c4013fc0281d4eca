"""Analyses a recording: when sound begins and ends, and which sentence it is.

Needs numpy. A sentence is recognised among the possible ones by the strength of 24 bands of pitch,
every ten milliseconds.
"""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

Sound = npt.NDArray[np.int16]
Shape = npt.NDArray[np.float64]

AUDIBLE = 100
"""Samples below this (of 32767) count as silence."""
_WINDOW = 512
_FAINT = 1e8
"""A band's power below this counts as a pause."""
_BANDS = 24
_LAG = 6
_SHORT_LIST = 10


def sound(samples: bytes) -> Sound:
    return np.frombuffer(samples[: len(samples) // 2 * 2], dtype=np.int16)


def first_heard(heard: Sound, start: int) -> int | None:
    """Return the first audible sample from `start` on, or None."""
    (places,) = np.nonzero(np.abs(heard[max(start, 0) :].astype(np.int32)) > AUDIBLE)
    return int(places[0]) + max(start, 0) if len(places) else None


def last_heard(heard: Sound, start: int, end: int) -> int:
    """Return the last audible sample in a range, or its start if there is none."""
    (places,) = np.nonzero(np.abs(heard[max(start, 0) : end].astype(np.int32)) > AUDIBLE)
    return int(places[-1]) + max(start, 0) if len(places) else start


def audible(whole: Sound) -> Sound:
    """Return a sound without the silence at both ends."""
    begin = first_heard(whole, 0) or 0
    return whole[begin : last_heard(whole, begin, len(whole)) + 1]


def common(heard: Sound, whole: "Sound | list[int]") -> int:
    """Return how many samples from the beginning of a sound were heard unchanged."""
    length = min(len(heard), len(whole))
    (other,) = np.nonzero(heard[:length] != np.asarray(whole[:length]))
    return int(other[0]) if len(other) else length


def shape(heard: Sound, rate: int) -> Shape:
    """Return the strength of each band over time, without silence at both ends."""
    hop = rate // 100
    padded = np.pad(audible(heard).astype(np.float64), (0, _WINDOW))
    starts = range(0, len(padded) - _WINDOW, hop)
    frames = np.stack([padded[s : s + _WINDOW] for s in starts]) * np.hanning(_WINDOW)
    power = np.abs(np.fft.rfft(frames, axis=1)) ** 2
    bands = np.log(power @ _filters(rate).T + _FAINT)
    centred: Shape = bands - bands.mean()
    return centred


def _filters(rate: int) -> Shape:
    """Return triangular filters on the mel scale."""
    top = 2595 * np.log10(1 + rate / 2 / 700)
    edges = 700 * (10 ** (np.linspace(0, top, _BANDS + 2) / 2595) - 1)
    pitches = np.fft.rfftfreq(_WINDOW, 1 / rate)
    rising = (pitches - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    falling = (edges[2:, None] - pitches) / (edges[2:] - edges[1:-1])[:, None]
    filters: Shape = np.clip(np.minimum(rising, falling), 0, None)
    return filters


def likeness(one: Shape, other: Shape) -> float:
    """Return a quick similarity of two sounds, at most 1, with small shifts allowed."""
    return max(_at_lag(one, other, lag) for lag in range(-_LAG, _LAG + 1))


def _at_lag(one: Shape, other: Shape, lag: int) -> float:
    one, other = (one[lag:], other) if lag >= 0 else (one, other[-lag:])
    common = min(len(one), len(other))
    if common == 0:
        return 0.0
    both = float(np.corrcoef(one[:common].ravel(), other[:common].ravel())[0, 1])
    return both * common / max(len(one), len(other))


def distance(one: Shape, other: Shape) -> float:
    """Return the distance of two sounds, with small differences in timing allowed.

    espeak-ng's pauses and syllables differ slightly each time.
    """
    apart = np.linalg.norm(one[:, None] - other[None], axis=2)
    best = np.full((len(one) + 1, len(other) + 1), np.inf)
    best[0, 0] = 0.0
    for row in range(len(one)):
        for column in range(len(other)):
            before = min(best[row, column], best[row, column + 1], best[row + 1, column])
            best[row + 1, column + 1] = apart[row, column] + before
    return float(best[-1, -1]) / (len(one) + len(other))


def recognise(heard: Shape, candidates: Mapping[str, Shape]) -> str:
    """Return the sentence that was heard: the nearest of the similar candidates."""
    like = sorted(candidates, key=lambda text: likeness(heard, candidates[text]))[-_SHORT_LIST:]
    return min(like, key=lambda text: distance(heard, candidates[text]))
