"""The referee of an evening, as its settings have it."""

from companion.referee.referee import Referee
from companion.referee.state import State
from companion.settings import Settings


def referee_of(settings: Settings, state: State | None = None) -> Referee:
    """A referee at the beginning of an evening with such settings, or in a state that is kept.

    Raises `RulesError`, `ExerciseError`, `MatchError` for what is not played.
    """
    return Referee(
        settings.rules(),
        settings.match(),
        state,
        minutes=settings.clock,
        practice=settings.against.practice,
        typed=settings.is_typed,
        shuts_down=settings.service,
    )
