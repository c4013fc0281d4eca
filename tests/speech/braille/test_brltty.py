"""A real brltty with a simulated display shows what happens at the board."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.link.messages import Key
from companion.rules.vocabulary import Player
from companion.speech import braille
from companion.speech.braille import book
from companion.speech.braille.book import windows
from companion.speech.braille.louis import Louis
from companion.speech.utterance import Priority, Utterance
from tests.flow.stage import Stage
from tests.speech.braille.virtual import PATIENCE, VirtualDisplay, missing
from tests.speech.spy import until
from tests.speech.told import into, line, lines
from tests.web.scenes import MADE_FIVE, START, WRONG

if missing():
    pytest.skip(missing(), allow_module_level=True)

pytestmark = pytest.mark.slow
V, N = Player.V, Player.N
CELLS = 20
BLANK = "\u2800"
NO_SCREEN = "⠝⠕⠀⠎⠉⠗⠑⠑⠝"
PAUSE = 0.4
"""Seconds between what is done at the board, so that it is told on pages of its own."""


@pytest.fixture
def virtual(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[VirtualDisplay]:
    with VirtualDisplay(tmp_path, CELLS) as display:
        monkeypatch.setenv("BRLAPI_HOST", display.host)
        yield display


class Table:
    """A board, the companion at it, and a display for one reader: from bytes to dots."""

    def __init__(self, lang: str, reader: Player | None, *, contracted: bool) -> None:
        self.lang = lang
        self.told: list[str] = []
        self.stage = Stage(lang, match_to=5)
        evening = self.stage.sitting.evening
        display, told = braille.open_display(
            reader,
            lambda: evening.table.board_lines(reader),
            into(self.told),
            contracted=contracted,
        )
        self.told.extend(lines(told))
        assert display is not None
        self.display = evening.table.words.display = display
        self._louis = Louis(contracted=contracted)

    def said(self, act: Callable[[], None]) -> list[Utterance]:
        """Do something at the board and give back what was said to it."""
        ear = self.stage.sitting.ear.said
        before = len(ear)
        time.sleep(PAUSE)
        act()
        return ear[before:]

    def windows(self, *texts: str) -> tuple[str, ...]:
        """A text as the display's windows."""
        return windows(" ".join(self._louis.transcribe(t, self.lang) for t in texts), CELLS)

    def play_to_an_illegal_move(self) -> Utterance:
        """Set up, throw for the start, and move one piece five points with 3 and 1."""
        self.stage.wait(1000, "The board is plugged in.")
        self.stage.stand(START, "Set up.")
        self.stage.throw(V, "3-")
        self.stage.throw(N, "1-")
        time.sleep(PAUSE)
        self.stage.stand(WRONG, "One piece is moved five points.")
        verdict = self.stage.sitting.ear.said[-1]
        assert verdict.priority is Priority.ALERT
        return verdict


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Table]]:
    monkeypatch.setattr(book, "TOGETHER_SECONDS", PAUSE / 2)
    made: list[Table] = []

    def make(lang: str = "fr", reader: Player | None = None, *, contracted: bool = False) -> Table:
        made.append(Table(lang, reader, contracted=contracted))
        return made[-1]

    yield make
    for each in made:
        each.display.close(drain=False)


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("contracted", [False, True], ids=["uncontracted", "contracted"])
def test_an_illegal_move_is_felt_at_once_and_read_by_panning(
    virtual: VirtualDisplay, table: Callable[..., Table], lang: str, *, contracted: bool
) -> None:
    virtual.start_brltty()
    at = table(lang, V, contracted=contracted)
    assert at.told == [f"A braille display of {CELLS} cells."]
    pieces = at.windows(at.play_to_an_illegal_move().text)
    virtual.feel(pieces[0])
    assert len(pieces) > 1
    for piece in pieces[1:]:
        virtual.press("FWINRT")
        virtual.feel(piece)
    for piece in reversed(pieces[:-1]):
        virtual.press("FWINLT")
        virtual.feel(piece)


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_history_board_and_answers_can_be_read(
    virtual: VirtualDisplay, table: Callable[..., Table], lang: str
) -> None:
    virtual.start_brltty()
    at = table(lang, V)
    verdict = at.play_to_an_illegal_move()
    virtual.feel(at.windows(verdict.text)[0])
    (legal,) = at.said(lambda: at.stage.stand(MADE_FIVE, "Put right."))
    virtual.feel(at.windows(legal.text)[0])

    virtual.press("LNUP")
    virtual.feel(at.windows(verdict.text)[0])
    virtual.press("LNDN")
    virtual.feel(at.windows(legal.text)[0])
    time.sleep(PAUSE)
    at.stage.press(V, Key.REPEAT, Key.REPEAT)
    virtual.feel(at.windows(verdict.text)[0])

    lines = [line for line, _ in at.stage.sitting.evening.table.board_lines(V)]
    assert "3:1" not in lines[0]
    assert "5:2, 6:4, 8:2" in lines[0]
    virtual.press("ROUTE 7")
    virtual.feel(at.windows(lines[0])[0])
    virtual.press("LNDN")
    virtual.feel(at.windows(lines[1])[0])
    virtual.press("LNDN")
    virtual.feel(at.windows(lines[2])[0])
    virtual.press("ROUTE 1")
    virtual.feel(at.windows(legal.text)[0])

    (answer,) = at.said(lambda: at.stage.press(V, Key.SCORE))
    virtual.feel(at.windows(answer.text)[0])
    (others,) = at.said(lambda: at.stage.press(N, Key.SCORE))
    assert others.to == "N"
    (mine,) = at.said(lambda: at.stage.press(V, Key.BOARD))
    virtual.feel(at.windows(mine.text)[0])
    virtual.press("LNUP")
    virtual.feel(at.windows(answer.text)[0])
    virtual.press("HOME")
    virtual.feel(at.windows(mine.text)[0])


def test_nothing_is_lost_when_brltty_starts_again(
    virtual: VirtualDisplay, table: Callable[..., Table]
) -> None:
    virtual.start_brltty()
    at = table("fr")
    verdict = at.play_to_an_illegal_move()
    virtual.feel(at.windows(verdict.text)[0])
    virtual.stop_brltty()
    until(lambda: len(at.told) == 2, PATIENCE)
    (legal,) = at.said(lambda: at.stage.stand(MADE_FIVE, "Put right."))
    virtual.start_brltty()
    virtual.feel(at.windows(legal.text)[0])
    virtual.press("LNUP")
    virtual.feel(at.windows(verdict.text)[0])
    assert at.told[1].startswith("The program brltty has stopped running, ")
    assert at.told[1].endswith("The words are kept until the braille display is back.")
    assert at.told[2] == f"A braille display of {CELLS} cells."


def test_a_display_that_is_pulled_out_shows_the_same_when_it_is_back(
    virtual: VirtualDisplay, table: Callable[..., Table]
) -> None:
    virtual.start_brltty()
    at = table("en", N)
    verdict = at.play_to_an_illegal_move()
    virtual.feel(at.windows(verdict.text)[0])
    virtual.unplug()
    virtual.plug()
    virtual.feel(at.windows(verdict.text)[0])
    virtual.press("FWINRT")
    virtual.feel(at.windows(verdict.text)[1])


def test_a_display_may_come_after_brltty(
    virtual: VirtualDisplay, table: Callable[..., Table]
) -> None:
    virtual.start_brltty(plug=False)
    at = table("en")
    assert at.told == [
        (
            "The program brltty is running, but has found no braille display yet. "
            "Braille starts when it finds one."
        )
    ]
    virtual.plug()
    until(lambda: len(at.told) == 2, PATIENCE)
    assert at.told[1] == f"A braille display of {CELLS} cells."
    verdict = at.play_to_an_illegal_move()
    virtual.feel(at.windows(verdict.text)[0])
    virtual.press("FWINRT")
    virtual.feel(at.windows(verdict.text)[1])


def test_brltty_may_come_after_the_evening_began(
    virtual: VirtualDisplay, table: Callable[..., Table]
) -> None:
    at = table("en")
    assert at.told[0].startswith("The program brltty does not answer, ")
    assert at.told[0].endswith("Braille starts as soon as the display is ready.")
    at.play_to_an_illegal_move()
    virtual.start_brltty()
    until(lambda: virtual.braille not in {"", NO_SCREEN}, PATIENCE)
    everything = at.windows(*(u.text for u in ordered(at.stage.sitting.ear.said)))
    virtual.feel(everything[0])
    virtual.press("LNUP")
    virtual.feel(everything[0])


def ordered(said: list[Utterance]) -> list[Utterance]:
    """Alerts first; of what has the same key, the last."""
    later = [{u.key for u in said[i + 1 :]} for i in range(len(said))]
    kept = [u for u, keys in zip(said, later, strict=True) if not u.key or u.key not in keys]
    return sorted(kept, key=lambda u: u.priority is not Priority.ALERT)


def test_other_keys_stay_brlttys(virtual: VirtualDisplay, table: Callable[..., Table]) -> None:
    virtual.start_brltty()
    at = table("en")
    verdict = at.play_to_an_illegal_move()
    virtual.feel(at.windows(verdict.text)[0])
    virtual.press("HELP")
    until(lambda: virtual.braille != at.windows(verdict.text)[0], PATIENCE)
    virtual.press("HELP")
    virtual.feel(at.windows(verdict.text)[0])


def test_the_command_line_starts_an_evening_with_a_display(virtual: VirtualDisplay) -> None:
    virtual.start_brltty()
    command = "demo --fast --turns 4 --voice print --braille both --lang fr"
    with subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-m", "companion", *command.split()],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as demo:
        while demo.poll() is None:
            virtual.press("FWINRT")
            time.sleep(0.05)
        words, errors = demo.communicate(timeout=PATIENCE)
    assert demo.returncode == 0, errors
    assert f"Une plage braille de {CELLS} cellules." in errors.splitlines()
    last = Louis().transcribe(words.splitlines()[-1], "fr").replace(" ", BLANK)
    assert last in virtual.everything


def test_the_doctor_finds_the_display(virtual: VirtualDisplay) -> None:
    assert braille.look()[0] is False
    virtual.start_brltty()
    found, told = braille.look()
    assert (found, line(told)) == (True, f"A braille display of {CELLS} cells.")
