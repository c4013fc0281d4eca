"""Trains a network on self-play games, by temporal differences or by the evaluations of an engine.

Many games are played in parallel, so that all positions are judged in one batch. Training examples
go into a replay buffer, and each step uses a random batch from it. The optimizer is Adam. Self-play
uses the running average of the trained weights, which is steadier and stronger.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from companion.hints.features import Floats, features, is_race, width
from companion.hints.moves import THROWS, WEIGHTS, Mover, Reached, best_of
from companion.hints.network import Network, Weights, fresh_network, layers
from companion.hints.outcomes import Evaluator, Outcomes
from companion.hints.rows import AGAIN, Numbers, Rows, rows_of, swapped
from companion.rules import Player, Rules, find_game
from companion.rules.games import BY_NAME
from companion.rules.position import OFF_SLOT
from companion.rules.vocabulary import PIECES_A_SIDE

LONGEST: Final = 1000
"""The maximum number of turns in a game. Longer games of untrained networks are discarded."""

_WILD_SHARE: Final = 0.3
_WILD_TURNS: Final = 10

TRAINING_BEAM: Final = 2
"""The beam width of an ace-deuce turn during training."""


@dataclass
class SelfPlayGame:
    """One game in progress, with its turns so far.

    wild -- the number of random turns left at the beginning, which are not recorded;
    begun -- whether a turn has been played;
    rows, chances -- the position after each recorded turn, and the network's estimate for it;
    stays -- whether the same player throws again after the turn.
    """

    wild: int
    rows: list[Rows] = field(default_factory=list)
    chances: list[Floats] = field(default_factory=list)
    stays: list[bool] = field(default_factory=list)
    begun: bool = False


class Lesson(NamedTuple):
    """Training examples from finished games: positions and their target chances."""

    rows: Rows
    targets: Floats
    games: int
    turns: int


class SelfPlay:
    """A batch of games in parallel. The weights of `network` may change between turns."""

    def __init__(
        self, rules: Rules, network: Network, boards: int, chance: np.random.Generator
    ) -> None:
        self.network = network
        self._rules = rules
        self._mover = Mover(rules)
        self._chance = chance
        self._start = rows_of(rules, [rules.start], Player.V)
        self._rows = np.repeat(self._start, boards, axis=0)
        self.games = [self._new_game() for _ in range(boards)]

    def _new_game(self) -> SelfPlayGame:
        wild = self._chance.random() < _WILD_SHARE
        return SelfPlayGame(int(self._chance.integers(1, _WILD_TURNS + 1)) if wild else 0)

    def turn(self, decay: float) -> Iterator[Lesson]:
        """Play one turn on every board. Yield the lesson of the games that ended, if any.

        decay -- the lambda of TD(lambda). With 0, a target is the estimate of the next position.
        """
        throws = self.throws()
        reached = all_ends(self._mover, self._rows, throws, self.network)
        chances = self.network.chances(reached.rows)
        equity = self.network.outcomes.equity(chances)
        wild = np.array([game.wild > 0 for game in self.games])
        random = self._chance.random(len(equity), dtype=np.float32)
        best = best_of(reached.turn, np.where(wild[reached.turn], random, equity))
        after, estimates = reached.rows[best], chances[best]
        stays = after[:, 0, AGAIN] > 0
        self._rows = swapped(after)
        self._rows[stays] = after[stays]
        self._rows[:, :, AGAIN] = 0
        over = after[:, 0, OFF_SLOT] == PIECES_A_SIDE
        ended = self._note(after, estimates, stays, over)
        if ended:
            rows = np.concatenate([np.stack(game.rows[:-1]) for game in ended])
            targets = [targets_of(self.network.outcomes, game, decay) for game in ended]
            yield Lesson(rows, np.concatenate(targets), len(ended), len(rows))

    def throws(self) -> Numbers:
        """Return the index of a throw in `THROWS` for each board.

        In the backgammon family the first throw of a game is not a double.
        """
        throws = self._chance.choice(len(THROWS), size=len(self.games), p=WEIGHTS)
        if self._rules.game.track.opposed:
            for index, game in enumerate(self.games):
                while not game.begun and THROWS[throws[index]][0] == THROWS[throws[index]][1]:
                    throws[index] = self._chance.choice(len(THROWS), p=WEIGHTS)
        return throws

    def _note(
        self, after: Rows, estimates: Floats, stays: NDArray[np.bool_], over: NDArray[np.bool_]
    ) -> list[SelfPlayGame]:
        """Record the turn and replace ended games by new ones.

        Return the ended games to learn from.
        """
        ended = []
        for index, game in enumerate(self.games):
            game.begun = True
            if game.wild:
                game.wild -= 1
            else:
                game.rows.append(after[index])
                game.chances.append(estimates[index])
                game.stays.append(bool(stays[index]))
            if over[index] or len(game.rows) > LONGEST:
                if over[index] and len(game.rows) > 1:
                    ended.append(game)
                self.games[index] = self._new_game()
                self._rows[index] = self._start[0]
        return ended

    def state(self) -> dict[str, NDArray[Any]]:
        """Return the games in progress as arrays, to continue with `restore`."""
        names = len(self.network.outcomes.names)
        rows = [row for game in self.games for row in game.rows]
        chances = [each for game in self.games for each in game.chances]
        return {
            "boards": self._rows,
            "wild": np.array([game.wild for game in self.games]),
            "begun": np.array([game.begun for game in self.games]),
            "lengths": np.array([len(game.rows) for game in self.games]),
            "rows": np.array(rows, dtype=np.uint8).reshape(-1, *self._rows.shape[1:]),
            "chances": np.array(chances, dtype=np.float32).reshape(-1, names),
            "stays": np.array([stay for game in self.games for stay in game.stays], dtype=bool),
        }

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Replace all games by the games of `state`, which may be more or fewer."""
        ends = state["lengths"].cumsum()
        self._rows = state["boards"].copy()
        self.games = [
            SelfPlayGame(
                int(state["wild"][index]),
                list(state["rows"][end - length : end]),
                list(state["chances"][end - length : end]),
                state["stays"][end - length : end].tolist(),
                bool(state["begun"][index]),
            )
            for index, (end, length) in enumerate(zip(ends, state["lengths"], strict=True))
        ]


def targets_of(outcomes: Outcomes, game: SelfPlayGame, decay: float) -> Floats:
    """Return the TD(lambda) target of every recorded position except the last."""
    target = game.chances[-1]
    found = []
    for index in range(len(game.rows) - 2, -1, -1):
        target = (1 - decay) * game.chances[index + 1] + decay * target
        if not game.stays[index]:
            target = outcomes.swapped(target)
        found.append(target)
    return np.stack(found[::-1]).astype(np.float32)


def all_ends(mover: Mover, rows: Rows, throws: Numbers, network: Network) -> Reached:
    """Return every end of one turn from each row. throws -- an index in `THROWS` for each row."""
    found, turns = [], []
    for number, dice in enumerate(THROWS):
        boards = np.flatnonzero(throws == number)
        if len(boards):
            reached = mover.ends(rows[boards], dice, network.equity, TRAINING_BEAM)
            found.append(reached.rows)
            turns.append(boards[reached.turn])
    return Reached(np.concatenate(found), np.concatenate(turns))


STORE: Final = 40_000  # the number of examples in the replay buffer
BATCH: Final = 512  # the number of examples in a step
_REUSE: Final = 4  # how many times each example is used, on average
_AVERAGE: Final = 0.999  # the share of the old average that a step keeps
_BETAS: Final = (0.9, 0.999)  # how slowly Adam's two moments change


def rate_at(games: int) -> float:
    """Return the learning rate after this many games."""
    return 1.5e-3 * float((1 + games / 8000) ** -0.6)


_LABEL_RATE: Final = 5e-4
_LABEL_REUSE: Final = 16
"""The initial learning rate and `_REUSE` with labels."""


class Labels(NamedTuple):
    """An evaluator whose chances the network learns. until -- the last game."""

    evaluator: Evaluator
    until: int


def decay_at(games: int) -> float:
    """Return lambda after this many games, from 0.9 (mostly the game's result) down to 0.3."""
    return 0.3 + 0.6 * float(np.exp(-games / 20000))


@dataclass
class Adam:
    """The Adam optimizer of one network: weights, their running average, and both moments."""

    weights: Weights
    average: Weights
    first: Weights
    second: Weights
    steps: int = 0

    @classmethod
    def fresh(cls, weights: Weights) -> Self:
        """Return the optimizer before its first step."""
        average, first, second = (
            {key: make(value) for key, value in weights.items()}
            for make in (np.copy, np.zeros_like, np.zeros_like)
        )
        return cls(weights, average, first, second)

    def step(self, gradients: Weights, rate: float) -> None:
        """Update the weights by one Adam step."""
        self.steps += 1
        one, two = _BETAS
        scale = rate * np.sqrt(1 - two**self.steps) / (1 - one**self.steps)
        keep = np.float32(min(_AVERAGE, 1 - 20 / (20 + self.steps)))
        for name, gradient in gradients.items():
            self.first[name] += np.float32(1 - one) * (gradient - self.first[name])
            self.second[name] += np.float32(1 - two) * (gradient * gradient - self.second[name])
            change = self.first[name] / (np.sqrt(self.second[name]) + np.float32(1e-7))
            self.weights[name] -= np.float32(scale) * change
            self.average[name] += (1 - keep) * (self.weights[name] - self.average[name])


def gradients_of(weights: Weights, seen: Floats, targets: Floats) -> tuple[Weights, float]:
    """Return the gradients of the cross entropy between estimates and targets, and its mean."""
    signals = layers(weights, seen)
    said = np.clip(signals[-1], 1e-6, 1 - 1e-6)
    loss = -(targets * np.log(said) + (1 - targets) * np.log(1 - said)).sum(axis=0).mean()
    error: Floats = (signals[-1] - targets) / np.float32(seen.shape[1])
    found: Weights = {}
    for layer in range(len(weights) // 2 - 1, -1, -1):
        found[f"w{layer}"] = error @ signals[layer].T
        found[f"b{layer}"] = error.sum(axis=1, keepdims=True)
        if layer:
            lit = (signals[layer] > 0).astype(np.float32)
            error = (weights[f"w{layer}"].T @ error) * lit
    return found, float(loss)


_MOMENTS: Final = ("weights", "average", "first", "second")
_COUNTS: Final = ("games", "turns", "loss", "length", "stored", "owed")
"""The attributes of an `Adam` and of a `Learner` that are saved."""


class Learner:
    """Trains the network of one game. The result depends only on the arguments.

    start -- the network to begin with and its number of games, None for a new network;
    labels -- an evaluator to learn from, None to learn from the later turns and the result of each
    game. With labels the learning rate falls to 0 at the last game.
    """

    def __init__(
        self,
        game: str,
        seed: int,
        boards: int = 512,
        *,
        start: tuple[Network, int] | None = None,
        labels: Labels | None = None,
    ) -> None:
        self.rules = find_game(game)
        self.turns = 0
        self.loss = self.length = 0.0  # running means: cross entropy, turns in a game
        fresh = fresh_network(self.rules, width(self.rules), seed)
        network, self.games = start or (fresh, 0)
        self._before, self._labels = self.games, labels
        self.parts = {name: Adam.fresh(weights) for name, weights in network.parts.items()}
        self._chance = np.random.default_rng(seed)
        self._outcomes = network.outcomes
        self._pace = BY_NAME[game].pace
        self._play = SelfPlay(self.rules, self.network, boards, self._chance)
        self._rows = np.empty((STORE, 2, 32), dtype=np.uint8)
        self._targets = np.empty((STORE, len(network.outcomes.names)), dtype=np.float32)
        self.stored = 0  # all examples so far, also those replaced in the buffer
        self.owed = 0.0  # how many uses of examples are still to be made

    @property
    def network(self) -> Network:
        """The network used for play: a live view of the averaged weights."""
        parts = {name: part.average for name, part in self.parts.items()}
        return Network(self.rules, self._outcomes, parts)

    def turn(self) -> None:
        """Play one turn on every board, and train on the games that ended."""
        for lesson in self._play.turn(decay_at(self.games * self._pace)):
            self._keep(lesson)
        while self.owed >= BATCH and self.stored >= 4 * BATCH:
            self.owed -= BATCH
            self._step()

    def _keep(self, lesson: Lesson) -> None:
        count = len(lesson.rows)
        places = (self.stored + np.arange(count)) % STORE
        self._rows[places] = lesson.rows
        learnt = self._labels
        self._targets[places] = learnt.evaluator.chances(lesson.rows) if learnt else lesson.targets
        self.stored += count
        self.owed += (_LABEL_REUSE if learnt else _REUSE) * count
        self.games += lesson.games
        self.turns += lesson.turns
        self.length += 0.01 * (count / lesson.games - self.length)

    def _step(self) -> None:
        chosen = self._chance.integers(0, min(self.stored, STORE), size=BATCH)
        rows, targets = self._rows[chosen], self._targets[chosen]
        race = is_race(self.rules, rows)
        rate = self._rate()
        for name, which in (("contact", ~race), ("race", race)):
            if which.any():
                part = self.parts[name]
                found, loss = gradients_of(
                    part.weights, features(self.rules, rows[which]), targets[which].T
                )
                part.step(found, rate)
                if name == "contact":
                    self.loss += 0.01 * (loss - self.loss)

    def _rate(self) -> float:
        if self._labels is None:
            return rate_at(self.games * self._pace)
        left = self._labels.until - self.games
        return _LABEL_RATE * max(0.0, left / (self._labels.until - self._before))

    def save(self, path: Path) -> None:
        """Save everything that the training depends on, to continue with `load`.

        A continued training gives exactly the same weights as a training without a break.
        """
        stored = {
            f"{name}.{kind}.{key}": value
            for name, part in self.parts.items()
            for kind in _MOMENTS
            for key, value in getattr(part, kind).items()
        }
        facts = {
            "game": self.rules.name,
            **{name: getattr(self, name) for name in _COUNTS},
            "steps": {name: part.steps for name, part in self.parts.items()},
            "chance": self._chance.bit_generator.state,
        }
        kept = min(self.stored, STORE)
        stored["buffer.rows"] = self._rows[:kept]
        stored["buffer.targets"] = self._targets[:kept]
        stored |= {f"play.{key}": value for key, value in self._play.state().items()}
        stored["facts"] = np.array(json.dumps(facts))
        part_file = path.with_suffix(".part.npz")
        np.savez(part_file, **stored)
        part_file.replace(path)

    def load(self, path: Path) -> None:
        """Continue a training from a file written by `save`."""
        with np.load(path) as stored:
            facts: Mapping[str, Any] = json.loads(str(stored["facts"]))
            for name, part in self.parts.items():
                for kind in _MOMENTS:
                    for key in getattr(part, kind):
                        getattr(part, kind)[key] = stored[f"{name}.{kind}.{key}"]
                part.steps = facts["steps"][name]
            kept = len(stored["buffer.rows"])
            self._rows[:kept] = stored["buffer.rows"]
            self._targets[:kept] = stored["buffer.targets"]
            play = {key[5:]: stored[key] for key in stored if key.startswith("play.")}
            self._play.restore(play)
        for name in _COUNTS:
            setattr(self, name, facts[name])
        self._chance.bit_generator.state = facts["chance"]
