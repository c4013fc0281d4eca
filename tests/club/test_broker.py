"""Broker URLs as typed by a user are parsed, or refused."""

import socket
import ssl
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.publishing.broker import (
    PASSWORD,
    Address,
    Broker,
    BrokerCallbacks,
    BrokerError,
    read_url,
    reason_of,
    reason_sentence,
)
from companion.web.page_text import PageText
from companion.web.serving import read_address
from tests.speech.messages import names


def test_a_broker_address_is_parsed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ssl.create_default_context", lambda **_: None)
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
def test_an_invalid_broker_address_is_refused_without_its_password(text: str) -> None:
    with pytest.raises(BrokerError) as refused:
        read_url(text)
    assert "secret" not in str(refused.value)


def test_a_page_address_is_local_by_default() -> None:
    assert read_address("8000") == ("127.0.0.1", 8000)
    assert read_address(":0") == ("127.0.0.1", 0)
    assert read_address("[::1]:80") == ("::1", 80)
    assert read_address("club.example")[0] == "club.example"


def heard_from(url: str) -> str:
    """Why a client says that a broker is away."""
    told: list[str] = []
    known = threading.Event()

    def down(reason: str) -> None:
        told.append(reason)
        known.set()

    one = Broker(
        read_url(url), "n", (), BrokerCallbacks(lambda: None, down, lambda *_: None, lambda _: None)
    )
    one.start()
    assert known.wait(20)
    one.stop()
    return told[0]


def answering(answer: Callable[[socket.socket], object], url: str) -> str:
    """The same of something that answers once at a port of this machine."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]

        def serve() -> None:
            one, _ = server.accept()
            with one:
                one.recv(1000)
                answer(one)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        told = heard_from(url.format(port=port))
        thread.join(20)
        return told


def test_the_reason_why_a_broker_is_away_is_reported() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        free = server.getsockname()[1]
    assert heard_from(f"mqtt://127.0.0.1:{free}") == "unreachable"
    assert reason_of(ssl.SSLError("wrong version number")) == "no-tls"
    # A port that requires TLS closes a connection without TLS.
    assert answering(lambda one: one.close(), "mqtt://127.0.0.1:{port}") == "no-mqtt"
    assert reason_of(ssl.SSLCertVerificationError("self-signed")) == "certificate"
    assert reason_of(socket.gaierror("no such name")) == "unknown-host"


def test_known_reasons_have_sentences_and_others_are_quoted() -> None:
    words = PageText("fr")
    assert reason_sentence("certificate", words) == "Son certificat n'est pas reconnu."
    assert reason_sentence("Quota exceeded", words) == "Il répond, «\u00a0Quota exceeded\u00a0»."
    assert {"unreachable", "no-tls", "no-mqtt", "refused", "taken-over"} <= names("club.reason")


def test_a_file_without_certificates_is_reported(tmp_path: Path) -> None:
    empty, rubbish = tmp_path / "empty.crt", tmp_path / "rubbish.crt"
    empty.write_text("")
    rubbish.write_bytes(b"\xff-----BEGIN CERTIFICATE-----\nAAAA\n")
    for path in (empty, rubbish):
        with pytest.raises(BrokerError, match="holds no certificates"):
            read_url(f"mqtts://club.example?ca={path}")
