"""Typed rulings, and a keyboard that never delays the evening."""

import codecs
import os
import re
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.commands import keyboard
from companion.commands.keyboard import attend, lines
from companion.referee.facts import Ruling
from companion.referee.rulings import KINDS
from companion.session import Evening
from companion.session.compose import open_evening
from companion.session.loop import LATE
from companion.session.ruling_lines import RulingError, asks_for_help, parse
from companion.settings import Settings
from companion.speech.catalogue import Catalogue, Sentences, filled, languages
from tests.speech.spy import until


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("annuler tour", "Rien ne suit annuler, « tour » est en trop."),
        (
            "Annuler lancer pour vert par Anne",
            "Rien ne suit annuler-lancer, « pour vert » est en trop.",
        ),
        ("ruling undo throw now", "Rien ne suit undo-throw, « now » est en trop."),
    ],
)
def test_a_ruling_with_too_many_words_is_named_as_it_was_typed(line: str, told: str) -> None:
    with pytest.raises(RulingError) as error:
        parse(line)
    assert Catalogue("fr").tell(*error.value.sentences).replace("\u00a0", " ") == told


@pytest.mark.parametrize("lang", languages())
def test_the_help_of_each_language_can_be_typed(lang: str) -> None:
    """Every line of the help and every example of a refusal is a ruling."""
    catalogue = Catalogue(lang)
    *orders, _ = re.sub(
        r"  .*| \.\.\.|[][]", "", catalogue.say("ruling-line.help"), flags=re.MULTILINE
    ).splitlines()
    typed = [order for each in orders for order in each.split(", ")]
    known = {parse(each).what for each in typed if not asks_for_help(each)}
    assert known == {*KINDS}
    named = ("position", "dice", "opening", "award", "out-of-order", "in-order")
    examples = {
        each
        for name in named
        for each in re.split(r" ?: |, (?:or|ou) ?: ", catalogue.say(f"ruling-line.{name}"))[1:]
    }
    assert len(examples) == 10
    assert {parse(each).what for each in examples} == {*named}


@given(st.text(max_size=80))
def test_no_line_causes_an_error(line: str) -> None:
    try:
        ruling = parse(line)
    except RulingError:
        return
    assert ruling.what in KINDS
    assert ruling.by.isprintable()
    assert ruling.reason.isprintable()


# --- reading -----------------------------------------------------------------------------------


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    """A pipe's reading and writing end; the writing end is closed by the test."""
    reading, writing = os.pipe()
    yield reading, writing
    os.close(reading)


def test_lines_are_read_whole_and_long_ones_are_skipped(pipe: tuple[int, int]) -> None:
    told: list[Sentences] = []
    os.write(pipe[1], codecs.BOM_UTF8 + b"un" + b"do\n" + b"x" * 3000 + b"\npause\n\xff")
    os.close(pipe[1])
    assert list(lines(pipe[0], told.append)) == ["undo", "pause", "\N{REPLACEMENT CHARACTER}"]
    assert told == [(filled("ruling-line.too-long", letters=1000),)]


def test_a_line_that_never_ends_does_not_fill_the_memory(pipe: tuple[int, int]) -> None:
    longest = 0

    def write() -> None:
        with open(pipe[1], "wb") as end:  # noqa: PTH123 - a descriptor has no path
            end.write(b"y" * 4096 * 200 + b"\nundo")

    Thread(target=write).start()
    told: list[Sentences] = []
    for line in lines(pipe[0], told.append):
        longest = max(longest, len(line))
    assert longest == len("undo")
    assert len(told) == 1


def test_the_null_device_and_a_closed_one_are_not_read() -> None:
    evening = open_one()
    null = os.open(os.devnull, os.O_RDONLY)
    told: list[Sentences] = []
    assert not attend(evening, told.append, null)
    os.close(null)
    assert not attend(evening, told.append, null)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
def test_a_terminal_is_read_to_its_end() -> None:
    here, there = os.openpty()
    told: list[Sentences] = []
    assert attend(open_one(), told.append, there)
    os.write(here, b"help\ncoin\n")
    until(lambda: len(told) >= 2)
    os.close(here)
    assert told == [(filled("ruling-line.help"),), (filled("ruling-line.unknown", word="coin"),)]


def open_one() -> Evening:
    with open_evening(Settings("loop://", voice="print")) as evening:
        return evening


def test_a_late_ruling_is_not_waited_for(tmp_path: Path) -> None:
    settings = Settings("loop://", voice="print", events=str(tmp_path / "events"))
    with open_evening(settings) as evening:
        before: Future[str] = evening.rule(Ruling("undo", "Ann"))
        evening.stop()
        after = evening.rule(Ruling("undo", "Ann"))
        evening.run()
        late = evening.rule(Ruling("undo", "Ann"))
    assert before.result(1) == "Refused, there is no decision to undo."
    assert after.cancelled()
    assert late.cancelled()


def test_a_cancelled_ruling_is_not_carried_out_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keyboard, "PATIENCE", 0.01)
    with open_evening(Settings("loop://", voice="print")) as evening:
        outcome = evening.rule(Ruling("undo", "Ann"), until=time.monotonic() - 0.001)
        told: list[Sentences] = []
        keyboard.submit(evening, told.append, "out-of-order V6")  # it is busy
        evening.stop()
        evening.run()
        assert outcome.result(1) == LATE
        assert evening.table.referee.state.board.dead == ()
    assert told == [(filled("ruling-line.cancelled"),)]


def test_nothing_is_adjourned_without_a_journal() -> None:
    with open_evening(Settings("loop://", voice="print")) as evening:
        outcome = evening.rule(Ruling("adjourn", "Ann"))
        given_up = evening.rule(Ruling("undo", "Ann"))
        assert given_up.cancel()
        evening.stop()
        evening.run()
        assert (
            outcome.result(1)
            == "Refused, this evening is not being recorded and the game would be lost."
        )
        told: list[Sentences] = []
        keyboard.submit(evening, told.append, "pause")
        assert told == [(filled("ruling-line.ended"),)]
