"""Hints as they are heard, in both languages."""

from dataclasses import replace

import pytest

from companion.referee.talk_facts import CubeHint, Hint, HintPlay, HintReason
from companion.rules import Player
from companion.speech.announcer import Announcer

V = Player.V
START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"
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
FIVE_EN = "From 8 to 5. From 6 to 5. Makes the point 5. Nothing can be hit."
FIVE_FR = "Du 8 au 5. Du 6 au 5. Prend la flèche 5. Rien ne peut être frappé."
ONLY_EN, ONLY_FR = "From 8 to 5. From 6 to 5.", "Du 8 au 5. Du 6 au 5."
NUDGE = Hint(V, "nudge", V, (3, 1), START, (FIVE, SPLIT))


@pytest.mark.parametrize(
    ("hint", "english", "french"),
    [
        (NUDGE, "There is a point to make.", "Il y a une flèche à prendre."),
        (
            replace(NUDGE, step="idea"),
            "Makes the point 5. Nothing can be hit.",
            "Prend la flèche 5. Rien ne peut être frappé.",
        ),
        (
            replace(NUDGE, step="play"),
            "Best. From 8 to 5. From 6 to 5.",
            "Le meilleur coup. Du 8 au 5. Du 6 au 5.",
        ),
        (
            replace(NUDGE, step="better"),
            f"Better was this. {FIVE_EN} Your play loses 22 hundredths of a point.",
            f"Mieux valait ceci. {FIVE_FR} Votre coup perd 22 centièmes de point.",
        ),
        (
            replace(NUDGE, step="better", plays=(FIVE,)),
            "That was the best play.",
            "C'était le meilleur coup.",
        ),
        (
            replace(NUDGE, step="better", plays=(FIVE, replace(SPLIT, thousandths=141))),
            "Good. That was nearly the best play.",
            "Bien. C'était presque le meilleur coup.",
        ),
        (
            replace(NUDGE, plays=(NO_REASON, replace(SPLIT, thousandths=140))),
            "Nothing stands out. Small differences decide.",
            "Rien ne saute aux yeux. De petites différences décident.",
        ),
        (
            replace(NUDGE, plays=(NO_REASON, SPLIT)),
            "Nothing stands out, but one play is clearly better.",
            "Rien ne saute aux yeux, mais un coup est nettement meilleur.",
        ),
        (
            replace(NUDGE, step="idea", plays=(NO_REASON, SPLIT)),
            "Move from 8.",
            "Jouez du 8.",
        ),
        (  # what lies on the bar must enter in any case
            replace(
                NUDGE, step="idea", plays=(replace(NO_REASON, moves=("VB/N10", "V6/V5")), SPLIT)
            ),
            "Move from 6.",
            "Jouez du 6.",
        ),
        (
            replace(NUDGE, step="idea", plays=(replace(NO_REASON, moves=("VB/N10",)), SPLIT)),
            "Nothing stands out, but one play is clearly better.",
            "Rien ne saute aux yeux, mais un coup est nettement meilleur.",
        ),
        (
            replace(NUDGE, step="idea", plays=(SPLIT, FIVE)),
            "A risk pays here. 20 throws of 36 can hit you.",
            "Ici, le risque vaut la peine. 20 lancers sur 36 peuvent vous frapper.",
        ),
        (
            replace(NUDGE, step="only", plays=(FIVE,)),
            "That was the only play.",
            "C'était le seul coup.",
        ),
        (
            replace(NUDGE, step="missing", plays=()),
            "No hints, something is missing. See companion doctor.",
            "Pas de conseil, il manque quelque chose. Voir companion doctor.",
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
            (
                "Do not double yet. Your chance to win is 55 percent. "
                "To double loses 9 hundredths of a point."
            ),
            (
                "Ne doublez pas encore. Vous avez 55 pour cent de chances de gagner. "
                "Doubler perd 9 centièmes de point."
            ),
        ),
        (
            replace(CUBE, lost=20),
            "Do not double yet. Your chance to win is 55 percent. The difference is small.",
            (
                "Ne doublez pas encore. Vous avez 55 pour cent de chances de gagner. "
                "La différence est faible."
            ),
        ),
        (
            replace(CUBE, step="enough", lost=500),
            "Do not double. Winning this game wins the match. Your chance to win is 55 percent.",
            (
                "Ne doublez pas. Cette partie suffit pour gagner le match. "
                "Vous avez 55 pour cent de chances de gagner."
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
        (FIVE, f"There is only one play. {ONLY_EN}", f"Il n'y a qu'un seul coup. {ONLY_FR}"),
        (HintPlay(START, (), 0, ()), "Nothing to play.", "Rien à jouer."),
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
    assert ("loses 10 hundredths" in said.text) != nearly
