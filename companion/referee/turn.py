"""The turn: a table of states. Whatever moves the evening from one phase to another is here.

Rule 1: a handler is found by (phase, kind of input) and nothing else; a missing key refuses, and
refusing changes nothing. Rule 2: this file knows neither clock nor words; times are the board's
milliseconds, words are made elsewhere from the facts.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial, wraps
from typing import Any, Final

from companion.referee import (
    contest,
    dialog,
    game_requests,
    initial_state,
    menu,
    overlapping_turns,
    partner,
    rulings,
    throwing,
)
from companion.referee.board_facts import Setup
from companion.referee.facts import (
    DieBack,
    DieDisturbed,
    ErrorClosed,
    Roll,
    RollVoid,
    Ruling,
    TurnEnds,
    VerdictGiven,
)
from companion.referee.inputs import (
    Asks,
    Cocked,
    DiceBack,
    DiceUp,
    DieTurned,
    Doubles,
    Draws,
    Input,
    Names,
    NoDice,
    Offers,
    OneDieGone,
    Says,
    Stands,
    Threw,
    ThrewOne,
    Uncounted,
)
from companion.referee.state import Corrected, Phase, Topic
from companion.referee.talk_facts import KeyAnswer
from companion.referee.turn_context import TurnContext
from companion.rules import Judgement, Player, Verdict

Handler = Callable[[TurnContext, Any], None]

# --- set-up ------------------------------------------------------------------------------------


def _compare_setup(table: TurnContext, seen: Stands) -> None:
    """Begin or go on when the board stands as wanted; else say what differs."""
    state = table.state
    if table.is_agreed(seen.seen) or contest.as_it_stopped(table, seen.seen):
        contest.set_up(table, seen.seen)
    elif seen.layouts:
        if state.has_begun:
            contest.tell_kept(table, table.compare(seen.seen))
        dialog.offer_layout(table, seen.layouts[0])
    elif seen.other:
        game_requests.offer(table, seen.other)
    elif contest.worth_saying(table, seen.seen):
        board = replace(table.compare(seen.seen), guided=state.guided)
        contest.tell_kept(table, board)
        table.set(named=table.now, reminded=0, wrong=True)
        table.tell(board)
    table.set(shown=seen.seen.text, right=table.state.phase is not state.phase)


def _throw_before_setup(table: TurnContext, threw: Threw | ThrewOne | Cocked) -> None:
    """A throw, of one die too, onto a board that is not set up does not count."""
    throwing.refuse_for_board(table, threw.player)


# --- the play ----------------------------------------------------------------------------------


def _verdict(table: TurnContext, seen: Stands) -> None:
    """Judge each settled board that differs from the last one judged, while the dice lie."""
    state = table.state
    text = table.as_seen(seen.seen).text
    table.set(shown=seen.seen.text, right=text == table.on_board().text)
    if seen.dice_lie and not state.by_hand:
        table.set(dice_lie=True)
    if not seen.dice_lie or state.disturbed:
        return
    if text != state.judged:
        _judge(table, seen, text)
    partner.compare(table, anew=text != state.judged)


def _judge(table: TurnContext, seen: Stands, text: str) -> None:
    state = table.state
    judgement = table.judge(seen.seen)
    table.set(judged=text)
    table.tell(
        VerdictGiven(
            table.mover,
            table.dice,
            judgement.verdict,
            judgement.faults,
            judgement.reading,
            state.position,
            nothing_to_play=judgement.verdict is Verdict.LEGAL and text == table.on_board().text,
            ends_by=contest.ends_by(table.state),
        )
    )


def _die_turned(table: TurnContext, turned: DieTurned) -> None:
    """A die shows another face: the roll stands, verdicts wait until it is turned back."""
    disturbed = f"{turned.was}{turned.now}"
    if table.state.disturbed != disturbed:
        table.set(disturbed=disturbed)
        table.tell(DieDisturbed(table.mover, turned.was, turned.now))


def _dice_back(table: TurnContext, _back: DiceBack) -> None:
    """The dice lie as thrown (again); of dice set by hand: there are some that can be lifted."""
    if table.state.disturbed:
        table.tell(DieBack(table.mover, table.dice))
    table.set(disturbed="", dice_lie=True)


def _early_throw(table: TurnContext, threw: Threw) -> None:
    """A throw before the dice were picked up: void, or kept where nothing can change (E4)."""
    if threw.player.value == table.state.trays:
        return
    if threw.player.value in table.state.trays:
        # In the opening turn his own die lay in his tray: it is up now.
        v, n = table.state.opening
        table.set(trays=threw.player.other.value, down=(n if threw.player is Player.V else v,))
    if table.state.kept is None and _may_keep(table):
        table.set(kept=threw.dice)
        table.tell(KeyAnswer(threw.player, "kept"))
    else:
        # Thrown a second time a kept throw is void, or it could be repeated until it pleases.
        table.set(kept=None)
        table.tell(_too_early(table, threw.player))


def _may_keep(table: TurnContext) -> bool:
    """Whether the pending move is forced or, in the backgammon family, contact is over (E4)."""
    rules = table.rules
    if rules.only_end(table.agreed, table.mover, table.dice) is not None:
        return True
    return rules.game.track.opposed and not rules.in_contact(table.agreed)


def _early_void(table: TurnContext, threw: Cocked | ThrewOne) -> None:
    """An early throw with a cocked die, or of one die, is void like any early throw."""
    if threw.player.value not in table.state.trays:
        table.tell(_too_early(table, threw.player))


def _too_early(table: TurnContext, player: Player) -> RollVoid:
    """A throw that does not count, and what it came before."""
    state = table.state
    if state.by_hand:
        return RollVoid(player, "early", "partner" if state.partners else "by-hand")
    asks = state.asked is not None and state.asked.topic is Topic.READING
    return RollVoid(player, "early", "by-hand" if asks else "")


def _no_dice(table: TurnContext, _none: NoDice) -> None:
    """Nobody can lift what does not lie: the dice count as set by hand, and `yes` ends the turn."""
    table.set(by_hand=True, disturbed="")
    contest.tell_by_hand(table)


def _done(table: TurnContext, answer: Says) -> None:
    """The mover's `yes` ends a turn with dice set by hand, as soon as the board stands still."""
    if table.state.partners and answer.yes:
        partner.let_stand(table, answer)
    elif table.state.by_hand and answer.yes and answer.player is table.mover:
        table.set(done=True)
    else:
        menu.refuse(table, answer)


def _end_turn(table: TurnContext, up: DiceUp) -> None:
    """The dice were picked up: the turn is over, right or wrong (E2, E3).

    Where places are out of order and several legal ends fit, the mover is asked which is his.
    """
    if partner.goes_on(table, up):
        return
    if up.unwatched and table.judge(up.seen, over=True).verdict is not Verdict.LEGAL:
        # It may be another board, or one that was cleared while the power was off.
        _no_dice(table, NoDice())
        return
    if menu.ask_reading(table, up):
        return
    player, dice, before = table.mover, table.dice, table.state.position
    judgement = table.judge(up.seen, over=True)
    if judgement.verdict is not Verdict.LEGAL:
        judgement = overlapping_turns.end_before(table, up) or judgement
    legal = judgement.verdict is Verdict.LEGAL
    verdict = Verdict.LEGAL if legal else Verdict.ILLEGAL
    table.set(shown=up.seen.text, judged=table.as_seen(up.seen).text)
    table.set(disturbed="", done=False, reading="" if legal else table.state.reading)
    table.tell(TurnEnds(player, dice, verdict, judgement.faults, judgement.reading, before))
    if legal:
        _turn_over(table, judgement, up.other)
    else:
        _open_error(table, judgement)


def _turn_over(table: TurnContext, judgement: Judgement, other: str = "") -> None:
    """Enter a legal end as the agreed position and go on with whoever is next.

    other -- what lies in the opponent's tray: a throw that was kept counts while it lies there.
    """
    player, kept = table.mover, table.state.kept
    table.set(back=None)
    contest.commit_position(table, judgement.reading)
    if contest.game_over(table):
        return
    contest.begin_turn(table, player if judgement.again else player.other)
    if kept is None:
        return
    if judgement.again:
        table.tell(RollVoid(player.other, "early", "kept"))
    elif sorted(other, reverse=True) == [str(die) for die in kept]:
        contest.roll(table, Roll(player.other, kept), player.other.value)


def _open_error(table: TurnContext, judgement: Judgement) -> None:
    """Leave a wrong turn to the opponent; a throw he made early is void after all (E4)."""
    player = table.mover
    # The practice partner has every error put right.
    demanded = player.other is table.state.practice.partner
    table.set(phase=Phase.ERROR, asked=contest.still_asked(table.state), must_correct=demanded)
    contest.tell_error(table, judgement)
    if table.state.kept is not None:
        table.set(kept=None)
        table.tell(RollVoid(player.other, "early", "kept"))


# --- the open error ----------------------------------------------------------------------------


def _corrected(table: TurnContext, seen: Stands) -> None:
    """Any legal end of the turn, settled before the opponent throws, closes the error (E3)."""
    changed = table.state.shown != seen.seen.text
    table.set(shown=seen.seen.text)
    judgement = table.judge(seen.seen)
    if judgement.verdict is Verdict.LEGAL:
        state = table.state
        last = Corrected(table.mover, state.position, table.dice, state.rights)
        table.tell(ErrorClosed(table.mover, "corrected", judgement.reading))
        _turn_over(table, judgement)
        if table.state.phase is Phase.TO_THROW:
            table.set(corrected=last)
    elif changed and judgement.verdict is Verdict.ILLEGAL:
        table.tell(dialog.still_wrong(table, judgement))


def _before_throw(table: TurnContext, seen: Stands) -> None:
    """Before the throw: another legal end of a turn that was corrected, or the agreed board.

    Who puts his pieces down one by one may pass a legal end before he is done (B4).
    """
    state, last = table.state, table.state.corrected
    if last is not None and not seen.threw and not table.is_agreed(seen.seen):
        table.set(phase=Phase.ERROR, turn=state.turn - 1, corrected=None, position=last.position)
        table.set(player=last.player, dice=last.dice, rights=last.rights)
        if table.judge(seen.seen, over=True).verdict is Verdict.LEGAL:
            if state.wrong:
                table.tell(Setup(ok=True))
            _corrected(table, seen)
            return
        table.state = state
    throwing.note_board(table, seen)


def _accept_by_throw(table: TurnContext, threw: Threw) -> None:
    """The opponent throws: the position stands as it is, unless nobody may accept it (E3)."""
    table.set(one_die=None)
    if threw.player is table.mover:
        table.tell(RollVoid(threw.player, "wrong-player"))
        return
    contest.accept(table, table.judge(threw.seen, over=True))
    if table.state.phase is Phase.TO_THROW:
        contest.roll(table, Roll(threw.player, threw.dice), threw.player.value)


def _if_acceptable(handler: Handler) -> Handler:
    """While the open error must be put right no throw counts, and whoever made one is told so."""

    @wraps(handler)
    def handle(table: TurnContext, threw: Threw | ThrewOne | Cocked | OneDieGone) -> None:
        waited_for = isinstance(threw, ThrewOne) and threw.player is not table.mover
        if waited_for or table.acceptable(table.judge_ended()):
            handler(table, threw)
        else:
            table.set(one_die=None)
            table.tell(RollVoid(threw.player, "board", "error"))

    return handle


# --- the cube offer ----------------------------------------------------------------------------


def _throw_at_rest(when: str, table: TurnContext, threw: Threw | ThrewOne | Cocked) -> None:
    """Nobody throws while the cube is offered, in a pause, or when the match is over."""
    table.tell(RollVoid(threw.player, "early", when))


def _answer_double(table: TurnContext, answer: Says) -> None:
    """The opponent takes or drops an offered cube (B6)."""
    if answer.player is table.mover:
        menu.refuse(table, answer)
    else:
        dialog.answer_double(table, answer)


# --- rest --------------------------------------------------------------------------------------


def _answer_pause(table: TurnContext, answer: Says) -> None:
    """After a pause `yes` goes on: the board is compared first."""
    if answer.yes:
        table.state = initial_state.resume(table.state)
    else:
        menu.refuse(table, answer)


# --- after the match ---------------------------------------------------------------------------


def _another_match(table: TurnContext, seen: Stands) -> None:
    """The start position set up after the match begins another of the same kind."""
    if table.is_agreed(seen.seen):
        contest.new_match(table)
        contest.set_up(table, seen.seen)
    elif seen.other:
        game_requests.offer(table, seen.other)
    elif table.state.shown not in (None, seen.seen.text):
        # Somebody sets up: what lacks in the end is named.
        table.set(wrong=True)
    table.set(shown=seen.seen.text)


_AT_REST: Final = {Phase.DOUBLED: "answer", Phase.PAUSED: "pause", Phase.OVER: "over"}
"""Why nobody throws in a phase, as `RollVoid` has it."""

TRANSITIONS: Final[dict[tuple[Phase, type[Input]], Handler]] = {
    (Phase.SETUP, Stands): _compare_setup,
    (Phase.SETUP, Threw): _throw_before_setup,
    (Phase.SETUP, ThrewOne): _throw_before_setup,
    (Phase.SETUP, Cocked): _throw_before_setup,
    (Phase.OPENING, Stands): throwing.note_board,
    (Phase.OPENING, ThrewOne): throwing.open_one,
    (Phase.OPENING, Threw): throwing.open_two,
    (Phase.OPENING, Cocked): throwing.open_cocked,
    (Phase.OPENING, Uncounted): throwing.open_uncounted,
    (Phase.TO_THROW, Stands): _before_throw,
    (Phase.TO_THROW, Threw): throwing.throw,
    (Phase.TO_THROW, ThrewOne): throwing.throw_one,
    (Phase.TO_THROW, OneDieGone): throwing.one_die_gone,
    (Phase.TO_THROW, Cocked): throwing.cocked,
    (Phase.TO_THROW, Uncounted): throwing.uncounted,
    (Phase.TO_THROW, Doubles): dialog.double,
    (Phase.TO_THROW, Draws): partner.draw,
    (Phase.TO_THROW, Offers): partner.offer,
    (Phase.MOVING, Stands): _verdict,
    (Phase.MOVING, DieTurned): _die_turned,
    (Phase.MOVING, DiceBack): _dice_back,
    (Phase.MOVING, DiceUp): _end_turn,
    (Phase.MOVING, NoDice): _no_dice,
    (Phase.MOVING, Threw): _early_throw,
    (Phase.MOVING, ThrewOne): _early_void,
    (Phase.MOVING, Cocked): _early_void,
    (Phase.MOVING, Says): _done,
    (Phase.MOVING, Names): partner.name,
    (Phase.ERROR, Stands): _corrected,
    (Phase.ERROR, Threw): _if_acceptable(_accept_by_throw),
    (Phase.ERROR, ThrewOne): _if_acceptable(throwing.throw_one),
    (Phase.ERROR, OneDieGone): _if_acceptable(throwing.one_die_gone),
    (Phase.ERROR, Cocked): _if_acceptable(throwing.cocked),
    (Phase.ERROR, Uncounted): throwing.uncounted,
    (Phase.ERROR, Doubles): dialog.double,
    (Phase.DOUBLED, Stands): throwing.note_board,
    (Phase.DOUBLED, Says): _answer_double,
    (Phase.PAUSED, Stands): throwing.note_board,
    (Phase.PAUSED, Says): _answer_pause,
    (Phase.OVER, Stands): _another_match,
    **{
        (phase, threw): partial(_throw_at_rest, when)
        for phase, when in _AT_REST.items()
        for threw in (Threw, ThrewOne, Cocked)
    },
    **{(phase, Asks): dialog.ask for phase in Phase},
    **{(phase, Ruling): rulings.rule for phase in Phase},
}


def take(table: TurnContext, given: Input) -> bool:
    """Let the table take one input; False where the phase has no use for it (nothing changed)."""
    if isinstance(given, Says) and menu.answers(table, given):
        return True
    if isinstance(given, Stands) and menu.handle_lifted_piece(table, given):
        return True
    handler = TRANSITIONS.get((table.state.phase, type(given)))
    if handler is None:
        return menu.refuse(table, given)
    handler(table, given)
    return True
