"""Actions for throws: the opening, the throw of a turn, and early throws."""

from typing import Final

from companion.referee import contest, cube, inputs
from companion.referee.board_facts import Setup
from companion.referee.facts import DieWaits, Opening, OpeningDie, Roll, RollVoid
from companion.referee.outcomes import Followed, Outcome
from companion.referee.state import NONE_THROWN, OpeningDice, Phase, Topic
from companion.referee.talk_facts import KeyAnswer
from companion.referee.turn_context import TurnContext
from companion.rules import Player

# --- the opening throw -------------------------------------------------------------------------


def open_one(table: TurnContext, threw: inputs.ThrewOne) -> Outcome | Followed:
    """Enter one player's opening die; with both dice, decide who begins (C5)."""
    dice = table.state.game.opening
    if not threw.right:
        refuse_for_board(table, threw.player)
        return Outcome.STAYS
    if dice.of(threw.player):
        # The first die counts; otherwise a player could throw until he likes it.
        table.tell(RollVoid(threw.player, "early", "again"))
        return Outcome.STAYS
    dice = dice.with_die(threw.player, threw.face)
    if all(dice):
        return opening(table, dice)
    table.set_game(opening=dice)
    table.tell(OpeningDie(threw.player, threw.face))
    return Outcome.STAYS


def open_both(table: TurnContext, threw: inputs.ThrewOpening) -> Outcome | Followed:
    """Enter both opening dice at once."""
    return opening(table, OpeningDice(threw.v, threw.n))


def opening(table: TurnContext, dice: OpeningDice, *, by_hand: bool = False) -> Outcome | Followed:
    """Decide with both opening dice who begins; equal dice are thrown again (C5)."""
    starter = None if dice.v == dice.n else max(Player, key=dice.of)
    table.set_game(opening=NONE_THROWN if starter is None else dice)
    table.tell(Opening(*dice, starter))
    if starter is None:
        cube.automatic_double(table)
        return Outcome.STAYS
    contest.begin_turn(table, starter)
    if not table.rules.game.opening_is_played:
        return Outcome.OPENED
    return Followed(Outcome.OPENED, _opening_roll(table, dice, by_hand=by_hand))


def _opening_roll(table: TurnContext, dice: OpeningDice, *, by_hand: bool) -> inputs.Counted:
    """Return the opening dice as the beginner's throw; a drawn die lies in no tray."""
    starter, practice = table.mover, table.state.practice
    nowhere = by_hand or practice.draws(starter)
    thrown = Roll(starter, (max(dice), min(dice)), opening=True, by_hand=nowhere)
    if practice.simulated:
        return inputs.Counted(thrown, starter.value, (dice.of(starter),))
    return inputs.Counted(thrown, "VN")


def open_cocked(table: TurnContext, threw: inputs.Cocked) -> None:
    """Report a cocked opening die, which alone is thrown again (C5)."""
    table.tell(RollVoid(threw.player, "cocked", "opening"))


def open_two(table: TurnContext, threw: inputs.Threw) -> None:
    """Report two dice of one player as too early: in the opening each throws one."""
    table.tell(RollVoid(threw.player, "early", "opening"))


def open_uncounted(table: TurnContext, lies: inputs.Uncounted) -> None:
    """Report an opening die that lay there while the power was off."""
    if not table.state.game.opening.of(lies.player):
        table.tell(DieWaits(lies.player, "uncounted", 0))


def refuse_for_board(table: TurnContext, player: Player) -> None:
    """Refuse a throw, and report what is wrong with the board."""
    table.set_setup(wrong=True)
    table.tell(RollVoid(player, "board"))
    table.tell(table.compare(table.seen))


# --- the throw ---------------------------------------------------------------------------------


def throw(table: TurnContext, threw: inputs.Threw) -> Outcome:
    """Enter a throw at the beginning of a turn if it is the mover's and the board is right."""
    table.set_turn(one_die=None)
    if threw.player is not table.mover:
        table.tell(RollVoid(threw.player, "wrong-player"))
    elif not threw.right:
        refuse_for_board(table, threw.player)
    else:
        return contest.roll(table, counted(threw.player, threw.dice))
    return Outcome.STAYS


def counted(player: Player, dice: tuple[int, int]) -> inputs.Counted:
    """Return a valid throw with both dice in the player's tray."""
    return inputs.Counted(Roll(player, dice), player.value)


def throw_one(table: TurnContext, threw: inputs.ThrewOne) -> None:
    """Wait for the second die, or refuse a die of the wrong player."""
    if threw.player is _thrower(table):
        table.set_turn(one_die=threw.player)
    else:
        table.tell(RollVoid(threw.player, "wrong-player"))


def _thrower(table: TurnContext) -> Player:
    return table.mover if table.state.phase is Phase.TO_THROW else table.mover.other


def one_die_gone(table: TurnContext, gone: inputs.OneDieGone) -> None:
    """Report a void throw: its single die was lifted, or a piece was moved."""
    table.set_turn(one_die=None)
    when = "moved" if gone.moved else _old_die_reason(table) if gone.beside else ""
    table.tell(RollVoid(gone.player, "one-die", when))


def _old_die_reason(table: TurnContext) -> str:
    """Return the reason for a die beside an old one: Jacquet's opening die, or another."""
    first = not table.rules.game.opening_is_played and table.state.turn.number <= len(Player)
    return "old-opening" if first else "old"


def cocked(table: TurnContext, threw: inputs.Cocked) -> None:
    """Report a cocked throw, which is void (E1)."""
    table.set_turn(one_die=None)
    table.tell(RollVoid(threw.player, "cocked"))


def uncounted(table: TurnContext, lies: inputs.Uncounted) -> None:
    """Report two dice of the thrower that lay there while the power was off."""
    if lies.player is not _thrower(table) or not lies.both:
        return
    if table.state.phase is Phase.ERROR and not table.acceptable(table.judge_ended()):
        return  # no throw of his would count
    table.tell(DieWaits(lies.player, "uncounted", 0))
    if table.state.phase is Phase.TO_THROW and not table.state.board.right:
        table.set_setup(wrong=True)
        table.tell(table.compare(table.seen))


def note_board(table: TurnContext, seen: inputs.Stands) -> None:
    """Note before the throw whether the board shows the agreed position."""
    right = table.is_agreed(seen.seen)
    if right and table.state.setup.wrong:
        table.set_setup(wrong=False, is_turn_unclear=True)
        table.tell(Setup(ok=True))
    table.set_board(right=right, shown=seen.seen)


# --- throws that come too early ------------------------------------------------------------------


def throw_before_setup(
    table: TurnContext, threw: inputs.Threw | inputs.ThrewOne | inputs.Cocked
) -> None:
    """Refuse a throw of one or two dice onto a board that is not set up."""
    refuse_for_board(table, threw.player)


def early_throw(table: TurnContext, threw: inputs.Threw) -> None:
    """Keep an early throw if the pending play cannot change it; otherwise void it (E4)."""
    if threw.player.value == table.state.throw.trays:
        return
    if threw.player.value in table.state.throw.trays:
        # His opening die, which lay in his tray, was picked up.
        other = threw.player.other
        table.set_throw(trays=other.value, down=(table.state.game.opening.of(other),))
    if table.state.throw.kept is None and _may_keep(table):
        table.set_throw(kept=threw.dice)
        table.tell(KeyAnswer(threw.player, "kept"))
    else:
        # A repeated throw is void; otherwise a player could throw until he likes it.
        table.set_throw(kept=None)
        table.tell(_too_early(table, threw.player))


def _may_keep(table: TurnContext) -> bool:
    """Return whether the play is forced or, in the backgammon family, contact is over (E4)."""
    rules = table.rules
    if rules.only_end(table.agreed, table.mover, table.dice) is not None:
        return True
    return rules.game.track.opposed and not rules.in_contact(table.agreed)


def early_void(table: TurnContext, threw: inputs.Cocked | inputs.ThrewOne) -> None:
    """Report an early throw of one die, or with a cocked die, as void."""
    if threw.player.value not in table.state.throw.trays:
        table.tell(_too_early(table, threw.player))


def _too_early(table: TurnContext, player: Player) -> RollVoid:
    """Return the fact of an early throw, with what it came before."""
    state = table.state
    if state.throw.by_hand:
        return RollVoid(player, "early", "partner" if state.partners else "by-hand")
    asks = state.asked is not None and state.asked.topic == Topic.READING
    return RollVoid(player, "early", "by-hand" if asks else "")


def throw_at_rest(
    table: TurnContext, threw: inputs.Threw | inputs.ThrewOne | inputs.Cocked
) -> None:
    """Report a throw made during a double, a pause, or after the match as void."""
    table.tell(RollVoid(threw.player, "early", _AT_REST[table.state.phase]))


_AT_REST: Final = {Phase.DOUBLED: "answer", Phase.PAUSED: "pause", Phase.OVER: "over"}
"""The reason of `RollVoid` in each of these phases."""
