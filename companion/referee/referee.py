"""The referee: settled boards, throws and keys in, facts out. Pure; all of it is a `State`."""

from companion.board.occupancy import Stars, read, set_up
from companion.link.messages import BoardState, Key
from companion.referee import contest, dialog
from companion.referee.facts import Fact
from companion.referee.inputs import Asks, Doubles, Input, Look, Says, stands, throws, turn_dice
from companion.referee.state import LastKey, Phase, State
from companion.referee.table import Table
from companion.referee.turn import take
from companion.rules import Match, Placement, Player, Rules

AGAIN_MS = 8_000
"""A key pressed again within this time says the next thing, later the first again."""


class Referee:
    """One evening's referee.

    `board`, `press` and `clock` take what happened and return the facts that follow, in order;
    `state` is all that must be kept to go on later.
    """

    def __init__(self, rules: Rules, match: Match, state: State | None = None) -> None:
        self.rules = rules
        self.state = contest.start(rules, match) if state is None else contest.resume(state)

    def board(self, seen: BoardState, thrown: frozenset[Player]) -> tuple[Fact, ...]:
        """Look at a settled board; thrown: the sides whose dice came to rest since the last one."""
        look = Look(self._read(seen), seen, thrown)
        any_die = "end-on-any-die" in self.rules.options
        right_before = self.state.right
        facts: list[Fact] = []
        for given in turn_dice(self.state, look, any_die=any_die):
            facts += self._take(given, seen.ms)
        facts += self._take(stands(self.state, look), seen.ms)
        for player in Player:
            for given in throws(self.state, look, player, right_before=right_before):
                facts += self._take(given, seen.ms)
        facts += self._take(stands(self.state, look), seen.ms)
        return tuple(facts)

    def press(self, player: Player, key: Key, now: int) -> tuple[Fact, ...]:
        """Take a key; `repeat` is the voice's own business and changes nothing here."""
        last = self.state.last_key
        running = (
            last is not None
            and (last.player, last.key) == (player, key)
            and dialog.elapsed(now, last.at) <= AGAIN_MS
        )
        times = last.times + 1 if running and last is not None else 1
        table = Table(self.rules, self.state, now)
        table.set(last_key=LastKey(player, key, times, now))
        self.state = table.state
        given = _key(player, key, times, now)
        return () if given is None else self._take(given, now)

    def clock(self, now: int) -> tuple[Fact, ...]:
        """Let time pass: questions left alone lapse, a wrong set-up is named again."""
        table = Table(self.rules, self.state, now)
        dialog.lapse(table, now)
        dialog.remind(table, now)
        self.state = table.state
        return tuple(table.facts)

    def _take(self, given: Input, now: int) -> tuple[Fact, ...]:
        table = Table(self.rules, self.state, now)
        dialog.leave(table, given)
        take(table, given)
        self.state = table.state
        return tuple(table.facts)

    @property
    def _mirrored(self) -> bool:
        return "mirrored" in self.rules.options

    def _read(self, seen: BoardState) -> Placement:
        """Read the zones; at a set-up the two stars are given their owners."""
        stars = self.state.stars
        if stars is None or self.state.phase is Phase.SETUP:
            stars = self._stars(seen)
        return read(seen.zones, stars, self.rules.name, mirrored=self._mirrored)

    def _stars(self, seen: BoardState) -> Stars:
        wanted = self.rules.placement(self.rules.parse(self.state.position))
        stars = set_up(seen.zones, wanted, self.rules.name, mirrored=self._mirrored)
        table = Table(self.rules, self.state, seen.ms)
        table.set(stars=stars)
        self.state = table.state
        return stars


def _key(player: Player, key: Key, times: int, now: int) -> Input | None:
    """A key as an input of the table."""
    if key is Key.REPEAT:
        return None
    if key is Key.CUBE:
        return Doubles(player, now)
    if key in (Key.YES, Key.NO):
        return Says(player, key is Key.YES, now)
    return Asks(player, key, times, now)
