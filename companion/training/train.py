"""Trains a network by self-play, for `companion train`.

All files of a game are in one folder: `GAME.state.npz`, from which training continues;
`GAME.jsonl`, a log with one line per report; `GAME-GAMES.npz`, checkpoints of the weights; and
`GAME.png`, the learning curve, if matplotlib is installed (the extra `train`).
"""

import json
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from companion.hints.bearoff import Tabled, is_counted
from companion.hints.evaluator import evaluator_of
from companion.hints.features import Floats
from companion.hints.network import read_network, write_network
from companion.hints.outcomes import Evaluator
from companion.hints.rows import Rows
from companion.hints.search import Search
from companion.message_error import MessageError
from companion.optional import LibraryError, load
from companion.rules import Rules, find_game
from companion.speech.catalogue import Sentence, filled
from companion.training.learning import Labels, Learner

REPORT_EVERY: Final = 20.0
"""Seconds between two reports."""

_FIRST_CHECKPOINT: Final = 1000
_CHECKPOINT_FACTOR: Final = 1.4
"""The factor from the number of games at one checkpoint to the number at the next."""

_BAR: Final = 30
"""The number of characters in the bar of progress."""

_DRAWN_FROM: Final = 500
"""The first game in the picture. The running mean of the loss is too low before this game."""

_AT_ONCE: Final = 256
"""How many positions are searched at once, which limits the memory."""


class TrainingError(MessageError, ValueError):
    """A training that cannot start or continue. The message is one sentence."""


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """The plan of a training, which ends after these minutes or games, whichever comes first.

    start -- a checkpoint with which to begin, named GAME-GAMES.npz;
    labels -- the engine whose chances are learnt, None to learn from the following turns; `own`
    is the network of `start` (or the included one) with one further throw.
    """

    game: str
    folder: Path
    seed: int
    minutes: float
    games: int
    start: Path | None = None
    labels: str | None = None


def train(plan: TrainingPlan, tell: Callable[[Sentence], None]) -> Path:
    """Train a network and return the file of its weights. Continue if the folder has a state.

    tell -- called with a sentence on the progress about every 20 seconds, when the state is saved.
    Raises `TrainingError` if the state in the folder or the checkpoint cannot be used.
    """
    plan.folder.mkdir(parents=True, exist_ok=True)
    state = plan.folder / f"{plan.game}.state.npz"
    learner = learner_of(plan)
    if state.exists():
        _resume(learner, state)
    log = _Log(plan, learner.games)
    next_checkpoint = max(_FIRST_CHECKPOINT, int(learner.games * _CHECKPOINT_FACTOR))
    while not log.is_over(learner):
        learner.turn()
        if learner.games >= next_checkpoint:
            next_checkpoint = int(learner.games * _CHECKPOINT_FACTOR)
            write_network(learner.network, plan.folder / f"{plan.game}-{learner.games}.npz")
        if log.is_due():
            tell(log.report(learner))
            learner.save(state)
    tell(log.report(learner))
    learner.save(state)
    last = plan.folder / f"{plan.game}-{learner.games}.npz"
    write_network(learner.network, last)
    draw_picture(plan.folder / f"{plan.game}.jsonl", plan.folder / f"{plan.game}.png")
    return last


def learner_of(plan: TrainingPlan) -> Learner:
    """Return a learner before its first turn. Raise `TrainingError` for a bad checkpoint."""
    rules = find_game(plan.game)
    start = None
    if plan.start is not None:
        try:
            games = int(plan.start.stem.removeprefix(f"{plan.game}-"))
            with np.load(plan.start) as stored:
                start = read_network(rules, stored), games
        except (OSError, ValueError):
            raise TrainingError(
                "error.no-checkpoint",
                file=str(plan.start),
                game=plan.game,
                example=f"{plan.game}-10000.npz",
            ) from None
    teacher = _teacher(rules, plan.labels, start and start[0]) if plan.labels else None
    labels = Labels(teacher, plan.games) if teacher else None
    return Learner(plan.game, plan.seed, start=start, labels=labels)


def _teacher(rules: Rules, labels: str, start: Evaluator | None) -> Evaluator:
    """Return the evaluator whose chances are learnt."""
    if labels != "own" or start is None:
        found = evaluator_of(rules, labels)
    else:
        found = Tabled(rules, start) if is_counted(rules) else start
    return OneThrow(rules, found) if labels == "own" else found


class OneThrow:
    """Evaluates positions by another evaluator's chances after one further throw."""

    def __init__(self, rules: Rules, evaluator: Evaluator) -> None:
        self.outcomes = evaluator.outcomes
        self._search = Search(rules, evaluator)

    def chances(self, rows: Rows) -> Floats:
        """Return the chances, averaged over all throws with best play."""
        starts = range(0, len(rows), _AT_ONCE)
        parts = [self._search.chances_after(rows[first : first + _AT_ONCE]) for first in starts]
        return np.concatenate(parts)


def _resume(learner: Learner, state: Path) -> None:
    try:
        learner.load(state)
    except (KeyError, OSError, ValueError):
        raise TrainingError("error.no-state", file=str(state), game=learner.rules.name) from None


class _Log:
    """Writes the log file, makes the sentences on progress, and knows when the plan is done."""

    def __init__(self, plan: TrainingPlan, games_before: int) -> None:
        self._plan = plan
        self._before = games_before
        self._began = self._last = time.monotonic()
        self._cpu = time.process_time()

    def _share(self, learner: Learner) -> float:
        by_time = (time.monotonic() - self._began) / (self._plan.minutes * 60)
        return max(by_time, learner.games / self._plan.games)

    def is_over(self, learner: Learner) -> bool:
        return self._share(learner) >= 1

    def is_due(self) -> bool:
        return time.monotonic() - self._last >= REPORT_EVERY

    def report(self, learner: Learner) -> Sentence:
        """Append a line to the log file, and return a sentence on the progress."""
        self._last = time.monotonic()
        line = {
            "seconds": round(self._last - self._began),
            "cpu": round(time.process_time() - self._cpu),
            "games": learner.games,
            "turns": learner.turns,
            "loss": round(learner.loss, 4),
            "length": round(learner.length, 1),
        }
        with (self._plan.folder / f"{self._plan.game}.jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps(line) + "\n")
        full = round(min(self._share(learner), 1) * _BAR)
        return filled(
            "command.training",
            bar=f"[{'#' * full}{'.' * (_BAR - full)}]",
            game=self._plan.game,
            games=learner.games,
            length=round(learner.length),
            loss=round(1000 * learner.loss),
        )


def draw_picture(log: Path, target: Path) -> bool:
    """Draw the cross entropy by games played. Return False if matplotlib cannot be loaded."""
    os.environ["MPLBACKEND"] = "Agg"  # without a window
    try:
        plt = load("matplotlib.pyplot", "train")
    except LibraryError:
        return False
    lines: list[dict[str, Any]] = [json.loads(line) for line in log.read_text().splitlines()]
    figure, axes = plt.subplots(figsize=(7, 4))
    drawn = [line for line in lines if line["games"] >= _DRAWN_FROM]
    axes.plot([line["games"] for line in drawn], [line["loss"] for line in drawn])
    axes.set(xlabel="games of self-play", ylabel="cross entropy", xscale="log", title=log.stem)
    axes.grid(visible=True)
    figure.tight_layout()
    figure.savefig(target, dpi=120)
    plt.close(figure)
    return True
