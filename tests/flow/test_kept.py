"""What an evening writes to its journal, and how the next start continues from it."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from companion.commands.main import main
from companion.link.messages import Key
from companion.records.journal import Journal
from companion.records.read import matches
from companion.referee.choosing import Chooser
from companion.referee.state import Phase
from companion.referee.talk_facts import KeyAnswer
from companion.rules import Player, find_game
from companion.session.compose import open_evening
from companion.settings import Settings
from tests.flow.restarts import JOURNAL, Club, TypedEvening
from tests.flow.sitting import Sitting
from tests.flow.stage import Stage
from tests.menu_keys import to
from tests.records.disk import disk
from tests.records.kept import seen

V, N = Player.V, Player.N
START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"
JACQUET = "V12=14n1N N12=14v1V"


def stage_on(journal: Journal, match_to: int | None = None) -> Stage:
    """An evening of backgammon that is recorded, as `play --game backgammon` begins it."""
    stage = Stage("en", match_to=match_to)
    stage.sitting = Sitting(stage.settings.by_command(), journal=journal, plugged=False)
    stage.sitting.evening.table.record.begin_match()
    stage.sitting.plug()
    return stage


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def begin(stage: Stage) -> None:
    stage.stand(START, "Set up.")
    stage.throw(V, "3-")
    stage.throw(N, "1-")


def settings(path: Path, game: str = "backgammon", match_to: int | None = None) -> Settings:
    return Settings("loop://", game, match_to=match_to, voice="print", journal=str(path))


def journal(path: Path, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, list[str]]:
    capsys.readouterr()
    code = main(["journal", *words, "--journal", str(path)])
    return code, capsys.readouterr().out.splitlines()


def test_after_a_finished_match_none_is_resumed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "m1.journal"
    with Journal.open(path) as opened:
        stage = stage_on(opened, 1)
        begin(stage)
        stage.press(V, *to("resign"), Key.YES, Key.YES)
        stage.press(N, Key.YES)
        assert stage.sitting.evening.table.referee.state.phase is Phase.OVER
        stage.press(V, Key.SCORE)
        stage.stand(START, "Set up again.")
        stage.throw(V, "3-")
    listed = journal(path, capsys, "list")[1]
    assert len(listed) == 1
    assert listed[0].endswith(", finished")
    shown = [json.loads(line)["event"] for line in journal(path, capsys, "show")[1]]
    assert shown[-1] == "match_ends"
    assert any("Wins: N" in line for line in journal(path, capsys, "export")[1])
    assert len(journal(path, capsys, "export", "--format", "csv")[1]) == 3  # one line a player
    with pytest.raises(SystemExit):
        main(["play", "--journal", str(path), "--game", "chess"])
    assert journal(path, capsys, "resume", "--port", "loop://")[0] == 2
    with open_evening(settings(path, "jacquet", 3)) as evening:
        assert evening.table.referee.rules.name == "jacquet"
        evening.table.stop_now = True


def test_an_evening_without_a_throw_is_ignored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "evening.journal"
    with Journal.open(path) as opened:
        stage = stage_on(opened)
        stage.stand(START.replace("V6=5v ", ""), "Nearly set up.")
        stage.stand(START, "Set up.")
        facts = [fact for each in seen(path) for fact in each.facts]
        told = [each.fact for each in stage.sitting.told]
        assert facts == told  # in the journal all the same, and before they are told
    none = "No match is recorded here yet. A match counts from its first throw."
    assert journal(path, capsys, "list") == (0, [none])
    assert journal(path, capsys, "resume", "--port", "loop://")[0] == 2
    for action in ("show", "export"):
        assert journal(path, capsys, action)[0] == 2
    with open_evening(settings(path, "jacquet", 5)) as evening:
        assert evening.table.referee.state.game.position == find_game("jacquet").start
        evening.table.stop_now = True
    with open_evening(settings(path), choose=True) as evening:
        assert isinstance(evening.table.chooser, Chooser)
        evening.table.stop_now = True


def test_one_opening_die_is_kept_when_the_match_is_resumed(tmp_path: Path) -> None:
    path = tmp_path / "evening.journal"
    with Journal.open(path) as opened:
        stage = stage_on(opened)
        stage.stand(START, "Set up.")
        stage.throw(V, "3-")
    assert [row.match for row in matches(path)] == [1]
    with open_evening(settings(path)) as evening:
        assert evening.table.referee.state.game.opening[0] == 3
        evening.table.stop_now = True
    with open_evening(settings(path, "jacquet", 5)) as evening:
        assert evening.table.referee.state.game.position == find_game("jacquet").start
        evening.table.stop_now = True


def test_the_same_command_resumes_the_chosen_match(tmp_path: Path) -> None:
    path = tmp_path / "evening.journal"
    with Journal.open(path) as opened:
        stage = stage_on(opened, 3)
        begin(stage)
        stage.press(V, *to("other-game"), Key.YES)
        stage.press(N, Key.YES, *[Key.YES] * 3)
        stage.stand("", "Cleared.")
        stage.stand(JACQUET, "Set up.")
        chosen = stage.sitting.evening.table.referee.rules.name
        assert chosen == "jacquet"
        stage.throw(V, "3-")
        stage.throw(N, "1-")
    for _ in range(2):
        with open_evening(settings(path, match_to=3)) as evening:
            assert (evening.table.settings.game, evening.table.settings.match_to) == (
                "jacquet",
                None,
            )
            assert evening.table.referee.state.then is Phase.TO_THROW
            evening.table.stop_now = True
    with pytest.raises(ValueError, match="holds an unfinished match, jacquet"):
        open_evening(settings(path, match_to=5)).__enter__()


def test_the_journal_can_be_read_during_an_evening(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "evening.journal"
    with Journal.open(path) as opened:
        stage = stage_on(opened)
        begin(stage)
        before = contents(path)
        assert journal(path, capsys, "list")[1][0].endswith("unfinished")
        assert '"roll"' in journal(path, capsys, "show")[1][-1]
        assert "Opening: 3 1" in journal(path, capsys, "export")[1]
        assert journal(path, capsys, "check") == (
            0,
            [f"Files read: 1. Lines read: {len(seen(path)) + 1}."],
        )
        assert main(["progress", "--journal", str(path), "--lang", "en"]) == 0
        assert capsys.readouterr().out == "No practice recorded yet.\n"
        assert main(["replay", str(path)]) == 0
        assert contents(path) == before
        stage.press(V, Key.SCORE)
        assert stage.sitting.evening.table.record.is_saved


def test_an_evening_on_a_full_disk_begins_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "evening.journal"
    told: list[str] = []
    with disk() as below, open_evening(settings(path)) as evening:
        monkeypatch.setattr(evening.table.record, "complain", told.append)
        below.free = 0
        evening.table.publish((KeyAnswer(Player.V, "no-hints"),))
        stopped = not evening.table.record.is_saved
        below.free = None
        evening.table.publish((KeyAnswer(Player.V, "no-hints"),))
        assert stopped
        assert evening.table.record.is_saved
        assert len(matches(path, pending=True)) == 1
        evening.table.stop_now = True
    assert len(told) == 1


def test_lines_of_an_unchanged_board_are_not_recorded(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "k.journal") as opened:
        stage = stage_on(opened)
        begin(stage)
        stage.wait(60_000, "Nobody does anything.")
        stage.press(V, Key.SCORE)
        *_, last = seen(tmp_path / "k.journal")
    assert [type(fact).__name__ for fact in last.facts] == ["KeyAnswer"]
    assert last.t > 60
    assert len(last.entries) < 10


def choose(evening: TypedEvening, entry: str) -> None:
    """Choose an entry of the menu for green."""
    evening.type(*["v no"] * len(to(entry, evening.state)), "v yes")


@pytest.mark.parametrize("earlier", [False, True])
def test_settings_chosen_in_this_match_or_an_earlier_one_survive_a_restart(
    tmp_path: Path, *, earlier: bool
) -> None:
    with Club(tmp_path) as club:
        evening = club.open(TypedEvening, Settings("", "jacquet", lang="en", match_to=1))
        evening.type("53")
        for entry in ("slower", "softer", "language", "verbosity"):
            choose(evening, entry)
        assert evening.said[-1] == "Complet, tout est dit."
        if earlier:
            evening.type(":award green")
            choose(evening, "new-game")
            evening.type("53")
        later = club.started_again(evening)
        choose(later, "verbosity")
        assert later.said[-1].startswith("Bref.")
        journal = shutil.copytree(evening.folder, tmp_path / "later") / JOURNAL
        with open_evening(replace(evening.settings, journal=str(journal)), resume=True) as again:
            speaker = again.table.words.speaker
            assert (speaker.rate, speaker.volume) == (150, 0.8)
