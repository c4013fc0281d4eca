"""Properties of every turn, and the same ends computed independently."""

import random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.rules import Player, Position, Rules
from companion.rules.position import count, counts, pack, position_of, postillon, state_of
from companion.rules.turn import end_states, walked_ends
from tests.budget import examples
from tests.rules import reference as ref
from tests.rules.boards import DICE, EVERY_RULES, PLAYERS, RULES, games_of_chance, positions

FEW = examples(25)
MORE = examples(50)


def ace_deuce(rules: Rules, dice: tuple[int, int]) -> bool:
    return rules.name == "acey-deucey" and sorted(dice) == [1, 2]


@MORE
@given(st.data(), RULES, PLAYERS, DICE)
def test_masks_and_steps_find_the_same_ends(
    data: st.DataObject, rules: Rules, player: Player, dice: tuple[int, int]
) -> None:
    assume(not ace_deuce(rules, dice))
    state = state_of(data.draw(positions(rules)), player)
    way = rules.for_player(player)
    assert end_states(way, state, dice) == (walked_ends(way, state, max(dice), min(dice)), set())


@pytest.mark.parametrize("rules", EVERY_RULES, ids=lambda rules: rules.name)
def test_masks_and_steps_find_the_same_ends_in_games(rules: Rules) -> None:
    rng = random.Random(f"{rules.name} masks")
    for position, player in games_of_chance(rules, f"{rules.name} games", 60):
        high, low = sorted((rng.randint(1, 6), rng.randint(1, 6)), reverse=True)
        if not ace_deuce(rules, (high, low)):
            state, way = state_of(position, player), rules.for_player(player)
            assert end_states(way, state, (low, high))[0] == walked_ends(way, state, high, low)


@FEW
@given(st.data(), RULES, PLAYERS, DICE)
def test_each_end_is_a_position(
    data: st.DataObject, rules: Rules, player: Player, dice: tuple[int, int]
) -> None:
    """No piece is lost or made, no point is shared, the opponent only loses lone pieces."""
    position = data.draw(positions(rules))
    ends = rules.ends(position, player, dice)
    assert ends.again <= ends.positions
    assert rules.nothing_to_play(position, player, dice) == ends.nothing_to_play
    for end in sorted(ends.positions)[:50]:
        assert rules.parse(rules.text(end)) == end
        before, after = counts(position.side(player.other)), counts(end.side(player.other))
        taken = sum(old - new for old, new in zip(before[1:25], after[1:25], strict=True))
        assert taken == after[25] - before[25] >= 0
        assert rules.pips(end, player) <= rules.pips(position, player)
        assert count(end.side(player), 0) >= count(position.side(player), 0)


@FEW
@given(st.data(), RULES, PLAYERS, DICE)
def test_dice_have_no_order(
    data: st.DataObject, rules: Rules, player: Player, dice: tuple[int, int]
) -> None:
    position = data.draw(positions(rules))
    assert rules.ends(position, player, dice) == rules.ends(position, player, dice[::-1])


@FEW
@given(st.data(), st.sampled_from(EVERY_RULES[:4]), DICE)
def test_the_family_is_the_same_from_both_sides(
    data: st.DataObject, rules: Rules, dice: tuple[int, int]
) -> None:
    """Own numbers are all that counts: exchanging the sides exchanges the ends."""
    assume(not ace_deuce(rules, dice))
    position = data.draw(positions(rules))
    ends = rules.ends(position, Player.V, dice).positions
    swapped = rules.ends(Position(position.n, position.v), Player.N, dice).positions
    assert {Position(end.n, end.v) for end in ends} == swapped


@FEW
@given(st.data(), st.sampled_from(EVERY_RULES[4:]), DICE)
def test_jacquet_is_the_same_for_both_colours(
    data: st.DataObject, rules: Rules, dice: tuple[int, int]
) -> None:
    """Turning the board by half a circle changes green into black (J5, V12 and N12 alike)."""
    position = data.draw(positions(rules))
    turned = rules.ends(Position(position.n, position.v), Player.N, dice).positions
    ends = rules.ends(position, Player.V, dice).positions
    assert {Position(end.n, end.v) for end in ends} == turned


@FEW
@given(st.data(), RULES, PLAYERS, DICE)
def test_ends_are_those_of_the_plain_engine(
    data: st.DataObject, rules: Rules, player: Player, dice: tuple[int, int]
) -> None:
    position = data.draw(positions(rules))
    assume(rules.winner(position) is None)
    assume(not ace_deuce(rules, dice))
    expected, _ = ref.legal_ends(
        rules.name, sorted(rules.options), rules.text(position), str(player), dice
    )
    assert sorted(map(rules.text, rules.ends(position, player, dice).positions)) == expected


FEW_PIECES = [
    "V1=3v V5=2v VO=9v VB=1v N12=2n N9=1n V7=1n NO=11n",
    "N12=1v N5=1v V2=2v VO=11v NH=15n",
    "VH=2v VO=13v N12=2n N10=1n N8=2n NO=10n",
    "V6=2v V3=1v VO=12v V1=1n NO=14n",
]


@pytest.mark.parametrize("text", FEW_PIECES)
@pytest.mark.parametrize("player", list(Player))
def test_ace_deuces_are_those_of_the_plain_engine(text: str, player: Player) -> None:
    rules = EVERY_RULES[3]
    position = rules.parse(text)
    ends, again = ref.legal_ends(rules.name, [], rules.text(position), str(player), (2, 1))
    found = rules.ends(position, player, (1, 2))
    assert sorted(map(rules.text, found.positions)) == ends
    assert sorted(map(rules.text, found.again)) == again


@FEW
@given(st.data(), RULES, PLAYERS, DICE)
def test_positions_are_a_set(
    data: st.DataObject, rules: Rules, player: Player, dice: tuple[int, int]
) -> None:
    position = data.draw(positions(rules))
    assume(not ace_deuce(rules, dice))
    ends = rules.ends(position, player, dice).positions
    listed = frozenset(ends)
    assert ends == listed
    assert len(ends) == len(listed)
    assert all(end in ends for end in listed)
    assert Position(0, 0) not in ends
    assert ends - listed == frozenset()
    assert rules.only_end(position, player, dice) == (min(listed) if len(listed) == 1 else None)
    assert rules.near_ends(position, player, dice, rules.placement(position)) == listed


ACE_DEUCES = [
    # 167,505 ends, the most that were met in games of chance.
    (
        "V4=1n V5=1v V7=3n V8=1n V9=1v V10=1n V11=1n N1=1v N2=1n N3=1v N4=3v N5=1n N6=1n N7=1v "
        "N8=3v N10=1v N11=1v N12=1n VB=2v NB=3n NH=1n"
    ),
    *FEW_PIECES,
    "V1=1v VO=14v NH=15n",
    "V3=1v VO=14v NH=15n",
    "V5=2n V6=1v VO=14v V3=2n V4=2n V2=9n",
]


@pytest.mark.parametrize(
    "text", [pytest.param(ACE_DEUCES[0], marks=pytest.mark.slow), *ACE_DEUCES[1:]]
)
def test_an_ace_deuce_need_not_be_listed(text: str) -> None:
    """Guards that what a game needs of an ace-deuce is right without listing its ends."""
    rules = EVERY_RULES[3]
    position = rules.parse(text)
    ends = rules.ends(position, Player.V, (1, 2)).positions
    assert rules.only_end(position, Player.V, (1, 2)) == (min(ends) if len(ends) == 1 else None)
    seen = rules.placement(min(ends))
    near = rules.near_ends(position, Player.V, (1, 2), seen)
    assert near <= ends
    assert min(ends) in near


def test_packing_loses_nothing() -> None:
    slots = [1] * 5 + [0] * 20 + [4, 6]
    side = pack(slots, travelling=0)
    assert counts(side) == slots
    packed = pack([0] * 24 + [15, 0, 0], travelling=24)
    assert (count(packed, 24), postillon(packed)) == (15, 24)
    for player in Player:
        position = Position(side, packed)
        assert position_of(state_of(position, player), player) == position
