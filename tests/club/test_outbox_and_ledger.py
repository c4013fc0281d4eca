"""What is sent and what is new: over any broker everything comes once and in order."""

import random

import pytest

from companion.club.ledger import Ledger
from companion.publishing.messages import Mark, Published
from companion.publishing.outbox import FEW, MOST_FLYING, Outbox
from companion.records.journal import Row

JOURNAL = [Row(number, 1, 0.0, "") for number in range(1, 401)]


def rows_after(after: int, most: int = 100) -> list[Row]:
    return [each for each in JOURNAL if each.number > after][:most]


def pull(box: Outbox) -> bool:
    after = box.pull()
    if after is None:
        return False
    box.take("j", after, rows_after(after))
    return True


def test_rows_are_sent_in_order_and_no_more_than_the_broker_takes() -> None:
    box = Outbox()
    assert pull(box)
    first = list(box.sendable())
    assert [told.row.number for told in first] == list(range(1, MOST_FLYING + 1))
    assert [told.after for told in first] == list(range(MOST_FLYING))
    assert list(box.sendable()) == []
    box.acknowledged()
    assert [told.row.number for told in box.sendable()] == [MOST_FLYING + 1]


def test_no_more_is_pulled_while_enough_is_held_or_awaited() -> None:
    box = Outbox()
    assert box.pull() == 0
    assert box.pull() is None
    box.take("j", 0, rows_after(0, FEW))
    assert box.pull() is None


def test_what_was_pulled_for_another_place_is_passed_over() -> None:
    box = Outbox()
    assert box.pull() == 0
    box.take("j", 0, rows_after(0, 10))
    list(box.sendable())
    assert box.pull() == 10
    assert box.go_to(Mark("j", 4))
    assert box.pull() == 4
    box.take("j", 10, rows_after(10, 10))
    assert list(box.sendable()) == []
    box.take("j", 4, rows_after(4, 10))
    assert [told.row.number for told in box.sendable()] == list(range(5, 15))


def test_a_place_told_before_the_journal_is_known_is_kept_in_mind() -> None:
    box = Outbox()
    assert not box.go_to(Mark("j", 7))
    assert box.pull() == 0
    box.take("j", 0, rows_after(0, 10))
    assert list(box.sendable()) == []
    assert box.pull() == 7
    box.take("j", 7, rows_after(7, 2))
    assert [(told.after, told.row.number) for told in box.sendable()] == [(7, 8), (8, 9)]


def test_a_place_in_another_journal_moves_nothing() -> None:
    box = Outbox()
    pull(box)
    list(box.sendable())
    assert not box.go_to(Mark("other", 3))
    assert box.sent == MOST_FLYING


def told(number: int, after: int | None = None, journal: str = "j") -> Published:
    return Published(journal, number - 1 if after is None else after, Row(number, 1, 0.0, ""))


def test_a_ledger_knows_what_is_next() -> None:
    ledger = Ledger({"T1": Mark("j", 5)})
    assert ledger.knows("T1", "j")
    assert not ledger.knows("T1", "k")
    assert not ledger.knows("T2", "j")
    assert not ledger.is_new("T1", told(5))
    assert not ledger.is_new("T1", told(8))
    assert ledger.is_new("T1", told(6))
    assert not ledger.is_new("T1", told(6))


def test_numbers_leap_when_the_table_itself_says_that_it_got_so_far() -> None:
    ledger = Ledger({"T1": Mark("j", 6)})
    leap = told(9, after=6)
    assert not ledger.is_new("T1", leap)
    assert ledger.misses("T1", leap, now=0.0) == Mark("j", 6)
    assert ledger.reach("T1", Mark("k", 9)) is None
    assert ledger.reach("T1", Mark("j", 8)) is None
    assert not ledger.is_new("T1", leap)
    assert ledger.reach("T1", Mark("j", 9)) == Mark("j", 6)
    assert ledger.is_new("T1", leap)
    assert ledger.reach("T1", Mark("j", 9)) is None
    assert ledger.mark("T1") == Mark("j", 9)
    assert ledger.reach("T2", Mark("j", 9)) is None


def test_a_fact_that_anybody_told_does_not_leap_over_what_is_still_to_come() -> None:
    ledger = Ledger({"T1": Mark("j", 6)})
    ledger.reach("T1", Mark("j", 6))
    assert not ledger.is_new("T1", told(9007199254740000, after=0))
    assert ledger.is_new("T1", told(7))
    assert ledger.mark("T1") == Mark("j", 7)


def test_a_table_that_is_further_than_known_twice_is_asked() -> None:
    ledger = Ledger({"T1": Mark("j", 6)})
    ledger.reach("T1", Mark("j", 7))
    ledger.reach("T2", Mark("k", 2))
    ledger.reach("T3", Mark("", 2))
    assert ledger.overdue() == []
    assert ledger.overdue() == [("T1", Mark("j", 6)), ("T2", Mark("k", 0))]
    assert ledger.is_new("T1", told(7))
    ledger.drop("T2")
    assert ledger.overdue() == []


def test_what_was_not_recorded_is_new_again() -> None:
    ledger = Ledger({"T1": Mark("j", 6)})
    assert ledger.is_new("T1", told(7))
    ledger.forget("T1", Mark("j", 6))
    assert ledger.is_new("T1", told(7))
    ledger.forget("T1", None)
    assert not ledger.knows("T1", "j")
    assert ledger.mark("T1") is None


def test_a_table_is_asked_once_in_a_while_for_what_is_missing() -> None:
    ledger = Ledger({"T1": Mark("j", 5)})
    assert ledger.misses("T1", told(8), now=0.0) == Mark("j", 5)
    assert ledger.misses("T1", told(9), now=0.5) is None
    assert ledger.misses("T1", told(9), now=1.5) == Mark("j", 5)
    assert ledger.misses("T1", told(4), now=9.0) is None


@pytest.mark.parametrize("seed", range(10))
def test_over_a_bad_broker_everything_comes_once_and_in_order(seed: int) -> None:
    """The broker loses, doubles and forgets; the table starts anew; the club asks."""
    chance = random.Random(seed)
    box, ledger = Outbox(), Ledger({})
    recorded: list[int] = []
    now = 0.0
    ledger.change("T1", "j", 0)
    for _ in range(4000):
        now += 0.1
        if chance.random() < 0.01:
            box = Outbox()
            if chance.random() < 0.5:
                mark = ledger.mark("T1")
                assert mark is not None
                box.go_to(mark)
        pull(box)
        for each in box.sendable():
            box.acknowledged()
            for _ in range(chance.choice((0, 1, 1, 1, 1, 2))):
                if ledger.is_new("T1", each):
                    recorded.append(each.row.number)
                elif (want := ledger.misses("T1", each, now)) is not None:
                    box.go_to(want)
        if chance.random() < 0.02:
            # What the club has, told again and still not passed after a while.
            mark = ledger.mark("T1")
            if mark is not None and mark.number < box.sent:
                box.go_to(mark)
    assert recorded == [each.number for each in JOURNAL]
