"""Replays a match by the rules, to convert the cells of a `.mat` file to the games of a sheet.

Every play must be legal, or a comment must say that the opponent accepted it. `GameCheck` checks
the rest, such as the cube and the scores.
"""

from collections.abc import Set as AbstractSet
from dataclasses import replace

from companion.message_error import FileError
from companion.records import sheet as s
from companion.records.game_check import GameCheck
from companion.records.mat import Kind, MatAction, MatError, MatGame, MatMatch, MatMove
from companion.records.sheet_builder import SheetBuilder, is_day
from companion.referee.facts import CubeAction, Resign, Ruling
from companion.rules import Cube, MatchError, Player, Position, PositionError, RulesError
from companion.rules.games import BACKGAMMON
from companion.rules.position import BAR_SLOT, OFF_SLOT, count, counts, pack
from companion.rules.vocabulary import ENTRY


def from_mat(match: MatMatch) -> s.Sheet:
    """Return the sheet of a `.mat` match. Raises `MatError` with the line of a wrong play or score.

    A game with an unknown play (`????`) is left unfinished; if the file names a winner, a
    resignation of the other player is entered.
    """
    heading = _heading(match)
    builder, is_crawford_over = SheetBuilder(heading), "no-crawford" in heading.options
    for game in match.games:
        at_point = match.length is not None and max(game.score) == match.length - 1
        replay = _Replay(builder, game)
        try:
            is_crawford = at_point and not is_crawford_over
            replay.play(builder.begin(game.number, game.score, crawford=is_crawford))
        except (FileError, MatchError, PositionError, RulesError) as error:
            raise MatError.at_line(replay.line, error) from None
        is_crawford_over |= at_point
    return builder.sheet()


def _heading(match: MatMatch) -> s.Sheet:
    headers = {name.lower(): value for name, value in match.headers}
    options = set(headers.get("options", "").split())
    if headers.get("crawford", "").lower() == "off":
        options.add("no-crawford")
    begun = headers.get("eventdate", "").replace(".", "-")
    return s.Sheet(
        "backgammon",
        tuple(sorted(options)),
        match.length,
        (),
        match.players,
        begun if is_day(begun) else "",
        headers.get("table", ""),
    )


def worth(game: s.SheetGame) -> int:
    """Return the whole value of a finished game, 0 for an unfinished game.

    A file may contain less: some sites write only the points that the winner still needed, or at
    most the length of the match.
    """
    if game.result is None:
        return 0
    cubes = [
        each for each in game.entries if isinstance(each, CubeAction) and each.action != "offer"
    ]
    stake = cubes[-1].value if cubes else 1
    return stake * (BACKGAMMON.kinds.index(game.result.kind) + 1)


class _Replay:
    """Enters one game into a sheet. line -- the line of the present action in the file."""

    def __init__(self, builder: SheetBuilder, game: MatGame) -> None:
        self._builder = builder
        self._game = game
        self.line = game.line

    def play(self, check: GameCheck) -> None:
        """Enter the actions and the result. Raises an error if they are impossible."""
        stated = self._game.result
        for action in self._game.actions:
            self.line = action.line
            if action.kind is Kind.UNFINISHED or _leaves_play_open(check, action):
                self._enter_turn(check, action, "", "open")
                break
            self._act(check, action)
        if check.won is None and stated is not None:
            self._resign(check, stated.winner.other)
        if check.won is not None:
            won = check.won
            if stated is not None:
                won = replace(won, winner=stated.winner, points=stated.points)
            self._builder.end(won)

    def _act(self, check: GameCheck, action: MatAction) -> None:
        player, cube = action.player, check.cube or Cube()
        match action.kind:
            case Kind.PLAY:
                self._play(check, action)
            case Kind.RESIGN:
                self._resign(check, player, action.value)
            case Kind.SET:
                self._builder.add(Ruling("position", "", position=_usual(check, action)))
            case Kind.AUTOMATIC:
                self._add_automatic(check, action)
            case Kind.DOUBLE:
                value = cube.value * 2 if action.value is None else action.value
                self._builder.add(CubeAction(player, "offer", value, cube.owner))
            case Kind.TAKE:
                self._builder.add(CubeAction(player, "take", cube.value * 2, player))
            case _:
                self._builder.add(CubeAction(player, "drop", cube.value, cube.owner))

    def _add_automatic(self, check: GameCheck, action: MatAction) -> None:
        if check.has_turned:
            raise MatError("error.automatic-late")
        self._builder.add(CubeAction(None, "automatic", action.value or 0, None))

    def _play(self, check: GameCheck, action: MatAction) -> None:
        if action.stands:
            self._enter_turn(check, action, _usual(check, action), "accepted")
            return
        end = _end(check, action)
        if end is None:
            raise s.illegal(action.dice or (0, 0))
        self._enter_turn(check, action, check.walk.rules.text(end), "legal")

    def _enter_turn(self, check: GameCheck, action: MatAction, end: str, fate: str) -> None:
        high, low = sorted(action.dice or (0, 0), reverse=True)
        before, wrong = check.position, end if fate == "accepted" else ""
        turn = s.SheetTurn(action.player, (high, low), before, end, fate, action.faults, wrong)
        self._builder.add(turn)

    def _resign(self, check: GameCheck, loser: Player, points: int | None = None) -> None:
        """Enter a resignation with the lowest value that is worth at least these points.

        GNU Backgammon does the same.
        """
        stated = self._game.result.points if self._game.result is not None else points
        stake = check.cube.value if check.cube else 1
        games = min(3, max(1, -(-(stated or 1) // stake)))
        for action in ("offer", "accept"):
            self._builder.add(Resign(loser, games, action))


def _usual(check: GameCheck, action: MatAction) -> str:
    """Return the position from a comment as canonical text."""
    return check.walk.rules.text(check.walk.rules.parse(action.stands))


def _legal_ends(check: GameCheck, action: MatAction) -> AbstractSet[Position]:
    rules = check.walk.rules
    return rules.ends(rules.parse(check.position), action.player, action.dice or (0, 0)).positions


def _leaves_play_open(check: GameCheck, action: MatAction) -> bool:
    """Return whether a roll without moves has several legal plays, so that its play is unknown."""
    is_bare = action.kind is Kind.PLAY and not (action.moves or action.stands)
    return is_bare and len(_legal_ends(check, action)) > 1


def _end(check: GameCheck, action: MatAction) -> Position | None:
    """Return the legal end to which the moves lead, or None."""
    ends = _legal_ends(check, action)
    if not action.moves:
        return next(iter(ends))
    player, before = action.player, check.walk.rules.parse(check.position)
    meant = moved(before, player, action.moves)
    if meant is None or meant in ends:
        return meant
    # In `24/13` as one move, the stop on the way is unknown, and the piece may have hit there.
    mine, other = meant.side(player), player.other
    same = [end for end in ends if end.side(player) == mine]
    return min(same, key=lambda end: count(end.side(other), BAR_SLOT), default=None)


def moved(position: Position, player: Player, moves: tuple[MatMove, ...]) -> Position | None:
    """Return the position after the written moves, with hits; None if a piece is missing."""
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
