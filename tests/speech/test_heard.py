"""What is really heard, in a PulseAudio null sink, in real time: how soon, how whole, which words.

Loss, gaps and words are judged strictly; they do not depend on how busy the machine is. The limits
of time are those of the issue, for the middle of many; on a busy machine they are measured again.
"""

import itertools
import random
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from companion.speech.lexicon import Lexicon, normalise
from companion.speech.speaker import Speaker
from companion.speech.utterance import Priority, Utterance
from companion.speech.voices import choose, espeak
from companion.speech.voices.base import Handle, SpeechResult, SpokenWords
from companion.speech.voices.espeak import EspeakVoice
from tests.speech import sound_room
from tests.speech.sound_room import RATE, Recording, SoundRoom
from tests.speech.told import lines, why_not

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(sound_room.missing()), reason="apt install pulseaudio-utils"),
]

PATIENCE = 60.0
ONSET_SECONDS = 0.15
SILENCE_SECONDS = 0.05
PAUSE_SECONDS = 0.3
"""The longest pause between two utterances in the middle of many."""
UTTERANCES = 40
PACE = 400


@pytest.fixture(scope="module")
def hearing() -> Any:
    """What needs numpy, which a plain test run has not."""
    from tests.speech import hearing  # noqa: PLC0415 - see above

    return hearing


@pytest.fixture
def room(tmp_path: Path) -> Iterator[SoundRoom]:
    room = SoundRoom(tmp_path)
    yield room
    room.close()


def utterance(text: str, priority: Priority = Priority.RESULT, **fields: Any) -> Utterance:
    return Utterance(text, "fr", priority, **fields)


def until_so(measure: Callable[[], bool]) -> None:
    """A busy machine may make one measurement late, not three."""
    assert any(measure() for _ in range(3))


# --- how soon ----------------------------------------------------------------------------------


@pytest.mark.parametrize("sound", ["", "turn"])
def test_speech_begins_and_ends_in_time(room: SoundRoom, hearing: Any, sound: str) -> None:
    def measure() -> bool:
        with room.listening() as recording:
            speaker = Speaker(choose("espeak").voice)
            times = []
            for number in range(12):
                asked = time.monotonic()
                speaker.say([utterance("Vert joue 6 et 3, un pion en V 4.", sound=sound)])
                time.sleep(0.4 + number / 30)
                hushed = time.monotonic()
                speaker.silence()
                time.sleep(0.3)
                times.append((asked, hushed))
            speaker.close(drain=False)
            heard = hearing.sound(recording.samples())
            begun, ended = [], []
            for asked, hushed in times:
                first, last = recording.position(asked), recording.position(hushed)
                if sound:  # the words have to begin in time, not only what goes before them
                    first -= len(earcon_of(sound))
                begun.append(((hearing.first_heard(heard, first) or 0) - first) / RATE)
                ended.append((hearing.last_heard(heard, first, last + RATE // 4) - last) / RATE)
        onset, silence = statistics.median(begun), sorted(ended)[len(ended) * 9 // 10]
        print(f"begins after {onset * 1000:.0f} ms, silent after {silence * 1000:.0f} ms")
        return 0 < onset < ONSET_SECONDS and silence < SILENCE_SECONDS

    until_so(measure)


def earcon_of(name: str) -> bytes:
    from companion.speech.voices.samples import earcon  # noqa: PLC0415 - here alone

    return earcon(name, RATE, 1.0)[::2]


# --- where -------------------------------------------------------------------------------------


def test_answers_are_heard_on_the_private_device_and_the_rest_on_the_main_one(
    room: SoundRoom,
) -> None:
    with room.listening("ear") as ear, room.listening("table") as table:
        choice = choose("espeak", "table", "ear")
        assert lines(choice.lines)[0].endswith("paplay on table).")
        assert lines(choice.lines)[1].endswith("paplay on ear).")
        speaker = Speaker(choice.voice, spare=choice.spare, private=choice.private)
        times = []
        for kind in (Priority.RESULT, Priority.ANSWER, Priority.ALERT, Priority.HINT):
            began = time.monotonic()
            speaker.say([utterance("Vert joue.", kind)])
            assert speaker.wait_idle(PATIENCE)
            time.sleep(0.3)
            times.append((began, time.monotonic() - 0.15))
        speaker.close()
        time.sleep(1.0)  # on a busy machine the last of it comes late
        heard = [tuple(sounds(where, *when) for where in (table, ear)) for when in times]
    assert heard == [(True, False), (False, True), (True, False), (False, True)]


def sounds(recording: Recording, since: float, until: float) -> bool:
    """Whether anything was heard between two times."""
    first, last = recording.position(since), recording.position(until)
    return any(recording.samples()[2 * first : 2 * last])


def test_a_missing_or_lost_private_device_is_announced_once(room: SoundRoom) -> None:
    with room.listening("table") as table:
        choice = choose("espeak", "table", "attic")
        assert choice.private is None
        (_, line) = lines(choice.lines)
        assert line.startswith("Nothing plays on attic, answers and hints are said aloud. paplay")
        choice = choose("espeak", "table", "ear")
        speaker = Speaker(choice.voice, spare=choice.spare, private=choice.private)
        room.unplug("ear")
        before = len(table.samples())
        speaker.say([utterance("Vert joue.", Priority.ANSWER)])
        assert speaker.wait_idle(PATIENCE)
        speaker.close()
        time.sleep(1.0)
        assert any(table.samples()[before:])


# --- how whole ---------------------------------------------------------------------------------


@dataclass
class Played:
    """What a sink was given: for which words, which samples, and how that ended."""

    samples: bytes
    began: float
    ended: float = 0.0
    outcome: SpeechResult | None = None


@dataclass
class Notebook:
    """Stands between voice and sink and notes what goes through."""

    sink: Any
    name: str = "noted"
    played: list[Played] = field(default_factory=list)

    def play(self, samples: bytes, cut: threading.Event) -> SpeechResult:
        note = Played(samples, time.monotonic())
        self.played.append(note)
        outcome: SpeechResult = self.sink.play(samples, cut)
        note.outcome, note.ended = outcome, time.monotonic()
        return outcome


class NotedVoice(EspeakVoice):
    """espeak that notes what it is asked and what it plays."""

    def __init__(self) -> None:
        super().__init__()
        assert why_not(self) is None
        self.notes = Notebook(self._sink)
        self._sink = self.notes
        self.handles: list[tuple[str, Handle]] = []

    def speak(self, words: SpokenWords) -> Handle:
        handle = super().speak(words)
        self.handles.append((words.text, handle))
        return handle


def sentences() -> list[str]:
    """All that may be said in this evening."""
    throws = [f"{a} et {b}" for a in range(1, 7) for b in range(1, a)]
    return [f"{side}, {throw}." for side in ("Vert", "Noir") for throw in throws] + [
        "Coup interdit.",
        "Ce point est tenu.",
        "Légal.",
        "Deux pions sur la barre.",
        "Votre jan, cinq pions en V 6.",
        "Vert gagne.",
    ]


def given(text: str) -> str:
    """What the voice is given for a text."""
    return Lexicon().respell(normalise(text, "fr"), "fr", NotedVoice.name)


def an_evening(speaker: Speaker, chance: random.Random) -> list[Utterance]:
    """Many utterances of all kinds at any time, with keys in between; those that must be heard."""
    texts, must = sentences(), []
    kinds = [Priority.RESULT] * 6 + [Priority.ALERT, Priority.ANSWER, Priority.HINT]
    for _ in range(UTTERANCES):
        new = utterance(chance.choice(texts), chance.choice(kinds))
        if chance.random() < 0.1:
            speaker.silence()
            time.sleep(chance.uniform(0, 0.2))
        speaker.say([new])
        if new.priority in (Priority.RESULT, Priority.ALERT):
            must.append(new)
        time.sleep(chance.uniform(0, 1.0))
    assert speaker.wait_idle(PATIENCE * 5)
    return must


def test_nothing_is_lost_and_nothing_has_gaps(room: SoundRoom, hearing: Any) -> None:
    with room.listening() as recording:
        voice = NotedVoice()
        speaker = Speaker(voice)
        speaker.rate = PACE
        must = an_evening(speaker, random.Random(6))
        time.sleep(0.5)
        speaker.close()
    played = voice.notes.played
    begun = [text for text, handle in voice.handles if handle.exception() is None]
    outcomes = [handle.result() for _, handle in voice.handles]
    said = [
        text for text, outcome in zip(begun, outcomes, strict=True) if outcome is SpeechResult.SAID
    ]
    print(f"{len(must)} to be heard; {len(begun)} begun, {len(said)} said to the end")
    assert len(begun) == len(outcomes)
    assert_all_heard(must, begun)
    places = find_all(played, recording, hearing)
    assert_pauses_are_short(places)
    heard = hearing.sound(recording.samples())
    whole = [heard[start:end] for start, end, is_whole in places if is_whole]
    assert_recognised(whole, said, hearing)


def assert_all_heard(must: list[Utterance], begun: list[str]) -> None:
    """Each result and alert was begun, the results in their order."""
    for kind in (Priority.RESULT, Priority.ALERT):
        rest = iter(begun)
        for each in must:
            if each.priority is kind:
                assert given(each.text) in rest, f"{each.text} is lost or out of order"


def find_all(
    played: list[Played], recording: Recording, hearing: Any
) -> list[tuple[int, int, bool]]:
    """Find each sound in the recording, sample for sample; nothing else is to be heard in it."""
    heard, places, end = hearing.sound(recording.samples()), [], 0
    cores = [hearing.audible(hearing.sound(each.samples)) for each in played]
    for number, (each, core, after) in enumerate(zip(played, cores, [*cores[1:], []], strict=True)):
        start = hearing.first_heard(heard, end)
        late = recording.position(each.ended) + round(SILENCE_SECONDS * RATE)
        cut = each.outcome is SpeechResult.CUT
        if cut and (start is None or start > late):
            continue  # before anything of it was heard
        assert start is not None, f"sound {number} is lost"
        same = hearing.common(heard[start:], core)
        if cut and hearing.common(heard[start:], after) > same:
            continue  # what is heard there is the next one
        assert cut or same == len(core), f"sound {number} has a gap after {same} of {len(core)}"
        end = start + same
        following = hearing.first_heard(heard, end)
        assert following is None or following > recording.position(each.ended) - RATE // 50, (
            f"sound {number} goes on otherwise after {same} of {len(core)}"
        )
        assert end <= late, f"sound {number} goes on after it was cut"
        places.append((start, end, not cut))
    assert hearing.first_heard(heard, end) is None, "something is heard after the last sound"
    return places


def assert_pauses_are_short(places: list[tuple[int, int, bool]]) -> None:
    """What waits follows at once; longer pauses are those in which nothing waited."""
    pauses = [
        (start - end) / RATE
        for (_, end, is_whole), (start, _, _) in itertools.pairwise(places)
        if is_whole
    ]
    usual = statistics.median(pauses)
    print(f"pause between utterances {usual * 1000:.0f} ms, longest {max(pauses):.1f} s")
    assert usual < PAUSE_SECONDS


def assert_recognised(whole: list[Any], said: list[str], hearing: Any) -> None:
    """Every sentence is recognised among all that could have been said, by its spectrum."""
    library = espeak.load()
    candidates = {
        text: hearing.shape(hearing.sound(library.synthesise(given(text), "fr", PACE, 1.0)), RATE)
        for text in sentences()
    }
    spoken = {given(text): text for text in candidates}
    wrong = [
        (spoken[text], found)
        for text, heard in zip(said, whole, strict=True)
        if (found := hearing.recognise(hearing.shape(heard, RATE), candidates)) != spoken[text]
    ]
    assert wrong == []
