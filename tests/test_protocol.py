"""The examples in `docs/protocol.md` are what the program writes, reads and answers."""

import io
import json
import re
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any

import fastjsonschema
import pytest

from companion.commands import main as cli
from companion.events import line, say_event, to_event
from companion.link import codec
from companion.link.codec import BODY_LIMIT, LINE_LIMIT, FrameReader
from companion.link.messages import (
    ID_MODULUS,
    KEYS_MODULUS,
    MS_MODULUS,
    SEQ_MODULUS,
    THROWS_MODULUS,
    ZONES,
)
from companion.rules.rules import find_game
from companion.session.typed_board import entry_words
from companion.speech.utterance import Priority, Utterance
from companion.typed import entries
from tests.fact_lines import read_fact

PAGE = (Path(__file__).parents[1] / "docs" / "protocol.md").read_text(encoding="utf-8")
DATA = Path(__file__).parent / "data"
FACTS = [read_fact(line) for line in (DATA / "protocol-facts.txt").read_text("utf-8").splitlines()]
"""Times and facts, as Python expressions."""
SAID = say_event(
    Utterance("Unfinished, a 1 still to play.", "en", Priority.RESULT), 14.0, interrupts=True
)


def events() -> list[dict[str, Any]]:
    """The events that the program writes of `FACTS`, and of something said."""
    told = [to_event(fact, t) for t, fact in FACTS]
    return [*(event for event in told if event is not None), SAID]


def examples(kind: str) -> list[str]:
    """The lines in the blocks of one kind."""
    blocks = re.findall(rf"^```{kind}\n(.*?)^```", PAGE, flags=re.MULTILINE | re.DOTALL)
    assert blocks
    return [text for block in blocks for text in block.splitlines()]


@pytest.mark.parametrize("text", examples("wire"))
def test_a_line_of_the_wire_is_read_and_written_back(text: str) -> None:
    (body,) = FrameReader().feed(text.encode("ascii") + b"\n")
    message = codec.parse_command(body) if body.startswith("Q,") else codec.parse(body)
    assert message is not None
    assert codec.body(message) == body


def test_the_page_has_every_kind_of_line_and_every_verb() -> None:
    bodies = [text[1:].rsplit("*", 1)[0].split(",") for text in examples("wire")]
    assert {fields[0] for fields in bodies} == {*"HSALQ"}
    asked = {fields[2] for fields in bodies if fields[0] == "Q"}
    listed = re.findall(r"^- `([A-Z]+)[,`]", section("### To the board"), flags=re.MULTILINE)
    assert asked == set(listed)


def section(heading: str) -> str:
    """What stands under a heading, down to the next heading."""
    return PAGE.split(f"\n{heading}\n", 1)[1].split("\n#", 1)[0]


def test_the_sizes_of_the_counters_and_lines_are_right() -> None:
    state = section("### The state")
    sizes = {
        "`seq`": SEQ_MODULUS,
        "`ms`": MS_MODULUS,
        "`keys`": KEYS_MODULUS,
        "The throws": THROWS_MODULUS,
    }
    for item in state.split("\n- "):
        for name, size in sizes.items():
            assert not item.startswith(name) or f"Modulo {size}" in item
    assert state.count("Modulo") == len(sizes) + 1  # and what it means
    assert f"Ids of commands are modulo {ID_MODULUS}" in section("### Counters")
    limits = section("### Lines")
    assert f"at most {LINE_LIMIT} bytes" in limits
    assert f"at most {BODY_LIMIT}." in limits
    assert f"{len(ZONES)} in all" in state


@pytest.mark.parametrize("game", ["backgammon", "jacquet", "dutch", "acey-deucey"])
def test_the_start_positions_are_the_games_own(game: str) -> None:
    rules = find_game(game)
    assert f"`{rules.text(rules.start)}`" in section("## Positions")


@pytest.mark.parametrize("command", ["legal", "judge", "hint"])
def test_requests_are_answered_as_printed(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if command == "hint":
        pytest.importorskip("numpy")
    engine = ("--engine", "own") if command == "hint" else ()
    lines = examples(command)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO("\n".join(lines[::2]).encode())))
    cli.main([command, "--jsonl", *engine])
    answers = [json.loads(text) for text in capsys.readouterr().out.splitlines()]
    assert rounded(answers) == rounded(json.loads(text) for text in lines[1::2])


def rounded(answers: Iterable[Any]) -> list[Any]:
    """Answers with equities to two places: the last ones differ from machine to machine."""
    return [
        json.loads(json.dumps(each), parse_float=lambda text: round(float(text), 2))
        for each in answers
    ]


def test_the_events_printed_are_what_the_program_writes() -> None:
    assert examples("events") == [line(event).rstrip("\n") for event in events()]


def test_every_event_is_described_with_its_fields() -> None:
    fields: dict[str, set[str]] = {}
    for event in events():
        fields.setdefault(event["event"], set()).update(event.keys() - {"t", "event"})
    listed = re.findall(
        r"^- `(\w+)`: (.*?)(?=^- `|\n\n)",
        section("### The kinds of event"),
        flags=re.MULTILINE | re.DOTALL,
    )
    assert {name for name, _ in listed} == fields.keys()
    for name, text in listed:
        assert fields[name] <= set(re.findall(r"`(\w+)`", text)), name


@pytest.mark.parametrize("text", examples("typed"))
def test_a_typed_entry_is_understood(text: str) -> None:
    entries.read(text, entry_words())  # raises `EntryError` for what is no entry


def test_the_last_line_and_the_view_are_valid() -> None:
    path = files("companion.records") / "schema.json"
    schema = json.loads(path.read_text(encoding="utf-8"))
    valid = fastjsonschema.compile(schema)
    for text in examples("last"):
        valid(json.loads(text))
    view = fastjsonschema.compile(schema | {"oneOf": [{"$ref": "#/definitions/view"}]})
    view(json.loads(examples("json")[-1]))
