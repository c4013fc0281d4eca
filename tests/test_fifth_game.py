"""A fifth game goes the whole way by one entry in the table of games, and nothing else.

Board, verdict, speech in each language, hint without a network, page, journal, export, replay.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from companion.commands.main import main
from companion.commands.replay import Replay
from companion.records.reading import read
from companion.referee.facts import Fact, GameEnds, TurnEnds
from companion.referee.talk_facts import Choice, Choosing, Chosen, Question
from companion.rules.games import BY_NAME
from companion.settings import Settings
from companion.speech.announcer import Announcer
from companion.speech.catalogue import languages
from companion.web.page_text import PageText, Sitting
from companion.web.render import Place, Scene, parts
from companion.web.spoken_log import Manner, SpokenLog
from companion.web.timed_table import TimedTable
from tests.fifth_game import BLOCK

ROOT = Path(__file__).resolve().parents[1]
TURN = ("--game", BLOCK.name, "--position", BLOCK.start, "--turn", "V", "--dice", "6,3")


@pytest.fixture(autouse=True)
def _in_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BY_NAME, BLOCK.name, BLOCK)


def printed(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    capsys.readouterr()
    assert main(list(words)) == code
    return capsys.readouterr().out


def asked(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(printed(capsys, *words, "--json", code=code))
    return found


def test_its_turns_are_found_judged_and_valued(capsys: pytest.CaptureFixture[str]) -> None:
    ends = asked(capsys, "legal", *TURN)["ends"]
    assert ends == ["V12=15n N3=1v N12=14v", "V12=15n N6=1v N9=1v N12=13v"]
    for end in ends:
        assert asked(capsys, "judge", *TURN, "--end", end)["verdict"] == "legal"
    wrong = asked(capsys, "judge", *TURN, "--end", "V12=15n N4=1v N12=14v", code=1)
    assert wrong["faults"] == ["wrong-distance"]
    assert len(asked(capsys, "hint", *TURN)["plays"]) == len(ends)


@pytest.mark.parametrize("lang", languages())
def test_an_evening_of_it_is_spoken_kept_shown_exported_and_replayed(
    lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, sheet = tmp_path / "evening.journal", tmp_path / "sheet.json"
    words = "--fast", "--turns", "6", "--voice", "print", "--lang", lang, "--journal", str(path)
    said = printed(capsys, "demo", "--game", BLOCK.name, *words)
    assert {"en": "New game, Plain block.", "fr": "Nouvelle partie, Plain block."}[lang] in said
    assert {"en": "wins the game. Single game.", "fr": "gagne la partie. Partie simple."}[
        lang
    ] in said

    listed = printed(capsys, "journal", "list", "--journal", str(path))
    assert BLOCK.name in listed
    printed(capsys, "journal", "export", str(sheet), "--journal", str(path))
    other = str(tmp_path / "other.journal")
    printed(capsys, "journal", "import", str(sheet), "--journal", other)
    assert BLOCK.name in printed(capsys, "journal", "list", "--journal", other)
    assert Replay(words=False).play(path, Settings("")).fine

    with read(path) as journal:
        facts = [fact for seen in journal.facts(1) for fact in seen.facts]
    assert sum(isinstance(fact, TurnEnds) for fact in facts) >= 6
    assert isinstance(facts[-1], GameEnds)
    shown, story = TimedTable(), SpokenLog(lang, Manner(BLOCK.name))
    for number, fact in enumerate(facts, 1):
        shown = shown.take(number, 1, 0.0, fact)
        story.take(number, 0.0, fact)
    assert parts(Scene(shown, story, Sitting(), 0.0), PageText(lang), Place(lang))["now"].html
    assert story.turns


@pytest.mark.parametrize(
    ("fact", "english", "french"),
    [
        (
            Choosing("again", Choice(BLOCK.name)),
            "Play Plain block, as last time?",
            "Jouer à Plain block, comme la dernière fois ?",
        ),
        (Choosing("game", Choice(BLOCK.name)), "Play Plain block?", "Jouer à Plain block ?"),
        (
            Choosing("shown", Choice(BLOCK.name)),
            "Plain block is set up. Play?",
            "Plain block est en place. Jouer ?",
        ),
        (
            Question(None, "game", BLOCK.name),
            "Plain block is set up. Play?",
            "Plain block est en place. Jouer ?",
        ),
        (Chosen(Choice(BLOCK.name)), "Plain block chosen.", "Plain block choisi."),
    ],
)
def test_it_is_offered_and_chosen_by_its_name(fact: Fact, english: str, french: str) -> None:
    for lang, wanted in (("en", english), ("fr", french)):
        (said,) = Announcer("backgammon", lang).announce(fact)
        assert said.text.startswith(wanted)


ALLOWED = {
    "companion/records/mat_sheet.py": "the format knows backgammon only",
    "companion/hints/evaluator.py": "other engines know backgammon only",
    "companion/records/scripts.py": "the same format",
    "companion/commands/demo.py": "plays files of that format",
    "companion/rules/__init__.py": "an example",
    "companion/speech/game_words.py": "which sentences name which game",
    "companion/speech/match_phrases.py": "kinds of a won game",
    "companion/speech/help_phrases.py": "kinds of a won game",
}
"""Where a game's name may stand outside its own file, and why."""


def test_no_game_is_known_by_its_name() -> None:
    names = "|".join(name for name in BY_NAME if name != BLOCK.name)
    of_a_game = re.compile(rf'"(?:{names})"|\b(?:JACQUET|BACKGAMMON|DUTCH|ACEY_DEUCEY)\b')
    found = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "companion").rglob("*.py")
        if path.parent.name != "games" and of_a_game.search(path.read_text(encoding="utf-8"))
    }
    own = {path for path in found if path.endswith(("jacquet_phrases.py", "backgammon_phrases.py"))}
    own |= {path for path in found if path.endswith(("dutch_phrases.py", "acey_deucey_phrases.py"))}
    assert found - own == set(ALLOWED)
