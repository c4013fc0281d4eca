"""What is told of a play beside the others of its turn, on turns of real games."""

import pytest

from companion.hints.advice import Reason
from companion.hints.advisor import Advisor
from companion.hints.choice import Choice
from companion.hints.reasons import Explainer, _denied
from companion.hints.throws import Throws
from companion.hints.views import View
from companion.hints.weighing import ScoredReason
from companion.rules import Player, find_game
from tests.hints.counted_turns import all_counted
from tests.hints.counting import Counted

V, N = Player.V, Player.N

Turn = tuple[str, tuple[str, ...], Player, tuple[int, int], str, str, set[str]]
TURNS: list[Turn] = [
    (  # The row stands after most other plays too; but they do not hit the piece at N8.
        "backgammon",
        (),
        V,
        (4, 5),
        "V3=2v V4=2v V5=2v V6=2v V7=1v V9=1v N1=1v N6=1n N8=1n N9=2v N10=6n N11=7n N12=2v",
        "V3=2v V4=2v V5=2v V6=2v V7=1v V8=1v V9=1v N6=1n N8=1v N9=2v N10=6n N11=7n N12=1v NB=1n",
        {"hit", "risky"},
    ),
    (  # The same with the piece at N5.
        "backgammon",
        (),
        V,
        (6, 3),
        "V3=2v V4=3v V5=2v V6=2v V7=1v N5=1n N7=1v N8=2v N9=2v N10=6n N11=6n N12=2n",
        "V3=2v V4=3v V5=2v V6=2v V7=1v N1=1v N5=1v N8=1v N9=2v N10=6n N11=6n N12=2n NB=1n",
        {"escape", "hit", "exposed"},
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
        {"right", "deny"},
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
        set(),
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
    (  # All three plays bear off a piece, one of them two; of five points in a row one is left.
        "acey-deucey",
        (),
        V,
        (5, 3),
        "V1=3v V2=2v V3=2v V4=2v V5=3v N8=2n N9=3n N10=2n N11=3n N12=2n NB=3n VO=3v",
        "V1=3v V2=3v V3=2v V4=2v V5=1v N8=2n N9=3n N10=2n N11=3n N12=2n NB=3n VO=4v",
        set(),
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
    (  # Every play bears off a piece; and who may not hit is stopped by one piece as by two.
        "dutch",
        ("may-hit-N",),
        N,
        (6, 4),
        "V10=4v V11=4v N2=3v N3=2v N7=4n N8=3n N9=2n N10=3n N11=1n N12=2n VB=2v",
        "V10=4v V11=4v N2=3v N3=2v N7=2n N8=3n N9=2n N10=3n N11=2n N12=2n VB=2v NO=1n",
        set(),
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


NEW: list[Turn] = [
    (  # 11 throws bring green's first piece home; after 13 of the 19 other plays 20 and more.
        "dutch",
        (),
        N,
        (4, 5),
        (
            "V1=2n V3=1n V4=2n V5=1n V6=1n V7=1v V8=5n V10=1v V11=2n V12=1n N2=1v N3=3v N4=1v "
            "N5=2v N7=2v N8=1v N9=1v N11=2v"
        ),
        (
            "V1=1n V3=1n V4=1n V5=1n V6=2n V7=1v V8=6n V10=1v V11=2n V12=1n N2=1v N3=3v N4=1v "
            "N5=2v N7=2v N8=1v N9=1v N11=2v"
        ),
        {"deny", "exposed"},
    ),
    (  # None does, after all 22 others 13 and more; and the right to hit is won at once.
        "dutch",
        (),
        V,
        (6, 4),
        "V4=6n V9=3n V10=5n V12=1v N1=1v N2=1n N3=3v N6=3v N7=3v N9=4v",
        "V4=6n V6=1v V9=3n V10=5n N1=1v N2=1v N3=3v N6=2v N7=3v N9=4v NB=1n",
        {"deny", "hit", "right"},
    ),
    (  # N1 stays, which 6 of the 11 other plays break up, but V4 does not, which most keep.
        "backgammon",
        (),
        N,
        (6, 3),
        (
            "V1=1n V2=4v V4=2n V5=3v V6=1v V8=2v V11=1v N1=2n N7=4n N8=1v N9=3n N10=2n N11=1n "
            "N12=2v VB=1v"
        ),
        (
            "V2=4v V4=1n V5=3v V6=1v V7=2n V8=2v V11=1v N1=2n N7=4n N8=1v N9=3n N10=2n N11=1n "
            "N12=2v VB=1v"
        ),
        {"point", "exposed", "escape"},
    ),
    (  # A piece comes in, but so it does after another play that leaves eight throws less.
        "acey-deucey",
        (),
        N,
        (1, 5),
        "V1=9v V2=1n V3=4v V4=1v V5=1n V11=1n V12=1v N11=3n N12=7n NB=2n",
        "V1=9v V2=1n V3=4v V4=1v V5=1n V6=1n V11=1n V12=1v N11=3n N12=7n NB=1n",
        {"open"},
    ),
    (  # Four come in, after no other play more than three.
        "acey-deucey",
        (),
        V,
        (3, 3),
        "V1=4v V3=1v V6=2n V8=1n V10=1n V12=2v N11=3n N12=2n VB=8v NB=6n",
        "V1=4v V3=1v V6=2n V8=1n V10=1n V12=2v N10=4v N11=3n N12=2n VB=4v NB=6n",
        {"anchor", "guard", "fewest", "enter"},
    ),
    (  # One is borne off, as after four of the seven other plays.
        "backgammon",
        (),
        V,
        (5, 2),
        "V1=5v V2=3v V3=2v V4=3v V5=1v V6=1v N12=9n NO=6n",
        "V1=5v V2=3v V3=2v V4=4v N12=9n VO=1v NO=6n",
        set(),
    ),
    (  # As after none of the four others.
        "backgammon",
        (),
        V,
        (6, 1),
        "V1=4v V2=3v V3=2v V4=3v V6=2v V7=1v N12=9n NO=6n",
        "V1=4v V2=3v V3=2v V4=3v V6=2v N12=9n VO=1v NO=6n",
        {"gammon"},
    ),
    (  # 63 pips to go, and green has seven.
        "backgammon",
        (),
        N,
        (5, 4),
        "V1=7v N2=1n N3=1n N4=3n N7=2n N10=2n N12=6n VO=8v",
        "V1=7v N4=3n N7=4n N10=2n N12=6n VO=8v",
        {"gammon"},
    ),
    (  # The same where no game counts double.
        "acey-deucey",
        (),
        N,
        (5, 4),
        "V1=7v N2=1n N3=1n N4=3n N7=2n N10=2n N12=6n VO=8v",
        "V1=7v N4=3n N7=4n N10=2n N12=6n VO=8v",
        {"home"},
    ),
    (  # 2 of the 10 other plays leave four throws less; but 19 are not few.
        "backgammon",
        (),
        V,
        (4, 5),
        "V1=4v V3=3v V5=1v V6=1v V7=2n V8=4n V11=3v N1=2v N4=1v N5=2n N11=3n N12=3n NB=1n",
        "V1=4v V3=3v V5=1v V6=2v V7=2n V8=4n V11=2v V12=1v N1=2v N5=2n N11=3n N12=3n NB=1n",
        {"point", "exposed"},
    ),
    (  # Two pieces escape and make a point, as they do after a play that risks less.
        "backgammon",
        (),
        N,
        (3, 3),
        (
            "V2=5v V4=1n V6=2n V7=2v V10=1n V11=1v V12=2v N1=2v N3=1v N4=3n N5=1v N8=1n N9=3n "
            "N11=4n N12=1v"
        ),
        (
            "V2=5v V4=1n V7=2v V9=2n V10=1n V11=1v V12=2v N1=2v N3=1v N4=2n N5=1v N8=1n N9=3n "
            "N10=1n N11=4n N12=1v"
        ),
        {"risky"},
    ),
    (  # A row of five stays, which three of the four other plays break.
        "backgammon",
        (),
        N,
        (6, 1),
        "V1=6v V3=4v V5=1v V6=1n V7=1v V8=2v N3=1v N8=3n N9=2n N10=2n N11=2n N12=4n NB=1n",
        "V1=6v V3=4v V5=1v V6=1n V7=1n V8=2v N3=1v N8=3n N9=2n N10=2n N11=2n N12=4n VB=1v",
        {"hit", "keep", "open"},
    ),
    (  # Four points in a row, by a hit.
        "backgammon",
        (),
        V,
        (4, 5),
        "V1=2v V2=3v V3=1n V4=3v V6=2v V7=1v V8=2v V12=1n N6=2n N7=2v N8=1n N10=1n N11=3n N12=6n",
        "V1=2v V2=3v V3=2v V4=3v V6=2v V8=1v V12=1n N6=2n N7=2v N8=1n N10=1n N11=3n N12=6n NB=1n",
        {"prime", "point", "hit", "fewest"},
    ),
    (  # Six points at home are closed before a piece on the bar, as after 5 of 11 other plays.
        "backgammon",
        (),
        V,
        (6, 4),
        "V1=2v V2=2v V3=2v V4=2v V5=2v V6=1v V8=1v V10=2v V12=1v N12=14n NB=1n",
        "V1=2v V2=2v V3=2v V4=2v V5=2v V6=3v V8=1v V10=1v N12=14n NB=1n",
        {"shut", "prime", "point"},
    ),
    (  # Who may not hit is shut out by one piece on V6.
        "dutch",
        ("may-hit-V",),
        V,
        (6, 5),
        "V1=2v V2=2v V3=2v V4=2v V5=2v V11=1v V12=4v N6=12n NH=3n",
        "V1=2v V2=2v V3=2v V4=2v V5=2v V6=1v V7=1v V11=1v V12=2v N6=12n NH=3n",
        {"shut"},
    ),
    (  # Who may hit is not.
        "dutch",
        ("may-hit-N", "may-hit-V"),
        V,
        (6, 5),
        "V1=2v V2=2v V3=2v V4=2v V5=2v V11=1v V12=4v N6=12n NH=3n",
        "V1=2v V2=2v V3=2v V4=2v V5=2v V6=1v V7=1v V11=1v V12=2v N6=12n NH=3n",
        {"open"},
    ),
    (  # Four points in a row stay, but three others that green has to pass, V11 V12 N1, do not.
        "jacquet",
        (),
        N,
        (2, 6),
        (
            "V3=1v V4=2v V7=1n V9=2v V11=1n V12=1n N1=2n N2=3v N3=2v N4=4n N5=3v N6=1v N8=1n N9=3n "
            "N10=1n N11=1n N12=1v"
        ),
        (
            "V3=1v V4=2v V5=1n V6=1n V9=2v V11=1n N1=2n N2=3v N3=2v N4=4n N5=3v N6=1v N8=1n N9=3n "
            "N10=1n N11=1n N12=1v"
        ),
        {"talon"},
    ),
]


@pytest.mark.parametrize("turn", TURNS + NEW)
def test_what_is_told_is_what_few_other_plays_do(turn: Turn) -> None:
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
    ("before", "end", "told"),
    [
        ("N1=5v N4=2v", "N1=5v N3=2v", ()),
        ("N1=3v N4=4v", "N1=3v N3=2v N4=2v", ("N3",)),
        ("N1=3v N3=1v N4=3v", "N1=3v N3=2v N4=2v", ("N3",)),
        ("N1=2v N3=1v N4=2v N5=2v", "N1=2v N2=2v N3=2v N4=1v", ()),
    ],
    ids=["moved on", "one more", "one more by a piece", "two for two"],
)
def test_beyond_the_middle_only_more_points_than_before_are_told(
    before: str, end: str, told: tuple[str, ...]
) -> None:
    rules = find_game("backgammon")
    position, played = (
        rules.parse(f"V1=2n V6=5v V8=3v {green} V12=5n N7=5n N9=3n") for green in (before, end)
    )
    (found,) = Explainer(rules).reasons(position, V, [played], Choice([played, position]))
    assert [one.zones for one in found if one.code == "point"] == ([told] if told else [])


def test_what_most_plays_deny_is_told_beside_one_that_does_not() -> None:
    """11 throws after most of these plays, 20 and more after the one that was played."""
    game, options, player, dice, before, end, _ = NEW[0]
    rules = find_game(game, options)
    position, best = rules.parse(before), rules.parse(end)
    ends = sorted(rules.ends(position, player, dice).positions)
    home = {
        end: shots.home for end, shots in zip(ends, Throws(rules).shots(ends, player), strict=True)
    }
    same = [end for end in ends if home[end] == home[best]]
    worse = next(end for end in ends if home[end] >= 20)
    assert len(same) == 7
    for beside, told in ((None, False), (same[0], False), (worse, True)):
        choice = Choice([*same, worse], beside=beside)
        (found,) = Explainer(rules).reasons(position, player, [best], choice)
        assert (Reason("deny", (), 11) in found) is told


def some_views(count: int) -> list[View]:
    """So many plays of one turn of Dutch."""
    game, options, player, dice, before, *_ = NEW[0]
    rules = find_game(game, options)
    position = rules.parse(before)
    ends = sorted(rules.ends(position, player, dice).positions)[:count]
    return [View(rules, position, player, end) for end in ends]


@pytest.mark.parametrize(
    ("throws", "others", "told"),
    [
        (18, [36, 36, 36], True),  # every other throw brings him home: no more is denied
        (19, [36, 36, 36], False),
        (10, [14, 14, 13], True),
        (10, [14, 13, 13], False),
        (0, [1, 1, 0], True),
        (0, [1, 0, 0], False),
        (10, [], False),
    ],
)
def test_how_few_throws_have_to_be_left_and_after_how_many_plays_four_more(
    throws: int, others: list[int], *, told: bool
) -> None:
    views = some_views(len(others) + 1)
    (end, *rest), ends = views, [one.end for one in views]
    rights = dict(zip(ends, [throws, *others], strict=True))
    found = [*_denied(end, rest, Choice(ends), rights)]
    assert [one.reason for one in found] == ([Reason("deny", (), throws)] if told else [])
    assert not any(one.outdone for one in found)


def test_a_play_that_denies_more_outdoes_it_and_one_asked_about_is_compared_alone() -> None:
    views = some_views(4)
    (end, *rest), ends = views, [one.end for one in views]

    def found(throws: list[int], beside: int | None) -> list[ScoredReason]:
        asked = None if beside is None else ends[beside]
        rights = dict(zip(ends, throws, strict=True))
        return [*_denied(end, rest, Choice(ends, beside=asked), rights)]

    (outdone,) = found([10, 9, 36, 36], None)
    assert outdone == ScoredReason(Reason("deny", (), 10), 1 / 3, outdone=True)
    assert found([10, 36, 36, 13], 3) == []
    assert found([0, 36, 36, 3], 3) == []
    assert found([10, 9, 9, 14], 3) == [ScoredReason(Reason("deny", (), 10), 2 / 3, outdone=True)]
