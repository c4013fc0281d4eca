"""What is heard, what `board` and `.8` answer, and where the next line starts: one position."""

import random

import pytest

from companion.referee.facts import ErrorClosed, Fact, TurnBegins
from companion.referee.state import Phase
from companion.referee.talk_facts import EntryAnswer, KeyAnswer, MovesTyped
from companion.rules import Placement, Player, parse_placement
from companion.rules.vocabulary import ZONES
from companion.settings import Settings
from tests.every_game import every_game
from tests.typed.typed_sitting import TypedSitting, any_line, last


class Hearing:
    """The board by ear: where the turn began, and the lines that stand since."""

    def __init__(self, sitting: TypedSitting) -> None:
        self.sitting = sitting
        self.rules = sitting.table.referee.rules
        self.start = self.rules.start
        self.player = Player.V
        self.lines: list[tuple[str, ...]] = []
        self.heard = 0

    def listen(self) -> None:
        for fact in self.sitting.facts[self.heard :]:
            self._hear(fact)
        self.heard = len(self.sitting.facts)

    def _hear(self, fact: Fact) -> None:
        match fact:
            case TurnBegins(player, position) | ErrorClosed(player, _, position):
                self.player, self.lines = player, []
                self.start = self.rules.parse(position)
            case MovesTyped(_, moves, "made"):
                self.lines.append(moves)
            case MovesTyped(how="back" | "start"):
                self.lines.pop()
            case MovesTyped(_, moves, "kept"):
                self.lines = [moves]
            case KeyAnswer(topic="demand", text="start"):
                self.lines = []
            case KeyAnswer(topic="demand", text="stands"):
                self.lines = [tuple(move for line in self.lines for move in line)]

    @property
    def board(self) -> Placement:
        moves = [move for line in self.lines for move in line]
        return self.rules.after_moves(self.start, self.player, moves)


def _line(sitting: TypedSitting, chance: random.Random) -> str:
    if sitting.state.phase is Phase.ERROR and chance.random() < 0.7:
        return chance.choice(["no", "-", "", "24/23", "13/8", "8/5 6/5", "6 5", *(["6/4"] * 3)])
    if sitting.state.phase is Phase.MOVING and chance.random() < 0.4:
        source, target = chance.randint(1, 25), chance.randint(0, 24)
        return chance.choice(["", "", "-", f"{source}/{target}", f"bar/{target} {source}/off"])
    return any_line(sitting, chance)


@pytest.mark.parametrize("game", every_game())
def test_board_points_and_next_line_agree_with_what_was_heard(game: str) -> None:
    chance = random.Random(game)
    sitting = TypedSitting(Settings("", game))
    ear = Hearing(sitting)
    for _ in range(20):
        sitting.type(_line(sitting, chance))
        ear.listen()
        if sitting.state.phase not in (Phase.TO_THROW, Phase.MOVING, Phase.ERROR):
            continue
        sitting.type("..")
        assert parse_placement(last(sitting, KeyAnswer).text) == ear.board
        zone = chance.choice(ZONES)
        sitting.type(f".{zone}")
        answer = last(sitting, EntryAnswer)
        assert parse_placement(answer.pile)[zone] == ear.board[zone]
        ear.listen()


DICE = ("52", "6 3", "/")


@pytest.mark.parametrize("dice", DICE)
def test_in_a_tournament_dice_get_one_answer_whether_the_turn_is_legal(dice: str) -> None:
    answers = set()
    for line in ("24/15", "24/18", "24/19"):
        sitting = TypedSitting(Settings("", "backgammon", mode="tournament"))
        sitting.type("63", line)
        answers.add(sitting.type(dice))
    assert len(answers) == 1
