"""Hints as they are heard, in both languages."""

from collections import Counter
from dataclasses import replace

import pytest

from companion.hints.advisor import Advisor
from companion.referee.talk_facts import CubeHint, Hint, HintClue, HintPlay, HintReason
from companion.rules import Player, find_game
from companion.speech.announcer import Announcer
from companion.speech.plays import named_double
from companion.speech.wording import Wording
from tests.hints.positions import random_turns

V = Player.V
START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"
FROM_8, FROM_24, TO_22 = HintClue("from", "V8"), HintClue("from", "N12"), HintClue("to", "N10")
FIVE = HintPlay(
    "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v",
    ("V8/V5", "V6/V5"),
    160,
    (HintReason("point", ("V5",), 0), HintReason("safe", (), 0)),
)
SPLIT = HintPlay(
    "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N8=1v N12=1v",
    ("N12/N8",),
    -60,
    (HintReason("open", ("N8", "N12"), 20),),
)
NO_REASON = replace(FIVE, reasons=())
FIVE_WORSE = replace(FIVE, thousandths=-900)
FIVE_EN = "From 8 to 5. From 6 to 5. Makes the 5 point. No roll hits you."
FIVE_FR = "Du 8, au 5. Du 6, au 5. Vous prenez la flèche 5. Aucun lancer ne frappe vos pions."
ONLY_EN, ONLY_FR = "From 8 to 5. From 6 to 5.", "Du 8, au 5. Du 6, au 5."
MADE_BY_HITTING = (HintReason("point", ("V5",), 0), HintReason("hit", ("V5",), 0))
NUDGE = Hint(V, "nudge", V, (3, 1), START, (FIVE, SPLIT))


@pytest.mark.parametrize(
    ("hint", "english", "french"),
    [
        (NUDGE, "There is a point to make.", "Il y a une flèche à prendre."),
        (
            replace(NUDGE, step="idea"),
            "Makes the 5 point. No roll hits you.",
            "Vous prenez la flèche 5. Aucun lancer ne frappe vos pions.",
        ),
        (
            replace(NUDGE, step="play"),
            "Best. From 8 to 5. From 6 to 5.",
            "Meilleur coup. Du 8, au 5. Du 6, au 5.",
        ),
        (  # asked again, when a closer look has found another play
            replace(NUDGE, step="play", revised=True),
            "Another play is better after all. Best. From 8 to 5. From 6 to 5.",
            "Réflexion faite, un autre coup est meilleur. Meilleur coup. Du 8, au 5. Du 6, au 5.",
        ),
        (  # the two looks disagree
            replace(NUDGE, step="idea", unsure=True),
            "Makes the 5 point. No roll hits you. It is close.",
            "Vous prenez la flèche 5. Aucun lancer ne frappe vos pions. C'est serré.",
        ),
        (  # hardly worse
            replace(NUDGE, step="idea", plays=(FIVE, replace(SPLIT, thousandths=148))),
            "Makes the 5 point. No roll hits you. It is close.",
            "Vous prenez la flèche 5. Aucun lancer ne frappe vos pions. C'est serré.",
        ),
        (  # worse by a little
            replace(NUDGE, step="idea", plays=(FIVE, replace(SPLIT, thousandths=143))),
            "Makes the 5 point. No roll hits you.",
            "Vous prenez la flèche 5. Aucun lancer ne frappe vos pions.",
        ),
        (  # said already
            replace(NUDGE, step="idea", plays=(NO_REASON, replace(SPLIT, thousandths=158))),
            "All plays are nearly equal.",
            "Tous les coups se valent presque.",
        ),
        (
            replace(NUDGE, step="better"),
            f"A better play. {FIVE_EN} Your play loses 0.22.",
            f"Il y avait mieux. {FIVE_FR} Votre coup coûte 0,22 point.",
        ),
        (
            replace(NUDGE, step="better", plays=(FIVE, replace(SPLIT, thousandths=-1840))),
            f"A better play. {FIVE_EN} Your play loses more than 2 points.",
            f"Il y avait mieux. {FIVE_FR} Votre coup coûte plus de 2 points.",
        ),
        (
            replace(NUDGE, plays=(replace(FIVE, reasons=MADE_BY_HITTING), SPLIT)),
            "There is a piece to hit.",
            "Il y a un pion à frapper.",
        ),
        (  # all were as good
            replace(NUDGE, step="better", plays=(FIVE,), worst=1),
            "Good, no play is better.",
            "Bien, aucun coup n'est meilleur.",
        ),
        (
            replace(NUDGE, step="better", plays=(FIVE,), worst=90),
            "That was the best play.",
            "Parfait, c'était le meilleur coup.",
        ),
        (
            replace(NUDGE, step="better", plays=(FIVE, replace(SPLIT, thousandths=141))),
            "Good, nearly the best play.",
            "Bien, presque le meilleur coup.",
        ),
        (
            replace(NUDGE, step="better", plays=(FIVE, replace(SPLIT, thousandths=158))),
            "Good, nearly the best play.",
            "Bien, presque le meilleur coup.",
        ),
        (
            replace(NUDGE, step="better", plays=(FIVE, replace(SPLIT, thousandths=159))),
            "Good, no play is better.",
            "Bien, aucun coup n'est meilleur.",
        ),
        (
            replace(NUDGE, plays=(NO_REASON, replace(SPLIT, thousandths=140))),
            "All plays are nearly equal.",
            "Tous les coups se valent presque.",
        ),
        (
            replace(NUDGE, plays=(NO_REASON, replace(SPLIT, thousandths=140)), middle=21, worst=90),
            "No clear idea, but a few plays stand out.",
            "Pas d'idée nette, mais quelques coups se détachent.",
        ),
        (
            replace(NUDGE, plays=(NO_REASON, SPLIT)),
            "No clear idea, but one play stands out.",
            "Pas d'idée nette, mais un coup se détache.",
        ),
        (
            replace(NUDGE, step="idea", plays=(replace(NO_REASON, clue=FROM_8), SPLIT)),
            "Move a piece from 8.",
            "Jouez un pion du 8.",
        ),
        (
            replace(NUDGE, step="idea", plays=(replace(NO_REASON, clue=TO_22), SPLIT)),
            "Move a piece to 22.",
            "Jouez un pion au 22.",
        ),
        (  # the nudge points at no place, and a reason comes before it
            replace(NUDGE, plays=(replace(NO_REASON, clue=TO_22), SPLIT)),
            "No clear idea, but one play stands out.",
            "Pas d'idée nette, mais un coup se détache.",
        ),
        (
            replace(NUDGE, step="idea", plays=(replace(FIVE, clue=FROM_8), SPLIT)),
            "Makes the 5 point. No roll hits you.",
            "Vous prenez la flèche 5. Aucun lancer ne frappe vos pions.",
        ),
        (
            replace(NUDGE, step="idea", plays=(NO_REASON, SPLIT)),
            "No clear idea, but one play stands out.",
            "Pas d'idée nette, mais un coup se détache.",
        ),
        (
            replace(NUDGE, step="idea", plays=(SPLIT, replace(FIVE, thousandths=-70))),
            "All plays are nearly equal. But 20 rolls in 36 hit you.",
            "Tous les coups se valent presque. Mais 20 lancers sur 36 frappent un de vos pions.",
        ),
        (
            replace(NUDGE, step="idea", plays=(replace(SPLIT, clue=FROM_24), FIVE_WORSE)),
            "Move a piece from 24. But 20 rolls in 36 hit you.",
            "Jouez un pion du 24. Mais 20 lancers sur 36 frappent un de vos pions.",
        ),
        (
            replace(NUDGE, step="idea", plays=(SPLIT, FIVE_WORSE)),
            "A risk is worth it here. But 20 rolls in 36 hit you.",
            "Ici, le risque en vaut la peine. Mais 20 lancers sur 36 frappent un de vos pions.",
        ),
        (
            replace(NUDGE, step="only", plays=(FIVE,)),
            "That was the only play.",
            "C'était le seul coup.",
        ),
        (
            replace(NUDGE, step="missing", plays=()),
            "No hints, something is missing. Run companion doctor.",
            "Pas de conseil, il manque quelque chose. Tapez la commande companion doctor.",
        ),
        (
            replace(NUDGE, step="nothing", plays=()),
            "Throw first, then ask.",
            "Lancez d'abord, demandez ensuite.",
        ),
    ],
)
def test_a_hint_is_heard(hint: Hint, english: str, french: str) -> None:
    for lang, expected in (("en", english), ("fr", french)):
        (said,) = Announcer("backgammon", lang, mode="practice").announce(hint)
        assert (said.text, said.to, said.priority.value) == (expected, "V", "answer")


ALIKE = "All plays are equal.", "Tous les coups se valent."


@pytest.mark.parametrize("step", ["nudge", "idea"])
@pytest.mark.parametrize(
    ("second", "worst", "alike"),
    [(160, 1, True), (159, 1, True), (160, 2, False), (158, 0, False), (158, 2, False)],
)
def test_plays_that_are_all_worth_the_same_are_said_to_be(
    step: str, second: int, worst: int, *, alike: bool
) -> None:
    """Whatever the first of them does: so do others, or it is worth nothing."""
    plays = (FIVE, replace(SPLIT, thousandths=second))
    hint = replace(NUDGE, step=step, plays=plays, worst=worst)
    for lang, expected in zip(("en", "fr"), ALIKE, strict=True):
        (said,) = Announcer("backgammon", lang, mode="practice").announce(hint)
        assert (said.text == expected) is alike
        assert not alike or said.to == "V"


@pytest.mark.parametrize(
    ("code", "zones", "count", "english", "french"),
    [
        ("hit", ("V5",), 0, "There is a piece to hit.", "Il y a un pion à frapper."),
        (
            "hit",
            ("V5", "V7"),
            0,
            "You can hit more than one piece.",
            "Vous pouvez frapper plus d'un pion.",
        ),
        (
            "point",
            ("V5", "V7"),
            0,
            "You can make more than one point.",
            "Vous pouvez prendre plus d'une flèche.",
        ),
        (
            "deny",
            (),
            11,
            "Keep your opponent from winning the right to hit.",
            "Privez l'adversaire du droit de frapper.",
        ),
        ("enter", (), 2, "Think about entering.", "Pensez à rentrer."),
        (
            "shut",
            (),
            0,
            "You can shut your opponent out.",
            "Vous pouvez empêcher l'adversaire de rentrer.",
        ),
        ("gammon", (), 0, "Save the gammon.", "Évitez le gammon."),
        (
            "guard",
            ("V5", "V6"),
            0,
            "Don't give up the points you hold.",
            "Ne lâchez pas les flèches que vous tenez.",
        ),
        (  # that a play risks more than some others, or as much as most, points at nothing
            "risky",
            ("V5",),
            5,
            "No clear idea, but one play stands out.",
            "Pas d'idée nette, mais un coup se détache.",
        ),
        (
            "exposed",
            ("V5",),
            5,
            "No clear idea, but one play stands out.",
            "Pas d'idée nette, mais un coup se détache.",
        ),
    ],
)
def test_a_nudge_points_at_one_thing(
    code: str, zones: tuple[str, ...], count: int, english: str, french: str
) -> None:
    hint = replace(NUDGE, plays=(replace(FIVE, reasons=(HintReason(code, zones, count),)), SPLIT))
    for lang, expected in (("en", english), ("fr", french)):
        (said,) = Announcer("backgammon", lang, mode="practice").announce(hint)
        assert said.text == expected


def unclear(*codes: str) -> tuple[HintReason, ...]:
    """Reasons that lead to other plays as well."""
    return tuple(HintReason(code, ("V5",), 0, clear=False) for code in codes)


@pytest.mark.parametrize(
    ("best", "english", "french"),
    [
        (
            replace(FIVE, reasons=unclear("point", "hit"), clue=FROM_8),
            "Look at your 3 pieces on 8.",
            "Regardez vos 3 pions sur le 8.",
        ),
        (
            replace(FIVE, reasons=unclear("point"), clue=HintClue("to", "V3")),
            "See what can reach 3.",
            "Voyez ce qui peut venir au 3.",
        ),
        (
            replace(FIVE, reasons=unclear("point"), clue=HintClue("only", "")),
            "You only need to move one piece.",
            "Il suffit de jouer un pion.",
        ),
        (
            replace(FIVE, reasons=unclear("point"), clue=HintClue("only", "", 2)),
            "You only need to move 2 pieces.",
            "Il suffit de jouer 2 pions.",
        ),
        (
            replace(FIVE, reasons=unclear("point")),
            "No clear idea, but one play stands out.",
            "Pas d'idée nette, mais un coup se détache.",
        ),
        (
            replace(
                FIVE,
                reasons=(*unclear("point"), HintReason("hit", ("V5",), 0)),
                clue=FROM_8,
            ),
            "There is a piece to hit.",
            "Il y a un pion à frapper.",
        ),
        (  # what a play gains rather than what it does not risk
            replace(FIVE, reasons=FIVE.reasons[::-1]),
            "There is a point to make.",
            "Il y a une flèche à prendre.",
        ),
    ],
)
def test_a_nudge_leads_to_the_best_play_and_to_no_other(
    best: HintPlay, english: str, french: str
) -> None:
    hint = replace(NUDGE, plays=(best, SPLIT))
    for lang, expected in (("en", english), ("fr", french)):
        (said,) = Announcer("backgammon", lang, mode="practice").announce(hint)
        assert said.text == expected


LEADS = (FROM_8, HintClue("to", "V3", 2))


@pytest.mark.parametrize(
    ("best", "english", "french"),
    [
        (  # what is done and what is not risked, and where to look in addition
            replace(FIVE, leads=LEADS[:1]),
            "Makes the 5 point. No roll hits you. Move a piece from 8.",
            "Vous prenez la flèche 5. Aucun lancer ne frappe vos pions. Jouez un pion du 8.",
        ),
        (  # with so much to tell one reason less
            replace(FIVE, leads=LEADS, reasons=(*FIVE.reasons, HintReason("home", (), 1))),
            "Makes the 5 point. No roll hits you. Move a piece from 8. Move 2 pieces to 3.",
            (
                "Vous prenez la flèche 5. Aucun lancer ne frappe vos pions. Jouez un pion du 8. "
                "Jouez 2 pions au 3."
            ),
        ),
        (  # the price follows what it is paid for
            replace(FIVE, leads=LEADS[1:], reasons=(*FIVE.reasons[:1], *SPLIT.reasons)),
            "Makes the 5 point. But 20 rolls in 36 hit you. Move 2 pieces to 3.",
            (
                "Vous prenez la flèche 5. Mais 20 lancers sur 36 frappent un de vos pions. "
                "Jouez 2 pions au 3."
            ),
        ),
        (
            replace(FIVE, leads=LEADS, reasons=SPLIT.reasons),
            "Move a piece from 8. Move 2 pieces to 3. But 20 rolls in 36 hit you.",
            (
                "Jouez un pion du 8. Jouez 2 pions au 3. Mais 20 lancers sur 36 frappent un "
                "de vos pions."
            ),
        ),
        (
            replace(FIVE, leads=(HintClue("only", ""),), reasons=FIVE.reasons[:1]),
            "Makes the 5 point. Move one piece only.",
            "Vous prenez la flèche 5. Ne jouez qu'un seul pion.",
        ),
        (
            replace(FIVE, leads=(HintClue("only", "", 2),), reasons=FIVE.reasons[:1]),
            "Makes the 5 point. Move 2 pieces only.",
            "Vous prenez la flèche 5. Ne jouez que 2 pions.",
        ),
        (
            replace(FIVE, leads=LEADS[1:], reasons=(), clue=LEADS[0]),
            "Move 2 pieces to 3.",
            "Jouez 2 pions au 3.",
        ),
    ],
)
def test_the_idea_tells_where_to_look_where_its_reasons_lead_elsewhere_too(
    best: HintPlay, english: str, french: str
) -> None:
    hint = replace(NUDGE, step="idea", plays=(best, SPLIT))
    for lang, expected in (("en", english), ("fr", french)):
        (said,) = Announcer("backgammon", lang, mode="practice").announce(hint)
        assert said.text == expected


DEUCE = "N2=2n N4=2n N5=2n N6=2n N7=3v N9=2n N10=1v N11=1n"
NAMED = Hint(
    Player.N,
    "play",
    Player.N,
    (2, 1),
    f"V3=2n V5=2v V6=2v V7=2v V9=2n V10=1v V12=3v N1=1v {DEUCE}",
    (
        HintPlay(
            f"V5=2v V6=2v V7=2v V10=1n V11=1n V12=3v VB=2v N1=2n {DEUCE}",
            ("V3/V8/N1*", "V3/V8/N1", "V9/V11", "V9/V10*"),
            2674,
            (HintReason("again", (), 0),),
        ),
        SPLIT,
    ),
)


@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        ("en", "2 pieces from 22 to 12, hitting. From 16 to 14. From 16 to 15, hitting."),
        ("fr", "2 pions du 22, au 12, pion frappé. Du 16, au 14. Du 16, au 15, pion frappé."),
    ],
)
def test_after_ace_deuce_the_double_is_named_and_pieces_go_as_it_lets_them(
    lang: str, expected: str
) -> None:
    """Both positions alone would make it 22 to 15, 22 to 14 and two pieces from 16 to 12."""
    rules, best = find_game("acey-deucey"), NAMED.plays[0]
    before, end = rules.parse(NAMED.before), rules.parse(best.end)
    assert rules.plays(before, Player.N, (2, 1), end)[0].moves == best.moves
    (said,) = Announcer("acey-deucey", lang, mode="practice").announce(NAMED)
    lead = {"en": "Best. With double 5.", "fr": "Meilleur coup. Avec le double 5."}
    assert said.text == f"{lead[lang]} {expected}"


def test_the_double_of_an_ace_deuce_is_read_off_the_moves() -> None:
    """Held against the dice of the steps; where all of it was borne off the moves do not tell."""
    rules, wording = find_game("acey-deucey"), Wording("en", "acey-deucey")
    advisor, told = Advisor(rules, deep=False), set()
    turns = list(random_turns(rules, 1, 5, ace_deuce=False))
    for _, before, player, _ in turns[::30]:
        for advised in advisor.advise(before, player, (2, 1)).plays:
            play = rules.plays(before, player, (2, 1), advised.end)[0]
            dice = Counter(step.die for step in play.steps) - Counter((1, 2))
            told.add(named_double(wording, play.moves, player))
            on = [step for step in play.steps if step.target != f"{player}O"]
            left = Counter(step.die for step in on) - Counter((1, 2))
            assert named_double(wording, play.moves, player) == next(iter(left), 0)
            assert left <= dice
    assert {5, 6} <= told


def test_in_a_tournament_nothing_is_heard_whatever_hint_comes() -> None:
    for step in ("nudge", "idea", "play", "better"):
        assert not Announcer("backgammon", "en", mode="tournament").announce(
            replace(NUDGE, step=step)
        )


CUBE = CubeHint(V, "wait", V, 1, START, 55, 90)


@pytest.mark.parametrize(
    ("hint", "english", "french"),
    [
        (
            CUBE,
            ("Not yet, do not double. You win 55 percent. Doubling loses 0.09."),
            (
                "Pas encore, ne doublez pas. Vous gagnez dans 55 pour cent des cas. "
                "Doubler coûte 0,09 point."
            ),
        ),
        (
            replace(CUBE, gammons=(V, 36)),
            (
                "Not yet, do not double. You win 55 percent. "
                "36 percent of your wins are gammons. Doubling loses 0.09."
            ),
            (
                "Pas encore, ne doublez pas. Vous gagnez dans 55 pour cent des cas. "
                "36 pour cent de vos victoires sont des gammons. "
                "Doubler coûte 0,09 point."
            ),
        ),
        (
            replace(CUBE, step="drop", gammons=(Player.N, 36)),
            (
                "Drop. You win 55 percent. 36 percent of your opponent's wins are "
                "gammons. Taking loses 0.09."
            ),
            (
                "Refusez. Vous gagnez dans 55 pour cent des cas. 36 pour cent des victoires "
                "adverses sont des gammons. Accepter coûte 0,09 point."
            ),
        ),
        (
            replace(CUBE, lost=20, gammons=(V, 36)),
            "Not yet, do not double. You win 55 percent. It is close.",
            ("Pas encore, ne doublez pas. Vous gagnez dans 55 pour cent des cas. C'est serré."),
        ),
        (
            replace(CUBE, step="enough", lost=500),
            "Do not double. Winning this game wins the match. You win 55 percent.",
            (
                "Ne doublez pas. Cette partie suffit pour gagner le match. "
                "Vous gagnez dans 55 pour cent des cas."
            ),
        ),
    ],
)
def test_advice_on_the_cube_is_heard_by_him_who_asked(
    hint: CubeHint, english: str, french: str
) -> None:
    for lang, expected in (("en", english), ("fr", french)):
        (said,) = Announcer("backgammon", lang, mode="practice").announce(hint)
        assert (said.text, said.to, said.priority.value) == (expected, "V", "answer")


@pytest.mark.parametrize(
    "step", ["double-take", "double-drop", "wait", "too-good", "enough", "take", "drop"]
)
def test_in_a_tournament_no_advice_on_the_cube_is_heard(step: str) -> None:
    hint = replace(CUBE, step=step)
    assert Announcer("backgammon", "en", mode="practice").announce(hint)
    assert not Announcer("backgammon", "en", mode="tournament").announce(hint)


@pytest.mark.parametrize("step", ["nudge", "idea", "play"])
def test_where_there_is_nothing_to_choose_that_is_said(step: str) -> None:
    for play, english, french in (
        (FIVE, f"Only one play is possible. {ONLY_EN}", f"Un seul coup possible. {ONLY_FR}"),
        (HintPlay(START, (), 0, ()), "No move.", "Vous ne pouvez pas jouer."),
    ):
        for lang, expected in (("en", english), ("fr", french)):
            hint = replace(NUDGE, step=step, plays=(play,))
            (said,) = Announcer("backgammon", lang, mode="practice").announce(hint)
            assert said.text == expected


@pytest.mark.parametrize(("game", "nearly"), [("backgammon", False), ("acey-deucey", True)])
def test_a_tenth_of_a_point_is_much_in_backgammon_and_little_where_pieces_are_counted(
    game: str, *, nearly: bool
) -> None:
    close = replace(SPLIT, thousandths=FIVE.thousandths - 100)
    hint = replace(NUDGE, step="better", plays=(FIVE, close))
    (said,) = Announcer(game, "en", mode="practice").announce(hint)
    assert ("nearly the best" in said.text) == nearly
    assert ("loses 0.1." in said.text) != nearly
