"""The laws of a turn under hypothesis: which dice it must use, and what the judge makes of it."""

from hypothesis import assume, given
from hypothesis import strategies as st

from companion.rules import Player, Position, Rules, Verdict, parse_placement
from companion.rules.position import position_of, state_of
from companion.rules.steps import steps
from companion.rules.vocabulary import POINTS
from tests.budget import examples
from tests.rules import reference as ref
from tests.rules.boards import DICE, EVERY_RULES, PLAYERS, RULES, positions

FEW = examples(30)
NO_BOUCHAGE = st.sampled_from(EVERY_RULES[:4])


def usable(rules: Rules, position: Position, player: Player, die: int) -> bool:
    """Whether a die can be used at all."""
    return not rules.nothing_to_play(position, player, (die, die))


def is_ace_deuce(rules: Rules, dice: tuple[int, int]) -> bool:
    return rules.name == "acey-deucey" and sorted(dice) == [1, 2]


@FEW
@given(st.data(), NO_BOUCHAGE, PLAYERS, st.permutations(range(1, 7)))
def test_a_turn_uses_the_most_dice_or_else_the_larger(
    data: st.DataObject, rules: Rules, player: Player, faces: list[int]
) -> None:
    """C2, told by what can still be used where a turn ends or could have gone on."""
    dice = faces[0], faces[1]
    assume(not is_ace_deuce(rules, dice))
    position = data.draw(positions(rules))
    ends = sorted(rules.ends(position, player, dice).positions)
    end = data.draw(st.sampled_from(ends))
    used = {
        tuple(step.die for step in play.steps) for play in rules.plays(position, player, dice, end)
    }
    (made,) = {len(one) for one in used}
    if made == 2:
        return
    # Not both: whichever is used first, the other cannot be used after it.
    state = state_of(position, player)
    for first, second in (dice, dice[::-1]):
        for step in steps(rules.for_player(player), state, first):
            assert not usable(rules, position_of(step.state, player), player, second)
    if made == 1:
        assert used == {(max(dice),)} or not usable(rules, position, player, max(dice))
    else:
        assert not any(usable(rules, position, player, die) for die in dice)


@FEW
@given(st.data(), NO_BOUCHAGE, PLAYERS, st.integers(1, 6))
def test_a_double_is_used_as_far_as_possible(
    data: st.DataObject, rules: Rules, player: Player, die: int
) -> None:
    position = data.draw(positions(rules))
    ends = sorted(rules.ends(position, player, (die, die)).positions)
    end = data.draw(st.sampled_from(ends))
    made = {len(play.steps) for play in rules.plays(position, player, (die, die), end)}
    assert len(made) == 1
    assert max(made) == 4 or not usable(rules, end, player, die)


def splits(board: ref.Board, player: str) -> set[str]:
    """A Jacquet board with some of the pieces on the exit point counted as off."""
    found = {ref.write(board)}
    place = (ref.EXIT[player], player.lower())
    while board.get(place):
        board = ref.move(board, place, (f"{player}O", player.lower()))
        found.add(ref.write(board))
    return found


@FEW
@given(st.data(), RULES, PLAYERS, DICE)
def test_the_judge_distinguishes_ends_boards_on_the_way_and_others(
    data: st.DataObject, rules: Rules, player: Player, dice: tuple[int, int]
) -> None:
    """Ends are legal, what lies before one incomplete, any other board illegal with a code."""
    position = data.draw(positions(rules))
    assume(rules.winner(position) is None)
    assume(not is_ace_deuce(rules, dice))
    plain = ref.make_rules(rules.name, sorted(rules.options))
    start = ref.read(plain, rules.text(position))
    turn = ref.turn_of(plain, start, str(player), dice)

    def judged(text: str) -> tuple[str, bool]:
        judgement = rules.judge(position, player, dice, parse_placement(text))
        return judgement.verdict, bool(judgement.faults)

    end = data.draw(st.sampled_from(sorted(turn.ends)))
    assert judged(end) == (Verdict.LEGAL, False)
    for between in sorted(turn.way - turn.ends)[:3]:
        other = rules.name == "jacquet" and splits(ref.read(plain, between), player) & turn.ends
        assert judged(between) == ((Verdict.LEGAL, False) if other else (Verdict.INCOMPLETE, True))
    board = ref.read(plain, data.draw(st.sampled_from(sorted(turn.ends | turn.way))))
    piece = data.draw(st.sampled_from(ref.own_pieces(board, player) or [("", "")]))
    target = data.draw(st.sampled_from(POINTS))
    assume(piece[0] and not ref.count(board, player.other, target))
    letter = piece[1] if ref.travels(plain, player, target) else player.lower()
    astray = ref.move(board, piece, (target, letter))
    readings = splits(astray, player) if rules.name == "jacquet" else {ref.write(astray)}
    assume(not readings & (turn.ends | turn.way))
    # The same own side with other hits is a hit piece on its way to the bar, or put there early.
    known = [own(ref.read(plain, text), player) for text in turn.ends | turn.way]
    assume(own(astray, player) not in known)
    # Whose hand holds pieces may have entered one and lifted another: see `test_in_air`.
    assume(not ref.count(start, player, f"{player}H"))
    assert judged(ref.write(astray)) == (Verdict.ILLEGAL, True)


def own(board: ref.Board, player: str) -> ref.Board:
    """One player's piles."""
    return {key: number for key, number in board.items() if key[1].upper() == player}
