"""Score sheets as JSON lines, with one object for the match, for each game and for each entry.

`docs/records.md` has the schema; the event stream has the same field names. Missing fields, unknown
fields and wrong types are errors that name the line. New fields require a new version number.
"""

import json
from collections.abc import Iterator
from typing import Any, Final, get_type_hints

from companion.records import sheet as s
from companion.records.encoding import EncodingError, convert, wrong_field
from companion.records.sheet import SheetError
from companion.records.sheet_builder import SheetBuilder
from companion.referee.facts import CubeAction, Resign, Ruling
from companion.rules import MatchError, PositionError, RulesError
from companion.untrusted import numbered_lines

VERSION: Final = 1
LONGEST_LINE: Final = 20_000

_CLASSES: Final[dict[str, type[Any]]] = {
    "turn": s.SheetTurn,
    "cube": CubeAction,
    "resign": Resign,
    "ruling": Ruling,
    "game_ends": s.SheetResult,
}
"""The kinds of lines with the same fields as a class."""

FIELDS: Final[dict[str, dict[str, Any]]] = {
    "match": {
        "version": int,
        "game": str,
        "options": tuple[str, ...],
        "match_to": int | None,
        "players": dict[str, str],
        "begun": str,
        "table": str,
    },
    "game": {"number": int, "score": dict[str, int], "crawford": bool},
    "opening": {"dice": dict[str, int]},
    **{
        kind: {name: of for name, of in get_type_hints(kind_of).items() if name != "still"}
        for kind, kind_of in _CLASSES.items()
    },
}
"""The kinds of lines (the field `line`), with the fields of each in order and their types."""

_LATER: Final = {"match": {"table"}, "ruling": {"player", "kind", "points", "zone"}}
"""Fields that may be missing, because older versions do not write them."""

Line = dict[str, Any]


def to_json(sheet: s.Sheet) -> str:
    """Return the match as JSON lines."""
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in _lines(sheet))


def _lines(sheet: s.Sheet) -> Iterator[Line]:
    head = (VERSION, sheet.game, list(sheet.options), sheet.length, _pair(sheet.players))
    yield _line("match", *head, sheet.begun, sheet.table)
    for game in sheet.games:
        yield _line("game", game.number, _pair(game.score), game.crawford)
        for entry in game.entries:
            yield _entry(entry)
        if game.result is not None:
            yield _entry(game.result)


def _line(kind: str, *values: object) -> Line:
    return {"line": kind} | dict(zip(FIELDS[kind], values, strict=True))


def _pair(values: tuple[object, object]) -> Line:
    return {"V": values[0], "N": values[1]}


def _entry(entry: s.Entry | s.SheetResult) -> Line:
    if isinstance(entry, s.SheetOpening):
        return _line("opening", _pair((entry.v, entry.n)))
    kind = next(kind for kind, of in _CLASSES.items() if isinstance(entry, of))
    return _line(kind, *(getattr(entry, name) for name in FIELDS[kind]))


# --- reading -------------------------------------------------------------------------------------


def from_json(text: str) -> s.Sheet:
    """Parse a match. Raises `SheetError` with the line."""
    builder: SheetBuilder | None = None
    for number, line in numbered_lines(text):
        try:
            kind, fields = _read(line)
            if (kind == "match") is (builder is not None):
                raise _no_head()
            if builder is None:
                builder = SheetBuilder(_head(fields))
            else:
                _add(kind, fields, builder)
        except (SheetError, EncodingError, MatchError, PositionError, RulesError) as error:
            raise SheetError.at_line(number, error) from None
    if builder is None:
        raise _no_head()
    return builder.sheet()


def _no_head() -> SheetError:
    return SheetError("error.one-head")


def _add(kind: str, fields: Line, builder: SheetBuilder) -> None:
    """Add a line: the beginning or the end of a game, or an entry of the last game."""
    if kind == "game":
        score = _both(fields["score"])
        builder.begin(fields["number"], score, crawford=fields["crawford"])
    elif kind == "game_ends":
        builder.end(s.SheetResult(**fields))
    else:
        opens = kind == "opening"
        builder.add(s.SheetOpening(*_both(fields["dice"])) if opens else _CLASSES[kind](**fields))


def _read(line: str) -> tuple[str, Line]:
    """Return the kind and the fields of one line, after checking their names and types."""
    try:
        data = json.loads(line) if len(line) <= LONGEST_LINE else None
    except (ValueError, RecursionError):
        data = None
    kind = data.get("line") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(kind, str) or kind not in FIELDS:
        raise SheetError.unclear(line)
    types = FIELDS[kind]
    different = (data.keys() ^ types.keys()) - {"line"} - (_LATER.get(kind, set()) - data.keys())
    if different:
        raise wrong_field(kind, min(different))
    there = {name: of for name, of in types.items() if name in data}
    return kind, {name: convert(of, data[name], name) for name, of in there.items()}


def _head(fields: Line) -> s.Sheet:
    if fields["version"] != VERSION:
        raise SheetError("error.match-version", version=fields["version"], known=VERSION)
    v, n = _both(fields["players"])
    length, begun, table = fields["match_to"], fields["begun"], fields.get("table", "")
    return s.Sheet(fields["game"], fields["options"], length, (), (v, n), begun, table)


def _both(pair: dict[str, Any]) -> tuple[Any, Any]:
    if pair.keys() != {"V", "N"}:
        raise SheetError("error.both-sides")
    return pair["V"], pair["N"]
