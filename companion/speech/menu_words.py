"""What the menu leads to in words: pieces that were lifted to be asked about, dice set by hand."""

from collections.abc import Callable, Iterator
from typing import Final

from companion.referee.talk_facts import KeyAnswer
from companion.rules.vocabulary import ZONES, Pile, Player, parse_placement
from companion.speech.wording import Wording, is_point


def contents(wording: Wording, zone: str, pile: Pile, player: Player) -> Iterator[str]:
    """What stands in one place, kind by kind; the place is named as this player calls it."""
    if not is_point(zone):
        held = sum(pile)
        text = f"holds.{zone}" if held else f"holds.nothing.{zone}"
        yield wording.say(text, count=held)
        return
    point = wording.point(zone, player)
    for side, pawns in ((Player.V, pile.v), (Player.N, pile.n)):
        if pile.postillon(side):
            yield wording.say("holds.postillon", side, point=point)
        if pawns:
            yield wording.say("holds.pieces", side, count=pawns, point=point)
    if pile.unknown:
        yield wording.say("holds.unknown", count=pile.unknown, point=point)
    if not any(pile):
        yield wording.say("holds.nothing", point=point)


def stands(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    """What stood where the player lifted a piece."""
    board = parse_placement(fact.text)
    zone = next(zone for zone in ZONES if any(board[zone]))
    yield from contents(wording, zone, board[zone], fact.player)


def _die(wording: Wording, item: str, _player: Player) -> str:
    return wording.say("question.die" if len(item) == 1 else "question.die.second", die=item[-1])


def _opening_die(wording: Wording, item: str, _player: Player) -> str:
    whose = Player.V if len(item) == 1 else Player.N
    return wording.say("question.opening-die", whose, die=item[-1])


def _agree_dice(wording: Wording, item: str, _player: Player) -> str:
    return wording.say("question.dice", high=max(item), low=min(item))


def _agree_opening(wording: Wording, item: str, _player: Player) -> str:
    return wording.say("question.opening-dice", green=item[0], black=item[1])


def stands_at_end(wording: Wording, item: str, player: Player) -> str:
    """How the turn may have ended: what stands in the places that are out of order."""
    told: list[str] = []
    board = parse_placement(item)
    for zone in (token.partition("=")[0] for token in item.split()):
        told += contents(wording, zone, board[zone], player)
    return " ".join([*told, wording.say("question.reading")])


def out(wording: Wording, item: str, player: Player) -> str:
    """Ask for the place: a quarter to look into, a point, or something aside."""
    if item.endswith("+"):
        return f"{_named(wording, item[:-1], player)} {wording.say('question.out.again')}"
    if wording.knows(f"question.out.{item}"):
        return wording.say(f"question.out.{item}")
    zone = item.rpartition(":")[2]
    if is_point(zone):
        return wording.say("question.out.point", point=wording.point(zone, player))
    quarter = QUARTERS_ON_PATH[not wording.track.opposed][int(zone[1])]
    return wording.say(f"question.out.quarter.{quarter}")


def agree_out(wording: Wording, item: str, player: Player) -> str:
    """The opponent declares a place, the other is asked whether it is so."""
    return f"{_named(wording, item, player)} {wording.say('question.out-agree')}"


def agree_in(wording: Wording, item: str, player: Player) -> str:
    """The opponent declares that a place is in order again, the other is asked."""
    return f"{_named(wording, item, player)} {wording.say('question.in-agree')}"


def _named(wording: Wording, item: str, player: Player) -> str:
    if is_point(item):
        return wording.say("place.point", point=wording.point(item, player))
    return wording.say(f"place.{item}")


QUARTERS_ON_PATH: Final = {True: (0, 1, 3, 2), False: (0, 1, 2, 3)}
"""Which heading each quarter of one's own path has; in Jacquet the opponent's home comes third."""

QUESTIONS: Final[dict[str, Callable[[Wording, str, Player], str]]] = {
    "die": _die,
    "opening-die": _opening_die,
    "dice": _agree_dice,
    "opening-dice": _agree_opening,
    "out": out,
    "out-agree": agree_out,
    "in-agree": agree_in,
    "reading": stands_at_end,
}
"""How each is asked: by what it is about, with places as the asked player calls them."""
