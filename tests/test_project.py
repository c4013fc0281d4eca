"""The project's own promises: one version, typed, no trace of one machine, nothing half done."""

import functools
import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

import companion
from tests.program import python

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

PURE = ("rules/**/*.py", "link/*.py", "board/*.py", "referee/*.py", "speech/*.py")

# Written so that none of the patterns finds itself.
TRACES = {
    "a path of one machine": r"(?:^|[^A-Za-z.])/(?:work|farm|root|tmp)/",
    "a download address": r"index[-]url|find[-]links|\"resolved\": *\"|registry *[=:] *\"?http",
    "a registry's host": r"pypi[.]org|pythonhosted[.]org|registry[.]npmjs|deb[.]debian[.]org",
    "unfinished": r"\bTO[D]O\b|\bFIX[M]E\b|\bXX[X]\b|NotImplemented[E]rror|assert [T]rue\b",
}


@functools.cache
def committed_files() -> tuple[tuple[str, str], ...]:
    """Name and text of every committed text file (everything there, in a copy without git)."""
    try:
        listed = subprocess.run(
            ["git", "ls-files", "-z"],  # noqa: S607 -- the git that made this clone
            cwd=ROOT,
            check=True,
            capture_output=True,
            text=True,
        ).stdout.split("\0")
        paths = [ROOT / name for name in listed if name]
    except (OSError, subprocess.CalledProcessError):
        paths = [*ROOT.glob("*.*"), *ROOT.glob("[a-z]*/**/*")]
    contents = {path: path.read_bytes() for path in paths if path.is_file()}
    return tuple(
        (path.relative_to(ROOT).as_posix(), data.decode(encoding="utf-8"))
        for path, data in contents.items()
        if b"\0" not in data
    )


def test_the_changelog_has_the_version_and_room_for_the_next() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest, *released = re.findall(r"^## \[(.+?)\]", changelog, re.MULTILINE)
    assert newest == "Unreleased"
    assert released[:1] in ([], [companion.__version__])


def test_type_information_is_packaged() -> None:
    assert (ROOT / "companion" / "py.typed").is_file()
    assert "py.typed" in PROJECT["tool"]["setuptools"]["package-data"]["companion"]


def test_licence_files_are_there_and_whole() -> None:
    for name, last_words in {
        "LICENSE": "why-not-lgpl.html>.",
        "hardware/LICENSE": "third party beneficiary rights are\n      specifically excluded.",
    }.items():
        assert name in PROJECT["project"]["license-files"]
        assert (ROOT / name).read_text(encoding="utf-8").rstrip().endswith(last_words)


@pytest.mark.parametrize("what", TRACES)
def test_committed_files_are_free_of(what: str) -> None:
    pattern = re.compile(TRACES[what], re.MULTILINE)
    found = [
        f"{name}:{number}: {line.strip()[:100]}"
        for name, text in committed_files()
        if pattern.search(text)
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]
    assert found == []


def test_no_lock_file_is_committed() -> None:
    names = {Path(name).name for name, _ in committed_files()}
    assert names.isdisjoint({"uv.lock", "poetry.lock", "Pipfile.lock", "package-lock.json"})


@pytest.mark.parametrize("files", PURE)
def test_pure_rooms_hide_nothing_from_coverage(files: str) -> None:
    paths = list((ROOT / "companion").glob(files))
    assert paths
    for path in paths:
        assert not re.search(r"pragma:? *no *(?:cover|branch)", path.read_text(encoding="utf-8"))
    assert not {"exclude_lines", "exclude_also"} & PROJECT["tool"]["coverage"]["report"].keys()


SKIPPING = "import pytest\n\n@pytest.mark.skip(reason='no board')\ndef test_board(): ...\n"


def test_a_skip_without_a_reason_fails_in_ci(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(SKIPPING, encoding="utf-8")
    guard = {"PYTEST_PLUGINS": "no_silent_skips", "PYTHONPATH": str(ROOT / ".ci")}
    words = ("pytest", "-p", "no:cacheprovider", "--rootdir", str(tmp_path), str(tmp_path))
    done = python("-m", *words, cwd=tmp_path, env=os.environ | guard)
    assert done.returncode == 1, done.stdout
    assert "skipped in CI without a reason in .ci/allowed-skips: test_it.py" in done.stdout
