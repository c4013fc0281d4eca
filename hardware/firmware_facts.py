"""Reads pins, zones, keys and sensors from the firmware, which is the source of the wiring.

Only MicroPython can import `hal.py` and `controller.py`, so their constants are read as text. The
other files are plain Python.
"""

import ast
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

FIRMWARE = Path(__file__).parents[1] / "firmware"


def constants(text: str) -> dict[str, Any]:
    """Return the constants of a module that are literals, by name."""
    found: dict[str, Any] = {}
    for node in ast.parse(text).body:
        if not isinstance(node, ast.Assign):
            continue
        try:
            value = ast.literal_eval(node.value)
        except ValueError:
            continue
        names = [name.id for name in ast.walk(node.targets[0]) if isinstance(name, ast.Name)]
        found |= {names[0]: value} if len(names) == 1 else dict(zip(names, value, strict=True))
    return found


def _module(name: str) -> ModuleType:
    spec = spec_from_file_location(f"firmware_{name}", FIRMWARE / f"{name}.py")
    if spec is None or spec.loader is None:
        raise FileNotFoundError(f"firmware/{name}.py is not there; clone the whole repository.")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_HAL = constants((FIRMWARE / "hal.py").read_text(encoding="utf-8"))
_RADIO = constants((FIRMWARE / "radio" / "radio_hal.py").read_text(encoding="utf-8"))
_CONTROLLER = constants((FIRMWARE / "controller.py").read_text(encoding="utf-8"))
_NAMES = _module("names")
_SENSOR = _module("tmag5273")

LINE_PINS: tuple[int, ...] = _HAL["LINE_PINS"]  # of pieces with chips, as in the first trial
# The pins of the reader, by the nets of its circuit board.
READER_PINS: dict[str, int] = {
    "CLOCK": _RADIO["CLOCK_PIN"],
    "TO": _RADIO["TO_PIN"],
    "FROM": _RADIO["FROM_PIN"],
    "CHOOSE": _RADIO["READER_PIN"],
    "BUSY": _RADIO["BUSY_PIN"],
    "LATCH": _RADIO["LATCH_PIN"],
}
I2C_PINS: tuple[tuple[int, int], ...] = _HAL["I2C_PINS"]
MOTOR_PINS: tuple[int, ...] = _HAL["MOTOR_PINS"]
KEY_PINS: tuple[int, ...] = _HAL["KEY_PINS"]
LAMP_PIN: int = _CONTROLLER["LAMP_PIN"]
I2C_HZ: int = _HAL["I2C_HZ"]
SIDES: tuple[str, ...] = _NAMES.SIDES
KEYS: tuple[str, ...] = _NAMES.KEYS
ZONES: tuple[str, ...] = _NAMES.ZONES
ADDRESSES: tuple[int, ...] = (_SENSOR.A1, _SENSOR.B1)
