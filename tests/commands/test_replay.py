"""Recordings give the same events when replayed, except times, also after kills and with noise."""

import json
import os
import re
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.commands.demo import Demo
from companion.commands.main import main
from companion.commands.replay import Replay, ReplayError, ReplayResult, first_difference
from companion.link.codec import encode
from companion.link.connection import Connection
from companion.records.journal import Journal
from companion.records.read import RecordedInput, matches
from companion.referee.board_facts import Link
from companion.referee.facts import Fact, TurnBegins
from companion.rules import Player, game_names
from companion.session.compose import open_evening
from companion.session.record import read_reason, reason_text
from companion.settings import Settings
from companion.speech.catalogue import Catalogue, Sentence
from tests.records.kept import rewrite, seen

CORPUS = Path(__file__).parents[1] / "data" / "corpus"


def but_for_time(path: Path) -> list[str]:
    """The events; when something was said, and whether that cut a voice short, is time."""
    events = []
    for line in path.read_text(encoding="utf-8").splitlines():
        event = json.loads(line)
        del event["t"]
        event.pop("interrupts", None)
        events.append(json.dumps(event))
    return events


def record(
    folder: Path, game: str, mat: str | None = None, turns: int | None = None, **more: object
) -> Settings:
    """Play a demonstration into a journal and an events file."""
    files = {"journal": str(folder / "a.journal"), "events": str(folder / "a.jsonl")}
    settings = Settings("", game, voice="print", lang="fr", **files, **more)  # type: ignore[arg-type]
    assert Demo(settings, 4, mat, turns, fast=True).run()
    return settings


def replayed(folder: Path, journal: str) -> list[str]:
    again = folder / "again.jsonl"
    outcome = Replay(events=str(again), words=False).play(journal, Settings(""))
    assert outcome.difference is None
    assert outcome.facts == outcome.recorded
    assert outcome.faults == 0
    return but_for_time(again)


@pytest.mark.parametrize("game", game_names())
def test_every_game_gives_the_same_events(tmp_path: Path, game: str) -> None:
    mode = "practice" if game == "backgammon" else "club"
    settings = record(tmp_path, game, turns=6, mode=mode)
    assert replayed(tmp_path, settings.journal) == but_for_time(Path(settings.events))


@pytest.mark.slow
def test_a_real_match_and_one_after_it_give_the_same_events(tmp_path: Path) -> None:
    mat = str(CORPUS / "match4037138.mat")
    settings = record(tmp_path, "backgammon", mat)
    assert Demo(settings, 1, mat, fast=True).run()
    assert replayed(tmp_path, settings.journal) == but_for_time(Path(settings.events))


def test_the_reason_of_a_lost_port_is_restored() -> None:
    for why, reason in (("gone", "The board is gone."), ("", "The board is gone.")):
        assert read_reason(reason_text(why, reason)) == (reason, why)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> tuple[Settings, list[RecordedInput]]:
    """One recorded evening and everything that came over its line."""
    folder = tmp_path_factory.mktemp("evening")
    settings = record(folder, "backgammon", turns=16)
    wire = [entry for each in seen(settings.journal) for entry in each.entries]
    return settings, wire


def feed(settings: Settings, lines: list[str]) -> list[Fact]:
    """An evening that hears these lines and is then killed: what it had told nobody is lost."""
    facts: list[Fact] = []
    connection = Connection()
    with suppress(KeyboardInterrupt), open_evening(settings, facts.append) as one:
        for line in lines:
            for event in connection.receive(encode(line), 0.0):
                one.table.take(event)
        raise KeyboardInterrupt
    return facts


@pytest.mark.parametrize(
    "cuts",
    [(90, 91, 200), *(pytest.param(cuts, marks=pytest.mark.slow) for cuts in ((40,), (150, 300)))],
)
def test_a_killed_and_resumed_evening_gives_the_same_events(
    tmp_path: Path, evening: tuple[Settings, list[RecordedInput]], cuts: tuple[int, ...]
) -> None:
    lines = [entry.text for entry in evening[1] if entry.kind == "line"]
    journal, events = str(tmp_path / "b.journal"), str(tmp_path / "b.jsonl")
    settings = replace(evening[0], port="memory", journal=journal, events=events)
    for begin, end in zip((0, *cuts), (*cuts, len(lines)), strict=True):
        feed(settings, [lines[0], *lines[max(1, begin - 5) : end]])
    assert replayed(tmp_path, settings.journal) == but_for_time(Path(settings.events))


def test_a_serial_session_gives_the_same_facts(
    tmp_path: Path, evening: tuple[Settings, list[RecordedInput]]
) -> None:
    settings, wire = evening
    path = tmp_path / "session.log"
    noise = b"\0\xffgarbage$S,1,2*00000000\n$$*"
    path.write_bytes(
        noise + noise.join(encode(entry.text) for entry in wire if entry.kind == "line")
    )
    replay = Replay(words=False)
    outcome = replay.play(path, Settings("", "backgammon"))
    recorded = [fact for each in seen(settings.journal) for fact in each.facts]
    assert outcome.recorded is None
    assert no_links(replay.made) == no_links(recorded)


def no_links(facts: list[Fact]) -> list[Fact]:
    return [fact for fact in facts if not isinstance(fact, Link)]


def test_a_changed_fact_is_found(
    tmp_path: Path, evening: tuple[Settings, list[RecordedInput]]
) -> None:
    original = matches(Path(evening[0].journal))[0].path
    path = tmp_path / original.name
    text = original.read_text()
    path.write_text(text)

    def judged(line: dict[str, Any]) -> dict[str, Any]:
        """As if an older companion had judged otherwise."""
        changed: dict[str, Any] = json.loads(json.dumps(line).replace('"illegal"', '"legal"'))
        return changed

    rewrite(path, judged)
    outcome = Replay(words=False).play(path, Settings(""))
    fact = r'\{"fact": "VerdictGiven", .*"verdict": "%s", .*\}'
    assert re.fullmatch(
        rf"Fact \d+ has changed\. It was {fact % 'legal'}\. It is now {fact % 'illegal'}\.",
        told(outcome.difference),
    )
    path.write_text(text)
    rewrite(path, lambda line: line | {"facts": []} if line.get("n", 0) > 40 else line)
    assert "is new. It is " in told(Replay(words=False).play(path, Settings("")).difference)


@pytest.mark.parametrize("data", [b"", b"not a board\n", os.urandom(5000)])
def test_another_kind_of_file_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(data)
    with pytest.raises(ReplayError, match="neither a journal nor the recording"):
        Replay(words=False).play(path, Settings(""))


def test_a_journal_without_an_evening_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "empty.journal"
    Journal.open(path).close()
    with pytest.raises(ReplayError, match="has no evening"):
        Replay(words=False).play(path, Settings(""))
    with pytest.raises(ReplayError, match="cannot be read"):
        Replay(words=False).play(tmp_path / "none", Settings(""))


def written(state: str) -> str:
    return (
        f'{{"fact": "Link", "state": "{state}", "port": "x", "board": "", "reason": "", "why": ""}}'
    )


MISSED = Link("a", "x", "", "")
IT_WAS = f"It was {written('a')}."


def told(difference: Sentence | None, lang: str = "en") -> str:
    assert difference is not None
    return Catalogue(lang).tell(difference)


@pytest.mark.parametrize(
    ("outcome", "fine", "sentence"),
    [
        (ReplayResult(7, 7, None, 0), True, "7 facts, the same as recorded."),
        (
            ReplayResult(7, 8, first_difference([], [MISSED]), 0),
            False,
            f"Fact 1 is missing now. {IT_WAS}",
        ),
        (ReplayResult(7, None, None, 0), True, "7 facts."),
        (ReplayResult(7, 7, None, 2), False, "7 facts; the program made 2 errors."),
    ],
)
def test_an_outcome_is_one_sentence(outcome: ReplayResult, sentence: str, *, fine: bool) -> None:
    assert (outcome.fine, str(outcome.sentence)) == (fine, sentence)


def test_the_first_difference_is_named_by_its_number() -> None:
    one, two, three = (Link(state, "x", "", "") for state in ("a", "b", "c"))
    assert first_difference([one, two], [one, two]) is None
    assert told(first_difference([one, two], [one, three])) == (
        f"Fact 2 has changed. It was {written('c')}. It is now {written('b')}."
    )
    assert told(first_difference([one], [one, three])) == (
        f"Fact 2 is missing now. It was {written('c')}."
    )
    lifted = TurnBegins(Player.V, "V1=2v")
    assert told(first_difference([one, lifted], [one])).startswith(
        'Fact 2 is new. It is {"fact": "TurnBegins", "player": "V", '
    )
    # That the recording's end is the line's end too is no difference.
    assert first_difference([one, two], [one]) is None


def test_the_first_difference_is_told_in_french() -> None:
    one, two = Link("a", "x", "", ""), Link("b", "x", "", "")
    assert told(first_difference([one], [two]), "fr") == (
        f"Le fait 1 a changé. C'était\u00a0: {written('b')}. "
        f"C'est maintenant\u00a0: {written('a')}."
    )


def test_a_recording_begins_with_the_start_of_an_evening() -> None:
    with pytest.raises(ReplayError, match="beginning of the evening is not in this file"):
        Replay(words=False).take(RecordedInput(0.0, "line", "S,1"), fresh=True)


@pytest.mark.parametrize(
    "words", [("--game", "dutch"), ("--option", "no-cube"), ("--match", "3")], ids=lambda it: it[0]
)
def test_the_settings_of_a_journal_cannot_be_given_again(
    evening: tuple[Settings, list[RecordedInput]],
    words: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
) -> None:
    journal = evening[0].journal
    assert main(["replay", journal, *words]) == 2
    assert capsys.readouterr().err == (
        "companion replay: The journal already names the game. Leave out --game, --option and "
        "--match.\n"
    )
