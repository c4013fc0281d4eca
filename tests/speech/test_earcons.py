"""The short sounds: each its own, quiet at both ends, and too short to keep words waiting."""

import array
import itertools

import pytest

from companion.referee.board_facts import Link
from companion.referee.facts import ErrorOpen, Fact, TurnBegins, TurnEnds, VerdictGiven
from companion.rules.verdicts import Verdict
from companion.rules.vocabulary import Player
from companion.speech.announcer import Announcer, sound_of
from companion.speech.utterance import Utterance
from companion.speech.voices.samples import NAMES, earcon

RATE = 22050
START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"


def samples(name: str, volume: float = 1.0) -> list[int]:
    return list(array.array("h", earcon(name, RATE, volume)))


@pytest.mark.parametrize("name", NAMES)
def test_a_sound_is_short_and_begins_and_ends_in_silence(name: str) -> None:
    sound = samples(name)
    assert 0.04 < len(sound) / RATE < 0.1
    assert abs(sound[0]) < 50
    assert abs(sound[-1]) < 50
    assert 4000 < max(sound) < 16000
    # A click is a jump between two samples.
    assert max(abs(a - b) for a, b in itertools.pairwise(sound)) < 6000


def test_the_sounds_differ_and_there_are_no_others() -> None:
    assert len({earcon(name, RATE, 1.0) for name in NAMES}) == len(NAMES) == 5
    assert earcon("", RATE, 1.0) == earcon("gong", RATE, 1.0) == b""


def test_a_sound_is_as_loud_as_the_voice() -> None:
    assert max(samples("legal", 0.5)) == pytest.approx(max(samples("legal")) / 2, rel=0.01)
    assert not any(samples("legal", 0.0))
    assert samples("legal", 7.0) == samples("legal")


def verdict(kind: Verdict, *, nothing: bool = False) -> VerdictGiven:
    return VerdictGiven(Player.V, (6, 3), kind, (), START, START, nothing_to_play=nothing)


@pytest.mark.parametrize(
    ("fact", "sound"),
    [
        (verdict(Verdict.LEGAL), "legal"),
        (verdict(Verdict.ILLEGAL), "illegal"),
        (verdict(Verdict.INCOMPLETE), ""),
        (verdict(Verdict.LEGAL, nothing=True), ""),
        (ErrorOpen(Player.V, ()), "illegal"),
        (TurnBegins(Player.V, START), "turn"),
        (Link("lost"), "lost"),
        (Link("connected"), "found"),
        (Link("searching"), ""),
    ],
)
def test_each_fact_has_its_sound(fact: Fact, sound: str) -> None:
    assert sound_of(fact) == sound


def announced(*facts: Fact, verbosity: str = "normal", mode: str = "club") -> list[Utterance]:
    announcer = Announcer("backgammon", "en", verbosity, mode=mode, earcons=True)
    return [said for fact in facts for said in announcer.announce(fact)]


def test_a_sound_precedes_the_words_of_its_fact() -> None:
    (said,) = announced(TurnBegins(Player.V, START))
    assert said.text
    assert said.sound == "turn"


@pytest.mark.parametrize("verbosity", ["brief", "normal"])
def test_no_sound_replaces_words(verbosity: str) -> None:
    """Most voices have no sounds: what one says is what they all say."""
    begins = TurnBegins(Player.N, START)
    ended = TurnEnds(Player.V, (3, 1), Verdict.LEGAL, (), START, START)
    assert [each.text for each in announced(ended, begins, verbosity=verbosity)] == [
        "Green, no move."
    ]


def test_no_sound_reveals_an_unannounced_verdict() -> None:
    assert announced(verdict(Verdict.ILLEGAL), mode="tournament") == []


def test_two_languages_have_one_sound_and_without_the_setting_there_is_none() -> None:
    langs = {Player.V: "fr", Player.N: "en"}
    announcer = Announcer("backgammon", langs, earcons=True)
    assert [u.sound for u in announcer.announce(Link("lost"))] == ["lost", ""]
    announcer = Announcer("backgammon", langs)
    assert [u.sound for u in announcer.announce(Link("lost"))] == ["", ""]
