"""Pytest plugin for CI: coverage is measured only while the tests of the pure rooms run.

Measuring makes a test three times as slow. So a line of these rooms counts as covered if their own
tests run it, and all other tests are as fast as in a plain run. Loaded by `.ci/run`.
"""

from collections.abc import Generator
from typing import Final

import coverage
import pytest

MEASURED: Final = (
    *(f"tests/{room}/" for room in ("board", "link", "referee", "rules", "typed")),
    "tests/speech/test_queue",
)
RANDOM: Final = {
    "test_doubts.py",
    "test_laws.py",
    "test_mutations.py",
    "test_one_position.py",
    "test_perft.py",
    "test_referee_search.py",
    "test_referee_stateful.py",
    "test_same_evening.py",
    "test_typed_reminders.py",
}
"""Tests that play many games. They would take the longest, and cover nothing that others do not."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Stop measuring for any other test.

    In a process of pytest-xdist pytest-cov starts two measurements, one inside the other.
    """
    is_measured = item.nodeid.startswith(MEASURED) and item.path.name not in RANDOM
    stopped = []
    while not is_measured and (measured := coverage.Coverage.current()) is not None:
        measured.stop()
        stopped.append(measured)
    try:
        return (yield)
    finally:
        for each in reversed(stopped):
            each.start()
