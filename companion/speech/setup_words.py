"""What to do with a board that is not as it should be: "one green piece from 8 to 5".

Points are told as everywhere in the evening: by their names, or by own numbers, here those of the
player whose the pieces are.
"""

from typing import Final

from companion.referee.board_facts import Repair, Setup
from companion.rules.vocabulary import POINTS, Player
from companion.speech import place_phrases as w
from companion.speech import repair_phrases as r
from companion.speech import setup_phrases as s
from companion.speech.catalogue import OWN
from companion.speech.game_words import phrases_of
from companion.speech.place_words import sides
from companion.speech.speech_context import Said, SpeechContext
from companion.speech.utterance import Priority
from companion.speech.verbosity import Detail
from companion.speech.wording import Wording

_MOVES: Final = {
    ("point", "point"): r.POINT_TO_POINT,
    ("bar", "point"): r.BAR_TO_POINT,
    ("point", "bar"): r.POINT_TO_BAR,
    ("tray", "point"): r.TRAY_TO_POINT,
    ("point", "tray"): r.POINT_TO_TRAY,
}
_MISSING: Final = {
    "point": s.SETUP_MISSING,
    "bar": s.SETUP_MISSING_BAR,
    "tray": s.SETUP_MISSING_OFF,
}
_EXTRA: Final = {"point": s.SETUP_EXTRA, "bar": s.SETUP_EXTRA_BAR, "tray": s.SETUP_EXTRA_OFF}


def setup(fact: Setup, telling: SpeechContext) -> Said | None:
    """How many places differ and the first thing to do about it; or that all is right."""
    say = telling.wording.say
    if telling.knows.is_old:
        return None  # it never stood wrong: whose turn it is says enough
    if telling.table.typed:
        return None  # it stands so by itself
    if fact.ok:
        return Said(Priority.RESULT, (say(s.SETUP_RIGHT),), key="setup")
    if fact.empty:
        game = phrases_of(telling.wording.game)
        start = s.EMPTY_EXERCISE if fact.exercise else s.EMPTY
        if fact.start and game.empty is not None:
            start = game.empty
        told = [say(start, game=game.title)]
    else:
        told = [w for step in _next(fact.repairs) for w in repair_sentences(telling.wording, step)]
        if telling.says(Detail.DIFFERENCES) and not fact.guided:
            told.insert(0, say(s.SETUP_WRONG, count=len(fact.differences)))
    if explains_places(telling) and not telling.knows.seated:
        told += [say(w.ASK_WHERE), *sides(telling.wording)]
    return Said(Priority.ANSWER, tuple(told), key="setup", passing=True)


def explains_places(telling: SpeechContext) -> bool:
    """Whether to say where things lie, to those who may never have sat at such a board."""
    first = telling.knows.first_evening and not telling.table.typed
    return first and telling.says(Detail.PLACES)


def _next(steps: tuple[Repair, ...]) -> tuple[Repair, ...]:
    """The first step; of a pawn in the postillon's place the star that lacks comes before."""
    for step in steps[:1]:
        star = Repair(step.kind.upper(), 1, "", step.source)
        if not step.target and star in steps:
            return star, step
    return steps[:1]


def repair_sentences(
    wording: Wording, step: Repair, mover: Player | None = None
) -> tuple[str, ...]:
    """One thing to do: pieces from here to there, missing, or too many.

    mover -- in whose turn: all points have his numbers, as in what is told of it.
    """
    if step.kind == "unknown":
        return (_unknown(wording, step),)
    player = Player(step.kind.upper())
    if step.kind.isupper() and _both_points(step):
        source, target = wording.name(step.source), wording.name(step.target)
        return (wording.say(r.POSTILLON_TO_POINT[player], source=source, target=target),)
    move = _MOVES.get((_place(step.source), _place(step.target)))
    if move is not None and step.kind.islower():
        source, target = (
            wording.point(zone, mover or player) if zone in POINTS else ""
            for zone in (step.source, step.target)
        )
        return (wording.say(move[player], count=step.count, source=source, target=target),)
    return (
        *_there(wording, step, step.source, player, too_many=True),
        *_there(wording, step, step.target, player, too_many=False),
    )


def _both_points(step: Repair) -> bool:
    return step.source in POINTS and step.target in POINTS


def _place(zone: str) -> str:
    """What kind of place a zone is; hands and trays are both beside the board."""
    if zone in POINTS:
        return "point"
    return {"": "", "B": "bar"}.get(zone[1:], "tray")


def _unknown(wording: Wording, step: Repair) -> str:
    if step.source in POINTS and wording.notation == OWN:
        nearer = wording.nearer(step.source)
        point = wording.own_number(step.source, nearer)
        return wording.say(s.SETUP_UNKNOWN_ON[nearer], count=step.count, point=point)
    if step.source in POINTS:
        return wording.say(s.SETUP_UNKNOWN, count=step.count, point=wording.name(step.source))
    return wording.say(s.SETUP_UNKNOWN_ASIDE, count=step.count)


def _there(
    wording: Wording, step: Repair, zone: str, player: Player, *, too_many: bool
) -> tuple[str, ...]:
    """Say what one zone lacks or has too much of; places beside the board are left out."""
    if not zone:
        return ()
    if step.kind.isupper() and zone in POINTS:
        star = s.SETUP_POSTILLON if too_many else s.SETUP_NO_POSTILLON
        return (wording.say(star[player], point=wording.name(zone)),)
    text = (_EXTRA if too_many else _MISSING)[_place(zone)][player]
    if zone in POINTS:
        return (wording.say(text, count=step.count, point=wording.point(zone, player)),)
    return (wording.say(text, count=step.count),)
