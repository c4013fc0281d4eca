"""Speaks one utterance by pyttsx3, as a program: `python -m …pyttsx3_child LANG RATE VOLUME`.

The words are read from standard input. In a long-lived process pyttsx3 hangs, loses utterances and
cannot be interrupted (measured: it speaks only the last of several utterances, and `stop` waits for
the end). In a process that speaks once and ends, it works.

The process prints its progress to standard output, so that the parent sees where it hangs:
`imported`, `ready`, `begun`, `word`, and `playing SECONDS` when its player has begun.
"""

import contextlib
import ctypes
import os
import sys
import wave
from typing import Any, Final

from companion.speech.voices.base import VoiceError
from companion.speech.voices.espeak import wheel

SIGN: Final = "companion: "


def main(arguments: list[str]) -> int:
    """Speak the text from standard input. Return the exit code, 0 if the text was spoken."""
    lang, rate, volume = arguments
    text = sys.stdin.read()
    _use_wheel()
    results = _watched_player()
    import pyttsx3  # noqa: PLC0415 - only this process loads it

    _sign("imported")
    engine: Any = pyttsx3.init()
    _sign("ready")
    voice = next((each.id for each in engine.getProperty("voices") if speaks(each, lang)), None)
    if voice is not None:
        engine.setProperty("voice", voice)
    engine.setProperty("rate", int(rate))
    engine.setProperty("volume", float(volume))
    outcomes: list[bool] = []

    def finished(name: str | None, completed: bool) -> None:  # noqa: ARG001, FBT001 - their names
        outcomes.append(completed)
        if sys.platform != "linux":
            engine.endLoop()

    engine.connect("started-utterance", lambda **_: _sign("begun"))
    engine.connect("started-word", lambda **_: _sign("word"))
    engine.connect("finished-utterance", finished)
    engine.say(text)
    # On a busy machine `runAndWait` would stop before the end of the speech. On Linux the driver
    # ends this loop itself after its player has ended; elsewhere `finished` ends it.
    engine.startLoop()
    if any(results):
        sys.stderr.write("Its player failed.\n")
    return 0 if any(outcomes) and not any(results) else 1


def _sign(what: str) -> None:
    """Print a progress sign."""
    sys.stdout.write(f"{SIGN}{what}\n")
    sys.stdout.flush()


def _watched_player() -> list[int]:
    """Collect the exit codes of the player, which pyttsx3 starts by `os.system` and ignores."""
    results: list[int] = []
    start = os.system

    def system(command: str) -> int:
        _sign(f"playing {_seconds(command):.2f}")
        results.append(start(command))
        return results[-1]

    os.system = system  # type: ignore[assignment]  # it gets only text
    return results


def _seconds(command: str) -> float:
    """Return the length of the sound file in the player's command; 0 if there is none."""
    for word in command.split():
        with contextlib.suppress(OSError, EOFError, wave.Error), wave.open(word) as sound:
            return float(sound.getnframes() / sound.getframerate())
    return 0.0


def _use_wheel() -> None:
    """Let pyttsx3 use the wheel's espeak-ng if the system has none."""
    with contextlib.suppress(OSError):
        ctypes.CDLL("libespeak-ng.so.1")
        return
    with contextlib.suppress(OSError, VoiceError):
        library, folder = wheel()
        ctypes.CDLL(library)
        os.environ["ESPEAK_DATA_PATH"] = folder


def speaks(voice: Any, lang: str) -> bool:  # noqa: ANN401 - pyttsx3 has no types
    """Return whether a pyttsx3 voice speaks a language, which drivers write in several ways."""
    names = [str(voice.id).split("/")[-1].lower()]
    for each in voice.languages or ():
        text = each.decode(errors="ignore") if isinstance(each, bytes) else str(each)
        names.append(text.strip("\x00\x01\x02\x05").lower())
    return any(name == lang or name.startswith((f"{lang}-", f"{lang}_")) for name in names)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
