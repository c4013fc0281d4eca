"""Drives headless Chromium as a referee uses the page, and checks accessibility with axe."""

import os
import re
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.flow.wire_board import PATIENCE, Companion, WireBoard, wait_for
from tests.web.printed import Printed

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
AXE = Path(os.environ.get("AXE", "node_modules/axe-core/axe.min.js"))
SHOTS = os.environ.get("SHOTS", "")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@contextmanager
def chromium() -> Iterator[Browser]:
    """Yield a new browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


class Guarded:
    """A page that records every error and every request to another machine."""

    def __init__(self, browser: Browser, **options: Any) -> None:
        self.page: Page = browser.new_page(**options)
        self.page.set_default_timeout(PATIENCE * 1000)
        self.problems: list[str] = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", lambda said: self._console(said.type, said.text))
        self.page.on("request", lambda request: self._request(request.url))

    def _console(self, kind: str, text: str) -> None:
        # Requests that the server refuses are checked by the tests themselves.
        if kind == "error" and "status of 4" not in text:
            self.problems.append(text)

    def _request(self, url: str) -> None:
        if not re.match(r"http://127\.0\.0\.1:\d+/", url):
            self.problems.append(f"a request to {url}")

    def barriers(self) -> list[str]:
        """Return the violations that axe finds with all its rules."""
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{each['id']}: {node['target']} {node['failureSummary']}"
            for each in found["violations"]
            for node in each["nodes"]
        ]

    def shot(self, name: str) -> None:
        """Save a screenshot if requested."""
        if SHOTS:
            Path(SHOTS).mkdir(exist_ok=True)
            self.page.screenshot(path=f"{SHOTS}/{name}.png", full_page=True)

    def overflow(self) -> int:
        """Return by how many pixels the page is wider than its window."""
        wide: int = self.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        return wide

    def tree(self) -> str:
        """Return the accessibility tree, as a screen reader gets it."""
        tree: str = self.page.locator("body").aria_snapshot()
        return tree

    def check(self, name: str) -> None:
        """Check that there are no violations, no overflow and no errors."""
        assert self.barriers() == []
        assert self.overflow() <= 0
        assert self.problems == []
        self.shot(name)


class LivelyBoard(WireBoard):
    """A board that sends its state regularly, as a real one does.

    Its clock is slow, so that no reminders are due during a test, but it does not stop.
    """

    def __init__(self) -> None:
        self._turn = Lock()
        super().__init__()
        Thread(target=self._go_on, daemon=True).start()

    def _go_on(self) -> None:
        while self.listener.fileno() != -1:
            time.sleep(0.5)
            self.say(60)

    def say(self, ms: int = 300) -> None:
        with self._turn:
            super().say(ms)


class Evening:
    """`companion play --web` at a simulated board, and its output."""

    def __init__(self, folder: Path, *arguments: str, game: str = "backgammon") -> None:
        self.board = LivelyBoard()
        self.companion = Companion(
            self.board, folder, "--web", "127.0.0.1:0", *arguments, game=game
        )
        self.printed = Printed(self.companion.process.stdout)
        self.board.wait_peer()
        self.url = self.printed.told(r"page is at (\S+)")
        self.token = self.printed.told(r"token is ([^\s,]+),")

    def shows(self, text: str) -> None:
        """Reload the page until it has this text, because another process updates it."""

        def page() -> str:
            with urllib.request.urlopen(self.url + "en/") as answer:  # noqa: S310 - our own page
                return str(answer.read().decode())

        wait_for(lambda: text in page(), lambda: f"the page does not show {text!r}")

    def end(self) -> int:
        """End the evening normally."""
        self.companion.process.terminate()
        code = self.companion.process.wait(PATIENCE)
        self.printed.close()
        self.board.close()
        return code


def decide(page: Page, what: str, why: str, token: str, **more: str) -> None:
    """Fill in the form for a ruling, as a person does, and confirm it."""
    page.check(f"#what-{what}")
    for name, value in more.items():
        if page.locator(f"[name={name}]").first.get_attribute("type") == "radio":
            page.check(f"#{name}-{value}")
        else:
            page.fill(f"[name={name}]", value)
    page.fill("#by", "Claire")
    page.fill("#reason", why)
    page.click("button")
    page.fill("#token", token)
    page.click("button")


def event_time(evening: Evening, name: str) -> float:
    """Return the wall-clock time of an event with this name."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if any(event["event"] == name for event in evening.companion.all()):
            return time.time()
        time.sleep(0.002)
    raise AssertionError(f"no {name}")
