"""`companion say`: one sentence, to try how a voice sounds with some settings."""

import sys

from companion.session.compose import open_speaker
from companion.settings import Sound
from companion.speech.utterance import Priority, Utterance
from companion.speech.voices.print_voice import PrintVoice


def say(text: str, lang: str, voice: str, sound: Sound) -> bool:
    """Speak a text, first aloud and, where answers have a device of their own, there too.

    True when it was heard; where no voice works it is written, and the reasons are told. Raises
    `ValueError` kinds for a voice that does not exist.
    """
    speaker = open_speaker(voice, lang, sound, PrintVoice(sys.stdout))
    earcon = "turn" if sound.earcons else ""
    told = [Utterance(text, lang, Priority.RESULT, sound=earcon)]
    if speaker.has_private:
        told.append(Utterance(text, lang, Priority.ANSWER))
    speaker.say(told)
    speaker.close()
    speaker.check_written()
    return speaker.can_be_heard
