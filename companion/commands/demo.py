"""Plays a demonstration without hardware, over a real serial link to a virtual board.

Only the board and the players are simulated. The players know only the facts that are announced.
"""

import argparse
import time
from dataclasses import replace
from functools import partial
from threading import Event
from typing import Final

from companion import ending
from companion.commands.printing import DONE, NO
from companion.commands.refusals import speaks_refusal
from companion.options import SettingsError
from companion.records.mat import MatError, load
from companion.records.mat_replay import from_mat, worth
from companion.referee.facts import Fact, GameEnds
from companion.session import Evening
from companion.session.compose import complainer, open_evening, teller
from companion.settings import Settings
from companion.sim.board import SimError, VirtualBoard
from companion.sim.hands import BoardHands, Layout
from companion.sim.plans import Planner, RandomPlanner, ScriptPlanner
from companion.sim.players import Ears, Players, SilenceError
from companion.sim.server import BoardServer
from companion.sim.wires import any_wire
from companion.speech.catalogue import Sentence, filled, first_sentence
from companion.speech.speaker import Speaker

LONGEST_SENTENCE: Final = 20.0
"""The maximum seconds that a player waits for the companion to finish speaking."""
SHORT_GAME: Final = 10
"""The number of turns in a demonstration with speech, enough for three mistakes."""

_LOOK_SECONDS: Final = 0.2
_PLAYERS_SECONDS: Final = 5.0
"""Seconds within which the simulated players must notice the end of the evening."""


@speaks_refusal
def run(arguments: argparse.Namespace) -> int:
    """Play a game, or a match from a file, at a simulated board."""
    fast: bool = arguments.fast
    turns = (0 if fast else SHORT_GAME) if arguments.turns is None else arguments.turns
    if turns < 0:
        raise SettingsError("command.turns", turns=turns)
    settings = Settings.of(vars(arguments), port="")
    demo = Demo(settings, arguments.seed, arguments.mat, turns or None, fast=fast)
    return DONE if demo.run() else NO


class Demo:
    """One demonstration, with settings as for a real evening but no port.

    seed -- the seed for random throws and plays
    mat -- a match file to be played instead
    turns -- the turn after which a game is resigned, None to play it out
    fast -- whether the board's clock runs as fast as possible and nobody waits for the voice
    """

    def __init__(
        self,
        settings: Settings,
        seed: int = 1,
        mat: str | None = None,
        turns: int | None = None,
        *,
        fast: bool = False,
    ) -> None:
        self._fast = fast
        self._mat = _Mat(mat, settings) if mat is not None else None
        self._settings = self._mat.settings if self._mat else settings
        self._planner: Planner = (
            self._mat.planner if self._mat else RandomPlanner(seed, settings.match().target, turns)
        )
        self._ears = Ears(lambda: 0 if self._evening is None else self._evening.taken)
        self._evening: Evening | None = None
        self._problem: Sentence | None = None
        self._last: GameEnds | None = None
        self._stopped = False
        self._over = Event()

    def stop(self) -> None:
        """End the demonstration at once, closing everything in order."""
        self._stopped = True
        if self._evening is not None:
            self._evening.stop(now=True)

    def run(self) -> bool:
        """Play to the end. Return whether there was no error.

        A final score that differs from the score in the match file counts as an error. Stopping the
        demonstration does not.
        """
        with BoardServer(VirtualBoard(), [any_wire()]) as server:
            settings = replace(self._settings, port=server.urls[0])
            with open_evening(settings, self.listen) as evening:
                self._evening = evening
                if self._stopped:
                    evening.stop(now=True)
                players = ending.start_thread("players", self._play, server, evening)
                try:
                    with ending.by(self.stop):
                        evening.run()
                finally:
                    self._over.set()
                    self._ears.close()
                    players.join(ending.within(_PLAYERS_SECONDS))
                table = evening.table
                if self._last is not None and table.record.journal is not None:
                    table.record.journal.finish_match()
                if table.internal_errors:
                    self._problem = filled("command.demo-faults", count=table.internal_errors)
        if self._problem is not None:
            complainer(self._settings.lang)(self._problem)
            return False
        words = table.words
        words.speaker.check_written()
        if words.events is not None and words.events.lost:
            return False
        return self._stopped or self._mat is None or self._mat.agrees(self._last)

    def listen(self, fact: Fact) -> None:
        """Let the players hear a fact."""
        self._ears.hear(fact)

    def _play(self, server: BoardServer, evening: Evening) -> None:
        """Let the players play, then end the evening. Runs in the players' thread."""
        hands = self._hands(server, evening.table.words.speaker)
        players = Players(self._settings.rules(), hands, self._ears, self._planner)
        try:
            self._last = players.play()
        except _OverError:
            pass
        except (SilenceError, SimError) as error:
            self._problem = filled("command.demo-stopped", error=first_sentence(error))
        finally:
            evening.stop()

    def _hands(self, server: BoardServer, speaker: Speaker) -> BoardHands:
        layout = Layout(self._settings.rules().game, mirrored="mirrored" in self._settings.options)
        if self._fast:
            return BoardHands(
                server.act, lambda ms: server.act(lambda board: board.advance(ms)), layout
            )
        ready = partial(self.wait_for_silence, speaker)
        return BoardHands(server.act, self._pause, layout, ready=ready)

    def _pause(self, ms: int) -> None:
        """Wait, but not longer than until the evening ends."""
        if self._over.wait(ms / 1000):
            raise _OverError

    def wait_for_silence(self, speaker: Speaker) -> None:
        """Wait until the companion has finished speaking or the evening ends."""
        give_up = time.monotonic() + LONGEST_SENTENCE
        while not speaker.wait_idle(_LOOK_SECONDS) and time.monotonic() < give_up:
            self._pause(0)


class _OverError(Exception):
    """The evening ended while the players were busy."""


class _Mat:
    """A match file to be played, with its settings, script and score."""

    def __init__(self, path: str, settings: Settings) -> None:
        if settings.game != "backgammon":
            raise SettingsError("command.mat-game", game=settings.game)
        try:
            sheet = from_mat(load(path))
        except MatError as error:
            why = first_sentence(error)
            if error.name != "error.match-unread":  # this message already names the file
                why = filled("command.mat-wrong", file=path, error=why)
            raise SettingsError(why) from error
        options = tuple(sorted({*settings.options, *sheet.options}))
        self.settings = replace(settings, options=options, match_to=sheet.length, own_length=True)
        self._last = sheet.games[-1]
        if self._last.result is not None and self._last.result.points < worth(self._last):
            self.settings = replace(self.settings, decider=self._last.result.points)
        self.planner = ScriptPlanner(sheet.games)

    def agrees(self, last: GameEnds | None) -> bool:
        """Compare the final score with the score in the file and print the result."""
        green, black = stated = self._last.after
        score = None if last is None else last.score
        name = "command.mat-score" if score == stated else "command.mat-other-score"
        teller(self.settings.lang)((filled(name, green=green, black=black, score=str(score)),))
        return score == stated
