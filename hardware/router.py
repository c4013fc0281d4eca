"""Finds the tracks of a circuit board with two layers, one net after the other.

Tracks follow a grid. Each connection is the cheapest way by Dijkstra's method with a lower bound
for the rest. If there is no way for a net, the search begins again with this net first.
Millimetres.
"""

from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise
from math import ceil, floor
from typing import cast

import numpy as np

from hardware.gerber import Board, Copper, Hole, Pad, Spot

GRID = 0.25
# The costs of a via, and of a step across the layer's preferred direction.
VIA_COST, CROSS_COST = 12.0, 2.0
ROUNDS = 40
BLOCKED = -1
Node = tuple[int, int, int]  # layer (0 front), column, row


@dataclass(frozen=True)
class Rules:
    """Widths and gaps. via -- drill and pad; edge -- from copper to the outline."""

    track: float
    clearance: float
    via: tuple[float, float]
    edge: float


class _Grid:
    """The use of each point of the grid: 0 if free, the number of a net, or BLOCKED."""

    def __init__(self, board: Board, rules: Rules, nets: list[str]) -> None:
        left, front, right, back = cast("tuple[float, float, float, float]", board.outline)
        self.rules = rules
        self.numbers = {net: number for number, net in enumerate(nets, 1)}
        margin = rules.edge + rules.via[1] / 2
        self.origin = (ceil((left + margin) / GRID), ceil((front + margin) / GRID))
        ends = (floor((right - margin) / GRID), floor((back - margin) / GRID))
        shape = (ends[0] - self.origin[0] + 1, ends[1] - self.origin[1] + 1)
        self.xs = GRID * (self.origin[0] + np.arange(shape[0]))
        self.ys = GRID * (self.origin[1] + np.arange(shape[1]))
        self.tracks = np.zeros((2, *shape), int)
        self.vias = np.zeros(shape, int)
        parts = 0 if board.parts_in_front else 1
        for pad in board.pads:
            self.claim(pad.net, (parts,), pad.place, pad.place, pad.size)
        for hole in board.holes:
            self.claim(hole.net, (0, 1), hole.place, hole.place, (hole.pad, hole.pad))
        for layer, coppers in enumerate((board.front, board.back)):
            for one in coppers:
                self.claim(one.net, (layer,), one.start, one.end, (one.width, one.width))

    def node(self, layer: int, spot: Spot) -> Node:
        """Return the point of the grid nearest to a spot."""
        x, y = (round(way / GRID) - zero for way, zero in zip(spot, self.origin, strict=True))
        return layer, x, y

    def spot(self, node: Node) -> Spot:
        """Return the place of a point."""
        return float(self.xs[node[1]]), float(self.ys[node[2]])

    def claim(self, net: str, layers: tuple[int, ...], start: Spot, end: Spot, size: Spot) -> None:
        """Claim the surroundings of a copper line, widened by half of `size` on each side."""
        (a, b), (c, d) = start, end
        half = abs(c - a) / 2 + size[0] / 2, abs(d - b) / 2 + size[1] / 2
        across = np.maximum(abs(self.xs - (a + c) / 2) - half[0], 0)
        along = np.maximum(abs(self.ys - (b + d) / 2) - half[1], 0)
        far = np.hypot(across[:, None], along[None]) + 1e-6 - self.rules.clearance
        for layer in layers:
            _take(self.tracks[layer], far < self.rules.track / 2, self.numbers[net])
        _take(self.vias, far < self.rules.via[1] / 2, self.numbers[net])


def _take(owners: np.ndarray, where: np.ndarray, net: int) -> None:
    owners[where & (owners != 0) & (owners != net)] = BLOCKED
    owners[where & (owners == 0)] = net


@dataclass
class _Laid:
    """The result of one attempt: tracks in front and behind, and vias."""

    coppers: tuple[list[Copper], list[Copper]]
    holes: list[Hole]


def route(board: Board, rules: Rules) -> None:
    """Connect all pads and holes of each net. Raise RuntimeError if a net finds no way."""
    nets = sorted({pin.net for pin in _pins(board)}, key=lambda net: _reach(board, net))
    stuck = ""
    for _ in range(ROUNDS):
        laid, stuck = _attempt(board, rules, nets)
        if not stuck:
            board.front += laid.coppers[0]
            board.back += laid.coppers[1]
            board.holes += laid.holes
            return
        nets.remove(stuck)
        nets.insert(0, stuck)
    raise RuntimeError(f"No way was found for the net {stuck}.")


def _pins(board: Board) -> list[Pad | Hole]:
    return [*board.pads, *(hole for hole in board.holes if hole.pin)]


def _reach(board: Board, net: str) -> float:
    """Return half the circumference of the rectangle around a net."""
    xs, ys = zip(*(pin.place for pin in _pins(board) if pin.net == net), strict=True)
    return float(max(xs) - min(xs) + max(ys) - min(ys))


def _attempt(board: Board, rules: Rules, nets: list[str]) -> tuple[_Laid, str]:
    """Try to lay the nets in this order. Return the result, and the net without a way, if any."""
    grid = _Grid(board, rules, nets)
    laid = _Laid(([], []), [])
    for net in nets:
        if not _lay(board, grid, net, laid):
            return laid, net
    return laid, ""


def _lay(board: Board, grid: _Grid, net: str, laid: _Laid) -> bool:
    """Connect the pins of a net. Return whether there was a way for each pin."""
    tree: set[Node] = set()
    for layer, coppers in enumerate((board.front, board.back)):
        for one in coppers:
            if one.net == net:
                tree |= _along(grid, layer, one)
    side = 0 if board.parts_in_front else 1
    for pin in sorted((pin for pin in _pins(board) if pin.net == net), key=lambda pin: pin.place):
        layers = (side,) if isinstance(pin, Pad) else (0, 1)
        own = {grid.node(layer, pin.place) for layer in layers}
        if tree and not own & tree:
            way = _way(grid, own, tree, grid.numbers[net])
            if not way:
                return False
            _draw(grid, net, way, laid)
            tree |= set(way)
            track = Copper(net, pin.place, grid.spot(way[0]), grid.rules.track)
            laid.coppers[way[0][0]].append(track)
        tree |= own
    return True


def _along(grid: _Grid, layer: int, copper: Copper) -> set[Node]:
    """Return the points on a line that was laid by hand."""
    _, a, b = grid.node(layer, copper.start)
    _, c, d = grid.node(layer, copper.end)
    return {
        (layer, x, y)
        for x in range(min(a, c), max(a, c) + 1)
        for y in range(min(b, d), max(b, d) + 1)
    }


def _way(grid: _Grid, start: set[Node], goal: set[Node], number: int) -> list[Node]:
    """Return the cheapest way from a pin to its net, or nothing."""
    columns, rows = zip(*((x, y) for _, x, y in goal), strict=True)
    box = (min(columns), max(columns), min(rows), max(rows))

    def rest(x: int, y: int) -> float:
        return float(max(box[0] - x, 0, x - box[1]) + max(box[2] - y, 0, y - box[3]))

    best = dict.fromkeys(start, 0.0)
    came: dict[Node, Node] = {}
    queue = [(rest(x, y), 0.0, (layer, x, y)) for layer, x, y in sorted(start)]
    while queue:
        _, cost, node = heappop(queue)
        if node in goal:
            way = [node]
            while way[-1] in came:
                way.append(came[way[-1]])
            return way[::-1]
        if cost > best[node]:
            continue
        for beside, more in _beside(grid, node, number):
            if cost + more < best.get(beside, 1e9):
                best[beside] = cost + more
                came[beside] = node
                heappush(queue, (cost + more + rest(*beside[1:]), cost + more, beside))
    return []


def _beside(grid: _Grid, node: Node, number: int) -> list[tuple[Node, float]]:
    """Return the points to which a track can continue, with the cost of each."""
    layer, x, y = node
    found = []
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        if 0 <= x + dx < grid.tracks.shape[1] and 0 <= y + dy < grid.tracks.shape[2]:
            cost = 1.0 if (dx != 0) == (layer == 0) else CROSS_COST
            if grid.tracks[layer, x + dx, y + dy] in (0, number):
                found.append(((layer, x + dx, y + dy), cost))
    if grid.vias[x, y] in (0, number) and grid.tracks[1 - layer, x, y] in (0, number):
        found.append(((1 - layer, x, y), VIA_COST))
    return found


def _draw(grid: _Grid, net: str, way: list[Node], laid: _Laid) -> None:
    """Add the lines and vias of a way."""
    start = way[0]
    for before, node in pairwise(way):
        if node[0] != before[0]:
            _line(grid, net, (start, before), laid)
            via = Hole(net, grid.spot(node), *grid.rules.via)
            laid.holes.append(via)
            grid.claim(net, (0, 1), via.place, via.place, (via.pad, via.pad))
            start = node
        elif node[1] != start[1] and node[2] != start[2]:
            _line(grid, net, (start, before), laid)
            start = before
    _line(grid, net, (start, way[-1]), laid)


def _line(grid: _Grid, net: str, ends: tuple[Node, Node], laid: _Laid) -> None:
    if ends[0] != ends[1]:
        width = grid.rules.track
        made = Copper(net, grid.spot(ends[0]), grid.spot(ends[1]), width)
        laid.coppers[ends[0][0]].append(made)
        grid.claim(net, (ends[0][0],), made.start, made.end, (width, width))
