"""Replays a match by the rules: converts the cells of a `.mat` file to the games of a sheet.

Every play must be a legal end of its turn, or be given as accepted in a comment. Every score is
recomputed.
"""

from dataclasses import replace

from companion.message_error import FileError
from companion.records import sheet as s
from companion.records.mat import Kind, MatAction, MatError, MatGame, MatMatch, MatMove
from companion.rules import Cube, Player, Position, PositionError, Rules
from companion.rules.games import BACKGAMMON
from companion.rules.position import BAR_SLOT, OFF_SLOT, count, counts, pack
from companion.rules.vocabulary import ENTRY


def replay(match: MatMatch, rules: Rules) -> tuple[s.SheetGame, ...]:
    """Replay a match. Raises `MatError` with the line of a wrong play or result.

    rules -- backgammon. A game with an unknown play (`????`) is left unfinished; if the file names
    a winner, a resignation of the other player is entered.
    """
    games: list[s.SheetGame] = []
    for game in match.games:
        at_point = match.length is not None and max(game.score) == match.length - 1
        is_first = at_point and not any(each.crawford for each in games)
        replayed = _Replay(match, game, rules)
        try:
            entries, result = replayed.play()
        except (FileError, PositionError) as error:
            raise MatError.at_line(replayed.line, error) from None
        crawford = is_first and "no-crawford" not in rules.options
        games.append(s.SheetGame(game.number, game.score, tuple(entries), result, crawford))
    return tuple(games)


def worth(game: s.SheetGame) -> int:
    """Return the full value of a finished game, 0 for an unfinished one.

    Some sites count no more than the winner needed, or than the length of the match.
    """
    if game.result is None:
        return 0
    cubes = [
        each for each in game.entries if isinstance(each, s.SheetCube) and each.action != "offer"
    ]
    stake = cubes[-1].value if cubes else 1
    return stake * (BACKGAMMON.kinds.index(game.result.kind) + 1)


class _Replay:
    def __init__(self, match: MatMatch, game: MatGame, rules: Rules) -> None:
        self._match = match
        self._game = game
        self._rules = rules
        self._position = rules.start
        self._cube = Cube()
        self._offered: Player | None = None
        self._last: Player | None = None
        self._entries: list[s.Entry] = []
        self.line = game.line

    def play(self) -> tuple[list[s.Entry], s.SheetResult | None]:
        """Replay all actions. Return the entries of the sheet, and the result if there is one."""
        result: s.SheetResult | None = None
        stated = self._game.result
        for action in self._game.actions:
            self.line = action.line
            if result is not None:
                raise MatError("the game has not begun or is over", "error.no-game-now")
            if action.kind is Kind.UNFINISHED or self._leaves_play_open(action):
                self._enter_turn(action, "", "open")
                if stated is not None:
                    result = replace(self._resign(stated.winner.other), points=stated.points)
                return self._entries, result
            result = self._act(action)
        if result is None and stated is not None:
            result = self._resign(stated.winner.other)
        return self._entries, result and self._checked_result(result)

    def _act(self, action: MatAction) -> s.SheetResult | None:
        if action.kind is Kind.RESIGN:
            return self._resign(action.player, action.value)
        if action.kind is Kind.PLAY:
            return self._play(action)
        if action.kind is Kind.DOUBLE:
            self._offer(action)
            return None
        if action.kind in (Kind.SET, Kind.AUTOMATIC):
            self._note(action)
            return None
        if self._offered is not action.player.other:
            raise MatError("no double was offered", "error.no-double")
        return self._answer(action)

    def _play(self, action: MatAction) -> s.SheetResult | None:
        dice = action.dice or (0, 0)
        if self._offered is not None:
            raise MatError(
                "the double before it was neither taken nor dropped", "error.double-open"
            )
        self._in_turn(action.player)
        end = self._commented_position(action) or self._end(action.player, dice, action.moves)
        if end is None:
            raise s.illegal(dice)
        self._enter_turn(action, self._rules.text(end), "accepted" if action.stands else "legal")
        self._position = end
        self._last = action.player
        if self._rules.winner(end) is None:
            return None
        kind = self._rules.result(end, action.player)
        return s.SheetResult(action.player, kind.kind, "off", kind.points * self._cube.value)

    def _enter_turn(self, action: MatAction, end: str, fate: str) -> None:
        high, low = sorted(action.dice or (0, 0), reverse=True)
        before, wrong = self._rules.text(self._position), end if fate == "accepted" else ""
        turn = s.SheetTurn(action.player, (high, low), before, end, fate, action.faults, wrong)
        self._entries.append(turn)

    def _note(self, action: MatAction) -> None:
        """Enter a position that was set up, or an automatic double."""
        if action.kind is Kind.SET:
            self._position = self._commented_position(action) or self._position
            self._last = None
            position = self._rules.text(self._position)
            self._entries.append(s.Decision("position", "", position=position))
            return
        self._cube = self._cube.automatic()
        if any(not isinstance(entry, s.SheetCube) for entry in self._entries):
            raise MatError(
                "an automatic double comes before the first throw", "error.automatic-late"
            )
        if action.value != self._cube.value:
            raise MatError("the cube is at {value}", "error.cube-at", value=self._cube.value)
        self._entries.append(s.SheetCube(None, "automatic", self._cube.value))

    def _commented_position(self, action: MatAction) -> Position | None:
        """Return the position given in a comment, or None."""
        if not action.stands:
            return None
        return self._rules.parse(action.stands)

    def _in_turn(self, player: Player) -> None:
        if self._last is player:
            raise MatError("the other player's turn before it is missing", "error.turn-missing")

    def _leaves_play_open(self, action: MatAction) -> bool:
        """Return whether a bare roll has several legal plays, so that its play is unknown."""
        if action.kind is not Kind.PLAY or action.moves or action.stands:
            return False
        ends = self._rules.ends(self._position, action.player, action.dice or (0, 0))
        return len(ends.positions) > 1

    def _end(
        self, player: Player, dice: tuple[int, int], moves: tuple[MatMove, ...]
    ) -> Position | None:
        """Return the legal end that the moves lead to, or None."""
        ends = self._rules.ends(self._position, player, dice).positions
        if not moves:
            return next(iter(ends))
        meant = _moved(self._position, player, moves)
        if meant is None or meant in ends:
            return meant
        # `24/13` as one move: the stop on the way is unknown, and there may have been a hit on it.
        mine, other = meant.side(player), player.other
        same = [end for end in ends if end.side(player) == mine]
        return min(same, key=lambda end: count(end.side(other), BAR_SLOT), default=None)

    def _offer(self, action: MatAction) -> None:
        self._in_turn(action.player)
        thrown = any(isinstance(entry, s.SheetTurn | s.Decision) for entry in self._entries)
        if not thrown:
            raise MatError("nobody doubles before the first throw", "error.double-early")
        if self._offered is not None or not self._cube.may_offer(action.player):
            raise MatError("this player may not double now", "error.may-not-double")
        value = self._cube.value * 2
        if action.value not in (None, value):
            raise MatError("the cube is at {value}", "error.cube-at", value=self._cube.value)
        self._offered = action.player
        self._entries.append(s.SheetCube(action.player, "offer", value, self._cube.owner))

    def _answer(self, action: MatAction) -> s.SheetResult | None:
        self._offered = None
        if action.kind is Kind.TAKE:
            self._cube = self._cube.taken_by(action.player)
        cube = self._cube
        self._entries.append(s.SheetCube(action.player, action.kind.value, cube.value, cube.owner))
        if action.kind is Kind.TAKE:
            return None
        return s.SheetResult(action.player.other, "single", "drop", cube.value)

    def _resign(self, loser: Player, points: int | None = None) -> s.SheetResult:
        """Enter a resignation of the fewest games worth the points, as GNU Backgammon does."""
        stated = self._game.result.points if self._game.result is not None else points
        stake = self._cube.value
        games = min(3, max(1, -(-(stated or 1) // stake)))
        self._entries += [s.Resignation(loser, games, action) for action in ("offer", "accept")]
        return s.SheetResult(loser.other, BACKGAMMON.kinds[games - 1], "resign", games * stake)

    def _checked_result(self, result: s.SheetResult) -> s.SheetResult:
        """Return the result with the file's points. Raises `MatError` if they are impossible."""
        stated = self._game.result
        if stated is None:
            return result
        possible = {result.points}
        if self._match.length is not None:
            needed = self._match.length - self._game.score[list(Player).index(stated.winner)]
            possible |= {min(result.points, needed), min(result.points, self._match.length)}
        if stated.winner is not result.winner or stated.points not in possible:
            self.line = self._game.line
            raise MatError(
                "{winner} wins by {points} in the file, {player} by {value} in the game",
                "error.points-differ",
                winner=stated.winner,
                points=stated.points,
                player=result.winner,
                value=result.points,
            )
        return replace(result, points=stated.points)


def _moved(position: Position, player: Player, moves: tuple[MatMove, ...]) -> Position | None:
    """Return the position after moves as written, with hits; None if a piece is missing."""
    mine, theirs = counts(position.side(player)), counts(position.side(player.other))
    for move in moves:
        mine[move.source] -= 1
        mine[move.target] += 1
        facing = ENTRY - move.target
        if move.target != OFF_SLOT and theirs[facing] == 1:
            theirs[facing] = 0
            theirs[BAR_SLOT] += 1
    if min(mine) < 0 or max(mine) > 15:
        return None
    v, n = (mine, theirs) if player is Player.V else (theirs, mine)
    return Position(pack(v), pack(n))
