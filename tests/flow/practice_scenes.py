"""Scenes against the companion, whose plays are given here: what is said of them."""

from dataclasses import replace

from companion.link.messages import Key
from companion.referee.inputs import Draws, Names, Offers, Says, ThrewOne
from companion.rules import Player
from companion.settings import OpponentSettings
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
    return Stage(lang, mode="practice", against=OpponentSettings("N", 4, dice))


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
    stage.title("Its double")
    stage.go_on_from(START, player=N)
    stage.act(Offers(), "The companion doubles.")
    stage.press(V, Key.YES)
    stage.throw(N, "31", "For black 3 and 1 are thrown.")
    stage.title("An error of the person's")
    stage.go_on_from(NINE, player=V)
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
    stage.act(Says(N, yes=True), "The companion takes.")
    stage.title("Its own double")
    stage.go_on_from(START, player=N)
    stage.act(Offers(), "The companion doubles.")
    stage.throw(V, "52", "Green throws too early.")
    stage.lift(V)
    stage.restart("The power comes back.")
    stage.press(V, Key.SCORE, Key.YES)
    stage.act(Draws((3, 1)), "The companion draws its dice.")
    stage.go_on_from(START, player=N)
    stage.act(Offers(), "The companion doubles.")
    stage.press(V, Key.NO)
    stage.title("Switched off and on again")
    stage.go_on_from(START, player=N)
    stage.act(Draws((3, 1)), "The companion draws its dice.")
    stage.act(Names(FIVE), "The companion has thought.")
    stage.restart("The power comes back.")
    stage.stand(FIVE, "What was asked for.")
    return stage


BEAR_OFF = "V1=2v V2=2v V3=2v V4=3v V5=3v V6=3v N10=5n N11=5n N12=5n"
LAST = "V1=2v V3=1v VO=12v N10=5n N11=5n N12=5n"


def exercises(lang: str) -> Stage:
    stage = Stage(lang, mode="practice", against=OpponentSettings(exercise="bear-off"))
    stage.wait(1000, "The board is plugged in, still empty.")
    stage.stand(BEAR_OFF.replace("V6=3v", "V6=2v V7=1v"), "Set up, but for one piece.")
    stage.stand(BEAR_OFF, "All pieces are set up.")
    stage.throw(V, "65")
    stage.stand(BEAR_OFF.replace("V5=3v V6=3v", "V5=2v V6=2v VO=2v"), "Two pieces off.")
    stage.lift(V)
    stage.title("The last throws")
    stage.go_on_from(LAST, turn=8)
    stage.throw(V, "21")
    stage.stand("V3=1v VO=14v N10=5n N11=5n N12=5n", "Two pieces off; both dice were ones.")
    stage.lift(V)
    stage.stand("V1=1v V3=1v VO=13v N10=5n N11=5n N12=5n", "One back.")
    stage.press(V, Key.CUBE, Key.HINT)
    stage.throw(V, "66", "Green throws before it is put right.")
    stage.lift(V)
    stage.stand("V1=2v VO=13v N10=5n N11=5n N12=5n", "From 3 to 1, one off.")
    stage.throw(V, "66")
    stage.stand("VO=15v N10=5n N11=5n N12=5n", "All off.")
    stage.lift(V)
    stage.title("The postillon")
    stage.settings = replace(
        stage.settings, game="jacquet", against=OpponentSettings(exercise="postillon")
    )
    stage.go_on_from("V12=14n1N V7=1V N12=14v", turn=3)
    stage.throw(V, "31")
    stage.stand("V12=14n1N V3=1V N12=14v", "The postillon, to V 3.")
    stage.lift(V)
    return stage
