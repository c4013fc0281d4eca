"""Numeric keypads that are read by themselves, on Linux, by the library evdev.

Two at one computer, one a player; or whatever is plugged in where nobody types at a terminal.
Untried with keypads of plastic: the tests bring devices of their own.
"""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Protocol

from companion.optional import LibraryError, load
from companion.rules import Player
from companion.settings import KEYPAD_ORDERS
from companion.typed.keys import Effect, Key, LineEditor, Sent

AGAIN: Final = 2.0
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

    def notice(self, code: str, side: str) -> None:
        """Something that both are to hear, as a code of `EntryAnswer`."""

    def connect(self, name: str, sides: str) -> None:
        """Whose keypad is connected now under a name."""


@dataclass(frozen=True, slots=True)
class Keypad:
    """A keypad and whose it is."""

    device: Device
    side: Player

    @property
    def named(self) -> str:
        """Its name and socket, as a person finds it."""
        return f"{self.device.name} at {self.device.phys or 'an unknown socket'}"


def keypads(order: str, there: Iterable[Device] | None = None) -> tuple[Keypad, ...]:
    """The two keypads, in the order of their sockets; fewer where there are fewer.

    Raises `LibraryError` where evdev is missing, as it is on every other system.
    """
    sides = tuple(Player) if order == KEYPAD_ORDERS[0] else tuple(Player)[::-1]
    return tuple(Keypad(device, side) for device, side in zip(devices(there), sides, strict=False))


def devices(there: Iterable[Device] | None = None) -> list[Device]:
    """All numeric keypads, in the order of their sockets. Raises `LibraryError` as `keypads`."""
    every = _all_devices() if there is None else there
    return sorted(filter(_is_keypad, every), key=_socket)


def _socket(device: Device) -> tuple[str, str]:
    return device.phys, device.name


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
    """Return whether it has the figures of a numeric keypad and no letters."""
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
        _start(f"keypad {keypad.side}", _read, *arguments)
    return ""


def _of(found: tuple[Keypad, ...], side: Player) -> Keypad | None:
    both = len(found) == len(Player)
    return next((each for each in found if both and each.side is side), None)


def wait_for(board: Table, order: str, find: Callable[[], list[Device]] | None = None) -> str:
    """Take lines from keypads, plugged in now or later: where nobody types otherwise.

    order -- as for `attend`; "" where each keypad is both players'. Why not, as one sentence.
    """
    find = find or devices
    try:
        find()
    except LibraryError as error:
        return str(error)
    if order:
        _start("keypads", _wait_for_both, board, order)
    else:
        _start("keypads", _follow, board, find)
    return ""


def _wait_for_both(board: Table, order: str) -> None:
    while attend(board, order):
        time.sleep(AGAIN)


def _follow(board: Table, find: Callable[[], list[Device]]) -> None:
    """Read every keypad as both players', from when it is there; say when one is there again."""
    reading: dict[tuple[str, str], threading.Thread] = {}
    while True:
        for device in find():
            known = reading.get(_socket(device))
            if (known is not None and known.is_alive()) or not _is_ours(device):
                continue
            gone = next((each for each, one in reading.items() if not one.is_alive()), None)
            if gone is not None:
                del reading[gone]
                board.notice("keypad-there", Player.V.value)
            reading[_socket(device)] = _start("keypad", _read_shared, board, device)
        time.sleep(AGAIN)


def _is_ours(device: Device) -> bool:
    """Keep a keypad from everybody else; False where somebody else has it, or it has just gone."""
    try:
        device.grab()
    except OSError:
        return False
    return True


def _read_shared(board: Table, device: Device) -> None:
    """Read a keypad of both players until it is gone, and say so."""
    try:
        _take(board, device, "")
    except OSError:
        board.notice("keypad-gone", Player.V.value)


def _start(name: str, target: Callable[..., None], *arguments: object) -> threading.Thread:
    thread = threading.Thread(target=target, args=arguments, name=name, daemon=True)
    thread.start()
    return thread


def _read(board: Table, keypad: Keypad, again: Callable[[], Keypad | None]) -> None:
    """Read one keypad; when it is gone say so, and go on when both are there again."""
    while True:
        try:
            keypad.device.grab()
            board.connect(f"keypad {keypad.side}", keypad.side.value)
            _take(board, keypad.device, keypad.side.value)
        except OSError:
            board.connect(f"keypad {keypad.side}", "")
            board.notice("keypad-lost", keypad.side.value)
        found = None
        while found is None:
            time.sleep(AGAIN)
            found = again()
        keypad = found
        board.notice("keypad-back", keypad.side.value)


def _take(board: Table, device: Device, side: str) -> None:
    """Hand on what is keyed. Raises `OSError` once the keypad is gone."""
    names, editor = _names(device), LineEditor()
    for event in device.read_loop():
        name = names.get(event.code, "")
        if event.value != _DOWN or not name.startswith("KEY_") or name in _SILENT:
            continue
        effect = editor.take(_SIGNS.get(name, Key.OTHER))
        if isinstance(effect, Sent):
            board.type(effect.line, side)
        else:
            board.key(effect)
