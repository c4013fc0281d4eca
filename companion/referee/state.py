"""Where an evening stands: one frozen record, the whole of it, written to the journal as it is.

The referee is this record and the table in `machine`; nothing else is remembered anywhere.
"""

import enum
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple, Self

from companion.board.occupancy import Stars
from companion.link.messages import MS_MODULUS, Key, elapsed
from companion.rules import Cube, Fault, Match, Placement, Player, Position


class Phase(enum.StrEnum):
    """What the table waits for."""

    SETUP = "setup"
    """The pieces are to stand as `position` says."""
    OPENING = "opening"
    """Each side is to throw one die."""
    TO_THROW = "to-throw"
    """`player` is to throw (or to double)."""
    MOVING = "moving"
    """`player` moves; the turn ends when his dice are picked up."""
    ERROR = "error"
    """`player` ended a wrong turn; the opponent has it corrected or accepts it."""
    DOUBLED = "doubled"
    """`player` offered the cube; the opponent takes or drops."""
    PAUSED = "paused"
    """The game rests until somebody says yes; the board is compared before it goes on."""
    OVER = "over"
    """The match is over; the start position set up begins another."""


MINUTE: Final = 60_000

UNDER_WAY: Final = (Phase.TO_THROW, Phase.MOVING, Phase.ERROR, Phase.DOUBLED)
PLAYING: Final = (Phase.OPENING, *UNDER_WAY)
"""Where a game is going on."""


class Topic:
    """The names of the questions; `questions` has what each of them does."""

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

    player None: whoever answers; item: the menu's entry, a value, a layout, faces of dice, a
    place, or what stands in some; since: ms of the board's clock.
    """

    player: Player | None
    topic: str
    item: str
    since: int


@dataclass(frozen=True, slots=True)
class LastKey:
    """The key pressed last, how often running, and when (ms of the board's clock)."""

    player: Player
    key: Key
    times: int
    at: int


@dataclass(frozen=True, slots=True)
class Waits:
    """What keeps the game waiting, see `reminders`.

    what -- as in `facts.DieWaits`, or `board`, `error`, `play`; since -- ms of the board's clock,
    when it began or was last named; reminded -- how often it was named; stands -- the dice, or the
    board, that it is about, as text.
    """

    player: Player
    what: str
    die: int
    since: int
    reminded: int = 0
    stands: str = ""


@dataclass(frozen=True, slots=True)
class Practice:
    """An evening against the companion.

    partner -- whose turns the companion plays, None: two people play;
    simulated -- its dice are drawn and told, not thrown on the table;
    exercise -- the name of one, "" for a game: then the partner has no turns, it only answers.
    """

    partner: Player | None = None
    simulated: bool = False
    exercise: str = ""

    def draws(self, player: Player) -> bool:
        """Return whether this player's dice do not lie on the table."""
        return self.simulated and player is self.partner


class OpeningDice(NamedTuple):
    """The faces that V and N have thrown in the opening so far, 0 for none."""

    v: int = 0
    n: int = 0

    def of(self, player: Player) -> int:
        """One side's die."""
        return self.v if player is Player.V else self.n

    def with_die(self, player: Player, face: int) -> Self:
        """The dice with another of one side."""
        return self._replace(**{player.value.lower(): face})


NONE_THROWN: Final = OpeningDice()
"""The opening is to be thrown."""


NO_PRACTICE: Final = Practice()
"""Two people play."""


@dataclass(frozen=True, slots=True)
class Evening:
    """What stays as it is from game to game.

    limit -- the time that each player has for a game, ms, 0: no clock;
    recorded -- it is written down, so that the game can go on another day;
    typed -- what stands on the table is what was typed: nobody lifts a piece, nothing lapses;
    shuts_down -- the computer serves this table alone, and the players may switch it off.
    """

    limit: int = 0
    recorded: bool = True
    typed: bool = False
    shuts_down: bool = False


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of a game.

    used -- by V and by N, ms; turn_used -- of the running turn; ticked -- until when it was
    counted, ms of the board, None: not known, the board was away.
    """

    used: tuple[int, int] = (0, 0)
    turn_used: int = 0
    ticked: int | None = None

    def gone(self, now: int) -> int:
        """Milliseconds since it was counted last; a board that began anew tells nothing."""
        if self.ticked is None:
            return 0
        passed = elapsed(now, self.ticked)
        return passed if passed < MS_MODULUS // 2 else 0


@dataclass(frozen=True, slots=True)
class GameState:
    """The game that is played.

    position -- the agreed one, where the running turn began; cube -- or the stake; rights -- hits
    won in Dutch (B3), as rule options; opening -- the opening throw as far as it is made.
    """

    position: Position
    cube: Cube = field(default_factory=Cube)
    rights: tuple[str, ...] = ()
    opening: OpeningDice = NONE_THROWN


@dataclass(frozen=True, slots=True)
class Throw:
    """The throw that is being played, and what became of it so far.

    dice -- the larger first, None: nobody has thrown yet; down -- those that are to lie on the
    table, in the trays of which "VN" `trays` is a part; dice_lie -- they were seen lying since the
    companion started; disturbed -- the face as thrown and the one that a turned die shows, as text;
    by_hand -- the dice were set by hand: what lies in the trays is not compared with them, and the
    mover's `yes` ends the turn; done -- he has pressed it, the next settled board is the end;
    reading -- what stands in the places out of order at the end, as the mover says;
    wanted -- the end that the practice partner has named, None: it has named none;
    lines -- at a typed table, the moves of each line that stands, see `rules.named_moves`;
    kept -- an early throw of the opponent that will count (E4).
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
        """The moves of all lines, in order."""
        return tuple(move for line in self.lines for move in line)


@dataclass(frozen=True, slots=True)
class Corrected:
    """A wrong turn that was put right: until the next throw any other legal end of it counts too.

    game -- as the turn began.
    """

    player: Player
    game: GameState
    dice: tuple[int, int]


@dataclass(frozen=True, slots=True)
class TurnState:
    """The running turn.

    player -- whose turn it is, None before the opening is decided; number -- in the game, the first
    is 1; one_die -- who has thrown one die only; judged -- the last board judged;
    corrected -- the turn before, while it may still be put right otherwise.

    Of an open error: faults -- as the turn ended; correcting -- the last board since, None while
    nobody has moved; must_correct -- it is to be corrected: nobody may accept it.
    """

    player: Player | None = None
    number: int = 0
    one_die: Player | None = None
    judged: Placement | None = None
    corrected: Corrected | None = None
    faults: tuple[Fault, ...] = ()
    correcting: Placement | None = None
    must_correct: bool = False


@dataclass(frozen=True, slots=True)
class BoardSeen:
    """What is known of the board.

    layout -- how the pieces lie, a part of ("mirrored", "turned"); stars -- whose each star is,
    None: not known yet; dead -- what is out of order, of `disabled_places.KNOWN`;
    shown -- the last settled board, None: not seen; right -- it stood as agreed.
    """

    layout: tuple[str, ...] = ()
    stars: Stars | None = None
    dead: tuple[str, ...] = ()
    shown: Placement | None = None
    right: bool = False


@dataclass(frozen=True, slots=True)
class SetupState:
    """What was told of a board that does not stand as agreed.

    wrong -- it was told, in a set-up or as a throw was void; named -- when a wrong set-up was last
    named, ms of the board; reminded -- how often that was unasked; guided -- a player asked what it
    lacks, so the next step is told when one is done.
    """

    wrong: bool = False
    named: int = 0
    reminded: int = 0
    guided: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """The whole of an evening.

    phase -- what is waited for; then -- the phase that follows a right set-up;
    practice -- whose turns the companion plays; evening -- what stays from game to game;
    asked -- an open question; last_key -- the key pressed last; waits -- what keeps the game
    waiting; prompted -- the turn in which a player whose dice are out of order was last asked for
    them (0: the opening); reopened -- the companion was started and nobody was told yet what is
    played, or goes on;
    back -- the state before the last acceptance, drop or resignation, which both may undo.
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
    last_key: LastKey | None = None
    waits: Waits | None = None
    prompted: int = -1
    reopened: bool = False
    back: "State | None" = None

    @property
    def runs_for(self) -> Player | None:
        """Whose time runs now."""
        if self.phase in (Phase.TO_THROW, Phase.MOVING):
            return self.turn.player
        return self.turn.player.other if self.phase is Phase.DOUBLED and self.turn.player else None

    def clock_at(self, now: int) -> Clock:
        """The clock as it stands at a moment.

        It runs for the player who is to throw or to move, and for the one who has to answer a
        double; never in a set-up, in a pause, or while the board is away.
        """
        gone, (v, n) = self.clock.gone(now), self.clock.used
        return replace(
            self.clock,
            used=(v + (self.runs_for is Player.V) * gone, n + (self.runs_for is Player.N) * gone),
            turn_used=self.clock.turn_used + (gone if self.turn.player else 0),
            ticked=now,
        )

    @property
    def has_begun(self) -> bool:
        """Whether anything of the match was played, and it is not over."""
        return self.phase is not Phase.OVER and (self.turn.number > 0 or self.match.number > 1)

    @property
    def would_be_lost(self) -> bool:
        """Whether the end of the evening loses a match that is under way."""
        return self.has_begun and not self.evening.recorded

    @property
    def phase_of_game(self) -> Phase:
        """The phase in which the game goes on after a set-up or a pause; else the present one."""
        return self.then if self.phase in (Phase.SETUP, Phase.PAUSED) else self.phase

    @property
    def is_under_way(self) -> bool:
        """Whether a game has begun: its opening is decided and it has no end yet."""
        return self.phase_of_game in UNDER_WAY

    @property
    def set_for(self) -> str:
        """The exercise that is to begin, of which nothing was played yet; "" for none."""
        return self.practice.exercise if (self.turn.number, self.throw.dice) == (1, None) else ""

    @property
    def partners(self) -> bool:
        """Whether the companion is to play the running turn."""
        return self.turn.player is not None and self.turn.player is self.practice.partner
