"""Every kind of fact, in every shape that is told differently, in both languages."""

import inspect
import re
from dataclasses import replace
from typing import Any, get_args

import pytest

from companion.referee import rulings
from companion.referee.board_facts import BoardFault, Difference, Link, Repair, Setup
from companion.referee.facts import (
    CubeAction,
    DieBack,
    DieDisturbed,
    DieWaits,
    ErrorClosed,
    ErrorOpen,
    ExerciseEnds,
    Fact,
    GameBegins,
    GameEnds,
    GameKept,
    MatchEnds,
    Opening,
    OpeningDie,
    PlayDiffers,
    PlayNamed,
    Resign,
    Roll,
    RollVoid,
    Ruling,
    RulingRefused,
    TimeLeft,
    TurnBegins,
    TurnEnds,
    VerdictGiven,
)
from companion.referee.machine import TABLE as MACHINE
from companion.referee.state import Phase
from companion.referee.talk_facts import (
    Choosing,
    Chosen,
    CubeHint,
    EntryAnswer,
    Explained,
    Hint,
    KeyAnswer,
    MovesTyped,
    Progress,
    Question,
    TurnJudged,
)
from companion.rules.verdicts import Code, Fault, Verdict
from companion.rules.vocabulary import Player
from companion.speech.announcer import Announcer
from companion.speech.catalogue import UnknownLanguageError
from companion.speech.fact_renderers import TELLERS
from companion.speech.utterance import Priority, Utterance
from tests.speech.messages import names

V, N = Player.V, Player.N
START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"
AFTER31 = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"
UNUSED = (Fault(Code.DICE_UNUSED, V, dice=(3,)),)
WRONG = (
    Fault(Code.WRONG_DISTANCE, V, "V8", "V3", pips=5),
    Fault(Code.DICE_UNUSED, V, dice=(1,)),
)
LEGAL = VerdictGiven(V, (3, 1), Verdict.LEGAL, (), AFTER31, START)
PASS = VerdictGiven(V, (3, 1), Verdict.LEGAL, (), START, START, nothing_to_play=True)
INCOMPLETE = VerdictGiven(V, (3, 1), Verdict.INCOMPLETE, UNUSED, START, START)
ILLEGAL = VerdictGiven(V, (3, 1), Verdict.ILLEGAL, WRONG, START, START)
PLAYED = TurnEnds(V, (3, 1), Verdict.LEGAL, (), AFTER31, START)


def announced(
    fact: Fact, lang: str = "fr", *, rules: str = "backgammon", **settings: Any
) -> tuple[Utterance, ...]:
    """What is said of a fact in green's turn after a throw of 3 and 1."""
    announcer = Announcer(rules, lang, **settings)
    announcer.announce(TurnBegins(V, START))
    announcer.announce(Roll(V, (3, 1)))
    return announcer.announce(fact)


def words(fact: Fact, lang: str = "fr", **settings: Any) -> str:
    return " ".join(each.text for each in announced(fact, lang, **settings))


TABLE: list[tuple[Fact, str, str]] = [
    (Link("searching"), "Je cherche le plateau.", "Looking for the board."),
    (Link("connected", "socket", "board 1"), "Plateau connecté.", "Board connected."),
    (
        Link("lost", reason="no line for three seconds"),
        "Plateau déconnecté. La partie est enregistrée, je cherche le plateau.",
        "Board disconnected. The game is saved, I am looking for the board.",
    ),
    (Link("asleep"), "", ""),
    (
        Link("searching", board="b1", reason="another version"),
        "Mauvaise version du plateau. Mettez à jour le plateau ou le programme.",
        "Wrong board version. Update the board or the program.",
    ),
    (Setup(ok=True), "Plateau prêt.", "Board ready."),
    (
        Setup(
            ok=False,
            differences=(Difference("N12", "2v", ""),),
            repairs=(Repair("v", 2, "", "N12"),),
        ),
        "Un endroit à corriger. Posez 2 pions verts au 24.",
        "One place wrong. Put 2 green pieces on 24.",
    ),
    (
        Setup(
            ok=False,
            differences=(Difference("N12", "2v", ""), Difference("V1", "2n", "3n")),
            repairs=(Repair("v", 2, "", "N12"), Repair("n", 1, "V1", "")),
        ),
        "2 endroits à corriger. Posez 2 pions verts au 24.",
        "2 places wrong. Put 2 green pieces on 24.",
    ),
    (
        GameBegins("backgammon", (), 1, None, (0, 0)),
        "Nouvelle partie de backgammon. Lancez un dé chacun.",
        "New game of backgammon. Throw one die each.",
    ),
    (
        GameBegins("backgammon", ("no-cube",), 3, 5, (2, 4), crawford=True),
        (
            "Nouvelle partie de backgammon. Partie numéro 3. Match en 5 points. "
            "Score, vert 2, noir 4. Partie Crawford, sans videau. Lancez un dé chacun."
        ),
        (
            "New game of backgammon. Game 3. Match to 5 points. Score, green 2, black 4. "
            "Crawford game, no cube. Throw one die each."
        ),
    ),
    (
        GameBegins("backgammon", (), 2, 1, (0, 0)),
        "Nouvelle partie de backgammon. Partie numéro 2. Match en un point. Lancez un dé chacun.",
        "New game of backgammon. Game 2. One point match. Throw one die each.",
    ),
    (
        GameBegins("jacquet", ("count-games", "double-bouchage"), 2, 3, (1, 0)),
        (
            "Nouvelle partie de jacquet. Partie numéro 2. Au meilleur des 3 parties. "
            "Parties gagnées, vert 1, noir 0. Lancez un dé chacun."
        ),
        (
            "New game of Jacquet. Game 2. Best of 3 games. Games won, green 1, black 0. "
            "Throw one die each."
        ),
    ),
    (
        GameBegins("dutch", (), 1, 7, (0, 0)),
        "Nouvelle partie de backgammon néerlandais. Match en 7 points. Lancez un dé chacun.",
        "New game of Dutch backgammon. Match to 7 points. Throw one die each.",
    ),
    (
        GameBegins("acey-deucey", (), 1, None, (0, 0)),
        "Nouvelle partie d'Acey Deucey. Lancez un dé chacun.",
        "New game of Acey Deucey. Throw one die each.",
    ),
    (
        GameBegins("backgammon", (), 2, 5, (1, 0), resumed=True),
        (
            "Reprise de la partie de backgammon. Partie numéro 2. Match en 5 points. "
            "Score, vert 1, noir 0."
        ),
        "Backgammon resumed. Game 2. Match to 5 points. Score, green 1, black 0.",
    ),
    (
        GameBegins("jacquet", (), 1, None, (0, 0), resumed=True),
        "Reprise de la partie de jacquet.",
        "Jacquet resumed.",
    ),
    (
        GameBegins("dutch", (), 1, None, (0, 0), resumed=True),
        "Reprise de la partie de backgammon néerlandais.",
        "Dutch backgammon resumed.",
    ),
    (
        GameBegins("acey-deucey", (), 1, None, (0, 0), resumed=True),
        "Reprise de la partie d'Acey Deucey.",
        "Acey Deucey resumed.",
    ),
    (
        GameKept(GameBegins("jacquet", (), 2, 5, (3, 2), resumed=True), N),
        (
            "Partie de jacquet enregistrée. Partie numéro 2. Match en 5 points. Score, vert 3, "
            "noir 2. À noir de jouer."
        ),
        "Saved game of Jacquet. Game 2. Match to 5 points. Score, green 3, black 2. Black to play.",
    ),
    (
        GameKept(GameBegins("dutch", (), 1, None, (0, 0)), None),
        "Partie de backgammon néerlandais enregistrée.",
        "Saved game of Dutch backgammon.",
    ),
    (
        GameKept(GameBegins("acey-deucey", (), 1, None, (0, 0), resumed=True), V),
        "Partie d'Acey Deucey enregistrée. À vert de jouer.",
        "Saved game of Acey Deucey. Green to play.",
    ),
    (
        GameKept(GameBegins("backgammon", (), 1, None, (0, 0), resumed=True), V),
        "Partie de backgammon enregistrée. À vert de jouer.",
        "Saved game of backgammon. Green to play.",
    ),
    (OpeningDie(V, 5), "Vert, 5. Noir, votre dé.", "Green, 5. Black, your die."),
    (OpeningDie(N, 2), "Noir, 2. Vert, votre dé.", "Black, 2. Green, your die."),
    (Opening(5, 3, V), "Vert commence avec 5, 3.", "Green begins with 5 and 3."),
    (Opening(2, 6, N), "Noir commence avec 6, 2.", "Black begins with 6 and 2."),
    (Roll(N, (6, 2), opening=True), "", ""),
    (Opening(4, 4, None), "Égalité, 4 partout. Relancez.", "Tie, 4 each. Throw again."),
    (TurnBegins(V, START), "Vert, à vous.", "Green, your turn."),
    (TurnBegins(N, START), "Noir, à vous.", "Black, your turn."),
    (Roll(V, (6, 3)), "Vert, 6, 3.", "Green, 6, 3."),
    (Roll(N, (2, 1)), "Noir, 2, 1.", "Black, 2, 1."),
    (Roll(V, (6, 6)), "Vert, double 6.", "Green, double 6."),
    (Roll(N, (1, 1)), "Noir, double 1.", "Black, double 1."),
    (
        RollVoid(V, "cocked"),
        "Dé cassé. Relancez les deux dés.",
        "Cocked die. Throw both dice again.",
    ),
    (
        RollVoid(V, "cocked", "opening"),
        "Dé cassé, à relancer.",
        "Cocked die. Throw it again.",
    ),
    (
        RollVoid(N, "early", "opening"),
        "Trop tôt. D'abord un dé chacun.",
        "Too early. One die each first.",
    ),
    (
        RollVoid(N, "early", "again"),
        "Pas deux fois, le premier dé compte.",
        "Not again, the first die counts.",
    ),
    (
        RollVoid(N, "one-die", "moved"),
        (
            "Lancer nul, un pion a bougé avant le second dé. "
            "Remettez ce pion en place et lancez les deux dés."
        ),
        "Void throw, a piece moved before the second die. Put it back and throw both dice.",
    ),
    (
        RollVoid(V, "early"),
        "Trop tôt, vert. Noir n'a pas ramassé ses dés.",
        "Void throw, green. Black has not picked up the dice.",
    ),
    (
        RollVoid(N, "early"),
        "Trop tôt, noir. Vert n'a pas ramassé ses dés.",
        "Void throw, black. Green has not picked up the dice.",
    ),
    (
        RollVoid(V, "wrong-player"),
        "Pas votre tour, vert. À noir de lancer.",
        "Not your turn, green. Black to throw.",
    ),
    (
        RollVoid(N, "wrong-player"),
        "Pas votre tour, noir. À vert de lancer.",
        "Not your turn, black. Green to throw.",
    ),
    (RollVoid(V, "one-die"), "Un seul dé. Lancez les deux.", "Only one die. Throw both."),
    (
        RollVoid(N, "board"),
        "Lancer nul. Rectifiez d'abord le plateau.",
        "Void throw. Correct the board first.",
    ),
    (
        RollVoid(N, "board", "error"),
        "Lancer nul. Vert doit d'abord rectifier.",
        "Void throw. Green must correct first.",
    ),
    (
        RollVoid(V, "early", "by-hand"),
        "Trop tôt, vert. Noir n'a pas fini son tour.",
        "Void throw, green. Black's turn is not over.",
    ),
    (
        RollVoid(N, "early", "kept"),
        "Noir a lancé trop tôt, lancer nul.",
        "Black threw too early, the throw is void.",
    ),
    (
        RollVoid(V, "one-die", "old"),
        "L'ancien dé ne compte pas. Lancez les deux dés.",
        "The old die doesn't count. Throw both dice.",
    ),
    (
        RollVoid(V, "one-die", "old-opening"),
        "Le dé de départ ne compte plus. Lancez les deux dés.",
        "The opening die doesn't count. Throw both dice.",
    ),
    (
        DieWaits(N, "second", 5),
        "Noir, 5. Relancez l'autre dé, il n'a pas été lu.",
        "Black, 5. The other die wasn't read, throw it again.",
    ),
    (
        DieWaits(V, "opening", 5),
        "Vert, ramassez aussi votre dé.",
        "Green, pick up your die too.",
    ),
    (
        DieWaits(N, "uncounted", 0),
        "Relancez, noir. Privé de courant, le plateau n'a pas vu votre lancer.",
        "Throw again, black. The board lost power and missed your throw.",
    ),
    (RollVoid(N, "something-new"), "Lancer nul. Relancez.", "Void throw. Throw again."),
    (
        DieDisturbed(V, 5, 2),
        "Dé tourné, 2 au lieu de 5. Remettez le 5.",
        "Die turned from 5 to 2. Turn it back to 5.",
    ),
    (
        DieDisturbed(N, 1, 0),
        "Dé bousculé. Remettez le 1.",
        "Die knocked over. Turn it back to 1.",
    ),
    (DieBack(V, (3, 1)), "Dé remis, 3, 1.", "Die put back, 3 and 1."),
    (DieBack(V, (3, 3)), "Dé remis, double 3.", "Die put back, double 3."),
    (LEGAL, "Légal.", "Legal."),
    (PASS, "Vous ne pouvez pas jouer.", "No move."),
    (
        replace(PASS, ends_by="yes"),
        "Vous ne pouvez pas jouer. Oui pour finir votre tour.",
        "No move. Press yes to end your turn.",
    ),
    (INCOMPLETE, "", ""),
    (
        ILLEGAL,
        "Mauvaise distance, 5 points du 8 au 3.",
        "Wrong distance, 5 pips from 8 to 3.",
    ),
    (PLAYED, "8, au 5. 6, au 5.", "8 to 5. 6 to 5."),
    (
        TurnEnds(N, (6, 6), Verdict.LEGAL, (), START, START),
        "Noir n'a rien joué.",
        "Black, no move.",
    ),
    (
        TurnEnds(
            V, (3, 1), Verdict.ILLEGAL, (Fault(Code.DICE_UNUSED, V, dice=(1,)),), START, START
        ),
        "",
        "",
    ),
    (
        ErrorOpen(V, (Fault(Code.DICE_UNUSED, V, dice=(6, 3)),)),
        (
            "Erreur de vert. Il reste le 6 et le 3 à jouer. "
            "Noir, lancez pour accepter, ou non pour faire rectifier."
        ),
        (
            "Error by green. Unfinished, a 6 and a 3 still to play."
            " Black, throw to accept, or no to refuse."
        ),
    ),
    (
        ErrorOpen(N, (Fault(Code.PIECE_MISSING, V, count=2),), acceptable=False),
        "Erreur de noir. Il manque 2 pions verts. Noir doit rectifier, 3, 1.",
        ("Error by black. 2 green pieces missing. Black must correct, 3, 1."),
    ),
    (
        ErrorClosed(V, "corrected", AFTER31),
        "Rectifié. 8, au 5. 6, au 5.",
        "Corrected. 8 to 5. 6 to 5.",
    ),
    (
        ErrorClosed(V, "accepted", START.replace("V6=5v", "V6=4v V5=1v")),
        "Accepté. 6, au 5.",
        "Accepted. 6 to 5.",
    ),
    (
        CubeAction(V, "offer", 2, None),
        "Vert propose le videau à 2. Noir, oui pour accepter, non pour refuser.",
        "Green offers the cube at 2. Black, yes to take, no to drop.",
    ),
    (
        CubeAction(N, "offer", 4, N),
        "Noir propose le videau à 4. Vert, oui pour accepter, non pour refuser.",
        "Black offers the cube at 4. Green, yes to take, no to drop.",
    ),
    (
        CubeAction(N, "take", 2, N),
        "Noir accepte. Videau à 2, chez noir.",
        "Black takes. Cube at 2, with black.",
    ),
    (
        CubeAction(V, "take", 4, V),
        "Vert accepte. Videau à 4, chez vert.",
        "Green takes. Cube at 4, with green.",
    ),
    (CubeAction(V, "drop", 1, None), "Vert refuse le videau.", "Green drops."),
    (CubeAction(N, "drop", 1, None), "Noir refuse le videau.", "Black drops."),
    (
        CubeAction(None, "automatic", 2, None),
        "Double automatique. Videau à 2, au milieu.",
        "Automatic double. Cube at 2, in the middle.",
    ),
    (CubeAction(V, "something-new", 2, None), "", ""),
    (
        Resign(V, 1, "offer"),
        "Vert propose d'abandonner. Partie simple. Noir, oui pour accepter, non pour refuser.",
        "Green offers to resign. Single game. Black, yes to accept, no to refuse.",
    ),
    (
        Resign(N, 2, "offer"),
        "Noir propose d'abandonner. Gammon. Vert, oui pour accepter, non pour refuser.",
        "Black offers to resign. Gammon. Green, yes to accept, no to refuse.",
    ),
    (
        Resign(V, 3, "offer"),
        "Vert propose d'abandonner. Backgammon. Noir, oui pour accepter, non pour refuser.",
        "Green offers to resign. Backgammon. Black, yes to accept, no to refuse.",
    ),
    (Resign(N, 1, "accept"), "Abandon accepté.", "Resignation accepted."),
    (
        Resign(N, 1, "refuse"),
        "Abandon refusé, la partie continue.",
        "Resignation refused, the game goes on.",
    ),
    (
        GameEnds(V, "single", "off", 1, (1, 0)),
        (
            "Vert gagne la partie. Partie simple. Un point. Score, vert 1, noir 0. Remettez les "
            "pions en place pour la partie suivante."
        ),
        (
            "Green wins the game. Single game. One point. Score, green 1, black 0. Set up the "
            "pieces for the next game."
        ),
    ),
    (
        GameEnds(N, "gammon", "drop", 4, (1, 4)),
        (
            "Noir gagne la partie. Gammon. 4 points. Score, vert 1, noir 4. Remettez les pions "
            "en place pour la partie suivante."
        ),
        (
            "Black wins the game. Gammon. 4 points. Score, green 1, black 4. Set up the pieces "
            "for the next game."
        ),
    ),
    (
        GameEnds(V, "backgammon", "resign", 3, (3, 0), over=True),
        "Vert gagne la partie. Backgammon. 3 points. Score, vert 3, noir 0.",
        "Green wins the game. Backgammon. 3 points. Score, green 3, black 0.",
    ),
    (
        GameEnds(V, "single", "ruling", 0, (0, 0)),
        (
            "Vert gagne la partie. Partie simple. Aucun point. Score, vert 0, noir 0. Remettez "
            "les pions en place pour la partie suivante."
        ),
        (
            "Green wins the game. Single game. No points. Score, green 0, black 0. Set up the "
            "pieces for the next game."
        ),
    ),
    (
        MatchEnds(V, (7, 5)),
        "Vert gagne le match, 7 à 5. Pour un autre match, remettez les pions en place.",
        "Green wins the match, 7 to 5. For another match, set up the pieces again.",
    ),
    (
        MatchEnds(N, (0, 7)),
        "Noir gagne le match, 7 à 0. Pour un autre match, remettez les pions en place.",
        "Black wins the match, 7 to 0. For another match, set up the pieces again.",
    ),
    (
        BoardFault("V7", "short"),
        "Défaut du plateau. V 7. Court circuit. Cherchez du métal ou de l'humidité.",
        "Board fault. V 7. Short circuit. Look for metal or dampness there.",
    ),
    (
        BoardFault("die1", "silent", gone=True),
        "Premier dé de vert. Défaut disparu.",
        "Green's first die. Fault gone.",
    ),
    (
        BoardFault("V7", "short", also=("V8", "N1")),
        "Défaut du plateau. V 7. V 8. N 1. Court circuit. Cherchez du métal ou de l'humidité.",
        "Board fault. V 7. V 8. N 1. Short circuit. Look for metal or dampness there.",
    ),
    (TimeLeft(V, 600), "Vert, il reste 10 minutes.", "Green, 10 minutes left."),
    (TimeLeft(N, 60), "Noir, il reste une minute.", "Black, one minute left."),
    (
        TimeLeft(V, 0),
        "Temps écoulé, vert. Un arbitre décide.",
        "Time up, green. A referee decides.",
    ),
    (
        TimeLeft(N, 0),
        "Temps écoulé, noir. Un arbitre décide.",
        "Time up, black. A referee decides.",
    ),
    (
        GameBegins("backgammon", (), 1, None, (0, 0), clock=20),
        "Nouvelle partie de backgammon. 20 minutes chacun par partie. Lancez un dé chacun.",
        "New game of backgammon. 20 minutes each for a game. Throw one die each.",
    ),
    (
        Ruling("undo", "both"),
        "Dernière décision annulée.",
        "Last decision undone.",
    ),
    (
        Ruling("position", "referee", position=START),
        "Position fixée par l'arbitre.",
        "Position set by the referee.",
    ),
    (
        Ruling("dice", "both", dice=(3, 6), player=V),
        "Dés fixés, vert, 6, 3.",
        "Green, 6, 3, entered.",
    ),
    (
        Ruling("award", "referee", "Black left.", winner=V),
        "Décision de l'arbitre, vert gagne la partie. Black left.",
        "Referee's decision, green wins the game. Black left.",
    ),
    (
        Ruling("award", "referee", winner=N),
        "Décision de l'arbitre, noir gagne la partie.",
        "Referee's decision, black wins the game.",
    ),
    (Ruling("pause", "both"), "En pause. Oui pour reprendre.", "Paused. Yes to go on."),
    (Ruling("something-new", "referee"), "Décision de l'arbitre.", "Referee's decision."),
    (
        Ruling("dice", "Ann", dice=(5, 5), player=N),
        "Dés fixés, noir, double 5.",
        "Black, double 5, entered.",
    ),
    (
        Ruling("correct", "Ann"),
        "Décision de l'arbitre. Vert doit rectifier, 3, 1.",
        "Referee's decision. Green must correct, 3, 1.",
    ),
    (
        Ruling("accept", "Ann", "trop tard"),
        "Décision de l'arbitre. Trop tard.",
        "Referee's decision. Trop tard.",
    ),
    (
        Ruling("adjourn", "Ann"),
        "Partie ajournée. Elle est enregistrée pour la prochaine fois.",
        "Adjourned. The game is saved for next time.",
    ),
    (
        Ruling("out-of-order", "Ann", zone="V6"),
        "Flèche 6 de vert hors service, capteur ignoré.",
        "Green's point 6 out of order, sensor ignored.",
    ),
    (
        Ruling("in-order", "Ann", zone="V6"),
        "Flèche 6 de vert de nouveau en service.",
        "Green's point 6 working again.",
    ),
    (
        Ruling("out-of-order", "Ann", zone="VB"),
        "La barre de vert. Hors service, capteur ignoré.",
        "Green's bar. Out of order, sensor ignored.",
    ),
    (
        Ruling("out-of-order", "Ann", zone="N-dice"),
        "Les dés de noir. Hors service. Il faut les saisir au clavier.",
        "Black's dice. Out of order. Enter them by key.",
    ),
    (
        Ruling("in-order", "Ann", zone="N-dice"),
        "Les dés de noir. De nouveau en service.",
        "Black's dice. Working again.",
    ),
    (
        Ruling("opening", "Ann", dice=(3, 5)),
        "Dés de départ fixés.",
        "Opening dice entered.",
    ),
    (Ruling("call", "V"), "Arbitre appelé.", "Referee called."),
    (Ruling("go-on", "Ann"), "Fin de la pause.", "Pause over."),
    (
        RulingRefused("accept", "Ann", "no-error"),
        "Refusé, aucune erreur n'est en suspens.",
        "Refused, no error is open.",
    ),
    (
        RulingRefused("coin", "Ann", "unknown"),
        "Refusé, cette décision n'existe pas.",
        "Refused, no such ruling.",
    ),
]


@pytest.mark.parametrize(("fact", "french", "english"), TABLE)
def test_what_is_said_of_a_fact(fact: Fact, french: str, english: str) -> None:
    assert words(fact, "fr") == french
    assert words(fact, "en") == english


def test_a_tournament_says_the_same_but_for_verdicts_before_the_lift() -> None:
    silent = [row[0] for row in TABLE if words(row[0], "en", mode="tournament") != row[2]]
    assert {type(fact) for fact in silent} == {VerdictGiven}
    assert all(words(fact, "en", mode="tournament") == "" for fact in silent)


@pytest.mark.parametrize("mode", ["club", "practice"])
def test_a_club_and_practice_say_all(mode: str) -> None:
    assert all(words(fact, "en", mode=mode) == english for fact, _, english in TABLE)


def test_a_tournament_never_says_what_may_be_played() -> None:
    roll = Roll(V, (2, 1))
    assert words(roll, "en", rules="acey-deucey") != words(
        roll, "en", rules="acey-deucey", mode="tournament"
    )
    for topic in ("alternative", "forced"):
        hint = Explained(V, topic, V, (3, 1), START, AFTER31)
        assert words(hint, "en", mode="tournament") == "No hints in this mode."


def test_dice_that_a_ruling_has_told_are_not_told_again() -> None:
    announcer = Announcer("backgammon", "en")
    assert announcer.announce(Ruling("dice", "Ann", dice=(6, 3), player=V))
    assert announcer.announce(TurnBegins(V, START)) == ()
    assert announcer.announce(Roll(V, (6, 3), by_hand=True)) == ()
    assert announcer.announce(TurnBegins(N, START))


def test_every_reason_for_a_refusal_has_words() -> None:
    source = inspect.getsource(rulings)
    told = set(re.findall(r'refuse\(table, ruling, "([a-z-]+)"', source)) | {
        "no-error",
        "no-journal",
        "choosing",
    }
    told |= {
        rulings.no_place(phase, what)
        for phase in Phase
        for what in rulings.WHATS
        if (phase, (Ruling, what)) not in MACHINE
    }
    assert told - {"unknown"} == names("ruling.refused") - {"other"}


def test_every_kind_of_fact_has_a_row_here_or_in_the_answers() -> None:
    told = {type(row[0]) for row in TABLE}
    told |= {
        Question,
        KeyAnswer,
        Explained,
        Choosing,
        Chosen,
        Hint,
        CubeHint,
        PlayNamed,
        PlayDiffers,
        ExerciseEnds,
        TurnJudged,
        Progress,
        EntryAnswer,
        MovesTyped,
    }
    assert told == set(TELLERS) == set(get_args(Fact))


@pytest.mark.parametrize(
    ("fact", "priority", "key", "turn"),
    [
        (Link("lost"), Priority.ALERT, "link", 0),
        (Link("connected"), Priority.RESULT, "link", 0),
        (Setup(ok=True), Priority.RESULT, "setup", 0),
        (
            Setup(ok=False, differences=(Difference("V1", "", "1n"),)),
            Priority.ANSWER,
            "setup",
            1,
        ),
        (Opening(5, 3, V), Priority.RESULT, "", 0),
        (Roll(V, (3, 1)), Priority.RESULT, "turn 1", 0),
        (RollVoid(V, "cocked"), Priority.ALERT, "void", 1),
        (DieDisturbed(V, 3, 1), Priority.ALERT, "die", 1),
        (LEGAL, Priority.ANSWER, "verdict", 1),
        (PASS, Priority.RESULT, "", 0),
        (ILLEGAL, Priority.ALERT, "verdict", 1),
        (PLAYED, Priority.RESULT, "", 0),
        (ErrorOpen(V, UNUSED), Priority.ALERT, "error", 1),
        (ErrorClosed(V, "accepted", START), Priority.RESULT, "", 0),
        (CubeAction(V, "offer", 2, None), Priority.RESULT, "", 0),
        (GameEnds(V, "single", "off", 1, (1, 0)), Priority.RESULT, "", 0),
        (Question(V, "double-confirm", "2"), Priority.ANSWER, "question", 1),
        (KeyAnswer(V, "pips", "", (1, 2)), Priority.ANSWER, "answer", 1),
        (KeyAnswer(V, "demand"), Priority.ALERT, "", 1),
    ],
)
def test_how_urgent_it_is_and_how_long_it_is_true(
    fact: Fact, priority: Priority, key: str, turn: int
) -> None:
    (said,) = announced(fact)
    assert (said.priority, said.key, said.turn) == (priority, key, turn)


def test_the_last_move_of_a_game_is_marked() -> None:
    before = "V1=1v V2=1v NO=2n VO=13v N1=13n"
    after = "NO=2n VO=15v N1=13n"
    (said,) = announced(TurnEnds(V, (2, 1), Verdict.LEGAL, (), after, before))
    assert said.last_move
    assert said.text == "Sorti du 2. Sorti du 1."
    assert not announced(PLAYED)[0].last_move


# --- modes and verbosity --------------------------------------------------------------------------
def test_in_a_tournament_verdicts_wait_for_the_lift() -> None:
    for fact in (LEGAL, PASS, INCOMPLETE, ILLEGAL):
        assert announced(fact, mode="tournament", verbosity="full") == ()
    opened = ErrorOpen(V, WRONG)
    assert words(opened, mode="tournament").startswith("Erreur de vert. Mauvaise distance")


def test_in_practice_they_do_not_wait() -> None:
    assert words(ILLEGAL, mode="practice") == words(ILLEGAL, mode="club")


BRIEF_AND_FULL: list[tuple[Fact, str, str]] = [
    (TurnBegins(V, START), "Vert, à vous.", "Vert, à vous."),
    (Roll(V, (6, 3)), "Vert, 6, 3.", "Vert, 6, 3."),
    (Roll(V, (5, 5)), "Vert, double 5.", "Vert, double 5."),
    (PASS, "Vous ne pouvez pas jouer.", "Vous ne pouvez pas jouer. Ramassez les dés."),
    (PLAYED, "8, au 5. 6, au 5.", "Vert joue. Du 8, au 5. Du 6, au 5."),
    (
        ILLEGAL,
        "Mauvaise distance, 5 points du 8 au 3.",
        ("Mauvaise distance, 5 points du 8 au 3. Les dés font 3, 1. Il reste le 1 à jouer."),
    ),
    (INCOMPLETE, "", "Il reste le 3 à jouer."),
    (
        ErrorOpen(V, UNUSED),
        "Erreur de vert. Il reste le 3 à jouer.",
        (
            "Erreur de vert. Il reste le 3 à jouer. "
            "Noir, lancez pour accepter, ou non pour faire rectifier."
        ),
    ),
    (
        GameEnds(V, "gammon", "drop", 4, (4, 0)),
        "Vert gagne la partie. 4 points. Score, vert 4, noir 0.",
        (
            "Vert gagne la partie. Videau refusé. Gammon. 4 points. Score, vert 4, noir 0. "
            "Remettez les pions en place pour la partie suivante."
        ),
    ),
    (
        GameEnds(V, "strange", "strange", 1, (1, 0)),
        "Vert gagne la partie. Un point. Score, vert 1, noir 0.",
        (
            "Vert gagne la partie. Un point. Score, vert 1, noir 0. Remettez les pions en place "
            "pour la partie suivante."
        ),
    ),
    (
        GameBegins("jacquet", ("double-bouchage", "may-hit-V"), 1, None, (0, 0)),
        "Nouvelle partie de jacquet.",
        "Nouvelle partie de jacquet. Convenu, double bouchage. Lancez un dé chacun.",
    ),
]


@pytest.mark.parametrize(("fact", "brief", "full"), BRIEF_AND_FULL)
def test_fewer_and_more_words(fact: Fact, brief: str, full: str) -> None:
    assert words(fact, verbosity="brief") == brief
    assert words(fact, verbosity="full") == full


def test_a_fault_that_the_verdict_has_named_is_not_named_at_the_lift() -> None:
    opened = ErrorOpen(V, WRONG)
    named = "Error by green. Wrong distance, 5 pips from 8 to 3. Black, throw"
    assert words(opened, "en").startswith(named)
    for mode, verbosity, expected in (
        ("club", "brief", "Error by green."),
        ("club", "normal", "Error by green. Black, throw"),
        ("club", "full", "Error by green. Black, throw"),
        ("tournament", "normal", named),
    ):
        announcer = Announcer("backgammon", "en", verbosity, mode=mode)
        announcer.announce(Roll(V, (3, 1)))
        announcer.announce(ILLEGAL)
        (said,) = announcer.announce(opened)
        assert said.text.startswith(expected), (mode, verbosity)


def test_the_legal_turn_is_ended_as_its_dice_are_set() -> None:
    for ends_by, expected in (
        ("lift", "Legal. Pick up the dice to end your turn."),
        ("yes", "Legal. Press yes to end your turn."),
        ("either", "Legal. Pick up the dice, or press yes, to end your turn."),
    ):
        announcer = Announcer("backgammon", "en")
        announcer.announce(GameBegins("backgammon", (), 1, None, (0, 0)))
        announcer.announce(TurnBegins(V, START))
        (said,) = announcer.announce(replace(LEGAL, ends_by=ends_by))
        assert said.text == expected


def test_a_seat_for_dice_belongs_to_the_other_on_a_board_turned_round() -> None:
    fault = BoardFault("die3", "silent", gone=True)
    assert words(fault, "en", layout=("turned",)) == "Green's first die. Fault gone."
    assert words(fault, "en") == "Black's first die. Fault gone."


def test_a_board_nobody_may_accept_is_said_to_the_end_however_brief() -> None:
    opened = ErrorOpen(V, (Fault(Code.PIECE_MISSING, V),), acceptable=False)
    expected = "Erreur de vert. Il manque un pion vert. Vert doit rectifier, 3, 1."
    assert words(opened, verbosity="brief") == expected


def test_troubles_of_the_program_itself_are_said_aloud_to_both() -> None:
    announcer = Announcer("backgammon", {V: "fr", N: "en"})
    assert [(said.priority, said.to) for said in announcer.notice("evening.own-fault")] == [
        (Priority.ALERT, "V"),
        (Priority.ALERT, "N"),
    ]
    (said,) = Announcer("backgammon", "en").notice("evening.journal-lost")
    assert said.text == "Recording stopped. The game goes on, but is no longer saved."
    (said,) = Announcer("backgammon", "fr").notice("evening.journal-again")
    assert said.text == "Enregistrement repris. Rien n'y manque."


def test_an_incomplete_turn_is_only_a_hint() -> None:
    (said,) = announced(INCOMPLETE, verbosity="full")
    assert said.priority is Priority.HINT


def test_verbosity_goes_round() -> None:
    announcer = Announcer("backgammon", "fr")
    heard = []
    for _ in range(4):
        heard.append(" ".join(each.text for each in announcer.announce(INCOMPLETE)))
        announcer.next_verbosity(V)
        announcer.next_verbosity(N)
    assert [bool(text) for text in heard] == [False, True, False, False]


# --- the games ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("fact", "rules", "french"),
    [
        (
            Roll(V, (2, 1)),
            "acey-deucey",
            "Vert, 2, 1. As et deux. Jouez 2 et 1, puis le double de votre choix.",
        ),
        (CubeAction(None, "automatic", 2, None), "acey-deucey", "Enjeu doublé, à 2."),
        (
            GameEnds(N, "single", "off", 9, (0, 9)),
            "acey-deucey",
            (
                "Noir gagne la partie. 9 points. Score, vert 0, noir 9. Remettez les pions en "
                "place pour la partie suivante."
            ),
        ),
        (
            GameEnds(N, "quadruple", "off", 4, (0, 4)),
            "jacquet",
            (
                "Noir gagne la partie. Partie quadruple. 4 points. Score, vert 0, noir 4. "
                "Remettez les pions en place pour la partie suivante."
            ),
        ),
        (
            Resign(V, 4, "offer"),
            "jacquet",
            (
                "Vert propose d'abandonner. Partie quadruple. "
                "Noir, oui pour accepter, non pour refuser."
            ),
        ),
        (
            Resign(V, 9, "offer"),
            "backgammon",
            "Vert propose d'abandonner. Backgammon. Noir, oui pour accepter, non pour refuser.",
        ),
    ],
)
def test_each_game_has_its_own_words(fact: Fact, rules: str, french: str) -> None:
    assert words(fact, rules=rules) == french


def test_points_are_named_as_on_the_board_where_that_is_set() -> None:
    assert words(PLAYED, notation="names") == "V 8, au 5. V 6, au 5."
    assert words(PLAYED, "en", notation="names") == "V 8 to 5. V 6 to 5."


def test_on_a_mirrored_board_names_are_those_that_are_felt() -> None:
    mirrored = words(PLAYED, notation="names", layout=("mirrored",))
    assert mirrored == "V 5, au 8. V 7, au 8."
    assert words(PLAYED, layout=("mirrored",)) == "8, au 5. 6, au 5."


# --- who hears what -------------------------------------------------------------------------------
def test_one_language_is_said_once_to_both() -> None:
    assert announced(LEGAL) == (
        Utterance("Légal.", "fr", Priority.ANSWER, "all", "verdict", turn=1),
    )


def test_two_languages_are_said_to_each_his_own() -> None:
    announcer = Announcer("backgammon", {V: "fr", N: "en"})
    said = announcer.announce(Opening(5, 3, V))
    assert [(each.text, each.lang, each.to) for each in said] == [
        ("Vert commence avec 5, 3.", "fr", "V"),
        ("Green begins with 5 and 3.", "en", "N"),
    ]


@pytest.mark.parametrize(("player", "text"), [(V, "À vous."), (N, "Your opponent's turn.")])
def test_an_answer_goes_to_the_asker_alone_in_his_language(player: Player, text: str) -> None:
    announcer = Announcer("backgammon", {V: "fr", N: "en"})
    (said,) = announcer.announce(KeyAnswer(player, "turn", "V"))
    assert (said.text, said.to) == (text, player.value)


def test_a_player_can_change_his_language() -> None:
    announcer = Announcer("backgammon", "fr")
    announcer.next_language(N)
    assert [each.lang for each in announcer.announce(LEGAL)] == ["fr", "en"]
    announcer.next_language(N)
    assert [each.lang for each in announcer.announce(LEGAL)] == ["fr"]


def test_a_call_to_throw_gives_way_to_the_throw() -> None:
    announcer = Announcer("backgammon", "fr")
    (turn,) = announcer.announce(TurnBegins(V, START))
    (roll,) = announcer.announce(Roll(V, (3, 1)))
    (after,) = announcer.announce(TurnBegins(N, AFTER31))
    assert turn.key == roll.key
    assert after.key != roll.key


def test_after_a_restart_a_correction_is_told_from_where_the_turn_began() -> None:
    announcer = Announcer("backgammon", "en")
    announcer.announce(TurnBegins(V, START))
    announcer.announce(Roll(V, (3, 1)))
    announcer.announce(ErrorOpen(V, UNUSED))
    (said,) = announcer.announce(ErrorClosed(V, "corrected", AFTER31))
    assert said.text == "Corrected. 8 to 5. 6 to 5."


def test_a_correction_of_an_unknown_turn_is_told_without_its_moves() -> None:
    (said,) = Announcer("backgammon", "en").announce(ErrorClosed(V, "corrected", AFTER31))
    assert said.text == "Corrected."


def test_a_play_that_cannot_be_read_is_told_without_its_moves() -> None:
    odd = TurnEnds(V, (3, 1), Verdict.LEGAL, (), "V1=1v", START)
    assert words(odd, "en") == "Green plays."


@pytest.mark.parametrize(
    "settings",
    [
        {"lang": "xx"},
        {"verbosity": "chatty"},
        {"notation": "both"},
        {"mode": "war"},
    ],
)
def test_a_setting_that_does_not_exist_is_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"'(xx|chatty|both|war)'"):
        Announcer("backgammon", **{"lang": "en"} | settings)


def test_the_refusal_of_a_language_names_those_there_are() -> None:
    with pytest.raises(UnknownLanguageError, match="en, fr"):
        Announcer("backgammon", "xx")


def test_a_search_that_goes_on_for_another_reason_is_said_once() -> None:
    announcer = Announcer("backgammon", "en")
    assert announcer.announce(Link("searching"))
    assert announcer.announce(Link("searching", reason="no such port")) == ()
    assert announcer.announce(Link("searching", board="b1", reason="another version"))
    assert announcer.announce(Link("connected"))


def test_a_lost_board_is_told_once_though_it_is_searched_at_once() -> None:
    announcer = Announcer("jacquet", "en")
    assert announcer.announce(Link("connected"))
    assert announcer.announce(Link("lost", reason="cable"))
    assert announcer.announce(Link("searching")) == ()
    assert announcer.announce(Link("searching", reason="no such port")) == ()
    assert announcer.announce(Link("connected"))


@pytest.mark.parametrize(
    ("states", "times", "told"),
    [
        (("searching", "searching no-answer", "searching no-answer"), 2, "Aucun plateau ne répond"),
        (("searching", "searching no-board"), 2, "Le plateau n'est pas sur son port."),
        (("searching", "searching no-permission"), 2, "Accès refusé au port"),
        (("searching", "searching bad-port"), 2, "Mauvais nom de port"),
        (("connected", "lost gone"), 2, "je cherche le plateau. Vérifiez son câble."),
        (("connected", "lost gone", "searching no-board", "searching no-answer"), 2, "Vérifiez"),
        (("connected", "lost silent", "searching in-use"), 3, "Plateau utilisé"),
        (("lost", "searching in-use", "connected", "lost", "searching in-use"), 5, "utilisé"),
    ],
)
def test_why_a_board_is_not_there_is_said_once(
    states: tuple[str, ...], times: int, told: str
) -> None:
    """The port's own sentence, in English, is for the events."""
    announcer = Announcer("jacquet", "fr")
    said: list[Utterance] = []
    for each in states:
        state, _, why = each.partition(" ")
        said += announcer.announce(Link(state, "/dev/ttyACM0", "", "In English.", why))
    assert told in said[-1].text
    assert len(said) == times
    assert not any("English" in each.text for each in said)


def test_the_first_turns_of_a_match_are_explained_unless_few_words_are_wanted() -> None:
    told = {}
    for verbosity in ("brief", "normal"):
        announcer = Announcer("jacquet", "en", verbosity)
        announcer.announce(GameBegins("jacquet", (), 1, None, (0, 0)))
        announcer.announce(Opening(3, 1, V))
        heard = []
        for player in (V, N, V):
            for fact in (TurnBegins(player, START), Roll(player, (3, 1)), LEGAL):
                heard += [each.text for each in announcer.announce(fact)]
            announcer.announce(replace(PLAYED, player=player))
        told[verbosity] = heard
    assert told["normal"] == [
        "Green, your turn. Throw both dice.",
        "Green, 3, 1.",
        "Legal. Pick up the dice to end your turn.",
        "Black, your turn. Throw both dice.",
        "Black, 3, 1.",
        "Legal. Pick up the dice to end your turn.",
        "Green, 3, 1.",
        "Legal.",
    ]
    green, black = ["Green, 3, 1.", "Legal."], ["Black, 3, 1.", "Legal."]
    assert told["brief"] == [*green, *black, *green]
