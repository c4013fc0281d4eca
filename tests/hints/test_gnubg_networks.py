"""GNU Backgammon's networks in this process: which side they see, and when they are chosen."""

import threading

import numpy as np
import pytest

from companion.hints import evaluator
from companion.hints.advice import EngineError
from companion.hints.rows import rows_of
from companion.rules import Player, find_game

RULES = find_game("backgammon")
pytest.importorskip("gnubg_nn", reason="there is no wheel of gnubg-nn for this machine")


def chances(text: str, mover: Player, engine: str = "gnubg-nn") -> list[float]:
    judge = evaluator.evaluator_of(RULES, engine)
    found: list[float] = judge.chances(rows_of(RULES, [RULES.parse(text)], mover))[0].tolist()
    return found


@pytest.mark.parametrize("mover", Player)
def test_the_side_that_has_four_pieces_on_the_bar_is_behind(mover: Player) -> None:
    text = "V1=2n V6=5v V8=3v VB=4v N1=1v N5=3n N7=5n N8=5n N12=2v"
    ahead = chances(text, mover)[0] > 0.5
    assert ahead is (mover is Player.N)


def test_certain_outcomes_have_chances_of_0_or_1() -> None:
    assert chances("VO=15v N12=1n NO=14n", Player.V) == [1, 0, 0, 0, 0]
    assert chances("VO=15v N1=15n", Player.V) == [1, 1, 0, 0, 0]


def test_gnubg_nn_and_our_network_agree_on_who_is_ahead() -> None:
    texts = (
        "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v",
        "V3=2n V6=5v V8=3v VB=1v N1=6v N6=8n N8=5n",
    )
    for text in texts:
        assert chances(text, Player.V)[0] == pytest.approx(
            chances(text, Player.V, "own")[0], abs=0.06
        )


def test_auto_is_gnubg_nn_in_backgammon_where_it_is_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert evaluator.engine_of("backgammon") == "gnubg-nn"
    assert evaluator.engine_of("dutch") == "own"
    monkeypatch.setattr(evaluator, "is_there", lambda _: False)
    assert evaluator.engine_of("backgammon") == "own"


def test_a_package_without_the_needed_function_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("gnubg_nn.probabilities")
    with pytest.raises(EngineError, match="library gnubg-nn has another version"):
        evaluator.evaluator_of(RULES, "gnubg-nn")


def test_two_threads_may_ask_at_once() -> None:
    judge = evaluator.evaluator_of(RULES, "gnubg-nn")
    ends = sorted(RULES.ends(RULES.start, Player.V, (1, 1)).positions)
    rows = rows_of(RULES, ends, Player.V)
    wanted = judge.chances(rows)
    wrong: list[object] = []

    def ask() -> None:
        said = [judge.chances(rows) for _ in range(50)]
        wrong.extend(each for each in said if not np.array_equal(each, wanted))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert not wrong
