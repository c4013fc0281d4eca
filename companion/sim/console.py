"""Controls a virtual board by lines of text, one action per line; `help` lists them."""

import sys
import time
from collections.abc import Callable, Iterable
from threading import Event
from typing import Final

from companion.ending import start_thread
from companion.link.messages import LETTERS, ZONES, Key
from companion.rules import Player, Rules, parse_placement
from companion.rules.vocabulary import EXIT, HAND, OFF
from companion.sim.board import SimError, VirtualBoard, unknown_piece
from companion.sim.hands import BoardHands, Layout
from companion.sim.server import BoardServer
from companion.sim.wires import SocketWire, any_wire
from companion.speech.catalogue import Catalogue, first_sentence

LONGEST_WAIT: Final = 60_000

_HANDS: Final = {zone: player.value.lower() for player, zone in HAND.items()}


def serve(
    rules: Rules, port: int | None, ended: Event, say: Callable[[str], None], lang: str
) -> None:
    """Serve a board with a game set up until `ended`, controlled by standard input.

    port -- a TCP port, 0 for any free one; None for a pseudo-terminal if the system has them
    say -- called with the board's address, then with the answers

    Raise `ValueError` or `OSError` with one clear sentence.
    """
    wire = any_wire() if port is None else SocketWire(port)
    with BoardServer(VirtualBoard(boot=time.time_ns()), [wire]) as server:
        layout = Layout(rules.game, mirrored="mirrored" in rules.options)
        # Advance the board's clock instead of waiting while pieces are put down.
        hands = BoardHands(server.act, lambda ms: server.act(lambda b: b.advance(ms)), layout)
        hands.set_up(rules.placement(rules.start))
        catalogue = Catalogue(lang)
        say(catalogue.say("command.sim-at", url=server.urls[0]))

        def obey() -> None:
            if Console(rules, server, hands, catalogue).run(sys.stdin, say):
                ended.set()

        # At the end of input the board keeps running until `ended`.
        start_thread("console", obey)
        ended.wait()


class Console:
    """Executes lines. The answer to each is `ok`, a result or an error message."""

    def __init__(
        self, rules: Rules, server: BoardServer, hands: BoardHands, catalogue: Catalogue
    ) -> None:
        self._catalogue = catalogue
        self._rules = rules
        self._server = server
        self._hands = hands
        self._verbs: dict[str, Callable[..., str | None]] = {
            "help": lambda: catalogue.say("command.sim-help"),
            "show": lambda: server.act(_shown),
            "start": lambda: hands.set_up(rules.placement(rules.start)),
            "setup": lambda *tokens: hands.set_up(parse_placement(" ".join(tokens))),
            "move": self._move,
            "lift": self._lift,
            "put": self._put,
            "throw": lambda side, faces: hands.throw(_side(side), faces[0], faces[1:2] or None),
            "dice": lambda side: hands.lift(_side(side)),
            "press": self._press,
            "unplug": server.unplug,
            "replug": server.replug,
            "wait": self._wait,
        }

    def run(self, lines: Iterable[str], answer: Callable[[str], None]) -> bool:
        """Execute each line. Return True after `quit`, False at the end of the lines."""
        for line in lines:
            words = line.split()
            if words[:1] == ["quit"]:
                return True
            if words:
                for part in self._obey(words).split("\n"):
                    answer(part)
        return False

    def _obey(self, words: list[str]) -> str:
        verb, *arguments = words
        do, known = self._verbs.get(verb), ", ".join((*self._verbs, "quit"))
        if do is None:
            return self._catalogue.say("command.sim-verb", word=verb[:20], known=known)
        try:
            return do(*arguments) or "ok"
        except ValueError as error:
            return self._catalogue.tell(first_sentence(error))
        except TypeError:
            return self._catalogue.say("command.sim-words", verb=verb, words=len(arguments))

    def _move(self, source: str, target: str, letter: str = "") -> None:
        self._server.act(lambda board: self._carry(board, source, target, letter))

    def _lift(self, zone: str, letter: str = "") -> None:
        zone = self._place(zone)
        self._server.act(lambda board: board.lift(zone, letter or _top(board, zone)))

    def _put(self, zone: str, letter: str) -> None:
        zone = self._place(zone)
        self._server.act(lambda board: board.put(zone, letter))

    def _carry(self, board: VirtualBoard, source: str, target: str, letter: str) -> None:
        """Move one piece between zones or the hand. An invalid move changes nothing."""
        source, target = self._place(source), self._place(target)
        if letter and letter not in set(LETTERS):
            raise unknown_piece(letter)
        if source in _HANDS:
            letter = letter or _HANDS[source]
        else:
            letter = letter or _top(board, source)
            board.lift(source, letter)
        if target not in _HANDS:
            board.put(target, letter)

    def _place(self, zone: str) -> str:
        """Return the zone on the board; in Jacquet, borne-off pieces are on a point (J8)."""
        if self._rules.game.exit_number:
            zone = {OFF[player]: EXIT[player] for player in Player}.get(zone, zone)
        if zone not in ZONES and zone not in _HANDS:
            raise SimError("command.sim-place", zone=repr(zone[:10]))
        return zone

    def _press(self, side: str, key: str) -> None:
        if key not in set(Key):
            raise SimError("command.sim-key", key=repr(key[:10]), known=", ".join(Key))
        self._hands.press(_side(side), Key(key))

    def _wait(self, ms: str) -> None:
        if not ms.isascii() or not ms.isdecimal() or int(ms[:9]) > LONGEST_WAIT:
            raise SimError("command.sim-wait", most=LONGEST_WAIT)
        self._server.act(lambda board: board.advance(int(ms)))


def _side(name: str) -> Player:
    if name not in set(Player):
        raise SimError("command.sim-side", name=repr(name[:10]))
    return Player(name)


def _top(board: VirtualBoard, zone: str) -> str:
    """Return the letter of the top piece. Raise `SimError` if the zone is empty or mixed."""
    letters = [letter for name, pile in board.zones if name == zone for letter, _ in pile]
    if not letters:
        raise SimError("command.sim-empty", zone=zone)
    if len({letter.lower() for letter in letters}) > 1:
        raise SimError("command.sim-which", zone=zone, letters=", ".join(letters))
    return letters[-1]


def _shown(board: VirtualBoard) -> str:
    """Return the position on the board and the dice in the trays, as text."""
    piles = (
        f"{zone}={''.join(f'{n}{letter}' for letter, n in pile)}" for zone, pile in board.zones
    )
    trays = (f"dice {player.value} {board.faces(player)}" for player in Player)
    return ", ".join([" ".join(piles) or "nothing", *trays])
