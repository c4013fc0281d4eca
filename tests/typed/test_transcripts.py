"""What is typed and what answers it: `transcripts/*.txt`.

`== …` says what a part shows. `table …` begins an evening with these settings, `choose` one whose
game is not chosen yet, `again` starts the program again where it is, `wait 60` lets seconds pass,
`act …` is what the companion does as the opponent. `keypads VN` connects keypads of both sides, and
`saved` says that a journal keeps the evening. What is typed follows `> `, on a keypad of one side
`V> ` or `N> `. Below it stand the words, and in brackets what they change: phase, player, dice,
cube, game, question, verdict.

After a change on purpose, `python -m tests.typed.test_transcripts` writes all answers again.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from companion.referee import inputs
from companion.referee.choosing import Chooser
from companion.referee.facts import VerdictGiven
from companion.referee.talk_facts import Choice
from companion.rules import Player
from companion.settings import OpponentSettings, Settings
from tests.tables import compared, rewrite, text_files
from tests.typed.typed_sitting import TypedSitting

FOLDER: Final = Path(__file__).parent / "transcripts"


def settings_of(words: list[str]) -> Settings:
    """Return the settings that words of the form name=value give."""
    given: dict[str, Any] = dict(word.split("=") for word in words)
    if "options" in given:
        given["options"] = tuple(given["options"].split(","))
    if "match_to" in given:
        given["match_to"] = int(given["match_to"])
    if "against" in given:
        given["against"] = OpponentSettings(given["against"], dice="drawn")
    if "exercise" in given:
        given["against"] = OpponentSettings(exercise=given.pop("exercise"))
    return Settings("", **given)


def act_of(what: str, *given: str) -> inputs.Act:
    """Return an act of the opponent, who is black."""
    if what == "draws":
        return inputs.Draws((int(given[0]), int(given[1])))
    if what == "names":
        return inputs.Names(" ".join(given))
    return inputs.Offers() if what == "offers" else inputs.ThrewOne(Player.N, int(given[0]))


def shown(sitting: TypedSitting) -> dict[str, str]:
    """What of the state is written down when it changes."""
    state, cube = sitting.state, sitting.state.game.cube
    verdicts = [fact.verdict for fact in sitting.facts if isinstance(fact, VerdictGiven)]
    return {
        "phase": state.phase,
        "player": state.turn.player or "none",
        "opening": "{} {}".format(*state.game.opening),
        "dice": "{} {}".format(*(state.throw.dice or ("-", "-"))),
        "cube": f"{cube.value} {cube.owner or ''}".strip(),
        "game": str(state.match.number),
        "question": f"{state.asked.topic} {state.asked.item}" if state.asked else "none",
        "moved": "no" if state.board.right else "yes",
        "demanded": "yes" if state.turn.must_correct else "no",
        "ended": "yes" if sitting.table.stopped else "no",
        "verdict": verdicts[-1] if verdicts else "none",
    }


def begun(verb: str, rest: str, sitting: TypedSitting) -> TypedSitting | None:
    """Return the evening that a line begins."""
    if verb == "table":
        return TypedSitting(settings_of(rest.split()))
    if verb == "choose":
        return TypedSitting(Settings(""), chooser=Chooser(None, Choice()))
    return TypedSitting(sitting.settings, sitting.state) if verb == "again" else None


def do(sitting: TypedSitting, verb: str, rest: str) -> None:
    """Do what a line says."""
    if verb == "keypads":
        sitting.board.connect("keypads", rest)
    elif verb == "saved":
        sitting.table.referee.note_record(is_saved=True)
    elif verb == "wait":
        sitting.now += float(rest)
        sitting.table.tick()
    elif verb == "act":
        sitting.table.act(act_of(*rest.split()))
        sitting.table.tick()
    else:
        sitting.type(rest, side=verb.removesuffix(">"))


def answers(lines: list[str]) -> Iterator[str]:
    """Yield the lines of a transcript, with what is said and done now."""
    sitting = TypedSitting(Settings(""))
    before = fresh = shown(sitting)
    for line in lines:
        if line.startswith("    "):
            continue
        yield line
        verb, _, rest = line.partition(" ")
        if not line or verb == "==":
            continue
        heard, new = len(sitting.ear.said), begun(verb, rest, sitting)
        if new is None:
            do(sitting, verb, rest)
        else:
            sitting, heard, before = new, 0, before if verb == "again" else fresh
        said = [each for each in sitting.ear.said[heard:] if each.text]
        yield from (
            f"    {each.text}" if each.to == "all" else f"    {each.to}: {each.text}"
            for each in said
        )
        now = shown(sitting)
        changed = [f"{key} {value}" for key, value in now.items() if before.get(key) != value]
        if changed:
            yield f"    ({', '.join(changed)})"
        before = now
    assert not sitting.complaints


@pytest.mark.parametrize("name", text_files(FOLDER))
def test_what_is_typed_is_answered(name: str) -> None:
    now, written = compared(FOLDER / f"{name}.txt", answers)
    assert now == written


if __name__ == "__main__":
    rewrite(FOLDER, answers)
