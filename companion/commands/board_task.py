"""`companion board TASK`: runs one task of a board with speech, such as the first trial."""

import argparse
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from companion import ending
from companion.board.observation import Pressed
from companion.board.trial import PARTS, Course, Cue, TrialVerdict
from companion.board.trial_report import WireCount, report
from companion.commands.board import BoardTool, EndedError
from companion.commands.printing import DONE, NO, explained_output
from companion.link import messages
from companion.link.port import PortError, check_name
from companion.options import SettingsError
from companion.session.compose import open_speaker
from companion.settings import Sound
from companion.speech.board_words import named
from companion.speech.catalogue import first_sentence
from companion.speech.utterance import Priority, Utterance
from companion.speech.voices.print_voice import PrintVoice

_FAILURES: Final = (TrialVerdict.MISREAD, TrialVerdict.MISSED, TrialVerdict.DROPS)


class TrialTool(BoardTool):
    """The first trial of a board. path -- the file of the report."""

    def __init__(self, port: str, lang: str, say: Callable[[str], None], path: Path) -> None:
        super().__init__(port, lang, say)
        self._path = path
        self._day = f"{datetime.now().astimezone():%Y-%m-%d}"
        self._course, self._wire = Course(), WireCount()

    def trial(self) -> bool:
        """Guide a maker through the trial and write its report. Return whether all parts passed."""
        try:
            with self.connected(), suppress(EndedError):
                self._tell("trial.keys")
                self._tell("trial.find")
                while not self._course.is_done:
                    self._pump()
        finally:
            if self._course.point:
                self._write_report()
            else:
                self._path.unlink(missing_ok=True)
        return self._tell_verdicts()

    def _understand(self, event: messages.LinkEvent) -> list[Pressed]:
        presses = super()._understand(event)
        errors = [pressed for pressed in presses if pressed.key is messages.Key.YES]
        for _ in errors:
            self._cue(self._course.wrong())
        self._follow(event)
        return [pressed for pressed in presses if pressed not in errors]

    def _follow(self, event: messages.LinkEvent) -> None:
        """Pass an event of the link to the trial."""
        match event:
            case messages.BoardState():
                self._wire.state(event)
                self._cue(self._course.feed(event))
            case messages.Hello():
                if self._wire.hello(event):
                    self._cue(self._course.interrupted())
            case _:
                pass

    def _lost(self) -> None:
        super()._lost()
        if self._wire.broken():
            self._cue(self._course.interrupted())

    def _cue(self, cues: tuple[Cue, ...]) -> None:
        for cue in cues:
            place = named(cue.item) if cue.name == "found" else ""
            self._tell(f"trial.{cue.name}", number=str(cue.number), die=cue.item, point=place)

    def _write_report(self) -> None:
        text = report(self._course, self._wire, self._board.malformed, self._day)
        with explained_output(self._path):
            self._path.write_text(text, encoding="utf-8")

    def _tell_verdicts(self) -> bool:
        """Announce the result of each part and what to do after a failure."""
        verdicts = [score.verdict for score in self._course.scores]
        for part, verdict in zip(PARTS, verdicts, strict=True):
            result = "failed" if verdict in _FAILURES else verdict.name.lower()
            self._tell(f"trial.{result}-{part.name}")
        for verdict in dict.fromkeys(verdicts):
            if verdict in _FAILURES:
                self._tell(f"trial.fix-{verdict.name.lower()}")
        if self._course.point:
            self._tell("trial.written", file=str(self._path))
        return set(verdicts) == {TrialVerdict.PASSED}


def run(arguments: argparse.Namespace) -> int:
    """Run one task with speech. Return `NO` if something is wrong.

    Raises `ValueError` for an unusable voice or report, or an invalid port name.
    """
    lang: str = arguments.lang
    try:
        check_name(arguments.port)
    except PortError as error:
        raise SettingsError(first_sentence(error)) from None
    path = Path(arguments.report)
    if arguments.task == "trial":
        with explained_output(path):
            path.open("x").close()  # check the file before the long trial
    speaker = open_speaker(arguments.voice, lang, Sound(), PrintVoice(sys.stdout))

    def say(text: str) -> None:
        speaker.say((Utterance(text, lang, Priority.RESULT),))

    try:
        if arguments.task == "trial":
            went_well = TrialTool(arguments.port, lang, say, path).trial()
        else:
            tool = BoardTool(arguments.port, lang, say)
            with tool.connected():
                went_well = getattr(tool, arguments.task)()
    finally:
        speaker.close(drain=not ending.is_asked())
    speaker.check_written()
    return DONE if went_well else NO
