"""Measures once which plain tests run which lines of the program, and how long each test takes.

A line is stored as its function and its distance from the function's first line, so that changes
elsewhere in the module do not matter. When a test file changes, only its tests are measured again.
"""

import hashlib
import json
import re
import sqlite3
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from changes import Change, functions
from coverage import CoverageData
from trees import HERE, ROOT, bring, surroundings

TABLES = """
create table if not exists files (name text primary key, hash text);
create table if not exists tests (name text primary key, file text, seconds real, good integer);
create table if not exists ran (test text, module text, function text, lines text);
create index if not exists ran_where on ran (module, function);
create index if not exists ran_test on ran (test);
"""


class Ran:
    """The stored measurements, in their own folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._kept = sqlite3.connect(folder / "ran.sqlite", check_same_thread=False)
        self._kept.executescript(TABLES)

    def measure(self) -> None:
        """Run the new and changed plain tests, and store which lines they run."""
        stale = self._stale()
        if not stale:
            return
        tree, costs = self._folder / "tree", self._folder / "costs.jsonl"
        bring(tree)
        for old in [costs, *self._folder.glob("coverage*")]:
            old.unlink(missing_ok=True)
        # fmt: off
        command = [
            sys.executable, "-m", "coverage", "run", f"--rcfile={HERE / 'coverage.ini'}",
            "-m", "pytest", "-q", "-p", "probe", "-p", "no:cacheprovider",
            # Files that need Playwright hold no plain tests, and may lack it.
            "--continue-on-collection-errors", *stale,
        ]
        # fmt: on
        print(f"Measuring the plain tests of {len(stale)} files, once.", flush=True)
        with (self._folder / "measured.txt").open("w") as told:
            more = {"MUTANTS_COSTS": str(costs), "MUTANTS_DATA": str(self._folder / "coverage")}
            surrounded = surroundings(tree, **more)
            subprocess.run(command, cwd=tree, env=surrounded, stdout=told, check=False)
        self._take(stale, tree, costs)

    def _stale(self) -> dict[str, str]:
        """Return the test files without a current measurement, with their hashes."""
        tests = ROOT / "tests"
        now = {
            path.relative_to(ROOT).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(tests.rglob("test_*.py"))
        }
        kept = dict(self._kept.execute("select name, hash from files"))
        for gone in kept.keys() - now.keys():
            self._forget(gone)
        return {name: text for name, text in now.items() if kept.get(name) != text}

    def _forget(self, file: str) -> None:
        self._kept.execute(
            "delete from ran where test in (select name from tests where file = ?)", [file]
        )
        self._kept.execute("delete from tests where file = ?", [file])
        self._kept.execute("delete from files where name = ?", [file])

    def _take(self, stale: dict[str, str], tree: Path, costs: Path) -> None:
        with self._kept:
            for file in stale:
                self._forget(file)
            for line in costs.read_text(encoding="utf-8").splitlines():
                cost = json.loads(line)
                row = (cost["test"], cost["test"].split("::")[0], cost["seconds"], cost["good"])
                self._kept.execute("insert or replace into tests values (?, ?, ?, ?)", row)
            for part in self._folder.glob("coverage*"):
                self._take_lines(part, tree)
            self._kept.executemany("insert into files values (?, ?)", stale.items())

    def _take_lines(self, part: Path, tree: Path) -> None:
        data = CoverageData(str(part))
        data.read()
        for path in data.measured_files():
            if not Path(path).is_relative_to(tree) or not path.endswith(".py"):
                continue  # a copy that a test made, or code compiled from a page's template
            module = Path(path).relative_to(tree).as_posix()
            inside = _innermost(Path(path).read_bytes())
            found: dict[tuple[str, str], list[int]] = defaultdict(list)
            for line, tests in data.contexts_by_lineno(path).items():
                function, first = inside.get(line, ("", 0))
                for test in tests:  # "" stands for the import
                    found[test, function].append(line - first)
            self._kept.executemany(
                "insert into ran values (?, ?, ?, ?)",
                [
                    (test, module, function, json.dumps(lines))
                    for (test, function), lines in found.items()
                ],
            )

    def tests_of(self, module: str, change: Change, first: int) -> tuple[list[str], list[str]]:
        """Return the tests that run the changed lines, and others that may fail, fastest first.

        For code that runs at import these are the tests that run any code of the module, or of a
        module that uses its names.
        """
        if not change.function or self._is_run_at_import(module, change.function):
            close = self._running([module])
            later = self._running(users(module, change))
        else:
            rows = self._kept.execute(
                "select test, lines from ran join tests on test = name"
                " where module = ? and function = ? and good order by seconds, test",
                [module, change.function],
            ).fetchall()
            near = set(range(change.line - first, change.last_line - first + 1))
            close = [test for test, lines in rows if not near.isdisjoint(json.loads(lines))]
            later = [test for test, _ in rows]
        known = {*close}
        later = list(dict.fromkeys(later + self._of_all()))
        return list(dict.fromkeys(close)), [test for test in later if test not in known]

    def _is_run_at_import(self, module: str, function: str) -> bool:
        """Return whether a function is run only by the import of its module."""
        tests = self._kept.execute(
            "select distinct test from ran where module = ? and function = ?", [module, function]
        )
        return {test for (test,) in tests} == {""}

    def _running(self, modules: Iterable[str]) -> list[str]:
        """Return the tests that run a function of one of these modules."""
        found = set()
        for module in modules:
            found |= {
                test
                for (test,) in self._kept.execute(
                    "select distinct test from ran where module = ? and function != ''", [module]
                )
            }
        return [test for test in self.good() if test in found]

    def _of_all(self) -> list[str]:
        """Return the tests outside the packages' folders, and tests that import by name."""
        reading = {
            path.relative_to(ROOT).as_posix()
            for path in (ROOT / "tests").rglob("test_*.py")
            if path.parent.name == "tests" or "import_module(" in path.read_text(encoding="utf-8")
        }
        return [test for test in self.good() if test.split("::")[0] in reading]

    def good(self) -> list[str]:
        """Return all tests that pass, fastest first."""
        return [
            name
            for (name,) in self._kept.execute("select name from tests where good order by seconds")
        ]

    def seconds(self, tests: Iterable[str]) -> dict[str, float]:
        """Return the duration of each test."""
        kept = dict(self._kept.execute("select name, seconds from tests"))
        return {test: kept[test] for test in tests}


def users(module: str, change: Change) -> list[str]:
    """Return the modules that use the name assigned in the changed line, or only the module."""
    path = ROOT / module
    line = path.read_text(encoding="utf-8").splitlines()[change.line - 1]
    named = re.match(r"([A-Za-z_]\w*)(?:\s*:[^=]*)?\s*=", line)
    word = named[1] if named else path.parent.name if path.stem == "__init__" else path.stem
    return [
        other.relative_to(ROOT).as_posix()
        for other in sorted((ROOT / "companion").rglob("*.py"))
        if re.search(rf"\b{word}\b", other.read_text(encoding="utf-8"))
    ]


def _innermost(source: bytes) -> dict[int, tuple[str, int]]:
    """Return, for each line in a function, the innermost function's name and first line."""
    inside = {}
    spans = functions(source)
    for name, (first, last) in sorted(spans.items(), key=lambda span: span[1][0] - span[1][1]):
        for line in range(first + 1, last + 1):
            inside[line] = (name, first)
    return inside
