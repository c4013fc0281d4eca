"""Makes illegal turns with a known first fault, by breaking one rule in each.

The positions come from seeded games the reference engine plays with itself, and, for what
seldom comes up in play, from boards set up at random (the rules take any board of 15 pieces a
side); from each a turn is taken and spoilt. Made once, from the repository's root, by

    python -m tests.rules.mutations 20251120 tests/data/mutations/mutations.jsonl.gz

(the first argument is the seed; the same seed makes the same file). Lines are JSON objects with the
fields name, game, options, position, turn, dice, end, verdict, fault, as in the vectors; `name`
tells how the turn was spoilt, `fault` is the code to be named first (null when legal).

What makes the expected code sure, and why `two-colours` has no case, is told in `spoilt_turns` and
`doubts`.
"""

import gzip
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from tests.rules import reference as ref
from tests.rules import spoilt_turns as spoilt
from tests.rules.doubts import Scene, make_scene
from tests.rules.reference import Board, Rules
from tests.rules.spoilt_turns import Made

FAMILY: Final = ("backgammon", "dutch", "acey-deucey")
ALL: Final = ("jacquet", *FAMILY)
CASES_A_KIND: Final = 288
"""The number of cases of each kind, divided between the games."""
ROUNDS: Final = 140
"""The most games of each kind to play; missing cases are then left out."""
STAGED: Final = 120
"""The number of random boards for each game played."""
PLANS: Final = ("any", "stay", "block", "run")

CHEAP: Final[dict[Callable[[Scene], Iterator[Made]], dict[str, tuple[str, ...]]]] = {
    spoilt.legal: {"legal": ALL},
    spoilt.on_the_way: {"incomplete dice-unused": ALL},
    spoilt.lifted: {"incomplete piece-missing": ALL},
    spoilt.hit_left: {"incomplete hit-not-on-bar": FAMILY},
    spoilt.bouchage: {
        "illegal start-run": ("jacquet",),
        "illegal postillon-blocked": ("jacquet",),
        "illegal full-prime": ("jacquet",),
    },
    spoilt.too_few_dice: {"illegal smaller-die": ALL, "illegal dice-unused": ALL},
    spoilt.opponent_moved: {"illegal moved-opponent": ALL},
    spoilt.pieces_gone: {"illegal piece-missing": ALL},
    spoilt.piece_too_many: {"illegal piece-extra": ALL},
    spoilt.piece_unknown: {"illegal unknown-piece": ("jacquet", "backgammon")},
}
DEAR: Final[dict[Callable[[Scene], Iterator[Made]], dict[str, tuple[str, ...]]]] = {
    spoilt.wrong_distance: {"illegal wrong-distance": ALL},
    spoilt.one_broken_step: {
        "illegal backwards": ALL,
        "illegal bar-first": ("backgammon", "dutch"),
        "illegal postillon-first": ("jacquet",),
        "illegal not-all-home": ALL,
        "illegal exit-occupied": ("jacquet",),
        "illegal farther-piece": ALL,
        "illegal occupied-point": ALL,
        "illegal blocked-stop": ALL,
        "illegal hit-forbidden": ("dutch",),
    },
}


# --- games --------------------------------------------------------------------------------------


def random_options(game: str, rng: random.Random) -> list[str]:
    """Return some of the options that affect the turns of a game."""
    offered = {
        "jacquet": ["no-full-prime", "double-bouchage"],
        "dutch": ["may-hit-V", "may-hit-N"],
    }
    return [name for name in offered.get(game, []) if rng.random() < 0.35]


def random_dice(game: str, rng: random.Random) -> tuple[int, int]:
    """Return a throw, rarely an ace-deuce, whose turns are slow to compute (see `ace_deuces`)."""
    while True:
        dice = rng.randint(1, 6), rng.randint(1, 6)
        if game != "acey-deucey" or sorted(dice) != ref.ACE_DEUCE or rng.random() < 0.03:
            return dice


def play_on(scene: Scene, plan: str) -> Board:
    """Return a legal end: any, or one that stays back, blocks or runs."""
    ends = sorted(scene.turn.ends)
    some = [ref.read(scene.rules, text) for text in scene.rng.sample(ends, min(len(ends), 12))]
    way = scene.rules.path(scene.player)

    def behind(board: Board) -> int:
        return ref.count(board, scene.player, way[0])

    def run(board: Board) -> int:
        held = "".join("x" if ref.count(board, scene.player, zone) else " " for zone in way)
        return max(map(len, held.split()), default=0)

    if plan == "any" or scene.rng.random() < 0.15:
        return some[0]
    if plan == "stay":
        return max(some, key=behind)
    return max(some, key=run) if plan == "block" else min(some, key=behind)


def scenes(game: str, rng: random.Random) -> Iterator[Scene]:
    """Play one game from the start, each side by a plan of its own, and yield its turns."""
    rules = ref.make_rules(game, random_options(game, rng))
    board = ref.read(rules, ref.STARTS[game])
    plans = {player: rng.choice(PLANS) for player in "VN"}
    player = rng.choice("VN")
    for _ in range(400):
        if ref.is_won(board):
            return
        scene = make_scene(rules, board, player, random_dice(game, rng), rng)
        yield scene
        board = play_on(scene, plans[player])
        player = ref.OTHER[player]


def wanted(
    kinds: dict[str, tuple[str, ...]], game: str, made: Counter[tuple[str, str]]
) -> set[str]:
    """Return the kinds of which cases from this game are still missing."""
    return {
        kind
        for kind, games in kinds.items()
        if game in games and made[kind, game] < CASES_A_KIND // len(games)
    }


def spoil(scene: Scene, made: Counter[tuple[str, str]]) -> Iterator[dict[str, object]]:
    """Yield at most one case of each kind still wanted."""
    game = scene.rules.game
    makers = [*CHEAP.items()]
    # Doubles have by far the most broken steps: only some are followed through.
    if len(scene.shown) == 2 or scene.rng.random() < 0.15:
        makers += DEAR.items()
    for maker, kinds in makers:
        open_kinds = wanted(kinds, game, made)
        if maker is spoilt.one_broken_step:
            codes = spoilt.broken_codes(scene) if open_kinds else set()
            open_kinds = {kind for kind in open_kinds if kind.split()[1] in codes}
        if not open_kinds:
            continue
        by_kind: dict[str, list[Made]] = {}
        for case in maker(scene):
            kind = f"{case[2]} {case[3]}" if case[3] else case[2]
            by_kind.setdefault(kind, []).append(case)
        for kind in sorted(open_kinds & by_kind.keys()):
            made[kind, game] += 1
            yield as_line(scene, scene.rng.choice(by_kind[kind]))


def as_line(scene: Scene, case: Made) -> dict[str, object]:
    """Return the case in the format of the vectors."""
    how, end, verdict, fault = case
    return {
        "name": how,
        "game": scene.rules.game,
        "options": sorted(scene.rules.options),
        "position": ref.write(scene.start),
        "turn": scene.player,
        "dice": list(scene.dice),
        "end": ref.write(end),
        "verdict": verdict,
        "fault": fault,
    }


# --- boards set up at random --------------------------------------------------------------------


class Stretch(NamedTuple):
    """Where one side's pieces are put: a range of its path from `low` on, and how many are off."""

    low: int
    width: int
    off: int


def any_stretch(rng: random.Random) -> Stretch:
    """Return a random range."""
    return Stretch(rng.randint(0, 18), rng.randint(6, 24), rng.choice([0, 0, 0, 3, 8, 12, 13]))


def stretches(rng: random.Random) -> tuple[Stretch, Stretch]:
    """Return the ranges of the side to move and of the other, for rare positions."""
    return rng.choice(
        [
            (any_stretch(rng), any_stretch(rng)),
            # Few pieces before many closed points: the smaller die, the blind alley.
            (Stretch(rng.randint(0, 12), 18, rng.choice([12, 13, 14])), Stretch(0, 24, 0)),
            (Stretch(rng.randint(0, 12), 18, rng.choice([13, 14])), Stretch(0, 24, 0)),
            # Long runs, at the start and before the other's postillon.
            (Stretch(0, rng.randint(6, 8), 0), Stretch(0, rng.randint(3, 24), 0)),
            (Stretch(rng.randint(5, 17), rng.randint(6, 8), 0), Stretch(0, rng.randint(1, 8), 0)),
            # All at home, the other still at his start.
            (Stretch(18, 6, rng.randint(0, 12)), Stretch(0, rng.randint(1, 8), 0)),
        ]
    )


def ace_deuces(rng: random.Random) -> Iterator[Scene]:
    """Yield random boards for a turn of several parts (B4)."""
    for scene in staged("acey-deucey", rng, 40):
        yield make_scene(scene.rules, scene.start, scene.player, (2, 1), rng)


def staged(game: str, rng: random.Random, boards: int = STAGED) -> Iterator[Scene]:
    """Yield random boards with throws."""
    for _ in range(boards):
        rules = ref.make_rules(game, random_options(game, rng))
        player = rng.choice("VN")
        board: Board = {}
        for side, stretch in zip([player, ref.OTHER[player]], stretches(rng), strict=True):
            set_up(rules, board, side, stretch, rng)
        if not ref.is_won(board):
            yield make_scene(rules, board, player, random_dice(game, rng), rng)


def set_up(rules: Rules, board: Board, player: str, stretch: Stretch, rng: random.Random) -> None:
    """Add one side's 15 pieces to a board, some off, perhaps some on the bar or in hand."""
    points = rules.path(player)[stretch.low : stretch.low + stretch.width]
    free = [zone for zone in points if not ref.count(board, ref.OTHER[player], zone)]
    free = rng.sample(free, rng.randint(min(len(free), 3), len(free)))
    zones = [f"{player}O"] * stretch.off
    if not rules.jacquet:
        zones += [f"{player}B"] * rng.choice([0, 0, 0, 1, 2])
    if rules.game in {"dutch", "acey-deucey"}:
        zones += [f"{player}H"] * rng.choice([0, 0, 0, 1, 9])
    zones = zones[:14]
    zones += [rng.choice(free or [f"{player}O"]) for _ in range(15 - len(zones))]
    pawns = Counter((zone, player.lower()) for zone in zones)
    travelling = sorted({zone for zone in zones if ref.travels(rules, player, zone)})
    if travelling and rng.random() < 0.4:
        zone = rng.choice(travelling)
        pawns[zone, player.lower()] -= 1
        pawns[zone, player] = 1
    board.update(+pawns)


def generate(seed: int, rounds: int = ROUNDS) -> Iterator[dict[str, object]]:
    """Yield the cases of a seed, after so many games of each sort at most."""
    made: Counter[tuple[str, str]] = Counter()
    for game in ALL:
        rng = random.Random(f"{seed} {game}")
        for scene in ace_deuces(rng) if game == "acey-deucey" else []:
            yield from spoil(scene, made)
        for _ in range(rounds):
            if not any(wanted(kinds, game, made) for kinds in [*CHEAP.values(), *DEAR.values()]):
                break
            # Few cases from each game, so that they come from many.
            played = [scene for scene in scenes(game, rng) if rng.random() < 0.25]
            for scene in [*played, *staged(game, rng)]:
                yield from spoil(scene, made)


def main() -> None:
    """Write the file."""
    seed, path = int(sys.argv[1]), Path(sys.argv[2])
    lines = "".join(json.dumps(case) + "\n" for case in generate(seed))
    # No time stamp in the archive: the same seed makes the same bytes.
    path.write_bytes(gzip.compress(lines.encode(), mtime=0))


if __name__ == "__main__":
    main()
