"""Answers to keys, and questions to a player, in words for him alone."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from companion.referee.outcomes import QUESTIONS as KINDS
from companion.referee.talk_facts import KeyAnswer, Question
from companion.rules.vocabulary import BAR, HAND, OFF, Placement, Player, parse_placement
from companion.speech import menu_words
from companion.speech.setup_words import places
from companion.speech.speech_context import Detail, Said, SpeechContext, Verbosity, answer
from companion.speech.utterance import Priority
from companion.speech.wording import Wording


def question(fact: Question, telling: SpeechContext) -> Said | None:
    """Ask a player something he answers by `yes` or `no`; an offer was a question already."""
    if fact.topic == "resign":
        return None
    is_partner = fact.player is telling.practice.partner is not None
    if is_partner and fact.topic in KINDS and KINDS[fact.topic].asks_opponent:
        return None  # the practice partner answers at once
    told = ""
    if fact.opened and telling.says(Detail.MENU):
        how = "question.menu.first-typed" if telling.table.typed else "question.menu.first"
        told = telling.wording.say(how if telling.knows.first_menu else "question.menu.opens")
    fact = replace(fact, topic=_now(fact.topic, telling), item=_now(fact.item, telling))
    wording = telling.wording
    if fact.topic in QUESTIONS:
        asked = QUESTIONS[fact.topic](wording, fact.item, fact.player or Player.V)
    else:
        asked = wording.say(wording.first(f"question.{fact.topic}", "question.other"))
    return Said(
        Priority.ANSWER,
        (told, asked),
        key="question",
        to=fact.player,
        passing=True,
    )


def _now(what: str, telling: SpeechContext) -> str:
    """What a request is called now: after a match it is another match that is asked for."""
    return "new-match" if what == "new-game" and telling.table.phase == "over" else what


def _ask_double(wording: Wording, item: str, _player: Player) -> str:
    accepts, _, value = item.rpartition(" ")
    over_error = "question.double-confirm.over-error"
    return wording.say(over_error if accepts else "question.double-confirm", value=value)


def _ask_resign_value(wording: Wording, item: str, _player: Player) -> str:
    kinds = wording.rules.kinds
    kind = kinds[int(item) - 1] if len(kinds) > 1 else "none"
    return wording.say(f"question.resign-value.{kind}")


def _ask_layout(wording: Wording, item: str, _player: Player) -> str:
    return wording.say(f"question.layout.{item.replace(' ', '-')}")


def _ask_game(wording: Wording, item: str, _player: Player) -> str:
    return wording.of_game("shown", item)


def _ask_menu(wording: Wording, item: str, _player: Player) -> str:
    return wording.say(wording.first(f"menu.{item}", "menu.other"), item=item.replace("-", " "))


QUESTIONS: Final[dict[str, Callable[[Wording, str, Player], str]]] = {
    "double-confirm": _ask_double,
    "resign-value": _ask_resign_value,
    "menu": _ask_menu,
    "layout": _ask_layout,
    "game": _ask_game,
    **menu_words.QUESTIONS,
}
"""How the questions are asked that are more than one sentence, by their topics."""


def key_answer(fact: KeyAnswer, telling: SpeechContext) -> Said:
    """What a key asked for, in the asker's own view of the board."""
    if fact.topic == "demand":
        # Demanded aloud: both hear it (docs/protocol.md, "Events").
        return Said(Priority.ALERT, _demand(fact, telling), passing=True)
    if fact.topic == "kept":
        kept = telling.wording.say("void.kept", fact.player)
        return Said(Priority.ALERT, (kept,), key="void", passing=True)
    if fact.topic in _PLAIN_ANSWERS:
        return answer(fact.player, telling.wording.say(f"answer.{fact.topic}"))
    called = replace(fact, text=_now(fact.text, telling))
    sentences = _ANSWERS.get(fact.topic, _refused)(telling.wording, called)
    # That the one refuses is news for the other, who asked for it.
    refused = fact.topic == "cancelled" and fact.text in _ASKED_FOR
    return answer(None if refused else fact.player, *sentences)


def _demand(fact: KeyAnswer, telling: SpeechContext) -> tuple[str, ...]:
    """That an error is to be corrected; at a typed table what becomes of its moves.

    There the player who erred may begin the correction unasked.
    """
    say, dispute = telling.wording.say, telling.table.dispute
    if not fact.text:
        dice = telling.table.last.dice
        return (telling.wording.with_dice("evening.correct-with", dice, player=fact.player.other),)
    begins = dispute is not None and dispute.player is fact.player
    demanded = "" if begins else say("typed.must-correct", fact.player.other)
    return demanded, say(f"typed.line.{fact.text}")


_ASKED_FOR: Final = {
    "stop-too",
    "undo",
    "new-game",
    "other-game",
    "dice",
    "opening-dice",
    "out-agree",
    "in-agree",
}
"""What one player wishes and the other may refuse."""


def _own_board(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    yield from _pieces(wording, parse_placement(fact.text), fact.player, fact.player)


def _other_board(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    yield wording.say("answer.opponents")
    yield from _pieces(wording, parse_placement(fact.text), fact.player, fact.player.other)


def _pieces(wording: Wording, board: Placement, asker: Player, side: Player) -> Iterator[str]:
    """One side's pieces: on the bar, in hand, then along the asker's path from his home on."""
    for text, place in (("answer.on-bar", BAR), ("answer.in-hand", HAND)):
        count = board[place[side]].of(side)
        if count:
            yield wording.say(text, count=count)
    headings = menu_words.QUARTERS_ON_PATH[not wording.track.opposed]
    path = wording.track.zones[asker][1:25]
    empty = True
    for quarter, heading in enumerate(headings):
        zones = [z for z in path[quarter * 6 : quarter * 6 + 6] if board[z].of(side)]
        if zones:
            empty = False
            yield wording.say(f"answer.quarters.{heading}")
        for zone in zones:
            yield from _on_point(wording, board, zone, asker, side)
    if empty:
        yield wording.say("answer.no-pieces")


def _on_point(
    wording: Wording, board: Placement, zone: str, asker: Player, side: Player
) -> Iterator[str]:
    point = wording.point(zone, asker)
    stars = board[zone].postillon(side)
    if stars:
        yield wording.say("answer.postillon-on", point=point)
    if board[zone].of(side) > stars:
        yield wording.say("answer.pieces-on", count=board[zone].of(side) - stars, point=point)


def _off_and_dice(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    """Pieces off, and the dice."""
    board = parse_placement(fact.text)
    own, other = fact.player, fact.player.other
    yield _off(wording, board[OFF[own]].of(own), "answer.yours-off-none", "answer.yours-off")
    yield _off(wording, board[OFF[other]].of(other), "answer.theirs-off-none", "answer.theirs-off")
    yield dice_sentence(wording, fact.numbers)


def _off(wording: Wording, count: int, none: str, some: str) -> str:
    return wording.say(some, count=count) if count else wording.say(none)


def dice_sentence(wording: Wording, dice: tuple[int, ...]) -> str:
    """Which dice lie on the table."""
    if len(dice) != 2:
        return wording.say("answer.no-dice")
    return wording.with_dice("evening.dice", dice)


def _of_asker(fact: KeyAnswer) -> tuple[int, int]:
    """The asker's figure and the opponent's, of two that come in the order V, N."""
    green, black = (*fact.numbers, 0, 0)[:2]
    return (green, black) if fact.player is Player.V else (black, green)


def _score(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    """Score and cube: the numbers are V, N, the cube's value, the match's length (0 for none)."""
    own, other = _of_asker(fact)
    value, length = (*fact.numbers[2:], 1, 0)[:2] if len(fact.numbers) > 2 else (0, 0)
    yield wording.say("answer.score-yours", own=own, other=other)
    if length:
        yield wording.say("answer.score-to", count=length)
    if value and wording.rules.cube:
        owner = {"": "answer.cube-middle", fact.player.value: "answer.cube-yours"}
        yield wording.say(owner.get(fact.text, "answer.cube-theirs"), value=value)


def _games(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    """Games won: the numbers are V, N, how many games the match has (0 for none)."""
    own, other = _of_asker(fact)
    yield wording.say("answer.games-yours", own=own, other=other)
    length = fact.numbers[2]
    if length:
        yield wording.say("match.best-of", games=length)


def _throws(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    """How many throws the exercise has taken."""
    count = fact.numbers[0]
    yield wording.say("answer.throws", count=count) if count else wording.say("answer.throws-none")


def _final_score(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    own, other = _of_asker(fact)
    yield wording.say("answer.final-score", own=own, other=other)


def _pips(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    own, other = _of_asker(fact)
    yield wording.say("answer.pips", own=own, other=other)


def _whose_turn(wording: Wording, fact: KeyAnswer) -> str:
    whose = {"": "answer.turn-nobody", fact.player.value: "answer.turn-yours"}
    return wording.say(whose.get(fact.text, "answer.turn-theirs"))


def _no_dice(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    """That no dice are to be played: the one opening die, or whose throw it is."""
    for player, die in zip(Player, fact.numbers, strict=False):
        if die:
            yield wording.say("evening.opening-die", player, die=die)
            return
    yield wording.say("answer.no-dice")
    if fact.text:
        yield wording.say("evening.turn", Player(fact.text))


def _turn(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    """Whose turn it is and for how long; with a clock the minutes that both have left."""
    seconds = fact.numbers[0] if fact.text and fact.numbers else 0
    whose = "yours" if fact.text == fact.player.value else "theirs"
    if fact.topic == "whose-turn" and fact.text:
        yield wording.say("evening.turn", Player(fact.text))
        seconds = seconds if seconds >= 60 else 0
    elif not seconds:
        yield _whose_turn(wording, fact)
    if 0 < seconds < 60:
        yield wording.say(f"answer.{whose}-seconds", count=seconds)
    elif seconds:
        yield wording.say(f"answer.{whose}-minutes", count=seconds // 60)
    limit = (*fact.numbers, 0, 0, 0, 0)[3]
    own, other = _of_asker(replace(fact, numbers=fact.numbers[1:3]))
    if limit:
        yield _left(wording, limit - own, "answer.left-yours", "answer.left-yours-none")
        yield _left(wording, limit - other, "answer.left-theirs", "answer.left-theirs-none")


def _left(wording: Wording, seconds: int, some: str, none: str) -> str:
    return wording.say(some, count=seconds // 60) if seconds >= 60 else wording.say(none)


def _refused(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    yield wording.say(wording.first(f"answer.refused.{fact.text}", "answer.refused.other"))


def _cancelled(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    yield wording.say(f"answer.cancelled.{fact.text}")


def _set(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    """What a setting is now, see `voice_settings.change`."""
    if fact.text == "language":
        yield wording.say("answer.set-language")
        return
    now, counts = fact.numbers
    if fact.text in set(Verbosity):
        yield wording.say(f"answer.set-words.{fact.text}")
        if not counts:
            yield wording.say("answer.set-words-for-both")
        return
    did = "set" if counts else "set-already"
    yield wording.say(f"answer.{did}.{fact.text}", now=now)


_ANSWERS: Final[dict[str, Callable[[Wording, KeyAnswer], Iterator[str]]]] = {
    "board-own": _own_board,
    "board-other": _other_board,
    "board-off": _off_and_dice,
    "score": _score,
    "games": _games,
    "throws": _throws,
    "final-score": _final_score,
    "places": places,
    "pips": _pips,
    "turn": _turn,
    "whose-turn": _turn,
    "dice": _no_dice,
    "refused": _refused,
    "cancelled": _cancelled,
    "set": _set,
    "stands": menu_words.stands,
}
_PLAIN_ANSWERS: Final = ("no-hints", "let-stand", "by-hand", "progress")
"""Answers that are one sentence, whatever was asked for."""
