"""Simulated players wait for a fact as long as the companion may just be slow."""

from threading import Thread
from time import sleep

import pytest

from companion.referee.facts import Fact, TurnBegins
from companion.rules import Player
from companion.sim import players
from companion.sim.players import ENOUGH_INPUTS, Ears, SilenceError

TURN = TurnBegins(Player.V, "")


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "LOOK", 0.001)
    monkeypatch.setattr(players, "PATIENCE", 0.01)
    monkeypatch.setattr(players, "LIMIT", 0.3)


def test_a_slow_companion_is_not_called_silent() -> None:
    ears = Ears(lambda: 0)

    def speak() -> None:
        sleep(0.05)
        ears.hear(TURN)
        ears.close()

    Thread(target=speak).start()
    assert list[Fact](ears) == [TURN]


def test_a_companion_that_reads_everything_and_reports_nothing_is_silent() -> None:
    taken = iter(range(1000))
    with pytest.raises(SilenceError, match=r"^The companion said nothing more\.$"):
        next(iter(Ears(lambda: next(taken))))
    assert next(taken) >= ENOUGH_INPUTS


def test_a_stuck_companion_is_called_silent_in_the_end() -> None:
    with pytest.raises(SilenceError):
        next(iter(Ears(lambda: 0)))
