"""Checks that a game of a sheet is possible: throws, plays, the cube, resignations and the result.

The entries are checked in their order. After some rulings the player on turn is unknown, and after
an undo the cube is unknown too.
"""

from collections.abc import Container
from dataclasses import replace
from typing import Final

from companion.records import sheet as s
from companion.records.sheet import FATES, SheetError, Walk
from companion.referee.cube import resigned_value
from companion.referee.disabled_places import KNOWN
from companion.referee.facts import CubeAction, Resign, Ruling
from companion.rules import Cube, Match, Player, Rules, parse_placement
from companion.rules.games import fault_codes

LARGEST_VALUE: Final = 1 << 30
LONGEST_TEXT: Final = 200
"""The maximum number of characters in a name or in the text of a ruling."""

_ENDS: Final = ("off", "drop", "resign", "ruling")
_CUBE: Final = ("offer", "take", "drop", "automatic")
_RESIGN: Final = ("offer", "accept", "refuse")
_GOES_ON_ELSEWHERE: Final = ("position", "dice", "opening", "undo", "undo-throw", "undo-opening")
"""The rulings after which either player may be the next to throw."""


def is_foreign(rules: Rules) -> bool:
    """Return whether a match may come from a `.mat` file of another program.

    Such a match may have any length, has no opening throws, and may begin with a later game.
    """
    return rules.name == "backgammon"


class GameCheck:
    """The state of a game after its entries so far.

    position -- the agreed position, as text;
    cube -- the cube, None if it is unknown after an undo;
    has_turned -- whether there was a turn since the last ruling of `_GOES_ON_ELSEWHERE`;
    won -- the result, None if the game is not over.
    """

    def __init__(self, rules: Rules, match: Match) -> None:
        self.walk = Walk(rules)
        self.position = rules.text(rules.start)
        self._match = match
        self._opening: s.SheetOpening | None = None
        self._may_throw = is_foreign(rules)
        self.has_turned = False
        self._may_double = False
        self._mover: Player | None = None
        self.cube: Cube | None = Cube()
        self._offered: Player | None = None
        self._resigning: Resign | None = None
        self.won: s.SheetResult | None = None

    def add(self, entry: s.Entry) -> None:
        """Check the next entry. Raises `SheetError`, `PositionError` or `RulesError`."""
        if isinstance(entry, Ruling):
            self._decide(entry)
            return
        _need(self.won is None, "error.no-game-now")
        match entry:
            case s.SheetOpening():
                self._throw(entry)
            case s.SheetTurn():
                self._turn(entry)
            case CubeAction():
                self._act(entry)
            case Resign():
                self._resign(entry)

    # --- throws and turns -------------------------------------------------------------------------

    def _throw(self, throw: s.SheetOpening) -> None:
        _need_dice(throw.v, throw.n)
        _need(self._opening is None and not self.has_turned, "error.opening-twice")
        if throw.v != throw.n:
            self._opening, self._may_throw = throw, True
            self._mover = Player.V if throw.v > throw.n else Player.N

    def _turn(self, turn: s.SheetTurn) -> None:
        _need_known(turn.fate, FATES)
        high, low = turn.dice
        _need(high >= low, "error.larger-first")
        _need(self._may_throw, "error.no-opening")
        _need(self._offered is None, "error.double-open")
        _need(self._mover in (None, turn.player), "error.turn-missing")
        self._need_opening_dice(turn)
        self._need_faults(turn)
        _need_form(turn.before, self.walk.rules.text(self.walk.rules.parse(turn.before)))
        _need(turn.before == self.position, "error.begins-elsewhere")
        self._mover, self.has_turned, self._may_double = turn.player, True, True
        if turn.fate == "open":
            _need(not turn.end, "error.open-end")
        else:
            self._end_turn(turn)

    def _need_opening_dice(self, turn: s.SheetTurn) -> None:
        opening = self._opening
        if opening is None or self.has_turned or not self.walk.rules.game.opening_is_played:
            return
        high, low = max(opening.v, opening.n), min(opening.v, opening.n)
        if turn.dice != (high, low):
            raise SheetError("error.opening-dice", first=high, second=low)

    def _need_faults(self, turn: s.SheetTurn) -> None:
        for fault in turn.faults:
            _need_known(fault, fault_codes())
        _need_form(turn.wrong, parse_placement(turn.wrong).text)
        _need(turn.fate != "legal" or not (turn.faults or turn.wrong), "error.legal-faults")
        _need(turn.fate != "corrected" or bool(turn.faults and turn.wrong), "error.corrected-turn")

    def _end_turn(self, turn: s.SheetTurn) -> None:
        rules = self.walk.rules
        end = rules.parse(turn.end)
        _need_form(turn.end, rules.text(end))
        is_legal = self.walk.is_legal(turn)
        if turn.fate != "accepted" and not is_legal:
            raise s.illegal(turn.dice)
        _need(
            turn.fate != "accepted" or (turn.wrong == turn.end and not is_legal),
            "error.accepted-turn",
        )
        ends = rules.ends(rules.parse(turn.before), turn.player, turn.dice)
        # After a full double, the player may have named another double, which was cut short (B4).
        earns_throw = turn.fate != "accepted" and end in ends.again
        self._mover = None if earns_throw else turn.player.other
        self.position = turn.end
        self.walk.enter(turn.end)
        winner = rules.winner(end)
        if winner is not None:
            won = rules.result(end, winner)
            self._win(winner, won.kind, "off", won.points * self._stake)

    # --- the cube and resignations ----------------------------------------------------------------

    @property
    def _stake(self) -> int:
        return 1 if self.cube is None else self.cube.value

    def _act(self, action: CubeAction) -> None:
        _need_known(action.action, _CUBE)
        is_power = action.value > 0 and not action.value & (action.value - 1)
        _need_value(action.value, LARGEST_VALUE - 1 if is_power else 0)
        _need((action.player is None) == (action.action == "automatic"), "error.automatic-player")
        self._need_cube(action)
        if action.player is None:
            _need(self._offered is None, "error.double-open")
            self._turn_cube(action, Cube(self._stake * 2))
        elif action.action == "offer":
            self._offer(action, action.player)
        else:
            self._answer(action, action.player)

    def _need_cube(self, action: CubeAction) -> None:
        rules, match = self.walk.rules, self._match
        automatic = {"automatic-doubles", "double-on-ace-deuce"} & rules.options
        has_cube = rules.has_cube and match.length != 1
        is_possible = bool(automatic) if action.player is None else has_cube
        _need(is_possible and not match.crawford_now, "error.no-doubles")

    def _offer(self, action: CubeAction, player: Player) -> None:
        cube = self.cube
        _need(self._may_double, "error.double-early")
        is_free = self._offered is None and (cube is None or cube.may_offer(player))
        _need(is_free and self._mover in (None, player), "error.may-not-double")
        self._need_at(action, Cube(self._stake * 2, None if cube is None else cube.owner))
        self._offered = player

    def _answer(self, action: CubeAction, player: Player) -> None:
        is_offered = self._offered is player.other or self.cube is None
        _need(is_offered, "error.no-double")
        self._offered = None
        if action.action == "take":
            self._turn_cube(action, Cube(self._stake * 2, player))
            return
        self._turn_cube(action, self.cube or Cube())
        self._win(player.other, self.walk.rules.game.kinds[0], "drop", self._stake)

    def _turn_cube(self, action: CubeAction, cube: Cube) -> None:
        """Set the cube, unless the cube is unknown after an undo."""
        self._need_at(action, cube)
        self.cube = self.cube and cube

    def _need_at(self, action: CubeAction, cube: Cube) -> None:
        """Raise `SheetError` unless an action has the value and the owner of this cube."""
        if self.cube is not None and (action.value, action.owner) != (cube.value, cube.owner):
            owner = cube.owner or "-"
            raise SheetError("error.cube-owner", value=cube.value, owner=owner)

    def _resign(self, resign: Resign) -> None:
        rules = self.walk.rules
        _need_known(resign.action, _RESIGN)
        _need_value(resign.value, len(rules.game.kinds))
        if resign.action == "offer":
            self._resigning = resign
            return
        offer = replace(resign, action="offer")
        _need(self._resigning == offer, "error.no-resignation")
        self._resigning = None
        if resign.action == "accept":
            kind = rules.game.kinds[resign.value - 1]
            points = self._resigned(resign.player, kind)
            self._win(resign.player.other, kind, "resign", points)

    def _resigned(self, loser: Player, kind: str) -> int:
        """Return the points of a resigned or awarded game."""
        rules, position = self.walk.rules, self.walk.rules.parse(self.position)
        value = rules.game.kinds.index(kind) + 1
        return resigned_value(rules, position, loser, value) * self._stake

    # --- rulings and the result -------------------------------------------------------------------

    def _decide(self, entry: Ruling) -> None:
        for text in (entry.what, entry.by, entry.reason):
            need_short(text)
        kinds = self.walk.rules.game.kinds
        if entry.dice is not None:
            _need_dice(*entry.dice)
        _need_known(entry.kind, ("", *kinds))
        _need_value(1 if entry.points is None else entry.points)
        _need_known(entry.zone, ("", *KNOWN))
        if entry.position:
            self.position = self.walk.rules.text(self.walk.rules.parse(entry.position))
        if entry.what in _GOES_ON_ELSEWHERE:
            self._go_on_elsewhere(entry)
        elif entry.what == "award" and entry.winner is not None:
            self._award(entry, entry.winner, entry.kind or kinds[0])

    def _award(self, entry: Ruling, winner: Player, kind: str) -> None:
        points = entry.points or self._resigned(winner.other, kind)
        self._win(winner, kind, "ruling", points)

    def _go_on_elsewhere(self, entry: Ruling) -> None:
        self._mover, self._opening, self._offered, self.won = entry.player, None, None, None
        self._may_throw, self.has_turned, self._may_double = True, False, True
        if entry.what.startswith("undo"):
            self._mover = self.cube = None

    def _win(self, winner: Player, kind: str, by: str, points: int) -> None:
        self.won = s.SheetResult(winner, kind, by, points)

    def end(self, result: s.SheetResult) -> None:
        """Check the result. Raises `SheetError` if it does not follow from the entries."""
        _need_known(result.kind, self.walk.rules.game.kinds)
        _need_known(result.by, _ENDS)
        _need_value(result.points)
        won = self.won
        if won is None:
            raise SheetError("error.not-won")
        counted = {result.points} if self.cube is None else self._counted(won)
        if replace(won, points=result.points) != result or result.points not in counted:
            raise SheetError(
                "error.result-differs",
                winner=won.winner,
                kind=won.kind,
                by=won.by,
                points=won.points,
            )

    def _counted(self, won: s.SheetResult) -> set[int]:
        """Return the possible points for a result.

        Some sites count only the points that the winner still needed.
        """
        match = self._match
        points = 1 if match.count_games else won.points
        if match.target is None or not is_foreign(self.walk.rules):
            return {points}
        needed = match.target - match.score[list(Player).index(won.winner)]
        return {points, min(points, needed), min(points, match.target)}


def _need(right: bool, name: str) -> None:  # noqa: FBT001 - a condition
    if not right:
        raise SheetError(name)


def _need_known(text: str, known: Container[str]) -> None:
    if text not in known:
        raise SheetError.unclear(text)


def need_short(text: str) -> None:
    """Raise `SheetError` for a text that is too long."""
    if len(text) > LONGEST_TEXT:
        raise SheetError.too_long(text, LONGEST_TEXT)


def _need_form(text: str, usual: str) -> None:
    _need(text == usual, "error.position-order")


def _need_dice(first: int, second: int) -> None:
    if not (1 <= first <= 6 and 1 <= second <= 6):
        raise SheetError("error.not-dice", first=first, second=second)


def _need_value(value: int, most: int = LARGEST_VALUE - 1) -> None:
    """Raise `SheetError` for an impossible value of a game, a resignation or the cube."""
    if not 0 < value <= most:
        raise SheetError("error.not-value", value=value)
