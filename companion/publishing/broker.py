"""The connection to the broker: an MQTT 5 client that reconnects until it is stopped.

The client is the library paho-mqtt, which the Eclipse Foundation maintains, like the broker
Mosquitto. It has MQTT 5, TLS and a network thread, and no dependencies. Callbacks run in the
network thread and must pass each message to the thread that handles it.
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

from companion.speech.catalogue import Catalogue, ExplainedError, filled, is_message
from companion.untrusted import open_regular
from companion.web.page_text import PageText

PASSWORD: Final = "COMPANION_BROKER_PASSWORD"  # noqa: S105 - the place of the password, not the password
"""The environment variable with the password, because other users can read a command line."""

_PORTS: Final = {"mqtt": 1883, "mqtts": 8883}
_SLOWEST: Final = 10
"""The maximum seconds between two attempts to connect; the first wait is one second."""

_LAST_WORD: Final = 1.0
"""The seconds to wait for the broker's acknowledgement of the last message."""

_MOST_COMING: Final = 10_000
"""The maximum number of incoming messages not yet acknowledged."""

AT_LEAST_ONCE: Final = 1

_REFUSALS: Final = ("Not authorized", "Bad user name or password")
_TAKEN_OVER: Final = "Session taken over"
"""Reason names of MQTT 5."""


class BrokerError(ExplainedError, ValueError):
    """A broker URL that cannot be used. The message is one clear sentence."""


@dataclass(frozen=True, slots=True)
class Address:
    """A broker's address and login. ca -- a file of certificates, "" for the system's."""

    host: str
    port: int
    tls: bool
    user: str = ""
    password: str = ""
    ca: str = ""


def read_url(text: str) -> Address:
    """Parse `mqtt://USER:PASSWORD@HOST:PORT` or `mqtts://…?ca=FILE`. Raises `BrokerError`."""
    url = urlsplit(text)
    try:
        port = url.port
    except ValueError:
        port = -1
    options = parse_qs(url.query)
    if url.scheme not in _PORTS or not url.hostname or port == -1 or options.keys() - {"ca"}:
        shown = text if "@" not in text else f"{url.scheme}://…@{url.hostname}"
        example = "mqtt://localhost, mqtts://user@club.example:8883?ca=club.crt"
        raise BrokerError("refusal.broker-url", url=repr(shown[:80]), example=example)
    ca = options.get("ca", [""])[0]
    if ca and not os.path.isfile(ca):  # noqa: PTH113 - a plain name, not a path
        raise BrokerError("refusal.certificates-gone", file=repr(ca))
    if ca:
        _check_certificates(ca)
    password = unquote(url.password or "") or os.environ.get(PASSWORD, "")
    tls = url.scheme == "mqtts"
    return Address(
        url.hostname, port or _PORTS[url.scheme], tls, unquote(url.username or ""), password, ca
    )


def _check_certificates(path: str) -> None:
    """Raise `BrokerError` for a file that cannot be read or has no certificates."""
    try:
        open_regular(path).close()  # refuses a pipe, on which the next line would block
        ssl.create_default_context(cafile=path)
    except ssl.SSLError:
        raise BrokerError("refusal.no-certificates", file=repr(path)) from None
    except OSError as error:
        raise BrokerError(
            "refusal.certificates-refused", file=repr(path), reason=str(error.strerror)
        ) from None


def reason_sentence(reason: str, words: PageText) -> str:
    """Return a sentence that says why a broker is unavailable."""
    name = f"club.reason.{reason}"
    known = name if is_message(name) else "club.reason.other"
    return Catalogue(words.lang).tell(filled(known, reason=reason))


@dataclass(frozen=True, slots=True)
class BrokerCallbacks:
    """The callbacks of a client, called in its thread.

    up -- connected; down -- the connection was lost, with the name of the reason or the broker's
    text;
    came -- a message arrived, with topic, payload, and whether the broker had retained it;
    taken -- a message of this client was acknowledged, with its number.
    """

    up: Callable[[], None]
    down: Callable[[str], None]
    came: Callable[[str, bytes, bool], None]
    taken: Callable[[int], None]


class Client(mqtt.Client):
    """An MQTT client that stores why it could not connect."""

    trouble = ""

    def reconnect(self) -> MQTTErrorCode:
        """Try once to connect, and store the reason of a failure. The caller tries again."""
        try:
            return super().reconnect()
        except OSError as error:
            self.trouble = reason_of(error)
            raise


def reason_of(error: OSError) -> str:
    """Return the name of the reason why a connection failed."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return "certificate"
    if isinstance(error, ssl.SSLError):
        return "no-tls"
    return "unknown-host" if isinstance(error, socket.gaierror) else "unreachable"


class Broker:
    """One MQTT client. will -- topic and payload that the broker sends when this client is lost.

    The broker keeps no session: messages that matter are in a journal.
    """

    def __init__(
        self,
        address: Address,
        name: str,
        subscriptions: tuple[str, ...],
        callbacks: BrokerCallbacks,
        will: tuple[str, bytes] | None = None,
    ) -> None:
        self._address = address
        self._subscriptions = subscriptions
        self._callbacks = callbacks
        self._is_away = self._is_in = False
        self._last: mqtt.MQTTMessageInfo | None = None
        client = Client(CallbackAPIVersion.VERSION2, name, protocol=mqtt.MQTTv5)
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
        """Start connecting, and reconnect whenever the connection is lost."""
        connect = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        # By default Mosquitto sends only twenty unacknowledged messages.
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
        """Publish a message at least once, even after a reconnection. Return the message number."""
        self._last = self._client.publish(topic, payload, AT_LEAST_ONCE, retain)
        return self._last.mid

    def leave(self) -> None:
        """Disconnect for good. The broker does not send the last will."""
        self._client.disconnect()

    def stop(self) -> None:
        """Disconnect after the last message is acknowledged, and wait for the client's thread."""
        if self._is_in and self._last is not None:
            self._last.wait_for_publish(_LAST_WORD)
        self.leave()
        self._client.loop_stop()

    # --- callbacks of the client, in its thread ------------------------------------------------

    def _connected(
        self, client: mqtt.Client, _data: object, _flags: object, code: ReasonCode, _more: object
    ) -> None:
        if code.is_failure:
            self._away("refused" if code.getName() in _REFUSALS else str(code))
            return
        self._is_away, self._is_in = False, True
        if self._subscriptions:
            # A broker that receives data on a closed socket sends the last will. With `noLocal`,
            # this client does not receive its own messages.
            options = SubscribeOptions(AT_LEAST_ONCE, noLocal=True)
            client.subscribe([(topic, options) for topic in self._subscriptions])
        self._callbacks.up()

    def _unreachable(self, _client: mqtt.Client, _data: object) -> None:
        self._away(self._client.trouble)

    def _disconnected(
        self, _client: mqtt.Client, _data: object, _flags: object, code: ReasonCode, _more: object
    ) -> None:
        was_in, self._is_in = self._is_in, False
        if code.getName() == _TAKEN_OVER:
            self._away("taken-over")
        elif code.is_failure:
            self._away("lost" if was_in else "no-mqtt")

    def _away(self, reason: str) -> None:
        """Report a lost connection once, not at every attempt to reconnect."""
        if not self._is_away:
            self._is_away = True
            self._callbacks.down(reason)

    def _message(self, _client: mqtt.Client, _data: object, message: mqtt.MQTTMessage) -> None:
        self._callbacks.came(message.topic, bytes(message.payload), message.retain)

    def _published(self, _client: mqtt.Client, _data: object, mid: int, *_more: object) -> None:
        self._callbacks.taken(mid)
