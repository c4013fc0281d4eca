"""What is wanted of whoever runs the evening. A request is no fact: it is kept and told nowhere."""

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
class GiveHint:
    """A player wants a hint about the running turn; times -- how often he asked running."""

    player: Player
    times: int


@dataclass(frozen=True, slots=True)
class TellProgress:
    """A player wants to hear what practice has brought."""

    player: Player


@dataclass(frozen=True, slots=True)
class ChooseGame:
    """The players want to choose another game; the one that goes on waits."""


@dataclass(frozen=True, slots=True)
class KeepGame:
    """The players go back from choosing to the game that waits."""


@dataclass(frozen=True, slots=True)
class Play:
    """A match of this kind is to begin."""

    choice: Choice


@dataclass(frozen=True, slots=True)
class EndEvening:
    """The players are done for today. shut_down -- the computer is to be switched off too."""

    shut_down: bool = False


Request = ChangeSetting | GiveHint | TellProgress | ChooseGame | KeepGame | Play | EndEvening

Output = Fact | Request
"""What a referee gives: facts, and requests at their place between them."""
