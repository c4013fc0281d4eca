"""Whatever is asked can be answered as it says: every entry of the menu, every question.

From each phase every entry is chosen, and then all that `yes` and `no` can lead to is walked.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from companion.link.messages import Key
from companion.referee.menu import entries
from companion.referee.requests import Output, Request
from companion.referee.state import Phase, State, Topic
from companion.referee.talk_facts import KeyAnswer, Question
from companion.referee.transitions import QUESTIONS
from companion.rules import Player
from companion.speech.announcer import Announcer
from companion.speech.utterance import Utterance
from tests.referee.harness import STARTS, N, TableTop, V

MEANINGLESS = {"not-asked", "not-now", "no-game"}
"""Refusals that would contradict what was offered."""
DEEPEST = 6
"""Presses after an entry was chosen; faces of dice and places out of order go round and round."""


def in_setup(top: TableTop) -> None:
    top.stand("V6=1v N6=1n")


def in_opening(top: TableTop) -> None:
    top.begin()


def to_throw(top: TableTop) -> None:
    top.begin("31" if top.game != "jacquet" else "52")
    top.lift()
    top.set(phase=Phase.TO_THROW, player=V, dice=None, down=(), trays="", dice_lie=False, number=4)


def moving(top: TableTop) -> None:
    to_throw(top)
    top.throw(V, "63")


def in_error(top: TableTop) -> None:
    moving(top)
    top.lift()
    assert top.referee.state.phase is Phase.ERROR


def doubled(top: TableTop) -> None:
    to_throw(top)
    top.set(phase=Phase.DOUBLED)


def paused(top: TableTop) -> None:
    moving(top)
    top.rule("pause")


def over(top: TableTop) -> None:
    to_throw(top)
    top.rule("award", winner=V, points=5)
    assert top.referee.state.phase is Phase.OVER


PHASES: dict[Phase, Callable[[TableTop], None]] = {
    Phase.SETUP: in_setup,
    Phase.OPENING: in_opening,
    Phase.TO_THROW: to_throw,
    Phase.MOVING: moving,
    Phase.ERROR: in_error,
    Phase.DOUBLED: doubled,
    Phase.PAUSED: paused,
    Phase.OVER: over,
}
OFFERED = [
    *[(phase, game) for phase in PHASES for game in ("backgammon", "jacquet")],
    *[(phase, game) for phase in (Phase.MOVING, Phase.ERROR) for game in ("dutch", "acey-deucey")],
]
"""Where the menu of a game has entries of its own: its cube, its kinds of wins, its turns."""


class Walk:
    """Presses keys and listens to what is said of them."""

    def __init__(self, game: str, phase: Phase) -> None:
        self.top = TableTop(game, length=5)
        self.top.board = STARTS[game]
        PHASES[phase](self.top)
        assert self.top.referee.state.phase is phase
        self.announcer = Announcer(game, {V: "en", N: "fr"})

    @property
    def state(self) -> State:
        return self.top.referee.state

    def press(self, player: Player, key: Key) -> tuple[Output, ...]:
        """A press; it is heard, and of a question he who is asked hears it."""
        before = self.state.asked
        given = self.top.press(player, key)
        facts = tuple(each for each in given if not isinstance(each, Request))
        said = [each for fact in facts for each in self.announcer.announce(fact)]
        where = (self.state.phase, before, player, key, facts)
        # A request is answered by the evening, which says good bye too.
        assert facts != given or [each for each in said if each.text], where
        refused = {fact.text for fact in facts if isinstance(fact, KeyAnswer)}
        assert not (refused & MEANINGLESS), where
        asked = self.state.asked
        if asked is not None and asked != before:
            listeners = [asked.player] if asked.player else list(Player)
            told = [fact for fact in facts if isinstance(fact, Question)]
            assert (told[-1].topic, told[-1].item) == (asked.topic, asked.item), where
            assert all(any(_hears(each, words) for words in said) for each in listeners), where
        return given

    def follow(self, depth: int, seen: set[tuple[object, ...]]) -> Iterator[str]:
        """Answer what is asked in every way, back and forth."""
        asked, begun = self.state.asked, self.state
        if asked is None or depth == 0 or (asked.topic, asked.item) in seen:
            return
        seen.add((asked.topic, asked.item))
        yield asked.topic
        for player in [asked.player] if asked.player else list(Player):
            for key in (Key.YES, Key.NO):
                self.press(player, key)
                yield from self.follow(depth - 1, seen)
                self.top.referee.state = begun


def _hears(player: Player, words: Utterance) -> bool:
    return words.to in ("all", player.value)


def lead_to(walk: Walk, player: Player, entry: str) -> None:
    """Press `no` until the entry is offered; the first may demand the correction of an error."""
    for _ in range(len(entries(walk.state)) + 2):
        walk.press(player, Key.NO)
        asked = walk.state.asked
        if asked is not None and (asked.topic, asked.item) == (Topic.MENU, entry):
            return
    raise AssertionError(entry)


@pytest.mark.parametrize(("phase", "game"), OFFERED)
def test_every_menu_entry_has_an_announced_effect(phase: Phase, game: str) -> None:
    walk = Walk(game, phase)
    undoable = replace(walk.state, back=walk.state)
    # Black in half of the games. Who is offered a double answers it by `no`, and has no menu.
    player = N if list(STARTS).index(game) % 2 and phase is not Phase.DOUBLED else V
    for entry in entries(undoable):
        walk.top.referee.state = undoable
        lead_to(walk, player, entry)
        before = replace(walk.state, last_key=None, asked=None)
        facts = walk.press(player, Key.YES)
        changed = replace(walk.state, last_key=None) != before
        assert changed or any(not isinstance(fact, Question) for fact in facts)
        list(walk.follow(DEEPEST, set()))


def test_every_question_of_the_menu_was_reached() -> None:
    met: set[str] = set()
    for phase in (Phase.OPENING, Phase.TO_THROW):
        for entry in (*entries(Walk("backgammon", phase).state), "undo"):
            walk = Walk("backgammon", phase)
            walk.top.set(back=walk.state, recorded=False)
            lead_to(walk, V, entry)
            walk.press(V, Key.YES)
            met |= set(walk.follow(DEEPEST, set()))
    asked_elsewhere = {Topic.DOUBLE_CONFIRM, Topic.MENU, Topic.LAYOUT, Topic.READING, Topic.GAME}
    assert met == set(QUESTIONS) - asked_elsewhere - {Topic.IN_AGREE, Topic.STOP_TOO}
