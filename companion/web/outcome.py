"""Describes the effect of a ruling: who is on turn afterwards, and with which dice.

The form shows the effect next to each choice, and the confirmation page shows it with the ruling.
This module does no input or output.
"""

from typing import Any, Final

from companion.referee.facts import Ruling
from companion.referee.table_view import TableView
from companion.rules import Player
from companion.speech.catalogue import language
from companion.speech.wording import is_point
from companion.web.page_text import PageText, Side
from companion.web.rulings import choices, kinds, places, positions, relaid


def summary(ruling: Ruling, table: TableView, words: PageText) -> tuple[str, ...]:
    """Return lines with the decision, its details, the referee and the reason."""
    sentences = [words.say(f"form.what.is.{ruling.what}")]
    if ruling.position:
        sentences.append(_which(ruling.position, table, words))
    if ruling.dice is not None:
        sentences.append(_labelled(words, "form.dice", f"{ruling.dice[0]}, {ruling.dice[1]}."))
    if ruling.winner is not None:
        winner = words.say("page.sides", ruling.winner)
        sentences.append(_labelled(words, "form.winner", winner))
    if ruling.kind:
        sentences.append(words.say(f"match.kind.{ruling.kind}"))
    if ruling.zone:
        sentences.append(place(ruling.zone, table, words))
    sentences.append(_labelled(words, "form.who", ruling.by))
    sentences.append(_labelled(words, "form.why", ruling.reason))
    return tuple(sentences)


def _which(position: str, table: TableView, words: PageText) -> str:
    """Return the name of the position to set, or the position's text if it has no name."""
    for which, text in positions(table).items():
        if text == position:
            return words.say(_which_phrase(which, table))
    return _labelled(words, "form.position", relaid(position, table))


def _which_phrase(which: str, table: TableView) -> str:
    wrong = "wrong-" if table.phase == "error" else ""
    return f"form.which.is.{wrong}{which}"


def _labelled(words: PageText, label: str, text: str) -> str:
    """Return the heading of a label and a text, joined by the language's colon."""
    return f"{words.head(label)}{language(words.lang).colon} {text}"


def place(zone: str, table: TableView, words: PageText) -> str:
    """Return the name on the board of a place that may be out of order."""
    if is_point(zone):
        return words.say("form.point", point=words.wording(table).name(zone))
    return words.say(f"place.{zone}")


def form_choices(
    table: TableView, words: PageText, *, has_journal: bool = True, choosing: bool = False
) -> dict[str, Any]:
    """Return the template values for the form in the table's present state.

    has_journal -- whether there is a journal; without it the game cannot be adjourned
    choosing -- whether the players are choosing a game, so that nothing can be decided

    In the result, `choices` has the decisions, each with its effect if no details are needed. The
    other values are for the details. For a position to set: `whiches` (the positions offered),
    `filled`, `replay` and `turns`; for an award: `kinds`; for places out of order or in order
    again: `zones`.
    """
    offered = [
        what for what in choices(table) if not choosing and (has_journal or what != "adjourn")
    ]
    dispute, wrong = table.dispute, table.phase == "error"
    zones = [zone for what in ("out-of-order", "in-order") for zone in places(what, table)]
    return {
        "choices": {what: _hint(what, table, words) for what in offered},
        "whiches": _whiches(table, words),
        "filled": words.say(f"form.filled.{'wrong' if wrong else 'before'}")
        if positions(table)
        else "",
        "replay": _played("form.replay", dispute.player, dispute.dice, words) if dispute else "",
        "turns": _turns(table, words),
        "kinds": [(kind, words.say(f"match.kind.{kind}")) for kind in kinds(table)],
        "zones": [(zone, place(zone, table, words)) for zone in zones],
    }


def _hint(what: str, table: TableView, words: PageText) -> str:
    if what in _DETAILED:
        return ""
    return " ".join(outcome(Ruling(what, ""), table, words))


_DETAILED: Final = ("position", "dice", "opening", "award", "out-of-order", "in-order")


def _whiches(table: TableView, words: PageText) -> list[tuple[str, str]]:
    """Return value and label of each position that may be set. The typed position comes last."""
    named = [(which, words.say(_which_phrase(which, table))) for which in positions(table)]
    return [*named, ("written", words.say("form.which.is.written"))] if named else []


def _turns(table: TableView, words: PageText) -> list[tuple[str, str]]:
    """Return the choices of who is on turn in a set position. Equal outcomes are listed once."""
    wishes = {"": None, **{player.value: player for player in Player}}
    values: dict[str, str] = {}
    for value, player in wishes.items():
        values.setdefault(_after_position(player, table, words), value)
    return [(value, sentence) for sentence, value in values.items()]


def set_pieces(ruling: Ruling, table: TableView, words: PageText) -> tuple[Side, ...]:
    """Return both sides' pieces in the position to set, empty if none is set."""
    return words.sides(table, position=ruling.position) if ruling.position else ()


def outcome(ruling: Ruling, table: TableView, words: PageText) -> tuple[str, ...]:
    """Return sentences on the effect of a ruling that the table's state allows."""
    if ruling.what == "position":
        sentences = [words.say("form.set-up-first"), _after_position(ruling.player, table, words)]
        return tuple(sentences + [words.say("form.stays-paused")] * (table.phase == "paused"))
    return (_effect(ruling, table, words),)


def _effect(ruling: Ruling, table: TableView, words: PageText) -> str:
    match ruling.what:
        case "accept":
            effect = _of("form.stands-so", table.player, words)
        case "correct":
            effect = _played("form.corrects", table.player, table.dice, words)
        case "dice":
            effect = _played("form.plays-anew", table.player, ruling.dice, words)
        case "opening":
            green, black = ruling.dice or (0, 0)
            begins = None if green == black else Player.V if green > black else Player.N
            effect = words.say("form.begins" if begins else "form.opens-again", begins)
        case "award":
            effect = _of("form.wins", ruling.winner, words)
        case "undo":
            effect = words.say(f"form.undoes.{table.decision}")
        case "out-of-order":
            effect = words.say(f"form.{'dice' if ruling.zone.endswith('dice') else 'place'}-out")
        case _:
            effect = words.say(f"form.effect.{ruling.what}")
    return effect


def _of(name: str, player: Player | None, words: PageText) -> str:
    return words.say("form.goes-on" if player is None else name, player)


def _after_position(player: Player | None, table: TableView, words: PageText) -> str:
    """Return who is on turn in a set position. player -- the player chosen to throw, or None."""
    mover, phase = table.player, table.phase
    if mover is not None and phase == "error" and player is not mover:
        return words.say("form.ends-so", mover)
    if player is not None:
        again = player is mover and phase in ("moving", "error")
        return words.say("form.throws-again" if again else "page.to-throw", player)
    if mover is None:
        return words.say("form.opens")
    if phase == "to-throw":
        return words.say("page.to-throw", mover)
    if phase == "moving" and table.dice is not None:
        return _played("form.plays-on", mover, table.dice, words)
    return words.say("form.double-waits" if phase == "doubled" else "form.goes-on")


def _played(name: str, player: Player | None, dice: tuple[int, int] | None, words: PageText) -> str:
    """Return a sentence with a player and dice.

    If either is unknown, say that the game continues.
    """
    if player is None or dice is None:
        return words.say("form.goes-on")
    return words.say(name, player, high=max(dice), low=min(dice))
