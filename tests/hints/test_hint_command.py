"""`companion hint`: its answers in every game, and one sentence for each error."""

import importlib.util
import io
import json
import sys
from itertools import pairwise
from typing import Any

import pytest

from companion.commands.main import main
from companion.commands.queries import HintAnswers
from companion.hints import evaluator, loader
from companion.hints.advice import EngineError, HintsMissingError
from companion.rules import Player, find_game
from companion.speech.hint_words import lead_sentence
from companion.speech.wording import Wording

START = {name: find_game(name).game.start for name in ("backgammon", "jacquet", "dutch")}
POSITIONS = [
    ("backgammon", START["backgammon"], "V", [3, 1]),
    ("backgammon", "V3=2n V6=5v V8=3v VB=1v N1=6v N6=8n N8=5n", "V", [6, 4]),
    ("jacquet", START["jacquet"], "N", [5, 2]),
    ("jacquet", "V12=9n V3=1n N12=9v V5=6v N2=5n", "V", [6, 5]),
    ("dutch", START["dutch"], "V", [6, 6]),
    ("acey-deucey", "V3=2v V12=3v VH=10v N6=3n NH=12n", "N", [6, 2]),
    ("acey-deucey", "V3=1v V5=1v VO=13v N4=2n N8=2n NO=11n", "V", [2, 1]),
]


def asked(game: str, position: str, turn: str, dice: list[int], **more: Any) -> dict[str, Any]:
    return {"game": game, "position": position, "turn": turn, "dice": dice, **more}


@pytest.mark.parametrize(("game", "position", "turn", "dice"), POSITIONS)
def test_plays_are_legal_the_best_first_with_moves_and_reasons(
    game: str, position: str, turn: str, dice: list[int]
) -> None:
    plays = HintAnswers().answer(asked(game, position, turn, dice))["plays"]
    rules = find_game(game)
    start, player = rules.parse(position), Player(turn)
    ends = rules.ends(start, player, (dice[0], dice[1])).positions
    assert len(plays) == min(5, len(ends))
    assert all(one["equity"] >= other["equity"] for one, other in pairwise(plays))
    for play in plays:
        assert set(play) == {"end", "moves", "equity", "reasons"}
        end = rules.parse(play["end"])
        assert end in ends
        assert rules.text(end) == play["end"]
        ways = rules.plays(start, player, (dice[0], dice[1]), end)
        assert tuple(play["moves"]) in {way.moves for way in ways}
        assert all(reason.endswith(".") for reason in play["reasons"])


SHARED = "V1=6v V2=3v V5=2v V6=1n V9=1n V12=1n N3=1n N4=1v N7=1v N8=1v N10=6n N12=5n VB=1v"


@pytest.mark.parametrize(("lang", "close"), [("en", "It is close."), ("fr", "C'est serré.")])
def test_a_best_play_with_no_reason_of_its_own_says_how_far_ahead_it_is(
    lang: str, close: str
) -> None:
    request = asked("backgammon", SHARED, "V", [4, 4], lang=lang)
    best, second, *_ = HintAnswers("own").answer(request)["plays"]
    assert best["reasons"] == [*second["reasons"], close]


@pytest.mark.parametrize(
    ("lost", "worst", "said"),
    [
        (0, 1, "All plays are equal."),
        (0, 2, "All plays are nearly equal."),
        (24, 24, "All plays are nearly equal."),
        (12, 26, "It is close."),
        (13, 26, "The next play loses 0.01 points."),
        (26, 26, "The next play loses 0.03 points."),
        (1000, 1000, "The next play loses more than one point."),
    ],
)
def test_the_lead_of_a_best_play_in_words(lost: int, worst: int, said: str) -> None:
    assert lead_sentence(Wording("en", "backgammon"), lost, worst) == said


def test_if_nothing_can_be_played_the_only_play_has_no_moves() -> None:
    text = "V6=13v VB=2v N7=2n N8=2n N9=2n N10=2n N11=2n N12=2n N1=3n"
    (play,) = HintAnswers().answer(asked("backgammon", text, "V", [6, 5]))["plays"]
    assert play["moves"] == []
    assert find_game("backgammon").parse(play["end"]) == find_game("backgammon").parse(text)


def test_reasons_come_in_the_language_asked_for() -> None:
    request = asked("backgammon", START["backgammon"], "V", [3, 1])
    said = {
        lang: HintAnswers(deep=False).answer({**request, "lang": lang, "most": 30})["plays"]
        for lang in ("en", "fr")
    }
    five = next(play for play in said["en"] if play["moves"] == ["V8/V5", "V6/V5"])
    cinq = next(play for play in said["fr"] if play["moves"] == ["V8/V5", "V6/V5"])
    assert five["reasons"] == ["Makes the V 5 point.", "No roll hits you."]
    assert cinq["reasons"] == ["Prendre la flèche V 5.", "Aucun lancer ne frappe vos pions."]


def test_the_command_in_its_three_forms(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ["hint", "--game", "jacquet", "--position", START["jacquet"], "--turn", "V"]
    command += ["--dice", "6,3", "--static"]
    assert main([*command, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert [play["moves"] for play in answer["plays"]] == [["N12/N6/N3"]]
    assert main([*command, "--lang", "fr"]) == 0
    assert "N12/N6/N3 Avancer le postillon de 9 points." in capsys.readouterr().out
    lines = [asked("jacquet", START["jacquet"], "V", [6, 3]), asked("chess", "", "V", [6, 3])]
    text = "\n".join(map(json.dumps, lines)).encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert main(["hint", "--jsonl"]) == 0
    good, bad = map(json.loads, capsys.readouterr().out.splitlines())
    assert list(good) == ["plays"]
    assert list(bad) == ["error"]


@pytest.mark.parametrize(("options", "wanted"), [(["--lang", "fr"], "fr"), ([], "en")])
def test_requests_that_name_no_language_are_answered_in_that_of_the_command(
    options: list[str],
    wanted: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain = asked("jacquet", START["jacquet"], "V", [6, 3])
    lines = [plain, {**plain, "lang": "fr"}, {**plain, "lang": "en"}]
    text = "\n".join(map(json.dumps, lines)).encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert main(["hint", "--jsonl", "--static", *options]) == 0
    answers = map(json.loads, capsys.readouterr().out.splitlines())
    said = {
        "en": "Moves the postillon on by 9 pips.",
        "fr": "Avancer le postillon de 9 points.",
    }
    told = [answer["plays"][0]["reasons"][0] for answer in answers]
    assert told == [said[wanted], said["fr"], said["en"]]


def test_a_closer_look_judges_by_a_second_throw(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["hint", "--game", "backgammon", "--position", START["backgammon"], "--turn", "V"]
    told = {}
    for options in ([], ["--closer"], ["--static"]):
        assert main([*command, "--dice", "6,2", "--json", *options]) == 0
        told[*options] = json.loads(capsys.readouterr().out)["plays"][0]
    assert {play["end"] for play in told.values()} == {told[()]["end"]}
    assert len({play["equity"] for play in told.values()}) == 3
    assert main([*command, "--dice", "3,1", "--static", "--closer"]) == 2
    assert "leave one out" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"lang": "xx"}, '"lang" is one of'),
        ({"most": 0}, '"most" is a whole number'),
        ({"position": "VO=15v N1=5n NO=10n"}, "This game is over"),
        ({"dice": [7, 1]}, "two whole numbers from 1 to 6"),
    ],
)
def test_bad_requests_get_one_sentence(more: dict[str, Any], sentence: str) -> None:
    request = asked("backgammon", START["backgammon"], "V", [3, 1]) | more
    with pytest.raises(ValueError, match=sentence):
        HintAnswers().answer(request)


def test_without_numpy_one_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(HintsMissingError, match="pip install"):
        loader.advisor_of(find_game("jacquet"))
    command = ["hint", "--position", START["backgammon"], "--turn", "V", "--dice", "3,1"]
    assert main(command) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_missing_engine_gives_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    backgammon = find_game("backgammon")
    monkeypatch.setitem(sys.modules, "bgsage", None)
    with pytest.raises(EngineError, match="extra bgsage is missing"):
        evaluator.evaluator_of(backgammon, "bgsage")
    monkeypatch.setattr("companion.hints.engines.PLACES", ("no-such-gnubg",))
    with pytest.raises(EngineError, match="gnubg is not installed"):
        evaluator.evaluator_of(backgammon, "gnubg")
    with pytest.raises(EngineError, match="Unknown engine 'x'"):
        evaluator.evaluator_of(backgammon, "x")


def test_a_game_unknown_to_the_engine_does_not_end_the_stream(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    requests = f"{json.dumps(asked('jacquet', START['jacquet'], 'V', [3, 1]))}\n{{}}\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(requests.encode())))
    assert main(["hint", "--jsonl", "--engine", "gnubg"]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["error"].startswith("gnubg plays only backgammon")
    assert list(second) == ["error"]


def test_the_loader_needs_no_numpy() -> None:
    assert importlib.util.find_spec("companion.hints.loader") is not None
