"""Sentences that answer keys (board, score, faults), and the board in braille."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from companion.referee.talk_facts import Explained, KeyAnswer
from companion.rules import Code
from companion.rules.vocabulary import BAR, HAND, OFF, Placement, Player, parse_placement
from companion.speech.catalogue import first_message, languages
from companion.speech.faults import fault_sentence
from companion.speech.plays import sentences_between
from companion.speech.questions import is_put_to_opponent, quarters, request_topic, stands
from companion.speech.setup_words import layout_of_table
from companion.speech.speech_context import Detail, Mode, Said, SpeechContext, Verbosity, answer
from companion.speech.utterance import Priority
from companion.speech.wording import Wording


def key_answer(fact: KeyAnswer, context: SpeechContext) -> Said:
    """Return the answer to a key, as seen from the asker's side of the board."""
    if fact.topic == "demand":
        # A demand is for both players (docs/protocol.md, "Events").
        return Said(Priority.ALERT, _demand(fact, context), passing=True)
    if fact.topic == "kept":
        kept = context.wording.say("void.kept", fact.player)
        return Said(Priority.ALERT, (kept,), key="void", passing=True)
    if fact.topic not in _ANSWERS:
        name = first_message(f"answer.{fact.topic}", "answer.refused.other")
        return answer(fact.player, context.wording.say(name))
    if fact.topic == "turn" and fact.text and fact.text == context.practice.partner:
        return answer(fact.player, _partners_turn(context))
    called = replace(fact, text=request_topic(fact.text, context))
    is_for_either = fact.topic in _OF_SIDES and _may_be_either(context)
    answers = _of_sides if is_for_either else _ANSWERS[fact.topic]
    sentences = answers(context.wording, called)
    # A refusal is also for the other player, who made the request. The end of a choice is for both.
    for_both = fact.topic == "cancelled" and (
        fact.text in ("choosing", "double", "lapsed") or is_put_to_opponent(fact.text)
    )
    return answer(None if for_both else fact.player, *sentences)


def _partners_turn(context: SpeechContext) -> str:
    """Say that it is Companion's turn, and whether its play is still to be made on the board."""
    waits = context.table.named and not context.table.typed
    return context.wording.say("practice.own-turn-waits" if waits else "practice.own-turn")


def _demand(fact: KeyAnswer, context: SpeechContext) -> tuple[str, ...]:
    """Return the demand to correct an error; at a typed table, what happens to the typed moves.

    At a typed table the player who made the error may also begin the correction.
    """
    say, dispute = context.wording.say, context.table.dispute
    if not fact.text:
        dice = context.table.last.dice
        return (context.wording.with_dice("evening.correct-with", dice, player=fact.player.other),)
    begins = dispute is not None and dispute.player is fact.player
    demanded = "" if begins else say("typed.must-correct", fact.player.other)
    return demanded, say(f"typed.line.{fact.text}")


def _board(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    side = fact.player
    if fact.topic == "board-other":
        side = side.other
        yield wording.say("answer.opponents")
    yield from _pieces(wording, parse_placement(fact.text), fact.player, side)


def _pieces(wording: Wording, board: Placement, asker: Player, side: Player) -> Iterator[str]:
    """Yield one side's pieces: on the bar, in hand, then on points, the asker's home first."""
    for text, place in (("answer.on-bar", BAR), ("answer.in-hand", HAND)):
        count = board[place[side]].of(side)
        if count:
            yield wording.say(text, count=count)
    headings = quarters(wording)
    path = wording.track.zones[asker][1:25]
    empty = True
    for quarter, heading in enumerate(headings):
        zones = [z for z in path[quarter * 6 : quarter * 6 + 6] if board[z].of(side)]
        if zones:
            empty = False
            yield wording.say(f"answer.quarters.{heading}")
        for zone in zones:
            yield from on_point(wording, board, zone, asker, side)
    if empty:
        yield wording.say("answer.no-pieces")


def on_point(
    wording: Wording, board: Placement, zone: str, asker: Player, side: Player
) -> Iterator[str]:
    """Yield one side's pieces on a point, if any: the postillon, then the pawns."""
    point = wording.point(zone, asker)
    stars = board[zone].postillon(side)
    if stars:
        yield wording.say("answer.postillon-on", point=point)
    if board[zone].of(side) > stars:
        name = "answer.pieces-more" if stars else "answer.pieces-on"
        yield wording.say(name, count=board[zone].of(side) - stars, point=point)


def _off_and_dice(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    """Yield the pieces borne off, and the dice."""
    board = parse_placement(fact.text)
    own, other = fact.player, fact.player.other
    yield _counted(wording, "answer.yours-off", board[OFF[own]].of(own))
    yield _counted(wording, "answer.theirs-off", board[OFF[other]].of(other))
    yield _dice_sentence(wording, fact.numbers)


def _counted(wording: Wording, name: str, count: int) -> str:
    """Return the sentence for a number, or the separate sentence for zero."""
    return wording.say(name, count=count) if count else wording.say(f"{name}-none")


def _dice_sentence(wording: Wording, dice: tuple[int, ...]) -> str:
    """Return a sentence with the dice on the table."""
    if len(dice) != 2:
        return wording.say("answer.no-dice")
    return wording.with_dice("evening.dice", dice)


def _of_asker(fact: KeyAnswer) -> tuple[int, int]:
    """Return the asker's number, then the opponent's."""
    green, black = (*fact.numbers, 0, 0)[:2]
    return (green, black) if fact.player is Player.V else (black, green)


def _score(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    """Yield score and cube.

    The fact's numbers are V's and N's points, the cube value and the match length (0 for none).
    """
    own, other = _of_asker(fact)
    value, length = (*fact.numbers[2:], 1, 0)[:2] if len(fact.numbers) > 2 else (0, 0)
    yield wording.say("answer.score-yours", own=own, other=other)
    if length:
        yield wording.say("answer.score-to", count=length)
    if value and wording.rules.cube:
        owner = {"": "answer.cube-middle", fact.player.value: "answer.cube-yours"}
        yield wording.say(owner.get(fact.text, "answer.cube-theirs"), value=value)
    elif value > 1:
        yield wording.say("answer.stake", value=value)


def _games(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    """Yield the games won. The fact's numbers: V's games, N's games, the match length (0: none)."""
    own, other = _of_asker(fact)
    yield wording.say("answer.games-yours", own=own, other=other)
    length = fact.numbers[2]
    if length:
        yield wording.say("match.best-of", games=length)


def _throws(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    """Yield the number of throws that the player has needed in the exercise."""
    yield _counted(wording, "answer.throws", fact.numbers[0])


def _of_both(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    """Yield the numbers of the asker and of the opponent: pips, or the final score."""
    own, other = _of_asker(fact)
    yield wording.say(f"answer.{fact.topic}", own=own, other=other)


def _may_be_either(context: SpeechContext) -> bool:
    """Return whether nobody is on turn at a typed table, so that either player may have asked."""
    table, practice = context.table, context.practice
    alone = practice.partner is not None or bool(practice.exercise)
    return table.typed and table.player is None and not alone


def _of_sides(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    """Yield an answer that names the players by their colours instead of "you"."""
    first, *rest = _ANSWERS[fact.topic](wording, fact)
    side = fact.player.other if fact.topic == "board-other" else fact.player
    green, black = (*fact.numbers, 0, 0)[:2]
    yield wording.say(_OF_SIDES[fact.topic], side, green=green, black=black)
    if fact.topic == "board-own":
        yield first
    yield from rest


def _no_dice(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    """Yield why there are no dice to play: the opening is not complete, or a throw is expected."""
    for player, die in zip(Player, fact.numbers, strict=False):
        if die:
            yield wording.say("evening.opening-die", player, die=die)
            return
    yield wording.say("match.throw-one-die" if fact.numbers else "answer.no-dice")
    if fact.text:
        yield wording.say("evening.turn", Player(fact.text))


def _turn(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    """Yield whose turn it is and its duration; with a clock, the minutes both have left."""
    seconds = fact.numbers[0] if fact.text and fact.numbers else 0
    whose = "yours" if fact.text == fact.player.value else "theirs"
    if fact.topic == "whose-turn" and fact.text:
        yield wording.say("evening.turn", Player(fact.text))
        seconds = seconds if seconds >= 60 else 0
    elif not seconds:
        yield wording.say(f"answer.turn-{whose}" if fact.text else "answer.turn-nobody")
    if 0 < seconds < 60:
        yield wording.say(f"answer.{whose}-seconds", count=seconds)
    elif seconds:
        yield wording.say(f"answer.{whose}-minutes", count=seconds // 60)
    limit = (*fact.numbers, 0, 0, 0, 0)[3]
    own, other = _of_asker(replace(fact, numbers=fact.numbers[1:3]))
    if limit:
        yield _time_left(wording, "answer.left-yours", limit - own)
        yield _time_left(wording, "answer.left-theirs", limit - other)


def _time_left(wording: Wording, name: str, seconds: int) -> str:
    """Return the time left on a clock: the nearest number of minutes, or seconds if below one."""
    if 0 < seconds < 60:
        return wording.say(f"{name}-seconds", count=seconds)
    return _counted(wording, name, (max(seconds, 0) + 30) // 60)


def _answers(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    yield wording.say("answer.answers", Player(fact.text))


def _not_done(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    """Yield what was refused or cancelled."""
    name = f"answer.{fact.topic}"
    yield wording.say(first_message(f"{name}.{fact.text}", f"{name}.other"))


def _set(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    """Yield the new value of a setting, see `voice_settings.change`."""
    if fact.text in languages():
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
    "board-own": _board,
    "board-other": _board,
    "board-off": _off_and_dice,
    "score": _score,
    "games": _games,
    "throws": _throws,
    "final-score": _of_both,
    "places": layout_of_table,
    "pips": _of_both,
    "turn": _turn,
    "whose-turn": _turn,
    "answers": _answers,
    "dice": _no_dice,
    "refused": _not_done,
    "cancelled": _not_done,
    "set": _set,
    "stands": stands,
}
"""The functions for answers that are not always the sentence `answer.TOPIC`."""
_OF_SIDES: Final = {
    "board-own": "answer.pieces-of",
    "board-other": "answer.pieces-of",
    "score": "match.score",
    "games": "match.games",
    "final-score": "answer.final-score-sides",
    "pips": "answer.pips-sides",
}
"""The sentences that begin these answers if either player may have asked."""


def explained(fact: Explained, context: SpeechContext) -> Said:
    """Explain an error, or announce a legal play, the only play, or what is left to play.

    In a tournament no play is announced, and no fault is announced before the turn ends.
    """
    say, turn_runs = context.wording.say, context.table.phase == "moving"
    in_tournament = context.mode is Mode.TOURNAMENT
    match fact.topic:
        # The moves left to play; this case and the next two are for both players.
        case "left" | "no-dice":
            left = _faults(fact, context)[:1]
            sentences = left if fact.topic == "left" else _dice_refused(fact, left, context)
            return Said(Priority.RESULT, sentences, key="error", passing=True)
        case "refused" | "still":
            lead = "typed.not-played" if fact.topic == "refused" else "evening.still-wrong"
            wrong = _faults(fact, context, explained=context.says(Detail.EXPLAINED))[:1]
            return Said(Priority.ALERT, (say(lead), *wrong), key="error", passing=True)
        case "enter-again":
            wrong = _faults(fact, context, explained=False)[:1]
            return answer(None, *wrong, say("typed.enter-again"))
        case "dice":
            thrown = context.wording.with_dice("evening.dice", fact.dice)
            left = _faults(fact, context, explained=False)[:1] or (say("help.all-played"),)
            sentences = (thrown, *(() if in_tournament and turn_runs else left))
        case "why" if not (in_tournament and turn_runs):
            sentences = _faults(fact, context)
        case _ if in_tournament:
            sentences = (say("answer.no-hints"),)
        case _:
            lead = "help.forced" if fact.topic == "forced" else "help.alternative"
            turn = fact.before, fact.end, fact.mover, fact.dice
            sentences = (say(lead), *sentences_between(context.wording, *turn))
    return answer(fact.player, *sentences)


def _dice_refused(
    fact: Explained, left: tuple[str, ...], context: SpeechContext
) -> tuple[str, ...]:
    """Return the refusal of typed dice, then the moves still to play.

    If they are a double of the player's choice (B4), ask for its moves.
    """
    say, unused = context.wording.say, Code.DICE_UNUSED
    chooses = any(fault.code == unused and not fault.dice for fault in fact.faults)
    return say("typed.dice-refused"), *left, say("typed.double-by-moves") if chooses else ""


def _faults(fact: Explained, context: SpeechContext, *, explained: bool = True) -> tuple[str, ...]:
    return tuple(
        fault_sentence(context.wording, fault, fact.mover, fact.dice, explained=explained)
        for fault in fact.faults
    )


def board_lines(
    wording: Wording, board: Placement, dice: tuple[int, ...], reader: Player | None
) -> tuple[str, ...]:
    """Return the board in three lines for a braille display: one per side, one for the dice.

    The reader's own side comes first, with the reader's own numbers; a display for both players has
    the names on the board. In "Green, 6:5, 8:3, 13:5, 24:2." each pair is a point and a number of
    pieces. A P stands for the postillon, alone or after the number of other pieces: "12:14P".
    """
    own = reader or Player.V
    sides = [" ".join(_side(wording, board, side, reader)) for side in (own, own.other)]
    return (*sides, _dice_sentence(wording, dice))


def _side(wording: Wording, board: Placement, side: Player, reader: Player | None) -> Iterator[str]:
    zones = wording.track.zones[reader or side][1:25]
    points = ", ".join(_point(wording, board, z, side, reader) for z in zones if board[z].of(side))
    if points:
        yield wording.say("board-line.points", side, points=points)
    else:
        yield wording.say("board-line.no-points", side)
    for text, place in (
        ("board-line.on-bar", BAR),
        ("board-line.off", OFF),
        ("board-line.in-hand", HAND),
    ):
        count = board[place[side]].of(side)
        if count:
            yield wording.say(text, count=count)


def _point(
    wording: Wording, board: Placement, zone: str, side: Player, reader: Player | None
) -> str:
    name = wording.name(zone) if reader is None else wording.point(zone, reader)
    stars = board[zone].postillon(side)
    pawns = board[zone].of(side) - stars
    return f"{name.replace(' ', '')}:{pawns or ''}{'P' * stars}"
