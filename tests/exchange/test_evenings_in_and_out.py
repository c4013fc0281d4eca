"""Evenings played at random, with rulings and undone results: what is exported can be imported."""

import random
from pathlib import Path

import pytest

from companion.exchange import files, json_sheet, text_sheet
from companion.records.read import matches
from companion.rules import game_names
from companion.settings import Settings
from tests.budget import seeds
from tests.flow.restarts import Club, TypedEvening
from tests.flow.test_random_restarts import Lines

RULINGS = (":award green", ":award black", ":undo", ":undo throw", ":undo opening", ":dice 63")
OPTIONS = {"backgammon": ("automatic-doubles",), "acey-deucey": ("double-on-ace-deuce",)}


def come_in(folder: Path) -> int:
    """Export and import all matches of a journal. Return their number."""
    rows = matches(folder)
    for row in rows:
        sheet = files.sheet_of(row)
        assert json_sheet.from_json(files.to_text(sheet, "json")) == sheet
        assert text_sheet.from_text(files.to_text(sheet, "text")) == sheet
    return len(rows)


def try_evening(club: Club, game: str, seed: int) -> None:
    chance = random.Random(f"{game} {seed}")
    lines = Lines(chance)
    options = OPTIONS.get(game, ()) if seed % 2 else ()
    evening = club.open(TypedEvening, Settings("", game, options, lang="en", match_to=5))
    evening.type(*lines.first(game))
    for _ in range(chance.randint(3, 40)):
        is_ruled = chance.random() < 0.15
        evening.type(*([chance.choice(RULINGS)] if is_ruled else lines.next(evening)))
    assert come_in(evening.folder / "evening.journal")


@pytest.mark.parametrize("game", game_names())
def test_a_random_evening_comes_in(game: str, tmp_path: Path) -> None:
    with Club(tmp_path) as club:
        try_evening(club, game, 5)


@pytest.mark.slow
def test_many_random_evenings_come_in(tmp_path: Path) -> None:
    with Club(tmp_path) as club:
        for seed in seeds(10):
            for game in game_names():
                try_evening(club, game, seed)


@pytest.mark.parametrize("match_to", [None, 1])
def test_a_game_whose_result_was_undone_goes_on(match_to: int | None, tmp_path: Path) -> None:
    with Club(tmp_path) as club:
        evening = club.open(TypedEvening, Settings("", "jacquet", lang="en", match_to=match_to))
        evening.type("53", "63", ":award green", ":undo", "63", "N12/N6/N3")
        assert come_in(evening.folder / "evening.journal") == (1 if match_to is None else 2)
