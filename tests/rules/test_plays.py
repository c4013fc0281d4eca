"""Routes to an end, in zone names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules import Play, Player, Rules, Step, find_game
from tests.budget import examples
from tests.rules.boards import DICE, PLAYERS, RULES, positions
from tests.tables import table

START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"


@pytest.mark.parametrize(
    ("game", "position", "turn", "dice", "end", "moves"), table("rules/routes")
)
def test_each_end_has_its_plays(
    *,
    game: str,
    position: str,
    turn: str,
    dice: tuple[int, int],
    end: str,
    moves: tuple[tuple[str, ...], ...],
) -> None:
    rules = find_game(game)
    plays = rules.plays(rules.parse(position), Player(turn), dice, rules.parse(end))
    assert tuple(play.moves for play in plays) == moves


def test_the_structured_form() -> None:
    rules = find_game("backgammon")
    position = rules.parse("VB=1v V6=14v N10=1n N1=14n")
    (play,) = rules.plays(position, Player.V, (3, 1), rules.parse("V6=14v N1=14n N9=1v NB=1n"))
    assert play.steps == (Step("VB", "N10", 3, hit=True), Step("N10", "N9", 1, hit=False))


def test_an_illegal_end_has_no_play() -> None:
    rules = find_game("backgammon")
    assert rules.plays(rules.start, Player.V, (3, 1), rules.start) == ()
    jacquet = find_game("jacquet")
    run = "V12=12n N1=3n N9=2v N10=1v N11=2v N12=8v V5=1v V4=1v"
    closed = jacquet.parse("V4=1v V5=1v V12=12n N1=3n N8=1v N9=3v N10=1v N11=2v N12=6v")
    assert jacquet.plays(jacquet.parse(run), Player.V, (4, 3), closed) == ()


def test_if_nothing_can_be_played_there_is_one_play_without_steps() -> None:
    rules = find_game("backgammon")
    position = rules.parse("VB=1v V6=14v N7=2n N8=2n N9=2n N10=2n N11=2n N12=5n")
    assert rules.plays(position, Player.V, (3, 3), position) == (Play(()),)


def test_an_ace_deuce_is_shown_with_its_double() -> None:
    rules = find_game("acey-deucey")
    position, end = rules.parse("N12=10v N11=5v NH=15n"), "N7=4v N10=1v N11=6v N12=4v NH=15n"
    plays = rules.plays(position, Player.V, (1, 2), rules.parse(end))
    assert plays[0].moves == ("N12/N7",) * 4 + ("N12/N10", "N12/N11")
    assert [len(play.steps) for play in plays] == sorted(
        (len(play.steps) for play in plays), reverse=True
    )


@examples(25)
@given(st.data(), RULES, PLAYERS, DICE)
def test_each_route_leads_from_the_position_to_the_end(
    data: st.DataObject, rules: Rules, player: Player, dice: tuple[int, int]
) -> None:
    position = data.draw(positions(rules))
    ends = rules.ends(position, player, dice)
    end = data.draw(st.sampled_from(sorted(ends.positions)))
    plays = rules.plays(position, player, dice, end)
    assert len(plays) == len({play.moves for play in plays}) or rules.name == "acey-deucey"
    for play in plays[:20]:
        tally = dict.fromkeys(rules.game.track.zones[player], 0)
        for step in play.steps:
            tally[step.source] -= 1
            tally[step.target] += 1
        before, after = rules.placement(position), rules.placement(end)
        moved = {zone: after[zone].of(player) - before[zone].of(player) for zone in tally}
        assert tally == moved
        taken = after[f"{player.other}B"].of(player.other) - before[f"{player.other}B"].of(
            player.other
        )
        assert sum(step.hit for step in play.steps) == taken
