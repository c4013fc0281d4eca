"""The choice of a game: what is offered, in which order, and the result."""

from dataclasses import replace
from itertools import product

import pytest

from companion.board.observation import Observation, Pressed, SettledBoard
from companion.link.messages import Key
from companion.referee.choosing import CLOCKS, REMIND_MS, Chooser, options_of
from companion.referee.facts import Ruling
from companion.referee.requests import ChooseGame, KeepGame, Output, Request, StartMatch
from companion.referee.state import Phase
from companion.referee.talk_facts import Choice, Choosing, Chosen, KeyAnswer
from companion.rules import Match, agree_match, find_game, game_names
from tests.menu_keys import to
from tests.referee.harness import STARTS, N, TableTop, V

LAST = Choice("dutch", ("no-cube",), 5, 20)


class Keys:
    """A chooser and the fingers of both players; whatever is chosen is to be played."""

    def __init__(self, chooser: Chooser) -> None:
        self.chooser = chooser
        self.ms = 1000
        self.facts: tuple[Output, ...] = chooser.settled(Observation(self.ms))
        self.wanted: Output | None = None

    def press(self, *keys: Key) -> Output:
        """Press keys in turn from both sides; the last fact."""
        for key in keys:
            self.ms += 700
            given = self.chooser.settled(
                Observation(self.ms, (Pressed(V if self.ms % 2 else N, key),))
            )
            self.facts = tuple(each for each in given if not isinstance(each, Request))
            self.wanted = given[-1] if given != self.facts else None
            chosen = self.facts[-1]
            assert self.wanted == (
                StartMatch(chosen.choice) if isinstance(chosen, Chosen) else None
            )
        return self.facts[-1]

    def later(self, ms: int) -> tuple[Output, ...]:
        """What is said when so much time has gone."""
        return self.chooser.settled(Observation(self.ms + ms))

    def yes(self, times: int = 1) -> Output:
        return self.press(*[Key.YES] * times)

    def no(self, times: int = 1) -> Output:
        return self.press(*[Key.NO] * times)


def test_what_was_played_last_takes_one_press() -> None:
    keys = Keys(Chooser(LAST, LAST))
    assert keys.facts == (Choosing("again", LAST),)
    assert keys.yes() == Chosen(LAST)


def test_the_offer_is_made_again_after_the_board_was_away() -> None:
    keys = Keys(Chooser(LAST, LAST))
    assert keys.later(100) == ()
    keys.chooser.lost()
    assert keys.later(200) == (Choosing("again", LAST),)


def test_three_presses_begin_a_game_with_the_usual_rules() -> None:
    keys = Keys(Chooser(None, Choice()))
    assert keys.facts == (Choosing("game", Choice(), "welcome"),)
    assert keys.yes() == Choosing("length", Choice())
    assert keys.yes() == Choosing("rules", Choice())
    assert keys.yes() == Chosen(Choice())


def test_no_leads_through_the_games_round_and_round() -> None:
    keys = Keys(Chooser(Choice(), Choice()))
    offered = [keys.no() for _ in range(len(game_names()) + 1)]
    games = [each.choice.game for each in offered if isinstance(each, Choosing)]
    assert games == [*game_names()[1:], game_names()[0], game_names()[1]]


def test_lengths_options_and_clock_can_be_chosen() -> None:
    keys = Keys(Chooser(None, Choice("jacquet")))
    keys.yes()
    lengths = [keys.no() for _ in range(7)]
    assert [(e.choice.match_to, e.choice.options) for e in lengths if isinstance(e, Choosing)] == [
        (3, ()),
        (5, ()),
        (7, ()),
        (11, ()),
        (3, ("count-games",)),
        (5, ("count-games",)),
        (None, ()),
    ]
    keys.no(6)
    assert keys.yes() == Choosing("rules", Choice("jacquet", ("count-games",), 5))
    first, second, third = options_of("jacquet")
    assert keys.no() == Choosing("option", Choice("jacquet", ("count-games",), 5), first)
    keys.yes()
    assert isinstance(keys.no(), Choosing)
    assert keys.chooser.offered.item == third
    agreed = ("count-games", first)
    assert third == "no-full-prime"  # asked about as what may be: yes leaves it as it usually is
    assert keys.yes() == Choosing("clock", Choice("jacquet", agreed, 5))
    assert keys.yes() == Choosing("clock", Choice("jacquet", agreed, 5, CLOCKS[1]))
    assert keys.yes() == Chosen(Choice("jacquet", agreed, 5, CLOCKS[1]))
    assert second not in agreed


@pytest.mark.parametrize("yes", [True, False])
def test_what_an_option_leaves_out_is_asked_about_as_wanted(*, yes: bool) -> None:
    keys = Keys(Chooser(None, Choice()))
    keys.yes()
    keys.yes()
    keys.no()
    for option in options_of("backgammon"):
        given = keys.yes if yes == option.startswith("no-") else keys.no
        given()
    offered = keys.chooser.offered
    assert (offered.step, offered.choice.clock) == ("clock", 0)
    found = () if yes else options_of("backgammon")
    assert offered.choice.options == found
    assert keys.no() == Chosen(Choice(options=found))


@pytest.mark.parametrize("game", game_names())
def test_whatever_can_be_chosen_can_be_played(game: str) -> None:
    for length, pattern in product(range(8), range(16)):
        answers = pattern
        keys = Keys(Chooser(None, Choice(game)))
        keys.yes()
        keys.no(length)
        keys.yes()
        keys.no()
        while not isinstance(keys.facts[-1], Chosen):
            wish = answers % 2 or keys.chooser.offered.step == "clock"
            answers //= 2
            keys.press(Key.YES if wish else Key.NO)
        choice = keys.facts[-1].choice
        agree_match(find_game(choice.game, choice.options), choice.match_to)


def test_any_other_key_says_the_offer_again_or_goes_back_to_the_game() -> None:
    keys = Keys(Chooser(None, Choice()))
    assert keys.chooser.settled(Observation(keys.ms, (Pressed(V, Key.REPEAT),))) == ()
    assert keys.press(Key.BOARD) == Choosing("game", Choice())
    keys = Keys(Chooser.instead_of("backgammon"))
    assert keys.facts == (Choosing("game", Choice("jacquet")),)
    back = keys.chooser.settled(Observation(keys.ms, (Pressed(N, Key.CUBE),)))
    assert back == (KeyAnswer(N, "cancelled", "choosing"), KeepGame())


@pytest.mark.parametrize("playing", [False, True])
def test_hint_explains_what_is_asked_and_changes_nothing(*, playing: bool) -> None:
    keys = Keys(Chooser(None, Choice(), playing=playing))
    for answer in (Key.YES, Key.YES, Key.NO):
        offered = keys.chooser.offered
        assert keys.press(Key.HINT) == replace(offered, item="", explained=True)
        keys.press(answer)
    first = options_of("backgammon")[0]
    assert keys.press(Key.HINT) == Choosing("option", Choice(), first, explained=True)
    assert keys.yes() == Choosing("option", Choice(options=(first,)), options_of("backgammon")[1])


def test_after_an_explanation_the_offer_is_said_again_as_late_as_ever() -> None:
    keys = Keys(Chooser(None, Choice()))
    keys.ms += REMIND_MS - 1000
    keys.press(Key.HINT)
    assert keys.later(REMIND_MS) == ()
    assert keys.later(REMIND_MS + 1) == (Choosing("game", Choice()),)


def test_an_offer_left_alone_is_said_again_five_times_ever_later() -> None:
    keys = Keys(Chooser(None, Choice()))
    told = [now // REMIND_MS for now in range(0, 4_000_000, 1000) if keys.later(now)]
    assert told == [1, 3, 7, 15, 31]
    assert keys.no() == Choosing("game", Choice("jacquet"))
    assert keys.later(REMIND_MS + 1) == (Choosing("game", Choice("jacquet")),)


# --- the menu of a running evening ----------------------------------------------------------------
def choose(top: TableTop, entry: str) -> tuple[Output, ...]:
    """Green opens the menu, leads it to an entry and chooses it."""
    return top.press(V, *to(entry, top.referee.state), Key.YES)


def test_where_no_game_is_going_on_nobody_is_asked() -> None:
    top = TableTop()
    top.begin()
    assert choose(top, "other-game") == (Ruling("other-game", by="V"), ChooseGame())
    top.set(phase=Phase.OVER, match=Match(1, score=(1, 0), number=2))
    assert choose(top, "new-game")[0] == Ruling("new-game", by="V")
    assert top.referee.state.match == Match(1)


def seen(board: str) -> Observation:
    top = TableTop(board=board)
    top.ms = 5000
    return Observation(top.ms, board=SettledBoard(top.line()))


def test_a_start_position_that_is_set_up_is_offered_once() -> None:
    keys = Keys(Chooser(LAST, LAST))
    board = seen(STARTS["jacquet"])
    shown = (Choosing("shown", Choice("jacquet")),)
    assert keys.chooser.settled(board) == shown
    assert keys.chooser.settled(board) == ()
    assert keys.yes() == Choosing("length", Choice("jacquet"))
    assert keys.chooser.settled(seen("V6=15v N6=15n")) == ()


def test_the_start_position_of_the_game_that_is_offered_is_no_news() -> None:
    keys = Keys(Chooser(None, Choice()))
    assert keys.chooser.settled(seen(STARTS["backgammon"])) == ()
    # Turned round it is one too.
    turned = "N1=2v N6=5n N8=3n N12=5v V1=5n V5=3v V7=5v V12=2n"
    keys = Keys(Chooser(None, Choice("jacquet")))
    assert keys.chooser.settled(seen(turned)) == (Choosing("shown", Choice("backgammon")),)
