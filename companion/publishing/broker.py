"""The way to the broker: one MQTT 5 client that comes back by itself for as long as it takes.

The client is paho-mqtt: kept by the Eclipse Foundation beside the broker used here, with MQTT 5,
TLS and its own network thread, and no further dependencies. What arrives is handed on in that
thread; whoever gets it passes it to its own.
"""

import os
import socket
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qs, unquote, urlsplit

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from companion.regular_files import open_regular
from companion.speech.catalogue import ExplainedError, filled, is_message
from companion.web.page_text import PageText

PASSWORD: Final = "COMPANION_BROKER_PASSWORD"  # noqa: S105 - where the password is, not what
"""The environment variable of the password: a command line can be read by others."""

_PORTS: Final = {"mqtt": 1883, "mqtts": 8883}
_SLOWEST: Final = 10
"""Seconds between two attempts to reach a broker that is away; the first comes after one."""

_LAST_WORD: Final = 1.0
"""Seconds in which the broker may acknowledge the last message."""

_MOST_COMING: Final = 10_000
"""Messages that may come before the first of them is acknowledged."""

AT_LEAST_ONCE: Final = 1

_REFUSALS: Final = ("Not authorized", "Bad user name or password")
_TAKEN_OVER: Final = "Session taken over"
"""As MQTT 5 calls them."""


class BrokerError(ExplainedError, ValueError):
    """A broker's URL that cannot be used; the message is one clear sentence."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a broker is and how it is spoken to. ca -- a file of certificates, "" for the usual."""

    host: str
    port: int
    tls: bool
    user: str = ""
    password: str = ""
    ca: str = ""


def read_url(text: str) -> Address:
    """Read `mqtt://USER:PASSWORD@HOST:PORT`, `mqtts://…?ca=FILE`. Raises `BrokerError`."""
    url = urlsplit(text)
    try:
        port = url.port
    except ValueError:
        port = -1
    options = parse_qs(url.query)
    if url.scheme not in _PORTS or not url.hostname or port == -1 or options.keys() - {"ca"}:
        shown = text if "@" not in text else f"{url.scheme}://…@{url.hostname}"
        example = "mqtt://localhost or mqtts://user@club.example:8883?ca=club.crt"
        raise BrokerError(filled("refusal.broker-url", url=repr(shown[:80]), example=example))
    ca = options.get("ca", [""])[0]
    if ca and not os.path.isfile(ca):  # noqa: PTH113 - it is a plain name, not a path of ours
        raise BrokerError(filled("refusal.certificates-gone", file=repr(ca)))
    if ca:
        _check_certificates(ca)
    password = unquote(url.password or "") or os.environ.get(PASSWORD, "")
    tls = url.scheme == "mqtts"
    return Address(
        url.hostname, port or _PORTS[url.scheme], tls, unquote(url.username or ""), password, ca
    )


def _check_certificates(path: str) -> None:
    """Raise `BrokerError` for a file that cannot be read, or holds no certificates."""
    try:
        open_regular(path).close()  # what follows would wait for a pipe
        ssl.create_default_context(cafile=path)
    except ssl.SSLError:
        raise BrokerError(filled("refusal.no-certificates", file=repr(path))) from None
    except OSError as error:
        raise BrokerError(
            filled("refusal.certificates-refused", file=repr(path), reason=str(error.strerror))
        ) from None


def why(reason: str, words: PageText) -> str:
    """Why a broker is away, a sentence."""
    name = f"club.reason.{reason}"
    return words.say(name if is_message(name) else "club.reason.other", reason=reason)


@dataclass(frozen=True, slots=True)
class BrokerCallbacks:
    """Who is told what the broker says, in the client's own thread.

    up -- connected; down -- away, and why: the name of a reason, or the broker's own
    words; came -- topic, payload, whether the broker had kept it; taken -- one message of ours was
    acknowledged, by its number.
    """

    up: Callable[[], None]
    down: Callable[[str], None]
    came: Callable[[str, bytes, bool], None]
    taken: Callable[[int], None]


class _Client(mqtt.Client):
    """A client that remembers why it could not connect."""

    trouble = ""

    def reconnect(self) -> MQTTErrorCode:
        """Connect, once more; the caller tries again whatever goes wrong."""
        try:
            return super().reconnect()
        except OSError as error:
            self.trouble = _trouble(error)
            raise


def _trouble(error: OSError) -> str:
    """Why no connection came about."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return "certificate"
    if isinstance(error, ssl.SSLError):
        return "no-tls"
    return "unknown-host" if isinstance(error, socket.gaierror) else "unreachable"


class Broker:
    """One client. will -- topic and payload that the broker tells when this client is lost.

    Nothing is kept for it at the broker between two connections: what matters is in a journal.
    """

    def __init__(
        self,
        address: Address,
        name: str,
        subscriptions: tuple[str, ...],
        ears: BrokerCallbacks,
        will: tuple[str, bytes] | None = None,
    ) -> None:
        self._address = address
        self._subscriptions = subscriptions
        self._ears = ears
        self._is_away = self._is_in = False
        self._last: mqtt.MQTTMessageInfo | None = None
        client = _Client(CallbackAPIVersion.VERSION2, name, protocol=mqtt.MQTTv5)
        client.on_connect = self._connected
        client.on_connect_fail = self._unreachable
        client.on_disconnect = self._disconnected
        client.on_message = self._message
        client.on_publish = self._published
        client.reconnect_delay_set(1, _SLOWEST)
        client.max_inflight_messages_set(100)
        if address.user:
            client.username_pw_set(address.user, address.password)
        if address.tls:
            client.tls_set(address.ca or None, tls_version=ssl.PROTOCOL_TLS_CLIENT)
        if will is not None:
            client.will_set(will[0], will[1], AT_LEAST_ONCE, retain=True)
        self._client = client

    def start(self) -> None:
        """Begin to connect, and again whenever the connection is lost."""
        connect = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        # Mosquitto sends twenty messages before it waits, unless it is told of more.
        connect.ReceiveMaximum = _MOST_COMING
        self._client.connect_async(
            self._address.host,
            self._address.port,
            keepalive=30,
            clean_start=True,
            properties=connect,
        )
        self._client.loop_start()

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> int:
        """Publish at least once, kept by the client while the broker is away; its number."""
        self._last = self._client.publish(topic, payload, AT_LEAST_ONCE, retain)
        return self._last.mid

    def leave(self) -> None:
        """Leave in order, and do not come back; the last will is not told."""
        self._client.disconnect()

    def stop(self) -> None:
        """Leave when the broker has the last message, and wait until that is done."""
        if self._is_in and self._last is not None:
            self._last.wait_for_publish(_LAST_WORD)
        self.leave()
        self._client.loop_stop()

    # --- what the client says, in its thread ---------------------------------------------------

    def _connected(
        self, client: mqtt.Client, _data: object, _flags: object, code: ReasonCode, _more: object
    ) -> None:
        if code.is_failure:
            self._away("refused" if code.getName() in _REFUSALS else str(code))
            return
        self._is_away, self._is_in = False, True
        if self._subscriptions:
            # What comes in while the socket is closed makes the broker tell the last will: so
            # nothing that this client said itself comes back.
            options = SubscribeOptions(AT_LEAST_ONCE, noLocal=True)
            client.subscribe([(topic, options) for topic in self._subscriptions])
        self._ears.up()

    def _unreachable(self, _client: mqtt.Client, _data: object) -> None:
        self._away(self._client.trouble)

    def _disconnected(
        self, _client: mqtt.Client, _data: object, _flags: object, code: ReasonCode, _more: object
    ) -> None:
        was_in, self._is_in = self._is_in, False
        if code.getName() == _TAKEN_OVER:
            self._away("taken-over")
        elif code.is_failure:
            self._away(str(code) if was_in else "no-mqtt")

    def _away(self, reason: str) -> None:
        """Tell it once, not at every attempt."""
        if not self._is_away:
            self._is_away = True
            self._ears.down(reason)

    def _message(self, _client: mqtt.Client, _data: object, message: mqtt.MQTTMessage) -> None:
        self._ears.came(message.topic, bytes(message.payload), message.retain)

    def _published(
        self,
        _client: mqtt.Client,
        _data: object,
        mid: int,
        _code: ReasonCode,
        _more: Properties | None,
    ) -> None:
        self._ears.taken(mid)
