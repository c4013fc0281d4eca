"""What a play does, counted once more another way: from the texts of the boards, zone by zone."""

from itertools import combinations_with_replacement

from companion.hints.throws import Throws
from companion.rules import Player, Position, Rules
from companion.rules.words import Placement

V, N = Player.V, Player.N


def all_counted(plays: "list[Counted]") -> set[tuple[str, tuple[str, ...], int]]:
    """All that is to be told of the first of some plays, the others of its turn beside it."""
    play, *others = plays
    wanted, contact = play.reasons(), play.contact(play.new)
    common = set(wanted if others else ())
    for other in others:
        common = {one for one in common if _is_done(one, other.reasons())} if common else common
    wanted -= common
    jacquet = play.rules.game.postillon

    def is_most(flags: list[bool]) -> bool:
        return flags.count(True) > flags.count(False)

    row, kept = play.row(play.new)[0], play.row(play.old, play.new)[-1]
    if kept == row >= (3 if jacquet else 4) and contact:
        rows = [other.row(other.new, by=play.new)[0] for other in others]
        wanted |= {("keep", (), row)} if is_most([other < row for other in rows]) else set()
    if not jacquet:
        rest = [
            shot.throws for shot in Throws(play.rules).shots([o.end for o in plays], play.player)
        ]
        return wanted | (play.risk(rest) if contact else set())
    passed, left, most = play.passed(), play.given_up(), play.most_lost(play.new)
    if passed >= 3 and is_most([other.passed() < passed for other in others]):
        wanted.add(("pass", (), passed))
    if most < play.most_lost(play.old) and is_most([o.most_lost(o.new) > most for o in others]):
        wanted.add(("saves", (), most))
    hinders = play.hindered() if contact else 0
    if hinders >= 4 and is_most([other.hindered() < hinders for other in others]):
        wanted.add(("hinder", (), hinders))
    more = {code for code, _, _ in wanted} & {"keep", "spread"}
    if play.barring() and not left and not more and is_most([bool(o.given_up()) for o in others]):
        wanted.add(("hold", (), 0))
    return wanted


class Counted:
    """The reasons once more, from the zones of both boards along the players' paths."""

    def __init__(self, rules: Rules, before: Position, player: Player, end: Position) -> None:
        self.rules, self.player, self.before, self.end = rules, player, before, end
        self.old, self.new = rules.placement(before), rules.placement(end)
        near, far = [f"V{k}" for k in range(1, 13)], [f"N{k}" for k in range(1, 13)]
        together = rules.game.postillon
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

    def risk(self, others: list[int]) -> set[tuple[str, tuple[str, ...], int]]:
        """What can be hit, where the plays differ; others -- throws that hit, its own first."""
        throws, zones = self.shots()
        every = sorted(others)
        if every[0] == every[-1] or (every[0] > 0 and every[-1] < every[0] + 4):
            return set()
        if not throws:
            exposed = [other > 3 for other in others[1:]]
            return {("safe", (), 0)} if exposed.count(True) > exposed.count(False) else set()
        little = len([one for one in every if throws - one >= 4]) / len(every) <= 0.25
        code = ("little" if little else "open") if every[0] < throws else "fewest"
        return {(code, tuple(zones), throws)}

    def reasons(self) -> set[tuple[str, tuple[str, ...], int]]:
        me, you = self.player, self.player.other
        old, new = (self.had(board, self.path, me) for board in (self.old, self.new))
        found: list[tuple[str, list[str], int]] = []
        if self.off(self.new, me) > self.off(self.old, me):
            found.append(("off", [], self.off(self.new, me) - self.off(self.old, me)))
        contact = self.contact(self.new)
        if self.contact(self.old) and not contact:
            ahead = self.pips(self.new, you) - self.pips(self.new, me)
            found.append(("race", [], max(ahead, 0)))
        come = sum(new[:6]) + self.off(self.new, me) - sum(old[:6]) - self.off(self.old, me)
        arrived = self.postillon(self.old) is not None and self.postillon(self.new) is None
        if come > arrived and (not contact or self.rules.game.postillon):
            found.append(("home", [], come - arrived))
        found += self.jacquet(old, new) if self.rules.game.postillon else self.opposed(old, new)
        return {(code, tuple(zones), count) for code, zones, count in found}

    def pips(self, board: Placement, player: Player) -> int:
        path = self.path if player is self.player else self.theirs
        on_board = sum(k * board[zone].of(player) for k, zone in enumerate(path, start=1))
        return on_board + 25 * sum(board[f"{player}{where}"].of(player) for where in "BH")

    def contact(self, board: Placement) -> bool:
        """Somebody has a piece of the other still before him."""
        for player, path in ((self.player, self.path), (self.player.other, self.theirs)):
            waits = sum(board[f"{player}{where}"].of(player) for where in "BH")
            last = 24 if waits else max([k for k in range(24) if board[path[k]].of(player)] + [-1])
            other = player.other
            if any(board[path[k]].of(other) for k in range(max(last, 0))):
                return True
            if waits and sum(board[f"{other}{where}"].of(other) for where in "BH"):
                return True
        return False

    def opposed(self, old: list[int], new: list[int]) -> list[tuple[str, list[str], int]]:
        you, path = self.player.other, self.path
        found: list[tuple[str, list[str], int]] = []
        hit = [z for z in path if self.old[z].of(you) == 1 and not self.new[z].of(you)]
        if hit:
            found.append(("hit", hit, 0))
        if self.wins_right():
            found.append(("right", [], 0))
        if self.contact(self.new):
            made = [k for k in range(24) if old[k] < 2 <= new[k]]
            if (walls := self.row(self.old, self.new))[1] <= walls[0]:
                broken = [k for k in range(6) if new[k] < 2 <= old[k]]
                made = [k for k in made if not any(other > k for other in broken)]
            for code, within in (("point", range(12)), ("anchor", range(18, 24))):
                if zones := [path[k] for k in made if k in within]:
                    found.append((code, zones, 0))
            if walls[1] >= 4 and walls[1] > walls[0]:
                found.append(("prime", [], walls[1]))
        out = sum(old[18:]) - sum(new[18:])
        gone = [k for k in range(18, 24) if new[k] < old[k]]
        barred = self.waiting(self.old, you) or any(
            self.old[path[k]].of(you) for k in range(min(gone, default=0))
        )
        if out > 0 and barred and self.waiting(self.old) == self.waiting(self.new):
            found.append(("escape", [], out))
        return found

    def wins_right(self) -> bool:
        """Dutch: nothing of his had been home, now something is, and the sides still meet."""
        rules, me = self.rules, self.player
        if rules.name != "dutch" or f"may-hit-{me}" in rules.options:
            return False
        old, new = (
            sum(self.had(board, [*self.path[:6], f"{me}O"], me)) for board in (self.old, self.new)
        )
        return not old and new > 0 and self.contact(self.new)

    def postillon(self, board: Placement) -> int | None:
        """Where on the player's path his postillon travels."""
        path, me = self.path, self.player
        return next((k for k in range(24) if board[path[k]].postillon(me)), None)

    def row(self, *boards: Placement, by: Placement | None = None) -> list[int]:
        """The longest rows that the other's last piece has still to pass by the new board.

        One for each board, and at the end one of what is held on all of them. by -- the board
        that shows where that piece stands, for the new one.
        """
        me, you, theirs, new = self.player, self.player.other, self.theirs, by or self.new
        if self.rules.game.postillon:
            others = [k for k in range(24) if new[theirs[k]].postillon(you)]
            others = others or [k for k in range(24) if new[theirs[k]].of(you)]
            ahead = theirs[: max(others, default=0)]
            held = [[bool(board[zone].of(me)) for zone in ahead] for board in boards]
            return [_longest(flags) for flags in (*held, [*map(all, zip(*held, strict=True))])]
        waits = sum(new[f"{you}{where}"].of(you) for where in "BH")
        standing = self.had(new, self.path, you)
        first = -1 if waits else next((k for k in range(24) if standing[k]), 24)
        held = [[board[zone].of(me) > 1 for zone in self.path[first + 1 :]] for board in boards]
        return [_longest(flags) for flags in (*held, [*map(all, zip(*held, strict=True))])]

    def barring(self) -> list[str]:
        """The points that the other's last piece has still to pass."""
        you, theirs = self.player.other, self.theirs
        standing = [k for k in range(24) if self.new[theirs[k]].of(you)]
        return theirs[: max(standing, default=0)]

    def given_up(self) -> list[str]:
        """Such points that were held, by more than the travelling postillon, and are free now."""
        me, left = self.player, []
        for zone in self.barring():
            pawns = self.old[zone].of(me) - bool(self.old[zone].postillon(me))
            if pawns and not self.new[zone].of(me):
                left.append(zone)
        return left

    def passed(self) -> int:
        """Jacquet: the longest row of opposing points that lies between a piece's old place and
        its new one, pieces taken in the order in which they stand."""
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
        """What a loss counts at most: by the worst that can still happen from this board (J9)."""
        me, path = self.player, self.path
        if self.off(board, me):
            return 1
        outer, inner = path[18:], path[12:18]
        return (
            4
            if any(board[z].of(me) for z in outer)
            else 3
            if any(board[z].of(me) for z in inner)
            else 2
        )

    def hindered(self) -> int:
        """Throws after which the other must leave a die, by the steps of his plays."""
        you, throws = self.player.other, 0
        for high, low in combinations_with_replacement(range(6, 0, -1), 2):
            ends = self.rules.ends(self.end, you, (high, low)).positions
            play = self.rules.plays(self.end, you, (high, low), min(ends))[0]
            if any(self.rules.placement(end)[f"{you}O"] != self.new[f"{you}O"] for end in ends):
                return 0
            if len(play.steps) < (4 if high == low else 2):
                throws += 1 if high == low else 2
        return throws

    def shots(self) -> tuple[int, list[str]]:
        """Every throw, by the rules themselves."""
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
        path = self.path
        found: list[tuple[str, list[str], int]] = []
        was, now = self.postillon(self.old), self.postillon(self.new)
        if was is not None:
            found.append(
                ("postillon-home", [], 0) if now is None else ("postillon-on", [], was - now)
            )
        elif old[23] > new[23]:
            found.append(("talon", [], old[23] - new[23]))
        theirs, you = self.theirs, self.player.other
        last = max(k for k in range(-1, 24) if k < 0 or self.new[theirs[k]].of(you))
        barring = [k for k in range(24) if path[k] in theirs[: max(last, 0)]]
        alone = was if was is not None and old[was] == 1 else None
        taken = [path[k] for k in barring if new[k] and not old[k]]
        if taken and not [k for k in barring if old[k] and not new[k] and k != alone]:
            found.append(("spread", taken, 0))
        rows = self.row(self.old, self.new)
        if rows[1] >= 3 and rows[1] > rows[0]:
            found.append(("block", [], rows[1]))
        return [one for one in found if one[0] != "postillon-on" or one[2]]


def _is_done(
    one: tuple[str, tuple[str, ...], int], did: set[tuple[str, tuple[str, ...], int]]
) -> bool:
    """Whether a play does the same too: as much of it, on the same points at least."""
    code, zones, count = one
    most = max((n for c, z, n in did if c == code and not set(zones) - set(z)), default=-1)
    return most >= count or (code == "race" and most >= 0)


def _longest(flags: list[bool]) -> int:
    run = longest = 0
    for flag in flags:
        run = run + 1 if flag else 0
        longest = max(longest, run)
    return longest
