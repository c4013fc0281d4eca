"""Runs the page and the way to the broker in a process of their own.

Whoever looks on must never slow the evening, so nothing of it runs in this process: the child
(`page_process`) serves the page and publishes. It gets the journal's rows down a pipe, as many
as it takes, and asks again from where it has them: the journal is the queue. What comes back is a
referee's ruling, or a sentence for the table.
"""

import json
import os
import queue
import re
import secrets
import subprocess
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from time import monotonic
from typing import IO, Any, Final

from companion import ending, own_python
from companion.optional import is_there
from companion.publishing.phones import Phones, TypedLines, new_codes
from companion.records.closing import Closing
from companion.records.encoding import EncodingError, convert, encode
from companion.records.journal import Journal, Row
from companion.records.journal_file import JournalError
from companion.referee.facts import Fact, Ruling
from companion.rules import DEFAULT_GAME, Player
from companion.settings import Settings
from companion.speech import page_phrases as p
from companion.speech.catalogue import Catalogue

BATCH: Final = 100
"""So many rows are sent at once at most; reading them takes well under a millisecond."""

_WAITING: Final = 4
"""Batches that may wait for the child; the rest waits in the journal."""

_PATIENCE: Final = 30.0
"""Seconds a child may take to open its page."""

_AGAIN: Final = (1.0, 5.0, 30.0)
"""Seconds to wait before a child that died is started again, time after time; the last repeats."""

_NEEDS: Final = {"web": ("starlette", "jinja2", "uvicorn", "sse_starlette"), "club": ("paho",)}
"""The packages of the two extras."""


class OutletError(RuntimeError):
    """The page or the broker cannot be had; the message is one clear sentence."""


def need(extra: str) -> None:
    """Raise `OutletError` when the libraries of an extra, `web` or `club`, are not installed.

    None is loaded in this process; whether they load is seen where they are used.
    """
    if all(map(is_there, _NEEDS[extra])):
        return
    what = "The page" if extra == "web" else "The club"
    raise OutletError(
        f"{what} needs the extra {extra}. Install it from the folder that you cloned: "
        f".venv/bin/pip install '.[{extra}]'"
    )


@dataclass(frozen=True, slots=True)
class Outside:
    """What is to be opened to the outside.

    web -- the page's address, HOST:PORT, "" for none; codes -- those of green's and black's own
    pages, "" for none; broker -- the broker's URL, "" for none;
    table -- the table's name; players -- green's and black's; kept -- in a journal; the rest as in
    `Settings`.
    """

    web: str = ""
    broker: str = ""
    table: str = ""
    players: tuple[str, str] = ("", "")
    token: str = ""
    lang: str = "en"
    game: str = DEFAULT_GAME
    mode: str = "club"
    verbosity: str = "normal"
    notation: str = "own"
    kept: bool = True
    codes: tuple[str, str] = ("", "")


def read_outside(settings: Settings, web: str, broker: str, table: str, players: str) -> Outside:
    """The `Outside` that the command line asks for, with a new token. Raises `OutletError`."""
    if web:
        need("web")
    if broker:
        need("club")
    if broker and not settings.journal:
        raise OutletError("--broker needs --journal: what is published waits there.")
    if broker and not table:
        raise OutletError("--broker needs --table: by that name the club knows this board.")
    if table and not _TABLE.fullmatch(table):
        raise OutletError(
            f"{table[:40]!r} is no name of a table: up to 40 letters, digits, _ and -, no blanks."
        )
    green, comma, black = (name.strip()[:40] for name in players.partition(","))
    if players and not (comma and green and black):
        raise OutletError("--players needs two names with a comma between, green's first.")
    if not (green + black).isprintable():
        raise OutletError("--players has a sign that cannot be written. Use letters and digits.")
    return Outside(
        web=web,
        broker=broker,
        table=table,
        players=(green, black),
        token=new_token(),
        lang=settings.lang,
        game=settings.game,
        mode=settings.mode,
        verbosity=settings.verbosity,
        notation=settings.notation,
        kept=bool(settings.journal),
        codes=_codes(settings) if web and settings.is_typed else ("", ""),
    )


def _codes(settings: Settings) -> tuple[str, str]:
    """Green's and black's code; the companion, who plays by itself, needs none."""
    green, black = new_codes()
    partner = settings.against.partner
    return ("" if partner == Player.V else green), ("" if partner == Player.N else black)


_TABLE: Final = re.compile(r"[\w-]{1,40}")

_SIGNS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""No i, l, o, 0 and 1: nothing that an eye or an ear takes for another."""


def new_token() -> str:
    """A referee's token: three groups of four signs, 59 bits of chance."""
    return "-".join("".join(secrets.choice(_SIGNS) for _ in range(4)) for _ in range(3))


class Memory:
    """Rows of an evening that keeps no journal."""

    def __init__(self) -> None:
        self._rows: list[Row] = []
        self._began = monotonic()

    def add(self, fact: Fact) -> None:
        """Keep one more fact."""
        t = monotonic() - self._began
        self._rows.append(Row(len(self._rows) + 1, 1, t, encode(fact)))

    def rows(self, after: int, most: int) -> tuple[Row, ...]:
        """As `Journal.rows`."""
        return tuple(self._rows[after : after + most])

    def identity(self) -> str:
        """A name for these rows in memory, with which no other run ever goes on."""
        return f"memory-{os.getpid()}"


class Outlet(Closing):
    """The child process and what goes to and fro.

    rule -- takes a ruling and until when it counts, from any thread, and promises the outcome as
    `Evening.rule` does; typed -- takes what the players type on their own pages, where there are;
    tell -- gets sentences for the table, from any thread. `follow` belongs to the thread that
    owns the journal. Raises `OutletError` when the page cannot be opened.
    """

    def __init__(
        self,
        outside: Outside,
        journal: Journal | Memory,
        rule: Callable[[Ruling, float], "Future[str]"],
        tell: Callable[[str], None],
        typed: TypedLines | None = None,
    ) -> None:
        self._outside = outside
        self._journal = journal
        self._rule = rule
        self._tell = tell
        self._queue: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._shown: int | None = None
        self._pulled: int | None = None
        self._choosing = False
        self._newest = 0
        self._came: float | None = None
        self._found = True  # what is handed over first may be of another day
        self._ending = threading.Event()
        self._ready = threading.Event()
        self._refused = ""
        self.phones: Phones | None = None
        if typed is not None and any(outside.codes):
            self.phones = Phones(outside.codes, typed, self._queue.put)
        self._words = Catalogue(outside.lang)
        self._child = self._begin()
        ending.at_last(self._kill)  # one that a signal did not let open has nothing to close
        threading.Thread(target=self._attend, name="outlet", daemon=True).start()
        if not self._ready.wait(_PATIENCE) or self._refused:
            self.close()
            raise OutletError(self._refused or "The page did not open in time. Try again.")
        tell(self._words.say(p.TOKEN_IS, token=outside.token))

    def follow(self, *, choosing: bool) -> bool:
        """Hand on what is new in the journal, a batch at most; whether more waits there.

        choosing -- the players choose what to play, of which the journal keeps nothing.
        """
        if self._shown is not None and choosing is not self._choosing:
            self._choosing = choosing
            self._queue.put(json.dumps({"choosing": choosing}))
        if self._queue.qsize() >= _WAITING:
            return False
        try:
            return self._follow_page() | self._follow_club()
        except JournalError:
            return False  # the evening has been told; the rows are read when they are written

    def _follow_page(self) -> bool:
        """Send the page what is new without being asked."""
        shown = self._shown
        rows = () if shown is None else self._journal.rows(shown, BATCH)
        # If another child has asked from its start meanwhile, that holds.
        if rows and self._shown == shown:
            self._shown = rows[-1].number
            age = self._age(rows[-1].number, last=len(rows) < BATCH)
            self._queue.put(json.dumps({"rows": _plain(rows), "age": age}))
        return len(rows) == BATCH

    def _age(self, number: int, *, last: bool) -> float | None:
        """Seconds since a row was recorded; None of one that was found, perhaps of another day.

        last -- it is the journal's last. A child that is begun again gets old rows anew.
        """
        if number > self._newest:
            self._newest, self._came = number, None if self._found else monotonic()
        self._found = self._found and not last
        return None if self._came is None else monotonic() - self._came

    def _follow_club(self) -> bool:
        """The club's publisher asks for each batch: it may have to wait long for its broker."""
        after = self._pulled
        rows = () if after is None else self._journal.rows(after, BATCH)
        if rows and self._pulled == after:
            self._pulled = None
            name = self._journal.identity()
            self._queue.put(json.dumps({"journal": name, "after": after, "pulled": _plain(rows)}))
        return False

    def close(self) -> None:
        """End the child in order; what it has not published yet waits in the journal."""
        self._ending.set()
        try:
            self._queue.put(json.dumps({"end": True}))
            self._child.wait(timeout=ending.within(3, ending.CLOSING))
        except subprocess.TimeoutExpired:
            self._kill()
            self._child.wait()

    def _kill(self) -> None:
        self._child.kill()

    # --- the child -----------------------------------------------------------------------------

    def _begin(self) -> "subprocess.Popen[str]":
        """Start a child; it writes what it needs to on the table's standard error."""
        child = subprocess.Popen(  # noqa: S603 - our own program
            own_python.command("companion.publishing"),
            env=own_python.environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            # A key that interrupts the evening is the evening's to answer.
            start_new_session=True,
        )
        threading.Thread(target=self._write, args=(child,), daemon=True).start()
        return child

    def _write(self, child: "subprocess.Popen[str]") -> None:
        """Carry what waits down the pipe, for as long as this child lives."""
        pipe = child.stdin
        if pipe is None:
            return
        try:
            _send(pipe, encode_outside(self._outside))
            while child.poll() is None:
                try:
                    _send(pipe, self._queue.get(timeout=1))
                except queue.Empty:
                    continue
        except OSError:
            return  # it has gone; whoever reads from it begins another

    def _attend(self) -> None:
        """Read what the child says; begin it again whenever it dies."""
        deaths = 0
        while True:
            for line in self._child.stdout or ():
                self._heard(line)
            code = self._child.wait()
            if not self._ready.is_set():
                self._refused = f"The page's program ended before it was open (code {code})."
                self._ready.set()
            if self._ending.is_set() or self._refused:
                return
            if deaths == 0:
                self._tell(self._words.say(p.PAGE_STOPPED, code=code))
            if self._ending.wait(_AGAIN[min(deaths, len(_AGAIN) - 1)]):
                return
            deaths += 1
            self._shown = self._pulled = None
            self._choosing = False
            if self.phones is not None:
                self.phones.gone()
            self._child = self._begin()

    def _heard(self, line: str) -> None:
        try:
            said: dict[str, Any] = json.loads(line)
        except ValueError:
            return
        if "show" in said:
            self._shown = int(said["show"])
        if "pull" in said:
            self._pulled = int(said["pull"])
        if "told" in said:
            self._tell(str(said["told"]))
        if "refused" in said:
            self._refused = str(said["refused"])
        if "ready" in said or "refused" in said:
            self._ready.set()
        if self.phones is not None:
            self.phones.heard(said)
        if "ruling" in said:
            self._ruling(str(said["id"]), said["ruling"], float(said["until"]))

    def _ruling(self, number: str, data: object, until: float) -> None:
        try:
            ruling: Ruling = convert(Ruling, data, "ruling")
        except EncodingError as error:
            self._answer(number, str(error))
            return
        outcome = self._rule(ruling, until)
        outcome.add_done_callback(lambda done: self._ruled(number, done))

    def _ruled(self, number: str, done: "Future[str]") -> None:
        self._answer(number, "The evening has ended." if done.cancelled() else done.result())

    def _answer(self, number: str, told: str) -> None:
        self._queue.put(json.dumps({"ruled": number, "told": told}))


def encode_outside(outside: Outside) -> str:
    """The child's first line."""
    return json.dumps({"outside": json.loads(encode(outside))["is"]})


def _plain(rows: tuple[Row, ...]) -> list[list[Any]]:
    return [[row.number, row.match, row.t, row.body] for row in rows]


def _send(pipe: IO[str], line: str) -> None:
    pipe.write(line + "\n")
    pipe.flush()
