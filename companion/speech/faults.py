"""Sentences for faults, in a table by fault code."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from companion.rules import Rules
from companion.rules.games import own_sentences
from companion.rules.verdicts import Code, Fault, Judgement, Verdict
from companion.rules.vocabulary import BAR, EXIT, HAND, OFF, Player
from companion.speech.catalogue import DOUBLE, TWO
from companion.speech.wording import Wording, is_point

_FIRST_HOME: Final = {Player.V: "V1", Player.N: "N1"}


@dataclass(frozen=True, slots=True)
class _Case:
    """One fault of a player's turn, and the wording for it."""

    wording: Wording
    fault: Fault
    player: Player
    dice: tuple[int, int]
    explained: bool

    def point(self, zone: str) -> str:
        return self.wording.point(zone, self.player)

    @property
    def points(self) -> list[str]:
        """Return the points among the fault's places, each once."""
        return [zone for zone in dict.fromkeys(self.fault.zones) if is_point(zone)]

    @property
    def has_both_points(self) -> bool:
        """Whether the fault names both points."""
        return is_point(self.fault.source) and is_point(self.fault.target)

    def general(self, **values: str | int) -> str:
        """Return the sentence without places."""
        fault = self.fault
        return self.wording.say(f"fault.{fault.code}", fault.player, count=fault.count, **values)

    def form(self, name: str, *, count: int = 1, **values: str | int) -> str:
        """Return another form of the sentence."""
        fault = self.fault
        return self.wording.say(f"fault.{fault.code}.{name}", fault.player, count=count, **values)

    def at(self, zone: str, count: int = 1) -> str:
        """Return the sentence that names a point; the general one for another zone."""
        return (
            self.form("at", count=count, point=self.point(zone))
            if is_point(zone)
            else self.general()
        )

    def from_to(self, name: str, count: int) -> str:
        """Return a sentence that names both points."""
        source, target = self.point(self.fault.source), self.point(self.fault.target)
        return self.form(name, count=count, source=source, target=target)

    def one_or_two(self, points: list[str]) -> str:
        """Return a sentence that names one or two points."""
        if len(points) == 1:
            return self.form("one", point=points[0])
        return self.form("two", point=points[0], other=points[1])


def fault_sentence(
    wording: Wording, fault: Fault, player: Player, dice: tuple[int, int], *, explained: bool = True
) -> str:
    """Return the sentence of a fault for both players, with points numbered for the mover.

    player -- the mover
    dice -- the larger first
    explained -- add the dice and the rule
    """
    case = _Case(wording, fault, player, dice, explained)
    if fault.code in _SENTENCES:
        return _SENTENCES[fault.code](case)
    return case.general() if wording.knows(f"fault.{fault.code}") else _of_one_game(case)


def _of_one_game(case: _Case) -> str:
    """Return the sentence of a fault that only one game has; English if it has no other."""
    said = own_sentences()[case.fault.code]
    places = {"source": case.fault.source, "target": case.fault.target}
    points = {name: case.point(zone) for name, zone in places.items() if is_point(zone)}
    return said.get(case.wording.lang, said["en"]).format(**points)


def tells_the_move(fault: Fault) -> bool:
    """Return whether the sentence of a fault names the start and end of the illegal move."""
    places = is_point(fault.source) and is_point(fault.target)
    return places and fault.code in _TELL_THE_MOVE


def _extra(case: _Case) -> str:
    owner, count = case.fault.player, case.fault.count
    points = [zone for zone in {*case.fault.zones, case.fault.source} if is_point(zone)]
    if len(points) != 1:
        return case.general()
    return case.form("at", count=count, point=case.wording.point(points[0], owner))


def _unknown(case: _Case) -> str:
    where = case.fault.target or case.fault.source
    if not is_point(where):
        return case.general()
    lower_numbered = case.wording.lower_numbered(where)
    point = case.wording.point(where, lower_numbered)
    return case.wording.say("fault.unknown-piece.at", lower_numbered, point=point)


def _moved_opponent(case: _Case) -> str:
    """Return how one of the opponent's pieces was moved, and how many more were."""
    count = case.fault.count
    together = case.has_both_points and {*case.fault.zones} == {
        case.fault.source,
        case.fault.target,
    }
    if count == 1 or together:
        return _moved_piece(case, count)
    return f"{_moved_piece(case, 1)} {case.form('more', count=count - 1)}"


def _moved_piece(case: _Case, count: int) -> str:
    """Return the sentence that names those of start and end that are points."""
    source, target = case.fault.source, case.fault.target
    if case.has_both_points:
        return case.from_to("to", count)
    if is_point(target):
        return case.form("on", target=case.point(target))
    if is_point(source) and target == BAR[case.fault.player]:
        return case.form("bar", source=case.point(source))
    return case.at(source)


def _from_to(case: _Case) -> str:
    return case.from_to("at", case.fault.pips) if case.has_both_points else case.general()


def _bar_first(case: _Case) -> str:
    waiting = (*case.fault.zones, case.fault.source)
    in_hand = HAND[case.player] in waiting
    return case.form("hand", count=case.fault.count) if in_hand else case.general()


def _farther(case: _Case) -> str:
    far = next(iter(case.points), "")
    if not far or not is_point(case.fault.source):
        return case.general()
    source = case.point(case.fault.source)
    if far == case.fault.source:
        return case.form("left", source=source, die=case.fault.pips)
    return case.form("at", source=source, far=case.point(far))


def _blocked_stop(case: _Case) -> str:
    stops = [case.point(zone) for zone in case.points]
    return case.one_or_two(stops) if stops else case.general()


def _distance(case: _Case) -> str:
    wrong = _walked(case) if case.fault.pips else case.general()
    if case.fault.pips in case.dice:
        return f"{wrong} {_already_played(case)}"
    if case.fault.pips in _totals(*case.dice):
        return f"{wrong} {case.form('too-many')}"
    thrown = case.wording.with_dice("fault.wrong-distance.dice", case.dice)
    return f"{wrong} {thrown}" if case.explained else wrong


def _already_played(case: _Case) -> str:
    """Return that the moved distance is one of the dice, which other pieces have used."""
    kind = DOUBLE if case.dice[0] == case.dice[1] else TWO
    return case.wording.say("fault.wrong-distance.played", None, kind, die=case.fault.pips)


def _totals(die: int, other: int) -> Sequence[int]:
    """Return the distances that several dice give together."""
    return range(2 * die, 4 * die + 1, die) if die == other else (die + other,)


def _walked(case: _Case) -> str:
    """Return the distance of a move, and those of its start and end that are points."""
    source, target, pips = case.fault.source, case.fault.target, case.fault.pips
    if case.has_both_points:
        return case.from_to("at", pips)
    if is_point(target) and source in (BAR[case.player], HAND[case.player]):
        entered = "bar" if source == BAR[case.player] else "hand"
        return case.form(entered, count=pips, target=case.point(target))
    if is_point(source):
        return case.form("off", count=pips, source=case.point(source))
    return case.form("pips", count=pips)


def _start_run(case: _Case) -> str:
    """Return the home points, among the fault's places, that need a pawn."""
    home = [
        zone
        for zone in dict.fromkeys((*case.fault.zones, case.fault.target))
        if is_point(zone) and case.wording.own_number(zone, case.player) in (1, 6)
    ] or [_FIRST_HOME[case.player]]
    return case.one_or_two([case.wording.name(zone) for zone in home])


def _run(case: _Case) -> str:
    """Return the sentence about points in a row that may not all be held."""
    zones = case.fault.zones
    if len(zones) < 2:
        return case.general()
    sentence = case.wording.say(
        f"fault.{case.fault.code}.at",
        case.player,
        count=max(case.fault.count, len(zones)),
        source=case.wording.name(zones[0]),
        target=case.wording.name(zones[-1]),
    )
    return f"{sentence} {case.wording.say('fault.full-prime.rule')}" if case.explained else sentence


def _unused(case: _Case) -> str:
    dice = sorted(case.fault.dice, reverse=True)
    if not dice:
        return case.form("any-double") if case.wording.rules.ace_deuce else case.general()
    if len(dice) == 1:
        return case.form("one", die=dice[0])
    if dice[0] == dice[1]:
        return case.form("double", count=len(dice), die=dice[0])
    return case.form("two", high=dice[0], low=dice[1])


_SENTENCES: Final[dict[str, Callable[[_Case], str]]] = {
    Code.PIECE_MISSING: lambda case: (
        case.form("postillon") if case.fault.postillon else case.general()
    ),
    Code.PIECE_EXTRA: _extra,
    Code.UNKNOWN_PIECE: _unknown,
    Code.MOVED_OPPONENT: _moved_opponent,
    Code.BACKWARDS: lambda case: (
        case.form("off") if case.fault.source == OFF[case.player] else _from_to(case)
    ),
    Code.BAR_FIRST: _bar_first,
    Code.POSTILLON_FIRST: _from_to,
    # Pieces on the bar or in hand are listed first; then no point is named.
    Code.NOT_ALL_HOME: lambda case: case.at(next(iter(case.fault.zones), ""), case.fault.count),
    Code.EXIT_OCCUPIED: lambda case: case.general(point=case.wording.name(EXIT[case.player])),
    Code.FARTHER_PIECE: _farther,
    Code.OCCUPIED_POINT: lambda case: case.at(case.fault.target),
    Code.BLOCKED_STOP: _blocked_stop,
    Code.WRONG_DISTANCE: _distance,
    Code.TWO_COLOURS: lambda case: case.at(case.fault.target or case.fault.source),
    Code.START_RUN: _start_run,
    Code.POSTILLON_BLOCKED: _run,
    Code.FULL_PRIME: _run,
    Code.SMALLER_DIE: lambda case: case.general(die=max(case.fault.dice or case.dice)),
    Code.DICE_UNUSED: _unused,
}
"""Functions for the faults with several forms, or that name a place or a die."""


_TELL_THE_MOVE: Final = (
    Code.BACKWARDS,
    Code.MOVED_OPPONENT,
    Code.POSTILLON_FIRST,
    Code.WRONG_DISTANCE,
)


def judgement_sentence(  # noqa: PLR0913, PLR0917 - a judgement and its wording
    judgement: Judgement,
    rules: Rules,
    position: str,
    player: Player,
    dice: tuple[int, int],
    lang: str,
) -> str:
    """Return the spoken sentence of a judgement (its first fault), for the command `judge`.

    position -- the canonical text of the position before the turn
    dice -- in any order

    Raises `UnknownLanguageError`.
    """
    wording, thrown = Wording(lang, rules.name), (max(dice), min(dice))
    if judgement.verdict is Verdict.LEGAL:
        if judgement.reading == position:
            return wording.say("evening.nothing-to-play.lift")
        return legal_sentence(wording, thrown, judgement.unplayable)
    return fault_sentence(wording, judgement.faults[0], player, thrown)


def legal_sentence(wording: Wording, dice: tuple[int, int], unplayable: tuple[int, ...]) -> str:
    """Return the words for a legal play, and for dice that cannot be played."""
    legal = wording.say("evening.legal")
    if not unplayable:
        return legal
    lost = "evening.no-further" if dice[0] == dice[1] else "evening.unplayable"
    return f"{legal} {wording.say(lost, die=unplayable[0])}"
