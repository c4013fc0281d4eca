"""Games and options by name, and the messages for wrong ones."""

import pytest

from companion.rules import Code, Player, RulesError, find_game, game_names
from companion.rules.games import BY_NAME, fault_codes, own_sentences
from tests.fifth_game import BLOCK, QUARTER_FULL, RUNNER_FIRST

OPTIONS = {
    "jacquet": {"no-full-prime", "double-bouchage", "count-games", "end-on-any-die"},
    "backgammon": {"automatic-doubles", "no-crawford", "no-cube", "end-on-any-die", "mirrored"},
    "dutch": {
        "automatic-doubles",
        "no-crawford",
        "no-cube",
        "may-hit-V",
        "may-hit-N",
        "end-on-any-die",
        "mirrored",
    },
    "acey-deucey": {"double-on-ace-deuce", "end-on-any-die", "mirrored"},
}
EVERY = sorted(set().union(*OPTIONS.values()))


def test_every_game_is_found_by_its_name() -> None:
    assert set(OPTIONS) <= set(game_names())


@pytest.mark.parametrize("game", OPTIONS)
@pytest.mark.parametrize("option", EVERY)
def test_each_option_belongs_to_its_games(game: str, option: str) -> None:
    if option in OPTIONS[game]:
        assert find_game(game, [option]).options == {option}
        assert find_game(game).with_options([option]) == find_game(game, [option])
    else:
        with pytest.raises(RulesError, match=f"{option} does not belong to {game}"):
            find_game(game, [option])


def test_unknown_names_are_refused() -> None:
    with pytest.raises(RulesError, match="Unknown game 'chess'; there are"):
        find_game("chess")
    with pytest.raises(RulesError, match="Unknown option 'fast'; jacquet knows"):
        find_game("jacquet", ["fast"])


@pytest.mark.parametrize("dice", [(0, 1), (7, 1), (1, -1)])
def test_invalid_dice_are_refused(dice: tuple[int, int]) -> None:
    rules = find_game("backgammon")
    with pytest.raises(RulesError, match="from 1 to 6"):
        rules.ends(rules.start, Player.V, dice)


def test_backgammon_and_dutch_have_the_cube() -> None:
    assert find_game("backgammon").has_cube
    assert find_game("dutch").has_cube
    assert not find_game("jacquet").has_cube
    assert not find_game("acey-deucey").has_cube
    assert not find_game("dutch", ["no-cube"]).has_cube


def test_a_game_adds_its_own_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    others, sentences = fault_codes(), own_sentences()
    assert set(Code) <= others
    monkeypatch.setitem(BY_NAME, BLOCK.name, BLOCK)
    assert fault_codes() - others == {QUARTER_FULL, RUNNER_FIRST}
    assert own_sentences().keys() - sentences.keys() == {QUARTER_FULL, RUNNER_FIRST}
