"""The faults of a board in words: places and wiring."""

from companion.link.codec import parse_faults
from companion.link.messages import Answer, BoardState, Key
from companion.rules.vocabulary import POINTS
from companion.speech.catalogue import Catalogue, Sentence, Sentences, filled, is_message, plain


def faults_of(test: Answer, state: BoardState | None) -> list[tuple[str, str]]:
    """All that a self-test and the state name, places and what is wrong there, each once."""
    found = [] if state is None else list(state.faults)
    if not test.ok:
        try:
            named_by_test = parse_faults(test.detail)
        except ValueError:
            named_by_test = ((test.detail, ""),)
        found += [fault for fault in named_by_test if fault not in found]
    return found


def named(point: str) -> str:
    """The name of a point, apart so that every voice reads it."""
    return f"{point[0]} {point[1:]}"


def place_sentence(catalogue: Catalogue, place: str) -> str:
    """A zone, seat or key as a sentence; nothing for what needs none."""
    return catalogue.tell(*_place(place))


def _place(place: str) -> Sentences:
    if place in POINTS:
        return (filled("board.place.point", point=named(place)),)
    if is_message(f"board.place.{place}"):
        return (filled(f"board.place.{place}"),)
    side, _, key = place.partition(".")
    if key in set(Key):
        return plain(f"{side}."), filled(f"board.heard-key.{key}")
    return ()


def mended_sentence(catalogue: Catalogue, *places: str) -> str:
    """That a fault has gone, and where it was."""
    return catalogue.tell(*_of_places(places, filled("board.mended")))


def _of_places(places: tuple[str, ...], told: Sentence) -> Sentences:
    return (*(name for place in places for name in _place(place)), told)


def fault_sentence(catalogue: Catalogue, place: str, what: str, also: tuple[str, ...] = ()) -> str:
    """A fault and where it is, and what to do about it; also -- further places that have it."""
    return catalogue.tell(*fault_sentences(place, what, also))


def fault_sentences(place: str, what: str, also: tuple[str, ...] = ()) -> Sentences:
    """As `fault_sentence`, not yet in a language."""
    if place == "more":
        return (filled("board.more-faults"),)
    name = f"board.fault.{what}"
    told = filled(name if is_message(name) else "board.fault.other", item=what or place)
    return _of_places((place, *also), told)
