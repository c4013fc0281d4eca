"""GNU Backgammon's networks in this process (the package gnubg-nn) as an evaluator of backgammon.

The networks and the package are GPL-3, as this program is.
"""

from typing import Final

import numpy as np

from companion.hints.advice import EngineError
from companion.hints.features import Floats
from companion.hints.outcomes import Outcomes, outcomes_of
from companion.hints.rows import Rows
from companion.optional import LibraryError, load
from companion.rules import Rules
from companion.rules.position import BAR_SLOT, OFF_SLOT
from companion.rules.vocabulary import PIECES_A_SIDE

_AS_IT_STANDS: Final = 0
"""The depth at which no further throw is looked at."""


class GnubgNetworks:
    """Judges positions as they stand. Raises `EngineError` where gnubg-nn is not installed."""

    def __init__(self, rules: Rules) -> None:
        try:
            self._probabilities = load("gnubg_nn", "hints").probabilities
        except LibraryError as error:
            raise EngineError(str(error)) from None
        except AttributeError as error:
            raise EngineError(f"gnubg-nn is there, but another one ({error}).") from None
        self.outcomes: Outcomes = outcomes_of(rules)

    def chances(self, rows: Rows) -> Floats:
        """The chances of each outcome for the player who has just moved (see `outcomes`)."""
        found = np.zeros((len(rows), len(self.outcomes.names)), dtype=np.float32)
        goes_on = rows[:, :, OFF_SLOT].max(axis=1) < PIECES_A_SIDE
        # It judges for the side that throws next, which it expects second.
        boards = rows[goes_on, :, 1 : BAR_SLOT + 1].tolist()
        if boards:
            found[goes_on] = [self._probabilities(board, _AS_IT_STANDS) for board in boards]
        return self.outcomes.correct(self.outcomes.swapped(found), rows)
