"""Imports the firmware's modules and the simulated parts of its tests, for comparison."""

from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]


@cache
def simulated() -> ModuleType:
    """Return the simulated dice, seats and sensors of the firmware's tests."""
    return _load(ROOT / "tests" / "firmware" / "parts" / "dice_parts.py")


def _load(path: Path) -> ModuleType:
    spec = spec_from_file_location(f"companion_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
