"""A player who knows only what is spoken corrects every mistake that typed moves can make."""

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import pytest

from companion.referee.facts import ErrorOpen
from companion.referee.state import Phase
from companion.rules import Code, Fault, Player, Rules
from companion.rules.named_moves import after_moves
from companion.settings import Settings
from companion.speech.faults import fault_sentence
from companion.speech.wording import Wording
from tests.tables import FOLDER
from tests.typed.typed_sitting import TypedSitting, last

V, N = Player.V, Player.N
MOST_ENTRIES: Final = 3
START = {
    "backgammon": "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v",
    "jacquet": "V12=14n1N N12=14v1V",
}


@dataclass(frozen=True)
class Mistake:
    """A wrong turn: where it began, its dice, the line that was typed, and its first fault."""

    game: str
    code: Code
    player: Player
    dice: tuple[int, int]
    line: str
    position: str
    options: tuple[str, ...] = ()


def _mistakes() -> list[Mistake]:
    """Every code that typed moves can earn, in each game where they can."""
    rows = (FOLDER / "typed" / "mistakes.txt").read_text("utf-8").splitlines()
    return [_mistake(*(part.strip() for part in row.split("|"))) for row in rows]


def _mistake(game: str, code: str, turn: str, line: str, position: str) -> Mistake:
    game, *options = game.split()
    player, high, low = turn.split()
    return Mistake(
        game, Code(code), Player(player), (int(high), int(low)), line, position, tuple(options)
    )


class Listener:
    """The player who erred. He knows where the turn began, what he typed, and what he hears."""

    def __init__(self, mistake: Mistake, lang: str) -> None:
        self.mistake = mistake
        settings = Settings("", mistake.game, options=mistake.options, lang=lang)
        self.rules: Rules = settings.rules()
        self.sitting = TypedSitting(settings)
        self.wording = Wording(lang, mistake.game)
        self.start = self.rules.parse(mistake.position)
        self.moves = [leg for move in mistake.line.split() for leg in _legs(move)]
        side = "green" if mistake.player is V else "black"
        self.sitting.type(f":position {mistake.position} turn {side}")
        self.sitting.type("{}{}".format(*mistake.dice), mistake.line, "")
        self.hear("")
        self.entries = 0

    def hear(self, line: str) -> str:
        """Type a line and believe the answer: after "start" the line alone stands."""
        told = self.sitting.type(line)
        if self._says(told, "typed.line.start"):
            self.moves = line.split() if line in self.moves else []
        return told

    def _says(self, told: str, phrase: object) -> bool:
        return self.wording.say(phrase) in told  # type: ignore[arg-type]

    def dice_left(self, told: str) -> Counter[int]:
        """The dice that are still to be played, as they were named last."""
        named = {self._left(dice): dice for dice in _every_rest()}
        found = max((told.rfind(said), dice) for said, dice in named.items())
        assert found[0] >= 0, told
        return Counter(found[1])

    def _left(self, dice: tuple[int, ...]) -> str:
        fault = Fault(Code.DICE_UNUSED, self.mistake.player, dice=dice)
        return fault_sentence(self.wording, fault, self.mistake.player, self.mistake.dice)

    def correct(self, told: str) -> None:
        """Type a legal play from what stands there by ear: its first move, then the others."""
        while not self._says(told, "evening.corrected"):
            assert self.dice_left(told), told
            rest = self.rest_of_a_play()
            line = " ".join(rest if self.entries else rest[:1])
            self.entries += 1
            assert self.entries <= MOST_ENTRIES
            self.moves += line.split()
            told = self.hear(line)

    def rest_of_a_play(self) -> list[str]:
        """What is missing of some legal play that holds all the moves that stand."""
        turn = self.start, self.mistake.player, self.mistake.dice
        for end in sorted(self.rules.ends(*turn).positions):
            for play in self.rules.plays(*turn, end):
                legs = [leg for move in play.moves for leg in _legs(move)]
                missing = Counter(legs) - Counter(self.moves)
                if missing.total() == len(legs) - len(self.moves):
                    return [leg for leg in legs if missing[leg] and not missing.subtract([leg])]
        raise AssertionError(self.moves)

    @property
    def believed(self) -> str:
        """The position that stands there by ear."""
        board = self.rules.placement(self.start)
        return after_moves(board, self._with_hits(), self.mistake.player).text

    def _with_hits(self) -> list[str]:
        return self.mistake.line.split() if self.moves else []


def _legs(move: str) -> list[str]:
    """A play's move piece by piece, stop by stop, without the marks of hits."""
    stops = move.replace("*", "").split("/")
    return ["/".join(leg) for leg in pairwise(stops)]


def _every_rest() -> list[tuple[int, ...]]:
    """All dice that may be left of a throw, the larger first; none: any double."""
    dice = range(6, 0, -1)
    one = [(die,) for die in dice]
    two = [(high, low) for high in dice for low in dice if high > low]
    double = [(die,) * count for die in dice for count in (2, 3, 4)]
    return [(), *one, *two, *double]


IDS = [f"{each.game}-{each.code}-{index}" for index, each in enumerate(_mistakes())]


def test_every_fault_of_typed_moves_is_tested() -> None:
    impossible = {
        Code.HIT_NOT_ON_BAR,
        Code.PIECE_MISSING,
        Code.PIECE_EXTRA,
        Code.UNKNOWN_PIECE,
        Code.MOVED_OPPONENT,
        Code.TWO_COLOURS,
    }
    assert {each.code for each in _mistakes()} == set(Code) - impossible


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("mistake", _mistakes(), ids=IDS)
def test_a_demanded_correction_is_possible_from_what_is_spoken(mistake: Mistake, lang: str) -> None:
    listener = Listener(mistake, lang)
    assert last(listener.sitting, ErrorOpen).faults[0].code is mistake.code
    told = " ".join(each.text for each in listener.sitting.ear.said)
    if listener.wording.say("typed.line.start") not in told:
        told = listener.hear("no")
    listener.correct(told)
    assert listener.sitting.state.phase is not Phase.ERROR


@pytest.mark.parametrize("mistake", _mistakes(), ids=IDS)
def test_a_mistake_is_accepted_as_spoken_or_refused_aloud(mistake: Mistake) -> None:
    listener = Listener(mistake, "en")
    believed, had = listener.believed, bool(listener.moves)
    told = listener.hear("64")
    if had:
        assert listener.wording.say("evening.accepted") in told
        assert listener.sitting.position == believed
    else:
        assert listener.dice_left(told)
        assert listener.sitting.state.phase is Phase.ERROR


@pytest.mark.parametrize("mistake", _mistakes(), ids=IDS)
def test_a_player_may_begin_to_correct_before_anybody_asks(mistake: Mistake) -> None:
    listener = Listener(mistake, "en")
    if mistake.code is not Code.DICE_UNUSED:
        listener.moves = []
    line = (listener.rest_of_a_play() or [mistake.line])[0]
    listener.moves += line.split()
    listener.entries = 1
    listener.correct(listener.hear(line))
