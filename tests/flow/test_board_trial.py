"""`companion board trial` as a process, at a board that shares no code with it."""

import signal
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from tests.flow.wire_board import WireBoard, wait_for
from tests.program import DEVNULL, STDOUT, Program

YES, NO = 5, 6
PATIENCE = 60.0


@pytest.fixture
def board() -> Iterator[WireBoard]:
    board = WireBoard()
    yield board
    board.close()


class Trial:
    """The command at a board, and what it says, in a file because a pipe could be full."""

    def __init__(self, board: WireBoard, folder: Path, lang: str = "en") -> None:
        self.board = board
        self.report = folder / "report.txt"
        self._heard = folder.parent / "heard.txt" if not folder.exists() else folder / "heard.txt"
        with self._heard.open("w") as heard:
            self.process = Program(
                *("board", "trial", "--port", board.url, "--voice", "print", "--lang", lang),
                *("--report", str(self.report)),
                stdin=DEVNULL,
                stdout=heard,
                stderr=STDOUT,
            )

    @property
    def heard(self) -> list[str]:
        return self._heard.read_text(encoding="utf-8").splitlines()

    def waits_for(self, words: str, times: int = 1) -> None:
        def is_heard() -> bool:
            return sum(words in line for line in self.heard) >= times

        wait_for(is_heard, lambda: f"{words}: {self.heard[-4:]}")

    def begins(self, words: str = "Put one piece on the tile.") -> None:
        """Show the first piece once the trial asks for it."""
        self.board.wait_peer()
        self.board.say(50)
        self.waits_for(words)
        self.stand("V1=1v")
        self.stand("")

    def stand(self, position: str) -> None:
        self.board.zones = position.replace("=", ":")
        self.board.say(600)
        self.board.say(400)

    def places(self, times: int) -> None:
        for _ in range(times):
            self.stand("V1=1v")
            self.stand("")

    def stacks(self, times: int) -> None:
        for _ in range(times):
            for high in range(1, 6):
                self.stand(f"V1={high}v")
            self.board.say(3000)
            self.stand("")

    def drops(self, faces: str) -> None:
        self.stand("")
        for face in faces:
            for shown in (f"{face}-", "--"):
                self.board.dice[0] = shown
                self.stand("")

    def ended(self) -> tuple[int, list[str]]:
        """Return the exit code and the lines of the report."""
        code = self.process.wait(timeout=PATIENCE)
        return code, self.report.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(
    ("lang", "first", "last"),
    [
        (
            "en",
            "Put one piece on the tile.",
            [
                "The part with dry fingers has passed.",
                "The part with greasy fingers has failed, with too many errors.",
                "The part with stacks has passed.",
                "The part with the die has passed.",
                "Find out whether it is always the same piece or the same seat.",
            ],
        ),
        (
            "fr",
            "Posez un pion sur la plaque.",
            [
                "L'essai aux doigts secs est réussi.",
                "L'essai aux doigts gras a échoué, avec trop d'erreurs.",
                "L'essai des piles est réussi.",
                "L'essai du dé est réussi.",
                "Cherchez si c'est toujours le même pion ou la même place.",
            ],
        ),
    ],
)
def test_a_whole_trial_is_guided_and_reported(
    board: WireBoard, tmp_path: Path, lang: str, first: str, last: list[str]
) -> None:
    trial = Trial(board, tmp_path, lang)
    trial.begins(first)
    trial.places(300)
    board.press(0, YES)
    trial.places(99)
    trial.stacks(20)
    trial.drops("123456" * 8 + "1c")
    code, lines = trial.ended()
    assert code == 1
    assert [found for line in trial.heard for found in last if line.startswith(found)] == last
    assert lines == [
        "Trial of a sensing board, version 1",
        f"date: {datetime.now().astimezone():%Y-%m-%d}",
        "board: test-board, firmware 0.1",
        "point: V1",
        "course: complete",
        "dry: 300 of 300, 0 misread, 0 missed, errors 0.00%, upper bound 0.99%, limit 1, passed",
        (
            "greasy: 100 of 100, 0 misread, 1 missed, errors 1.00%, upper bound 4.66%, limit 0,"
            " failed by pieces that were not read"
        ),
        "stacks: 100 of 100, 0 misread, 0 missed, errors 0.00%, upper bound 2.95%, limit 1, passed",
        "drops: 50 of 50, 1 misread, 0 missed, errors 2.00%, upper bound 9.14%, limit 2, passed",
        "placements: 500, 1 with an error, errors 0.20%, upper bound 0.95%",
        (
            "target: 0.03% of the readings of a piece. A trial cannot prove it: that takes 9985"
            " placements without an error. It can only show boards that are far from it."
        ),
        f"wire: {board.seq} states, 0 lost, 0 unreadable lines, 1 starts, 0 breaks",
        "faults: none",
        "verdict: not passed",
    ]


def test_a_signal_ends_the_trial_with_a_report(board: WireBoard, tmp_path: Path) -> None:
    trial = Trial(board, tmp_path)
    trial.begins()
    trial.places(1)
    trial.waits_for("1.")
    trial.process.send_signal(signal.SIGTERM)
    code, lines = trial.ended()
    assert code == 0
    assert lines[5].startswith("dry: 1 of 300")


def test_after_unplugging_noise_and_a_restart_the_trial_continues_with_an_empty_board(
    board: WireBoard, tmp_path: Path
) -> None:
    trial = Trial(board, tmp_path)
    trial.begins()
    trial.places(3)
    trial.stand("V1=1v")
    trial.waits_for("4.")
    board.nonce = "n2"
    board.hang_up()
    trial.waits_for("Take everything away, then go on.")
    board.wait_peer()
    board.raw(b"\x00\xff$S,garbage*00000000\n$S,1,2,V1:9v,--/--:0.0,,*DEADBEEF\n")
    trial.stand("")
    trial.places(1)
    trial.waits_for("5.")
    board.nonce = "n3"
    board.send(board.hello())
    trial.waits_for("Take everything away, then go on.", times=2)
    board.say(50)
    board.press(0, NO)
    code, lines = trial.ended()
    assert (code, lines[4]) == (1, "course: stopped")
    assert lines[5].startswith("dry: 5 of 300, 0 misread, 0 missed")
    assert lines[5].endswith(" not finished")
    assert "The part with the die has not been finished." in trial.heard
    assert lines[-3].endswith("3 starts, 1 breaks")


def test_a_report_is_never_overwritten(board: WireBoard, tmp_path: Path) -> None:
    (tmp_path / "report.txt").write_text("kept\n")
    trial = Trial(board, tmp_path)
    code, lines = trial.ended()
    assert code == 2
    assert lines == ["kept"]
    assert trial.heard == [
        f"companion board: {tmp_path}/report.txt already exists. Name another file."
    ]


def test_a_trial_without_a_piece_leaves_no_report(board: WireBoard, tmp_path: Path) -> None:
    trial = Trial(board, tmp_path)
    board.wait_peer()
    board.say(50)
    trial.waits_for("Put one piece on the tile.")
    board.press(0, NO)
    assert trial.process.wait(timeout=PATIENCE) == 1
    assert not trial.report.exists()


def test_a_report_that_cannot_be_written_is_refused_at_once(
    board: WireBoard, tmp_path: Path
) -> None:
    trial = Trial(board, tmp_path / "none")
    assert trial.process.wait(timeout=PATIENCE) == 2
    assert trial.heard == [
        f"companion board: {trial.report} cannot be written: No such file or directory."
    ]
