"""Simulates a broker in memory, with a client that replaces paho's."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, ClassVar

from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

SUCCESS = ReasonCode(PacketTypes.CONNACK, "Success")
REFUSED = ReasonCode(PacketTypes.CONNACK, "Not authorized")
LOST = ReasonCode(PacketTypes.DISCONNECT, "Unspecified error")
TAKEN_OVER = ReasonCode(PacketTypes.DISCONNECT, "Session taken over")


@dataclass
class FakeBroker:
    """The messages in order, the retained ones, and the clients.

    refuses -- rejects clients; acknowledges -- what it gets, at once.
    """

    told: list[tuple[str, bytes]] = field(default_factory=list)
    kept: dict[str, bytes] = field(default_factory=dict)
    clients: "list[FakeClient]" = field(default_factory=list)
    refuses: bool = False
    acknowledges: bool = True

    def client(self, _version: object, name: str, **_more: object) -> "FakeClient":
        """Return a client, in place of paho's class."""
        one = FakeClient(self, name)
        self.clients.append(one)
        return one

    def tell(
        self, topic: str, payload: bytes, *, retain: bool = False, by: "FakeClient | None" = None
    ) -> None:
        """Publish a message to all clients except its sender."""
        self.told.append((topic, payload))
        if retain:
            self.kept[topic] = payload
        for one in (each for each in tuple(self.clients) if each is not by):
            one.hear(topic, payload, retain=False)

    def of(self, topic: str) -> list[bytes]:
        """Return the payloads published on a topic."""
        return [payload for each, payload in tuple(self.told) if each == topic]


class FakeClient:
    """A client. Messages are delivered at once, in the publisher's thread."""

    newest: "ClassVar[FakeClient]"
    trouble = "unreachable"
    on_connect: Callable[..., None]
    on_connect_fail: Callable[..., None]
    on_disconnect: Callable[..., None]
    on_message: Callable[..., None]
    on_publish: Callable[..., None]

    def __init__(self, broker: FakeBroker, name: str) -> None:
        FakeClient.newest = self
        self.broker, self.name = broker, name
        self.is_in = self.has_left = False
        self.secret: tuple[str, str] | None = None
        self._topics: list[str] = []
        self._will: tuple[str, bytes] | None = None
        self._mid = 0

    def reconnect_delay_set(self, *_given: object) -> None: ...

    def max_inflight_messages_set(self, _most: int) -> None: ...

    def username_pw_set(self, user: str, password: str) -> None:
        self.secret = (user, password)

    def tls_set(self, *_given: object, **_more: object) -> None: ...

    def will_set(self, topic: str, payload: bytes, _qos: int, *, retain: bool) -> None:
        assert retain
        self._will = (topic, payload)

    def connect_async(self, *_given: object, **_more: object) -> None: ...

    def loop_start(self) -> None:
        self.enter()

    def loop_stop(self) -> None: ...

    def disconnect(self) -> None:
        self.is_in, self.has_left = False, True

    def subscribe(self, topics: list[tuple[str, SubscribeOptions]]) -> None:
        assert all(options.QoS == 1 and options.noLocal for _, options in topics)
        self._topics = [topic for topic, _ in topics]
        for topic, payload in tuple(self.broker.kept.items()):
            self.hear(topic, payload, retain=True)

    def publish(self, topic: str, payload: bytes, qos: int, retain: bool) -> Any:  # noqa: FBT001
        assert qos == 1
        self._mid += 1
        if self.is_in:
            self.broker.tell(topic, payload, retain=retain, by=self)
            if self.broker.acknowledges:
                self.on_publish(self, None, self._mid, None, None)
        return SimpleNamespace(mid=self._mid, wait_for_publish=lambda _seconds: None)

    # --- what the test has happen --------------------------------------------------------------

    def enter(self) -> None:
        """Connect, or be refused."""
        if self.has_left:
            return
        if self.broker.refuses:
            self.on_connect(self, None, None, REFUSED, None)
            return
        self.is_in = True
        self.on_connect(self, None, None, SUCCESS, None)

    def lose(self, code: ReasonCode = LOST) -> None:
        """Lose the connection, and publish the last will."""
        self.is_in = False
        self.on_disconnect(self, None, None, code, None)
        if self._will is not None:
            self.broker.tell(*self._will, retain=True)

    def fail(self) -> None:
        """Fail to reach the broker on a reconnection."""
        self.on_connect_fail(self, None)

    def hear(self, topic: str, payload: bytes, *, retain: bool) -> None:
        if self.is_in and any(_fits(each, topic) for each in self._topics):
            message = SimpleNamespace(topic=topic, payload=payload, retain=retain)
            self.on_message(self, None, message)


async def until(condition: Callable[[], object], what: str = "it did not come about") -> None:
    """Wait until something is true."""
    for _ in range(1000):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise AssertionError(what)


def _fits(wanted: str, topic: str) -> bool:
    pairs = zip(wanted.split("/"), topic.split("/"), strict=True)
    return all(one in ("+", other) for one, other in pairs)
