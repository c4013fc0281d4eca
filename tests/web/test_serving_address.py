"""The address that is told: one that another machine can open."""

import re
import socket

import pytest

from companion.web import serving


@pytest.mark.parametrize("host", ["0.0.0.0", "127.0.0.1"])  # noqa: S104 - what is tested
def test_a_page_open_to_the_network_is_told_by_an_address_that_leads_there(host: str) -> None:
    with socket.create_server((host, 0)) as opened:
        told = serving.url(opened).removeprefix("http://").rstrip("/")
        name, _, port = told.rpartition(":")
        own = serving.own_address(socket.AF_INET)
        if host == "0.0.0.0" and not own:  # noqa: S104
            return  # a machine without a network has no other
        assert name != "0.0.0.0"  # noqa: S104
        with socket.create_connection((name, int(port)), timeout=5):
            """It is open there."""


def test_a_server_answers_to_this_computers_name_and_to_those_that_are_allowed() -> None:
    own = socket.gethostname().lower()
    names = serving.names("Table.example:80", ("club.example",))
    assert {"table.example", "club.example", own, own.partition(".")[0] + ".local"} == names


@pytest.mark.parametrize(
    "text", ["999.1.1.1:80", "no such host:80", "127.0.0.1:99999", "x:y", "h:-1", "h:1:x"]
)
def test_an_invalid_address_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(serving.AddressError) as refused:
        serving.check_address(text)
    assert str(refused.value).endswith(".")


def test_an_address_that_is_taken_is_refused_without_python_words() -> None:
    with serving.listen("127.0.0.1:0") as opened:
        address = f"127.0.0.1:{opened.getsockname()[1]}"
        with pytest.raises(
            serving.AddressError, match=re.escape(f"cannot open at {address},")
        ) as e:
            serving.listen(address)
        assert "attempting" not in str(e.value)
