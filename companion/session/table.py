"""Connects a board and the referee: board events in, facts and requests out.

Facts are written to the journal first, then to the event stream, then spoken. Nothing here waits
for speech.
"""

import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from companion.board.counters import Pressed
from companion.board.observation import Observation
from companion.board.watch import Watch
from companion.link.codec import body
from companion.link.messages import (
    PROTOCOL,
    Answer,
    Arrived,
    BoardLost,
    BoardState,
    Closed,
    CommandFailed,
    Hello,
    Key,
    Keyed,
    Line,
    LinkEvent,
    LogLine,
    Noticed,
    Opened,
    PortEvent,
    Searching,
)
from companion.practice.coach import Coach, CoachResult
from companion.practice.opponent import Partner, Thought
from companion.records.encoding import encode
from companion.referee import requests
from companion.referee.choosing import Chooser
from companion.referee.disabled_places import moved
from companion.referee.facts import Fact, Ruling, RulingRefused
from companion.referee.inputs import Act
from companion.referee.referee import Referee
from companion.referee.requests import Output, Request
from companion.referee.state import Phase, State
from companion.referee.talk_facts import (
    Choice,
    EntryAnswer,
    Explained,
    KeyAnswer,
    MovesTyped,
    Progress,
)
from companion.referee.view import view
from companion.rules import Player
from companion.session.record import Record, Trace, differs, only_time, reason_text, says_the_same
from companion.session.ruling_lines import RulingError, asks_for_help, parse
from companion.session.sinks import Sink, Stopwatch, Words
from companion.session.sources import BoardSource, LinkState, SourceEvent, Tick, TypedEvent
from companion.settings import Settings
from companion.speech.catalogue import Catalogue
from companion.speech.utterance import Priority
from companion.speech.voice_settings import change
from companion.typed.entries import Ruled
from companion.typed.situation import Leaves, TellsCode


@dataclass(slots=True, kw_only=True)
class Table:
    """One referee at one board.

    sinks -- get each fact after it was recorded;
    words -- the last sink, which also announces notices;
    coach, partner -- in practice only;
    on_bytes -- called with all bytes of the board;
    submit -- submits a fact that was computed in another thread, see `found`;
    chooser -- set while the players choose a game; the referee's game waits;
    faults -- the number of internal errors so far;
    stopped -- the evening ends; shuts_down -- and the computer is switched off;
    stop_now -- the evening ends at once, without the pending events.
    """

    settings: Settings
    referee: Referee
    source: BoardSource
    record: Record
    sinks: list[Sink]
    words: Words
    now: Stopwatch
    coach: Coach | None = None
    partner: Partner | None = None
    on_bytes: Callable[[bytes], None] | None = None
    submit: Callable[[Progress | KeyAnswer], None] = lambda _fact: None
    chooser: Chooser | None = None
    faults: int = 0
    stopped: bool = False
    shuts_down: bool = False
    stop_now: bool = False
    _watch: Watch = field(init=False)
    _link: LinkState = field(default_factory=LinkState)
    _raw: str = ""
    _before: BoardState | None = None
    _ms: int = 0

    def __post_init__(self) -> None:
        self._watch = Watch(self.settings.quiet_ms)
        self.note_saved()
        self._note("begin", self.settings.as_json())

    @property
    def is_saved(self) -> bool:
        """Whether everything so far is in a journal."""
        return self.record.is_saved

    def note_saved(self) -> None:
        """Tell the referee and the announcer whether everything is in a journal."""
        self.referee.note_record(is_saved=self.is_saved)
        self.words.announcer.is_saved = self.is_saved

    def take(self, event: PortEvent | LinkEvent | Line | Keyed | Noticed) -> None:
        """Process one event of the port, the board or a keypad."""
        if isinstance(event, Arrived | Opened | Closed | Searching):
            self._port_event(event)
        elif isinstance(event, Keyed):
            self.words.keyed(event)
        elif isinstance(event, Noticed):
            self.take_typed(EntryAnswer(Player(event.side), event.code))
        elif isinstance(event, Line):
            self.words.speaker.silence()
            self.words.typist = event.side
            try:
                self._source_events(self.source.take(event, self.now.clock()))
            except Exception as error:  # noqa: BLE001 - no line may end the evening
                self._own_fault(error)
            self.words.typist = ""
        else:
            self._source_events([event])

    def decide(self, ruling: Ruling, ms: int | None = None) -> str:
        """Carry out a ruling. Return "", or the sentence of its refusal.

        ms -- the board's clock, by default that of its last line.
        """
        if self.chooser is not None:
            return self.refuse(ruling, "choosing")
        ms = self._ms if ms is None else ms
        self._note("ruling", encode((ms, ruling)))
        self._watch.look_again()
        for fact in self._observe(self.referee.take, ruling, ms):
            if isinstance(fact, RulingRefused):
                return self.words.announcer.announce(fact)[0].text
        return ""

    def refuse(self, ruling: Ruling, why: str) -> str:
        """Report a refused ruling, see `RulingRefused`. Return the sentence."""
        refused = RulingRefused(ruling.what, ruling.by, why)
        self._publish((refused,))
        return self.words.announcer.announce(refused)[0].text

    def tick(self) -> None:
        """Process the time."""
        now = self.now.clock()
        self._source_events(self.source.tick(now))
        if self.record.tick(now):
            self.note_saved()

    # --- the practice partner ------------------------------------------------------------------

    def act(self, given: Act, ms: int | None = None) -> None:
        """Process an action of the practice partner; ms -- see `decide`."""
        ms = self._ms if ms is None else ms
        self._note("partner", encode((ms, given)))
        self._observe(self.referee.take, given, ms)

    def thought(self, thought: Thought) -> None:
        """Carry out the partner's decision, unless the state has changed since."""
        if self.partner is None:
            return
        if self.chooser is not None:
            self.partner.forget()
        elif self.partner.is_current(thought, self.referee.rules, self.referee.state):
            if thought.act is not None:
                self.act(thought.act)
            self._partner_acts()

    def _partner_acts(self) -> None:
        """Carry out the partner's actions that need no thinking, then let it think."""
        if self.partner is None or self.chooser is not None:
            return
        now, referee = self.now.clock(), self.referee
        while (given := self.partner.look(referee.rules, referee.state, now)) is not None:
            self.act(given)
        if self.partner.is_slow(now):
            thinking = self.words.announcer.notice("practice.thinking", Priority.ANSWER)
            self.words.alert(thinking)

    # --- the link ------------------------------------------------------------------------------

    def _note(self, kind: str, text: str = "") -> int:
        """Add an input to the journal's next line. Return its number."""
        return 0 if self.chooser is not None else self.record.note(self.now(), kind, text)

    def _note_last(self) -> None:
        """Note the last board line before the board is lost; it may have been dropped."""
        if self._raw:
            self._note("line", self._raw)

    def _port_event(self, event: PortEvent) -> None:
        match event:
            case Arrived(data):
                if self.on_bytes is not None:
                    self.on_bytes(data)
            case Opened(url):
                self._note("opened", url)
            case Closed(reason, why):
                self._note_last()
                self._note("closed", reason_text(why, reason))
                self._lost(reason, why)
            case Searching(reason, why):
                self._note("searching", reason_text(why, reason))
                self._publish_news(self._link.searching(self.source.name, reason, why))
        self._source_events(self.source.take(event, self.now.clock()))

    def _source_events(self, events: Iterable[SourceEvent]) -> None:
        for event in events:
            if self.stop_now:
                return
            match event:
                case Ruling():
                    self.decide(event)
                case Ruled(order):
                    self._order(order)
                case TellsCode(player):
                    if not self.words.tell_code(player):
                        self.take_typed(EntryAnswer(player, "no-pages"))
                case Leaves():
                    self.stopped = True
                case BoardState() | Hello() | BoardLost() | Answer() | LogLine() | CommandFailed():
                    self._link_event(event)
                case _:
                    self.take_typed(event)

    def take_typed(self, event: TypedEvent, ms: int | None = None) -> None:
        """Process an event of a typed table; ms -- its clock, by default at the last tick."""
        ms = self._ms if ms is None else ms
        number, known = self._note("typed", encode((ms, event))), self.referee.state
        match event:
            case EntryAnswer() | KeyAnswer() | Explained() | MovesTyped():
                self._publish((event,))
            case Pressed():
                self._settle(Observation(ms, (event,)))
            case Tick():
                self._ms = event.ms
                self._pass_time(number, known)
            case _:
                self._observe(self.referee.take, event, ms)
                self._partner_acts()

    def _pass_time(self, number: int, known: State) -> None:
        """Process the time at a typed table; number -- of the note."""
        if not self._link.is_connected:
            self._publish_news(self._link.connected(self.source.name))
        outputs = self._settle(Observation(self._ms))
        if not outputs and only_time(known, self.referee.state):
            self.record.trace.drop(number)
        self._partner_acts()

    def _order(self, order: str) -> None:
        """Process a typed ruling, or report what is wrong with it."""
        asker = self.referee.state.turn.player or Player.V
        if asks_for_help(order):
            self.take_typed(EntryAnswer(asker, "help-ruling"))
            return
        try:
            ruling = parse(order)
        except RulingError as error:
            self.record.complain(Catalogue(self.settings.lang).tell(*error.sentences))
            self.take_typed(EntryAnswer(asker, error.code))
            return
        if ruling.what == "adjourn" and not self.is_saved:
            self.refuse(ruling, "no-journal")
            return
        self.stopped |= not self.decide(ruling) and ruling.what == "adjourn"

    def _link_event(self, event: LinkEvent) -> None:
        match event:
            case BoardState():
                self._state(event)
                self._partner_acts()
            case Hello():
                self._note("line", body(event))
                self._hello(event)
            case BoardLost(why):
                self._note_last()
                self._note("lost", why)
                self._lost(why=why)

    def _hello(self, hello: Hello) -> None:
        if hello.version == PROTOCOL:
            if self._watch.boot(hello.nonce):
                self.referee.restarted()
            # Otherwise the first state may take a second.
            self.source.ask(self.now.clock())
        self._publish_news(self._link.hello(self.source.name, hello))

    def _lost(self, reason: str = "", why: str = "") -> None:
        self._watch.lost()
        self.referee.lost()
        self._publish_news(self._link.lost(self.source.name, reason, why))

    def _publish_news(self, facts: tuple[Fact, ...]) -> None:
        if facts:
            self._publish(facts)

    # --- the board -----------------------------------------------------------------------------

    def _state(self, state: BoardState) -> None:
        self._raw = body(state)
        number, known = self._note("line", self._raw), self.referee.state
        last, self._before, self._ms = self._before, state, state.ms
        self._look(state)
        if (
            not self._watch.has_news
            and last is not None
            and says_the_same(last, state)
            and only_time(known, self.referee.state)
        ):
            self.record.trace.drop(number)
            return
        turn = self.referee.state.turn
        if self.record.trace.is_long or known.turn.correcting != turn.correcting:
            self._record(self.now(), ())

    def _look(self, state: BoardState) -> None:
        """Process one line of the board as an observation."""
        if not self._link.is_connected:
            self._publish_news(self._link.connected(self.source.name))
        known = self.referee.state
        self._watch.ignore(moved(known.board.dead, known.board.layout, ()))
        seen = self._watch.observe(state)
        self._settle(seen)
        if seen.keys and self.referee.state.throw.done:
            self._watch.look_again(state)
        if seen.board is not None and self.referee.state.phase is not Phase.MOVING:
            self._watch.at_rest(seen.board)

    def _settle(self, seen: Observation) -> tuple[Output, ...]:
        """Pass an observation to the referee or the chooser; keys first silence speech."""
        for pressed in seen.keys:
            self._hear_key(pressed)
        receiver = self._receiver
        outputs = self._observe(receiver.settled, seen)
        if self._receiver is receiver:
            return outputs
        return outputs + self._observe(self._receiver.settled, Observation(seen.ms))

    def _hear_key(self, pressed: Pressed) -> None:
        """Silence speech at a key press; at `repeat`, speak again."""
        self.words.speaker.silence()
        if pressed.key is Key.REPEAT:
            state = self.referee.state
            player = pressed.player.other if "turned" in state.board.layout else pressed.player
            self.words.repeat(player, None if self.chooser is not None else state.asked)

    def _observe(
        self, take: Callable[..., tuple[Output, ...]], *given: object
    ) -> tuple[Output, ...]:
        """Call the referee; publish the resulting facts and record the state."""
        before = self.referee.state
        try:
            outputs = take(*given)
        except Exception as error:  # noqa: BLE001 - no error may end the evening
            self._own_fault(error)
            return ()
        if outputs or differs(before, self.referee.state):
            self._publish(outputs)
        return outputs

    def _own_fault(self, error: Exception) -> None:
        """Report an internal error; the state is unchanged."""
        self.faults += 1
        place = traceback.extract_tb(error.__traceback__)[-1]
        self.record.complain(
            f"The companion made a mistake of its own ({type(error).__name__}: {error}; "
            f"{place.name}, line {place.lineno}). This board was not judged; the game goes on."
        )
        self.words.alert(self.words.announcer.notice("evening.own-fault"))

    # --- what is played ------------------------------------------------------------------------

    @property
    def _receiver(self) -> Referee | Chooser:
        """The chooser while a game is being chosen, otherwise the referee."""
        return self.referee if self.chooser is None else self.chooser

    def _carry_out(self, request: Request) -> None:
        """Carry out a request of the referee or the chooser."""
        match request:
            case requests.ChangeSetting(player, what):
                self._set(player, what)
            case requests.GiveHint(player, times):
                self._hint(player, times)
            case requests.TellProgress(player):
                self.record.progress(self.referee.state.practice, player, self.submit)
            case requests.ChooseGame():
                self.chooser = Chooser.instead_of(self.settings.game)
            case requests.KeepGame():
                self._begin(referee_of(self.settings, self.referee.state))
            case requests.Play(choice):
                self._play(choice)
            case requests.EndEvening(shut_down):
                self.stopped, self.shuts_down = True, shut_down

    def _set(self, player: Player, what: str) -> None:
        """Change a setting of the voice, and announce its new value."""
        done = change(player, what, self.words.announcer, self.words.speaker)
        self.words.take(done, self.now())

    def _hint(self, player: Player, times: int) -> None:
        """Ask the coach, who answers later; without one, answer that there are no hints."""
        if self.coach is None:
            self._publish((KeyAnswer(player, "no-hints"),))
        else:
            self.coach.ask(player, times, self.referee.state)

    def _play(self, choice: Choice) -> None:
        """Begin a new match with the chosen settings."""
        self.settings = self.settings.chosen(choice)
        self.record.settings = self.settings
        self.record.begin_match()
        self.words.announcer.play(choice.game)
        before = self.referee.state
        self._begin(referee_of(self.settings))
        # Places out of order stay so in the next game.
        for place in moved(before.board.dead, before.board.layout, self.referee.state.board.layout):
            self.decide(Ruling("out-of-order", by="players", zone=place))

    def _begin(self, referee: Referee) -> None:
        """Continue with this referee as after a start of the companion."""
        self.referee, self.chooser, self._link.state = referee, None, ""
        self.note_saved()
        self.record.trace = Trace()
        self._watch.begin()
        self._note("begin", self.settings.as_json())
        self._note("opened", self.source.name)
        self.source.ask(self.now.clock())

    # --- what goes out -------------------------------------------------------------------------

    def _publish(self, outputs: tuple[Output, ...]) -> None:
        """Record the facts, pass each to all sinks, and carry out the requests in between."""
        t = self.now()
        self._record(t, tuple(each for each in outputs if not isinstance(each, Request)))
        for output in outputs:
            if isinstance(output, Request):
                self._carry_out(output)
            else:
                self._tell(output, t)

    def _tell(self, fact: Fact, t: float) -> None:
        """Pass one fact to the coach and all sinks."""
        if self.coach is not None:
            self.coach.follow(fact, self.referee.state)
        for sink in self.sinks:
            sink(fact, t)

    def _record(self, t: float, facts: tuple[Fact, ...]) -> None:
        if self.record.journal is not None and self.chooser is None:
            state = self.referee.state
            self.record.write(t, facts, state, view(self.referee.rules, state))
            self.note_saved()

    def advised(self, hint: CoachResult) -> None:
        """Publish a hint, unless the state has changed since."""
        if self.coach is not None and self.coach.is_current(hint, self.referee.state):
            self._publish((hint,))

    def found(self, fact: Progress | KeyAnswer) -> None:
        """Publish a fact that was computed in another thread."""
        self._publish((fact,))

    def board_lines(self, reader: Player | None) -> tuple[tuple[str, str], ...]:
        """Return the present board for a braille display; any thread may call this."""
        seen = view(self.referee.rules, self.referee.state)
        return self.words.announcer.board(seen.board, seen.dice or (), reader)


def referee_of(settings: Settings, state: State | None = None) -> Referee:
    """Return a referee for these settings, in its initial or a saved state.

    Raises `RulesError`, `ExerciseError` or `MatchError` for invalid settings.
    """
    return Referee(
        settings.rules(),
        settings.match(),
        state,
        minutes=settings.clock,
        practice=settings.against.practice,
        typed=settings.is_typed,
        types_dice=settings.type_dice,
        shuts_down=settings.service,
    )
