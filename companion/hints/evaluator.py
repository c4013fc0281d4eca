"""What judges positions: one small protocol, and who can do it here.

`own` are the networks that come with the program; `bgsage` is an extra; `gnubg` is used where it
is installed. The last two know backgammon only.
"""

from functools import cache
from importlib.resources import files
from typing import Protocol

import numpy as np

from companion.hints.advice import ENGINES, EngineError
from companion.hints.bearoff import Tabled, is_counted
from companion.hints.features import Floats
from companion.hints.heuristic import Plain
from companion.hints.network import read_network
from companion.hints.outcomes import Outcomes
from companion.hints.rows import Rows
from companion.rules import Rules, find_game


class Evaluator(Protocol):
    """Judges many positions at once."""

    @property
    def outcomes(self) -> Outcomes:
        """What the chances mean."""

    def chances(self, rows: Rows) -> Floats:
        """Of each position the chances of every outcome, for the player who has just moved."""


def evaluator_of(rules: Rules, engine: str = "own") -> Evaluator:
    """The evaluator for a game.

    Raises `EngineError` where the engine is not here, `ValueError` for a game it does not know.
    """
    if engine == "own":
        return own_network(rules.name)
    if rules.name != "backgammon":
        raise ValueError(f"{engine} knows backgammon only; {rules.name} has the own networks.")
    if engine == "bgsage":
        from companion.hints.bgsage_engine import Sage  # noqa: PLC0415 - an extra, loaded when asked for

        return Sage(rules)
    if engine == "gnubg":
        from companion.hints.gnubg import Gnubg  # noqa: PLC0415 - starts a program

        return Gnubg(rules)
    raise EngineError(f"Unknown engine {engine[:40]!r}; there are {', '.join(ENGINES)}.")


@cache
def own_network(game: str) -> Evaluator:
    """The network of a game that comes with the program, else the player written by hand.

    With the table of bearing off in the games that it counts. The same for all options: they hardly
    change what a position is worth.
    """
    rules = find_game(game)
    source = files("companion.hints") / "weights" / f"{game}.npz"
    if not source.is_file():
        return Plain(rules)
    with source.open("rb") as stream, np.load(stream) as stored:
        network = read_network(rules, stored)
    return Tabled(network) if is_counted(rules) else network
