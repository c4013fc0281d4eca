"""Evenings played at random, with rulings and undone results: what is exported can be imported."""

import random
from pathlib import Path

import pytest

from companion.exchange import files, json_sheet, text_sheet
from companion.records.read import matches
from companion.records.sheet import SheetError, SheetGame, SheetTurn
from companion.rules import Player, game_names
from companion.settings import OpponentSettings, Settings
from tests.budget import seeds
from tests.flow.restarts import Club, TypedEvening
from tests.flow.test_random_restarts import Lines
from tests.tables import table

RULINGS = (
    *(":award green", ":award black", ":undo", ":undo throw", ":undo opening", ":dice 63"),
    *(":pause", ":go-on"),
)
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
def test_a_random_evening_is_exported_and_imported(game: str, tmp_path: Path) -> None:
    with Club(tmp_path) as club:
        try_evening(club, game, 5)


@pytest.mark.slow
def test_many_random_evenings_are_exported_and_imported(tmp_path: Path) -> None:
    with Club(tmp_path) as club:
        for seed in seeds(10):
            for game in game_names():
                try_evening(club, game, seed)


def test_dice_that_were_taken_back_are_no_turn(tmp_path: Path) -> None:
    with Club(tmp_path) as club:
        evening = club.open(TypedEvening, Settings("", "backgammon", lang="en", match_to=3))
        evening.type("63", "-", "52", "13/8 13/11", "", "31", "-", "64")
        (row,) = matches(evening.folder / "evening.journal")
        (game,) = files.sheet_of(row).games
    assert [each.dice for each in game.entries if isinstance(each, SheetTurn)] == [(5, 2), (6, 4)]


@pytest.mark.parametrize("lines", table("exchange/undone-decisions"))
def test_a_match_with_undone_decisions_is_imported_as_mat(
    lines: tuple[str, ...], tmp_path: Path
) -> None:
    with Club(tmp_path) as club:
        evening = club.open(TypedEvening, Settings("", "backgammon", lang="en", match_to=3))
        evening.type("31", *lines)
        folder = evening.folder / "evening.journal"
        assert come_in(folder)
        for row in matches(folder):
            sheet = files.sheet_of(row)
            (tmp_path / "match.mat").write_text(files.to_text(sheet, "mat"), "utf-8")
            again = files.read(tmp_path / "match.mat", "mat")
            assert [_won(game) for game in again.games] == [_won(game) for game in sheet.games]


def _won(game: SheetGame) -> tuple[Player, int] | None:
    """Return the winner and the points of a game; `mat` cannot say how a game ended."""
    return None if game.result is None else (game.result.winner, game.result.points)


@pytest.mark.parametrize("game", game_names())
def test_a_match_whose_end_was_undone_is_imported_from_its_second_file(
    game: str, tmp_path: Path
) -> None:
    with Club(tmp_path) as club:
        evening = club.open(TypedEvening, Settings("", game, lang="en", match_to=3))
        evening.type("63", ":award green", "63", ":award green 3 points", ":undo", ":award black")
        assert come_in(evening.folder / "evening.journal") == 2


@pytest.mark.parametrize("form", files.FORMATS)
def test_an_exercise_is_exported_only_in_formats_for_people(form: str, tmp_path: Path) -> None:
    settings = Settings(
        "", "backgammon", lang="en", mode="practice", against=OpponentSettings(exercise="bear-off")
    )
    with Club(tmp_path) as club:
        evening = club.open(TypedEvening, settings)
        evening.type("63", "6/off 3/off", "", "54")
        folder = evening.folder / "evening.journal"
        assert any("6, 3" in line for line in files.export(folder, "transcript", None, "en"))
        with pytest.raises(SheetError, match="An exercise is not a match"):
            list(files.export(folder, form, None, "en"))


@pytest.mark.parametrize("match_to", [None, 1])
def test_a_game_whose_result_was_undone_continues(match_to: int | None, tmp_path: Path) -> None:
    with Club(tmp_path) as club:
        evening = club.open(TypedEvening, Settings("", "jacquet", lang="en", match_to=match_to))
        evening.type("53", "63", ":award green", ":undo", "63", "N12/N6/N3")
        assert come_in(evening.folder / "evening.journal") == (1 if match_to is None else 2)
