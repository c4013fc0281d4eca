"""Pytest plugin for CI: coverage is measured only while the tests of the pure rooms run.

Measuring makes a test much slower. So a line of these rooms counts as covered if their own tests
run it, and all other tests are as fast as in a plain run. Loaded by `.ci/run`.
"""

from collections.abc import Generator

import coverage
import pytest

FOLDERS = {"board", "link", "referee", "rules", "speech", "typed"}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Stop measuring for a test of another folder."""
    measured = coverage.Coverage.current()
    if measured is None or item.nodeid.split("/")[1] in FOLDERS:
        return (yield)
    measured.stop()
    try:
        return (yield)
    finally:
        measured.start()
