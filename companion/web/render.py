"""Renders tables as HTML from templates. The same table always gives the same text."""

import hashlib
import math
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache, lru_cache
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined

from companion.referee.table_view import Dispute, TableView
from companion.rules import Player, Rules, parse_placement
from companion.rules.vocabulary import BAR, HAND, OFF, POINTS
from companion.speech.catalogue import Catalogue, languages
from companion.speech.plays import moved_by_other, sentences_between
from companion.web.drawing import drawing
from companion.web.page_text import PageText, Sitting, clock
from companion.web.watched_table import SpokenLog, TimedTable

_ASIDE: Final = {"bar": BAR, "off": OFF, "hand": HAND}


@dataclass(frozen=True, slots=True)
class Change:
    """The number of one side's pieces in one place, before and after the wrong play."""

    side: str
    place: str
    before: int
    after: int


def made(table: TableView, dispute: Dispute, words: PageText) -> str:
    """Return the play that the player made, "" if no moves lead to the seen position."""
    wording, mover = words.wording(table), dispute.player
    moves = sentences_between(wording, dispute.before, dispute.seen, mover, dispute.dice)
    others = moved_by_other(wording, dispute.before, dispute.seen, mover)
    return " ".join([words.say("page.made"), *moves, *others]) if moves else ""


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
    """Return the number of legal ends other than the unchanged position, or None (ace-deuce)."""
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


LANGUAGES: Final = tuple(
    (code, Catalogue(code).say("page.language"))
    for code in sorted(languages(), key=lambda code: code == "en")
)
"""The code of each language that has a catalogue, and its name in that language."""

PARTS: Final = ("dispute", "now", "score", "board", "turn", "turns", "report")
"""The changing parts of a table's page, in reading order."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a page: its HTML and a hash of it."""

    html: str
    version: str


@dataclass(frozen=True, slots=True)
class Scene:
    """A table at one moment.

    now -- the time in seconds, on the same clock as `TimedTable.t`, None if unknown;
    path -- the address of the table's page, after the language.
    """

    table: TimedTable
    story: SpokenLog
    sitting: Sitting
    now: float | None
    path: str = "/"


@cache
def environment() -> Environment:
    """Return the templates; all values in them are escaped."""
    templates = Environment(
        loader=PackageLoader("companion.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.filters["bare"] = lambda text: text.removesuffix(".")
    templates.globals.update(clock=clock, star=star, languages=LANGUAGES)
    return templates


def star(x: int, y: int) -> str:
    """Return the corners of a five-pointed star around a centre, in SVG notation."""
    corners = []
    for corner in range(10):
        angle = math.pi * (corner / 5 - 0.5)
        size = 15 if corner % 2 == 0 else 7
        corners.append(f"{x + size * math.cos(angle):.1f},{y + size * math.sin(angle):.1f}")
    return " ".join(corners)


def page(template: str, words: PageText, path: str = "/", /, **values: object) -> str:
    """Return the HTML of a template in a language.

    path -- the address of the page, after the language.
    """
    usual = {"path": path, "here": f"/{words.lang}{path}", "large": False}
    return environment().get_template(template).render(_language(words) | usual | values)


def _language(words: PageText) -> dict[str, Any]:
    return {"say": words.say, "lang": words.lang}


def title(words: PageText, sitting: Sitting) -> str:
    """Return the title of a table's page."""
    if sitting.name:
        return words.head("page.table", name=sitting.name)
    return words.head("page.page")


def parts(scene: Scene, words: PageText) -> dict[str, Part]:
    """Return the changing parts of a table's page, in reading order."""
    module = _module(scene, words)
    made = {name: str(getattr(module, name)()) for name in PARTS}
    return {name: part(html) for name, html in made.items()}


def case(scene: Scene, words: PageText) -> str:
    """Return the HTML of the open error as the form shows it, "" if none is open."""
    return str(_module(scene, words).case())


def _module(scene: Scene, words: PageText) -> Any:  # noqa: ANN401 -- a template's macros
    values = _given(scene, words) | _language(words)
    return environment().get_template("parts.html").make_module(values)


def part(html: str) -> Part:
    """Return a part with its version."""
    # Running times do not change the version, because the page's script counts them.
    still = _RUNNING.sub("", html)
    return Part(html, hashlib.blake2b(still.encode(), digest_size=6).hexdigest())


def changed_parts(parts: dict[str, Part], shown: dict[str, str]) -> dict[str, dict[str, str]]:
    """Return the parts that a page does not show yet, for the page's script.

    shown -- the version of each part on the page; this function updates it
    """
    fresh = {name: each for name, each in parts.items() if shown.get(name) != each.version}
    shown.update((name, each.version) for name, each in fresh.items())
    return {name: asdict(each) for name, each in fresh.items()}


_RUNNING: Final = re.compile(r' data-running="\d+">[^<]*<')


def _given(scene: Scene, words: PageText) -> dict[str, Any]:
    table, sitting = scene.table, scene.sitting
    names = sitting.players
    return {
        "table": table,
        "story": scene.story,
        "here": f"/{words.lang}{scene.path}",
        **(_given_of(table.dispute, scene, words) if table.dispute else {}),
        "lost": words.lost(sitting),
        "now_sentences": tuple(words.now(table, sitting)),
        "sides": words.sides(table, names),
        "points": lambda count: words.points(table, count),
        "length": words.length(table),
        "game": _game(table, words),
        "cube": words.cube(table),
        "times": tuple(words.times(table, scene.now, sitting)),
        "away": sitting.away or sitting.cut_off,
        "board_note": words.board_note(table),
        "unknown": words.unknown(table),
        "drawn": drawing(table, words.wording(table)),
    }


def _given_of(dispute: Dispute, scene: Scene, words: PageText) -> dict[str, Any]:
    table, now = scene.table, scene.now
    return {
        "about": tuple(words.about(dispute)),
        "reasons": words.reasons(table, dispute),
        "instead": words.instead(table, dispute),
        "made": made(table, dispute, words),
        "legal": legal(table, dispute, words),
        "changed": tuple(changed(table, dispute, words)),
        "open_for": None if now is None else max(int(now - table.erred), 0),
        "before": words.sides(table, scene.sitting.players, position=dispute.before),
    }


def _game(table: TimedTable, words: PageText) -> str:
    if table.rules is None:
        return str(table.game)
    return words.head("page.game-number", number=table.game, game=words.game(table.rules.name))
