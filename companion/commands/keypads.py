"""Two numeric keypads at one computer, one a player. Linux tells them apart, by the library evdev.

Untried with keypads of plastic: the tests bring devices of their own.
"""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Protocol

from companion.optional import LibraryError, load
from companion.rules import Player
from companion.typed.keys import Effect, Key, LineEditor, Sent

ORDERS: Final = ("green-first", "black-first")
"""Whose is the keypad at the first of the two sockets."""
_AGAIN: Final = 2.0
"""Seconds after which a keypad that is gone is looked for again."""

_DOWN: Final = 1
_SIGNS: Final[dict[str, Key | str]] = {
    **{f"KEY_KP{digit}": str(digit) for digit in range(10)},
    **{f"KEY_{digit}": str(digit) for digit in range(10)},
    "KEY_KPSLASH": "/",
    "KEY_KPASTERISK": "*",
    "KEY_KPMINUS": "-",
    "KEY_KPPLUS": "+",
    "KEY_KPDOT": ".",
    "KEY_KPCOMMA": ".",
    "KEY_KPENTER": Key.ENTER,
    "KEY_ENTER": Key.ENTER,
    "KEY_BACKSPACE": Key.BACK,
    "KEY_ESC": Key.CLEAR,
}
"""What each key writes, whatever the number lock says."""
_SILENT: Final = ("KEY_NUMLOCK",)


class Device(Protocol):
    """What is used of an `evdev.InputDevice`."""

    name: str
    phys: str

    def capabilities(self) -> dict[int, list[int]]:
        """The codes of each kind of event that it may send."""

    def grab(self) -> None:
        """Keep its keys from everybody else."""

    def read_loop(self) -> Iterator[Any]:
        """Its events, with `type`, `code` and `value`. Raises `OSError` once it is gone."""


class Table(Protocol):
    """Where lines go: see `TypedBoard`."""

    def type(self, text: str, side: str = "") -> None:
        """A line."""

    def key(self, effect: Effect) -> None:
        """A key of a line that is not whole yet."""

    def told(self, code: str, side: str) -> None:
        """Something that both are to hear, as a code of `EntryAnswer`."""


@dataclass(frozen=True, slots=True)
class Keypad:
    """A keypad and whose it is."""

    device: Device
    side: Player

    @property
    def named(self) -> str:
        """It as a person finds it: its name and socket."""
        return f"{self.device.name} at {self.device.phys or 'an unknown socket'}"


def keypads(order: str, devices: Iterable[Device] | None = None) -> tuple[Keypad, ...]:
    """The two keypads, in the order of their sockets; fewer where there are fewer.

    Raises `LibraryError` where evdev is missing, as it is on every other system.
    """
    there = _all_devices() if devices is None else devices
    found = sorted(filter(_is_keypad, there), key=lambda each: (each.phys, each.name))
    sides = tuple(Player) if order == ORDERS[0] else tuple(Player)[::-1]
    return tuple(Keypad(device, side) for device, side in zip(found, sides, strict=False))


def _all_devices() -> list[Device]:
    evdev = load("evdev", "keypads")
    found: list[Device] = []
    for path in evdev.list_devices():
        try:
            found.append(evdev.InputDevice(path))
        except OSError:
            continue  # not ours to read, or gone
    return found


def _names(device: Device) -> dict[int, str]:
    """The names of a device's keys, by code."""
    ecodes = load("evdev", "keypads").ecodes
    codes = device.capabilities().get(ecodes.EV_KEY, [])
    return {code: _first(ecodes.KEY.get(code, "")) for code in codes}


def _first(names: str | Iterable[str]) -> str:
    return names if isinstance(names, str) else next(iter(names), "")


def _is_keypad(device: Device) -> bool:
    """It has the figures of a numeric keypad, and no letters."""
    try:
        names = set(_names(device).values())
    except OSError:
        return False
    return {"KEY_KP1", "KEY_KP9", "KEY_KPENTER"} <= names and "KEY_Q" not in names


def attend(board: Table, order: str, find: Callable[[str], tuple[Keypad, ...]] = keypads) -> str:
    """Take lines from both keypads for as long as the program runs; why not, as one sentence.

    One alone is passed over: it is both players', and writes at the keyboard.
    """
    try:
        found = find(order)
    except LibraryError as error:
        return str(error)
    if len(found) < len(Player):
        return f"--keypads needs two numeric keypads, and {len(found)} can be read here."
    for keypad in found:
        arguments = (board, keypad, lambda side=keypad.side: _of(find(order), side))
        name = f"keypad {keypad.side}"
        threading.Thread(target=_read, args=arguments, name=name, daemon=True).start()
    return ""


def _of(found: tuple[Keypad, ...], side: Player) -> Keypad | None:
    both = len(found) == len(Player)
    return next((each for each in found if both and each.side is side), None)


def _read(board: Table, keypad: Keypad, again: Callable[[], Keypad | None]) -> None:
    """Read one keypad; when it is gone say so, and go on when both are there again."""
    while True:
        try:
            _take(board, keypad)
        except OSError:
            board.told("keypad-lost", keypad.side.value)
        found = None
        while found is None:
            time.sleep(_AGAIN)
            found = again()
        keypad = found
        board.told("keypad-back", keypad.side.value)


def _take(board: Table, keypad: Keypad) -> None:
    keypad.device.grab()
    names, editor = _names(keypad.device), LineEditor()
    for event in keypad.device.read_loop():
        name = names.get(event.code, "")
        if event.value != _DOWN or not name.startswith("KEY_") or name in _SILENT:
            continue
        effect = editor.take(_SIGNS.get(name, Key.OTHER))
        if isinstance(effect, Sent):
            board.type(effect.line, keypad.side.value)
        else:
            board.key(effect)
