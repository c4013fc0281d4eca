"""Limits guessing at the codes of players' pages, and rulings that are on their way at once."""

import hmac
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Final

from companion.rules import Player
from companion.web.guard import network_of

AT_ONCE: Final = 2
"""Rulings of one address that are on their way at once; one more is refused."""

FIRST_TOLD: Final = 5
"""Wrong codes or tokens before one is announced; a player may mistype too."""


class Guesses:
    """Lets each address rule a few times at once. Belongs to one loop.

    A wrong token is answered at once: it has 59 bits of chance, and requests that are held up would
    take the server's places from the others.
    """

    def __init__(self) -> None:
        self._on_their_way: Counter[str] = Counter()

    async def tried(self, address: str, rule: Callable[[], Awaitable[str]]) -> str:
        """What comes of a ruling; `tries` where too many of this address are on their way."""
        network = network_of(address)
        if self._on_their_way[network] >= AT_ONCE:
            return "tries"
        self._on_their_way[network] += 1
        try:
            return await rule()
        finally:
            self._on_their_way[network] -= 1
            if not self._on_their_way[network]:
                del self._on_their_way[network]


class Tries:
    """Counts the wrong codes or tokens of one table."""

    def __init__(self) -> None:
        self._count = 0
        self._told = FIRST_TOLD

    def wrong(self) -> int:
        """Count one more; the number where it is to be reported (more and more rarely), else 0."""
        self._count += 1
        if self._count < self._told:
            return 0
        self._told *= 2
        return self._count


class Codes:
    """The codes that open players' pages, until too many wrong ones were tried."""

    def __init__(self) -> None:
        self._codes: dict[Player, str] = {}
        self._left: int | None = None

    def __bool__(self) -> bool:
        """Whether any code opens a page."""
        return bool(self._codes)

    def add(self, side: Player, code: str, tries: int | None) -> None:
        """Note a player's code.

        tries -- the wrong ones, whoever tries them, after which no code opens any more; None for
        codes that are too long to be guessed. A second code has what the first has left.
        """
        if not self._codes:
            self._left = tries
        self._codes[side] = code

    def side(self, given: str) -> Player | None:
        """Whose page a code opens; None for a wrong one."""
        for side, code in self._codes.items():
            if hmac.compare_digest(given.encode(), code.encode()):
                return side
        return None

    def wrong(self) -> bool:
        """Count a wrong code; whether no code opens any more."""
        if self._left is not None:
            self._left -= 1
            if self._left <= 0:
                self._codes.clear()
        return not self._codes
