"""Writes `docs/referee.md`, the referee's transition table, from the code.

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

HEAD = """# What the referee waits for, and what moves it

This page is made from the code (`python -m tests.referee.table_page`); a test keeps it true.

The referee is always in one phase. A settled board, a throw or a key is one kind of input. An input
that a phase does not list is refused: nothing changes, and a key is answered with an explanation.
The speech queue handles `repeat`. Of an input that "may lead to" other phases, the effect decides
whether the phase changes; otherwise the phase stays. An input that "may follow at once" is
processed in the new phase. A letter with a number, such as C5, is a rule of play, see
`docs/rules.md`. A code such as `board-first` is the reason why a ruling is refused; the reasons are
listed at the end. During a set-up or a pause, a ruling that is possible after it is refused for
that reason.

One line of the board is one step (`companion.referee.referee`). It is processed in this order: the
keys, the time, the faults of the board, and the board itself if it has settled. Of a settled board
the dice of the running turn come first, then the pieces, new throws, and the pieces again if a
throw has changed what they mean. If a key or a ruling changes what the board means, the board is
processed again.
"""


ANSWERS = """## Answers

While a question is open, `yes` and `no` of the player who is asked answer it, in any phase. What
both players agree on in the menu is then ruled, with the effects of the rulings below. Dice that
count, and typed moves, close the question.
"""


BY_HAND = """## Rulings

A referee decides what the table cannot know: at the keyboard of `companion play`, on the club's
page, or, for some rulings, both players in the menu. A ruling acts, or is refused with a reason and
changes nothing. The club's page offers only rulings that act.

Dice set by a ruling count as lying, whatever lies in the trays, and the verdicts use them. The turn
then ends in one of two ways. The player to move presses `yes`, as the companion tells him, and the
turn is judged as soon as the board has settled. Or, if two dice have lain in his tray during the
turn, he picks them up as usual. A throw of the opponent before that is too early. The same holds
when a turn resumes after a break and its dice are gone.

A position set by a ruling is compared with the board, and the differences are announced, until the
board shows it. Set during a turn, it is the position where that turn began, and the dice remain.
Set during an open error, it is the position where the turn ended, and the opponent throws. A ruling
may also name the player who throws.

The sensors of a place out of order are ignored. Between turns its pieces are those of the agreed
position. During a turn they are those of a legal end that agrees with all other places; without
such an end, only pieces found elsewhere have left it. So a play to that place is legal as soon as
it is complete. If the turn ends without a legal end, the place holds the mover's missing pieces. If
several ends fit (two such places, or pieces in hand), the mover is asked about one after the other,
also for an illegal play, which the opponent may accept as usual. If a player's dice tray is out of
order, his dice are asked for at the beginning of each of his turns, face by face; the opponent
agrees, and `yes` ends the turn.
"""


def page() -> str:
    """Return the whole page."""
    parts = [HEAD, kinds(), *(phase_part(phase) for phase in Phase)]
    parts += [ANSWERS, answers(), BY_HAND, *(ruling_part(what) for what in KINDS)]
    return "\n".join([*parts, reasons()])


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
