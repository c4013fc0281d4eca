"""`play --record`: what a board says is kept, and played again it gives the same evening."""

from pathlib import Path

import pytest

from companion.commands.play import Recording, RecordingError
from companion.commands.replay import Replay
from companion.link.messages import Closed, Searching
from companion.records.journal import Journal
from companion.referee.board_facts import Link
from companion.referee.facts import Fact, GameBegins, GameEnds
from companion.rules.games import BY_NAME
from companion.session.compose import complainer, open_evening
from companion.settings import Settings
from companion.sim.board import VirtualBoard
from companion.sim.hands import BoardHands, Layout
from companion.sim.plans import RandomPlanner
from companion.sim.players import Ears, Players
from companion.sim.server import BoardServer
from companion.sim.wires import any_wire
from companion.speech.catalogue import Sentence
from tests.flow.sitting import Sitting


class Listener(Ears):
    """Ears that remember."""

    def __init__(self) -> None:
        super().__init__(lambda: 0)
        self.heard: list[Fact] = []

    def hear(self, fact: Fact) -> None:
        self.heard.append(fact)
        super().hear(fact)


@pytest.mark.parametrize("game", ["backgammon", "jacquet"])
def test_a_recorded_evening_gives_the_same_facts(tmp_path: Path, game: str) -> None:
    from threading import Thread  # noqa: PLC0415 - here alone

    path = tmp_path / "evening.wire"
    ears = Listener()
    with BoardServer(VirtualBoard(), [any_wire()]) as server:
        settings = Settings(server.urls[0], game, voice="print")
        with (
            open_evening(settings, ears.hear) as evening,
            Recording(str(path), complainer("en")) as kept,
        ):
            evening.table.on_bytes = kept.write
            hands = BoardHands(
                server.act,
                lambda ms: server.act(lambda board: board.advance(ms)),
                Layout(BY_NAME[game]),
            )
            players = Players(settings.rules(), hands, ears, RandomPlanner(4, longest=6))

            def play() -> None:
                try:
                    players.play()
                finally:
                    evening.stop()

            thread = Thread(target=play)
            thread.start()
            evening.run()
            ears.close()
            thread.join()
    replay = Replay(words=False)
    assert not replay.play(path, settings).faults
    told, again = (
        [fact for fact in facts if not isinstance(fact, Link)]
        for facts in (ears.heard, replay.made)
    )
    begins = next(n for n, fact in enumerate(told) if isinstance(fact, GameBegins))
    assert any(isinstance(fact, GameEnds) for fact in told)
    assert [type(fact) for fact in again][-len(told[begins:]) :] == [
        type(fact) for fact in told[begins:]
    ]


@pytest.mark.parametrize("wait", [0, 1500])
def test_a_pulled_plug_is_in_the_record_as_announced(tmp_path: Path, wait: int) -> None:
    path = tmp_path / "evening.journal"
    with Journal.open(path) as journal:
        settings = Settings("memory")
        journal.begin_match(settings.saved())
        sitting = Sitting(settings, journal=journal)
        sitting.wait(wait)
        sitting.evening.table.take(Closed("The cable is out.", "gone"))
        sitting.evening.table.take(Searching("No board is there.", "no-board"))
        sitting.plug()
        sitting.wait(1500)
    outcome = Replay(words=False).play(path, settings)
    assert outcome.fine, outcome
    links = [each.fact for each in sitting.told if isinstance(each.fact, Link)]
    assert tuple(link.why for link in links if link.why) == ("gone", "no-board")
    assert [link for link in replayed(path, settings) if link.why] == [
        link for link in links if link.why
    ]


def replayed(path: Path, settings: Settings) -> list[Link]:
    replay = Replay(words=False)
    replay.play(path, settings)
    return [fact for fact in replay.made if isinstance(fact, Link)]


def test_an_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "old"
    path.write_text("kept")
    with pytest.raises(RecordingError, match="Name a new file"):
        Recording(str(path), complainer("en"))
    assert path.read_text() == "kept"
    with pytest.raises(RecordingError, match="cannot be written"):
        Recording(str(tmp_path / "no folder" / "x"), complainer("en"))


def test_a_full_disk_is_announced_once_and_the_evening_continues(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    told: list[Sentence] = []
    full = Path("/dev/full").open("wb", buffering=0)  # noqa: SIM115 - the recording closes it
    with monkeypatch.context() as opening:
        opening.setattr(Path, "open", lambda *_given, **_more: full)
        recording = Recording("evening.wire", told.append)
    recording.write(b"a")
    recording.write(b"b")
    (sentence,) = told
    assert str(sentence).startswith("The recording evening.wire cannot be continued: No space")
