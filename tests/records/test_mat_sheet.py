"""Matches to `.mat` and back, next to GNU Backgammon at every turn."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.records import sheet as s
from companion.records.facts_sheet import facts_of, read_sheet
from companion.records.mat import MatError, load, read
from companion.records.mat_replay import from_mat
from companion.records.mat_sheet import to_mat, write
from companion.referee.facts import CubeAction, Resign, Ruling
from companion.rules import Cube, Player, find_game
from companion.rules.ids import Snapshot, match_id, position_id
from tests.records import engine
from tests.records.sheets import Chance, are_rows_counted

if TYPE_CHECKING:
    from _pytest.mark import ParameterSet

CORPUS = Path(__file__).parents[1] / "data" / "corpus"
FILES = sorted(CORPUS.glob("*.mat"))
V, N = Player.V, Player.N
START = find_game("backgammon").game.start


def some(paths: list[Path]) -> "list[ParameterSet]":
    """Every fourth in a plain run, all of them in a slow one."""
    return [
        pytest.param(path, marks=[pytest.mark.slow] * bool(number % 4))
        for number, path in enumerate(paths)
    ]


def as_settings(sheet: s.Sheet) -> dict[str, object]:
    return {
        "game": sheet.game,
        "options": list(sheet.options),
        "match_to": sheet.length,
        "players": list(sheet.players),
        "table": sheet.table,
    }


def as_mat_has_it(sheet: s.Sheet) -> s.Sheet:
    """The same without what `.mat` has no place for."""
    return replace(sheet, games=tuple(map(bare, sheet.games)))


def bare(game: s.SheetGame) -> s.SheetGame:
    entries: list[s.Entry] = []
    for entry in game.entries:
        if isinstance(entry, s.SheetTurn) and entry.fate == "corrected":
            entries.append(s.SheetTurn(entry.player, entry.dice, entry.before, entry.end))
        elif not isinstance(entry, s.SheetOpening):
            entries.append(entry)
    refused = [i for i, e in enumerate(entries) if getattr(e, "action", "") == "refuse"]
    for index in reversed(refused):
        del entries[index - 1 : index + 1]
    return replace(game, entries=tuple(entries))


@pytest.mark.parametrize("path", some(FILES), ids=lambda path: path.stem)
def test_a_real_match_is_the_same_as_sheet_facts_and_file(path: Path) -> None:
    match = load(path)
    sheet = from_mat(match)
    assert from_mat(read(write(to_mat(sheet)))) == sheet
    facts = [fact for moment in facts_of(sheet) for fact in moment]
    assert read_sheet(as_settings(sheet), facts, sheet.begun) == sheet
    # Every score is the file's.
    assert sheet.games[-1].after == last_score(path)


def last_score(path: Path) -> tuple[int, int]:
    """The score after the last game, counted in the plain text."""
    text = path.read_text(encoding="utf-8")
    heading = text[text.rindex(" Game ") :].splitlines()[1]
    v, n = (int(part.split()[0]) for part in heading.split(":")[1:])
    won = next(line for line in reversed(text.splitlines()) if "Wins" in line)
    points = int(won[won.index("Wins") :].split()[1])
    return (v + points, n) if won.index("Wins") < 15 else (v, n + points)


@pytest.mark.parametrize("seed", range(4))
def test_a_random_match_is_restored(seed: int) -> None:
    options = ("automatic-doubles",) if seed % 3 == 0 else ("no-crawford",) if seed % 3 else ()
    sheet = Chance(seed, options=options, wrong=0.1 * (seed % 2), broken=seed > 8).sheet()
    text = write(to_mat(sheet))
    assert from_mat(read(text)) == as_mat_has_it(sheet)
    assert are_rows_counted(text)
    facts = [fact for moment in facts_of(sheet) for fact in moment]
    assert read_sheet(as_settings(sheet), facts, sheet.begun) == sheet


def test_an_accepted_error_is_a_comment_with_position_and_faults() -> None:
    end = START.replace("V6=5v", "V6=4v").replace("N12=2v", "N11=1v N12=2v")
    turn = s.SheetTurn(V, (6, 3), START, end, "accepted", ("backwards",), end)
    sheet = s.Sheet("backgammon", (), None, (s.SheetGame(1, (0, 0), (turn,)),))
    text = write(to_mat(sheet))
    assert f'\n; [Stands "{end}"] illegal, but accepted [Faults "backwards"]\n' in text
    assert "  1) 63:\n" in text  # no tale of pieces that went forwards: the position tells
    assert from_mat(read(text)).games == sheet.games


def test_a_position_set_and_a_turn_taken_back() -> None:
    ends = sorted(find_game("backgammon").ends(find_game("backgammon").start, V, (3, 1)).positions)
    texts = [find_game("backgammon").text(end) for end in ends]
    entries = (
        s.SheetTurn(V, (3, 1), START, texts[0]),
        Ruling("undo", "both", position=START),
        s.SheetTurn(V, (3, 1), START, texts[1]),
        Ruling("position", "referee", position=START),
        s.SheetTurn(V, (6, 5), START, "", "open"),
    )
    sheet = s.Sheet("backgammon", (), 5, (s.SheetGame(1, (0, 0), entries),))
    text = write(to_mat(sheet))
    assert f'; [Set "{START}"]\n' in text
    again = from_mat(read(text)).games[0].entries
    assert again == (entries[2], replace(entries[3], by=""), entries[4])


@pytest.mark.parametrize("game", ["jacquet", "dutch", "acey-deucey"])
def test_other_games_are_refused_with_the_formats_that_hold_them(game: str) -> None:
    with pytest.raises(s.SheetError, match="Use the format text or json"):
        to_mat(s.Sheet(game, (), None, ()))


@pytest.mark.parametrize(
    ("comment", "says"),
    [
        ('; [Stands "V1=2n"]', "Line 6: .* must be 15"),
        ('; [Set "?"]', "Line 7: .*is not a zone"),
        ('; [Automatic double "2"]', "an automatic double comes before the first throw"),
        ('; [Automatic double "two"]', "Line 7: 'two' is not understood"),
    ],
)
def test_a_wrong_comment_of_ours_is_named(comment: str, says: str) -> None:
    text = f"5 point match\n\n Game 1\n A : 0   B : 0\n\n  1) 63: 24/15\n{comment}\n"
    with pytest.raises(MatError, match=says):
        from_mat(read(text))


def test_an_accepted_position_without_a_play_is_refused() -> None:
    text = '5 point match\n\n Game 1\n A : 0   B : 0\n; [Stands "V1=2n"]\n'
    with pytest.raises(MatError, match="Line 5: `Stands` does not follow a play"):
        read(text)


# --- next to GNU Backgammon ----------------------------------------------------------------------

IN_GNUBG = """
for path in given:
    gnubg.command("import mat " + path)
    match = gnubg.match(0, 0, 1, 0)
    games = []
    for number, game in enumerate(match["games"]):
        gnubg.command("first game")
        for _ in range(number):
            gnubg.command("next game")
        moments, still = [], 0
        while still < 3:
            try:
                moment = [gnubg.positionid(), gnubg.matchid(), gnubg.posinfo()["gamestate"]]
            except ValueError:
                moment = ["", "", 0]
            still = still + 1 if moments and moment == moments[-1] else 0
            moments.append(moment)
            gnubg.command("next roll")
        games.append([game["info"], moments])
    answers.append([match["match-info"], games])
"""


def moments(sheet: s.Sheet, game: s.SheetGame) -> Iterator[list[str]]:
    """Position and match ID at every moment at which somebody is to decide or to move."""
    rules = sheet.rules
    cube, mover = Cube(), V

    def at(position: str, **more: Any) -> list[str]:
        board = Snapshot(rules.parse(position), mover, length=sheet.length, score=game.score)
        # To gnubg a match of one point has no Crawford game.
        crawford = game.crawford and sheet.length != 1
        board = replace(board, cube=cube, crawford=crawford, **more)
        return [position_id(board.position, mover), match_id(board)]

    position = START
    entries = [e for e in game.entries if not isinstance(e, s.SheetOpening | Resign)]
    for index, entry in enumerate(entries):
        if isinstance(entry, CubeAction):
            mover = entry.player.other if entry.action != "offer" and entry.player else mover
            if entry.action == "offer":
                assert entry.player is not None
                mover = entry.player
                if isinstance(entries[index - 1], s.SheetTurn):
                    yield at(position)
                yield at(position, offered=True)
            elif entry.action == "take":
                cube = Cube(entry.value, entry.owner)
                yield at(position)
            continue
        assert isinstance(entry, s.SheetTurn)
        mover = entry.player
        if index and isinstance(entries[index - 1], s.SheetTurn):
            yield at(position)
        yield at(position, dice=entry.dice)
        position = entry.end


def in_gnubg(sheets: list[s.Sheet], folder: Path) -> list[Any]:
    """Have gnubg read the sheets, compare each moment, and give back what it read."""
    paths = []
    for number, sheet in enumerate(sheets):
        paths.append(str(folder / f"match{number}.mat"))
        Path(paths[-1]).write_text(write(to_mat(sheet)), encoding="utf-8")
    answers: list[Any] = engine.run(IN_GNUBG, paths, folder)
    for sheet, (info, games) in zip(sheets, answers, strict=True):
        assert info["match-length"] == (sheet.length or 0)
        assert len(games) == len(sheet.games)
        for game, (told, theirs) in zip(sheet.games, games, strict=True):
            assert (told["score-X"], told["score-O"]) == game.score
            if game.result is not None:
                assert told["winner"] == {V: "X", N: "O"}[game.result.winner]
                # gnubg counts the whole worth of the last game, some sites cut it.
                cut = game is sheet.games[-1] and told["points-won"] > game.result.points
                assert cut or told["points-won"] == game.result.points
            ours = list(moments(sheet, game))
            seen = [moment[:2] for moment in theirs if moment[2] == 1]
            assert seen[: len(ours)] == ours
    return answers


@pytest.mark.engine
def test_gnubg_sees_the_same_at_every_turn_of_the_real_matches(tmp_path: Path) -> None:
    ours = in_gnubg([from_mat(load(path)) for path in FILES], tmp_path)
    theirs = engine.run(IN_GNUBG, [str(path) for path in FILES], tmp_path)
    for mine, original in zip(ours, theirs, strict=True):
        assert [worth(game) for game in mine[1]] == [worth(game) for game in original[1]]


def worth(game: Any) -> list[Any]:
    return [game[0].get(name) for name in ("score-X", "score-O", "winner", "points-won")]


@pytest.mark.engine
def test_gnubg_sees_the_same_at_every_turn_of_matches_by_chance(tmp_path: Path) -> None:
    in_gnubg([Chance(seed, length=5).sheet() for seed in range(100, 130)], tmp_path)


@pytest.mark.engine
def test_gnubg_follows_some_accepted_illegal_plays(tmp_path: Path) -> None:
    sheets = [Chance(seed, length=1, wrong=0.2, doubles=0).sheet() for seed in range(60)]
    paths = []
    for number, sheet in enumerate(sheets):
        paths.append(str(tmp_path / f"match{number}.mat"))
        Path(paths[-1]).write_text(write(to_mat(sheet)), encoding="utf-8")
    followed = left_out = 0
    answers: list[Any] = engine.run(IN_GNUBG, paths, tmp_path)
    for sheet, (_, games) in zip(sheets, answers, strict=True):
        turns = sheet.games[0].turns
        first = next((i for i, turn in enumerate(turns) if turn.fate == "accepted"), None)
        if not first:
            continue
        ours = list(moments(sheet, sheet.games[0]))
        theirs = [moment[:2] for moment in games[0][1] if moment[2] == 1]
        # A turn has two moments (before and after its throw), the first of a game has one.
        until = 2 * first - 1
        assert theirs[:until] == ours[:until]
        # Either the play is followed, or its turn is not there at all.
        followed += theirs[: until + 3] == ours[: until + 3]
        left_out += theirs[until] != ours[until]
    assert followed > 20
    assert left_out > 10
    assert followed + left_out > 50
