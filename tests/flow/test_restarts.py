"""After a kill and a restart: the same board, the same faults, and no fact twice."""

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from companion.link.messages import Key
from companion.referee import facts as f
from companion.referee.board_facts import Setup
from companion.referee.facts import ErrorOpen, VerdictGiven
from companion.referee.state import Phase
from companion.rules import Pile, Player, parse_placement
from companion.settings import Settings
from tests.flow.restarts import Club, Evening, SensedEvening, TypedEvening
from tests.menu_keys import to
from tests.tables import table

_Kind = TypeVar("_Kind", bound=Evening)
V, N = Player.V, Player.N
QUIET_MS = 6_000
JACQUET = "V12=14n1N N12=14v1V"
BACKGAMMON = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    """Evenings, which are closed in the end."""
    with Club(tmp_path) as club:
        yield club


def settings(game: str) -> Settings:
    return Settings("", game, lang="en")


def again(evening: _Kind, club: Club) -> _Kind:
    """The evening started again; it begins at once, and says nothing twice."""
    later = club.started_again(evening)
    later.wait(QUIET_MS)
    assert [fact.ok for fact in later.facts if isinstance(fact, Setup)] == [True]
    assert len(later.said) == len(set(later.said)), later.said
    assert later.state.phase is evening.state.phase
    return later


def typed(club: Club, game: str, *lines: str) -> TypedEvening:
    evening = club.open(TypedEvening, settings(game))
    evening.type(*lines)
    return evening


def sensed(club: Club, case: str, letters: str) -> SensedEvening:
    """A board that is set up, the first throw, and the pieces as they stand then."""
    game, start, opening, faces, board = SENSED[case]
    evening = club.open(SensedEvening, settings(game))
    evening.put(parse_placement(start), letters)
    for player, face in zip(Player, opening, strict=True):
        evening.throw(player, face)
    if faces:
        evening.lift()
        evening.throw(max(zip(opening, Player, strict=True))[1], faces)
    evening.put(parse_placement(board), letters)
    return evening


TYPED = {
    "green-postillon": ("jacquet", "63", "66", "N12/V12"),
    "black-postillon": ("jacquet", "36", "66", "V12/N12"),
    "one-postillon": (
        *("jacquet", ":position V12=14n V8=1N N12=14v1V turn green", "63"),
        *(":dice 6 6", "N12/V12"),
    ),
    "two-colours": ("backgammon", "61", "13/12"),
    "half-a-play": ("backgammon", "63", "24/15 13/7"),
    "in-hand": ("dutch", "63", "hand/22"),
}
"""Games, and lines that make a wrong or unfinished play."""


@pytest.mark.parametrize("ended", [False, True])
@pytest.mark.parametrize("case", TYPED)
def test_a_typed_play_is_kept_and_judged_as_before(club: Club, case: str, *, ended: bool) -> None:
    game, *lines = TYPED[case]
    first = typed(club, game, *lines, *["", ""] * ended)
    assert first.state.phase is (Phase.ERROR if ended else Phase.MOVING)
    later = again(first, club)
    assert judged(later) == judged(first)
    later = again(later, club)
    assert judged(later) == judged(first)
    assert later.state.board.stars == first.state.board.stars


SENSED = dict(table("flow/restarts"))
"""Games, boards that are set up, opening dice, the throw, and where the pieces stand then."""


@pytest.mark.parametrize("letters", ["vVnN?", "vNnV?"])
@pytest.mark.parametrize("ended", [False, True])
@pytest.mark.parametrize("case", SENSED)
def test_a_board_that_was_judged_is_judged_as_before(
    club: Club, case: str, letters: str, *, ended: bool
) -> None:
    first = sensed(club, case, letters)
    if ended:
        first.lift()
    assert first.state.phase is (Phase.ERROR if ended else Phase.MOVING)
    later = again(first, club)
    assert judged(later) == judged(first)
    assert later.state.board.stars == first.state.board.stars


def judged(evening: Evening) -> object:
    """The faults that were told last: of the open error, else of the play."""
    told = [each for each in evening.facts if isinstance(each, ErrorOpen | VerdictGiven)]
    return type(told[-1]), told[-1].faults


@pytest.mark.parametrize("board", [BACKGAMMON, BACKGAMMON.replace("V6=5v", "V6=4v V5=1v")])
def test_an_open_error_keeps_its_faults_on_a_changed_board(club: Club, board: str) -> None:
    first = sensed(club, "two-colours", "vVnN?")
    first.lift()
    first.put(parse_placement(board))
    assert first.state.phase is Phase.ERROR
    later = again(again(first, club), club)
    assert judged(later) == judged(first)


@pytest.mark.parametrize("case", ["green-postillon", "black-postillon"])
@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("ended", [False, True])
def test_the_announced_steps_restore_the_last_board(
    club: Club, case: str, *, swapped: bool, ended: bool
) -> None:
    """Set up anew, either star may stand for either postillon."""
    first = sensed(club, case, "vVnN?")
    if ended:
        first.lift()
    stopped = parse_placement(SENSED[case][-1])
    fallen = {"V12": Pile(n=13), "N12": Pile(v=14), "V8": Pile(V=1, N=1, n=1)}
    knocked = stopped.with_piles(fallen)
    later = club.started_again(first)
    later.put(knocked, "vNnV?" if swapped else "vVnN?")
    for _ in range(5):
        (told,) = [fact for fact in later.facts if isinstance(fact, Setup)][-1:]
        if told.ok:
            break
        follow(later, told)
        later.press(V, Key.BOARD)
    assert told.ok
    assert judged(later) == judged(first)


def follow(evening: SensedEvening, told: Setup) -> None:
    """Do the first step that was told, with either star for a postillon."""
    step = told.repairs[0]
    lying = {zone: dict(pile) for zone, pile in evening.board.zones}
    kinds = step.kind if step.kind in "vn" else "VN"
    for _ in range(step.count):
        taken = next((kind for kind in kinds if lying.get(step.source, {}).get(kind)), kinds[0])
        if step.source:
            evening.board.lift(step.source, taken)
        if step.target:
            evening.board.put(step.target, taken)
    evening.wait()


QUESTIONS = {"resign": ("n", [Key.YES], f.GameEnds), "new-game": ("n", [], f.Ruling)}
"""Who asks by the menu, what he presses there, and what follows from the other player's yes."""


@pytest.mark.parametrize("entry", QUESTIONS)
def test_a_question_to_the_other_player_is_asked_again(club: Club, entry: str) -> None:
    side, more, follows = QUESTIONS[entry]
    first = typed(club, "backgammon", "31", "8/5 6/5", "52")
    presses = [*to(entry, first.state), Key.YES, *more]
    first.type(*(f"{side} {key.value}" for key in presses))
    asked = first.said[-1]
    later = again(first, club)
    assert later.said[-1] == asked
    later.type("13")
    assert any(isinstance(fact, follows) for fact in later.type("v yes"))


def test_a_postillon_that_came_home_in_this_turn_is_an_ordinary_piece(club: Club) -> None:
    first = typed(club, "jacquet", "21", ":position V12=14n1N N12=14v N1=1V turn green", "65")
    first.type("N1/V7/V2")
    for evening in (first, again(first, club)):
        evening.type(".V2")
        assert evening.said[-1] == "Point V 2, one green piece."
