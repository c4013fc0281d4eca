"""`companion journal`: one function for each action."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.commands.printing import DONE, NO, LeftOut, explained_output, print_lines
from companion.commands.setting_file import journal_place
from companion.events import line, to_event
from companion.exchange import files
from companion.exchange.transcript import day_and_time
from companion.records.journal import Journal
from companion.records.read import MatchRow, check, matches, observations
from companion.speech.catalogue import Catalogue, ExplainedError, Sentence, filled, first_sentence


class JournalCommandError(ExplainedError, ValueError):
    """An action that cannot be done. The message says why."""


def run(arguments: argparse.Namespace) -> int:
    """Run one action on a journal.

    Raises `ValueError`, `OSError`, `RuntimeError` with one clear sentence.
    """
    if arguments.action not in _WITH_FILE and arguments.file is not None:
        if arguments.journal:
            raise JournalCommandError("command.journal-once")
        arguments.journal, arguments.file = arguments.file, None
    arguments.journal = arguments.journal or str(journal_place())
    lang = arguments.message_lang
    return ACTIONS[arguments.action](arguments, Catalogue(lang), LeftOut(lang))


def _list(arguments: argparse.Namespace, words: Catalogue, tell: LeftOut) -> int:
    rows = matches(Path(arguments.journal), tell)
    lines = map(_match_line, rows) if rows else [filled("command.no-match-yet")]
    return print_lines(map(words.tell, lines))


def _match_line(row: MatchRow) -> Sentence:
    ended = "finished" if row.completed else "broken-off" if row.ended else "unfinished"
    state, game = filled(f"command.match-{ended}"), str(row.settings.get("game"))
    day, time = day_and_time(row.begun)
    name = "command.match-begun-at" if time else "command.match-begun" if day else "command.match"
    return filled(name, match=row.match, game=game, day=day, time=time, state=state)


def _show(arguments: argparse.Namespace, _words: Catalogue, tell: LeftOut) -> int:
    row = files.find_match(Path(arguments.journal), arguments.number)
    seen = observations(row.path, tell)
    events = (to_event(fact, each.t) for each in seen for fact in each.facts)
    return print_lines(line(event).rstrip() for event in events if event is not None)


def _export(arguments: argparse.Namespace, words: Catalogue, tell: LeftOut) -> int:
    folder, file = Path(arguments.journal), arguments.file
    form = arguments.format or _form_of(file)
    lines = list(files.export(folder, form, arguments.number, arguments.lang, tell))
    if file is None:
        return print_lines(lines)
    with explained_output(file), Path(file).open("x", encoding="utf-8") as written:
        written.writelines(f"{each}\n" for each in lines)
    return print_lines([words.say("command.lines-written", count=len(lines), file=file)])


def _form_of(file: str | None) -> str:
    """Return the format for a file name, `text` if the name has no known ending."""
    ending = Path(file or "").suffix.lower().removeprefix(".")
    return ending if ending in (*files.FORMATS, files.TABLE) else "text"


def _import(arguments: argparse.Namespace, words: Catalogue, _tell: LeftOut) -> int:
    if arguments.format not in (None, *files.FORMATS):
        known = ", ".join(files.FORMATS)
        form: str = arguments.format
        raise JournalCommandError("command.import-format", known=known, format=form)
    if arguments.file is None:
        raise JournalCommandError("command.import-file")
    sheet = files.read(arguments.file, arguments.format)
    with Journal.open(arguments.journal) as journal:
        number = files.add(journal, sheet)
    green, black = sheet.games[-1].after if sheet.games else (0, 0)
    count = len(sheet.games)
    told = words.say(
        "command.imported", match=number, game=sheet.game, count=count, green=green, black=black
    )
    return print_lines([told])


def _check(arguments: argparse.Namespace, words: Catalogue, _tell: LeftOut) -> int:
    found = check(Path(arguments.journal))
    print_lines([words.say("command.checked", files=found.files, lines=found.lines)])
    print_lines(words.tell(first_sentence(problem)) for problem in found.problems)
    return DONE if found.is_intact else NO


def _resume(arguments: argparse.Namespace, _words: Catalogue, _tell: LeftOut) -> int:
    from companion.commands.play import resume  # noqa: PLC0415 - the other actions start faster without it

    return resume(arguments)


_WITH_FILE: Final = ("export", "import")
"""Actions that also take a file."""

ACTIONS: Final[dict[str, Callable[[argparse.Namespace, Catalogue, LeftOut], int]]] = {
    "list": _list,
    "show": _show,
    "resume": _resume,
    "export": _export,
    "import": _import,
    "check": _check,
}
