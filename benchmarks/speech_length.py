"""Measures the speech about a turn: words, syllables, and seconds by espeak-ng at 175 words/min.

`python -m benchmarks.speech_length` plays seeded games of all four kinds on the real pipeline, from
the bytes of a virtual board to facts, and puts the facts into words in both languages at each
verbosity. The silence before and after each utterance is not counted. `--games 40` plays 40 games
of each kind (default 16). With `--notation names` points are spoken by name. The players of a game
make nine mistakes: three are put right before the dice are lifted, three are corrected on demand,
and three are accepted by throwing.

A clean turn has no mistake. It has only the call to throw, the throw, the verdict and the play. The
first turn is left out, because its dice are announced with the opening. A disputed turn ended
illegally, and lasts until the error is closed.
"""

import argparse
import re
from collections.abc import Iterable, Iterator
from functools import cache
from statistics import mean
from typing import Final, NamedTuple

import numpy as np

from companion.options import VERBOSITIES
from companion.referee.board_facts import BoardFault
from companion.referee.facts import (
    ErrorOpen,
    Fact,
    GameEnds,
    Roll,
    RollVoid,
    TurnBegins,
    VerdictGiven,
)
from companion.rules.games import BY_NAME
from companion.rules.verdicts import Verdict
from companion.settings import LANGUAGES
from companion.speech.announcer import Announcer
from companion.speech.catalogue import NOTATIONS
from companion.speech.lexicon import normalise
from companion.speech.voices import espeak
from tests.flow.overheard import played
from tests.speech.pronunciation import ipa

RATE: Final = 175
MISTAKES: Final = 3
"""How often each of the three kinds of mistakes occurs in a game."""
AUDIBLE: Final = 100
"""Samples below this (of 32767) count as silence."""
VOWELS: Final = re.compile(r"[aeiouyæøœɐɑɒɔəɚɛɜɪɵʉʊʌᵻ\u0303ː]+")  # noqa: RUF001
"""The vowels of a syllable in phonemes. Adjacent vowels count as one."""


class Length(NamedTuple):
    """The length of speech."""

    words: float
    syllables: float
    seconds: float


@cache
def length(text: str, lang: str) -> Length:
    """Return the length of one utterance."""
    spoken, library = normalise(text, lang), espeak.load()
    samples = np.frombuffer(library.synthesise(spoken, lang, RATE, 1.0), dtype=np.int16)
    (heard,) = np.nonzero(np.abs(samples.astype(np.int32)) > AUDIBLE)
    phonemes = re.sub(r"[ˈˌ-]", "", ipa(spoken, lang))
    return Length(
        len(text.split()),
        len(VOWELS.findall(phonemes)),
        float(heard[-1] - heard[0] + 1) / library.sample_rate if len(heard) else 0.0,
    )


class Turn:
    """The facts and sentences of one turn."""

    def __init__(self) -> None:
        self.facts: list[Fact] = []
        self.texts: list[str] = []

    @property
    def kind(self) -> str:
        """`clean`, `disputed`, or "" for a turn of another kind."""
        if any(isinstance(fact, ErrorOpen) for fact in self.facts):
            return "disputed"
        return "" if any(map(_is_unusual, self.facts)) else "clean"

    def length(self, lang: str) -> Length:
        """Return the length of all sentences of the turn."""
        each = [length(text, lang) for text in self.texts] or [Length(0, 0, 0)]
        return Length(*map(sum, zip(*each, strict=True)))


def _is_unusual(fact: Fact) -> bool:
    match fact:
        case VerdictGiven():
            return fact.verdict is Verdict.ILLEGAL
        case Roll():
            return fact.opening
        case RollVoid() | BoardFault():
            return True
    return False


def turns(facts: Iterable[Fact], announcer: Announcer) -> Iterator[Turn]:
    """Yield the turns of an evening in the announcer's words."""
    turn: Turn | None = None
    for fact in facts:
        said = announcer.announce(fact)
        if isinstance(fact, TurnBegins | GameEnds):
            if turn is not None:
                yield turn
            turn = None if isinstance(fact, GameEnds) else Turn()
        if turn is not None:
            turn.facts.append(fact)
            turn.texts += [each.text for each in said if each.text]


def figures(game: str, lang: str, verbosity: str, notation: str, games: int) -> str:
    """Return a line of the table."""
    found: dict[str, list[Length]] = {"clean": [], "disputed": []}
    for seed in range(1, games + 1):
        announcer = Announcer(game, lang, verbosity, notation)
        for turn in turns(played(game, seed, MISTAKES), announcer):
            if turn.kind:
                found[turn.kind].append(turn.length(lang))
    columns = [f"{game} {lang} {verbosity}"]
    for lengths in found.values():
        means = Length(*map(mean, zip(*lengths, strict=True)))
        columns.append(f"{means.words:.1f} / {means.syllables:.1f} / {means.seconds:.2f}")
        columns.append(f"{max(each.seconds for each in lengths):.1f}")
    return f"| {' | '.join(columns)} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="How long a turn is spoken of.")
    parser.add_argument("--games", type=int, default=16, help="how many games of each")
    parser.add_argument("--notation", choices=NOTATIONS, default=NOTATIONS[0])
    asked = parser.parse_args()
    print("| words / syllables / seconds | clean turn | longest | disputed turn | longest |")
    print("| --- | --- | --- | --- | --- |")
    for game in BY_NAME:
        for lang in LANGUAGES:
            for verbosity in VERBOSITIES:
                print(figures(game, lang, verbosity, asked.notation, asked.games), flush=True)


if __name__ == "__main__":
    main()
