"""Limits what tests cost: the number of random cases, and waiting for the disk and for ports.

A slow test has a budget in seconds, not in cases, so that CI ends in time on any machine. In a
plain run it tries only a few cases. `TEST_SEED` is the first seed; CI derives it from the commit.
`TEST_HOURS=1` makes every budget sixty times as long, as `.ci/long` does.
"""

import os
import time
from collections.abc import Iterator
from itertools import count
from typing import Final

from hypothesis import HealthCheck, settings
from serial.tools import list_ports

FIRST_SEED: Final = int(os.environ.get("TEST_SEED", "1"))
LONGER: Final = 60 if os.environ.get("TEST_HOURS") else 1


def seeds(seconds: float) -> Iterator[int]:
    """Yield seeds, at least one, until the time is used up; a failing test prints its seed."""
    end = time.monotonic() + seconds * LONGER
    for seed in count(FIRST_SEED):
        print(f"TEST_SEED={seed}")
        yield seed
        if time.monotonic() > end:
            return


def examples(number: int) -> settings:
    """Let hypothesis try this number of cases."""
    passed_over = (HealthCheck.too_slow, HealthCheck.function_scoped_fixture)
    return settings(max_examples=number * LONGER, deadline=None, suppress_health_check=passed_over)


def wait_for_no_device() -> None:
    """Skip disk synchronisation, and hide the serial devices of this machine.

    A killed process still loses nothing. A test with a journal would otherwise spend half
    of its time waiting for the disk, and a search for a board takes more than a second.
    """
    vars(os)["fsync"] = lambda _: None
    vars(list_ports)["comports"] = list
