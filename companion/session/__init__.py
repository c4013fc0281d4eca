"""Runs one evening, with the main loop and the clock."""

from companion.session.loop import Evening, Stop

__all__ = ["Evening", "Stop"]
