"""The command line: exit codes, one clear line for bad input, and orderly ends."""

import errno
import io
import json
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from companion import __version__
from companion.commands.main import main
from companion.commands.options import COMMANDS, CommandOptions
from companion.records.journal import Journal
from companion.referee.facts import Opening
from companion.referee.referee import Referee
from companion.referee.state import State, TurnState
from companion.rules import Player, game_names
from companion.settings import Settings
from tests.program import DEVNULL, PIPE, Program, python, run
from tests.tables import table

CORPUS = Path(__file__).parents[1] / "data" / "corpus"


def started(*arguments: str, stdin: int | None = None) -> Program:
    """Start the program without waiting for it."""
    return Program(*arguments, stdin=stdin, stdout=PIPE, stderr=PIPE)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.strip() == __version__


@pytest.mark.parametrize(("line", "told"), table("commands/bad-words"))
def test_wrong_arguments_give_one_line(
    line: str, told: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """What is spoken too is in `test_refusals.py`. FOLDER is one where nothing was before."""
    words = shlex.split(line.replace("FOLDER", str(tmp_path)))
    try:
        assert main(words) == 2
    except SystemExit as ended:  # as argparse ends
        assert ended.code == 2  # noqa: PT017 - it is not always raised
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("companion")
    assert len(err.splitlines()) == 1
    assert told in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("game", game_names())
def test_simulate_serves_a_board_until_a_signal(game: str) -> None:
    with Program("simulate", "--game", game, "--listen", "0", stdin=PIPE, stdout=PIPE) as board:
        assert board.line().startswith("The board is at socket://127.0.0.1:")
        for order, answer in (
            ("throw V 6", "ok"),
            ("dance", "Unknown: dance"),
            ("move V8 Q9", "There is no place 'Q9'"),
            ("throw X 6", "'X'"),
            ("throw V", "throw does not take 1"),
        ):
            board.type(order)
            assert answer in board.line()
        board.type("quit")
        assert board.wait(timeout=10) == 0


def test_simulate_without_a_keyboard_ends_on_sigterm() -> None:
    with Program("simulate", stdin=DEVNULL, stdout=PIPE) as board:
        assert board.line().startswith("The board is at ")
        time.sleep(0.2)
        assert board.poll() is None
        board.terminate()
        assert board.wait(timeout=10) == 0


def begun_state(settings: Settings) -> State:
    return replace(Referee(settings.rules(), settings.match()).state, turn=TurnState(number=1))


def test_another_game_does_not_resume_an_unfinished_match(tmp_path: Path) -> None:
    path = tmp_path / "evening.journal"
    with Journal.open(path) as journal:
        saved: dict[str, object] = {"game": "jacquet", "options": [], "match_to": None}
        journal.begin_match(saved)
        journal.record(0.0, [Opening(3, 1, Player.V)], begun_state(Settings("", "jacquet")))
    done = run("demo", "--fast", "--journal", str(path))
    assert done.returncode == 2
    assert "jacquet" in done.stderr


def test_a_match_may_be_resumed_with_a_braille_display(tmp_path: Path) -> None:
    path = tmp_path / "evening.journal"
    with Journal.open(path) as journal:
        settings = Settings("")
        journal.begin_match(settings.saved())
        journal.record(0.0, [Opening(3, 1, Player.V)], begun_state(settings))
    words = ("--journal", str(path), "--port", "socket://127.0.0.1:9", "--voice", "print")
    with started("journal", "resume", *words, "--braille", "both") as resumed:
        resumed.line()
        resumed.terminate()
        _, told = resumed.communicate(timeout=60)
    assert resumed.returncode == 0
    assert "display" in told


def test_a_closed_pipe_is_no_error() -> None:
    with started("demo", "--fast", "--voice", "print") as demo:
        demo.line()
        assert demo.stdout is not None
        assert demo.stderr is not None
        demo.stdout.close()
        assert "Traceback" not in demo.stderr.read()
        assert demo.wait(timeout=60) == 0


def test_an_answer_into_a_closed_pipe_ends_quietly() -> None:
    start = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "wb") as left:  # noqa: PTH123 - a descriptor
        done = run("legal", "--position", start, "--turn", "V", "--dice", "3,1", stdout=left)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_hint_without_a_legal_play_says_so() -> None:
    blocked = "VB=1v V1=14v N7=5n N8=2n N9=2n N10=2n N11=2n N12=2n"
    turn = ("--position", blocked, "--turn", "V", "--dice", "6,5")
    assert run("hint", *turn, "--lang", "en").stdout.split(maxsplit=1)[1] == "No move.\n"


@pytest.mark.parametrize("verb", ["legal", "hint"])
def test_a_stream_of_requests_ends_in_order_on_a_signal(verb: str) -> None:
    with started(verb, "--jsonl", stdin=subprocess.PIPE) as answering:
        answering.type("{}")
        assert "error" in answering.line()
        answering.terminate()
        assert answering.communicate(timeout=10) == ("", "")
        assert answering.returncode == 0


def test_a_single_request_is_answered_at_once() -> None:
    with started("legal", "--jsonl", stdin=subprocess.PIPE) as answering:
        assert answering.stdin is not None
        answering.stdin.write('1\n2\n{"game":')
        answering.stdin.flush()
        for number in (1, 2):
            assert answering.line() == f'{{"error": "A request is an object, not {number}."}}\n'
        told, _ = answering.communicate(' "chess"}', timeout=10)
        assert "chess" in told
        assert answering.returncode == 0


def test_requests_may_be_longer_than_one_block(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("companion.commands.queries.BLOCK", 5)
    text = b'"0123456789"\n\n  \n"\n"\r[1]\n7'
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert main(["legal", "--jsonl"]) == 0
    told = [json.loads(line)["error"] for line in capsys.readouterr().out.splitlines()]
    assert told[0] == 'A request is an object, not "0123456789".'
    assert [error.split(";")[0] for error in told[1:3]] == ["The line is not JSON"] * 2
    assert told[3:] == ["A request is an object, not 7."]


@pytest.mark.parametrize(
    ("at_most", "gone"), [(-1.0, [b"1\n", b"1\n2\n"]), (float("inf"), [b"", b""])]
)
def test_an_answer_does_not_wait_long_for_later_requests(
    at_most: float, gone: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    reader, seen = io.BytesIO(), []

    def answers() -> Iterator[str]:
        for answer in ("1", "2"):
            yield answer
            seen.append(reader.getvalue())

    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(reader))
    monkeypatch.setattr("companion.commands.queries.FLUSH_SECONDS", at_most)
    monkeypatch.setattr("companion.commands.queries.run_jsonl", lambda *_: answers())
    assert main(["legal", "--jsonl"]) == 0
    assert seen == gone
    assert reader.getvalue() == b"1\n2\n"


@pytest.mark.parametrize("speed", [[], ["--fast"]])
def test_a_demonstration_of_a_match_ends_in_order_on_a_signal(speed: list[str]) -> None:
    mat = str(CORPUS / "match1501137.mat")
    with started("demo", "--voice", "print", "--mat", mat, *speed) as demo:
        demo.line()
        demo.terminate()
        told, complaints = demo.communicate(timeout=10)
        assert (demo.returncode, complaints) == (0, "")
        assert "wins the game" not in told


def test_an_answer_onto_a_full_disk_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(_: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("companion.commands.queries.run_legal", full)
    assert main(["legal"]) == 2
    assert capsys.readouterr().err == (
        "companion legal: The output cannot be used: No space left on device.\n"
    )


@pytest.mark.skipif(sys.platform == "win32", reason="the shell's words for it are POSIX")
@pytest.mark.parametrize(
    ("closed", "arguments", "code", "told"),
    [
        (">&-", ["judge", "--jsonl"], 0, ""),
        ("<&-", ["legal", "--jsonl"], 0, ""),
        (">&-", ["legal", "--dice", "x"], 2, "is not two dice"),
        ("<&- >&- 2>&-", ["dance"], 2, ""),
    ],
)
def test_a_closed_stream_is_no_error(
    closed: str, arguments: list[str], code: int, told: str
) -> None:
    command = ["/bin/sh", "-c", f'exec "$@" {closed}', "-", sys.executable, "-m", "companion"]
    done = subprocess.run(  # noqa: S603 - our own program
        [*command, *arguments],
        input='{"game": "chess"}\n',
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (code, "")
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_a_character_unknown_to_the_terminal_does_not_lose_the_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    start = "V12=14n1N N12=14v1V"
    turn = ["--game", "jacquet", "--position", start, "--turn", "V", "--dice", "6,3"]
    done = run("judge", *turn, "--end", start, "--lang", "fr")
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("Il reste le 6 et le 3 ? jouer.")


def test_events_on_standard_output_are_the_only_output_there() -> None:
    done = run("demo", "--fast", "--turns", "2", "--voice", "print", "--events", "-")
    assert done.returncode == 0
    events = [json.loads(line) for line in done.stdout.splitlines()]
    spoken = [event["text"] for event in events if event["event"] == "say"]
    assert spoken
    assert set(spoken) <= set(done.stderr.splitlines())


def test_the_help_names_every_command() -> None:
    done = run("--help")
    assert done.returncode == 0
    for said in ("talking referee", "\ndemo: ", "\ndoctor: ", "\nsetup: ", "type companion alone"):
        assert said in done.stdout


def test_a_match_to_one_point_has_no_crawford_game() -> None:
    done = run("demo", "--fast", "--turns", "2", "--match", "1", "--voice", "print", "--lang", "en")
    assert done.returncode == 0
    assert "One point match." in done.stdout
    assert "Crawford" not in done.stdout


DEMO = ("demo", "--fast", "--turns", "2", "--voice", "print", "--lang", "en")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk that is always full")
@pytest.mark.parametrize(
    ("arguments", "unbuffered"),
    [
        (DEMO, ""),
        (("say", "--voice", "print", "one"), "1"),
        (("--version",), ""),
        (("play", "--help"), "1"),
    ],
)
def test_a_failed_write_is_one_sentence_and_no_success(
    arguments: tuple[str, ...], unbuffered: str
) -> None:
    with Path("/dev/full").open("w") as full:
        environment = os.environ | {"PYTHONUNBUFFERED": unbuffered}
        ended = python("-m", "companion", *arguments, stdout=full, env=environment)
    command = "" if arguments[0].startswith("--") or "--help" in arguments else f" {arguments[0]}"
    told = f"companion{command}: The output cannot be used: No space left on device.\n"
    assert (ended.returncode, ended.stderr) == (2, told)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk that is always full")
def test_a_demo_whose_events_are_lost_is_no_success() -> None:
    ended = run(*DEMO, "--events", "/dev/full")
    assert ended.returncode == 1
    assert ended.stderr.count("No space left on device") == 1


@pytest.mark.parametrize("command", ["legal", "judge", "hint"])
def test_requests_into_a_closed_pipe_end_quietly(command: str) -> None:
    closed = subprocess.Popen(  # noqa: S603 - our own program
        ["sh", "-c", f"{sys.executable} -m companion {command} --jsonl >&-"],  # noqa: S607
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with closed:
        assert closed.wait(timeout=30) == 0  # though more requests may come
        assert closed.stderr is not None
        assert closed.stderr.read() == b""


def test_errors_have_no_words_of_python() -> None:
    lines = [
        f'{{"dice":[{"9" * 5000},1]}}',
        "9" * 5000,
        "[1,",
        '"\\ud8',
        "\ufeff{}",
        '{"game":NaN}',
        "[" * 100_000,
        *("[" * deep + "]" * deep for deep in range(900, 1000, 5)),
        "7",
    ]
    ended = run("judge", "--jsonl", given="\n".join(lines))
    assert (ended.returncode, ended.stderr) == (0, "")
    told = [json.loads(line)["error"] for line in ended.stdout.splitlines()]
    assert len(told) == len(lines)
    assert told[:7] == [
        *["The line holds a number that is too long."] * 2,
        "The line is not JSON; sign 5 is wrong.",
        "The line is not JSON; sign 3 is wrong.",
        "The line begins with a byte order mark. Leave it out.",
        "The line is not JSON: NaN is no number.",
        "The line is nested too deeply.",
    ]
    for word in ("4300", "limit", "recursion", "delimiter", "decode", "Expecting"):
        assert word not in ended.stdout


def test_after_two_hyphens_everything_is_an_argument() -> None:
    ended = run("say", "--voice", "print", "--", "--x=--")
    assert ended.stdout == "--x=--\n"


def test_training_without_numpy_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert main(["train", "--game", "jacquet", "--folder", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith("companion train: Training needs")


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_command_has_its_function(command: CommandOptions) -> None:
    module, _, function = command.run.partition(":")
    assert callable(getattr(import_module(f"companion.commands.{module}"), function))
