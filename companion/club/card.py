"""Describes one table for the hall: state, sign, score, clocks and cube.

Does no input or output.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from companion.rules import Player
from companion.speech.catalogue import is_message
from companion.web.page_text import PageText, Sitting, Time
from companion.web.watched_table import TimedTable

SIGNS: Final = {
    "error": "\N{WARNING SIGN}",
    "call": "\N{BLACK TELEPHONE}",
    "late": "0:00",
    "left": "\N{BLACK SQUARE}",
    "away": "\N{MULTIPLICATION X}",
    "lost": "\N{MULTIPLICATION X}",
    "paused": "\N{HEAVY VERTICAL BAR}" * 2,
    "over": "\N{BLACK SQUARE}",
    "game-over": "\N{BLACK SQUARE}",
}
"""The sign before each state on a card. A table that is playing has no sign."""

NEEDS: Final = ("error", "call", "late")
"""States in which a table needs the referee, most urgent first."""


@dataclass(frozen=True, slots=True)
class CardRow:
    """One side on a card. time -- the time that the side has used or has left."""

    name: str
    points: int
    time: Time


@dataclass(frozen=True, slots=True)
class Card:
    """The card of one table.

    state, word -- the result of `state_of`, and its name in the language
    waits -- how long the table has waited for a referee, None if it does not need one
    sentences -- the sentences about the present state; about -- game, length and cube
    heads -- the headings of two columns of `rows`: points or games, and time
    turn -- the time of the running turn, None if there is none
    """

    state: str
    word: str
    sign: str = ""
    waits: Time | None = None
    now: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()
    rows: tuple[CardRow, ...] = ()
    about: tuple[str, ...] = ()
    turn: Time | None = None


def state_of(table: TimedTable, sitting: Sitting) -> str:
    """Return the state of a table: `left`, else a need for the referee, else any other state."""
    if sitting.left:
        return "left"
    needs = {"error": table.dispute is not None, "call": table.called, "late": table.late}
    found = next((state for state, needed in needs.items() if needed), "")
    if found or sitting.away:
        return found or "away"
    if sitting.choosing:
        return "choosing"
    if table.link == "lost":
        return "lost"
    return table.phase if is_message(f"club.state.{table.phase}") else "playing"


def waiting_time(table: TimedTable, state: str, now: float | None) -> Time | None:
    """Return how long a referee has been needed, None if none is needed or this is unknown.

    The page continues to count this time.
    """
    if state not in NEEDS or now is None:
        return None
    since = table.erred if state == "error" else table.wanted
    return Time("", max(int(now - since), 0), 1, since)


def card(table: TimedTable, sitting: Sitting, words: PageText, now: float | None) -> Card:
    """Return the card of a table. now -- the time on the table's own clock, None if unknown."""
    state = state_of(table, sitting)
    times = tuple(words.times(table, now, sitting))
    sentences = () if state == "left" else words.now(replace(table, differ=0, judged=None), sitting)
    points = "club.games" if table.counts_games else "club.points"
    kind = "club.time-left" if table.clock.limit else "club.time-used"
    rows = zip(Player, table.score, times[-2:], strict=True)
    return Card(
        state,
        words.head(f"club.state.{state}"),
        SIGNS.get(state, ""),
        waiting_time(table, state, now),
        tuple(sentences),
        (words.head(points), words.head(kind)),
        tuple(CardRow(words.name(who, sitting.players), won, time) for who, won, time in rows),
        tuple(_about(table, words)),
        times[0] if len(times) > len(Player) else None,
    )


def _about(table: TimedTable, words: PageText) -> Iterator[str]:
    if table.rules is None:
        return
    yield f"{words.game(table.rules.name)}."
    yield f"{words.length(table)}."
    if cube := words.cube(table):
        yield words.say("club.cube", cube=cube)


def in_order(name: str) -> tuple[str | int, ...]:
    """Return a sort key for table names that puts T2 before T10."""
    parts = re.split(r"(\d+)", name.casefold())
    return tuple(int(part) if index % 2 else part for index, part in enumerate(parts))


def damaged_card(words: PageText) -> Card:
    """Return the card of a table whose state cannot be shown."""
    return Card("unshown", words.head("club.state.unshown"), now=(words.say("club.unshown"),))


def sentences_or_notice(words: PageText, speak: Callable[[], tuple[str, ...]]) -> tuple[str, ...]:
    """Return the sentences of `speak`, or after an error a notice, so that the page still works."""
    try:
        return speak()
    except Exception:  # noqa: BLE001 - a bug must not affect other tables
        return (words.say("club.unshown"),)


def news_kinds(before: TimedTable, after: TimedTable) -> Iterator[str]:
    """Yield the kinds of news between two states of a table."""
    if after.dispute is not None and before.dispute is None:
        yield "dispute"
    elif after.dispute is None and before.dispute is not None:
        yield "settled"
    if after.calls > before.calls or len(after.late) > len(before.late):
        yield "call"
