"""Reasons: each is true, on boards where it can be counted by hand or by another way."""

import pytest

from companion.hints.advice import Reason
from companion.hints.reasons import ORDER, Explainer, Shots
from companion.rules import Player, Position, Rules, find_game
from companion.rules.words import Placement
from companion.speech.hint_phrases import NUDGE, REASON
from tests.hints.positions import random_turns

V, N = Player.V, Player.N
START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"

CASES = [
    (
        "backgammon",
        START,
        "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v",
        (Reason("point", ("V5",)), Reason("safe")),
    ),
    (
        "backgammon",
        START,
        "V1=2n V6=4v V7=1v V8=3v V10=1v V12=5n N1=4v N5=3n N7=5n N12=2v",
        (Reason("open", ("V7", "V10"), 19),),
    ),
    (
        "backgammon",
        "V1=2v V4=1n V6=5v V8=3v N1=5v N5=5n N7=9n",
        "V1=2v V4=1v V6=4v V8=3v N1=5v NB=1n N5=5n N7=9n",
        (Reason("hit", ("V4",)), Reason("open", ("V4",), 14)),
    ),
    (
        "backgammon",
        "V3=5v V2=5v V8=5v N1=5n N12=10n",
        "V3=6v V2=6v V8=3v N1=5n N12=10n",
        (Reason("home", (), 2),),
    ),
    (
        "backgammon",
        "V3=5v V2=5v V1=5v N1=5n N12=10n",
        "V3=4v V2=4v V1=5v VO=2v N1=5n N12=10n",
        (Reason("off", (), 2),),
    ),
    (
        "backgammon",
        "V6=14v N9=1v N8=3n N7=12n",
        "V6=14v N2=1v N8=3n N7=12n",
        (Reason("escape", (), 1), Reason("race", (), 0)),
    ),
    (
        "jacquet",
        "V12=14n1N N12=14v1V",
        "V12=14n1N N3=1V N12=14v",
        (Reason("postillon-on", (), 9), Reason("spread", ("N3",))),
    ),
    (
        "jacquet",
        "V12=14n1N V7=1V N12=14v",
        "V12=14n1N V5=1v N11=1v N12=13v",
        (Reason("postillon-home"), Reason("spread", ("V5", "N11"))),
    ),
    (  # The piece that goes on had nobody ahead; the one behind it has.
        "backgammon",
        "V6=13v N8=1v N11=1v N9=3n N10=12n",
        "V6=13v N2=1v N11=1v N9=3n N10=12n",
        (Reason("open", ("N11",), 20),),
    ),
    (  # Two points are taken, but one is given up.
        "jacquet",
        "V12=15n N3=1v N6=1v N12=13v",
        "V9=1v V12=15n N6=1v N8=1v N12=12v",
        (Reason("talon", (), 1),),
    ),
    (  # No black piece has still to pass N3.
        "jacquet",
        "N2=15n N10=1v N12=14v",
        "N2=15n N3=1v N10=1v N12=13v",
        (Reason("talon", (), 1),),
    ),
]


@pytest.mark.parametrize(("game", "before", "end", "wanted"), CASES)
def test_what_a_play_does(game: str, before: str, end: str, wanted: tuple[Reason, ...]) -> None:
    rules = find_game(game)
    (found,) = Explainer(rules).reasons(rules.parse(before), V, [rules.parse(end)])
    assert found == wanted


def test_a_double_played_out_comes_first() -> None:
    rules = find_game("acey-deucey")
    start = rules.start
    end = next(iter(rules.ends(rules.parse("V12=4v VH=11v NH=15n"), V, (2, 1)).again))
    (found,) = Explainer(rules).reasons(start, V, [end], [True])
    assert found[0] == Reason("again")
    assert not {"safe", "open", "fewest"} & {one.code for one in found}
    (otherwise,) = Explainer(rules).reasons(start, V, [end])
    assert {"safe", "open"} & {one.code for one in otherwise}


def test_what_can_be_hit_is_told_only_where_another_play_differs() -> None:
    """A risk is one where less could be had, else it is the smallest there is."""
    rules = find_game("backgammon")
    before, explainer = rules.parse(START), Explainer(rules)
    risky, riskier, safe = (
        rules.parse(text)
        for text in (
            "V1=2n V6=4v V7=1v V8=3v V10=1v V12=5n N1=4v N5=3n N7=5n N12=2v",
            "V1=2n V4=1v V6=4v V7=1v V8=2v V10=1v V12=5n N1=4v N5=3n N7=5n N12=2v",
            "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v",
        )
    )
    shots, more = explainer.shots([risky, riskier], V)
    assert 0 < shots.throws < more.throws

    def told(end: Position, *others: Position) -> set[str]:
        (found,) = explainer.reasons(before, V, [end], others=[end, *others])
        return {one.code for one in found} & {"safe", "open", "fewest"}

    assert (told(risky), told(safe)) == (set(), set())
    assert told(risky, safe) == told(riskier, risky) == {"open"}
    assert told(risky, riskier) == {"fewest"}
    assert told(safe, risky) == {"safe"}


@pytest.mark.parametrize(("lost", "kept", "told"), [(2, 1, True), (1, 1, False), (0, 2, False)])
def test_a_row_is_kept_where_most_other_plays_lose_it(lost: int, kept: int, *, told: bool) -> None:
    rules = find_game("backgammon")
    row = "V1=2n V4=2v V5=2v V6=2v V7=2v {} V12=13n"
    before, end, *others = (
        rules.parse(text)
        for text in (
            row.format("N1=7v"),
            row.format("V10=1v N1=6v"),
            *["V1=2n V4=2v V5=2v V6=1v V7=2v V3=1v V12=13n N1=7v"] * lost,
            *[row.format("V9=1v N1=6v")] * kept,
        )
    )
    (found,) = Explainer(rules).reasons(before, V, [end], others=[end, *others])
    assert (Reason("keep", (), 4) in found) is told


def test_every_code_has_words_and_a_place() -> None:
    assert set(ORDER) == set(NUDGE) == set(REASON)


@pytest.mark.parametrize("game", ["backgammon", "jacquet", "dutch", "acey-deucey"])
def test_every_reason_is_true_of_the_board_and_none_is_missing(game: str) -> None:
    """200 plays of random games, counted another way: from the texts, zone by zone."""
    rules = find_game(game)
    seen: set[str] = set()
    turns = list(random_turns(rules, 2, 6, ace_deuce=False))
    chosen = turns[:: len(turns) // 50][:50]
    assert len(chosen) == 50
    for now, position, player, dice in chosen:
        ends = sorted(now.ends(position, player, dice).positions)
        end = ends[-1]
        (found,) = Explainer(now).reasons(position, player, [end], others=ends)
        counted = _Counted(now, position, player, end)
        wanted = counted.reasons()
        row = counted.row(now.placement(position), now.placement(end))
        if row[0] == row[1] >= 4 and counted.contact(counted.new):
            rows = [counted.row(counted.old, now.placement(other))[1] for other in ends[:-1]]
            lost = [other for other in rows if other < row[1]]
            wanted |= {("keep", (), row[1])} if len(lost) * 2 > len(rows) else set()
        if not now.game.postillon and counted.contact(counted.new):
            wanted |= counted.risk([shot.throws for shot in Explainer(now).shots(ends, player)])
        assert {(one.code, one.zones, one.count) for one in found} == wanted
        seen.update(one.code for one in found)
    usual = {"postillon-on", "spread", "block"} if game == "jacquet" else {"open", "safe", "point"}
    assert usual <= seen


class _Counted:
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
        """What can be hit, where the plays differ; others -- throws that hit, of all plays."""
        throws, zones = self.shots()
        if all(other == throws for other in others):
            return set()
        if not throws:
            return {("safe", (), 0)}
        code = "open" if any(other < throws for other in others) else "fewest"
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
        if self.contact(self.new):
            made = [k for k in range(24) if old[k] < 2 <= new[k]]
            for code, within in (("point", range(12)), ("anchor", range(18, 24))):
                if zones := [path[k] for k in made if k in within]:
                    found.append((code, zones, 0))
            walls = self.row(self.old, self.new)
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

    def postillon(self, board: Placement) -> int | None:
        """Where on the player's path his postillon travels."""
        path, me = self.path, self.player
        return next((k for k in range(24) if board[path[k]].postillon(me)), None)

    def row(self, old: Placement, new: Placement) -> list[int]:
        """The longest rows that the other's last piece has still to pass, both by the new board."""
        me, you, theirs = self.player, self.player.other, self.theirs
        if self.rules.game.postillon:
            others = [k for k in range(24) if new[theirs[k]].postillon(you)]
            others = others or [k for k in range(24) if new[theirs[k]].of(you)]
            ahead = theirs[: max(others, default=0)]
            return [_longest([bool(board[zone].of(me)) for zone in ahead]) for board in (old, new)]
        waits = sum(new[f"{you}{where}"].of(you) for where in "BH")
        standing = self.had(new, self.path, you)
        first = -1 if waits else next((k for k in range(24) if standing[k]), 24)
        return [
            _longest([zone.of(me) > 1 for zone in (board[z] for z in self.path[first + 1 :])])
            for board in (old, new)
        ]

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


def _longest(flags: list[bool]) -> int:
    run = longest = 0
    for flag in flags:
        run = run + 1 if flag else 0
        longest = max(longest, run)
    return longest


def test_shots_of_the_start() -> None:
    """A piece on the 5 point, two black pieces four points away: 15 throws (11 fours, 31, 22)."""
    rules = find_game("backgammon")
    end = rules.parse("V1=2n V5=1v V6=4v V8=4v V12=5n N1=4v N5=3n N7=5n N12=2v")
    assert Explainer(rules).shots([end], V) == [Shots(15, (5,))]
