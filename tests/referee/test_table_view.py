"""The view of a table, computed from its facts and shared by pages, transcripts and club."""

from dataclasses import replace

import pytest

from companion.referee import facts as f
from companion.referee.table_view import LastTurn, TableView
from companion.referee.talk_facts import KeyAnswer
from companion.rules import Player, Verdict

START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"
MOVED = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"
BEGINS = f.GameBegins("backgammon", (), 1, None, (0, 0))
TURN = f.TurnBegins(Player.V, START)
ROLL = f.Roll(Player.V, (3, 1))
WRONG_END = f.TurnEnds(Player.V, (3, 1), Verdict.ILLEGAL, (), MOVED, START)
ERROR = f.ErrorOpen(Player.V, ())


def fold(*facts: f.Fact, table: TableView | None = None) -> TableView:
    table = table or TableView()
    for fact in facts:
        table = table.after(fact)
    return table


def test_a_fact_that_says_nothing_of_the_table_leaves_it_as_it_is() -> None:
    table = fold(BEGINS)
    assert table.after(f.DieBack(Player.V, (3, 1))) is table


def test_turns_are_counted_and_throws_once_a_turn() -> None:
    table = fold(BEGINS, TURN, ROLL)
    assert (table.turns, table.throws) == (1, 1)
    # Dice set by hand, and a turn that is called again after a pause, are no throws of another.
    table = fold(f.Roll(Player.V, (6, 2)), replace(TURN, held=True), ROLL, table=table)
    assert (table.turns, table.throws) == (2, 1)
    table = fold(f.TurnBegins(Player.N, MOVED), f.Roll(Player.N, (5, 4)), table=table)
    assert (table.turns, table.throws) == (3, 2)
    assert fold(BEGINS, table=table).throws == 0
    assert fold(replace(BEGINS, resumed=True), table=table).throws == 2


def test_a_further_throw_follows_the_turn_of_the_same_player() -> None:
    ended = fold(BEGINS, TURN, ROLL, WRONG_END)
    assert fold(TURN, table=ended).again
    assert not fold(f.TurnBegins(Player.N, MOVED), table=ended).again
    assert not fold(replace(BEGINS, resumed=True), TURN, table=ended).again


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        (f.Opening(5, 2, Player.V), True),
        (f.Opening(5, 5, None), False),
        (f.ErrorClosed(Player.V, "accepted", MOVED), True),
        (f.ErrorClosed(Player.V, "corrected", MOVED), False),
        (f.Ruling("dice", "Claire", dice=(6, 2)), True),
        (f.Ruling("pause", "V"), False),
    ],
)
def test_the_next_turn_may_have_its_dice_already(fact: f.Fact, *, expected: bool) -> None:
    table = fold(BEGINS, fact)
    assert table.has_dice is expected
    for after in (TURN, ROLL, BEGINS):
        assert not fold(after, table=table).has_dice


def test_where_the_opening_is_not_played_the_beginner_throws() -> None:
    jacquet = f.GameBegins("jacquet", (), 1, None, (0, 0))
    assert not fold(jacquet, f.Opening(5, 2, Player.V)).has_dice


def test_a_wrong_turn_may_be_put_right_twice_from_where_it_began() -> None:
    table = fold(BEGINS, TURN, ROLL, WRONG_END, ERROR)
    assert table.last == LastTurn(START, (3, 1), START, thrown=True, ended=Player.V)
    closed = f.ErrorClosed(Player.V, "corrected", MOVED)
    table = fold(closed, f.TurnBegins(Player.N, MOVED), closed, table=table)
    assert (table.last.before, table.last.dice) == (START, (3, 1))
    table = fold(f.TurnBegins(Player.N, MOVED), f.Roll(Player.N, (6, 2)), table=table)
    assert (table.last.before, table.last.erred_from) == (MOVED, "")


def test_the_companions_named_play_is_of_its_turn() -> None:
    named = fold(BEGINS, TURN, ROLL, f.PlayNamed(Player.V, (3, 1), START, MOVED))
    assert named.named == MOVED
    assert fold(f.TurnBegins(Player.N, MOVED), table=named).named == ""


def test_whose_turns_the_companion_plays_is_told_with_each_game() -> None:
    table = fold(replace(BEGINS, partner=Player.N, simulated=True))
    assert table.practice.draws(Player.N)
    assert not fold(BEGINS, table=table).practice.draws(Player.N)


def test_a_dispute_is_open_to_less_and_less() -> None:
    def open_to(*facts: f.Fact) -> str:
        table = fold(BEGINS, TURN, ROLL, WRONG_END, *facts)
        assert table.dispute is not None
        return table.dispute.open_to

    assert open_to(ERROR) == "choice"
    assert open_to(replace(ERROR, acceptable=False)) == "board"
    assert open_to(ERROR, f.Ruling("correct", "Claire")) == "ordered"
    # Told again after a break it is ordered still.
    assert open_to(ERROR, f.Ruling("correct", "Claire"), replace(ERROR, still=True)) == "ordered"


def test_a_correction_is_demanded_of_an_open_error_alone() -> None:
    demand = KeyAnswer(Player.N, "demand")
    table = fold(BEGINS, TURN, ROLL, WRONG_END)
    assert fold(demand, table=table) is table
    assert fold(KeyAnswer(Player.N, "score"), ERROR, table=table).dispute is not None
    demanded = fold(ERROR, demand, table=table).dispute
    assert demanded is not None
    assert demanded.demanded


def test_a_game_that_is_not_known_is_followed_as_far_as_it_goes() -> None:
    table = fold(BEGINS, TURN, f.GameBegins("tavli", (), 2, 5, (1, 0)))
    assert (table.rules, table.phase, table.position) == (None, "setup", "")
    assert (table.game, table.match_to, table.score) == (2, 5, (1, 0))


def test_some_matches_count_games() -> None:
    jacquet = f.GameBegins("jacquet", ("count-games",), 1, 3, (0, 0))
    assert fold(jacquet).counts_games
    assert not fold(replace(jacquet, options=())).counts_games
    assert not TableView().counts_games


def test_who_has_thrown_the_first_opening_die() -> None:
    table = TableView().after(f.OpeningDie(Player.V, 3))
    assert table.opening_die == (Player.V, 3)
    assert table.after(f.Opening(3, 1, Player.V)).opening_die is None


@pytest.mark.parametrize("action", ["accept", "refuse"])
def test_who_offers_to_resign_until_it_is_answered(action: str) -> None:
    table = TableView().after(f.Resign(Player.N, 1, "offer"))
    assert table.resigning is Player.N
    assert table.after(f.Resign(Player.V, 1, action)).resigning is None


def test_what_undo_would_take_back() -> None:
    award = f.Ruling("award", "Claire", winner=Player.V)
    assert fold(BEGINS, award).decision == "award"
    assert fold(BEGINS, award, f.Ruling("undo", "Claire", position=START)).decision == ""
    assert fold(BEGINS, f.Resign(Player.V, 1, "accept")).decision == "resigned"
    assert fold(BEGINS, f.Resign(Player.V, 1, "offer")).decision == ""
    assert fold(BEGINS, f.CubeAction(Player.V, "drop", 1, None)).decision == "drop"
    assert fold(BEGINS, f.CubeAction(None, "automatic", 2, None)).decision == ""


@pytest.mark.parametrize(
    "decision",
    [
        f.Ruling("award", "Claire", winner=Player.V),
        f.Resign(Player.V, 1, "accept"),
        f.CubeAction(Player.V, "drop", 2, Player.N),
        f.CubeAction(Player.N, "take", 4, Player.N),
        f.ErrorClosed(Player.V, "accepted", MOVED),
    ],
)
def test_an_undone_decision_leads_back_to_its_game_turn_and_cube(decision: f.Fact) -> None:
    doubled = f.CubeAction(Player.V, "take", 2, Player.V)
    table = fold(BEGINS, doubled, TURN, ROLL, TURN, ROLL, decision)
    table = fold(replace(BEGINS, number=2), TURN, ROLL, f.Ruling("undo", "Claire"), table=table)
    assert (table.game, table.throws, table.cube) == (1, 2, (2, Player.V))
    again = fold(replace(BEGINS, resumed=True), replace(TURN, held=True), ROLL, table=table)
    assert (again.game, again.throws, again.cube) == (1, 2, (2, Player.V))


def test_what_is_out_of_order_stays_so_until_it_is_in_order() -> None:
    out = f.Ruling("out-of-order", "players", zone="V3")
    table = fold(BEGINS, out, replace(out, zone="VB"), out)
    assert table.dead == ("VB", "V3")
    assert fold(replace(out, what="in-order"), table=table).dead == ("VB",)


def test_calls_and_time_over_stand_until_somebody_decides() -> None:
    table = fold(BEGINS, f.Ruling("call", "N"), f.TimeLeft(Player.V, 60), f.TimeLeft(Player.V, 0))
    assert (table.called, table.calls, table.late) == ((Player.N,), 1, (Player.V,))
    assert fold(f.Ruling("pause", "V"), table=table).called == (Player.N,)
    decided = fold(f.Ruling("accept", "Claire"), table=table)
    assert (decided.called, decided.late, decided.calls) == ((), (), 1)


def test_a_ruling_sets_a_position_or_ends_a_pause() -> None:
    paused = fold(BEGINS, TURN, f.Ruling("pause", "V"))
    setting = f.Ruling("position", "Claire", position=MOVED)
    assert fold(setting, table=paused).phase == "paused"
    assert fold(BEGINS, TURN, setting).phase == "setup"
    assert fold(f.Ruling("go-on", "V"), table=paused).phase == "setup"
