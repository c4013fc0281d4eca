"""Exports matches from a journal to files, and imports files, for `companion journal`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.exchange import json_sheet, text_sheet
from companion.exchange.transcript import heading, report, transcript
from companion.records import mat, mat_replay, mat_sheet, statistics
from companion.records.facts_sheet import facts_of, read_sheet
from companion.records.journal import Journal
from companion.records.lines import JournalError, Tell, ignore
from companion.records.read import MatchRow, matches, observations
from companion.records.sheet import Sheet, SheetError, names_in
from companion.rules import PositionError, RulesError
from companion.untrusted import one_line, read_regular

FORMATS: Final = ("mat", "json", "text")
"""The formats that can be exported and imported."""

READABLE: Final = ("transcript", "report")
"""The export formats for people, translated to each language."""

TABLE: Final = "csv"
"""The export format for all matches in one table."""

LARGEST: Final = 20_000_000
"""The maximum number of bytes in a file; a long match has some hundred thousand."""


def find_match(folder: Path, number: int | None) -> MatchRow:
    """Return the match with a number, or the last match. Raises `JournalError`."""
    rows = [row for row in matches(folder) if number in (None, row.match)]
    if not rows:
        if number is None:
            raise JournalError("error.no-match")
        raise JournalError("error.no-match-number", number=str(number))
    return rows[-1]


def sheet_of(row: MatchRow, tell: Tell = ignore) -> Sheet:
    """Return the score sheet of a match."""
    facts = (fact for seen in observations(row.path, tell) for fact in seen.facts)
    return read_sheet(row.settings, facts, row.begun)


def export(
    folder: Path, form: str, number: int | None, lang: str, tell: Tell = ignore
) -> Iterator[str]:
    """Yield the lines of a match in a format, or of all matches as `csv`.

    tell -- called with the error of each damaged line, which is skipped.

    The lines contain no terminal control characters.
    """
    return map(one_line, _lines(folder, form, number, lang, tell))


def _lines(folder: Path, form: str, number: int | None, lang: str, tell: Tell) -> Iterator[str]:
    if form == TABLE:
        table = (
            line
            for row in matches(folder, tell)
            for line in statistics.rows(row, observations(row.path, tell))
        )
        yield from statistics.to_csv(table)
        return
    row = find_match(folder, number)
    try:
        yield from _match_lines(row, form, lang, tell)
    except (PositionError, RulesError) as error:
        raise SheetError("error.match-wrong", match=row.path.name, error=error) from None


def _match_lines(row: MatchRow, form: str, lang: str, tell: Tell) -> Iterator[str]:
    if form in READABLE:
        write = transcript if form == "transcript" else report
        yield from heading(names_in(row.settings), row.settings.get("table"), row.begun, lang)
        yield from write(str(row.settings.get("game")), observations(row.path, tell), lang)
        return
    sheet = sheet_of(row, tell)
    yield from to_text(sheet, form).removesuffix("\n").split("\n")


def to_text(sheet: Sheet, form: str) -> str:
    """Return a sheet as the text of a file."""
    if form == "mat":
        return mat_sheet.write(mat_sheet.to_mat(sheet))
    return json_sheet.to_json(sheet) if form == "json" else text_sheet.to_text(sheet)


def read(path: str | Path, form: str | None = None) -> Sheet:
    """Read and check a match. The format is detected if it is not given.

    Raises `MatError` or `SheetError` with one clear sentence.
    """
    text = "" if form == "mat" else _text(path)
    form = form or _form(text, path)
    if form == "mat":
        return mat_replay.from_mat(mat.load(path))
    return json_sheet.from_json(text) if form == "json" else text_sheet.from_text(text)


def _text(path: str | Path) -> str:
    try:
        data = read_regular(path, LARGEST)
    except OSError as error:
        raise SheetError.unread(path, error) from None
    return data.decode("utf-8-sig", "replace")


def _form(text: str, path: str | Path) -> str:
    """Return the format of a text, recognized by its first characters or the name of the file."""
    top = text.lstrip()[: len(text_sheet.TITLE)]
    if top == text_sheet.TITLE:
        return "text"
    is_json = top.startswith("{") or Path(path).suffix.lower() == ".json"
    return "json" if is_json else "mat"


def add(journal: Journal, sheet: Sheet) -> int:
    """Add a finished or unfinished match to a journal. Return its number in the list."""
    settings: dict[str, object] = {
        "game": sheet.game,
        "options": list(sheet.options),
        "match_to": sheet.length,
        "own_length": True,
        "players": list(sheet.players),
        "begun": sheet.begun,
        "table": sheet.table,
    }
    completed = bool(sheet.games) and sheet.games[-1].result is not None
    path = journal.add_finished(settings, facts_of(sheet), completed=completed)
    return next(row.match for row in matches(journal.folder) if row.path == path)
