"""`packaging/release.py` in a clone of its own: what it writes, and what it refuses."""

import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.program import python

SCRIPT = Path(__file__).parents[1] / "packaging" / "release.py"
CHANGELOG = """\
# Changelog

## [Unreleased]

### Added

- A second die.

## [0.1.0] - 2026-01-31

### Added

- A die.
"""


class Clone:
    """A repository with a package and a changelog."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        for name in ("companion", "packaging"):
            (folder / name).mkdir()
        shutil.copy(SCRIPT, folder / "packaging")
        (folder / "companion" / "__init__.py").write_text('__version__ = "0.1.0"\n', "utf-8")
        self.git("init", "--quiet")
        for key, value in (("user.name", "CI"), ("user.email", "ci@companion.invalid")):
            self.git("config", key, value)
        self.commit(CHANGELOG)

    @property
    def changelog(self) -> str:
        return (self._folder / "CHANGELOG.md").read_text("utf-8")

    @property
    def package(self) -> str:
        return (self._folder / "companion" / "__init__.py").read_text("utf-8")

    def git(self, *words: str) -> str:
        return subprocess.run(  # noqa: S603 -- words of this test
            ["git", *words],  # noqa: S607 -- the git that made this clone
            cwd=self._folder,
            check=True,
            capture_output=True,
            text=True,
        ).stdout

    def write(self, changelog: str) -> None:
        (self._folder / "CHANGELOG.md").write_text(changelog, "utf-8")

    def commit(self, changelog: str) -> None:
        self.write(changelog)
        self.git("add", ".")
        self.git("commit", "--quiet", "--message", "tests: Begin")

    def release(self, *words: str) -> subprocess.CompletedProcess[str]:
        return python(str(self._folder / "packaging" / "release.py"), *words)


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    return Clone(tmp_path)


def test_version_and_changelog_are_set_committed_and_tagged(clone: Clone) -> None:
    days = [datetime.now(UTC).date()]
    done = clone.release("0.2.0")
    days.append(datetime.now(UTC).date())
    assert (done.returncode, done.stderr) == (0, "")
    assert clone.package == '__version__ = "0.2.0"\n'
    assert clone.changelog in {
        CHANGELOG.replace("## [Unreleased]\n", f"## [Unreleased]\n\n## [0.2.0] - {day}\n")
        for day in days
    }
    assert clone.git("status", "--porcelain") == ""
    assert clone.git("log", "-1", "--format=%s") == "project: Release 0.2.0\n"
    assert clone.git("tag", "--points-at", "HEAD") == "v0.2.0\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "Name the version, such as: python packaging/release.py 0.2.0"),
        (["0.2"], "0.2 is not a version: write three numbers, such as 0.2.0."),
        (["v0.2.0"], "v0.2.0 is not a version: write three numbers, such as 0.2.0."),
        (["0.1.0"], "Version 0.1.0 exists already: choose another number."),
        (["0.2.1"], "Version 0.2.1 exists already: choose another number."),
    ],
)
def test_a_wrong_version_is_refused(clone: Clone, words: list[str], told: str) -> None:
    clone.git("tag", "v0.2.1")
    assert refused(clone, *words) == told


def test_changes_that_are_not_committed_are_refused(clone: Clone) -> None:
    clone.write(CHANGELOG + "- Another.\n")
    told = refused(clone, "0.2.0")
    assert told == "Some changes are not committed: commit or remove them first."


@pytest.mark.parametrize("rest", ["- A second die.\n\n", "### Added\n\n- A second die.\n\n"])
def test_a_changelog_without_an_entry_is_refused(clone: Clone, rest: str) -> None:
    clone.commit(CHANGELOG.replace(rest, ""))
    told = refused(clone, "0.2.0")
    assert told == "CHANGELOG.md has no entry under Unreleased: write what has changed first."


def refused(clone: Clone, *words: str) -> str:
    """Run the release, which must change nothing; give what it said."""
    before = clone.package, clone.changelog, clone.git("log"), clone.git("tag")
    done = clone.release(*words)
    assert (done.returncode, done.stdout) == (1, "")
    assert (clone.package, clone.changelog, clone.git("log"), clone.git("tag")) == before
    return done.stderr.rstrip("\n")
