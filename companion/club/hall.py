"""Keeps the state of all tables in the hall, their news, and the hall's page. Uses no network."""

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any, Final

from companion.club import card as cards
from companion.club.gatherer import Gathered
from companion.publishing.broker import reason_sentence
from companion.publishing.messages import CHOOSING, About, Here, Published
from companion.records.read import FactRow
from companion.speech.catalogue import is_message
from companion.web.app import Watched
from companion.web.desk import Desk
from companion.web.guard import Tries
from companion.web.page_text import PageText, Sitting
from companion.web.render import Part, page, part
from companion.web.watched_table import Manner, TimedTable

MOST_NEWS: Final = 30
_NO_TABLE: Final = TimedTable()


@dataclass(frozen=True, slots=True)
class HallNews:
    """News about one table or about the club.

    kind -- of a table: `dispute`, `settled`, `call` (a player called, or time is up), `away` (no
    connection), `left` (its evening ended), `back`, `tried` (`count` wrong tokens); of the club:
    `broke-off` (an error while collecting facts), `cut-off` and `joined` (the broker)
    """

    number: int
    kind: str
    name: str
    table: TimedTable
    count: int = 1


@dataclass(slots=True)
class HallTable:
    """One table of the hall.

    desk -- the table's state, players and connection; watched -- the table's own page, once
    requested
    journal -- the journal of its last fact
    run -- the field `run` of its last `here` (see `messages.Here`), "" if unknown
    heard_of -- whether the table has sent a `here` since the club started
    changed -- the number of changes visible in the hall
    """

    name: str
    desk: Desk
    journal: str = ""
    about: About | None = None
    heard_of: bool = False
    run: str = ""
    tries: Tries = field(default_factory=Tries)
    changed: int = 0
    watched: Watched | None = None
    rows: dict[str, tuple[int, Part]] = field(default_factory=dict)

    def take_about(self, about: About) -> None:
        """Note the table's state, with its players."""
        self.about = about
        self.set_contact(players=about.players, choosing=about.phase == CHOOSING)

    def set_contact(self, **contact: Any) -> None:  # noqa: ANN401 -- fields of `Sitting`
        """Change fields of the table's `Sitting`: its players or its connection."""
        self.desk.sitting = replace(self.desk.sitting, **contact)

    def wake(self) -> None:
        """Wake the table's own page."""
        if self.watched is not None:
            self.watched.changed()

    @property
    def seen(self) -> tuple[object, ...]:
        """The values of the table that the hall shows, for comparison."""
        table = self.desk.table
        needs = table.dispute, table.called, table.late, table.link
        turn = table.phase, table.player, table.dice, table.clock.runs_for, table.ended
        game = table.score, table.cube, table.resigning, table.opening_die
        return needs, turn, game, self.desk.sitting


def _table(name: str, **contact: Any) -> HallTable:  # noqa: ANN401 -- fields of `Sitting`
    return HallTable(name, Desk(sitting=Sitting(name, **contact), has_page=False))


class Hall:
    """All tables. Use it and its pages in one event loop only.

    read -- returns the recorded rows of a table's current match
    """

    def __init__(self, read: Callable[[str], Iterable[FactRow]]) -> None:
        self._read = read
        self.tables: dict[str, HallTable] = {}
        self.news: deque[HallNews] = deque(maxlen=MOST_NEWS)
        self.watched = Watched(Desk())
        self.number = 0
        """The number of the last piece of news."""
        self._broker = ""  # why the broker is disconnected, "" while it is connected

    def begin(self, name: str, journal: str, about: About | None, age: float) -> None:
        """Add a table from the record. Its last message came `age` seconds ago."""
        entry = self.tables[name] = _table(name, away=True)
        entry.journal = journal
        if about is not None:
            entry.take_about(about)
        entry.desk.take(self._read(name), age)

    def take(self, gathered: Gathered) -> None:
        """Process recorded news, and wake the open pages."""
        if gathered.broke_off:
            self._tell("broke-off")
        if gathered.broker is not None:
            self._cut_off(gathered.broker)
        before = {name: self._entry(name).seen for name in _names(gathered)}
        for name, about in gathered.abouts.items():
            self._entry(name).take_about(about)
        for name, here in gathered.here:
            self._here(self._entry(name), here)
        for name, published in gathered.facts:
            self._fact(self._entry(name), published)
        for name in [name for name, ruled in gathered.ruled if ruled.told == "token"]:
            self._tried(name)
        for name, seen in before.items():
            entry = self.tables[name]
            entry.wake()
            if entry.seen != seen:
                entry.changed += 1
        for name in gathered.dropped:
            self.tables.pop(name, None)
        self.watched.changed()

    def _cut_off(self, reason: str) -> None:
        """Record why the connection to the broker was lost; "" means that it was restored."""
        if bool(reason) != bool(self._broker):
            self._tell("cut-off" if reason else "joined")
        self._broker = reason
        for entry in self.tables.values():
            sitting = entry.desk.sitting
            if not (sitting.away or sitting.cut_off):
                entry.desk.note_clock()
            entry.changed += sitting.cut_off != bool(reason)
            entry.run = ""  # without the broker, other runs may start and end unnoticed
            entry.set_contact(cut_off=bool(reason))
            entry.wake()

    def _entry(self, name: str) -> HallTable:
        return self.tables.setdefault(name, _table(name, cut_off=bool(self._broker)))

    def _here(self, entry: HallTable, message: Here) -> None:
        desk, was_away = entry.desk, entry.desk.sitting.away
        # The MQTT last will of an old run may arrive after a newer run connects, or after `left`.
        is_late = entry.run != message.run or desk.sitting.left
        if not message.here and message.run and entry.run and is_late:
            return
        is_news = message.here is was_away and (entry.heard_of or not message.here)
        if not (message.here or was_away):
            desk.note_clock()
        if not message.left:
            desk.stopped = None
        elif not was_away:
            desk.stopped = desk.now
        entry.run, entry.heard_of = message.run, True
        entry.set_contact(away=not message.here, left=message.left)
        if is_news:
            kind = "back" if message.here else "left" if message.left else "away"
            self._tell(kind, entry.name, desk.table)

    def _tried(self, name: str) -> None:
        """Count a wrong token for a table, and report many of them."""
        entry = self.tables.get(name)
        count = entry.tries.wrong() if entry else 0
        if entry and count:
            self._tell("tried", name, entry.desk.table, count)

    def _fact(self, entry: HallTable, published: Published) -> None:
        if published.journal != entry.journal:
            entry.journal = published.journal
            _renew(entry, ())
        before = entry.desk.table
        entry.desk.take((published.row,), published.age)
        for kind in cards.news_kinds(before, entry.desk.table):
            self._tell(kind, entry.name, entry.desk.table)

    def _tell(
        self, kind: str, name: str = "", table: TimedTable = _NO_TABLE, count: int = 1
    ) -> None:
        if kind in _COMING:  # keep only the latest arrival or departure of a table
            old = [news for news in self.news if news.name == name and news.kind in _COMING]
            for news in old:
                self.news.remove(news)
        self.number += 1
        self.news.append(HallNews(self.number, kind, name, table, count))

    async def find(self, name: str) -> Watched | None:
        """Return the page of a table, which begins at the start of its match; None if unknown."""
        entry = self.tables.get(name)
        if entry is None:
            return None
        if entry.watched is None:
            entry.watched = Watched(entry.desk)
            _renew(entry, self._read(name))
        return entry.watched

    # --- its page ------------------------------------------------------------------------------

    def lines(self, lang: str, *, fresh: bool = False) -> dict[str, Part]:
        """Return the tables' cards in order. The key of a card is its id in the page.

        fresh -- whether to render all cards anew with the current times, for a page that is opened
        """
        words = PageText(lang)
        entries = [self.tables[name] for name in sorted(self.tables, key=cards.in_order)]
        return {f"table-{each.name}": self.line(each, words, fresh=fresh) for each in entries}

    def whole(self, lang: str, lines: dict[str, Part]) -> Part:
        """Return the list of all tables."""
        return part(page("hall_tables.html", PageText(lang), lines=lines, count=len(lines)))

    def disputes(self, lang: str) -> Part:
        """Return the tables that need the referee: errors first, then calls, then time over.

        Within each kind the table that has waited longest is first.
        """
        words = PageText(lang)
        found = []
        for entry in self.tables.values():
            table = entry.desk.table
            state = cards.state_of(table, entry.desk.sitting)
            if state in cards.NEEDS:
                waiting = cards.waiting_time(table, state, entry.desk.now)
                seconds = 0 if waiting is None else waiting.seconds
                urgency = cards.NEEDS.index(state), -seconds, cards.in_order(entry.name)
                found.append((urgency, (entry.name, self._case(table, words), waiting)))
        cases = [case for _, case in sorted(found, key=lambda each: each[0])]
        cut_off = ""
        if self._broker:
            cut_off = words.say("club.cut-off", reason=reason_sentence(self._broker, words))
        return part(page("hall_disputes.html", words, cases=cases, cut_off=cut_off))

    def page(self, lang: str, *, large: bool = False) -> str:
        """Return the HTML of the hall's page. large -- in large print."""
        tables = self.whole(lang, self.lines(lang, fresh=True))
        parts = {"disputes": self.disputes(lang), "tables": tables}
        return page(
            "hall.html",
            PageText(lang),
            large=large,
            parts=parts,
            heard=self.heard(lang),
            last=self.number,
        )

    def line(self, entry: HallTable, words: PageText, *, fresh: bool) -> Part:
        """Return a table's card, rendered again only if it has changed or `fresh` is set."""
        made = entry.rows.get(words.lang)
        if fresh or made is None or made[0] != entry.changed:
            line = part(page("hall_line.html", words, name=entry.name, card=_card(entry, words)))
            made = entry.rows[words.lang] = (entry.changed, line)
        return made[1]

    def _case(self, table: TimedTable, words: PageText) -> str:
        """Return why a table needs the referee, "" if it does not need one."""
        sentences = cards.sentences_or_notice(
            words, lambda: (*self._error(table, words), *words.calls(table))
        )
        return " ".join(sentences)

    def _error(self, table: TimedTable, words: PageText) -> tuple[str, ...]:
        """Return sentences about who erred, who decides about the error, and the first fault."""
        dispute = table.dispute
        if dispute is None:
            return ()
        return (words.erred(dispute), *words.reasons(table, dispute)[:1])

    def heard(self, lang: str, after: int = 0) -> tuple[dict[str, Any], ...]:
        """Return the news after a number, as sentences."""
        words = PageText(lang)
        return tuple(
            {"text": self._sentence(news, words), "alert": news.kind in _ALERTS}
            for news in self.news
            if news.number > after
        )

    def _sentence(self, news: HallNews, words: PageText) -> str:
        if is_message(f"club.hall-{news.kind}"):
            return words.say(f"club.hall-{news.kind}", name=news.name, count=news.count)
        if news.kind == "dispute":
            sentences = cards.sentences_or_notice(words, lambda: self._error(news.table, words))
        else:
            sentences = cards.sentences_or_notice(words, lambda: words.calls(news.table))
        return " ".join([words.say("page.hall-case", name=news.name), *sentences])


_ALERTS: Final = ("dispute", "call", "away", "tried", "broke-off", "cut-off")
_COMING: Final = ("away", "back", "left", "cut-off", "joined")


def _card(entry: HallTable, words: PageText) -> cards.Card:
    """Return the card of one table. An error must not harm the page of other tables."""
    try:
        return cards.card(entry.desk.table, entry.desk.sitting, words, entry.desk.now)
    except Exception:  # noqa: BLE001 - a bug must not affect other tables
        return cards.damaged_card(words)


def _names(gathered: Gathered) -> list[str]:
    """Return the names of the tables with news, each once."""
    lists = (gathered.abouts.items(), gathered.here, gathered.facts)
    return list(dict.fromkeys(item[0] for each in lists for item in each))


def _renew(entry: HallTable, rows: Iterable[FactRow]) -> None:
    """Replace a table's desk by a new one that has processed these rows."""
    about, old, manner = entry.about, entry.desk, Manner()
    if about is not None:
        manner = Manner(about.game, about.mode, about.verbosity)
    path, watched = f"/table/{entry.name}/", entry.watched
    desk = Desk(path, entry.desk.sitting, manner, has_page=watched is not None)
    desk.take(rows, None if old.came is None else monotonic() - old.came)
    if desk.table.number == old.table.number:
        desk.table = replace(desk.table, clock=old.table.clock, ticked=old.table.ticked)
    desk.stopped, entry.desk = old.stopped, desk
    if watched is not None:
        watched.desk = desk
