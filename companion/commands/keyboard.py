"""A referee at the keyboard of a running evening: one ruling a line; `help` lists them.

The evening never waits for the keyboard. Nothing is read where there is nobody to type: input from
the null device, or a program that was started in the background of a terminal.
"""

import os
import re
import signal
import stat
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from concurrent.futures import TimeoutError as LateError
from dataclasses import replace
from threading import Thread
from typing import Final

from companion.referee.facts import Ruling
from companion.rules import Player
from companion.session import Evening
from companion.speech.catalogue import Catalogue, languages
from companion.speech.page_phrases import SIDES

BY: Final = "keyboard"
LONGEST_LINE: Final = 1000
LONGEST_REASON: Final = 200
PATIENCE: Final = 10.0
"""Seconds after which a ruling that nobody answers is given up."""

HELP: Final = """\
position V1=2n V6=5v ... [turn green]  set the position; turn: who is to throw from it
dice 6 3 [for green]                   set the dice of the turn; for: who begins
opening 3 5                            set the opening dice: green's, then black's
award green [gammon] [2 points]        give the game to a player
undo                                   take the last acceptance, take, drop or award back
correct                                have the open error corrected
accept                                 let the open error stand
pause, go-on                           let the game rest, go on
out-of-order V6, in-order V6           a point, VB VO NB NO, or: green dice
adjourn                                keep the game for another day, and end
help                                   this list
Any of them may end in: as NAME because REASON"""

_PLAYERS: Final = {player.value.lower(): player for player in Player} | {
    Catalogue(lang).say(SIDES[player]).rstrip(".").lower(): player
    for player in Player
    for lang in languages()
}
"""Green and black by the letters of the wire, and by their names in every language."""
_BARE: Final = ("undo", "correct", "accept", "pause", "go-on", "adjourn")


class RulingError(ValueError):
    """A line that is no ruling; one clear sentence."""


def parse(line: str) -> Ruling:
    """Read one ruling. Raises `RulingError` saying what is wrong and how it is written."""
    printable = "".join(letter if letter.isprintable() else " " for letter in line)
    order, _, reason = printable.partition(" because ")
    order, _, by = order.partition(" as ")
    words = order.split()
    if words[:1] == ["ruling"]:
        del words[0]
    what, rest = (words[0].lower(), words[1:]) if words else ("", [])
    by, reason = " ".join(by.split()), " ".join(reason.split())
    if len(reason) > LONGEST_REASON or len(by) > LONGEST_REASON:
        raise RulingError(f"A reason or a name has at most {LONGEST_REASON} letters.")
    ruling = Ruling(what, by or BY, reason)
    if what in _BARE:
        if rest:
            raise RulingError(f"{what} takes nothing more, not {' '.join(rest)[:40]!r}.")
        return ruling
    reader = _READERS.get(what)
    if reader is None:
        raise RulingError(f"{what[:40]!r} is no ruling. Type help for the list.")
    return reader(ruling, rest)


def _position(ruling: Ruling, rest: list[str]) -> Ruling:
    player = None
    if len(rest) > 1 and rest[-2] == "turn":
        player = _player(rest[-1])
        rest = rest[:-2]
    if not rest:
        raise RulingError("position needs the pieces, such as: position V1=2n V6=5v turn green.")
    return replace(ruling, position=" ".join(rest), player=player)


def _dice(ruling: Ruling, rest: list[str]) -> Ruling:
    told = re.fullmatch(r"([1-6])[ ,]*([1-6])(?: for (\S+))?", " ".join(rest))
    if told is None:
        raise RulingError("dice needs two dice, such as: dice 6 3, or: dice 6 3 for green.")
    player = _player(told[3]) if told[3] else None
    return replace(ruling, dice=(int(told[1]), int(told[2])), player=player)


def _opening(ruling: Ruling, rest: list[str]) -> Ruling:
    told = re.fullmatch(r"([1-6])[ ,]*([1-6])", " ".join(rest))
    if told is None:
        raise RulingError("opening needs green's die and black's, such as: opening 3 5.")
    return replace(ruling, dice=(int(told[1]), int(told[2])))


def _award(ruling: Ruling, rest: list[str]) -> Ruling:
    told = re.fullmatch(r"(\S+)(?: ([a-z]+))??(?: ([0-9]{1,3})(?: points?)?)?", " ".join(rest))
    if told is None:
        raise RulingError("award needs a player, such as: award green, or: award green gammon.")
    points = int(told[3]) if told[3] else None
    return replace(ruling, winner=_player(told[1]), kind=told[2] or "", points=points)


def _order(ruling: Ruling, rest: list[str]) -> Ruling:
    told = re.fullmatch(r"([VN](?:1[0-2]|[1-9]|[BO]))|(\S+) dice", " ".join(rest))
    if told is None:
        raise RulingError(f"{ruling.what} needs a place, such as V6 or VB, or: green dice.")
    zone = told[1] or f"{_player(told[2])}-dice"
    return replace(ruling, zone=zone)


_READERS: Final[dict[str, Callable[[Ruling, list[str]], Ruling]]] = {
    "position": _position,
    "dice": _dice,
    "opening": _opening,
    "award": _award,
    "out-of-order": _order,
    "in-order": _order,
}


def _player(word: str) -> Player:
    player = _PLAYERS.get(word.lower())
    if player is None:
        raise RulingError(f"{word[:40]!r} is no player; there are green and black.")
    return player


# --- the keyboard --------------------------------------------------------------------------------


def attend(evening: Evening, tell: Callable[[str], None], fd: int = 0) -> bool:
    """Read rulings from a descriptor for as long as the program runs; False: nobody types there.

    tell -- gets what is said to the keyboard alone: the list of rulings, or why a line is none.
    """
    if not _somebody_types(fd):
        return False
    Thread(target=_read, args=(evening, tell, fd), name="keyboard", daemon=True).start()
    return True


def _somebody_types(fd: int) -> bool:
    try:
        mode = os.fstat(fd).st_mode
    except OSError:
        return False
    if os.isatty(fd):
        if sys.platform != "win32":
            # Reading from the background would stop the whole program; so it is an error instead.
            signal.signal(signal.SIGTTIN, signal.SIG_IGN)
        return True
    return not stat.S_ISCHR(mode)


def _read(evening: Evening, tell: Callable[[str], None], fd: int) -> None:
    for line in lines(fd, tell):
        order = line.strip()
        if order.lower() == "help":
            tell(HELP)
        elif order:
            _rule(evening, tell, order)


def _rule(evening: Evening, tell: Callable[[str], None], order: str) -> None:
    """Hand a ruling in; what became of it is spoken, and the words are always printed too."""
    try:
        outcome = evening.rule(parse(order))
    except RulingError as error:
        tell(str(error))
        return
    try:
        outcome.result(PATIENCE)
    except CancelledError:
        tell("The evening has ended, nothing was ruled.")
    except LateError:
        # What was given up is not carried out later either; what has begun cannot be given up.
        if outcome.cancel():
            tell("The evening does not answer. Nothing was ruled, and nothing will be.")
        else:
            tell("The evening takes long over this ruling. It says when it is done.")


def lines(fd: int, tell: Callable[[str], None]) -> Iterator[str]:
    """The lines of a descriptor until its end. One that is too long is dropped, and said so."""
    waiting = b""
    while data := _some(fd):
        *whole, waiting = (waiting + data).split(b"\n")
        for line in whole:
            if len(line) > LONGEST_LINE:
                tell(f"A ruling has at most {LONGEST_LINE} letters; that line was left out.")
            else:
                yield line.decode("utf-8", "replace")
        waiting = waiting[: LONGEST_LINE + 1]
    if waiting:
        yield waiting.decode("utf-8", "replace")


def _some(fd: int) -> bytes:
    # Read past Python's own buffers: their locks would be held when the program ends.
    try:
        return os.read(fd, 4096)
    except OSError:
        return b""
