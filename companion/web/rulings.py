"""The form in which a referee rules, read into a ruling or into what has to be mended. Pure.

A position stands in the form with the names that the points have on the board as it lies there;
a ruling has the names of the rules.
"""

import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import parse_qsl

from companion.referee.disabled_places import KNOWN, laid
from companion.referee.facts import Ruling
from companion.referee.machine import TABLE
from companion.referee.state import Phase
from companion.referee.table_view import TableView
from companion.rules import Player, PositionError

MOST_BYTES: Final = 4096
"""Of a form: more is refused unread."""

FIELDS: Final = {
    "what": 20, "by": 60, "reason": 200, "which": 8, "position": 300, "player": 1,
    "die1": 1, "die2": 1, "winner": 1, "kind": 12, "zone": 6, "seen": 12, "number": 32, "token": 40,
}  # fmt: skip
"""The fields of the forms and how long each may be, in characters."""


WHATS: Final = (
    "accept", "correct", "position", "dice", "award", "opening", "undo", "pause", "go-on",
    "adjourn", "out-of-order", "in-order",
)  # fmt: skip
"""What can be decided, the likeliest first."""


class RequestError(ValueError):
    """What was sent is not a form of the page."""


@dataclass(frozen=True, slots=True)
class Form:
    """A filled-in form.

    values -- each field as it was written; ruling -- what it means, None where something has to
    be mended; mistakes -- what is wrong, each a `form.mistake`.
    """

    values: dict[str, str]
    ruling: Ruling | None
    mistakes: tuple[str, ...]

    @property
    def seen(self) -> int:
        """The number of the deciding fact that the referee saw; 0 where none is told."""
        text = self.values.get("seen", "")
        return int(text) if text.isascii() and text.isdecimal() else 0


def read_fields(body: bytes, names: Collection[str] = FIELDS) -> dict[str, str]:
    """Read the body of a form. Raises `RequestError`: not the page's fields, or not UTF-8."""
    try:
        pairs = parse_qsl(
            body.decode("ascii"),
            keep_blank_values=True,
            strict_parsing=bool(body),
            errors="strict",
            max_num_fields=len(names),
        )
    except ValueError:
        raise RequestError("This is no form of the page.") from None
    fields = dict(pairs)
    if len(fields) != len(pairs) or not fields.keys() <= set(names):
        raise RequestError("This is no form of the page.")
    # No control signs: they would spoil a line of the record.
    return {name: " ".join(_plain(text).split()) for name, text in fields.items()}


def _plain(text: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in text)


def read_form(fields: Mapping[str, str], table: TableView) -> Form:
    """Read what a referee wrote about a table."""
    values = {name: fields.get(name, "").strip()[:most] for name, most in FIELDS.items()}
    del values["token"]
    mistakes = []
    if any(len(fields.get(name, "")) > most for name, most in FIELDS.items()):
        mistakes.append("long")
    what = values["what"]
    if what not in choices(table):
        mistakes.append("not-now" if what in WHATS else "what")
    mistakes += [key for key, name in (("who", "by"), ("why", "reason")) if not values[name]]
    ruling, missing = _detailed(Ruling(what, values["by"], values["reason"]), values, table)
    mistakes += missing
    return Form(values, None if mistakes else ruling, tuple(mistakes))


def _detailed(
    ruling: Ruling, values: dict[str, str], table: TableView
) -> tuple[Ruling, tuple[str, ...]]:
    """The ruling with what belongs to its kind, and what of that is missing."""
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
    """The position that was chosen, or that was written; written in the values from then on.

    So what is confirmed is what was shown, whatever happens on the board meanwhile.
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
    """The two dice as chosen, or the larger first; None where one is missing."""
    faces = values["die1"], values["die2"]
    if not all(face in tuple("123456") for face in faces):
        return None
    first, second = map(int, faces)
    return (max(first, second), min(first, second)) if ordered else (first, second)


def _player(text: str) -> Player | None:
    return Player(text) if text in tuple(Player) else None


def _position(text: str, table: TableView) -> str:
    """The canonical text of a position that can be played on, else ""."""
    if table.rules is None:
        return ""
    try:
        return table.rules.text(table.rules.parse(relaid(text, table)))
    except PositionError:
        return ""


def relaid(text: str, table: TableView) -> str:
    """A position with the other names of its places: on the board for the rules', and back."""
    tokens = (token.partition("=") for token in text.split())
    return " ".join(f"{_other_name(zone, table)}{equal}{pile}" for zone, equal, pile in tokens)


def _other_name(zone: str, table: TableView) -> str:
    return laid(zone, table.layout) if zone in KNOWN else zone


def positions(table: TableView) -> dict[str, str]:
    """The positions that can be set without writing one, by the values of `which`."""
    if table.rules is None:
        return {}
    before, now = table.position, table.shown
    if table.phase == "error" and table.dispute is not None:
        before, now = table.dispute.before, table.dispute.seen
    try:
        now = table.rules.text(table.rules.parse(now)) if now else ""
    except PositionError:
        now = ""
    found = {"before": before, "now": now if now != before else ""}
    return {which: text for which, text in found.items() if text}


def first_values(table: TableView) -> dict[str, str]:
    """What stands in the form at first: the position before the turn, the dice of an error."""
    known = positions(table)
    before = relaid(known.get("before", ""), table)
    values = {"position": before, "which": next(iter(known), "")}
    if table.dispute is not None:
        values |= dict(zip(("die1", "die2"), map(str, table.dispute.dice), strict=True))
    return values


def kinds(table: TableView) -> tuple[str, ...]:
    """How an awarded game may count, the least first; none where pieces are counted."""
    return () if table.rules is None or table.rules.game.paid_by_piece else table.rules.game.kinds


def places(what: str, table: TableView) -> tuple[str, ...]:
    """What may be declared out of order, or in order again."""
    if what == "in-order":
        return table.dead
    return tuple(each for each in KNOWN if each not in table.dead)


def choices(table: TableView) -> tuple[str, ...]:
    """What can be decided as the table stands, the likeliest first."""
    phase = Phase.SETUP if table.phase == "game-over" else Phase(table.phase)
    return tuple(
        what for what in WHATS if (phase, (Ruling, what)) in TABLE and _has_object(what, table)
    )


def _has_object(what: str, table: TableView) -> bool:
    """Return whether there is what a ruling would act on."""
    dispute = table.dispute
    needs = {
        "accept": dispute is not None and dispute.open_to == "choice",
        "correct": dispute is not None and not dispute.ordered,
        # The opening has a ruling of its own, which names both dice.
        "dice": table.phase != "opening",
        "position": table.rules is not None,
        "award": table.rules is not None,
        "undo": bool(table.decision),
        "in-order": bool(table.dead),
    }
    return needs.get(what, True)


def new_number() -> str:
    """A number for one confirmation, so that it counts once however often it is sent."""
    return secrets.token_hex(8)


def same_token(given: str, token: str) -> bool:
    """Whether two tokens are the same, in a time that tells nothing; case and hyphens are free."""
    return bool(token) and secrets.compare_digest(_bare(given), _bare(token))


def _bare(token: str) -> bytes:
    return "".join(sign for sign in token.lower() if sign.isalnum()).encode()
