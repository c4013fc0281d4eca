"""One game with its options: what other packages call to play, judge and score."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from companion.rules import games, judge, named_moves, observation, orders, plays, position, turn
from companion.rules.games import Game
from companion.rules.patterns import ForbiddenEnds
from companion.rules.plays import Play
from companion.rules.position import Position
from companion.rules.steps import PlayerRules
from companion.rules.texts import Texts, texts_of
from companion.rules.track import ENTRY
from companion.rules.turn import Ends
from companion.rules.verdicts import Judgement, Result
from companion.rules.vocabulary import PIECES_A_SIDE, Placement, Player, parse_placement


class RulesError(ValueError):
    """A game or an option that does not exist, or not together; one clear sentence."""


class EndTexts(NamedTuple):
    """The legal ends of a turn as canonical texts, sorted by code point.

    again -- those that earn a further throw (Acey-Deucey).
    """

    texts: list[str]
    again: list[str]


@dataclass(frozen=True)
class Rules:
    """The rules of one game with its options; made by `find_game`.

    Own numbers: 24 where a player's path begins to 1, its last point; 25 bar or hand, 0 off.
    """

    game: Game
    options: frozenset[str]

    @property
    def name(self) -> str:
        """The game's name."""
        return self.game.name

    @cached_property
    def start(self) -> Position:
        """The position in which the game begins."""
        return self.parse(self.game.start)

    @property
    def has_cube(self) -> bool:
        """Whether it is played with a doubling cube (B6)."""
        return self.game.cube and "no-cube" not in self.options

    def with_options(self, extra: Iterable[str]) -> "Rules":
        """The same rules with further options. Raises `RulesError` like `find_game`."""
        return find_game(self.name, self.options | frozenset(extra))

    def parse(self, text: str) -> Position:
        """Read a start position. Raises `PositionError` naming token and reason."""
        return self._texts.read(text) or self.position(parse_placement(text))

    def position(self, placement: Placement) -> Position:
        """Pack a placement. Raises `PositionError` as `parse` does."""
        return position.from_placement(
            placement, self.game.track, has_postillon=self.game.postillon
        )

    def placement(self, of: Position) -> Placement:
        """What stands in each zone."""
        return position.to_placement(of, self.game.track)

    def text(self, of: Position) -> str:
        """The canonical text of a position."""
        return self._texts.of(of)

    def zone(self, number: int, player: Player) -> str:
        """The zone with an own number; 25 is the hand in games that begin there, else the bar."""
        slot = position.HAND_SLOT if number == ENTRY and self.game.in_hand else number
        return self.game.track.zones[player][slot]

    def own_number(self, zone: str, player: Player) -> int:
        """The own number of a zone. Raises `ValueError` for the opponent's bar, tray or hand."""
        return min(self.game.track.slot(zone, player), ENTRY)

    def ends(self, of: Position, player: Player, dice: tuple[int, int]) -> Ends:
        """Every legal end of a turn. A die that is not 1 to 6 raises `RulesError`."""
        checked(dice)
        start = position.state_of(of, player)
        ends, again = turn.end_states(self._ways[player], start, dice)
        return Ends(
            positions=position.Positions(ends, player),
            again=position.Positions(again, player),
            nothing_to_play=start in ends,
        )

    def end_texts(self, of: Position, player: Player, dice: tuple[int, int]) -> EndTexts:
        """The texts of all legal ends of a turn. A die that is not 1 to 6 raises `RulesError`."""
        ends, again = turn.end_states(
            self.way(player), position.state_of(of, player), checked(dice)
        )
        texts = self._texts.of_states(ends, player)
        return EndTexts(texts, self._texts.of_states(again, player) if again else [])

    def nothing_to_play(self, of: Position, player: Player, dice: tuple[int, int]) -> bool:
        """Return whether no die can be used, found without listing the ends of the turn."""
        way, start = self.way(player), position.state_of(of, player)
        return orders.required(way, start, checked(dice), orders.end_filter(way, start)) == ((),)

    def only_end(self, of: Position, player: Player, dice: tuple[int, int]) -> Position | None:
        """The end of a forced turn, None where there are more; never slow as `ends` may be (B4)."""
        start = position.state_of(of, player)
        end = turn.only_end(self.way(player), start, checked(dice))
        return None if end is None else position.position_of(end, player)

    def near_ends(
        self,
        of: Position,
        player: Player,
        dice: tuple[int, int],
        seen: Placement,
        hidden: tuple[str, ...] = (),
    ) -> AbstractSet[Position]:
        """Legal ends to choose the one nearest to a board from: all, of an ace-deuce some (B4).

        hidden -- zones of which nothing is known, and so nothing of the hand.
        """
        board = observation.look(self.game, self.readings(of, player, seen)[0], player)
        start = position.state_of(of, player)
        zones = self.game.track.zones[player]
        unknown = {zones.index(zone) for zone in hidden if zone in zones}
        slots = frozenset(unknown | {position.HAND_SLOT} if unknown else ())
        ends = turn.near_ends(self.way(player), start, checked(dice), board.mine, slots)
        return position.Positions(ends, player)

    def plays(
        self, of: Position, player: Player, dice: tuple[int, int], end: Position
    ) -> tuple[Play, ...]:
        """Every legal way to come to an end, the canonical first; none where it is no legal end."""
        return plays.plays(self.way(player), of, player, checked(dice), end)

    def own_notation(self, play: Play, player: Player) -> tuple[str, ...]:
        """A play in the player's own numbers, one text a piece: `24/18*`, `bar/22`, `6/off`."""
        return plays.own_notation(self.game.track, play, player)

    def after_moves(self, of: Position, player: Player, moves: Iterable[str]) -> Placement:
        """What stands in each zone after a player's named moves, see `named_moves`."""
        board = named_moves.after_moves(self.placement(of), moves, player)
        track, has_postillon = self.game.track, self.game.postillon
        return position.without_settled_postillons(board, track, has_postillon=has_postillon)

    def readings(self, of: Position, player: Player, seen: Placement) -> tuple[Placement, ...]:
        """The ways a seen board may be read (docs/protocol.md, "What the table shows").

        Jacquet: every split of V12 (N12) into travelling and off. Dutch and Acey-Deucey: with
        the hands filled. Else the board as it is.
        """
        return observation.readings(self.game, of, player, seen)

    def judge(  # noqa: PLR0913 - a turn, its end, and what is known of it
        self,
        of: Position,
        player: Player,
        dice: tuple[int, int],
        seen: Placement,
        *,
        over: bool = False,
        moves: tuple[str, ...] | None = None,
    ) -> Judgement:
        """The verdict on a board as it stands while the dice lie (docs/protocol.md, "judge").

        of -- the position in which the turn began; seen -- any counts, colours mixed, unknown
        pieces; over -- the dice are up: an opposing piece taken up before it was hit has been
        moved, while they lay it was on its way to the bar; moves -- the named moves that led from
        `of` to `seen`, where they are known (see `named_moves`): the verdict is that of the board,
        the faults are theirs. A die that is not 1 to 6 raises `RulesError`.
        """
        case = judge.Case(self.way(player), of, player, checked(dice), over, moves)
        return judge.judge(case, seen)

    def winner(self, of: Position) -> Player | None:
        """The player whose 15 pieces are all off, or None."""
        for player in Player:
            if position.count(of.side(player), position.OFF_SLOT) == PIECES_A_SIDE:
                return player
        return None

    def result(self, of: Position, winner: Player) -> Result:
        """How a won game counts, before the cube and whatever `count-games` says (B5, J9)."""
        points = self.game.value(position.counts(of.side(winner.other)))
        return Result(winner, self.game.kinds[min(points, len(self.game.kinds)) - 1], points)

    def pips(self, of: Position, player: Player) -> int:
        """The points a player has still to go; bar and hand count 25 a piece."""
        pieces = enumerate(position.counts(of.side(player)))
        return sum(min(slot, ENTRY) * count for slot, count in pieces)

    def in_contact(self, of: Position) -> bool:
        """Return whether some piece must still pass an opposing one (E4); pieces to enter count.

        Where the players walk the same way (Jacquet): whether some piece has an opposing one ahead.
        """
        v, n = position.counts(of.v), position.counts(of.n)
        if self.game.track.opposed:
            return _farthest(v) + _farthest(n) > ENTRY
        facing = self.game.track.facing
        return any(
            any(theirs[facing[number]] for number in range(1, _farthest(mine)))
            for mine, theirs in ((v, n), (n, v))
        )

    def postillon_home(self, of: Position, player: Player) -> bool:
        """Return whether a player has no postillon under way (always so outside Jacquet)."""
        return not position.postillon(of.side(player))

    def way(self, player: Player) -> PlayerRules:
        """How this player plays: the data of the step generator."""
        return self._ways[player]

    @cached_property
    def _texts(self) -> Texts:
        return texts_of(self.game)

    @cached_property
    def _ways(self) -> dict[Player, PlayerRules]:
        forbidden = ForbiddenEnds(self.game.forbidden(self.options))
        return {
            player: PlayerRules(self.game, f"may-hit-{player}" in self.options, forbidden)
            for player in Player
        }


def _farthest(slots: list[int]) -> int:
    """The own number of the piece that is farthest from the end of its path."""
    return max(min(slot, ENTRY) for slot, pieces in enumerate(slots) if pieces)


def checked(dice: tuple[int, int]) -> tuple[int, int]:
    """Two dice as they came. Raises `RulesError` unless both are 1 to 6."""
    first, second = dice
    if not (1 <= first <= 6 and 1 <= second <= 6):
        raise RulesError(f"Two dice from 1 to 6 are needed, not {dice!r}.")
    return dice


def find_game(name: str, options: Iterable[str] = ()) -> "Rules":
    """The rules of a game with its options (docs/commands.md, "Rule options").

    Raises `RulesError` for an unknown game, an unknown option or an option of another game.
    """
    game = games.BY_NAME.get(name)
    if game is None:
        raise RulesError(f"Unknown game {name[:40]!r}; there are {', '.join(games.game_names())}.")
    chosen = frozenset(options)
    for option in sorted(chosen - game.options):
        if any(option in other.options for other in games.BY_NAME.values()):
            raise RulesError(f"The option {option} does not belong to {name}.")
        raise RulesError(
            f"Unknown option {option[:40]!r}; {name} knows {', '.join(sorted(game.options))}."
        )
    return _rules(game, chosen)


@cache
def _rules(game: Game, options: frozenset[str]) -> Rules:
    """One object for each game and options that there are: what it has worked out stays with it."""
    return Rules(game, options)
