"""Leads one rig by lines of JSON, for tests that run it in another process.

A request is `[name, argument, …]`. The answer is `{"ok": result}` or `{"error": text}`.
"""

import json

from rig import Rig
from world import World

_RIG: list[Rig] = []


def _make(settings: dict[str, float], enrolled: bool) -> str:
    _RIG[:] = [Rig(World(**settings), enrolled)]  # type: ignore[arg-type]
    return _version()


def _version() -> str:
    import sys

    major, minor = sys.implementation.version[:2]
    return "%s %d.%d" % (sys.implementation.name, major, minor)


def _run(ms: int, sent: str) -> dict[str, object]:
    """Hand over what the host sent (hexadecimal), let time pass, return what the board said."""
    rig = _RIG[0]
    rig.receive(bytes([int(sent[at : at + 2], 16) for at in range(0, len(sent), 2)]))
    rig.advance(ms)
    return {"said": rig.outgoing().decode(), "ms": rig.world.clock.ms}


def _zones() -> dict[str, str]:
    stacks = _RIG[0].world.stacks
    return {zone: "".join(piece.letter for piece in stacks[zone]) for zone in stacks}


def _faces() -> list[str]:
    return [sensor.face for sensor in _RIG[0].world.sensors]


def _shown() -> str:
    """What the firmware says of the four seats."""
    return "".join(seat.shows for seat in _RIG[0].board.dice.seats)


def _clear(seat: int) -> None:
    _RIG[0].world.sensors[seat].clear()


def _put(zone: str, letter: str) -> None:
    _RIG[0].world.put(zone, letter)


_VERBS = {
    "make": _make,
    "run": _run,
    "zones": _zones,
    "faces": _faces,
    "shown": _shown,
    "clear": _clear,
    "put": _put,
    "lift": lambda zone, letter: _RIG[0].world.lift(zone, letter),  # noqa: PLW0108 - the rig of then
    "throw": lambda seat, face, ms: _RIG[0].world.throw(seat, face, ms),  # noqa: PLW0108 - the rig of then
    "press": lambda key: _RIG[0].world.press(key),  # noqa: PLW0108 - the rig of then
    "reboot": lambda: _RIG[0].boot(),  # noqa: PLW0108
}


def serve(line: str) -> str:
    """Answer one request."""
    verb, *given = json.loads(line)
    try:
        return json.dumps({"ok": _VERBS[verb](*given)})
    except (KeyError, ValueError, OSError, AssertionError) as error:
        return json.dumps({"error": "%s %s" % (type(error).__name__, error)})
