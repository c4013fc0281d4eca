"""Describes an open error: the play made, the number of legal plays, the pieces moved. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from companion.referee.table_view import Dispute, TableView
from companion.rules import Player, Rules, parse_placement
from companion.rules.vocabulary import BAR, HAND, OFF, POINTS
from companion.speech.plays import moved_by_other, play_sentences, read_play
from companion.web.page_text import PageText

_ASIDE: Final = {"bar": BAR, "off": OFF, "hand": HAND}


@dataclass(frozen=True, slots=True)
class Change:
    """The number of one side's pieces in one place, before the wrong play and after it."""

    side: str
    place: str
    before: int
    after: int


def made(table: TableView, dispute: Dispute, words: PageText) -> str:
    """Return the play that was made, "" if no moves lead to the seen position."""
    wording, mover = words.wording(table), dispute.player
    play = read_play(wording, dispute.before, dispute.seen, mover, dispute.dice)
    if play is None or not play.moves:
        return ""
    others = moved_by_other(wording, dispute.before, dispute.seen, mover)
    return " ".join([words.say("page.made"), *play_sentences(wording, play, mover), *others])


def legal(table: TableView, dispute: Dispute, words: PageText) -> str:
    """Return a sentence with the number of legal plays, "" if it is unknown."""
    if table.rules is None or 0 in dispute.dice:
        return ""
    try:
        count = _count(table.rules, dispute.before, dispute.player, dispute.dice)
    except ValueError:  # an impossible position
        return ""
    if count is None:
        return ""
    return words.say("page.legal-plays", count=count) if count else words.say("page.no-legal-play")


@lru_cache(maxsize=64)
def _count(rules: Rules, before: str, player: Player, dice: tuple[int, int]) -> int | None:
    """Return the number of legal ends other than no play, None for an ace-deuce (too many)."""
    if rules.game.ace_deuce and {*dice} == {1, 2}:
        return None
    ends = rules.ends(rules.parse(before), player, dice)
    return 0 if ends.nothing_to_play else len(ends.positions)


def changed(table: TableView, dispute: Dispute, words: PageText) -> Iterator[Change]:
    """Yield each place where the number of a side's pieces has changed, in board order."""
    before, after = parse_placement(dispute.before), parse_placement(dispute.seen)
    wording = words.wording(table)
    for player in Player:
        places = {zone: wording.name(zone) for zone in POINTS}
        places |= {
            zones[player]: words.head(f"page.places.{kind}") for kind, zones in _ASIDE.items()
        }
        for zone, place in places.items():
            was, now = before[zone].of(player), after[zone].of(player)
            if was != now:
                yield Change(words.head("page.sides", player), place, was, now)
