"""What goes over the broker: topics and payloads, version 1. `docs/club.md` is their contract.

Pure: texts in, dataclasses out. Whatever comes over a network is bounded and checked here; what
cannot be read raises `MessageError` with one sentence and changes nothing.
"""

import hashlib
import hmac
import json
import re
from dataclasses import dataclass, fields
from typing import Any, Final

from companion.events import to_event
from companion.records.encoding import EncodingError, convert, plain, read_fact
from companion.records.read import Row
from companion.referee.facts import Ruling
from companion.web.schema import MOST_TEXT, is_clean, is_known

ROOT: Final = "companion/1/table"
"""Before the table's name in every topic."""

MOST_BYTES: Final = 65_536
"""Of one payload."""

MOST_COUNT: Final = 1 << 53

_DEEPEST: Final = 20
_SEAL: Final = re.compile(r"[0-9a-f]{64}")
_TOPIC: Final = re.compile(rf"{ROOT}/([\w-]{{1,40}})/(fact|state|here|have|want|ruling|ruled)")


class MessageError(ValueError):
    """A topic or payload that is not as the contract has it; the message is one sentence."""


def topic(table: str, kind: str) -> str:
    """The topic of one kind of message of one table."""
    return f"{ROOT}/{table}/{kind}"


def read_topic(text: str) -> tuple[str, str]:
    """The table and the kind of a topic. Raises `MessageError`."""
    match = _TOPIC.fullmatch(text)
    if match is None:
        raise MessageError(f"{text[:80]!r} is no topic of the companion.")
    return match[1], match[2]


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in a journal: a match's file and the number of a fact in it.

    `have`: everything up to it; `want`: everything after it.
    """

    journal: str
    number: int


@dataclass(frozen=True, slots=True)
class Published:
    """One fact of a table's journal.

    journal -- the name of its match's file; age -- seconds since it was recorded when it was sent,
    None where the table does not know; previous -- with the first fact of a match, the last place
    in the match before it.
    """

    journal: str
    row: Row
    age: float | None = 0.0
    previous: Mark | None = None


CHOOSING: Final = "choosing"
"""The phase of a table whose players choose what to play: no fact tells of that."""


@dataclass(frozen=True, slots=True)
class About:
    """A table's lasting state: who plays, how it is told, how it stands.

    A game, mode or verbosity that a reader does not know is passed over by what makes use of it.
    journal, number -- of the last fact this is true of; phase, score, dispute -- as
    `referee.table_view.TableView`, or the phase is `CHOOSING`.
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
    """Whether a companion is at the table. run -- names one run of it, "" of an older one.

    stays -- it was there before another one came that calls itself the same; left -- it is gone
    because its evening ended in order.
    """

    here: bool
    run: str = ""
    stays: bool = False
    left: bool = False


@dataclass(frozen=True, slots=True)
class Wish:
    """A ruling on its way to a table. leave -- what the table gave for it, "" at first.

    seal -- see `seal`.
    """

    number: str
    seen: int
    ruling: Ruling
    seal: str
    leave: str = ""


READY: Final = "ready"
"""What a table tells of a ruling that comes without a leave: the leave for it."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """What a table tells of a ruling: "" when it was done, a code, or a sentence.

    leave -- with `READY`: a ruling that brings it is carried out, for a short while.
    """

    number: str
    told: str
    leave: str = ""


# --- writing --------------------------------------------------------------------------------------


def write_row(told: Published) -> bytes:
    """The payload of a row: as the journal has it, and as the event stream has it (or null)."""
    row = told.row
    data = json.loads(row.body)
    previous = told.previous
    return _write(
        {
            "v": 1,
            "journal": told.journal,
            "number": row.number,
            "t": row.t,
            "age": told.age,
            "event": to_event(read_fact(data), row.t),
            "fact": data,
        }
        | ({"previous": _mark(previous)} if previous is not None else {})
    )


def _mark(mark: Mark) -> dict[str, Any]:
    return {"journal": mark.journal, "number": mark.number}


def write_mark(mark: Mark) -> bytes:
    """The payload of `have` and `want`."""
    return _write({"v": 1} | _mark(mark))


def write_about(about: About) -> bytes:
    """The payload of `state`."""
    return _write({"v": 1} | plain(about))


def write_here(here: Here) -> bytes:
    """The payload of `here`."""
    told = {"here": here.here, "run": here.run, "stays": here.stays, "left": here.left}
    return _write({"v": 1} | told)


def write_wish(wish: Wish) -> bytes:
    """The payload of `ruling`."""
    sealed = _sealed(wish.number, wish.seen, wish.ruling, wish.leave)
    return _write({"v": 1, **sealed, "seal": wish.seal})


def write_ruled(ruled: Ruled) -> bytes:
    """The payload of `ruled`."""
    told = {"v": 1, "number": ruled.number, "told": ruled.told}
    return _write(told | ({"leave": ruled.leave} if ruled.leave else {}))


def _write(data: dict[str, Any]) -> bytes:
    # Half a character, which a terminal of another encoding may have let in, is a question mark.
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")


def seal(token: str, number: str, seen: int, ruling: Ruling, leave: str = "") -> str:
    """What proves that whoever sends a ruling knows the table's token, without telling it.

    HMAC-SHA-256 with the token's letters and digits as the key, over the payload's other fields.
    """
    key = "".join(sign for sign in token.lower() if sign.isalnum()).encode()
    text = json.dumps(_sealed(number, seen, ruling, leave), sort_keys=True).encode()
    return hmac.new(key, text, hashlib.sha256).hexdigest()


def is_sealed(wish: Wish, token: str) -> bool:
    """Whether a ruling was sealed with this token; takes the same time whatever the answer."""
    wanted = seal(token, wish.number, wish.seen, wish.ruling, wish.leave)
    return bool(token) and hmac.compare_digest(wanted, wish.seal)


def _sealed(number: str, seen: int, ruling: Ruling, leave: str) -> dict[str, Any]:
    sealed = {"number": number, "seen": seen, "ruling": plain(ruling)}
    return sealed | ({"leave": leave} if leave else {})


# --- reading --------------------------------------------------------------------------------------


def read_row(payload: bytes) -> Published:
    """Read a `fact`. Its body is checked to have a name, of this version or a newer one."""
    data = _read(payload)
    fact = data.get("fact")
    if not isinstance(fact, dict) or not isinstance(fact.get("fact"), str):
        raise MessageError("A fact needs the field fact with its name under fact.")
    body = json.dumps(fact, separators=(",", ":"))
    row = Row(_count(data, "number"), 1, _seconds(data, "t"), body)
    age = None if data.get("age") is None else _seconds(data, "age")
    told = data.get("previous")
    previous = _place(told) if isinstance(told, dict) else None
    return Published(_text(data, "journal"), row, age, previous)


def read_mark(payload: bytes) -> Mark:
    """Read a `have` or `want`."""
    return _place(_read(payload))


def _place(data: dict[str, Any]) -> Mark:
    return Mark(_text(data, "journal"), _count(data, "number"))


def read_about(payload: bytes) -> About:
    """Read a `state`."""
    data = _read(payload)
    # A newer companion may tell more.
    known = {each.name for each in fields(About)}
    given = {name: value for name, value in data.items() if name in known or name == "@"}
    try:
        about: About = convert(About, given, "state")
    except EncodingError as error:
        raise MessageError(str(error)) from None
    texts = (about.lang, about.mode, about.verbosity, about.notation, about.game, about.phase)
    if not all(map(is_clean, (*about.players, *texts, about.journal))):
        raise MessageError("A text of the state is too long, or holds what is no text.")
    if not all(0 <= each < MOST_COUNT for each in (about.number, *about.score)):
        raise MessageError("A number of the state is none from 0.")
    return about


def read_here(payload: bytes) -> Here:
    """Read a `here`."""
    data = {"run": "", "stays": False, "left": False} | _read(payload)
    here, stays, left = data.get("here"), data["stays"], data["left"]
    if not all(isinstance(each, bool) for each in (here, stays, left)):
        raise MessageError("The fields here, stays and left are true or false.")
    return Here(here is True, _text(data, "run", empty=True), stays is True, left is True)


def read_wish(payload: bytes) -> Wish:
    """Read a `ruling`."""
    data = _read(payload)
    try:
        ruling: Ruling = convert(Ruling, data.get("ruling"), "ruling")
    except EncodingError as error:
        raise MessageError(str(error)) from None
    if not is_known(ruling):
        raise MessageError("The ruling holds what no ruling can hold.")
    seal = _text(data, "seal")
    if _SEAL.fullmatch(seal) is None:
        raise MessageError("The field seal is 64 hexadecimal digits.")
    leave = _text({"leave": ""} | data, "leave", empty=True)
    return Wish(_text(data, "number"), _count(data, "seen"), ruling, seal, leave)


def read_ruled(payload: bytes) -> Ruled:
    """Read a `ruled`."""
    data = {"leave": ""} | _read(payload)
    told = _text(data, "told", empty=True)
    return Ruled(_text(data, "number"), told, _text(data, "leave", empty=True))


def _read(payload: bytes) -> dict[str, Any]:
    if len(payload) > MOST_BYTES:
        raise MessageError(f"A payload has {len(payload)} bytes, more than {MOST_BYTES}.")
    try:
        data = json.loads(payload.decode())
    except (ValueError, RecursionError):
        raise MessageError("A payload is not JSON.") from None
    if not isinstance(data, dict) or data.get("v") != 1:
        raise MessageError("A payload is not of version 1.")
    if not _is_writable(data):
        raise MessageError("A payload holds half a character, or is nested too deeply.")
    return data


def _is_writable(value: object, depth: int = 0) -> bool:
    """Whether everything in it can be written again, in a file as on a page."""
    if isinstance(value, str):
        return not any("\ud800" <= sign <= "\udfff" for sign in value)
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, list):
        return depth < _DEEPEST and all(_is_writable(each, depth + 1) for each in value)
    return True


def _text(data: dict[str, Any], name: str, *, empty: bool = False) -> str:
    value = data.get(name)
    if not isinstance(value, str) or not is_clean(value) or not (value or empty):
        raise MessageError(f"The field {name} is a text of 1 to {MOST_TEXT} signs.")
    return value


def _count(data: dict[str, Any], name: str) -> int:
    value = data.get(name)
    if type(value) is not int or not 0 <= value < MOST_COUNT:
        raise MessageError(f"The field {name} is a whole number from 0.")
    return value


def _seconds(data: dict[str, Any], name: str) -> float:
    value = data.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e9:
        raise MessageError(f"The field {name} is a number of seconds.")
    return float(value)
