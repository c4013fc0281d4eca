"""Runs the page and the way to the broker in a process of their own.

Whoever looks on must never slow the evening, so nothing of it runs in this process: the child
(`page_process`) serves the page and publishes, and follows the journal's files by itself. Down a
pipe go words for one player and what came of a ruling; what comes back is a referee's ruling, a
line that a player typed, or a sentence for the table.
"""

import json
import queue
import secrets
import subprocess
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import asdict, dataclass, replace
from typing import IO, Any, Final

from companion import ending, own_python
from companion.optional import is_there
from companion.options import restored
from companion.publishing.phones import Phones, TypedLines
from companion.records.closing import Closing
from companion.records.encoding import EncodingError, convert
from companion.records.journal import Journal
from companion.referee.facts import Ruling
from companion.rules import Player
from companion.settings import Settings
from companion.speech.catalogue import Catalogue, ExplainedError, filled

_PATIENCE: Final = 30.0
"""Seconds a child may take to open its page."""

_AGAIN: Final = (1.0, 5.0, 30.0)
"""Seconds to wait before a child that died is started again, time after time; the last repeats."""

_NEEDS: Final = {"web": ("starlette", "jinja2", "uvicorn", "sse_starlette"), "club": ("paho",)}
"""The packages of the two extras."""


class OutletError(ExplainedError, RuntimeError):
    """The page or the broker cannot be had; the message is one clear sentence."""


def need(extra: str) -> None:
    """Raise `OutletError` when the libraries of an extra, `web` or `club`, are not installed.

    None is loaded in this process; whether they load is seen where they are used.
    """
    if all(map(is_there, _NEEDS[extra])):
        return
    text = "refusal.web-missing" if extra == "web" else "refusal.club-missing"
    how = f".venv/bin/pip install '.[{extra}]'"
    raise OutletError(filled(text, extra=extra), filled("machine.install", how=how))


@dataclass(frozen=True, slots=True)
class PublishSettings:
    """The settings of the page and the broker, for the process that serves them.

    token -- the referee's; phones -- the sides that have a page of their own, such as `VN`; key --
    what their cookies are made with; folder -- of the journal; resumed, found, newest -- as in
    `outbox.EveningRows`.
    """

    settings: Settings
    token: str = ""
    phones: str = ""
    key: str = ""
    folder: str = ""
    resumed: str = ""
    found: int = 0
    newest: str = ""


def read_publish_settings(settings: Settings) -> PublishSettings:
    """Return the `PublishSettings` of an evening, with a new token. Raises `OutletError`."""
    if settings.web:
        need("web")
    if settings.broker:
        need("club")
    if settings.broker and not settings.journal:
        raise OutletError(filled("refusal.broker-journal"))
    if settings.broker and not settings.table:
        raise OutletError(filled("refusal.broker-table"))
    phones = _phones(settings) if settings.web and settings.is_typed else ""
    return PublishSettings(settings, new_token(), phones, secrets.token_hex(16))


def _phones(settings: Settings) -> str:
    """The sides that need a page of their own; the companion, who plays by itself, does not."""
    return "".join(side for side in Player if side != settings.against.partner)


_SIGNS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""No i, l, o, 0 and 1: nothing that an eye or an ear takes for another."""


def new_token() -> str:
    """A referee's token: three groups of four signs, 59 bits of chance."""
    return "-".join("".join(secrets.choice(_SIGNS) for _ in range(4)) for _ in range(3))


class Outlet(Closing):
    """The child process and what goes to and fro.

    rule -- takes a ruling and until when it counts, from any thread, and promises the outcome as
    `Evening.rule` does; typed -- takes what the players type on their own pages, where there are;
    tell -- gets sentences for the table, from any thread. `follow` belongs to the thread that
    owns the journal. Raises `OutletError` when the page cannot be opened.
    """

    def __init__(
        self,
        publishing: PublishSettings,
        journal: Journal,
        rule: Callable[[Ruling, float], "Future[str]"],
        tell: Callable[[str], None],
        typed: TypedLines | None = None,
    ) -> None:
        self._publishing = _at(publishing, journal)
        self._rule = rule
        self._tell = tell
        self._queue: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._choosing: bool | None = None
        self._ending = threading.Event()
        self._ready = threading.Event()
        self._refused = ""
        self.phones: Phones | None = None
        if typed is not None and publishing.phones:
            self.phones = Phones(publishing.phones, typed, self._queue.put)
        self._words = Catalogue(publishing.settings.lang)
        self._child = self._begin()
        ending.at_last(self._kill)  # one that a signal did not let open has nothing to close
        threading.Thread(target=self._attend, name="outlet", daemon=True).start()
        if not self._ready.wait(_PATIENCE) or self._refused:
            self.close()
            raise OutletError(self._refused or filled("refusal.page-late"))
        table = publishing.settings.table
        token_is = "page.token-of-table" if table else "page.token-is"
        tell(self._words.say(token_is, name=table, token=publishing.token))

    def follow(self, *, choosing: bool) -> None:
        """Send whether the players are choosing a game, which the journal does not record."""
        if choosing is not self._choosing:
            self._choosing = choosing
            self._queue.put(json.dumps({"choosing": choosing}))

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
            _send(pipe, encode_settings(self._publishing))
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
                self._refused = self._words.say("refusal.page-ended", code=code)
                self._ready.set()
            if self._ending.is_set() or self._refused:
                return
            if deaths == 0:
                self._tell(self._words.say("page.page-stopped", code=code))
            if self._ending.wait(_AGAIN[min(deaths, len(_AGAIN) - 1)]):
                return
            deaths += 1
            self._choosing = None
            if self.phones is not None:
                self.phones.gone()
            self._child = self._begin()

    def _heard(self, line: str) -> None:
        try:
            said: dict[str, Any] = json.loads(line)
        except ValueError:
            return
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


def _at(publishing: PublishSettings, journal: Journal) -> PublishSettings:
    """Return the settings with the place of the journal and its content before the evening."""
    kept = journal.unfinished
    return replace(
        publishing,
        folder=str(journal.folder.absolute()),
        resumed="" if kept is None else kept.path.name,
        found=0 if kept is None else kept.path.stat().st_size,
        newest=journal.newest,
    )


def encode_settings(publishing: PublishSettings) -> str:
    """Return the first line that is sent to the child process."""
    return json.dumps({"publishing": asdict(publishing)})


def decode_settings(line: str) -> PublishSettings:
    """Read the child's first line."""
    return restored(PublishSettings, json.loads(line)["publishing"])


def _send(pipe: IO[str], line: str) -> None:
    pipe.write(line + "\n")
    pipe.flush()
