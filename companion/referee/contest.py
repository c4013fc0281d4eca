"""Set-up, turns, the end and value of a game, and resuming after a break.

Sources: docs/rules.md, B3 to B7, J9 and E3; docs/protocol.md, "Events".
"""

from dataclasses import replace

from companion.referee import cube, facts, initial_state
from companion.referee.board_facts import Setup
from companion.referee.initial_state import MOVER, exercise_of, is_reached
from companion.referee.inputs import Counted, Stands
from companion.referee.state import (
    MINUTE,
    Asked,
    OpeningDice,
    Phase,
    SetupState,
    State,
    Throw,
    Topic,
    TurnState,
)
from companion.referee.talk_facts import KeyAnswer, Question
from companion.referee.transitions import QUESTIONS, Followed
from companion.referee.turn_context import TurnContext
from companion.rules import Judgement, Match, Placement, Player, Position, Verdict

SMALL_DIFFERENCE = 4
"""A set-up in progress is commented on only if at most this many zones are wrong."""


# --- set-up ------------------------------------------------------------------------------------


def set_up(context: TurnContext, seen: Placement) -> None:
    """Begin the game, or resume it, when the board shows the required position."""
    state = context.state
    context.tell(Setup(ok=True))
    again = state.then is not Phase.OPENING
    # An opening die that was announced before a restart or a pause counts.
    dice = state.game.opening if 0 in state.game.opening else OpeningDice()
    goes_on = (again or any(dice)) and not state.pending_exercise
    context.tell(_game_begins(context, resumed=goes_on))
    if context.is_typed and state.pending_exercise:
        for topic in ("board-own", "board-other"):
            context.tell(KeyAnswer(MOVER, topic, context.before))
    asked = question_to_opponent(state)
    context.set(then=Phase.OPENING, asked=asked, reopened=False, setup=SetupState())
    context.set_turn(one_die=None)
    context.set_throw(dice_lie=False)
    if again:
        if state.then is not Phase.ERROR:
            context.set_turn(judged=context.on_board())
        held = state.then is not Phase.TO_THROW
        context.tell(facts.TurnBegins(context.mover, context.before, held=held))
        tell_situation(context, state.then, seen)
    else:
        _begin_opening(context, dice)
    ask_again(context)


def tell_wrong_board(context: TurnContext, *, again: bool = False) -> None:
    """Report how the board differs. A correct board is announced afterwards.

    again -- see `Setup`.
    """
    context.tell(replace(context.compare(context.seen), again=again))
    context.set_setup(wrong=True)


def tell_situation(context: TurnContext, phase: Phase, seen: Placement) -> None:
    """Report what the game waits for, unless that is a throw of the player on turn."""
    match phase:
        case Phase.OPENING:
            if any(context.state.game.opening):
                _tell_opening_dice(context)
            else:
                context.tell(_game_begins(context, resumed=False))
        case Phase.MOVING:
            context.tell(facts.Roll(context.mover, context.dice))
            tell_by_hand(context)
            name_play(context)
            _tell_verdict_again(context, seen)
        case Phase.ERROR:
            context.tell(facts.Roll(context.mover, context.dice, over=True))
            judgement = context.judge_ended(seen)
            if judgement.verdict is not Verdict.LEGAL:
                tell_error(context, judgement, still=True)
        case Phase.DOUBLED:
            now = context.state.game.cube
            offer = facts.CubeAction(context.mover, "offer", now.value * 2, now.owner, still=True)
            context.tell(offer)
        case Phase.PAUSED:
            context.tell(facts.Ruling("pause", "players"))


def _tell_opening_dice(context: TurnContext) -> None:
    """Report the opening dice already thrown."""
    opening = context.state.game.opening
    for player in Player:
        if opening.of(player):
            context.tell(facts.OpeningDie(player, opening.of(player)))


def _begin_opening(context: TurnContext, dice: OpeningDice) -> None:
    """Wait for the opening throw; dice -- the dice already thrown."""
    context.set_game(opening=dice)
    _tell_opening_dice(context)


def tell_kept(context: TurnContext, board: Setup) -> None:
    """Announce the game once after a restart, before the first wrong board is reported."""
    state = context.state
    new = not state.has_begun or bool(state.pending_exercise)
    # For an empty board, the set-up announcement names the game.
    if state.reopened and not (new and board.empty and board.start):
        opens = state.then is Phase.OPENING
        begins = _game_begins(context, resumed=not (new or opens))
        context.tell(facts.GameKept(begins, None if opens or new else state.turn.player, new))
    context.set(reopened=False)


def _game_begins(context: TurnContext, *, resumed: bool) -> facts.GameBegins:
    rules, match, practice = context.rules, context.state.match, context.state.practice
    layout, minutes = context.state.board.layout, context.state.evening.limit // MINUTE
    begins = facts.GameBegins(rules.name, context.options, match.number, match.length, match.score)
    begins = replace(begins, crawford=match.crawford_now, layout=layout, clock=minutes)
    begins = replace(begins, partner=practice.partner, simulated=practice.simulated)
    return replace(begins, exercise=practice.exercise, resumed=resumed)


def throw_opening_again(context: TurnContext, dice: OpeningDice) -> None:
    """Return to the opening throw; dice -- the dice that still count."""
    context.set(turn=TurnState(), throw=Throw())
    context.set_board(right=True)
    _begin_opening(context, dice)


# --- turns -------------------------------------------------------------------------------------


def begin_turn(context: TurnContext, player: Player, *, held: bool = False) -> None:
    """Begin a player's turn and report it; the opponent's clock stops. held -- see `TurnBegins`."""
    player = MOVER if context.state.practice.exercise else player
    hand_over(context, player)
    context.tell(facts.TurnBegins(player, context.before, held=held))


def hand_over(context: TurnContext, player: Player) -> None:
    """Give the turn to a player, with no dice thrown yet."""
    clock = replace(context.state.clock, turn_used=0, ticked=context.now)
    turn = TurnState(player, context.state.turn.number + 1)
    context.set(clock=clock, turn=turn, throw=Throw(), asked=still_asked(context.state))
    context.set_board(right=True)
    context.set_setup(wrong=False, is_turn_unclear=False)


def roll(context: TurnContext, counted: Counted) -> Phase:
    """Enter a valid throw, and report at once if nothing can be played."""
    thrown, dice = counted.thrown, counted.thrown.dice
    down, by_hand = dice if counted.down is None else counted.down, thrown.by_hand
    throw = Throw(dice, down, counted.trays, dice_lie=not by_hand, by_hand=by_hand)
    # Setting dice does not delete the typed moves.
    throw = replace(throw, lines=context.state.throw.lines)
    context.set(throw=throw)
    close_by_play(context)
    context.set_turn(corrected=None, one_die=None, judged=context.on_board())
    context.tell(thrown)
    cube.ace_deuce_stake(context, dice)
    if context.rules.nothing_to_play(context.agreed, thrown.player, dice):
        _tell_nothing_to_play(context)
    else:
        tell_by_hand(context)
    return Phase.MOVING


def _tell_nothing_to_play(context: TurnContext) -> None:
    tell_verdict(context, Judgement(Verdict.LEGAL, (), context.before))


def tell_verdict(context: TurnContext, judgement: Judgement) -> None:
    """Report the verdict on the running turn."""
    verdict, faults, reading = judgement.verdict, judgement.faults, judgement.reading
    turn, before, ends_by = (context.mover, context.dice), context.before, _ends_by(context.state)
    nothing = reading == before and verdict is Verdict.LEGAL
    told = facts.VerdictGiven(*turn, verdict, faults, reading, before, nothing, ends_by)
    context.tell(replace(told, unplayable=judgement.unplayable))


def _tell_verdict_again(context: TurnContext, seen: Placement) -> None:
    """Repeat the verdict on a play, or at a typed table that nothing can be played."""
    board = context.as_seen(seen)
    if board == context.state.turn.judged != context.on_board():
        tell_verdict(context, context.judge(seen))
    elif context.state.evening.types_dice and context.rules.nothing_to_play(*context.turn):
        _tell_nothing_to_play(context)


def _ends_by(state: State) -> str:
    """Return how the mover ends the running turn, see `VerdictGiven`."""
    if state.evening.types_dice:
        return "line"
    if not state.throw.by_hand:
        return "lift"
    return "either" if state.throw.dice_lie else "yes"


def tell_by_hand(context: TurnContext) -> None:
    """Tell the mover how a turn with dice set by hand ends."""
    state = context.state
    if state.throw.by_hand and not (state.is_partners_turn or state.evening.types_dice):
        context.tell(KeyAnswer(context.mover, "by-hand"))


def name_play(context: TurnContext) -> None:
    """Report the play to be made for the practice partner, if any piece moves."""
    state = context.state
    if state.throw.wanted not in (None, context.agreed):
        end = context.rules.text(state.throw.wanted)
        context.tell(facts.PlayNamed(context.mover, context.dice, context.before, end))


def tell_error(context: TurnContext, judgement: Judgement, *, still: bool = False) -> None:
    """Report an open error, and whether the opponent may accept the board."""
    may = context.acceptable(judgement)
    turn = context.state.turn
    context.tell(facts.ErrorOpen(context.mover, turn.faults, may, still, turn.is_demanded))


def still_asked(state: State) -> Asked | None:
    """Return the question that stays open when dice or pieces move, or None.

    The question about a lifted piece stays open until the piece is back.
    """
    asked = state.asked
    if asked is None:
        return None
    stays = asked.item if asked.topic == Topic.LIFT else QUESTIONS[asked.topic].stays_open
    return asked if stays else None


def close_by_play(context: TurnContext) -> None:
    """Close the open question because a player throws or types moves.

    A question to the opponent that stays open when pieces move is reported as cancelled.
    """
    asked = context.state.asked
    if asked is None or asked.topic == Topic.LIFT:
        context.set(asked=still_asked(context.state))
        return
    context.set(asked=None)
    if QUESTIONS[asked.topic].stays_open and asked.player is not None:
        context.tell(KeyAnswer(asked.player, "cancelled", "lapsed"))


def question_to_opponent(state: State) -> Asked | None:
    """Return the open question to the opponent, or None. It is asked again after a restart."""
    kind = QUESTIONS.get(state.asked.topic) if state.asked else None
    return state.asked if kind and kind.asks_opponent else None


def ask_again(context: TurnContext) -> None:
    """Ask the open question again after a restart, after a set-up, or once the board is back."""
    asked = context.state.asked
    if asked is None or asked.player is None:
        return
    if asked.topic == Topic.RESIGN:
        context.tell(facts.Resign(asked.player.other, int(asked.item), "offer"))
    context.tell(Question(asked.player, asked.topic, asked.item))


def commit_position(context: TurnContext, position: Position) -> None:
    """Make a position the agreed position, and add the rights to hit won in it (B3)."""
    rights = {*context.state.game.rights, *context.rules.rights_won(position)}
    context.set_game(position=position, rights=tuple(sorted(rights)))


def accept(context: TurnContext, judgement: Judgement) -> Phase | None:
    """Accept the illegal play of an open error, if this is allowed (docs/protocol.md, "Events")."""
    if not context.acceptable(judgement):
        return None
    before, player = context.state, context.mover
    context.tell(facts.ErrorClosed(player, "accepted", judgement.reading))
    phase = enter_end(context, judgement)
    remember(context, before)
    return phase


def enter_end(context: TurnContext, judgement: Judgement, *, held: bool = False) -> Phase:
    """Make the end of a turn the agreed position, and return the phase that follows.

    held -- see `TurnBegins`.
    """
    rules, player = context.rules, context.mover
    position = rules.parse(judgement.reading)
    context.set(back=None)
    commit_position(context, position)
    if context.state.practice.exercise:
        ended = _exercise_over(context)
    else:
        winner = rules.winner(position)
        ended = None if winner is None else _game_over(context, winner)
    if ended is None:
        begin_turn(context, player if judgement.again else player.other, held=held)
    return ended or Phase.TO_THROW


def require_correction(context: TurnContext, by: Player) -> Followed | None:
    """Require the correction of an open error, which can then no longer be accepted.

    At a typed table an unfinished play continues. Any other play returns to the start of the turn.
    by -- the opponent who demanded it, or the player who begins to correct.
    """
    context.set_turn(must_correct=True)
    if not context.is_typed:
        return None
    lines = lines_to_correct(context)
    context.set_board(shown=None)  # so that the board is judged again and announced
    context.set_throw(lines=lines)
    context.tell(KeyAnswer(by, "demand", "stands" if lines else "start"))
    return Followed(Stands(context.seen, dice_lie=True))


def lines_to_correct(context: TurnContext) -> tuple[tuple[str, ...], ...]:
    """Return the typed moves that are kept when a correction begins.

    These are the moves of an unfinished play, as one line that `undo` takes back.
    """
    is_unfinished = context.judge(context.seen).verdict is Verdict.INCOMPLETE
    return (context.state.throw.moves,) if is_unfinished else ()


def remember(context: TurnContext, before: State) -> None:
    """Store the state before a decision, so that the players can undo the decision."""
    context.set(back=replace(before, back=None, asked=None))


# --- the end of a game -------------------------------------------------------------------------


def _game_over(context: TurnContext, winner: Player) -> Phase:
    """End the game once a player has borne off all pieces."""
    result = context.rules.result(context.agreed, winner)
    points = result.points * context.state.game.cube.value
    return end_game(context, winner, result.kind, "off", points)


def _exercise_over(context: TurnContext) -> Phase | None:
    """End the exercise if its aim is reached."""
    state = context.state
    exercise = exercise_of(context.rules.name, state.practice.exercise)
    if not is_reached(exercise, context.agreed):
        return None
    name, average, simple = state.practice.exercise, exercise.hundredths, exercise.simple
    context.tell(facts.ExerciseEnds(context.mover, name, state.turn.number, average, simple))
    _clear(context, state.match)
    return Phase.SETUP


def end_game(context: TurnContext, winner: Player, kind: str, by: str, points: int) -> Phase:
    """Enter a result with its points, and prepare the next game unless the match is over.

    Any result but that of a game played to its end can be undone.
    """
    state = context.state
    match = state.match.after(winner, points)
    counted = sum(match.score) - sum(state.match.score)
    over = match.winner is not None
    context.tell(facts.GameEnds(winner, kind, by, counted, match.score, over, match.count_games))
    if match.winner is not None:
        context.tell(facts.MatchEnds(match.winner, match.score))
    _clear(context, match)
    if by != "off":
        remember(context, state)
    return Phase.OVER if over else Phase.SETUP


def new_game(context: TurnContext, ruling: facts.Ruling) -> Phase:
    """Restart this game of the match without a result; after a match, begin another match."""
    context.tell(ruling)
    if context.state.phase is Phase.OVER:
        new_match(context)
    else:
        _clear(context, context.state.match)
    return Phase.SETUP


def new_match(context: TurnContext) -> None:
    """Begin another match of the same kind."""
    _clear(context, replace(context.state.match, score=(0, 0), number=1, crawford_over=False))


def _clear(context: TurnContext, match: Match) -> None:
    board = replace(context.state.board, right=False)
    fresh = initial_state.start(context.rules, match, context.state.evening, context.state.practice)
    context.state = replace(fresh, board=board, setup=SetupState(named=context.now))
