"""Pytest plugin that measures each test, and selects the tests for a changed program.

Loaded with `-p probe`. To the file MUTANTS_COSTS it writes a JSON line for each test: how many
seconds it took and whether it passed. Where coverage measures, each test is a context of its own,
in the processes it starts too. Of what is collected it keeps the tests that the file MUTANTS_TESTS
names, in its order, each with the most seconds it may take. Hypothesis draws the same cases each
time and does not shrink what fails.
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

# A change may make a loop endless that gathers; what else runs here shall not suffer.
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
        # The settings as this process has read them would name no test in the processes below.
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
