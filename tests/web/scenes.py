"""Makes moments of an evening as journal rows, with a real session in memory."""

import json
from dataclasses import replace

from companion.records.encoding import plain_fact
from companion.records.read import FactRow
from companion.referee.facts import Fact
from companion.referee.view import View
from companion.rules import Player
from tests.flow.sitting import Sitting
from tests.flow.stage import Stage

START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"
MADE_FIVE = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"
WRONG = "V1=2n V3=1v V6=5v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"
JACQUET = "V12=14n1N N12=14v1V"


def set_up(
    game: str = "backgammon", match_to: int | None = 5, *, notation: str = "own", clock: int = 0
) -> Stage:
    """Return a game that is set up, before any throw."""
    stage = Stage("en", game, match_to=match_to)
    stage.settings = replace(stage.settings, notation=notation, clock=clock)
    stage.sitting = Sitting(stage.settings)
    stage.wait(1000, "")
    stage.stand(JACQUET if game == "jacquet" else START, "")
    return stage


def begun(
    game: str = "backgammon", match_to: int | None = 5, *, notation: str = "own", clock: int = 0
) -> Stage:
    """Return a game with green to move with 3 and 1 (in Jacquet: to throw)."""
    stage = set_up(game, match_to, notation=notation, clock=clock)
    stage.throw(Player.V, "3-")
    stage.throw(Player.N, "1-")
    return stage


def mirrored() -> Stage:
    """Return a game at a mirrored board, with green to move with 3 and 1."""
    stage = Stage("en", options=("mirrored",))
    stage.wait(1000, "")
    stage.stand("V12=2n V7=5v V5=3v V1=5n N12=5v N8=3n N6=5n N1=2v", "")
    stage.throw(Player.V, "3-")
    stage.throw(Player.N, "1-")
    return stage


def dispute(board: str = WRONG, *, notation: str = "own") -> Stage:
    """Return a game in which green played 3 and 1 illegally and picked up the dice."""
    stage = begun(notation=notation)
    stage.stand(board, "")
    stage.pick_up(*Player)
    return stage


def moment(name: str, *settings: str) -> Stage:
    """Return the stage that a function above makes with settings such as `clock=10`."""
    pairs = (each.split("=") for each in settings)
    stage: Stage = globals()[name](**{k: int(v) if v.isdecimal() else v for k, v in pairs})
    return stage


def rows(stage: Stage, *, match: int = 1, after: int = 0) -> list[FactRow]:
    """Return the numbered rows of a stage."""
    return [
        row(number, told.fact, t=number / 2, match=match, view=told.view)
        for number, told in enumerate(stage.sitting.told, after + 1)
    ]


def row(
    number: int, fact: Fact, *, t: float = 0.0, match: int = 1, view: View | None = None
) -> FactRow:
    """Return a fact as a row."""
    return FactRow(number, match, t, json.dumps(plain_fact(fact), separators=(",", ":")), view)
