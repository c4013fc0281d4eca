"""Sentences about typed lines and about a referee's rulings."""

from typing import Final

from companion.referee import facts
from companion.referee.talk_facts import EntryAnswer, MovesTyped
from companion.rules.observation import from_placement
from companion.rules.vocabulary import PositionError, parse_placement
from companion.speech.catalogue import first_message, first_sentence, is_message
from companion.speech.match_words import score_of
from companion.speech.plays import named_play, play_sentences
from companion.speech.questions import contents, request_topic
from companion.speech.speech_context import Detail, Mode, Said, SpeechContext, answer
from companion.speech.utterance import Priority
from companion.speech.wording import Wording, is_point, kind_of

_TOO_FEW: Final = ("nothing", "only")
"""Codes for a move of more pieces than the mover has on a place."""
_IN_A_TURN: Final = ("help-moving", "help-entering", "help-legal", "help-illegal")
"""Codes that reveal before the end of the turn whether the play is legal."""


def entry_answer(fact: EntryAnswer, context: SpeechContext) -> Said:
    """Return the answer to a line, or why it had no effect, for both players."""
    wording = context.wording
    if fact.code == "stands":
        pile = parse_placement(fact.pile)[fact.place]
        return answer(fact.player, *contents(wording, fact.place, pile, fact.player))
    if fact.code in _TOO_FEW:
        return answer(None, _too_few(fact, wording))
    code = fact.code
    if context.mode is Mode.TOURNAMENT and code in _IN_A_TURN:
        code = "help-turn"
    name = first_message(f"typed.{code}", f"ruling.refused.{code}", "typed.unknown")
    return answer(None, wording.say(name, fact.player))


def _too_few(fact: EntryAnswer, wording: Wording) -> str:
    """Say how many pieces the mover has on a place, because a line moved more than these."""
    point = wording.point(fact.place, fact.player)
    count = parse_placement(fact.pile)[fact.place].of(fact.player)
    return wording.say(f"typed.{fact.code}-{kind_of(fact.place)}", count=count, point=point)


def key_name(wording: Wording, sign: str, back: str | None) -> str:
    """Return the echo of a key: its sign, or the rest of the line after a deletion."""
    if back is not None:
        left = ", ".join(_sign(wording, each).rstrip(".").lower() for each in back)
        return f"{left}." if left else wording.say("typed.line-empty")
    return _sign(wording, sign) if sign else wording.say("typed.no-key")


def _sign(wording: Wording, sign: str) -> str:
    name = f"typed.sign.{sign}"
    return wording.say(name) if is_message(name) else sign


def moves_typed(fact: MovesTyped, context: SpeechContext) -> Said | None:
    """Repeat a line as it was understood, or announce that lines were kept or taken back."""
    sentences: list[str] = []
    if fact.how != "start" and context.says(Detail.SAID_BACK):
        short = not context.says(Detail.MOVER)
        sentences = play_sentences(
            context.wording, named_play(fact.moves), fact.player, short=short
        )
    line = f"typed.line.{fact.how}"
    if is_message(line):
        return Said(Priority.RESULT, (context.wording.say(line), *sentences))
    return Said(Priority.RESULT, tuple(sentences)) if sentences else None


def ruling(fact: facts.Ruling, context: SpeechContext) -> Said:
    """Announce a ruling to both players, with its reason if there is one."""
    priority = Priority.ALERT if fact.what == "call" else Priority.RESULT
    decided, back = _decided(fact, context), context.table.back
    follows = _who_throws(fact, context)
    if fact.what == "undo" and back is not None and back.score != context.table.score:
        follows = score_of(back.score, context, games=context.table.counts_games)
    return Said(priority, (decided, _sentence(fact.reason), follows))


def _who_throws(fact: facts.Ruling, context: SpeechContext) -> str:
    """Return the call to throw again after dice were taken back; "" if none is needed."""
    say, mover = context.wording.say, context.table.mover
    if fact.what == "undo-throw" and mover is not None:
        return "" if context.practice.draws(mover) else say("evening.turn", mover)
    if fact.what == "undo-opening" and fact.player is None:
        return say("practice.throw-one" if context.practice.simulated else "match.throw-one-die")
    return ""


def _sentence(reason: str) -> str:
    """Return a typed reason as a sentence, with a capital letter and a full stop."""
    if not reason:
        return ""
    return reason[0].upper() + reason[1:] + ("" if reason[-1] in ".!?" else ".")


def _decided(fact: facts.Ruling, context: SpeechContext) -> str:
    say = context.wording.say
    if fact.what == "stop":
        return ""  # the good-bye follows
    table = context.table
    if fact.what == "correct" and table.mover is not None:
        again = context.wording.with_dice("evening.correct-with", table.last.dice, table.mover)
        return f"{say('ruling.correct')} {again}"
    what = request_topic(fact.what, context)
    name = f"ruling.{what}-typed" if what == "other-game" and table.typed else f"ruling.{what}"
    if fact.what not in _WITH_DETAILS and is_message(name):
        return say(name)
    if fact.zone:
        return _order(fact, context)
    if fact.dice is not None and fact.player is not None:
        return context.wording.with_dice("ruling.dice", fact.dice, fact.player)
    return say("ruling.other" if fact.winner is None else "ruling.award", fact.winner)


_WITH_DETAILS: Final = ("dice", "award")
"""Rulings that need a sentence with details: the dice, or the result."""


def _order(fact: facts.Ruling, context: SpeechContext) -> str:
    """Return a sentence for both players about a place that is out of order or in order again."""
    wording, order = context.wording, "out" if fact.what == "out-of-order" else "in"
    if is_point(fact.zone):
        return wording.say_of_point(f"ruling.point-{order}", fact.zone)
    message = f"ruling.place-{order}"
    if order == "out" and fact.zone.endswith("dice"):
        message = "ruling.dice-out"
    return f"{wording.say(f'place.{fact.zone}')} {wording.say(message)}"


def refused(fact: facts.RulingRefused, context: SpeechContext) -> Said:
    """Tell the referee that the ruling was not carried out."""
    wording = context.wording
    sentence = wording.say(first_message(f"ruling.refused.{fact.why}", "ruling.refused.other"))
    reason = _position_error(fact.position, context) if fact.position else ""
    return Said(Priority.ANSWER, (sentence, reason), key="ruling", passing=True)


def _position_error(text: str, context: SpeechContext) -> str:
    """Return what is wrong with the text of a position."""
    try:
        from_placement(context.wording.rules, parse_placement(text))
    except PositionError as error:
        return context.wording.catalogue.tell(first_sentence(error))
    return ""
