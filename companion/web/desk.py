"""One table that is watched: its facts come in, its pages and its news go out. No network."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any, Final

from companion.records.read import Row
from companion.referee.facts import Fact, GameBegins
from companion.web.page_text import PageText, Sitting
from companion.web.render import Part, Place, Scene, case, page, parts, title
from companion.web.schema import read_fact
from companion.web.spoken_log import Manner, SpokenLog
from companion.web.timed_table import TimedTable

FRESH: Final = 0.5
"""Seconds for which the parts that were made are shown to others; a clock stands in them."""


@dataclass(frozen=True, slots=True)
class News:
    """What a page has not shown yet; last -- the number of the last fact; title -- the page's."""

    last: int
    title: str
    heard: tuple[dict[str, object], ...]
    parts: dict[str, Part]


class Desk:
    """What is known of one table, and how it looks in each language.

    place -- root and path of its page; sitting -- who plays, may be set anew; stopped -- when its
    evening ended, by its own clock, None while it goes on or where nobody knows, may be set anew;
    manner -- how its evening is told. `take` is given rows in order; `rows` of the running match
    are kept, so that another language can be told from its start.
    """

    def __init__(
        self,
        place: Place | None = None,
        sitting: Sitting | None = None,
        manner: Manner | None = None,
    ) -> None:
        self._place = place or Place("en")
        self.sitting = sitting or Sitting()
        self.stopped: float | None = None
        self._manner = (manner or Manner()).known
        self.table = TimedTable()
        self._rows: list[tuple[int, float, Fact]] = []
        self._stories: dict[str, SpokenLog] = {}
        self._made: dict[str, tuple[object, float, dict[str, Part]]] = {}
        self._came: float | None = None

    def take(self, rows: Iterable[Row], age: float | None = 0.0) -> None:
        """Take rows of the journal in order; one that was taken before changes nothing.

        age -- seconds since the last of them was recorded, None where nobody knows.
        """
        for row in rows:
            if row.number <= self.table.number:
                continue
            self._came = None if age is None else monotonic() - age
            fact = read_fact(row.body)
            if row.match != self.table.match:
                self._begin_match()
            if fact is None:  # of a newer companion: it counts, but tells nothing
                continue
            self._take(row, fact)

    def _take(self, row: Row, fact: Fact) -> None:
        """Take one fact; what cannot be told is passed over, and the page says so."""
        try:
            self.table = self.table.take(row, fact)
        except Exception:  # noqa: BLE001 - a mistake of ours must not end the page
            self.sitting = replace(self.sitting, unshown=True)
            return
        self._rows.append((row.number, row.t, fact))
        for story in self._stories.values():
            self._tell(story, row.number, row.t, fact)

    def _tell(self, story: SpokenLog, number: int, t: float, fact: Fact) -> None:
        try:
            story.take(number, t, fact)
        except Exception:  # noqa: BLE001 - a mistake of ours must not end the page
            self.sitting = replace(self.sitting, unshown=True)

    def _begin_match(self) -> None:
        self._rows.clear()
        for story in self._stories.values():
            story.begin(self._manner.game)

    def story(self, lang: str) -> SpokenLog:
        """What was said and done, in a language."""
        if lang not in self._stories:
            story = SpokenLog(lang, self._first_manner())
            for number, t, fact in self._rows:
                self._tell(story, number, t, fact)
            self._stories[lang] = story
        return self._stories[lang]

    def _first_manner(self) -> Manner:
        game = next((fact.game for _, _, fact in self._rows if isinstance(fact, GameBegins)), None)
        manner = self._manner
        return manner if game is None else replace(manner, game=game).known

    @property
    def now(self) -> float | None:
        """The time by the table's own clock, seconds; None where nobody knows."""
        if self.sitting.left:
            return self.stopped
        return None if self._came is None else self.table.t + monotonic() - self._came

    def age(self, row: Row) -> float | None:
        """Seconds since a row was recorded; None where nobody knows.

        Rows of an earlier start of the evening have times of another clock.
        """
        now, table = self.now, self.table
        if now is None or not table.began <= row.number <= table.number:
            return None
        return max(now - row.t, 0.0)

    def place(self, lang: str) -> Place:
        """Where the table's page in a language is."""
        return Place(lang, self._place.root, self._place.path)

    def scene(self, lang: str) -> Scene:
        """How the table stands at this moment."""
        return Scene(self.table, self.story(lang), self.sitting, self.now)

    def parts(self, lang: str) -> dict[str, Part]:
        """The changing parts of the page; made once for all who look at the same moment."""
        key, at = (self.table.number, self.sitting), monotonic()
        made = self._made.get(lang)
        if made is None or made[0] != key or at - made[1] > FRESH:
            fresh = parts(self.scene(lang), PageText(lang), self.place(lang))
            made = self._made[lang] = (key, at, fresh)
        return made[2]

    def case(self, lang: str) -> str:
        """The open error as the form shows it, HTML; "" where none is open."""
        scene = Scene(self.table, self.story(lang), self.sitting, self.now)
        return case(scene, PageText(lang), self.place(lang))

    def page(self, lang: str, **more: Any) -> str:  # noqa: ANN401 -- a template's values
        """The whole page."""
        words, place, story = PageText(lang), self.place(lang), self.story(lang)
        return page(
            "table.html",
            words,
            root=place.root,
            path=place.path,
            title=title(words, self.sitting),
            tab=self._tab(lang),
            parts=self.parts(lang),
            heard=tuple(story.heard),
            last=self.table.number,
            **more,
        )

    def _tab(self, lang: str) -> str:
        """The page's title, with what wants a referee first: a browser shows it in its tab."""
        words, table = PageText(lang), self.table
        told = [
            words.lost(self.sitting),
            "" if table.dispute is None else words.say("page.dispute"),
        ]
        told += [*words.calls(table), title(words, self.sitting)]
        return " ".join(filter(None, told))

    def news(self, lang: str, after: int, shown: dict[str, str]) -> News:
        """What came after the fact numbered `after`, and the parts unlike those shown.

        shown -- the version of each part that the page has; those given are noted in it.
        """
        fresh = {
            name: part for name, part in self.parts(lang).items() if shown.get(name) != part.version
        }
        shown.update((name, part.version) for name, part in fresh.items())
        heard = tuple(
            {"text": each.text, "alert": each.alert}
            for each in self.story(lang).heard
            if each.number > after
        )
        return News(self.table.number, self._tab(lang), heard, fresh)
