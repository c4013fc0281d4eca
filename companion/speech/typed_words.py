"""What was made of a typed line, in words."""

from typing import Final

from companion.referee.talk_facts import EntryAnswer, MovesTyped
from companion.rules.vocabulary import HAND, parse_placement
from companion.speech.menu_words import contents
from companion.speech.plays import named_play, play_sentences
from companion.speech.speech_context import Mode, Said, SpeechContext, answer
from companion.speech.utterance import Priority
from companion.speech.verbosity import Detail
from companion.speech.wording import Wording, is_point

_AT_POINT: Final = ("nothing-there", "no-more-there")
_IN_A_TURN: Final = ("help-moving", "help-entering", "help-legal")
"""What would tell a player before his turn ends whether his play is legal."""


def entry_answer(fact: EntryAnswer, telling: SpeechContext) -> Said:
    """Why a line did nothing, or what it asked for. Both hear it: both sit at one table."""
    wording = telling.wording
    if fact.code == "stands":
        pile = parse_placement(fact.pile)[fact.place] if fact.pile else parse_placement("")["V1"]
        return answer(fact.player, *contents(wording, fact.place, pile, fact.player))
    code, point = fact.code, ""
    if code in _AT_POINT and is_point(fact.place):
        point = wording.point(fact.place, fact.player)
    elif code in _AT_POINT:
        code = "hand-empty" if fact.place in HAND.values() else "bar-empty"
    if telling.mode is Mode.TOURNAMENT and code in _IN_A_TURN:
        code = "help-turn"
    elif telling.mode is Mode.TOURNAMENT and code == "finish-first":
        code = "end-first"
    name = wording.first(f"typed.{code}", f"ruling.refused.{code}", "typed.unknown")
    return answer(None, wording.say(name, fact.player, point=point))


def key_name(wording: Wording, sign: str, back: str | None) -> str:
    """A key of a line: the sign that it wrote, or what is left after it took one back."""
    if back is not None:
        left = ", ".join(_sign(wording, each).rstrip(".").lower() for each in back)
        return f"{left}." if left else wording.say("typed.line-empty")
    return _sign(wording, sign) if sign else wording.say("typed.no-key")


def _sign(wording: Wording, sign: str) -> str:
    name = f"typed.sign.{sign}"
    return wording.say(name) if wording.knows(name) else sign


def moves_typed(fact: MovesTyped, telling: SpeechContext) -> Said | None:
    """Repeat a line as it was understood, or say what happened to the lines before it."""
    told: list[str] = []
    if fact.how != "start" and telling.says(Detail.SAID_BACK):
        short = not telling.says(Detail.MOVER)
        told = play_sentences(telling.wording, named_play(fact.moves), fact.player, short=short)
    line = f"typed.line.{fact.how}"
    if telling.wording.knows(line):
        return Said(Priority.RESULT, (telling.wording.say(line), *told))
    return Said(Priority.RESULT, tuple(told)) if told else None
