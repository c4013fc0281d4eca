"""Finds the moves of a play by comparing two positions, and puts them into words.

If several plays lead to the same position, one of them is chosen.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, combinations, pairwise, permutations, repeat
from typing import Final

from companion.rules.position import HOME
from companion.rules.vocabulary import BAR, ENTRY, HAND, OFF, Placement, Player, parse_placement
from companion.speech.catalogue import NAMES, first_message
from companion.speech.wording import Wording, is_point

_MOST_STEPS = 4
_FACES: Final = 6


@dataclass(frozen=True, slots=True)
class Move:
    """The move of one piece, with all the dice it used.

    via -- the stop at home of a piece that several dice bore off
    goes_on -- whether the piece entered and continued with another die
    """

    source: str
    target: str
    via: str = ""
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class SpokenPlay:
    """The moves of a turn, farthest first, the postillon's move, and the zones with a hit."""

    moves: tuple[Move, ...]
    postillon: Move | None
    hits: tuple[str, ...]


def read_play(
    wording: Wording, before: str, after: str, player: Player, dice: tuple[int, int]
) -> SpokenPlay | None:
    """Return a play that leads from one position to the other; None if there is none.

    The moves use the dice if possible. Otherwise (after an accepted error) the farthest start is
    paired with the farthest end, and pieces may have moved back.
    """
    old, new = parse_placement(before), parse_placement(after)
    left, come = _changes(wording, old, new, player)
    if len(left) != len(come):
        return None
    named = wording.rules.ace_deuce and {*dice} == {1, 2}
    faces: tuple[int, ...] = dice if dice[0] != dice[1] else dice * 2
    pairs = _farthest_first(left, come, faces)
    if len(left) <= _MOST_STEPS * 2:
        for thrown in _throws(left, come, dice, ace_deuce=named):
            if (fitting := next(_fitting(left, tuple(come), thrown), None)) is not None:
                pairs, faces = fitting, thrown
                break
    hits = _hits(old, new, player)
    if hits and wording.rules.hits_once_home:
        pairs = _right_first(wording, old, player, pairs)
    pairs = _home_first(pairs)
    stops = {wording.own_number(zone, player) for zone in hits}
    pairs = tuple(_by_hits(pairs, stops.difference(target for _, target in pairs), faces))
    entering = range(1, HOME + 1) if named else faces
    zones = dict(enumerate(wording.track.zones[player][: ENTRY + 1]))
    waiting = _left_waiting(old, new, player)
    moves = tuple(
        Move(
            next(waiting) if source == ENTRY else zones[source],
            zones[target],
            "" if target else zones.get(_home(wording, old, player, source, faces), ""),
            source == ENTRY and source - target not in entering,
        )
        for source, target in pairs
    )
    postillon = _postillon(old, new, player, moves, wording)
    return SpokenPlay(moves, postillon, hits)


def _throws(
    left: list[int], come: list[int], dice: tuple[int, int], *, ace_deuce: bool
) -> Iterator[tuple[int, ...]]:
    """Yield the possible dice of the turn, with a double as four dice.

    After an ace-deuce any double may have been named. The double that fits the pips comes first.
    """
    if dice[0] == dice[1]:
        yield dice * 2
        return
    if ace_deuce:
        pips = sum(left) - sum(come) - sum(dice)
        for double in sorted(range(1, _FACES + 1), key=lambda each: abs(pips - 4 * each)):
            yield (*dice, *repeat(double, 4))
    yield dice


def _farthest_first(
    left: list[int], come: list[int], dice: tuple[int, ...]
) -> tuple[tuple[int, int], ...]:
    """Pair starts and ends in order. If pieces moved backwards, choose pairs that fit the dice."""
    pairs = tuple(zip(left, come, strict=True))
    if len(left) > _MOST_STEPS or all(source > target for source, target in pairs):
        return pairs
    ways = (tuple(zip(left, targets, strict=True)) for targets in permutations(come))
    return min(ways, key=lambda way: sum(not _is_thrown(pair, dice) for pair in way))


def _is_thrown(pair: tuple[int, int], dice: tuple[int, ...]) -> bool:
    return any(_fits(*pair, used) for used in _sums(dice))


def _right_first(
    wording: Wording, old: Placement, player: Player, pairs: tuple[tuple[int, int], ...]
) -> tuple[tuple[int, int], ...]:
    """Put the move of the first piece to come home first, because it wins the right to hit (B3)."""
    if any(old.along(wording.track.zones[player][: HOME + 1], player)):
        return pairs
    return tuple(sorted(pairs, key=lambda pair: (pair[0] < ENTRY, pair[1] > HOME)))


def _home_first(pairs: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """Put pieces that come home before pieces that are borne off (C4)."""
    if all(source <= HOME or not target for source, target in pairs):
        return pairs
    return tuple(sorted(pairs, key=lambda pair: not pair[1]))


def _by_hits(
    pairs: tuple[tuple[int, int], ...], stops: set[int], dice: tuple[int, ...]
) -> Iterator[tuple[int, int]]:
    """Yield the moves, split where a piece hit on its way; stops -- where pieces hit."""
    for source, target in pairs:
        for stop in sorted(stops, reverse=True):
            if _is_thrown((source, stop), dice) and _is_thrown((stop, target), dice):
                stops.remove(stop)
                yield source, stop
                source = stop  # noqa: PLW2901 - continues with the rest of the move
        yield source, target


def named_play(moves: tuple[str, ...]) -> SpokenPlay:
    """Return the play for named moves, such as `V8/V5`, with `*` after a hit."""
    legs = (re.sub(r"/(\w+)\*(?=/)", r"/\1* \1", move).split() for move in moves)
    walks = [leg.split("/") for leg in chain.from_iterable(legs)]
    hits = tuple(stop.rstrip("*") for walk in walks for stop in walk if stop.endswith("*"))
    waits = {*BAR.values(), *HAND.values()}
    named = (
        Move(walk[0], walk[-1].rstrip("*"), _last_stop(walk), walk[0] in waits and len(walk) > 2)
        for walk in walks
    )
    return SpokenPlay(tuple(named), None, hits)


def _last_stop(walk: list[str]) -> str:
    """Return the last stop of a piece before it was borne off; "" if it did not stop."""
    off = walk[-1] in OFF.values() and is_point(walk[0])
    return walk[-2].rstrip("*") if off and len(walk) > 2 else ""


def named_double(wording: Wording, moves: tuple[str, ...], player: Player) -> int:
    """Return the double that these moves play after 1 and 2 in Acey-Deucey, 0 if unknown."""
    steps: Counter[int] = Counter()
    for move in moves:
        stops = [stop.rstrip("*") for stop in move.split("/")]
        steps.update(
            wording.own_number(source, player) - wording.own_number(target, player)
            for source, target in pairwise(stops)
            if target not in OFF.values()
        )
    rest = steps - Counter((1, 2))
    return next(iter(rest)) if len(rest) == 1 else 0


def _changes(
    wording: Wording, old: Placement, new: Placement, player: Player
) -> tuple[list[int], list[int]]:
    """Return the own numbers where pieces started, then those where they ended, farthest first."""
    balance: Counter[int] = Counter()
    zones = wording.track.zones[player]
    stood, stand = old.along(zones, player), new.along(zones, player)
    for slot, (before, after) in enumerate(zip(stood, stand, strict=True)):
        balance[min(slot, ENTRY)] += after - before
    come = sorted(balance.elements(), reverse=True)
    left = sorted((-balance).elements(), reverse=True)
    return left, come


def _fitting(
    left: list[int], come: tuple[int, ...], dice: tuple[int, ...]
) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield all pairs of starts and ends that use each die at most once."""
    if not left:
        yield ()
    for index, target in enumerate(come):
        for used in _sums(dice):
            if _fits(left[0], target, used):
                rest = tuple((Counter(dice) - Counter(used)).elements())
                for others in _fitting(left[1:], come[:index] + come[index + 1 :], rest):
                    yield ((left[0], target), *others)


def _sums(dice: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield every selection of dice, beginning with single dice."""
    for size in range(1, len(dice) + 1):
        yield from dict.fromkeys(combinations(dice, size))


def _fits(source: int, target: int, used: tuple[int, ...]) -> bool:
    distance = source - target
    return sum(used) == distance or (target == 0 and sum(used) > distance)


def _home(
    wording: Wording, old: Placement, player: Player, source: int, dice: tuple[int, ...]
) -> int:
    """Return the stop at home of a piece that several dice bore off; -1 if one die was enough.

    For a piece from outside the home this is where it came home, otherwise its last stop.
    """
    if source <= max(dice) or not _is_thrown((source, 0), dice):
        return -1
    closed = _closed(wording, old, player)
    stops = [source - die for die in dice] if len(set(dice)) > 1 else []
    stops = stops or [source - die * (index + 1) for index, die in enumerate(dice)]
    at_home = [stop for stop in stops if 0 < stop <= HOME and stop not in closed] or [-1]
    return at_home[0] if source > HOME else min(at_home)


def _closed(wording: Wording, old: Placement, player: Player) -> set[int]:
    """Return the home points that are blocked by the opponent."""
    zones = wording.track.zones[player]
    least = wording.rules.closing
    return {number for number in range(1, HOME + 1) if old[zones[number]].of(player.other) >= least}


def _left_waiting(old: Placement, new: Placement, player: Player) -> Iterator[str]:
    """Yield the bar once for each piece that left it, then the hand for each other piece."""
    bar = BAR[player]
    yield from [bar] * max(old[bar].of(player) - new[bar].of(player), 0)
    yield from repeat(HAND[player])


def _postillon(
    old: Placement, new: Placement, player: Player, moves: tuple[Move, ...], wording: Wording
) -> Move | None:
    """Return the postillon's move, to its present point or home."""
    if not wording.rules.postillon:
        return None
    start = next((z for z in wording.track.zones[player] if old[z].postillon(player)), "")
    of_its_point = [move for move in moves if move.source == start]
    if not of_its_point or new[start].postillon(player):
        return None
    return min(of_its_point, key=lambda move: wording.own_number(move.target, player))


def _hits(old: Placement, new: Placement, player: Player) -> tuple[str, ...]:
    """Return the points where an opposing piece was hit."""
    other = player.other
    if new[BAR[other]].of(other) <= old[BAR[other]].of(other):
        return ()
    places = (token.partition("=")[0] for token in old.text.split())
    return tuple(z for z in places if is_point(z) and old[z].of(other) > new[z].of(other))


def sentences_between(  # noqa: PLR0913 - a turn and how to say it
    wording: Wording,
    before: str,
    after: str,
    player: Player,
    dice: tuple[int, int],
    *,
    short: bool = False,
) -> list[str]:
    """Return the sentences of a play between two positions; empty if no play leads there."""
    play = read_play(wording, before, after, player, dice)
    return play_sentences(wording, play, player, short=short) if play else []


def play_sentences(
    wording: Wording, play: SpokenPlay, player: Player, *, short: bool = False
) -> list[str]:
    """Return the sentences of a play: first the postillon, then the moves, with equal moves joined.

    short -- whether to use the fewest words: "24 to 18" for "From 24 to 18"
    """
    sentences = []
    moves = list(play.moves)
    if play.postillon is not None:
        moves.remove(play.postillon)
        home = wording.own_number(play.postillon.target, player) <= HOME
        text = "play.postillon-home" if home else _form("play.move-postillon", short=short)
        sentences.append(_tell(wording, play.postillon, player, text, short=short))
    hits = list(play.hits)
    for move, count in Counter(_as_spoken(move, player) for move in moves).items():
        hit = move.target in hits
        if hit:
            # Only the first piece to reach the point hits.
            hits.remove(move.target)
        text = _form(_message_of(wording, move, hit=hit), short=short)
        sentence = _tell(wording, move, player, text, count, short=short)
        # "to N 2. 2 pieces": a word keeps the two figures apart.
        apart = bool(sentences) and count > 1
        sentences.append(wording.say("play.then", move=sentence[:-1]) if apart else sentence)
    on_the_way = _form("play.hit-on-the-way", short=short)
    sentences += [wording.say(on_the_way, point=wording.point(zone, player)) for zone in hits]
    return sentences


def _form(name: str, *, short: bool) -> str:
    """Return the id of the short message if it is wanted and exists, else the long one's id."""
    return first_message(f"{name}.short", name) if short else name


def moved_by_other(wording: Wording, before: str, after: str, player: Player) -> list[str]:
    """Return the moves of the opponent's pieces in an accepted illegal play, except hits."""
    old, new, other = parse_placement(before), parse_placement(after), player.other
    left, come = _changes(wording, old, new, other)
    for zone in _hits(old, new, player):
        if ENTRY in come:
            left.remove(wording.own_number(zone, other))
            come.remove(ENTRY)
    zones = wording.track.zones[other]
    moves = (Move(zones[a], zones[b]) for a, b in zip(left, come, strict=False))
    points = (move for move in moves if is_point(move.source) or is_point(move.target))
    return [_tell_other(wording, move, player) for move in points]


def _tell_other(wording: Wording, move: Move, player: Player) -> str:
    name = wording.by_places("play.other", move.source, move.target)
    source, target = wording.point(move.source, player), wording.point(move.target, player)
    return wording.say(name, player.other, source=source, target=target)


def _as_spoken(move: Move, player: Player) -> Move:
    """Return a move as it is announced: a move from the bar is named by its last point."""
    return replace(move, goes_on=False) if move.source == BAR[player] else move


def _message_of(wording: Wording, move: Move, *, hit: bool) -> str:
    if move.via:
        return "play.move.to-off-via"
    name = wording.by_places("play.move", move.source, move.target)
    if move.goes_on and is_point(move.target):
        name = f"{name}-on"
    return first_message(f"{name}-hit", name) if hit else name


def _tell(  # noqa: PLR0913 - a move and how to say it
    wording: Wording,
    move: Move,
    player: Player,
    text: str,
    count: int = 1,
    *,
    short: bool = False,
) -> str:
    source = wording.point(move.source, player)
    target = wording.point(move.via or move.target, player)
    same_side = wording.notation == NAMES and source[:1] == target[:1] != ""
    if short and same_side and count == 1:
        return wording.say_on_one_side(text, source, target)
    return wording.say(text, count=count, source=source, target=target)
