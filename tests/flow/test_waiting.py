"""The game's thread never waits for speech."""

import statistics

import pytest

from tests.flow.waiting import verdict_times

LIMIT_MS = 1.0
"""Of the issue: so little more may a verdict take while a thousand utterances wait."""


@pytest.mark.slow
def test_a_thousand_waiting_utterances_delay_no_verdict() -> None:
    def more() -> float:
        without, with_them = (
            statistics.median(verdict_times(waiting, 30)[1]) for waiting in (0, 1000)
        )
        print(f"a verdict {without:.2f} ms, with 1000 waiting {with_them:.2f} ms")
        return with_them - without

    # A busy machine may make one measurement wrong, not three.
    assert any(more() < LIMIT_MS for _ in range(3))
