"""The referee: settled boards, throws and keys in, facts out. Pure; all of it is a `State`."""

from dataclasses import replace
from typing import Final

from companion.board.occupancy import Stars, possible_stars, read, set_up
from companion.board.turned import turned
from companion.link.messages import BoardState, Key, elapsed
from companion.referee import (
    clock,
    dialog,
    disabled_places,
    initial_state,
    menu,
    partner,
    reminders,
)
from companion.referee.facts import (
    CubeAction,
    ErrorOpen,
    Opening,
    OpeningDie,
    Roll,
    Ruling,
    TurnBegins,
    VerdictGiven,
)
from companion.referee.inputs import (
    Act,
    Asks,
    DiceUp,
    Doubles,
    Input,
    Look,
    Says,
    gone_on,
    stands,
    throws,
    turn_dice,
)
from companion.referee.layouts import game_shown, layouts
from companion.referee.machine import reopen, take
from companion.referee.requests import Output
from companion.referee.state import NO_PRACTICE, Evening, LastKey, Phase, Practice, State, Topic
from companion.referee.turn_context import TurnContext
from companion.rules import Match, Placement, Player, Rules, Verdict

_NOBODY: Final[frozenset[Player]] = frozenset()

AGAIN_MS: Final = 8_000
"""A key pressed again within this time says the next thing, later the first again."""

_NEW_SITUATIONS: Final = (OpeningDie, TurnBegins, Roll, ErrorOpen, CubeAction)
"""After one of these a key says the first thing again, as after an illegal play."""


class Referee:
    """One evening's referee.

    `board`, `press`, `rule` and `clock` take what happened and return the facts that follow, and
    what is wanted of whoever runs the evening, in order; `state` is all that must be kept to go on
    later. minutes -- what each player has for a game, 0: no clock; practice -- whose turns the
    companion plays; a state that is gone on with has its own of both. typed, shuts_down -- see
    `Evening`.
    """

    def __init__(  # noqa: PLR0913 - all that an evening begins with
        self,
        rules: Rules,
        match: Match,
        state: State | None = None,
        *,
        minutes: int = 0,
        practice: Practice = NO_PRACTICE,
        typed: bool = False,
        shuts_down: bool = False,
    ) -> None:
        self.rules = rules
        fresh = initial_state.start(rules, match, Evening(minutes * clock.MINUTE), practice)
        begun = reopen(fresh if state is None else state)
        evening = replace(begun.evening, typed=typed, shuts_down=shuts_down)
        self.state = replace(begun, evening=evening)
        self._last: BoardState | None = None
        self._looked: Look | None = None

    def board(
        self,
        seen: BoardState,
        thrown: frozenset[Player],
        beside: frozenset[Player] = frozenset(),
        uncounted: frozenset[Player] = frozenset(),
    ) -> tuple[Output, ...]:
        """Look at a settled board; thrown: the sides whose dice came to rest since the last one.

        beside -- those of them one of whose dice is an old one, which is no part of a throw;
        uncounted -- the sides whose dice came to lie while the board had no power.
        """
        self._last = seen
        turns, other = self._other_layouts(seen), self._other_game(seen)
        if "turned" in self.state.layout:
            seen, uncounted = turned(seen), _other(uncounted)
            thrown, beside = _other(thrown), _other(beside)
        look = Look(self._read(seen), seen, thrown, turns, beside, other=other, uncounted=uncounted)
        any_die = "end-on-any-die" in self.rules.options
        before, right_before = self.state, self.state.right
        facts: list[Output] = []
        hurried = False
        for given in turn_dice(self.state, self._again(look), any_die=any_die):
            facts += self._take(given, seen.ms)
            hurried = isinstance(given, DiceUp) and given.hurried
        if not hurried:  # else the pieces are looked at when his throw is in
            facts += self._take(stands(self.state, self._again(look)), seen.ms)
        for given in gone_on(before, self.state, look):
            facts += self._take(given, seen.ms)
        for player in Player:
            now = self._again(look)
            for given in throws(self.state, now, player, right_before=right_before):
                facts += self._take(given, seen.ms)
        facts += self._take(stands(self.state, self._again(look)), seen.ms)
        for given in partner.finished(self.state, self._again(look)):
            facts += self._take(given, seen.ms)
        if any(isinstance(fact, Opening) for fact in facts):
            # Both dice came at once: that the first lies is no news any more.
            facts = [fact for fact in facts if not isinstance(fact, OpeningDie)]
        self._looked = replace(look, thrown=_NOBODY, beside=_NOBODY, uncounted=_NOBODY)
        self._note_waits(seen.ms)
        return tuple(facts)

    def _note_waits(self, now: int) -> None:
        """See what is waited for as things stand now, at the board as it was last looked at."""
        table = TurnContext(self.rules, self.state, now)
        if table.is_typed:
            reminders.note_typed(table)
        elif self._looked is not None:
            reminders.note(table, self._again(self._looked))
        self.state = table.state

    def _again(self, look: Look) -> Look:
        """The look as it is read by now: what stands out of order follows the play."""
        if not self.state.dead:
            return look
        ended = self._read(look.state, over=True)
        return replace(look, seen=self._read(look.state), ended=ended)

    def press(self, player: Player, key: Key, now: int) -> tuple[Output, ...]:
        """Take a key; `repeat` is the voice's own business and changes nothing here."""
        player = player.other if "turned" in self.state.layout else player
        before = self.state
        times = self._times(player, key, now)
        self.state = replace(before, last_key=LastKey(player, key, times, now))
        given = _key(player, key, times, now)
        facts = () if given is None else self._take(given, now)
        return facts + self._look_again(before, now)

    def _times(self, player: Player, key: Key, now: int) -> int:
        """How often this key was pressed running."""
        last = self.state.last_key
        if last is None or (last.player, last.key) != (player, key):
            return 1
        return last.times + 1 if elapsed(now, last.at) <= AGAIN_MS else 1

    def _look_again(self, before: State, now: int) -> tuple[Output, ...]:
        """A key or a ruling may change what the board means: compare the one that stands there."""
        meant, means = ((s.phase, s.then, s.layout, s.position) for s in (before, self.state))
        changed = self.state.phase is Phase.SETUP and (meant != means or self.state.shown is None)
        named = before.throw.wanted != self.state.throw.wanted and self.state.throw.by_hand
        changed |= before.dead != self.state.dead or (
            _has_lifted_piece(before) and not _has_lifted_piece(self.state)
        )
        if self._last is None or not (changed or named):
            if replace(self.state, last_key=before.last_key) != before:
                self._note_waits(now)
            return ()
        return self.board(self._last, frozenset())

    def rule(self, ruling: Ruling, now: int) -> tuple[Output, ...]:
        """Take a referee's ruling: it comes back as a fact, or refused with the reason."""
        before = self.state
        facts = self._take(ruling, now)
        return facts + self._look_again(before, now)

    def act(self, given: Act, now: int) -> tuple[Output, ...]:
        """Take what the practice partner does: its die, its dice, its play, its answer."""
        before = self.state
        facts = self._take(given, now)
        return facts + self._look_again(before, now)

    def clock(self, now: int) -> tuple[Output, ...]:
        """Let time pass: questions left alone lapse, what is waited for is named."""
        table = TurnContext(self.rules, self.state, now)
        clock.tick(table, now)
        dialog.lapse(table, now)
        reminders.remind(table, now)
        lapsed = self.state.asked is not table.state.asked
        self.state = table.state
        if lapsed:
            self._note_waits(now)
        return tuple(table.facts)

    def note_record(self, *, kept: bool) -> None:
        """Note whether what happens is written down, see `Evening`."""
        if self.state.evening.recorded is not kept:
            evening = replace(self.state.evening, recorded=kept)
            self.state = replace(self.state, evening=evening)

    def lost(self) -> None:
        """The board is away: until it is back no time is counted."""
        self.state = replace(self.state, clock=replace(self.state.clock, ticked=None))

    def restarted(self) -> None:
        """The board had no power, or is another: what lay in its trays was not watched."""
        self.lost()
        self.state = replace(self.state, throw=replace(self.state.throw, dice_lie=False))

    def _take(self, given: Input, now: int) -> tuple[Output, ...]:
        table = TurnContext(self.rules, self.state, now)
        dialog.leave(table, given)
        take(table, given)
        menu.ask_for_dice(table)
        if any(map(_is_new_situation, table.facts)):
            table.set(last_key=None)
        self.state = table.state
        return tuple(table.facts)

    def _read(self, seen: BoardState, *, over: bool = False) -> Placement:
        """Read the zones; at a set-up the two stars are given their owners.

        over -- as they are to be read when the running turn is over.
        """
        stars = self.state.stars
        if stars is None or self.state.phase is Phase.SETUP:
            stars = self._owners(seen)
            self.state = replace(self.state, stars=stars)
        placement = self._placed(seen, stars)
        table = TurnContext(self.rules, self.state, seen.ms)
        return disabled_places.fill(table, placement, over=over)

    def _owners(self, seen: BoardState) -> Stars:
        """Whose the stars are: those owners for whom the fewest pieces are to be carried.

        Of several the ones that are known, in a game that goes on, else those of `set_up`.
        """
        table = TurnContext(self.rules, self.state, seen.ms)
        known = None if self.state.then is Phase.OPENING else self.state.stars
        if known is None:
            wanted = table.wanted[0]
            known = set_up(seen.zones, wanted, self.rules.game, mirrored=self._mirrored)
        owners = (known, *possible_stars(self.rules.game))
        return min(owners, key=lambda stars: table.steps(self._placed(seen, stars)))

    def _placed(self, seen: BoardState, stars: Stars) -> Placement:
        """The pieces as they are read when the stars have these owners."""
        placement = read(seen.zones, stars, self.rules.game, mirrored=self._mirrored)
        return TurnContext(self.rules, self.state, seen.ms).with_pawns(placement)

    @property
    def _mirrored(self) -> bool:
        return "mirrored" in self.state.layout

    def _other_layouts(self, seen: BoardState) -> tuple[tuple[str, ...], ...]:
        """The layouts other than the present in which this board is the start position."""
        if self.state.phase is not Phase.SETUP or self.state.then is not Phase.OPENING:
            return ()
        found = layouts(self.rules, self.state, seen)
        return tuple(layout for layout in found if layout != self.state.layout)

    def _other_game(self, seen: BoardState) -> str:
        """The other game that is set up where one may still be chosen: before or after a match."""
        first = self.state.then is Phase.OPENING and self.state.match.number == 1
        if self.state.phase is Phase.OVER or (self.state.phase is Phase.SETUP and first):
            shown = game_shown(seen)
            return "" if shown == self.rules.name else shown
        return ""


def _is_new_situation(fact: Output) -> bool:
    """Whether what was asked before it is out of date."""
    if isinstance(fact, VerdictGiven):
        return fact.verdict is Verdict.ILLEGAL
    return isinstance(fact, _NEW_SITUATIONS)


def _has_lifted_piece(state: State) -> bool:
    """Whether a piece was lifted to be asked about, and so far judged as nothing else."""
    return state.asked is not None and state.asked.topic == Topic.LIFT and bool(state.asked.item)


def _other(players: frozenset[Player]) -> frozenset[Player]:
    return frozenset(player.other for player in players)


def _key(player: Player, key: Key, times: int, now: int) -> Input | None:
    """A key as an input of the table."""
    if key is Key.REPEAT:
        return None
    if key is Key.CUBE:
        return Doubles(player, now)
    if key in (Key.YES, Key.NO):
        return Says(player, key is Key.YES, now)
    return Asks(player, key, times, now)
