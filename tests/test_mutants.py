"""The small changes that `benchmarks/mutants` makes to test the tests."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.tables import table

ROOT = Path(__file__).parents[1]
SOURCE = b'''"""A module; 1 + 1."""
MOST: int | None = 3


def award(points: int, *, most: int = MOST) -> bool:
    """Not changed: 7 < 8."""
    if points < 1 or not most:
        raise ValueError("1 < 2")
    note(points, most, kept=True)
    return min(points, most) == points
'''


@pytest.fixture(name="changes")
def the_module() -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "mutant_changes", ROOT / "benchmarks" / "mutants" / "changes.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_each_change_is_a_small_one_that_can_run(changes: ModuleType) -> None:
    found = changes.changes(SOURCE)
    texts = [changes.changed(SOURCE, change).decode() for change in found]
    for text in texts:
        compile(text, "module", "exec")
        assert len(text.splitlines()) == len(SOURCE.splitlines())
    assert len({*texts}) == len(texts)
    assert SOURCE.decode() not in texts


@pytest.mark.parametrize(("line", "new"), table("mutants"))
def test_what_is_changed(changes: ModuleType, line: int, new: str) -> None:
    texts = [changes.changed(SOURCE, change).decode() for change in changes.changes(SOURCE)]
    assert new in [text.splitlines()[line - 1] for text in texts]


def test_texts_and_types_stay(changes: ModuleType) -> None:
    for change in changes.changes(SOURCE):
        lines = changes.changed(SOURCE, change).decode().splitlines()
        assert [lines[at] for at in (0, 4, 5)] == [
            SOURCE.decode().splitlines()[at] for at in (0, 4, 5)
        ]
        assert lines[1].startswith("MOST: int | None = ")


def test_a_change_is_named_by_its_function(changes: ModuleType) -> None:
    assert {change.function for change in changes.changes(SOURCE)} == {"", "award"}
    assert changes.functions(SOURCE) == {"award": (5, 10)}
