"""Counts the effects of a play in an independent way: from the position texts, zone by zone."""

from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import ceil

from companion.rules import Player, Position, Rules
from companion.rules.vocabulary import Placement

V, N = Player.V, Player.N

Found = tuple[str, tuple[str, ...], int]
"""A reason: its code, its zones and its count."""


class Counted:
    """The reasons for a play, counted from the zones of both boards along the players' paths."""

    def __init__(self, rules: Rules, before: Position, player: Player, end: Position) -> None:
        self.rules, self.player, self.before, self.end = rules, player, before, end
        self.old, self.new = rules.placement(before), rules.placement(end)
        near, far = [f"V{k}" for k in range(1, 13)], [f"N{k}" for k in range(1, 13)]
        together = not rules.game.track.opposed
        ways = {V: near + far, N: (far if together else far[::-1])}
        ways[N] += near if together else near[::-1]
        self.path, self.theirs = ways[player], ways[player.other]

    def had(self, board: Placement, zones: list[str], player: Player) -> list[int]:
        return [board[zone].of(player) for zone in zones]

    def off(self, board: Placement, player: Player) -> int:
        return board[f"{player}O"].of(player)

    def waiting(self, board: Placement, of: Player | None = None) -> int:
        player = of or self.player
        return sum(board[f"{player}{where}"].of(player) for where in "BH")

    def risk(self, every: list[int], left: int) -> set[Found]:
        """Return the reasons about hits, if the plays differ in them.

        every -- the throws that hit after each play, its own first; left -- the number after the
        compared play.
        """
        throws, zones = self.shots()
        assert throws == every[0]
        others, lowest, highest = every[1:], min(every), max(every)
        if lowest == highest or (lowest > 0 and highest < lowest + 4):
            return set()
        four_fewer = [one for one in others if one <= throws - 4]
        fewer = [one for one in others if one < throws]
        if not throws:
            exposed = is_most([other > 3 for other in others]) or left > 3
            return {("safe", (), 0)} if exposed else set()
        if len(four_fewer) * 2 > len(others):
            code = "open"
        elif len(four_fewer) * 3 > len(others):
            code = "risky"
        elif not fewer and (throws <= 24 or is_most([one >= throws + 4 for one in others])):
            code = "fewest"
        else:
            code = "exposed"
        return {(code, tuple(zones), throws)}

    def guards(self, others: "Sequence[Counted]") -> set[Found]:
        """Return the own points that this play keeps and most other plays give up."""
        me, kept = self.player, []
        for zone in self.path:
            if self.old[zone].of(me) < 2:
                continue
            broken = [other.new[zone].of(me) < 2 for other in others]
            if self.new[zone].of(me) > 1 and is_most(broken):
                kept.append(zone)
            elif self.new[zone].of(me) < 2 and is_most([not given for given in broken]):
                return set()
        return {("guard", tuple(kept), 0)} if kept else set()

    def spreads(self, others: "Sequence[Counted]") -> set[Found]:
        """Return for Jacquet the new points ahead of the opponent that few other plays hold."""
        me, taken = self.player, []
        for zone in self.path:
            is_new = self.new[zone].of(me) and not self.old[zone].of(me)
            common = is_most([bool(other.new[zone].of(me)) for other in others])
            if is_new and zone in self.barring() and not common:
                taken.append(zone)
        return {("spread", tuple(taken), 0)} if taken and not self.given_up() else set()

    def barred(self, board: Placement) -> int:
        """Return for Jacquet the points held in rows of three or more ahead of the opponent."""
        flags = [bool(board[zone].of(self.player)) for zone in self.ahead(self.new)]
        text = "".join("x" if flag else " " for flag in flags)
        return sum(len(row) for row in text.split() if len(row) > 2)

    def shuts_out(self) -> bool:
        """Return whether no throw lets the opponent enter a piece."""
        you = self.player.other
        if self.rules.name not in ("backgammon", "dutch") or not self.waiting(self.new, you):
            return False
        for dice in combinations_with_replacement(range(6, 0, -1), 2):
            ends = self.rules.ends(self.end, you, dice).positions
            if ends != {self.end}:
                return False
        return True

    def has_right(self, player: Player, board: Placement) -> bool:
        """Return whether a player may hit; in Dutch only after a piece was home or off."""
        if self.rules.name != "dutch" or f"may-hit-{player}" in self.rules.options:
            return True
        path = self.path if player is self.player else self.theirs
        return any(self.had(board, [*path[:6], f"{player}O"], player))

    def throws_home(self) -> int:
        """Return for Dutch the number of throws (of 36) that bring an opposing piece home."""
        you, throws = self.player.other, 0
        for high, low in combinations_with_replacement(range(6, 0, -1), 2):
            ends = self.rules.ends(self.end, you, (high, low)).positions
            boards = map(self.rules.placement, ends)
            if any(board[zone].of(you) for board in boards for zone in self.theirs[:6]):
                throws += 1 if high == low else 2
        return throws

    def reasons(self) -> set[Found]:
        """Return the reasons of the play by itself."""
        me, you = self.player, self.player.other
        old, new = (self.had(board, self.path, me) for board in (self.old, self.new))
        found: list[tuple[str, list[str], int]] = []
        off, contact = self.off(self.new, me) - self.off(self.old, me), self.contact(self.new)
        come = sum(new[:6]) + off - sum(old[:6])
        arrived = self.postillon(self.old) is not None and self.postillon(self.new) is None
        behind = self.pips(self.new, me) - self.pips(self.new, you)
        far = behind > self.pips(self.new, you)
        if self.may_be_gammon() and not contact and far and self.is_in_time():
            found.append(("gammon", [], off))
        else:
            found += [("off", [], off)] if off else []
            if behind < -8 and self.contact(self.old) and not contact:
                found.append(("race", [], -behind))
            if come > arrived and (not contact or not self.rules.game.track.opposed):
                found.append(("home", [], come - arrived))
        found += self.opposed(old, new) if self.rules.game.track.opposed else self.jacquet(old, new)
        return {(code, tuple(zones), count) for code, zones, count in found}

    def pips(self, board: Placement, player: Player) -> int:
        path = self.path if player is self.player else self.theirs
        on_board = sum(k * board[zone].of(player) for k, zone in enumerate(path, start=1))
        return on_board + 25 * sum(board[f"{player}{where}"].of(player) for where in "BH")

    def contact(self, board: Placement) -> bool:
        """Return whether the sides still meet."""
        for player, path in ((self.player, self.path), (self.player.other, self.theirs)):
            waits = sum(board[f"{player}{where}"].of(player) for where in "BH")
            last = 24 if waits else max([k for k in range(24) if board[path[k]].of(player)] + [-1])
            other = player.other
            if any(board[path[k]].of(other) for k in range(max(last, 0))):
                return True
            if waits and sum(board[f"{other}{where}"].of(other) for where in "BH"):
                return True
        return False

    def may_be_gammon(self) -> bool:
        """Return whether a loss may count double: gammons exist, and no piece was off before."""
        doubles = self.rules.name in ("backgammon", "dutch")
        return doubles and not self.off(self.old, self.player)

    def is_in_time(self) -> bool:
        """Return whether all can be home and one off in time, at eight pips a throw."""
        me, you = self.player, self.player.other
        stand = self.had(self.new, self.path, me)
        way = sum(pieces * (k - 5) for k, pieces in enumerate(stand) if k > 5)
        nearest = next((k + 1 for k in range(24) if stand[k]), 0)
        way += 0 if self.off(self.new, me) else min(nearest, 6)
        left = 15 - self.off(self.new, you)
        throws = max(ceil(left / 2), ceil(self.pips(self.new, you) / 8))
        return way <= 8 * throws

    def opposed(self, old: list[int], new: list[int]) -> list[tuple[str, list[str], int]]:
        you, path = self.player.other, self.path
        found: list[tuple[str, list[str], int]] = []
        hit = [z for z in path if self.old[z].of(you) == 1 and not self.new[z].of(you)]
        if hit:
            found.append(("hit", hit, 0))
        if self.wins_right():
            found.append(("right", [], 0))
        if self.shuts_out():
            found.append(("shut", [], 0))
        if not self.has_right(you, self.old):
            return found
        if self.contact(self.new):
            found += self.points(old, new)
            was, row, _ = self.row(self.old, self.new)
            found += [("prime", [], row)] if row >= 4 and row > was else []
        out = sum(old[18:]) - sum(new[18:])
        gone = [k for k in range(18, 24) if new[k] < old[k]]
        barred = self.waiting(self.old, you) or any(
            self.old[path[k]].of(you) for k in range(min(gone, default=0))
        )
        entered = self.waiting(self.old) - self.waiting(self.new)
        if entered > 0 and self.rules.name == "acey-deucey":
            found.append(("enter", [], entered))
        elif out > 0 and barred and not entered:
            found.append(("escape", [], out))
        return found

    def points(self, old: list[int], new: list[int]) -> list[tuple[str, list[str], int]]:
        """Return the points made that count as a reason.

        Points beyond the middle count only if there are more of them than points given up outside.
        Points on this side of the middle count only if no prime gets shorter. Outside the
        opponent's home a point counts only if one of his pieces must still pass it.
        """
        walls = self.row(self.old, self.new)
        made, broken = (
            [k for k in range(24) if less[k] < 2 <= more[k]]
            for less, more in ((old, new), (new, old))
        )
        near = [k for k in made if k < 12]
        if walls[1] <= walls[0]:
            near = [k for k in near if not any(k < other < 6 for other in broken)]
        if walls[1] < walls[0] and walls[0] >= 4:
            near = []
        outer = [k for k in made if 12 <= k < 18]
        if len([k for k in broken if 6 <= k < 18]) < len(outer):
            near += outer
        you = self.player.other
        has_come = [k for k in range(24) if self.new[self.path[k]].of(you)]
        least = -1 if self.waiting(self.new, you) else min(has_come, default=24)
        near = [k for k in near if k > least]
        anchors = [k for k in made if k >= 18]
        zones = {"point": [self.path[k] for k in near], "anchor": [self.path[k] for k in anchors]}
        return [(code, points, 0) for code, points in zones.items() if points]

    def is_free(self, throws: int) -> bool:
        """Return whether at most a third of the throws hit a piece that left the opponent's home.

        throws -- the number of throws that hit something
        """
        me, far = self.player, self.path[12:18]
        alone = {z for z in far if self.new[z].of(me) == 1 and self.old[z].of(me) != 1}
        return throws <= 12 or not alone & {*self.shots()[1]}

    def made(self) -> set[Found]:
        """Return the points made, and the pieces that come home or escape."""
        me = self.player
        zones = [z for z in self.path if self.old[z].of(me) < 2 <= self.new[z].of(me)]
        far = tuple(zone for zone in zones if zone in self.theirs[:6])
        near = tuple(zone for zone in zones if zone not in far)
        had, has = (self.had(board, self.path, me) for board in (self.old, self.new))
        off = self.off(self.new, me) - self.off(self.old, me)
        arrived = self.postillon(self.old) is not None and self.postillon(self.new) is None
        home = sum(has[:6]) + off - sum(had[:6]) - arrived
        entered = self.waiting(self.old) - self.waiting(self.new)
        out = sum(had[18:]) + entered - sum(has[18:])
        counted = {("home", (), home), ("escape", (), out)}
        return {("point", near, 0), ("anchor", far, 0)} | {one for one in counted if one[2] > 0}

    def longest(self) -> int:
        """Return the length of the longest row after the play."""
        least = 2 if self.rules.game.track.opposed else 1
        return _longest([here >= least for here in self.had(self.new, self.path, self.player)])

    def bars_exit(self) -> bool:
        """Return for Jacquet whether the exit is blocked and the opponent is nearly home."""
        you = self.player.other
        outside = sum(self.had(self.new, self.theirs[6:], you))
        taken = self.rules.game.exit_number and self.new[f"{you}12"].of(self.player)
        return outside < 3 and taken > 0

    def wins_right(self) -> bool:
        """Return for Dutch whether the play wins the right to hit while the sides still meet."""
        rules, me = self.rules, self.player
        if rules.name != "dutch" or f"may-hit-{me}" in rules.options:
            return False
        old, new = (
            sum(self.had(board, [*self.path[:6], f"{me}O"], me)) for board in (self.old, self.new)
        )
        return not old and new > 0 and self.contact(self.new)

    def postillon(self, board: Placement) -> int | None:
        """Return the index of a travelling postillon on its path, or None."""
        path, me = self.path, self.player
        return next((k for k in range(24) if board[path[k]].postillon(me)), None)

    def row(self, *boards: Placement, by: Placement | None = None) -> list[int]:
        """Return the longest rows ahead of the opponent's last piece.

        There is one for each board, then one for the points held on all boards.
        by -- the board that gives the place of that piece, by default the new one.
        """
        me, you, new = self.player, self.player.other, by or self.new
        if not self.rules.game.track.opposed:
            ahead = self.ahead(new)
            held = [[bool(board[zone].of(me)) for zone in ahead] for board in boards]
            return [_longest(flags) for flags in (*held, [*map(all, zip(*held, strict=True))])]
        waits = sum(new[f"{you}{where}"].of(you) for where in "BH")
        standing = self.had(new, self.path, you)
        first = -1 if waits else next((k for k in range(24) if standing[k]), 24)
        held = [[board[zone].of(me) > 1 for zone in self.path[first + 1 :]] for board in boards]
        return [_longest(flags) for flags in (*held, [*map(all, zip(*held, strict=True))])]

    def ahead(self, board: Placement) -> list[str]:
        """Return for Jacquet the points ahead of the opponent's postillon or last piece."""
        you, theirs = self.player.other, self.theirs
        standing = [k for k in range(24) if board[theirs[k]].postillon(you)]
        standing = standing or [k for k in range(24) if board[theirs[k]].of(you)]
        return theirs[: max(standing, default=0)]

    def barring(self) -> list[str]:
        """Return the points that the opponent's last piece must still pass."""
        you, theirs = self.player.other, self.theirs
        standing = [k for k in range(24) if self.new[theirs[k]].of(you)]
        return theirs[: max(standing, default=0)]

    def given_up(self) -> list[str]:
        """Return the points of `barring` that were given up, unless only the postillon left."""
        me, left = self.player, []
        for zone in self.barring():
            pawns = self.old[zone].of(me) - bool(self.old[zone].postillon(me))
            if pawns and not self.new[zone].of(me):
                left.append(zone)
        return left

    def passed(self) -> int:
        """Return for Jacquet the longest row of opposing points that a piece has passed.

        The places are paired in order along the path.
        """
        me, you, path = self.player, self.player.other, self.path
        old, new = (
            [0] * self.off(board, me) + [k for k in range(24) for _ in range(board[path[k]].of(me))]
            for board in (self.old, self.new)
        )
        longest = 0
        for was, now in zip(old, new, strict=True):
            between = [bool(self.old[zone].of(you)) for zone in path[now:was]]
            longest = max(longest, _longest(between))
        return longest

    def most_lost(self, board: Placement) -> int:
        """Return the greatest value of a loss that is still possible from this board (J9)."""
        me, path = self.player, self.path
        if self.off(board, me):
            return 1
        if len(self.rules.game.kinds) == 2:
            return 2
        outer, inner = path[18:], path[12:18]
        return (
            4
            if any(board[z].of(me) for z in outer)
            else 3
            if any(board[z].of(me) for z in inner)
            else 2
        )

    def hindered(self, position: Position) -> int:
        """Return the number of throws after which the opponent cannot play all dice."""
        you, throws = self.player.other, 0
        off = self.rules.placement(position)[f"{you}O"]
        for high, low in combinations_with_replacement(range(6, 0, -1), 2):
            ends = self.rules.ends(position, you, (high, low)).positions
            play = self.rules.plays(position, you, (high, low), min(ends))[0]
            if any(self.rules.placement(end)[f"{you}O"] != off for end in ends):
                return 0
            if len(play.steps) < (4 if high == low else 2):
                throws += 1 if high == low else 2
        return throws

    def shots(self) -> tuple[int, list[str]]:
        """Return the hitting throws and hit points, from the rules."""
        me, you = self.player, self.player.other
        before, throws, zones = self.new[f"{me}B"].of(me), 0, set()
        for dice in ((high, low) for high in range(1, 7) for low in range(1, high + 1)):
            if self.rules.game.ace_deuce and dice == (2, 1):
                continue
            ends = self.rules.ends(self.end, you, dice).positions
            changed = {end.side(me): end for end in ends if end.side(me) != self.end.side(me)}
            boards = map(self.rules.placement, changed.values())
            hits = [board for board in boards if board[f"{me}B"].of(me) > before]
            throws += bool(hits) * (1 if dice[0] == dice[1] else 2)
            zones |= {
                zone
                for zone in self.path
                if self.new[zone].of(me) and any(not board[zone].of(me) for board in hits)
            }
        return throws, [zone for zone in self.path if zone in zones]

    def jacquet(self, old: list[int], new: list[int]) -> list[tuple[str, list[str], int]]:
        found: list[tuple[str, list[str], int]] = []
        was, now = self.postillon(self.old), self.postillon(self.new)
        if was is not None:
            found.append(
                ("postillon-home", [], 0) if now is None else ("postillon-on", [], was - now)
            )
        elif old[23] > new[23]:
            found.append(("talon", [], old[23] - new[23]))
        rows = self.row(self.old, self.new)
        if rows[1] >= 3 and rows[1] > rows[0]:
            found.append(("block", [], rows[1]))
        return [one for one in found if one[0] != "postillon-on" or one[2]]


def is_most(flags: list[bool]) -> bool:
    return flags.count(True) > flags.count(False)


def is_done(one: Found, did: set[Found]) -> bool:
    """Return whether a play has the same reason, with at least the same points and count."""
    code, zones, count = one
    most = max((n for c, z, n in did if c == code and not set(zones) - set(z)), default=-1)
    return most >= count or (code == "race" and most >= 0)


def _longest(flags: list[bool]) -> int:
    run = longest = 0
    for flag in flags:
        run = run + 1 if flag else 0
        longest = max(longest, run)
    return longest
