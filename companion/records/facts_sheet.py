"""Converts the journal's facts to a score sheet, and a sheet to facts."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from companion.records import sheet as s
from companion.referee import facts as f
from companion.rules import Fault, Player, Rules, Verdict, parse_placement


def read_sheet(settings: Mapping[str, object], facts: Iterable[f.Fact], begun: str = "") -> s.Sheet:
    """Return the sheet of a match from its settings and facts in the journal.

    Raises `SheetError` for an exercise, because a sheet cannot express one.
    """
    reader = _Reader()
    for fact in facts:
        reader.take(fact)
    options = settings.get("options")
    length = settings.get("match_to")
    return s.Sheet(
        game=str(settings.get("game", "")),
        options=tuple(map(str, options)) if isinstance(options, list | tuple) else (),
        length=length if isinstance(length, int) else None,
        games=reader.games(),
        players=s.names_in(settings),
        begun=begun,
        table=str(settings.get("table", "")),
    )


class _Reader:
    """Collects games, fact by fact. Facts repeated after a restart are entered once."""

    def __init__(self) -> None:
        self._games: list[s.SheetGame] = []
        self._entries: list[s.Entry] = []
        self._open: s.SheetTurn | None = None
        self._position = ""

    def games(self) -> tuple[s.SheetGame, ...]:
        self._leave_open()
        self._store()
        return tuple(self._games)

    def take(self, fact: f.Fact) -> None:
        match fact:
            case f.GameBegins():
                self._begin(fact)
            case f.TurnBegins():
                self._position = fact.position
            case f.Roll():
                self._roll(fact)
            case f.TurnEnds():
                self._turn_ends(fact)
            case f.ErrorClosed():
                self._error_closed(fact)
            case f.GameEnds():
                self._leave_open()
                self._store(s.SheetResult(fact.winner, fact.kind, fact.by, fact.points))
            case f.Opening():
                self._entries.append(s.SheetOpening(fact.v, fact.n))
            case f.CubeAction() | f.Resign():
                self._act(fact)
            case f.Ruling():
                self._rule(fact)

    def _rule(self, ruling: f.Ruling) -> None:
        if ruling.what in _TAKES_BACK:
            self._open = None
        elif ruling.what in _CLOSES_TURN:
            self._leave_open()
        self._entries.append(ruling)

    def _begin(self, fact: f.GameBegins) -> None:
        if fact.exercise:
            raise s.SheetError("error.exercise-format")
        last = self._games[-1] if self._games else None
        if last and last.number == fact.number and last.result is None:
            if fact.resumed:
                return
            if not self._is_played(last):
                # The program was restarted before the first turn, so the game begins again.
                self._games[-1] = replace(last, score=fact.score, crawford=fact.crawford)
                return
        self._leave_open()
        if any(game.number == fact.number and game.result for game in self._games):
            self._reopen(fact.number)
            return
        self._store()
        self._games.append(s.SheetGame(fact.number, fact.score, (), None, fact.crawford))

    def _is_played(self, last: s.SheetGame) -> bool:
        """Return whether the last game has entries other than rulings."""
        entries = (*last.entries, *self._entries)
        return self._open is not None or any(not isinstance(each, f.Ruling) for each in entries)

    def _reopen(self, number: int) -> None:
        """Continue a game whose result was undone, without the entries after the result.

        A turn that the result had interrupted continues.
        """
        while self._games[-1].number != number:
            self._games.pop()
        entries = self._games[-1].entries
        for index, turn in reversed([*enumerate(entries)]):
            if isinstance(turn, s.SheetTurn) and turn.fate == "open":
                self._open = turn
                entries = entries[:index] + entries[index + 1 :]
            if not _is_about_result(turn):
                break
        self._games[-1] = replace(self._games[-1], entries=entries, result=None)
        self._entries = [each for each in self._entries if isinstance(each, f.Ruling)]

    def _roll(self, fact: f.Roll) -> None:
        turn = s.SheetTurn(fact.player, fact.dice, self._position, "", "open")
        known = self._open
        if known is None or _key(known) != _key(turn):
            self._leave_open()
            self._open = turn

    def _turn_ends(self, fact: f.TurnEnds) -> None:
        turn = s.SheetTurn(fact.player, fact.dice, fact.before, fact.position)
        if fact.verdict is Verdict.LEGAL:
            self._entries.append(turn)
            self._open = None
        else:
            codes = tuple(str(fault.code) for fault in fact.faults)
            self._open = replace(turn, end="", fate="open", faults=codes, wrong=fact.position)

    def _with_error(self, turn: s.SheetTurn) -> s.SheetTurn:
        """Return a turn with its error, even if the acceptance of this error was undone."""
        if turn.wrong:
            return turn
        for entry in reversed(self._entries):
            if isinstance(entry, s.SheetTurn) and entry.wrong and _key(entry) == _key(turn):
                return replace(turn, faults=entry.faults, wrong=entry.wrong)
        return turn

    def _error_closed(self, fact: f.ErrorClosed) -> None:
        last = self._entries[-1] if self._entries else None
        if self._open is not None:
            self._entries.append(
                replace(self._with_error(self._open), end=fact.position, fate=fact.how)
            )
        elif isinstance(last, s.SheetTurn) and last.fate == fact.how:
            # The player corrected the error again, in another way.
            self._entries[-1] = replace(last, end=fact.position)
        self._open = None

    def _act(self, action: f.CubeAction | f.Resign) -> None:
        if isinstance(action, f.CubeAction):
            action = replace(action, still=False)
        if action.action == "accept":
            self._leave_open()
        # A pending offer is announced again after a restart or a pause.
        others = (each for each in reversed(self._entries) if not isinstance(each, f.Ruling))
        if action.action != "offer" or next(others, None) != action:
            self._entries.append(action)

    def _leave_open(self) -> None:
        """Enter a turn that had a throw but never ended."""
        if self._open is not None:
            self._entries.append(self._open)
        self._open = None

    def _store(self, result: s.SheetResult | None = None) -> None:
        """Move the collected entries into the current game. Before the first game, keep them."""
        if not self._games:
            return
        last = self._games[-1]
        entries = (*last.entries, *self._entries)
        self._games[-1] = replace(last, entries=entries, result=result or last.result)
        self._entries = []


_CLOSES_TURN: Final = ("award", "undo", "position", "dice")
"""The rulings after which an unfinished turn does not continue."""

_TAKES_BACK: Final = ("undo-throw", "undo-opening")
"""The rulings that remove the running turn, as if it had not begun."""


def _is_about_result(entry: s.Entry) -> bool:
    """Return whether an entry is an award or belongs to a resignation."""
    return isinstance(entry, f.Resign) or (isinstance(entry, f.Ruling) and entry.what == "award")


def _key(turn: s.SheetTurn) -> tuple[Player, tuple[int, int], str]:
    return turn.player, turn.dice, turn.before


# --- facts from a sheet --------------------------------------------------------------------------


def facts_of(sheet: s.Sheet) -> Iterator[tuple[f.Fact, ...]]:
    """Yield the facts of a sheet; each tuple has the facts of one line of the journal.

    Raises `PositionError` or `RulesError` for an invalid board or game.
    """
    rules = sheet.rules
    for game in sheet.games:
        options = tuple(sorted(sheet.options))
        begins = f.GameBegins(
            sheet.game, options, game.number, sheet.length, game.score, game.crawford
        )
        yield (begins,)
        last: s.Entry | None = None
        for entry in game.entries:
            yield from _of_entry(entry, last, rules)
            last = entry
        if game.result is not None:
            won = game.result
            yield (f.GameEnds(won.winner, won.kind, won.by, won.points, game.after),)
    if sheet.winner is not None:
        yield (f.MatchEnds(sheet.winner, sheet.games[-1].after),)


def _of_entry(entry: s.Entry, last: s.Entry | None, rules: Rules) -> Iterator[tuple[f.Fact, ...]]:
    match entry:
        case s.SheetOpening(v, n):
            starter = None if v == n else Player.V if v > n else Player.N
            yield (f.Opening(v, n, starter),)
        case s.SheetTurn():
            is_opening = isinstance(last, s.SheetOpening) and rules.game.opening_is_played
            yield from _of_turn(entry, rules, is_opening=is_opening)
        case f.CubeAction() | f.Resign() | f.Ruling():
            yield (entry,)


def _of_turn(turn: s.SheetTurn, rules: Rules, *, is_opening: bool) -> Iterator[tuple[f.Fact, ...]]:
    player, dice = turn.player, turn.dice
    yield f.TurnBegins(player, turn.before), f.Roll(player, dice, opening=is_opening)
    if turn.fate == "legal":
        yield (f.TurnEnds(player, dice, Verdict.LEGAL, (), turn.end, turn.before),)
        return
    if turn.wrong:
        faults = _faults(turn, rules)
        ends = f.TurnEnds(player, dice, Verdict.ILLEGAL, faults, turn.wrong, turn.before)
        yield ends, f.ErrorOpen(player, faults)
    if turn.end:
        yield (f.ErrorClosed(player, turn.fate, turn.end),)


def _faults(turn: s.SheetTurn, rules: Rules) -> tuple[Fault, ...]:
    """Return the faults with the codes in the sheet, and details that the rules find on the board.

    A fault of typed moves has no details if the board does not show it.
    """
    before, wrong = rules.parse(turn.before), parse_placement(turn.wrong)
    judged = {
        str(fault.code): fault
        for fault in reversed(rules.judge(before, turn.player, turn.dice, wrong).faults)
    }
    return tuple(judged.get(code) or Fault(code, turn.player) for code in turn.faults)
