"""Turns each kind of fact into sentences, with one function per kind."""

from collections.abc import Callable
from typing import Any, Final, get_type_hints

from companion.link.messages import STOPPED, UNREADABLE
from companion.referee import board_facts, facts, talk_facts
from companion.rules.verdicts import Fault, Verdict
from companion.rules.vocabulary import OFF, PIECES_A_SIDE, Player, parse_placement
from companion.speech import board_words, match_words, practice_words
from companion.speech.answers import explained, key_answer
from companion.speech.catalogue import first_message, is_message
from companion.speech.faults import fault_sentence, legal_sentence
from companion.speech.hint_words import cube_hint, hint
from companion.speech.match_words import choosing, chosen
from companion.speech.plays import moved_by_other, play_sentences, read_play, sentences_between
from companion.speech.questions import question
from companion.speech.setup_words import setup
from companion.speech.speech_context import Detail, Mode, Said, SpeechContext
from companion.speech.typed_words import entry_answer, moves_typed, refused, ruling
from companion.speech.utterance import Priority


def _link(fact: board_facts.Link, context: SpeechContext) -> Said | None:
    say = context.wording.say
    if not is_message(f"link.state.{fact.state}") or context.table.typed:
        return None
    if fact.state == "searching" and fact.board:
        return Said(Priority.ALERT, (say("link.foreign"),), key="link")
    if fact.why in {UNREADABLE, STOPPED}:
        return Said(Priority.ALERT, (_link_sentence(fact.why, context),), key="link")
    if fact.state == "connected" and fact.why == "zones":
        return Said(Priority.ALERT, (say("link.state.connected"), say("link.zones")), key="link")
    if fact.state == "searching" and is_message(f"link.why.{fact.why}"):
        return Said(Priority.RESULT, (say(f"link.why.{fact.why}"),), key="link")
    priority = Priority.ALERT if fact.state == "lost" else Priority.RESULT
    cable = say("link.check-cable") if fact.why == "gone" else ""
    return Said(priority, (_link_sentence(f"state.{fact.state}", context), cable), key="link")


def _link_sentence(what: str, context: SpeechContext) -> str:
    """Return the sentence about the link, with "the game is saved" only if this is true."""
    wording, name = context.wording, f"link.{what}"
    return wording.say(name if context.is_saved else first_message(f"{name}.unsaved", name))


def _opening(fact: facts.Opening, context: SpeechContext) -> Said:
    say = context.wording.say
    if fact.starter is None:
        throws = "" if fact.doubles else context.call("evening.throw-again")
        return Said(Priority.RESULT, (say("evening.opening-tie", die=fact.v), throws))
    begins = fact.starter is context.practice.partner
    if context.wording.rules.opening_is_played:
        high, low = max(fact.v, fact.n), min(fact.v, fact.n)
        plays = "practice.opening-plays" if begins else "evening.opening-plays"
        sentence = say(plays, fact.starter, high=high, low=low)
    else:
        opening = "practice.opening" if begins else "evening.opening"
        sentence = say(opening, fact.starter, green=fact.v, black=fact.n)
    return Said(Priority.RESULT, (sentence,))


def _opening_die(fact: facts.OpeningDie, context: SpeechContext) -> Said | None:
    partner = context.practice.partner
    if partner is fact.player.other and context.practice.simulated:
        return None  # the companion draws its own die at once
    if fact.player is partner and context.practice.simulated:
        said = context.wording.say("practice.own-die", partner.other, die=fact.die)
        return Said(Priority.RESULT, (said,), key="opening die")
    is_evening = fact.player is partner or partner is None
    name = "evening.opening-die" if is_evening else "practice.opening-die"
    said = context.wording.say(name, fact.player, die=fact.die)
    return Said(Priority.RESULT, (said,), key="opening die")


def _turn_begins(fact: facts.TurnBegins, context: SpeechContext) -> Said | None:
    """Call a player to throw only if it may be unclear whose turn it is."""
    if fact.held or context.practice.draws(fact.player):
        return None  # the dice, an open error or an offered cube are announced next
    again, knows = context.table.again, context.knows
    if fact.player is context.practice.partner and not again:
        sentence = context.adds(Detail.PARTNER_TURN, "practice.turn", player=fact.player)
        return Said(Priority.RESULT, (sentence,), key=context.turn_key, is_news=False)
    learning = knows.learning and context.says(Detail.FIRST_STEPS)
    if not (again or knows.delayed or learning or context.says(Detail.TURN_CALL)):
        return None
    call = "evening.turn-again" if again else "evening.turn"
    how = "typed.help-to-throw" if context.types_dice else "evening.throw-both"
    throw = context.wording.say(how) if learning else ""
    said = context.wording.say(call, fact.player), throw
    return Said(Priority.RESULT, said, key=context.turn_key, passing=True, is_news=False)


def _roll(fact: facts.Roll, context: SpeechContext) -> Said | None:
    if fact.simulated:
        drawn = "practice.drawn-again" if context.table.again else "practice.drawn"
        return Said(Priority.RESULT, (context.wording.with_dice(drawn, fact.dice),))
    if fact.by_hand or fact.over:
        return None  # the ruling has just announced the dice, or the error is announced first
    sentence = context.wording.with_dice("evening.roll", fact.dice, player=fact.player)
    if fact.opening:
        sentence = ""  # both dice were announced in the opening
    ace_deuce = context.wording.rules.ace_deuce and fact.dice == (2, 1)
    # The playable dice are a hint, so they are not announced in a tournament.
    is_told = context.mode is not Mode.TOURNAMENT and fact.player is not context.practice.partner
    advice = context.adds(Detail.ACE_DEUCE, "evening.ace-deuce") if ace_deuce and is_told else ""
    return Said(Priority.RESULT, (sentence, advice), key=context.turn_key)


def _roll_void(fact: facts.RollVoid, context: SpeechContext) -> Said:
    mover, wording = context.table.mover, context.wording
    if fact.when == "error" and mover is not None:
        sentence = wording.say("void.error", mover)
        return Said(Priority.ALERT, (sentence,), key="void", passing=True)
    names = f"void.{fact.reason}.{fact.when}", f"void.{fact.reason}", "void.other"
    name = first_message(*names)
    if name == "void.early" and fact.player.other is context.practice.partner:
        name = "void.early.for-partner"
    sentence = wording.say(name, fact.player)
    return Said(Priority.ALERT, (sentence,), key="void", passing=True)


def _die_disturbed(fact: facts.DieDisturbed, context: SpeechContext) -> Said:
    say = context.wording.say
    sentence = say("evening.die-knocked", was=fact.was)
    if fact.now:
        sentence = say("evening.die-disturbed", was=fact.was, now=fact.now)
    return Said(Priority.ALERT, (sentence,), key="die", passing=True)


def _die_back(fact: facts.DieBack, context: SpeechContext) -> Said:
    sentence = context.wording.with_dice("evening.die-back", fact.dice)
    return Said(Priority.RESULT, (sentence,), key="die")


def _die_waits(fact: facts.DieWaits, context: SpeechContext) -> Said:
    is_news = fact.what != "throw"
    name = f"evening.die-waits.{fact.what}"
    if not is_news and fact.player is context.practice.partner:
        name = "practice.turn"
    sentence = context.wording.say(name, fact.player, die=fact.die)
    return Said(Priority.ALERT, (sentence,), key="die", passing=True, is_news=is_news)


def _verdict(fact: facts.VerdictGiven, context: SpeechContext) -> Said | None:
    """Return the verdict before the dice are lifted; None in a tournament."""
    if context.mode is Mode.TOURNAMENT:
        return None
    if fact.nothing_to_play:
        return Said(Priority.RESULT, (context.wording.say(_nothing(fact, context)),))
    if fact.verdict is Verdict.LEGAL:
        return _legal(fact, context)
    if fact.verdict is not Verdict.ILLEGAL and not context.says(Detail.UNFINISHED):
        return None
    priority = Priority.ALERT if fact.verdict is Verdict.ILLEGAL else Priority.HINT
    said = _faults(fact.faults, fact.player, fact.dice, context)
    return Said(priority, said, key="verdict", passing=True)


def _nothing(fact: facts.VerdictGiven, context: SpeechContext) -> str:
    """Say that no die can be used, and to beginners how the turn ends."""
    learning = context.knows.learning or context.knows.first_stuck
    learning &= context.says(Detail.FIRST_STEPS)
    usual = fact.ends_by in ("lift", "line")
    ending = learning or not usual or context.says(Detail.LIFT)
    if ending and not context.practice.draws(fact.player):
        return f"evening.nothing-to-play.{fact.ends_by}"
    is_partner = fact.player is context.practice.partner
    return "practice.cannot-play" if is_partner else "practice.nothing-to-play"


def _legal(fact: facts.VerdictGiven, context: SpeechContext) -> Said | None:
    if context.table.typed and context.practice.draws(fact.player):
        return None  # at a typed table, nobody moves pieces for the companion
    if context.table.named not in ("", fact.position):
        return None  # the difference from the named play is announced next
    sentence = legal_sentence(context.wording, fact.dice, fact.unplayable)
    explains = context.knows.learning and not context.practice.draws(fact.player)
    lift = context.adds(Detail.FIRST_STEPS, f"evening.lift.{fact.ends_by}") if explains else ""
    return Said(Priority.ANSWER, (sentence, lift), key="verdict", passing=True)


def _faults(
    faults: tuple[Fault, ...],
    player: Player,
    dice: tuple[int, int],
    context: SpeechContext,
    heard: tuple[Fault, ...] = (),
) -> tuple[str, ...]:
    """Return the first fault or all faults, except faults that were already announced."""
    first = len(faults) if context.says(Detail.EVERY_FAULT) else 1
    explained = context.says(Detail.EXPLAINED)
    return tuple(
        fault_sentence(context.wording, fault, player, dice, explained=explained)
        for fault in faults[:first]
        if fault not in heard[:first]
    )


def _turn_ends(fact: facts.TurnEnds, context: SpeechContext) -> Said | None:
    """Announce the play if it is legal. If it is illegal, the error is announced next."""
    if fact.verdict is not Verdict.LEGAL or fact.position == context.table.named:
        return None
    is_heard = context.mode is not Mode.TOURNAMENT or context.practice.draws(fact.player)
    if fact.position == fact.before and context.knows.stuck and is_heard:
        return None  # the dice announcement already said that nothing can be played
    if _said_back(context):
        return None
    off = parse_placement(fact.position)[OFF[fact.player]].of(fact.player)
    play = _play(fact.before, fact.position, fact.player, fact.dice, context)
    play = play or (context.wording.say("evening.cannot-play", fact.player),)
    return Said(Priority.RESULT, play, last_move=off == PIECES_A_SIDE)


def _said_back(context: SpeechContext) -> bool:
    """Return whether the moves were typed and already repeated."""
    return context.knows.said_back and context.says(Detail.SAID_BACK)


def _play(
    before: str, after: str, player: Player, dice: tuple[int, int], context: SpeechContext
) -> tuple[str, ...]:
    """Return the sentences of a play; none if nothing was moved."""
    say = context.wording.say
    play = read_play(context.wording, before, after, player, dice)
    if play is None:
        return (say("evening.plays", player),)
    if not play.moves:
        return ()
    if not context.says(Detail.MOVER):
        return tuple(play_sentences(context.wording, play, player, short=True))
    return (say("evening.plays", player), *play_sentences(context.wording, play, player))


def _error_open(fact: facts.ErrorOpen, context: SpeechContext) -> Said:
    say = context.wording.say
    dice = context.table.last.dice
    heard = () if context.mode is Mode.TOURNAMENT else context.knows.heard
    lead = "evening.error-still" if fact.still and fact.acceptable else "evening.error"
    if fact.acceptable and not fact.demanded:
        chooses = context.knows.may_choose
        choice = Detail.CHOICE, "evening.error-choice", fact.player
        todo = context.adds(*choice) if chooses else ""
    elif context.table.typed:
        todo = say("typed.must-correct", fact.player)
    else:
        todo = context.wording.with_dice("evening.correct-with", dice, player=fact.player)
    faults = _faults(fact.faults, fact.player, dice, context, heard=heard)
    sentences = (say(lead, fact.player), *faults, *_what_was_played(fact, context), todo)
    return Said(Priority.ALERT, sentences, key="error", passing=True)


def _what_was_played(fact: facts.ErrorOpen, context: SpeechContext) -> list[str]:
    """Describe an illegal play to the player who may accept it, unless the fault already does."""
    dispute, wording = context.table.dispute, context.wording
    if dispute is None or not context.knows.untold or _said_back(context):
        return []
    before, seen = dispute.before, dispute.seen
    moves = sentences_between(wording, before, seen, fact.player, dispute.dice, short=True)
    return [*moves, *moved_by_other(wording, before, seen, fact.player)] if moves else []


def _error_closed(fact: facts.ErrorClosed, context: SpeechContext) -> Said:
    say = context.wording.say
    closed = "" if context.knows.is_old else say(f"evening.{fact.how}")
    play: tuple[str, ...] = ()
    last = context.table.last
    known = context.knows.untold and fact.how == "accepted"
    if last.before and not known and not _said_back(context):
        play = _play(last.before, fact.position, fact.player, last.dice, context)
        nothing = "evening.stays" if fact.how == "accepted" else "evening.cannot-play"
        play = play or (say(nothing, fact.player),)
        others = moved_by_other(context.wording, last.before, fact.position, fact.player)
        play = (*play, *others)
    return Said(Priority.RESULT, (closed, *play))


def _board_fault(fact: board_facts.BoardFault, context: SpeechContext) -> Said:
    catalogue = context.wording.catalogue
    places = tuple(context.wording.seat(place) for place in (fact.place, *fact.also))
    if fact.gone:
        return Said(Priority.RESULT, (catalogue.tell(*board_words.repaired(*places)),))
    sentence = catalogue.tell(*board_words.fault_sentences(places[0], fact.what, places[1:]))
    return Said(Priority.RESULT, (catalogue.say("board.has-fault"), sentence))


def _turn_judged(_fact: talk_facts.TurnJudged, _context: SpeechContext) -> None:
    """Announce nothing, because the judgement is only for the journal."""


_FUNCTIONS: Final[tuple[Callable[[Any, SpeechContext], Said | None], ...]] = (
    *(_link, setup, match_words.game_begins, match_words.game_kept, _opening_die, _opening),
    *(_turn_begins, _roll, _roll_void, _die_disturbed, _die_back, _die_waits, _verdict),
    *(
        practice_words.play_to_make,
        practice_words.corrections,
        practice_words.exercise_ends,
        _turn_ends,
    ),
    *(_error_open, _error_closed, match_words.cube, match_words.resign, match_words.game_ends),
    *(match_words.match_ends, ruling, refused, question, match_words.time_left, _board_fault),
    *(choosing, chosen, key_answer, entry_answer, moves_typed, explained, hint, cube_hint),
    *(practice_words.progress, _turn_judged),
)
TELLERS: Final = {next(iter(get_type_hints(each).values())): each for each in _FUNCTIONS}
"""One function for each kind of fact, by the type of its first argument.

A function returns None if nothing is announced.
"""
