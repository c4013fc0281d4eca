"""The form in which a referee rules, read into a ruling or into what has to be mended. Pure."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import parse_qsl

from companion.referee.facts import Ruling
from companion.rules import Player, PositionError
from companion.speech import match_phrases as m
from companion.speech import page_phrases as p
from companion.web.table import Table
from companion.web.words import Words

MOST_BYTES: Final = 4096
"""Of a form: more is refused unread."""

FIELDS: Final = {"what": 20, "by": 60, "reason": 200, "position": 300, "player": 1}
FIELDS.update(die1=1, die2=1, winner=1, kind=12, seen=12, number=32, token=40)
"""The fields of the forms and how long each may be, in characters."""

_FAMILY: Final = ("single", "gammon", "backgammon")
_KINDS: Final = {
    "jacquet": ("simple", "double", "triple", "quadruple"),
    "acey-deucey": (),
}


class RequestError(ValueError):
    """What was sent is not a form of the page."""


@dataclass(frozen=True, slots=True)
class Form:
    """A filled-in form.

    values -- each field as it was written; ruling -- what it means, None where something has to
    be mended; mistakes -- keys of `page_phrases.MISTAKES`.
    """

    values: dict[str, str]
    ruling: Ruling | None
    mistakes: tuple[str, ...]

    @property
    def seen(self) -> int:
        """The number of the deciding fact that the referee saw; 0 where none is told."""
        text = self.values.get("seen", "")
        return int(text) if text.isascii() and text.isdecimal() else 0


def read_fields(body: bytes) -> dict[str, str]:
    """Read the body of a form. Raises `RequestError`: not the page's fields, or not UTF-8."""
    try:
        pairs = parse_qsl(
            body.decode("ascii"),
            keep_blank_values=True,
            strict_parsing=bool(body),
            errors="strict",
            max_num_fields=len(FIELDS),
        )
    except ValueError:
        raise RequestError("This is no form of the page.") from None
    fields = dict(pairs)
    if len(fields) != len(pairs) or not fields.keys() <= FIELDS.keys():
        raise RequestError("This is no form of the page.")
    # No control signs: they would spoil a line of the record.
    return {name: " ".join(_plain(text).split()) for name, text in fields.items()}


def _plain(text: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in text)


def read_form(fields: Mapping[str, str], table: Table) -> Form:
    """Read what a referee wrote about a table."""
    values = {name: fields.get(name, "").strip()[:most] for name, most in FIELDS.items()}
    del values["token"]
    mistakes = []
    if any(len(fields.get(name, "")) > most for name, most in FIELDS.items()):
        mistakes.append("long")
    what = values["what"]
    if what not in p.WHATS:
        mistakes.append("what")
    mistakes += [key for key, name in (("who", "by"), ("why", "reason")) if not values[name]]
    ruling, missing = _detailed(Ruling(what, values["by"], values["reason"]), values, table)
    mistakes += missing
    return Form(values, None if mistakes else ruling, tuple(mistakes))


def _detailed(
    ruling: Ruling, values: Mapping[str, str], table: Table
) -> tuple[Ruling, tuple[str, ...]]:
    """The ruling with what belongs to its kind, and what of that is missing."""
    if ruling.what == "position":
        position = _position(values["position"], table)
        player = _player(values["player"])
        return replace(ruling, position=position, player=player), () if position else ("position",)
    if ruling.what == "dice":
        faces = values["die1"], values["die2"]
        if not all(face in tuple("123456") for face in faces):
            return ruling, ("dice",)
        high, low = sorted(map(int, faces), reverse=True)
        return replace(ruling, dice=(high, low)), ()
    if ruling.what == "award":
        winner = _player(values["winner"])
        kind = values["kind"] if values["kind"] in kinds(table) else ""
        return replace(ruling, winner=winner, kind=kind), () if winner else ("winner",)
    return ruling, ()


def _player(text: str) -> Player | None:
    return Player(text) if text in tuple(Player) else None


def _position(text: str, table: Table) -> str:
    """The canonical text of a position that can be played on, else ""."""
    if table.rules is None:
        return ""
    try:
        return table.rules.text(table.rules.parse(text))
    except PositionError:
        return ""


def kinds(table: Table) -> tuple[str, ...]:
    """How an awarded game may count, the least first; none where pieces are counted."""
    return _FAMILY if table.rules is None else _KINDS.get(table.rules.name, _FAMILY)


def choices(table: Table) -> tuple[str, ...]:
    """What can be decided as the table stands, the likeliest first."""
    if table.phase == "error":
        return tuple(what for what in p.WHATS if what != "go-on")
    hidden = {"accept", "correct", "pause" if table.phase == "paused" else "go-on"}
    return tuple(what for what in p.WHATS if what not in hidden)


def summary(ruling: Ruling, words: Words) -> tuple[str, ...]:
    """What a ruling would do, who gives it and why, one thing a line."""
    told = [words.say(p.WHATS[ruling.what])]
    if ruling.position:
        told.append(f"{words.head(p.POSITION)}{_colon(words)} {ruling.position}")
    if ruling.player is not None:
        told.append(words.say(p.TO_THROW[ruling.player]))
    if ruling.dice is not None:
        told.append(f"{words.head(p.DICE)}{_colon(words)} {ruling.dice[0]}, {ruling.dice[1]}.")
    if ruling.winner is not None:
        told.append(f"{words.head(p.WINNER)}{_colon(words)} {words.say(p.SIDES[ruling.winner])}")
    if ruling.kind:
        told.append(words.say(m.KINDS[ruling.kind]))
    told.append(f"{words.head(p.WHO)}{_colon(words)} {ruling.by}")
    told.append(f"{words.head(p.WHY)}{_colon(words)} {ruling.reason}")
    return tuple(told)


def _colon(words: Words) -> str:
    """A colon as the language sets it; French has a space before it that does not break."""
    return "\N{NO-BREAK SPACE}:" if words.lang == "fr" else ":"


def new_number() -> str:
    """A number for one confirmation, so that it counts once however often it is sent."""
    return secrets.token_hex(8)


def same_token(given: str, token: str) -> bool:
    """Whether two tokens are the same, in a time that tells nothing; case and hyphens are free."""
    return bool(token) and secrets.compare_digest(_bare(given), _bare(token))


def _bare(token: str) -> bytes:
    return "".join(sign for sign in token.lower() if sign.isalnum()).encode()
