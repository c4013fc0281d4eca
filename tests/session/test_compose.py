"""How an evening is opened: a match that cannot be continued is refused and left unchanged."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.options import SettingsError
from companion.records.journal import Journal
from companion.records.read import files, matches
from companion.referee.facts import Opening
from companion.referee.referee import Referee
from companion.referee.state import GameState, TurnState
from companion.referee.view import view
from companion.rules import Player, Position
from companion.session.compose import open_evening
from companion.settings import Settings

STATE = Referee(Settings("").rules(), Settings("").match()).state


@pytest.mark.parametrize(
    "state", ["", "no state", 7, {"@": "State"}, replace(STATE, game=GameState(Position(0, 0)))]
)
def test_a_match_without_readable_states_is_put_aside(
    state: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "evening.journal"
    settings = Settings("loop://", voice="print", journal=str(path))
    with Journal.open(path) as journal:
        journal.begin_match(settings.saved())
        journal.record(0.0, [Opening(3, 1, Player.V)], state)
    (file,) = files(path)
    data = file.read_bytes()
    with open_evening(settings) as evening:
        evening.table.stop_now = True
        assert not evening.table.referee.state.has_begun
    out, error = capsys.readouterr()
    assert out.startswith("Record damaged, the saved game is lost.")
    assert error.startswith(f"{file.name}, line 2: its state is ")
    assert Path(f"{file}.damaged").read_bytes() == data


@pytest.mark.parametrize("choose", [True, False])
def test_an_unfinished_match_is_not_resumed_with_other_names(
    tmp_path: Path, *, choose: bool
) -> None:
    path = tmp_path / "evening.journal"
    settings = Settings("loop://", voice="print", journal=str(path), players=("Anne", "Bruno"))
    with Journal.open(path) as journal:
        journal.begin_match(settings.saved())
        journal.record(0.0, [Opening(3, 1, Player.V)], replace(STATE, turn=TurnState(number=1)))
    others = replace(settings, players=("Carl", "Dora"))
    with (
        pytest.raises(SettingsError, match="match of Anne and Bruno"),
        open_evening(others, choose=choose),
    ):
        pass
    with open_evening(replace(settings, players=("", "")), choose=choose) as evening:
        evening.table.stop_now = True
        assert evening.table.settings.players == ("Anne", "Bruno")


def test_an_evening_without_a_throw_begins_again_with_its_players(tmp_path: Path) -> None:
    path = tmp_path / "evening.journal"
    settings = Settings("loop://", voice="print", journal=str(path))
    with Journal.open(path) as journal:
        journal.begin_match(settings.saved())
        journal.record(0.0, [], STATE)
    with open_evening(replace(settings, players=("Anne", "Bruno"))) as evening:
        evening.table.stop_now = True
        public = view(evening.table.referee.rules, STATE)
        evening.table.record.write(1.0, (Opening(3, 1, Player.V),), STATE, public)
    (row,) = matches(path)
    assert row.settings["players"] == ["Anne", "Bruno"]
