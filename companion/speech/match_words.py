"""Games and matches in words: how they begin and end, cube, resignation, clock."""

from collections.abc import Iterator
from typing import Final

from companion.referee import facts
from companion.speech import choosing_phrases as c
from companion.speech import match_phrases as m
from companion.speech import practice_phrases as pr
from companion.speech import practice_words
from companion.speech.game_words import phrases_of
from companion.speech.place_words import ones, sides
from companion.speech.setup_words import explains_places
from companion.speech.speech_context import Said, SpeechContext
from companion.speech.typed_phrases import ANSWERS
from companion.speech.utterance import Priority
from companion.speech.verbosity import Detail


def game_begins(fact: facts.GameBegins, telling: SpeechContext) -> Said | None:
    """Tell which game begins or goes on, of which match, and who plays it."""
    say = telling.wording.say
    throws = telling.says(Detail.OPENING_THROW) and not fact.resumed
    throw = practice_words.to_begin(fact, telling) if throws else ""
    if telling.knows.is_old:
        # After a pause, say, everything is known but that the opening is thrown again.
        return Said(Priority.RESULT, (throw,))
    if fact.exercise:
        return practice_words.exercise_begins(fact, telling)
    told = [*_match(fact, telling), *practice_words.who_plays(fact, telling)]
    if telling.says(Detail.OPTIONS):
        told += [say(m.OPTIONS[name]) for name in fact.options if name in m.OPTIONS]
    if explains_places(telling):
        told += () if telling.knows.seated else sides(telling.wording)
    elif "mirrored" in fact.layout and fact.number == 1 and telling.says(Detail.MIRRORED_ONES):
        told += ones(telling.wording)
    return Said(Priority.RESULT, (*told, throw))


def game_kept(fact: facts.GameKept, telling: SpeechContext) -> Said | None:
    """Tell what is to go on, or begin: which game, how its match stands, and whose turn it is."""
    if telling.knows.is_old:
        return None
    begins = fact.begins
    if begins.exercise:
        told = list(practice_words.exercise_begins(begins, telling).sentences)
    else:
        game = phrases_of(begins.game)
        kept = game.to_set_up if fact.new else game.kept
        told = [telling.wording.say(kept, game=game.title), *_standing(begins, telling)]
        told += practice_words.who_plays(begins, telling)
    if fact.player is not None:
        told.append(telling.wording.say(m.KEPT_TURN[fact.player]))
    return Said(Priority.RESULT, tuple(told))


def _match(fact: facts.GameBegins, telling: SpeechContext) -> Iterator[str]:
    """Which game begins or goes on, and how its match stands."""
    say = telling.wording.say
    game = phrases_of(fact.game)
    yield say(game.goes_on if fact.resumed else game.begins, game=game.title)
    yield from _standing(fact, telling)


def _standing(fact: facts.GameBegins, telling: SpeechContext) -> Iterator[str]:
    """Which game of which match it is, and how that stands."""
    say = telling.wording.say
    if fact.number > 1:
        yield say(m.GAME_NUMBER, number=fact.number)
    if fact.match_to is not None and "count-games" in fact.options:
        yield say(m.BEST_OF, games=fact.match_to)
    elif fact.match_to is not None:
        yield say(m.MATCH_TO, count=fact.match_to)
    if any(fact.score):
        yield _score(fact.score, telling, games="count-games" in fact.options)
    if fact.crawford and fact.match_to != 1:
        yield say(m.CRAWFORD)
    if fact.clock:
        yield say(c.MINUTES_EACH, count=fact.clock)


def _score(score: tuple[int, int], telling: SpeechContext, *, games: bool) -> str:
    return telling.wording.say(m.GAMES if games else m.SCORE, green=score[0], black=score[1])


_CUBE: Final = {"offer": m.CUBE_OFFER, "take": m.CUBE_TAKE, "drop": m.CUBE_DROP}


def cube(fact: facts.CubeAction, telling: SpeechContext) -> Said | None:
    """Tell what is done with the cube."""
    throw = ""
    if fact.player is None:
        by_piece = telling.wording.rules.paid_by_piece
        text = m.STAKE_DOUBLED if by_piece else m.CUBE_AUTOMATIC
    elif fact.action == "offer" and telling.practice.partner is fact.player:
        return practice_words.doubles(fact, telling)
    elif fact.still:
        text = m.CUBE_STILL[fact.player]
    elif fact.action == "offer" and telling.practice.partner is fact.player.other:
        text = pr.CUBE_OFFER[fact.player]
    elif fact.action in _CUBE:
        text = _CUBE[fact.action][fact.player]
        if fact.action == "take":
            throw = practice_words.throw_for_me(fact.player, telling)
    else:
        return None
    return Said(Priority.RESULT, (telling.wording.say(text, value=fact.value), throw))


def resign(fact: facts.Resign, telling: SpeechContext) -> Said:
    """Tell of a resignation, and what the opponent may answer."""
    say = telling.wording.say
    if fact.action == "accept":
        return Said(Priority.RESULT, (say(m.RESIGN_ACCEPTED),))
    if fact.action == "refuse":
        return Said(Priority.RESULT, (say(m.RESIGN_REFUSED),))
    kinds = telling.wording.rules.kinds
    kind = kinds[min(fact.value, len(kinds)) - 1]
    offered = say(m.RESIGN_OFFER[fact.player]), say(m.KINDS[kind])
    asked = telling.practice.partner is not fact.player.other
    return Said(Priority.RESULT, (*offered, say(m.RESIGN_REPLY[fact.player]) if asked else ""))


_LOWEST: Final = ("single", "simple")
"""What a referee awards who names no kind: the points say it."""


def game_ends(fact: facts.GameEnds, telling: SpeechContext) -> Said:
    """Tell who won, what it counts and how the match stands."""
    say = telling.wording.say
    told = [] if telling.knows.is_old else [say(m.GAME_WON[fact.winner])]
    if fact.by in m.GAME_WON_BY:
        told.append(telling.adds(Detail.ENDING, m.GAME_WON_BY[fact.by]))
    named = not telling.wording.rules.paid_by_piece and fact.kind in m.KINDS
    if named and not (telling.knows.is_old and fact.kind in _LOWEST):
        told.append(telling.adds(Detail.KIND, m.KINDS[fact.kind]))
    if not fact.games:
        told.append(say(m.POINTS, count=fact.points) if fact.points else say(m.POINTS_NONE))
    told.append(_score(fact.score, telling, games=fact.games))
    if not (fact.over or telling.table.typed):
        told.append(telling.adds(Detail.NEXT_GAME, m.NEXT_GAME))
    return Said(Priority.RESULT, tuple(told))


def match_ends(fact: facts.MatchEnds, telling: SpeechContext) -> Said:
    """Tell who won the match."""
    green, black = fact.score
    told = telling.wording.say(m.MATCH_WON[fact.winner], green=green, black=black)
    again = ANSWERS["help-over"] if telling.table.typed else m.NEXT_MATCH
    next_match = telling.adds(Detail.NEXT_MATCH, again)
    return Said(Priority.RESULT, (told, next_match))


def time_left(fact: facts.TimeLeft, telling: SpeechContext) -> Said:
    """Tell how much time a player has left."""
    say = telling.wording.say
    if fact.seconds:
        told = say(m.TIME_LEFT[fact.player], count=fact.seconds // 60)
    else:
        told = say(m.TIME_OVER[fact.player])
    return Said(Priority.ALERT, (told,), key="time")
