"""Where players sit and where their things lie, in words."""

from collections.abc import Iterator

from companion.referee.talk_facts import KeyAnswer
from companion.rules.vocabulary import Player
from companion.speech import place_phrases as p
from companion.speech.catalogue import OWN
from companion.speech.wording import Wording


def sides(wording: Wording) -> Iterator[str]:
    """Which pieces and which points are whose, for both to hear."""
    for player in Player:
        side = wording.side(player)
        yield wording.say(p.SIDE[player], first=f"{side} 1", last=f"{side} 12")


def ones(wording: Wording) -> Iterator[str]:
    """Where each player's own numbers begin; nothing where points are told by their names."""
    if wording.notation != OWN:
        return
    for player in Player:
        point, hand = _one(wording, player)
        yield wording.say(p.ONE[hand][player], point=point)


def places(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    """Where everything lies, for the player who asked; in the layout that is offered, if one is."""
    asker = fact.player
    if fact.text:
        layout = tuple(fact.text.split())
        wording = Wording(wording.lang, wording.game, wording.notation, layout)
        asker = asker.other if "turned" in layout else asker
        yield wording.say(p.IF_YES)
    yield wording.say(p.YOU[asker])
    side = wording.side(asker)
    yield wording.say(p.IN_FRONT, first=f"{side} 1", last=f"{side} 12")
    if wording.notation == OWN:
        point, hand = _one(wording, asker)
        yield wording.say(p.YOUR_ONE[hand], point=point)
    yield wording.say(p.BESIDE)
    yield wording.say(p.EVEN)


def _one(wording: Wording, player: Player) -> tuple[str, str]:
    """The name of a player's own point 1, and at which of his hands it lies."""
    name = wording.name(wording.track.zones[player][1])
    return name, "right" if name.endswith(" 1") else "left"
