"""Confirms presses with short tones, so that players need not look or wait for speech."""

TONES = {
    "lifted": ((1200, 40),),
    "put": ((800, 40), (1200, 40)),
    "hand": ((400, 120),),
    "refused": ((200, 250),),
    "typing": ((600, 60),),
    "face": ((900, 40),),
    "thrown": ((900, 40), (1200, 40), (1500, 60)),
    "up": ((1200, 40), (800, 60)),
    "choose": ((500, 60), (700, 60), (900, 60), (1100, 60)),
    "chosen": ((1100, 60), (1500, 120)),
}


class Tones:
    """Plays a sequence of tones without delaying the board."""

    def __init__(self, hal) -> None:
        self.hal = hal
        self._left: list[tuple[int, int]] = []
        self._until = 0
        self._began = hal.ms()

    def play(self, name: str) -> None:
        """Play a tone from now on, instead of the present tone."""
        self._left = list(TONES[name])
        self._next()

    def poll(self) -> None:
        """Continue with the next tone if it is time."""
        if self._until and self.hal.since(self._began) >= self._until:
            self._next()

    def _next(self) -> None:
        hertz, self._until = self._left.pop(0) if self._left else (0, 0)
        self._began = self.hal.ms()
        self.hal.tone(hertz)
