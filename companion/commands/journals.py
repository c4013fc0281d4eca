"""What `companion journal` does, one function an action; each gives its lines to be printed."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.events import line, to_event
from companion.exchange import files
from companion.records.journal import Journal, MatchRow
from companion.records.journal_file import JournalError
from companion.records.reading import read
from companion.records.repair import check, repair
from companion.records.salvage import Health
from companion.records.seals import is_there, side_file


@dataclass(frozen=True, slots=True)
class Request:
    """One call: the journal, which match (None: the last), another file, a format, a language."""

    journal: str
    number: int | None = None
    file: str | None = None
    form: str | None = None
    lang: str = "en"

    def needed_file(self, what: str) -> str:
        """The other file. Raises `ValueError` where none was named."""
        if self.file is None:
            raise ValueError(f"The file {what} is missing; name it after the action.")
        return self.file


@dataclass(slots=True)
class Outcome:
    """The lines to be printed, and whether the answer is yes."""

    lines: Iterator[str]
    fine: bool = True


def run(action: str, request: Request) -> Outcome:
    """Do one action. Raises `ValueError`, `OSError`, `RuntimeError` with one clear sentence."""
    if action not in _WITH_FILE and request.file is not None:
        raise ValueError(f"{action} takes no file; the journal is the one that --journal names.")
    may_be_missing = {
        "import": not Path(request.journal).exists(),
        "check": _is_left(request.journal),
    }
    if not may_be_missing.get(action, False):
        check_there(request.journal)
    return _ACTIONS[action](request)


def check_there(path: str) -> None:
    """Raise `OSError` where there is no journal: opening it would make one."""
    if not Path(path).is_file():
        raise OSError(f"There is no journal {path}. Name the file of an evening.")


def _list(request: Request) -> Outcome:
    with read(request.journal) as journal:
        begun, all_rows = journal.matches(), journal.matches(pending=True)
    if not begun:
        return Outcome(iter([_NO_MATCH]))
    told = [_match_line(row) for row in begun]
    passed_over = len([row for row in all_rows if row.match < begun[-1].match]) - len(begun) + 1
    return Outcome(iter([*told, *([_numbers_left_out(passed_over)] if passed_over else [])]))


_NO_MATCH: Final = "No match is kept here yet: one counts from its first throw."


def _numbers_left_out(count: int) -> str:
    """Why the numbers have gaps; they are kept, for they name a match to other commands."""
    if count == 1:
        return "One number is left out: an evening that was only got ready, without a throw."
    return f"{count} numbers are left out: evenings that were only got ready, without a throw."


def _match_line(row: MatchRow) -> str:
    state = "finished" if row.completed else "broken off" if row.ended else "unfinished"
    return f"{row.match}: {row.settings.get('game')}, begun {row.begun}, {state}"


def _show(request: Request) -> Outcome:
    with read(request.journal) as journal:
        row = files.chosen(journal, request.number)
        seen = journal.facts(row.match)
    events = (to_event(fact, each.t) for each in seen for fact in each.facts)
    return Outcome(line(event).rstrip() for event in events if event is not None)


def _export(request: Request) -> Outcome:
    form = request.form or "text"
    with read(request.journal) as journal:
        lines = list(files.export(journal, form, request.number, request.lang))
    if request.file is None:
        return Outcome(iter(lines))
    try:
        with Path(request.file).open("x", encoding="utf-8") as file:
            file.writelines(f"{each}\n" for each in lines)
    except FileExistsError:
        raise OSError(f"{request.file} is there already. Name another file.") from None
    except OSError as error:
        raise OSError(f"{request.file} cannot be written: {error.strerror}.") from None
    return Outcome(iter([f"{len(lines)} lines were written to {request.file}."]))


def _import(request: Request) -> Outcome:
    if request.form not in (None, *files.FORMATS):
        raise ValueError(f"Matches come in as {', '.join(files.FORMATS)}, not {request.form}.")
    sheet = files.read(request.needed_file("of the match"), request.form)
    with Journal.open(request.journal) as journal:
        number = files.add(journal, sheet)
    score = sheet.games[-1].after if sheet.games else (0, 0)
    told = f"{number}: {sheet.game}, {len(sheet.games)} games, {score[0]} to {score[1]}"
    return Outcome(iter([told]))


def _check(request: Request) -> Outcome:
    """A journal of which nothing can be read is one all the same where its seal or log is there."""
    path, left = Path(request.journal), _is_left(request.journal)
    if left and not path.is_file():
        return Outcome(
            iter([f"Damaged: {path} is gone, what lay beside it is still there."]), fine=False
        )
    try:
        health = check(path)
    except JournalError as error:
        if not left:
            raise
        return Outcome(iter([f"Damaged: {error}"]), fine=False)
    return Outcome(_health_lines(health), not health.problems)


def _is_left(journal: str) -> bool:
    """Whether something lies beside a journal that is there only where there was one."""
    path = Path(journal)
    return is_there(path) or side_file(path, "-wal").exists()


def _repair(request: Request) -> Outcome:
    return Outcome(_health_lines(repair(request.journal, request.needed_file("to be made"))))


def _health_lines(health: Health) -> Iterator[str]:
    yield ", ".join(f"{count} rows of {table}" for table, count in health.rows.items()) + " read."
    if health.mended:
        yield f"Nothing is lost of {health.mended} damaged rows: what they were is known."
    nothing = "No row is lost." if health.mended else "No row is damaged."
    nothing = nothing if health.problems else "Nothing lost."
    yield f"{health.lost} rows lost." if health.lost else nothing
    yield from health.problems


_WITH_FILE: Final = ("export", "import", "repair")
"""Actions that take a file beside the journal."""

_ACTIONS: Final[dict[str, Callable[[Request], Outcome]]] = {
    "list": _list,
    "show": _show,
    "export": _export,
    "import": _import,
    "check": _check,
    "repair": _repair,
}
