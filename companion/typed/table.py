"""The board of a typed table: each entry as what the board shows, what is told, what is ruled.

What an entry does hangs on how the evening stands, which each thing that it brings about may
change; so `TypedTable` gives them one by one, and looks again before the next.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from companion.board.occupancy import mirror
from companion.link.messages import Key
from companion.referee.facts import Ruling
from companion.referee.state import Phase, State, Topic
from companion.referee.talk_facts import EntryAnswer, MovesTyped
from companion.rules import Code, Judgement, Placement, Player, Verdict, parse_placement
from companion.rules.vocabulary import EXIT, NOTHING, OFF
from companion.typed import entries, starts
from companion.typed.entries import Entry, EntryError, Figures, Plain, Point, Pressed, Words
from companion.typed.pieces import CannotError, Made, carry_out, seen, split, zone_of
from companion.typed.situation import nothing_but_keys, shows, situation
from companion.typed.trays import Trays
from companion.typed.view import (
    MAY_TAKE_BACK,
    Deed,
    Leaves,
    Orders,
    Shows,
    TellsCode,
    View,
    asked_of,
    presser_of,
    thrower_of,
    turn_of,
)


@dataclass(slots=True)
class TypedTable:
    """A board without sensors.

    look -- tells how the evening stands now; draw -- gives a die that the companion throws.
    """

    look: Callable[[], View]
    draw: Callable[[], int]
    words: Words
    _board: Placement = NOTHING
    _trays: Trays = field(default_factory=Trays)
    _lines: list[Placement] = field(default_factory=list)
    _of: tuple[object, ...] = ()
    _thrown: list[tuple[tuple[Player, ...], bool]] = field(default_factory=list)

    def shown(self) -> Shows:
        """What the board shows now."""
        return self._shows(rests=False)

    # --- what needs no entry ---------------------------------------------------------------------

    def follow(self) -> Iterator[Deed]:
        """Show what needs no typing: a set-up, dice that were set, the partner's play."""
        view = self.look()
        state = view.state
        if view.choosing:
            return
        if state.phase is Phase.SETUP:
            yield from self._set_up(view)
            return
        if state.phase is not Phase.MOVING or state.throw.dice is None:
            return
        if state.partners:
            yield from self._play_for_partner(view)
        elif state.throw.by_hand and not state.throw.dice_lie:
            self._trays.lay(state)
            yield self._shows(rests=True)

    def _set_up(self, view: View) -> Iterator[Deed]:
        """Put the pieces where they are to stand, and the dice of a turn that goes on."""
        state, table = view.state, view.table
        self._board = view.rules.placement(table.agreed)
        self._lines, self._thrown = [], []
        self._trays.take(*Player)
        moving = state.then is Phase.MOVING
        if state.judged and state.throw.dice is not None and (moving or state.then is Phase.ERROR):
            over = state.then is Phase.ERROR
            judgement = table.judge(parse_placement(state.judged), over=over)
            self._board = parse_placement(judgement.reading)
            if moving and self._board != view.rules.placement(table.agreed):
                self._lines = [view.rules.placement(table.agreed)]
        if moving and state.throw.dice is not None and not (state.throw.by_hand and state.partners):
            self._trays.lay(state)
        self._of = turn_of(state)
        yield self._shows(rests=True)
        if self._lines:
            yield self._answer("moves-stand")
        if state.then is Phase.ERROR:
            yield from self._go_on_correcting(self.look())

    def _go_on_correcting(self, view: View) -> Iterator[Deed]:
        """Moves that correct, typed before the companion was started again, stand once more."""
        state, table = view.state, view.table
        if state.phase is not Phase.ERROR or state.correcting in ("", state.judged):
            return
        self._of = turn_of(state)
        self._lines = [self._board]
        self._board = parse_placement(table.judge(parse_placement(state.correcting)).reading)
        yield self._shows(rests=True)
        yield self._answer("moves-stand")

    def _play_for_partner(self, view: View) -> Iterator[Shows]:
        if view.state.throw.wanted:
            self._board = view.rules.placement(view.rules.parse(view.state.throw.wanted))
            yield self._shows(rests=True)

    # --- entries ---------------------------------------------------------------------------------

    def take(self, line: str, by: Player | None = None) -> Iterator[Deed]:
        """What a line brings about; by -- whose keypad it came from, None: anybody's."""
        self._forget_lastturn_of()
        try:
            entry = entries.read(line, self.words)
            yield from self._take(entry, by)
        except EntryError as error:
            yield self._answer(str(error))
        except CannotError as error:
            # A point has the mover's numbers, whoever is to answer a question.
            yield EntryAnswer(self.look().state.player or Player.V, error.code, error.place)

    def _forget_lastturn_of(self) -> None:
        """What was typed for a turn that is over is not taken back."""
        view = self.look()
        now = turn_of(view.state)
        if now != self._of:
            self._board = split(self._board, view.rules.placement(view.table.agreed), view.rules)
            self._of, self._lines, self._thrown = now, [], []

    def _take(self, entry: Entry, by: Player | None) -> Iterator[Deed]:
        view = self.look()
        match entry:
            case Pressed(_, player) if by is not None and player not in (None, by):
                yield self._answer("not-yours")
            case entries.CodeOf(player):
                yield TellsCode(by or player or asked_of(view.state))
            case Pressed(key, player):
                yield self._press(player or by or presser_of(view.state, key), key)
            case entries.Ruled(order):
                yield Orders(order)
            case Plain("quit"):
                yield Leaves()
            case Plain("help"):
                legal = view.state.phase is Phase.MOVING and self._is_legal(view)
                yield self._answer(f"help-{situation(view, self._board, is_legal=legal)}")
            case Plain("menu"):
                yield from self._menu(view.state, by)
            case _ if nothing_but_keys(view):
                yield self._answer(nothing_but_keys(view))
            case Point(place):
                yield self._stands(view, place, by)
            case _:
                yield from self._play(view, entry, by)

    def _play(self, view: View, entry: Entry, by: Player | None) -> Iterator[Deed]:
        match entry:
            case Figures():
                yield from self._figures(view, entry, by)
            case Plain("lift"):
                yield from self._lift_by_line(view, by)
            case Plain("undo"):
                yield from self._undo(view)
            case _:
                yield from self._throw(view, (), by)

    def _answer(self, code: str, place: str = "") -> EntryAnswer:
        state = self.look().state
        return EntryAnswer(asked_of(state), code, place)

    def _menu(self, state: State, by: Player | None) -> Iterator[Deed]:
        """`+`: the menu, or its next entry; another question is answered first."""
        player = by or asked_of(state)
        if state.asked is not None and state.asked.topic is not Topic.MENU:
            yield self._answer("answer-first")
        else:
            yield self._press(player, Key.NO)

    def _press(self, player: Player, key: Key) -> Shows:
        self._trays.press(player, key)
        return self._shows(rests=False)

    def _stands(self, view: View, place: entries.Stop, by: Player | None) -> EntryAnswer:
        """What stands on a point, by the numbers of whoever asks."""
        player = by or view.state.player or Player.V
        zone = zone_of(self._board, self._named(view, place), player, view.rules)
        pile = self._board[zone].text
        return EntryAnswer(player, "stands", zone, pile and f"{zone}={pile}")

    def _named(self, view: View, place: entries.Stop) -> entries.Stop:
        """Zones are typed as the table has them: a mirrored one has left and right swapped."""
        mirrored = "mirrored" in view.state.layout
        return mirror(place) if mirrored and isinstance(place, str) else place

    # --- moves -----------------------------------------------------------------------------------

    def _figures(self, view: View, typed: Figures, by: Player | None) -> Iterator[Deed]:
        """Dice where dice may come, else a play."""
        moving = view.state.phase is Phase.MOVING
        undecided = moving and not view.state.partners and not self._is_legal(view)
        if typed.dice and not undecided:
            yield from self._throw(view, typed.dice, by)
        elif typed.starts or typed.walks:
            yield from self._move(view, typed, by)
        else:
            yield self._answer("finish-first")

    def _move(self, view: View, typed: Figures, by: Player | None) -> Iterator[Deed]:
        """Carry out a line of moves, and let it be judged once."""
        state = view.state
        if state.phase not in (Phase.MOVING, Phase.ERROR):
            yield self._answer("no-dice")
            return
        if by not in (None, state.player):
            yield self._answer("not-your-turn")
            return
        if state.partners:
            yield self._answer("partner-plays")
            return
        made = self._made(view, typed)
        self._lines.append(self._board)
        self._board = made.board
        yield MovesTyped(view.table.mover, made.moves)
        yield from self._as_judged(view, made)
        yield self._shows(rests=True)

    def _as_judged(self, view: View, made: Made) -> Iterator[Deed]:
        """Report moves that the board cannot show as they were typed.

        In Jacquet a piece that is borne off too early only stands on the starting point.
        """
        judgement = self._judge(view)
        mover = view.table.mover
        self._board = split(made.board, parse_placement(judgement.reading), view.rules)
        tray = OFF[mover]
        if self._board[tray].of(mover) < made.board[tray].of(mover):
            yield EntryAnswer(mover, "not-off", EXIT[mover])
        elif any(fault.code is Code.HIT_NOT_ON_BAR for fault in judgement.faults):
            yield EntryAnswer(mover, "name-stops")

    def _made(self, view: View, typed: Figures) -> Made:
        """The line carried out; the first that corrects goes on from where the turn began."""
        table = view.table
        board = self._board
        if view.state.phase is Phase.ERROR and not self._lines:
            board = view.rules.placement(table.agreed)
        if typed.starts:
            named = tuple(self._named(view, start) for start in typed.starts)
            return starts.fitting(table, board, named)
        walks = tuple(
            entries.Walk(tuple(self._named(view, stop) for stop in walk.stops), walk.times)
            for walk in typed.walks
        )
        return carry_out(board, walks, table.mover, table.rules)

    # --- dice ------------------------------------------------------------------------------------

    def _throw(self, view: View, faces: tuple[int, ...], by: Player | None) -> Iterator[Deed]:
        """Dice that were typed, or none: the companion draws them."""
        phase = view.state.phase
        if phase is Phase.OPENING:
            yield from self._open(view, faces, by)
            return
        if len(faces) == 1:
            yield self._answer("two-dice")
            return
        if phase is Phase.MOVING:
            refusal = self._may_not_end(view, faces)
            if refusal:
                yield self._answer(refusal)
                return
            yield from self._lift()
            view = self.look()
            if view.state.phase is not Phase.TO_THROW:
                return
        thrower = thrower_of(view.state)
        if thrower is view.state.practice.partner:
            if phase is not Phase.MOVING:
                yield self._answer("partner-throws")
            return
        if by not in (None, thrower):
            yield self._answer("not-your-throw")
            return
        yield from self._come_to_rest(thrower, faces)

    def _may_not_end(self, view: View, faces: tuple[int, ...]) -> str:
        """Why dice do not end the running turn, as a code; "" where they do."""
        if view.state.partners:
            return "partner-plays"
        judgement = self._judge(view)
        if judgement.verdict is not Verdict.LEGAL:
            return "finish-first"
        player = view.table.mover
        thrower = player if judgement.again else player.other
        won = view.rules.winner(view.rules.parse(judgement.reading)) is not None
        if faces and thrower is view.state.practice.partner and not won:
            return "partner-throws"
        return ""

    def _come_to_rest(self, thrower: Player, faces: tuple[int, ...]) -> Iterator[Deed]:
        """Two dice in a tray; what does not count is picked up again."""
        yield from self._clear()
        dice = faces or (self.draw(), self.draw())
        self._trays.throw(thrower, "".join(map(str, dice)))
        yield self._shows(rests=True)
        state = self.look().state
        self._forget_lastturn_of()
        if state.phase is Phase.MOVING and sorted(state.throw.dice or ()) == sorted(dice):
            self._thrown.append(((thrower,), not faces))
        else:
            yield from self._clear()

    def _open(self, view: View, faces: tuple[int, ...], by: Player | None) -> Iterator[Deed]:
        """The opening: green's die, then black's, or both; of the companion's side none."""
        waited = [
            player
            for player in Player
            if not view.state.opening.of(player) and player is not view.state.practice.partner
        ]
        if by in waited and len(faces) < len(Player):
            waited = [by]
        if len(faces) > len(waited):
            yield self._answer("one-die" if waited else "partner-throws")
            return
        throwers = waited[: len(faces) or None]
        for index, player in enumerate(throwers):
            die = faces[index] if faces else self.draw()
            self._trays.throw(player, str(die))
        yield self._shows(rests=True)
        yield from self._opened(tuple(throwers), drawn=not faces)

    def _opened(self, throwers: tuple[Player, ...], *, drawn: bool) -> Iterator[Deed]:
        """Dice of a tie, and of an opening that is not played, are picked up."""
        state = self.look().state
        self._thrown.append((throwers, drawn))
        if state.phase is Phase.OPENING and state.opening == (0, 0):
            self._thrown = []
            yield from self._clear()
        elif state.phase is Phase.TO_THROW:
            yield from self._clear()

    def _clear(self) -> Iterator[Shows]:
        """Pick up whatever lies."""
        if not self._trays.are_empty:
            yield from self._lift()

    def _lift(self) -> Iterator[Shows]:
        self._trays.take(*Player)
        yield self._shows(rests=True)

    def _lift_by_line(self, view: View, by: Player | None) -> Iterator[Deed]:
        """An empty line picks the dice up, unless nothing was moved that can be."""
        state = view.state
        if state.phase is not Phase.MOVING:
            yield self._answer("nothing-lies")
        elif by not in (None, state.player):
            yield self._answer("not-your-turn")
        elif state.partners:
            yield self._answer("partner-plays")
        elif view.table.is_agreed(self._seen(view)) and not self._is_legal(view):
            yield self._answer("nothing-moved")
        else:
            yield from self._lift()

    # --- taking back -----------------------------------------------------------------------------

    def _undo(self, view: View) -> Iterator[Deed]:
        """The last line of moves, or typed dice on which nothing was moved."""
        state = view.state
        if state.partners and state.phase is Phase.MOVING:
            yield self._answer("partner-plays")
        elif self._lines and state.phase in (Phase.MOVING, Phase.ERROR):
            self._board = self._lines.pop()
            yield self._answer("taken-back")
            yield self._shows(rests=True)
        elif self._thrown and self._thrown[-1][1]:
            yield self._answer("drawn")
        elif self._thrown and state.phase in MAY_TAKE_BACK:
            yield from self._take_throw_back(state)
        else:
            yield self._answer("nothing-to-undo")

    def _take_throw_back(self, state: State) -> Iterator[Deed]:
        throwers, _ = self._thrown.pop()
        opens = len(throwers) > 1 or state.phase is not Phase.MOVING or self._thrown_in_opening()
        whose = throwers[0] if opens and len(throwers) == 1 else None
        yield Ruling("undo-opening" if opens else "undo-throw", by="players", player=whose)
        self._trays.take(*throwers)
        yield self._shows(rests=True)

    def _thrown_in_opening(self) -> bool:
        """Whether the dice that are played are those of the opening."""
        view = self.look()
        first = view.state.turn == 1 and view.rules.game.opening_is_played
        return first and not view.state.practice.exercise

    # --- what stands -----------------------------------------------------------------------------

    def _judge(self, view: View) -> Judgement:
        return view.table.judge(self._seen(view))

    def _seen(self, view: View) -> Placement:
        return view.table.with_pawns(seen(self._board, view.rules))

    def _is_legal(self, view: View) -> bool:
        return self._judge(view).verdict is Verdict.LEGAL

    def _shows(self, *, rests: bool) -> Shows:
        return shows(self.look(), self._board, self._trays, rests=rests)
