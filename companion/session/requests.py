"""Carries out requests of the referee, typed rulings, and results of the partner and the coach."""

from companion.practice.coach import CoachResult
from companion.practice.opponent import Decision
from companion.referee import requests
from companion.referee.choosing import Chooser
from companion.referee.disabled_places import renamed
from companion.referee.facts import Ruling
from companion.referee.referee import Referee
from companion.referee.requests import Request
from companion.referee.state import MINUTE, Evening, State
from companion.referee.talk_facts import Choice, EntryAnswer, KeyAnswer
from companion.rules import Player
from companion.session.ruling_lines import RulingError, asks_for_help, parse
from companion.session.table import Table
from companion.settings import Settings
from companion.speech.voice_settings import change
from companion.typed.entries import CodeRequest, TypedRuling


def carry_out(table: Table, request: Request | TypedRuling | CodeRequest) -> None:
    """Carry out a request of the referee, the chooser or a player who typed it."""
    match request:
        case requests.ChangeSetting() | requests.SayAgain():
            _speak(table, request)
        case requests.GiveHint(player, times):
            _ask_coach(table, player, times)
        case requests.TellProgress(player):
            table.record.progress(table.referee.state.practice, player, table.submit)
        case requests.ChooseGame():
            table.chooser = Chooser.instead_of(table.settings.game)
        case requests.KeepGame():
            table.begin(referee_of(table.settings, table.referee.state))
        case requests.StartMatch(choice):
            _begin_match(table, choice)
        case requests.EndEvening(shut_down):
            table.stopped, table.shuts_down = True, shut_down
        case TypedRuling(order):
            _carry_out_line(table, order)
        case CodeRequest(Player() as player) if not table.words.tell_code(player):
            table.take_typed(EntryAnswer(player, "no-pages"))


def _speak(table: Table, request: requests.ChangeSetting | requests.SayAgain) -> None:
    """Announce facts again, or change a setting of the voice and announce the new value."""
    if isinstance(request, requests.SayAgain):
        for fact in request.facts:
            table.words.say_again(fact)
        return
    done = change(request.player, request.what, table.words.announcer, table.words.speaker)
    table.publish((done,))


def _ask_coach(table: Table, player: Player, times: int) -> None:
    """Ask the coach, who answers later. If there are no hints, answer at once."""
    state = table.referee.state
    if table.coach is None:
        table.publish((KeyAnswer(player, "no-hints"),))
    elif not table.coach.gives_hints(state):
        table.publish((KeyAnswer(player, "no-exercise-hints"),))
    else:
        table.coach.ask(player, times, state)


def _begin_match(table: Table, choice: Choice) -> None:
    """Begin a new match with the chosen settings."""
    table.settings = table.settings.chosen(choice)
    table.record.settings = table.settings
    table.record.begin_match()
    table.words.announcer.use_game(choice.game)
    before = table.referee.state
    table.begin(referee_of(table.settings))
    # Places out of order stay out of order in the next game.
    for place in renamed(before.board.dead, before.board.layout, table.referee.state.board.layout):
        table.decide(Ruling("out-of-order", by="players", zone=place))


def _carry_out_line(table: Table, order: str) -> None:
    """Carry out a typed ruling. Answer a request for help, and report an unreadable line."""
    asker = table.referee.state.turn.player or Player.V
    if asks_for_help(order):
        table.take_typed(EntryAnswer(asker, "help-ruling"))
        return
    try:
        ruling = parse(order)
    except RulingError as error:
        table.take_typed(EntryAnswer(asker, error.code))
        return
    table.stopped |= not table.decide(ruling) and ruling.what == "adjourn"


def take_decision(table: Table, decision: Decision) -> None:
    """Carry out the partner's decision, unless the state has changed in the meantime."""
    if table.partner is None:
        return
    if table.chooser is not None:
        table.partner.forget()
    elif table.partner.is_current(decision, table.referee.rules, table.referee.state):
        if decision.act is not None:
            table.act(decision.act)
        table.partner_acts()


def take_advice(table: Table, hint: CoachResult) -> None:
    """Publish a hint, unless the state has changed in the meantime."""
    if table.coach is not None and table.coach.is_current(hint, table.referee.state):
        table.publish((hint,))


def referee_of(settings: Settings, state: State | None = None) -> Referee:
    """Return a referee for these settings, in its initial or a saved state.

    Raises `RulesError`, `ExerciseError` or `MatchError` for invalid settings.
    """
    return Referee(
        settings.rules(),
        settings.match(),
        state,
        evening=Evening(
            settings.clock * MINUTE,
            typed=settings.is_typed,
            types_dice=settings.is_typed or settings.type_dice,
            shuts_down=settings.service,
        ),
        practice=settings.against.practice,
    )
