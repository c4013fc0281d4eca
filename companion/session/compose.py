"""Opens and closes the parts of an evening: journal, events, voice, display and board."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import chain
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Final

from companion.events import EventWriter
from companion.link.port import PortError, check_name
from companion.options import SettingsError
from companion.practice.coach import Coach
from companion.practice.opponent import Partner
from companion.publishing.outlet import Outlet, PublishSettings
from companion.records.journal import Journal
from companion.records.lines import JournalError, ignore
from companion.records.read import facts_named, matches
from companion.referee.choosing import Chooser
from companion.referee.facts import Fact
from companion.referee.referee import Referee
from companion.referee.state import State
from companion.referee.talk_facts import Choice, KeyAnswer
from companion.rules import Player
from companion.session.loop import Evening
from companion.session.record import Record, chosen_before
from companion.session.requests import carry_out, referee_of
from companion.session.sinks import Words
from companion.session.sources import BoardSource, SerialBoard
from companion.session.table import Stopwatch, Table
from companion.session.typed_board import TypedBoard, TypedDiceBoard
from companion.settings import Settings, Sound
from companion.speech.announcer import Announcer
from companion.speech.braille import open_display
from companion.speech.catalogue import (
    Catalogue,
    Sentence,
    Sentences,
    first_sentence,
    load_messages,
)
from companion.speech.lexicon import users_lexicon
from companion.speech.speaker import Speaker
from companion.speech.speech_context import Mode
from companion.speech.voice_settings import choices, restore
from companion.speech.voices import choose as choose_voice
from companion.speech.voices.print_voice import PrintVoice
from companion.untrusted import one_line


def complain(sentence: str) -> None:
    """Write a sentence about a problem to standard error."""
    sys.stderr.write("".join(f"{one_line(line)}\n" for line in sentence.split("\n")))
    sys.stderr.flush()


def teller(lang: str) -> Callable[[Sentences], None]:
    """Return a function that writes a line of sentences to standard error in this language."""
    catalogue = Catalogue(lang)
    return lambda sentences: complain(catalogue.tell(*sentences))


def complainer(lang: str) -> Callable[[Sentence], None]:
    """Return a function that writes one sentence to standard error in this language."""
    tell = teller(lang)
    return lambda sentence: tell((sentence,))


FAREWELL_SECONDS: Final = 4.0
"""The maximum seconds for the good-bye of an evening that ends at once."""
DRAIN_SECONDS: Final = 60.0


@contextmanager
def open_evening(
    settings: Settings,
    listen: Callable[[Fact], None] | None = None,
    *,
    choose: bool = False,
    resume: bool = False,
    reported: set[Sentences] | None = None,
) -> Iterator[Evening]:
    """Open an evening. On exit, finish speaking unless an error ended it, and close everything.

    choose -- resume an unfinished match of the journal, or let the players choose a game;
    resume -- resume the unfinished match, or raise;
    reported -- messages about voices already given, see `open_speaker`.

    Raises subclasses of `ValueError` and `OSError` with one clear sentence, for example for an
    unknown game, option or voice, an invalid name of a port, or a journal that cannot be used.
    """
    settings.rules()
    if not settings.is_typed:
        _check_port(settings.port)
    load_messages()
    with ExitStack() as stack:
        journal = _journal(settings, stack)
        for loss in journal.losses:
            teller(settings.lang)(tuple(map(first_sentence, loss.messages)))
        chooser = None
        if choose:
            settings, state, chooser = _choice(settings, journal)
        else:
            settings, state = _resume(settings.by_command(), journal, resume=resume)
        referee = referee_of(settings, state)
        events = None
        if settings.events:
            events = EventWriter(settings.events, complainer(settings.lang))
            stack.callback(events.close)
        printer = PrintVoice(sys.stderr if settings.events == "-" else sys.stdout)
        speaker = open_speaker(settings.voice, settings.lang, settings.sound, printer, reported)
        evening = assemble(
            settings,
            referee,
            speaker,
            _source(settings),
            journal=journal,
            events=events,
            listen=listen,
            chooser=chooser,
            is_temporary=not settings.journal,
        )
        if state is None:
            evening.table.record.begin_match()
        elif journal.unfinished is not None:
            unfinished = journal.unfinished
            facts = facts_named(unfinished.path, ignore, KeyAnswer.__name__)
            before = chosen_before(unfinished.settings)
            restore(chain(before, facts), evening.table.words.announcer, speaker)
        with _spoken_to_end(evening.table, speaker):
            _report_damage(evening.table, journal)
            _add_practice(evening, stack)
            yield evening


def _report_damage(table: Table, journal: Journal) -> None:
    """Announce which games of the journal are damaged."""
    for loss in journal.losses:
        if loss.game != "whole":
            table.words.alert(table.words.announcer.record_damaged(loss.game, loss.at))


@contextmanager
def _spoken_to_end(table: Table, speaker: Speaker) -> Iterator[None]:
    """Open the braille display; on exit, finish speaking, then close voice and display."""
    settings, words = table.settings, table.words
    if settings.braille:
        reader = None if settings.braille == "both" else Player(settings.braille)
        tell, contracted = teller(settings.lang), settings.contracted
        words.display, lines = open_display(
            reader, lambda: table.board_lines(reader), tell, contracted=contracted
        )
        for line in lines:
            tell(line)
    in_order = False
    try:
        yield
        in_order = True
    finally:
        patience = FAREWELL_SECONDS if table.stop_now else DRAIN_SECONDS
        speaker.close(drain=in_order, timeout=patience)
        if words.display is not None:
            words.display.close(drain=in_order and not table.stop_now)


def assemble(  # noqa: PLR0913 - this function connects all parts
    settings: Settings,
    referee: Referee,
    speaker: Speaker,
    source: BoardSource,
    *,
    journal: Journal | None = None,
    events: EventWriter | None = None,
    listen: Callable[[Fact], None] | None = None,
    chooser: Chooser | None = None,
    complain: Callable[[Sentence], None] | None = None,
    clock: Callable[[], float] = monotonic,
    again: bool = False,
    is_temporary: bool = False,
) -> Evening:
    """Return an evening made of these parts.

    listen -- called with each fact, after it was recorded and before it is spoken;
    complain -- called with one sentence when something fails, by default to print it;
    clock -- returns the time in seconds;
    again -- whether the evening is replayed from its record;
    is_temporary -- whether the journal is deleted afterwards.
    """
    now = Stopwatch(clock)
    announcer = Announcer(
        settings.game,
        settings.each("lang"),
        settings.each("verbosity"),
        settings.each("notation"),
        settings.mode,
        layout=referee.state.board.layout,
        earcons=settings.sound.earcons,
        types_dice=settings.type_dice,
    )
    words = Words(announcer=announcer, speaker=speaker, now=now, events=events, listen=listen)
    record = Record(
        journal=journal,
        settings=settings,
        words=words,
        complain=complain or complainer(settings.lang),
        again=again,
        is_temporary=is_temporary,
        usual=choices(announcer, speaker),
    )
    table = Table(
        settings=settings,
        referee=referee,
        source=source,
        record=record,
        words=words,
        now=now,
        carry_out=carry_out,
        chooser=chooser,
    )
    if isinstance(source, TypedBoard):
        source.attach(table)
    return Evening(table)


def _source(settings: Settings) -> BoardSource:
    """Return the source of board events for these settings."""
    if settings.is_typed:
        return TypedBoard()
    serial = SerialBoard(settings.port)
    return TypedDiceBoard(serial, settings.quiet_ms) if settings.type_dice else serial


def _add_practice(evening: Evening, stack: ExitStack) -> None:
    """Add the coach and the partner of a practice evening."""
    table = evening.table
    against, practice = table.settings.against, table.settings.against.practice
    if table.settings.mode != Mode.PRACTICE:
        return
    unasked, complain = against.better == "always", complainer(table.settings.lang)
    table.coach = Coach(table.referee.rules, table.submit, complain, unasked=unasked)
    stack.callback(table.coach.close)
    if practice.partner is not None:
        table.partner = Partner(against.strength, table.submit, complain)
        stack.callback(table.partner.close)


def _journal(settings: Settings, stack: ExitStack) -> Journal:
    """Open the evening's journal, in a temporary folder if it is not saved."""
    if settings.journal:
        return stack.enter_context(Journal.open(settings.journal))
    folder = TemporaryDirectory(prefix="companion-", ignore_cleanup_errors=True)
    return stack.enter_context(Journal.open(stack.enter_context(folder), synced=False))


def _check_port(url: str) -> None:
    try:
        check_name(url)
    except PortError:
        raise SettingsError("refusal.port", port=url) from None


def publish(evening: Evening, publishing: PublishSettings, tell: Callable[[str], None]) -> Outlet:
    """Start to publish the evening. Return the outlet; closing it ends the publishing.

    tell -- called with sentences for the table, from any thread. Raises `OutletError`.
    """
    table = evening.table
    typed = table.source if isinstance(table.source, TypedBoard) else None
    assert table.record.journal is not None  # noqa: S101 - every evening has a journal
    outlet = Outlet(publishing, table.record.journal, evening.rule, tell, typed)
    table.words.telephones = outlet.phones
    evening.after_pass = lambda: outlet.send_choosing(choosing=table.chooser is not None)
    return outlet


def _choice(settings: Settings, journal: Journal) -> tuple[Settings, State | None, Chooser | None]:
    """Return the settings and state of the unfinished match, or a chooser."""
    saved = journal.unfinished
    if saved is not None:
        settings.check_players(saved.settings)
        settings = settings.with_game_of(saved.settings)
        return settings, saved.state, None
    last = _last_choice(settings, journal)
    if last is None:
        return settings, None, Chooser(None, Choice())
    return settings.chosen(last), None, Chooser(last, last)


def _last_choice(settings: Settings, journal: Journal) -> Choice | None:
    """Return the last choice in this journal, except imported matches, or None."""
    for row in reversed(matches(journal.folder)):
        if row.settings.get("own_length"):
            continue
        try:
            last = settings.with_game_of(row.settings)
            last.rules(), last.match()
        except ValueError:
            continue  # a companion with other games wrote it
        return Choice(last.game, last.options, last.match_to, last.clock)
    return None


def _resume(settings: Settings, journal: Journal, *, resume: bool) -> tuple[Settings, State | None]:
    """Return the settings, and the state of the unfinished match or None.

    A match in which only one opening die was thrown is dropped if the settings are for another
    match.
    """
    saved = journal.unfinished
    if saved is None:
        if resume:
            raise JournalError("refusal.journal.no-unfinished", journal=settings.journal)
        return settings, None
    given = settings
    if resume or settings.is_same_command(saved.settings):
        settings = settings.with_game_of(saved.settings)
    try:
        settings.check_saved(saved.settings)
    except SettingsError:
        if resume or saved.state.has_begun:
            raise
        return given, None
    return settings.with_names_of(saved.settings), saved.state


def open_speaker(
    voice: str, lang: str, sound: Sound, printer: PrintVoice, reported: set[Sentences] | None = None
) -> Speaker:
    """Return a speaker with the chosen voice; problems are reported. Raises `ValueError`.

    reported -- messages already given, which are not repeated; new ones are added.
    """
    reported = set() if reported is None else reported
    tell = teller(lang)
    lexicon, left_out = users_lexicon(sound.words)
    choice = choose_voice(voice, sound.device, sound.private_device)
    for line in choice.lines:
        if line not in reported:
            tell(line)
        reported.add(line)
    if left_out is not None:
        tell((left_out,))
    speaker = Speaker(choice.voice, printer, spare=choice.spare, private=choice.private)
    speaker.lexicon = lexicon
    speaker.complain = tell
    speaker.read_out = printer.is_on_screen
    speaker.rate, speaker.volume = sound.rate, sound.volume
    return speaker
