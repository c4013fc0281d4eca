"""Reasons: each is true, on boards where it can be counted by hand or by another way."""

import pytest

from companion.hints.advice import Reason
from companion.hints.advisor import Advisor
from companion.hints.reasons import MOST_COMPARED, ORDER, Choice, Explainer
from companion.hints.throws import Shots, Throws
from companion.rules import Player, Position, find_game
from companion.speech.hint_phrases import NUDGE
from companion.speech.reason_phrases import REASON
from tests.hints.counting import Counted, all_counted
from tests.hints.positions import random_turns

V, N = Player.V, Player.N
START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"

CASES = [
    (
        "backgammon",
        START,
        "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v",
        (Reason("point", ("V5",)), Reason("safe")),
    ),
    (
        "backgammon",
        START,
        "V1=2n V6=4v V7=1v V8=3v V10=1v V12=5n N1=4v N5=3n N7=5n N12=2v",
        (Reason("open", ("V7", "V10"), 19),),
    ),
    (
        "backgammon",
        "V1=2v V4=1n V6=5v V8=3v N1=5v N5=5n N7=9n",
        "V1=2v V4=1v V6=4v V8=3v N1=5v NB=1n N5=5n N7=9n",
        (Reason("hit", ("V4",)), Reason("open", ("V4",), 14)),
    ),
    (
        "backgammon",
        "V3=5v V2=5v V8=5v N1=5n N12=10n",
        "V3=6v V2=6v V8=3v N1=5n N12=10n",
        (Reason("home", (), 2),),
    ),
    (
        "backgammon",
        "V3=5v V2=5v V1=5v N1=5n N12=10n",
        "V3=4v V2=4v V1=5v VO=2v N1=5n N12=10n",
        (Reason("off", (), 2),),
    ),
    (
        "backgammon",
        "V6=14v N9=1v N8=3n N7=12n",
        "V6=14v N2=1v N8=3n N7=12n",
        (Reason("escape", (), 1), Reason("race", (), 0)),
    ),
    (
        "jacquet",
        "V12=14n1N N12=14v1V",
        "V12=14n1N N3=1V N12=14v",
        (Reason("postillon-on", (), 9), Reason("spread", ("N3",))),
    ),
    (
        "jacquet",
        "V12=14n1N V7=1V N12=14v",
        "V12=14n1N V5=1v N11=1v N12=13v",
        (Reason("postillon-home"), Reason("spread", ("V5", "N11"))),
    ),
    (  # The piece that goes on had nobody ahead; the one behind it has.
        "backgammon",
        "V6=13v N8=1v N11=1v N9=3n N10=12n",
        "V6=13v N2=1v N11=1v N9=3n N10=12n",
        (Reason("open", ("N11",), 20),),
    ),
    (  # Two points are taken, but one is given up.
        "jacquet",
        "V12=15n N3=1v N6=1v N12=13v",
        "V9=1v V12=15n N6=1v N8=1v N12=12v",
        (Reason("talon", (), 1),),
    ),
    (  # No black piece has still to pass N3.
        "jacquet",
        "N2=15n N10=1v N12=14v",
        "N2=15n N3=1v N10=1v N12=13v",
        (Reason("talon", (), 1),),
    ),
]


@pytest.mark.parametrize(("game", "before", "end", "wanted"), CASES)
def test_what_a_play_does(game: str, before: str, end: str, wanted: tuple[Reason, ...]) -> None:
    rules = find_game(game)
    (found,) = Explainer(rules).reasons(rules.parse(before), V, [rules.parse(end)])
    assert found == wanted


def test_a_double_played_out_comes_first() -> None:
    rules = find_game("acey-deucey")
    start = rules.start
    end = next(iter(rules.ends(rules.parse("V12=4v VH=11v NH=15n"), V, (2, 1)).again))
    (found,) = Explainer(rules).reasons(start, V, [end], Choice((), {end}))
    assert found[0] == Reason("again")
    assert not {"safe", "open", "fewest"} & {one.code for one in found}
    (otherwise,) = Explainer(rules).reasons(start, V, [end])
    assert {"safe", "open"} & {one.code for one in otherwise}


def test_what_can_be_hit_is_told_only_where_another_play_differs() -> None:
    """A risk is one where less could be had, else it is the smallest there is."""
    rules = find_game("backgammon")
    before, explainer = rules.parse(START), Explainer(rules)
    risky, riskier, safe = (
        rules.parse(text)
        for text in (
            "V1=2n V6=4v V7=1v V8=3v V10=1v V12=5n N1=4v N5=3n N7=5n N12=2v",
            "V1=2n V4=1v V6=4v V7=1v V8=2v V10=1v V12=5n N1=4v N5=3n N7=5n N12=2v",
            "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v",
        )
    )
    shots, more = Throws(rules).shots([risky, riskier], V)
    assert 0 < shots.throws < more.throws

    def told(end: Position, *others: Position) -> set[str]:
        (found,) = explainer.reasons(before, V, [end], Choice([end, *others]))
        return {one.code for one in found} & {"safe", "open", "little", "fewest"}

    assert (told(risky), told(safe)) == (set(), set())
    assert told(risky, safe) == told(riskier, risky) == {"open"}
    assert told(risky, riskier) == {"fewest"}
    assert told(safe, risky) == {"safe"}


@pytest.mark.parametrize(
    ("dice", "player", "before", "end", "wanted"),
    [
        (  # one play of 17 risks nothing, the others 11 throws and more
            (4, 1),
            N,
            "V1=2n V6=6v V8=3v V12=5n N1=4v N5=2n N7=4n N8=2n N12=2v",
            "V1=2n V6=6v V8=3v V12=4n N1=4v N4=1n N5=2n N7=3n N8=3n N12=2v",
            {("little", 4)},
        ),
        (  # every play leaves 34 or 36
            (6, 4),
            V,
            "V6=5v V7=2n V8=3v V11=1v V12=3n N1=4v N5=3n N6=2n N7=5n N11=1v N12=1v",
            "V5=1v V6=5v V7=2n V8=3v V12=3n N1=4v N5=3n N6=2n N7=5n N8=1v N11=1v",
            set(),
        ),
    ],
)
def test_a_risk_is_small_where_few_plays_risk_less_and_none_where_all_risk_the_same(
    dice: tuple[int, int], player: Player, before: str, end: str, wanted: set[tuple[str, int]]
) -> None:
    rules = find_game("backgammon")
    position, played = rules.parse(before), rules.parse(end)
    ends = sorted(rules.ends(position, player, dice).positions)
    assert played in ends
    (found,) = Explainer(rules).reasons(position, player, [played], Choice(ends))
    risks = {"safe", "open", "little", "fewest"}
    assert {(one.code, one.count) for one in found if one.code in risks} == wanted


def test_a_play_that_throws_again_is_no_measure_of_risk() -> None:
    """Nothing is hit before the player throws; and where plays were left out none is the least."""
    rules = find_game("acey-deucey")
    before = rules.parse("V12=3v V6=2v VH=10v N6=2n NH=13n")
    risky, riskier, safe = (
        rules.parse(text)
        for text in (
            "V12=2v V11=1v V6=2v VH=10v N6=2n NH=13n",
            "V12=1v V11=1v V10=1v V6=2v VH=10v N6=2n NH=13n",
            "V12=3v V6=2v VH=10v N6=2n NH=13n",
        )
    )
    few, more, none = Throws(rules).shots([risky, riskier, safe], V)
    assert none.throws == 0 < few.throws < more.throws

    def told(choice: Choice) -> set[str]:
        (found,) = Explainer(rules).reasons(before, V, [risky], choice)
        return {one.code for one in found} & {"safe", "open", "little", "fewest"}

    assert told(Choice([risky, riskier, safe])) == {"little"}
    assert told(Choice([risky, riskier, safe], {safe})) == {"fewest"}
    assert told(Choice([risky, riskier, safe], {safe}, whole=False)) == {"open"}
    assert told(Choice([risky, riskier, safe], {safe, riskier})) == set()


@pytest.mark.parametrize(("lost", "kept", "told"), [(2, 1, True), (1, 1, False), (0, 2, False)])
def test_a_row_is_kept_where_most_other_plays_lose_it(lost: int, kept: int, *, told: bool) -> None:
    rules = find_game("backgammon")
    row = "V1=2n V4=2v V5=2v V6=2v V7=2v {} V12=13n"
    before, end, *others = (
        rules.parse(text)
        for text in (
            row.format("N1=7v"),
            row.format("V10=1v N1=6v"),
            *["V1=2n V4=2v V5=2v V6=1v V7=2v V3=1v V12=13n N1=7v"] * lost,
            *[row.format("V9=1v N1=6v")] * kept,
        )
    )
    (found,) = Explainer(rules).reasons(before, V, [end], Choice([end, *others]))
    assert (Reason("keep", (), 4) in found) is told


def test_every_code_has_words_and_a_place() -> None:
    assert set(ORDER) == set(NUDGE) == set(REASON)


@pytest.mark.parametrize("game", ["backgammon", "jacquet", "dutch", "acey-deucey"])
def test_every_reason_is_true_of_the_board_and_none_is_missing(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """200 plays of random games, counted another way: from the texts, zone by zone."""
    monkeypatch.setattr("companion.hints.reasons.MOST_COMPARED", 10_000)
    rules = find_game(game)
    seen: set[str] = set()
    turns = list(random_turns(rules, 2, 6, ace_deuce=False))
    chosen = turns[:: len(turns) // 50][:50]
    assert len(chosen) == 50
    for now, position, player, dice in chosen:
        ends = sorted(now.ends(position, player, dice).positions)
        (found,) = Explainer(now).reasons(position, player, [ends[-1]], Choice(ends))
        counted = [Counted(now, position, player, end) for end in (ends[-1], *ends[:-1])]
        assert {(one.code, one.zones, one.count) for one in found} == all_counted(counted)
        seen.update(one.code for one in found)
    jacquet = {"postillon-on", "spread", "block", "pass", "hold", "keep"}
    opposed = {"open", "point"} | ({"safe"} if game != "acey-deucey" else {"escape"})
    assert (jacquet if game == "jacquet" else opposed) <= seen


def test_a_lower_point_at_home_for_a_higher_one_is_none_made() -> None:
    rules = find_game("backgammon")
    before = rules.parse("V1=1v V2=3v V3=2v V4=3v V5=2v V6=2v V8=1v N6=2n N7=9n N8=2n N9=2n N11=1v")
    ends = sorted(rules.ends(before, V, (5, 4)).positions)
    lower = rules.parse("V1=2v V2=3v V3=2v V4=4v V5=2v V6=1v N6=2n N7=9n N8=2n N9=2n N11=1v")
    assert lower in ends
    (found,) = Explainer(rules).reasons(before, V, [lower], Choice(ends))
    assert "point" not in {one.code for one in found}


def test_of_an_ace_deuces_best_plays_nothing_is_left_out_for_being_common() -> None:
    """That the best hundred all hit is what makes them the best."""
    rules = find_game("acey-deucey")
    before = rules.parse(
        "V6=2n V8=2v V9=2n V10=3n V11=2n V12=3v N1=2v N2=2n N3=2v N4=2v N5=1n N7=2v N8=2n N10=1v "
        "N11=1v NH=1n"
    )
    advice = Advisor(rules, deep=False).advise(before, V, (2, 1))
    assert "hit" in {one.code for one in advice.plays[0].reasons}


def test_a_turn_of_very_many_plays_is_compared_with_some_of_them() -> None:
    """So the least risk of all is not known there."""
    rules = find_game("backgammon")
    ends = sorted(rules.ends(rules.start, V, (1, 1)).positions)
    assert len(ends) > MOST_COMPARED
    thinned = Choice(ends, frozenset(ends[:1])).thinned()
    assert (thinned.ends, thinned.again) == (ends[::2], frozenset(ends[:1]))
    assert Choice(ends, beside=ends[1]).thinned().ends == [*ends[::2], ends[1]]
    told = Explainer(rules).reasons(rules.start, V, ends, Choice(ends))
    codes = {one.code for reasons in told for one in reasons}
    assert "open" in codes
    assert "fewest" not in codes
    few = Choice(ends[:MOST_COMPARED])
    assert few.thinned() == few


BARRED = "V4=6n V5=3n V6=1n V7=1n V9=1v V10=1v V11=1v V12=1v"
CHOICES = [
    (  # With 23 throws black has to leave a die.
        V,
        (5, 1),
        f"V1=1v V2=1v V3=1v {BARRED} N1=1n N2=1n N4=1v N5=2n N10=2v N11=2v N12=3v",
        f"V1=1v V2=1v V3=1v {BARRED} N1=1n N2=1n N3=1v N5=2n N6=1v N10=2v N11=1v N12=3v",
        Reason("hinder", (), 23),
    ),
    (  # The piece from V2 passes N12 to N10 and comes to N9: V1, N12, N11 and N10 are green.
        N,
        (5, 4),
        "V1=1v V2=1n V10=1n V12=12n N2=1v N6=1n N10=1v N11=1v N12=11v",
        "V1=1v V8=1n V10=1n V12=11n N2=1v N6=1n N9=1n N10=1v N11=1v N12=11v",
        Reason("pass", (), 4),
    ),
    (  # The last piece leaves V12 to V7, where it would have cost four points.
        N,
        (4, 1),
        (
            "V1=1v V2=1n V3=1v V4=1n V5=1n V6=2n V8=1n V10=3v V11=1v N1=4v N2=2v N3=1v N4=4n N5=1v "
            "N6=3n N7=1v N8=1n N11=1n"
        ),
        (
            "V1=1v V2=1n V3=1v V4=2n V5=2n V6=1n V10=3v V11=1v N1=4v N2=2v N3=1v N4=4n N5=1v N6=3n "
            "N7=1v N8=1n N11=1n"
        ),
        Reason("saves", (), 3),
    ),
    (
        V,
        (3, 1),
        (
            "V1=1v V2=1n V5=1n V6=1n V7=1n V8=2n V9=1v V10=1n V11=1v V12=6n N4=1v N6=1n N8=1v "
            "N9=1n N10=2v N11=2v N12=6v"
        ),
        (
            "V1=1v V2=1n V5=1n V6=1n V7=1n V8=2n V9=1v V10=1n V11=1v V12=6n N4=1v N6=1n N8=2v "
            "N9=1n N10=2v N11=2v N12=5v"
        ),
        Reason("hold"),
    ),
]


@pytest.mark.parametrize(("player", "dice", "before", "end", "wanted"), CHOICES)
def test_what_sets_a_play_apart_in_jacquet(
    player: Player, dice: tuple[int, int], before: str, end: str, wanted: Reason
) -> None:
    rules = find_game("jacquet")
    position, played = rules.parse(before), rules.parse(end)
    ends = sorted(rules.ends(position, player, dice).positions)
    (found,) = Explainer(rules).reasons(position, player, [played], Choice(ends))
    assert wanted in found
    plays = [Counted(rules, position, player, other) for other in ends if other != played]
    counted = all_counted([Counted(rules, position, player, played), *plays])
    assert {(one.code, one.zones, one.count) for one in found} == counted
    (alone,) = Explainer(rules).reasons(position, player, [played])
    assert wanted not in alone


def test_where_each_game_counts_one_no_loss_is_saved() -> None:
    _, _, before, end, wanted = CHOICES[2]
    for options, told in (((), True), (("count-games",), False)):
        rules = find_game("jacquet", options)
        position, played = rules.parse(before), rules.parse(end)
        (found,) = Explainer(rules).reasons(position, N, [played], Choice([position, played]))
        assert (wanted in found) is told


Turn = tuple[str, tuple[str, ...], Player, tuple[int, int], str, str, set[str]]
TURNS: list[Turn] = [
    (  # The row stands after most other plays too; but they do not hit the piece at N8.
        "backgammon",
        (),
        V,
        (4, 5),
        "V3=2v V4=2v V5=2v V6=2v V7=1v V9=1v N1=1v N6=1n N8=1n N9=2v N10=6n N11=7n N12=2v",
        "V3=2v V4=2v V5=2v V6=2v V7=1v V8=1v V9=1v N6=1n N8=1v N9=2v N10=6n N11=7n N12=1v NB=1n",
        {"hit", "open"},
    ),
    (  # The same with the piece at N5.
        "backgammon",
        (),
        V,
        (6, 3),
        "V3=2v V4=3v V5=2v V6=2v V7=1v N5=1n N7=1v N8=2v N9=2v N10=6n N11=6n N12=2n",
        "V3=2v V4=3v V5=2v V6=2v V7=1v N1=1v N5=1v N8=1v N9=2v N10=6n N11=6n N12=2n NB=1n",
        {"escape", "hit", "little"},
    ),
    (  # N12 is home: the right to hit, which 30 of the 39 other plays do not win.
        "dutch",
        (),
        N,
        (1, 6),
        (
            "V2=1n V3=1n V4=1n V5=1n V6=2n V7=1n V8=2n V9=4v V10=1n V11=2n V12=3v N1=1n N2=1v "
            "N3=1n N4=1v N5=1n N6=1v N7=2v N8=2v N9=1v"
        ),
        (
            "V2=1n V3=1n V4=1n V5=1n V6=2n V7=1n V8=2n V9=4v V10=1n V11=2n V12=3v N1=1n N2=1v "
            "N3=1n N4=1v N6=1v N7=2v N8=2v N9=1v N12=1n"
        ),
        {"right", "safe"},
    ),
    (  # After 49 of 52 other plays nothing can be hit either.
        "dutch",
        ("may-hit-N",),
        N,
        (3, 5),
        (
            "V3=1n V4=1n V5=1n V6=1n V7=1n V8=1n V10=4v V11=4v V12=1n N2=3v N3=2v N4=1n N7=1n "
            "N8=2n N9=1n N10=1n N11=1n N12=1n VB=2v"
        ),
        (
            "V3=1n V4=1n V5=1n V6=1n V7=1n V10=4v V11=4v V12=1n N1=1n N2=3v N3=2v N7=2n N8=2n "
            "N9=1n N10=1n N11=1n N12=1n VB=2v"
        ),
        {"point"},
    ),
    (  # After 36 of 49.
        "dutch",
        ("may-hit-N",),
        N,
        (6, 2),
        (
            "V3=1n V4=2n V5=1n V6=1n V7=1n V8=1n V9=2n V10=3v V11=4v V12=1n N1=1n N2=3v N3=3v "
            "N6=1n N7=1n N8=1n N10=1n N11=1v VB=1v"
        ),
        (
            "V3=1n V4=2n V5=1n V6=1n V7=1n V8=1n V9=2n V10=3v V11=4v V12=1n N2=3v N3=3v N6=1n "
            "N7=1n N8=1n N9=1n N10=1n N11=1v VB=1v"
        ),
        set(),
    ),
    (  # After 20 of 27.
        "backgammon",
        (),
        V,
        (1, 6),
        "V3=2v V4=2v V5=2v V6=2v V8=1v N1=1v N3=1v N6=2n N8=2n N9=2v N10=5n N11=6n N12=2v",
        "V3=2v V4=2v V5=2v V6=3v V8=1v N3=1v N6=2n N8=2n N9=2v N10=5n N11=6n N12=2v",
        set(),
    ),
    (  # All three plays bear off a piece, one of them two.
        "acey-deucey",
        (),
        V,
        (5, 3),
        "V1=3v V2=2v V3=2v V4=2v V5=3v N8=2n N9=3n N10=2n N11=3n N12=2n NB=3n VO=3v",
        "V1=3v V2=3v V3=2v V4=2v V5=1v N8=2n N9=3n N10=2n N11=3n N12=2n NB=3n VO=4v",
        {"keep"},
    ),
    (  # All plays bring home three pieces or more.
        "jacquet",
        (),
        N,
        (5, 5),
        (
            "V1=1v V2=1v V3=1n V5=1v V6=1v V7=2v V8=1v V9=1v V10=1v V12=2n N2=1n N3=1v N4=6n N5=1n "
            "N6=1v N7=2n N8=3v N9=2n N11=1v"
        ),
        (
            "V1=1v V2=1v V5=1v V6=1v V7=2v V8=1v V9=1v V10=1v V12=2n N2=1n N3=1v N4=8n N5=2n N6=1v "
            "N7=2n N8=3v N11=1v"
        ),
        set(),
    ),
    (  # N9 is where every play enters.
        "backgammon",
        (),
        V,
        (4, 1),
        (
            "V1=1n V2=1n V4=2v V5=1v V6=5v V7=1n V8=2v V12=2n N1=3v N7=2n N8=4n N9=2n N10=2n "
            "N12=1v VB=1v"
        ),
        "V1=1v V2=1n V4=2v V6=5v V7=1n V8=2v V12=2n N1=3v N7=2n N8=4n N9=2n N10=2n N12=2v NB=1n",
        {"fewest", "hit"},
    ),
    (  # Every play bears off a piece.
        "dutch",
        ("may-hit-N",),
        N,
        (6, 4),
        "V10=4v V11=4v N2=3v N3=2v N7=4n N8=3n N9=2n N10=3n N11=1n N12=2n VB=2v",
        "V10=4v V11=4v N2=3v N3=2v N7=2n N8=3n N9=2n N10=3n N11=2n N12=2n VB=2v NO=1n",
        {"point", "prime"},
    ),
    (  # The other play starts the race too, one pip less ahead: its 6 bears off from V4.
        "backgammon",
        (),
        V,
        (6, 3),
        "V1=13v V2=1v V5=2n V7=1v N1=13n",
        "V1=14v V5=2n N1=13n VO=1v",
        set(),
    ),
]


@pytest.mark.parametrize("turn", TURNS)
def test_what_other_plays_do_too_is_no_reason(turn: Turn) -> None:
    game, options, player, dice, before, end, codes = turn
    rules = find_game(game, options)
    position, best = rules.parse(before), rules.parse(end)
    ends = sorted(rules.ends(position, player, dice).positions)
    (found,) = Explainer(rules).reasons(position, player, [best], Choice(ends))
    others = [Counted(rules, position, player, other) for other in ends if other != best]
    counted = all_counted([Counted(rules, position, player, best), *others])
    assert {(one.code, one.zones, one.count) for one in found} == counted
    assert {one.code for one in found} == codes


def test_that_nothing_can_be_hit_is_told_beside_a_play_after_which_something_can() -> None:
    """However many other plays are as safe: the one that was played was not."""
    game, options, player, dice, before, end, _ = TURNS[5]
    rules = find_game(game, options)
    position, best = rules.parse(before), rules.parse(end)
    ends = sorted(rules.ends(position, player, dice).positions)
    shots = [shot.throws for shot in Throws(rules).shots(ends, player)]
    assert shots.count(0) == 21
    one_of_each = {throws > 0: end for end, throws in zip(ends, shots, strict=True)}
    for can_be_hit, other in one_of_each.items():
        choice = Choice(ends, beside=other)
        (found,) = Explainer(rules).reasons(position, player, [best], choice)
        assert (Reason("safe") in found) is can_be_hit
        plays = Advisor(rules, deep=False).advise(position, player, dice, most=99, also=other).plays
        (told,) = [play.reasons for play in plays if play.end == best]
        assert told == found


@pytest.mark.parametrize(
    ("options", "before", "end", "told"),
    [
        ((), "V1=2n V7=2v N1=13v N12=13n", "V5=1v V7=1v V1=2n N1=13v N12=13n", True),
        (("may-hit-V",), "V1=2n V7=2v N1=13v N12=13n", "V5=1v V7=1v V1=2n N1=13v N12=13n", False),
        ((), "V1=2n V7=1v V3=1v N1=13v N12=13n", "V5=1v V3=1v V1=2n N1=13v N12=13n", False),
        ((), "V7=15v N12=15n", "V7=14v V5=1v N12=15n", False),
    ],
    ids=["first piece home", "won before", "one was home", "nothing more to hit"],
)
def test_the_right_to_hit_is_won_once(
    options: tuple[str, ...], before: str, end: str, *, told: bool
) -> None:
    rules = find_game("dutch", options)
    (found,) = Explainer(rules).reasons(rules.parse(before), V, [rules.parse(end)])
    assert (Reason("right") in found) is told


def test_shots_of_the_start() -> None:
    """A piece on the 5 point, two black pieces four points away: 15 throws (11 fours, 31, 22)."""
    rules = find_game("backgammon")
    end = rules.parse("V1=2n V5=1v V6=4v V8=4v V12=5n N1=4v N5=3n N7=5n N12=2v")
    assert Throws(rules).shots([end], V) == [Shots(15, (5,))]
