"""Runs the page and the connection to the broker in a separate process.

Spectators must never slow down the evening, so the child process (`page_process`) serves the page,
publishes, and reads the journal's files on its own. Through a pipe it receives answers for one
player and results of rulings, and it sends back referees' rulings, typed lines, and sentences for
the table.
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
from companion.ending import Closing
from companion.optional import install_command, is_there
from companion.publishing.phones import PageReceiver, Phones
from companion.records.encoding import EncodingError, convert
from companion.records.journal import Journal
from companion.referee.facts import Ruling
from companion.rules import Player
from companion.settings import Settings
from companion.speech.catalogue import Catalogue, ExplainedError, filled

_PATIENCE: Final = 30.0
"""The seconds that a child process may take to open its page."""

_RESTART_DELAYS: Final = (1.0, 5.0, 30.0)
"""The seconds to wait before each restart of a dead child process. The last value repeats."""

_LIBRARIES: Final = {"web": ("starlette", "jinja2", "uvicorn", "sse_starlette"), "club": ("paho",)}
"""The libraries that each extra of the package installs."""


class OutletError(ExplainedError, RuntimeError):
    """The page or the broker is not available. The message is one clear sentence."""


def need(extra: str) -> None:
    """Raise `OutletError` if a library of an extra, `web` or `club`, is not installed.

    The libraries are not loaded here. If one cannot be loaded, the error occurs where it is used.
    """
    if all(map(is_there, _LIBRARIES[extra])):
        return
    text = "refusal.web-missing" if extra == "web" else "refusal.club-missing"
    how = filled("machine.install", how=install_command(extra))
    raise OutletError(filled(text, extra=extra), how)


@dataclass(frozen=True, slots=True)
class PublishSettings:
    """The settings of the page and the broker, for the child process.

    token -- the referee's token; folder -- the journal's folder;
    phones -- the sides that have their own page, such as `VN`; key -- the key that signs the
    cookies of these pages;
    resumed -- the match that the evening resumed, "" if none; found -- the size of this match's
    file at the start; newest -- the newest match at the start, see `outbox.EveningRows`.
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
        raise OutletError("refusal.broker-journal")
    if settings.broker and not settings.table:
        raise OutletError("refusal.broker-table")
    phones = _phones(settings) if settings.web and settings.is_typed else ""
    return PublishSettings(settings, new_token(), phones, secrets.token_hex(16))


def _phones(settings: Settings) -> str:
    """Return the sides that need their own page: all sides that the companion does not play."""
    return "".join(side for side in Player if side != settings.against.partner)


_SIGNS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits without i, l, o, 0 and 1, which are easily confused."""


def new_token() -> str:
    """Return a new referee's token: three groups of four characters, 59 random bits."""
    return "-".join("".join(secrets.choice(_SIGNS) for _ in range(4)) for _ in range(3))


class Outlet(Closing):
    """The child process, and the messages to and from it.

    rule -- called from any thread with a ruling and its deadline; returns a future, like
    `Evening.rule`;
    tell -- called from any thread with sentences for the table;
    typed -- receives the lines that players type on their own pages, if there are any.
    Call `send_choosing` only in the journal's thread. Raises `OutletError` if the page cannot be
    opened.
    """

    def __init__(
        self,
        publishing: PublishSettings,
        journal: Journal,
        rule: Callable[[Ruling, float], "Future[str]"],
        tell: Callable[[str], None],
        typed: PageReceiver | None = None,
    ) -> None:
        self._publishing = _with_journal(publishing, journal)
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
        self.child = self._begin()
        ending.at_last(self._kill)  # stop the child even if a signal interrupts the opening
        ending.start_thread("outlet", self._attend)
        if not self._ready.wait(_PATIENCE) or self._refused:
            self.close()
            raise OutletError(self._refused or filled("refusal.page-late"))
        table = publishing.settings.table
        token_is = "page.token-of-table" if table else "page.token-is"
        tell(self._words.say(token_is, name=table, token=publishing.token))

    def send_choosing(self, *, choosing: bool) -> None:
        """Tell the child whether the players are choosing a game.

        The journal does not show this.
        """
        if choosing is not self._choosing:
            self._choosing = choosing
            self._queue.put(json.dumps({"choosing": choosing}))

    def close(self) -> None:
        """Stop the child. Facts that it has not published remain in the journal."""
        self._ending.set()
        try:
            self._queue.put(json.dumps({"end": True}))
            self.child.wait(timeout=ending.within(3, ending.CLOSING))
        except subprocess.TimeoutExpired:
            self._kill()
            self.child.wait()

    def _kill(self) -> None:
        self.child.kill()

    # --- the child -----------------------------------------------------------------------------

    def _begin(self) -> "subprocess.Popen[str]":
        """Start a child process, which inherits standard error."""
        child = subprocess.Popen(  # noqa: S603 - our own program
            own_python.command("companion.publishing"),
            env=own_python.environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            # Only the evening, not this child, reacts to a signal from the keyboard.
            start_new_session=True,
        )
        ending.start_thread("outlet writer", self._write, child)
        return child

    def _write(self, child: "subprocess.Popen[str]") -> None:
        """Write queued lines to the pipe while this child is alive."""
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
            return  # the child has died; the reading thread starts another child

    def _attend(self) -> None:
        """Read the child's lines, and restart it whenever it dies."""
        deaths = 0
        while True:
            for line in self.child.stdout or ():
                self._take_message(line)
            code = self.child.wait()
            if not self._ready.is_set():
                self._refused = self._words.say("refusal.page-ended", code=code)
                self._ready.set()
            if self._ending.is_set() or self._refused:
                return
            if deaths == 0:
                self._tell(self._words.say("page.page-stopped", code=code))
            if self._ending.wait(_RESTART_DELAYS[min(deaths, len(_RESTART_DELAYS) - 1)]):
                return
            deaths += 1
            self._choosing = None
            if self.phones is not None:
                self.phones.forget()
            self.child = self._begin()

    def _take_message(self, line: str) -> None:
        try:
            said: dict[str, Any] = json.loads(line)
        except ValueError:
            return
        if "sentence" in said:
            self._tell(str(said["sentence"]))
        if "refused" in said:
            self._refused = str(said["refused"])
        if "ready" in said or "refused" in said:
            self._ready.set()
        if self.phones is not None:
            self.phones.take_message(said)
        if "ruling" in said:
            self._ruling(str(said["id"]), said["ruling"], float(said["until"]))

    def _ruling(self, number: str, data: object, until: float) -> None:
        try:
            ruling: Ruling = convert(Ruling, data, "ruling")
        except EncodingError:
            self._answer(number, self._words.say("form.mistake.request"))
            return
        outcome = self._rule(ruling, until)
        outcome.add_done_callback(lambda done: self._ruled(number, done))

    def _ruled(self, number: str, done: "Future[str]") -> None:
        ended = self._words.say("form.mistake.ended")
        self._answer(number, ended if done.cancelled() else done.result())

    def _answer(self, number: str, refusal: str) -> None:
        self._queue.put(json.dumps({"ruled": number, "refusal": refusal}))


def _with_journal(publishing: PublishSettings, journal: Journal) -> PublishSettings:
    """Return the settings with the journal's folder and the files found at the start."""
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
    """Parse the first line that the child receives."""
    publishing: PublishSettings = convert(
        PublishSettings, json.loads(line)["publishing"], "publishing"
    )
    return publishing


def _send(pipe: IO[str], line: str) -> None:
    pipe.write(line + "\n")
    pipe.flush()
