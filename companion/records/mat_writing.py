"""Writes matches in the `.mat` text format."""

from collections.abc import Iterator
from typing import Final

from companion.records.mat import Kind, MatAction, MatGame, MatMatch, MatResult
from companion.rules import Player

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
            # A comment follows the action that it is about, so the line ends here.
            if row:
                yield _row(number, row)
                row, number = {}, number + 1
            yield _note(action)
    yield from _last(number, row, game.result)


def _last(number: int, row: dict[Player, str], result: MatResult | None) -> Iterator[str]:
    """Yield the last cells and the winner.

    After `Drops` in the left column, GNU Backgammon expects the result in the right column of
    the same line; on a line of its own, it would count the points twice.
    """
    won = (
        ""
        if result is None
        else f"Wins {result.points} point" + " and the match" * result.match_over
    )
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
    """Return one cell; a turn without a move is the bare roll, which all readers take as a pass."""
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
