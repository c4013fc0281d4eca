"""Typed entries: turns each line into referee inputs, answers and rulings.

At a board that senses pieces only the dice are typed; the pieces are as the board last settled.

The effects of a line depend on the state, which each effect may change. So `TypedTable` yields them
one by one, and reads the state again before the next. The pieces follow from the referee's state.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from companion.board.counters import Pressed as KeyPressed
from companion.link.messages import Key
from companion.referee import contest, dialog, inputs
from companion.referee.facts import Ruling
from companion.referee.requests import EndEvening
from companion.referee.state import Phase, State, Topic
from companion.referee.talk_facts import EntryAnswer, MovesTyped
from companion.referee.turn_context import TurnContext
from companion.rules import Player, Verdict
from companion.typed import entries, moves, situation
from companion.typed.entries import Entry, EntryError, Figures, Plain, TypedKey, Words
from companion.typed.moves import CannotError
from companion.typed.situation import Effect, Situation


@dataclass(slots=True)
class TypedTable:
    """The entries of a board without sensors, or of one that senses no dice.

    look -- returns the present state of the evening;
    draw -- returns a random die.
    """

    look: Callable[[], Situation]
    draw: Callable[[], int]
    words: Words
    _turn: tuple[object, ...] = ()
    _throws: list[tuple[tuple[Player, ...], bool]] = field(default_factory=list)
    _has_warned: bool = False

    # --- effects without an entry ----------------------------------------------------------------

    def pending_effects(self) -> Iterator[Effect]:
        """Yield the effects that need no line: a set-up, a partner's play, a new verdict."""
        view = self.look()
        state = view.state
        if view.choosing or view.senses_pieces:
            return
        if state.phase is Phase.SETUP:
            yield from self._set_up(view)
        elif state.phase is Phase.PAUSED and state.reopened:
            yield inputs.Stands(view.context.seen, dice_lie=False)
        elif state.phase is Phase.MOVING and state.is_partners_turn and state.throw.wanted:
            yield inputs.Stands(view.context.seen, dice_lie=True)
            yield inputs.DiceUp(view.context.seen)
        elif (
            state.phase is Phase.MOVING
            and state.throw.lines
            and state.turn.judged != view.context.seen
        ):
            yield inputs.Stands(view.context.seen, dice_lie=True)  # new dice: judge the moves again

    def _set_up(self, view: Situation) -> Iterator[Effect]:
        """Begin the game, or resume it with the moves that were typed."""
        self._throws = []
        yield inputs.Stands(view.context.seen, dice_lie=False)
        view = self.look()
        state = view.state
        self._turn = situation.turn_of(state)
        if state.throw.lines and (state.phase is Phase.MOVING or state.turn.must_correct):
            yield MovesTyped(view.context.mover, state.throw.moves, "kept")
        if state.phase is Phase.MOVING:
            yield inputs.Stands(view.context.seen, dice_lie=True)
        elif state.phase is Phase.ERROR and state.turn.must_correct:
            left = dialog.left_to_play(view.context)
            if left.faults != state.turn.faults:  # the same faults were just reported
                yield left

    # --- entries ---------------------------------------------------------------------------------

    def may_end_turn(self, line: str) -> bool:
        """Return whether a line may throw or pick up dice."""
        try:
            entry = entries.read(line, self.words, by_names=self.look().by_names)
        except EntryError:
            return False
        return isinstance(entry, Figures) or entry in (Plain("lift"), Plain("roll"))

    def take(self, line: str, by: Player | None = None) -> Iterator[Effect]:
        """Yield the effects of a line; by -- the player whose keypad sent it, or None."""
        self._forget_last_turn()
        warned, self._has_warned = self._has_warned, False
        try:
            entry = entries.read(line, self.words, by_names=self.look().by_names)
            asked = situation.cancelled(self.look(), by)
            if asked is not None and entry in (Plain("lift"), Plain("undo")):
                yield inputs.Cancels(asked)
            elif entry == Plain("lift") and not situation.nothing_but_keys(self.look(), by):
                yield from self._end_turn(self.look(), by, warned=warned)
            else:
                yield from self._take(entry, by)
        except EntryError as error:
            yield self._answer(str(error))
        except CannotError as error:
            view = self.look()
            # Points have the mover's numbers, even if the opponent has to answer.
            mover = view.state.turn.player or Player.V
            yield EntryAnswer(mover, error.code, error.place, error.pile)
            if view.state.phase is Phase.ERROR:
                yield from self._tell_start(view.context)

    def _forget_last_turn(self) -> None:
        """Forget the throws of a turn that is over."""
        now = situation.turn_of(self.look().state)
        if now != self._turn:
            self._turn, self._throws, self._has_warned = now, [], False

    def _take(self, entry: Entry, by: Player | None) -> Iterator[Effect]:
        view = self.look()
        match entry:
            case entries.CodeRequest(player):
                yield entries.CodeRequest(by or player or situation.asked_of(view.state))
            case TypedKey():
                yield from self._press(view, entry, by)
            case entries.TypedRuling():
                yield entry
            case Plain("quit"):
                yield from self._quit(view, by)
            case Plain("help" | "turn" | "dice" | "pause" as word):
                yield self._asked(view, word, by)
            case Plain("menu"):
                yield from self._menu(view.state, by)
            case entries.PlaceQuestion(place) if not view.choosing:
                yield moves.stands(view.context, place, by)
            case _ if situation.nothing_but_keys(view, by):
                yield self._answer(situation.nothing_but_keys(view, by))
            case _:
                yield from self._play(view, entry, by)

    def _play(self, view: Situation, entry: Entry, by: Player | None) -> Iterator[Effect]:
        match entry:
            case Figures():
                yield from self._figures(view, entry, by)
            case Plain("undo"):
                yield from self._undo(view, by)
            case _:
                yield from self._throw(view, (), by)

    def _press(self, view: Situation, typed: TypedKey, by: Player | None) -> Iterator[Effect]:
        """Press a key; on a player's own keypad only the player's own."""
        if by is not None and typed.player not in (None, by):
            yield self._answer("not-your-key")
        elif typed.key is Key.YES and situation.chooses_to_stop(view, by):
            yield from self._quit(view, by)
        else:
            player = typed.player or by or situation.presser_of(view.state, typed.key)
            yield KeyPressed(player, typed.key)

    def _answer(self, code: str) -> EntryAnswer:
        return EntryAnswer(situation.asked_of(self.look().state), code)

    def _asked(self, view: Situation, word: str, by: Player | None) -> Effect:
        """Return the effect of a word."""
        if word == "help":
            return self._answer(situation.help_code(view, by))
        if view.choosing:
            return self._answer("choosing")
        return situation.answered(view, word, by or situation.presser_of(view.state, Key.SCORE))

    def _menu(self, state: State, by: Player | None) -> Iterator[Effect]:
        """Open the menu or offer its next entry; another open question must be answered first."""
        player = by or situation.presser_of(state, Key.SCORE)
        refusal = situation.must_answer(state, player) and situation.answer_first(state, player)
        yield self._answer(refusal) if refusal else KeyPressed(player, Key.NO)

    def _quit(self, view: Situation, by: Player | None) -> Iterator[Effect]:
        """End the evening.

        If the other player has a keypad too, this player is asked, and may agree by `quit` as well.
        Otherwise, if the match would be lost, the player has to confirm it.
        """
        asked, asks_other = view.state.asked, situation.asks_to_quit(view, by)
        player = by or situation.asked_of(view.state)
        if asked is not None and (asked.topic, asked.player) == (Topic.STOP_TOO, by):
            yield KeyPressed(player, Key.YES)
        elif not asks_other and not view.state.would_be_lost:
            yield EndEvening()
        elif contest.question_to_opponent(view.state):
            yield self._answer(situation.answer_first(view.state, by))
        else:
            if view.choosing:
                yield KeyPressed(player, Key.SCORE)  # this key returns to the waiting match
                yield from self.pending_effects()
            yield Ruling("stop", by=player.value, player=player.other if asks_other else player)

    # --- moves -----------------------------------------------------------------------------------

    def _figures(self, view: Situation, typed: Figures, by: Player | None) -> Iterator[Effect]:
        """Process numbers as dice if dice may come, otherwise as a play."""
        if situation.are_dice(view, typed, by):
            yield from self._throw(view, typed.dice, by)
            return
        if view.tournament and typed.dice and view.state.phase is not Phase.ERROR:
            typed = replace(typed, walks=())  # in a tournament `6-3` means dice
        is_play = bool(typed.starts or typed.walks)
        if not is_play and view.state.phase is not Phase.ERROR:
            refusal = situation.may_not_move(view.state, by)
            yield from (self._answer(refusal),) if refusal else self._refuse_dice(view)
            return
        try:
            yield from self._move(view, typed if is_play else Figures(starts=typed.dice), by)
        except CannotError as error:
            is_throw = error.code == "no-start" and (
                bool(view.state.throw.lines) or sorted(typed.dice) == sorted(view.context.dice)
            )
            if not typed.dice or (is_play and not (view.tournament or is_throw)):
                raise
            yield from self._refuse_dice(view)

    def _refuse_dice(self, view: Situation) -> Iterator[Effect]:
        """Report what must be played before dice count; in a tournament only that the turn runs."""
        if not view.tournament or view.state.phase is Phase.ERROR:
            yield dialog.left_to_play(view.context)
        elif view.context.is_agreed(view.context.seen):
            yield self._answer("play-first")
        else:
            yield self._answer("end-first")

    def _move(self, view: Situation, typed: Figures, by: Player | None) -> Iterator[Effect]:
        """Carry out a line of moves in the turn or in a correction."""
        refusal = situation.may_not_move(view.state, by)
        if view.senses_pieces:
            yield self._answer("move-pieces")
        elif refusal:
            yield self._answer(refusal)
        elif view.state.phase is Phase.ERROR:
            yield from self._correct(view.context, typed)
        else:
            made = moves.made(view.context, typed)
            moves.check_stops(view.context, made)
            yield from moves.enter_line(view.context, made)

    def _tell_start(self, context: TurnContext) -> Iterator[Effect]:
        """After a refused line, report the moves left, or that all must be typed from the start."""
        if context.state.turn.must_correct:
            yield dialog.left_to_play(context)
        elif not contest.lines_to_correct(context):
            yield self._answer("from-start")

    def _correct(self, context: TurnContext, typed: Figures) -> Iterator[Effect]:
        """Carry out a line that corrects, if a legal end can still be reached after it."""
        start = context
        if not context.state.turn.must_correct:
            start = context.after_lines(contest.lines_to_correct(context))
        made = moves.made(start, typed)
        if start is not context:
            yield inputs.CorrectionStarts()
            if self.look().state.phase is not Phase.ERROR:
                return  # the position at the start of the turn is a legal end
        moves.check_stops(start, made)
        after = moves.after_line(start, made)
        judgement = after.judge(after.seen)
        if judgement.verdict is Verdict.ILLEGAL:
            yield dialog.explanation(start, start.mover, judgement, "refused")
            yield dialog.left_to_play(self.look().context)
        else:
            yield from moves.enter_line(start, made)

    # --- dice ------------------------------------------------------------------------------------

    def _throw(
        self, view: Situation, faces: tuple[int, ...], by: Player | None
    ) -> Iterator[Effect]:
        """Process typed dice; without faces, draw them."""
        phase = view.state.phase
        if phase is Phase.OPENING:
            yield from self._open(view, faces, by)
            return
        refusal = situation.may_not_throw(view, faces, by)
        if refusal == "end-first":
            yield from self._refuse_dice(view)
        elif refusal:
            yield self._answer(refusal)
        else:
            if phase is Phase.MOVING:
                throws_next = view.context.mover.other is not view.state.practice.partner
                yield inputs.DiceUp(view.context.seen, hurried=throws_next)
                view = self.look()
            thrower = situation.thrower_of(view.state)
            ended = view.state.phase not in (Phase.TO_THROW, Phase.ERROR)
            if not ended and thrower is not view.state.practice.partner:
                yield from self._come_to_rest(view, thrower, faces)

    def _come_to_rest(
        self, view: Situation, thrower: Player, faces: tuple[int, ...]
    ) -> Iterator[Effect]:
        """Yield a throw of two dice."""
        low, high = sorted(faces or (self.draw(), self.draw()))
        seen = view.context.seen
        is_right = view.state.phase is Phase.ERROR or view.context.is_agreed(seen)
        yield inputs.Threw(thrower, (high, low), seen, right=is_right)
        self._forget_last_turn()
        if self.look().state.phase is Phase.MOVING:
            self._throws.append(((thrower,), not faces))

    def _open(self, view: Situation, faces: tuple[int, ...], by: Player | None) -> Iterator[Effect]:
        """Process opening dice: green's, then black's, or both; the companion throws its own."""
        waited = [
            player
            for player in Player
            if not view.state.game.opening.of(player) and player is not view.state.practice.partner
        ]
        if by in waited and len(faces) < len(Player):
            waited = [by]
        if len(faces) > len(waited):
            yield self._answer("one-die" if waited else "partner-throws")
            return
        throwers = tuple(waited[: len(faces) or None])
        dice = faces or tuple(self.draw() for _ in throwers)
        if not view.context.is_agreed(view.context.seen):
            yield inputs.ThrewOne(throwers[0], dice[0], right=False)
            return
        if len(throwers) == len(Player):
            yield inputs.ThrewOpening(*dice)
        else:
            for player, die in zip(throwers, dice, strict=True):
                yield inputs.ThrewOne(player, die)
        self._throws.append((throwers, not faces))
        state = self.look().state
        if state.phase is Phase.OPENING and not any(state.game.opening):
            self._throws = []  # a tie

    # --- the end of a turn -----------------------------------------------------------------------

    def _end_turn(self, view: Situation, by: Player | None, *, warned: bool) -> Iterator[Effect]:
        """End the turn at an empty line; warn first if it is not legal."""
        state, table = view.state, view.context
        if state.phase is Phase.ERROR:
            yield from self._tell_open_error(view)
            return
        refusal = situation.may_not_move(state, by)
        if refusal:
            yield self._answer("nothing-lies" if refusal == "no-dice" else refusal)
            return
        judgement = table.judge(table.seen)
        is_legal = judgement.verdict is Verdict.LEGAL
        if table.is_agreed(table.seen) and not is_legal:
            yield self._answer("nothing-moved")
        elif is_legal or view.tournament or view.senses_pieces or warned:
            yield inputs.DiceUp(table.seen)
        else:
            self._has_warned = True
            yield dialog.explanation(table, table.mover, judgement, "enter-again")

    def _tell_open_error(self, view: Situation) -> Iterator[Effect]:
        """Report what can be done about the open error."""
        if view.senses_pieces:
            yield self._asked(view, "help", None)
        elif view.state.turn.must_correct:
            yield dialog.left_to_play(view.context)
        else:
            yield self._answer("error-open")

    # --- taking back -----------------------------------------------------------------------------

    def _undo(self, view: Situation, by: Player | None) -> Iterator[Effect]:
        """Take back the last line of moves, or typed dice if nothing was moved."""
        state = view.state
        refusal = situation.may_not_move(state, by) if state.phase is Phase.MOVING else ""
        has_moved = view.senses_pieces and not view.context.is_agreed(view.context.seen)
        if has_moved and state.phase is Phase.MOVING:
            refusal = "pieces-moved"
        if view.senses_pieces and state.phase is Phase.ERROR:
            yield self._answer("nothing-to-undo")
        elif state.phase is Phase.ERROR:
            yield from self._undo_correction(view.context, by)
        elif refusal:
            yield self._answer(refusal)
        elif state.phase is Phase.MOVING and state.throw.lines:
            yield from moves.take_back(view.context)
        elif self._throws and self._throws[-1][1]:
            yield self._answer("drawn")
        elif self._throws and state.phase in situation.MAY_TAKE_BACK:
            yield situation.throw_taken_back(view, self._throws.pop()[0])
        else:
            yield self._answer("nothing-to-undo")

    def _undo_correction(self, context: TurnContext, by: Player | None) -> Iterator[Effect]:
        """Take back the last line of a correction."""
        state = context.state
        if by not in (None, state.turn.player):
            yield self._answer("not-your-turn")
        elif not state.turn.must_correct:
            yield self._answer("error-open")
        elif not state.throw.lines:
            yield self._answer("nothing-to-undo")
            yield dialog.left_to_play(context)
        else:
            yield from moves.take_back(context)
