"""The settings file has the defaults of `play`; the command line wins; wrong values are ignored."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.commands import arguments, first_start, setting_file
from companion.options import system_language
from companion.settings import Settings, Sound
from companion.speech import queue
from companion.speech.catalogue import Catalogue
from tests.program import run
from tests.speech.messages import english
from tests.tables import table

PLAY = ["play", "--board", "typed"]
PRESENT = Settings("", voice="print")


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
    assert arguments.read(["demo"]).lang == system_language()


@pytest.mark.parametrize(
    ("line", "alone"),
    [
        ("", True),
        ("--voice print", True),
        ("--lang en --voice=print", True),
        ("--voice print --lang en", True),
        ("play --voice print", False),
        ("--lang en play", False),
    ],
)
@pytest.mark.usefixtures("place")
def test_options_without_a_command_are_those_of_play_after_the_start_menu(
    line: str, *, alone: bool
) -> None:
    read = arguments.read(line.split())
    assert (read.command, read.alone) == ("play", alone)
    assert read.voice == ("print" if "print" in line else "auto")


@pytest.mark.parametrize(("text", "words", "expected", "ignored"), table("commands/settings-files"))
def test_what_a_file_and_the_command_line_set_and_what_is_ignored(
    place: Path,
    text: str,
    words: tuple[str, ...],
    expected: dict[str, object],
    ignored: tuple[str, ...],
) -> None:
    place.write_text(f'{text}\nlang = "fr"\n')
    read = arguments.read(["play", *words])
    found = {name: getattr(read, name) for name in expected}
    assert {name: tuple(v) if isinstance(v, list) else v for name, v in found.items()} == expected
    assert (read.lang, tuple(left.name for left in read.left_out)) == ("fr", ignored)


def test_companion_without_arguments_is_play(place: Path) -> None:
    place.write_text('board = "typed"\n')
    read = arguments.read([])
    assert (read.command, read.alone, read.board, read.board_known) == ("play", True, "typed", True)
    place.unlink()
    assert not arguments.read([]).board_known


@pytest.mark.parametrize("words", [["--lang", "fr"], ["--lang=fr"]])
def test_a_language_without_a_command_is_play_in_that_language(words: list[str]) -> None:
    read = arguments.read(words)
    assert (read.command, read.alone, read.lang) == ("play", True, "fr")


@pytest.mark.parametrize(("text", "told"), table("commands/wrong-settings"))
def test_one_wrong_entry_is_named_and_the_rest_counts(place: Path, text: str, told: str) -> None:
    place.write_text(f'{text}\nverbosity = "brief"\n')
    read = arguments.read(PLAY)
    assert read.verbosity == "brief"
    assert len(read.left_out) == 1
    assert told in str(read.left_out[0].sentence)


@pytest.mark.parametrize(
    "data", [b"\x00\xff", b"lang = ", b"a" * 200_000, b"[" * 5000, b"lang = 'fr'\nlang = 'en'"]
)
def test_a_broken_file_is_reported_and_left_unchanged(place: Path, data: bytes) -> None:
    place.write_bytes(data)
    read = arguments.read(PLAY)
    assert read.lang == system_language()
    assert len(read.left_out) == 1
    assert read.left_out[0].name == ""
    assert "\n" not in str(read.left_out[0].sentence)
    assert place.read_bytes() == data


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo, lambda path: path.symlink_to("/dev/zero")])
def test_a_folder_or_pipe_in_its_place_is_ignored(
    place: Path, make: Callable[[Path], None]
) -> None:
    make(place)
    left_out = arguments.read(PLAY).left_out
    assert [str(left.sentence) for left in left_out] == [
        f"{place}: settings ignored: it is not a regular file."
    ]


def test_settings_are_written_whole_and_the_rest_of_the_file_stays(place: Path) -> None:
    place.write_text('opponent = "N"\nmode = "practice"\nlang = "en"\n')
    setting_file.write(place, {"lang": "fr", "rate": 200, "option": ["no-cube"], "no-sounds": True})
    read = arguments.read(PLAY)
    assert (read.lang, read.rate, read.opponent, read.no_sounds) == ("fr", 200, "N", True)
    assert list(place.parent.iterdir()) == [place]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('# Ours.\nlang = "en"  # English\n', '# Ours.\nlang = "fr"  # English\nrate = 200\n'),
        ("since = 2026-01-02\n", 'since = 2026-01-02\nlang = "fr"\nrate = 200\n'),
        ('"a b" = 1\nx = nan\n', '"a b" = 1\nx = nan\nlang = "fr"\nrate = 200\n'),
        ("[mine]\nrate = 5\n", 'lang = "fr"\nrate = 200\n\n[mine]\nrate = 5\n'),
        ("a = 1\n[rate]\nx = 1\n", 'a = 1\nlang = "fr"\nrate = 200\n'),
        ("\ufefflang = 'en'\n", 'lang = "fr"\nrate = 200\n'),
    ],
)
def test_settings_unknown_to_setup_stay_in_the_file(
    place: Path, before: str, after: str, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "mine.toml"
    elsewhere.write_text(before, encoding="utf-8")
    place.symlink_to(elsewhere)
    assert setting_file.write(place, {"lang": "fr", "rate": 200}) is None
    assert elsewhere.read_text(encoding="utf-8") == after
    read = arguments.read(["setup"])
    assert (read.lang, read.rate) == ("fr", 200)


def test_a_file_that_cannot_be_read_is_renamed_and_setup_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "config" / "settings.toml"
    path.parent.mkdir()
    for number, name in enumerate(("unreadable", "unreadable2")):
        path.write_text(f"[ {number}")
        answers = "++\n" * len(first_start.asked())
        assert asked(tmp_path, answers)[0]
        kept = path.with_name(f"settings.toml.{name}")
        assert kept.read_text() == f"[ {number}"
        said = f"Settings saved. The old file was not readable, it is now {kept.name}.\n"
        assert capsys.readouterr().out.endswith(said)
        assert arguments.read(["setup"]).left_out == []


@pytest.mark.parametrize("before", ['lang = "en"\n', "["])
def test_settings_that_cannot_be_written_change_nothing(
    place: Path, monkeypatch: pytest.MonkeyPatch, before: str
) -> None:
    place.write_text(before)

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        setting_file.write(place, {"lang": "fr"})
    assert place.read_text() == before
    assert list(place.parent.iterdir()) == [place]


@pytest.fixture(autouse=True)
def _no_pause_after_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "QUIET_SECONDS", 0.0)


def asked(tmp_path: Path, given: str, present: Settings = PRESENT) -> tuple[bool, str]:
    """Whether `setup` was finished with these lines, and the file that it wrote."""
    lines = tmp_path / "lines"
    lines.write_text(given)
    path = tmp_path / "config" / "settings.toml"
    with lines.open("rb") as file:
        done = first_start.run_setup(present, path, file.fileno())
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


def test_the_first_answer_may_begin_with_the_mark_of_windows_files(tmp_path: Path) -> None:
    done, text = asked(tmp_path, "\ufeff--\r\n++\r\nprint\r\n200\r\n++\r\n++\r\ntyped\r\n")
    assert done
    assert text.startswith('lang = "fr"\nvoice = "print"\nrate = 200\n')


def test_an_aborted_setup_writes_nothing(tmp_path: Path) -> None:
    assert asked(tmp_path, "++\n++\n") == (False, "")


@pytest.mark.parametrize("line", ["quit", "fin", "----"])
def test_setup_is_left_by_a_word_or_keys(
    tmp_path: Path, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked(tmp_path, f"++\n{line}\n") == (False, "")
    assert capsys.readouterr().out.endswith("Settings unchanged.\n")


def test_setup_offers_the_present_settings_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = Settings(
        "", lang="fr", voice="print", sound=Sound(rate=250), verbosity="full", board="typed"
    )
    done, text = asked(tmp_path, "++\n" * len(first_start.asked()), kept)
    assert done
    assert text == (
        'lang = "fr"\nvoice = "print"\nrate = 250\nverbosity = "full"\nnotation = "own"\n'
        'board = "typed"\n'
    )
    assert "English?" not in capsys.readouterr().out


def start(
    tmp_path: Path, given: str, *words: str, lang: str = "en", is_set: bool = True
) -> "subprocess.CompletedProcess[str]":
    """Start `companion` with folders of its own, these words and these typed lines.

    is_set -- whether the settings, where there are none, name the voice: looking for one takes long
    """
    kept = tmp_path / "c" / "companion" / "settings.toml"
    if is_set and not kept.exists():
        kept.parent.mkdir(parents=True)
        kept.write_text('voice = "print"\n')
    folders = {"XDG_CONFIG_HOME": str(tmp_path / "c"), "XDG_DATA_HOME": str(tmp_path / "d")}
    env = {**os.environ, **folders, "LANG": lang, "LC_ALL": lang}
    done = run(*words, given=given, env=env)
    assert "Traceback" not in done.stderr
    return done


TYPED = (*PLAY, "--game", "backgammon", "--voice", "print")


def test_an_evening_without_a_journal_is_kept_in_the_data_folder(tmp_path: Path) -> None:
    done = start(tmp_path, "63\n24/18\nquit\n", *TYPED)
    assert done.returncode == 0
    assert done.stdout.endswith("Goodbye. The game is saved.\n")
    assert (tmp_path / "d" / "companion" / "evenings").is_dir()
    assert "New game" not in start(tmp_path, "quit\n", *TYPED).stdout
    assert "backgammon" in start(tmp_path, "", "journal", "list").stdout


def test_with_no_journal_nothing_is_stored_and_the_end_is_confirmed(tmp_path: Path) -> None:
    done = start(tmp_path, "63\n----\n--\n24/18\n----\n++\n", *TYPED, "--no-journal")
    assert done.returncode == 0
    assert done.stdout.count("The game is not saved and would be lost. Yes to stop.") == 2
    assert "The game goes on." in done.stdout
    assert done.stdout.endswith("Goodbye. The game is not saved.\n")
    assert not (tmp_path / "d").exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rate = 5", "Setting rate not valid, ignored."),
        ("match = 5", "Setting match not valid, ignored."),
        ("no-sounds = 3", "Setting no sounds not valid, ignored."),
        ("bogus-one = 3", "Unknown setting bogus one, ignored."),
        ("[", "Settings file damaged, ignored."),
    ],
)
def test_ignored_settings_are_announced_and_the_evening_begins(
    tmp_path: Path, text: str, said: str
) -> None:
    place = tmp_path / "c" / "companion" / "settings.toml"
    place.parent.mkdir(parents=True)
    place.write_text(text)
    done = start(tmp_path, "++\n++\n++\n63\nquit\n", *PLAY, "--voice", "print")
    assert done.returncode == 0
    assert said in done.stdout
    assert "Green begins with 6 and 3." in done.stdout


def test_companion_without_arguments_offers_the_typed_table(tmp_path: Path) -> None:
    """From the first start to the first throw, with no board and nothing set."""
    done = start(tmp_path, "what\n++\n--\n++\n++\n++\n63\nquit\n", is_set=False)
    assert done.returncode == 0
    assert (
        done.stderr.count("oice")
        == done.stderr.count("No voice works here, run companion doctor to see why.")
        == 1
    )
    assert "No board found." in done.stdout
    assert "Green begins with 6 and 3." in done.stdout
    assert (tmp_path / "d" / "companion" / "evenings").is_dir()


@pytest.mark.parametrize(("lang", "given", "said"), table("commands/first-starts"))
def test_what_is_typed_at_the_first_start_gets_its_answers(
    tmp_path: Path, lang: str, given: str, said: tuple[str, ...]
) -> None:
    done = start(tmp_path, given, lang=lang)
    answers = [" ".join(map(Catalogue(lang).say, each.split())) for each in said]
    assert (done.returncode, done.stderr, done.stdout.splitlines()) == (0, "", answers)


def test_practice_is_offered_and_the_companion_plays_black(tmp_path: Path) -> None:
    # A tie in the opening is thrown again.
    given = "++\n++\n++\n++\n++\n" + "6\n" * 9 + "quit\n"
    said = start(tmp_path, given, lang="en").stdout
    assert "Play against me?" in said
    assert "I play black." in said
    said = start(tmp_path, "quit\n").stdout  # it goes on at the typed table
    for question in ("setting.no-board", "setting.practice"):
        assert english(question) not in said
    assert "Backgammon resumed." in said


def test_a_language_is_explained_and_asked_again_in_its_own_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked(tmp_path, "--\n*\n.\nwhat\n")
    say = Catalogue("fr").say
    question = say("setting.question.lang")
    assert capsys.readouterr().out.splitlines()[2:] == [
        question,
        f"{say('setting.explained.lang')} {question}",
        question,
        say("setting.yes-or-no"),
        english("setting.unchanged"),
    ]


def test_each_question_of_setup_is_explained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    done, _ = asked(tmp_path, "*\n?\n++\n" * len(first_start.asked()))
    assert done
    said = capsys.readouterr().out
    for _, option in first_start.asked():
        assert said.count(english(f"setting.explained.{option.key}")) == 2
