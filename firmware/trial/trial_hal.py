"""Hardware abstraction of the first trial: one point on V's line, without multiplexers."""

from hal import Hal


class TrialHal(Hal):
    """The parts of the trial, ready for use. Pieces are only on channel 0 of V's line, point V 1.

    N's line has no wires, so it stands in for every other channel.
    """

    def __init__(self) -> None:
        super().__init__()
        point, nothing = self.lines
        self._first, self._others = (point, nothing), (nothing, nothing)

    def select(self, channel: int) -> None:
        """Use V's line for channel 0, and the line without wires for all others."""
        super().select(channel)
        self.lines = self._others if channel else self._first
