"""Gives hints to the players in practice, computed in a background thread.

A coach follows the facts. When dice are thrown, the coach starts to evaluate the turn in its own
thread, so the evening is never delayed. A result is returned as one `Hint`. Advice on the cube is
computed when it is requested, because it takes little time. There is a coach only in practice.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from companion.hints.advice import Advice, AdvisedPlay, CubeAdvice, Stake
from companion.hints.loader import has_network
from companion.practice.thinker import Opinion, Thinker, TurnToEvaluate, Worker
from companion.referee.cube import may_double
from companion.referee.facts import ErrorClosed, Fact, GameBegins, Roll, TurnEnds
from companion.referee.initial_state import exercise_of
from companion.referee.state import Phase, State
from companion.referee.talk_facts import CubeHint, Hint, HintPlay, TurnJudged
from companion.rules import Player, Rules, find_game
from companion.rules.verdicts import Verdict
from companion.speech.catalogue import Sentence, first_sentence
from companion.speech.hint_words import NEARLY

if TYPE_CHECKING:
    from companion.hints.advisor import Advisor

CoachResult = Hint | CubeHint | TurnJudged
"""A result of a coach."""

STEPS: Final = ("nudge", "idea", "play")
"""The hints on successive presses of the `hint` key (docs/keys.md)."""


class Coach:
    """Computes hints, and judges each finished turn of a player. Close it after the evening.

    tell -- called from another thread with each hint and judgement
    complain -- called once with a sentence if hints cannot be given
    unasked -- whether a better play is reported without a request
    """

    def __init__(
        self,
        rules: Rules,
        tell: Callable[[CoachResult], None],
        complain: Callable[[Sentence], None],
        *,
        unasked: bool = False,
    ) -> None:
        self._rules = rules
        self._unasked = unasked
        self._tell = tell
        self._complain = complain
        self._running: TurnToEvaluate | None = None
        self._finished: dict[Player, TurnToEvaluate] = {}
        self._thinker = Thinker()
        self._failed = False
        self._worker = Worker("coach")

    def close(self) -> None:
        """Stop the threads."""
        self._worker.close()
        self._thinker.close()

    # --- in the evening's thread ---------------------------------------------------------------

    def follow(self, fact: Fact, state: State) -> None:
        """Process a fact with the state after it."""
        if not isinstance(fact, Roll | TurnEnds | ErrorClosed | GameBegins):
            return
        turn, self._running = self._running, None
        match fact:
            case Roll(player=player) if player is not state.practice.partner and self.gives_hints(
                state
            ):
                stake, rules = stake_of(state, player), self._rules.with_options(state.game.rights)
                turn = TurnToEvaluate(player, fact.dice, self._before(state), stake, rules)
                self._running = turn
                self._compute(partial(self._thinker.begin, turn))
            case TurnEnds(player=player, verdict=Verdict.LEGAL) if turn and turn.player is player:
                finished = self._finished[player] = replace(turn, played=fact.position)
                if not state.practice.exercise:  # an exercise has an aim other than winning
                    self._compute(partial(self._judge, finished))
            case GameBegins():
                self._rules = find_game(fact.game, fact.options)
                self._finished.clear()

    def gives_hints(self, state: State) -> bool:
        """Return whether hints are given; exercises that need other plays than a game have none."""
        exercise = state.practice.exercise
        return not exercise or exercise_of(self._rules.name, exercise).has_hints

    def ask(self, player: Player, times: int, state: State) -> None:
        """Answer a player who pressed the hint key for the `times`-th time in a row.

        During the player's own turn each press gives a more detailed hint. If the player may double
        or must answer a double, the first press gives advice on the cube. Otherwise the hint is the
        better play in the player's last turn.
        """
        turn, doubler = self._running, _doubler(self._rules, state, player)
        if doubler is not None and (times % 2 or player not in self._finished):
            rules = self._rules.with_options(state.game.rights)
            missing = Hint(player, "missing", doubler, (1, 1), self._before(state))
            self._compute(partial(self._advise_on, player, doubler, rules, state), missing)
        elif turn is not None and turn.player is player and _is_running(state):
            self._give(turn, player, STEPS[(times - 1) % len(STEPS)])
        elif player in self._finished:
            self._give(self._finished[player], player, "better")
        else:
            step = "nothing"
            if state.is_partners_turn:
                step = "partners-play" if _is_running(state) else "partners-throw"
            self._tell(Hint(player, step, player, (1, 1), self._before(state)))

    def _give(self, turn: TurnToEvaluate, player: Player, step: str) -> None:
        """Start to compute a hint on a turn."""
        missing = Hint(player, "missing", turn.player, turn.dice, turn.before)
        self._compute(partial(self._hint, turn, player, step), missing)

    def is_current(self, hint: CoachResult, state: State) -> bool:
        """Return whether a hint still applies to the state of the table."""
        if isinstance(hint, CubeHint):
            doubler = _doubler(self._rules, state, hint.player)
            about = (doubler, state.game.cube.value, self._before(state))
            return about == (hint.doubler, hint.value, hint.before)
        if isinstance(hint, TurnJudged) or hint.step not in STEPS:
            return True
        played = state.turn.player, state.throw.dice, self._before(state)
        return _is_running(state) and played == (hint.mover, hint.dice, hint.before)

    def _before(self, state: State) -> str:
        """Return the position at the start of the running turn, as text."""
        return self._rules.text(state.game.position)

    # --- the thread ----------------------------------------------------------------------------

    def _compute(self, task: Callable[[], object], missing: Hint | None = None) -> None:
        """Let the thread do a task. missing -- the fact to report if the task fails."""

        def attempt() -> None:
            try:
                task()
            except Exception as error:  # noqa: BLE001 - the evening continues without hints
                if not self._failed:
                    self._failed = True
                    self._complain(first_sentence(error))
                if missing is not None:
                    self._tell(missing)

        self._worker.put(attempt)

    def _hint(self, turn: TurnToEvaluate, player: Player, step: str) -> None:
        """Report a hint on a running or finished turn."""
        finished = turn.played
        opinion = Opinion(self._thinker.review(turn)) if finished else self._thinker.tell(turn)
        self._tell(hint_of(turn, player, step, opinion))

    def _advise_on(self, player: Player, doubler: Player, rules: Rules, state: State) -> None:
        """Report the advice on a double to the player who may offer it or who must answer it."""
        stake, advice = cube_advice(self._thinker.advisor(rules), state, doubler)
        before = rules.text(state.game.position)
        self._tell(_cube_hint(player, doubler, before, stake, advice))

    def _judge(self, turn: TurnToEvaluate) -> None:
        """Report the loss of a finished turn if there was a choice and a network can judge it."""
        advice = self._thinker.review(turn)
        if len(advice.plays) < 2 or not has_network(turn.rules.name):
            return
        lost = round((advice.plays[0].equity - _played(turn, advice).equity) * 1000)
        self._tell(TurnJudged(turn.player, lost))
        if self._unasked and round(lost, -1) > NEARLY:
            self._tell(hint_of(turn, turn.player, "better", Opinion(advice)))


def _is_running(state: State) -> bool:
    """Return whether a turn is being played, possibly interrupted by a pause."""
    return state.phase_of_game is Phase.MOVING


def stake_of(state: State, player: Player) -> Stake:
    """Return the stake of the game for a player."""
    match, cube = state.match, state.game.cube.value
    if match.target is None or match.count_games:
        return Stake(cube=cube)
    side = list(Player).index(player)
    away, other = match.target - match.score[side], match.target - match.score[1 - side]
    over = match.crawford_over or not match.crawford
    return Stake(away, other, cube, match.crawford_now, over)


def _doubler(rules: Rules, state: State, player: Player) -> Player | None:
    """Return who may double or has doubled, if this player may ask about it, else None."""
    if state.phase is Phase.DOUBLED:
        return state.turn.player if state.turn.player is player.other else None
    return player if may_double(rules, state, player) else None


def cube_advice(advisor: "Advisor", state: State, doubler: Player) -> tuple[Stake, CubeAdvice]:
    """Return the doubler's stake and the advice on a double. The double must be allowed."""
    stake, owned = stake_of(state, doubler), state.game.cube.owner is doubler
    return stake, advisor.cube.advise(state.game.position, doubler, stake, owned=owned)


def _cube_hint(
    player: Player, doubler: Player, before: str, stake: Stake, advice: CubeAdvice
) -> CubeHint:
    chance = advice.chance
    if player is not doubler:
        chance = 1 - chance
        step = "take" if advice.takes else "drop"
        lost = advice.loss(doubled=True, taken=not advice.takes)
    else:
        step = own_step(stake, advice)
        lost = advice.loss(doubled=not step.startswith("double"))
    gammons = _deciding_gammons(player, doubler, stake, advice)
    percent, thousandths = round(chance * 100), round(lost * 1000)
    return CubeHint(player, step, doubler, stake.cube, before, percent, thousandths, gammons)


def _deciding_gammons(
    player: Player, doubler: Player, stake: Stake, advice: CubeAdvice
) -> tuple[Player, int] | None:
    """Return a player whose gammons change the cube action, and their percentage, or None."""
    plain = advice.plain
    if plain is None:
        return None
    same = advice.takes == plain.takes
    if player is doubler:
        same = same and own_step(stake, advice) == own_step(stake, plain)
    if same:
        return None
    own = advice.double_take > plain.double_take
    return doubler if own else doubler.other, round(advice.gammons[not own] * 100)


def own_step(stake: Stake, advice: CubeAdvice) -> str:
    """Return what a player who may double should do, see `CubeHint`.

    A double that the opponent must drop is advised unless playing on gains more than `NEARLY`.
    """
    if stake.away and stake.away <= stake.cube:
        return "enough"
    if advice.takes:
        return "double-take" if advice.doubles else "wait"
    gains = round(advice.loss(doubled=True) * 1000)
    return "too-good" if gains > NEARLY else "double-drop"


def _played(turn: TurnToEvaluate, advice: Advice) -> AdvisedPlay:
    """Return the play that the player made in a finished turn; the advice includes it."""
    return next(play for play in advice.plays if turn.rules.text(play.end) == turn.played)


def hint_of(turn: TurnToEvaluate, player: Player, step: str, opinion: Opinion) -> Hint:
    """Return the hint on a turn for a player and a step."""
    rules, advice = turn.rules, opinion.advice
    plays = list(advice.plays)
    if step == "better" and len(plays) == 1:
        step = "only"
    elif step == "better":
        played = _played(turn, advice)
        plays.remove(played)
        plays = [*plays, played] if played is not advice.plays[0] else [played]
    hint_plays = tuple(
        HintPlay(
            rules.text(play.end),
            play.moves,
            round(play.equity * 1000),
            play.reasons,
            play.clue,
            play.leads,
        )
        for play in plays
    )
    middle, worst = round(advice.middle * 1000), round(advice.worst * 1000)
    return Hint(
        player,
        step,
        turn.player,
        turn.dice,
        turn.before,
        hint_plays,
        middle,
        worst,
        unsure=opinion.unsure,
        revised=opinion.revised,
    )
