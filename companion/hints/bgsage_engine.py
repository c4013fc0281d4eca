"""Open Sage (the extra `bgsage`) as an evaluator of backgammon, in this process."""

import numpy as np

from companion.hints.advice import EngineError
from companion.hints.features import Floats
from companion.hints.outcomes import Outcomes, outcomes_of
from companion.hints.rows import Rows
from companion.optional import LibraryError, load
from companion.rules import Rules
from companion.rules.position import BAR_SLOT
from companion.rules.track import LAST_POINT


class Sage:
    """Judges positions as they stand. Raises `EngineError` where bgsage is not here."""

    def __init__(self, rules: Rules) -> None:
        try:
            self._evaluate = load("bgsage", "bgsage").batch_post_move_evaluate
        except LibraryError as error:
            raise EngineError(str(error)) from None
        except AttributeError as error:
            raise EngineError(f"bgsage is there, but another one ({error}).") from None
        self.outcomes: Outcomes = outcomes_of(rules)

    def chances(self, rows: Rows) -> Floats:
        """The chances of each outcome (see `outcomes`)."""
        own = rows[:, 0, : BAR_SLOT + 1].astype(np.int64)
        other = rows[:, 1, : BAR_SLOT + 1].astype(np.int64)
        boards = own.copy()
        boards[:, 1 : LAST_POINT + 1] -= other[:, LAST_POINT:0:-1]
        boards[:, 0] = other[:, BAR_SLOT]
        asked = [{"board": board, "cube_owner": "centered"} for board in boards.tolist()]
        said = self._evaluate(asked, "1ply", n_threads=1, jacoby=False)
        found = np.array([_chances(one.probs) for one in said], dtype=np.float32)
        return self.outcomes.correct(found.reshape(len(rows), -1), rows)


def _chances(said: object) -> tuple[float, ...]:
    names = ("win", "gammon_win", "backgammon_win", "gammon_loss", "backgammon_loss")
    return tuple(float(getattr(said, name)) for name in names)
