"""Time budgets for tests that try random cases.

Such a test gets seconds, not a number of cases, so that CI ends in time on any machine.
`TEST_SEED` is the first seed (CI draws it from the commit), `TEST_HOURS=1` makes every budget sixty
times as long: `.ci/long` runs all of them so.
"""

import os
import time
from collections.abc import Iterator
from itertools import count
from typing import Final

FIRST_SEED: Final = int(os.environ.get("TEST_SEED", "1"))
LONGER: Final = 60 if os.environ.get("TEST_HOURS") else 1


def seeds(seconds: float) -> Iterator[int]:
    """Yield seeds until the budget is used up, at least one; each is printed for a failing test."""
    end = time.monotonic() + seconds * LONGER
    for seed in count(FIRST_SEED):
        print(f"TEST_SEED={seed}")
        yield seed
        if time.monotonic() > end:
            return
