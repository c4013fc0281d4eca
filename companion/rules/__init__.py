"""The rules of each game: legal plays, verdicts and results. Does no input or output.

The entry point is `find_game`, as in `find_game("jacquet", ["double-bouchage"])`.
"""

from companion.rules.board import Board, IllegalPlayError, Turn
from companion.rules.games import DEFAULT_GAME, game_names
from companion.rules.ids import IdError, Snapshot
from companion.rules.match import Cube, Match, MatchError, agree_match
from companion.rules.plays import Play, Step
from companion.rules.position import Position
from companion.rules.rules import EndTexts, Rules, RulesError, find_game
from companion.rules.turn import Ends
from companion.rules.verdicts import UNACCEPTABLE, Code, Fault, Judgement, Result, Verdict
from companion.rules.vocabulary import Pile, Placement, Player, PositionError, parse_placement

__all__ = [
    "DEFAULT_GAME",
    "UNACCEPTABLE",
    "Board",
    "Code",
    "Cube",
    "EndTexts",
    "Ends",
    "Fault",
    "IdError",
    "IllegalPlayError",
    "Judgement",
    "Match",
    "MatchError",
    "Pile",
    "Placement",
    "Play",
    "Player",
    "Position",
    "PositionError",
    "Result",
    "Rules",
    "RulesError",
    "Snapshot",
    "Step",
    "Turn",
    "Verdict",
    "agree_match",
    "find_game",
    "game_names",
    "parse_placement",
]
