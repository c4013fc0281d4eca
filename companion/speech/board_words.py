"""Sentences about the faults of a board."""

from companion.link.codec import parse_faults
from companion.link.messages import BoardAnswer, BoardState, Key
from companion.rules.vocabulary import POINTS
from companion.speech.catalogue import Sentences, filled, is_message, plain


def faults_of(test: BoardAnswer, state: BoardState | None) -> list[tuple[str, str]]:
    """Return the places and faults of a self-test and of a board state, without duplicates."""
    found = [] if state is None else list(state.faults)
    if not test.ok:
        try:
            named_by_test = parse_faults(test.detail)
        except ValueError:
            named_by_test = ((test.detail, ""),)
        found += [fault for fault in named_by_test if fault not in found]
    return found


def named(point: str) -> str:
    """Return the name of a point as two words, so that every voice reads it correctly."""
    return f"{point[0]} {point[1:]}"


def place_sentences(place: str) -> Sentences:
    """Return the sentences that name a zone, seat or key; empty if there are none."""
    if place in POINTS:
        return (filled("board.place.point", point=named(place)),)
    if is_message(f"board.place.{place}"):
        return (filled(f"board.place.{place}"),)
    side, _, key = place.partition(".")
    if key in set(Key):
        return plain(f"{side}."), filled(f"board.heard-key.{key}")
    return ()


def repaired(*places: str) -> Sentences:
    """Return the announcement that the fault of these places was repaired."""
    return (*_named(places), filled("board.mended"))


def _named(places: tuple[str, ...]) -> Sentences:
    return tuple(name for place in places for name in place_sentences(place))


def fault_sentences(place: str, what: str, also: tuple[str, ...] = ()) -> Sentences:
    """Return sentences with a fault, its place and advice.

    also -- further places with this fault.
    """
    if place == "more":
        return (filled("board.more-faults"),)
    name = f"board.fault.{what}"
    fault = filled(name if is_message(name) else "board.fault.other", item=what or place)
    return (*_named((place, *also)), fault)
