"""Each fault as a sentence: what is wrong, where, and why. A table by fault code."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from companion.rules.games import own_sentences
from companion.rules.verdicts import Code, Fault, Judgement, Verdict
from companion.rules.vocabulary import BAR, EXIT, HAND, Player
from companion.speech.wording import Wording, is_point

_FIRST_HOME: Final = {Player.V: "V1", Player.N: "N1"}


@dataclass(frozen=True, slots=True)
class _Case:
    """One fault of one player's turn, and the way to speak of it."""

    wording: Wording
    fault: Fault
    player: Player
    dice: tuple[int, int]
    explained: bool

    def point(self, zone: str) -> str:
        return self.wording.point(zone, self.player)

    def from_to(self, text: str) -> str:
        """A sentence that names both points and the distance."""
        return self.wording.say(
            text,
            count=self.fault.pips,
            source=self.point(self.fault.source),
            target=self.point(self.fault.target),
        )

    @property
    def placed(self) -> bool:
        """Whether the fault tells both points."""
        return is_point(self.fault.source) and is_point(self.fault.target)

    def general(self) -> str:
        """The sentence without places."""
        fault = self.fault
        return self.wording.say(f"fault.{fault.code}", fault.player, count=fault.count)


def fault_sentence(
    wording: Wording, fault: Fault, player: Player, dice: tuple[int, int], *, explained: bool = True
) -> str:
    """What is wrong, for both players' ears; points are numbered as the mover numbers them.

    player -- whose turn it is; dice -- his throw, the larger first; explained -- with what only
    helps to understand it: the dice, the rule.
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
    """Whether its sentence says from where to where the piece went that broke the rule."""
    places = is_point(fault.source) and is_point(fault.target)
    return places and fault.code in _TELL_THE_MOVE


def _extra(case: _Case) -> str:
    places = dict.fromkeys((*case.fault.zones, case.fault.source))
    points = [zone for zone in places if is_point(zone)]
    if len(points) != 1:
        return case.wording.say("fault.piece-extra", case.fault.player, count=case.fault.count)
    owner = case.fault.player
    point = case.wording.point(points[0], owner)
    return case.wording.say("fault.piece-extra.at", owner, count=case.fault.count, point=point)


def _unknown(case: _Case) -> str:
    where = case.fault.target or case.fault.source
    if not is_point(where):
        return case.general()
    nearer = case.wording.nearer(where)
    return case.wording.say(
        "fault.unknown-piece.at", nearer, point=case.wording.point(where, nearer)
    )


def _missing(case: _Case) -> str:
    if case.fault.postillon:
        return case.wording.say("fault.piece-missing.postillon", case.fault.player)
    return case.wording.say("fault.piece-missing", case.fault.player, count=case.fault.count)


def _moved_opponent(case: _Case) -> str:
    """How many, and of the first from where to where."""
    whose, count = case.fault.player, case.fault.count
    together = case.placed and {*case.fault.zones} == {case.fault.source, case.fault.target}
    if count == 1 or together:
        return _moved_piece(case, count)
    several = case.wording.say("fault.moved-opponent.several", whose, count=count)
    return f"{several} {_moved_piece(case, 1)}"


def _moved_piece(case: _Case, count: int) -> str:
    """From where to where, as far as either is a point."""
    whose, source, target = case.fault.player, case.fault.source, case.fault.target
    if case.placed:
        places = {"source": case.point(source), "target": case.point(target)}
        return case.wording.say("fault.moved-opponent.to", whose, count=count, **places)
    if is_point(target):
        return case.wording.say("fault.moved-opponent.on", whose, target=case.point(target))
    if not is_point(source):
        return case.wording.say("fault.moved-opponent", whose)
    if target == BAR[whose]:
        return case.wording.say("fault.moved-opponent.bar", whose, source=case.point(source))
    return case.wording.say("fault.moved-opponent.at", whose, point=case.point(source))


def _from_to(case: _Case) -> str:
    return case.from_to(f"fault.{case.fault.code}.at") if case.placed else case.general()


def _bar_first(case: _Case) -> str:
    waiting = (*case.fault.zones, case.fault.source)
    text = "fault.bar-first.hand" if HAND[case.player] in waiting else "fault.bar-first"
    return case.wording.say(text, count=case.fault.count)


def _not_all_home(case: _Case) -> str:
    outside = next((zone for zone in case.fault.zones if is_point(zone)), "")
    if not outside:
        return case.general()
    return case.wording.say(
        "fault.not-all-home.at", count=case.fault.count, point=case.point(outside)
    )


def _exit_occupied(case: _Case) -> str:
    return case.wording.say("fault.exit-occupied", point=case.wording.name(EXIT[case.player]))


def _farther(case: _Case) -> str:
    far = next((zone for zone in case.fault.zones if is_point(zone)), "")
    if not far or not is_point(case.fault.source):
        return case.general()
    source = case.point(case.fault.source)
    if far == case.fault.source:
        return case.wording.say("fault.farther-piece.left", source=source, die=case.fault.pips)
    return case.wording.say("fault.farther-piece.at", source=source, far=case.point(far))


def _occupied(case: _Case) -> str:
    if not is_point(case.fault.target):
        return case.general()
    return case.wording.say("fault.occupied-point.at", point=case.point(case.fault.target))


def _blocked_stop(case: _Case) -> str:
    stops = [case.point(zone) for zone in dict.fromkeys(case.fault.zones) if is_point(zone)]
    if not stops:
        return case.general()
    if len(stops) == 1:
        return case.wording.say("fault.blocked-stop.one", point=stops[0])
    return case.wording.say("fault.blocked-stop.two", point=stops[0], other=stops[1])


def _distance(case: _Case) -> str:
    fault = case.fault
    if case.placed and fault.pips:
        wrong = case.from_to("fault.wrong-distance.at")
    elif fault.pips:
        wrong = _entering_or_off(case) or case.wording.say(
            "fault.wrong-distance.pips", count=fault.pips
        )
    else:
        wrong = case.general()
    if fault.pips in case.dice:
        return f"{wrong} {case.wording.say('fault.wrong-distance.played', die=fault.pips)}"
    thrown = case.wording.with_dice("fault.wrong-distance.dice", case.dice)
    return f"{wrong} {thrown}" if case.explained else wrong


def _entering_or_off(case: _Case) -> str:
    """Name the point of a wrong distance from the bar, from the hand or off; "" for none."""
    source, target, count = case.fault.source, case.fault.target, case.fault.pips
    if is_point(target) and source in (BAR[case.player], HAND[case.player]):
        enters = (
            "fault.wrong-distance.bar"
            if source == BAR[case.player]
            else "fault.wrong-distance.hand"
        )
        return case.wording.say(enters, count=count, target=case.point(target))
    if is_point(source):
        return case.wording.say("fault.wrong-distance.off", count=count, source=case.point(source))
    return ""


def _two_colours(case: _Case) -> str:
    where = case.fault.target or case.fault.source
    if not is_point(where):
        return case.general()
    return case.wording.say("fault.two-colours.at", point=case.point(where))


def _start_run(case: _Case) -> str:
    """Name the points that need a pawn: those of the home among the fault's places."""
    home = [
        zone
        for zone in dict.fromkeys((*case.fault.zones, case.fault.target))
        if is_point(zone) and case.wording.own_number(zone, case.player) in (1, 6)
    ] or [_FIRST_HOME[case.player]]
    names = [case.wording.name(zone) for zone in home]
    if len(names) == 1:
        return case.wording.say("fault.start-run.one", point=names[0])
    return case.wording.say("fault.start-run.two", point=names[0], other=names[1])


def _run(case: _Case) -> str:
    """Points in a row that may not all be held."""
    zones = case.fault.zones
    if len(zones) < 2:
        return case.general()
    told = case.wording.say(
        f"fault.{case.fault.code}.at",
        case.player,
        count=max(case.fault.count, len(zones)),
        source=case.wording.name(zones[0]),
        target=case.wording.name(zones[-1]),
    )
    return f"{told} {case.wording.say('fault.full-prime.rule')}" if case.explained else told


def _smaller(case: _Case) -> str:
    return case.wording.say("fault.smaller-die", die=max(case.fault.dice or case.dice))


def _unused(case: _Case) -> str:
    dice = sorted(case.fault.dice, reverse=True)
    if not dice and case.wording.rules.ace_deuce:
        return case.wording.say("fault.dice-unused.any-double")
    if not dice:
        return case.general()
    if len(dice) == 1:
        return case.wording.say("fault.dice-unused.one", die=dice[0])
    if dice[0] == dice[1]:
        return case.wording.say("fault.dice-unused.double", count=len(dice), die=dice[0])
    return case.wording.say("fault.dice-unused.two", high=dice[0], low=dice[1])


_SENTENCES: Final[dict[str, Callable[[_Case], str]]] = {
    Code.PIECE_MISSING: _missing,
    Code.PIECE_EXTRA: _extra,
    Code.UNKNOWN_PIECE: _unknown,
    Code.MOVED_OPPONENT: _moved_opponent,
    Code.BACKWARDS: _from_to,
    Code.BAR_FIRST: _bar_first,
    Code.POSTILLON_FIRST: _from_to,
    Code.NOT_ALL_HOME: _not_all_home,
    Code.EXIT_OCCUPIED: _exit_occupied,
    Code.FARTHER_PIECE: _farther,
    Code.OCCUPIED_POINT: _occupied,
    Code.BLOCKED_STOP: _blocked_stop,
    Code.WRONG_DISTANCE: _distance,
    Code.TWO_COLOURS: _two_colours,
    Code.START_RUN: _start_run,
    Code.POSTILLON_BLOCKED: _run,
    Code.FULL_PRIME: _run,
    Code.SMALLER_DIE: _smaller,
    Code.DICE_UNUSED: _unused,
}


_TELL_THE_MOVE: Final = (
    Code.BACKWARDS,
    Code.MOVED_OPPONENT,
    Code.POSTILLON_FIRST,
    Code.WRONG_DISTANCE,
)


class NamedRules(Protocol):
    """What is needed of the rules to speak of them."""

    @property
    def name(self) -> str:
        """The game's name in requests and events."""


def judgement_sentence(  # noqa: PLR0913, PLR0917 - the whole of a judgement and how to say it
    judgement: Judgement,
    rules: NamedRules,
    position: str,
    player: Player,
    dice: tuple[int, int],
    lang: str,
) -> str:
    """The sentence that would be spoken of a judgement, for the `judge` command.

    position -- the canonical text of the position in which the turn began; dice -- in any order.
    Of several faults the first is said. Raises `UnknownLanguageError`.
    """
    wording, thrown = Wording(lang, rules.name), (max(dice), min(dice))
    if judgement.verdict is Verdict.LEGAL:
        if judgement.reading == position:
            return wording.say("evening.nothing-to-play.lift")
        return legal_sentence(wording, thrown, judgement.unplayable)
    return fault_sentence(wording, judgement.faults[0], player, thrown)


def legal_sentence(wording: Wording, dice: tuple[int, int], unplayable: tuple[int, ...]) -> str:
    """Return the words for a legal board after moves, and for dice that cannot be played."""
    legal = wording.say("evening.legal")
    if not unplayable:
        return legal
    lost = "evening.no-further" if dice[0] == dice[1] else "evening.unplayable"
    return f"{legal} {wording.say(lost, die=unplayable[0])}"
