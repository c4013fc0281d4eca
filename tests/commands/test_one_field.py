"""An option is one field of the settings and one help text; everything else follows from them."""

import os
import re
import shutil
import tomllib
from pathlib import Path

import pytest

import companion
from companion.commands.arguments import read
from companion.commands.options import COMMANDS
from companion.settings import LANGUAGES
from companion.speech.toml_texts import help_texts
from tests.program import python
from tests.tables import table

FIELD = """    applause: Annotated[
        str,
        Option(commands=("play",), choices=("loud", "soft"), offered=("loud", "soft"), place=7),
    ] = "soft"
    quiet_ms: int = 250
"""
PAGE = """
from companion.commands.arguments import read
from companion.publishing.outlet import PublishSettings, decode_settings, encode_settings
from companion.settings import Settings
from tests.commands.commands_page import page
told = encode_settings(PublishSettings(Settings(applause="loud")))
kept = decode_settings(told).settings
print(kept.applause, Settings.of({"applause": "loud"}).applause, read(["play"]).applause)
print(page())
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A copy of the program with one more field, and the text of its help."""
    root = Path(companion.__file__).parent
    copy = tmp_path / "companion"
    shutil.copytree(root, copy, ignore=shutil.ignore_patterns("__pycache__"))
    settings = copy / "settings.py"
    source = settings.read_text(encoding="utf-8")
    assert source.count("    quiet_ms: int = 250\n") == 1
    settings.write_text(source.replace("    quiet_ms: int = 250\n", FIELD), encoding="utf-8")
    for lang, text in (("en", "how the others clap"), ("fr", "les applaudissements")):
        with (copy / f"speech/locale/{lang}/help.toml").open("a", encoding="utf-8") as texts:
            texts.write(f'applause = "{text}"\n')
    (tmp_path / "config" / "companion").mkdir(parents=True)
    return tmp_path


def run(place: Path, *words: str, given: str = "") -> str:
    """What the changed program prints for these words."""
    folders = {"XDG_CONFIG_HOME": str(place / "config"), "XDG_DATA_HOME": str(place / "data")}
    shared = str(Path(companion.__file__).parents[1])
    environment = {**os.environ, **folders, "PYTHONPATH": f"{place}{os.pathsep}{shared}"}
    done = python(*words, input=given, cwd=place, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_one_field_reaches_the_command_line_the_file_setup_the_docs_and_the_page(
    place: Path,
) -> None:
    run_companion = ("-m", "companion")
    told = run(place, *run_companion, "play", "--lang", "fr", "--help")
    assert "--applause, au choix loud, soft\u00a0: les applaudissements." in told

    file = place / "config" / "companion" / "settings.toml"
    file.write_text('applause = "soft"\n')
    given = "++\n" * 5 + "?\n++\n--\n++\n"
    told = run(place, *run_companion, "setup", "--voice", "print", "--lang", "en", given=given)
    assert "how the others clap. how the others clap, soft?" not in told
    assert "how the others clap, soft?\nhow the others clap, loud?\nSettings saved." in told
    assert tomllib.loads(file.read_text())["applause"] == "loud"
    told = run(place, "-c", PAGE)
    assert told.startswith("loud loud loud\n")
    assert "- `--applause`, one of `loud`, `soft`: how the others clap." in told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_command_and_option_has_a_help_text_in_every_language(lang: str) -> None:
    english, texts = (
        help_texts("en"),
        tomllib.loads(
            (Path(companion.__file__).parent / f"speech/locale/{lang}/help.toml").read_text("utf-8")
        ),
    )
    assert texts.keys() == english.keys()
    for name, text in texts.items():
        held = set(re.findall(r"{\w+}", text))
        assert held == set(re.findall(r"{\w+}", english[name])), name
    for command in COMMANDS:
        assert command.help_text(lang)
        assert all(option.help_text(lang, command.name) for option in command.options)


def test_no_help_text_is_left_over() -> None:
    used = {f"command-{command.name}" for command in COMMANDS}
    for command in COMMANDS:
        for option in command.options:
            own = f"{command.name}-{option.key}"
            used.add(own if own in help_texts("en") else option.key)
    others = {"about", "begin", "for-action"}
    found = {name for name in help_texts("en") if not name.startswith("help-")}
    assert found - others == used


@pytest.mark.parametrize(("words", "environment", "told"), table("commands/help-languages"))
def test_help_is_in_the_requested_language_or_the_systems(
    words: tuple[str, ...],
    environment: str,
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", environment)
    with pytest.raises(SystemExit):
        read(words)
    assert told in capsys.readouterr().out
