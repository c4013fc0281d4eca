"""For the club's tests: a broker in memory, and a table and a club that do not wait long."""

from collections.abc import Iterator

import pytest

from companion.club import gatherer
from companion.publishing import broker as real
from companion.publishing import publisher
from tests.club.fake_broker import FakeBroker


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeBroker]:
    """What is kept there at the end is what the contract of docs/club.md has retained."""
    one = FakeBroker()
    monkeypatch.setattr(real, "_Client", one.client)
    monkeypatch.setattr(publisher, "LISTEN", 0.01)
    monkeypatch.setattr(publisher, "STATE_EVERY", 0.01)
    monkeypatch.setattr(publisher, "CLAIM_EVERY", 0.01)
    monkeypatch.setattr(gatherer, "TELL_EVERY", 0.01)
    yield one
    assert {topic.rpartition("/")[2] for topic in one.kept} <= {"state", "here", "have"}
