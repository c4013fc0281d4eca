"""French as it is spoken: plurals, gender, none at all, and what is bound to what."""

import re

import pytest

from companion.speech.catalogue import Catalogue
from companion.speech.lexicon import normalise
from tests.speech.messages import messages, texts
from tests.speech.pronunciation import ipa
from tests.tables import table

pytest.importorskip("espeakng_loader", reason="pip install espeakng-loader")

FRENCH = Catalogue("fr")


def plurals() -> list[tuple[str, str]]:
    """Every sentence with a number: of one, and of more."""
    counted = (forms for forms in messages("fr").values() if len(forms) > 1)
    return list(dict.fromkeys((forms[0], forms[-1]) for forms in counted))


def test_of_more_than_one_the_noun_is_a_plural() -> None:
    """The number is written as digits; a noun after it takes its s, the singular has none."""
    for one, more in plurals():
        assert "{count}" not in one
        noun = re.search(r"\{count\} (\w+)", more)
        assert noun is not None, more
        if noun[1] not in {"sur", "en", "rentrent"}:
            assert noun[1].endswith("s"), more
            assert noun[1] not in one.split(), one


@pytest.mark.parametrize("count", [21, 31, 41, 51, 61, 81])
def test_a_feminine_noun_gets_a_feminine_number(count: int) -> None:
    feminine = [more for one, more in plurals() if re.search(r"\b[Uu]ne\b", one)]
    assert feminine
    for more in feminine:
        values = dict.fromkeys(re.findall(r"\{(\w+)\}", more), 5) | {"count": count}
        assert re.search(r" une \w+s", normalise(" " + more.format(**values), "fr")), more


def test_zero_is_never_said_as_one() -> None:
    with pytest.raises(AssertionError, match=r"'match\.points' is said of none at all"):
        FRENCH.say("match.points", count=0)


BARE = (
    "Avance|Bloque|Bouche|Dégage|Donne|Empêche|Engage|Entre|Évite|Fait|Franchit|Frappe|Gagne|Garde"
    "|Occupe|Ouvre|Prend|Ramène|Rentre|Sort"
)
"""Verbs without a subject: what is said of a play, and heard as an order to a friend."""


def test_no_sentence_begins_with_a_verb_that_sounds_like_tu() -> None:
    for _, text in texts("fr"):
        assert not re.search(rf"(?:^|[.?,] )(?:{BARE})\b", text), text
        assert not re.search(
            r"\b[Tt]ouche (?:plus|moins|point|étoile|[Ee]ntrée|oui pour)\b", text
        ), text
        assert not re.search(r"\bvous frappe(?:nt)?\b", text), text


@pytest.mark.parametrize(("text", "phonemes"), table("speech/liaisons"))
def test_words_are_bound_as_they_are_spoken(text: str, phonemes: str) -> None:
    assert ipa(normalise(text, "fr"), "fr") == phonemes
