"""Progress in practice, from the journal to whole sentences."""

from dataclasses import asdict
from pathlib import Path

import pytest

from companion.commands import main as cli
from companion.records.journal import Journal
from companion.records.progress import EARLIER_COMPARED, Practised, practised, progress, trend
from companion.records.read import matches
from companion.referee.facts import ExerciseEnds, Fact
from companion.referee.state import Practice
from companion.referee.talk_facts import Progress, TurnJudged
from companion.rules import Player
from companion.settings import OpponentSettings
from companion.speech.announcer import Announcer
from tests.records.kept import begun_on, rewrite
from tests.tables import table

V, N = Player.V, Player.N
POSTILLON = "today, postillon brought home 2 times, in 3 point 5 throws on average."
POSTILLON_FR = "today, postillon rentré 2 fois, en 3 virgule 5 lancers en moyenne."


def practise(path: Path, game: str, against: object, *facts: Fact) -> None:
    """Add a finished match of practice to a journal."""
    with Journal.open(path) as journal:
        settings = {"game": game, "options": [], "match_to": None, "against": against}
        journal.add_finished(settings, [facts], completed=True)


def judged(*lost: int, player: Player = V) -> tuple[Fact, ...]:
    return tuple(TurnJudged(player, each) for each in lost)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    journal = tmp_path / "evening.journal"
    exercise = ExerciseEnds(V, "postillon", 3, 297), ExerciseEnds(V, "postillon", 4, 297)
    practise(journal, "jacquet", asdict(OpponentSettings(exercise="postillon")), *exercise)
    practise(journal, "backgammon", asdict(OpponentSettings("N", 3)), *judged(0, 40))
    practise(journal, "backgammon", asdict(OpponentSettings("N", 3)), *judged(20))
    practise(journal, "backgammon", None, *judged(10), *judged(30, 50, player=N))
    practise(journal, "backgammon", asdict(OpponentSettings()))
    return journal


def told(path: Path, lang: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    assert cli.main(["progress", "--journal", str(path), "--lang", lang]) == 0
    day = matches(path)[-1].begun[:10]
    return capsys.readouterr().out.replace(day, "today").splitlines()


def test_progress_is_printed_game_by_game(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(path, "en", capsys) == [
        "Backgammon practice.",
        "today, black, 2 decisions, 0.04 points lost per decision.",
        "today, green, one decision, 0.01 points lost.",
        "today, against strength 3, 3 decisions, 0.02 points lost per decision.",
        "Jacquet practice.",
        f"{POSTILLON} A perfect player takes 3 point 0 throws.",
    ]


def test_progress_is_printed_in_french(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(path, "fr", capsys)[3:] == [
        "today, contre le niveau 3, 3 décisions, 0,02 point perdu par décision.",
        "Entraînement au jacquet.",
        f"{POSTILLON_FR} À un joueur parfait, il en faut 3 virgule 0.",
    ]


@pytest.mark.parametrize(("lang", "words", "average"), table("commands/progress-bouchage"))
def test_the_bouchage_is_compared_with_a_simple_player(
    tmp_path: Path, lang: str, words: str, average: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "evening.journal"
    exercise = asdict(OpponentSettings(exercise="bouchage"))
    done = ExerciseEnds(V, "bouchage", 7, 659, simple=True)
    practise(path, "jacquet", exercise, done)
    assert told(path, lang, capsys)[1:] == [words]
    found = progress(path, "jacquet", Practice(exercise="bouchage"), 3, V)
    assert found == Progress(V, "bouchage", 1, 700, hundredths=659, simple=True)
    announcer, rule = Announcer("jacquet", lang), words.partition(". ")[2]
    assert announcer.announce(found)[0].text.endswith(f". {rule}")
    assert f". {rule[:-1]} {average}" in announcer.announce(done)[0].text


def test_the_last_day_is_compared_with_earlier_ones(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    practise(path, "dutch", asdict(OpponentSettings("V", 1)), *judged(90, 100, 110, 95))
    begun_on(matches(path)[5].path, "2020-01-01")
    practise(path, "dutch", asdict(OpponentSettings("V", 1)), *judged(10, 12, 11, 9))
    assert "Better, it was 0.099 before." in told(path, "en", capsys)


def test_without_practice_a_sentence_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty.journal"
    Journal.open(empty).close()
    assert cli.main(["progress", "--journal", str(empty), "--lang", "en"]) == 0
    assert capsys.readouterr().out == "No practice recorded yet.\n"
    assert cli.main(["progress", "--journal", str(tmp_path / "none")]) == 2
    assert "There is no journal" in capsys.readouterr().err


def test_practice_is_read_by_game_exercise_and_player(path: Path) -> None:
    found = practised(path)
    assert [(each.game, each.player, each.strength, each.lost) for each in found[:3]] == [
        ("backgammon", N, 0, [30, 50]),
        ("backgammon", V, 0, [10]),
        ("backgammon", V, 3, [0, 40, 20]),
    ]
    assert found[3] == Practised(
        "jacquet", "postillon", V, 0, found[3].day, throws=[3, 4], hundredths=297
    )


AGAINST_3 = Practice(N)
POSTILLON_ALONE = Practice(exercise="postillon")


def test_at_the_board_the_last_day_of_the_same_kind_is_spoken(path: Path) -> None:
    assert progress(path, "backgammon", AGAINST_3, 3, N) == Progress(N, "", 3, 20)
    assert progress(path, "backgammon", AGAINST_3, 2, V) == Progress(V)
    assert progress(path, "backgammon", Practice(V), 3, V) == Progress(V)
    assert progress(path, "dutch", AGAINST_3, 3, V) == Progress(V)
    told = progress(path, "jacquet", POSTILLON_ALONE, 3, V)
    assert told == Progress(V, "postillon", 2, 350, hundredths=297)
    for row in matches(path)[:2]:
        begun_on(row.path, "2020-01-01")
    assert progress(path, "backgammon", AGAINST_3, 3, V) == Progress(V, "", 1, 20, 20)
    exercise = ExerciseEnds(V, "postillon", 2, 297), ExerciseEnds(V, "postillon", 2, 297)
    practise(path, "jacquet", asdict(OpponentSettings(exercise="postillon")), *exercise)
    told = progress(path, "jacquet", POSTILLON_ALONE, 3, V)
    assert told == Progress(V, "postillon", 2, 200, 350, "better", 297)


def test_at_the_board_only_the_needed_days_are_read(tmp_path: Path) -> None:
    path = tmp_path / "long.journal"
    for _ in range(4):
        practise(
            path,
            "dutch",
            asdict(OpponentSettings("N", 2)),
            *judged(*[50] * (EARLIER_COMPARED // 2)),
        )
    practise(path, "dutch", asdict(OpponentSettings("N", 2)), *judged(10, 10))
    for number, row in enumerate(matches(path)[:4], 1):
        begun_on(row.path, f"2020-01-0{number}")
    first = matches(path)[0].path
    rewrite(first, lambda line: None if "facts" in line else line)  # not read, so not missed
    told = progress(path, "dutch", Practice(N), 2, V)
    assert told == Progress(V, "", 2, 10, 50, "better")


@pytest.mark.parametrize(
    ("before", "now", "change"),
    [
        ((50, 60, 55), (10, 12), "better"),
        ((10, 12), (50, 60, 55), "worse"),
        ((10, 60, 20), (30, 15, 40), "same"),
        ((10,), (30, 40), ""),
        ((10, 20), (30,), ""),
    ],
)
def test_only_a_clear_difference_is_a_trend(
    before: tuple[int, ...], now: tuple[int, ...], change: str
) -> None:
    assert trend(before, now) == change
