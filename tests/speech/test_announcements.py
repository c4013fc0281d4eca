"""What is said of one fact after another: `announcements/*.txt`.

`== …` says what a part shows. `announcer …` makes an announcer with these arguments, as
`Announcer` takes them, and `call …` one of its methods; each other line is a fact as a Python
expression, as in `sentences/`. Below it stands what is said, after its sound in brackets and the
player who hears it if that is only one. A part with `(priorities)` also names priority, key, turn,
language and last moves. After a line with a dot in front nothing is written: it only prepares.

After a change on purpose, `python -m tests.speech.test_announcements` writes all of it again.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from companion.speech.announcer import Announcer
from companion.speech.utterance import Utterance
from tests.fact_lines import read_fact
from tests.tables import compared, rewrite, text_files

FOLDER: Final = Path(__file__).parent / "announcements"


def shown(said: Utterance, *, with_priority: bool) -> str:
    """Return a line about what is said."""
    to = "" if said.to == "all" else f"{said.to}: "
    sound = f"({said.sound}) " if said.sound else ""
    marks = [said.priority, said.key, str(said.turn), said.lang, "last" * said.last_move]
    priority = f"[{' '.join(filter(None, marks))}] " if with_priority else ""
    return f"    {priority}{sound}{to}{said.text}".rstrip()


def said(lines: list[str]) -> Iterator[str]:
    """Yield the lines of a file, with what is said now."""
    announcer, with_priority = Announcer("backgammon", "en"), False
    for line in lines:
        if line.startswith("    "):
            continue
        yield line
        verb, _, rest = line.partition(" ")
        if verb == "announcer":
            arguments, settings = read_fact(f"(lambda *a, **k: (a, k))({rest})")
            announcer = Announcer(*arguments, **settings)
        elif verb == "==":
            with_priority = line.endswith("(priorities)")
        elif line:
            if verb == "call":
                result = read_fact(f"(lambda announcer: announcer.{rest})")(announcer)
                heard = result if isinstance(result, tuple) else ()
            else:
                heard = announcer.announce(read_fact(line.removeprefix(".")))
            for each in () if line.startswith(".") else heard:
                yield shown(each, with_priority=with_priority)


@pytest.mark.parametrize("name", text_files(FOLDER))
def test_what_is_said_of_one_fact_after_another(name: str) -> None:
    now, written = compared(FOLDER / f"{name}.txt", said)
    assert now == written


if __name__ == "__main__":
    rewrite(FOLDER, said)
