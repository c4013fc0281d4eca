"""One utterance by pyttsx3, in a process of its own: `python -m …pyttsx3_child LANG RATE VOLUME`.

The words come on standard input. pyttsx3 hangs, forgets and cannot be interrupted inside a program
that goes on living (measured: it speaks the last of several utterances only, and `stop` waits for
the end); in a process that speaks once and ends, it does what it says.
"""

import contextlib
import ctypes
import importlib.util
import os
import sys
import threading
from typing import Any, Final

_LONGEST_SECONDS: Final = 120.0


def main(arguments: list[str]) -> int:
    """Speak what is on standard input; the exit code is 0 when it was spoken."""
    lang, rate, volume = arguments
    text = sys.stdin.read()
    _use_wheel()
    import pyttsx3  # noqa: PLC0415 - only this process ever loads it

    engine: Any = pyttsx3.init()
    voice = next((each.id for each in engine.getProperty("voices") if _speaks(each, lang)), None)
    if voice is not None:
        engine.setProperty("voice", voice)
    engine.setProperty("rate", int(rate))
    engine.setProperty("volume", float(volume))
    over = threading.Event()
    engine.connect("finished-utterance", lambda name, completed: over.set())  # noqa: ARG005 - their names
    engine.say(text)
    engine.runAndWait()
    # The first runAndWait comes back at once while the speech goes on.
    return 0 if over.wait(_LONGEST_SECONDS) else 1


def _use_wheel() -> None:
    """Offer pyttsx3 the wheel's espeak-ng where the system has none."""
    if importlib.util.find_spec("espeakng_loader") is None:
        return
    with contextlib.suppress(OSError):
        ctypes.CDLL("libespeak-ng.so.1")
        return
    import espeakng_loader  # noqa: PLC0415 - optional

    with contextlib.suppress(OSError):
        ctypes.CDLL(str(espeakng_loader.get_library_path()))
        os.environ["ESPEAK_DATA_PATH"] = str(espeakng_loader.get_data_path())


def _speaks(voice: Any, lang: str) -> bool:  # noqa: ANN401 - pyttsx3 has no types
    """Whether one of pyttsx3's voices is of a language; the drivers write it in several ways."""
    names = [str(voice.id).split("/")[-1].lower()]
    for each in voice.languages or ():
        text = each.decode(errors="ignore") if isinstance(each, bytes) else str(each)
        names.append(text.strip("\x00\x01\x02\x05").lower())
    return any(name == lang or name.startswith((f"{lang}-", f"{lang}_")) for name in names)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
