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
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import pytest

from companion.referee.menu import entries
from companion.referee.state import Evening
from tests.menu_keys import PLAYING

DOCS: Final = Path(__file__).parents[2] / "docs"
PAGES: Final = {"en": DOCS / "first-evening.md", "fr": DOCS / "premiere-soiree.md"}
COMPANION: Final = {"en": "Companion:", "fr": "Compagnon :"}
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
    """One thing that is done. en, fr -- what it is; line -- what is typed, so many times.

    words -- a start of the program, with these words after its name; what is said to all but the
    last of several lines is left out.
    """

    en: str
    fr: str
    line: str | None = None
    words: tuple[str, ...] | None = None
    times: int = 1


@dataclass(frozen=True)
class Title:
    """A heading between steps."""

    en: str
    fr: str


Told = list[tuple[Step | Title, list[str]]]


def _typed(line: str, en: str, fr: str, times: int = 1) -> Step:
    return Step(f"{en}: `{line}`.", f"{fr} : `{line}`.", line, times=times)


def _started(en: str, fr: str, *words: str) -> Step:
    command = " ".join(("companion", *words))
    return Step(f"{en}: `{command}`.", f"{fr} : `{command}`.", words=words)


def _yes(en: str, fr: str) -> Step:
    return _typed("++", en, fr)


def _no(en: str, fr: str) -> Step:
    return _typed("--", en, fr)


def _enter(en: str, fr: str) -> Step:
    return Step(f"{en}: Enter alone.", f"{fr} : Entrée seule.", "")


def script() -> tuple[Step | Title, ...]:
    """The evening; its first question is the language of the computer."""
    return (
        Title("The first start", "Le premier démarrage"),
        _started("Green types a single word", "Vert tape un seul mot"),
        _typed("ok", "Green answers in a word of its own", "Vert répond d'un mot à lui"),
        _yes("Green types what was asked for", "Vert tape ce qu'on lui demande"),
        _typed("----", "The voice is too fast. They leave", "La voix va trop vite. On quitte"),
        Title("The settings", "Les réglages"),
        _started("Green types", "Vert tape", "setup"),
        _yes("The language is right", "La langue convient"),
        _yes("The voice is right", "La voix convient"),
        _no("Still too fast", "Encore trop vite"),
        _yes("Slow enough", "Assez lentement"),
        _yes("As much is to be said as usual", "Les annonces conviennent"),
        _yes("The points are to have numbers", "Les numéros conviennent"),
        _no("Their board senses nothing", "Leur plateau ne détecte rien"),
        _yes("It is a plain one", "C'est un plateau ordinaire"),
        Title("Choosing what to play", "Le choix du jeu"),
        _started("Green starts again", "Vert recommence"),
        _typed("*", "What does that mean", "Qu'est-ce que cela veut dire"),
        _no("The two want to play each other", "On veut jouer à deux"),
        _yes("Backgammon it is", "Va pour le backgammon"),
        _no("Not without an end", "Pas sans fin"),
        _yes("A short match", "Un match court"),
        _yes("The usual rules", "Les règles habituelles"),
        Title("The first turns", "Les premiers tours"),
        _typed(
            "?",
            "They set up their board, and ask what to do",
            "On place les pions, puis on demande que faire",
        ),
        _typed("4", "Green throws one die", "Vert lance un dé"),
        _typed("2", "Black throws one", "Noir en lance un"),
        _typed("8/4 6/4", "Green moves, and types it", "Vert joue, et tape son coup"),
        _enter("Green's turn is over", "Vert a fini"),
        _typed("31", "Black throws", "Noir lance"),
        _typed("8/3", "Black moves one piece too far", "Noir avance un pion trop loin"),
        _typed("-", "Black takes it back", "Noir reprend son coup"),
        _typed("8/5 6/5", "Black plays otherwise", "Noir joue autrement"),
        _typed("66", "Green throws at once, and types a wrong die", "Vert lance, et tape mal"),
        _typed("-", "Green takes the dice back", "Vert reprend les dés"),
        _typed("65", "Green types them as they lie", "Vert les tape comme ils sont"),
        _typed(".13", "Green asks what stands on 13", "Vert demande ce qu'il y a au 13"),
        _typed("13-7", "Green moves one piece", "Vert joue un pion"),
        _typed("13/8", "Green moves another", "Vert en joue un autre"),
        _enter("Green's turn is over", "Vert a fini"),
        Title("Mistakes", "Des erreurs"),
        _typed("64", "Black throws", "Noir lance"),
        _enter("Black forgets to play", "Noir oublie de jouer"),
        _typed("24/14", "Black plays", "Noir joue"),
        _typed("52", "Green throws at once", "Vert lance aussitôt"),
        _typed("13/7", "Green moves one piece too far", "Vert avance un pion trop loin"),
        _enter("Green has not listened", "Vert n'a pas écouté"),
        _enter("Green leaves it so", "Vert en reste là"),
        _no("Black does not accept it", "Noir refuse"),
        _typed("13/8 6/4", "Green plays again", "Vert rejoue"),
        Title("The end of the game", "La fin de la partie"),
        _typed("..", "Black asks how the board stands", "Noir demande le plateau"),
        _typed(
            "+",
            "Black sees no hope, and types until the menu offers to resign",
            "Noir n'y croit plus, et tape jusqu'à ce que le menu propose d'abandonner",
            entries(PLAYING_TYPED).index("resign") + 1,
        ),
        _yes("That is it", "C'est cela"),
        _yes("A single game is enough", "Une partie simple suffit"),
        _yes("Green agrees", "Vert accepte"),
        Title("The end of the evening", "La fin de la soirée"),
        _typed("...", "Green asks for the score", "Vert demande le score"),
        _typed("----", "It is late", "Il est tard"),
    )


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
                self.told.append((each, [] if isinstance(each, Title) else self._do(each)))
            self._leave()
        finally:
            if self._program is not None:
                self._program.kill()
        complaints = (self._folder / "complaints").read_text("utf-8")
        assert "Traceback" not in complaints, complaints
        return self.told

    def _do(self, step: Step) -> list[str]:
        if step.words is not None:
            self._leave()
            self._program = Program(step.words, self._lang, self._folder)
        assert self._program is not None
        for left in range(step.times, 0, -1) if step.line is not None else ():
            self._program.type(step.line or "")
            if left > 1:
                self._program.said(1)
        return self._program.said(None if self._counts is None else next(self._counts, 0))

    def _leave(self) -> None:
        """What is said last belongs to the last step."""
        if self._program is not None:
            last = next(lines for each, lines in reversed(self.told) if isinstance(each, Step))
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
        if isinstance(each, Title):
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
