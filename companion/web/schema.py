"""Validates the facts in stored or received lines before a page or the club uses them.

Such a line, called a row here, comes from another process or machine, perhaps of another version.
`records.encoding` checks its types. This module checks the values: known names, valid positions,
dice from 1 to 6, plausible numbers and printable text. A fact that fails a check is treated as
unknown: it is counted but not shown.
"""

import dataclasses
import enum
import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.board.repair import Repair
from companion.hints.advice import HintClue
from companion.records import encoding
from companion.records.encoding import EncodingError
from companion.referee import board_facts, talk_facts
from companion.referee import facts as f
from companion.referee.disabled_places import KNOWN
from companion.referee.state import Topic
from companion.referee.view import ClockView, View
from companion.rules import PositionError, parse_placement
from companion.rules.games import BY_NAME, fault_codes
from companion.rules.verdicts import Fault
from companion.rules.vocabulary import POINTS, ZONES
from companion.speech.catalogue import is_message
from companion.speech.questions import QUESTIONS

MOST_TEXT: Final = 400
"""The maximum number of characters in a text or a position."""

MOST_NUMBER: Final = 1_000_000

MOST_PIECES: Final = 60
"""The maximum number of pieces in a position, twice as many as in a game."""

MOST_ENTRIES: Final = 60
"""The maximum number of entries in a list."""

Check = Callable[[Any], bool]


def read_fact(body: str) -> f.Fact | None:
    """Return the fact in a row, or None if it is unknown or invalid."""
    try:
        fact = encoding.read_fact(json.loads(body))
    except (EncodingError, ValueError, RecursionError):
        return None
    return fact if is_known(fact) else None


def read_view(data: object) -> View | None:
    """Return the view of a row, or None if it is missing or invalid."""
    try:
        view: View = encoding.convert(View, data, "view")
    except EncodingError:
        return None
    return view if _is_valid(view) else None


def is_clean(text: str) -> bool:
    """Return whether a text is short enough and has no control characters or surrogates."""
    return len(text) <= MOST_TEXT and not any(
        sign < " " or "\x7f" <= sign < "\xa0" or "\ud800" <= sign <= "\udfff" for sign in text
    )


def is_known(fact: f.Fact) -> bool:
    """Return whether every value of a fact is valid."""
    return _is_valid(fact) and _is_whole(fact)


def _is_valid(value: Any, check: Check | None = None) -> bool:  # noqa: ANN401 -- any field
    """Return whether a value and everything in it is valid. check -- a further condition."""
    if dataclasses.is_dataclass(value):
        checks = _FIELDS.get(type(value), {})
        return all(
            _is_valid(getattr(value, each.name), checks.get(each.name) or _BY_FIELD.get(each.name))
            for each in dataclasses.fields(value)
        )
    if isinstance(value, tuple):
        return len(value) <= MOST_ENTRIES and all(_is_valid(each, check) for each in value)
    if value is None or isinstance(value, (bool, enum.Enum)):
        return True
    if isinstance(value, int):
        return abs(value) <= MOST_NUMBER and (check is None or check(value))
    return is_clean(value) and (check is None or check(value))


def _one_of(*names: object) -> Check:
    return frozenset(names).__contains__


def _spoken(names: str, *others: str) -> Check:
    """Return a check for the names that a message id `names.NAME` has, and for `others`."""
    return lambda value: value in others or is_message(f"{names}.{value}")


def _position(text: str) -> bool:
    """Return whether a text is a valid position or ""."""
    try:
        return sum(map(sum, parse_placement(text).piles)) <= MOST_PIECES
    except PositionError:
        return False


def _move(text: str) -> bool:
    """Return whether a text names two or more stops of a piece."""
    stops = [stop.rstrip("*") for stop in text.split("/")]
    return len(stops) > 1 and all(stop in ZONES for stop in stops)


_die: Final = _one_of(*range(1, 7))
_face: Final = _one_of(*range(7))
_count: Final[Check] = lambda number: number >= 0  # noqa: E731
_positive: Final[Check] = lambda number: number > 0  # noqa: E731
_zone: Final = _one_of("", *ZONES)

_BY_FIELD: Final[Mapping[str, Check]] = {
    "position": _position, "before": _position, "end": _position,
    "dice": _die, "die": _die, "source": _zone, "target": _zone, "zones": _zone,
    "count": _count, "score": _count, "points": _count, "number": _count, "clock": _count,
    "match_to": _positive, "seconds": _count, "pips": _count, "throws": _positive,
    "hundredths": _count, "layout": _one_of("mirrored", "turned"),
    "exercise": _spoken("practice.aim", ""),
}  # fmt: skip
"""The checks for fields by their name, in any class."""

_FIELDS: Final[Mapping[type, Mapping[str, Check]]] = {
    board_facts.Link: {"state": _spoken("link.state")},
    board_facts.Difference: {"zone": _zone},
    Repair: {"kind": _one_of("v", "n", "V", "N", "unknown"), "count": _positive},
    talk_facts.Choice: {"game": _one_of(*BY_NAME)},
    talk_facts.Choosing: {"item": _spoken("choosing.option", "", "welcome")},
    HintClue: {"zone": _zone},
    talk_facts.Progress: {"before": _count},
    talk_facts.EntryAnswer: {"place": _zone, "pile": _position},
    talk_facts.MovesTyped: {"moves": _move},
    Fault: {"count": _positive, "code": lambda code: code in fault_codes()},
    f.Opening: {"v": _die, "n": _die},
    f.DieDisturbed: {"was": _die, "now": _face},
    f.DieWaits: {"what": _spoken("evening.die-waits"), "die": _face},
    f.VerdictGiven: {"ends_by": _spoken("evening.lift")},
    f.ErrorClosed: {"how": _one_of("corrected", "accepted")},
    f.CubeAction: {
        "action": _one_of("offer", "take", "drop", "automatic"),
        "value": _one_of(*(1 << power for power in range(20))),
    },
    f.ExerciseEnds: {"exercise": _spoken("practice.done")},
    f.Resign: {"action": _one_of("offer", "accept", "refuse"), "value": _one_of(1, 2, 3, 4)},
    f.Ruling: {"zone": _one_of("", *KNOWN)},
    View: {"board": _position, "cube": _positive, "turn": _count, "out_of_order": _one_of(*KNOWN)},
    ClockView: {"used": _count, "turn": _count, "limit": _count},
}
"""The checks for the fields of a class. They take precedence over `_BY_FIELD`."""


def _is_whole(fact: f.Fact) -> bool:
    """Return whether the fields of a fact are valid in combination."""
    is_valid = True
    match fact:
        case talk_facts.Choosing(step="option"):
            is_valid = is_message(f"choosing.option.{fact.item}")
        case talk_facts.Choosing(step="shown"):
            is_valid = not BY_NAME[fact.choice.game].in_hand
        case talk_facts.KeyAnswer(topic="cancelled"):  # no other topic is for both players
            is_valid = is_message(f"answer.cancelled.{fact.text}")
        case talk_facts.Question(player=None):  # for both players
            is_valid = _is_known_question(fact)
        case talk_facts.EntryAnswer(code="stands" | "nothing-there"):
            is_valid = bool(fact.place)
        case f.Ruling(what="out-of-order" | "in-order"):
            is_valid = bool(fact.zone)
        case f.VerdictGiven() | f.TurnEnds() | f.ErrorOpen():
            # A fault about consecutive points names only points.
            runs = [fault for fault in fact.faults if fault.code in _RUNS]
            is_valid = all(zone in POINTS for fault in runs for zone in fault.zones)
    return is_valid


_RUNS: Final = ("full-prime", "postillon-blocked")


def _is_known_question(fact: talk_facts.Question) -> bool:
    if fact.topic == Topic.GAME:
        return fact.item in BY_NAME and not BY_NAME[fact.item].in_hand
    if fact.topic == Topic.LAYOUT:
        return is_message(f"question.layout.{fact.item.replace(' ', '-')}")
    plain = fact.topic not in QUESTIONS and is_message(f"question.{fact.topic}")
    return fact.topic == Topic.RESIGN or plain
