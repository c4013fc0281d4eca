"""Reasons as they are heard, in both languages: an idea, and what would have been better."""

from dataclasses import replace

import pytest

from companion.referee.talk_facts import HintClue, HintReason
from companion.speech.announcer import Announcer
from tests.hints.test_hint_words import FIVE, NUDGE, SPLIT


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        (HintReason("race", (), 1), "Starts a race, one pip ahead."),
        (HintReason("enter", (), 1), "Enters a piece."),
        (HintReason("enter", (), 3), "Enters 3 pieces."),
        (HintReason("race", (), 12), "Starts a race, 12 pips ahead."),
        (
            HintReason("open", ("V3",), 11),
            "A risk is worth it here. But 11 rolls in 34 hit you, acey deucey not counted.",
        ),
        (
            HintReason("open", ("V3",), 34),
            "A risk is worth it here. But every roll hits you, acey deucey not counted.",
        ),
        (HintReason("safe", (), 0), "No roll hits you, acey deucey not counted."),
        (HintReason("keep", (), 5), "Keeps a prime of 5 points."),
        (
            HintReason("fewest", ("V3",), 11),
            "11 rolls in 34 hit you, acey deucey not counted. No play leaves fewer.",
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
    lead = {"en": "From 6 to 5. ", "fr": "Du 6, au 5. "}[lang]
    loses = {"en": "Your play loses", "fr": "Votre coup coûte"}[lang]
    assert lead in said.text
    return said.text.split(lead)[1].split(loses)[0].strip()


SAFE = HintReason("safe", (), 0)
MADE_HIT = HintReason("hit", ("V5",), 0)
POINT = [HintReason("point", ("V5",), 0)]


def test_a_smaller_loss_to_fear_is_a_gain() -> None:
    three, two = HintReason("saves", (), 3), HintReason("saves", (), 2)
    assert better("backgammon", "en", [two], [three]) == "A loss now costs 2 points at most."
    assert better("backgammon", "en", [three], [two]) == ""


@pytest.mark.parametrize(
    ("game", "code", "zones", "english", "french"),
    [
        (
            "backgammon",
            "hit",
            ("V5", "N7"),
            "Hits two pieces, on 5 and on 19.",
            "Vous frappez deux pions, sur le 5 et sur le 19.",
        ),
        (
            "backgammon",
            "hit",
            ("V2", "V5", "N7"),
            "Hits three pieces, on 2, on 5 and on 19.",
            "Vous frappez trois pions, sur le 2, sur le 5 et sur le 19.",
        ),
        ("dutch", "hit", ("V1", "V2", "V3", "V4"), "Hits 4 pieces.", "Vous frappez 4 pions."),
        ("backgammon", "hit", ("V5",), "Hits on 5.", "Vous frappez au 5."),
        (
            "backgammon",
            "point",
            ("V4", "V5", "V6"),
            "Makes the 4, 5 and 6 points.",
            "Vous prenez la flèche 4, la 5 et la 6.",
        ),
        (
            "backgammon",
            "anchor",
            ("N8", "N9"),
            "Makes the 20 and 21 points, two anchors.",
            "Vous prenez deux ancres, la flèche 20 et la flèche 21.",
        ),
        (
            "backgammon",
            "anchor",
            ("N7", "N8", "N9", "N10"),
            "Makes 4 anchors.",
            "Vous prenez 4 ancres.",
        ),
        (
            "backgammon",
            "anchor",
            ("N8",),
            "Makes the 20 point, an anchor.",
            "Vous prenez une ancre, la flèche 20.",
        ),
        (
            "backgammon",
            "anchor",
            ("N8", "N9", "N10"),
            "Makes the 20, 21 and 22 points, three anchors.",
            "Vous prenez trois ancres, la flèche 20, la 21 et la 22.",
        ),
        ("acey-deucey", "guard", ("V6",), "Keeps your 6 point.", "Vous gardez votre flèche 6."),
        (
            "backgammon",
            "guard",
            ("V6", "V8"),
            "Keeps your 6 and 8 points.",
            "Vous gardez votre flèche 6 et votre flèche 8.",
        ),
        (
            "backgammon",
            "guard",
            ("V5", "V6", "V8"),
            "Keeps your 5, 6 and 8 points.",
            "Vous gardez votre flèche 5, la 6 et la 8.",
        ),
        (
            "backgammon",
            "guard",
            ("V4", "V5", "V6", "V8"),
            "Keeps 4 points you hold.",
            "Vous gardez 4 flèches que vous tenez.",
        ),
        ("jacquet", "spread", ("V5", "N11"), "Occupies V 5 and N 11.", "Vous occupez V 5 et N 11."),
        (
            "jacquet",
            "spread",
            ("V4", "V5", "V6", "N11"),
            "Occupies 4 more points.",
            "Vous occupez 4 flèches de plus.",
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
            "Gets past a prime of 4 points.",
            "Vous franchissez un barrage de 4 flèches.",
        ),
        (
            HintReason("hinder", (), 9),
            "Your opponent cannot fully play 9 rolls in 36.",
            "L'adversaire ne peut pas jouer en entier 9 lancers sur 36.",
        ),
        (
            HintReason("hinder", (), 36),
            "Your opponent cannot fully play any roll.",
            "L'adversaire ne peut jouer aucun lancer en entier.",
        ),
        (
            HintReason("hold", (), 0),
            "Opens no point to your opponent.",
            "Vous n'ouvrez aucune flèche à l'adversaire.",
        ),
        (
            HintReason("exit", (), 0),
            "Stops your opponent bearing off.",
            "Vous empêchez l'adversaire de sortir ses pions.",
        ),
        (
            HintReason("saves", (), 3),
            "A loss now costs 3 points at most.",
            "La défaite ne coûte plus que 3 points.",
        ),
    ],
)
def test_reasons_of_jacquet(reason: HintReason, english: str, french: str) -> None:
    assert (idea("jacquet", "en", reason), idea("jacquet", "fr", reason)) == (english, french)


def test_the_exit_is_nudged_at_and_told_beside_a_play_that_leaves_it() -> None:
    stays = HintReason("exit", (), 0)
    for lang, nudged, told in (
        (
            "en",
            "Stop your opponent bearing off.",
            "Stops your opponent bearing off.",
        ),
        (
            "fr",
            "Empêchez l'adversaire de sortir ses pions.",
            "Vous empêchez l'adversaire de sortir ses pions.",
        ),
    ):
        nudge = replace(NUDGE, plays=(replace(FIVE, reasons=(stays,)), SPLIT))
        (said,) = Announcer("jacquet", lang, mode="practice").announce(nudge)
        assert said.text == nudged
        (said,) = Announcer("jacquet", lang, mode="practice").announce(
            replace(nudge, step="better")
        )
        assert told in said.text


@pytest.mark.parametrize(("worst", "near"), [(25, True), (26, False)])
def test_where_no_play_loses_much_nothing_is_pointed_at(worst: int, *, near: bool) -> None:
    best = replace(FIVE, reasons=(), clue=HintClue("from", "V8"))
    hint = replace(NUDGE, plays=(best, replace(SPLIT, thousandths=140)), worst=worst)
    heard = ["All plays are nearly equal."] * 2
    if not near:
        heard = ["No clear idea. It is close.", "Move a piece from 8."]
    for step, expected in zip(("nudge", "idea"), heard, strict=True):
        announcer = Announcer("backgammon", "en", mode="practice")
        (said,) = announcer.announce(replace(hint, step=step))
        assert said.text == expected


@pytest.mark.parametrize(
    ("plays", "middle", "worst", "few"),
    [
        (2, 26, 90, True),
        (2, 0, 90, True),
        (3, 20, 78, True),
        (3, 20, 77, False),
        (4, 25, 900, False),
        (4, 26, 900, True),
        (4, 26, 77, False),
    ],
)
def test_small_differences_decide_where_most_plays_lose_little_or_all_do(
    plays: int, middle: int, worst: int, *, few: bool
) -> None:
    """Of three plays nobody would say that most are nearly as good."""
    nearly = [replace(SPLIT, thousandths=140)] * (plays - 1)
    hint = replace(NUDGE, plays=(replace(FIVE, reasons=()), *nearly), middle=middle, worst=worst)
    (said,) = Announcer("backgammon", "en", mode="practice").announce(hint)
    few_better = "No clear idea, but a few plays stand out."
    assert said.text == (few_better if few else "No clear idea. It is close.")


MANY = [HintReason(*one) for one in (("again", (), 0), ("escape", (), 2), ("keep", (), 4))]


def test_no_more_reasons_are_said_than_anybody_keeps_in_mind() -> None:
    more = [*MANY, HintReason("home", (), 1)]
    three = "Earns another throw. Frees 2 back pieces. Keeps a prime of 4 points."
    assert idea("backgammon", "en", *more) == three
    assert better("backgammon", "en", more, []) == three


@pytest.mark.parametrize(
    ("code", "idea_told"),
    [
        ("open", "But 11 rolls in 36 hit you."),
        ("risky", "But 11 rolls in 36 hit you."),
        ("exposed", "Keeps a prime of 4 points."),
        ("fewest", "11 rolls in 36 hit you. No play leaves fewer."),
    ],
)
def test_a_risk_is_told_however_much_else_a_play_does(code: str, idea_told: str) -> None:
    """What is as risky as most is told only beside a play that is not."""
    more = [*MANY, HintReason(code, ("V3",), 11)]
    two = "Earns another throw. Frees 2 back pieces."
    assert idea("backgammon", "en", *more) == f"{two} {idea_told}"
    assert better("backgammon", "en", more, []) == f"{two} But 11 rolls in 36 hit you."


def test_what_happens_at_once_is_heard_first_and_a_risk_last() -> None:
    """Of the three that lead best; a nudge points at the first of those."""
    fewest, keep, hit = HintReason("fewest", ("V3",), 2), HintReason("keep", (), 4), MADE_HIT
    assert idea("backgammon", "en", fewest, keep, hit) == (
        "Hits on 5. Keeps a prime of 4 points. 2 rolls in 36 hit you. No play leaves fewer."
    )
    assert idea("backgammon", "en", SAFE, *POINT, hit, keep) == (
        "Hits on 5. Makes the 5 point. No roll hits you."
    )


@pytest.mark.parametrize(
    ("reason", "english", "french"),
    [
        (
            HintReason("deny", (), 0),
            "Your opponent cannot win the right to hit next turn.",
            "L'adversaire ne peut pas gagner le droit de frapper au prochain tour.",
        ),
        (
            HintReason("deny", (), 1),
            "Only one roll in 36 wins your opponent the right to hit.",
            "Un seul lancer sur 36 donne à l'adversaire le droit de frapper.",
        ),
        (
            HintReason("deny", (), 11),
            "Only 11 rolls in 36 win your opponent the right to hit.",
            "Seuls 11 lancers sur 36 donnent à l'adversaire le droit de frapper.",
        ),
        (
            HintReason("gammon", (), 0),
            "Runs home to save the gammon.",
            "Ramenez vite vos pions et sortez un pion, pour éviter le gammon.",
        ),
        (
            HintReason("shut", (), 0),
            "Your opponent cannot enter next turn.",
            "L'adversaire ne peut pas rentrer au prochain tour.",
        ),
        (
            HintReason("fewest", ("V5",), 4),
            "4 rolls in 36 hit you. No play leaves fewer.",
            "4 lancers sur 36 frappent un de vos pions. Aucun coup n'en laisse moins.",
        ),
        (HintReason("gammon", (), 1), "Saves the gammon.", "Vous évitez le gammon."),
        (HintReason("gammon", (), 2), "Saves the gammon.", "Vous évitez le gammon."),
    ],
)
def test_reasons_where_pieces_are_hit(reason: HintReason, english: str, french: str) -> None:
    assert (idea("dutch", "en", reason), idea("dutch", "fr", reason)) == (english, french)


def test_what_is_denied_is_a_gain_where_the_other_play_leaves_more_throws() -> None:
    few, more = HintReason("deny", (), 3), HintReason("deny", (), 9)
    told = "Only 3 rolls in 36 win your opponent the right to hit."
    assert better("dutch", "en", [few], [more]) == better("dutch", "en", [few], []) == told
    assert better("dutch", "en", [more], [few]) == better("dutch", "en", [few], [few]) == ""


@pytest.mark.parametrize(
    ("lang", "nudged", "told"),
    [
        ("en", "You can win the right to hit.", "Wins the right to hit. No roll hits you."),
        (
            "fr",
            "Vous pouvez gagner le droit de frapper.",
            "Vous gagnez le droit de frapper. Aucun lancer ne frappe vos pions.",
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
