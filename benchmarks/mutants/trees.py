"""Copies of the checkout in which the changes are made, so that the checkout is not modified."""

import os
import py_compile
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
# Folders that git ignores but tests need: MicroPython from `.ci/firmware fetch`.
FETCHED = "tests/firmware/wasm/node_modules"


def files() -> list[str]:
    """Return all files of the checkout that git tracks or that are new and not ignored."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],  # noqa: S607
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return [name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def bring(tree: Path) -> None:
    """Update a copy from the checkout. Equal files stay, with their compiled files."""
    names = files()
    for name in names:
        source, target = ROOT / name, tree / name
        data = source.read_bytes()
        if not (target.is_file() and target.read_bytes() == data):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
            _forget_compiled(target)
    if (ROOT / FETCHED).is_dir() and not (tree / FETCHED).is_symlink():
        (tree / FETCHED).symlink_to(ROOT / FETCHED)
    known = set(names)
    for place in ("companion", "tests"):
        for path in (tree / place).rglob("*.py"):
            if path.relative_to(tree).as_posix() not in known:
                path.unlink()


def surroundings(tree: Path, **more: str) -> dict[str, str]:
    """Return the environment for tests in a copy, without the shell's Python settings."""
    paths = os.pathsep.join([str(tree), str(HERE)])
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**kept, "PYTHONPATH": paths, "MUTANTS_TEST": "", **more}


@contextmanager
def spoilt(path: Path, text: bytes) -> Iterator[None]:
    """Replace a module's text for the duration of the context, and discard compiled files."""
    was, times = path.read_bytes(), path.stat()
    _forget_compiled(path)
    path.write_bytes(text)
    try:
        yield
    finally:
        _forget_compiled(path)
        path.write_bytes(was)
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        py_compile.compile(str(path))


def _forget_compiled(path: Path) -> None:
    """Delete compiled files, because Python may not notice a second change within one second."""
    for compiled in path.parent.glob(f"__pycache__/{path.stem}.*.pyc"):
        compiled.unlink()
