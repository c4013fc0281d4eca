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
from tests.typed.test_typed_table import last
from tests.typed.typed_sitting import TypedSitting

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
    rows = [line for line in MISTAKES.strip().splitlines() if line.strip()]
    return [_mistake(*(part.strip() for part in row.split("|"))) for row in rows]


def _mistake(game: str, code: str, turn: str, line: str, position: str) -> Mistake:
    game, *options = game.split()
    player, high, low = turn.split()
    return Mistake(
        game,
        Code(code),
        Player(player),
        (int(high), int(low)),
        line,
        position,
        tuple(options),
    )


# ruff: noqa: E501 - one row a mistake
MISTAKES = """
acey-deucey | backwards         | V 3 2 | N6/N12  | V8=1n N6=1v VH=14v NH=14n
acey-deucey | dice-unused       | V 2 2 | VH/N11  | V8=1n N6=1v VH=14v NH=14n
acey-deucey | dice-unused       | V 2 1 | VH/N12  | VH=15v NH=15n
acey-deucey | not-all-home      | V 4 3 | V3/VO   | V1=8v V2=4v V3=2v V11=1v N11=6n N12=9n
acey-deucey | farther-piece     | V 6 5 | V1/VO   | V1=1v V6=2v VO=12v N12=15n
acey-deucey | occupied-point    | N 6 3 | NB/V3   | V2=1v V3=5v V6=2n V8=1n V10=3n N4=1v N10=4n N12=1n VB=8v NB=4n
acey-deucey | blocked-stop      | V 3 2 | N7/N2   | N4=2n N5=2n N7=15v NH=11n
acey-deucey | smaller-die       | V 6 3 | V10/V7  | V10=1v VO=14v V1=2n V9=1n V2=2n V6=2n V3=2n V5=2n V8=4n
acey-deucey | wrong-distance    | V 4 1 | VH/V5   | V8=1n N6=1v VH=14v NH=14n
backgammon  | backwards         | V 3 1 | V6/V9 V6/V5 | V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v
backgammon  | bar-first         | N 6 1 | N10/N11 | V6=8v V7=1n V9=1v N1=6v N10=6n N11=7n NB=1n
backgammon  | blocked-stop      | V 3 2 | N7/N2   | N4=2n N5=2n N7=15v N12=11n
backgammon  | dice-unused       | V 6 3 | N12/N6  | V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v
backgammon  | dice-unused       | V 3 3 | N12/N9/N6 | V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v
backgammon  | farther-piece     | V 4 3 | V6/V3 V2/VO | V6=2v V5=3v V2=4v VO=6v N12=5n N11=5n N10=5n
backgammon  | not-all-home      | V 6 5 | V6/VO   | V1=2n V6=5v V8=3v V12=5n N1=5v N5=1n N7=5n N11=2n N12=2v
backgammon  | occupied-point    | V 5 1 | N12/N7 V6/V5 | V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v
backgammon  | smaller-die       | V 6 3 | V10/V7  | V10=1v VO=14v V1=2n V9=1n V2=2n V6=2n V3=2n V5=2n V8=4n
backgammon  | wrong-distance    | V 6 3 | V8/V3   | V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v
dutch       | backwards         | V 4 3 | V8/V12  | V8=15v N12=15n
dutch       | bar-first         | V 4 1 | N12/N11 | N12=1v VH=14v NH=15n
dutch       | blocked-stop      | V 4 3 | V12/V5  | V8=5n V9=3n V12=15v N6=2n N12=5n
dutch       | dice-unused       | V 4 3 | VH/N10  | VH=15v NH=15n
dutch       | farther-piece     | N 5 3 | N12/NO  | V12=15v N8=1n N11=5n N12=5n NO=4n
dutch       | hit-forbidden     | V 6 2 | VH/N11 VH/N7* | N7=1n VH=15v NH=14n
dutch       | not-all-home      | V 4 1 | V4/VO   | V4=1v V11=1v N1=13v N12=15n
dutch       | occupied-point    | V 4 3 | N6/N2 N6/N3 | N2=2n N6=5v N9=5v N10=5v N12=13n
dutch       | smaller-die       | V 6 3 | V10/V7  | V10=1v VO=14v V1=2n V9=1n V2=2n V6=2n V3=2n V5=2n V8=4n
dutch       | wrong-distance    | V 3 3 | VH/V2   | VH=15v NH=15n
jacquet     | backwards         | V 6 2 | V4/N3   | V1=7v V2=1v V3=1v V4=6v N1=6n NO=9n
jacquet     | blocked-stop      | N 2 1 | V2/N11  | V1=2v N12=5v N6=8v V2=15n
jacquet     | dice-unused       | V 5 3 | N12/N9  | V12=14n1N N12=14v1V
jacquet     | exit-occupied     | V 5 4 | V5/VO V4/VO | V12=2n N4=13n V5=3v V4=4v V3=3v V2=3v V1=2v
jacquet     | farther-piece     | V 6 5 | V3/VO   | V1=7v V2=1v V3=1v V4=6v N1=6n NO=9n
jacquet     | not-all-home      | V 6 4 | V6/VO   | V6=1v V8=14v N1=15n
jacquet     | occupied-point    | V 6 6 | N12/V12 | V12=14n1N N12=14v1V
jacquet     | postillon-first   | N 6 5 | V12/V6  | V7=1V V9=1N V12=14n N12=14v
jacquet     | smaller-die       | V 5 3 | N2/V11  | V6=1n V12=13n N1=1n N2=1V N12=14v
jacquet     | start-run         | V 4 3 | N12/N8 N12/N9 | V12=12n N1=3n N12=8v N11=2v N10=1v N9=2v V5=1v V4=1v
jacquet     | wrong-distance    | V 6 2 | N12/V5  | V6=1v V8=4n V9=1n V12=9n N4=1n N12=14v
jacquet     | postillon-blocked | V 5 4 | V9/V4 V8/V4 | V12=14n V11=1N N12=6v V9=2v V8=2v V7=1v V6=1v V5=1v V3=1v V2=1v
jacquet no-full-prime | full-prime | V 5 4 | V9/V4 V8/V4 | V12=14n N1=1n N12=6v V9=2v V8=2v V7=1v V6=1v V5=1v V3=1v V2=1v
"""
"""Every code that typed moves can earn, in each game where they can."""


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
        """Type a line, and take what is said for true: a line after the start of the turn stands."""
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


def test_every_code_that_typed_moves_can_earn_is_there() -> None:
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
def test_a_demanded_correction_is_made_by_ear(mistake: Mistake, lang: str) -> None:
    listener = Listener(mistake, lang)
    assert last(listener.sitting, ErrorOpen).faults[0].code is mistake.code
    told = " ".join(each.text for each in listener.sitting.ear.said)
    if listener.wording.say("typed.line.start") not in told:
        told = listener.hear("no")
    listener.correct(told)
    assert listener.sitting.state.phase is not Phase.ERROR


@pytest.mark.parametrize("mistake", _mistakes(), ids=IDS)
def test_a_mistake_is_accepted_as_it_was_heard_or_the_voice_says_that_it_cannot(
    mistake: Mistake,
) -> None:
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
