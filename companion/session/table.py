"""Connects a board with the referee: turns board events into facts and requests.

Facts are written to the journal first, then to the event stream, then spoken. Nothing here waits
for speech.
"""

import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from time import monotonic

from companion.board.observation import Observation, Pressed
from companion.board.watch import Watch
from companion.link import messages as m
from companion.link.codec import body
from companion.practice.coach import Coach, CoachResult
from companion.practice.opponent import Decision, Partner
from companion.records.encoding import encode
from companion.records.read import RecordedInput
from companion.referee.board_facts import Link
from companion.referee.choosing import Chooser
from companion.referee.disabled_places import renamed
from companion.referee.facts import Fact, Ruling, RulingRefused
from companion.referee.inputs import Act
from companion.referee.referee import Referee
from companion.referee.requests import EndEvening, Output, Request
from companion.referee.state import Phase, State
from companion.referee.talk_facts import EntryAnswer, Explained, KeyAnswer, MovesTyped, Progress
from companion.referee.view import view
from companion.rules import Player
from companion.session.record import Record, differs, only_time, reason_text, says_the_same
from companion.session.sinks import Words
from companion.session.sources import BoardSource, LinkState, SourceEvent, Tick, TypedEvent
from companion.settings import Settings
from companion.speech.catalogue import filled
from companion.speech.utterance import Priority
from companion.typed.entries import CodeRequest, TypedRuling


class Stopwatch:
    """Measures seconds since it was created or restarted."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.restart(clock)

    def restart(self, clock: Callable[[], float]) -> None:
        """Restart with another clock."""
        self.clock = clock
        self._started = clock()

    def __call__(self) -> float:
        """Return the seconds since the start."""
        return self.clock() - self._started


@dataclass(slots=True, kw_only=True)
class Table:
    """One referee at one board.

    words -- gets each fact after it was recorded, and announces notices;
    carry_out -- carries out a request of the referee or of a player who typed it;
    coach, partner -- None except in practice;
    on_bytes -- called with all bytes of the board;
    submit -- submits a fact or decision that was computed in another thread;
    chooser -- set while the players choose a game and the referee's game waits;
    internal_errors -- the number of internal errors so far;
    stopped -- whether the evening ends; shuts_down -- whether the computer is switched off after
    the evening;
    stop_now -- whether the evening ends at once, without processing pending events.
    """

    settings: Settings
    referee: Referee
    source: BoardSource
    record: Record
    words: Words
    now: Stopwatch
    carry_out: Callable[["Table", Request | TypedRuling | CodeRequest], None]
    coach: Coach | None = None
    partner: Partner | None = None
    on_bytes: Callable[[bytes], None] | None = None
    submit: Callable[[Progress | KeyAnswer | CoachResult | Decision], None] = lambda _fact: None
    chooser: Chooser | None = None
    internal_errors: int = 0
    stopped: bool = False
    shuts_down: bool = False
    stop_now: bool = False
    _watch: Watch = field(init=False)
    _link: LinkState = field(default_factory=LinkState)
    _before: m.BoardState | None = None
    _ms: int = 0

    def __post_init__(self) -> None:
        self._watch = Watch(self.settings.quiet_ms)
        self.note_saved()
        self._note("begin", self.settings.as_json())

    def note_saved(self) -> None:
        """Tell the referee and the announcer whether everything is in a journal."""
        is_saved = self.record.is_saved
        self.referee.note_record(is_saved=is_saved)
        self.words.announcer.is_saved = is_saved

    def take(self, event: m.PortEvent | m.LinkEvent | m.TypedInput) -> None:
        """Process one event of the port, the board or a keypad."""
        if isinstance(event, m.Arrived | m.Opened | m.Closed | m.Searching):
            self._port_event(event)
        elif isinstance(event, m.Keyed):
            self.words.keyed(event)
        elif isinstance(event, m.Noticed):
            self.take_typed(EntryAnswer(Player(event.side), event.code))
        elif isinstance(event, m.Line):
            self.words.speaker.silence()
            self.words.typist = event.side
            try:
                self._source_events(self.source.take(event, self.now.clock()))
            except Exception as error:  # noqa: BLE001 - no line may end the evening
                self._report_internal_error(error)
            self.words.typist = ""
        else:
            self._source_events([event])

    def decide(self, ruling: Ruling, ms: int | None = None) -> str:
        """Carry out a ruling. Return "", or a sentence with the reason of a refusal.

        ms -- the time of the board's clock, by default the time of its last line.
        """
        unsaved = ruling.what == "adjourn" and not self.record.is_saved
        if unsaved or self.chooser is not None:
            why = "no-journal" if unsaved else "choosing"
            refused = RulingRefused(ruling.what, ruling.by, why)
            self.publish((refused,))
            return self.words.announcer.announce(refused)[0].text
        ms = self._ms if ms is None else ms
        self._note("ruling", encode((ms, ruling)))
        self._watch.look_again()
        for fact in self._observe(self.referee.take, ruling, ms):
            if isinstance(fact, RulingRefused):
                return self.words.announcer.announce(fact)[0].text
        return ""

    def tick(self) -> None:
        """Pass the present time to the source of board events and to the journal."""
        now = self.now.clock()
        self._source_events(self.source.tick(now))
        if self.record.tick(now):
            self.note_saved()

    # --- the practice partner ------------------------------------------------------------------

    def act(self, given: Act, ms: int | None = None) -> None:
        """Process an action of the practice partner. ms -- see `decide`."""
        ms = self._ms if ms is None else ms
        self._note("partner", encode((ms, given)))
        self._observe(self.referee.take, given, ms)

    def partner_acts(self) -> None:
        """Carry out the partner's actions that need no computing.

        Start to compute the next action.
        """
        if self.partner is None or self.chooser is not None:
            return
        now, referee = self.now.clock(), self.referee
        while (given := self.partner.look(referee.rules, referee.state, now)) is not None:
            self.act(given)
        if self.partner.is_slow(now):
            thinking = self.words.announcer.notice("practice.thinking", Priority.ANSWER)
            self.words.alert(thinking)

    # --- the link ------------------------------------------------------------------------------

    def _note(self, kind: str, text: str = "") -> RecordedInput | None:
        """Add an input to the journal's next line and return it; None while a game is chosen."""
        return None if self.chooser is not None else self.record.note(self.now(), kind, text)

    def _note_last(self) -> None:
        """Add the last board line to the journal's next line if it was left out before."""
        if self._before is not None:
            self._note("line", body(self._before))

    def _port_event(self, event: m.PortEvent) -> None:
        match event:
            case m.Arrived(data):
                if self.on_bytes is not None:
                    self.on_bytes(data)
            case m.Opened(url):
                self._note("opened", url)
            case m.Closed(reason, why):
                self._note_last()
                self._note("closed", reason_text(why, reason))
                self._lost(reason, why)
            case m.Searching(reason, why):
                self._note("searching", reason_text(why, reason))
                self.publish(self._link.news(Link("searching", self.source.name, "", reason, why)))
        self._source_events(self.source.take(event, self.now.clock()))

    def _source_events(self, events: Iterable[SourceEvent]) -> None:
        for event in events:
            if self.stop_now:
                return
            match event:
                case Ruling():
                    self.decide(event)
                case TypedRuling() | CodeRequest() | EndEvening():
                    self.carry_out(self, event)
                case m.BoardState():
                    self._state(event)
                    self.partner_acts()
                case m.Hello():
                    self._note("line", body(event))
                    self._hello(event)
                case m.BoardLost(why):
                    self._note_last()
                    self._note("lost", why)
                    self._lost(why=why)
                case m.BoardAnswer() | m.LogLine() | m.CommandFailed():
                    pass
                case _:
                    self.take_typed(event)

    def take_typed(self, event: TypedEvent, ms: int | None = None) -> None:
        """Process an event of a typed table; ms -- its clock, by default at the last tick."""
        ms = self._ms if ms is None else ms
        noted, known = self._note("typed", encode((ms, event))), self.referee.state
        match event:
            case EntryAnswer() | KeyAnswer() | Explained() | MovesTyped():
                self.publish((event,))
            case Pressed():
                self._settle(Observation(ms, (event,)))
            case Tick():
                self._ms = event.ms
                self._pass_time(noted, known)
            case _:
                self._observe(self.referee.take, event, ms)
                self.partner_acts()

    def _pass_time(self, noted: RecordedInput | None, known: State) -> None:
        """Process the time at a typed table; noted -- the result of `_note`."""
        self._connected()
        outputs = self._settle(Observation(self._ms))
        if not outputs and only_time(known, self.referee.state):
            self.record.drop(noted)
        self.partner_acts()

    def _hello(self, hello: m.Hello) -> None:
        if hello.version == m.PROTOCOL:
            if self._watch.boot(hello.nonce):
                self.referee.restarted()
            # An unchanged board sends its next state only after a second.
            self.source.ask(self.now.clock())
        self.publish(self._link.hello(self.source.name, hello))

    def _connected(self) -> None:
        """Report once that the board is connected and sends its state."""
        if self._link.state != "connected":
            self.publish(self._link.news(Link("connected", self.source.name)))

    def _lost(self, reason: str = "", why: str = "") -> None:
        self._watch.lost()
        self._receiver.lost()
        self.publish(self._link.lost(self.source.name, reason, why))

    # --- the board -----------------------------------------------------------------------------

    def _state(self, state: m.BoardState) -> None:
        noted, known = self._note("line", body(state)), self.referee.state
        last, self._before, self._ms = self._before, state, state.ms
        self._take_line(state)
        if (
            not self._watch.has_news
            and last is not None
            and says_the_same(last, state)
            and only_time(known, self.referee.state)
        ):
            self.record.drop(noted)
            return
        turn = self.referee.state.turn
        if self.record.is_long or known.turn.correcting != turn.correcting:
            self._record(self.now(), ())

    def _take_line(self, state: m.BoardState) -> None:
        """Process one line of the board as an observation."""
        self._connected()
        board = self.referee.state.board
        self._watch.ignore(renamed(board.dead, board.layout, ()) if board.dead else ())
        seen = self._watch.observe(state)
        self._settle(seen)
        if seen.keys and self.referee.state.throw.done:
            self._watch.look_again(state)
        if seen.board is not None and self.referee.state.phase is not Phase.MOVING:
            self._watch.at_rest(seen.board)

    def _settle(self, seen: Observation) -> tuple[Output, ...]:
        """Pass an observation to the referee or the chooser. A key press silences speech first."""
        for pressed in seen.keys:
            self._hear_key(pressed)
        receiver = self._receiver
        outputs = self._observe(receiver.settled, seen)
        if self._receiver is receiver:
            return outputs
        return outputs + self._observe(self._receiver.settled, Observation(seen.ms))

    def _hear_key(self, pressed: Pressed) -> None:
        """Silence speech at a key press. At `repeat`, repeat an utterance."""
        self.words.speaker.silence()
        if pressed.key is m.Key.REPEAT:
            state = self.referee.state
            player = pressed.player.other if "turned" in state.board.layout else pressed.player
            self.words.repeat(player, None if self.chooser is not None else state.asked)

    def _observe(
        self, take: Callable[..., tuple[Output, ...]], *given: object
    ) -> tuple[Output, ...]:
        """Call the referee, record the state and publish the resulting facts."""
        before = self.referee.state
        try:
            outputs = take(*given)
        except Exception as error:  # noqa: BLE001 - no error may end the evening
            self._report_internal_error(error)
            return ()
        if outputs:
            self.publish(outputs)
        elif differs(before, self.referee.state):
            self._record(self.now(), ())
        return outputs

    def _report_internal_error(self, error: Exception) -> None:
        """Report an internal error; the state is unchanged."""
        self.internal_errors += 1
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{type(error).__name__}: {error}; {place.name}:{place.lineno}"
        self.record.complain(filled("command.own-fault", error=where))
        self.words.alert(self.words.announcer.notice("evening.own-fault"))

    # --- the game ------------------------------------------------------------------------------

    @property
    def _receiver(self) -> Referee | Chooser:
        """The chooser while a game is being chosen, otherwise the referee."""
        return self.referee if self.chooser is None else self.chooser

    def begin(self, referee: Referee) -> None:
        """Continue with this referee as after a restart of the companion."""
        self.referee, self.chooser, self._link.state = referee, None, ""
        self.note_saved()
        self.record.forget_inputs()
        self._watch.begin()
        self._note("begin", self.settings.as_json())
        self._note("opened", self.source.name)
        self.source.ask(self.now.clock())

    # --- facts and requests --------------------------------------------------------------------

    def publish(self, outputs: tuple[Output, ...]) -> None:
        """Record the facts, then announce them and carry out the requests in their order."""
        if not outputs:
            return
        t = self.now()
        self._record(t, tuple(each for each in outputs if not isinstance(each, Request)))
        for output in outputs:
            if isinstance(output, Request):
                self.carry_out(self, output)
                continue
            if self.coach is not None:
                self.coach.follow(output, self.referee.state)
            self.words.take(output, t)

    def _record(self, t: float, facts: tuple[Fact, ...]) -> None:
        if self.record.journal is not None and self.chooser is None:
            state = self.referee.state
            self.record.write(t, facts, state, view(self.referee.rules, state))
            self.note_saved()

    def board_lines(self, reader: Player | None) -> tuple[tuple[str, str], ...]:
        """Return the present board for a braille display. Any thread may call this."""
        seen = view(self.referee.rules, self.referee.state)
        return self.words.announcer.board(seen.board, seen.dice or (), reader)
