"""Matches out of a journal into files, and files into a journal: the work behind `journal`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.exchange.transcript import report, transcript
from companion.records import json_sheet, mat, mat_sheet, mat_writing, statistics, text_sheet
from companion.records.facts_sheet import facts_of, read_sheet
from companion.records.journal import Journal, MatchRow
from companion.records.journal_file import JournalError
from companion.records.sheet import Sheet, SheetError
from companion.records.sheet_check import check

FORMATS: Final = ("mat", "json", "text")
"""What goes out and comes in."""

READABLE: Final = ("transcript", "report")
"""What only goes out, for people, in one of the languages."""

TABLE: Final = "csv"
"""What only goes out, for all matches at once."""

_LARGEST: Final = 20_000_000
"""Bytes a file may have; a long match has some hundred thousand."""


def chosen(journal: Journal, number: int | None) -> MatchRow:
    """The match with a number, or the last that has anything in it. Raises `JournalError`."""
    rows = [row for row in journal.matches() if number in (None, row.match)]
    if not rows:
        named = "no match" if number is None else f"no match {number}"
        raise JournalError(f"The journal has {named}; companion journal list shows all.")
    return next((row for row in reversed(rows) if journal.facts(row.match)), rows[-1])


def sheet_of(journal: Journal, row: MatchRow) -> Sheet:
    """The score sheet of a match."""
    facts = (fact for seen in journal.facts(row.match) for fact in seen.facts)
    told = row.settings.get("begun")
    return read_sheet(row.settings, facts, told if isinstance(told, str) else row.begun)


def export(journal: Journal, form: str, number: int | None, lang: str) -> Iterator[str]:
    """The lines of a match in a format; of all matches as `csv`."""
    if form == TABLE:
        table = (
            line
            for row in journal.matches()
            for line in statistics.rows(row, journal.facts(row.match))
        )
        yield from statistics.to_csv(table)
        return
    row = chosen(journal, number)
    if form in READABLE:
        write = transcript if form == "transcript" else report
        yield from write(str(row.settings.get("game")), journal.facts(row.match), lang)
        return
    sheet = sheet_of(journal, row)
    yield from written(sheet, form).splitlines()


def written(sheet: Sheet, form: str) -> str:
    """A sheet as the text of a file."""
    if form == "mat":
        return mat_writing.write(mat_sheet.to_mat(sheet))
    return json_sheet.to_json(sheet) if form == "json" else text_sheet.to_text(sheet)


def read(path: str | Path, form: str | None = None) -> Sheet:
    """Read a match and check all of it; the format is seen from the file where it is not given.

    Raises `MatError`, `SheetError` with one clear sentence.
    """
    if form == "mat":
        return mat_sheet.from_mat(mat.load(path))
    text = _text(path)
    if form is None:
        form = _form(text)
        if form == "mat":
            return mat_sheet.from_mat(mat.load(path))
    sheet = json_sheet.from_json(text) if form == "json" else text_sheet.from_text(text)
    check(sheet)
    return sheet


def _text(path: str | Path) -> str:
    try:
        with Path(path).open("rb") as file:
            data = file.read(min(Path(path).stat().st_size, _LARGEST) + 1)
    except OSError as error:
        raise SheetError(f"The match {path} cannot be read: {error.strerror}.") from None
    if len(data) > _LARGEST:
        raise SheetError(f"The match {path} is larger than any match.")
    return data.decode("utf-8-sig", "replace")


def _form(text: str) -> str:
    """What a text looks like."""
    top = text.lstrip()[: len(text_sheet.TITLE)]
    if top.startswith("{"):
        return "json"
    return "text" if top == text_sheet.TITLE else "mat"


def add(journal: Journal, sheet: Sheet) -> int:
    """Put a match into a journal, finished or broken off; its number there."""
    settings: dict[str, object] = {
        "game": sheet.game,
        "options": list(sheet.options),
        "match_to": sheet.length,
        "own_length": True,
        "players": list(sheet.players),
        "begun": sheet.begun,
    }
    completed = bool(sheet.games) and sheet.games[-1].result is not None
    return journal.add_finished(settings, facts_of(sheet), completed=completed)
