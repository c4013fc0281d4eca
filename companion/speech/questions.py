"""Sentences for questions to a player, and for the contents of a place."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

import companion.referee.machine  # noqa: F401 - importing it registers all questions
from companion.referee.talk_facts import KeyAnswer, Question
from companion.referee.transitions import QUESTIONS as KINDS
from companion.rules.vocabulary import ZONES, Pile, Player, parse_placement
from companion.speech.catalogue import first_message, is_message
from companion.speech.speech_context import Detail, Said, SpeechContext
from companion.speech.utterance import Priority
from companion.speech.wording import Wording, is_point


def question(fact: Question, context: SpeechContext) -> Said | None:
    """Return the sentences of a yes-or-no question; None if nobody needs to hear it."""
    if fact.topic == "resign":
        return None
    is_partner = fact.player is context.practice.partner is not None
    if is_partner and is_put_to_opponent(fact.topic):
        return None  # the practice partner answers at once
    opening = ""
    if fact.opened and context.says(Detail.MENU):
        how = "question.menu.first-typed" if context.table.typed else "question.menu.first"
        opening = context.wording.say(how if context.knows.first_menu else "question.menu.opens")
    item = context.table.decision if fact.topic == "undo" else fact.item
    asked = replace(
        fact, topic=request_topic(fact.topic, context), item=request_topic(item, context)
    )
    sentence = QUESTIONS.get(asked.topic, _plain)(context.wording, asked, fact.player or Player.V)
    if fact.player is not None and is_put_to_opponent(fact.topic):
        text = sentence[:1].lower() + sentence[1:].removesuffix(".")
        sentence = context.wording.say("question.addressed", fact.player, question=text)
    return Said(Priority.ANSWER, (opening, sentence), key="question", to=fact.player, passing=True)


def is_put_to_opponent(topic: str) -> bool:
    """Return whether a question is put to the opponent, so that both players hear a refusal."""
    return topic in KINDS and KINDS[topic].asks_opponent


def request_topic(what: str, context: SpeechContext) -> str:
    """Return the topic of a request: after a match has ended, `new-game` becomes `new-match`."""
    return "new-match" if what == "new-game" and context.table.phase == "over" else what


def _plain(wording: Wording, fact: Question, _player: Player) -> str:
    """Return the sentence of a question that depends only on topic and item."""
    of_item = f"question.{fact.topic}.{fact.item.replace(' ', '-')}"
    return wording.say(first_message(of_item, f"question.{fact.topic}", "question.other"))


def _double(wording: Wording, fact: Question, _player: Player) -> str:
    accepts, _, value = fact.item.rpartition(" ")
    over_error = "question.double-confirm.over-error"
    return wording.say(over_error if accepts else "question.double-confirm", value=value)


def _resign_value(wording: Wording, fact: Question, _player: Player) -> str:
    kinds = wording.rules.kinds
    kind = kinds[int(fact.item) - 1] if len(kinds) > 1 else "none"
    return wording.say(f"question.resign-value.{kind}")


def _menu(wording: Wording, fact: Question, _player: Player) -> str:
    name = first_message(f"menu.{fact.item}", "menu.other")
    return wording.say(name, item=fact.item.replace("-", " "))


def _die(wording: Wording, fact: Question, _player: Player) -> str:
    name = "question.die" if len(fact.item) == 1 else "question.die.second"
    return wording.say(name, die=fact.item[-1])


def _opening_die(wording: Wording, fact: Question, _player: Player) -> str:
    whose = Player.V if len(fact.item) == 1 else Player.N
    return wording.say("question.opening-die", whose, die=fact.item[-1])


def _dice(wording: Wording, fact: Question, _player: Player) -> str:
    return wording.say("question.dice", high=max(fact.item), low=min(fact.item))


def _opening_dice(wording: Wording, fact: Question, _player: Player) -> str:
    return wording.say("question.opening-dice", green=fact.item[0], black=fact.item[1])


def _reading(wording: Wording, fact: Question, player: Player) -> str:
    """Ask whether the turn ended with these contents of the places that are out of order."""
    sentences: list[str] = []
    board = parse_placement(fact.item)
    for zone in (token.partition("=")[0] for token in fact.item.split()):
        sentences += contents(wording, zone, board[zone], player)
    return " ".join([*sentences, wording.say("question.reading")])


def _out(wording: Wording, fact: Question, player: Player) -> str:
    """Ask which place is out of order: a quarter, a point, a bar or a tray."""
    item = fact.item
    if item.endswith("+"):
        return f"{_place(wording, item[:-1], player)} {wording.say('question.out.again')}"
    if is_message(f"question.out.{item}"):
        return wording.say(f"question.out.{item}")
    zone = item.rpartition(":")[2]
    if is_point(zone):
        return wording.say("question.out.point", point=wording.point(zone, player))
    return wording.say(f"question.out.quarter.{quarters(wording)[int(zone[1])]}")


def _agree(wording: Wording, fact: Question, player: Player) -> str:
    """Ask a player to agree that a place is out of order, or in order again."""
    return f"{_place(wording, fact.item, player)} {wording.say(f'question.{fact.topic}')}"


def _place(wording: Wording, item: str, player: Player) -> str:
    if is_point(item):
        return wording.say("place.point", point=wording.point(item, player))
    return wording.say(f"place.{item}")


QUESTIONS: Final[dict[str, Callable[[Wording, Question, Player], str]]] = {
    "double-confirm": _double,
    "resign-value": _resign_value,
    "menu": _menu,
    "game": lambda wording, fact, _player: wording.of_game("shown", fact.item),
    "die": _die,
    "opening-die": _opening_die,
    "dice": _dice,
    "opening-dice": _opening_dice,
    "out": _out,
    "out-agree": _agree,
    "in-agree": _agree,
    "reading": _reading,
}
"""Functions for the questions whose sentence depends on more than topic and item.

Places are named from the side of the player who is asked.
"""


def quarters(wording: Wording) -> tuple[int, ...]:
    """Return the numbers in the ids of the messages for the four quarters of a player's path."""
    # In Jacquet the opponent's home comes third.
    return (0, 1, 2, 3) if wording.track.opposed else (0, 1, 3, 2)


def contents(wording: Wording, zone: str, pile: Pile, player: Player) -> Iterator[str]:
    """Yield the contents of one place by kind of piece; the first sentence names the place."""
    if not is_point(zone):
        held = sum(pile)
        text = f"holds.{zone}" if held else f"holds.nothing.{zone}"
        yield wording.say(text, count=held)
        return
    found: list[tuple[str, Player | None, int]] = [
        ("postillon", Player.V, pile.V),
        ("pieces", Player.V, pile.v),
        ("postillon", Player.N, pile.N),
        ("pieces", Player.N, pile.n),
        ("unknown", None, pile.unknown),
    ]
    kinds = [each for each in found if each[-1]] or [("nothing", None, 0)]
    point = wording.point(zone, player)
    for (kind, side, count), more in zip(kinds, ("", *("-more",) * len(kinds)), strict=False):
        yield wording.say(f"holds.{kind}{more}", side, count=count, point=point)


def stands(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    """Yield the contents of the place where the player lifted a piece."""
    board = parse_placement(fact.text)
    zone = next(zone for zone in ZONES if any(board[zone]))
    yield from contents(wording, zone, board[zone], fact.player)
