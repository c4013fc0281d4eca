"""Broker messages follow docs/club.md, and invalid ones are refused."""

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.events import to_event
from companion.publishing import messages as m
from companion.records.encoding import read_fact
from companion.records.read import FactRow
from companion.referee import facts as f
from companion.rules import Player
from tests.web.scenes import dispute, row, rows

ABOUT = m.About(("Anne", "Bruno"), "fr", "club", "normal", "own", "jacquet", "j", 7, "error", (1, 0), dispute=True)  # fmt: skip # noqa: E501
RULING = f.Ruling("award", "Claire", "too late", winner=Player.N)
READERS: dict[str, Callable[[bytes], object]] = {
    "fact": m.read_row,
    "state": partial(m.read, m.About),
    "here": partial(m.read, m.Here),
    "have": partial(m.read, m.Mark),
    "want": partial(m.read, m.Mark),
    "ruling": m.read_wish,
    "ruled": partial(m.read, m.Ruled),
}


def wish(token: str) -> m.Wish:
    return m.Wish("n1", 12, RULING, m.seal(token, "n1", 12, RULING))


def test_every_fact_of_an_evening_is_encoded_and_decoded() -> None:
    for each in rows(dispute()):
        told = m.Published("j", each)
        payload = m.write_row(told)
        assert m.read_row(payload) == told
        data = json.loads(payload)
        fact = read_fact(data["fact"])
        assert data["event"] == to_event(fact, each.t)


def test_the_other_messages_are_encoded_and_decoded() -> None:
    assert m.read(m.About, m.write(ABOUT)) == ABOUT
    assert m.read(m.Mark, m.write(m.Mark("j", 7))) == m.Mark("j", 7)
    for here in (m.Here(here=True, run="r", stays=True), m.Here(here=False)):
        assert m.read(m.Here, m.write(here)) == here
    assert m.read(m.Here, b'{"v":1,"here":true}') == m.Here(here=True)
    assert m.read_wish(m.write_wish(wish("abcd"))) == wish("abcd")
    for ruled in (m.Ruled("n1", ""), m.Ruled("n1", m.READY, "run.1")):
        assert m.read(m.Ruled, m.write(ruled)) == ruled


def test_a_seal_is_valid_for_one_token_and_the_same_fields_only() -> None:
    sealed = m.read_wish(m.write_wish(wish("abcd-efgh")))
    assert m.is_sealed(sealed, "ABCD EFGH")
    assert not m.is_sealed(sealed, "abcd-efgi")
    assert not m.is_sealed(sealed, "")
    assert not m.is_sealed(m.Wish("n2", 12, RULING, sealed.seal), "abcd-efgh")
    assert not m.is_sealed(m.Wish("n1", 13, RULING, sealed.seal), "abcd-efgh")
    other = f.Ruling("award", "Claire", "too late", winner=Player.V)
    assert not m.is_sealed(m.Wish("n1", 12, other, sealed.seal), "abcd-efgh")


@pytest.mark.parametrize(
    "topic",
    ["", "companion/1/table/T1", "companion/2/table/T1/fact", "companion/1/table/T1/fact/x",
     "companion/1/table/a b/fact", "companion/1/table//fact", "companion/1/table/+/fact",
     f"companion/1/table/{'x' * 41}/fact", "x/companion/1/table/T1/fact"],
)  # fmt: skip
def test_other_topics_are_invalid(topic: str) -> None:
    with pytest.raises(m.InvalidMessageError):
        m.read_topic(topic)


def test_topics_name_table_and_kind() -> None:
    for kind in READERS:
        assert m.read_topic(m.topic("Été-1", kind)) == ("Été-1", kind)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)
GOOD = [
    m.write_row(m.Published("j", row(1, f.Roll(Player.V, (6, 1))))),
    m.write(ABOUT),
    m.write(m.Mark("j", 7)),
    m.write(m.Here(here=True, run="r")),
    m.write_wish(wish("abcd")),
    m.write(m.Ruled("n1", "no")),
]


@pytest.mark.parametrize("kind", READERS)
@settings(max_examples=25)
@given(data=st.data())
def test_any_payload_is_parsed_or_refused_in_one_sentence(kind: str, data: st.DataObject) -> None:
    payload = data.draw(st.binary(max_size=60) | JSON.map(lambda each: json.dumps(each).encode()))
    whole = json.loads(data.draw(st.sampled_from(GOOD)))
    whole[data.draw(st.sampled_from([*sorted(whole), "extra"]))] = data.draw(JSON)
    for each in (payload, json.dumps(whole).encode()):
        refused = "nothing"
        try:
            READERS[kind](each)
        except m.InvalidMessageError as error:
            refused = str(error)
        assert refused
        assert "\n" not in refused


def test_a_payload_that_is_too_long_is_not_read() -> None:
    with pytest.raises(m.InvalidMessageError, match="65537 bytes"):
        m.read(m.Here, b" " * 65_537)
    with pytest.raises(m.InvalidMessageError):
        m.read(m.Mark, b"[" * 60_000)


@pytest.mark.parametrize(("deep", "is_read"), [(20, True), (21, False)])
def test_unknown_fields_may_be_nested_up_to_the_limit(deep: int, *, is_read: bool) -> None:
    lists = deep - 1  # the payload itself is the first
    payload = m.write(m.Mark("j", 7))[:-1] + b', "new": ' + b"[" * lists + b"]" * lists + b"}"
    if is_read:
        assert m.read(m.Mark, payload) == m.Mark("j", 7)
    else:
        with pytest.raises(m.InvalidMessageError, match="nested too deeply"):
            m.read(m.Mark, payload)


def test_a_fact_of_a_newer_version_is_kept_unchanged() -> None:
    payload = json.dumps(
        {"v": 1, "journal": "j", "number": 2, "t": 0.5, "age": 0.0, "event": None,
         "fact": {"fact": "Tomorrow", "what": "new"}}
    ).encode()  # fmt: skip
    told = m.read_row(payload)
    assert told.row == FactRow(2, 1, 0.5, '{"fact":"Tomorrow","what":"new"}')


def test_the_contract_names_every_topic_and_field() -> None:
    contract = (Path(__file__).parents[2] / "docs" / "club.md").read_text(encoding="utf-8")
    items = dict(re.findall(r"^- `(\w+)`, (.*(?:\n  .*)*)", contract, flags=re.MULTILINE))
    samples = dict(zip(("fact", "state", "have", "here", "ruling", "ruled"), GOOD, strict=True))
    samples["want"] = samples["have"]
    for kind, payload in samples.items():
        named = set(re.findall(r"`([\w@]+)`", items[kind]))
        assert set(json.loads(payload)) - {"v", "@"} <= named, kind
