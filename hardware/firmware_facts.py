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
    found = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            try:
                found[node.targets[0].id] = ast.literal_eval(node.value)
            except ValueError:
                continue
    return found


def _module(name: str) -> ModuleType:
    spec = spec_from_file_location(f"firmware_{name}", FIRMWARE / f"{name}.py")
    if spec is None or spec.loader is None:
        raise FileNotFoundError(f"firmware/{name}.py is not there; clone the whole repository.")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_HAL = constants((FIRMWARE / "hal.py").read_text(encoding="utf-8"))
_CONTROLLER = constants((FIRMWARE / "controller.py").read_text(encoding="utf-8"))
_NAMES = _module("names")
_SENSOR = _module("tmag5273")

SELECT_PINS: tuple[int, ...] = _HAL["SELECT_PINS"]
LINE_PINS: tuple[int, ...] = _HAL["LINE_PINS"]
I2C_PINS: tuple[tuple[int, int], ...] = _HAL["I2C_PINS"]
MOTOR_PINS: tuple[int, ...] = _HAL["MOTOR_PINS"]
KEY_PINS: tuple[int, ...] = _HAL["KEY_PINS"]
LAMP_PIN: int = _CONTROLLER["LAMP_PIN"]
SETTLE_US: int = _HAL["SETTLE_US"]
I2C_HZ: int = _HAL["I2C_HZ"]
SIDES: tuple[str, ...] = _NAMES.SIDES
KEYS: tuple[str, ...] = _NAMES.KEYS
CHANNELS: int = _NAMES.CHANNELS
ZONES: tuple[str, ...] = _NAMES.ZONES
ADDRESSES: tuple[int, ...] = (_SENSOR.A1, _SENSOR.B1)


def zone_at(side: int, channel: int) -> str:
    """Return the zone at a channel of a side's multiplexer (0: V, 1: N)."""
    return str(_NAMES.zone_at(side, channel))
