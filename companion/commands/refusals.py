"""Speaks why an evening cannot begin. The reason is also printed to standard error."""

import argparse
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import wraps

from companion.commands.printing import BAD_INPUT
from companion.hints.advice import HintsMissingError
from companion.optional import LibraryError
from companion.speech.catalogue import Catalogue, ExplainedError, Sentences, filled, first_sentence
from companion.speech.lexicon import normalise
from companion.speech.speaker import Speaker
from companion.speech.utterance import Priority, Utterance
from companion.speech.voices import UnknownVoiceError, choose
from companion.speech.voices.base import Voice, without_library
from companion.speech.voices.print_voice import PrintVoice
from companion.untrusted import one_line

_PATIENCE = 10.0
"""The maximum seconds that a voice may take for the sentence."""


def speaks_refusal(
    start: Callable[[argparse.Namespace], int],
) -> Callable[[argparse.Namespace], int]:
    """Decorate a command that begins an evening. If the evening cannot begin, speak the reason."""

    @wraps(start)
    def run(arguments: argparse.Namespace) -> int:
        try:
            return start(arguments)
        except (ValueError, OSError, RuntimeError) as error:
            if isinstance(error, OSError) and error.strerror and not error.filename:
                raise  # the output cannot be written
            _tell(error, arguments)
            return BAD_INPUT

    return run


def _tell(error: Exception, arguments: argparse.Namespace) -> None:
    lang = arguments.lang
    sentence = Catalogue(lang).tell(*reason(error))
    PrintVoice(sys.stderr).write(f"companion {arguments.command}: {sentence}")
    if (voice := _voice(arguments)) is not None:
        speaker = Speaker(voice)
        speaker.say((Utterance(normalise(sentence, lang), lang, Priority.ALERT),))
        speaker.close(drain=True, timeout=_PATIENCE)


def error_line(error: Exception, lang: str) -> str:
    """Return the error of a command as one line in a language."""
    return " ".join(one_line(Catalogue(lang).tell(*_sentences(error))).split())


def _sentences(error: Exception) -> Sentences:
    match error:
        case ExplainedError():
            return error.sentences
        case OSError() if error.strerror:
            name = "refusal.file" if error.filename else "command.no-output"
            return (filled(name, file=str(error.filename), reason=error.strerror),)
    return (first_sentence(error),)


def reason(error: Exception) -> Sentences:
    """Return why an evening cannot begin."""
    match error:
        case LibraryError():
            return without_library(error)
        case HintsMissingError(__cause__=LibraryError() as missing):
            return without_library(missing)
    return _sentences(error)


def _voice(arguments: argparse.Namespace) -> Voice | None:
    """Return the chosen voice, None if there is none. Problems are not reported."""
    given = vars(arguments)
    with suppress(UnknownVoiceError):
        return choose(given["voice"], given.get("device", "")).voice
    return None
