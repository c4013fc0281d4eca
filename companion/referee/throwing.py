"""Actions for throws: the opening, the throw of a turn, and early throws."""

from typing import Final

from companion.referee import contest, cube, inputs
from companion.referee.board_facts import Setup
from companion.referee.facts import DieWaits, Opening, OpeningDie, Roll, RollVoid
from companion.referee.state import OpeningDice, Phase, Topic
from companion.referee.talk_facts import KeyAnswer
from companion.referee.transitions import Followed, Result
from companion.referee.turn_context import TurnContext
from companion.rules import Player

# --- the opening throw -------------------------------------------------------------------------


def open_one(context: TurnContext, threw: inputs.ThrewOne) -> Result:
    """Enter one player's opening die; with both dice, decide who begins (C5)."""
    dice = context.state.game.opening
    if not threw.right:
        refuse_for_board(context, threw)
        return None
    if dice.of(threw.player):
        # The first die counts; otherwise a player could repeat the throw until the die is good.
        context.tell(RollVoid(threw.player, "early", "again"))
        return None
    dice = dice.with_die(threw.player, threw.face)
    if all(dice):
        return opening(context, dice)
    context.set_game(opening=dice)
    context.tell(OpeningDie(threw.player, threw.face))
    return None


def open_both(context: TurnContext, threw: inputs.ThrewOpening) -> Result:
    """Enter both opening dice at once."""
    return opening(context, OpeningDice(threw.v, threw.n))


def opening(context: TurnContext, dice: OpeningDice, *, by_hand: bool = False) -> Result:
    """Decide with both opening dice who begins; equal dice are thrown again (C5)."""
    starter = None if dice.v == dice.n else max(Player, key=dice.of)
    context.set_game(opening=OpeningDice() if starter is None else dice)
    doubles = starter is None and cube.doubles_on_tie(context)
    context.tell(Opening(*dice, starter, doubles))
    if doubles:
        cube.double_automatically(context)
    if starter is None:
        return None
    contest.begin_turn(context, starter)
    if not context.game.opening_is_played:
        return Phase.TO_THROW
    return Followed(_opening_roll(context, dice, by_hand=by_hand), Phase.TO_THROW)


def _opening_roll(context: TurnContext, dice: OpeningDice, *, by_hand: bool) -> inputs.Counted:
    """Return the opening dice as the starter's throw. Dice set by hand or drawn lie in no tray."""
    starter, practice = context.mover, context.state.practice
    nowhere = by_hand or practice.draws(starter)
    thrown = Roll(starter, (max(dice), min(dice)), opening=True, by_hand=nowhere)
    if practice.simulated:
        return inputs.Counted(thrown, starter.value, (dice.of(starter),))
    return inputs.Counted(thrown, "VN")


def open_uncounted(context: TurnContext, lies: inputs.Uncounted) -> None:
    """Report an opening die that was put down while the power was off."""
    if not context.state.game.opening.of(lies.player):
        context.tell(DieWaits(lies.player, "uncounted", 0))


def refuse_for_board(context: TurnContext, threw: inputs.Thrown) -> None:
    """Refuse a throw of one or two dice, and report what is wrong with the board."""
    context.tell(RollVoid(threw.player, "board"))
    contest.tell_wrong_board(context)


# --- the throw ---------------------------------------------------------------------------------


def throw(context: TurnContext, threw: inputs.Threw) -> Phase | None:
    """Enter a throw at the beginning of a turn if the mover threw and the board is right."""
    context.set_turn(one_die=None)
    if threw.player is not context.mover:
        context.tell(RollVoid(threw.player, "wrong-player"))
    elif not threw.right:
        refuse_for_board(context, threw)
    else:
        return contest.roll(context, counted(threw.player, threw.dice))
    return None


def counted(player: Player, dice: tuple[int, int]) -> inputs.Counted:
    """Return the input for a valid throw with both dice in the player's tray."""
    return inputs.Counted(Roll(player, dice), player.value)


def throw_one(context: TurnContext, threw: inputs.ThrewOne) -> None:
    """Wait for the second die, or refuse a die of the wrong player."""
    if threw.player is _thrower(context):
        context.set_turn(one_die=threw.player)
    else:
        context.tell(RollVoid(threw.player, "wrong-player"))


def _thrower(context: TurnContext) -> Player:
    return context.mover if context.state.phase is Phase.TO_THROW else context.mover.other


def one_die_gone(context: TurnContext, gone: inputs.OneDieGone) -> None:
    """Report a void throw of one die: the die was lifted, or a piece was moved."""
    context.set_turn(one_die=None)
    when = "moved" if gone.moved else _old_die_reason(context) if gone.with_old_die else ""
    context.tell(RollVoid(gone.player, "one-die", when))


def _old_die_reason(context: TurnContext) -> str:
    """Return the kind of an old die in the tray: the opening die of Jacquet, or another die."""
    first = not context.game.opening_is_played and context.state.turn.number <= len(Player)
    return "old-opening" if first else "old"


def cocked(context: TurnContext, threw: inputs.Cocked) -> None:
    """Report a cocked throw, which is void (E1).

    In the opening only the cocked die is void (C5).
    """
    context.set_turn(one_die=None)
    when = "opening" if context.state.phase is Phase.OPENING else ""
    context.tell(RollVoid(threw.player, "cocked", when))


def uncounted(context: TurnContext, lies: inputs.Uncounted) -> None:
    """Report two dice of the thrower that were put down while the power was off."""
    if lies.player is not _thrower(context) or not lies.both:
        return
    if context.state.phase is Phase.ERROR and not context.acceptable(context.judge_ended()):
        return  # no throw of this player would count
    context.tell(DieWaits(lies.player, "uncounted", 0))
    context.set_setup(is_turn_unclear=False)
    if context.state.phase is Phase.TO_THROW and not context.state.board.right:
        contest.tell_wrong_board(context)


def note_board(context: TurnContext, stands: inputs.Stands) -> None:
    """Store whether the board shows the agreed position before the throw."""
    right = context.is_agreed(stands.seen)
    if right and context.state.setup.wrong:
        context.set_setup(wrong=False, is_turn_unclear=True)
        context.tell(Setup(ok=True))
    context.set_board(right=right, shown=stands.seen)


# --- throws that come too early ------------------------------------------------------------------


def early_throw(context: TurnContext, threw: inputs.Threw) -> None:
    """Keep an early throw if the play is forced or contact is over; otherwise void it (E4)."""
    if threw.player.value == context.state.throw.trays:
        return
    if threw.player.value in context.state.throw.trays:
        # The thrower's opening die, which lay in the same tray, was picked up.
        other = threw.player.other
        context.set_throw(trays=other.value, down=(context.state.game.opening.of(other),))
    if context.state.throw.kept is None and _may_keep(context):
        context.set_throw(kept=threw.dice)
        context.tell(KeyAnswer(threw.player, "kept"))
    else:
        # A repeated throw is void; otherwise a player could repeat the throw until it is good.
        context.set_throw(kept=None)
        context.tell(_too_early(context, threw.player))


def _may_keep(context: TurnContext) -> bool:
    """Return whether the play is forced or, in the backgammon family, contact is over (E4)."""
    rules = context.rules
    if rules.only_end(*context.turn) is not None:
        return True
    return rules.game.track.opposed and not rules.in_contact(context.agreed)


def early_void(context: TurnContext, threw: inputs.Cocked | inputs.ThrewOne) -> None:
    """Report an early throw of one die, or with a cocked die, as void."""
    if threw.player.value not in context.state.throw.trays:
        context.tell(_too_early(context, threw.player))


def _too_early(context: TurnContext, player: Player) -> RollVoid:
    """Return the fact for an early throw, with what should have come first."""
    state = context.state
    if state.throw.by_hand:
        return RollVoid(player, "early", "partner" if state.is_partners_turn else "by-hand")
    return RollVoid(player, "early", "by-hand" if state.asks(Topic.READING) else "")


def throw_too_early(context: TurnContext, threw: inputs.Thrown) -> None:
    """Report two dice in the opening, or a throw that the game does not wait for, as void."""
    context.tell(RollVoid(threw.player, "early", _TOO_EARLY[context.state.phase]))


_TOO_EARLY: Final = {
    Phase.OPENING: "opening",
    Phase.DOUBLED: "answer",
    Phase.PAUSED: "pause",
    Phase.OVER: "over",
}
"""The details of `RollVoid` in each of these phases."""
