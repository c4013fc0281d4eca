"""Lists the sentences with numbers that sound nearly alike: `python -m tests.speech.alike`.

Every throw and every step of every game is put into words, respelt for espeak-ng and converted to
phonemes, in both languages. Two sentences are alike if they differ by at most one sound. The throw
is announced before each step, so each pair of steps is listed with what distinguishes them: `dice`
if no throw has both dice; `turn` if a throw has both, so only the rest of the turn shows which step
was meant.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement

from companion.rules import Player, game_names
from companion.rules.games import BY_NAME
from companion.rules.vocabulary import HAND
from companion.speech.catalogue import NAMES, OWN
from companion.speech.lexicon import Lexicon, normalise
from companion.speech.plays import Move, SpokenPlay, play_sentences
from companion.speech.wording import Wording
from tests.speech.pronunciation import ipa

VOICE = "espeak"
_STRESS = re.compile("[\u02c8\u02cc]")
_SOUND = re.compile("[^\\W\\d_](?:[\u0300-\u036f]|\u02d0)*")


@dataclass(frozen=True)
class Said:
    """A sentence.

    about -- what else is heard with it; only sentences with the same value are compared; die -- the
    die that is played, 0 for a throw.
    """

    text: str
    about: str
    die: int = 0


@cache
def sounds(text: str, lang: str) -> tuple[str, ...]:
    """Return the phonemes of a sentence, without stress and pauses."""
    given = Lexicon().respell(normalise(text, lang), lang, VOICE)
    heard = re.sub(r"\([a-z-]+\)", "", ipa(given, lang))
    return tuple(_SOUND.findall(_STRESS.sub("", heard)))


def throws(lang: str) -> Iterator[Said]:
    """Yield the sentences for every throw."""
    wording = Wording(lang, game_names()[0])
    for dice in combinations_with_replacement(range(1, 7), 2):
        for player in Player:
            yield Said(wording.with_dice("evening.roll", dice, player=player), "throw")
        yield Said(wording.with_dice("evening.dice", dice), "dice that lie there")


def steps(lang: str, game: str) -> Iterator[Said]:
    """Yield the sentences for every step of one die in a game, in each of its notations."""
    track = BY_NAME[game].track
    for notation in (OWN, NAMES):
        wording = Wording(lang, game, notation)
        for player in Player:
            zones = dict(enumerate(track.zones[player][:25]))
            zones[25] = HAND[player]
            for source in range(1, 26):
                for die in range(1, 7):
                    move = Move(zones[source], zones[max(source - die, 0)])
                    for hits in ((), (move.target,)) if source > die else ((),):
                        about = f"{game} {wording.notation} {player} hit {bool(hits)}"
                        for short in (True, False):
                            play = SpokenPlay((move,), None, hits)
                            told = play_sentences(wording, play, player, short=short)
                            yield Said(" ".join(told), f"{about} short {short}", die)


def alike(said: Iterator[Said], lang: str) -> list[tuple[Said, Said]]:
    """Return the pairs of sentences of the same kind that differ in at most one sound."""
    heard = {each: sounds(each.text, lang) for each in dict.fromkeys(said)}
    near: dict[tuple[str, tuple[str, ...]], list[Said]] = defaultdict(list)
    for each, tokens in heard.items():
        shorter = {tokens[:n] + tokens[n + 1 :] for n in range(len(tokens))}
        for variant in {tokens, *shorter}:
            near[each.about, variant].append(each)
    found = {
        pair
        for group in near.values()
        for pair in combinations(group, 2)
        if pair[0].text != pair[1].text and _apart(heard[pair[0]], heard[pair[1]]) <= 1
    }
    return sorted(found, key=lambda pair: (pair[0].about, pair[0].text, pair[1].text))


def _apart(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """Return 0 for equal sounds, 1 for one more, less or different, and 2 for more differences."""
    if one == other:
        return 0
    short, long = sorted((one, other), key=len)
    n = next((n for n, each in enumerate(short) if each != long[n]), len(short))
    if len(short) == len(long):
        return 1 if short[n + 1 :] == long[n + 1 :] else 2
    return 1 if short[n:] == long[n + 1 :] else 2


def parted_by(pair: tuple[Said, Said]) -> str:
    """Return what distinguishes two steps for a listener who knows the throw, "" for nothing."""
    one, other = pair
    if not one.die:
        return ""
    return "turn" if one.die != other.die else ""


def main() -> None:
    """List the pairs of each language."""
    for lang in ("en", "fr"):
        groups = {"throws": throws(lang)} | {game: steps(lang, game) for game in game_names()}
        for name, said in groups.items():
            pairs = alike(said, lang)
            print(f"{lang} {name}: {len(pairs)}")
            for pair in pairs:
                print(f"  {pair[0].text} | {pair[1].text} | {pair[0].about} | {parted_by(pair)}")


if __name__ == "__main__":
    main()
