"""The neural networks: two for each game, one for positions with contact and one for races.

They are feed-forward networks with rectifiers, in numpy. The last layer gives chances. Weights are
stored in half precision, some tens of kilobytes for each network.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.hints.features import Floats, features, is_race
from companion.hints.outcomes import Outcomes, outcomes_of
from companion.hints.rows import Rows
from companion.rules import Rules

_CHUNK: Final = 4096
"""The number of positions evaluated at one time. Their few megabytes stay in the cache."""

HIDDEN: Final = {"contact": (128, 32), "race": (64, 24)}
"""The sizes of the hidden layers."""

Weights = dict[str, NDArray[np.float32]]
"""The parameters of one network: `w0`, `b0`, `w1`, `b1`…"""


def judged_by_parts(judge: Callable[[Rows], Floats], rows: Rows) -> Floats:
    """Return the results of `judge` for all rows. `judge` gets at most 4,096 rows at a time."""
    starts = range(0, len(rows), _CHUNK) or [0]
    return np.concatenate([judge(rows[start : start + _CHUNK]) for start in starts])


def fresh_weights(inputs: int, hidden: tuple[int, ...], outputs: int, seed: int) -> Weights:
    """Return random initial weights, scaled to keep the signals of all layers equally large."""
    chance = np.random.default_rng(seed)
    sizes = (inputs, *hidden, outputs)
    weights: Weights = {}
    for layer, (into, out) in enumerate(pairwise(sizes)):
        last = layer == len(sizes) - 2
        spread = (0.1 if last else 1.0) * np.sqrt(2 / into)
        weights[f"w{layer}"] = (chance.standard_normal((out, into)) * spread).astype(np.float32)
        weights[f"b{layer}"] = np.zeros((out, 1), dtype=np.float32)
    return weights


def layers(weights: Weights, seen: Floats) -> list[Floats]:
    """Return the signals of every layer, from features to chances; one column per position."""
    signals = [seen]
    depth = len(weights) // 2
    for layer in range(depth):
        after = weights[f"w{layer}"] @ signals[-1]
        after += weights[f"b{layer}"]
        if layer < depth - 1:
            np.maximum(after, 0, out=after)
        else:
            after = 1 / (1 + np.exp(-np.clip(after, -30, 30)))
        signals.append(after)
    return signals


@dataclass(frozen=True, eq=False)
class Network:
    """An `Evaluator` of one game with its networks."""

    rules: Rules
    outcomes: Outcomes
    parts: Mapping[str, Weights]

    def chances(self, rows: Rows) -> Floats:
        """Return the chances of each outcome for the player who has just moved (see `outcomes`)."""
        return judged_by_parts(self._judge, rows)

    def _judge(self, rows: Rows) -> Floats:
        found = np.empty((len(rows), len(self.outcomes.names)), dtype=np.float32)
        race = is_race(self.rules, rows)
        for name, which in (("contact", ~race), ("race", race)):
            part = rows[which]
            if len(part):
                found[which] = layers(self.parts[name], features(self.rules, part))[-1].T
        return self.outcomes.correct(found, rows)

    def equity(self, rows: Rows) -> Floats:
        """Return the equity of each position."""
        return self.outcomes.equity(self.chances(rows))


def fresh_network(rules: Rules, inputs: int, seed: int) -> Network:
    """Return an untrained network."""
    outcomes = outcomes_of(rules)
    parts = {
        name: fresh_weights(inputs, hidden, len(outcomes.names), seed + number)
        for number, (name, hidden) in enumerate(HIDDEN.items())
    }
    return Network(rules, outcomes, parts)


def read_network(rules: Rules, stored: Mapping[str, NDArray[np.float16]]) -> Network:
    """Return a network from the arrays of a weights file (`part.name`), in any precision."""
    parts: dict[str, Weights] = {}
    for key in stored:
        part, name = key.split(".")
        parts.setdefault(part, {})[name] = stored[key].astype(np.float32)
    return Network(rules, outcomes_of(rules), parts)


def write_network(network: Network, path: Path) -> None:
    """Write the weights in half precision, for `read_network`."""
    halves = {
        f"{part}.{name}": values.astype(np.float16)
        for part, weights in network.parts.items()
        for name, values in weights.items()
    }
    with path.open("wb") as stream:
        np.savez_compressed(stream, allow_pickle=False, **halves)
