"""Runs an evening at a typed table in memory. Its clock changes only when it is set."""

import random
from dataclasses import replace
from typing import TypeVar, cast

from companion.link.messages import Line, Opened
from companion.records.journal import Journal
from companion.referee.choosing import Chooser
from companion.referee.facts import Fact
from companion.referee.referee import Referee
from companion.referee.state import MINUTE, Evening, Phase, State
from companion.session.compose import assemble
from companion.session.typed_board import TypedBoard
from companion.settings import Settings
from companion.speech.catalogue import Sentence
from companion.speech.speaker import Speaker
from tests.flow.sitting import Ear, complain

_Kind = TypeVar("_Kind", bound=Fact)


class TypedSitting:
    """An evening. facts, said -- the facts and words so far; now -- seconds."""

    def __init__(
        self,
        settings: Settings,
        state: State | None = None,
        *,
        journal: Journal | None = None,
        chooser: Chooser | None = None,
    ) -> None:
        self.now = 0.0
        self.facts: list[Fact] = []
        self.ear = Ear(clock=lambda: self.now)
        self.settings = replace(settings, board="typed")
        self.board = TypedBoard()
        self.complaints: list[Sentence] = []
        referee = Referee(
            settings.rules(),
            settings.match(),
            state,
            evening=Evening(settings.clock * MINUTE, typed=True, types_dice=True),
            practice=settings.against.practice,
        )
        quiet = replace(self.settings, sound=replace(settings.sound, earcons=False))
        self.evening = assemble(
            quiet,
            referee,
            cast("Speaker", self.ear),
            self.board,
            journal=journal,
            chooser=chooser,
            listen=self.facts.append,
            complain=self.complaints.append,
            clock=lambda: self.now,
        )
        self.table = self.evening.table
        self.table.take(Opened("typed"))

    @property
    def state(self) -> State:
        """The state of the evening."""
        return self.table.referee.state

    @property
    def position(self) -> str:
        """The agreed position as text."""
        return self.table.referee.rules.text(self.state.game.position)

    def type(self, *lines: str, side: str = "") -> str:
        """Type lines. Return the words that answer them, as one text."""
        before = len(self.ear.said)
        for line in lines:
            self.table.take(Line(line, side))
            self.table.tick()
        assert not self.table.internal_errors
        return " ".join(each.text for each in self.ear.said[before:] if each.text)

    def check(self) -> None:
        """Check that there was no internal error."""
        assert not self.complaints, complain(self.complaints[0])


def last(sitting: TypedSitting, kind: type[_Kind]) -> _Kind:
    """Return the last fact of a kind."""
    return [fact for fact in sitting.facts if isinstance(fact, kind)][-1]


def any_line(sitting: TypedSitting, chance: random.Random) -> str:
    """Return a random line that a player might type now."""
    dice = f"{chance.randint(1, 6)}{chance.randint(1, 6)}"
    state, rules = sitting.state, sitting.table.referee.rules
    if state.phase is not Phase.MOVING or state.throw.dice is None or state.turn.player is None:
        return dice
    if not state.board.right or chance.random() < 0.2:
        return chance.choice(["", dice, "undo"])
    position = state.game.position
    ends = sorted(rules.ends(position, state.turn.player, state.throw.dice).positions)
    play = rules.plays(position, state.turn.player, state.throw.dice, chance.choice(ends))[0]
    return " ".join(play.moves) if play.moves else dice
