"""Converts score sheets of backgammon to `.mat` matches and back.

Data without a place in `.mat` are left out: opening throws, wrong boards before a correction,
refused resignations, and turns that were taken back by a ruling.
"""

from typing import Final

from companion.records import scripts
from companion.records.mat import Kind, MatAction, MatGame, MatMatch, MatResult
from companion.records.sheet import (
    Cube,
    Decision,
    Entry,
    Game,
    Sheet,
    SheetError,
    Turn,
)
from companion.records.walk import Walk
from companion.rules import Player, Rules, find_game

_SITE: Final = "Companion"
_CUBE: Final = {"offer": Kind.DOUBLE, "take": Kind.TAKE, "drop": Kind.DROP}


def to_mat(sheet: Sheet) -> MatMatch:
    """Return the sheet as a `.mat` match. Raises `SheetError` for games other than backgammon."""
    if sheet.game != "backgammon":
        raise SheetError(
            f"The .mat format holds backgammon, not {sheet.game}. Use the format text or json."
        )
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
    """Return the names in a form that the score line can hold."""
    v, n = (" ".join(name.replace(":", "_").split()) for name in players)
    return v, n


def _mat_game(sheet: Sheet, game: Game, rules: Rules) -> MatGame:
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
    left: list[Entry] = []
    for entry in entries:
        if isinstance(entry, Decision) and entry.what == "undo":
            back = [
                i
                for i, each in enumerate(left)
                if isinstance(each, Turn) and each.before == entry.position
            ]
            del left[back[-1] if back else len(left) :]
        else:
            left.append(entry)
    return left


def _actions(entry: Entry, walk: Walk) -> list[MatAction]:
    """Return the action in the file for one entry, as a list with at most one item."""
    match entry:
        case Turn(player, dice, fate="open"):
            return [MatAction(player, Kind.UNFINISHED, dice)]
        case Turn():
            return [_play(entry, walk)]
        case Cube(Player() as player, action):
            value = entry.value if action == "offer" else None
            return [MatAction(player, _CUBE[action], value=value)]
        case Cube():
            return [MatAction(Player.V, Kind.AUTOMATIC, value=entry.value)]
        case Decision(what="position"):
            return [MatAction(Player.V, Kind.SET, stands=entry.position)]
    return []


def _play(turn: Turn, walk: Walk) -> MatAction:
    accepted = turn.fate == "accepted"
    moves = walk.own_moves(turn)
    stands, faults = (turn.end, turn.faults) if accepted else ("", ())
    return MatAction(turn.player, Kind.PLAY, turn.dice, moves, stands=stands, faults=faults)


# --- the other direction --------------------------------------------------------------------------


def from_mat(match: MatMatch) -> Sheet:
    """Return the sheet of a `.mat` match. Raises `MatError` for a wrong play or score."""
    headers = {name.lower(): value for name, value in match.headers}
    options = set(headers.get("options", "").split())
    if headers.get("crawford", "").lower() == "off":
        options.add("no-crawford")
    rules = find_game("backgammon", options)
    begun = headers.get("eventdate", "").replace(".", "-")
    games = scripts.replay(match, rules)
    players, table = match.players, headers.get("table", "")
    return Sheet("backgammon", tuple(sorted(options)), match.length, games, players, begun, table)
