"""Requests of other programs get answers in JSON, and invalid ones get an error."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.commands import queries
from tests.tables import cases

START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"
DEUCE = {"game": "acey-deucey", "position": "VH=15v NH=15n", "turn": "N", "dice": [2, 2]}
OPENING = {"game": "backgammon", "options": [], "position": START, "turn": "V", "dice": [3, 1]}
VECTORS = Path(__file__).parents[1] / "data" / "vectors"


def test_legal() -> None:
    request = {
        "game": "jacquet",
        "options": ["double-bouchage"],
        "position": "N12=1V14v V12=1N14n",
        "turn": "V",
        "dice": [3, 6],
        "unknown": {"keys": "are ignored"},
    }
    assert queries.legal_request(request) == {"ends": ["V12=14n1N N3=1V N12=14v"], "count": 1}


def test_legal_sorts_by_code_point_and_names_further_throws() -> None:
    answer = queries.legal_request(DEUCE)
    assert answer["ends"] == sorted(answer["ends"])
    assert answer["count"] == len(answer["ends"]) == 5
    assert answer["again"] == []


def test_judge() -> None:
    answer = queries.judge_request({**OPENING, "end": START})
    assert (answer["verdict"], answer["faults"]) == ("incomplete", ["dice-unused"])
    assert answer["fr"] != answer["en"]
    legal = queries.judge_request(
        {**OPENING, "end": START.replace("V6=5v V8=3v", "V5=2v V6=4v V8=2v")}
    )
    assert (legal["verdict"], legal["faults"]) == ("legal", [])


BAD = cases("commands/bad-requests", OPENING=OPENING)


@pytest.mark.parametrize(("request_", "says"), BAD)
def test_bad_requests(request_: object, says: str) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011 - the sentence is looked at below
        queries.legal_request(request_)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_judge_needs_an_end() -> None:
    with pytest.raises(queries.RequestError, match='"end" is to be a text, not nothing'):
        queries.judge_request(OPENING)


@pytest.mark.parametrize("name", ["NaN", "Infinity", "-Infinity"])
def test_an_invalid_number_is_named(name: str) -> None:
    (line,) = queries.run_jsonl([f'{{"dice":[{name},1]}}'], queries.legal_request)
    assert f"{name} is no number" in json.loads(line)["error"]


HOSTILE = cases("commands/hostile-requests", OPENING=OPENING, json=json)


@pytest.mark.parametrize("answer_one", [queries.legal_request, queries.judge_request])
def test_a_stream_continues_after_bad_requests(
    answer_one: Callable[[object], queries.Answer],
) -> None:
    good = json.dumps({**OPENING, "end": START}).encode() + b"\n"
    answers = [json.loads(line) for line in queries.run_jsonl([*HOSTILE, good], answer_one)]
    assert len(answers) == len(HOSTILE) - 2 + 1  # blank lines ask nothing
    for answer in answers[:-1]:
        assert list(answer) == ["error"]
        assert 0 < len(answer["error"]) < 300
    assert "error" not in answers[-1]


def test_lines_may_be_text() -> None:
    (line,) = queries.run_jsonl([json.dumps(DEUCE)], queries.legal_request)
    assert json.loads(line)["count"] == 5
    assert line.isascii()


def test_the_vectors_are_answered_as_requests() -> None:
    lines = (VECTORS / "faults.jsonl").read_text().splitlines()
    for line, answer in zip(lines, queries.run_jsonl(lines, queries.judge_request), strict=True):
        expected, given = json.loads(line), json.loads(answer)
        assert given["verdict"] == expected["verdict"]
        assert given["faults"][:1] == ([expected["fault"]] if expected["fault"] else [])
        assert given["fr"]
        assert given["en"]
