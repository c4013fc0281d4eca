"""The user's settings: defaults for `play`, the command line wins, what is wrong is passed over."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.commands import arguments, first_start, setting_file
from companion.settings import Settings, Sound

PLAY = ["play", "--board", "typed"]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "companion" / "settings.toml"
    monkeypatch.setattr(setting_file, "place", lambda: path)
    path.parent.mkdir()
    return path


def test_the_file_gives_defaults_and_the_command_line_wins(place: Path) -> None:
    place.write_text(
        'lang = "fr"\nrate = 200\nno-sounds = true\ngame = "backgammon"\noption = ["no-cube"]\n'
    )
    read = arguments.read(["play", "--game", "jacquet"])
    assert (read.lang, read.rate, read.no_sounds, read.left_out) == ("fr", 200, True, [])
    assert read.option == []  # rules belong to a game, and another was asked for
    assert arguments.read(["play", "--option", "beavers"]).option == ["beavers"]
    assert arguments.read(["play", "--game", "backgammon"]).option == ["no-cube"]
    read = arguments.read(["play", "--lang", "en"])
    assert (read.lang, read.rate, read.option) == ("en", 200, ["no-cube"])
    assert arguments.read(["setup"]).rate == 200
    assert arguments.read(["demo"]).lang is None


@pytest.mark.parametrize("entry", ["match = 5", 'option = ["no-cube"]', "clock = 15"])
def test_what_belongs_to_a_game_is_left_out_where_none_is_set(place: Path, entry: str) -> None:
    place.write_text(f'{entry}\nlang = "fr"\n')
    read = arguments.read([])
    assert [left.name for left in read.left_out] == [entry.split(maxsplit=1)[0]]
    assert (read.match, read.option, read.clock, read.lang) == (None, [], 0, "fr")
    assert arguments.read(["play", "--game", "backgammon"]).left_out == []
    assert arguments.read(["play", "--exercise", "bear-off"]).left_out == []


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ('port = "/dev/ttyUSB9"', ["--board", "typed"], {"port": "auto", "board": "typed"}),
        ('board = "typed"', ["--port", "/dev/ttyUSB9"], {"board": "serial"}),
        ('mode = "practice"\nopponent = "N"', ["--mode", "club"], {"opponent": "", "mode": "club"}),
        # Where nothing clashes, all of it counts, in any order.
        ('opponent = "N"\nmode = "practice"', [], {"opponent": "N", "mode": "practice"}),
        ('web = true\nboard = "typed"\nkeypads = true', [], {"keypads": "green-first"}),
        ("web = false", [], {"web": ""}),
    ],
)
def test_the_command_line_counts_before_what_clashes_with_it(
    place: Path, text: str, words: list[str], expected: dict[str, object]
) -> None:
    place.write_text(f'{text}\nlang = "fr"\n')
    read = arguments.read(["play", *words])
    assert {name: getattr(read, name) for name in expected} == expected
    assert (read.lang, read.left_out) == ("fr", [])


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('words = "nofile"', "words"),
        ('players = "A"\nweb = true', "players"),
        ('opponent = "N"', "opponent"),
        ('game = "backgammon"\noption = ["nix"]', "option"),
        ('game = "backgammon"\nmatch = 4000', "match"),
        ('journal = "/no/such/folder/x.db"', "journal"),
        ('web = "127.0.0.1:99999"', "web"),
    ],
)
def test_a_setting_that_cannot_be_followed_is_named_and_the_rest_counts(
    place: Path, text: str, name: str
) -> None:
    place.write_text(f'{text}\nlang = "fr"\n')
    read = arguments.read(PLAY)
    assert [left.name for left in read.left_out] == [name]
    assert read.lang == "fr"


def test_companion_alone_is_play(place: Path) -> None:
    place.write_text('board = "typed"\n')
    read = arguments.read([])
    assert (read.command, read.alone, read.board, read.board_known) == ("play", True, "typed", True)
    place.unlink()
    assert not arguments.read([]).board_known


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('lang = "xx"', "lang"),
        ("rate = 9999", "words a minute"),
        ("volume = 7", "from 0 to 1"),
        ("rate = true", "a word or a number"),
        ("no-sounds = 1", "true or false"),
        ("bogus = 1", "no such option"),
        ("lang = [1]", "a word or a number"),
        ("lang = {a = 1}", "a word or a number"),
        ('journal = ""', "needs a value"),
        ('clock = "soon"', "minutes"),
        ('player-v = "lang=xx"', "setting of a player"),
    ],
)
def test_one_wrong_entry_is_named_and_the_rest_counts(place: Path, text: str, told: str) -> None:
    place.write_text(f'{text}\nverbosity = "brief"\n')
    read = arguments.read(PLAY)
    assert read.verbosity == "brief"
    assert len(read.left_out) == 1
    assert told in read.left_out[0].sentence


@pytest.mark.parametrize(
    "data",
    [b"\x00\xff", b"lang = ", b"a" * 200_000, b"[" * 5000, b"lang = 'fr'\nlang = 'en'"],
)
def test_a_broken_file_is_told_in_a_sentence_and_left_as_it_is(place: Path, data: bytes) -> None:
    place.write_bytes(data)
    read = arguments.read(PLAY)
    assert read.lang is None
    assert len(read.left_out) == 1
    assert read.left_out[0].name == ""
    assert "\n" not in read.left_out[0].sentence
    assert place.read_bytes() == data


def test_a_folder_in_its_place_is_passed_over(place: Path) -> None:
    place.mkdir()
    assert len(arguments.read(PLAY).left_out) == 1


def test_settings_are_written_whole_and_keep_what_else_is_there(place: Path) -> None:
    place.write_text('opponent = "N"\nmode = "practice"\nlang = "en"\n')
    setting_file.write(place, {"lang": "fr", "rate": 200, "option": ["no-cube"], "no-sounds": True})
    read = arguments.read(PLAY)
    assert (read.lang, read.rate, read.opponent, read.no_sounds) == ("fr", 200, "N", True)
    assert list(place.parent.iterdir()) == [place]


def test_settings_that_cannot_be_written_change_nothing(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place.write_text('lang = "en"\n')

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        setting_file.write(place, {"lang": "fr"})
    assert place.read_text() == 'lang = "en"\n'
    assert list(place.parent.iterdir()) == [place]


def asked(tmp_path: Path, given: str) -> tuple[bool, str]:
    """What `setup` answers to these lines, and the file that it wrote."""
    lines = tmp_path / "lines"
    lines.write_text(given)
    path = tmp_path / "config" / "settings.toml"
    with lines.open("rb") as file:
        done = first_start.run_setup(Settings("", voice="print"), path, file.fileno())
    return done, path.read_text() if path.exists() else ""


def test_setup_asks_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done, text = asked(tmp_path, "--\n++\nprint\n200\nwhat\n--\n++\n++\ntyped\n")
    assert done
    assert text == (
        'lang = "fr"\nvoice = "print"\nrate = 200\nverbosity = "brief"\nnotation = "own"\n'
        'board = "typed"\n'
    )
    said = capsys.readouterr().out
    assert "Français ?" in said
    assert "Réglages enregistrés." in said


def test_setup_that_is_broken_off_writes_nothing(tmp_path: Path) -> None:
    assert asked(tmp_path, "++\n++\n") == (False, "")


@pytest.mark.parametrize("line", ["quit", "fin", "----"])
def test_setup_is_left_by_a_word_and_by_keys(
    tmp_path: Path, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked(tmp_path, f"++\n{line}\n") == (False, "")
    assert capsys.readouterr().out.endswith("Settings as they were.\n")


def test_setup_offers_first_what_is_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = Settings(
        "", lang="fr", voice="print", sound=Sound(rate=250), verbosity="full", board="typed"
    )
    lines = tmp_path / "lines"
    lines.write_text("++\n" * len(first_start.CHOICES))
    path = tmp_path / "settings.toml"
    with lines.open("rb") as file:
        assert first_start.run_setup(kept, path, file.fileno())
    assert path.read_text() == (
        'lang = "fr"\nvoice = "print"\nrate = 250\nverbosity = "full"\nnotation = "own"\n'
        'board = "typed"\n'
    )
    assert "English?" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rate = 5", "Setting rate not valid, ignored."),
        ("match = 5", "Setting match not valid, ignored."),
        ("no-sounds = 3", "Setting no sounds not valid, ignored."),
        ("bogus = 3", "Unknown setting, ignored."),
        ("[", "Settings file damaged, ignored."),
    ],
)
def test_what_is_left_out_is_heard_and_the_evening_goes_on(
    tmp_path: Path, text: str, said: str
) -> None:
    folders = {"XDG_CONFIG_HOME": str(tmp_path / "c"), "XDG_DATA_HOME": str(tmp_path / "d")}
    place = tmp_path / "c" / "companion" / "settings.toml"
    place.parent.mkdir(parents=True)
    place.write_text(text)
    done = subprocess.run(
        [sys.executable, "-m", "companion", "play", "--board", "typed", "--voice", "print"],
        input="++\n++\n++\n63\nquit\n",
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, **folders, "LANG": "en", "LC_ALL": "en"},
        check=False,
    )
    assert done.returncode == 0
    assert said in done.stdout
    assert "Green begins with 6 and 3." in done.stdout
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("line", ["quit", "----", "fin"])
def test_companion_alone_is_left_at_its_first_question(tmp_path: Path, line: str) -> None:
    folders = {"XDG_CONFIG_HOME": str(tmp_path / "c"), "XDG_DATA_HOME": str(tmp_path / "d")}
    done = subprocess.run(
        [sys.executable, "-m", "companion"],
        input=f"{line}\n",
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, **folders, "LANG": "en", "LC_ALL": "en"},
        check=False,
    )
    assert done.returncode == 0
    assert done.stdout.count("No board found.") == 1
    assert "New game" not in done.stdout


def test_companion_alone_offers_the_typed_table(tmp_path: Path) -> None:
    """From the first start to the first throw, with no board and nothing set."""
    folders = {"XDG_CONFIG_HOME": str(tmp_path / "c"), "XDG_DATA_HOME": str(tmp_path / "d")}
    done = subprocess.run(
        [sys.executable, "-m", "companion"],
        input="what\n++\n++\n++\n++\n63\nquit\n",
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, **folders, "LANG": "en", "LC_ALL": "en"},
        check=False,
    )
    assert done.returncode == 0
    assert "No board found." in done.stdout
    assert "Green begins with 6 and 3." in done.stdout
    assert (tmp_path / "d" / "companion" / "evenings.db").exists()
    assert "Traceback" not in done.stderr
