"""Scenes at the table, from the board's bytes to the words, as they stand in `golden/`.

After a sentence was changed on purpose: `python -m tests.flow.test_golden` writes them anew; then
read them aloud, as a blind player hears them.
"""

import difflib
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.link.messages import Key
from companion.rules import Cube, Match, Player
from companion.session.ruling_lines import parse
from companion.sim.clumsy import DieDown, DieUp
from companion.sim.hands import Lift, Put
from tests.flow.practice_scenes import exercises, with_dice_on_the_table, with_drawn_dice
from tests.flow.sitting import Sitting
from tests.flow.stage import Stage
from tests.menu_keys import to

FOLDER = Path(__file__).parent / "golden"
VECTORS = Path(__file__).parents[1] / "data" / "vectors" / "faults.jsonl"
LANGUAGES = ("fr", "en")
V, N = Player.V, Player.N

START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"
MADE_FIVE = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"
WRONG = "V1=2n V3=1v V6=5v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"
JACQUET = "V12=14n1N N12=14v1V"


def set_up(stage: Stage, board: str = START) -> None:
    stage.wait(1000, "The board is plugged in, still empty.")
    stage.stand(board, "All pieces are set up.")


def opening(stage: Stage, v: str, n: str) -> None:
    stage.throw(V, v + "-", f"Green throws one die, {v}.")
    stage.throw(N, n + "-", f"Black throws one die, {n}.")


def both_up(stage: Stage) -> None:
    stage.lift(V, "Green picks up his die.")
    stage.lift(N, "Black picks up his die.")


def a_first_turn(lang: str) -> Stage:
    stage = Stage(lang, match_to=5)
    set_up(stage)
    opening(stage, "3", "1")
    stage.stand(WRONG.replace("V3=1v", "V7=1v"), "One piece is moved one point.")
    stage.stand(START, "Back again.")
    stage.stand(WRONG, "One piece is moved five points.")
    stage.stand(MADE_FIVE, "The five point is made.")
    both_up(stage)
    stage.throw(N, "64")
    stage.wait(20_000, "Black thinks for twenty seconds.")
    stage.press(N, Key.REPEAT, Key.REPEAT, Key.REPEAT)
    stage.press(N, Key.BOARD, Key.BOARD, Key.BOARD, Key.SCORE, Key.SCORE, Key.SCORE)
    stage.press(N, Key.REPEAT)
    stage.press(N, Key.HINT, Key.HINT)
    return stage


def a_wrong_set_up(lang: str) -> Stage:
    stage = Stage(lang)
    stage.wait(1000, "The board is plugged in, still empty.")
    stage.stand(START.replace("N12=2v", "N11=2v"), "Set up, two pieces on the wrong point.")
    stage.wait(16_000, "Nothing is done for a while.")
    stage.press(V, Key.BOARD)
    stage.throw(V, "4-", "Green throws one die all the same.")
    stage.throw(N, "42", "Black throws two dice all the same.")
    stage.stand(START.replace("N12=2v", "N12=1v1?"), "A foreign piece on N12.")
    stage.stand(START, "Put right.")
    return stage


def jacquet_set_up(lang: str) -> Stage:
    stage = Stage(lang, "jacquet")
    stage.wait(1000, "The board is plugged in, still empty.")
    stage.stand("V12=15n N12=14v1V", "Black postillon missing.")
    stage.stand(JACQUET, "Put right.")
    opening(stage, "2", "5")
    both_up(stage)
    stage.throw(N, "64")
    stage.stand("V6=1N V12=14n N12=14v1V", "The postillon is moved six points.")
    stage.stand("V2=1N V12=14n N12=14v1V", "And four more.")
    stage.lift(N)
    stage.throw(V, "55")
    return stage


def opening_ties(lang: str) -> Stage:
    stage = Stage(lang, options=("automatic-doubles",))
    set_up(stage)
    opening(stage, "4", "4")
    both_up(stage)
    stage.throw(V, "c-", "Green's die is cocked.")
    stage.throw(V, "2-", "Green throws it again.")
    stage.throw(V, "6-", "Green throws his die once more.")
    stage.throw(N, "53", "Black throws both dice.")
    stage.lift(N)
    stage.throw(N, "5-", "Black throws one die, 5.")
    stage.touch(V, 0, "6", "Green feels his die.")
    stage.title("one of the two opening dice is picked up")
    for game, player in (("backgammon", V), ("jacquet", N)):
        stage = _after_the_opening(stage, game)
        stage.lift(player)
        stage.wait(3_500, "Nothing is done for a while.")
        stage.wait(10_000, "And for a while more.")
    return stage


def _after_the_opening(stage: Stage, game: str) -> Stage:
    """The same scene with another game, whose two opening dice lie there."""
    other = Stage(stage.settings.lang, game)
    set_up(other, JACQUET if game == "jacquet" else START)
    other.lines = stage.lines
    opening(other, "3", "1")
    return other


def a_die_that_is_not_read(lang: str) -> Stage:
    stage = Stage(lang)
    stage.go_on_from(MADE_FIVE, player=N)
    stage.throw(N, "6-", "Black throws; of the two dice one is not read.")
    stage.wait(9_000, "Black waits.")
    stage.wait(2_000, "And waits.")
    stage.wait(20_000, "And waits.")
    stage.throw(N, "-4", "Black throws the other one again.")
    return stage


def void_throws(lang: str) -> Stage:
    stage = Stage(lang)
    stage.go_on_from(MADE_FIVE, player=N)
    for faces, text in (("c3", "cocked"), ("64", "")):
        stage.title(text or "wrong player")
        player = N if text else V
        stage.throw(player, faces)
        stage.lift(player)
    stage.title("one die")
    stage.throw(N, "6-")
    stage.lift(N, "Black takes it back.")
    stage.throw(N, "6-")
    stage.stand(WRONG, "Somebody moves a piece.")
    stage.title("board")
    stage.lift(N)
    stage.throw(N, "64")
    stage.lift(N)
    stage.stand(MADE_FIVE, "Put right.")
    stage.throw(N, "64")
    stage.title("early")
    stage.throw(V, "31")
    stage.lift(V)
    stage.throw(V, "c1")
    return stage


def an_early_throw_is_kept(lang: str) -> Stage:
    """Contact is over (E4)."""
    stage = Stage(lang)
    stage.go_on_from("V4=3v V6=2v VO=10v N8=2n N10=3n NO=10n")
    stage.throw(V, "64")
    stage.throw(N, "31", "Black throws before green has moved.")
    stage.stand("V4=2v V6=1v VO=12v N8=2n N10=3n NO=10n", "Green takes two pieces off.")
    stage.lift(V)
    return stage


def touched_dice(lang: str) -> Stage:
    stage = Stage(lang)
    stage.go_on_from(START)
    stage.throw(V, "31")
    stage.touch(V, 0, "3", "Green lifts the 3 to feel it and puts it back.")
    stage.touch(V, 0, "5", "Green lifts the 3 and puts it back as a 5.")
    stage.stand(MADE_FIVE, "Green makes the five point.")
    stage.touch(V, 0, "3", "Green turns the die back.")
    stage.touch(V, 1, "c", "The 1 is knocked over.")
    stage.touch(V, 1, "1", "It is put right.")
    stage.lift(V)
    return stage


def nothing_to_play(lang: str) -> Stage:
    stage = Stage(lang)
    closed = "V1=2v V2=2v V3=2v V4=2v V5=2v V6=2v N12=3v NB=1n N7=14n"
    stage.go_on_from(closed, player=N)
    stage.throw(N, "64")
    stage.stand(closed.replace("N7=14n", "N7=13n V11=1n"), "Black moves all the same.")
    stage.stand(closed, "And back.")
    stage.lift(N)
    return stage


def a_forced_turn(lang: str) -> Stage:
    stage = Stage(lang)
    stage.go_on_from("V1=1v VO=14v N7=13n N6=2n")
    stage.throw(V, "61")
    stage.press(V, Key.HINT)
    stage.stand("VO=15v N7=13n N6=2n", "Green takes the last piece off.")
    stage.lift(V)
    return stage


def disputes(lang: str) -> Stage:
    stage = Stage(lang)
    for title in ("corrected", "accepted by throwing", "accepted by doubling", "demanded"):
        stage.title(title)
        stage.go_on_from(START)
        stage.throw(V, "31")
        stage.stand(WRONG, "Green moves one piece five points.")
        stage.lift(V)
        stage.press(N, Key.HINT, Key.HINT)
        if title == "accepted by throwing":
            stage.throw(N, "64")
            stage.lift(N)
            continue
        if title == "accepted by doubling":
            stage.press(N, Key.CUBE, Key.YES)
            stage.press(V, Key.YES)
            continue
        if title == "demanded":
            stage.press(N, Key.NO)
        stage.stand(START, "Green takes it back.")
        stage.stand(WRONG.replace("V3", "V7"), "And plays one of the dice.")
        stage.stand(WRONG.replace("V3", "V2"), "And plays wrong again.")
        stage.stand(MADE_FIVE, "Green makes the five point.")
    return stage


def not_acceptable(lang: str) -> Stage:
    stage = Stage(lang)
    boards = {
        "piece-missing": MADE_FIVE.replace("V5=2v", "V5=1v"),
        "piece-extra": MADE_FIVE.replace("V5=2v", "V5=3v"),
        "unknown-piece": MADE_FIVE.replace("V5=2v", "V5=1v1?"),
        "two-colours": MADE_FIVE.replace("V5=2v", "V5=2v1n").replace("V12=5n", "V12=4n"),
    }
    for code, board in boards.items():
        stage.title(code)
        stage.go_on_from(START)
        stage.throw(V, "31")
        stage.stand(board, "Green plays.")
        stage.lift(V)
        stage.throw(N, "64", "Black throws all the same.")
        stage.lift(N)
        stage.press(N, Key.CUBE)
        stage.stand(MADE_FIVE, "Put right.")
    return stage


def faults(lang: str, game: str) -> Stage:
    """Every fault of the vectors: named before the dice are lifted, and after."""
    stage = Stage(lang, game)
    for line in VECTORS.read_text("utf-8").splitlines():
        case = json.loads(line)
        if case["game"] != game or case["fault"] is None:
            continue
        stage.settings = replace(stage.settings, options=tuple(case["options"]))
        stage.title(f"{case['fault']}: {case['name']}")
        player = Player(case["turn"])
        stage.go_on_from(case["position"], player=player, board=seen(case["position"], game))
        stage.throw(player, "".join(map(str, case["dice"])))
        stage.stand(seen(case["end"], game), "The pieces are moved.")
        stage.lift(player)
    return stage


def seen(position: str, game: str) -> str:
    """What a board shows: no hands, and Jacquet's pieces off on the exit points."""
    tokens = dict(token.split("=") for token in position.split() if token[1] != "H")
    if game == "jacquet":
        for off, there in (("VO", "V12"), ("NO", "N12")):
            if off in tokens:
                letter = off[0].lower()
                count = int(tokens.pop(off)[:-1])
                now = tokens.get(there, f"0{letter}")
                tokens[there] = (
                    f"{int(now[:-1]) + count}{letter}"
                    if now.endswith(letter)
                    else (f"{count}{letter}{now}")
                )
    return " ".join(f"{zone}={pile}" for zone, pile in tokens.items())


def cube(lang: str) -> Stage:
    stage = Stage(lang, match_to=5)
    stage.title("refused")
    set_up(stage)
    opening(stage, "3", "1")
    stage.press(V, Key.CUBE)
    stage.go_on_from(START, turn=1)
    stage.press(V, Key.CUBE)
    stage.go_on_from(MADE_FIVE, player=N, cube=Cube(2, V))
    stage.press(V, Key.CUBE)
    stage.press(N, Key.CUBE)
    stage.title("not confirmed")
    stage.go_on_from(MADE_FIVE, player=N)
    stage.press(N, Key.CUBE, Key.NO)
    stage.press(N, Key.CUBE)
    stage.wait(11_000, "Black does not answer.")
    stage.title("taken")
    stage.press(N, Key.CUBE, Key.YES)
    stage.throw(N, "64", "Black throws before green has answered.")
    stage.lift(N)
    stage.press(N, Key.YES)
    stage.press(V, Key.SCORE, Key.YES)
    stage.press(N, Key.SCORE)
    stage.throw(N, "64")
    stage.title("dropped")
    stage.go_on_from(MADE_FIVE, player=N, cube=Cube(4, N))
    stage.press(N, Key.CUBE, Key.YES)
    stage.press(V, Key.NO)
    return stage


def resignation(lang: str, game: str) -> Stage:
    stage = Stage(lang, game)
    if game == "jacquet":
        stage.go_on_from("V12=14n N6=1n N12=14v V6=1v")
    else:
        stage.go_on_from(MADE_FIVE)
    stage.press(
        V, *to("resign", stage.sitting.evening.table.referee.state), Key.YES, Key.NO, Key.YES
    )
    stage.press(N, Key.NO)
    stage.press(V, *to("resign", stage.sitting.evening.table.referee.state), Key.YES, Key.YES)
    stage.press(N, Key.YES)
    return stage


def the_end(lang: str) -> Stage:
    stage = Stage(lang, match_to=3)
    before = "V3=1v V2=1v VO=13v N5=3n N7=12n"
    stage.go_on_from(before, match=Match(3, crawford=True))
    stage.throw(V, "43")
    stage.stand("VO=15v N5=3n N7=12n", "Green takes his last two pieces off.")
    stage.lift(V)
    stage.title("the Crawford game")
    stage.stand(START, "The next game is set up.")
    opening(stage, "1", "3")
    stage.press(N, Key.CUBE)
    stage.go_on_from(MADE_FIVE, match=Match(3, crawford=True, score=(2, 0), number=2))
    stage.press(V, Key.CUBE)
    stage.title("the end of the match")
    stage.go_on_from(before, match=Match(3, crawford=True, score=(2, 0), number=2))
    stage.throw(V, "43")
    stage.stand("VO=15v N5=3n N7=12n", "Green takes his last two pieces off.")
    stage.lift(V)
    stage.press(N, Key.SCORE, Key.CUBE, Key.YES)
    stage.stand(START, "Another match is set up.")
    return stage


def jacquet_end(lang: str) -> Stage:
    stage = Stage(lang, "jacquet")
    stage.go_on_from("V1=2v VO=13v V9=1n N1=14n", board="V1=2v V12=13v V9=1n N1=14n")
    stage.throw(V, "65")
    stage.stand("V12=15v V9=1n N1=14n", "Green takes his last two pieces off.")
    stage.lift(V)
    stage.title("a piece from outside")
    stage.go_on_from("V8=1v V3=1v VO=13v N1=15n", board="V8=1v V3=1v V12=13v N1=15n")
    stage.throw(V, "65")
    stage.stand("V3=1v V12=14v N1=15n", "Green takes the piece on V8 off.")
    stage.lift(V)
    return stage


def acey_deucey(lang: str) -> Stage:
    stage = Stage(lang, "acey-deucey", options=("double-on-ace-deuce",))
    stage.wait(1000, "The board is plugged in, empty as it should be.")
    opening(stage, "2", "1")
    stage.stand("N12=1v N11=1v N10=4v", "Green plays 2, 1 and a double 3.")
    both_up(stage)
    stage.throw(V, "64")
    stage.title("the double goes to a dead point")
    stage.go_on_from("VH=15v NH=15n")
    _declare(stage, "N10")
    stage.throw(V, "21")
    stage.stand("N12=1v N11=1v N10=4v", "Green plays 2, 1 and a double 3 that is not seen.")
    stage.lift(V)
    return stage


def tournament(lang: str) -> Stage:
    stage = Stage(lang, mode="tournament")
    stage.go_on_from(START)
    stage.throw(V, "31")
    stage.stand(WRONG, "Green moves one piece five points.")
    stage.press(V, Key.HINT)
    stage.lift(V)
    return stage


def going_on(lang: str) -> Stage:
    stage = Stage(lang, match_to=5)
    stage.title("before the throw")
    stage.go_on_from(MADE_FIVE, player=N, match=Match(5, crawford=True, score=(1, 2), number=3))
    stage.restart("The companion is started again.")
    stage.title("in the middle of a play")
    stage.throw(N, "64")
    stage.stand(MADE_FIVE.replace("V1=2n", "V1=1n V7=1n"), "Black plays the 6.")
    stage.restart("The companion is started again.")
    stage.title("an open error")
    stage.stand(MADE_FIVE.replace("V1=2n", "V1=1n V9=1n"), "Black plays 8.")
    stage.lift(N)
    stage.restart("The companion is started again.")
    stage.title("the cube is offered")
    stage.go_on_from(MADE_FIVE, player=N)
    stage.press(N, Key.CUBE, Key.YES)
    stage.restart("The companion is started again.")
    stage.title("a board that was touched meanwhile")
    stage.go_on_from(MADE_FIVE, player=N)
    stage.stand(MADE_FIVE.replace("V5=2v", "V5=1v V4=1v"), "A piece was moved.")
    stage.restart("The companion is started again.")
    stage.stand(MADE_FIVE, "Put right.")
    return stage


def rulings(lang: str) -> Stage:
    stage = Stage(lang, match_to=5)
    set_up(stage)
    stage.title("dice")
    stage.rule("dice 3 1 for green as Ann because a die fell down")
    stage.stand(MADE_FIVE, "The five point is made.")
    stage.throw(N, "65", "Black throws already.")
    stage.lift(N)
    stage.press(N, Key.YES)
    stage.press(V, Key.YES)
    stage.wait(1000, "A second passes.")
    stage.title("a double by hand, and what lies there is lifted")
    stage.throw(N, "c6")
    stage.rule("dice 6 6")
    played = MADE_FIVE.replace("V12=5n N1=5v", "V12=3n N1=5v N6=2n")
    stage.stand(played, "Black moves two pieces six points.")
    stage.stand(played.replace("V1=2n", "V7=2n"), "And the two at the back.")
    stage.lift(N)
    stage.title("seats that stop reading in the middle of a turn")
    stage.go_on_from(START)
    stage.throw(V, "31")
    stage.rule("out-of-order green dice")
    stage.stand(MADE_FIVE, "The five point is made.")
    stage.lift(V)
    stage.press(V, Key.YES)
    stage.title("position")
    stage.go_on_from(START)
    stage.rule(f"position {MADE_FIVE} turn black because the board was bumped")
    stage.stand(MADE_FIVE, "The pieces are put so.")
    stage.rule("position V6=5v")
    stage.rule("position VO=15v N1=15n")
    stage.title("errors")
    for ruling in ("correct", "accept"):
        stage.go_on_from(START)
        stage.throw(V, "31")
        stage.stand(WRONG, "Green moves one piece five points.")
        stage.rule(ruling)
        stage.lift(V)
        stage.rule(ruling)
        stage.throw(N, "64")
        stage.lift(N)
    return stage


def rulings_on_results(lang: str) -> Stage:
    stage = Stage(lang, match_to=5)
    stage.title("a bumped key")
    stage.go_on_from(MADE_FIVE, player=N)
    stage.rule("undo")
    stage.press(N, Key.CUBE, Key.YES)
    stage.rule("dice 6 3")
    stage.press(V, Key.NO)
    stage.rule("undo because green bumped the key")
    stage.title("rest")
    stage.rule("go-on")
    stage.rule("pause")
    stage.rule("pause")
    stage.rule("go-on")
    stage.rule("adjourn because the hall is closed")
    stage.title("award")
    stage.rule("award green")
    stage.go_on_from(MADE_FIVE, player=N)
    stage.rule("award black gammon as Ann because green has left")
    stage.go_on_from(MADE_FIVE, player=N)
    stage.rule("award black quadruple")
    stage.rule("award green 5 points")
    stage.rule("award green")
    return stage


def rest_and_stop(lang: str) -> Stage:
    """A pause, a decision taken back, and the end of an evening without a journal."""
    stage = Stage(lang, match_to=5)
    stage.wait(1000, "The board is plugged in, still empty.")
    stage.press(V, Key.HINT)
    stage.stand(START, "All pieces are set up.")
    stage.title("pause in the opening")
    choose(stage, V, "pause")
    stage.press(N, Key.YES)
    stage.wait(1000, "A second passes.")
    opening(stage, "1", "3")
    stage.title("pause in a turn")
    choose(stage, V, "pause")
    stage.stand(START.replace("V8=3v", "V8=2v"), "A piece is knocked off.")
    stage.press(N, Key.YES)
    stage.wait(1000, "A second passes.")
    stage.stand(START, "Put back.")
    stage.title("a drop taken back")
    stage.go_on_from(MADE_FIVE, player=N, match=Match(5, crawford=True, score=(1, 0), number=2))
    stage.press(N, Key.CUBE, Key.YES)
    stage.press(V, Key.NO)
    choose(stage, V, "undo")
    stage.press(N, Key.YES)
    stage.wait(1000, "A second passes.")
    stage.press(V, Key.YES)
    stage.title("where things lie")
    choose(stage, V, "places")
    choose(stage, N, "places")
    stage.title("the end")
    choose(stage, N, "stop")
    stage.press(N, Key.NO)
    choose(stage, N, "stop")
    stage.press(N, Key.YES)
    stage.farewell("The companion ends.")
    return stage


def choose(stage: Stage, player: Player, entry: str) -> None:
    """Choose an entry of the menu; what is said on the way is written down elsewhere."""
    stage.sitting.press(player, *to(entry, stage.sitting.evening.table.referee.state))
    stage.forget()
    stage.press(player, Key.YES)


def an_old_die(lang: str) -> Stage:
    """Jacquet: the opening die is left lying, and one more is thrown."""
    stage = Stage(lang, "jacquet")
    set_up(stage, JACQUET)
    opening(stage, "5", "2")
    stage.throw(V, "-3", "Green leaves his 5 and throws one die, 3.")
    stage.lift(V)
    stage.throw(V, "63")
    return stage


def the_menu(lang: str) -> Stage:
    stage = Stage(lang)
    stage.go_on_from(MADE_FIVE, player=N)
    stage.press(N, *to("softer"), Key.NO, Key.SCORE)
    stage.title("what stands there")
    stage.throw(N, "64")
    choose(stage, N, "what-stands")
    stage.stand(MADE_FIVE.replace("V12=5n", "V12=4n"), "Black lifts a piece.")
    stage.stand(MADE_FIVE, "Black puts it back.")
    choose(stage, N, "what-stands")
    stage.wait(11_000, "Black lifts none.")
    stage.lift(N, "Black has not moved and picks up the dice.")
    stage.title("dice by hand")
    stage.go_on_from(MADE_FIVE, player=N)
    choose(stage, N, "dice")
    stage.press(N, Key.NO, Key.NO, Key.YES, Key.YES)
    stage.press(V, Key.NO)
    choose(stage, N, "dice")
    stage.press(N, Key.YES, Key.YES)
    stage.press(V, Key.YES)
    moved = MADE_FIVE.replace("V1=2n", "V3=1n V5=1n").replace("V5=1n V5=2v", "V5=1n2v")
    stage.stand(moved, "Black moves onto green's point.")
    stage.press(N, Key.YES)
    stage.wait(1000, "A second passes.")
    stage.title("opening dice by hand")
    stage.go_on_from(START)
    stage.sitting = Sitting(stage.settings, stage.sitting.board)
    stage.sitting.wait(1500)
    choose(stage, V, "dice")
    stage.press(V, Key.YES, Key.NO, Key.YES)
    stage.press(N, Key.YES)
    stage.title("the referee")
    choose(stage, N, "referee")
    return stage


def board_faults(lang: str) -> Stage:
    """The board itself has a fault: told once when it lasts, once when it has gone."""
    stage = Stage(lang)
    set_up(stage)
    stage.forget()
    board = stage.sitting.board
    board.show_faults(("V7", "flicker"))
    stage.wait(1_000, "The contact of V7 is loose for a second.")
    board.show_faults(("V7", "flicker"), ("die3", "silent"))
    stage.wait(5_000, "It stays so, and black's first die sensor is unplugged.")
    stage.wait(20_000, "Both stay so.")
    board.show_faults(("V7", "flicker"))
    stage.wait(20_000, "The sensor is plugged in again.")
    board.show_faults(*((f"V{number}", "short") for number in range(1, 7)))
    stage.wait(20_000, "V7 is cleaned; water runs over six points.")
    board.show_faults()
    stage.wait(20_000, "It is dried up.")
    return stage


def power_lost(lang: str) -> Stage:
    """The board has no power for a moment, and does not count what is thrown meanwhile."""
    stage = Stage(lang)
    set_up(stage)
    stage.forget()
    stage.throw(V, "3-", "Green throws one die, 3.")
    stage.without_power(DieDown(N, 0, "1", 100), text="The cable is out while black throws, 1.")
    stage.lift(N)
    stage.throw(N, "1-", "Black throws one die, 1.")
    stage.stand(MADE_FIVE, "The five point is made.")
    six_four = DieDown(N, 0, "6", 100), DieDown(N, 1, "4", 100)
    stage.without_power(
        DieUp(V, 0), DieUp(N, 0), *six_four, text="Without power both dice go up, black throws."
    )
    stage.lift(N)
    stage.throw(N, "c3", "Black throws, a die is cocked.")
    stage.without_power(text="The cable is out, nothing is done.")
    stage.title("the board is not as it was")
    stage.go_on_from(MADE_FIVE, player=N)
    moved = Lift("V12", "n"), Put("N7", "n")
    stage.without_power(*six_four, *moved, text="Black throws and moves a piece without power.")
    stage.stand(MADE_FIVE, "Put back.")
    stage.title("an error is open")
    for board in (WRONG, WRONG.replace("V3=1v ", "")):
        stage.go_on_from(START)
        stage.throw(V, "31")
        stage.stand(board, "Green moves wrongly.")
        stage.lift(V)
        stage.without_power(*six_four, text="Black throws without power.")
    return stage


def out_of_order(lang: str) -> Stage:
    """Point V6 reports nothing; then the seats of black's dice read nothing."""
    stage = Stage(lang)
    stage.wait(1000, "The board is plugged in, still empty.")
    blind = START.replace("V6=5v ", "")
    stage.stand(blind, "All pieces are set up; the board does not see those on V6.")
    choose(stage, V, "out-of-order")
    stage.press(V, Key.YES)
    stage.press(N, Key.YES)
    opening(stage, "3", "1")
    stage.stand(blind.replace("V8=3v", "V5=1v V8=2v"), "One piece from eight to five.")
    stage.stand(blind.replace("V8=3v", "V5=2v V8=2v"), "And one from six.")
    both_up(stage)
    stage.rule("out-of-order black dice because they read nothing")
    stage.press(N, *[Key.NO] * 5, Key.YES, Key.NO, Key.NO, Key.NO, Key.YES)
    stage.press(V, Key.YES)
    played = blind.replace("V8=3v", "V5=2v V8=2v").replace("V1=2n", "V1=1n V11=1n")
    stage.stand(played, "Black plays ten.")
    stage.press(N, Key.YES)
    stage.wait(1000, "A second passes.")
    stage.throw(V, "21")
    stage.stand(played.replace("V8=2v", "V8=1v"), "Green takes one from eight to six.")
    stage.lift(V)
    choose(stage, V, "out-of-order")
    stage.press(V, *[Key.NO] * 3, Key.YES, Key.NO, Key.YES)
    stage.press(N, Key.NO)
    stage.title("two dead points and a double")
    stage.go_on_from(START)
    _declare(stage, "V3", "V4", "V5")
    stage.throw(V, "11")
    stage.stand(START.replace("V6=5v", "V6=3v"), "Two pieces leave the six point.")
    stage.lift(V)
    stage.press(V, Key.NO, Key.YES)
    stage.wait(1000, "A second passes.")
    stage.rule("in-order V3")
    stage.title("two dead points and a wrong turn")
    stage.go_on_from(START)
    _declare(stage, "V2", "V3")
    stage.throw(V, "31")
    stage.stand(START.replace("V8=3v", "V8=2v"), "One piece leaves the eight point.")
    stage.lift(V)
    stage.press(N, Key.NO)
    stage.press(V, Key.NO, Key.YES)
    stage.wait(1000, "A second passes.")
    stage.throw(N, "64")
    return stage


def _declare(stage: Stage, *zones: str) -> None:
    """Places that were declared out of order before the scene begins."""
    for zone in zones:
        stage.sitting.evening.table.decide(parse(f"out-of-order {zone}"))
    stage.sitting.wait(1500)
    stage.forget()


def the_menu_in_jacquet(lang: str) -> Stage:
    stage = Stage(lang, "jacquet")
    stage.go_on_from("V12=14n N9=1n N12=14v1V", player=N)
    for board in ("V12=14n N9=1n N12=14v", "V12=14n N12=14v1V", "V12=13n N9=1n N12=14v1V"):
        choose(stage, V, "what-stands")
        stage.stand(board, "Green lifts a piece.")
        stage.stand("V12=14n N9=1n N12=14v1V", "Green puts it back.")
    return stage


SCENES: dict[str, Callable[[str], Stage]] = {
    "first-turn": a_first_turn,
    "wrong-set-up": a_wrong_set_up,
    "jacquet-set-up": jacquet_set_up,
    "opening-ties": opening_ties,
    "one-die-read": a_die_that_is_not_read,
    "void-throws": void_throws,
    "early-throw-kept": an_early_throw_is_kept,
    "touched-dice": touched_dice,
    "nothing-to-play": nothing_to_play,
    "forced-turn": a_forced_turn,
    "disputes": disputes,
    "not-acceptable": not_acceptable,
    "faults-backgammon": lambda lang: faults(lang, "backgammon"),
    "faults-jacquet": lambda lang: faults(lang, "jacquet"),
    "faults-dutch": lambda lang: faults(lang, "dutch"),
    "cube": cube,
    "resignation-backgammon": lambda lang: resignation(lang, "backgammon"),
    "resignation-jacquet": lambda lang: resignation(lang, "jacquet"),
    "the-end": the_end,
    "jacquet-end": jacquet_end,
    "acey-deucey": acey_deucey,
    "tournament": tournament,
    "going-on": going_on,
    "old-die": an_old_die,
    "menu": the_menu,
    "menu-jacquet": the_menu_in_jacquet,
    "board-faults": board_faults,
    "out-of-order": out_of_order,
    "power-lost": power_lost,
    "exercises": exercises,
    "practice": with_dice_on_the_table,
    "practice-drawn": with_drawn_dice,
    "rulings": rulings,
    "rulings-on-results": rulings_on_results,
    "rest-and-stop": rest_and_stop,
}


def transcript(name: str, lang: str) -> str:
    return "\n".join(SCENES[name](lang).lines).strip() + "\n"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", SCENES)
def test_what_is_said(name: str, lang: str) -> None:
    golden = (FOLDER / lang / f"{name}.txt").read_text("utf-8")
    now = transcript(name, lang)
    changes = difflib.unified_diff(golden.splitlines(), now.splitlines(), "golden", "now", n=2)
    assert now == golden, "\n".join(changes)


if __name__ == "__main__":
    for lang in LANGUAGES:
        (FOLDER / lang).mkdir(parents=True, exist_ok=True)
        for name in SCENES:
            (FOLDER / lang / f"{name}.txt").write_text(transcript(name, lang), "utf-8")
