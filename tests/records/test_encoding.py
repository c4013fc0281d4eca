"""Facts and the project's frozen dataclasses as JSON and back."""

import dataclasses
import enum
import json
import typing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.records.encoding import EncodingError, decode, encode, plain_fact, read_fact
from companion.referee import facts
from companion.referee.state import State
from companion.rules import Cube, Match
from companion.rules.verdicts import Code, Fault, Verdict
from companion.rules.vocabulary import (
    EMPTY,
    NOTHING,
    ZONES,
    Pile,
    Placement,
    Player,
    parse_placement,
)
from tests.tables import cases

FACT_TYPES = typing.get_args(facts.Fact)


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


@dataclasses.dataclass(frozen=True, slots=True)
class Inner:
    text: str
    pile: Pile = EMPTY


@dataclasses.dataclass(frozen=True, slots=True)
class Other:
    text: str


@dataclasses.dataclass(frozen=True, slots=True)
class Outer:
    """Everything a snapshot may hold."""

    number: int
    flag: bool
    level: Level
    nested: Inner | Other | None
    table: dict[str, tuple[int, ...]]
    pair: tuple[int, str]
    either: int | str
    many: tuple[Inner | Other, ...] = ()

    def __post_init__(self) -> None:
        if self.pair[0] < 0:
            raise ValueError("the pair's number is negative")


OUTER = Outer(
    number=2**104 + 1,
    flag=True,
    level=Level.HIGH,
    nested=Inner("é\ud800\n", Pile(v=3)),
    table={"@": (1, 2), "V": ()},
    pair=(0, "x"),
    either="4",
    many=(Inner("a"), Other("a")),
)


FACTS = st.deferred(lambda: st.one_of([st.from_type(kind) for kind in FACT_TYPES]))


@given(FACTS)
def test_every_fact_is_decoded_as_it_was(fact: facts.Fact) -> None:
    text = encode(fact)
    back = decode(facts.Fact, text)
    assert back == fact
    assert type(back) is type(fact)
    assert decode(type(fact), text) == fact
    assert "\n" not in text
    assert text.isascii()


@pytest.mark.parametrize("kind", FACT_TYPES)
def test_no_fact_is_decoded_as_another(kind: type) -> None:
    text = encode(facts.TurnBegins(Player.V, ""))
    if kind is not facts.TurnBegins:
        with pytest.raises(EncodingError):
            decode(kind, text)


def test_enumerations_are_decoded_as_members() -> None:
    fact = facts.TurnEnds(
        Player.N, (6, 3), Verdict.ILLEGAL, (Fault(Code.BAR_FIRST, Player.V, zones=("V1",)),), "", ""
    )
    back = decode(facts.TurnEnds, encode(fact))
    assert type(back.verdict) is Verdict
    assert type(back.faults[0].player) is Player
    assert type(back.faults[0].zones) is tuple


def test_every_kind_of_value_is_decoded_as_it_was() -> None:
    assert decode(Outer, encode(OUTER)) == OUTER
    for nested in (Other("a"), None):
        changed = dataclasses.replace(OUTER, nested=nested, either=4)
        assert decode(Outer, encode(changed)) == changed
    placement = NOTHING.with_piles({"V1": Pile(n=2)})
    assert decode(Placement, encode(placement)) == placement


COUNTS = st.integers(0, 15)
BOARDS = st.lists(st.builds(Pile, *[COUNTS] * 5), min_size=len(ZONES), max_size=len(ZONES)).map(
    lambda piles: parse_placement(Placement(tuple(piles)).text)
)
st.register_type_strategy(Placement, BOARDS)
st.register_type_strategy(
    Cube,
    st.builds(Cube, st.integers(0, 70).map(lambda n: 2**n), st.none() | st.sampled_from(Player)),
)


def states(back: st.SearchStrategy[State | None]) -> st.SearchStrategy[State]:
    return st.builds(
        State,
        **{
            name: st.from_type(hint)
            for name, hint in typing.get_type_hints(State).items()
            if name not in ("match", "back")
        }
        | {"match": st.builds(Match, st.none() | st.integers(1, 99), st.booleans()), "back": back},
    )


STATES = st.deferred(lambda: states(st.none() | states(st.none())))


@given(STATES)
def test_every_state_of_the_referee_is_decoded_as_it_was(state: State) -> None:
    assert decode(State, encode(state)) == state


def test_a_field_added_later_takes_its_default() -> None:
    whole = json.loads(encode(facts.Roll(Player.V, (6, 3), opening=True)))
    del whole["opening"]
    assert decode(facts.Roll, json.dumps(whole)) == facts.Roll(Player.V, (6, 3))


def foreign(**changes: object) -> str:
    """OUTER's text with fields changed."""
    whole = json.loads(encode(OUTER))
    for name, value in changes.items():
        whole[name] = value
    return json.dumps(whole)


@pytest.mark.parametrize(("text", "says"), cases("records/foreign-data", foreign=foreign))
def test_foreign_data_is_refused_in_one_sentence(text: str, says: str) -> None:
    with pytest.raises(EncodingError, match=says) as error:
        decode(Outer, text)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 300


@given(st.text() | st.recursive(st.none() | st.text() | st.integers(), st.lists).map(json.dumps))
def test_any_text_is_decoded_or_refused(text: str) -> None:
    for kind in (facts.Roll, Outer):
        with pytest.raises(EncodingError):
            decode(kind, text)


@pytest.mark.parametrize("value", [1.5, {1: 2}, {3}, Path(), facts.Roll])
def test_an_unsupported_value_cannot_be_encoded(value: object) -> None:
    with pytest.raises(TypeError, match="cannot be written to the journal"):
        encode((value,))


def test_an_annotation_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(EncodingError, match="is not a possible value"):
        decode(complex, "1.5")
    with pytest.raises(EncodingError, match="is not a possible value"):
        decode(list[int], "[1]")


@given(FACTS)
def test_a_fact_of_the_journal_has_its_name_under_fact(fact: facts.Fact) -> None:
    data = json.loads(json.dumps(plain_fact(fact)))
    assert data["fact"] == type(fact).__name__
    assert read_fact(data) == fact


@pytest.mark.parametrize("data", [None, [], {}, {"fact": "Nothing"}, {"fact": "Roll", "@": "Roll"}])
def test_another_object_is_refused_as_a_fact(data: object) -> None:
    with pytest.raises(EncodingError):
        read_fact(data)
