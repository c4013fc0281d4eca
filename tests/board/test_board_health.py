"""Faults of the board: each is reported once when it lasts, and once when it has ended."""

import pytest

from companion.board.health import ABSENT_MS, LASTS_MS, MORE, Changed, Health, PlaceFault
from companion.link.messages import MS_MODULUS, BoardState, Seats

SHORT = ("V7", "short")
LOOSE = ("N3", "flicker")
IDLE = ((0,) * 7, (0,) * 7)


def line(ms: int, *faults: PlaceFault) -> BoardState:
    return BoardState(
        0, ms % MS_MODULUS, (), Seats("--", 0), Seats("--", 0), keys=IDLE, faults=faults
    )


def test_a_short_fault_is_not_reported() -> None:
    health = Health()
    assert health.feed(line(0, SHORT)) == Changed()
    assert health.feed(line(LASTS_MS - 1, SHORT)) == Changed()
    assert health.feed(line(LASTS_MS)) == Changed()
    assert health.feed(line(LASTS_MS + 1, SHORT)) == Changed(), "it began anew"
    assert health.feed(line(2 * LASTS_MS, SHORT)) == Changed()


@pytest.mark.parametrize("start", [0, MS_MODULUS - 1_000])
def test_a_lasting_fault_and_its_end_are_each_reported_once(start: int) -> None:
    health = Health()
    told = [
        (ms, changed)
        for ms in range(0, 60_000, 500)
        if (changed := health.feed(line(start + ms, *([SHORT] if ms < 20_000 else []))))
        != Changed()
    ]
    assert told == [(LASTS_MS, Changed((SHORT,))), (20_000 + ABSENT_MS, Changed(gone=(SHORT,)))]


def test_a_fault_that_returns_soon_did_not_end() -> None:
    health = Health()
    told = [
        changed
        for ms in range(0, 60_000, 500)
        if (changed := health.feed(line(ms, *([] if ms % 9_000 == 8_000 else [LOOSE]))))
        != Changed()
    ]
    assert told == [Changed((LOOSE,))]


def test_at_most_three_faults_are_named_at_once() -> None:
    health = Health()
    many = [(f"V{number}", "short") for number in range(1, 13)]
    health.feed(line(0, *many))
    assert health.feed(line(LASTS_MS, *many)) == Changed((*many[:3], MORE))
    assert health.feed(line(LASTS_MS + 1, *many)) == Changed()
    health.feed(line(10_000))
    assert health.feed(line(10_000 + ABSENT_MS)).gone == (("V1", "short"), *sorted(many)[1:3])
    assert health.feed(line(11_000 + ABSENT_MS)) == Changed()


def test_a_known_fault_is_not_reported_again_after_the_board_was_away() -> None:
    health = Health()
    health.feed(line(0, SHORT))
    health.feed(line(LASTS_MS, SHORT))
    health.feed(line(LASTS_MS, SHORT, LOOSE))
    health.reset()
    assert health.feed(line(5_000, SHORT, LOOSE)) == Changed()
    assert health.feed(line(5_000 + LASTS_MS, SHORT, LOOSE)) == Changed((LOOSE,))


def test_unnamed_faults_do_not_end() -> None:
    health = Health()
    health.feed(line(0, SHORT, MORE))
    assert health.feed(line(LASTS_MS, SHORT, MORE)) == Changed((SHORT, MORE))
    health.feed(line(10_000, SHORT))
    assert health.feed(line(10_000 + ABSENT_MS, SHORT)) == Changed()
