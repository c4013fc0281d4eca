"""The speaker joins queue and voice: callers never wait, and no voice's failure comes out."""

import threading
import time
from collections.abc import Iterator

import pytest

from companion.speech.speaker import Speaker
from companion.speech.utterance import Priority, Utterance
from companion.speech.voices import REST_SECONDS
from companion.speech.voices.base import Handle, SpokenWords, Voice
from tests.program import python
from tests.speech.spy import PATIENCE, Clock, Paper, SpyVoice, until
from tests.speech.told import into

ALERT, RESULT, ANSWER = Priority.ALERT, Priority.RESULT, Priority.ANSWER


class RudeVoice(SpyVoice):
    """A voice that raises where it should answer."""

    def probe(self) -> None:
        raise OSError("probe")

    def speak(self, words: SpokenWords) -> Handle:
        raise OSError(f"cannot say {words.text}")

    def stop(self) -> None:
        raise OSError("stop")

    def close(self) -> None:
        raise OSError("close")


def say(text: str, priority: Priority = RESULT, lang: str = "en", to: str = "all") -> Utterance:
    return Utterance(text, lang, priority, to)


def spoken(voice: Voice, paper: Paper, *spare: Voice) -> list[str]:
    """Let a voice with others in reserve speak a word. Return what is complained."""
    speaker, reasons = Speaker(voice, paper, spare=spare), list[str]()
    speaker.complain = into(reasons)
    speaker.say([say("one")])
    speaker.close()
    return reasons


@pytest.fixture
def paper() -> Paper:
    return Paper()


@pytest.fixture
def slow() -> SpyVoice:
    return SpyVoice(slow=True)


@pytest.fixture
def speaker(slow: SpyVoice, paper: Paper) -> Iterator[Speaker]:
    speaker = Speaker(slow, paper)
    yield speaker
    speaker.close(drain=False)


def test_everything_is_spoken_and_written_in_order(paper: Paper) -> None:
    voice = SpyVoice()
    speaker = Speaker(voice, paper)
    assert not speaker.say([say("one"), say("two")])
    speaker.say([say("three")])
    speaker.close()
    assert voice.texts == paper.lines == ["one", "two", "three"]
    assert voice.closed


def test_without_a_voice_everything_is_written_until_it_is_closed(paper: Paper) -> None:
    speaker = Speaker(None, paper)
    speaker.silence()
    speaker.say([say(str(number)) for number in range(100)])
    speaker.close()
    assert not speaker.say([say("late")])
    assert paper.lines == [str(number) for number in range(100)]


def test_nothing_to_say_is_nothing_said(speaker: Speaker, slow: SpyVoice) -> None:
    assert not speaker.say([])
    assert speaker.wait_idle(PATIENCE)
    assert slow.texts == []


def test_words_interrupted_by_an_alert_are_spoken_again(speaker: Speaker, slow: SpyVoice) -> None:
    speaker.say([say("result")])
    until(lambda: slow.texts == ["result"])
    assert speaker.say([say("alert", ALERT)])
    until(lambda: slow.texts == ["result", "alert"])
    assert slow.stops == 1
    slow.finish()
    until(lambda: slow.texts == ["result", "alert", "result"])


def test_a_key_silences_and_its_answer_is_spoken(speaker: Speaker, slow: SpyVoice) -> None:
    speaker.say([say("result"), say("unheard")])
    until(lambda: slow.texts == ["result"])
    speaker.silence()
    until(lambda: slow.stops == 1)
    speaker.say([say("answer", ANSWER)])
    until(lambda: slow.texts == ["result", "answer"])
    slow.finish()
    until(lambda: slow.texts == ["result", "answer", "unheard"])


def test_after_a_quiet_without_an_answer_it_goes_on(paper: Paper) -> None:
    voice, clock = SpyVoice(slow=True), Clock()
    speaker = Speaker(voice, paper, clock)
    speaker.say([say("one"), say("two")])
    until(lambda: voice.texts == ["one"])
    speaker.silence()
    until(lambda: voice.stops == 1)
    assert voice.texts == ["one"]
    clock.now += 2.0
    until(lambda: voice.texts == ["one", "two"])
    speaker.close(drain=False)


def test_repeat_says_what_was_said_to_this_player(speaker: Speaker, slow: SpyVoice) -> None:
    assert speaker.heard() is None
    speaker.say([say("pour vert", lang="fr", to="V")])
    until(lambda: slow.texts == ["pour vert"])
    slow.finish()
    assert speaker.heard("N") is None
    again = speaker.heard("V")
    assert again is not None
    speaker.say([again])
    assert again.text == "pour vert"
    until(lambda: slow.texts == ["pour vert", "pour vert"])


def test_words_are_normalised_for_the_voice_only(paper: Paper) -> None:
    voice = SpyVoice()
    speaker = Speaker(voice, paper)
    speaker.rate = 220
    speaker.volume = 0.5
    speaker.say([say("V6/V3", lang="fr")])
    speaker.close()
    assert paper.lines == ["V6/V3"]
    (heard,) = voice.heard
    assert heard == SpokenWords("V 6 V 3", "fr", 220, 0.5)


def test_closing_at_once_writes_but_does_not_speak(paper: Paper, slow: SpyVoice) -> None:
    speaker = Speaker(slow, paper)
    speaker.say([say("one"), say("two")])
    until(lambda: slow.texts == ["one"])
    speaker.close(drain=False)
    assert slow.texts == ["one"]
    assert paper.lines == ["one", "two"]


class LateVoice(SpyVoice):
    """A voice that takes the first words in only when the end is asked for."""

    speaker: Speaker

    def speak(self, words: SpokenWords) -> Handle:
        handle = super().speak(words)
        until(lambda: self.speaker.is_closing)
        return handle


def test_words_added_while_the_voice_started_are_printed(paper: Paper) -> None:
    voice = LateVoice(slow=True)
    voice.speaker = Speaker(voice, paper)
    voice.speaker.say([say("one")])
    until(lambda: voice.heard != [])
    voice.speaker.say([say("two")])
    voice.speaker.close(drain=False)
    assert paper.lines == ["one", "two"]


def test_waiting_has_an_end(speaker: Speaker, slow: SpyVoice) -> None:
    speaker.say([say("long")])
    until(lambda: slow.texts == ["long"])
    assert not speaker.wait_idle(0.01)


def test_a_voice_that_fails_hands_over_and_nothing_is_lost(paper: Paper) -> None:
    first, spare = SpyVoice(slow=True), SpyVoice()
    speaker = Speaker(first, paper, spare=[SpyVoice(reason="no"), RudeVoice(), spare])
    speaker.say([say("un", lang="fr"), say("deux", lang="fr")])
    until(lambda: first.texts == ["un"])
    first.break_down("the cable was pulled")
    speaker.close()
    assert spare.texts == ["Une autre voix prend le relais.", "un", "deux"]
    assert first.closed
    assert paper.lines == ["un", "deux", "Voix spy en panne.", "Une autre voix prend le relais."]


def test_a_voice_that_cannot_even_begin_hands_over(paper: Paper) -> None:
    spare = SpyVoice()
    reasons = spoken(RudeVoice(), paper, spare)
    assert spare.texts == ["Another voice takes over.", "one"]
    assert "Voice spy failed." in paper.lines
    assert reasons == ["About voice spy. It failed with OSError, cannot say one."]


def test_without_a_spare_voice_the_evening_goes_on_in_text(paper: Paper) -> None:
    speaker = Speaker(RudeVoice(), paper)
    speaker.say([say("one")])
    until(lambda: len(paper.lines) == 3)
    speaker.say([say("two")])
    speaker.close()
    assert paper.lines == ["one", "Voice spy failed.", "No voice works, text only.", "two"]


def test_a_voice_that_cannot_be_stopped_is_replaced(paper: Paper) -> None:
    class Unstoppable(SpyVoice):
        def stop(self) -> None:
            raise OSError("stop")

    voice, spare = Unstoppable(slow=True), SpyVoice()
    speaker = Speaker(voice, paper, spare=[spare])
    speaker.say([say("result")])
    until(lambda: voice.texts == ["result"])
    speaker.say([say("alert", ALERT)])
    speaker.close()
    assert spare.texts == ["alert", "Another voice takes over.", "result"]


def test_callers_never_wait_for_a_voice(paper: Paper) -> None:
    class Stubborn(SpyVoice):
        def speak(self, words: SpokenWords) -> Handle:
            release.wait(PATIENCE)
            return super().speak(words)

    release = threading.Event()
    speaker = Speaker(Stubborn(), paper)
    began = time.monotonic()
    for number in range(1000):
        speaker.say([say(str(number))])
    speaker.silence()
    took = time.monotonic() - began
    release.set()
    speaker.close(drain=False)
    assert took < PATIENCE / 5


def test_a_voice_that_hangs_is_given_up_and_its_words_are_said_again(
    paper: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.speech.speaker.PATIENCE_SECONDS", 0.0)
    spare = SpyVoice()
    reasons = spoken(SpyVoice(slow=True), paper, spare)
    assert spare.texts == ["Another voice takes over.", "one"]
    assert reasons == ["About voice spy. spy hangs."]


def test_a_voice_that_can_speak_again_is_found_again(paper: Paper) -> None:
    clock, voice = Clock(), SpyVoice()
    speaker = Speaker(voice, paper, clock)
    voice.break_down("unplugged")
    speaker.say([say("one")])
    assert speaker.wait_idle(PATIENCE)
    heard = [speaker.can_be_heard]
    voice.error = None
    clock.now += REST_SECONDS
    speaker.say([say("two")])
    assert speaker.wait_idle(PATIENCE)
    assert [*heard, speaker.can_be_heard] == [False, True]
    speaker.close()
    assert voice.texts == ["two"]


def test_without_a_voice_at_first_one_is_looked_for_later(paper: Paper) -> None:
    clock, late = Clock(), SpyVoice()
    speaker = Speaker(None, paper, clock, spare=[late])
    speaker.say([say("one")])
    assert speaker.wait_idle(PATIENCE)
    clock.now += REST_SECONDS
    speaker.say([say("two")])
    speaker.close()
    assert late.texts == ["two"]


def test_answers_and_hints_use_the_private_voice(paper: Paper) -> None:
    aloud, ear = SpyVoice(), SpyVoice()
    speaker = Speaker(aloud, paper, private=ear)
    for priority in (RESULT, ANSWER, ALERT, Priority.HINT):
        speaker.say([say(priority.value, priority)])
        assert speaker.wait_idle(PATIENCE)
    speaker.close()
    assert aloud.texts == ["result", "alert"]
    assert ear.texts == ["answer", "hint"]
    assert aloud.closed
    assert ear.closed


def test_a_key_silences_the_private_voice_too() -> None:
    aloud, ear = SpyVoice(slow=True), SpyVoice(slow=True)
    speaker = Speaker(aloud, private=ear)
    speaker.say([say("answer", ANSWER)])
    until(lambda: ear.texts == ["answer"])
    speaker.silence()
    until(lambda: ear.stops == 1)
    assert aloud.stops == 0
    speaker.close(drain=False)


def test_a_failed_private_voice_is_announced_once_and_replaced(paper: Paper) -> None:
    aloud, ear = SpyVoice(), SpyVoice()
    ear.break_down("unplugged")
    speaker = Speaker(aloud, paper, private=ear)
    for text in ("one", "two"):
        speaker.say([say(text, ANSWER)])
        assert speaker.wait_idle(PATIENCE)
    speaker.close()
    told = "Earphones failed, answers are spoken aloud."
    assert aloud.texts == [told, "one", "two"]
    assert paper.lines == ["one", "Voice spy failed.", told, "two"]


def test_if_only_the_private_voice_works_it_speaks_everything(paper: Paper) -> None:
    ear = SpyVoice()
    aloud = SpyVoice()
    aloud.break_down("unplugged")
    speaker = Speaker(aloud, paper, private=ear)
    speaker.say([say("one")])
    assert speaker.wait_idle(PATIENCE)
    assert ear.texts == ["Another voice takes over.", "one"]
    ear.break_down("unplugged too")
    speaker.say([say("two")])
    speaker.close()
    assert paper.lines[-1] == "No voice works, text only."


def test_a_sound_goes_with_its_words_and_alone_only_to_a_voice_that_plays_it(paper: Paper) -> None:
    for plays in (True, False):
        voice = SpyVoice(earcons=plays)
        speaker = Speaker(voice, paper)
        speaker.say([Utterance("", "en", RESULT, sound="turn")])
        speaker.say([Utterance("word", "en", RESULT, sound="legal")])
        speaker.close()
        word = SpokenWords("word", "en", sound="legal")
        assert voice.heard == ([SpokenWords("", "en", sound="turn")] if plays else []) + [word]
    assert paper.lines == ["word", "word"]


def test_importing_speech_opens_no_voice() -> None:
    code = (
        "import sys\n"
        "import companion.speech.announcer, companion.speech.speaker, companion.speech.voices\n"
        "loaded = {'ctypes', 'pyttsx3', 'espeakng_loader', 'miniaudio', 'prism'}\n"
        "loaded &= set(sys.modules)\n"
        "sys.exit(f'{loaded}' if loaded else 0)\n"
    )
    ran = python("-c", code)
    assert ran.returncode == 0, ran.stderr


def test_at_the_end_all_that_waits_is_dropped_for_the_last_words(
    speaker: Speaker, slow: SpyVoice
) -> None:
    speaker.say((say("one"), say("two")))
    until(lambda: slow.texts == ["one"])
    speaker.forget()
    speaker.say((say("good bye", ALERT),))
    until(lambda: slow.texts == ["one", "good bye"])
    slow.finish()
    assert speaker.wait_idle(PATIENCE)
    assert slow.texts == ["one", "good bye"]


@pytest.mark.parametrize(("read_out", "lines"), [(True, []), (False, ["One.", "Two."])])
def test_a_screen_reader_does_not_read_again_what_it_has_said(
    read_out: bool,  # noqa: FBT001 - a case
    lines: list[str],
) -> None:
    class Reader(SpyVoice):
        name = "screenreader (any)"

    paper = Paper()
    speaker = Speaker(Reader(), paper)
    speaker.read_out = read_out
    speaker.say((Utterance("One.", "en", RESULT), Utterance("Two.", "en", RESULT)))
    assert speaker.wait_idle(PATIENCE)
    speaker.close()
    assert paper.lines == lines
    assert not speaker.names_keys
