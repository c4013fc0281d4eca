"""Runs tests on one changed module, and returns the first test that fails."""

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from changes import Change
from trees import spoilt, surroundings

# The seconds of tests in the first portion. Each later portion has four times as many. The fastest
# tests detect most changes, and a trial that loads fewer test files ends sooner.
PORTION = 2.0
# A test that takes more seconds may fail because the machine is busy, so it must detect a change
# twice.
SURE = 0.5

Tests = tuple[list[str], list[str]]


class Trial(NamedTuple):
    """A change, and the test that detected it ("" for none)."""

    name: str
    room: str
    module: str
    line: int
    killed_by: str

    @classmethod
    def of(cls, room: str, module: str, source: bytes, change: Change) -> "Trial":
        """Return a trial that identifies a change independently of the text before it."""
        was = source[change.start : change.end].decode()
        line = source.splitlines()[change.line - 1].decode().strip()
        said = " ".join(f"{change.what}: {was} -> {change.new} in {line}".split())
        return cls(f"{module} {change.function}: {said}", room, module, change.line, "")


def tried(trial: Trial, tree: Path, text: bytes, tests: Tests, costs: dict[str, float]) -> Trial:
    """Run lists of tests on a changed module until a test detects the change."""
    with spoilt(tree / trial.module, text):
        for some in tests:
            for portion in portions(some, costs):
                if killer := noticed(tree, portion, costs):
                    return trial._replace(killed_by=killer)
    return trial


def portions(tests: list[str], seconds: dict[str, float]) -> list[list[str]]:
    """Split the tests into lists of limited duration. Later lists take longer."""
    found: list[list[str]] = []
    left, most = 0.0, PORTION
    for test in tests:
        if not found or left <= 0:
            found.append([])
            left, most = most, most * 4
        found[-1].append(test)
        left -= seconds[test]
    return found


def noticed(tree: Path, tests: list[str], seconds: dict[str, float]) -> str:
    """Return the first test that fails, or another error; "" if all pass."""
    while tests:
        failed = _run(tree, tests, seconds)
        if failed not in tests or seconds[failed] < SURE:
            return failed
        if _run(tree, [failed], seconds):
            return failed
        tests = tests[tests.index(failed) + 1 :]
    return ""


def _run(tree: Path, tests: list[str], seconds: dict[str, float]) -> str:
    listed, costs = tree.with_suffix(".tests.json"), tree.with_suffix(".costs.jsonl")
    listed.write_text(json.dumps({test: 20 + 10 * seconds[test] for test in tests}))
    costs.write_text("")
    paths = sorted({test.split("::")[0] for test in tests})
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "probe", "-p", "no:cacheprovider"]
    # One process group, so that no process of a test remains.
    running = subprocess.Popen(
        [*command, *(path for path in paths if (tree / path).exists())],
        cwd=tree,
        env=surroundings(tree, MUTANTS_COSTS=str(costs), MUTANTS_TESTS=str(listed)),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        code = running.wait(120 + 10 * sum(seconds[test] for test in tests))
    except subprocess.TimeoutExpired:
        code = -1
    finally:
        with suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
        running.wait()
    if code in {0, 5}:  # all tests passed, or pytest found none of them
        return ""
    done = [json.loads(line) for line in costs.read_text().splitlines()]
    failed = [one["test"] for one in done if not one["good"]]
    if failed:
        return str(failed[0])
    # No test failed: either a test did not end, or a module cannot be imported (2) and no test
    # began.
    over = {one["test"] for one in done}
    left = [test for test in tests if test not in over]
    begun = left and (done or code != 2)
    return f"{left[0]} did not end" if begun else "no test can be started"
