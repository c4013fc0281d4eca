"""A fifth game goes the whole way by one entry in the table of games, and nothing else.

Board, verdict, speech in each language, hint without a network, page, journal, export, replay.
"""

import html
import json
import re
from pathlib import Path
from typing import Any

import pytest

from companion.commands.main import main
from companion.commands.replay import Replay
from companion.hints.moves import Mover, unranked
from companion.hints.rows import positions_of, rows_of
from companion.referee import facts as f
from companion.referee.talk_facts import Choice, Choosing, Chosen, Question
from companion.rules import Player, Verdict, find_game, parse_placement
from companion.rules.games import BY_NAME
from companion.rules.position import state_of
from companion.settings import Settings
from companion.speech.announcer import Announcer
from companion.speech.catalogue import languages
from companion.web.page_text import PageText, Sitting
from companion.web.render import Scene, parts
from companion.web.schema import is_known
from companion.web.watched_table import Manner, SpokenLog, TimedTable
from tests.fifth_game import BLOCK, QUARTER_FULL, RUNNER_FIRST
from tests.hints.positions import random_turns
from tests.records.kept import seen
from tests.tables import cases
from tests.web.scenes import row

V = Player.V
ROOT = Path(__file__).resolve().parents[1]
CROWDED = "V12=15n V5=1v N8=1v N9=1v N10=1v N11=1v N12=10v"
GAME = f.GameBegins(BLOCK.name, (), 1, None, (0, 0), crawford=False)
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
    assert ends == ["V12=15n N3=1v N12=14v"]  # the runner alone
    for end in ends:
        assert asked(capsys, "judge", *TURN, "--end", end)["verdict"] == "legal"
    wrong = asked(capsys, "judge", *TURN, "--end", "V12=15n N4=1v N12=14v", code=1)
    assert wrong["faults"] == ["wrong-distance"]
    hint = asked(capsys, "hint", *TURN[:2], "--position", CROWDED, *TURN[4:6], "--dice", "5,1")
    listed = asked(capsys, "legal", *TURN[:2], "--position", CROWDED, *TURN[4:6], "--dice", "5,1")
    assert len(hint["plays"]) == min(5, len(listed["ends"]))


@pytest.mark.parametrize(
    ("position", "dice", "end", "code", "english", "french"),
    cases(
        "flow/fifth-faults",
        BLOCK=BLOCK,
        CROWDED=CROWDED,
        QUARTER_FULL=QUARTER_FULL,
        RUNNER_FIRST=RUNNER_FIRST,
    ),
)
def test_its_own_faults_are_judged_explained_and_shown(  # noqa: PLR0917 - a table
    position: str,
    dice: str,
    end: str,
    code: str,
    english: str,
    french: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = *TURN[:2], "--position", position, *TURN[4:6], "--dice", dice
    assert end not in asked(capsys, "legal", *words)["ends"]
    said = asked(capsys, "judge", *words, "--end", end, code=1)
    assert said == {"verdict": "illegal", "faults": [code], "fr": french, "en": english}

    rules, thrown = find_game(BLOCK.name), (int(dice[0]), int(dice[2]))
    (fault,) = rules.judge(rules.parse(position), V, thrown, parse_placement(end)).faults
    assert fault.document == BLOCK.documents[code]
    given = f.VerdictGiven(V, thrown, Verdict.ILLEGAL, (fault,), end, position)
    facts: list[f.Fact] = [GAME, f.Roll(V, thrown), given, f.ErrorOpen(V, (fault,))]
    for lang, sentence in (("en", english), ("fr", french)):
        told = Announcer(BLOCK.name, lang)
        assert sentence in [one.text for fact in facts for one in told.announce(fact)]
        shown, story = TimedTable(), SpokenLog(lang, Manner(BLOCK.name))
        for number, fact in enumerate(facts, 1):
            assert is_known(fact)
            shown = shown.take(row(number, fact), fact)
            story.take(number, 0.0, fact)
        page = parts(Scene(shown, story, Sitting(), 0.0), PageText(lang))
        assert any(sentence.split(",")[0] in html.unescape(part.html) for part in page.values())


def test_the_batches_of_the_hints_move_by_its_rules() -> None:
    rules = find_game(BLOCK.name)
    mover = Mover(rules)
    held, runs = 0, 0
    for now, position, player, dice in random_turns(rules, 1, 8, ace_deuce=False):
        reached = mover.ends(rows_of(now, [position], player), dice, unranked)
        ends = now.ends(position, player, dice).positions
        assert set(positions_of(reached.rows, player)) == ends
        held += now.for_player(player).forbidden.filter(state_of(position, player), 4) is not None
        runs += BLOCK.runner is not None and BLOCK.runner.slot(position.side(player)) > 0
    assert held
    assert runs


@pytest.mark.parametrize("lang", languages())
def test_an_evening_of_it_is_spoken_kept_shown_exported_and_replayed(
    lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, sheet = tmp_path / "evening.journal", tmp_path / "sheet.json"
    settings = ("--fast", "--turns", "16", "--seed", "3", "--voice", "print", "--lang", lang)
    words = (*settings, "--journal", str(path))
    said = printed(capsys, "demo", "--game", BLOCK.name, *words)
    assert {"en": "New game, Plain block.", "fr": "Nouvelle partie, Plain block."}[lang] in said
    assert {"en": "wins the game. Single game.", "fr": "gagne la partie. Partie simple."}[
        lang
    ] in said

    listed = printed(capsys, "journal", "list", "--journal", str(path))
    assert BLOCK.name in listed
    printed(capsys, "journal", "export", str(sheet), "--journal", str(path))
    assert RUNNER_FIRST in sheet.read_text("utf-8")
    other = str(tmp_path / "other.journal")
    printed(capsys, "journal", "import", str(sheet), "--journal", other)
    assert BLOCK.name in printed(capsys, "journal", "list", "--journal", other)
    back = tmp_path / "back.json"
    printed(capsys, "journal", "export", str(back), "--journal", other)
    assert RUNNER_FIRST in back.read_text("utf-8")
    assert Replay(words=False).play(path, Settings("")).fine

    facts = [fact for each in seen(path) for fact in each.facts]
    assert sum(isinstance(fact, f.TurnEnds) for fact in facts) >= 6
    assert isinstance(facts[-1], f.GameEnds)
    shown, story = TimedTable(), SpokenLog(lang, Manner(BLOCK.name))
    for number, fact in enumerate(facts, 1):
        shown = shown.take(row(number, fact), fact)
        story.take(number, 0.0, fact)
    assert parts(Scene(shown, story, Sitting(), 0.0), PageText(lang))["now"].html
    assert story.turns


@pytest.mark.parametrize(
    ("fact", "english", "french"),
    cases(
        "flow/fifth-game",
        BLOCK=BLOCK,
        Choice=Choice,
        Choosing=Choosing,
        Chosen=Chosen,
        Question=Question,
    ),
)
def test_it_is_offered_and_chosen_by_its_name(fact: f.Fact, english: str, french: str) -> None:
    for lang, wanted in (("en", english), ("fr", french)):
        (said,) = Announcer("backgammon", lang).announce(fact)
        assert said.text.startswith(wanted)


ALLOWED = {
    "companion/records/mat_sheet.py": "the format knows backgammon only",
    "companion/records/mat.py": "the same format",
    "companion/hints/evaluator.py": "other engines know backgammon only",
    "companion/records/mat_replay.py": "the same format",
    "companion/records/game_check.py": "a match may come from that format",
    "companion/commands/demo.py": "plays files of that format",
    "companion/rules/__init__.py": "an example",
    "companion/rules/board.py": "XGIDs and GNU IDs are of backgammon",
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
    assert found == set(ALLOWED)
