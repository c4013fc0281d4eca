"""Commands that call another package. Each function returns its exit code.

Imports are inside the functions, so that every command starts quickly.
"""

import argparse
import sys
import threading
from pathlib import Path

from companion import ending
from companion.commands.printing import DONE, NO, print_line, print_lines
from companion.options import SettingsError, made
from companion.rules import DEFAULT_GAME, find_game
from companion.settings import Sound
from companion.speech.catalogue import Catalogue


def run_club(arguments: argparse.Namespace) -> int:
    """Collect the events of a club's boards until a signal arrives."""
    from companion.optional import load
    from companion.publishing.outlet import need

    need("club")
    club = load("companion.club.club", "club")
    club.run(
        arguments.broker, arguments.record, arguments.web, tuple(arguments.web_name), arguments.lang
    )
    return DONE


def run_train(arguments: argparse.Namespace) -> int:
    """Let a network learn a game by playing itself."""
    from companion.hints.loader import check_numpy

    check_numpy("training")
    from companion.training.train import TrainingPlan, train

    if not (arguments.minutes > 0 and arguments.games > 0):
        raise SettingsError("command.minutes-games")
    plan = TrainingPlan(
        arguments.game,
        Path(arguments.folder),
        arguments.seed,
        arguments.minutes,
        arguments.games,
        Path(arguments.start) if arguments.start else None,
        arguments.labels,
    )
    words = Catalogue(arguments.message_lang)
    last = train(plan, lambda line: print(words.tell(line), file=sys.stderr, flush=True))
    return print_lines([words.say("command.weights", file=str(last))])


def run_simulate(arguments: argparse.Namespace) -> int:
    """Serve a virtual board until a signal arrives."""
    from companion.sim.console import serve

    ended = threading.Event()
    with ending.by(ended.set):
        rules = find_game(arguments.game or DEFAULT_GAME, arguments.option)
        serve(rules, arguments.listen, ended, print_line, arguments.message_lang)
    return DONE


def run_say(arguments: argparse.Namespace) -> int:
    """Speak one sentence on the main and the private voice. Return `NO` if no voice worked."""
    from companion.session.compose import open_speaker
    from companion.speech.utterance import Priority, Utterance
    from companion.speech.voices.print_voice import PrintVoice

    sound = made(Sound, vars(arguments))
    speaker = open_speaker(arguments.voice, arguments.lang, sound, PrintVoice(sys.stdout))
    earcon = "turn" if sound.earcons else ""
    utterances = [Utterance(arguments.text, arguments.lang, Priority.RESULT, sound=earcon)]
    if speaker.has_private:
        utterances.append(Utterance(arguments.text, arguments.lang, Priority.ANSWER))
    speaker.say(utterances)
    speaker.close()
    speaker.check_written()
    return DONE if speaker.can_be_heard else NO
