"""What happens at the table: lines of the board in, facts, journal and words out. No loop here.

Everything that thinks is pure and lives elsewhere; here it is handed what the board says, the time
and the devices. The order for each observation is fixed: the facts are in the journal before they
are events, events before they are words, and nothing here waits for a voice.
"""

import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from companion.board.counters import Pressed
from companion.board.watch import Watch
from companion.link.codec import body
from companion.link.connection import Connection
from companion.link.messages import (
    PROTOCOL,
    STANDING,
    UNREADABLE,
    ZONES,
    Arrived,
    BoardLost,
    BoardState,
    Closed,
    Hello,
    Key,
    LinkEvent,
    Opened,
    PortEvent,
    Searching,
)
from companion.practice.coach import Coach
from companion.practice.opponent import Partner, Thought
from companion.records.encoding import encode
from companion.records.trace import Trace, reason_text
from companion.referee.board_facts import Link
from companion.referee.choosing import Chooser
from companion.referee.disabled_places import moved
from companion.referee.entries import PROGRESS
from companion.referee.facts import Fact, Ruling, RulingRefused
from companion.referee.inputs import Act
from companion.referee.referee import Referee
from companion.referee.state import Phase
from companion.referee.talk_facts import Choice, Chosen, KeyAnswer
from companion.rules import Player
from companion.session.changes import differs, only_time, says_the_same, together
from companion.session.devices import Devices
from companion.speech.voice_settings import change

TRY_AGAIN: Final = 1.0
"""Seconds after which what could not be recorded is tried again."""

_SPEAKS_ON: Final = {
    UNREADABLE: "The board sends lines, but none that tells what stands on it.",
    STANDING: "The board's clock stands still.",
}
"""Why a board is lost that goes on speaking, as a sentence."""


@dataclass(slots=True, kw_only=True)
class Table(Devices):
    """One referee at one board.

    coach -- whom the players may ask, in practice only; partner -- who plays for one of them there;
    keep -- called with all bytes of the board, as they come;
    chooser -- what is to be played is being chosen; the referee then is the one gone back to;
    faults -- how many mistakes of its own the program has survived; stopped -- the players are
    done for today; hurried -- it is to end at once: what has come and is not yet taken is left.
    """

    referee: Referee
    coach: Coach | None = None
    partner: Partner | None = None
    keep: Callable[[bytes], None] | None = None
    chooser: Chooser | None = None
    faults: int = 0
    stopped: bool = False
    hurried: bool = False
    _connection: Connection = field(default_factory=Connection)
    _watch: Watch = field(init=False)
    _port: str = field(init=False)
    _link: str = ""
    _raw: str = ""
    _trace: Trace = field(default_factory=Trace)
    _before: BoardState | None = None
    _tried: float = 0.0
    _strange: tuple[str, int] | None = None

    def __post_init__(self) -> None:
        Devices.__post_init__(self)
        self._watch = Watch(self.settings.quiet_ms)
        self._port = self.settings.port
        self.referee.note_record(kept=self.kept)
        self._note("begin", self.settings.as_json())

    def take(self, event: PortEvent | LinkEvent) -> None:
        """Take one thing that comes over the line."""
        if isinstance(event, Arrived | Opened | Closed | Searching):
            self._port_event(event)
        else:
            self._link_events([event])

    def decide(self, ruling: Ruling, ms: int | None = None) -> str:
        """Let the referee take a ruling at once; "" when it was done, else why not.

        ms -- the board's clock; else that of its last line.
        """
        if self.chooser is not None:
            refused = RulingRefused(ruling.what, ruling.by, "choosing")
            self._publish((refused,))
            return self.announcer.announce(refused)[0].text
        ms = self._last_ms if ms is None else ms
        self._note("ruling", encode((ms, ruling)))
        self._watch.look_again()
        for fact in self._observe(self.referee.rule, ruling, ms):
            if isinstance(fact, RulingRefused):
                return self.announcer.announce(fact)[0].text
        return ""

    def tick(self) -> None:
        """Do what is due by the clock alone."""
        now = self.clock()
        self._link_events(self._connection.tick(now))
        if self._unrecorded and now - self._tried >= TRY_AGAIN:
            self._tried = now
            self._record_waiting()

    def _record_waiting(self) -> None:
        """Try again to record what waits: no further row may come, after a match's end, say."""
        if self._unrecorded and self.journal is not None:
            self._file_waiting(self.journal)
            self.referee.note_record(kept=self.kept)

    # --- the practice partner ------------------------------------------------------------------

    def act(self, given: Act, ms: int | None = None) -> None:
        """Let the practice partner do something; ms -- the board's clock, else of its last line."""
        ms = self._last_ms if ms is None else ms
        self._note("partner", encode((ms, given)))
        self._observe(self.referee.act, given, ms)

    def _thought(self, thought: Thought) -> None:
        """Let the partner do what it has thought out, unless the table has gone on."""
        if self.partner is None:
            return
        if self.chooser is not None:
            self.partner.forget()
        elif self.partner.is_current(thought, self.referee.rules, self.referee.state):
            if thought.act is not None:
                self.act(thought.act)
            self._partner_acts()

    def _partner_acts(self) -> None:
        """Let the practice partner do what it need not think about, and begin to think."""
        if self.partner is None or self.chooser is not None:
            return
        now, referee = self.clock(), self.referee
        while (given := self.partner.look(referee.rules, referee.state, now)) is not None:
            self.act(given)
        if self.partner.is_slow(now):
            self._alert(self.announcer.thinking())

    # --- the link ------------------------------------------------------------------------------

    def _note(self, kind: str, text: str = "") -> int:
        """Note for the journal what came; only a journal needs it."""
        silent = self.journal is None or self.chooser is not None
        return 0 if silent else self._trace.add(self._now(), kind, text)

    def _note_last(self) -> None:
        """Note the last line, which may have told no more than the time, before the board goes."""
        if self._raw:
            self._note("line", self._raw)

    @property
    def _last_ms(self) -> int:
        """The board's clock as its last line had it."""
        return 0 if self._before is None else self._before.ms

    def _port_event(self, event: PortEvent) -> None:
        match event:
            case Arrived(data):
                if self.keep is not None:
                    self.keep(data)
                self._link_events(self._connection.receive(data, self.clock()))
            case Opened(url):
                self._note("opened", url)
                self._port = url
                self._connection.opened(self.clock())
            case Closed(reason, why):
                self._note_last()
                self._note("closed", reason_text(why, reason))
                self._connection.closed()
                self._lost(reason, why)
            case Searching(reason, why):
                self._note("searching", reason_text(why, reason))
                self._tell_link(Link("searching", self._port, "", reason, why))

    def _link_events(self, events: list[LinkEvent]) -> None:
        for event in events:
            if self.hurried:
                return
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
                    self._lost(_SPEAKS_ON.get(why, ""), why)

    def _hello(self, hello: Hello) -> None:
        if hello.version != PROTOCOL:
            reason = (
                f"The board {hello.board_id} speaks version {hello.version} of the wire, this "
                f"companion version {PROTOCOL}. Update the older of the two."
            )
            self._tell_link(Link("searching", self._port, hello.board_id, reason))
            return
        if self._watch.boot(hello.nonce):
            self.referee.restarted()
        # Without asking, the first state may be a second away.
        self._connection.send("SNAP", now=self.clock())
        self._tell_link(self._connected(hello))

    def _connected(self, hello: Hello) -> Link:
        """The board answers; of one that senses other zones it is said so, once."""
        strange = (hello.board_id, hello.zones)
        if hello.zones == len(ZONES) or strange == self._strange:
            return Link("connected", self._port, hello.board_id)
        self._strange = strange
        reason = f"The board senses {hello.zones} zones instead of {len(ZONES)}."
        return Link("connected", self._port, hello.board_id, reason, "zones")

    def _lost(self, reason: str = "", why: str = "") -> None:
        self._watch.lost()
        self.referee.lost()
        if self._link == "connected" or why in _SPEAKS_ON:
            self._tell_link(Link("lost", self._port, "", reason, why))

    def _tell_link(self, link: Link) -> None:
        if link.state != self._link or link.reason:
            self._link = link.state
            self._publish((link,))

    # --- the board -----------------------------------------------------------------------------

    def _state(self, state: BoardState) -> None:
        self._raw = body(state)
        number, known = self._note("line", self._raw), self.referee.state
        last, self._before = self._before, state
        stirred = self._look(state)
        if (
            not stirred
            and last is not None
            and says_the_same(last, state)
            and only_time(known, self.referee.state)
        ):
            self._trace.drop(number)
        elif self._trace.is_long:
            self._record(self._now(), ())

    def _look(self, state: BoardState) -> bool:
        """Look at a line; whether it brought a key, a throw, or a board that settles or has."""
        if self._link != "connected":
            self._tell_link(Link("connected", self._port))
        events = self._watch.line(state)
        for event in events:
            if isinstance(event, Pressed) and not self.hurried:
                self._press(event, state.ms)
        self._observe(self._keeper.clock, state.ms)
        told = self._look_after(state)
        known = self.referee.state
        self._watch.ignore(moved(known.dead, known.layout, ()))
        stand = self._watch.stand(state)
        if stand is not None:
            how = stand.thrown, stand.beside, stand.uncounted
            self._observe(self._keeper.board, stand.state, *how)
            if self.referee.state.phase is not Phase.MOVING:
                self._watch.at_rest(stand)
        return bool(events) or told or stand is not None or self._watch.began(state)

    def _look_after(self, state: BoardState) -> bool:
        """Tell which faults of the board have come to last and which are gone; whether any did."""
        troubles = self._watch.troubles(state)
        told = together(troubles.lasting) + together(troubles.gone, gone=True)
        if told:
            self._publish(told)
        return bool(told)

    def _press(self, pressed: Pressed, ms: int) -> None:
        """Take a key: every press silences speech first (contracts, section 5)."""
        self.speaker.silence()
        if pressed.key is Key.REPEAT:
            state = self.referee.state
            player = pressed.player.other if "turned" in state.layout else pressed.player
            self._repeat(player, None if self.chooser is not None else state.asked)
        self._observe(self._keeper.press, pressed.player, pressed.key, ms)
        if self.referee.state.done:
            self._watch.look_again()

    def _observe(self, take: Callable[..., tuple[Fact, ...]], *given: object) -> tuple[Fact, ...]:
        """Let the referee take something; publish what follows, keep what must be kept."""
        before = self.referee.state
        try:
            facts = take(*given)
        except Exception as error:  # noqa: BLE001 - whatever happens, the evening goes on
            self._own_fault(error)
            return ()
        if facts or differs(before, self.referee.state):
            self._publish(facts)
        return facts

    def _own_fault(self, error: Exception) -> None:
        """A mistake of this program: nothing was judged, nothing is lost, say so and go on."""
        self.faults += 1
        place = traceback.extract_tb(error.__traceback__)[-1]
        self.complain(
            f"The companion made a mistake of its own ({type(error).__name__}: {error}; "
            f"{place.name}, line {place.lineno}). This board was not judged; the game goes on."
        )
        self._alert(self.announcer.own_fault())

    # --- what is played ------------------------------------------------------------------------

    @property
    def _keeper(self) -> Referee | Chooser:
        """Who is told what happens at the table."""
        return self.referee if self.chooser is None else self.chooser

    def _turn_to(self, fact: Fact) -> None:
        """Begin what was chosen, let it be chosen, go back to the game, or end the evening."""
        if isinstance(fact, Chosen):
            self._play(fact.choice)
        elif isinstance(fact, KeyAnswer) and fact.text == "choosing":
            state = self.referee.state
            self._begin(Referee(self.referee.rules, state.match, state))
        elif isinstance(fact, Ruling) and fact.what == "other-game":
            self.chooser = Chooser.instead_of(self.settings.game)
        elif isinstance(fact, Ruling) and fact.what == "stop":
            self.stopped = True

    def _play(self, choice: Choice) -> None:
        """Begin a match of its own, in the journal too."""
        self.settings = self.settings.chosen(choice)
        self.begin_match()
        self.announcer.play(choice.game)
        rules, match = self.settings.rules(), self.settings.match()
        before = self.referee.state
        practice = self.settings.against.practice
        self._begin(Referee(rules, match, minutes=choice.clock, practice=practice))
        # What the board does not see rightly it does not see in another game either.
        for place in moved(before.dead, before.layout, self.referee.state.layout):
            self.decide(Ruling("out-of-order", by="players", zone=place))

    def _begin(self, referee: Referee) -> None:
        """Go on with this referee as if the companion was just started at this board."""
        self.referee, self.chooser, self._link = referee, None, ""
        self.referee.note_record(kept=self.kept)
        self._trace = Trace()
        self._watch.begin()
        self._note("begin", self.settings.as_json())
        self._note("opened", self._port)
        self._connection.send("SNAP", now=self.clock())

    # --- what goes out -------------------------------------------------------------------------

    def _publish(self, facts: tuple[Fact, ...]) -> None:
        t = self._now()
        self._record(t, facts)
        for fact in facts:
            self._write(fact, t)
            if self.listen is not None:
                self.listen(fact)
            if self.coach is not None:
                self.coach.follow(fact, self.referee.state)
            if isinstance(fact, KeyAnswer) and fact.topic == "setting":
                self._speak(change(fact, self.announcer, self.speaker), t)
            elif not self._asks_coach(fact) and not self._asks_journal(fact):
                self._speak(fact, t)
            self._turn_to(fact)

    def _asks_coach(self, fact: Fact) -> bool:
        """Whether a fact is a question that the coach will answer, in his own time."""
        if self.coach is None or not isinstance(fact, KeyAnswer) or fact.topic != "no-hints":
            return False
        state = self.referee.state
        self.coach.ask(fact.player, state.last_key.times if state.last_key else 1, state)
        return True

    def _asks_journal(self, fact: Fact) -> bool:
        """Whether a fact is a question that the journal answers, and now has."""
        if not isinstance(fact, KeyAnswer) or fact.topic != PROGRESS:
            return False
        told = self._progress(self.referee.state.practice, fact.player)
        if told is not None:
            self._publish((told,))
        return told is not None

    def _record(self, t: float, facts: tuple[Fact, ...]) -> None:
        if self.journal is not None and self.chooser is None:
            state = encode(self.referee.state)
            self._file(self.journal, (t, facts, self._raw, state, self._trace.take()))
            self.referee.note_record(kept=self.kept)

    def board_lines(self, reader: Player | None) -> tuple[tuple[str, str], ...]:
        """The board as it stands now, for a braille display; any thread may ask."""
        state = self.referee.state
        shown = state.position if state.shown is None else state.shown
        return self.announcer.board(shown, state.dice or (), reader)
