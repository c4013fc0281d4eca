"""Fixtures for the club's tests: a broker in memory, and short timeouts."""

from collections.abc import Iterator

import pytest

from companion.club import gatherer
from companion.publishing import broker as real
from companion.publishing import publisher
from tests.club.fake_broker import FakeBroker


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeBroker]:
    """Yield a broker, and check at the end that it retains only what docs/club.md allows."""
    one = FakeBroker()
    monkeypatch.setattr(real, "Client", one.client)
    monkeypatch.setattr(publisher, "LISTEN", 0.01)
    monkeypatch.setattr(publisher, "STATE_EVERY", 0.01)
    monkeypatch.setattr(publisher, "CLAIM_EVERY", 0.01)
    monkeypatch.setattr(gatherer, "TELL_EVERY", 0.01)
    yield one
    assert {topic.rpartition("/")[2] for topic in one.kept} <= {"state", "here", "have"}
