"""Reads and writes backgammon positions as GNU Backgammon IDs and XGIDs.

GNU position ID -- the pieces: 14 letters, base64 of ten bytes. The bits, lowest first, give the
pieces on points 1 to 24 and the bar, first for the player not on roll, then for the player on roll.
Each place has a 1 for each piece, then a 0.
GNU match ID -- the rest: 12 letters, base64 of nine bytes.
XGID -- both in one line, the format of eXtreme Gammon.
Source: GNU Backgammon manual, "A technical description of the Position ID" and "… of the Match
ID". All three were compared with GNU Backgammon 1.07.

V is player 0 of GNU Backgammon, the left column of a `.mat` file and the capitals of an XGID. Only
backgammon has these IDs: they cannot express a hand or a postillon.
"""

import binascii
import re
from dataclasses import dataclass, field, replace
from typing import Final

from companion.message_error import MessageError
from companion.rules.match import Cube
from companion.rules.position import BAR_SLOT, HAND_SLOT, OFF_SLOT, Position, counts, pack
from companion.rules.vocabulary import PIECES_A_SIDE, Dice, Player

_POINTS: Final = range(1, BAR_SLOT + 1)
_LARGEST_SCORE: Final = (1 << 15) - 1


class IdError(MessageError, ValueError):
    """An unreadable ID, or a position that has no ID. The message is one clear sentence."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A backgammon table at one moment.

    dice -- None before the throw;
    offered -- whether a double waits for an answer; `cube` is then the value before the double;
    length -- of the match, None if open-ended; score -- V's and N's points;
    crawford -- whether this is the Crawford game.
    """

    position: Position
    turn: Player
    dice: Dice | None = None
    cube: Cube = field(default_factory=Cube)
    offered: bool = False
    length: int | None = None
    score: tuple[int, int] = (0, 0)
    crawford: bool = False


# --- the position ID -----------------------------------------------------------------------------


def position_id(position: Position, mover: Player) -> str:
    """Return the GNU position ID. Raises `IdError` for a hand or a travelling postillon."""
    digits = ""
    for player in (mover.other, mover):
        side = counts(position.side(player))
        if side[HAND_SLOT] or position.side(player) != pack(side):
            raise IdError("A position with pieces in hand or a postillon has no position ID.")
        digits += "".join("1" * side[slot] + "0" for slot in _POINTS)
    return _text(int(digits[::-1], 2), 10)


def read_position_id(text: str, mover: Player) -> Position:
    """Return the position of a GNU position ID; missing pieces are off. Raises `IdError`."""
    digits = f"{_bits(text, 10, 'position ID'):080b}"
    places = [len(ones) for ones in digits[::-1].split("0")]
    other, own = (_packed([0, *places[at : at + BAR_SLOT]], text) for at in (0, BAR_SLOT))
    if any(places[2 * BAR_SLOT :]):
        raise IdError(f"{text[:40]!r} is no position ID: it holds more than two sides.")
    return _checked(Position(own, other) if mover is Player.V else Position(other, own), text)


def _packed(slots: list[int], text: str) -> int:
    slots[OFF_SLOT] = PIECES_A_SIDE - sum(slots)
    if slots[OFF_SLOT] < 0:
        raise IdError(f"{text[:40]!r}: a side has more than {PIECES_A_SIDE} pieces.")
    return pack(slots)


def _checked(position: Position, text: str) -> Position:
    """Return the position. Raises `IdError` if a point holds both colours."""
    v, n = counts(position.v), counts(position.n)
    if any(v[slot] and n[BAR_SLOT - slot] for slot in range(1, BAR_SLOT)):
        raise IdError("error.two-colours", token=repr(text[:40]))
    return position


# --- the match ID --------------------------------------------------------------------------------

_FIELDS: Final = (4, 2, 1, 1, 3, 1, 1, 2, 3, 3, 15, 15, 15, 1)
"""The width in bits of each field: cube, owner, player on roll, Crawford, game state, player to
decide, doubled, resigned, two dice, length, two scores, Jacoby's rule off."""

_OWNERS: Final = {Player.V: 0, Player.N: 1, None: 3}
_PLAYING: Final = 1


def match_id(at: Snapshot) -> str:
    """Return the GNU match ID. Raises `IdError` if the cube or a score does not fit."""
    cube, length = at.cube.value.bit_length() - 1, at.length or 0
    if cube > 15 or max(length, *at.score) > _LARGEST_SCORE:
        raise IdError(f"Cube {at.cube.value} or score {at.score} does not fit in a match ID.")
    mover = list(Player).index(at.turn)
    values = (
        *(cube, _OWNERS[at.cube.owner], mover, at.crawford, _PLAYING),
        *(mover ^ at.offered, at.offered, 0, *sorted(at.dice or (0, 0), reverse=True)),
        *(length, *at.score, 1),
    )
    bits = shift = 0
    for value, width in zip(values, _FIELDS, strict=True):
        bits |= int(value) << shift
        shift += width
    return _text(bits, 9)


def read_ids(position: str, match: str) -> Snapshot:
    """Return the table of a position ID and a match ID. Raises `IdError`.

    The game must be in progress, with no resignation offered.
    """
    bits = _bits(match, 9, "match ID")
    values: list[int] = []
    for width in _FIELDS:
        values.append(bits & (1 << width) - 1)
        bits >>= width
    cube, owner, roll, crawford, state, _, offered, resigned, *rest = values
    first, second, length, v, n, _ = rest
    owners = {number: player for player, number in _OWNERS.items()}
    if state != _PLAYING or resigned or owner not in owners:
        raise IdError(f"{match[:40]!r} is not the match ID of a game that is being played.")
    mover = list(Player)[roll]
    at = Snapshot(read_position_id(position, mover), mover, _dice(first, second, match))
    at = replace(at, cube=Cube(1 << cube, owners[owner]), offered=bool(offered))
    return replace(at, length=length or None, score=(v, n), crawford=bool(crawford))


def _dice(first: int, second: int, text: str) -> tuple[int, int] | None:
    if not first and not second:
        return None
    if not (1 <= first <= 6 and 1 <= second <= 6):
        raise IdError(f"{text[:40]!r}: {first} and {second} are no dice.")
    return max(first, second), min(first, second)


# --- XGID ----------------------------------------------------------------------------------------

_XGID: Final = re.compile(
    r"(?:XGID=)?(?P<places>[-A-Oa-o]{26}):(?P<cube>0?[0-9]|1[0-5]):(?P<owner>-1|0|1):(?P<turn>-1|1)"
    r":(?P<dice>00|[1-6]{2}|D):(?P<v>[0-9]{1,5}):(?P<n>[0-9]{1,5}):(?P<rule>[0-3])"
    r":(?P<length>[0-9]{1,5}):(?P<most>[0-9]{1,2})",
    re.ASCII,
)
_PIECES: Final = "-ABCDEFGHIJKLMNOonmlkjihgfedcba"
"""The letter of a place, by the number of V's pieces; N's pieces count negative."""
_SIGN: Final = {Player.V: 1, Player.N: -1, None: 0}
_MOST_DOUBLES: Final = 10
"""The last field: the largest cube value, as a power of two. Other programs also write 10."""


def xgid(at: Snapshot) -> str:
    """Return the XGID: V in capitals, points numbered from V's side. Raises `IdError`."""
    position_id(at.position, at.turn)  # raises for positions without an ID
    v, n = counts(at.position.v), counts(at.position.n)
    own, other = [0, *v[1 : BAR_SLOT + 1]], [*n[BAR_SLOT:0:-1], 0]
    places = "".join(_PIECES[mine - theirs] for mine, theirs in zip(own, other, strict=True))
    faces = sorted(at.dice or (0, 0), reverse=True)
    dice = "D" if at.offered else "{}{}".format(*faces)
    fields = (
        *(at.cube.value.bit_length() - 1, _SIGN[at.cube.owner], _SIGN[at.turn], dice),
        *(*at.score, int(at.crawford), at.length or 0, _MOST_DOUBLES),
    )
    return f"XGID={places}:{':'.join(map(str, fields))}"


def read_xgid(text: str) -> Snapshot:
    """Return the table of an XGID, with or without `XGID=`. Raises `IdError`."""
    match = _XGID.fullmatch(text.strip())
    if match is None:
        raise IdError(f"{text[:60]!r} is not an XGID of a game that is being played.")
    v, n = [0] * (HAND_SLOT + 1), [0] * (HAND_SLOT + 1)
    for point, letter in enumerate(match["places"]):
        pieces = _PIECES.index(letter)
        if letter.isupper():
            v[point] = pieces
        elif pieces:
            n[BAR_SLOT - point] = len(_PIECES) - pieces
    if v[0] or n[0]:
        raise IdError(f"{text[:60]!r}: a piece lies on the other side's bar.")
    players = {sign: player for player, sign in _SIGN.items() if player is not None}
    dice, length = match["dice"], int(match["length"])
    offered, score = dice == "D", (int(match["v"]), int(match["n"]))
    thrown = None if offered else _dice(int(dice[0]), int(dice[1]), text)
    cube = Cube(1 << int(match["cube"]), players.get(int(match["owner"])))
    crawford = bool(length) and match["rule"] == "1"
    position = Position(_packed(v, text), _packed(n, text))
    at = Snapshot(position, players[int(match["turn"])], thrown, cube, offered)
    return replace(at, length=length or None, score=score, crawford=crawford)


# --- base64 --------------------------------------------------------------------------------------


def _text(bits: int, size: int) -> str:
    """Return the bits as base64 without padding."""
    return binascii.b2a_base64(bits.to_bytes(size, "little"), newline=False).decode().rstrip("=")


def _bits(text: str, size: int, what: str) -> int:
    """Return the bits of an unpadded base64 text. Raises `IdError`."""
    try:
        data = binascii.a2b_base64(text + "=" * (-len(text) % 4), strict_mode=True)
    except ValueError:
        data = b""
    if len(data) != size:
        raise IdError(f"{text[:40]!r} is no {what}.")
    return int.from_bytes(data, "little")
