"""Describes the state of a table in one language, for the page's templates."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.referee.table_view import Dispute, TableView
from companion.rules import Placement, Player, Rules, parse_placement
from companion.rules.games import DEFAULT_GAME
from companion.rules.vocabulary import BAR, HAND, OFF, POINTS
from companion.speech.answers import on_point
from companion.speech.catalogue import NAMES, first_message, is_message
from companion.speech.faults import fault_sentence
from companion.speech.plays import play_sentences, read_play
from companion.speech.wording import Wording
from companion.web.drawing import pips
from companion.web.watched_table import TimedTable


@dataclass(frozen=True, slots=True)
class Sitting:
    """The players at a table, and the page's contact with the table.

    name -- the table's name or ""; players -- green's and black's names or ""
    away -- whether there is no contact; left -- whether this is because the evening ended normally
    has_journal -- whether there is a journal, so that the game can be adjourned
    choosing -- whether the players are choosing a game, so that no ruling is possible
    unshown -- whether some fact cannot be shown; cut_off -- whether the club's broker is not
    connected
    """

    name: str = ""
    players: tuple[str, str] = ("", "")
    away: bool = False
    left: bool = False
    has_journal: bool = True
    choosing: bool = False
    unshown: bool = False
    cut_off: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    """One side in the score and in the list of pieces. pips -- the side's pip count or ""."""

    letter: str
    name: str
    points: int
    pieces: tuple[str, ...]
    pips: str = ""


@dataclass(frozen=True, slots=True)
class Time:
    """A time on the page, in seconds.

    step -- 1 if the time counts up, -1 if it counts down, 0 if it is stopped
    since -- identifies the turn: a different turn has a different value
    """

    label: str
    seconds: int
    step: int
    since: float


class PageText:
    """Sentences about tables in one language.

    notation -- how points are named, `NAMES` or `OWN`; say -- returns a sentence, see `Wording.say`

    Raise `UnknownLanguageError` for an unknown language.
    """

    def __init__(self, lang: str, notation: str = NAMES) -> None:
        self.lang = lang
        self.notation = notation
        self._plain = Wording(lang, DEFAULT_GAME, notation)
        self.say = self._plain.say

    def head(
        self, name: str, player: Player | None = None, /, *, count: int = 1, **values: str | int
    ) -> str:
        """Return a sentence as a heading or label, without its full stop."""
        return self.say(name, player, count=count, **values).removesuffix(".")

    def game(self, name: str) -> str:
        """Return the name of a game."""
        return self._plain.of_game("name", name).removesuffix(".")

    def wording(self, table: TableView) -> Wording:
        """Return the wording for this table's game and board layout."""
        game = DEFAULT_GAME if table.rules is None else table.rules.name
        return Wording(self.lang, game, self.notation, table.layout)

    # --- the state -----------------------------------------------------------------------------

    def state(self, table: TableView) -> str:
        """Return a sentence about what the table is waiting for."""
        if table.resigning is not None:
            return self.say("page.resigns", table.resigning)
        if table.phase == "error" and table.dispute is not None:
            return self.erred(table.dispute)
        if table.phase == "opening" and table.opening_die is not None:
            player, die = table.opening_die
            return self.say("page.one-die", player, die=die)
        by_player = {"to-throw": "page.to-throw", "doubled": "page.doubled"}.get(table.phase)
        if by_player is not None and table.player is not None:
            return self.say(by_player, table.player)
        if table.phase == "moving" and table.player is not None and table.dice is not None:
            high, low = table.dice
            return self.say("page.moving", table.player, high=high, low=low)
        return self.say(first_message(f"page.phase.{table.phase}", "page.phase.setup"))

    def erred(self, dispute: Dispute) -> str:
        """Return a sentence about who ended an illegal play, and what happens now."""
        is_demanded = dispute.demanded and dispute.open_to == "choice"
        name = "page.must-correct" if is_demanded else f"page.erred.{dispute.open_to}"
        return self.say(name, dispute.player)

    def calls(self, table: TableView) -> tuple[str, ...]:
        """Return sentences about who called the referee and whose time is over."""
        called = [self.say("page.called", player) for player in table.called]
        return (*called, *(self.say("page.late", player) for player in table.late))

    def lost(self, sitting: Sitting) -> str:
        """Return a sentence that says why there is no contact with the table, or ""."""
        if sitting.cut_off:
            return self.say("club.table-cut-off")
        gone = "club.left" if sitting.left else "page.away"
        return self.say(gone) if sitting.away else ""

    def now(self, table: TableView, sitting: Sitting) -> Iterator[str]:
        """Yield sentences about the present state: the link, calls, the phase, and the board.

        While the players choose a game, the table still has the state of the last game.
        """
        if sitting.unshown:
            yield self.say("club.unshown")
        if lost := self.lost(sitting):
            yield lost
        elif (
            is_message(f"page.link.{table.link}")
            # A choice is no fact, so the connection may not have been reported yet.
            and not (sitting.choosing and table.link == "searching")
        ):
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
        """Return the faults of a finished turn, in order."""
        wording = self.wording(table)
        return tuple(
            fault_sentence(wording, fault, dispute.player, dispute.dice) for fault in dispute.faults
        )

    def about(self, dispute: Dispute) -> Iterator[str]:
        """Yield sentences about who erred, with which dice, and the opponent's demand if any."""
        yield self.erred(dispute)
        high, low = dispute.dice
        yield self.say("page.threw", dispute.player, high=high, low=low)
        if dispute.demanded and dispute.open_to != "choice":
            yield self.say("page.demanded", dispute.player)

    def instead(self, table: TableView, dispute: Dispute) -> str:
        """Return the legal play nearest to an illegal one, "" if it cannot be described."""
        if table.rules is None or 0 in dispute.dice:
            return ""
        wording = self.wording(table)
        try:
            end = alternative(table.rules, dispute)
        except ValueError:  # an impossible position
            return ""
        play = read_play(wording, dispute.before, end, dispute.player, dispute.dice)
        if play is None:
            return ""
        return " ".join([self.say("page.instead"), *play_sentences(wording, play, dispute.player)])

    # --- score and clock -----------------------------------------------------------------------

    def length(self, table: TableView) -> str:
        """Return the length of the match."""
        if table.match_to is None:
            return self.head("page.length-open")
        if table.counts_games:
            return self.head("page.length-games", games=table.match_to)
        return self.head("page.length-points", count=table.match_to)

    def points(self, table: TableView, count: int) -> str:
        """Return the points or games that a side has won, in words."""
        counted = "games" if table.counts_games else "points"
        return self.head(f"page.{counted}-{'won' if count else 'none'}", count=count)

    def cube(self, table: TableView) -> str:
        """Return the cube's value and owner, "" in a game without a cube."""
        if not table.has_cube:
            return ""
        value, owner = table.cube
        text = "page.cube-middle" if owner is None else "page.cube-owned"
        return self.head(text, owner, value=value)

    def name(self, player: Player, names: tuple[str, str]) -> str:
        """Return the name of a side, with its player's name if known."""
        name = names[0 if player is Player.V else 1]
        if name:
            return self.head("page.sides-named", player, name=name)
        return self.head("page.sides", player)

    def sides(
        self, table: TableView, names: tuple[str, str] = ("", ""), *, position: str = ""
    ) -> tuple[Side, ...]:
        """Return the data of both sides.

        position -- a position to describe instead of the seen one.
        """
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
        """Return the pip count of a side, "" before a game has begun."""
        count = pips(table, player)
        return "" if count is None else self.say("page.pips", count=count)

    def times(self, table: TimedTable, now: float | None, sitting: Sitting) -> Iterator[Time]:
        """Yield the time of this turn, and the time that each player has used or has left.

        now -- the time on the table's own clock, None if unknown. Without contact, the times are
        those of the moment when the contact was lost.
        """
        if now is None or sitting.away or sitting.cut_off:
            running, clock = None, table.clock
        else:
            running, clock = table.clock.runs_for, table.clock_at(now)
        since = table.ended
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
        """Yield sentences about one side's pieces: bar, hand, the points of its path, and tray."""
        wording = self.wording(table)
        aside = (("page.on-bar", BAR), ("page.in-hand", HAND))
        for text, zones in aside:
            if count := board[zones[player]].of(player):
                yield self.say(text, count=count)
        for zone in wording.track.zones[player]:
            if zone in POINTS:
                yield from on_point(wording, board, zone, player, player)
        if count := board[OFF[player]].of(player):
            yield self.say("page.off", count=count)
        if not board.count(player):
            yield self.say("page.no-pieces")

    def unknown(self, table: TableView) -> tuple[str, ...]:
        """Return sentences about the pieces that the board does not know."""
        board, wording = parse_placement(table.shown or table.position), self.wording(table)
        sentences = [
            self.say("page.unknown-on", count=board[zone].unknown, point=wording.name(zone))
            for zone in POINTS
            if board[zone].unknown
        ]
        aside = board.unknown - sum(board[zone].unknown for zone in POINTS)
        if aside:
            sentences.append(self.say("page.unknown-aside", count=aside))
        return tuple(sentences)

    def board_note(self, table: TableView) -> str:
        """Return a sentence that says at which moment the pieces were listed."""
        if table.phase in ("game-over", "over"):
            return self.say("page.as-ended")
        if table.dispute is not None:
            return self.say("page.as-left")
        if table.phase == "setup":
            return self.say("page.as-wanted")
        return self.say("page.as-seen" if table.shown else "page.as-agreed")


def alternative(rules: Rules, dispute: Dispute) -> str:
    """Return the text of the legal end that is nearest to the seen board of a dispute.

    Raise `ValueError` if the turn cannot be judged.
    """
    seen = parse_placement(dispute.seen)
    before = rules.parse(dispute.before)
    ends = rules.near_ends(before, dispute.player, dispute.dice, seen)
    texts = map(rules.text, ends)
    return min(texts, key=lambda text: (parse_placement(text).distance(seen), text))


def clock(seconds: float) -> str:
    """Return minutes and seconds, such as 1:05."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
