"""Optional libraries that are there and do not load: one sentence, the right exit code."""

import _ctypes
import os
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from companion.optional import LibraryError, install_command, is_there, load
from tests.program import DEVNULL, STDOUT, python
from tests.tables import table

LIBRARIES = (
    *("numpy", "bgsage", "miniaudio", "espeakng_loader", "prism", "pyttsx3", "paho"),
    *("starlette", "uvicorn", "jinja2", "sse_starlette", "matplotlib"),
)
SYSTEM = ("libbrlapi.so.0.8", "liblouis.so.20", "libespeak-ng.so.1", "libasound.so.2")
KINDS = {
    "missing library": "raise ImportError('libfoo.so: cannot open shared object file')",
    "other processor": "raise OSError(8, 'Exec format error')",
    "half installed": "import os\nos.nothing_here",
    "raises": "raise RuntimeError('half')",
    "empty": "",
}
COMMANDS = {
    name: (shlex.split(line), code) for name, line, code in table("commands/optional-libraries")
}


def broken(folder: Path, libraries: tuple[str, ...], code: str) -> dict[str, str]:
    """An environment in which these libraries are there and are no good."""
    for name in libraries:
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text(code)
    for name in SYSTEM:
        if "os." in code:  # a library of that name with nothing in it that is asked for
            shutil.copy(_ctypes.__file__, folder / name)
        else:
            (folder / name).write_text("no library")
    path = os.pathsep.join([str(folder), *sys.path])
    return {**os.environ, "PYTHONPATH": path, "LD_LIBRARY_PATH": str(folder)}


def run(folder: Path, environment: dict[str, str], *words: str) -> tuple[int, str]:
    streams = {"stdin": DEVNULL, "stderr": STDOUT}
    done = python("-m", "companion", *words, cwd=folder, env=environment, **streams)
    return done.returncode, done.stdout


def check(folder: Path, command: str, kind: str) -> None:
    words, code = COMMANDS[command]
    returned, written = run(folder, broken(folder, LIBRARIES, KINDS[kind]), *words)
    assert "Traceback" not in written
    assert "Exception ignored" not in written
    assert returned == code, written
    if code == 2:
        (line,) = written.splitlines()[-1:]
        assert line.startswith(f"companion {words[0]}: ")
        assert "pip install" in line


@pytest.mark.parametrize("command", ["doctor", "a voice", "hint", "a page", "demo"])
def test_no_command_crashes_on_a_library_that_does_not_load(tmp_path: Path, command: str) -> None:
    check(tmp_path, command, "half installed")


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("command", COMMANDS)
def test_any_error_of_a_library_is_one_sentence(tmp_path: Path, command: str, kind: str) -> None:
    check(tmp_path, command, kind)


@pytest.mark.parametrize(
    ("library", "command", "extra"),
    [
        ("bgsage", "another engine", "bgsage"),
        pytest.param("paho", "a club's table", "club", marks=pytest.mark.slow),
        pytest.param("uvicorn", "club", "club", marks=pytest.mark.slow),
    ],
)
def test_a_library_that_does_not_load_is_named_with_its_extra(
    tmp_path: Path, library: str, command: str, extra: str
) -> None:
    environment = broken(tmp_path, (library,), KINDS["other processor"])
    code, written = run(tmp_path, environment, *COMMANDS[command][0])
    assert code == 2
    assert "(Exec format error)" in written.replace("[Errno 8] ", "")
    assert written.rstrip().endswith(f".venv/bin/pip install --force-reinstall '.[{extra}]'")


def test_on_windows_the_command_is_one_of_its_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "name", "nt")
    assert install_command("web") == r'.venv\Scripts\pip install ".[web]"'


@pytest.mark.slow
def test_training_continues_without_matplotlib(tmp_path: Path) -> None:
    environment = broken(tmp_path, ("matplotlib",), KINDS["half installed"])
    code, written = run(tmp_path, environment, *COMMANDS["train"][0])
    assert code == 0, written
    assert "The weights are in" in written
    assert (tmp_path / "backgammon-3.npz").exists()


def test_the_next_voice_takes_over_from_one_that_does_not_load(tmp_path: Path) -> None:
    broken_one = ("prism", "miniaudio")
    environment = broken(tmp_path, broken_one, KINDS["half installed"])
    (tmp_path / "libespeak-ng.so.1").unlink()
    player = tmp_path / "aplay"
    player.write_text("#!/bin/sh\nexec cat > /dev/null\n")
    player.chmod(0o755)
    environment["PATH"] = f"{tmp_path}:/bin:/usr/bin"
    code, written = run(tmp_path, environment, "say", "", "--voice", "auto", "--no-sounds")
    assert "Voice espeak (espeakng-loader, aplay)." in written
    assert code == 0, written


def test_what_an_error_says_is_its_first_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "try:\n    raise OSError('libopenblas.so: no such file.\\nmore')\n"
    code += "except OSError as error:\n    raise ImportError('PLEASE READ THIS') from error\n"
    (tmp_path / "brittle.py").write_text(code)
    (tmp_path / "shell").mkdir()
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(LibraryError, match=r"does not load \(libopenblas.so: no such file\)"):
        load("brittle", "hints")
    with pytest.raises(
        LibraryError, match=r"is missing \(No module named 'never_was'\).*'\.\[hints\]'"
    ):
        load("never_was", "hints")
    with pytest.raises(LibraryError, match=r"does not load .*--force-reinstall"):
        load("shell.part", "hints")
    assert is_there("brittle")
    assert not is_there("never_was")
    assert not is_there("brittle.part")
