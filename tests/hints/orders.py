"""Pins the reasons of plays and their order. `python -m tests.hints.orders` rewrites the file.

Other tests check that each reason is true. Which reason comes first, and which points to one play
only, depends on the other plays of the turn and their values. If the code for this changes, lines
of the file change; read each of them.
"""

from collections.abc import Iterator
from pathlib import Path

from companion.hints.reasons import Explainer
from companion.hints.weighing import PlayChoice
from companion.rules import find_game, game_names
from tests.hints.positions import random_turns

FILE = Path(__file__).parents[1] / "data" / "orders.txt"
SEEDS, TURNS = {"acey-deucey": (6,)}, 80
"""The seeds of three random games each, if not 6 and 11, and how many turns of them are pinned."""


def told(game: str) -> Iterator[str]:
    """Yield the reasons for plays in random games.

    A star marks a reason that points to one play only. In every other turn the plays are compared
    with a given one, and in every other turn their values are known.
    """
    chosen = []
    for seed in SEEDS.get(game, (6, 11)):
        turns = list(random_turns(find_game(game), 3, seed, ace_deuce=False))
        step = len(turns) // TURNS
        chosen += turns[: step * TURNS : step]
    for number, (rules, position, player, dice) in enumerate(chosen):
        ends = sorted(rules.ends(position, player, dice).positions)[:60]
        worth = {end: place * place % 17 / 10 for place, end in enumerate(ends)}
        best = max(ends, key=lambda end: worth[end])
        compared = ends[len(ends) // 2] if number % 4 > 1 else None
        choice = PlayChoice(ends, compared=compared, worth=worth if number % 2 else {})
        found = Explainer(rules).explain(position, player, [best, ends[0], ends[-1]], choice)
        for reasons in found.reasons:
            said = (
                "-".join((one.code, *one.zones, str(one.count))) + "*" * one.clear
                for one in reasons
            )
            yield f"{game} {number}: {' '.join(said)}"
        clues = [clue for clue in (found.clue, *found.leads) if clue.way]
        if clues:
            points = " ".join(f"{clue.way}-{clue.zone}-{clue.count}" for clue in clues)
            yield f"{game} {number} look: {points}"


def games() -> list[str]:
    """Return the games in the file."""
    return list(dict.fromkeys(line.split()[0] for line in FILE.read_text("utf-8").splitlines()))


def main() -> None:
    """Rewrite the file."""
    lines = [line for game in game_names() for line in told(game)]
    FILE.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
