"""The rules room: what is legal in the four games. Pure.

Begin with `find_game("jacquet", ["double-bouchage"])`.
"""

from companion.rules.position import Position
from companion.rules.rules import GAMES, Rules, RulesError, find_game
from companion.rules.turn import Ends
from companion.rules.verdicts import UNACCEPTABLE, Code, Fault, Judgement, Result, Verdict
from companion.rules.words import Pile, Placement, Player, PositionError, parse_placement

__all__ = [
    "GAMES",
    "UNACCEPTABLE",
    "Code",
    "Ends",
    "Fault",
    "Judgement",
    "Pile",
    "Placement",
    "Player",
    "Position",
    "PositionError",
    "Result",
    "Rules",
    "RulesError",
    "Verdict",
    "find_game",
    "parse_placement",
]
