"""Two keypads, one a player, with devices made here: evdev has none on a machine without them."""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from types import SimpleNamespace
from typing import Any

import pytest

from companion.commands import keypads
from companion.commands.keypads import Device, Keypad
from companion.link.messages import Keyed, Line, Noticed, TypedInput
from companion.optional import LibraryError
from companion.rules import Player

NAMES = [*(f"KEY_KP{digit}" for digit in range(10)), "KEY_KPENTER", "KEY_KPSLASH", "KEY_KPDOT"]
CODES = {name: 60 + number for number, name in enumerate([*NAMES, "KEY_BACKSPACE", "KEY_NUMLOCK"])}
CODES |= {"KEY_Q": 16, "KEY_UP": 103}
EVDEV = SimpleNamespace(
    ecodes=SimpleNamespace(EV_KEY=1, KEY={code: [name] for name, code in CODES.items()})
)


@dataclass
class Pad:
    """A keypad whose keys a test presses; None unplugs it."""

    name: str
    phys: str
    more: tuple[str, ...] = ("KEY_BACKSPACE", "KEY_NUMLOCK", "KEY_UP")
    grabbed: bool = False
    pressed: SimpleQueue[str | None] = field(default_factory=SimpleQueue)

    def capabilities(self) -> dict[int, list[int]]:
        return {1: [CODES[name] for name in (*NAMES, *self.more)]}

    def grab(self) -> None:
        self.grabbed = True

    def read_loop(self) -> Iterator[Any]:
        while (name := self.pressed.get()) is not None:
            for value in (1, 2, 0):  # pressed, held, let go
                yield SimpleNamespace(code=CODES[name], value=value)
        raise OSError(19, "No such device")

    def press(self, *names: str) -> None:
        for name in names:
            self.pressed.put(name)


@dataclass
class Lines:
    """What came from the keypads."""

    got: SimpleQueue[object] = field(default_factory=SimpleQueue)
    connected: dict[str, str] = field(default_factory=dict)

    def put(self, given: TypedInput) -> None:
        self.got.put(given)

    def connect(self, name: str, sides: Iterable[str]) -> None:
        self.connected[name] = "".join(sides)

    def next(self) -> object:
        return self.got.get(timeout=10)


@pytest.fixture(autouse=True)
def library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keypads, "load", lambda *_: EVDEV)
    monkeypatch.setattr(keypads, "AGAIN", 0.05)


@pytest.fixture
def lines() -> Any:
    """Stands for a typed table."""
    return Lines()


class Kept(Pad):
    """A keypad that another program keeps to itself."""

    def grab(self) -> None:
        raise OSError(16, "Device or resource busy")


def there(*pads: Pad) -> Callable[[], list[Device]]:
    return lambda: [pad for pad in pads if pad.phys]


def finder(*pads: Pad) -> Callable[[str], tuple[Keypad, ...]]:
    return lambda order: keypads.keypads(order, [pad for pad in pads if pad.phys])


def test_keypads_are_distinguished_from_keyboards_and_ordered_by_socket() -> None:
    first, second = Pad("A", "usb-1.1"), Pad("B", "usb-1.2")
    keyboard = Pad("K", "usb-1.0", more=("KEY_Q",))
    found = keypads.keypads("green-first", [second, keyboard, first])
    assert [(each.device.name, each.side) for each in found] == [("A", "V"), ("B", "N")]
    swapped = keypads.keypads("black-first", [second, first])
    assert [(each.device.name, each.side) for each in swapped] == [("A", "N"), ("B", "V")]


def test_a_single_keypad_is_ignored(lines: Any) -> None:
    told = str(keypads.attend(lines, "green-first", finder(Pad("A", "usb-1"))))
    assert told == "--keypads needs two numeric keypads, and 1 can be read here."


def test_without_the_library_a_sentence_says_what_to_install(lines: Any) -> None:
    def missing(_order: str) -> tuple[Keypad, ...]:
        raise LibraryError("keypads", "No module", missing=True)

    assert "extra keypads" in str(keypads.attend(lines, "green-first", missing))


def test_each_keypad_types_for_its_player(lines: Any) -> None:
    green, black = Pad("A", "usb-1"), Pad("B", "usb-2")
    assert keypads.attend(lines, "green-first", finder(green, black)) is None
    green.press("KEY_KP8", "KEY_KPSLASH", "KEY_KP6", "KEY_BACKSPACE", "KEY_NUMLOCK", "KEY_UP")
    expected = [Keyed("8"), Keyed("/"), Keyed("6"), Keyed(back="8/"), Keyed()]
    assert [lines.next() for _ in expected] == expected
    green.press("KEY_KP5", "KEY_KPENTER")
    assert [lines.next(), lines.next()] == [Keyed("5"), Line("8/5", "V")]
    black.press("KEY_KPENTER")
    assert lines.next() == Line("", "N")
    assert green.grabbed
    assert black.grabbed
    with pytest.raises(Empty):
        lines.got.get(timeout=0.05)


def test_an_unplugged_keypad_is_announced_and_read_again(lines: Any) -> None:
    green, black = Pad("A", "usb-1"), Pad("B", "usb-2")
    keypads.attend(lines, "green-first", finder(green, black))
    green.pressed.put(None)
    socket, green.phys = green.phys, ""
    assert lines.next() == Noticed("keypad-lost", "V")
    time.sleep(0.2)
    green.phys = socket
    assert lines.next() == Noticed("keypad-back", "V")
    green.press("KEY_KPENTER")
    assert lines.next() == Line("", Player.V)


# --- where nobody types at a terminal ----------------------------------------------------------


def test_both_players_share_every_keypad(lines: Any) -> None:
    one, two = Pad("A", "usb-1"), Pad("B", "")
    assert keypads.wait_for(lines, "", there(one, two)) is None
    one.press("KEY_KP6", "KEY_KPENTER")
    assert [lines.next(), lines.next()] == [Keyed("6"), Line("6", "")]
    assert one.grabbed
    two.phys = "usb-2"
    two.press("KEY_KPENTER")
    assert lines.next() == Line("", "")
    socket, one.phys = one.phys, ""
    one.pressed.put(None)
    assert lines.next() == Noticed("keypad-gone", "V")
    time.sleep(0.2)
    one.phys = f"{socket}.4"
    assert lines.next() == Noticed("keypad-there", "V")
    one.press("KEY_KPENTER")
    assert lines.next() == Line("", "")
    with pytest.raises(Empty):
        lines.got.get(timeout=0.2)


def test_a_keypad_used_by_another_program_is_ignored(lines: Any) -> None:
    kept, ours = Kept("A", "usb-1"), Pad("B", "usb-2")
    keypads.wait_for(lines, "", there(kept, ours))
    kept.press("KEY_KP1", "KEY_KPENTER")
    ours.press("KEY_KPENTER")
    assert lines.next() == Line("", "")
    with pytest.raises(Empty):
        lines.got.get(timeout=0.2)


def test_with_two_keypads_both_are_waited_for(lines: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    green, black = Pad("A", "usb-1"), Pad("B", "")
    monkeypatch.setattr(keypads, "all_devices", lambda: [p for p in (green, black) if p.phys])
    assert keypads.wait_for(lines, "green-first") is None
    green.press("KEY_KPENTER")
    with pytest.raises(Empty):
        lines.got.get(timeout=0.2)
    black.phys = "usb-2"
    assert lines.next() == Line("", "V")
    black.press("KEY_KPENTER")
    assert lines.next() == Line("", "N")


def test_without_the_library_no_keypad_is_waited_for(lines: Any) -> None:
    def missing() -> list[Device]:
        raise LibraryError("keypads", "No module", missing=True)

    assert "extra keypads" in str(keypads.wait_for(lines, "", missing))
