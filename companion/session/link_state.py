"""How the link to the board is, as facts: each state is told once, and every reason."""

from dataclasses import dataclass
from typing import Final

from companion.link.messages import PROTOCOL, STANDING, UNREADABLE, ZONES, Hello
from companion.referee.board_facts import Link

SPEAKS_ON: Final = {
    UNREADABLE: "The board sends lines, but none that tells what stands on it.",
    STANDING: "The board's clock stands still.",
}
"""Why a board is lost that goes on speaking, as a sentence."""


@dataclass(slots=True)
class LinkState:
    """What was last told of the link; "" for nothing yet."""

    state: str = ""
    _strange: tuple[str, int] | None = None

    @property
    def is_connected(self) -> bool:
        """Whether the board was told to be there."""
        return self.state == "connected"

    def searching(self, port: str, reason: str, why: str) -> tuple[Link, ...]:
        """No board is there."""
        return self._news(Link("searching", port, "", reason, why))

    def connected(self, port: str) -> tuple[Link, ...]:
        """The board sends what stands on it."""
        return self._news(Link("connected", port))

    def lost(self, port: str, reason: str, why: str) -> tuple[Link, ...]:
        """The board is away; reported only if it was there, or still sends something."""
        if self.is_connected or why in SPEAKS_ON:
            return self._news(Link("lost", port, "", reason or SPEAKS_ON.get(why, ""), why))
        return ()

    def hello(self, port: str, hello: Hello) -> tuple[Link, ...]:
        """The board says who it is; one that speaks another version cannot be understood."""
        if hello.version != PROTOCOL:
            reason = (
                f"The board {hello.board_id} speaks version {hello.version} of the wire, this "
                f"companion version {PROTOCOL}. Update the older of the two."
            )
            return self._news(Link("searching", port, hello.board_id, reason))
        strange = (hello.board_id, hello.zones)
        if hello.zones == len(ZONES) or strange == self._strange:
            return self._news(Link("connected", port, hello.board_id))
        self._strange = strange  # that it senses other zones is said once
        reason = f"The board senses {hello.zones} zones instead of {len(ZONES)}."
        return self._news(Link("connected", port, hello.board_id, reason, "zones"))

    def _news(self, link: Link) -> tuple[Link, ...]:
        if link.state == self.state and not link.reason:
            return ()
        self.state = link.state
        return (link,)
