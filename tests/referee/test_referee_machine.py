"""As documented in `machine`, there is one table, and one place writes the phase."""

import ast
import typing
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion.referee
from companion.link.messages import Key
from companion.referee import machine
from companion.referee.facts import GameBegins, Ruling
from companion.referee.inputs import Counted, Input, Lifted, NoDice, Stands
from companion.referee.machine import TABLE, TransitionError, reopen
from companion.referee.referee import Referee
from companion.referee.state import Phase, Topic
from companion.referee.transitions import Followed, Row
from companion.referee.turn_context import TurnContext
from companion.rules import agree_match, find_game, game_names
from tests.referee.harness import N, TableTop, V, names

ROOM = Path(companion.referee.__file__).parent


def writes_of_the_phase(source: str) -> Iterator[int]:
    """The lines that hand a phase over by name, or assign one."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.keyword) and node.arg == "phase":
            yield node.value.lineno
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield from [node.lineno] * (node.attr == "phase")


def test_only_the_machine_writes_the_phase() -> None:
    found = {path.name: list(writes_of_the_phase(path.read_text())) for path in ROOM.glob("*.py")}
    del found["table_view.py"]  # what is seen from outside, by facts alone, has a phase of its own
    assert {name for name, lines in found.items() if lines} == {"machine.py"}
    assert len(found["machine.py"]) == 2  # in a step, and when the companion is started again


def test_an_action_may_not_set_the_phase() -> None:
    table = on_the_table()
    with pytest.raises(ValueError, match="machine alone"):
        table.set(phase=Phase.OVER)
    assert table.state.phase is Phase.SETUP


def on_the_table() -> TurnContext:
    top = TableTop()
    return TurnContext(top.referee.rules, top.referee.state, 0)


def test_a_phase_that_the_row_does_not_have_is_an_error() -> None:
    row = Row(lambda _table, _given: Phase.ERROR, {Phase.TO_THROW})
    with pytest.raises(TransitionError, match="NoDice may not lead from setup to error"):
        machine.act(on_the_table(), row, NoDice())


def test_an_input_that_the_row_does_not_name_may_not_follow() -> None:
    row = Row(lambda _table, _given: Followed(NoDice()), followed_by=Counted)
    with pytest.raises(TransitionError, match="may not follow"):
        machine.act(on_the_table(), row, NoDice())


def test_an_error_leaves_the_state_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    top = TableTop()
    row = Row(lambda _table, _given: Phase.ERROR)
    monkeypatch.setitem(machine.TABLE, (Phase.SETUP, Stands), row)
    before = top.referee.state.phase
    with pytest.raises(TransitionError):
        top.begin()
    assert top.referee.state.phase is before


def test_every_kind_of_the_table_is_an_input_or_made_of_one() -> None:
    plain = {kind for _, kind in TABLE if isinstance(kind, type)}
    assert plain == {*typing.get_args(Input), Lifted, Counted} - {Ruling}
    paired = {kind[0] for _, kind in TABLE if isinstance(kind, tuple)}
    assert paired == {Ruling}


def test_every_phase_is_reached() -> None:
    assert {phase for row in TABLE.values() for phase in row.leads_to} == set(Phase)


def test_a_throw_that_counts_follows_where_somebody_is_to_throw() -> None:
    rows = [row for row in TABLE.values() if row.followed_by is Counted]
    assert rows
    assert all(Phase.TO_THROW in row.leads_to for row in rows)
    assert {phase for phase, kind in TABLE if kind is Counted} == {Phase.TO_THROW}


def test_a_double_that_is_confirmed_too_late_comes_to_nothing() -> None:
    for key, said in ((Key.YES, []), (Key.NO, ["KeyAnswer"])):
        top = TableTop()
        top.begin("31")
        top.set(phase=Phase.TO_THROW, dice=None, trays="", down=(), number=4)
        top.press(V, Key.CUBE)
        top.rule("adjourn")
        asked = top.referee.state.asked
        assert asked is not None
        assert asked.topic == Topic.DOUBLE_CONFIRM
        assert names(top.press(V, key)) == said
        assert top.referee.state.phase is Phase.PAUSED
        assert top.referee.state.asked is None
        assert names(top.press(N, Key.YES))[0] == "Setup"


def test_a_right_won_in_dutch_is_no_option_of_a_game_that_goes_on() -> None:
    top = TableTop("dutch")
    top.begin("61")
    top.set(rights=("may-hit-V",))
    top.referee.state = reopen(top.referee.state)
    begins = [each for each in top.look() if isinstance(each, GameBegins)]
    assert [(each.resumed, each.options) for each in begins] == [(True, ())]


@pytest.mark.parametrize("game", game_names())
def test_a_state_starts_with_the_start_position(game: str) -> None:
    rules = find_game(game)
    assert Referee(rules, agree_match(rules, None)).state.game.position == rules.start
