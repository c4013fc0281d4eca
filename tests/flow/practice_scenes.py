"""Scenes against the companion, whose plays are given here: what is said of them."""

from companion.link.messages import Key
from companion.referee.inputs import Draws, Names, Says, ThrewOne
from companion.rules import Player
from companion.settings import Against
from tests.flow.stage import Stage

V, N = Player.V, Player.N
START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"
FIVE = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=2n N7=4n N8=2n N12=2v"
"""Black's five-point, made with 3 and 1."""
HALF = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=4n N8=1n N12=2v"
"""Half of it."""
NINE = "V1=2n V6=5v V8=3v V12=4n N1=5v N4=1n N5=3n N7=5n N12=2v"
"""Another legal play of 3 and 1: from 13 to 9."""
WRONG = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=4n N9=1n N12=2v"
"""No play of 3 and 1: one piece by two points."""
GREEN = "V1=2n V5=1v V6=4v V8=3v V12=4n N1=5v N4=1n N5=3n N7=5n N12=2v"
"""No play of green's 5 and 2 after that."""


def a_stage(lang: str, dice: str) -> Stage:
    return Stage(lang, mode="practice", against=Against("N", 4, dice))


def with_dice_on_the_table(lang: str) -> Stage:
    stage = a_stage(lang, "table")
    stage.wait(1000, "The board is plugged in, still empty.")
    stage.stand(START, "All pieces are set up.")
    stage.throw(V, "2-", "Green throws one die, 2.")
    stage.throw(N, "2-", "For black one die is thrown, 2.")
    stage.title("The companion's turn, with dice on the table")
    stage.go_on_from(START, player=V)
    stage.throw(V, "66", "Green throws.")
    stage.go_on_from(START, player=N)
    stage.throw(N, "31", "For black 3 and 1 are thrown.")
    stage.throw(V, "52", "Green throws too early.")
    stage.act(Names(FIVE), "The companion has thought.")
    stage.press(V, Key.HINT, Key.HINT)
    stage.stand(WRONG, "One piece is moved by two points.")
    stage.stand(NINE, "The other nine-point instead.")
    stage.stand(HALF, "Half of what was asked for.")
    stage.press(V, Key.YES)
    stage.lift(N, "Black's dice are picked up.")
    stage.press(V, Key.YES)
    stage.stand(FIVE, "What was asked for.")
    stage.title("Another play is let stand")
    stage.go_on_from(START, player=N)
    stage.throw(N, "31", "For black 3 and 1 are thrown.")
    stage.act(Names(FIVE), "The companion has thought.")
    stage.stand(NINE, "From 13 to 9.")
    stage.press(V, Key.YES)
    stage.lift(N, "Black's dice are picked up.")
    stage.title("An error of the person's")
    stage.throw(V, "52")
    stage.stand(GREEN, "Green moves by one point.")
    stage.lift(V)
    stage.throw(N, "31", "For black 3 and 1 are thrown.")
    return stage


def with_drawn_dice(lang: str) -> Stage:
    stage = a_stage(lang, "drawn")
    stage.wait(1000, "The board is plugged in, still empty.")
    stage.stand(START, "All pieces are set up.")
    stage.act(ThrewOne(N, 3), "The companion draws a die.")
    stage.throw(V, "1-", "Green throws one die, 1.")
    stage.act(Names(FIVE), "The companion has thought.")
    stage.stand(HALF, "Half of it.")
    stage.stand(FIVE, "The rest.")
    stage.lift(V, "Green picks up his die.")
    stage.title("Another play, and one that is none")
    stage.go_on_from(START, player=N)
    stage.act(Draws((3, 1)), "The companion draws its dice.")
    stage.throw(V, "52", "Green throws too early.")
    stage.act(Names(FIVE), "The companion has thought.")
    stage.stand(WRONG, "One piece is moved by two points.")
    stage.press(V, Key.YES)
    stage.stand(NINE, "From 13 to 9.")
    stage.press(V, Key.YES)
    stage.title("Nothing to play")
    closed = "V1=2v V2=2v V3=2v V4=2v V5=2v V6=2v N1=3v N7=14n NB=1n"
    stage.go_on_from(closed, player=N)
    stage.act(Draws((6, 6)), "The companion draws its dice.")
    stage.act(Names(closed), "The companion has thought.")
    stage.title("Cube and resignation")
    stage.go_on_from(START, player=V)
    stage.press(V, Key.CUBE, Key.YES)
    stage.act(Says(N, yes=True, at=0), "The companion takes.")
    stage.title("Switched off and on again")
    stage.go_on_from(START, player=N)
    stage.act(Draws((3, 1)), "The companion draws its dice.")
    stage.act(Names(FIVE), "The companion has thought.")
    stage.restart("The power comes back.")
    stage.stand(FIVE, "What was asked for.")
    return stage
