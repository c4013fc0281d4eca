"""Turns the facts of one watched table into its pages and news. Uses no network."""

from collections.abc import Iterable
from dataclasses import replace
from time import monotonic
from typing import Any, Final

from companion.records.read import FactRow
from companion.referee.facts import Fact, GameBegins
from companion.web.page_text import PageText, Sitting
from companion.web.render import Part, Scene, case, changed_parts, page, parts, title
from companion.web.schema import read_fact
from companion.web.watched_table import Manner, SpokenLog, TimedTable

FRESH: Final = 0.5
"""Rendered parts are reused for only this many seconds, because they contain a clock."""


class Desk:
    """The state of one table and its pages in each language.

    path -- the path of the table's page, after the language; manner -- how its evening is spoken
    sitting -- the players and the contact to the table; may be replaced
    stopped -- the evening's own time at its end, None if unknown or if it has not ended
    came -- the `monotonic` time at which the last fact was recorded, None if unknown
    has_page -- whether to keep the rows of the running match, so that a page in any language can
    show the whole match
    """

    def __init__(
        self,
        path: str = "/",
        sitting: Sitting | None = None,
        manner: Manner | None = None,
        *,
        has_page: bool = True,
    ) -> None:
        self._has_page = has_page
        self.path = path
        self.sitting = sitting or Sitting()
        self.stopped: float | None = None
        self._manner = (manner or Manner()).known
        self.table = TimedTable()
        self._rows: list[tuple[int, float, Fact]] = []
        self._stories: dict[str, SpokenLog] = {}
        self.made: dict[str, tuple[object, float, dict[str, Part]]] = {}
        self.came: float | None = None

    def take(self, rows: Iterable[FactRow], age: float | None = 0.0) -> None:
        """Process rows of the journal in order. Rows that were processed before are ignored.

        age -- seconds since the last row was recorded, None if unknown
        """
        for row in rows:
            if row.number <= self.table.number:
                continue
            self.came = None if age is None else monotonic() - age
            fact = read_fact(row.body)
            if row.match != self.table.match:
                self._begin_match()
            if fact is None:  # an unknown fact, for example of a newer version
                continue
            self._take(row, fact)

    def _take(self, row: FactRow, fact: Fact) -> None:
        """Process one fact. If this fails, skip the fact and show a note on the page."""
        try:
            self.table = self.table.take(row, fact)
        except Exception:  # noqa: BLE001 - a bug must not end the page
            self.sitting = replace(self.sitting, unshown=True)
            return
        if self._has_page:
            self._rows.append((row.number, row.t, fact))
        for story in self._stories.values():
            self._tell(story, row.number, row.t, fact)

    def _tell(self, story: SpokenLog, number: int, t: float, fact: Fact) -> None:
        try:
            story.take(number, t, fact)
        except Exception:  # noqa: BLE001 - a bug must not end the page
            self.sitting = replace(self.sitting, unshown=True)

    def _begin_match(self) -> None:
        self._rows.clear()
        for story in self._stories.values():
            story.begin(self._manner.game)

    def story(self, lang: str) -> SpokenLog:
        """Return the spoken log in a language."""
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
        """The time in seconds by the table's own clock, None if unknown."""
        if self.sitting.left:
            return self.stopped
        return None if self.came is None else self.table.t + monotonic() - self.came

    def note_clock(self) -> None:
        """Stop the clock at its present time, because contact with the table is lost."""
        if (now := self.now) is not None:
            self.table = replace(self.table, clock=self.table.clock_at(now), ticked=now)

    def age(self, row: FactRow) -> float | None:
        """Return the seconds since a row was recorded, None if unknown.

        Rows from before the last start of the program have times by another clock.
        """
        now, table = self.now, self.table
        if now is None or not table.began <= row.number <= table.number:
            return None
        return max(now - row.t, 0.0)

    def scene(self, lang: str) -> Scene:
        """Return the table at this moment."""
        return Scene(self.table, self.story(lang), self.sitting, self.now, self.path)

    def parts(self, lang: str) -> dict[str, Part]:
        """Return the changing parts of the page, cached for pages that load at the same time."""
        key, at = (self.table.number, self.sitting), monotonic()
        made = self.made.get(lang)
        if made is None or made[0] != key or at - made[1] > FRESH:
            fresh = parts(self.scene(lang), PageText(lang))
            made = self.made[lang] = (key, at, fresh)
        return made[2]

    def case(self, lang: str) -> str:
        """Return the HTML of the open error as the form shows it, "" if none is open."""
        return case(self.scene(lang), PageText(lang))

    def page(self, lang: str, **more: Any) -> str:  # noqa: ANN401 -- a template's values
        """Return the HTML of the page."""
        words = PageText(lang)
        return page(
            "table.html",
            words,
            self.path,
            title=title(words, self.sitting),
            tab=self._tab(lang),
            parts=self.parts(lang),
            heard=tuple(self.story(lang).heard),
            last=self.table.number,
            **more,
        )

    def _tab(self, lang: str) -> str:
        """Return the title for the browser's tab.

        It begins with the reason to call the referee, if any.
        """
        words, table = PageText(lang), self.table
        sentences = [
            words.lost(self.sitting),
            "" if table.dispute is None else words.say("page.dispute"),
        ]
        sentences += [*words.calls(table), title(words, self.sitting)]
        return " ".join(filter(None, sentences))

    def news(self, lang: str, after: int, shown: dict[str, str]) -> dict[str, Any]:
        """Return the sentences after the fact numbered `after`, and the parts that have changed.

        The result is for the page's script; `last` is the number of the last fact.
        shown -- see `changed_parts`
        """
        heard = [
            {"text": each.text, "alert": each.alert}
            for each in self.story(lang).heard
            if each.number > after
        ]
        parts = changed_parts(self.parts(lang), shown)
        return {"last": self.table.number, "title": self._tab(lang), "heard": heard, "parts": parts}
