"""Encodes frozen dataclasses as JSON and decodes them: facts, snapshots and input.

A dataclass is written with its class name under `@`, so that a union such as `Fact` is decoded to
the right class. A fact in the journal has the fact's name under `fact`. Enumerations are written as
their values, placements as position texts, positions as their packed sides, tuples and named tuples
as lists. Fields with default values are written too. Decoding follows the annotations strictly:
missing fields without a default, unknown fields and wrong types are errors. If the annotation
allows only one class, the class name may be omitted.

No library would need less code than this module: msgspec does not support unions of dataclasses and
writes integers beyond 64 bits as text; cattrs silently converts values of other types.
"""

import dataclasses
import enum
import functools
import json
import types
import typing
from collections.abc import Callable
from typing import Any, Final

from companion.message_error import MessageError
from companion.referee.facts import Fact
from companion.rules import Placement, Position, parse_placement

_PLAIN: Final = (str, int, float, bool, types.NoneType, dict)


def _packed(text: str) -> Position:
    """Return the position whose packed sides (see `rules.position`) are these hexadecimal texts."""
    v, n = text.split(" ")
    return Position(int(v, 16), int(n, 16))


_TEXTS: Final[dict[type, Callable[[Any], str]]] = {
    Placement: lambda placement: placement.text,
    Position: lambda position: f"{position.v:x} {position.n:x}",
}
_READERS: Final[dict[Any, Callable[[str], Any]]] = {Placement: parse_placement, Position: _packed}
"""The types that are written as text."""


class EncodingError(MessageError, ValueError):
    """A text that cannot be decoded. The message is part of a sentence that names the place."""


def wrong_field(where: str, name: str) -> EncodingError:
    """Return the error for a field that is missing or unknown."""
    return EncodingError("error.wrong-field", where=where, name=repr(name[:40]))


def _mismatch(data: object, where: str) -> EncodingError:
    return EncodingError("error.wrong-value", where=where, data=repr(str(data)[:40]))


def plain(value: object) -> Any:  # noqa: ANN401 -- any JSON
    """Convert a value to JSON types.

    Supports dataclasses, enumerations with str or int values, tuples, named tuples, dicts with str
    keys, str, int, bool and None, in any nesting. Raises `TypeError` for anything else.
    """
    if isinstance(value, enum.Enum):
        return value.value
    if type(value) in _TEXTS:
        return _TEXTS[type(value)](value)
    if value is None or isinstance(value, (str, int)):
        return value
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return {str(key): plain(item) for key, item in value.items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {"@": type(value).__name__} | _fields_out(value)
    raise TypeError(f"{value!r} cannot be written to the journal.")


def _fields_out(value: Any) -> dict[str, Any]:  # noqa: ANN401 -- any dataclass
    return {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}


def encode(value: object) -> str:
    """Encode a value as one line of JSON. Raises `TypeError` like `plain`."""
    return json.dumps(plain(value), separators=(",", ":"))


def plain_fact(fact: Any) -> dict[str, Any]:  # noqa: ANN401 -- any fact
    """Return a fact as in the journal: its name under `fact`, then its fields."""
    return {"fact": type(fact).__name__} | _fields_out(fact)


def read_fact(data: object) -> Fact:
    """Decode a fact of the journal. Raises `EncodingError`."""
    if not isinstance(data, dict) or "@" in data:
        raise _mismatch(data, "fact")
    fields = {name: value for name, value in data.items() if name != "fact"}
    fact: Fact = convert(Fact, {"@": data.get("fact")} | fields, "fact")
    return fact


def decode(kind: Any, text: str) -> Any:  # noqa: ANN401 -- the caller names the type
    """Decode the output of `encode`. kind -- the class, or another annotation such as a union.

    Raises `EncodingError` for a text that does not hold a `kind`.
    """
    try:
        data = json.loads(text)
    except (TypeError, ValueError, RecursionError):
        raise _mismatch(text, "record") from None
    return convert(kind, data, "record")


def convert(kind: Any, data: Any, where: str) -> Any:  # noqa: ANN401 -- annotations and JSON
    """Convert JSON types to the annotation `kind`.

    where -- the place named in the error message. Raises `EncodingError`.
    """
    if kind is Any or (type(data) is kind and kind in _PLAIN):
        return data
    if typing.get_origin(kind) is not None:
        return _generic(kind, data, where)
    if kind in _READERS and isinstance(data, str):
        return _make(data, where, _READERS[kind], data)
    if dataclasses.is_dataclass(kind):
        return _dataclass(kind, data, where)
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return _make(data, where, kind, data)
    if isinstance(kind, type) and issubclass(kind, tuple):
        values = _tuple(tuple(_hints(kind).values()), data, where)
        return _make(data, where, kind, *values)
    raise _mismatch(data, where)


def _generic(kind: Any, data: Any, where: str) -> Any:  # noqa: ANN401
    """Convert data to a union, tuple, dict or literal type."""
    origin, of = typing.get_origin(kind), typing.get_args(kind)
    if origin in (types.UnionType, typing.Union):
        return _union(of, data, where)
    if origin is tuple:
        return _tuple(of, data, where)
    if origin is dict and isinstance(data, dict):
        keys = {key: convert(of[0], key, where) for key in data}
        return {
            keys[key]: convert(of[1], item, f"{where}.{key[:40]}") for key, item in data.items()
        }
    if origin is typing.Literal and (type(data), data) in [(type(each), each) for each in of]:
        return data
    raise _mismatch(data, where)


def _union(kinds: tuple[Any, ...], data: Any, where: str) -> Any:  # noqa: ANN401
    """Convert data to the first kind that accepts the data. A dataclass is chosen by its name."""
    of_fields = [kind for kind in kinds if dataclasses.is_dataclass(kind)]
    classes = {_name(kind): kind for kind in of_fields if kind not in _READERS}
    for kind in kinds:
        if _name(kind) in classes:
            if isinstance(data, dict) and (len(classes) == 1 or data.get("@") == _name(kind)):
                return _dataclass(kind, data, where)
        else:
            try:
                return convert(kind, data, where)
            except EncodingError:
                continue
    raise _mismatch(data, where)


def _tuple(kinds: tuple[Any, ...], data: Any, where: str) -> tuple[Any, ...]:  # noqa: ANN401
    """Convert a list to a tuple, of fixed length or (`tuple[X, ...]`) of any length."""
    if not isinstance(data, list):
        raise _mismatch(data, where)
    if len(kinds) == 2 and kinds[1] is ...:
        kinds = (kinds[0],) * len(data)
    if len(kinds) != len(data):
        raise _mismatch(data, where)
    pairs = enumerate(zip(kinds, data, strict=True), 1)
    return tuple(convert(kind, item, f"{where}[{n}]") for n, (kind, item) in pairs)


def _dataclass(kind: Any, data: Any, where: str) -> Any:  # noqa: ANN401
    """Convert an object to a dataclass. A wrong name, an unknown or a missing field is an error."""
    if not isinstance(data, dict) or data.get("@", _name(kind)) != _name(kind):
        raise _mismatch(data, where)
    wrong = (data.keys() - _hints(kind).keys() - {"@"}) | (_required(kind) - data.keys())
    if wrong:
        raise wrong_field(where, min(wrong))
    values = {
        name: convert(hint, data[name], f"{where}.{name}")
        for name, hint in _hints(kind).items()
        if name in data
    }
    return _make(data, where, functools.partial(kind, **values))


def _make(data: Any, where: str, maker: Callable[..., Any], *values: Any) -> Any:  # noqa: ANN401
    try:
        return maker(*values)
    except MessageError as error:
        raise EncodingError("error.in-field", where=where, error=error) from None
    except (TypeError, ValueError):
        raise _mismatch(data, where) from None


@functools.cache
def _hints(kind: type) -> dict[str, Any]:
    """Return the annotations of a class, cached because computing them is slow."""
    return typing.get_type_hints(kind)


@functools.cache
def _required(kind: type) -> frozenset[str]:
    """Return the fields of a dataclass that have no default."""
    missing = dataclasses.MISSING
    return frozenset(
        field.name
        for field in dataclasses.fields(kind)
        if field.default is missing and field.default_factory is missing
    )


def _name(kind: Any) -> str:  # noqa: ANN401
    return getattr(kind, "__name__", str(kind))
