"""The key `score`: points, games where games are counted, throws in an exercise."""

import pytest

from companion.board.counters import Pressed
from companion.board.observation import Observation
from companion.link.messages import Key
from companion.referee.referee import Referee
from companion.referee.talk_facts import KeyAnswer
from companion.rules import Match, Player, find_game
from companion.settings import OpponentSettings
from tests.flow.stage import Stage
from tests.tables import table

V, N = Player.V, Player.N
BACKGAMMON = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"
JACQUET = "V12=14n1N N12=14v1V"
BEAR_OFF = "V1=2v V2=2v V3=2v V4=3v V5=3v V6=3v N10=5n N11=5n N12=5n"


def asked(stage: Stage, player: Player, key: Key = Key.SCORE) -> str:
    """What a key says."""
    stage.wait(9000, "A moment passes.")
    stage.press(player, key)
    return stage.sitting.ear.said[-1].text


@pytest.mark.parametrize(
    ("options", "match_to"),
    [((), 1), (("no-crawford",), 1), (("no-cube",), 5), (("no-cube",), None)],
)
def test_of_a_game_without_a_cube_no_cube_is_told(
    options: tuple[str, ...], match_to: int | None
) -> None:
    stage = Stage("en", "backgammon", options, match_to=match_to)
    stage.go_on_from(BACKGAMMON)
    assert "cube" not in asked(stage, V)
    assert asked(stage, V, Key.CUBE).startswith("No cube in ")


def test_the_cube_key_tells_of_the_double_that_is_offered() -> None:
    stage = Stage("en", match_to=5)
    stage.go_on_from(BACKGAMMON)
    stage.press(V, Key.CUBE, Key.YES)
    assert asked(stage, V, Key.CUBE) == "Already offered, your opponent must answer."
    assert asked(stage, N, Key.CUBE) == "Answer the double first. Yes to take, no to drop."


@pytest.mark.parametrize(
    ("lang", "won", "none", "some", "over"),
    table("flow/counted-games"),
)
def test_where_games_are_counted_nothing_is_said_of_points(
    lang: str, won: str, none: str, some: str, over: str
) -> None:
    stage = Stage(lang, "jacquet", ("count-games",), match_to=3)
    stage.stand(JACQUET, "All pieces are set up.")
    assert asked(stage, N) == none
    stage.rule("award green triple")
    assert any(each.text == won for each in stage.sitting.ear.said)
    assert asked(stage, N) == some
    stage.stand(JACQUET.replace("V12=14n", "V9=14n"), "Pieces are moved.")
    stage.rule("award green triple")
    assert asked(stage, N) == over
    assert not any("point" in each.text for each in stage.sitting.ear.said)


@pytest.mark.parametrize(
    ("lang", "counts"),
    [
        ("en", ["No throw yet.", "One throw so far.", "One throw so far.", "2 throws so far."]),
        ("fr", ["Aucun lancer pour l'instant.", *["Un lancer jusqu'ici."] * 2]),
    ],
)
def test_in_an_exercise_the_score_is_the_throws_used(lang: str, counts: list[str]) -> None:
    stage = Stage(lang, mode="practice", against=OpponentSettings("N", exercise="bear-off"))
    stage.stand(BEAR_OFF, "Set up for the exercise.")
    told = [asked(stage, V)]
    stage.throw(V, "61")
    told.append(asked(stage, V))
    stage.stand(BEAR_OFF.replace("V1=2v", "V1=1v").replace("V6=3v", "V6=2v VO=2v"), "Played.")
    stage.lift(V)
    told.append(asked(stage, V))
    stage.throw(V, "61")
    told.append(asked(stage, V))
    assert told[: len(counts)] == counts


@pytest.mark.parametrize(
    ("lang", "begins", "no_cube"),
    [
        (
            "en",
            "New game of backgammon. One point match. Throw one die each.",
            "No cube in a match to one point.",
        ),
        (
            "fr",
            "Nouvelle partie de backgammon. Match en un point. Lancez un dé chacun.",
            "Pas de videau dans un match en un point.",
        ),
    ],
)
def test_a_match_to_one_point_is_no_crawford_game(lang: str, begins: str, no_cube: str) -> None:
    stage = Stage(lang, match_to=1)
    stage.stand("V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v", "All pieces are set up.")
    assert stage.sitting.ear.said[-1].text == begins
    assert asked(stage, V, Key.CUBE) == no_cube


def test_the_crawford_game_has_no_cube_in_its_score() -> None:
    for score, told in (((2, 0), 0), ((1, 0), 1)):
        referee = Referee(find_game("backgammon"), Match(3, score=score, crawford=True))
        (answer,) = referee.settled(Observation(1000, (Pressed(Player.V, Key.SCORE),)))
        assert isinstance(answer, KeyAnswer)
        assert answer.numbers == (*score, told, 3)
