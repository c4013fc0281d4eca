"""What an evening opens: a match that cannot be gone on with is refused and left as it was."""

import json
from pathlib import Path

import pytest

from companion.commands.main import main
from companion.records.encoding import encode
from companion.records.journal import Journal
from companion.referee.facts import Opening
from companion.referee.referee import Referee
from companion.rules import Player
from companion.session.compose import open_evening
from companion.settings import Settings, SettingsError

STATE = encode(Referee(Settings("").rules(), Settings("").match()).state)


def stands_nowhere() -> str:
    """A state that can be read, of a board that cannot be."""
    fields = json.loads(STATE)
    fields["is"]["position"] = "V1=99v"
    return json.dumps(fields)


@pytest.mark.parametrize("state", ["", "no state", "[]", STATE[:-20], stands_nowhere()])
def test_a_match_whose_state_cannot_be_read_is_left_as_it_was(
    state: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "evening.journal"
    settings = Settings("memory", voice="print", journal=str(path))
    with Journal.open(path) as journal:
        journal.record(0.0, [Opening(3, 1, Player.V)], "", "", begins=settings.saved())
    unfinished = Journal.unfinished

    def spoilt(self: Journal) -> object:
        saved = unfinished(self)
        assert saved is not None
        return type(saved)(**{n: getattr(saved, n) for n in saved.__slots__} | {"state": state})

    monkeypatch.setattr(Journal, "unfinished", spoilt)
    with pytest.raises(SettingsError) as caught, open_evening(settings):
        pass
    told = str(caught.value)
    assert told.startswith(f"The unfinished match in {path} cannot be gone on with: ")
    assert told.endswith("Choose another file; this one was left as it is.")
    assert "\n" not in told
    monkeypatch.undo()
    with Journal.open(path) as journal:
        assert len(journal.matches()) == 1


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "play --port loop:// --opponent V --exercise postillon",
            "Either --opponent or --exercise: an exercise is done alone.",
        ),
        (
            "play --port loop:// --match 3",
            "--game",
        ),
        ("legal --game backgammon --turn V --dice 6,3", "--position is missing. Give it, or use"),
        ("legal --game backgammon --position V1=1v --dice 6,3", "--turn is missing. Give it, or"),
    ],
)
def test_what_does_not_go_together_or_is_missing_is_one_sentence(
    line: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(line.split()) == 2
    err = capsys.readouterr().err
    assert told in err
    assert err.count("\n") == 1
