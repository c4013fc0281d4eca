"""Checks that a sheet from a file is possible: positions, throws, plays and scores."""

from typing import Final

from companion.records import sheet as s
from companion.records.sheet import FATES, SheetError, Walk
from companion.referee.disabled_places import KNOWN
from companion.rules import (
    MatchError,
    PositionError,
    Rules,
    RulesError,
    agree_match,
    parse_placement,
)
from companion.rules.games import fault_codes

MOST_GAMES: Final = 2000
MOST_ENTRIES: Final = 5000
"""The most entries in one game; long real games have some two hundred."""

LARGEST_VALUE: Final = 1 << 30
LONGEST_TEXT: Final = 200
"""The most characters of a name, a day, or the text of a ruling."""
_ENDS: Final = ("off", "drop", "resign", "ruling")
_CUBE: Final = ("offer", "take", "drop", "automatic")
_RESIGN: Final = ("offer", "accept", "refuse")


def check(sheet: s.Sheet) -> None:
    """Raise `SheetError`, with the game and the entry, if the match is impossible.

    Legal turns must be legal and accepted ones illegal. Each turn must begin where the previous
    one ended, unless a ruling is between them. Scores must follow from the results.
    """
    try:
        rules = sheet.rules
        agree_match(rules, sheet.length, imported=True)
    except (RulesError, MatchError) as error:
        raise SheetError(str(error)) from None
    for text in (*sheet.players, sheet.table, sheet.begun):
        if len(text) > LONGEST_TEXT:
            raise SheetError(f"{text[:20]!r}… is longer than {LONGEST_TEXT} characters.")
    if not sheet.begun.isprintable():
        raise SheetError(f"{sheet.begun[:20]!r} is no day.")
    if len(sheet.games) > MOST_GAMES:
        raise SheetError(f"The match has more than {MOST_GAMES} games.")
    expected: tuple[int, int] | None = None
    for game in sheet.games:
        if (
            expected not in (None, game.score)
            or not 0 <= min(game.score) <= max(game.score) < LARGEST_VALUE
        ):
            raise SheetError(f"Game {game.number}: the score before it is not {game.score}.")
        _Game(rules, game).check()
        expected = game.after if game.result is not None else None


class _Game:
    def __init__(self, rules: Rules, game: s.Game) -> None:
        self._walk = Walk(rules)
        self._game = game
        self._position = rules.text(rules.start)
        self._entry = 0

    def check(self) -> None:
        if not 1 <= self._game.number < LARGEST_VALUE:
            raise SheetError(f"No game has the number {self._game.number}.")
        if len(self._game.entries) > MOST_ENTRIES:
            raise self._wrong(f"it has more than {MOST_ENTRIES} entries")
        for number, entry in enumerate(self._game.entries, 1):
            self._entry = number
            try:
                self._one(entry)
            except (PositionError, RulesError) as error:
                raise self._wrong(str(error).rstrip(".")) from None
        self._result()

    def _one(self, entry: s.Entry) -> None:
        match entry:
            case s.Throw(v, n):
                self._need(1 <= v <= 6 and 1 <= n <= 6, f"{v} and {n} are no dice")
            case s.Turn():
                self._turn(entry)
            case s.Cube():
                self._need(
                    entry.action in _CUBE, f"{entry.action[:20]!r} is nothing done to a cube"
                )
                self._need((entry.player is None) == (entry.action == "automatic"), "who doubles?")
                power = entry.value > 0 and not entry.value & (entry.value - 1)
                self._need(power and entry.value < LARGEST_VALUE, f"no cube shows {entry.value}")
            case s.Resignation():
                self._need(entry.action in _RESIGN, f"{entry.action[:20]!r} is no resignation")
                most = len(self._walk.rules.game.kinds)
                self._need(1 <= entry.value <= most, f"nobody resigns {entry.value} games")
            case s.Decision():
                self._decision(entry)

    def _turn(self, turn: s.Turn) -> None:
        rules = self._walk.rules
        before = rules.parse(turn.before)
        self._need(turn.fate in FATES, f"{turn.fate[:20]!r} is no fate of a turn")
        self._need(turn.dice[0] >= turn.dice[1], "the larger die comes first")
        self._need(turn.before == rules.text(before), "its position is not written canonically")
        self._need(turn.before == self._position, "it does not begin where the one before ended")
        self._need(set(turn.faults) <= fault_codes(), "it names a fault there is not")
        self._need(
            turn.wrong == parse_placement(turn.wrong).text, "its board is not written canonically"
        )
        if turn.fate == "open":
            self._need(not turn.end, "an open turn has no end")
            return
        end = rules.parse(turn.end)
        self._need(turn.end == rules.text(end), "its end is not written canonically")
        accepted = turn.fate == "accepted"
        self._need(not accepted or turn.wrong == turn.end, "it was accepted on another board")
        legal = self._walk.is_legal(turn)
        self._need(legal != accepted, "it is not legal" if not accepted else "it is legal")
        self._position = turn.end
        self._walk.enter(turn.end)

    def _decision(self, entry: s.Decision) -> None:
        longest = max(map(len, (entry.what, entry.by, entry.reason)))
        self._need(longest <= LONGEST_TEXT, f"a text has more than {LONGEST_TEXT} characters")
        if entry.position:
            self._position = self._walk.rules.text(self._walk.rules.parse(entry.position))
        if entry.dice is not None:
            self._need(all(1 <= die <= 6 for die in entry.dice), "these are no dice")
        kinds = ("", *self._walk.rules.game.kinds)
        self._need(entry.kind in kinds, f"{entry.kind[:20]!r} is no kind of a won game")
        points = 1 if entry.points is None else entry.points
        self._need(0 < points < LARGEST_VALUE, f"nobody is given {points} points")
        self._need(entry.zone in ("", *KNOWN), f"{entry.zone[:20]!r} is no place")

    def _result(self) -> None:
        result = self._game.result
        if result is None:
            return
        known = self._walk.rules.game.kinds
        self._need(result.kind in known, f"{result.kind[:20]!r} is no kind of a won game")
        self._need(result.by in _ENDS, f"{result.by[:20]!r} is no way to win")
        self._need(0 < result.points < LARGEST_VALUE, f"nobody wins {result.points} points")
        if result.by == "off":
            rules = self._walk.rules
            winner = rules.winner(rules.parse(self._position))
            self._need(winner is result.winner, "the winner's pieces are not all off")

    def _need(self, right: bool, why: str) -> None:  # noqa: FBT001 - a condition
        if not right:
            raise self._wrong(why)

    def _wrong(self, why: str) -> SheetError:
        return SheetError(f"Game {self._game.number}, entry {self._entry}: {why}.")
