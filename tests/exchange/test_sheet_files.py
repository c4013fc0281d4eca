"""Score sheets as JSON lines and as plain text: round trips in every game, clear refusals."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from companion.exchange import files, json_sheet, text_sheet
from companion.records import sheet as s
from companion.records.facts_sheet import facts_of, read_sheet
from companion.records.sheet import SheetError
from companion.referee import facts as f
from companion.referee.facts import CubeAction, Resign, Ruling
from companion.rules import Player
from tests.records.sheets import OPTIONS, Chance
from tests.tables import cases

V, N = Player.V, Player.N


def check(sheet: s.Sheet) -> None:
    """Raise `SheetError` if the match cannot have happened."""
    json_sheet.from_json(json_sheet.to_json(sheet))


DOCUMENT = (Path(__file__).parents[2] / "docs" / "records.md").read_text(encoding="utf-8")
GAMES = [(game, option) for game, options in OPTIONS.items() for option in ("", *options)]


def by_chance(game: str, option: str, seed: int = 1) -> s.Sheet:
    length = 3 if game != "acey-deucey" else 1
    options = (option,) if option else ()
    made = Chance(seed, game, options, length, wrong=0.05, resigns=0.02, broken=seed > 1)
    return made.sheet()


@pytest.mark.parametrize(("game", "option"), GAMES)
def test_every_game_is_restored_from_both_formats(game: str, option: str) -> None:
    sheet = by_chance(game, option, 1)
    assert json_sheet.from_json(json_sheet.to_json(sheet)) == sheet
    text = text_sheet.to_text(sheet)
    assert text_sheet.from_text(text) == sheet
    assert text_sheet.from_text("\n\n; note\n" + text.replace("\n", "\r\n")) == sheet
    assert max(map(len, text.splitlines())) < 300
    facts = [fact for moment in facts_of(sheet) for fact in moment]
    kept = {"game": game, "options": list(sheet.options), "match_to": sheet.length}
    kept |= {"players": list(sheet.players), "table": sheet.table}
    assert read_sheet(kept, facts, sheet.begun) == sheet


DECIDED = (
    Ruling("undo", "both", "a slip, twice", "V12=14n1N N12=14v1V"),
    Ruling("dice", "Mme Roux", dice=(6, 1)),
    Ruling("award", "referee", winner=N),
    Ruling("dice", "Mme Roux", dice=(6, 1), player=N),
    Ruling("position", "Mme Roux", position="V12=14n1N N12=14v1V", player=V),
    Ruling("award", "referee", winner=N, kind="double", points=7),
    Ruling("out-of-order", "players", zone="N12"),
    Ruling("in-order", "players", zone="V-dice"),
    Ruling('odd "one", so', "", 'said: "no",\nand left'),
)


def test_rulings_are_restored() -> None:
    game = s.SheetGame(1, (0, 0), DECIDED, s.SheetResult(N, "double", "ruling", 7))
    sheet = s.Sheet("jacquet", (), None, (game,), ('A "B", C', "D:\n"))
    assert json_sheet.from_json(json_sheet.to_json(sheet)) == sheet
    assert text_sheet.from_text(text_sheet.to_text(sheet)) == sheet
    facts = [fact for moment in facts_of(sheet) for fact in moment]
    kept = {"game": "jacquet", "options": [], "match_to": None, "players": list(sheet.players)}
    assert read_sheet(kept, facts) == sheet


def test_a_ruling_of_an_older_file_is_read() -> None:
    game = s.SheetGame(1, (0, 0), (Ruling("undo", "both"),))
    sheet = s.Sheet("jacquet", (), None, (game,))
    text = json_sheet.to_json(sheet)
    old = text.replace(', "player": null, "kind": "", "points": null, "zone": ""', "")
    assert old != text
    assert json_sheet.from_json(old) == sheet
    assert json_sheet.from_json(old.replace(', "table": ""', "")) == sheet


def test_the_document_names_every_line_and_field_of_the_json() -> None:
    items = dict(re.findall(r"^- `(\w+)`: ((?:.*\n(?:  .*\n)*))", DOCUMENT, re.MULTILINE))
    for kind, fields in json_sheet.FIELDS.items():
        assert set(fields) <= set(re.findall(r"`(\w+)`", items[kind])), kind


def test_the_example_of_the_document_is_valid() -> None:
    shown = re.search(r"^```\n(Companion match.*?)^```", DOCUMENT, re.MULTILINE | re.DOTALL)
    assert shown is not None
    sheet = text_sheet.from_text(shown[1])
    assert text_sheet.to_text(sheet) == shown[1]


SHEET = by_chance("jacquet", "")
LINES = json_sheet.to_json(SHEET).splitlines()
TURN_LINE = next(line for line in LINES if '"turn"' in line)


@pytest.mark.parametrize(
    ("lines", "says"), cases("exchange/bad-json", LINES=LINES, TURN_LINE=TURN_LINE)
)
def test_bad_json_is_refused_with_its_line(lines: list[str], says: str) -> None:
    with pytest.raises(SheetError, match=says) as error:
        json_sheet.from_json("\n".join(lines))
    assert "\n" not in str(error.value)


TEXT = text_sheet.to_text(SHEET)


@pytest.mark.parametrize(("old", "new", "says"), cases("exchange/bad-texts", TEXT=TEXT))
def test_a_bad_text_is_refused_with_its_line(old: str, new: str, says: str) -> None:
    with pytest.raises(SheetError, match=says) as error:
        text_sheet.from_text(TEXT.replace(old, new, 1))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(("game", "text", "says"), cases("exchange/impossible-texts"))
def test_an_impossible_text_is_refused_with_its_line(game: str, text: str, says: str) -> None:
    with pytest.raises(SheetError) as error:
        text_sheet.from_text(f"{text_sheet.TITLE}\nGame: {game}\n{text}")
    assert str(error.value) == says


TURN = SHEET.games[0].turns[0]


def with_entry(entry: s.Entry, game: str = "jacquet", options: tuple[str, ...] = ()) -> s.Sheet:
    entries = SHEET.games[0].entries
    begins = entries[: entries.index(TURN)] if isinstance(entry, s.SheetTurn) else ()
    return s.Sheet(game, options, None, (s.SheetGame(1, (0, 0), (*begins, entry)),))


@pytest.mark.parametrize(
    ("sheet", "says"),
    cases(
        "exchange/impossible-sheets",
        CubeAction=CubeAction,
        Resign=Resign,
        Ruling=Ruling,
        SHEET=SHEET,
        TURN=TURN,
        V=V,
        replace=replace,
        s=s,
        with_entry=with_entry,
    ),
)
def test_an_impossible_match_is_refused(sheet: s.Sheet, says: str) -> None:
    with pytest.raises(SheetError, match=says) as error:
        check(sheet)
    assert "\n" not in str(error.value)


def test_an_open_ended_match_is_limited() -> None:
    many = s.SheetGame(1, (0, 0), (s.SheetOpening(1, 1),) * 5001)
    with pytest.raises(SheetError, match="more than 5000 entries"):
        check(s.Sheet("jacquet", (), None, (many,)))
    with pytest.raises(SheetError, match="more than 2000 games"):
        check(s.Sheet("jacquet", (), None, (replace(many, entries=()),) * 2001))


def test_json_lines_are_json() -> None:
    for line in LINES:
        assert json.dumps(json.loads(line), ensure_ascii=False) == line


def test_a_wrong_entry_is_named_by_its_place() -> None:
    sheet = by_chance("backgammon", "")
    game = sheet.games[-1]
    wrong = (*game.entries[:4], s.SheetOpening(7, 1), *game.entries[4:])
    games = (*sheet.games[:-1], replace(game, entries=wrong))
    line = 1 + sum(2 + len(each.entries) for each in games[:-1]) + 1 + 5
    with pytest.raises(SheetError, match=rf"^Line {line}: 7 and 1 are not dice"):
        check(replace(sheet, games=games))


START = "V12=14n1N N12=14v1V"
THROWN: list[f.Fact] = [
    f.GameBegins("jacquet", (), 1, None, (0, 0)),
    f.TurnBegins(V, START),
    f.Roll(V, (6, 3), opening=True),
]
RESIGNS = f.Resign(V, 1, "offer")
OPEN = s.SheetTurn(V, (6, 3), START, "", "open")


@pytest.mark.parametrize(
    ("facts", "games"),
    [
        (THROWN, ((OPEN,),)),  # broken off with the dice on the board
        ([*THROWN, THROWN[-1]], ((OPEN,),)),  # told again after a restart
        ([*THROWN, RESIGNS, *THROWN[1:], RESIGNS], ((Resign(V, 1, "offer"), OPEN),)),
        ([*THROWN, f.GameEnds(N, "simple", "resign", 1, (0, 1))], ((OPEN,),)),
        ([*THROWN, f.GameBegins("jacquet", (), 2, None, (0, 1))], ((OPEN,), ())),
    ],
)
def test_an_unfinished_turn_is_in_the_sheet(
    facts: list[f.Fact], games: tuple[tuple[s.Entry, ...], ...]
) -> None:
    sheet = read_sheet({"game": "jacquet", "options": []}, facts)
    assert tuple(game.entries for game in sheet.games) == games


def test_a_broken_json_file_is_refused_as_json(tmp_path: Path) -> None:
    place = tmp_path / "a.JSON"
    place.write_text("[1, 2")
    with pytest.raises(SheetError, match=r"Line 1: '\[1, 2' is not understood"):
        files.read(place)
