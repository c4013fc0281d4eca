"""A referee's rulings at a typed table: in words of any language, and what is wrong with them."""

import re

import pytest

from companion.referee.facts import Ruling
from companion.referee.rulings import KINDS
from companion.rules import Player
from companion.session.ruling_lines import RulingError, parse
from companion.settings import Settings
from tests.tables import cases, table
from tests.typed.typed_sitting import TypedSitting

HIT = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=1v VB=1v"


@pytest.mark.parametrize(
    ("line", "ruling"), cases("typed/rulings", HIT=HIT, Player=Player, Ruling=Ruling)
)
def test_rulings_in_every_language(line: str, ruling: Ruling) -> None:
    found = parse(line)
    assert found == ruling


LISTED = dict(table("typed/listed-rulings"))
"""For each ruling the words of the spoken lists, in English and in French, and what must follow."""


@pytest.mark.parametrize("what", KINDS)
def test_the_spoken_lists_name_every_ruling_as_it_is_typed(what: str) -> None:
    *words, rest = LISTED[what]
    for lang, named in zip(("en", "fr"), words, strict=True):
        assert parse(named + rest).what == what
        assert f" {named}" in re.sub(
            "[,.]", " ", TypedSitting(Settings("", lang=lang)).type(":help")
        )


@pytest.mark.parametrize(("line", "told", "code"), table("typed/bad-rulings"))
def test_what_is_wrong_with_a_ruling_is_one_sentence_and_has_a_code(
    line: str, told: str, code: str
) -> None:
    with pytest.raises(RulingError) as raised:
        parse(line)
    assert raised.value.code == code
    assert told in str(raised.value)
    assert "\n" not in str(raised.value)
