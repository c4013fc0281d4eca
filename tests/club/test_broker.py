"""A broker's address, read from what a person wrote."""

from pathlib import Path

import pytest

from companion.club.broker import PASSWORD, Address, BrokerError, read_url
from companion.web.serving import AddressError, hosts, read_address


def test_a_brokers_address_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(PASSWORD, raising=False)
    assert read_url("mqtt://localhost") == Address("localhost", 1883, tls=False)
    assert read_url("mqtts://h:1") == Address("h", 1, tls=True)
    ca = tmp_path / "ca.crt"
    ca.touch()
    told = Address("h", 8883, tls=True, user="a@b", password="c:d", ca=str(ca))  # noqa: S106
    assert read_url(f"mqtts://a%40b:c%3Ad@h?ca={ca}") == told
    monkeypatch.setenv(PASSWORD, "hidden")
    assert read_url("mqtt://me@h").password == "hidden"  # noqa: S105 - a test's own


@pytest.mark.parametrize(
    "text",
    ["", "localhost", "http://me:secret@h", "mqtt://", "mqtt://h:99999", "mqtt://h?user=x",
     "mqtts://h?ca=/no/such/file"],
)  # fmt: skip
def test_what_is_no_brokers_address_is_refused_without_its_password(text: str) -> None:
    with pytest.raises(BrokerError) as refused:
        read_url(text)
    assert "secret" not in str(refused.value)


def test_a_pages_address_is_this_machines_unless_told() -> None:
    assert read_address("8000") == ("127.0.0.1", 8000)
    assert read_address(":0") == ("127.0.0.1", 0)
    assert read_address("[::1]:80") == ("::1", 80)
    assert read_address("club.example")[0] == "club.example"
    assert hosts("127.0.0.1:0") == ("localhost", "127.0.0.1", "::1")
    assert hosts("0.0.0.0:80") == ("*",)


@pytest.mark.parametrize("text", ["nonsense:port", "127.0.0.1:99999", "h:-1", "h:1:x"])
def test_what_is_no_pages_address_is_refused(text: str) -> None:
    with pytest.raises(AddressError, match="no address"):
        read_address(text)
