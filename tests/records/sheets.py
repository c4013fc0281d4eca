"""Makes random matches: every game, with cube, resignations, mistakes and unfinished games."""

import random
import re
from dataclasses import dataclass, field

from companion.records import sheet as s
from companion.records.sheet import Walk
from companion.referee.cube import resigned_value
from companion.referee.facts import CubeAction, Resign
from companion.rules import Match, Player, Position, Rules, agree_match, find_game
from companion.sim.plans import wrong_board

OPTIONS = {
    "jacquet": ("no-full-prime", "double-bouchage", "count-games"),
    "backgammon": ("automatic-doubles", "no-crawford", "no-cube", "end-on-any-die"),
    "dutch": ("no-crawford",),
    "acey-deucey": ("double-on-ace-deuce",),
}


@dataclass
class Chance:
    """Plays matches by chance. wrong -- how often a turn ends wrong; short -- games are cut."""

    seed: int
    game: str = "backgammon"
    options: tuple[str, ...] = ()
    length: int | None = 5
    wrong: float = 0.0
    doubles: float = 0.05
    resigns: float = 0.005
    broken: bool = False
    chance: random.Random = field(init=False)

    def sheet(self) -> s.Sheet:
        self.chance = random.Random(self.seed)
        rules = find_game(self.game, self.options)
        match = agree_match(rules, self.length)
        games: list[s.SheetGame] = []
        while match.winner is None and len(games) < 9:
            game, match = self._game(rules, match)
            games.append(game)
        if self.broken:
            entries = games[-1].entries[: self.chance.randint(1, 12)]
            games[-1] = s.SheetGame(
                games[-1].number, games[-1].score, entries, None, games[-1].crawford
            )
        options = tuple(sorted(self.options))
        names = ("Ann Lee", "Zoë")
        return s.Sheet(
            self.game, options, self.length, tuple(games), names, "2026-11-20", "T1, left"
        )

    def _game(self, rules: Rules, match: Match) -> tuple[s.SheetGame, Match]:
        walk, entries = Walk(rules), list[s.Entry]()
        cube, position = CubeAction(None, "", 1, None), rules.start
        player, dice = self._opening(rules, entries)
        if any(isinstance(entry, CubeAction) for entry in entries):
            cube = CubeAction(None, "", entries[-2].value, None)  # type: ignore[union-attr]
        result: s.SheetResult | None = None
        while result is None:
            if entries and isinstance(entries[-1], s.SheetTurn):
                cube, result = self._between(rules, match, player, cube, entries)
                if result is not None:
                    break
                dice = self._dice()
            turn, again = self._turn(walk, position, player, dice)
            entries.append(turn)
            walk.enter(turn.end)
            position = rules.parse(turn.end)
            winner = rules.winner(position)
            if winner is not None:
                won = rules.result(position, winner)
                result = s.SheetResult(winner, won.kind, "off", won.points * cube.value)
            player = player if again else player.other
        after = match.after(result.winner, result.points)
        points = sum(after.score) - sum(match.score)
        result = s.SheetResult(result.winner, result.kind, result.by, points)
        game = s.SheetGame(match.number, match.score, tuple(entries), result, match.crawford_now)
        return game, after

    def _opening(self, rules: Rules, entries: list[s.Entry]) -> tuple[Player, tuple[int, int]]:
        value = 1
        while True:
            v, n = self.chance.randint(1, 6), self.chance.randint(1, 6)
            entries.append(s.SheetOpening(v, n))
            if v != n:
                break
            if "automatic-doubles" in self.options and value < 4:
                value *= 2
                entries.append(CubeAction(None, "automatic", value, None))
        dice = self._dice() if rules.name == "jacquet" else (max(v, n), min(v, n))
        return Player.V if v > n else Player.N, dice

    def _dice(self) -> tuple[int, int]:
        low, high = sorted((self.chance.randint(1, 6), self.chance.randint(1, 6)))
        return high, low

    def _between(
        self, rules: Rules, match: Match, player: Player, cube: CubeAction, entries: list[s.Entry]
    ) -> tuple[CubeAction, s.SheetResult | None]:
        """Perhaps resign or double before a throw."""
        before = entries[-1].end  # type: ignore[union-attr]
        roll = self.chance.random()
        if roll < self.resigns:
            value = self.chance.randint(1, len(rules.game.kinds))
            entries.append(Resign(player, value, "offer"))
            entries.append(Resign(player, value, "refuse"))
            value = self.chance.randint(1, len(rules.game.kinds))
            entries.append(Resign(player, value, "offer"))
            entries.append(Resign(player, value, "accept"))
            worth = resigned_value(rules, rules.parse(before), player, value)
            points = worth * cube.value
            return cube, s.SheetResult(player.other, rules.game.kinds[value - 1], "resign", points)
        may = rules.has_cube and not match.crawford_now and cube.owner in (None, player)
        if may and cube.value < 64 and roll > 1 - self.doubles:
            value = cube.value * 2
            entries.append(CubeAction(player, "offer", value, cube.owner))
            if self.chance.random() < 0.3:
                entries.append(CubeAction(player.other, "drop", cube.value, cube.owner))
                return cube, s.SheetResult(player, rules.game.kinds[0], "drop", cube.value)
            cube = CubeAction(player.other, "take", value, player.other)
            entries.append(cube)
        return cube, None

    def _turn(
        self, walk: Walk, position: Position, player: Player, dice: tuple[int, int]
    ) -> tuple[s.SheetTurn, bool]:
        rules = walk.rules
        ends = rules.ends(position, player, dice)
        end = self.chance.choice(sorted(ends.positions))
        before, text = rules.text(position), rules.text(end)
        if self.chance.random() < self.wrong:
            board = wrong_board(rules, position, player, dice, self.chance)
            if board is not None:
                wrong = rules.text(board)
                judgement = rules.judge(position, player, dice, rules.placement(board))
                codes = tuple(str(fault.code) for fault in judgement.faults)
                if self.chance.random() < 0.5 and not rules.winner(board):
                    return s.SheetTurn(player, dice, before, wrong, "accepted", codes, wrong), False
                turn = s.SheetTurn(player, dice, before, text, "corrected", codes, wrong)
                return turn, end in ends.again
        return s.SheetTurn(player, dice, before, text), end in ends.again


def are_rows_counted(text: str) -> bool:
    """Return whether the lines of each game in a `.mat` are numbered from 1 without gaps."""
    games = re.split(r"^ Game \d+\n.*\n", text, flags=re.MULTILINE)[1:]
    rows = [re.findall(r"^ *(\d+)\)", game, flags=re.MULTILINE) for game in games]
    return all(found == [str(n) for n in range(1, len(found) + 1)] for found in rows)
