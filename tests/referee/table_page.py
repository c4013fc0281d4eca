"""Writes the lists of `docs/referee.md`, the referee's transition table, from the code.

After a change of the table: `python -m tests.referee.table_page`.
"""

import inspect
import re
from pathlib import Path

from companion.referee import inputs
from companion.referee.facts import Ruling
from companion.referee.inputs import Answer, Counted, Lifted
from companion.referee.machine import TABLE
from companion.referee.rulings import KINDS, refusal_code
from companion.referee.state import Phase
from companion.referee.transitions import QUESTIONS, Row
from tests.speech.messages import english, names

PAGE = Path(__file__).parent.parent.parent / "docs" / "referee.md"


def page() -> str:
    """Return the whole page."""
    parts = [prose("# What", "## The inputs"), kinds(), *(phase_part(phase) for phase in Phase)]
    parts += [prose("## Answers", "- "), answers(), prose("## Rulings", "### ")]
    parts += [ruling_part(what) for what in KINDS]
    return "\n".join([*parts, reasons()])


def prose(begin: str, end: str) -> str:
    """Return a part of the page that is not made from the code, without the empty line after it."""
    text = PAGE.read_text(encoding="utf-8")
    start = text.index(begin)
    return text[start : text.index(f"\n{end}", start)]


def reasons() -> str:
    """Return each code of a refusal with its sentence."""
    spoken = {code: english(f"ruling.refused.{code}") for code in names("ruling.refused")}
    spoken["unknown"] = spoken.pop("other")
    lines = [f"- `{code}`: {text}" for code, text in sorted(spoken.items())]
    return "\n".join(["## Why a ruling is refused", "", "With what is said then.", "", *lines, ""])


def kinds() -> str:
    """Return the kinds of input with their meanings."""
    made = [(kind.__name__, kind) for kind in (Answer, Lifted, Counted)]
    lines = ["## The inputs", ""]
    lines += [f"- {name}: {sentence(kind)}" for name, kind in input_kinds()]
    lines += ["", "What the referee makes of them:", ""]
    lines += [f"- {name}: {sentence(kind)}" for name, kind in made]
    return "\n".join([*lines, ""])


def input_kinds() -> list[tuple[str, type]]:
    """Return every class of the `Input` union, by name."""
    return [(kind.__name__, kind) for kind in inputs.Input.__args__]


def phase_part(phase: Phase) -> str:
    """Return the part about a phase: what it waits for, and the effect of each input."""
    lines = [f"## {phase.value}", "", meaning(phase), ""]
    for (where, kind), row in TABLE.items():
        if where is phase and isinstance(kind, type):
            lines.append(f"- {kind.__name__}: {does(row)}")
    return "\n".join([*lines, ""])


def leads(row: Row) -> str:
    """Return the phases to which a row leads."""
    *some, last = [phase.value for phase in Phase if phase in row.leads_to]
    return f"{', '.join(some)} or {last}" if some else last


def answers() -> str:
    """Return the effect of the answer to each question."""
    lines = [f"- {topic}: {does(kind)}" for topic, kind in sorted(QUESTIONS.items())]
    return "\n".join([*lines, ""])


def ruling_part(what: str) -> str:
    """Return the part about a ruling: its phases, its effect, and why it is refused elsewhere."""
    texts = {}
    for phase in Phase:
        row = TABLE.get((phase, (Ruling, what)))
        texts[phase] = does(row) if row else f"refused, `{refusal_code(phase, what)}`."
    lines = [f"- {', '.join(phases)}: {text}" for text, phases in grouped(texts).items()]
    return "\n".join([f"### {what}", "", *lines, ""])


def does(row: Row) -> str:
    """Return the effect of a row, and the phases it leads to."""
    kinds = row.followed_by if isinstance(row.followed_by, tuple) else (row.followed_by,)
    then = f" {' or '.join(kind.__name__ for kind in kinds)} may follow at once." if kinds else ""
    phases = f" May lead to {leads(row)}." if row.leads_to else ""
    return f"{sentence(row.action)}{phases}{then}"


def grouped(texts: dict[Phase, str]) -> dict[str, list[str]]:
    """Return the phases by their text."""
    found: dict[str, list[str]] = {}
    for phase, text in texts.items():
        found.setdefault(text, []).append(phase.value)
    return found


def meaning(member: Phase) -> str:
    """Return the docstring of a phase."""
    source = inspect.getsource(type(member))
    found = re.search(rf'{member.name} = "[^"]+"\n    """(.+?)"""', source, re.DOTALL)
    assert found is not None
    return " ".join(found[1].split())


def sentence(thing: object) -> str:
    """Return the first sentence of a docstring."""
    text = inspect.getdoc(thing) or ""
    first = " ".join(text.split("\n\n")[0].split())
    # References to sources in the code are of no use to a referee.
    return re.sub(r" \(docs/[a-z]+\.md[^)]*\)", "", first)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
