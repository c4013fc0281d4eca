"""What is said of one fact after another: `announcements/*.txt`.

`== …` says what a part shows. `announcer …` makes an announcer with these arguments, as
`Announcer` takes them; each other line is a fact as a Python expression, as in `sentences/`. Below
it stands what is said, with the player who hears it if that is only one. After a line with a dot in
front nothing is written: it only prepares.

After a change on purpose, `python -m tests.speech.test_announcements` writes all of it again.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from companion.speech.announcer import Announcer
from tests.fact_lines import read_fact
from tests.tables import compared, rewrite, text_files

FOLDER: Final = Path(__file__).parent / "announcements"


def said(lines: list[str]) -> Iterator[str]:
    """Yield the lines of a file, with what is said now."""
    announcer = Announcer("backgammon", "en")
    for line in lines:
        if line.startswith("    "):
            continue
        yield line
        verb, _, rest = line.partition(" ")
        if verb == "announcer":
            arguments, settings = read_fact(f"(lambda *a, **k: (a, k))({rest})")
            announcer = Announcer(*arguments, **settings)
        elif line and verb != "==":
            heard = announcer.announce(read_fact(line.removeprefix(".")))
            for each in () if line.startswith(".") else heard:
                yield f"    {each.text}" if each.to == "all" else f"    {each.to}: {each.text}"


@pytest.mark.parametrize("name", text_files(FOLDER))
def test_what_is_said_of_one_fact_after_another(name: str) -> None:
    now, written = compared(FOLDER / f"{name}.txt", said)
    assert now == written


if __name__ == "__main__":
    rewrite(FOLDER, said)
