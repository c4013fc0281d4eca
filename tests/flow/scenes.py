"""Reads the scenes in `scenes/` and plays them on a stage.

A scene is a text file with one line for each act at the table. The sentence after `|` describes the
act in the transcript; without it the act is left out of the transcript. A position is named or
written out. Zones after a name replace those of the named position: `stand START V8=2v V5=1v`.

    table match=5 mode=club        a new companion; the transcript so far stays
    from START player=black turn=9 cube=2,green match=5,1,2,3   begins in the middle of a game;
                                   match: its length, both scores, the number of this game
    == title                       begins a part
    throw green 6-                 one or two dice; `lift`, `lift green 0`, `touch green 0 5`
    press green yes hint           keys; `menu:resign` is the presses that lead to that entry
    events                         writes the names of the events since the last time
    keep                           stores the state for the next `restart`
    choose green pause             a menu entry, without its key presses in the transcript
    rule pause                     what a referee types; `dead V3 V4`: places out of order
    act draws 3 1                  what the practice partner does
    typed                          dice are typed from now on, at the board of now
    type 8/5                       a line that is typed
    unpowered up green 0; down black 0 6; lift V12 n; put N7 n
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from companion.events import to_event
from companion.link.messages import Key
from companion.referee import inputs
from companion.referee.state import State
from companion.rules import Cube, Match, Player
from companion.session.ruling_lines import parse
from companion.settings import OpponentSettings
from companion.sim.hands import Lift, Put
from tests.flow.clumsy import ClumsyAct, DieDown, DieUp
from tests.flow.sitting import Sitting
from tests.flow.stage import Stage
from tests.menu_keys import to

FOLDER: Final = Path(__file__).parent / "scenes"
POSITIONS: Final = {
    "EMPTY": "",
    "START": "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v",
    "MADE_FIVE": "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v",
    "WRONG": "V1=2n V3=1v V6=5v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v",
    "JACQUET": "V12=14n1N N12=14v1V",
    "BLACKS_FIVE": "V1=2n V6=5v V8=3v V12=5n N1=5v N5=2n N7=4n N8=2n N12=2v",
}
PLAYERS: Final = {"green": Player.V, "black": Player.N}


def position(words: list[str]) -> str:
    """Return the position that words name, change or write out."""
    if not words or words[0] not in POSITIONS:
        return " ".join(words)
    zones = dict(token.split("=") for token in POSITIONS[words[0]].split())
    zones |= dict(token.split("=") for token in words[1:])
    return " ".join(f"{zone}={pile}" for zone, pile in zones.items() if pile)


class Scene:
    """Plays a scene in one language."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self._kept: State | None = None
        self.stage = Stage(lang)

    def do(self, line: str) -> None:
        """Do what a line says."""
        said, _, text = line.partition(" | ")
        verb, *words = said.split()
        if verb == "==":
            self.stage.title(" ".join(words))
        elif verb == "rule":
            self.stage.rule(" ".join(words))
        elif verb in ("throw", "lift", "touch", "press", "choose"):
            getattr(self, f"_{verb}")(PLAYERS[words[0]], words[1:], text)
        else:
            getattr(self, f"_{verb}")(words, text)

    def _table(self, words: list[str], _text: str) -> None:
        given: dict[str, Any] = dict(word.split("=") for word in words)
        given["options"] = tuple(filter(None, given.pop("options", "").split(",")))
        given["match_to"] = int(given.pop("match", 0)) or None
        side, dice = given.pop("opponent", ","), given.pop("exercise", "")
        player, _, drawn = side.partition(",")
        against = OpponentSettings(player, 4, drawn) if player else OpponentSettings(exercise=dice)
        self._kept = None
        written = self.stage.lines
        self.stage = Stage(self._lang, **given, against=against)
        self.stage.lines = written

    def _from(self, words: list[str], _text: str) -> None:
        changes: dict[str, Any] = {}
        readers: dict[str, Callable[[str], Any]] = {
            "player": PLAYERS.__getitem__,
            "turn": int,
            "cube": _cube,
            "match": _match,
            "board": lambda text: text.replace(",", " ").replace(":", "="),
        }
        zones = []
        for word in words:
            name, _, value = word.partition("=")
            if name in readers:
                changes[name] = readers[name](value)
            else:
                zones.append(word)
        self.stage.go_on_from(position(zones), **changes)

    def _typed(self, _words: list[str], _text: str) -> None:
        self.stage.settings = replace(self.stage.settings, type_dice=True)
        self._again([], "")

    def _type(self, words: list[str], _text: str) -> None:
        self.stage.sitting.type(" ".join(words))
        self.stage.note(f"Typed: {' '.join(words) or 'Enter'}")

    def _exercise(self, words: list[str], _text: str) -> None:
        game, name = words
        settings = replace(self.stage.settings, game=game, against=OpponentSettings(exercise=name))
        self.stage.settings = settings

    def _wait(self, words: list[str], text: str) -> None:
        self.stage.sitting.wait(int(words[0]))
        self._note(text)

    def _stand(self, words: list[str], text: str) -> None:
        self.stage.put(position(words))
        self._note(text)

    def _note(self, text: str) -> None:
        if text:
            self.stage.note(text)

    def _forget(self, _words: list[str], _text: str) -> None:
        self.stage.forget()

    def _events(self, _words: list[str], _text: str) -> None:
        found = [to_event(told.fact, 0.0) for told in self.stage.sitting.take()]
        names = [str(event["event"]) for event in found if event is not None]
        self.stage.lines.append(f"events: {', '.join(names) or 'none'}")

    def _throw(self, player: Player, words: list[str], text: str) -> None:
        self.stage.throw(player, words[0], text)

    def _lift(self, player: Player, words: list[str], text: str) -> None:
        self.stage.lift(player, text, tuple(map(int, words)) or (0, 1))

    def _touch(self, player: Player, words: list[str], text: str) -> None:
        self.stage.touch(player, int(words[0]), words[1], text)

    def _press(self, player: Player, words: list[str], _text: str) -> None:
        for word in words:
            entry = word.removeprefix("menu:")
            self.stage.press(player, *([Key(word)] if entry == word else self._way_to(entry)))

    def _choose(self, player: Player, words: list[str], _text: str) -> None:
        self.stage.sitting.press(player, *self._way_to(words[0]))
        self.stage.forget()
        self.stage.press(player, Key.YES)

    def _way_to(self, entry: str) -> list[Key]:
        return to(entry, self.stage.sitting.evening.table.referee.state)

    def _dead(self, words: list[str], _text: str) -> None:
        for zone in words:
            self.stage.sitting.evening.table.decide(parse(f"out-of-order {zone}"))
        self.stage.sitting.wait(1500)
        self.stage.forget()

    def _faults(self, words: list[str], _text: str) -> None:
        """Let the board report these faults from now on."""
        faults = [word.split(":") for word in words]
        self.stage.sitting.board.show_faults(*((zone, code) for zone, code in faults))

    def _again(self, _words: list[str], _text: str) -> None:
        """Begin a new game at the same board."""
        self.stage.sitting = Sitting(self.stage.settings, self.stage.sitting.board)
        self.stage.sitting.wait(1500)

    def _keep(self, _words: list[str], _text: str) -> None:
        """Keep the state as it is now for the next `restart`."""
        self._kept = self.stage.sitting.evening.table.referee.state

    def _restart(self, _words: list[str], text: str) -> None:
        self.stage.restart(text, self._kept)

    def _farewell(self, _words: list[str], text: str) -> None:
        self.stage.farewell(text)

    def _act(self, words: list[str], text: str) -> None:
        what, *given = words
        partner = Player.N
        act: inputs.Act
        if what == "names":
            act = inputs.Names(position(given))
        elif what == "draws":
            act = inputs.Draws((int(given[0]), int(given[1])))
        elif what == "threw":
            act = inputs.ThrewOne(partner, int(given[0]))
        else:
            act = inputs.Offers() if what == "offers" else inputs.Says(partner, yes=True)
        self.stage.act(act, text)

    def _unpowered(self, words: list[str], text: str) -> None:
        parts = " ".join(words).split(";")
        self.stage.without_power(*map(_clumsy, filter(None, parts)), text=text)


def _clumsy(text: str) -> ClumsyAct:
    verb, first, *rest = text.split()
    if verb == "up":
        return DieUp(PLAYERS[first], int(rest[0]))
    if verb == "down":
        return DieDown(PLAYERS[first], int(rest[0]), rest[1], 100)
    return (Lift if verb == "lift" else Put)(first, rest[0])


def _cube(text: str) -> Cube:
    value, _, owner = text.partition(",")
    return Cube(int(value), PLAYERS.get(owner))


def _match(text: str) -> Match:
    length, green, black, number = map(int, text.split(","))
    return Match(length, crawford=True, score=(green, black), number=number)


def play(name: str, lang: str) -> Stage:
    """Play a scene to its end."""
    scene = Scene(lang)
    for line in (FOLDER / f"{name}.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            scene.do(line)
    return scene.stage
