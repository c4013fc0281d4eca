"""A start that is refused: its reason is spoken in the evening's language and printed in a line."""

import os
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
from companion.speech.voices import VoiceChoice
from tests.speech.spy import SpyVoice

FILE = Path(__file__).parents[1] / "data" / "refusals.txt"
REFUSED = [paragraph.splitlines() for paragraph in FILE.read_text("utf-8").split("\n\n")]
"""A start, and its refusal in each language."""


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Iterator[SpyVoice]:
    spy = SpyVoice()
    monkeypatch.setattr(refusals, "choose", lambda *_: VoiceChoice(spy, iter(()), ()))
    yield spy
    assert len(spy.heard) == 1


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder with a pipe, and journals: in use, with an unfinished match, empty, and none."""
    monkeypatch.chdir(tmp_path)
    with Journal.open("begun.db") as journal:
        settings = Settings("x", match_to=5)
        journal.begin_match(settings.saved())
        state = replace(Referee(settings.rules(), settings.match()).state, turn=TurnState(number=1))
        journal.record(0.0, [Opening(3, 1, Player.V)], state)
    Journal.open("empty.db").close()
    Path("none.txt").write_text("Not a journal.")
    os.mkfifo("pipe")
    with closing(Journal.open("used.db")):
        yield


@pytest.mark.parametrize(("line", "en", "fr"), REFUSED)
@pytest.mark.usefixtures("files")
def test_the_reason_is_spoken_and_printed_in_the_language_of_the_evening(
    line: str, en: str, fr: str, heard: SpyVoice, capsys: pytest.CaptureFixture[str]
) -> None:
    for refusal in (en, fr):
        lang, _, told = refusal.strip().partition(": ")
        heard.heard.clear()
        assert main([*line.split(), "--lang", lang]) == 2
        printed = capsys.readouterr()
        assert printed.err == f"companion {line.split(maxsplit=1)[0]}: {told}\n"
        assert printed.out == ""
        spoken = heard.heard[0]
        assert (spoken.lang, spoken.text[-8:]) == (lang, told[-8:])
