"""Pytest plugin for CI: a skipped test fails the run unless `.ci/allowed-skips` gives a reason.

A test that is skipped where it should run looks like one that passed. Loaded by `.ci/run` through
PYTEST_PLUGINS; plain runs on a machine that lacks something may skip as they like.
"""

import fnmatch
from pathlib import Path

import pytest

ALLOWED = Path(__file__).with_name("allowed-skips")


def allowed_patterns(text: str) -> list[str]:
    """Read the patterns of test ids, one a line before ``#`` and a reason.

    Raises `ValueError` for a pattern without a reason.
    """
    patterns = []
    for line in text.splitlines():
        pattern, _, reason = (part.strip() for part in line.partition("#"))
        if pattern and not reason:
            raise ValueError(f".ci/allowed-skips: {pattern!r} has no reason; write one after #.")
        if pattern:
            patterns.append(pattern)
    return patterns


class SkipGuard:
    """Collects skipped tests and fails the session for those without a written reason."""

    def __init__(self, patterns: list[str]) -> None:
        self._patterns = patterns
        self._unexcused: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a test that was skipped; an expected failure is not a skip."""
        if not hasattr(report, "wasxfail"):
            self._note(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note a whole file that was skipped."""
        self._note(report)

    def _note(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if report.skipped and not any(fnmatch.fnmatch(report.nodeid, p) for p in self._patterns):
            self._unexcused.append(report.nodeid)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Turn a passing session into a failing one."""
        if self._unexcused and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say which tests it was."""
        for nodeid in self._unexcused:
            terminalreporter.line(f"skipped in CI without a reason in .ci/allowed-skips: {nodeid}")


def pytest_configure(config: pytest.Config) -> None:
    """Register the guard."""
    patterns = allowed_patterns(ALLOWED.read_text(encoding="utf-8"))
    config.pluginmanager.register(SkipGuard(patterns), "skip-guard")
