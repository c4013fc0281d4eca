"""Parses and validates the form for a referee's ruling. Does no input or output.

In the form a position uses the names of the points on the board as it lies on the table. A ruling
uses the names of the rules.
"""

import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import parse_qsl

from companion.referee.disabled_places import KNOWN, name_in_layout
from companion.referee.facts import Ruling
from companion.referee.machine import TABLE
from companion.referee.state import Phase
from companion.referee.table_view import TableView
from companion.rules import Player, PositionError

MOST_BYTES: Final = 4096
"""The maximum number of bytes in a form. A longer form is refused."""

FIELDS: Final = {
    "what": 20, "by": 60, "reason": 200, "which": 8, "position": 300, "player": 1,
    "die1": 1, "die2": 1, "winner": 1, "kind": 12, "zone": 6, "seen": 12, "number": 32, "token": 40,
}  # fmt: skip
"""The fields of the forms, with their maximum length in characters."""


KINDS: Final = (
    "accept", "correct", "position", "dice", "award", "opening", "undo", "pause", "go-on",
    "adjourn", "out-of-order", "in-order",
)  # fmt: skip
"""All decisions, the most likely first."""


@dataclass(frozen=True, slots=True)
class Form:
    """A filled-in form.

    values -- the fields as typed; ruling -- the resulting ruling, None if there is a mistake
    mistakes -- the names of `form.mistake` messages
    """

    values: dict[str, str]
    ruling: Ruling | None
    mistakes: tuple[str, ...]

    @property
    def seen(self) -> int:
        """The number of the last fact for the ruling on the referee's page, 0 if missing."""
        text = self.values.get("seen", "")
        return int(text) if text.isascii() and text.isdecimal() else 0


def read_fields(body: bytes, names: Collection[str] = FIELDS) -> dict[str, str]:
    """Parse the body of a form. Raise `ValueError` for unknown fields or invalid text."""
    pairs = parse_qsl(
        body.decode("ascii"),
        keep_blank_values=True,
        strict_parsing=bool(body),
        errors="strict",
        max_num_fields=len(names),
    )
    fields = dict(pairs)
    if len(fields) != len(pairs) or not fields.keys() <= set(names):
        raise ValueError(body)
    return {name: _plain(text) for name, text in fields.items()}


def _plain(text: str) -> str:
    """Return a field without control characters, which would break a line of the record.

    A field of only such characters becomes a replacement character, because an empty line would end
    the turn at a typed table.
    """
    plain = "".join(sign if sign.isprintable() else " " for sign in text)
    return " ".join(plain.split()) or "\N{REPLACEMENT CHARACTER}" * bool(text.strip())


def read_form(fields: Mapping[str, str], table: TableView) -> Form:
    """Return the form with its ruling or its mistakes, in the table's present state."""
    values = {name: fields.get(name, "").strip()[:most] for name, most in FIELDS.items()}
    del values["token"]
    mistakes = []
    if any(len(fields.get(name, "")) > most for name, most in FIELDS.items()):
        mistakes.append("long")
    what = values["what"]
    if what not in choices(table):
        mistakes.append("not-now" if what in KINDS else "what")
    mistakes += [key for key, name in (("who", "by"), ("why", "reason")) if not values[name]]
    ruling, missing = _detailed(Ruling(what, values["by"], values["reason"]), values, table)
    mistakes += missing
    return Form(values, None if mistakes else ruling, tuple(mistakes))


def _detailed(
    ruling: Ruling, values: dict[str, str], table: TableView
) -> tuple[Ruling, tuple[str, ...]]:
    """Return the ruling with the details that its kind needs, and the names of missing details."""
    match ruling.what:
        case "position":
            return _with_position(ruling, values, table)
        case "dice" | "opening":
            dice = _dice(values, ordered=ruling.what == "dice")
            return replace(ruling, dice=dice), () if dice else ("dice",)
        case "award":
            winner = _player(values["winner"])
            kind = values["kind"] if values["kind"] in kinds(table) else ""
            return replace(ruling, winner=winner, kind=kind), () if winner else ("winner",)
        case "out-of-order" | "in-order":
            zone = values["zone"] if values["zone"] in places(ruling.what, table) else ""
            return replace(ruling, zone=zone), () if zone else ("zone",)
    return ruling, ()


def _with_position(
    ruling: Ruling, values: dict[str, str], table: TableView
) -> tuple[Ruling, tuple[str, ...]]:
    """Return the ruling with the chosen or written position, and missing details.

    The position is also written to `values`, so that the shown position is confirmed even if the
    board changes in the meantime.
    """
    known, written = positions(table), _position(values["position"], table)
    chosen = known.get(values["which"], "")
    if chosen and values["position"] and written not in known.values():
        return ruling, ("which",)
    position = chosen or written
    if not position:
        return ruling, ("position",)
    values |= {"position": relaid(position, table), "which": ""}
    return replace(ruling, position=position, player=_player(values["player"])), ()


def _dice(values: Mapping[str, str], *, ordered: bool) -> tuple[int, int] | None:
    """Return the two dice, the larger first if `ordered`; None if one is missing."""
    faces = values["die1"], values["die2"]
    if not all(face in tuple("123456") for face in faces):
        return None
    first, second = map(int, faces)
    return (max(first, second), min(first, second)) if ordered else (first, second)


def _player(text: str) -> Player | None:
    return Player(text) if text in tuple(Player) else None


def _position(text: str, table: TableView) -> str:
    """Return the canonical text of a legal position, "" if it is invalid."""
    if table.rules is None:
        return ""
    try:
        return table.rules.text(table.rules.parse(relaid(text, table)))
    except PositionError:
        return ""


def relaid(text: str, table: TableView) -> str:
    """Convert a position from names of the rules to names on the board, or back."""
    tokens = (token.partition("=") for token in text.split())
    return " ".join(
        f"{name_in_layout(zone, table.layout) if zone in KNOWN else zone}{equal}{pile}"
        for zone, equal, pile in tokens
    )


def positions(table: TableView) -> dict[str, str]:
    """Return the positions that can be set without typing, by the value of `which`."""
    if table.rules is None:
        return {}
    before, now = table.position, table.shown
    try:
        now = table.rules.text(table.rules.parse(now)) if now else ""
    except PositionError:
        now = ""
    found = {"before": before, "now": now if now != before else ""}
    return {which: text for which, text in found.items() if text}


def first_values(table: TableView) -> dict[str, str]:
    """Return the initial values: the position before the turn, and the dice of an error."""
    known = positions(table)
    before = relaid(known.get("before", ""), table)
    values = {"position": before, "which": next(iter(known), "")}
    if table.dispute is not None:
        values |= dict(zip(("die1", "die2"), map(str, table.dispute.dice), strict=True))
    return values


def kinds(table: TableView) -> tuple[str, ...]:
    """Return the kinds of win for an award, lowest first; empty if pieces are counted."""
    return () if table.rules is None or table.rules.game.paid_by_piece else table.rules.game.kinds


def places(what: str, table: TableView) -> tuple[str, ...]:
    """Return the places that may be declared out of order, or in order again."""
    if what == "in-order":
        return table.dead
    return tuple(each for each in KNOWN if each not in table.dead)


def choices(table: TableView) -> tuple[str, ...]:
    """Return the decisions that the table's state allows, the most likely first."""
    phase = Phase.SETUP if table.phase == "game-over" else Phase(table.phase)
    return tuple(
        what for what in KINDS if (phase, (Ruling, what)) in TABLE and _has_object(what, table)
    )


def _has_object(what: str, table: TableView) -> bool:
    """Return whether the object of a ruling exists, such as an open error."""
    dispute = table.dispute
    needs = {
        "accept": dispute is not None and dispute.open_to == "choice",
        "correct": dispute is not None and not dispute.ordered,
        # For the opening there is another ruling, which names both dice.
        "dice": table.phase != "opening",
        "position": table.rules is not None,
        "award": table.rules is not None,
        "undo": bool(table.decision),
        "out-of-order": not table.typed,
        "in-order": bool(table.dead),
    }
    return needs.get(what, True)


def new_number() -> str:
    """Return a random number for a confirmation, so that sending it twice counts once."""
    return secrets.token_hex(8)


def same_token(sent: str, token: str) -> bool:
    """Compare two tokens in constant time, without case and hyphens."""
    return bool(token) and secrets.compare_digest(bare_token(sent), bare_token(token))


def bare_token(token: str) -> bytes:
    """Return the letters and digits of a token, which alone count."""
    return "".join(sign for sign in token.lower() if sign.isalnum()).encode()
