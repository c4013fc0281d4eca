from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.link.codec import (
    BODY_LIMIT,
    body,
    encode,
    is_known,
    parse,
    parse_command,
    parse_zones,
    zones_text,
)
from companion.link.messages import (
    LETTERS,
    ZONES,
    BoardAnswer,
    BoardState,
    Command,
    Hello,
    LogLine,
    Message,
    Seats,
)
from tests.tables import table

KEYS = (0,) * 7
STATE = BoardState(
    7,
    123456,
    (("V6", (("v", 5),)), ("N12", (("v", 14), ("V", 1)))),
    Seats("63", 12),
    Seats("--", 11),
    ((0, 1, 2, 3, 4, 5, 255), KEYS),
    (("V7", "short"), ("more", "")),
)
STATE_BODY = "S,7,123456,V6:5v;N12:14v1V,63/--:12.11,0.1.2.3.4.5.255/0.0.0.0.0.0.0,V7:short;more"
PAIRS: list[tuple[Message, str]] = [
    (Hello(1, "1.0.0", "board 7", "5f3a", 28), "H,1,1.0.0,board 7,5f3a,28"),
    (STATE, STATE_BODY),
    (
        BoardState(0, 0, (), Seats("c~", 0), Seats("1-", 65535), (KEYS, KEYS)),
        "S,0,0,,c~/1-:0.65535,0.0.0.0.0.0.0/0.0.0.0.0.0.0,",
    ),
    (BoardAnswer(3, ok=True), "A,3,ok"),
    (BoardAnswer(3, ok=True, detail="passed"), "A,3,ok,passed"),
    (BoardAnswer(65535, ok=False, detail="no such zone"), "A,65535,err,no such zone"),
    (LogLine("warn", "seat 2 is weak"), "L,warn,seat 2 is weak"),
]

seats = st.builds(Seats, st.text("123456-c~", min_size=2, max_size=2), st.integers(0, 65535))
counts = st.tuples(*[st.integers(0, 255)] * 7)
pile = st.dictionaries(st.sampled_from(LETTERS), st.integers(1, 15), min_size=1, max_size=2).map(
    lambda found: tuple((letter, found[letter]) for letter in LETTERS if letter in found)
)
zones = st.dictionaries(st.sampled_from(ZONES), pile, max_size=20).map(
    lambda found: tuple((zone, found[zone]) for zone in ZONES if zone in found)
)
states = st.builds(
    BoardState,
    st.integers(0, 65535),
    st.integers(0, 2**30 - 1),
    zones,
    seats,
    seats,
    st.tuples(counts, counts),
    st.just((("V7", "short"),)),
)


@pytest.mark.parametrize(("message", "text"), PAIRS, ids=[text for _, text in PAIRS])
def test_a_message_is_encoded_and_decoded(message: Message, text: str) -> None:
    assert parse(text) == message
    assert body(message) == text


@pytest.mark.parametrize(("message", "text"), PAIRS, ids=[text for _, text in PAIRS])
def test_additional_fields_are_ignored(message: Message, text: str) -> None:
    if text == "A,3,ok":
        text += ","
    assert parse(text + ",later,fields") == message


@given(states)
def test_every_state_is_decoded_as_it_was_sent(state: BoardState) -> None:
    assert parse(body(state)) == state


@given(states, st.randoms(use_true_random=False))
def test_the_order_of_zones_and_letters_does_not_matter(state: BoardState, chance: object) -> None:
    shuffled = [(zone, tuple(reversed(found))) for zone, found in state.zones]
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert parse_zones(zones_text(tuple(shuffled))) == state.zones


MALFORMED = table("link/malformed-lines")


@pytest.mark.parametrize("text", MALFORMED)
def test_a_malformed_line_of_a_known_kind_is_ignored(text: str) -> None:
    assert parse(text) is None
    assert is_known(text)


@pytest.mark.parametrize("text", ["", "Z", "Z,1", "s,1", "HH,1", "Q,1,HELLO", " H,1"])
def test_an_unknown_kind_is_ignored_and_not_malformed(text: str) -> None:
    assert parse(text) is None
    assert not is_known(text)


@given(st.text(max_size=60), st.sampled_from(["", "H,", "S,", "A,", "L,", "Q,"]))
def test_no_text_crashes_the_reader(text: str, kind: str) -> None:
    message = parse(kind + text)
    assert message is None or is_known(kind + text)
    command = parse_command(kind + text)
    assert command is None or kind + text == body(command) or "Q," in kind + text


@pytest.mark.parametrize("text", ["H,2", "H,2,x", "H,2,9.9,other board,ab,ninety", "H,65535,,,,"])
def test_a_hello_of_another_version_is_parsed_partly(text: str) -> None:
    hello = parse(text)
    assert isinstance(hello, Hello)
    assert hello.version != 1


@pytest.mark.parametrize(
    "command",
    [Command(1, "HELLO"), Command(65535, "ENROL", ("V6", "v")), Command(2, "TEST", ("",))],
)
def test_a_command_is_encoded_and_decoded(command: Command) -> None:
    assert parse_command(body(command)) == command


@pytest.mark.parametrize("text", ["Q", "Q,1", "Q,1,hello", "Q,x,HELLO", "Q,65536,HELLO", "A,1,ok"])
def test_an_invalid_command_is_refused(text: str) -> None:
    assert parse_command(text) is None


@pytest.mark.parametrize(
    "message",
    [
        LogLine("info", "one, two"),
        BoardAnswer(1, ok=False, detail="a$"),
        Hello(1, "é", "b", "c", 28),
        Command(1, "hello"),
        Command(1, "TEST", ("a,b",)),
    ],
)
def test_a_text_not_allowed_in_a_line_is_refused(message: Message | Command) -> None:
    with pytest.raises(ValueError, match=r"may not hold|no verb"):
        body(message)


@given(st.integers(0, 80))
def test_faults_that_do_not_fit_become_more(count: int) -> None:
    faults = tuple((f"V{k}", "flicker") for k in range(count))
    text = body(replace(STATE, faults=faults))
    encode(text)
    message = parse(text)
    assert isinstance(message, BoardState)
    if message.faults != faults:
        assert message.faults == (*faults[: len(message.faults) - 1], ("more", ""))
        assert len(text) > BODY_LIMIT - len(";V10:flicker;more")
