"""Reads numeric keypads directly, on Linux, with the library evdev.

With two keypads, each belongs to one player. An evening without a terminal can also share keypads:
then both players use each of them. Tested only with simulated devices, never with real keypads.
"""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Protocol

from companion.ending import start_thread
from companion.link.messages import Noticed
from companion.optional import LibraryError, load
from companion.rules import Player
from companion.session.typed_board import TypedBoard
from companion.settings import KEYPAD_ORDERS
from companion.speech.catalogue import Sentence, filled, first_sentence
from companion.typed.keys import EditingKey, LineEditor

AGAIN: Final = 2.0
"""Seconds between two searches for a disconnected keypad."""

_DOWN: Final = 1
_SIGNS: Final[dict[str, EditingKey | str]] = {
    **{f"KEY_KP{digit}": str(digit) for digit in range(10)},
    **{f"KEY_{digit}": str(digit) for digit in range(10)},
    "KEY_KPSLASH": "/",
    "KEY_KPASTERISK": "*",
    "KEY_KPMINUS": "-",
    "KEY_KPPLUS": "+",
    "KEY_KPDOT": ".",
    "KEY_KPCOMMA": ".",
    "KEY_KPENTER": EditingKey.ENTER,
    "KEY_ENTER": EditingKey.ENTER,
    "KEY_BACKSPACE": EditingKey.BACK,
    "KEY_ESC": EditingKey.CLEAR,
}
"""The sign for each key, independent of the number lock."""
_SILENT: Final = ("KEY_NUMLOCK",)


class Device(Protocol):
    """The part of `evdev.InputDevice` that is used here."""

    name: str
    phys: str

    def capabilities(self) -> dict[int, list[int]]:
        """Return the event codes that the device may send, by kind."""

    def grab(self) -> None:
        """Take exclusive access to the device."""

    def read_loop(self) -> Iterator[Any]:
        """Yield events with `type`, `code` and `value`. Raises `OSError` once disconnected."""


@dataclass(frozen=True, slots=True)
class Keypad:
    """A keypad and its owner."""

    device: Device
    side: Player


def keypads(order: str, there: Iterable[Device] | None = None) -> tuple[Keypad, ...]:
    """Return up to two keypads, in the order of their sockets.

    Raises `LibraryError` if the library evdev, which exists only for Linux, is missing.
    """
    sides = tuple(Player) if order == KEYPAD_ORDERS[0] else tuple(Player)[::-1]
    return tuple(Keypad(device, side) for device, side in zip(devices(there), sides, strict=False))


def devices(there: Iterable[Device] | None = None) -> list[Device]:
    """Return all numeric keypads, in the order of their sockets. Raises `LibraryError`."""
    every = all_devices() if there is None else there
    return sorted(filter(_is_keypad, every), key=_socket)


def _socket(device: Device) -> tuple[str, str]:
    return device.phys, device.name


def all_devices() -> list[Device]:
    """Return all input devices of the computer."""
    evdev = load("evdev", "keypads")
    found: list[Device] = []
    for path in evdev.list_devices():
        try:
            found.append(evdev.InputDevice(path))
        except OSError:
            continue  # not readable, or disconnected
    return found


def _names(device: Device) -> dict[int, str]:
    """Return the names of a device's keys, by code."""
    ecodes = load("evdev", "keypads").ecodes
    codes = device.capabilities().get(ecodes.EV_KEY, [])
    return {code: _first(ecodes.KEY.get(code, "")) for code in codes}


def _first(names: str | Iterable[str]) -> str:
    return names if isinstance(names, str) else next(iter(names), "")


def _is_keypad(device: Device) -> bool:
    """Return whether a device has the digits of a numeric keypad and no letters."""
    try:
        names = set(_names(device).values())
    except OSError:
        return False
    return {"KEY_KP1", "KEY_KP9", "KEY_KPENTER"} <= names and "KEY_Q" not in names


def attend(
    board: TypedBoard, order: str, find: Callable[[str], tuple[Keypad, ...]] = keypads
) -> Sentence | None:
    """Read both keypads in threads. Return None, or why this is impossible.

    A single keypad is not read here, because both players share it as a keyboard.

    order -- one of `KEYPAD_ORDERS`
    """
    try:
        found = find(order)
    except LibraryError as error:
        return first_sentence(error)
    if len(found) < len(Player):
        return filled("command.two-keypads", count=len(found))
    for keypad in found:
        start_thread(f"keypad {keypad.side}", _read, board, keypad, partial(find, order))
    return None


def wait_for(
    board: TypedBoard, order: str, find: Callable[[], list[Device]] | None = None
) -> Sentence | None:
    """Read keypads that are connected now or later. Return None, or why this is impossible.

    order -- as for `attend`; "" if both players share each keypad
    """
    find = find or devices
    try:
        find()
    except LibraryError as error:
        return first_sentence(error)
    if order:
        start_thread("keypads", _wait_for_both, board, order)
    else:
        start_thread("keypads", _follow, board, find)
    return None


def _wait_for_both(board: TypedBoard, order: str) -> None:
    while attend(board, order):
        time.sleep(AGAIN)


def _follow(board: TypedBoard, find: Callable[[], list[Device]]) -> None:
    """Read every keypad for both players, and announce a keypad that is connected again."""
    reading: dict[tuple[str, str], threading.Thread] = {}
    while True:
        for device in find():
            known = reading.get(_socket(device))
            if (known is not None and known.is_alive()) or not _is_ours(device):
                continue
            gone = next((each for each, one in reading.items() if not one.is_alive()), None)
            if gone is not None:
                del reading[gone]
                board.put(Noticed("keypad-there", Player.V.value))
            reading[_socket(device)] = start_thread("keypad", _read_shared, board, device)
        time.sleep(AGAIN)


def _is_ours(device: Device) -> bool:
    """Take exclusive access to a keypad. Return False if it is in use or was just disconnected."""
    try:
        device.grab()
    except OSError:
        return False
    return True


def _read_shared(board: TypedBoard, device: Device) -> None:
    """Read a shared keypad until it is disconnected, and announce the disconnection."""
    try:
        _take(board, device, "")
    except OSError:
        board.put(Noticed("keypad-gone", Player.V.value))


def _read(board: TypedBoard, keypad: Keypad, find: Callable[[], tuple[Keypad, ...]]) -> None:
    """Read one keypad. Announce a disconnection, and continue once both keypads are connected."""
    while True:
        try:
            keypad.device.grab()
            board.connect(f"keypad {keypad.side}", keypad.side.value)
            _take(board, keypad.device, keypad.side.value)
        except OSError:
            board.connect(f"keypad {keypad.side}", "")
            board.put(Noticed("keypad-lost", keypad.side.value))
        found: tuple[Keypad, ...] = ()
        while len(found) < len(Player):
            time.sleep(AGAIN)
            found = find()
        keypad = next(each for each in found if each.side is keypad.side)
        board.put(Noticed("keypad-back", keypad.side.value))


def _take(board: TypedBoard, device: Device, side: str) -> None:
    """Pass the keys to the table. Raises `OSError` once the keypad is disconnected."""
    names, editor = _names(device), LineEditor(side)
    for event in device.read_loop():
        name = names.get(event.code, "")
        if event.value != _DOWN or not name.startswith("KEY_") or name in _SILENT:
            continue
        given = editor.take(_SIGNS.get(name, EditingKey.OTHER))
        if given is not None:
            board.put(given)
