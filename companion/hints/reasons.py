"""Why a play is good or bad: what it does, counted on the board, throw by throw.

Nothing is guessed: a play that "leaves a piece open to 11 of 36 throws" was tried with all of
them, whole turns by the rules.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np

from companion.hints.advice import Reason
from companion.hints.features import Floats
from companion.hints.moves import THROWS, Mover
from companion.hints.rows import Rows, rows_of
from companion.rules import Player, Position, Rules
from companion.rules.position import BAR_SLOT, HAND_SLOT, HOME, OFF_SLOT, counts, postillon
from companion.rules.track import ENTRY, LAST_POINT

SHORTEST_PRIME: Final = 4
SHORTEST_BLOCK: Final = 3
SHORTEST_KEPT: Final = 4
"""That a shorter row is kept says nothing."""

ORDER: Final = (
    "again", "hit", "off", "postillon-home", "prime", "block", "point", "anchor", "escape",
    "race", "postillon-on", "safe", "open", "fewest", "keep", "spread", "talon", "home",
)  # fmt: skip
"""The codes, what matters most first."""


class Explainer:
    """Explains the plays of one game."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._mover = Mover(rules)

    def reasons(
        self,
        before: Position,
        player: Player,
        ends: Sequence[Position],
        again: Sequence[bool] = (),
        others: Sequence[Position] = (),
    ) -> list[tuple[Reason, ...]]:
        """Everything that can be said of some plays of one turn, what matters most first.

        again -- for each end whether the player throws again (nothing is hit then before he does);
        left out: nowhere; others -- all ends that might be played instead: what they have in common
        is no reason.
        """
        views = [_View(self._rules, before, player, end) for end in ends]
        risks = self._risks(views, others)
        found = []
        for index, view in enumerate(views):
            throws_again = index < len(again) and again[index]
            said = [Reason("again")] if throws_again else []
            said += _common(view)
            if self._rules.game.postillon:
                said += _jacquet(view)
            else:
                said += _opposed(view)
                said += [] if throws_again else risks[index]
            said += self._kept(view, others)
            found.append(tuple(sorted(said, key=lambda reason: ORDER.index(reason.code))))
        return found

    def _kept(self, view: "_View", others: Sequence[Position]) -> "Iterator[Reason]":
        """A row that stands as before, where most other plays give it up."""
        before, after = view.row
        if before == after >= SHORTEST_KEPT and view.rules.in_contact(view.end):
            rest = [other for other in others if other != view.end]
            views = (_View(view.rules, view.before, view.player, other) for other in rest)
            if sum(other.row[1] < after for other in views) > len(rest) / 2:
                yield Reason("keep", count=after)

    def _risks(self, views: "Sequence[_View]", others: Sequence[Position]) -> list[list[Reason]]:
        """What the opponent's next throw may hit, where the plays of the turn differ in that."""
        touching = [self._rules.in_contact(view.end) for view in views]
        if self._rules.game.postillon or not any(touching):
            return [[] for _ in views]
        ends = list(dict.fromkeys([view.end for view in views] + list(others)))
        shots = self._shots_where_needed(ends, views[0].player)
        throws = {shots[other].throws for other in others}
        return [
            list(_risk(view, shots[view.end], throws)) if touches else []
            for view, touches in zip(views, touching, strict=True)
        ]

    def _shots_where_needed(
        self, ends: Sequence[Position], player: Player
    ) -> "dict[Position, Shots]":
        """The shots at a player who leaves a lone piece in contact; none for the rest."""
        needed = [
            end
            for end in ends
            if 1 in counts(end.side(player))[1 : LAST_POINT + 1] and self._rules.in_contact(end)
        ]
        found = dict.fromkeys(ends, Shots(0, ()))
        if needed:
            found.update(zip(needed, self.shots(needed, player), strict=True))
        return found

    def shots(self, ends: Sequence[Position], player: Player) -> "list[Shots]":
        """What the opponent's next throw may hit in some positions.

        Whole turns are tried, all dice used that must be. In Acey-Deucey 1 and 2 (two of the 36)
        are left out: any double may follow them.
        """
        rows = rows_of(self._rules, ends, player.other)
        waiting, lone = rows[:, 1, BAR_SLOT], rows[:, 1, : LAST_POINT + 1] == 1
        throws = np.zeros(len(ends), dtype=np.int64)
        hittable = np.zeros(lone.shape, dtype=np.bool_)
        for high, low in THROWS:
            if self._rules.game.ace_deuce and (high, low) == (2, 1):
                continue
            after, turn = self._mover.ends(rows, (high, low), _unranked)
            hits = after[:, 1, BAR_SLOT] > waiting[turn]
            throws[np.unique(turn[hits])] += 1 if high == low else 2
            gone = after[hits, 1, : LAST_POINT + 1] == 0
            np.logical_or.at(hittable, turn[hits], gone)
        hittable &= lone
        return [
            Shots(int(count), tuple(np.flatnonzero(points).tolist()))
            for count, points in zip(throws, hittable, strict=True)
        ]


class Shots(NamedTuple):
    """Of how many of 36 throws something is hit, and the own numbers of what can be."""

    throws: int
    numbers: tuple[int, ...]


def _unranked(rows: Rows) -> Floats:
    return np.zeros(len(rows), dtype=np.float32)


class _View:
    """Both sides before and after, slot by slot."""

    def __init__(self, rules: Rules, before: Position, player: Player, end: Position) -> None:
        self.rules = rules
        self.player = player
        self.end = end
        self.before = before
        self.old, self.new = counts(before.side(player)), counts(end.side(player))
        self.old_other = counts(before.side(player.other))
        self.new_other = counts(end.side(player.other))
        self.facing = rules.game.track.facing

    def zones(self, numbers: Iterable[int]) -> tuple[str, ...]:
        """The zones of own numbers."""
        return tuple(self.rules.game.track.zones[self.player][number] for number in numbers)

    @cached_property
    def row(self) -> tuple[int, int]:
        """The longest row, before and after, that stops an opposing piece still behind it."""
        return _block_row(self) if self.rules.game.postillon else _prime_row(self)

    def come_home(self) -> int:
        """How many pieces more are home or off, the postillon apart."""
        before, after = (postillon(one.side(self.player)) for one in (self.before, self.end))
        come = sum(self.new[: HOME + 1]) - sum(self.old[: HOME + 1])
        return come - (before > 0 and not after)


def _common(view: _View) -> Iterator[Reason]:
    off = view.new[OFF_SLOT] - view.old[OFF_SLOT]
    if off:
        yield Reason("off", count=off)
    contact = view.rules.in_contact(view.end)
    if not contact and view.rules.in_contact(view.before):
        ahead = view.rules.pips(view.end, view.player.other) - view.rules.pips(
            view.end, view.player
        )
        yield Reason("race", count=max(ahead, 0))
    if (not contact or view.rules.game.postillon) and view.come_home() > 0:
        yield Reason("home", count=view.come_home())


def _risk(view: _View, shots: Shots, others: set[int]) -> Iterator[Reason]:
    """What can be hit; others -- of how many throws after the plays of the turn, {} for unknown."""
    if others == {shots.throws}:
        return
    if not shots.throws:
        yield Reason("safe")
        return
    code = "open" if min(others, default=-1) < shots.throws else "fewest"
    yield Reason(code, view.zones(shots.numbers), shots.throws)


def _opposed(view: _View) -> Iterator[Reason]:
    """The games in which pieces are hit."""
    hits = _hits(view)
    if hits:
        yield Reason("hit", view.zones(hits))
    made = [k for k in range(1, LAST_POINT + 1) if view.new[k] > 1 and view.old[k] < 2]
    near = [k for k in made if k <= LAST_POINT // 2]
    far = [k for k in made if k > LAST_POINT - HOME]
    if view.rules.in_contact(view.end):
        if near:
            yield Reason("point", view.zones(near))
        if far:
            yield Reason("anchor", view.zones(far))
        if view.row[1] >= SHORTEST_PRIME and view.row[1] > view.row[0]:
            yield Reason("prime", count=view.row[1])
    out = sum(view.old[19:25]) - sum(view.new[19:25])
    entered = view.old[BAR_SLOT] + view.old[HAND_SLOT] - view.new[BAR_SLOT] - view.new[HAND_SLOT]
    if out > 0 and not entered and _was_behind(view):
        yield Reason("escape", count=out)


def _was_behind(view: _View) -> bool:
    """Whether each piece that went on from the other's home had an opposing one ahead."""
    left = min(k for k in range(19, 25) if view.new[k] < view.old[k])
    return left > ENTRY - _farthest(view.old_other)


def _farthest(side: list[int]) -> int:
    """The number of a side's last piece, of its own; 25 for one that waits to enter."""
    return max(min(number, ENTRY) for number, pieces in enumerate(side) if pieces)


def _hits(view: _View) -> list[int]:
    """The own numbers of points where an opposing piece was hit."""
    return [
        number
        for number in range(1, LAST_POINT + 1)
        if view.old_other[view.facing[number]] == 1 and not view.new_other[view.facing[number]]
    ]


def _prime_row(view: _View) -> tuple[int, int]:
    """Points in a row that his last piece has still to pass."""
    limit = ENTRY - _farthest(view.new_other)  # own numbers above this lie ahead of his last piece
    old, new = (max(_runs(side, 2, limit), default=0) for side in (view.old, view.new))
    return old, new


def _runs(side: list[int], least: int, above: int) -> Iterator[int]:
    """The lengths of rows of points with so many pieces, of own numbers above a limit."""
    run = 0
    for number in range(above + 1, LAST_POINT + 1):
        run = run + 1 if side[number] >= least else 0
        yield run


def _jacquet(view: _View) -> Iterator[Reason]:
    old, new = (postillon(one.side(view.player)) for one in (view.before, view.end))
    if old and not new:
        yield Reason("postillon-home")
    elif old > new:
        yield Reason("postillon-on", count=old - new)
    left = view.old[LAST_POINT] - view.new[LAST_POINT]
    if left > 0 and not old:
        yield Reason("talon", count=left)
    yield from _spread(view, old)
    if view.row[1] >= SHORTEST_BLOCK and view.row[1] > view.row[0]:
        yield Reason("block", count=view.row[1])


def _spread(view: _View, travelled: int) -> Iterator[Reason]:
    """Points newly held that an opposing piece has still to pass, where no other is given up.

    travelled -- where the postillon stood: a point it was alone on was not there to be held.
    """
    last = _farthest(view.new_other)
    barring = [k for k in range(1, LAST_POINT + 1) if view.facing[k] < last]
    taken = [k for k in barring if view.new[k] and not view.old[k]]
    if taken and all(view.new[k] or view.old[k] <= (k == travelled) for k in barring):
        yield Reason("spread", view.zones(taken))


def _block_row(view: _View) -> tuple[int, int]:
    """Held points in a row ahead of the other's postillon or, that home, of his last piece."""
    other = view.end.side(view.player.other)
    last = postillon(other) or max(k for k in range(HAND_SLOT) if view.new_other[k] or not k)
    old, new = (
        _longest_below([0] + [side[view.facing[k]] for k in range(1, LAST_POINT + 1)], last)
        for side in (view.old, view.new)
    )
    return old, new


def _longest_below(walked: list[int], last: int) -> int:
    run = longest = 0
    for number in range(1, min(last, LAST_POINT + 1)):
        run = run + 1 if walked[number] else 0
        longest = max(longest, run)
    return longest
