"""A start that is refused: its reason is spoken in the evening's language and printed in a line."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion.commands import refusals
from companion.commands.main import main
from companion.records.journal import Journal
from companion.referee.facts import Opening
from companion.referee.referee import Referee
from companion.referee.state import TurnState
from companion.rules import Player
from companion.settings import Settings
from companion.speech.voices import Choice
from companion.speech.voices.spy import SpyVoice

BACKGAMMON = "play --game backgammon --port loop:// --voice print"
TYPED = "play --board typed --voice print"


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Iterator[SpyVoice]:
    spy = SpyVoice()
    monkeypatch.setattr(refusals, "choose", lambda *_: Choice(spy, iter(()), ()))
    yield spy
    assert len(spy.heard) == 1


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder with journals: one in use, one with an unfinished match, one empty, and one none."""
    monkeypatch.chdir(tmp_path)
    with Journal.open("begun.db") as journal:
        settings = Settings("x", match_to=5)
        journal.begin_match(settings.saved())
        state = replace(Referee(settings.rules(), settings.match()).state, turn=TurnState(number=1))
        journal.record(0.0, [Opening(3, 1, Player.V)], state)
    Journal.open("empty.db").close()
    Path("none.txt").write_text("Not a journal.")
    with closing(Journal.open("used.db")):
        yield


@pytest.mark.parametrize(
    ("line", "en", "fr"),
    [
        (
            f"{TYPED} --match 3",
            (
                "The options match, option and clock need the option game. Without it the players"
                " choose."
            ),
            (
                "Les options match, option et clock demandent l'option game. Sans elle, les joueurs"
                " choisissent."
            ),
        ),
        (
            f"{BACKGAMMON} --match 4",
            "A match goes to an odd number of points, not 4.",
            "Un match se joue en un nombre impair de points, pas 4.",
        ),
        (
            "demo --game jacquet --option count-games --match 4 --voice print",
            "Where games are counted a match has 3 or 5 games, not 4.",
            "Quand on compte les parties, un match en a 3 ou 5, pas 4.",
        ),
        (
            f"{BACKGAMMON} --option nix",
            (
                "backgammon has no option nix. It has automatic-doubles, end-on-any-die, mirrored,"
                " no-crawford, no-cube."
            ),
            (
                "backgammon n'a pas d'option nix. Il y a automatic-doubles, end-on-any-die,"
                " mirrored, no-crawford, no-cube."
            ),
        ),
        (
            f"{BACKGAMMON} --opponent N",
            "There is no opponent in mode club. Choose the mode practice, or leave opponent out.",
            (
                "Il n'y a pas d'adversaire en mode club. Choisissez le mode practice, ou retirez"
                " opponent."
            ),
        ),
        (
            f"{BACKGAMMON} --journal used.db",
            (
                "The journal used.db is in use by another companion. End that one, or choose"
                " another folder."
            ),
            (
                "Le journal used.db est utilisé par un autre companion. Arrêtez l'autre, ou"
                " choisissez un autre dossier."
            ),
        ),
        (
            f"{BACKGAMMON} --journal begun.db",
            (
                "The journal begun.db holds an unfinished match, backgammon, match 5. Resume it"
                " with the command journal resume, or choose another folder."
            ),
            (
                "Le journal begun.db contient un match inachevé, backgammon, match 5. Reprenez ce"
                " match par la commande journal resume, ou choisissez un autre dossier."
            ),
        ),
        (
            f"{BACKGAMMON} --journal none.txt",
            "none.txt is not a folder. Choose a folder for the journal.",
            "none.txt n'est pas un dossier. Choisissez un dossier pour le journal.",
        ),
        (
            f"{BACKGAMMON} --journal /proc/x",
            "The journal /proc/x cannot be made there. Choose another folder.",
            "Le journal /proc/x ne peut pas être créé à cet endroit. Choisissez un autre dossier.",
        ),
        (
            "journal resume --journal empty.db --voice print",
            "The journal empty.db holds no unfinished match.",
            "Le journal empty.db n'a pas de match inachevé.",
        ),
        (
            "journal resume --journal missing.db --voice print",
            "There is no journal missing.db. Name the folder of your evenings.",
            "Il n'y a pas de journal missing.db. Indiquez le dossier de vos soirées.",
        ),
        (
            f"{TYPED} --words nofile",
            "The word list nofile cannot be read, No such file or directory.",
            "La liste de mots nofile ne peut pas être lue, No such file or directory.",
        ),
        (
            f"{TYPED} --events nofolder/e",
            "Events cannot be written to nofolder/e, no such file or directory.",
            "Les événements ne peuvent pas être écrits dans nofolder/e, no such file or directory.",
        ),
        (
            f"{BACKGAMMON} --record none.txt",
            "none.txt already exists. Name a new file.",
            "none.txt existe déjà. Indiquez un nouveau fichier.",
        ),
        (
            f"{TYPED} --voice nix",
            (
                "There is no voice 'nix'. There are auto, print, screenreader, speechd, espeak,"
                " pyttsx3."
            ),
            (
                "Il n'y a pas de voix 'nix'. Il y a auto, print, screenreader, speechd, espeak,"
                " pyttsx3."
            ),
        ),
        (
            "play --game backgammon --port nix://",
            "nix:// is not a port. Name a device, a socket, or auto.",
            "nix:// n'est pas un port. Indiquez un appareil, une adresse socket, ou auto.",
        ),
        (
            f"{TYPED} --broker mqtt://x",
            "The option broker needs the option table, a name for this board.",
            "L'option broker demande l'option table, un nom pour cette table.",
        ),
    ],
)
@pytest.mark.usefixtures("files")
def test_the_reason_is_spoken_and_printed_in_the_language_of_the_evening(
    line: str, en: str, fr: str, heard: SpyVoice, capsys: pytest.CaptureFixture[str]
) -> None:
    for lang, told in (("en", en), ("fr", fr)):
        heard.heard.clear()
        assert main([*line.split(), "--lang", lang]) == 2
        printed = capsys.readouterr()
        assert printed.err == f"companion {line.split(maxsplit=1)[0]}: {told}\n"
        assert printed.out == ""
        spoken = heard.heard[0]
        assert (spoken.lang, spoken.text[-8:]) == (lang, told[-8:])
