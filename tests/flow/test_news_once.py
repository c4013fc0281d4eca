"""In every evening each piece of news is spoken once, with any throws and plays."""

import functools
import re
from collections.abc import Iterator
from itertools import pairwise

import pytest

from companion.board.repair import Repair
from companion.referee import facts as f
from companion.referee.board_facts import Difference, Setup
from companion.referee.talk_facts import KeyAnswer
from companion.rules import Player, Verdict
from companion.rules.games import BY_NAME
from companion.settings import LANGUAGES
from companion.speech.announcer import Announcer
from companion.speech.catalogue import Catalogue
from companion.speech.faults import fault_sentence
from companion.speech.listener_knowledge import FIRST_TURNS
from companion.speech.wording import Wording
from tests.flow.overheard import played

SEED = 5
MISTAKES = 2
TURNS = 24
FEW = ("brief", "normal")
Told = list[tuple[f.Fact, str]]


@functools.cache
def evening(game: str, lang: str, verbosity: str, notation: str = "own") -> Told:
    """Every fact of an evening with what is said of it."""
    announcer = Announcer(game, lang, verbosity, notation)
    return [
        (fact, " ".join(each.text for each in announcer.announce(fact)))
        for fact in played(game, SEED, MISTAKES, TURNS)
    ]


every_game = pytest.mark.parametrize("game", BY_NAME)
every_language = pytest.mark.parametrize("lang", LANGUAGES)


def of_kind(told: Told, kind: type[f.Fact]) -> Iterator[str]:
    return (text for fact, text in told if isinstance(fact, kind))


@every_game
@every_language
@pytest.mark.parametrize("verbosity", FEW)
def test_a_play_begins_with_the_play(game: str, lang: str, verbosity: str) -> None:
    told = evening(game, lang, verbosity)
    leads = [Catalogue(lang).say("evening.plays", player) for player in Player]
    assert not [text for _, text in told if any(lead in text for lead in leads)]
    in_full = [text for _, text in evening(game, lang, "full")]
    assert sum(any(lead in text for lead in leads) for text in in_full) > FIRST_TURNS


@every_game
@every_language
@pytest.mark.parametrize("verbosity", [*FEW, "full"])
def test_a_throw_is_announced_with_its_player(game: str, lang: str, verbosity: str) -> None:
    """In every voice, with and without sounds."""
    for fact, text in evening(game, lang, verbosity):
        if isinstance(fact, f.Roll) and not fact.opening:
            assert text.startswith(
                Wording(lang, game).with_dice("evening.roll", fact.dice, player=fact.player)
            )


@every_game
@every_language
@pytest.mark.parametrize("verbosity", FEW)
def test_a_turn_is_called_only_after_an_interruption(game: str, lang: str, verbosity: str) -> None:
    told = evening(game, lang, verbosity)
    turns = 0
    for (before, _), (fact, text) in pairwise(told):
        turns += isinstance(fact, f.TurnBegins)
        if not isinstance(fact, f.TurnBegins) or not isinstance(before, f.TurnEnds):
            continue
        again = fact.player is before.player
        moved = before.position != before.before
        learning = verbosity == "normal" and turns <= FIRST_TURNS
        assert bool(text) is (again or not moved or learning), (before, fact)


@every_game
@every_language
@pytest.mark.parametrize("verbosity", [*FEW, "full"])
def test_no_fault_is_named_twice(game: str, lang: str, verbosity: str) -> None:
    wording = Wording(lang, game)
    verdict: tuple[f.VerdictGiven, str] | None = None
    errors = named = 0
    for fact, text in evening(game, lang, verbosity):
        if isinstance(fact, f.Roll):
            verdict = None
        elif isinstance(fact, f.VerdictGiven):
            verdict = (fact, text) if fact.verdict is Verdict.ILLEGAL else None
        elif isinstance(fact, f.ErrorOpen):
            errors += 1
            for fault in fact.faults:
                told = fault_sentence(wording, fault, fact.player, (0, 0), explained=False)
                before = verdict is not None and told in verdict[1]
                named += before
                assert not (before and told in text), told
            assert verdict is None or verdict[1]
    assert errors >= 2 * MISTAKES
    assert named


@every_game
@every_language
@pytest.mark.parametrize(("verbosity", "times"), [("brief", 0), ("normal", 2), ("full", 2)])
def test_the_choice_is_explained_at_the_first_two_errors(
    game: str, lang: str, verbosity: str, times: int
) -> None:
    errors = list(of_kind(evening(game, lang, verbosity), f.ErrorOpen))
    choices = [Catalogue(lang).say("evening.error-choice", player) for player in Player]
    explained = [any(choice in text for choice in choices) for text in errors]
    assert explained == [True] * times + [False] * (len(errors) - times)


@every_game
@every_language
@pytest.mark.parametrize(
    ("verbosity", "notation"), [*((how, "own") for how in (*FEW, "full")), ("full", "names")]
)
def test_no_two_numbers_follow_each_other(
    game: str, lang: str, verbosity: str, notation: str
) -> None:
    """But the two dice of a throw: "20 4" is heard as "24"."""
    for fact, text in evening(game, lang, verbosity, notation):
        told = text if isinstance(fact, f.TurnEnds) else re.sub(r"\b[1-6], [1-6]\.", "", text)
        assert not re.search(r"\d[ ,.]+\d", told.replace(". ", " | ")), text


@every_game
@every_language
def test_each_level_says_more_than_the_one_before(game: str, lang: str) -> None:
    brief, normal, full = (
        sum(len(text.split()) for _, text in evening(game, lang, verbosity))
        for verbosity in ("brief", "normal", "full")
    )
    assert brief < normal < full
    assert full > 1.25 * normal


@pytest.mark.parametrize("game", [name for name, game in BY_NAME.items() if game.own_numbers])
@every_language
def test_one_evening_has_one_way_to_call_a_point(game: str, lang: str) -> None:
    """The pieces are set up on the way: by the same numbers, or names, as they are played."""
    repairs = Repair("v", 1, "V8", "V5"), Repair("unknown", 1, "V7", "")
    wrong = Setup(ok=False, differences=(Difference("V8", "3v", "2v"),), repairs=repairs)
    out = f.Ruling("out-of-order", "Ann", zone="N3")
    where = KeyAnswer(Player.N, "places")
    for notation, named in (("own", False), ("names", True)):
        announcer = Announcer(game, lang, "full", notation)
        facts = (*played(game, SEED, MISTAKES, TURNS), wrong, out, where)
        told = [(fact, " ".join(u.text for u in announcer.announce(fact))) for fact in facts]
        named_in = {type(fact) for fact, text in told if re.search(r"\b[VN] \d", text)}
        assert named_in >= {f.TurnEnds, Setup, f.Ruling, KeyAnswer} if named else not named_in
