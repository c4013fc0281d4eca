"""Chooses the evaluator of a game: `auto`, or an engine by name.

`own` uses the included networks. The other engines support backgammon only: `gnubg-nn` runs GNU
Backgammon's networks in this process, `bgsage` is an extra, `gnubg` is the program itself. `auto`
is `gnubg-nn` if it is installed and supports the game, else `own`.
"""

from functools import cache
from importlib.resources import files

import numpy as np

from companion.hints.advice import ENGINES, EngineError
from companion.hints.bearoff import Tabled, is_counted
from companion.hints.heuristic import Plain
from companion.hints.network import read_network
from companion.hints.outcomes import Evaluator
from companion.optional import is_there
from companion.rules import Rules, find_game


def engine_of(game: str) -> str:
    """Return the name of the engine that `auto` chooses for a game."""
    return "gnubg-nn" if game == "backgammon" and is_there("gnubg_nn") else "own"


def evaluator_of(rules: Rules, engine: str = "auto") -> Evaluator:
    """Return the evaluator for a game.

    Raises `EngineError` if the engine is not installed, `ValueError` if it does not support the
    game.
    """
    if engine == "auto":
        engine = engine_of(rules.name)
    if engine == "own":
        return own_network(rules.name)
    if rules.name != "backgammon":
        raise ValueError(f"{engine} knows backgammon only; {rules.name} has the own networks.")
    if engine == "gnubg-nn":
        return _gnubg_networks(rules)
    if engine == "bgsage":
        from companion.hints.engines import Sage  # noqa: PLC0415 - an extra, loaded when asked for

        return Sage(rules)
    if engine == "gnubg":
        from companion.hints.engines import Gnubg  # noqa: PLC0415 - starts a program

        return Gnubg(rules)
    raise EngineError(f"Unknown engine {engine[:40]!r}; there are {', '.join(ENGINES)}.")


def _gnubg_networks(rules: Rules) -> Evaluator:
    from companion.hints.engines import GnubgNetworks  # noqa: PLC0415 - loaded when asked for

    return Tabled(rules, GnubgNetworks(rules))


@cache
def own_network(game: str) -> Evaluator:
    """Return the included network of a game, or the hand-written player if there is none.

    It uses the bear-off table if that is valid for the game. All options of a game share one
    evaluator, because they hardly change the value of a position.
    """
    rules = find_game(game)
    source = files("companion.hints") / "weights" / f"{game}.npz"
    if not source.is_file():
        return Plain(rules)
    with source.open("rb") as stream, np.load(stream) as stored:
        network = read_network(rules, stored)
    return Tabled(rules, network) if is_counted(rules) else network
