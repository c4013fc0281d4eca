"""Transcripts and referee's reports of evenings: `reports/*.txt`.

A line is a time in seconds and a fact as a Python expression, or `typed` and what is typed at a
table after its start. Below `transcript` or `report` and a language stands what is written. After a
change on purpose `python -m tests.exchange.test_reports` writes it again.
"""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest

from companion.exchange.transcript import report, transcript
from companion.records.journal import Journal
from companion.records.read import RecordedObservation
from companion.settings import Settings
from companion.speech.catalogue import UnknownLanguageError
from tests.fact_lines import read_fact
from tests.records import kept
from tests.tables import compared, rewrite, text_files
from tests.typed.typed_sitting import TypedSitting

FOLDER: Final = Path(__file__).parent / "reports"


def typed_match(path: Path, *lines: str) -> tuple[RecordedObservation, ...]:
    """Return a match that was typed line by line, as its journal has it."""
    settings = Settings(
        port="typed", board="typed", match_to=3, players=("Anne", "Bruno"), table="T1"
    )
    with Journal.open(path) as journal:
        journal.begin_match(settings.saved())
        TypedSitting(settings, journal=journal).type(*lines)
    return kept.seen(path)


def seen_in(lines: list[str]) -> tuple[RecordedObservation, ...]:
    """Return what the lines of facts report, by their times."""
    facts = [line.partition(" ") for line in lines if line[:1].isdigit()]
    return tuple(
        RecordedObservation(float(t), tuple(read_fact(text) for _, _, text in moment))
        for t, moment in groupby(facts, key=lambda each: each[0])
    )


def written(lines: list[str]) -> Iterator[str]:
    """Yield the lines of a file, with what is written now."""
    game, begins = "backgammon", 0
    seen: tuple[RecordedObservation, ...] = ()
    for number, line in enumerate(lines):
        if line.startswith("    "):
            continue
        yield line
        verb, _, rest = line.partition(" ")
        if verb == "==":
            game, begins, seen = "backgammon", number, ()
        elif verb == "game":
            game = rest
        elif verb == "typed":
            with TemporaryDirectory() as folder:
                seen = typed_match(Path(folder), *map(str.strip, rest.split(",")))
        elif verb in ("transcript", "report"):
            write = transcript if verb == "transcript" else report
            moments = seen or seen_in(lines[begins:number])
            yield from (f"    {each}" for each in write(game, moments, rest))


def evening() -> tuple[RecordedObservation, ...]:
    """Return the first evening of the file."""
    first = (FOLDER / "evenings.txt").read_text("utf-8").split("\n== ")[1]
    return seen_in(first.splitlines())


@pytest.mark.parametrize("name", text_files(FOLDER))
def test_what_is_written_of_an_evening(name: str) -> None:
    now, before = compared(FOLDER / f"{name}.txt", written)
    assert now == before


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(UnknownLanguageError):
        list(transcript("jacquet", evening(), "xx"))


if __name__ == "__main__":
    rewrite(FOLDER, written)
