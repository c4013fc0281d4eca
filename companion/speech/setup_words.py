"""Sentences about the layout of the table, and about how to correct a board.

Points are spoken by name or by a player's own number, as set for the evening. In "one green piece
from 8 to 5" the numbers are those of the pieces' owner.
"""

from collections.abc import Iterator

from companion.board.repair import Repair
from companion.referee.board_facts import Setup
from companion.referee.talk_facts import KeyAnswer
from companion.rules.vocabulary import POINTS, Player
from companion.speech.catalogue import OWN, is_message
from companion.speech.speech_context import Detail, Said, SpeechContext
from companion.speech.utterance import Priority
from companion.speech.wording import Wording, kind_of


def sides(wording: Wording) -> Iterator[str]:
    """Yield sentences that tell both players the owners of the pieces or points."""
    if wording.notation == OWN:
        yield from (wording.say(f"place.own-side.{_hand(wording, each)}", each) for each in Player)
        yield wording.say("place.far-side")
        return
    for player in Player:
        side = wording.side(player)
        yield wording.say("place.side", player, first=f"{side} 1", last=f"{side} 12")


def own_first_points(wording: Wording) -> Iterator[str]:
    """Yield where each player's own point 1 is; nothing if points are spoken by name."""
    if wording.notation == OWN:
        yield from (wording.say(f"place.one.{_hand(wording, each)}", each) for each in Player)


def layout_of_table(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    """Yield the layout of the table for the player who asked, or an offered layout."""
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
    """Return `left` or `right`: the side on which the player's own point 1 lies."""
    name = wording.name(wording.track.zones[player][1])
    return "right" if name.endswith(" 1") else "left"


def setup(fact: Setup, context: SpeechContext) -> Said | None:
    """Return the sentences after a set-up check: all is right, or the first correction."""
    say = context.wording.say
    if context.knows.is_old:
        return None  # the board was never wrong, and the turn announcement follows
    if context.table.typed:
        return None  # a typed table has no pieces to set up
    if fact.ok:
        return Said(Priority.RESULT, (say("setup.right"),), key="setup")
    if fact.empty:
        sentences = [_empty(fact, context.wording)]
    else:
        sentences = [
            w for step in _next(fact.repairs) for w in repair_sentences(context.wording, step)
        ]
        if context.says(Detail.DIFFERENCES) and not fact.guided:
            sentences.insert(0, say("setup.wrong", count=len(fact.differences)))
    if explains_places(context) and not context.knows.seated:
        sentences += [say("place.ask-where"), *sides(context.wording)]
    return Said(Priority.ANSWER, tuple(sentences), key="setup", passing=True)


def _empty(fact: Setup, wording: Wording) -> str:
    """Return what to set up on an empty board."""
    if fact.start and not wording.rules.in_hand:
        return wording.of_game("empty")
    return wording.say("setup.empty-exercise" if fact.exercise else "setup.empty")


def explains_places(context: SpeechContext) -> bool:
    """Return whether to explain the layout: only on a first evening at a board with sensors."""
    first = context.knows.first_evening and not context.table.typed
    return first and context.says(Detail.PLACES)


def _next(steps: tuple[Repair, ...]) -> tuple[Repair, ...]:
    """Return the first correction.

    If it removes a pawn from a point that lacks its postillon, add the postillon first.
    """
    for step in steps[:1]:
        star = Repair(step.kind.upper(), 1, "", step.source)
        if not step.target and star in steps:
            return star, step
    return steps[:1]


def repair_sentences(
    wording: Wording, step: Repair, mover: Player | None = None
) -> tuple[str, ...]:
    """Return one correction: pieces to move, missing pieces, or pieces too many.

    mover -- if given, all points are numbered from this player's side.
    """
    if step.kind == "unknown":
        return (_unknown(wording, step),)
    player = Player(step.kind.upper())
    if step.kind.isupper() and {step.source, step.target} <= {*POINTS}:
        source, target = wording.name(step.source), wording.name(step.target)
        return (wording.say("repair.postillon-to-point", player, source=source, target=target),)
    move = f"repair.{_place(step.source)}-to-{_place(step.target)}"
    if is_message(move) and step.kind.islower():
        source = wording.point(step.source, mover or player)
        target = wording.point(step.target, mover or player)
        return (wording.say(move, player, count=step.count, source=source, target=target),)
    return (
        *_missing_or_extra(wording, step, step.source, player, too_many=True),
        *_missing_or_extra(wording, step, step.target, player, too_many=False),
    )


def _place(zone: str) -> str:
    """Return `point`, `bar`, `tray` (for trays and hands), or "" for no zone."""
    kind = kind_of(zone)
    return "tray" if kind in ("off", "hand") else kind


def _unknown(wording: Wording, step: Repair) -> str:
    if step.source not in POINTS:
        return wording.say("setup.unknown.aside", count=step.count)
    return wording.say_of_point("setup.unknown", step.source, count=step.count)


def _missing_or_extra(
    wording: Wording, step: Repair, zone: str, player: Player, *, too_many: bool
) -> tuple[str, ...]:
    """Return which pieces are missing in a zone or are too many there; () without a zone."""
    if not zone:
        return ()
    name = "setup.extra" if too_many else "setup.missing"
    if step.kind.isupper() and zone in POINTS:
        return (wording.say(f"{name}.postillon", player, point=wording.name(zone)),)
    point = wording.point(zone, player)
    return (wording.say(f"{name}.{_place(zone)}", player, count=step.count, point=point),)
