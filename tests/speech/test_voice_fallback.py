"""Which voice is next: in order of choice, and not the one that has just failed."""

from collections.abc import Iterator

from companion.speech.voices import REST_SECONDS, Reserve
from tests.speech.spy import Clock, SpyVoice
from tests.speech.told import why_not


def test_only_voices_up_to_the_first_working_one_are_opened() -> None:
    opened: list[str] = []

    def voices() -> Iterator[SpyVoice]:
        for reason in ("no", None, None):
            opened.append(str(reason))
            yield SpyVoice(reason=reason)

    reserve = Reserve(None, voices(), Clock())
    found = reserve.find()
    assert found is not None
    assert why_not(found) is None
    assert opened == ["no", "None"]


def test_a_failed_voice_is_closed_and_used_again_later() -> None:
    clock, best, spare = Clock(), SpyVoice(), SpyVoice()
    reserve = Reserve(best, [spare], clock)
    reserve.failed(best)
    assert best.closed
    assert reserve.find() is spare
    clock.now += REST_SECONDS / 2
    reserve.failed(spare)
    assert reserve.find() is None
    clock.now += REST_SECONDS / 2
    assert reserve.find() is best


def test_a_voice_that_changes_its_way_of_speaking_is_used_at_once() -> None:
    voice = SpyVoice()
    reserve = Reserve(voice, [SpyVoice()], Clock())
    reserve.failed(voice)
    voice.name = "spy with another player"
    assert reserve.find() is voice
