"""The topics and payloads of broker messages, version 1, as specified in `docs/club.md`.

This module converts texts and dataclasses and does no input or output. Everything from the network
is limited and checked here: an invalid message raises `InvalidMessageError`.
"""

import hashlib
import hmac
import json
import re
from dataclasses import asdict, dataclass, fields
from typing import Any, Final, TypeVar

from companion.events import to_event
from companion.message_error import MessageError
from companion.records.encoding import EncodingError, convert, plain, read_fact
from companion.records.read import FactRow
from companion.referee.facts import Ruling
from companion.web.rulings import bare_token
from companion.web.schema import MOST_TEXT, is_clean, is_known, read_view

ROOT: Final = "companion/1/table"
"""The prefix of every topic, before the table's name."""

MOST_BYTES: Final = 65_536
"""The maximum number of bytes in one payload."""

MOST_COUNT: Final = 1 << 53

_T = TypeVar("_T")
_DEEPEST: Final = 20
_SEAL: Final = re.compile(r"[0-9a-f]{64}")
_TOPIC: Final = re.compile(rf"{ROOT}/([\w-]{{1,40}})/(fact|state|here|have|want|ruling|ruled)")


class InvalidMessageError(MessageError, ValueError):
    """A topic or payload that violates the specification.

    The error message is part of a sentence.
    """


def topic(table: str, kind: str) -> str:
    """Return the topic for a kind of message of a table."""
    return f"{ROOT}/{table}/{kind}"


def read_topic(text: str) -> tuple[str, str]:
    """Return the table and the kind of a topic. Raises `InvalidMessageError`."""
    match = _TOPIC.fullmatch(text)
    if match is None:
        raise InvalidMessageError("error.not-topic")
    return match[1], match[2]


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in a journal: a match's file and the number of a fact in it.

    A `have` message says that the sender has everything up to this place; a `want` message requests
    everything after it.
    """

    journal: str
    number: int


@dataclass(frozen=True, slots=True)
class Published:
    """One fact of a table's journal.

    age -- seconds between recording and sending, None if unknown;
    previous -- the last place in the previous match, given only with the first fact of a match.
    """

    journal: str
    row: FactRow
    age: float | None = 0.0
    previous: Mark | None = None


CHOOSING: Final = "choosing"
"""The phase of a table whose players choose what to play; no fact reports this."""


@dataclass(frozen=True, slots=True)
class About:
    """A table's retained state: players, language, and state of play.

    A reader ignores an unknown game, mode or verbosity.
    journal, number -- the place of the last fact included in this state;
    phase, score, dispute -- as in `referee.table_view.TableView`, or the phase is `CHOOSING`.
    """

    players: tuple[str, str]
    lang: str
    mode: str
    verbosity: str
    notation: str
    game: str
    journal: str
    number: int
    phase: str
    score: tuple[int, int]
    dispute: bool


@dataclass(frozen=True, slots=True)
class Here:
    """Whether a companion is at the table.

    run -- identifies one run of the companion, "" in older versions;
    stays -- whether the companion has used this table name for three seconds, so it keeps the name
    if another companion connects with the same name;
    left -- whether the companion has disconnected because its evening ended normally.
    """

    here: bool
    run: str = ""
    stays: bool = False
    left: bool = False


@dataclass(frozen=True, slots=True)
class Wish:
    """A ruling sent to a table. leave -- the table's permit for this ruling, "" at first.

    seal -- the result of the function `seal`.
    """

    number: str
    seen: int
    ruling: Ruling
    seal: str
    leave: str = ""


READY: Final = "ready"
"""A table's answer to a ruling without a permit (`leave`). The answer contains the permit."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """A table's answer to a ruling: "" if it was carried out, a code, or a sentence.

    leave -- with `READY`, the permit. The table carries out a ruling that is sent again with this
    permit in time.
    """

    number: str
    told: str
    leave: str = ""


# --- writing --------------------------------------------------------------------------------------


def write_row(published: Published) -> bytes:
    """Return the payload of a `fact` message: the fact as in the journal, and its event or null."""
    row = published.row
    data = json.loads(row.body)
    previous = published.previous
    return _write(
        {
            "v": 1,
            "journal": published.journal,
            "number": row.number,
            "t": row.t,
            "age": published.age,
            "event": to_event(read_fact(data), row.t),
            "fact": data,
        }
        | ({"view": asdict(row.view)} if row.view is not None else {})
        | ({"previous": asdict(previous)} if previous is not None else {})
    )


def write(message: Mark | About | Here | Ruled) -> bytes:
    """Return the payload of `have`, `want`, `state`, `here` or `ruled`."""
    return _write({"v": 1} | asdict(message))


def write_wish(wish: Wish) -> bytes:
    """Return the payload of `ruling`."""
    sealed = _sealed(wish.number, wish.seen, wish.ruling, wish.leave)
    return _write({"v": 1, **sealed, "seal": wish.seal})


def _write(data: dict[str, Any]) -> bytes:
    # A lone surrogate, which can come from a terminal in another encoding, becomes `?`.
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")


def seal(token: str, number: str, seen: int, ruling: Ruling, leave: str = "") -> str:
    """Return the proof that the sender of a ruling knows the table's token.

    The proof is an HMAC-SHA-256 of the payload's other fields, with the letters and digits of the
    token as the key.
    """
    text = json.dumps(_sealed(number, seen, ruling, leave), sort_keys=True).encode()
    return hmac.new(bare_token(token), text, hashlib.sha256).hexdigest()


def is_sealed(wish: Wish, token: str) -> bool:
    """Return whether a ruling was sealed with this token, in constant time."""
    wanted = seal(token, wish.number, wish.seen, wish.ruling, wish.leave)
    return bool(token) and hmac.compare_digest(wanted, wish.seal)


def _sealed(number: str, seen: int, ruling: Ruling, leave: str) -> dict[str, Any]:
    sealed = {"number": number, "seen": seen, "ruling": plain(ruling)}
    return sealed | ({"leave": leave} if leave else {})


# --- reading --------------------------------------------------------------------------------------


def read_row(payload: bytes) -> Published:
    """Parse a `fact`. Its fields are not checked, because a newer version may have written it."""
    data = _read(payload)
    fact = data.get("fact")
    if not isinstance(fact, dict) or not isinstance(fact.get("fact"), str):
        raise InvalidMessageError("error.fact-unnamed")
    body = json.dumps(fact, separators=(",", ":"))
    place = _as(Mark, data)
    row = FactRow(place.number, 1, _seconds(data, "t"), body, read_view(data.get("view")))
    age = None if data.get("age") is None else _seconds(data, "age")
    mark = data.get("previous")
    previous = _as(Mark, mark) if isinstance(mark, dict) else None
    return Published(place.journal, row, age, previous)


def read(kind: type[_T], payload: bytes) -> _T:
    """Parse a `Mark`, `About`, `Here` or `Ruled`."""
    return _as(kind, _read(payload))


def read_wish(payload: bytes) -> Wish:
    """Parse a `ruling`."""
    wish = read(Wish, payload)
    if not is_known(wish.ruling):
        raise InvalidMessageError("error.not-ruling")
    if _SEAL.fullmatch(wish.seal) is None:
        raise InvalidMessageError("error.not-seal")
    return wish


def _read(payload: bytes) -> dict[str, Any]:
    if len(payload) > MOST_BYTES:
        raise InvalidMessageError("error.many-bytes", count=len(payload), most=MOST_BYTES)
    try:
        data = json.loads(payload.decode())
    except (ValueError, RecursionError):
        raise InvalidMessageError("error.not-json") from None
    if not isinstance(data, dict) or data.get("v") != 1:
        raise InvalidMessageError("error.other-version")
    if not _is_writable(data):
        raise InvalidMessageError("error.half-character")
    return data


def _is_writable(value: object, depth: int = 0) -> bool:
    """Return whether the value has no lone surrogate and is not nested too deeply."""
    if isinstance(value, str):
        return not any("\ud800" <= sign <= "\udfff" for sign in value)
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, list):
        return depth < _DEEPEST and all(_is_writable(each, depth + 1) for each in value)
    return True


_NAMED: Final[dict[type, str]] = {Mark: "journal", Wish: "number", Ruled: "number"}
"""For each kind of message, the text field that must not be empty."""


def _as(kind: type[_T], data: dict[str, Any]) -> _T:
    """Return the fields of a message, with limits on texts and numbers. Ignore unknown fields."""
    names = [each.name for each in fields(kind)]  # type: ignore[arg-type]
    values = {name: data[name] for name in names if name in data}
    try:
        message: _T = convert(kind, values, "message")
    except EncodingError as error:
        raise InvalidMessageError.like(error) from None
    for name in names:
        if not _is_bounded(getattr(message, name)):
            raise InvalidMessageError("error.field-limit", name=name, most=MOST_TEXT)
    name = _NAMED.get(kind, "")
    if name and not getattr(message, name):
        raise InvalidMessageError("error.field-empty", name=name)
    return message


def _is_bounded(value: object) -> bool:
    if isinstance(value, tuple):
        return all(map(_is_bounded, value))
    if isinstance(value, str):
        return is_clean(value)
    return not isinstance(value, int) or 0 <= value < MOST_COUNT


def _seconds(data: dict[str, Any], name: str) -> float:
    value = data.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e9:
        raise InvalidMessageError("error.not-seconds", name=name)
    return float(value)
