"""Where things lie at the table, and what to do with a board that is not as it should be.

Points are told as everywhere in the evening: by their names, or by own numbers; in "one green piece
from 8 to 5" those of the player whose the pieces are.
"""

from collections.abc import Iterator

from companion.referee.board_facts import Repair, Setup
from companion.referee.talk_facts import KeyAnswer
from companion.rules.vocabulary import POINTS, Player
from companion.speech.catalogue import OWN
from companion.speech.speech_context import Detail, Said, SpeechContext
from companion.speech.utterance import Priority
from companion.speech.wording import Wording


def sides(wording: Wording) -> Iterator[str]:
    """Which pieces and which points are whose, for both to hear."""
    if wording.notation == OWN:
        yield from (wording.say(f"place.own-side.{_hand(wording, each)}", each) for each in Player)
        yield wording.say("place.far-side")
        return
    for player in Player:
        side = wording.side(player)
        yield wording.say("place.side", player, first=f"{side} 1", last=f"{side} 12")


def ones(wording: Wording) -> Iterator[str]:
    """Where each player's own numbers begin; nothing where points are told by their names."""
    if wording.notation == OWN:
        yield from (wording.say(f"place.one.{_hand(wording, each)}", each) for each in Player)


def places(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    """Where everything lies, for the player who asked; in the layout that is offered, if one is."""
    asker = fact.player
    if fact.text:
        layout = tuple(fact.text.split())
        wording = Wording(wording.lang, wording.game, wording.notation, layout)
        asker = asker.other if "turned" in layout else asker
        yield wording.say("place.if-yes")
    yield wording.say("place.you", asker)
    if wording.notation == OWN:
        hand = _hand(wording, asker)
        yield wording.say(f"place.own-in-front.{hand}")
        yield wording.say("place.far-side")
        yield wording.say("place.beside")
        yield wording.say(f"place.own-dark.{hand}")
        return
    side = wording.side(asker)
    yield wording.say("place.in-front", first=f"{side} 1", last=f"{side} 12")
    yield wording.say("place.beside")
    yield wording.say("place.dark")


def _hand(wording: Wording, player: Player) -> str:
    """At which of a player's hands his own point 1 lies."""
    name = wording.name(wording.track.zones[player][1])
    return "right" if name.endswith(" 1") else "left"


def setup(fact: Setup, telling: SpeechContext) -> Said | None:
    """How many places differ and the first thing to do about it; or that all is right."""
    say = telling.wording.say
    if telling.knows.is_old:
        return None  # it never stood wrong: whose turn it is says enough
    if telling.table.typed:
        return None  # it stands so by itself
    if fact.ok:
        return Said(Priority.RESULT, (say("setup.right"),), key="setup")
    if fact.empty:
        told = [_empty(fact, telling.wording)]
    else:
        told = [w for step in _next(fact.repairs) for w in repair_sentences(telling.wording, step)]
        if telling.says(Detail.DIFFERENCES) and not fact.guided:
            told.insert(0, say("setup.wrong", count=len(fact.differences)))
    if explains_places(telling) and not telling.knows.seated:
        told += [say("place.ask-where"), *sides(telling.wording)]
    return Said(Priority.ANSWER, tuple(told), key="setup", passing=True)


def _empty(fact: Setup, wording: Wording) -> str:
    """What is to be set up on an empty board."""
    if fact.start and not wording.rules.in_hand:
        return wording.of_game("empty")
    return wording.say("setup.empty-exercise" if fact.exercise else "setup.empty")


def explains_places(telling: SpeechContext) -> bool:
    """Return whether to say where things lie, to those who may never have sat at such a board."""
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
    if step.kind.isupper() and {step.source, step.target} <= {*POINTS}:
        source, target = wording.name(step.source), wording.name(step.target)
        return (wording.say("repair.postillon-to-point", player, source=source, target=target),)
    move = f"repair.{_place(step.source)}-to-{_place(step.target)}"
    if wording.knows(move) and step.kind.islower():
        source, target = (
            wording.point(zone, mover or player) if zone in POINTS else ""
            for zone in (step.source, step.target)
        )
        return (wording.say(move, player, count=step.count, source=source, target=target),)
    return (
        *_there(wording, step, step.source, player, too_many=True),
        *_there(wording, step, step.target, player, too_many=False),
    )


def _place(zone: str) -> str:
    """What kind of place a zone is; hands and trays are both beside the board."""
    if zone in POINTS:
        return "point"
    return {"": "", "B": "bar"}.get(zone[1:], "tray")


def _unknown(wording: Wording, step: Repair) -> str:
    if step.source in POINTS and wording.notation == OWN:
        nearer = wording.nearer(step.source)
        point = wording.own_number(step.source, nearer)
        return wording.say("setup.unknown.on", nearer, count=step.count, point=point)
    if step.source in POINTS:
        return wording.say("setup.unknown", count=step.count, point=wording.name(step.source))
    return wording.say("setup.unknown.aside", count=step.count)


def _there(
    wording: Wording, step: Repair, zone: str, player: Player, *, too_many: bool
) -> tuple[str, ...]:
    """Say what one zone lacks or has too much of; places beside the board are left out."""
    if not zone:
        return ()
    name = "setup.extra" if too_many else "setup.missing"
    if step.kind.isupper() and zone in POINTS:
        return (wording.say(f"{name}.postillon", player, point=wording.name(zone)),)
    point = wording.point(zone, player) if zone in POINTS else ""
    return (wording.say(f"{name}.{_place(zone)}", player, count=step.count, point=point),)
