"""An evening at a real board or a typed table: `play`, `setup` and `service`."""

import argparse
import os
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

from companion import ending
from companion.commands import first_start, keyboard, keypads, service
from companion.commands.printing import DONE, NO, print_lines
from companion.commands.refusals import speaks_refusal
from companion.commands.service import is_service, shut_down, wait_for_voice
from companion.commands.setting_file import PassedOver, journal_place, options_of_play
from companion.options import SettingsError
from companion.publishing.outlet import read_publish_settings
from companion.records.read import files
from companion.referee.initial_state import game_with
from companion.session import Evening
from companion.session.compose import complain, complainer, open_evening, publish, teller
from companion.session.sinks import Words
from companion.session.table import Table
from companion.session.typed_board import TypedBoard
from companion.settings import Settings
from companion.speech.catalogue import Catalogue, ExplainedError, Sentence, Sentences, filled
from companion.speech.lexicon import users_lexicon
from companion.untrusted import one_line


@speaks_refusal
def run_play(arguments: argparse.Namespace) -> int:
    """Run an evening at a real board or a typed table until it ends."""
    for passed_over in arguments.left_out:
        teller(arguments.message_lang)((passed_over.sentence,))
    if is_service():
        wait_for_voice(arguments.voice, arguments.device)
    reported: set[Sentences] = set()
    if (arguments.alone or is_service()) and not _ask_for_the_rest(arguments, reported):
        return DONE
    choose = arguments.game is None and not arguments.exercise
    settings = check_play(arguments)  # report errors before anything is opened
    table = _run(arguments, settings, choose=choose, reported=reported)
    if table.shuts_down:
        _shut_down(settings)
    return DONE


def _run(arguments: argparse.Namespace, settings: Settings, **how: Any) -> Table:  # noqa: ANN401
    """Run an evening to its end and return its table. how -- as for `open_evening`."""
    with ExitStack() as stack:
        evening = stack.enter_context(open_evening(settings, **how))
        table = evening.table
        if settings.record:
            recording = Recording(settings.record, complainer(settings.lang))
            table.on_bytes = stack.enter_context(recording).write
        _tell_left_out(arguments.left_out, table.words)
        _attend(evening, stack)
        if settings.web or settings.broker:
            # These are the settings chosen at the table.
            publishing = read_publish_settings(table.settings)
            stack.enter_context(publish(evening, publishing, complain))
        with ending.by(lambda: evening.stop(now=True)):
            evening.run()
    table.words.speaker.check_written()
    return table


def check_play(arguments: argparse.Namespace) -> Settings:
    """Return the settings of `play`, without opening anything. Raises `ValueError`."""
    if arguments.exercise and arguments.game is None:
        arguments.game = game_with(arguments.exercise)
    if arguments.game is None and (arguments.match or arguments.option or arguments.clock):
        raise SettingsError("refusal.needs-game")
    _check_board(arguments)
    _choose_journal(arguments)
    settings = Settings.of(vars(arguments), service=is_service())
    settings.match()
    read_publish_settings(settings)
    return settings


def _choose_journal(arguments: argparse.Namespace) -> None:
    """Set the default journal in the user's data folder, unless the table publishes to a club.

    Raises `ValueError`.
    """
    if arguments.no_journal and arguments.journal:
        raise SettingsError("refusal.either-journal")
    if not (arguments.no_journal or arguments.journal or arguments.broker):
        arguments.journal = str(journal_place())


def check_unseen(arguments: argparse.Namespace) -> None:
    """Raise `ValueError` for invalid settings, including those that `play` would notice only later.

    This is for a service or a settings file, because nobody would see a later error.
    """
    settings = check_play(arguments)
    users_lexicon(settings.sound.words)
    if settings.web:
        from companion.web.serving import check_address

        check_address(settings.web)
    folder = Path(settings.journal).absolute()
    there = next(each for each in (folder, *folder.parents) if each.exists())
    if settings.journal and not (there.is_dir() and os.access(there, os.W_OK)):
        raise SettingsError("refusal.journal.no-folder", journal=settings.journal)


def _shut_down(settings: Settings) -> None:
    """Switch the computer off after an evening. If the system refuses, say so."""
    if refusal := shut_down():
        teller(settings.lang)((refusal,))
        first_start.tell_once(settings, "setting.not-shut-down", set())


def _tell_left_out(left_out: list[PassedOver], words: Words) -> None:
    """Announce each setting that is ignored."""
    known, notice = options_of_play(), words.announcer.notice
    for name, _ in left_out:
        text = "setting.left-out" if name in known else "setting.unknown-left-out"
        shown = one_line(name[:40]).replace("-", " ")
        words.alert(notice(text, name=shown) if name else notice("setting.file-left-out"))


def _ask_for_the_rest(arguments: argparse.Namespace, reported: set[Sentences]) -> bool:
    """Find a board or a typed table, and offer practice at a typed table.

    Return False if the user quits.

    reported -- earlier messages about voices; new messages are added
    """
    _choose_journal(arguments)
    settings = Settings.of(vars(arguments), service=is_service())
    if not (arguments.board_known or arguments.port != "auto" or arguments.record):
        arguments.board = first_start.choose_board(settings, reported)
    if arguments.board == "typed":
        practises = first_start.wants_practice(settings, reported)
        if practises is None:
            return False
        if practises:
            arguments.mode, arguments.opponent = "practice", "N"
    return bool(arguments.board)


def _check_board(arguments: argparse.Namespace) -> None:
    """Raise `ValueError` for an option that this kind of board does not have."""
    if arguments.board != "typed":
        if arguments.keypads and not arguments.type_dice:
            raise SettingsError("refusal.keypads")
        return
    if arguments.type_dice:
        raise SettingsError("refusal.type-dice")
    if arguments.port != "auto":
        raise SettingsError("refusal.typed-port")
    if getattr(arguments, "record", ""):
        raise SettingsError("refusal.typed-record")


def _attend(evening: Evening, stack: ExitStack) -> None:
    """Read the keyboard: entries at a typed table, rulings at any other board."""
    source, tell = evening.table.source, teller(evening.table.settings.lang)
    if isinstance(source, TypedBoard):
        order = evening.table.settings.keypads
        end = partial(evening.stop, now=True)
        if stack.enter_context(keyboard.attending(source, tell, end)):
            refusal = keypads.attend(source, order) if order else None
        else:
            refusal = keypads.wait_for(source, order)
        if refusal and (order or is_service()):
            tell((refusal,))
    else:
        keyboard.attend(evening, tell)


def run_setup(arguments: argparse.Namespace) -> int:
    """Ask for the settings by voice and save them. Return `NO` if they cannot be saved."""
    return DONE if first_start.run_setup(Settings.of(vars(arguments))) else NO


def run_service(arguments: argparse.Namespace) -> int:
    """Install or remove the service. Return `NO` if the system refuses or has no services."""
    options: list[str] = arguments.options_of_play
    words = Catalogue(arguments.message_lang)
    try:
        if arguments.action == "install":
            check_unseen(arguments.of_play)
            return print_lines(map(words.tell, service.install(options)))
        if options:
            raise SettingsError("command.service-options")
        return print_lines(map(words.tell, service.remove()))
    except service.ServiceError as error:
        teller(arguments.message_lang)(error.sentences)
    return NO


@speaks_refusal
def resume(arguments: argparse.Namespace) -> int:
    """Resume the match of a journal."""
    _check_board(arguments)
    free = Settings.of(vars(arguments))
    # Raise an error if there is no journal, because opening it would create an empty one.
    files(Path(arguments.journal))
    _run(arguments, free, resume=True)
    return DONE


class RecordingError(ExplainedError, ValueError):
    """A recording that cannot be started. The message is one clear sentence."""


class Recording(ending.Closing):
    """A new file, written without buffering, so that a power cut loses at most one line.

    complain -- called with one sentence if writing fails; the evening continues.
    Raises `RecordingError`.
    """

    def __init__(self, path: str, complain: Callable[[Sentence], None]) -> None:
        self._path = path
        self._complain = complain
        try:
            self._file = Path(path).open("xb", buffering=0)  # noqa: SIM115 - closed by close
        except FileExistsError:
            raise RecordingError("refusal.record-there", file=path) from None
        except OSError as error:
            raise RecordingError(
                "refusal.record-refused", file=path, reason=str(error.strerror)
            ) from None

    def write(self, data: bytes) -> None:
        """Write the data; do nothing after an error."""
        if self._file.closed:
            return
        try:
            self._file.write(data)
        except OSError as error:
            reason = str(error.strerror)
            self._complain(filled("command.record-lost", file=self._path, reason=reason))
            self.close()

    def close(self) -> None:
        """Close the file."""
        self._file.close()
