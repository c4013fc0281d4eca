"""Slows down wrong tokens and reports them to the table."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from companion.web.guard import network_of

WRONG_TOKEN: Final = 1.0
"""Seconds that a wrong token takes."""

AT_ONCE: Final = 2
"""Rulings of one address that are on their way at once."""

MOST_QUEUED: Final = 20
"""Rulings of one address that wait for those; one more is refused."""

FIRST_TOLD: Final = 5
"""Wrong tokens before anybody is told: who is allowed to rule may err in typing too."""


class Guesses:
    """Lets the rulings of each address go a few at a time, and holds up those with a wrong token.

    So one address has two guesses a second, however many connections it opens, and others do not
    wait for it. Belongs to one loop.
    """

    def __init__(self, wrong: float = WRONG_TOKEN) -> None:
        self._wrong = wrong
        self._turns: dict[str, asyncio.Semaphore] = {}
        self._queued: dict[str, int] = {}

    async def tried(self, address: str, rule: Callable[[], Awaitable[str]]) -> str:
        """What comes of a ruling, in its turn; `tries` where too many wait."""
        network = network_of(address)
        if self._queued.get(network, 0) >= MOST_QUEUED:
            return "tries"
        turn = self._turns.setdefault(network, asyncio.Semaphore(AT_ONCE))
        self._queued[network] = self._queued.get(network, 0) + 1
        try:
            async with turn:
                told = await rule()
                if told == "token":
                    await asyncio.sleep(self._wrong)
            return told
        finally:
            self._queued[network] -= 1
            if not self._queued[network]:
                del self._queued[network], self._turns[network]


class Tries:
    """Counts the wrong tokens of one table."""

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
