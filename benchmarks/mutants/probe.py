"""Pytest plugin that measures each test, and selects the tests for a changed program.

Pytest loads the plugin with `-p probe`. The plugin writes one JSON line for each test to the file
MUTANTS_COSTS, with the duration in seconds and whether the test passed. If coverage is measured,
each test is a separate coverage context, also in the processes that it starts. Only the tests
listed in the file MUTANTS_TESTS are run, in its order, each with the time limit given there.
Hypothesis draws the same cases each time and does not shrink failures.
"""

import faulthandler
import json
import os
import resource
import time
from collections.abc import Iterator
from pathlib import Path

import coverage
import hypothesis
import pytest

# A change may cause an endless loop that fills memory; other programs must not suffer.
MOST_MEMORY = 4 << 30

FAILED = pytest.StashKey[bool]()
LIMITS: dict[str, float] = {}


def pytest_configure(config: pytest.Config) -> None:
    """Set the limits before any test is imported."""
    del config
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, hard))
    hypothesis.settings.register_profile(
        "mutants",
        deadline=None,
        database=None,
        derandomize=True,
        phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
    )
    hypothesis.settings.load_profile("mutants")
    if path := os.environ.get("MUTANTS_TESTS"):
        LIMITS.update(json.loads(Path(path).read_text(encoding="utf-8")))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep only the requested tests, in the requested order."""
    if LIMITS:
        places = {name: place for place, name in enumerate(LIMITS)}
        kept = [item for item in items if item.nodeid in places]
        items[:] = sorted(kept, key=lambda item: places[item.nodeid])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Set a test's coverage context and time limit, and record its duration."""
    name = item.nodeid
    os.environ["MUTANTS_TEST"] = name
    if os.environ.pop("COVERAGE_PROCESS_CONFIG", None):
        # Child processes would otherwise inherit settings that do not name the test.
        os.environ["COVERAGE_PROCESS_START"] = str(Path(__file__).with_name("coverage.ini"))
    if (measured := coverage.Coverage.current()) is not None:
        measured.switch_context(name)
    if name in LIMITS:
        faulthandler.dump_traceback_later(LIMITS[name], exit=True)
    start = time.perf_counter()
    item.stash[FAILED] = False
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()
        seconds = round(time.perf_counter() - start, 3)
        line = {"test": name, "seconds": seconds, "good": not item.stash[FAILED]}
        with Path(os.environ["MUTANTS_COSTS"]).open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Record that a test failed or was skipped."""
    report = yield
    if not report.passed:
        item.stash[FAILED] = True
    return report
