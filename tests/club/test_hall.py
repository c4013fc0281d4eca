"""What the hall's page says of its tables: `halls/*.txt`.

`give` is a moment of an evening at a table, made by a function of `tests/web/scenes.py`; `fact` a
fact that follows; `here` and `gone` are what a table says of its run; `about` what else it says of
itself, in a phase; `broker` is why the broker is away. `age` and `journal` are those of the facts
that follow, `seconds` pass, and `begin` restarts the hall with recorded facts.

`en page:` is what the page says. `card` and `table` are a table's card and own page, `disputes` the
open cases, `tables` the order of the tables, and `heard` the news, with `!` after an alert. See
`tests/web/test_page.py`.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from companion.club.gatherer import Gathered
from companion.club.hall import Hall
from companion.publishing.messages import About, Here, Published
from companion.records.read import FactRow
from tests.fact_lines import read_fact
from tests.web.scenes import moment, row, rows
from tests.web.words import parts_of, says, text

ABOUT: Final = About(("Anne", "Bruno"), "fr", "club", "normal", "own", "backgammon", "j", 7, "error", (1, 0), dispute=True)  # fmt: skip # noqa: E501


class Book:
    """Facts by table, as a record gives them, and the hall that shows them."""

    def __init__(self) -> None:
        self.rows: dict[str, list[FactRow]] = {}
        self.journal, self.age = "j", 0.0
        self.hall = Hall(lambda name: self.rows.get(name, ()))

    def give(self, name: str, given: list[FactRow]) -> None:
        self.rows.setdefault(name, []).extend(given)
        facts = [(name, Published(self.journal, each, age=self.age)) for each in given]
        self.hall.take(Gathered(facts=list(facts)))

    def table(self, name: str, lang: str) -> str:
        """The page of a table."""
        watched = asyncio.run(self.hall.find(name))
        assert watched is not None
        return watched.desk.page(lang, hall=True)

    def do(self, verb: str, name: str, *words: str) -> None:
        """Do what a line says."""
        match verb:
            case "give" | "begin":
                given = rows(moment(*words))
                if verb == "begin":
                    self.rows[name] = given
                    self.hall.begin(name, "j", ABOUT, 0.0)
                else:
                    self.give(name, given)
            case "fact":
                last = self.rows[name][-1]
                self.give(name, [row(last.number + 1, read_fact(" ".join(words)), t=last.t)])
            case "here" | "gone":
                run = next((each for each in words if each != "left"), "")
                here = Here(here=verb == "here", run=run, left="left" in words)
                self.hall.take(Gathered(here=[(name, here)]))
            case "about":
                about = replace(ABOUT, phase=words[0]) if words else ABOUT
                self.hall.take(Gathered(abouts={name: about}))
            case "broker":
                self.hall.take(Gathered(broker=name))
            case "journal":
                self.journal, self.rows = name, {}
            case "age":
                self.age = float(name)

    def shown(self, lang: str, what: str, name: str) -> str:
        """What is shown, as words."""
        match what:
            case "card":
                return text(self.hall.lines(lang, fresh=True)[f"table-{name}"].html)
            case "table":
                return text(self.table(name, lang))
            case "disputes":
                return text(self.hall.disputes(lang).html)
            case "tables":
                return " ".join(each.removeprefix("table-") for each in self.hall.lines(lang))
            case "heard":
                news = self.hall.heard(lang)
                return " | ".join(str(each["text"]) + " !" * bool(each["alert"]) for each in news)
        return text(self.hall.page(lang))


class Clock:
    """Seconds that pass only when they are told to."""

    now = 10_000.0


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of the hall and of its tables."""
    clock = Clock()
    for module in ("companion.club.hall", "companion.web.desk"):
        monkeypatch.setattr(f"{module}.monotonic", lambda: clock.now)
    return clock


def unsaid(lines: list[str], clock: Clock) -> Iterator[str]:
    """Yield the lines of a part that the hall contradicts, with what it says instead."""
    book = Book()
    for line in lines:
        verb, *words = line.split()
        if verb == "seconds":
            clock.now += float(words[0])
        elif verb in ("en", "fr"):
            where, _, wanted = line.partition(": ")
            _, what, *names = where.split()
            shown = book.shown(verb, what, names[0] if names else "")
            if says(shown, wanted) is ("not" in names):
                yield f"{line} [{shown}]"
        elif verb not in ("==", "#"):
            book.do(verb, *(words or [""]))


@pytest.mark.parametrize(
    "part", parts_of(Path(__file__).parent / "halls" / "hall.txt"), ids=lambda part: part[0]
)
def test_what_the_hall_says(part: list[str], clock: Clock) -> None:
    assert [*unsaid(part, clock)] == []
