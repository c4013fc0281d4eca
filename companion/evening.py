"""Opens what an evening needs (journal, events, voice) and closes it again, in order."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Final

from companion.coach import Coach
from companion.events import EventWriter
from companion.link.port import PortError, check_name
from companion.outlet import Memory, Outlet, Outside
from companion.practice import Partner
from companion.records.encoding import EncodingError, decode
from companion.records.journal import Journal
from companion.referee.choosing import Chooser
from companion.referee.facts import Fact
from companion.referee.referee import Referee
from companion.referee.state import State
from companion.referee.talk_facts import Choice
from companion.rules import Player, Rules
from companion.session import Evening
from companion.settings import Settings, SettingsError, Sound
from companion.speech.announcer import Announcer
from companion.speech.braille import open_display
from companion.speech.braille.display import Display
from companion.speech.speaker import Speaker
from companion.speech.telling import Mode
from companion.speech.voices import choose
from companion.speech.voices.print_voice import PrintVoice


def complain(sentence: str) -> None:
    """Say on standard error what went wrong; the evening goes on."""
    sys.stderr.write(sentence + "\n")
    sys.stderr.flush()


FAREWELL_SECONDS: Final = 4.0
"""How long the good-bye of an evening that was told to end now may take."""
DRAIN_SECONDS: Final = 60.0


@contextmanager
def open_evening(
    settings: Settings, listen: Callable[[Fact], None] | None = None, *, choose: bool = False
) -> Iterator[Evening]:
    """Open an evening; on leaving, what is still to be said is said and all is closed.

    choose -- go on with the unfinished match of the journal, whatever is played there; where there
    is none the players choose, and what was played last is offered first.

    Raises `ValueError` and `OSError` kinds with one clear sentence: an unknown game, option or
    voice, a port's name that can never be right, a journal or an events file that cannot be used.
    """
    settings.rules()
    _check_port(settings.port)
    with ExitStack() as stack:
        journal = stack.enter_context(Journal.open(settings.journal)) if settings.journal else None
        chooser = None
        if choose:
            settings, chooser = _choice(settings, journal)
        rules, match = settings.rules(), settings.match()
        state = None
        if journal is not None and chooser is None:
            state = _go_on(journal, settings, rules)
        events = _events(settings, stack)
        speaker = _speaker(settings)
        practice = settings.against.practice
        referee = Referee(rules, match, state, minutes=settings.clock, practice=practice)
        evening = Evening(
            settings=settings,
            referee=referee,
            announcer=announcer(settings, referee),
            speaker=speaker,
            complain=complain,
            journal=journal,
            events=events,
            listen=listen,
            chooser=chooser,
        )
        evening.display = _display(settings, evening)
        if settings.mode == Mode.PRACTICE:
            evening.coach = Coach(
                rules, evening.advise, complain, unasked=settings.against.better == "always"
            )
            stack.callback(evening.coach.close)
            if practice.partner is not None:
                evening.partner = Partner(settings.against.strength, evening.think, complain)
                stack.callback(evening.partner.close)
        in_order = False
        try:
            yield evening
            in_order = True
        finally:
            patience = FAREWELL_SECONDS if evening.hurried else DRAIN_SECONDS
            speaker.close(drain=in_order, timeout=patience)
            if evening.display is not None:
                evening.display.close(drain=in_order and not evening.hurried)


def _check_port(url: str) -> None:
    try:
        check_name(url)
    except PortError as error:
        raise SettingsError(str(error)) from None


def follow(evening: Evening, outside: Outside, tell: Callable[[str], None]) -> Outlet:
    """Open the evening to the outside; closing what is returned closes it again.

    tell -- gets the sentences for the table, from any thread. Raises `OutletError`.
    """
    rows: Journal | Memory = evening.journal or _remember(evening)
    outlet = Outlet(outside, rows, evening.rule, tell)
    evening.follow = lambda: outlet.follow(choosing=evening.chooser is not None)
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
        settings.each("lang"),
        settings.each("verbosity"),
        settings.each("notation"),
        settings.mode,
        layout=referee.state.layout,
        earcons=settings.sound.earcons,
    )


def _choice(settings: Settings, journal: Journal | None) -> tuple[Settings, Chooser | None]:
    """The settings of the unfinished match; else who leads the players to another one."""
    saved = None if journal is None else journal.unfinished()
    if saved is not None and _has_begun(saved.state, settings):
        return settings.going_on(saved.settings), None
    last = None if journal is None else _last_choice(settings, journal)
    if last is None:
        return settings, Chooser(None, Choice())
    return settings.chosen(last), Chooser(last, last)


def _has_begun(text: str | None, settings: Settings) -> bool:
    """Whether anything of a match was played: after each one the next is opened, still empty."""
    if text is None:
        return False
    return _decoded(text, settings).has_begun


def _last_choice(settings: Settings, journal: Journal) -> Choice | None:
    """What was played last at this journal, imported matches left out; None where nothing was."""
    for row in reversed(journal.matches()):
        if row.settings.get("own_length"):
            continue
        try:
            last = settings.going_on(row.settings)
            last.rules(), last.match()
        except ValueError:
            continue  # a companion that knew other games wrote it
        return Choice(last.game, last.options, last.match_to, last.clock)
    return None


def _go_on(journal: Journal, settings: Settings, rules: Rules) -> State | None:
    """The state of the match that was left unfinished in the journal; else one begins there."""
    saved = journal.unfinished()
    if saved is None:
        journal.begin_match(settings.saved())
        return None
    settings.check_saved(saved.settings)
    return None if saved.state is None else _state(saved.state, rules, settings)


def _state(text: str, rules: Rules, settings: Settings) -> State:
    state = _decoded(text, settings)
    try:
        rules.parse(state.position)
    except ValueError as error:
        raise _spoilt(settings, error) from error
    return state


def _decoded(text: str, settings: Settings) -> State:
    try:
        state: State = decode(State, text)
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
    speaker.complain = complain
    speaker.rate, speaker.volume = sound.rate, sound.volume
    return speaker
