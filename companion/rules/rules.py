"""The rules of one game with its options: the functions that other packages call."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from companion.message_error import MessageError
from companion.rules import games, judge, named_moves, observation, plays, position, turn
from companion.rules.games.game import Game
from companion.rules.patterns import ForbiddenEnds
from companion.rules.plays import Play
from companion.rules.position import Position
from companion.rules.steps import HOME_OR_OFF, PlayerRules, end_filter, required
from companion.rules.texts import texts_of
from companion.rules.turn import Ends
from companion.rules.verdicts import Judgement, Result
from companion.rules.vocabulary import ENTRY, Dice, Placement, Player, parse_placement


class RulesError(MessageError, ValueError):
    """An unknown game or option, or an option of another game. The message is one sentence."""


class EndTexts(NamedTuple):
    """The legal ends of a turn as canonical texts, sorted by code point.

    again -- the ends that earn a further throw (Acey-Deucey).
    """

    texts: list[str]
    again: list[str]


@dataclass(frozen=True)
class Rules:
    """The rules of one game with its options; create them with `find_game`.

    Own numbers go from 24, where a player's path begins, to 1; 25 is the bar or hand, 0 is off.
    """

    game: Game
    options: frozenset[str]

    @property
    def name(self) -> str:
        """The game's name."""
        return self.game.name

    @cached_property
    def start(self) -> Position:
        """The start position of the game."""
        return self.parse(self.game.start)

    @property
    def has_cube(self) -> bool:
        """Whether the game is played with a doubling cube (B6)."""
        return self.game.cube and "no-cube" not in self.options

    def with_options(self, extra: Iterable[str]) -> "Rules":
        """Return the rules with further options. Raises `RulesError` like `find_game`."""
        return find_game(self.name, self.options | frozenset(extra))

    def parse(self, text: str) -> Position:
        """Parse a start position. Raises `PositionError` with the token and the reason."""
        return texts_of(self.game).read(text) or self.position(parse_placement(text))

    def position(self, placement: Placement) -> Position:
        """Pack a placement. Raises `PositionError` like `parse`."""
        return observation.from_placement(self.game, placement)

    def placement(self, of: Position) -> Placement:
        """Return the position as piles by zone."""
        return observation.to_placement(self.game, of)

    def text(self, of: Position) -> str:
        """Return the canonical text of a position."""
        return texts_of(self.game).of(of)

    def zone(self, number: int, player: Player) -> str:
        """Return the zone of an own number; 25 is the hand if the game has one, else the bar."""
        slot = position.HAND_SLOT if number == ENTRY and self.game.in_hand else number
        return self.game.track.zones[player][slot]

    def own_number(self, zone: str, player: Player) -> int:
        """Return a zone's own number. Raises `ValueError` for the opponent's bar, tray or hand."""
        return min(self.game.track.slot(zone, player), ENTRY)

    def ends(self, of: Position, player: Player, dice: Dice) -> Ends:
        """Return the legal ends of a turn. Raises `RulesError` unless both dice are 1 to 6."""
        start = position.state_of(of, player)
        ends, again = turn.end_states(self._player_rules[player], start, checked(dice))
        unpacked = position.Positions(ends, player), position.Positions(again, player)
        return Ends(*unpacked, nothing_to_play=start in ends)

    def end_texts(self, of: Position, player: Player, dice: Dice) -> EndTexts:
        """Return the texts of all legal ends. Raises `RulesError` unless both dice are 1 to 6."""
        start = position.state_of(of, player)
        ends, again = turn.end_states(self._player_rules[player], start, checked(dice))
        texts = texts_of(self.game)
        return EndTexts(
            texts.of_states(ends, player), texts.of_states(again, player) if again else []
        )

    def nothing_to_play(self, of: Position, player: Player, dice: Dice) -> bool:
        """Return whether no die can be used, without listing the ends of the turn."""
        rules, start = self.for_player(player), position.state_of(of, player)
        return required(rules, start, checked(dice), end_filter(rules, start)) == ((),)

    def only_end(self, of: Position, player: Player, dice: Dice) -> Position | None:
        """Return the end of a forced turn, else None. Unlike `ends` it is never slow (B4)."""
        start = position.state_of(of, player)
        end = turn.only_end(self.for_player(player), start, checked(dice))
        return None if end is None else position.position_of(end, player)

    def near_ends(
        self,
        of: Position,
        player: Player,
        dice: Dice,
        seen: Placement,
        hidden: tuple[str, ...] = (),
    ) -> AbstractSet[Position]:
        """Return legal ends near a seen board: all ends, or a selection for an ace-deuce (B4).

        hidden -- zones with unknown contents; if there are any, the hand is unknown too.
        """
        board = observation.look(self.game, self.readings(of, player, seen)[0], player)
        start = position.state_of(of, player)
        zones = self.game.track.zones[player]
        unknown = {zones.index(zone) for zone in hidden if zone in zones}
        slots = frozenset(unknown | {position.HAND_SLOT} if unknown else ())
        ends = turn.near_ends(self.for_player(player), start, checked(dice), board.mine, slots)
        return position.Positions(ends, player)

    def plays(self, of: Position, player: Player, dice: Dice, end: Position) -> tuple[Play, ...]:
        """Return every play that leads to an end, the canonical first; none for an illegal end."""
        return plays.plays(self.for_player(player), of, player, checked(dice), end)

    def after_moves(self, of: Position, player: Player, moves: Iterable[str]) -> Placement:
        """Return the placement after a player's named moves (see `named_moves`)."""
        board = named_moves.after_moves(self.placement(of), moves, player)
        return observation.without_settled_postillons(self.game, board)

    def readings(self, of: Position, player: Player, seen: Placement) -> tuple[Placement, ...]:
        """Return the possible readings of a seen board (docs/protocol.md, "What the table shows").

        Jacquet: each way to count pieces on V12 (N12) as travelling or off. Dutch and Acey-Deucey:
        the board with the hands filled. Backgammon: the board as it is.
        """
        return observation.readings(self.game, of, player, seen)

    def judge(  # noqa: PLR0913 - the turn, its end and the known moves
        self,
        of: Position,
        player: Player,
        dice: Dice,
        seen: Placement,
        *,
        over: bool = False,
        moves: tuple[str, ...] | None = None,
    ) -> Judgement:
        """Return the verdict on a board during a turn (docs/protocol.md, "judge").

        of -- the position at the start of the turn;
        seen -- the board, which may break any rule;
        over -- whether the dice have been picked up. Until then, an opposing piece that was lifted
        before it was hit counts as on its way to the bar;
        moves -- the named moves from `of` to `seen` if they are known (see `named_moves`): the
        faults are then the faults of these moves. Raises `RulesError` unless both dice are 1 to 6.
        """
        case = judge.Case(self.for_player(player), of, player, checked(dice), over, moves)
        return judge.judge(case, seen)

    def winner(self, of: Position) -> Player | None:
        """Return the player with all 15 pieces off, or None."""
        sides = zip(Player, of, strict=True)
        return next((player for player, side in sides if position.all_off(side)), None)

    def result(self, of: Position, winner: Player) -> Result:
        """Return the result of a won game, without the cube and `count-games` (B5, J9)."""
        points = self.game.value(position.counts(of.side(winner.other)))
        return Result(winner, self.game.kinds[min(points, len(self.game.kinds)) - 1], points)

    def pips(self, of: Position, player: Player) -> int:
        """Return a player's pip count; each piece on the bar or in hand counts 25."""
        return position.pips(position.counts(of.side(player)))

    def in_contact(self, of: Position) -> bool:
        """Return whether some piece must still pass an opposing one (E4).

        Pieces that must still enter count. In Jacquet, where both players move the same way, the
        question is whether any piece has an opposing piece ahead.
        """
        v, n = position.counts(of.v), position.counts(of.n)
        if self.game.track.opposed:
            return _farthest(v) + _farthest(n) > ENTRY
        facing = self.game.track.facing
        return any(
            any(theirs[facing[number]] for number in range(1, _farthest(mine)))
            for mine, theirs in ((v, n), (n, v))
        )

    def rights_won(self, of: Position) -> tuple[str, ...]:
        """Return the rights to hit won in Dutch (B3), as rule options such as `may-hit-V`.

        A player with a piece at home or borne off has won this right.
        """
        if not self.game.hits_once_home:
            return ()
        return tuple(f"may-hit-{player}" for player in Player if of.side(player) & HOME_OR_OFF)

    def for_player(self, player: Player) -> PlayerRules:
        """Return the player's rules for the step generator."""
        return self._player_rules[player]

    @cached_property
    def _player_rules(self) -> dict[Player, PlayerRules]:
        forbidden = ForbiddenEnds(self.game.forbidden(self.options))
        return {
            player: PlayerRules(self.game, f"may-hit-{player}" in self.options, forbidden)
            for player in Player
        }


def _farthest(slots: list[int]) -> int:
    """Return the own number of the piece that is farthest from the end of its path."""
    return next(min(slot, ENTRY) for slot in reversed(range(len(slots))) if slots[slot])


def checked(dice: Dice) -> tuple[int, int]:
    """Return the dice unchanged. Raises `RulesError` unless both are integers from 1 to 6."""
    faces = [die for die in dice if type(die) is int and 1 <= die <= 6]
    if len(faces) != 2 or len(dice) != len(faces):
        raise RulesError("error.two-dice", dice=repr(dice))
    return dice


def find_game(name: str, options: Iterable[str] = ()) -> "Rules":
    """Return the rules of a game with options (docs/commands.md, "Rule options").

    Raises `RulesError` for an unknown game, an unknown option or an option of another game.
    """
    game = games.BY_NAME.get(name)
    if game is None:
        raise RulesError(
            "error.unknown-game", game=repr(name[:40]), known=", ".join(games.game_names())
        )
    chosen = frozenset(options)
    for option in sorted(chosen - game.options):
        if any(option in other.options for other in games.BY_NAME.values()):
            raise RulesError("error.option-elsewhere", option=option, game=name)
        raise RulesError(
            "error.unknown-option",
            option=repr(option[:40]),
            game=name,
            known=", ".join(sorted(game.options)),
        )
    return _rules(game, chosen)


@cache
def _rules(game: Game, options: frozenset[str]) -> Rules:
    """Return the only `Rules` object for this game and options, so that caches are shared."""
    return Rules(game, options)
