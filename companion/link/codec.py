"""Converts between lines on the wire and messages.

A line is `$<body>*<CRC-32 in 8 upper-case hex digits>` and LF. `parse` is the inverse of `body`.
Additional fields at the end are ignored, so that version 1 can be extended. Known fields must be in
their range. The companion and the virtual board use this module. Source: docs/protocol.md, "Lines"
and "The wire".
"""

import re
from contextlib import suppress
from typing import Final
from zlib import crc32

from companion.link import messages as m

LINE_LIMIT: Final = 512
"""The maximum number of bytes in a line, from `$` to the line feed."""

BODY_LIMIT: Final = LINE_LIMIT - len("$*") - 8 - 1
"""The maximum number of characters in a body."""

_BODY: Final = re.compile(r"[ -#%-)+-~]*", re.ASCII)
_LINE: Final = re.compile(rb"\$([ -#%-)+-~]*)\*([0-9A-F]{8})\r?")


def encode(body: str) -> bytes:
    """Return the line for a body, as bytes.

    Raise `ValueError` if the body is longer than `BODY_LIMIT` or contains `$`, `*` or anything
    but printable ASCII.
    """
    if not _BODY.fullmatch(body):
        raise ValueError(f"{body[:40]!r} may hold only printable ASCII without $ and *.")
    if len(body) > BODY_LIMIT:
        raise ValueError(f"A body of {len(body)} characters is longer than {BODY_LIMIT}.")
    data = body.encode("ascii")
    return b"$%b*%08X\n" % (data, crc32(data))


class FrameReader:
    """Finds complete lines in a stream of bytes, with less than one line in memory.

    dropped -- the number of invalid lines: with a wrong CRC, too long, without `$` at the start,
    or interrupted by the `$` of the next line. Empty lines are not counted.
    """

    def __init__(self) -> None:
        self.dropped = 0
        self._line = bytearray()
        self._lost = False

    def feed(self, data: bytes) -> list[str]:
        """Process the next bytes. Return the bodies of the lines that are now complete."""
        bodies = []
        *ended, rest = data.split(b"\n")
        for piece in ended:
            self._take(piece)
            body = self._end()
            if body is not None:
                bodies.append(body)
        self._take(rest)
        return bodies

    def clear(self) -> None:
        """Drop the incomplete line, because the rest will not arrive."""
        self._line.clear()
        self._lost = False

    def _take(self, piece: bytes) -> None:
        """Append bytes without a line feed. Each `$` among these bytes begins a new line."""
        before, *begun = piece.split(b"$")
        self._append(before)
        for part in begun:
            if self._line:
                self.dropped += 1
            self._line[:] = b"$"
            self._lost = False
            self._append(part)

    def _append(self, part: bytes) -> None:
        if self._lost or not part:
            return
        if not self._line:
            if part.strip(b"\r"):
                self._give_up()
        elif len(self._line) + len(part) > LINE_LIMIT:
            # A carriage return may follow the longest line; `_end` checks the length without it.
            self._give_up()
        else:
            self._line += part

    def _give_up(self) -> None:
        """Drop the current line, and skip everything up to the next `$` or line feed."""
        self.dropped += 1
        self._lost = True
        self._line.clear()

    def _end(self) -> str | None:
        """Return the body of the line that has just ended, or None if it is empty or invalid."""
        line = bytes(self._line)
        self.clear()
        if not line:
            return None
        match = _LINE.fullmatch(line)
        too_long = len(line.removesuffix(b"\r")) >= LINE_LIMIT
        if match is None or too_long or crc32(match[1]) != int(match[2], 16):
            self.dropped += 1
            return None
        return match[1].decode("ascii")


Piles = tuple[tuple[str, int], ...]
Zones = tuple[tuple[str, Piles], ...]

_NUMBER: Final = re.compile(r"[0-9]{1,10}", re.ASCII)
_PILE: Final = re.compile(r"(?:[1-9][0-9]?[vVnN?])+", re.ASCII)
_PIECES: Final = re.compile(r"([0-9]{1,2})([vVnN?])", re.ASCII)
_DICE: Final = re.compile(r"([1-6c~-]{2})/([1-6c~-]{2}):([0-9]{1,5})\.([0-9]{1,5})", re.ASCII)
_VERB: Final = re.compile(r"[A-Z]{1,16}", re.ASCII)
_TEXT: Final = re.compile(r"[ -#%-)+\--~]*", re.ASCII)
_ZONE_ORDER: Final = {zone: index for index, zone in enumerate(m.ZONES)}
_LETTER_ORDER: Final = {letter: index for index, letter in enumerate(m.LETTERS)}
_MORE: Final = "more"


def parse(body: str) -> m.Message | None:
    """Return the message of a board, or None if its kind is unknown or it is malformed.

    `is_known` distinguishes the two cases. A hello of another protocol version is parsed as far as
    it has known fields, so that the refusal can name the version.
    """
    with suppress(ValueError):
        match body.split(","):
            case ["H", *fields]:
                return _hello(fields)
            case ["S", seq, ms, zones, dice, keys, faults, *_]:
                numbers = _number(seq, m.SEQ_MODULUS), _number(ms, m.MS_MODULUS)
                pieces, seats = parse_zones(zones), _seats(dice)
                return m.BoardState(*numbers, pieces, *seats, _keys(keys), parse_faults(faults))
            case ["A", number, ("ok" | "err") as outcome, *rest]:
                detail = rest[0] if rest else ""
                return m.BoardAnswer(_number(number, m.ID_MODULUS), outcome == "ok", detail)
            case ["L", level, text, *_]:
                return m.LogLine(level, text)
    return None


def is_known(body: str) -> bool:
    """Return whether version 1 defines this kind of body, even if the body is malformed."""
    return body.split(",", 1)[0] in {"H", "S", "A", "L"}


def parse_command(body: str) -> m.Command | None:
    """Return the command of a host, or None if it is not a well-formed `Q`."""
    with suppress(ValueError):
        match body.split(","):
            case ["Q", number, verb, *arguments] if _VERB.fullmatch(verb):
                return m.Command(_number(number, m.ID_MODULUS), verb, tuple(arguments))
    return None


def body(message: m.Message | m.Command) -> str:
    """Return the body of the line for a message or a command.

    Faults of a state that do not fit in the line are replaced by a last entry `more`. Raise
    ValueError if a text contains a comma or a character that is not allowed in a line.
    """
    match message:
        case m.Hello():
            texts = (message.firmware, message.board_id, message.nonce)
            return _joined("H", message.version, *texts, message.zones)
        case m.BoardState():
            return _state_body(message)
        case m.BoardAnswer():
            detail = (message.detail,) if message.detail else ()
            return _joined("A", message.id, "ok" if message.ok else "err", *detail)
        case m.LogLine():
            return _joined("L", message.level, message.text)
    if not _VERB.fullmatch(message.verb):
        raise ValueError(f"{message.verb[:40]!r} is no verb in capital letters.")
    return _joined("Q", message.id, message.verb, *message.args)


def parse_zones(text: str) -> Zones:
    """Parse zones such as `V6:5v;N12:14v1V` and sort them as on the wire. Raise ValueError."""
    found: dict[str, Piles] = {}
    for entry in text.split(";") if text else ():
        zone, _, pile = entry.partition(":")
        if zone not in _ZONE_ORDER or zone in found:
            raise ValueError(f"{zone!r} is no zone or comes twice.")
        found[zone] = _pile(pile)
    return tuple(sorted(found.items(), key=lambda item: _ZONE_ORDER[item[0]]))


def zones_text(zones: Zones) -> str:
    """Return the occupied zones as on the wire."""
    return ";".join(
        zone + ":" + "".join(f"{count}{letter}" for letter, count in pile) for zone, pile in zones
    )


def _pile(text: str) -> Piles:
    if not _PILE.fullmatch(text):
        raise ValueError(f"{text!r} is no pile.")
    pieces = [(letter, int(count)) for count, letter in _PIECES.findall(text)]
    if len(dict(pieces)) < len(pieces):
        raise ValueError(f"{text!r} names a letter twice.")
    return tuple(sorted(pieces, key=lambda piece: _LETTER_ORDER[piece[0]]))


def _hello(fields: list[str]) -> m.Hello:
    version, firmware, board_id, nonce, zones = (*fields, *[""] * 5)[:5]
    number = _number(version, 1 << 16)
    if number != m.PROTOCOL:
        return m.Hello(number, firmware, board_id, nonce, 0)
    if not (firmware and board_id and nonce):
        raise ValueError("A hello names firmware, board and boot.")
    return m.Hello(number, firmware, board_id, nonce, _number(zones, 1 << 8))


def _seats(text: str) -> tuple[m.Seats, m.Seats]:
    match = _DICE.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} does not describe dice.")
    v_faces, n_faces, v_throws, n_throws = match.groups()
    return (
        m.Seats(v_faces, _number(v_throws, m.THROWS_MODULUS)),
        m.Seats(n_faces, _number(n_throws, m.THROWS_MODULUS)),
    )


def _keys(text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    sides = [
        tuple(_number(count, m.KEYS_MODULUS) for count in side.split("."))
        for side in text.split("/")
    ]
    if [len(side) for side in sides] != [len(m.Key)] * 2:
        raise ValueError(f"{text!r} does not count seven keys a side.")
    return sides[0], sides[1]


def parse_faults(text: str) -> tuple[tuple[str, str], ...]:
    """Parse faults such as `V7:short;die2:weak` into pairs of place and fault. Raise ValueError."""
    faults = []
    for entry in text.split(";") if text else ():
        place, _, what = entry.partition(":")
        if not place:
            raise ValueError(f"{entry!r} names no place.")
        faults.append((place, what))
    return tuple(faults)


def _number(text: str, modulus: int) -> int:
    if not _NUMBER.fullmatch(text) or int(text) >= modulus:
        raise ValueError(f"{text!r} is no number below {modulus}.")
    return int(text)


def _state_body(state: m.BoardState) -> str:
    dice = f"{state.v.faces}/{state.n.faces}:{state.v.throws}.{state.n.throws}"
    keys = "/".join(".".join(map(str, side)) for side in state.keys)
    head = f"S,{state.seq},{state.ms},{zones_text(state.zones)},{dice},{keys},"
    entries = [f"{place}:{what}" if what else place for place, what in state.faults]
    kept = len(entries)
    faults = ";".join(entries)
    while len(head) + len(faults) > BODY_LIMIT and kept:
        kept -= 1
        faults = ";".join([*entries[:kept], _MORE])
    return head + faults


def _joined(*fields: str | int) -> str:
    texts = [str(field) for field in fields]
    for text in texts:
        if not _TEXT.fullmatch(text):
            raise ValueError(f"{text[:40]!r} may not hold a comma, $, * or anything unprintable.")
    return ",".join(texts)
