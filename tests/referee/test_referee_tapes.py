"""What the referee answers to boards, dice, keys and rulings: `tapes/*.txt`.

`== …` says what a part shows. `table …` begins a game, `chooser …` an evening whose game is not
chosen yet. Each other line is a call of `TableTop` or `ChooserTop` with its arguments. `restart` is
a start of the program at the kept state, `take …` an input; `put`, `dice` and `counter` change
pieces, a tray and its number of throws before the next look; `after …` is a line of the board so
many milliseconds later, `sit …` a line every second for so many seconds, `menu` chooses an entry of
the menu, and `lost`, `restarted` and `note_record` are calls of the referee itself. Below it stand
the facts that it led to, without fields that have their default, and in brackets what else changed
in the public view of the table. After a line with a dot in front nothing is written: it only
prepares.

After a change on purpose, `python -m tests.referee.test_referee_tapes` writes all answers again.
"""

from collections.abc import Iterator
from dataclasses import MISSING, asdict, fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Final

import pytest

from companion.link.messages import Key
from companion.referee import facts, inputs, state, talk_facts
from companion.referee.referee import Referee
from companion.referee.view import view
from companion.rules import Code, Cube, Fault, Match, Placement, Player
from tests.menu_keys import to
from tests.referee.harness import ChooserTop, N, TableTop, V
from tests.tables import compared, rewrite, text_files

FOLDER: Final = Path(__file__).parent / "tapes"
NAMES: Final[dict[str, Any]] = {
    **vars(facts),
    **vars(state),
    **vars(inputs),
    **vars(talk_facts),
    "Code": Code,
    "Cube": Cube,
    "Fault": Fault,
    "Match": Match,
    "Player": Player,
    "Key": Key,
    "V": V,
    "N": N,
}


KINDS_OF_TOP: Final = {"table": TableTop, "chooser": ChooserTop}


def shown(value: Any) -> str:
    """Return a value as it stands in a tape."""
    if isinstance(value, Placement):
        return repr(value.text)
    if isinstance(value, Enum):
        return str(value.value)
    if is_dataclass(value) and not isinstance(value, type):
        given = [
            f"{each.name}={shown(getattr(value, each.name))}"
            for each in fields(value)
            if each.default is MISSING or getattr(value, each.name) != each.default
        ]
        return f"{type(value).__name__}({', '.join(given)})"
    if isinstance(value, tuple):
        return f"({', '.join(map(shown, value))})"
    return repr(value)


def table_of(top: TableTop | ChooserTop) -> dict[str, object]:
    """Return what is written down of the table when it changes."""
    if isinstance(top, ChooserTop):
        return {}
    now, seen = top.referee.state, view(top.referee.rules, top.referee.state)
    told = {key: value for key, value in asdict(seen).items() if key not in ("board", "clock")}
    return told | {
        "dead": now.board.dead,
        "right": now.board.right,
        "by_hand": now.throw.by_hand,
        "disturbed": now.throw.disturbed,
        "opening": tuple(now.game.opening),
        "kept": now.throw.kept,
        "layout": now.board.layout,
        "rights": tuple(now.game.rights),
    }


def change(top: TableTop, verb: str, rest: str) -> None:
    """Change what the next look will see."""
    if verb == "restart":
        top.referee = Referee(top.referee.rules, top.referee.state.match, top.referee.state)
    elif verb == "wait":
        top.ms += int(rest)
    elif verb == "put":
        top.board = rest
    elif verb == "dice":
        top.seats[Player(rest[0])] = rest[2:]
    else:
        top.throws[Player(rest[0])] = int(rest[2:])


def sit(top: TableTop | ChooserTop, seconds: int) -> Iterator[str]:
    """Let the board say a line every second; yield the facts with their second."""
    for second in range(1, seconds + 1):
        top.ms += 1000
        yield from (f"after {second}: {shown(fact)}" for fact in top.at(top.ms))


def play(top: Any, line: str) -> tuple[Any, ...]:
    """Do what a line says; return the facts."""
    verb, _, rest = line.partition(" ")
    if verb in ("restart", "wait", "put", "dice", "counter"):
        change(top, verb, rest)
        return ()
    if verb in ("after", "sit"):
        return tuple(sit(top, int(rest))) if verb == "sit" else top.at(top.ms + int(rest))
    if verb in ("stand", "begin"):
        return tuple(getattr(top, verb)(rest))
    arguments = eval(f"call({rest})", {**NAMES, "call": lambda *a, **k: (a, k)})  # noqa: S307
    if verb == "take":
        return tuple(top.referee.take(arguments[0][0], top.ms))
    if verb == "menu":
        player, entry = arguments[0]
        return tuple(top.press(player, *to(entry, top.referee.state), Key.YES))
    done = getattr(top if hasattr(top, verb) else top.referee, verb)
    return tuple(done(*arguments[0], **arguments[1]) or ())


def answers(lines: list[str]) -> Iterator[str]:
    """Yield the lines of a tape, with what the referee answers now."""
    top: TableTop | ChooserTop = TableTop()
    before = fresh = table_of(top)
    for line in lines:
        if line.startswith("    "):
            continue
        yield line
        if not line or line.startswith("=="):
            continue
        verb, _, rest = line.partition(" ")
        told: tuple[Any, ...] = ()
        if verb in KINDS_OF_TOP:
            top = eval(f"top({rest})", {**NAMES, "top": KINDS_OF_TOP[verb]})  # noqa: S307
            before = fresh
        else:
            told = play(top, line.removeprefix("."))
        now = table_of(top)
        if line.startswith("."):
            before = now
            continue
        yield from (f"    {one if isinstance(one, str) else shown(one)}" for one in told)
        changed = [f"{key} {shown(now[key])}" for key in now if now[key] != before[key]]
        if changed:
            yield f"    [{', '.join(changed)}]"
        before = now


@pytest.mark.parametrize("name", text_files(FOLDER))
def test_what_is_done_is_answered(name: str) -> None:
    now, written = compared(FOLDER / f"{name}.txt", answers)
    assert now == written


if __name__ == "__main__":
    rewrite(FOLDER, answers)
