"""Trains a network on self-play games by temporal differences or an engine's labels, with Adam.

Training examples go into a replay buffer, and each step uses a random batch from it. Self-play uses
the running average of the trained weights, which is steadier and stronger.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from companion.hints.features import Floats, features, is_race, width
from companion.hints.network import Network, Weights, fresh_network, layers
from companion.hints.outcomes import Evaluator
from companion.rules import find_game
from companion.rules.games import BY_NAME
from companion.training.selfplay import Lesson, SelfPlay

_STORE: Final = 40_000
_BATCH: Final = 512
_REUSE: Final = 4
_AVERAGE: Final = 0.999
_BETAS: Final = (0.9, 0.999)


def rate_at(games: int) -> float:
    """Return the learning rate after this many games."""
    return 1.5e-3 * float((1 + games / 8000) ** -0.6)


def decay_at(games: int) -> float:
    """Return lambda after this many games, from 0.9 (rely on the result) down to 0.3."""
    return 0.3 + 0.6 * float(np.exp(-games / 20000))


@dataclass
class Adam:
    """The Adam optimizer of one network: weights, their running average, and both moments."""

    weights: Weights
    average: Weights
    first: Weights
    second: Weights
    steps: int = 0

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


class Learner:
    """Trains the network of one game. The result depends only on the arguments.

    start -- the network to begin with and after how many games it was saved, None for a fresh one;
    labels -- the evaluator whose chances are learnt, None for those of the following turns.
    """

    def __init__(
        self,
        game: str,
        seed: int,
        boards: int = 512,
        *,
        start: tuple[Network, int] | None = None,
        labels: Evaluator | None = None,
    ) -> None:
        self.rules = find_game(game)
        self.turns = 0
        self.loss = self.length = 0.0
        fresh = fresh_network(self.rules, width(self.rules), seed)
        network, self.games = start or (fresh, 0)
        self._labels = labels
        self.parts = {name: _fresh_adam(weights) for name, weights in network.parts.items()}
        self._chance = np.random.default_rng(seed)
        self._outcomes = network.outcomes
        self._pace = BY_NAME[game].pace
        self._play = SelfPlay(self.rules, self.network, boards, self._chance)
        self._rows = np.empty((_STORE, 2, 32), dtype=np.uint8)
        self._targets = np.empty((_STORE, len(network.outcomes.names)), dtype=np.float32)
        self._stored = 0
        self._owed = 0.0

    @property
    def network(self) -> Network:
        """The network used for play: a live view of the averaged weights."""
        parts = {name: part.average for name, part in self.parts.items()}
        return Network(self.rules, self._outcomes, parts)

    def turn(self) -> None:
        """Play one turn on every board, and train on the games that ended."""
        for lesson in self._play.turn(decay_at(self.games * self._pace)):
            self._keep(lesson)
        while self._owed >= _BATCH and self._stored >= 4 * _BATCH:
            self._owed -= _BATCH
            self._step()

    def _keep(self, lesson: Lesson) -> None:
        count = len(lesson.rows)
        places = (self._stored + np.arange(count)) % _STORE
        self._rows[places] = lesson.rows
        taught = lesson.targets if self._labels is None else self._labels.chances(lesson.rows)
        self._targets[places] = taught
        self._stored += count
        self._owed += _REUSE * count
        self.games += lesson.games
        self.turns += lesson.turns
        self.length += 0.01 * (count / lesson.games - self.length)

    def _step(self) -> None:
        chosen = self._chance.integers(0, min(self._stored, _STORE), size=_BATCH)
        rows, targets = self._rows[chosen], self._targets[chosen]
        race = is_race(self.rules, rows)
        rate = rate_at(self.games * self._pace)
        for name, which in (("contact", ~race), ("race", race)):
            if which.any():
                part = self.parts[name]
                found, loss = gradients_of(
                    part.weights, features(self.rules, rows[which]), targets[which].T
                )
                part.step(found, rate)
                if name == "contact":
                    self.loss += 0.01 * (loss - self.loss)

    def save(self, path: Path) -> None:
        """Save everything that the training depends on, to continue with `load`.

        A continued training is bit for bit the same as one that was not stopped.
        """
        stored = {
            f"{name}.{kind}.{key}": value
            for name, part in self.parts.items()
            for kind in ("weights", "average", "first", "second")
            for key, value in getattr(part, kind).items()
        }
        facts = {
            "game": self.rules.name,
            "games": self.games,
            "turns": self.turns,
            "loss": self.loss,
            "length": self.length,
            "stored": self._stored,
            "owed": self._owed,
            "steps": {name: part.steps for name, part in self.parts.items()},
            "chance": self._chance.bit_generator.state,
        }
        kept = min(self._stored, _STORE)
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
                for kind in ("weights", "average", "first", "second"):
                    for key in getattr(part, kind):
                        getattr(part, kind)[key] = stored[f"{name}.{kind}.{key}"]
                part.steps = facts["steps"][name]
            kept = len(stored["buffer.rows"])
            self._rows[:kept] = stored["buffer.rows"]
            self._targets[:kept] = stored["buffer.targets"]
            self._play.restore(
                {
                    key.removeprefix("play."): stored[key]
                    for key in stored
                    if key.startswith("play.")
                }
            )
        self.games, self.turns = facts["games"], facts["turns"]
        self.loss, self.length = facts["loss"], facts["length"]
        self._stored, self._owed = facts["stored"], facts["owed"]
        self._chance.bit_generator.state = facts["chance"]


def _fresh_adam(weights: Weights) -> Adam:
    return Adam(
        weights,
        {key: value.copy() for key, value in weights.items()},
        {key: np.zeros_like(value) for key, value in weights.items()},
        {key: np.zeros_like(value) for key, value in weights.items()},
    )
