"""An evening goes on when its program is removed, or replaced by another version."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import companion
from tests.program import python


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the program."""
    copy = tmp_path / "site" / "companion"
    unused = shutil.ignore_patterns("*.po", "weights", "__pycache__")
    shutil.copytree(Path(companion.__file__).parent, copy, ignore=unused)
    return copy


def test_errors_of_the_system_are_translated_after_the_program_was_removed(package: Path) -> None:
    program = f"""if 1:
        import shutil
        from companion.speech.catalogue import load_messages
        from companion.speech.toml_texts import in_language
        load_messages()
        shutil.rmtree({str(package)!r})
        print(in_language("Is a directory", "fr"))
    """
    ended = python("-c", program, cwd=package.parent)
    assert ended.stdout == "c'est un dossier\n", ended.stderr


def test_an_evening_ends_in_order_after_the_program_was_removed(
    package: Path, tmp_path: Path
) -> None:
    words = "play --board typed --game backgammon --voice print --lang fr --journal evenings"
    evening = subprocess.Popen(  # noqa: S603 - this program
        [sys.executable, "-m", "companion", *words.split()],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(package.parent), "PYTHONIOENCODING": "utf-8"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    assert evening.stdin is not None
    assert evening.stdout is not None
    assert evening.stdout.readline().startswith("Nouvelle partie")
    shutil.rmtree(package)
    said, _ = evening.communicate("31\n*\n8/5 6/4\n*\n...\n+\n+\n?\n-\n----\n", timeout=60)
    assert "Pas de conseil" in said
    assert said.endswith("Au revoir. La partie est enregistrée.\n")
    assert evening.returncode == 0
