"""Spoken sentences for a referee's rulings, carried out or refused."""

from companion.referee import facts
from companion.referee.table_view import TableView
from companion.speech import ruling_phrases as r
from companion.speech.catalogue import OWN
from companion.speech.menu_phrases import ASIDE
from companion.speech.phrases import CORRECT_WITH
from companion.speech.speech_context import Said, SpeechContext
from companion.speech.utterance import Priority
from companion.speech.wording import is_point


def ruling(fact: facts.Ruling, telling: SpeechContext) -> Said:
    """Tell both players the ruling, and its reason where one was given."""
    priority = Priority.ALERT if fact.what == "call" else Priority.RESULT
    return Said(priority, (_decided(fact, telling), _sentence(fact.reason)))


def _sentence(reason: str) -> str:
    """A typed reason as a sentence: with a capital and a full stop."""
    if not reason:
        return ""
    return reason[0].upper() + reason[1:] + ("" if reason[-1] in ".!?" else ".")


def _decided(fact: facts.Ruling, telling: SpeechContext) -> str:
    say = telling.wording.say
    if fact.what == "stop":
        return ""  # the good-bye follows
    table = telling.table
    if fact.what == "correct" and table.mover is not None:
        again = telling.wording.with_dice(CORRECT_WITH[table.mover], table.last.dice)
        return f"{say(r.RULINGS[fact.what])} {again}"
    what = _called(fact.what, table)
    if what in r.RULINGS:
        return say(r.RULINGS[what])
    if fact.zone:
        return _order(fact, telling)
    if fact.dice is not None and fact.player is not None:
        return telling.wording.with_dice(r.DICE[fact.player], fact.dice)
    return say(r.OTHER if fact.winner is None else r.AWARD[fact.winner])


def _called(what: str, table: TableView) -> str:
    """The ruling's sentence where it depends on how the table stands."""
    if what == "new-game" and table.phase == "over":
        return "new-match"
    return "other-game-typed" if what == "other-game" and table.typed else what


def _order(fact: facts.Ruling, telling: SpeechContext) -> str:
    """Which place is out of order or in order again, and for both whose number it is."""
    wording, out = telling.wording, fact.what == "out-of-order"
    if is_point(fact.zone) and wording.notation == OWN:
        nearer = wording.nearer(fact.zone)
        own = r.OWN_POINT_OUT if out else r.OWN_POINT_IN
        return wording.say(own[nearer], point=wording.own_number(fact.zone, nearer))
    if is_point(fact.zone):
        return wording.say(r.POINT_OUT if out else r.POINT_IN, point=wording.name(fact.zone))
    told = (r.DICE_OUT if fact.zone.endswith("dice") else r.PLACE_OUT) if out else r.PLACE_IN
    return f"{wording.say(ASIDE[fact.zone])} {wording.say(told)}"


def refused(fact: facts.RulingRefused, telling: SpeechContext) -> Said:
    """Tell the referee that the ruling was not carried out."""
    told = telling.wording.say(r.REFUSED.get(fact.why, r.REFUSED_OTHER))
    return Said(Priority.ANSWER, (told,), key="ruling", passing=True)
