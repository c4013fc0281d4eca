"""Sentences for faults, in a table by fault code."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from companion.rules import Rules
from companion.rules.games import own_sentences
from companion.rules.verdicts import Code, Fault, Judgement, Verdict
from companion.rules.vocabulary import EXIT, HAND, Player
from companion.speech.catalogue import DOUBLE, TWO, is_message
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
        """Return the spoken name of a point for the player; "" for another zone."""
        return self.wording.point(zone, self.player)

    @property
    def points(self) -> list[str]:
        """Return the points among the fault's places, without duplicates."""
        return [zone for zone in dict.fromkeys(self.fault.zones) if is_point(zone)]

    def say(self, form: str = "", *, count: int | None = None, **values: str | int) -> str:
        """Return a form of the sentence. An empty `form` selects the sentence without a place.

        count -- the number in the sentence; None for the number in the fault
        """
        fault = self.fault
        name = f"fault.{fault.code}.{form}" if form else f"fault.{fault.code}"
        given = fault.count if count is None else count
        return self.wording.say(name, fault.player, count=given, **values)

    def at(self, zone: str) -> str:
        """Return the sentence that names a point, or the general sentence for another zone."""
        return self.say("at", point=self.point(zone)) if is_point(zone) else self.say()

    def by_places(self, count: int | None = None) -> str:
        """Return the sentence in the form that best fits the start and the end of the move."""
        fault = self.fault
        name = self.wording.by_places(f"fault.{fault.code}", fault.source, fault.target)
        source, target = self.point(fault.source), self.point(fault.target)
        given = fault.count if count is None else count
        return self.wording.say(name, fault.player, count=given, source=source, target=target)

    def one_or_two(self, points: list[str]) -> str:
        """Return a sentence that names one or two points."""
        if len(points) == 1:
            return self.say("one", point=points[0])
        return self.say("two", point=points[0], other=points[1])


def fault_sentence(
    wording: Wording, fault: Fault, player: Player, dice: tuple[int, int], *, explained: bool = True
) -> str:
    """Return the sentence of a fault for both players, with points numbered for the mover.

    player -- the mover
    dice -- the dice, the larger first
    explained -- whether to add the dice and the rule
    """
    case = _Case(wording, fault, player, dice, explained)
    if fault.code in _SENTENCES:
        return _SENTENCES[fault.code](case)
    return case.by_places() if is_message(f"fault.{fault.code}") else _of_one_game(case)


def _of_one_game(case: _Case) -> str:
    """Return the sentence of a fault that only one game has. If untranslated, it is in English."""
    said = own_sentences()[case.fault.code]
    source, target = case.point(case.fault.source), case.point(case.fault.target)
    return said.get(case.wording.lang, said["en"]).format(source=source, target=target)


def tells_the_move(fault: Fault) -> bool:
    """Return whether the sentence of a fault names the start and end of the illegal move."""
    return _has_both_points(fault) and fault.code in _TELL_THE_MOVE


def _has_both_points(fault: Fault) -> bool:
    return is_point(fault.source) and is_point(fault.target)


def _extra(case: _Case) -> str:
    owner = case.fault.player
    points = [zone for zone in {*case.fault.zones, case.fault.source} if is_point(zone)]
    if len(points) != 1:
        return case.say()
    return case.say("at", point=case.wording.point(points[0], owner))


def _unknown(case: _Case) -> str:
    where = case.fault.target or case.fault.source
    if not is_point(where):
        return case.say()
    return case.wording.say_of_point("fault.unknown-piece.at", where)


def _moved_opponent(case: _Case) -> str:
    """Return how one of the opponent's pieces was moved, and how many further pieces were moved."""
    fault = case.fault
    if fault.postillon and fault.count == 1:
        source, target = case.point(fault.source), case.point(fault.target)
        return case.say("postillon", source=source, target=target)
    together = _has_both_points(fault) and {*fault.zones} == {fault.source, fault.target}
    if fault.count == 1 or together:
        return case.by_places()
    return f"{case.by_places(1)} {case.say('more', count=fault.count - 1)}"


def _bar_first(case: _Case) -> str:
    waiting = (*case.fault.zones, case.fault.source)
    return case.say("hand" if HAND[case.player] in waiting else "")


def _farther(case: _Case) -> str:
    far = next(iter(case.points), "")
    if not far or not is_point(case.fault.source):
        return case.say()
    source = case.point(case.fault.source)
    if far == case.fault.source:
        return case.say("left", source=source, die=case.fault.pips)
    return case.say("at", source=source, far=case.point(far))


def _blocked_stop(case: _Case) -> str:
    stops = [case.point(zone) for zone in case.points]
    return case.one_or_two(stops) if stops else case.say()


def _distance(case: _Case) -> str:
    """Return the distance of a move, and which distances the dice allow."""
    pips = case.fault.pips
    wrong = case.by_places(pips) if pips else case.say("unknown")
    if pips in case.dice:
        kind = DOUBLE if case.dice[0] == case.dice[1] else TWO
        played = case.wording.say("fault.wrong-distance.played", None, kind, die=pips)
        return f"{wrong} {played}"
    if pips in _totals(*case.dice):
        return f"{wrong} {case.say('too-many')}"
    thrown = case.wording.with_dice("fault.wrong-distance.dice", case.dice)
    return f"{wrong} {thrown}" if case.explained else wrong


def _totals(die: int, other: int) -> list[int]:
    """Return all sums of at least two dice."""
    return [die * count for count in (2, 3, 4)] if die == other else [die + other]


def _start_run(case: _Case) -> str:
    """Return the sentence that names the home points, first or sixth, that need a piece."""
    home = [
        zone
        for zone in dict.fromkeys((*case.fault.zones, case.fault.target))
        if is_point(zone) and case.wording.own_number(zone, case.player) in (1, 6)
    ] or [_FIRST_HOME[case.player]]
    return case.one_or_two([case.wording.name(zone) for zone in home])


def _run(case: _Case) -> str:
    """Return the sentence about a row of points that may not all be held."""
    zones = case.fault.zones
    if len(zones) < 2:
        return case.say()
    source, target = case.wording.name(zones[0]), case.wording.name(zones[-1])
    count = max(case.fault.count, len(zones))
    sentence = case.say("at", count=count, source=source, target=target)
    return f"{sentence} {case.wording.say('fault.full-prime.rule')}" if case.explained else sentence


def _unused(case: _Case) -> str:
    dice = sorted(case.fault.dice, reverse=True)
    if not dice:
        return case.say("any-double") if case.wording.rules.ace_deuce else case.say()
    if len(dice) == 1:
        return case.say("one", die=dice[0])
    if dice[0] == dice[1]:
        return case.say("double", count=len(dice), die=dice[0])
    return case.say("two", high=dice[0], low=dice[1])


_SENTENCES: Final[dict[str, Callable[[_Case], str]]] = {
    Code.PIECE_MISSING: lambda case: case.say("postillon" if case.fault.postillon else ""),
    Code.PIECE_EXTRA: _extra,
    Code.UNKNOWN_PIECE: _unknown,
    Code.MOVED_OPPONENT: _moved_opponent,
    Code.BAR_FIRST: _bar_first,
    # Pieces on the bar or in hand are listed first. If there are any, no point is named.
    Code.NOT_ALL_HOME: lambda case: case.at(next(iter(case.fault.zones), "")),
    Code.EXIT_OCCUPIED: lambda case: case.say(point=case.wording.name(EXIT[case.player])),
    Code.FARTHER_PIECE: _farther,
    Code.BLOCKED_STOP: _blocked_stop,
    Code.WRONG_DISTANCE: _distance,
    Code.TWO_COLOURS: lambda case: case.at(case.fault.target or case.fault.source),
    Code.START_RUN: _start_run,
    Code.POSTILLON_BLOCKED: _run,
    Code.FULL_PRIME: _run,
    Code.SMALLER_DIE: lambda case: case.say(die=max(case.fault.dice or case.dice)),
    Code.DICE_UNUSED: _unused,
}
"""Functions for the faults whose sentence depends on more than the start and the end of a move."""


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
    dice -- the dice, in any order

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
