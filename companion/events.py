"""Writes the facts of an evening as lines of JSON, for other programs.

The names and fields are exactly those of docs/protocol.md, "Events". What only the journal or the
announcer needs, such as the position before a turn, is left out.
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
from companion.speech.catalogue import ExplainedError, filled
from companion.speech.utterance import Utterance

Json = str | int | float | bool | None | list["Json"] | dict[str, "Json"]
"""What JSON can hold."""

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
"""For each kind of fact the name of its event and the fields that are written, in order."""


def to_event(fact: facts.Fact, t: float) -> dict[str, Json] | None:
    """Give the event of a fact, t seconds after the start; None if it is not on the stream.

    Questions and answers to keys are between the companion and one player: others hear them as
    `say` events only, and so what is only said once more.
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
    """The plays as `companion hint` has them, their reasons as codes."""
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
    """The kind of ruling and who gave it, and of the other fields those that it sets."""
    ruling: dict[str, Json] = {"event": "ruling", "what": fact.what, "by": fact.by}
    if fact.position:
        ruling["position"] = fact.position
    if fact.dice is not None:
        ruling["dice"] = _field("dice", fact.dice)
    if fact.winner is not None:
        ruling["winner"] = fact.winner.value
    if fact.player is not None:
        ruling["player"] = fact.player.value
    more: dict[str, Json] = {"kind": fact.kind, "points": fact.points, "zone": fact.zone}
    more["reason"] = fact.reason
    return ruling | {name: told for name, told in more.items() if told}


def _field(name: str, value: object) -> Json:
    """Bring a field into the form the stream has for it."""
    if isinstance(value, tuple):
        if name == "score":
            return {"V": value[0], "N": value[1]}
        items = [_plain(item) for item in value]
        return sorted(items, key=str, reverse=True) if name == "dice" else items
    return _plain(value)


def _plain(value: object) -> Json:
    """Bring one value into JSON: codes for faults, letters for players, null for nobody."""
    if isinstance(value, Fault):
        return str(value.code)
    if isinstance(value, board_facts.Difference):
        return {"zone": value.zone, "want": value.want, "have": value.have}
    if isinstance(value, str):  # the enumerations are strings too: give their bare value
        return str(value)
    if value is None or isinstance(value, int):
        return value
    raise TypeError(f"{value!r} has no form on the event stream.")


def say_event(utterance: Utterance, t: float, *, interrupts: bool) -> dict[str, Json]:
    """Give the event of words handed to the voice; interrupts: other words were cut off."""
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
    """Write an event as one line of JSON, the line feed included. Raises `ValueError` for NaN."""
    return json.dumps(event, ensure_ascii=False, allow_nan=False) + "\n"


class EventsError(ExplainedError, OSError):
    """The events cannot be written where they were asked for; the message is one sentence."""


class EventWriter:
    """Writes events to a file (appended to) or, for `-`, to standard output, each flushed at once.

    When writing fails later on (disk full, reader gone), `complain` gets one sentence, once; from
    then on events are dropped, for the evening matters more than its echo. lost -- some were, and
    not because their reader had gone.

    Raises `EventsError` if the target cannot be opened.
    """

    def __init__(self, target: str | Path, complain: Callable[[str], None]) -> None:
        self._name = "standard output" if str(target) == "-" else f"the file {target}"
        self._complain = complain
        self._stream: BinaryIO | None = None
        self.lost = False
        try:
            self._stream = _stdout() if str(target) == "-" else _append(Path(target))
        except (OSError, ValueError) as error:
            why = filled("refusal.events", file=str(target), reason=_why(error))
            if str(target) == "-":
                why = filled("refusal.events-out", reason=_why(error))
            raise EventsError(why) from None

    def write(self, event: dict[str, Json]) -> None:
        """Write one event and flush it; never raises because of the target."""
        if self._stream is None:
            return
        # A lone surrogate (from a file name) has no UTF-8 form; as \udc80 it is good JSON.
        data = line(event).encode("utf-8", "backslashreplace")
        try:
            _write_all(self._stream, data)
        except (OSError, ValueError) as error:
            self.close()
            self.lost = not isinstance(error, BrokenPipeError)
            self._complain(
                f"Events are no longer written to {self._name}: {_why(error)}. The game goes on."
            )

    def close(self) -> None:
        """Close the target; further events are dropped."""
        if self._stream is not None:
            stream, self._stream = self._stream, None
            stream.close()


def _stdout() -> BinaryIO:
    """A duplicate of standard output: a reader that left must not disturb Python's own at exit."""
    sys.stdout.flush()
    return os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)


def _append(path: Path) -> BinaryIO:
    """Open a file for appending; end a line first that an earlier run left unfinished."""
    stream = path.open("ab", buffering=0)
    if path.is_file() and stream.tell() > 0:
        with path.open("rb") as old:
            old.seek(-1, os.SEEK_END)
            if old.read(1) != b"\n":
                _write_all(stream, b"\n")
    return stream


def _write_all(stream: BinaryIO, data: bytes) -> None:
    """Write all of data: an unbuffered stream may take less than it is given."""
    rest = memoryview(data)
    while rest:
        written = stream.write(rest)
        if not written:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        rest = rest[written:]


def _why(error: Exception) -> str:
    """The reason in a few plain words."""
    if isinstance(error, BrokenPipeError):
        return "its reader has gone"
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        return "the disk is full"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return str(error).rstrip(".")
