"""Converts score sheets of backgammon to `.mat` matches, and writes the text of a match.

Data that `.mat` cannot express are left out: opening throws, wrong boards before a correction,
refused resignations, and turns that were taken back by a ruling.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.records.mat import Kind, MatAction, MatGame, MatMatch, MatResult
from companion.records.sheet import Entry, Sheet, SheetError, SheetGame, SheetTurn, Walk
from companion.referee.facts import CubeAction, Resign, Ruling
from companion.rules import Player, Rules

_SITE: Final = "Companion"
_CUBE: Final = {"offer": Kind.DOUBLE, "take": Kind.TAKE, "drop": Kind.DROP}


def to_mat(sheet: Sheet) -> MatMatch:
    """Return the sheet as a `.mat` match. Raises `SheetError` for games other than backgammon."""
    if sheet.game != "backgammon":
        raise SheetError("error.mat-game", game=sheet.game)
    headers = [("Site", _SITE), ("Player 1", sheet.players[0]), ("Player 2", sheet.players[1])]
    headers += [("EventDate", sheet.begun[:10].replace("-", "."))] * bool(sheet.begun)
    headers += [("Table", " ".join(sheet.table.split()))] * bool(sheet.table)
    headers.append(("Variation", "Backgammon"))
    headers.append(("Crawford", "Off" if "no-crawford" in sheet.options else "On"))
    others = " ".join(sorted(set(sheet.options) - {"no-crawford"}))
    headers += [("Options", others)] * bool(others)
    rules = sheet.rules
    games = tuple(_mat_game(sheet, game, rules) for game in sheet.games)
    return MatMatch(sheet.length, _plain(sheet.players), tuple(headers), games)


def _plain(players: tuple[str, str]) -> tuple[str, str]:
    """Return the names without characters that the score line cannot contain."""
    v, n = (" ".join(name.replace(":", "_").split()) for name in players)
    return v, n


def _mat_game(sheet: Sheet, game: SheetGame, rules: Rules) -> MatGame:
    walk = Walk(rules)
    actions: list[MatAction] = []
    for entry in _standing(game.entries):
        actions += _actions(entry, walk)
    result = game.result
    if result is None:
        return MatGame(game.number, game.score, tuple(actions))
    over = game is sheet.games[-1] and sheet.winner is not None
    return MatGame(
        game.number, game.score, tuple(actions), MatResult(result.winner, result.points, over)
    )


def _standing(entries: tuple[Entry, ...]) -> list[Entry]:
    """Return the entries without each `undo` ruling and without the entries that it took back.

    If nothing precedes an undo, the undone match ended in an earlier file. Such an undo becomes a
    ruling that sets the position.
    """
    left: list[Entry] = []
    for entry in entries:
        if not (isinstance(entry, Ruling) and entry.what == "undo"):
            left.append(entry)
        elif left:
            del left[_undone(left, entry.position) :]
        else:
            left.append(replace(entry, what="position"))
    return left


def _undone(entries: list[Entry], position: str) -> int:
    """Return the index of the first entry that an undo takes back.

    This entry is the last decision, such as an award. Without a decision it is the turn that began
    at `position`, the position that the undo restores. If the decision was the answer to a double,
    the first entry is the offer, because the offer is entered again.
    """
    begun = len(entries)
    for index, entry in reversed(list(enumerate(entries))):
        match entry:
            case SheetTurn(fate="accepted") | Resign(action="accept") | Ruling(what="award"):
                return index
            case CubeAction(action="offer"):
                return index
            case SheetTurn(before=before) if before == position and begun == len(entries):
                begun = index
    return begun


def _actions(entry: Entry, walk: Walk) -> list[MatAction]:
    """Return the action for one entry, as a list with one item; an empty list if there is none."""
    match entry:
        case SheetTurn(player, dice, fate="open"):
            return [MatAction(player, Kind.UNFINISHED, dice)]
        case SheetTurn():
            return [_play(entry, walk)]
        case CubeAction(Player() as player, action):
            value = entry.value if action == "offer" else None
            return [MatAction(player, _CUBE[action], value=value)]
        case CubeAction():
            return [MatAction(Player.V, Kind.AUTOMATIC, value=entry.value)]
        case Ruling(what="position"):
            return [MatAction(Player.V, Kind.SET, stands=entry.position)]
    return []


def _play(turn: SheetTurn, walk: Walk) -> MatAction:
    accepted = turn.fate == "accepted"
    moves = walk.own_moves(turn)
    stands, faults = (turn.end, turn.faults) if accepted else ("", ())
    return MatAction(turn.player, Kind.PLAY, turn.dice, moves, stands=stands, faults=faults)


_WORDS: Final = {Kind.TAKE: " Takes", Kind.DROP: " Drops"}


def write(match: MatMatch) -> str:
    """Return the text of a match, which `mat.read` and other programs can read."""
    lines = [
        f'; [{name} "{value}"]' if name else f"; {value}".rstrip() for name, value in match.headers
    ]
    lines += [""] * bool(lines) + [f" {match.length or 0} point match"]
    for game in match.games:
        left, right = (
            f"{name} : {score}" for name, score in zip(match.players, game.score, strict=True)
        )
        lines += ["", f" Game {game.number}", f" {left:<31} {right}", *_rows(game)]
    return "\n".join(lines) + "\n"


def _rows(game: MatGame) -> Iterator[str]:
    """Yield numbered lines: V's cell, then N's. A cell is empty if a player acts out of order."""
    row: dict[Player, str] = {}
    number = 1
    for action in game.actions:
        is_note = action.kind in (Kind.SET, Kind.AUTOMATIC)
        if row and (is_note or action.player in row or Player.N in row):
            yield _row(number, row)
            row, number = {}, number + 1
        if not is_note:
            row[action.player] = _cell(action)
        if is_note or action.stands:
            # A comment follows the action to which it belongs, so the line ends here.
            if row:
                yield _row(number, row)
                row, number = {}, number + 1
            yield _note(action)
    yield from _last(number, row, game.result)


def _last(number: int, row: dict[Player, str], result: MatResult | None) -> Iterator[str]:
    """Yield the last cells and the winner.

    After `Drops` in the left column, GNU Backgammon expects the result in the right column of the
    same line. It would count the points of a result on a separate line twice.
    """
    won = ""
    if result is not None:
        won = f"Wins {result.points} point" + " and the match" * result.match_over
    if result is not None and result.winner is Player.N and row and Player.N not in row:
        yield _row(number, row | {Player.N: won})
        return
    if row:
        yield _row(number, row)
    if result is not None:
        yield " " * (6 if result.winner is Player.V else 34) + won


def _row(number: int, row: dict[Player, str]) -> str:
    return f"{number:3}) {row.get(Player.V, ''):<27}  {row.get(Player.N, '')}".rstrip()


def _note(action: MatAction) -> str:
    """Return the comment for an action that the format cannot express."""
    if action.kind is Kind.AUTOMATIC:
        return f'; [Automatic double "{action.value}"]'
    if action.kind is Kind.SET:
        return f'; [Set "{action.stands}"]'
    faults = f' [Faults "{" ".join(action.faults)}"]' * bool(action.faults)
    return f'; [Stands "{action.stands}"] illegal, but accepted{faults}'


def _cell(action: MatAction) -> str:
    """Return one cell.

    A turn without a move is the roll alone, which all programs read as a pass.
    """
    value = "" if action.value is None else action.value
    if action.kind is Kind.DOUBLE:
        return f" Doubles => {value}" if value else " Doubles"
    if action.kind is Kind.RESIGN:
        return f" Losses {value} point" if value else " Resigns"
    if action.dice is None:
        return _WORDS[action.kind]
    high, low = action.dice
    moves = " ".join(f"{m.source}/{m.target}{'*' * m.hit}" for m in action.moves)
    return f"{high}{low}: {moves if action.kind is Kind.PLAY else '????'}".rstrip()
