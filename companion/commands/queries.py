"""The commands `legal`, `judge` and `hint`, for one request or a stream.

A stream is one JSON object per line, for other programs. No request can crash the program.
Source: docs/protocol.md, "Commands".
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from io import BufferedIOBase, BytesIO
from typing import Any, Final, cast

from companion.commands.printing import DONE, NO, print_lines
from companion.hints.advice import Advice
from companion.hints.loader import advisor_of
from companion.rules import DEFAULT_GAME, Player, Position, Rules, find_game, parse_placement
from companion.speech.catalogue import NAMES, Catalogue, ExplainedError, languages
from companion.speech.faults import judgement_sentence
from companion.speech.hint_words import lead_sentence
from companion.speech.reason_words import reason_sentences
from companion.speech.wording import THOUSAND, Wording

Answer = dict[str, Any]
"""An object that `json.dumps` accepts."""

_SHOWN: Final = 40
_MOST_PLAYS: Final = 5
BLOCK: Final = 1 << 16
"""The maximum number of bytes of requests read at once."""
FLUSH_SECONDS: Final = 0.1
"""Seconds after which answers are flushed even if more requests are waiting."""


class RequestError(ExplainedError, ValueError):
    """A request that cannot be answered. The message is one sentence."""


def legal_request(request: object) -> Answer:
    """Return all positions in which a turn may end, as canonical texts sorted by code point.

    request -- `{"game", "options", "position", "turn", "dice"}`; unknown keys are ignored. In
    Acey-Deucey the answer also has `again`, the ends that earn a further throw.

    Raises `ValueError` (`RequestError`, `RulesError`, `PositionError`) with one sentence.
    """
    rules, position, player, dice = _turn(_object(request))
    ends = rules.end_texts(position, player, dice)
    answer: Answer = {"ends": ends.texts, "count": len(ends.texts)}
    if rules.game.ace_deuce:
        answer["again"] = ends.again
    return answer


def judge_request(request: object) -> Answer:
    """Return the verdict on a board, its faults, and the spoken sentence in each language.

    request -- as for `legal_request`, and `end`, the board to judge, which may be impossible.
    Raises `ValueError`.
    """
    fields = _object(request)
    rules, position, player, dice = _turn(fields)
    judgement = rules.judge(position, player, dice, parse_placement(_text(fields, "end")))
    start = rules.text(position)
    said = {
        lang: judgement_sentence(judgement, rules, start, player, dice, lang)
        for lang in ("fr", *(each for each in languages() if each != "fr"))
    }
    faults = [str(fault.code) for fault in judgement.faults]
    return {"verdict": judgement.verdict.value, "faults": faults, **said}


class HintAnswers:
    """Answers `hint` requests. The network of a game is loaded only once.

    engine -- see `companion.hints.evaluator`
    lang -- the default language of the reasons
    deep -- whether to evaluate one throw further
    closer -- whether to evaluate two throws further for the plays closest to the best
    """

    def __init__(
        self, engine: str = "auto", lang: str = "en", *, deep: bool = True, closer: bool = False
    ) -> None:
        self._lang = lang
        self._closer = closer
        self._advisor = cache(partial(advisor_of, engine=engine, deep=deep))

    def answer(self, request: object) -> Answer:
        """Return the best plays, best first, with their reasons.

        request -- as for `legal_request`; also `lang` for the reasons and `most`
        plays (else 5). Raises `ValueError`, `HintsMissingError`, `EngineError`, one sentence each.
        """
        fields = _object(request)
        rules, position, player, dice = _turn(fields)
        lang, most = fields.get("lang", self._lang), fields.get("most", _MOST_PLAYS)
        if not isinstance(lang, str) or lang not in languages():
            raise RequestError(f'"lang" is one of {", ".join(languages())}, not {_shown(lang)}.')
        if not isinstance(most, int) or isinstance(most, bool) or most < 1:
            raise RequestError(f'"most" is a whole number from 1 on, not {_shown(most)}.')
        if rules.winner(position) is not None:
            raise RequestError("command.game-over")
        wording = Wording(lang, rules.name, NAMES)
        advisor = self._advisor(rules)
        advice = advisor.advise(position, player, dice, most=most, closer=self._closer)
        plays = [
            {
                "end": rules.text(play.end),
                "moves": list(play.moves),
                "equity": play.equity,
                "reasons": reasons,
            }
            for play, reasons in zip(advice.plays, _reasons(wording, advice, player), strict=True)
        ]
        return {"plays": plays}


def _reasons(wording: Wording, advice: Advice, player: Player) -> Iterator[list[str]]:
    """Yield the reasons of each play, as sentences with the names on the board.

    If the second play has all reasons of the best play, a sentence says how much worse it is.
    """
    plays = advice.plays
    best, *others = (list(reason_sentences(wording, play.reasons, player)) for play in plays)
    if others and set(best) <= set(others[0]):
        lost = round((plays[0].equity - plays[1].equity) * THOUSAND)
        best.append(lead_sentence(wording, lost, round(advice.worst * THOUSAND)))
    yield from (best, *others)


def run_jsonl(lines: Iterable[bytes | str], answer: Callable[[object], Answer]) -> Iterator[str]:
    """Yield one line of JSON for each line that is not blank, in order.

    answer -- such as `legal_request`. A bad request yields `{"error": "…"}`.
    """
    for line in lines:
        if line.strip():
            try:
                yield json.dumps(answer(_parsed(line)))
            except ValueError as error:
                yield json.dumps({"error": " ".join(str(error).split())})
            except RecursionError:  # the error cannot show this value
                yield json.dumps({"error": "The line is nested too deeply."})


def _parsed(line: bytes | str) -> object:
    try:
        text = line.decode() if isinstance(line, bytes) else line
        parsed: object = _DECODER.decode(text)
    except UnicodeDecodeError:
        raise RequestError("The line is not UTF-8.") from None
    except RecursionError:
        raise RequestError("The line is nested too deeply.") from None
    except json.JSONDecodeError as error:
        if error.doc.startswith("\ufeff"):
            raise RequestError("The line begins with a byte order mark. Leave it out.") from None
        raise RequestError(f"The line is not JSON; sign {error.pos + 1} is wrong.") from None
    except RequestError:
        raise
    except ValueError:  # Python limits the digits of a number
        raise RequestError("The line holds a number that is too long.") from None
    return parsed


def _no_number(name: str) -> object:
    raise RequestError(f"The line is not JSON: {name} is no number.")


_DECODER: Final = json.JSONDecoder(parse_constant=_no_number)


def _object(request: object) -> Mapping[str, object]:
    if not isinstance(request, dict):
        raise RequestError(f"A request is an object, not {_shown(request)}.")
    return request


def _turn(fields: Mapping[str, object]) -> tuple[Rules, Position, Player, tuple[int, int]]:
    """Return the rules, the position, the player to move and the dice."""
    rules = find_game(_text(fields, "game"), _options(fields))
    position = rules.parse(_text(fields, "position"))
    turn = _text(fields, "turn")
    if turn not in {"V", "N"}:
        raise RequestError("command.not-turn", value=_shown(turn))
    return rules, position, Player(turn), _dice(fields)


def _text(fields: Mapping[str, object], name: str) -> str:
    value = fields.get(name)
    if not isinstance(value, str):
        raise RequestError(f'"{name}" is to be a text, not {_shown(value)}.')
    return value


def _options(fields: Mapping[str, object]) -> list[str]:
    options = fields.get("options", [])
    if not isinstance(options, list) or not all(isinstance(option, str) for option in options):
        raise RequestError(f'"options" is to be a list of texts, not {_shown(options)}.')
    return options


def _dice(fields: Mapping[str, object]) -> tuple[int, int]:
    dice = fields.get("dice")
    if not isinstance(dice, list) or len(dice) != 2 or not all(map(_is_face, dice)):
        raise RequestError("command.not-numbers", value=_shown(dice))
    return dice[0], dice[1]


def _is_face(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 6


def _shown(value: object) -> str:
    """Return a value as shortened JSON; "nothing" if it is missing."""
    text = "nothing" if value is None else json.dumps(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


# --- the commands --------------------------------------------------------------------------------


def run_legal(arguments: argparse.Namespace) -> int:
    """Print the possible ends of a turn, or answer requests line by line."""
    if arguments.jsonl:
        return _answers(run_jsonl(_requests(), legal_request))
    request = _request(arguments)
    answer = legal_request(request)
    return print_lines([json.dumps(answer)] if arguments.json else answer["ends"])


def run_judge(arguments: argparse.Namespace) -> int:
    """Print the verdict on a board. Return `NO` unless it is legal."""
    if arguments.jsonl:
        return _answers(run_jsonl(_requests(), judge_request))
    request = _request(arguments) | {"end": _given(arguments, "end")}
    answer = judge_request(request)
    print_lines([json.dumps(answer) if arguments.json else answer[arguments.lang]])
    return DONE if answer["verdict"] == "legal" else NO


def run_hint(arguments: argparse.Namespace) -> int:
    """Print the best plays with their reasons."""
    if arguments.static and arguments.closer:
        raise RequestError("command.closer-static")
    depth = {"deep": not arguments.static, "closer": arguments.closer}
    answers = HintAnswers(arguments.engine, arguments.lang, **depth)
    if arguments.jsonl:
        return _answers(run_jsonl(_requests(), answers.answer))
    answer = answers.answer(_request(arguments))
    if arguments.json:
        return print_lines([json.dumps(answer)])
    no_move = [Catalogue(arguments.lang).say("practice.nothing-to-play")]
    return print_lines(
        " ".join([f"{play['equity']:+.3f}", *(play["moves"] or no_move), *play["reasons"]])
        for play in answer["plays"]
    )


def _request(arguments: argparse.Namespace) -> dict[str, object]:
    """Return the request in JSON form from the command line's arguments."""
    dice = _given(arguments, "dice").split(",")
    if not all(die.isascii() and die.isdecimal() for die in dice):
        raise RequestError("command.not-dice", value=repr(arguments.dice))
    return {
        "game": arguments.game or DEFAULT_GAME,
        "options": arguments.option,
        "position": _given(arguments, "position"),
        "turn": _given(arguments, "turn"),
        "dice": [int(die[:3]) for die in dice],
    }


def _given(arguments: argparse.Namespace, name: str) -> str:
    value: str | None = getattr(arguments, name)
    if value is None:
        raise RequestError("command.missing", option=name)
    return value


def _requests() -> Iterator[bytes]:
    """Yield the lines of standard input. Flush all answers before waiting for more lines."""
    stdin = cast("BufferedIOBase", sys.stdin.buffer)
    begun: list[bytes] = []
    while block := stdin.read1(BLOCK):
        lines, newline, rest = block.rpartition(b"\n")
        if newline:
            yield from BytesIO(b"".join([*begun, lines, newline]))
            begun = []
        begun.append(rest)
        sys.stdout.flush()
    yield b"".join(begun)


def _answers(lines: Iterable[str]) -> int:
    """Print answers to `_requests`, flushed at short intervals."""
    # The null device stands for an output that was closed before the program began.
    if getattr(sys.stdout, "name", "") == os.devnull:
        return DONE
    gone = time.monotonic()
    for line in lines:
        sys.stdout.write(f"{line}\n")
        if time.monotonic() - gone > FLUSH_SECONDS:
            sys.stdout.flush()
            gone = time.monotonic()
    return DONE
