"""Counts the ends from the start with all 21 throws, two turns deep, by the plain engine.

    python -m tests.rules.perft > tests/data/perft/start.jsonl

from the repository's root. Each line has one game and throw: `one` is the number of ends of the
throw, `two` the sum of the numbers of ends of all 21 throws from each of these. After an ace-deuce
that earns another throw (B4) the same player throws again, otherwise the opponent. The plain engine
(`reference`) shares no code with the product and agrees with `plays.jsonl`; for backgammon the test
asks bgsage for the same numbers.
"""

import itertools
import json
import sys
from typing import Final

from tests.rules import reference as ref

THROWS: Final = list(itertools.combinations_with_replacement(range(1, 7), 2))
GAMES: Final = ("backgammon", "dutch", "acey-deucey", "jacquet")


def line(game: str, dice: tuple[int, int]) -> dict[str, object]:
    """Return the counts for one throw by green."""
    start = ref.write(ref.read(ref.make_rules(game, []), ref.STARTS[game]))
    ends, again = ref.legal_ends(game, [], start, "V", dice)
    two = sum(
        len(ref.legal_ends(game, [], end, "V" if end in again else "N", throw)[0])
        for end in ends
        for throw in THROWS
    )
    return {"game": game, "dice": dice, "one": len(ends), "two": two}


def main() -> None:
    """Write the lines of all games."""
    for game in GAMES:
        for dice in THROWS:
            sys.stdout.write(json.dumps(line(game, dice)) + "\n")


if __name__ == "__main__":
    main()
