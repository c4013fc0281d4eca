"""The view of a table, computed from its facts and shared by pages, transcripts and club.

In `table_views/*.txt` each line is a fact as a Python expression, and what it changes stands below.
`== …` begins with a new table. After a change on purpose `python -m tests.referee.test_table_view`
writes the changes again.
"""

import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Final

import pytest

from companion.referee.table_view import TableView
from tests.fact_lines import read_fact
from tests.speech.examples import AFTER31, START
from tests.tables import compared, rewrite, text_files

FOLDER: Final = Path(__file__).parent / "table_views"


def known(table: TableView) -> dict[str, str]:
    """Return what is known of a table, by name."""
    names = [field.name for field in fields(TableView) if field.name not in ("rules", "back")]
    found = {name: _brief(getattr(table, name)) for name in names}
    found["rules"] = table.rules.name if table.rules else "none"
    found["counts_games"] = str(table.counts_games)
    found["open_to"] = table.dispute.open_to if table.dispute else "none"
    return found


def _brief(value: object) -> str:
    text = re.sub(r"<\w+\.(\w+): '[^']*'>", r"\1", repr(value))
    return text.replace(repr(START), "START").replace(repr(AFTER31), "AFTER31")


def changes(lines: list[str]) -> Iterator[str]:
    """Yield the lines of a file, with what each fact changes now."""
    table = TableView()
    for line in lines:
        if line.startswith("    "):
            continue
        yield line
        if line.startswith("=="):
            table = TableView()
        elif line and not line.startswith("#"):
            before, table = known(table), table.after(read_fact(line))
            now = known(table)
            yield from (f"    {name} {now[name]}" for name in now if now[name] != before[name])


@pytest.mark.parametrize("name", text_files(FOLDER))
def test_each_fact_changes_the_view_of_the_table(name: str) -> None:
    now, written = compared(FOLDER / f"{name}.txt", changes)
    assert now == written


if __name__ == "__main__":
    rewrite(FOLDER, changes)
