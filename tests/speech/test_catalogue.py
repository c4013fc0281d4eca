"""Every sentence has its note, every language every sentence, and no sign a voice would spell."""

import dataclasses
import gettext
import importlib
import io
import re
import string
from collections.abc import Iterator

import pytest

from companion.rules.vocabulary import Player
from companion.speech import (
    answer_phrases,
    choosing_phrases,
    match_phrases,
    phrases,
    ruling_phrases,
    typed_phrases,
)
from companion.speech.catalogue import (
    LOCALE,
    NAMES,
    OWN,
    Catalogue,
    Phrase,
    UnknownLanguageError,
    WithDice,
    by_place,
    by_player,
    languages,
    phrase,
    plural,
    sited,
    sited_plural,
)
from companion.speech.game_phrases import GamePhrases

catalogues = pytest.importorskip(
    "tests.speech.catalogues", reason="Babel is not installed (pip install Babel)"
)

OTHERS = [lang for lang in languages() if lang != "en"]
MODULES = [
    importlib.import_module(f"companion.speech.{path.stem}")
    for path in sorted(LOCALE.parent.glob("*phrases.py"))
]


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_every_sentence_has_a_note_for_its_translators() -> None:
    for ids, _, comments, where in catalogues.sentences():
        assert comments, f"{where}: no translators' comment above {ids!r}"
        assert comments[0].startswith("Translators:")


def test_every_phrase_is_found_by_the_extraction() -> None:
    found = {ids if isinstance(ids, str) else ids[0] for ids, *_ in catalogues.sentences()}

    def walk(value: object) -> Iterator[Phrase]:
        if isinstance(value, Phrase):
            yield value
        elif isinstance(value, dict):
            for each in value.values():
                yield from walk(each)
        elif isinstance(value, tuple):
            for each in value:
                yield from walk(each)
        elif isinstance(value, GamePhrases):
            yield from walk(tuple(getattr(value, each.name) for each in dataclasses.fields(value)))

    phrases = [p for module in MODULES for value in vars(module).values() for p in walk(value)]
    assert {text for p in phrases for text in (p.one, *p.own[:1])} == found


def test_the_template_is_fresh() -> None:
    out = io.BytesIO()
    catalogues.write_po(out, catalogues.template(), width=100)
    with (LOCALE / "companion.pot").open("rb") as file:
        committed = catalogues.read_po(file)
    wanted = catalogues.template()
    assert {(m.id, m.context) for m in committed} == {(m.id, m.context) for m in wanted}


@pytest.mark.parametrize("lang", OTHERS)
def test_every_language_says_everything_and_nothing_else(lang: str) -> None:
    with catalogues.po_file(lang).open("rb") as file:
        committed = catalogues.read_po(file, locale=lang)
    wanted = {(m.id, m.context) for m in catalogues.template()}
    assert {(m.id, m.context) for m in committed} == wanted
    assert not committed.obsolete
    for original, text in catalogues.messages(lang):
        assert text, f"{lang}: nothing for {original!r}"


@pytest.mark.parametrize("lang", OTHERS)
def test_the_compiled_file_is_fresh(lang: str) -> None:
    with catalogues.po_file(lang).open("rb") as file:
        source = catalogues.read_po(file, locale=lang)
    compiled = gettext.translation("companion", LOCALE, [lang])
    for message in source:
        if not message.id:
            continue
        plural_forms = not isinstance(message.id, str)
        one = message.id[0] if plural_forms else message.id
        key = f"{message.context}\x04{one}" if message.context else one
        for index, text in enumerate(message.string if plural_forms else [message.string]):
            found = compiled._catalog[(key, index) if plural_forms else key]  # type: ignore[attr-defined]
            assert found == text


@pytest.mark.parametrize("lang", languages())
def test_values_are_named_as_in_the_english(lang: str) -> None:
    for original, text in catalogues.messages(lang):
        assert fields(text) <= fields(original) | {"count"}, text
        assert fields(original) - {"count"} <= fields(text), text


@pytest.mark.parametrize("lang", languages())
def test_no_sentence_holds_a_sign_that_a_voice_would_spell_or_swallow(lang: str) -> None:
    for _, text in catalogues.messages(lang):
        spoken = re.sub(r"\{\w+\}", "5", text)
        assert re.fullmatch(r"[\w ,.?']+", spoken), text
        assert not re.search(r"\w-\w|_", spoken), text
        assert spoken[0].isupper() or spoken[0].isdigit(), text
        assert spoken[-1] in ".?", text


BOARD_KEYS = {
    "en": r"(?:repeat|board|score|hint|cube|yes|no) key|[Pp]ress (?:yes|no)",
    "fr": r"[Tt]ouche (?:répéter|plateau|score|conseil|videau|oui|non)|[Aa]ppuyez sur",
}


@pytest.mark.parametrize("lang", languages())
def test_a_typed_table_names_no_key_that_a_keypad_lacks(lang: str) -> None:
    typed = (
        *typed_phrases.ANSWERS.values(),
        *(text for each in typed_phrases.BY_PLAYER.values() for text in each.values()),
        answer_phrases.MENU_HOW_TYPED,
        choosing_phrases.HINT_EXPLAINS_TYPED,
        choosing_phrases.WELCOME_TYPED,
        ruling_phrases.RULINGS["other-game-typed"],
    )
    for text in typed:
        assert not re.search(BOARD_KEYS[lang], Catalogue(lang).say(text)), text


def test_a_plural_holds_its_number_and_a_singular_its_word() -> None:
    for ids, *_ in catalogues.sentences():
        if not isinstance(ids, str):
            assert "{count}" in ids[1]
            assert "{count}" not in ids[0]


@pytest.mark.parametrize(
    ("count", "french"),
    [(1, "Un point."), (2, "2 points."), (21, "21 points.")],
)
def test_french_plurals(count: int, french: str) -> None:
    assert Catalogue("fr").say(match_phrases.POINTS, count=count) == french


def test_zero_is_a_sentence_of_its_own() -> None:
    assert Catalogue("fr").say(match_phrases.POINTS_NONE) == "Aucun point."
    assert Catalogue("fr").say(answer_phrases.YOURS_OFF_NONE) == "Vous n'avez aucun pion sorti."


def test_a_sited_sentence_takes_the_preposition_of_its_notation() -> None:
    french = Catalogue("fr")
    for notation, source, target, expected in (
        (OWN, "8", "5", "Du 8, au 5."),
        (NAMES, "V 8", "V 5", "De V 8, à V 5."),
    ):
        said = french.say(phrases.MOVE, notation=notation, source=source, target=target)
        assert said == expected


def test_markers_keep_what_they_mark() -> None:
    assert phrase("a") == Phrase("a")
    assert plural("a", "b") == Phrase("a", "b")
    assert sited("a") == Phrase("a", is_sited=True)
    assert sited_plural("a", "b") == Phrase("a", "b", is_sited=True)


def test_blacks_sentence_is_greens_with_the_colours_exchanged() -> None:
    opening = by_player(phrase("Green begins. Green {green}, black {black}."))
    assert opening[Player.V] == Phrase("Green begins. Green {green}, black {black}.")
    assert opening[Player.N] == Phrase("Black begins. Black {black}, green {green}.")
    pieces = by_player(sited_plural("One green piece.", "{count} green pieces."))
    black = Phrase("One black piece.", "{count} black pieces.", is_sited=True)
    assert pieces[Player.N] == black
    dice = by_player(WithDice(phrase("Green, {high}."), phrase("Green, {die}.")))
    assert dice[Player.N] == WithDice(phrase("Black, {high}."), phrase("Black, {die}."))


def test_blacks_sentence_may_be_another() -> None:
    pieces = by_player(phrase("Green has clovers."), phrase("Black has squares."))
    assert pieces[Player.N] == phrase("Black has squares.")


def test_places_are_named_by_their_owner() -> None:
    told = by_place(bar=phrase("Green bar."), tray=phrase("Green tray."))
    english = {place: text.one for place, text in told.items()}
    assert english == {
        "VB": "Green bar.",
        "NB": "Black bar.",
        "VO": "Green tray.",
        "NO": "Black tray.",
    }
    all_told = by_place(phrase("Bar."), phrase("Tray."), phrase("Green's dice."))
    assert all_told["N-dice"] == phrase("Black's dice.")


def test_an_unknown_language_is_refused_by_name() -> None:
    with pytest.raises(UnknownLanguageError, match="'xx'; there are: en, fr"):
        Catalogue("xx")
