"""Where players sit and where their things lie, in words."""

from collections.abc import Iterator

from companion.referee.talk_facts import KeyAnswer
from companion.rules.vocabulary import Player
from companion.speech.catalogue import OWN
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
