"""The outbox sends and the ledger accepts every fact once and in order."""

import random
from pathlib import Path

import pytest

from companion.club.record import Ledger
from companion.publishing.messages import Mark, Published
from companion.publishing.outbox import EveningRows, Outbox
from companion.records.read import FactRow
from tests.budget import seeds
from tests.records.kept import write_rows

J, K = (f"2026-01-0{day}T200000Z-backgammon.jsonl" for day in (1, 2))
JOURNAL = [FactRow(number, 1, 0.0, '{"fact":"Roll"}') for number in range(1, 401)]


def two_matches(folder: Path, facts: int) -> Path:
    """A journal of a match with so many facts, and of one with 20."""
    write_rows(folder / J, JOURNAL[:facts])
    write_rows(folder / K, JOURNAL[:20])
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return two_matches(tmp_path, len(JOURNAL))


def taken(box: Outbox, most: int = 50) -> list[Published]:
    """The next rows, at most so many."""
    found = (box.next() for _ in range(most))
    return [each for each in found if each is not None]


def numbers(box: Outbox, most: int = 50) -> list[int]:
    return [each.row.number for each in taken(box, most)]


def test_rows_are_sent_in_order(folder: Path) -> None:
    box = Outbox(folder)
    assert numbers(box, 300) == list(range(1, 301))
    assert numbers(box, 300) == [*range(301, 401), *range(1, 21)]
    assert box.next() is None


def test_the_next_match_follows(folder: Path) -> None:
    box = Outbox(folder)
    box.go_to(Mark(J, 398))
    last, *more = taken(box)
    assert (last.journal, last.row.number, last.previous) == (J, 399, None)
    assert [(each.journal, each.row.number) for each in more[:3]] == [(J, 400), (K, 1), (K, 2)]
    assert [each.previous for each in more[:3]] == [None, Mark(J, 400), None]
    assert box.sent == Mark(K, 20)
    write_rows(folder / K, [JOURNAL[20]])
    assert numbers(box) == [21]


def test_sending_continues_from_a_reported_place(folder: Path) -> None:
    box = Outbox(folder)
    numbers(box)
    assert box.is_before(Mark(J, 4))
    assert not box.is_before(Mark(K, 4))
    box.go_to(Mark(J, 4))
    assert numbers(box)[:3] == [5, 6, 7]


def test_sending_may_continue_twice_from_the_end_of_a_match(folder: Path) -> None:
    write_rows(folder / K, JOURNAL[20:80])
    box = Outbox(folder)
    for _ in range(2):
        box.go_to(Mark(J, 400))
        assert numbers(box) == list(range(1, 51))


@pytest.mark.parametrize("name", ["other", "../other", "2027-01-01T200000Z-backgammon.jsonl", ""])
def test_a_place_in_another_journal_is_ignored(folder: Path, name: str) -> None:
    box = Outbox(folder)
    numbers(box)
    box.go_to(Mark(name, 3))
    assert box.sent == Mark(J, 50)


def test_a_deleted_folder_sends_nothing(tmp_path: Path) -> None:
    assert numbers(Outbox(tmp_path / "none")) == []


def test_the_page_gets_the_matches_of_its_evening_in_one_sequence(folder: Path) -> None:
    shown = EveningRows(folder, J, (folder / J).stat().st_size, J)
    rows, age = shown.take()
    assert (rows[0], age) == (JOURNAL[0], None)
    while rows[-1].number < 400:
        rows, age = shown.take()
    rows, age = shown.take()
    assert [row.match for row in rows] == [2] * 20
    assert age is not None
    assert rows[0].number > 400
    assert shown.mark_of(rows[-1].number) == Mark(K, 20)
    assert shown.number_of(Mark(K, 20)) == rows[-1].number
    assert shown.number_of(Mark("2027-01-01T200000Z-dutch.jsonl", 1)) is None
    assert shown.take() == ([], age) or shown.take()[0] == []


def test_a_new_evening_shows_no_earlier_match(folder: Path) -> None:
    shown = EveningRows(folder, "", 0, K)
    assert shown.take() == ([], None)
    assert shown.mark_of(0) == Mark("", 0)
    write_rows(folder / "2026-01-02T200000Z-backgammon-2.jsonl", JOURNAL[:3])
    assert [row.number for row in shown.take()[0]] == [1, 2, 3]


def told(number: int, journal: str = "j", previous: Mark | None = None) -> Published:
    return Published(journal, FactRow(number, 1, 0.0, ""), previous=previous)


def test_the_ledger_accepts_the_next_fact() -> None:
    ledger = Ledger({"T1": Mark("j", 5)})
    assert ledger.knows("T1", "j")
    assert not ledger.knows("T1", "k")
    assert not ledger.knows("T2", "j")
    assert not ledger.is_new("T1", told(5))
    assert not ledger.is_new("T1", told(8))
    assert ledger.is_new("T1", told(6))
    assert not ledger.is_new("T1", told(6))


def test_a_forged_fact_does_not_skip_missing_facts() -> None:
    ledger = Ledger({"T1": Mark("j", 6)})
    ledger.reach("T1", Mark("j", 6))
    assert not ledger.is_new("T1", told(9007199254740000))
    assert ledger.is_new("T1", told(7))
    assert ledger.mark("T1") == Mark("j", 7)


def test_missing_facts_are_requested_before_the_next_match() -> None:
    ledger = Ledger({"T1": Mark("j", 6)})
    assert ledger.left_behind("T1", told(1, "k", Mark("j", 7)), 0) == Mark("j", 6)
    assert ledger.left_behind("T1", told(1, "k", Mark("j", 6)), 0) is None
    assert ledger.left_behind("T1", told(1, "k", Mark("i", 9)), 0) is None
    assert ledger.left_behind("T1", told(1, "k"), 0) is None
    assert ledger.left_behind("T1", told(3, "k"), 1) == Mark("k", 1)
    assert ledger.left_behind("T2", told(1, "k", Mark("j", 7)), 0) is None


def test_facts_that_are_missing_twice_in_a_row_are_requested() -> None:
    ledger = Ledger({"T1": Mark("j", 6)})
    ledger.reach("T1", Mark("j", 7))
    ledger.reach("T2", Mark("k", 2))
    ledger.reach("T3", Mark("", 2))
    assert ledger.overdue() == []
    assert ledger.overdue() == [("T1", Mark("j", 6)), ("T2", Mark("k", 0))]
    assert ledger.is_new("T1", told(7))
    ledger.drop("T2")
    assert ledger.overdue() == []


def test_facts_that_were_not_recorded_are_accepted_again() -> None:
    ledger = Ledger({"T1": Mark("j", 6)})
    assert ledger.is_new("T1", told(7))
    ledger.forget("T1", Mark("j", 6))
    assert ledger.is_new("T1", told(7))
    ledger.forget("T1", None)
    assert not ledger.knows("T1", "j")
    assert ledger.mark("T1") is None


def test_missing_facts_are_requested_at_intervals() -> None:
    ledger = Ledger({"T1": Mark("j", 5)})
    assert ledger.misses("T1", told(8), now=0.0) == Mark("j", 5)
    assert ledger.misses("T1", told(9), now=0.5) is None
    assert ledger.misses("T1", told(9), now=1.5) == Mark("j", 5)
    assert ledger.misses("T1", told(4), now=9.0) is None


def test_all_facts_arrive_once_and_in_order_over_a_bad_broker(tmp_path: Path) -> None:
    everything_comes(two_matches(tmp_path, 120), 1, 600, facts=120)


@pytest.mark.slow
def test_all_facts_arrive_once_and_in_order_over_many_bad_brokers(folder: Path) -> None:
    """Guards that the club's record is whole, whatever the broker does."""
    for seed in seeds(4):
        everything_comes(folder, seed, 4_000, facts=len(JOURNAL))


def everything_comes(folder: Path, seed: int, rounds: int, *, facts: int) -> None:  # noqa: C901 - one bad thing each
    """The broker loses, doubles and forgets; the table starts anew; the club asks."""
    chance = random.Random(seed)
    box, ledger = Outbox(folder), Ledger({})
    recorded: list[tuple[str, int]] = []
    now = 0.0
    ledger.change("T1", J, 0)
    for _ in range(rounds):
        now += 0.1
        if chance.random() < 0.01:
            box = Outbox(folder)
            mark = ledger.mark("T1")
            if chance.random() < 0.5 and mark is not None:
                box.go_to(mark)
        while (each := box.next()) is not None:
            for _ in range(chance.choice((0, 1, 1, 1, 1, 2))):
                if not ledger.knows("T1", each.journal):
                    has = sum(journal == each.journal for journal, _ in recorded)
                    behind = ledger.left_behind("T1", each, has)
                    if behind is not None:
                        if box.is_before(behind):
                            box.go_to(behind)
                        continue
                    ledger.change("T1", each.journal, has)
                if ledger.is_new("T1", each):
                    recorded.append((each.journal, each.row.number))
                elif (want := ledger.misses("T1", each, now)) is not None and box.is_before(want):
                    box.go_to(want)
        mark = ledger.mark("T1")
        if chance.random() < 0.02 and mark is not None and box.is_before(mark):
            # What the club has, told again and still not passed after a while.
            box.go_to(mark)
    wanted = [(J, number) for number in range(1, facts + 1)]
    wanted += [(K, number) for number in range(1, 21)]
    assert sorted(recorded) == wanted
