"""The complete state of an evening as one frozen record, which the journal stores.

The referee consists of this record and the transition table in `machine`.
"""

import enum
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Self

from companion.board.observation import Stars
from companion.link.messages import MS_MODULUS, Key, elapsed
from companion.rules import Cube, Fault, Match, Placement, Player, Position


class Phase(enum.StrEnum):
    """The phase of the evening, which is what the table waits for."""

    SETUP = "setup"
    """The pieces must be set up as in `position`."""
    OPENING = "opening"
    """Each player throws one die."""
    TO_THROW = "to-throw"
    """`player` throws or doubles."""
    MOVING = "moving"
    """`player` moves; the turn ends when the dice are picked up."""
    ERROR = "error"
    """`player` ended an illegal play; the opponent demands a correction or accepts it."""
    DOUBLED = "doubled"
    """`player` offered the cube; the opponent takes or drops."""
    PAUSED = "paused"
    """The game is paused until a player says yes; then the board is compared."""
    OVER = "over"
    """The match is over; setting up the start position begins another."""


MINUTE: Final = 60_000

UNDER_WAY: Final = (Phase.TO_THROW, Phase.MOVING, Phase.ERROR, Phase.DOUBLED)
PLAYING: Final = (Phase.OPENING, *UNDER_WAY)
"""The phases of a running game."""


class Topic:
    """The names of the questions; `transitions.QUESTIONS` holds their kinds."""

    DOUBLE_CONFIRM: Final = "double-confirm"
    RESIGN_VALUE: Final = "resign-value"
    RESIGN: Final = "resign"
    MENU: Final = "menu"
    LAYOUT: Final = "layout"
    UNDO: Final = "undo"
    LIFT: Final = "lift"
    DIE: Final = "die"
    OPENING_DIE: Final = "opening-die"
    DICE: Final = "dice"
    OPENING_DICE: Final = "opening-dice"
    OUT: Final = "out"
    OUT_AGREE: Final = "out-agree"
    IN_AGREE: Final = "in-agree"
    READING: Final = "reading"
    GAME: Final = "game"
    NEW_GAME: Final = "new-game"
    OTHER_GAME: Final = "other-game"
    STOP: Final = "stop"
    STOP_TOO: Final = "stop-too"


@dataclass(frozen=True, slots=True)
class Asked:
    """An open question.

    player -- the asked player, None if either may answer;
    item -- its subject: a menu entry, a value, a layout, faces of dice, a place or its pieces;
    since -- when it was asked, in ms of the board's clock.
    """

    player: Player | None
    topic: str
    item: str
    since: int


@dataclass(frozen=True, slots=True)
class LastKey:
    """The last key pressed, how many times in a row, and when (ms of the board's clock)."""

    player: Player
    key: Key
    times: int
    at: int


@dataclass(frozen=True, slots=True)
class Waits:
    """What the game waits for, see `reminders`.

    what -- as in `facts.DieWaits`, or `board`, `error`, `play`;
    since -- ms of the board's clock, when the wait began or the last reminder was given;
    reminded -- the number of reminders;
    stands -- the dice or the board, as text. When this changes, the wait begins again.
    """

    player: Player
    what: str
    die: int
    since: int
    reminded: int = 0
    stands: str = ""


@dataclass(frozen=True, slots=True)
class Practice:
    """How the companion takes part in the game.

    partner -- whose turns the companion plays, None if two people play;
    simulated -- whether the partner's dice are drawn at random instead of thrown on the table;
    exercise -- the name of an exercise, in which the partner has no turns; "" for a game.
    """

    partner: Player | None = None
    simulated: bool = False
    exercise: str = ""

    def draws(self, player: Player) -> bool:
        """Return whether this player's dice are drawn instead of thrown."""
        return self.simulated and player is self.partner


class OpeningDice(NamedTuple):
    """The faces that V and N have thrown in the opening so far, 0 for none."""

    v: int = 0
    n: int = 0

    def of(self, player: Player) -> int:
        """Return one player's die."""
        return self.v if player is Player.V else self.n

    def with_die(self, player: Player, face: int) -> Self:
        """Return the dice with one player's die replaced."""
        return self._replace(**{player.value.lower(): face})


NO_PRACTICE: Final = Practice()
"""Two people play."""


@dataclass(frozen=True, slots=True)
class Evening:
    """The settings of the evening, the same for all its games.

    limit -- ms that each player has for a game, 0 for no clock;
    recorded -- whether a journal is kept, so that the game can continue on another day;
    typed -- whether the table has no sensors and the players type their moves;
    types_dice -- whether dice are typed, at a typed table or at a board that senses no dice;
    shuts_down -- whether the computer serves only this table, so the players may switch it off.
    """

    limit: int = 0
    recorded: bool = True
    typed: bool = False
    types_dice: bool = False
    shuts_down: bool = False


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a game, in milliseconds.

    used -- the time used by V and by N;
    turn_used -- the time used in the running turn;
    ticked -- the board's time at the last update, None after the board was away.
    """

    used: tuple[int, int] = (0, 0)
    turn_used: int = 0
    ticked: int | None = None

    def elapsed(self, now: int) -> int:
        """Return the milliseconds since the last update; 0 if the board's clock was reset."""
        if self.ticked is None:
            return 0
        passed = elapsed(now, self.ticked)
        return passed if passed < MS_MODULUS // 2 else 0


@dataclass(frozen=True, slots=True)
class GameState:
    """The running game.

    position -- the agreed position, at the beginning of the turn;
    cube -- the cube, or the stake;
    rights -- the rights to hit won in Dutch, as rule options such as `may-hit-V` (B3);
    opening -- the opening dice thrown so far.
    """

    position: Position
    cube: Cube = field(default_factory=Cube)
    rights: tuple[str, ...] = ()
    opening: OpeningDice = field(default_factory=OpeningDice)


@dataclass(frozen=True, slots=True)
class Throw:
    """The throw that is being played.

    dice -- the thrown dice, the larger first, None before the throw;
    trays -- the trays that hold the dice of this throw: "V", "N" or both; down -- the faces in
    these trays;
    dice_lie -- whether the dice were seen in the trays since the companion started;
    disturbed -- the thrown face and the present face of a turned die, as text;
    by_hand -- whether the dice were set by hand. Then the faces in the trays are ignored, and the
    mover's `yes` ends the turn;
    done -- whether the mover pressed `yes`, so that the next settled board ends the turn;
    reading -- the contents of the places out of order, which the mover stated at the end of the
    turn;
    wanted -- the position after the play that the practice partner named, or None;
    lines -- at a typed table, the moves of each line, see `rules.named_moves`;
    kept -- the opponent's early throw, which will count in the next turn (E4), or None.
    """

    dice: tuple[int, int] | None = None
    down: tuple[int, ...] = ()
    trays: str = ""
    dice_lie: bool = False
    by_hand: bool = False
    done: bool = False
    disturbed: str = ""
    kept: tuple[int, int] | None = None
    reading: str = ""
    wanted: Position | None = None
    lines: tuple[tuple[str, ...], ...] = ()

    @property
    def moves(self) -> tuple[str, ...]:
        """All moves of all lines, in order."""
        return tuple(move for line in self.lines for move in line)


@dataclass(frozen=True, slots=True)
class Corrected:
    """A corrected illegal play.

    Until the next throw, the mover may change it to another legal play.

    game -- the game at the beginning of the turn.
    """

    player: Player
    game: GameState
    dice: tuple[int, int]


@dataclass(frozen=True, slots=True)
class TurnState:
    """The running turn.

    player -- whose turn it is, None before the opening is decided;
    number -- the turn's number in the game, from 1;
    one_die -- the player who has thrown only one die;
    judged -- the last board judged;
    corrected -- the previous turn, while its correction may still be changed.

    For an open error:
    faults -- the faults when the turn ended;
    correcting -- the last board since the turn ended, None if nothing was moved;
    must_correct -- the error must be corrected and cannot be accepted;
    is_demanded -- whether the opponent demanded the correction, at a board with sensors.
    """

    player: Player | None = None
    number: int = 0
    one_die: Player | None = None
    judged: Placement | None = None
    corrected: Corrected | None = None
    faults: tuple[Fault, ...] = ()
    correcting: Placement | None = None
    must_correct: bool = False
    is_demanded: bool = False


@dataclass(frozen=True, slots=True)
class BoardSeen:
    """What is known about the board.

    layout -- how the pieces lie, a part of ("mirrored", "turned");
    stars -- the owners of the two starred pieces, None if not known yet;
    dead -- the places out of order, a part of `disabled_places.KNOWN`;
    shown -- the last settled board, or None;
    right -- whether this board showed the agreed position.
    """

    layout: tuple[str, ...] = ()
    stars: Stars | None = None
    dead: tuple[str, ...] = ()
    shown: Placement | None = None
    right: bool = False


@dataclass(frozen=True, slots=True)
class SetupState:
    """What was announced about a board that differs from the agreed position.

    wrong -- whether the present difference was announced, in a set-up or at a void throw;
    named -- the time when a wrong set-up was last announced, in ms of the board's clock;
    reminded -- the number of reminders;
    guided -- whether a player asked for help, so that the next step is announced after each step;
    is_turn_unclear -- whether the board was wrong or away, so that a reminder of the turn comes
    soon.
    """

    wrong: bool = False
    named: int = 0
    reminded: int = 0
    guided: bool = False
    is_turn_unclear: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """The complete state of an evening.

    then -- the phase that follows once the set-up is correct;
    asked -- the open question;
    suspended -- the question to the opponent that is asked again after the pause;
    prompted -- the number of the last turn in which a player without a working tray was asked for
    the dice, 0 for the opening;
    reopened -- whether the companion was restarted and has not announced the game yet;
    back -- the state before the decision that `undo` would take back.
    """

    match: Match
    game: GameState
    turn: TurnState = field(default_factory=TurnState)
    throw: Throw = field(default_factory=Throw)
    clock: Clock = field(default_factory=Clock)
    board: BoardSeen = field(default_factory=BoardSeen)
    setup: SetupState = field(default_factory=SetupState)
    phase: Phase = Phase.SETUP
    then: Phase = Phase.OPENING
    practice: Practice = NO_PRACTICE
    evening: Evening = field(default_factory=Evening)
    asked: Asked | None = None
    suspended: Asked | None = None
    last_key: LastKey | None = None
    waits: Waits | None = None
    prompted: int = -1
    reopened: bool = False
    back: "State | None" = None

    @property
    def runs_for(self) -> Player | None:
        """The player whose time runs now, or None."""
        if self.phase in (Phase.TO_THROW, Phase.MOVING):
            return self.turn.player
        return self.turn.player.other if self.phase is Phase.DOUBLED and self.turn.player else None

    def clock_at(self, now: int) -> Clock:
        """Return the clock at a moment.

        The clock runs for the player who throws, moves or answers a double. It is stopped in a
        set-up, in a pause, and while the board is away.
        """
        runs_for, gone, (v, n) = self.runs_for, self.clock.elapsed(now), self.clock.used
        used = v + (runs_for is Player.V) * gone, n + (runs_for is Player.N) * gone
        return Clock(used, self.clock.turn_used + (gone if self.turn.player else 0), now)

    def asks(self, *topics: str) -> bool:
        """Return whether a question of one of these topics is open."""
        return self.asked is not None and self.asked.topic in topics

    @property
    def has_begun(self) -> bool:
        """Whether the match has begun and is not over."""
        return self.phase is not Phase.OVER and (self.turn.number > 0 or self.match.number > 1)

    @property
    def would_be_lost(self) -> bool:
        """Whether ending the evening would lose an unfinished match."""
        return self.has_begun and not self.evening.recorded

    @property
    def phase_of_game(self) -> Phase:
        """In a set-up or a pause, the phase that follows; otherwise the present phase."""
        return self.then if self.phase in (Phase.SETUP, Phase.PAUSED) else self.phase

    @property
    def is_under_way(self) -> bool:
        """Whether a game is running: the opening is decided, and the game is not over."""
        return self.phase_of_game in UNDER_WAY

    @property
    def pending_exercise(self) -> str:
        """The name of the exercise that must be set up to begin; "" for none."""
        return self.practice.exercise if (self.turn.number, self.throw.dice) == (1, None) else ""

    @property
    def is_partners_turn(self) -> bool:
        """Whether the companion plays the running turn."""
        return self.turn.player is not None and self.turn.player is self.practice.partner
