"""The state of a table, computed from its facts alone, for speech, page and transcript.

The facts are those of the journal, in order. Details that only one of these needs, such as the age
of an error, are not included.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, Self

from companion.referee import board_facts, talk_facts
from companion.referee import facts as f
from companion.referee.state import NO_PRACTICE, Practice
from companion.rules import Fault, Player, Rules, RulesError, Verdict, find_game

_DECISIONS: Final = ("take", "drop", "accept")
"""Answers to a double or a resignation that can be undone."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """An open error: an illegal play that is neither corrected nor accepted.

    acceptable -- whether the opponent may accept the board;
    before, seen -- the positions before and after the play;
    ordered -- whether a referee ruled that the error must be corrected;
    demanded -- whether the opponent demanded the correction.
    """

    player: Player
    faults: tuple[Fault, ...]
    acceptable: bool
    before: str
    dice: tuple[int, int]
    seen: str
    ordered: bool = False
    demanded: bool = False

    @property
    def open_to(self) -> str:
        """The code of what the opponent may do.

        `choice`: accept the play, or demand its correction; `board`: nothing, because the board
        cannot be accepted; `ordered`: nothing, because a referee ordered the correction.
        """
        # After a restart, an ordered correction is reported as not acceptable.
        if self.ordered:
            return "ordered"
        return "choice" if self.acceptable else "board"


@dataclass(frozen=True, slots=True)
class LastTurn:
    """The running turn, or the last finished turn.

    before -- the position in which the turn began;
    dice -- the last throw;
    erred_from -- the position before the last illegal play. It is kept until the next throw,
    because the correction may still change, and is "" otherwise;
    thrown -- whether the dice were thrown;
    ended -- whose turn has just ended, None during a turn.
    """

    before: str = ""
    dice: tuple[int, int] = (0, 0)
    erred_from: str = ""
    thrown: bool = False
    ended: Player | None = None


@dataclass(frozen=True, slots=True)
class TableView:
    """The state of one table.

    typed -- whether the table has no sensors and the players type their moves;
    phase -- `setup`, `opening`, `to-throw`, `moving`, `error`, `doubled`, `paused`, `game-over`,
    `over`;
    practice -- whose turns the companion plays;
    turns -- the number of turns begun;
    throws -- the number of turns of this game in which dice were thrown;
    mover -- the player of the last turn;
    player -- the player who acts, or None;
    again -- whether the mover of the last turn throws again;
    has_dice -- whether the dice of the next turn are already thrown;
    named -- the position after the play that the companion named in this turn, or "";
    position -- the position at the beginning of the turn;
    shown -- the board as last seen, "" if it has not changed;
    differ -- the number of wrong places in a set-up;
    judged -- the last verdict on `shown`;
    dead -- the places and dice trays that are out of order;
    decision -- what `undo` would take back: `accepted`, `take`, `drop`, `resigned`, `award` or "";
    back -- the table before that decision;
    opening_die -- the player and face of the only opening die thrown so far, or None;
    resigning -- the player who offers to resign, or None;
    called, late -- the players who called the referee, and the players whose time is over. A ruling
    or the end of a game clears both fields;
    calls -- how often the referee was called.
    """

    link: str = "searching"
    typed: bool = False
    phase: str = "setup"
    rules: Rules | None = None
    layout: tuple[str, ...] = ()
    practice: Practice = NO_PRACTICE
    game: int = 0
    match_to: int | None = None
    score: tuple[int, int] = (0, 0)
    cube: tuple[int, Player | None] = (1, None)
    turns: int = 0
    throws: int = 0
    mover: Player | None = None
    player: Player | None = None
    dice: tuple[int, int] | None = None
    again: bool = False
    has_dice: bool = False
    named: str = ""
    last: LastTurn = LastTurn()
    position: str = ""
    shown: str = ""
    differ: int = 0
    judged: Verdict | None = None
    faults: tuple[Fault, ...] = ()
    dispute: Dispute | None = None
    must_correct: bool = False
    dead: tuple[str, ...] = ()
    decision: str = ""
    back: "TableView | None" = None
    opening_die: tuple[Player, int] | None = None
    resigning: Player | None = None
    called: tuple[Player, ...] = ()
    calls: int = 0
    late: tuple[Player, ...] = ()

    @property
    def has_cube(self) -> bool:
        """Whether the game is played with a doubling cube (B6)."""
        return self.rules is not None and self.rules.has_cube

    @property
    def counts_games(self) -> bool:
        """Whether the score counts games, not points."""
        return self.rules is not None and "count-games" in self.rules.options

    def after(self, fact: f.Fact) -> Self:
        """Return the table after one further fact."""
        fold = _FOLDS.get(type(fact))
        return self if fold is None else fold(self, fact)


def _game_begins(table: TableView, fact: f.GameBegins) -> TableView:
    practice = Practice(fact.partner, fact.simulated, fact.exercise)
    table = replace(table, game=fact.number, match_to=fact.match_to, score=fact.score)
    last = replace(table.last, ended=None)
    table = replace(table, practice=practice, has_dice=False, last=last, layout=fact.layout)
    try:
        rules = find_game(fact.game, fact.options)
    except RulesError:  # a game that only a newer companion knows
        return _without_turn(table, "setup", rules=None, layout=(), position="", player=None)
    table = replace(table, rules=rules, differ=0)
    if not fact.resumed:
        table = replace(table, cube=(1, None), throws=0, called=(), late=())
    # If a turn is resumed, it begins after this fact.
    return _without_turn(table, "opening", position=rules.text(rules.start), player=None)


def _without_turn(table: TableView, phase: str, **changes: Any) -> TableView:  # noqa: ANN401
    """Return the table in a phase without a running turn; changes -- of further fields."""
    changes |= {"phase": phase, "dice": None, "shown": "", "judged": None, "faults": ()}
    return replace(table, dispute=None, opening_die=None, resigning=None, **changes)


def _opening(table: TableView, fact: f.Opening) -> TableView:
    is_played = table.rules is None or table.rules.game.opening_is_played
    has_dice = fact.starter is not None and is_played
    return replace(table, has_dice=has_dice, opening_die=None)


def _turn_begins(table: TableView, fact: f.TurnBegins) -> TableView:
    last, again = table.last, fact.player is table.last.ended
    thrown = last.thrown and fact.held and last.ended is None  # the turn is resumed
    last = replace(last, before=fact.position, thrown=thrown, ended=None)
    table = replace(table, turns=table.turns + 1, again=again, last=last, has_dice=False, named="")
    player, position = fact.player, fact.position
    return _without_turn(table, "to-throw", mover=player, player=player, position=position)


def _roll(table: TableView, fact: f.Roll) -> TableView:
    # Dice set by a referee restart the turn and so close its error.
    throws = table.throws + (not table.last.thrown)
    last = replace(table.last, dice=fact.dice, erred_from="", thrown=True)
    table = replace(table, phase="moving", player=fact.player, dice=fact.dice, last=last)
    return replace(table, dispute=None, has_dice=False, throws=throws)


def _verdict(table: TableView, fact: f.VerdictGiven | f.TurnEnds) -> TableView:
    table = replace(table, shown=fact.position, position=fact.before)
    return replace(table, judged=fact.verdict, faults=fact.faults)


def _turn_ends(table: TableView, fact: f.TurnEnds) -> TableView:
    last = LastTurn(fact.before, fact.dice, fact.before, table.last.thrown, fact.player)
    decision = "" if fact.verdict is Verdict.LEGAL else table.decision
    table = replace(_verdict(table, fact), dice=fact.dice, player=fact.player)
    return replace(table, last=last, must_correct=False, decision=decision)


def _error_open(table: TableView, fact: f.ErrorOpen) -> TableView:
    opened = fact.player, fact.faults, fact.acceptable
    turn = table.position, table.dice or (0, 0), table.shown or table.position
    dispute = Dispute(*opened, *turn, table.must_correct, fact.demanded)
    last = replace(table.last, erred_from=table.last.before)
    table = replace(table, phase="error", player=fact.player, dispute=dispute)
    return replace(table, decision="", last=last)


def _decided(table: TableView, decision: str) -> TableView:
    """Return the table after a decision that can be undone."""
    return replace(table, decision=decision, back=replace(table, back=None))


def _error_closed(table: TableView, fact: f.ErrorClosed) -> TableView:
    accepted = fact.how == "accepted"
    has_dice = accepted and table.decision != "accepted"  # accepted by a ruling, without a throw
    table = _decided(table, "accepted" if accepted else "")
    before, position = table.last.erred_from or table.last.before, fact.position
    last = replace(table.last, ended=fact.player, before=before)
    return _without_turn(table, "to-throw", position=position, has_dice=has_dice, last=last)


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
    if fact.action in _DECISIONS:
        table = _decided(table, fact.action)
    table = replace(table, cube=(fact.value, fact.owner))
    if fact.action == "take" and fact.player is not None:
        return replace(table, phase="to-throw", player=fact.player.other)
    return table


def _resign(table: TableView, fact: f.Resign) -> TableView:
    table = replace(table, resigning=fact.player if fact.action == "offer" else None)
    return _decided(table, "resigned") if fact.action in _DECISIONS else table


def _ruling(table: TableView, fact: f.Ruling) -> TableView:
    """Apply a ruling. The facts that follow from the ruling come after it."""
    table = replace(table, has_dice=fact.what == "dice")
    if fact.what == "call":
        called = tuple(each for each in Player if each in (*table.called, fact.by))
        return replace(table, called=called, calls=table.calls + 1)
    if fact.by not in (*Player, "players"):
        table = replace(table, called=(), late=())
    table = _ruling_effects(table, fact)
    if fact.what in ("pause", "adjourn"):
        resigning = table.resigning if fact.what == "adjourn" else None
        return replace(table, phase="paused", resigning=resigning)
    if fact.what in _THROW_AGAIN:
        return _without_turn(table, _THROW_AGAIN[fact.what])
    if fact.position:
        phase = "paused" if table.phase == "paused" and fact.what == "position" else "setup"
        return _without_turn(table, phase, position=fact.position)
    if fact.what == "go-on":
        return replace(table, phase="setup")
    return table


_THROW_AGAIN: Final = {"undo-throw": "to-throw", "undo-opening": "opening"}
"""The phase after a throw was taken back."""


def _ruling_effects(table: TableView, fact: f.Ruling) -> TableView:
    """Apply the effects of a ruling except the new phase."""
    others = tuple(each for each in table.dead if each != fact.zone)
    match fact.what:
        case "correct":
            dispute = table.dispute and replace(table.dispute, ordered=True)
            table = replace(table, must_correct=True, dispute=dispute)
        case "accept":
            table = _decided(replace(table, must_correct=False), "accepted")
        case "award":
            table = _decided(table, "award")
        case "undo":
            back = table.back or table
            game, throws, last, cube = back.game, back.throws, back.last, back.cube
            table = replace(table, decision="", game=game, throws=throws, last=last, cube=cube)
        case "new-game":
            table = replace(table, decision="")
        case "out-of-order":
            table = replace(table, dead=(*others, fact.zone))
        case "in-order":
            table = replace(table, dead=others)
    return table


def _game_ends(table: TableView, fact: f.GameEnds) -> TableView:
    # Keep showing the last board.
    last = table.shown or table.position
    table = replace(table, score=fact.score, called=(), late=())
    return _without_turn(table, "game-over", position=last, player=None)


_FOLDS: Final[dict[type, Callable[[Any, Any], Any]]] = {
    board_facts.Link: lambda table, fact: replace(
        table, link=fact.state, typed=fact.port == board_facts.TYPED
    ),
    board_facts.Setup: lambda table, fact: replace(table, differ=len(fact.differences)),
    f.GameBegins: _game_begins,
    f.OpeningDie: lambda table, fact: replace(table, opening_die=(fact.player, fact.die)),
    f.Opening: _opening,
    f.TurnBegins: _turn_begins,
    f.Roll: _roll,
    f.PlayNamed: lambda table, fact: replace(table, named=fact.end),
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
    f.MatchEnds: lambda table, fact: replace(table, phase="over", score=fact.score),
}
