"""The `.mat` format: real files, its many spellings, round trips, hostile files."""

import random
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.records import mat
from companion.records.mat import (
    Kind,
    MatAction,
    MatError,
    MatGame,
    MatMatch,
    MatMove,
    MatResult,
    load,
    read,
)
from companion.records.mat_replay import from_mat
from companion.records.mat_sheet import write
from companion.rules import Player
from tests.records.sheets import are_rows_counted
from tests.tables import cases

CORPUS = Path(__file__).parents[1] / "data" / "corpus"
FILES = sorted(CORPUS.glob("*.mat"))
V, N = Player.V, Player.N
TOP = "3 point match\n\n Game 1\n Ann : 0    Bob : 0\n"


def play(player: Player, dice: str, *moves: tuple[int, int]) -> MatAction:
    steps = tuple(MatMove(*move) for move in moves)
    return MatAction(player, Kind.PLAY, (int(dice[0]), int(dice[1])), steps)


def actions(line: str) -> tuple[MatAction, ...]:
    return read(TOP + line + "\n").games[0].actions


def test_the_corpus_is_here() -> None:
    assert len(FILES) == 23
    assert "MIT License" in (CORPUS / "LICENSE.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_real_file_is_read_whole_and_written_back_the_same(path: Path) -> None:
    match = load(path)
    text = path.read_text(encoding="utf-8")
    # Counted in the plain text, with none of the reader's own means.
    assert sum(action.dice is not None for game in match.games for action in game.actions) == (
        text.count(": ") + text.count(":\n") - 2 * text.count(" Game ")
    )
    assert sum(len(game.actions) for game in match.games) >= 14
    moves = sum(len(action.moves) for game in match.games for action in game.actions)
    headers = sum(value.count("/") for _, value in match.headers)
    assert moves == text.count("/") - headers
    assert len(match.games) == text.count(" Game ")
    assert [game.result is not None for game in match.games] == [True] * len(match.games)
    written = write(match)
    assert read(written) == match
    assert write(read(written)) == written
    assert dict(match.headers)["Player 1"] == match.players[0]


def test_all_parts_of_a_match_are_read() -> None:
    text = """; [Site "Here"]
; [Event "the "big" one"]
# a bare comment
;
 7 Point Match

 Game 1
 Ann Lee : 0                     Bob : 2
  1)                             31: 8/5 6/5
  2) 52: 13/8 24/22               Doubles => 2
  3)  Takes
; a comment inside
  3)                             66: 24/18(2) 13/7*(2)
  4) 41: Cannot Move             21: ????
      Wins 4 points and the match
"""
    assert read(text) == MatMatch(
        length=7,
        players=("Ann Lee", "Bob"),
        headers=(("Site", "Here"), ("Event", 'the "big" one'), ("", "a bare comment"), ("", "")),
        games=(
            MatGame(
                1,
                (0, 2),
                (
                    play(N, "31", (8, 5), (6, 5)),
                    play(V, "52", (13, 8), (24, 22)),
                    MatAction(N, Kind.DOUBLE, value=2),
                    MatAction(V, Kind.TAKE),
                    MatAction(
                        N,
                        Kind.PLAY,
                        (6, 6),
                        (
                            MatMove(24, 18),
                            MatMove(24, 18),
                            MatMove(13, 7, hit=True),
                            MatMove(13, 7, hit=True),
                        ),
                    ),
                    play(V, "41"),
                    MatAction(N, Kind.UNFINISHED, (2, 1)),
                ),
                MatResult(V, 4, match_over=True),
            ),
        ),
    )


@pytest.mark.parametrize(
    ("line", "wanted"),
    cases("records/mat-spellings", Kind=Kind, MatAction=MatAction, N=N, V=V, play=play),
)
def test_every_spelling_of_a_line_is_read(line: str, wanted: tuple[MatAction | None, ...]) -> None:
    found = actions(line)
    assert len(found) == len(wanted)
    for action, like in zip(found, wanted, strict=True):
        assert like is None or action == like


def test_a_hit_is_kept_at_each_stop() -> None:
    (action,) = actions("1) 61: bar/24 Bar/19*/18")
    assert action.moves == (MatMove(25, 24), MatMove(25, 19, hit=True), MatMove(19, 18))
    assert {action.kind for action in actions("1) 52: ??   41: Illegal play (x)")} == {
        Kind.UNFINISHED
    }


@pytest.mark.parametrize(
    ("line", "winner", "points", "over", "loser"),
    [
        ("      Wins 1 point", V, 1, False, None),
        ("                                  Wins 2 points and the match", N, 2, True, None),
        (" 9)  Drops                       Wins 1 point", N, 1, False, None),
        (" 9)  Losses 6 point              Wins 6 point", N, 6, False, V),
        # The winner is believed where the loser's cell stands in his column.
        (" Losses 1 point\n\n      Wins 1 point", V, 1, False, N),
        (" 9) 31: 2/0            Loses 3 points\n\n      wins 3 point", V, 3, False, N),
    ],
)
def test_every_end_of_a_game_is_read(
    line: str, winner: Player, points: int, *, over: bool, loser: Player | None
) -> None:
    game = read(TOP + line).games[0]
    assert game.result == MatResult(winner, points, over)
    assert [action.player for action in game.actions if action.kind is Kind.RESIGN] == (
        [] if loser is None else [loser]
    )


@pytest.mark.parametrize(
    ("text", "length", "players"),
    [
        ("\n Game 1\nA:0 B:0", None, ("A", "B")),
        ("0 point match\nGame 1.\nA : 0   B : 0", None, ("A", "B")),
        ("16 POINTS MATCH\r\rgame 1\r\rA b, 1500 : 0   C:D : 12\r", 16, ("A b, 1500", "C_D")),
        ("5 point match\nGame 1\nA : 0 B : 0\n7 point match\nGame 1\nC : 0 D : 0", 5, ("A", "B")),
        ("words before\n5 point match\nGame 1\n : 0 : 0", 5, ("", "")),
    ],
)
def test_headings_are_read_leniently(
    text: str, length: int | None, players: tuple[str, str]
) -> None:
    match = read(text)
    assert (match.length, match.players, len(match.games)) == (length, players, 1)
    assert read(write(match)) == match


@pytest.mark.parametrize(("text", "says"), cases("records/unreadable-mats", TOP=TOP))
def test_an_unreadable_text_is_refused_with_its_line(text: str, says: str) -> None:
    with pytest.raises(MatError, match=says) as error:
        read(text)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 200


def test_files_in_several_encodings_are_read(tmp_path: Path) -> None:
    path = tmp_path / "m.mat"
    text = TOP.replace("Ann", "Zoé")
    for code in ("utf-8", "utf-8-sig", "utf-16", "latin-1"):
        path.write_bytes(text.encode(code))
        assert load(path).players == ("Zoé", "Bob")
    with pytest.raises(MatError, match="cannot be read: No such file"):
        load(tmp_path / "none.mat")
    with pytest.raises(MatError, match="cannot be read: it is not a regular file"):
        load(tmp_path)


NAMES = st.text("abcdé :0,9_", max_size=12).map(str.strip).filter(lambda name: ":" not in name)
ONE_MOVE = st.tuples(st.integers(0, 24), st.integers(1, 25), st.booleans()).map(
    lambda m: MatMove(max(m[1], m[0] + 1), m[0], m[2])
)
DICE = st.tuples(st.integers(1, 6), st.integers(1, 6))
ACTIONS = st.one_of(
    st.builds(
        MatAction,
        st.sampled_from(Player),
        st.just(Kind.PLAY),
        DICE,
        st.lists(ONE_MOVE, max_size=4).map(tuple),
    ),
    st.builds(MatAction, st.sampled_from(Player), st.just(Kind.UNFINISHED), DICE),
    st.builds(MatAction, st.sampled_from(Player), st.sampled_from([Kind.TAKE, Kind.DROP])),
    st.builds(
        MatAction,
        st.sampled_from(Player),
        st.sampled_from([Kind.DOUBLE, Kind.RESIGN]),
        value=st.none() | st.integers(1, 4096),
    ),
)
RESULTS = st.none() | st.builds(
    MatResult, st.sampled_from(Player), st.integers(1, 999), st.booleans()
)
SCORES = st.tuples(st.integers(0, 99), st.integers(0, 99))


@st.composite
def games(draw: st.DrawFn) -> MatGame:
    result = draw(RESULTS)
    done = draw(st.lists(ACTIONS, max_size=12))
    if result is not None:
        done = [
            act for act in done if act.kind is not Kind.RESIGN or act.player is not result.winner
        ]
    return MatGame(draw(st.integers(0, 99)), draw(SCORES), tuple(done), result)


MATCHES = st.builds(
    MatMatch,
    st.none() | st.integers(1, 99),
    st.tuples(NAMES, NAMES),
    st.lists(
        st.tuples(st.sampled_from(["Site", "Player 1"]), st.text('ab"] é', max_size=8))
        | st.tuples(st.just(""), st.sampled_from(["", "a comment", "[half"])),
        max_size=3,
    ).map(tuple),
    st.lists(games(), min_size=1, max_size=3).map(tuple),
)


@given(MATCHES)
def test_every_match_written_is_read_back_the_same(match: MatMatch) -> None:
    text = write(match)
    assert read(text) == match
    assert max(map(len, text.split("\n"))) < 100
    assert are_rows_counted(text)


def refusal(text: str) -> str | None:
    """What is said of a text; None if it can be read."""
    try:
        read(text)
    except MatError as error:
        return str(error)
    return None


def attempt(text: str) -> str | None:
    """What is said of a text; what can be read is written and read again."""
    complaint = refusal(text)
    if complaint is None:
        match = read(text)
        assert read(write(match)) == match
    return complaint


def fuzzed(chance: random.Random, texts: list[str]) -> str:
    """A real file with a few things broken: characters, cells, lines, pieces of others."""
    lines = chance.choice(texts).split("\n")
    for _ in range(chance.randint(1, 5)):
        at = chance.randrange(len(lines))
        line = lines[at]
        cut = chance.randint(0, len(line))
        lines[at] = chance.choice(
            [
                line[:cut],
                line[cut:],
                line[:cut] + chance.choice("0123456789/:()*? \t\0;é\u2028bar") + line[cut + 1 :],
                line[:cut] + chance.choice([" Doubles => 2", " Takes", "????", "66:"]) + line[cut:],
                line + chance.choice(chance.choice(texts).split("\n")),
                chance.choice(lines),
                "",
            ]
        )
    return "\n".join(lines[chance.randint(-3, 3) :])


@pytest.mark.parametrize("files", [80, pytest.param(1000, marks=pytest.mark.slow)])
def test_damaged_files_are_read_or_refused_in_one_sentence(files: int) -> None:
    chance = random.Random(11)
    texts = [path.read_text(encoding="utf-8") for path in FILES]
    complaints: list[str] = []
    for _ in range(files):
        try:
            match = read(fuzzed(chance, texts))
            assert read(write(match)) == match
            from_mat(match)
        except MatError as error:
            complaints.append(str(error))
    assert files / 2 < len(complaints) < files
    assert all("\n" not in complaint and len(complaint) < 250 for complaint in complaints)


@given(st.text(max_size=300) | st.binary(max_size=300).map(lambda data: data.decode("latin-1")))
def test_any_text_is_read_or_refused(text: str) -> None:
    for start in ("", TOP, TOP + "1) "):
        complaint = attempt(start + text)
        assert complaint is None or complaint.startswith(("Line ", "The file has no game"))


@pytest.mark.parametrize(
    "unit",
    [
        "1) 11: 11:\n",
        ":" * 999 + "\n",
        "Game 1\nA:0 B:0\n",
        "; [x\n",
        "wins " * 190 + "\n",
        "a: 1 ",
    ],
)
def test_large_files_are_refused_quickly(unit: str) -> None:
    text = TOP + unit * ((mat.LARGEST - len(TOP)) // len(unit))
    begun = time.process_time()
    complaint = refusal(text)
    assert complaint is None or complaint.startswith("Line ")
    assert time.process_time() - begun < 10
