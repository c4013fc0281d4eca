"""How one table stands, folded from its facts: what a page shows and a hall lists. Pure data.

The facts are those of the journal, in their order; nothing else is asked of the evening.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.referee import board_facts, talk_facts
from companion.referee import facts as f
from companion.rules import Fault, Player, Rules, RulesError, Verdict, find_game, parse_placement

NOT_DECIDING: Final = (
    board_facts.Link,
    f.VerdictGiven,
    f.DieDisturbed,
    f.DieWaits,
    talk_facts.Question,
    talk_facts.KeyAnswer,
    talk_facts.Explained,
    board_facts.BoardFault,
    f.TimeLeft,
    f.RulingRefused,
)
"""Facts after which a ruling still rules on the same situation; so it does after a call."""

UNKNOWN: Final = -1.0
"""When something was that happened before this start of the evening, which has its own clock."""

_DECISIONS: Final = ("take", "drop", "accept")
"""Actions with the cube, and of a resignation, that both players, or a referee, may undo."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """A finished turn that was wrong: whose, why, from where, with which dice, and how it stood.

    acceptable -- the board is one that may stand; ordered -- a referee has had it corrected;
    demanded -- the opponent has asked for that; since -- seconds, as `TableView.t`: the turn's
    end, or `UNKNOWN`.
    """

    player: Player
    faults: tuple[Fault, ...]
    acceptable: bool
    before: str
    dice: tuple[int, int]
    seen: str
    since: float
    ordered: bool = False
    demanded: bool = False

    @property
    def open_to(self) -> str:
        """What can come of it: `choice`; or only a correction, of the `board` or as `ordered`."""
        # Told again after a break, an error that is to be corrected cannot be accepted.
        if self.ordered:
            return "ordered"
        return "choice" if self.acceptable else "board"


@dataclass(frozen=True, slots=True)
class TableView:
    """One table.

    number, t -- of the last fact; decided -- the number of the last fact that changed what a
    referee would rule on; match -- the journal's number of the match;
    dead -- the places, and seats for dice, that are out of order; minutes -- each player's for a
    game, 0: no clock; decision -- what `undo` would take back: `accepted`, `take`, `drop`,
    `resigned`, `award` or "";
    phase -- `setup`, `opening`, `to-throw`, `moving`, `error`, `doubled`, `paused`, `game-over`,
    `over`;
    position -- as the turn began; shown -- as last seen, "" where it is the same; differ -- how
    many places are wrong at the set-up; judged -- the last verdict on `shown`;
    used, turn -- seconds up to `t`: what V and N have used in this game, how long this turn has
    lasted; no time runs in a set-up, a pause, an open error, or while the board is away;
    ended -- when the last turn ended; called, late -- who called the referee, whose time is over,
    since the last game ended or a referee decided; calls -- how often the referee was called.
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
    must_correct: bool = False
    dead: tuple[str, ...] = ()
    decision: str = ""
    minutes: int = 0
    used: tuple[float, float] = (0.0, 0.0)
    turn: float = 0.0
    ended: float = 0.0
    called: tuple[Player, ...] = ()
    calls: int = 0
    late: tuple[Player, ...] = ()

    def take(self, number: int, match: int, t: float, fact: f.Fact) -> "TableView":
        """The table after one more fact."""
        table = self._until(t)
        if t < self.t:  # the evening was begun again
            table = replace(table, ended=UNKNOWN)
        if match != self.match:
            table = TableView(link=self.link, match=match, dead=self.dead)
        decided = table.decided if _leaves_the_case(fact) else number
        table = replace(table, number=number, t=t, decided=decided)
        fold = _FOLDS.get(type(fact))
        return table if fold is None else fold(table, fact)

    @property
    def clock_of(self) -> Player | None:
        """Whose time runs now, as the referee at the table counts it."""
        if self.player is None or self.link != "connected":
            return None
        if self.phase in ("to-throw", "moving"):
            return self.player
        return self.player.other if self.phase == "doubled" else None

    def _until(self, now: float) -> "TableView":
        """The table when time has gone on to `now`."""
        passed, running = max(now - self.t, 0.0), self.clock_of
        if running is None:
            return self
        v, n = self.used
        used = (v + passed, n) if running is Player.V else (v, n + passed)
        return replace(self, used=used, turn=self.turn + passed)

    def used_at(self, now: float) -> tuple[float, float]:
        """The seconds that V and N have used in this game at the time `now`."""
        return self._until(now).used

    def turn_at(self, now: float) -> float:
        """The seconds that this turn has lasted at the time `now`."""
        return self._until(now).turn


def _leaves_the_case(fact: f.Fact) -> bool:
    """Whether a ruling still rules on the same situation after this."""
    called = isinstance(fact, f.Ruling) and fact.what == "call"
    return called or isinstance(fact, NOT_DECIDING)


def _link(table: TableView, fact: board_facts.Link) -> TableView:
    return replace(table, link=fact.state)


def _setup(table: TableView, fact: board_facts.Setup) -> TableView:
    return replace(table, differ=len(fact.differences))


def _game_begins(table: TableView, fact: f.GameBegins) -> TableView:
    try:
        rules = find_game(fact.game, fact.options)
    except RulesError:  # of a companion that knows more games than this one
        strange = replace(_rest(table, "setup"), rules=None, layout=(), position="", player=None)
        return replace(strange, game=fact.number, match_to=fact.match_to, score=fact.score)
    table = replace(
        table,
        rules=rules,
        layout=fact.layout,
        game=fact.number,
        match_to=fact.match_to,
        score=fact.score,
        differ=0,
        minutes=fact.clock,
    )
    if fact.resumed:
        return table
    start = rules.text(rules.start)
    fresh = _rest(table, "opening")
    fresh = replace(fresh, position=start, cube=(1, None), used=(0.0, 0.0), player=None)
    return replace(fresh, called=(), late=())


def _rest(table: TableView, phase: str) -> TableView:
    """No turn runs."""
    return replace(table, phase=phase, dice=None, shown="", judged=None, faults=(), dispute=None)


def _turn_begins(table: TableView, fact: f.TurnBegins) -> TableView:
    # A pause or a restart calls the same turn again: its time goes on.
    same = table.player is fact.player and table.position == fact.position
    table = _rest(table, "to-throw")
    turn = table.turn if same else 0.0
    return replace(table, player=fact.player, position=fact.position, turn=turn)


def _roll(table: TableView, fact: f.Roll) -> TableView:
    # Dice that a referee sets begin the turn anew: its error is settled.
    return replace(table, phase="moving", player=fact.player, dice=fact.dice, dispute=None)


def _verdict(table: TableView, fact: f.VerdictGiven) -> TableView:
    shown = fact.position
    return replace(
        table, shown=shown, judged=fact.verdict, faults=fact.faults, position=fact.before
    )


def _turn_ends(table: TableView, fact: f.TurnEnds) -> TableView:
    return replace(
        table,
        ended=table.t,
        must_correct=False,
        decision="" if fact.verdict is Verdict.LEGAL else table.decision,
        position=fact.before,
        shown=fact.position,
        judged=fact.verdict,
        faults=fact.faults,
        dice=fact.dice,
        player=fact.player,
    )


def _error_open(table: TableView, fact: f.ErrorOpen) -> TableView:
    dispute = Dispute(
        player=fact.player,
        faults=fact.faults,
        acceptable=fact.acceptable,
        before=table.position,
        dice=table.dice or (0, 0),
        seen=table.shown or table.position,
        since=table.ended,
        ordered=table.must_correct,
    )
    return replace(table, phase="error", player=fact.player, dispute=dispute)


def _error_closed(table: TableView, fact: f.ErrorClosed) -> TableView:
    decision = "accepted" if fact.how == "accepted" else ""
    return replace(_rest(table, "to-throw"), position=fact.position, decision=decision)


def _key_answer(table: TableView, fact: talk_facts.KeyAnswer) -> TableView:
    if fact.topic != "demand" or table.dispute is None:
        return table
    return replace(table, dispute=replace(table.dispute, demanded=True))


def _time_left(table: TableView, fact: f.TimeLeft) -> TableView:
    if fact.seconds:
        return table
    return replace(table, late=tuple(each for each in Player if each in (*table.late, fact.player)))


def _cube(table: TableView, fact: f.CubeAction) -> TableView:
    if fact.action == "offer":
        return replace(table, phase="doubled", player=fact.player)
    decision = fact.action if fact.action in _DECISIONS else table.decision
    table = replace(table, cube=(fact.value, fact.owner), decision=decision)
    if fact.action == "take" and fact.player is not None:
        return replace(table, phase="to-throw", player=fact.player.other)
    return table


def _resign(table: TableView, fact: f.Resign) -> TableView:
    return replace(table, decision="resigned") if fact.action in _DECISIONS else table


def _ruling(table: TableView, fact: f.Ruling) -> TableView:
    """Pauses and positions: then the pieces are set up; what else was decided is told after it."""
    if fact.what == "call":
        called = tuple(each for each in Player if each in (*table.called, fact.by))
        return replace(table, called=called, calls=table.calls + 1)
    if fact.by not in (*Player, "players"):
        table = replace(table, called=(), late=())
    table = _noted(table, fact)
    if fact.what in ("pause", "adjourn"):
        return replace(table, phase="paused")
    if fact.position:
        phase = "paused" if table.phase == "paused" and fact.what == "position" else "setup"
        return replace(_rest(table, phase), position=fact.position)
    if fact.what == "go-on":
        return replace(table, phase="setup")
    return table


def _noted(table: TableView, fact: f.Ruling) -> TableView:
    """What a ruling changes beside the game: what may be undone, what is out of order."""
    others = tuple(each for each in table.dead if each != fact.zone)
    match fact.what:
        case "correct":
            dispute = table.dispute and replace(table.dispute, ordered=True)
            table = replace(table, must_correct=True, dispute=dispute)
        case "accept":
            table = replace(table, must_correct=False)
        case "award":
            table = replace(table, decision="award")
        case "undo" | "new-game":
            table = replace(table, decision="")
        case "out-of-order":
            table = replace(table, dead=(*others, fact.zone))
        case "in-order":
            table = replace(table, dead=others)
    return table


def _game_ends(table: TableView, fact: f.GameEnds) -> TableView:
    # The last board stays in view.
    last = table.shown or table.position
    table = replace(_rest(table, "game-over"), position=last, score=fact.score, player=None)
    return replace(table, called=(), late=())


def _match_ends(table: TableView, fact: f.MatchEnds) -> TableView:
    return replace(table, phase="over", score=fact.score)


_FOLDS: Final[dict[type, Callable[[TableView, Any], TableView]]] = {
    board_facts.Link: _link,
    board_facts.Setup: _setup,
    f.GameBegins: _game_begins,
    f.TurnBegins: _turn_begins,
    f.Roll: _roll,
    f.VerdictGiven: _verdict,
    f.TurnEnds: _turn_ends,
    f.ErrorOpen: _error_open,
    f.ErrorClosed: _error_closed,
    f.CubeAction: _cube,
    f.Resign: _resign,
    talk_facts.KeyAnswer: _key_answer,
    f.TimeLeft: _time_left,
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
