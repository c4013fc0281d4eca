"""Sentences about games and matches: choice, beginning, end, cube, resignation, clock."""

from collections.abc import Iterable, Iterator
from typing import Final

from companion.referee import facts
from companion.referee.choosing import options_of
from companion.referee.talk_facts import Choice, Choosing, Chosen
from companion.speech import practice_words
from companion.speech.catalogue import is_message
from companion.speech.setup_words import explains_places, own_first_points, sides
from companion.speech.speech_context import Detail, Said, SpeechContext
from companion.speech.utterance import Priority
from companion.speech.wording import Wording

COUNTED = "count-games"


def game_begins(fact: facts.GameBegins, context: SpeechContext) -> Said | None:
    """Announce the game that begins or is resumed, with the match and the players."""
    has_opening = not (fact.resumed or fact.exercise)
    throw = practice_words.opening_request(fact, context) if has_opening else ""
    if context.knows.is_old:
        # After a pause, only the new opening throw is announced.
        return Said(Priority.RESULT, (throw,))
    if fact.exercise:
        return practice_words.exercise_begins(fact, context)
    throw = throw if context.says(Detail.OPENING_THROW) else ""
    name = context.wording.of_game("goes-on" if fact.resumed else "begins", fact.game)
    sentences = [name, *_standing(fact, context), *practice_words.who_plays(fact, context)]
    if context.says(Detail.OPTIONS):
        sentences += _option_sentences(fact.options, context.wording)
    if explains_places(context):
        sentences += () if context.knows.seated else sides(context.wording)
    elif "mirrored" in fact.layout and fact.number == 1 and context.says(Detail.MIRRORED_ONES):
        sentences += own_first_points(context.wording)
    return Said(Priority.RESULT, (*sentences, throw))


def game_kept(fact: facts.GameKept, context: SpeechContext) -> Said | None:
    """Announce the game to be resumed or begun, the score, and whose turn it is."""
    if context.knows.is_old:
        return None
    begins = fact.begins
    if begins.exercise:
        sentences = list(practice_words.exercise_begins(begins, context).sentences)
    else:
        kept = context.wording.of_game("to-set-up" if fact.new else "kept", begins.game)
        sentences = [kept, *_standing(begins, context)]
        sentences += practice_words.who_plays(begins, context)
    if fact.player is not None:
        sentences.append(context.wording.say("match.kept-turn", fact.player))
    return Said(Priority.RESULT, tuple(sentences))


def _standing(fact: facts.GameBegins, context: SpeechContext) -> Iterator[str]:
    """Yield the game, the match and the score."""
    say = context.wording.say
    if fact.number > 1:
        yield say("match.game-number", number=fact.number)
    yield from _match_length(context.wording, fact.match_to, fact.options)
    if any(fact.score) and not (context.table.typed and context.knows.scored):
        yield score_of(fact.score, context, games=COUNTED in fact.options)
    if fact.crawford and fact.match_to != 1:
        yield say("match.crawford")
    if fact.clock:
        yield say("choosing.minutes-each", count=fact.clock)


def _match_length(wording: Wording, length: int | None, options: Iterable[str]) -> Iterator[str]:
    """Yield the length of a match; nothing for an open end."""
    if length is not None and COUNTED in options:
        yield wording.say("match.best-of", games=length)
    elif length is not None:
        yield wording.say("match.match-to", count=length)


def score_of(score: tuple[int, int], context: SpeechContext, *, games: bool) -> str:
    """Return the sentence with the score of a match, in points or games."""
    name = "match.games" if games else "match.score"
    return context.wording.say(name, green=score[0], black=score[1])


def _option_sentences(options: Iterable[str], wording: Wording) -> Iterator[str]:
    """Yield a sentence for each chosen option that has one."""
    names = (f"match.option.{option}" for option in options)
    return (wording.say(name) for name in names if is_message(name))


def cube(fact: facts.CubeAction, context: SpeechContext) -> Said | None:
    """Announce a cube action."""
    throw = ""
    if fact.player is None:
        text = "match.cube-automatic" if context.table.has_cube else "match.stake-doubled"
        by_piece = context.wording.rules.paid_by_piece
        throw = "" if by_piece else context.call("evening.throw-again")
    elif fact.action == "offer" and context.practice.partner is fact.player:
        return practice_words.doubles(fact, context)
    elif fact.still:
        text = "match.cube-still"
    elif fact.action == "offer" and context.practice.partner is fact.player.other:
        text = "practice.cube-offer"
    elif fact.action in ("offer", "take", "drop"):
        text = f"match.cube-{fact.action}"
        if fact.action == "take":
            throw = practice_words.throw_request(fact.player, context)
    else:
        return None
    return Said(Priority.RESULT, (context.wording.say(text, fact.player, value=fact.value), throw))


def resign(fact: facts.Resign, context: SpeechContext) -> Said:
    """Announce a resignation and the opponent's choices."""
    say = context.wording.say
    if fact.action in ("accept", "refuse"):
        return Said(Priority.RESULT, (say(f"match.resign-{fact.action}"),))
    rules = context.wording.rules
    kind = rules.kinds[min(fact.value, len(rules.kinds)) - 1]
    value = "" if rules.paid_by_piece else say(f"match.kind.{kind}")
    asked = context.practice.partner is not fact.player.other
    reply = say("match.resign-reply", fact.player) if asked else ""
    return Said(Priority.RESULT, (say("match.resign-offer", fact.player), value, reply))


_LOWEST: Final = ("single", "simple")
"""The lowest kinds of win. They are not named when a referee awards a game."""


def game_ends(fact: facts.GameEnds, context: SpeechContext) -> Said:
    """Announce the winner, the points and the score."""
    say = context.wording.say
    sentences = [] if context.knows.is_old else [say("match.game-won", fact.winner)]
    if is_message(f"match.game-won-by.{fact.by}"):
        sentences.append(context.adds(Detail.ENDING, f"match.game-won-by.{fact.by}"))
    named = not context.wording.rules.paid_by_piece
    named = named and is_message(f"match.kind.{fact.kind}")
    if named and not (context.knows.is_old and fact.kind in _LOWEST):
        sentences.append(context.adds(Detail.KIND, f"match.kind.{fact.kind}"))
    if not fact.games:
        points = fact.points
        sentences.append(say("match.points", count=points) if points else say("match.points-none"))
    sentences.append(score_of(fact.score, context, games=fact.games))
    if not (fact.over or context.table.typed):
        sentences.append(context.adds(Detail.NEXT_GAME, "match.next-game"))
    return Said(Priority.RESULT, tuple(sentences))


def match_ends(fact: facts.MatchEnds, context: SpeechContext) -> Said:
    """Announce the winner of the match."""
    green, black = fact.score
    sentence = context.wording.say("match.match-won", fact.winner, green=green, black=black)
    again = "typed.help-over" if context.table.typed else "match.next-match"
    next_match = context.adds(Detail.NEXT_MATCH, again)
    return Said(Priority.RESULT, (sentence, next_match))


def time_left(fact: facts.TimeLeft, context: SpeechContext) -> Said:
    """Announce how much time a player has left."""
    name = "match.time-left" if fact.seconds else "match.time-over"
    sentence = context.wording.say(name, fact.player, count=fact.seconds // 60)
    return Said(Priority.ALERT, (sentence,), key="time")


def choosing(fact: Choosing, context: SpeechContext) -> Said:
    """Announce the current offer. It has the priority of a result, so it can be repeated."""
    said = [*_explanation(context.wording, fact), *_offer(context, fact)]
    return Said(Priority.RESULT, tuple(said), key="choosing")


def chosen(fact: Chosen, context: SpeechContext) -> Said:
    """Announce the game that was chosen."""
    said = context.wording.of_game("chosen", fact.choice.game)
    return Said(Priority.RESULT, (said,), key="choosing")


def _offer(context: SpeechContext, fact: Choosing) -> Iterator[str]:
    wording = context.wording
    say, choice = wording.say, fact.choice
    typed = "-typed" if context.table.typed else ""
    match fact.step:
        case "again":
            yield wording.of_game("last-time", choice.game)
            yield from _agreed(wording, choice)
            yield say("choosing.or-another")
        case "shown":
            yield wording.of_game("shown", choice.game)
        case "game":
            if fact.item:
                yield say(f"choosing.welcome{typed}")
            yield wording.of_game("offered", choice.game)
            yield say("choosing.or-another")
        case "length":
            yield _length(wording, choice)
        case "rules":
            yield say("choosing.rules")
        case "option":
            yield say(f"choosing.option.{fact.item}")
            if fact.item == options_of(choice.game)[0] and not fact.explained:
                yield say(f"choosing.hint-explains{typed}")
        case _:
            clock = "choosing.clock" if choice.clock else "choosing.with-clock"
            yield say(clock, number=choice.clock or 0)


def _explanation(wording: Wording, fact: Choosing) -> Iterator[str]:
    """Yield the explanation of the current question."""
    if not fact.explained:
        return
    match fact.step:
        case "again" | "shown" | "game":
            yield wording.of_game("about", fact.choice.game)
        case "length":
            yield _length(wording, fact.choice, "about.")
        case "option":
            yield wording.say(f"choosing.about.option.{fact.item}")
        case _:
            yield wording.say(f"choosing.about.{fact.step}")


def _agreed(wording: Wording, choice: Choice) -> Iterator[str]:
    """Yield the length, options and clock of a choice, except default values."""
    yield from _match_length(wording, choice.match_to, choice.options)
    yield from _option_sentences((name for name in choice.options if name != COUNTED), wording)
    if choice.clock:
        yield wording.say("choosing.minutes-each", count=choice.clock)


def _length(wording: Wording, choice: Choice, about: str = "") -> str:
    """Offer an open end, a few games or a match. With `about.` as `about`, explain the offer."""
    if choice.match_to is None:
        return wording.say(f"choosing.{about}open-end")
    kind, number = "meeting" if COUNTED in choice.options else "match", choice.match_to
    return wording.say(f"choosing.{about}{kind}", number=number, wins=number // 2 + 1)
