"""What `companion journal` does, one function an action; each gives its lines to be printed."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.commands.printing import LeftOut
from companion.events import line, to_event
from companion.exchange import files
from companion.records.journal import Journal
from companion.records.read import MatchRow, check, matches, observations


@dataclass(frozen=True, slots=True)
class Request:
    """One call: the journal, which match (None: the last), another file, a format, a language."""

    journal: str
    number: int | None = None
    file: str | None = None
    form: str | None = None
    lang: str = "en"

    @property
    def folder(self) -> Path:
        """The journal."""
        return Path(self.journal)

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
    return _ACTIONS[action](request)


def _list(request: Request) -> Outcome:
    rows = matches(request.folder, LeftOut())
    return Outcome(map(_match_line, rows) if rows else iter([_NO_MATCH]))


_NO_MATCH: Final = "No match is kept here yet: one counts from its first throw."


def _match_line(row: MatchRow) -> str:
    state = "finished" if row.completed else "broken off" if row.ended else "unfinished"
    return f"{row.match}: {row.settings.get('game')}, begun {row.begun}, {state}"


def _show(request: Request) -> Outcome:
    tell = LeftOut()
    row = files.chosen(request.folder, request.number, tell)
    seen = observations(row.path, tell)
    events = (to_event(fact, each.t) for each in seen for fact in each.facts)
    return Outcome(line(event).rstrip() for event in events if event is not None)


def _export(request: Request) -> Outcome:
    form = request.form or _form_of(request.file)
    lines = list(files.export(request.folder, form, request.number, request.lang, LeftOut()))
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


def _form_of(file: str | None) -> str:
    """The format of a file to be written, by its name; else text."""
    ending = Path(file or "").suffix.lower().removeprefix(".")
    return ending if ending in (*files.FORMATS, files.TABLE) else "text"


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
    told, fine = check(request.folder)
    return Outcome(iter(told), fine)


WITH_FILE: Final = ("export", "import")
"""Actions that take a file beside the journal."""

_ACTIONS: Final[dict[str, Callable[[Request], Outcome]]] = {
    "list": _list,
    "show": _show,
    "export": _export,
    "import": _import,
    "check": _check,
}
