"""Requests of the referee to the session. Unlike facts they are not recorded."""

from dataclasses import dataclass

from companion.referee.facts import Fact
from companion.referee.talk_facts import Choice
from companion.rules import Player


@dataclass(frozen=True, slots=True)
class ChangeSetting:
    """A player chose a setting in the menu; what -- the menu's entry, `faster` for example."""

    player: Player
    what: str


@dataclass(frozen=True, slots=True)
class SayAgain:
    """Announce facts again that were announced before the board was away or wrong."""

    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class GiveHint:
    """A player wants a hint about the running turn; times -- how many times in a row."""

    player: Player
    times: int


@dataclass(frozen=True, slots=True)
class TellProgress:
    """A player asks for the results of the latest practice."""

    player: Player


@dataclass(frozen=True, slots=True)
class ChooseGame:
    """The players want to choose another game; the running game waits."""


@dataclass(frozen=True, slots=True)
class KeepGame:
    """The players return to the waiting game."""


@dataclass(frozen=True, slots=True)
class StartMatch:
    """Begin the chosen match."""

    choice: Choice


@dataclass(frozen=True, slots=True)
class EndEvening:
    """End the evening; shut_down -- whether to switch the computer off too."""

    shut_down: bool = False


GameRequest = ChooseGame | KeepGame | StartMatch | EndEvening
Request = ChangeSetting | SayAgain | GiveHint | TellProgress | GameRequest

Output = Fact | Request
"""The referee's output: facts and requests in their order."""
