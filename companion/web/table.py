"""How one table stands, folded from its facts: what a page shows and a hall lists. Pure data.

The facts are those of the journal, in their order; nothing else is asked of the evening.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.referee import facts as f
from companion.rules import Fault, Player, Rules, RulesError, Verdict, find_game, parse_placement

NOT_DECIDING: Final = (
    f.Link,
    f.VerdictGiven,
    f.DieDisturbed,
    f.Question,
    f.KeyAnswer,
    f.Explained,
    f.BoardFault,
    f.TimeLeft,
    f.RulingRefused,
)
"""Facts after which a ruling still rules on the same situation."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """A finished turn that was wrong: whose, why, from where, with which dice, and how it stands.

    acceptable -- the opponent may let it stand; since -- seconds, as `Table.t`.
    """

    player: Player
    faults: tuple[Fault, ...]
    acceptable: bool
    before: str
    dice: tuple[int, int]
    seen: str
    since: float


@dataclass(frozen=True, slots=True)
class Table:
    """One table.

    number, t -- of the last fact; decided -- the number of the last fact that changed what a
    referee would rule on; match -- the journal's number of the match;
    phase -- `setup`, `opening`, `to-throw`, `moving`, `error`, `doubled`, `paused`, `game-over`,
    `over`;
    position -- as the turn began; shown -- as last seen, "" where it is the same; differ -- how
    many places are wrong at the set-up; judged -- the last verdict on `shown`;
    began, used -- seconds: when the turn began, what the turns of V and N took.
    """

    number: int = 0
    t: float = 0.0
    decided: int = 0
    match: int = 0
    link: str = "searching"
    phase: str = "setup"
    rules: Rules | None = None
    layout: tuple[str, ...] = ()
    game: int = 0
    match_to: int | None = None
    score: tuple[int, int] = (0, 0)
    cube: tuple[int, Player | None] = (1, None)
    player: Player | None = None
    dice: tuple[int, int] | None = None
    position: str = ""
    shown: str = ""
    differ: int = 0
    judged: Verdict | None = None
    faults: tuple[Fault, ...] = ()
    dispute: Dispute | None = None
    began: float | None = None
    used: tuple[float, float] = (0.0, 0.0)

    def take(self, number: int, match: int, t: float, fact: f.Fact) -> "Table":
        """The table after one more fact."""
        table = self if match == self.match else Table(link=self.link, match=match)
        decided = table.decided if isinstance(fact, NOT_DECIDING) else number
        table = replace(table, number=number, t=t, decided=decided)
        fold = _FOLDS.get(type(fact))
        return table if fold is None else fold(table, fact)

    def running(self, now: float) -> float | None:
        """How long the turn has lasted at the time `now`, seconds; None where none runs."""
        return None if self.began is None else max(now - self.began, 0.0)


def _link(table: Table, fact: f.Link) -> Table:
    return replace(table, link=fact.state)


def _setup(table: Table, fact: f.Setup) -> Table:
    return replace(table, differ=len(fact.differences))


def _game_begins(table: Table, fact: f.GameBegins) -> Table:
    try:
        rules = find_game(fact.game, fact.options)
    except RulesError:  # of a companion that knows more games than this one
        return replace(table, rules=None, score=fact.score)
    table = replace(
        table,
        rules=rules,
        layout=fact.layout,
        game=fact.number,
        match_to=fact.match_to,
        score=fact.score,
        differ=0,
    )
    if fact.resumed:
        return table
    start = rules.text(rules.start)
    fresh = _rest(table, "opening")
    return replace(fresh, position=start, cube=(1, None), used=(0.0, 0.0), player=None)


def _rest(table: Table, phase: str) -> Table:
    """Nobody's turn runs."""
    return replace(
        table, phase=phase, dice=None, shown="", judged=None, faults=(), dispute=None, began=None
    )


def _turn_begins(table: Table, fact: f.TurnBegins) -> Table:
    # A pause or a restart calls the same turn again: its time runs on.
    same = table.player is fact.player and table.position == fact.position
    began = table.began if same and table.began is not None else table.t
    table = _rest(table, "to-throw")
    return replace(table, player=fact.player, position=fact.position, began=min(began, table.t))


def _roll(table: Table, fact: f.Roll) -> Table:
    # Dice that a referee sets begin the turn anew: its error is settled.
    return replace(table, phase="moving", player=fact.player, dice=fact.dice, dispute=None)


def _verdict(table: Table, fact: f.VerdictGiven) -> Table:
    shown = fact.position
    return replace(
        table, shown=shown, judged=fact.verdict, faults=fact.faults, position=fact.before
    )


def _turn_ends(table: Table, fact: f.TurnEnds) -> Table:
    v, n = table.used
    took = table.running(table.t) or 0.0
    used = (v + took, n) if fact.player is Player.V else (v, n + took)
    return replace(
        table,
        used=used,
        began=None,
        position=fact.before,
        shown=fact.position,
        judged=fact.verdict,
        faults=fact.faults,
        dice=fact.dice,
        player=fact.player,
    )


def _error_open(table: Table, fact: f.ErrorOpen) -> Table:
    dispute = Dispute(
        player=fact.player,
        faults=fact.faults,
        acceptable=fact.acceptable,
        before=table.position,
        dice=table.dice or (0, 0),
        seen=table.shown or table.position,
        since=table.t,
    )
    return replace(table, phase="error", player=fact.player, dispute=dispute)


def _error_closed(table: Table, fact: f.ErrorClosed) -> Table:
    return replace(_rest(table, "to-throw"), position=fact.position)


def _cube(table: Table, fact: f.CubeAction) -> Table:
    if fact.action == "offer":
        return replace(table, phase="doubled", player=fact.player)
    cube = (fact.value, fact.owner)
    if fact.action == "take" and fact.player is not None:
        return replace(table, cube=cube, phase="to-throw", player=fact.player.other)
    return replace(table, cube=cube)


def _ruling(table: Table, fact: f.Ruling) -> Table:
    """Pauses and positions: then the pieces are set up; what else was decided is told after it."""
    if fact.what in ("pause", "adjourn"):
        return replace(table, phase="paused")
    if fact.position:
        phase = "paused" if table.phase == "paused" and fact.what == "position" else "setup"
        return replace(_rest(table, phase), position=fact.position)
    if fact.what == "go-on":
        return replace(table, phase="setup")
    return table


def _game_ends(table: Table, fact: f.GameEnds) -> Table:
    # The last board stays in view.
    last = table.shown or table.position
    return replace(_rest(table, "game-over"), position=last, score=fact.score, player=None)


def _match_ends(table: Table, fact: f.MatchEnds) -> Table:
    return replace(table, phase="over", score=fact.score)


_FOLDS: Final[dict[type, Callable[[Table, Any], Table]]] = {
    f.Link: _link,
    f.Setup: _setup,
    f.GameBegins: _game_begins,
    f.TurnBegins: _turn_begins,
    f.Roll: _roll,
    f.VerdictGiven: _verdict,
    f.TurnEnds: _turn_ends,
    f.ErrorOpen: _error_open,
    f.ErrorClosed: _error_closed,
    f.CubeAction: _cube,
    f.Ruling: _ruling,
    f.GameEnds: _game_ends,
    f.MatchEnds: _match_ends,
}


def alternative(rules: Rules, dispute: Dispute) -> str:
    """The legal end that is nearest to the board of a dispute, as a position text.

    Raises `ValueError` where the turn cannot be judged: no dice are known, or no game.
    """
    seen = parse_placement(dispute.seen)
    before = rules.parse(dispute.before)
    ends = rules.near_ends(before, dispute.player, dispute.dice, seen)

    def unlike(text: str) -> tuple[int, str]:
        pairs = zip(parse_placement(text).piles, seen.piles, strict=True)
        return sum(abs(a - b) for one, two in pairs for a, b in zip(one, two, strict=True)), text

    return min(map(rules.text, ends), key=unlike)
