"""A match played again by the rules: from the cells of a `.mat` file to positions.

What a script holds is enough to play the match at a board: who throws what, the position the turn
ends in, the cube and the resignations, and what the file says the game was worth. Every play is
looked up among the legal ends of its turn, every score is counted again.
"""

from dataclasses import dataclass, replace

from companion.records.mat import Kind, MatAction, MatError, MatGame, MatMatch, MatResult, Move
from companion.rules import Cube, Player, Position, PositionError, Rules
from companion.rules.games import BACKGAMMON
from companion.rules.position import BAR_SLOT, OFF_SLOT, count, counts, pack
from companion.rules.track import ENTRY


@dataclass(frozen=True, slots=True)
class ScriptTurn:
    """A throw, the larger die first, and the positions (texts) before and after the turn.

    accepted -- the play was illegal and stood; faults -- then what the file says was wrong.
    """

    player: Player
    dice: tuple[int, int]
    before: str
    end: str
    accepted: bool = False
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ScriptCube:
    """`offer`, `take` or `drop`; value -- what the cube shows if the double is taken."""

    player: Player
    action: str
    value: int


@dataclass(frozen=True, slots=True)
class ScriptResign:
    """A resignation: value in games (1, 2, 3)."""

    player: Player
    value: int


@dataclass(frozen=True, slots=True)
class ScriptSet:
    """The position (text) was put up by decision."""

    position: str


@dataclass(frozen=True, slots=True)
class ScriptAutomatic:
    """Equal opening dice doubled the cube; value -- what it shows now."""

    value: int


ScriptStep = ScriptTurn | ScriptCube | ScriptResign | ScriptSet | ScriptAutomatic


@dataclass(frozen=True, slots=True)
class ScriptResult:
    """How a game ended: `off`, `drop` or `resign`.

    points -- as the file has them, the cube included; full -- what the game was worth. Some sites
    count no more than the winner needed, or than the length of the match.
    """

    winner: Player
    kind: str
    by: str
    points: int
    full: int


@dataclass(frozen=True, slots=True)
class GameScript:
    """One game; score -- V's and N's before it. result -- None for a game that was broken off.

    A game that holds an untold play (`????`) ends there, without a result, whatever the file
    says of its end: `told` keeps that, and `untold` the throw, its end the position before it.
    """

    number: int
    score: tuple[int, int]
    turns: tuple[ScriptStep, ...]
    result: ScriptResult | None
    told: MatResult | None
    untold: ScriptTurn | None = None


def replay(match: MatMatch, rules: Rules) -> tuple[GameScript, ...]:
    """Play a match again. Raises `MatError` naming the line of a play or a score that is wrong.

    rules -- of backgammon. The score of each game's heading must be the one the games before make;
    after a game without a result it is taken as it stands.
    """
    scripts: list[GameScript] = []
    expected: tuple[int, int] | None = None
    for game in match.games:
        if expected is not None and expected != game.score:
            raise MatError(
                f"Line {game.line}: game {game.number} begins at {game.score[0]} to"
                f" {game.score[1]}, but the games before make {expected[0]} to {expected[1]}."
            )
        scripts.append(_Replay(match, game, rules).script())
        expected = _after(game)
    return tuple(scripts)


def _after(game: MatGame) -> tuple[int, int] | None:
    """The score after a game, None if the file tells no result."""
    if game.result is None:
        return None
    v, n = game.score
    points = game.result.points
    return (v + points, n) if game.result.winner is Player.V else (v, n + points)


class _Replay:
    """One game on its way through the rules."""

    def __init__(self, match: MatMatch, game: MatGame, rules: Rules) -> None:
        self._match = match
        self._game = game
        self._rules = rules
        self._position = rules.start
        self._cube = Cube()
        self._offered: Player | None = None
        self._last: Player | None = None
        self._steps: list[ScriptStep] = []
        self._line = game.line

    def script(self) -> GameScript:
        """Play all the game's actions."""
        result: ScriptResult | None = None
        for action in self._game.actions:
            self._line = action.line
            if result is not None:
                raise self._wrong("the game is over already")
            if action.kind is Kind.UNFINISHED or self._leaves_play_open(action):
                return replace(self._made(None), untold=self._turn_without_play(action))
            result = self._act(action)
        if result is None and self._game.result is not None:
            result = self._resign(self._game.result.winner.other)
        return self._made(result and self._checked(result))

    def _made(self, result: ScriptResult | None) -> GameScript:
        game = self._game
        return GameScript(game.number, game.score, tuple(self._steps), result, game.result)

    def _turn_without_play(self, action: MatAction) -> ScriptTurn:
        high, low = sorted(action.dice or (0, 0), reverse=True)
        before = self._rules.text(self._position)
        return ScriptTurn(action.player, (high, low), before, before)

    def _act(self, action: MatAction) -> ScriptResult | None:
        """Do one action; the result if it ends the game."""
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
            raise self._wrong("no double was offered")
        return self._answer(action)

    def _play(self, action: MatAction) -> ScriptResult | None:
        """A roll and its moves."""
        dice = action.dice or (0, 0)
        if self._offered is not None:
            raise self._wrong("the double before it was neither taken nor dropped")
        self._in_turn(action.player)
        end = self._stands(action) or self._end(action.player, dice, action.moves)
        if end is None:
            raise self._wrong(f"this is not a legal play of {max(dice)} and {min(dice)}")
        text = self._rules.text
        thrown = max(dice), min(dice)
        wrong = bool(action.stands), action.faults
        self._steps.append(
            ScriptTurn(action.player, thrown, text(self._position), text(end), *wrong)
        )
        self._position = end
        self._last = action.player
        if self._rules.winner(end) is None:
            return None
        kind = self._rules.result(end, action.player)
        full = kind.points * self._cube.value
        return ScriptResult(action.player, kind.kind, "off", full, full)

    def _note(self, action: MatAction) -> None:
        """A position that was put up, or a cube that doubled by itself."""
        if action.kind is Kind.SET:
            self._position = self._stands(action) or self._position
            self._last = None
            self._steps.append(ScriptSet(self._rules.text(self._position)))
            return
        self._cube = self._cube.automatic()
        if self._steps and not isinstance(self._steps[-1], ScriptAutomatic):
            raise self._wrong("equal opening dice do not come after the first throw")
        if action.value != self._cube.value:
            raise self._wrong(f"the cube stands at {self._cube.value}")
        self._steps.append(ScriptAutomatic(self._cube.value))

    def _stands(self, action: MatAction) -> Position | None:
        """The position that the file gives in a comment, None without one."""
        if not action.stands:
            return None
        try:
            return self._rules.parse(action.stands)
        except PositionError as error:
            raise self._wrong(str(error).rstrip(".")) from None

    def _in_turn(self, player: Player) -> None:
        if self._last is player:
            raise self._wrong("the other player's turn is missing before it")

    def _leaves_play_open(self, action: MatAction) -> bool:
        """A bare roll that could be played in several ways: its play is not told."""
        if action.kind is not Kind.PLAY or action.moves or action.stands:
            return False
        ends = self._rules.ends(self._position, action.player, action.dice or (0, 0))
        return len(ends.positions) > 1

    def _end(
        self, player: Player, dice: tuple[int, int], moves: tuple[Move, ...]
    ) -> Position | None:
        """The legal end that a play means, None if there is none."""
        ends = self._rules.ends(self._position, player, dice).positions
        if not moves:
            return next(iter(ends))
        meant = _moved(self._position, player, moves)
        if meant is None or meant in ends:
            return meant
        # `24/13` in one: the stop on the way is not told, and it may have hit.
        mine, other = meant.side(player), player.other
        same = [end for end in ends if end.side(player) == mine]
        return min(same, key=lambda end: count(end.side(other), BAR_SLOT), default=None)

    def _offer(self, action: MatAction) -> None:
        """A double."""
        self._in_turn(action.player)
        thrown = any(isinstance(step, ScriptTurn | ScriptSet) for step in self._steps)
        if not thrown:
            raise self._wrong("nobody doubles before the first throw")
        if self._offered is not None or not self._cube.may_offer(action.player):
            raise self._wrong("the cube is not this player's to turn")
        value = self._cube.value * 2
        if action.value not in (None, value):
            raise self._wrong(f"the cube stands at {self._cube.value}")
        self._offered = action.player
        self._steps.append(ScriptCube(action.player, "offer", value))

    def _answer(self, action: MatAction) -> ScriptResult | None:
        """A double taken or dropped."""
        self._offered = None
        stake = self._cube.value
        self._steps.append(ScriptCube(action.player, action.kind.value, stake * 2))
        if action.kind is Kind.TAKE:
            self._cube = self._cube.taken_by(action.player)
            return None
        return ScriptResult(action.player.other, "single", "drop", stake, stake)

    def _resign(self, loser: Player, points: int | None = None) -> ScriptResult:
        """A resignation; as GNU Backgammon has it, for the fewest games that make the points."""
        told = self._game.result.points if self._game.result is not None else points
        stake = self._cube.value
        games = min(3, max(1, -(-(told or 1) // stake)))
        self._steps.append(ScriptResign(loser, games))
        full = games * stake
        return ScriptResult(loser.other, BACKGAMMON.kinds[games - 1], "resign", full, full)

    def _checked(self, result: ScriptResult) -> ScriptResult:
        """The result as the file has it, if that can be."""
        told = self._game.result
        if told is None:
            return result
        possible = {result.full}
        if self._match.length is not None:
            needed = self._match.length - self._game.score[list(Player).index(told.winner)]
            possible |= {min(result.full, needed), min(result.full, self._match.length)}
        if told.winner is not result.winner or told.points not in possible:
            self._line = self._game.line
            raise self._wrong(
                f"the file gives {told.winner} {told.points} points, the game"
                f" {result.winner} {result.full}"
            )
        return ScriptResult(result.winner, result.kind, result.by, told.points, result.full)

    def _wrong(self, why: str) -> MatError:
        return MatError(f"Line {self._line}, game {self._game.number}: {why}.")


def _moved(position: Position, player: Player, moves: tuple[Move, ...]) -> Position | None:
    """The position after moves as written, hitting where they land; None without such pieces."""
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
