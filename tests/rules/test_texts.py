"""Position texts from tables, compared with a simple computation zone by zone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules import Player, Rules, parse_placement, texts
from tests.budget import examples
from tests.rules.boards import DICE, EVERY_RULES, PLAYERS, games_of_chance, positions
from tests.vectors import vectors


def agrees(rules: Rules, text: str, player: Player, dice: tuple[int, int]) -> None:
    """A start and all ends of a turn are written, and read again, as the plain way does it."""
    start = rules.position(parse_placement(text))
    assert rules.text(start) == rules.placement(start).text
    assert rules.parse(rules.text(start)) == start
    ends = rules.ends(start, player, dice)
    written = rules.end_texts(start, player, dice)
    assert written.texts == sorted(rules.placement(end).text for end in ends.positions)
    assert written.again == sorted(rules.placement(end).text for end in ends.again)


@given(data=st.data())
@pytest.mark.parametrize(
    "rules", EVERY_RULES, ids=lambda rules: "+".join([rules.name, *sorted(rules.options)])
)
@examples(20)
def test_any_position_has_the_same_text_both_ways(rules: Rules, data: st.DataObject) -> None:
    dice = data.draw(DICE.filter(lambda dice: sorted(dice) != [1, 2]))
    text = rules.placement(data.draw(positions(rules))).text
    agrees(rules, text, data.draw(PLAYERS), dice)


def test_the_vectors_have_the_same_texts_both_ways() -> None:
    for rules, _, player, dice, case in [*vectors("plays.jsonl")[::8], *vectors("faults.jsonl")]:
        agrees(rules, case["position"], player, dice)


@pytest.mark.parametrize(
    "rules", EVERY_RULES, ids=lambda rules: "+".join([rules.name, *sorted(rules.options)])
)
def test_random_games_have_the_same_texts_with_small_tables(
    rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(texts, "MOST", 2)
    fresh = texts.Texts(rules.game)
    for start, _ in games_of_chance(rules, "full tables", 60):
        assert fresh.of(start) == rules.placement(start).text


def test_a_table_is_limited_in_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "MOST", 2)
    part = texts.ZoneTexts(15, str)
    assert [part[bits] for bits in (1, 2, 3, 1)] == ["1", "2", "3", "1"]
    assert len(part) == 2
