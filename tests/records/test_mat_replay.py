"""Replayed matches: every play is legal, every score is recomputed, every error is named."""

from itertools import pairwise
from pathlib import Path

import pytest

from companion.records.mat import MatError, load, read
from companion.records.mat_replay import from_mat, worth
from companion.records.sheet import Entry, SheetGame, SheetResult, SheetTurn
from companion.referee.facts import CubeAction, Resign
from companion.rules import Player, find_game
from tests.tables import cases, table

CORPUS = Path(__file__).parents[1] / "data" / "corpus"
FILES = sorted(CORPUS.glob("*.mat"))
RULES = find_game("backgammon")
START = RULES.text(RULES.start)
V, N = Player.V, Player.N
AFTER = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=2n N7=4n N8=2n N12=2v"
"""What stands after black's 31: 8/5 6/5."""
AFTER_GREEN = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"
"""The same after green's."""
OFFER, TAKE = CubeAction(N, "offer", 2, None), CubeAction(V, "take", 2, V)
TOP = "5 point match\n Game 1\n Ann : 0    Bob : 0\n"

FEWER_POINTS = {
    "match2823283": (2, 4),
    "match5273377": (3, 4),
    "match6430476": (1, 2),
    "match6649876": (3, 4),
    "match7287043": (6, 8),
    "match972098": (3, 6),
}
"""Files whose last game counts less than it was worth, for the match was won with less."""


def resigned(player: Player, value: int) -> tuple[Entry, ...]:
    return Resign(player, value, "offer"), Resign(player, value, "accept")


def scripts(text: str) -> tuple[SheetGame, ...]:
    return from_mat(read(text)).games


def game(*lines: str) -> SheetGame:
    return scripts(TOP + "\n".join(lines))[0]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_real_matches_are_legal_and_have_right_scores(path: Path) -> None:
    match = load(path)
    games = from_mat(match).games
    assert len(games) == len(match.games)
    score = match.games[0].score
    for script, told in zip(games, match.games, strict=True):
        assert script.score == score == told.score
        turns = script.turns
        assert len(turns) == sum(action.dice is not None for action in told.actions)
        assert turns[0].before == START
        for one, following in pairwise(turns):
            assert one.end == following.before
            assert one.player is not following.player
        for turn in turns:
            ends = RULES.ends(RULES.parse(turn.before), turn.player, turn.dice)
            assert RULES.parse(turn.end) in ends.positions
        result = script.result
        assert result is not None
        assert told.result is not None
        assert (result.winner, result.points) == (told.result.winner, told.result.points)
        won = result.points
        score = (score[0] + won, score[1]) if result.winner is V else (score[0], score[1] + won)
        last = script.entries[-1]
        assert {
            "off": isinstance(last, SheetTurn),
            "drop": isinstance(last, CubeAction) and last.action == "drop",
            "resign": isinstance(last, Resign),
        }[result.by]
    fewer = [(game.result.points, worth(game)) for game in games if game.result]
    assert [pair for pair in fewer if pair[0] != pair[1]] == (
        [FEWER_POINTS[path.stem]] if path.stem in FEWER_POINTS else []
    )


def test_every_kind_of_cell_is_replayed() -> None:
    script = game(
        " 1)                          31: 8/5 6/5",
        " 2) 62: 24/18 13/11          Doubles => 2",
        " 3) Takes                    64: 24/14",
        " 4) 31:                      21: 13/11 24/23",
        " 5) Losses 4 points          Wins 4 points",
    )
    turns = script.turns
    assert [(turn.player, turn.dice) for turn in turns[:3]] == [
        (N, (3, 1)),
        (V, (6, 2)),
        (N, (6, 4)),
    ]
    assert turns[0].end == AFTER
    assert script.entries[2:4] == (OFFER, TAKE)
    # 31 could be played in several ways and is not told: the game breaks off there.
    assert script.entries[5:] == (SheetTurn(V, (3, 1), turns[2].end, "", "open"), *resigned(V, 2))
    assert script.result == SheetResult(N, "gammon", "resign", 4)


@pytest.mark.parametrize(
    ("lines", "entries", "result"),
    cases(
        "records/mat-ends",
        AFTER_GREEN=AFTER_GREEN,
        CubeAction=CubeAction,
        N=N,
        OFFER=OFFER,
        SheetResult=SheetResult,
        SheetTurn=SheetTurn,
        TAKE=TAKE,
        V=V,
        resigned=resigned,
    ),
)
def test_every_end_of_a_game_is_replayed(
    lines: list[str], entries: tuple[Entry, ...], result: SheetResult | None
) -> None:
    text = TOP.replace("5 point", "3 point") if "3 points" in lines[-1] else TOP
    script = scripts(text + "\n".join(lines))[0]
    assert script.entries[1:] == entries
    assert script.result == result


@pytest.mark.parametrize(
    ("first", "told", "hits"),
    [
        # V's blots on his 5 and 9: by the 18 nothing is hit, by the 20 the blot on the 5.
        ("41: 13/9 6/5", "24/14", False),
        ("41: 13/9 6/5", "24/20* 20/14", True),
        ("41: 13/9 6/5", "24/18/14", False),
        # Blots on the 5 and the 7: every way hits one of them.
        ("61: 13/7 6/5", "24/14", True),
    ],
)
def test_a_move_written_as_one_gets_its_stops(first: str, told: str, *, hits: bool) -> None:
    end = game(f"1) {first}           64: {told}").turns[1]
    assert ("VB=1v" in end.end) is hits


def test_a_roll_without_moves_is_a_pass_or_the_forced_play() -> None:
    script = game("1) 62: 24/18 13/11     61: 13/7* 8/7", "2) 66:    21: 13/11 6/5")
    assert script.turns[2].end == script.turns[2].before
    assert len(script.turns) == 4


@pytest.mark.parametrize(("lines", "says"), table("records/bad-scripts"))
def test_errors_name_their_line(lines: list[str], says: str) -> None:
    with pytest.raises(MatError, match=says):
        game(*lines)


def test_wrong_scores_are_refused() -> None:
    one = "1) 31: 8/5 6/5   Losses 1 point\n   Wins 1 point\n"
    with pytest.raises(MatError, match=r"^Line 6: The score before game 2 is not 0 to 1\."):
        from_mat(read(f"{TOP}{one} Game 2\nAnn : 0    Bob : 1\n{one}"))
    broken = "1) 31: 8/5 6/5\n"
    following = from_mat(read(f"{TOP}{broken} Game 2\nAnn : 3    Bob : 1\n{one}")).games
    assert [game.score for game in following] == [(0, 0), (3, 1)]


def test_without_a_length_no_point_is_cut_off() -> None:
    text = "0 point match\n Game 1\n A : 0   B : 0\n1) 31: 8/5 6/5  Doubles\n2) Takes   Resigns\n"
    with pytest.raises(MatError, match="the game above is won by V, gammon, resign, 4"):
        scripts(text + "  Wins 3 points")
    (script,) = scripts(text + "  Wins 4 points")
    assert script.result == SheetResult(V, "gammon", "resign", 4)
