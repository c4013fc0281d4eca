"""Set-up, turns, the end and value of a game, and resuming after a break.

Sources: docs/rules.md, B3 to B7, J9 and E3; the order of an evening in docs/protocol.md,
"Events".
"""

from dataclasses import replace

from companion.referee import cube, facts, initial_state
from companion.referee.board_facts import Repair, Setup
from companion.referee.initial_state import MOVER, exercise_of, is_reached
from companion.referee.inputs import Counted, Stands
from companion.referee.outcomes import QUESTIONS, Followed, Outcome
from companion.referee.state import (
    MINUTE,
    NONE_THROWN,
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
from companion.referee.turn_context import TurnContext
from companion.rules import Judgement, Match, Placement, Player, Verdict

SMALL_DIFFERENCE = 4
"""The most wrong zones at which a set-up in progress is commented on."""


# --- set-up ------------------------------------------------------------------------------------


def worth_saying(table: TurnContext, seen: Placement) -> bool:
    """Return whether to announce a wrong set-up: at first sight, or when it is nearly right."""
    if table.state.board.shown is None and not table.state.setup.named:
        return True
    if seen == table.state.board.shown:
        return False
    now = table.compare(seen)
    is_helpful = table.state.setup.guided or len(now.differences) <= SMALL_DIFFERENCE
    return is_helpful and not _is_same_repair(
        table.compare(table.seen).repairs[:1], now.repairs[:1]
    )


def _is_same_repair(before: tuple[Repair, ...], now: tuple[Repair, ...]) -> bool:
    """Return whether the first repair has the same kind and places as before."""
    return any(
        replace(old, count=0) == replace(new, count=0)
        for old, new in zip(before, now, strict=False)
    )


def set_up(table: TurnContext, seen: Placement) -> None:
    """Begin the game, or resume it, when the board shows the required position."""
    state = table.state
    table.tell(Setup(ok=True))
    again = state.then is not Phase.OPENING
    table.tell(_game_begins(table, resumed=again and not state.set_for))
    table.set(then=Phase.OPENING, asked=asked_of_other(state), reopened=False, setup=SetupState())
    table.set_turn(one_die=None)
    table.set_throw(dice_lie=False)
    if not again:
        # An opening die announced before a restart counts.
        one = state.reopened and 0 in state.game.opening
        _begin_opening(table, state.game.opening if one else NONE_THROWN)
        _ask_again(table)
        return
    over = state.then is Phase.ERROR
    if not over:
        table.set_turn(judged=table.on_board())
    table.tell(facts.TurnBegins(table.mover, table.before, held=state.then is not Phase.TO_THROW))
    if state.then is Phase.DOUBLED:
        offered, owner = state.game.cube.value * 2, state.game.cube.owner
        table.tell(facts.CubeAction(table.mover, "offer", offered, owner, still=True))
    elif state.throw.dice is not None:
        table.tell(facts.Roll(table.mover, state.throw.dice, over=over))
        if not over:
            tell_by_hand(table)
            name_play(table)
            _still_nothing_to_play(table)
    judgement = table.judge_ended(seen) if over else None
    if judgement and judgement.verdict is not Verdict.LEGAL:
        tell_error(table, judgement, still=True)
    _ask_again(table)


def _begin_opening(table: TurnContext, dice: OpeningDice) -> None:
    """Wait for the opening throw; dice -- those already thrown."""
    table.set_game(opening=dice)
    for player in Player:
        if dice.of(player):
            table.tell(facts.OpeningDie(player, dice.of(player)))


def tell_kept(table: TurnContext, board: Setup) -> None:
    """Announce the game once after the start, before the first wrong board."""
    state = table.state
    new = not state.has_begun or bool(state.set_for)
    # For an empty board, the set-up announcement names the game.
    if state.reopened and not (new and board.empty and board.start):
        opens = state.then is Phase.OPENING
        begins = _game_begins(table, resumed=not (new or opens))
        table.tell(facts.GameKept(begins, None if opens or new else state.turn.player, new))
    table.set(reopened=False)


def _game_begins(table: TurnContext, *, resumed: bool) -> facts.GameBegins:
    rules, match, practice = table.rules, table.state.match, table.state.practice
    return facts.GameBegins(
        rules.name,
        table.options,
        match.number,
        match.length,
        match.score,
        match.crawford_now,
        resumed,
        table.state.board.layout,
        table.state.evening.limit // MINUTE,
        practice.partner,
        practice.simulated,
        practice.exercise,
    )


def throw_opening_again(table: TurnContext, dice: OpeningDice) -> None:
    """Return to the opening throw; dice -- those that still count."""
    table.set(turn=TurnState(), throw=Throw())
    table.set_board(right=True)
    _begin_opening(table, dice)


# --- turns -------------------------------------------------------------------------------------


def begin_turn(table: TurnContext, player: Player) -> None:
    """Begin a player's turn and report it; the opponent's clock stops."""
    player = MOVER if table.state.practice.exercise else player
    hand_over(table, player)
    table.tell(facts.TurnBegins(player, table.before))


def hand_over(table: TurnContext, player: Player) -> None:
    """Give the turn to a player, without dice."""
    table.set(
        clock=replace(table.state.clock_at(table.now), turn_used=0),
        turn=TurnState(player, table.state.turn.number + 1),
        throw=Throw(),
        asked=still_asked(table.state),
    )
    table.set_board(right=True)
    table.set_setup(wrong=False)


def roll(table: TurnContext, counted: Counted) -> Outcome:
    """Enter a valid throw, and report at once if nothing can be played."""
    thrown = counted.thrown
    player, dice = thrown.player, thrown.dice
    table.set(
        throw=Throw(
            dice,
            dice if counted.down is None else counted.down,
            counted.trays,
            dice_lie=not thrown.by_hand,
            by_hand=thrown.by_hand,
            lines=table.state.throw.lines,  # setting dice keeps the typed moves
        ),
        asked=still_asked(table.state),
    )
    table.set_turn(corrected=None, one_die=None, judged=table.on_board())
    table.tell(thrown)
    cube.ace_deuce_stake(table, dice)
    if not table.rules.nothing_to_play(table.agreed, player, dice):
        tell_by_hand(table)
        return Outcome.THROWN
    _tell_nothing_to_play(table)
    return Outcome.THROWN


def _tell_nothing_to_play(table: TurnContext) -> None:
    tell_verdict(table, Judgement(Verdict.LEGAL, (), table.before), nothing_to_play=True)


def tell_verdict(table: TurnContext, judgement: Judgement, *, nothing_to_play: bool) -> None:
    """Report the verdict on the running turn."""
    table.tell(
        facts.VerdictGiven(
            table.mover,
            table.dice,
            judgement.verdict,
            judgement.faults,
            judgement.reading,
            table.before,
            nothing_to_play=nothing_to_play,
            ends_by=_ends_by(table.state),
            unplayable=judgement.unplayable,
        )
    )


def _still_nothing_to_play(table: TurnContext) -> None:
    """Report again after a break at a typed table that nothing can be played."""
    turn = table.agreed, table.mover, table.dice
    if table.state.evening.types_dice and table.rules.nothing_to_play(*turn):
        _tell_nothing_to_play(table)


def _ends_by(state: State) -> str:
    """Return how the mover ends the running turn, see `VerdictGiven`."""
    if state.evening.types_dice:
        return "line"
    if not state.throw.by_hand:
        return "lift"
    return "either" if state.throw.dice_lie else "yes"


def tell_by_hand(table: TurnContext) -> None:
    """Tell the mover how a turn with dice set by hand ends."""
    if table.state.throw.by_hand and not (table.state.partners or table.state.evening.types_dice):
        table.tell(KeyAnswer(table.mover, "by-hand"))


def name_play(table: TurnContext) -> None:
    """Report the play to be made for the practice partner, if it moves anything."""
    state = table.state
    if state.throw.wanted not in (None, table.agreed):
        end = table.rules.text(state.throw.wanted)
        table.tell(facts.PlayNamed(table.mover, table.dice, table.before, end))


def tell_error(table: TurnContext, judgement: Judgement, *, still: bool = False) -> None:
    """Report an open error, and whether the opponent may accept the board."""
    may = table.acceptable(judgement)
    table.tell(facts.ErrorOpen(table.mover, table.state.turn.faults, may, still=still))


def still_asked(state: State) -> Asked | None:
    """Return the question that stays open when dice or pieces move, or None.

    The question about a lifted piece stays open until the piece is back.
    """
    asked = state.asked
    if asked is not None and asked.topic == Topic.LIFT:
        return asked if asked.item else None
    return asked if asked is not None and QUESTIONS[asked.topic].stays_open else None


def asked_of_other(state: State) -> Asked | None:
    """Return the open question to the opponent, or None; a restart asks it again."""
    kind = QUESTIONS.get(state.asked.topic) if state.asked else None
    return state.asked if kind and kind.asks_opponent else None


def _ask_again(table: TurnContext) -> None:
    """Ask the open question again after a restart or a set-up."""
    asked = table.state.asked
    if asked is None or asked.player is None:
        return
    if asked.topic == Topic.RESIGN:
        table.tell(facts.Resign(asked.player.other, int(asked.item), "offer"))
    table.tell(Question(asked.player, asked.topic, asked.item))


def commit_position(table: TurnContext, reading: str) -> None:
    """Make a board the agreed position, and add rights to hit won with it (B3)."""
    position = table.rules.parse(reading)
    rights = {*table.state.game.rights, *table.rules.rights_won(position)}
    table.set_game(position=position, rights=tuple(sorted(rights)))


def accept(table: TurnContext, judgement: Judgement) -> Outcome:
    """Accept the board of an open error, if that is allowed (docs/protocol.md, "Events")."""
    if not table.acceptable(judgement):
        return Outcome.STAYS
    before, player = table.state, table.mover
    table.tell(facts.ErrorClosed(player, "accepted", judgement.reading))
    commit_position(table, judgement.reading)
    ended = game_over(table)
    if ended is None:
        begin_turn(table, player.other)
    remember(table, before)
    return ended or Outcome.ACCEPTED


def require_correction(table: TurnContext, by: Player) -> Followed | None:
    """Require the correction of an open error, which can then no longer be accepted.

    At a typed table an unfinished play continues, any other returns to the start of the turn.
    by -- the opponent who demanded it, or the player who begins to correct.
    """
    table.set_turn(must_correct=True)
    if not table.is_typed:
        return None
    lines = lines_to_correct(table)
    table.set_board(shown=None)  # so that the rest is announced
    table.set_throw(lines=lines)
    table.tell(KeyAnswer(by, "demand", "stands" if lines else "start"))
    return Followed(Outcome.STAYS, Stands(table.seen, dice_lie=True))


def lines_to_correct(table: TurnContext) -> tuple[tuple[str, ...], ...]:
    """Return the typed moves that remain when a correction begins: those of an unfinished play.

    They form one line, which `undo` takes back.
    """
    is_unfinished = table.judge(table.seen).verdict is Verdict.INCOMPLETE
    return (table.state.throw.moves,) if is_unfinished else ()


def remember(table: TurnContext, before: State) -> None:
    """Keep the state before a decision that both players may undo."""
    table.set(back=replace(before, back=None, asked=None))


def undo(table: TurnContext, ruling: facts.Ruling) -> Outcome:
    """Return to the state before the last decision, if it can be undone.

    The board must be set up as it was then.
    """
    back = table.state.back
    if back is None:
        return Outcome.STAYS
    table.tell(replace(ruling, position=table.rules.text(back.game.position)))
    table.state = initial_state.resume(back)
    return Outcome.UNDONE


def pause(table: TurnContext, ruling: facts.Ruling) -> Outcome:
    """Pause or adjourn the game. A pause closes the open question: the next `yes` ends the pause.

    The question how a turn ended stays open, because its board is not judged without an answer.
    """
    asked = table.state.asked
    if ruling.what == "pause" and asked is not None and asked.topic != Topic.READING:
        table.set(asked=None)
    table.tell(ruling)
    table.set(then=table.state.phase_of_game)
    return Outcome.PAUSED


# --- the end of a game -------------------------------------------------------------------------


def game_over(table: TurnContext) -> Outcome | None:
    """End the game if a player has borne off all pieces, or an exercise if its aim is reached."""
    if table.state.practice.exercise:
        return _exercise_over(table)
    winner = table.rules.winner(table.agreed)
    if winner is None:
        return None
    result = table.rules.result(table.agreed, winner)
    return end_game(table, winner, result.kind, "off", result.points * table.state.game.cube.value)


def _exercise_over(table: TurnContext) -> Outcome | None:
    state = table.state
    exercise = exercise_of(table.rules.name, state.practice.exercise)
    if not is_reached(exercise, table.rules, table.agreed):
        return None
    name, average, simple = state.practice.exercise, exercise.hundredths, exercise.simple
    table.tell(facts.ExerciseEnds(table.mover, name, state.turn.number, average, simple))
    _clear(table, state.match)
    return Outcome.EXERCISE_OVER


def end_game(table: TurnContext, winner: Player, kind: str, by: str, points: int) -> Outcome:
    """Enter a result with its points, and prepare the next game unless the match is over."""
    state = table.state
    match = state.match.after(winner, points)
    counted = sum(match.score) - sum(state.match.score)
    over = match.winner is not None
    table.tell(facts.GameEnds(winner, kind, by, counted, match.score, over, match.count_games))
    if match.winner is not None:
        table.tell(facts.MatchEnds(match.winner, match.score))
    _clear(table, match)
    return Outcome.MATCH_OVER if over else Outcome.GAME_OVER


def new_game(table: TurnContext, ruling: facts.Ruling) -> Outcome:
    """Restart this game of the match without a result; after a match, begin another."""
    table.tell(ruling)
    if table.state.phase is Phase.OVER:
        new_match(table)
    else:
        _clear(table, table.state.match)
    return Outcome.NEW_GAME


def new_match(table: TurnContext) -> None:
    """Begin another match of the same kind."""
    match = replace(table.state.match, score=(0, 0), number=1, crawford_over=False)
    _clear(table, match)


def _clear(table: TurnContext, match: Match) -> None:
    board = replace(table.state.board, right=False)
    fresh = initial_state.start(table.rules, match, table.state.evening, table.state.practice)
    table.state = replace(fresh, board=board, setup=SetupState(named=table.now))
