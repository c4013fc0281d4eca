"""Lets players choose a game with the keys: `yes` accepts the offer, `no` gives the next one.

The first offer repeats the previous choice. If there is none or the players refuse it, they choose
the game, then the length of the match, then the rules. `hint` explains the offer. Setting up the
start position of a game offers that game.
"""

from dataclasses import replace
from typing import Final, Self, TypeVar

from companion.board.observation import Observation
from companion.link.messages import BoardState, Key, elapsed
from companion.referee.read_board import fault_facts, game_shown
from companion.referee.reminders import MOST
from companion.referee.requests import KeepGame, Output, StartMatch
from companion.referee.talk_facts import Choice, Choosing, Chosen, KeyAnswer
from companion.rules import Player, game_names
from companion.rules.games import BY_NAME, POSITION_OPTIONS

_T = TypeVar("_T")

LENGTHS: Final = (None, 3, 5, 7, 11)
"""Match lengths offered, in points; None for a match without an end."""
MEETINGS: Final = (3, 5)
"""Match lengths in games (Jacquet, `count-games`), offered after the lengths in points."""
CLOCKS: Final = (0, 10, 20, 30, 60)
"""Minutes that each player has for a game, 0 for no clock."""
REMIND_MS: Final = 30_000
"""Milliseconds after which an offer is repeated; the interval then doubles each time."""

_COUNTED: Final = "count-games"
_NOT_ASKED: Final = {"mirrored", *POSITION_OPTIONS, _COUNTED}
"""Options that players are not asked about: the board, the position or the length decides them."""


def options_of(game: str) -> tuple[str, ...]:
    """Return the rule options about which the players are asked, in order."""
    return tuple(sorted(BY_NAME[game].options - _NOT_ASKED))


class Chooser:
    """Leads the players to a `StartMatch` request.

    last -- the previous choice, which is offered first, or None;
    playing -- whether a game is interrupted; the keys `board`, `score` and `cube` return to this
    game.
    """

    def __init__(self, last: Choice | None, offer: Choice, *, playing: bool = False) -> None:
        first = Choosing("game", offer, "" if playing else "welcome")
        self.offered = first if last is None else Choosing("again", last)
        self._playing = playing
        self._shown = ""
        self._said_at: int | None = None
        self._reminded = 0

    @classmethod
    def instead_of(cls, game: str) -> Self:
        """Return a chooser for another game, while the game `game` is interrupted."""
        return cls(None, Choice(_after(game_names(), game)), playing=True)

    def settled(self, seen: Observation) -> tuple[Output, ...]:
        """Process one observation, in the same order as the referee."""
        outputs = [each for key in seen.keys for each in self._press(key.player, key.key, seen.ms)]
        outputs += [*self._remind(seen.ms), *fault_facts(seen.faults)]
        if seen.board is not None:
            outputs += self._look(seen.board.state)
        return tuple(outputs)

    def lost(self) -> None:
        """Make the offer again once the board is back."""
        self._said_at = None

    def _remind(self, now: int) -> tuple[Output, ...]:
        """Make the offer at the first observation, and repeat it while nobody answers."""
        if self._said_at is None:
            return self._offer(self.offered, now)
        waited = elapsed(now, self._said_at)
        if self._reminded == MOST or waited <= REMIND_MS << self._reminded:
            return ()
        self._said_at, self._reminded = now, self._reminded + 1
        return (self.offered,)

    def _look(self, seen: BoardState) -> tuple[Output, ...]:
        """Offer the game whose start position was set up, unless this game was offered already."""
        shown = game_shown(seen)
        before, self._shown = self._shown, shown
        if not shown or shown in (before, self.offered.choice.game):
            return ()
        return self._offer(Choosing("shown", Choice(shown)), seen.ms)

    def _press(self, player: Player, key: Key, now: int) -> tuple[Output, ...]:
        """Process a key press; the speech queue handles `repeat`."""
        if key is Key.REPEAT:
            return ()
        if self.offered.item == "welcome":
            # The welcome, which explains the keys, is given only once.
            self.offered = replace(self.offered, item="")
        if key is Key.HINT:
            self._said_at, self._reminded = now, 0
            return (replace(self.offered, explained=True),)
        if key in (Key.YES, Key.NO):
            return self._answer(now, yes=key is Key.YES)
        if self._playing:
            return KeyAnswer(player, "cancelled", "choosing"), KeepGame()
        return self._offer(self.offered, now)

    def _offer(self, offered: Choosing, now: int) -> tuple[Output, ...]:
        self.offered, self._said_at, self._reminded = offered, now, 0
        return (offered,)

    def _answer(self, now: int, *, yes: bool) -> tuple[Output, ...]:
        following = _following(self.offered, yes=yes)
        if following is None:
            return Chosen(self.offered.choice), StartMatch(self.offered.choice)
        return self._offer(following, now)


# --- the steps -----------------------------------------------------------------------------------


def _following(offered: Choosing, *, yes: bool) -> Choosing | None:
    """Return the next offer after an answer, or None if the players accepted this one."""
    step, choice, item = offered.step, offered.choice, ""
    match step:
        case "again" if not yes:
            step, choice = "game", Choice(_after(game_names(), choice.game))
        case "game" | "shown" if yes:
            step = "length"
        case "game" | "shown":
            step, choice = "game", replace(choice, game=_after(game_names(), choice.game))
        case "length" if yes:
            step = "rules"
        case "length":
            match_to, options = _after(lengths(choice.game), (choice.match_to, choice.options))
            choice = replace(choice, match_to=match_to, options=options)
        case "rules" if not yes:
            step, item = "option", options_of(choice.game)[0]
        case "option":
            choice, item = _after_option(choice, offered.item, yes=yes)
            step = "option" if item else "clock"
        case "clock" if yes is not bool(choice.clock):
            # At the first question, `no` starts without a clock and `yes` offers a time. After
            # that, `yes` takes the offered time and `no` offers the next one.
            choice = replace(choice, clock=_after(CLOCKS, choice.clock))
        case _:
            return None
    return Choosing(step, choice, item)


def _after_option(choice: Choice, option: str, *, yes: bool) -> tuple[Choice, str]:
    """Return the choice after the answer about an option, and the next option or "".

    For an option "no-x" the question is whether to play with x, so `yes` leaves the option off.
    """
    agreed = yes is not option.startswith("no-")
    options = {*choice.options, *((option,) if agreed else ())}
    further = (*options_of(choice.game), "")
    return replace(choice, options=tuple(sorted(options))), _after(further, option)


def lengths(game: str) -> tuple[tuple[int | None, tuple[str, ...]], ...]:
    """Return the match lengths of a game, each with the options that it needs."""
    points = tuple((length, ()) for length in LENGTHS)
    if _COUNTED not in BY_NAME[game].options:
        return points
    return (*points, *((games, (_COUNTED,)) for games in MEETINGS))


def _after(items: tuple[_T, ...], item: _T) -> _T:
    """Return the item after a given item; after the last one, the first."""
    return items[(items.index(item) + 1) % len(items)]
