"""How a table stands, in words of one language: what the page's templates put in their places."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.referee.table_view import Dispute, TableView
from companion.rules import Placement, Player, Rules, parse_placement
from companion.rules.games import DEFAULT_GAME
from companion.rules.vocabulary import BAR, HAND, OFF, POINTS
from companion.speech.catalogue import NAMES
from companion.speech.faults import fault_sentence
from companion.speech.plays import play_sentences, read_play
from companion.speech.wording import Wording
from companion.web.drawing import pips
from companion.web.timed_table import TimedTable


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sits at a table. name -- the table's, or ""; players -- green's and black's, or "".

    away -- its companion is not there; left -- because its evening ended in order; kept -- in a
    journal, so that the game can be adjourned; choosing -- the players choose what to play, so that
    nothing can be ruled on; unshown -- it told something that cannot be shown; cut_off -- the
    club's broker is away.
    """

    name: str = ""
    players: tuple[str, str] = ("", "")
    away: bool = False
    left: bool = False
    kept: bool = True
    choosing: bool = False
    unshown: bool = False
    cut_off: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the score and of the list.

    name -- the heading; pips -- what it has to go, or "".
    """

    letter: str
    name: str
    points: int
    pieces: tuple[str, ...]
    pips: str = ""


@dataclass(frozen=True, slots=True)
class Time:
    """One time on the page, seconds. step -- 1 where it goes on, -1 where it runs down, 0: rests.

    since -- another one for another turn.
    """

    label: str
    seconds: int
    step: int
    since: float


class PageText:
    """Sentences about tables in one language.

    notation -- how points are called, `NAMES` or `OWN`.

    Raises `UnknownLanguageError` for a language that does not exist.
    """

    def __init__(self, lang: str, notation: str = NAMES) -> None:
        self.lang = lang
        self.notation = notation
        self._plain = Wording(lang, DEFAULT_GAME, notation)

    def say(
        self, name: str, player: Player | None = None, /, *, count: int = 1, **values: str | int
    ) -> str:
        """A sentence as it stands in the catalogue."""
        return self._plain.say(name, player, count=count, **values)

    def head(
        self, name: str, player: Player | None = None, /, *, count: int = 1, **values: str | int
    ) -> str:
        """A sentence as a heading or a label: without its full stop."""
        return self.say(name, player, count=count, **values).removesuffix(".")

    def game(self, name: str) -> str:
        """A game's name."""
        return self._plain.of_game("name", name).removesuffix(".")

    def wording(self, table: TableView) -> Wording:
        """How this table's points are called, as the board lies."""
        game = DEFAULT_GAME if table.rules is None else table.rules.name
        return Wording(self.lang, game, self.notation, table.layout)

    # --- how it stands -------------------------------------------------------------------------

    def state(self, table: TableView) -> str:
        """What the table waits for, in one sentence."""
        if table.resigning is not None:
            return self.say("page.resigns", table.resigning)
        if table.phase == "error" and table.dispute is not None:
            dispute = table.dispute
            asked = dispute.demanded and dispute.open_to == "choice"
            return self.say("page.must-correct", dispute.player) if asked else self.erred(dispute)
        if table.phase == "opening" and table.opening_die is not None:
            player, die = table.opening_die
            return self.say("page.one-die", player, die=die)
        by_player = {"to-throw": "page.to-throw", "doubled": "page.doubled"}.get(table.phase)
        if by_player is not None and table.player is not None:
            return self.say(by_player, table.player)
        if table.phase == "moving" and table.player is not None and table.dice is not None:
            high, low = table.dice
            return self.say("page.moving", table.player, high=high, low=low)
        return self.say(self._plain.first(f"page.phase.{table.phase}", "page.phase.setup"))

    def erred(self, dispute: Dispute) -> str:
        """Who ended a wrong turn, and what can come of it."""
        return self.say(f"page.erred.{dispute.open_to}", dispute.player)

    def calls(self, table: TableView) -> tuple[str, ...]:
        """Who called the referee, and whose time is over."""
        called = [self.say("page.called", player) for player in table.called]
        return (*called, *(self.say("page.late", player) for player in table.late))

    def lost(self, sitting: Sitting) -> str:
        """Return a sentence on why the table has no contact; "" if it has."""
        if sitting.cut_off:
            return self.say("club.table-cut-off")
        gone = "club.left" if sitting.left else "page.away"
        return self.say(gone) if sitting.away else ""

    def now(self, table: TableView, sitting: Sitting) -> Iterator[str]:
        """Everything about this moment: the link, what is waited for, what the board shows.

        While the players choose what to play the table stands as the last game left it.
        """
        if sitting.unshown:
            yield self.say("club.unshown")
        if lost := self.lost(sitting):
            yield lost
        elif self._plain.knows(f"page.link.{table.link}"):
            yield self.say(f"page.link.{table.link}")
        yield from self.calls(table)
        if sitting.choosing:
            yield self.say("page.choosing")
            return
        yield self.state(table)
        if table.differ:
            yield self.say("page.differ", count=table.differ)
        if table.phase == "moving" and table.judged is not None:
            yield self.say(f"page.shown.{table.judged.value}")
            yield from self._reasons(table)

    def _reasons(self, table: TableView) -> Iterator[str]:
        if table.player is None or table.dice is None:
            return
        for fault in table.faults:
            yield fault_sentence(self.wording(table), fault, table.player, table.dice)

    def reasons(self, table: TableView, dispute: Dispute) -> tuple[str, ...]:
        """Why a finished turn was wrong, the first reason first."""
        wording = self.wording(table)
        return tuple(
            fault_sentence(wording, fault, dispute.player, dispute.dice) for fault in dispute.faults
        )

    def about(self, dispute: Dispute) -> Iterator[str]:
        """Who erred, with which dice, and what the opponent has said to it."""
        yield self.erred(dispute)
        high, low = dispute.dice
        yield self.say("page.threw", dispute.player, high=high, low=low)
        if dispute.demanded:
            yield self.say("page.demanded", dispute.player)

    def instead(self, table: TableView, dispute: Dispute) -> str:
        """One legal play in place of a wrong one; "" where none can be told."""
        if table.rules is None or 0 in dispute.dice:
            return ""
        wording = self.wording(table)
        try:
            end = alternative(table.rules, dispute)
        except ValueError:  # a position that nobody can have played from
            return ""
        play = read_play(wording, dispute.before, end, dispute.player, dispute.dice)
        if play is None:
            return ""
        return " ".join([self.say("page.instead"), *play_sentences(wording, play, dispute.player)])

    # --- score and clock -----------------------------------------------------------------------

    def length(self, table: TableView) -> str:
        """How far the match goes."""
        if table.match_to is None:
            return self.head("page.length-open")
        if table.counts_games:
            return self.head("page.length-games", games=table.match_to)
        return self.head("page.length-points", count=table.match_to)

    def points(self, table: TableView, count: int) -> str:
        """What a side has won of the match."""
        if not count:
            return self.head("page.games-none" if table.counts_games else "page.points-none")
        return self.head("page.games-won" if table.counts_games else "page.points-won", count=count)

    def cube(self, table: TableView) -> str:
        """The cube's value and owner; "" in games without one."""
        if table.rules is None or not table.rules.has_cube:
            return ""
        value, owner = table.cube
        text = "page.cube-middle" if owner is None else "page.cube-owned"
        return self.head(text, owner, value=value)

    def name(self, player: Player, names: tuple[str, str]) -> str:
        """A side, and who plays it where that is known."""
        name = names[0 if player is Player.V else 1]
        if name:
            return self.head("page.sides-named", player, name=name)
        return self.head("page.sides", player)

    def sides(
        self, table: TableView, names: tuple[str, str] = ("", ""), *, position: str = ""
    ) -> tuple[Side, ...]:
        """Both sides: names, points, pieces; position -- another one than is seen."""
        board = parse_placement(position or table.shown or table.position)
        return tuple(
            Side(
                letter=player.value,
                name=self.name(player, names),
                points=table.score[index],
                pieces=tuple(self._pieces(table, board, player)),
                pips="" if position else self.pips(table, player),
            )
            for index, player in enumerate(Player)
        )

    def pips(self, table: TableView, player: Player) -> str:
        """How many pips a side has to go; "" before a game has begun."""
        count = pips(table, player)
        return "" if count is None else self.say("page.pips", count=count)

    def times(self, table: TimedTable, now: float | None, sitting: Sitting) -> Iterator[Time]:
        """This turn's time, and what both have used, or have left where a time was agreed.

        now -- by the table's own clock, None where nobody knows. An evening that has ended keeps
        its last times; without contact they stand as the last fact left them.
        """
        goes_on = now is not None and not (sitting.away or sitting.cut_off)
        running = table.clock.runs_for if goes_on else None
        at = now if now is not None and (goes_on or sitting.left) else table.t
        clock, since = table.clock_at(at), table.ended
        if table.phase in ("to-throw", "moving", "doubled"):
            step = int(running is not None)
            yield Time(self.head("page.turn-time"), clock.turn // 1000, step, since)
        for player, used in zip(Player, clock.used, strict=True):
            step = int(running is player)
            if not clock.limit:
                yield Time(self.head("page.time-used", player), used // 1000, step, since)
                continue
            left = max(clock.limit // 1000 - used // 1000, 0)
            yield Time(self.head("page.time-left", player), left, -step, since)

    # --- the pieces ----------------------------------------------------------------------------

    def _pieces(self, table: TableView, board: Placement, player: Player) -> Iterator[str]:
        """Where one side's pieces are, along its path; bar and hand first, the tray last."""
        wording = self.wording(table)
        aside = (("page.on-bar", BAR), ("page.in-hand", HAND))
        for text, zones in aside:
            if count := board[zones[player]].of(player):
                yield self.say(text, count=count)
        for zone in wording.track.zones[player]:
            if zone in POINTS:
                yield from self._on_point(wording, board, zone, player)
        if count := board[OFF[player]].of(player):
            yield self.say("page.off", count=count)
        if not board.count(player):
            yield self.say("page.no-pieces")

    def _on_point(
        self, wording: Wording, board: Placement, zone: str, player: Player
    ) -> Iterator[str]:
        pile, point = board[zone], wording.name(zone)
        stars = pile.postillon(player)
        if stars and wording.rules.postillon:
            yield wording.say("answer.postillon-on", point=point)
        else:
            stars = 0
        if pile.of(player) > stars:
            yield wording.say("answer.pieces-on", count=pile.of(player) - stars, point=point)

    def unknown(self, table: TableView) -> tuple[str, ...]:
        """The pieces that the board does not know."""
        board, wording = parse_placement(table.shown or table.position), self.wording(table)
        told = [
            self.say("page.unknown-on", count=board[zone].unknown, point=wording.name(zone))
            for zone in POINTS
            if board[zone].unknown
        ]
        aside = board.unknown - sum(board[zone].unknown for zone in POINTS)
        if aside:
            told.append(self.say("page.unknown-aside", count=aside))
        return tuple(told)

    def board_note(self, table: TableView) -> str:
        """Whether the list is what stands now, or stood when a turn or the game began or ended."""
        if table.phase in ("game-over", "over"):
            return self.say("page.as-ended")
        if table.dispute is not None:
            return self.say("page.as-left")
        if table.phase == "setup":
            return self.say("page.as-wanted")
        return self.say("page.as-seen" if table.shown else "page.as-agreed")


def alternative(rules: Rules, dispute: Dispute) -> str:
    """The legal end that is nearest to the board of a dispute, as a position text.

    Raises `ValueError` where the turn cannot be judged: no dice are known, or no game.
    """
    seen = parse_placement(dispute.seen)
    before = rules.parse(dispute.before)
    ends = rules.near_ends(before, dispute.player, dispute.dice, seen)

    def unlike(text: str) -> tuple[int, str]:
        pairs = zip(parse_placement(text).piles, seen.piles, strict=True)
        return sum(abs(a - b) for one, two in pairs for a, b in zip(one, two, strict=True)), text

    return min(map(rules.text, ends), key=unlike)


def clock(seconds: float) -> str:
    """Minutes and seconds as they are written: 1:05."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
