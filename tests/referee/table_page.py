"""Writes `docs/referee.md`, the referee's table of states, from the code.

After a change of the table: `python -m tests.referee.table_page`.
"""

import inspect
import re
from pathlib import Path

from companion.referee import inputs, state
from companion.referee.state import Phase
from companion.referee.turn import TRANSITIONS

PAGE = Path(__file__).parent.parent.parent / "docs" / "referee.md"

HEAD = """# What the referee waits for, and what moves it

This page is made from the code (`python -m tests.referee.table_page`); a test keeps it true.

The referee is always in one phase. A settled board, a throw or a key is one kind of input. Where
a phase has no line for an input here, the input is refused: nothing changes, and a key gets a word
of explanation. `repeat` belongs to the voice and reaches no phase.
"""


def page() -> str:
    """The whole page as it should be."""
    return "\n".join([HEAD, kinds(), *(phase_part(phase) for phase in Phase)])


def kinds() -> str:
    """The kinds of input, each with its meaning."""
    lines = ["## The inputs", ""]
    lines += [f"- {name}: {sentence(kind)}" for name, kind in input_kinds()]
    return "\n".join([*lines, ""])


def input_kinds() -> list[tuple[str, type]]:
    """Every class of the `Input` union, by name."""
    return [(kind.__name__, kind) for kind in inputs.Input.__args__]


def phase_part(phase: Phase) -> str:
    """One phase: what it waits for, and what each input does in it."""
    lines = [f"## {phase.value}", "", meaning(phase), ""]
    for (where, kind), handler in TRANSITIONS.items():
        if where is phase:
            lines.append(f"- {kind.__name__}: {sentence(handler)}")
    return "\n".join([*lines, ""])


def meaning(phase: Phase) -> str:
    """The text below a phase in the code."""
    source = inspect.getsource(state.Phase)
    found = re.search(rf'{phase.name} = "[^"]+"\n    """(.+?)"""', source, re.DOTALL)
    assert found is not None
    return " ".join(found[1].split())


def sentence(thing: object) -> str:
    """The first sentence of a docstring."""
    text = inspect.getdoc(thing) or ""
    return " ".join(text.split("\n\n")[0].split())


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
