"""A coach evaluates a turn at once, then more deeply, and then the play that was made."""

import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.hints.advice import Advice, AdvisedPlay, Stake
from companion.practice.thinker import Opinion, Thinker, TurnToEvaluate
from companion.rules import Player, Position, find_game

V = Player.V
RULES = find_game("backgammon")
START = RULES.text(RULES.start)
ENDS = sorted(RULES.ends(RULES.start, V, (3, 1)).positions)
TURN = TurnToEvaluate(V, (3, 1), START, Stake(), RULES)


class Slow:
    """An advisor whose first look likes the first end, whose second look, when let go, another."""

    looks_closer = True

    def __init__(self, second: int) -> None:
        self.second = second
        self.go = threading.Event()
        self.asked: list[bool] = []

    def advise(
        self,
        _before: Position,
        _player: Player,
        _dice: tuple[int, int],
        _stake: Stake,
        *,
        also: Position | None,
        closer: bool,
    ) -> Advice:
        self.asked.append(closer)
        if closer:
            assert self.go.wait(10)
        best = ENDS[self.second if closer else 0]
        ends = [best, *([also] if also is not None and also != best else []), ENDS[9]]
        told = [AdvisedPlay(end, (), 0.1 if end == best else 0.0, ()) for end in ends]
        return Advice(tuple(told), deep=True, middle=0.0, worst=0.1)


@pytest.fixture
def slow() -> Slow:
    return Slow(second=1)


@pytest.fixture
def thinker(slow: Slow, monkeypatch: pytest.MonkeyPatch) -> Iterator[Thinker]:
    monkeypatch.setattr("companion.practice.thinker.advisor_of", lambda _rules: slow)
    made = Thinker()
    yield made
    slow.go.set()
    made.close()


def best_of(opinion: Opinion) -> Position:
    return opinion.advice.plays[0].end


def looked(thinker: Thinker, slow: Slow) -> None:
    """The second look comes to its end."""
    slow.go.set()
    thinker.second_looks[TURN].exception(10)


def test_during_the_deeper_evaluation_the_quick_one_answers(thinker: Thinker, slow: Slow) -> None:
    told = thinker.tell(TURN)
    assert (best_of(told), told.unsure, told.revised) == (ENDS[0], False, False)
    looked(thinker, slow)
    again = thinker.tell(TURN)
    assert (best_of(again), again.unsure, again.revised) == (ENDS[1], True, True)
    third = thinker.tell(TURN)
    assert (best_of(third), third.unsure, third.revised) == (ENDS[1], True, False)
    assert slow.asked == [False, True]


def test_later_the_deeper_evaluation_answers(thinker: Thinker, slow: Slow) -> None:
    thinker.begin(TURN)
    looked(thinker, slow)
    told = thinker.tell(TURN)
    assert (best_of(told), told.unsure, told.revised) == (ENDS[1], True, False)


def test_if_both_evaluations_agree_the_opinion_is_sure(thinker: Thinker, slow: Slow) -> None:
    slow.second = 0
    thinker.begin(TURN)
    looked(thinker, slow)
    assert thinker.tell(TURN)[1:] == (False, False)


@pytest.mark.parametrize(("played", "best"), [(0, 0), (1, 1), (2, 1)])
def test_the_reported_or_the_best_play_counts_as_best(
    thinker: Thinker, slow: Slow, played: int, best: int
) -> None:
    thinker.tell(TURN)  # the first end
    slow.go.set()
    advice = thinker.review(replace(TURN, played=RULES.text(ENDS[played])))
    assert advice.plays[0].end == ENDS[best]
    assert ENDS[played] in [play.end for play in advice.plays]


def test_no_deeper_evaluation_is_made_if_it_cannot_help(thinker: Thinker, slow: Slow) -> None:
    slow.looks_closer = False
    thinker.tell(TURN)
    assert thinker.tell(TURN) == Opinion(thinker.begin(TURN))
    assert slow.asked == [False]


def test_a_failed_deeper_evaluation_is_raised_at_the_next_request(
    thinker: Thinker, slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_given: object, closer: bool, **_more: object) -> Advice:
        if closer:
            raise RuntimeError("No engine.")
        return Advice(
            tuple(AdvisedPlay(e, (), 0.0, ()) for e in ENDS[:2]), deep=True, middle=0, worst=0
        )

    monkeypatch.setattr(slow, "advise", fails)
    thinker.begin(TURN)
    looked(thinker, slow)
    with pytest.raises(RuntimeError, match=r"No engine\."):
        thinker.tell(TURN)


def test_an_outdated_turn_is_not_evaluated_more_deeply(thinker: Thinker, slow: Slow) -> None:
    other, third = replace(TURN, dice=(4, 1)), replace(TURN, dice=(5, 1))
    for turn in (other, third, TURN):
        thinker.begin(turn)
    looked(thinker, slow)
    assert slow.asked.count(True) <= 2  # the one that had begun, and the last


def test_a_turn_without_a_deeper_evaluation_is_reviewed_too(thinker: Thinker, slow: Slow) -> None:
    slow.go.set()
    played = replace(TURN, played=RULES.text(ENDS[4]))
    assert [play.end for play in thinker.review(played).plays][:2] == [ENDS[1], ENDS[4]]
    thinker.review(played)
    assert slow.asked == [True]
