"""What is wrong with a board, in words: places and faults of its wire."""

from companion.link.codec import parse_faults
from companion.link.messages import Answer, BoardState, Key
from companion.rules.vocabulary import POINTS
from companion.speech import board_phrases as p
from companion.speech.catalogue import Catalogue, Phrase, Sentence, Sentences, filled


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
        return (filled(p.POINT, point=named(place)),)
    if place in p.PLACES:
        return (filled(p.PLACES[place]),)
    if place in p.SEATS:
        return (filled(p.SEATS[place]),)
    side, _, key = place.partition(".")
    if key in set(Key):
        return Sentence(Phrase(f"{side}.")), filled(p.HEARD_KEY[Key(key)])
    return ()


def mended_sentence(catalogue: Catalogue, *places: str) -> str:
    """That a fault has gone, and where it was."""
    return catalogue.tell(*_of_places(places, filled(p.MENDED)))


def _of_places(places: tuple[str, ...], told: Sentence) -> Sentences:
    return (*(name for place in places for name in _place(place)), told)


def fault_sentence(catalogue: Catalogue, place: str, what: str, also: tuple[str, ...] = ()) -> str:
    """A fault and where it is, and what to do about it; also -- further places that have it."""
    return catalogue.tell(*fault_sentences(place, what, also))


def fault_sentences(place: str, what: str, also: tuple[str, ...] = ()) -> Sentences:
    """As `fault_sentence`, not yet in a language."""
    if place == "more":
        return (filled(p.MORE_FAULTS),)
    known = p.FAULTS.get(what)
    told = filled(p.OTHER, item=what or place) if known is None else filled(known)
    return _of_places((place, *also), told)
