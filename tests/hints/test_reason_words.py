"""Reasons as they are heard, in both languages: an idea, and what would have been better."""

from dataclasses import replace

import pytest

from companion.referee.talk_facts import HintReason
from companion.speech.announcer import Announcer
from tests.hints.test_hint_words import FIVE, NUDGE, SPLIT


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        (HintReason("race", (), 0), "Starts a race, but you are not ahead."),
        (HintReason("race", (), 12), "Starts a race, 12 pips ahead."),
        (
            HintReason("open", ("V3",), 11),
            "A risk pays here. 11 throws of 34 can hit you, ace deuce not counted.",
        ),
        (
            HintReason("open", ("V3",), 34),
            "A risk pays here. Every throw can hit you, ace deuce not counted.",
        ),
        (
            HintReason("little", ("V3",), 8),
            "A small risk is enough. 8 throws of 34 can hit you, ace deuce not counted.",
        ),
        (HintReason("safe", (), 0), "No throw can hit you, ace deuce not counted."),
        (HintReason("keep", (), 5), "Keeps 5 points in a row."),
        (
            HintReason("fewest", ("V3",), 11),
            "11 throws of 34 can hit you, ace deuce not counted, no play leaves fewer.",
        ),
    ],
)
def test_reasons_of_acey_deucey(reason: HintReason, expected: str) -> None:
    assert idea("acey-deucey", "en", reason) == expected


def idea(game: str, lang: str, *reasons: HintReason) -> str:
    """What the idea of a play with these reasons is, as it is heard."""
    hint = replace(NUDGE, step="idea", plays=(replace(FIVE, reasons=reasons), SPLIT))
    (said,) = Announcer(game, lang, mode="practice").announce(hint)
    return said.text


def better(game: str, lang: str, best: list[HintReason], played: list[HintReason]) -> str:
    """What a play does better than the one that was played, between the play and the loss."""
    plays = (replace(FIVE, reasons=tuple(best)), replace(SPLIT, reasons=tuple(played)))
    (said,) = Announcer(game, lang, mode="practice").announce(
        replace(NUDGE, step="better", plays=plays)
    )
    lead = {"en": "From 6 to 5. ", "fr": "Du 6 au 5. "}[lang]
    loses = {"en": "Your play loses", "fr": "Votre coup perd"}[lang]
    assert lead in said.text
    return said.text.split(lead)[1].split(loses)[0].strip()


SHOTS = {count: HintReason("open", ("V8",), count) for count in (1, 8, 11, 12, 15, 20, 24, 34, 36)}
SAFE = HintReason("safe", (), 0)
MADE_TWO = [HintReason("point", ("V4", "V5"), 0)]


@pytest.mark.parametrize(
    ("game", "best", "played", "english", "french"),
    [
        (  # a risk is told as the price, beside what the other play risked
            "backgammon",
            [HintReason("point", ("V5",), 0), SHOTS[15], HintReason("keep", (), 4)],
            [SHOTS[11]],
            (
                "Makes the 5 point. Keeps 4 points in a row. "
                "But 15 throws of 36 can hit you, instead of 11."
            ),
            (
                "Prend la flèche 5. Garde 4 flèches de suite. "
                "Mais 15 lancers sur 36 peuvent vous frapper, au lieu de 11."
            ),
        ),
        (
            "backgammon",
            [SHOTS[11]],
            [SAFE],
            "But 11 throws of 36 can hit you.",
            "Mais 11 lancers sur 36 peuvent vous frapper.",
        ),
        (
            "backgammon",
            [SHOTS[36]],
            [SHOTS[11]],
            "But every throw can hit you, instead of 11.",
            "Mais tous les lancers peuvent vous frapper, au lieu de 11.",
        ),
        (
            "backgammon",
            [SHOTS[36]],
            [SAFE],
            "But every throw can hit you.",
            "Mais tous les lancers peuvent vous frapper.",
        ),
        ("backgammon", [SHOTS[8]], [SHOTS[11]], "", ""),
        (
            "backgammon",
            [SHOTS[20]],
            [SHOTS[24]],
            "20 throws of 36 can hit you, instead of 24.",
            "20 lancers sur 36 peuvent vous frapper, au lieu de 24.",
        ),
        (
            "acey-deucey",
            [SHOTS[20]],
            [SHOTS[24]],
            "20 throws of 34 can hit you, instead of 24, ace deuce not counted.",
            "20 lancers sur 34 peuvent vous frapper, au lieu de 24, sans compter l'as deux.",
        ),
        (
            "acey-deucey",
            [SHOTS[34]],
            [SHOTS[11]],
            "But every throw can hit you, instead of 11, ace deuce not counted.",
            ("Mais tous les lancers peuvent vous frapper, au lieu de 11, sans compter l'as deux."),
        ),
        (
            "acey-deucey",
            [SHOTS[34]],
            [SAFE],
            "But every throw can hit you, ace deuce not counted.",
            "Mais tous les lancers peuvent vous frapper, sans compter l'as deux.",
        ),
        ("backgammon", [SHOTS[11]], [HintReason("fewest", ("V3",), 11)], "", ""),
        (
            "backgammon",
            [HintReason("fewest", ("V8",), 8)],
            [SHOTS[15]],
            "Only 8 throws of 36 can hit you, instead of 15.",
            "Seuls 8 lancers sur 36 peuvent vous frapper, au lieu de 15.",
        ),
        (
            "backgammon",
            [SHOTS[1]],
            [SHOTS[8]],
            "Only one throw of 36 can hit you, instead of 8.",
            "Un seul lancer sur 36 peut vous frapper, au lieu de 8.",
        ),
        (
            "backgammon",
            [SAFE],
            [SHOTS[8]],
            "No throw can hit you.",
            "Aucun lancer ne peut vous frapper.",
        ),
        (
            "acey-deucey",
            [SHOTS[15]],
            [SHOTS[11]],
            "But 15 throws of 34 can hit you, instead of 11, ace deuce not counted.",
            "Mais 15 lancers sur 34 peuvent vous frapper, au lieu de 11, sans compter l'as deux.",
        ),
        (
            "acey-deucey",
            [SHOTS[8]],
            [SHOTS[12]],
            "Only 8 throws of 34 can hit you, instead of 12, ace deuce not counted.",
            "Seuls 8 lancers sur 34 peuvent vous frapper, au lieu de 12, sans compter l'as deux.",
        ),
        (  # after a play that throws again nobody knows what can be hit
            "acey-deucey",
            [SHOTS[8]],
            [HintReason("again", (), 0)],
            "But 8 throws of 34 can hit you, ace deuce not counted.",
            "Mais 8 lancers sur 34 peuvent vous frapper, sans compter l'as deux.",
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
            "Prend les flèches 4 et 5.",
        ),
    ],
)
def test_what_was_better_is_told_beside_what_was_played(
    game: str, best: list[HintReason], played: list[HintReason], english: str, french: str
) -> None:
    assert (better(game, "en", best, played), better(game, "fr", best, played)) == (english, french)


def test_a_smaller_loss_to_fear_is_a_gain() -> None:
    three, two = HintReason("saves", (), 3), HintReason("saves", (), 2)
    assert better("backgammon", "en", [two], [three]) == "A lost game now costs 2 at most."
    assert better("backgammon", "en", [three], [two]) == ""


@pytest.mark.parametrize(
    ("game", "code", "zones", "english", "french"),
    [
        (
            "backgammon",
            "hit",
            ("V5", "N7"),
            "Hits two pieces, on 5 and on 19.",
            "Frappe deux pions, sur le 5 et sur le 19.",
        ),
        (
            "backgammon",
            "hit",
            ("V2", "V5", "N7"),
            "Hits three pieces, on 2, on 5 and on 19.",
            "Frappe trois pions, sur le 2, sur le 5 et sur le 19.",
        ),
        ("dutch", "hit", ("V1", "V2", "V3", "V4"), "Hits 4 pieces.", "Frappe 4 pions."),
        ("backgammon", "hit", ("V5",), "Hits on 5.", "Frappe sur le 5."),
        (
            "backgammon",
            "point",
            ("V4", "V5", "V6"),
            "Makes the 4, 5 and 6 points.",
            "Prend les flèches 4, 5 et 6.",
        ),
        (
            "backgammon",
            "anchor",
            ("N8", "N9"),
            "Makes 20 and 21 in your opponent's home.",
            "Prend le 20 et le 21 dans le jan adverse.",
        ),
        (
            "backgammon",
            "anchor",
            ("N7", "N8", "N9", "N10"),
            "Makes 4 points in your opponent's home.",
            "Prend 4 flèches dans le jan adverse.",
        ),
        ("jacquet", "spread", ("V5", "N11"), "Occupies V 5 and N 11.", "Occupe V 5 et N 11."),
        (
            "jacquet",
            "spread",
            ("V4", "V5", "V6", "N11"),
            "Occupies 4 points more.",
            "Occupe 4 flèches de plus.",
        ),
    ],
)
def test_several_points_are_one_sentence(
    game: str, code: str, zones: tuple[str, ...], english: str, french: str
) -> None:
    reason = HintReason(code, zones, 0)
    assert (idea(game, "en", reason), idea(game, "fr", reason)) == (english, french)


@pytest.mark.parametrize(
    ("reason", "english", "french"),
    [
        (
            HintReason("pass", (), 4),
            "Gets past 4 opposing points in a row.",
            "Franchit 4 flèches adverses de suite.",
        ),
        (
            HintReason("hinder", (), 9),
            "Your opponent cannot fully play 9 throws of 36.",
            "Votre adversaire ne peut pas jouer en entier 9 lancers sur 36.",
        ),
        (
            HintReason("hinder", (), 36),
            "Your opponent cannot fully play any throw.",
            "Votre adversaire ne peut jouer aucun lancer en entier.",
        ),
        (
            HintReason("hold", (), 0),
            "Opens no point to your opponent.",
            "N'ouvre aucune flèche à votre adversaire.",
        ),
        (
            HintReason("saves", (), 3),
            "A lost game now costs 3 at most.",
            "Vous ne pouvez plus perdre que 3 points.",
        ),
    ],
)
def test_reasons_of_jacquet(reason: HintReason, english: str, french: str) -> None:
    assert (idea("jacquet", "en", reason), idea("jacquet", "fr", reason)) == (english, french)


MANY = [HintReason(*one) for one in (("again", (), 0), ("escape", (), 2), ("keep", (), 4))]


def test_no_more_reasons_are_said_than_anybody_keeps_in_mind() -> None:
    more = [*MANY, HintReason("home", (), 1)]
    three = "Earns another throw. Brings 2 pieces out from the back. Keeps 4 points in a row."
    assert idea("backgammon", "en", *more) == three
    assert better("backgammon", "en", more, []) == three


@pytest.mark.parametrize(
    ("code", "idea_told", "better_told"),
    [
        ("open", "But 11 throws of 36 can hit you.", "But 11 throws of 36 can hit you."),
        ("little", "But 11 throws of 36 can hit you.", "But 11 throws of 36 can hit you."),
        (
            "fewest",
            "11 throws of 36 can hit you, no play leaves fewer.",
            "But 11 throws of 36 can hit you.",
        ),
    ],
)
def test_a_risk_is_told_however_much_else_a_play_does(
    code: str, idea_told: str, better_told: str
) -> None:
    more = [*MANY, HintReason(code, ("V3",), 11)]
    two = "Earns another throw. Brings 2 pieces out from the back."
    assert idea("backgammon", "en", *more) == f"{two} {idea_told}"
    assert better("backgammon", "en", more, []) == f"{two} {better_told}"
    nudge = replace(NUDGE, plays=(replace(FIVE, reasons=tuple(more[3:])), SPLIT))
    (said,) = Announcer("backgammon", "en", mode="practice").announce(nudge)
    risky = {
        "open": "A risk pays here.",
        "little": "A small risk is enough.",
        "fewest": "Look for the smallest risk.",
    }
    assert said.text == risky[code]


@pytest.mark.parametrize(
    ("lang", "nudged", "told"),
    [
        ("en", "You can win the right to hit.", "Wins the right to hit. No throw can hit you."),
        (
            "fr",
            "Vous pouvez gagner le droit de frapper.",
            "Gagne le droit de frapper. Aucun lancer ne peut vous frapper.",
        ),
    ],
)
def test_the_right_to_hit_is_heard_in_both_languages(lang: str, nudged: str, told: str) -> None:
    reasons = (HintReason("right", (), 0), SAFE)
    nudge = replace(NUDGE, plays=(replace(FIVE, reasons=reasons), SPLIT))
    (said,) = Announcer("dutch", lang, mode="practice").announce(nudge)
    assert said.text == nudged
    assert idea("dutch", lang, *reasons) == told
    assert better("dutch", lang, [*reasons], [SAFE]) == told.split(". ", maxsplit=1)[0] + "."
