"""Which facts have a sound of their own. It goes before the words."""

from typing import Final

from companion.referee.board_facts import Link
from companion.referee.facts import ErrorOpen, Fact, TurnBegins, VerdictGiven
from companion.rules.verdicts import Verdict

_VERDICTS: Final = {Verdict.LEGAL: "legal", Verdict.ILLEGAL: "illegal"}
_LINKS: Final = {"lost": "lost", "connected": "found"}


def sound_of(fact: Fact) -> str:
    """The name of the earcon that belongs to a fact; "" for most."""
    match fact:
        case VerdictGiven(nothing_to_play=False):
            return _VERDICTS.get(fact.verdict, "")
        case ErrorOpen():
            return "illegal"
        case TurnBegins():
            return "turn"
        case Link():
            return _LINKS.get(fact.state, "")
    return ""
