"""Answers to keys, and questions to a player, in words for him alone."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from companion.referee.outcomes import QUESTIONS as KINDS
from companion.referee.talk_facts import KeyAnswer, Question
from companion.rules.vocabulary import BAR, HAND, OFF, Placement, Player, parse_placement
from companion.speech import answer_phrases as a
from companion.speech import choosing_phrases as c
from companion.speech import help_phrases as h
from companion.speech import match_phrases as m
from companion.speech import menu_phrases, menu_words
from companion.speech import phrases as p
from companion.speech import practice_phrases as pr
from companion.speech import progress_phrases as g
from companion.speech import ruling_phrases as r
from companion.speech import typed_phrases as t
from companion.speech.catalogue import Phrase
from companion.speech.game_words import phrases_of
from companion.speech.place_words import places
from companion.speech.speech_context import Said, SpeechContext, answer
from companion.speech.utterance import Priority
from companion.speech.verbosity import Detail
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
        how = a.MENU_HOW_TYPED if telling.table.typed else a.MENU_HOW
        told = telling.wording.say(how if telling.knows.first_menu else a.MENU_OPENS)
    fact = replace(fact, topic=_now(fact.topic, telling), item=_now(fact.item, telling))
    ask = QUESTIONS.get(fact.topic, a.ASK_OTHER)
    if isinstance(ask, Phrase):
        asked = telling.wording.say(ask)
    else:
        asked = ask(telling.wording, fact.item, fact.player or Player.V)
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
    return wording.say(a.ASK_DOUBLE_OVER_ERROR if accepts else a.ASK_DOUBLE, value=value)


def _ask_resign_value(wording: Wording, item: str, _player: Player) -> str:
    kinds = wording.rules.kinds
    return wording.say(h.ASK_RESIGN[kinds[int(item) - 1] if len(kinds) > 1 else ""])


def _ask_layout(wording: Wording, item: str, _player: Player) -> str:
    return wording.say(h.LAYOUT[item])


def _ask_game(wording: Wording, item: str, _player: Player) -> str:
    game = phrases_of(item)
    return wording.say(game.shown or game.offered, game=game.title)


def _ask_menu(wording: Wording, item: str, _player: Player) -> str:
    if item in a.MENU:
        return wording.say(a.MENU[item])
    return wording.say(a.MENU_OTHER, item=item.replace("-", " "))


QUESTIONS: Final[dict[str, Phrase | Callable[[Wording, str, Player], str]]] = {
    "double-confirm": _ask_double,
    "resign-value": _ask_resign_value,
    "menu": _ask_menu,
    "layout": _ask_layout,
    "game": _ask_game,
    "undo": h.ASK_UNDO,
    "lift": menu_phrases.LIFT,
    "stop": c.ASK_STOP,
    "stop-too": c.ASK_STOP_TOO,
    **c.ASK_OPPONENT,
    **menu_words.QUESTIONS,
}
"""How each question is asked, by its topic."""


def key_answer(fact: KeyAnswer, telling: SpeechContext) -> Said:
    """What a key asked for, in the asker's own view of the board."""
    if fact.topic == "demand":
        # Demanded aloud: both hear it (docs/protocol.md, "Events").
        return Said(Priority.ALERT, _demand(fact, telling), passing=True)
    if fact.topic == "kept":
        kept = telling.wording.say(h.KEPT[fact.player])
        return Said(Priority.ALERT, (kept,), key="void", passing=True)
    if fact.topic in _PLAIN_ANSWERS:
        return answer(fact.player, telling.wording.say(_PLAIN_ANSWERS[fact.topic]))
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
        return (telling.wording.with_dice(p.CORRECT_WITH[fact.player.other], dice),)
    begins = dispute is not None and dispute.player is fact.player
    demanded = "" if begins else say(t.MUST_CORRECT[fact.player.other])
    return demanded, say(t.LINES[fact.text])


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
    yield wording.say(a.OPPONENTS)
    yield from _pieces(wording, parse_placement(fact.text), fact.player, fact.player.other)


def _pieces(wording: Wording, board: Placement, asker: Player, side: Player) -> Iterator[str]:
    """One side's pieces: on the bar, in hand, then along the asker's path from his home on."""
    for text, place in ((a.ON_BAR, BAR), (a.IN_HAND, HAND)):
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
            yield wording.say(a.QUARTERS[heading])
        for zone in zones:
            yield from _on_point(wording, board, zone, asker, side)
    if empty:
        yield wording.say(a.NO_PIECES)


def _on_point(
    wording: Wording, board: Placement, zone: str, asker: Player, side: Player
) -> Iterator[str]:
    point = wording.point(zone, asker)
    stars = board[zone].postillon(side)
    if stars:
        yield wording.say(a.POSTILLON_ON, point=point)
    if board[zone].of(side) > stars:
        yield wording.say(a.PIECES_ON, count=board[zone].of(side) - stars, point=point)


def _off_and_dice(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    """Pieces off, and the dice."""
    board = parse_placement(fact.text)
    own, other = fact.player, fact.player.other
    yield _off(wording, board[OFF[own]].of(own), a.YOURS_OFF_NONE, a.YOURS_OFF)
    yield _off(wording, board[OFF[other]].of(other), a.THEIRS_OFF_NONE, a.THEIRS_OFF)
    yield dice_sentence(wording, fact.numbers)


def _off(wording: Wording, count: int, none: Phrase, some: Phrase) -> str:
    return wording.say(some, count=count) if count else wording.say(none)


def dice_sentence(wording: Wording, dice: tuple[int, ...]) -> str:
    """Which dice lie on the table."""
    if len(dice) != 2:
        return wording.say(a.NO_DICE)
    return wording.with_dice(p.DICE, dice)


def _of_asker(fact: KeyAnswer) -> tuple[int, int]:
    """The asker's figure and the opponent's, of two that come in the order V, N."""
    green, black = (*fact.numbers, 0, 0)[:2]
    return (green, black) if fact.player is Player.V else (black, green)


def _score(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    """Score and cube: the numbers are V, N, the cube's value, the match's length (0 for none)."""
    own, other = _of_asker(fact)
    value, length = (*fact.numbers[2:], 1, 0)[:2] if len(fact.numbers) > 2 else (0, 0)
    yield wording.say(a.SCORE_YOURS, own=own, other=other)
    if length:
        yield wording.say(a.SCORE_TO, count=length)
    if value and wording.rules.cube:
        owner = {"": a.CUBE_MIDDLE, fact.player.value: a.CUBE_YOURS}
        yield wording.say(owner.get(fact.text, a.CUBE_THEIRS), value=value)


def _games(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    """Games won: the numbers are V, N, how many games the match has (0 for none)."""
    own, other = _of_asker(fact)
    yield wording.say(a.GAMES_YOURS, own=own, other=other)
    length = fact.numbers[2]
    if length:
        yield wording.say(m.BEST_OF, games=length)


def _throws(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    """How many throws the exercise has taken."""
    count = fact.numbers[0]
    yield wording.say(a.THROWS, count=count) if count else wording.say(a.THROWS_NONE)


def _final_score(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    own, other = _of_asker(fact)
    yield wording.say(a.FINAL_SCORE, own=own, other=other)


def _pips(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    own, other = _of_asker(fact)
    yield wording.say(a.PIPS, own=own, other=other)


def _whose_turn(wording: Wording, fact: KeyAnswer) -> str:
    whose = {"": a.TURN_NOBODY, fact.player.value: a.TURN_YOURS}
    return wording.say(whose.get(fact.text, a.TURN_THEIRS))


def _no_dice(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    """That no dice are to be played: the one opening die, or whose throw it is."""
    for player, die in zip(Player, fact.numbers, strict=False):
        if die:
            yield wording.say(p.OPENING_DIE[player], die=die)
            return
    yield wording.say(a.NO_DICE)
    if fact.text:
        yield wording.say(p.TURN[Player(fact.text)])


def _turn(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    """Whose turn it is and for how long; with a clock the minutes that both have left."""
    seconds = fact.numbers[0] if fact.text and fact.numbers else 0
    yours = fact.text == fact.player.value
    if fact.topic == "whose-turn" and fact.text:
        yield wording.say(p.TURN[Player(fact.text)])
        seconds = seconds if seconds >= 60 else 0
    elif not seconds:
        yield _whose_turn(wording, fact)
    if 0 < seconds < 60:
        yield wording.say(a.YOURS_SECONDS if yours else a.THEIRS_SECONDS, count=seconds)
    elif seconds:
        yield wording.say(a.YOURS_MINUTES if yours else a.THEIRS_MINUTES, count=seconds // 60)
    limit = (*fact.numbers, 0, 0, 0, 0)[3]
    own, other = _of_asker(replace(fact, numbers=fact.numbers[1:3]))
    if limit:
        yield _left(wording, limit - own, a.LEFT_YOURS, a.LEFT_YOURS_NONE)
        yield _left(wording, limit - other, a.LEFT_THEIRS, a.LEFT_THEIRS_NONE)


def _left(wording: Wording, seconds: int, some: Phrase, none: Phrase) -> str:
    return wording.say(some, count=seconds // 60) if seconds >= 60 else wording.say(none)


def _refused(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    yield wording.say(a.REFUSED.get(fact.text, a.REFUSED_OTHER))


def _cancelled(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    yield wording.say(a.CANCELLED[fact.text])


def _set(wording: Wording, fact: KeyAnswer) -> Iterator[str]:
    """What a setting is now, see `voice_settings.change`."""
    if fact.text == "language":
        yield wording.say(a.SET_LANGUAGE)
        return
    now, counts = fact.numbers
    if fact.text in a.SET_WORDS:
        yield wording.say(a.SET_WORDS[fact.text])
        if not counts:
            yield wording.say(a.SET_WORDS_FOR_BOTH)
        return
    yield wording.say((a.SET if counts else a.SET_ALREADY)[fact.text], now=now)


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
_PLAIN_ANSWERS: Final = {
    "no-hints": a.NO_HINTS,
    "let-stand": pr.LET_STAND,
    "by-hand": r.YES_ENDS,
    "progress": g.UNKEPT,
}
"""Answers that are one sentence, whatever was asked for."""
