"""Drives a referee in tests: pieces by position text, dice and keys by one call each."""

from dataclasses import dataclass, field, replace
from typing import Any

from companion.board.observation import Observation, Pressed, SettledBoard
from companion.link.messages import BoardState, Key, Seats
from companion.referee.choosing import Chooser
from companion.referee.facts import Ruling
from companion.referee.referee import Referee
from companion.referee.requests import Output
from companion.referee.state import (
    MINUTE,
    NO_PRACTICE,
    BoardSeen,
    Clock,
    Evening,
    GameState,
    Practice,
    SetupState,
    State,
    Throw,
    TurnState,
)
from companion.rules import Placement, Player, agree_match, find_game, parse_placement
from companion.rules.games import BY_NAME

V, N = Player.V, Player.N
STARTS = {name: "" if game.in_hand else game.start for name, game in BY_NAME.items()}
"""The position at the start of each game."""


def zones(placement: Placement) -> tuple[tuple[str, tuple[tuple[str, int], ...]], ...]:
    """Convert a placement to zones of the wire."""
    found = []
    for token in placement.text.split():
        zone = token.split("=")[0]
        pile = placement[zone]
        pieces = tuple(
            (letter, count) for letter, count in zip("vVnN?", pile, strict=True) if count
        )
        found.append((zone, pieces))
    return tuple(found)


@dataclass
class TableTop:
    """A referee with a simulated board. minutes -- each player's time, 0 for no limit."""

    game: str = "backgammon"
    options: tuple[str, ...] = ()
    length: int | None = None
    state: State | None = None
    practice: Practice = NO_PRACTICE
    minutes: int = 0
    board: str = ""
    seats: dict[Player, str] = field(default_factory=lambda: {V: "--", N: "--"})
    throws: dict[Player, int] = field(default_factory=lambda: {V: 0, N: 0})
    ms: int = 0
    latest: int = 0

    def __post_init__(self) -> None:
        rules = find_game(self.game, self.options)
        match = agree_match(rules, self.length)
        self.referee = Referee(
            rules, match, self.state, evening=Evening(self.minutes * MINUTE), practice=self.practice
        )
        if self.state is None and not self.practice.exercise:  # the game to be played was announced
            self.set(reopened=False)

    def look(
        self,
        thrown: frozenset[Player] = frozenset(),
        with_old_die: frozenset[Player] = frozenset(),
        uncounted: frozenset[Player] = frozenset(),
    ) -> tuple[Output, ...]:
        """Let the referee look at the settled board."""
        self._pass(300)
        board = SettledBoard(self.line(), thrown, with_old_die, uncounted)
        return self.referee.settled(Observation(self.ms, board=board))

    def at(self, ms: int) -> tuple[Output, ...]:
        """Set the board's clock, with no other change."""
        self.latest = max(self.latest, ms)
        return self.referee.settled(Observation(ms))

    def _pass(self, ms: int) -> None:
        self.ms = max(self.ms, self.latest) + ms

    def line(self) -> BoardState:
        """Return the present state of the board."""
        v, n = (Seats(self.seats[player], self.throws[player]) for player in Player)
        keys = ((0,) * 7, (0,) * 7)
        return BoardState(0, self.ms, zones(parse_placement(self.board)), v, n, keys)

    def stand(self, board: str) -> tuple[Output, ...]:
        """Put the pieces as in a position, and look."""
        self.board = board
        return self.look()

    def throw(self, player: Player, faces: str) -> tuple[Output, ...]:
        """Throw into a tray and look."""
        self.seats[player] = faces
        self.throws[player] += 1
        return self.look(frozenset({player}))

    def throw_beside(self, player: Player, faces: str) -> tuple[Output, ...]:
        """Throw one die into a tray that has another die, and look."""
        self.seats[player] = faces
        self.throws[player] += 1
        return self.look(frozenset({player}), frozenset({player}))

    def without_power(self, player: Player, faces: str) -> tuple[Output, ...]:
        """Put dice into a tray while the board has no power, and look."""
        self.seats[player] = faces
        return self.look(uncounted=frozenset({player}))

    def seat(self, player: Player, faces: str) -> tuple[Output, ...]:
        """Change the dice in a tray without a throw (a lift, a touch), and look."""
        self.seats[player] = faces
        return self.look()

    def lift(self) -> tuple[Output, ...]:
        """Pick up all dice and look."""
        self.seats = {V: "--", N: "--"}
        return self.look()

    def press(self, player: Player, *keys: Key) -> tuple[Output, ...]:
        """Press keys one after the other. Return the facts of the last."""
        facts: tuple[Output, ...] = ()
        for key in keys:
            self._pass(400)
            facts = self.referee.settled(Observation(self.ms, (Pressed(player, key),)))
        return facts

    def rule(self, what: str, by: str = "Ann", **more: object) -> tuple[Output, ...]:
        """Apply a referee's ruling."""
        return self.referee.take(Ruling(what, by, **more), self.ms)  # type: ignore[arg-type]

    def begin(self, opening: str = "") -> tuple[Output, ...]:
        """Set up the start position. opening -- the faces of V and N, for example `31`."""
        facts = self.stand(self.board or STARTS[self.game])
        if opening:
            self.throw(V, opening[0] + "-")
            facts = self.throw(N, opening[1] + "-")
        return facts

    @property
    def position(self) -> str:
        """The agreed position as text."""
        return self.referee.rules.text(self.referee.state.game.position)

    def set(self, **changes: object) -> None:
        """Change the referee's state directly, for a case that takes long to reach by play.

        Positions and boards may be given as text.
        """
        self.referee.state = changed(self.referee, **changes)


class ChooserTop:
    """A chooser of the game with a simulated board."""

    def __init__(self, *given: Any, **more: Any) -> None:
        self.referee = Chooser(*given, **more)
        self.ms = 1000

    def at(self, ms: int) -> tuple[Output, ...]:
        """Set the board's clock, with no other change."""
        return self.referee.settled(Observation(ms))

    def press(self, player: Player, *keys: Key) -> tuple[Output, ...]:
        """Press keys one after the other. Return the facts of the last."""
        facts: tuple[Output, ...] = ()
        for key in keys:
            self.ms += 700
            facts = self.referee.settled(Observation(self.ms, (Pressed(player, key),)))
        return facts

    def stand(self, board: str) -> tuple[Output, ...]:
        """Put the pieces as in a position, and look."""
        seen = TableTop(board=board, ms=self.ms)
        return self.referee.settled(Observation(self.ms, board=SettledBoard(seen.line())))


PARTS: dict[str, Any] = {
    "game": GameState,
    "turn": TurnState,
    "throw": Throw,
    "clock": Clock,
    "board": BoardSeen,
    "setup": SetupState,
    "evening": Evening,
}


def changed(referee: Referee, **changes: Any) -> State:
    """Return a referee's state with changed fields, including those of its parts.

    Positions and boards may be given as text.
    """
    state, rules = referee.state, referee.rules
    reads: dict[str, Any] = {"position": rules.parse, "wanted": rules.parse}
    reads |= dict.fromkeys(("shown", "judged", "correcting"), parse_placement)
    for name in reads.keys() & changes.keys():
        if isinstance(changes[name], str):
            changes[name] = reads[name](changes[name])
    for name, part in PARTS.items():
        own = {field: changes.pop(field) for field in part.__match_args__ if field in changes}
        changes |= {name: replace(getattr(state, name), **own)} if own else {}
    return replace(state, **changes)


def names(facts: tuple[Output, ...]) -> list[str]:
    """Return the class names of facts, in order."""
    return [type(fact).__name__ for fact in facts]
