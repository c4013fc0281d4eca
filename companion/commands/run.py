"""What the commands beside `play` and the questions do: one call, the answer printed.

Whatever a command needs is imported when it runs, so that all start quickly. Each returns its
exit code.
"""

import argparse
import sys
import threading
from pathlib import Path

from companion import ending
from companion.commands.printing import DONE, NO, print_line, print_lines
from companion.commands.setting_file import journal_place
from companion.options import made
from companion.plain_text import one_line
from companion.rules import DEFAULT_GAME
from companion.settings import Settings, Sound

SHORT_GAME = 10
"""Turns of a demonstration for people: long enough for three mistakes, short enough to hear out."""


def run_club(arguments: argparse.Namespace) -> int:
    """Gather a club's boards until a signal ends it."""
    from companion.optional import load
    from companion.publishing.outlet import need

    need("club")
    club = load("companion.club.club", "club")
    club.run(
        arguments.broker, arguments.record, arguments.web, tuple(arguments.web_name), arguments.lang
    )
    return DONE


def run_demo(arguments: argparse.Namespace) -> int:
    """Play a game, or a match from a file, at a simulated board."""
    from companion.commands.refusals import begin

    return begin(_demo, arguments)


def _demo(arguments: argparse.Namespace) -> int:
    from companion.commands.demo import Demo

    fast: bool = arguments.fast
    turns = (0 if fast else SHORT_GAME) if arguments.turns is None else arguments.turns
    if turns < 0:
        raise ValueError(f"--turns {turns} is not a number from 0 on.")
    settings = Settings.of(vars(arguments), port="")
    demo = Demo(settings, arguments.seed, arguments.mat, turns or None, fast=fast)
    return DONE if demo.run() else NO


def run_train(arguments: argparse.Namespace) -> int:
    """Let a network learn a game by playing itself."""
    from companion.hints.loader import check_numpy

    check_numpy("Training")
    from companion.training.train import Plan, train

    if not (arguments.minutes > 0 and arguments.games > 0):
        raise ValueError("--minutes and --games are to be more than 0.")
    plan = Plan(
        arguments.game, Path(arguments.folder), arguments.seed, arguments.minutes, arguments.games
    )
    last = train(plan, lambda line: print(line, file=sys.stderr, flush=True))
    return print_lines([f"The weights are in {last}"])


def run_simulate(arguments: argparse.Namespace) -> int:
    """Serve a virtual board until a signal ends it."""
    from companion.sim.console import serve

    ended = threading.Event()
    with ending.by(ended.set):
        game = arguments.game or DEFAULT_GAME
        serve(game, arguments.option, arguments.listen, ended, print_line)
    return DONE


def run_board(arguments: argparse.Namespace) -> int:
    """Lead through one task at a board: enrol, dice, zones, faults or prompt."""
    from companion.commands.board import run

    return DONE if run(arguments.task, arguments.port, arguments.lang, arguments.voice) else NO


def run_journal(arguments: argparse.Namespace) -> int:
    """Do one action on a journal; `resume` goes on with its last match."""
    from companion.commands import journals as commands

    if arguments.action not in commands.WITH_FILE and arguments.file is not None:
        if arguments.journal:
            raise ValueError("Name the journal once: after the action or with --journal.")
        arguments.journal, arguments.file = arguments.file, None
    arguments.journal = arguments.journal or str(journal_place())
    if arguments.action == "resume":
        from companion.commands.play import resume

        return resume(arguments)
    request = commands.Request(
        arguments.journal, arguments.number, arguments.file, arguments.format, arguments.lang
    )
    outcome = commands.run(arguments.action, request)
    print_lines(outcome.lines)
    return DONE if outcome.fine else NO


def run_progress(arguments: argparse.Namespace) -> int:
    """Print what practice has brought."""
    from companion.commands.progress import lines

    return print_lines(lines(arguments.journal or str(journal_place()), arguments.lang))


def run_replay(arguments: argparse.Namespace) -> int:
    """Send a recorded evening through the whole program again."""
    from companion.commands.replay import Replay
    from companion.records.read import is_journal

    settings = Settings.of(vars(arguments), port="")
    if (arguments.game or arguments.option or arguments.match) and is_journal(Path(arguments.file)):
        raise ValueError("A journal tells what was played: leave out --game, --option and --match.")
    outcome = Replay(arguments.events).play(arguments.file, settings)
    print(one_line(outcome.sentence), file=sys.stderr)
    return DONE if outcome.fine else NO


def run_say(arguments: argparse.Namespace) -> int:
    """Speak one sentence, aloud and where answers go; a no when nobody can have heard it."""
    from companion.session.compose import open_speaker
    from companion.speech.utterance import Priority, Utterance
    from companion.speech.voices.print_voice import PrintVoice

    sound = made(Sound, vars(arguments))
    speaker = open_speaker(arguments.voice, arguments.lang, sound, PrintVoice(sys.stdout))
    earcon = "turn" if sound.earcons else ""
    told = [Utterance(arguments.text, arguments.lang, Priority.RESULT, sound=earcon)]
    if speaker.has_private:
        told.append(Utterance(arguments.text, arguments.lang, Priority.ANSWER))
    speaker.say(told)
    speaker.close()
    speaker.check_written()
    return DONE if speaker.can_be_heard else NO


def run_doctor(arguments: argparse.Namespace) -> int:
    """Print what works here; a no when something needed does not."""
    from companion.commands.doctor import examine
    from companion.speech.catalogue import Catalogue

    code = DONE
    catalogue = Catalogue(arguments.lang)
    for finding in examine(arguments.lang, arguments.port):
        print_line(finding.line(catalogue))
        code = code if finding.works or not finding.needed else NO
    return code
