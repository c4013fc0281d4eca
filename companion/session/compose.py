"""Opens what an evening needs (journal, events, voice) and closes it again, in order."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Final

from companion.events import EventWriter
from companion.link.port import PortError, check_name
from companion.practice.coach import Coach
from companion.practice.opponent import Partner
from companion.publishing.outlet import Memory, Outlet, Outside
from companion.records.encoding import EncodingError, decode
from companion.records.journal import Journal, Saved
from companion.records.journal_file import FullError, JournalError
from companion.records.rescue import Loss, open_whole
from companion.referee.choosing import Chooser
from companion.referee.facts import Fact
from companion.referee.referee import Referee
from companion.referee.state import State
from companion.referee.talk_facts import Choice
from companion.rules import Player
from companion.session.loop import Evening
from companion.session.referees import referee_of
from companion.session.sinks import EventStream, Listener, Record, Sink, Stopwatch, Words
from companion.session.sources import BoardSource, SerialBoard
from companion.session.table import Table
from companion.session.typed_board import TypedBoard
from companion.settings import Settings, SettingsError, Sound
from companion.speech.announcer import Announcer
from companion.speech.braille import open_display
from companion.speech.braille.display import Display
from companion.speech.catalogue import Catalogue, Sentences
from companion.speech.lexicon import users_lexicon
from companion.speech.speaker import Speaker
from companion.speech.speech_context import Mode
from companion.speech.voices import choose as choose_voice
from companion.speech.voices.print_voice import PrintVoice


def complain(sentence: str) -> None:
    """Say on standard error what went wrong; the evening goes on."""
    sys.stderr.write(sentence + "\n")
    sys.stderr.flush()


def teller(lang: str) -> Callable[[Sentences], None]:
    """What writes a line of sentences to standard error, in this language."""
    catalogue = Catalogue(lang)
    return lambda told: complain(catalogue.tell(*told))


FAREWELL_SECONDS: Final = 4.0
"""How long the good-bye of an evening that was told to end now may take, a signal aside."""
DRAIN_SECONDS: Final = 60.0


@contextmanager
def open_evening(
    settings: Settings,
    listen: Callable[[Fact], None] | None = None,
    *,
    choose: bool = False,
    resume: bool = False,
) -> Iterator[Evening]:
    """Open an evening; on leaving, what is still to be said is said and all is closed.

    choose -- go on with the unfinished match of the journal, whatever is played there; where there
    is none the players choose, and what was played last is offered first. resume -- go on with it,
    or refuse.

    Raises `ValueError` and `OSError` kinds with one clear sentence: an unknown game, option or
    voice, a port's name that can never be right, a journal or an events file that cannot be used.
    """
    settings.rules()
    if not settings.is_typed:
        _check_port(settings.port)
    with ExitStack() as stack:
        with _refusal_spoken(settings):
            journal, loss = _journal(settings, stack)
            chooser = None
            with _own(loss):
                if choose:
                    settings, state, chooser = _choice(settings, journal)
                else:
                    settings, state = _go_on(settings.by_command(), journal, resume=resume)
        referee = referee_of(settings, state)
        events = _events(settings, stack)
        speaker = _speaker(settings)
        typed = settings.is_typed
        source = TypedBoard(settings.quiet_ms) if typed else SerialBoard(settings.port)
        evening = assemble(
            settings,
            referee,
            speaker,
            source,
            journal=journal,
            events=events,
            listen=listen,
            chooser=chooser,
        )
        table = evening.table
        if isinstance(source, TypedBoard):
            source.sit_down(table)
        if state is None:
            table.record.begin_match()
        table.words.display = _display(settings, table)
        if loss is not None:
            complain(loss.told)
            said = table.words.announcer.record_damaged(loss.game, whole=loss.whole, at=loss.at)
            table.words.alert(said)
        _practise(evening, stack)
        in_order = False
        try:
            yield evening
            in_order = True
        finally:
            patience = FAREWELL_SECONDS if table.hurried else DRAIN_SECONDS
            speaker.close(drain=in_order, timeout=patience)
            if table.words.display is not None:
                table.words.display.close(drain=in_order and not table.hurried)


def assemble(  # noqa: PLR0913 - the one place where all parts meet
    settings: Settings,
    referee: Referee,
    speaker: Speaker,
    source: BoardSource,
    *,
    journal: Journal | None = None,
    events: EventWriter | None = None,
    listen: Callable[[Fact], None] | None = None,
    chooser: Chooser | None = None,
    tell: Callable[[str], None] = complain,
    clock: Callable[[], float] = monotonic,
    again: bool = False,
) -> Evening:
    """Put an evening together of its parts.

    listen -- called with every fact, after it was recorded and written, before it is spoken; tell
    -- gets one sentence when something fails, the evening goes on; clock -- in seconds; again --
    it is played again from its record, so nothing of it can be lost.
    """
    now = Stopwatch(clock)
    words = Words(announcer=announcer(settings, referee), speaker=speaker, now=now, events=events)
    record = Record(journal=journal, settings=settings, words=words, complain=tell, again=again)
    sinks: list[Sink] = [words]
    if listen is not None:
        sinks.insert(0, Listener(listen))
    if events is not None:
        sinks.insert(0, EventStream(events))
    return Evening(
        Table(
            settings=settings,
            referee=referee,
            source=source,
            record=record,
            sinks=sinks,
            words=words,
            now=now,
            chooser=chooser,
        )
    )


def _practise(evening: Evening, stack: ExitStack) -> None:
    """Give a practice evening its coach and its partner."""
    table = evening.table
    against, practice = table.settings.against, table.settings.against.practice
    if table.settings.mode != Mode.PRACTICE:
        return
    unasked = against.better == "always"
    table.coach = Coach(table.referee.rules, evening.advise, complain, unasked=unasked)
    stack.callback(table.coach.close)
    if practice.partner is not None:
        table.partner = Partner(against.strength, evening.think, complain)
        stack.callback(table.partner.close)


class StrangeError(JournalError):
    """The rest of a damaged record belongs to another game or evening than the one asked for."""


@contextmanager
def _own(loss: Loss | None) -> Iterator[None]:
    """Turn errors about another evening's damaged record into the sentence that says so.

    Its log or its seal was taken for another journal's, say.
    """
    try:
        yield
    except SettingsError as error:
        if loss is None:
            raise
        raise StrangeError(
            f"{loss.told} What is left of it belongs to another game or evening, its log or its"
            f" seal perhaps too: put its own files back, or choose another journal. {error}"
        ) from error


@contextmanager
def _refusal_spoken(settings: Settings) -> Iterator[None]:
    """Say aloud that an evening cannot begin: at a table without a screen nobody reads why."""
    try:
        yield
    except (JournalError, SettingsError) as error:
        strange = isinstance(error, StrangeError)
        with suppress(ValueError):
            # Of the voices nothing is told: the one line on standard error says what is wrong.
            sound = settings.sound
            voice = choose_voice(settings.voice, sound.device, sound.private_device).voice
            speaker = Speaker(voice, _printer(settings))
            said = announcer(settings, referee_of(settings))
            speaker.say(said.refused(strange=strange))
            speaker.close(drain=True, timeout=FAREWELL_SECONDS)
        raise


def _journal(settings: Settings, stack: ExitStack) -> tuple[Journal | None, Loss | None]:
    if not settings.journal:
        return None, None
    path = Path(settings.journal)
    try:
        journal, loss = open_whole(path)
    except FullError as error:
        if path.exists() and path.stat().st_size:
            raise
        return None, Loss("unkept", path, str(error))
    stack.enter_context(journal)
    return journal, loss


def _check_port(url: str) -> None:
    try:
        check_name(url)
    except PortError as error:
        raise SettingsError(str(error)) from None


def follow(evening: Evening, outside: Outside, tell: Callable[[str], None]) -> Outlet:
    """Open the evening to the outside; closing what is returned closes it again.

    tell -- gets the sentences for the table, from any thread. Raises `OutletError`.
    """
    table = evening.table
    rows: Journal | Memory = table.record.journal or _remember(table)
    typed = table.source if isinstance(table.source, TypedBoard) else None
    outlet = Outlet(outside, rows, evening.rule, tell, typed)
    table.words.telephones = outlet.phones
    evening.follow = lambda: outlet.follow(choosing=table.chooser is not None)
    return outlet


def _remember(table: Table) -> Memory:
    """Keep the facts of an evening without a journal for those who look on."""
    memory = Memory()
    table.sinks.insert(0, Listener(memory.add))
    return memory


def announcer(settings: Settings, referee: Referee) -> Announcer:
    """Who puts an evening's facts into words."""
    return Announcer(
        settings.game,
        settings.each("lang"),
        settings.each("verbosity"),
        settings.each("notation"),
        settings.mode,
        layout=referee.state.layout,
        earcons=settings.sound.earcons,
    )


def _choice(
    settings: Settings, journal: Journal | None
) -> tuple[Settings, State | None, Chooser | None]:
    """The unfinished match's settings and state; else who leads the players to another one."""
    saved = None if journal is None else journal.unfinished()
    if saved is not None and saved.begun:
        settings = settings.going_on(saved.settings)
        return settings, _state(saved, settings), None
    last = None if journal is None else _last_choice(settings, journal)
    if last is None:
        return settings, None, Chooser(None, Choice())
    return settings.chosen(last), None, Chooser(last, last)


def _last_choice(settings: Settings, journal: Journal) -> Choice | None:
    """What was chosen last at this journal, imported matches left out; None where nothing was."""
    for row in reversed(journal.matches(pending=True)):
        if row.settings.get("own_length"):
            continue
        try:
            last = settings.going_on(row.settings)
            last.rules(), last.match()
        except ValueError:
            continue  # a companion that knew other games wrote it
        return Choice(last.game, last.options, last.match_to, last.clock)
    return None


def _go_on(
    settings: Settings, journal: Journal | None, *, resume: bool
) -> tuple[Settings, State | None]:
    """The settings and the state of the match that was left unfinished; None: one begins.

    What the table itself chose goes on with the same command. An evening in which no die was thrown
    is gone on with where the same is to be played, else it is passed over.
    """
    saved = None if journal is None else journal.unfinished()
    if resume and (saved is None or not saved.begun):
        raise JournalError(f"The journal {settings.journal} holds no unfinished match.")
    if saved is None:
        return settings, None
    if resume or settings.is_same_command(saved.settings):
        settings = settings.going_on(saved.settings)
    if not saved.begun and not _is_same(settings, saved):
        return settings, None
    settings.check_saved(saved.settings)
    return settings, _state(saved, settings)


def _is_same(settings: Settings, saved: Saved) -> bool:
    """Whether what was got ready is what is to be played, and can be read."""
    try:
        settings.check_saved(saved.settings)
        _state(saved, settings)
    except SettingsError:
        return False
    return True


def _state(saved: Saved, settings: Settings) -> State | None:
    """The snapshot of a match; None where nothing was noted yet. Raises `SettingsError`."""
    if saved.state is None:
        return None
    try:
        state: State = decode(State, saved.state)
        settings.rules().parse(state.position)
    except (EncodingError, ValueError) as error:
        raise _spoilt(settings, error) from error
    return state


def _spoilt(settings: Settings, error: Exception) -> SettingsError:
    return SettingsError(
        f"The unfinished match in {settings.journal} cannot be gone on with: {error} "
        "Choose another file; this one was left as it is."
    )


def _events(settings: Settings, stack: ExitStack) -> EventWriter | None:
    if not settings.events:
        return None
    events = EventWriter(settings.events, complain)
    stack.callback(events.close)
    return events


def _display(settings: Settings, table: Table) -> Display | None:
    """The braille display, where one is asked for and this machine can drive one."""
    if not settings.braille:
        return None
    reader = None if settings.braille == "both" else Player(settings.braille)
    tell = teller(settings.lang)
    opened = open_display(
        reader,
        lambda: table.board_lines(reader),
        tell,
        contracted=settings.contracted,
    )
    for line in opened.told:
        tell(line)
    return opened.display


def _printer(settings: Settings) -> PrintVoice:
    """What always writes along: to standard error beside events."""
    return PrintVoice(sys.stderr if settings.events == "-" else sys.stdout)


def _speaker(settings: Settings) -> Speaker:
    return open_speaker(settings.voice, settings.lang, settings.sound, _printer(settings))


def open_speaker(voice: str, lang: str, sound: Sound, printer: PrintVoice) -> Speaker:
    """A speaker with the voice that is asked for; what does not work is told. `ValueError`."""
    tell = teller(lang)
    lexicon, left_out = users_lexicon(sound.words)
    choice = choose_voice(voice, sound.device, sound.private_device)
    for told in choice.told:
        tell(told)
    for line in left_out:
        complain(line)
    speaker = Speaker(choice.voice, printer, spare=choice.spare, private=choice.private)
    speaker.lexicon = lexicon
    speaker.complain = tell
    speaker.read_out = printer.is_on_screen
    speaker.rate, speaker.volume = sound.rate, sound.volume
    return speaker
