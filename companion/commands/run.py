"""What each command does: settings from its arguments, one call, the answer printed.

Whatever a command needs is imported when it runs, so that all start quickly. Each returns its
exit code.
"""

import argparse
import os
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, suppress
from io import BufferedIOBase, BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from companion import ending
from companion.commands.service import is_service, shut_down, wait_for_voice
from companion.referee.exercises import game_with
from companion.referee.talk_facts import Choice
from companion.settings import OpponentSettings, Settings, Sound, system_language

if TYPE_CHECKING:
    from companion.commands.setting_file import PassedOver
    from companion.publishing.outlet import Outside
    from companion.session import Evening
    from companion.session.sinks import Words

SHORT_GAME = 10
"""Turns of a demonstration for people: long enough for three mistakes, short enough to hear out."""

_BLOCK: Final = 1 << 16
"""Bytes of requests that are read at once, at most."""
_AT_MOST: Final = 0.1
"""Seconds after which answers go out though more requests are there."""

DONE, NO = 0, 1
"""Exit codes: done; the answer is "no"."""


def _settings(arguments: argparse.Namespace, port: str) -> Settings:
    return Settings(
        port=port,
        board=getattr(arguments, "board", "serial"),
        game=arguments.game or Choice().game,
        options=tuple(sorted(set(arguments.option))),
        match_to=arguments.match,
        clock=arguments.clock,
        lang=arguments.lang or system_language(),
        for_v=arguments.player_v,
        for_n=arguments.player_n,
        voice=arguments.voice,
        journal=arguments.journal,
        events=arguments.events,
        braille=arguments.braille,
        contracted=arguments.contracted,
        mode=arguments.mode,
        verbosity=arguments.verbosity,
        notation=arguments.notation,
        sound=_sound(arguments),
        against=_against(arguments),
        service=is_service(),
    )


def _against(arguments: argparse.Namespace) -> OpponentSettings:
    """Who is played against; only `play` has such options."""
    if "opponent" not in arguments:
        return OpponentSettings()
    if arguments.opponent and arguments.exercise:
        raise ValueError("Either --opponent or --exercise: an exercise is done alone.")
    return OpponentSettings(
        arguments.opponent,
        arguments.strength,
        # At a typed table nobody throws for it.
        "drawn" if arguments.board == "typed" else arguments.dice,
        arguments.exercise,
        arguments.better,
    )


def _sound(arguments: argparse.Namespace) -> Sound:
    return Sound(
        arguments.rate,
        arguments.volume,
        arguments.device,
        arguments.private_device,
        not arguments.no_sounds,
        arguments.words,
    )


def run_play(arguments: argparse.Namespace) -> int:
    """Referee at a real board until the evening ends."""
    from companion.exchange.recording import Recording
    from companion.session.compose import complain, open_evening

    for passed_over in arguments.left_out:
        complain(passed_over.sentence)
    if is_service():
        wait_for_voice(arguments.voice, arguments.device)
    if (arguments.alone or is_service()) and not _ask_for_the_rest(arguments):
        return DONE
    choose = arguments.game is None and not arguments.exercise
    settings = check_play(arguments)  # what is wrong is told before anything is opened
    with ExitStack() as stack:
        evening = stack.enter_context(open_evening(settings, choose=choose))
        if arguments.record:
            evening.table.keep = stack.enter_context(Recording(arguments.record, complain)).keep
        _tell_left_out(arguments.left_out, evening.table.words)
        _attend(arguments, evening, stack)
        if arguments.web or arguments.broker:
            _open_outside(arguments, evening, stack)
        with ending.by(lambda: evening.stop(hurry=True)):
            evening.run()
    evening.table.words.speaker.check_written()
    if evening.table.shuts_down:
        _shut_down(settings)
    return DONE


def check_play(arguments: argparse.Namespace) -> Settings:
    """The settings of `play`. Raises `ValueError` for what it refuses before anything is opened."""
    if arguments.exercise and arguments.game is None:
        arguments.game = game_with(arguments.exercise)
    if arguments.game is None and (arguments.match or arguments.option or arguments.clock):
        raise ValueError(
            "--match, --option and --clock need --game; without it the players choose."
        )
    _check_board(arguments)
    settings = _settings(arguments, arguments.port)
    settings.match()
    _read_outside(arguments, settings)
    return settings


def check_unseen(arguments: argparse.Namespace) -> None:
    """Raise `ValueError` also for what `play` finds when it opens something.

    Nobody sees why a service ends, or what a settings file has to do with it.
    """
    from companion.speech.lexicon import users_lexicon

    settings = check_play(arguments)
    users_lexicon(settings.sound.words)
    if arguments.web:
        from companion.web.serving import check_address

        check_address(arguments.web)
    folder = Path(settings.journal or ".").parent
    if not (folder.is_dir() and os.access(folder, os.W_OK)):
        raise ValueError(f"The journal cannot be kept: {folder} is no folder that can be written.")


def _shut_down(settings: Settings) -> None:
    """Switch the computer off, after an evening; where it refuses, say so."""
    from companion.commands.first_start import Teller
    from companion.session.compose import complain
    from companion.speech.setting_phrases import NOT_SHUT_DOWN

    if refusal := shut_down():
        complain(refusal)
        with closing(Teller(settings.lang, settings.voice, settings.sound)) as teller:
            teller.tell(NOT_SHUT_DOWN)


def _tell_left_out(left_out: "list[PassedOver]", words: "Words") -> None:
    """Say what of the user's settings does not count; one that is no setting is not named."""
    from companion.commands.setting_file import options_of_play

    known = options_of_play()
    for name, _ in left_out:
        told = words.announcer.settings_left_out()
        if name:
            told = words.announcer.setting_left_out(name if name in known else "")
        words.alert(told)


def _ask_for_the_rest(arguments: argparse.Namespace) -> bool:
    """`companion` alone, or a service: the evening is kept, a board or a typed table is found.

    False where somebody leaves instead.
    """
    from companion.commands.first_start import choose_board
    from companion.commands.setting_file import journal_place

    if not arguments.journal:
        place = journal_place()
        with suppress(OSError):  # that it cannot be kept is told when it is opened
            place.parent.mkdir(parents=True, exist_ok=True)
        arguments.journal = str(place)
    if not (arguments.board_known or arguments.port != "auto" or arguments.record):
        arguments.board = choose_board(_settings(arguments, arguments.port))
    return bool(arguments.board)


def _check_board(arguments: argparse.Namespace) -> None:
    """A typed table has no line. Raises `ValueError`."""
    if arguments.board != "typed":
        if arguments.keypads:
            raise ValueError("--keypads is for --board typed.")
        return
    if arguments.port != "auto":
        raise ValueError("--board typed has no port. Leave --port out, or --board typed.")
    if getattr(arguments, "record", ""):
        raise ValueError("--record keeps what a board says; with --board typed there is none.")


def _attend(arguments: argparse.Namespace, evening: "Evening", stack: ExitStack) -> None:
    """Let whoever is at the keyboard play at a typed table, else rule."""
    from companion.commands import keyboard, keypads, typing
    from companion.session.compose import complain
    from companion.session.typed_board import TypedBoard

    source = evening.table.source
    if isinstance(source, TypedBoard):
        order: str = arguments.keypads
        if stack.enter_context(typing.attending(source, complain)):
            refusal = keypads.attend(source, order) if order else ""
        else:
            refusal = keypads.wait_for(source, order)
        if refusal and (order or is_service()):
            complain(refusal)
    else:
        keyboard.attend(evening, complain)


def _open_outside(arguments: argparse.Namespace, evening: "Evening", stack: ExitStack) -> None:
    """Open the page and the way to the club, and say where the page is."""
    from companion.session.compose import complain, follow

    outside = _read_outside(arguments, evening.table.settings)
    stack.enter_context(follow(evening, outside, complain))


def _read_outside(arguments: argparse.Namespace, settings: Settings) -> "Outside":
    from companion.publishing.outlet import read_outside

    return read_outside(
        settings, arguments.web, arguments.broker, arguments.table, arguments.players
    )


def run_setup(arguments: argparse.Namespace) -> int:
    """Ask for the settings by voice and keep them; a no where they could not be kept."""
    from companion.commands import first_start

    lang = arguments.lang or system_language()
    kept = {name: vars(arguments)[name] for name in first_start.KEPT if name in arguments}
    free = Settings("", lang=lang, voice=arguments.voice, sound=_sound(arguments), **kept)
    return DONE if first_start.run_setup(free) else NO


def run_service(arguments: argparse.Namespace) -> int:
    """Install or remove the service; a no where the system refuses, or has none."""
    from companion.commands import service
    from companion.session.compose import complain

    options: list[str] = arguments.options_of_play
    try:
        if arguments.action == "install":
            check_unseen(arguments.of_play)
            return _lines(service.install(options))
        if options:
            raise ValueError("remove takes no options of play.")
        return _lines(service.remove())
    except service.ServiceError as error:
        complain(str(error))
    return NO


def run_club(arguments: argparse.Namespace) -> int:
    """Gather a club's boards until a signal ends it."""
    from companion.optional import load
    from companion.publishing.outlet import need

    need("club")
    club = load("companion.club.club", "club")
    club.run(arguments.broker, arguments.record, arguments.web, arguments.lang or system_language())
    return DONE


def run_demo(arguments: argparse.Namespace) -> int:
    """Play a game, or a match from a file, at a simulated board."""
    from companion.commands.demo import Demo

    fast: bool = arguments.fast
    turns = (0 if fast else SHORT_GAME) if arguments.turns is None else arguments.turns
    if turns < 0:
        raise ValueError(f"--turns {turns} is not a number from 0 on.")
    demo = Demo(_settings(arguments, ""), arguments.seed, arguments.mat, turns or None, fast=fast)
    return DONE if demo.run() else NO


def run_legal(arguments: argparse.Namespace) -> int:
    """Print the ends of a turn, or answer requests line by line."""
    from companion.commands import queries

    if arguments.jsonl:
        return _answers(queries.run_jsonl(_requests(), "legal"))
    request = _request(arguments)
    if arguments.json:
        return _lines([queries.legal_line(request)])
    return _lines(queries.legal_request(request)["ends"])


def run_judge(arguments: argparse.Namespace) -> int:
    """Print the verdict on a board; anything but legal is a no."""
    from companion.commands import queries

    if arguments.jsonl:
        return _answers(queries.run_jsonl(_requests(), "judge"))
    request = _request(arguments) | {"end": _given(arguments, "end")}
    answer = queries.judge_request(request)
    lang = arguments.lang or system_language()
    _lines([queries.to_line(answer)] if arguments.json else [answer[lang]])
    return DONE if answer["verdict"] == "legal" else NO


def run_hint(arguments: argparse.Namespace) -> int:
    """Print the best plays with their reasons."""
    from companion.commands import queries

    lang = arguments.lang or "en"
    answers = queries.HintAnswers(arguments.engine, lang, deep=not arguments.static)
    if arguments.jsonl:
        return _answers(queries.run_jsonl(_requests(), "hint", {"hint": answers.line}))
    answer = answers.answer(_request(arguments))
    if arguments.json:
        return _lines([queries.to_line(answer)])
    return _lines(
        " ".join([f"{play['equity']:+.3f}", *play["moves"], *play["reasons"]])
        for play in answer["plays"]
    )


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
    return _lines([f"The weights are in {last}"])


def _request(arguments: argparse.Namespace) -> dict[str, object]:
    """A request as the JSON form has it, from the arguments of one call."""
    dice = _given(arguments, "dice").split(",")
    if not all(die.isascii() and die.isdecimal() for die in dice):
        raise ValueError(f"--dice {arguments.dice!r} is not two dice such as 6,3.")
    return {
        "game": arguments.game,
        "options": arguments.option,
        "position": _given(arguments, "position"),
        "turn": _given(arguments, "turn"),
        "dice": [int(die[:3]) for die in dice],
    }


def _given(arguments: argparse.Namespace, name: str) -> str:
    value: str | None = getattr(arguments, name)
    if value is None:
        raise ValueError(f"--{name} is missing. Give it, or use --jsonl.")
    return value


def _requests() -> Iterator[bytes]:
    """The lines of standard input; before more is waited for, all answers go out."""
    stdin = cast("BufferedIOBase", sys.stdin.buffer)
    begun: list[bytes] = []
    while block := stdin.read1(_BLOCK):
        lines, newline, rest = block.rpartition(b"\n")
        if newline:
            yield from BytesIO(b"".join([*begun, lines, newline]))
            begun = []
        begun.append(rest)
        sys.stdout.flush()
    yield b"".join(begun)


def _answers(lines: Iterable[str]) -> int:
    """Print answers to `_requests`; none waits long for those that come after it."""
    if getattr(sys.stdout, "name", "") == os.devnull:  # closed before the program began
        return DONE
    gone = time.monotonic()
    for line in lines:
        sys.stdout.write(f"{line}\n")
        if time.monotonic() - gone > _AT_MOST:
            sys.stdout.flush()
            gone = time.monotonic()
    return DONE


def _lines(lines: Iterable[str]) -> int:
    for line in lines:
        _print(line)
    return DONE


def _print(line: str) -> None:
    print(line, flush=True)


def run_simulate(arguments: argparse.Namespace) -> int:
    """Serve a virtual board until a signal ends it."""
    from companion.sim.console import serve

    ended = threading.Event()
    with ending.by(ended.set):
        serve(arguments.game, arguments.option, arguments.listen, ended, _print)
    return DONE


def run_board(arguments: argparse.Namespace) -> int:
    """Lead through one task at a board: enrol, dice, zones, faults or prompt."""
    from companion.commands.board import run

    lang = arguments.lang or system_language()
    return DONE if run(arguments.task, arguments.port, lang, arguments.voice) else NO


def run_journal(arguments: argparse.Namespace) -> int:
    """Do one action on a journal; `resume` goes on with its last match."""
    from companion.commands import journals as commands

    lang = arguments.lang or system_language()
    if arguments.action == "resume" and arguments.file is None:
        return _resume(arguments, lang)
    request = commands.Request(
        arguments.journal, arguments.number, arguments.file, arguments.format, lang
    )
    outcome = commands.run(arguments.action, request)
    _lines(outcome.lines)
    return DONE if outcome.fine else NO


def _resume(arguments: argparse.Namespace, lang: str) -> int:
    from companion.commands.journals import check_there
    from companion.session.compose import open_evening

    _check_board(arguments)
    free = Settings(
        port=arguments.port,
        board=arguments.board,
        lang=lang,
        voice=arguments.voice,
        journal=arguments.journal,
        events=arguments.events,
        braille=arguments.braille,
        contracted=arguments.contracted,
        mode=arguments.mode,
    )
    check_there(arguments.journal)
    with ExitStack() as stack:
        evening = stack.enter_context(open_evening(free, resume=True))
        _attend(arguments, evening, stack)
        with ending.by(lambda: evening.stop(hurry=True)):
            evening.run()
    evening.table.words.speaker.check_written()
    return DONE


def run_progress(arguments: argparse.Namespace) -> int:
    """Print what practice has brought."""
    from companion.commands.progress import lines

    return _lines(lines(arguments.journal, arguments.lang or system_language()))


def run_replay(arguments: argparse.Namespace) -> int:
    """Send a recorded evening through the whole program again."""
    from companion.commands.replay import Replay, is_journal

    settings = Settings(
        port="",
        game=arguments.game or Choice().game,
        options=tuple(sorted(set(arguments.option))),
        match_to=arguments.match,
        lang=arguments.lang or system_language(),
        mode=arguments.mode,
    )
    if (arguments.game or arguments.option or arguments.match) and is_journal(arguments.file):
        raise ValueError("A journal tells what was played: leave out --game, --option and --match.")
    outcome = Replay(arguments.events).play(arguments.file, settings)
    print(outcome.told, file=sys.stderr)
    return DONE if outcome.fine else NO


def run_say(arguments: argparse.Namespace) -> int:
    """Speak one sentence; a no when nobody can have heard it."""
    from companion.commands.say import say

    lang = arguments.lang or system_language()
    return DONE if say(arguments.text, lang, arguments.voice, _sound(arguments)) else NO


def run_doctor(arguments: argparse.Namespace) -> int:
    """Print what works here; a no when something needed does not."""
    from companion.commands.doctor import examine
    from companion.speech.catalogue import Catalogue

    code = DONE
    lang = arguments.lang or system_language()
    catalogue = Catalogue(lang)
    for finding in examine(lang, arguments.port):
        print(finding.line(catalogue), flush=True)
        code = code if finding.works or not finding.needed else NO
    return code
