"""Opens what an evening needs (journal, events, voice) and closes it again, in order."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from companion.events import EventWriter
from companion.outlet import Memory, Outlet, Outside
from companion.records.encoding import EncodingError, decode
from companion.records.journal import Journal
from companion.referee.facts import Fact
from companion.referee.referee import Referee
from companion.referee.state import State
from companion.rules import Player, Rules
from companion.session import Evening
from companion.settings import Settings, SettingsError, Sound
from companion.speech.announcer import Announcer
from companion.speech.braille import open_display
from companion.speech.braille.display import Display
from companion.speech.speaker import Speaker
from companion.speech.voices import choose
from companion.speech.voices.print_voice import PrintVoice


def complain(sentence: str) -> None:
    """Say on standard error what went wrong; the evening goes on."""
    sys.stderr.write(sentence + "\n")
    sys.stderr.flush()


@contextmanager
def open_evening(
    settings: Settings, listen: Callable[[Fact], None] | None = None
) -> Iterator[Evening]:
    """Open an evening; on leaving, what is still to be said is said and all is closed.

    Raises `ValueError` and `OSError` kinds with one clear sentence: an unknown game, option or
    voice, a journal or an events file that cannot be used.
    """
    rules = settings.rules()
    match = settings.match()
    with ExitStack() as stack:
        journal, state = _journal(settings, rules, stack)
        events = _events(settings, stack)
        speaker = _speaker(settings)
        referee = Referee(rules, match, state)
        evening = Evening(
            settings=settings,
            referee=referee,
            announcer=announcer(settings, referee),
            speaker=speaker,
            complain=complain,
            journal=journal,
            events=events,
            listen=listen,
        )
        evening.display = _display(settings, evening)
        in_order = False
        try:
            yield evening
            in_order = True
        finally:
            drain = in_order and not evening.hurried
            speaker.close(drain=drain)
            if evening.display is not None:
                evening.display.close(drain=drain)


def follow(evening: Evening, outside: Outside, tell: Callable[[str], None]) -> Outlet:
    """Open the evening to the outside; closing what is returned closes it again.

    tell -- gets the sentences for the table, from any thread. Raises `OutletError`.
    """
    rows: Journal | Memory = evening.journal or _remember(evening)
    outlet = Outlet(outside, rows, evening.rule, tell)
    evening.follow = outlet.follow
    return outlet


def _remember(evening: Evening) -> Memory:
    """Keep the facts of an evening without a journal for those who look on."""
    memory, listen = Memory(), evening.listen

    def remember(fact: Fact) -> None:
        memory.add(fact)
        if listen is not None:
            listen(fact)

    evening.listen = remember
    return memory


def announcer(settings: Settings, referee: Referee) -> Announcer:
    """Who puts an evening's facts into words."""
    return Announcer(
        settings.game,
        settings.lang,
        settings.verbosity,
        settings.notation,
        settings.mode,
        layout=referee.state.layout,
        earcons=settings.sound.earcons,
    )


def _journal(
    settings: Settings, rules: Rules, stack: ExitStack
) -> tuple[Journal | None, State | None]:
    """The journal, and the state of the match that was left unfinished in it."""
    if not settings.journal:
        return None, None
    journal = stack.enter_context(Journal.open(settings.journal))
    saved = journal.unfinished()
    if saved is None:
        journal.begin_match(settings.saved())
        return journal, None
    settings.check_saved(saved.settings)
    return journal, None if saved.state is None else _state(saved.state, rules, settings)


def _state(text: str, rules: Rules, settings: Settings) -> State:
    try:
        state: State = decode(State, text)
        rules.parse(state.position)
    except (EncodingError, ValueError) as error:
        raise SettingsError(
            f"The unfinished match in {settings.journal} cannot be gone on with: {error} "
            "Choose another file; this one was left as it is."
        ) from error
    return state


def _events(settings: Settings, stack: ExitStack) -> EventWriter | None:
    if not settings.events:
        return None
    events = EventWriter(settings.events, complain)
    stack.callback(events.close)
    return events


def _display(settings: Settings, evening: Evening) -> Display | None:
    """The braille display, where one is asked for and this machine can drive one."""
    if not settings.braille:
        return None
    reader = None if settings.braille == "both" else Player(settings.braille)
    opened = open_display(
        reader,
        lambda: evening.board_lines(reader),
        complain,
        contracted=settings.contracted,
    )
    for line in opened.told:
        complain(line)
    return opened.display


def _speaker(settings: Settings) -> Speaker:
    """The voice, and the printer that always writes along: to standard error beside events."""
    printer = PrintVoice(sys.stderr if settings.events == "-" else sys.stdout)
    return open_speaker(settings.voice, settings.sound, printer)


def open_speaker(voice: str, sound: Sound, printer: PrintVoice) -> Speaker:
    """A speaker with the voice that is asked for; what does not work is told. `ValueError`."""
    choice = choose(voice, sound.device, sound.private_device)
    for line in choice.told:
        complain(line)
    speaker = Speaker(choice.voice, printer, spare=choice.spare, private=choice.private)
    speaker.rate, speaker.volume = sound.rate, sound.volume
    return speaker
