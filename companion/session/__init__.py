"""The session room: runs one evening; owns the loop and the clock."""

from companion.session.loop import Evening, Stop

__all__ = ["Evening", "Stop"]
