"""The referee of one evening turns observations and actions into a new state and facts.

An observation is processed in this order: keys, time, board faults, and a settled board. On a
settled board the dice of the running turn come first, then the pieces, then new throws. If a throw
has changed how the pieces are interpreted, they are processed again.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.board.observation import NO_NEWS, Observation, Pressed, SettledBoard
from companion.link.messages import Face, Key, elapsed
from companion.referee import dialog, facts, initial_state, inputs, menu_questions, reminders
from companion.referee.disabled_places import DICE
from companion.referee.machine import reopen, take
from companion.referee.read_board import ReadBoard, fault_facts, lying_dice, pieces, read_board
from companion.referee.requests import Output
from companion.referee.state import NO_PRACTICE, Evening, LastKey, Phase, Practice, State, Topic
from companion.referee.turn_context import TurnContext
from companion.rules import Match, Player, Position, Rules, Verdict

AGAIN_MS: Final = 8_000
"""Milliseconds within which a repeated press gives the next item. Later it gives the first."""

AT_A_BOARD: Final = Evening()
"""An evening at a board with sensors, without a clock."""

MARKS: Final = (600_000, 300_000, 60_000, 0)
"""The remaining milliseconds at which both players hear the remaining time."""

_NEW_SITUATIONS: Final = (
    facts.OpeningDie,
    facts.TurnBegins,
    facts.Roll,
    facts.ErrorOpen,
    facts.CubeAction,
    facts.VerdictGiven,
)
"""Facts that announce what the game waits for."""


def _take(context: TurnContext, given: inputs.Input) -> None:
    """Pass an input to the machine, with the steps that precede and follow every input."""
    known = len(context.facts)
    asked = context.state.asked
    if asked is not None and dialog.close_on_other_input(context, given, asked):
        return
    take(context, given)
    if context.state.board.dead:
        menu_questions.ask_for_dice(context)
    told = [fact for fact in context.facts[known:] if isinstance(fact, _NEW_SITUATIONS)]
    news = [fact for fact in told if not _is_verdict(fact, Verdict.INCOMPLETE)]
    if news and context.state.setup.is_turn_unclear:
        context.set_setup(is_turn_unclear=False)
    last = context.state.last_key
    if last is None:
        return
    # Hints continue while the player tries plays.
    goes_on = last.key is Key.HINT and all(_is_verdict(fact, Verdict.LEGAL) for fact in news)
    if isinstance(given, inputs.TypedLines) or (told and not goes_on):
        context.set(last_key=None)  # the next press of a key gives the first item again


def _is_verdict(fact: Output, verdict: Verdict) -> bool:
    return isinstance(fact, facts.VerdictGiven) and fact.verdict is verdict


# --- keys and time -----------------------------------------------------------------------------


def _take_key(context: TurnContext, pressed: Pressed) -> None:
    """Handle a key press. `repeat` is only recorded, because the speech queue handles it."""
    player, key = pressed.player, pressed.key
    if "turned" in context.state.board.layout:
        player = player.other
    times = _times(context.state.last_key, player, key, context.now)
    context.set(last_key=LastKey(player, key, times, context.now))
    if key is Key.CUBE:
        _take(context, inputs.Doubles(player))
    elif key in (Key.YES, Key.NO):
        _take(context, inputs.Says(player, key is Key.YES))
    elif key is not Key.REPEAT:
        _take(context, inputs.Asks(player, key, times))


def _times(last: LastKey | None, player: Player, key: Key, now: int) -> int:
    """Return the number of times in a row that this key was pressed."""
    if last is None or (last.player, last.key) != (player, key):
        return 1
    return last.times + 1 if elapsed(now, last.at) <= AGAIN_MS else 1


def _pass_time(context: TurnContext, board: ReadBoard | None, *, may_remind: bool) -> None:
    """Close questions that expire now, and give reminders that are due.

    may_remind -- False while pieces or dice move, as a reminder would describe an outdated board
    """
    before = context.state
    if before.asked is not None:
        dialog.lapse(context, before.asked)
    if may_remind:
        reminders.remind(context)
    is_clear_now = before.setup.is_turn_unclear and not context.state.setup.is_turn_unclear
    if context.state.asked is not before.asked or is_clear_now:
        reminders.note(context, board)


def _begin_step(rules: Rules, state: State, now: int) -> TurnContext:
    """Advance the clock, announce the time left at each of `MARKS`, and return the new step."""
    before, after = state.clock, state.clock_at(now)
    context = TurnContext(rules, replace(state, clock=after), now)
    for player, earlier, later in zip(Player, before.used, after.used, strict=True):
        for mark in MARKS:
            if earlier < state.evening.limit - mark <= later:
                context.tell(facts.TimeLeft(player, mark // 1000))
    return context


# --- the board ---------------------------------------------------------------------------------


def _process_again(context: TurnContext, last: ReadBoard | None, before: State) -> ReadBoard | None:
    """Process the last settled board again if a key or ruling changed its interpretation.

    Return the board.
    """
    if last is not None and _has_new_meaning(before, context.state):
        return _process_board(context, last.raw.at_rest())
    if replace(context.state, last_key=before.last_key) != before:
        reminders.note(context, last)
    return last


def _has_new_meaning(before: State, state: State) -> bool:
    """Return whether the same board must now be interpreted in a different way."""
    if state.phase is Phase.SETUP:
        meant, means = ((s.phase, s.then, s.board.layout, s.game.position) for s in (before, state))
        if meant != means or state.board.shown is None:
            return True
    named = before.throw.wanted != state.throw.wanted and state.throw.by_hand
    put_back = _has_lifted_piece(before) and not _has_lifted_piece(state)
    return named or put_back or before.board.dead != state.board.dead


def _has_lifted_piece(state: State) -> bool:
    """Return whether a player is holding a piece that was lifted in order to ask about it."""
    return state.asked is not None and state.asked.topic == Topic.LIFT and bool(state.asked.item)


def _process_board(context: TurnContext, board: SettledBoard) -> ReadBoard:
    """Process a settled board: the dice of the turn, pieces, throws, and reinterpreted pieces."""
    before, known = context.state, len(context.facts)
    read = read_board(context, board)
    has_thrown = _process_turn_dice(context, read)
    meant = _meaning(context.state)
    if not has_thrown:  # otherwise the pieces are read below, after the opponent's throw
        _take(context, _read_pieces(context, read))
    for given in _throws(context, before, read):
        has_thrown = True
        _take(context, given)
    if has_thrown or meant != _meaning(context.state):
        _take(context, _read_pieces(context, read))
    if context.state.throw.done and context.state.is_partners_turn:
        # The partner's turn ends without dice being picked up.
        _take(context, _dice_up(context, read, context.mover.other))
    _drop_first_die(context, known)
    at_rest = replace(read, board=read.board.at_rest())
    reminders.note(context, at_rest)
    return at_rest


def _meaning(state: State) -> tuple[Phase, Position]:
    """Return what decides how pieces are interpreted: the phase and the agreed position."""
    return state.phase, state.game.position


def _drop_first_die(context: TurnContext, known: int) -> None:
    """Drop the `OpeningDie` facts of this step if both opening dice came to rest in it."""
    news = context.facts[known:]
    if any(isinstance(fact, facts.Opening) for fact in news):
        context.facts[known:] = [fact for fact in news if not isinstance(fact, facts.OpeningDie)]


def _read_pieces(context: TurnContext, read: ReadBoard) -> inputs.Stands:
    """Return the pieces as an input, which is judged only while both dice lie as thrown.

    Typed dice, and dice set by hand, count as lying until the turn ends.
    """
    state, throw = context.state, context.state.throw
    lie = state.phase is Phase.MOVING and (
        state.evening.types_dice
        or throw.by_hand
        or sorted(lying_dice(state, read)) == sorted(map(str, throw.down))
    )
    threw = bool(read.board.thrown) and not state.evening.types_dice
    return inputs.Stands(pieces(context, read), lie, read.layouts, read.other, threw)


# --- the dice ----------------------------------------------------------------------------------


def _process_turn_dice(context: TurnContext, read: ReadBoard) -> bool:
    """Process the turn's dice. Return whether the opponent threw before the board settled."""
    state = context.state
    if state.phase is not Phase.MOVING or state.throw.dice is None or state.evening.types_dice:
        return False
    given = _turn_dice(context, read)
    if given is not None:
        _take(context, given)
    return isinstance(given, inputs.DiceUp) and given.has_thrown


def _turn_dice(context: TurnContext, read: ReadBoard) -> inputs.Input | None:
    """Return the input for the turn's dice (picked up, turned or put back), or None."""
    state, throw, opponent = context.state, context.state.throw, context.mover.other
    if throw.done:
        return _dice_up(context, read, opponent)
    lying = lying_dice(state, read)
    if Face.MOVING in lying:
        return None
    if not lying or ("end-on-any-die" in context.rules.options and len(lying) == 1):
        if throw.dice_lie:
            threw = opponent in read.board.thrown and read.trays[opponent].faces.isdecimal()
            return _dice_up(context, read, opponent, has_thrown=threw)
        waits = throw.by_hand or state.asks(Topic.READING)
        return None if waits else _dice_up(context, read, opponent, unwatched=True)
    if len(lying) != len(throw.down):
        return None
    return inputs.DiceBack() if throw.by_hand else _compare_dice(throw.down, lying)


def _dice_up(context: TurnContext, read: ReadBoard, opponent: Player, **how: bool) -> inputs.DiceUp:
    """Return the input for dice that were picked up; how -- see `DiceUp`."""
    return inputs.DiceUp(pieces(context, read, over=True), read.trays[opponent].faces, **how)


def _compare_dice(dice: tuple[int, ...], lying: str) -> inputs.DieTurned | inputs.DiceBack:
    """Return `DieTurned` if a face differs from the throw, else `DiceBack`. Seats are ignored."""
    now = [int(face) if face.isdecimal() else 0 for face in lying]
    missing, strange = Counter(dice) - Counter(now), Counter(now) - Counter(dice)
    turned = [inputs.DieTurned(*each) for each in zip(missing, strange, strict=False)]
    return turned[0] if turned else inputs.DiceBack()


def _throws(context: TurnContext, before: State, read: ReadBoard) -> Iterator[inputs.Input]:
    """Yield the throws since the last settled board.

    Each throw is processed before the next one is read.
    """
    if context.state.evening.types_dice:
        return
    yield from _dice_after_break(before, context.state, read)
    for player in Player:
        if DICE[player] not in context.state.board.dead:
            yield from _new_throw(context, read, player, right_before=before.board.right)


def _dice_after_break(before: State, state: State, read: ReadBoard) -> Iterator[inputs.Input]:
    """After a break, yield an input if the dice of the turn do not lie as they were thrown."""
    throw = state.throw
    if before.phase is not Phase.SETUP or state.phase is not Phase.MOVING or throw.by_hand:
        return
    lying = lying_dice(state, read)
    if len(lying) < len(throw.down):
        yield inputs.NoDice()
    elif len(lying) == len(throw.down) and Face.MOVING not in lying:
        compared = _compare_dice(throw.down, lying)
        if isinstance(compared, inputs.DieTurned):
            yield compared


def _new_throw(
    context: TurnContext, read: ReadBoard, player: Player, *, right_before: bool
) -> Iterator[inputs.Input]:
    """Yield the input for a new throw, or for a change to a single die."""
    state, faces = context.state, read.trays[player].faces.replace(Face.EMPTY, "")
    waiting, right = state.turn.one_die is player, state.board.right
    moved = state.phase is Phase.TO_THROW and right_before and not right
    if waiting and (not faces or moved):
        yield inputs.OneDieGone(player, moved=bool(faces))
    elif player in read.board.uncounted and not waiting:
        yield inputs.Uncounted(player, len(faces) == 2)
    elif not faces or Face.MOVING in faces or not (waiting or player in read.board.thrown):
        return
    elif Face.COCKED in faces:
        yield inputs.Cocked(player)
    elif player in read.board.with_old_die and not waiting and state.turn.player is player:
        # An old die, such as the opening die of Jacquet, is not part of a throw (C5).
        yield inputs.OneDieGone(player, with_old_die=True)
    elif len(faces) == 2:
        low, high = sorted(map(int, faces))
        yield inputs.Threw(player, (high, low), pieces(context, read), right_before or right)
    elif not waiting:
        yield inputs.ThrewOne(player, int(faces), right_before or right)


class Referee:
    """Keeps the state of one evening.

    `settled` and `take` return facts and requests in order. `state` is enough to resume later;
    `board` is the last settled board.

    evening -- the settings of the evening; `limit` and `recorded` come from `state` if it is given;
    practice -- whose turns the companion plays; a given `state` contains this.
    """

    def __init__(
        self,
        rules: Rules,
        match: Match,
        state: State | None = None,
        *,
        evening: Evening = AT_A_BOARD,
        practice: Practice = NO_PRACTICE,
    ) -> None:
        self.rules = rules
        begun = reopen(state or initial_state.start(rules, match, evening, practice))
        kept = replace(evening, limit=begun.evening.limit, recorded=begun.evening.recorded)
        self.state = replace(begun, evening=kept)
        self.board: ReadBoard | None = None

    def settled(self, seen: Observation) -> tuple[Output, ...]:
        """Process one observation of the board."""
        context, board = _begin_step(self.rules, self.state, seen.ms), self.board
        before = context.state
        for pressed in seen.keys:
            _take_key(context, pressed)
        if seen.keys and seen.board is None:
            board = _process_again(context, board, before)
        _pass_time(context, board, may_remind=not seen.is_changing)
        if seen.faults != NO_NEWS:
            context.facts += fault_facts(seen.faults)
        if seen.board is not None:
            board = _process_board(context, seen.board)
        self.state, self.board = context.state, board
        return tuple(context.facts)

    def take(self, given: inputs.Act | facts.Ruling, now: int) -> tuple[Output, ...]:
        """Process a ruling or an action without a board; now -- ms of the board's clock.

        A ruling is returned as a fact, or refused with the reason.
        """
        context = _begin_step(self.rules, self.state, now)
        before = context.state
        _take(context, given)
        board = _process_again(context, self.board, before)
        self.state, self.board = context.state, board
        return tuple(context.facts)

    def note_record(self, *, is_saved: bool) -> None:
        """Set `Evening.recorded`."""
        evening = replace(self.state.evening, recorded=is_saved)
        self.state = replace(self.state, evening=evening)

    def lost(self) -> None:
        """Stop the clock while the board is away, and say later what the game waits for."""
        self.state = initial_state.without_board(self.state)

    def restarted(self) -> None:
        """Forget the dice in the trays after the board restarted or was replaced."""
        self.lost()
        self.state = replace(self.state, throw=replace(self.state.throw, dice_lie=False))
