"""Where the board differs from the wanted one, in words: "two green pawns are missing on N 12".

Points have their names here in every notation: hands look for them on the board.
"""

from companion.referee.facts import Difference, Setup
from companion.rules.words import BAR, Pile, Player, parse_placement
from companion.speech import phrases as p
from companion.speech.telling import Said, Telling
from companion.speech.utterance import Priority
from companion.speech.wording import Wording, is_point


def setup(fact: Setup, telling: Telling) -> Said:
    """How many places differ, and the first of them; or that all is right."""
    say = telling.wording.say
    if fact.ok or not fact.differences:
        return Said(Priority.RESULT, (say(p.SETUP_RIGHT),), key="setup")
    return Said(
        Priority.ANSWER,
        (
            say(p.SETUP_WRONG, count=len(fact.differences)),
            *difference_sentences(telling.wording, fact.differences[0]),
        ),
        key="setup",
        passing=True,
    )


def difference_sentences(wording: Wording, difference: Difference) -> tuple[str, ...]:
    """What to take from a zone and what to put there, a sentence each kind of piece."""
    want, have = _pile(difference.want), _pile(difference.have)
    return (
        *_unknown(wording, difference.zone, have.unknown - want.unknown),
        *(
            sentence
            for player in Player
            for sentence in _one_side(wording, difference.zone, player, want, have)
        ),
    )


def _pile(text: str) -> Pile:
    """Read a pile; the point it is read on does not matter."""
    return parse_placement(f"V1={text}")["V1"] if text else Pile()


def _unknown(wording: Wording, zone: str, surplus: int) -> list[str]:
    if surplus <= 0:
        return []
    if is_point(zone):
        return [wording.say(p.SETUP_UNKNOWN, count=surplus, point=wording.name(zone))]
    return [wording.say(p.SETUP_UNKNOWN_ASIDE, count=surplus)]


def _one_side(wording: Wording, zone: str, player: Player, want: Pile, have: Pile) -> list[str]:
    missing = want.of(player) - have.of(player)
    stars = want.postillon(player) - have.postillon(player)
    told = []
    if is_point(zone) and stars:
        text = p.SETUP_NO_POSTILLON if stars > 0 else p.SETUP_POSTILLON
        told.append(wording.say(text[player], point=wording.name(zone)))
        missing -= stars
    if missing:
        told.append(_pawns(wording, zone, player, missing))
    return told


def _pawns(wording: Wording, zone: str, player: Player, missing: int) -> str:
    count = abs(missing)
    if is_point(zone):
        text = p.SETUP_MISSING if missing > 0 else p.SETUP_EXTRA
        return wording.say(text[player], count=count, point=wording.name(zone))
    if zone in BAR.values():
        text = p.SETUP_MISSING_BAR if missing > 0 else p.SETUP_EXTRA_BAR
    else:
        text = p.SETUP_MISSING_OFF if missing > 0 else p.SETUP_EXTRA_OFF
    return wording.say(text[player], count=count)
