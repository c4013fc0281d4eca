"""What would have been better, as it is heard in both languages."""

import pytest

from companion.referee.talk_facts import HintReason
from tests.hints.test_reason_words import POINT, SAFE, better

SHOTS = {count: HintReason("open", ("V8",), count) for count in (1, 8, 11, 12, 15, 20, 24, 34, 36)}
MADE_TWO = [HintReason("point", ("V4", "V5"), 0)]


@pytest.mark.parametrize(
    ("game", "best", "played", "english", "french"),
    [
        (  # a risk is told as the price, beside what the other play risked
            "backgammon",
            [HintReason("point", ("V5",), 0), SHOTS[15], HintReason("keep", (), 4)],
            [SHOTS[11]],
            (
                "Makes the 5 point. Keeps a prime of 4 points. "
                "But 15 rolls in 36 hit you, instead of 11."
            ),
            (
                "Vous prenez la flèche 5. Vous gardez une prime de 4 flèches. "
                "Mais 15 lancers sur 36 frappent un de vos pions, au lieu de 11."
            ),
        ),
        (
            "backgammon",
            [*POINT, SHOTS[11]],
            [SAFE],
            "Makes the 5 point. But 11 rolls in 36 hit you.",
            "Vous prenez la flèche 5. Mais 11 lancers sur 36 frappent un de vos pions.",
        ),
        (  # a hit was heard in the moves, and is worth a price
            "backgammon",
            [HintReason("hit", ("V5",), 0), SHOTS[11]],
            [SAFE],
            "But 11 rolls in 36 hit you.",
            "Mais 11 lancers sur 36 frappent un de vos pions.",
        ),
        ("backgammon", [SHOTS[11]], [SAFE], "", ""),
        ("backgammon", [SHOTS[36]], [*POINT, SHOTS[11]], "", ""),
        (  # three throws more are no price
            "backgammon",
            [*POINT, SHOTS[15]],
            [SHOTS[12]],
            "Makes the 5 point.",
            "Vous prenez la flèche 5.",
        ),
        (
            "backgammon",
            [*POINT, SHOTS[36]],
            [SHOTS[11]],
            ("Makes the 5 point. But every roll hits you, instead of 11."),
            (
                "Vous prenez la flèche 5. "
                "Mais tous les lancers frappent un de vos pions, au lieu de 11."
            ),
        ),
        (
            "backgammon",
            [*POINT, SHOTS[36]],
            [SAFE],
            ("Makes the 5 point. But every roll hits you."),
            ("Vous prenez la flèche 5. Mais tous les lancers frappent un de vos pions."),
        ),
        ("backgammon", [SHOTS[8]], [SHOTS[11]], "", ""),
        (
            "backgammon",
            [SHOTS[20]],
            [SHOTS[24]],
            "20 rolls in 36 hit you, instead of 24.",
            "20 lancers sur 36 frappent un de vos pions, au lieu de 24.",
        ),
        (
            "acey-deucey",
            [SHOTS[20]],
            [SHOTS[24]],
            "20 rolls in 34 hit you, instead of 24, acey deucey not counted.",
            "20 lancers sur 34 frappent un de vos pions, au lieu de 24, sans compter 2 et 1.",
        ),
        (
            "acey-deucey",
            [*POINT, SHOTS[34]],
            [SHOTS[11]],
            ("Makes the 5 point. But every roll hits you, instead of 11, acey deucey not counted."),
            (
                "Vous prenez la flèche 5. "
                "Mais tous les lancers frappent un de vos pions, au lieu de 11, "
                "sans compter 2 et 1."
            ),
        ),
        (
            "acey-deucey",
            [*POINT, SHOTS[34]],
            [SAFE],
            ("Makes the 5 point. But every roll hits you, acey deucey not counted."),
            (
                "Vous prenez la flèche 5. "
                "Mais tous les lancers frappent un de vos pions, sans compter 2 et 1."
            ),
        ),
        ("backgammon", [SHOTS[11]], [HintReason("fewest", ("V3",), 11)], "", ""),
        (
            "backgammon",
            [HintReason("fewest", ("V8",), 8)],
            [SHOTS[15]],
            "Only 8 rolls in 36 hit you, instead of 15.",
            "Seuls 8 lancers sur 36 frappent un de vos pions, au lieu de 15.",
        ),
        (
            "backgammon",
            [SHOTS[1]],
            [SHOTS[8]],
            "Only one roll in 36 hits you, instead of 8.",
            "Un seul lancer sur 36 frappe un de vos pions, au lieu de 8.",
        ),
        (
            "backgammon",
            [SAFE],
            [SHOTS[8]],
            "No roll hits you.",
            "Aucun lancer ne frappe vos pions.",
        ),
        (
            "acey-deucey",
            [*POINT, SHOTS[15]],
            [SHOTS[11]],
            (
                "Makes the 5 point. "
                "But 15 rolls in 34 hit you, instead of 11, acey deucey not counted."
            ),
            (
                "Vous prenez la flèche 5. Mais 15 lancers sur 34 frappent un de vos "
                "pions, au lieu de 11, "
                "sans compter 2 et 1."
            ),
        ),
        (
            "acey-deucey",
            [SHOTS[8]],
            [SHOTS[12]],
            "Only 8 rolls in 34 hit you, instead of 12, acey deucey not counted.",
            "Seuls 8 lancers sur 34 frappent un de vos pions, au lieu de 12, sans compter 2 et 1.",
        ),
        (  # after a play that throws again nobody knows what can be hit
            "acey-deucey",
            [*POINT, SHOTS[8]],
            [HintReason("again", (), 0)],
            ("Makes the 5 point. But 8 rolls in 34 hit you, acey deucey not counted."),
            (
                "Vous prenez la flèche 5. Mais 8 lancers sur 34 frappent un de vos "
                "pions, sans compter 2 et 1."
            ),
        ),
        (  # what the other play did too, or more of, is no reason
            "backgammon",
            [HintReason("prime", (), 4), HintReason("point", ("V5",), 0)],
            [HintReason("keep", (), 5), HintReason("point", ("V4", "V5"), 0)],
            "",
            "",
        ),
        (  # nor is what was heard in the moves a moment before
            "backgammon",
            [HintReason("hit", ("V5",), 0), HintReason("off", (), 2), *MADE_TWO],
            [HintReason("point", ("V5",), 0)],
            "Makes the 4 and 5 points.",
            "Vous prenez la flèche 4 et la flèche 5.",
        ),
    ],
)
def test_what_was_better_is_told_beside_what_was_played(
    game: str, best: list[HintReason], played: list[HintReason], english: str, french: str
) -> None:
    assert (better(game, "en", best, played), better(game, "fr", best, played)) == (english, french)
