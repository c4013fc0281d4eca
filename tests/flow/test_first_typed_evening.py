"""A first evening at any board, typed to the real program: the first part of both pages.

Each start is a process with the user's own folders, empty at first; only voices are taken from it,
so that no test speaks aloud. Dice are typed, for drawn ones are others each time. After a sentence
was changed on purpose: `python -m tests.flow.test_first_evening` writes the whole page anew.
"""

import os
import queue
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import pytest

from companion.referee.menu import entries
from companion.referee.state import Evening
from tests.menu_keys import PLAYING

DOCS: Final = Path(__file__).parents[2] / "docs"
SCRIPT: Final = Path(__file__).parents[1] / "data" / "tables" / "flow" / "first-typed-evening.txt"
PAGES: Final = {"en": DOCS / "first-evening.md", "fr": DOCS / "premiere-soiree.md"}
COMPANION: Final = {"en": "Companion:", "fr": "Companion :"}
PLAYING_TYPED: Final = replace(PLAYING, evening=Evening(typed=True))
PATIENCE: Final = 20.0
QUIET: Final = 1.0
"""Seconds without a word after which nothing more is said, where nobody knows how much is."""
VOICELESS: Final = (
    "from companion.speech import voices\n"
    "voices.order = lambda device='': ()\n"
    "from companion.commands.main import main\n"
    "main()"
)


@dataclass(frozen=True)
class Step:
    """A line of the script: a heading, a start of the program, or what is typed so many times."""

    verb: str
    given: str
    en: str
    fr: str
    times: int = 1


Told = list[tuple[Step, list[str]]]


def script() -> Iterator[Step]:
    """Yield the steps of the evening; its first question is the language of the computer."""
    for line in SCRIPT.read_text("utf-8").splitlines()[1:]:
        act, en, fr = line.split(" | ")
        verb, _, given = act.partition(" ")
        if verb == "menu":
            verb, given, times = "type", "+", entries(PLAYING_TYPED).index(given) + 1
        else:
            times = 1
        typed = f"`{' '.join(['companion'] * (verb == 'start') + given.split())}`"
        if verb == "==":
            yield Step(verb, given, en, fr)
        elif typed == "``":
            yield Step(verb, given, f"{en}: Enter alone.", f"{fr} : Entrée seule.")
        else:
            yield Step(verb, given, f"{en}: {typed}.", f"{fr} : {typed}.", times)


class Program:
    """The program, started as by its user, and the lines that it writes."""

    def __init__(self, words: tuple[str, ...], lang: str, folder: Path) -> None:
        own = {"XDG_CONFIG_HOME": str(folder / "c"), "XDG_DATA_HOME": str(folder / "d")}
        with (folder / "complaints").open("ab") as complaints:
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, "-c", VOICELESS, *words],
                env={**os.environ, **own, "LANG": lang, "LC_ALL": lang, "LANGUAGE": lang},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=complaints,
                encoding="utf-8",
            )
        self._said: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self.listener = threading.Thread(target=self._listen, daemon=True)
        self.listener.start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._said.put(line.rstrip("\n"))
        self._said.put(None)

    def type(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def said(self, count: int | None) -> list[str]:
        """So many lines, or those up to a silence; fewer where it ends."""
        lines: list[str] = []
        while count is None or len(lines) < count:
            quiet = PATIENCE if count is not None or not lines else QUIET
            try:
                line = self._said.get(timeout=quiet)
            except queue.Empty:
                break
            if line is None:
                self._said.put(None)
                break
            lines.append(line)
        return lines

    def end(self) -> list[str]:
        """What is still said until it ends by itself."""
        assert self._process.wait(PATIENCE) == 0
        lines: list[str] = []
        while (line := self._said.get()) is not None:
            lines.append(line)
        self._close()
        return lines

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()
        self._close()

    def _close(self) -> None:
        self.listener.join()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()


class TypedEvening:
    """Plays it in one language.

    counts -- how many lines are said to each step: they are waited for, and no longer; without
    them each step waits for a silence.
    """

    def __init__(self, lang: str, folder: Path, counts: list[int] | None = None) -> None:
        self._lang = lang
        self._folder = folder
        self._counts = None if counts is None else iter(counts)
        self._program: Program | None = None
        self.told: Told = []

    def play(self) -> Told:
        try:
            for each in script():
                self.told.append((each, [] if each.verb == "==" else self._do(each)))
            self._leave()
        finally:
            if self._program is not None:
                self._program.kill()
        complaints = (self._folder / "complaints").read_text("utf-8")
        assert "Traceback" not in complaints, complaints
        return self.told

    def _do(self, step: Step) -> list[str]:
        if step.verb == "start":
            self._leave()
            self._program = Program(tuple(step.given.split()), self._lang, self._folder)
        assert self._program is not None
        for left in range(step.times, 0, -1) if step.verb == "type" else ():
            self._program.type(step.given)
            if left > 1:
                self._program.said(1)
        return self._program.said(None if self._counts is None else next(self._counts, 0))

    def _leave(self) -> None:
        """What is said last belongs to the last step."""
        if self._program is not None:
            last = next(lines for each, lines in reversed(self.told) if each.verb != "==")
            last += self._program.end()
            self._program = None


def prose(lang: str) -> list[str]:
    """What stands on the page before the first heading, and before that of each part."""
    text = PAGES[lang].read_text("utf-8")
    return [part.partition("\n\n### ")[0] for part in text.split("\n## ")]


def written(lang: str, told: Told) -> str:
    """An evening as it stands on the page."""
    lines = [f"## {prose(lang)[1]}"]
    for each, said in told:
        text = each.en if lang == "en" else each.fr
        if each.verb == "==":
            lines += ["", f"### {text}", ""]
        else:
            lines += [f"- {text}", *(f"  - {COMPANION[lang]} {line}" for line in said)]
    return "\n".join(lines) + "\n"


def counted(lang: str) -> list[int]:
    """How many lines are said to each step, by the page."""
    part = PAGES[lang].read_text("utf-8").split("\n## ")[1]
    steps = re.split("^- ", part, flags=re.MULTILINE)[1:]
    return [step.count(f"\n  - {COMPANION[lang]}") for step in steps]


def part(lang: str) -> str:
    """Return the typed part of a page, after waiting for each silence."""
    with tempfile.TemporaryDirectory() as folder:
        return written(lang, TypedEvening(lang, Path(folder)).play())


@pytest.mark.parametrize("lang", PAGES)
def test_the_typed_part_of_the_page_is_up_to_date(lang: str, tmp_path: Path) -> None:
    text = written(lang, TypedEvening(lang, tmp_path, counted(lang)).play())
    assert text in PAGES[lang].read_text("utf-8"), "python -m tests.flow.test_first_evening"
