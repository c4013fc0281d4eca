"""Writes the facts of an evening as lines of JSON, for other programs.

The names and fields are those of docs/protocol.md, "Events". Data that only the journal or the
announcer needs, such as the position before a turn, are left out.
"""

import errno
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, Final

from companion.referee import board_facts, facts, talk_facts
from companion.rules.verdicts import Fault
from companion.speech.catalogue import ExplainedError, Sentence, filled
from companion.speech.utterance import Utterance

Json = str | int | float | bool | None | list["Json"] | dict[str, "Json"]
"""A JSON value."""

_FIELDS: Final[dict[type, tuple[str, tuple[str, ...]]]] = {
    board_facts.Link: ("link", ("state", "port", "board", "reason")),
    board_facts.Setup: ("setup", ("ok", "differences")),
    facts.GameBegins: ("game_begins", ("game", "options", "number", "match_to", "score")),
    facts.TurnBegins: ("turn_begins", ("player", "position")),
    facts.Roll: ("roll", ("player", "dice")),
    facts.RollVoid: ("roll_void", ("player", "reason")),
    facts.DieDisturbed: ("die_disturbed", ("player", "was", "now")),
    facts.VerdictGiven: ("verdict", ("player", "dice", "verdict", "faults", "position")),
    facts.TurnEnds: ("turn_ends", ("player", "dice", "verdict", "faults", "position")),
    facts.ErrorOpen: ("error_open", ("player", "faults")),
    facts.ErrorClosed: ("error_closed", ("how", "position")),
    facts.CubeAction: ("cube", ("player", "action", "value", "owner")),
    facts.Resign: ("resign", ("player", "value", "action")),
    facts.GameEnds: ("game_ends", ("winner", "kind", "by", "points", "score")),
    facts.MatchEnds: ("match_ends", ("winner", "score")),
}
"""The event name of each class of facts, and the fields to write, in order."""


def to_event(fact: facts.Fact, t: float) -> dict[str, Json] | None:
    """Return the event of a fact, t seconds after the start; None if the fact has no event.

    Questions, answers to keys and repeated announcements appear as `say` events only.
    """
    event: dict[str, Json] = {"t": round(t, 6)}
    if isinstance(fact, facts.Opening):
        return event | {
            "event": "opening",
            "dice": {"V": fact.v, "N": fact.n},
            "starter": _plain(fact.starter),
        }
    if isinstance(fact, facts.Ruling):
        return event | _ruling(fact)
    if isinstance(fact, talk_facts.Hint):
        return event | _hint(fact) if fact.plays else None
    if isinstance(fact, board_facts.Setup) and fact.again:
        return None
    shape = _FIELDS.get(type(fact))
    if shape is None:
        return None
    name, fields = shape
    event["event"] = name
    for field in fields:
        event[field] = _field(field, getattr(fact, field))
    return event


def _hint(fact: talk_facts.Hint) -> dict[str, Json]:
    """Return the plays in the form of `companion hint`, with their reasons as codes."""
    plays: list[Json] = [
        {
            "end": play.end,
            "moves": list(play.moves),
            "equity": play.thousandths / 1000,
            "reasons": [reason.code for reason in play.reasons],
        }
        for play in fact.plays
    ]
    return {"event": "hint", "player": fact.player.value, "plays": plays}


def _ruling(fact: facts.Ruling) -> dict[str, Json]:
    """Return the event of a ruling without its empty fields."""
    ruling: dict[str, Json] = {"event": "ruling", "what": fact.what, "by": fact.by}
    more = ("position", "dice", "winner", "player", "kind", "points", "zone", "reason")
    fields = {name: _field(name, getattr(fact, name)) for name in more}
    return ruling | {name: value for name, value in fields.items() if value}


def _field(name: str, value: object) -> Json:
    """Return the JSON value of a field: a score by player, dice with the larger first."""
    if isinstance(value, tuple):
        if name == "score":
            return {"V": value[0], "N": value[1]}
        items = [_plain(item) for item in value]
        return sorted(items, key=str, reverse=True) if name == "dice" else items
    return _plain(value)


def _plain(value: object) -> Json:
    """Convert one value to JSON: codes for faults, letters for players, null for nobody."""
    if isinstance(value, Fault):
        return str(value.code)
    if isinstance(value, board_facts.Difference):
        return {"zone": value.zone, "want": value.want, "have": value.have}
    if isinstance(value, str):  # enumerations are strings too, so take their plain value
        return str(value)
    if value is None or isinstance(value, int):
        return value
    raise TypeError(f"{value!r} has no form on the event stream.")


def say_event(utterance: Utterance, t: float, *, interrupts: bool) -> dict[str, Json]:
    """Return the `say` event of an utterance.

    interrupts -- whether it interrupted another utterance
    """
    return {
        "t": round(t, 6),
        "event": "say",
        "text": utterance.text,
        "lang": utterance.lang,
        "priority": utterance.priority.value,
        "to": utterance.to,
        "interrupts": interrupts,
    }


def line(event: dict[str, Json]) -> str:
    """Return an event as one line of JSON with its line feed. Raises `ValueError` for NaN."""
    return json.dumps(event, ensure_ascii=False, allow_nan=False) + "\n"


class EventsError(ExplainedError, OSError):
    """The target of the events cannot be opened. The message is one sentence."""


class EventWriter:
    """Appends events to a file or, for `-`, writes them to standard output, without buffering.

    When writing fails later (disk full, reader gone), `complain` is called with one sentence, and
    further events are dropped.

    lost -- whether events were dropped for a reason other than a closed pipe

    Raises `EventsError` if the target cannot be opened.
    """

    def __init__(self, target: str | Path, complain: Callable[[Sentence], None]) -> None:
        self._target = str(target)
        self._complain = complain
        self.stream: BinaryIO | None = None
        self.lost = False
        try:
            self.stream = _stdout() if str(target) == "-" else _append(Path(target))
        except (OSError, ValueError) as error:
            why = filled("refusal.events", file=str(target), reason=_why(error))
            if getattr(error, "errno", None) == errno.ENXIO and Path(target).is_fifo():
                why = filled("refusal.events-unread", file=str(target))
            if str(target) == "-":
                why = filled("refusal.events-out", reason=_why(error))
            raise EventsError(why) from None

    def write(self, event: dict[str, Json]) -> None:
        """Write one event and flush it; never raises because of the target."""
        if self.stream is None:
            return
        # A lone surrogate (from a file name) has no UTF-8 form; \udc80 is valid JSON.
        data = line(event).encode("utf-8", "backslashreplace")
        try:
            _write_all(self.stream, data)
        except (OSError, ValueError) as error:
            self.close()
            self.lost = not isinstance(error, BrokenPipeError)
            why = filled("command.events-lost", file=self._target, reason=_why(error))
            if self._target == "-":
                why = filled("command.events-out-lost", reason=_why(error))
            self._complain(why)

    def close(self) -> None:
        """Close the target; further events are dropped."""
        if self.stream is not None:
            stream, self.stream = self.stream, None
            stream.close()


def _stdout() -> BinaryIO:
    """Return a duplicate of standard output, so that a closed pipe causes no error at exit."""
    sys.stdout.flush()
    return os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)


def _append(path: Path) -> BinaryIO:
    """Open a file for appending. If its last line is incomplete, end this line first."""
    stream = _open_at_once(path)
    if path.is_file() and stream.tell() > 0:
        with path.open("rb") as old:
            old.seek(-1, os.SEEK_END)
            if old.read(1) != b"\n":
                _write_all(stream, b"\n")
    return stream


def _open_at_once(path: Path) -> BinaryIO:
    """Open a file for appending. A pipe without a reader is an error; the call does not wait."""
    if sys.platform == "win32":
        return path.open("ab", buffering=0)
    number = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NONBLOCK, 0o666)
    os.set_blocking(number, True)
    return os.fdopen(number, "ab", buffering=0)


def _write_all(stream: BinaryIO, data: bytes) -> None:
    """Write all data, because one call of an unbuffered stream may write only a part."""
    rest = memoryview(data)
    while rest:
        written = stream.write(rest)
        if not written:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        rest = rest[written:]


def _why(error: Exception) -> str:
    """Return the reason of an error in a few words."""
    return getattr(error, "strerror", None) or str(error)
