"""Spoken sentences for a referee's rulings, carried out or refused."""

from typing import Final

from companion.referee import facts
from companion.referee.table_view import TableView
from companion.speech.catalogue import OWN
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
        again = telling.wording.with_dice("evening.correct-with", table.last.dice, table.mover)
        return f"{say('ruling.correct')} {again}"
    name = f"ruling.{_called(fact.what, table)}"
    if fact.what not in _MORE and telling.wording.knows(name):
        return say(name)
    if fact.zone:
        return _order(fact, telling)
    if fact.dice is not None and fact.player is not None:
        return telling.wording.with_dice("ruling.dice", fact.dice, fact.player)
    return say("ruling.other" if fact.winner is None else "ruling.award", fact.winner)


_MORE: Final = ("dice", "award")
"""Rulings whose sentences tell what was awarded."""


def _called(what: str, table: TableView) -> str:
    """Return the name of a ruling's message, which depends on the state of the table."""
    if what == "new-game" and table.phase == "over":
        return "new-match"
    return "other-game-typed" if what == "other-game" and table.typed else what


def _order(fact: facts.Ruling, telling: SpeechContext) -> str:
    """Which place is out of order or in order again, and for both whose number it is."""
    wording, out = telling.wording, fact.what == "out-of-order"
    if is_point(fact.zone) and wording.notation == OWN:
        nearer = wording.nearer(fact.zone)
        own = "ruling.own-point-out" if out else "ruling.own-point-in"
        return wording.say(own, nearer, point=wording.own_number(fact.zone, nearer))
    if is_point(fact.zone):
        told = "ruling.point-out" if out else "ruling.point-in"
        return wording.say(told, point=wording.name(fact.zone))
    told = "ruling.place-out" if out else "ruling.place-in"
    if out and fact.zone.endswith("dice"):
        told = "ruling.dice-out"
    return f"{wording.say(f'place.{fact.zone}')} {wording.say(told)}"


def refused(fact: facts.RulingRefused, telling: SpeechContext) -> Said:
    """Tell the referee that the ruling was not carried out."""
    wording = telling.wording
    told = wording.say(wording.first(f"ruling.refused.{fact.why}", "ruling.refused.other"))
    return Said(Priority.ANSWER, (told,), key="ruling", passing=True)
