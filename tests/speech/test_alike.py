# ruff: noqa: RUF001 - the letters of the phonetic alphabet
"""Numbers that cannot be mistaken by ear: throws, steps, and each number where it is said."""

from itertools import product

import pytest

pytest.importorskip("espeakng_loader", reason="pip install espeakng-loader")

from companion.rules import Player, game_names
from companion.speech.catalogue import NAMES, OWN, Catalogue
from companion.speech.lexicon import Lexicon, normalise
from companion.speech.wording import Wording
from tests.speech.alike import Said, alike, parted_by, sounds, steps, throws
from tests.speech.messages import texts
from tests.speech.pronunciation import ipa

LANGS = ("en", "fr")
NUMBERS = range(1, 31)
COUNTED = ("", "wˈɒn tˈuː θɹˈiː fˈɔː fˈaɪv sˈɪks", "ˈœ̃ dˈø tʁwˈa kˈatʁ sˈɛ̃k sˈis")
FACES = {"en": COUNTED[1].split(), "fr": COUNTED[2].split()}
THROWER = {
    ("en", Player.V): "ɡɹˈiːn | {} | {}",
    ("en", Player.N): "blˈak | {} | {}",
    ("fr", Player.V): "vˈɛʁ | {} | {}",
    ("fr", Player.N): "nwˈaʁ | {} | {}",
}


def heard(text: str, lang: str) -> str:
    return ipa(Lexicon().respell(normalise(text, lang), lang, "espeak"), lang)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("player", Player)
def test_each_of_the_36_throws_is_heard_as_its_two_numbers(lang: str, player: Player) -> None:
    wording = Wording(lang, game_names()[0])
    for dice in product(range(1, 7), repeat=2):
        low, high = sorted(dice)
        told = heard(wording.with_dice("evening.roll", dice, player=player), lang)
        if low == high:
            assert told.endswith(f" {FACES[lang][high - 1]}"), told
        else:
            numbers = (FACES[lang][each - 1] for each in (high, low))
            assert told == THROWER[lang, player].format(*numbers)


@pytest.mark.parametrize("lang", LANGS)
def test_each_number_to_30_sounds_alike_wherever_a_move_or_a_throw_says_it(lang: str) -> None:
    catalogue = Catalogue(lang)
    plain = {number: sounds(str(number), lang) for number in NUMBERS}
    assert len(set(plain.values())) == len(NUMBERS)
    for notation, source, target in product((OWN, NAMES), NUMBERS, (1, 6, 8, 10, 11)):
        letter = "V " if notation == NAMES else ""
        ends = (f"{letter}{each}" for each in (source, target))
        told = catalogue.say(
            "play.move.point-to-point", notation=notation, source=next(ends), target=next(ends)
        )
        said = sounds(told, lang)
        assert said[-len(plain[target]) :] == plain[target], told
        before = said[: -len(plain[target])]
        starts = [
            n for n in range(len(before)) if before[n:][: len(plain[source])] == plain[source]
        ]
        assert starts, (told, said)


@pytest.mark.parametrize("word", ["et", "au", "à", "ou", "est", "en"])
def test_no_french_number_is_bound_to_the_next_word(word: str) -> None:
    after = sounds(word, "fr")
    for number in NUMBERS:
        said = sounds(f"{number} {word} 4", "fr")
        assert said == sounds(str(number), "fr") + after + sounds("4", "fr")


@pytest.mark.parametrize("lang", LANGS)
def test_two_numbers_never_sound_like_one(lang: str) -> None:
    for ten, one in product((20, 30), range(1, 10)):
        both = heard(f"{ten}, {one}.", lang)
        assert both.count(" | ") == 1, both
        assert heard(f"{ten + one}.", lang) != both


class Twenty(dict[str, object]):
    """Whatever a sentence names is 20."""

    def __missing__(self, _name: str) -> int:
        return 20


@pytest.mark.parametrize("lang", LANGS)
def test_no_sentence_has_two_numbers_with_nothing_between_them(lang: str) -> None:
    for _, text in texts(lang):
        assert "20 20" not in normalise(text.format_map(Twenty()), lang), text


@pytest.mark.parametrize("lang", LANGS)
def test_no_throw_sounds_nearly_like_another(lang: str) -> None:
    assert alike(throws(lang), lang) == []


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("lang", LANGS)
def test_no_step_sounds_nearly_like_another_of_the_same_die(lang: str, game: str) -> None:
    pairs = alike(steps(lang, game), lang)
    assert [pair for pair in pairs if not parted_by(pair)] == []
    told = {frozenset(re_numbers(one.text)) ^ frozenset(re_numbers(two.text)) for one, two in pairs}
    assert told <= {frozenset({"6", "10"})}, "six and dix, in French, and no others"
    assert lang == "fr" or not pairs


def re_numbers(text: str) -> list[str]:
    return [word for word in text.replace(",", " ").replace(".", " ").split() if word.isdecimal()]


def test_sentences_that_differ_by_one_sound_are_found() -> None:
    said = (Said("six", "a"), Said("dix", "a"), Said("vingt", "a"), Said("dix", "b", 4))
    assert [(one.text, two.text) for one, two in alike(iter(said), "fr")] == [("six", "dix")]
    more = (Said("four", "a"), Said("fourth", "a"), Said("for", "a"))
    assert len(alike(iter(more), "en")) == 3, "the same sounds, and one sound more"
