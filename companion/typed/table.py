"""Typed entries: turns each line into referee inputs, answers and rulings.

At a board that senses pieces, only the dice are typed. The pieces are those last read at rest.

The effects of a line depend on the state, which each effect may change. So `TypedTable` yields the
effects one by one, and reads the state again before the next effect. The position of the pieces
follows from the referee's state.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from companion.board.observation import Pressed as KeyPressed
from companion.link.messages import Key
from companion.referee import contest, dialog, inputs
from companion.referee.facts import Ruling
from companion.referee.requests import EndEvening
from companion.referee.state import Phase, Topic
from companion.referee.talk_facts import EntryAnswer, MovesTyped
from companion.referee.turn_context import TurnContext
from companion.rules import Player, Verdict
from companion.typed import entries, moves
from companion.typed.entries import Entry, EntryError, Figures, Plain, TypedKey, Words
from companion.typed.moves import CannotError
from companion.typed.situation import MAY_TAKE_BACK, Effect, Situation


@dataclass(slots=True)
class TypedTable:
    """The entries of a board without sensors, or of a board that senses no dice.

    look -- returns the present state of the evening;
    draw -- returns a random die;
    by -- as in `Situation`, for the line being processed.
    """

    look: Callable[[], Situation]
    draw: Callable[[], int]
    words: Words
    by: Player | None = None
    _turn: tuple[object, ...] = ()
    _throws: list[tuple[tuple[Player, ...], bool]] = field(default_factory=list)
    _has_warned: bool = False

    # --- effects without an entry ----------------------------------------------------------------

    def pending_effects(self) -> Iterator[Effect]:
        """Yield the effects that need no line: a set-up, a partner's play, a new verdict."""
        situation = self.look()
        state, is_moving = situation.state, situation.state.phase is Phase.MOVING
        if situation.choosing or situation.senses_pieces:
            return
        if state.phase is Phase.SETUP:
            yield from self._set_up(situation)
        elif is_moving and state.is_partners_turn and state.throw.wanted:
            yield inputs.Stands(situation.seen, dice_lie=True)
            yield inputs.DiceUp(situation.seen)
        elif is_moving and state.throw.lines and state.turn.judged != situation.seen:
            yield inputs.Stands(situation.seen, dice_lie=True)  # judge again with the new dice

    def _set_up(self, situation: Situation) -> Iterator[Effect]:
        """Begin the game, or resume it with the moves that were typed."""
        self._throws = []
        yield inputs.Stands(situation.seen, dice_lie=False)
        situation = self.look()
        state = situation.state
        self._turn = situation.turn_key
        if state.throw.lines and (state.phase is Phase.MOVING or state.turn.must_correct):
            yield MovesTyped(situation.context.mover, state.throw.moves, "kept")
        if state.phase is Phase.MOVING:
            yield inputs.Stands(situation.seen, dice_lie=True)
        elif state.phase is Phase.ERROR and state.turn.must_correct:
            left = dialog.left_to_play(situation.context)
            if left.faults != state.turn.faults:  # the same faults have just been reported
                yield left

    # --- entries ---------------------------------------------------------------------------------

    def may_end_turn(self, line: str) -> bool:
        """Return whether a line may throw dice or end a turn: numbers, an empty line or `roll`."""
        try:
            entry = entries.read(line, self.words, by_names=self.look().by_names)
        except EntryError:
            return False
        return isinstance(entry, Figures) or entry in (Plain("lift"), Plain("roll"))

    def take(self, line: str, by: Player | None = None) -> Iterator[Effect]:
        """Yield the effects of a line; by -- as in `Situation`."""
        self.by = by
        self._forget_last_turn()
        warned, self._has_warned = self._has_warned, False
        entry: Entry | None = None
        try:
            entry = entries.read(line, self.words, by_names=self.look().by_names)
            asked = self.look().cancelled()
            if asked is not None and entry in (Plain("lift"), Plain("undo")):
                yield inputs.Cancels(asked)
            elif entry == Plain("lift") and not self.look().entry_refusal():
                yield from self._end_turn(self.look(), warned=warned)
            else:
                yield from self._take(entry)
        except EntryError as error:
            yield self._answer(str(error))
        except CannotError as error:
            situation = self.look()
            # Points have the mover's numbers, even if the opponent has to answer.
            mover = situation.state.turn.player or Player.V
            yield EntryAnswer(mover, error.code, error.place, error.pile)
            if situation.state.phase is Phase.ERROR:
                yield from self._tell_start(situation.context)
        asked = self.look().cancelled()
        if isinstance(entry, Figures) and asked is not None:
            yield inputs.Cancels(asked)  # refused dice and plays close the menu too

    def _forget_last_turn(self) -> None:
        """Forget the throws of a turn that is over."""
        now = self.look().turn_key
        if now != self._turn:
            self._turn, self._throws, self._has_warned = now, [], False

    def _take(self, entry: Entry) -> Iterator[Effect]:
        situation = self.look()
        match entry:
            case entries.CodeRequest(player):
                yield entries.CodeRequest(self.by or player or situation.asked_player)
            case TypedKey():
                yield from self._press(situation, entry)
            case entries.TypedRuling():
                yield entry
            case Plain("quit"):
                yield from self._quit(situation)
            case Plain(word, player) if word in entries.ASKING:
                yield from self._ask(situation, word, player)
            case entries.PlaceQuestion(place) if not situation.choosing:
                yield moves.stands(situation.context, place, self.by)
            case _ if situation.entry_refusal():
                yield self._answer(situation.entry_refusal())
            case _:
                yield from self._play(situation, entry)

    def _play(self, situation: Situation, entry: Entry) -> Iterator[Effect]:
        match entry:
            case Figures():
                yield from self._figures(situation, entry)
            case Plain("undo"):
                yield from self._undo(situation)
            case _:
                yield from self._throw(situation, ())

    def _press(self, situation: Situation, typed: TypedKey) -> Iterator[Effect]:
        """Press a key. On a keypad of one player, only this player's keys work."""
        if typed.player is not None and not situation.may_be(typed.player):
            yield self._answer("not-your-key")
        elif typed.is_answer and not situation.is_asked_by_other:
            yield situation.answered("help")
        elif typed.key is Key.YES and situation.chooses_to_stop():
            yield from self._quit(situation)
        elif typed.key is Key.YES and situation.has_open_error:
            yield from self._tell_open_error(situation)
        else:
            player = typed.player or situation.presser(typed.key)
            yield KeyPressed(player, typed.key)

    def _answer(self, code: str) -> EntryAnswer:
        return EntryAnswer(self.look().asked_player, code)

    def _ask(self, situation: Situation, word: str, player: Player | None) -> Iterator[Effect]:
        """Answer a word such as `help`, choose a menu entry by its name, or press the menu's key.

        The menu does not open while another open question must be answered first.
        """
        asker = replace(situation, by=player or situation.by)
        partner, presser = situation.state.practice.partner, asker.presser(Key.SCORE)
        presser = presser.other if presser is partner else presser
        if not situation.may_be(player or situation.by) or (partner and player is partner):
            yield self._answer("not-your-key")
        elif word not in ("menu", "resign", "referee"):
            yield asker.answered(word)
        elif asker.must_answer(presser):
            yield self._answer(asker.answer_first())
        elif word == "menu":
            yield KeyPressed(presser, Key.NO)
        elif situation.choosing:
            yield self._answer("choosing")
        else:
            yield inputs.Chooses(presser, word)

    def _quit(self, situation: Situation) -> Iterator[Effect]:
        """End the evening.

        If the other player has a keypad too, this player is asked, and may agree by `quit` as well.
        Otherwise, if the match would be lost, the player has to confirm it.
        """
        asked, asks_other = situation.state.asked, situation.asks_to_quit()
        player = situation.by or situation.asked_player
        if asked is not None and (asked.topic, asked.player) == (Topic.STOP_TOO, situation.by):
            yield KeyPressed(player, Key.YES)
        elif not asks_other and not situation.state.would_be_lost:
            yield EndEvening()
        elif contest.question_to_opponent(situation.state):
            yield self._answer(situation.answer_first())
        else:
            if situation.choosing:
                yield KeyPressed(player, Key.SCORE)  # this key returns to the interrupted match
                yield from self.pending_effects()
            yield Ruling("stop", by=player.value, player=player.other if asks_other else player)

    # --- moves -----------------------------------------------------------------------------------

    def _figures(self, situation: Situation, typed: Figures) -> Iterator[Effect]:
        """Process numbers as dice if dice are possible now, otherwise as a play."""
        if situation.are_dice(typed):
            yield from self._throw(situation, typed.dice)
            return
        if situation.tournament and typed.dice and situation.state.phase is not Phase.ERROR:
            typed = replace(typed, walks=())  # in a tournament `6-3` means dice
        only_dice = situation.senses_pieces and bool(typed.dice)
        is_play = bool(typed.starts or typed.walks) and not only_dice
        if not is_play and (only_dice or situation.state.phase is not Phase.ERROR):
            refusal = situation.move_refusal()
            if refusal:
                yield self._answer(refusal)
            else:
                yield from self._refuse_dice(situation)
            return
        try:
            yield from self._move(situation, typed if is_play else Figures(starts=typed.dice))
        except CannotError as error:
            no_play = len(typed.dice) > 1 and error.code in ("no-start", "more-starts")
            is_throw = typed.dice and (no_play or situation.tournament or not is_play)
            if is_throw:
                yield from self._refuse_dice(situation)
            if not is_throw or (error.code == "more-starts" and not situation.tournament):
                raise

    def _refuse_dice(self, situation: Situation) -> Iterator[Effect]:
        """Report what must be played before dice count.

        In a tournament, report only that the turn is not over.
        """
        if not situation.tournament or situation.state.phase is Phase.ERROR:
            yield dialog.left_to_play(situation.context, "no-dice")
        elif not situation.has_moved:
            yield self._answer("play-first")
        else:
            yield self._answer("end-first")

    def _move(self, situation: Situation, typed: Figures) -> Iterator[Effect]:
        """Carry out a line of moves in the turn or in a correction."""
        refusal = situation.move_refusal()
        if situation.senses_pieces:
            yield self._answer("move-pieces")
        elif refusal:
            yield self._answer(refusal)
        elif situation.state.phase is Phase.ERROR:
            yield from self._correct(situation.context, typed)
        else:
            yield from moves.play_line(situation.context, typed, judged=not situation.tournament)

    def _tell_start(self, context: TurnContext) -> Iterator[Effect]:
        """After a refused line, report the moves that remain, or that all must be typed again."""
        if context.state.turn.must_correct:
            yield dialog.left_to_play(context)
        elif not contest.lines_to_correct(context):
            yield self._answer("from-start")

    def _correct(self, context: TurnContext, typed: Figures) -> Iterator[Effect]:
        """Carry out a line of a correction if a legal end can still be reached after this line."""
        start = context
        if not context.state.turn.must_correct:
            start = context.after_lines(contest.lines_to_correct(context))
        made = moves.made(start, typed)
        moves.check_stops(start, made)
        after = moves.after_line(start, made)
        judgement = after.judge(after.seen)
        is_refused = judgement.verdict is Verdict.ILLEGAL
        if is_refused:
            yield dialog.explanation(start, start.mover, judgement, "refused")
        if start is not context:
            yield inputs.CorrectionStarts()  # the answer tells what is left to play
            if self.look().state.phase is not Phase.ERROR:
                return  # the position at the start of the turn is a legal end
        elif is_refused:
            yield dialog.left_to_play(context)
        if not is_refused:
            yield from moves.enter_line(start, made)

    # --- dice ------------------------------------------------------------------------------------

    def _throw(self, situation: Situation, faces: tuple[int, ...]) -> Iterator[Effect]:
        """Process typed dice. If no faces are typed, draw them at random."""
        phase = situation.state.phase
        if phase is Phase.OPENING:
            yield from self._open(situation, faces)
            return
        refusal = situation.throw_refusal(faces)
        if refusal == "end-first":
            yield from self._refuse_dice(situation)
        elif refusal:
            yield self._answer(refusal)
        else:
            if phase is Phase.MOVING:
                throws_next = situation.context.mover.other is not situation.state.practice.partner
                yield inputs.DiceUp(situation.seen, has_thrown=throws_next)
                situation = self.look()
            thrower = situation.thrower
            ended = situation.state.phase not in (Phase.TO_THROW, Phase.ERROR)
            if not ended and thrower is not situation.state.practice.partner:
                yield from self._come_to_rest(situation, thrower, faces)

    def _come_to_rest(
        self, situation: Situation, thrower: Player, faces: tuple[int, ...]
    ) -> Iterator[Effect]:
        """Yield a throw of two dice."""
        low, high = sorted(faces or (self.draw(), self.draw()))
        seen = situation.seen
        is_right = situation.state.phase is Phase.ERROR or situation.context.is_agreed(seen)
        yield inputs.Threw(thrower, (high, low), seen, right=is_right)
        self._forget_last_turn()
        if self.look().state.phase is Phase.MOVING:
            self._throws.append(((thrower,), not faces))

    def _open(self, situation: Situation, faces: tuple[int, ...]) -> Iterator[Effect]:
        """Process opening dice: green's, then black's, or both.

        The companion throws its own die.
        """
        waited = situation.openers
        if situation.by in waited and len(faces) < len(Player):
            waited = [situation.by]
        if len(faces) > len(waited):
            yield self._answer("one-die" if waited else "partner-throws")
            return
        throwers = tuple(waited[: len(faces) or None])
        dice = faces or tuple(self.draw() for _ in throwers)
        if situation.has_moved:
            yield inputs.ThrewOne(throwers[0], dice[0], right=False)
            return
        if len(throwers) == len(Player):
            yield inputs.ThrewOpening(*dice)
        else:
            for player, die in zip(throwers, dice, strict=True):
                yield inputs.ThrewOne(player, die)
        self._throws.append((throwers, not faces))
        state = self.look().state
        if state.phase is Phase.OPENING and not any(map(state.game.opening.of, throwers)):
            self._throws = []  # after equal dice, the companion may have thrown again

    # --- the end of a turn -----------------------------------------------------------------------

    def _end_turn(self, situation: Situation, *, warned: bool) -> Iterator[Effect]:
        """End the turn at an empty line. If the turn would end illegally, warn first."""
        state, table = situation.state, situation.context
        if state.phase is Phase.ERROR:
            yield from self._tell_open_error(situation)
            return
        refusal = situation.move_refusal()
        if refusal:
            yield self._answer("nothing-lies" if refusal == "no-dice" else refusal)
            return
        judgement = table.judge(table.seen)
        is_legal = judgement.verdict is Verdict.LEGAL
        if table.is_agreed(table.seen) and not is_legal:
            yield self._answer("nothing-moved")
        elif is_legal or situation.tournament or situation.senses_pieces or warned:
            yield inputs.DiceUp(table.seen)
        else:
            self._has_warned = True
            yield dialog.explanation(table, table.mover, judgement, "enter-again")

    def _tell_open_error(self, situation: Situation) -> Iterator[Effect]:
        """Report what can be done about the open error."""
        if situation.senses_pieces:
            yield self._answer(replace(situation, by=None).help_code())
        elif situation.state.turn.must_correct:
            yield dialog.left_to_play(situation.context)
        else:
            yield self._answer("error-open")

    # --- taking back -----------------------------------------------------------------------------

    def _undo(self, situation: Situation) -> Iterator[Effect]:
        """Take back the last line of moves, or typed dice if nothing was moved."""
        state = situation.state
        refusal = situation.undo_refusal()
        if refusal:
            yield self._answer(refusal)
        elif state.phase in (Phase.MOVING, Phase.ERROR) and state.throw.lines:
            yield from moves.take_back(situation.context)
        elif state.phase is Phase.ERROR:
            yield self._answer("nothing-to-undo")
            yield dialog.left_to_play(situation.context)
        elif self._throws and self._throws[-1][1]:
            yield self._answer("drawn")
        elif self._throws and state.phase in MAY_TAKE_BACK:
            yield situation.throw_taken_back(self._throws.pop()[0])
        else:
            yield self._answer("nothing-to-undo")
